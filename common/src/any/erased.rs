//! [`Erased`]: the object of a game.

use std::collections::BTreeMap;

use crate::budget::{Budget, Meter, Unfinished};
use crate::describe::{Describe, Opponents};
use crate::encode::{Actions, Augments, Bounds, Graphs, Parts};
use crate::engine::{AllRounder, Engine, Level};
use crate::format::{self, Format, Notations};
use crate::game::{Game, Scored};
use crate::player::Player;
use crate::random::Random;
use crate::record::Record;
use crate::refused::Refused;
use crate::search::MonteCarlo;
use crate::self_play::SelfPlay;
use crate::values::{Effort, Solved, ToTheEnd, Values};

use super::encoding::{Boards, Encoded, Nets};
use super::object::{AnyCatalogue, AnyEncoding, AnyEpisode, AnyGame, AnyGuide, AnyPictures};

/// A function that draws the pictures of a record.
pub type PicturesOf<G> = for<'a> fn(&'a Record<G>) -> Box<dyn AnyPictures + 'a>;

type EncodingOf<G> = for<'a> fn(Encoded<'a, G>) -> Box<dyn AnyEncoding + 'a>;

/// The game `G` behind a trait object, with the capabilities that were registered for it.
///
/// # Examples
///
/// ```
/// use papergames_common::any::{AnyGame, Erased};
/// use papergames_common::nim::Nim;
///
/// static NIM: Erased<Nim> = Erased::new().notations();
///
/// assert!(NIM.parse("3,4,5:first+").is_ok());
/// ```
#[must_use]
pub struct Erased<G: Describe> {
    pub(super) pictures: Option<PicturesOf<G>>,
    pub(super) encoding: Option<EncodingOf<G>>,
    pub(super) episodes: Option<EpisodesOf<G>>,
    pub(super) boards: Option<Boards<G>>,
    pub(super) nets: Option<Nets<G>>,
    pub(super) scores: Option<fn(&G) -> Vec<i64>>,
    pub(super) formats: fn() -> Vec<Format<G>>,
    pub(super) opponents: OpponentsOf<G>,
    pub(super) values: fn() -> Box<dyn Values<G>>,
    pub(super) turns: Option<TurnsOf<G>>,
    pub(super) lengths: Option<LengthsOf<G>>,
    pub(super) catalogue: Option<CatalogueOf<G>>,
    pub(super) whole: Option<&'static dyn AnyGame>,
    pub(super) other: Option<OtherSheets>,
}

/// The object that plays on other sheets, and the function that recognises the first word of a text about one.
#[derive(Clone, Copy)]
pub(super) struct OtherSheets {
    pub(super) game: &'static dyn AnyGame,
    pub(super) has: fn(&str) -> bool,
}

/// An opponent and its default budget for one move.
type WithBudget<G> = (Box<dyn Engine<G>>, Budget);

/// The opponents of a game.
pub(super) struct OpponentsOf<G: Game> {
    pub(super) names: &'static [&'static str],
    pub(super) engine: fn(Level, u64) -> Box<dyn Engine<G>>,
    pub(super) budget: fn(Level) -> Budget,
    pub(super) named: fn(&str, u64) -> Option<WithBudget<G>>,
}

/// Functions that count whole turns, for games in which a turn can consist of several moves: the turns in a record, and
/// the sequences of turns from a position.
#[derive(Debug)]
pub struct TurnsOf<G: Game> {
    /// Counts the turns in a record.
    pub of: fn(&Record<G>) -> usize,
    /// Counts the sequences of `depth` turns; `None` if there are 2¹²⁸ or more.
    pub perft: fn(&G, u32, &mut Meter<'_>) -> Result<Option<u128>, Unfinished>,
}

/// The functions of self-play.
pub(super) struct EpisodesOf<G: Describe> {
    pub(super) play: PlayEpisode<G>,
    pub(super) read: ReadEpisodes<G>,
}

/// Reads the episodes of a game.
type ReadEpisodes<G> = fn(&'static Erased<G>, &[u8]) -> Result<Vec<AnyEpisode>, Refused>;

/// Plays a game from the last position of a record.
type PlayEpisode<G> = fn(
    &'static Erased<G>,
    &Record<G>,
    &SelfPlay,
    &MonteCarlo,
    &Budget,
    Option<&mut AnyGuide<'_>>,
    &mut dyn Random,
) -> AnyEpisode;

/// A function that counts the whole games from a position by their length, without walking through them. It returns
/// `None` if a number exceeds 128 bits.
type LengthsOf<G> = fn(&G, &Budget) -> Result<Option<BTreeMap<usize, u128>>, Unfinished>;

/// A function that finds every position that can be reached from another, with its values.
type CatalogueOf<G> = fn(&G, &mut Effort<'_>) -> Solved<Box<dyn AnyCatalogue>>;

impl<G: Describe> Default for Erased<G> {
    fn default() -> Erased<G> {
        Erased::new()
    }
}

impl<G: Describe> core::fmt::Debug for Erased<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Erased").field(&G::ABOUT.name).finish()
    }
}

impl<G: Describe> Erased<G> {
    /// Returns an object for the game with its description and no further capabilities.
    pub const fn new() -> Erased<G> {
        Erased {
            pictures: None,
            encoding: None,
            episodes: None,
            boards: None,
            nets: None,
            scores: None,
            formats: || vec![format::lines("")],
            opponents: OpponentsOf {
                names: &[],
                engine: |_, seed| Box::new(AllRounder::new(seed)),
                budget: Level::budget,
                named: |_, _| None,
            },
            values: || Box::new(ToTheEnd),
            turns: None,
            lengths: None,
            catalogue: None,
            whole: None,
            other: None,
        }
    }

