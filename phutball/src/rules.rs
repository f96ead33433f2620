//! The published rule sets, which differ in what happens at the ends of the board.
//!
//! All sources agree on the core of the rules: men belong to neither player; a turn is one man placed or any number of
//! jumps; a jump goes over an unbroken run of men to the first point behind it; and the men leave the board
//! immediately. The sources disagree on what happens at the two ends of the board. This matters in 1 to 3 % of the
//! positions of real games.
//!
//! | rules | goal line (rows 1, 19) | end row (rows 0, 20) | corner exit | as played by |
//! |---|---|---|---|---|
//! | `full-board` | at the end of the turn | at the end of the turn; may come back | no | German Wikipedia |
//! | `terminal-rows` | at the end of the turn | ends the turn | no | Sarkar; Vying; igGameCenter |
//! | `terminal-rows-corner` | at the end of the turn | ends the turn | yes | Ehrenborg's Python program |
//! | `full-board-corner` | at the end of the turn | at the end of the turn; may come back | yes | AbstractPlay |
//! | `immediate` | on landing | on landing | no | phutball-jax |
//! | `immediate-corner` | on landing | on landing | yes | Ehrenborg's Rust program |
//! | `no-own-goal` | at the end of the turn | ends the turn | no | Demaine, Demaine and Eppstein |
//!
//! A *corner exit* is a diagonal jump over a man on a corner of the playing field, which crosses the end and the side
//! of the board at once. Under `no-own-goal` players may touch their own goal line in the middle of a chain, but may
//! neither stop there nor jump over it. Under all other rule sets a player may put the ball into their own goal, and
//! then loses.

use core::fmt;
use core::str::FromStr;

use common::text::{Reader, Unexpected};

/// A published rule set. A table in the [module](self) shows the differences.
///
/// # Examples
///
/// ```
/// use papergames_phutball::Rules;
///
/// let rules: Rules = "terminal-rows".parse()?;
/// assert_eq!(rules, Rules::TerminalRows);
/// assert_eq!(rules.name(), "terminal-rows");
/// # Ok::<(), papergames_phutball::notation::Unexpected>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// Where the ball is at the end of the turn decides. A chain may touch the end rows, or leave through them, and
    /// come back.
    #[default]
    FullBoard,
    /// Where the ball is at the end of the turn decides, but a ball that lands on an end row stays there.
    TerminalRows,
    /// [`TerminalRows`](Rules::TerminalRows) with the corner exit.
    TerminalRowsCorner,
    /// [`FullBoard`](Rules::FullBoard) with the corner exit.
    FullBoardCorner,
    /// The game ends as soon as the ball lands on a goal line or beyond it.
    Immediate,
    /// [`Immediate`](Rules::Immediate) with the corner exit.
    ImmediateCorner,
    /// [`TerminalRows`](Rules::TerminalRows), but no player may put the ball into their own goal.
    NoOwnGoal,
}

impl Rules {
    /// All rule sets, the default first.
    pub const ALL: [Rules; 7] = [
        Rules::FullBoard,
        Rules::TerminalRows,
        Rules::TerminalRowsCorner,
        Rules::FullBoardCorner,
        Rules::Immediate,
        Rules::ImmediateCorner,
        Rules::NoOwnGoal,
    ];

    /// Returns the name of the rule set, as in the table of the [module](self).
    pub const fn name(self) -> &'static str {
        [
            "full-board",
            "terminal-rows",
            "terminal-rows-corner",
            "full-board-corner",
            "immediate",
            "immediate-corner",
            "no-own-goal",
        ][self as usize]
    }

    /// Returns whether a chain of jumps may come back from an end row.
    pub(crate) const fn may_return(self) -> bool {
        matches!(self, Rules::FullBoard | Rules::FullBoardCorner)
    }

    /// Returns whether a diagonal jump may leave the board through a corner.
    pub(crate) const fn has_corner_exit(self) -> bool {
        matches!(
            self,
            Rules::TerminalRowsCorner | Rules::FullBoardCorner | Rules::ImmediateCorner
        )
    }

    /// Returns whether landing on a goal line ends the game, even in the middle of a chain.
    pub(crate) const fn ends_on_landing(self) -> bool {
        matches!(self, Rules::Immediate | Rules::ImmediateCorner)
    }

    /// Returns whether putting the ball into one's own goal is forbidden. Otherwise it is legal and loses.
    pub(crate) const fn forbids_own_goal(self) -> bool {
        matches!(self, Rules::NoOwnGoal)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rules {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Rules, Unexpected> {
        let known = Rules::ALL.into_iter().find(|rules| rules.name() == text);
        known.ok_or_else(|| {
            Reader::new(text).unexpected_word(
                "a rule set (full-board, terminal-rows, terminal-rows-corner, full-board-corner, immediate, \
                 immediate-corner or no-own-goal)",
                text,
            )
        })
    }
}

common::serde_as_text!(Rules);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_is_read_back_from_its_name() {
        for rules in Rules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
    }

    #[test]
    fn an_unknown_rule_set_is_quoted_with_the_known_ones() {
        let error = "offside".parse::<Rules>().unwrap_err().to_string();
        assert!(
            error.ends_with("or no-own-goal), found `offside`"),
            "{error}"
        );
    }
}
