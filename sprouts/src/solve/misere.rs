//! Misère play: the player who makes the last move loses.
//!
//! Nimbers do not work in misère play, but many small positions still have simple values. The *tree* of a position is
//! the set of its options' trees. An option is *reversible* if it has an option that equals the position without it,
//! and can then be left out. The remaining options form the canonical form of the position (Grundy and Smith 1956;
//! Conway, *On Numbers and Games*, chapter 12): two positions with the same form have the same outcome beside any other
//! position.
//!
//! Lands with few lives, and all lands that can be reached from four or five spots, are replaced by their forms. A form
//! that equals another form plus a heap of one stick is stored as that sum, because two such heaps cancel in misère
//! play too. The forms of simple games are added. A state of the search is then a multiset of larger lands, a multiset
//! of forms and one bit. Proof numbers decide which state is examined next, and the children of a land are listed a few
//! at a time, as in normal play.
//!
//! Source: J. Lemoine and S. Viennot, *Analysis of misère Sprouts game with reduced canonical trees*, arXiv:0908.4407.

mod forms;
pub(super) mod loss;
mod nodes;
pub(super) mod proof;
mod room;
mod search;

use common::{Limit, sorting};

use super::search::book::{Book, LandId};
use super::watch::{CallLimits, SearchState};
use crate::land::{Lands, Reductions};
use crate::rules::Variant;
use forms::{FormId, Forms, Recipe};
pub(crate) use loss::Loss;
pub(crate) use nodes::StateId;
use nodes::{INFINITE, Nodes, State, guess};

/// Which lands are replaced by their forms.
#[derive(Clone, Copy, Debug)]
struct Grain {
    /// The most lives of a land that is replaced by its form.
    small: u8,
    /// The largest product of the sizes of two forms that are added up.
    summed: u32,
    /// Whether all lands that can be reached from a few spots are replaced by their forms as well.
    prepares: bool,
    /// Whether proofs should be short, which means choosing the reply with the fewest moves.
    short: bool,
}

impl Grain {
    /// The setting that is best for a search.
    ///
    /// With steeper guesses than now, 8 to 15 spots took 715,259 states. With sums up to 100 instead of 30, they took
    /// 536,701, but twice the time; with sums up to 10, 756,142 and 1.2 times the time. With forms up to six or seven
    /// lives instead of five, they took 623,040 or 651,072; the time was not compared.
    const SEARCH: Grain = Grain {
        small: 5,
        summed: 30,
        prepares: true,
        short: false,
    };

    /// The setting for a certificate: all forms are added up, so that equal positions are one state.
    const fn certificate(small: u8) -> Grain {
        Grain {
            small,
            summed: u32::MAX,
            prepares: false,
            short: true,
        }
    }
}

/// From this number of lives on, finding the forms of everything that can be reached from five spots, which takes most
/// of a second, is worthwhile.
const LARGE: usize = 34;

/// Outcomes of sums of lands in misère play.
///
/// Misère play has its own book, because the search of normal play drops options once it knows nimbers.
#[derive(Debug)]
pub(crate) struct Outcomes {
    variant: Variant,
    grain: Grain,
    pub(super) book: Book,
    forms: Forms,
    /// The value of each land, if known.
    values: Vec<Option<FormId>>,
    nodes: Nodes,
    /// The number of states that the player to move is known to lose.
    lost: u64,
    /// Losses found since [`new_losses`](Outcomes::new_losses) last returned them.
    fresh: Vec<StateId>,
    /// All lands that can be reached from this many spots have values.
    prepared: usize,
    /// Outcomes in which more lands have values, if a limit interrupted their preparation.
    preparing: Option<Box<Outcomes>>,
    /// Whether the solver was given losses that it did not find itself.
    resumed: bool,
    /// A learned loss that turned out to be wrong.
    pub(crate) wrong: Option<Loss>,
    /// The number of losses when memory was last freed, and how many times in a row freeing has led to no new ones.
    idle: (u64, u32),
}

impl Outcomes {
    /// Returns outcomes for a certificate, in which all lands with up to `small` lives are replaced by one form.
    pub(crate) fn of_certificate(variant: Variant, small: u8) -> Outcomes {
        let mut outcomes = Outcomes::new(variant);
        outcomes.grain = Grain::certificate(small);
        outcomes
    }

    /// Sets the limits within which options are listed.
    pub(crate) fn limit(&mut self, limits: CallLimits) {
        self.book.limits = limits;
    }

    pub(crate) fn len(&self) -> usize {
        self.lost as usize
    }

