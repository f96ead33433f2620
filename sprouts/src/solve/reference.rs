//! A plain depth-first search from the literature, in the published notation and move order.
//!
//! A *couple* is a position beside a Nim heap of `k` sticks. The player to move loses a couple exactly if the nimber of
//! the position is `k`, so a map from lands to nimbers contains everything that a search learns. The search here is
//! that of Lemoine and Viennot. It merges known lands into the heap. If several lands are unknown, it computes the
//! nimbers of all but the last, by trying heaps 0, 1, 2, …. It tries the children of a single land in a fixed order
//! until it finds a lost one.
//!
//! This search is the test oracle for the fast solver, and it verifies that solver's results. From the starting
//! positions it stores exactly as many nimbers as GLOP and SPOTS do: 1, 4, 6, 21, 60, 95, 264, 468, 113, 420 and 417
//! for 1 to 11 spots.
//!
//! Source: J. Lemoine and S. Viennot, *Computer analysis of Sprouts with nimbers*, arXiv:1008.2320 (2010).

use std::collections::HashMap;

use common::{Budget, Limit, Nimber, Progress, Unfinished};

use super::watch::{ProgressCallback, SearchState, Watch};
use crate::land::glop::Sum;

/// The nimbers that lands are assumed to have.
type NimberOracle<'a> = dyn Fn(&Sum) -> Option<Nimber> + 'a;

/// A plain depth-first search over couples (a position beside a Nim heap) with a table of the nimbers found.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::Nimber;
/// use papergames_sprouts::land::glop::Sum;
/// use papergames_sprouts::solve::reference::Reference;
///
/// let mut search = Reference::new();
/// // The first player wins with four spots, and 21 nimbers prove it.
/// assert!(!search.is_lost(&Sum::start(4), Nimber::ZERO)?);
/// assert_eq!(search.nimbers().len(), 21);
/// # Ok::<(), papergames_sprouts::Unfinished>(())
/// ```
#[derive(Default)]
pub struct Reference<'a> {
    nimbers: HashMap<Sum, u8>,
    /// Whether positions are lost in misère play.
    misere: HashMap<Sum, bool>,
    /// Nimbers used to order moves: moves to positions that the opponent should lose come first, and moves to positions
    /// without an entry come last. The guide affects only the order, never the result.
    pub guide: Option<&'a NimberOracle<'a>>,
    /// The limits of each call of the search. A node is one couple.
    pub budget: Budget,
    progress: Option<&'a mut ProgressCallback<'a>>,
    nodes: u64,
}

impl core::fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Reference")
            .field("nimbers", &self.nimbers.len())
            .finish_non_exhaustive()
    }
}

