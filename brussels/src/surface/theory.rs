//! The theorems about the winner on every surface, and the number of games.
//!
//! # Normal play
//!
//! Call a region *odd* if its surface has an odd number of crosscaps, and *even* otherwise. Call it *bare* if each of
//! its boundaries has a single arm. Let *p* be the parity of *a* + *b* − 2 for a region with *a* arms on *b*
//! boundaries: 0 or 1. Then **the nimber of a region is**
//!
//! | region | nimber |
//! |---|---|
//! | even | *p* |
//! | odd, not bare | 3 − *p* |
//! | odd, bare | 0 |
//!
//! so with an odd number of crosscaps **the first player wins from every start that has a star with two arms**; on all
//! other surfaces the winner is the same as on paper.
//!
//! *Proof*, by induction over the moves. A line that joins two boundaries changes *p*. A line that divides the region
//! leaves two regions whose parities have a sum of parity 1 − *p*. A two-sided line that does not divide also changes
//! *p*; it removes a handle or two crosscaps, so an even region stays even and an odd one odd. A one-sided line keeps
//! *p*, and makes an odd region even and an even one odd.
//!
//! *Even regions.* Joining boundaries, dividing into two even regions, and a two-sided line give 1 − *p*. Dividing into
//! two odd regions also gives 1 − *p* if neither or both are bare, because a bare region has parity 0; if one of them
//! is bare, it gives 3 − (1 − *p*) = 2 + *p*. A one-sided line gives 3 − *p*, because it needs a boundary with two
//! arms. So all options have nimber 1 − *p*, 2 or 3. If *p* is 0, no option has nimber 0, so the nimber is 0. If *p* is
//! 1, there is a move that joins two boundaries, or that divides the region with all handles and crosscaps on one side,
//! and it leads to nimber 0. No option has nimber 1, so the nimber is 1.
//!
//! *Odd regions that are not bare.* A division leaves one odd and one even region. Joining, dividing and two-sided
//! lines give 2 + *p*, or 1 − *p* if the odd region that they leave is bare; one-sided lines give *p*. On a boundary
//! with two arms or more, there is a one-sided line, and a line that cuts off a single arm together with all crosscaps.
//! These options have nimbers *p* and 1 − *p*, so both 0 and 1 occur. If *p* is 1, no option has nimber 2, so the
//! nimber is 2. If *p* is 0, no option has nimber 3, and some option has nimber 2: any line that joins two boundaries
//! leads there. If there is only one boundary, it has an odd number of arms, at least three, and a line that cuts off
//! one arm without crosscaps leads there. So the nimber is 3.
//!
//! *Odd, bare regions* have *p* = 0. Their only moves join two boundaries, which leaves a region with nimber 3 − 1 =
//! 2, so the nimber is 0. A region without a move has nimber 0 as well. ∎
//!
//! # Misère play
//!
//! Without crosscaps the parity of the length is fixed, so the player who wins on paper wins. With crosscaps, this
//! table gives the winner of a single region:
//!
//! | region | winner |
//! |---|---|
//! | odd, not bare | the player to move |
//! | odd, bare, with a move | the opponent |
//! | even, with one boundary of two arms | the opponent |
//! | even, with two boundaries of one arm each | the player to move |
//! | even, not bare, *p* = 0 | the player to move |
//! | two crosscaps, bare, three boundaries or more | the opponent |
//! | two crosscaps, not bare, *p* = 1, except one boundary of two arms | the player to move |
//!
//! *Odd, not bare:* a line that cuts off a single arm with all crosscaps leaves a region on the sphere with parity 1 −
//! *p*, and a one-sided line can leave a region with parity *p* and without crosscaps. One of the two is lost for the
//! opponent. *Odd, bare:* every move leaves an odd region that is not bare.
//!
//! *Even, two arms on one boundary:* a division leaves nothing, and the opponent, who cannot move, wins. A one-sided
//! line leaves an odd region that is not bare. A two-sided line leaves two boundaries of one arm, with which the
//! opponent wins: without crosscaps because *p* is 0, and otherwise by joining them, which leads to the same case with
//! fewer crosscaps. *Not bare, p* = 0: the line that cuts off a single arm with all crosscaps leaves a region on the
//! sphere with parity 1.
//!
//! *Two crosscaps, p* = 1: regions on projective planes are tame (*Winning Ways*, chapter 13). A region that is not
//! bare is equivalent to a heap of 3 − *p*, and a bare region with two boundaries or more is equivalent to two equal
//! heaps. The player to move divides the region into two regions on projective planes, which are either both not bare,
//! with equal heaps, or both bare. This fails only for one boundary of two arms, which leaves nothing. *Bare with three
//! boundaries:* the only moves lead there.
//!
//! We know no rule for sums of regions. The same is true of a single region with an even number of crosscaps, at least
//! four, if *p* = 1 or if the region is bare and has three boundaries or more. [`Solver`](crate::solve::Solver) finds
//! the value of a given position.
//!
//! # The number of games
//!
//! As on [paper](crate::theory#how-many-games-there-are), a game on a surface with *g* handles is a sequence of
//! transpositions that connect all stars and whose product takes the permutation of the stars to the identity. But the
//! sequence need not be a shortest one: a game that uses *j* handles has *A* + *n* − 2 + 2*j* moves. The sequence
//! determines everything except in which of the *A* faces the other *g* − *j* handles are at the end, so there are
//!
//! ```text
//! C(g − j + A − 1, A − 1) · H(j)
//! ```
//!
//! games with *j* handles used, where *H*(*j*) is the number of transitive factorizations of genus *j*, a Hurwitz
//! number. For a single star of *k* arms, Jackson (1988) and Shapiro, Shapiro and Vainshtein (1997) give the formula
//!
//! ```text
//! H(j) = 1/k! · Σ (−1)^i · C(k − 1, i) · (k(k − 1)/2 − ik)^m      with m = k − 1 + 2j, over i from 0 to k − 1
//! ```
//!
//! # The number of games with crosscaps
//!
//! Two games are the same if a map of the surface to itself, which moves no point near a star, takes each line of one
//! game to the corresponding line of the other. A line then consists of a pair of arms and one of two ways to run
//! between them, twisted or not. Boundaries are words of arms that can be read in both directions. A line between *i*
//! and *j* turns `iXjY` into `iX` and `jY` or, if twisted, into `iX'jY` with *X* reversed. It turns `iX` and `jY` into
//! `iXjY` or `iX'jY`. Let *T*(*j*) be the number of sequences of *A* + *n* − 2 + *j* lines that connect all stars and
//! leave one arm in each word, and *U*(*j*) the number of those that are possible on a surface with handles. *U*(*j*)
//! is 2^(*n* − 1) · *H*(*j*/2) for even *j*, because each star except the first can be seen from two sides, and 0 for
//! odd *j*. A sequence determines everything except what is left of the surface in each of the *A* faces at the end:
//! nothing, handles or crosscaps. Let
//!
//! ```text
//! h = 1/(1 − x²) = 1 + x² + x⁴ + …        f = h + x/(1 − x) = 1 + x + 2x² + x³ + 2x⁴ + …
//! ```
//!
//! count the surfaces by twice the handles or by the crosscaps. On a surface with *c* crosscaps there are
//!
//! ```text
//! (T(j) − U(j)) · [x^(c − j)] f^A  +  U(j) · [x^(c − j)] (f^A − h^A)
//! ```
//!
//! games of *A* + *n* − 2 + *j* moves, because if no line is twisted, some face must have crosscaps. For a single star
//! of *k* arms, *T* follows from the eigenvalues of the sum of all lines on matchings of 2*k* points, as in the theory
//! of zonal polynomials (Macdonald, *Symmetric Functions and Hall Polynomials*, chapter VII.2):
//!
//! ```text
//! T(j) = 2k/(2k)! · Σ F(2λ) · Π(λ) · C(λ)^m      with m = k − 1 + j, over all partitions λ of k
//! ```
//!
//! Here *F*(2λ) is the number of standard Young tableaux whose rows are twice those of λ, and *C*(λ) and *Π*(λ) are the
//! sum and the product of 2(*q* − 1) − (*p* − 1) over the cells in row *p* and column *q*, the product without the
//! first cell. We know of no source for the formula with crosscaps, but we have not searched the literature.
//!
//! [`n_games`] counts games region by region without these formulas, and the tests compare the two.

