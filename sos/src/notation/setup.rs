//! Reads and writes the texts of empty boards and of sizes.

use core::fmt;
use core::str::FromStr;

use common::grid::{Columns, Rows};
use common::text::{Reader, Unexpected, read_whole};
use common::{Player, Refused};

use crate::rules::{self, Rules};
use crate::setup::{Ruling, Setup};
use crate::size::Size;
use crate::target::{Target, Word, Wrap};

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)?;
        if self.players() != 2 {
            write!(f, ":{}:{}", self.ruling(), self.players())
        } else if !self.ruling().is_default() {
            write!(f, ":{}", self.ruling())
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
                setup = setup.under(read_rules(reader)?)?;
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

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Target { word, wrap } = self.target;
        let is_bare = self.target.is_plain() || !self.rules.is_default();
        let rules = is_bare.then(|| self.rules.to_string());
        let wrap = (wrap != Wrap::None).then(|| wrap.to_string());
        let word = (word != Word::SOS).then(|| word.to_string());
        let handicap = (self.handicap > 0).then(|| self.handicap.to_string());
        let parts = [rules, wrap, word, handicap].into_iter().flatten();
        f.write_str(&parts.collect::<Vec<String>>().join("+"))
    }
}

impl FromStr for Ruling {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Ruling, Refused> {
        Ok(read_whole(text, read_rules)?)
    }
}

/// Reads the name of a rule set, the joined edges, the word and the handicap at the cursor, joined by `+`. Each may be
/// left out, but a handicap is not alone.
pub(super) fn read_rules(reader: &mut Reader<'_>) -> Result<Ruling, Unexpected> {
    let (mut rules, mut wrap, mut word, mut handicap) = (None, None, None, None);
    loop {
        let start = reader.clone();
        let part = reader.take_while(|c| c.is_alphabetic() || c == '-');
        let edges = Wrap::ALL.into_iter().find(|wrap| wrap.name() == part);
        let edges = edges.filter(|wrap| *wrap != Wrap::None);
        let is_first = rules.is_none() && wrap.is_none() && word.is_none();
        let is_new = match (part.parse::<Rules>(), edges, part.parse::<Word>()) {
            (Ok(found), ..) => rules.replace(found).is_none(),
            (_, Some(found), _) => wrap.replace(found).is_none(),
            (.., Ok(found)) => word.replace(found).is_none(),
            _ if part.is_empty() && !is_first => {
                let points = reader.number("a handicap in points", 1..=u64::from(u8::MAX))?;
                handicap.replace(points as u8).is_none()
            }
            _ if part.is_empty() => return Err(start.unexpected(rules::expected())),
            _ => return Err(start.unexpected_word(rules::expected(), part)),
        };
        if !is_new {
            let expected = "rules, joined edges, a word and a handicap, each at most once";
            return Err(start.unexpected_word(expected, part));
        }
        if !reader.eat('+') {
            let target = Target::new(word.unwrap_or(Word::SOS), wrap.unwrap_or_default());
            return Ok(Ruling {
                rules: rules.unwrap_or_default(),
                target,
                handicap: handicap.unwrap_or_default(),
            });
        }
    }
}
