//! Strong solves: every reachable position with its nimber and its outcome in misère play.

use std::collections::{BTreeSet, HashMap};

use papergames_sprouts::Budget;
use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::land::{Lands, Reductions};
use papergames_sprouts::solve::catalogue::{Catalogue, CatalogueEntry, read};

fn catalogue(n: usize, reductions: Reductions) -> Catalogue {
    let catalogue = Catalogue::new(&Lands::start(n), reductions, &Budget::new(), &mut |_| ());
    catalogue.expect("there is no limit")
}

/// The number of positions that have each nimber, and how many are won in misère play.
fn histogram(catalogue: &Catalogue) -> (Vec<usize>, usize) {
    let mut nimbers = Vec::new();
    let mut won = 0;
    for entry in catalogue.iter() {
        let nimber = entry.nimber.0 as usize;
        nimbers.resize(nimbers.len().max(nimber + 1), 0);
        nimbers[nimber] += 1;
        won += usize::from(entry.wins_misere);
    }
    (nimbers, won)
}

/// Compares with a count of the exact classes of GLOP's strings by graph isomorphism.
#[track_caller]
fn check_published(n: usize, nimbers: &[usize], won: usize) {
    let found = histogram(&catalogue(n, Reductions::PUBLISHED));
    assert_eq!(found, (nimbers.to_vec(), won), "{n} spots");
}

#[test]
fn nimbers_and_misere_outcomes_are_distributed_as_published() {
    check_published(1, &[2, 1], 2);
    check_published(2, &[7, 6, 3, 2], 11);
    check_published(3, &[48, 54, 17, 28, 1], 93);
    check_published(4, &[454, 436, 282, 311, 20, 2], 1064);
}

/// Returns the least number that is not in the list.
fn mex(nimbers: &BTreeSet<u32>) -> u32 {
    (0..=u32::MAX)
        .find(|n| !nimbers.contains(n))
        .expect("there are few")
}

/// Nimbers and misère outcomes by trying all moves, without splitting sums.
#[derive(Default)]
struct Plain(HashMap<Lands, (u32, bool)>);

impl Plain {
    fn values(&mut self, position: &Lands) -> (u32, bool) {
        if let Some(known) = self.0.get(position) {
            return *known;
        }
        let mut nimbers = BTreeSet::new();
        let mut wins = true;
        let mut lost = false;
        for (i, land) in position.iter().enumerate() {
            for child in land.children() {
                let others = position.iter().enumerate().filter(|(j, _)| *j != i);
                let others = others.map(|(_, land)| land.clone());
                let (nimber, child_wins) =
                    self.values(&others.chain(child.iter().cloned()).collect());
                nimbers.insert(nimber);
                wins = false;
                lost |= !child_wins;
            }
        }
        let values = (mex(&nimbers), wins || lost);
        self.0.insert(position.clone(), values);
        values
    }
}

#[test]
fn the_data_set_of_four_spots_agrees_with_trying_all_moves() {
    let text: String = catalogue(4, Reductions::ALL).lines().collect();
    let entries = read(&text).expect("what is written can be read");
    let mut plain = Plain::default();
    plain.values(&Lands::start(4));
    assert_eq!(entries.len(), plain.0.len());
    for CatalogueEntry {
        position,
        nimber,
        wins_misere,
    } in &entries
    {
        assert_eq!(
            plain.values(position),
            (nimber.0, *wins_misere),
            "{position}"
        );
    }
    let positions: BTreeSet<&Lands> = entries.iter().map(|e| &e.position).collect();
    assert_eq!(positions.len(), entries.len(), "each position has one line");
}

#[test]
fn damaged_data_sets_are_refused() {
    let text: String = catalogue(2, Reductions::ALL).lines().collect();
    for (from, to, message) in [
        (
            "positions 1",
            "positions 2",
            "in line 1, found `papergames sprouts positions 2`",
        ),
        ("start", "begin", "in line 2, found `begin 0*2`"),
        (
            "\n0*2 0 L",
            "\n0*2 0 D",
            "expected a position, its nimber and `W` or `L` in line 3",
        ),
        (
            "\n0*2 0 L",
            "\n0*2 0",
            "expected a position, its nimber and `W` or `L` in line 3",
        ),
        (
            "\n0*2 0 L",
            "\nA 0 L",
            "line 3: the letter `A` must appear exactly twice",
        ),
        ("\n0*2 0 L", "", "expected `end"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = read(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    for end in 0..text.len() - 1 {
        assert!(read(&text[..end]).is_err(), "cut off after {end} bytes");
    }
}

/// Compares with the number of strings that GLOP and SPOTS list, using their reduction and spelling.
#[test]
#[ignore = "nine CPU seconds: `cargo test --release -p papergames-sprouts --test all -- --ignored strings`"]
fn strings_from_five_spots_are_as_many_as_published() {
    assert_eq!(Sum::start(5).reachable().len(), 24_784);
}

/// The same for six spots.
#[test]
#[ignore = "three minutes: `cargo test --release -p papergames-sprouts --test all -- --ignored six_spots`"]
fn strings_from_six_spots_are_as_many_as_published() {
    assert_eq!(Sum::start(6).reachable().len(), 393_103);
}
