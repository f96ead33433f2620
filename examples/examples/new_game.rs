//! A game of your own on one page: Dots and Boxes, and everything that it gets for implementing `Game`.
//!
//! Nine dots, twelve lines between neighbours, four boxes. Whoever draws the fourth side of a box owns it and draws
//! again; most boxes win. Everything below `main` is the game. `main` then asks the library, which has never heard of
//! Dots and Boxes, to check its laws, count its games, and play one.
//!
//! ```text
//! $ cargo run --release --example new_game
//! laws: 300 games, 3900 positions, all laws hold
//! perft: 12 132 1320 11880 95040
//! search: the first player wins with best play, abcdfheg for example
//! a random game: jibhcgleadkf, draw
//! ```

#![expect(clippy::print_stdout, reason = "a program prints")]

use std::fmt;
use std::ops::ControlFlow;

use common::laws::Laws;
use common::search::{AlphaBeta, Budget};
use common::{Game, Outcome, Player, Scored, Seeded, perft, playout};

/// The lines drawn so far as twelve bits, who draws next, and the boxes that each player owns.
///
/// Lines are numbered row by row: two across, three down, two across, three down, two across.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct DotsAndBoxes {
    lines: u16,
    second_to_move: bool,
    boxes: [u8; 2],
}

/// The four sides of each box.
const BOXES: [u16; 4] = [
    1 << 0 | 1 << 2 | 1 << 3 | 1 << 5,
    1 << 1 | 1 << 3 | 1 << 4 | 1 << 6,
    1 << 5 | 1 << 7 | 1 << 8 | 1 << 10,
    1 << 6 | 1 << 8 | 1 << 9 | 1 << 11,
];

/// A line to draw; its text is a letter from `a` to `l`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Line(u8);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

/// Why a line is refused.
#[derive(Debug, thiserror::Error)]
#[error("expected a line from `a` to `l` that is not drawn yet, found `{0}`")]
struct Refused(Line);

impl Game for DotsAndBoxes {
    type Move = Line;
    type Illegal = Refused;

    fn turn(&self) -> Option<Player> {
        let over = self.lines == (1 << 12) - 1;
        (!over).then_some(Player::new(usize::from(self.second_to_move)))
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.turn().is_none()).then(|| Outcome::by_score(&self.boxes.map(i64::from)))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Line) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut open = (0..12).map(Line).filter(|line| self.check(line).is_ok());
        open.try_for_each(visit)
    }

    fn check(&self, line: &Line) -> Result<(), Refused> {
        let legal = line.0 < 12 && self.lines >> line.0 & 1 == 0;
        legal.then_some(()).ok_or(Refused(*line))
    }

    fn apply(&mut self, line: &Line) -> Result<(), Refused> {
        self.check(line)?;
        let closed = |lines: u16| BOXES.iter().filter(|b| lines & **b == **b).count() as u8;
        let before = closed(self.lines);
        self.lines |= 1 << line.0;
        match closed(self.lines) - before {
            0 => self.second_to_move = !self.second_to_move,
            new => self.boxes[usize::from(self.second_to_move)] += new,
        }
        Ok(())
    }
}

impl Scored for DotsAndBoxes {
    fn score(&self, player: Player) -> i64 {
        self.boxes[player.index()].into()
    }
}

fn main() {
    let start = DotsAndBoxes::default();

    let laws = Laws::of(start.clone())
        .also_try([Line(12), Line(200)])
        .length(|_| 12..=12)
        .scored()
        .best_score_wins()
        .perft(4);
    let seen = laws.check();
    println!(
        "laws: {} games, {} positions, all laws hold",
        seen.games, seen.positions
    );

    let counts: Vec<String> = (1..=5)
        .map(|depth| perft(&start, depth).expect("small").to_string())
        .collect();
    println!("perft: {}", counts.join(" "));

    let no_estimate = |_: &DotsAndBoxes| 0;
    let best = AlphaBeta::new(no_estimate).run(&start, &Budget::new(), &mut |_| ());
    let line: String = best.line.iter().map(Line::to_string).collect();
    let winner = match best.value_for(Player::FIRST).signum() {
        1 => "the first player wins",
        0 => "nobody wins",
        _ => "the second player wins",
    };
    println!("search: {winner} with best play, {line} for example");

    let record = playout::record(start, 12, &mut Seeded::new(1));
    let moves: String = record.moves().iter().map(Line::to_string).collect();
    let outcome = record
        .position()
        .outcome()
        .expect("twelve lines end the game");
    println!("a random game: {moves}, {outcome}");
}
