//! Keeps the values of a board in a store, so that a killed run can resume.

use core::time::Duration;

use common::claim::ClaimError;
use common::store::{Store, StoreError};

use super::error::SolveError;
use super::passes::{CHUNK, IDLE, ProgressMark};
use super::table::Tablebase;
use crate::point::Size;
use crate::rules::Rules;

/// The time that new values stay in memory before they are written to disk: a killed run loses the work of about this
/// time.
const COMMIT_EVERY: Duration = Duration::from_secs(1);

/// The most chunks that one commit writes: 64 MiB, since a store holds new entries in memory.
const COMMIT_MOST: usize = (64 << 20) / CHUNK;

/// The values of a board in a store.
///
/// Chunks are written in portions, before the progress mark. If a run is killed in between, the store contains values
/// of passes beyond the mark. Loading drops those, and the solver finds them again.
pub(super) struct Keeper<'s> {
    pub(super) store: &'s mut Store,
    /// The prefix of all keys of this board.
    prefix: Vec<u8>,
    /// The chunks with values that are not yet in the store.
    dirty: Vec<bool>,
    committed: Duration,
    kept: Option<ProgressMark>,
}

impl<'s> Keeper<'s> {
    pub(super) fn new(
        store: &'s mut Store,
        size: Size,
        rules: Rules,
        positions: usize,
    ) -> Keeper<'s> {
        Keeper {
            store,
            prefix: prefix(size, rules),
            dirty: vec![false; positions.div_ceil(CHUNK)],
            committed: Duration::ZERO,
            kept: None,
        }
    }

    fn key(&self, name: &[u8]) -> Vec<u8> {
        [&self.prefix, name].concat()
    }

    fn key_of(&self, chunk: usize) -> Vec<u8> {
        self.key(&(chunk as u32).to_be_bytes())
    }

    /// Reads the values and returns the progress mark, or `None` if the store has no values of this board. Any entry
    /// that no solver can have written is an error.
    pub(super) fn load(&mut self, values: &mut [u8]) -> Result<Option<ProgressMark>, SolveError> {
        for entry in self.store.iter() {
            let (key, value) = entry?;
            board_of(&key, &value)
                .ok_or_else(|| ClaimError::impossible(&key, &value[..value.len().min(8)]))?;
        }
        let stand = load(self.store, &self.prefix, values)?;
        self.kept = stand;
        Ok(stand)
    }

    /// Marks a chunk as changed. Writes all changed chunks every second.
    pub(super) fn note(
        &mut self,
        values: &[u8],
        stand: ProgressMark,
        dirty: Option<usize>,
        elapsed: Duration,
    ) -> Result<(), StoreError> {
        if let Some(chunk) = dirty {
            self.dirty[chunk] = true;
        }
        if elapsed.saturating_sub(self.committed) >= COMMIT_EVERY {
            self.keep(values, stand)?;
            self.committed = elapsed;
        }
        Ok(())
    }

    /// Writes all new values and the progress mark.
    pub(super) fn keep(&mut self, values: &[u8], stand: ProgressMark) -> Result<(), StoreError> {
        if self.kept == Some(stand) {
            return Ok(());
        }
        for (number, chunk) in values.chunks(CHUNK).enumerate() {
            if core::mem::take(&mut self.dirty[number]) {
                let key = self.key_of(number);
                self.store.insert(&key, chunk);
                if self.store.pending() >= COMMIT_MOST {
                    self.store.commit()?;
                }
            }
        }
        let mut kept = vec![stand.plies, stand.idle];
        kept.extend(stand.chunk.to_be_bytes());
        let key = self.key(b"stand");
        self.store.insert(&key, &kept);
        self.store.commit()?;
        self.kept = Some(stand);
        Ok(())
    }
}

fn prefix(size: Size, rules: Rules) -> Vec<u8> {
    format!("{size} {rules} ").into_bytes()
}

/// Returns the board that an entry is about, or `None` if no solver can have written it.
pub(super) fn board_of(key: &[u8], value: &[u8]) -> Option<(Size, Rules)> {
    let mut words = key.splitn(3, |byte| *byte == b' ');
    let mut word = || core::str::from_utf8(words.next()?).ok();
    let (size, rules): (Size, Rules) = (word()?.parse().ok()?, word()?.parse().ok()?);
    let positions = Tablebase::bytes(size)? as usize;
    let is_possible = match words.next()? {
        b"stand" => ProgressMark::of(value).is_some(),
        number => {
            let before = u32::from_be_bytes(number.try_into().ok()?) as usize * CHUNK;
            before < positions && value.len() == CHUNK.min(positions - before)
        }
    };
    is_possible.then_some((size, rules))
}

impl ProgressMark {
    /// Reads a progress mark.
    fn of(value: &[u8]) -> Option<ProgressMark> {
        let &[plies, idle, a, b, c, d] = value else {
            return None;
        };
        let chunk = u32::from_be_bytes([a, b, c, d]);
        let stand = ProgressMark { plies, idle, chunk };
        (idle <= IDLE && plies > idle).then_some(stand)
    }

    /// Returns the length of the longest games whose positions have their values. The last passes of finished work
    /// found no values.
    fn longest(self) -> u8 {
        self.plies - if self.idle == IDLE { IDLE } else { 0 }
    }
}

/// Reads the values of a board up to its progress mark, and returns the mark.
fn load(
    store: &Store,
    prefix: &[u8],
    values: &mut [u8],
) -> Result<Option<ProgressMark>, StoreError> {
    let stand = store.get(&[prefix, b"stand"].concat())?;
    let Some(stand) = stand.and_then(|stand| ProgressMark::of(&stand)) else {
        return Ok(None);
    };
    for (number, chunk) in values.chunks_mut(CHUNK).enumerate() {
        let key = [prefix, &(number as u32).to_be_bytes()].concat();
        let Some(kept) = store.get(&key)? else {
            continue;
        };
        for (value, kept) in chunk.iter_mut().zip(kept) {
            *value = if kept > stand.longest() { 0 } else { kept };
        }
    }
    Ok(Some(stand))
}

/// Reads the values of a board, and returns whether they are complete.
pub(super) fn values_of(
    store: &Store,
    size: Size,
    rules: Rules,
    values: &mut [u8],
) -> Result<bool, StoreError> {
    let stand = load(store, &prefix(size, rules), values)?;
    Ok(stand.is_some_and(|stand| stand.idle >= IDLE))
}
