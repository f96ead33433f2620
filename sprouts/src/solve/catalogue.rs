//! A catalogue of every position reachable from a start, with nimbers and misère outcomes.
//!
//! # Format
//!
//! A catalogue's text is a data set that other programs can read and check:
//!
//! ```text
//! catalogue = "papergames sprouts positions 1" LF "start " position LF *line "end " number LF
//! line      = position SP nimber SP outcome LF
//! outcome   = "W" / "L"    ; the player to move wins or loses in misère play
//! ```
//!
//! Positions are in the [published spelling](crate::land::glop); the empty position is `!`. Each class of positions
//! that are equal after [reduction](Reductions) has one line. Lines are sorted by lives, most first, and then by text,
//! so every run writes the same bytes, and an interrupted run can continue a truncated file. The number at the end is
//! the number of lines.
//!
//! ```
//! use papergames_sprouts::Budget;
//! use papergames_sprouts::land::{Lands, Reductions};
//! use papergames_sprouts::solve::catalogue::{Catalogue, read};
//!
//! let catalogue = Catalogue::new(&Lands::start(1), Reductions::ALL, &Budget::new(), &mut |_| ())?;
//! let text: String = catalogue.lines().collect();
//! assert_eq!(text, "papergames sprouts positions 1\nstart 0\n0 0 W\nAB|AB 1 L\n! 0 W\nend 3\n");
//! assert_eq!(read(&text)?.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};

use common::describe::Refused;
use common::format::short;
use common::{Budget, Limit, Nimber, Progress, Unfinished};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::search::book::{Book, LandId, UNKNOWN};
use super::watch::{SearchState, Watch};
use crate::land::glop::Sum;
use crate::land::{Lands, ParseLandError, Reductions};

const HEADER: &str = "papergames sprouts positions 1";

/// Lands by number, in order.
type LandIds = SmallVec<[LandId; 6]>;

/// A position in a [`Catalogue`], with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CatalogueEntry {
    /// The position.
    pub position: Lands,
    /// The nimber of the position in normal play.
    pub nimber: Nimber,
    /// Whether the player to move wins in misère play.
    pub wins_misere: bool,
}

/// Every position that can be reached from a given position, with its nimber and misère outcome.
///
/// The values rely only on the [reductions](Reductions) and on the addition of nimbers. Misère outcomes are computed
/// for whole positions, from the end of the game backwards.
#[derive(Debug)]
pub struct Catalogue {
    book: Book,
    start: Lands,
    positions: Vec<LandIds>,
    lives: Vec<u16>,
    wins: Vec<bool>,
}

