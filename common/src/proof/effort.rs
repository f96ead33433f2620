//! The settings of solvers: their limits and threads, a callback for the progress, and a store.

use core::fmt;

#[cfg(feature = "store")]
use crate::proof::store::Store;
use crate::tools::budget::{Budget, Progress};
#[cfg(not(feature = "store"))]
use core::convert::Infallible as Store;

/// A callback for the progress of a solver.
pub type Listener<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// The store in which a solver keeps results, if there is one. Without the feature `store` there is none.
pub type OptionalStore<'a> = Option<&'a mut Store>;

/// The settings of a solver, which apply to each of its calls: its limits, threads, callback and store.
#[non_exhaustive]
pub struct Effort<'a> {
    /// The limits on the work of the solver.
    pub budget: Budget,
    /// The number of threads that may work.
    pub threads: usize,
    /// Whether to find every move that keeps the outcome.
    pub every_move: bool,
    /// Whether to find the value of the position as well, even if that takes a separate search.
    pub values: bool,
    /// The callback that receives the solver's progress while it works.
    pub progress: Listener<'a>,
    /// The store that keeps results from one run to the next.
    pub store: OptionalStore<'a>,
}

impl<'a> Effort<'a> {
    /// Returns settings with the given budget, one thread, no callback and no store.
    pub fn new(budget: Budget) -> Effort<'a> {
        Effort {
            budget,
            threads: 1,
            every_move: false,
            values: false,
            progress: Box::new(|_| ()),
            store: None,
        }
    }

    /// Sets the number of threads that may work.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Effort<'a> {
        self.threads = threads;
        self
    }

    /// Sets the store that keeps results from one run to the next.
    #[cfg(feature = "store")]
    #[must_use]
    pub fn store(mut self, store: &'a mut crate::proof::store::Store) -> Effort<'a> {
        self.store = Some(store);
        self
    }

    /// Sets the callback.
    #[must_use]
    pub fn progress(mut self, progress: impl FnMut(&Progress) + 'a) -> Effort<'a> {
        self.progress = Box::new(progress);
        self
    }

    /// Returns the same settings for a solver, without the memory that the pages of the store take.
    pub(crate) fn beside_store(&mut self) -> Effort<'_> {
        #[cfg(feature = "store")]
        if self.store.is_some() {
            let budget = crate::proof::store::Store::leaves(&self.budget);
            return Effort {
                budget,
                ..self.lend()
            };
        }
        self.lend()
    }

    /// Returns the same settings for another solver, which reports to the same callback and uses the same store.
    pub fn lend(&mut self) -> Effort<'_> {
        Effort {
            budget: self.budget.clone(),
            progress: Box::new(&mut self.progress),
            store: self.store.as_deref_mut(),
            ..*self
        }
    }
}

impl Default for Effort<'_> {
    fn default() -> Self {
        Effort::new(Budget::new())
    }
}

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effort")
            .field("budget", &self.budget)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
