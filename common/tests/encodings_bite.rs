//! Each law of the encodings, seen to fail on a game with one bug planted.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a planted fault changes one answer and leaves all others right"
)]

use core::ops::ControlFlow;

use papergames_common::encode::{
    Actions, Augments, Bound, Bounds, Graph, Graphs, Layout, Parts, Planes,
};
use papergames_common::laws::Laws;
use papergames_common::{Game, Outcome, Player, Scored, Stored, Symmetric};

/// What is wrong with the encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Bug {
    None,
    ActionMissing,
    ActionShared,
    ActionTooLarge,
    ActionOfAnIllegalMove,
    IllegalMoveOfAnAction,
    ActionsChange,
    ActionWithoutAnIndex,
    PartsShared,
    PartTooLarge,
    PartsOfAnIllegalMove,
    IllegalMoveOfParts,
    PartsChange,
    PlaneWithoutAName,
    PlaneNotWritten,
    PlanesForget,
    ShapeChanges,
    GraphTooLarge,
    GraphUnnamed,
    GraphOfAnUnknownKind,
    GraphForgets,
    LayoutChanges,
    GraphNotSymmetric,
    CellsMerge,
    PlanesNotPermuted,
    ActionsMerge,
    ActionsNotPermuted,
    BoundOnMovesTooLow,
    BoundOnMovesStays,
    BoundOnTurnsTooLow,
    BoundOnATurnTooLow,
    ScoreOutOfRange,
    NoRange,
}

/// A board of two rows and three columns. Players mark empty cells and score a point for each; a player who
/// marks a cell of the last column moves again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Marks {
    cells: [Option<Player>; 6],
    mover: Player,
    bug: Bug,
}

/// A cell, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Mark(usize);

impl std::fmt::Display for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("expected an empty cell")]
struct Taken;

impl Marks {
    fn with(bug: Bug) -> Marks {
        Marks {
            cells: [None; 6],
            mover: Player::FIRST,
            bug,
        }
    }

    fn left(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// Returns whether a bug that shows in the middle of a game is planted and due.
    fn has(&self, bug: Bug) -> bool {
        self.bug == bug && self.left() < 4
    }
}

impl Game for Marks {
    type Move = Mark;
    type Illegal = Taken;

    fn turn(&self) -> Option<Player> {
        (self.left() > 0).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let scores = [Player::FIRST, Player::SECOND].map(|player| self.score(player));
        self.turn().is_none().then(|| Outcome::by_score(&scores))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Mark) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut open = (0..6).map(Mark).filter(|m| self.check(m).is_ok());
        open.try_for_each(visit)
    }

    fn check(&self, m: &Mark) -> Result<(), Taken> {
        let open = self.cells.get(m.0).is_some_and(Option::is_none);
        open.then_some(()).ok_or(Taken)
    }

    fn apply(&mut self, m: &Mark) -> Result<(), Taken> {
        self.check(m)?;
        self.cells[m.0] = Some(self.mover);
        if m.0 % 3 != 2 {
            self.mover = self.mover.opponent();
        }
        Ok(())
    }
}

impl Stored for Marks {}

impl Scored for Marks {
    fn score(&self, player: Player) -> i64 {
        let own = self.cells.iter().filter(|cell| **cell == Some(player));
        own.count() as i64
    }
}

/// The rows exchanged.
impl Symmetric for Marks {
    type Symmetry = ();

    fn symmetries(&self) -> Vec<()> {
        vec![()]
    }

    fn image(&self, (): &()) -> Marks {
        let mut image = self.clone();
        image.cells.rotate_left(3);
        image
    }

    fn canonical(&self) -> Marks {
        let key = |marks: &Marks| marks.cells.map(|cell| cell.map(Player::index));
        let image = self.image(&());
        if key(&image) < key(self) {
            image
        } else {
            self.clone()
        }
    }
}

impl Actions for Marks {
    fn n_actions(&self) -> Option<usize> {
        match self.bug {
            Bug::ActionsChange => Some(6 + self.left()),
            Bug::ActionWithoutAnIndex => None,
            Bug::ActionTooLarge => Some(5),
            _ => Some(6),
        }
    }

