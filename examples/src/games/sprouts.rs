//! Sprouts: setups, boards and what its games obey.

use std::fmt::Write;

use anyhow::{Result, ensure};
use common::{Game, Record};
use sprouts::{Position, Rules as RuleSet, Variant};

use crate::game::{Fact, Playable};
use crate::setup::Rules;

impl Playable for Position {
    const TITLE: &'static str = "Sprouts";
    const ABOUT: &'static str = "\
Join two spots, or a spot to itself, by a line that crosses nothing, and put a new spot on
it. No spot may have more than three lines. Whoever makes the last move wins.";
    const TOUR: &'static str = "5";

    fn setup(text: Option<&str>, rules: &Rules) -> Result<Position> {
        rules.allow("sprouts", &["--variant", "--misere"])?;
        let text = text.unwrap_or("3").replace('−', "-");
        let position: Position = text.parse()?;
        if position.n_moves() > 0 || text.contains(':') {
            let none = rules.variant.is_none() && !rules.misere;
            ensure!(
                none,
                "expected no options for rules beside a position, whose text says them"
            );
            return Ok(position);
        }
        let named = rules
            .variant
            .as_deref()
            .map(str::parse::<Variant>)
            .transpose()?;
        let variant = named.unwrap_or(position.rules().variant);
        let ending = rules.ending_of(&text)?;
        Ok(Position::new(
            position.n_start(),
            RuleSet { ending, variant },
        )?)
    }

    fn board(&self) -> String {
        let mut text = String::new();
        for (number, region) in self.lists().into_iter().enumerate() {
            let newline = if number > 0 { "\n" } else { "" };
            let _ = write!(text, "{newline}region {}:", number + 1);
            for (i, boundary) in region.into_iter().enumerate() {
                text.push_str(if i > 0 { " / " } else { " " });
                let spots: Vec<String> = boundary.iter().map(usize::to_string).collect();
                text.push_str(&spots.join("-"));
            }
        }
        let alive: Vec<String> = self
            .spots()
            .filter(|spot| self.is_alive(*spot))
            .map(|spot| format!("{spot} ({})", 3 - self.degree(spot)))
            .collect();
        let _ = write!(text, "\nspots with lives: {}", alive.join(", "));
        text
    }

    fn facts(record: &Record<Position>) -> Vec<Fact> {
        let (start, end) = (record.setup(), record.position());
        if !end.is_terminal() || start.n_moves() > 0 {
            return Vec::new();
        }
        let (n, m) = (start.n_start(), record.moves().len());
        let most = 3 * n - 1;
        if start.rules().variant != Variant::Standard {
            return vec![Fact::new(
                m <= most,
                format!("m <= 3n - 1 moves: {m} <= {most}"),
            )];
        }
        let length = format!("2n <= m <= 3n - 1 moves: {} <= {m} <= {most}", 2 * n);
        vec![Fact::new((2 * n..=most).contains(&m), length)]
    }
}
