//! Exact values: who wins, and by how much, when both players play as well as possible.
//!
//! # What a value is
//!
//! The value of a position is for the player to move. Under [`Rules::General`](crate::Rules::General) and [`Rules::Alternating`](crate::Rules::Alternating) it is
//! the difference at the end of the game, own points less those of the other player, points that are on
//! the board already included. Under [`Rules::First`](crate::Rules::First) and [`Rules::Misere`](crate::Rules::Misere) it is 1 for a win, 0 for a draw and −1 for
//! a loss. In a finished game, where nobody is to move, it is for the first player.
//!
//! # Three methods
//!
//! | method | looks at | reaches | takes |
//! |---|---|---|---|
//! | [`Method::Table`] | every board of the size, 3ⁿ of them, without any reduction | 4×5 | one byte each, a few nanoseconds each: 43 MB and a third of a second for 4×4, 3.5 GB for 4×5 |
//! | [`Method::Search`] | what alpha-beta needs, reduced to what matters | 5×5, 3×8 and 4×6 in seconds or minutes; 5×6 not in forty | a table of the size that you give it |
//! | [`Method::Plain`] | what alpha-beta needs, without any reduction but symmetry | 5×5 in twenty or forty minutes | as the search |
//!
//! They share the geometry of the board and, the two searches, the table that remembers results and its keys, so that one
//! verifies the other; on every small board the tests compare them with plain minimax over [`Position`]. All take two
//! players and boards of at most 31 cells.
//!
//! # Examples
//!
//! On a strip of seven cells, the first player wins, with an `S` in the middle only:
//!
//! ```
//! use papergames_sos::solve::Solver;
//! use papergames_sos::{Position, Setup};
//!
//! let start = Position::start("1x7:first".parse::<Setup>()?);
//! let solution = Solver::new().every_move(true).solve(&start)?;
//! assert_eq!(solution.value, 1);
//! assert_eq!(solution.best, ["Sd1".parse()?]);
//! assert_eq!(solution.values.len(), 14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
#![doc = include_str!("../SOLVED.md")]

mod lattice;
mod memo;
mod plain;
mod search;
mod table;

use core::fmt;
use core::time::Duration;

use common::search::{Budget, Meter};
use common::{Game, Player};

#[cfg(feature = "store")]
use common::store::{Store, StoreError};

use self::lattice::Lattice;
use self::memo::Bounds;
use self::plain::{Guide, Plain};
use self::search::{Found, Search};
use self::table::Table;
use crate::moves::Move;
use crate::position::Position;
use crate::size::Size;

/// How a value is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Alpha-beta on positions reduced to what matters.
    #[default]
    Search,
    /// All values of the board at once.
    Table,
    /// Alpha-beta on boards as they are, without any reduction but the symmetry of the board.
    Plain,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Search => "search",
            Method::Table => "table",
            Method::Plain => "plain search",
        })
    }
}

/// The exact value of a position and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The value for the player to move: see the [module](self).
    pub value: i32,
    /// Moves that reach the value: all of them if every move was asked for, and otherwise one. None in a finished game.
    pub best: Vec<Move>,
    /// The value of every move, for the player who makes it, if that was asked for.
    pub values: Vec<(Move, i32)>,
    /// How many nodes were looked at; of a table, its boards.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// How the value was found.
    pub method: Method,
}

/// How far a solver has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many nodes have been looked at; of a table, its boards.
    pub nodes: u64,
    /// How much of the work is done: first moves in a search that values every move, thousandths in a table, and
    /// nothing known otherwise.
    pub done: usize,
    /// How much work there is, in the same unit; 0 if it is not known.
    pub of: usize,
    /// How long it has taken.
    pub elapsed: Duration,
}

