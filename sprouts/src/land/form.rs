//! Canonical forms that come from outside, such as in the messages of a cluster.
//!
//! Reading checks that bytes have the [form](super::canon#the-form) of a land: the brackets match, and the letters of
//! each piece are numbered in order of appearance, and each occurs twice. It does not check that the form is the first
//! among all spellings of the land, because that takes as long as computing the canonical form; [`Land::is_canonical`]
//! makes this check.

use super::canon::{Canoniser, MARK};
use super::glop::Sum;
use super::lands::{Land, Lands};
use super::on_surface::{self, MAX_PARTS};
use super::shape::{END, LETTER, Reductions, SEP, code};
use planar::surface::Surface;

/// The most bytes of a form: a spot has at most three corners, each with the end of a boundary and of a region.
const LONGEST: usize = 16 * Sum::MAX_SPOTS as usize;

impl Land {
    /// Reads a canonical form. Returns `None` if the bytes are not the form of a land.
    pub(crate) fn read_form(form: &[u8]) -> Option<Land> {
        has_form(form).then(|| Land::from_form(form))
    }

    /// Returns whether the form is that of a reduced, connected land in its canonical spelling, by computing it again.
    pub(crate) fn is_canonical(&self) -> bool {
        let lands = Lands::from_shape(&self.shape(), Reductions::ALL, &mut Canoniser::default());
        lands.lands == [self.clone()]
    }
}

/// Returns whether bytes have the form of a land.
fn has_form(form: &[u8]) -> bool {
    match *form {
        [bare, END] => return (1..=Sum::MAX_SPOTS).contains(&bare.into()),
        [MARK, bare, surface] => {
            return (1..=on_surface::MAX_SPOTS).contains(&bare) && is_surface(surface);
        }
        _ => {}
    }
    let mut check = Check {
        form: form.strip_prefix(&[MARK]).unwrap_or(form),
        letters: 0,
        count: 0,
        is_crowded: false,
    };
    let most = if form.first() == Some(&MARK) {
        6 * u64::from(on_surface::MAX_SPOTS)
    } else {
        4 * Sum::MAX_SPOTS
    };
    let is_whole = if form.first() == Some(&MARK) {
        |check: &mut Check<'_>| check.component(0)
    } else {
        |check: &mut Check<'_>| check.entries(&mut PieceLetters::default())
    };
    (1..=LONGEST).contains(&form.len())
        && is_whole(&mut check).is_some()
        && check.form.is_empty()
        && check.letters <= SEP - LETTER
        && check.count <= most
        && !check.is_crowded
}

/// Returns whether a byte is the code of a surface.
fn is_surface(byte: u8) -> bool {
    (1..=code(Surface::Handles(MAX_PARTS))).contains(&byte)
}

/// The number of occurrences of each letter of a piece: the letters below `once` twice, or once if their bit is set.
#[derive(Default)]
struct PieceLetters {
    named: u8,
    open: [u64; 4],
}

struct Check<'a> {
    /// The bytes that remain to be read.
    form: &'a [u8],
    /// The letters of all pieces that were read.
    letters: u8,
    /// The spots and their lives. On paper a game has at most four times as many as spots to begin with. On a surface,
    /// what is read is limited by its lives, of which a spot has at least half of this.
    count: u64,
    /// Whether a region has more bare spots and boundaries than a game can give it.
    is_crowded: bool,
}

