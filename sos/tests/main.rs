//! The tests of SOS, in one program, which is linked once.

mod about;
mod any_text;
mod laws;
mod notation;
mod perft;
mod play;
mod slow;
mod solve;
mod solved;
mod store;
mod variants;
mod wild;
mod work;
