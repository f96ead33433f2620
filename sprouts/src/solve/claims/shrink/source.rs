//! Where the lands of a proof, their moves and their nimbers come from.

use common::Budget;
use common::claim::ClaimError;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::land;
use crate::solve::claims::options::Options;
use crate::solve::solver::Solver;

/// Lands by number, in order. In an answer each stands once.
pub(super) type Lands = SmallVec<[u32; 4]>;

/// The nimbers of lands with at most this many lives are found if they are not known.
const TINY: usize = 10;

/// Those of lands with at most this many lives are found if that takes at most [`NODES`] nodes.
const SMALL: usize = 14;

/// How many nodes finding the nimber of a small land may take. Without a limit, nine tenths of the time go into this.
pub(super) const NODES: u64 = 20;

/// Where the lands of a proof, their moves and their nimbers come from.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) options: Options,
    /// The nimbers of the entries that the search begins with.
    pub(super) given: FxHashMap<Box<[u8]>, u8>,
    pub(super) solver: &'a mut Solver,
    /// What finding the nimber of a small land may take.
    pub(super) few_nodes: Budget,
}

impl Source<'_> {
    /// Returns the lands of each child; `None` at the limit.
    pub(super) fn children(&mut self, land: u32) -> Option<Vec<Lands>> {
        self.options.list(land).ok()
    }

    /// Returns the lives of a land.
    pub(super) fn lives(&self, land: u32) -> usize {
        self.options.lives(land)
    }

    /// Returns the nimber of a land, if it is known, or quickly found.
    pub(super) fn nimber(&mut self, land: u32) -> Option<u8> {
        let Source {
            options,
            given,
            solver,
            few_nodes,
        } = self;
        let lives = options.lives(land);
        let mut lookup = |form: &[u8]| -> Result<Option<u8>, ClaimError> {
            if let Some(nimber) = given.get(form) {
                return Ok(Some(*nimber));
            }
            let land = land::Land::from_form(form);
            let known = solver.book.nimber_of_form(form).map(u32::from).or_else(|| {
                let lands = land::Lands::from_iter([land]);
                if lives <= TINY {
                    return solver.nimber(&lands).ok().map(|nimber| nimber.0);
                }
                core::mem::swap(&mut solver.settings.budget, few_nodes);
                let found =
                    (lives <= SMALL).then(|| solver.nimber(&lands).ok().map(|nimber| nimber.0));
                core::mem::swap(&mut solver.settings.budget, few_nodes);
                found?
            });
            Ok(known.and_then(|nimber| u8::try_from(nimber).ok()))
        };
        options.value(land, &mut lookup).ok().flatten()
    }
}

/// Returns lands as a set.
pub(super) fn set(lands: &[u32]) -> Lands {
    let mut set: Lands = lands.into();
    set.sort_unstable();
    set.dedup();
    set
}
