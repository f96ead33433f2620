//! The rules of a game: standard Sprouts or a variant, with a normal or misère ending.

use common::{Ending, Player};

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
    /// 2, 1, 0, 1, 3, 0, 0 ([`Solver::nimber`](crate::solve::Solver::nimber)), so the second player wins the games from
    /// four, seven and eight spots.
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
}

impl Variant {
    /// Returns whether a line may be drawn without a new spot. `loops` is whether the line joins a spot to itself.
    pub(crate) const fn allows_bare_line(self, loops: bool) -> bool {
        match self {
            Variant::BlackAndWhite => true,
            Variant::BlackAndWhiteLoops => !loops,
            Variant::Standard | Variant::AntwerpCold | Variant::AntwerpHot => false,
        }
    }

    /// Returns whether spots have colours, so that the two players have different moves.
    pub(crate) const fn is_antwerp(self) -> bool {
        matches!(self, Variant::AntwerpCold | Variant::AntwerpHot)
    }

    /// Returns the colour of the spot that `mover` draws.
    pub(crate) fn new_colour(self, mover: Player) -> Colour {
        match self {
            Variant::AntwerpCold => Colour::of(mover.opponent()),
            Variant::AntwerpHot => Colour::of(mover),
            _ => Colour::White,
        }
    }
}

common::named!(Variant:
    Standard => "standard", BlackAndWhite => "black-and-white", BlackAndWhiteLoops => "black-and-white-loops",
    AntwerpCold => "antwerp-cold", AntwerpHot => "antwerp-hot");

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
        self == Colour::White || self == Colour::of(player)
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
