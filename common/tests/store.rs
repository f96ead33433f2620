//! What is committed is there after any end of the program, and nothing wrong is ever read.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use papergames_common::store::{Store, StoreError};
use papergames_common::{Random, Seeded};
use redb::ReadableTable;

/// A directory that is removed when the test ends.
pub(crate) struct Directory(PathBuf);

impl Directory {
    pub(crate) fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("papergames-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const KIND: &str = "test squares 1";

fn key(n: u64) -> [u8; 8] {
    n.to_be_bytes()
}

fn square(n: u64) -> Vec<u8> {
    (n * n).to_string().into_bytes()
}

/// Checks that the store holds the squares below some number and nothing else; returns that number.
#[track_caller]
fn check_squares(store: &Store) -> Result<u64, StoreError> {
    let mut n = 0;
    for entry in store.iter() {
        let (found, value) = entry?;
        assert_eq!((found.as_slice(), &value), (key(n).as_slice(), &square(n)));
        assert_eq!(store.get(&found)?.as_ref(), Some(&value));
        n += 1;
    }
    assert_eq!(store.len()?, n);
    Ok(n)
}

fn write_squares(path: &Path, count: u64) {
    let mut store = Store::open(path, KIND).unwrap();
    for n in 0..count {
        store.insert(&key(n), &square(n));
        if n % 100 == 99 {
            store.commit().unwrap();
        }
    }
    store.commit().unwrap();
}

#[test]
fn what_is_committed_is_there_when_the_store_is_opened_again() {
    let directory = Directory::new("reopen");
    let path = directory.file("squares");
    write_squares(&path, 250);
    let mut store = Store::open(&path, KIND).unwrap();
    assert_eq!(check_squares(&store).unwrap(), 250);
    store.insert(&key(3), b"nine");
    store.insert(&key(250), &square(250));
    assert_eq!(
        store.get(&key(3)).unwrap(),
        Some(b"nine".to_vec()),
        "before it is committed"
    );
    assert_eq!((store.pending(), store.len().unwrap()), (2, 251));
    drop(store);
    let store = Store::open_existing(&path, KIND).unwrap();
    assert_eq!(
        check_squares(&store).unwrap(),
        250,
        "what was not committed is gone"
    );
    assert_eq!(store.get(&key(999)).unwrap(), None);
}

#[test]
fn a_store_can_be_shared_between_threads() {
    fn shareable<T: Send + Sync>() {}
    shareable::<Store>();
    shareable::<StoreError>();
}

#[test]
fn a_new_store_is_empty_and_empty_keys_and_values_are_kept() {
    let directory = Directory::new("empty");
    let mut store = Store::open(directory.file("new"), KIND).unwrap();
    assert!(store.is_empty().unwrap());
    store.commit().unwrap();
    store.insert(b"", b"");
    store.commit().unwrap();
    assert_eq!(store.get(b"").unwrap(), Some(Vec::new()));
    assert_eq!(store.len().unwrap(), 1);
}

#[track_caller]
fn check_refused(result: Result<Store, StoreError>, message: &str) {
    let error = result.expect_err("the file is refused");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn a_file_of_another_kind_is_refused() {
    let directory = Directory::new("kind");
    let path = directory.file("squares");
    write_squares(&path, 3);
    check_refused(
        Store::open(&path, "test cubes 1"),
        " must hold results of the kind `test cubes 1`, but it holds ",
    );
    check_refused(Store::open(&path, "test cubes 1"), "holds `test squares 1`");
    check_refused(
        Store::open(&path, "test squares 2"),
        "holds `test squares 1`",
    );
    assert_eq!(
        check_squares(&Store::open(&path, KIND).unwrap()).unwrap(),
        3
    );
}

#[test]
fn a_file_that_is_no_store_is_refused_and_left_alone() {
    let directory = Directory::new("foreign");
    let path = directory.file("text");
    let text = "not a store\n".repeat(1000);
    std::fs::write(&path, &text).unwrap();
    let found = format!(
        "{} cannot be used as a store: it is not a store",
        path.display()
    );
    check_refused(Store::open(&path, KIND), &found);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    check_refused(Store::open(&directory.0, KIND), "cannot read or write ");
    check_refused(
        Store::open_existing(directory.file("none"), KIND),
        "cannot read or write ",
    );
    assert!(!directory.file("none").exists());
    let empty = directory.file("empty");
    std::fs::write(&empty, "").unwrap();
    check_refused(
        Store::open_existing(&empty, KIND),
        &format!("{} cannot be used as a store: it is empty", empty.display()),
    );
    assert_eq!(std::fs::metadata(&empty).unwrap().len(), 0);
    // A file of the same library, but of another program.
    let path = directory.file("other");
    let other = redb::Database::create(&path).unwrap();
    let transaction = other.begin_write().unwrap();
    let table = redb::TableDefinition::<&str, u64>::new("something else");
    transaction.open_table(table).unwrap();
    transaction.commit().unwrap();
    drop(other);
    check_refused(
        Store::open(&path, KIND),
        "holds `a database of another program`",
    );
}

/// Opening a pipe waits until someone writes to it, so an audit of one did not end.
#[test]
#[cfg(unix)]
fn a_pipe_is_refused_at_once() {
    let directory = Directory::new("pipe");
    let path = directory.file("pipe");
    let made = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    check_refused(
        Store::open_read_only(&path),
        "cannot be used as a store: it is a pipe or a device",
    );
    check_refused(
        Store::open(&path, KIND),
        "cannot be used as a store: it is a pipe or a device",
    );
}

/// A program that was killed while it created a store left half of a file behind, under a name of its own, for ever.
#[test]
fn what_a_killed_creation_leaves_is_taken_over() {
    let directory = Directory::new("creation");
    for left in [&b""[..], b"redb", &[0; 5000]] {
        std::fs::write(directory.file("squares.creating"), left).unwrap();
        write_squares(&directory.file("squares"), 3);
        let files = std::fs::read_dir(&directory.0).unwrap();
        let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        assert_eq!(names, ["squares"]);
        std::fs::remove_file(directory.file("squares")).unwrap();
    }
}

/// Programs that create one store at once renamed and emptied each other's files: one was refused with "no such file",
/// and entries that another had committed could be lost.
#[test]
fn programs_that_create_one_store_at_once_lose_nothing() {
    let directory = Directory::new("race");
    for round in 0..100 {
        let path = directory.file(&format!("squares {round}"));
        let begin = std::sync::Barrier::new(4);
        let write = |n: u64| {
            begin.wait();
            let mut store = Store::open(&path, KIND)?;
            store.insert(&key(n), &square(n));
            store.commit().map(|()| n)
        };
        let ended: Vec<_> = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..4).map(|n| scope.spawn(move || write(n))).collect();
            let ended = writers.into_iter().map(|writer| writer.join().unwrap());
            ended.collect()
        });
        let store = Store::open(&path, KIND).unwrap();
        for written in ended {
            match written {
                Ok(n) => assert_eq!(store.get(&key(n)).unwrap(), Some(square(n)), "{round}"),
                Err(error) => assert!(matches!(error, StoreError::InUse { .. }), "{error}"),
            }
        }
    }
    let names = std::fs::read_dir(&directory.0).unwrap();
    assert_eq!(names.count(), 100, "nothing but the stores is left");
}

