//! Puzzles: positions in which exactly one move wins, up to symmetry, with a proof.
//!
//! Puzzles are found in random games and are the same for the same seed. A [grade](Puzzle::grade) from 1 to 5 says how
//! hard one is to solve.

use core::time::Duration;
use std::collections::BTreeSet;

use common::describe::Effort;
use common::search::MonteCarlo;
use common::{Budget, Describe, Game, Outcome, Record, Seeded, playout};

use crate::judge::classes;

/// A position in which exactly one class of moves wins.
///
/// # Examples
///
/// From seven matches only taking three wins:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/game/mod.rs"));
/// # fn main() {
/// use papergames_play::puzzle::Puzzle;
///
/// let puzzle = Puzzle::of(&Heap::new(7)).expect("one of three moves wins");
/// assert_eq!(puzzle.solutions, [Take(3)]);
/// assert!(puzzle.is_solved_by(&Take(3)) && !puzzle.is_solved_by(&Take(1)));
/// // Eight matches are lost, and each game of one move is too simple.
/// assert!(Puzzle::of(&Heap::new(8)).is_none() && Puzzle::of(&Heap::new(1)).is_none());
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Puzzle<G: Game> {
    /// The position.
    pub position: G,
    /// The winning moves, all of one class.
    pub solutions: Vec<G::Move>,
    /// How many classes of moves there are.
    pub choices: usize,
    /// How many classes of losing moves look at least as good as the winning one to a search of 300 random games.
    pub tempting: usize,
    /// How many moves the win takes, the winning one included, if both players do their best; `None` if it is too long
    /// to be found within 50,000 nodes.
    pub length: Option<u32>,
}

/// How many nodes a solver spends on a position before it is left out.
const PROOF_NODES: u64 = 200_000;
/// How many random games the shallow search plays.
const SHALLOW_NODES: u64 = 300;
/// How many nodes to spend on finding the length of the win.
const LENGTH_NODES: u64 = 50_000;
/// The most classes of moves of a puzzle: a person cannot compare more.
const MOST_CHOICES: usize = 200;

impl<G: Describe> Puzzle<G> {
    /// Returns the puzzle of a position, or `None` if it is not one: if it is not proved within 200,000 nodes that
    /// exactly one class of moves wins, or if there are fewer than three classes of moves or more than 200.
    #[must_use]
    pub fn of(position: &G) -> Option<Puzzle<G>> {
        Puzzle::within(position, &Budget::new())
    }

    /// Like [`of`](Puzzle::of), with each search within a budget as well.
    #[must_use]
    pub fn within(position: &G, most: &Budget) -> Option<Puzzle<G>> {
        let mover = position.turn().filter(|_| position.players() == 2)?;
        if position.nth_move(20_000).is_some() {
            return None;
        }
        let classes = classes(position);
        if !(3..=MOST_CHOICES).contains(&classes.len()) {
            return None;
        }
        // Some solvers count nodes in large steps, so time is limited as well.
        let budget = Budget::new()
            .nodes(PROOF_NODES)
            .time(Duration::from_secs(20))
            .within(most);
        let wins = |position: &G| {
            let verdict = position.solve(&mut Effort::new(budget.clone(), &mut |_| ()));
            Some(verdict.ok()?.outcome == Outcome::Win(mover))
        };
        if !wins(position)? {
            return None;
        }
        let mut winning = None;
        for class in &classes {
            let child = position.child(class.first()?).ok()?;
            let is_won = match child.outcome() {
                Some(outcome) => outcome == Outcome::Win(mover),
                None => wins(&child)?,
            };
            if is_won && winning.replace(class).is_some() {
                return None;
            }
        }
        let solutions = winning?.clone();
        Some(Puzzle {
            position: position.clone(),
            choices: classes.len(),
            tempting: tempting(position, &classes, &solutions, most),
            length: length(position),
            solutions,
        })
    }

    /// Returns how hard the puzzle is, from 1 (easy) to 5 (hard): one point for each of these: some losing move looks
    /// as good as the winning one; more than two do; more than five do; the win takes five moves or more, or too many
    /// to count; and a first point for being a puzzle.
    #[must_use]
    pub fn grade(&self) -> u8 {
        let points = [
            self.tempting > 0,
            self.tempting > 2,
            self.tempting > 5,
            self.length.is_none_or(|length| length >= 5),
        ];
        1 + points.into_iter().map(u8::from).sum::<u8>()
    }

    /// Returns whether a move is the winning one, or comes to the same.
    #[must_use]
    pub fn is_solved_by(&self, m: &G::Move) -> bool {
        let class = |m: &G::Move| Some(self.position.child(m).ok()?.class());
        let solution = self.solutions.first().and_then(class);
        solution.is_some() && class(m) == solution
    }

