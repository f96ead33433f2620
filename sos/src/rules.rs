//! The rule sets, which differ in how points are scored and who wins.

use core::ops::RangeInclusive;
use core::str::FromStr;

use common::describe::RuleSet;
use common::text::{Reader, Unexpected, any_of};
use common::{Outcome, Player};

/// A rule set of SOS: how an S-O-S scores, when the game ends, and who wins.
///
/// Under all rule sets, one letter can make several S-O-S, an S-O-S can share letters with others, and making an S-O-S
/// is never compulsory. The rule sets differ as follows:
///
/// | rules | an S-O-S | the game ends | who wins |
/// |---|---|---|---|
/// | `general` | scores a point; its player moves again | when the board is full | the player with the most points |
/// | `first` | wins | at once, or when the board is full | the player who made it; a full board without one is a draw |
/// | `alternating` | scores a point; the turn passes | when the board is full | the player with the most points |
/// | `misere` | loses | at once, or when the board is full | all others share the win; a full board is a draw |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// The player with the most S-O-S wins, and a player who makes an S-O-S moves again. One letter earns only one more
    /// move, even if it makes several S-O-S. Most people play by these rules, and many programs call them the *general
    /// game*.
    #[default]
    General,
    /// The player who makes the first S-O-S wins. This is the game of the USA Mathematical Olympiad 1999 (problem 5),
    /// which many programs call the *simple game*.
    First,
    /// The player with the most S-O-S wins, and the turn always passes after a letter.
    Alternating,
    /// The player who makes the first S-O-S loses.
    Misere,
}

/// What follows when a player makes an S-O-S.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterSos {
    /// The player moves again.
    MovesAgain,
    /// The turn passes to the next player.
    TurnPasses,
    /// The game is over.
    GameOver,
}

/// Who wins when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The player with the most points.
    Most,
    /// The player with the fewest points.
    Fewest,
}

/// The result of a letter in a game of two players, from the view of the player who writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// The game is over, with this value.
    Ends(i8),
    /// The letter is worth this much, and its player moves again.
    Again(i8),
    /// The letter is worth this much, and the turn passes.
    Passes(i8),
}

impl Rules {
    /// Returns what follows when a player makes an S-O-S.
    pub(crate) const fn after_sos(self) -> AfterSos {
        match self {
            Rules::General => AfterSos::MovesAgain,
            Rules::Alternating => AfterSos::TurnPasses,
            Rules::First | Rules::Misere => AfterSos::GameOver,
        }
    }

    /// Returns who wins when the game is over.
    ///
    /// Where the first S-O-S ends the game, its player is the only one who has made any.
    pub(crate) const fn goal(self) -> Goal {
        match self {
            Rules::General | Rules::First | Rules::Alternating => Goal::Most,
            Rules::Misere => Goal::Fewest,
        }
    }

    /// Returns the points for a letter that makes a number of S-O-S. A letter that makes none scores none.
    pub(crate) const fn score(self, made: u16) -> u16 {
        match self {
            Rules::General | Rules::First | Rules::Alternating | Rules::Misere => made,
        }
    }

    /// Returns the fewest and the most points for letters that make a number of S-O-S in total. More S-O-S never lower
    /// the most.
    pub(crate) const fn totals(self, made: usize) -> RangeInclusive<usize> {
        match self {
            Rules::General | Rules::First | Rules::Alternating | Rules::Misere => made..=made,
        }
    }

    /// Returns the most points for letters that make at most a number of S-O-S in total.
    pub(crate) const fn most_points(self, made: usize) -> usize {
        *self.totals(made).end()
    }

    /// Returns the description for programs.
    pub(crate) const fn about(self) -> RuleSet {
        let name = self.name();
        match self {
            Rules::General => RuleSet {
                name,
                example: "3x3:general:2 Sa1 Ob1 Sc1",
                about: "Each S-O-S scores a point, and the player who made it moves again. The player with the most \
                        points wins.",
                source: WIKIPEDIA,
            },
            Rules::First => RuleSet {
                name,
                example: "3x3:first:2 Sa1 Ob2 Sc3",
                about: "The player who makes the first S-O-S wins at once. A full board without an S-O-S is a draw.",
                source: "USA Mathematical Olympiad 1999, problem 5",
            },
            Rules::Alternating => RuleSet {
                name,
                example: "3x3:alternating:2 Sa1 Ob1 Sc1 Sa3",
                about: "Each S-O-S scores a point, and the turn passes after every letter. The player with the most \
                        points wins.",
                source: WIKIPEDIA,
            },
            Rules::Misere => RuleSet {
                name,
                example: "3x3:misere:2 Sa1 Ob1 Sc1",
                about: "The player who makes the first S-O-S loses. A full board without an S-O-S is a draw.",
                source: "the misère form of the game in which the first S-O-S wins",
            },
        }
    }

    /// Returns the number in the keys of stores, which never changes.
    #[cfg(feature = "store")]
    pub(crate) const fn number(self) -> u8 {
        match self {
            Rules::General => 0,
            Rules::First => 1,
            Rules::Alternating => 2,
            Rules::Misere => 3,
        }
    }