impl<'a> Reference<'a> {
    /// Returns a search with an empty table and no limits.
    pub fn new() -> Reference<'a> {
        Reference::default()
    }

    /// Calls `report` a few times each second during a search.
    pub(crate) fn progress(mut self, report: &'a mut (dyn FnMut(&Progress) + 'a)) -> Reference<'a> {
        self.progress = Some(report);
        self
    }

    /// Returns the nimbers that the search has proved, by land.
    pub fn nimbers(&self) -> impl ExactSizeIterator<Item = (&Sum, Nimber)> {
        let nimbers = self.nimbers.iter();
        nimbers.map(|(land, nimber)| (land, Nimber((*nimber).into())))
    }

    /// Returns the number of positions that have been expanded.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns whether the player to move loses in normal play on `position` beside a Nim heap.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out. The search keeps what it has proved.
    ///
    /// # Panics
    ///
    /// Panics if the heap is greater than 255.
    pub fn is_lost(&mut self, position: &Sum, heap: Nimber) -> Result<bool, Unfinished> {
        let heap = u8::try_from(heap.0).expect("the heap has at most 255 sticks");
        self.watched(|search, watch| search.couple(&position.simplified(), heap, watch))
    }

    /// Returns the nimber of a position in normal play.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out. The search keeps what it has proved.
    pub fn nimber(&mut self, position: &Sum) -> Result<Nimber, Unfinished> {
        self.watched(|search, watch| {
            let mut total = 0;
            for land in position.simplified().lands() {
                total ^= search.land(&land, watch)?;
            }
            Ok(Nimber(total.into()))
        })
    }

    /// Returns whether the player to move loses in misère play.
    ///
    /// This search uses no theory: it tries every move in turn and remembers every position.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out. The search keeps what it has proved.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::land::glop::Sum;
    /// use papergames_sprouts::solve::reference::Reference;
    ///
    /// // The player who must play the last move of one spot loses: the second player.
    /// assert!(!Reference::new().is_lost_in_misere(&Sum::start(1))?);
    /// # Ok::<(), papergames_sprouts::Unfinished>(())
    /// ```
    pub fn is_lost_in_misere(&mut self, position: &Sum) -> Result<bool, Unfinished> {
        self.watched(|search, watch| search.misere(&position.simplified(), watch))
    }

    /// Returns the number of positions of misère play that the search has solved.
    pub(crate) fn misere_positions(&self) -> usize {
        self.misere.len()
    }

    fn misere(&mut self, position: &Sum, watch: &mut Watch<'_>) -> Result<bool, Limit> {
        if let Some(lost) = self.misere.get(position) {
            return Ok(*lost);
        }
        let known = self.misere.len();
        watch.tick(|| SearchState {
            known: known as u64,
            memory: known * 128,
            ..SearchState::default()
        })?;
        self.nodes += 1;
        let mut children = position.children();
        // A player who cannot move has won.
        let mut lost = !children.is_empty();
        children.sort_by_cached_key(|child| (child.lives(), child.estimate()));
        for child in children {
            if self.misere(&child, watch)? {
                lost = false;
                break;
            }
        }
        self.misere.insert(position.clone(), lost);
        Ok(lost)
    }

    fn watched<T>(
        &mut self,
        run: impl FnOnce(&mut Reference<'a>, &mut Watch<'_>) -> Result<T, Limit>,
    ) -> Result<T, Unfinished> {
        let mut progress = self.progress.take();
        let listener = progress.as_mut().map(|progress| &mut **progress as _);
        let budget = self.budget.clone();
        let mut watch = Watch::new(&budget, usize::MAX, listener);
        let answer = run(self, &mut watch).map_err(|limit| watch.unfinished(limit));
        self.progress = progress;
        answer
    }

    fn land(&mut self, land: &Sum, watch: &mut Watch<'_>) -> Result<u8, Limit> {
        if let Some(nimber) = self.nimbers.get(land) {
            return Ok(*nimber);
        }
        let mut heap = 0;
        while !self.couple(land, heap, watch)? {
            heap += 1;
        }
        Ok(heap)
    }

    /// Splits off the lands whose nimbers are known and adds those to the heap.
    fn merge(&self, position: &Sum, heap: &mut u8) -> Vec<Sum> {
        let mut unknown = Vec::new();
        for land in position.lands() {
            match self.nimbers.get(&land) {
                Some(nimber) => *heap ^= nimber,
                None => unknown.push(land),
            }
        }
        unknown
    }

    fn couple(
        &mut self,
        position: &Sum,
        mut heap: u8,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Limit> {
        let known = self.nimbers.len();
        watch.tick(|| SearchState {
            known: known as u64,
            memory: known * 128,
            ..SearchState::default()
        })?;
        let mut unknown = self.merge(position, &mut heap);
        if unknown.len() > 1 {
            self.nodes += 1;
            unknown.sort_by_cached_key(|land| (land.lives(), land.estimate(), land.to_string()));
            let last = unknown.pop().expect("there are at least two");
            for land in unknown {
                heap ^= self.land(&land, watch)?;
            }
            unknown = self.merge(&last, &mut heap);
        }
        match unknown.pop() {
            None => Ok(heap == 0),
            Some(land) => self.single(&land, heap, watch),
        }
    }

    fn single(&mut self, land: &Sum, heap: u8, watch: &mut Watch<'_>) -> Result<bool, Limit> {
        let mut children: Vec<(Sum, u8)> = (0..heap).map(|less| (land.clone(), less)).collect();
        for child in land.children() {
            let mut merged = heap;
            let unknown = self.merge(&child, &mut merged);
            if !unknown.is_empty() {
                children.push((Sum::join(unknown), merged));
            } else if merged == 0 {
                return Ok(false);
            }
        }
        if !children.is_empty() {
            self.nodes += 1;
            children.sort_by_cached_key(|(sum, heap)| {
                let lands = core::cmp::Reverse(sum.lands().len());
                (
                    sum.lives() + 4 * usize::from(*heap),
                    lands,
                    sum.estimate(),
                    format!("{sum} {heap}"),
                )
            });
            if let Some(guide) = self.guide {
                children.sort_by_cached_key(|(sum, heap)| {
                    let nimber: Option<Nimber> = sum.lands().map(|land| guide(&land)).sum();
                    nimber.map_or(2, |nimber| u8::from(nimber != Nimber((*heap).into())))
                });
            }
            for (child, heap) in children {
                if self.couple(&child, heap, watch)? {
                    return Ok(false);
                }
            }
        }
        self.nimbers.insert(land.clone(), heap);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_nimbers_are_as_many_as_glop_and_spots_report() {
        // Both programs store exactly these numbers of nimbers for 1 to 11 spots.
        for (n, stored) in [1, 4, 6, 21, 60, 95, 264, 468, 113, 420, 417]
            .into_iter()
            .enumerate()
        {
            let mut search = Reference::new();
            let lost = search
                .is_lost(&Sum::start(n + 1), Nimber::ZERO)
                .expect("there is no limit");
            assert_eq!(lost, (n + 1) % 6 < 3, "outcome of {} spots", n + 1);
            assert_eq!(search.nimbers().len(), stored, "nimbers of {} spots", n + 1);
        }
    }
}