    fn action_of(&self, m: &Mark) -> Option<usize> {
        if self.bug != Bug::ActionOfAnIllegalMove {
            self.check(m).ok()?;
        }
        match self.bug {
            Bug::ActionMissing if m.0 == 4 => None,
            Bug::ActionShared if m.0 == 4 => Some(3),
            _ => Some(m.0),
        }
    }

    fn move_of(&self, action: usize) -> Option<Mark> {
        let m = Mark(action);
        match self.bug {
            Bug::ActionWithoutAnIndex => None,
            Bug::IllegalMoveOfAnAction if action < 6 => Some(m),
            _ => self.check(&m).is_ok().then_some(m),
        }
    }
}

impl Parts for Marks {
    fn part_sizes(&self) -> Vec<usize> {
        match self.bug {
            Bug::PartTooLarge => vec![2, 2],
            Bug::PartsChange => vec![2, 3 + self.left()],
            _ => vec![2, 3],
        }
    }

    fn parts_of(&self, m: &Mark) -> Option<Vec<usize>> {
        if self.bug != Bug::PartsOfAnIllegalMove {
            self.check(m).ok()?;
        }
        match self.bug {
            Bug::PartsShared if m.0 == 4 => Some(vec![1, 0]),
            _ => Some(vec![m.0 / 3, m.0 % 3]),
        }
    }

    fn move_of_parts(&self, parts: &[usize]) -> Option<Mark> {
        let &[row, column] = parts else {
            return None;
        };
        let m = Mark(3 * row + column);
        match self.bug {
            Bug::IllegalMoveOfParts if m.0 < 6 => Some(m),
            _ => (column < 3 && self.check(&m).is_ok()).then_some(m),
        }
    }
}

impl Planes for Marks {
    fn shape(&self) -> [usize; 3] {
        match self.bug {
            Bug::ShapeChanges if self.left() < 4 => [3, 3, 2],
            _ => [3, 2, 3],
        }
    }

    fn plane_names(&self) -> Vec<String> {
        let names = ["first", "second", "first to move"].map(str::to_owned);
        let n = if self.has(Bug::PlaneWithoutAName) {
            2
        } else {
            3
        };
        names[..n].to_vec()
    }

    fn write_planes(&self, planes: &mut [f32]) {
        for (cell, mark) in self.cells.iter().enumerate() {
            if self.has(Bug::PlaneNotWritten) && mark.is_none() {
                continue;
            }
            let mark = mark.filter(|_| !self.has(Bug::PlanesForget) || cell != 5);
            planes[cell] = f32::from(u8::from(mark == Some(Player::FIRST)));
            planes[6 + cell] = f32::from(u8::from(mark == Some(Player::SECOND)));
        }
        planes[12..].fill(f32::from(u8::from(self.mover == Player::FIRST)));
        if self.has(Bug::PlanesNotPermuted) {
            planes[12] = 0.5;
        }
    }
}

impl Graphs for Marks {
    fn layout(&self) -> Layout {
        let most = match self.bug {
            Bug::GraphTooLarge => 5,
            Bug::LayoutChanges => 6 + self.left(),
            _ => 6,
        };
        Layout {
            features: ["first", "second", "first to move"]
                .map(str::to_owned)
                .into(),
            kinds: vec!["down".to_owned()],
            most_nodes: most,
            most_edges: 3,
        }
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::new(3);
        for (cell, mark) in self.cells.iter().enumerate() {
            let mark = mark.filter(|_| !self.has(Bug::GraphForgets) || cell != 5);
            let mut of = |player| f32::from(u8::from(mark == Some(player)));
            let mut features = [Player::FIRST, Player::SECOND, self.mover].map(&mut of);
            features[2] = f32::from(u8::from(self.mover == Player::FIRST));
            if self.has(Bug::GraphNotSymmetric) && cell == 0 && mark.is_none() {
                features[2] = 0.5;
            }
            graph.add_node(&features);
        }
        let kind = u8::from(self.has(Bug::GraphOfAnUnknownKind));
        (0..3).for_each(|column| graph.add_edge(column, column + 3, kind));
        graph
    }

