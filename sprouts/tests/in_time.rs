//! The library's searches and the game's engines stop in time on positions with too many moves to list.

use std::time::{Duration, Instant};

use common::describe::{Describe, SetupOptions};
use common::laws::{Laws, levels_stop_in_time};
use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::Solver;
use papergames_sprouts::{Budget, Ending, Position};

/// Generous, since tests run in parallel.
const SLACK: Duration = Duration::from_millis(500);

#[test]
fn searches_stop_in_time_on_many_spots() {
    for n in [12, 22, 100] {
        let start = Position::new(n, Ending::Normal).expect("a start");
        let laws = Laws::of(start)
            .games(1)
            .max_moves(12)
            .positions(3)
            .list_at_most(50);
        laws.stops_in_time(Duration::from_millis(50), SLACK).check();
    }
}

#[test]
fn engines_stop_in_time_at_the_start_and_in_the_middle() {
    let start = Position::start(Some("100"), &SetupOptions::none()).expect("a start");
    levels_stop_in_time(&start, Duration::from_millis(50), SLACK)
        .unwrap_or_else(|broken| panic!("{broken}"));
}

/// A land with more children than can ever be listed.
const ENDLESS: &str = "0*3.1.2.12.11.22.112.122.111.222.AB.CDE.FGHI.JKLMN.OPQRST.UVWXYZ(26)Z(27)\
    .Z(28)Z(29)Z(30)Z(31)Z(32)Z(33)Z(34)Z(35)|AB|CDE|FGHI|JKLMN|OPQRST|UVWXYZ(26)Z(27)\
    |Z(28)Z(29)Z(30)Z(31)Z(32)Z(33)Z(34)Z(35)";

/// Checks that a limit of a second is kept.
#[track_caller]
fn check_limit<T>(what: &str, work: impl FnOnce(Budget) -> T) -> T {
    let begun = Instant::now();
    let done = work(Budget::new().time(Duration::from_secs(1)));
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(3), "{what} took {took:?}");
    done
}

/// Regions with three letters that form a tree, which is its own image if any of its regions is mirrored.
fn symmetric(depth: usize) -> String {
    fn letter(n: usize) -> String {
        format!("Z({n})")
    }
    let mut regions = vec![[1, 2, 3].map(letter).concat()];
    let mut ends = vec![1, 2, 3];
    let mut next = 4;
    for _ in 0..depth {
        for end in core::mem::take(&mut ends) {
            regions.push([end, next, next + 1].map(letter).concat());
            ends.extend([next, next + 1]);
            next += 2;
        }
    }
    regions.extend(ends.into_iter().map(|end| format!("0.{}", letter(end))));
    regions.join("|")
}

#[test]
fn a_land_with_many_symmetries_is_read_in_time() {
    let begun = Instant::now();
    let lands: Lands = symmetric(4).parse().expect("lands");
    assert_eq!(lands.iter().count(), 1);
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn a_land_with_endless_children_is_given_up_in_time() {
    let lands: Lands = ENDLESS.parse().expect("lands");
    for ending in [Ending::Normal, Ending::Misere] {
        let solve = |budget| {
            let mut solver = Solver::for_rules(ending).budget(budget);
            let solved = solver.solve_lands(&lands);
            solved.expect_err("there is not enough time");
            solver.settings.budget = Budget::new().nodes(10_000);
            let small = solver.solve_lands(&Lands::start(5));
            assert!(small.is_ok(), "an old limit does not count");
        };
        check_limit("the search", solve);
    }
}

/// Stores in which the answer stands, but none of the entries that it rests on, or with entries that cannot be followed
/// in any time.
#[test]
#[cfg(feature = "store")]
fn nothing_in_a_store_breaks_the_limit() {
    use papergames_sprouts::audit::Checkpoint;
    use papergames_sprouts::solve::audit;
    use papergames_sprouts::solve::stored;
    use papergames_sprouts::store::Store;

    let path = std::env::temp_dir().join(format!("sprouts-limits-{}", std::process::id()));
    let endless: Lands = ENDLESS.parse().expect("lands");
    let land = endless.iter().next().expect("a land").key();
    let kind = |ending: Ending| stored::kind(ending).expect("standard Sprouts has stores");
    let (nimbers, losses) = (kind(Ending::Normal), kind(Ending::Misere));
    let normal = |key: &str, value: &[u8]| (nimbers, key.to_owned(), value.to_vec());
    let stores = [
        normal("0*15", &[1]),
        normal("0*60", &[0]),
        normal(&land, &[1]),
        normal(&land, &u64::MAX.to_le_bytes()),
        (losses, "0*15".to_owned(), Vec::new()),
        (losses, "0*60".to_owned(), Vec::new()),
        (losses, land.clone(), Vec::new()),
    ];
    for (kind, key, value) in stores {
        let what = format!("{kind}, `{key}`");
        let mut store = Store::open(&path, kind).expect("a new file");
        store.insert(key.as_bytes(), &value);
        store.commit().expect("it is written");
        let _ = check_limit(&format!("the audit of {what}"), |budget| {
            audit(&store, &budget, &mut Checkpoint::default(), &mut |_| ())
        });
        let ending = if kind == losses {
            Ending::Misere
        } else {
            Ending::Normal
        };
        for spots in [15, 60] {
            let start = Position::new(spots, ending).expect("a start");
            let _ = check_limit(&format!("solving {spots} spots by {what}"), |budget| {
                let mut solver = Solver::for_rules(ending).budget(budget);
                solver.solve_stored(&start, &mut store, &mut |_| ())
            });
            let _ = check_limit(&format!("proving {spots} spots by {what}"), |budget| {
                let mut solver = Solver::for_rules(ending).budget(budget);
                stored::load(&mut solver, &store)?;
                solver.certify(&start)
            });
        }
        drop(store);
        std::fs::remove_file(&path).expect("the file exists");
    }
}
