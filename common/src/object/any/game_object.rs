//! [`GameObject`]: the object of a game.

use crate::learning::encode::{Actions, Augments, Bounds, Graphs, Parts};
use crate::learning::self_play::SelfPlay;
use crate::notation::describe::{Describe, Opponents};
use crate::notation::format::{self, Format, Notations};
use crate::object::values::{ToTheEnd, Values};
use crate::play::game::{Game, Scored};
use crate::play::player::Player;
use crate::play::record::Record;
use crate::tools::budget::Budget;
use crate::tools::random::Random;
use crate::tools::refused::Refused;
use crate::tree::engine::{AllRounder, Engine, Level};
use crate::tree::search::MonteCarlo;

use super::encoding::{Boards, EncodedPosition, Nets};
use super::object::{AnyEncoding, AnyEpisode, AnyGuide, AnyPictures, Extra};

/// A function that draws the pictures of a record.
pub type PicturesOf<G> = for<'a> fn(&'a Record<G>) -> Box<dyn AnyPictures + 'a>;

type EncodingOf<G> = for<'a> fn(EncodedPosition<'a, G>) -> Box<dyn AnyEncoding + 'a>;

/// The game `G` behind a trait object, with the capabilities that were registered for it.
///
/// # Examples
///
/// ```
/// use papergames_common::any::{AnyGame, GameObject};
/// use papergames_common::nim::Nim;
///
/// static NIM: GameObject<Nim> = GameObject::new().notations();
///
/// assert!(NIM.parse("3,4,5:first+").is_ok());
/// ```
#[must_use]
pub struct GameObject<G: Describe> {
    pub(super) pictures: Option<PicturesOf<G>>,
    pub(super) encoding: Option<EncodingOf<G>>,
    pub(super) episodes: Option<EpisodesOf<G>>,
    pub(super) boards: Option<Boards<G>>,
    pub(super) nets: Option<Nets<G>>,
    pub(super) scores: Option<fn(&G) -> Vec<i64>>,
    pub(super) formats: fn() -> Vec<Format<G>>,
    pub(super) opponents: OpponentsOf<G>,
    pub(super) values: fn() -> Box<dyn Values<G>>,
    pub(super) extras: &'static [&'static Extra],
}

/// An opponent and its default budget for one move.
type WithBudget<G> = (Box<dyn Engine<G>>, Budget);

/// The opponents of a game.
pub(super) struct OpponentsOf<G: Game> {
    pub(super) engine: fn(Level, u64) -> Box<dyn Engine<G>>,
    pub(super) budget: fn(&G, Level) -> Budget,
    pub(super) named: fn(&str, u64) -> Option<WithBudget<G>>,
}

/// The functions of self-play.
pub(super) struct EpisodesOf<G: Describe> {
    pub(super) play: PlayEpisode<G>,
    pub(super) read: ReadEpisodes<G>,
}

/// Reads the episodes of a game.
type ReadEpisodes<G> = fn(&'static GameObject<G>, &[u8]) -> Result<Vec<AnyEpisode>, Refused>;

/// Plays a game from the last position of a record.
type PlayEpisode<G> = fn(
    &'static GameObject<G>,
    &Record<G>,
    &SelfPlay,
    &MonteCarlo,
    &Budget,
    Option<&mut AnyGuide<'_>>,
    &mut dyn Random,
) -> AnyEpisode;

impl<G: Describe> Default for GameObject<G> {
    fn default() -> GameObject<G> {
        GameObject::new()
    }
}

impl<G: Describe> core::fmt::Debug for GameObject<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("GameObject").field(&G::ABOUT.name).finish()
    }
}

impl<G: Describe> GameObject<G> {
    /// Returns an object for the game with its description and no further capabilities.
    pub const fn new() -> GameObject<G> {
        GameObject {
            pictures: None,
            encoding: None,
            episodes: None,
            boards: None,
            nets: None,
            scores: None,
            formats: || vec![format::lines("")],
            opponents: OpponentsOf {
                engine: |_, seed| Box::new(AllRounder::new(seed)),
                budget: |_, level| level.budget(),
                named: |_, _| None,
            },
            values: || Box::new(ToTheEnd),
            extras: &[],
        }
    }

    /// Registers the notations of the game. By default, the game has only the [plain](format::lines) notation.
    pub const fn notations(mut self) -> GameObject<G>
    where
        G: Notations,
    {
        self.formats = G::formats;
        self
    }

    /// Registers the opponents of the game. By default, [`AllRounder`] plays at every level.
    pub const fn opponents(mut self) -> GameObject<G>
    where
        G: Opponents,
    {
        self.opponents = OpponentsOf {
            engine: G::engine,
            budget: G::budget,
            named: G::engine_named,
        };
        self
    }

    /// Registers the solver of the game. By default, small positions are searched [to the end](ToTheEnd).
    pub const fn values(mut self, solver: fn() -> Box<dyn Values<G>>) -> GameObject<G> {
        self.values = solver;
        self
    }

    /// Registers what only this game has, for front ends that ask for it by [type](Extra).
    pub const fn extras(mut self, extras: &'static [&'static Extra]) -> GameObject<G> {
        self.extras = extras;
        self
    }

    /// Registers the pictures of a game that can be drawn, which `papergames_picture::pictures` provides.
    pub const fn pictures(mut self, pictures: PicturesOf<G>) -> GameObject<G> {
        self.pictures = Some(pictures);
        self
    }

    /// Registers the encoding of positions and moves as numbers.
    pub const fn encoding(mut self) -> GameObject<G>
    where
        G: Actions + Bounds,
    {
        self.encoding = Some(|encoded| Box::new(encoded));
        self
    }

    /// Declares that the [encoding](GameObject::encoding) represents positions as planes over a board with symmetries.
    pub const fn planes(mut self) -> GameObject<G>
    where
        G: Augments,
    {
        self.boards = Some(Boards::TABLE);
        self
    }

    /// Declares that the [encoding](GameObject::encoding) represents positions as graphs and moves as lists of parts.
    pub const fn graphs(mut self) -> GameObject<G>
    where
        G: Graphs + Parts,
    {
        self.nets = Some(Nets::TABLE);
        self
    }

    /// Declares that the game is decided on points.
    pub const fn scores(mut self) -> GameObject<G>
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
