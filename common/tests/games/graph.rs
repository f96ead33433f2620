// Graph: a game written down position by position, to build the case that a search must get right.

use std::fmt;
use std::ops::ControlFlow;

use papergames_common::{Game, Outcome, Player, Stored};

/// Who is to move at a position, or how the game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Turn(Player),
    End(Outcome),
}

/// The positions, each with those that a move leads to. The first one is the start.
type Positions = &'static [(&'static str, Node, &'static [&'static str])];

#[derive(Clone, Debug)]
pub(crate) struct Graph {
    positions: Positions,
    at: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step(&'static str);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no move leads to {0}")]
pub(crate) struct NoStep(Step);

impl Graph {
    pub(crate) fn new(positions: Positions) -> Graph {
        let at = positions[0].0;
        Graph { positions, at }
    }

    fn node(&self) -> (Node, &'static [&'static str]) {
        let mut positions = self.positions.iter();
        let (_, node, steps) = positions
            .find(|(name, ..)| *name == self.at)
            .expect("it is listed");
        (*node, steps)
    }
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        self.at == other.at
    }
}

impl Eq for Graph {}

impl std::hash::Hash for Graph {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

impl Game for Graph {
    type Move = Step;
    type Illegal = NoStep;

    fn turn(&self) -> Option<Player> {
        match self.node().0 {
            Node::Turn(player) => Some(player),
            Node::End(_) => None,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.node().0 {
            Node::Turn(_) => None,
            Node::End(outcome) => Some(outcome),
        }
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        self.node().1.iter().try_for_each(|to| visit(Step(to)))
    }

    fn check(&self, m: &Step) -> Result<(), NoStep> {
        self.node().1.contains(&m.0).then_some(()).ok_or(NoStep(*m))
    }

    fn apply(&mut self, m: &Step) -> Result<(), NoStep> {
        self.check(m)?;
        self.at = m.0;
        Ok(())
    }
}

impl Stored for Graph {}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
