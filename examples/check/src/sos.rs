//! Certificates of SOS: boards, when two boards are equivalent, and how facts are proved.

pub mod board;

pub mod certificate;