impl Check<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.form.split_first()?;
        self.form = rest;
        Some(*first)
    }

    /// Reads the regions that a piece meets. When a piece ends, each of its letters must have occurred twice.
    fn entries(&mut self, piece: &mut PieceLetters) -> Option<()> {
        while !matches!(self.form.first(), None | Some(&END)) {
            self.boundary(piece)?;
            let bare = u64::from(self.next()?);
            self.count += 4 * bare;
            let mut boundaries = 1;
            while *self.form.first()? != END {
                boundaries += 1;
                let mut own = PieceLetters::default();
                self.boundary(&mut own)?;
                self.entries(&mut own)?;
                self.next().filter(|byte| *byte == END)?;
            }
            self.is_crowded |= bare + boundaries > Sum::MAX_SPOTS;
            self.next();
        }
        self.letters = self.letters.checked_add(piece.named)?;
        (piece.open == [0; 4]).then_some(())
    }

    /// Reads a component on surfaces that has met this many regions.
    fn component(&mut self, mut met: u8) -> Option<()> {
        let mut own = PieceLetters::default();
        loop {
            match self.next()? {
                0 => {
                    self.count += 4 * u64::from(self.next()?);
                    self.next().filter(|surface| is_surface(*surface))?;
                    met = met.checked_add(1)?;
                }
                place if place > met => return None,
                _ => {}
            }
            self.boundary(&mut own)?;
            if own.open == [0; 4] {
                break;
            }
        }
        self.letters = self.letters.checked_add(own.named)?;
        while *self.form.first()? != END {
            self.component(met)?;
        }
        self.next();
        Some(())
    }

    fn boundary(&mut self, piece: &mut PieceLetters) -> Option<()> {
        let mut is_empty = true;
        loop {
            match self.next()? {
                0 | END => return None,
                SEP => return (!is_empty).then_some(()),
                lines @ 1..=2 => self.count += 4 - u64::from(lines),
                letter => {
                    // One of the two corners of a spot with one life.
                    self.count += 1;
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
    fn a_land_is_read_from_its_form() {
        let large = [
            "0*120",
            "0*33.AB.CD|AB.22|CD.1",
            "0.1a1a.2b2b.1c1c.12.12.AB|AB.22",
            "0*12@c20",
            "0*2.AB@c1|AB.1azaz@h1",
            "AB.CD@h0|AB.CD.0*3@h2",
        ];
        let large = large.map(|text| text.parse::<Lands>().expect("lands"));
        let large: Vec<Land> = large.iter().flatten().cloned().collect();
        for land in lands(4).iter().chain(&large) {
            assert_eq!(Land::read_form(land.form()).as_ref(), Some(land));
            assert!(land.is_canonical());
        }
    }

    #[test]
    fn a_form_with_a_wrong_byte_is_refused_or_another_land() {
        let lands = lands(3);
        let (mut refused, mut others) = (0, 0);
        for land in &lands {
            let form = land.form();
            for at in 0..form.len() {
                for new in [
                    &[][..],
                    &[0],
                    &[1],
                    &[2],
                    &[3],
                    &[4],
                    &[5],
                    &[SEP],
                    &[END],
                    &[62],
                    &[252],
                ] {
                    let wrong = [&form[..at], new, &form[at + 1..]].concat();
                    match Land::read_form(&wrong) {
                        Some(other) if wrong != form => {
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
    fn bytes_that_are_not_lands_are_refused() {
        for form in [
            &[][..],
            &[0, END],
            &[1],
            &[SEP],
            &[3, SEP, 0, END],
            &[3, 3],
            &[3, 3, SEP, 0],
            &[3, 3, SEP, 0, END, END],
            &[4, 3, SEP, 0, END],
            &[3, 3, 3, SEP, 0, END],
            &[1, SEP, 0],
            &[MARK, 0, 2],
            &[MARK, 2, 0],
            &[MARK, 2, 42],
            &[MARK, 13, 2],
            &[MARK, 2, 2, END],
            &[MARK, 0, 0, 0, 1, SEP, END],
            &[MARK, 0, 0, 2, 1, SEP],
            &[MARK, 0, 0, 2, 3, SEP, END],
            &[MARK, 0, 0, 2, 3, SEP, 2, 3, SEP, END],
        ] {
            assert_eq!(Land::read_form(form), None, "{form:?}");
        }
        let separate = |n: usize| [&[2, SEP, 0][..], &[2, SEP, END].repeat(n - 1), &[END]].concat();
        let most = Sum::MAX_SPOTS as usize;
        assert!(Land::read_form(&separate(most)).is_some_and(|land| land.is_canonical()));
        assert_eq!(Land::read_form(&separate(most + 1)), None);
        let deep = [1, SEP, 0].repeat(100_000);
        assert_eq!(Land::read_form(&deep), None);
        let deep = [&[MARK][..], &[0, 0, 2, 1, SEP].repeat(100_000)].concat();
        assert_eq!(Land::read_form(&deep), None);
    }
}
