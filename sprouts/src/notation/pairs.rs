//! Games as pairs of spots, without the course of the lines.
//!
//! Courses and programs record a game as the number of spots at the start, followed by the two spots that each line
//! joins. The new spots are numbered in the order in which they are drawn:
//!
//! ```text
//! 2
//! 1 2
//! 1 2
//! ```
//!
//! A pair says neither at which corner of a spot its line ends nor which pieces the line encloses, so a pair can stand
//! for several lines, and some of them make a later pair impossible. The parser searches for lines that make the whole
//! game legal.
//!
//! # Grammar
//!
//! ```text
//! game  = start *pair            ; the start begins a line, and a pair does not go on in the next line
//! start = the text of a position without lines
//! pair  = number mark number
//! mark  = 1*( blank / "," / ";" / "-" / "(" / ")" )   ; marks may also stand around a pair
//! ```
//!
//! # Cost
//!
//! The search looks at no more than 20,000 positions and counts no more than 1,000 games.

use core::fmt::Write;
use core::ops::ControlFlow;

use common::describe::{Describe, SetupOptions};
use common::format::{Games, ParsedGame, ReadError, Statements, commented, contents, short};
use common::{Game, Record, Refused};

use crate::moves::{Move, Pieces, Survey};
use crate::play::in_words;
use crate::position::{Position, Spot};

/// The most positions that the search for one game looks at.
const MOST_POSITIONS: usize = 20_000;

/// The most games with the same pairs that are counted.
const MOST_GAMES: usize = 1_000;

/// Returns whether a text consists of a number of spots in the first line and one pair in each of the others.
pub(crate) fn looks_like(text: &str) -> bool {
    let mut lines = contents(text).map(|(_, line)| line);
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_start = |line: &str| is_number(line.trim_end_matches(['+', '-']));
    let is_pair = |line: &str| {
        let words = line.split([' ', '\t', '-']).filter(|word| !word.is_empty());
        words.clone().all(is_number) && words.count() == 2
    };
    lines.next().is_some_and(is_start) && lines.clone().next().is_some() && lines.all(is_pair)
}

/// Reads games written as pairs of spots.
pub(crate) fn read(text: &str, variant: Option<&str>) -> Games<Position> {
    let mut games: Vec<PairGame> = Vec::new();
    for (line, content, said) in commented(text) {
        let refuse = |reason: String| ReadError::of(format!("line {line}: {reason}"));
        let (first, rest) = content
            .split_once(char::is_whitespace)
            .unwrap_or((content, ""));
        let start = first.parse::<Position>();
        let start = start.is_ok_and(|start| start.moves_made() == 0)
            && numbers(rest).count().is_multiple_of(2);
        let pairs = if start {
            let mut options = SetupOptions::none();
            options.rules = variant.map(str::to_owned);
            let start = Position::start(Some(first), &options);
            let start = start.map_err(|reason| ReadError::in_option("rules", reason))?;
            games.push(PairGame {
                start,
                line,
                said,
                pairs: Vec::new(),
            });
            rest
        } else {
            content
        };
        let Some(game) = games.last_mut() else {
            return Err(refuse(format!(
                "expected the number of spots at the start, such as `4`, found `{}`",
                short(content)
            )));
        };
        let mut numbers = numbers(pairs);
        while let Some(from) = numbers.next() {
            let Some(to) = numbers.next() else {
                return Err(refuse(format!(
                    "expected pairs of spots, found `{}`",
                    short(content)
                )));
            };
            let spots = [from, to].map(|word| {
                word.parse::<u16>()
                    .ok()
                    .and_then(|number| Spot::try_from(number).ok())
                    .ok_or_else(|| {
                        refuse(format!(
                            "expected the number of a spot, found `{}`",
                            short(word)
                        ))
                    })
            });
            let [from, to] = spots;
            let (from, to) = (from?, to?);
            game.pairs.push(SpotPair { line, from, to });
        }
    }
    games.iter().map(PairGame::game).collect()
}

/// Returns the words of a line between marks.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split([' ', '\t', ',', ';', '-', '(', ')']);
    words.filter(|word| !word.is_empty())
}

