//! Canonical trees of misère play: a game as the set of its options' trees, without those that can be left out.

use std::collections::HashMap;
use std::rc::Rc;

use crate::work::{CheckResult, Failure, Work};

/// The number of trees and options of trees that a check may use, which take about half a gigabyte.
const MOST_OPTIONS: usize = 1 << 25;

/// The number of lines that may be drawn one after the other in the small lands of a position.
const MOST_DEPTH: u32 = 200;

/// The number of sums of trees that are kept, so that they are not computed again.
const KEPT_SUMS: usize = 1 << 22;

/// The number of a canonical tree. 0 is the tree without options.
pub type Tree = u32;

/// All canonical trees that a check has computed. A canonical tree is a set of options, each a tree, none of which can
/// be left out.
#[derive(Debug)]
pub struct Trees {
    work: Work,
    all: Vec<Plays>,
    /// The number of each tree, by its options in order.
    numbers: HashMap<Rc<[Tree]>, Tree>,
    sums: HashMap<(Tree, Tree), Tree>,
    n_options: usize,
}

/// What is known about a tree.
#[derive(Debug)]
struct Plays {
    options: Rc<[Tree]>,
    /// The length of the longest play.
    depth: u32,
    /// Whether the player to move wins.
    wins: bool,
}

impl Trees {
    /// Returns a set of trees that contains only the tree without options.
    pub fn new(work: &Work) -> Trees {
        let mut trees = Trees {
            work: work.clone(),
            all: Vec::new(),
            numbers: HashMap::new(),
            sums: HashMap::new(),
            n_options: 0,
        };
        trees.add(Rc::default());
        trees
    }

    pub(super) fn options(&self, tree: Tree) -> &Rc<[Tree]> {
        &self.all[tree as usize].options
    }

    fn depth(&self, tree: Tree) -> u32 {
        self.all[tree as usize].depth
    }

    /// Whether the player to move wins, because there is no move or there is a move to a lost tree.
    pub(super) fn wins(&self, tree: Tree) -> bool {
        self.all[tree as usize].wins
    }

    fn add(&mut self, options: Rc<[Tree]>) -> Tree {
        let tree = self.all.len() as Tree;
        let deepest = options.iter().map(|option| self.depth(*option) + 1).max();
        self.n_options += options.len() + 1;
        self.all.push(Plays {
            depth: deepest.unwrap_or(0),
            wins: options.is_empty() || options.iter().any(|option| !self.wins(*option)),
            options: Rc::clone(&options),
        });
        self.numbers.insert(options, tree);
        tree
    }

    /// Returns the tree of the game with these options.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many trees, or if the check reaches its limit.
    pub fn of(&mut self, mut options: Vec<Tree>) -> CheckResult<Tree> {
        options.sort_unstable();
        options.dedup();
        if let Some(known) = self.numbers.get(options.as_slice()) {
            return Ok(*known);
        }
        if let Some(less) = self.without_some(&options)? {
            return Ok(less);
        }
        if self.n_options > MOST_OPTIONS {
            let reason = format!(
                "the canonical trees of a proof may have at most {MOST_OPTIONS} options in total, but these have more"
            );
            return Err(Failure::GaveUp(reason));
        }
        Ok(self.add(options.into()))
    }

    /// Returns the tree that remains if some of the options can be left out.
    fn without_some(&self, options: &[Tree]) -> CheckResult<Option<Tree>> {
        let has = |tree: Tree, option: &Tree| self.options(tree).binary_search(option).is_ok();
        let wins = options.iter().any(|option| !self.wins(*option));
        // An option that is left out has `rest` as an option, so it is deeper than all that is kept.
        let Some(deepest) = options.iter().max_by_key(|option| self.depth(**option)) else {
            return Ok(None);
        };
        for rest in self.options(*deepest).iter().copied() {
            self.work.spend(1 + options.len())?;
            if (rest != 0 || wins)
                && (self.options(rest).iter()).all(|kept| options.binary_search(kept).is_ok())
                && (options.iter()).all(|option| has(rest, option) || has(*option, &rest))
            {
                return Ok(Some(rest));
            }
        }
        Ok(None)
    }

    /// Returns the tree of two games side by side.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many trees, if games last too long, or if the check reaches its limit.
    pub fn sum(&mut self, a: Tree, b: Tree) -> CheckResult<Tree> {
        if a == 0 || b == 0 {
            return Ok(a + b);
        }
        let both = (a.min(b), a.max(b));
        if let Some(known) = self.sums.get(&both) {
            return Ok(*known);
        }
        if self.depth(a) + self.depth(b) > MOST_DEPTH {
            let reason = format!(
                "games on the small lands of a position may have at most {MOST_DEPTH} moves, but this one has more"
            );
            return Err(Failure::GaveUp(reason));
        }
        self.work
            .spend(1 + self.options(a).len() + self.options(b).len())?;
        let mut options = Vec::new();
        for option in Rc::clone(self.options(a)).iter() {
            options.push(self.sum(*option, b)?);
        }
        for option in Rc::clone(self.options(b)).iter() {
            options.push(self.sum(a, *option)?);
        }
        let sum = self.of(options)?;
        if self.sums.len() >= KEPT_SUMS {
            self.sums.clear();
        }
        self.sums.insert(both, sum);
        Ok(sum)
    }

    /// Returns a tree as text for messages: `2` has the options `0` and `1`, and so on. Levels beyond the first few are
    /// left out.
    pub(super) fn written(&self, tree: Tree) -> String {
        self.written_to(tree, 3)
    }

    fn written_to(&self, tree: Tree, levels: usize) -> String {
        let options = self.options(tree);
        if options.iter().copied().eq(0..options.len() as Tree) {
            return options.len().to_string();
        }
        if levels == 0 {
            return "{...}".to_owned();
        }
        let some = options.iter().take(8);
        let mut texts: Vec<String> = some
            .map(|option| self.written_to(*option, levels - 1))
            .collect();
        if options.len() > 8 {
            texts.push("...".to_owned());
        }
        format!("{{{}}}", texts.join(" "))
    }
}

impl Default for Trees {
    fn default() -> Trees {
        Trees::new(&Work::default())
    }
}