    pub(crate) fn new(variant: Variant) -> Outcomes {
        Outcomes {
            variant,
            grain: Grain::SEARCH,
            book: Book::of(variant),
            forms: Forms::default(),
            values: Vec::new(),
            nodes: Nodes::default(),
            lost: 0,
            fresh: Vec::new(),
            prepared: 0,
            preparing: None,
            resumed: false,
            wrong: None,
            idle: (0, 0),
        }
    }

    pub(crate) fn progress(&self) -> SearchState {
        let mut now = self.book.state();
        now.known = self.lost;
        now.memory += self.nodes.memory() + self.forms.memory();
        now.memory += size_of::<Option<FormId>>() * self.values.capacity();
        now.memory += size_of::<StateId>() * self.fresh.capacity();
        let preparing = self.preparing.as_ref();
        now.memory += preparing.map_or(0, |next| next.progress().memory);
        now
    }

    /// Remembers that the player to move loses a position. If its canonical form shows that the player wins, the loss
    /// is [`wrong`](Outcomes::wrong).
    pub(crate) fn learn_loss(&mut self, loss: &Loss) {
        self.resumed = true;
        let prepared = self.prepare(Outcomes::spots_for_loss(loss), &CallLimits::default());
        prepared.expect("there is no limit");
        if !self.learn_checked(loss) {
            self.wrong.get_or_insert_with(|| loss.clone());
        }
    }

    /// Remembers that the player to move loses a position.
    pub(crate) fn learn_lands(&mut self, position: &Lands) {
        let id = self.number_with_heap(position, 0);
        self.lost += u64::from(self.nodes.learn_loss(id));
    }

    /// Returns all losses that can be written as lands.
    pub(crate) fn losses(&self) -> impl Iterator<Item = Loss> {
        let lost = self.nodes.lost().filter(|id| !self.is_formal(*id));
        lost.filter_map(|id| self.loss(id))
    }

    /// Takes the losses found since the last call.
    #[cfg(feature = "store")]
    pub(crate) fn new_losses(&mut self) -> Vec<Loss> {
        let fresh = core::mem::take(&mut self.fresh);
        fresh.into_iter().filter_map(|id| self.loss(id)).collect()
    }

    /// Finds the values of all lands that can be reached from `spots` spots, within the limits of time. If a limit is
    /// reached, the next call continues.
    ///
    /// States depend on which lands have values, so earlier states are rewritten.
    pub(crate) fn prepare(&mut self, spots: usize, limits: &CallLimits) -> Result<(), Limit> {
        if self.grain.prepares && spots > self.prepared {
            self.rebuild(spots, limits)?;
        }
        Ok(())
    }

    /// Learns a loss, or returns false if its canonical form shows a win.
    pub(crate) fn learn_checked(&mut self, loss: &Loss) -> bool {
        let id = self.state_of(loss);
        if self.nodes.numbers(id).0 == 0 {
            return false;
        }
        self.lost += u64::from(self.nodes.learn_loss(id));
        true
    }

    /// The number of spots from which all lands get values before a position with this many lives is solved.
    pub(crate) fn spots_for(lives: usize) -> usize {
        match lives {
            LARGE.. => 5,
            22.. => 4,
            _ => 0,
        }
    }

    /// The number of spots from which all lands get values before a loss is learned.
    pub(crate) fn spots_for_loss(loss: &Loss) -> usize {
        if loss.lives() >= LARGE { 5 } else { 0 }
    }

    /// Returns whether a state has no lands and at most one form, so that its outcome is known from the form.
    pub(crate) fn is_formal(&self, id: StateId) -> bool {
        let state = self.nodes.state(id);
        state.lands.is_empty() && state.forms.len() < 2
    }

    /// Returns the state of a loss.
    pub(crate) fn state_of(&mut self, loss: &Loss) -> StateId {
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
        self.add_up_forms(&mut state);
        self.number(&state)
    }

    /// Returns a lost state as lands, if all of its forms have lands.
    fn loss(&self, id: StateId) -> Option<Loss> {
        self.loss_of(&self.nodes.state(id))
    }

