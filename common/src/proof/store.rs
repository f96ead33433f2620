//! Stores of results on disk, which later runs of a program can use (feature `store`).
//!
//! A [`Store`] is one file of keys and values, both byte strings, written by one kind of solver. It is built on [redb],
//! an embedded database with atomic commits.
//!
//! # Guarantees
//!
//! * **No committed entry is lost**, even if the program is killed or the power fails.
//! * **Nothing wrong is read.** A file of another kind or format, or with a damaged byte in its contents, is rejected
//!   with an error that gives the reason. Opening a store reads the whole file and checks every checksum; each entry
//!   also has a checksum, which is checked when the entry is read.
//! * **No other program writes at the same time.** A file that another program has open is rejected.
//!
//! # Format
//!
//! A redb file with two tables. `papergames header` has two entries: `kind` is a text that names the solver and the
//! version of its keys and values, and `format` is the version of this format, now `1`. `papergames entries` maps each
//! key to its value followed by four bytes of checksum: the low half, little-endian, of the 64-bit FNV-1a hash of the
//! kind, a zero byte, the length of the key as eight bytes little-endian, the key and the value.
//!
//! # Examples
//!
//! ```
//! use papergames_common::store::Store;
//!
//! # let directory = std::env::temp_dir().join(format!("store-example-{}", std::process::id()));
//! # std::fs::create_dir_all(&directory)?;
//! # let path = directory.join("nim.results");
//! let mut store = Store::open(&path, "nim nimbers 1")?;
//! store.insert(b"3,4,5", b"2");
//! store.commit()?;
//! drop(store); // or the program is killed
//!
//! let store = Store::open(&path, "nim nimbers 1")?;
//! assert_eq!(store.get(b"3,4,5")?, Some(b"2".to_vec()));
//! drop(store);
//!
//! let error = Store::open(&path, "sprouts nimbers 2").unwrap_err();
//! assert!(error.to_string().contains("`nim nimbers 1`"));
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # redb
//!
//! The file format is that of redb 4. This version panics when it opens certain damaged files, because it reads pages
//! before it checks their checksums. [`Store::open`] catches the panic and returns an error. A program that wants to
//! suppress the message of such a panic calls [`panic_is_handled`] in its panic hook.
//!
//! [redb]: https://docs.rs/redb

#[cfg(debug_assertions)]
mod failing;
#[cfg(test)]
mod faults;
mod overlay;

use core::cell::Cell;
use core::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Seek};
use std::panic::{UnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use redb::backends::FileBackend;
use redb::{Database, ReadOnlyTable, ReadableDatabase, ReadableTable, ReadableTableMetadata};
use redb::{StorageError, TableDefinition, TableError};
use rustc_hash::FxHashMap;
use tempfile::TempPath;

use crate::tools::budget::Budget;
use crate::tools::checksum::{START, fnv1a};

const HEADER: TableDefinition<'_, &str, &str> = TableDefinition::new("papergames header");
const ENTRIES: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("papergames entries");

/// The version of the store's file format.
const FORMAT: &str = "1";

/// The most memory that the pages of an open file take, in bytes. Small, because the system keeps those that were read
/// lately as well.
const CACHE: usize = 16 << 20;

/// A file of a solver's results: keys and values, both byte strings.
///
/// Inserted entries stay in memory until [`commit`](Store::commit), and are lost if the program ends before that. A
/// commit waits for the disk, so commit every few seconds rather than after every result.
pub struct Store {
    path: PathBuf,
    kind: String,
    /// The entries as of the last commit. Declared before the database, so that it is closed first.
    entries: Entries,
    database: Database,
    pending: FxHashMap<Vec<u8>, Vec<u8>>,
}

/// The table of entries as it was at a commit.
type Entries = ReadOnlyTable<&'static [u8], &'static [u8]>;

/// The entries of a store at a commit, which can be read while the store is written; see [`Store::snapshot`].
pub struct Snapshot {
    path: PathBuf,
    kind: String,
    entries: Entries,
}

/// A key in a store, and its value.
pub type KeyValue = (Vec<u8>, Vec<u8>);

/// The error returned when a store cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file was written by another solver, or by another version of this solver.
    #[error(
        "{path} must hold results of the kind `{expected}`, but it holds `{found}`; choose another file"
    )]
    OtherKind {
        /// The path of the file.
        path: PathBuf,
        /// The kind that the program expected.
        expected: String,
        /// The kind stated in the file, or a description of what the file is instead.
        found: String,
    },
    /// The file is damaged or is not a store.
    #[error("{path} cannot be used as a store: {found}")]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong with it.
        found: String,
    },
    /// Another program has the file open.
    #[error("another program has {path} open; close that program first")]
    InUse {
        /// The path of the file.
        path: PathBuf,
    },
    /// The operating system refused to read or write the file.
    #[error("cannot read or write {path}: {reason}")]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The operating system's error.
        #[source]
        reason: io::Error,
    },
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("path", &self.path)
            .field("kind", &self.kind)
            .field("pending", &self.pending.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl Snapshot {
    /// Returns the value that a key had at the commit.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the entry is damaged or cannot be read.
    pub fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        get(&self.entries, &self.path, &self.kind, key)
    }
}