    /// Returns whether setups and positions leave the name out.
    pub(crate) fn is_default(self) -> bool {
        self == Rules::default()
    }

    /// Returns whether the first S-O-S ends the game.
    pub const fn ends_at_first(self) -> bool {
        match self.after_sos() {
            AfterSos::GameOver => true,
            AfterSos::MovesAgain | AfterSos::TurnPasses => false,
        }
    }

    /// Returns whether a player who makes an S-O-S moves again.
    pub const fn keeps_turn(self) -> bool {
        match self.after_sos() {
            AfterSos::MovesAgain => true,
            AfterSos::TurnPasses | AfterSos::GameOver => false,
        }
    }

    /// Returns whether the player who makes an S-O-S wins at once.
    pub(crate) const fn sos_wins(self) -> bool {
        match (self.after_sos(), self.goal()) {
            (AfterSos::GameOver, Goal::Most) => true,
            (AfterSos::GameOver, Goal::Fewest)
            | (AfterSos::MovesAgain | AfterSos::TurnPasses, _) => false,
        }
    }

    /// Returns whether the player who makes an S-O-S loses at once.
    pub(crate) const fn sos_loses(self) -> bool {
        match (self.after_sos(), self.goal()) {
            (AfterSos::GameOver, Goal::Fewest) => true,
            (AfterSos::GameOver, Goal::Most) | (AfterSos::MovesAgain | AfterSos::TurnPasses, _) => {
                false
            }
        }
    }

    /// Returns what points are worth to the player who scores them: they count for the player, or against.
    pub(crate) const fn worth(self, points: i32) -> i32 {
        match self.goal() {
            Goal::Most => points,
            Goal::Fewest => -points,
        }
    }

    /// Returns the outcome of a finished game from the points of each player.
    pub(crate) fn outcome(self, points: &[u16]) -> Outcome {
        let mut worth = [0; Player::MAX];
        for (worth, points) in worth.iter_mut().zip(points) {
            *worth = i64::from(self.worth(i32::from(*points)));
        }
        Outcome::by_score(&worth[..points.len()])
    }

    /// Returns the result of a letter that makes a number of S-O-S in a game of two players.
    pub(crate) const fn after(self, made: i8) -> After {
        if made == 0 {
            return After::Passes(0);
        }
        let worth = self.worth(self.score(made as u16) as i32) as i8;
        match self.after_sos() {
            AfterSos::MovesAgain => After::Again(worth),
            AfterSos::TurnPasses => After::Passes(worth),
            AfterSos::GameOver => After::Ends(worth.signum()),
        }
    }
}

const WIKIPEDIA: &str = "Wikipedia, \"SOS (game)\"";

common::named!(Rules:
    General => "general", First => "first", Alternating => "alternating", Misere => "misere");

/// Returns the text for what readers of rules expect.
pub(crate) fn expected() -> String {
    format!("rules ({})", any_of(&Rules::ALL.map(Rules::name)))
}

impl FromStr for Rules {
    type Err = Unexpected;

    /// Reads the name of a rule set, with or without the accent in `misère`.
    fn from_str(text: &str) -> Result<Rules, Unexpected> {
        let name = if text == "misère" {
            Rules::Misere.name()
        } else {
            text
        };
        let known = Rules::ALL.into_iter().find(|rules| rules.name() == name);
        known.ok_or_else(|| Reader::new(text).unexpected_word(expected(), text))
    }
}

common::serde_as_text!(Rules);

#[cfg(test)]
mod tests {
    use super::*;

    /// The most S-O-S that one letter makes, under any target.
    const MOST_AT_ONCE: u16 = 12;

    #[test]
    fn the_letters_that_make_some_sos_score_a_possible_total() {
        for rules in Rules::ALL {
            assert_eq!(rules.score(0), 0, "{rules}");
            // The fewest and the most points by the number of S-O-S, from those without the last letter.
            let mut totals = vec![(0, 0)];
            for made in 1..=100 {
                let letters = (1..=MOST_AT_ONCE).filter(|last| usize::from(*last) <= made);
                let sums = letters.map(|last| {
                    let (least, most) = totals[made - usize::from(last)];
                    let score = usize::from(rules.score(last));
                    (least + score, most + score)
                });
                let sums: Vec<(usize, usize)> = sums.collect();
                let least = sums.iter().map(|(least, _)| *least).min();
                let most = sums.iter().map(|(_, most)| *most).max();
                totals.push(least.zip(most).expect("one letter makes one S-O-S"));
                let (least, most) = rules.totals(made).into_inner();
                assert_eq!((least, most), totals[made], "{made} S-O-S under {rules}");
                assert!(rules.most_points(made - 1) <= most, "{made} under {rules}");
            }
        }
    }

    #[test]
    fn every_rule_set_is_read_back_from_its_name() {
        for rules in Rules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("misère".parse(), Ok(Rules::Misere));
        assert_eq!(
            "simple".parse::<Rules>().unwrap_err().to_string(),
            "expected rules (general, first, alternating or misere), found `simple`"
        );
    }
}
