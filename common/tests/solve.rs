//! The solver of impartial games, beside the rule of Nim and plain minimax.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use papergames_common::nim::Nim;
use papergames_common::search::minimax;
use papergames_common::solve::Solver;
use papergames_common::{Budget, Ending, Game, Impartial, Limit, Nimber, Player, Unfinished};

/// All lists of up to three heaps of up to `most` matches.
fn heaps(most: u8) -> impl Iterator<Item = [u8; 3]> {
    (0..=most).flat_map(move |a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [a, b, c])))
}

#[test]
fn the_nimber_of_heaps_is_the_exclusive_or() {
    let mut solver = Solver::new();
    for heaps in heaps(12) {
        let xor = heaps.iter().fold(0, |sum, n| sum ^ u32::from(*n));
        assert_eq!(
            solver.nimber(&Nim::new(&heaps)),
            Ok(Nimber(xor)),
            "{heaps:?}"
        );
        assert_eq!(solver.mover_wins(&Nim::new(&heaps)), Ok(xor != 0));
    }
    assert_eq!(solver.n_entries(), 12, "each size of heap is valued once");
}

#[test]
fn misere_nim_differs_only_when_all_heaps_are_single() {
    let mut solver = Solver::new();
    for heaps in heaps(7) {
        let xor = heaps.iter().fold(0, |sum, n| sum ^ n);
        let single = heaps.iter().all(|n| *n <= 1);
        let expected = (xor != 0) != single;
        assert_eq!(
            solver.mover_wins(&Nim::misere(&heaps)),
            Ok(expected),
            "{heaps:?}"
        );
    }
}

#[test]
fn the_winner_is_the_one_that_minimax_finds() {
    let mut solver = Solver::new();
    for heaps in heaps(4).filter(|heaps| heaps.iter().sum::<u8>() <= 8) {
        for start in [Nim::new(&heaps), Nim::misere(&heaps)] {
            let winner = solver.winner(&start).unwrap();
            assert_eq!(minimax(&start).utility(winner), 1, "{start:?}");
            let winning = solver.winning_moves(&start).unwrap();
            let by_minimax = start.moves().into_iter();
            let wins = |m: &_| minimax(&start.child(m).unwrap()).utility(Player::FIRST) == 1;
            assert_eq!(
                winning,
                by_minimax.filter(wins).collect::<Vec<_>>(),
                "{start:?}"
            );
        }
    }
}

#[test]
fn a_long_game_needs_no_deep_program_stack() {
    // 255 frames are harmless; 2000 sums of two heaps in misère play would overflow a careless recursion.
    let mut solver = Solver::new();
    assert_eq!(solver.nimber(&Nim::new(&[255])), Ok(Nimber(255)));
    assert_eq!(solver.mover_wins(&Nim::misere(&[60, 60])), Ok(false));
}

#[test]
fn a_spent_budget_is_said_and_what_is_known_stays() {
    let mut solver = Solver::<Nim>::new();
    solver.budget = Budget::new().nodes(10);
    assert_eq!(stopped(solver.nimber(&Nim::new(&[40]))), (Limit::Nodes, 10));
    let mut solver = Solver::<Nim>::new();
    solver.budget = Budget::new().nodes(24);
    let mut tries = 0;
    while solver.mover_wins(&Nim::misere(&[6, 5, 4])).is_err() {
        tries += 1;
        assert!(
            tries < 1000,
            "each try continues where the last one was interrupted"
        );
    }
    assert!(tries > 0);
}

#[test]
fn a_full_table_and_a_stop_flag_end_the_search() {
    let mut solver = Solver::<Nim>::new();
    solver.most_entries = 5;
    assert_eq!(stopped(solver.nimber(&Nim::new(&[9]))).0, Limit::Memory);
    let error = solver.nimber(&Nim::new(&[9])).unwrap_err().to_string();
    assert!(error.ends_with(": the memory limit was reached"), "{error}");
    assert_eq!(solver.nimber(&Nim::new(&[4])), Ok(Nimber(4)));
    let stop = Budget::new().stop(Arc::new(AtomicBool::new(true)));
    let mut solver = Solver::<Nim>::new();
    solver.budget = stop;
    assert_eq!(stopped(solver.nimber(&Nim::new(&[3]))), (Limit::Stopped, 0));
}

/// Returns what stopped the solver, and after how many nodes.
#[track_caller]
fn stopped<T: std::fmt::Debug>(answer: Result<T, Unfinished>) -> (Limit, u64) {
    let error = answer.expect_err("the solver has to stop");
    (error.limit, error.nodes)
}

#[test]
fn a_verdict_names_the_winner_the_nimber_and_every_winning_move() {
    let mut solver = Solver::new();
    for heaps in heaps(5) {
        for start in [Nim::new(&heaps), Nim::misere(&heaps)] {
            let verdict = solver.solve(&start).unwrap();
            assert_eq!(verdict.winner(), solver.winner(&start).ok());
            assert_eq!(verdict.moves, solver.winning_moves(&start).ok());
            let xor = heaps.iter().fold(0, |sum, n| sum ^ u32::from(*n));
            let nimber = (start.ending() == Ending::Normal).then_some(Nimber(xor));
            assert_eq!(verdict.nimber, nimber, "{start:?}");
        }
    }
    // One budget covers the whole call, not each move.
    let mut solver = Solver::new();
    solver.budget = Budget::new().nodes(7);
    assert_eq!(stopped(solver.solve(&Nim::new(&[9, 9]))), (Limit::Nodes, 7));
}
