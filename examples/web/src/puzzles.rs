//! The puzzles of a game: the set that `papergames puzzle` offers by default.

use common::Budget;
use common::any::AnyMove;
use common::describe::SetupOptions;
use play::puzzle::{Puzzle, find};
use serde::Serialize;

use crate::entry::Entry;
use crate::words::{Reason, read};

/// A puzzle on the page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Riddle {
    /// The position, as the text of a game without moves.
    text: String,
    /// The player to move, counted from 0.
    turn: usize,
    grade: u8,
}

/// The answer to a move that was tried in a puzzle.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Attempt {
    right: bool,
    /// The reply to a wrong move: its moves, and the same in words.
    reply: Vec<AnyMove>,
    words: String,
}

/// The puzzles of a game that have been found so far, and the search for more.
pub(crate) struct Puzzles {
    entry: Entry,
    found: Vec<Puzzle>,
    more: Box<dyn Iterator<Item = Puzzle>>,
}

/// The seed of the set of puzzles, which the program uses as well.
const SEED: u64 = 1;
/// The number of puzzles that may be skipped at once; finding one takes some hundredths of a second.
const AHEAD: usize = 100;
/// The number of bytes that a search may use, beside the page's current game.
const MEMORY: u64 = 192 << 20;

impl Puzzles {
    /// Returns the puzzles of a game.
    pub(crate) fn new(entry: &Entry) -> Result<Puzzles, Reason> {
        let setup = entry.about.puzzle;
        let setup = setup.map_err(
            |_| "This game has no puzzles, because either every move wins or none does.",
        )?;
        let start = entry.game.start(Some(setup), &SetupOptions::none())?;
        Ok(Puzzles {
            entry: *entry,
            found: Vec::new(),
            more: Box::new(find(&*start, SEED, &Budget::new().memory(MEMORY))),
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
            text: puzzle.position.to_string(),
            turn: puzzle.position.turn()?.index(),
            grade: puzzle.grade(),
        })
    }

    /// Tries a move in a puzzle that was found.
    pub(crate) fn attempt(&self, number: usize, text: &str) -> Result<Attempt, Reason> {
        let puzzle = self.found.get(number);
        let puzzle = puzzle.ok_or("The puzzle has not been found yet.")?;
        let m = read(&*puzzle.position, text)?;
        let mut tried = puzzle.position.clone();
        tried.push(&m)?;
        let right = puzzle.is_solved_by(&[m]);
        let reply = if right {
            Vec::new()
        } else {
            self.entry.turn(&*tried, &puzzle.refutation(&*tried))
        };
        let mut words = Vec::new();
        for m in &reply {
            words.push(tried.say_move(m));
            tried.push(m)?;
        }
        Ok(Attempt {
            right,
            reply,
            words: words.join(", "),
        })
    }

    /// Returns the solution of a puzzle that was found.
    pub(crate) fn solution(&self, number: usize) -> Option<&AnyMove> {
        self.found.get(number)?.solutions.first()
    }
}
