//! Turns as AbstractPlay writes them: `h10-h12-j14`.
//!
//! This crate uses the same texts, so there is no writer: small letters, including I; rows from 0 at the bottom; the
//! places outside the corners are `00`, `020`, `p0` and `p20` on the standard board. The reader is as lenient as the
//! site: it ignores case and blanks within a turn.
//!
//! | AbstractPlay | here |
//! |---|---|
//! | `h11` | `h11` |
//! | `H10 - h12-J14` | `h10-h12-j14` |
//! | `b2-00` | `b2-00`, out through the corner |
//!
//! ```
//! use papergames_phutball::notation::abstract_play;
//!
//! for (text, written) in [("h11", "h11"), ("H10 - h12-J14", "h10-h12-j14"), ("b2-00", "b2-00")] {
//!     assert_eq!(abstract_play::read_turn(text)?.to_string(), written);
//! }
//! # Ok::<(), papergames_phutball::notation::ParseTurnError>(())
//! ```
//!
//! The rules of the site are [`Rules::FullBoardCorner`](crate::Rules::FullBoardCorner).
//!
//! Source: `src/games/phutball.ts` of [AbstractPlay/gameslib](https://github.com/AbstractPlay/gameslib).

use super::ParseTurnError;
use crate::turn::Turn;

/// Reads a turn.
///
/// # Errors
///
/// Returns what was expected, where (blanks not counted), and what was found, or two points that no jump can join.
pub fn read_turn(text: &str) -> Result<Turn, ParseTurnError> {
    let plain: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            '–' | '—' | '−' => '-',
            c => c.to_ascii_lowercase(),
        })
        .collect();
    plain.parse()
}
