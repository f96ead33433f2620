//! Conversion of pictures to PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The error returned when a picture cannot be written as a PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The text is not SVG.
    #[error("the text is not an SVG picture: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture would have no pixels, or too many.
    #[error("each side of a picture must be 1 to {max} pixels long, found {width} x {height}", max = MAX_SIDE)]
    Size {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The pixels cannot be written.
    #[error("the picture cannot be written as PNG: {0}")]
    Encode(String),
}

/// The maximum number of pixels along a side.
const MAX_SIDE: u32 = 16_384;

/// Converts the text of an SVG to a PNG of the given width in pixels. The height keeps the proportions.
///
/// # Errors
///
/// Returns an error if the text is not SVG or the picture has no pixels or more than 16384 along a side.
///
/// # Examples
///
/// ```
/// use papergames_picture::svg::{self, Svg};
///
/// let picture = Svg::new(2.0, 1.0, "Nothing", "An empty picture").finish();
/// let png = svg::png(&picture, 64)?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), svg::PngError>(())
/// ```
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let fits = |side| (1..=MAX_SIDE).contains(&side);
    let size_error = PngError::Size { width, height };
    if !fits(width) || !fits(height) {
        return Err(size_error);
    }
    let Some(mut pixels) = Pixmap::new(width, height) else {
        return Err(size_error);
    };
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|error| PngError::Encode(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_and_no_size_are_refused() {
        assert!(matches!(png("<p>", 10), Err(PngError::Svg(_))));
        let svg = super::super::Svg::new(1.0, 1.0, "", "").finish();
        assert!(matches!(png(&svg, 0), Err(PngError::Size { .. })));
        assert!(matches!(png(&svg, 100_000), Err(PngError::Size { .. })));
    }
}
