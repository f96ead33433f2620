//! Sprouts with playing cards (Josh Jordan, *How to play Sprouts with playing cards*, 2013).
//!
//! On the table are *rows* of *stacks* of *cards*. A table is written like [boundary lists](super::hoey). Each stack is
//! listed from top to bottom, with `,` between its cards, `;` between the stacks of a row, and `/` between rows. The
//! game with *n* spots begins with one row of *n* stacks, each of a single card. There are three cards of each value.
//!
//! Two corrections to Jordan's text: with three or more spots, a game can need 4*n* − 1 values, more than the 3*n* + 1
//! stated in the text, and the text's "game of 5 moves" has only four. The text's claim that 2*n* + 1 rows are enough
//! is correct.
//!
//! A position of a game from four spots, with the cards of dead spots in grey:
//!
#![doc = include_str!("../../images/cards.svg")]
//!
//! | on the table | in the drawing | in the language of planar graphs |
//! |---|---|---|
//! | value | spot | vertex |
//! | card | site of the spot | occurrence of the vertex on a walk, a corner |
//! | stack | boundary | boundary walk of a face, from any vertex |
//! | row | region | face |
//! | table | position | plane graph, by its faces |
//! | third card of a value played | spot has died | vertex of degree 3 |
//! | [joining move](CardTable::join) | line between two boundaries | edge between two components |
//! | [dividing move](CardTable::divide) | line from a boundary to itself | edge inside a face, which cuts it in two |
//!
//! A table of a position is *sorted*: each stack begins where its list is least, and stacks and rows are in ascending
//! order. The steps of a move leave a table as a hand leaves it, which may have another order. The moves of the next
//! turn are numbered on the sorted table, and a program that shows the steps shows the sorted table after them.
//!
//! *Cutting* a stack moves cards from its top to its bottom and keeps their order, since a walk can begin anywhere.
//! *Playing a twin* of a card takes another one of the same value from the deck; if none is left, the move is illegal.
//! So when no card of a value is left in the deck, its spot is dead.
//!
//! # The game 2+ 1(3)2 1(4)2 1(5)4 2(6)3
//!
//! ```
//! use papergames_sprouts::notation::cards::{StackCut, CardTable};
//!
//! let table = CardTable::of(&"2".parse()?);
//! let steps = table.join(0, StackCut::top(0), StackCut::top(1))?; // 1(3)2
//! let texts: Vec<String> = steps.iter().map(|step| step.to_string()).collect();
//! assert_eq!(texts, ["4. 1,3;2,3", "5. 1,3,2,3"]);
//!
//! let table = &steps.last().expect("a move has steps").table;
//! let steps = table.divide(0, StackCut::top(0), 3, &[])?; // 1(4)2
//! let texts: Vec<String> = steps.iter().map(|step| step.to_string()).collect();
//! assert_eq!(texts, [
//!     "1. 1,3,2,3",
//!     "2. 1,3,2,3,1",
//!     "3. 1,3,2/3,1",
//!     "4. 1,3,2/2,3,1",
//!     "5. 4,1,3,2/4,2,3,1",
//! ]);
//! # Ok::<(), papergames_sprouts::Refused>(())
//! ```
//!
//! # How many rows and cards
//!
//! Jordan's text says that 2n+1 rows suffice, which is true. By Euler's formula, a table at any time in the game has
//! 2n+1 − (*lives* − *pieces*) rows, where a piece is a set of spots connected by lines. Each piece has at least one
//! life, since the last spot drawn on it is alive. At the end of the game each survivor has one life, so the rows are
//! 2n+1 − (*survivors* − *pieces*); the test `rows_are_counted_by_lives_and_pieces` checks random games.
//!
//! The text also says that a game needs at least 3n+1 distinct values. This is not enough with three or more spots: a
//! game can last 3n−1 moves, and each move uses a new value, so up to 4n−1 values are needed, with three cards each.
//! The following game from three spots needs eleven values:
//!
//! ```
//! use papergames_sprouts::notation::cards::CardTable;
//! use papergames_sprouts::{Ending, Game, Position};
//!
//! let mut position = Position::new(3, Ending::Normal)?;
//! for text in "3-3 1-1 1-3 5-6 4-7 2-8 2-9! 2-10".split(' ') {
//!     position.apply(&text.parse()?)?;
//! }
//! assert!(position.is_terminal());
//! let values = CardTable::of(&position).rows().iter().flatten().flatten().copied().max();
//! assert_eq!(values, Some(11), "and not 3n+1 = 10");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The printed recipe puts the new cards of a joining move on top of both stacks, but its example puts them at the
//! bottom. This module follows the example. Both ways lead to equivalent tables, because the two stacks are merged into
//! one stack, which can be cut.

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use common::text::read_whole;
use common::{Ending, Game, Refused, sorting};

