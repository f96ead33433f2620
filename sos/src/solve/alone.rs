//! Finds the result that one player can force alone against all others together, for games of three or more players.
//!
//! With more than two players a position has no single value, because two players can cooperate against the third, or
//! can help one of them to win. The *guarantee* is still well defined: it is the result that one player can be sure of
//! even if all others play together. It is found by alpha-beta over positions reduced to what matters to that player:
//! the letters on lines that are alive, the number of dead cells, the turn, and the leads of the others over the
//! player. Positions that are images of each other share a result.

use common::budget::Limit;
use common::values::Listener;
use common::{Game, Guarantee, Guarantees, Player};
use rustc_hash::FxHashMap;

use super::lattice::Lattice;
use super::node::{MAX_CELLS, Node};
use super::solver::{SolveError, Solver, known};
use crate::position::Position;
use crate::rules::{After, Rules};
use common::budget::{Cost, Meter, Progress, Unfinished};

/// A position from the view of one player. Seats are numbered from that player on, in the order of turns.
#[derive(Clone, Copy, Debug)]
struct SeatView {
    /// The letters and cells on lines that are alive; its parity is not used.
    node: Node,
    /// The number of empty cells on no such line.
    dead: u8,
    /// The seat to move.
    seat: u8,
    /// What the S-O-S of each seat are worth minus what those of the player are worth.
    leads: [i16; Player::MAX],
}

/// A key of a view. Views with equal keys have the same guarantee.
type ViewKey = (u64, u8, u8, [i16; Player::MAX]);

/// The bytes that an entry of the table takes, including the hash table's free slots.
const BYTES: u64 = 2 * size_of::<(ViewKey, (Guarantee, Guarantee))>() as u64;

/// The number of nodes between two progress reports, a power of two, so that the test at each node is a mask.
const REPORTED_EVERY: u64 = 1 << 14;

/// A search for one player.
struct Alone<'s, 'a, 'b> {
    lattice: &'s Lattice,
    rules: Rules,
    players: u8,
    /// The bounds known for the guarantee of each view.
    known: FxHashMap<ViewKey, (Guarantee, Guarantee)>,
    most: u64,
    meter: &'s mut Meter<'b>,
    progress: &'s mut Listener<'a>,
}

impl Solver<'_> {
    /// Returns the result that `player` can force even if all others play together. The game can have any number of
    /// players.
    ///
    /// For two players this agrees with [`solve`](Solver::solve). The solver's method and store are ignored. The empty
    /// 3×4 board with three players takes some tenths of a second. Every position that the search reaches is kept in
    /// memory.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError::TooLarge`] for boards of more than 31 cells, [`SolveError::Seat`] if the game has no such
    /// player, and [`SolveError::Unfinished`] if the budget runs out.
    ///
    /// # Examples
    ///
    /// With three players on a strip of seven cells, no player can force a win, but each can force a share of first
    /// place:
    ///
    /// ```
    /// use papergames_sos::solve::Solver;
    /// use papergames_sos::{Columns, Guarantee, Player, Position, Rows, Rules, Size};
    ///
    /// let start = Position::for_players(3, Size::new(Rows(1), Columns(7))?, Rules::Misere)?;
    /// for player in Player::all(3) {
    ///     assert_eq!(Solver::new().guarantee(&start, player)?, Guarantee::Share);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn guarantee(
        &mut self,
        position: &Position,
        player: Player,
    ) -> Result<Guarantee, SolveError> {
        let budget = self.effort.budget.clone();
        self.alone(position, player, &mut budget.start())
    }

    /// Returns the [`guarantee`](Solver::guarantee) of every player, all within one budget.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`guarantee`](Solver::guarantee).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::solve::Solver;
    /// use papergames_sos::{Columns, Guarantee, Position, Rows, Rules, Size};
    ///
    /// let start = Position::for_players(3, Size::new(Rows(1), Columns(4))?, Rules::General)?;
    /// let found = Solver::new().guarantees(&start)?;
    /// assert_eq!(found.each, [Guarantee::Share, Guarantee::Loss, Guarantee::Loss]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn guarantees(&mut self, position: &Position) -> Result<Guarantees, SolveError> {
        let budget = self.effort.budget.clone();
        let mut meter = budget.start();
        let players = Player::all(position.players());
        let each: Result<Vec<Guarantee>, SolveError> = players
            .map(|player| self.alone(position, player, &mut meter))
            .collect();
        let cost = Cost::new(meter.nodes(), meter.elapsed());
        Ok(Guarantees { each: each?, cost })
    }

    fn alone(
        &mut self,
        position: &Position,
        player: Player,
        meter: &mut Meter<'_>,
    ) -> Result<Guarantee, SolveError> {
        let (size, players) = (position.size(), position.players());
        if player.index() >= players {
            return Err(SolveError::Seat { player, players });
        }
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.of(player));
        }
        known(position)?;
        let most = MAX_CELLS;
        let lattice = Lattice::new(size).ok_or(SolveError::TooLarge { size, most })?;
        let node = lattice.node(position);
        let seat_of = |other: Player| ((other.index() + players - player.index()) % players) as u8;
        let mut leads = [0; Player::MAX];
        for other in Player::all(players) {
            let lead = position.points(other) as i32 - position.points(player) as i32;
            leads[usize::from(seat_of(other))] = position.rules().worth(lead) as i16;
        }
        let view = SeatView {
            node: Node { odd: false, ..node },
            dead: (position.n_empty() as u32 - node.empty.count_ones()) as u8,
            seat: seat_of(position.turn().unwrap_or(Player::FIRST)),
            leads,
        };
        let memory = self.effort.budget.usual_memory();
        let mut alone = Alone {
            lattice: &lattice,
            rules: position.rules(),
            players: players as u8,
            known: FxHashMap::default(),
            most: memory / BYTES,
            meter,
            progress: &mut self.effort.progress,
        };
        for wanted in [Guarantee::Win, Guarantee::Share] {
            if alone.forces(view, wanted)? {
                return Ok(wanted);
            }
        }
        Ok(Guarantee::Loss)
    }
}

