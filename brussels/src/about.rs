//! The description of the game for programs: names, rules, notations, opponents and exact values.

use core::fmt::Write;

use common::describe::{
    About, BoardKind, Describe, Fact, Opponents, Refused, RuleSet, SetupOptions,
};
use common::fields::{Field, Fields};
use common::format::{self, Format, Notations, Reading, Writing};
use common::values::{Effort, SolveResult, Values};
use common::{Ending, Engine, Game, Level, Record, Symmetric, Verdict, VerifiedVerdict};

use crate::engine::TheoremEngine;
use crate::moves::Move;
use crate::notation::{read_game, read_move, write_game};
use crate::position::Position;
use crate::star::{Arm, Star};
use crate::{solve, theory};

/// The rule sets: normal and misère play.
const RULE_SETS: &[RuleSet] = &[
    RuleSet::of_ending(
        Ending::Normal,
        "2+ 1a-2a",
        "Gardner, Mathematical Carnival, chapter 1",
    ),
    RuleSet::of_ending(
        Ending::Misere,
        "2- 1a-2a",
        "Berlekamp, Conway and Guy, Winning Ways, chapter 17",
    ),
];

/// The reason why moves do not matter, worded to complete a sentence.
const FIXED: &str =
    "the length of a game of Brussels Sprouts is fixed, so either every move wins or none does";

/// What a player should know about the theory, with a short proof.
const THEORY: &str = "\
Why moves do not matter: a line uses two free arms and its bar adds two, so n crosses always have 4n free arms. At the \
end each free arm is alone in its region, so there are 4n regions. Every move adds a bar, which cuts the new line in \
two, so after m moves the drawing is one piece with n + m crossings and 2m lines. By Euler's formula, crossings - \
lines + regions = 2, so (n + m) - 2m + 4n = 2, and every game has m = 5n - 2 moves. With one cross the game has 3 \
moves, so the first player makes the last move; with two crosses it has 8, so the second player does. In normal play \
this player wins, and in misère play this player loses. Stars with other numbers of arms last arms + stars - 2 moves.";

impl Describe for Position {
    const ABOUT: About = About {
        title: "Brussels Sprouts",
        brief: "Join two free arms of crosses and put a bar across the line",
        summary: "\
Join two free arms of crosses by a line that crosses nothing, and put a bar across the line. The bar gives a new free
arm on each side. The player who makes the last move wins; in misère play, that player loses. Conway invented the game
as a joke: it looks like Sprouts, but every move is as good as any other.",
        theory: THEORY,
        rule_sets: RULE_SETS,
        setups: &[
            ("2", "two crosses; `2-` means misère play"),
            ("4,4,3", "stars with four, four and three arms"),
            ("1x5", "one star with five arms"),
            (
                "2@c1",
                "two crosses on a surface, here the projective plane (a sphere with one crosscap)",
            ),
            (
                "4,3@h2",
                "stars with four and three arms on a sphere with two handles",
            ),
        ],
        puzzle: Err(FIXED),
        board: BoardKind::Lines,
        ..About::new("brussels").setup("2")
    };

    fn start(text: Option<&str>, options: &SetupOptions) -> Result<Position, Refused> {
        options.allow("brussels", &["misere"])?;
        let text = text.unwrap_or("2").replace('−', "-");
        let mut position = text.parse::<Position>().map_err(Refused::because)?;
        position.ending = options.ending_of(&text)?;
        Ok(position)
    }

    fn board(&self) -> String {
        let faces = self.faces().into_iter().zip(1..).map(|(face, number)| {
            let boundaries = face.iter().map(|arms| {
                let names: Vec<String> = arms.iter().map(ToString::to_string).collect();
                names.join(" ")
            });
            let boundaries: Vec<String> = boundaries.collect();
            format!("face {number}: {}", boundaries.join(" / "))
        });
        faces.collect::<Vec<_>>().join("\n")
    }

    fn board_of(record: &Record<Position>) -> String {
        let mut text = record.position().board();
        if let Some(last) = record.moves().last() {
            let _ = write!(text, "\nlast move: {last}");
        }
        text
    }

