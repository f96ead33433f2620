//! Misère play: whoever makes the last move loses.
//!
//! Nimbers do not work in misère play, but many small positions still have simple values. The *tree* of a position is
//! the set of the trees of its options; an option is *reversible* if it has an option that equals what is left without
//! it, and can then be left out. What remains is the canonical form of the position (Grundy and Smith 1956; Conway, *On
//! Numbers and Games*, chapter 12): two positions with the same form have the same outcome in any company.
//!
//! Lands with few lives, and all lands that can be reached from four or five spots, are replaced by their forms. A form
//! that equals another form plus a heap of one stick is written as such, because two such heaps cancel in misère play
//! too; forms of simple games are added up. A state of the search is then a multiset of larger lands, a multiset of
//! forms and one bit. Proof numbers decide which state is examined next, and the children of a land are listed a few at
//! a time, as in normal play.
//!
//! Source: J. Lemoine and S. Viennot, *Analysis of misère Sprouts game with reduced canonical trees*, arXiv:0908.4407.

mod forms;
#[cfg(feature = "store")]
mod proof;
mod search;

use core::fmt;
use core::str::FromStr;

use common::Limit;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::book::{Book, LandId};
use super::{State as Progress, Watch};
use crate::land::{Land, Lands, ParseLandError, Reductions};
use crate::rules::Variant;
use forms::{Forms, Recipe, Value};
#[cfg(feature = "store")]
pub(crate) use proof::Gap;
use search::Nodes;
pub(crate) use search::StateId;

/// The key of a position in the search: larger lands, then forms, then the heap of one stick.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
struct State {
    lands: SmallVec<[LandId; 6]>,
    forms: SmallVec<[Value; 6]>,
    stick: bool,
}

/// A position that the player to move loses in misère play, as found by a search.
///
/// The text is the sum of its *parts*, separated by `/`. Each part is a larger land, or a sum of lands whose canonical
/// form the search knew. Another solver finds its own state for the loss from these parts.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::Rules;
/// use papergames_sprouts::land::Lands;
/// use papergames_sprouts::solve::{Loss, Solver};
///
/// let mut solver = Solver::for_rules(Rules::MISERE);
/// solver.solve_lands(&Lands::start(7))?;
/// let losses: Vec<Loss> = solver.new_losses();
///
/// let mut resumed = Solver::for_rules(Rules::MISERE);
/// for loss in &losses {
///     assert_eq!(loss.to_string().parse::<Loss>().as_ref(), Ok(loss));
///     resumed.learn_loss(loss);
/// }
/// assert_eq!(resumed.solve_lands(&Lands::start(7))?.cost.nodes, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Loss {
    parts: Vec<Lands>,
}

impl Loss {
    /// Returns the position: all parts side by side.
    pub fn position(&self) -> Lands {
        self.parts.iter().flatten().cloned().collect()
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            f.write_str(if i > 0 { "/" } else { "" })?;
            part.fmt(f)?;
        }
        Ok(())
    }
}

common::serde_as_text!(Loss);

impl FromStr for Loss {
    type Err = ParseLandError;

    fn from_str(text: &str) -> Result<Loss, ParseLandError> {
        let parts = text.split('/').map(str::parse);
        Ok(Loss {
            parts: parts.collect::<Result<_, _>>()?,
        })
    }
}

/// The most lives of a land that is replaced by its form.
const SMALL: u8 = 5;

/// The largest product of the sizes of two forms that are added up.
const SUMMED: u32 = 30;

/// The fewest lives at which it pays to find the forms of everything that can be reached from five spots, which takes
/// most of a second.
const LARGE: usize = 34;

/// Outcomes of sums of lands in misère play.
///
/// Misère play has its own book, because the search for normal play drops options once it knows nimbers.
#[derive(Debug)]
pub(crate) struct Outcomes {
    variant: Variant,
    book: Book,
    forms: Forms,
    /// The value of each land, if known.
    values: Vec<Option<Value>>,
    nodes: Nodes,
    /// The number of states that the mover is known to lose.
    lost: u64,
    /// Losses found since they were last taken.
    fresh: Vec<StateId>,
    /// All lands that can be reached from this many spots have values.
    prepared: usize,
    /// Learnt losses that are not yet looked up.
    told: Vec<Loss>,
    /// Whether the solver has learnt losses that it did not find itself.
    resumed: bool,
    /// A learnt loss that is wrong.
    wrong: Option<Loss>,
    /// Losses that were followed down to the rules.
    #[cfg(feature = "store")]
    followed: FxHashSet<StateId>,
}

