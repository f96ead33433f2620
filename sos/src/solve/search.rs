//! The main search, which is an alpha-beta search of reduced positions with a window of one point.
//!
//! Each run of the search determines only whether a value is at least a given number, and a few such runs find the
//! value. The search uses these reductions, each of which the tests compare with the full table on every small board:
//!
//! * **Dead cells.** Letters and empty cells that are on no line that can still become an S-O-S are left out. Only the
//!   parity of the number of dead empty cells is kept.
//! * **Symmetry.** A position and its images share one entry of the table; on one and two rows so do all positions with
//!   the same parts. Keys hold whole nodes (two bits for each cell, and the parity), so there are no collisions.
//! * **Bounds.** No player can win more points than the rules give for all lines alive.
//! * **Traps.** A player is forced to help the other only when no letter is safe. The cells that can then still be
//!   empty form a closed set: each is unsafe for both letters because of others in the set ([`Lattice::traps`]). If no
//!   such set is possible any more, both players can play safely to the end, and neither wins a further point. If one
//!   is possible, only lines through its cells can still cost points (general). If one is already there and no other is
//!   possible, the parity of the remaining cells decides (first, misère); while one is there, there is no draw.
//! * **Parts without traps** (first, misère). A part of the board that shares no line with the rest and where no trap
//!   is possible always has a harmless letter until it is full. So it only passes turns, and its parity is enough.
//! * **Safe letters** (first S-O-S wins). A letter that leaves a line one letter short loses at once. So if no player
//!   can score, only the other letters are tried, and a player who has none loses.
//! * **Take points now** (general). If a letter `m` scores, a letter `n` in another cell that does not score, neither
//!   now nor after `m`, is never better. Playing `m` and then `n` gives `k − V` where `k` are the points of `m` and `V`
//!   is what follows for the opponent; playing `n` lets the opponent play `m` and gives at most `−k − V'` where `V'` is
//!   the value for the same player in the same position.

use common::budget::{Limit, Meter, Unfinished};
use common::sorting;

use super::lattice::{Lattice, Places, bits};
use super::memo::{Memo, ValueBounds};
use super::node::Node;
use super::solver::SolveError;
use crate::rules::{After, AfterSos, Goal, Rules};

/// A result that was costly to find: a key and its bounds.
pub(super) type KeyBounds = (u64, ValueBounds);

/// The least number of nodes that makes a result worth storing. A node lies below at most 31 others, one for each cell,
/// so a search stores at most one such result for each 132 of its nodes (4096 / 31). A lower limit saves more work
/// after a search was killed, but an audit searches every stored result again.
///
/// Any limit from 256 to 65,536 works. With 256, 1,024, 4,096, 16,384 and 65,536, the 256,683 nodes of 3x6 leave 945,
/// 198, 51, 13 and 5 results. A search of 3x6 that is stopped after each 40,000 nodes takes 264,030 nodes with each of
/// them, because [`CheapResults`] keeps the rest.
const COSTLY: u64 = 4096;

/// The number of cheaper results that a search holds in case it is stopped: some hundred kilobytes, which take a
/// moment to write.
const MOST_CHEAP: usize = 1 << 13;

/// The number of nodes between two calls of the watch, a power of two, so that the test at each node is a mask. These
/// must take well below a second, the time between two commits to a store.
const WATCH_EVERY: u64 = 1 << 14;

