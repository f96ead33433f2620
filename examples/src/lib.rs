#![doc = include_str!("../../README.md")]
// This crate is the program in `main.rs`; its library holds nothing but the README, whose programs run as tests.
