//! `papergames tour`: plays a game of each kind with one generic function.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use common::Seeded;
use common::any::{AnyGame, AnyRecord};
use common::describe::{BoardKind, SetupOptions};
use common::look::{Charset, Window};
use play::terminal::{Screen, explain, fill};

use crate::draw::write_still;
use crate::setup::games;

/// See each game in action on one screen
///
/// Plays a short random game of each kind (Sprouts, Brussels Sprouts, SOS and Phutball) with the same generic function.
/// For each game, shows the final board, the winner, and a theorem that the game obeys. With `--all`, plays larger
/// games and also prints every move and every theorem, and writes pictures.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames tour
  papergames tour --all --seed 7")]
pub(crate) struct Tour {
    /// The seed of the random moves; the same seed gives the same games on every machine.
    #[arg(long, default_value_t = SEED)]
    seed: u64,

    /// Play larger games, and print their moves, boards and theorems.
    #[arg(long)]
    all: bool,

    /// The folder to which `--all` writes its pictures. The default is `target/tour` if a folder `target` exists, and
    /// otherwise a temporary folder.
    #[arg(long, short, value_name = "FOLDER", requires = "all")]
    output: Option<PathBuf>,
}

/// The seed unless another is given.
const SEED: u64 = 3;

/// The number of moves after which a random game is stopped, which ordinary games never reach.
const LIMIT: u64 = 100_000;

/// The width of lists of moves.
const WIDTH: usize = 96;

/// The columns of the first screen.
const COLUMNS: usize = 80;

/// The lines that the boards fill there, side by side.
const ROWS: usize = 7;

/// The columns between two boards.
const GAP: usize = 2;

/// The most columns of a board that is made of characters.
const WIDEST: usize = 18;

impl Default for Tour {
    fn default() -> Tour {
        Tour {
            seed: SEED,
            all: false,
            output: None,
        }
    }
}

impl Tour {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        if self.all {
            self.all(out)
        } else {
            self.glance(out)
        }
    }

    /// Prints one screen: the boards side by side, each game in two lines, and commands to try next.
    fn glance(&self, out: &mut dyn Write) -> Result<()> {
        let records: Vec<_> = toured()
            .map(|game| self.play(game, game.about().tour))
            .collect::<Result<_>>()?;
        let titles: Vec<_> = toured().map(|game| game.about().title).collect();
        let (last, others) = titles.split_last().context("expected a game")?;
        let others = others.join(", ");
        let columns = Screen::detect().columns.clamp(WIDEST + GAP, COLUMNS);
        let head = format!("papergames: play, solve and check {others} and {last}");
        writeln!(out, "{}\n", fill(&head, columns))?;
        let beside = match columns {
            COLUMNS.. => records.len(),
            n if n >= 2 * (WIDEST + GAP) => 2,
            _ => 1,
        };
        for records in records.chunks(beside) {
            let lines = side_by_side(records, columns)?.join("\n");
            writeln!(out, "{}\n", lines.trim_end())?;
        }
        for record in &records {
            let about = record.game().about();
            let line = format!("  {:18}{}", about.title, about.brief);
            writeln!(out, "{}", explain(&line, 20, columns))?;
            let game = in_one_line(&**record, columns)?;
            let game = fill(&game, columns - 4).replace('\n', "\n    ");
            writeln!(out, "    {game}")?;
        }
        let game = games()[0].about();
        let (name, setup) = (game.name, game.tour.unwrap_or_default());
        let next = [
            (format!("play {name} {setup}"), "play against the machine"),
            (
                format!("solve {name} {}", game.solved.unwrap_or(setup)),
                "who wins, proved",
            ),
            ("web".to_owned(), "draw the lines by hand, in the browser"),
            ("help".to_owned(), "everything else, such as `tour --all`"),
        ];
        writeln!(out)?;
        for (command, what) in next {
            let line = format!("  papergames {command:23}{what}");
            writeln!(out, "{}", explain(&line, 36, columns))?;
        }
        Ok(())
    }

    /// Prints a larger game of each kind, and draws its end.
    fn all(&self, out: &mut dyn Write) -> Result<()> {
        let target = Path::new("target");
        let folder = match &self.output {
            Some(folder) => folder.clone(),
            None if target.is_dir() => target.join("tour"),
            None => std::env::temp_dir().join("papergames-tour"),
        };
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create the folder `{}`", folder.display()))?;
        for game in toured() {
            let record = self.play(game, None)?;
            show(&*record, out)?;
            if record.pictures().is_some() {
                let name = game.about().title.to_lowercase().replace(' ', "-");
                let path = folder.join(name).with_extension("svg");
                write_still(&path, &*record)?;
                writeln!(out, "picture: {}\n", path.display())?;
            }
        }
        Ok(())
    }

    /// Plays a random game to its end.
    fn play(&self, game: &'static dyn AnyGame, setup: Option<&str>) -> Result<Box<dyn AnyRecord>> {
        let mut record = game.start(setup, &SetupOptions::none())?;
        record.play_random(LIMIT, &mut Seeded::new(self.seed));
        let title = game.about().title;
        ensure!(
            record.turn().is_none(),
            "the random game of {title} was not over after {LIMIT} moves"
        );
        for fact in record.facts() {
            ensure!(
                fact.holds,
                "a game of {title} contradicts a theorem: {}",
                fact.text
            );
        }
        Ok(record)
    }
}

