//! SOS: boards, when two boards play alike, and what proves a fact.

pub mod board;

pub mod certificate;
