//! The limits of a call, as Python gives them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::Budget;
use pyo3::prelude::*;

use crate::error::refuse;

/// The limits of a call. What is `None` has no limit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    /// In seconds.
    pub(crate) time: Option<f64>,
    pub(crate) nodes: Option<u64>,
    /// In bytes.
    pub(crate) memory: Option<u64>,
    pub(crate) depth: Option<u32>,
}

impl Limits {
    /// Returns limits on time, nodes and memory.
    pub(crate) fn of(time: Option<f64>, nodes: Option<u64>, memory: Option<u64>) -> Limits {
        Limits {
            time,
            nodes,
            memory,
            depth: None,
        }
    }

    /// Returns the budget with these limits in place of its own.
    pub(crate) fn over(self, mut budget: Budget) -> PyResult<Budget> {
        if let Some(seconds) = self.time {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| refuse(format!("expected a time in seconds, found {seconds}")))?;
            budget = budget.time(time);
        }
        if let Some(nodes) = self.nodes {
            budget = budget.nodes(nodes);
        }
        if let Some(bytes) = self.memory {
            budget = budget.memory(bytes);
        }
        if let Some(depth) = self.depth {
            budget = budget.depth(depth);
        }
        Ok(budget)
    }

    /// Returns the budget of a call that `stop` ends.
    pub(crate) fn budget(self) -> PyResult<impl FnOnce(&Arc<AtomicBool>) -> Budget> {
        let budget = self.over(Budget::new())?;
        Ok(move |stop: &Arc<AtomicBool>| budget.stop(Arc::clone(stop)))
    }
}
