//! What the solver does besides giving right answers: a fixed amount of work, with any number of threads, within its memory.

use papergames_sprouts::Player;
use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::{GaveUp, Solver};

/// Asserts the work for the starts from 1 to 10 spots, each from nothing: nodes, lands expanded, children listed, lands
/// looked up by their spelling, lands brought to canonical form.
///
/// These numbers have no truth of their own. They are what the program does now, and each column is proportional to a share
/// of its time, so a change that makes the solver slower by more work shows here, on every machine. Update
/// them when a change is meant to change them.
#[test]
fn the_work_for_small_starts_is_what_it_was() {
    let mut sum = [0; 5];
    for n in 1..=10 {
        let mut solver = Solver::new();
        solver.solve(&Lands::start(n)).expect("there is no limit");
        let work = solver.work();
        let columns = [
            work.nodes,
            work.expanded,
            work.listed,
            work.arranged,
            work.canonised,
        ];
        for (sum, column) in sum.iter_mut().zip(columns) {
            *sum += column;
        }
    }
    assert_eq!(sum, [9_197, 4_920, 96_630, 119_559, 38_582]);
}

#[test]
fn several_threads_find_what_one_finds() {
    for n in 1..=8 {
        let start = Lands::start(n);
        let mut one = Solver::new();
        let alone = one.solve(&start).expect("there is no limit").winner;
        for threads in [2, 3] {
            let mut several = Solver::new().with_threads(threads);
            let solution = several.solve(&start).expect("there is no limit");
            assert_eq!(solution.winner, alone, "{n} spots, {threads} threads");
            for (land, nimber) in several.nimbers() {
                let known = one.known_nimber(&land);
                assert!(known.is_none_or(|known| known == nimber), "{land}");
            }
        }
    }
}

#[test]
fn several_threads_find_nimbers_too() {
    let mut solver = Solver::new().with_threads(2);
    let nimbers = (1..=7).map(|n| solver.nimber(&Lands::start(n)).expect("there is no limit"));
    assert_eq!(nimbers.collect::<Vec<_>>(), [0, 0, 1, 1, 1, 0, 0]);
}

#[test]
fn a_search_that_has_to_forget_finds_the_same() {
    let search = |memory, threads| {
        let mut solver = Solver::new().with_memory(memory).with_threads(threads);
        let winner = solver.solve(&Lands::start(8)).map(|s| s.winner);
        (winner, solver.work())
    };
    let free = search(1 << 24, 1);
    assert_eq!(free.0, Ok(Player::SECOND));
    let mut limit = 1 << 22;
    while search(limit, 1) == free {
        limit /= 2;
    }
    // From here on something had to be forgotten and listed again.
    for memory in [limit, limit / 2] {
        for threads in [1, 2] {
            let (winner, _) = search(memory, threads);
            assert_eq!(winner, free.0, "{memory} bytes, {threads} threads");
        }
    }
}

#[test]
fn a_search_without_room_gives_up_and_keeps_what_it_has_proved() {
    let mut solver = Solver::new().with_memory(20_000);
    assert_eq!(solver.solve(&Lands::start(11)), Err(GaveUp::Memory));
    let proved = solver.nimbers().count();
    assert!(proved > 0);
    let mut solver = solver.with_memory(1 << 30);
    let solution = solver.solve(&Lands::start(11));
    assert_eq!(solution.map(|s| s.winner), Ok(Player::FIRST));
    assert!(solver.nimbers().count() > proved);
}

#[test]
fn progress_tells_the_way_on_which_the_search_is() {
    use std::sync::{Arc, Mutex};
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&seen);
    let mut solver = Solver::new()
        .with_time_limit(std::time::Duration::from_secs(2))
        .with_progress(move |progress| {
            let line = progress.line.clone();
            sink.lock().expect("nobody panics").push(line);
        });
    assert_eq!(solver.solve(&Lands::start(21)), Err(GaveUp::Time));
    let seen = seen.lock().expect("nobody panics");
    assert!(!seen.is_empty(), "a report is due four times a second");
    for line in seen.iter() {
        let line = line.as_deref().unwrap_or_default();
        assert!(line.starts_with("0*21"), "{line}");
        for step in line.split(' ') {
            let land = step.split("+*").next().unwrap_or_default();
            assert!(land.parse::<Lands>().is_ok(), "{step}");
        }
    }
}
