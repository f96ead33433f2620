//! Reads and writes positions, and moves in the form that they have in a position.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use common::text::{Reader, Unexpected, read_whole};
use common::{Ending, Refused};

use crate::moves::Move;
use crate::position::Position;
use crate::star::{Arm, Star, Stars};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arms: Vec<usize> = self.stars().map(|star| self.n_arms_of(star)).collect();
        match arms[..] {
            [n] if n != 4 => write!(f, "1x{n}")?,
            _ if arms.iter().all(|n| *n == 4) => write!(f, "{}", arms.len())?,
            _ => {
                for (i, n) in arms.iter().enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    write!(f, "{comma}{n}")?;
                }
            }
        }
        write!(f, "{}", self.ending)?;
        self.history().iter().try_for_each(|m| write!(f, ":{m}"))
    }
}

impl FromStr for Position {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Position, Refused> {
        let mut reader = Reader::new(text);
        let mut position = read_setup(&mut reader)?;
        while reader.eat(':') {
            let m = read_written(&mut reader)?;
            let (p, q) = position.resolve(&m).map_err(|reason| {
                let number = position.moves_made() + 1;
                Refused::because(reason).context(format_args!("line {number}, `{m}`"))
            })?;
            position.draw(p, q, m.pieces());
        }
        if !reader.is_at_end() {
            let expected = "`:` and a line, or the end of the text";
            return Err(reader.unexpected(expected).into());
        }
        Ok(position)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from(), self.to())?;
        for (i, star) in self.pieces().iter().enumerate() {
            write!(f, "{}{star}", if i == 0 { "[" } else { "," })?;
        }
        f.write_str(if self.pieces().is_empty() { "" } else { "]" })
    }
}

impl FromStr for Move {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Move, Refused> {
        Ok(read_whole(text, read_written)?)
    }
}

impl FromStr for Star {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Star, Refused> {
        Ok(read_whole(text, read_star)?)
    }
}

impl FromStr for Arm {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Arm, Refused> {
        Ok(read_whole(text, read_arm)?)
    }
}

common::debug_as_text!(Move);
common::serde_as_text!(Position, Move, Star, Arm);

fn read_setup(reader: &mut Reader<'_>) -> Result<Position, Refused> {
    let arms = read_stars(reader, 0..=Arm::MAX as u64, true)?;
    let ending = Ending::read(reader).unwrap_or(Ending::Normal);
    Position::with_arms(&arms, ending)
}

/// Reads `stars` at the cursor and returns the number of arms of each. `range` limits the number of arms of one star. A
/// bare number counts crosses if `counts_crosses` is set; otherwise it is a star with that many arms.
pub(crate) fn read_stars(
    reader: &mut Reader<'_>,
    range: RangeInclusive<u64>,
    counts_crosses: bool,
) -> Result<Vec<usize>, Refused> {
    let mut arms = Vec::new();
    let most = *range.end();
    let crosses = (Star::MAX as u64).min(most / 4);
    let expected = format_args!("a number of crosses (1 to {crosses}) or of arms (1 to {most})");
    let first = reader.number_as(expected, range.clone())? as usize;
    if counts_crosses && !matches!(reader.peek(), Some('x' | ',')) {
        arms.resize(first.min(Star::MAX + 1), 4);
        return Ok(arms);
    }
    read_group(reader, first, &range, &mut arms)?;
    while reader.eat(',') {
        let n = read_n_arms(reader, &range).map_err(|reason| match arms[..] {
            [one] if reader.is_at_end() => {
                Refused::new(format!("{reason}; one star with {one} arms is `1x{one}`"))
            }
            _ => reason.into(),
        })?;
        read_group(reader, n, &range, &mut arms)?;
    }
    Ok(arms)
}

/// Reads the rest of a group after its first number, and adds its stars to `arms`.
fn read_group(
    reader: &mut Reader<'_>,
    first: usize,
    range: &RangeInclusive<u64>,
    arms: &mut Vec<usize>,
) -> Result<(), Refused> {
    let (stars, n) = if reader.eat('x') {
        (first, read_n_arms(reader, range)?)
    } else {
        (1, first)
    };
    let found = arms.len() + stars;
    if found > Star::MAX {
        return Err(Star::too_many(found));
    }
    arms.resize(found, n);
    Ok(())
}

/// Reads the number of arms of a star. If `range` begins with 0, [`Position::with_arms`] rejects 0 with the number of
/// the star.
fn read_n_arms(reader: &mut Reader<'_>, range: &RangeInclusive<u64>) -> Result<usize, Unexpected> {
    let most = range.end();
    let expected = format_args!("a number of arms (1 to {most})");
    Ok(reader.number_as(expected, range.clone())? as usize)
}

