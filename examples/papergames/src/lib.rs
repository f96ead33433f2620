//! Sprouts, Brussels Sprouts, SOS and Phutball: paper-and-pencil games behind one [`Game`] trait.
//!
//! A value that implements [`Game`] is a *position*: it contains its board, its rules and the player to move. The four
//! games are modules of this crate. Everything else works for any game, including your own.
//!
//! ```
//! use papergames::sos::{Position, Rules};
//! use papergames::{Game, Player, Scored};
//!
//! let mut position = Position::new("3x3".parse()?, Rules::General);
//! for m in ["Sa1", "Ob1", "Sc1"] {
//!     position.apply(&m.parse()?)?;
//! }
//! // The third letter completed an S-O-S, so the first player scores a point and moves again.
//! assert_eq!(position.score(Player::FIRST), 1);
//! assert_eq!(position.turn(), Some(Player::FIRST));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | you want to | see |
//! |---|---|
//! | learn the library step by step | the [guides](guide) |
//! | know what a game is, and which laws it obeys | [`Game`] |
//! | play | [`Record`], [`playout`], [`engine`] |
//! | count, search, solve | [`perft`](mod@perft), [`search`], [`solve`], and `solve` in each game |
//! | limit, stop or watch a search | [`Budget`], [`Progress`] |
//! | train a network or another learner | [`encode`], [`self_play`], [the guide](guide::train_a_value) |
//! | read and write notations | [`format`](mod@format), and `notation` in each game |
#![cfg_attr(feature = "draw", doc = "| draw | [`picture`] |")]
//! | test a game of your own | [`laws`]; with the feature `proptest`, strategies such as `laws::records` |
//!
//! Matches, UGI and play in a terminal are in the crate
//! [`papergames-play`](https://docs.rs/papergames-play).
//!
//! # Features
//!
//! | feature | adds | default |
//! |---|---|---|
//! | `sprouts`, `brussels`, `sos`, `phutball` | the game | yes |
//! | `solve` | exact solvers and their proofs | yes |
//! | `object` | games as objects, with notations, opponents and values, and `games`; implies `solve` | yes |
//! | `draw` | pictures as SVG and in the terminal | yes |
//! | `png` | pictures as PNG | |
//! | `serde` | serialisation of positions, moves, records and results | |
//! | `store` | results on disk that survive the end of the program | |
//! | `json` | games of Phutball in the form of Ehrenborg's collection | |
//! | `proptest` | strategies for reachable positions | |
//! | `serde-laws` | the law of serde in `laws`; implies `serde` | |
//! | `rand_core` | adapters from and to generators of the `rand` family | |
//! | `minimax`, `treant` | adapters to the crates of these names | |

#[cfg(feature = "brussels")]
#[doc(no_inline)]
pub use brussels;
#[doc(inline)]
pub use common::*;
#[cfg(feature = "phutball")]
#[doc(no_inline)]
pub use phutball;
#[cfg(feature = "draw")]
#[doc(no_inline)]
pub use picture;
#[cfg(feature = "sos")]
#[doc(no_inline)]
pub use sos;
#[cfg(feature = "sprouts")]
#[doc(no_inline)]
pub use sprouts;

/// Returns the games as trait objects, in the order in which programs list them. A front end takes such a list, so a
/// program can add its own game to it.
///
/// # Examples
///
/// ```
/// use papergames::describe::SetupOptions;
///
/// for game in papergames::games() {
///     let record = game.start(None, &SetupOptions::none())?;
///     println!("{}: {} first moves from {}", game.about().title, record.count_moves(), record.setup());
/// }
/// # Ok::<(), papergames::describe::Refused>(())
/// ```
#[cfg(feature = "object")]
pub fn games() -> Vec<&'static dyn any::AnyGame> {
    vec![
        #[cfg(feature = "sprouts")]
        sprouts::GAME,
        #[cfg(feature = "sprouts")]
        sprouts::ON_SURFACES,
        #[cfg(feature = "brussels")]
        brussels::GAME,
        #[cfg(feature = "brussels")]
        brussels::ON_SURFACES,
        #[cfg(feature = "sos")]
        sos::GAME,
        #[cfg(feature = "phutball")]
        phutball::GAME,
    ]
}

/// Step-by-step guides, whose programs are compiled and run as tests.
pub mod guide {
    #[doc = include_str!("../guide/a_first_game.md")]
    pub mod a_first_game {}
    #[doc = include_str!("../guide/write_a_bot.md")]
    pub mod write_a_bot {}
    #[doc = include_str!("../guide/train_a_value.md")]
    pub mod train_a_value {}
    #[doc = include_str!("../guide/add_a_game.md")]
    pub mod add_a_game {}
    #[doc = include_str!("../guide/solve_and_verify.md")]
    pub mod solve_and_verify {}
    #[doc = include_str!("../guide/review_games.md")]
    pub mod review_games {}
    #[doc = include_str!("../guide/values_of_sprouts.md")]
    pub mod values_of_sprouts {}
    #[doc = include_str!("../guide/values_of_brussels_sprouts.md")]
    pub mod values_of_brussels_sprouts {}
    #[doc = include_str!("../guide/values_of_sos.md")]
    pub mod values_of_sos {}
    #[doc = include_str!("../guide/values_of_phutball.md")]
    pub mod values_of_phutball {}
    #[doc = include_str!("../guide/rubber_sheet.md")]
    #[doc = include_str!("../guide/rubber_sheet.svg")]
    pub mod rubber_sheet {}
    #[doc = include_str!("../guide/how_sprouts_is_solved.md")]
    #[doc = include_str!("../guide/solver_loop.svg")]
    #[doc = include_str!("../guide/solver_cost.svg")]
    pub mod how_sprouts_is_solved {}
    #[doc = include_str!("../guide/history.md")]
    pub mod history {}
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
