//! The tests of Phutball, in one program, which is linked once.

mod about;
mod any_text;
mod engine;
mod laws;
mod matches;
mod notation;
mod perft;
mod published;
mod slow;
mod solve;
mod solved;
mod store;
mod wild;
