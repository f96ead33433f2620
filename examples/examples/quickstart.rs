//! One move in each of the four games.
//!
//! A position knows its board, its rules and who is to move; `apply` makes a move, and a move is read from its text.
//!
//! ```text
//! $ cargo run --release --example quickstart
//! sprouts: 3+ has 9 moves
//! after 1-2: 3+:1,4,2,4;3 has 19
//! brussels: 2+ has 40 moves
//! after 1a-2b: 2+:1a-2b has 28
//! sos: ..../..../....:1:0-0 has 24 moves
//! after Sb1: .S../..../....:2:0-0 has 22
//! phutball: 5/5/5/5/2@2/5/5/5/5:first:full-board has 34 moves
//! after c5 and N: 5/5/2@2/5/5/5/5/5/5:first:full-board has 34
//! Ob1 again? cell `b1` already holds `S`
//! ```

#![expect(clippy::print_stdout, reason = "a program prints")]

use brussels::Position as Brussels;
use common::Game;
use phutball::{Position as Phutball, Rules as PhutballRules};
use sos::{Position as Sos, Rules as SosRules};
use sprouts::{Ending, Position as Sprouts};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Sprouts with three spots: a line from spot 1 to spot 2, with spot 4 on it.
    let mut sprouts = Sprouts::new(3, Ending::Normal)?;
    println!("sprouts: {sprouts} has {} moves", sprouts.count_moves());
    sprouts.apply(&"1-2".parse()?)?;
    println!("after 1-2: {sprouts} has {}", sprouts.count_moves());

    // Brussels Sprouts with two crosses: from arm a of cross 1 to arm b of cross 2.
    let mut brussels = Brussels::new(2, brussels::Ending::Normal)?;
    println!("brussels: {brussels} has {} moves", brussels.count_moves());
    brussels.apply(&"1a-2b".parse()?)?;
    println!("after 1a-2b: {brussels} has {}", brussels.count_moves());

    // SOS on three rows of four cells: an S in the second column of the first row.
    let mut sos = Sos::new("3x4".parse()?, SosRules::General);
    println!("sos: {sos} has {} moves", sos.count_moves());
    sos.apply(&"Sb1".parse()?)?;
    println!("after Sb1: {sos} has {}", sos.count_moves());

    // Phutball on five columns and seven playing rows: a man above the ball, then a jump over it.
    let mut phutball = Phutball::new("5x9".parse()?, PhutballRules::default());
    println!("phutball: {phutball} has {} moves", phutball.count_moves());
    phutball.apply(&"c5".parse()?)?;
    phutball.apply(&"N".parse()?)?;
    println!("after c5 and N: {phutball} has {}", phutball.count_moves());

    // An illegal move is refused with the reason, and changes nothing.
    let refused = sos.apply(&"Ob1".parse()?).unwrap_err();
    println!("Ob1 again? {refused}");
    Ok(())
}