    fn fixed(&self) -> Option<&'static str> {
        Some(FIXED)
    }

    fn remarks(&self) -> String {
        let ending = self.ending.remark();
        let (left, winner) = (theory::moves_left(self), solve::winner(self));
        format!(
            "{ending}Your moves do not matter: a line uses two free arms and its bar makes two, so their number stays \
             the same until each has a face of its own. However it is played, that takes {left} moves from here, and \
             {winner} wins.\nEach face is listed with its free arms, those of one piece together. Any two arms of one\n\
             face can be joined; the ends of the bar take over their names."
        )
    }

    fn move_help(&self) -> String {
        "\
1a-2c         a line from arm a of cross 1 to arm c of cross 2
1a-1c[2,3]    a line that divides a face: crosses 2 and 3 are on the side of arm 1a, and all
              others are on the side of arm 1c"
            .into()
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Move>, Refused> {
        let m = read_move(self, &without_blanks(text))?;
        Ok(vec![m])
    }

    fn say_move(&self, m: &Move) -> String {
        let (from, to) = (m.from(), m.to());
        let with: Vec<String> = m.pieces().iter().map(|star| star.to_string()).collect();
        match &with[..] {
            [] => format!("Join {from} and {to}"),
            [one] => format!("Join {from} and {to}, with cross {one} on the side of {from}"),
            [most @ .., last] => format!(
                "Join {from} and {to}, with crosses {} and {last} on the side of {from}",
                most.join(", ")
            ),
        }
    }

    /// Returns the number of free arms of each piece, and the regions with the arms on each of their boundaries.
    fn fields(&self) -> Fields {
        let arms = |star: Star| (star.index() + 1, self.n_arms_of(star).into());
        let name = |arm: Arm| Field::from(arm.to_string());
        let boundary = |arms: Vec<Arm>| Field::List(arms.into_iter().map(name).collect());
        let region = |face: Vec<Vec<Arm>>| Field::List(face.into_iter().map(boundary).collect());
        vec![
            ("arms", Field::Numbered(self.stars().map(arms).collect())),
            (
                "regions",
                Field::List(self.faces().into_iter().map(region).collect()),
            ),
        ]
    }

    /// Returns both arms, and the pieces on the side of the lower one.
    fn move_fields(m: &Move, _: Option<&Position>) -> Fields {
        let with: Vec<usize> = m.pieces().iter().map(|star| star.index() + 1).collect();
        vec![
            ("from", m.from().to_string().into()),
            ("to", m.to().to_string().into()),
            ("with", with.into()),
        ]
    }

    /// Two positions belong to the same class if they are the same drawing on the sphere, or mirror images of each
    /// other.
    fn class(&self) -> String {
        self.canonical().to_string()
    }

    fn facts(record: &Record<Position>) -> Vec<Fact> {
        let (start, end) = (record.setup(), record.position());
        if !end.is_terminal() || start.moves_made() > 0 {
            return Vec::new();
        }
        let (moves, stars, arms) = (record.moves().len(), start.n_stars(), start.n_arms());
        let crosses = start.stars().all(|star| start.n_arms_of(star) == 4);
        let length = if crosses {
            format!("n crosses last 5n - 2 moves: {moves} = 5*{stars} - 2")
        } else {
            format!("a game lasts exactly arms + stars - 2 moves: {moves} = {arms} + {stars} - 2")
        };
        let faces = end.n_faces();
        vec![
            Fact::new(moves + 2 == arms + stars, length),
            Fact::new(
                faces == arms,
                format!("at the end each face holds one free arm: {faces} faces, {arms} arms"),
            ),
        ]
    }
}

impl Notations for Position {
    fn formats() -> Vec<Format<Position>> {
        vec![
            Format {
                name: "game",
                about: "a game as people write it on paper",
                example: "3- 1. 2c-2a[3] 2. 1b-2d",
                looks_like: is_by_hand,
                read: Some(Reading::Games(|text| {
                    let is_setup = |word: &str| word.parse::<Position>().is_ok();
                    format::read_wholes(text, is_setup, read_game, format::plainly)
                })),
                write: Some(Writing::Moves(|record| Ok(write_game(record)))),
            },
            format::lines("2+ 1a-1c[2] 1a-2b"),
        ]
    }
}

impl Opponents for Position {
    /// No move is better than another, so every level plays perfectly.
    fn engine(_: Level, seed: u64) -> Box<dyn Engine<Position>> {
        Box::new(TheoremEngine::new(seed))
    }
}

/// The solver behind the [trait object](common::any), which uses the theorem that gives the value of every position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

impl Values<Position> for Exact {
    fn solve(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<Verdict<Move>> {
        let mut verdict = solve::solve(position);
        if effort.every_move && position.turn() == verdict.winner() && position.has_move() {
            // Every move wins. If there are too many to list, the verdict lists none.
            let is_short = position.count_moves() <= MOST_LISTED;
            verdict.moves = is_short.then(|| position.moves());
        }
        Ok(verdict)
    }

    fn verify(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<VerifiedVerdict<Move>> {
        let verdict = solve::verify(position, &effort.budget)?;
        let sums = verdict.cost.nodes;
        let by = format!("a search that knows no theorem, with {sums} sums of faces");
        Ok(VerifiedVerdict { verdict, by })
    }
}

/// The maximum number of moves that a verdict lists. Every move of a won position wins, and a position can have 2ⁿ
/// moves for *n* other pieces.
const MOST_LISTED: u128 = 1 << 16;

/// Removes the blanks from a move, and puts a hyphen between two arms that only blanks separate.
fn without_blanks(text: &str) -> String {
    let dashes = ['-', '–', '—', '−'];
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [from, to, ..] if !text.contains(dashes) => format!("{from}-{to}{}", words[2..].concat()),
        _ => words.concat(),
    }
}

/// Returns whether a text must be a game written by hand, because it has several lines, numbered moves, capitals or
/// typographic dashes.
fn is_by_hand(text: &str) -> bool {
    let is_number = |word: &str| {
        let digits = word.find(|c: char| !c.is_ascii_digit());
        digits.is_some_and(|end| end > 0 && word[end..].starts_with('.'))
    };
    let mut words = text.split_whitespace();
    format::is_over_lines::<Position>(text)
        || words.any(|word| {
            is_number(word) || word.contains(|c: char| c.is_ascii_uppercase() || c == '–')
        })
}