/// The function that is called every 16,000 nodes or so, with the results that should be kept.
pub(super) type SearchListener<'a> =
    dyn FnMut(&Meter<'_>, &[KeyBounds]) -> Result<(), SolveError> + 'a;

/// A search with its table.
pub(super) struct Search<'a, 'b> {
    lattice: &'a Lattice,
    rules: Rules,
    memo: Memo,
    meter: &'a mut Meter<'b>,
    watch: &'a mut SearchListener<'a>,
    found: Vec<KeyBounds>,
    cheap: CheapResults,
}

/// The costliest of the results that are worth storing only if the search is stopped, because a search that goes on
/// would have to find them again.
#[derive(Debug)]
struct CheapResults {
    results: Vec<(u64, KeyBounds)>,
    /// The least number of nodes of a result that is held; none is without a store.
    least: u64,
}

impl CheapResults {
    fn add(&mut self, nodes: u64, found: KeyBounds) {
        if nodes < self.least {
            return;
        }
        self.results.push((nodes, found));
        if self.results.len() > MOST_CHEAP {
            self.least *= 2;
            self.results.retain(|(nodes, _)| *nodes >= self.least);
        }
    }
}

/// With at least this many empty cells, look up all children in the table before searching any of them: one of them may
/// answer the question without a search (*enhanced transposition cutoffs*: Plaat, Schaeffer, Pijls and de Bruin,
/// *Exploiting graph properties of game trees*, 1996). A look-up maps the board by all symmetries, and with few empty
/// cells the searches that it could save are short. Affects the speed, not the values.
///
/// Any number to 8 works, since the nodes and the look-ups balance. On 4x4, 3x6:first, 3x5 and 1x18:alternating
/// together, 2, 4, 6, 8 and 12 take 374,494, 386,322, 440,884, 520,883 and 687,527 nodes. In instructions, 2 and 4 save
/// 1.5 % and 1.4 %, 8 adds 3 %, 12 adds 11 %, and no look-ups add 31 % (`valgrind --tool=cachegrind`).
const PEEK_FROM: u32 = 6;

/// More than any rank. Letters that let the opponent score come later by this much, and letters that score come earlier
/// by this much. No board of 31 cells or fewer has more than 62 lines, those of 5x6, so ranks are below 64 · 62 + 64 =
/// 4,032, and any value from 4,100 to 28,000 would do.
const LATE: i16 = 8192;

/// The weights of [`Search::rank`], in safe letters. In misère play, lines count before traps: at most 31 cells can
/// become traps, so any weight from 32 to 500 has the same effect. With 0, three boards took 4.7 times the nodes.
const LINE_BEFORE_TRAPS: i16 = 64;
/// The weight of a line where the turn always passes. Any value from 8 to 64 gives the same nodes on seven boards, from
/// 1x16 to 4x4; with 4, 1 and 0 they took 1.09, 1.14 and 1.36 times as many.
const LINE: i16 = 16;
/// The weight of a cell that can become a trap. From 1 to 8, the nodes of nine boards under the general rules differ by
/// luck: a mean logarithm of +0.08 ± 0.05 with 1, +0.03 ± 0.05 with 3, and −0.01 ± 0.08 with 8. With 0, it is +0.30
/// ± 0.13, and on nine boards where the first S-O-S wins, +0.30 ± 0.12.
const TRAP: i16 = 2;

/// A position that a move leads to.
#[derive(Clone, Copy, Debug)]
struct ChildNode {
    node: Node,
    /// The number of S-O-S that the move makes.
    made: i8,
    /// Children with lower rank are searched first.
    rank: i16,
}

/// The facts about a node that are known before any search.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    bounds: ValueBounds,
    /// Whether a draw is possible.
    draw: bool,
}

/// The children of a node: at most two letters in each cell, and a letter in a dead cell.
type ChildNodes = smallvec::SmallVec<[ChildNode; 64]>;

impl<'a, 'b> Search<'a, 'b> {
    pub(super) fn new(
        lattice: &'a Lattice,
        rules: Rules,
        memory: u64,
        meter: &'a mut Meter<'b>,
        watch: &'a mut SearchListener<'a>,
    ) -> Search<'a, 'b> {
        Search::with_memo(lattice, rules, Memo::new(memory), meter, watch)
    }

    /// Returns a search that continues with a table.
    pub(super) fn with_memo(
        lattice: &'a Lattice,
        rules: Rules,
        memo: Memo,
        meter: &'a mut Meter<'b>,
        watch: &'a mut SearchListener<'a>,
    ) -> Search<'a, 'b> {
        Search {
            lattice,
            rules,
            memo,
            meter,
            watch,
            found: Vec::new(),
            cheap: CheapResults {
                results: Vec::new(),
                least: u64::MAX,
            },
        }
    }

    /// Adds a result from an earlier search to the table.
    pub(super) fn learn(&mut self, (key, bounds): KeyBounds) {
        self.memo.set(key, bounds, COSTLY);
    }

