//! Distributes work among several threads.

use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::tools::sorting;

/// Calls `work` for each number of a range, on up to `threads` threads, and returns the results in order.
///
/// Each thread takes the next number until none is left, so that a long task does not keep the other threads waiting.
/// One of the threads is the caller's. If only one thread is requested, or in a browser without threads, everything
/// runs on the caller's thread.
///
/// # Panics
///
/// Panics if `work` panics, or if more than one thread is requested but none can be started.
///
/// # Examples
///
/// ```
/// use papergames_common::threads;
///
/// assert_eq!(threads::each(3..7, 2, |i| i * i), [9, 16, 25, 36]);
/// ```
pub fn each<T: Send>(
    numbers: Range<usize>,
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let threads = threads.min(numbers.len());
    // A browser has no threads, and code that starts them would only make the download larger.
    if threads <= 1 || cfg!(target_family = "wasm") {
        return numbers.map(work).collect();
    }
    // Counted from 0, because each thread counts beyond the end once, which may be the last number there is.
    let taken = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let place = taken.fetch_add(1, Ordering::Relaxed);
            if place >= numbers.len() {
                return done;
            }
            done.push((place, work(numbers.start + place)));
        }
    };
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(take)).collect();
        let mut done = take();
        for other in others {
            match other.join() {
                Ok(results) => done.extend(results),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    sorting::sort_by_key(&mut done, |(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::{AtomicUsize, Ordering, each};

    #[test]
    fn results_come_in_order() {
        for threads in 0..9 {
            let squares = each(3..100, threads, |i| i * i);
            assert_eq!(squares, (3..100).map(|i| i * i).collect::<Vec<_>>());
            assert!(each(7..7, threads, |i| i).is_empty());
        }
    }

    #[test]
    fn a_range_may_end_with_the_last_number() {
        const START: usize = usize::MAX - 9;
        let begun = AtomicUsize::new(0);
        for threads in 0..9 {
            let numbers = each(START..usize::MAX, threads, |i| {
                // Otherwise the numbers might begin again at 0, and never end.
                assert!(begun.fetch_add(1, Ordering::Relaxed) < 81);
                i
            });
            assert_eq!(numbers, (START..usize::MAX).collect::<Vec<_>>());
        }
    }

    #[test]
    #[should_panic(expected = "piece 40")]
    fn a_panic_of_any_thread_reaches_the_caller() {
        each(0..50, 3, |i| assert_ne!(i, 40, "piece 40"));
    }
}
