//! Engines: opponents that choose moves in a match, at a terminal, or behind a protocol.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use crate::play::game::{Game, Scored, Stored};
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::play::record::Record;
use crate::tools::budget::{Budget, Clock};
use crate::tools::random::Seeded;
use crate::tools::text::{Reader, Unexpected};
use crate::tree::report::Report;
use crate::tree::search::{AlphaBeta, Evaluate, Forest, MonteCarlo, OutcomeOnly};

/// An engine: a computer opponent, which chooses moves in the game `G`.
///
/// # Examples
///
/// An engine that plays the first legal move:
///
/// ```
/// use papergames_common::engine::{Engine, EngineError};
/// use papergames_common::nim::Nim;
/// use papergames_common::{Budget, Game, Record, Report};
///
/// struct FirstMove;
///
/// impl<G: Game> Engine<G> for FirstMove {
///     fn choose(
///         &mut self,
///         record: &Record<G>,
///         _: &Budget,
///         _: &mut dyn FnMut(&Report<G::Move>),
///     ) -> Result<Report<G::Move>, EngineError> {
///         let m = record.position().nth_move(0).ok_or(EngineError::GameOver)?;
///         Ok(Report::of_move(m))
///     }
/// }
///
/// let record = Record::new(Nim::new(&[3, 4]));
/// let report = FirstMove.choose(&record, &Budget::new(), &mut |_| ())?;
/// assert_eq!(report.best(), record.position().moves().first());
/// # Ok::<(), papergames_common::engine::EngineError>(())
/// ```
pub trait Engine<G: Game>: Send {
    /// Chooses a move in the last position of `record`. Calls `progress` while it thinks.
    ///
    /// The engine stops when `budget` is used up. The line of play in its report is never empty and begins with a legal
    /// move.
    ///
    /// In the middle of a turn of several moves, an engine that has planned the whole turn does not search again.
    /// Instead it repeats the value, the depth and the nodes of the search that chose the turn.
    ///
    /// # Errors
    ///
    /// Returns [`EngineError::GameOver`] if the game is over, and [`EngineError::Failed`] if an engine in another
    /// process does not give a valid answer.
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError>;

    /// Sets the number of threads that the engine uses from its next move on; 0 counts as 1.
    ///
    /// Every engine starts with one thread. The default implementation ignores this method, as should every engine that
    /// can use only one thread. With one thread, a seed and a budget without a time limit, an engine always plays the
    /// same moves; with several threads it may not.
    fn set_threads(&mut self, threads: usize) {
        let _ = threads;
    }
}

/// The error returned when an engine does not choose a move.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The game is over.
    #[error("the game is over, so there is no move to choose")]
    GameOver,
    /// The engine is a separate program, and it failed.
    #[error("{0}")]
    Failed(String),
}

/// The strength of an opponent, from 1 (a beginner) to 5 (as strong as possible).
///
/// # Examples
///
/// ```
/// use papergames_common::Level;
///
/// let level: Level = "3".parse()?;
/// assert_eq!(level.number(), 3);
/// assert_eq!(level.budget().nodes, Some(3_000));
/// assert_eq!(Level::new(6), None);
/// # Ok::<(), papergames_common::text::Unexpected>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest level, which suits a beginner.
    pub const WEAKEST: Level = Level(1);
    /// The strongest level, which plays as well as the engine can.
    pub const STRONGEST: Level = Level(5);

    /// Returns the level with the given number, or `None` unless it is from 1 to 5.
    pub fn new(number: u8) -> Option<Level> {
        (1..=5).contains(&number).then_some(Level(number))
    }

    /// Returns the number of the level, from 1 to 5.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the most work for one move at this level, for games that do not define their own budgets.
    ///
    /// The work is limited by nodes, so that a level and a seed fix the move on every machine. Only if these nodes take
    /// more than ten seconds does the clock end the search.
    pub fn budget(self) -> Budget {
        // Each level has ten times the nodes of the one below. No comparison with other steps is recorded.
        let nodes = [30, 300, 3_000, 30_000, 300_000][usize::from(self.0 - 1)];
        Budget::new().nodes(nodes).time(Duration::from_secs(10))
    }
}

