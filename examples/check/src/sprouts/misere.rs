//! Checks the facts of misère play, which are positions that the player to move loses.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::canonical::{Land, Position, lives};
use super::children::Checker;
use super::spelling::written;
use super::trees::{Tree, Trees};
use crate::text::shown;
use crate::work::{CheckResult, at_line, refuse};

/// A fact: the number of its line, and a position that the player to move loses.
pub type Fact = (usize, Position);

/// The number of small lands and replies kept, so that they are not computed again.
const KEPT_SMALL: usize = 1 << 20;
const KEPT_REPLIES: usize = 1 << 22;

/// A position in misère play: the numbers of its large lands, in order, and the tree of all its other lands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Parts {
    lands: Vec<u32>,
    tree: Tree,
}

/// A position some of whose lands are in no fact.
#[derive(Debug)]
struct Child {
    parts: Parts,
    others: Vec<Land>,
}

/// A checker of facts in misère play.
#[derive(Debug)]
pub struct Misere {
    checker: Checker,
    /// Lands with at most this many lives are small.
    forms: u32,
    trees: Trees,
    small: HashMap<Land, Tree>,
    /// The large lands of the facts, by number, and their numbers.
    lands: Vec<Land>,
    numbers: HashMap<Land, u32>,
    lost: HashSet<Parts>,
    /// The positions after each line in a large land whose large lands are all in facts.
    replies: HashMap<Land, Rc<Vec<Parts>>>,
    n_replies: usize,
}

impl Misere {
    /// Returns a checker that represents lands with at most `forms` lives by their trees.
    pub fn new(checker: Checker, forms: u32) -> Misere {
        Misere {
            forms,
            trees: Trees::new(&checker.work),
            checker,
            small: HashMap::new(),
            lands: Vec::new(),
            numbers: HashMap::new(),
            lost: HashSet::new(),
            replies: HashMap::new(),
            n_replies: 0,
        }
    }

    /// Checks facts. Returns whether they determine who wins a position.
    pub(super) fn check(
        &mut self,
        facts: &[Fact],
        position: &Position,
        mover_wins: bool,
    ) -> CheckResult<bool> {
        for land in facts.iter().flat_map(|(_, fact)| fact) {
            if !self.is_small(land) && !self.numbers.contains_key(land) {
                let number = self.lands.len() as u32;
                self.numbers.insert(Rc::clone(land), number);
                self.lands.push(Rc::clone(land));
            }
        }
        let mut lost = Vec::new();
        for (line, fact) in facts {
            let fact = self.child(fact).map_err(at_line(*line))?.parts;
            self.lost.insert(fact.clone());
            lost.push((*line, fact));
        }
        let work = self.checker.work.clone();
        for (line, fact) in work.counted(&lost) {
            self.check_fact(fact).map_err(at_line(*line))?;
        }
        let root = self.child(position)?;
        if mover_wins {
            self.wins(&root)
        } else {
            Ok(root.others.is_empty() && self.is_lost(&root.parts))
        }
    }

    /// Checks that the opponent wins after each line.
    fn check_fact(&mut self, fact: &Parts) -> CheckResult<()> {
        if fact.lands.is_empty() {
            return match self.trees.wins(fact.tree) {
                true if fact.tree == 0 => refuse("a player who cannot move wins"),
                true => refuse("the tree of this position shows that the player to move wins it"),
                false => Ok(()),
            };
        }
        let mut children = Vec::new();
        for at in 0..fact.lands.len() {
            let land = Rc::clone(&self.lands[fact.lands[at] as usize]);
            if at > 0 && fact.lands[at - 1] == fact.lands[at] {
                continue;
            }
            for child in self.checker.children(&land)?.iter() {
                let child = self.child(child)?;
                let parts = self.with(fact, Some(at), &child.parts)?;
                children.push(Child { parts, ..child });
            }
        }
        for option in Rc::clone(self.trees.options(fact.tree)).iter() {
            children.push(Child {
                parts: Parts {
                    tree: *option,
                    ..fact.clone()
                },
                others: Vec::new(),
            });
        }
        for child in children {
            if !self.wins(&child)? {
                let (position, tree) = self.written(&child);
                let beside = if tree == "0" {
                    String::new()
                } else {
                    format!(" beside the tree {tree}")
                };
                let position = shown(&position);
                return refuse(format!(
                    "no fact shows that the player to move wins `{position}`{beside}"
                ));
            }
        }
        Ok(())
    }

    /// Whether a fact, or the tree if there are no large lands, shows that the player to move loses.
    fn is_lost(&self, parts: &Parts) -> bool {
        if parts.lands.is_empty() {
            !self.trees.wins(parts.tree)
        } else {
            self.lost.contains(parts)
        }
    }

