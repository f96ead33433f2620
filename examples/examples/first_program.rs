//! The first program of the README: a random game of Sprouts, which is as long as a theorem says.
//!
//! ```text
//! $ cargo run --release --example first_program
//! second wins after 12 moves
//! ```

#![expect(clippy::print_stdout, reason = "a program prints")]

use papergames::sprouts::{Ending, Position};
use papergames::{Game, Seeded, playout};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spots = 5;
    let mut position = Position::new(spots, Ending::Normal)?;
    position.apply(&"1-2".parse()?)?;

    let end = playout::play(position, &mut Seeded::new(2026));
    let (moves, outcome) = (end.moves_made(), end.outcome().expect("the game is over"));
    println!("{outcome} after {moves} moves");
    assert!(2 * spots <= moves && moves < 3 * spots);
    Ok(())
}
