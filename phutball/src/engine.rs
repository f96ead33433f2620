//! An opponent: a search by whole turns that finds wins in one and two turns and looks as far ahead as it has time.
//!
//! # How it works
//!
//! Alpha-beta search with iterative deepening over whole turns, with a table of positions by Zobrist keys, principal
//! variation search, late move reductions, and moves ordered by history. What is particular to Phutball:
//!
//! * **Wins at once are seen at every position**, by the search of [`winning`](crate::winning), which refutes nearly
//!   all positions at the root. No position is valued by its looks if the mover can win.
//! * **Threats are answered in full.** If the other player could win with the next turn, that turn is a chain of
//!   jumps, and a man hinders it only on a point where the ball lands; so those points and the mover's own jumps are
//!   all the moves there are. Such positions have few moves and are searched on beyond the depth, so that a win in
//!   two turns, a threat without an answer, is found early.
//! * **Men are placed where they matter**: near the ball, on points that the ball could reach, and next to those.
//!   Elsewhere a man changes nothing for several turns.
//! * **Repetition is a draw** for the search: a position that has been on the board is worth 0.
//!
//! The search is deterministic for a budget of nodes or depth and a seed. Its values are opinions, since it leaves out
//! men far from everything; only a win with this turn is exact.
//!
//! At a second a move it won 100 of 100 games against the [`baseline`](crate::baseline) at depth 3, seats swapped, from
//! fifty openings of six random moves (score 100 %, 95 % interval 96.3 to 100 %), and 40 of 40 against Monte-Carlo tree
//! search at the same time (91.2 to 100 %). The games are in `tests/data/match-*.txt`, whose headers have the commands.
//! It looks at 1.1 million positions a second of processor time in a quiet middle game, measured by an ignored test of
//! `tests/engine.rs`.
//!
//! # Examples
//!
//! ```
//! use papergames_phutball::{Budget, Engine, Game, Level, Position};
//!
//! let mut position = Position::default();
//! let mut engine = Engine::new(Level::STRONGEST, 1);
//! let report = engine.choose(&position, &[], &Budget::new().nodes(2_000));
//! let best = report.best().expect("the game is not over");
//! position.apply(best)?;
//! # Ok::<(), papergames_phutball::IllegalMove>(())
//! ```

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use common::search::{Budget, Meter, Report};
use common::{Game, Player, Random, Seeded};
use smallvec::SmallVec;

use crate::evaluate::{Reach, Weights, evaluate};
use crate::moves::Move;
use crate::point::Point;
use crate::position::{Bits, Phase, Position};
use crate::turn::Turn;
use crate::winning::Winning;
use crate::zobrist;

/// How strong the engine plays.
///
/// The text is a number from 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a level from 1 (weakest) to 6 (strongest), found `{found}`")]
pub struct ParseLevelError {
    /// The text that was found, cut after 20 characters.
    pub found: String,
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let known = Level::ALL
            .into_iter()
            .find(|level| level.to_string() == text);
        known.ok_or_else(|| ParseLevelError {
            found: text.chars().take(20).collect(),
        })
    }
}

/// What a level looks at.
#[derive(Clone, Copy, Debug)]
struct Strength {
    depth: u32,
    nodes: Option<u64>,
    /// How much the value of a position may be off by chance, in hundredths of a row.
    noise: u64,
}

impl Level {
    /// Plays its first idea.
    pub const BEGINNER: Level = Level(1);
    /// Uses all of its budget.
    pub const STRONGEST: Level = Level(6);
    /// All levels, weakest first.
    pub const ALL: [Level; 6] = [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6)];

    /// Returns the level with a number from 1 to 6, if there is one.
    pub fn new(number: u8) -> Option<Level> {
        (1..=6).contains(&number).then_some(Level(number))
    }

    /// Returns the number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    fn strength(self) -> Strength {
        let (depth, nodes, noise) = match self.0 {
            1 => (1, Some(200), 400),
            2 => (1, Some(2_000), 150),
            3 => (2, Some(10_000), 60),
            4 => (3, Some(50_000), 20),
            5 => (5, Some(400_000), 5),
            _ => (64, None, 0),
        };
        Strength {
            depth,
            nodes,
            noise,
        }
    }
}

