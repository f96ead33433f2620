//! A value of SOS positions, learned by self-play alone: a linear function, no knowledge of tactics, no learning crate.
//!
//! The learner sees a position as its [planes](common::encode::Planes) only. It looks for patterns of three and six
//! cells, and estimates by how many points more the player to move will be ahead at the end. Many rounds of self-play,
//! each on all cores, move the weights towards what the best move promises.
//!
//! Then the value plays matches, and so does the same value without training, which sees only the points. Both look one
//! move ahead, so that nothing but the value decides. Level 2 is a tree search with 300 random games for each move.
//!
//! ```text
//! $ cargo run --release --example learn
//! round 50: squared error 0.12
//! round 100: squared error 0.17
//! round 150: squared error 0.11
//! round 200: squared error 0.15
//! learned against untrained: 379 won, 18 drawn, 3 lost
//! learned against 2: 328 won, 56 drawn, 16 lost
//! untrained against 2: 210 won, 19 drawn, 171 lost
//! ```
//!
//! Neither the weights nor the games depend on the number of threads, so everyone gets this result. A deeper search
//! hides the training: in alpha-beta search with 300 positions a move, both values win six games in seven from level 2.

#![expect(clippy::print_stdout, reason = "a program prints")]

use common::any::EngineObject;
use common::encode::{Bounds, Planes};
use common::engine::{Engine, EngineError};
use common::{Budget, Game, Player, Random, Record, Report, Scored, Seeded, playout};
use play::{Limits, Match, Opponent};
use sos::{Position, Rules};

const ROUNDS: u64 = 200;
const GAMES: u64 = 500;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Position::new("4x4".parse()?, Rules::General);
    let threads = std::thread::available_parallelism()?.get();
    let mut value = Value::new(&start);
    for round in 0..ROUNDS {
        // Play with the weights of the last round, then learn from all games.
        let play = |_, random: &mut Seeded| value.self_play(start.clone(), random);
        let games = playout::many(GAMES, round * GAMES, threads, play);
        let rate = 0.5 / (1.0 + round as f32 / 50.0);
        let samples = || games.iter().flatten();
        let error = samples().map(|(features, target)| value.learn(features, *target, rate));
        let error = error.sum::<f32>() / samples().count() as f32;
        if (round + 1).is_multiple_of(50) {
            println!("round {}: squared error {error:.2}", round + 1);
        }
    }

    let make = |name: &str, seed| {
        let value = match name {
            "learned" => value.clone(),
            "untrained" => Value::new(&start),
            other => return Opponent::named(sos::GAME, other, seed, &Limits::default()),
        };
        let engine = EngineObject::new(Greedy(value, Seeded::new(seed)));
        Ok(Opponent::engine(engine, Budget::new()))
    };
    for pair in [
        ["learned", "untrained"],
        ["learned", "2"],
        ["untrained", "2"],
    ] {
        let board = sos::GAME.parse(&start.to_string())?;
        let games = Match::new(board, pair)?.games(400).opening(2);
        let score = games.run(&make, &mut |_, _| ())?;
        println!("{} against {}: {score}", pair[0], pair[1]);
    }
    Ok(())
}

/// The patterns that the value looks for: their cells as row and column, and which of them share their weights because
/// they are turned or mirrored.
const SHAPES: [(usize, &[(usize, usize)]); 6] = [
    (0, &[(0, 0), (0, 1), (0, 2)]),
    (0, &[(0, 0), (1, 0), (2, 0)]),
    (0, &[(0, 0), (1, 1), (2, 2)]),
    (0, &[(0, 2), (1, 1), (2, 0)]),
    (1, &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]),
    (1, &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]),
];

/// The number of patterns of six cells, each empty, `S` or `O`.
const PATTERNS: usize = 729;

/// Returns by how many points a player is ahead.
fn margin(position: &Position, player: Player) -> f32 {
    (position.score(player) - position.score(player.opponent())) as f32
}

/// The lead in points that the player to move still gains until the end: the sum of a weight for every pattern on the
/// board, by the number of moves left.
#[derive(Clone, Debug)]
struct Value(Vec<f32>);

