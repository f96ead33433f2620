//! Checks what the solver does besides giving right answers: a fixed amount of work, with any number of threads, within
//! its memory.

use papergames_sprouts::land::{Land, Lands, Reductions};
use papergames_sprouts::solve::{Entry, Known, Solver};
use papergames_sprouts::{Budget, Ending, Limit, Nimber, Position, Seeded, playout};
use proptest::prelude::*;

fn limited(budget: Budget) -> Solver {
    Solver::new().budget(budget)
}

fn nimbers(solver: &Solver) -> impl Iterator<Item = (Land, Nimber)> {
    solver.entries().filter_map(|entry| match entry {
        Entry::Land(land, Known::Nimber(nimber)) => Some((land, nimber)),
        Entry::Land(..) | Entry::Loss(_) => None,
    })
}

/// Asserts the work for the starts from 1 to 10 spots, each from nothing: nodes, lands expanded, children listed, lands
/// looked up by their spelling, lands brought to canonical form.
///
/// These numbers are not facts about the game. They record what the program does now, and each column is proportional
/// to a share of its time, so a change that makes the solver do more work fails here, on every machine. Update them
/// when a change is meant to change them.
#[test]
fn the_work_for_small_starts_is_what_it_was() {
    let mut sum = [0; 5];
    for n in 1..=10 {
        let mut solver = Solver::new();
        let verdict = solver.solve_lands(&Lands::start(n));
        let _ = verdict.expect("there is no limit");
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
    assert_eq!(sum, [11_048, 5_034, 38_325, 53_488, 5_901]);
}

/// Asserts that several threads find the winner that one thread finds, and that it agrees with all that they found.
fn check_threads(lands: &Lands, threads: usize) {
    let (mut one, mut several) = (Solver::new(), Solver::new());
    several.settings.threads = threads;
    let [alone, together] = [&mut one, &mut several].map(|solver| {
        let solution = solver.solve_lands(lands).expect("there is no limit");
        solution.mover_wins
    });
    assert_eq!(together, alone, "{lands}, {threads} threads");
    for (land, nimber) in nimbers(&several) {
        // The nimber of a land that one thread has not met may take long.
        if land.lives() <= 12 {
            let alone = Lands::from_iter([land.clone()]);
            assert_eq!(one.nimber(&alone), Ok(nimber), "{land}");
        }
        let agrees = match one.known(&land) {
            Some(Known::Nimber(known)) => known == nimber,
            Some(Known::Excluded(excluded)) => excluded >> nimber.0 & 1 == 0,
            None => true,
        };
        assert!(agrees, "{land} has not {nimber:?}");
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    for n in 1..=8 {
        for threads in [2, 3] {
            check_threads(&Lands::start(n), threads);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_number_of_threads_finds_what_one_finds(
        n in 3usize..9, moves in 0u64..4, seed: u64, threads in 2usize..24,
    ) {
        let start = Position::new(n, Ending::Normal).expect("a supported number of spots");
        let position = playout::play_at_most(start, moves, &mut Seeded::new(seed));
        let lands = Lands::drawn(&position, Reductions::PUBLISHED);
        check_threads(&lands.expect("no position of surfaces"), threads);
    }
}

#[test]
fn a_stopped_search_goes_on_from_its_nimbers_and_exclusions() {
    let start = Lands::start(12);
    let mut stopped = limited(Budget::new().nodes(4_127));
    stopped.solve_lands(&start).unwrap_err();
    let go_on = |with_exclusions: bool| {
        let mut solver = Solver::new();
        for entry in stopped.entries() {
            let is_nimber = matches!(entry, Entry::Land(_, Known::Nimber(_)));
            if is_nimber || with_exclusions {
                solver.learn(&entry);
            }
        }
        let verdict = solver.solve_lands(&start).expect("there is no limit");
        assert!(!verdict.mover_wins);
        verdict.cost.nodes
    };
    assert!(go_on(true) < go_on(false));
}

#[test]
fn results_that_contradict_each_other_are_no_answer() {
    let four: Lands = "0*4".parse().expect("a land");
    // It has 12 lives and the nimber 1.
    let nimber = |n| Known::Nimber(Nimber(n));
    for wrong in [
        &[Known::Excluded(u64::MAX)][..],
        &[Known::Excluded((1 << 12) - 1)],
        &[nimber(64)],
        &[nimber(12)],
        &[nimber(1), nimber(2)],
        &[nimber(1), Known::Excluded(1 << 1)],
        &[Known::Excluded(1 << 2), nimber(2)],
    ] {
        for threads in [1, 2] {
            let mut solver = Solver::new();
            solver.settings.threads = threads;
            for known in wrong {
                solver.learn(&Entry::Land(four[0].clone(), *known));
            }
            let found = solver.nimber(&four);
            assert_eq!(
                found.map_err(|reason| reason.limit),
                Err(Limit::Contradiction),
                "{wrong:?}"
            );
        }
    }
}

#[test]
fn a_land_with_more_children_than_fit_into_memory_is_given_up() {
    // Words of 1 and 2 that are not the same forwards or backwards from any place.
    let mut boundaries: Vec<String> = Vec::new();
    for word in (1..=5).flat_map(|len| (0..1u32 << len).map(move |bits| (len, bits))) {
        let (len, bits) = word;
        let word: String = (0..len)
            .map(|i| if bits >> i & 1 == 1 { '2' } else { '1' })
            .collect();
        let twice = word.repeat(2);
        let back: String = twice.chars().rev().collect();
        let is_new =
            |other: &String| other.len() != len || !twice.contains(other) && !back.contains(other);
        if boundaries.iter().all(is_new) {
            boundaries.push(word);
        }
    }
    assert_eq!(boundaries.len(), 23);
    let land: Lands = boundaries.join(".").parse().expect("a land");
    let mut solver = limited(Budget::new().memory(1 << 20));
    let unfinished = solver.solve_lands(&land).unwrap_err();
    assert_eq!(unfinished.limit, Limit::Memory);
}

#[test]
fn several_threads_find_nimbers_too() {
    let mut solver = Solver::new();
    solver.settings.threads = 2;
    let nimbers = (1..=7).map(|n| solver.nimber(&Lands::start(n)).expect("there is no limit"));
    assert_eq!(
        nimbers.collect::<Vec<_>>(),
        [0, 0, 1, 1, 1, 0, 0].map(Nimber)
    );
}

#[test]
fn a_search_that_has_to_forget_finds_the_same() {
    let search = |memory, threads| {
        let mut solver = limited(Budget::new().memory(memory));
        solver.settings.threads = threads;
        let verdict = solver.solve_lands(&Lands::start(8));
        let winner = verdict.map(|verdict| verdict.mover_wins);
        (winner, solver.work())
    };
    let free = search(1 << 24, 1);
    assert_eq!(free.0, Ok(false));
    let mut limit = 1 << 22;
    while search(limit, 1) == free {
        limit /= 2;
    }
    // From here on something had to be forgotten and listed again.
    for memory in [limit, limit / 8 * 5] {
        let (winner, _) = search(memory, 1);
        assert_eq!(winner, free.0, "{memory} bytes");
        // Two threads hold twice as many lists, so they get twice the memory.
        let (winner, _) = search(2 * memory, 2);
        assert_eq!(winner, free.0, "{} bytes, two threads", 2 * memory);
    }
}

#[test]
fn a_search_without_room_gives_up_and_keeps_what_it_has_proved() {
    let mut solver = limited(Budget::new().memory(20_000));
    let unfinished = solver.solve_lands(&Lands::start(11)).unwrap_err();
    assert_eq!(unfinished.limit, Limit::Memory);
    let proved = nimbers(&solver).count();
    assert!(proved > 0);
    solver.settings.budget = Budget::new();
    let verdict = solver.solve_lands(&Lands::start(11));
    assert_eq!(verdict.map(|verdict| verdict.mover_wins), Ok(true));
    assert!(nimbers(&solver).count() > proved);
}

#[test]
fn progress_tells_the_way_on_which_the_search_is() {
    use std::sync::{Arc, Mutex};
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&seen);
    let two_seconds = Budget::new().time(std::time::Duration::from_secs(2));
    let mut solver = limited(two_seconds).progress(move |progress| {
        let note = progress.note.clone();
        sink.lock().expect("nobody panics").push(note);
    });
    let unfinished = solver.solve_lands(&Lands::start(21)).unwrap_err();
    assert_eq!(unfinished.limit, Limit::Time);
    let seen = seen.lock().expect("nobody panics");
    assert!(!seen.is_empty(), "a report is due four times a second");
    for note in seen.iter() {
        let (_, line) = note.split_once("; ").expect("the line comes last");
        assert!(line.starts_with("0*21"), "{line}");
        for step in line.split(' ') {
            let land = step.split("+*").next().unwrap_or_default();
            assert!(land.parse::<Lands>().is_ok(), "{step}");
        }
    }
}
