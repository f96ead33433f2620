//! Counts sequences of moves, and compares with published tables and with a brute-force count.

use std::collections::HashSet;

use crate::slow::lines_at_start;
use papergames_sprouts::planar::{Boundary, Corner};
use papergames_sprouts::{Game, Move, Player, Position, Rules, Spot, Variant, perft};

fn start(n: usize, variant: Variant) -> Position {
    Position::new(n, Rules::from(variant)).expect("a supported number of spots")
}

/// Compares the numbers of sequences of 1, 2, … moves.
#[track_caller]
fn check(n: usize, expected: &[u128]) {
    let start = start(n, Variant::Standard);
    let depths = 1..=expected.len() as u32;
    let counts: Vec<Option<u128>> = depths.map(|depth| perft(&start, depth)).collect();
    let expected: Vec<Option<u128>> = expected.iter().copied().map(Some).collect();
    assert_eq!(counts, expected, "from {n} spots");
}

#[test]
fn short_games_have_as_many_sequences_as_brute_force_counted_elsewhere() {
    check(1, &[1, 1, 0]);
    check(2, &[3, 19, 98, 372, 360, 0]);
    check(3, &[9, 129, 1641]);
    check(4, &[22, 582]);
    check(5, &[50]);
}

/// A join of two spots, C(n, 2), or a loop that divides the others, n 2ⁿ⁻² with both sides alike.
#[test]
fn first_moves_are_counted_without_listing() {
    let expected = [3u128, 9, 22, 50, 111, 245, 540, 1188, 2605];
    for (n, expected) in (2..).zip(expected) {
        let start = start(n, Variant::Standard);
        assert_eq!(start.count_moves(), expected);
        assert_eq!(start.moves().len() as u128, expected);
    }
    assert_eq!(start(20, Variant::Standard).count_moves(), 5_243_070);
    let most = start(Position::MAX_START, Variant::BlackAndWhite);
    assert_eq!(most.count_moves(), 2 * (4950 + (100 << 98)));
    let last = most.nth_move(most.count_moves() - 1).expect("a move");
    assert!(most.check(&last).is_ok());
    assert_eq!(most.nth_move(most.count_moves()), None);
}

/// Returns the number of lines that may end at a spot.
fn most(position: &Position, spot: Spot) -> usize {
    if spot.number() > position.n_start() {
        3
    } else {
        lines_at_start(position.rules().variant)
    }
}

/// Draws every possible line on the map itself (each pair of corners in both directions, each set of pieces on the
/// left, with and without a spot) and returns the distinct boundary lists that result. Also checks that
/// [`Position::line`] allows exactly these lines and leads to the same lists.
fn lines_by_brute_force(position: &Position) -> HashSet<Vec<Vec<Vec<usize>>>> {
    let map = position.map();
    let piece = |boundary| {
        let corner = map
            .corners(boundary)
            .next()
            .expect("a boundary has a corner");
        position.piece(Spot::at(map.vertex(corner)))
    };
    let ends: Vec<(Spot, Corner)> = position
        .spots()
        .filter(|spot| position.degree(*spot) < most(position, *spot))
        .flat_map(|spot| {
            map.corners_at(spot.vertex())
                .map(move |corner| (spot, corner))
        })
        .collect();
    let variant = position.rules().variant;
    let mut found = HashSet::new();
    for (&(u, from), &(v, to)) in ends.iter().flat_map(|a| ends.iter().map(move |b| (a, b))) {
        let own = map.boundary(from);
        let others: Vec<Boundary> = map
            .boundaries_of(map.face(own))
            .filter(|b| *b != own)
            .collect();
        let joins = own != map.boundary(to);
        for set in 0..if joins { 1u32 } else { 1 << others.len() } {
            let left = |b| {
                others
                    .iter()
                    .position(|other| *other == b)
                    .is_some_and(|i| set >> i & 1 == 1)
            };
            for with_spot in [true, false] {
                let ends = if u == v { 2 } else { 1 };
                let fits = |spot| position.degree(spot) + ends <= most(position, spot);
                let mover = [Player::FIRST, Player::SECOND][position.moves_made() % 2];
                let open = |spot: Spot| position.colour(spot).is_open_to(mover);
                let spots_fit = fits(u) && fits(v) && open(u) && open(v);
                let may_be_bare = match variant {
                    Variant::BlackAndWhite => true,
                    Variant::BlackAndWhiteLoops => u != v,
                    Variant::Standard
                    | Variant::AntwerpCold
                    | Variant::AntwerpHot
                    | Variant::Lines2
                    | Variant::Lines4
                    | Variant::Lines5
                    | Variant::Lines6 => false,
                    _ => unreachable!("this test does not know {variant}"),
                };
                let mut drawn = map.clone();
                let line = drawn.connect(from, to, left);
                let pieces = others.iter().copied().filter(|b| left(*b)).map(piece);
                let described =
                    position.line(position.end(from), position.end(to), pieces, with_spot);
                let (Ok(line), true, true) = (line, spots_fit, with_spot || may_be_bare) else {
                    assert!(described.is_err(), "{described:?} in {position}");
                    continue;
                };
                if with_spot {
                    drawn.subdivide(line).expect("a spot fits");
                }
                assert_eq!(drawn.check(), Ok(()));
                let lists = drawn.sorted_lists(|vertex| vertex.index() + 1);
                let m = described.expect("the line is possible");
                let child = position.child(&m).expect("a line has a legal move");
                assert_eq!(child.lists(), lists, "{m} in {position}");
                assert_eq!(child.map().check(), Ok(()));
                found.insert(lists);
            }
        }
    }
    found
}

/// Compares the moves of all positions up to a depth with brute force.
fn compare(position: &Position, depth: u32, seen: &mut HashSet<String>) {
    if depth == 0 || !seen.insert(position.to_string()) {
        return;
    }
    let moves: Vec<Move> = position.moves();
    let children: Vec<Position> = moves
        .iter()
        .map(|m| position.child(m).expect("a listed move is legal"))
        .collect();
    let lists: HashSet<_> = children.iter().map(Position::lists).collect();
    assert_eq!(
        lists.len(),
        moves.len(),
        "two moves lead to one position from {position}"
    );
    assert_eq!(lists, lines_by_brute_force(position), "from {position}");
    assert_eq!(
        position.count_moves(),
        moves.len() as u128,
        "from {position}"
    );
    assert_eq!(position.has_move(), !moves.is_empty());
    for child in &children {
        compare(child, depth - 1, seen);
    }
}

#[test]
fn every_line_is_one_move() {
    for variant in Variant::ALL {
        let mut seen = HashSet::new();
        compare(&start(1, variant), 3, &mut seen);
        compare(&start(2, variant), 4, &mut seen);
        compare(&start(3, variant), 2, &mut seen);
        compare(&start(4, variant), 1, &mut seen);
    }
}

#[test]
fn every_line_is_one_move_far_into_the_game() {
    for variant in Variant::ALL {
        let mut seen = HashSet::new();
        compare(&start(2, variant), 6, &mut seen);
        compare(&start(3, variant), 3, &mut seen);
        compare(&start(4, variant), 2, &mut seen);
    }
}
