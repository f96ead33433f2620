//! Misère play: whoever makes the last move loses.
//!
//! Nimbers do not work in misère play, but many small positions still have simple values. The *tree* of a position is
//! the set of the trees of its options; an option is *reversible* if it has an option that equals what is left without it, and
//! can then be left out. What remains is the canonical form of the position (Grundy and Smith 1956; Conway, *On Numbers
//! and Games*, chapter 12): two positions with the same form have the same outcome in any company.
//!
//! Lands with few lives, and all lands that can be reached from four spots, are replaced by their forms. A form is
//! written as another form beside a heap of one stick where it is that, because two such heaps cancel in misère play
//! too. A state of the search is then a multiset of larger lands, a multiset of forms and one bit. Outcomes of
//! states are remembered. Children are tried in order of the lives of their lands, forms not counted: to
//! count them too makes the search a hundred times longer at seven spots, because play then avoids what is known.
//!
//! Source: J. Lemoine and S. Viennot, *Analysis of misère Sprouts game with reduced canonical trees*, arXiv:0908.4407.

use rustc_hash::FxHashMap;

use super::book::{Book, LandId};
use super::{GaveUp, Watch};
use crate::land::{Lands, Reductions};

/// Forms are added up as long as no play of the sum is longer than this.
const SUMMED: usize = 8;

/// A canonical form, times two, and one more if a heap of one stick stands beside it.
type Value = u32;

/// Misère canonical forms by number; 0 is the empty game.
#[derive(Debug)]
struct Forms {
    /// The options of each form, in order.
    options: Vec<Box<[Value]>>,
    /// The length of the longest play.
    depth: Vec<u8>,
    numbers: FxHashMap<Box<[Value]>, u32>,
    /// Whether the player to move wins a value, as far as it is known.
    wins: Vec<Option<bool>>,
    sums: FxHashMap<(Value, Value), Value>,
}

impl Forms {
    fn new() -> Forms {
        let empty: Box<[Value]> = Box::default();
        Forms {
            options: vec![empty.clone()],
            depth: vec![0],
            numbers: FxHashMap::from_iter([(empty, 0)]),
            wins: vec![Some(true), Some(false)],
            sums: FxHashMap::default(),
        }
    }

    fn options(&self, value: Value) -> Vec<Value> {
        let mut options = self.options[value as usize / 2].to_vec();
        if value & 1 == 1 {
            for option in &mut options {
                *option ^= 1;
            }
            options.push(value ^ 1);
            options.sort_unstable();
        }
        options
    }

    fn depth(&self, value: Value) -> usize {
        usize::from(self.depth[value as usize / 2]) + (value & 1) as usize
    }

    /// Whether the player to move wins.
    fn wins(&mut self, value: Value) -> bool {
        if let Some(wins) = self.wins[value as usize] {
            return wins;
        }
        let wins = self
            .options(value)
            .into_iter()
            .any(|option| !self.wins(option));
        self.wins[value as usize] = Some(wins);
        wins
    }

    /// The value of the game with these options.
    fn of(&mut self, mut options: Vec<Value>) -> Value {
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return 0;
        }
        let won = options.iter().any(|option| !self.wins(*option));
        // A game that equals this one: all its options are here, and every other option can be answered by moving to it.
        // The options of the simplest option are few, so start from there.
        let simplest = *options
            .iter()
            .min_by_key(|o| self.depth(**o))
            .expect("there are options");
        let mut candidates: Vec<Value> = Vec::new();
        for option in &options {
            candidates.extend(self.options(*option));
        }
        candidates.sort_unstable();
        candidates.dedup();
        for candidate in candidates {
            let kept = self.options(candidate);
            let is_kept = |option: &Value| kept.binary_search(option).is_ok();
            if candidate == 0 && !won || !kept.iter().all(|o| options.binary_search(o).is_ok()) {
                continue;
            }
            if !is_kept(&simplest) && self.options(simplest).binary_search(&candidate).is_err() {
                continue;
            }
            let answered = |option: &Value| {
                is_kept(option) || self.options(*option).binary_search(&candidate).is_ok()
            };
            if options.iter().all(answered) {
                return candidate;
            }
        }
        // A form beside a heap of one stick.
        for option in &options {
            if self.options(option ^ 1) == options {
                return option ^ 1;
            }
        }
        let options = options.into_boxed_slice();
        if let Some(number) = self.numbers.get(&options) {
            return 2 * number;
        }
        let number = self.options.len() as u32;
        let depth = 1 + options.iter().map(|o| self.depth(*o)).max().unwrap_or(0);
        self.depth.push(depth.min(255) as u8);
        self.wins.extend([Some(won), None]);
        self.options.push(options.clone());
        self.numbers.insert(options, number);
        2 * number
    }

    /// The value of two games side by side.
    fn sum(&mut self, a: Value, b: Value) -> Value {
        let bit = (a ^ b) & 1;
        let (a, b) = (a & !1, b & !1);
        if a == 0 || b == 0 {
            return (a | b) ^ bit;
        }
        let key = (a.min(b), a.max(b));
        if let Some(sum) = self.sums.get(&key) {
            return sum ^ bit;
        }
        let mut options = Vec::new();
        for option in self.options(a) {
            options.push(self.sum(option, b));
        }
        if a != b {
            for option in self.options(b) {
                options.push(self.sum(a, option));
            }
        }
        let sum = self.of(options);
        self.sums.insert(key, sum);
        sum ^ bit
    }
}