impl Catalogue {
    /// Finds all positions that can be reached from `position`, and their values. [`Progress::known`] is the number of
    /// positions found so far.
    ///
    /// This takes about 300 bytes of memory for each position. Memory is unlimited unless the budget sets a limit.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out.
    pub fn new(
        start: &Lands,
        reductions: Reductions,
        budget: &Budget,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Catalogue, Unfinished> {
        let mut watch = Watch::new(budget, usize::MAX, Some(progress));
        Catalogue::within(start, reductions, &mut watch).map_err(|limit| watch.unfinished(limit))
    }

    fn within(
        start: &Lands,
        reductions: Reductions,
        watch: &mut Watch<'_>,
    ) -> Result<Catalogue, Limit> {
        let mut book = Book::new(reductions);
        book.limits = watch.limits.clone();
        let start = start.reduced(reductions);
        let mut first: LandIds = start.iter().map(|l| book.intern(l.form())).collect();
        first.sort_unstable();
        let mut positions = vec![first.clone()];
        let mut numbers: FxHashMap<LandIds, u32> = FxHashMap::from_iter([(first, 0)]);
        // The children of all positions, concatenated, and where each position's children end.
        let mut children: Vec<u32> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let mut found: Vec<u32> = Vec::new();
        let mut next = 0;
        while let Some(position) = positions.get(next).cloned() {
            next += 1;
            watch.tick(|| SearchState {
                known: positions.len() as u64,
                memory: 300 * positions.len(),
                ..SearchState::default()
            })?;
            found.clear();
            for (i, land) in position.iter().enumerate() {
                if i > 0 && position[i - 1] == *land {
                    continue;
                }
                book.expand(*land)?;
                for (option, _) in book.children(*land).iter() {
                    let mut child = position.clone();
                    child.remove(i);
                    child.extend_from_slice(option);
                    child.sort_unstable();
                    let number = *numbers.entry(child).or_insert_with_key(|child| {
                        positions.push(child.clone());
                        positions.len() as u32 - 1
                    });
                    found.push(number);
                }
            }
            found.sort_unstable();
            found.dedup();
            children.extend_from_slice(&found);
            ends.push(children.len());
        }
        drop(numbers);
        let lives_of = |position: &LandIds| {
            let lives = |id: &LandId| u16::from(book.pages[*id as usize].lives());
            position.iter().map(lives).sum::<u16>()
        };
        let lives: Vec<u16> = positions.iter().map(lives_of).collect();
        // Every move takes at least one life, so process positions with fewer lives first.
        let mut order: Vec<u32> = (0..positions.len() as u32).collect();
        order.sort_by_key(|id| lives[*id as usize]);
        let mut wins = vec![false; positions.len()];
        for id in order {
            let id = id as usize;
            let begin = if id == 0 { 0 } else { ends[id - 1] };
            let children = &children[begin..ends[id]];
            wins[id] = children.is_empty() || children.iter().any(|child| !wins[*child as usize]);
        }
        let mut catalogue = Catalogue {
            book,
            start,
            positions,
            lives,
            wins,
        };
        catalogue.find_nimbers();
        Ok(catalogue)
    }

    /// Computes the nimber of each land: the least one that none of its options has.
    fn find_nimbers(&mut self) {
        let book = &mut self.book;
        let mut order: Vec<LandId> = (0..book.pages.len() as LandId).collect();
        order.sort_by_key(|id| book.pages[*id as usize].lives());
        for land in order {
            let mut seen = 0u64;
            for (option, _) in book.children(land).iter() {
                let nimber = |id: &LandId| book.pages[*id as usize].nimber();
                debug_assert!(option.iter().all(|id| nimber(id) != UNKNOWN));
                seen |= 1 << option.iter().fold(0, |total, id| total ^ nimber(id));
            }
            book.pages[land as usize].set_nimber(seen.trailing_ones() as u8);
        }
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    fn nimber(&self, position: &LandIds) -> u8 {
        let nimber = |id: &LandId| self.book.pages[*id as usize].nimber();
        position.iter().fold(0, |total, id| total ^ nimber(id))
    }

    /// Returns the positions in the order in which they were found.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = CatalogueEntry> {
        let land = |id: &LandId| self.book.land(*id);
        self.positions
            .iter()
            .zip(&self.wins)
            .map(move |(position, wins)| CatalogueEntry {
                position: position.iter().map(land).collect(),
                nimber: Nimber(self.nimber(position).into()),
                wins_misere: *wins,
            })
    }

    /// Writes the text to a file, which may already contain the beginning of it. Returns the number of complete lines
    /// that the file contained.
    ///
    /// # Errors
    ///
    /// Returns [`FillError`] if the file contains anything else, or cannot be read or written.
    pub fn fill(&self, mut file: &File) -> Result<usize, FillError> {
        if !file.metadata()?.is_file() {
            return Err(FillError::NotAFile);
        }
        let mut reader = BufReader::new(file);
        let mut lines = self.lines().peekable();
        let (mut kept, mut end) = (0, 0);
        loop {
            let mut found = Vec::new();
            reader.read_until(b'\n', &mut found)?;
            match lines.peek() {
                _ if found.is_empty() => break,
                Some(line) if line.as_bytes() == found => {
                    kept += 1;
                    end += found.len() as u64;
                    lines.next();
                }
                // The file ends in the middle of a line.
                Some(line) if line.as_bytes().starts_with(&found) => break,
                _ => return Err(FillError::Foreign { line: kept + 1 }),
            }
        }
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        let mut writer = BufWriter::new(file);
        for line in lines {
            writer.write_all(line.as_bytes())?;
        }
        writer.flush()?;
        file.sync_all()?;
        Ok(kept)
    }

    /// Returns the lines of the catalogue's text, each with its line feed.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let spelling = |id: LandId| {
            let land = self.book.land(id);
            Lands::from_iter([land]).to_sum()
        };
        let lands: Vec<Sum> = (0..self.book.pages.len() as LandId).map(spelling).collect();
        let text = |position: &LandIds| {
            let lands = position.iter().map(|id| lands[*id as usize].clone());
            Sum::join(lands).to_string()
        };
        let texts: Vec<String> = self.positions.iter().map(text).collect();
        let mut order: Vec<usize> = (0..self.positions.len()).collect();
        order.sort_by_key(|id| (core::cmp::Reverse(self.lives[*id]), texts[*id].as_str()));
        let head = [format!("{HEADER}\n"), format!("start {}\n", self.start)];
        let end = [format!("end {}\n", self.len())];
        let line = move |id: usize| {
            let outcome = if self.wins[id] { 'W' } else { 'L' };
            let mut line = String::new();
            let nimber = self.nimber(&self.positions[id]);
            writeln!(line, "{} {nimber} {outcome}", texts[id]).expect("a string takes all text");
            line
        };
        head.into_iter()
            .chain(order.into_iter().map(line))
            .chain(end)
    }
}

