//! The style of pictures, and pictures made of characters, as plain data that every front end can use. The crate
//! `papergames-picture` does the drawing.

use core::fmt;
use std::time::Instant;

/// The style of a picture, with settings that apply to every game.
///
/// # Examples
///
/// ```
/// use papergames_common::look::Style;
///
/// let plain = Style { labels: false, ..Style::default() };
/// assert_eq!(plain.columns, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Whether to label spots with numbers and boards with coordinates.
    pub labels: bool,
    /// The maximum number of frames in a row of a film.
    pub columns: usize,
    /// The time for which an animation shows each frame, in seconds.
    pub seconds: f64,
    /// The colours, and the weight of lines.
    pub look: Look,
    /// The [view](crate::describe::About::views) of the game to draw; the usual one if it is empty.
    pub view: &'static str,
    /// The deadline for drawing, if any. Parts that are not good enough by then stay coarse or schematic, and are
    /// marked as such.
    pub until: Option<Instant>,
}

impl Default for Style {
    /// Returns the usual style: the usual view, labels, four frames in a row, and one second per frame.
    fn default() -> Style {
        Style {
            labels: true,
            columns: 4,
            seconds: 1.0,
            look: Look::Light,
            view: "",
            until: None,
        }
    }
}

/// The colours and the weight of a picture.
///
/// Games draw in the colours of [`Look::Light`], and the crate `papergames-picture` replaces them with the colours of
/// another look. In every look, the contrast between text and its background is at least 4.5 : 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Look {
    /// Colours on white.
    #[default]
    Light,
    /// Black, white and greys, for printers.
    Print,
    /// Light lines on a dark page.
    Dark,
    /// Fills that can be told apart with any kind of colour vision: blue, yellow and orange.
    ColourBlind,
    /// Black, white and greys, with lines as fine as in printed books: 0.5 to 0.8 points if a picture keeps its size.
    Book,
    /// Bolder lines, and labels that are one and a half times as high.
    Large,
}

impl Look {
    /// Returns the factor by which letters are larger and lines bolder than in the default look.
    pub const fn enlargement(self) -> f64 {
        match self {
            Look::Large => 1.5,
            Look::Light | Look::Print | Look::Book | Look::Dark | Look::ColourBlind => 1.0,
        }
    }

    /// Returns the width of a line in this look, in units of a page that is 400 wide, which a picture in the default
    /// look draws with `width`.
    pub fn stroke(self, width: f64) -> f64 {
        /// Half a point and four fifths of one, in pixels of CSS, of which 96 are as long as 72 points.
        const FINE: [f64; 2] = [0.67, 1.06];
        match self {
            Look::Book => width.clamp(FINE[0], FINE[1]),
            Look::Light | Look::Print | Look::Dark | Look::ColourBlind | Look::Large => {
                width * self.enlargement()
            }
        }
    }

    /// Returns the minimum height of letters, in units of a page that is 400 wide.
    pub const fn least_letters(self) -> f64 {
        6.0 * self.enlargement()
    }
}

crate::named!(Look:
    Light => "light", Print => "print", Book => "book", Dark => "dark",
    ColourBlind => "colour-blind", Large => "large");

/// The quality of a picture, from schematic to full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Quality {
    /// The work limit was reached before the lines had enough room, so the picture is correct but hard to read.
    Schematic,
    /// Discs are smaller than usual, or some lines are very close to each other.
    Coarse,
    /// Nothing overlaps, every face has visible white space, and lines keep their distance from each other.
    Full,
}

impl Quality {
    /// Returns the sentence about this quality that ends the description of the picture; `None` if the quality is full.
    pub fn remark(self) -> Option<&'static str> {
        match self {
            Quality::Schematic => {
                Some("The picture is schematic: lines are too close together to follow them all.")
            }
            Quality::Coarse => Some(
                "The picture is coarse: in its most crowded parts, lines or discs are very close.",
            ),
            Quality::Full => None,
        }
    }
}

