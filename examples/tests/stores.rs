//! Stores under attack: killed programs, damaged files, and lies with right checksums.
//!
//! Each experiment runs a few times as a test. `PAPERGAMES_TIMES=1000` runs it a thousand times, and `--nocapture`
//! prints its table:
//!
//! ```text
//! PAPERGAMES_TIMES=1000 cargo test --release -p papergames-cli --test all stores:: -- --nocapture
//! ```

#![expect(clippy::print_stderr, reason = "experiments print their tables")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::audit::{Audit, Mark};
use common::claim::ClaimError;
use common::store::Store;
use common::{Budget, Ending, Random, Seeded};
use sprouts::land::{Land, Lands};
use sprouts::solve::stored;
use sprouts::solve::{Solver, audit::audit};
use sprouts::{Player, Position, Rules};

/// How many times an experiment is made: so many, or as many as the environment says.
fn times(usual: u32) -> u32 {
    let said = std::env::var("PAPERGAMES_TIMES").ok();
    said.and_then(|said| said.parse().ok()).unwrap_or(usual)
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("papergames-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the folder can be made");
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What happened how many times.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, u32>);

impl Tally {
    fn count(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    fn print(&self, experiment: &str) {
        for (what, count) in &self.0 {
            eprintln!("{experiment}: {count} {what}");
        }
    }
}

const KINDS: [Ending; 2] = [Ending::Normal, Ending::Misere];

/// The largest start that is solved here.
const SPOTS: usize = 7;

fn start(n: usize, rules: Rules) -> Position {
    Position::new(n, rules).expect("a start")
}

/// Who wins, as published.
fn winner(n: usize, rules: Rules) -> Player {
    let mover_wins = match rules.ending {
        Ending::Normal => n % 6 >= 3,
        Ending::Misere => n == 1 || n > 4 && [0, 4, 5].contains(&(n % 6)),
    };
    if mover_wins {
        Player::FIRST
    } else {
        Player::SECOND
    }
}

/// Writes what solvers find out about the starts.
fn write_honest(path: &Path, rules: Rules) {
    let kind = stored::kind(rules).expect("standard Sprouts has stores");
    let mut store = Store::open(path, kind).expect("a new store");
    for n in 2..=SPOTS {
        let solved =
            Solver::for_rules(rules).solve_stored(&start(n, rules), &mut store, &mut |_| ());
        assert_eq!(solved.expect("no limit").winner(), Some(winner(n, rules)));
    }
}

fn audited(path: &Path) -> Result<Audit, ClaimError> {
    let store = Store::open_read_only(path)?;
    audit(&store, &Budget::new(), &mut Mark::default(), &mut |_| ())
}

/// Solves all starts with the help of a store. Returns whether an answer was refused; none may be wrong.
#[track_caller]
fn no_answer_is_wrong(path: &Path, rules: Rules) -> Result<(), ClaimError> {
    let kind = stored::kind(rules).expect("standard Sprouts has stores");
    for n in 2..=SPOTS {
        let mut store = Store::open(path, kind)?;
        let position = start(n, rules);
        let verdict = Solver::for_rules(rules).solve_stored(&position, &mut store, &mut |_| ())?;
        assert_eq!(verdict.winner(), Some(winner(n, rules)), "{position}");
        if let Some(nimber) = verdict.nimber {
            let lands = Lands::start(n);
            let mut plain = Solver::new();
            assert_eq!(plain.nimber(&lands).ok(), Some(nimber), "{position}");
        }
    }
    Ok(())
}

#[test]
fn no_lie_is_believed_and_none_is_missed() {
    let folder = Folder::new("lying");
    for rules in KINDS {
        let (honest, path) = (folder.file("honest"), folder.file("lying"));
        let _ = std::fs::remove_file(&honest);
        write_honest(&honest, rules.into());
        assert!(audited(&honest).expect("an audit").is_proved());
        let store = Store::open_read_only(&honest).expect("a store");
        let entries: Vec<_> = store.iter().map(|entry| entry.expect("an entry")).collect();
        drop(store);
        let (mut random, mut tally) = (Seeded::new(7), Tally::default());
        for _ in 0..times(25) {
            let (key, value) = &entries[random.below(entries.len() as u64) as usize];
            let text = core::str::from_utf8(key).expect("a text").to_owned();
            let (key, value) = match rules {
                Ending::Normal => {
                    // Another nimber, sometimes of an option that the store may not hold.
                    let land: Land = text.parse().expect("a land");
                    let options = land.children();
                    let pick = random.below(1 + options.len() as u64) as usize;
                    let other = options.get(pick).and_then(|lands| lands.iter().next());
                    let land = other.unwrap_or(&land).clone();
                    let lands = Lands::from_iter([land.clone()]);
                    let truth = Solver::new().nimber(&lands).expect("no limit").0 as u8;
                    let most = land.lives().min(if random.below(4) == 0 { 63 } else { 4 });
                    let lie = (truth + 1 + random.below(most.max(2) as u64 - 1) as u8) % most as u8;
                    if random.below(3) == 0 {
                        // That it is none of several nimbers, one of which it is.
                        let bits = random.below(1 << most.min(16)) | 1 << truth;
                        (stored::key(&land), bits.to_le_bytes().to_vec())
                    } else if lie == truth {
                        tally.count("lies not told");
                        continue;
                    } else {
                        (stored::key(&land), vec![lie])
                    }
                }
                Ending::Misere => {
                    // A position after a line in a lost one is won.
                    let lost: sprouts::solve::Loss = text.parse().expect("a loss");
                    let lands: Vec<Land> = lost.position().iter().cloned().collect();
                    let at = random.below(lands.len() as u64) as usize;
                    let options = lands[at].children();
                    let option = &options[random.below(options.len() as u64) as usize];
                    let others = lands.iter().enumerate().filter(|(i, _)| *i != at);
                    let others = others.map(|(_, land)| land);
                    let parts: Vec<String> = others
                        .chain(option.iter())
                        .map(ToString::to_string)
                        .collect();
                    if parts.is_empty() {
                        tally.count("lies not told");
                        continue;
                    }
                    (parts.join("/"), value.clone())
                }
            };
            std::fs::copy(&honest, &path).expect("a copy");
            let kind = stored::kind(rules).expect("standard Sprouts has stores");
            let mut store = Store::open(&path, kind).expect("a store");
            store.insert(key.as_bytes(), &value);
            store.commit().expect("the lie is written");
            drop(store);
            match audited(&path) {
                Ok(found) => {
                    assert!(!found.is_proved(), "the audit believes {key} {value:?}");
                    tally.count("lies called unproved by the audit");
                    eprintln!("unproved: {key} {value:?}; {found}");
                }
                Err(ClaimError::Wrong { .. }) => {
                    tally.count("lies named by the audit");
                }
                Err(error) => panic!("{key}: {error}"),
            }
            match no_answer_is_wrong(&path, rules.into()) {
                Ok(()) => tally.count("lies on which no answer rests"),
                Err(ClaimError::Wrong { .. }) => {
                    tally.count("lies on which an answer was refused");
                }
                Err(error) => panic!("{key}: {error}"),
            }
        }
        tally.print(&format!("lying, {rules:?}"));
    }
}

/// A nimber much too large, of a land whose options the store does not hold: only a search of 20,000 to 100,000 nodes
/// refutes it.
#[test]
fn a_lie_that_takes_a_long_search_is_named() {
    let folder = Folder::new("far");
    let path = folder.file("lying");
    write_honest(&path, Ending::Normal.into());
    let mut store = Store::open(&path, stored::NIMBERS).expect("a store");
    let land = "0*4.AB.C|22C|AB".parse().expect("a land");
    store.insert(stored::key(&land).as_bytes(), &[12]);
    store.commit().expect("the lie is written");
    drop(store);
    let refused = audited(&path).expect_err("a lie").to_string();
    assert!(refused.contains("`0*4.AB.C|22C|AB` is 12"), "{refused}");
}

/// Returns an entry of a store of SOS with bounds that exclude the value.
fn sos_lie(value: &[u8], random: &mut Seeded) -> Vec<u8> {
    let &[low, high] = value else {
        panic!("bounds, not {value:?}")
    };
    let more = 1 + random.below(2) as u8;
    if random.below(2) == 0 {
        vec![high.wrapping_add(1), high.wrapping_add(more)]
    } else {
        vec![low.wrapping_sub(more), low.wrapping_sub(1)]
    }
}

#[test]
fn lies_about_sos_are_named() {
    let folder = Folder::new("sos");
    let (honest, path) = (folder.file("honest"), folder.file("lying"));
    let size = sos::Size::new(3, 4).expect("a board");
    let mut store = Store::open(&honest, sos::solve::Solver::KIND).expect("a new store");
    for rules in sos::Rules::ALL {
        let mut solver = sos::solve::Solver::new().store(&mut store);
        let solved = solver.solve(&sos::Position::with_size(size, rules));
        assert!(solved.is_ok());
    }
    let entries: Vec<_> = store.iter().map(|entry| entry.expect("an entry")).collect();
    assert!(!entries.is_empty());
    drop(store);
    let (mut random, mut tally) = (Seeded::new(10), Tally::default());
    for _ in 0..times(10) {
        let (key, value) = &entries[random.below(entries.len() as u64) as usize];
        std::fs::copy(&honest, &path).expect("a copy");
        let mut store = Store::open(&path, sos::solve::Solver::KIND).expect("a store");
        store.insert(key, &sos_lie(value, &mut random));
        store.commit().expect("the lie is written");
        let found = sos::solve::audit(&store, &Budget::new(), &mut Mark::default(), &mut |_| ());
        match found {
            Err(ClaimError::Wrong { .. }) => tally.count("lies named by the audit"),
            found => panic!("{key:?}: {found:?}"),
        }
        let rules = sos::Rules::ALL
            .into_iter()
            .find(|rules| *rules as u8 == key[2]);
        let start = sos::Position::with_size(size, rules.expect("the rules of a key"));
        match sos::solve::Solver::new().store(&mut store).solve(&start) {
            Ok(verdict) => assert!(verdict.assumed, "{key:?}: {verdict}"),
            Err(sos::solve::SolveError::Impossible { .. }) => (),
            Err(error) => panic!("{key:?}: {error}"),
        }
    }
    tally.print("lying, SOS");
}

#[test]
fn lies_about_phutball_are_named_and_not_believed() {
    let folder = Folder::new("phutball");
    let (honest, path) = (folder.file("honest"), folder.file("lying"));
    let (size, rules) = ("3x6".parse().expect("a board"), phutball::Rules::FullBoard);
    let start = phutball::Position::with_size(size, rules);
    let mut store = Store::open(&honest, phutball::solve::Solver::KIND).expect("a new store");
    let mut solver = phutball::solve::Solver::new().store(&mut store);
    let truth = solver.solve(&start).expect("no limit").outcome;
    drop(solver);
    let entries: Vec<_> = store.iter().map(|entry| entry.expect("an entry")).collect();
    drop(store);
    let (mut random, mut tally) = (Seeded::new(11), Tally::default());
    for _ in 0..times(25) {
        let (key, value) = &entries[random.below(entries.len() as u64) as usize];
        let mut value = value.clone();
        let at = random.below(value.len() as u64) as usize;
        let most = if random.below(4) == 0 { 256 } else { 30 };
        let lie = random.below(most) as u8;
        if value[at] == lie {
            tally.count("lies not told");
            continue;
        }
        value[at] = lie;
        std::fs::copy(&honest, &path).expect("a copy");
        let mut store = Store::open(&path, phutball::solve::Solver::KIND).expect("a store");
        store.insert(key, &value);
        store.commit().expect("the lie is written");
        let found =
            phutball::solve::audit(&store, &Budget::new(), &mut Mark::default(), &mut |_| ());
        let is_mark = key.ends_with(b"stand");
        match found {
            Err(ClaimError::Wrong { .. }) => {
                tally.count("lies named by the audit");
            }
            // The mark may say that fewer passes were made, or more that found nothing.
            Ok(found) if is_mark => tally.count(if found.is_proved() {
                "lies about the passes alone"
            } else {
                "lies called unproved by the audit"
            }),
            found => panic!("{key:?}: {found:?}"),
        }
        let mut solver = phutball::solve::Solver::new().store(&mut store);
        match solver.solve(&start) {
            Ok(verdict) => {
                assert_eq!(verdict.outcome, truth);
                tally.count("lies on which no answer rests");
            }
            Err(phutball::solve::SolveError::Wrong(_)) => {
                tally.count("lies on which an answer was refused");
            }
            Err(error) => panic!("{key:?}: {error}"),
        }
    }
    tally.print("lying, Phutball");
}

#[test]
fn no_damage_leads_to_a_wrong_answer() {
    let folder = Folder::new("damaged");
    let (mut random, mut tally) = (Seeded::new(8), Tally::default());
    let honest: Vec<Vec<u8>> = KINDS
        .into_iter()
        .map(|rules| {
            let path = folder.file("honest");
            let _ = std::fs::remove_file(&path);
            write_honest(&path, rules.into());
            std::fs::read(&path).expect("the store is there")
        })
        .collect();
    for round in 0..times(25) {
        let rules = KINDS[round as usize % 2];
        let mut bytes = honest[round as usize % 2].clone();
        let mut place = |n: usize| random.below(n as u64) as usize;
        let n = bytes.len();
        // Mostly where something is written.
        let mut at = place(n);
        while bytes[at] == 0 && place(50) > 0 {
            at = place(n);
        }
        match place(5) {
            0 => bytes.truncate(at),
            1 => bytes[at..(at + 512).min(n)].fill(0),
            2 => {
                let (from, len) = (place(n - 4096), 1 + place(4095));
                let block = bytes[from..from + len].to_vec();
                let to = at.min(n - len);
                bytes[to..to + len].copy_from_slice(&block);
            }
            _ => bytes[at] ^= 1 << place(8),
        }
        let path = folder.file("damaged");
        std::fs::write(&path, &bytes).expect("the file can be written");
        match audited(&path) {
            Ok(found) => {
                assert!(found.is_proved(), "{found}");
                tally.count("damages without effect on the audit");
            }
            Err(ClaimError::Store(_)) => tally.count("damages that the audit refused"),
            Err(error) => panic!("damage became a lie: {error}"),
        }
        assert_eq!(
            std::fs::read(&path).expect("the file"),
            bytes,
            "an audit only reads"
        );
        match no_answer_is_wrong(&path, rules.into()) {
            Ok(()) => tally.count("damages without effect on the answers"),
            Err(ClaimError::Store(_)) => tally.count("damages that solve refused"),
            Err(error) => panic!("damage became a lie: {error}"),
        }
    }
    tally.print("damaged");
}

#[test]
fn killed_solves_leave_stores_that_are_proved() {
    let folder = Folder::new("killed");
    let (mut random, mut tally) = (Seeded::new(9), Tally::default());
    for round in 0..times(6) {
        let rules = KINDS[round as usize % 2];
        let path = folder.file(&format!("killed-{}", round % 2));
        if round % 40 < 2 {
            let _ = std::fs::remove_file(&path);
        }
        let setup = ["2..9", "2..9-"][round as usize % 2];
        let mut child = Command::new(env!("CARGO_BIN_EXE_papergames"))
            .args(["solve", "sprouts", setup, "--store"])
            .arg(&path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_micros(random.below(400_000)));
        let ended = child.try_wait().expect("it can be asked").is_some();
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
        tally.count(if ended {
            "solves that had ended"
        } else {
            "solves killed"
        });
        if !path.exists() || path.metadata().is_ok_and(|file| file.len() == 0) {
            tally.count("killed before there was a store");
            continue;
        }
        match audited(&path) {
            Ok(found) => {
                assert!(found.is_proved(), "{found}");
                tally.count(if found.results == 0 {
                    "stores without results"
                } else {
                    "stores with results, all proved"
                });
            }
            // Killed while the file was being made: nothing was promised yet.
            Err(ClaimError::Store(error)) => {
                let kind = stored::kind(rules).expect("standard Sprouts has stores");
                assert!(
                    Store::open(&path, kind).is_ok_and(|store| store.is_empty().is_ok_and(|is| is)),
                    "{error}"
                );
                tally.count("files without a store yet");
            }
            Err(error) => panic!("{error}"),
        }
    }
    tally.print("killed");
}