/// The value of a win at once; a win later is worth as much less as it takes turns.
const WIN: i32 = 30_000;
/// Above this a value is a win that the search has seen.
const SEEN_WIN: i32 = WIN - 500;
/// How many jumps the engine tries for a win at once before it believes that there is none.
const WIN_LIMIT: u64 = 1_500;
/// How many chains of a position it looks at, and how many different results it keeps.
const CHAIN_LIMIT: usize = 400;
const KEPT_CHAINS: usize = 40;

/// What a value in the table means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// The low half of the key of the best child.
    best: u32,
    value: i16,
    depth: i8,
    bound: Bound,
}

const EMPTY: Entry = Entry {
    key: 0,
    best: 0,
    value: 0,
    depth: -1,
    bound: Bound::AtMost,
};

/// A turn as the search sees it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    key: u64,
    order: i32,
    /// The index of the point for a man, or the number of the chain.
    what: u16,
    is_chain: bool,
}

type Candidates = SmallVec<[Candidate; 96]>;
type Chains = SmallVec<[Position; 8]>;

/// An opponent with a memory: the table of positions is kept from turn to turn.
#[derive(Debug)]
pub struct Engine {
    level: Level,
    seed: u64,
    weights: Weights,
    table: Vec<Entry>,
    /// How often a man at an offset from the ball, as its player sees it, was too good.
    history: Vec<i32>,
    /// The rest of a turn that was begun: the position to expect and the moves from there.
    plan: Option<(Position, Vec<Move>)>,
}

/// How far a man may be from the ball to have an entry in the history.
const NEAR: i32 = 9;

impl Engine {
    /// Returns an engine of a level. The seed decides between moves that a weak level cannot tell apart.
    ///
    /// The table takes 24 MB.
    pub fn new(level: Level, seed: u64) -> Engine {
        Engine::with_table(level, seed, 1 << 20)
    }

    /// Returns an engine whose table has room for about so many positions, 24 bytes each.
    pub fn with_table(level: Level, seed: u64, positions: usize) -> Engine {
        let side = 2 * NEAR as usize + 1;
        Engine {
            level,
            seed,
            weights: Weights::BEST,
            table: vec![EMPTY; positions.max(2).next_power_of_two()],
            history: vec![0; side * side],
            plan: None,
        }
    }

    /// Chooses a move; see [`choose_reporting`](Engine::choose_reporting), which also reports on the way.
    pub fn choose(
        &mut self,
        position: &Position,
        seen: &[Position],
        budget: &Budget,
    ) -> Report<Move, i32> {
        self.choose_reporting(position, seen, budget, &mut |_| {})
    }

    /// Chooses a move within a budget.
    ///
    /// `seen` are the positions that were on the board before, which the search treats as draws; it may be empty.
    /// The line of the report starts with all moves of the turn, so that a caller can play them without asking again;
    /// a caller that does ask in the middle of the turn gets the rest of it. The value is for the player to move, in
    /// hundredths of a row; above 29,500 it is a win that the engine has seen. A depth of `progress` is one turn.
    /// Looks at one position at least, so that there is a move even when the budget is spent at once.
    pub fn choose_reporting(
        &mut self,
        position: &Position,
        seen: &[Position],
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<Move, i32>),
    ) -> Report<Move, i32> {
        let strength = self.level.strength();
        let mut limited = budget.clone();
        if let Some(nodes) = strength.nodes {
            limited = limited.nodes(nodes.min(budget.most_nodes().unwrap_or(u64::MAX)));
        }
        let meter = limited.start();
        if let Some((expected, moves)) = self.plan.take()
            && expected == *position
            && !moves.is_empty()
        {
            self.expect(position, &moves);
            return Report {
                depth: 0,
                value: 0,
                exact: false,
                nodes: 0,
                elapsed: meter.elapsed(),
                line: moves,
            };
        }
        let depth = strength.depth.min(budget.most_depth().unwrap_or(u32::MAX));
        self.history.iter_mut().for_each(|count| *count /= 8);
        let mut search = Search {
            weights: self.weights,
            noise: strength.noise,
            seed: self.seed,
            table: &mut self.table,
            history: &mut self.history,
            path: (seen.iter())
                .filter(|position| !position.is_jumping())
                .map(zobrist::key)
                .collect(),
            meter,
            stopped: false,
            most_plies: 0,
            field: field(position),
        };
        let report = search.deepen(position, depth, progress);
        self.expect(position, &report.line);
        report
    }

    /// Remembers the rest of a turn that `line` begins.
    fn expect(&mut self, position: &Position, line: &[Move]) {
        self.plan = None;
        let mut after = *position;
        let Some((first, rest)) = line.split_first() else {
            return;
        };
        if after.apply(first).is_ok() && after.is_jumping() {
            self.plan = Some((after, rest.to_vec()));
        }
    }
}

