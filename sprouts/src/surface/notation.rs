//! Sheets and their moves as text: see the [module](super#texts).

use core::fmt;
use core::str::FromStr;

use common::text::Reader;
use common::{Ending, Player, Refused};

use super::Sheet;
use crate::land::canon::Canoniser;
use crate::land::on_surface::{SheetReader, Spelling, write_land};
use crate::land::{Land, Lands, Reductions};

/// Writes the lands as GLOP does.
pub(super) fn write_glop(sheet: &Sheet) -> String {
    let land = |land: &Land| {
        let mut text = String::new();
        let _ = write_land(&mut text, &land.shape(), Spelling::Glop);
        text
    };
    let lands: Vec<String> = sheet.lands.iter().map(land).collect();
    match lands[..] {
        [] => "!".to_owned(),
        _ => lands.join("+"),
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lands.is_empty() {
            f.write_str("none")?;
        }
        for (i, land) in self.lands.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "/" })?;
            write_land(f, &land.shape(), Spelling::Own)?;
        }
        write!(f, "{}:{}", self.ending, self.mover.index() + 1)
    }
}

impl FromStr for Sheet {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Sheet, Refused> {
        Ok(Sheet::read(text)?.0)
    }
}

impl Sheet {
    /// Reads a sheet, and the ending if the text specifies one.
    pub(super) fn read(text: &str) -> Result<(Sheet, Option<Ending>), Refused> {
        let mut reader = Reader::new(text);
        let mut read = SheetReader::of_sheet(!text.contains(':'));
        read.lands(&mut reader)?;
        let ending = read.ending.or_else(|| Ending::read(&mut reader));
        let mut mover = Player::FIRST;
        if !reader.is_at_end() {
            reader.expect(':')?;
            mover = Player::new(reader.number("the player to move", 1..=2)? as usize - 1);
        }
        reader.expect_end()?;
        let lands = Lands::from_shape(&read.shape, Reductions::NONE, &mut Canoniser::default());
        let sheet = Sheet::of(lands.lands, ending.unwrap_or(Ending::Normal), mover);
        Ok((sheet, ending))
    }
}

common::debug_as_text!(Sheet);
common::serde_as_text!(Sheet);
