//! Conversion of pictures to PNG and to pixels.

use common::Refused;
use resvg::tiny_skia::{Color, Pixmap, Transform};
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
    let tree = tree(svg)?;
    let scale = width as f32 / tree.size().width();
    let mut canvas = canvas(width, (tree.size().height() * scale).ceil() as u32)?;
    let transform = Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut canvas.as_mut());
    let png = canvas.encode_png();
    png.map_err(|error| Refused::new(format!("the picture cannot be written as PNG: {error}")))
}

/// Converts an SVG picture to pixels, as large as fits into `width` times `height` of them, in the middle of a white
/// page: three bytes for each pixel, red, green and blue, row by row from the top.
///
/// # Errors
///
/// Returns an error if the text is not SVG or if a side has no pixels or more than 16384.
///
/// # Examples
///
/// ```
/// use papergames_picture::svg::{self, Svg};
///
/// let picture = Svg::new(2.0, 1.0, "Nothing", "An empty picture").finish();
/// assert_eq!(svg::pixels(&picture, 4, 4)?.len(), 4 * 4 * 3);
/// # Ok::<(), common::Refused>(())
/// ```
pub fn pixels(svg: &str, width: u32, height: u32) -> Result<Vec<u8>, Refused> {
    let tree = tree(svg)?;
    let mut canvas = canvas(width, height)?;
    canvas.fill(Color::WHITE);
    let sides = [(width, tree.size().width()), (height, tree.size().height())];
    let [across, down] = sides.map(|(pixels, side)| pixels as f32 / side);
    let scale = across.min(down);
    let [left, top] = sides.map(|(pixels, side)| (pixels as f32 - side * scale) / 2.0);
    let transform = Transform::from_scale(scale, scale).post_translate(left, top);
    resvg::render(&tree, transform, &mut canvas.as_mut());
    // Nothing shines through the white page, so the fourth byte is always the same.
    Ok(canvas
        .data()
        .chunks(4)
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect())
}

fn tree(svg: &str) -> Result<Tree, Refused> {
    let tree = Tree::from_str(svg, &Options::default());
    tree.map_err(|error| Refused::because(error).context("the text is not an SVG picture"))
}

fn canvas(width: u32, height: u32) -> Result<Pixmap, Refused> {
    let fits = |side| (1..=MAX_SIDE).contains(&side);
    let canvas = (fits(width) && fits(height)).then(|| Pixmap::new(width, height));
    canvas.flatten().ok_or_else(|| {
        Refused::new(format!(
            "each side of a picture must be 1 to {MAX_SIDE} pixels long, found {width} x {height}"
        ))
    })
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

    #[test]
    fn a_picture_is_in_the_middle_of_its_pixels() {
        let svg = super::super::Svg::new(2.0, 1.0, "", "").finish();
        let black = svg.replacen(
            "</svg>",
            "<rect width='100%' height='100%' fill='black'/></svg>",
            1,
        );
        let pixels = pixels(&black, 4, 6).expect("a picture");
        let rows: Vec<u8> = pixels.chunks(4 * 3).map(|row| row[0]).collect();
        assert_eq!(rows, [255, 255, 0, 0, 255, 255]);
    }
}