/// Returns the value of a key in a table, after checking its checksum.
fn get(
    entries: &Entries,
    path: &Path,
    kind: &str,
    key: &[u8],
) -> Result<Option<Vec<u8>>, StoreError> {
    let fails = Fails { path };
    let found = entries.get(key).map_err(|error| fails.of(error))?;
    let value = found.map(|sealed| fails.unseal(kind, key, sealed.value()));
    value.transpose()
}

impl Store {
    /// Returns what an open store leaves of a budget to the search that uses it: the memory without that for the pages
    /// of the file, but at least half of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Budget;
    /// use papergames_common::store::Store;
    ///
    /// let left = Store::leaves(&Budget::new().memory(64 << 20));
    /// assert_eq!(left.memory, Some(48 << 20));
    /// ```
    pub fn leaves(budget: &Budget) -> Budget {
        Budget {
            memory: budget
                .memory
                .map(|most| most - (CACHE as u64).min(most / 2)),
            ..budget.clone()
        }
    }

    /// Opens the store in `path`, or creates an empty one if the file does not exist.
    ///
    /// `kind` names the solver and the version of its keys and values, such as `sprouts nimbers 2`; a file of another
    /// kind is rejected. An existing file is read completely to check it, which takes about a second per gigabyte.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the file is of another kind, damaged, not a store, in use, or cannot be read or
    /// written.
    pub fn open(path: impl AsRef<Path>, kind: &str) -> Result<Store, StoreError> {
        let path = path.as_ref();
        let fails = Fails { path };
        fails.check_is_regular()?;
        // On some damaged files redb panics instead of returning an error.
        let database = caught(|| open_checked(path, kind))
            .unwrap_or_else(|| Err(fails.damaged("its contents are damaged")))?;
        Store::on(database, path, Some(kind))
    }

    /// Returns the store in an open database, which must be of the given kind unless that is `None`. Writes the header
    /// of a new database.
    fn on(database: Database, path: &Path, kind: Option<&str>) -> Result<Store, StoreError> {
        let fails = Fails { path };
        let kind = match (header(&database).map_err(|error| fails.of(error))?, kind) {
            (Header::Nothing, Some(kind)) => {
                write_header(&database, kind).map_err(|error| fails.of(error))?;
                kind.to_owned()
            }
            (Header::Nothing, None) => return Err(fails.damaged("it is an empty database")),
            (Header::Kind(found), kind) if kind.is_none_or(|kind| kind == found) => found,
            (Header::Kind(found) | Header::Other(found), kind) => {
                return Err(fails.other_kind(kind.unwrap_or("any"), &found));
            }
        };
        Ok(Store {
            path: path.to_owned(),
            kind,
            entries: committed(&database, path)?,
            database,
            pending: FxHashMap::default(),
        })
    }

    /// Opens the store in `path`, which must exist, to read the results of an earlier run.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the file does not exist or is empty, and the errors of [`open`](Store::open).
    pub fn open_existing(path: impl AsRef<Path>, kind: &str) -> Result<Store, StoreError> {
        let path = path.as_ref();
        let fails = Fails { path };
        let data = std::fs::metadata(path).map_err(|reason| fails.io(reason))?;
        if data.is_file() && data.len() == 0 {
            return Err(fails.damaged("it is empty"));
        }
        Store::open(path, kind)
    }

