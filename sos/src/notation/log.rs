//! Games as other programs log them.
//!
//! Most programs for SOS record a game, and each does it in its own way: as a table with commas, as lists in JSON, or
//! as sentences. One reader accepts them all:
//!
//! ```text
//! player,row,column,letter      size: 3          {"mode": "simple", "moves": [
//! Blue,0,0,S                    Player 1: S (0,0)   {"player": "Blue", "row": 0, "col": 0, "letter": "S"},
//! Red,0,1,O                     Player 2: O (0,1)   {"player": "Red", "row": 0, "col": 1, "letter": "O"}]}
//! ```
//!
//! A move is a line, or an innermost pair of brackets in JSON, that contains one letter and the numbers of a row and a
//! column, by name, in the order of a header, or in the order row, column. The mirror image of a game is played alike,
//! so the order of the two makes no difference to play. Other lines may state the size of the board, the rules
//! (`simple` is `first`), whether rows are counted `from` 0 or 1, the winner, and the points of each player.
//!
//! The notes of the game say what the reader assumed. It refuses a text that fits two ways. If the players do not
//! follow the rules that the text states, it looks for rules that they do follow: many programs never give the extra
//! turn.

mod fields;
mod words;

use core::fmt::Write;

use common::format::{Games, ParsedGame, ReadError, plainly, short};
use common::grid::{Columns, Rows};
use common::{Game, Outcome, Player, Record};

use crate::moves::{Letter, Move};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::size::{Cell, Size};

use fields::{LogField, player, rules};
use words::{Group, groups};

/// Returns whether a text has a move with a letter and two numbers.
pub(crate) fn looks_like(text: &str) -> bool {
    let mut header = None;
    groups(text).iter().any(|group| {
        let entry = LogEntry::read(group, &mut header);
        matches!(entry, Ok(Some(_)))
    })
}

/// Reads a game. The text does not say under which rules it was played, unless it has a mode.
pub(crate) fn read(text: &str, named: Option<&str>) -> Games<Position> {
    let asked: Option<Rules> = named
        .map(str::parse)
        .transpose()
        .map_err(|error| ReadError::in_option("rules", error))?;
    let mut log = Log::read(text).map_err(ReadError::of)?;
    let mut notes = Vec::new();
    log.find_cells(&mut notes).map_err(ReadError::of)?;
    log.seat_players(&mut notes);
    let record = log.play(asked, &mut notes)?;
    log.compare(record.position(), &mut notes);
    let mut game = ParsedGame::new(record, log.entries[0].line).stating(log.winner());
    game.said.notes = notes;
    Ok(vec![game])
}

/// A move as it is written.
#[derive(Debug)]
struct LogEntry {
    line: usize,
    letter: Letter,
    row: Option<u16>,
    column: Option<u16>,
    player: Option<String>,
    /// The numbers whose names may be those of players.
    points: Vec<(String, u16)>,
    /// The numbers without a name.
    numbers: Vec<u16>,
    /// The words without a name.
    words: Vec<String>,
}

impl LogEntry {
    /// Reads a group, which may be a move, a header with the names of the columns, or something else.
    fn read<'a>(
        group: &Group<'a>,
        header: &mut Option<Vec<&'a str>>,
    ) -> Result<Option<LogEntry>, String> {
        let line = group.line;
        let has = |field| {
            group
                .words
                .iter()
                .any(|word| word.name.is_none() && LogField::of(word.text) == Some(field))
        };
        if [LogField::Row, LogField::Column, LogField::Letter]
            .into_iter()
            .all(has)
        {
            *header = Some(group.words.iter().map(|word| word.text).collect());
            return Ok(None);
        }
        let is_bare = group.words.iter().all(|word| word.name.is_none());
        let names = header.as_ref().filter(|_| is_bare);
        let is_table = names.is_some_and(|names| names.len() == group.words.len());
        let (mut letters, mut entry) = (Vec::new(), None);
        let mut found = LogEntry {
            line,
            letter: Letter::S,
            row: None,
            column: None,
            player: None,
            points: Vec::new(),
            numbers: Vec::new(),
            words: Vec::new(),
        };
        for (word, i) in group.words.iter().zip(0..) {
            let name = if is_table {
                names.map(|names| names[i])
            } else {
                word.name
            };
            let field = name.and_then(LogField::of);
            let letter = word.text.parse::<Letter>().ok();
            match (field, word.number(), letter) {
                (Some(LogField::Row), Some(number), _) => found.row = Some(number),
                (Some(LogField::Column), Some(number), _) => found.column = Some(number),
                (Some(LogField::Player), ..) | (Some(LogField::Number), None, None) => {
                    found.player = Some(word.text.to_owned());
                }
                (Some(LogField::Letter | LogField::Number) | None, _, Some(letter)) => {
                    letters.push(letter);
                    // A player may stand before the letter, as in `Blue: S`.
                    found
                        .words
                        .extend(name.filter(|_| field.is_none()).map(str::to_owned));
                }
                (None, Some(number), _) => match name {
                    Some(name) => found.points.push((player(name), number)),
                    None => found.numbers.push(number),
                },
                (None, ..) if name.is_none() => found.words.push(word.text.to_owned()),
                _ => (),
            }
        }
        let has_cell = found.row.is_some() && found.column.is_some() || found.numbers.len() >= 2;
        if let [letter] = letters[..]
            && has_cell
        {
            entry = Some(LogEntry { letter, ..found });
        }
        match (names, &entry) {
            (Some(names), Some(_)) if !is_table => Err(format!(
                "line {line}: expected {} columns as in the header, found {}",
                names.len(),
                group.words.len()
            )),
            _ => Ok(entry),
        }
    }
}