/// Why a solver has no value to give.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GaveUp {
    /// A value for one player against the others is not defined.
    #[error("expected a game for two players, found {found}")]
    Players {
        /// How many players there are.
        found: usize,
    },
    /// The board is too large.
    #[error("expected a board of at most {most} cells, found {size}")]
    TooLarge {
        /// The board.
        size: Size,
        /// The most cells that are supported.
        most: usize,
    },
    /// The table would take more memory than it may.
    #[error(
        "expected {needed} bytes of memory for the table of {size}, found a limit of {allowed}"
    )]
    Memory {
        /// The board.
        size: Size,
        /// What the table takes.
        needed: usize,
        /// What the solver was given.
        allowed: usize,
    },
    /// The budget is spent, or the solver was told to stop.
    #[error("expected a value, found the budget spent after {nodes} nodes")]
    Spent {
        /// How many nodes were looked at.
        nodes: u64,
    },
    /// The store of results cannot be used.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is called with the progress.
type Listener<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// Finds exact values: a builder whose last step is [`solve`](Solver::solve).
///
/// # Examples
///
/// ```
/// use papergames_sos::solve::{Method, Solver};
/// use papergames_sos::{Position, Setup};
///
/// let start = Position::start("3x4".parse::<Setup>()?);
/// let found = Solver::new().method(Method::Table).solve(&start)?;
/// let again = Solver::new().method(Method::Search).solve(&start)?;
/// assert_eq!((found.value, again.value), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a> {
    method: Method,
    memory: usize,
    budget: Budget,
    every_move: bool,
    progress: Option<Listener<'a>>,
    #[cfg(feature = "store")]
    store: Option<&'a mut Store>,
}

impl Default for Solver<'_> {
    fn default() -> Self {
        Solver::new()
    }
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("method", &self.method)
            .field("memory", &self.memory)
            .field("budget", &self.budget)
            .field("every_move", &self.every_move)
            .finish_non_exhaustive()
    }
}

/// How long results wait before they are written to the disk.
#[cfg(feature = "store")]
const COMMIT_EVERY: Duration = Duration::from_secs(1);

impl<'a> Solver<'a> {
    /// The kind of results that a solver keeps in a store.
    pub const KIND: &'static str = "sos bounds 1";