    /// Returns the known bounds of a node without searching.
    pub(super) fn known(&self, node: Node) -> Option<ValueBounds> {
        let node = essence(self.lattice, self.rules, node);
        self.looked_up(node)
    }

    /// Returns the bounds of a node in the table; those of a full board are known.
    fn looked_up(&self, node: Node) -> Option<ValueBounds> {
        if node.empty == 0 {
            return Some(ValueBounds::exactly(0));
        }
        self.memo.get(self.lattice.key_of_parts(node))
    }

    /// Returns the table, at the end of the search.
    #[cfg(feature = "store")]
    pub(super) fn into_memo(self) -> Memo {
        self.memo
    }

    /// Counts a node, and reports progress now and then.
    pub(super) fn check(&mut self) -> Result<(), SolveError> {
        if self.meter.is_spent() {
            return Err(self.meter.unfinished().into());
        }
        if self.meter.nodes().is_multiple_of(WATCH_EVERY) {
            self.report()?;
        }
        Ok(())
    }

    /// Returns the error of a search that a limit has ended.
    pub(super) fn unfinished(&self, limit: Limit) -> Unfinished {
        Unfinished::new(limit, self.meter.nodes(), self.meter.elapsed())
    }

    /// Passes the results that should be stored to the watch.
    pub(super) fn report(&mut self) -> Result<(), SolveError> {
        let kept = (self.watch)(self.meter, &self.found);
        self.found.clear();
        kept
    }

    /// Holds cheaper results too, for a store.
    pub(super) fn hold_cheap(&mut self) {
        self.cheap.least = 1;
    }

    /// Passes the cheaper results as well, at the end of a search that was stopped.
    pub(super) fn report_all(&mut self) -> Result<(), SolveError> {
        let cheap = self.cheap.results.drain(..);
        self.found.extend(cheap.map(|(_, found)| found));
        self.report()
    }

    /// Has the known bounds of a node stored, whatever they cost: those of a position that was asked about. Without
    /// them and the cheaper results, the same question could cost more the next time: 3x4 in alternating play took
    /// 8,134 nodes, and then 17,996 with its store. A board without lines that are alive is left out, because it
    /// needs no search.
    pub(super) fn keep(&mut self, node: Node) {
        let node = essence(self.lattice, self.rules, node);
        if node.empty == 0 {
            return;
        }
        let key = self.lattice.key_of_parts(node);
        self.found
            .extend(self.memo.get(key).map(|bounds| (key, bounds)));
    }

    /// Returns the value of a node for the player to move.
    ///
    /// This is MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth minimax algorithms*, 1996) with a
    /// first guess of 0: each run asks beside the bound that the last one found. Values are near 0, from −1 to 2 on all
    /// empty boards of `SOLVED.md`, so two or three runs are usually enough, where a bisection would begin far away.
    pub(super) fn value(&mut self, node: Node) -> Result<i8, SolveError> {
        let node = essence(self.lattice, self.rules, node);
        let (mut low, mut high) = (i8::MIN, i8::MAX);
        let mut asked = 0;
        while low < high {
            let found = self.decide(node, asked)?;
            if found >= asked {
                low = found;
                asked = found + 1;
            } else {
                high = found;
                asked = found;
            }
        }
        Ok(low)
    }

    /// Decides whether the value of a node for the player to move is at least `asked`. If it is, returns a lower bound
    /// that is at least `asked`; otherwise an upper bound below it.
    pub(super) fn at_least(&mut self, node: Node, asked: i8) -> Result<i8, SolveError> {
        self.decide(essence(self.lattice, self.rules, node), asked)
    }

