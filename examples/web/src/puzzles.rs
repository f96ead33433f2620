//! The puzzles of a game: the set that `papergames puzzle` offers by default; and one puzzle for each day.

use common::any::{AnyMove, AnyRecord};
use common::describe::SetupOptions;
use common::format::PLAIN;
use common::values::Effort;
use common::{Budget, Outcome};
use play::puzzle::{Puzzle, find};
use serde::Serialize;

use crate::entry::{GameEntry, first_turn};
use crate::words::{Reason, read};

/// A puzzle on the page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Riddle {
    game: &'static str,
    /// The position, as the text of a game without moves.
    text: String,
    /// The player to move, counted from 0.
    turn: usize,
    grade: u8,
}

/// The answer to a turn that was tried in a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Attempt {
    right: bool,
    /// The reply to a wrong turn: its moves, and the same in words.
    #[cfg_attr(test, ts(as = "Vec<String>"))]
    reply: Vec<AnyMove>,
    words: String,
    /// Why the turn does not win, as the end of a sentence about the reply.
    reason: &'static str,
}

/// The puzzles of a game that have been found so far, and the search for more.
pub(crate) struct Puzzles {
    entry: GameEntry,
    /// The day whose puzzle this is, the only one; `None` for the set of the game.
    pub(crate) day: Option<usize>,
    found: Vec<Puzzle>,
    more: Box<dyn Iterator<Item = Puzzle>>,
}

/// The seed of the set of puzzles, which the program uses as well.
const SEED: u64 = 1;
/// The number of puzzles that may be skipped at once; finding one takes some hundredths of a second.
const AHEAD: usize = 100;
/// The number of bytes that a search may use, beside the page's current game.
const MEMORY: u64 = 192 << 20;
/// The number of nodes that may be spent on the reason why a turn does not win.
const REASON_NODES: u64 = 200_000;
/// The puzzles of the days, a line each: the game and the position. There are as many as a leap year has days.
const DAYS: &str = include_str!("days.txt");

impl Puzzles {
    /// Returns the puzzles of a game.
    pub(crate) fn new(entry: &GameEntry) -> Result<Puzzles, Reason> {
        let setup = entry.about.puzzle;
        let setup = setup.map_err(
            |_| "This game has no puzzles, because either every move wins or none does.",
        )?;
        let start = entry.game.start(Some(setup), &SetupOptions::none())?;
        Ok(Puzzles {
            entry: *entry,
            day: None,
            found: Vec::new(),
            more: Box::new(find(&*start, SEED, &Budget::new().memory(MEMORY))),
        })
    }

    /// Returns the puzzle of a day, counted from any day. It is proved again that one move wins.
    pub(crate) fn of_day(games: &[GameEntry], day: usize) -> Result<Puzzles, Reason> {
        let (game, text) = line_of(day);
        let entry = games.iter().find(|entry| entry.about.name == game);
        let entry = entry.ok_or("The page does not have the game of this day's puzzle.")?;
        let record = entry.read(text, Some(PLAIN))?.record;
        let puzzle = Puzzle::within(&*record, &Budget::new().memory(MEMORY));
        Ok(Puzzles {
            entry: *entry,
            day: Some(day),
            found: vec![puzzle.ok_or("This day's puzzle could not be proved in time.")?],
            more: Box::new(core::iter::empty()),
        })
    }

