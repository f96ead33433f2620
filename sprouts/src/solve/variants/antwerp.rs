//! Solves Antwerp Sprouts, in which the two players have different moves: finds who wins, and the values of positions.
//!
//! A position is a sum of lands as in the standard game, with a colour for each spot. Reductions preserve the game
//! tree: they remove only dead spots, regions in which neither player can ever draw a line, and the second corner of a
//! spot that is next to the first. So outcomes are correct in normal and in misère play. The search treats every sum as
//! if it were Left's turn. In normal play a land and its negative, which has the colours exchanged, cancel out.
//!
//! ```
//! use papergames_sprouts::{Position, Rules, Variant};
//! use papergames_sprouts::solve::antwerp::{Antwerp, OutcomeClass};
//!
//! let start = Position::new(2, Rules::from(Variant::AntwerpCold))?;
//! let mut solver = Antwerp::new();
//! assert_eq!(solver.class(&start)?, OutcomeClass::Second);
//! assert_eq!(solver.worth(&start)?.name, "0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source of the rules: Lieven Le Bruyn, *Antwerp Sprouts*, neverendingbooks.org; of the theory: Berlekamp, Conway
//! and Guy, *Winning Ways*, chapters 1 to 3.

mod land;
mod value;

use core::fmt;

use common::{Budget, Detail, Limit, Player, Verdict, sorting};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::decide::{self, Decider};
use crate::land::Lands;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::NewSpots;
use crate::solve::error::{MAX_START, SolveError};
use crate::solve::watch::{SearchState, Watch};
use land::ColouredLand;
use value::{ValueId, ValueTable};

/// The outcome class of a game in which the players have different moves: who wins if Left or Right moves first. Left
/// is the first player, Right the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum OutcomeClass {
    /// The player to move wins, written `N` for *next*.
    First,
    /// The other player wins, written `P` for *previous*.
    Second,
    /// Left wins, no matter who moves first: `L`.
    Left,
    /// Right wins, moving first or second: `R`.
    Right,
}

impl OutcomeClass {
    /// Returns the class from whether Left and Right win when they move first.
    fn of(left_wins: bool, right_wins: bool) -> OutcomeClass {
        match (left_wins, right_wins) {
            (true, true) => OutcomeClass::First,
            (false, false) => OutcomeClass::Second,
            (true, false) => OutcomeClass::Left,
            (false, true) => OutcomeClass::Right,
        }
    }

    /// Returns what the class means.
    fn meaning(self) -> &'static str {
        match self {
            OutcomeClass::First => "whoever begins wins",
            OutcomeClass::Second => "whoever begins loses",
            OutcomeClass::Left => "Left wins, whoever begins",
            OutcomeClass::Right => "Right wins, whoever begins",
        }
    }

    /// Returns the player who wins if `turn` is to move.
    ///
    /// # Panics
    ///
    /// Panics if `turn` is neither the first nor the second player.
    pub(crate) fn winner(self, turn: Player) -> Player {
        match self {
            OutcomeClass::First => turn,
            OutcomeClass::Second => turn.opponent(),
            OutcomeClass::Left => Player::FIRST,
            OutcomeClass::Right => Player::SECOND,
        }
    }
}

common::display_as!(OutcomeClass: First => "N", Second => "P", Left => "L", Right => "R");

/// The number of a land.
type ColouredLandId = u32;
/// Lands side by side, in order.
type ColouredSum = SmallVec<[ColouredLandId; 6]>;

/// Lands with their options, for one of the two games.
#[derive(Default, Debug)]
struct ColouredBook {
    lands: Vec<ColouredLand>,
    numbers: FxHashMap<Box<[u8]>, ColouredLandId>,
    /// The options of Left and of Right in each land.
    options: Vec<Option<[Box<[ColouredSum]>; 2]>>,
    values: Vec<Option<ValueId>>,
    /// The land with the players exchanged.
    negatives: Vec<Option<ColouredLandId>>,
    /// Whether Left wins a sum by moving first, in normal and in misère play. Right wins it if Left wins its negative.
    wins: FxHashMap<(ColouredSum, bool), bool>,
}

