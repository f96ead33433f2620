//! A position, move or record of any of the games.

use common::encode::{Actions, Augments, Bounds, Graph, Graphs, Layout, Parts, Planes};
use common::game::Scored;
use common::{Describe, Game, Player, Record};
use picture::Draw;
use pyo3::prelude::*;

use crate::error::refuse;

/// A game of this package: what its positions have beyond [`Describe`].
pub(crate) trait Playable: Describe + Draw + Actions + Bounds {
    fn wrap(self) -> AnyPosition;
    fn wrap_move(m: Self::Move) -> AnyMove;
    fn wrap_record(record: Record<Self>) -> AnyRecord;
    fn unwrap_move(m: &AnyMove) -> Option<&Self::Move>;

    /// Returns the points of every player, if points count.
    fn all_points(&self) -> Option<Vec<i64>> {
        None
    }
    /// Returns the planes, if the game has a board.
    fn board_planes(&self) -> Option<&dyn AsPlanes> {
        None
    }
    /// Returns the images under every symmetry of the board, the position itself first; empty without a board.
    fn augmented(&self) -> Vec<Image<Self>> {
        Vec::new()
    }
    /// Returns the graph and its layout, if the game has no board.
    fn net(&self) -> Option<(Graph, Layout)> {
        None
    }
    /// Returns the sizes of the parts of a move, if moves have parts.
    fn sizes_of_parts(&self) -> Option<Vec<usize>> {
        None
    }
    fn parts(&self, m: &Self::Move) -> Option<Vec<usize>> {
        let _ = m;
        None
    }
    fn of_parts(&self, parts: &[usize]) -> Option<Self::Move> {
        let _ = parts;
        None
    }
}

/// The image of a position under a symmetry, and where the symmetry moves actions and cells.
pub(crate) struct Image<G> {
    pub(crate) position: G,
    pub(crate) actions: Vec<i64>,
    pub(crate) cells: Vec<i64>,
}

fn images<G: Augments>(position: &G) -> Vec<Image<G>> {
    let [_, rows, columns] = Planes::shape(position);
    let all = |n: usize| (0..n as i64).collect();
    let itself = Image {
        position: position.clone(),
        actions: all(position.n_actions().unwrap_or_default()),
        cells: all(rows * columns),
    };
    let image = |symmetry| Image {
        position: position.image(&symmetry),
        actions: (0..position.n_actions().unwrap_or_default())
            .map(|action| position.image_of_action(action, &symmetry) as i64)
            .collect(),
        cells: (0..rows * columns)
            .map(|cell| position.image_of_cell(cell, &symmetry) as i64)
            .collect(),
    };
    let others = position.symmetries().into_iter().map(image);
    let others: Vec<_> = others.filter(|image| image.cells != itself.cells).collect();
    [itself].into_iter().chain(others).collect()
}

/// [`Planes`] as an object.
pub(crate) trait AsPlanes {
    fn shape(&self) -> [usize; 3];
    fn names(&self) -> Vec<String>;
    fn write(&self, planes: &mut [f32]);
}

impl<G: Planes> AsPlanes for G {
    fn shape(&self) -> [usize; 3] {
        Planes::shape(self)
    }
    fn names(&self) -> Vec<String> {
        self.plane_names()
    }
    fn write(&self, planes: &mut [f32]) {
        self.write_planes(planes);
    }
}

/// The games, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Name {
    Sprouts,
    Brussels,
    Sos,
    Phutball,
}

/// A position of any game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AnyPosition {
    Sprouts(sprouts::Position),
    Brussels(brussels::Position),
    Sos(sos::Position),
    Phutball(phutball::Position),
}

/// A move of any game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AnyMove {
    Sprouts(sprouts::Move),
    Brussels(brussels::Move),
    Sos(sos::Move),
    Phutball(phutball::Move),
}

/// A record of any game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AnyRecord {
    Sprouts(Record<sprouts::Position>),
    Brussels(Record<brussels::Position>),
    Sos(Record<sos::Position>),
    Phutball(Record<phutball::Position>),
}

/// Evaluates an expression for the value of whichever game it is.
macro_rules! each {
    ($type:ident, $any:expr, $value:pat => $body:expr) => {
        match $any {
            $crate::any::$type::Sprouts($value) => $body,
            $crate::any::$type::Brussels($value) => $body,
            $crate::any::$type::Sos($value) => $body,
            $crate::any::$type::Phutball($value) => $body,
        }
    };
}
pub(crate) use each;

