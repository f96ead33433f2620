//! Prints `src/days.txt`, the puzzles of the days, which takes a minute:
//! `cargo run --release --manifest-path examples/web/Cargo.toml --example days > examples/web/src/days.txt`.

#![allow(clippy::print_stdout)] // the list is what it is for

use common::any::{AnyGame, GameObject};
use common::describe::SetupOptions;
use common::{Budget, Refused};
use play::puzzle::{Puzzle, find};

static SPROUTS: GameObject<sprouts::Position> =
    GameObject::new().values(|| Box::new(sprouts::Exact::default()));
static SOS: GameObject<sos::Position> = GameObject::new().values(|| Box::new(sos::Exact));
static PHUTBALL: GameObject<phutball::Position> =
    GameObject::new().values(|| Box::new(phutball::Exact));

/// The games, which take turns, and the setups of their easier and their harder puzzles, which take turns as well.
const GAMES: [(&dyn AnyGame, [&str; 2]); 3] = [
    (&SPROUTS, ["5", "6"]),
    (&SOS, ["3x4", "4x4"]),
    (&PHUTBALL, ["5x5", "7x7"]),
];
/// The least grades of easier and of harder puzzles.
const GRADES: [u8; 2] = [2, 3];
/// The number of puzzles of each setup: together one for each day of a leap year.
const EACH: usize = 61;
/// The seed of the random games, which is not that of `papergames puzzle`.
const SEED: u64 = 2;

/// Returns whether the next jump wins, which the page marks on the board: a move, and perhaps the end of the turn.
fn is_one_jump(puzzle: &Puzzle) -> bool {
    puzzle.length == Some(1) && puzzle.turn().len() <= 2
}

fn main() -> Result<(), Refused> {
    let mut lists = Vec::new();
    for i in 0..GRADES.len() {
        for (game, setups) in GAMES {
            let start = game.start(Some(setups[i]), &SetupOptions::none())?;
            let found = find(&*start, SEED, &Budget::new());
            let hard = found.filter(|puzzle| puzzle.grade() >= GRADES[i] && !is_one_jump(puzzle));
            let puzzles: Vec<Puzzle> = hard.take(EACH).collect();
            lists.push((game.about().name, puzzles));
        }
    }
    println!("# The puzzles of the days, found and proved by the solver: see `examples/days.rs`.");
    for n in 0..EACH {
        for (game, puzzles) in &lists {
            println!("{game} {}", puzzles[n].position);
        }
    }
    Ok(())
}
