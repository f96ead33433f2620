//! The four rule sets, which differ in how points are scored and who wins.

use core::str::FromStr;

use common::text::{Reader, Unexpected};

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

impl Rules {
    /// Returns whether the first S-O-S ends the game.
    pub const fn ends_at_first(self) -> bool {
        matches!(self, Rules::First | Rules::Misere)
    }

    /// Returns whether a player who makes an S-O-S moves again.
    pub const fn keeps_turn(self) -> bool {
        matches!(self, Rules::General)
    }
}

common::named!(Rules:
    General => "general", First => "first", Alternating => "alternating", Misere => "misere");

/// The text for what readers of rules expect.
pub(crate) const EXPECTED: &str = "rules (general, first, alternating or misere)";

impl FromStr for Rules {
    type Err = Unexpected;

    /// Reads the name of a rule set, with or without the accent in `misère`.
    fn from_str(text: &str) -> Result<Rules, Unexpected> {
        let name = if text == "misère" { "misere" } else { text };
        let known = Rules::ALL.into_iter().find(|rules| rules.name() == name);
        known.ok_or_else(|| Reader::new(text).unexpected_word(EXPECTED, text))
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
        assert_eq!("misère".parse(), Ok(Rules::Misere));
        assert_eq!(
            "simple".parse::<Rules>().unwrap_err().to_string(),
            "expected rules (general, first, alternating or misere), found `simple`"
        );
    }
}
