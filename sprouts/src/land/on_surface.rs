//! Lands on surfaces as text: see the [game on surfaces](crate::surface#texts).

use core::fmt;
use std::collections::BTreeMap;

use common::Ending;
use common::Refused;
use common::text::{Reader, Unexpected};
use planar::surface::Surface;

use super::shape::{self, LETTER, ONE, TWO};

/// The maximum number of starting spots on a surface.
pub(crate) const MAX_SPOTS: u8 = 12;
/// The maximum number of handles or crosscaps of a surface.
pub(crate) const MAX_PARTS: u8 = 20;
/// The most boundaries with lines in a region of a sheet that is read. A line can divide *k* boundaries in
/// 2<sup>*k*</sup> ways.
const MAX_BOUNDARIES: usize = 12;

/// The spelling of surfaces and lands: that of this crate, that of GLOP, or that of certificates, with capitals only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    Own,
    Glop,
    Capitals,
}

/// The text of a region: its surface, and the names of the corners of each boundary.
pub(crate) struct RegionText {
    pub(crate) surface: Surface,
    pub(crate) bare: u8,
    pub(crate) boundaries: Vec<Vec<String>>,
}

/// Returns the regions of the shape of a land with names for their corners: digits, or letters in order of appearance.
pub(crate) fn regions_of(shape: &[u8], spelling: Spelling) -> Vec<RegionText> {
    let mut regions = Vec::new();
    // Where each letter stands: the regions and boundaries.
    let mut places: BTreeMap<u8, Vec<(usize, usize)>> = BTreeMap::new();
    let mut words: Vec<Vec<&[u8]>> = Vec::new();
    for (region, bytes) in shape.split_inclusive(|b| *b == shape::END).enumerate() {
        let boundaries = bytes[2..bytes.len() - 1].split(|b| *b == shape::SEP);
        let boundaries: Vec<&[u8]> = boundaries.filter(|b| !b.is_empty()).collect();
        for (at, boundary) in boundaries.iter().enumerate() {
            for corner in boundary.iter().filter(|c| **c >= LETTER) {
                places.entry(*corner).or_default().push((region, at));
            }
        }
        words.push(boundaries);
        regions.push(RegionText {
            surface: shape::surface_of(bytes[1]),
            bare: bytes[0],
            boundaries: Vec::new(),
        });
    }
    let mut names: BTreeMap<u8, String> = BTreeMap::new();
    let mut capitals = 0;
    for (region, boundaries) in words.into_iter().enumerate() {
        let mut on_two = 0;
        for boundary in boundaries {
            let mut on_one = 0;
            let mut named = Vec::new();
            for corner in boundary {
                if *corner < LETTER {
                    named.push(corner.to_string());
                    continue;
                }
                let name = names
                    .entry(*corner)
                    .or_insert_with(|| match places[corner][..] {
                        _ if spelling == Spelling::Capitals => {
                            name_of(&mut capitals, "ABCDEFGHIJKLMNOPQRSTUVWXY", 'Z')
                        }
                        [one, other] if one == other => name_of(&mut on_one, "abcdefghijkl", 'm'),
                        [one, other] if one.0 == other.0 => {
                            name_of(&mut on_two, "zyxwvutsrqpo", 'n')
                        }
                        _ => name_of(&mut capitals, "ABCDEFGHIJKLMNOPQRSTUVWXY", 'Z'),
                    });
                named.push(name.clone());
            }
            regions[region].boundaries.push(named);
        }
    }
    regions
}

/// Returns the next name: a letter, or a number behind the last one.
fn name_of(used: &mut usize, letters: &str, then: char) -> String {
    let name = match letters.chars().nth(*used) {
        Some(letter) => letter.to_string(),
        None => format!("{then}({})", *used - letters.len() + 1),
    };
    *used += 1;
    name
}

/// Writes a land.
pub(crate) fn write_land(f: &mut dyn fmt::Write, shape: &[u8], spelling: Spelling) -> fmt::Result {
    for (i, region) in regions_of(shape, spelling).iter().enumerate() {
        f.write_str(if i == 0 { "" } else { "|" })?;
        let bare = match region.bare {
            0 => None,
            1 => Some("0".to_owned()),
            n => Some(format!("0*{n}")),
        };
        let boundaries = region.boundaries.iter().map(|names| names.concat());
        let boundaries: Vec<String> = bare.into_iter().chain(boundaries).collect();
        f.write_str(&boundaries.join("."))?;
        match (spelling, region.surface) {
            (Spelling::Glop, Surface::Handles(n)) => write!(f, "@{n}")?,
            (Spelling::Glop, Surface::Crosscaps(n)) => write!(f, "@-{n}")?,
            (_, surface) => write!(f, "@{surface}")?,
        }
    }
    Ok(())
}

/// The part of a sheet read so far.
#[derive(Default)]
pub(crate) struct SheetReader {
    is_setup: bool,
    most_boundaries: Option<usize>,
    pub(crate) ending: Option<Ending>,
    pub(crate) shape: Vec<u8>,
    /// The number of letters, and twice the lives.
    letters: u8,
    halves: usize,
}

impl SheetReader {
    /// Begins to read a sheet, whose moves can be listed. In a setup a number alone is the number of spots.
    pub(crate) fn of_sheet(is_setup: bool) -> SheetReader {
        SheetReader {
            is_setup,
            most_boundaries: Some(MAX_BOUNDARIES),
            ..SheetReader::default()
        }
    }
}

/// The letters of a land by their names, each with the boundary or region in which it occurs twice, and the number of
/// times that it has been read.
type LetterUses<'a> = BTreeMap<(&'a str, Option<usize>), (u8, usize)>;