    /// Does the work of [`at_least`](Search::at_least) for a node without parts that only pass turns.
    fn decide(&mut self, node: Node, asked: i8) -> Result<i8, SolveError> {
        self.check()?;
        if node.empty == 0 {
            return Ok(0);
        }
        let most = self.lattice.most_worth(self.rules, node);
        if asked > most {
            return Ok(most);
        }
        if asked <= -most {
            return Ok(-most);
        }
        let scoring = self.lattice.scoring(node);
        if self.rules.sos_wins() && (scoring.s | scoring.o) != 0 {
            return Ok(1);
        }
        let Prospect { bounds, draw } = self.prospect(node, scoring, most);
        // Without draws, the player who does not lose wins.
        let asked = if draw { asked } else { asked.max(1) };
        if let Some(value) = bounds.decide(asked) {
            return Ok(value);
        }
        let key = self.lattice.key_of_parts(node);
        let mut bounds = match self.memo.get(key) {
            Some(known) => bounds.and(known),
            None => bounds,
        };
        if !draw {
            bounds = bounds.without_draw();
        }
        if let Some(value) = bounds.decide(asked) {
            return Ok(value);
        }
        let before = self.meter.nodes();
        let mut children = self.children(node, scoring, asked);
        if node.empty.count_ones() >= PEEK_FROM {
            for child in &children {
                if let Some(value) = self.peek(child).filter(|value| *value >= asked) {
                    bounds.low = value;
                    self.memo.set(key, bounds, 1);
                    return Ok(value);
                }
            }
        }
        sorting::sort_hot_by(&mut children, |a, b| a.rank.cmp(&b.rank));
        let mut best = if children.is_empty() { -1 } else { i8::MIN };
        for child in children {
            let value = match self.rules.after(child.made) {
                After::Ends(value) => value,
                After::Again(worth) => worth + self.decide(child.node, asked - worth)?,
                After::Passes(worth) => worth - self.decide(child.node, worth - asked + 1)?,
            };
            best = best.max(value);
            if best >= asked {
                break;
            }
        }
        if !draw && best < 1 {
            best = -1;
        }
        if best >= asked {
            bounds.low = best;
        } else {
            bounds.high = best;
        }
        let nodes = self.meter.nodes() - before;
        self.memo.set(key, bounds, nodes);
        if nodes >= COSTLY {
            self.found.push((key, bounds));
        } else {
            self.cheap.add(nodes, (key, bounds));
        }
        Ok(best)
    }