    /// Returns a state as lands, if all of its forms have lands.
    fn loss_of(&self, state: &State) -> Option<Loss> {
        let land = |id: LandId| self.book.land(id);
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
            // A single spot with one line: after one move, a loop, the game is over.
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
                let value = outcomes.value(*land).expect("no limit");
                total = outcomes.forms.sum(total, value);
            }
            seen.insert(total);
            for (i, land) in lands.iter().enumerate() {
                outcomes.book.expand(*land).expect("no limit");
                for (option, _) in outcomes.book.children(*land).iter() {
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

    /// The number of a state.
    fn number(&mut self, state: &State) -> StateId {
        let mut words = Vec::new();
        state.write(&mut words);
        self.number_of(&words)
    }

    /// The number of a state, if the search has met it.
    fn find(&self, state: &State) -> Option<StateId> {
        let mut words = Vec::new();
        state.write(&mut words);
        self.nodes.find(&words).ok()
    }

    /// The number of the state with these words.
    fn number_of(&mut self, words: &[u32]) -> StateId {
        match self.nodes.find(words) {
            Ok(id) => id,
            Err(slot) => {
                let numbers = self.guess(&State::read(words));
                self.nodes.add(words, slot, numbers)
            }
        }
    }

    /// Returns the initial proof and disproof number of a state, from its lives and moves as in normal play.
    fn guess(&self, state: &State) -> (u32, u32) {
        if state.lands.is_empty() && state.forms.len() < 2 {
            let value = state.forms.first().copied().unwrap_or(0) | u32::from(state.stick);
            return if self.forms.wins(value) {
                (0, INFINITE)
            } else {
                (INFINITE, 0)
            };
        }
        let (lives, moves) = self.size(state);
        guess(lives, moves)
    }

    /// Returns the number of lives and of moves of a state.
    fn size(&self, state: &State) -> (f64, f64) {
        let (mut lives, mut moves) = (0.0, 1.0);
        for land in &state.lands {
            let page = &self.book.pages[*land as usize];
            lives += f64::from(page.lives());
            moves += f64::from(page.estimate());
        }
        for form in &state.forms {
            lives += f64::from(self.forms.depth(*form));
            moves += self.forms.options(*form).len() as f64;
        }
        (lives, moves)
    }

    fn number_with_heap(&mut self, position: &Lands, heap: u8) -> StateId {
        let state = self.state_with_heap(position, heap);
        self.number(&state)
    }

    /// Returns the state of a position beside a Nim heap.
    fn state_with_heap(&mut self, position: &Lands, heap: u8) -> State {
        let mut state = State::default();
        for land in position {
            let id = self.book.intern(land.form());
            self.add(&mut state, id);
        }
        Self::add_value(&mut state, self.forms.heap(heap));
        self.add_up_forms(&mut state);
        state
    }

    /// Returns whether the player to move on a position wins, if that is known without a search.
    pub(crate) fn known(&mut self, position: &Lands) -> Option<bool> {
        let state = self.state_with_heap(position, 0);
        let (win, loss) = match self.find(&state) {
            Some(id) => self.nodes.numbers(id),
            None => self.guess(&state),
        };
        (win == 0 || loss == 0).then_some(win == 0)
    }

    /// Returns the value of a land; searches its whole tree within the limits of the book.
    fn value(&mut self, land: LandId) -> Result<FormId, Limit> {
        if let Some(Some(value)) = self.values.get(land as usize) {
            return Ok(*value);
        }
        self.book.limits.check()?;
        self.book.expand(land)?;
        let options = self.book.children(land);
        let mut values = Vec::new();
        for (option, _) in options.iter() {
            let mut total = 0;
            for part in option {
                let value = self.value(*part)?;
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
        Ok(value)
    }

    /// Returns the value of a land if it is known or the land is small.
    fn small_value(&mut self, land: LandId) -> Option<FormId> {
        let known = self.values.get(land as usize).copied().flatten();
        if known.is_none() && self.book.pages[land as usize].lives() <= self.grain.small {
            let limits = core::mem::take(&mut self.book.limits);
            let value = self.value(land);
            self.book.limits = limits;
            return Some(value.expect("there is no limit"));
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

    fn add_value(state: &mut State, value: FormId) {
        state.stick ^= value & 1 == 1;
        if value > 1 {
            state.forms.push(value & !1);
        }
    }

    /// Sorts a state and adds up forms as long as their sums are small.
    fn add_up_forms(&mut self, state: &mut State) {
        sorting::sort_hot(&mut state.lands);
        sorting::sort_hot(&mut state.forms);
        let mut first = 0;
        'again: while first + 1 < state.forms.len() {
            let a = state.forms[first];
            for second in first + 1..state.forms.len() {
                let b = state.forms[second];
                if self.forms.size(a).saturating_mul(self.forms.size(b)) <= self.grain.summed {
                    let sum = self.forms.sum(a, b);
                    state.forms.remove(second);
                    state.forms.remove(first);
                    Self::add_value(state, sum);
                    sorting::sort_hot(&mut state.forms);
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
    use crate::solve::watch::{CHECK_EVERY, Watch};
    use core::time::Duration;
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

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

    /// The known losses as text.
    fn losses(outcomes: &Outcomes) -> BTreeSet<String> {
        outcomes.losses().map(|loss| loss.to_string()).collect()
    }

    /// What an open state takes with its new children and lands, in bytes: about 270 on average with 7 spots. A search
    /// looks at its memory only every few states.
    const OPENED: usize = 512;

    #[track_caller]
    fn check_forgetting(n: usize) {
        let start = Lands::start(n);
        let mut outcomes = Outcomes::new(Variant::Standard);
        let all = outcomes.position(&start, 0, &mut watch(usize::MAX));
        let (needed, known) = (outcomes.progress().memory, losses(&outcomes));
        outcomes.keep(|_| 0);
        let base = outcomes.progress().memory;
        assert_eq!(losses(&outcomes), known);
        assert!(base < needed / 3, "{base} bytes of {needed} are left");
        for loss in &known {
            let loss: Loss = loss.parse().expect("it was written");
            assert_eq!(outcomes.known(&loss.position()), Some(false), "{loss}");
        }

        for part in [2, 4] {
            let mut outcomes = Outcomes::new(Variant::Standard);
            let limit = base + (needed - base) / part;
            let mut watch = watch(limit);
            assert_eq!(outcomes.position(&start, 0, &mut watch), all);
            let memory = outcomes.progress().memory;
            let most = limit + CHECK_EVERY as usize * OPENED;
            assert!(memory <= most, "{memory} bytes, at most {most}");
        }
    }

    #[test]
    fn what_is_forgotten_for_want_of_memory_is_found_again() {
        check_forgetting(7);
        check_forgetting(10);
    }

    #[test]
    fn a_search_does_not_begin_with_the_memory_that_an_earlier_one_filled() {
        let mut outcomes = Outcomes::new(Variant::Standard);
        let mut answer = |n, memory| {
            let answer = outcomes.position(&Lands::start(n), 0, &mut watch(memory));
            (answer, outcomes.progress().memory)
        };
        let (all, filled) = answer(10, usize::MAX);
        let (again, left) = answer(10, filled + filled / 2);
        assert_eq!(again, all);
        assert!(left < filled / 2, "{left} bytes of {filled}");
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
        outcomes.keep(|_| usize::MAX);
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
        let prepared = outcomes.prepare(5, &CallLimits::default());
        assert_eq!(prepared, Ok(()));
        let mut watch = watch(usize::MAX);
        assert_eq!(outcomes.position(&Lands::start(8), 0, &mut watch), lost);
        assert_eq!(watch.nodes, 0);
    }

    /// Twelve spots take half a second of preparation.
    #[test]
    fn preparation_keeps_to_the_limits_and_goes_on() {
        let reached = |outcomes: &Outcomes| {
            let next = outcomes.preparing.as_ref()?;
            Some(next.book.pages.len())
        };
        let start = Lands::start(12);
        let stopped = common::Budget::new().stop(Arc::new(AtomicBool::new(true)));
        let mut outcomes = Outcomes::new(Variant::Standard);
        let mut stopped = Watch::new(&stopped, usize::MAX, None);
        let answer = outcomes.position(&start, 0, &mut stopped);
        assert_eq!(answer, Err(Limit::Stopped));
        assert_eq!(reached(&outcomes), Some(1));

        let few = common::Budget::new().nodes(10);
        let answer = outcomes.position(&start, 0, &mut Watch::new(&few, usize::MAX, None));
        assert_eq!(answer, Err(Limit::Nodes));
        assert_eq!(reached(&outcomes), Some(1));

        // Each attempt begins where the last one ended.
        let (mut attempts, mut known) = (0, 1);
        let time = common::Budget::new().time(Duration::from_millis(20));
        while outcomes.prepared < 5 {
            let _ = outcomes.prepare(5, &CallLimits::of(&time));
            let reached = reached(&outcomes);
            assert!(reached.is_none_or(|reached| reached >= known));
            known = reached.unwrap_or(known);
            attempts += 1;
        }
        assert!((2..1000).contains(&attempts), "{attempts} attempts");
        let mut whole = Outcomes::new(Variant::Standard);
        assert_eq!(whole.prepare(5, &CallLimits::default()), Ok(()));
        assert_eq!(outcomes.values, whole.values);
    }
}