    /// Whether some line leads to a lost position, or none can be drawn.
    fn wins(&mut self, child: &Child) -> CheckResult<bool> {
        let Child { parts, others } = child;
        if others.is_empty() && parts.lands.is_empty() {
            return Ok(self.trees.wins(parts.tree));
        }
        // A line changes one land, and after it all large lands are those of facts.
        let changed: Vec<(Option<usize>, Land)> = match &others[..] {
            [] => {
                let lands = parts.lands.iter().enumerate();
                lands
                    .map(|(at, land)| (Some(at), Rc::clone(&self.lands[*land as usize])))
                    .collect()
            }
            [other] => vec![(None, Rc::clone(other))],
            _ => return Ok(false),
        };
        if others.is_empty() {
            for option in Rc::clone(self.trees.options(parts.tree)).iter() {
                self.checker.work.spend(1 + parts.lands.len())?;
                let tree = *option;
                let lands = parts.lands.clone();
                if self.is_lost(&Parts { lands, tree }) {
                    return Ok(true);
                }
            }
        }
        for (at, land) in changed {
            for reply in self.replies(&land)?.iter() {
                let reply = self.with(parts, at, reply)?;
                if self.is_lost(&reply) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The positions after each line in a large land whose large lands are all in facts.
    fn replies(&mut self, land: &Land) -> CheckResult<Rc<Vec<Parts>>> {
        if let Some(known) = self.replies.get(land) {
            return Ok(Rc::clone(known));
        }
        let mut found = HashSet::new();
        for child in self.checker.list(land)? {
            let is_known = |land: &Land| self.is_small(land) || self.numbers.contains_key(land);
            if child.iter().all(is_known) {
                found.insert(self.child(&child)?.parts);
            }
        }
        if self.n_replies >= KEPT_REPLIES {
            self.replies.clear();
            self.n_replies = 0;
        }
        self.n_replies += found.len() + 1;
        let mut found: Vec<Parts> = found.into_iter().collect();
        found.sort_unstable();
        let found = Rc::new(found);
        self.replies.insert(Rc::clone(land), Rc::clone(&found));
        Ok(found)
    }

    /// Puts `more` in the place of a land, if one is given, or beside a position.
    fn with(&mut self, parts: &Parts, at: Option<usize>, more: &Parts) -> CheckResult<Parts> {
        self.checker
            .work
            .spend(1 + parts.lands.len() + more.lands.len())?;
        let mut lands = parts.lands.clone();
        if let Some(at) = at {
            lands.remove(at);
        }
        lands.extend_from_slice(&more.lands);
        lands.sort_unstable();
        let tree = self.trees.sum(parts.tree, more.tree)?;
        Ok(Parts { lands, tree })
    }

    /// Returns the tree of all small lands of a position side by side.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many trees, if games last too long, or if the check reaches its limit.
    pub fn tree_of(&mut self, position: &Position) -> CheckResult<Tree> {
        Ok(self.child(position)?.parts.tree)
    }

    /// The parts of a position: large lands, the tree of small lands, and lands that are in no fact.
    fn child(&mut self, position: &Position) -> CheckResult<Child> {
        let (mut lands, mut others, mut tree) = (Vec::new(), Vec::new(), 0);
        for land in position {
            if self.is_small(land) {
                let own = self.tree(land)?;
                tree = self.trees.sum(tree, own)?;
            } else if let Some(number) = self.numbers.get(land) {
                lands.push(*number);
            } else {
                others.push(Rc::clone(land));
            }
        }
        lands.sort_unstable();
        let parts = Parts { lands, tree };
        Ok(Child { parts, others })
    }

    fn is_small(&self, land: &Land) -> bool {
        lives(land) <= self.forms
    }

    /// The tree of a small land, from the trees of all that it leads to.
    fn tree(&mut self, land: &Land) -> CheckResult<Tree> {
        if let Some(known) = self.small.get(land) {
            return Ok(*known);
        }
        let mut options = Vec::new();
        for child in self.checker.list(land)? {
            options.push(self.child(&child)?.parts.tree);
        }
        let tree = self.trees.of(options)?;
        if self.small.len() >= KEPT_SMALL {
            self.small.clear();
        }
        self.small.insert(Rc::clone(land), tree);
        Ok(tree)
    }

    fn written(&self, child: &Child) -> (String, String) {
        let lands = child.parts.lands.iter();
        let mut position: Position = lands.map(|n| Rc::clone(&self.lands[*n as usize])).collect();
        position.extend(child.others.iter().map(Rc::clone));
        (written(&position), self.trees.written(child.parts.tree))
    }
}
