//! Laws about the list of legal moves and the methods that query it.

use core::hash::Hash;

use rustc_hash::FxHashSet;

use super::broken::{Broken, LawResult, demand};
use crate::play::game::{Game, Stored, go_on_if};
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::tools::random::{Random, Seeded};

/// The legal moves of a position, or a sample if there are too many to list.
#[derive(Clone, Debug)]
pub(super) struct MoveList<G: Game> {
    moves: Vec<G::Move>,
    complete: bool,
}

/// The size of a sample of moves.
const SAMPLE: u64 = 64;

impl<G: Game> MoveList<G> {
    /// Lists the moves if there are at most `at_most`, otherwise draws a sample of 64 or fewer by [`Game::nth_move`].
    pub(super) fn of(position: &G, at_most: usize, random: &mut dyn Random) -> MoveList<G> {
        let count = position.count_moves();
        if count <= at_most as u128 {
            return MoveList {
                moves: position.moves(),
                complete: true,
            };
        }
        let drawn = (0..SAMPLE).filter_map(|_| position.nth_move(random.below_wide(count)));
        let mut seen = FxHashSet::default();
        let moves = drawn.filter(|m| seen.insert(m.clone())).collect();
        MoveList {
            moves,
            complete: false,
        }
    }

    /// Returns the moves.
    pub(super) fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Returns whether these are all the legal moves.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns up to `n` of the moves, spread evenly over the list.
    pub(super) fn spread(&self, n: usize) -> impl Iterator<Item = &G::Move> {
        let step = self.moves.len().div_ceil(n.max(1)).max(1);
        self.moves.iter().step_by(step)
    }

    /// Returns up to `n` of the moves, spread evenly over the list, each with the position after it.
    pub(super) fn children(&self, position: &G, n: usize) -> impl Iterator<Item = (&G::Move, G)> {
        let moves = self.spread(n);
        moves.filter_map(|m| Some((m, position.child(m).ok()?)))
    }
}

/// Law: exactly one of `turn` and `outcome` is `Some`; there is a move exactly when there is a turn; and both name
/// players of the game.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn over_when_no_move_is_left<G: Game>(position: &G) -> LawResult {
    let (turn, outcome, players) = (position.turn(), position.outcome(), position.players());
    demand!("a game has from 1 to 8 players" => (1..=Player::MAX).contains(&players), "{players}")?;
    demand!("a game has either a turn or an outcome" => turn.is_some() != outcome.is_some(),
        "turn {turn:?} and outcome {outcome:?}")?;
    let has_move = position.has_move();
    demand!("a game is over exactly when there is no move" => has_move == turn.is_some(),
        "turn {turn:?}, and `has_move` returns {has_move}")?;
    let is_terminal = position.is_terminal();
    demand!("`is_terminal` tells whether there is a turn" => is_terminal == turn.is_none(),
        "turn {turn:?}, and `is_terminal` returns {is_terminal}")?;
    let winner = position.winner();
    demand!("`winner` is the winner of the outcome" => winner == outcome.and_then(Outcome::winner),
        "outcome {outcome:?}, and `winner` returns {winner:?}")?;
    let takes_part = |player: Player| player.index() < players;
    demand!("the player to move takes part in the game" => turn.is_none_or(takes_part),
        "turn {turn:?} of {players} players")?;
    let outcome_fits = match outcome {
        None | Some(Outcome::Draw) => true,
        Some(Outcome::Win(winner)) => takes_part(winner),
        Some(Outcome::Shared(winners)) => {
            (2..players).contains(&winners.len()) && winners.iter().all(takes_part)
        }
    };
    demand!("an outcome is a win of one, a draw of all, or shared by some in between" =>
        outcome_fits, "{outcome:?} of {players} players")
}

/// Law: the listing contains each move once, in the same order every time and for every clone, and each is legal; if
/// there is no turn, the listing is empty. Checks the first `at_most` moves.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn moves_are_listed_once<G: Game>(position: &G, at_most: usize) -> LawResult {
    let moves = first_moves(position, at_most);
    demand!("a finished game lists no move" => position.turn().is_some() || moves.is_empty(),
        "`{}`", moves[0])?;
    let mut seen = FxHashSet::default();
    for m in &moves {
        demand!("no move is listed twice" => seen.insert(m), "`{m}`")?;
        if let Err(reason) = position.check(m) {
            let found = format!("`{m}` is refused: {reason}");
            return Err(Broken {
                law: "a listed move is legal",
                found,
            });
        }
    }
    for (again, what) in [
        (position.clone(), "a clone"),
        (position.clone().clone(), "a clone of a clone"),
    ] {
        let others = first_moves(&again, at_most);
        demand!("moves are listed in a fixed order" => others == moves,
            "{what} lists {}, not {}", names(&others), names(&moves))?;
    }
    demand!("moves are listed in a fixed order" => first_moves(position, at_most) == moves,
        "listing twice gives two lists")
}

/// Law: a visitor that breaks is not called again, and the listing returns the break.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn visitors_stop_at_once<G: Game>(position: &G) -> LawResult {
    for stop_after in [1, 2, 3, 7] {
        let mut calls = 0;
        let flow = position.for_each_move(&mut |_| {
            calls += 1;
            go_on_if(calls < stop_after)
        });
        demand!("a visitor that breaks is not called again" => calls <= stop_after,
            "{calls} calls, though call {stop_after} broke")?;
        demand!("the listing passes a break on" => flow.is_break() == (calls == stop_after),
            "{flow:?} after {calls} calls, of which call {stop_after} breaks")?;
    }
    Ok(())
}

