//! Work on slices of a table by several threads at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many slices each thread takes, on average, between two meetings of all threads.
pub(super) const PER_THREAD: usize = 4;

/// Does the work for each of `first..end` on so many threads, and returns the results in order. One thread is the
/// caller's.
pub(super) fn each<T: Send>(
    threads: usize,
    first: usize,
    end: usize,
    work: &(dyn Fn(usize) -> T + Sync),
) -> Vec<T> {
    let threads = threads.min(end - first);
    // In a browser there are no threads, and their machine code would have to be loaded.
    if threads <= 1 || cfg!(target_family = "wasm") {
        return (first..end).map(work).collect();
    }
    let next = AtomicUsize::new(first);
    let take = || {
        let mut done = Vec::new();
        loop {
            let slice = next.fetch_add(1, Ordering::Relaxed);
            if slice >= end {
                return done;
            }
            done.push((slice, work(slice)));
        }
    };
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(take)).collect();
        let mut results = take();
        for other in others {
            results.extend(other.join().expect("the work does not panic"));
        }
        results
    });
    results.sort_unstable_by_key(|(slice, _)| *slice);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn results_come_in_order() {
        for threads in 0..9 {
            let squares = each(threads, 3, 100, &|i| i * i);
            assert_eq!(squares, (3..100).map(|i| i * i).collect::<Vec<_>>());
            assert!(each(threads, 7, 7, &|i| i).is_empty());
        }
    }
}
