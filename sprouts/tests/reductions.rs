//! Compares every reduction of lands with play on unreduced drawings: for each reachable drawing, including its dead
//! spots, the nimber and misère outcome equal those of its reduced lands.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use papergames_sprouts::land::{Lands, Plot, Reductions};
use papergames_sprouts::solve::catalogue::{Catalogue, CatalogueEntry};
use papergames_sprouts::{Budget, CanonicalForm, Ending, Game, Position, Rules, Seeded, Variant};

/// A nimber, and whether the player to move wins in misère play.
type Values = (u32, bool);

/// Returns the values of a position from those of its children.
fn values(children: impl Iterator<Item = Values>) -> Values {
    let (mut nimbers, mut wins, mut finished) = (0u64, false, true);
    for (nimber, child_wins) in children {
        nimbers |= 1 << nimber;
        wins |= !child_wins;
        finished = false;
    }
    (nimbers.trailing_ones(), wins || finished)
}

/// The values of sums of lands, computed without splitting sums.
struct Reduced {
    variant: Variant,
    reductions: Reductions,
    known: HashMap<Lands, Values>,
}

impl Reduced {
    /// Returns the catalogue's values for all positions reachable from `n` spots. The variants have no catalogue.
    fn new(n: usize, variant: Variant, reductions: Reductions) -> Reduced {
        let mut known = HashMap::new();
        if variant == Variant::Standard {
            let start = Lands::start(n);
            let catalogue = Catalogue::new(&start, reductions, &Budget::new(), &mut |_| ());
            let catalogue = catalogue.expect("there is no limit");
            let values =
                |entry: CatalogueEntry| (entry.position, (entry.nimber.0, entry.wins_misere));
            known.extend(catalogue.iter().map(values));
        }
        Reduced {
            variant,
            reductions,
            known,
        }
    }

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

/// Each reduction alone, and all of them together.
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

/// All drawings reachable from a start, by number.
struct Drawings {
    numbers: HashMap<CanonicalForm, u32>,
    /// The children of all drawings, concatenated, and where each drawing's children end.
    children: Vec<u32>,
    ends: Vec<usize>,
}

impl Drawings {
    /// Finds all drawings by trying all moves, and calls `visit` with each, in order of their numbers.
    fn new(start: Position, visit: &mut dyn FnMut(&Position)) -> Drawings {
        let mut all = Drawings {
            numbers: HashMap::from([(start.canonical_form(), 0)]),
            children: Vec::new(),
            ends: Vec::new(),
        };
        let mut open = VecDeque::from([start]);
        while let Some(position) = open.pop_front() {
            visit(&position);
            let begin = all.children.len();
            let _ = position.for_each_move(&mut |m| {
                let child = position.child(&m).expect("a listed move is legal");
                let next = all.numbers.len() as u32;
                let number = *all.numbers.entry(child.canonical_form()).or_insert(next);
                all.children.push(number);
                if number == next {
                    open.push_back(child);
                }
                ControlFlow::Continue(())
            });
            let mut own = all.children.split_off(begin);
            own.sort_unstable();
            own.dedup();
            all.children.extend(own);
            all.ends.push(all.children.len());
        }
        all
    }

    fn children(&self, number: usize) -> &[u32] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.children[begin..self.ends[number]]
    }

    /// Returns the values of all drawings, computed from the last moves back.
    ///
    /// Children were usually visited after their parents, so the reverse of the visiting order keeps the recursion
    /// shallow.
    fn values(&self) -> Vec<Values> {
        let mut known: Vec<Option<Values>> = vec![None; self.ends.len()];
        for number in (0..self.ends.len()).rev() {
            self.value(number, &mut known);
        }
        known.into_iter().flatten().collect()
    }

    fn value(&self, number: usize, known: &mut [Option<Values>]) -> Values {
        if let Some(known) = known[number] {
            return known;
        }
        let children = self.children(number).iter();
        let below: Vec<Values> = children.map(|c| self.value(*c as usize, known)).collect();
        let found = values(below.into_iter());
        known[number] = Some(found);
        found
    }
}

/// Compares all drawings reachable from `n` spots, and returns their number.
#[track_caller]
fn check(n: usize, variant: Variant, choices: &[Reductions]) -> usize {
    let (drawings, mismatch) = compare(n, variant, choices);
    assert_eq!(mismatch, None, "{n} spots, {variant}");
    drawings
}

/// Returns the number of drawings that can be reached from `n` spots, and the first whose value a reduction changes.
fn compare(n: usize, variant: Variant, choices: &[Reductions]) -> (usize, Option<String>) {
    let rules = Rules {
        ending: Ending::Normal,
        variant,
    };
    let start = Position::new(n, rules).expect("a supported number of spots");
    let mut reduced: Vec<Reduced> = choices
        .iter()
        .map(|reductions| Reduced::new(n, variant, *reductions))
        .collect();
    let mut claims: Vec<Values> = Vec::new();
    let mut texts = Vec::new();
    let drawings = Drawings::new(start, &mut |position| {
        texts.push(position.to_string());
        for reduced in &mut reduced {
            let lands = Lands::drawn(position, reduced.reductions);
            claims.push(reduced.values(&lands.expect("there are no colours")));
        }
    });
    let truth = drawings.values();
    assert_eq!(truth.len(), texts.len());
    let claims = claims.chunks_exact(choices.len());
    for ((truth, claims), text) in truth.iter().zip(claims).zip(&texts) {
        for (claim, reductions) in claims.iter().zip(choices) {
            if claim != truth {
                let mismatch = format!("{text} with {reductions:?}: {claim:?}, not {truth:?}");
                return (texts.len(), Some(mismatch));
            }
        }
    }
    (texts.len(), None)
}

#[test]
fn every_reduction_keeps_the_values_of_all_drawings_from_two_and_three_spots() {
    assert_eq!(check(2, Variant::Standard, &CHOICES), 51);
    assert_eq!(check(3, Variant::Standard, &CHOICES), 2789);
}

/// All 296,670 drawings, in 46 CPU seconds: nimbers and misère outcomes equal those of the reduced lands, for each
/// reduction alone, for the published ones, and for all together.
///
/// `cargo test --release -p papergames-sprouts --test all -- --ignored four_spots`
#[test]
#[ignore = "a minute in release: 296,670 drawings under seven choices of reductions"]
fn every_reduction_keeps_the_values_of_all_drawings_from_four_spots() {
    assert_eq!(check(4, Variant::Standard, &CHOICES), 296_670);
}

#[test]
fn lands_have_the_values_of_the_drawings_in_black_and_white_sprouts() {
    for variant in [Variant::BlackAndWhite, Variant::BlackAndWhiteLoops] {
        for n in [1, 2] {
            check(n, variant, &[Reductions::of(variant)]);
        }
    }
}

/// From two spots every reduction keeps all values; from three, those that the variants use are tested.
#[test]
fn reductions_hold_in_black_and_white_sprouts() {
    for variant in [Variant::BlackAndWhite, Variant::BlackAndWhiteLoops] {
        let holds = CHOICES.map(|reductions| compare(2, variant, &[reductions]).1.is_none());
        assert_eq!(holds, [true; 7], "{variant}");
        check(3, variant, &[Reductions::of(variant)]);
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
                // Without reductions, lands keep useless parts.
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
