//! The published rule sets, which differ in what happens at the ends of the board.

use core::str::FromStr;

use common::describe::RuleSet;
use common::text::{Reader, Unexpected, any_of};

/// A published rule set. The rule sets differ in what happens at the ends of the board.
///
/// All sources agree on the core of the rules: men belong to neither player; a turn is one man placed or any number of
/// jumps; a jump goes over an unbroken run of men to the first point behind it; and the men leave the board
/// immediately. The sources disagree on what happens when the ball lands on a goal line (row 1 or 19 of the standard
/// board) or on an end row behind it (row 0 or 20):
///
/// | rules | on a goal line | on an end row | corner exit | as played by |
/// |---|---|---|---|---|
/// | `full-board` (the default) | ends the game if the turn ends there | ends the game if the turn ends there, but the chain may go on and return | no | German Wikipedia |
/// | `terminal-rows` | ends the game if the turn ends there | ends the game at once | no | Sarkar, "Phutball draws" (2017); Vying ([eki/vying-games](https://github.com/eki/vying-games)); igGameCenter |
/// | `terminal-rows-corner` | ends the game if the turn ends there | ends the game at once | yes | [TheodoreEhrenborg/phutball](https://github.com/TheodoreEhrenborg/phutball), in Python (2021) |
/// | `full-board-corner` | ends the game if the turn ends there | ends the game if the turn ends there, but the chain may go on and return | yes | [AbstractPlay/gameslib](https://github.com/AbstractPlay/gameslib) (2023) |
/// | `immediate` | ends the game at once | ends the game at once | no | [echoname6/phutball-jax](https://github.com/echoname6/phutball-jax) (2025) |
/// | `immediate-corner` | ends the game at once | ends the game at once | yes | [TheodoreEhrenborg/phutball-rust](https://github.com/TheodoreEhrenborg/phutball-rust) (2026) |
/// | `no-own-goal` | ends the game if the turn ends there | ends the game at once | no | Demaine, Demaine and Eppstein, "Phutball endgames are hard" (2002) |
///
/// The difference rarely matters: in 3,655 positions from games that Ehrenborg recorded, the legal turns under each of
/// the first six rule sets differ from those under `terminal-rows` in at most 102 positions (3 %).
///
/// A *corner exit* is a diagonal jump over a man on a corner of the playing field, which crosses the end and the side
/// of the board at once. Under `no-own-goal` players may touch their own goal line in the middle of a chain, but may
/// neither stop there nor jump over it. Under all other rule sets a player may put the ball into their own goal, and
/// then loses.
///
/// # Examples
///
/// ```
/// use papergames_phutball::Rules;
///
/// let rules: Rules = "terminal-rows".parse()?;
/// assert_eq!(rules, Rules::TerminalRows);
/// assert_eq!(rules.name(), "terminal-rows");
/// # Ok::<(), papergames_phutball::Unexpected>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// The place of the ball at the end of the turn decides. A chain may touch an end row and come back.
    #[default]
    FullBoard,
    /// The place of the ball at the end of the turn decides, but a ball that lands on an end row stays there.
    TerminalRows,
    /// Like [`TerminalRows`](Rules::TerminalRows), but with the corner exit.
    TerminalRowsCorner,
    /// Like [`FullBoard`](Rules::FullBoard), but with the corner exit.
    FullBoardCorner,
    /// The game ends as soon as the ball lands on a goal line or beyond it.
    Immediate,
    /// Like [`Immediate`](Rules::Immediate), but with the corner exit.
    ImmediateCorner,
    /// Like [`TerminalRows`](Rules::TerminalRows), but players may not put the ball into their own goal.
    NoOwnGoal,
}

/// Where a ball that lands at an end of the board stays, so that the turn is over even if the ball could jump again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stays {
    /// Nowhere: it may always jump again.
    Nowhere,
    /// On the end rows.
    OnEndRows,
    /// On the goal lines and on the end rows.
    OnGoalLines,
}

/// What a rule set decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Switches {
    pub(crate) stays: Stays,
    pub(crate) corner_exit: bool,
    pub(crate) own_goal: bool,
}

impl Rules {
    /// Returns what the rule set decides.
    #[inline]
    pub(crate) const fn switches(self) -> Switches {
        let (stays, corner_exit, own_goal) = match self {
            Rules::FullBoard => (Stays::Nowhere, false, true),
            Rules::FullBoardCorner => (Stays::Nowhere, true, true),
            Rules::TerminalRows => (Stays::OnEndRows, false, true),
            Rules::TerminalRowsCorner => (Stays::OnEndRows, true, true),
            Rules::NoOwnGoal => (Stays::OnEndRows, false, false),
            Rules::Immediate => (Stays::OnGoalLines, false, true),
            Rules::ImmediateCorner => (Stays::OnGoalLines, true, true),
        };
        Switches {
            stays,
            corner_exit,
            own_goal,
        }
    }

