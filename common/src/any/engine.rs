//! [`Following`]: an engine of a game as an object.

use crate::budget::Budget;
use crate::engine::{Engine, EngineError};
use crate::record::Record;
use crate::report::Report;
use crate::written::Written;

use super::object::{AnyEngine, AnyRecord};

/// An engine of the game `G` as an object: it follows the record that it is asked about by its texts.
///
/// # Examples
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # impl papergames_common::Describe for Nim {}
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use papergames_common::any::{AnyEngine, AnyGame, Erased, Following};
/// use papergames_common::engine::{Engine, EngineError};
/// use papergames_common::{Budget, Record, Report};
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
/// static NIM: Erased<Nim> = Erased::new();
///
/// let mut engine = Following::new(FirstMove);
/// let record = NIM.parse("3,4:first+ 0x3")?;
/// let report = engine.choose(&*record, &Budget::new(), &mut |_| ())?;
/// assert_eq!(report.line, ["1x1"]);
/// # Ok(())
/// # }
/// ```
#[expect(
    missing_debug_implementations,
    reason = "engines need not be printable"
)]
pub struct Following<G: Written> {
    engine: Box<dyn Engine<G>>,
    record: Option<Followed<G>>,
}

/// A record, with the texts that it was read from.
struct Followed<G: Written> {
    record: Record<G>,
    setup: String,
    moves: Vec<String>,
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
    fn begin(setup: String) -> Result<Followed<G>, EngineError> {
        let position = setup.parse::<G>().map_err(failed)?;
        Ok(Followed {
            record: Record::new(position),
            setup,
            moves: Vec::new(),
        })
    }

    /// Plays the moves that `moves` has beyond those known.
    fn go_on(&mut self, moves: Vec<String>) -> Result<(), EngineError> {
        for text in &moves[self.moves.len()..] {
            let m = text.parse::<G::Move>().map_err(failed)?;
            self.record.push(m).map_err(failed)?;
        }
        self.moves = moves;
        Ok(())
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
        let (setup, moves) = (record.setup(), record.moves());
        let known = self
            .record
            .take()
            .filter(|known| known.setup == setup && moves.starts_with(&known.moves));
        let mut followed = match known {
            Some(known) => known,
            None => Followed::begin(setup)?,
        };
        followed.go_on(moves)?;
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
