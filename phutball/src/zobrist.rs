//! Zobrist keys of positions: a random number for each man, each place of the ball and the player, combined by
//! exclusive or. A turn updates the key with the numbers of what it changes.
//!
//! Method: Zobrist, "A new hashing method with application for game playing" (1970).

use common::Player;

use crate::point::Size;
use crate::position::Position;

const POINTS: usize = Size::MAX_POINTS;

/// Returns the next number after `seed` in the `SplitMix64` sequence.
const fn split_mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Returns the number of a man. A table of these numbers would add four kilobytes that cannot be compressed.
fn man(index: usize) -> u64 {
    split_mix(1 + index as u64)
}

/// Returns the number of a place of the ball.
fn ball(index: usize) -> u64 {
    split_mix(1 + (POINTS + index) as u64)
}

const SECOND: u64 = split_mix(1 + 2 * POINTS as u64);

/// Returns the key of a position between turns. Two positions on one board collide with probability 2⁻⁶⁴, so users of
/// keys must compare the positions too.
pub(crate) fn key(position: &Position) -> u64 {
    let men = position.men.iter().fold(0, |key, index| key ^ man(index));
    let mover = if position.mover == Player::SECOND {
        SECOND
    } else {
        0
    };
    men ^ mover ^ ball(position.size.index(position.ball))
}

/// Returns the key after a man is placed, from the key before.
pub(crate) fn with_man(key: u64, index: usize) -> u64 {
    key ^ man(index) ^ SECOND
}

/// Returns the key after a turn of jumps, from the key before.
pub(crate) fn key_after(key: u64, before: &Position, after: &Position) -> u64 {
    let size = before.size;
    let mut key = key ^ SECOND ^ ball(size.index(before.ball)) ^ ball(size.index(after.ball));
    let words = before.men.words().iter().zip(after.men.words());
    for (i, (old, new)) in words.enumerate() {
        let mut gone = old ^ new;
        while gone != 0 {
            key ^= man(i * 64 + gone.trailing_zeros() as usize);
            gone &= gone - 1;
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Game, Seeded, playout};
    use core::ops::ControlFlow;

    #[test]
    fn a_key_follows_the_turns() {
        let mut random = Seeded::new(3);
        for _ in 0..20 {
            let game = playout::record(Position::standard(), 200, &mut random);
            for position in game
                .positions()
                .filter(|p| !p.is_jumping() && !p.is_terminal())
            {
                let before = key(&position);
                for point in position.placements().take(5) {
                    let child = position.child(&crate::Move::Place(point));
                    let child = child.expect("a listed move is legal");
                    assert_eq!(with_man(before, position.size.index(point)), key(&child));
                }
                // Late in a random game there may be millions of chains.
                let mut left = 100;
                let _ = position.for_each_jump_turn(&mut |after| {
                    assert_eq!(key_after(before, &position, after), key(after));
                    left -= 1;
                    if left > 0 {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
            }
        }
    }
}
