//! The state of a game between people and engines, without input and output: the record, the moves that were taken
//! back, the seats, the clocks, and the choice of moves. A terminal and a web page display the same [`Session`], each
//! in its own way.

pub(crate) mod made;
pub(crate) mod seats;

use core::fmt::Write as _;
use core::time::Duration;

use common::any::{AnyEngine, AnyMove, AnyRecord, PlayError, Sheets};
use common::budget::Clock;
use common::describe::{Refused, SetupOptions};
use common::engine::EngineError;
use common::format::{Early, Heading, SWAPPED, Statements, players_in, with_comments};
use common::{Budget, Level, Outcome, Player, PlayerSet, Report};

use crate::clock::{GameClock, OutOfTime};
use crate::opponent::Limits;
use crate::pie::Pie;

use made::PlayedMove;
use seats::Seats;

/// The state of a game between people and engines.
///
/// # Examples
///
/// The user takes a match and the engine answers. The user takes both moves back, plays them again, takes them back
/// once more, and plays something else:
///
/// ```
/// use papergames_play::Session;
/// use papergames_play::common::any::AnyGame;
/// use papergames_play::common::nim::NIM;
/// use papergames_play::common::{Level, Player};
///
/// let mut session = Session::new(NIM.parse("3,4:first+")?);
/// session.level = Level::STRONGEST;
/// session.play("1x1")?;
/// assert_eq!(session.mover(), Some(Player::SECOND));
/// let answer = session.choose(&mut |_| ())?;
/// session.push(&answer)?;
///
/// assert_eq!(session.undo(1).len(), 2);
/// assert_eq!(session.record().to_string(), "3,4:first+");
/// assert_eq!(session.redo(1).len(), 2);
/// session.go(0);
/// session.play("0x3")?;
/// assert_eq!(session.redo(1).len(), 0, "a new move forgets what was taken back");
/// assert_eq!(session.text(), "# play nim; people: first; level: 5\n3,4:first+ 0x3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    /// The game up to the displayed position.
    record: Box<dyn AnyRecord>,
    /// The moves of the record, followed by those that were taken back.
    moves: Vec<PlayedMove>,
    people: PlayerSet,
    /// The strength of the engines.
    pub level: Level,
    /// The random seed of the engines.
    pub seed: u64,
    /// The limits for each move of the engines, beside the budget of their level. They also limit reviews and
    /// other advice.
    pub limits: Limits,
    /// The engine, once it has made a move.
    machine: Option<Machine>,
    /// The state of the clocks after each number of moves; empty if there are no clocks.
    clocks: Vec<GameClock>,
    /// When the player to move began to think.
    begun: Clock,
    end: Option<Termination>,
    is_reseated: bool,
    pie: Pie,
    view: Option<String>,
    /// The players as the text of the game [names](Statements::players) them. They are part of the saved game.
    pub names: Option<String>,
}

/// An engine that plays for those who are no people.
#[derive(Debug)]
struct Machine {
    level: Level,
    seed: u64,
    engine: Box<dyn AnyEngine>,
    /// The budget of the level for a move.
    usual: Budget,
}

/// The reason why a game ended before the end given by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Termination {
    /// A player has resigned.
    Resigned(Player),
    /// A player ran out of time.
    OutOfTime(OutOfTime),
    /// The game was already over when it was saved. Contains the player who lost and the reason.
    Stated(Player, Early),
    /// The game was abandoned without a result.
    BrokenOff,
}