use core::ops::ControlFlow;
use std::collections::BTreeMap;

use common::budget::Meter;
use common::{Budget, Ending, Game, Limit, Nimber, Player, Unfinished};
use rustc_hash::FxHashMap;

use crate::face::Face;
use crate::position::Position;

use super::{Region, Sheet, Surface};

impl Region {
    /// Returns whether each boundary has a single arm.
    fn is_bare(&self) -> bool {
        self.face.boundaries().iter().all(|arms| *arms == 1)
    }

    /// Returns the parity of the number of moves that the region would have on paper.
    fn parity(&self) -> u32 {
        (self.face.moves_left() % 2) as u32
    }

    /// Returns the number of crosscaps.
    fn crosscaps(&self) -> u8 {
        match self.surface {
            Surface::Handles(_) => 0,
            Surface::Crosscaps(c) => c,
        }
    }
}

/// Returns the nimber of a sheet in normal play, by the theorem and without a search.
///
/// # Examples
///
/// ```
/// use papergames_brussels::surface::{Sheet, theory};
/// use papergames_brussels::{Nimber, solve::Solver};
///
/// let sheet: Sheet = "3@c1/3,2@c2/1x7@h1".parse()?;
/// assert_eq!(theory::nimber(&sheet), Nimber(3)); // 2, 1 and 0
/// assert_eq!(Solver::new().nimber(&sheet)?, Nimber(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn nimber(sheet: &Sheet) -> Nimber {
    let of = |region: &Region| match (region.crosscaps() % 2, region.is_bare()) {
        (0, _) => Nimber(region.parity()),
        (_, false) => Nimber(3 - region.parity()),
        (_, true) => Nimber(0),
    };
    sheet.regions().iter().map(of).sum()
}

