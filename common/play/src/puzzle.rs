//! Puzzles: positions in which exactly one move wins, up to symmetry, with a proof.
//!
//! Puzzles are found in random games, and the same seed gives the same puzzles. A [grade](Puzzle::grade) from 1 to 5
//! indicates how hard a puzzle is to solve.

use core::fmt::Write as _;
use core::time::Duration;
use std::collections::BTreeSet;

use common::any::{AnyMove, AnyRecord};
use common::search::MonteCarlo;
use common::text::counted;
use common::values::Effort;
use common::{Budget, Outcome, Player, Seeded, Verdict};

use crate::judge::{Judge, MOST_LISTED};

/// A position in which exactly one class of moves wins.
///
/// # Examples
///
/// With heaps of 3, 4 and 5 matches, the only winning move takes two from the first heap:
///
/// ```
/// use papergames_play::common::any::AnyGame;
/// use papergames_play::common::nim::NIM;
/// use papergames_play::puzzle::Puzzle;
///
/// let puzzle = Puzzle::of(&*NIM.parse("3,4,5:first+")?).expect("one of twelve moves wins");
/// assert_eq!(puzzle.solutions, ["0x2"]);
/// let solves = |text| puzzle.position.read_move(text).is_ok_and(|m| puzzle.is_solved_by(&[m]));
/// assert!(solves("0x2") && !solves("1x2"));
/// // The first of these is lost, and in the other each game has one move, which is too simple.
/// assert!(Puzzle::of(&*NIM.parse("1,2,3:first+")?).is_none());
/// assert!(Puzzle::of(&*NIM.parse("1:first+")?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Puzzle {
    /// The position, as a record without moves.
    pub position: Box<dyn AnyRecord>,
    /// The winning moves, all of one class.
    pub solutions: Vec<AnyMove>,
    /// The number of classes of legal moves.
    pub choices: usize,
    /// The number of classes of losing moves that a tree search with 300 random games rates at least as high as the
    /// winning move.
    pub tempting: usize,
    /// The number of moves that the win takes, including the winning move, if both players play best; `None` if the win
    /// is too long to be found within 50,000 nodes. If the game's solver counts turns, which may consist of several
    /// moves, this is the number of turns.
    pub length: Option<u32>,
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        let known = |puzzle: &Puzzle| (puzzle.choices, puzzle.tempting, puzzle.length);
        *self.position == *other.position
            && self.solutions == other.solutions
            && known(self) == known(other)
    }
}

/// The number of nodes that a solver spends on a position before the position is skipped.
const PROOF_NODES: u64 = 200_000;
/// The number of random games in the shallow search.
const SHALLOW_NODES: u64 = 300;
/// The number of nodes to spend on finding the length of the win.
const LENGTH_NODES: u64 = 50_000;
/// The maximum number of classes of moves in a puzzle, because people cannot compare more.
const MOST_CHOICES: usize = 200;

impl Puzzle {
    /// Returns the last position of a record as a puzzle. Returns `None` if the position has fewer than 3 or more than
    /// 200 classes of moves, or if a proof that exactly one of them wins needs more than 200,000 nodes.
    pub fn of(record: &dyn AnyRecord) -> Option<Puzzle> {
        Puzzle::within(record, &Budget::new())
    }

    /// Returns the same puzzle as [`of`](Puzzle::of), but also limits each search by a budget.
    pub fn within(record: &dyn AnyRecord, most: &Budget) -> Option<Puzzle> {
        let mover = record.turn().filter(|_| record.players() == 2)?;
        if record.nth_move(MOST_LISTED as u128).is_some() {
            return None;
        }
        let position = record.restart();
        let classes = position.classes(MOST_LISTED);
        if !(3..=MOST_CHOICES).contains(&classes.len()) {
            return None;
        }
        // Some solvers count nodes in large steps, so time is limited as well.
        let budget = Budget::new()
            .nodes(PROOF_NODES)
            .time(Duration::from_secs(20))
            .within(most);
        let verdict = solved(&*position, budget.clone())?;
        if verdict.outcome != Outcome::Win(mover) {
            return None;
        }
        let mut winning = None;
        for class in &classes {
            let child = after(&*position, class.first()?)?;
            if is_won(&*child, mover, &budget)? && winning.replace(class).is_some() {
                return None;
            }
        }
        let solutions = winning?.clone();
        Some(Puzzle {
            choices: classes.len(),
            tempting: tempting(&*position, &classes, &solutions, most),
            length: (verdict.turns).or_else(|| position.moves_to_win(LENGTH_NODES)),
            position,
            solutions,
        })
    }

