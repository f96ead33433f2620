//! Phutball: setups, boards and what its games obey.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use common::grid::ColumnName;
use common::{Game, Outcome, Player, Record};
use phutball::{Distinct, Point, Position, Rules as RuleSet, Size};

use crate::game::{Fact, Playable};
use crate::setup::Rules;

impl Playable for Position {
    const TITLE: &'static str = "Phutball";
    const ABOUT: &'static str = "\
Place a man, or jump with the ball over lines of men, who leave the board at once. At the
end of a turn the ball on one of the two highest rows wins for the first player, on one of
the two lowest for the second, whoever moved it there.";
    const TOUR: &'static str = "15x21";

    fn setup(text: Option<&str>, rules: &Rules) -> Result<Position> {
        rules.allow("phutball", &["--rules"])?;
        let text = text.unwrap_or("15x21");
        if text.contains(['/', '@']) {
            let position = text.parse::<Position>()?;
            let none = rules.set.is_none();
            ensure!(
                none,
                "expected no --rules beside a position, whose text says its rules"
            );
            return Ok(position);
        }
        let size: Size = text.parse().with_context(|| {
            format!("expected a board such as `15x21` or the text of a position, found `{text}`")
        })?;
        let named = rules
            .set
            .as_deref()
            .map(str::parse::<RuleSet>)
            .transpose()?;
        Ok(Position::start(size, named.unwrap_or_default()))
    }

    fn board(&self) -> String {
        let size = self.size();
        let (columns, top) = (size.columns() as i8, size.top());
        let margin = top.to_string().len();
        let mut text = String::new();
        for row in (0..=top).rev() {
            let _ = write!(text, "{row:>margin$}");
            for column in -1..=columns {
                let point = Point::new(column, row);
                let sign = match (point == self.ball(), size.contains(point), row) {
                    (true, ..) => '@',
                    (false, false, _) => ' ',
                    (false, true, row) if row == 0 || row == top => '~',
                    _ if self.is_man(point) => 'o',
                    (false, true, row) if row == 1 || row == top - 1 => '-',
                    _ => '.',
                };
                let _ = write!(text, " {sign}");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push_str(&" ".repeat(margin + 2));
        for column in 0..size.columns() {
            let _ = write!(text, " {}", ColumnName(column as u8));
        }
        text
    }

    fn facts(record: &Record<Position>) -> Vec<Fact> {
        let end = record.position();
        let Some(outcome) = end.outcome() else {
            return Vec::new();
        };
        let (ball, top) = (end.ball(), end.size().top());
        let goal = match ball.row() {
            0 | 1 => Player::SECOND,
            row if row + 1 >= top => Player::FIRST,
            _ => {
                return vec![Fact::new(
                    false,
                    format!("the ball ends in a goal, not at {ball}"),
                )];
            }
        };
        let text =
            format!("the goal decides: the ball ends on {ball}, where the {goal} player wins");
        vec![Fact::new(outcome == Outcome::Win(goal), text)]
    }

    fn perft_turns(&self, depth: u32) -> Option<u128> {
        phutball::perft::turns(self, depth, Distinct::Paths).map(u128::from)
    }
}
