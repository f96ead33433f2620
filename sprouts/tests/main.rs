//! The tests of Sprouts, in one program, which is linked once.

mod about;
mod antwerp;
mod any_text;
mod cards;
mod catalogue;
#[cfg(all(feature = "store", feature = "cluster"))]
mod clusters;
mod compact;
mod drawings;
mod first_moves;
mod laws;
mod lines;
mod misere;
mod nimbers;
mod notation;
mod perft;
mod pinned;
mod published;
mod reductions;
#[cfg(feature = "draw")]
mod rubber_sheet;
mod serde;
mod slow;
mod solve;
mod stored;
mod surfaces;
mod tables;
mod theory;
mod wild;
#[cfg(feature = "draw")]
mod words;
mod work;
