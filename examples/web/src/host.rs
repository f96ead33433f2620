//! Where JavaScript and this crate meet: texts that change hands in the memory of the module.
//!
//! JavaScript asks for room with [`room`], writes a message there as UTF-8, and hands it over to [`ask`], which returns
//! where the answer is: its length and its place in one number. The answer stays there until the next call. While it
//! works, the module calls `note(place, length)` of the host with news of how far it has come.
//!
//! This is the only file with `unsafe` in it: places in memory come from outside, and the functions have names that
//! the linker must not change. Outside the browser nothing here is used.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::desk::Desk;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::default());
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Hears a text of the given place and length.
    safe fn note(place: *const u8, length: usize);

    /// Returns the milliseconds since a moment that never changes: there is no clock inside the module.
    safe fn now() -> f64;
}

#[cfg(not(target_family = "wasm"))]
fn note(_: *const u8, _: usize) {}

/// Lets the clocks of the library ask the host.
fn supply_the_clock() {
    #[cfg(target_family = "wasm")]
    common::budget::Clock::supply(|| core::time::Duration::from_secs_f64(now().max(0.0) / 1e3));
}

/// Makes room for a message of `length` bytes and returns its place. It stays valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the message that was written into the [`room`], and returns the length of the answer (the high 32 bits)
/// and its place (the low 32 bits).
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u64 {
    supply_the_clock();
    let message = BUFFER.take();
    let message = String::from_utf8_lossy(&message);
    let tell = &mut |text: &str| note(text.as_ptr(), text.len());
    let answer = DESK.with_borrow_mut(|desk| desk.answer(&message, tell));
    let answer = answer.into_bytes();
    let handed = (answer.len() as u64) << 32 | answer.as_ptr() as usize as u64;
    BUFFER.set(answer);
    handed
}