    /// Opens the store in `path`, which must exist, without ever writing to the file: committed entries stay in memory
    /// and are lost when the store is dropped. The store may be of any kind; use [`expect_kind`](Store::expect_kind) to
    /// check it.
    ///
    /// If a killed program has left the file in need of repair, it is repaired in memory. Several programs can read a
    /// file at once, but no program can read it while another writes to it.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the file does not exist, is damaged, not a store, being written, or cannot be read.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        let path = path.as_ref();
        let fails = Fails { path };
        let io = |reason| fails.io(reason);
        fails.check_is_regular()?;
        let file = File::open(path).map_err(io)?;
        if file.metadata().map_err(io)?.len() == 0 {
            return Err(fails.damaged("it is empty"));
        }
        fails.locked(file.try_lock_shared())?;
        let overlay = overlay::Overlay::new(file).map_err(io)?;
        let open = || {
            #[cfg(debug_assertions)]
            let overlay = failing::Failing(overlay);
            let database = builder().create_with_backend(overlay);
            checked(database.map_err(|error| fails.of(error))?, path)
        };
        let database = caught(std::panic::AssertUnwindSafe(open))
            .unwrap_or_else(|| Err(fails.damaged("its contents are damaged")))?;
        Store::on(database, path, None)
    }

    /// Checks that the store is of the given kind.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::OtherKind`] if the store is of another kind.
    pub fn expect_kind(&self, kind: &str) -> Result<(), StoreError> {
        if self.kind == kind {
            return Ok(());
        }
        Err(self.fails().other_kind(kind, &self.kind))
    }

    /// Returns the path of the store's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the kind of the store, such as `sprouts nimbers 2`.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Returns the value of a key, even if the value is not committed yet.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the entry is damaged or cannot be read.
    pub fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        if let Some(value) = self.pending.get(key) {
            return Ok(Some(value.clone()));
        }
        get(&self.entries, &self.path, &self.kind, key)
    }

    /// Returns a view of the entries at the last commit. Later commits do not change it.
    ///
    /// As long as a snapshot exists, the file stays open, and the space of replaced entries is not reused. So replace
    /// the snapshot by a new one from time to time, and drop it before the store.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the file cannot be read.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::store::Store;
    ///
    /// # let path = std::env::temp_dir().join(format!("papergames-snapshot-{}", std::process::id()));
    /// let mut store = Store::open(&path, "example 1")?;
    /// let before = store.snapshot()?;
    /// store.insert(b"key", b"value");
    /// store.commit()?;
    /// assert_eq!(before.get(b"key")?, None);
    /// assert_eq!(store.snapshot()?.get(b"key")?.as_deref(), Some(&b"value"[..]));
    /// # drop((before, store));
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshot(&self) -> Result<Snapshot, StoreError> {
        Ok(Snapshot {
            path: self.path.clone(),
            kind: self.kind.clone(),
            entries: committed(&self.database, &self.path)?,
        })
    }

    /// Sets the value of a key and replaces any earlier value. Nothing is written before [`commit`](Store::commit).
    pub fn insert(&mut self, key: &[u8], value: &[u8]) {
        self.pending.insert(key.to_owned(), value.to_owned());
    }

    /// Returns the number of entries that are not committed yet.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Writes all uncommitted entries atomically, and returns when they are on the disk.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the entries cannot be written. In that case they remain uncommitted.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut keys: Vec<&Vec<u8>> = self.pending.keys().collect();
        keys.sort_unstable();
        let write = || -> Result<(), redb::Error> {
            let transaction = self.database.begin_write()?;
            {
                let mut entries = transaction.open_table(ENTRIES)?;
                let mut sealed = Vec::new();
                for key in keys {
                    let value = &self.pending[key];
                    sealed.clear();
                    sealed.extend_from_slice(value);
                    sealed.extend_from_slice(&checksum(&self.kind, key, value));
                    entries.insert(key.as_slice(), sealed.as_slice())?;
                }
            }
            transaction.commit()?;
            Ok(())
        };
        write().map_err(|error| self.fails().of(error))?;
        self.pending.clear();
        self.entries = committed(&self.database, &self.path)?;
        Ok(())
    }

    /// Returns the number of entries, including those that are not committed yet.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the file cannot be read.
    pub fn len(&self) -> Result<u64, StoreError> {
        let fails = self.fails();
        let mut len = self.entries.len().map_err(|error| fails.of(error))?;
        for key in self.pending.keys() {
            let known = self.entries.get(key.as_slice());
            len += u64::from(known.map_err(|error| fails.of(error))?.is_none());
        }
        Ok(len)
    }

    /// Returns whether there are no entries.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.len()? == 0)
    }

    /// Returns the committed entries in the order of their keys. Each entry's checksum is checked.
    pub fn iter(&self) -> impl Iterator<Item = Result<KeyValue, StoreError>> + '_ {
        let (range, error) = match self.entries.iter() {
            Ok(range) => (Some(range), None),
            Err(error) => (None, Some(error)),
        };
        let entries = range.into_iter().flatten().chain(error.map(Err));
        entries.map(|entry| {
            let fails = self.fails();
            let (key, sealed) = entry.map_err(|error| fails.of(error))?;
            let value = fails.unseal(&self.kind, key.value(), sealed.value())?;
            Ok((key.value().to_owned(), value))
        })
    }

    fn fails(&self) -> Fails<'_> {
        Fails { path: &self.path }
    }
}

