//! Creates opponents by name: `random`, a level, `mcts`, a game's own engines, and programs that support the UGI
//! protocol.

use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::any::{AnyEngine, AnyGame, AnyMove, AnyRecord};
use common::describe::Refused;
use common::engine::EngineError;
use common::text::any_of;
use common::{Budget, Report};

use crate::clock::GameClock;
#[cfg(feature = "process")]
use crate::ugi::client::Client;

/// Limits for each move. They can only shorten the search of a level, which also has a budget of its own.
///
/// # Examples
///
/// ```
/// use papergames_play::Limits;
///
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// assert_eq!(limits.time, None);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time for one move.
    pub time: Option<Duration>,
    /// The number of positions or random games to examine for one move.
    pub nodes: Option<u64>,
    /// The time by which a separate program may exceed the limit for a move before it forfeits the game; one second by
    /// default.
    pub margin: Duration,
    /// The memory, in bytes, that an engine in this process may use for tables and trees.
    pub memory: Option<u64>,
    /// A flag that the caller can set from another thread. When it is set, the engine stops its search and moves at
    /// once. If [`Match::stop`](crate::Match::stop) contains the same flag, setting it ends the whole match.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    /// Returns no limits, and a margin of one second.
    fn default() -> Limits {
        Limits {
            time: None,
            nodes: None,
            margin: Duration::from_secs(1),
            memory: None,
            stop: None,
        }
    }
}

impl Limits {
    /// Returns the budget with these limits, or `usual` if neither time nor nodes are limited.
    pub fn or(&self, usual: Budget) -> Budget {
        // The memory limit and the stop flag apply even if nothing else is limited.
        let mut budget = Budget::new();
        (budget.memory, budget.stop) = (self.memory, self.stop.clone());
        if self.time.is_none() && self.nodes.is_none() {
            return usual.within(&budget);
        }
        (budget.time, budget.nodes) = (self.time, self.nodes);
        budget
    }
}

/// An opponent in a match, with its budget for each move.
#[derive(Debug)]
pub struct Opponent {
    kind: Kind,
    budget: Budget,
}

#[derive(Debug)]
enum Kind {
    Engine(Box<dyn AnyEngine>),
    #[cfg(feature = "process")]
    Client(Client),
}

impl Opponent {
    /// Returns an opponent that runs in this process. To convert an engine for one game to a trait object, use
    /// [`EngineObject`](common::any::EngineObject).
    pub fn engine(engine: impl AnyEngine + 'static, budget: Budget) -> Opponent {
        Opponent {
            kind: Kind::Engine(Box::new(engine)),
            budget,
        }
    }

    /// Returns the opponent with the given name:
    ///
    /// * `random` plays any legal move,
    /// * `1` to `5` are the levels of the game, which keep to budgets of their own within the limits,
    /// * `engine` is the engine of level 5, which works as long as the limits allow,
    /// * `mcts` is Monte-Carlo tree search,
    /// * the names in [`About::opponents`](common::describe::About::opponents) are the game's own engines,
    /// * `ugi:COMMAND` (feature `process`) is a program and its arguments, in the form that `split_words` reads.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no opponent with this name, or if the program does not start.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_play::common::nim::NIM;
    /// use papergames_play::{Limits, Opponent};
    ///
    /// assert!(Opponent::named(&NIM, "3", 1, &Limits::default()).is_ok());
    /// let error = Opponent::named(&NIM, "6", 1, &Limits::default()).unwrap_err();
    /// assert!(error.to_string().starts_with("expected `random`, a level"));
    /// ```
    pub fn named(
        game: &'static dyn AnyGame,
        name: &str,
        seed: u64,
        limits: &Limits,
    ) -> Result<Opponent, Refused> {
        #[cfg(feature = "process")]
        if let Some(command) = name.strip_prefix("ugi:") {
            let client = Client::start(command)?.margin(limits.margin);
            let second = Budget::new().time(Duration::from_secs(1));
            return Ok(Opponent {
                kind: Kind::Client(client),
                budget: limits.or(second),
            });
        }
        let Some((engine, usual)) = game.engine(name, seed) else {
            let found: String = name.chars().take(80).collect();
            let expected = names(game);
            return Err(Refused::new(format!(
                "expected {expected}, found `{found}`"
            )));
        };
        Ok(Opponent {
            kind: Kind::Engine(engine),
            budget: limits.or(usual),
        })
    }

    /// Chooses a move in the last position of `record`. If there is a clock, the move must be made within the time left
    /// on it.
    ///
    /// # Errors
    ///
    /// Returns [`EngineError`] if the game is over, or if a program does not send a readable move in time.
    pub fn choose(
        &mut self,
        record: &dyn AnyRecord,
        clock: Option<&GameClock>,
    ) -> Result<Report<AnyMove>, EngineError> {
        let turn = record.turn().ok_or(EngineError::GameOver)?;
        match &mut self.kind {
            Kind::Engine(engine) => {
                let budget = clock.map_or_else(
                    || self.budget.clone(),
                    |clock| clock.budget(turn, &self.budget),
                );
                engine.choose(record, &budget, &mut |_| ())
            }
            #[cfg(feature = "process")]
            Kind::Client(client) => {
                let m = client.best_move(record, &self.budget, clock);
                m.map(Report::of_move)
                    .map_err(|error| EngineError::Failed(error.to_string()))
            }
        }
    }
}

/// Lists the opponents of a game, for use in help texts and error messages.
fn names(game: &dyn AnyGame) -> String {
    let mut names = ["`random`", "a level", "`engine`", "`mcts`"]
        .map(String::from)
        .to_vec();
    names.extend(
        game.about()
            .opponents
            .iter()
            .map(|name| format!("`{name}`")),
    );
    if cfg!(feature = "process") {
        names.push("`ugi:COMMAND`".into());
    }
    any_of(&names)
}