impl Value {
    fn new(start: &Position) -> Value {
        let moves = start.bounds().moves.expect("a game of SOS ends");
        Value(vec![0.0; 2 * PATTERNS * (moves + 1)])
    }

    /// Returns where the patterns of a position are among the weights.
    fn features(position: &Position) -> Vec<usize> {
        let [_, rows, columns] = position.shape();
        let (cells, planes) = (rows * columns, position.planes());
        let left = position.bounds().moves.unwrap_or(0);
        let mut features = Vec::new();
        for (class, shape) in SHAPES {
            let room = |side: usize, end: Option<usize>| side.saturating_sub(end.unwrap_or(0));
            for row in 0..room(rows, shape.iter().map(|cell| cell.0).max()) {
                for column in 0..room(columns, shape.iter().map(|cell| cell.1).max()) {
                    let letters = shape.iter().map(|(down, right)| {
                        let cell = (row + down) * columns + column + right;
                        planes[cell] as usize + 2 * planes[cells + cell] as usize
                    });
                    let pattern = letters.fold(0, |pattern, letter| 3 * pattern + letter);
                    features.push((2 * left + class) * PATTERNS + pattern);
                }
            }
        }
        features
    }

    fn of(&self, features: &[usize]) -> f32 {
        features.iter().map(|at| self.0[*at]).sum()
    }

    /// Moves the weights towards a value of `target`, and returns the squared error before.
    fn learn(&mut self, features: &[usize], target: f32, rate: f32) -> f32 {
        let error = target - self.of(features);
        // A pattern that occurs n times moves the value n times as far.
        let times = |at: &usize| features.iter().filter(|other| *other == at).count();
        let size: usize = features.iter().map(times).sum();
        for at in features {
            self.0[*at] += rate * error / size as f32;
        }
        error * error
    }

    /// Returns by how many points `player` will be ahead at the end.
    fn ahead(&self, position: &Position, player: Player) -> f32 {
        let more = match position.turn() {
            None => 0.0,
            Some(mover) if mover == player => self.of(&Value::features(position)),
            Some(_) => -self.of(&Value::features(position)),
        };
        margin(position, player) + more
    }

    /// Returns the moves of a position, each with the lead that it promises its player at the end.
    fn rated(&self, position: &Position) -> Vec<(f32, sos::Move)> {
        let rate = |m: sos::Move| {
            let mover = position.turn().expect("a move was listed");
            let after = position.child_unchecked(&m);
            (self.ahead(&after, mover), m)
        };
        position.moves().into_iter().map(rate).collect()
    }

    /// Plays a game with the best moves by this value, one in eight at random. Returns the features of its positions,
    /// and how far the mover comes ahead of the present points with the best move.
    fn self_play(&self, mut position: Position, random: &mut Seeded) -> Vec<(Vec<usize>, f32)> {
        let mut samples = Vec::new();
        while let Some(mover) = position.turn() {
            let rated = self.rated(&position).into_iter();
            let best = rated.max_by(|a, b| a.0.total_cmp(&b.0));
            let (value, best) = best.expect("a game that goes on has a move");
            samples.push((Value::features(&position), value - margin(&position, mover)));
            let m = match random.below(8) {
                0 => position.random_move(random).expect("the same"),
                _ => best,
            };
            position.apply_unchecked(&m);
        }
        samples
    }
}

/// Plays the move after which the value is best, drawing among equals.
struct Greedy(Value, Seeded);

impl Engine<Position> for Greedy {
    fn choose(
        &mut self,
        record: &Record<Position>,
        _: &Budget,
        _: &mut dyn FnMut(&Report<sos::Move>),
    ) -> Result<Report<sos::Move>, EngineError> {
        let Greedy(value, random) = self;
        let rated = value.rated(record.position()).into_iter();
        let drawn = rated.map(|(ahead, m)| (ahead, random.below(u64::MAX), m));
        let best = drawn.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (_, _, m) = best.ok_or(EngineError::GameOver)?;
        Ok(Report::of_move(m))
    }
}
