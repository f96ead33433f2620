use std::error::Error;

use game::solve::Solver;
use game::{Move, Position, Verdict};

pub const SETUP: &str = "3x7";

pub fn solve() -> Result<Verdict<Move>, Box<dyn Error>> {
    let start: Position = SETUP.parse()?;
    Ok(Solver::new().solve(&start)?)
}
