//! Sprouts: setups, boards and what its games obey.

mod perfect;

use std::fmt::Write;
use std::io;

use anyhow::{Result, ensure};
use common::search::MonteCarlo;
use common::{Ending, Game, Outcome, Record};
use picture::Draw as _;
use picture::svg::Style;
use picture::terminal::Charset;
use sprouts::land::ParseLandError;
use sprouts::notation::by_hand;
use sprouts::notation::cards::{ParseTableError, Table};
use sprouts::notation::glop::{Sum, ajs};
use sprouts::notation::hoey::{self, Abbreviation, ParseAbbreviationError};
use sprouts::notation::wgosa::{self, GameRecord, ReadGameError};
use sprouts::{Move, Position, Rules as RuleSet, Variant, theory};

use self::perfect::Perfect;
use crate::engine::{Engine, Level};
use crate::game::{Fact, Picture, Playable, picture_and_text};
use crate::records::{self, Description, Fault, Format, Games, Played, Reading, Valued, Writing};
use crate::setup::Rules;
use crate::solve::Job;

impl Playable for Position {
    const TITLE: &'static str = "Sprouts";
    const ABOUT: &'static str = "\
Join two spots, or a spot to itself, by a line that crosses nothing, and put a new spot on
it. No spot may have more than three lines. Whoever makes the last move wins; in the misère
game, loses.";
    const TOUR: &'static str = "5";

