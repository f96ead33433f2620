//! The `papergames` program.
fn main() {}
