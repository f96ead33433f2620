//! Conversion of pictures to PNG.

use common::Refused;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The maximum number of pixels along a side.
const MAX_SIDE: u32 = 16_384;

/// Converts an SVG, given as text, to a PNG of the given width in pixels. The height follows from the proportions.
///
/// # Errors
///
/// Returns an error if the text is not SVG or if a side of the picture would have no pixels or more than 16384.
///
/// # Examples
///
/// ```
/// use papergames_picture::svg::{self, Svg};
///
/// let picture = Svg::new(2.0, 1.0, "Nothing", "An empty picture").finish();
/// let png = svg::png(&picture, 64)?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), common::Refused>(())
/// ```
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, Refused> {
    let tree = Tree::from_str(svg, &Options::default());
    let tree =
        tree.map_err(|error| Refused::because(error).context("the text is not an SVG picture"))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let fits = |side| (1..=MAX_SIDE).contains(&side);
    let pixels = (fits(width) && fits(height)).then(|| Pixmap::new(width, height));
    let Some(mut pixels) = pixels.flatten() else {
        return Err(Refused::new(format!(
            "each side of a picture must be 1 to {MAX_SIDE} pixels long, found {width} x {height}"
        )));
    };
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    let png = pixels.encode_png();
    png.map_err(|error| Refused::new(format!("the picture cannot be written as PNG: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_and_no_size_are_refused() {
        let refused = |svg: &str, width| png(svg, width).unwrap_err().to_string();
        assert!(refused("<p>", 10).starts_with("the text is not an SVG picture: "));
        let svg = super::super::Svg::new(1.0, 1.0, "", "").finish();
        for width in [0, 100_000] {
            let expected = format!(
                "each side of a picture must be 1 to 16384 pixels long, found {width} x {width}"
            );
            assert_eq!(refused(&svg, width), expected);
        }
    }
}
