//! `papergames draw`: pictures of positions and games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use common::Record;
use indicatif::ProgressStyle;
use picture::drawing::Quality;
use picture::svg::{Look, Style, png};
use picture::terminal::{Charset, Window, turn};

use crate::input::write_whole;
use crate::solve::spinner;
use crate::stopping;
use crate::typed_records;
use crate::typed_setup::{ForAnyGame, GameName, Playable, Rules};
use crate::units::Bounds;

/// Draw a position or a game
///
/// Writes SVG, PNG, LaTeX or JSON, depending on the extension of the file name; without a file, the picture is drawn in
/// the terminal. A file with several games becomes several pictures with numbered names.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames draw sprouts '2+:1,3,2,3'
  papergames draw sprouts '3+ 1-2 1-3' -o game.svg
  papergames draw sos game.txt --film -o film.svg
  papergames draw phutball 9x11 -o board.png --width 800
  papergames draw brussels 2 -o crosses.tex")]
pub(crate) struct Draw {
    /// The game.
    #[arg(value_name = "GAME")]
    game: GameName,

    /// A setup, a position or a record as text, the file that holds it, or `-` for standard input.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    what: String,

    /// The file to write, ending in `.svg` or `.png`; of Sprouts and Brussels Sprouts also in `.tex`, for papers, or
    /// `.json`, the map with coordinates for other programs. A file of that name is replaced.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw all positions of the game in one picture.
    #[arg(long, requires = "output", conflicts_with = "animate")]
    film: bool,

    /// Draw the game as one animated SVG.
    #[arg(long, requires = "output")]
    animate: bool,

    /// The width of a PNG in pixels: 800 unless given, and more for a picture with insets beside it.
    #[arg(
        long,
        value_name = "PIXELS",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=20_000),
    )]
    width: Option<u32>,

    /// The colours and how bold lines and labels are.
    #[arg(long, value_enum, default_value = "light", requires = "output")]
    style: Looks,

    /// What a picture in the terminal is made of.
    #[arg(long, value_enum, default_value = "braille")]
    charset: Characters,

    /// The notation of the record; guessed unless given.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,

    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    bounds: Bounds,
}

/// The styles of pictures.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Looks {
    /// Colours on white.
    Light,
    /// Black, white and greys, for printers.
    Print,
    /// Light lines on a dark page.
    Dark,
    /// Colours that differ for every kind of colour vision.
    ColourBlind,
    /// Bold lines and large labels.
    Large,
}

impl Looks {
    fn look(self) -> Look {
        match self {
            Looks::Light => Look::Light,
            Looks::Print => Look::Print,
            Looks::Dark => Look::Dark,
            Looks::ColourBlind => Look::ColourBlind,
            Looks::Large => Look::Large,
        }
    }
}

/// The characters of a picture in the terminal.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Characters {
    /// Dots, eight to a character.
    Braille,
    /// Characters that every terminal has.
    Ascii,
}

impl Draw {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        self.game.visit(Task { draw: self, out })
    }
}

struct Task<'a> {
    draw: &'a Draw,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let draw = self.draw;
        let begun = Instant::now();
        stopping::watch(&draw.bounds)?;
        let games =
            typed_records::read_starts::<G>(&draw.what, draw.format.as_deref(), &draw.rules)?;
        draw.game.note_size(Some(&draw.what));
        let Some(output) = &draw.output else {
            let charset = match draw.charset {
                Characters::Braille => Charset::Braille,
                Characters::Ascii => Charset::Ascii,
            };
            for game in &games {
                let position = game.position();
                write!(self.out, "{}", G::terminal(game, &Window::new(charset))?)?;
                if draw.game.is_a_drawing() {
                    writeln!(self.out, "{position}")?;
                }
                writeln!(self.out, "{}", turn(position))?;
            }
            return Ok(());
        };
        let ending = output.extension().unwrap_or_default();
        let ending = ending.to_string_lossy().to_lowercase();
        let is_for_tools = matches!(ending.as_str(), "tex" | "json");
        ensure!(
            is_for_tools || matches!(ending.as_str(), "svg" | "png"),
            "expected a file ending in .svg, .png, .tex or .json, found `{}`",
            output.display()
        );
        ensure!(
            !(draw.film && is_for_tools),
            "expected a file ending in .svg or .png for a film, found `{}`",
            output.display()
        );
        ensure!(
            !draw.animate || ending == "svg",
            "expected a file ending in .svg for an animation, found `{}`",
            output.display()
        );
        let picture = match (draw.film, draw.animate) {
            (true, _) => G::film,
            (_, true) => G::animation,
            _ => G::picture,
        };
        for (game, number) in games.iter().zip(1..) {
            if stopping::must_stop() {
                return Err(stopping::stopped(
                    &format!("{} pictures", number - 1),
                    begun,
                ));
            }
            let path = if games.len() == 1 {
                output.clone()
            } else {
                numbered(output, number)
            };
            let style = Style {
                look: draw.style.look(),
                ..Style::default()
            };
            let bar = spinner();
            if let Ok(shown) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
                bar.set_style(shown);
            }
            bar.set_message(told::<G>(draw, game, number, games.len()));
            let drawn = match ending.as_str() {
                "tex" => G::tikz(game),
                "json" => G::json(game),
                _ => picture(game, &style),
            };
            bar.finish_and_clear();
            let svg = drawn?;
            let width = draw.width.unwrap_or(if svg.contains("class=\"inset\"") {
                WIDTH_WITH_INSETS
            } else {
                WIDTH
            });
            if is_for_tools {
                write_whole(&path, svg.as_bytes())?;
            } else {
                write_picture(&path, &svg, width)?;
            }
            let remarks = [Quality::Schematic, Quality::Coarse].map(Quality::remark);
            for remark in remarks
                .into_iter()
                .flatten()
                .filter(|remark| svg.contains(remark))
            {
                crate::note(&format!("{}: {remark}", path.display()));
            }
            writeln!(self.out, "{}", path.display())?;
        }
        Ok(())
    }
}

/// Returns what a terminal shows while a picture is drawn.
fn told<G: Playable>(draw: &Draw, game: &Record<G>, number: usize, of: usize) -> String {
    let what = if draw.film || draw.animate {
        format!("drawing {} positions", game.moves().len() + 1)
    } else {
        "drawing".to_owned()
    };
    if of > 1 {
        format!("picture {number} of {of}: {what}")
    } else {
        what
    }
}

/// The pixels across a PNG, and across one with insets beside the picture.
const WIDTH: u32 = 800;
const WIDTH_WITH_INSETS: u32 = 1_600;

/// Inserts a number before the extension of a file name.
pub(crate) fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.{ending}"))
}

/// Writes a picture as SVG or PNG, depending on the extension of the file name.
pub(crate) fn write_picture(path: &Path, svg: &str, width: u32) -> Result<()> {
    let ending = path
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    match ending.as_str() {
        "svg" => write_whole(path, svg.as_bytes()),
        "png" => write_whole(path, &png(svg, width)?),
        _ => bail!(
            "expected a file ending in .svg or .png, found `{}`",
            path.display()
        ),
    }
}
