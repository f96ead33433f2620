//! What programs ask of a game that can draw itself.

use common::{Game, Record};

use crate::svg::Style;
use crate::terminal::Charset;

/// Why a game cannot be drawn: a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CannotDraw(pub String);

/// A game whose positions have pictures.
///
/// A picture is made from a record, so that the last move, and who owns what, can be shown.
pub trait Draw: Game {
    /// Returns a picture of the last position, as SVG.
    ///
    /// # Errors
    ///
    /// Returns the reason when the position is too large to draw.
    fn picture(record: &Record<Self>, style: &Style) -> Result<String, CannotDraw>;

    /// Returns pictures of all positions beside each other, as one SVG.
    ///
    /// # Errors
    ///
    /// Returns the reason when a position is too large to draw.
    fn film(record: &Record<Self>, style: &Style) -> Result<String, CannotDraw>;

    /// Returns pictures of all positions one after another, as an animated SVG.
    ///
    /// # Errors
    ///
    /// Returns the reason when a position is too large to draw.
    fn animation(record: &Record<Self>, style: &Style) -> Result<String, CannotDraw>;

    /// Returns the last position drawn with characters.
    ///
    /// # Errors
    ///
    /// Returns the reason when the position is too large to draw.
    fn terminal(record: &Record<Self>, charset: Charset) -> Result<String, CannotDraw>;
}
