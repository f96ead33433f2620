//! Encodings of positions and moves as numbers, for any game.

use crate::learning::encode::{
    Actions, Augments, Bound, Bounds, Graph, Graphs, Layout, Parts, Planes,
};
use crate::play::game::Game;
use crate::play::written::Written;

use super::moves::AnyMove;
use super::object::{AnyEncoding, Image, MoveSizes, PlanesOf};

/// The functions of the encoding traits for boards, if the game has them. They are in a table because Rust has no other
/// way to ask whether a type implements a trait.
pub(super) struct Boards<G: Game> {
    shape: fn(&G) -> [usize; 3],
    names: fn(&G) -> Vec<String>,
    write: fn(&G, &mut [f32]),
    images: fn(&G) -> Vec<ImageOf<G>>,
}

/// The same for games whose positions are graphs.
pub(super) struct Nets<G: Game> {
    graph: fn(&G) -> (Graph, Layout),
    names: fn(&G) -> Vec<String>,
    sizes: fn(&G) -> Vec<usize>,
    parts_of: fn(&G, &G::Move) -> Option<Vec<usize>>,
    move_of: fn(&G, &[usize]) -> Option<G::Move>,
}

impl<G: Augments> Boards<G> {
    pub(super) const TABLE: Boards<G> = Boards {
        shape: G::shape,
        names: G::plane_names,
        write: G::write_planes,
        images: images::<G>,
    };
}

impl<G: Graphs + Parts> Nets<G> {
    pub(super) const TABLE: Nets<G> = Nets {
        graph: |position| (position.graph(), position.layout()),
        names: G::node_names,
        sizes: G::part_sizes,
        parts_of: G::parts_of,
        move_of: G::move_of_parts,
    };
}

/// The image of a position, and the images of its actions and cells.
type ImageOf<G> = (G, Vec<i64>, Vec<i64>);

fn images<G: Augments>(position: &G) -> Vec<ImageOf<G>> {
    let [_, rows, columns] = Planes::shape(position);
    let actions = 0..position.n_actions().unwrap_or_default();
    let cells = 0..rows * columns;
    let itself = (
        position.clone(),
        actions.clone().map(|action| action as i64).collect(),
        cells.clone().map(|cell| cell as i64).collect::<Vec<_>>(),
    );
    let image = |symmetry| {
        let image_of = |action| position.image_of_action(action, &symmetry) as i64;
        let image_of_cell = |cell| position.image_of_cell(cell, &symmetry) as i64;
        (
            position.image(&symmetry),
            actions.clone().map(image_of).collect(),
            cells.clone().map(image_of_cell).collect::<Vec<_>>(),
        )
    };
    let others = position.symmetries().into_iter().map(image);
    let others: Vec<_> = others.filter(|(.., cells)| *cells != itself.2).collect();
    [itself].into_iter().chain(others).collect()
}

/// A position with its encodings.
pub(super) struct EncodedPosition<'a, G: Game> {
    pub(super) position: &'a G,
    pub(super) boards: Option<&'a Boards<G>>,
    pub(super) nets: Option<&'a Nets<G>>,
}

impl<G: Written + Actions + Bounds> AnyEncoding for EncodedPosition<'_, G> {
    fn sizes(&self) -> MoveSizes {
        MoveSizes {
            actions: self.position.n_actions(),
            parts: self.nets.map(|nets| (nets.sizes)(self.position)),
        }
    }

    fn action_of(&self, m: &AnyMove) -> Option<usize> {
        self.position.action_of(m.typed::<G>()?)
    }

    fn move_of(&self, action: usize) -> Option<AnyMove> {
        self.position.move_of(action).map(AnyMove::new::<G>)
    }

    fn legal_actions(&self) -> Vec<usize> {
        self.position.legal_actions()
    }

    fn parts_of(&self, m: &AnyMove) -> Option<Vec<usize>> {
        (self.nets?.parts_of)(self.position, m.typed::<G>()?)
    }

    fn move_of_parts(&self, parts: &[usize]) -> Option<AnyMove> {
        (self.nets?.move_of)(self.position, parts).map(AnyMove::new::<G>)
    }

    fn planes(&self) -> Option<PlanesOf> {
        let boards = self.boards?;
        Some(PlanesOf {
            shape: (boards.shape)(self.position),
            names: (boards.names)(self.position),
        })
    }

    fn write_planes(&self, planes: &mut [f32]) {
        if let Some(boards) = self.boards {
            (boards.write)(self.position, planes);
        }
    }

    fn images(&self) -> Vec<Image> {
        let images = self.boards.map(|boards| (boards.images)(self.position));
        let images = images.unwrap_or_default().into_iter();
        let images = images.map(|(image, actions, cells)| Image {
            position: image.to_string(),
            actions,
            cells,
        });
        images.collect()
    }

    fn graph(&self) -> Option<(Graph, Layout)> {
        Some((self.nets?.graph)(self.position))
    }

    fn node_names(&self) -> Vec<String> {
        let names = self.nets.map(|nets| (nets.names)(self.position));
        names.unwrap_or_default()
    }

    fn bounds(&self) -> Bound {
        self.position.bounds()
    }
}