impl SheetReader {
    /// Reads lands with `/` or `+` between them, or `none` or `!`.
    pub(crate) fn lands(&mut self, reader: &mut Reader<'_>) -> Result<(), Refused> {
        if reader.eat_str("none") || reader.eat('!') {
            return Ok(());
        }
        loop {
            self.land(reader)?;
            let mut next = reader.clone();
            let is_sum = next.eat('+') && next.peek().is_some_and(|c| c != ':');
            if is_sum {
                *reader = next;
            } else if !reader.eat('/') {
                return Ok(());
            }
        }
    }

    fn land(&mut self, reader: &mut Reader<'_>) -> Result<(), Refused> {
        let start = reader.clone();
        let mut letters = LetterUses::new();
        loop {
            self.region(reader, &mut letters)?;
            if !reader.eat('|') {
                break;
            }
        }
        match letters.iter().find(|(_, (_, count))| *count != 2) {
            None => Ok(()),
            Some(((name, place), (_, count))) => Err(Refused::new(format!(
                "the letter `{name}` must appear exactly twice in {}{}, found {count}",
                match place {
                    None => "the land",
                    Some(_) if name.starts_with(|c| c <= 'm') => "its boundary",
                    Some(_) => "its region",
                },
                start.place()
            ))),
        }
    }

    fn region<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        letters: &mut LetterUses<'a>,
    ) -> Result<(), Refused> {
        let head = self.shape.len();
        self.shape.extend([0, 0]);
        if !self.spots(reader, head)? {
            loop {
                self.boundary(reader, head, letters)?;
                let ends = self.shape[head + 2..].iter().filter(|c| **c == shape::SEP);
                if let Some(most) = self.most_boundaries
                    && ends.count() > most
                {
                    let most = format!("a region with at most {most} boundaries");
                    return Err(reader.unexpected(most).into());
                }
                if !reader.eat('.') {
                    break;
                }
            }
        }
        let surface = if reader.eat('@') {
            read_surface(reader)?
        } else {
            Surface::SPHERE
        };
        self.shape[head + 1] = shape::code(surface);
        self.shape.push(shape::END);
        Ok(())
    }

    /// Reads a number of spots and perhaps the ending, where a setup has them before `@` and a surface.
    fn spots(&mut self, reader: &mut Reader<'_>, head: usize) -> Result<bool, Refused> {
        let mut ahead = reader.clone();
        let digits = ahead.take_while(|c| c.is_ascii_digit());
        let ending = Ending::read(&mut ahead);
        let is_named = ahead.eat('@') && ahead.peek().is_some_and(|c| c.is_ascii_lowercase());
        if !self.is_setup || !is_named || digits.starts_with('0') && digits.len() > 1 {
            return Ok(false);
        }
        let most = u64::from(MAX_SPOTS);
        let n = reader.number("a number of spots", 1..=most)? as u8;
        self.live(reader, 6 * usize::from(n))?;
        self.shape[head] = n;
        if ending.is_some() {
            self.ending = Ending::read(reader);
        }
        Ok(true)
    }

    /// Counts half lives, and returns an error if there are more than a starting position can have.
    fn live(&mut self, reader: &Reader<'_>, more: usize) -> Result<(), Unexpected> {
        self.halves += more;
        let most = 3 * usize::from(MAX_SPOTS);
        if self.halves > 2 * most {
            return Err(reader.unexpected(format!("spots with at most {most} lives")));
        }
        Ok(())
    }

    fn boundary<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        head: usize,
        letters: &mut LetterUses<'a>,
    ) -> Result<(), Refused> {
        if reader.eat('0') {
            let most = u64::from(MAX_SPOTS);
            let n = if reader.eat('*') {
                reader.number("a number of spots", 1..=most)? as u8
            } else {
                1
            };
            self.live(reader, 6 * usize::from(n))?;
            self.shape[head] += n;
            return Ok(());
        }
        let place = self.shape.len();
        loop {
            let corner = match reader.peek() {
                Some('1') => ONE,
                Some('2') => TWO,
                Some(c) if c.is_ascii_alphabetic() => {
                    let mut after = reader.clone();
                    after.next_char();
                    if "mnZ".contains(c) {
                        after.expect('(')?;
                        after.number("the number of a letter", 1..=999)?;
                        after.expect(')')?;
                    }
                    let name = after.since(reader);
                    let home = match c {
                        'a'..='m' => Some(place),
                        'n'..='z' => Some(head),
                        _ => None,
                    };
                    let next = self.letters;
                    let letter = letters.entry((name, home)).or_insert((next, 0));
                    letter.1 += 1;
                    let corner = LETTER + letter.0;
                    if letter.0 == next {
                        self.letters += 1;
                    }
                    *reader = after;
                    self.live(reader, 1)?;
                    self.shape.push(corner);
                    continue;
                }
                _ if self.shape.len() > place => break,
                _ => return Err(reader.unexpected("a spot: 0, 1, 2 or a letter").into()),
            };
            reader.next_char();
            self.live(reader, if corner == ONE { 4 } else { 2 })?;
            self.shape.push(corner);
        }
        self.shape.push(shape::SEP);
        Ok(())
    }
}

/// Reads a surface: `h1`, `c2`, or a number as GLOP writes it, negative for crosscaps.
fn read_surface(reader: &mut Reader<'_>) -> Result<Surface, Unexpected> {
    let most = MAX_PARTS;
    match reader.peek() {
        Some('-') => {
            reader.eat('-');
            let n = reader.number("a number of crosscaps", 1..=u64::from(most))?;
            Ok(Surface::Crosscaps(n as u8))
        }
        Some(c) if c.is_ascii_digit() => {
            let n = reader.number("a number of handles", 0..=u64::from(most))?;
            Ok(Surface::Handles(n as u8))
        }
        _ => Surface::read(reader, most),
    }
}