use super::{MAX_SPOT, hoey, read_lists, read_number};
use crate::moves::Move;
use crate::position::{Position, Spot};

/// The view as a card table, which is the notation of the same name.
pub(crate) const VIEW: &str = "cards";

/// The cards on a table, as rows of stacks, each listed from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CardTable {
    rows: Vec<Vec<Vec<usize>>>,
}

/// A stack of cards used in a move, and where to cut it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StackCut {
    /// The index of the stack in its row, counted from 0.
    pub stack: usize,
    /// The number of cards to move from the top to the bottom, which is less than the size of the stack.
    pub cut: usize,
}

impl StackCut {
    /// Returns an uncut stack, given by its index.
    pub const fn top(stack: usize) -> StackCut {
        StackCut { stack, cut: 0 }
    }
}

/// Writes the stack as in a move, counted from 1: `2`, or `2.4` if four cards are cut.
impl fmt::Display for StackCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.stack + 1)?;
        match self.cut {
            0 => Ok(()),
            cut => write!(f, ".{cut}"),
        }
    }
}

/// One step of a move made with cards, and the table after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CardStep {
    /// The number of the step, as listed at [`join`](CardTable::join) or [`divide`](CardTable::divide).
    pub number: u8,
    /// The table after the step.
    pub table: CardTable,
}

impl fmt::Display for CardStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}", self.number, self.table)
    }
}

impl CardTable {
    /// Returns the card table that shows a position. The start of a game with *n* spots is one row of *n* stacks of one
    /// card.
    pub fn of(position: &Position) -> CardTable {
        CardTable {
            rows: position.lists(),
        }
    }

    /// Returns the position that the table shows.
    ///
    /// # Errors
    ///
    /// Returns an error if no game leads to the table.
    pub fn position(&self, ending: Ending) -> Result<Position, Refused> {
        hoey::position(&self.rows, ending)
    }

    /// Returns the rows: lists of stacks, each with its cards from top to bottom.
    pub fn rows(&self) -> &[Vec<Vec<usize>>] {
        &self.rows
    }

    /// Joins two stacks of a row into one and returns the table after each step that is not skipped:
    ///
    /// 1. Choose two stacks, and cut either if you like.
    /// 2. If the first stack has more than one card, put a twin of its top card at its bottom.
    /// 3. Do the same for the second.
    /// 4. Take two cards of a new value and put one at the bottom of each stack.
    /// 5. Put the first stack on top of the second.
    ///
    /// In the drawing, this move draws a line from the spot of one top card to the spot of the other. The walk around
    /// both boundaries passes the new spot twice. The walk also passes each end once more than before, except an end
    /// without lines, for which a single card is enough.
    ///
    /// # Errors
    ///
    /// Returns an error if the stacks do not exist or are the same, or if no twin is left. The table does not change.
    pub fn join(
        &self,
        row: usize,
        first: StackCut,
        second: StackCut,
    ) -> Result<Vec<CardStep>, Refused> {
        if first.stack == second.stack {
            return Err(same_stack(first.stack));
        }
        let mut play = Play::new(self);
        play.pick_up(row, first)?;
        play.pick_up(row, second)?;
        if first.cut + second.cut > 0 {
            play.done(1);
        }
        for (number, held) in [(2, first), (3, second)] {
            let stack = &play.table.rows[row][held.stack];
            if stack.len() > 1 {
                let twin = play.twin(stack[0], number)?;
                play.table.rows[row][held.stack].push(twin);
                play.done(number);
            }
        }
        let new = play.table.new_value();
        for held in [first, second] {
            play.table.rows[row][held.stack].push(new);
        }
        play.done(4);
        let below = core::mem::take(&mut play.table.rows[row][second.stack]);
        play.table.rows[row][first.stack].extend(below);
        play.table.rows[row].remove(second.stack);
        play.done(5);
        Ok(play.steps)
    }