serde_as_text!(Level);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Level, Unexpected> {
        let number = text.parse().ok().and_then(Level::new);
        number.ok_or_else(|| {
            let expected = "a level from 1 (beginner) to 5 (strongest)";
            Reader::new(text).unexpected_word(expected, text)
        })
    }
}

/// An engine that plays uniformly random legal moves.
#[derive(Clone, Debug)]
pub struct RandomMover(Seeded);

impl RandomMover {
    /// Returns an engine that draws its moves from `seed`.
    pub fn new(seed: u64) -> RandomMover {
        RandomMover(Seeded::new(seed))
    }
}

impl<G: Game> Engine<G> for RandomMover {
    fn choose(
        &mut self,
        record: &Record<G>,
        _: &Budget,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        let m = record.position().random_move(&mut self.0);
        Ok(Report::of_move(m.ok_or(EngineError::GameOver)?))
    }
}

impl<G: Game<Move: Send> + Send> Engine<G> for MonteCarlo {
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        record.position().turn().ok_or(EngineError::GameOver)?;
        let mut forest = Forest::new(self, record.position());
        Ok(forest.grow(budget, progress))
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }
}

/// A Monte-Carlo engine that keeps its trees from one move to the next.
///
/// # Examples
///
/// ```
/// use papergames_common::engine::{ByPlayouts, Engine};
/// use papergames_common::nim::Nim;
/// use papergames_common::search::MonteCarlo;
/// use papergames_common::{Budget, Game, Record};
///
/// let mut record = Record::new(Nim::new(&[8, 9, 10]));
/// let mut engine = ByPlayouts::new(MonteCarlo { threads: 2, ..MonteCarlo::new(1) });
/// let budget = Budget::new().nodes(500);
/// while !record.position().is_terminal() {
///     let report = engine.choose(&record, &budget, &mut |_| {})?;
///     record.push(report.line[0].clone())?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByPlayouts<G: Game> {
    settings: MonteCarlo,
    followed: Option<OngoingGame<G>>,
}

/// The game that an engine is playing, with the search trees for its last position.
#[derive(Clone, Debug)]
struct OngoingGame<G: Game> {
    setup: G,
    moves: Vec<G::Move>,
    /// The trees of the position after the moves.
    forest: Forest<G>,
}

impl<G: Game> ByPlayouts<G> {
    /// Returns an engine that searches with the given settings.
    pub fn new(settings: MonteCarlo) -> ByPlayouts<G> {
        ByPlayouts {
            settings,
            followed: None,
        }
    }

    /// Returns the trees for the last position of `record`, which reuse the trees of the last call if the game is the
    /// same.
    fn follow(&mut self, record: &Record<G>) -> &mut Forest<G> {
        let moves = record.moves();
        let goes_on = |followed: &OngoingGame<G>| {
            followed.setup == *record.setup() && moves.starts_with(&followed.moves)
        };
        let kept = self.followed.take().filter(goes_on).and_then(|mut kept| {
            let new = &moves[kept.moves.len()..];
            new.iter().try_for_each(|m| kept.forest.advance(m)).ok()?;
            Some(kept.forest)
        });
        let plant = || Forest::new(&self.settings, record.position());
        let followed = OngoingGame {
            setup: record.setup().clone(),
            moves: moves.to_vec(),
            forest: kept.unwrap_or_else(plant),
        };
        &mut self.followed.insert(followed).forest
    }
}

