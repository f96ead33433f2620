//! `papergames draw`: pictures of positions and games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use common::any::{AnyGame, AnyPictures, AnyRecord};
use common::describe::BoardKind;
use common::look::{Look, Picture, PictureDocument, Style, Window};
use indicatif::ProgressStyle;
use picture::extension;
use picture::svg::png;
use play::terminal::Screen;

use crate::input::{is_stdout, write_whole};
use crate::progress::spinner;
use crate::setup::{RulesArgs, game_by_name, note_size};
use crate::units::{LimitArgs, number};
use crate::{records, report, stopping};

/// Draw a position or a game
///
/// Writes SVG, PNG, LaTeX or JSON, depending on the extension of the `--output` file. Without `--output`, draws the
/// picture in the terminal. If the input file contains several games, writes one picture for each, with a number in its
/// name; to draw only the second game, give `games.txt#2`.
///
/// `--view cards` shows a position of Sprouts as playing cards. Each region is a row of stacks, each boundary is a
/// stack, and each place where a line can meet a spot is a card. The cards of dead spots are shown in grey or, in the
/// terminal, in brackets. `help cards` explains how to play with the cards.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames draw sprouts '2+:1,3,2,3'
  papergames draw sprouts '3+ 1-2 1-3' -o game.svg
  papergames draw sos sos.txt --film -o film.svg
  papergames draw sprouts '3+ 1-2 1-3' --view cards
  papergames draw phutball 9x11 -o board.png --width 800
  papergames draw brussels 2 -o crosses.tex")]
pub(crate) struct DrawCommand {
    /// The name of the game; `help` lists the names.
    #[arg(value_name = "GAME", value_parser = game_by_name(), hide_possible_values = true)]
    game: &'static dyn AnyGame,

    /// The text of a setup, a position or a record, a file that contains one, or `-` for standard input.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    what: String,

    /// The file to write; its name ends in `.svg` or `.png`. For Sprouts and Brussels Sprouts, the name can also end in
    /// `.tex`, for a picture in a paper, or in `.json`, for the map with coordinates. An existing file is replaced; `-`
    /// prints SVG.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw all positions of the game; with `--output`, as one picture.
    #[arg(long, conflicts_with = "animate")]
    film: bool,

    /// Draw the game as one animated SVG.
    #[arg(long, requires = "output")]
    animate: bool,

    /// The width of a PNG in pixels. The default is 800, or 1600 for a film.
    #[arg(long, value_name = "PIXELS", value_parser = number::<u32>(1..=20_000))]
    width: Option<u32>,

    /// The style of the picture: its colours, and the weight of lines and labels.
    #[arg(long, value_parser = style_by_name(), default_value = "light", requires = "output")]
    style: Look,

    /// Leave out numbers, letters and coordinates.
    #[arg(long, requires = "output")]
    plain: bool,

    /// The name of another view, such as `survivors` or `cards` for Sprouts and `field` for Phutball.
    #[arg(long, value_name = "NAME")]
    view: Option<String>,

    /// The notation of the text; by default, the program recognises it.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    bounds: LimitArgs,
}

/// The styles of pictures: how each is called, what it is, and its look.
const LOOKS: [(&str, &str, Look); 6] = [
    ("light", "Colours on white", Look::Light),
    ("print", "Black, white and greys, for printers", Look::Print),
    (
        "book",
        "Like print, with the fine lines of a book",
        Look::Book,
    ),
    ("dark", "Light lines on a dark page", Look::Dark),
    (
        "colour-blind",
        "Colours that people with any kind of colour vision can distinguish",
        Look::ColourBlind,
    ),
    ("large", "Bold lines and large labels", Look::Large),
];

/// Reads the name of a style; the option's help lists them.
fn style_by_name() -> impl TypedValueParser<Value = Look> {
    let names = LOOKS.map(|(name, help, _)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).map(|name| {
        let found = LOOKS.into_iter().find(|look| look.0 == name);
        found.expect("a name that is listed").2
    })
}

