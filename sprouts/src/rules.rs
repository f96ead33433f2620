//! The rules of a game: standard Sprouts or a variant, with a normal or misère ending.

use common::describe::RuleSet;
use common::{Ending, Player};

/// The description of a variant in which a starting spot takes another number of lines.
macro_rules! lines_at_start {
    ($lines:literal) => {
        concat!(
            "At most ",
            $lines,
            " lines may end at a starting spot, and three at a new spot, as ever."
        )
    };
}

/// A variant of Sprouts: standard Sprouts, or a game that differs from it in one rule.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::Variant;
///
/// assert_eq!(Variant::AntwerpCold.to_string(), "antwerp-cold");
/// assert_eq!("standard".parse(), Ok(Variant::Standard));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Standard Sprouts, the game of Conway and Paterson: each line gets a new spot.
    #[default]
    Standard,
    /// Black-and-White Sprouts, also called Weeds (Holger Matthies): the player to move may leave out the new spot.
    ///
    /// The rule is applied literally: at most three lines may end at a spot, loops and parallel lines are allowed as in
    /// the standard game, and the new spot on each line is optional. An encyclopedia claims that the first player
    /// always wins. This is wrong, both with and without the rule of
    /// [`BlackAndWhiteLoops`](Variant::BlackAndWhiteLoops). Here the games from one to eight spots have the nimbers 2,
    /// 2, 1, 0, 1, 3, 0, 0 (`Solver::nimber` in `solve`), so the second player wins the games from four, seven and
    /// eight spots.
    BlackAndWhite,
    /// Black-and-White Sprouts in which a line from a spot to itself must have its new spot.
    ///
    /// The games from one to eight spots have the nimbers 0, 2, 2, 2, 1, 1, 1, 1, so the second player wins only the
    /// game from one spot.
    BlackAndWhiteLoops,
    /// Cold Antwerp Sprouts (Lieven Le Bruyn): spots have colours, and a new spot has the colour of the other player.
    /// See [`Colour`].
    AntwerpCold,
    /// Hot Antwerp Sprouts: like the cold game, but the new spot has the colour of the player who draws it.
    AntwerpHot,
    /// Standard Sprouts in which only two lines may end at a starting spot. See [`lines_at_start`].
    ///
    /// [`lines_at_start`]: Variant::lines_at_start
    Lines2,
    /// Standard Sprouts in which four lines may end at a starting spot.
    Lines4,
    /// Standard Sprouts in which five lines may end at a starting spot.
    Lines5,
    /// Standard Sprouts in which six lines may end at a starting spot.
    Lines6,
}

/// The number of lines that may end at a new spot. With four, a game would never end: the newest spot could always be
/// joined to itself.
pub(crate) const LINES_AT_NEW: usize = 3;

/// The most lines that may end at a spot in any variant.
pub(crate) const MOST_LINES: usize = 6;

/// The most corners of a living spot in any variant.
pub(crate) const MOST_CORNERS: usize = MOST_LINES - 1;

impl Variant {
    /// Returns the number of lines that may end at a starting spot, which is also its number of lives. At a new spot it
    /// is three in every variant.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Variant;
    ///
    /// assert_eq!(Variant::Standard.lines_at_start(), 3);
    /// assert_eq!(Variant::Lines5.lines_at_start(), 5);
    /// ```
    pub const fn lines_at_start(self) -> usize {
        match self {
            Variant::Lines2 => 2,
            Variant::Standard
            | Variant::BlackAndWhite
            | Variant::BlackAndWhiteLoops
            | Variant::AntwerpCold
            | Variant::AntwerpHot => 3,
            Variant::Lines4 => 4,
            Variant::Lines5 => 5,
            Variant::Lines6 => 6,
        }
    }

    /// Returns whether starting spots take as many lines as new ones, as in the notations of the literature.
    pub(crate) const fn has_equal_spots(self) -> bool {
        self.lines_at_start() == LINES_AT_NEW
    }

    /// Returns whether positions split into [lands](crate::land), which the fast solver and certificates need.
    pub(crate) const fn has_lands(self) -> bool {
        self.has_equal_spots() && !self.is_antwerp()
    }

    /// Returns whether a line may be drawn without a new spot. `loops` is whether the line joins a spot to itself.
    pub(crate) const fn allows_bare_line(self, loops: bool) -> bool {
        match self {
            Variant::BlackAndWhite => true,
            Variant::BlackAndWhiteLoops => !loops,
            Variant::Standard
            | Variant::AntwerpCold
            | Variant::AntwerpHot
            | Variant::Lines2
            | Variant::Lines4
            | Variant::Lines5
            | Variant::Lines6 => false,
        }
    }