impl<G: Game<Move: Send> + Send> Engine<G> for ByPlayouts<G> {
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        record.position().turn().ok_or(EngineError::GameOver)?;
        Ok(self.follow(record).grow(budget, progress))
    }

    fn set_threads(&mut self, threads: usize) {
        let threads = threads.max(1);
        if self.settings.threads != threads {
            self.settings.threads = threads;
            self.followed = None;
        }
    }
}

/// Alpha-beta search as an engine for two-player games. The engine fails for games with another number of players.
impl<G: Stored + Game<Move: Send> + Send, E: Evaluate<G> + Send> Engine<G> for AlphaBeta<G, E> {
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        let players = record.position().players();
        if players != 2 {
            let reason =
                format!("alpha-beta search needs two players, but this game has {players}");
            return Err(EngineError::Failed(reason));
        }
        record.position().turn().ok_or(EngineError::GameOver)?;
        Ok(self.run(record.position(), budget, progress))
    }
}

/// An engine that can play any game, given only the rules.
///
/// With two players, it spends a quarter of its budget on alpha-beta search, which finds every win and loss within a
/// few moves. If that proves nothing, the rest of the budget goes to Monte-Carlo search, which keeps its trees from one
/// move to the next. With more players, the whole budget goes to Monte-Carlo search.
///
/// # Examples
///
/// ```
/// use papergames_common::engine::{AllRounder, Engine};
/// use papergames_common::nim::Nim;
/// use papergames_common::{Budget, Outcome, Player, Record};
///
/// let record = Record::new(Nim::new(&[3, 4, 5]));
/// let report = AllRounder::new(1).choose(&record, &Budget::new().nodes(20_000), &mut |_| {})?;
/// assert_eq!(report.proved(), Some(Outcome::Win(Player::FIRST)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AllRounder<G: Game> {
    to_the_end: AlphaBeta<G, OutcomeOnly>,
    playouts: ByPlayouts<G>,
}

impl<G: Stored> AllRounder<G> {
    /// Returns an engine whose playouts are seeded with `seed`, on one thread.
    pub fn new(seed: u64) -> AllRounder<G> {
        AllRounder {
            to_the_end: AlphaBeta::new(OutcomeOnly),
            playouts: ByPlayouts::new(MonteCarlo::new(seed)),
        }
    }
}

impl<G: Stored + Game<Move: Send> + Send> Engine<G> for AllRounder<G> {
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        let position = record.position();
        position.turn().ok_or(EngineError::GameOver)?;
        // Both hold a table or tree at the same time.
        let memory = budget.usual_memory();
        let budget = budget.clone().memory(memory / 2);
        if position.players() != 2 {
            return self.playouts.choose(record, &budget, progress);
        }
        let clock = Clock::start();
        let (half, _) = budget.stages();
        let (quarter, _) = half.stages();
        let found = self.to_the_end.run(position, &quarter, &mut |_| ());
        if found.is_proved() {
            progress(&found);
            return Ok(found);
        }
        let nodes = found.nodes;
        let whole = |report: &mut Report<G::Move>| {
            report.nodes += nodes;
            report.elapsed = clock.elapsed();
        };
        let rest = budget.less(nodes, clock.elapsed());
        let mut report = self.playouts.choose(record, &rest, &mut |report| {
            let mut report = report.clone();
            whole(&mut report);
            progress(&report);
        })?;
        whole(&mut report);
        Ok(report)
    }

    fn set_threads(&mut self, threads: usize) {
        Engine::<G>::set_threads(&mut self.playouts, threads);
    }
}

/// An evaluation for two-player games decided on points: the difference in points, both during the game and at its end.
/// `AlphaBeta::new(Points)` is an engine for such games.
///
/// A lead of more than 900 points counts as 900.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points;

/// The largest lead, in points, that [`Points`] counts in full; the limit prevents a lead from looking like a win. A
/// point counts 100 and a win 100,000, so any limit below 1,000 keeps the sign of a finished game right.
const MOST_LEAD: i64 = 900;