impl DrawCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let begun = Instant::now();
        // The time is a budget for a single picture, which is always drawn. A film of many pictures ends at the limit.
        let limit = self.bounds.limit.filter(|_| self.film || self.animate);
        stopping::watch(&LimitArgs {
            limit,
            ..self.bounds
        })?;
        let (what, format) = (&self.what, self.format.as_deref());
        let games = records::read_starts(self.game, what, format, &self.rules)?;
        note_size(self.game, Some(what));
        let Some(output) = &self.output else {
            return games.iter().try_for_each(|game| self.print(&**game, out));
        };
        let kind = self.kind(output)?;
        for (game, number) in games.iter().zip(1..) {
            if stopping::must_stop() {
                let done = format!("{} pictures", number - 1);
                return Err(stopping::stopped(&done, begun));
            }
            let path = if games.len() == 1 {
                output.clone()
            } else {
                numbered(output, number)
            };
            let bar = spinner();
            if let Ok(shown) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
                bar.set_style(shown);
            }
            bar.set_message(progress(kind, &**game, number, games.len()));
            let pictures = pictures(&**game)?;
            let mut style = self.style(&**game)?;
            // Each picture has an equal share of the time that is left.
            let left = self
                .bounds
                .limit
                .map(|limit| limit.saturating_sub(begun.elapsed()));
            let share = left.map(|left| left / (games.len() + 1 - number) as u32);
            style.until = share.map(|share| Instant::now() + share);
            let drawn = pictures.draw(kind, &style);
            bar.finish_and_clear();
            self.write(&path, &drawn?)?;
            if !is_stdout(&path) {
                writeln!(out, "{}", path.display())?;
            }
        }
        Ok(())
    }

    /// Draws the last position of a game in the terminal, or with `--film` all.
    fn print(&self, game: &dyn AnyRecord, out: &mut dyn Write) -> Result<()> {
        let screen = Screen::detect();
        let view = self.view.as_deref();
        if let Some(name) = view {
            self.style(game)?;
            let shown = game.view(name).with_context(|| {
                format!("the view `{name}` needs a file, such as -o {name}.svg")
            })?;
            if self.film {
                frames(game, view, usize::MAX, &screen, usize::MAX, out)?;
            } else {
                writeln!(out, "{}", broken(&shown, &screen))?;
            }
            return Ok(writeln!(out, "{}\n", whose_turn(game))?);
        }
        if self.film {
            frames(game, view, usize::MAX, &screen, usize::MAX, out)?;
        } else {
            let print = pictures(game)?.print(&Window::new(screen.charset))?;
            write!(out, "{}", screen.paint(&print))?;
        }
        if self.game.about().board == BoardKind::Lines {
            writeln!(out, "{}", game.position())?;
        }
        Ok(writeln!(out, "{}", whose_turn(game))?)
    }

    /// Returns the kind of picture that belongs in the file.
    fn kind(&self, output: &Path) -> Result<Picture> {
        let found = output.display();
        let fits = |picture: &Picture| is_stdout(output) || fits(*picture, output);
        let Some(of_file) = Picture::ALL.into_iter().find(fits) else {
            bail!(
                "the file must end in {}, found `{found}`",
                endings(Picture::ALL)
            );
        };
        let kind = match (self.film, self.animate) {
            (true, _) => Picture::Film,
            (false, true) => Picture::Animation,
            (false, false) => of_file,
        };
        ensure!(
            self.view.is_none() || of_file.has_views(),
            "with --view, the file must end in {}, found `{found}`; leave out --view for the usual drawing",
            endings(Picture::ALL.into_iter().filter(|kind| kind.has_views()))
        );
        ensure!(
            fits(&kind),
            "the file of {} must end in {}, found `{found}`",
            if self.film { "a film" } else { "an animation" },
            endings([kind])
        );
        Ok(kind)
    }

    /// Returns the style of the pictures of a game.
    fn style(&self, game: &dyn AnyRecord) -> Result<Style> {
        let view = match self.view.as_deref() {
            None => "",
            Some(name) => {
                game.check_view(name)?;
                game.game().about().view(name)?
            }
        };
        Ok(Style {
            look: self.style,
            labels: !self.plain,
            view,
            ..Style::default()
        })
    }

    /// Writes a picture, with a remark about parts of it that cannot be seen well.
    fn write(&self, path: &Path, picture: &PictureDocument) -> Result<()> {
        let width = if self.film { WIDE } else { WIDTH };
        let width = self.width.unwrap_or(width);
        if ending(path) == PIXELS {
            write_whole(path, &png(&picture.text, width)?)?;
        } else {
            write_whole(path, picture.text.as_bytes())?;
        }
        if let Some(remark) = picture.quality.remark() {
            report::note(&format!("{}: {remark}", path.display()));
        }
        Ok(())
    }
}