/// Returns the table of entries at the last commit.
fn committed(database: &Database, path: &Path) -> Result<Entries, StoreError> {
    let open = || -> Result<_, redb::Error> { Ok(database.begin_read()?.open_table(ENTRIES)?) };
    open().map_err(|error| Fails { path }.of(error))
}

/// Reads the header, which shows whether the file is a store, and of which kind.
fn header(database: &Database) -> Result<Header, redb::Error> {
    let transaction = database.begin_read()?;
    let table = match transaction.open_table(HEADER) {
        Err(TableError::TableDoesNotExist(_)) => {
            let is_new = transaction.list_tables()?.next().is_none();
            let other = || Header::Other("a database of another program".to_owned());
            return Ok(if is_new { Header::Nothing } else { other() });
        }
        table => table?,
    };
    let word = |key| Ok::<_, StorageError>(table.get(key)?.map(|word| word.value().to_owned()));
    Ok(match (word("format")?, word("kind")?) {
        (Some(format), Some(kind)) if format == FORMAT => Header::Kind(kind),
        (Some(format), _) => Header::Other(format!("format {format} of the file")),
        (None, _) => Header::Other("a database of another program".to_owned()),
    })
}

fn write_header(database: &Database, kind: &str) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    {
        let mut header = transaction.open_table(HEADER)?;
        header.insert("format", FORMAT)?;
        header.insert("kind", kind)?;
        transaction.open_table(ENTRIES)?;
    }
    transaction.commit()?;
    Ok(())
}

/// What the header table of a file contains.
enum Header {
    /// There are no tables yet.
    Nothing,
    /// The file is a store of this kind.
    Kind(String),
    /// The file is something else.
    Other(String),
}

fn builder() -> redb::Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE);
    builder
}

/// Opens the file of a database for reading and writing.
fn open_file(path: &Path) -> Result<Database, redb::DatabaseError> {
    #[cfg(debug_assertions)]
    {
        let file = File::options().read(true).write(true).open(path)?;
        let file = failing::Failing(FileBackend::new(file)?);
        builder().create_with_backend(file)
    }
    #[cfg(not(debug_assertions))]
    builder().create(path)
}

/// Does what can fail once, in a test by design.
fn may_fail<T>(act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    #[cfg(debug_assertions)]
    failing::step()?;
    act()
}

/// Opens the database, or creates an empty one, and compares its checksums with its contents.
fn open_checked(path: &Path, kind: &str) -> Result<Database, StoreError> {
    let fails = Fails { path };
    if !path.exists() {
        create(path, kind)?;
    }
    let database = open_file(path);
    checked(database.map_err(|error| fails.of(error))?, path)
}

/// Creates a store without entries under another name and then renames it, so that a program that is killed meanwhile
/// does not leave an incomplete file under the store's name. If it leaves one under the other name, the next creation
/// reuses that file. Of several programs that create a store at once, the one that locks the file with the other name
/// creates it.
fn create(path: &Path, kind: &str) -> Result<(), StoreError> {
    let fails = Fails { path };
    let io = |reason| fails.io(reason);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".creating");
    let new = path.with_file_name(name);
    let options = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&new);
    let mut file = options.map_err(io)?;
    fails.locked(file.try_lock())?;
    let made = create_locked(path, kind, new, &mut file);
    // Closing the file is not enough, because a process that another thread starts may hold it for a moment.
    let _ = file.unlock();
    made
}

/// Creates the store in `new`, which this program has locked as `file`, and renames it to `path`.
fn create_locked(path: &Path, kind: &str, new: PathBuf, file: &mut File) -> Result<(), StoreError> {
    let fails = Fails { path };
    let new = TempPath::try_from_path(new).map_err(|reason| fails.io(reason))?;
    // Another program may have renamed the file between the two lines that open and lock it.
    if path.exists() {
        return Ok(());
    }
    let folder = new.parent().unwrap_or(path);
    write_empty(file, kind, folder).map_err(|error| fails.of(error))?;
    match may_fail(|| Ok(new.persist_noclobber(path)?)) {
        Err(reason) if !path.exists() => Err(fails.io(reason)),
        _ => Ok(()),
    }
}

/// Writes a store without entries to a file, which stays locked: redb makes the database in a file without a name,
/// because it would release the lock.
fn write_empty(file: &mut File, kind: &str, folder: &Path) -> Result<(), redb::Error> {
    let mut empty = may_fail(|| tempfile::tempfile_in(folder))?;
    let database = builder().create_with_backend(FileBackend::new(empty.try_clone()?)?)?;
    write_header(&database, kind)?;
    drop(database);
    empty.rewind()?;
    may_fail(|| file.set_len(0))?;
    may_fail(|| io::copy(&mut empty, file))?;
    may_fail(|| file.sync_all())?;
    Ok(())
}

