//! Laws about making moves: a move changes its position and nothing else.

use core::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::hash::DefaultHasher;

use super::broken::{Broken, LawResult, because, demand};
use super::listing::{MoveList, names};
use crate::play::game::Game;
use crate::play::record::Record;
use crate::tools::random::Random;
use crate::tree::perft::{Levels, perft};

/// The number of moves that are made in a position.
const MADE: usize = 24;

/// Law: a legal move can be made on a clone and on the position itself, with or without the check, with the same
/// result. Playing on a clone does not change the original.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn legal_moves_apply<G: Game>(position: &G, listing: &MoveList<G>) -> LawResult {
    let (original, hash) = (position.clone(), hash_of(position));
    demand!("a clone equals the original" => original == *position && hash_of(&original) == hash,
        "{original:?}")?;
    for m in listing.spread(MADE) {
        let refused = |reason: G::Illegal| Broken {
            law: "a legal move applies",
            found: format!("`{m}` is refused: {reason}"),
        };
        let child = position.child(m).map_err(refused)?;
        let mut again = position.clone();
        again.apply(m).map_err(refused)?;
        demand!("the same move gives the same position" =>
            again == child && hash_of(&again) == hash_of(&child),
            "after `{m}`: {again:?} and {child:?}")?;
        let unchecked = position.child_unchecked(m);
        demand!("a move that is not checked gives the same position" =>
            unchecked == child && hash_of(&unchecked) == hash_of(&child),
            "after `{m}`: {unchecked:?} and {child:?}")?;
        // Play one move further, which exposes a clone that shares memory with the original.
        if let Some(reply) = child.nth_move(0) {
            demand!("a legal move applies" => again.apply(&reply).is_ok(),
                "`{reply}` after `{m}`")?;
        }
        demand!("a clone plays on its own" => *position == original && hash_of(position) == hash,
            "after `{m}` on a clone the original is {position:?}, not {original:?}")?;
    }
    Ok(())
}

/// Law: `check` and `apply` both reject every move that is not listed, and a rejected move leaves the position
/// unchanged. `candidates` are moves to try, such as those of other positions; the legal ones among them are skipped.
///
/// In a finished game every candidate must be rejected.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn refusals_change_nothing<G: Game>(
    position: &G,
    listing: &MoveList<G>,
    candidates: &[G::Move],
) -> LawResult {
    let over = position.turn().is_none();
    let hash = hash_of(position);
    let text = format!("{position:?}");
    for m in candidates {
        let allowed = position.check(m).is_ok();
        demand!("nothing is legal after the end" => !(over && allowed), "`{m}`")?;
        let listed = listing.moves().contains(m);
        demand!("`check` allows only what is listed" =>
            !allowed || listed || !listing.is_complete(),
            "`{m}` is allowed; the list is {}", names(listing.moves()))?;
        demand!("`check` allows what is listed" => allowed || !listed,
            "`{m}` is listed and refused")?;
        let mut tried = position.clone();
        let applied = tried.apply(m).is_ok();
        demand!("`apply` accepts exactly what `check` allows" => applied == allowed,
            "`{m}`: check {allowed}, apply {applied}")?;
        let same = applied
            || (tried == *position && hash_of(&tried) == hash && format!("{tried:?}") == text);
        demand!("a refused move leaves the position as it was" => same,
            "after the refusal of `{m}`: {tried:?}, before: {position:?}")?;
    }
    Ok(())
}

/// Law: equal positions have equal hashes and list the same moves.
///
/// The equal positions to compare are found with pairs of moves that lead to the same position in either order.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn equal_positions_play_alike<G: Game>(
    position: &G,
    listing: &MoveList<G>,
    random: &mut dyn Random,
) -> LawResult {
    let moves = listing.moves();
    if moves.len() < 2 {
        return Ok(());
    }
    for _ in 0..6 {
        let a = &moves[random.below(moves.len() as u64) as usize];
        let b = &moves[random.below(moves.len() as u64) as usize];
        let both = |a, b| position.child(a).and_then(|child| child.child(b)).ok();
        let (Some(one), Some(other)) = (both(a, b), both(b, a)) else {
            continue;
        };
        if one != other {
            continue;
        }
        let path = || format!("`{a}` `{b}` in either order");
        demand!("equal positions have equal hashes" => hash_of(&one) == hash_of(&other),
            "{}", path())?;
        let same_turn = one.turn() == other.turn() && one.outcome() == other.outcome();
        demand!("equal positions have equal turns and outcomes" => same_turn, "{}", path())?;
        let alike = one.count_moves() == other.count_moves()
            && (one.count_moves() > 1000 || one.moves() == other.moves());
        demand!("equal positions list the same moves in the same order" => alike, "{}", path())?;
    }
    Ok(())
}

/// Law: replaying the moves of a record gives the same positions with the same hashes.
///
/// # Errors
///
/// Returns the reason why the record breaks the law.
pub(super) fn replays_agree<G: Game>(record: &Record<G>) -> LawResult {
    let again = Record::from_moves(record.setup().clone(), record.moves().iter().cloned());
    let again = again.map_err(because("a recorded move stays legal"))?;
    let same = again == *record && hash_of(again.position()) == hash_of(record.position());
    demand!("playing a record again gives the same position and hash" => same,
        "{:?}, not {:?}", again.position(), record.position())
}

/// Law: up to `depth`, counting sequences with equal positions merged gives the same numbers as walking every sequence.
///
/// The counts differ if two positions compare as equal but play differently.
///
/// # Errors
///
/// Returns the depth at which the law is broken.
pub(super) fn merging_keeps_counts<G: Game>(position: &G, depth: u32) -> LawResult {
    let mut levels = Levels::new(position.clone());
    for d in 0..=depth {
        let merged = levels.next().map_or(0, |level| level.sequences());
        let walked = perft(position, d);
        demand!("merging equal positions keeps the counts" => Some(merged) == walked,
            "at depth {d}: {merged} merged, {walked:?} walked")?;
    }
    Ok(())
}

/// Returns the hash of a value under a fixed hasher.
fn hash_of<T: Hash>(value: &T) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}
