//! [`Following`]: an engine as an object.

use crate::budget::Budget;
use crate::engine::{Engine, EngineError};
use crate::record::Record;
use crate::report::Report;
use crate::written::Written;

use super::object::{AnyEngine, AnyRecord};

/// An engine for the game `G` as a trait object. Between calls it follows the game by comparing the texts of records.
///
/// # Examples
///
/// ```
/// use papergames_common::any::{AnyEngine, AnyGame, Following};
/// use papergames_common::engine::{Engine, EngineError};
/// use papergames_common::nim::{NIM, Nim, Take};
/// use papergames_common::{Budget, Game, Record, Report};
///
/// struct FirstMove;
///
/// impl Engine<Nim> for FirstMove {
///     fn choose(
///         &mut self,
///         record: &Record<Nim>,
///         _: &Budget,
///         _: &mut dyn FnMut(&Report<Take>),
///     ) -> Result<Report<Take>, EngineError> {
///         let m = record.position().nth_move(0).ok_or(EngineError::GameOver)?;
///         Ok(Report::of_move(m))
///     }
/// }
///
/// let mut engine = Following::new(FirstMove);
/// let record = NIM.parse("3,4:first+ 0x3")?;
/// let report = engine.choose(&*record, &Budget::new(), &mut |_| ())?;
/// assert_eq!(report.line, ["1x1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(
    missing_debug_implementations,
    reason = "engines need not be printable"
)]
pub struct Following<G: Written> {
    engine: Box<dyn Engine<G>>,
    record: Option<Followed<G>>,
}

/// A record, with the text from which it was read.
struct Followed<G: Written> {
    record: Record<G>,
    text: String,
}

impl<G: Written> Following<G> {
    /// Returns the engine as an object.
    pub fn new(engine: impl Engine<G> + 'static) -> Following<G> {
        Following::boxed(Box::new(engine))
    }

    pub(super) fn boxed(engine: Box<dyn Engine<G>>) -> Following<G> {
        Following {
            engine,
            record: None,
        }
    }
}

impl<G: Written> Followed<G> {
    fn read(text: String) -> Result<Followed<G>, EngineError> {
        let record = text.parse::<Record<G>>().map_err(failed)?;
        Ok(Followed { record, text })
    }

    /// Returns whether `text` is the text of this record, or of this record with more moves.
    fn goes_on_in(&self, text: &str) -> bool {
        let beyond = text.strip_prefix(&self.text);
        beyond.is_some_and(|moves| moves.is_empty() || moves.starts_with(' '))
    }

    /// Plays the moves that `text` adds to this record.
    fn go_on(mut self, text: String) -> Result<Followed<G>, EngineError> {
        for word in text[self.text.len()..].split_whitespace() {
            let m = word.parse::<G::Move>().map_err(failed)?;
            self.record.push(m).map_err(failed)?;
        }
        Ok(Followed { text, ..self })
    }
}

fn failed(reason: impl core::fmt::Display) -> EngineError {
    EngineError::Failed(reason.to_string())
}

impl<G: Written> AnyEngine for Following<G> {
    fn choose(
        &mut self,
        record: &dyn AnyRecord,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, EngineError> {
        let text = record.to_string();
        let known = self.record.take();
        let followed = match known.filter(|known| known.goes_on_in(&text)) {
            Some(known) => known.go_on(text)?,
            None => Followed::read(text)?,
        };
        let Followed { record, .. } = self.record.insert(followed);
        let chosen = self.engine.choose(record, budget, &mut |report| {
            progress(&report.map(ToString::to_string));
        });
        Ok(chosen?.map(ToString::to_string))
    }

    fn set_threads(&mut self, threads: usize) {
        self.engine.set_threads(threads);
    }
}

/// An opponent that plays both on the usual boards and on other boards.
pub(super) struct OnSheets {
    pub(super) usual: Box<dyn AnyEngine>,
    pub(super) other: Option<Box<dyn AnyEngine>>,
    pub(super) is_on_other: fn(&str) -> bool,
}

impl AnyEngine for OnSheets {
    fn choose(
        &mut self,
        record: &dyn AnyRecord,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, EngineError> {
        if !(self.is_on_other)(&record.setup()) {
            return self.usual.choose(record, budget, progress);
        }
        let Some(other) = &mut self.other else {
            let reason =
                "this opponent cannot play on this kind of surface; choose another opponent";
            return Err(EngineError::Failed(reason.to_owned()));
        };
        other.choose(record, budget, progress)
    }

    fn set_threads(&mut self, threads: usize) {
        self.usual.set_threads(threads);
        if let Some(other) = &mut self.other {
            other.set_threads(threads);
        }
    }
}