/// Returns the winner, or `None` if the theorems do not decide. That happens only in misère play with crosscaps, and
/// only in two cases:
///
/// 1. there are several regions;
/// 2. the only region has an even number of crosscaps, at least four, and in addition *a* + *b* is odd, or there are
///    three or more boundaries, each with a single arm.
///
/// # Examples
///
/// ```
/// use papergames_brussels::planar::surface::Surface;
/// use papergames_brussels::surface::{Sheet, theory};
/// use papergames_brussels::{Ending, Player};
///
/// let crosses = |n, surface, ending| Sheet::new(n, surface, ending);
/// let projective_plane = crosses(25, Surface::PROJECTIVE_PLANE, Ending::Normal)?;
/// assert_eq!(theory::winner(&projective_plane), Some(Player::FIRST));
/// let torus = crosses(20, Surface::TORUS, Ending::Misere)?;
/// assert_eq!(theory::winner(&torus), Some(Player::FIRST));
/// let unknown = crosses(3, Surface::Crosscaps(4), Ending::Misere)?;
/// assert_eq!(theory::winner(&unknown), None);
/// # Ok::<(), common::describe::Refused>(())
/// ```
pub fn winner(sheet: &Sheet) -> Option<Player> {
    let Some(mover) = sheet.turn() else {
        return sheet.outcome()?.winner();
    };
    let mover_wins = match sheet.ending {
        Ending::Normal => nimber(sheet) != Nimber(0),
        Ending::Misere => mover_wins_misere(sheet.regions())?,
    };
    Some(if mover_wins { mover } else { mover.opponent() })
}

/// Returns whether the player to move wins in misère play, if that is known.
fn mover_wins_misere(regions: &[Region]) -> Option<bool> {
    if regions.iter().all(|region| region.crosscaps() == 0) {
        return Some(regions.iter().map(Region::parity).sum::<u32>() % 2 == 0);
    }
    let [region] = regions else {
        return None;
    };
    let crosscaps = region.crosscaps();
    match (crosscaps % 2, region.face.boundaries()) {
        (0, [2]) => Some(false),
        (0, [1, 1]) => Some(true),
        (1, _) => Some(!region.is_bare()),
        (_, _) if region.is_bare() => (crosscaps == 2).then_some(false),
        _ => (crosscaps == 2 || region.parity() == 0).then_some(true),
    }
}

/// Returns the number of distinct games of each length, or `None` if a number exceeds 128 bits. Arms are labelled, and
/// two games count as the same if they consist of the same moves in the same order. The [module](self) explains when
/// two moves are the same on a surface with crosscaps.
///
/// The time grows exponentially with the number of arms. A node of the budget is a region whose games are counted.
///
/// # Errors
///
/// Returns [`Unfinished`] if the budget runs out.
///
/// # Examples
///
/// ```
/// use papergames_brussels::planar::surface::Surface;
/// use papergames_brussels::surface::{Sheet, theory};
/// use papergames_brussels::{Budget, Ending};
///
/// // With one cross on a torus, games that do not use the handle differ in which of four faces it is at the end.
/// let torus = Sheet::new(1, Surface::TORUS, Ending::Normal)?;
/// let games = theory::n_games(&torus, &Budget::new())?.expect("few games");
/// assert_eq!(games.into_iter().collect::<Vec<_>>(), [(3, 4 * 16), (5, 640)]);
/// let projective_plane = Sheet::new(1, Surface::PROJECTIVE_PLANE, Ending::Normal)?;
/// let games = theory::n_games(&projective_plane, &Budget::new())?.expect("few games");
/// assert_eq!(games.into_iter().collect::<Vec<_>>(), [(3, 4 * 16), (4, 156)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn n_games(sheet: &Sheet, budget: &Budget) -> Result<Option<LengthCounts>, Unfinished> {
    n_games_of(sheet.regions(), budget)
}