impl Outcomes {
    pub(crate) fn len(&self) -> usize {
        self.lost as usize
    }

    pub(crate) fn new(variant: Variant) -> Outcomes {
        Outcomes {
            variant,
            book: Book::of(variant),
            forms: Forms::default(),
            values: Vec::new(),
            nodes: Nodes::default(),
            lost: 0,
            fresh: Vec::new(),
            prepared: 0,
            told: Vec::new(),
            resumed: false,
            wrong: None,
            #[cfg(feature = "store")]
            followed: FxHashSet::default(),
        }
    }

    fn progress(&self) -> Progress {
        let mut now = self.book.state();
        now.known = self.lost;
        now.memory += self.nodes.memory() + self.forms.memory() + 8 * self.values.capacity();
        now
    }

    /// Remembers that the player to move loses a position.
    pub(crate) fn learn_loss(&mut self, loss: Loss) {
        self.told.push(loss);
        self.resumed = true;
    }

    /// Takes the losses found since the last call.
    pub(crate) fn new_losses(&mut self) -> Vec<Loss> {
        let fresh = core::mem::take(&mut self.fresh);
        fresh.into_iter().filter_map(|id| self.loss(id)).collect()
    }

    /// Finds the values of all lands that can be reached from `spots` spots, and looks up the learnt losses.
    ///
    /// States depend on which lands have values, so earlier states are rewritten.
    fn prepare(&mut self, spots: usize) {
        if spots > self.prepared {
            self.prepared = spots;
            self.rebuild();
        }
        for loss in core::mem::take(&mut self.told) {
            if !self.learn_checked(&loss) {
                self.wrong.get_or_insert(loss);
            }
        }
    }

    /// Returns a learnt loss that is wrong, since the canonical form of the position says that it is won.
    #[cfg(feature = "store")]
    pub(crate) fn wrong(&self) -> Option<&Loss> {
        self.wrong.as_ref()
    }

    /// Learns a loss unless its canonical form says that it is won; then returns false.
    pub(crate) fn learn_checked(&mut self, loss: &Loss) -> bool {
        let id = self.state_of(loss);
        if self.nodes.numbers(id).0 == 0 {
            return false;
        }
        self.lost += u64::from(self.nodes.learn_loss(id));
        true
    }

    /// From how many spots all lands get values before a position with this many lives is solved.
    fn spots_for(lives: usize) -> usize {
        match lives {
            LARGE.. => 5,
            22.. => 4,
            _ => 0,
        }
    }

    /// Forgets the children of lands and states, and the states that were not visited.
    fn forget_leaves(&mut self) {
        for id in 0..self.book.pages.len() as LandId {
            self.book.forget_children(id);
        }
        self.book.forget_spellings();
        let numbers = self.nodes.forget_leaves();
        let number = |id: &StateId| numbers[*id as usize];
        self.fresh = self.fresh.iter().filter_map(number).collect();
        #[cfg(feature = "store")]
        {
            self.followed = self.followed.iter().filter_map(number).collect();
        }
    }

    /// Forgets all but the losses.
    fn rebuild(&mut self) {
        let mut old = core::mem::replace(self, Outcomes::new(self.variant));
        self.prepared = old.prepared;
        self.told = core::mem::take(&mut old.told);
        self.resumed = old.resumed;
        self.wrong = old.wrong.take();
        for land in &Lands::start(self.prepared) {
            let id = self.book.intern(land.form());
            self.value(id);
        }
        let fresh: FxHashSet<StateId> = core::mem::take(&mut old.fresh).into_iter().collect();
        for id in old.nodes.lost() {
            let state = &old.nodes.state(id);
            if state.lands.is_empty() && state.forms.len() < 2 {
                continue; // known from the form
            }
            if let Some(loss) = old.loss(id) {
                let own = self.state_of(&loss);
                self.lost += u64::from(self.nodes.learn_loss(own));
                if fresh.contains(&id) {
                    self.fresh.push(own);
                }
            }
        }
    }

    /// Returns the state of a loss.
    fn state_of(&mut self, loss: &Loss) -> StateId {
        let mut state = State::default();
        for part in &loss.parts {
            let ids: Vec<LandId> = part.iter().map(|l| self.book.intern(l.form())).collect();
            let mut total = 0;
            for id in ids {
                match self.small_value(id) {
                    Some(value) => total = self.forms.sum(total, value),
                    None => state.lands.push(id),
                }
            }
            Self::add_value(&mut state, total);
        }
        self.settle(&mut state);
        self.number(&state)
    }

