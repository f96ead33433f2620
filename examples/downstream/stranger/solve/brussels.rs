use std::error::Error;

use game::solve;
use game::{Ending, Move, Position, Verdict};

pub const SETUP: &str = "3";

pub fn solve() -> Result<Verdict<Move>, Box<dyn Error>> {
    let start = Position::new(3, Ending::Normal)?;
    Ok(solve::solve(&start))
}