/// Law: `has_move`, `count_moves`, `nth_move`, `moves` and `moves_into` agree with the listing.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn queries_agree_with_the_listing<G: Game>(
    position: &G,
    listing: &MoveList<G>,
    random: &mut dyn Random,
) -> LawResult {
    let count = position.count_moves();
    let has_move = position.has_move();
    demand!("`has_move` tells whether a move is listed" => has_move == (count > 0),
        "`has_move` returns {has_move}, `count_moves` returns {count}")?;
    if let Some(m) = position.nth_move(count) {
        let found = format!("`{m}` at index {count}, and `count_moves` returns {count}");
        return Err(Broken {
            law: "`nth_move` ends where `count_moves` says",
            found,
        });
    }
    let listed = first_moves(position, listing.moves.len().max(1));
    if listing.complete {
        demand!("`count_moves` counts the listed moves" => count == listed.len() as u128,
            "counted {count}, listed {}", listed.len())?;
        demand!("`moves` returns the listed moves" => position.moves() == listed,
            "{}", names(&position.moves()))?;
        let mut buffer = listed.clone();
        position.moves_into(&mut buffer);
        demand!("`moves_into` replaces what was there by the listed moves" => buffer == listed,
            "{}", names(&buffer))?;
    }
    let last = listed.len().saturating_sub(1);
    let drawn = (0..4).map(|_| random.below(last as u64 + 1) as usize);
    for index in [0, last / 2, last].into_iter().chain(drawn) {
        let (nth, due) = (position.nth_move(index as u128), listed.get(index));
        demand!("`nth_move` counts in the order of the listing" => nth.as_ref() == due,
            "move {index}, counted from 0, is listed as {due:?} and returned as {nth:?}")?;
    }
    for m in listing.spread(32) {
        demand!("`nth_move` returns legal moves" => position.check(m).is_ok(), "`{m}`")?;
    }
    Ok(())
}

/// Law: `index_of` is the inverse of `nth_move`. Checks up to 32 of the listed moves.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn ranks_invert_the_listing<G: Stored>(
    position: &G,
    listing: &MoveList<G>,
) -> LawResult {
    for m in listing.spread(32) {
        let rank = position.index_of(m);
        demand!("`index_of` is the inverse of `nth_move`" =>
            rank.and_then(|rank| position.nth_move(rank)).as_ref() == Some(m),
            "`{m}` has rank {rank:?}")?;
    }
    Ok(())
}

/// Law: `random_move` returns a legal move, or `None` when the game is over.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn random_moves_are_legal<G: Game>(
    position: &G,
    listing: &MoveList<G>,
    random: &mut dyn Random,
) -> LawResult {
    for _ in 0..3 {
        let m = position.random_move(random);
        demand!("there is a random move exactly when there is a move" =>
            m.is_some() == position.has_move(), "{m:?}")?;
        let Some(m) = m else { return Ok(()) };
        let listed = !listing.complete || listing.moves.contains(&m);
        demand!("a random move is a listed move" => listed && position.check(&m).is_ok(), "`{m}`")?;
    }
    Ok(())
}

/// Law: `playout` draws the same moves as `random_move`: the first one, a few more, and the rest of a game.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn playouts_are_random_moves<G: Game>(
    position: &G,
    random: &mut dyn Random,
) -> LawResult {
    let (mut moved, mut played) = (position.clone(), position.clone());
    let mut one = Seeded::new(random.bits());
    let mut other = one.clone();
    for limit in [1, 5, 100] {
        for _ in 0..limit {
            let Some(m) = moved.random_move(&mut one) else {
                break;
            };
            moved.apply_unchecked(&m);
        }
        played.playout(limit, &mut other);
        demand!("a playout plays the random moves" =>
            played == moved && one.bits() == other.bits(), "a difference after {limit} moves")?;
    }
    Ok(())
}

/// Law: `random_move` draws each legal move equally often, according to a chi-square test with 40 draws for each move.
///
/// Tests only positions with few moves, because other positions need too many draws. A fair generator fails less often
/// than once in a hundred million tests.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn random_moves_are_fair<G: Game>(
    position: &G,
    listing: &MoveList<G>,
    random: &mut dyn Random,
) -> LawResult {
    let (n, each) = (listing.moves.len(), 40_u32);
    if !listing.complete || n < 2 {
        return Ok(());
    }
    let mut drawn = vec![0_u32; n];
    for _ in 0..n as u32 * each {
        let m = position.random_move(random);
        if let Some(i) = listing
            .moves
            .iter()
            .position(|known| Some(known) == m.as_ref())
        {
            drawn[i] += 1;
        }
    }
    let square = |count: &u32| (f64::from(*count) - f64::from(each)).powi(2) / f64::from(each);
    let chi_square: f64 = drawn.iter().map(square).sum();
    // Laurent and Massart (2000), lemma 1: P(χ² − k ≥ 2√(kx) + 2x) ≤ exp(−x) for k degrees of freedom. x = 20.
    let freedom = (n - 1) as f64;
    let bound = freedom + 2.0 * (freedom * 20.0).sqrt() + 40.0;
    demand!("each move is equally likely to be the random one" => chi_square <= bound,
        "{drawn:?} draws of {}", names(&listing.moves))
}

/// Returns the first `at_most` moves that the position lists.
fn first_moves<G: Game>(position: &G, at_most: usize) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let _ = position.for_each_move(&mut |m| {
        moves.push(m);
        go_on_if(moves.len() < at_most)
    });
    moves
}

/// Writes the first few moves of a list.
pub(super) fn names<M: core::fmt::Display + Hash>(moves: &[M]) -> String {
    let mut text: Vec<String> = moves.iter().take(12).map(|m| format!("`{m}`")).collect();
    if moves.len() > text.len() {
        text.push(format!("and {} more", moves.len() - text.len()));
    }
    format!("[{}]", text.join(", "))
}