    /// Returns the facts that follow from a node's traps and from `most`, the most points that a player can win.
    fn prospect(&self, node: Node, scoring: Places, most: i8) -> Prospect {
        let mut bounds = ValueBounds::within(most);
        let quiet = (scoring.s | scoring.o) == 0;
        let (possible, present) = match (self.rules.after_sos(), self.rules.goal()) {
            (AfterSos::TurnPasses, _) | (AfterSos::MovesAgain, Goal::Fewest) => {
                return Prospect { bounds, draw: true };
            }
            (AfterSos::MovesAgain, Goal::Most) => {
                let possible = self.lattice.possible_traps(node);
                let costly = self.lattice.n_alive_through(node, possible) as usize;
                let costly = self.rules.most_points(costly) as i8;
                // A player who can score takes a point first. What is left has no more such lines, because a letter
                // only removes empty cells and lines.
                bounds.low = bounds.low.max(i8::from(!quiet) - costly);
                if quiet {
                    bounds.high = most.min(costly);
                }
                return Prospect { bounds, draw: true };
            }
            (AfterSos::GameOver, Goal::Most) => {
                let possible = self.lattice.possible_traps(node);
                (possible, self.lattice.traps(node))
            }
            (AfterSos::GameOver, Goal::Fewest) => {
                let possible = self.lattice.possible_misere_traps(node);
                (possible, scoring.s & scoring.o)
            }
        };
        let draw = present == 0;
        let left = node.empty.count_ones() + u32::from(node.odd) - present.count_ones();
        let is_odd = left % 2 == 1;
        if possible == present {
            // Everything else is filled. Then the player to move has no safe letter, unless the board is full.
            bounds = ValueBounds::exactly(match (draw, is_odd) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => -1,
            });
        } else if draw && self.rules.sos_wins() && possible.count_ones() <= 2 {
            // No cell is such a trap alone. In misère play each is, so two possible ones leave the parity open.
            // The only possible trap leaves two cells. If it comes, the player who must write in it loses. If the
            // number of empty cells is odd, so is that without the two, and this player is the opponent.
            if is_odd {
                bounds.low = 0;
            } else {
                bounds.high = 0;
            }
        }
        Prospect { bounds, draw }
    }

    /// Returns a lower bound on the value of a move, if the table has one.
    fn peek(&self, child: &ChildNode) -> Option<i8> {
        let known = || self.looked_up(child.node);
        match self.rules.after(child.made) {
            After::Ends(_) => None,
            After::Again(worth) => Some(worth + known()?.low),
            After::Passes(worth) => Some(worth - known()?.high),
        }
    }

    /// Returns the children worth searching: none if every move loses at once.
    fn children(&self, node: Node, scoring: Places, asked: i8) -> ChildNodes {
        let quiet = (scoring.s | scoring.o) == 0;
        let all = Places {
            s: node.empty,
            o: node.empty,
        };
        let mut children = ChildNodes::new();
        match (self.rules.after_sos(), self.rules.goal()) {
            (AfterSos::GameOver, Goal::Most) => {
                let unsafe_places = self.lattice.unsafe_places(node);
                self.push(&mut children, node, without(all, unsafe_places), 0, asked);
            }
            (AfterSos::GameOver, Goal::Fewest) => {
                self.push(&mut children, node, without(all, scoring), 0, asked);
            }
            (AfterSos::TurnPasses, _) | (AfterSos::MovesAgain, Goal::Fewest) => {
                self.push_scoring(&mut children, node, scoring);
                let quiet_places = without(all, scoring);
                let unsafe_places = self.lattice.unsafe_places(node);
                let safe_places = without(quiet_places, unsafe_places);
                let unsafe_places = without(quiet_places, safe_places);
                self.push(&mut children, node, safe_places, 0, asked);
                self.push(&mut children, node, unsafe_places, LATE, asked);
            }
            (AfterSos::MovesAgain, Goal::Most) if quiet => {
                let unsafe_places = self.lattice.unsafe_places(node);
                self.push(&mut children, node, without(all, unsafe_places), 0, asked);
                self.push(&mut children, node, unsafe_places, LATE, asked);
            }
            (AfterSos::MovesAgain, Goal::Most) => {
                self.push_scoring(&mut children, node, scoring);
                let others = self.others(node, scoring);
                self.push(&mut children, node, others, LATE, asked);
                return children;
            }
        }
        if node.odd {
            let node = Node { odd: false, ..node };
            children.push(ChildNode {
                node,
                made: 0,
                rank: self.rank(node, asked),
            });
        }
        children
    }

    /// Returns the letters that do not score but may be better than those that do.
    fn others(&self, node: Node, scoring: Places) -> Places {
        let mut others = without(
            Places {
                s: node.empty,
                o: node.empty,
            },
            scoring,
        );
        let takes = bits(scoring.s).map(|cell| (cell, node.s | cell, node.o));
        let takes = takes.chain(bits(scoring.o).map(|cell| (cell, node.s, node.o | cell)));
        for (cell, s, o) in takes {
            if others.s | others.o == 0 {
                break;
            }
            let empty = node.empty & !cell;
            let after = self.lattice.scoring(Node {
                s,
                o,
                empty,
                ..node
            });
            others.s &= after.s | cell;
            others.o &= after.o | cell;
        }
        others
    }

    /// Adds the letters that score, those that are worth most first.
    fn push_scoring(&self, children: &mut ChildNodes, node: Node, places: Places) {
        let lattice = self.lattice;
        let with_s = bits(places.s).map(|cell| (lattice.made_by_s(node, cell), cell, 0));
        let with_o = bits(places.o).map(|cell| (lattice.made_by_o(node, cell), 0, cell));
        for (made, s, o) in with_s.chain(with_o) {
            let empty = node.empty & !(s | o);
            children.push(ChildNode {
                node: lattice.reduce(node.s | s, node.o | o, empty, node.odd),
                made,
                rank: self.rules.worth(-i32::from(LATE + i16::from(made))) as i16,
            });
        }
    }

    /// Adds letters that do not score.
    fn push(&self, children: &mut ChildNodes, node: Node, places: Places, late: i16, asked: i8) {
        for cell in bits(places.s | places.o) {
            let empty = node.empty & !cell;
            for (wanted, s, o) in [(places.s, cell, 0), (places.o, 0, cell)] {
                if wanted & cell != 0 {
                    let node = (self.lattice).reduce(node.s | s, node.o | o, empty, node.odd);
                    let node = essence(self.lattice, self.rules, node);
                    children.push(ChildNode {
                        node,
                        made: 0,
                        rank: late + self.rank(node, asked),
                    });
                }
            }
        }
    }

    /// Ranks a letter by the node it leads to, for a player who asks for a value of at least `asked`.
    ///
    /// A player who wants to win leaves few safe letters, because the opponent may run out of them; in misère play the
    /// player leaves many cells that can become traps. A player who only wants not to lose makes traps impossible; in
    /// misère play, and where the turn always passes, the player first of all leaves few lines alive.
    ///
    /// Ranks affect the speed, not the values.
    fn rank(&self, node: Node, asked: i8) -> i16 {
        let count = |cells: u32| cells.count_ones() as i16;
        let lines = || self.lattice.n_alive(node) as i16;
        if self.rules.sos_loses() {
            let traps = count(self.lattice.possible_misere_traps(node));
            return if asked > 0 {
                -traps
            } else {
                LINE_BEFORE_TRAPS * lines() + traps
            };
        }
        let unsafe_places = self.lattice.unsafe_places(node);
        let safe = |places: u32| count(node.empty & !places);
        let safe = safe(unsafe_places.s) + safe(unsafe_places.o) + i16::from(node.odd);
        if asked > 0 {
            return safe;
        }
        let rank = safe + TRAP * count(self.lattice.possible_traps(node));
        match (self.rules.after_sos(), self.rules.goal()) {
            (AfterSos::MovesAgain | AfterSos::GameOver, Goal::Most) => rank,
            (AfterSos::TurnPasses, Goal::Most) | (_, Goal::Fewest) => rank + LINE * lines(),
        }
    }
}

