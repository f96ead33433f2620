//! Checks certificates: proofs of the winner of a position of Sprouts or the value of a board of SOS, as `papergames
//! solve` writes them with `--certificate -o FILE`.
//!
//! ```
//! use papergames_check::{Claim, Work, check};
//!
//! let text = "\
//! papergames certificate 1
//! game sprouts
//! ending normal
//! position 0*2
//! mover loses
//! facts 3
//! 0 0
//! ABCD|ABCD 0
//! 0*2 0
//! checksum f59dafff766a112e
//! ";
//! let claim: Claim = "sprouts 2 normal".parse()?;
//! let accepted = check(text, Some(&claim), &Work::default())?;
//! assert_eq!(
//!     accepted.to_string(),
//!     "the player to move loses 0*2, the start with 2 spots, in standard Sprouts, normal play (the last line \
//!      wins); nimber 0"
//! );
//! assert_eq!(accepted.claim, claim);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This package shares no line with the programs that write certificates and depends on nothing but Rust's standard
//! library. It has its own reader, its own rules of both games, and its own way to tell whether two drawings or boards
//! are the same. A solver may be wrong in any way; a file that is accepted proves what the sentence says.
//!
//! `FORMAT.md` beside this package's manifest describes certificates completely: the grammar, what each fact says, what
//! proves it, and when two positions count as the same.
//!
//! # Modules
//!
//! * [`work`]: the limit on work, and why a certificate is not accepted.
//! * [`text`]: lines, the checksum and numbers.
//! * [`sprouts`], [`sos`]: the two games.
//! * [`claim`]: what a proof is about.
//! * [`verdict`]: the check as a whole.

pub mod work;

pub mod text;

pub mod sprouts;

pub mod sos;

pub mod claim;

pub mod verdict;

pub use claim::Claim;
pub use verdict::{Accepted, Value, check};
pub use work::{Failure, Limit, Work};
