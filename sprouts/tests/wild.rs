//! Wild numbers and texts: no public function panics unless its documentation says when, and what is asked about a
//! place that does not exist is answered as [`common::architecture`] says. Readers of texts are in `any_text.rs`.

use common::encode::{Actions, Bounds, Graphs, Parts};
use common::laws::{positions, wild_numbers as wild};
use papergames_sprouts::land::Lands;
use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::notation::cards::{CardTable, StackCut};
use papergames_sprouts::planar::surface::{SheetMove, Surface};
use papergames_sprouts::planar::{Boundary, Corner, Dart, Vertex};
use papergames_sprouts::solve::cluster::{Job, JobReport, Owner, Worker};
use papergames_sprouts::surface::Sheet;
use papergames_sprouts::{
    Colour, End, Ending, Game, Move, Pieces, Player, Position, Spot, Stored, Symmetric,
    UnnumberedFormat, Variant, theory,
};
use proptest::prelude::*;

fn any_position() -> impl Strategy<Value = Position> {
    proptest::sample::select(vec!["2+", "3-", "2+antwerp-hot", "3+black-and-white", "1+"])
        .prop_flat_map(|setup| positions(setup.parse().expect("a setup"), 9))
}

fn spot() -> impl Strategy<Value = Spot> {
    prop_oneof![1..9usize, 1..=65_535usize].prop_map(Spot::new)
}

fn lists() -> impl Strategy<Value = Vec<Vec<Vec<usize>>>> {
    let boundary = prop::collection::vec(wild(), 0..4);
    prop::collection::vec(prop::collection::vec(boundary, 0..3), 0..3)
}

proptest! {
    #[test]
    fn unnumbered_texts(text in "[0-2*.a-dA-DoOtT,/;|+}\\]!]{0,12}", other in ".{0,20}", to in ".{0,9}") {
        let names = UnnumberedFormat::ALL.map(UnnumberedFormat::name);
        for format in UnnumberedFormat::ALL {
            for to in names.into_iter().chain([&*to]) {
                let _ = (format.rewrite(&text, to).is_ok(), format.rewrite(&other, to).is_ok());
            }
        }
    }

    #[test]
    fn clusters(
        spots in 0..8usize, steps in prop::collection::vec((0..3u64, any::<bool>()), 1..9), name in any::<u64>(),
        least in 0..99u64, bytes in any::<Vec<u8>>(),
    ) {
        let _ = (Job::from_bytes(&bytes).is_ok(), JobReport::from_bytes(&bytes).is_ok());
        let mut owner = Owner::new(&Lands::start(spots));
        (owner.policy.least, owner.policy.most) = (least, least + 9);
        let mut worker = Worker::new(1 << 26, 1);
        for (number, is_lost) in steps {
            let name = name.wrapping_add(number);
            if is_lost {
                owner.lose(name);
            }
            let Some(job) = owner.job(name) else { continue };
            let job = Job::from_bytes(&job.to_bytes()).expect("a job");
            let report = worker.work(&job);
            owner.report(&JobReport::from_bytes(&report.to_bytes()).expect("a report"));
            let _ = (owner.mover_wins(), owner.counts(), owner.all_entries().count());
        }
    }
}