    /// Registers the notations of the game. By default, the game has only the [plain](format::lines) notation.
    pub const fn notations(mut self) -> Erased<G>
    where
        G: Notations,
    {
        self.formats = G::formats;
        self
    }

    /// Registers the opponents of the game. By default, [`AllRounder`] plays at every level.
    pub const fn opponents(mut self) -> Erased<G>
    where
        G: Opponents,
    {
        self.opponents = OpponentsOf {
            names: G::NAMES,
            engine: G::engine,
            budget: G::budget,
            named: G::engine_named,
        };
        self
    }

    /// Registers the solver of the game. By default, small positions are searched [to the end](ToTheEnd).
    pub const fn values(mut self, solver: fn() -> Box<dyn Values<G>>) -> Erased<G> {
        self.values = solver;
        self
    }

    /// Registers the functions that count whole turns. By default, every move counts as a turn.
    pub const fn turns(mut self, turns: TurnsOf<G>) -> Erased<G> {
        self.turns = Some(turns);
        self
    }

    /// Registers the function that counts whole games by length.
    pub const fn lengths(mut self, lengths: LengthsOf<G>) -> Erased<G> {
        self.lengths = Some(lengths);
        self
    }

    /// Registers the function that finds all positions that can be reached from another.
    pub const fn catalogue(mut self, catalogue: CatalogueOf<G>) -> Erased<G> {
        self.catalogue = Some(catalogue);
        self
    }

    /// Registers the object that plays the same game on other sheets, such as the surface of a torus, where positions
    /// have a different type. A text belongs to such a sheet if `has` recognises its first word. The other object must
    /// be registered as a [part](Erased::part_of) of this one.
    pub const fn other_sheets(
        mut self,
        game: &'static dyn AnyGame,
        has: fn(&str) -> bool,
    ) -> Erased<G> {
        self.other = Some(OtherSheets { game, has });
        self
    }

    /// Registers the object of the whole game, of which this object plays the part on [other
    /// sheets](Erased::other_sheets).
    pub const fn part_of(mut self, whole: &'static dyn AnyGame) -> Erased<G> {
        self.whole = Some(whole);
        self
    }

    /// Registers the pictures of a game that can be drawn, which `papergames_picture::pictures` provides.
    pub const fn pictures(mut self, pictures: PicturesOf<G>) -> Erased<G> {
        self.pictures = Some(pictures);
        self
    }

    /// Registers the encoding of positions and moves as numbers.
    pub const fn encoding(mut self) -> Erased<G>
    where
        G: Actions + Bounds,
    {
        self.encoding = Some(|encoded| Box::new(encoded));
        self
    }

    /// Declares that the [encoding](Erased::encoding) represents positions as planes over a board with symmetries.
    pub const fn planes(mut self) -> Erased<G>
    where
        G: Augments,
    {
        self.boards = Some(Boards::TABLE);
        self
    }

    /// Declares that the [encoding](Erased::encoding) represents positions as graphs and moves as lists of parts.
    pub const fn graphs(mut self) -> Erased<G>
    where
        G: Graphs + Parts,
    {
        self.nets = Some(Nets::TABLE);
        self
    }

    /// Declares that the game is decided on points.
    pub const fn scores(mut self) -> Erased<G>
    where
        G: Scored,
    {
        self.scores = Some(|position| {
            let players = Player::all(position.players());
            players.map(|player| position.score(player)).collect()
        });
        self
    }
}
