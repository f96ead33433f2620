//! Antwerp Sprouts, in which the two players have different moves: who wins, and what a position is worth.
//!
//! A position is a sum of lands as in the standard game, with a colour for each spot. Only what keeps the game tree is left
//! out: dead spots, regions in which neither player can ever draw a line, and the second corner of a spot that is next to the
//! first. So outcomes hold in normal and in misère play.
//!
//! ```
//! use papergames_sprouts::{Ending, Position, Rules, Variant};
//! use papergames_sprouts::solve::antwerp::{Antwerp, Class};
//!
//! let start = Position::new(2, Rules::from(Variant::AntwerpCold))?;
//! let mut solver = Antwerp::new();
//! assert_eq!(solver.class(&start, &mut |_| true)?, Class::Second);
//! assert_eq!(solver.value(&start, &mut |_| true)?, "0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source of the rules: Lieven Le Bruyn, *Antwerp Sprouts*, neverendingbooks.org; of the theory: Berlekamp, Conway and Guy,
//! *Winning Ways*, chapters 1 to 3.

mod land;
mod value;

use core::fmt;

use common::Ending;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::GaveUp;
use crate::position::Position;
use crate::rules::Variant;
use land::Land;
use value::{Value, Values};

/// Who wins a game in which the players have different moves. Left is the first player, Right the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// The player to move wins, written `N` for *next*.
    First,
    /// The player not to move wins, written `P` for *previous*.
    Second,
    /// Left wins, whoever moves: `L`.
    Left,
    /// Right wins, whoever moves: `R`.
    Right,
}

impl Class {
    /// The class of a game that Left and Right win or lose when they move.
    fn of(left_wins: bool, right_wins: bool) -> Class {
        match (left_wins, right_wins) {
            (true, true) => Class::First,
            (false, false) => Class::Second,
            (true, false) => Class::Left,
            (false, true) => Class::Right,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Class::First => "N",
            Class::Second => "P",
            Class::Left => "L",
            Class::Right => "R",
        })
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AntwerpError {
    /// The position belongs to another variant.
    #[error("expected a position of Antwerp Sprouts, cold or hot, found one of the variant `{0}`")]
    Variant(Variant),
    /// There are too many spots.
    #[error("expected at most {most} spots at the start, found {0}", most = Antwerp::MAX_START)]
    Spots(usize),
    /// The search was told to stop.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
}

/// The number of a land.
type LandId = u32;
/// Lands side by side, in order.
type Sum = SmallVec<[LandId; 6]>;

/// Lands with their options, for one of the two games.
#[derive(Default, Debug)]
struct Book {
    lands: Vec<Land>,
    numbers: FxHashMap<Box<[u8]>, LandId>,
    /// What Left, and what Right, can make of each land.
    options: Vec<Option<[Box<[Sum]>; 2]>>,
    values: Vec<Option<Value>>,
    /// For a sum, and the player to move, whether he wins, in normal play and in misère play.
    wins: FxHashMap<(Sum, u8), bool>,
}

/// Solves Antwerp Sprouts, and keeps what it has found.
#[derive(Debug)]
pub struct Antwerp {
    /// For the cold and for the hot game.
    books: [Book; 2],
    values: Values,
    nodes: u64,
}

impl Default for Antwerp {
    fn default() -> Antwerp {
        Antwerp::new()
    }
}

impl Antwerp {
    /// The most spots at the start of a position that can be asked for; answers do not reach so far.
    pub const MAX_START: usize = 20;

    /// Returns a solver that knows nothing.
    pub fn new() -> Antwerp {
        Antwerp {
            books: Default::default(),
            values: Values::new(),
            nodes: 0,
        }
    }

