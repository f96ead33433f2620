//! Pictures of a whole game, with frames side by side (a film) or one after another (an animation).

use super::look::colour_in;
use super::path::{Number, Path};
use super::picture::Svg;
use crate::geometry::{Point, Vec2};
use common::look::{Look, Style};
use common::{Game, Record};

/// The colours of the players, by seat. They can be distinguished with colour blindness (Okabe and Ito, *Color
/// Universal Design*, 2008), and by their lightness alone.
pub const PLAYER_COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a7a00",
];

/// One picture of a film, with its caption.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The picture.
    pub picture: Svg,
    /// The text below the picture, such as the move that led to it.
    pub caption: String,
}

impl Frame {
    /// Returns a frame for each position of a game, beginning with the start. The caption is the move that led to the
    /// position. `draw` is called with the number of moves before the position.
    ///
    /// # Errors
    ///
    /// Returns the first error of `draw`.
    pub fn each<G: Game, E>(
        record: &Record<G>,
        mut draw: impl FnMut(usize, &G) -> Result<Svg, E>,
    ) -> Result<Vec<Frame>, E> {
        let frame = |(n, position)| {
            Ok(Frame {
                picture: draw(n, &position)?,
                caption: match n.checked_sub(1) {
                    Some(last) => format!("{n}: {}", record.moves()[last]),
                    None => "start".to_owned(),
                },
            })
        };
        record.positions().enumerate().map(frame).collect()
    }
}

const GAP: f64 = 10.0;
const CAPTION: f64 = 14.0;
/// The share of a frame's time in which old parts move to their new positions, and the share at which the pen has
/// finished drawing.
const MOVED: f64 = 0.3;
const DRAWN: f64 = 0.8;
/// The distance between points of a moving line, and the minimum and maximum number of points.
const STEP: f64 = 6.0;
const STEPS: (f64, f64) = (4.0, 60.0);
/// The name of the moving element in the document.
const STAGE: &str = "papergames-film";
/// The script that a click runs. The click does not reach the stage, which would stop the film.
const PAUSE: &str = "event.stopPropagation();const s=this.ownerSVGElement;\
                     s.animationsPaused()?s.unpauseAnimations():s.pauseAnimations()";

/// Places frames side by side, in rows from left to right and from top to bottom.
pub fn film(title: &str, description: &str, frames: &[Frame], style: &Style) -> Svg {
    let columns = style.columns.clamp(1, frames.len().max(1));
    let rows = frames.len().div_ceil(columns).max(1);
    let cell = cell_of(frames);
    let width = GAP + columns as f64 * (cell.x + GAP);
    let height = GAP + rows as f64 * (cell.y + GAP);
    let mut film = Svg::new(width, height, title, description);
    film.paper(&colour_in(style.look, "#ffffff"));
    for (i, frame) in frames.iter().enumerate() {
        let (column, row) = ((i % columns) as f64, (i / columns) as f64);
        let corner = Point::new(GAP + column * (cell.x + GAP), GAP + row * (cell.y + GAP));
        put(&mut film, frame, corner, cell, style.look);
    }
    film
}