proptest! {
    #[test]
    fn setups(n in wild(), lists in lists(), parts in any::<u8>()) {
        for variant in Variant::ALL {
            let _ = (Position::new(n, variant), Position::from_lists(n, variant, &lists));
            let small = Position::from_lists(n % 4, variant, &lists);
            let _ = small.map(|position| position.to_string());
            let length = theory::game_length(n.max(1), variant);
            prop_assert!(length.start() <= length.end());
        }
        for surface in [Surface::Handles(parts), Surface::Crosscaps(parts)] {
            let _ = (Sheet::new(n, surface, Ending::Normal), Sheet::new(n % 9, surface, Ending::Misere));
        }
        let _ = (theory::first_solved(n, Ending::Normal), theory::first_solved(n, Ending::Misere));
        if n as u64 <= Sum::MAX_SPOTS {
            let _ = (Sum::start(n % 30), Lands::start(n % 30));
        }
        let _ = (Spot::try_from(n as u16), papergames_sprouts::planar::Map::from_lists(&lists).is_ok());
    }

    #[test]
    fn places_that_do_not_exist(
        position in any_position(), a in spot(), b in spot(), n in wild(), corner in any::<u8>(),
        seat in 0..Player::MAX,
    ) {
        let is_there = a.number() <= position.n_spots();
        prop_assert!(is_there || (position.degree(a) == 0 && !position.is_alive(a) && !position.is_open(a)));
        prop_assert_eq!(position.lives_of(a) > 0, position.is_alive(a));
        if is_there {
            prop_assert!(position.piece(a) <= a);
            let _ = position.colour(a);
        }
        let from = End { spot: a, corner };
        prop_assert!(is_there || (position.corner(from).is_none() && position.corner_node(from).is_none()));
        let piece = Spot::new(b.number() % Position::MAX_START + 1);
        prop_assert!(Pieces::NONE.with(piece).contains(piece));
        let _ = Pieces::NONE.contains(b);
        for with_spot in [false, true] {
            let m = Move { from, to: b.into(), left: Pieces::NONE.with(piece), with_spot };
            let _ = format!("{m} {m:?} {from:?} {position:?}");
            let is_legal = position.check(&m).is_ok();
            prop_assert_eq!(position.child(&m).is_ok(), is_legal);
            prop_assert_eq!(position.index_of(&m).is_some(), is_legal);
            prop_assert_eq!(position.parts_of(&m).is_some(), is_legal);
            let _ = (position.action_of(&m), position.line(from, b.into(), [b, piece], with_spot).is_ok());
        }
        let _ = (position.move_of(n), position.nth_move(n as u128), position.bounds(), position.graph());
        let parts = vec![n; position.part_sizes().len()];
        let _ = (position.move_of_parts(&parts), position.move_of_parts(&[n]));
        for symmetry in position.symmetries() {
            let _ = position.image(&symmetry);
        }
        for colour in [Colour::White, Colour::Blue, Colour::Red] {
            let _ = colour.is_open_to(Player::new(seat));
        }
        let table = CardTable::of(&position);
        let held = |stack, cut| StackCut { stack, cut };
        let _ = table.join(n % 3, held(a.number() % 3, n), held(b.number() % 3, n % 3)).is_ok();
        let _ = table.join(n, StackCut::top(n), held(0, n)).is_ok();
        let _ = table.divide(n % 3, held(n % 4, n % 5), n, &[n, 0]).is_ok();
        let mut sheet = Sheet::new(2, Surface::Handles(1), Ending::Normal).expect("a sheet");
        let m = SheetMove { part: n, option: b.number() };
        let _ = (format!("{m} {m:?}"), sheet.check(&m).is_ok(), sheet.apply(&m).is_ok());
    }

    #[test]
    fn edits_of_maps(position in any_position(), n in 0..=65_535usize, m in 0..40usize, left in any::<bool>()) {
        let mut map = position.map().clone();
        for (from, to) in [(n, m), (m, n), (m, m + 1)] {
            for from in [Corner::Alone(Vertex::new(from.min(65_535))), Corner::Before(Dart::new(from))] {
                for to in [Corner::Alone(Vertex::new(to.min(65_535))), Corner::Before(Dart::new(to))] {
                    let _ = map.connect(from, to, |boundary: Boundary| left ^ (boundary.index() == m)).is_ok();
                }
                let _ = map.add_leaf(from).is_ok();
            }
        }
        prop_assert!(map.check().is_ok());
    }
}

#[test]
#[should_panic(expected = "the position has the spot")]
fn a_spot_that_does_not_exist_has_no_colour() {
    let position = Position::new(2, Ending::Normal).expect("a position");
    position.colour(Spot::new(999));
}

#[test]
#[should_panic(expected = "the position has the spot")]
fn a_spot_that_does_not_exist_is_in_no_piece() {
    let position = Position::new(2, Ending::Normal).expect("a position");
    position.piece(Spot::new(3));
}
