//! Sprouts: setups, boards and what its games obey.

use std::fmt::Write;
use std::io;

use anyhow::{Result, ensure};
use common::svg::Style;
use common::terminal::Charset;
use common::{Ending, Game, Outcome, Record};
use sprouts::notation::hoey;
use sprouts::notation::wgosa::{GameRecord, ReadGameError};
use sprouts::render;
use sprouts::{Position, Rules as RuleSet, Variant, theory};

use crate::game::{Fact, Picture, Playable};
use crate::records::{self, Fault, Format, Games, Played};
use crate::setup::Rules;
use crate::solve::Job;

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

    fn formats() -> Vec<Format<Position>> {
        vec![
            Format {
                name: "wgosa",
                about: "games in the notation of the World Game of Sprouts Association",
                looks_like: |text| text.contains('('),
                read: read_wgosa,
                write: Some(|record| Ok(GameRecord::new(None, record.clone())?.to_string())),
            },
            records::lines(),
            Format {
                name: "hoey",
                about: "Hoey's boundary lists of the last position; read as normal play",
                looks_like: |_| false,
                read: |text| match hoey::read(text.trim(), Ending::Normal) {
                    Ok(position) => Ok(vec![Played {
                        record: Record::new(position),
                        line: 1,
                        stated: None,
                    }]),
                    Err(error) => Err(Fault::of(error.to_string())),
                },
                write: Some(|record| Ok(hoey::write(record.position()))),
            },
        ]
    }

    fn solve(job: &Job, out: &mut dyn io::Write) -> Result<()> {
        crate::solve::sprouts::solve(job, out)
    }

    fn verify(job: &Job, out: &mut dyn io::Write) -> Result<()> {
        crate::solve::sprouts::verify(job, out)
    }

    fn draw(record: &Record<Position>, picture: Picture, style: &Style) -> Result<String> {
        Ok(match picture {
            Picture::Last => render::of_record(record, style)?,
            Picture::Film => render::film(record, style)?,
            Picture::Animation => render::animation(record, style)?,
        })
    }

    fn in_terminal(record: &Record<Position>, charset: Charset) -> Result<String> {
        Ok(render::terminal_of_record(record, charset)?)
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
        let mut facts = vec![Fact::new((2 * n..=most).contains(&m), length)];
        if let Some(census) = theory::census(end) {
            let (survivors, pharisees) = (census.survivors.len(), census.pharisees.len());
            facts.push(Fact::new(
                survivors == 3 * n - m,
                format!("as many survivors as 3n - m: {survivors} = {}", 3 * n - m),
            ));
            facts.push(Fact::new(
                pharisees % 4 == 0 && m == 2 * n + pharisees / 4,
                format!(
                    "m = 2n + p/4 with p Pharisees: {m} = {} + {pharisees}/4",
                    2 * n
                ),
            ));
        }
        facts
    }
}

/// Reads games in the association's notation. A line that begins with a number of spots and `+` or `-` begins a game.
fn read_wgosa(text: &str) -> Games<Position> {
    let begins = |line: &str| {
        let rest = line
            .trim_start()
            .trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < line.trim_start().len() && rest.starts_with(['+', '-', '−', '–'])
    };
    let mut texts: Vec<(usize, String)> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        match texts.last_mut() {
            _ if line.trim().is_empty() => (),
            Some((_, game)) if !begins(line) => {
                game.push('\n');
                game.push_str(line);
            }
            _ => texts.push((number, line.to_owned())),
        }
    }
    texts
        .into_iter()
        .map(|(line, text)| read_wgosa_game(line, &text))
        .collect()
}

/// Reads the game that begins in the given line.
fn read_wgosa_game(line: usize, text: &str) -> Result<Played<Position>, Fault<Position>> {
    match text.parse::<GameRecord>() {
        Ok(game) => Ok(Played {
            record: game.record().clone(),
            line,
            stated: game.winner().map(Outcome::Win),
        }),
        Err(error) => {
            let mut at = line;
            let mut before = None;
            if let ReadGameError::Move {
                number,
                text: wrong,
                ..
            } = &error
            {
                let moves = text
                    .match_indices(wrong.as_str())
                    .take(1_000)
                    .map(|(start, _)| &text[..start]);
                // The same text may stand earlier, too; what is right before this move has one move less.
                let read = moves.filter_map(|head| Some((head, head.parse::<GameRecord>().ok()?)));
                let fits = read.filter(|(_, game)| game.record().moves().len() + 1 == *number);
                if let Some((head, game)) = fits.last() {
                    at += head.matches('\n').count();
                    before = Some(Box::new(game.record().clone()));
                }
            }
            Err(Fault {
                text: format!("line {at}, {error}"),
                before,
            })
        }
    }
}
