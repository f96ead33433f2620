//! Audits of stores, which check whether every bound in a file is true (feature `store`).
//!
//! A store contains few of the bounds that a search finds, most of them costly ones, so it lacks most of the results
//! from which a bound follows. The audit therefore searches each position again, beginning with those with few empty
//! cells, and with a table that contains nothing from the store. The audit uses the same search as the solver;
//! [`Solver::verify`](super::Solver::verify) uses another method.

use common::audit::{self, Audit, Checkpoint};
use common::claim::{ClaimError, Claims, Key};
use common::grid::{Columns, Rows};
use common::store::Store;
use common::{Budget, Progress};

use super::lattice::Lattice;
use super::memo::{Memo, ValueBounds};
use super::node::Node;
use super::search::{KeyBounds, Search};
use super::solver::Solver;
use crate::rules::Rules;
use crate::size::Size;

/// Checks every bound in a store of SOS, continuing from `checkpoint`; see [`audit`](common::audit::audit).
///
/// The audit takes about as long as the search that wrote the store.
///
/// # Errors
///
/// Returns [`ClaimError`] if a bound is wrong, if the budget runs out, if the store cannot be read, or if the
/// checkpoint is from an audit of another store.
///
/// # Examples
///
/// ```
/// use papergames_sos::audit::Checkpoint;
/// use papergames_sos::solve::{Solver, audit};
/// use papergames_sos::store::Store;
/// use papergames_sos::{Budget, Columns, Position, Rows, Rules, Size};
///
/// # let path = std::env::temp_dir().join(format!("sos-audit-{}", std::process::id()));
/// let mut store = Store::open(&path, Solver::KIND)?;
/// Solver::new().store(&mut store).solve(&Position::new(Size::new(Rows(3), Columns(5))?, Rules::General))?;
/// let found = audit(&store, &Budget::new(), &mut Checkpoint::default(), &mut |_| ())?;
/// assert!(found.is_proved() && found.results > 0);
/// # drop(store);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(
    store: &Store,
    budget: &Budget,
    checkpoint: &mut Checkpoint,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Audit, ClaimError> {
    store.expect_kind(Solver::KIND)?;
    let mut all = All {
        boards: Vec::new(),
        memo: None,
    };
    audit::audit(store, &mut all, budget, checkpoint, progress)
}

/// A board and its rules, with the prefix of its keys.
pub(super) struct BoardKeys {
    prefix: [u8; 3],
    lattice: Lattice,
    rules: Rules,
}

/// The bounds of all boards of a store.
struct All {
    boards: Vec<BoardKeys>,
    /// The table of one board.
    memo: Option<(usize, Memo)>,
}

impl All {
    /// Returns the board and the node of a key that was read before.
    fn node(&self, key: &[u8]) -> (usize, Node) {
        let found = key.split_first_chunk::<3>().and_then(|(prefix, key)| {
            let at = self
                .boards
                .iter()
                .position(|board| board.prefix == *prefix)?;
            let key = u64::from_be_bytes(key.try_into().ok()?);
            Some((at, self.boards[at].lattice.node_of_key(key)?))
        });
        found.expect("the entry was read before")
    }
}

/// Reads an entry: the number of its board, the node and the bounds; `None` if no search can have written it.
pub(super) fn read(
    boards: &mut Vec<BoardKeys>,
    key: &[u8],
    value: &[u8],
) -> Option<(usize, Node, ValueBounds)> {
    let (prefix, key) = key.split_first_chunk::<3>()?;
    let at = boards.iter().position(|board| board.prefix == *prefix);
    let at = if let Some(at) = at {
        at
    } else {
        let size = Size::new(Rows(prefix[0].into()), Columns(prefix[1].into())).ok()?;
        let mut all = Rules::ALL.into_iter();
        let rules = all.find(|rules| rules.number() == prefix[2])?;
        boards.push(BoardKeys {
            prefix: *prefix,
            lattice: Lattice::new(size)?.of_parts(),
            rules,
        });
        boards.len() - 1
    };
    let BoardKeys { lattice, rules, .. } = &boards[at];
    let key = u64::from_be_bytes(key.try_into().ok()?);
    let &[low, high] = value else { return None };
    let bounds = ValueBounds {
        low: low as i8,
        high: high as i8,
    };
    let node = lattice.node_of_key(key)?;
    let most = lattice.most_worth(*rules, node);
    let is_possible = -most <= bounds.low && bounds.low <= bounds.high && bounds.high <= most;
    is_possible.then_some((at, node, bounds))
}

impl Claims for All {
    type Known = ValueBounds;

    fn read(&mut self, key: &[u8], value: &[u8]) -> Option<(Key, ValueBounds)> {
        let (_, _, bounds) = read(&mut self.boards, key, value)?;
        Some((key.into(), bounds))
    }

    fn rank(&mut self, key: &[u8]) -> u32 {
        // Boards are audited one after the other, so that one table is enough. None has 32 cells.
        let (board, node) = self.node(key);
        board as u32 * 32 + node.empty.count_ones()
    }

    fn statement(&self, key: &[u8], bounds: &ValueBounds) -> String {
        let (board, node) = self.node(key);
        bounds.statement(&self.boards[board].lattice.text(node))
    }

    fn settle(
        &mut self,
        key: &[u8],
        bounds: &ValueBounds,
        budget: &Budget,
    ) -> Result<Option<Result<(), String>>, ClaimError> {
        let (at, node) = self.node(key);
        let board = &self.boards[at];
        let memory = budget.usual_memory();
        let memo = match self.memo.take() {
            Some((own, memo)) if own == at => memo,
            _ => Memo::new(memory),
        };
        let mut meter = budget.start();
        let mut silent = |_: &common::budget::Meter<'_>, _: &[KeyBounds]| Ok(());
        let mut search =
            Search::with_memo(&board.lattice, board.rules, memo, &mut meter, &mut silent);
        let found = search.value(node);
        self.memo = Some((at, search.into_memo()));
        let found = found?;
        let is_true = (bounds.low..=bounds.high).contains(&found);
        let wrong = || format!("a search without the store finds {found}");
        Ok(Some(is_true.then_some(()).ok_or_else(wrong)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::solve::mostly_s;
    use common::Seeded;

    #[test]
    fn values_are_proved_where_a_letter_can_make_several_sos() {
        let name = format!("papergames-sos-several-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut store = Store::open(&path, Solver::KIND).expect("a store");
        for board in ["3x3", "3x4", "3x5", "4x4"] {
            for rules in Rules::ALL {
                let start: Position = format!("{board}:{rules}").parse().expect("a setup");
                for seed in 0..20 {
                    let random = &mut Seeded::new(seed);
                    let position = mostly_s(start.clone(), 1 + seed as usize % 5, random);
                    let solved = Solver::new().store(&mut store).solve(&position);
                    let _ = solved.expect("a small board");
                }
            }
        }
        let mut checkpoint = Checkpoint::default();
        let found = audit(&store, &Budget::new(), &mut checkpoint, &mut |_| ());
        let found = found.expect("every bound is true");
        assert!(found.is_proved() && found.results > 50, "{found:?}");
        drop(store);
        std::fs::remove_file(path).expect("the store goes");
    }
}
