//! Playing any game: matches and tournaments, clocks, the Universal Game Interface, and play in a terminal.
//!
//! This crate names no game. What it needs of one is [`Game`](common::Game) and the descriptions in
//! [`common::describe`](common::describe), each of which has a default.
