//! Game clocks with a time for the whole game and an increment for each move.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use common::format::short;
use common::{Budget, Player, Refused};

/// A time control: the time that each player has for a game.
///
/// Its text gives the seconds for the game and for each move, such as `300+2`, and can be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeControl {
    /// The time on the clock when the game begins.
    pub time: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = Refused;

    fn from_str(text: &str) -> Result<TimeControl, Refused> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let control = read_seconds(time).zip(read_seconds(increment));
        let (time, increment) = control.ok_or_else(|| {
            Refused::new(format!(
                "a clock must give the seconds for the game and those added after each move, such as `300+2`, found \
                 `{}`",
                short(text)
            ))
        })?;
        Ok(TimeControl { time, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [time, increment] = [self.time, self.increment].map(|time| time.as_secs_f64());
        write!(f, "{time}+{increment}")
    }
}

/// The longest time on a clock: the seconds of a longer one, as the number that is written, would not be read back to
/// the nanosecond.
const LONGEST: Duration = Duration::from_secs(1 << 22);

/// Reads a time in seconds, such as `299.5`.
pub(crate) fn read_seconds(text: &str) -> Option<Duration> {
    let seconds = Duration::try_from_secs_f64(text.parse().ok()?).ok();
    seconds.filter(|seconds| *seconds <= LONGEST)
}

/// The error returned when a player runs out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{player} lost on time: the move took {}, but the clock had only {} left", seconds(.took), seconds(.left))]
#[non_exhaustive]
pub struct OutOfTime {
    /// The player who ran out of time.
    pub player: Player,
    /// The time that the last move took.
    pub took: Duration,
    /// The time that was left when the move began.
    pub left: Duration,
}

fn seconds(time: &Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// The clocks of all players of one game.
///
/// The clock does not run by itself. The caller measures each move and calls [`press`](GameClock::press), so that games
/// can be replayed and tested without waiting.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use papergames_play::{GameClock, TimeControl};
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
/// assert_eq!(error.to_string(), "second lost on time: the move took 61.000 s, but the clock had only 60.000 s left");
/// # Ok::<(), papergames_play::OutOfTime>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    left: Vec<Duration>,
}

impl GameClock {
    /// Returns the clocks at the beginning of a game of `players` players.
    ///
    /// # Panics
    ///
    /// Panics if `players` is above [`Player::MAX`].
    pub fn new(control: TimeControl, players: usize) -> GameClock {
        let most = Player::MAX;
        assert!(players <= most, "a game has at most {most} players");
        GameClock {
            control,
            left: vec![control.time; players],
        }
    }

    /// Returns the clocks of a game in progress, with the given time left for each player.
    pub(crate) fn showing(control: TimeControl, left: Vec<Duration>) -> GameClock {
        GameClock { control, left }
    }

    /// Returns the number of players who have a clock.
    pub(crate) fn players(&self) -> usize {
        self.left.len()
    }

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the time that a player has left.
    ///
    /// # Panics
    ///
    /// Panics if the player does not take part in the game.
    pub fn left(&self, player: Player) -> Duration {
        self.left[player.index()]
    }

    /// Sets the time that a player has left.
    pub(crate) fn set(&mut self, player: Player, left: Duration) {
        self.left[player.index()] = left;
    }

    /// Subtracts the time of a move from a player's clock and adds the increment.
    ///
    /// # Errors
    ///
    /// Returns [`OutOfTime`], and sets the clock to zero, if the move took longer than the time that was left.
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

    /// Returns `budget` with its time limited to a thirtieth of the time left plus most of the increment, but to no
    /// more than half of the time left.
    pub(crate) fn budget(&self, player: Player, budget: &Budget) -> Budget {
        let share = share(self.left(player), self.control.increment);
        let time = budget.time.map_or(share, |time| time.min(share));
        budget.clone().time(time)
    }
}

/// Statistics of the time that a player has used.
///
/// Its text is, for example, `0.10 s a move, at most 0.35 s, at least 2.1 s left on the clock`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TimeUsed {
    /// The number of moves made.
    pub moves: u64,
    /// The total time for all moves.
    pub total: Duration,
    /// The time for the longest move.
    pub longest: Duration,
    /// The shortest time that was ever left on the clock; `None` if there was no clock.
    pub least_left: Option<Duration>,
}

impl TimeUsed {
    /// Adds a move, with the time left on the clock after it.
    pub(crate) fn add(&mut self, took: Duration, left: Option<Duration>) {
        self.merge(&TimeUsed {
            moves: 1,
            total: took,
            longest: took,
            least_left: left,
        });
    }

    /// Adds the time of another game.
    pub fn merge(&mut self, other: &TimeUsed) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.least_left = self.least_left.into_iter().chain(other.least_left).min();
    }
}

impl fmt::Display for TimeUsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.total.div_f64(self.moves.max(1) as f64);
        let [mean, longest] = [mean, self.longest].map(|time| time.as_secs_f64());
        write!(f, "{mean:.2} s a move, at most {longest:.2} s")?;
        match self.least_left {
            Some(left) => write!(
                f,
                ", at least {:.1} s left on the clock",
                left.as_secs_f64()
            ),
            None => Ok(()),
        }
    }
}

/// Returns the time to spend on the next move: a thirtieth of the time left plus most of the increment, but never more
/// than half of the time left.
pub(crate) fn share(left: Duration, increment: Duration) -> Duration {
    let most = left / 2;
    let wanted = (left / 30).saturating_add((increment / 4).saturating_mul(3));
    wanted.min(most).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_back_or_refused_in_a_short_line() {
        for text in ["300+2", "0.1+0.000000001", "4194303.999999999", "1e3"] {
            let read: TimeControl = text.parse().expect(text);
            assert_eq!(read.to_string().parse(), Ok(read));
        }
        for text in ["5000000", "1e300", "nan", "-1", &"9\n".repeat(1_000)] {
            let refused = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(refused.len() < 300 && !refused.contains('\n'), "{refused}");
        }
    }

    #[test]
    fn the_time_of_moves_is_summed_up() {
        let (ms, mut used) = (Duration::from_millis, TimeUsed::default());
        used.add(ms(100), Some(ms(5_000)));
        used.add(ms(300), Some(ms(4_000)));
        assert_eq!(
            used.to_string(),
            "0.20 s a move, at most 0.30 s, at least 4.0 s left on the clock"
        );
    }

    #[test]
    fn a_move_gets_a_part_of_the_time_left() {
        let ms = Duration::from_millis;
        assert_eq!(share(ms(60_000), ms(1_000)), ms(2_750));
        assert_eq!(share(ms(100), ms(10_000)), ms(50));
        // Extreme values do not overflow.
        assert_eq!(share(Duration::MAX, Duration::MAX), Duration::MAX / 2);
    }
}