/// Returns the last boards of some games side by side, as lines. Drawn boards share the columns that boards made of
/// characters leave. Lines of the latter that are too long are left out.
fn side_by_side(records: &[Box<dyn AnyRecord>], columns: usize) -> Result<Vec<String>> {
    let texts: Vec<_> = records
        .iter()
        .map(|record| in_characters(&**record))
        .collect();
    let taken: usize = texts
        .iter()
        .flatten()
        .map(|(columns, _)| columns + GAP)
        .sum();
    let drawn = texts.iter().filter(|text| text.is_none()).count();
    let share = ((columns - taken) / drawn.max(1)).saturating_sub(GAP);
    let window = Window {
        columns: share,
        rows: ROWS,
        ..Window::new(Charset::Dots)
    };
    let mut lines = vec![String::new(); ROWS];
    for (record, text) in records.iter().zip(texts) {
        let (columns, board) = match (text, record.pictures()) {
            (None, Some(pictures)) => (share, pictures.print(&window)?.to_string()),
            (text, _) => text.unwrap_or_default(),
        };
        let mut board = board.lines();
        for line in &mut lines {
            let row = board.next().unwrap_or_default();
            write!(line, "{:GAP$}{row:columns$}", "")?;
        }
    }
    Ok(lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect())
}

/// Returns a board made of characters, with the number of its columns, or `None` if the game has a drawing.
fn in_characters(record: &dyn AnyRecord) -> Option<(usize, String)> {
    if record.game().about().board == BoardKind::Lines && record.pictures().is_some() {
        return None;
    }
    let board = record.view("").unwrap_or_default();
    let lines = board.lines().filter(|line| line.chars().count() <= WIDEST);
    let lines: Vec<&str> = lines.take(ROWS).collect();
    let columns = lines.iter().map(|line| line.chars().count()).max();
    Some((columns.unwrap_or_default(), lines.join("\n")))
}

/// Returns the games that name a setup for the tour.
fn toured() -> impl Iterator<Item = &'static dyn AnyGame> {
    let games = games().iter().copied();
    games.filter(|game| game.about().tour.is_some())
}

/// Returns a finished game in one line: some of its moves, the result and its first theorem.
fn in_one_line(record: &dyn AnyRecord, columns: usize) -> Result<String> {
    let outcome = record.outcome().context("the game is over")?;
    let result = match record.facts().first() {
        Some(fact) => format!("{outcome}; {}", fact.text),
        None => format!("{outcome} after {} moves", record.len()),
    };
    let moves: Vec<String> = record.moves().iter().map(ToString::to_string).collect();
    // Show as many of the first moves as there is room for, and the last move.
    let line = |first: usize| {
        let last = moves.last().map(String::as_str).unwrap_or_default();
        let gap = if first + 1 < moves.len() { "..." } else { "" };
        let mut words: Vec<&str> = moves[..first].iter().map(String::as_str).collect();
        words.extend([gap, last].iter().filter(|word| !word.is_empty()));
        format!("{}: {result}", words.join(" "))
    };
    let most = moves.len().saturating_sub(1);
    let fits = (0..=most)
        .rev()
        .find(|first| line(*first).len() <= columns - 4);
    Ok(line(fits.unwrap_or_default()))
}

/// Prints a game: boards at its start, in its middle and at its end, the moves, the winner and the facts.
fn show(record: &dyn AnyRecord, out: &mut dyn Write) -> Result<()> {
    let about = record.game().about();
    let count = record.len();
    writeln!(out, "=== {} ===\n\n{}\n", about.title, about.summary)?;
    let mut shown = record.boxed();
    shown.rewind(0);
    let (mut words, mut before, mut turns) = (Vec::new(), None, 0);
    for (played, m) in record.moves().iter().enumerate() {
        match played {
            0 => board(&*shown, "The start", out)?,
            n if n == count / 2 => board(&*shown, &format!("After {n} moves"), out)?,
            _ => (),
        }
        // Each run of moves by one player follows the number of the turn.
        let turn = shown.turn();
        if turn == before {
            words.push(m.to_string());
        } else {
            turns += 1;
            words.push(format!("{turns}.\u{a0}{m}"));
        }
        before = turn;
        shown.push(m)?;
    }
    board(record, &format!("After the last of {count} moves"), out)?;
    writeln!(
        out,
        "The moves:\n{}",
        indent(&fill(&words.join(" "), WIDTH))
    )?;
    let outcome = record.outcome().context("the game is over")?;
    writeln!(out, "\nThe result: {outcome}")?;
    for fact in record.facts() {
        writeln!(out, "obeyed: {}", fact.text)?;
    }
    Ok(())
}

/// Prints the board after some moves.
fn board(record: &dyn AnyRecord, when: &str, out: &mut dyn Write) -> Result<()> {
    let board = indent(&record.view("").unwrap_or_default());
    Ok(writeln!(out, "{when}: {}\n\n{board}\n", record.position())?)
}

/// Indents every line by two columns.
fn indent(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| format!("  {line}").trim_end().to_owned())
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_ends_in_blanks() {
        assert_eq!(indent("a\n\n b"), "  a\n\n   b");
    }
}
