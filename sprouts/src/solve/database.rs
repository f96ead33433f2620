//! Reads and writes nimbers in the database format of GLOP and SPOTS.
//!
//! ```text
//! database = "[Positions+Nimber]" LF *( land SP nimber LF )
//! ```
//!
//! Lands are in the [published spelling](crate::land::glop), sorted; nimbers are decimal. GLOP and SPOTS can read the
//! output of [`write()`], and [`read`] reads theirs. Several lines may contain spellings of the same land, provided
//! that they give the same nimber.
//!
//! ```
//! use papergames_sprouts::land::Lands;
//! use papergames_sprouts::solve::{Entry, Known, Solver, database};
//!
//! let mut solver = Solver::new();
//! let _ = solver.solve_lands(&Lands::start(2))?;
//! let nimbers: Vec<_> = solver
//!     .entries()
//!     .filter_map(|entry| match entry {
//!         Entry::Land(land, Known::Nimber(nimber)) => Some((land, nimber)),
//!         _ => None,
//!     })
//!     .collect();
//! let text = database::write(nimbers.clone());
//! assert!(text.starts_with("[Positions+Nimber]\n0 0\n"));
//! assert_eq!(database::read(&text)?.len(), nimbers.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, HashMap};

use common::Nimber;
use common::describe::Refused;
use common::format::short;

use crate::land::glop::Sum;
use crate::land::{Land, Lands, Reductions};

const HEADER: &str = "[Positions+Nimber]";

/// Writes the nimbers of lands as a database.
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

/// Reads a database of nimbers.
///
/// # Errors
///
/// Returns an error with the number of the first wrong line.
pub fn read(text: &str) -> Result<HashMap<Land, Nimber>, Refused> {
    let mut lines = (1..).zip(text.lines().map(str::trim_end));
    let refuse = |text: String| Err(Refused::new(text));
    let (_, head) = lines.next().unwrap_or((1, ""));
    if head != HEADER {
        return refuse(format!(
            "line 1 must be `{HEADER}`, found `{}`",
            short(head)
        ));
    }
    let mut nimbers = HashMap::new();
    for (line, content) in lines.filter(|(_, content)| !content.is_empty()) {
        let parts = content.rsplit_once(' ');
        let parts = parts.and_then(|(land, nimber)| Some((land, nimber.parse().ok()?)));
        let Some((land, nimber @ 0..=63)) = parts else {
            let found = short(content);
            return refuse(format!(
                "line {line} must be a land, a space and a nimber from 0 to 63, found `{found}`"
            ));
        };
        let sum: Sum = land
            .parse()
            .map_err(|error| Refused::because(error).context(format!("line {line}")))?;
        let lands = Lands::from_sum(&sum, Reductions::ALL);
        let mut one = lands.iter();
        let (Some(land), None) = (one.next(), one.next()) else {
            let count = lands.len();
            return refuse(format!(
                "line {line} must contain exactly one land, found {count}"
            ));
        };
        let Nimber(before) = *nimbers.entry(land.clone()).or_insert(Nimber(nimber));
        if before != nimber {
            return refuse(format!(
                "line {line} gives `{land}` nimber {nimber}, but an earlier line gives nimber {before}"
            ));
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
        check_error("", "line 1 must be `[Positions+Nimber]`, found ``");
        check_error(
            "[Positions+Nimber]\n0 0\n0*2",
            "line 3 must be a land, a space and a nimber from 0 to 63, found `0*2`",
        );
        check_error(
            "[Positions+Nimber]\n0.x 1",
            "line 2: expected a boundary: `0`, or corners `1`, `2` or letters at character 3, found `x`",
        );
        check_error(
            "[Positions+Nimber]\n0+0 0",
            "line 2 must contain exactly one land, found 2",
        );
        check_error(
            "[Positions+Nimber]\n22 1\n1 0",
            "line 3 gives `1` nimber 0, but an earlier line gives nimber 1",
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