/// Shows frames one after another in an endless loop, with the longest pause on the last frame. Parts that are also in
/// the previous frame move from their positions there (see [`Svg::part`]). Then elements of the class `last` are drawn
/// as if by a pen, and new parts appear.
///
/// A click pauses the animation, and another click continues it. If scripts are not allowed, the first click stops the
/// animation and the second restarts it from the beginning. If animations are not supported, or the reader prefers
/// reduced motion, the last frame is shown.
pub(crate) fn animation(title: &str, description: &str, frames: &[Frame], style: &Style) -> Svg {
    let cell = cell_of(frames);
    let mut film = Svg::new(cell.x, cell.y, title, description);
    film.paper(&colour_in(style.look, "#ffffff"));
    // The last frame lasts as long as three.
    let parts = (frames.len() + 2) as f64;
    let duration = Number(parts * style.seconds.max(0.01));
    let timing = format!(
        "dur=\"{duration}s\" begin=\"0s;{STAGE}.click\" end=\"{STAGE}.click\" restart=\"whenNotActive\" \
         repeatCount=\"indefinite\""
    );
    if frames.len() > 1 {
        // The names contain the name of this crate, so that the rules affect nothing else on a page.
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
    if frames.len() > 1 {
        film.element(&format!("<g onclick=\"{PAUSE}\">"));
        // So that a click anywhere counts.
        film.paper(&colour_in(style.look, "#ffffff"));
    }
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
        match i.checked_sub(1) {
            Some(before) => {
                let clock = Clock {
                    start: i as f64 / parts,
                    length: 1.0 / parts,
                    timing: &timing,
                };
                let moving = moved(&frames[before].picture, frame, &clock);
                put(&mut film, &moving, Point::default(), cell, style.look);
            }
            None => put(&mut film, frame, Point::default(), cell, style.look),
        }
        film.end();
    }
    film.element(if frames.len() > 1 { "</g></g>" } else { "</g>" });
    film
}

/// The times at which the parts of a frame move.
struct Clock<'a> {
    /// The time at which the frame begins, and its length, as shares of the film.
    start: f64,
    length: f64,
    timing: &'a str,
}

impl Clock<'_> {
    /// Changes an attribute from one value to another between two times, as shares of the frame.
    fn change(&self, element: &str, [from, to]: [&str; 2], [begin, end]: [f64; 2]) -> String {
        let [begin, end] = [begin, end].map(|time| self.start + self.length * time);
        format!(
            "<{element} values=\"{from};{from};{to};{to}\" keyTimes=\"0;{begin:.5};{end:.5};1\" {}/>",
            self.timing
        )
    }
}

/// Adds animations to a frame: of parts that were in the picture before, of the pen, and of new parts.
fn moved(before: &Svg, frame: &Frame, clock: &Clock<'_>) -> Frame {
    const LAST: &str = "<path class=\"line last\"";
    let pen = clock.change(
        "animate attributeName=\"stroke-dasharray\"",
        ["0 1", "1 0"],
        [MOVED, DRAWN],
    );
    let appears = clock.change(
        "animate attributeName=\"opacity\"",
        ["0", "1"],
        [DRAWN, 1.0],
    );
    let mut frame = frame.clone();
    let mut body = String::new();
    for (i, line) in frame.picture.body.lines().enumerate() {
        let part = frame.picture.parts.iter().find(|part| part.line == i);
        let old = part.and_then(|part| before.parts.iter().find(|old| old.name == part.name));
        let ends = (old.map(|part| &part.points), part.map(|part| &part.points));
        match (line.strip_suffix("</path>"), ends) {
            // The length is 1 for the dashes, whatever it is on paper.
            (Some(path), _) if path.starts_with(LAST) => {
                let rest = &path[LAST.len()..];
                body.extend([LAST, " pathLength=\"1\"", rest, &pen, "</path>\n"]);
            }
            (Some(path), (Some(from), Some(to))) => {
                let [from, to] = alike(from, to);
                let element = "animate attributeName=\"d\"";
                let way = clock.change(element, [from.as_str(), to.as_str()], [0.0, MOVED]);
                body.extend([path, &way, "</path>\n"]);
            }
            (None, (Some(from), Some(to))) => {
                let way = from[0] - to[0];
                let from = format!("{} {}", Number(way.x), Number(way.y));
                let element = "animateTransform attributeName=\"transform\" type=\"translate\"";
                let way = clock.change(element, [&from, "0 0"], [0.0, MOVED]);
                body.extend([line, "\n", &way, "\n"]);
            }
            (None, (None, Some(_))) => body.extend([line, "\n", &appears, "\n"]),
            _ => body.extend([line, "\n"]),
        }
    }
    frame.picture.body = body;
    frame
}

