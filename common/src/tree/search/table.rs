//! A transposition table within a fixed amount of memory.

use core::hash::Hash;

use rustc_hash::FxHashMap;

/// A map that discards its older half when it is full.
///
/// Keys are whole positions rather than hashes, so an entry can never be mistaken for that of another position.
#[derive(Clone, Debug)]
pub(super) struct Cache<K, V> {
    young: FxHashMap<K, V>,
    old: FxHashMap<K, V>,
    /// The memory that the keys of each half own outside the map, in bytes.
    young_owns: u64,
    old_owns: u64,
    most: usize,
    most_bytes: u64,
}

/// Returns the approximate number of bytes that a hash map takes with room for `capacity` entries of the given size.
pub(super) fn map_bytes(capacity: usize, entry: usize) -> u64 {
    // An eighth of a map stays free, its size is a power of two, and each slot takes one more byte.
    let places = (capacity * 8 / 7 + 1).next_power_of_two();
    if capacity == 0 {
        0
    } else {
        (places * (entry + 1) + 32) as u64
    }
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// Returns an empty table for at most `most` entries, but for at least two.
    pub(super) fn new(most: usize) -> Cache<K, V> {
        Cache {
            young: FxHashMap::default(),
            old: FxHashMap::default(),
            young_owns: 0,
            old_owns: 0,
            most: most.max(2),
            most_bytes: u64::MAX,
        }
    }

    /// Limits the memory of the table, in bytes. It always has room for a few entries.
    pub(super) fn limit(&mut self, bytes: u64) {
        self.most_bytes = bytes;
        if Self::bytes(&self.young) + Self::bytes(&self.old) + self.young_owns + self.old_owns
            > bytes
        {
            self.clear();
        }
    }

    fn bytes(map: &FxHashMap<K, V>) -> u64 {
        map_bytes(map.capacity(), size_of::<(K, V)>())
    }

    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    /// Adds or replaces an entry. The key owns `owned` bytes outside its own value.
    pub(super) fn insert(&mut self, key: K, value: V, owned: usize) {
        if let Some(known) = self.young.get_mut(&key) {
            *known = value;
            return;
        }
        if self.young.len() >= self.most / 2 || self.is_full(owned as u64) {
            self.old = core::mem::take(&mut self.young);
            self.old_owns = core::mem::take(&mut self.young_owns);
        }
        self.young_owns += owned as u64;
        self.young.insert(key, value);
    }

    /// Returns whether the young half has no room for a new key.
    ///
    /// Both halves may be full, and while a map grows, its old slots exist beside twice as many new ones. So one half
    /// may take a fifth of the memory before it grows for the last time, to two fifths.
    fn is_full(&self, owned: u64) -> bool {
        let bytes = Self::bytes(&self.young);
        let grows = self.young.len() == self.young.capacity() && !self.young.is_empty();
        let grown = if grows { 2 * bytes } else { bytes };
        !self.young.is_empty() && 5 * grown / 2 + 2 * (self.young_owns + owned) > self.most_bytes
    }

    pub(super) fn clear(&mut self) {
        *self = Cache {
            most_bytes: self.most_bytes,
            ..Cache::new(self.most)
        };
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_the_oldest_and_keeps_the_youngest() {
        let mut table = Cache::new(10);
        for key in 0..100 {
            table.insert(key, key * key, 0);
            assert!(table.len() <= 10);
            assert_eq!(table.get(&key), Some(&(key * key)));
        }
        assert_eq!(table.get(&0), None);
        assert!((96..100).all(|key| table.get(&key).is_some()));
    }

    #[test]
    fn a_table_keeps_to_its_memory_also_while_it_grows() {
        for (most, owned) in [(10_000, 0), (100_000, 0), (100_000, 100), (1, 0)] {
            let mut table = Cache::new(usize::MAX);
            table.limit(most);
            let mut longest = 0;
            for key in 0..20_000_u64 {
                let before = Cache::bytes(&table.young);
                table.insert(key, [key; 4], owned);
                let after = Cache::bytes(&table.young);
                let transient = if after > before { before } else { 0 };
                let owns = table.len() as u64 * owned as u64;
                let all = after + transient + Cache::bytes(&table.old) + owns;
                assert!(all <= most.max(1_000), "{all} of {most} bytes");
                assert_eq!(table.get(&key), Some(&[key; 4]));
                longest = longest.max(table.len());
            }
            let room = most as usize / (41 + owned);
            assert!(longest > room / 6, "{longest} entries in {most} bytes");
            table.limit(1);
            assert_eq!(table.len(), 0, "a smaller limit empties the table");
        }
    }
}
