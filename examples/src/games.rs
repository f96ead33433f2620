//! What each of the four games brings to the program.

mod brussels;
mod phutball;
mod sos;
mod sprouts;
