//! Outcomes of games, and the two endings (normal and misère) of games decided by the last move.

use core::fmt;
use core::str::FromStr;

use crate::play::player::{Player, PlayerSet};
use crate::tools::text::{Reader, Unexpected};

/// The outcome of a game: a win, a draw, or a win that several players share.
///
/// # Examples
///
/// ```
/// use papergames_common::{Outcome, Player, PlayerSet};
///
/// let everyone = PlayerSet::all(3);
/// assert_eq!(Outcome::shared(everyone, 3), Outcome::Draw);
/// let one = PlayerSet::EMPTY.with(Player::SECOND);
/// assert_eq!(Outcome::shared(one, 3), Outcome::Win(Player::SECOND));
/// assert_eq!(Outcome::Win(Player::SECOND).to_string(), "second wins");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// One player has won and all others have lost.
    Win(Player),
    /// All players finish equal.
    Draw,
    /// Several players, but not all, have won together. This needs at least three players. Use [`Outcome::shared`] to
    /// construct it.
    Shared(
        #[cfg_attr(feature = "serde", serde(deserialize_with = "several_but_not_all"))] PlayerSet,
    ),
}

/// Reads the winners of a shared win.
#[cfg(feature = "serde")]
fn several_but_not_all<'de, D: serde::Deserializer<'de>>(from: D) -> Result<PlayerSet, D::Error> {
    let winners: PlayerSet = serde::Deserialize::deserialize(from)?;
    let fits = (2..Player::MAX).contains(&winners.len());
    let error = "a shared win has several winners, but not all players";
    fits.then_some(winners)
        .ok_or_else(|| serde::de::Error::custom(error))
}

impl Outcome {
    /// Returns the outcome of a game of `players` players in which exactly `winners` share the best result: a win for a
    /// single player, a draw for all players, and otherwise a shared win.
    ///
    /// # Panics
    ///
    /// Panics if `winners` is empty.
    pub fn shared(winners: PlayerSet, players: usize) -> Outcome {
        let first = winners.iter().next().expect("someone comes out best");
        match winners.len() {
            n if n == players => Outcome::Draw,
            1 => Outcome::Win(first),
            _ => Outcome::Shared(winners),
        }
    }

    /// Returns the outcome of a game in which the highest score wins. `scores` holds one score for each player.
    ///
    /// # Panics
    ///
    /// Panics if `scores` is empty or holds more than [`Player::MAX`] scores.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::{Outcome, Player};
    ///
    /// assert_eq!(Outcome::by_score(&[5, 3]), Outcome::Win(Player::FIRST));
    /// assert_eq!(Outcome::by_score(&[4, 4]), Outcome::Draw);
    /// assert!(matches!(Outcome::by_score(&[4, 2, 4]), Outcome::Shared(_)));
    /// ```
    pub fn by_score(scores: &[i64]) -> Outcome {
        let best = scores
            .iter()
            .max()
            .expect("there is a score for each player");
        let winners = Player::all(scores.len()).filter(|p| scores[p.index()] == *best);
        Outcome::shared(winners.collect(), scores.len())
    }

    /// Returns the sole winner, or `None` if there is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::{Outcome, Player};
    ///
    /// assert_eq!(Outcome::Win(Player::SECOND).winner(), Some(Player::SECOND));
    /// assert_eq!(Outcome::Draw.winner(), None);
    /// ```
    pub fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw | Outcome::Shared(_) => None,
        }
    }

    /// Returns the outcome from `player`'s point of view.
    pub fn of(self, player: Player) -> Guarantee {
        match self {
            Outcome::Win(winner) if winner == player => Guarantee::Win,
            Outcome::Shared(winners) if winners.contains(player) => Guarantee::Share,
            Outcome::Draw => Guarantee::Share,
            Outcome::Win(_) | Outcome::Shared(_) => Guarantee::Loss,
        }
    }

    /// Returns the value of the outcome for `player`: 1 for a win (alone or shared), 0 for a draw, and −1 for a loss.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::{Outcome, Player};
    ///
    /// let outcome = Outcome::Win(Player::FIRST);
    /// assert_eq!(outcome.utility(Player::FIRST), 1);
    /// assert_eq!(outcome.utility(Player::SECOND), -1);
    /// assert_eq!(Outcome::Draw.utility(Player::FIRST), 0);
    /// ```
    pub fn utility(self, player: Player) -> i32 {
        let wins = match self {
            Outcome::Draw => return 0,
            Outcome::Win(winner) => winner == player,
            Outcome::Shared(winners) => winners.contains(player),
        };
        if wins { 1 } else { -1 }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "{player} wins"),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Shared(winners) => write!(f, "{winners} share the win"),
        }
    }
}

