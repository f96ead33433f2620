//! Matches between two opponents, in pairs of games with the same opening and swapped seats.
//!
//! An opponent forfeits a game if it plays an illegal move or takes too long, or if its program ends or prints endless
//! output. The record states the reason, and the match continues. The rules follow those of Stockfish's *fishtest*.

use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::any::AnyRecord;
use common::budget::Clock;
use common::describe::Refused;
use common::format::{Early, Heading, SWAPPED, Statements, with_comments};
use common::{Outcome, Player, Seeded};

use crate::clock::{GameClock, TimeControl, TimeUsed};
use crate::opponent::Opponent;
use crate::pie::Pie;
use crate::score::{Score, Sprt};

/// A match between two opponents: its start, its openings and its settings.
///
/// # Examples
///
/// The second level of Nim against random moves:
///
/// ```
/// use papergames_play::common::any::AnyGame;
/// use papergames_play::common::nim::NIM;
/// use papergames_play::{Limits, Match, Opponent};
///
/// let games = Match::new(NIM.parse("3,4,5:first+")?, ["2", "random"])?.games(20).opening(1);
/// let make = |name: &str, seed| Opponent::named(&NIM, name, seed, &Limits::default());
/// let score = games.run(&make, &mut |game, score| {
///     // Called after each game: print it, save it, show the score so far.
///     assert!(game.record.outcome().is_some());
///     assert_eq!(score.games(), game.index + 1);
/// })?;
/// assert!(score.rate() > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Match {
    /// The position in which the games begin, as a record without moves.
    start: Box<dyn AnyRecord>,
    names: [String; 2],
    games: u64,
    opening: u64,
    openings: Vec<Box<dyn AnyRecord>>,
    /// A sequential test that ends the match as soon as the test has a result.
    pub sprt: Option<Sprt>,
    /// The random seed. Without a clock, the same seed gives the same match on any number of threads.
    pub seed: u64,
    /// The number of moves after which an unfinished game counts as a draw; 1,000 by default.
    pub most_moves: usize,
    /// The number of games played at the same time, each on its own thread.
    pub threads: usize,
    /// A clock for each player. A player who exceeds the time by more than the margin forfeits the game.
    pub clock: Option<TimeControl>,
    /// The time by which a player may exceed the clock; one second by default.
    pub margin: Duration,
    /// A flag that ends the match when it is set. Games that are in progress at that time are not counted.
    pub stop: Option<Arc<AtomicBool>>,
    pie: bool,
    pub(crate) played: Vec<MatchGame>,
}

/// A function that creates an opponent from its name and a random seed.
pub(crate) type OpponentMaker<'a> = dyn Fn(&str, u64) -> Result<Opponent, Refused> + Sync + 'a;

/// A game played in a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MatchGame {
    /// The number of the game in the match, counted from 0. In games with odd numbers the seats are swapped.
    pub index: u64,
    /// Whether the players have exchanged seats by the pie rule.
    pub is_swapped: bool,
    /// The record of the game.
    pub record: Box<dyn AnyRecord>,
    /// The forfeit, if a player violated the rules of the match.
    pub forfeit: Option<Forfeit>,
    /// The time used by each opponent, in the order in which the opponents are named. This field is not saved.
    pub time: [TimeUsed; 2],
}

/// The loss of a game through a violation of the match rules rather than on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forfeit {
    /// The player who lost.
    pub player: Player,
    /// The reason for the forfeit, in one line.
    pub reason: String,
}

impl MatchGame {
    /// Returns the outcome of the game: a win for the other player if one forfeited, and a draw if the game was stopped
    /// before its end.
    pub fn outcome(&self) -> Outcome {
        match &self.forfeit {
            Some(forfeit) => Outcome::Win(forfeit.player.opponent()),
            None => self.record.outcome().unwrap_or(Outcome::Draw),
        }
    }
}

impl Match {
    /// Returns a match of 20 games from the last position of a record, with openings of two random moves.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is not for two players, or if it is over.
    pub fn new(start: Box<dyn AnyRecord>, names: [&str; 2]) -> Result<Match, Refused> {
        let players = start.players();
        if players != 2 {
            let text = format!("a match needs a game for two players, found one for {players}");
            return Err(Refused::new(text));
        }
        if start.outcome().is_some() {
            return Err(Refused::new("the game is over"));
        }
        let has_begun = !start.is_empty();
        Ok(Match {
            start: if has_begun { start.restart() } else { start },
            names: names.map(String::from),
            games: 20,
            opening: 2,
            openings: Vec::new(),
            sprt: None,
            seed: 1,
            most_moves: 1_000,
            threads: 1,
            clock: None,
            margin: Duration::from_secs(1),
            stop: None,
            pie: false,
            played: Vec::new(),
        })
    }

