use std::error::Error;

use game::solve::Solver;
use game::{Move, Position, Rules, Verdict};

pub const SETUP: &str = "3x3";

pub fn solve() -> Result<Verdict<Move>, Box<dyn Error>> {
    let start = Position::new("3x3".parse()?, Rules::General);
    Ok(Solver::new().solve(&start)?)
}
