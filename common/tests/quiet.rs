//! A program's panic hook can recognise a panic on a damaged store. This is a test program of its own, since the hook
//! belongs to the whole process.
#![cfg(feature = "store")]

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};

use papergames_common::store::{self, Store};

const KIND: &str = "squares 1";

#[test]
fn a_hook_can_tell_panics_that_the_store_handles() {
    static HANDLED: AtomicUsize = AtomicUsize::new(0);
    static TOLD: AtomicUsize = AtomicUsize::new(0);
    let directory = std::env::temp_dir().join(format!("papergames-quiet-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let (path, copy) = (directory.join("squares"), directory.join("copy"));
    let mut store = Store::open(&path, KIND).unwrap();
    for n in 0..550_u64 {
        store.insert(&n.to_le_bytes(), &(n * n).to_le_bytes());
    }
    store.commit().unwrap();
    drop(store);
    let whole = std::fs::read(&path).unwrap();

    let usual = panic::take_hook();
    panic::set_hook(Box::new(|_| {
        let counter = if store::panic_is_handled() {
            &HANDLED
        } else {
            &TOLD
        };
        counter.fetch_add(1, Ordering::SeqCst);
    }));
    let mut panics = 0;
    // A page begins by saying what it is; most panics come from there.
    for bit in (0..8 * whole.len()).filter(|bit| bit / 8 % 4096 < 4) {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&copy, &damaged).unwrap();
        if let Err(error) = Store::open(&copy, KIND) {
            panics += usize::from(error.to_string().ends_with("its contents are damaged"));
        }
    }
    let told = [&HANDLED, &TOLD].map(|counter| counter.load(Ordering::SeqCst));
    // A panic of anything else is not the store's, and the hook is still the program's.
    let caught = panic::catch_unwind(|| panic!("told"));
    let told_after = TOLD.load(Ordering::SeqCst);
    panic::set_hook(usual);
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(panics > 0 && caught.is_err());
    assert_eq!((told, told_after), ([panics, 0], 1));
}