    /// Sets the number of games. An odd number is rounded up, so that each opponent has each seat equally often.
    pub fn games(self, games: u64) -> Match {
        let games = games.saturating_add(games % 2);
        Match { games, ..self }
    }

    /// Sets the number of random moves at the start of each pair of games.
    pub fn opening(self, opening: u64) -> Match {
        Match { opening, ..self }
    }

    /// Makes each pair of games begin with one of these openings, in turn, instead of random moves.
    ///
    /// # Errors
    ///
    /// Returns an error if an opening does not start from the position of the match, or if an opening ends the game.
    pub fn openings(self, openings: Vec<Box<dyn AnyRecord>>) -> Result<Match, Refused> {
        let start = self.start.setup();
        for (opening, number) in openings.iter().zip(1..) {
            if opening.setup() != start {
                return Err(Refused::new(format!(
                    "opening {number} must begin with the starting position of the match"
                )));
            }
            if opening.outcome().is_some() {
                return Err(Refused::new(format!(
                    "opening {number} ends the game; use openings after which moves are left"
                )));
            }
        }
        Ok(Match { openings, ..self })
    }

    /// Lets the second opponent of each game take the first seat after the first turn, by the [pie rule](crate::Pie).
    /// It does so if the value that its search reports says that it is behind.
    ///
    /// # Errors
    ///
    /// Returns an error if the openings have more than one turn, so that the rule would come too late.
    pub fn with_pie(self) -> Result<Match, Refused> {
        let turns = self.openings.iter().map(|opening| opening.turns() as u64);
        match turns.max().unwrap_or(self.opening) {
            0 | 1 => Ok(Match { pie: true, ..self }),
            found => Err(Refused::new(format!(
                "the pie rule comes after the first turn, so openings must have at most one, found {found}"
            ))),
        }
    }

    /// Adds games of this match that were played earlier, such as those from [`load`](Match::load). They count towards
    /// the match and are not played again.
    pub fn resume(self, mut played: Vec<MatchGame>) -> Match {
        let mut seen = BTreeSet::new();
        played.retain(|game| game.index < self.games && seen.insert(game.index));
        Match { played, ..self }
    }

    /// Returns the number of games in the whole match.
    pub fn n_games(&self) -> u64 {
        self.games
    }

    /// Returns the names of the opponents who have the first and the second seat at the end of a game that was played.
    pub fn final_seats(&self, game: &MatchGame) -> [&str; 2] {
        let [first, second] = self.seats(game.index);
        if game.is_swapped {
            [second, first]
        } else {
            [first, second]
        }
    }

    /// Returns the names of the opponents who have the first and the second seat at the start of a game.
    pub fn seats(&self, index: u64) -> [&str; 2] {
        let [a, b] = &self.names;
        if index.is_multiple_of(2) {
            [a, b]
        } else {
            [b, a]
        }
    }

    /// Plays the remaining games, or fewer if a sequential test ends the match, and returns the score. For every game,
    /// `make` creates two new opponents from their names and a seed. After each game, in the order in which the games
    /// end, `seen` is called with the game and the score so far.
    ///
    /// # Errors
    ///
    /// Returns an error if an opponent cannot be created before the first game. An opponent that cannot be created for
    /// a later game forfeits that game.
    ///
    /// # Panics
    ///
    /// Panics if `make` or an engine panics.
    pub fn run(
        &self,
        make: &OpponentMaker<'_>,
        seen: &mut (dyn FnMut(&MatchGame, &Score) + Send),
    ) -> Result<Score, Refused> {
        // An opponent that does not start is reported before the first game.
        for name in &self.names {
            make(name, self.seed)?;
        }
        let played: BTreeSet<u64> = self.played.iter().map(|game| game.index).collect();
        let missing = Mutex::new((0..self.games).filter(|index| !played.contains(index)));
        // The games are known by their hash values.
        let (mut score, mut games) = (Score::default(), HashSet::new());
        for game in &self.played {
            Self::count(game, &mut score, &mut games);
        }
        let shared = Mutex::new((score, games, seen));
        let work = || {
            let next = || {
                let score = shared.lock().ok()?.0;
                let is_decided = self.sprt.is_some_and(|test| test.result(&score).is_some());
                missing.lock().ok()?.next().filter(|_| !is_decided)
            };
            while let Some(index) = next() {
                let game = self.game(index, make);
                if self.is_stopped() {
                    break;
                }
                let Ok(mut shared) = shared.lock() else { break };
                let (score, games, seen) = &mut *shared;
                Self::count(&game, score, games);
                seen(&game, score);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.clamp(1, 256) {
                scope.spawn(work);
            }
            work();
        });
        Ok(shared.into_inner().expect("no thread panicked").0)
    }

