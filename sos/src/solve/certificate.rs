//! Proofs as text, for others to check.
//!
//! A [`Certificate`] holds every fact that a value rests on: boards, each with a bound on its value. Anybody can check
//! it by listing letters, without a search. The package `papergames-check` does so; it shares no code
//! with this crate.
//!
//! # Format
//!
//! ```text
//! certificate = "papergames certificate 1" LF
//!               "game sos" LF
//!               "rules " ("general" / "first" / "alternating" / "misere") LF
//!               "board " board LF
//!               "value " number LF
//!               "facts " number LF
//!               *fact
//!               "checksum " 16hex LF
//! fact        = board [ "*" ] (" >= " / " <= ") number LF
//! board       = row *( "/" row )
//! row         = 1*( "S" / "O" / "." / "-" )    ; all rows are equally long
//! ```
//!
//! Values are those for the player to move. Under the rules `general` and `alternating` a value is that player's lead
//! in points still to be made; under `first` and `misere` it is 1, 0 or −1 for a win, a draw or a loss. `-` is a cell
//! that no longer matters: filled, and on no line that can still become an S-O-S. `*` stands for one more empty cell on
//! no such line, where a letter only passes the turn. Facts are sorted by how much is still
//! empty and then by text, so a fact rests only on facts above it. The checksum is the 64-bit FNV-1a hash of all bytes
//! before its line.
//!
//! # What proves a fact
//!
//! `board >= n` needs one letter that brings the player to move at least *n*; `board <= n` needs that no letter brings
//! more. What a letter brings follows from its points and a fact about the board that it leads to. Three things need no
//! fact: a full board is worth 0; *k* lines that can still become an S-O-S are worth at most *k* to either player; and
//! under `first` a board with a line one letter short is won.
//!
//! Boards count as equal if a symmetry maps one to the other, if they differ only in letters on lines that are dead, or
//! if one has two more empty cells on no line that is alive: a letter in one is answered in the other.
//!
//! # Examples
//!
//! ```
//! use papergames_sos::solve::Solver;
//!
//! let certificate = Solver::new().certify(&"SO.:1:0-0".parse()?)?;
//! assert_eq!(certificate.to_string(), "\
//! papergames certificate 1
//! game sos
//! rules general
//! board SO.
//! value 1
//! facts 1
//! SO. >= 1
//! checksum 6b566203cd0da450
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt::{self, Write};

use common::checksum::{START, fnv1a};
use common::{Game, Limit, Outcome};
use rustc_hash::FxHashMap;

use super::lattice::Lattice;
use super::memo::Bounds;
use super::node::Node;
use super::search::{Found, Search};
use super::solver::{SolveError, Solver, lattice_of};
use super::work::lead;
use crate::position::Position;
use crate::rules::Rules;
use common::budget::Meter;

/// Everything that a value rests on; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    rules: Rules,
    board: String,
    value: i8,
    outcome: Outcome,
    facts: Vec<String>,
}

impl Certificate {
    /// Returns the rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the board: its rows of letters.
    pub fn board(&self) -> &str {
        &self.board
    }

    /// Returns the value of the board for the player to move: the lead in points still to be made, or 1, 0 or −1 where
    /// the first S-O-S decides.
    pub fn value(&self) -> i64 {
        self.value.into()
    }

    /// Returns how the game ends, with the points already made.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns the facts as lines, those about boards with less that is empty first.
    pub fn facts(&self) -> &[String] {
        &self.facts
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Certificate {
            rules,
            board,
            value,
            facts,
            ..
        } = self;
        let mut text = format!(
            "papergames certificate 1\ngame sos\nrules {rules}\nboard {board}\nvalue {value}\nfacts {}\n",
            facts.len()
        );
        for fact in facts {
            text.push_str(fact);
            text.push('\n');
        }
        writeln!(f, "{text}checksum {:016x}", fnv1a(START, text.as_bytes()))
    }
}

