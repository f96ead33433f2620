//! A whole game in one picture: frames side by side (a film), or one after another (an animation).

use super::{Look, Number, Svg};
use crate::geometry::{Point, Vec2};

/// How pictures look, in every game.
///
/// # Examples
///
/// ```
/// use papergames_picture::svg::Style;
///
/// let plain = Style { labels: false, ..Style::default() };
/// assert_eq!(plain.columns, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Whether spots have numbers and boards have coordinates.
    pub labels: bool,
    /// The most frames beside each other in a film.
    pub columns: usize,
    /// How long an animation shows each frame, in seconds.
    pub seconds: f64,
    /// The colours, and how bold lines are.
    pub look: Look,
}

impl Default for Style {
    /// With labels, four frames to a row, one second each.
    fn default() -> Style {
        Style {
            labels: true,
            columns: 4,
            seconds: 1.0,
            look: Look::Light,
        }
    }
}

/// The colours that players are drawn in, by seat: told apart by the colour-blind (Okabe and Ito, *Color Universal
/// Design*, 2008), and by lightness.
pub const PLAYER_COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a7a00",
];

/// One picture of a film, and what stands under it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The picture.
    pub picture: Svg,
    /// A few words, such as the move that led here.
    pub caption: String,
}

const GAP: f64 = 10.0;
const CAPTION: f64 = 14.0;
/// The share of a frame's time that the pen takes.
const PEN: f64 = 0.6;
/// The name in the document of what moves.
const STAGE: &str = "papergames-film";

/// Puts frames side by side, in rows read like a text.
pub fn film(title: &str, description: &str, frames: &[Frame], style: &Style) -> Svg {
    let columns = style.columns.clamp(1, frames.len().max(1));
    let rows = frames.len().div_ceil(columns).max(1);
    let cell = cell_of(frames);
    let width = GAP + columns as f64 * (cell.x + GAP);
    let height = GAP + rows as f64 * (cell.y + GAP);
    let mut film = Svg::new(width, height, title, description);
    film.paper(&style.look.colour("#ffffff"));
    for (i, frame) in frames.iter().enumerate() {
        let (column, row) = ((i % columns) as f64, (i / columns) as f64);
        let corner = Point::new(GAP + column * (cell.x + GAP), GAP + row * (cell.y + GAP));
        put(&mut film, frame, corner, cell, style.look);
    }
    film
}

/// Shows frames one after another, again and again; the last stays longest. What a frame's picture has in the class
/// `last` is drawn as by a pen.
///
/// A click stops the animation, and another restarts it from the beginning. If animations are not supported, or the
/// reader prefers reduced motion, the last frame is shown.
pub fn animation(title: &str, description: &str, frames: &[Frame], style: &Style) -> Svg {
    let cell = cell_of(frames);
    let mut film = Svg::new(cell.x, cell.y, title, description);
    film.paper(&style.look.colour("#ffffff"));
    // The last frame lasts as long as three.
    let parts = (frames.len() + 2) as f64;
    let duration = Number(parts * style.seconds.max(0.01));
    let timing = format!(
        "dur=\"{duration}s\" begin=\"0s;{STAGE}.click\" end=\"{STAGE}.click\" restart=\"whenNotActive\" \
         repeatCount=\"indefinite\""
    );
    if frames.len() > 1 {
        // The names are of this crate, so that the rules touch nothing else on a page.
        film.element(&format!(
            "<style>@media (prefers-reduced-motion:reduce)\
             {{#{STAGE}{{display:none}}#{STAGE}-still{{display:inline}}}}</style>"
        ));
        film.element(&format!("<g id=\"{STAGE}-still\" display=\"none\">"));
        put(
            &mut film,
            &frames[frames.len() - 1],
            Point::default(),
            cell,
            style.look,
        );
        film.element("</g>");
    }
    film.element(&format!("<g id=\"{STAGE}\">"));
    for (i, frame) in frames.iter().enumerate() {
        let is_last = i + 1 == frames.len();
        film.group("frame", if is_last { "" } else { "visibility=\"hidden\"" });
        if frames.len() > 1 {
            let (from, to) = (i as f64 / parts, (i + 1) as f64 / parts);
            let (values, times) = match (i, is_last) {
                (0, _) => ("visible;hidden".to_owned(), format!("0;{to:.5}")),
                (_, true) => ("hidden;visible".to_owned(), format!("0;{from:.5}")),
                _ => (
                    "hidden;visible;hidden".to_owned(),
                    format!("0;{from:.5};{to:.5}"),
                ),
            };
            film.element(&format!(
                "<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{values}\" \
                 keyTimes=\"{times}\" {timing}/>"
            ));
        }
        let pen = (frames.len() > 1 && i > 0).then(|| {
            let (from, to) = (i as f64 / parts, (i as f64 + PEN) / parts);
            format!(
                "<animate attributeName=\"stroke-dasharray\" values=\"0 1;0 1;1 0;1 0\" \
                 keyTimes=\"0;{from:.5};{to:.5};1\" {timing}/>"
            )
        });
        match pen {
            Some(pen) => put(
                &mut film,
                &drawn_by_pen(frame, &pen),
                Point::default(),
                cell,
                style.look,
            ),
            None => put(&mut film, frame, Point::default(), cell, style.look),
        }
        film.end();
    }
    film.element("</g>");
    film
}

