//! Reads and writes the texts of empty boards and of sizes.

use core::fmt;
use core::str::FromStr;

use common::grid::{Columns, Rows};
use common::text::{Reader, Unexpected, read_whole};
use common::{Player, Refused};

use crate::rules::{self, Rules};
use crate::setup::Setup;
use crate::size::Size;

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)?;
        if self.players() != 2 {
            write!(f, ":{}:{}", self.rules, self.players())
        } else if !self.rules.is_default() {
            write!(f, ":{}", self.rules)
        } else {
            Ok(())
        }
    }
}

/// Reads `4x5` at the cursor.
fn read_size(reader: &mut Reader<'_>) -> Result<Size, Refused> {
    // `Size::new` rejects a board that is too large, with a better message.
    let side = |of| {
        let (most, cells) = (Size::MAX_SIDE, Size::MAX_CELLS);
        format!("a number of {of} (1 to {most}, for {cells} cells at most)")
    };
    let rows = reader.number_as(side("rows"), 1..=999_999)?;
    if !(reader.eat('x') || reader.eat('X') || reader.eat('×')) {
        return Err(reader.unexpected("`x` between rows and columns").into());
    }
    let columns = reader.number_as(side("columns"), 1..=999_999)?;
    Size::new(Rows(rows as usize), Columns(columns as usize))
}

impl FromStr for Size {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Size, Refused> {
        read_whole(text, read_size)
    }
}

impl FromStr for Setup {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Setup, Refused> {
        read_whole(text, |reader| {
            let mut setup = Setup::of(read_size(reader)?, Rules::default());
            if reader.eat(':') {
                setup.rules = read_rules(reader)?;
            }
            if !reader.is_at_end() {
                reader.expect(':')?;
                let expected = format_args!("a number of players (2 to {})", Player::MAX);
                let players = reader.number_as(expected, 0..=999_999)?;
                setup = setup.with_players(players as usize)?;
            }
            Ok(setup)
        })
    }
}

common::serde_as_text!(Size);

/// Reads the name of a rule set at the cursor.
pub(super) fn read_rules(reader: &mut Reader<'_>) -> Result<Rules, Unexpected> {
    let start = reader.clone();
    let word = reader.take_while(char::is_alphabetic);
    word.parse().map_err(|_| match word {
        "" => start.unexpected(rules::expected()),
        _ => start.unexpected_word(rules::expected(), word),
    })
}