impl Solver<'_> {
    /// Solves a position and returns a proof that others can check; see [`certificate`](self).
    ///
    /// The search runs first; the proof takes several times as long, since it follows every letter, also those that the
    /// search knows to be useless. Half of the memory of the budget is for the table, half for the proof. Neither the
    /// store nor the method counts.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] as [`solve`](Solver::solve) does, and [`SolveError::Over`] if the game is over.
    pub fn certify(&mut self, position: &Position) -> Result<Certificate, SolveError> {
        let lattice = lattice_of(position)?;
        let Some(mover) = position.turn() else {
            return Err(SolveError::Over);
        };
        let (budget, rules) = (self.budget.clone(), position.rules());
        let memory = self.memory() / 2;
        let mut meter = budget.start();
        let listener = &mut self.progress;
        let mut watch = |meter: &Meter<'_>, found: &mut Vec<Found>| {
            if let Some(listener) = listener {
                listener(&common::Progress::new(meter.nodes(), meter.elapsed()));
            }
            found.clear();
            Ok(())
        };
        let mut prover = Prover {
            lattice: &lattice,
            rules,
            search: Search::new(&lattice, rules, memory, &mut meter, &mut watch),
            claims: FxHashMap::default(),
            facts: Vec::new(),
            left: memory,
        };
        let node = lattice.node(position);
        let value = prover.search.value(node)?;
        prover.prove(node, Claim::AtLeast(value))?;
        prover.prove(node, Claim::AtMost(value))?;
        let mut facts = prover.facts;
        facts.sort_unstable();
        let outcome = match lead(position) + i32::from(value) {
            0 => Outcome::Draw,
            1.. => Outcome::Win(mover),
            _ => Outcome::Win(mover.opponent()),
        };
        Ok(Certificate {
            rules,
            board: position
                .to_string()
                .split(':')
                .next()
                .unwrap_or_default()
                .to_owned(),
            value,
            outcome,
            facts: facts.into_iter().map(|(_, fact)| fact).collect(),
        })
    }
}

/// What is to be proved about a board.
#[derive(Clone, Copy, Debug)]
enum Claim {
    AtLeast(i8),
    AtMost(i8),
}

impl Claim {
    fn follows_from(self, Bounds { low, high }: Bounds) -> bool {
        match self {
            Claim::AtLeast(least) => low >= least,
            Claim::AtMost(most) => high <= most,
        }
    }
}

/// What a letter does.
enum After {
    /// It ends the game with this value for its player.
    Ends(i8),
    /// The game goes on, and the letter has brought some points.
    Goes { node: Node, points: i8, keeps: bool },
}

impl After {
    /// Returns what is needed so that the letter brings at least or at most a value.
    fn needs(&self, claim: Claim) -> Need {
        match *self {
            After::Ends(value) => Need::Settled(claim.follows_from(Bounds {
                low: value,
                high: value,
            })),
            After::Goes {
                node,
                points,
                keeps,
            } => Need::Claim(
                node,
                match claim {
                    Claim::AtLeast(least) if keeps => Claim::AtLeast(least - points),
                    Claim::AtLeast(least) => Claim::AtMost(points - least),
                    Claim::AtMost(most) if keeps => Claim::AtMost(most - points),
                    Claim::AtMost(most) => Claim::AtLeast(points - most),
                },
            ),
        }
    }
}

/// What a letter needs to bring a value.
#[derive(Clone, Copy, Debug)]
enum Need {
    /// Nothing: the game is over, and it does or does not.
    Settled(bool),
    /// A claim about the next board.
    Claim(Node, Claim),
}

/// Collects the facts that a claim rests on.
struct Prover<'s, 'a, 'b> {
    lattice: &'s Lattice,
    rules: Rules,
    search: Search<'a, 'b>,
    /// What the facts say about a board, by its key.
    claims: FxHashMap<u64, Bounds>,
    /// The facts, each with how much of its board is empty.
    facts: Vec<(u32, String)>,
    /// How many more bytes they may take.
    left: u64,
}