    /// Returns a match that consists of the first rounds of this one, and whether that is the whole match. In each
    /// round every thread plays a game; games come in pairs.
    pub(crate) fn begin(&self, rounds: u64) -> (Match, bool) {
        let games = rounds * (self.threads as u64).next_multiple_of(2).max(2);
        let part = self.clone().games(games.min(self.games));
        (part.resume(self.played.clone()), games >= self.games)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Counts a game. `games` holds a hash value of each earlier game.
    fn count(game: &MatchGame, score: &mut Score, games: &mut HashSet<u64>) {
        // The seat of the first-named opponent of the match.
        let is_second = game.index.is_multiple_of(2) == game.is_swapped;
        let me = if is_second {
            Player::SECOND
        } else {
            Player::FIRST
        };
        let mut hasher = DefaultHasher::new();
        (game.record.to_string(), game.outcome()).hash(&mut hasher);
        score.repeated += u64::from(!games.insert(hasher.finish()));
        score.count(game.outcome(), me);
        score.moves += game.record.len() as u64;
        if let Some(forfeit) = &game.forfeit {
            score.forfeits[usize::from(forfeit.player != me)] += 1;
        }
    }

    /// Plays one game of the match.
    fn game(&self, index: u64, make: &OpponentMaker<'_>) -> MatchGame {
        let pair = self.seed.wrapping_add(index / 2);
        let mut record = match self.openings.len() {
            0 => opening(&*self.start, self.opening, pair),
            n => self.openings[(index / 2) as usize % n].clone(),
        };
        let mut opponents = Vec::new();
        let mut forfeit = None;
        for (name, seat) in self.seats(index).into_iter().zip(0..) {
            match make(name, pair.wrapping_mul(2).wrapping_add(seat)) {
                Ok(opponent) => opponents.push(opponent),
                Err(error) => {
                    forfeit = Some(Forfeit::new(Player::new(seat as usize), &error));
                    break;
                }
            }
        }
        let mut clock = self.clock.map(|control| GameClock::new(control, 2));
        let mut time = [TimeUsed::default(); 2];
        let mut is_swapped = false;
        while let (None, Some(player)) = (&forfeit, record.turn()) {
            if record.len() >= self.most_moves || self.is_stopped() {
                break;
            }
            let may_swap = self.pie && !is_swapped && record.may_swap();
            let moved = self.one_move(
                &mut *record,
                &mut opponents[player.index()],
                player,
                clock.as_mut(),
                &mut time[player.index()],
                may_swap,
            );
            match moved {
                Ok(OpponentAction::Moved) => (),
                Ok(OpponentAction::Swapped) => {
                    is_swapped = true;
                    opponents.reverse();
                    time.reverse();
                }
                Err(reason) => forfeit = Some(reason),
            }
        }
        if index.is_multiple_of(2) == is_swapped {
            time.reverse();
        }
        MatchGame {
            index,
            is_swapped,
            record,
            forfeit,
            time,
        }
    }

    /// Lets a player make one move, or take the other seat if that is allowed. Returns the reason if the player
    /// forfeits the game.
    fn one_move(
        &self,
        record: &mut dyn AnyRecord,
        opponent: &mut Opponent,
        player: Player,
        clock: Option<&mut GameClock>,
        time: &mut TimeUsed,
        may_swap: bool,
    ) -> Result<OpponentAction, Forfeit> {
        let begun = Clock::start();
        let report = opponent.choose(record, clock.as_deref());
        let took = begun.elapsed();
        let report = report.map_err(|error| Forfeit::new(player, &error))?;
        let mut left_after = None;
        if let Some(clock) = clock {
            let left = clock.left(player);
            let forgiven = took <= left.saturating_add(self.margin);
            let counted = if forgiven { took.min(left) } else { took };
            let pressed = clock.press(player, counted);
            left_after = Some(clock.left(player));
            pressed.map_err(|error| {
                time.add(took, left_after);
                Forfeit::new(player, &error)
            })?;
        }
        time.add(took, left_after);
        if may_swap && Pie::is_taken(&report, player) {
            return Ok(OpponentAction::Swapped);
        }
        let m = report.line.into_iter().next();
        let m = m.ok_or_else(|| Forfeit::new(player, &"found no move"))?;
        match record.push(&m) {
            Ok(()) => Ok(OpponentAction::Moved),
            Err(error) => {
                let reason = format!("`{m}` is illegal: {error}");
                Err(Forfeit::new(player, &reason))
            }
        }
    }

    /// Returns the text form in which a game is saved: a comment with the players and the result, and a line with the
    /// record. Other comments before these say that the players have exchanged seats, and why a player forfeited.
    pub fn save(&self, game: &MatchGame) -> String {
        let [first, second] = self.final_seats(game);
        let number = game.index + 1;
        let record = &game.record;
        let (note, result) = match (&game.forfeit, record.outcome()) {
            (Some(Forfeit { player, reason }), _) => (
                format!("# {player} forfeits game {number}: {reason}\n"),
                format!("{}{}", game.outcome(), Heading::BY_FORFEIT),
            ),
            (None, Some(outcome)) => (String::new(), outcome.to_string()),
            (None, None) => (String::new(), Heading::BROKEN_OFF.to_owned()),
        };
        let start = Heading::START;
        let text =
            format!("{note}{start} {number}: first {first}, second {second}, {result}\n{record}\n");
        let said = Statements {
            swapped: game.is_swapped,
            ..Statements::default()
        };
        with_comments(&said, &text)
    }

    /// Reads the games of this match from text written by [`save`](Match::save). An incomplete last line, left behind
    /// when the program was stopped, is ignored; [`whole_lines`] returns where it begins.
    ///
    /// # Errors
    ///
    /// Returns an error if the text contains a game between other opponents, a game from another start, or a game that
    /// cannot be read.
    pub fn load(&self, text: &str) -> Result<Vec<MatchGame>, Refused> {
        self.read(text, false)
    }

    /// Reads games like [`load`](Match::load), but ignores games between other opponents, which the file of a
    /// tournament contains.
    ///
    /// # Errors
    ///
    /// Returns an error if a line cannot be read as a game of this kind, or if a game of the match starts from another
    /// position.
    pub fn load_own(&self, text: &str) -> Result<Vec<MatchGame>, Refused> {
        self.read(text, true)
    }

    fn read(&self, text: &str, leaves_out: bool) -> Result<Vec<MatchGame>, Refused> {
        let start = self.start.setup();
        let mut games = Vec::new();
        let (mut heading, mut reason, mut is_swapped) = (None, None, false);
        for (text, line) in text[..whole_lines(text)].lines().zip(1..) {
            if let Some(rest) = text.strip_prefix(Heading::START) {
                heading = Some((rest, Heading::read(text)));
                continue;
            }
            if text.is_empty() {
                continue;
            }
            if text == SWAPPED {
                is_swapped = true;
                continue;
            }
            if text.starts_with('#') {
                reason = text.split_once(": ").map(|(_, reason)| reason.to_owned());
                continue;
            }
            let reason = reason.take().unwrap_or_default();
            let numbered = heading.take().and_then(|(rest, stated)| {
                let (number, named) = rest.trim_start().split_once(": ")?;
                Some((number.parse::<u64>().ok()?.checked_sub(1)?, named, stated))
            });
            let Some((index, named, stated)) = numbered else {
                return Err(Refused::new(format!(
                    "line {line} is not a game that a match has written; choose another file"
                )));
            };
            let record = self.start.game().parse(text).map_err(|reason| {
                let name = self.start.game().about().title;
                Refused::new(format!("line {line} is not a game of {name}: {reason}"))
            })?;
            let mut game = MatchGame {
                index,
                is_swapped: core::mem::take(&mut is_swapped),
                record,
                forfeit: None,
                time: [TimeUsed::default(); 2],
            };
            let [first, second] = self.final_seats(&game);
            let is_own = named.starts_with(&format!("first {first}, second {second}, "));
            if leaves_out && !is_own {
                continue;
            }
            if !is_own || game.record.setup() != start {
                return Err(Refused::new(format!(
                    "the game in line {line} belongs to another match; choose another file"
                )));
            }
            let lost = stated.filter(|stated| stated.early == Some(Early::Forfeit));
            let winner = lost.and_then(|stated| stated.result?.winner());
            game.forfeit = winner.map(|winner| Forfeit {
                player: winner.opponent(),
                reason,
            });
            games.push(game);
        }
        Ok(games)
    }
}

/// What an opponent has done when it was asked for a move.
#[derive(Clone, Copy, Debug)]
enum OpponentAction {
    Moved,
    /// It took the other seat.
    Swapped,
}

impl Forfeit {
    fn new(player: Player, reason: &dyn core::fmt::Display) -> Forfeit {
        let reason = reason.to_string().replace(char::is_control, " ");
        Forfeit {
            player,
            reason: reason.chars().take(300).collect(),
        }
    }
}

/// Returns the length in bytes of a text's complete lines.
pub fn whole_lines(text: &str) -> usize {
    text.rfind('\n').map_or(0, |end| end + 1)
}

/// Returns a record that begins at the last position of `start` with random moves after which the game is not over.
/// Leaves out the random moves if nearly every game would be over after that many.
fn opening(start: &dyn AnyRecord, moves: u64, seed: u64) -> Box<dyn AnyRecord> {
    let tries = (0..20).map(|i| {
        let mut record = start.restart();
        record.play_random(moves, &mut Seeded::new(seed.wrapping_add(i << 32)));
        record
    });
    let mut open = tries.filter(|record| record.outcome().is_none());
    open.next().unwrap_or_else(|| start.restart())
}