    /// Returns how many sums have been looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds out who wins a position, whoever moves, in normal or in misère play as the position says.
    ///
    /// Each sum of lands is looked at once for each player at most. `keep_going` is told now and then how many sums were
    /// looked at, and says whether to go on.
    ///
    /// # Errors
    ///
    /// Returns an error for positions of other variants or of too many spots, and when `keep_going` says so.
    pub fn class(
        &mut self,
        position: &Position,
        keep_going: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Class, AntwerpError> {
        let hot = is_hot(position)?;
        let book = &mut self.books[usize::from(hot)];
        let sum = book.intern(Land::all_of(position));
        let misere = position.ending() == Ending::Misere;
        let mut search = Search {
            book,
            hot,
            misere,
            nodes: &mut self.nodes,
            keep_going,
        };
        Ok(Class::of(search.wins(&sum, 0)?, search.wins(&sum, 1)?))
    }

    /// Finds the value of a position in normal play, with its name in the notation of *Winning Ways*: numbers such as `-1/2`,
    /// nimbers `*2`, ups `^`, `v2*`, switches `±1`, and else the options of the canonical form, `{2|0}`.
    ///
    /// # Errors
    ///
    /// Returns an error for positions of other variants or of too many spots, and when `keep_going`, which is told the number
    /// of sums looked at, says so.
    pub fn value(
        &mut self,
        position: &Position,
        keep_going: &mut dyn FnMut(u64) -> bool,
    ) -> Result<String, AntwerpError> {
        let value = self.worth(position, keep_going)?;
        Ok(self.values.name(value))
    }

    /// Finds the numbers at which play from a position stops if Left begins, and if Right does, when both try for the best.
    ///
    /// Equal stops say that the position is a number up to an infinitesimal; where that of Left is greater the position is hot, and
    /// both want to move.
    ///
    /// # Errors
    ///
    /// As [`value`](Antwerp::value).
    pub fn stops(
        &mut self,
        position: &Position,
        keep_going: &mut dyn FnMut(u64) -> bool,
    ) -> Result<[String; 2], AntwerpError> {
        let value = self.worth(position, keep_going)?;
        Ok(self.values.stops(value))
    }

    /// Returns how many different values have been met.
    pub fn n_values(&self) -> usize {
        self.values.len()
    }

    fn worth(
        &mut self,
        position: &Position,
        keep_going: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Value, AntwerpError> {
        let hot = is_hot(position)?;
        let book = &mut self.books[usize::from(hot)];
        let sum = book.intern(Land::all_of(position));
        let mut search = Search {
            book,
            hot,
            misere: false,
            nodes: &mut self.nodes,
            keep_going,
        };
        Ok(search.worth(&sum, &mut self.values)?)
    }
}

/// Whether a position belongs to the hot game.
fn is_hot(position: &Position) -> Result<bool, AntwerpError> {
    if position.n_start() > Antwerp::MAX_START {
        return Err(AntwerpError::Spots(position.n_start()));
    }
    match position.rules().variant {
        Variant::AntwerpCold => Ok(false),
        Variant::AntwerpHot => Ok(true),
        other => Err(AntwerpError::Variant(other)),
    }
}

impl Book {
    fn intern(&mut self, lands: Vec<Land>) -> Sum {
        let mut sum: Sum = lands
            .into_iter()
            .map(|land| {
                let next = self.lands.len() as LandId;
                let number = *self.numbers.entry(land.form()).or_insert(next);
                if number == next {
                    self.lands.push(land);
                    self.options.push(None);
                    self.values.push(None);
                }
                number
            })
            .collect();
        sum.sort_unstable();
        sum
    }

    fn expand(&mut self, land: LandId, hot: bool) {
        if self.options[land as usize].is_some() {
            return;
        }
        let both = [0, 1].map(|player| {
            let mut children = Vec::new();
            self.lands[land as usize]
                .for_each_child(player, hot, &mut |child| children.push(child));
            let mut sums: Vec<Sum> = children.into_iter().map(|c| self.intern(c)).collect();
            sums.sort_unstable();
            sums.dedup();
            sums.into_boxed_slice()
        });
        self.options[land as usize] = Some(both);
    }

    /// Options of a land that has been expanded.
    fn options(&self, land: LandId, player: usize) -> &[Sum] {
        let options = self.options[land as usize].as_ref();
        &options.expect("the land has been expanded")[player]
    }
}

struct Search<'a> {
    book: &'a mut Book,
    hot: bool,
    misere: bool,
    nodes: &'a mut u64,
    keep_going: &'a mut dyn FnMut(u64) -> bool,
}

impl Search<'_> {
    fn count(&mut self) -> Result<(), GaveUp> {
        *self.nodes += 1;
        if self.nodes.is_multiple_of(256) && !(self.keep_going)(*self.nodes) {
            return Err(GaveUp::Stopped);
        }
        Ok(())
    }