    /// Divides a stack, and with it its row, and returns the table after each step that is not skipped:
    ///
    /// 1. Choose a stack, and cut it if you like.
    /// 2. Put a twin of its top card at its bottom.
    /// 3. Take `take` cards, at least one and not all, off the top into a new row: the new stack.
    /// 4. If either of the two stacks has more than one card, put a twin of the new stack's bottom card on top of the
    ///    original stack.
    /// 5. Take two cards of a new value and put one on top of each.
    /// 6. Move any other stacks of the old row to the new row: those in `moved`.
    ///
    /// In the drawing, this move draws a line from the spot of the new stack's top card to the spot of its bottom card,
    /// with the new region on its left.
    ///
    /// # Errors
    ///
    /// Returns an error if the stacks do not exist, `take` is out of range, or no twin is left. The table does not
    /// change.
    pub fn divide(
        &self,
        row: usize,
        held: StackCut,
        take: usize,
        moved: &[usize],
    ) -> Result<Vec<CardStep>, Refused> {
        let mut play = Play::new(self);
        play.pick_up(row, held)?;
        play.done(1);
        let top = play.table.rows[row][held.stack][0];
        let twin = play.twin(top, 2)?;
        play.table.rows[row][held.stack].push(twin);
        play.done(2);

        let mut original = core::mem::take(&mut play.table.rows[row][held.stack]);
        if !(1..original.len()).contains(&take) {
            return Err(Refused::new(format!(
                "take at least one but not all of the stack's {} cards, not {take}",
                original.len()
            )));
        }
        let rest = original.split_off(take);
        // The new row comes before the old one.
        play.table.rows.insert(row, vec![original]);
        play.table.rows[row + 1][held.stack] = rest;
        play.done(3);

        let end = play.table.rows[row][0][take - 1];
        if take > 1 || play.table.rows[row + 1][held.stack].len() > 1 {
            let twin = play.twin(end, 4)?;
            play.table.rows[row + 1][held.stack].insert(0, twin);
            play.done(4);
        }
        let new = play.table.new_value();
        play.table.rows[row][0].insert(0, new);
        play.table.rows[row + 1][held.stack].insert(0, new);
        play.done(5);

        let mut moved = moved.to_vec();
        sorting::sort_hot(&mut moved);
        moved.dedup();
        for stack in moved.into_iter().rev() {
            let stacks = play.table.rows[row + 1].len();
            if stack == held.stack {
                return Err(same_stack(stack));
            }
            one_of(stacks, "stack", stack)?;
            let moved = play.table.rows[row + 1].remove(stack);
            play.table.rows[row].insert(1, moved);
            if play.steps.last().is_some_and(|step| step.number == 6) {
                play.steps.pop();
            }
            play.done(6);
        }
        Ok(play.steps)
    }

    /// Reads a move made with cards and returns its steps, or `None` if the text does not begin with `join` or
    /// `divide`. Rows and stacks are counted from 1:
    ///
    /// * `join 1 2 3` joins stacks 2 and 3 of row 1; `join 1 2.4 3` first cuts four cards of stack 2;
    /// * `divide 1 2.4 5` cuts stack 2 of row 1 and takes five cards off its top; `divide 1 2 5 3 4` also moves stacks
    ///   3 and 4 to the new row.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not have this form, or if [`join`](CardTable::join) or
    /// [`divide`](CardTable::divide) returns an error.
    pub fn read(&self, text: &str) -> Option<Result<Vec<CardStep>, Refused>> {
        let mut words = text.split_whitespace();
        let verb = words.next()?;
        let words: Vec<&str> = words.collect();
        let steps = match (verb, &words[..]) {
            ("join", [row, first, second]) => {
                (|| self.join(index(row)?, held(first)?, held(second)?))()
            }
            ("divide", [row, stack, take, moved @ ..]) => (|| {
                let moved: Result<Vec<usize>, _> = moved.iter().map(|stack| index(stack)).collect();
                self.divide(index(row)?, held(stack)?, index(take)? + 1, &moved?)
            })(),
            ("join" | "divide", _) => Err(Refused::new(format!(
                "a move with cards must be `join ROW STACK STACK` or `divide ROW STACK CARDS`, found `{text}`"
            ))),
            _ => return None,
        };
        Some(steps)
    }

