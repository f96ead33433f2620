//! The Universal Game Interface, a protocol by which programs play each other.
//!
//! The protocol consists of lines in both directions and is modelled on UCI, the protocol of chess engines; see
//! <https://github.com/kz04px/cutegames> (`ugi.md`). A position follows the word `fen`, as the one-token text of its
//! game. Moves are the moves of [`Game`](common::Game), so one turn may take several `bestmove`s. `query p1turn` asks
//! whose turn it is. Three commands are extensions: `validmoves` lists the legal moves, `undo` takes back one move, and
//! `show` prints the board.
//!
//! A server answers a command that it refuses with `info string error: ` and a sentence. After a refused `position`, or
//! a line that is too long to be read, there is no position: `go` and the queries are refused until the next valid
//! `position` or `uginewgame`. So a mistake never makes the engine play in a different game from its opponent.
//!
//! A server has three options: `Level`, the strength from 1 to 5; `Seed`, the seed of its random choices; and
//! `Threads`, the number of threads that the engine may use. With one thread, which is the default, and a limit on
//! nodes or depth, the same seed gives the same moves.

#[cfg(feature = "process")]
pub(crate) mod client;
pub(crate) mod line;
mod server;

pub use server::Server;
