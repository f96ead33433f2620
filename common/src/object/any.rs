//! Games as trait objects, for code that displays games, such as programs, web pages, protocols, language bindings and
//! servers.
//!
//! Rules, searches and solvers are generic over [`Game`](crate::Game), which makes them fast because the compiler knows
//! the type. Code that displays games does not need the type. It asks an [`AnyGame`], of which there is one object per
//! game, for an [`AnyRecord`], which is a game in progress. These objects represent positions as text, in the form that
//! `Display` writes and `FromStr` parses. A move is an [`AnyMove`], which was read and checked once.
//!
//! [`GameObject`] is the object for any game that [describes](crate::Describe) itself:
//!
//! ```
//! use papergames_common::any::{AnyGame, GameObject};
//! use papergames_common::describe::SetupOptions;
//! use papergames_common::nim::Nim;
//!
//! static NIM: GameObject<Nim> = GameObject::new();
//!
//! // A front end takes such objects, and never learns the type of the game.
//! let games: [&'static dyn AnyGame; 1] = [&NIM];
//! let mut record = games[0].start(Some("1,2:first+"), &SetupOptions::none())?;
//! record.play("1x1")?;
//! assert_eq!((record.position().as_str(), record.count_moves()), ("1,1:second+", 2));
//! assert!(record.rewind(0));
//! assert_eq!(record.to_string(), "1,2:first+");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A feature that only some games have is called a *capability*. Capabilities are registered where the object is
//! created: `.notations()`, `.opponents()`, `.values(…)`, `.pictures(…)`, `.encoding()`. A front end asks for a
//! capability and reports an error if the game does not have it. What only one game has is an [extra](Extra).

mod encoding;
mod engine;
mod game;
mod game_object;
mod moves;
mod object;
mod record_object;

pub use engine::EngineObject;
pub use game_object::{GameObject, PicturesOf};
pub use moves::AnyMove;
pub use object::{
    AnyEncoding, AnyEngine, AnyEpisode, AnyFacts, AnyGame, AnyGuide, AnyLeaf, AnyPictures,
    AnyPosition, AnyRecord, AnySearch, AnyTexts, AnyValues, Extra, Image, MoveSizes, PlanesOf,
    PlayError, Playout, ReadGame, SheetOf, Sheets, TooLargeToPlay, Uses, VerdictOnSetup,
    VisitLevel,
};