/// What a search remembers a position by: larger lands, then forms, then the heap of one stick.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
struct State {
    lands: smallvec::SmallVec<[LandId; 4]>,
    forms: smallvec::SmallVec<[Value; 4]>,
    stick: bool,
}

/// Outcomes of sums of lands in misère play.
///
/// The lands have a book of their own, because the search for normal play forgets options once it knows nimbers.
#[derive(Debug)]
pub(crate) struct Outcomes {
    book: Book,
    forms: Forms,
    /// The value of each land, as far as it is known.
    values: Vec<Option<Value>>,
    wins: FxHashMap<State, bool>,
    /// Up to how many lives lands are replaced by their forms.
    small: u8,
}

impl Outcomes {
    pub(crate) fn len(&self) -> usize {
        self.wins.len()
    }

    pub(crate) fn new() -> Outcomes {
        Outcomes {
            book: Book::new(Reductions::ALL),
            forms: Forms::new(),
            values: Vec::new(),
            wins: FxHashMap::default(),
            small: 5,
        }
    }

    /// How many different forms the positions have that can be reached from a position.
    #[cfg(test)]
    fn n_forms(position: &Lands) -> usize {
        let mut outcomes = Outcomes::new();
        let mut seen = std::collections::BTreeSet::new();
        let ids: Vec<LandId> = position
            .iter()
            .map(|land| outcomes.book.intern(land.form()))
            .collect();
        let mut open = vec![ids];
        let mut met: rustc_hash::FxHashSet<Vec<LandId>> = open.iter().cloned().collect();
        while let Some(lands) = open.pop() {
            let mut total = 0;
            for land in &lands {
                let value = outcomes.value(*land);
                total = outcomes.forms.sum(total, value);
            }
            seen.insert(total);
            for (i, land) in lands.iter().enumerate() {
                for option in outcomes.book.all_options(*land) {
                    let others = lands
                        .iter()
                        .enumerate()
                        .filter(|(j, _)| *j != i)
                        .map(|(_, l)| *l);
                    let mut child: Vec<LandId> = others.chain(option.iter().copied()).collect();
                    child.sort_unstable();
                    if met.insert(child.clone()) {
                        open.push(child);
                    }
                }
            }
        }
        seen.len()
    }

    /// Whether the player to move on a position wins.
    pub(crate) fn position(
        &mut self,
        position: &Lands,
        watch: &mut Watch<'_>,
    ) -> Result<bool, GaveUp> {
        if position.lives() > 12 {
            // The forms of what can be reached from four spots are few, and cover most of what larger games end in.
            for land in &Lands::start(4) {
                let id = self.book.intern(land.form());
                self.value(id);
            }
        }
        let ids: Vec<LandId> = position
            .iter()
            .map(|land| self.book.intern(land.form()))
            .collect();
        let mut state = State::default();
        let mut total = 0;
        for land in ids {
            self.add(&mut state, &mut total, land);
        }
        Self::settle(&mut state, total);
        self.wins(state, watch)
    }

    /// The value of a land; takes its whole tree.
    fn value(&mut self, land: LandId) -> Value {
        if let Some(Some(value)) = self.values.get(land as usize) {
            return *value;
        }
        self.book.expand(land);
        let options: Vec<Vec<LandId>> = self
            .book
            .all_options(land)
            .map(<[LandId]>::to_vec)
            .collect();
        let mut values = Vec::with_capacity(options.len());
        for option in options {
            let mut total = 0;
            for part in option {
                let value = self.value(part);
                total = self.forms.sum(total, value);
            }
            values.push(total);
        }
        let value = self.forms.of(values);
        if self.values.len() <= land as usize {
            self.values.resize(self.book.pages.len(), None);
        }
        self.values[land as usize] = Some(value);
        value
    }

    /// Adds a land to a state: its form if it is small, or itself.
    fn add(&mut self, state: &mut State, total: &mut Value, land: LandId) {
        let known = self.values.get(land as usize).copied().flatten();
        if known.is_some() || self.book.pages[land as usize].lives <= self.small {
            let value = self.value(land);
            self.add_value(state, total, value);
        } else {
            state.lands.push(land);
        }
    }

