//! Canonical forms as words of text that can be read without computing the forms again.
//!
//! ```text
//! 0 1 … 9 A … Z a … z   bytes 0 to 61
//! .                     SEP
//! ,                     END
//! ~ digit digit         another byte, as a number to base 62
//! ```
//!
//! Reading checks that a word has the [form](super::canon#the-form) of a land: the brackets match, and the letters of
//! each piece are numbered in order of appearance, and each occurs twice. It does not check that the word is the first
//! among all spellings of the land, because that takes as long as computing the canonical form; [`Land::is_canonical`]
//! makes this check.

use core::fmt;

use smallvec::SmallVec;

use super::canon::Canoniser;
use super::glop::Sum;
use super::lands::{Land, Lands};
use super::shape::{END, LETTER, Reductions, SEP};

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Marks a character that is not encoded as one byte.
const NONE: u8 = 62;

/// The byte that encodes each character, or [`NONE`].
const BYTES: [u8; 256] = {
    let mut bytes = [NONE; 256];
    let mut digit = 0;
    while digit < DIGITS.len() {
        bytes[DIGITS[digit] as usize] = digit as u8;
        digit += 1;
    }
    (bytes[b'.' as usize], bytes[b',' as usize]) = (SEP, END);
    bytes
};

/// The most bytes of a form: a spot has at most three corners, each with the end of a boundary and of a region.
const LONGEST: usize = 16 * Sum::MAX_SPOTS as usize;

/// A land that is displayed as the word for its canonical form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed<'a>(pub(crate) &'a Land);

impl Packed<'_> {
    /// Appends the word.
    pub(crate) fn push_to(self, word: &mut String) {
        let digit = |byte: u8| DIGITS[usize::from(byte)];
        let mut bytes = SmallVec::<[u8; 64]>::new();
        for byte in &self.0.form {
            match *byte {
                SEP => bytes.push(b'.'),
                END => bytes.push(b','),
                byte @ 62.. => bytes.extend([b'~', digit(byte / 62), digit(byte % 62)]),
                byte => bytes.push(digit(byte)),
            }
        }
        word.push_str(str::from_utf8(&bytes).expect("words are in ASCII"));
    }
}

impl fmt::Display for Packed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut word = String::with_capacity(self.0.form.len());
        self.push_to(&mut word);
        f.write_str(&word)
    }
}

impl Land {
    /// Reads the word for a canonical form. Returns `None` if it is not the form of a land.
    pub(crate) fn from_packed(word: &str) -> Option<Land> {
        let digit = |byte: u8| match BYTES[usize::from(byte)] {
            digit @ 0..62 => Some(digit),
            _ => None,
        };
        let mut form = Vec::with_capacity(word.len());
        let mut bytes = word.bytes();
        while let Some(byte) = bytes.next() {
            form.push(match BYTES[usize::from(byte)] {
                NONE if byte == b'~' => {
                    let number =
                        62 * u16::from(digit(bytes.next()?)?) + u16::from(digit(bytes.next()?)?);
                    let byte = u8::try_from(number).ok()?;
                    (62..SEP).contains(&byte).then_some(byte)?
                }
                NONE => return None,
                byte => byte,
            });
        }
        has_form(&form).then(|| Land {
            form: form.into_boxed_slice(),
        })
    }

    /// Returns whether the form is that of a reduced, connected land in its canonical spelling, by computing it again.
    pub(crate) fn is_canonical(&self) -> bool {
        let lands = Lands::from_shape(&self.shape(), Reductions::ALL, &mut Canoniser::default());
        lands.lands == [self.clone()]
    }
}

/// Returns whether bytes have the form of a land.
fn has_form(form: &[u8]) -> bool {
    if let [bare, END] = *form {
        return (1..=Sum::MAX_SPOTS).contains(&bare.into());
    }
    let mut check = Check {
        form,
        letters: 0,
        spots: 0,
    };
    (1..=LONGEST).contains(&form.len())
        && check.entries(&mut Piece::default()).is_some()
        && check.form.is_empty()
        && check.letters <= SEP - LETTER
        && check.spots <= Sum::MAX_SPOTS
}

