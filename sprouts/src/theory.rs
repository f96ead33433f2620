//! Theorems about the length of a game and the spots that survive it.
//!
//! # A game from *n* spots has at most 3*n* − 1 moves
//!
//! Give each spot three *lives*, one for each line that can end there. A line uses up two lives and its new spot adds
//! one. So in standard and Antwerp Sprouts each move reduces the total, initially 3*n*, by one. After every move the
//! new spot is alive, so at least one life remains: *m* ≤ 3*n* − 1. (A printed proof has "3*nm*", which lacks the minus
//! sign.) In Black-and-White Sprouts a line without a spot takes two lives. If there is such a line, at most 3*n* − 2
//! lives remain for the others; if there is none, the game is an ordinary one. So the bound holds in every variant.
//!
//! # With *k* lines at each starting spot it has at most *kn* − 1 moves
//!
//! If *k* lines may end at a starting spot, and three at a new one, the same proof begins with *kn* lives. So each move
//! still takes one of them and leaves one: *m* ≤ *kn* − 1. A game that reaches this bound ends with one life, and one
//! with *m* moves ends with *kn* − *m* lives. No spot has two of these, as it could be joined to itself, and no region
//! is open to two spots that have one.
//!
//! The new spots must keep their three lines. If four lines could end at them, a move would take two lives and add two,
//! and the game would never end, since the newest spot can always be joined to itself.
//!
//! # Survivors and Pharisees
//!
//! At the end of a game of standard Sprouts, a spot that is still alive is a *survivor*.
//!
//! * *A survivor has exactly one life.* With two lives it could be joined to itself.
//! * *No region is open to two survivors.* Otherwise they could be joined.
//!
//! A survivor *w* therefore has two lines. The two lines cannot form a single loop at *w*, since each loop has a spot
//! on it. Their far ends are dead: a line and its two ends border one region. If the far ends are two spots *x* ≠ *y*,
//! they are called the *two dead neighbours* of *w*. If both lines lead to one spot *x*, then *x* has a third line, to
//! a spot *z*, and the two dead neighbours are *x* and *z*. The spot *z* is dead too, because the region outside the
//! circle of *w* and *x* runs along *w*, *x* and *z*.
//!
//! *No two survivors have a dead neighbour in common.* At a dead spot any two of its three lines are next to each
//! other. So a walk along a boundary would lead from one survivor to the other through their common neighbour (and
//! through *x*, where the neighbour is a *z*), and one region would be open to both.
//!
//! In this picture of a finished game, survivors are green and their dead neighbours black:
//!
#![doc = include_str!("../images/survivors.svg")]
//!
//! The dead spots that are no survivor's neighbour are the *Pharisees*, violet here. With *s* survivors and *p*
//! Pharisees there are 3*s* + *p* spots.
//!
//! # *m* = 2*n* + *p*/4
//!
//! After *m* moves there are *n* + *m* spots and 3*n* − *m* lives, one for each survivor. This gives the equation
//! *n* + *m* = 3(3*n* − *m*) + *p*, that is, 4*m* = 8*n* + *p*. Hence the number of Pharisees is divisible by 4, and
//! the game has 2*n* + *p*/4 moves, which is at least 2*n*.
//!
//! In normal play the player who makes the last move wins, so the players fight over the number of Pharisees: four more
//! or four fewer change the winner.
//!
//! Source: Berlekamp, Conway and Guy, *Winning Ways for your Mathematical Plays*, chapter 17, with the proof by John
//! Conway and Denis Mollison. The definition of the two dead neighbours given here includes the case in which both
//! lines lead to one spot. Short versions of the proof skip this case.
//!
//! ```
//! use papergames_sprouts::{Ending, Position, Seeded, playout, theory};
//!
//! let end = playout::play(Position::new(6, Ending::Normal)?, &mut Seeded::new(1));
//! let census = theory::census(&end).expect("the game is finished");
//! assert_eq!(census.pharisees.len() % 4, 0);
//! assert_eq!(end.moves_made(), 2 * 6 + census.pharisees.len() / 4);
//! # Ok::<(), papergames_sprouts::Refused>(())
//! ```

use core::ops::RangeInclusive;