/// Compares the checksums of a database with its contents.
fn checked(mut database: Database, path: &Path) -> Result<Database, StoreError> {
    let fails = Fails { path };
    match database.check_integrity() {
        Ok(true) => Ok(database),
        Ok(false) => Err(fails.damaged("its checksums do not match its contents")),
        Err(error) => Err(fails.of(error)),
    }
}

thread_local! {
    /// Whether this thread is opening a file, so that a panic of redb becomes an error.
    static IS_OPENING: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether a panic of the current thread will become a [`StoreError`], for use in a program's panic hook.
///
/// redb panics on certain damaged files. [`Store::open`] catches the panic and returns an error, but before that the
/// panic hook runs, and the default hook prints a message. A library must not replace a program's hook. A program that
/// wants to suppress the message can install a hook like this one:
///
/// ```
/// use papergames_common::store;
///
/// let usual = std::panic::take_hook();
/// std::panic::set_hook(Box::new(move |panic| {
///     if !store::panic_is_handled() {
///         usual(panic);
///     }
/// }));
/// ```
pub fn panic_is_handled() -> bool {
    IS_OPENING.get()
}

/// Runs `act` and returns `None` if it panics.
fn caught<T>(act: impl FnOnce() -> T + UnwindSafe) -> Option<T> {
    let before = IS_OPENING.replace(true);
    let done = catch_unwind(act).ok();
    IS_OPENING.set(before);
    done
}

/// Creates errors that name the file.
struct Fails<'a> {
    path: &'a Path,
}

impl Fails<'_> {
    /// Refuses a pipe or a device, on which a reader might wait forever, and a link to nothing.
    fn check_is_regular(&self) -> Result<(), StoreError> {
        match std::fs::metadata(self.path) {
            Ok(file) if !file.is_file() && !file.is_dir() => {
                Err(self.damaged("it is a pipe or a device"))
            }
            Err(_) if self.path.is_symlink() => {
                Err(self.damaged("it is a link to a file that is not there"))
            }
            _ => Ok(()),
        }
    }

    /// Splits the checksum off the value of a key and checks it.
    fn unseal(&self, kind: &str, key: &[u8], sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
        match sealed.split_last_chunk::<4>() {
            Some((value, sum)) if *sum == checksum(kind, key, value) => Ok(value.to_owned()),
            _ => Err(self.damaged("an entry does not match its checksum")),
        }
    }

    fn damaged(&self, found: impl fmt::Display) -> StoreError {
        StoreError::Damaged {
            path: self.path.to_owned(),
            found: found.to_string(),
        }
    }

    fn io(&self, reason: io::Error) -> StoreError {
        StoreError::Io {
            path: self.path.to_owned(),
            reason,
        }
    }

    fn in_use(&self) -> StoreError {
        StoreError::InUse {
            path: self.path.to_owned(),
        }
    }

    fn other_kind(&self, expected: &str, found: &str) -> StoreError {
        StoreError::OtherKind {
            path: self.path.to_owned(),
            expected: expected.to_owned(),
            found: found.to_owned(),
        }
    }

    fn locked(&self, lock: Result<(), TryLockError>) -> Result<(), StoreError> {
        lock.map_err(|error| match error {
            TryLockError::WouldBlock => self.in_use(),
            TryLockError::Error(reason) => self.io(reason),
        })
    }

    /// Returns the error of a store for an error of redb.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "redb and the standard library may add errors"
    )]
    fn of(&self, error: impl Into<redb::Error>) -> StoreError {
        match error.into() {
            redb::Error::DatabaseAlreadyOpen => self.in_use(),
            redb::Error::Io(reason) => match reason.kind() {
                ErrorKind::UnexpectedEof => {
                    self.damaged("it is not a store, or its end is missing")
                }
                // redb reports this for files that do not begin like a redb file.
                ErrorKind::InvalidData => self.damaged("it is not a store"),
                _ => self.io(reason),
            },
            error => self.damaged(error),
        }
    }
}

/// Returns the checksum of an entry; see the format in the header of this module.
fn checksum(kind: &str, key: &[u8], value: &[u8]) -> [u8; 4] {
    let length = (key.len() as u64).to_le_bytes();
    let parts = [kind.as_bytes(), &[0], &length, key, value];
    let hash = parts.into_iter().fold(START, fnv1a);
    (hash as u32).to_le_bytes()
}
