//! Misère canonical forms: numbered reduced trees.
//!
//! A form is the set of its options, which are values. A *value* is a form, or a form beside a heap of one stick: two
//! such heaps cancel in misère play too, so the heap is one bit. Building a form leaves out reversible options: if all
//! options of a game *C* are options of a game *G*, and every other option of *G* has *C* as an option, then *G* = *C*.
//! If *C* is the empty game, the player to move must also win *G* (Conway, *On Numbers and Games*, chapter 12).

use common::sorting;

use rustc_hash::FxHashMap;

use crate::solve::search::book::LandId;
use crate::solve::search::{Blocks, Strings};

/// Twice the number of a form, and one more if there is a heap of one stick beside it. 0 is the empty game.
pub(crate) type FormId = u32;

/// All forms met so far, by number.
#[derive(Debug)]
pub(crate) struct Forms {
    /// A page for each value.
    pages: Blocks<FormPage>,
    /// The options of all values, in order.
    options: Blocks<FormId>,
    /// The lists of options that were looked up, and for each its value.
    lists: Strings<FormId>,
    values: Blocks<FormId>,
    sums: FxHashMap<(FormId, FormId), FormId>,
    /// For each form, by its number, a game that has the form.
    recipes: Vec<Recipe>,
}

/// A game that has a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recipe {
    Empty,
    /// A Nim heap that equals no land met so far.
    Heap,
    Land(LandId),
    Sum(FormId, FormId),
}

#[derive(Debug)]
struct FormPage {
    /// The place where its options end.
    end: u32,
    /// The length of the longest play.
    depth: u8,
    /// Whether the player to move wins.
    wins: bool,
    /// The number of forms on the longest chain of moves, counting a form beside a stick as that form.
    size: u32,
}

impl Default for Forms {
    fn default() -> Forms {
        let mut forms = Forms {
            pages: Blocks::default(),
            options: Blocks::default(),
            lists: Strings::default(),
            values: Blocks::default(),
            sums: FxHashMap::default(),
            recipes: vec![Recipe::Empty],
        };
        forms.push(&[], (0, true, 1));
        forms.push(&[0], (1, false, 1));
        forms.learn(&[], 0);
        forms
    }
}

impl Forms {
    pub(crate) fn options(&self, value: FormId) -> &[FormId] {
        let before = match value {
            0 => 0,
            _ => self.pages[value as usize - 1].end,
        };
        let end = self.pages[value as usize].end;
        self.options.string(before as usize, end as usize)
    }

    /// Returns the length of the longest play.
    pub(crate) fn depth(&self, value: FormId) -> u8 {
        self.pages[value as usize].depth
    }

    /// Returns whether the player to move wins.
    pub(crate) fn wins(&self, value: FormId) -> bool {
        self.pages[value as usize].wins
    }

    /// Returns the number of forms on the longest chain of moves, counting a form beside a stick as that form.
    pub(crate) fn size(&self, value: FormId) -> u32 {
        self.pages[value as usize].size
    }