impl Prover<'_, '_, '_> {
    /// Returns what holds for every board without a proof.
    fn plain(&self, node: Node) -> Bounds {
        let scoring = self.lattice.scoring(node);
        if self.rules == Rules::First && scoring.s | scoring.o != 0 {
            return Bounds { low: 1, high: 1 };
        }
        let alive = self.lattice.n_alive(node) as i8;
        let most = if self.rules.ends_at_first() {
            alive.min(1)
        } else {
            alive
        };
        Bounds {
            low: -most,
            high: most,
        }
    }

    /// Returns whether a claim needs no further fact.
    fn is_known(&self, node: Node, claim: Claim) -> bool {
        let known = self.claims.get(&self.lattice.key(node));
        claim.follows_from(self.plain(node))
            || known.is_some_and(|known| claim.follows_from(*known))
    }

    /// Lists what each letter does.
    fn letters(&self, node: Node) -> Vec<After> {
        let mut letters = Vec::new();
        let empty = (0..u32::BITS)
            .map(|i| 1 << i)
            .filter(|cell| node.empty & cell != 0);
        for cell in empty {
            let rest = node.empty & !cell;
            for (points, s, o) in [
                (self.lattice.points_of_s(node, cell), cell, 0),
                (self.lattice.points_of_o(node, cell), 0, cell),
            ] {
                letters.push(match self.rules {
                    Rules::First if points > 0 => After::Ends(1),
                    Rules::Misere if points > 0 => After::Ends(-1),
                    rules => After::Goes {
                        node: self.lattice.reduce(node.s | s, node.o | o, rest, node.odd),
                        points,
                        keeps: points > 0 && rules.keeps_turn(),
                    },
                });
            }
        }
        if node.odd {
            letters.push(After::Goes {
                node: Node { odd: false, ..node },
                points: 0,
                keeps: false,
            });
        }
        letters
    }

    /// Adds the facts behind a claim that the search has found to be true.
    fn prove(&mut self, node: Node, claim: Claim) -> Result<(), SolveError> {
        if self.is_known(node, claim) {
            return Ok(());
        }
        self.note(node, claim)?;
        let letters = self.letters(node);
        let needs: Vec<Need> = letters.iter().map(|letter| letter.needs(claim)).collect();
        if let Claim::AtLeast(_) = claim {
            let picked = self.pick(&needs)?;
            return match picked.ok_or_else(|| self.unproved(node))? {
                Need::Claim(child, needed) => self.prove(child, needed),
                Need::Settled(_) => Ok(()),
            };
        }
        for need in needs {
            match need {
                Need::Claim(child, needed) => self.prove(child, needed)?,
                Need::Settled(true) => (),
                Need::Settled(false) => return Err(self.unproved(node)),
            }
        }
        Ok(())
    }

    /// Picks a letter that has what it needs: one that adds no fact if there is one, otherwise one that the table
    /// knows, otherwise the first that the search finds.
    fn pick(&mut self, needs: &[Need]) -> Result<Option<Need>, SolveError> {
        let is_free = |need: &&Need| match **need {
            Need::Settled(holds) => holds,
            Need::Claim(child, claim) => self.is_known(child, claim),
        };
        if let Some(free) = needs.iter().find(is_free) {
            return Ok(Some(*free));
        }
        for may_search in [false, true] {
            for need in needs {
                let Need::Claim(child, claim) = *need else {
                    continue;
                };
                let holds = match claim {
                    _ if !may_search => {
                        let known = self.search.known(child);
                        known.is_some_and(|known| claim.follows_from(known))
                    }
                    Claim::AtLeast(least) => self.search.at_least(child, least)? >= least,
                    Claim::AtMost(most) => self.search.at_least(child, most + 1)? <= most,
                };
                if holds {
                    return Ok(Some(*need));
                }
            }
        }
        Ok(None)
    }

    /// Writes a fact down.
    fn note(&mut self, node: Node, claim: Claim) -> Result<(), SolveError> {
        let plain = self.plain(node);
        let known = self.claims.entry(self.lattice.key(node)).or_insert(plain);
        let mut text = self.lattice.text(node);
        if node.odd {
            text.push('*');
        }
        match claim {
            Claim::AtLeast(least) => {
                known.low = least;
                let _ = write!(text, " >= {least}");
            }
            Claim::AtMost(most) => {
                known.high = most;
                let _ = write!(text, " <= {most}");
            }
        }
        let bytes = (text.capacity()
            + 2 * size_of::<(u32, String)>()
            + 2 * size_of::<(u64, Bounds)>()) as u64;
        self.facts
            .push((2 * node.empty.count_ones() + u32::from(node.odd), text));
        self.search.check()?;
        if bytes > self.left {
            return Err(self.search.unfinished(Limit::Memory).into());
        }
        self.left -= bytes;
        Ok(())
    }

    fn unproved(&self, node: Node) -> SolveError {
        let board = self.lattice.text(node);
        SolveError::Unproved { board }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use common::{Seeded, playout};

    /// The search knows values that it did not find by letters; each still follows from the letters.
    #[test]
    fn every_value_that_the_search_finds_can_be_proved() {
        for (board, letters) in [("1x9", 0), ("3x3", 0), ("2x5", 2), ("3x4", 3), ("4x4", 8)] {
            for rules in Rules::ALL {
                let setup: Setup = format!("{board}:{rules}").parse().expect("a setup");
                for seed in 0..3 {
                    let random = &mut Seeded::new(seed);
                    let position = playout::play_at_most(Position::from(setup), letters, random);
                    if position.turn().is_none() {
                        continue;
                    }
                    let certificate = Solver::new().certify(&position);
                    let outcome = certificate.expect("a proof").outcome();
                    let verdict = Solver::new().solve(&position).expect("a small board");
                    assert_eq!(outcome, verdict.outcome, "{position}");
                }
            }
        }
    }
}
