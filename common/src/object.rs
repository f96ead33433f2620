//! Objects: any game behind one trait, for programs that learn only while they run which game it is.
//!
//! [`values`] is what such a program can ask a solver. [`any`] has the objects, which offer everything of the earlier
//! chapters.

pub mod values;

pub mod any;
