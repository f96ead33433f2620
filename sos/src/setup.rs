//! The setup of a game: the board, the rules and the number of players.

use common::{Player, Refused};

use crate::rules::Rules;
use crate::size::Size;

/// The setup of a game, from which a [`Position`](crate::Position) starts: an empty board with its rules and number of
/// players.
///
/// Its text consists of the size, the rules unless they are `general`, and the number of players unless there are two:
/// `4x5`, `4x5:first`, `4x5:general:3`.
///
/// # Examples
///
/// ```
/// use papergames_sos::{Position, Rules, Setup, Size};
///
/// let setup = Setup::of(Size::new(4, 5)?, Rules::First).with_players(3)?;
/// assert_eq!(setup.to_string(), "4x5:first:3");
/// assert_eq!("4x5:first:3".parse(), Ok(setup));
/// assert_eq!(Position::from(setup).to_string(), "...../...../...../.....:1:0-0-0:first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    players: u8,
}

impl Setup {
    /// Returns the setup of a game for two players.
    pub const fn of(size: Size, rules: Rules) -> Setup {
        Setup {
            size,
            rules,
            players: 2,
        }
    }

    /// Returns the setup with another number of players.
    ///
    /// # Errors
    ///
    /// Returns an error unless there are 2 to 8 players.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Rules, Setup, Size};
    ///
    /// let setup = Setup::of(Size::new(5, 5)?, Rules::General).with_players(3)?;
    /// assert_eq!(setup.players(), 3);
    /// assert!(setup.with_players(1).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_players(self, players: usize) -> Result<Setup, Refused> {
        if !(2..=Player::MAX).contains(&players) {
            let most = Player::MAX;
            return Err(Refused::new(format!(
                "a game must have 2 to {most} players, found {players}"
            )));
        }
        let players = players as u8;
        Ok(Setup { players, ..self })
    }

    /// Returns the number of players.
    pub const fn players(self) -> usize {
        self.players as usize
    }
}
