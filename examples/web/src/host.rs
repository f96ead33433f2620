//! The interface to JavaScript: texts passed through the memory of the module.
//!
//! JavaScript allocates memory with [`room`], writes a message there as UTF-8, and calls [`ask`], which returns the
//! length and the address of the answer in one number. The answer stays there until the next call. During long work,
//! the module calls `note(address, length)` of the host with its progress.
//!
//! This is the only file with `unsafe`, because addresses come from outside, and because the linker must not change the
//! names of these functions. Nothing here is used outside the browser.
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
    /// Receives a text at the given address, with its length.
    safe fn note(place: *const u8, length: usize);

    /// Returns the milliseconds since a fixed moment, since the module has no clock of its own.
    safe fn now() -> f64;
}

#[cfg(not(target_family = "wasm"))]
fn note(_: *const u8, _: usize) {}

/// Makes the library's clocks use that of the host.
fn supply_the_clock() {
    #[cfg(target_family = "wasm")]
    common::budget::Clock::supply(|| core::time::Duration::from_secs_f64(now().max(0.0) / 1e3));
}

/// Allocates memory for a message of `length` bytes and returns its address, which is valid until the next call.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the message that was written into the memory from [`room`]. Returns the length of the answer (the high 32
/// bits) and its address (the low 32 bits).
#[unsafe(no_mangle)]
pub(crate) extern "C" fn ask() -> u64 {
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
