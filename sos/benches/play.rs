//! Benchmarks playing games: `cargo bench -p papergames-sos --bench play`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use papergames_sos::{Game, Position, Seeded, perft, playout};

fn start(setup: &str) -> Position {
    setup.parse().expect("the setup is well formed")
}

/// Whole random games.
fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    for setup in ["3x3", "8x8", "8x8:first", "20x20"] {
        let (start, mut random) = (start(setup), Seeded::new(1));
        group.bench_function(setup, |b| {
            b.iter(|| playout::play(start.clone(), &mut random));
        });
    }
}

/// Listing and making moves.
fn moves(c: &mut Criterion) {
    let position = start("8x8");
    c.bench_function("list the moves of 8x8", |b| {
        let mut moves = Vec::new();
        b.iter(|| position.moves_into(&mut moves));
    });
    let position = start("3x3");
    c.bench_function("perft 4 of 3x3", |b| b.iter(|| perft::perft(&position, 4)));
}

criterion_group!(benches, playouts, moves);
criterion_main!(benches);