#[test]
fn a_store_that_is_open_cannot_be_opened_again() {
    let directory = Directory::new("in-use");
    let path = directory.file("squares");
    let _open = Store::open(&path, KIND).unwrap();
    check_refused(Store::open(&path, KIND), "another program has");
}

/// Opens a damaged copy: it must be refused, or hold the squares and nothing else.
fn try_damaged(path: &Path, damaged: &[u8]) -> bool {
    std::fs::write(path, damaged).unwrap();
    let read = Store::open(path, KIND).and_then(|store| check_squares(&store));
    match read {
        Ok(n) => {
            // Whole commits only: an earlier one at worst.
            assert!(n == 550 || n.is_multiple_of(100), "{n} entries");
            false
        }
        Err(error) => {
            let error = error.to_string();
            let says = ["cannot be used", "expected results of the kind"];
            assert!(says.iter().any(|words| error.contains(words)), "{error}");
            true
        }
    }
}

#[test]
fn a_truncated_file_is_refused() {
    let directory = Directory::new("truncated");
    let path = directory.file("squares");
    write_squares(&path, 550);
    let whole = std::fs::read(&path).unwrap();
    let copy = directory.file("copy");
    let mut random = Seeded::new(1);
    for _ in 0..40 {
        let length = 1 + random.below(whole.len() as u64 - 1) as usize;
        try_damaged(&copy, &whole[..length]);
    }
    assert!(!try_damaged(&copy, &whole));
}

