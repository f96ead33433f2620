//! [`Sheets`]: one game on several kinds of sheets.

use crate::budget::Budget;
use crate::describe::{About, SetupOptions};
use crate::engine::EngineError;
use crate::format::{Notation, Valued, contents};
use crate::reading::{ReadOptions, Source};
use crate::record::ParseRecordError;
use crate::refused::Refused;
use crate::report::Report;
#[cfg(feature = "store")]
use crate::values::{Effort, Unsolved};

use super::object::{Ability, AnyEngine, AnyEpisode, AnyGame, AnyRecord, Content};

/// One game on two kinds of sheets, such as paper and the surface of a torus, whose positions have types of their own.
///
/// A text belongs to the kind of sheet that its first word names. Each kind has an object, which is registered as a
/// [part](super::Erased::part_of) of the whole.
#[derive(Debug)]
pub struct Sheets {
    usual: &'static dyn AnyGame,
    other: &'static dyn AnyGame,
    is_on_other: fn(&str) -> bool,
}

impl Sheets {
    /// Returns a game on its usual kind of sheet, or on the other if `is_on_other` recognises the first word of a text.
    pub const fn new(
        usual: &'static dyn AnyGame,
        other: &'static dyn AnyGame,
        is_on_other: fn(&str) -> bool,
    ) -> Sheets {
        Sheets {
            usual,
            other,
            is_on_other,
        }
    }

    /// Returns the object that plays what a text describes.
    fn of(&self, text: &str) -> &'static dyn AnyGame {
        let first = contents(text).next().map_or("", |(_, line)| line);
        let word = first.split_whitespace().next().unwrap_or("");
        if (self.is_on_other)(word) {
            self.other
        } else {
            self.usual
        }
    }
}

impl AnyGame for Sheets {
    fn about(&self) -> About {
        self.usual.about()
    }

    fn note_on(&self, setup: &str) -> Option<&'static str> {
        self.of(setup).note_on(setup)
    }

    fn start(
        &'static self,
        setup: Option<&str>,
        options: &SetupOptions,
    ) -> Result<Box<dyn AnyRecord>, Refused> {
        self.of(setup.unwrap_or("")).start(setup, options)
    }

    fn notations(&self) -> Vec<Notation> {
        self.usual.notations()
    }

    fn notation(&self, name: Option<&str>, text: &str) -> Result<Notation, Refused> {
        self.of(text).notation(name, text)
    }

    fn read(&'static self, source: &Source, options: &ReadOptions<'_>) -> Result<Content, Refused> {
        self.of(&source.text).read(source, options)
    }

    fn read_bytes(&'static self, bytes: &[u8]) -> Result<Box<dyn AnyRecord>, Refused> {
        let read = self.usual.read_bytes(bytes);
        read.or_else(|reason| self.other.read_bytes(bytes).map_err(|_| reason))
    }

    fn parse(&'static self, text: &str) -> Result<Box<dyn AnyRecord>, ParseRecordError> {
        self.of(text).parse(text)
    }

    fn value(&self, text: &str) -> Option<Valued> {
        self.of(text).value(text)
    }

    fn read_move(&self, word: &str) -> Result<String, Refused> {
        let read = self.usual.read_move(word);
        read.or_else(|reason| self.other.read_move(word).map_err(|_| reason))
    }

    fn engine(&'static self, name: &str, seed: u64) -> Option<(Box<dyn AnyEngine>, Budget)> {
        let (usual, budget) = self.usual.engine(name, seed)?;
        let other = self.other.engine(name, seed).map(|(engine, _)| engine);
        let sheets = self;
        Some((
            Box::new(OnSheets {
                sheets,
                usual,
                other,
            }),
            budget,
        ))
    }

    fn can(&self, ability: Ability) -> bool {
        self.usual.can(ability)
    }

    fn engine_names(&self) -> &'static [&'static str] {
        self.usual.engine_names()
    }

    fn read_episodes(&'static self, bytes: &[u8]) -> Result<Vec<AnyEpisode>, Refused> {
        let read = self.usual.read_episodes(bytes);
        read.or_else(|reason| self.other.read_episodes(bytes).map_err(|_| reason))
    }

    #[cfg(feature = "store")]
    fn audit(
        &self,
        store: &crate::store::Store,
        mark: &mut crate::audit::Mark,
        effort: &mut Effort<'_>,
    ) -> Result<crate::audit::Audit, Unsolved> {
        self.usual.audit(store, mark, effort)
    }
}

/// An opponent on both kinds of sheets.
struct OnSheets {
    sheets: &'static Sheets,
    usual: Box<dyn AnyEngine>,
    other: Option<Box<dyn AnyEngine>>,
}

impl AnyEngine for OnSheets {
    fn choose(
        &mut self,
        record: &dyn AnyRecord,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, EngineError> {
        if !(self.sheets.is_on_other)(&record.setup()) {
            return self.usual.choose(record, budget, progress);
        }
        let Some(other) = &mut self.other else {
            let reason = "this opponent plays on the usual kind of sheet only";
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