/// Writes a game as pairs of spots.
///
/// # Errors
///
/// Returns an error if the game cannot be read back: it did not begin with spots alone, a line has no new spot, or the
/// pairs stand for another game.
pub(crate) fn write(record: &Record<Position>) -> Result<String, Refused> {
    let mut text = record.setup().to_string();
    for m in record.moves() {
        let _ = write!(text, "\n{} {}", m.from.spot, m.to.spot);
    }
    let again = read(&text, None);
    if again.is_ok_and(|games| games.len() == 1 && games[0].record == *record) {
        return Ok(text);
    }
    Err(Refused::new(
        "pairs of spots do not describe this game, since they are read as a game with other lines; use `text` instead",
    ))
}

/// Two spots joined by a line.
#[derive(Clone, Copy, Debug)]
struct SpotPair {
    /// The number of the line in which the pair stands.
    line: usize,
    from: Spot,
    to: Spot,
}

/// A game as it is written.
#[derive(Debug)]
struct PairGame {
    start: Position,
    /// The number of the line in which the game begins.
    line: usize,
    said: Statements,
    pairs: Vec<SpotPair>,
}

impl PairGame {
    /// Returns the index of the first pair that no game has because of the numbers of lines at its spots, and the
    /// reason. The pairs alone determine these numbers.
    fn first_dead(&self) -> Option<(usize, String)> {
        let mut lines = vec![0; self.start.n_start()];
        for (pair, i) in self.pairs.iter().zip(0..) {
            for spot in [pair.from, pair.to] {
                let n_spots = lines.len();
                let reason = match lines.get_mut(spot.number() - 1) {
                    None => {
                        format!("there is no spot {spot}; the position has spots 1 to {n_spots}")
                    }
                    Some(n) if *n == self.start.most_lines(spot) => {
                        format!("spot {spot} already has {} lines", in_words(*n))
                    }
                    Some(n) => {
                        *n += 1;
                        continue;
                    }
                };
                return Some((i, reason));
            }
            lines.push(2);
        }
        None
    }

    /// Finds lines for the pairs, and says in a note how many games the pairs fit.
    fn game(&self) -> Result<ParsedGame<Position>, ReadError<Position>> {
        let dead = self.first_dead();
        let possible = dead.as_ref().map_or(self.pairs.len(), |(i, _)| *i);
        let mut search = LineSearch::new(&self.pairs[..possible]);
        let ended = search.go(&self.start).is_continue();
        let refuse = |i: usize, reason: String| {
            let SpotPair { line, from, to } = self.pairs[i];
            Err(ReadError::of(format!(
                "line {line}, move {}, `{from} {to}`: {reason}",
                i + 1
            )))
        };
        let Some(moves) = &search.first else {
            let i = search.longest;
            let before = format!("the {i} pairs before it");
            return if ended {
                refuse(
                    i,
                    format!("no line fits, however the lines of {before} are drawn"),
                )
            } else {
                refuse(
                    i,
                    format!(
                        "no line was found; the search for lines that fit {before} ended after {MOST_POSITIONS} \
                         positions"
                    ),
                )
            };
        };
        if let Some((i, reason)) = dead {
            return refuse(i, reason);
        }
        let record = Record::from_moves(self.start.clone(), moves.iter().copied());
        let record = record.expect("the search plays legal moves");
        let n = search.games.div_ceil(2);
        let mut note = match (n, ended && !search.is_loose) {
            (1, true) => "only one game has these pairs of spots".to_owned(),
            (1, false) => "this is one of the games with these pairs of spots".to_owned(),
            (_, true) => {
                format!("{n} games have these pairs of spots, and this is the first of them")
            }
            (_, false) => format!(
                "at least {n} games have these pairs of spots, and this is the first of them"
            ),
        };
        note += " (mirror images are one game)";
        if search.is_loose {
            note += "; spots that are not joined again could also be on the other side of a line";
        }
        let game = ParsedGame::new(record, self.line).saying(self.said.clone());
        Ok(game.noting(note))
    }
}

/// A depth-first search for lines that fit pairs.
#[derive(Debug)]
struct LineSearch<'a> {
    pairs: &'a [SpotPair],
    /// The index of the last pair that names a spot.
    last: Vec<usize>,
    /// The moves to the present position.
    moves: Vec<Move>,
    first: Option<Vec<Move>>,
    /// Whether a line leaves spots on its right that no later pair names, so that they could also be on its left.
    is_loose: bool,
    /// The most moves for which lines were found.
    longest: usize,
    positions: usize,
    /// Twice the number of games found, where mirror images count as one: a game that is its own mirror image counts
    /// twice, and any other is found in both forms.
    games: usize,
}