#[test]
fn a_file_of_a_few_bytes_is_no_store_or_was_cut_off() {
    let directory = Directory::new("few");
    let path = directory.file("squares");
    write_squares(&path, 550);
    let whole = std::fs::read(&path).unwrap();
    for length in [10, 100] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let error = Store::open(&path, KIND).unwrap_err().to_string();
        assert!(
            error.ends_with("it is not a store, or its end is missing"),
            "{error}"
        );
    }
}

#[test]
fn a_damaged_byte_is_never_believed() {
    let directory = Directory::new("damaged");
    let path = directory.file("squares");
    write_squares(&path, 550);
    let whole = std::fs::read(&path).unwrap();
    let copy = directory.file("copy");
    let mut random = Seeded::new(2);
    let mut refused = 0;
    for _ in 0..150 {
        let mut damaged = whole.clone();
        // Mostly where something is written: the file has much room to grow.
        let at = loop {
            let at = random.below(whole.len() as u64) as usize;
            if whole[at] != 0 || random.below(50) == 0 {
                break at;
            }
        };
        damaged[at] ^= 1 << random.below(8);
        refused += u32::from(try_damaged(&copy, &damaged));
    }
    assert!(refused > 20, "only {refused} of 150 damages were noticed");
}

#[test]
fn an_entry_changed_behind_the_back_of_the_store_is_refused() {
    let directory = Directory::new("changed");
    let path = directory.file("squares");
    write_squares(&path, 10);
    let raw = redb::Database::open(&path).unwrap();
    let transaction = raw.begin_write().unwrap();
    {
        let name = redb::TableDefinition::<&[u8], &[u8]>::new("papergames entries");
        let mut table = transaction.open_table(name).unwrap();
        // The entry of 3, checksum and all, under the key 4.
        let sealed = table
            .get(key(3).as_slice())
            .unwrap()
            .unwrap()
            .value()
            .to_vec();
        table.insert(key(4).as_slice(), sealed.as_slice()).unwrap();
    }
    transaction.commit().unwrap();
    drop(raw);
    let store = Store::open(&path, KIND).unwrap();
    assert_eq!(store.get(&key(3)).unwrap(), Some(square(3)));
    let error = store.get(&key(4)).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("cannot be used as a store: an entry does not match its checksum")
    );
    assert!(check_squares(&store).is_err());
}

/// Where the test below starts itself as a program to be killed, the file that it writes.
const CHILD: &str = "PAPERGAMES_STORE_OF_CHILD";

/// Writes squares until it is killed, and says after each commit how many there are.
fn write_for_ever(path: PathBuf) -> ! {
    let mut store = Store::open(path, KIND).unwrap();
    let mut n = store.len().unwrap();
    loop {
        for _ in 0..100 {
            store.insert(&key(n), &square(n));
            n += 1;
        }
        store.commit().unwrap();
        let mut out = std::io::stderr().lock();
        std::io::Write::write_fmt(&mut out, format_args!("committed {n}\n")).unwrap();
    }
}

#[test]
fn a_killed_program_loses_nothing_that_it_committed() {
    if let Some(path) = std::env::var_os(CHILD) {
        write_for_ever(path.into());
    }
    let directory = Directory::new("killed");
    let path = directory.file("squares");
    let mut random = Seeded::new(3);
    let mut before = 0;
    for _ in 0..10 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "store::a_killed_program_loses_nothing_that_it_committed",
                "--nocapture",
            ])
            .env(CHILD, &path)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut said = before;
        for line in lines.take(1 + random.below(8) as usize) {
            if let Some(n) = line.unwrap().strip_prefix("committed ") {
                said = n.parse().unwrap();
            }
        }
        std::thread::sleep(std::time::Duration::from_micros(random.below(3_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let store = Store::open(&path, KIND).unwrap();
        let n = check_squares(&store).unwrap();
        assert!(
            n >= said && n.is_multiple_of(100),
            "{n} of {said} entries are there"
        );
        before = n;
    }
    assert!(before >= 1_000);
}

#[test]
fn a_mark_whose_numbers_are_too_large_is_refused() {
    use papergames_common::audit::Checkpoint;

    assert!(
        "papergames audit 1 ff 9 1 2 3"
            .parse::<Checkpoint>()
            .is_ok()
    );
    for text in [
        "ff 3 1 2 3",
        "ff 9 18446744073709551615 1 0",
        "ff 9 1 1 1 1 2 3 4",
    ] {
        let refused = format!("papergames audit 1 {text}").parse::<Checkpoint>();
        assert!(refused.is_err(), "{text}");
    }
}
