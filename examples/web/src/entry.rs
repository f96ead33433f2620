//! A game in the page's list, with the operations that the page needs of any game.

use core::time::Duration;

use common::any::{AnyGame, AnyMove, AnyRecord, ReadGame};
use common::describe::{About, SetupOptions};
use common::format::Reads;
use common::reading::{ReadOptions, SourceText};
use common::{Budget, Level};
use play::Pie;
use serde::Serialize;
use sprouts::Unnumbered;

use crate::hands::{Hold, text};
use crate::words::Reason;

/// A game in the page's list: its object, its *hands* (the code that shows its board and reads strokes), and the page's
/// texts about it.
///
/// # Examples
///
/// This page has one more game, whose board is shown as text and whose moves are chosen from a list:
///
/// ```
/// use common::any::GameObject;
/// use papergames_web::{Desk, GameEntry, games};
///
/// static DIRECTIONAL: GameObject<phutball::Position> = GameObject::new();
///
/// let mut games = games();
/// games.push(GameEntry::new(&DIRECTIONAL));
/// let mut desk = Desk::new(games);
/// ```
#[derive(Clone, Copy)]
pub struct GameEntry {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) about: About,
    pub(crate) manner: Manner,
    /// Creates the hands for the game of a record.
    pub(crate) hold: Hold,
}

/// A move that an opponent or a hint has chosen.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChosenMove {
    #[serde(rename = "move")]
    #[cfg_attr(test, ts(as = "String"))]
    pub(crate) m: AnyMove,
    /// The whole turn that begins with the move.
    #[cfg_attr(test, ts(as = "Vec<String>"))]
    pub(crate) turn: Vec<AnyMove>,
    /// What the player to move reaches with best play, if it is proved: 1 for a win, 0 for a draw, -1 for a loss.
    pub(crate) proved: Option<i32>,
    /// The same, if the engine has found it without a proof.
    pub(crate) foreseen: Option<i64>,
    /// Whether the engine would rather have the other seat.
    pub(crate) swap: bool,
}

/// How a game is played on the page, in addition to the game's own description.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Explains in a few sentences how to make a move.
    pub(crate) how: &'static str,
    /// The task of the player to move, as the rest of a sentence.
    pub(crate) task: &'static str,
    /// The task in the middle of a turn.
    pub(crate) task_midway: &'static str,
    /// Whether all moves are always equally good.
    pub(crate) is_all_alike: bool,
}

/// The longest text that is read, in bytes.
const LONGEST: usize = 1 << 20;
/// The most characters of an error message that people will read.
const READABLE: usize = 360;

/// The least value, in hundredths, of a win that an engine has found.
const FOUND: i64 = 10_000;

/// The error for a text about a position without numbered spots.
const UNNUMBERED: &str =
    "expected a game or a position with numbered spots; this is a value, which has no picture";

impl Manner {
    /// A game whose moves are chosen from a list.
    pub(crate) const PLAIN: Manner = Manner {
        how: "Choose a move from the list.",
        task: "choose a move",
        task_midway: "choose a move",
        is_all_alike: false,
    };
}

impl core::fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("GameEntry").field(&self.about.name).finish()
    }
}

impl GameEntry {
    /// Returns a game whose board is read as text, and whose moves are chosen from a list.
    pub fn new(game: &'static dyn AnyGame) -> GameEntry {
        GameEntry {
            game,
            about: game.about(),
            manner: Manner::PLAIN,
            hold: text::hold,
        }
    }

    /// Returns the game with hands for its board.
    pub(crate) fn played(self, hold: Hold, manner: Manner) -> GameEntry {
        GameEntry {
            manner,
            hold,
            ..self
        }
    }

    /// Sets up a new game, under the usual rules if `rules` is not given.
    pub(crate) fn set_up(
        &self,
        size: &str,
        rules: Option<String>,
        misere: bool,
        players: Option<usize>,
    ) -> Result<Box<dyn AnyRecord>, Reason> {
        let mut options = SetupOptions::none();
        (options.misere, options.players) = (misere, players);
        if let Some(rules) = rules {
            options.add(&rules);
        }
        Ok(self.game.start(Some(size.trim()), &options)?)
    }

    /// Reads the first game of a text in the given notation, or in the first one that the text looks like.
    pub(crate) fn read(&self, text: &str, notation: Option<&str>) -> Result<ReadGame, Reason> {
        if text.len() > LONGEST {
            let found = text.len();
            return Err(format!("a record may have at most {LONGEST} bytes, found {found}").into());
        }
        let unnumbered = self.game.extra::<Unnumbered>();
        if unnumbered.is_some_and(|reader| reader.format(notation, text).is_some()) {
            return Err(UNNUMBERED.into());
        }
        let notation = self.game.notation(notation, text)?;
        // The page writes games under the usual rules in every notation, so it reads them back under these rules.
        let usual = self.about.rule_sets.first().map(|rules| rules.name);
        let options = ReadOptions {
            rules: usual.filter(|_| notation.reads == Some(Reads::Open)),
            ..ReadOptions::in_format(notation.name)
        };
        let games = self.game.read(&SourceText::literal(text), &options);
        let games = games.map_err(|error| shortened(&error.to_string()))?;
        let game = games.into_iter().next();
        Ok(game.ok_or("the text contains no game")?)
    }

    /// Explains a game under a rule set: how to play it on the page, its rules in short, and what is special.
    pub(crate) fn explain(&self, rules: Option<&str>) -> String {
        let mut unusual = self.about.rule_sets.iter().skip(1);
        let special = unusual.find(|set| Some(set.name) == rules);
        let special = special.map_or("", |set| set.about);
        let summary = self.about.summary.replace('\n', " ");
        format!("{} {summary} {special}", self.manner.how)
    }

    /// Chooses a move at a level from 1 to 5, within `time`. Returns `None` if the game is over.
    pub(crate) fn choose(
        &self,
        record: &dyn AnyRecord,
        level: u8,
        seed: u64,
        time: Option<Duration>,
    ) -> Option<ChosenMove> {
        let level = Level::new(level.clamp(1, 5))?;
        let (mut engine, usual) = self.game.engine(&level.to_string(), seed)?;
        let budget = time.map_or(usual, |time| Budget::new().time(time));
        // Leave memory for the page's current game.
        let budget = budget.memory(u64::from(level.number()) << 23);
        let report = engine.choose(record, &budget, &mut |_| ()).ok()?;
        let (m, mover) = (report.best()?.clone(), record.turn()?);
        Some(ChosenMove {
            turn: first_turn(record, &report.line),
            proved: report.proved().map(|outcome| outcome.utility(mover)),
            foreseen: Some(report.value_for(mover))
                .filter(|value| value.abs() >= FOUND)
                .map(i64::signum),
            swap: Pie::is_taken(&report, mover),
            m,
        })
    }
}

/// Returns the first moves of a line that follows a record, as many as belong to one turn: a move, or a chain.
pub(crate) fn first_turn<'a>(
    record: &dyn AnyRecord,
    line: impl IntoIterator<Item = &'a AnyMove>,
) -> Vec<AnyMove> {
    let mut after = record.boxed();
    let mut turn = Vec::new();
    for m in line {
        if after.push(m).is_err() {
            break;
        }
        turn.push(m.clone());
        if !after.is_midway() {
            break;
        }
    }
    turn
}

/// Returns an error message cut to a length that people will read.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(READABLE) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
