//! Small games that are played in more than one test.

pub(crate) mod fences;
pub(crate) mod graph;
pub(crate) mod ring;
pub(crate) mod web;