    /// Returns the opponent's best answer in a position after moves that do not solve the puzzle. `None` if the
    /// opponent is not to move, or if no answer is proved within 200,000 nodes.
    ///
    /// # Examples
    ///
    /// Who takes one of seven matches loses to two:
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/game/mod.rs"));
    /// # fn main() {
    /// use papergames_play::puzzle::Puzzle;
    ///
    /// let puzzle = Puzzle::of(&Heap::new(7)).expect("one of three moves wins");
    /// assert_eq!(puzzle.refutation(&Heap::new(7)), None);
    /// let tried = puzzle.position.child(&Take(1)).expect("a legal move");
    /// assert_eq!(puzzle.refutation(&tried), Some(Take(2)));
    /// # }
    /// ```
    #[must_use]
    pub fn refutation(&self, after: &G) -> Option<G::Move> {
        after
            .turn()
            .filter(|turn| Some(*turn) != self.position.turn())?;
        let budget = Budget::new().nodes(PROOF_NODES);
        let verdict = after.solve(&mut Effort::new(budget, &mut |_| ())).ok()?;
        verdict.moves?.into_iter().next()
    }

    /// Returns the puzzle as text to save: a comment with its grade, one with the solution, and the position. Programs
    /// read it as a game without moves.
    #[must_use]
    pub fn save(&self, number: usize) -> String {
        let mover = self
            .position
            .turn()
            .map_or_else(String::new, |turn| turn.to_string());
        let length = self
            .length
            .map_or_else(|| "more".to_owned(), |length| length.to_string());
        let solutions: Vec<String> = self.solutions.iter().map(ToString::to_string).collect();
        format!(
            "# puzzle {number}: {mover} to move and win; grade {}, {} choices, {} tempting, {length} moves to the end\n\
             # solution: {}\n{}\n",
            self.grade(),
            self.choices,
            self.tempting,
            solutions.join(" "),
            self.position
        )
    }
}

/// Counts the losing classes that a shallow search likes at least as much as the winning one.
fn tempting<G: Describe>(
    position: &G,
    classes: &[Vec<G::Move>],
    solutions: &[G::Move],
    most: &Budget,
) -> usize {
    let budget = Budget::new().nodes(SHALLOW_NODES).within(most);
    let report = MonteCarlo::new(1).run(position, &budget, &mut |_| ());
    // A move that the search never tried does not look good.
    let looks = |class: &[G::Move]| {
        let tried = report
            .candidates
            .iter()
            .filter(|candidate| class.contains(&candidate.m));
        tried.map(|candidate| candidate.visits).max().unwrap_or(0)
    };
    let right = looks(solutions);
    let others = classes
        .iter()
        .filter(|class| class.first() != solutions.first());
    others
        .filter(|class| {
            let looks = looks(class);
            looks > 0 && looks >= right
        })
        .count()
}

/// Returns how many moves there are to the end if the winner hurries and the loser delays.
fn length<G: Describe>(position: &G) -> Option<u32> {
    // The first depth at which the win is seen is its length.
    let mut left = LENGTH_NODES;
    (1..=u32::from(u16::MAX)).find_map(|depth| {
        match forced(position, position.turn()?, depth, &mut left) {
            Some(true) => Some(Some(depth)),
            Some(false) => None,
            None => Some(None),
        }
    })?
}

/// Returns whether a player can win within `depth` moves; `None` when no nodes are left.
fn forced<G: Describe>(
    position: &G,
    winner: common::Player,
    depth: u32,
    left: &mut u64,
) -> Option<bool> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome == Outcome::Win(winner));
    }
    if depth == 0 {
        return Some(false);
    }
    let is_mine = position.turn() == Some(winner);
    for m in position.moves() {
        *left = left.checked_sub(1)?;
        let child = position.child(&m).ok()?;
        if forced(&child, winner, depth - 1, left)? == is_mine {
            return Some(is_mine);
        }
    }
    Some(!is_mine)
}

/// Finds puzzles in random games from `start`: the same ones in the same order for the same seed, if `most`, the budget
/// of each search, limits only memory.
///
/// Each class of positions is used once. The iterator ends after 10,000 random games in a row without a new puzzle, and
/// at once for a game that is not for two players.
///
/// # Examples
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/game/mod.rs"));
/// # fn main() {
/// use papergames_play::common::Budget;
/// use papergames_play::puzzle;
///
/// let puzzles: Vec<_> = puzzle::find(&Heap::new(12), 1, &Budget::new()).take(3).collect();
/// assert!(puzzles.iter().all(|puzzle| puzzle.position.left % 4 != 0));
/// assert_eq!(puzzle::find(&Heap::new(12), 1, &Budget::new()).next().as_ref(), puzzles.first());
/// # }
/// ```
pub fn find<G: Describe>(
    start: &G,
    seed: u64,
    most: &Budget,
) -> impl Iterator<Item = Puzzle<G>> + use<G> {
    let (start, most) = (start.clone(), most.clone());
    let mut seen = BTreeSet::new();
    let mut random = Seeded::new(seed);
    let mut pending: Vec<G> = Vec::new();
    let most_games = if start.players() == 2 { 10_000 } else { 0 };
    let mut games = 0;
    core::iter::from_fn(move || {
        loop {
            while let Some(position) = pending.pop() {
                if !seen.insert(position.class()) {
                    continue;
                }
                if let Some(puzzle) = Puzzle::within(&position, &most) {
                    games = 0;
                    return Some(puzzle);
                }
            }
            if games == most_games {
                return None;
            }
            games += 1;
            let record: Record<G> = playout::record(start.clone(), 1_000, &mut random);
            // Late positions are proved sooner, so they come first; the last two moves are forced or obvious.
            let positions: Vec<G> = record.positions().collect();
            let end = positions.len().saturating_sub(2);
            pending.extend(positions.into_iter().take(end));
        }
    })
}
