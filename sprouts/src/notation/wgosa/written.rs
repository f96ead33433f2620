//! The parts of a written move, before it is interpreted.

use core::fmt;
use std::collections::BTreeSet;

use common::text::{Reader, Unexpected};

use crate::notation::{MAX_SPOT, read_spot};
use crate::position::Spot;

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WgosaMove {
    pub(super) ends: [Spot; 2],
    /// Whether an exclamation mark is between the end and the new spot.
    pub(super) marks: [bool; 2],
    pub(super) new: usize,
    pub(super) open_to: Option<Spot>,
    /// Whether there is an exclamation mark after the second end.
    pub(super) flipped: bool,
    pub(super) list: BTreeSet<Spot>,
}

impl WgosaMove {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<WgosaMove, Unexpected> {
        let f = read_spot(reader)?;
        let f_mark = reader.eat('!');
        reader.expect('(')?;
        let new = read_spot(reader)?.number();
        let open_to = reader.eat('@').then(|| read_spot(reader)).transpose()?;
        reader.expect(')')?;
        let h_mark = reader.eat('!');
        let h = read_spot(reader)?;
        let flipped = reader.eat('!');
        let list = read_list(reader)?;
        Ok(WgosaMove {
            ends: [f, h],
            marks: [f_mark, h_mark],
            new,
            open_to,
            flipped,
            list,
        })
    }
}

pub(in crate::notation) fn skip_blanks(reader: &mut Reader<'_>) {
    reader.take_while(char::is_whitespace);
}

/// Skips a hyphen or one of the dashes used in its place.
pub(in crate::notation) fn eat_dash(reader: &mut Reader<'_>) -> bool {
    ['-', '–', '—', '−']
        .into_iter()
        .any(|dash| reader.eat(dash))
}

/// Reads a list of spots and ranges in brackets, and the blanks before it, if there is one.
pub(in crate::notation) fn read_list(
    reader: &mut Reader<'_>,
) -> Result<BTreeSet<Spot>, Unexpected> {
    let mut list = BTreeSet::new();
    let mut ahead = reader.clone();
    skip_blanks(&mut ahead);
    if !ahead.eat('[') {
        return Ok(list);
    }
    *reader = ahead;
    skip_blanks(reader);
    // No list needs more items than there are spots. Without a limit, many long ranges would take long to expand.
    for _ in 0..MAX_SPOT {
        if reader.eat(']') {
            return Ok(list);
        }
        read_item(reader, &mut list)?;
        skip_blanks(reader);
        if !reader.eat(',') {
            reader.expect(']')?;
            return Ok(list);
        }
        skip_blanks(reader);
    }
    Err(reader.unexpected(format!("at most {MAX_SPOT} items in a list")))
}

fn read_item(reader: &mut Reader<'_>, list: &mut BTreeSet<Spot>) -> Result<(), Unexpected> {
    let low = read_spot(reader)?;
    let mut ahead = reader.clone();
    skip_blanks(&mut ahead);
    let mut high = low;
    if eat_dash(&mut ahead) {
        *reader = ahead;
        skip_blanks(reader);
        let before = reader.clone();
        high = read_spot(reader)?;
        if high < low {
            let expected = format!("a spot from {low} on (ranges ascend)");
            return Err(before.unexpected_word(expected, &high.to_string()));
        }
    }
    list.extend((low.number()..=high.number()).map(Spot::new));
    Ok(())
}

impl fmt::Display for WgosaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |is_set| if is_set { "!" } else { "" };
        write!(f, "{}{}({}", self.ends[0], mark(self.marks[0]), self.new)?;
        if let Some(spot) = self.open_to {
            write!(f, "@{spot}")?;
        }
        write!(
            f,
            "){}{}{}",
            mark(self.marks[1]),
            self.ends[1],
            mark(self.flipped)
        )?;
        let mut rest = self.list.iter().copied().peekable();
        let mut separator = '[';
        while let Some(low) = rest.next() {
            let mut high = low;
            while let Some(next) = rest.next_if(|next| next.number() == high.number() + 1) {
                high = next;
            }
            write!(f, "{separator}{low}")?;
            separator = ',';
            match high.number() - low.number() {
                0 => {}
                1 => write!(f, ",{high}")?,
                _ => write!(f, "-{high}")?,
            }
        }
        f.write_str(if self.list.is_empty() { "" } else { "]" })
    }
}