/// The value of a partizan position in normal play, with its stops.
///
/// Displays as its name, or as its stops if the name is too long.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Worth {
    /// The value in the notation of *Winning Ways*, such as `±1` or `{2|1/2}`.
    pub name: String,
    /// The two stops: the numbers at which the game stops if Left begins and if Right begins.
    pub stops: [String; 2],
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST_NAME: usize = 48;
        let [left, right] = &self.stops;
        if self.name.len() <= LONGEST_NAME {
            f.write_str(&self.name)
        } else {
            write!(f, "hot, between {left} and {right}")
        }
    }
}

/// A solver of Antwerp Sprouts, which keeps its results.
pub struct Antwerp {
    /// The limits of each call. A node is a sum of lands with a player to move, or a land whose value is computed.
    pub budget: Budget,
    /// One book for the cold and one for the hot game.
    books: [ColouredBook; 2],
    values: ValueTable,
    nodes: u64,
}

impl fmt::Debug for Antwerp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Antwerp")
            .field("budget", &self.budget)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl Default for Antwerp {
    fn default() -> Antwerp {
        Antwerp::new()
    }
}

impl Antwerp {
    /// Returns an empty solver without limits.
    pub fn new() -> Antwerp {
        Antwerp {
            budget: Budget::new(),
            books: Default::default(),
            values: ValueTable::new(),
            nodes: 0,
        }
    }

    /// Returns the total number of nodes that all calls have visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds the outcome class of a position: who wins if Left or Right moves first, under the position's own ending.
    ///
    /// The search visits each sum of lands at most once for each player.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position belongs to another variant or has more than 20 starting spots, or if the
    /// budget runs out.
    pub fn class(&mut self, position: &Position) -> Result<OutcomeClass, SolveError> {
        self.watched(|solver, watch| solver.class_within(position, watch))
    }

    /// Finds the value of a position in normal play: its name and its stops, the numbers at which play ends if Left
    /// begins and if Right begins.
    ///
    /// Names are those of *Winning Ways*: numbers such as `-1/2`, nimbers such as `*2`, ups and downs such as `^` and
    /// `v2*`, switches such as `±1`, and otherwise the options of the canonical form, such as `{2|0}`.
    ///
    /// If the stops are equal, the position differs from a number by an infinitesimal. If Left's stop is greater, the
    /// position is hot: both players want to move.
    ///
    /// # Errors
    ///
    /// The same as [`class`](Antwerp::class).
    pub fn worth(&mut self, position: &Position) -> Result<Worth, SolveError> {
        self.watched(|solver, watch| solver.worth_within(position, watch))
    }