/// The number of occurrences of each letter of a piece: the letters below `once` twice, or once if their bit is set.
#[derive(Default)]
struct Piece {
    named: u8,
    open: [u64; 4],
}

struct Check<'a> {
    /// The bytes that remain to be read.
    form: &'a [u8],
    /// The letters of all pieces that were read.
    letters: u8,
    /// The bare spots and the spots with one line.
    spots: u64,
}

impl Check<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.form.split_first()?;
        self.form = rest;
        Some(*first)
    }

    /// Reads the regions that a piece meets. When a piece ends, each of its letters must have occurred twice.
    fn entries(&mut self, piece: &mut Piece) -> Option<()> {
        while !matches!(self.form.first(), None | Some(&END)) {
            self.boundary(piece)?;
            self.spots += u64::from(self.next()?);
            while *self.form.first()? != END {
                let mut own = Piece::default();
                self.boundary(&mut own)?;
                self.entries(&mut own)?;
                self.next().filter(|byte| *byte == END)?;
            }
            self.next();
        }
        self.letters = self.letters.checked_add(piece.named)?;
        (piece.open == [0; 4]).then_some(())
    }

    fn boundary(&mut self, piece: &mut Piece) -> Option<()> {
        let mut is_empty = true;
        loop {
            match self.next()? {
                0 | END => return None,
                SEP => return (!is_empty).then_some(()),
                1 => self.spots += 1,
                2 => {}
                letter => {
                    let number = letter - LETTER;
                    let (word, bit) = (usize::from(number / 64), 1 << (number % 64));
                    if number == piece.named {
                        piece.named += 1;
                    } else if number > piece.named || piece.open[word] & bit == 0 {
                        return None;
                    }
                    piece.open[word] ^= bit;
                }
            }
            is_empty = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All lands that a start leads to.
    fn lands(spots: usize) -> BTreeSet<Land> {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<Land> = Lands::start(spots).iter().cloned().collect();
        while let Some(land) = waiting.pop() {
            if found.insert(land.clone()) {
                waiting.extend(land.children().iter().flatten().cloned());
            }
        }
        found
    }

    #[test]
    fn a_land_is_read_from_its_word() {
        let large = [
            "0*120",
            "0*33.AB.CD|AB.22|CD.1",
            "0.1a1a.2b2b.1c1c.12.12.AB|AB.22",
        ];
        let large = large.map(|text| text.parse::<Lands>().expect("lands"));
        let large: Vec<Land> = large.iter().flatten().cloned().collect();
        for land in lands(4).iter().chain(&large) {
            let word = Packed(land).to_string();
            assert!(word.bytes().all(|byte| byte.is_ascii_graphic()), "{word}");
            assert_eq!(Land::from_packed(&word).as_ref(), Some(land), "{word}");
            assert!(land.is_canonical());
        }
    }

    #[test]
    fn a_word_with_a_wrong_character_is_refused_or_another_land() {
        let lands = lands(3);
        let (mut refused, mut others) = (0, 0);
        for land in &lands {
            let word = Packed(land).to_string();
            for at in 0..word.len() {
                for new in [
                    "", "0", "1", "2", "3", "4", "5", ".", ",", "~", "~0z", "~47", "-", " ",
                ] {
                    let wrong = format!("{}{new}{}", &word[..at], &word[at + 1..]);
                    match Land::from_packed(&wrong) {
                        Some(other) if wrong != word => {
                            assert_ne!(other, *land);
                            // It can be walked without a panic.
                            others += usize::from(other.is_canonical());
                        }
                        Some(_) => {}
                        None => refused += 1,
                    }
                }
            }
        }
        assert!(refused > 10 * others && others > 0, "{refused} {others}");
    }

    #[test]
    fn words_that_are_not_lands_are_refused() {
        for word in [
            "", "0,", "~1x,", "1", ".", "3.0,", "33", "33.0", "33.0,,", "43.0,", "333.0,", "1.0",
            "é",
        ] {
            assert_eq!(Land::from_packed(word), None, "{word}");
        }
        let deep = "1.0".repeat(100_000);
        assert_eq!(Land::from_packed(&deep), None);
    }
}
