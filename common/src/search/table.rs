//! A transposition table within a fixed amount of memory.

use core::hash::Hash;

use rustc_hash::FxHashMap;

/// A map that forgets its older half when it is full.
///
/// Keys are whole positions and not hashes, so a wrong entry can never be mistaken for the right one.
#[derive(Clone, Debug)]
pub(super) struct Table<K, V> {
    young: FxHashMap<K, V>,
    old: FxHashMap<K, V>,
    most: usize,
}

impl<K: Hash + Eq, V: Clone> Table<K, V> {
    /// Returns an empty table for at most `most` entries, but at least two.
    pub(super) fn new(most: usize) -> Table<K, V> {
        Table {
            young: FxHashMap::default(),
            old: FxHashMap::default(),
            most: most.max(2),
        }
    }

    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    pub(super) fn insert(&mut self, key: K, value: V) {
        if self.young.len() >= self.most / 2 && !self.young.contains_key(&key) {
            self.old = core::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }

    pub(super) fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
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
        let mut table = Table::new(10);
        for key in 0..100 {
            table.insert(key, key * key);
            assert!(table.len() <= 10);
            assert_eq!(table.get(&key), Some(&(key * key)));
        }
        assert_eq!(table.get(&0), None);
        assert!((96..100).all(|key| table.get(&key).is_some()));
    }
}