    /// Returns the grade of the puzzle, from 1 (easy) to 5 (hard). The grade is 1, plus 1 for each of these conditions:
    /// at least one class of losing moves is [tempting](Puzzle::tempting); at least three are; at least six are; the
    /// win takes five moves or more, or too many to be counted.
    pub fn grade(&self) -> u8 {
        let points = [
            self.tempting > 0,
            self.tempting > 2,
            self.tempting > 5,
            self.length.is_none_or(|length| length >= 5),
        ];
        1 + points.into_iter().map(u8::from).sum::<u8>()
    }

    /// Returns whether the moves solve the puzzle. The first move must be the winning move or equivalent to it. If
    /// further moves belong to the same turn, the player must still win after them.
    pub fn is_solved_by(&self, moves: &[AnyMove]) -> bool {
        let solved = || {
            let (first, rest) = moves.split_first()?;
            let mut tried = after(&*self.position, first)?;
            let solution = after(&*self.position, self.solutions.first()?)?;
            if tried.class() != solution.class() {
                return None;
            }
            for m in rest {
                if tried.turn() == self.position.turn() {
                    tried = after(&*tried, m)?;
                }
            }
            Some(rest.is_empty() || self.wins(&*tried))
        };
        solved() == Some(true)
    }

    /// Returns the winning move, with the winning moves that follow it in the same turn.
    pub fn turn(&self) -> Vec<AnyMove> {
        let first = self.solutions.first();
        first.map_or_else(Vec::new, |first| whole_turn(&*self.position, first))
    }

    /// Returns up to six winning moves as text, the number of others, and the rest of the turn that the first of them
    /// begins.
    pub fn whole_solution(&self) -> String {
        let (texts, others) = self.solutions.split_at(self.solutions.len().min(6));
        let turn = self.turn();
        let mut end = self.position.boxed();
        let _ = turn.iter().try_for_each(|m| end.push(m));
        let mut text = AnyMove::join(texts, " or ");
        if !others.is_empty() {
            let _ = write!(text, " and {} more", others.len());
        }
        if turn.len() > 1 {
            text += "; then ";
            text += &AnyMove::join(&turn[1..], " ");
        }
        if end.turn() == self.position.turn() {
            text += " …";
        }
        text
    }

    /// Returns whether it is proved that the player to move in the puzzle wins from a later position.
    fn wins(&self, later: &dyn AnyRecord) -> bool {
        let budget = Budget::new().nodes(PROOF_NODES);
        (self.position.turn()).is_some_and(|mover| is_won(later, mover, &budget) == Some(true))
    }

