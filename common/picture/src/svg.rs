//! Pictures as SVG: a small builder, used by the renderers of all games.
//!
//! [`Svg`] writes only plain shapes. Numbers are rounded to a hundredth, texts are escaped, and every group has a
//! class, so that a style sheet can restyle it. Colours and widths are written as attributes, which any CSS rule
//! overrides, and there is no `<style>` element that could affect the rest of a page. Letters are drawn as strokes, so
//! a picture looks the same in every browser and can be converted to PNG without a font.
//!
//! The SVG text contains no blank line, and its first line is a single tag, so it can be pasted into a Markdown page or
//! a doc comment.
//!
//! # Examples
//!
//! ```
//! use papergames_picture::geometry::Point;
//! use papergames_picture::svg::{Path, Svg};
//!
//! let mut svg = Svg::new(100.0, 60.0, "A line", "From left to right & back");
//! svg.group("lines", "stroke=\"black\" fill=\"none\"");
//! svg.path("", &Path::new().move_to(Point::new(5.0, 30.0)).line_to(Point::new(95.0, 30.0)), "");
//! svg.end();
//! let text = svg.finish();
//! assert!(text.contains("<desc>From left to right &amp; back</desc>"));
//! assert!(text.contains("d=\"M5 30 95 30\""));
//! ```

mod frames;
mod lettering;
mod look;
mod path;
mod picture;
mod shelves;

#[cfg(feature = "png")]
mod png;

pub(crate) use frames::animation;
pub use frames::{Frame, PLAYER_COLOURS, film};
pub use path::{Number, Path};
pub use picture::Svg;
#[cfg(feature = "png")]
pub use png::{pixels, png};
pub use shelves::shelves;