/// Adds what a group states that is no move: values with names, a name and a value, or values below their titles.
fn statements<'a>(
    group: &Group<'a>,
    titles: &mut Vec<&'a str>,
    stated: &mut Vec<(&'a str, &'a str)>,
) {
    let is_bare = group.words.iter().all(|word| word.name.is_none());
    let texts: Vec<&str> = group.words.iter().map(|word| word.text).collect();
    let above = core::mem::take(titles);
    match texts[..] {
        _ if !is_bare => stated.extend(
            group
                .words
                .iter()
                .filter_map(|word| Some((word.name?, word.text))),
        ),
        _ if above.len() == texts.len() => stated.extend(above.into_iter().zip(texts)),
        [name, value] if LogField::of(name).is_some() && LogField::of(value).is_none() => {
            stated.push((name, value));
        }
        _ if texts.iter().any(|text| LogField::of(text).is_some()) => *titles = texts,
        _ => (),
    }
}

/// A game as it is written, with what the text states about it.
#[derive(Debug)]
struct Log<'a> {
    /// The moves, of which there is at least one.
    entries: Vec<LogEntry>,
    /// All values with a name outside of moves.
    stated: Vec<(&'a str, &'a str)>,
    /// The number of the first row.
    from: u16,
    size: Size,
    /// The names of the players, in the order of their first moves.
    names: Vec<String>,
}

impl<'a> Log<'a> {
    fn read(text: &'a str) -> Result<Log<'a>, String> {
        let (mut entries, mut header) = (Vec::new(), None);
        let (mut stated, mut titles) = (Vec::new(), Vec::new());
        for group in groups(text) {
            match LogEntry::read(&group, &mut header)? {
                Some(entry) => {
                    titles.clear();
                    entries.push(entry);
                }
                None => statements(&group, &mut titles, &mut stated),
            }
            if entries.len() > Size::MAX_CELLS {
                return Err(format!(
                    "a game must have at most {} moves, found more",
                    Size::MAX_CELLS
                ));
            }
        }
        if entries.is_empty() {
            let is_list = |group: &Group<'_>| {
                group.words.len() > 2 && group.words.iter().all(|word| word.number().is_some())
            };
            let found = if groups(text).iter().any(is_list) {
                "found a list of single numbers, which do not say how long a row is and which letter is meant"
            } else {
                "found none"
            };
            return Err(format!(
                "expected lines with a letter, a row and a column, such as `Blue,0,2,S`, {found}"
            ));
        }
        Ok(Log {
            entries,
            stated,
            from: 0,
            size: Size::new(Rows(3), Columns(3)).expect("an S-O-S fits"),
            names: Vec::new(),
        })
    }

