//! Plays a game of the crate that this one depends on, and one of its own.

use downstream::Kayles;
use sprouts::{Game, Position, Rules, Seeded, playout};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Seeded::new(1);
    let sprouts = playout::play(Position::new(4, Rules::NORMAL)?, &mut random);
    let kayles = playout::play(Kayles::new(10), &mut random);
    for (name, outcome) in [("sprouts", sprouts.outcome()), ("kayles", kayles.outcome())] {
        println!("{name}: {}", outcome.expect("the game is over"));
    }
    Ok(())
}
