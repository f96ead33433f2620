//! A new game on one page: Dots and Boxes, and everything that it gets by implementing `Game` and `Describe`.
//!
//! Nine dots, twelve lines between neighbours, four boxes. The player who draws the fourth side of a box owns it and
//! draws again; the player with the most boxes wins. Below `main` is the game, then its numbers and texts, then a bot
//! of forty lines. `main` lets the library, which has never heard of Dots and Boxes, check its laws, count its games,
//! solve it, and play: matches with the bot, one of them against this very program over the Universal Game Interface,
//! and a game in the terminal.
//!
//! ```text
//! $ cargo run --release --example new_game
//! laws: 300 games, 3900 positions, all laws hold
//! perft: 12 132 1320 11880 95040
//! solved: first wins with best play
//! a random game: ............:first:0-0 j i b h c g l e a d k f
//! match: careful won 36, drew 4, lost 0 against random
//! match: careful won 1, drew 11, lost 28 against 3
//! match over UGI: 4 games, 0 forfeits
//! in the terminal:
//! +---+ b +
//! |   |   e
//! +---+ g +
//! h   i   j
//! + k + l +
//! second to move, 8 legal moves
//! ```

#![expect(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::fmt::{self, Write as _};
use std::io;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Duration;

use common::any::{AnyGame, GameObject};
use common::describe::{About, Opponents};
use common::encode::{Actions, Bound, Bounds, Planes};
use common::engine::{Engine, EngineError, Points};
use common::laws::{Laws, engine_stops_in_time};
use common::search::AlphaBeta;
use common::values::Effort;
use common::{
    Budget, Describe, Game, Level, Outcome, Player, PlayerSet, Random, Record, Report, Scored,
    Seeded, Stored, perft, playout,
};
use play::terminal::Table;
use play::ugi::Server;
use play::{Limits, Match, Opponent, Session};

/// The game as an object: what plays and shows games takes this, and knows nothing of the type.
static DOTS_AND_BOXES: GameObject<DotsAndBoxes> = GameObject::new().opponents();

fn main() -> Result<(), Box<dyn Error>> {
    let start = DotsAndBoxes::default();
    let game = DOTS_AND_BOXES.parse(&start.to_string())?;
    if std::env::args().nth(1).as_deref() == Some("ugi") {
        let mut server = Server::new(game)?;
        server.level = Level::WEAKEST;
        return Ok(server.serve(io::stdin().lock(), io::stdout())?);
    }

    let laws = Laws::of(start.clone())
        .also_try([Line(12), Line(200)])
        .length(|_| 12..=12);
    let laws = laws.scored().best_score_wins().texts().perft(4);
    let laws = laws.encoding().planes().bounded_scores();
    let seen = laws.check();
    println!(
        "laws: {} games, {} positions, all laws hold",
        seen.games, seen.positions
    );
    // Searches and engines may take half a second longer than they should: the machine may be busy.
    let (time, slack) = (Duration::from_millis(10), Duration::from_millis(500));
    let laws = Laws::of(start.clone()).games(1).positions(4);
    laws.searches(1_000).stops_in_time(time, slack).check();
    for level in [Level::WEAKEST, Level::STRONGEST] {
        let mut engine = DotsAndBoxes::engine(level, 1);
        engine_stops_in_time(&mut *engine, &Record::new(start.clone()), time, slack)?;
    }

    let counts: Vec<String> = (1..=5)
        .map(|depth| perft(&start, depth).expect("small").to_string())
        .collect();
    println!("perft: {}", counts.join(" "));

    let mut from_start = game.clone();
    let verdict = from_start.values().solve(&mut Effort::default())?;
    println!("solved: {} with best play", verdict.outcome);

    let record = playout::record(start.clone(), 12, &mut Seeded::new(1));
    println!("a random game: {record}");

    // Opponents by name: the levels that every game has, and the bot, which `engine_named` below returns.
    let limits = Limits {
        nodes: Some(300),
        ..Limits::default()
    };
    let make = |name: &str, seed| Opponent::named(&DOTS_AND_BOXES, name, seed, &limits);
    for other in ["random", "3"] {
        let score = Match::new(game.clone(), ["careful", other])?
            .games(40)
            .run(&make, &mut |_, _| ())?;
        println!(
            "match: careful won {}, drew {}, lost {} against {other}",
            score.won(),
            score.drawn(),
            score.lost()
        );
    }

    // This program again, as an engine at the other end of a pipe.
    let stranger = format!("ugi:{} ugi", std::env::current_exe()?.display());
    let score = Match::new(game.clone(), ["careful", &stranger])?
        .games(4)
        .run(&make, &mut |_, _| ())?;
    println!(
        "match over UGI: {} games, {} forfeits",
        score.games(),
        score.forfeits[0] + score.forfeits[1]
    );

    // A dialogue as in a terminal, with its input from a text.
    let mut session = Session::new(game);
    session.set_people(PlayerSet::all(2));
    let mut printed = Vec::new();
    Table::from(session).play(&b"a\nc\nd\nf\nquit\n"[..], &mut printed)?;
    let printed = String::from_utf8(printed)?;
    let last = printed.rsplit("\n\n").find(|part| part.contains("+ k +"));
    let board = last.and_then(|part| part.split_once("> \n"));
    println!("in the terminal:\n{}", board.unwrap_or_default().1);
    Ok(())
}