    /// Returns a game that has the form of a value, without the heap of one stick.
    pub(crate) fn recipe(&self, value: FormId) -> Recipe {
        self.recipes[value as usize / 2]
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn memory(&self) -> usize {
        // A table of the standard library has one byte beside each entry, and an eighth of its entries is never used.
        let entry = size_of::<((FormId, FormId), FormId)>() + 1;
        self.pages.len() * size_of::<FormPage>()
            + size_of::<FormId>() * (self.options.len() + self.values.len())
            + self.lists.memory()
            + self.sums.capacity() / 7 * 8 * entry
            + self.recipes.capacity() * size_of::<Recipe>()
    }

    /// Returns whether some form is that of a Nim heap that equals no land met so far.
    #[cfg(feature = "store")]
    pub(crate) fn has_heaps(&self) -> bool {
        self.recipes.contains(&Recipe::Heap)
    }

    /// Gives the lands of the recipes new numbers.
    pub(crate) fn renumber(&mut self, land: impl Fn(LandId) -> LandId) {
        for recipe in &mut self.recipes {
            if let Recipe::Land(id) = recipe {
                *id = land(*id);
            }
        }
    }

    /// The value of a Nim heap.
    pub(crate) fn heap(&mut self, sticks: u8) -> FormId {
        let mut options = Vec::new();
        let mut heap = 0;
        for _ in 0..sticks {
            options.push(heap);
            heap = self.of(options.clone(), Recipe::Heap);
        }
        heap
    }

    /// The value of the game with these options, of which `recipe` is one.
    pub(crate) fn of(&mut self, mut options: Vec<FormId>, recipe: Recipe) -> FormId {
        sorting::sort_hot(&mut options);
        options.dedup();
        if let Ok(list) = self.lists.find(&options) {
            let known = self.values[list as usize];
            let own = &mut self.recipes[known as usize / 2];
            if *own == Recipe::Heap && known & 1 == 0 {
                *own = recipe;
            }
            return known;
        }
        let wins = options.iter().any(|option| !self.wins(*option));
        let value = match self.reduced(&options, wins) {
            Some(value) => value,
            None => self.add(&options, wins, recipe),
        };
        self.learn(&options, value);
        value
    }

    /// Remembers the value of the game with these options.
    fn learn(&mut self, options: &[FormId], value: FormId) {
        if let Err(slot) = self.lists.find(options) {
            self.lists.add(options, slot);
            self.values.push(value);
        }
    }

    /// Adds the next value: its options, depth, whether the player to move wins, and size.
    fn push(&mut self, options: &[FormId], (depth, wins, size): (u8, bool, u32)) {
        self.options.push_string(options);
        self.pages.push(FormPage {
            end: self.options.len() as u32,
            depth,
            wins,
            size,
        });
    }

    /// The known value that the game with these options equals, if there is one.
    fn reduced(&self, options: &[FormId], wins: bool) -> Option<FormId> {
        let deepest = *options.iter().max_by_key(|option| self.depth(**option))?;
        // The options that are left out are deeper than the equal form, and the others are not, so the deepest are
        // removed first.
        let is_option =
            |game: FormId, option: FormId| self.options(game).binary_search(&option).is_ok();
        let equals = |candidate: FormId| {
            let kept = self.options(candidate);
            (candidate != 0 || wins)
                && kept
                    .iter()
                    .all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|option| {
                    is_option(*option, candidate) || kept.binary_search(option).is_ok()
                })
        };
        let found = self.options(deepest).iter().copied().find(|c| equals(*c));
        // Or it is a form beside a heap of one stick, or that form without the heap.
        found.or_else(|| {
            let beside = options.iter().map(|option| option ^ 1);
            beside
                .into_iter()
                .find(|other| self.options(*other) == options)
        })
    }

    fn add(&mut self, options: &[FormId], wins: bool, recipe: Recipe) -> FormId {
        let value = self.pages.len() as FormId;
        let depth = 1 + options.iter().map(|o| self.depth(*o)).max().unwrap_or(0);
        let size = 1 + options.iter().map(|o| self.size(*o)).max().unwrap_or(0);
        let mut beside: Vec<FormId> = options.iter().map(|option| option ^ 1).collect();
        beside.push(value);
        sorting::sort_hot(&mut beside);
        let wins_beside = !wins || beside.iter().any(|o| *o != value && !self.wins(*o));
        self.recipes.push(recipe);
        self.push(options, (depth, wins, size));
        self.push(&beside, (depth + 1, wins_beside, size));
        value
    }

    /// The value of two games side by side.
    pub(crate) fn sum(&mut self, a: FormId, b: FormId) -> FormId {
        let bit = (a ^ b) & 1;
        let (a, b) = (a & !1, b & !1);
        if a == 0 || b == 0 {
            return (a | b) ^ bit;
        }
        let key = (a.min(b), a.max(b));
        if let Some(sum) = self.sums.get(&key) {
            return sum ^ bit;
        }
        let mut options = Vec::with_capacity(self.options(a).len() + self.options(b).len());
        for i in 0..self.options(a).len() {
            options.push(self.sum(self.options(a)[i], b));
        }
        if a != b {
            for i in 0..self.options(b).len() {
                options.push(self.sum(a, self.options(b)[i]));
            }
        }
        let sum = self.of(options, Recipe::Sum(a, b));
        self.sums.insert(key, sum);
        sum ^ bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_heaps_of_two_are_not_the_empty_game() {
        let mut forms = Forms::default();
        let two = forms.of(vec![0, 1], Recipe::Empty);
        let sum = forms.sum(two, two);
        assert_ne!(sum, 0);
        // In misère Nim the player to move loses with two heaps of two, and wins with the empty game.
        assert!(!forms.wins(sum));
        assert!(forms.wins(0));
    }

    #[test]
    fn heaps_of_one_cancel() {
        let mut forms = Forms::default();
        assert_eq!(forms.of(vec![0], Recipe::Empty), 1);
        assert_eq!(forms.of(vec![1], Recipe::Empty), 0);
    }
}
