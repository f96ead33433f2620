//! Sprouts once more, slowly and by the book: regions as lists of boundaries, boundaries as lists of spots, and every
//! line drawn from each corner to each other.
//!
//! It shares no code with the crate or its planar maps, so that a test or a fuzz target can play both and compare.

use std::collections::BTreeMap;

use papergames_sprouts::{Ending, Game, Outcome, Player, Position, Rules, Stored, Variant};

/// Regions, each a list of boundaries, each a list of the numbers of spots in left-hand order.
type Regions = Vec<Vec<Vec<usize>>>;

/// A drawing.
#[derive(Clone)]
struct Slow {
    rules: Rules,
    start: usize,
    /// The number of lines at each spot.
    degrees: Vec<usize>,
    regions: Regions,
    /// The number of lines drawn.
    played: usize,
}

/// Returns the number of lines that may end at a starting spot.
pub(crate) fn lines_at_start(variant: Variant) -> usize {
    match variant {
        Variant::Lines2 => 2,
        Variant::Lines4 => 4,
        Variant::Lines5 => 5,
        Variant::Lines6 => 6,
        Variant::Standard
        | Variant::BlackAndWhite
        | Variant::BlackAndWhiteLoops
        | Variant::AntwerpCold
        | Variant::AntwerpHot => 3,
        variant => unreachable!("this test does not know {variant}"),
    }
}

/// Writes the same regions in one way: each boundary from where it reads least, everything in ascending order.
fn sorted(mut regions: Regions) -> Regions {
    for region in &mut regions {
        for boundary in region.iter_mut() {
            let turned = |n| {
                let mut turned = boundary.clone();
                turned.rotate_left(n);
                turned
            };
            *boundary = (0..boundary.len())
                .map(turned)
                .min()
                .expect("a boundary has a corner");
        }
        region.sort();
    }
    regions.sort();
    regions
}

impl Slow {
    /// Returns the corners of a boundary from one of them once around. The corner at the end is the one at the
    /// beginning, on the other side of the new line; a spot without lines has only one.
    fn around(&self, boundary: &[usize], from: usize) -> Vec<usize> {
        let mut walk = boundary.to_vec();
        walk.rotate_left(from);
        if self.degrees[walk[0] - 1] > 0 {
            walk.push(walk[0]);
        }
        walk
    }

    /// Returns whether the mover may draw a line to a spot.
    fn is_open(&self, spot: usize) -> bool {
        let own = self.played % 2;
        // Spots are born in order; in Antwerp Sprouts each move draws one.
        let born_by = (spot + 1 + self.start) % 2;
        match self.rules.variant {
            _ if spot <= self.start => true,
            Variant::AntwerpCold => born_by != own,
            Variant::AntwerpHot => born_by == own,
            Variant::Standard
            | Variant::BlackAndWhite
            | Variant::BlackAndWhiteLoops
            | Variant::Lines2
            | Variant::Lines4
            | Variant::Lines5
            | Variant::Lines6 => true,
            variant => unreachable!("this test does not know {variant}"),
        }
    }