/// Returns a node without the parts that only pass turns.
fn essence(lattice: &Lattice, rules: Rules, node: Node) -> Node {
    if !rules.ends_at_first() {
        return node;
    }
    let possible = match rules.goal() {
        Goal::Fewest => lattice.possible_misere_traps(node),
        Goal::Most => {
            let scoring = lattice.scoring(node);
            if (scoring.s | scoring.o) != 0 {
                return node;
            }
            lattice.possible_traps(node)
        }
    };
    lattice.parts_with(node, possible)
}

/// Returns the bits of `all` that are not in `these`.
fn without(all: Places, these: Places) -> Places {
    Places {
        s: all.s & !these.s,
        o: all.o & !these.o,
    }
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use super::super::table::BoardTable;
    use super::*;
    use crate::setup::Ruling;
    use crate::size::Size;
    use common::grid::{Columns, Rows};
    use common::{Budget, Random, Seeded};

    /// Compares the search with the table on boards of random letters, including some that no game reaches.
    #[test]
    fn the_search_agrees_with_the_table_on_any_letters() {
        let sizes = [
            (3, 4, 300),
            (4, 3, 100),
            (2, 6, 100),
            (6, 2, 100),
            (1, 13, 100),
            (13, 1, 100),
        ];
        for (rows, columns, boards) in sizes {
            let size = Size::new(Rows(rows), Columns(columns)).expect("a board");
            let lattice = Lattice::new(size).expect("a small board");
            for rules in Rules::ALL {
                let ruling = Ruling {
                    rules,
                    ..Ruling::default()
                };
                let table = BoardTable::fill(size, ruling, &mut |_| ControlFlow::Continue(()));
                let table = table.expect("no one stops the work");
                let budget = Budget::new();
                let mut meter = budget.start();
                let mut watch = |_: &Meter<'_>, _: &[KeyBounds]| Ok(());
                let mut search = Search::new(&lattice, rules, 1 << 20, &mut meter, &mut watch);
                let mut random = Seeded::new(2026);
                for _ in 0..boards {
                    let (mut s, mut o) = (0, 0);
                    let letters = 1 + random.below(6);
                    for cell in 0..size.n_cells() {
                        match random.below(8) {
                            0 => o |= 1 << cell,
                            n if n <= letters => s |= 1 << cell,
                            _ => (),
                        }
                    }
                    let node = lattice.reduce(s, o, lattice.full() & !(s | o), false);
                    let found = search.value(node).expect("no limit");
                    let board = lattice.text(node);
                    assert_eq!(found, table.of_letters(s, o), "{board} {rules}");
                }
            }
        }
    }
}