    /// Returns a solver that searches, with 256 MiB of memory and no limit on its work.
    pub fn new() -> Solver<'a> {
        Solver {
            method: Method::default(),
            memory: 256 << 20,
            budget: Budget::new(),
            every_move: false,
            progress: None,
            #[cfg(feature = "store")]
            store: None,
        }
    }

    /// Sets how the value is found.
    pub fn method(self, method: Method) -> Self {
        Solver { method, ..self }
    }

    /// Sets how much memory the table may take, in bytes. A search takes a table of that size or a little less,
    /// whatever the board; for all values of a board see [`Method::Table`].
    pub fn memory(self, memory: usize) -> Self {
        Solver { memory, ..self }
    }

    /// Limits the work by nodes, time or a flag.
    pub fn budget(self, budget: Budget) -> Self {
        Solver { budget, ..self }
    }

    /// Sets whether the value of every move is found, and not only that of the position.
    pub fn every_move(self, every_move: bool) -> Self {
        Solver { every_move, ..self }
    }

    /// Calls `progress` every now and then.
    pub fn progress(self, progress: impl FnMut(&Progress) + 'a) -> Self {
        let progress: Option<Listener<'a>> = Some(Box::new(progress));
        Solver { progress, ..self }
    }

    /// Keeps the costly results of a search in a store of the kind [`Solver::KIND`], and begins with those that it
    /// holds already, so that a solver that was killed goes on where it was.
    #[cfg(feature = "store")]
    pub fn store(self, store: &'a mut Store) -> Self {
        let store = Some(store);
        Solver { store, ..self }
    }

    /// Finds the value of a position.
    ///
    /// # Errors
    ///
    /// Returns [`GaveUp`] if the game is not for two players, the board or its table is too large, or the budget is
    /// spent.
    pub fn solve(&mut self, position: &Position) -> Result<Solution, GaveUp> {
        let size = position.size();
        if position.players() != 2 {
            let found = position.players();
            return Err(GaveUp::Players { found });
        }
        let Some(lattice) = Lattice::new(size) else {
            let most = lattice::MAX_CELLS;
            return Err(GaveUp::TooLarge { size, most });
        };
        match self.method {
            Method::Search => self.by_search(&lattice, position),
            Method::Table => self.by_table(position),
            Method::Plain => self.by_plain(&lattice, position),
        }
    }

    fn by_table(&mut self, position: &Position) -> Result<Solution, GaveUp> {
        let size = position.size();
        let needed = table::bytes(size).unwrap_or(usize::MAX);
        let allowed = self.memory;
        if needed > allowed {
            return Err(GaveUp::Memory {
                size,
                needed,
                allowed,
            });
        }
        let budget = self.budget.clone();
        let mut meter = budget.start();
        let mut seen = 0;
        let progress = &mut self.progress;
        let table = Table::fill(size, position.rules(), &mut |nodes| {
            seen = nodes;
            if let Some(progress) = progress {
                progress(&Progress {
                    nodes,
                    done: (nodes * 1000 / needed as u64) as usize,
                    of: 1000,
                    elapsed: meter.elapsed(),
                });
            }
            let spent = meter.is_spent() || budget.most_nodes().is_some_and(|most| nodes > most);
            if spent {
                core::ops::ControlFlow::Break(())
            } else {
                core::ops::ControlFlow::Continue(())
            }
        });
        let table = table.ok_or(GaveUp::Spent { nodes: seen })?;
        let mut solution = Solution {
            value: 0,
            best: Vec::new(),
            values: Vec::new(),
            nodes: needed as u64,
            elapsed: Duration::ZERO,
            method: Method::Table,
        };
        solution.value =
            settled(position).unwrap_or_else(|| lead(position) + i32::from(table.of(position)));
        for m in position.moves() {
            let child = position.child(&m).expect("a listed move is legal");
            let ahead =
                settled(&child).unwrap_or_else(|| lead(&child) + i32::from(table.of(&child)));
            solution
                .values
                .push((m, for_mover(position, &child, ahead)));
        }
        self.finish(&mut solution, &meter);
        Ok(solution)
    }

    fn by_plain(&mut self, lattice: &Lattice, position: &Position) -> Result<Solution, GaveUp> {
        let budget = self.budget.clone();
        let mut meter = budget.start();
        let mut solution = Solution {
            value: 0,
            best: Vec::new(),
            values: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            method: Method::Plain,
        };
        let moves = position.moves();
        let done = core::cell::Cell::new(0);
        let of = moves.len() + 1;
        let progress = &mut self.progress;
        let mut watch = |meter: &Meter<'_>| {
            if let Some(progress) = progress {
                progress(&Progress {
                    nodes: meter.nodes(),
                    done: done.get(),
                    of,
                    elapsed: meter.elapsed(),
                });
            }
        };
        let (size, rules) = (position.size(), position.rules());
        let memory = self.memory / 2;
        let memo = {
            let mut silent = |_: &Meter<'_>, found: &mut Vec<Found>| {
                found.clear();
                Ok(())
            };
            let mut search = Search::new(lattice, rules, memory, &mut meter, &mut silent);
            value(&mut search, lattice, position)?;
            search.into_memo()
        };
        let guide = Guide { lattice, memo };
        let mut plain = Plain::new(size, rules, memory, guide, &mut meter, &mut watch);
        let mut value = |position: &Position| {
            if let Some(value) = settled(position) {
                return Ok(value);
            }
            let (s, o) = letters(position);
            Ok::<_, GaveUp>(lead(position) + i32::from(plain.value(s, o)?))
        };
        solution.value = value(position)?;
        for m in moves {
            done.set(done.get() + 1);
            let child = position.child(&m).expect("a listed move is legal");
            let found = for_mover(position, &child, value(&child)?);
            solution.values.push((m, found));
            if !self.every_move && found == solution.value {
                break;
            }
        }
        solution.nodes = meter.nodes();
        self.finish(&mut solution, &meter);
        Ok(solution)
    }

    fn by_search(&mut self, lattice: &Lattice, position: &Position) -> Result<Solution, GaveUp> {
        let budget = self.budget.clone();
        let mut meter = budget.start();
        let mut solution = Solution {
            value: 0,
            best: Vec::new(),
            values: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            method: Method::Search,
        };
        let of = if self.every_move {
            position.count_moves() as usize
        } else {
            0
        };
        let done = core::cell::Cell::new(0);

        #[cfg(feature = "store")]
        let earlier = self.kept(position)?;
        #[cfg(feature = "store")]
        let (store, prefix) = (&mut self.store, prefix(position));
        #[cfg(feature = "store")]
        let mut committed = Duration::ZERO;
        let progress = &mut self.progress;
        let mut watch = |meter: &Meter<'_>, found: &mut Vec<Found>| {
            if let Some(progress) = progress {
                progress(&Progress {
                    nodes: meter.nodes(),
                    done: done.get(),
                    of,
                    elapsed: meter.elapsed(),
                });
            }
            #[cfg(feature = "store")]
            if let Some(store) = store {
                let late = meter.elapsed().saturating_sub(committed) >= COMMIT_EVERY;
                keep(store, prefix, found, late)?;
                if late {
                    committed = meter.elapsed();
                }
            }
            found.clear();
            Ok(())
        };
        let rules = position.rules();
        let mut search = Search::new(lattice, rules, self.memory, &mut meter, &mut watch);
        #[cfg(feature = "store")]
        for found in earlier {
            search.learn(found);
        }

        let every_move = self.every_move;
        let ended = find(
            &mut search,
            lattice,
            position,
            every_move,
            &done,
            &mut solution,
        );
        // What was found is kept also when the work was stopped.
        search.report()?;
        #[cfg(feature = "store")]
        if let Some(store) = &mut self.store {
            store.commit()?;
        }
        ended?;
        solution.nodes = meter.nodes();
        self.finish(&mut solution, &meter);
        Ok(solution)
    }

    /// Returns the results for the board and rules of a position that the store holds.
    #[cfg(feature = "store")]
    fn kept(&self, position: &Position) -> Result<Vec<Found>, GaveUp> {
        let mut kept = Vec::new();
        let Some(store) = &self.store else {
            return Ok(kept);
        };
        let prefix = prefix(position);
        for entry in store.iter() {
            let (key, value) = entry?;
            let Some(key) = key.strip_prefix(&prefix) else {
                continue;
            };
            if let (Ok(key), &[low, high]) = (<[u8; 8]>::try_from(key), &value[..]) {
                let (low, high) = (low as i8, high as i8);
                kept.push((u64::from_be_bytes(key), Bounds { low, high }));
            }
        }
        Ok(kept)
    }

    /// Chooses the best moves from the values, and leaves out what was not asked for.
    fn finish(&self, solution: &mut Solution, meter: &Meter<'_>) {
        let best = solution
            .values
            .iter()
            .filter(|(_, value)| *value == solution.value);
        solution.best = best.map(|(m, _)| *m).collect();
        if !self.every_move {
            solution.best.truncate(1);
            solution.values.clear();
        }
        solution.elapsed = meter.elapsed();
    }
}

