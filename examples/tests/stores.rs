//! Stores under attack: killed programs, damaged files, and lies with right checksums.
//!
//! Each experiment runs a few times as a test. `PAPERGAMES_TIMES=100` runs it a hundred times as often, and
//! `--nocapture` prints its table:
//!
//! ```text
//! PAPERGAMES_TIMES=100 cargo test --release -p papergames-cli --test all stores:: -- --nocapture
//! ```

#![expect(clippy::print_stderr, reason = "experiments print their tables")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::any::{AnyGame, AnyMove};
use common::audit::{Audit, Checkpoint};
use common::describe::SetupOptions;
use common::store::{KeyValue, Store, StoreError};
use common::values::{Effort, Unsolved};
use common::{Budget, Random, Seeded, Verdict};
use sprouts::land::{Land, Lands};
use sprouts::solve::Solver;

use crate::times::times;

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

    fn of(&self, what: &str) -> u32 {
        self.0.get(what).copied().unwrap_or(0)
    }

    fn print(&self, experiment: &str) {
        for (what, count) in &self.0 {
            eprintln!("{experiment}: {count} {what}");
        }
    }
}

/// A store of a game, and how to lie about what it holds.
struct Case {
    name: &'static str,
    game: &'static dyn AnyGame,
    /// The starts whose results the store holds.
    starts: &'static [&'static str],
    /// What the program is killed at, and within how many milliseconds.
    long: (&'static str, u64),
    /// Makes an entry that is false from one that is true; `None` if it would be true, too.
    lie: fn(&KeyValue, &mut Seeded) -> Option<KeyValue>,
}

const CASES: [Case; 4] = [
    Case {
        name: "Sprouts",
        game: sprouts::GAME,
        starts: &["2", "3", "4", "5", "6", "7"],
        long: ("sprouts 2..9", 400),
        lie: lie_about_a_nimber,
    },
    Case {
        name: "Sprouts, misère",
        game: sprouts::GAME,
        starts: &["2-", "3-", "4-", "5-", "6-", "7-"],
        long: ("sprouts 2..9-", 400),
        lie: lie_about_a_loss,
    },
    Case {
        name: "SOS",
        game: sos::GAME,
        starts: &["3x4", "3x4:first", "3x4:alternating", "3x4:misere", "3x5"],
        long: ("sos 3x6", 2000),
        lie: lie_about_bounds,
    },
    Case {
        name: "Phutball",
        game: phutball::GAME,
        starts: &["3x6", "3x6:immediate", "2x9:terminal-rows"],
        long: ("phutball 3x8", 2000),
        lie: lie_about_a_board,
    },
];

/// A nimber that a land does not have, or that it is none of several, one of which it is; sometimes of a land that the
/// store does not hold.
fn lie_about_a_nimber((key, _): &KeyValue, random: &mut Seeded) -> Option<KeyValue> {
    let text = core::str::from_utf8(key).expect("a text");
    let land: Land = text.parse().expect("a land");
    let options = land.children();
    let pick = random.below(1 + options.len() as u64) as usize;
    let other = options.get(pick).and_then(|lands| lands.iter().next());
    let land = other.unwrap_or(&land).clone();
    let lands = Lands::from_iter([land.clone()]);
    let truth = Solver::new().nimber(&lands).expect("no limit").0 as u8;
    let most = land.lives().min(if random.below(4) == 0 { 63 } else { 4 });
    let lie = (truth + 1 + random.below(most.max(2) as u64 - 1) as u8) % most as u8;
    let value = if random.below(3) == 0 {
        let bits = random.below(1 << most.min(16)) | 1 << truth;
        bits.to_le_bytes().to_vec()
    } else {
        vec![lie]
    };
    (value.len() > 1 || lie != truth).then(|| (land.key().into_bytes(), value))
}

/// That a position is lost which is won, because a line in a lost one leads to it.
fn lie_about_a_loss((key, value): &KeyValue, random: &mut Seeded) -> Option<KeyValue> {
    let text = core::str::from_utf8(key).expect("a text");
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
    (!parts.is_empty()).then(|| (parts.join("/").into_bytes(), value.clone()))
}

