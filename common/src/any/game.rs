//! The implementation of [`AnyGame`] for [`Erased`].

use crate::budget::Budget;
use crate::compact;
use crate::describe::{About, Describe, SetupOptions};
use crate::engine::{Engine, Level, RandomMover};
use crate::format::{Notation, Reading, Valued, contents};
use crate::reading::{self, ReadOptions, Source};
use crate::record::{Record, RecordError};
use crate::refused::Refused;
use crate::search::MonteCarlo;
#[cfg(feature = "store")]
use crate::values::{Effort, Solved};

use super::engine::{ErasedEngine, OnSheets};
use super::erased::Erased;
use super::moves::AnyMove;
use super::object::{Ability, AnyEngine, AnyEpisode, AnyGame, AnyRecord, Content};
use super::playing::Playing;

impl<G: Describe> Erased<G> {
    fn playing(&'static self, record: Record<G>) -> Box<dyn AnyRecord> {
        Box::new(Playing::new(self, record))
    }

    /// Returns the object that plays the position or record in `text`, if it is not this one.
    fn other(&self, text: &str) -> Option<&'static dyn AnyGame> {
        let other = self.other?;
        let first = contents(text).next().map_or("", |(_, line)| line);
        let word = first.split_whitespace().next().unwrap_or("");
        (other.has)(word).then_some(other.game)
    }

    /// Returns what this object has read, or else what the object for other sheets reads.
    fn or_elsewhere<T>(
        &self,
        read: Result<T, Refused>,
        elsewhere: impl FnOnce(&'static dyn AnyGame) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        read.or_else(|reason| match self.other {
            Some(other) => elsewhere(other.game).map_err(|_| reason),
            None => Err(reason),
        })
    }
}

impl<G: Describe> AnyGame for Erased<G> {
    fn about(&self) -> About {
        G::ABOUT
    }

    fn note_on(&self, setup: &str) -> Option<&'static str> {
        match self.other(setup) {
            Some(other) => other.note_on(setup),
            None => G::note_on(setup),
        }
    }

    fn start(
        &'static self,
        setup: Option<&str>,
        options: &SetupOptions,
    ) -> Result<Box<dyn AnyRecord>, Refused> {
        match self.other(setup.unwrap_or("")) {
            Some(other) => other.start(setup, options),
            None => Ok(self.playing(Record::new(G::start(setup, options)?))),
        }
    }

    fn notations(&self) -> Vec<Notation> {
        (self.formats)().iter().map(Notation::of).collect()
    }

    fn notation(&self, name: Option<&str>, text: &str) -> Result<Notation, Refused> {
        match self.other(text) {
            Some(other) => other.notation(name, text),
            None => Ok(Notation::of(reading::guess(&(self.formats)(), name, text)?)),
        }
    }

    fn read(&'static self, source: &Source, options: &ReadOptions<'_>) -> Result<Content, Refused> {
        if let Some(other) = self.other(&source.text) {
            return other.read(source, options);
        }
        let content = reading::read_in(&(self.formats)(), source, options)?;
        Ok(content.map(|record| self.playing(record)))
    }

    fn read_bytes(&'static self, bytes: &[u8]) -> Result<Box<dyn AnyRecord>, Refused> {
        let read = compact::read(bytes).map(|record| self.playing(record));
        self.or_elsewhere(read, |other| other.read_bytes(bytes))
    }

    fn parse(&'static self, text: &str) -> Result<Box<dyn AnyRecord>, RecordError> {
        match self.other(text) {
            Some(other) => other.parse(text),
            None => Ok(self.playing(text.parse()?)),
        }
    }

    fn value(&self, text: &str) -> Option<Valued> {
        let formats = (self.formats)().into_iter();
        let mut values = formats.filter_map(|format| match format.read {
            Reading::Values(valued) if (format.looks_like)(text) => Some(valued),
            _ => None,
        });
        values.find(|valued| (valued.describe)(text).is_ok())
    }

    fn read_move(&self, word: &str) -> Result<AnyMove, Refused> {
        let m = word.parse::<G::Move>();
        let read = m.map(AnyMove::new).map_err(Refused::because);
        self.or_elsewhere(read, |other| other.read_move(word))
    }

    fn engine(&'static self, name: &str, seed: u64) -> Option<(Box<dyn AnyEngine>, Budget)> {
        let opponents = &self.opponents;
        let strongest = || (opponents.budget)(Level::STRONGEST);
        let (engine, budget): (Box<dyn Engine<G>>, Budget) = match name {
            "random" => (Box::new(RandomMover::new(seed)), strongest()),
            "mcts" => (Box::new(MonteCarlo::new(seed)), strongest()),
            _ => {
                let at_level = |level| ((opponents.engine)(level, seed), (opponents.budget)(level));
                let named = (opponents.named)(name, seed);
                named.or_else(|| name.parse().ok().map(at_level))?
            }
        };
        let usual = Box::new(ErasedEngine::boxed(engine));
        let Some(other) = self.other else {
            return Some((usual, budget));
        };
        let engine = OnSheets {
            usual,
            other: other.game.engine(name, seed).map(|(engine, _)| engine),
            is_on_other: other.has,
        };
        Some((Box::new(engine), budget))
    }

    fn can(&self, ability: Ability) -> bool {
        match ability {
            Ability::Turns => self.turns.is_some(),
            Ability::Lengths => self.lengths.is_some(),
            Ability::Catalogue => self.catalogue.is_some(),
        }
    }

    fn engine_names(&self) -> &'static [&'static str] {
        self.opponents.names
    }

    fn read_episodes(&'static self, bytes: &[u8]) -> Result<Vec<AnyEpisode>, Refused> {
        let none = || {
            let title = G::ABOUT.title;
            let text = format!("{title} has no episodes of self-play");
            Refused::new(text)
        };
        let read = self.episodes.as_ref().ok_or_else(none);
        let read = read.and_then(|episodes| (episodes.read)(self, bytes));
        self.or_elsewhere(read, |other| other.read_episodes(bytes))
    }

    #[cfg(feature = "store")]
    fn audit(
        &self,
        store: &crate::store::Store,
        mark: &mut crate::audit::Mark,
        effort: &mut Effort<'_>,
    ) -> Solved<crate::audit::Audit> {
        (self.values)().audit(store, mark, effort)
    }
}