/// Returns the value of a position for the player to move.
fn value(
    search: &mut Search<'_, '_>,
    lattice: &Lattice,
    position: &Position,
) -> Result<i32, GaveUp> {
    match settled(position) {
        Some(value) => Ok(value),
        None => Ok(lead(position) + i32::from(search.value(lattice.node(position))?)),
    }
}

/// Finds the value of a position, and those of its moves if they are asked for.
fn find(
    search: &mut Search<'_, '_>,
    lattice: &Lattice,
    position: &Position,
    every_move: bool,
    done: &core::cell::Cell<usize>,
    solution: &mut Solution,
) -> Result<(), GaveUp> {
    solution.value = value(search, lattice, position)?;
    if !every_move {
        let best = one_best(search, lattice, position, solution.value)?;
        solution.values.extend(best.map(|m| (m, solution.value)));
        return Ok(());
    }
    for (i, m) in position.moves().into_iter().enumerate() {
        let child = position.child(&m).expect("a listed move is legal");
        let found = value(search, lattice, &child)?;
        let found = for_mover(position, &child, found);
        solution.values.push((m, found));
        done.set(i + 1);
    }
    Ok(())
}

/// Returns a move that reaches the value of a position; first looks for one that the search has found already.
fn one_best(
    search: &mut Search<'_, '_>,
    lattice: &Lattice,
    position: &Position,
    wanted: i32,
) -> Result<Option<Move>, GaveUp> {
    for may_search in [false, true] {
        for m in position.moves() {
            let child = position.child(&m).expect("a listed move is legal");
            let (low, high) = if may_search {
                let found = value(search, lattice, &child)?;
                (found, found)
            } else if let Some(found) = settled(&child) {
                (found, found)
            } else if let Some(Bounds { low, high }) = search.known(lattice.node(&child)) {
                let lead = lead(&child);
                (lead + i32::from(low), lead + i32::from(high))
            } else {
                continue;
            };
            // The player to move has at least one of the two ends, by whoever moves next.
            let surely = for_mover(position, &child, low).min(for_mover(position, &child, high));
            if surely >= wanted {
                return Ok(Some(m));
            }
        }
    }
    Ok(None)
}