impl Alone<'_, '_, '_> {
    /// Returns whether the player can force `wanted` or better.
    fn forces(&mut self, view: SeatView, wanted: Guarantee) -> Result<bool, SolveError> {
        if self.meter.is_spent() {
            return Err(self.meter.unfinished().into());
        }
        if self.meter.nodes().is_multiple_of(REPORTED_EVERY) {
            (self.progress)(&Progress::new(self.meter.nodes(), self.meter.elapsed()));
        }
        let (low, high) = self.range(&view);
        if low >= wanted || high < wanted {
            return Ok(low >= wanted);
        }
        let SeatView {
            node,
            dead,
            seat,
            leads,
        } = view;
        let key = (self.lattice.key(node), dead, seat, leads);
        let known = self.known.get(&key).copied();
        let (low, high) = known.unwrap_or((low, high));
        if low >= wanted || high < wanted {
            return Ok(low >= wanted);
        }
        // The player looks for a letter that forces `wanted`, and the others for one that prevents it.
        let own = seat == 0;
        let mut forced = !own;
        for next in self.letters(&view) {
            let forces = match next {
                LetterOutcome::Over(found) => found >= wanted,
                LetterOutcome::Goes(view) => self.forces(view, wanted)?,
            };
            if forces == own {
                forced = own;
                break;
            }
        }
        if known.is_none() && self.known.len() as u64 >= self.most {
            let (nodes, elapsed) = (self.meter.nodes(), self.meter.elapsed());
            return Err(Unfinished::new(Limit::Memory, nodes, elapsed).into());
        }
        let range = match (forced, wanted) {
            (true, wanted) => (wanted, high),
            (false, Guarantee::Win) => (low, Guarantee::Share.min(high)),
            (false, _) => (low, Guarantee::Loss),
        };
        self.known.insert(key, range);
        Ok(forced)
    }

    /// Returns bounds on the guarantee of a view that follow from the lines that are alive.
    fn range(&self, view: &SeatView) -> (Guarantee, Guarantee) {
        let most = i16::from(self.lattice.most_worth(self.rules, view.node));
        if self.rules.ends_at_first() {
            return if most == 0 {
                (Guarantee::Share, Guarantee::Share)
            } else {
                (Guarantee::Loss, Guarantee::Win)
            };
        }
        let others = &view.leads[1..usize::from(self.players)];
        let lead = others.iter().copied().max().unwrap_or(0);
        let worth = |lead: i16| match lead {
            ..0 => Guarantee::Win,
            0 => Guarantee::Share,
            1.. => Guarantee::Loss,
        };
        (worth(lead + most), worth(lead - most))
    }

    /// Lists the results of all letters, with those that score first.
    fn letters(&self, view: &SeatView) -> Vec<LetterOutcome> {
        let SeatView {
            node,
            dead,
            seat,
            leads,
        } = *view;
        let (mut scoring, mut others) = (Vec::new(), Vec::new());
        let next = (seat + 1) % self.players;
        for (made, s, o, rest) in self.lattice.letters(node) {
            let list = if made > 0 { &mut scoring } else { &mut others };
            let (worth, then) = match self.rules.after(made) {
                After::Ends(_) => {
                    list.push(LetterOutcome::Over(self.at_first(seat)));
                    continue;
                }
                After::Again(worth) => (i16::from(worth), seat),
                After::Passes(worth) => (i16::from(worth), next),
            };
            let after = self.lattice.reduce(s, o, rest, false);
            let died = (rest.count_ones() - after.empty.count_ones()) as u8;
            let mut leads = leads;
            if seat == 0 {
                for lead in &mut leads[1..usize::from(self.players)] {
                    *lead -= worth;
                }
            } else {
                leads[usize::from(seat)] += worth;
            }
            list.push(LetterOutcome::Goes(SeatView {
                node: Node {
                    odd: false,
                    ..after
                },
                dead: dead + died,
                seat: then,
                leads,
            }));
        }
        if dead > 0 {
            let (dead, seat) = (dead - 1, next);
            others.push(LetterOutcome::Goes(SeatView {
                dead,
                seat,
                ..*view
            }));
        }
        scoring.append(&mut others);
        scoring
    }

    /// Returns the player's result when `seat` makes the first S-O-S.
    fn at_first(&self, seat: u8) -> Guarantee {
        let mut points = [0; Player::MAX];
        points[usize::from(seat)] = 1;
        let outcome = self.rules.outcome(&points[..usize::from(self.players)]);
        outcome.of(Player::FIRST)
    }
}