/// The best result that a player can force alone, no matter what the others do. Greater is better for the player.
///
/// With more than two players a position has no single value, because two players can cooperate against a third. The
/// best result that each player can force alone is still well defined.
///
/// # Examples
///
/// ```
/// use papergames_common::Guarantee;
///
/// assert!(Guarantee::Loss < Guarantee::Share);
/// assert_eq!(Guarantee::Share.to_string(), "share");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Guarantee {
    /// A loss: the others together can make the player lose.
    Loss,
    /// A share: the player draws, or wins together with others.
    Share,
    /// A win: the player wins alone.
    Win,
}

display_as!(Guarantee: Loss => "loss", Share => "share", Win => "win");

/// The rule that decides who wins when no move is left, in games decided by the last move.
///
/// It is written as the sign that Sprouts records use, `+` for normal and `-` for misère.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Ending {
    /// Normal play: the player who makes the last move wins.
    #[default]
    Normal,
    /// Misère play: the player who makes the last move loses.
    Misere,
}

impl Ending {
    /// Returns the outcome of a two-player game in which `stuck` is to move but has no move.
    ///
    /// # Panics
    ///
    /// Panics if `stuck` is neither the first nor the second player.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::{Ending, Outcome, Player};
    ///
    /// let outcome = Ending::Misere.outcome(Player::FIRST);
    /// assert_eq!(outcome, Outcome::Win(Player::FIRST));
    /// ```
    pub fn outcome(self, stuck: Player) -> Outcome {
        Outcome::Win(self.winner(stuck))
    }

    /// Returns the winner of a two-player game in which `stuck` is to move but has no move.
    ///
    /// # Panics
    ///
    /// Panics if `stuck` is neither the first nor the second player.
    pub fn winner(self, stuck: Player) -> Player {
        let other = stuck.opponent();
        match self {
            Ending::Normal => other,
            Ending::Misere => stuck,
        }
    }

    /// Returns whether the player who makes the last move wins. Only in such games do positions have nimbers.
    pub const fn is_normal(self) -> bool {
        match self {
            Ending::Normal => true,
            Ending::Misere => false,
        }
    }

    /// Returns whether the player who makes the last move loses.
    pub const fn is_misere(self) -> bool {
        match self {
            Ending::Normal => false,
            Ending::Misere => true,
        }
    }

    /// Returns the name in setups and certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Normal => "normal",
            Ending::Misere => "misere",
        }
    }

    /// Returns the line below a board that reminds the players of the ending; empty in normal play.
    pub const fn remark(self) -> &'static str {
        match self {
            Ending::Normal => "",
            Ending::Misere => "Misère: the player who makes the last move loses.\n",
        }
    }

    /// Reads the sign of an ending, if there is one: `+`, `-` or the minus sign `−`.
    pub fn read(reader: &mut Reader<'_>) -> Option<Ending> {
        match () {
            () if reader.eat('+') => Some(Ending::Normal),
            () if reader.eat('-') || reader.eat('−') => Some(Ending::Misere),
            () => None,
        }
    }
}

display_as!(Ending: Normal => "+", Misere => "-");

impl FromStr for Ending {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Ending, Unexpected> {
        match text {
            "+" => Ok(Ending::Normal),
            "-" => Ok(Ending::Misere),
            _ => Err(Reader::new(text).unexpected_word("`+` (normal) or `-` (misère)", text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_score_wins_and_ties_are_shared() {
        assert_eq!(Outcome::by_score(&[1, 3]), Outcome::Win(Player::SECOND));
        assert_eq!(Outcome::by_score(&[2, 2]), Outcome::Draw);
        let both: PlayerSet = [Player::FIRST, Player::new(2)].into_iter().collect();
        assert_eq!(Outcome::by_score(&[5, 1, 5]), Outcome::Shared(both));
    }

    #[test]
    fn a_shared_win_is_worth_as_much_as_a_win() {
        let outcome = Outcome::by_score(&[5, 1, 5]);
        let utilities: Vec<i32> = Player::all(3).map(|p| outcome.utility(p)).collect();
        assert_eq!(utilities, [1, -1, 1]);
    }

    #[test]
    fn an_ending_is_read_back_from_its_sign() {
        for ending in [Ending::Normal, Ending::Misere] {
            assert_eq!(ending.to_string().parse(), Ok(ending));
        }
        assert_eq!(
            "x".parse::<Ending>().unwrap_err().to_string(),
            "expected `+` (normal) or `-` (misère), found `x`"
        );
    }
}