/// A kind of picture, which [`AnyPictures::draw`](crate::any::AnyPictures::draw) draws.
///
/// # Examples
///
/// ```
/// use papergames_common::look::Picture;
///
/// let of_games = Picture::ALL.into_iter().filter(|picture| picture.shows_every_position());
/// assert_eq!(of_games.map(Picture::name).collect::<Vec<_>>(), ["film", "animation"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Picture {
    /// The last position as SVG.
    Last,
    /// All positions side by side, as one SVG.
    Film,
    /// All positions one after another, as an animated SVG.
    Animation,
    /// The last position as a `tikzpicture` in LaTeX, for a paper.
    Tikz,
    /// The planar map of the last position and the coordinates of its parts, as JSON.
    Json,
}

crate::named!(Picture:
    Last => "still", Film => "film", Animation => "animation", Tikz => "tikz", Json => "json");

impl Picture {
    /// Returns whether the picture can also be a grid of pixels, such as a PNG.
    pub const fn has_pixels(self) -> bool {
        match self {
            Picture::Last | Picture::Film => true,
            Picture::Animation | Picture::Tikz | Picture::Json => false,
        }
    }

    /// Returns whether the picture can show another [view](Style::view) than the usual one.
    pub const fn has_views(self) -> bool {
        match self {
            Picture::Last | Picture::Film | Picture::Animation => true,
            Picture::Tikz | Picture::Json => false,
        }
    }

    /// Returns whether the picture shows all positions of a game, and not only the last.
    pub const fn shows_every_position(self) -> bool {
        match self {
            Picture::Film | Picture::Animation => true,
            Picture::Last | Picture::Tikz | Picture::Json => false,
        }
    }
}

/// A picture as a document, with its properties for programs that do not parse it.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureDocument {
    /// The document: SVG, LaTeX or JSON.
    pub text: String,
    /// The width and height of an SVG in its own units; zero in other documents.
    pub size: [f64; 2],
    /// The quality of the picture, or of the worst frame of a film.
    pub quality: Quality,
}

/// The set of characters that a picture in a terminal is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Charset {
    /// Eight dots to a character, in the patterns of Braille.
    #[default]
    Dots,
    /// ASCII characters only.
    Ascii,
}

/// The part of a terminal that a picture may fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The number of characters that fit in a line.
    pub columns: usize,
    /// The number of lines that fit. A higher board is shown without some of its empty rows, if possible.
    pub rows: usize,
    /// The set of characters that can be shown.
    pub charset: Charset,
}

impl Window {
    /// Returns a window of 80 columns and unlimited rows, which suits a pipe.
    pub fn new(charset: Charset) -> Window {
        Window {
            columns: 80,
            rows: usize::MAX,
            charset,
        }
    }
}

/// The kind of object that a character of a picture represents. A program that supports colours gives each kind its own
/// colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Anything else.
    #[default]
    Plain,
    /// An empty place, or the frame of the board.
    Faint,
    /// The last move.
    Last,
    /// An object owned by the player in this seat.
    Owner(usize),
    /// The most important object on the board, such as a ball.
    Strong,
}

/// A picture made of characters, each with its ink. `Display` writes the characters without their inks.
///
/// # Examples
///
/// ```
/// use papergames_common::look::{Ink, Print};
///
/// let mut print = Print::default();
/// print.add("1 ", Ink::Faint);
/// print.add("S", Ink::Last);
/// print.end_line();
/// assert_eq!(print.to_string(), "1 S\n");
/// assert_eq!(print.lines()[0][2], ('S', Ink::Last));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Print {
    lines: Vec<Vec<(char, Ink)>>,
    line: Vec<(char, Ink)>,
}

impl Print {
    /// Adds text to the current line.
    pub fn add(&mut self, text: &str, ink: Ink) {
        self.line.extend(text.chars().map(|c| (c, ink)));
    }

    /// Ends the current line and removes trailing blanks.
    pub fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        while line.pop_if(|(c, _)| *c == ' ').is_some() {}
        self.lines.push(line);
    }

    /// Adds a line that consists of `text`.
    pub fn add_line(&mut self, text: &str) {
        self.add(text, Ink::Plain);
        self.end_line();
    }

    /// Returns the lines that have been ended.
    pub fn lines(&self) -> &[Vec<(char, Ink)>] {
        &self.lines
    }
}

impl fmt::Display for Print {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(f, "{}", line.iter().map(|(c, _)| c).collect::<String>())?;
        }
        Ok(())
    }
}
