//! The older notation of the solver literature, which ends each part with a terminator: `0.0.0.}]!`.
//!
//! Applegate, Jacobson and Sleator introduced it in 1991. The first version of GLOP printed it, and RimasTr's program,
//! whose database of 482,739 positions is the largest in this spelling, still does. The corners are those of the [newer
//! spelling](super); only the punctuation differs:
//!
//! | ends | here | newer spelling |
//! |---|---|---|
//! | a boundary | `.` after each | `.` between two |
//! | a region | `}` after each | `\|` between two |
//! | a land | `]` after each | `+` between two |
//! | a position | `!` | nothing, but `!` alone is the empty position |
//!
//! # Grammar
//!
//! ```text
//! sum      = *land "!" / 1*region "!"        ; without lands, their letters tell them apart
//! land     = 1*region "]"
//! region   = 1*boundary "}"
//! boundary = ( "0" [ "*" number ] / 1*corner ) "."
//! ```
//!
//! `0*3.` is accepted for `0.0.0.` but never written. RimasTr and the 1991 report omit `]`; [`write()`] includes it, as
//! GLOP does. For capitals beyond the alphabet some programs write `Z(n)` and others `n(n)`; both are accepted.
//!
//! | text | newer spelling |
//! |---|---|
//! | `0.0.0.}]!` | `0*3` |
//! | `0.AB.}AB.}]!` | `0.AB\|AB` |
//! | `12.AB.}AB.}]0.2ABC.}0.1ab1bc2ca.ACB.}]!` | `12.AB\|AB+0.2ABC\|0.1ab1bc2ca.ACB` |
//! | `!` | `!` |
//!
//! ```
//! use papergames_sprouts::land::glop::{Sum, ajs};
//!
//! for (old, new) in [
//!     ("0.0.0.}]!", "0*3"),
//!     ("0.AB.}AB.}]!", "0.AB|AB"),
//!     ("12.AB.}AB.}]0.2ABC.}0.1ab1bc2ca.ACB.}]!", "12.AB|AB+0.2ABC|0.1ab1bc2ca.ACB"),
//!     ("!", "!"),
//! ] {
//!     let sum = ajs::read(old)?;
//!     assert_eq!((sum.to_string(), ajs::write(&sum)), (new.to_string(), old.to_string()));
//! }
//! let without_lands = ajs::read("0.AB.}AB.}0.0.}!")?;
//! assert_eq!(ajs::write(&without_lands), "0.AB.}AB.}]0.0.}]!");
//! let error = ajs::read("0.0.}").unwrap_err();
//! assert_eq!(error.to_string(), "expected `!` at the end of the position at character 6, found the end of the text");
//! # Ok::<(), papergames_sprouts::land::ParseLandError>(())
//! ```
//!
//! Sources: D. Applegate, G. Jacobson and D. Sleator, *Computer Analysis of Sprouts*, CMU-CS-91-144 (1991); J. Lemoine
//! and S. Viennot, *A further computer analysis of Sprouts* (2007); the files of [RimasTr/sprouts].
//!
//! [RimasTr/sprouts]: https://github.com/RimasTr/sprouts

use common::text::{Reader, Unexpected};

use super::Sum;
use super::check::{check_crossing, check_pairs, check_sphere};
use super::corner::Region;
use super::grammar::{SpotCounter, write_corner};
use super::lines::is_bare_spot;
use super::plain_land::PlainLand;
use crate::land::error::ParseLandError;

/// Reads a position in this notation as written, without reducing or sorting it.
///
/// # Errors
///
/// Returns an error if the text does not follow the grammar or its letters do not describe a drawing.
pub fn read(text: &str) -> Result<Sum, ParseLandError> {
    let mut reader = Reader::new(text);
    let mut counted = SpotCounter::default();
    let mut lands = Vec::new();
    while !reader.eat('!') {
        if reader.is_at_end() {
            return Err(reader.unexpected("`!` at the end of the position").into());
        }
        let start = reader.clone();
        let mut land = PlainLand::default();
        while !matches!(reader.peek(), Some(']' | '!') | None) {
            land.0.push(read_region(&mut reader, &mut counted)?);
        }
        let is_land = reader.peek() == Some(']');
        if land.0.is_empty() {
            return Err(reader.unexpected("a region").into());
        }
        check_pairs(&land, &start)?;
        check_crossing(&land, &start)?;
        let parts = if is_land {
            vec![land]
        } else {
            land.split_all()
        };
        for part in parts {
            check_sphere(&part, &start)?;
            lands.push(part);
        }
        if !is_land {
            // Without `]`, read everything up to the end and separate the lands afterwards.
            continue;
        }
        reader.eat(']');
    }
    reader.expect_end()?;
    Ok(Sum { lands })
}

fn read_region(reader: &mut Reader<'_>, counted: &mut SpotCounter) -> Result<Region, Unexpected> {
    let mut region = Region::new();
    loop {
        counted.read_boundary(reader, &mut region)?;
        if !reader.eat('.') {
            return Err(reader.unexpected("a corner, or `.` at the end of the boundary"));
        }
        if reader.eat('}') {
            return Ok(region);
        }
        if matches!(reader.peek(), Some('!' | ']') | None) {
            return Err(reader.unexpected("a boundary, or `}` at the end of the region"));
        }
    }
}

/// Writes a position in this notation, with `]` after each land.
pub fn write(sum: &Sum) -> String {
    let mut text = String::new();
    for land in &sum.lands {
        for region in &land.0 {
            for boundary in region {
                if is_bare_spot(boundary) {
                    text.push('0');
                } else {
                    for corner in boundary {
                        // Writing to a string cannot fail.
                        let _ = write_corner(*corner, &mut text);
                    }
                }
                text.push('.');
            }
            text.push('}');
        }
        text.push(']');
    }
    text.push('!');
    text
}
