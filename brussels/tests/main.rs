//! The tests of Brussels Sprouts, in one program, which is linked once.

mod about;
mod any_text;
mod by_hand;
mod laws;
mod perft;
mod published;
mod slow;
mod solved;
mod surfaces;
mod wild;
mod work;
