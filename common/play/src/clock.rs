//! Game clocks: a time for the whole game, and an increment for each move.

use core::time::Duration;

use common::{Budget, Player};

/// How much time each player has for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeControl {
    /// The time on the clock when the game begins.
    pub time: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// The error when a player's time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{player} lost on time: the move took {}, with {} on the clock", seconds(.took), seconds(.left))]
#[non_exhaustive]
pub struct OutOfTime {
    /// The player whose time is up.
    pub player: Player,
    /// How long the last move took.
    pub took: Duration,
    /// How much time was left when it began.
    pub left: Duration,
}

fn seconds(time: &Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// The clocks of all players of one game.
///
/// The clock does not tick: the caller measures each move and calls [`press`](GameClock::press), so that games can be
/// replayed and tested without waiting.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use papergames_play::clock::{GameClock, TimeControl};
/// use papergames_play::common::Player;
///
/// let seconds = Duration::from_secs;
/// let control = TimeControl { time: seconds(60), increment: seconds(2) };
/// let mut clock = GameClock::new(control, 2);
/// clock.press(Player::FIRST, seconds(10))?;
/// assert_eq!(clock.left(Player::FIRST), seconds(52));
///
/// // The increment is added after the move and cannot save a move that took too long.
/// let error = clock.press(Player::SECOND, seconds(61)).unwrap_err();
/// assert_eq!(error.to_string(), "second lost on time: the move took 61.000 s, with 60.000 s on the clock");
/// # Ok::<(), papergames_play::clock::OutOfTime>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    left: Vec<Duration>,
}

impl GameClock {
    /// Returns the clocks at the beginning of a game of `players` players.
    pub fn new(control: TimeControl, players: usize) -> GameClock {
        GameClock {
            control,
            left: vec![control.time; players],
        }
    }

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns how much time a player has left.
    ///
    /// # Panics
    ///
    /// Panics if the player does not take part in the game.
    pub fn left(&self, player: Player) -> Duration {
        self.left[player.index()]
    }

    /// Subtracts the time of a move from a player's clock and adds the increment.
    ///
    /// # Errors
    ///
    /// Returns [`OutOfTime`] if the move took longer than the time that was left. The clock then shows zero.
    ///
    /// # Panics
    ///
    /// Panics if the player does not take part in the game.
    pub fn press(&mut self, player: Player, took: Duration) -> Result<(), OutOfTime> {
        let left = &mut self.left[player.index()];
        let Some(rest) = left.checked_sub(took) else {
            let before = core::mem::take(left);
            return Err(OutOfTime {
                player,
                took,
                left: before,
            });
        };
        *left = rest.saturating_add(self.control.increment);
        Ok(())
    }

    /// Returns how long an engine should think about the next move; see [`share`].
    #[must_use]
    pub fn share(&self, player: Player) -> Duration {
        share(self.left(player), self.control.increment)
    }

    /// Returns `budget` with its time limited to what [`share`](GameClock::share) allows.
    pub fn budget(&self, player: Player, budget: &Budget) -> Budget {
        let share = self.share(player);
        let time = budget.most_time().map_or(share, |time| time.min(share));
        budget.clone().time(time)
    }
}

/// Returns how long to think about the next move: a thirtieth of the time left and most of the increment, but never
/// more than half of the time left.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use papergames_play::clock::share;
///
/// let ms = Duration::from_millis;
/// assert_eq!(share(ms(60_000), ms(1_000)), ms(2_750));
/// assert_eq!(share(ms(100), ms(10_000)), ms(50));
/// // Extreme values do not overflow.
/// assert_eq!(share(Duration::MAX, Duration::MAX), Duration::MAX / 2);
/// ```
#[must_use]
pub fn share(left: Duration, increment: Duration) -> Duration {
    let most = left / 2;
    let wanted = (left / 30).saturating_add((increment / 4).saturating_mul(3));
    wanted.min(most).max(Duration::from_millis(1))
}