    /// Returns a lost state as lands, if all of its forms have lands.
    fn loss(&self, id: StateId) -> Option<Loss> {
        let state = self.nodes.state(id);
        let land = |id: LandId| Land::from_form(self.book.form(id));
        let mut parts: Vec<Lands> = Vec::new();
        parts.extend(state.lands.iter().map(|id| Lands::from_iter([land(*id)])));
        for form in &state.forms {
            let mut lands = Vec::new();
            let mut open = vec![self.forms.recipe(*form)];
            let mut sticks = 0;
            while let Some(recipe) = open.pop() {
                match recipe {
                    Recipe::Empty => {}
                    Recipe::Heap => return None,
                    Recipe::Land(id) => lands.push(land(id)),
                    Recipe::Sum(a, b) => {
                        sticks += (a & 1) + (b & 1);
                        open.extend([self.forms.recipe(a), self.forms.recipe(b)]);
                    }
                }
            }
            debug_assert_eq!(sticks, 0, "sums of forms are taken without sticks");
            parts.push(lands.into_iter().collect());
        }
        if state.stick {
            // A single spot with one line: one move, a loop, and the game is over.
            parts.push(Lands::from_sum(
                &"1".parse().expect("this is a land"),
                Reductions::ALL,
            ));
        }
        Some(Loss { parts })
    }

