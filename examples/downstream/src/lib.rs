//! Kayles (H. E. Dudeney, *The Canterbury Puzzles*, 1907): pins stand in a row; a bowler knocks down one of them or two
//! neighbours, and the player who knocks down the last wins.
//!
//! Everything that the game needs comes through `papergames`.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use papergames::any::GameObject;
use papergames::describe::About;
use papergames::picture::geometry::Point;
use papergames::picture::svg::{Frame, Svg};
use papergames::picture::{CannotDraw, Draw, Print, Style, Window, pictures};
use papergames::{Alternating, Describe, Ending, Game, Outcome, Player, Record, Stored};

/// Kayles as an object. This one registration makes Kayles playable over UGI, in the terminal, on the web page and in
/// Python.
pub static KAYLES: GameObject<Kayles> = GameObject::new().pictures(pictures());

/// A position of Kayles: the standing pins, as bits, and the player to bowl next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kayles {
    standing: u32,
    bowler: Player,
}

/// A throw: the pins that it knocks down, as bits, which are one pin or two neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw(u32);

/// The error returned when a throw is illegal or a text is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(&'static str);

const NO_SUCH_PINS: Wrong = Wrong("expected one pin that stands, or two neighbours");

impl Kayles {
    /// Returns the starting position with a row of `pins`, at most 32.
    pub fn new(pins: u32) -> Kayles {
        let standing = u32::MAX.checked_shr(32 - pins.min(32)).unwrap_or(0);
        Kayles {
            standing,
            bowler: Player::FIRST,
        }
    }

    fn throws(&self) -> impl Iterator<Item = Throw> {
        let throws = (0..32).flat_map(|pin| {
            [
                Some(Throw(1 << pin)),
                3_u32.checked_mul(1 << pin).map(Throw),
            ]
        });
        let standing = self.standing;
        throws
            .flatten()
            .filter(move |Throw(pins)| standing & pins == *pins)
    }
}

impl Game for Kayles {
    type Move = Throw;
    type Illegal = Wrong;

    fn turn(&self) -> Option<Player> {
        (self.standing != 0).then_some(self.bowler)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.turn()
            .is_none()
            .then(|| Ending::Normal.outcome(self.bowler))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Throw) -> ControlFlow<()>) -> ControlFlow<()> {
        self.throws().try_for_each(visit)
    }

    fn check(&self, throw: &Throw) -> Result<(), Wrong> {
        self.throws()
            .any(|legal| legal == *throw)
            .then_some(())
            .ok_or(NO_SUCH_PINS)
    }

    fn apply(&mut self, throw: &Throw) -> Result<(), Wrong> {
        self.check(throw)?;
        self.standing &= !throw.0;
        self.bowler = self.bowler.opponent();
        Ok(())
    }
}

impl Stored for Kayles {}

impl Alternating for Kayles {}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.trailing_zeros() + 1)?;
        if self.0.count_ones() == 2 {
            f.write_str("+")
        } else {
            Ok(())
        }
    }
}

impl FromStr for Throw {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Throw, Wrong> {
        let number = text.trim_end_matches('+');
        let pin: u32 = number
            .parse()
            .map_err(|_| Wrong("expected a throw such as `3` or `3+`"))?;
        let throws = [Some(1), Some(3)]
            .map(|pins: Option<u32>| pins?.checked_shl(pin.checked_sub(1)?).map(Throw));
        // Anything but a throw would be written differently than it was read.
        let fitting = throws
            .into_iter()
            .flatten()
            .find(|throw| throw.to_string() == text);
        fitting.ok_or(Wrong("expected a throw such as `3` or `3+`"))
    }
}

/// Writes the pins as `|` and `.`, and the player to bowl: `||.|:first`.
impl fmt::Display for Kayles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = u32::BITS - self.standing.leading_zeros();
        for pin in 0..row.max(1) {
            f.write_str(if self.standing >> pin & 1 == 1 {
                "|"
            } else {
                "."
            })?;
        }
        write!(f, ":{}", self.bowler)
    }
}

impl FromStr for Kayles {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Kayles, Wrong> {
        let wrong = Wrong("expected pins and who bowls, such as `||.|:first`");
        let (pins, bowler) = text.split_once(':').ok_or(wrong.clone())?;
        let bowler = bowler.parse().map_err(|_| wrong.clone())?;
        let stands = |(pin, c)| {
            if c == '|' {
                1_u32.checked_shl(pin).unwrap_or(0)
            } else {
                0
            }
        };
        let standing = (0..32).zip(pins.chars()).map(stands).sum();
        let kayles = Kayles { standing, bowler };
        if bowler.index() < 2 && kayles.to_string() == text {
            Ok(kayles)
        } else {
            Err(wrong)
        }
    }
}

impl Describe for Kayles {
    const ABOUT: About = About {
        title: "Kayles",
        summary: "Knock down one pin or two neighbours.\nThe player who knocks down the last wins.",
        ..About::new("kayles").setup("|||||||:first")
    };

    fn board(&self) -> String {
        format!("{self}\n{} pins stand", self.standing.count_ones())
    }
}

impl Kayles {
    fn svg(&self) -> Svg {
        let mut svg = Svg::new(330.0, 20.0, "Kayles", &self.to_string());
        for pin in (0..32).filter(|pin| self.standing >> pin & 1 == 1) {
            svg.circle(
                "pin",
                Point::new(10.0 + 10.0 * f64::from(pin), 10.0),
                4.0,
                "",
            );
        }
        svg
    }
}

impl Draw for Kayles {
    fn draw(record: &Record<Kayles>, _: &Style) -> Result<Svg, CannotDraw> {
        Ok(record.position().svg())
    }

    fn title() -> String {
        "A game of Kayles".to_owned()
    }

    fn frames(record: &Record<Kayles>, _: &Style) -> Result<Vec<Frame>, CannotDraw> {
        let frame = |position: Kayles| Frame {
            picture: position.svg(),
            caption: position.to_string(),
        };
        Ok(record.positions().map(frame).collect())
    }

    fn terminal(record: &Record<Kayles>, _: &Window) -> Result<Print, CannotDraw> {
        let mut print = Print::default();
        print.add_line(&record.position().to_string());
        Ok(print)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Wrong {}