impl LineSearch<'_> {
    fn new(pairs: &[SpotPair]) -> LineSearch<'_> {
        let highest = pairs.iter().flat_map(|pair| [pair.from, pair.to]).max();
        let mut last = vec![0; highest.map_or(0, Spot::number)];
        for (pair, i) in pairs.iter().zip(0..) {
            last[pair.from.number() - 1] = i;
            last[pair.to.number() - 1] = i;
        }
        LineSearch {
            pairs,
            last,
            moves: Vec::new(),
            first: None,
            is_loose: false,
            longest: 0,
            positions: 0,
            games: 0,
        }
    }

    /// Finds all games that continue from a position, and breaks if a limit is reached.
    fn go(&mut self, position: &Position) -> ControlFlow<()> {
        let made = self.moves.len();
        self.positions += 1;
        self.longest = self.longest.max(made);
        let Some(pair) = self.pairs.get(made) else {
            self.games += if is_own_mirror_image(position) { 2 } else { 1 };
            self.first.get_or_insert_with(|| self.moves.clone());
            return if self.games < 2 * MOST_GAMES {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            };
        };
        let named = (self.last.iter().zip(1..))
            .filter(|(last, number)| **last > made && *number <= position.n_spots());
        let busy: Pieces = named
            .map(|(_, number)| position.piece(Spot::new(number)))
            .collect();
        Survey::new(position).for_each_line(
            pair.from.min(pair.to),
            pair.from.max(pair.to),
            busy,
            &mut |m, is_loose| {
                if self.positions >= MOST_POSITIONS {
                    return ControlFlow::Break(());
                }
                self.is_loose |= is_loose;
                self.moves.push(m);
                let went = self.go(&position.child_unchecked(&m));
                self.moves.pop();
                went
            },
        )
    }
}

