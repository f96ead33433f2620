//! Games as people write them by hand: each spelling of a move is read as that move.

use std::fmt::Write;

use common::laws::{positions, records};
use papergames_brussels::notation::{read_game, read_move, write_game};
use papergames_brussels::{Arm, Game, Move, Position, Random, Seeded, Star};
use proptest::prelude::*;

/// A few crosses or stars, with either ending.
fn starts() -> impl Strategy<Value = Position> {
    (prop::collection::vec(1usize..7, 1..5), any::<bool>()).prop_map(|(arms, is_misere)| {
        let list: Vec<String> = arms.iter().map(|n| format!("1x{n}")).collect();
        let sign = if is_misere { "-" } else { "+" };
        format!("{}{sign}", list.join(","))
            .parse()
            .expect("a setup")
    })
}

fn reached() -> impl Strategy<Value = Position> {
    starts().prop_flat_map(|start| positions(start, 20))
}

/// Writes a move in one of many possible ways: the arms in either order, each piece by any of its stars (or several),
/// ranges, capitals, any dash or none.
fn spell(position: &Position, m: &Move, random: &mut dyn Random) -> String {
    let mut coin = || random.below(2) == 1;
    let swapped = coin();
    let (from, to) = if swapped {
        (m.to(), m.from())
    } else {
        (m.from(), m.to())
    };
    let dash = ["-", "–", "−", ""][usize::from(coin()) * 2 + usize::from(coin())];
    let mut text = format!("{from}{dash}{to}");
    // The list belongs to the arm written first, so with the arms swapped it is the rest of the face.
    let divides = position.piece(m.from().star()) == position.piece(m.to().star());
    let mut pieces: Vec<Star> = m.pieces().iter().collect();
    if swapped && divides {
        let whole = whole_face(position, m);
        pieces = whole
            .into_iter()
            .filter(|star| !pieces.contains(star))
            .collect();
    }
    let mut stars: Vec<usize> = Vec::new();
    for piece in pieces {
        let members = position
            .stars()
            .filter(|star| position.piece(*star) == piece);
        let mut some: Vec<Star> = members.filter(|_| coin()).collect();
        if some.is_empty() {
            some.push(piece);
        }
        stars.extend(some.iter().map(|star| star.index() + 1));
    }
    if !stars.is_empty() {
        stars.sort_unstable();
        let _ = write!(text, "[{}]", list(&stars, coin()));
    }
    if coin() { text.to_uppercase() } else { text }
}

/// Returns the other pieces in the face that a line divides.
fn whole_face(position: &Position, m: &Move) -> Vec<Star> {
    let own = position.piece(m.from().star());
    let faces = position.faces();
    let holds = |face: &&Vec<Vec<Arm>>| {
        let arms: Vec<_> = face.iter().flatten().collect();
        arms.contains(&&m.from()) && arms.contains(&&m.to())
    };
    let face = faces.iter().find(holds).expect("both arms are in one face");
    let boundaries = face.iter().filter_map(|boundary| boundary.first());
    let mut others: Vec<Star> = boundaries
        .map(|arm| position.piece(arm.star()))
        .filter(|piece| *piece != own)
        .collect();
    others.sort_unstable();
    others
}

/// Writes numbers in ascending order, runs of them as ranges if wanted.
fn list(numbers: &[usize], ranges: bool) -> String {
    let mut items: Vec<(usize, usize)> = Vec::new();
    for &n in numbers {
        match items.last_mut() {
            Some((_, high)) if ranges && *high + 1 == n => *high = n,
            _ => items.push((n, n)),
        }
    }
    let written = items.iter().map(|(low, high)| {
        if low == high {
            low.to_string()
        } else {
            format!("{low}-{high}")
        }
    });
    written.collect::<Vec<_>>().join(",")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn each_spelling_of_a_move_is_read_as_that_move(position in reached(), seed: u64) {
        let mut random = Seeded::new(seed);
        let moves = position.moves();
        for _ in 0..moves.len().min(20) {
            let m = &moves[random.below(moves.len() as u64) as usize];
            let text = spell(&position, m, &mut random);
            prop_assert_eq!(read_move(&position, &text), Ok(*m), "{} in {}", text, position);
        }
    }

    /// Random arms and pieces, most of which do not form a legal line.
    #[test]
    fn a_move_that_is_read_is_legal(
        position in reached(),
        text in "[1-4][a-g]-?[1-4][a-g](\\[[1-5](,[1-5])?\\])?",
    ) {
        if let Ok(m) = read_move(&position, &text) {
            prop_assert_eq!(position.check(&m), Ok(()), "{} in {}", text, position);
        }
    }

    #[test]
    fn different_moves_have_different_texts(position in reached()) {
        let mut texts: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
        let n = texts.len();
        texts.sort();
        texts.dedup();
        prop_assert_eq!(texts.len(), n);
    }

    #[test]
    fn a_game_is_read_back_in_any_layout(game in starts().prop_flat_map(|start| records(start, 100)), seed: u64) {
        let mut random = Seeded::new(seed);
        let written = write_game(&game);
        prop_assert_eq!(read_game(&written), Ok(game.clone()));
        let mut position = game.setup().clone();
        let mut by_hand = position.to_string();
        for (i, m) in game.moves().iter().enumerate() {
            by_hand.push_str(["\n", " ", ", ", "; ", "  # a line\n"][random.below(5) as usize]);
            if random.below(2) == 1 {
                let _ = write!(by_hand, "{}.{}", i + 1, ["", " "][random.below(2) as usize]);
            }
            by_hand.push_str(&spell(&position, m, &mut random));
            position.apply(m).expect("a move of the game");
        }
        prop_assert_eq!(read_game(&by_hand), Ok(game), "{}", by_hand);
    }
}

#[test]
fn an_arm_is_written_like_its_name() {
    for text in ["1a", "12d", "3aa"] {
        let arm: Arm = text.parse().expect("an arm");
        assert_eq!(
            (arm.to_string(), format!("{arm:?}")),
            (text.to_owned(), text.to_owned())
        );
    }
}