    /// Returns the opponent's winning answer to moves that do not solve the puzzle, with the winning moves that follow
    /// it in the same turn. `tried` is the record of the puzzle's position after these moves. The result is empty if it
    /// is not the opponent's turn, or if no answer is proved to win within 200,000 nodes.
    ///
    /// # Examples
    ///
    /// If the player takes one match from the heap of four, the opponent wins by taking the whole heap of five:
    ///
    /// ```
    /// use papergames_play::common::any::AnyGame;
    /// use papergames_play::common::nim::NIM;
    /// use papergames_play::puzzle::Puzzle;
    ///
    /// let puzzle = Puzzle::of(&*NIM.parse("3,4,5:first+")?).expect("one of twelve moves wins");
    /// let mut tried = puzzle.position.clone();
    /// assert!(puzzle.refutation(&*tried).is_empty());
    /// tried.play("1x1")?;
    /// assert_eq!(puzzle.refutation(&*tried), ["2x5"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refutation(&self, tried: &dyn AnyRecord) -> Vec<AnyMove> {
        if tried
            .turn()
            .is_none_or(|turn| Some(turn) == self.position.turn())
        {
            return Vec::new();
        }
        let judge = Judge::new(Budget::new().nodes(PROOF_NODES), Budget::new().nodes(0));
        let judgement = judge.with_move(tried, &mut |_| ());
        let best = judgement.outcome().and(judgement.moves.first());
        best.map_or_else(Vec::new, |best| whole_turn(tried, best))
    }

    /// Returns the puzzle as text for a file: a comment with its grade, a comment with the solution, and the position.
    /// Programs can read it as a game without moves.
    pub fn save(&self, number: usize) -> String {
        let mover = self
            .position
            .turn()
            .map_or_else(String::new, |turn| turn.to_string());
        let length = self
            .length
            .map_or_else(|| "more moves".to_owned(), |n| counted(n, "move"));
        format!(
            "# puzzle {number}: {mover} to move and win; grade {}, {} choices, {} tempting, {length} to the end\n\
             # solution: {}\n{}\n",
            self.grade(),
            self.choices,
            self.tempting,
            self.whole_solution(),
            self.position
        )
    }
}

/// Returns a record after one more move; `None` if the move is illegal.
fn after(record: &dyn AnyRecord, m: &AnyMove) -> Option<Box<dyn AnyRecord>> {
    let mut after = record.boxed();
    after.push(m).ok()?;
    Some(after)
}

/// Returns the legal moves with the records after them.
fn all_after(record: &dyn AnyRecord) -> Vec<(Box<dyn AnyRecord>, AnyMove)> {
    let moves = record.classes(MOST_LISTED).into_iter().flatten();
    moves
        .filter_map(|m| Some((after(record, &m)?, m)))
        .collect()
}

/// Returns moves of one turn that win the game for the mover before the turn ends; `None` if there are none, or if they
/// are not found within `left` positions.
fn finish(record: &dyn AnyRecord, mover: Player, left: &mut usize) -> Option<Vec<AnyMove>> {
    let tried = all_after(record);
    let is_won = |after: &dyn AnyRecord| after.outcome() == Some(Outcome::Win(mover));
    if let Some((_, m)) = tried.iter().find(|(after, _)| is_won(&**after)) {
        return Some(vec![m.clone()]);
    }
    for (after, m) in tried {
        if after.turn() == Some(mover) {
            *left = left.checked_sub(1)?;
            if let Some(rest) = finish(&*after, mover, left) {
                return Some([vec![m], rest].concat());
            }
        }
    }
    None
}

/// Returns a move with the winning moves that follow it in the same turn, at most twenty. They continue to the end of
/// the game if the turn can reach it, otherwise to an early end of the turn, or as far as they are found.
fn whole_turn(record: &dyn AnyRecord, first: &AnyMove) -> Vec<AnyMove> {
    let mut turn = vec![first.clone()];
    let mut next = after(record, first);
    if let (Some(position), Some(mover)) = (&next, record.turn())
        && position.turn() == Some(mover)
        && let Some(rest) = finish(&**position, mover, &mut 500)
    {
        turn.extend(rest);
        return turn;
    }
    while let (Some(position), Some(mover)) = (next.take(), record.turn())
        && position.turn() == Some(mover)
        && turn.len() < 20
    {
        let budget = Budget::new().nodes(PROOF_NODES);
        let mut tried = all_after(&*position);
        tried.sort_by_key(|(after, _)| after.turn() == Some(mover));
        let mut tried = tried.into_iter();
        let won = tried.find(|(after, _)| is_won(&**after, mover, &budget) == Some(true));
        if let Some((after, m)) = won {
            turn.push(m);
            next = Some(after);
        }
    }
    turn
}

