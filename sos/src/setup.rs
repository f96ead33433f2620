//! What never changes in a game: the size of the board, the rules and the number of players.

use common::{Player, Refused};

use crate::rules::Rules;
use crate::size::Size;

/// What an empty board consists of. Its text, such as `4x5`, `4x5:first` or `4x5:general:3`, leaves out the rules if
/// they are `general`, and the number of players if there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Setup {
    /// The size of the board.
    pub(crate) size: Size,
    /// The rules.
    pub(crate) rules: Rules,
    players: u8,
}

impl Setup {
    /// Returns the setup of a game for two players.
    pub(crate) const fn of(size: Size, rules: Rules) -> Setup {
        Setup {
            size,
            rules,
            players: 2,
        }
    }

    /// Returns the setup with another number of players.
    pub(crate) fn with_players(self, players: usize) -> Result<Setup, Refused> {
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
    pub(crate) const fn players(self) -> usize {
        self.players as usize
    }
}