/// Bounds that exclude the value.
fn lie_about_bounds((key, value): &KeyValue, random: &mut Seeded) -> Option<KeyValue> {
    let &[low, high] = &value[..] else {
        return None;
    };
    let more = 1 + random.below(2) as u8;
    let lie = if random.below(2) == 0 {
        vec![high.wrapping_add(1), high.wrapping_add(more)]
    } else {
        vec![low.wrapping_sub(more), low.wrapping_sub(1)]
    };
    Some((key.clone(), lie))
}

/// Another value of a position.
fn lie_about_a_board((key, value): &KeyValue, random: &mut Seeded) -> Option<KeyValue> {
    let mut value = value.clone();
    let at = random.below(value.len() as u64) as usize;
    let most = if random.below(4) == 0 { 256 } else { 30 };
    let lie = random.below(most) as u8;
    // What a store says about the progress of the solver is no claim.
    (value[at] != lie && !key.ends_with(b"stand")).then(|| {
        value[at] = lie;
        (key.clone(), value)
    })
}

/// The time that each audit and each answer has.
const LIMIT: Duration = Duration::from_mins(2);

/// Lets `work` have the limits of an experiment.
#[track_caller]
fn within<T>(store: Option<&mut Store>, work: impl FnOnce(&mut Effort<'_>) -> T) -> T {
    let begun = Instant::now();
    let mut effort = Effort::new(Budget::new().time(LIMIT).memory(64 << 20));
    effort.store = store;
    let done = work(&mut effort);
    assert!(begun.elapsed() < 2 * LIMIT, "the limit is kept");
    done
}

/// Opens a store. A test beside this one that starts a program holds all open files for a moment, with their locks.
fn patiently<T>(open: impl Fn() -> Result<T, StoreError>) -> Result<T, StoreError> {
    for _ in 0..100 {
        match open() {
            Err(StoreError::InUse { .. }) => std::thread::sleep(Duration::from_millis(20)),
            opened => return opened,
        }
    }
    open()
}

impl Case {
    fn open(&self, path: &Path) -> Result<Store, StoreError> {
        let start = self.game.start(Some(self.starts[0]), &SetupOptions::none());
        let record = start.expect("a start");
        let kind = record.uses().store.expect("a store");
        patiently(|| Store::open(path, kind))
    }

    #[track_caller]
    fn solve(&self, start: &str, store: Option<&mut Store>) -> Result<Verdict<AnyMove>, Unsolved> {
        let mut record = (self.game.start(Some(start), &SetupOptions::none())).expect("a start");
        within(store, |effort| record.values().solve(effort))
    }

    /// Writes what solvers find out about the starts.
    fn write_honest(&self, path: &Path) -> Vec<KeyValue> {
        let _ = std::fs::remove_file(path);
        let mut store = self.open(path).expect("a new store");
        for start in self.starts {
            let solved = self.solve(start, Some(&mut store));
            assert!(solved.is_ok(), "{start}");
        }
        drop(store);
        entries(path).expect("a store")
    }

    #[track_caller]
    fn audited(&self, path: &Path) -> Result<Audit, Unsolved> {
        let store = patiently(|| Store::open_read_only(path)).map_err(Unsolved::because)?;
        within(None, |effort| {
            self.game.audit(&store, &mut Checkpoint::default(), effort)
        })
    }

    /// Solves all starts with the help of a store. No answer that is called proved may be wrong.
    #[track_caller]
    fn no_answer_is_wrong(&self, path: &Path, truth: &[Verdict<AnyMove>], tally: &mut Tally) {
        for (start, truth) in self.starts.iter().zip(truth) {
            let Ok(mut store) = self.open(path) else {
                return tally.count("stores that solve refused");
            };
            match self.solve(start, Some(&mut store)) {
                Err(_) => tally.count("answers refused"),
                Ok(found) if found.assumed => tally.count("answers assumed from the store"),
                Ok(found) => {
                    let known = |v: &Verdict<AnyMove>| (v.outcome, v.margin, v.turns);
                    assert_eq!(known(&found), known(truth), "{} {start}", self.name);
                    // A search for the winner need not know which nimber a won position has.
                    if let (Some(found), Some(truth)) = (found.nimber, truth.nimber) {
                        assert_eq!(found, truth, "{} {start}", self.name);
                    }
                    tally.count("answers proved");
                }
            }
        }
    }

    fn truth(&self) -> Vec<Verdict<AnyMove>> {
        let solve = |start: &&str| self.solve(start, None).expect("no limit");
        self.starts.iter().map(solve).collect()
    }
}

/// Returns the entries of a store.
fn entries(path: &Path) -> Result<Vec<KeyValue>, StoreError> {
    patiently(|| Store::open_read_only(path))?.iter().collect()
}

/// Runs the program. Returns what it printed, and whether it succeeded.
fn program(line: &str, path: &Path) -> (String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_papergames"))
        .args(line.split_whitespace())
        .arg("--store")
        .arg(path)
        .output()
        .expect("the program starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    (printed, output.status.success())
}

/// Of the lies that are planted in true stores, none is confirmed, nearly all are named, and no answer that needs
/// one is called proved.
#[test]
fn no_lie_is_confirmed_and_nearly_all_are_named() {
    let folder = Folder::new("lying");
    let (mut planted, mut named) = (0, 0);
    for case in &CASES {
        let (honest, path) = (folder.file("honest"), folder.file("lying"));
        let entries = case.write_honest(&honest);
        let truth = case.truth();
        assert!(case.audited(&honest).expect("an audit").is_proved());
        let (mut random, mut tally) = (Seeded::new(7), Tally::default());
        let name = case.game.about().name;
        while tally.of("lies") < times(6) {
            let true_one = &entries[random.below(entries.len() as u64) as usize];
            let Some((key, value)) = (case.lie)(true_one, &mut random) else {
                continue;
            };
            std::fs::copy(&honest, &path).expect("a copy");
            let mut store = case.open(&path).expect("a store");
            store.insert(&key, &value);
            store.commit().expect("the lie is written");
            drop(store);
            let lie = format!("{}: {key:x?} {value:x?}", case.name);
            tally.count("lies");
            match case.audited(&path) {
                Err(Unsolved::Refused(_)) => tally.count("lies named by the audit"),
                Err(error) => {
                    eprintln!("{lie}: {error}");
                    tally.count("lies that the audit did not reach");
                }
                Ok(found) => {
                    assert!(!found.is_proved(), "the audit confirms {lie}");
                    eprintln!("unproved: {lie}; {found}");
                    tally.count("lies called unproved by the audit");
                }
            }
            if tally.of("lies") % 50 == 1 {
                let (printed, confirmed) = program(&format!("verify {name}"), &path);
                assert!(!confirmed, "{lie}: {printed}");
                for (start, truth) in case.starts.iter().zip(&truth) {
                    let (printed, _) = program(&format!("solve {name} {start} --json"), &path);
                    let winner = truth.winner().map_or("draw".to_owned(), |w| w.to_string());
                    assert!(
                        !printed.contains(r#""proved":true"#)
                            || printed.contains(&format!(r#""winner":"{winner}""#)),
                        "{lie}: {printed}"
                    );
                }
            }
            case.no_answer_is_wrong(&path, &truth, &mut tally);
        }
        planted += tally.of("lies");
        named += tally.of("lies named by the audit");
        tally.print(&format!("lying, {}", case.name));
    }
    assert!(
        100 * named >= 95 * planted,
        "{named} of {planted} lies are named"
    );
}

/// A nimber much too large, of a land whose options the store does not hold: only a search of 20,000 to 100,000 nodes
/// refutes it.
#[test]
fn a_lie_that_takes_a_long_search_is_named() {
    let folder = Folder::new("far");
    let (case, path) = (&CASES[0], folder.file("lying"));
    case.write_honest(&path);
    let mut store = case.open(&path).expect("a store");
    let land: Land = "0*4.AB.C|22C|AB".parse().expect("a land");
    store.insert(land.key().as_bytes(), &[12]);
    store.commit().expect("the lie is written");
    drop(store);
    let refused = case.audited(&path).expect_err("a lie").to_string();
    assert!(refused.contains("`0*4.AB.C|22C|AB` is 12"), "{refused}");
}

#[test]
fn no_damage_leads_to_a_wrong_answer() {
    let folder = Folder::new("damaged");
    for case in &CASES {
        let (mut random, mut tally) = (Seeded::new(8), Tally::default());
        let path = folder.file("damaged");
        case.write_honest(&path);
        let honest = std::fs::read(&path).expect("the store is there");
        let truth = case.truth();
        for _ in 0..times(4) {
            let mut bytes = honest.clone();
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
            std::fs::write(&path, &bytes).expect("the file can be written");
            match patiently(|| Store::open_read_only(&path)) {
                Ok(_) => {
                    let found = case.audited(&path).expect("damage does not become a lie");
                    assert!(found.is_proved(), "{found}");
                    tally.count("damages without effect on the audit");
                }
                Err(_) => tally.count("damages that the audit refused"),
            }
            let kept = std::fs::read(&path).expect("the file");
            assert!(kept == bytes, "an audit only reads");
            case.no_answer_is_wrong(&path, &truth, &mut tally);
        }
        tally.print(&format!("damaged, {}", case.name));
    }
}

/// Solvers that are killed at any moment lose nothing that was written before, and leave no other file behind.
#[test]
fn killed_solves_lose_nothing() {
    let folder = Folder::new("killed");
    let mut random = Seeded::new(9);
    for case in &CASES {
        let mut tally = Tally::default();
        let path = folder.file("killed");
        let mut before: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
        for round in 0..times(2) {
            if round % 20 == 0 {
                let _ = std::fs::remove_file(&path);
                before.clear();
            }
            let mut child = Command::new(env!("CARGO_BIN_EXE_papergames"))
                .arg("solve")
                .args(case.long.0.split(' '))
                .arg("--store")
                .arg(&path)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            std::thread::sleep(Duration::from_micros(random.below(1000 * case.long.1)));
            let ended = child.try_wait().expect("it can be asked").is_some();
            child.kill().expect("it can be killed");
            child.wait().expect("it has ended");
            tally.count(if ended {
                "solves that had ended"
            } else {
                "solves killed"
            });
            if !path.exists() {
                assert!(before.is_empty(), "the store is lost");
                tally.count("killed before there was a store");
                continue;
            }
            // A file without a header, which a killed creation left, is completed.
            drop(case.open(&path).expect("a store"));
            let now: BTreeMap<_, _> = entries(&path).expect("a store").into_iter().collect();
            for (key, value) in &before {
                let kept = now.get(key);
                // The progress of the solver of Phutball, which never goes back.
                let is_kept = kept.is_some_and(|kept| !key.ends_with(b"stand") || kept >= value);
                assert!(is_kept, "{}: {key:x?} {value:x?} {kept:x?}", case.name);
            }
            let found = case.audited(&path).expect("an audit");
            let is_whole = found.is_proved() || case.name == "Phutball";
            assert!(is_whole, "{found}");
            tally.count(if now.is_empty() {
                "stores without results"
            } else {
                "stores with results"
            });
            before = now;
        }
        let (with, done) = program(&format!("solve {} --json", case.long.0), &path);
        assert!(done, "{with}");
        let (_, done) = program(&format!("verify {}", case.game.about().name), &path);
        assert!(done, "{} is proved in the end", case.name);
        let left = std::fs::read_dir(&folder.0).expect("a folder").count();
        assert_eq!(left, 1, "only the store is left");
        let _ = std::fs::remove_file(&path);
        tally.print(&format!("killed, {}", case.name));
    }
}