    fn node_names(&self) -> Vec<String> {
        let named = if self.has(Bug::GraphUnnamed) { 5 } else { 6 };
        (0..named).map(|cell| format!("cell {cell}")).collect()
    }
}

impl Augments for Marks {
    fn image_of_action(&self, action: usize, (): &()) -> usize {
        match self.bug {
            Bug::ActionsMerge => action % 3,
            Bug::ActionsNotPermuted => action,
            _ => (action + 3) % 6,
        }
    }

    fn image_of_cell(&self, cell: usize, (): &()) -> usize {
        match self.bug {
            Bug::CellsMerge => cell % 3,
            _ => (cell + 3) % 6,
        }
    }
}

impl Bounds for Marks {
    fn bounds(&self) -> Bound {
        let left = self.left();
        let bound = match self.bug {
            Bug::BoundOnMovesTooLow => Bound::of_moves(left.saturating_sub(1)),
            Bug::BoundOnMovesStays => Bound::of_moves(6),
            _ => Bound::of_moves(left),
        };
        let most = if self.bug == Bug::ScoreOutOfRange {
            2
        } else {
            6
        };
        let mut bound = Bound {
            in_a_row: Some(left.min(3)),
            scores: Some(0..=most),
            ..bound
        };
        match self.bug {
            Bug::BoundOnTurnsTooLow => bound.turns = Some(left / 2),
            Bug::BoundOnATurnTooLow => bound.in_a_row = Some(left.min(1)),
            Bug::NoRange => bound.scores = None,
            _ => {}
        }
        bound
    }
}

/// The law that each bug breaks.
const EXPECTED: &[(Bug, &str)] = &[
    (Bug::ActionMissing, "every legal move has an action"),
    (
        Bug::ActionShared,
        "an action is its move, and a move its action",
    ),
    (Bug::ActionTooLarge, "every legal move has an action"),
    (
        Bug::ActionOfAnIllegalMove,
        "only a legal move has an action",
    ),
    (
        Bug::IllegalMoveOfAnAction,
        "an action is its move, and a move its action",
    ),
    (Bug::ActionsChange, "the number of actions stays the same"),
    (
        Bug::ActionWithoutAnIndex,
        "a game without an index has no action",
    ),
    (
        Bug::PartsShared,
        "parts are their move, and a move its parts",
    ),
    (Bug::PartTooLarge, "every legal move has its parts"),
    (Bug::PartsOfAnIllegalMove, "only a legal move has parts"),
    (
        Bug::IllegalMoveOfParts,
        "parts are their move, and a move its parts",
    ),
    (Bug::PartsChange, "the sizes of the parts stay the same"),
    (Bug::PlaneWithoutAName, "every plane has a name"),
    (
        Bug::PlaneNotWritten,
        "planes are written in full and depend on the position alone",
    ),
    (
        Bug::PlanesForget,
        "different positions have different planes",
    ),
    (Bug::ShapeChanges, "the shape stays the same"),
    (Bug::GraphTooLarge, "a graph keeps to its layout"),
    (Bug::GraphUnnamed, "each node has a name"),
    (Bug::GraphOfAnUnknownKind, "a graph keeps to its layout"),
    (
        Bug::GraphForgets,
        "different positions have different graphs",
    ),
    (Bug::LayoutChanges, "the layout stays the same"),
    (
        Bug::GraphNotSymmetric,
        "the graph of an image has the same neighbourhoods",
    ),
    (Bug::CellsMerge, "a symmetry permutes the cells"),
    (
        Bug::PlanesNotPermuted,
        "the planes of an image are the permuted planes",
    ),
    (Bug::ActionsMerge, "a symmetry permutes the actions"),
    (
        Bug::ActionsNotPermuted,
        "the action of an image is the permuted action",
    ),
    (
        Bug::BoundOnMovesTooLow,
        "a game is no longer than its bounds",
    ),
    (
        Bug::BoundOnMovesStays,
        "a move lowers the bound on the moves",
    ),
    (
        Bug::BoundOnTurnsTooLow,
        "a game is no longer than its bounds",
    ),
    (
        Bug::BoundOnATurnTooLow,
        "a game is no longer than its bounds",
    ),
    (Bug::ScoreOutOfRange, "a score is within its bounds"),
    (Bug::NoRange, "a game with scores bounds them"),
];

