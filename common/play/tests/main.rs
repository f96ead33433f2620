//! The tests of the crate, in one program, which is linked once.

mod game;
mod matches;
mod session;
mod study;
mod terminal;
mod ugi;
mod wild;
