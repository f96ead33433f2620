//! The sorts of the standard library, and in a browser sorts that compile to less machine code.
//!
//! The standard library's sort compiles to about four kilobytes for each type and order. For a page in a browser, which
//! has to load them, the functions here share one merge sort among all types instead; this saves a tenth of the page's
//! module. The results are the same. Everywhere else they are the sorts of the standard library.

use core::cmp::Ordering;
use std::collections::BTreeSet;

/// Whether the program runs in a browser.
const IS_PAGE: bool = cfg!(target_family = "wasm");

/// Sorts a list in the order that `compare` defines, like [`slice::sort_by`]: equal items keep their order.
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
    if IS_PAGE {
        merge(list, compare);
    } else {
        list.sort_by(compare);
    }
}

/// Sorts a list by keys, each computed once, like [`slice::sort_by_cached_key`].
///
/// # Examples
///
/// ```
/// let mut words = ["pencil", "paper", "ink", "pen"];
/// papergames_common::sorting::sort_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["ink", "pen", "paper", "pencil"]);
/// ```
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    if IS_PAGE {
        merge_by_key(list, key);
    } else {
        list.sort_by_cached_key(key);
    }
}

/// Sorts a list in a hot loop, like [`slice::sort_unstable`]. In a browser, lists of up to 20 items are sorted by
/// insertion, as in the standard library, and longer ones by [`sort_by`].
///
/// # Examples
///
/// ```
/// let mut words = ["pencil", "paper", "ink"];
/// papergames_common::sorting::sort_hot(&mut words);
/// assert_eq!(words, ["ink", "paper", "pencil"]);
/// ```
pub fn sort_hot<T: Ord>(list: &mut [T]) {
    if IS_PAGE {
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
    if !IS_PAGE {
        list.sort_unstable_by(compare);
    } else if list.len() <= MOST_INSERTED {
        insert(list, compare);
    } else {
        merge(list, compare);
    }
}

/// Returns the set of the items. In a browser, they are inserted one after another, because the standard library would
/// first sort them.
///
/// # Examples
///
/// ```
/// use papergames_common::sorting;
///
/// assert!(sorting::set("paper".chars()).into_iter().eq(['a', 'e', 'p', 'r']));
/// ```
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    if IS_PAGE {
        let mut set = BTreeSet::new();
        set.extend(items);
        set
    } else {
        items.into_iter().collect()
    }
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

/// Sorts a list by merging. Takes O(*n* log *n*) comparisons, and memory for a list of *n* numbers.
fn merge<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(list.len(), &|i, j| compare(&list[i], &list[j]).is_gt());
    arrange(list, order);
}

/// Sorts a list by keys, each computed once, like [`merge`].
fn merge_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    let keys: Vec<K> = list.iter().map(key).collect();
    let order = order(list.len(), &|i, j| keys[i] > keys[j]);
    arrange(list, order);
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
    use crate::tools::random::{Random, Seeded};

    #[test]
    fn merging_sorts_like_the_standard_library() {
        let mut random = Seeded::new(1);
        for n in 0..200 {
            for most in [1, 3, 10, 1_000] {
                let numbers = (0..n).map(|i| (random.below(most), i));
                let list: Vec<(u64, u64)> = numbers.collect();
                let mut wanted = list.clone();
                wanted.sort_by_key(|(number, _)| *number);
                let mut by_key = list.clone();
                merge_by_key(&mut by_key, |(number, _)| *number);
                let mut by_order = list.clone();
                merge(&mut by_order, |a, b| a.0.cmp(&b.0));
                assert_eq!((&by_key, &by_order), (&wanted, &wanted));
                wanted.reverse();
                merge(&mut wanted, Ord::cmp);
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