    /// Returns a stack with dead cards in brackets.
    fn stack(&self, stack: &[usize]) -> String {
        let cards = stack.iter().map(|card| match self.count(*card) {
            3 => format!("[{card}]"),
            _ => card.to_string(),
        });
        cards.collect::<Vec<_>>().join(",")
    }

    /// Returns the text of the table, with dead cards in brackets.
    pub(crate) fn marked(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let stacks: Vec<String> = row.iter().map(|stack| self.stack(stack)).collect();
            stacks.join(";")
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// Returns the table as rows of stacks with the numbers that moves use for them; dead cards are in brackets.
    pub(crate) fn show(&self) -> String {
        let stack = |(stack, number): (&Vec<usize>, usize)| {
            format!("   stack {number}: {}", self.stack(stack))
        };
        let rows = self.rows.iter().zip(1..).map(|(row, number)| {
            let stacks: String = row.iter().zip(1..).map(stack).collect();
            format!("row {number}{stacks}")
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    fn cards(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().flatten().flatten().copied()
    }

    fn count(&self, card: usize) -> usize {
        self.cards().filter(|c| *c == card).count()
    }

    fn new_value(&self) -> usize {
        self.cards().max().unwrap_or(0) + 1
    }
}

/// Reads a number from 1 as an index from 0.
fn index(text: &str) -> Result<usize, Refused> {
    let number = text
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_sub(1));
    number.ok_or_else(|| {
        Refused::new(format!(
            "a row or stack must be a number from 1, found `{text}`"
        ))
    })
}

/// Reads a stack, and after a dot how many of its cards are cut.
fn held(text: &str) -> Result<StackCut, Refused> {
    let (stack, cut) = text.split_once('.').unwrap_or((text, "0"));
    let cut = cut.parse().map_err(|_| {
        Refused::new(format!(
            "expected a stack such as `2` or `2.4`, found `{text}`"
        ))
    })?;
    Ok(StackCut {
        stack: index(stack)?,
        cut,
    })
}

/// Reads a move made with cards; returns `None` if the text is not one.
///
/// # Errors
///
/// Returns an error if the move is not legal in this position.
pub(crate) fn read_move(position: &Position, text: &str) -> Option<Result<Move, Refused>> {
    let steps = CardTable::of(position).read(text)?;
    let variant = position.rules().variant;
    if !variant.is_standard() {
        return Some(Err(Refused::new(format!(
            "cards only make moves of standard Sprouts, but the game is {variant}; write moves like `1-2`"
        ))));
    }
    Some(steps.and_then(|steps| {
        let last = steps
            .last()
            .map(|step| step.table.position(position.ending()));
        let after = last.transpose()?;
        let mut found = None;
        let _ = position.for_each_move(&mut |m| {
            if position.child(&m).ok() == after {
                found = Some(m);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let other = || Refused::new(format!("`{text}` is not a legal move"));
        found.ok_or_else(other)
    }))
}

/// Returns the text of a legal move made with cards, and its steps, or `None` if its line has no new spot.
pub fn write_move(position: &Position, m: &Move) -> Option<(String, Vec<CardStep>)> {
    let child = position.child(m).ok()?;
    let table = CardTable::of(position);
    table.rows.iter().zip(0..).find_map(|(stacks, row)| {
        let places = |spot: Spot| -> Vec<StackCut> {
            let stacks = stacks.iter().zip(0..);
            let places = stacks.flat_map(|(cards, stack)| {
                let cards = cards.iter().zip(0..);
                let places = cards.filter(move |(card, _)| **card == spot.number());
                places.map(move |(_, cut)| StackCut { stack, cut })
            });
            places.collect()
        };
        // The stacks on one side of a dividing line.
        let side = |stack: usize, is_left: bool| -> Vec<usize> {
            let pieces = stacks
                .iter()
                .map(|cards| position.piece(Spot::new(cards[0])));
            let on_side = pieces
                .map(|piece| m.left.contains(piece) == is_left)
                .zip(0..);
            let others = on_side.filter(|(is_there, other)| *is_there && *other != stack);
            others.map(|(_, other)| other).collect()
        };
        let ends = places(m.from.spot).into_iter();
        let mut ends =
            ends.flat_map(|one| places(m.to.spot).into_iter().map(move |other| (one, other)));
        ends.find_map(|(one, other)| {
            let made = |(text, steps): (String, Result<Vec<CardStep>, Refused>)| {
                let steps = steps.ok()?;
                let after = steps.last()?.table.position(position.ending()).ok()?;
                (after == child).then_some((text, steps))
            };
            if one.stack != other.stack {
                let text = format!("join {} {one} {other}", row + 1);
                return made((text, table.join(row, one, other)));
            }
            let cards = stacks[one.stack].len();
            [
                (one, other, true),
                (one, other, false),
                (other, one, true),
                (other, one, false),
            ]
            .into_iter()
            .find_map(|(top, bottom, is_left)| {
                let take = (bottom.cut + cards - top.cut) % cards + 1;
                let moved = side(top.stack, is_left);
                let others = moved.iter().map(|stack| format!(" {}", stack + 1));
                let others: String = others.collect();
                let text = format!("divide {} {top} {take}{others}", row + 1);
                made((text, table.divide(row, top, take, &moved)))
            })
        })
    })
}

/// Returns the steps of a move in a line, and at its end the table as it is sorted after the move, unless the stacks
/// and rows are already in order.
pub(crate) fn say_steps(steps: &[CardStep], ending: Ending) -> Option<String> {
    let said = steps.iter();
    let said = said.map(|step| format!("{}. {}", step.number, step.table.marked()));
    let mut said: Vec<String> = said.collect();
    let left = &steps.last()?.table;
    let sorted = CardTable::of(&left.position(ending).ok()?);
    if sorted != *left {
        said.push(format!("sorted: {}", sorted.marked()));
    }
    Some(said.join("  "))
}

/// A stack cannot be joined to itself, and the stack that is divided cannot be moved to the new row.
fn same_stack(stack: usize) -> Refused {
    let stack = stack + 1;
    Refused::new(format!(
        "choose two distinct stacks, not stack {stack} twice"
    ))
}

/// Checks that a row or stack exists. Errors count from 1, as typed moves do.
fn one_of(n: usize, what: &str, found: usize) -> Result<(), Refused> {
    if found < n {
        return Ok(());
    }
    let (plural, found) = (if n == 1 { "" } else { "s" }, found.saturating_add(1));
    Err(Refused::new(format!(
        "there is no {what} {found}; choose one of {n} {what}{plural}, counted from 1"
    )))
}

/// A move in progress.
struct Play<'a> {
    begin: &'a CardTable,
    table: CardTable,
    steps: Vec<CardStep>,
}

impl Play<'_> {
    fn new(begin: &CardTable) -> Play<'_> {
        Play {
            begin,
            table: begin.clone(),
            steps: Vec::new(),
        }
    }

    fn done(&mut self, number: u8) {
        let table = self.table.clone();
        self.steps.push(CardStep { number, table });
    }

    fn pick_up(&mut self, row: usize, held: StackCut) -> Result<(), Refused> {
        let rows = &mut self.table.rows;
        one_of(rows.len(), "row", row)?;
        one_of(rows[row].len(), "stack", held.stack)?;
        let stack = &mut rows[row][held.stack];
        if held.cut >= stack.len() {
            return Err(Refused::new(format!(
                "you can cut at most all but one of the stack's {} cards, not {}",
                stack.len(),
                held.cut
            )));
        }
        stack.rotate_left(held.cut);
        Ok(())
    }

    /// Takes a twin of a card from the deck, for a step of a move.
    fn twin(&self, card: usize, number: u8) -> Result<usize, Refused> {
        if self.table.count(card) < 3 {
            return Ok(card);
        }
        let is_own = self.begin.count(card) < 3;
        let found = if is_own {
            "this move has already used the last one"
        } else {
            "all three are on the table"
        };
        Err(Refused::new(format!(
            "step {number} needs another card of value {card} from the deck, but {found}"
        )))
    }
}

impl fmt::Display for CardTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&planar::write_lists(&self.rows))
    }
}