    /// Draws every possible line and returns the different drawings.
    fn children(&self) -> BTreeMap<Regions, Slow> {
        let mut children = BTreeMap::new();
        for (r, region) in self.regions.iter().enumerate() {
            for (b, one) in region.iter().enumerate() {
                for (c, other) in region.iter().enumerate().skip(b) {
                    let rest: Vec<&Vec<usize>> = (0..region.len())
                        .filter(|i| *i != b && *i != c)
                        .map(|i| &region[i])
                        .collect();
                    for i in 0..one.len() {
                        for j in 0..other.len() {
                            for with_spot in [true, false] {
                                if b != c || i <= j {
                                    let ends = (one[i], other[j]);
                                    let Some(mut child) = self.with_line(ends, with_spot) else {
                                        continue;
                                    };
                                    child.regions.swap_remove(r);
                                    let new = with_spot.then_some(child.degrees.len());
                                    if b == c {
                                        self.divide(&child, one, (i, j), &rest, new, &mut children);
                                    } else {
                                        let mut joined = self.around(one, i);
                                        joined.extend(new);
                                        joined.extend(self.around(other, j));
                                        joined.extend(new);
                                        let mut region: Vec<Vec<usize>> =
                                            rest.iter().map(|rest| (*rest).clone()).collect();
                                        region.push(joined);
                                        child.regions.push(region);
                                        children.insert(sorted(child.regions.clone()), child);
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        children
    }

    /// Adds the drawings in which a line from a boundary to itself divides the rest in each way.
    fn divide(
        &self,
        drawn: &Slow,
        boundary: &[usize],
        (i, j): (usize, usize),
        rest: &[&Vec<usize>],
        new: Option<usize>,
        children: &mut BTreeMap<Regions, Slow>,
    ) {
        let mut left = boundary[i..=j].to_vec();
        let walk = self.around(boundary, j);
        let mut right = walk[..walk.len() - (j - i)].to_vec();
        left.extend(new);
        right.extend(new);
        for set in 0..1u32 << rest.len() {
            let mut sides = [vec![left.clone()], vec![right.clone()]];
            for (n, boundary) in rest.iter().enumerate() {
                sides[(set >> n & 1) as usize].push((*boundary).clone());
            }
            let mut child = drawn.clone();
            child.regions.extend(sides);
            children.insert(sorted(child.regions.clone()), child);
        }
    }

    /// Returns the drawing with the degrees after a line between two spots, if the rules allow one.
    fn with_line(&self, (u, v): (usize, usize), with_spot: bool) -> Option<Slow> {
        let mut after = self.clone();
        after.degrees[u - 1] += 1;
        after.degrees[v - 1] += 1;
        after.played += 1;
        let may_be_bare = match self.rules.variant {
            Variant::BlackAndWhite => true,
            Variant::BlackAndWhiteLoops => u != v,
            Variant::Standard
            | Variant::AntwerpCold
            | Variant::AntwerpHot
            | Variant::Lines2
            | Variant::Lines4
            | Variant::Lines5
            | Variant::Lines6 => false,
            variant => unreachable!("this test does not know {variant}"),
        };
        let most_at_start = lines_at_start(self.rules.variant);
        let (start, new) = after.degrees.split_at(self.start);
        let fits = start.iter().all(|degree| *degree <= most_at_start)
            && new.iter().all(|degree| *degree <= 3);
        let open = self.is_open(u) && self.is_open(v);
        if with_spot {
            after.degrees.push(2);
        }
        (fits && open && (with_spot || may_be_bare)).then_some(after)
    }
}

/// Plays the game that `bytes` choose with the crate and with the slow rules, and compares them after each move.
///
/// # Panics
///
/// Panics where the two differ.
pub(crate) fn play(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied().map(usize::from);
    let Some(head) = bytes.next() else { return };
    let rules = Rules {
        ending: [Ending::Normal, Ending::Misere][head % 2],
        variant: Variant::ALL[head / 2 % Variant::ALL.len()],
    };
    let start = head / (2 * Variant::ALL.len()) % 4 + 1;
    let mut slow = Slow {
        rules,
        start,
        degrees: vec![0; start],
        regions: vec![(1..=start).map(|spot| vec![spot]).collect()],
        played: 0,
    };
    let mut position = Position::new(start, rules).expect("a few spots");
    for byte in bytes {
        let mut children = slow.children();
        assert_eq!(position.moves_made(), slow.played);
        assert_eq!(position.n_spots(), slow.degrees.len());
        assert_eq!(position.count_moves(), children.len() as u128, "{position}");
        let mover = [Player::FIRST, Player::SECOND][slow.played % 2];
        assert_eq!(position.turn(), (!children.is_empty()).then_some(mover));
        let winner = match rules.ending {
            Ending::Normal => mover.opponent(),
            Ending::Misere => mover,
        };
        let outcome = children.is_empty().then_some(Outcome::Win(winner));
        assert_eq!(position.outcome(), outcome, "{position}");
        if children.is_empty() {
            return;
        }
        if byte >= 224 {
            // Now and then the whole list.
            for m in position.moves() {
                let child = position.child(&m).expect("a listed move is legal");
                let lists = sorted(child.lists());
                assert!(children.contains_key(&lists), "{m} in {position}");
            }
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
        }
        let index = (byte * 11 % children.len()) as u128;
        let m = position.nth_move(index).expect("a move of this index");
        assert_eq!(position.index_of(&m), Some(index), "{m} in {position}");
        let before = position.clone();
        assert!(position.apply(&m).is_ok(), "{m} in {before}");
        let lists = sorted(position.lists());
        let child = children.remove(&lists);
        slow = child.unwrap_or_else(|| panic!("{m} in {before} leads to {position}"));
    }
}