/// Returns the cells with an `S` and those with an `O`.
fn letters(position: &Position) -> (u32, u32) {
    let cells = 0..position.size().cells();
    let set = |has: &dyn Fn(usize) -> bool| {
        cells
            .clone()
            .filter(|cell| has(*cell))
            .fold(0, |set, cell| set | 1 << cell)
    };
    (
        set(&|cell| position.s.contains(cell)),
        set(&|cell| position.o.contains(cell)),
    )
}

/// Returns what the keys of a board and its rules begin with in a store.
#[cfg(feature = "store")]
fn prefix(position: &Position) -> [u8; 3] {
    let size = position.size();
    let rules = position.rules() as u8;
    [size.rows() as u8, size.columns() as u8, rules]
}

/// Puts results into the store, and writes them to the disk if it is time to.
#[cfg(feature = "store")]
fn keep(
    store: &mut Store,
    prefix: [u8; 3],
    found: &[Found],
    commit: bool,
) -> Result<(), StoreError> {
    for (key, bounds) in found {
        let key = [&prefix[..], &key.to_be_bytes()].concat();
        store.insert(&key, &[bounds.low as u8, bounds.high as u8]);
    }
    if commit {
        store.commit()?;
    }
    Ok(())
}

/// Returns the value of a finished game for the first player, and `None` of a game that goes on.
fn settled(position: &Position) -> Option<i32> {
    let outcome = position.outcome()?;
    Some(if position.rules().ends_at_first() {
        outcome.utility(Player::FIRST)
    } else {
        lead(position)
    })
}

/// Returns how far the player to move is ahead in points, or the first player if the game is over; 0 where points are
/// not the aim.
fn lead(position: &Position) -> i32 {
    if position.rules().ends_at_first() {
        return 0;
    }
    let own = position.turn().unwrap_or(Player::FIRST);
    position.points(own) as i32 - position.points(own.opponent()) as i32
}

/// Returns the value that `child` has for its player to move as a value for the player to move in `position`.
fn for_mover(position: &Position, child: &Position, value: i32) -> i32 {
    let same = child.turn().unwrap_or(Player::FIRST) == position.turn().unwrap_or(Player::FIRST);
    if same { value } else { -value }
}
