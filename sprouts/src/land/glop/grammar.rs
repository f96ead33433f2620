//! Sums as text.

use core::fmt;
use core::fmt::Write;
use core::str::FromStr;

use common::text::{Reader, Unexpected};

use super::Sum;
use super::check::{check_crossing, check_pairs, check_sphere};
use super::corner::{Boundary, Corner, LETTERS, LOWER, Region, UPPER};
use super::lines::is_bare_spot;
use super::plain_land::PlainLand;
use crate::land::error::ParseLandError;

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lands.is_empty() {
            return f.write_str("!");
        }
        for (i, land) in self.lands.iter().enumerate() {
            f.write_str(if i > 0 { "+" } else { "" })?;
            for (j, region) in land.0.iter().enumerate() {
                f.write_str(if j > 0 { "|" } else { "" })?;
                let mut k = 0;
                while k < region.len() {
                    f.write_str(if k > 0 { "." } else { "" })?;
                    let bare = region[k..].iter().take_while(|b| is_bare_spot(b)).count();
                    if bare > 1 {
                        write!(f, "0*{bare}")?;
                        k += bare;
                        continue;
                    }
                    region[k].iter().try_for_each(|c| write_corner(*c, f))?;
                    k += 1;
                }
            }
        }
        Ok(())
    }
}

pub(super) fn write_corner(corner: Corner, f: &mut impl Write) -> fmt::Result {
    let letter = |first: char, index: u16| char::from(first as u8 + index as u8);
    match corner.0 {
        digit @ 0..=3 => write!(f, "{digit}"),
        c if corner.is_lower() && c - LOWER < 12 => write!(f, "{}", letter('a', c - LOWER)),
        c if corner.is_lower() => write!(f, "m({})", c - LOWER + 1),
        c if c - UPPER < 25 => write!(f, "{}", letter('A', c - UPPER)),
        c => write!(f, "n({})", c - UPPER + 1),
    }
}

common::serde_as_text!(Sum);

impl FromStr for Sum {
    type Err = ParseLandError;

    fn from_str(text: &str) -> Result<Sum, ParseLandError> {
        let mut reader = Reader::new(text);
        if reader.eat('!') {
            reader.expect_end()?;
            return Ok(Sum::default());
        }
        let mut counted = SpotCounter::default();
        let mut lands = Vec::new();
        loop {
            let start = reader.clone();
            let mut land = PlainLand::default();
            loop {
                let mut region = Region::new();
                loop {
                    counted.read_boundary(&mut reader, &mut region)?;
                    if !reader.eat('.') {
                        break;
                    }
                }
                land.0.push(region);
                if !reader.eat('|') {
                    break;
                }
            }
            check_pairs(&land, &start)?;
            check_crossing(&land, &start)?;
            check_sphere(&land, &start)?;
            lands.push(land);
            if !reader.eat('+') {
                break;
            }
        }
        reader.expect_end()?;
        Ok(Sum { lands })
    }
}

/// Counts the spots with their lives, which are limited to what a game can have: a line takes two lives and adds a spot
/// with one, so spots and lives together never become more. So long texts stay cheap, and a land has at most
/// 2 × [`Sum::MAX_SPOTS`] letters, which the bytes of a [shape](crate::land::shape) have room for.
#[derive(Default)]
pub(super) struct SpotCounter {
    /// The spots and their lives.
    count: u64,
}

impl SpotCounter {
    /// The spots and their lives at the start: a spot has three lives.
    const MOST: u64 = 4 * Sum::MAX_SPOTS;

    /// Counts spots with their lives. `start` is where they are in the text.
    fn add(&mut self, more: u64, start: &Reader<'_>) -> Result<(), Unexpected> {
        self.count += more;
        if self.count > SpotCounter::MOST {
            let most = Sum::MAX_SPOTS;
            return Err(start.unexpected(format!(
                "no more spots and lives than a game that begins with {most} spots can have"
            )));
        }
        Ok(())
    }

    /// Checks that a region has no more boundaries than a game can give it. Each belongs to a part of the drawing with
    /// a spot of the start.
    fn check_region(region: &Region, start: &Reader<'_>) -> Result<(), Unexpected> {
        if region.len() as u64 > Sum::MAX_SPOTS {
            let most = Sum::MAX_SPOTS;
            return Err(start.unexpected(format!("at most {most} boundaries in a region")));
        }
        Ok(())
    }

    pub(super) fn read_boundary(
        &mut self,
        reader: &mut Reader<'_>,
        region: &mut Region,
    ) -> Result<(), Unexpected> {
        let start = reader.clone();
        if reader.eat('0') {
            let count = if reader.eat('*') {
                reader.number("a number of spots", 1..=Sum::MAX_SPOTS)?
            } else {
                1
            };
            self.add(4 * count, &start)?;
            region.extend((0..count).map(|_| vec![Corner(0)]));
            return SpotCounter::check_region(region, &start);
        }
        let mut boundary = Boundary::new();
        while let Some(c) = reader.peek() {
            let corner = match c {
                '1' | '2' => Corner(c as u16 - '0' as u16),
                'a'..='l' => Corner(LOWER + c as u16 - 'a' as u16),
                'A'..='Y' => Corner(UPPER + c as u16 - 'A' as u16),
                'm' | 'n' | 'Z' => {
                    reader.eat(c);
                    reader.expect('(')?;
                    let number =
                        reader.number("the number of a letter", 1..=u64::from(LETTERS))? as u16;
                    if reader.peek() != Some(')') {
                        return Err(reader.unexpected("`)`"));
                    }
                    Corner(if c == 'm' { LOWER } else { UPPER } + number - 1)
                }
                _ => break,
            };
            // A letter stands for one of the two corners of a spot with one life.
            let more = if corner.0 <= 2 {
                4 - u64::from(corner.0)
            } else {
                1
            };
            self.add(more, reader)?;
            reader.next_char();
            boundary.push(corner);
        }
        if reader.since(&start).is_empty() {
            return Err(reader.unexpected("a boundary: `0`, or corners `1`, `2` or letters"));
        }
        region.push(boundary);
        SpotCounter::check_region(region, &start)
    }
}