    /// Returns the value of a field that is stated outside of moves.
    fn said(&self, field: LogField) -> Option<&'a str> {
        let found = self
            .stated
            .iter()
            .find(|(name, _)| LogField::of(name) == Some(field));
        found.map(|(_, text)| *text)
    }

    /// Finds the row and the column of each move, where they are counted from, and the size of the board.
    fn find_cells(&mut self, notes: &mut Vec<String>) -> Result<(), String> {
        self.find_named_players();
        let how = self.find_columns()?;
        let cells: Vec<(u16, u16)> = self
            .entries
            .iter()
            .filter_map(|entry| entry.row.zip(entry.column))
            .collect();
        let rows = cells.iter().map(|(row, _)| *row);
        let columns = cells.iter().map(|(_, column)| *column);
        let (highest_row, highest_column) = (rows.max().unwrap_or(0), columns.max().unwrap_or(0));
        let highest = highest_row.max(highest_column);
        let least = cells.iter().map(|(row, column)| *row.min(column)).min();
        let size = self.stated_size()?;
        let is_full = usize::from(highest) * usize::from(highest) == cells.len();
        let starts_at_1 = match size {
            _ if least == Some(0) => false,
            Some((rows, columns)) => highest_row == rows || highest_column == columns,
            None => is_full,
        };
        self.from = match self.said(LogField::From) {
            Some("0") => 0,
            Some("1") => 1,
            Some(other) => {
                return Err(format!(
                    "`from` must be followed by 0 or 1, the number of the first row, found `{}`",
                    short(other)
                ));
            }
            None if least == Some(0) => 0,
            None if starts_at_1 => 1,
            None => {
                return Err(
                    "the first row can have the number 0 or 1; add the line `from: 0` or `from: 1`"
                        .into(),
                );
            }
        };
        let mut note = format!("{how}, counted from {}", self.from);
        let (rows, columns) = size.unwrap_or_else(|| {
            let side = (highest.saturating_add(1) - self.from).max(3);
            let _ = write!(
                note,
                "; the board is taken to be {side}x{side}, since no size is stated"
            );
            (side, side)
        });
        self.size = Size::new(Rows(rows.into()), Columns(columns.into()))
            .map_err(|error| error.to_string())?;
        notes.push(note);
        Ok(())
    }

    /// Returns the numbers of rows and columns that the text states.
    fn stated_size(&self) -> Result<Option<(u16, u16)>, String> {
        let number = |text: &str| {
            let refused = || format!("expected a size such as 3 or 3x4, found `{}`", short(text));
            text.trim().parse::<u16>().map_err(|_| refused())
        };
        let sides = match (
            self.said(LogField::Rows),
            self.said(LogField::Columns),
            self.said(LogField::Size),
        ) {
            (Some(rows), Some(columns), _) => (rows, columns),
            (_, _, Some(size)) => size.split_once(['x', 'X', '*']).unwrap_or((size, size)),
            _ => return Ok(None),
        };
        Ok(Some((number(sides.0)?, number(sides.1)?)))
    }

    /// Finds out which numbers of the moves are rows, columns and players, and returns how in words.
    fn find_columns(&mut self) -> Result<String, String> {
        if self
            .entries
            .iter()
            .all(|entry| entry.row.is_some() && entry.column.is_some())
        {
            return Ok("rows and columns are read by their names".into());
        }
        let n = self.entries[0].numbers.len();
        if let Some(other) = self.entries.iter().find(|entry| entry.numbers.len() != n) {
            return Err(format!(
                "line {}: expected {n} numbers, as in the first move, found {}",
                other.line,
                other.numbers.len()
            ));
        }
        let values = |i: usize| self.entries.iter().map(move |entry| entry.numbers[i]);
        let is_counter = |i: usize| {
            let first = self.entries[0].numbers[i];
            first <= 1
                && (first..)
                    .zip(values(i))
                    .all(|(expected, found)| expected == found)
        };
        let is_player = |i: usize| {
            let first = self.entries[0].numbers[i];
            values(i).collect::<std::collections::BTreeSet<_>>().len() == 2
                && values(i).all(|n| n.abs_diff(first) <= 1)
        };
        let are_cells = |i: usize, j: usize| {
            let cells: std::collections::BTreeSet<_> = values(i).zip(values(j)).collect();
            n == 2 || cells.len() == self.entries.len()
        };
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let has_players = self.entries[0].player.is_some();
        let mut fits: Vec<(usize, usize, Option<usize>)> = Vec::new();
        for (i, j) in pairs.filter(|(i, j)| are_cells(*i, *j)) {
            let mut others = (0..n).filter(|k| *k != i && *k != j && !is_counter(*k));
            match (others.next(), others.next()) {
                (None, _) => fits.push((i, j, None)),
                (Some(k), None) if !has_players && is_player(k) => fits.push((i, j, Some(k))),
                _ => (),
            }
        }
        let header = "add a header such as `player,row,column,letter`";
        let (i, j, k) = match fits[..] {
            [fit] => fit,
            [] => {
                return Err(format!(
                    "{n} numbers stand in each move, and it is not clear which are the row and the column; {header}"
                ));
            }
            [(i, j, _), (k, l, _), ..] => {
                return Err(format!(
                    "numbers {} and {} of each move could be the row and the column, and so could numbers {} and {}; \
                     {header}",
                    i + 1,
                    j + 1,
                    k + 1,
                    l + 1
                ));
            }
        };
        for entry in &mut self.entries {
            (entry.row, entry.column) = (Some(entry.numbers[i]), Some(entry.numbers[j]));
            if let (Some(k), None) = (k, &entry.player) {
                entry.player = Some(entry.numbers[k].to_string());
            }
        }
        Ok(format!(
            "number {} of each move is read as the row, and number {} as the column",
            i + 1,
            j + 1
        ))
    }

    /// Finds the players that are words: those that change from move to move.
    fn find_named_players(&mut self) {
        if self.entries.iter().all(|entry| entry.player.is_some()) {
            return;
        }
        let n = self
            .entries
            .iter()
            .map(|entry| entry.words.len())
            .min()
            .unwrap_or(0);
        let word = |i: usize| {
            self.entries
                .iter()
                .map(move |entry| player(&entry.words[i]))
        };
        let changing = (0..n).find(|i| word(*i).any(|name| Some(name) != word(*i).next()));
        for entry in &mut self.entries {
            entry.player = changing.map(|i| entry.words[i].clone());
        }
    }

    /// Seats the players in the order of their first moves, if the text names the player of each move.
    fn seat_players(&mut self, notes: &mut Vec<String>) {
        for entry in &mut self.entries {
            let Some(name) = &mut entry.player else {
                return;
            };
            *name = player(name);
            if !self.names.contains(name) {
                self.names.push(name.clone());
            }
        }
        let seats = self
            .names
            .iter()
            .zip(0..)
            .map(|(name, i)| format!("{} is {name}", Player::new(i)));
        let seats: Vec<String> = seats.take(Player::MAX).collect();
        notes.push(format!(
            "{} by the order of their first moves",
            seats.join(", ")
        ));
    }

    /// Plays the moves under the first rules that fit.
    fn play(
        &self,
        asked: Option<Rules>,
        notes: &mut Vec<String>,
    ) -> Result<Record<Position>, ReadError<Position>> {
        let stated = self.said(LogField::Mode).and_then(rules);
        let usual = asked.or(stated).unwrap_or_default();
        let refused = match self.play_under(usual) {
            Ok(record) => return Ok(record),
            Err(refused) => refused,
        };
        let fitting = Rules::ALL
            .into_iter()
            .filter(|rules| self.play_under(*rules).is_ok());
        let fitting: Vec<Rules> = fitting.collect();
        let (Some(first), None) = (fitting.first(), asked) else {
            return Err(refused);
        };
        notes.push(format!(
            "the moves do not follow the rules {usual}{}; they are read under {first}, which they follow",
            if stated.is_some() { ", which the text states" } else { "" },
        ));
        self.play_under(*first)
    }

    fn play_under(&self, rules: Rules) -> Result<Record<Position>, ReadError<Position>> {
        let players = self.names.len().max(2);
        let setup = Setup::of(self.size, rules).with_players(players);
        let setup = setup.map_err(|reason| ReadError::of(reason.to_string()))?;
        let mut record = Record::new(Position::of(setup));
        for (entry, number) in self.entries.iter().zip(1..) {
            let text = |m: &str, reason: &dyn core::fmt::Display| {
                format!("line {}, move {number}, `{m}`: {reason}", entry.line)
            };
            let place = |number: Option<u16>| u8::try_from(number?.checked_sub(self.from)?).ok();
            let (Some(row), Some(column)) = (place(entry.row), place(entry.column)) else {
                let found = format!("{} {}", entry.row.unwrap_or(0), entry.column.unwrap_or(0));
                let reason = format!("the row and the column must be on the {} board", self.size);
                return Err(ReadError::of(text(&found, &reason)));
            };
            let (cell, letter) = (Cell { column, row }, entry.letter);
            let m = Move { cell, letter };
            let seat = entry.player.as_ref();
            let seat = seat.and_then(|name| self.names.iter().position(|known| known == name));
            let played = match (seat, record.position().turn()) {
                (Some(seat), Some(turn)) if seat != turn.index() => Err(format!(
                    "{} moves here under the rules {rules}, found {}",
                    self.names
                        .get(turn.index())
                        .map_or("another player", String::as_str),
                    self.names[seat]
                )),
                _ => record.push(m).map_err(|reason| reason.to_string()),
            };
            played.map_err(|reason| {
                let m = m.to_string();
                ReadError::in_move(text(&m, &reason), record.position(), &m, plainly)
            })?;
        }
        Ok(record)
    }

    /// Returns the outcome that the text states.
    fn winner(&self) -> Option<Outcome> {
        let stated = player(self.said(LogField::Winner)?);
        if ["draw", "tie"].contains(&stated.as_str()) {
            return Some(Outcome::Draw);
        }
        let seat = self.names.iter().position(|name| *name == stated)?;
        Some(Outcome::Win(Player::new(seat)))
    }

    /// Notes where the last points that the text states are not those that the moves make.
    fn compare(&self, end: &Position, notes: &mut Vec<String>) {
        let outside = self
            .stated
            .iter()
            .map(|(name, text)| (player(name), text.parse().ok()));
        let last = self
            .entries
            .last()
            .map(|entry| &entry.points[..])
            .unwrap_or_default();
        let inside = last
            .iter()
            .map(|(name, points)| (name.clone(), Some(usize::from(*points))));
        let stated: Vec<(String, Option<usize>)> = outside.chain(inside).collect();
        for (name, seat) in self.names.iter().zip(0..) {
            let points = stated.iter().rev().find(|(known, _)| known == name);
            let made = end.points(Player::new(seat));
            if let Some((_, Some(stated))) = points
                && *stated != made
            {
                notes.push(format!(
                    "the text states {stated} S-O-S for {name}, but the moves make {made}"
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, game: &str, notes: &[&str]) {
        assert!(looks_like(text));
        let games = read(text, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(games[0].record.to_string(), game);
        assert_eq!(games[0].said.notes, notes);
    }

    #[track_caller]
    fn refuses(text: &str, rules: Option<&str>, reason: &str) {
        let error = read(text, rules).expect_err("the log is refused");
        let error = error.to_string();
        let (said, _) = error.split_once("; legal here").unwrap_or((&error, ""));
        assert_eq!(said, reason);
    }

    const GAME: &str = ".../.../...:1:0-0 Sa1 Ob1 Sc1 Oa2";

    #[test]
    fn tables_lists_and_sentences_are_the_same_game() {
        let texts = [
            "player,row,column,letter\nBlue,0,0,S\nRed,0,1,O\nBlue,0,2,S\nBlue,1,0,O\n",
            "size=3\nLetter;Col;Row;Player\nS;1;1;X\nO;2;1;Y\nS;3;1;X\nO;1;2;X\n",
            "# a game\nMODE:GENERAL\nSIZE:3\nBLUE:HUMAN\nMOVES:\nBLUE,0,0,S\nRED,0,1,O\nBLUE,0,2,S\nBLUE,1,0,O\n",
            "size=3,mode=General,playerA=Human\n1,A,0,0,S\n2,B,0,1,O\n3,A,0,2,S\n4,A,1,0,O\n",
            "size,mode,blue type\n3,General Game,human\n\nx,y,state,turn,Blue Points\n3,3,state,turn,0\n\
             0,0,S,Blue,0\n1,0,O,Red,0\n2,0,S,Blue,1\n0,1,O,Blue,1\nresult,Blue\n",
            "Player 1: S (0,0)\nPlayer 2: O (0,1)\nPlayer 1: S (0,2)\nPlayer 1: O (1,0)",
            "Blue placed S at row 0, column 0\nRed placed O at row 0, column 1\nBlue placed S at row 0, column 2\n\
             Blue placed O at row 1, column 0",
            r#"{"boardSize": 3, "moves": [{"player": "Blue", "row": 0, "col": 0, "letter": "S"},
               {"player": "Red", "row": 0, "col": 1, "letter": "O"}, {"player": "Blue", "row": 0, "col": 2, "letter":
               "S"}, {"player": "Blue", "row": 1, "col": 0, "letter": "O"}], "scores": {"Blue": 1, "Red": 0}}"#,
            r#"[["S", 0, 0], ["O", 0, 1], ["S", 0, 2], ["O", 1, 0]]"#,
        ];
        for text in texts {
            let games = read(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(games[0].record.to_string(), GAME, "{text}");
            assert!(looks_like(text), "{text}");
            let notes = &games[0].said.notes;
            assert!(notes.iter().all(|note| !note.contains("but")), "{notes:?}");
        }
    }

    #[test]
    fn the_reader_says_what_it_assumed() {
        reads(
            "1 1 S\n2 1 O\n3 1 S\n1 2 O\nfrom: 1",
            ".../.../...:1:0-0 Sa1 Oa2 Sa3 Ob1",
            &[
                "number 1 of each move is read as the row, and number 2 as the column, counted from 1; the board is \
                 taken to be 3x3, since no size is stated",
            ],
        );
        reads(
            "size 3x4\nplayer,letter,x,y\nred,S,3,0\nblue,O,0,2\n",
            "..../..../....:1:0-0 Sd1 Oa3",
            &[
                "rows and columns are read by their names, counted from 0",
                "first is red, second is blue by the order of their first moves",
            ],
        );
    }

    #[test]
    fn players_and_points_that_contradict_the_rules_are_told() {
        reads(
            "mode: general\nsize: 3\nA,0,0,S\nB,0,1,O\nA,0,2,S\nB,1,0,O\nscore A: 2\n",
            ".../.../...:1:0-0:alternating Sa1 Ob1 Sc1 Oa2",
            &[
                "number 1 of each move is read as the row, and number 2 as the column, counted from 0",
                "first is a, second is b by the order of their first moves",
                "the moves do not follow the rules general, which the text states; they are read under alternating, \
                 which they follow",
                "the text states 2 S-O-S for a, but the moves make 1",
            ],
        );
        refuses(
            "A,0,0,S\nB,0,1,O\nA,0,2,S\nB,1,0,O\n",
            Some("general"),
            "line 4, move 4, `Oa2`: a moves here under the rules general, found b",
        );
    }

    #[test]
    fn a_stated_winner_is_kept() {
        let text = "mode: Simple Game\nA,0,0,S\nB,0,1,O\nA,0,2,S\nwinner: a\n";
        let game = &read(text, None).expect("a log")[0];
        assert_eq!(game.said.outcome, Some(Outcome::Win(Player::FIRST)));
        assert_eq!(game.record.position().outcome(), game.said.outcome);
        let text = "S 0 0\nO 0 1\nresult: draw";
        assert_eq!(
            read(text, None).expect("a log")[0].said.outcome,
            Some(Outcome::Draw)
        );
    }

    #[test]
    fn what_fits_two_ways_is_refused() {
        refuses(
            "A,1,1,S\nB,1,2,O\nsize: 3",
            None,
            "the first row can have the number 0 or 1; add the line `from: 0` or `from: 1`",
        );
        refuses(
            "S,1,0,2\nO,2,1,0\n",
            None,
            "numbers 1 and 3 of each move could be the row and the column, and so could numbers 2 and 3; add a header \
             such as `player,row,column,letter`",
        );
        refuses(
            "S,1,5,7,9\nO,1,5,7,9\n",
            None,
            "4 numbers stand in each move, and it is not clear which are the row and the column; add a header such as \
             `player,row,column,letter`",
        );
    }

    #[test]
    fn a_wrong_line_is_named() {
        refuses(
            "S 0 0\nO 0 1 2",
            None,
            "line 2: expected 2 numbers, as in the first move, found 3",
        );
        refuses(
            "row,col,letter\n0,0,S\n0,1,O,x",
            None,
            "line 3: expected 3 columns as in the header, found 4",
        );
        refuses(
            "S 0 0\nO 0 0",
            None,
            "line 2, move 2, `Oa1`: cell `a1` already holds `S`",
        );
        refuses(
            "S 0 0\nO 0 900",
            None,
            "a board may have at most 255 rows, 255 columns and 400 cells, found 901x901",
        );
        refuses(
            "nothing",
            None,
            "expected lines with a letter, a row and a column, such as `Blue,0,2,S`, found none",
        );
        refuses(
            r#"{"winner": 2, "moves": [21, 88, 102, 4], "final_scores": {"0": 4, "1": 19}}"#,
            None,
            "expected lines with a letter, a row and a column, such as `Blue,0,2,S`, found a list of single numbers, \
             which do not say how long a row is and which letter is meant",
        );
        refuses(
            "S 0 0\nsize: big",
            None,
            "expected a size such as 3 or 3x4, found `big`",
        );
        refuses(
            "S 0 0\nsize: 3\nO 4 0",
            None,
            "line 3, move 2, `Oa5`: `a5` is not on the 3x3 board",
        );
    }
}
