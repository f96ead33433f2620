//! Random games from a seed: a single game, or many games on several threads.

use crate::play::game::Game;
use crate::play::record::Record;
use crate::tools::random::{Random, Seeded};
use crate::tools::threads;

/// Plays random moves until the game is over and returns the final position.
///
/// If the length of the game is unbounded, this function may never return; use [`play_at_most`] instead.
///
/// # Panics
///
/// Panics if the game violates its contract by listing a move that it rejects.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::{Seeded, playout};
///
/// let start = Nim::new(&[3, 4, 5]);
/// let end = playout::play(start.clone(), &mut Seeded::new(7));
/// assert_eq!(end.heaps(), [0, 0, 0]);
/// // The same seed plays the same game.
/// assert_eq!(end, playout::play(start, &mut Seeded::new(7)));
/// ```
pub fn play<G: Game>(position: G, random: &mut dyn Random) -> G {
    play_at_most(position, u64::MAX, random)
}

/// Plays up to `limit` random moves, stopping when the game is over, and returns the position reached.
///
/// # Panics
///
/// Panics if the game violates its contract by listing a move that it rejects.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::{Game, Player, Seeded, playout};
///
/// // A position two moves on, as a start for a test or a search.
/// let position = playout::play_at_most(Nim::new(&[3, 4, 5]), 2, &mut Seeded::new(1));
/// assert_eq!(position.turn(), Some(Player::FIRST));
/// assert!(position.heaps().iter().sum::<u8>() <= 10);
/// ```
pub fn play_at_most<G: Game>(mut position: G, limit: u64, random: &mut dyn Random) -> G {
    position.playout(limit, random);
    position
}

/// Plays up to `limit` random moves and returns the record of the game.
///
/// # Panics
///
/// Panics if the game violates its contract by listing a move that it rejects.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::{Game, Seeded, playout};
///
/// let record = playout::record(Nim::new(&[3, 4, 5]), 100, &mut Seeded::new(7));
/// assert!(record.position().is_terminal());
/// assert!((3..=12).contains(&record.moves().len()));
/// assert_eq!(record.setup(), &Nim::new(&[3, 4, 5]));
/// ```
pub fn record<G: Game>(setup: G, limit: u64, random: &mut dyn Random) -> Record<G> {
    let mut record = Record::new(setup);
    for _ in 0..limit {
        let Some(m) = record.position().random_move(random) else {
            break;
        };
        record.push(m).expect("a listed move is legal");
    }
    record
}

/// Calls `play` once for each game number from 0 to `games − 1`, each time with a new generator, on up to `threads`
/// threads, and returns the results in the order of the numbers.
///
/// Game *i* draws from [`Seeded::new`]\(`seed` + *i*), so the results are the same for any number of threads, and each
/// game can be repeated alone. With one thread, everything runs on the caller's thread, as it must on platforms without
/// threads.
///
/// # Panics
///
/// Panics if `play` panics, or if more than one thread is requested but none can be started.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::{Game, Player, playout};
///
/// let start = Nim::new(&[3, 4, 5]);
/// let winners = |threads| {
///     playout::many(1_000, 7, threads, |_, random| playout::play(start.clone(), random).winner())
/// };
/// let first = winners(2).iter().filter(|winner| **winner == Some(Player::FIRST)).count();
/// assert!((400..600).contains(&first));
/// assert_eq!(winners(2), winners(1));
/// ```
pub fn many<T: Send>(
    games: u64,
    seed: u64,
    threads: usize,
    play: impl Fn(u64, &mut Seeded) -> T + Sync,
) -> Vec<T> {
    let games = usize::try_from(games).expect("the results fit in memory");
    threads::each(0..games, threads, |game| {
        play(
            game as u64,
            &mut Seeded::new(seed.wrapping_add(game as u64)),
        )
    })
}
