//! The [`Draw`] trait, for games that can be drawn.

use core::fmt::Display;

use common::any::{AnyPictures, PicturesOf};
use common::describe::Refused;
use common::look::{Picture, PictureDocument, Print, Style, Window};
use common::{Game, Record};

use crate::svg::{self, Frame, Svg};

/// The error returned when a game cannot be drawn. It gives the reason as a full sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CannotDraw(pub String);

impl CannotDraw {
    fn not_on_a_map(format: &str) -> CannotDraw {
        CannotDraw(format!(
            "only positions on a planar map can be drawn as {format}, not boards or positions on surfaces"
        ))
    }
}

/// A game that can draw its positions and records.
///
/// Pictures are drawn from a record, so that they can mark the last move and the owners of parts of the board.
pub trait Draw: Game + Display {
    /// Draws the last position of a record, which is the last frame in [`frames`](Draw::frames).
    ///
    /// # Errors
    ///
    /// Returns the reason if the position is too large to draw.
    fn draw(record: &Record<Self>, style: &Style) -> Result<Svg, CannotDraw> {
        let last = Self::frames(record, style)?.pop();
        Ok(last.expect("a record has a start").picture)
    }

    /// Returns a picture of the last position, as SVG.
    ///
    /// # Errors
    ///
    /// Returns the reason if the position is too large to draw.
    fn picture(record: &Record<Self>, style: &Style) -> Result<String, CannotDraw> {
        Ok(Self::draw(record, style)?.finish())
    }

    /// Returns a picture of this position alone, without a game, as SVG.
    ///
    /// # Errors
    ///
    /// Returns the reason if the position is too large to draw.
    fn svg(&self, style: &Style) -> Result<String, CannotDraw> {
        Self::picture(&Record::new(self.clone()), style)
    }

    /// Returns the title for pictures of a whole game, such as `A game of Sprouts`.
    fn title() -> String;

    /// Returns the frames of a game. Each frame is a picture of a position worth showing, with the move that led to it;
    /// the first frame shows the start.
    ///
    /// # Errors
    ///
    /// Returns the reason if a position is too large to draw.
    fn frames(record: &Record<Self>, style: &Style) -> Result<Vec<Frame>, CannotDraw>;

    /// Draws the last position with text characters so that it fits `window`, and marks the last move and the owners of
    /// parts.
    ///
    /// # Errors
    ///
    /// Returns the reason if the position is too large to draw.
    fn terminal(record: &Record<Self>, window: &Window) -> Result<Print, CannotDraw>;

    /// Returns pictures of all positions side by side, as one SVG.
    ///
    /// # Errors
    ///
    /// Returns the reason if a position is too large to draw.
    fn film(record: &Record<Self>, style: &Style) -> Result<Svg, CannotDraw> {
        let frames = Self::frames(record, style)?;
        Ok(svg::film(
            &Self::title(),
            &record.to_string(),
            &frames,
            style,
        ))
    }

    /// Returns pictures of all positions one after another, as an animated SVG.
    ///
    /// # Errors
    ///
    /// Returns the reason if a position is too large to draw.
    fn animation(record: &Record<Self>, style: &Style) -> Result<Svg, CannotDraw> {
        let frames = Self::frames(record, style)?;
        Ok(svg::animation(
            &Self::title(),
            &record.to_string(),
            &frames,
            style,
        ))
    }

    /// Returns the last position as a `tikzpicture` environment in LaTeX, for use in a paper.
    ///
    /// # Errors
    ///
    /// Returns the reason if the position is too large to draw or the game has no such picture.
    fn tikz(record: &Record<Self>, style: &Style) -> Result<PictureDocument, CannotDraw> {
        let _ = (record, style);
        Err(CannotDraw::not_on_a_map("TikZ"))
    }

    /// Returns the map of the last position and the coordinates of its parts as JSON, for other programs.
    ///
    /// # Errors
    ///
    /// Returns the reason if the position is too large to draw or the game is not played on a map.
    fn json(record: &Record<Self>, style: &Style) -> Result<PictureDocument, CannotDraw> {
        let _ = (record, style);
        Err(CannotDraw::not_on_a_map("JSON"))
    }
}

/// Returns the extension of files with such pictures, without the dot.
///
/// # Examples
///
/// ```
/// use papergames_picture::Picture;
/// use papergames_picture::extension;
///
/// let in_latex = Picture::ALL.into_iter().find(|picture| extension(*picture) == "tex");
/// assert_eq!(in_latex, Some(Picture::Tikz));
/// ```
pub const fn extension(picture: Picture) -> &'static str {
    match picture {
        Picture::Last | Picture::Film | Picture::Animation => "svg",
        Picture::Tikz => "tex",
        Picture::Json => "json",
    }
}

/// The pictures of a record as a trait object.
struct Pictures<'a, G: Game>(&'a Record<G>);

/// Returns the pictures of a game that can be drawn, to register with the game's [object](common::any::GameObject).
pub const fn pictures<G: Draw>() -> PicturesOf<G> {
    |record| Box::new(Pictures(record))
}

impl<G: Draw> AnyPictures for Pictures<'_, G> {
    fn draw(&self, picture: Picture, style: &Style) -> Result<PictureDocument, Refused> {
        let drawn = match picture {
            Picture::Last => G::draw(self.0, style).map(Svg::drawn),
            Picture::Film => G::film(self.0, style).map(Svg::drawn),
            Picture::Animation => G::animation(self.0, style).map(Svg::drawn),
            Picture::Tikz => G::tikz(self.0, style),
            Picture::Json => G::json(self.0, style),
        };
        drawn.map_err(Refused::because)
    }

    fn print(&self, window: &Window) -> Result<Print, Refused> {
        G::terminal(self.0, window).map_err(Refused::because)
    }
}
