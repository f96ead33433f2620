//! Players, identified by their seats, and sets of players.

use core::fmt;
use core::str::FromStr;

use crate::tools::text::{Reader, Unexpected};

/// A player, identified by a seat that never changes. The first player is the one who makes the first move.
///
/// To find out who is to move, call [`Game::turn`](crate::Game::turn), because in some games the same player moves
/// several times in a row.
///
/// # Examples
///
/// ```
/// use papergames_common::Player;
///
/// assert_eq!(Player::FIRST.next(2), Player::SECOND);
/// assert_eq!(Player::new(2).next(3), Player::FIRST);
/// assert_eq!(Player::SECOND.to_string(), "second");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

/// The seats in words, in order.
const ORDINALS: [&str; Player::MAX] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

impl Player {
    /// The maximum number of players in a game.
    pub const MAX: usize = 8;
    /// The player who moves first; *Left* in the literature.
    pub const FIRST: Player = Player(0);
    /// The player who moves second; *Right* in the literature.
    pub const SECOND: Player = Player(1);

    /// Returns the player in the given seat, counted from 0.
    ///
    /// # Panics
    ///
    /// Panics if `seat` is not below [`Player::MAX`].
    pub const fn new(seat: usize) -> Player {
        assert!(seat < Player::MAX, "a seat is below Player::MAX");
        Player(seat as u8)
    }

    /// Returns the seat of the player, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the player in the next seat of a game with `players` players; after the last seat comes the first.
    ///
    /// # Panics
    ///
    /// Panics if `players` is 0 or above [`Player::MAX`].
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Player;
    ///
    /// assert_eq!(Player::FIRST.next(3), Player::SECOND);
    /// assert_eq!(Player::new(2).next(3), Player::FIRST);
    /// ```
    #[inline]
    pub const fn next(self, players: usize) -> Player {
        check_number(players);
        assert!(players > 0, "a game has a player");
        Player::new((self.index() + 1) % players)
    }

    /// Returns the other player in a two-player game.
    ///
    /// # Panics
    ///
    /// Panics for a third or later player, who has no single opponent.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Player;
    ///
    /// assert_eq!(Player::FIRST.opponent(), Player::SECOND);
    /// assert_eq!(Player::SECOND.opponent(), Player::FIRST);
    /// ```
    pub const fn opponent(self) -> Player {
        assert!(self.0 < 2, "only two players have one opponent each");
        Player(1 - self.0)
    }

    /// Returns the first `players` players in order of their seats.
    ///
    /// # Panics
    ///
    /// Panics if `players` is above [`Player::MAX`].
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Player;
    ///
    /// let players: Vec<String> = Player::all(3).map(|player| player.to_string()).collect();
    /// assert_eq!(players, ["first", "second", "third"]);
    /// ```
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        check_number(players);
        (0..players).map(Player::new)
    }
}

const fn check_number(players: usize) {
    assert!(
        players <= Player::MAX,
        "a game has at most Player::MAX players"
    );
}

debug_as_text!(Player);

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(ORDINALS[self.index()])
    }
}

impl FromStr for Player {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Player, Unexpected> {
        let seat = ORDINALS.iter().position(|ordinal| *ordinal == text);
        seat.map(Player::new).ok_or_else(|| {
            Reader::new(text).unexpected_word("a player from `first` to `eighth`", text)
        })
    }
}

/// A set of players, such as those who share a win.
///
/// # Examples
///
/// ```
/// use papergames_common::{Player, PlayerSet};
///
/// let losers: PlayerSet = [Player::SECOND].into_iter().collect();
/// let winners = losers.complement(3);
/// assert_eq!(winners.to_string(), "first+third");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Player>", into = "Vec<Player>"))]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// The empty set.
    pub const EMPTY: PlayerSet = PlayerSet(0);

    /// Returns the set of the first `players` players.
    ///
    /// # Panics
    ///
    /// Panics if `players` is above [`Player::MAX`].
    pub fn all(players: usize) -> PlayerSet {
        Player::all(players).collect()
    }

    /// Returns the number of players in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `player` is in the set.
    pub const fn contains(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }

    /// Returns the set with `player` added.
    pub const fn with(self, player: Player) -> PlayerSet {
        PlayerSet(self.0 | 1 << player.0)
    }

    /// Returns the set of all players among the first `players` who are not in this set.
    ///
    /// # Panics
    ///
    /// Panics if `players` is above [`Player::MAX`].
    pub fn complement(self, players: usize) -> PlayerSet {
        PlayerSet(PlayerSet::all(players).0 & !self.0)
    }

    /// Returns the members in order of their seats.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        Player::all(Player::MAX).filter(move |player| self.contains(*player))
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> PlayerSet {
        players.into_iter().fold(PlayerSet::EMPTY, PlayerSet::with)
    }
}

impl fmt::Debug for PlayerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for PlayerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, player) in self.iter().enumerate() {
            let plus = if i == 0 { "" } else { "+" };
            write!(f, "{plus}{player}")?;
        }
        Ok(())
    }
}

serde_as_text!(Player);

impl From<PlayerSet> for Vec<Player> {
    fn from(set: PlayerSet) -> Vec<Player> {
        set.iter().collect()
    }
}

impl From<Vec<Player>> for PlayerSet {
    fn from(players: Vec<Player>) -> PlayerSet {
        players.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_is_read_back_from_its_text() {
        for player in Player::all(Player::MAX) {
            assert_eq!(player.to_string().parse(), Ok(player));
        }
    }

    #[test]
    fn a_text_that_is_no_player_is_quoted() {
        let error = "ninth".parse::<Player>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected a player from `first` to `eighth`, found `ninth`"
        );
    }

    #[test]
    fn the_complement_stays_within_the_players_of_the_game() {
        let first = PlayerSet::EMPTY.with(Player::FIRST);
        assert_eq!(first.complement(2), PlayerSet::EMPTY.with(Player::SECOND));
        assert_eq!(PlayerSet::all(8).complement(8), PlayerSet::EMPTY);
    }
}