fn read_star(reader: &mut Reader<'_>) -> Result<Star, Unexpected> {
    // Which stars there are, only the position knows.
    let number = reader.number_as("the number of a star", 1..=Star::MAX as u64)?;
    Ok(Star::new(number as usize - 1))
}

pub(super) fn read_arm(reader: &mut Reader<'_>) -> Result<Arm, Unexpected> {
    let star = read_star(reader)?;
    let before = reader.clone();
    let letters = reader.take_while(|c| c.is_ascii_lowercase());
    if letters.is_empty() {
        return Err(reader.unexpected("the letter of an arm"));
    }
    // A letter is a digit from 1 to 26. Four letters exceed the number of arms of any star.
    let digits = letters.bytes().take(4).map(|c| usize::from(c - b'a') + 1);
    let number = digits.fold(0, |number, digit| number * 26 + digit);
    if number > Arm::MAX {
        return Err(before.unexpected_word("the letters of an arm", letters));
    }
    Ok(Arm::new(star, number - 1))
}

fn read_written(reader: &mut Reader<'_>) -> Result<Move, Unexpected> {
    let from = read_arm(reader)?;
    reader.expect('-')?;
    let before = reader.clone();
    let to = read_arm(reader)?;
    if to < from {
        return Err(before.unexpected_word("the higher of the two arms", &to.to_string()));
    }
    let mut pieces = Stars::EMPTY;
    if reader.eat('[') {
        let mut least = 1;
        loop {
            let star = reader.number("the number of a star", least..=Star::MAX as u64)?;
            pieces = pieces.with(Star::new(star as usize - 1));
            if reader.peek() == Some('-') {
                let mut ahead = reader.clone();
                ahead.eat('-');
                ahead.number_as(
                    format!("a star from {star} on (ranges ascend)"),
                    star..=u64::MAX,
                )?;
                return Err(reader.unexpected("`,` or `]` (each star stands for itself here)"));
            }
            least = star + 1;
            if least > Star::MAX as u64 || !reader.eat(',') {
                break;
            }
        }
        reader.expect(']')?;
    }
    Ok(Move::new(from, to).with_all(pieces))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, written: &str) {
        let position: Position = text.parse().expect("the text is a position");
        assert_eq!(position.to_string(), written);
        assert_eq!(written.parse(), Ok(position));
    }

    #[test]
    fn setups_are_written_as_short_as_they_can_be_read() {
        check("3", "3+");
        check("3-", "3-");
        check("3−", "3-");
        check("4,4,4", "3+");
        check("1x4", "1+");
        check("1x5", "1x5+");
        check("2x3,4-", "3,3,4-");
    }

    #[track_caller]
    fn refuses(text: &str, message: &str) {
        let error = text.parse::<Position>().expect_err("the text is wrong");
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn a_bad_text_is_refused_with_the_place() {
        refuses(
            "",
            "expected a number of crosses (1 to 100) or of arms (1 to 1000), found the end of the text",
        );
        refuses("0", "a position must have 1 to 100 stars, found none");
        refuses(
            "5,",
            "expected a number of arms (1 to 1000) at character 3, found the end of the text; one star with 5 arms is \
             `1x5`",
        );
        refuses("4,0", "star 2 has no arm; each star needs at least one");
        refuses(
            "4,x",
            "expected a number of arms (1 to 1000) at character 3, found `x`",
        );
        refuses("101", "a position must have 1 to 100 stars, found more");
        refuses(
            "99x4,2x4",
            "a position must have 1 to 100 stars, found more",
        );
        refuses(
            "2 ",
            "expected `:` and a line, or the end of the text at character 2, found ` `",
        );
        refuses(
            "2:",
            "expected the number of a star at character 3, found the end of the text",
        );
        refuses(
            "2:1a",
            "expected `-` at character 5, found the end of the text",
        );
        refuses(
            "2:1b-1a",
            "expected the higher of the two arms at character 6, found `1a`",
        );
        refuses(
            "2:1zzzzz-1a",
            "expected the letters of an arm at character 4, found `zzzzz`",
        );
        refuses(
            "3:1a-1b[3,2]",
            "expected the number of a star (4 to 100) at character 11, found `2`",
        );
        refuses(
            "3:1a-1b[]",
            "expected the number of a star (1 to 100) at character 9, found `]`",
        );
        refuses("3:1a-1b[100,1]", "expected `]` at character 12, found `,`");
    }
}
