//! Benchmarks counting labelled positions and playing random games.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use papergames_sprouts::{Game, Position, Rules, Seeded, Variant, perft, playout};

fn start(n: usize, variant: Variant) -> Position {
    Position::new(n, Rules::from(variant)).expect("a supported number of spots")
}

/// Labelled perft; the throughput is in positions of the last level.
fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    let cases = [
        (3, 4, Variant::Standard),
        (4, 3, Variant::Standard),
        (3, 3, Variant::BlackAndWhite),
    ];
    for (n, depth, variant) in cases {
        let start = start(n, variant);
        let positions = perft(&start, depth).expect("a small number");
        group.throughput(Throughput::Elements(positions as u64));
        group.bench_function(format!("{n} spots, depth {depth}, {variant}"), |b| {
            b.iter(|| perft(black_box(&start), depth));
        });
    }
    group.finish();
}

fn playing(c: &mut Criterion) {
    let mut group = c.benchmark_group("random games");
    for n in [5, 30] {
        let start = start(n, Variant::Standard);
        let mut random = Seeded::new(1);
        group.bench_function(format!("{n} spots"), |b| {
            b.iter(|| playout::play(black_box(start.clone()), &mut random));
        });
    }
    group.bench_function("the number of first moves from 30 spots", |b| {
        let start = start(30, Variant::Standard);
        b.iter(|| black_box(&start).count_moves());
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = counting, playing
}
criterion_main!(benches);