/// Returns the number of distinct games of each length from a position on paper, counted face by face; `None` if a
/// number exceeds 128 bits. Arms are labelled. On paper, all games have the [length](crate::theory::moves_left) that
/// the theorem gives.
///
/// # Errors
///
/// Returns [`Unfinished`] if the budget runs out.
pub fn n_games_on_paper(
    position: &Position,
    budget: &Budget,
) -> Result<Option<LengthCounts>, Unfinished> {
    let faces = Face::all_of(position).into_iter();
    let regions: Vec<Region> = faces.map(Region::on_paper).collect();
    n_games_of(&regions, budget)
}

/// Counts the games of each length in some regions.
fn n_games_of(regions: &[Region], budget: &Budget) -> Result<Option<LengthCounts>, Unfinished> {
    let mut counter = Counter {
        known: FxHashMap::default(),
        bytes: 0,
        most: budget.memory.unwrap_or(u64::MAX),
        meter: budget.start(),
    };
    counter.of_sum(regions)
}

/// The number of games of each length.
type LengthCounts = BTreeMap<usize, u128>;

/// Counts games region by region.
struct Counter<'b> {
    /// The games in each region; `None` if a count exceeds 128 bits.
    known: FxHashMap<Region, Option<LengthCounts>>,
    /// The approximate number of bytes that they take.
    bytes: u64,
    most: u64,
    meter: Meter<'b>,
}

impl Counter<'_> {
    /// Games in different regions can be interleaved in any order.
    fn of_sum(&mut self, regions: &[Region]) -> Result<Option<LengthCounts>, Unfinished> {
        if self.meter.must_stop() {
            return Err(self.meter.unfinished());
        }
        let mut total = Some(LengthCounts::from([(0, 1)]));
        for region in regions {
            let one = self.of_region(region)?;
            total = total
                .zip(one)
                .and_then(|(total, one)| interleaved(&total, &one));
        }
        Ok(total)
    }

    fn of_region(&mut self, region: &Region) -> Result<Option<LengthCounts>, Unfinished> {
        if let Some(games) = self.known.get(region) {
            return Ok(games.clone());
        }
        if self.meter.is_spent() {
            return Err(self.meter.unfinished());
        }
        let mut total = Ok(Some(LengthCounts::new()));
        let _ = region.for_each_kind(&mut |weight, regions| {
            total = self.of_sum(regions).map(|below| {
                let sums = total.as_mut().ok().and_then(Option::take)?;
                longer_by_one(sums, &below?, weight?)
            });
            match total {
                Ok(Some(_)) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        let total = total?;
        let lengths = total.as_ref().map_or(0, BTreeMap::len);
        // A leaf of the map holds eleven lengths.
        let size = 160 + region.face.boundaries().len() + 288 * lengths.div_ceil(6);
        self.bytes += size as u64;
        if self.bytes > self.most {
            let (nodes, elapsed) = (self.meter.nodes(), self.meter.elapsed());
            return Err(Unfinished::new(Limit::Memory, nodes, elapsed));
        }
        self.known.insert(region.clone(), total.clone());
        Ok(total)
    }
}

/// Returns the number of games of each length that interleave one game of each kind in any order.
fn interleaved(some: &LengthCounts, others: &LengthCounts) -> Option<LengthCounts> {
    let mut total = LengthCounts::new();
    for (a, games) in some {
        for (b, more) in others {
            let count = games.checked_mul(*more)?.checked_mul(choose(a + b, *b)?)?;
            let sum = total.entry(a + b).or_insert(0u128);
            *sum = sum.checked_add(count)?;
        }
    }
    Some(total)
}

/// Adds the games that begin with one of `moves` moves and continue with a game in `below`.
fn longer_by_one(
    mut sums: LengthCounts,
    below: &LengthCounts,
    moves: u128,
) -> Option<LengthCounts> {
    for (length, games) in below {
        let sum = sums.entry(length + 1).or_insert(0u128);
        *sum = sum.checked_add(games.checked_mul(moves)?)?;
    }
    Some(sums)
}

/// Returns the binomial coefficient, or `None` if a step exceeds 128 bits.
fn choose(n: usize, k: usize) -> Option<u128> {
    let factors = 1..=k.min(n - k);
    factors.into_iter().try_fold(1u128, |product, i| {
        Some(product.checked_mul((n + 1 - i) as u128)? / i as u128)
    })
}