/// Solves the last position of a record within a budget.
fn solved(record: &dyn AnyRecord, budget: Budget) -> Option<Verdict<AnyMove>> {
    let mut effort = Effort::new(budget);
    record.boxed().values().solve(&mut effort).ok()
}

/// Returns whether a player wins from the last position of a record; `None` if that is not found within a budget.
fn is_won(record: &dyn AnyRecord, player: Player, budget: &Budget) -> Option<bool> {
    let outcome = match record.outcome() {
        Some(outcome) => outcome,
        None => solved(record, budget.clone())?.outcome,
    };
    Some(outcome == Outcome::Win(player))
}

/// Counts the losing classes that a shallow search rates at least as high as the winning class.
fn tempting(
    position: &dyn AnyRecord,
    classes: &[Vec<AnyMove>],
    solutions: &[AnyMove],
    most: &Budget,
) -> usize {
    let budget = Budget::new().nodes(SHALLOW_NODES).within(most);
    let report = position.search(&MonteCarlo::new(1), &budget, None, &mut |_| ());
    // A move that the search never tried does not look good.
    let looks = |class: &[AnyMove]| {
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
    others.filter(|class| looks(class) >= right.max(1)).count()
}

/// Returns an iterator over puzzles in random games from the last position of a record. The same seed gives the same
/// puzzles in the same order, provided that `most`, the budget of each search, limits only memory.
///
/// Each game yields at most one puzzle, because puzzles from the same game are very similar, and each class of
/// positions is used at most once. The iterator ends after 10,000 random games in a row without a new puzzle, and at
/// once for a game that is not for two players.
///
/// # Panics
///
/// The iterator panics if the game violates its contract by rejecting a move that it accepted before.
///
/// # Examples
///
/// ```
/// use papergames_play::common::Budget;
/// use papergames_play::common::any::AnyGame;
/// use papergames_play::common::nim::{NIM, Nim};
/// use papergames_play::puzzle;
///
/// let start = NIM.parse("3,4,5:first+")?;
/// let puzzles: Vec<_> = puzzle::find(&*start, 1, &Budget::new()).take(3).collect();
/// for puzzle in &puzzles {
///     // The player to move wins, so the exclusive or of the heaps is not 0.
///     let nim: Nim = puzzle.position.setup().parse()?;
///     assert_ne!(nim.heaps().iter().fold(0, |sum, n| sum ^ n), 0);
/// }
/// assert_eq!(puzzle::find(&*start, 1, &Budget::new()).next().as_ref(), puzzles.first());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find(
    start: &dyn AnyRecord,
    seed: u64,
    most: &Budget,
) -> impl Iterator<Item = Puzzle> + use<> {
    let (start, most) = (start.restart(), most.clone());
    let mut seen = BTreeSet::new();
    let mut random = Seeded::new(seed);
    let mut pending: Vec<Box<dyn AnyRecord>> = Vec::new();
    let most_games = if start.players() == 2 { 10_000 } else { 0 };
    let mut games = 0;
    core::iter::from_fn(move || {
        loop {
            while let Some(position) = pending.pop() {
                if !seen.insert(position.class()) {
                    continue;
                }
                if let Some(puzzle) = Puzzle::within(&*position, &most) {
                    games = 0;
                    pending.clear();
                    return Some(puzzle);
                }
            }
            if games == most_games {
                return None;
            }
            games += 1;
            let mut game = start.clone();
            game.play_random(1_000, &mut random);
            // Late positions are proved sooner, so they are tried first. The last two are forced or obvious.
            let mut position = start.clone();
            for m in game.moves().into_iter().take(game.len().saturating_sub(1)) {
                // In the middle of a turn, the puzzle would be the rest of an earlier puzzle.
                if !position.is_midway() {
                    pending.push(position.restart());
                }
                position.push(&m).expect("a recorded move is legal");
            }
        }
    })
}