/// Evaluates an expression in which `$game` is the type of positions of the game with a name.
macro_rules! with_game {
    ($name:expr, $game:ident => $body:expr) => {
        match $name {
            $crate::any::Name::Sprouts => {
                type $game = sprouts::Position;
                $body
            }
            $crate::any::Name::Brussels => {
                type $game = brussels::Position;
                $body
            }
            $crate::any::Name::Sos => {
                type $game = sos::Position;
                $body
            }
            $crate::any::Name::Phutball => {
                type $game = phutball::Position;
                $body
            }
        }
    };
}
pub(crate) use with_game;

macro_rules! playable {
    ($variant:ident, $game:ident { $($more:tt)* }) => {
        impl Playable for $game::Position {
            fn wrap(self) -> AnyPosition {
                AnyPosition::$variant(self)
            }
            fn wrap_move(m: $game::Move) -> AnyMove {
                AnyMove::$variant(m)
            }
            fn wrap_record(record: Record<$game::Position>) -> AnyRecord {
                AnyRecord::$variant(record)
            }
            fn unwrap_move(m: &AnyMove) -> Option<&$game::Move> {
                match m {
                    AnyMove::$variant(m) => Some(m),
                    _ => None,
                }
            }
            $($more)*
        }
    };
}

/// What the games without a board have.
macro_rules! net {
    ($move:ty) => {
        fn net(&self) -> Option<(Graph, Layout)> {
            Some((self.graph(), self.layout()))
        }
        fn sizes_of_parts(&self) -> Option<Vec<usize>> {
            Some(self.part_sizes())
        }
        fn parts(&self, m: &$move) -> Option<Vec<usize>> {
            self.parts_of(m)
        }
        fn of_parts(&self, parts: &[usize]) -> Option<$move> {
            self.move_of_parts(parts)
        }
    };
}

playable!(Sprouts, sprouts { net!(sprouts::Move); });
playable!(Brussels, brussels { net!(brussels::Move); });
playable!(Sos, sos {
    fn all_points(&self) -> Option<Vec<i64>> {
        Some(Player::all(self.players()).map(|player| self.score(player)).collect())
    }
    fn board_planes(&self) -> Option<&dyn AsPlanes> {
        Some(self)
    }
    fn augmented(&self) -> Vec<Image<Self>> {
        images(self)
    }
});
playable!(Phutball, phutball {
    fn board_planes(&self) -> Option<&dyn AsPlanes> {
        Some(self)
    }
    fn augmented(&self) -> Vec<Image<Self>> {
        images(self)
    }
});

impl Name {
    pub(crate) const ALL: [Name; 4] = [Name::Sprouts, Name::Brussels, Name::Sos, Name::Phutball];

    /// Returns the game with a name, such as `sprouts`.
    pub(crate) fn read(text: &str) -> PyResult<Name> {
        let found = Name::ALL.into_iter().find(|name| name.text() == text);
        found.ok_or_else(|| {
            let known: Vec<&str> = Name::ALL.iter().map(|name| name.text()).collect();
            refuse(format!(
                "expected the name of a game ({}), found `{text}`",
                known.join(", ")
            ))
        })
    }

    pub(crate) fn text(self) -> &'static str {
        with_game!(self, G => G::name())
    }
}

impl AnyPosition {
    pub(crate) fn name(&self) -> Name {
        match self {
            AnyPosition::Sprouts(_) => Name::Sprouts,
            AnyPosition::Brussels(_) => Name::Brussels,
            AnyPosition::Sos(_) => Name::Sos,
            AnyPosition::Phutball(_) => Name::Phutball,
        }
    }
}

impl AnyMove {
    pub(crate) fn name(&self) -> Name {
        match self {
            AnyMove::Sprouts(_) => Name::Sprouts,
            AnyMove::Brussels(_) => Name::Brussels,
            AnyMove::Sos(_) => Name::Sos,
            AnyMove::Phutball(_) => Name::Phutball,
        }
    }

    /// Returns the move as one of the game `G`.
    pub(crate) fn of<G: Playable>(&self) -> PyResult<&G::Move> {
        G::unwrap_move(self).ok_or_else(|| {
            refuse(format!(
                "expected a move of {}, found one of {}",
                G::name(),
                self.name().text()
            ))
        })
    }
}

impl AnyRecord {
    pub(crate) fn position(&self) -> AnyPosition {
        each!(AnyRecord, self, record => record.position().clone().wrap())
    }
}