use common::{Ending, Game};
use planar::Face;

use crate::position::{Position, Spot};
use crate::rules::Variant;

/// The view that marks survivors and Pharisees.
pub(crate) const VIEW: &str = "survivors";

/// Returns bounds on the number of moves in a game from `n` spots: 2*n* to 3*n* − 1 in standard Sprouts, 1 to *kn* − 1
/// in the variants, where *k* lines may end at a [starting spot](Variant::lines_at_start). Bounds that do not fit
/// saturate.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Variant, theory};
///
/// assert_eq!(theory::game_length(5, Variant::Standard), 10..=14);
/// ```
///
/// # Panics
///
/// Panics if `n` is 0.
pub fn game_length(n: usize, variant: Variant) -> RangeInclusive<usize> {
    assert!(n > 0, "a game starts with at least one spot");
    let least = if variant.is_standard() {
        n.saturating_mul(2)
    } else {
        1
    };
    // kn − 1; it is the largest number where that does not fit.
    let lines = variant.lines_at_start();
    least..=(n - 1).saturating_mul(lines).saturating_add(lines - 1)
}

/// A spot that is alive at the end of the game, and its two dead neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Survivor {
    /// The surviving spot, which is still alive.
    pub spot: Spot,
    /// The far ends of the survivor's two lines, or, if both lead to one spot, that spot and the far end of its third
    /// line.
    pub neighbours: [Spot; 2],
}

/// The survivors and Pharisees at the end of a game of standard Sprouts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Census {
    /// The living spots, each with its two dead neighbours.
    pub survivors: Vec<Survivor>,
    /// The dead spots that are not a neighbour of any survivor.
    pub pharisees: Vec<Spot>,
}

/// Returns the survivors and Pharisees of a finished game of standard Sprouts, or `None` if the game is not finished or
/// is another variant.
pub fn census(position: &Position) -> Option<Census> {
    if !position.rules().variant.is_standard() || position.has_move() {
        return None;
    }
    let alive = position.spots().filter(|spot| position.is_alive(*spot));
    let survivors: Vec<Survivor> = alive
        .map(|spot| Survivor {
            spot,
            neighbours: dead_neighbours(position, spot),
        })
        .collect();
    let of_somebody = |spot: &Spot| survivors.iter().any(|s| s.neighbours.contains(spot));
    let pharisees = position
        .spots()
        .filter(|spot| !position.is_alive(*spot) && !of_somebody(spot))
        .collect();
    Some(Census {
        survivors,
        pharisees,
    })
}

fn dead_neighbours(position: &Position, spot: Spot) -> [Spot; 2] {
    let mut ends = position.neighbours(spot);
    let mut end = || ends.next().expect("a survivor has two lines");
    let [x, y] = [end(), end()];
    if x != y {
        return [x, y];
    }
    let far = position.neighbours(x).find(|far| *far != spot);
    [x, far.expect("a dead spot has a third line")]
}

/// Returns bounds on the number of moves until the end of the game. They hold no matter how the players play.
///
/// Both bounds are 0 when the game is over; otherwise the lower one is at least 1. In the variants the bounds rely only
/// on the fact that each move takes at least one of the *L* lives and never the last one. In standard Sprouts:
///
/// * *At most Σ (ℓ − 1)* over the regions with ℓ ≥ 1 lives of spots that they are open to. Each move made inside what
///   is now this region takes one of these lives and never the last one.
/// * *At most L − u*, where *u* is the number of lives that no region with two or more lives can use: a region never
///   gains lives, so these remain until the end. (As always, *u* ≥ 1 at the end.)
/// * *At least (3L − V + p)/4* for *V* spots, of which *p* are certain to be Pharisees. After *k* more moves there are
///   *V* + *k* spots and *L* − *k* lives, so the argument above gives *V* + *k* = 3(*L* − *k*) + *q*, where *q* ≥ *p*
///   is the number of Pharisees at the end. A spot is certain to be one if it is dead, has only dead neighbours, and
///   none of these has its two other lines both leading to one living spot. The reason is that a survivor at the end is
///   either alive now and already has its lines, or will be drawn on a line whose ends are alive now or drawn later.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Position, theory};
///
/// let position: Position = "2+:1,3,2,4/1,4,2,3".parse()?;
/// assert_eq!(theory::moves_left(&position), 2..=3);
/// # Ok::<(), papergames_sprouts::Refused>(())
/// ```
pub fn moves_left(position: &Position) -> RangeInclusive<usize> {
    if !position.has_move() {
        return 0..=0;
    }
    let lives = position.lives();
    if !position.rules().variant.is_standard() {
        return 1..=lives - 1;
    }
    let in_region = lives_in_regions(position);
    let by_regions = in_region.iter().map(|lives| lives.saturating_sub(1)).sum();
    let is_useless = |spot: &Spot| faces(position, *spot).all(|face| in_region[face.index()] < 2);
    let useless: usize = position
        .spots()
        .filter(is_useless)
        .map(|s| position.lives_of(s))
        .sum();
    let pharisees = position
        .spots()
        .filter(|spot| is_pharisee(position, *spot))
        .count();
    let least = (3 * lives + pharisees)
        .saturating_sub(position.n_spots())
        .div_ceil(4);
    least.max(1)..=usize::min(by_regions, lives - useless.max(1))
}