/// Puts an animation of the pen into all lines drawn last.
fn drawn_by_pen(frame: &Frame, pen: &str) -> Frame {
    const LAST: &str = "<path class=\"line last\"";
    let mut frame = frame.clone();
    let mut body = String::new();
    for line in frame.picture.body.lines() {
        match line
            .strip_prefix(LAST)
            .and_then(|rest| rest.strip_suffix("</path>"))
        {
            // The length is 1 for the dashes, whatever it is on paper.
            Some(rest) => body.extend([LAST, " pathLength=\"1\"", rest, pen, "</path>\n"]),
            None => body.extend([line, "\n"]),
        }
    }
    frame.picture.body = body;
    frame
}

/// The size that the largest frame needs with its caption.
fn cell_of(frames: &[Frame]) -> Vec2 {
    let largest = frames.iter().fold(Vec2::splat(1.0), |most, frame| {
        let picture = &frame.picture;
        Vec2::new(most.x.max(picture.width()), most.y.max(picture.height()))
    });
    Vec2::new(largest.x, largest.y + 2.0 * CAPTION)
}

fn put(film: &mut Svg, frame: &Frame, corner: Point, cell: Vec2, look: Look) {
    let left = (cell.x - frame.picture.width()) / 2.0;
    let place = corner + Vec2::new(left, 0.0);
    film.embed("frame", &frame.picture, place, frame.picture.width());
    // A long move gets smaller letters, so that the caption stays in its frame.
    let wide = super::lettering::width(&frame.caption).max(1.0);
    let height = CAPTION.min((cell.x - GAP) / wide);
    let middle = corner + Vec2::new(cell.x / 2.0, cell.y - CAPTION * 1.1);
    let colour = look.colour("#444444");
    film.text("caption", middle, height, &colour, &frame.caption);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(count: usize) -> Vec<Frame> {
        (0..count)
            .map(|i| Frame {
                picture: Svg::new(100.0, 80.0, &format!("frame {i}"), ""),
                caption: i.to_string(),
            })
            .collect()
    }

    #[test]
    fn a_film_has_as_many_rows_as_it_needs() {
        let style = Style::default();
        for (count, columns, rows) in [(0, 1, 1), (3, 3, 1), (4, 4, 1), (9, 4, 3)] {
            let film = film("", "", &frames(count), &style);
            let cell = if count == 0 {
                (1.0, 1.0)
            } else {
                (100.0, 80.0)
            };
            assert!((film.width() - (10.0 + f64::from(columns) * (cell.0 + 10.0))).abs() < 1e-9);
            assert!((film.height() - (10.0 + f64::from(rows) * (cell.1 + 38.0))).abs() < 1e-9);
        }
    }

    #[test]
    fn exactly_one_frame_is_seen_at_any_time() {
        let text = animation("", "", &frames(3), &Style::default()).finish();
        assert_eq!(text.matches("<animate").count(), 3);
        assert_eq!(text.matches("visibility=\"hidden\"").count(), 2);
        assert!(text.contains("values=\"hidden;visible\" keyTimes=\"0;0.40000\" dur=\"5s\""));
        let still = animation("", "", &frames(1), &Style::default()).finish();
        assert!(!still.contains("animate") && !still.contains("hidden"));
    }
}