/// Returns whether the mirror image of a drawing has the same boundaries.
fn is_own_mirror_image(position: &Position) -> bool {
    let mut lists = position.lists();
    for boundary in lists.iter_mut().flatten() {
        boundary.reverse();
    }
    let image = Position::from_lists(position.n_start(), position.rules(), &lists);
    image.is_ok_and(|image| image == *position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Ending, Seeded, playout};

    #[track_caller]
    fn reads(text: &str, game: &str, note: &str) {
        let games = read(text, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(games[0].record.to_string(), game);
        assert_eq!(games[0].said.notes, [note]);
    }

    #[track_caller]
    fn refuses(text: &str, reason: &str) {
        let error = read(text, None).expect_err("the game is impossible");
        assert_eq!(error.to_string(), reason);
    }

    #[test]
    fn loops_join_two_corners_of_a_spot_with_many_lines() {
        let loops = |n: usize| "\n1 1".repeat(n);
        for (setup, most) in [("1+lines-4", 2), ("1+lines-5", 2), ("1+lines-6", 3)] {
            let games = read(&format!("{setup}{}", loops(most)), None).expect("loops at a spot");
            assert_eq!(games[0].record.moves().len(), most, "{setup}");
            assert!(
                read(&format!("{setup}{}", loops(most + 1)), None).is_err(),
                "{setup}"
            );
        }
    }

    #[test]
    fn lines_are_found_that_make_later_pairs_possible() {
        // The circle of the first two lines has spots 4 and 5 on it, and both are joined to 3.
        reads(
            "3\n1 2\n1 2\n3 5\n3 4",
            "3+ 1-2 1-2 3-5 3-4!",
            "only one game has these pairs of spots (mirror images are one game)",
        );
        // The third line must be drawn on the side of 3.
        reads(
            "3-\n1 2\n(1,2)\n1;2\n6 - 3",
            "3- 1-2 1-2 1-2! 3-6",
            "2 games have these pairs of spots, and this is the first of them (mirror images are one game)",
        );
    }

    #[test]
    fn spots_that_are_not_joined_again_may_be_anywhere() {
        reads(
            "3\n1 1",
            "3+ 1-1",
            "this is one of the games with these pairs of spots (mirror images are one game); spots that are not \
             joined again could also be on the other side of a line",
        );
    }

    #[test]
    fn a_game_on_one_line_and_games_one_after_another_are_read() {
        let games = read("2 1-2 1-2 # a circle\n\n1+\n1 1\n", None).expect("two games");
        let texts: Vec<_> = games
            .iter()
            .map(|game| (game.line, game.record.to_string()))
            .collect();
        assert_eq!(
            texts,
            [(1, "2+ 1-2 1-2".to_owned()), (3, "1+ 1-1".to_owned())]
        );
    }

    #[test]
    fn the_first_impossible_pair_is_named() {
        // 5 is inside the circle and 6 is outside, or the other way round.
        refuses(
            "2\n1 2\n1 2\n3 4\n1 2\n5 6",
            "line 6, move 5, `5 6`: no line fits, however the lines of the 4 pairs before it are drawn",
        );
        refuses(
            "2\n1 1\n1 2\n1 2",
            "line 4, move 3, `1 2`: spot 1 already has three lines",
        );
        refuses(
            "2\n1 4",
            "line 2, move 1, `1 4`: there is no spot 4; the position has spots 1 to 2",
        );
        refuses(
            "1 2\n1 2",
            "line 1: expected the number of spots at the start, such as `4`, found `1 2`",
        );
        refuses("4\n1-2-3", "line 2: expected pairs of spots, found `1-2-3`");
        refuses("4\n1 x", "line 2: expected the number of a spot, found `x`");
    }

    #[test]
    fn a_search_without_an_end_is_given_up() {
        // Each of the loops can have the other pieces on either side, and the circle makes every choice impossible.
        let loops = "3 3\n4 4\n5 5\n6 6\n7 7\n8 8\n9 9\n10 10\n";
        let text = format!("10\n{loops}1 2\n1 2\n19 20\n1 2\n21 22\n3 4\n5 6\n7 8\n9 10");
        refuses(
            &text,
            "line 14, move 13, `21 22`: no line was found; the search for lines that fit the 12 pairs before it ended \
             after 20000 positions",
        );
    }

    /// Finds all games with the given pairs among all games.
    fn all_games(
        record: &mut Record<Position>,
        pairs: &[(Spot, Spot)],
        found: &mut Vec<Record<Position>>,
    ) {
        let Some(pair) = pairs.get(record.moves().len()) else {
            found.push(record.clone());
            return;
        };
        for m in record.position().moves() {
            if (m.from.spot, m.to.spot) == *pair {
                record.push(m).expect("a legal move");
                all_games(record, pairs, found);
                record.pop();
            }
        }
    }

    #[test]
    fn the_games_are_those_found_among_all_games() {
        let mut random = Seeded::new(62);
        let mut several = 0;
        for i in 0..60_u64 {
            let start = Position::new(2 + i as usize % 3, Ending::Normal).expect("a start");
            let record = playout::record(start.clone(), 3 + i / 10, &mut random);
            let pairs: Vec<_> = record
                .moves()
                .iter()
                .map(|m| (m.from.spot, m.to.spot))
                .collect();
            let mut found = Vec::new();
            all_games(&mut Record::new(start.clone()), &pairs, &mut found);
            let pairs = pairs
                .iter()
                .map(|(from, to)| SpotPair {
                    line: 1,
                    from: *from,
                    to: *to,
                })
                .collect();
            let written = PairGame {
                start,
                line: 1,
                said: Statements::default(),
                pairs,
            };
            let game = written.game().expect("the pairs of a game");
            assert!(found.contains(&game.record), "{record:?}");
            let twice = found
                .iter()
                .map(|record| 1 + usize::from(is_own_mirror_image(record.position())));
            let n = twice.sum::<usize>() / 2;
            several += usize::from(n > 1);
            let note = &game.said.notes[0];
            if !note.contains("other side") {
                let expected = if n == 1 {
                    "only one game".to_owned()
                } else {
                    format!("{n} games")
                };
                assert!(note.starts_with(&expected), "{record:?} {n} {note}");
            }
            match write(&record) {
                Ok(text) => assert_eq!(read(&text, None).expect("its own text")[0].record, record),
                Err(_) => assert!(found.len() > 1, "{record:?}"),
            }
        }
        assert!(several > 10, "{several}");
    }
}
