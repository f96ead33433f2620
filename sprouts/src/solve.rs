//! The solver: finds who wins a position, and proves it.
//!
//! [`Solver`] finds the winner of any [`Position`](crate::Position) by the rules of that position. It keeps its
//! results, which makes later calls faster. A [`Budget`](common::Budget) limits its time, nodes and memory, and lets
//! another thread stop it.
//!
//! ```
//! use papergames_sprouts::solve::Solver;
//! use papergames_sprouts::{Ending, Player, Position};
//!
//! let five = Position::new(5, Ending::Normal)?;
//! let verdict = Solver::new().solve(&five)?;
//! assert_eq!(verdict.winner(), Some(Player::FIRST));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Positions and lands
//!
//! The solver works on [`Lands`](crate::land::Lands): drawings without spot numbers, rules or players. It can also be
//! called on lands directly. Lands do not record the rules or the players, so [`Solver::solve_lands`] uses the ending
//! and variant that the solver was created with ([`Solver::for_rules`]), and returns whether *the player to move* wins.
//!
//! ```
//! use papergames_sprouts::land::Lands;
//! use papergames_sprouts::solve::Solver;
//! use papergames_sprouts::{Nimber, Player, Position};
//!
//! // After one move of the first player, the second player is to move and wins.
//! let position: Position = "2+:1,3,2,3".parse()?;
//! let mut solver = Solver::new();
//! assert_eq!(solver.solve(&position)?.winner(), Some(Player::SECOND));
//! assert_eq!(solver.winning_moves(&position)?, ["1-2".parse()?]);
//!
//! // The same as lands: the player to move there wins.
//! let lands = Lands::of(&position).expect("the standard game has lands");
//! assert!(solver.solve_lands(&lands)?.mover_wins);
//! assert_eq!(solver.nimber(&lands)?, Nimber(2));
//!
//! // Other moves win if the player who makes the last move loses.
//! let position: Position = "2-:1,3,2,3".parse()?;
//! assert_eq!(solver.winning_moves(&position)?, ["1-1".parse()?, "2-2".parse()?]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file `LABORATORY.md` in this crate's folder records where the time goes and which experiments were tried.
//!
//! # Chapters
//!
//! Read the source in this order. Each chapter uses only earlier ones; an arrow means "calls".
//!
//! ```text
//!   cluster ───────▶ claims ───────▶ Solver          a position becomes lands, and the rules choose the method:
//!   owner, workers   certificates,     │
//!                    stores, audits    ├──▶ search      normal play: couples of a land and a Nim heap
//!                                      ├──▶ misere      misère play: sums of lands and canonical trees
//!                                      └──▶ variants    antwerp: partizan values; plain: whole drawings
//! ```
//!
//! 1. `error`, `known`, `watch` and `work`: a failed call, a fact about a land, the budget of a search, and counts.
//! 2. `search`. `dfpn` decides which couple is next, by proof numbers. It reads and writes the `book`: one page for
//!    each land that the search has met.
//!
//!    ```text
//!      dfpn ──▶ book ──┬──▶ spellings, shards    which land is this text? (canonical forms: the module `land`)
//!                      ├──▶ lister               draws the next few children of a land
//!                      ├──▶ children, closed     those listed; the rest, which counts as two
//!                      ├──▶ guess, prior         first proof numbers: by size, and by what similar lands were
//!                      ├──▶ page, noted          nimbers, proof numbers, locks
//!                      ├──▶ room                 what to forget when memory is full
//!                      └──▶ shelf                results that a store has
//!    ```
//! 3. `misere` has the same parts for other states: `search`, `nodes`, `room`. `forms` are canonical trees, and `proof`
//!    decides whether a loss follows from others.
//! 4. `variants`: methods for rules under which lands have no nimbers.
//! 5. `solver`: the [`Solver`], which chooses among them and keeps their results as [`Entry`]s, with their `origin`.
//! 6. `claims`: when an entry follows from others (`options` and `nimbers`; `losses`), and what is made of that.
//! 7. `cluster`: one search on many machines.
//! 8. [`catalogue`], [`database`] and [`reference`](mod@reference) stand beside the solver.
//!
//! # Glossary
//!
//! Words of the solver, with the modules that declare them.
//!
//! * **couple** (`dfpn`): a land beside a Nim heap.
//! * **book** (`book`): the lands that a search has met, each with a number and what is known about it.
//! * **page** (`page`): what is known about one land.
//! * **noted** (`noted`): of the proof numbers of a couple, kept in the book because the search has visited it. The
//!   numbers of other couples are guessed.
//! * **family** (`children`): the locked children of one land.
//! * **closed child** (`closed`): a child that has not become an option yet. It was *made* once to guess how promising
//!   it is, or its line is still *undrawn*.
//! * **lister** (`lister`): lists the children of lands without access to the book. Each worker has its own.
//! * **spelling** (`spellings`): a reduced shape, which is not canonical, so each land has several. In the module
//!   `land`, also a way to write lands as text.
//! * **prior** (`prior`): what a search has learned about classes of lands, which shifts the first guesses.
//! * **shelf** (`shelf`): a store of nimbers in which a book looks up the lands that it meets.
//! * **settled** (`page`): of a couple, that it is known who wins. In `claims`, to settle an entry is to find out by a
//!   short search whether it is true.
//! * **cheap** and **dear**: of lands and entries, that it takes little or much work to find what is known about them.
//!
//! # Modules
//!
//! * [`antwerp`]: the partizan variants, which need a different method.
//! * [`reference`](mod@reference): a plain search from the literature, for comparison and verification.
//! * [`certificate`]: proofs as text, which a small program can check without this crate.
//! * [`cluster`]: solving on many machines in normal play, with an owner, workers, and the messages between them.
//! * [`catalogue`]: every reachable position with its values, as a data set.
//! * [`database`]: nimbers as text, in the format of other solvers.
#![cfg_attr(
    feature = "store",
    doc = "* [`stored`]: results kept in a file from one run to the next (feature `store`)."
)]

mod error;
mod known;
mod watch;
mod work;

mod search;

mod misere;

mod variants;

mod entry;
#[cfg(feature = "store")]
mod origin;
mod solver;

mod claims;

pub mod cluster;

pub mod catalogue;
pub mod database;
pub mod reference;

pub use claims::certificate;
#[cfg(feature = "store")]
pub use claims::{audit::audit, stored};
pub use entry::Entry;
pub use error::SolveError;
pub use known::Known;
pub use misere::loss::Loss;
#[cfg(feature = "object")]
pub(crate) use solver::lands_of;
pub use solver::{LandsVerdict, Settings, Solver};
pub use variants::antwerp;
pub use work::Work;
