//! Sorting functions that compile to little machine code.
//!
//! The standard library's sort is fast, but it compiles to about four kilobytes for each type and order. The functions
//! here share one merge sort among all types and need a tenth of that. Use them for lists that are sorted rarely, in
//! code that a page in a browser has to load; in hot loops, use the standard sort.

use core::cmp::Ordering;
use std::collections::BTreeSet;

/// Sorts a list in the order that `compare` defines; equal items keep their order. Takes O(*n* log *n*) comparisons,
/// and memory for a list of *n* numbers.
///
/// # Examples
///
/// ```
/// let mut words = ["pencil", "paper", "ink"];
/// papergames_common::sorting::sort_by(&mut words, Ord::cmp);
/// assert_eq!(words, ["ink", "paper", "pencil"]);
///
/// let mut numbers = [2.5, -1.0, 0.0];
/// papergames_common::sorting::sort_by(&mut numbers, f64::total_cmp);
/// assert_eq!(numbers, [-1.0, 0.0, 2.5]);
/// ```
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(list.len(), &|i, j| compare(&list[i], &list[j]).is_gt());
    arrange(list, order);
}

/// Sorts a list by keys, each computed once; see [`sort_by`].
///
/// # Examples
///
/// ```
/// let mut words = ["pencil", "paper", "ink", "pen"];
/// papergames_common::sorting::sort_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["ink", "pen", "paper", "pencil"]);
/// ```
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    let keys: Vec<K> = list.iter().map(key).collect();
    let order = order(list.len(), &|i, j| keys[i] > keys[j]);
    arrange(list, order);
}

/// Sorts a list in a hot loop, like [`slice::sort_unstable`]. In a browser, it avoids the machine code of that
/// function: lists of up to 20 items are sorted by insertion, as in the standard library, and longer ones by
/// [`sort_by`].
///
/// # Examples
///
/// ```
/// let mut words = ["pencil", "paper", "ink"];
/// papergames_common::sorting::sort_hot(&mut words);
/// assert_eq!(words, ["ink", "paper", "pencil"]);
/// ```
pub fn sort_hot<T: Ord>(list: &mut [T]) {
    if cfg!(target_family = "wasm") {
        sort_hot_by(list, T::cmp);
    } else {
        list.sort_unstable();
    }
}

/// Sorts a list in the order that `compare` defines, like [`slice::sort_unstable_by`]; see [`sort_hot`].
///
/// # Examples
///
/// ```
/// let mut numbers = [2.5, -1.0, 0.0];
/// papergames_common::sorting::sort_hot_by(&mut numbers, f64::total_cmp);
/// assert_eq!(numbers, [-1.0, 0.0, 2.5]);
/// ```
pub fn sort_hot_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if cfg!(not(target_family = "wasm")) {
        list.sort_unstable_by(compare);
    } else if list.len() <= MOST_INSERTED {
        insert(list, compare);
    } else {
        sort_by(list, compare);
    }
}

/// Returns the set of the items, inserted one after another. Collecting them into the set would first sort them, which
/// adds the machine code of the standard sort; see [`sort_by`].
///
/// # Examples
///
/// ```
/// use papergames_common::sorting;
///
/// assert!(sorting::set("paper".chars()).into_iter().eq(['a', 'e', 'p', 'r']));
/// ```
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// The longest list that is sorted by insertion.
const MOST_INSERTED: usize = 20;

/// Sorts a list by putting one item after another into its place.
fn insert<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && compare(&list[place - 1], &list[place]).is_gt() {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// Returns the numbers of `n` items in ascending order.
fn order(n: usize, is_greater: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    let mut merged = Vec::with_capacity(n);
    let mut width = 1;
    while width < n {
        merged.clear();
        for two in order.chunks(2 * width) {
            let (mut left, mut right) = two.split_at(width.min(two.len()));
            while let ([i, ..], [j, ..]) = (left, right) {
                let from = if is_greater(*i, *j) {
                    &mut right
                } else {
                    &mut left
                };
                merged.push(from[0]);
                *from = &from[1..];
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        core::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    order
}

/// Moves item number `order[i]` to place `i`, for each `i`.
fn arrange<T>(list: &mut [T], mut order: Vec<usize>) {
    for start in 0..list.len() {
        // The item of `start` travels along its cycle to the end.
        let mut at = start;
        while order[at] != start {
            let from = core::mem::replace(&mut order[at], at);
            list.swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, Seeded};

    #[test]
    fn lists_are_sorted_as_by_the_standard_library() {
        let mut random = Seeded::new(1);
        for n in 0..200 {
            for most in [1, 3, 10, 1_000] {
                let numbers = (0..n).map(|i| (random.below(most), i));
                let list: Vec<(u64, u64)> = numbers.collect();
                let mut wanted = list.clone();
                wanted.sort_by_key(|(number, _)| *number);
                let mut by_key = list.clone();
                sort_by_key(&mut by_key, |(number, _)| *number);
                let mut by_order = list.clone();
                sort_by(&mut by_order, |a, b| a.0.cmp(&b.0));
                assert_eq!((&by_key, &by_order), (&wanted, &wanted));
                wanted.reverse();
                sort_by(&mut wanted, Ord::cmp);
                let mut list = list;
                list.sort_unstable();
                assert_eq!(wanted, list);
            }
        }
    }

    #[test]
    fn insertion_sorts_like_the_standard_library() {
        let mut random = Seeded::new(7);
        for n in 0..=2 * MOST_INSERTED {
            let list: Vec<u64> = (0..n).map(|_| random.below(9)).collect();
            let mut sorted = list.clone();
            sorted.sort_unstable();
            let mut inserted = list.clone();
            insert(&mut inserted, u64::cmp);
            assert_eq!(inserted, sorted, "{list:?}");
        }
    }
}
