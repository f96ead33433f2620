//! A damaged store is refused in silence. In a program of its own, since the hook for panics belongs to the whole process.
#![cfg(feature = "store")]

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};

use papergames_common::store::Store;

const KIND: &str = "squares 1";

#[test]
fn a_damaged_store_is_refused_without_the_message_of_a_panic() {
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
        TOLD.fetch_add(1, Ordering::SeqCst);
    }));
    let mut panics = 0;
    // A page begins by saying what it is; most panics come from there.
    for bit in (0..8 * whole.len()).filter(|bit| bit / 8 % 4096 < 4) {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&copy, &damaged).unwrap();
        if let Err(error) = Store::open(&copy, KIND) {
            panics += usize::from(error.to_string().ends_with("its pages make no sense"));
        }
    }
    let told = TOLD.load(Ordering::SeqCst);
    // What is no matter of the store is told as before.
    let caught = panic::catch_unwind(|| panic!("told"));
    let told_after = TOLD.load(Ordering::SeqCst);
    panic::set_hook(usual);
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(panics > 0 && caught.is_err());
    assert_eq!((told, told_after), (0, 1));
}