/// The reason why a move is not played in a session.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The game ended before its end under the rules, for instance because a player resigned.
    #[error("the game is over")]
    Over,
    /// The player to move has run out of time.
    #[error(transparent)]
    OutOfTime(#[from] OutOfTime),
    /// The move is refused.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Session {
    /// Returns a session that continues the game of `record` without clocks. The first player is a person, and engines
    /// of level 3 play for the others.
    pub fn new(record: Box<dyn AnyRecord>) -> Session {
        Session {
            moves: made::moves_of(&*record),
            record,
            people: PlayerSet::EMPTY.with(Player::FIRST),
            level: Level::new(3).unwrap_or(Level::STRONGEST),
            seed: 1,
            limits: Limits::default(),
            machine: None,
            clocks: Vec::new(),
            begun: Clock::start(),
            end: None,
            is_reseated: false,
            pie: Pie::Off,
            view: None,
            names: None,
        }
    }

    /// Restores the seats and their exchange, the clocks, the view and an early end from the comments in a game's text,
    /// if there are any; see [`Session::text`].
    pub fn recall(&mut self, text: &str) {
        if let Some(seats) = Seats::find(text) {
            self.set_people(seats.people);
            self.level = seats.level;
            if seats.pie {
                // The file may be of another version.
                let _ = self.set_pie(Pie::On);
            }
            // The file may be of another version.
            let _ = self.set_view(seats.view.as_deref());
            if let Some(clock) = seats.clock {
                self.set_clock(clock);
            }
        }
        if text.lines().any(|line| line.trim_end() == SWAPPED) {
            let _ = self.set_pie(Pie::Swapped);
        }
        self.names = text.lines().find_map(players_in).map(str::to_owned);
        let mut headings = text.lines().filter_map(Heading::read);
        if let (Some(heading), None) = (headings.next(), headings.next()) {
            let winner = heading.result.and_then(Outcome::winner);
            if let (Some(winner), Some(early)) = (winner, heading.early) {
                self.end = Some(Termination::Stated(winner.opponent(), early));
            }
        }
    }

    /// Sets which players are people; engines play for the others. Players who do not take part in the game are
    /// ignored.
    pub fn set_people(&mut self, people: PlayerSet) {
        let players = self.record.players();
        let taking_part = people.iter().filter(|player| player.index() < players);
        self.people = taking_part.collect();
    }

    /// Sets the clocks. If `clock` is for another number of players, the clocks start with the full time.
    pub fn set_clock(&mut self, clock: GameClock) {
        let players = self.record.players();
        let clock = if clock.players() == players {
            clock
        } else {
            GameClock::new(clock.control(), players)
        };
        self.clocks = vec![clock; self.record.len() + 1];
    }

    /// Sets the view in which the board is shown with characters and moves are named, such as `cards`: one of the
    /// game's [views](common::describe::About::views) or of its notations, or `None` for the usual view.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no such view of this game. In that case the view does not change.
    pub fn set_view(&mut self, view: Option<&str>) -> Result<(), Refused> {
        if let Some(name) = view {
            let record = self.record();
            if record.game().about().view(name).is_ok() {
                record.check_view(name)?;
                record.view(name).ok_or_else(|| {
                    Refused::new(format!(
                        "the view `{name}` is only for pictures in files, as `draw` writes them"
                    ))
                })?;
            } else {
                let written = record.write(name, &Statements::default());
                written.map_err(Refused::because)?;
            }
        }
        self.view = view.map(str::to_owned);
        Ok(())
    }

    /// Returns the view in which the board is shown and moves are named; `None` for the usual view.
    pub fn view(&self) -> Option<&str> {
        self.view.as_deref()
    }

    /// Returns the record up to the displayed position.
    pub fn record(&self) -> &dyn AnyRecord {
        &*self.record
    }

    /// Returns the moves of the game, including those that were taken back and can be played again. The first
    /// `record().len()` of them lead to the displayed position.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// Returns the players who are people.
    pub fn people(&self) -> PlayerSet {
        self.people
    }

    /// Returns the state of the clocks after the last move; `None` if there are no clocks.
    pub fn clock(&self) -> Option<&GameClock> {
        self.clocks.last()
    }

    /// Returns the reason if the game ended before its end under the rules.
    pub fn end(&self) -> Option<Termination> {
        self.end
    }

    /// Returns whether people and engines have changed seats since the first move.
    pub fn is_reseated(&self) -> bool {
        self.is_reseated
    }

    /// Returns the player to move; `None` if the game is over, under its rules or for another reason.
    pub fn mover(&self) -> Option<Player> {
        match self.end {
            Some(_) => None,
            None => self.record.turn(),
        }
    }

    /// Returns the outcome of the game, if it has one.
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.end, self.early()) {
            (None, _) => self.record.outcome(),
            (_, Some((loser, _))) if self.record.players() == 2 => {
                Some(Outcome::Win(loser.opponent()))
            }
            _ => None,
        }
    }

    /// If the game ended before its end under the rules, returns the player who lost and the reason.
    pub(crate) fn early(&self) -> Option<(Player, Early)> {
        match self.end? {
            Termination::Resigned(player) => Some((player, Early::Resignation)),
            Termination::OutOfTime(error) => Some((error.player, Early::Time)),
            Termination::Stated(player, early) => Some((player, early)),
            Termination::BrokenOff => None,
        }
    }

    /// Returns the seats and the clocks of the game.
    pub(crate) fn seats(&self) -> Seats {
        let mut clock = self.clock().cloned();
        if let (Some(clock), Some(mover), Some(left)) = (&mut clock, self.mover(), self.time_left())
        {
            clock.set(mover, left);
        }
        Seats {
            game: self.record.game().about().name.to_owned(),
            people: self.people,
            level: self.level,
            pie: self.pie != Pie::Off,
            view: self.view.clone(),
            clock,
        }
    }

    /// Returns the text form in which the game is saved: the seats, the result if the moves do not lead to it, and the
    /// record.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.seats());
        if let (Some((_, early)), Some(outcome)) = (self.early(), self.outcome()) {
            let _ = writeln!(text, "{}, {outcome}{early}", Heading::START);
        }
        let said = Statements {
            players: self.names.clone(),
            swapped: self.is_swapped(),
            ..Statements::default()
        };
        let _ = writeln!(text, "{}", with_comments(&said, &self.record.to_string()));
        text
    }

    /// Starts timing the move of the player to move.
    pub(crate) fn begin_move(&mut self) {
        self.begun = Clock::start();
    }

    /// Plays the move or the turn that a text describes, in any form that users may type, and returns its moves. Moves
    /// that were taken back before can no longer be played again.
    ///
    /// If the turn has ended, the player's clock stops. A move after the time has run out is not played, and the game
    /// is lost.
    ///
    /// # Errors
    ///
    /// Returns the reason why the text is not a legal move, or an error if the game is over. In that case no move is
    /// played.
    pub fn play(&mut self, text: &str) -> Result<&[PlayedMove], SessionError> {
        let took = self.take_time()?;
        let moves = self.record.read_moves(text)?;
        self.push_all(&moves, took)
    }

    /// Plays a move that was read, listed or chosen, like [`play`](Session::play).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`play`](Session::play).
    pub fn push(&mut self, m: &AnyMove) -> Result<&[PlayedMove], SessionError> {
        let took = self.take_time()?;
        self.push_all(core::slice::from_ref(m), took)
    }

    /// Returns the time that the player to move has taken, or the reason why the game is over.
    fn take_time(&mut self) -> Result<Duration, SessionError> {
        let took = self.begun.elapsed();
        match self.flag_after(took) {
            None => Ok(took),
            Some(Termination::OutOfTime(error)) => Err(SessionError::OutOfTime(error)),
            Some(Termination::Resigned(_) | Termination::Stated(..) | Termination::BrokenOff) => {
                Err(SessionError::Over)
            }
        }
    }

    fn push_all(
        &mut self,
        moves: &[AnyMove],
        took: Duration,
    ) -> Result<&[PlayedMove], SessionError> {
        let (player, before) = (self.record.turn(), self.record.len());
        let has_swapped = self.is_swapped();
        let mut played = Vec::new();
        for m in moves {
            match PlayedMove::play(&mut *self.record, m) {
                Ok(made) => played.push(made),
                Err(reason) => {
                    self.record.rewind(before);
                    return Err(reason.into());
                }
            }
        }
        self.moves.truncate(before);
        self.moves.extend(played);
        if !has_swapped {
            self.pie = self.pie.anew();
        }
        if let Some(player) = player {
            self.press(player, took);
        }
        Ok(&self.moves[before..])
    }

    /// Ends the game if the player to move has run out of time. Returns the reason if the game ended before its end
    /// under the rules.
    pub fn flag(&mut self) -> Option<Termination> {
        self.flag_after(self.begun.elapsed())
    }

    fn flag_after(&mut self, took: Duration) -> Option<Termination> {
        if let (Some(player), Some(clock)) = (self.mover(), self.clocks.last()) {
            let mut clock = clock.clone();
            if let Err(error) = clock.press(player, took) {
                self.end = Some(Termination::OutOfTime(error));
                // It shows zero now.
                self.clocks.pop();
                self.clocks.push(clock);
            }
        }
        self.end
    }

    /// Returns the time that the player to move currently has left, if there are clocks.
    pub fn time_left(&self) -> Option<Duration> {
        let left = self.clock()?.left(self.mover()?);
        Some(left.saturating_sub(self.begun.elapsed()))
    }

    /// Stops the clock of a player whose turn has ended, and records the times on all clocks.
    fn press(&mut self, player: Player, took: Duration) {
        let has_ended = self.record.turn() != Some(player);
        if let Some(mut clock) = self.clock().cloned() {
            if has_ended {
                let pressed = clock.press(player, took);
                pressed.expect("a move that came too late was refused");
            }
            self.clocks.resize(self.record.len() + 1, clock);
        }
        if has_ended {
            self.begin_move();
        }
    }

    /// Lets the engine choose a move for the player to move, within the limits and the time on the clock, without
    /// playing it. From time to time, calls `progress` with the findings so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is over, or if the engine fails.
    ///
    /// # Panics
    ///
    /// Panics if the game has no engine for the session's level.
    pub fn choose(
        &mut self,
        progress: &mut dyn FnMut(&Report<AnyMove>),
    ) -> Result<AnyMove, EngineError> {
        let line = self.consult(progress)?.line;
        line.into_iter().next().ok_or(EngineError::GameOver)
    }

    /// Returns the engine's report on the position.
    fn consult(
        &mut self,
        progress: &mut dyn FnMut(&Report<AnyMove>),
    ) -> Result<Report<AnyMove>, EngineError> {
        let player = self.mover().ok_or(EngineError::GameOver)?;
        let (level, seed) = (self.level, self.seed);
        (self.machine).take_if(|made| (made.level, made.seed) != (level, seed));
        let machine = self.machine.get_or_insert_with(|| {
            let engine = (self.record.game()).engine(&level.to_string(), seed);
            let (engine, usual) = engine.expect("every game has an engine of each level");
            Machine {
                level,
                seed,
                engine,
                usual,
            }
        });
        let mut budget = self.limits.or(machine.usual.clone());
        if let Some(clock) = self.clocks.last() {
            budget = clock.budget(player, &budget);
        }
        machine.engine.choose(&*self.record, &budget, progress)
    }

    /// Lets the engine choose like [`choose`](Session::choose), or take the first player's seat where the pie rule
    /// allows it and the engine would rather have that seat. Returns `None` if it has taken the seat.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`choose`](Session::choose).
    ///
    /// # Panics
    ///
    /// Panics where [`choose`](Session::choose) panics.
    pub fn choose_or_swap(
        &mut self,
        progress: &mut dyn FnMut(&Report<AnyMove>),
    ) -> Result<Option<AnyMove>, EngineError> {
        let report = self.consult(progress)?;
        let is_taken = |mover| Pie::is_taken(&report, mover);
        if self.mover().is_some_and(is_taken) && self.swap() {
            return Ok(None);
        }
        let best = report.line.into_iter().next();
        best.map(Some).ok_or(EngineError::GameOver)
    }

    /// Sets whether the second player may take the first player's seat after the first turn, or has taken it.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is not for two players.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_play::{Pie, Session};
    /// use papergames_play::common::any::AnyGame;
    /// use papergames_play::common::nim::NIM;
    /// use papergames_play::common::{Level, Player};
    ///
    /// let mut session = Session::new(NIM.parse("3,4:first+")?);
    /// session.set_pie(Pie::On)?;
    /// session.level = Level::STRONGEST;
    /// assert!(!session.swap(), "the first turn comes before");
    /// // Equal heaps are lost for the player to move, so the machine takes the seat of the player who made them.
    /// session.play("1x1")?;
    /// assert_eq!(session.choose_or_swap(&mut |_| ())?, None);
    /// assert_eq!((session.pie(), session.mover()), (Pie::Swapped, Some(Player::SECOND)));
    /// assert!(session.people().contains(Player::SECOND));
    /// assert_eq!(
    ///     session.text(),
    ///     "# play nim; people: second; level: 5; pie: on\n# swapped by the pie rule\n3,4:first+ 1x1\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_pie(&mut self, pie: Pie) -> Result<(), Refused> {
        let players = self.record.players();
        if pie != Pie::Off && players != 2 {
            return Err(Refused::new(format!(
                "the pie rule needs two players, but this game has {players}"
            )));
        }
        self.pie = pie;
        Ok(())
    }

    /// Returns whether the pie rule is in force, and whether the players exchange seats by it in the game, including
    /// the moves that were taken back.
    pub fn pie(&self) -> Pie {
        self.pie
    }

    /// Returns whether the players have exchanged seats before the displayed position.
    pub fn is_swapped(&self) -> bool {
        self.is_swapped_at(self.record.len())
    }

    /// Returns whether the players have exchanged seats before the move with a number.
    fn is_swapped_at(&self, at: usize) -> bool {
        let is_answer = |made: &PlayedMove| made.player == Player::SECOND;
        let first_turn = self.moves.iter().position(is_answer);
        self.pie == Pie::Swapped && at >= first_turn.unwrap_or(self.moves.len()).max(1)
    }

    /// Returns whether the second player may take the first player's seat now.
    pub fn may_swap(&self) -> bool {
        self.pie == Pie::On && self.end.is_none() && self.record.may_swap()
    }

    /// Lets the second player take the first player's seat by the pie rule. Returns `false`, and changes nothing,
    /// unless the second player is to move after the first turn and the rule is in force.
    pub fn swap(&mut self) -> bool {
        let may = self.may_swap();
        if may {
            // The moves that were taken back followed a decision not to do so.
            self.moves.truncate(self.record.len());
            self.pie = Pie::Swapped;
            self.is_reseated = true;
            self.exchange();
        }
        may
    }

    /// Exchanges the seats of a person and an engine. Two people or two engines look the same in either seat.
    fn exchange(&mut self) {
        let players = self.record.players();
        if players == 2 && self.people.len() == 1 {
            self.people = self.people.complement(players);
        }
        self.begin_move();
    }

    /// Goes to the position after the first `at` moves, or to the end if there are fewer moves. The later moves are
    /// kept until another move is played.
    ///
    /// Going back also undoes the end of the game and gives back the time that the moves took. Going forward takes no
    /// time.
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by rejecting a move that it accepted in the same position before.
    pub fn go(&mut self, at: usize) {
        let (at, before) = (at.min(self.moves.len()), self.record.len());
        let has_swapped = self.is_swapped();
        if at < before {
            self.record.rewind(at);
            self.end = None;
            self.begin_move();
        }
        for made in &self.moves[self.record.len()..at] {
            let played = self.record.push(&made.m);
            played.expect("the move was played from here before");
        }
        if let Some(clock) = self.clock().cloned() {
            self.clocks.resize(at + 1, clock);
        }
        if self.is_swapped() != has_swapped {
            self.exchange();
        }
    }

    /// Returns whether a person has made the move with a number. The player may have the other seat by now.
    fn is_by_person(&self, at: usize) -> bool {
        let player = self.moves[at].player;
        let has_moved = self.is_swapped_at(at) != self.is_swapped();
        let seat = if has_moved { player.opponent() } else { player };
        self.people.contains(seat)
    }

    /// Takes back up to `number` of the last moves by people and the replies to them, and gives back the time that they
    /// took. Returns the moves taken back, in the order in which they were played; empty if no person has moved.
    pub fn undo(&mut self, number: usize) -> &[PlayedMove] {
        let before = self.record.len();
        let by_people = (0..before).rev().filter(|at| self.is_by_person(*at));
        let at = by_people.take(number).last().unwrap_or(before);
        self.go(at);
        &self.moves[at..before]
    }

    /// Plays again the moves that the last `number` calls of [`undo(1)`](Session::undo) took back, and returns them;
    /// empty if no such moves are left. The clocks do not change.
    pub fn redo(&mut self, number: usize) -> &[PlayedMove] {
        let before = self.record.len();
        let by_people = (before + 1..self.moves.len()).filter(|at| self.is_by_person(*at));
        let all = self.moves.len();
        let ends = by_people.chain([all]);
        let at = ends.take(number).last().unwrap_or(before);
        self.go(at);
        &self.moves[before..at]
    }

    /// Ends a two-player game as a loss for `player`, who resigns.
    ///
    /// # Panics
    ///
    /// Panics if `player` is neither the first nor the second player.
    pub fn resign(&mut self, player: Player) {
        assert!(player.index() < 2, "only one of two players resigns");
        self.end = Some(Termination::Resigned(player));
    }

    /// Lets a player who has resigned continue the game, and returns that player; `None` if no player has resigned. A
    /// game lost on time cannot be continued.
    pub fn play_on(&mut self) -> Option<Player> {
        let player = match self.end? {
            Termination::Resigned(player) => player,
            Termination::Stated(player, early) if early != Early::Time => player,
            Termination::OutOfTime(_) | Termination::Stated(..) | Termination::BrokenOff => {
                return None;
            }
        };
        self.end = None;
        self.begin_move();
        Some(player)
    }

    /// Swaps the seats of the person and the engine in a two-player game. Returns `false` unless the game is between
    /// one person and one engine.
    pub fn flip(&mut self) -> bool {
        let players = self.record.players();
        let is_possible = players == 2 && self.people.len() == 1;
        if is_possible {
            self.people = self.people.complement(players);
            self.is_reseated |= !self.record.is_empty();
        }
        is_possible
    }

    /// Restarts the game from its setup, with full clocks.
    pub fn begin_again(&mut self) {
        self.go(0);
        self.begin();
    }

    /// Restarts the game; in a two-player game, swaps the seats of the person and the engine.
    pub fn rematch(&mut self) {
        self.flip();
        self.begin_again();
    }

    /// Begins a game of the same kind from another setup, with full clocks. People who do not take part in it lose
    /// their seats.
    ///
    /// # Errors
    ///
    /// Returns a sentence that describes what is wrong with the setup. In that case nothing changes.
    pub fn set_up(&mut self, setup: Option<&str>, options: &SetupOptions) -> Result<(), Refused> {
        let own = self.record.game();
        let game = Sheets::choose(own, setup.unwrap_or_default());
        if core::ptr::addr_eq(game, own) {
            self.record.set_up(setup, options)?;
        } else {
            self.record = game.start(setup, options)?;
        }
        self.begin();
        Ok(())
    }

    /// Forgets everything about the last game except the seats, because the record holds a new game.
    fn begin(&mut self) {
        let players = self.record.players();
        let control = self.clock().map(GameClock::control);
        let clock = control.map(|control| GameClock::new(control, players));
        self.clocks = clock.into_iter().collect();
        self.moves.clear();
        self.names = None;
        self.set_people(self.people);
        (self.end, self.is_reseated) = (None, false);
        self.pie = self.pie.anew();
        self.begin_move();
    }
}

