//! How fast the searches are, on two games: Nim, and Fences with its extra turns, which lives in the tests.
//!
//! ```text
//! cargo bench -p papergames-common --bench search
//! ```

#[path = "../tests/games/fences.rs"]
mod fences;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fences::Fences;
use papergames_common::nim::Nim;
use papergames_common::search::{AlphaBeta, MonteCarlo, OutcomeOnly, Proof, minimax};
use papergames_common::solve::Solver;
use papergames_common::{Budget, Player, Seeded, perft, playout};

fn searches(criterion: &mut Criterion) {
    let start = Fences::new(8, 2, false);
    let mut group = criterion.benchmark_group("fences of 8, solved");
    group.sample_size(20);
    group.bench_function("minimax", |b| b.iter(|| minimax(black_box(&start))));
    group.bench_function("alpha-beta", |b| {
        b.iter(|| {
            let mut search = AlphaBeta::new(OutcomeOnly);
            search
                .run(black_box(&start), &Budget::new(), &mut |_| {})
                .value
        });
    });
    group.bench_function("proof numbers", |b| {
        let proof = Proof::draws(Player::FIRST);
        b.iter(|| {
            proof
                .run(black_box(&start), &Budget::new(), &mut |_| {})
                .answer
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1_000));
    let start = Fences::new(24, 2, false);
    let budget = Budget::new().nodes(1_000);
    group.bench_function("Monte-Carlo, fences of 24", |b| {
        b.iter(|| {
            MonteCarlo::new(1)
                .run(black_box(&start), &budget, &mut |_| {})
                .value
        });
    });
    group.bench_function("playouts, fences of 24", |b| {
        b.iter(|| {
            let mut random = Seeded::new(1);
            for _ in 0..1_000 {
                black_box(playout::play(start.clone(), &mut random));
            }
        });
    });
    group.finish();
}

fn solvers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nim");
    group.sample_size(20);
    group.bench_function("nimber of 100", |b| {
        b.iter(|| Solver::new().nimber(black_box(&Nim::new(&[100]))));
    });
    group.bench_function("misère 7 7 7", |b| {
        b.iter(|| Solver::new().mover_wins(black_box(&Nim::misere(&[7, 7, 7]))));
    });
    group.bench_function("perft 6 of 3 4 5, walked", |b| {
        b.iter(|| perft(black_box(&Nim::new(&[3, 4, 5])), 6));
    });
    group.bench_function("perft 6 of 3 4 5, merged", |b| {
        b.iter(|| perft::Levels::new(black_box(Nim::new(&[3, 4, 5]))).nth(6));
    });
    group.finish();
}

criterion_group!(benches, searches, solvers);
criterion_main!(benches);
