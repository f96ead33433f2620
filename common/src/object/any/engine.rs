//! [`EngineObject`]: an engine as an object.

use crate::notation::describe::Describe;
use crate::play::game::Game;
use crate::tools::budget::Budget;
use crate::tree::engine::{Engine, EngineError, Level};
use crate::tree::report::Report;

use super::moves::AnyMove;
use super::object::{AnyEngine, AnyRecord};
use super::record_object::any_report;

/// An engine for the game `G` as a trait object.
///
/// # Examples
///
/// ```
/// use papergames_common::any::{AnyEngine, AnyGame, EngineObject};
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
/// let mut engine = EngineObject::new(FirstMove);
/// let record = NIM.parse("3,4:first+ 0x3")?;
/// let report = engine.choose(&*record, &Budget::new(), &mut |_| ())?;
/// assert_eq!(report.line, ["1x1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(
    missing_debug_implementations,
    reason = "engines need not be printable"
)]
pub struct EngineObject<G: Game> {
    engine: Box<dyn Engine<G>>,
    /// The level of the engine, and the most work for a move in a position at this level.
    level: Option<(Level, BudgetOf<G>)>,
}

/// Returns the most work for a move in a position.
type BudgetOf<G> = fn(&G, Level) -> Budget;

impl<G: Game> EngineObject<G> {
    /// Returns the engine as an object.
    pub fn new(engine: impl Engine<G> + 'static) -> EngineObject<G> {
        EngineObject::boxed(Box::new(engine))
    }

    pub(super) fn boxed(engine: Box<dyn Engine<G>>) -> EngineObject<G> {
        EngineObject {
            engine,
            level: None,
        }
    }

    /// Makes the engine keep to the budget of a level, whatever else it may use.
    pub(super) fn at_level(self, level: Level, budget: BudgetOf<G>) -> EngineObject<G> {
        EngineObject {
            level: Some((level, budget)),
            ..self
        }
    }
}

impl<G: Describe> AnyEngine for EngineObject<G> {
    fn choose(
        &mut self,
        record: &dyn AnyRecord,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<AnyMove>),
    ) -> Result<Report<AnyMove>, EngineError> {
        let typed = record.typed::<G>().ok_or_else(|| {
            let (own, other) = (G::ABOUT.title, record.game().about().title);
            EngineError::Failed(format!("an engine for {own} cannot play {other}"))
        })?;
        let tell = &mut |report: &Report<G::Move>| progress(&any_report::<G>(report));
        let mut budget = budget.clone();
        if let Some((level, most)) = self.level {
            budget = budget.within(&most(typed.position(), level));
        }
        Ok(any_report::<G>(&self.engine.choose(typed, &budget, tell)?))
    }

    fn set_threads(&mut self, threads: usize) {
        self.engine.set_threads(threads);
    }
}
