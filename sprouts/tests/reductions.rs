//! Every reduction of lands against plain play on the paper: over all drawings that can be reached, dead spots and all, the
//! nimber and the misère outcome of the drawing are those of its reduced lands.

use std::collections::HashMap;

use papergames_sprouts::land::{Lands, Plot, Reductions};
use papergames_sprouts::{Drawing, Ending, Game, Position, Rules, Seeded, Variant};

/// Nimber, and whether the player to move wins in misère play.
type Values = (u8, bool);

/// The values of a position by those of its children.
fn values(children: impl Iterator<Item = Values>) -> Values {
    let (mut nimbers, mut wins, mut finished) = (0u64, false, true);
    for (nimber, child_wins) in children {
        nimbers |= 1 << nimber;
        wins |= !child_wins;
        finished = false;
    }
    (nimbers.trailing_ones() as u8, wins || finished)
}

/// The values of sums of lands, each sum as a whole.
struct Reduced {
    variant: Variant,
    reductions: Reductions,
    known: HashMap<Lands, Values>,
}

impl Reduced {
    fn values(&mut self, position: &Lands) -> Values {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let mut children = Vec::new();
        for (i, land) in position.iter().enumerate() {
            for child in land.children_of(self.variant, self.reductions) {
                let others = position.iter().enumerate().filter(|(j, _)| *j != i);
                let others = others.map(|(_, land)| land.clone());
                children.push(self.values(&others.chain(child.iter().cloned()).collect()));
            }
        }
        let found = values(children.into_iter());
        self.known.insert(position.clone(), found);
        found
    }
}

const NONE: Reductions = Reductions::NONE;

/// Each reduction alone, and together.
const CHOICES: [Reductions; 7] = [
    Reductions::NONE,
    Reductions {
        adjacent: true,
        ..NONE
    },
    Reductions { idle: true, ..NONE },
    Reductions {
        merge: true,
        ..NONE
    },
    Reductions { pair: true, ..NONE },
    Reductions::PUBLISHED,
    Reductions::ALL,
];

/// The values of a drawing by those of its children, by trying all moves.
fn plain(id: usize, children: &[Vec<usize>], known: &mut [Option<Values>]) -> Values {
    if let Some(known) = known[id] {
        return known;
    }
    let below: Vec<Values> = children[id]
        .iter()
        .map(|c| plain(*c, children, known))
        .collect();
    let found = values(below.into_iter());
    known[id] = Some(found);
    found
}

/// Compares over all drawings that can be reached from `n` spots; returns how many there are.
#[track_caller]
fn check(n: usize, variant: Variant, choices: &[Reductions]) -> usize {
    let rules = Rules {
        ending: Ending::Normal,
        variant,
    };
    let start = Position::new(n, rules).expect("a supported number of spots");
    let mut reduced: Vec<Reduced> = choices
        .iter()
        .map(|reductions| Reduced {
            variant,
            reductions: *reductions,
            known: HashMap::new(),
        })
        .collect();
    // Every move adds lines, so a drawing has children in later levels only; in the variants, not always in the next.
    let mut numbers: HashMap<Drawing, usize> = HashMap::from([(start.drawing(), 0)]);
    let mut claims: Vec<Vec<Values>> = Vec::new();
    let mut children: Vec<Vec<usize>> = vec![Vec::new()];
    let mut level = vec![(0, start)];
    let mut texts = Vec::new();
    while !level.is_empty() {
        let mut next = Vec::new();
        for (number, position) in level {
            claims.resize(claims.len().max(number + 1), Vec::new());
            texts.resize(claims.len(), String::new());
            texts[number] = position.to_string();
            for reduced in &mut reduced {
                let lands = Lands::drawn(&position, reduced.reductions);
                let lands = lands.expect("there are no colours");
                claims[number].push(reduced.values(&lands));
            }
            let mut found = Vec::new();
            for m in position.moves() {
                let child = position.child(&m).expect("a listed move is legal");
                let known = numbers.len();
                let id = *numbers.entry(child.drawing()).or_insert(known);
                if id == known {
                    children.push(Vec::new());
                    next.push((id, child));
                }
                found.push(id);
            }
            found.sort_unstable();
            found.dedup();
            children[number] = found;
        }
        level = next;
    }
    let mut known: Vec<Option<Values>> = vec![None; children.len()];
    for id in 0..children.len() {
        let truth = plain(id, &children, &mut known);
        for (claim, reductions) in claims[id].iter().zip(choices) {
            assert_eq!(*claim, truth, "{} with {reductions:?}", texts[id]);
        }
    }
    children.len()
}

