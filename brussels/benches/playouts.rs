//! Benchmarks random games and the parts of a move: `cargo bench -p papergames-brussels`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use papergames_brussels::{
    Ending, Game, Position, PositionMap, Random, Seeded, Symmetric, playout,
};

/// Returns a position of `n` crosses after half of its moves.
fn half_way(n: usize) -> Position {
    let start = Position::new(n, Ending::Normal).expect("few crosses fit");
    playout::play_at_most(start, 5 * n as u64 / 2, &mut Seeded::new(1))
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random game");
    for n in [2, 5, 20, 100] {
        let start = Position::new(n, Ending::Normal).expect("few crosses fit");
        let mut random = Seeded::new(1);
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("{n} crosses"), |bencher| {
            bencher.iter_batched(
                || start.clone(),
                |start| playout::play(start, &mut random),
                BatchSize::SmallInput,
            );
        });
    }
}

fn parts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("5 crosses half way");
    let position = half_way(5);
    let moves = position.moves();
    let mut random = Seeded::new(1);
    group.bench_function("count_moves", |bencher| {
        bencher.iter(|| position.count_moves());
    });
    group.bench_function("nth_move", |bencher| {
        bencher.iter(|| position.nth_move(u128::from(random.below(moves.len() as u64))));
    });
    group.bench_function("child", |bencher| {
        bencher.iter(|| position.child(&moves[0]));
    });
    group.bench_function("text", |bencher| bencher.iter(|| position.to_string()));
    group.bench_function("drawing", |bencher| {
        bencher.iter(|| PositionMap::new(&position));
    });
    group.bench_function("canonical", |bencher| bencher.iter(|| position.canonical()));
    group.finish();
}

criterion_group!(benches, playouts, parts);
criterion_main!(benches);