/// Returns the regions that a spot has corners in; a region may appear twice.
fn faces(position: &Position, spot: Spot) -> impl Iterator<Item = Face> {
    let map = position.map();
    map.corners_at(spot.vertex())
        .map(|corner| map.face_at(corner))
}

/// Returns, for each region, the total lives of the spots from which a line can be drawn into it.
fn lives_in_regions(position: &Position) -> Vec<usize> {
    let mut lives = vec![0; position.map().n_faces()];
    for spot in position.spots() {
        let mut counted: Option<Face> = None;
        for face in faces(position, spot) {
            if counted.replace(face) != Some(face) {
                lives[face.index()] += position.lives_of(spot);
            }
        }
    }
    lives
}

/// Returns whether a spot is certain to be a Pharisee at the end.
pub(crate) fn is_pharisee(position: &Position, spot: Spot) -> bool {
    let is_dead = |spot: Spot| !position.is_alive(spot);
    // Whether the two lines of `x` that do not lead to `spot` both lead to one living spot.
    let leads_on = |x: Spot| {
        let others: Vec<Spot> = position.neighbours(x).filter(|far| *far != spot).collect();
        matches!(others[..], [a, b] if a == b && position.is_alive(a))
    };
    is_dead(spot)
        && position
            .neighbours(spot)
            .all(|x| is_dead(x) && !leads_on(x))
}

/// Returns the publication that first gave the winner of the game from `n` spots, or `None` if no publication does.
///
/// Sources: table 2 of Čížek, Balko and Schmid (arXiv:2511.10339) for normal play; OEIS A164950 and the literature
/// that it cites for misère play.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::Ending;
/// use papergames_sprouts::theory::first_solved;
///
/// assert_eq!(first_solved(11, Ending::Normal), Some("Applegate et al. 1991"));
/// assert_eq!(first_solved(63, Ending::Normal), None);
/// ```
pub fn first_solved(n: usize, ending: Ending) -> Option<&'static str> {
    Some(match (ending, n) {
        (Ending::Normal, 1..=3) => "Conway 1967",
        (Ending::Normal, 4..=6) => "Mollison 1967",
        (Ending::Normal, 7..=11) | (Ending::Misere, 1..=9) => "Applegate et al. 1991",
        (Ending::Normal, 12..=14) => "AuntBeast 2006",
        (Ending::Misere, 10..=12) => "AuntBeast 2007",
        (Ending::Misere, 13..=16) => "AuntBeast 2009",
        (Ending::Normal, 15..=32 | 34 | 35) => "GLOP 2007",
        (Ending::Misere, 17) => "GLOP 2009",
        (Ending::Normal, 33 | 36..=44 | 46 | 47 | 53) | (Ending::Misere, 18..=20) => "GLOP 2011",
        (Ending::Normal, 45 | 48..=62) => "SPOTS 2025",
        // Beyond that, one in three was left open.
        (Ending::Normal, 63..=100) if !n.is_multiple_of(3) => "SPOTS 2025",
        _ => return None,
    })
}
