//! Benchmarks the rules, the counts and the engine: `cargo bench -p papergames-phutball`.
//!
//! | benchmark | what one iteration is | aim |
//! |---|---|---|
//! | `playout` | a random game of single moves on the standard board, 212 moves on average | under 10 µs |
//! | `jump turns` | all chains of a position from the middle of a real game | well under 1 µs |
//! | `winning turn` | checking whether the player to move can win at once, in the same position | under 1 µs |
//! | `perft 3` | 22,671,816 sequences of three turns | tenths of a second |
//! | `engine` | 10,000 positions of a search in a quiet position | under 10 ms |

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use papergames_phutball::{
    Budget, Distinct, Game, Level, Position, Seeded, engine::Philosopher, notation::GameFormat,
    playout,
};

/// Returns the position after 100 turns of the third game of `tests/data/phutball_games.json`.
fn middle_game() -> Position {
    let games: serde_json::Value =
        serde_json::from_str(include_str!("../tests/data/phutball_games.json")).expect("games");
    let mut position = Position::standard();
    for text in games[2]["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .take(100)
    {
        let turn = GameFormat::Compass.read_turn(&position, text.as_str().expect("a text"));
        position
            .apply_turn(&turn.expect("a turn"))
            .expect("a legal turn");
    }
    position
}

/// Returns the start with a few men, where nothing is decided yet.
fn quiet() -> Position {
    let mut position = Position::standard();
    for man in ["h11", "i9", "g12", "j12", "f8"] {
        let m = man.parse().expect("a move");
        position.apply(&m).expect("a legal move");
    }
    position
}

fn rules(c: &mut Criterion) {
    let mut random = Seeded::new(1);
    c.bench_function("playout", |b| {
        b.iter(|| playout::play(black_box(Position::standard()), &mut random));
    });
    let position = middle_game();
    c.bench_function("jump turns", |b| {
        b.iter(|| {
            let mut count = 0;
            let _ = black_box(&position).for_each_jump_turn(&mut |after| {
                count += u32::from(after.ball().row);
                ControlFlow::Continue(())
            });
            count
        });
    });
    c.bench_function("winning turn", |b| {
        b.iter(|| black_box(&position).winning_turn(1_000));
    });
}

fn counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("counts");
    group.sample_size(10);
    group.bench_function("perft 3", |b| {
        b.iter(|| black_box(&Position::standard()).perft(3, Distinct::Paths));
    });
    group.finish();
}

fn engine(c: &mut Criterion) {
    let mut group = c.benchmark_group("engine");
    group.sample_size(10);
    let position = quiet();
    group.bench_function("10,000 positions", |b| {
        b.iter(|| {
            let mut engine = Philosopher::new(Level::STRONGEST, 1);
            let budget = Budget::new().nodes(10_000).memory(1 << 20);
            engine.search(&position, &[], &budget, &mut |_| ())
        });
    });
    group.finish();
}

criterion_group!(benches, rules, counts, engine);
criterion_main!(benches);