/// The lines drawn so far as twelve bits, who draws next, and the boxes that each player owns.
///
/// Lines are numbered row by row: two across, three down, two across, three down, two across.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct DotsAndBoxes {
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

/// Returns the number of boxes that have all four sides.
fn closed(lines: u16) -> u8 {
    BOXES.iter().filter(|b| lines & **b == **b).count() as u8
}

/// A line to draw; its text is a letter from `a` to `l`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Line(u8);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

/// Why a line is refused.
#[derive(Debug, thiserror::Error)]
#[error("expected a line from `a` to `l` that is not drawn yet, found `{0}`")]
pub(crate) struct NotOpen(Line);

impl Game for DotsAndBoxes {
    type Move = Line;
    type Illegal = NotOpen;

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

    fn check(&self, line: &Line) -> Result<(), NotOpen> {
        let legal = line.0 < 12 && self.lines >> line.0 & 1 == 0;
        legal.then_some(()).ok_or(NotOpen(*line))
    }

    fn apply(&mut self, line: &Line) -> Result<(), NotOpen> {
        self.check(line)?;
        let before = closed(self.lines);
        self.lines |= 1 << line.0;
        match closed(self.lines) - before {
            0 => self.second_to_move = !self.second_to_move,
            new => self.boxes[usize::from(self.second_to_move)] += new,
        }
        Ok(())
    }
}

impl Stored for DotsAndBoxes {}

impl Scored for DotsAndBoxes {
    fn score(&self, player: Player) -> i64 {
        self.boxes[player.index()].into()
    }
}

// Numbers for programs that learn: an action is the number of a line, and each line is a cell.

impl Actions for DotsAndBoxes {
    fn n_actions(&self) -> Option<usize> {
        Some(12)
    }

    fn action_of(&self, line: &Line) -> Option<usize> {
        self.check(line).ok().map(|()| line.0.into())
    }

    fn move_of(&self, action: usize) -> Option<Line> {
        let line = Line(u8::try_from(action).ok()?);
        self.check(&line).is_ok().then_some(line)
    }
}

impl Planes for DotsAndBoxes {
    fn shape(&self) -> [usize; 3] {
        [4, 1, 12]
    }

    fn plane_names(&self) -> Vec<String> {
        [
            "drawn",
            "second to move",
            "boxes of the first",
            "boxes of the second",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn write_planes(&self, planes: &mut [f32]) {
        for (line, cell) in planes[..12].iter_mut().enumerate() {
            *cell = f32::from(self.lines >> line & 1);
        }
        let everywhere = [u8::from(self.second_to_move), self.boxes[0], self.boxes[1]];
        for (plane, number) in planes[12..].chunks_mut(12).zip(everywhere) {
            plane.fill(f32::from(number));
        }
    }
}

impl Bounds for DotsAndBoxes {
    fn bounds(&self) -> Bound {
        let open = 12 - self.lines.count_ones() as usize;
        Bound {
            scores: Some(0..=4),
            ..Bound::of_moves(open)
        }
    }
}

// Texts. A position is the lines that are drawn, who draws next, and the boxes: `ab.d........:second:0-0`.

impl fmt::Display for DotsAndBoxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in (0..12).map(Line) {
            let drawn = self.lines >> line.0 & 1 == 1;
            if drawn {
                write!(f, "{line}")?;
            } else {
                f.write_str(".")?;
            }
        }
        let turn = Player::new(usize::from(self.second_to_move));
        write!(f, ":{turn}:{}-{}", self.boxes[0], self.boxes[1])
    }
}