/// Further methods, which only a terminal needs.
#[cfg(feature = "terminal")]
impl Session {
    /// Returns whether it is an engine's turn.
    pub(crate) fn is_machine_to_move(&self) -> bool {
        self.mover()
            .is_some_and(|player| !self.people.contains(player))
    }

    /// Returns the budget for advice to people: the session's limits if there are any, or else a second.
    pub(crate) fn advice(&self) -> Budget {
        self.limits.or(Budget::new().time(Duration::from_secs(1)))
    }

    /// Reviews the game up to the displayed position, including how it ended; see
    /// [`Review::new`](crate::review::Review::new).
    pub(crate) fn review(
        &self,
        judge: &crate::judge::Judge,
        progress: &mut dyn FnMut(usize, &common::Progress),
    ) -> crate::review::Review {
        let review = crate::review::Review::new(&*self.record, judge, progress);
        match self.early() {
            Some((loser, early)) => review.ended_early(loser, early),
            None => review,
        }
    }

    /// Ends the game without a result.
    pub(crate) fn break_off(&mut self) {
        self.end = Some(Termination::BrokenOff);
    }
}

#[cfg(all(test, feature = "terminal"))]
mod tests {
    use super::*;
    use common::any::AnyGame;
    use common::nim::NIM;

    #[test]
    fn a_game_that_is_broken_off_has_no_outcome() {
        let record = NIM.parse("3,4:first+").expect("heaps");
        let mut session = Session::new(record);
        session.break_off();
        assert_eq!((session.mover(), session.outcome()), (None, None));
        assert!(!session.is_machine_to_move());
        assert_eq!(session.record().to_string(), "3,4:first+");
    }
}