fn suite(bug: Bug) -> Laws<Marks> {
    let laws = Laws::of(Marks::with(bug)).games(60).encoding();
    let laws = laws.planes().graphs().symmetric().augments();
    laws.symmetric_graphs().bounded_scores()
}

#[test]
fn the_game_without_a_bug_obeys_every_law() {
    assert_eq!(suite(Bug::None).check().finished, 60);
}

#[test]
fn each_bug_breaks_its_law() {
    for &(bug, law) in EXPECTED {
        let failure = suite(bug).find().expect_err("a bug was planted");
        assert_eq!(failure.broken.law, law, "{bug:?}: {failure}");
    }
}

/// A heap of sticks, from which a player takes one or as many as `most` says for them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sticks {
    left: usize,
    mover: Player,
    most: [usize; 2],
    shows: Shows,
}

/// What the planes show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shows {
    HeapAndMover,
    Heap,
    ViewOfMover,
}

impl Sticks {
    fn sizes(&self) -> impl Iterator<Item = usize> {
        let sizes = [1, self.most[self.mover.index()]];
        sizes.into_iter().filter(|size| *size <= self.left)
    }
}

impl Game for Sticks {
    type Move = Mark;
    type Illegal = Taken;

    fn turn(&self) -> Option<Player> {
        (self.left > 0).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let loser = self.turn().is_none().then_some(self.mover);
        loser.map(|loser| Outcome::Win(loser.opponent()))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Mark) -> ControlFlow<()>) -> ControlFlow<()> {
        self.sizes().map(Mark).try_for_each(visit)
    }

    fn check(&self, m: &Mark) -> Result<(), Taken> {
        let mut sizes = self.sizes();
        sizes.any(|size| size == m.0).then_some(()).ok_or(Taken)
    }

    fn apply(&mut self, m: &Mark) -> Result<(), Taken> {
        self.check(m)?;
        self.left -= m.0;
        self.mover = self.mover.opponent();
        Ok(())
    }
}

impl Planes for Sticks {
    fn shape(&self) -> [usize; 3] {
        [2, 1, 1]
    }

    fn plane_names(&self) -> Vec<String> {
        ["sticks", "first to move"].map(str::to_owned).to_vec()
    }

    fn is_view_of_mover(&self) -> bool {
        self.shows == Shows::ViewOfMover
    }

    fn write_planes(&self, planes: &mut [f32]) {
        let is_first = |player| f32::from(u8::from(player == Some(Player::FIRST)));
        let mover = Some(self.mover).filter(|_| self.shows == Shows::HeapAndMover);
        planes.copy_from_slice(&[self.left as f32, is_first(mover)]);
    }
}

#[test]
fn planes_without_the_player_to_move_break_their_law() {
    let suite = |most, shows| {
        let start = Sticks {
            left: 9,
            mover: Player::FIRST,
            most,
            shows,
        };
        let failure = Laws::of(start).games(60).planes().find().err()?;
        Some(failure.broken.law)
    };
    let differ = "different positions have different planes";
    let same = "positions with the same planes are the same to the player to move";
    // A heap is reached by one move of two sticks or by two of one; by one move of four or by four of one.
    for most in [[2, 2], [4, 6]] {
        assert_eq!(suite(most, Shows::HeapAndMover), None);
        assert_eq!(suite(most, Shows::Heap), Some(differ));
    }
    // The same heap is the same to both players only if they may take the same.
    assert_eq!(suite([2, 2], Shows::ViewOfMover), None);
    assert_eq!(suite([4, 6], Shows::ViewOfMover), Some(same));
}