impl<G: Scored> Evaluate<G> for Points {
    fn estimate(&self, position: &G) -> i32 {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| position.score(player));
        100 * first.saturating_sub(second).clamp(-MOST_LEAD, MOST_LEAD) as i32
    }

    fn finished(&self, position: &G, outcome: Outcome) -> i32 {
        // A win is worth more than any lead in points, and a higher win more than a lower one.
        outcome.utility(Player::FIRST) * 100_000 + self.estimate(position)
    }

    fn priority(&self, position: &G, m: &G::Move) -> i32 {
        position.gain(m) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_go_from_one_to_five() {
        for number in 1..=5_u8 {
            let level: Level = number.to_string().parse().expect("a level");
            assert_eq!(
                (level.number(), level.to_string()),
                (number, number.to_string())
            );
        }
        for text in ["", "0", "6", "-1", "one"] {
            let error = text.parse::<Level>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("found `{text}`")), "{error}");
        }
    }

    #[test]
    fn one_thread_plays_as_the_search_does_and_two_share_the_nodes() {
        let position = Jackpot(false);
        let record = Record::new(position.clone());
        let budget = Budget::new().nodes(50);
        let search = MonteCarlo::new(3);
        let alone = search.run(&position, &budget, &mut |_| ());
        let mut engine = search.clone();
        for threads in [0, 1, 2] {
            Engine::<Jackpot>::set_threads(&mut engine, threads);
            assert_eq!(engine.threads, threads.max(1));
            let report = engine
                .choose(&record, &budget, &mut |_| ())
                .expect("a move");
            assert_eq!(report.best(), alone.best());
        }
        let mut playouts = ByPlayouts::new(MonteCarlo::new(3));
        let _ = playouts
            .choose(&record, &budget, &mut |_| ())
            .expect("a move");
        assert!(playouts.followed.is_some());
        Engine::<Jackpot>::set_threads(&mut playouts, 1);
        assert!(
            playouts.followed.is_some(),
            "the same number keeps the tree"
        );
        Engine::<Jackpot>::set_threads(&mut playouts, 2);
        assert!(
            playouts.followed.is_none(),
            "another number needs other trees"
        );
    }

    /// A game of one move whose mover takes all the points there are.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Jackpot(bool);

    impl Game for Jackpot {
        type Move = u8;
        type Illegal = core::fmt::Error;

        fn turn(&self) -> Option<Player> {
            (!self.0).then_some(Player::FIRST)
        }
        fn outcome(&self) -> Option<Outcome> {
            self.0.then_some(Outcome::Win(Player::FIRST))
        }
        fn for_each_move(
            &self,
            visit: &mut dyn FnMut(u8) -> core::ops::ControlFlow<()>,
        ) -> core::ops::ControlFlow<()> {
            if self.0 {
                core::ops::ControlFlow::Continue(())
            } else {
                visit(0)
            }
        }
        fn check(&self, m: &u8) -> Result<(), core::fmt::Error> {
            (!self.0 && *m == 0).then_some(()).ok_or(core::fmt::Error)
        }
        fn apply(&mut self, m: &u8) -> Result<(), core::fmt::Error> {
            self.check(m)?;
            self.0 = true;
            Ok(())
        }
    }

    impl Stored for Jackpot {}

    impl Scored for Jackpot {
        fn score(&self, player: Player) -> i64 {
            if player == Player::FIRST {
                i64::MAX
            } else {
                i64::MIN
            }
        }
    }

    #[test]
    fn scores_of_any_size_are_compared_without_overflow() {
        let record = Record::new(Jackpot(false));
        let budget = Budget::new().depth(3);
        let report = AlphaBeta::new(Points)
            .choose(&record, &budget, &mut |_| ())
            .expect("a move");
        assert_eq!(report.best(), Some(&0));
        assert!(
            Points.estimate(&Jackpot(false))
                < Points.finished(&Jackpot(true), Outcome::Win(Player::FIRST))
        );
    }
}