#[test]
fn every_reduction_keeps_the_values_of_all_drawings_from_two_and_three_spots() {
    assert_eq!(check(2, Variant::Standard, &CHOICES), 51);
    assert_eq!(check(3, Variant::Standard, &CHOICES), 2789);
}

/// `cargo test --release -p papergames-sprouts --test reductions -- --ignored --nocapture four_spots`
#[test]
#[ignore = "300,000 drawings"]
#[expect(clippy::print_stdout, reason = "this is a measurement")]
fn every_reduction_keeps_the_values_of_all_drawings_from_four_spots() {
    let drawings = check(4, Variant::Standard, &CHOICES);
    println!("{drawings} drawings from four spots, no mismatch");
    assert!(drawings > 300_000);
}

#[test]
fn lands_have_the_values_of_the_drawings_in_black_and_white_sprouts() {
    for variant in [Variant::BlackAndWhite, Variant::BlackAndWhiteLoops] {
        for n in [1, 2] {
            check(n, variant, &[Reductions::of(variant)]);
        }
    }
}

/// `cargo test --release -p papergames-sprouts --test reductions -- --ignored --nocapture black_and_white`
#[test]
#[ignore = "a minute in release"]
#[expect(clippy::print_stdout, reason = "this is a measurement")]
fn which_reductions_hold_in_black_and_white_sprouts() {
    for variant in [Variant::BlackAndWhite, Variant::BlackAndWhiteLoops] {
        for (i, reductions) in CHOICES.iter().enumerate() {
            let holds = std::panic::catch_unwind(|| check(2, variant, &[*reductions]));
            println!("{variant}, {i}: {reductions:?}: {:?}", holds.is_ok());
        }
        let drawings = check(3, variant, &[Reductions::of(variant)]);
        println!("{variant}: {drawings} drawings from three spots, no mismatch");
    }
}

/// The plots of a position are its lands, each once, and share no living spot.
#[test]
fn plots_are_the_lands_of_the_drawing() {
    let mut random = Seeded::new(7);
    let mut several = 0;
    for game in 0..200 {
        let variant = [Variant::Standard, Variant::BlackAndWhite][game % 2];
        let rules = Rules {
            ending: Ending::Normal,
            variant,
        };
        let mut position = Position::new(2 + game % 9, rules).expect("so few spots");
        while let Some(m) = position.random_move(&mut random) {
            position.apply(&m).expect("a legal move");
            for reductions in CHOICES {
                let plots = Plot::all(&position, reductions).expect("no colours");
                let lands: Lands = plots.iter().map(|plot| plot.land.clone()).collect();
                let drawn = Lands::drawn(&position, reductions).expect("no colours");
                // Without reductions the lands keep what is of no use.
                let useful = drawn.iter().filter(|land| land.lives() >= 2);
                assert_eq!(lands, useful.cloned().collect(), "{position}");
                let spots = plots.iter().flat_map(|plot| &plot.spots);
                let mut spots: Vec<_> = spots.collect();
                let n = spots.len();
                spots.sort();
                spots.dedup();
                assert_eq!(spots.len(), n, "{position}");
                several += usize::from(plots.len() > 1);
            }
        }
    }
    assert!(several > 1000, "{several}");
}
