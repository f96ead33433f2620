//! The Universal Game Interface, a protocol that lets programs play each other.
//!
//! The protocol consists of lines in both directions and is modelled on UCI, the protocol of chess engines; see
//! <https://github.com/kz04px/cutegames> (`ugi.md`). A position follows the word `fen`, in the form of its one-token
//! text. Moves are those of [`Game`](common::Game), so one turn may require several `bestmove` answers. `query p1turn`
//! asks whose turn it is. Three commands are extensions: `validmoves` lists the legal moves, `undo` takes back one
//! move, and `show` prints the board.
//!
//! A server answers an invalid command with `info string error: ` and a sentence. After an invalid `position` command,
//! or a line that is too long, there is no position: `go` and the queries are rejected until the next valid `position`
//! or `uginewgame`. This ensures that after a mistake the engine does not continue with a different game than its
//! opponent.
//!
//! As in UCI, a server answers every `go` with exactly one `bestmove`, which is `bestmove (none)` after an error. It
//! skips words after `go` that it does not know, and a number that is negative or too large counts as the nearest one
//! in range. The names of options are read in any case.
//!
//! A server has four options: `Level`, the strength from 1 to 5; `Seed`, the seed of its random choices; `Threads`, the
//! number of threads that the engine may use; and `Pie`, whether the [pie rule](crate::Pie) is in force. With one
//! thread, which is the default, and a limit on nodes or depth, the same seed gives the same moves.
//!
//! Under the pie rule, which the protocol itself does not know, the second player may answer the first turn with `swap`
//! instead of a move, and has the first seat from then on. `bestmove swap` says that the engine does so, and a list of
//! moves after `position` contains the word where a player has done so. The same player is to move as before the word.

#[cfg(feature = "process")]
pub(crate) mod client;
pub(crate) mod line;
#[cfg(feature = "process")]
mod program;
mod server;

#[cfg(feature = "process")]
pub use program::{end_programs, split_words};
pub use server::Server;