/// Returns two polylines as smooth paths with the same number of points, so that an animation can turn one into the
/// other.
fn alike(from: &[Point], to: &[Point]) -> [Path; 2] {
    let length = |way: &[Point]| -> f64 { way.windows(2).map(|p| p[0].distance(p[1])).sum() };
    let longest = length(from).max(length(to));
    let steps = (longest / STEP).ceil().clamp(STEPS.0, STEPS.1) as usize;
    [from, to].map(|way| {
        let total = length(way);
        let mut points = vec![way[0]];
        let mut done = 0.0;
        for pair in way.windows(2) {
            let side = pair[0].distance(pair[1]);
            while points.len() < steps {
                let at = total * points.len() as f64 / steps as f64;
                if at > done + side {
                    break;
                }
                points.push(pair[0].lerp(pair[1], (at - done) / side.max(1e-12)));
            }
            done += side;
        }
        // Because of rounding, the last step may be missing.
        points.resize(steps, way[way.len() - 1]);
        points.push(way[way.len() - 1]);
        let tenths =
            |p: Point| Point::new((p.x * 10.0).round() / 10.0, (p.y * 10.0).round() / 10.0);
        let points: Vec<Point> = points.into_iter().map(tenths).collect();
        Path::new().spline(&points)
    })
}

/// Returns the size that the largest frame needs with its caption.
fn cell_of(frames: &[Frame]) -> Vec2 {
    let largest = frames.iter().fold(Vec2::splat(1.0), |most, frame| {
        let picture = &frame.picture;
        let size = picture.size();
        Vec2::new(most.x.max(size.x), most.y.max(size.y))
    });
    Vec2::new(largest.x, largest.y + 2.0 * CAPTION)
}

fn put(film: &mut Svg, frame: &Frame, corner: Point, cell: Vec2, look: Look) {
    let left = (cell.x - frame.picture.size().x) / 2.0;
    let place = corner + Vec2::new(left, 0.0);
    film.embed("frame", &frame.picture, place, frame.picture.size().x);
    film.quality = film.quality.min(frame.picture.quality);
    // A long move gets smaller letters, so that the caption stays in its frame.
    let wide = super::lettering::width(&frame.caption).max(1.0);
    let height = CAPTION.min((cell.x - GAP) / wide);
    let middle = corner + Vec2::new(cell.x / 2.0, cell.y - CAPTION * 1.1);
    let colour = colour_in(look, "#444444");
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
            assert!((film.size().x - (10.0 + f64::from(columns) * (cell.0 + 10.0))).abs() < 1e-9);
            assert!((film.size().y - (10.0 + f64::from(rows) * (cell.1 + 38.0))).abs() < 1e-9);
        }
    }

    #[test]
    fn what_two_pictures_show_moves_and_what_is_new_appears() {
        let picture = |ends: [f64; 2], spots: &[f64]| {
            let mut svg = Svg::new(100.0, 80.0, "", "");
            let way = ends.map(|x| Point::new(x, 0.0)).to_vec();
            let path = Path::new().move_to(way[0]).line_to(way[1]);
            svg.moving_path("line", "line0", &path, way, "", "a line");
            for (i, x) in spots.iter().enumerate() {
                svg.part("node", &format!("spot{i}"), Point::new(*x, 7.0));
                svg.end();
            }
            let caption = String::new();
            Frame {
                picture: svg,
                caption,
            }
        };
        let frames = [
            picture([0.0, 12.0], &[1.0]),
            picture([0.0, 24.0], &[4.0, 9.0]),
        ];
        let text = animation("", "", &frames, &Style::default()).finish();
        // Four steps in both pictures.
        let [old, new] = ["M0 0Q3 0 4.5 0T7.5 0 12 0", "M0 0Q6 0 9 0T15 0 24 0"];
        assert!(
            text.contains(&format!("\"{old};{old};{new};{new}\"")),
            "{text}"
        );
        assert!(
            text.contains("type=\"translate\" values=\"-3 0;-3 0;0 0;0 0\""),
            "{text}"
        );
        assert_eq!(text.matches("attributeName=\"opacity\"").count(), 1);
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