/// Draws the last positions of a game, optionally in a view. There are at most a given number of them, each of at most
/// a given number of rows and below the move that leads to it.
pub(crate) fn frames(
    record: &dyn AnyRecord,
    view: Option<&str>,
    most: usize,
    screen: &Screen,
    rows: usize,
    out: &mut dyn Write,
) -> Result<()> {
    let positions = record.beginnings();
    let first = positions.len().saturating_sub(most);
    for (position, number) in positions.iter().zip(0..).skip(first) {
        match (number, record.moves().get(number.max(1) - 1)) {
            (1.., Some(m)) => {
                let before = &positions[number - 1];
                let (m, said) = before.words(view.unwrap_or_default(), m);
                writeln!(out, "\n{m}: {said}")?;
            }
            _ => writeln!(out, "\nThe start")?,
        }
        if let Some(shown) = view.and_then(|view| position.view(view)) {
            writeln!(out, "{}", broken(&shown, screen))?;
            continue;
        }
        let window = Window {
            rows,
            ..screen.window(0)
        };
        let print = pictures(&**position)?.print(&window)?;
        write!(out, "{}", screen.paint(&print))?;
    }
    Ok(())
}

/// Breaks rows that are too wide for the screen at the gaps between their parts.
pub(crate) fn broken(rows: &str, screen: &Screen) -> String {
    let rows = rows.lines().map(|row| {
        if row.chars().count() > screen.columns {
            row.replace("   ", "\n  ")
        } else {
            row.to_owned()
        }
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Returns the pictures of a game, or an error if it has none.
pub(crate) fn pictures(record: &dyn AnyRecord) -> Result<Box<dyn AnyPictures + '_>> {
    record.pictures().with_context(|| {
        let title = record.game().about().title;
        format!("{title} cannot be drawn")
    })
}

/// Draws the position of a game in the usual way.
pub(crate) fn still(record: &dyn AnyRecord) -> Result<PictureDocument> {
    Ok(pictures(record)?.draw(Picture::Last, &Style::default())?)
}

/// Writes the picture of a position in the usual way and size.
pub(crate) fn write_still(path: &Path, record: &dyn AnyRecord) -> Result<()> {
    write_picture(path, &still(record)?.text, WIDTH)
}

/// Returns the line below a picture in the terminal: whose turn it is, or how the game ended.
pub(crate) fn whose_turn(record: &dyn AnyRecord) -> String {
    match (record.turn(), record.outcome()) {
        (Some(player), _) => format!("{player} to move"),
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) => "the game is over".to_owned(),
    }
}

/// Returns what a terminal shows while a picture is drawn.
fn progress(kind: Picture, game: &dyn AnyRecord, number: usize, of: usize) -> String {
    let what = if kind.shows_every_position() {
        format!("drawing {} positions", game.len() + 1)
    } else {
        "drawing".to_owned()
    };
    if of > 1 {
        format!("picture {number} of {of}: {what}")
    } else {
        what
    }
}

/// The extension of files with pictures made of pixels.
const PIXELS: &str = "png";

/// Returns whether a picture can be written to a file of this name.
fn fits(picture: Picture, path: &Path) -> bool {
    let ending = ending(path);
    ending == extension(picture) || (ending == PIXELS && picture.has_pixels())
}

/// Returns the extensions of files with pictures of some kinds: `.svg, .png or .tex`.
fn endings(pictures: impl IntoIterator<Item = Picture>) -> String {
    let mut endings = Vec::new();
    for picture in pictures {
        let pixels = picture.has_pixels().then_some(PIXELS);
        for ending in [extension(picture)].into_iter().chain(pixels) {
            let ending = format!(".{ending}");
            if !endings.contains(&ending) {
                endings.push(ending);
            }
        }
    }
    common::text::any_of(&endings)
}

/// Returns the extension of a file name in lower case.
fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

/// The width of a PNG in pixels, and of one with several pictures.
const WIDTH: u32 = 800;
const WIDE: u32 = 1_600;

/// Inserts a number before the extension of a file name.
pub(crate) fn numbered(path: &Path, number: usize) -> PathBuf {
    if is_stdout(path) {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.{ending}"))
}

/// Writes a picture as SVG or PNG, depending on the extension of the file name.
pub(crate) fn write_picture(path: &Path, svg: &str, width: u32) -> Result<()> {
    match ending(path).as_str() {
        "svg" => write_whole(path, svg.as_bytes()),
        _ if is_stdout(path) => write_whole(path, svg.as_bytes()),
        "png" => write_whole(path, &png(svg, width)?),
        _ => bail!(
            "the file must end in .svg or .png, found `{}`",
            path.display()
        ),
    }
}
