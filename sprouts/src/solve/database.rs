//! Nimbers as text, in the database format of GLOP and SPOTS.
//!
//! ```text
//! database = "[Positions+Nimber]" LF *( land SP nimber LF )
//! ```
//!
//! Lands are in the [published spelling](crate::land::glop), sorted; nimbers are decimal. GLOP and SPOTS can read the
//! output of [`write()`], and [`read`] reads theirs. Several lines may spell the same land, but must then agree.
//!
//! ```
//! use papergames_sprouts::land::Lands;
//! use papergames_sprouts::solve::{Solver, database};
//!
//! let mut solver = Solver::new();
//! let _ = solver.solve_lands(&Lands::start(2))?;
//! let text = database::write(solver.nimbers());
//! assert!(text.starts_with("[Positions+Nimber]\n0 0\n"));
//! assert_eq!(database::read(&text)?.len(), solver.nimbers().count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, HashMap};

use common::Nimber;

use crate::land::glop::Sum;
use crate::land::{Land, Lands, ParseLandError, Reductions};

const HEADER: &str = "[Positions+Nimber]";

/// Why a text is not a database of nimbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The first line is not the header.
    #[error("expected `[Positions+Nimber]` in line 1, found `{found}`")]
    Header {
        /// The first line, cut after 40 characters.
        found: String,
    },
    /// A line does not end with a space and a nimber.
    #[error("expected a land, a space and a nimber (0 to 63) in line {line}, found `{found}`")]
    Line {
        /// Which line, counted from 1.
        line: usize,
        /// The line, cut after 40 characters.
        found: String,
    },
    /// A land cannot be read.
    #[error("line {line}: {error}")]
    Land {
        /// Which line, counted from 1.
        line: usize,
        /// Why.
        error: ParseLandError,
    },
    /// A line does not contain exactly one land.
    #[error("expected one land in line {line}, found {count}")]
    NotOne {
        /// Which line, counted from 1.
        line: usize,
        /// How many.
        count: usize,
    },
    /// Two lines give one land different nimbers.
    #[error(
        "expected nimber {} for `{land}` as in an earlier line, found {} in line {line}",
        .before.0,
        .nimber.0
    )]
    Contradiction {
        /// Which line, counted from 1.
        line: usize,
        /// The land.
        land: String,
        /// The nimber of an earlier line.
        before: Nimber,
        /// The nimber of this line.
        nimber: Nimber,
    },
}

/// Writes nimbers as a database.
pub fn write(nimbers: impl IntoIterator<Item = (Land, Nimber)>) -> String {
    let lines: BTreeMap<String, Nimber> = nimbers
        .into_iter()
        .map(|(land, nimber)| (land.to_string(), nimber))
        .collect();
    let mut text = format!("{HEADER}\n");
    for (land, nimber) in lines {
        text.push_str(&land);
        text.push(' ');
        text.push_str(&nimber.0.to_string());
        text.push('\n');
    }
    text
}

/// Reads a database.
///
/// # Errors
///
/// Returns [`ReadError`] with the number of the first wrong line.
pub fn read(text: &str) -> Result<HashMap<Land, Nimber>, ReadError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim_end()));
    let cut = |line: &str| line.chars().take(40).collect();
    match lines.next() {
        Some((_, HEADER)) => {}
        other => {
            return Err(ReadError::Header {
                found: other.map_or(String::new(), |(_, l)| cut(l)),
            });
        }
    }
    let mut nimbers = HashMap::new();
    for (line, content) in lines.filter(|(_, content)| !content.is_empty()) {
        let parts = content
            .rsplit_once(' ')
            .and_then(|(land, n)| Some((land, Nimber(n.parse().ok()?))));
        let (land, nimber) =
            parts
                .filter(|(_, nimber)| nimber.0 < 64)
                .ok_or_else(|| ReadError::Line {
                    line,
                    found: cut(content),
                })?;
        let sum: Sum = land
            .parse()
            .map_err(|error| ReadError::Land { line, error })?;
        let lands = Lands::from_sum(&sum, Reductions::ALL);
        let mut one = lands.iter();
        let (Some(land), None) = (one.next(), one.next()) else {
            return Err(ReadError::NotOne {
                line,
                count: lands.len(),
            });
        };
        let before = *nimbers.entry(land.clone()).or_insert(nimber);
        if before != nimber {
            let land = land.to_string();
            return Err(ReadError::Contradiction {
                line,
                land,
                before,
                nimber,
            });
        }
    }
    Ok(nimbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(text: &str, message: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }

    #[test]
    fn a_bad_line_is_named() {
        check_error("", "expected `[Positions+Nimber]` in line 1, found ``");
        check_error(
            "[Positions+Nimber]\n0 0\n0*2",
            "expected a land, a space and a nimber (0 to 63) in line 3, found `0*2`",
        );
        check_error(
            "[Positions+Nimber]\n0.x 1",
            "line 2: expected a boundary: `0`, or corners `1`, `2` or letters at character 3, found `x`",
        );
        check_error(
            "[Positions+Nimber]\n0+0 0",
            "expected one land in line 2, found 2",
        );
        check_error(
            "[Positions+Nimber]\n22 1\n1 0",
            "expected nimber 1 for `1` as in an earlier line, found 0 in line 3",
        );
    }

    #[test]
    fn every_spelling_of_a_land_is_read_as_the_same() {
        // From the reference: one position that GLOP spells in four ways.
        let text =
            "[Positions+Nimber]\nABCD|ABCE|DE 0\nABCD|ABED|CE 0\nABCD|ADCE|BE 0\nABCD|BCDE|AE 0\n";
        assert_eq!(read(text).expect("the database is well formed").len(), 1);
    }
}