    /// Returns the name of the game.
    pub(crate) fn game(&self) -> &'static str {
        self.entry.about.name
    }

    /// Returns the puzzle with a number, counted from 0, after finding those before it.
    ///
    /// # Errors
    ///
    /// Returns an error if finding them would take too long.
    pub(crate) fn riddle(&mut self, number: usize) -> Result<Option<Riddle>, Reason> {
        if number > self.found.len() + AHEAD {
            let next = self.found.len() + 1;
            return Err(format!(
                "Puzzles are found one after another, and at most {AHEAD} at a time; the next is number {next}."
            )
            .into());
        }
        Ok(self.find(number))
    }

    fn find(&mut self, number: usize) -> Option<Riddle> {
        while self.found.len() <= number {
            self.found.push(self.more.next()?);
        }
        let puzzle = &self.found[number];
        Some(Riddle {
            game: self.game(),
            text: puzzle.position.to_string(),
            turn: puzzle.position.turn()?.index(),
            grade: puzzle.grade(),
        })
    }

    /// Tries the moves of a turn in a puzzle that was found.
    pub(crate) fn attempt(&self, number: usize, moves: &[String]) -> Result<Attempt, Reason> {
        let puzzle = self.found.get(number);
        let puzzle = puzzle.ok_or("The puzzle has not been found yet.")?;
        let (mut tried, mut turn) = (puzzle.position.clone(), Vec::new());
        for text in moves {
            let m = read(&*tried, text)?;
            tried.push(&m)?;
            turn.push(m);
        }
        if puzzle.is_solved_by(&turn) {
            return Ok(Attempt {
                right: true,
                reply: Vec::new(),
                words: String::new(),
                reason: "",
            });
        }
        let reply = first_turn(&*tried, &puzzle.refutation(&*tried));
        let (mut answered, mut words) = (tried.clone(), Vec::new());
        for m in &reply {
            words.push(answered.say_move(m));
            answered.push(m)?;
        }
        Ok(Attempt {
            right: false,
            reply,
            words: words.join(", "),
            reason: reason(&*tried, &*answered),
        })
    }

    /// Returns the turn that solves a puzzle that was found.
    pub(crate) fn solution(&self, number: usize) -> Vec<String> {
        let puzzle = self.found.get(number);
        let turn = puzzle.map_or_else(Vec::new, |puzzle| {
            first_turn(&*puzzle.position, &puzzle.turn())
        });
        turn.iter().map(ToString::to_string).collect()
    }
}

/// Returns the game and the position of a day's puzzle.
fn line_of(day: usize) -> (&'static str, &'static str) {
    let lines = || DAYS.lines().filter(|line| !line.starts_with('#'));
    let line = lines().nth(day % lines().count());
    line.and_then(|line| line.split_once(' '))
        .unwrap_or_default()
}

/// Returns the reason why a turn does not win, as the end of a sentence about the reply to it: `tried` is the record
/// before the reply, and `answered` the one after it.
fn reason(tried: &dyn AnyRecord, answered: &dyn AnyRecord) -> &'static str {
    match answered.outcome() {
        Some(Outcome::Win(_)) => return "which wins at once",
        Some(Outcome::Draw | Outcome::Shared(_)) => return "and that is a draw",
        None => (),
    }
    let mut effort = Effort::new(Budget::new().nodes(REASON_NODES));
    match tried
        .boxed()
        .values()
        .solve(&mut effort)
        .map(|verdict| verdict.outcome)
    {
        Ok(Outcome::Win(_)) => "and then you lose, whatever you play",
        Ok(Outcome::Draw | Outcome::Shared(_)) => "and then you cannot win any more",
        Err(_) => "which does not lose",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::games;

    /// The days of a leap year.
    const YEAR: usize = 366;

    /// Proves the puzzles of some days, each again by the solver.
    fn prove(days: impl Iterator<Item = usize>) {
        for day in days {
            let puzzles = Puzzles::of_day(&games(), day).unwrap_or_else(|error| {
                panic!("day {day}, {}: {error}", line_of(day).1);
            });
            let solution = puzzles.solution(0);
            let is_marked = puzzles.found[0].length == Some(1) && solution.len() <= 2;
            assert!(
                puzzles.found[0].grade() > 1 && !is_marked,
                "day {day} is too easy: {solution:?}"
            );
            let attempt = puzzles.attempt(0, &solution);
            assert!(
                attempt.is_ok_and(|attempt| attempt.right),
                "day {day}: {solution:?}"
            );
        }
    }

    #[test]
    fn no_puzzle_comes_twice_in_a_year() {
        let lines: BTreeSet<_> = (0..YEAR).map(line_of).collect();
        assert_eq!(lines.len(), YEAR);
        assert_eq!(line_of(0), line_of(YEAR));
        let classes = lines.iter().map(|(game, text)| {
            let entry = games().into_iter().find(|entry| entry.about.name == *game);
            let read = entry.expect("a game of the page").read(text, Some(PLAIN));
            (game, read.expect("a position").record.class())
        });
        assert_eq!(classes.collect::<BTreeSet<_>>().len(), YEAR);
        // The games take turns, also from a year to the next.
        for day in 0..YEAR {
            let three: BTreeSet<_> = (day..day + 3).map(|day| line_of(day).0).collect();
            assert_eq!(three.len(), 3, "day {day}");
        }
    }

    #[test]
    fn some_days_have_puzzles_with_one_winning_move() {
        prove((0..YEAR).step_by(37));
    }

    #[test]
    #[ignore = "proves a puzzle for every day of a year"]
    fn all_days_have_puzzles_with_one_winning_move() {
        prove(0..YEAR);
    }
}
