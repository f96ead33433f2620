//! The players, the view and the clocks of a game, as a comment in its file.

use core::fmt;
use core::time::Duration;

use common::{Level, Player, PlayerSet};

use crate::clock::{GameClock, read_seconds};

/// The beginning of the comment that names the game and its players.
const SEATS: &str = "# play ";

/// The name, the players, the view and the clocks of a game, which a file contains as a comment.
///
/// # Examples
///
/// ```
/// use papergames_play::common::{Level, Player, PlayerSet};
/// use papergames_play::Seats;
///
/// let people = PlayerSet::EMPTY.with(Player::SECOND);
/// let level = Level::STRONGEST;
/// let seats = Seats { game: "nim".into(), people, level, pie: false, view: None, clock: None };
/// let comment = seats.to_string();
/// assert_eq!(comment, "# play nim; people: second; level: 5");
/// assert_eq!(Seats::find(&format!("{comment}\n3,4,5 0x2\n")), Some(seats));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// The [name](common::describe::About::name) of the game.
    pub game: String,
    /// The players who are people; engines play for the others.
    pub people: PlayerSet,
    /// The strength of the engines.
    pub level: Level,
    /// Whether the [pie rule](crate::Pie) is in force.
    pub pie: bool,
    /// The view in which the game is shown, if it is not the usual one.
    pub view: Option<String>,
    /// The state of the clocks, if there are any.
    pub clock: Option<GameClock>,
}

impl Seats {
    /// Returns the seats from the first such comment in a text; `None` if there is no such comment.
    pub fn find(text: &str) -> Option<Seats> {
        let comment = text.lines().find_map(|line| line.strip_prefix(SEATS))?;
        let mut parts = comment.trim_end().split("; ");
        let game = parts.next()?.to_owned();
        let (mut people, mut level, mut pie) = (None, None, false);
        let (mut control, mut left, mut view) = (None, None, None);
        for part in parts {
            let (name, text) = part.split_once(": ")?;
            match name {
                "people" => people = Some(read_people(text)?),
                "level" => level = Some(text.parse().ok()?),
                "pie" if text == "on" => pie = true,
                "view" => view = Some(text.to_owned()),
                "clock" => control = Some(text.parse().ok()?),
                "left" => {
                    let times: Option<Vec<Duration>> = text.split(", ").map(read_seconds).collect();
                    left = Some(times?);
                }
                _ => return None,
            }
        }
        Some(Seats {
            game,
            people: people?,
            level: level?,
            pie,
            view,
            clock: control
                .zip(left)
                .map(|(control, left)| GameClock::showing(control, left)),
        })
    }
}

/// Reads the list of players who are people, or `none`.
fn read_people(text: &str) -> Option<PlayerSet> {
    let names = text.split(", ").filter(|name| *name != "none");
    names.map(|name| name.parse::<Player>().ok()).collect()
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.people.iter().map(|p| p.to_string()).collect();
        let names = if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        };
        write!(
            f,
            "{SEATS}{}; people: {names}; level: {}",
            self.game, self.level
        )?;
        if self.pie {
            f.write_str("; pie: on")?;
        }
        if let Some(view) = &self.view {
            write!(f, "; view: {view}")?;
        }
        if let Some(clock) = &self.clock {
            let left = Player::all(clock.players())
                .map(|player| format!("{:.3}", clock.left(player).as_secs_f64()));
            let left: Vec<String> = left.collect();
            write!(f, "; clock: {}; left: {}", clock.control(), left.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::TimeControl;

    #[test]
    fn clocks_are_part_of_the_comment() {
        let control: TimeControl = "60.5+0.25".parse().expect("a time control");
        let times = [1_500, 60_500].map(Duration::from_millis);
        let seats = Seats {
            game: "nim".to_owned(),
            people: PlayerSet::EMPTY,
            level: Level::STRONGEST,
            pie: true,
            view: Some("cards".to_owned()),
            clock: Some(GameClock::showing(control, times.to_vec())),
        };
        let comment = seats.to_string();
        assert_eq!(
            comment,
            "# play nim; people: none; level: 5; pie: on; view: cards; clock: 60.5+0.25; left: 1.500, 60.500"
        );
        assert_eq!(Seats::find(&comment), Some(seats));
        for wrong in ["# play nim", "# play nim; people: x; level: 5", "# playing"] {
            assert_eq!(Seats::find(wrong), None, "{wrong}");
        }
    }
}