    /// Like [`class`](Antwerp::class), within another budget.
    pub(crate) fn class_within(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<OutcomeClass, SolveError> {
        let misere = position.ending().is_misere();
        let (left, right) = self.search(position, misere, watch, |search, sum, _| {
            Ok((search.wins(sum, 0)?, search.wins(sum, 1)?))
        })?;
        Ok(OutcomeClass::of(left, right))
    }

    pub(crate) fn worth_within(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<Worth, SolveError> {
        let value = self.search(position, false, watch, |search, sum, values| {
            search.worth(sum, values)
        })?;
        let (name, stops) = (self.values.name(value), self.values.stops(value));
        Ok(Worth { name, stops })
    }

    /// Runs a search on a position.
    fn search<T>(
        &mut self,
        position: &Position,
        misere: bool,
        watch: &mut Watch<'_>,
        question: impl FnOnce(
            &mut OutcomeSearch<'_, '_>,
            &ColouredSum,
            &mut ValueTable,
        ) -> Result<T, Limit>,
    ) -> Result<T, SolveError> {
        let hot = is_hot(position)?;
        let book = &mut self.books[usize::from(hot)];
        let sum = book.intern(ColouredLand::all_of(position));
        let before = watch.nodes;
        let mut search = OutcomeSearch {
            book,
            hot,
            misere,
            watch,
        };
        let answer = question(&mut search, &sum, &mut self.values);
        self.nodes += watch.nodes - before;
        Ok(answer.map_err(|limit| watch.unfinished(limit))?)
    }

    /// Calls `run` with a watch over the solver's own budget.
    fn watched<T>(&mut self, run: impl FnOnce(&mut Antwerp, &mut Watch<'_>) -> T) -> T {
        let budget = self.budget.clone();
        run(self, &mut Watch::new(&budget, usize::MAX, None))
    }
}

/// The most lives of a position whose value is found. The value of the hot game from four spots would fill pages with
/// options.
const MOST_LIVES: usize = 9;

impl Decider for Antwerp {
    fn mover_wins(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<bool, SolveError> {
        let class = self.class_within(position, watch)?;
        Ok(class.winner(position.mover()) == position.mover())
    }

    fn appraise(
        &mut self,
        position: &Position,
        _: bool,
        searches: bool,
        verdict: &mut Verdict<Move>,
        watch: &mut Watch<'_>,
    ) -> Result<(), SolveError> {
        if !searches {
            return Ok(());
        }
        let class = self.class_within(position, watch)?;
        verdict.details = vec![Detail {
            short: format!("{class} ({})", class.meaning()),
            ..Detail::new("class", class.to_string())
        }];
        if position.ending().is_misere() || position.lives() > MOST_LIVES {
            return Ok(());
        }
        let worth = self.worth_within(position, watch);
        if let Some(worth) = decide::found(worth, "value", verdict)? {
            verdict.details.push(Detail {
                short: worth.to_string(),
                ..Detail::new("value", worth.name)
            });
        }
        Ok(())
    }

    fn lands(&self, _: &Position) -> Option<Lands> {
        None
    }
}

/// Returns whether a position belongs to the hot game.
fn is_hot(position: &Position) -> Result<bool, SolveError> {
    let found = position.rules().variant;
    let hot = match found.new_spots() {
        Some(NewSpots::OfOpponent) => false,
        Some(NewSpots::OfMover) => true,
        None => return Err(SolveError::NotAntwerp { found }),
    };
    if position.n_start() > MAX_START {
        return Err(SolveError::Spots {
            variant: found,
            found: position.n_start(),
        });
    }
    Ok(hot)
}

impl ColouredBook {
    fn intern(&mut self, lands: Vec<ColouredLand>) -> ColouredSum {
        let mut sum: ColouredSum = lands
            .into_iter()
            .map(|land| {
                let next = self.lands.len() as ColouredLandId;
                let number = *self.numbers.entry(land.form()).or_insert(next);
                if number == next {
                    self.lands.push(land);
                    self.options.push(None);
                    self.values.push(None);
                    self.negatives.push(None);
                }
                number
            })
            .collect();
        sorting::sort_hot(&mut sum);
        sum
    }

    /// Estimates the memory of the book in bytes. Most of it is the table of outcomes.
    fn memory(&self) -> usize {
        self.wins.len() * size_of::<(ColouredSum, bool, bool)>() * 3 / 2 + self.lands.len() * 1_024
    }

    fn expand(&mut self, land: ColouredLandId, hot: bool) {
        if self.options[land as usize].is_some() {
            return;
        }
        let both = [0, 1].map(|player| {
            let mut children = Vec::new();
            self.lands[land as usize]
                .for_each_child(player, hot, &mut |child| children.push(child));
            let mut sums: Vec<ColouredSum> = children.into_iter().map(|c| self.intern(c)).collect();
            sorting::sort_hot(&mut sums);
            sums.dedup();
            sums.into_boxed_slice()
        });
        self.options[land as usize] = Some(both);
    }

    /// Returns a sum with the players exchanged.
    fn negative(&mut self, sum: &[ColouredLandId]) -> ColouredSum {
        let mut negative: ColouredSum = sum
            .iter()
            .map(|land| self.negative_of_land(*land))
            .collect();
        sorting::sort_hot(&mut negative);
        negative
    }

    fn negative_of_land(&mut self, land: ColouredLandId) -> ColouredLandId {
        if let Some(known) = self.negatives[land as usize] {
            return known;
        }
        let negative = self.lands[land as usize].negative();
        let number = self.intern(vec![negative])[0];
        self.negatives[land as usize] = Some(number);
        self.negatives[number as usize] = Some(land);
        number
    }

    /// Removes pairs of a land and its negative, whose value is 0 in normal play.
    fn cancel(&mut self, sum: &mut ColouredSum) {
        let mut i = 0;
        while i < sum.len() {
            let negative = self.negative_of_land(sum[i]);
            match (i + 1..sum.len()).find(|j| sum[*j] == negative) {
                Some(j) => {
                    sum.remove(j);
                    sum.remove(i);
                }
                None => i += 1,
            }
        }
    }

    fn size(&self, sum: &[ColouredLandId]) -> usize {
        let sizes = sum.iter().map(|land| self.lands[*land as usize].size());
        sizes.sum()
    }

    /// Returns the options of a land that has been expanded.
    fn options(&self, land: ColouredLandId, player: usize) -> &[ColouredSum] {
        let options = self.options[land as usize].as_ref();
        &options.expect("the land has been expanded")[player]
    }
}

struct OutcomeSearch<'a, 'w> {
    book: &'a mut ColouredBook,
    hot: bool,
    misere: bool,
    watch: &'a mut Watch<'w>,
}

impl OutcomeSearch<'_, '_> {
    fn count(&mut self) -> Result<(), Limit> {
        let book = &*self.book;
        self.watch.tick(|| SearchState {
            known: book.wins.len() as u64,
            memory: book.memory(),
            ..SearchState::default()
        })
    }

    /// Returns whether Left (0) or Right (1) wins a sum by moving first.
    fn wins(&mut self, sum: &ColouredSum, player: usize) -> Result<bool, Limit> {
        let mut sum = match player {
            0 => sum.clone(),
            _ => self.book.negative(sum),
        };
        if !self.misere {
            self.book.cancel(&mut sum);
        }
        self.left_wins(sum)
    }

    /// Returns whether Left wins a sum by moving first. In normal play it contains no land with its negative.
    fn left_wins(&mut self, sum: ColouredSum) -> Result<bool, Limit> {
        let key = (sum, self.misere);
        if let Some(known) = self.book.wins.get(&key) {
            return Ok(*known);
        }
        self.count()?;
        let sum = &key.0;
        let mut replies: Vec<ColouredSum> = Vec::new();
        for (i, land) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == *land {
                continue;
            }
            self.book.expand(*land, self.hot);
            for j in 0..self.book.options(*land, 0).len() {
                let mut child = sum.clone();
                child.remove(i);
                child.extend_from_slice(&self.book.options(*land, 0)[j]);
                // Right moves next, so take the negative.
                let mut child = self.book.negative(&child);
                if !self.misere {
                    self.book.cancel(&mut child);
                }
                replies.push(child);
            }
        }
        let can_move = !replies.is_empty();
        // Try the smallest sums first, since they are known or quickly decided.
        let mut replies: Vec<(usize, ColouredSum)> = replies
            .into_iter()
            .map(|sum| (self.book.size(&sum), sum))
            .collect();
        sorting::sort_by(&mut replies, Ord::cmp);
        replies.dedup();
        let known_loss = replies.iter().any(|(_, sum)| {
            let known = self.book.wins.get(&(sum.clone(), self.misere));
            known == Some(&false)
        });
        let mut wins = known_loss || !can_move && self.misere;
        if !wins {
            for (_, reply) in replies {
                if !self.left_wins(reply)? {
                    wins = true;
                    break;
                }
            }
        }
        self.book.wins.insert(key, wins);
        Ok(wins)
    }

    fn worth(&mut self, sum: &ColouredSum, values: &mut ValueTable) -> Result<ValueId, Limit> {
        let mut total = ValueTable::ZERO;
        for land in sum {
            let value = self.land_worth(*land, values)?;
            total = values.sum(total, value);
        }
        Ok(total)
    }

    fn land_worth(
        &mut self,
        land: ColouredLandId,
        values: &mut ValueTable,
    ) -> Result<ValueId, Limit> {
        if let Some(known) = self.book.values[land as usize] {
            return Ok(known);
        }
        self.count()?;
        self.book.expand(land, self.hot);
        let mut form = [Vec::new(), Vec::new()];
        for (player, options) in form.iter_mut().enumerate() {
            for i in 0..self.book.options(land, player).len() {
                let option = self.book.options(land, player)[i].clone();
                options.push(self.worth(&option, values)?);
            }
        }
        let value = values.of(form);
        self.book.values[land as usize] = Some(value);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    fn value(solver: &mut Antwerp, position: &Position) -> Result<ValueId, SolveError> {
        solver.watched(|solver, watch| {
            solver.search(position, false, watch, |search, sum, values| {
                search.worth(sum, values)
            })
        })
    }

    use super::*;
    use crate::rules::Variant;
    use crate::{Ending, Game, Player, Rules, Symmetric};

    /// Finds who wins by trying all moves of the drawing.
    fn wins(position: &Position, known: &mut HashMap<Position, bool>) -> bool {
        let canonical = position.canonical();
        if let Some(known) = known.get(&canonical) {
            return *known;
        }
        let moves = position.moves().into_iter();
        let wins = if let Some(winner) = position.winner() {
            winner == position.mover()
        } else {
            // Try all moves, to visit all positions.
            let child = |m| position.child(&m).expect("a listed move is legal");
            let children: Vec<bool> = moves.map(|m| wins(&child(m), known)).collect();
            children.contains(&false)
        };
        known.insert(canonical, wins);
        wins
    }

    /// Compares the class of every position reachable from `n` spots with a search of all moves, and its value with
    /// both.
    #[track_caller]
    fn check(n: usize, rules: Rules) -> usize {
        let mut known = HashMap::new();
        wins(
            &Position::new(n, rules).expect("so few spots are fine"),
            &mut known,
        );
        let mut solver = Antwerp::new();
        for (position, wins) in &known {
            let class = solver.class(position).expect("no limit");
            let by_class = match class {
                OutcomeClass::First => true,
                OutcomeClass::Second => false,
                OutcomeClass::Left => position.mover() == Player::FIRST,
                OutcomeClass::Right => position.mover() == Player::SECOND,
            };
            assert_eq!(by_class, *wins, "{position} is of class {class}");
            if rules.ending.is_normal() {
                let value = value(&mut solver, position).expect("no limit");
                let values = &mut solver.values;
                let at_most = values.is_at_most(value, ValueTable::ZERO);
                let at_least = values.is_at_most(ValueTable::ZERO, value);
                assert_eq!(class, OutcomeClass::of(!at_most, !at_least), "{position}");
            }
        }
        known.len()
    }

    #[test]
    fn classes_and_values_agree_with_trying_all_moves() {
        for variant in [Variant::AntwerpCold, Variant::AntwerpHot] {
            for ending in [Ending::Normal, Ending::Misere] {
                assert!(check(1, Rules { ending, variant }) >= 2);
                assert!(check(2, Rules { ending, variant }) > 20);
            }
        }
    }

    #[test]
    fn a_start_is_its_own_negative() {
        let mut solver = Antwerp::new();
        for variant in [Variant::AntwerpCold, Variant::AntwerpHot] {
            for n in 1..=3 {
                let start = Position::new(n, Rules::from(variant)).expect("a start");
                let value = value(&mut solver, &start).expect("no limit");
                assert_eq!(solver.values.negative(value), value, "{n} spots");
                assert_eq!(
                    solver.values.sum(value, value),
                    ValueTable::ZERO,
                    "{n} spots"
                );
            }
        }
    }

    #[test]
    fn other_games_are_refused() {
        let mut solver = Antwerp::new();
        let standard = Position::new(2, Ending::Normal).expect("a start");
        let error = solver.class(&standard).unwrap_err().to_string();
        assert!(error.ends_with("found the variant `standard`"), "{error}");
        let large = Position::new(21, Rules::from(Variant::AntwerpHot)).expect("a start");
        let error = solver.worth(&large).unwrap_err().to_string();
        assert_eq!(
            error,
            "this solver supports the variant `antwerp-hot` with at most 20 starting spots, found 21"
        );
        let start = Position::new(4, Rules::from(Variant::AntwerpHot)).expect("a start");
        solver.budget = Budget::new().nodes(100);
        match solver.worth(&start) {
            Err(SolveError::Unfinished(reason)) => assert_eq!(reason.limit, Limit::Nodes),
            other => panic!("{other:?}"),
        }
    }
}
