//! Checks certificates, which prove the winner of a position of Sprouts or the value of a board of SOS. `papergames
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
//! This package shares no code with the programs that write certificates, and depends only on Rust's standard library.
//! It has its own parser, its own implementation of both games' rules, and its own way to decide whether two drawings
//! or boards are equivalent. So even if a solver is wrong, an accepted file proves the printed statement.
//!
//! The file `FORMAT.md` in this package's folder describes certificates completely: their grammar, the meaning of each
//! fact, how facts are proved, and when two positions are equivalent.
//!
//! # Modules
//!
//! * [`work`]: the limit on work, and the errors for certificates that are not accepted.
//! * [`text`]: the lines, the checksum and the numbers of a certificate.
//! * [`input`]: reads a text within the limits.
//! * [`sprouts`], [`sos`]: the two games.
//! * [`claim`]: claims, which state what a proof must be about.
//! * [`verdict`]: the whole check and its result.

pub mod work;

pub mod text;

pub mod input;

pub mod sprouts;

pub mod sos;

pub mod claim;

pub mod verdict;

pub use claim::Claim;
pub use verdict::{AcceptedClaim, Value, check};
pub use work::{Failure, Limit, Work};