    /// Whether Left (0) or Right (1) wins a sum if he moves.
    fn wins(&mut self, sum: &Sum, player: usize) -> Result<bool, GaveUp> {
        let key = (sum.clone(), 2 * u8::from(self.misere) + player as u8);
        if let Some(known) = self.book.wins.get(&key) {
            return Ok(*known);
        }
        self.count()?;
        let (mut wins, mut can_move) = (false, false);
        'moves: for (i, land) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == *land {
                continue;
            }
            self.book.expand(*land, self.hot);
            for j in 0..self.book.options(*land, player).len() {
                can_move = true;
                let mut child = sum.clone();
                child.remove(i);
                child.extend_from_slice(&self.book.options(*land, player)[j]);
                child.sort_unstable();
                if !self.wins(&child, 1 - player)? {
                    wins = true;
                    break 'moves;
                }
            }
        }
        let wins = wins || !can_move && self.misere;
        self.book.wins.insert(key, wins);
        Ok(wins)
    }

    fn worth(&mut self, sum: &Sum, values: &mut Values) -> Result<Value, GaveUp> {
        let mut total = Values::ZERO;
        for land in sum {
            let value = self.land_worth(*land, values)?;
            total = values.sum(total, value);
        }
        Ok(total)
    }

    fn land_worth(&mut self, land: LandId, values: &mut Values) -> Result<Value, GaveUp> {
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

    use super::*;
    use crate::{Game, Player, Rules, Symmetric};

    /// Who wins, by trying all moves on the paper.
    fn wins(position: &Position, known: &mut HashMap<Position, bool>) -> bool {
        let canonical = position.canonical();
        if let Some(known) = known.get(&canonical) {
            return *known;
        }
        let moves = position.moves().into_iter();
        let wins = if let Some(winner) = position.winner() {
            winner == position.mover()
        } else {
            // All, so that all positions are met.
            let child = |m| position.child(&m).expect("a listed move is legal");
            let children: Vec<bool> = moves.map(|m| wins(&child(m), known)).collect();
            children.contains(&false)
        };
        known.insert(canonical, wins);
        wins
    }

    /// Compares the class of every position that was looked at from `n` spots with trying all moves, and its value with both.
    #[track_caller]
    fn check(n: usize, rules: Rules) -> usize {
        let mut known = HashMap::new();
        wins(
            &Position::new(n, rules).expect("so few spots are fine"),
            &mut known,
        );
        let mut solver = Antwerp::new();
        for (position, wins) in &known {
            let class = solver.class(position, &mut |_| true).expect("no limit");
            let by_class = match class {
                Class::First => true,
                Class::Second => false,
                Class::Left => position.mover() == Player::FIRST,
                Class::Right => position.mover() == Player::SECOND,
            };
            assert_eq!(by_class, *wins, "{position} is of class {class}");
            if rules.ending == Ending::Normal {
                let value = solver.worth(position, &mut |_| true).expect("no limit");
                let values = &mut solver.values;
                let at_most = values.is_at_most(value, Values::ZERO);
                let at_least = values.is_at_most(Values::ZERO, value);
                assert_eq!(class, Class::of(!at_most, !at_least), "{position}");
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
                let value = solver.worth(&start, &mut |_| true).expect("no limit");
                assert_eq!(solver.values.negative(value), value, "{n} spots");
                assert_eq!(solver.values.sum(value, value), Values::ZERO, "{n} spots");
            }
        }
    }

    #[test]
    fn other_games_are_refused() {
        let mut solver = Antwerp::new();
        let standard = Position::new(2, Rules::NORMAL).expect("a start");
        let error = solver
            .class(&standard, &mut |_| true)
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("found one of the variant `standard`"),
            "{error}"
        );
        let large = Position::new(21, Rules::from(Variant::AntwerpHot)).expect("a start");
        let error = solver.value(&large, &mut |_| true).unwrap_err().to_string();
        assert_eq!(error, "expected at most 20 spots at the start, found 21");
        let start = Position::new(4, Rules::from(Variant::AntwerpHot)).expect("a start");
        let error = solver.value(&start, &mut |_| false).unwrap_err();
        assert_eq!(error, AntwerpError::GaveUp(GaveUp::Stopped));
    }
}
