//! Misère play.

use rustc_hash::FxHashMap;

use super::book::{Book, LandId};
use super::{GaveUp, Watch};
use crate::land::{Lands, Reductions};

type Key = smallvec::SmallVec<[LandId; 6]>;

/// Outcomes of sums of lands in misère play.
///
/// The lands have a book of their own, because the search for normal play forgets options once it knows nimbers.
#[derive(Debug)]
pub(crate) struct Outcomes {
    book: Book,
    wins: FxHashMap<Key, bool>,
}

impl Outcomes {
    pub(crate) fn len(&self) -> usize {
        self.wins.len()
    }

    pub(crate) fn new() -> Outcomes {
        Outcomes {
            book: Book::new(Reductions::ALL),
            wins: FxHashMap::default(),
        }
    }

    /// Whether the player to move on a position wins.
    pub(crate) fn position(
        &mut self,
        position: &Lands,
        watch: &mut Watch<'_>,
    ) -> Result<bool, GaveUp> {
        let mut ids: Key = position
            .iter()
            .map(|land| self.book.intern(land.form()))
            .collect();
        ids.sort_unstable();
        self.wins(&ids, watch)
    }

    /// Whether the player to move wins.
    fn wins(&mut self, lands: &[LandId], watch: &mut Watch<'_>) -> Result<bool, GaveUp> {
        // Without a move the player to move has won.
        if lands.is_empty() {
            return Ok(true);
        }
        if let Some(wins) = self.wins.get(lands) {
            return Ok(*wins);
        }
        watch.tick(|| {
            let mut state = self.book.state();
            state.known = self.wins.len() as u64;
            state.memory += self.wins.len() * 64;
            state
        })?;
        let mut children: Vec<(usize, Key)> = Vec::new();
        for (i, land) in lands.iter().enumerate() {
            if i > 0 && lands[i - 1] == *land {
                continue;
            }
            self.book.expand(*land);
            for option in self.book.all_options(*land) {
                let others = lands
                    .iter()
                    .enumerate()
                    .filter(|(j, _)| *j != i)
                    .map(|(_, l)| *l);
                let mut child: Key = others.chain(option.iter().copied()).collect();
                child.sort_unstable();
                let lives = child
                    .iter()
                    .map(|id| usize::from(self.book.pages[*id as usize].lives))
                    .sum();
                children.push((lives, child));
            }
        }
        children.sort_unstable();
        children.dedup();
        let mut wins = false;
        for (_, child) in children {
            if !self.wins(&child, watch)? {
                wins = true;
                break;
            }
        }
        self.wins.insert(lands.into(), wins);
        Ok(wins)
    }
}
