//! A value of SOS positions, learned by self-play alone: a linear function, no knowledge of tactics, no learning crate.
//!
//! The learner sees a position as its [planes](common::encode::Planes) only. It counts how often each pattern of three
//! cells in a line occurs, and estimates by how many points the player to move will win from here on. Many rounds of
//! self-play, each on all cores, move the weights towards what really happened. Then the value plays a match against
//! level 2, as the estimate of an alpha-beta search with the same number of positions per move.
//!
//! ```text
//! $ cargo run --release --example learn
//! ```
//!
//! The weights do not depend on the number of threads, so everybody gets this result.

#![expect(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;

use common::encode::{Bounds, Planes};
use common::engine::{Engine, EngineError};
use common::search::{AlphaBeta, Evaluate};
use common::{
    Budget, Describe, Game, Level, Outcome, Player, Random, Record, Report, Scored, Seeded, playout,
};
use play::{Limits, Match, Opponent};
use sos::{Position, Rules};

const ROUNDS: u64 = 60;
const GAMES: u64 = 500;
const MATCH: u64 = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let start = Position::new("4x4".parse()?, Rules::General);
    let threads = std::thread::available_parallelism()?.get();
    let mut value = Value::new(&start);
    for round in 0..ROUNDS {
        // Play with the weights of the last round, then learn from all games.
        let play = |_, random: &mut Seeded| value.self_play(start.clone(), random);
        let games = playout::many(GAMES, round * GAMES, threads, play);
        let rate = 0.05 / (1.0 + round as f32 / 10.0);
        let samples = || games.iter().flatten();
        let error = samples().map(|(features, target)| value.learn(features, *target, rate));
        let error = error.sum::<f32>() / samples().count() as f32;
        if (round + 1).is_multiple_of(10) {
            println!("round {}: squared error {error:.2}", round + 1);
        }
    }

    let make = |name: &str, seed| match name {
        "learned" => {
            let engine = Learned(AlphaBeta::new(value.clone()));
            Ok(Opponent::engine(
                engine,
                Position::budget(Level::new(2).expect("a level")),
            ))
        }
        other => Opponent::named(other, seed, &Limits::new()),
    };
    for other in ["random", "1", "2"] {
        let score = Match::new(start.clone(), ["learned", other])?
            .games(MATCH)
            .opening(2)
            .run(&make, &mut |_, _| ())?;
        println!("learned against {other}: {score}");
    }
    Ok(())
}

/// The features of a position: for each pattern of three cells that occurs, where it is among the weights, and how
/// often.
type Features = Vec<(usize, f32)>;

/// How many patterns there are: three cells, each empty, `S` or `O`.
const PATTERNS: usize = 27;

/// How many points more than the opponent the player to move will make: a weight for each pattern of three cells in a
/// line and number of moves left.
#[derive(Clone, Debug)]
struct Value(Vec<f32>);

impl Value {
    fn new(start: &Position) -> Value {
        let moves = start.bounds().moves.expect("a game of SOS ends");
        Value(vec![0.0; PATTERNS * (moves + 1)])
    }

    fn features(position: &Position) -> Features {
        let [_, rows, columns] = position.shape();
        let planes = position.planes();
        let cell = |row: usize, column: usize| {
            let index = row * columns + column;
            planes[index] as usize + 2 * planes[rows * columns + index] as usize
        };
        let mut counts = [0.0; PATTERNS];
        // The middle cell and half of its surroundings: a line is the same from both ends.
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let step = |by: isize| {
                    let row = row
                        .checked_add_signed(by * down)
                        .filter(|row| *row < rows)?;
                    let column = column.checked_add_signed(by * right);
                    Some(cell(row, column.filter(|column| *column < columns)?))
                };
                if let (Some(a), Some(b)) = (step(-1), step(1)) {
                    counts[9 * a.min(b) + 3 * cell(row, column) + a.max(b)] += 1.0;
                }
            }
        }
        let left = position.bounds().moves.unwrap_or(0);
        let seen = counts.into_iter().enumerate().filter(|(_, n)| *n > 0.0);
        seen.map(|(pattern, n)| (PATTERNS * left + pattern, n))
            .collect()
    }

    fn of(&self, features: &Features) -> f32 {
        features.iter().map(|(at, n)| self.0[*at] * n).sum()
    }

    /// Moves the weights towards a value that explains `target`, and returns the squared error before.
    fn learn(&mut self, features: &Features, target: f32, rate: f32) -> f32 {
        let error = target - self.of(features);
        let size: f32 = features.iter().map(|(_, n)| n * n).sum();
        for (at, n) in features {
            self.0[*at] += rate * error * n / (1.0 + size) * features.len() as f32;
        }
        error * error
    }

    /// Returns the points that `player` will be ahead at the end.
    fn ahead(&self, position: &Position, player: Player) -> f32 {
        let now = (position.score(player) - position.score(player.opponent())) as f32;
        match position.turn() {
            None => now,
            Some(mover) => {
                let more = self.of(&Value::features(position));
                if mover == player {
                    now + more
                } else {
                    now - more
                }
            }
        }
    }

    /// Plays a game by looking one move ahead, with a random move now and then. Returns the features of its positions,
    /// and the points that the player to move won there or lost after that.
    fn self_play(&self, mut position: Position, random: &mut Seeded) -> Vec<(Features, f32)> {
        let margin = |position: &Position, player: Player| {
            (position.score(player) - position.score(player.opponent())) as f32
        };
        let mut seen = Vec::new();
        while let Some(mover) = position.turn() {
            seen.push((Value::features(&position), mover, margin(&position, mover)));
            let best = if random.below(8) == 0 {
                position.random_move(random)
            } else {
                let moves = position.moves().into_iter();
                let value = |m: &sos::Move| {
                    self.ahead(&position.child(m).expect("a listed move is legal"), mover)
                };
                let valued = moves.map(|m| (value(&m), m));
                valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, m)| m)
            };
            let best = best.expect("a game that goes on has a move");
            position.apply(&best).expect("a listed move is legal");
        }
        let samples = seen.into_iter();
        samples
            .map(|(features, mover, then)| (features, margin(&position, mover) - then))
            .collect()
    }
}

impl Evaluate<Position> for Value {
    fn estimate(&self, position: &Position) -> i32 {
        (100.0 * self.ahead(position, Player::FIRST)) as i32
    }

    fn finished(&self, position: &Position, outcome: Outcome) -> i32 {
        outcome.utility(Player::FIRST) * 100_000 + self.estimate(position)
    }
}

/// The learned value behind a search.
struct Learned(AlphaBeta<Position, Value>);

impl Engine<Position> for Learned {
    fn choose(
        &mut self,
        record: &Record<Position>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<sos::Move>),
    ) -> Result<Report<sos::Move>, EngineError> {
        if record.position().is_terminal() {
            return Err(EngineError::GameOver);
        }
        Ok(self.0.run(record.position(), budget, progress))
    }
}