/// The error returned when a catalogue cannot be written to a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FillError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is a device or a pipe, which might never end.
    #[error("the catalogue can only be written to a regular file, not to a device or a pipe")]
    NotAFile,
    /// The file contains something other than the beginning of this catalogue.
    #[error("line {line} of the file does not match this catalogue; choose another file")]
    Foreign {
        /// The first line that differs, counted from 1.
        line: usize,
    },
}

/// Parses the text of a catalogue without checking its values.
///
/// # Errors
///
/// Returns an error with the number of the first wrong line. A truncated text is an error too.
pub fn read(text: &str) -> Result<Vec<CatalogueEntry>, Refused> {
    let refuse = |line: usize, expected: &str, found: Option<&str>| {
        let found = short(found.unwrap_or("the end"));
        Refused::new(format!(
            "expected {expected} in line {line}, found `{found}`"
        ))
    };
    let mut lines = text.lines().zip(1..);
    match lines.next() {
        Some((HEADER, _)) => {}
        other => return Err(refuse(1, &format!("`{HEADER}`"), other.map(|(l, _)| l))),
    }
    match lines.next() {
        Some((line, _)) if line.starts_with("start ") => {}
        other => return Err(refuse(2, "`start` and a position", other.map(|(l, _)| l))),
    }
    let mut entries: Vec<CatalogueEntry> = Vec::new();
    while let Some((line, number)) = lines.next() {
        if let Some(count) = line.strip_prefix("end ") {
            if count != entries.len().to_string() {
                let expected = format!("`end {}`", entries.len());
                return Err(refuse(number, &expected, Some(line)));
            }
            return match lines.next() {
                None => Ok(entries),
                Some((line, number)) => Err(refuse(number, "the end", Some(line))),
            };
        }
        let fields: Vec<&str> = line.split(' ').collect();
        let nimber = fields.get(1).and_then(|field| field.parse::<u8>().ok());
        let (&[position, _, "W" | "L"], Some(nimber @ 0..=63)) = (fields.as_slice(), nimber) else {
            let expected = "a position, its nimber and `W` or `L`";
            return Err(refuse(number, expected, Some(line)));
        };
        let position = position.parse();
        entries.push(CatalogueEntry {
            position: position.map_err(|error: ParseLandError| {
                Refused::because(error).context(format!("line {number}"))
            })?,
            nimber: Nimber(nimber.into()),
            wins_misere: fields[2] == "W",
        });
    }
    Err(refuse(
        entries.len() + 3,
        "`end` and the number of lines",
        None,
    ))
}