    /// Adds a value: simple ones are added up, others stay side by side.
    fn add_value(&mut self, state: &mut State, total: &mut Value, value: Value) {
        if self.forms.depth(value) + self.forms.depth(*total) <= SUMMED {
            *total = self.forms.sum(*total, value);
        } else {
            state.stick ^= value & 1 == 1;
            state.forms.push(value & !1);
        }
    }

    fn settle(state: &mut State, total: Value) {
        state.stick ^= total & 1 == 1;
        if total > 1 {
            state.forms.push(total & !1);
        }
        state.lands.sort_unstable();
        state.forms.sort_unstable();
    }

    /// Whether the player to move wins.
    fn wins(&mut self, state: State, watch: &mut Watch<'_>) -> Result<bool, GaveUp> {
        if state.lands.is_empty() && state.forms.len() < 2 {
            let value = state.forms.first().copied().unwrap_or(0) | u32::from(state.stick);
            return Ok(self.forms.wins(value));
        }
        if let Some(wins) = self.wins.get(&state) {
            return Ok(*wins);
        }
        watch.tick(|| {
            let mut now = self.book.state();
            now.known = self.wins.len() as u64;
            now.memory += self.wins.len() * (size_of::<State>() + 16);
            now
        })?;
        let mut children = self.children(&state);
        children.sort_unstable();
        children.dedup();
        // What is known already first.
        let known_loss = |child: &State| self.wins.get(child) == Some(&false);
        let mut wins = children.iter().any(|(_, child)| known_loss(child));
        if !wins {
            for (_, child) in children {
                if !self.wins(child, watch)? {
                    wins = true;
                    break;
                }
            }
        }
        self.wins.insert(state, wins);
        Ok(wins)
    }

    /// The states after each move, with what to order them by.
    fn children(&mut self, state: &State) -> Vec<((usize, usize, u64, usize), State)> {
        let mut children = Vec::new();
        let push = |outcomes: &Outcomes, child: State, children: &mut Vec<_>| {
            let lives = |id: &LandId| usize::from(outcomes.book.pages[*id as usize].lives);
            let forms = |form: &Value| outcomes.forms.depth(*form);
            let estimate = |id: &LandId| u64::from(outcomes.book.pages[*id as usize].estimate);
            let weight = child.lands.iter().map(lives).sum::<usize>();
            let estimate = child.lands.iter().map(estimate).sum::<u64>();
            let depth = child.forms.iter().map(forms).sum::<usize>();
            children.push((
                (weight, usize::MAX - child.lands.len(), estimate, depth),
                child,
            ));
        };
        for (i, land) in state.lands.iter().enumerate() {
            if i > 0 && state.lands[i - 1] == *land {
                continue;
            }
            self.book.expand(*land);
            let options: Vec<Vec<LandId>> = self
                .book
                .all_options(*land)
                .map(<[LandId]>::to_vec)
                .collect();
            for option in options {
                let mut child = State {
                    stick: state.stick,
                    ..State::default()
                };
                child.lands.extend(
                    state
                        .lands
                        .iter()
                        .enumerate()
                        .filter(|(j, _)| *j != i)
                        .map(|(_, l)| *l),
                );
                let mut total = 0;
                for form in &state.forms {
                    self.add_value(&mut child, &mut total, *form);
                }
                for part in option {
                    self.add(&mut child, &mut total, part);
                }
                Self::settle(&mut child, total);
                push(self, child, &mut children);
            }
        }
        if state.stick {
            push(
                self,
                State {
                    stick: false,
                    ..state.clone()
                },
                &mut children,
            );
        }
        for (i, form) in state.forms.iter().enumerate() {
            for option in self.forms.options(*form) {
                let mut child = State {
                    stick: state.stick,
                    lands: state.lands.clone(),
                    ..State::default()
                };
                let mut total = option;
                for (_, other) in state.forms.iter().enumerate().filter(|(j, _)| *j != i) {
                    self.add_value(&mut child, &mut total, *other);
                }
                Self::settle(&mut child, total);
                push(self, child, &mut children);
            }
        }
        children
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_heaps_of_two_are_not_the_empty_game() {
        let mut forms = Forms::new();
        let two = forms.of(vec![0, 1]);
        let sum = forms.sum(two, two);
        assert_ne!(sum, 0);
        // In misère Nim the player to move loses with two heaps of two, and wins with the empty game.
        assert!(!forms.wins(sum));
        assert!(forms.wins(0));
    }

    #[test]
    fn heaps_of_one_cancel() {
        let mut forms = Forms::new();
        assert_eq!(forms.of(vec![0]), 1);
        assert_eq!(forms.of(vec![1]), 0);
    }

    #[track_caller]
    fn check_forms(n: usize, forms: usize) {
        assert_eq!(
            Outcomes::n_forms(&Lands::start(n)),
            forms,
            "forms from {n} spots"
        );
    }

    #[test]
    fn there_are_as_many_reduced_trees_as_published() {
        check_forms(1, 2);
        check_forms(2, 5);
        check_forms(3, 7);
        check_forms(4, 35);
    }
}
