//! [`Erased`]: the object of a game.

use core::marker::PhantomData;

use crate::describe::Describe;
use crate::encode::{Actions, Augments, Bounds, Graphs, Parts};
use crate::game::Scored;
use crate::player::Player;
use crate::record::Record;

use super::encoding::{Boards, Encoded, Nets};
use super::object::{AnyEncoding, AnyPictures};

/// Makes the pictures of a record.
pub type PicturesOf<G> = for<'a> fn(&'a Record<G>) -> Box<dyn AnyPictures + 'a>;

type EncodingOf<G> = for<'a> fn(Encoded<'a, G>) -> Box<dyn AnyEncoding + 'a>;

/// The object of the game `G`, with the capabilities that were registered.
///
/// # Examples
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # use papergames_common::any::{AnyGame, Erased};
/// # impl papergames_common::Describe for Nim {}
/// static NIM: Erased<Nim> = Erased::new();
/// # fn main() {
/// assert!(NIM.is_position("3,4,5:first+"));
/// # }
/// ```
#[must_use]
pub struct Erased<G: Describe> {
    pub(super) pictures: Option<PicturesOf<G>>,
    pub(super) encoding: Option<EncodingOf<G>>,
    pub(super) boards: Option<Boards<G>>,
    pub(super) nets: Option<Nets<G>>,
    pub(super) scores: Option<fn(&G) -> Vec<i64>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Describe> Default for Erased<G> {
    fn default() -> Erased<G> {
        Erased::new()
    }
}

impl<G: Describe> core::fmt::Debug for Erased<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Erased").field(&G::name()).finish()
    }
}

impl<G: Describe> Erased<G> {
    /// Returns the object of a game that has no capability beyond its description.
    pub const fn new() -> Erased<G> {
        Erased {
            pictures: None,
            encoding: None,
            boards: None,
            nets: None,
            scores: None,
            game: PhantomData,
        }
    }

    /// Registers the pictures of a game that draws itself; `papergames_picture::pictures` has them.
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

    /// Registers that the [encoding](Erased::encoding) of positions is planes over a board with symmetries.
    pub const fn planes(mut self) -> Erased<G>
    where
        G: Augments,
    {
        self.boards = Some(Boards::TABLE);
        self
    }

    /// Registers that the [encoding](Erased::encoding) of positions is a graph, and that moves have parts.
    pub const fn graphs(mut self) -> Erased<G>
    where
        G: Graphs + Parts,
    {
        self.nets = Some(Nets::TABLE);
        self
    }

    /// Registers that points decide the game.
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