impl FromStr for CardTable {
    type Err = Refused;

    fn from_str(text: &str) -> Result<CardTable, Refused> {
        let rows = read_whole(text, |reader| read_lists(reader, read_number))?;
        let table = CardTable { rows };
        let mut counts = [0usize; MAX_SPOT as usize + 1];
        table.cards().for_each(|card| counts[card] += 1);
        match counts.iter().position(|found| *found > 3) {
            None => Ok(table),
            Some(card) => Err(Refused::new(format!(
                "at most three cards may have the value {card}, found {}",
                counts[card]
            ))),
        }
    }
}

common::serde_as_text!(CardTable);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory;
    use common::{Player, Seeded};

    #[test]
    fn rows_are_counted_by_lives_and_pieces() {
        let mut finished = 0;
        for n in 1..=7 {
            for seed in 0..100 {
                let mut random = Seeded::new(seed);
                let mut position = Position::new(n, Ending::Normal).expect("a start");
                while let Some(m) = position.random_move(&mut random) {
                    position.apply(&m).expect("a legal move");
                    let rows = CardTable::of(&position).rows().len();
                    let spots = position.spots();
                    let pieces = spots.filter(|spot| position.piece(*spot) == *spot).count();
                    assert!(position.lives() >= pieces, "{position}");
                    assert_eq!(rows, 2 * n + 1 + pieces - position.lives(), "{position}");
                }
                let census = theory::census(&position).expect("a finished game");
                assert_eq!(position.lives(), census.survivors.len(), "{position}");
                finished += 1;
            }
        }
        assert_eq!(finished, 700);
    }

    #[test]
    fn every_move_is_written_as_it_is_made_with_cards() {
        for (n, seed) in (1..=5).flat_map(|n| (0..20).map(move |seed| (n, seed))) {
            let mut random = Seeded::new(seed);
            let mut position = Position::new(n, Ending::Normal).expect("a start");
            while let Some(next) = position.random_move(&mut random) {
                for index in 0..position.count_moves().min(40) {
                    let m = position.nth_move(index).expect("a move");
                    let (text, _) =
                        write_move(&position, &m).unwrap_or_else(|| panic!("{position}: {m}"));
                    let read = read_move(&position, &text).expect("cards").expect("legal");
                    assert_eq!(
                        position.child(&read),
                        position.child(&m),
                        "{position}: {m} as {text}"
                    );
                }
                position.apply(&next).expect("a legal move");
            }
        }
    }

    #[test]
    fn moves_are_read_as_they_are_made_with_cards() {
        let mut position = Position::new(2, Ending::Normal).expect("a start");
        // The game of the header: 1(3)2 1(4)2 1(5)4 2(6)3.
        for (typed, table) in [
            ("join 1 1 2", "1,3,2,3"),
            ("divide 1 1 3", "4,1,3,2/4,2,3,1"),
        ] {
            let m = read_move(&position, typed)
                .expect("cards")
                .expect("a legal move");
            position.apply(&m).expect("a legal move");
            let expected: CardTable = table.parse().expect("a table");
            assert_eq!(
                Ok(position.clone()),
                expected.position(Ending::Normal),
                "{typed}"
            );
        }
        assert_eq!(position.turn(), Some(Player::FIRST));
        for (typed, reason) in [
            (
                "join 1 1 1",
                "choose two distinct stacks, not stack 1 twice",
            ),
            (
                "join 9 1 2",
                "there is no row 9; choose one of 2 rows, counted from 1",
            ),
            (
                "join 0 1 2",
                "a row or stack must be a number from 1, found `0`",
            ),
            (
                "join 1 1",
                "a move with cards must be `join ROW STACK STACK` or `divide ROW STACK CARDS`, found `join 1 1`",
            ),
            (
                "divide 1 1.x 1",
                "expected a stack such as `2` or `2.4`, found `1.x`",
            ),
        ] {
            let error = read_move(&position, typed)
                .expect("cards")
                .expect_err("not a move");
            assert_eq!(error.to_string(), reason, "{typed}");
        }
        assert_eq!(read_move(&position, "1-2"), None);
    }
}