/// The result of a letter.
#[derive(Clone, Copy, Debug)]
enum LetterOutcome {
    /// It ends the game with this result for the player.
    Over(Guarantee),
    /// The game continues with this view.
    Goes(SeatView),
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::solve::mostly_s;
    use common::{Seeded, playout};

    /// Returns what the player can force by plain minimax over positions.
    fn minimax(
        position: &Position,
        player: Player,
        known: &mut HashMap<Position, Guarantee>,
    ) -> Guarantee {
        if let Some(found) = known.get(position) {
            return *found;
        }
        let found = if position.outcome().is_some() {
            let found = Solver::new().guarantee(position, player);
            found.expect("a finished game")
        } else {
            let moves = position.moves().into_iter();
            let children: Vec<Guarantee> = moves
                .map(|m| minimax(&position.child(&m).expect("a listed move"), player, known))
                .collect();
            let best = if position.turn() == Some(player) {
                children.iter().max()
            } else {
                children.iter().min()
            };
            *best.expect("a game that goes on has a move")
        };
        known.insert(position.clone(), found);
        found
    }

    #[test]
    fn guarantees_are_those_of_plain_minimax() {
        let mut seen = [0; 3];
        for (board, letters) in [("1x6", 0), ("2x3", 0), ("3x3", 3), ("1x9", 3), ("3x4", 6)] {
            for rules in Rules::ALL {
                for players in [2, 3, 4] {
                    let setup = format!("{board}:{rules}:{players}");
                    for seed in 0..2 {
                        let start: Position = setup.parse().expect("a setup");
                        let random = &mut Seeded::new(seed);
                        let position = playout::play_at_most(start, letters, random);
                        for player in Player::all(players) {
                            let found = Solver::new().guarantee(&position, player);
                            let found = found.expect("a small board");
                            let plain = minimax(&position, player, &mut HashMap::new());
                            assert_eq!(found, plain, "{player} in {position}");
                            seen[found as usize] += 1;
                        }
                    }
                }
            }
        }
        assert!(seen.iter().all(|n| *n > 10), "{seen:?}");
    }

    #[test]
    fn guarantees_are_those_of_plain_minimax_where_a_letter_can_make_several_sos() {
        for board in ["3x3", "3x4", "3x5", "4x4", "5x5"] {
            for rules in Rules::ALL {
                for (seed, players) in (0..20).zip([2, 3].into_iter().cycle()) {
                    let setup = format!("{board}:{rules}:{players}");
                    let start: Position = setup.parse().expect("a setup");
                    let left = 1 + seed as usize % 4;
                    let mut position = mostly_s(start, left, &mut Seeded::new(seed));
                    // With leads that no game needs to reach, so that one point more or less decides.
                    let leads = if rules.ends_at_first() { 0..1 } else { 0..8 };
                    for lead in leads {
                        position.points[0] += u16::from(lead > 0);
                        for player in Player::all(players) {
                            let found = Solver::new().guarantee(&position, player);
                            let found = found.expect("a small board");
                            let plain = minimax(&position, player, &mut HashMap::new());
                            assert_eq!(found, plain, "{player} in {position}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_without_the_player_is_refused() {
        let start: Position = "3x3".parse().expect("a setup");
        let third = Player::all(3).last().expect("a third player");
        let refused = Solver::new().guarantee(&start, third).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "a game with 2 players has no third player"
        );
    }
}
