//! SOS: letters in cells, exact values where the board is small enough.

use common::search::{AlphaBeta, Budget, Evaluate, MonteCarlo};
use common::{Game, Outcome, Player, Record, Scored};
use picture::geometry::Point;
use sos::notation::{read_game, write_game};
use sos::solve::Solver;
use sos::{Cell, CellName, Letter, Move, Position, Rules, ScoreSheet, Setup};

use super::{any_move, by_chance};
use crate::board::{Board, Ghost, Letters};
use crate::formats::{self, Format};
use crate::playable::{Analysis, Judged, Playable, Wish, capital};

/// Up to how many empty cells every move is valued exactly without being asked to stop.
const EXACT: usize = 20;

impl Playable for Position {
    const NAME: &'static str = "sos";

    type Picture = ();

    fn setup(wish: &Wish) -> Result<Position, String> {
        let size = wish.size.trim();
        let mut setup: Setup = size.parse().map_err(|error| format!("{error}"))?;
        if !wish.rules.is_empty() {
            let rules: Rules = wish.rules.parse().map_err(|error| format!("{error}"))?;
            setup = setup.with_rules(rules);
        }
        if wish.players > 0 {
            setup = setup
                .with_players(wish.players)
                .map_err(|error| error.to_string())?;
        }
        Ok(Position::from(setup))
    }

    fn picture(&self) -> Result<(), String> {
        Ok(())
    }

    fn draw((): &mut (), _: &Move, _: &[Point]) -> Result<(), String> {
        Ok(())
    }

    fn board(record: &Record<Position>, (): &()) -> Board {
        let position = record.position();
        let size = position.size();
        let index = |cell: Cell| usize::from(cell.row) * size.columns() + usize::from(cell.column);
        let letters = size.iter().map(|cell| {
            let letter = position.letter(cell);
            letter.map_or(' ', Letter::to_char)
        });
        let sheet = ScoreSheet::of(record);
        let marks = sheet.marks().iter().map(|mark| {
            let owner = mark.owner.map(Player::index);
            (index(mark.line.start), index(mark.line.end), owner)
        });
        Board::Letters(Letters {
            rows: size.rows(),
            columns: size.columns(),
            cells: letters.collect(),
            names: size.iter().map(|cell| CellName(cell).to_string()).collect(),
            marks: marks.collect(),
            last: record.moves().last().map(|m| index(m.cell)),
            scores: Player::all(position.players())
                .map(|player| position.score(player))
                .collect(),
        })
    }

    fn ghost(&self, (): &(), m: &Move) -> Ghost {
        let size = self.size();
        Ghost::Letter {
            cell: usize::from(m.cell.row) * size.columns() + usize::from(m.cell.column),
            letter: m.letter.to_char(),
        }
    }

    fn about(&self) -> String {
        let rules = match self.rules() {
            Rules::General => {
                "count for whoever completed them, and that player moves again. Most S-O-S win."
            }
            Rules::First => "win the game at once.",
            Rules::Alternating => {
                "count for whoever completed them; the turn passes after every letter. Most S-O-S win."
            }
            Rules::Misere => "end the game: whoever completed them has lost.",
        };
        format!(
            "Write S or O in an empty square: choose the letter below the board and click, or press S or O on the keyboard. \
             Three squares in a straight line that read S-O-S {rules}"
        )
    }

    fn task(&self) -> &'static str {
        "choose S or O, then an empty square"
    }

    fn words(&self, m: &Move) -> String {
        let (letter, cell) = (m.letter.to_char(), CellName(m.cell));
        match self.points_of(*m) {
            0 => format!("Write {letter} in {cell}"),
            1 => format!("Write {letter} in {cell}, which makes an S-O-S"),
            n => format!("Write {letter} in {cell}, which makes {n} S-O-S"),
        }
    }

    fn touches(&self, m: &Move) -> Vec<String> {
        vec![CellName(m.cell).to_string()]
    }

    fn formats() -> Vec<Format<Position>> {
        vec![
            formats::plain(),
            Format {
                name: "game",
                about: "as it is written by hand",
                looks_like: |text| text.trim_start().starts_with(|c: char| c.is_ascii_digit()),
                read: |text| read_game(text).map_err(|error| error.to_string()),
                write: Some(|record, _| Ok(write_game(record))),
            },
        ]
    }

    fn choose(record: &Record<Position>, level: u8, seed: u64) -> Option<Move> {
        let position = record.position();
        match level {
            0 | 1 => any_move(position, seed),
            2 => by_chance(position, seed, 100),
            3 => by_chance(position, seed, 1_000),
            _ if position.players() == 2 => {
                let nodes = if level == 4 { 20_000 } else { 200_000 };
                let budget = Budget::new().nodes(nodes);
                let mut search = AlphaBeta::new(Points).table(1 << 16);
                let report = search.run(position, &budget, &mut |_| ());
                report.best().copied()
            }
            _ => by_chance(position, seed, 3_000),
        }
    }

    fn analyse(record: &Record<Position>, tell: &mut dyn FnMut(&str)) -> Analysis {
        let position = record.position();
        if let Some(outcome) = position.outcome() {
            return Analysis::over(outcome);
        }
        let cells = position.size().iter();
        let empty = cells
            .filter(|cell| position.letter(*cell).is_none())
            .count();
        if position.players() == 2 && empty <= EXACT {
            tell("looking at every move");
            let solution = Solver::new()
                .budget(Budget::new().memory(64 << 20))
                .progress(|progress| {
                    let (done, all) = progress.share.unwrap_or_default();
                    tell(&format!(
                        "{done} of {all} moves, {} positions",
                        progress.nodes
                    ));
                })
                .solve_every_move(position);
            if let Ok(solution) = solution {
                return proved(position, &solution);
            }
        }
        opinion(position, tell)
    }
}