/// One search.
struct Search<'a> {
    weights: Weights,
    noise: u64,
    seed: u64,
    table: &'a mut [Entry],
    history: &'a mut [i32],
    /// The keys of the positions from the first that is known to the one before the current.
    path: Vec<u64>,
    meter: Meter<'a>,
    stopped: bool,
    /// How many turns deep the extensions may go.
    most_plies: i32,
    /// The points where men can stand.
    field: Bits,
}

/// A position of the tree and what is asked about it.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: u64,
    /// How many turns ahead to look.
    depth: i32,
    /// A value of at most this need not be told from a lower one.
    alpha: i32,
    /// A value of at least this need not be told from a higher one.
    beta: i32,
    /// How many turns from the root.
    plies: i32,
}

/// A turn of the root: its moves and where it leads.
struct Choice {
    moves: Vec<Move>,
    after: Position,
    key: u64,
    value: i32,
}

impl Search<'_> {
    /// Searches one turn deeper after another until the budget is spent.
    fn deepen(
        &mut self,
        position: &Position,
        depth: u32,
        progress: &mut dyn FnMut(&Report<Move, i32>),
    ) -> Report<Move, i32> {
        let mut report = Report {
            depth: 0,
            value: 0,
            exact: false,
            nodes: 0,
            elapsed: self.meter.elapsed(),
            line: Vec::new(),
        };
        let mut choices = self.choices(position);
        if let Some(first) = choices.first() {
            report.line.clone_from(&first.moves);
        }
        let mover = position.mover;
        if let Some(win) = choices
            .iter()
            .find(|choice| choice.after.winner() == Some(mover))
        {
            report.line.clone_from(&win.moves);
            report.value = WIN - 1;
            report.exact = true;
            report.depth = 1;
            progress(&report);
            return report;
        }
        self.path.push(zobrist::key(position));
        for depth in 1..=depth as i32 {
            self.most_plies = 2 * depth + 8;
            let best = self.root(&mut choices, depth);
            report.nodes = self.meter.nodes();
            report.elapsed = self.meter.elapsed();
            if let Some(best) = best {
                // The choices are sorted with the best first, so that the next depth starts with it.
                report.value = best;
                report.line = self.line(&choices[0], depth);
            }
            if self.stopped {
                break;
            }
            report.depth = depth as u32;
            progress(&report);
            if report.value.abs() > SEEN_WIN || choices.len() == 1 {
                break;
            }
        }
        self.path.pop();
        report
    }

    /// Searches all choices to a depth and moves the best to the front. Returns its value, or `None` if the budget was
    /// spent before any was known.
    fn root(&mut self, choices: &mut [Choice], depth: i32) -> Option<i32> {
        let mut best: Option<i32> = None;
        for i in 0..choices.len() {
            let choice = &choices[i];
            let (after, key) = (choice.after, choice.key);
            let alpha = best.unwrap_or(-WIN);
            let ask = |search: &mut Self, alpha: i32, beta: i32| {
                let node = Node {
                    key,
                    depth: depth - 1,
                    alpha: -beta,
                    beta: -alpha,
                    plies: 1,
                };
                -search.value(&after, node)
            };
            let mut value = match after.outcome() {
                Some(_) => -WIN + 1,
                None if i == 0 => ask(self, -WIN, WIN),
                None => {
                    let scout = ask(self, alpha, alpha + 1);
                    if scout > alpha && !self.stopped {
                        ask(self, alpha, WIN)
                    } else {
                        scout
                    }
                }
            };
            if self.stopped {
                break;
            }
            value += self.chance(key);
            choices[i].value = value;
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                choices[..=i].rotate_right(1);
            }
        }
        best
    }

    /// Returns the turns of the root in the order of a first look; in the middle of a chain, its continuations.
    fn choices(&mut self, position: &Position) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        let mut add = |moves: Vec<Move>, after: Position| {
            let key = zobrist::key(&after);
            if !choices.iter().any(|choice| choice.key == key) {
                choices.push(Choice {
                    moves,
                    after,
                    key,
                    value: 0,
                });
            }
        };
        match position.phase {
            Phase::Over => {}
            Phase::Jumping => {
                if position.may_stop() {
                    let mut after = *position;
                    after.end_turn();
                    add(vec![Move::Stop], after);
                }
                let mut moves = Vec::new();
                let _ = continuations(position, &mut moves, &mut CHAIN_LIMIT.clone(), &mut add);
                if let Winning::Yes(Turn::Jumps(chain)) = position.winning_turn(100 * WIN_LIMIT) {
                    let moves: Vec<Move> = chain.directions().map(Move::Jump).collect();
                    if let Some((moves, after)) = played(position, moves) {
                        add(moves, after);
                    }
                }
            }
            Phase::Ready => {
                if let Winning::Yes(turn) = position.winning_turn(100 * WIN_LIMIT)
                    && let (Ok(moves), Some(after)) =
                        (position.moves_of(&turn), after(position, &turn))
                {
                    add(moves, after);
                }
                let mut moves = Vec::new();
                let _ = continuations(position, &mut moves, &mut CHAIN_LIMIT.clone(), &mut add);
                let reach = Reach::of(position);
                let threat = Self::threat(position, &reach);
                let mut men = Candidates::new();
                let key = zobrist::key(position);
                match &threat {
                    Some(landings) => self.hindering_men(position, key, landings, &mut men),
                    None => self.useful_men(position, key, &reach, &mut men),
                }
                men.sort_by_key(|man| -man.order);
                for man in &men {
                    let point = position.size.at(usize::from(man.what));
                    add(vec![Move::Place(point)], placed(position, point));
                }
                if men.is_empty()
                    && let Some(point) = position.placements().next()
                {
                    add(vec![Move::Place(point)], placed(position, point));
                }
            }
        }
        // Own goals last, and before them what goes nowhere.
        let mover = position.mover;
        choices.sort_by_key(|choice| choice.after.winner() == Some(mover.opponent()));
        choices
    }

    /// Returns the moves of a choice and of the best play that the table knows after it.
    fn line(&self, choice: &Choice, depth: i32) -> Vec<Move> {
        let mut moves = choice.moves.clone();
        let mut position = choice.after;
        for _ in 1..depth {
            let Some(best) = self.probe(zobrist::key(&position)).map(|entry| entry.best) else {
                break;
            };
            let next = position
                .turns()
                .take(CHAIN_LIMIT + position.size.playing_points())
                .find_map(|turn| {
                    let after = after(&position, &turn)?;
                    (zobrist::key(&after) as u32 == best).then_some((turn, after))
                });
            let Some((turn, after)) = next else {
                break;
            };
            moves.extend(position.moves_of(&turn).unwrap_or_default());
            position = after;
        }
        moves
    }

    /// Returns a number by chance that belongs to a key and the seed, at most the noise of the level.
    fn chance(&self, key: u64) -> i32 {
        if self.noise == 0 {
            return 0;
        }
        let mut random = Seeded::new(self.seed ^ key);
        random.below(2 * self.noise + 1) as i32 - self.noise as i32
    }

    fn probe(&self, key: u64) -> Option<&Entry> {
        let entry = &self.table[key as usize & (self.table.len() - 1)];
        (entry.key == key && entry.depth >= 0).then_some(entry)
    }

    fn store(&mut self, new: Entry) {
        let mask = self.table.len() - 1;
        let slot = &mut self.table[new.key as usize & mask];
        // A new position takes the place of another one; of itself only when it was searched as deep.
        if slot.key != new.key || new.depth >= slot.depth || new.bound == Bound::Exact {
            *slot = new;
        }
    }

    /// Returns the value of a position for the player to move.
    fn value(&mut self, position: &Position, node: Node) -> i32 {
        self.stopped = self.stopped || self.meter.is_spent();
        if self.stopped {
            return 0;
        }
        if self.is_repeated(node.key) {
            return 0;
        }
        // No line from here is worth more than a win at once.
        let most = WIN - node.plies - 1;
        if most <= node.alpha {
            return most;
        }
        // Positions without depth are only in the table if they were threats; those are looked up below.
        if node.depth > 0
            && let Some(value) = self.known(node)
        {
            return value;
        }
        let reach = Reach::of(position);
        if reach.has_goal(position, position.mover) && wins(position).is_some() {
            return most;
        }
        let threat = Self::threat(position, &reach);
        let goes_on = threat.is_some() && node.plies < self.most_plies;
        if node.depth <= 0 && !goes_on {
            return evaluate(position, &reach, self.weights);
        }
        if node.depth <= 0
            && let Some(value) = self.known(node)
        {
            return value;
        }
        // Answering a threat costs no depth.
        let depth = if goes_on {
            node.depth.max(0) + 1
        } else {
            node.depth
        };
        let (mut candidates, chains) =
            self.candidates(position, node.key, &reach, threat.as_deref());
        if let Some(entry) = self.probe(node.key) {
            let best = entry.best;
            if let Some(known) = candidates.iter_mut().find(|c| c.key as u32 == best) {
                known.order = i32::MAX;
            }
        }
        let inner = Node { depth, ..node };
        self.path.push(node.key);
        let (best, best_key) = self.best_of(position, inner, candidates, &chains, threat.is_some());
        self.path.pop();
        if self.stopped {
            return 0;
        }
        let bound = match () {
            () if best >= node.beta => Bound::AtLeast,
            () if best > node.alpha => Bound::Exact,
            () => Bound::AtMost,
        };
        self.store(Entry {
            key: node.key,
            best: best_key,
            value: to_table(best, node.plies) as i16,
            depth: node.depth.clamp(0, 100) as i8,
            bound,
        });
        best
    }

    /// Returns the best value of the candidates and the low half of the key that it leads to.
    fn best_of(
        &mut self,
        position: &Position,
        node: Node,
        mut candidates: Candidates,
        chains: &Chains,
        is_threatened: bool,
    ) -> (i32, u32) {
        let (depth, beta) = (node.depth, node.beta);
        let mut alpha = node.alpha;
        let mut best = -WIN + node.plies + 2;
        let mut best_key = 0;
        for i in 0..candidates.len() {
            // Sorts as far as it is needed: most positions are decided by one of the first.
            let next = (i..candidates.len())
                .max_by_key(|j| {
                    (
                        candidates[*j].order,
                        core::cmp::Reverse(candidates[*j].what),
                    )
                })
                .unwrap_or(i);
            candidates.swap(i, next);
            let candidate = candidates[i];
            let quiet = !candidate.is_chain && !is_threatened;
            if quiet && is_hopeless(i, depth, best) {
                break;
            }
            let child = if candidate.is_chain {
                chains[usize::from(candidate.what)]
            } else {
                placed(position, position.size.at(usize::from(candidate.what)))
            };
            let less = if quiet { reduction(i, depth) } else { 0 };
            let mut ask = |depth: i32, alpha: i32, beta: i32| {
                let plies = node.plies + 1;
                -self.value(
                    &child,
                    Node {
                        key: candidate.key,
                        depth,
                        alpha: -beta,
                        beta: -alpha,
                        plies,
                    },
                )
            };
            let mut value = if i == 0 {
                ask(depth - 1, alpha, beta)
            } else {
                ask(depth - 1 - less, alpha, alpha + 1)
            };
            if less > 0 && value > alpha {
                value = ask(depth - 1, alpha, alpha + 1);
            }
            if i > 0 && value > alpha && value < beta {
                value = ask(depth - 1, alpha, beta);
            }
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_key = candidate.key as u32;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if quiet {
                    self.praise(position, usize::from(candidate.what), depth);
                }
                break;
            }
        }
        (best, best_key)
    }

    /// Returns whether the position with a key has been on the board with the same player to move.
    fn is_repeated(&self, key: u64) -> bool {
        let same_player = self.path.iter().rev().skip(1).step_by(2);
        same_player.into_iter().any(|seen| *seen == key)
    }

    /// Returns the value in the table if it is deep enough and decides the window.
    fn known(&self, node: Node) -> Option<i32> {
        let entry = self.probe(node.key)?;
        let value = from_table(i32::from(entry.value), node.plies);
        let holds = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= node.beta,
            Bound::AtMost => value <= node.alpha,
        };
        (i32::from(entry.depth) >= node.depth.max(0) && holds).then_some(value)
    }

    /// Returns the points where the ball lands if the other player could win with the next turn.
    fn threat(position: &Position, reach: &Reach) -> Option<SmallVec<[Point; 8]>> {
        let other = position.mover.opponent();
        if !reach.has_goal(position, other) {
            return None;
        }
        let mut passed = *position;
        passed.mover = other;
        match wins(&passed)? {
            Turn::Jumps(chain) => Some(chain.points()[1..].iter().copied().collect()),
            Turn::Place(_) => None,
        }
    }

    /// Returns the turns to look at, jumps and men.
    fn candidates(
        &self,
        position: &Position,
        key: u64,
        reach: &Reach,
        threat: Option<&[Point]>,
    ) -> (Candidates, Chains) {
        let mut candidates = Candidates::new();
        let mut chains = Chains::new();
        let own_goal = position.mover.opponent();
        let mut left = CHAIN_LIMIT;
        let forward = if position.mover == Player::FIRST {
            1
        } else {
            -1
        };
        let from = i32::from(position.ball.row());
        let _ = position.for_each_jump_turn(&mut |after| {
            left -= 1;
            if after.phase != Phase::Over || after.goal_at(after.ball) != Some(own_goal) {
                let key = zobrist::key_after(key, position, after);
                if !candidates.iter().any(|known| known.key == key) {
                    let rows = forward * (i32::from(after.ball.row()) - from);
                    candidates.push(Candidate {
                        key,
                        order: 1_000 * rows - 500,
                        what: chains.len() as u16,
                        is_chain: true,
                    });
                    chains.push(*after);
                }
            }
            if left == 0 || chains.len() == KEPT_CHAINS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match threat {
            Some(landings) => self.hindering_men(position, key, landings, &mut candidates),
            None => self.useful_men(position, key, reach, &mut candidates),
        }
        (candidates, chains)
    }

    /// Adds the men that hinder a chain: those on the points where it lands.
    fn hindering_men(
        &self,
        position: &Position,
        key: u64,
        landings: &[Point],
        candidates: &mut Candidates,
    ) {
        for (i, point) in landings.iter().enumerate() {
            let index = position.size.index(*point);
            let known = candidates
                .iter()
                .any(|c| !c.is_chain && usize::from(c.what) == index);
            if position.is_vacant(*point) && !known {
                candidates.push(Candidate {
                    key: zobrist::with_man(key, index),
                    order: self.past(position, index) - i as i32,
                    what: index as u16,
                    is_chain: false,
                });
            }
        }
    }

    /// Adds the men near the ball, on points within reach, and next to those.
    fn useful_men(
        &self,
        position: &Position,
        key: u64,
        reach: &Reach,
        candidates: &mut Candidates,
    ) {
        let (size, stride) = (position.size, position.size.stride());
        let mut ball = Bits::EMPTY;
        ball.put(size.index(position.ball));
        let near = ball.spread(stride).spread(stride);
        let wanted = near.with(&reach.points.spread(stride), |near, reached| near | reached);
        let taken = position.men.with(&ball, |men, ball| men | ball);
        let vacant = self.field.with(&taken, |field, taken| field & !taken);
        for index in wanted
            .with(&vacant, |wanted, vacant| wanted & vacant)
            .iter()
        {
            let within = i32::from(reach.points.has(index));
            candidates.push(Candidate {
                key: zobrist::with_man(key, index),
                order: self.past(position, index) + 40 * within,
                what: index as u16,
                is_chain: false,
            });
        }
    }

    /// Returns the entry of the history for a man: its offset from the ball as its player sees it.
    fn offset(position: &Position, index: usize) -> Option<usize> {
        let point = position.size.at(index);
        let forward = if position.mover == Player::FIRST {
            1
        } else {
            -1
        };
        let rows = forward * (i32::from(point.row()) - i32::from(position.ball.row()));
        // Left and right are alike.
        let columns = (i32::from(point.column()) - i32::from(position.ball.column())).abs();
        let side = 2 * NEAR + 1;
        (rows.abs() <= NEAR && columns <= NEAR).then(|| ((rows + NEAR) * side + columns) as usize)
    }

    /// Returns how good a man like this one has been so far.
    fn past(&self, position: &Position, index: usize) -> i32 {
        Self::offset(position, index).map_or(-100, |offset| self.history[offset])
    }

    fn praise(&mut self, position: &Position, index: usize, depth: i32) {
        if let Some(offset) = Self::offset(position, index) {
            let count = &mut self.history[offset];
            *count += depth * depth;
            if *count > 400_000 {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
    }
}

/// Returns the points of a board where men can stand.
fn field(position: &Position) -> Bits {
    let mut field = Bits::EMPTY;
    let size = position.size;
    size.playing_field()
        .for_each(|point| field.put(size.index(point)));
    field
}

/// Returns how much less deep a man is searched that comes late in the order.
fn reduction(number: usize, depth: i32) -> i32 {
    match number {
        _ if depth < 3 => 0,
        0..=3 => 0,
        4..=15 => 1,
        _ => 2.min(depth - 2),
    }
}

/// Returns whether a man comes so late in the order that it is not looked at, given that something better is known
/// than to lose.
fn is_hopeless(number: usize, depth: i32, best: i32) -> bool {
    best > -SEEN_WIN
        && match depth {
            1 => number >= 20,
            2 => number >= 32,
            _ => false,
        }
}

/// Returns a turn that wins at once, if one is found soon.
fn wins(position: &Position) -> Option<Turn> {
    match position.winning_turn(WIN_LIMIT) {
        Winning::Yes(turn) => Some(turn),
        Winning::No | Winning::Unknown { .. } => None,
    }
}

/// Returns the position with one more man, which has to be on a vacant point.
fn placed(position: &Position, point: Point) -> Position {
    let mut after = *position;
    after.men.put(position.size.index(point));
    after.mover = position.mover.opponent();
    after
}

fn after(position: &Position, turn: &Turn) -> Option<Position> {
    let mut after = *position;
    after.apply_turn(turn).ok()?;
    Some(after)
}

/// Plays jumps and, where the chain could go on, a stop; returns all moves and where they lead.
fn played(position: &Position, mut moves: Vec<Move>) -> Option<(Vec<Move>, Position)> {
    let mut after = *position;
    for m in &moves {
        after.apply(m).ok()?;
    }
    if after.is_jumping() {
        moves.push(Move::Stop);
        after.apply(&Move::Stop).ok()?;
    }
    Some((moves, after))
}

/// Calls `add` with each way to go on jumping, as moves up to the end of the turn, until `left` have been looked at.
fn continuations(
    position: &Position,
    moves: &mut Vec<Move>,
    left: &mut usize,
    add: &mut impl FnMut(Vec<Move>, Position),
) -> ControlFlow<()> {
    for direction in position.jumps().collect::<SmallVec<[_; 8]>>() {
        if *left == 0 {
            return ControlFlow::Break(());
        }
        *left -= 1;
        let mut after = *position;
        let m = Move::Jump(direction);
        if after.apply(&m).is_err() {
            continue;
        }
        moves.push(m);
        if after.is_jumping() {
            if after.may_stop() {
                let mut done = after;
                done.end_turn();
                let mut all = moves.clone();
                all.push(Move::Stop);
                add(all, done);
            }
            continuations(&after, moves, left, add)?;
        } else {
            add(moves.clone(), after);
        }
        moves.pop();
    }
    ControlFlow::Continue(())
}

/// A win is stored by its distance from the position, not from the root.
fn to_table(value: i32, plies: i32) -> i32 {
    match value {
        _ if value > SEEN_WIN => value + plies,
        _ if value < -SEEN_WIN => value - plies,
        _ => value,
    }
}

fn from_table(value: i32, plies: i32) -> i32 {
    match value {
        _ if value > SEEN_WIN => value - plies,
        _ if value < -SEEN_WIN => value + plies,
        _ => value,
    }
}