    /// Returns whether the theorems, the notations and the solvers of the standard game apply.
    pub const fn is_standard(self) -> bool {
        match self {
            Variant::Standard => true,
            Variant::BlackAndWhite
            | Variant::BlackAndWhiteLoops
            | Variant::AntwerpCold
            | Variant::AntwerpHot
            | Variant::Lines2
            | Variant::Lines4
            | Variant::Lines5
            | Variant::Lines6 => false,
        }
    }

    /// Returns whose colour new spots have, or `None` if spots have no colours.
    pub(crate) const fn new_spots(self) -> Option<NewSpots> {
        match self {
            Variant::AntwerpCold => Some(NewSpots::OfOpponent),
            Variant::AntwerpHot => Some(NewSpots::OfMover),
            Variant::Standard
            | Variant::BlackAndWhite
            | Variant::BlackAndWhiteLoops
            | Variant::Lines2
            | Variant::Lines4
            | Variant::Lines5
            | Variant::Lines6 => None,
        }
    }

    /// Returns whether spots have colours, so that the two players have different moves.
    pub(crate) const fn is_antwerp(self) -> bool {
        self.new_spots().is_some()
    }

    /// Returns the colour of the spot that `mover` draws.
    pub(crate) fn new_colour(self, mover: Player) -> Colour {
        match self.new_spots() {
            Some(NewSpots::OfOpponent) => Colour::of(mover.opponent()),
            Some(NewSpots::OfMover) => Colour::of(mover),
            None => Colour::White,
        }
    }

    /// Returns the description for programs.
    const fn about(self) -> RuleSet {
        let name = self.name();
        match self {
            Variant::Standard => RuleSet {
                name,
                example: "3+ 1-2 2-3",
                about: "\
Each line gets a new spot, and the player who makes the last move wins; in misère play, that player loses.",
                source: "Martin Gardner, Of sprouts and Brussels sprouts, Scientific American, July 1967",
            },
            Variant::BlackAndWhite => RuleSet {
                name,
                example: "3+black-and-white 1_2 2-3",
                about: "A player may leave out the new spot of a move: `1_2` joins 1 and 2 by a line without a new \
                        spot.",
                source: MATTHIES,
            },
            Variant::BlackAndWhiteLoops => RuleSet {
                name,
                example: "3+black-and-white-loops 1_2 3-3",
                about: "A player may leave out the new spot of a move, except on a line from a spot to itself.",
                source: MATTHIES,
            },
            Variant::AntwerpCold => RuleSet {
                name,
                example: "3+antwerp-cold 1-2",
                about: "Spots have colours: the starting spots are white, the first player's are blue, and the second \
                        player's are red. A line may end only at white spots and at spots of the mover's colour. A \
                        new spot gets the opponent's colour.",
                source: LE_BRUYN,
            },
            Variant::AntwerpHot => RuleSet {
                name,
                example: "3+antwerp-hot 1-2",
                about: "Spots have colours: the starting spots are white, the first player's are blue, and the second \
                        player's are red. A line may end only at white spots and at spots of the mover's colour. A \
                        new spot gets the mover's colour.",
                source: LE_BRUYN,
            },
            Variant::Lines2 => RuleSet {
                name,
                example: "3+lines-2 1-2",
                about: lines_at_start!("two"),
                source: LINES,
            },
            Variant::Lines4 => RuleSet {
                name,
                example: "2+lines-4 1-2 1-2 1-1",
                about: lines_at_start!("four"),
                source: LINES,
            },
            Variant::Lines5 => RuleSet {
                name,
                example: "2+lines-5 1-2 1-2 1-1",
                about: lines_at_start!("five"),
                source: LINES,
            },
            Variant::Lines6 => RuleSet {
                name,
                example: "2+lines-6 1-2 1-2 1-1",
                about: lines_at_start!("six"),
                source: LINES,
            },
        }
    }

    /// Returns the line below a board that reminds the players of the variant; empty where only the number of lives is
    /// another, which every board states.
    pub(crate) const fn remark(self) -> &'static str {
        match self {
            Variant::Standard
            | Variant::Lines2
            | Variant::Lines4
            | Variant::Lines5
            | Variant::Lines6 => "",
            Variant::BlackAndWhite => "Black-and-White: the new spot may be left out (1_2).\n",
            Variant::BlackAndWhiteLoops => {
                "Black-and-White: the new spot may be left out (1_2), except on a loop.\n"
            }
            Variant::AntwerpCold => {
                "Cold Antwerp: first joins white and blue spots and draws a red one; second joins\n\
                 white and red spots and draws a blue one.\n"
            }
            Variant::AntwerpHot => {
                "Hot Antwerp: first joins white and blue spots and draws a blue one; second joins\n\
                 white and red spots and draws a red one.\n"
            }
        }
    }
}