    fn setup(text: Option<&str>, rules: &Rules) -> Result<Position> {
        rules.allow("sprouts", &["--variant", "--misere"])?;
        let text = text.unwrap_or("3").replace('−', "-");
        let position: Position = text.parse()?;
        if position.moves_played() > 0 || text.contains(':') {
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
        let said = position.rules().variant;
        let variant = named.unwrap_or(said);
        ensure!(
            said == variant || said == Variant::Standard,
            "expected one variant, found `{text}` and --variant {variant}"
        );
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

    fn table(record: &Record<Position>, picture: Option<Charset>) -> String {
        picture_and_text(record, picture)
    }

    fn remark(&self) -> String {
        let variant = match self.rules().variant {
            Variant::Standard => "",
            Variant::BlackAndWhite => "Black-and-White: the new spot may be left out (1_2).\n",
            Variant::BlackAndWhiteLoops => {
                "Black-and-White: the new spot may be left out (1_2), except on a loop.\n"
            }
            Variant::AntwerpCold => {
                "Cold Antwerp: first joins white and blue spots and draws a red one; second joins\n\
                 white and red spots and draws a blue one.\n"
            }
            Variant::AntwerpHot => {
                "Hot Antwerp: first joins white and blue spots and draws a blue one; second joins\n\
                 white and red spots and draws a red one.\n"
            }
        };
        let ending = match self.ending() {
            Ending::Normal => "",
            Ending::Misere => "Misère: whoever makes the last move loses.\n",
        };
        format!(
            "{variant}{ending}Each region is listed with its boundaries. Two spots can be joined if they are in one\n\
             region and have a life left: a spot has three, and each line that ends there costs one."
        )
    }

    fn how_to_move(&self) -> String {
        "\
1-2           a line from spot 1 to spot 2, with a new spot on it
1-1[3,4]      a line that divides a region: 3 and 4, and what hangs together with them, come
              to lie on its left, everything else on its right
5!-6          the second corner of 5: where both sides of 5 are open, 5 is left on the side
              on which the higher one of its neighbours is to the left of who looks at it
1(7)1[3-4]    the same in the notation of the World Game of Sprouts Association
1_2           a line without a new spot (Black-and-White Sprouts only)"
            .into()
    }

    fn by_hand(&self, text: &str) -> Result<Vec<Move>> {
        Ok(vec![by_hand::read_move(self, text)?])
    }

    fn formats() -> Vec<Format<Position>> {
        vec![
            Format {
                name: "wgosa",
                about: "games in the notation of the World Game of Sprouts Association",
                example: "3+ 1(4)1[2] 2(5)2",
                looks_like: |text| {
                    records::contents(text).any(|(_, line)| line.contains('(')) && !is_string(text)
                },
                read: Reading::Games(read_wgosa),
                write: Some(Writing::Moves(|record| {
                    Ok(GameRecord::new(None, record.clone())?.to_string())
                })),
            },
            records::lines("3+ 1-1[3] 2-2"),
            Format {
                name: "hoey",
                about: "Hoey's boundary lists of the last position, in full",
                example: "1,3,2,3.",
                looks_like: |text| is_lists(text, "") && text.contains('.'),
                read: Reading::Positions(|text, ending| {
                    hoey::read(&tight(text), ending).map_err(|error| error.to_string())
                }),
                write: Some(Writing::Moves(|record| Ok(hoey::write(standard(record)?)))),
            },
            Format {
                name: "cards",
                about: "the last position as playing cards on a table",
                example: "1,4;2/1,4;3",
                looks_like: |text| is_lists(text, "") && text.contains([',', ';', '/']),
                read: Reading::Positions(|text, ending| {
                    let table: Table = tight(text)
                        .parse()
                        .map_err(|e: ParseTableError| e.to_string())?;
                    table.position(ending).map_err(|error| error.to_string())
                }),
                write: Some(Writing::Moves(|record| {
                    Ok(Table::of(standard(record)?).to_string())
                })),
            },
            Format {
                name: "hoey-short",
                about: "Hoey's boundary lists abbreviated to what matters for play",
                example: "1,8,4,9t,8,5;2.",
                looks_like: |text| is_lists(text, "ot") && text.contains('.'),
                read: Reading::Value(Valued {
                    describe: |text| Ok(describe(&sum_of_lists(text)?)),
                    rewrite: |text, to| match to {
                        "hoey-short" => Ok(Some(read_short(text)?.to_string())),
                        _ => Ok(write_string(&sum_of_lists(text)?, to)),
                    },
                }),
                write: Some(Writing::Moves(|record| {
                    Ok(Abbreviation::of(standard(record)?).to_string())
                })),
            },
            Format {
                name: "glop",
                about: "the last position as GLOP and SPOTS spell it; reduced as they do if its spots have numbers",
                example: "0*2.1a1a",
                looks_like: |text| is_string(text) && !text.contains('}'),
                read: Reading::Value(Valued {
                    describe: |text| Ok(describe(&read_glop(text)?)),
                    rewrite: |text, to| Ok(write_string(&read_glop(text)?, to)),
                }),
                write: Some(Writing::Moves(|record| Ok(reduced(record)?.to_string()))),
            },
            Format {
                name: "ajs",
                about: "the last position as Applegate, Jacobson and Sleator spell it",
                example: "0.AB.}AB.}]!",
                looks_like: is_string,
                read: Reading::Value(Valued {
                    describe: |text| Ok(describe(&read_ajs(text)?)),
                    rewrite: |text, to| Ok(write_string(&read_ajs(text)?, to)),
                }),
                write: Some(Writing::Moves(|record| Ok(ajs::write(&reduced(record)?)))),
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
            Picture::Last => Position::picture(record, style)?,
            Picture::Film => Position::film(record, style)?,
            Picture::Animation => Position::animation(record, style)?,
        })
    }

    fn in_terminal(record: &Record<Position>, charset: Charset) -> Result<String> {
        Ok(Position::terminal(record, charset)?)
    }

    fn facts(record: &Record<Position>) -> Vec<Fact> {
        let (start, end) = (record.setup(), record.position());
        if !end.is_terminal() || start.moves_played() > 0 {
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

    /// The higher levels play perfectly where the solver reaches, and by random games elsewhere, as the lower ones do
    /// everywhere.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Position>> {
        if level.number() >= 4 {
            Box::new(Perfect::new(seed))
        } else {
            Box::new(MonteCarlo::new(seed))
        }
    }
}

/// Returns whether a text is made of numbers and the signs of boundary lists, and perhaps of some letters.
fn is_lists(text: &str, letters: &str) -> bool {
    let mut signs = text.trim().chars();
    signs.clone().next().is_some_and(|c| c.is_ascii_digit())
        && signs.all(|c| {
            c.is_ascii_digit() || ",;/.".contains(c) || letters.contains(c) || c.is_whitespace()
        })
}

/// Returns whether a text looks like a string of the solvers: one word of letters, digits and their signs.
fn is_string(text: &str) -> bool {
    let word = text.lines().find(|line| !line.trim().is_empty());
    let word = word.unwrap_or("").trim();
    let is_sign = |c: char| c.is_ascii_alphanumeric() || "*.|+(){}]!".contains(c);
    // A bracket belongs to a letter beyond the alphabet.
    let brackets = word.match_indices('(');
    let mut before = brackets.map(|(at, _)| word[..at].chars().next_back());
    word == "!"
        || word.chars().all(is_sign)
            && word.contains(|c: char| c.is_ascii_alphabetic() || "*.|{}".contains(c))
            && word.starts_with(|c: char| "012".contains(c) || c.is_ascii_uppercase())
            && before.all(|c| matches!(c, Some('m' | 'n' | 'Z')))
}

/// Returns the last position of a game under the rules that other notations are for.
fn standard(record: &Record<Position>) -> Result<&Position> {
    let position = record.position();
    ensure!(
        position.rules().variant == Variant::Standard,
        "expected a game of standard Sprouts, found one of {}",
        position.rules().variant
    );
    Ok(position)
}

/// Returns the last position of a game as the solvers reduce it.
fn reduced(record: &Record<Position>) -> Result<Sum> {
    Ok(Abbreviation::of(standard(record)?).to_sum()?.simplified())
}

/// Returns a text without blanks, which people put behind commas.
fn tight(text: &str) -> String {
    text.split_whitespace().collect()
}

fn read_short(text: &str) -> Result<Abbreviation, String> {
    tight(text)
        .parse()
        .map_err(|error: ParseAbbreviationError| error.to_string())
}

fn sum_of_lists(text: &str) -> Result<Sum, String> {
    read_short(text)?
        .to_sum()
        .map_err(|error| error.to_string())
}

fn read_glop(text: &str) -> Result<Sum, String> {
    text.parse()
        .map_err(|error: ParseLandError| error.to_string())
}

fn read_ajs(text: &str) -> Result<Sum, String> {
    ajs::read(text).map_err(|error| error.to_string())
}

/// Writes a position without numbers in the format with the given name, if it is one for such positions.
fn write_string(sum: &Sum, to: &str) -> Option<String> {
    match to {
        "glop" => Some(sum.to_string()),
        "ajs" => Some(ajs::write(sum)),
        _ => None,
    }
}

/// Returns what there is to say about a position without numbers.
fn describe(sum: &Sum) -> Description {
    let reduced = sum.simplified();
    vec![
        ("string", sum.to_string()),
        ("reduced", reduced.to_string()),
        ("older spelling", ajs::write(&reduced)),
        ("lands", reduced.lands().len().to_string()),
        ("lives", reduced.lives().to_string()),
    ]
}

/// Writes a move as the association does.
fn spell(position: &Position, m: &Move) -> String {
    wgosa::write_move(position, m).unwrap_or_else(|_| m.to_string())
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
            _ if line.trim().is_empty() || line.trim_start().starts_with('#') => (),
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
            stated: game.winner().map(Outcome::Win),
            kept: Some(("wgosa", game.to_string())),
            ..Played::new(game.record().clone(), line)
        }),
        Err(error) => Err(match &error {
            ReadGameError::Move {
                at,
                text: wrong,
                before,
                ..
            } => {
                let at = line + text[..*at].matches('\n').count();
                Fault::in_move(
                    format!("line {at}, {error}"),
                    before.position(),
                    wrong,
                    spell,
                )
            }
            ReadGameError::Syntax(unexpected) => {
                let start = text[..unexpected.at].rfind('\n').map_or(0, |end| end + 1);
                let at = line + text[..start].matches('\n').count();
                let mut unexpected = unexpected.clone();
                // The place in the line says more than that in the text.
                unexpected.at -= start;
                Fault::of(format!("line {at}, {unexpected}"))
            }
            _ => Fault::of(format!("line {line}, {error}")),
        }),
    }
}