    /// Returns the number of different forms among the positions that can be reached from a position.
    #[cfg(test)]
    fn n_forms(position: &Lands) -> usize {
        let mut outcomes = Outcomes::new(Variant::Standard);
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
                outcomes.book.expand(*land);
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

    /// Returns the smallest Nim heap beside which the player to move loses a position.
    pub(crate) fn nimber(&mut self, position: &Lands, watch: &mut Watch<'_>) -> Result<u8, Limit> {
        // By induction this is the least number that no option has, or 1 for the empty position, so it is at most the
        // number of options; a search ends long before a byte overflows.
        let mut heap = 0;
        while self.position(position, heap, watch)? {
            heap += 1;
        }
        Ok(heap)
    }

    /// Returns whether the player to move wins a position beside a Nim heap.
    pub(crate) fn position(
        &mut self,
        position: &Lands,
        heap: u8,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Limit> {
        let large = |lands: &Lands| lands.lives() >= LARGE;
        let spots = if self.told.iter().any(|loss| large(&loss.position())) {
            5
        } else {
            Outcomes::spots_for(position.lives())
        };
        self.prepare(spots);
        // How many losses were known when all else was last forgotten, and how many states when leaves were.
        let (mut losses, mut states) = (self.lost, 0);
        loop {
            let mut state = State::default();
            for land in position {
                let id = self.book.intern(land.form());
                self.add(&mut state, id);
            }
            Self::add_value(&mut state, self.forms.heap(heap));
            self.settle(&mut state);
            let id = self.number(&state);
            if self.resumed {
                // If an earlier run answered the question, a learnt loss is one move away, so all children are needed
                // at once.
                for land in &state.lands {
                    self.book.expand(*land);
                }
            }
            match self.decide(id, watch) {
                Err(Limit::Memory) => {
                    self.forget_leaves();
                    let left = self.nodes.all.len();
                    if left > states && self.progress().memory <= watch.memory / 2 {
                        states = left;
                        continue;
                    }
                    let has_gained = self.lost > losses;
                    self.rebuild();
                    (losses, states) = (self.lost, 0);
                    if !has_gained || self.progress().memory > watch.memory / 4 * 3 {
                        return Err(Limit::Memory);
                    }
                }
                answer => return answer,
            }
        }
    }

    /// Returns whether the player to move on a position wins, if that is known without a search.
    pub(crate) fn known(&mut self, position: &Lands) -> Option<bool> {
        let mut state = State::default();
        for land in position {
            let id = self.book.intern(land.form());
            self.add(&mut state, id);
        }
        self.settle(&mut state);
        let id = self.number(&state);
        let (win, loss) = self.nodes.numbers(id);
        (win == 0 || loss == 0).then_some(win == 0)
    }

    /// Returns the value of a land; searches its whole tree.
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
        self.book.forget_children(land);
        let value = self.forms.of(values, Recipe::Land(land));
        if self.values.len() <= land as usize {
            self.values.resize(self.book.pages.len(), None);
        }
        self.values[land as usize] = Some(value);
        value
    }

    /// Returns the value of a land if it is known or the land is small.
    fn small_value(&mut self, land: LandId) -> Option<Value> {
        let known = self.values.get(land as usize).copied().flatten();
        if known.is_none() && self.book.pages[land as usize].lives <= SMALL {
            return Some(self.value(land));
        }
        known
    }

    /// Adds a land to a state: its form if it is small, and otherwise the land itself.
    fn add(&mut self, state: &mut State, land: LandId) {
        match self.small_value(land) {
            Some(value) => Self::add_value(state, value),
            None => state.lands.push(land),
        }
    }

    fn add_value(state: &mut State, value: Value) {
        state.stick ^= value & 1 == 1;
        if value > 1 {
            state.forms.push(value & !1);
        }
    }

    /// Sorts a state and adds up forms as long as their sums are small.
    fn settle(&mut self, state: &mut State) {
        state.lands.sort_unstable();
        state.forms.sort_unstable();
        let mut first = 0;
        'again: while first + 1 < state.forms.len() {
            let a = state.forms[first];
            for second in first + 1..state.forms.len() {
                let b = state.forms[second];
                if self.forms.size(a) * self.forms.size(b) <= SUMMED {
                    let sum = self.forms.sum(a, b);
                    state.forms.remove(second);
                    state.forms.remove(first);
                    Self::add_value(state, sum);
                    state.forms.sort_unstable();
                    first = 0;
                    continue 'again;
                }
            }
            first += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn there_are_as_many_reduced_trees_from_five_spots_as_published() {
        check_forms(5, 1203);
    }

    fn watch(memory: usize) -> Watch<'static> {
        Watch::new(&common::Budget::new(), memory, None)
    }

    #[test]
    fn what_is_forgotten_for_want_of_memory_is_found_again() {
        let mut outcomes = Outcomes::new(Variant::Standard);
        let all = outcomes.position(&Lands::start(9), 0, &mut watch(usize::MAX));
        let (needed, losses) = (outcomes.progress().memory, outcomes.len());
        outcomes.rebuild();
        let base = outcomes.progress().memory;
        assert_eq!(outcomes.len(), losses);
        assert!(base < needed / 2, "{base} bytes of {needed} are left");

        let mut outcomes = Outcomes::new(Variant::Standard);
        let mut watch = watch(needed * 3 / 4);
        assert_eq!(outcomes.position(&Lands::start(9), 0, &mut watch), all);
        assert!(outcomes.progress().memory <= needed * 3 / 4);
    }

    #[test]
    fn a_search_goes_on_where_it_was_after_forgetting_what_it_had_not_visited() {
        let start = Lands::start(10);
        let limit = |nodes| Watch::new(&common::Budget::new().nodes(nodes), usize::MAX, None);
        let mut whole = limit(u64::MAX);
        let all = Outcomes::new(Variant::Standard).position(&start, 0, &mut whole);

        let mut outcomes = Outcomes::new(Variant::Standard);
        let stopped = outcomes.position(&start, 0, &mut limit(whole.nodes / 2));
        assert_eq!(stopped, Err(Limit::Nodes));
        let root = |outcomes: &mut Outcomes| {
            let land = outcomes
                .book
                .intern(start.iter().next().expect("a start is a land").form());
            let mut state = State::default();
            outcomes.add(&mut state, land);
            let id = outcomes.number(&state);
            outcomes.nodes.numbers(id)
        };
        let (numbers, losses) = (root(&mut outcomes), outcomes.fresh.len());
        let (met, memory) = (outcomes.nodes.all.len(), outcomes.progress().memory);
        outcomes.forget_leaves();
        assert_eq!(root(&mut outcomes), numbers);
        assert_eq!(outcomes.fresh.len(), losses);
        assert!(outcomes.nodes.all.len() < met);
        assert!(outcomes.progress().memory < memory);
        for loss in outcomes.new_losses() {
            assert_eq!(outcomes.known(&loss.position()), Some(false), "{loss}");
        }

        let mut rest = limit(u64::MAX);
        assert_eq!(outcomes.position(&start, 0, &mut rest), all);
        assert!(
            rest.nodes < whole.nodes,
            "{} of {}",
            rest.nodes,
            whole.nodes
        );
    }

    #[test]
    fn losses_are_known_again_after_more_lands_have_got_values() {
        let mut outcomes = Outcomes::new(Variant::Standard);
        let lost = outcomes.position(&Lands::start(8), 0, &mut watch(usize::MAX));
        assert_eq!(lost, Ok(false));
        outcomes.prepare(5);
        let mut watch = watch(usize::MAX);
        assert_eq!(outcomes.position(&Lands::start(8), 0, &mut watch), lost);
        assert_eq!(watch.nodes, 0);
    }
}