#[derive(Debug, thiserror::Error)]
#[error("expected {expected}, found `{found}`")]
pub(crate) struct Unreadable {
    expected: &'static str,
    found: String,
}

impl FromStr for DotsAndBoxes {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<DotsAndBoxes, Unreadable> {
        let read = || {
            let (lines, rest) = text.split_once(':')?;
            let (turn, boxes) = rest.split_once(':')?;
            let (first, second) = boxes.split_once('-')?;
            let drawn = |(i, letter)| u16::from(letter == char::from(b'a' + i)) << i;
            let lines = (0..12_u8).zip(lines.chars()).map(drawn).sum();
            let second_to_move = turn.parse::<Player>().ok()? == Player::SECOND;
            let boxes = [first.parse().ok()?, second.parse().ok()?];
            let position = DotsAndBoxes {
                lines,
                second_to_move,
                boxes,
            };
            // If the text is not a position, what was read is written differently.
            (position.to_string() == text && closed(lines) == boxes[0].checked_add(boxes[1])?)
                .then_some(position)
        };
        read().ok_or_else(|| Unreadable {
            expected: "a position such as `ab.d........:second:0-0`",
            found: text.chars().take(40).collect(),
        })
    }
}

impl FromStr for Line {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Line, Unreadable> {
        match text.as_bytes() {
            [letter @ b'a'..=b'l'] => Ok(Line(letter - b'a')),
            _ => Err(Unreadable {
                expected: "a line from `a` to `l`",
                found: text.chars().take(40).collect(),
            }),
        }
    }
}

impl Describe for DotsAndBoxes {
    const ABOUT: About = About {
        title: "Dots and Boxes",
        summary: "Draw a line between two neighbouring dots. The player who closes a box owns it and draws again. \
            Most boxes win.",
        opponents: &["careful"],
        ..About::new("dots")
    };

    fn board(&self) -> String {
        let side = |line: u8, drawn: &'static str, letter: bool| match self.lines >> line & 1 {
            1 => drawn.to_owned(),
            _ if letter => format!(" {} ", Line(line)),
            _ => Line(line).to_string(),
        };
        let mut text = String::new();
        for row in [0, 5, 10] {
            let _ = write!(
                text,
                "+{}+{}+",
                side(row, "---", true),
                side(row + 1, "---", true)
            );
            if row < 10 {
                let down: Vec<String> = (row + 2..row + 5)
                    .map(|line| side(line, "|", false))
                    .collect();
                let _ = writeln!(text, "\n{}", down.join("   "));
            }
        }
        text
    }
}

impl Opponents for DotsAndBoxes {
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<DotsAndBoxes>> {
        if level == Level::WEAKEST {
            Box::new(Careful(Seeded::new(seed)))
        } else {
            Box::new(AlphaBeta::new(Points))
        }
    }

    fn engine_named(name: &str, seed: u64) -> Option<(Box<dyn Engine<DotsAndBoxes>>, Budget)> {
        if name != "careful" {
            return None;
        }
        Some((Box::new(Careful(Seeded::new(seed))), Budget::new()))
    }
}

/// A bot: closes a box if it can, avoids drawing the third side of a box, and otherwise plays at random.
struct Careful(Seeded);

impl Careful {
    /// Returns a rank of a line: 2 for closing a box, 0 for giving one away, 1 for neither.
    fn rank(position: &DotsAndBoxes, line: Line) -> u8 {
        let after = position.lines | 1 << line.0;
        if closed(after) > closed(position.lines) {
            return 2;
        }
        let third = |b: &u16| b >> line.0 & 1 == 1 && (after & b).count_ones() == 3;
        u8::from(!BOXES.iter().any(third))
    }
}

impl Engine<DotsAndBoxes> for Careful {
    fn choose(
        &mut self,
        record: &Record<DotsAndBoxes>,
        _: &Budget,
        _: &mut dyn FnMut(&Report<Line>),
    ) -> Result<Report<Line>, EngineError> {
        let position = record.position();
        let mut lines = position.moves();
        let best = lines
            .iter()
            .map(|line| Careful::rank(position, *line))
            .max();
        lines.retain(|line| Some(Careful::rank(position, *line)) == best);
        if lines.is_empty() {
            return Err(EngineError::GameOver);
        }
        let index = self.0.below(lines.len() as u64) as usize;
        Ok(Report::of_move(lines[index]))
    }
}
