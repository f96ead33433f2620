//! Sheets and their moves as text.

use core::fmt;
use core::str::FromStr;

use common::text::{Reader, Unexpected};
use common::{Ending, Player};

use super::{Region, Sheet, SheetMove, Surface};
use crate::face::Face;

/// Why a text is not a [`Sheet`] or a [`SheetMove`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct ParseSheetError(#[from] Unexpected);

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.face, self.surface)
    }
}

impl Region {
    /// Reads a region at the cursor, of at most `most` arms.
    fn read(reader: &mut Reader<'_>, most: u64) -> Result<Region, Unexpected> {
        let before = reader.clone();
        let mut arms = Vec::new();
        let mut left = most;
        loop {
            let n = reader.number("a number of arms", 1..=left)?;
            arms.push(n as u16);
            left -= n;
            if !reader.eat(',') {
                break;
            }
        }
        let face = Face::new(&arms);
        if face.is_dead() {
            return Err(before.unexpected("a region with at least 2 arms"));
        }
        reader.expect('@')?;
        let surface = Surface::read(reader, Sheet::MAX_PARTS)?;
        Ok(Region { face, surface })
    }
}

/// Writes the regions, the ending and the player to move: see the [module](super#texts).
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.regions.is_empty() {
            f.write_str("none")?;
        }
        for (i, region) in self.regions.iter().enumerate() {
            write!(f, "{}{region}", if i == 0 { "" } else { "/" })?;
        }
        write!(f, "{}:{}", self.ending, self.mover.index() + 1)
    }
}

impl FromStr for Sheet {
    type Err = ParseSheetError;

    fn from_str(text: &str) -> Result<Sheet, ParseSheetError> {
        let mut reader = Reader::new(text);
        let mut regions = Vec::new();
        if !reader.eat_str("none") {
            let mut left = Sheet::MAX_ARMS as u64;
            loop {
                let region = Region::read(&mut reader, left)?;
                left -= region
                    .face
                    .boundaries()
                    .iter()
                    .map(|n| u64::from(*n))
                    .sum::<u64>();
                regions.push(region);
                if !reader.eat('/') {
                    break;
                }
            }
        }
        let ending = match reader.peek() {
            Some('-') => Ending::Misere,
            _ => Ending::Normal,
        };
        if matches!(reader.peek(), Some('+' | '-')) {
            reader.next_char();
        }
        let mut mover = Player::FIRST;
        if !reader.is_at_end() {
            reader.expect(':')?;
            mover = Player::new(reader.number("the player to move", 1..=2)? as usize - 1);
        }
        reader.expect_end()?;
        regions.sort_unstable();
        Ok(Sheet {
            regions,
            ending,
            mover,
        })
    }
}

impl fmt::Display for SheetMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.region, self.option)
    }
}

impl FromStr for SheetMove {
    type Err = ParseSheetError;

    fn from_str(text: &str) -> Result<SheetMove, ParseSheetError> {
        const MOST: u64 = u32::MAX as u64;
        let mut reader = Reader::new(text);
        let region = reader.number("the number of a region", 0..=MOST)? as usize;
        reader.expect('.')?;
        let option = reader.number("the number of an option", 0..=MOST)? as usize;
        reader.expect_end()?;
        Ok(SheetMove { region, option })
    }
}

common::serde_as_text!(Sheet, SheetMove);
