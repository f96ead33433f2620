//! Tests that a stopped or killed solver resumes where it stopped.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use papergames_phutball::audit::Checkpoint;
use papergames_phutball::claim::ClaimError;
use papergames_phutball::solve::{SolveError, Solver, audit};
use papergames_phutball::store::Store;
use papergames_phutball::{Budget, Rules, Size};

fn directory(name: &str) -> PathBuf {
    let directory =
        std::env::temp_dir().join(format!("papergames-phutball-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    directory
}

fn open(path: &Path) -> Store {
    Store::open(path, Solver::KIND).expect("a store")
}

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

/// Returns the pass in which a solver resumes: the note of its first progress report, which comes after at most one
/// chunk of positions, or `None` if no work is left.
fn continues_at(path: &Path, board: &str) -> Option<String> {
    let mut first = None;
    let mut store = open(path);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut solver = Solver::new()
        .store(&mut store)
        .budget(Budget::new().stop(stop))
        .progress(|seen| {
            first.get_or_insert(seen.note.clone());
            flag.store(true, Ordering::Relaxed);
        });
    let ended = solver.table(size(board), Rules::FullBoard);
    drop(solver);
    assert_eq!(ended.is_ok(), first.is_none());
    first
}

#[test]
fn a_solver_that_was_stopped_goes_on_where_it_was() {
    let directory = directory("stopped");
    let path = directory.join("values");
    let mut stops = 0;
    let table = loop {
        let mut store = open(&path);
        let mut solver = Solver::new()
            .store(&mut store)
            .budget(Budget::new().nodes(900_000));
        match solver.table(size("3x8"), Rules::FullBoard) {
            Ok(table) => break table,
            Err(SolveError::Unfinished(_)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 50, "the work goes on");
    };
    assert!(stops > 1, "the budget was spent {stops} times");
    // The published values.
    let counts = table.counts();
    assert_eq!(
        (counts.won, counts.lost, counts.drawn),
        (1_241_426, 331_438, 0)
    );
    assert_eq!(continues_at(&path, "3x8"), None, "nothing is left to do");

    // Another board in the same store starts from scratch, and so do other rules.
    assert_eq!(
        continues_at(&path, "3x6").as_deref(),
        Some("games of 1 turn")
    );
    let mut store = open(&path);
    let mut solver = Solver::new().store(&mut store);
    let other = solver.table(size("3x6"), Rules::Immediate);
    let plain = Solver::new().table(size("3x6"), Rules::Immediate);
    assert_eq!(
        other.expect("a small board").counts(),
        plain.expect("a small board").counts()
    );
    drop(solver);
    drop(store);
    std::fs::remove_dir_all(&directory).expect("the directory goes");
}

/// The child process of the test below, which solves a board until it is killed.
#[test]
#[ignore = "is started by the test that kills it"]
fn solve_the_board_of_the_environment() {
    let Ok(path) = std::env::var("PHUTBALL_STORE") else {
        return;
    };
    let mut store = open(Path::new(&path));
    let mut solver = Solver::new().store(&mut store);
    solver
        .table(size("3x9"), Rules::FullBoard)
        .expect("nothing is limited");
}

/// Kills a solver ten times without warning, at irregular moments, and checks the final values.
///
/// `cargo test --release -p papergames-phutball --test all -- --ignored killed --nocapture`
#[test]
#[ignore = "a minute in release"]
#[expect(clippy::print_stderr, reason = "shows where each run resumed")]
fn a_solver_that_is_killed_ten_times_finds_the_same_values() {
    let directory = directory("killed");
    let path = directory.join("values");
    let work = || {
        Command::new(std::env::current_exe().expect("this program"))
            .args([
                "--ignored",
                "--exact",
                "store::solve_the_board_of_the_environment",
            ])
            .env("PHUTBALL_STORE", &path)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let mut kills = 0u64;
    while kills < 10 {
        let mut child = work();
        std::thread::sleep(Duration::from_millis(700 + 1571 * kills % 1100));
        if child.try_wait().expect("a state").is_some() {
            break;
        }
        child.kill().expect("the program is killed");
        child.wait().expect("the program ends");
        kills += 1;
        eprintln!("kill {kills}: {:?}", continues_at(&path, "3x9"));
    }
    assert_eq!(
        kills, 10,
        "the work was done before it was killed ten times"
    );
    assert!(work().wait().expect("the program ends").success());
    let mut store = open(&path);
    let mut solver = Solver::new().store(&mut store);
    let table = solver
        .table(size("3x9"), Rules::FullBoard)
        .expect("a table");
    let counts = table.counts();
    // Compare with the published values, and check every value.
    assert_eq!(
        (counts.won, counts.lost, counts.drawn),
        (12_325_098, 3_403_456, 86)
    );
    assert_eq!(table.check(1, &Budget::new(), &mut |_| {}), Ok(()));
    drop(solver);
    drop(store);
    std::fs::remove_dir_all(&directory).expect("the directory goes");
}

#[test]
fn a_budget_ends_an_audit_within_a_board() {
    let directory = directory("limits");
    let mut store = open(&directory.join("store"));
    let board = size("3x7");
    let mut solver = Solver::new().store(&mut store);
    solver.table(board, Rules::FullBoard).expect("a table");
    drop(solver);
    let short = Budget::new().nodes(20_000);
    let found = audit(&store, &short, &mut Checkpoint::default(), &mut |_| ());
    assert!(matches!(found, Err(ClaimError::Unfinished(_))), "{found:?}");
    drop(store);
    std::fs::remove_dir_all(&directory).expect("the directory goes");
}