/// What an exact value says.
fn proved(position: &Position, found: &sos::solve::MoveValues) -> Analysis {
    let mover = position.turn().unwrap_or(Player::FIRST);
    let by_points = !position.rules().ends_at_first();
    let sign = if mover == Player::FIRST { 1 } else { -1 };
    let verdict = |value: i64| match (value, by_points) {
        (0, _) => "a draw".to_owned(),
        (1.., true) => format!("wins by {value}"),
        (1.., false) => "wins".to_owned(),
        (_, true) => format!("loses by {}", -value),
        (_, false) => "loses".to_owned(),
    };
    let own = found.verdict.outcome.utility(Player::FIRST).into();
    let own = sign * found.verdict.margin.unwrap_or(own);
    let mut values: Vec<_> = (found.values.iter())
        .map(|(m, value)| (*m, sign * value))
        .collect();
    values.sort_by_key(|(_, value)| -value);
    Analysis {
        headline: match own {
            0 => "With best play it is a draw. Proved.".to_owned(),
            value => format!(
                "{} {} with best play. Proved.",
                capital(mover),
                verdict(value)
            ),
        },
        exact: true,
        details: vec![format!(
            "{} positions were looked at",
            found.verdict.cost.nodes
        )],
        moves: values
            .iter()
            .take(60)
            .map(|(m, value)| {
                let best = *value == own;
                Judged::new(position, m, verdict(*value), best)
            })
            .collect(),
        ..Analysis::default()
    }
}

/// What a search of limited depth says.
fn opinion(position: &Position, tell: &mut dyn FnMut(&str)) -> Analysis {
    let mover = position.turn().unwrap_or(Player::FIRST);
    if position.players() != 2 {
        let budget = Budget::new().nodes(20_000);
        let report = MonteCarlo::new(1)
            .most_tree(100_000)
            .run(position, &budget, &mut |report| {
                tell(&format!("{} random games", report.nodes));
            });
        let best = report.best();
        return Analysis {
            headline: "More than two players: an opinion from random games.".to_owned(),
            exact: false,
            details: vec![format!("{} random games", report.nodes)],
            moves: best
                .map(|m| Judged::new(position, m, "looks best".to_owned(), true))
                .into_iter()
                .collect(),
            ..Analysis::default()
        };
    }
    let budget = Budget::new().nodes(3_000_000);
    let report = AlphaBeta::new(Points)
        .table(1 << 18)
        .run(position, &budget, &mut |report| {
            tell(&format!(
                "{} moves ahead, {} positions",
                report.depth, report.nodes
            ));
        });
    let value = report.value_for(mover);
    let ahead = match value {
        50_000.. => "wins".to_owned(),
        ..=-50_000 => "loses".to_owned(),
        0 => "even".to_owned(),
        v if v > 0 => format!("{} ahead", v as f64 / 100.0),
        v => format!("{} behind", -v as f64 / 100.0),
    };
    let mut shown = position.clone();
    let mut line = Vec::new();
    for m in &report.line {
        line.push(m.to_string());
        if shown.apply(m).is_err() {
            break;
        }
    }
    Analysis {
        headline: format!(
            "{}: {ahead}, looking {} moves ahead.{}",
            capital(mover),
            report.depth,
            if report.is_proved() {
                " Proved."
            } else {
                " An opinion, not a proof."
            }
        ),
        exact: report.is_proved(),
        details: vec![format!("Expected: {}", line.join(" "))],
        moves: report
            .best()
            .map(|m| Judged::new(position, m, ahead.clone(), true))
            .into_iter()
            .collect(),
        ..Analysis::default()
    }
}

/// The points on the board, and that a win is worth more.
#[derive(Debug)]
struct Points;

impl Evaluate<Position> for Points {
    fn estimate(&self, position: &Position) -> i32 {
        let points = |player| position.score(player) as i32;
        100 * (points(Player::FIRST) - points(Player::SECOND))
    }

    fn finished(&self, position: &Position, outcome: Outcome) -> i32 {
        outcome.utility(Player::FIRST) * 100_000 + self.estimate(position)
    }

    fn priority(&self, position: &Position, m: &Move) -> i32 {
        position.points_of(*m) as i32
    }
}
