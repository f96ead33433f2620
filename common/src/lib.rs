//! The shared core of papergames: the [`Game`] trait, and everything that works with any game.
//!
//! A value that implements [`Game`] is a *position*: it knows its board, its rules and whose turn it is. Everything
//! else here works for every game: random [`playout`]s, [`perft`](mod@perft), [`Record`]s, searches and solvers.
//!
//! # Chapters
//!
//! The source is divided into chapters, each a folder. They are declared in reading order, and each uses only earlier
//! ones. What they offer has a short path: `tree/engine.rs` is [`engine`].
//!
//! 1. **tools** know no game: [`text`], [`grid`], [`look`], [`fields`], random numbers, and the [`budget`] of a search.
//! 2. **play**: players, outcomes, the trait [`Game`], [`Record`]s, [`playout`]s, and games with [`Plies`] or a
//!    [`PlyCap`].
//! 3. **tree**: [`perft`](mod@perft), [`search`], its [`Report`], and the [`engine`]s that play by it.
//! 4. **proof**: [`Nimber`]s, [`solve`], [`Verdict`]s, and what makes them certain: [`claim`]s, stores and audits.
//! 5. **learning**: positions as numbers ([`encode`]), [`compact`] records, and [`self_play`].
//! 6. **notation**: how a game [describes](describe) itself, the [formats](mod@format) of its records, and [`reading`].
//! 7. **object**: the [`values`] that a program asks for, and [`any`] game behind one trait.
//! 8. **laws**: what holds in every position of every game, as tests ([`laws`]). [`nim`] is the example that they try
//!    first.
//!
//! # Glossary
//!
//! The following words have the same meaning in every crate of the workspace.
//!
//! * **position**: the state of a game, with its rules. **setup**: the position in which a game begins.
//! * **move**: the smallest step that a player decides on, such as one line or one jump. **turn**: whose move it is;
//!   also all moves that a player makes in a row.
//! * **outcome**: how a game ended. **ending**: normal or misère, the rule that names the winner when no move is
//!   left.
//! * **record**: a setup and the moves made from it. **playout**: a random game. **perft**: the number of move
//!   sequences of each length.
//! * **canonical form**: one representative of all positions that are equivalent in play. **nimber**: the value of an
//!   impartial position in normal play, which is the size of the Nim heap that it is equivalent to.
//! * **notation**: a way to write positions and moves as text. **law**: a property that holds in every position of
//!   every game.
//!
//! A public type has a name of its own, except where each game has its own kind of a thing: `Position`,
//! `Move` and `IllegalMove`; `Rules`, `Size` and `Symmetry`; `Solver`, `SolveError`, and `Exact`, the solver behind a
//! game's object; in games of lines `Sketch`, a drawing in progress, and `Sheet`, a position on another surface; and
//! `Point`, which lies on the board in Phutball and in the plane in pictures.

#[macro_use]
mod tools;

mod play;

mod tree;

mod proof;

mod learning;

mod notation;

mod object;

pub mod laws;

pub mod nim;

/// The items of this crate that every game's users need: to play, search and solve, to write a bot, and to use the game
/// as an object. Each game crate re-exports this module, and this crate as `common` for everything else, so users need
/// only a single dependency.
pub mod prelude {
    pub use crate::{
        Alternating, Budget, Cost, Describe, Ending, Engine, Game, Guarantee, Impartial, Level,
        Limit, Nimber, Opponents, Outcome, Player, PlayerSet, PlyCap, Progress, Random, Record,
        Refused, Report, Scored, Seeded, Stored, Symmetric, Unfinished, Value, Verdict, Written,
        any::{self, AnyGame, AnyRecord},
        describe::SetupOptions,
        encode::{Actions, Augments, Bound, Bounds, Graph, Graphs, Layout, Parts, Planes},
        engine::EngineError,
        laws, perft, playout, search, self_play,
        text::Unexpected,
        values::{self, Values},
    };
    #[cfg(feature = "store")]
    pub use crate::{audit, claim, store};
}

#[doc = include_str!("../ARCHITECTURE.md")]
pub mod architecture {}

pub use learning::{compact, encode, self_play};
pub use notation::describe::{Describe, Opponents, Refused};
pub use notation::{describe, format, reading};
pub use object::{any, values};
pub use play::game::{Alternating, Game, Impartial, Scored, Stored, Symmetric};
pub use play::outcome::{Ending, Guarantee, Outcome};
pub use play::player::{Player, PlayerSet};
pub use play::playout;
pub use play::plies::{Plies, Ply};
pub use play::ply_cap::PlyCap;
pub use play::record::{Record, RecordError};
pub use play::written::Written;
pub use proof::nimber::{Nimber, mex};
pub use proof::verdict::{
    CertifiedOutcome, Detail, Guarantees, MissingResult, Verdict, VerifiedVerdict,
};
#[cfg(feature = "store")]
pub use proof::{audit, store};
pub use proof::{claim, solve};
pub use tools::budget::{Budget, Cost, Limit, Progress, Unfinished};
#[cfg(feature = "rand_core")]
pub use tools::random::{FromRng, rand_core};
pub use tools::random::{Random, Seeded};
pub use tools::{budget, fields, grid, look, text};
#[doc(hidden)]
pub use tools::{checksum, sorting, threads};
#[cfg(any(feature = "minimax", feature = "treant"))]
pub use tree::adapters;
pub use tree::engine::{Engine, Level};
pub use tree::perft::perft;
pub use tree::report::{Candidate, Report, Value};
pub use tree::{engine, perft, search};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
