use std::error::Error;

use game::solve::Solver;
use game::{Ending, Move, Position, Verdict};

pub const SETUP: &str = "4";

pub fn solve() -> Result<Verdict<Move>, Box<dyn Error>> {
    let start = Position::new(4, Ending::Normal)?;
    Ok(Solver::new().solve(&start)?)
}
