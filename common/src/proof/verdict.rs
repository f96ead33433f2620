//! Verdicts of solvers: who wins with best play, by how much and with which moves, and what the proof cost.

use core::fmt;

use crate::play::outcome::{Guarantee, Outcome};
use crate::play::player::Player;
use crate::proof::nimber::Nimber;
use crate::tools::budget::{Cost, Unfinished};

/// The proved result of best play from a position.
///
/// Players are absolute: [`Player::FIRST`] is the player who began the game, whichever player is to move.
///
/// Displays as a sentence without a full stop, such as `the first player wins by 3`, which also says if the verdict is
/// [`assumed`](Verdict::assumed).
///
/// # Examples
///
/// ```
/// use papergames_common::nim::{Nim, Take};
/// use papergames_common::solve::Solver;
/// use papergames_common::{Game, Player};
///
/// // The second player is to move here, and wins.
/// let position = Nim::new(&[3, 4, 6]).child(&Take { heap: 2, matches: 1 }).expect("a legal move");
/// let verdict = Solver::new().solve(&position)?;
/// assert_eq!(verdict.winner(), Some(Player::SECOND));
/// assert_eq!(verdict.moves, Some(vec![Take { heap: 0, matches: 2 }]));
/// assert_eq!(verdict.to_string(), "the second player wins");
/// # Ok::<(), papergames_common::Unfinished>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Verdict<M> {
    /// The outcome with best play.
    pub outcome: Outcome,
    /// In a game decided on points, the first player's points at the end minus the second player's.
    pub margin: Option<i64>,
    /// The number of turns left if the winner hurries and the loser delays, if known.
    pub turns: Option<u32>,
    /// The nimber of an impartial position in normal play, if the solver has found it.
    pub nimber: Option<Nimber>,
    /// What the theory of the game says beside this, such as a class.
    pub details: Vec<Detail>,
    /// The requested result that the solver did not find, because a limit was reached after the outcome was proved.
    pub missing: Option<MissingResult>,
    /// The moves of the player to move that lead to `outcome` and keep `margin`: all of them if the solver was asked
    /// for every move, otherwise at least one. Empty if the game is over, or if the player to move loses a game that
    /// has no margin. `None` if the solver did not look for moves.
    pub moves: Option<Vec<M>>,
    /// What the proof cost.
    pub cost: Cost,
    /// Whether the solver relied on entries of a store that it did not prove from the rules. If so, anyone who can
    /// write to the store can choose the verdict.
    #[cfg_attr(feature = "serde", serde(default))]
    pub assumed: bool,
}

impl<M> Verdict<M> {
    /// Returns a verdict in which only the outcome and the cost are known.
    pub fn new(outcome: Outcome, cost: Cost) -> Verdict<M> {
        Verdict {
            outcome,
            margin: None,
            turns: None,
            nimber: None,
            details: Vec::new(),
            missing: None,
            moves: None,
            cost,
            assumed: false,
        }
    }

    /// Returns the verdict with every move converted by `name`, for instance to its text.
    pub fn map<N>(self, name: impl Fn(M) -> N) -> Verdict<N> {
        Verdict {
            outcome: self.outcome,
            margin: self.margin,
            turns: self.turns,
            nimber: self.nimber,
            details: self.details,
            missing: self.missing,
            moves: (self.moves).map(|moves| moves.into_iter().map(name).collect()),
            cost: self.cost,
            assumed: self.assumed,
        }
    }

    /// Returns the [detail](Verdict::details) with a name.
    pub fn detail(&self, name: &str) -> Option<&Detail> {
        self.details.iter().find(|detail| detail.name == name)
    }

    /// Returns the player who wins with best play, or `None` if no one wins alone.
    pub fn winner(&self) -> Option<Player> {
        self.outcome.winner()
    }
}

/// What each player can force alone if all the others play together. This replaces the verdict in games with three or
/// more players.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Guarantees {
    /// What each player can force, in the order of turns from the first player.
    pub each: Vec<Guarantee>,
    /// What the proof cost.
    pub cost: Cost,
}

/// A proof of a verdict as text, which a program without this library can check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct CertifiedOutcome {
    /// The outcome with best play.
    pub outcome: Outcome,
    /// The number of entries in the proof.
    pub facts: usize,
    /// The text of the proof, which is a certificate.
    pub text: String,
}

/// What the theory of a game says about a position beside the outcome, such as its class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Detail {
    /// The name of the statement in one word, such as `class` or `value`.
    pub name: String,
    /// The statement, in the notation of the literature.
    pub text: String,
    /// The statement for a table, which is the same unless it is long.
    pub short: String,
}

impl Detail {
    /// Returns a statement that is short enough for a table.
    pub fn new(name: &str, text: impl Into<String>) -> Detail {
        let text = text.into();
        Detail {
            name: name.to_owned(),
            short: text.clone(),
            text,
        }
    }
}

/// A requested result that is missing from a [`Verdict`].
///
/// Displays as a sentence, such as `value not found: search stopped after …`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MissingResult {
    /// The missing result: `nimber`, `value` or `winning moves`.
    pub what: String,
    /// The reason why the search for this verdict stopped.
    pub reason: Unfinished,
}

impl fmt::Display for MissingResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} not found: {}", self.what, self.reason)
    }
}

impl<M> fmt::Display for Verdict<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(player) => write!(f, "the {player} player wins")?,
            None => f.write_str("a draw")?,
        }
        if let Some(margin) = self.margin.filter(|margin| *margin != 0) {
            write!(f, " by {}", margin.abs())?;
        }
        match self.turns {
            Some(1) => f.write_str(" in 1 turn")?,
            Some(turns) => write!(f, " in {turns} turns")?,
            None => (),
        }
        if self.assumed {
            f.write_str(", assumed from the store")?;
        }
        Ok(())
    }
}

/// A verdict on which two methods agree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct VerifiedVerdict<M> {
    /// The verdict, with the cost of the first method.
    pub verdict: Verdict<M>,
    /// The second method and the size of its search, in words, such as `the plain search`.
    pub by: String,
}
