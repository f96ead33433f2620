//! Sheets and their moves as text.

use core::fmt;
use core::str::FromStr;

use common::text::Reader;
use common::{Ending, Player};

use super::{Region, Sheet, Surface};
use crate::notation::read_stars;
use common::Refused;

/// Writes the numbers of arms of all boundaries and the surface, so that a lone boundary is not mistaken for a number
/// of crosses.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_lone = self.face.boundaries().len() == 1;
        let group = if is_lone { "1x" } else { "" };
        write!(f, "{group}{}@{}", self.face, self.surface)
    }
}

/// Writes the regions, the ending and the player to move; see the [module](super#texts).
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
    type Err = Refused;

    fn from_str(text: &str) -> Result<Sheet, Refused> {
        let mut reader = Reader::new(text);
        let (mut regions, mut ending) = (Vec::new(), None);
        if !reader.eat_str("none") {
            let counts_crosses = !text.contains(':');
            let mut left = Sheet::MAX_ARMS;
            loop {
                let before = reader.clone();
                let arms = read_stars(&mut reader, 1..=left as u64, counts_crosses)?;
                let all: usize = arms.iter().sum();
                if !(2..=left).contains(&all) {
                    let expected = match all {
                        0..2 => "a region with at least 2 arms".to_owned(),
                        _ => format!("stars with at most {left} arms in total"),
                    };
                    let stars = reader.since(&before);
                    return Err(before.unexpected_word(expected, stars).into());
                }
                left -= all;
                ending = ending.or_else(|| Ending::read(&mut reader));
                reader.expect('@')?;
                let surface = Surface::read(&mut reader, Sheet::MAX_PARTS)?;
                regions.push(Region::new(&arms, surface));
                if !reader.eat('/') {
                    break;
                }
            }
        }
        let ending = ending.or_else(|| Ending::read(&mut reader));
        let mut mover = Player::FIRST;
        if !reader.is_at_end() {
            reader.expect(':')?;
            mover = Player::new(reader.number("the player to move", 1..=2)? as usize - 1);
        }
        reader.expect_end()?;
        regions.sort_unstable();
        Ok(Sheet {
            regions,
            ending: ending.unwrap_or(Ending::Normal),
            mover,
        })
    }
}

common::debug_as_text!(Sheet);
common::serde_as_text!(Sheet);
