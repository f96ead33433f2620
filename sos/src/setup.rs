//! What never changes in a game: the size of the board, the rules and the number of players.

use common::{Player, Refused};

use crate::rules::Rules;
use crate::size::Size;
use crate::target::Target;

/// What an empty board consists of. Its text, such as `4x5`, `4x5:first` or `4x5:general:3`, leaves out the rules if
/// they are `general`, and the number of players if there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Setup {
    /// The size of the board.
    pub(crate) size: Size,
    /// The rules.
    pub(crate) rules: Rules,
    /// What scores.
    pub(crate) target: Target,
    /// The points that the second player has from the start.
    pub(crate) handicap: u8,
    players: u8,
}

/// A rule set, what scores under it, and the handicap. Its text joins what is unusual by `+`, as in `first+wrap+soo` or
/// `general+2`, and is `general` if nothing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) rules: Rules,
    pub(crate) target: Target,
    /// The points that the second player has from the start.
    pub(crate) handicap: u8,
}

impl Ruling {
    /// Returns whether setups and positions leave the text out.
    pub(crate) fn is_default(self) -> bool {
        self == Ruling::default()
    }

    /// Returns whether the rules may be named beside the option for misère play: what scores, without other rules.
    #[cfg(feature = "object")]
    pub(crate) fn can_be_misere(self) -> bool {
        self.rules == Rules::Misere || self.rules.is_default() && !self.target.is_plain()
    }
}

impl Setup {
    /// Returns the setup of a game for two players.
    pub(crate) const fn of(size: Size, rules: Rules) -> Setup {
        Setup {
            size,
            rules,
            target: Target::PLAIN,
            handicap: 0,
            players: 2,
        }
    }

    /// Returns the setup with other rules.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is too narrow for the target, or if points do not decide the game, so that there
    /// cannot be a handicap.
    pub(crate) fn under(self, ruling: Ruling) -> Result<Setup, Refused> {
        let Ruling {
            rules,
            target,
            handicap,
        } = ruling;
        target.check(self.size)?;
        if handicap > 0 && rules.ends_at_first() {
            return Err(Refused::new(format!(
                "a handicap is a number of points, which do not count under the rules {rules}; leave it out"
            )));
        }
        let players = self.players();
        let setup = Setup {
            rules,
            target,
            handicap,
            ..self
        };
        setup.with_players(players)
    }

    /// Returns the rules and the target.
    pub(crate) const fn ruling(self) -> Ruling {
        Ruling {
            rules: self.rules,
            target: self.target,
            handicap: self.handicap,
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
        if self.handicap > 0 && players != 2 {
            return Err(Refused::new(format!(
                "only a game for two players has a handicap, but this one is for {players}"
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
