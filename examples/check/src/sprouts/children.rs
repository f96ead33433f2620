//! Lists the positions that one line can lead to.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::canonical::{Canonical, Land, Position, draw};
use super::drawing::Variant;
use super::moves::LineFlow;
use crate::work::{CheckResult, Failure, Work};

/// The number of children kept, so that they are not listed again.
const KEPT: usize = 1 << 20;

/// The number of children that a land may have.
const MOST_CHILDREN: usize = 1 << 20;

/// The distinct positions that one line in a land can lead to.
pub type Children = Rc<Vec<Position>>;

/// Lists the children of lands, and keeps some of the lists.
#[derive(Debug, Default)]
pub struct Checker {
    pub(super) variant: Variant,
    pub(super) canonical: Canonical,
    pub(super) work: Work,
    known: HashMap<Land, Children>,
    n_known: usize,
}

impl Checker {
    /// Returns a lister that has not listed any children yet.
    pub fn new(variant: Variant, work: &Work) -> Checker {
        Checker {
            variant,
            canonical: Canonical::new(work.clone()),
            work: work.clone(),
            ..Checker::default()
        }
    }

    /// Returns the distinct positions that one line in a land can lead to.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many, or if the check reaches its limit.
    pub fn children(&mut self, land: &Land) -> CheckResult<Children> {
        if let Some(known) = self.known.get(land) {
            return Ok(Rc::clone(known));
        }
        let found: Children = Rc::new(self.list(land)?);
        if self.n_known >= KEPT {
            self.known.clear();
            self.n_known = 0;
        }
        self.n_known += found.len() + 1;
        self.known.insert(Rc::clone(land), Rc::clone(&found));
        Ok(found)
    }

    /// The children of a land, if they are kept.
    pub(super) fn known(&self, land: &Land) -> Option<&Children> {
        self.known.get(land)
    }

    /// Lists the positions after each line in a land again, in order, so that every check of a file does the same.
    pub(super) fn list(&mut self, land: &Land) -> CheckResult<Vec<Position>> {
        let mut found = HashSet::new();
        self.for_each_child(land, &mut |child| {
            found.insert(child);
            if found.len() > MOST_CHILDREN {
                let reason = format!(
                    "a land may have at most {MOST_CHILDREN} children, but this one has more"
                );
                return Err(Failure::GaveUp(reason));
            }
            Ok(true)
        })?;
        let mut found: Vec<Position> = found.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }

    /// Calls `found` with the position after each line in a land until it returns false. The same position may be found
    /// several times.
    pub(super) fn for_each_child(
        &mut self,
        land: &Land,
        found: &mut dyn FnMut(Position) -> CheckResult<bool>,
    ) -> CheckResult<()> {
        let Checker {
            variant,
            canonical,
            work,
            ..
        } = self;
        draw(land).for_each_child(*variant, work, &mut |child| {
            let goes_on = canonical.position(child, *variant).and_then(&mut *found);
            match goes_on {
                Ok(true) => LineFlow::Continue(()),
                Ok(false) => LineFlow::Break(Ok(())),
                Err(failure) => LineFlow::Break(Err(failure)),
            }
        })
    }

    /// Returns all positions that can be reached from a position, for tests.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`children`](Checker::children).
    pub fn reachable(&mut self, position: Position) -> CheckResult<BTreeSet<Position>> {
        let mut met = BTreeSet::from([position.clone()]);
        let mut open = vec![position];
        while let Some(position) = open.pop() {
            for (i, land) in position.iter().enumerate() {
                for child in self.children(land)?.iter() {
                    let mut next = position.clone();
                    next.remove(i);
                    next.extend(child.iter().map(Rc::clone));
                    next.sort_unstable();
                    if met.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        Ok(met)
    }
}