common::named!(Variant:
    Standard => "standard", BlackAndWhite => "black-and-white", BlackAndWhiteLoops => "black-and-white-loops",
    AntwerpCold => "antwerp-cold", AntwerpHot => "antwerp-hot",
    Lines2 => "lines-2", Lines4 => "lines-4", Lines5 => "lines-5", Lines6 => "lines-6");

const MATTHIES: &str = "Holger Matthies; Wikipedia (German), Sprouts";
const LE_BRUYN: &str = "Lieven Le Bruyn, Antwerp Sprouts, neverendingbooks.org";
const LINES: &str =
    "the games (n, k) of the project game-solver, restricted to starting spots so that they end";

/// The player whose colour new spots have in Antwerp Sprouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewSpots {
    /// The player who draws the spot.
    OfMover,
    /// The other player.
    OfOpponent,
}

/// The rule sets: the variants in normal play, and misère play after standard Sprouts.
pub(crate) const RULE_SETS: [RuleSet; 1 + Variant::ALL.len()] = {
    let variants = common::rule_sets!(Variant);
    let mut sets = [MISERE; 1 + Variant::ALL.len()];
    sets[0] = variants[0];
    let mut i = 1;
    while i < variants.len() {
        sets[i + 1] = variants[i];
        i += 1;
    }
    sets
};

const MISERE: RuleSet = RuleSet {
    name: Ending::Misere.name(),
    example: "2- 1-2",
    about: "The player who makes the last move loses. It can be combined with every variant.",
    source: "Berlekamp, Conway and Guy, Winning Ways, chapter 17",
};

/// The colour of a spot in Antwerp Sprouts; in all other variants every spot is white.
///
/// A player's line may end at white spots and at spots of the player's own colour: blue for the first player (*Left*),
/// red for the second (*Right*). A loop is legal wherever its player may end a line. The starting spots are white.
///
/// Source: Lieven Le Bruyn, *Antwerp Sprouts*, neverendingbooks.org.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Colour {
    /// Both players may end lines here.
    White,
    /// Only the first player, Left, may end lines here.
    Blue,
    /// Only the second player, Right, may end lines here.
    Red,
}

impl Colour {
    /// Returns the colour of a player: blue for the first, red for the second.
    ///
    /// # Panics
    ///
    /// Panics if `player` is neither the first nor the second player.
    pub fn of(player: Player) -> Colour {
        match player.opponent() {
            Player::SECOND => Colour::Blue,
            _ => Colour::Red,
        }
    }

    /// Returns whether lines of `player` may end at spots of this colour.
    pub fn is_open_to(self, player: Player) -> bool {
        match self {
            Colour::White => true,
            Colour::Blue => player == Player::FIRST,
            Colour::Red => player == Player::SECOND,
        }
    }
}

/// The rules of a game: the variant, and who wins when no move is left.
///
/// Where a function takes `impl Into<Rules>`, an [`Ending`] means standard Sprouts with that ending, and a [`Variant`]
/// means that variant in normal play.
///
/// `Display` writes the sign of the ending, followed by the name of the variant unless it is standard Sprouts: `+`,
/// `-`, `+antwerp-hot`.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Ending, Rules, Variant};
///
/// let rules: Rules = "-black-and-white".parse()?;
/// assert_eq!(rules, Rules { ending: Ending::Misere, variant: Variant::BlackAndWhite });
/// # Ok::<(), papergames_sprouts::Refused>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    /// Who wins when no move is left.
    pub ending: Ending,
    /// The variant being played.
    pub variant: Variant,
}

impl Rules {
    /// Returns whether these are the rules of standard Sprouts in normal play.
    pub(crate) const fn is_default(self) -> bool {
        self.variant.is_standard() && self.ending.is_normal()
    }
}

impl From<Ending> for Rules {
    /// Returns the rules of standard Sprouts with this ending.
    fn from(ending: Ending) -> Rules {
        let variant = Variant::Standard;
        Rules { ending, variant }
    }
}

impl From<Variant> for Rules {
    /// Returns the rules of the variant in normal play.
    fn from(variant: Variant) -> Rules {
        let ending = Ending::Normal;
        Rules { ending, variant }
    }
}