    /// Returns the description for programs: with a game that shows what is special about the rule set, what happens at
    /// the ends of the board, and where it is played or published.
    pub(crate) const fn about(self) -> RuleSet {
        let name = self.name();
        match self {
            Rules::FullBoard => RuleSet {
                name,
                example: "5x7:full-board c4 c5 b5 N SW",
                about: "Only where the ball is at the end of a turn matters: a chain of jumps may touch an end \
                        row and come back.",
                source: "German Wikipedia, Phutball",
            },
            Rules::TerminalRows => RuleSet {
                name,
                example: "5x7:terminal-rows c4 c5 b5 N",
                about: "Only where the ball is at the end of a turn matters, but a jump onto an end row ends \
                        the turn.",
                source: "Sarkar; Vying; igGameCenter",
            },
            Rules::TerminalRowsCorner => RuleSet {
                name,
                example: "5x7:terminal-rows-corner b4 a5 NW",
                about: "Only where the ball is at the end of a turn matters, but a jump onto an end row ends \
                        the turn. A diagonal jump may leave the board at a corner.",
                source: "Ehrenborg's Python program, TheodoreEhrenborg/phutball",
            },
            Rules::FullBoardCorner => RuleSet {
                name,
                example: "5x7:full-board-corner b4 a5 NW",
                about: "Only where the ball is at the end of a turn matters: a chain of jumps may touch an end \
                        row and come back. A diagonal jump may leave the board at a corner.",
                source: "AbstractPlay, gameslib",
            },
            Rules::Immediate => RuleSet {
                name,
                example: "5x7:immediate c4 N",
                about: "If the ball lands on the rows that a player attacks, that player wins at once.",
                source: "phutball-jax",
            },
            Rules::ImmediateCorner => RuleSet {
                name,
                example: "5x7:immediate-corner b4 a5 NW",
                about: "If the ball lands on the rows that a player attacks, that player wins at once. A \
                        diagonal jump may leave the board at a corner.",
                source: "Ehrenborg's Rust program, phutball-rust",
            },
            Rules::NoOwnGoal => RuleSet {
                name,
                example: "5x7:no-own-goal c4 a3 N",
                about: "Only where the ball is at the end of a turn matters, but a jump onto an end row ends \
                        the turn. No player may put the ball into the goal that they defend.",
                source: "Demaine, Demaine and Eppstein, Phutball endgames are hard (2002)",
            },
        }
    }

    /// Returns whether setups leave the name out.
    pub(crate) fn is_default(self) -> bool {
        self == Rules::default()
    }

    /// Returns whether a chain of jumps may come back from an end row.
    #[inline]
    pub(crate) const fn may_return(self) -> bool {
        match self.switches().stays {
            Stays::Nowhere => true,
            Stays::OnEndRows | Stays::OnGoalLines => false,
        }
    }

    /// Returns whether a diagonal jump may leave the board through a corner.
    #[inline]
    pub(crate) const fn has_corner_exit(self) -> bool {
        self.switches().corner_exit
    }

    /// Returns whether landing on a goal line ends the game, even in the middle of a chain.
    #[inline]
    pub(crate) const fn ends_on_landing(self) -> bool {
        match self.switches().stays {
            Stays::OnGoalLines => true,
            Stays::Nowhere | Stays::OnEndRows => false,
        }
    }

    /// Returns whether it is illegal to put the ball into one's own goal. Under rules that allow it, it loses the game.
    #[inline]
    pub(crate) const fn forbids_own_goal(self) -> bool {
        !self.switches().own_goal
    }
}

common::named!(Rules:
    FullBoard => "full-board", TerminalRows => "terminal-rows", TerminalRowsCorner => "terminal-rows-corner",
    FullBoardCorner => "full-board-corner", Immediate => "immediate", ImmediateCorner => "immediate-corner",
    NoOwnGoal => "no-own-goal");

impl FromStr for Rules {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Rules, Unexpected> {
        let known = Rules::ALL.into_iter().find(|rules| rules.name() == text);
        known.ok_or_else(|| {
            let expected = format!("a rule set ({})", any_of(&Rules::ALL.map(Rules::name)));
            Reader::new(text).unexpected_word(expected, text)
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
