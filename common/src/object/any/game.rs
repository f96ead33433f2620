//! The implementation of [`AnyGame`] for [`GameObject`].

use core::time::Duration;

use crate::learning::compact;
use crate::notation::describe::{About, Describe, SetupOptions};
use crate::notation::format::{FormatError, Notation};
use crate::notation::reading::{self, ReadOptions, SourceText};
#[cfg(feature = "store")]
use crate::object::values::{Effort, SolveResult};
use crate::play::record::{Record, RecordError};
use crate::tools::budget::Budget;
use crate::tools::fields::Fields;
use crate::tools::refused::Refused;
use crate::tree::engine::{Engine, Level, RandomMover};
use crate::tree::search::MonteCarlo;

use super::engine::EngineObject;
use super::game_object::GameObject;
use super::moves::AnyMove;
use super::object::{AnyEngine, AnyEpisode, AnyGame, AnyRecord, Extra, ReadGame};
use super::record_object::RecordObject;

impl<G: Describe> GameObject<G> {
    fn object_of(&'static self, record: Record<G>) -> Box<dyn AnyRecord> {
        Box::new(RecordObject::new(self, record))
    }
}

impl<G: Describe> AnyGame for GameObject<G> {
    fn about(&self) -> About {
        G::ABOUT
    }

    fn start(
        &'static self,
        setup: Option<&str>,
        options: &SetupOptions,
    ) -> Result<Box<dyn AnyRecord>, Refused> {
        Ok(self.object_of(Record::new(G::start(setup, options)?)))
    }

    fn notations(&self) -> Vec<Notation> {
        (self.formats)().iter().map(Notation::of).collect()
    }

    fn notation(&self, name: Option<&str>, text: &str) -> Result<Notation, FormatError> {
        Ok(Notation::of(reading::guess(&(self.formats)(), name, text)?))
    }

    fn read(
        &'static self,
        source: &SourceText,
        options: &ReadOptions<'_>,
    ) -> Result<Vec<ReadGame>, Refused> {
        let games = reading::read_in(&(self.formats)(), source, options)?.into_iter();
        Ok(games
            .map(|game| game.map(|record| self.object_of(record)))
            .collect())
    }

    fn read_bytes(&'static self, bytes: &[u8]) -> Result<Box<dyn AnyRecord>, Refused> {
        Ok(self.object_of(compact::read(bytes)?))
    }

    fn parse(&'static self, text: &str) -> Result<Box<dyn AnyRecord>, RecordError> {
        Ok(self.object_of(text.parse()?))
    }

    fn read_move(&self, word: &str) -> Result<AnyMove, Refused> {
        let m = word.parse::<G::Move>();
        m.map(AnyMove::new::<G>).map_err(Refused::because)
    }

    fn move_fields(&self, m: &AnyMove) -> Fields {
        let own = m.typed::<G>();
        own.map(|m| G::move_fields(m, None)).unwrap_or_default()
    }

    fn engine(&'static self, name: &str, seed: u64) -> Option<(Box<dyn AnyEngine>, Budget)> {
        let opponents = &self.opponents;
        if let Ok(level) = name.parse() {
            let engine = EngineObject::boxed((opponents.engine)(level, seed));
            let engine = engine.at_level(level, opponents.budget);
            return Some((Box::new(engine), Budget::new()));
        }
        let second = || Budget::new().time(Duration::from_secs(1));
        let (engine, budget): (Box<dyn Engine<G>>, Budget) = match name {
            "random" => (Box::new(RandomMover::new(seed)), second()),
            "engine" => ((opponents.engine)(Level::STRONGEST, seed), second()),
            "mcts" => (Box::new(MonteCarlo::new(seed)), second()),
            _ => (opponents.named)(name, seed)?,
        };
        Some((Box::new(EngineObject::boxed(engine)), budget))
    }

    fn extras(&self) -> &'static [&'static Extra] {
        self.extras
    }

    fn read_episodes(&'static self, bytes: &[u8]) -> Result<Vec<AnyEpisode>, Refused> {
        let none = || {
            let title = G::ABOUT.title;
            let text = format!("{title} has no episodes of self-play");
            Refused::new(text)
        };
        let episodes = self.episodes.as_ref().ok_or_else(none)?;
        (episodes.read)(self, bytes)
    }

    #[cfg(feature = "store")]
    fn audit(
        &self,
        store: &crate::proof::store::Store,
        checkpoint: &mut crate::proof::audit::Checkpoint,
        effort: &mut Effort<'_>,
    ) -> SolveResult<crate::proof::audit::Audit> {
        let mut own = effort.lend();
        own.budget = crate::proof::store::Store::leaves(&own.budget);
        (self.values)().audit(store, checkpoint, &mut own)
    }
}
