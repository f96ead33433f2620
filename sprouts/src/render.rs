//! Positions and games as pictures: SVG, and text for the terminal.
//!
//! A picture depends only on the position. Before it is returned, the drawing is checked: the position is reconstructed
//! from its lines and compared with the original; see [`picture::drawing`]. A game is drawn line by line ([`Sketch`]),
//! so that each picture resembles the one before. The trait [`Draw`](picture::Draw) draws whole records.
//!
//! Spots are discs with their numbers: green with three lives, yellow with two, red with one, and dark when they are
//! dead. The rim of a disc is solid with three lives, in long dashes with two lives, and in short dashes with one. With
//! more lives, which only starting spots can have, a disc is blue, and a second rim shows the lives beyond three. In
//! Antwerp Sprouts, white spots are white discs, Left's spots blue squares and Right's red diamonds. The last line of a
//! game is wider, has another colour and the class `last`. No information is shown by colour alone, and every spot and
//! line has a `<title>`.
//!
//! ```
//! use papergames_sprouts::{Draw, Ending, Position, Style};
//!
//! let position = Position::new(3, Ending::Normal)?;
//! let picture = position.svg(&Style::default())?;
//! assert!(picture.starts_with("<svg"));
//! assert_eq!(picture.matches("class=\"spot lives3\"").count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This is the last position of a game, with the last line marked:
//!
//! ```
//! use papergames_sprouts::{Draw, Position, Record, Style};
//!
//! let record: Record<Position> = "2+ 1-2 1-2".parse()?;
//! assert!(Position::picture(&record, &Style::default())?.contains("line last"));
//! // The start, and a picture for each move.
//! let film = Position::film(&record, &Style::default())?.finish();
//! assert_eq!(film.matches("class=\"caption\"").count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use common::text::counted;
use picture::drawing::{DrawError, Drawing, LEADER, Mark, RIM};
use picture::geometry::Point;
use picture::svg::{self, Path, Svg};
use picture::{OnMap, Pen, Style};
use planar::{Map, Vertex};

use crate::moves::Move;
use crate::position::{Position, Spot};
use crate::rules::Colour;
use crate::{notation, theory};

mod cards;

/// The white that coordinates of a number and of its square can lose when they are rounded, in units of the page.
const ROUNDING: f64 = 0.1;

/// A drawing of a game of Sprouts that grows move by move.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Ending, Position, render::Sketch};
///
/// let mut sketch = Sketch::new(&Position::new(2, Ending::Normal)?)?;
/// sketch.play(&"1-1[2]".parse()?)?;
/// assert_eq!(sketch.drawing().read_back(), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Sketch = picture::Sketch<Position>;

impl OnMap for Position {
    type Legend = ();

    const NAME: &str = "Sprouts";

    fn counted(&self) -> String {
        counted(self.n_spots(), "spot")
    }

    fn off_map(&self, style: &Style) -> Option<Svg> {
        (style.view == notation::cards::VIEW).then(|| cards::draw(self, style))
    }

    fn lay_out(&self) -> (Map, Vec<Mark>, ()) {
        let marks = self.spots().map(|spot| mark(self.colour(spot)));
        (self.map().clone(), marks.collect(), ())
    }

    fn renumbered(&self) -> Position {
        let parsed = self.to_string().parse().ok();
        parsed
            .filter(|parsed| parsed == self)
            .unwrap_or_else(|| self.clone())
    }

    fn draw_line(&self, m: &Move, pen: &mut Pen<'_>, (): &mut ()) -> Result<Vec<usize>, DrawError> {
        let (Some(from), Some(to)) = (self.corner(m.from), self.corner(m.to)) else {
            return Ok(Vec::new());
        };
        // These edits turn the previous position's map into this one's.
        let map = self.map();
        let goes_left = |boundary| m.left.contains(self.piece_on(boundary));
        let line = pen.connect(from, to, goes_left)?;
        if m.with_spot {
            let spot = pen.drawing().subdivide(line)?;
            let colour = self.rules().variant.new_colour(self.mover());
            pen.drawing().set_mark(spot, mark(colour));
        }
        Ok((map.n_edges()..pen.drawing().map().n_edges()).collect())
    }

    fn draw_spots(sketch: &Sketch, svg: &mut Svg, style: &Style) {
        draw_spots(sketch.position(), sketch.drawing(), svg, style);
    }

    fn label(_: &Sketch, vertex: Vertex) -> Option<String> {
        Some(Spot::at(vertex).to_string())
    }
}

/// Returns the shape of spots of a colour.
fn mark(colour: Colour) -> Mark {
    match colour {
        Colour::White => Mark::Disc,
        Colour::Blue => Mark::Square,
        Colour::Red => Mark::Diamond,
    }
}

fn draw_spots(position: &Position, drawing: &Drawing, svg: &mut Svg, style: &Style) {
    let tags = if style.labels {
        drawing.tags(style.look.least_letters())
    } else {
        Vec::new()
    };
    for [from, to] in tags.iter().filter_map(|tag| tag.leader) {
        svg.line("leader", from, to, LEADER);
    }
    svg.group(
        "spots",
        &format!("stroke=\"#1d2430\" stroke-width=\"{RIM}\""),
    );
    for spot in position.spots() {
        let place = drawing.on_page(drawing.spot(spot.vertex()));
        let radius = drawing.disc(spot.vertex()) * if style.labels { 1.0 } else { 0.7 };
        let lives = position.lives_of(spot);
        let plural = if lives == 1 { "life" } else { "lives" };
        let colour = match position.colour(spot) {
            Colour::White => "",
            Colour::Blue => ", blue",
            Colour::Red => ", red",
        };
        svg.part("node", &format!("spot{spot}"), place);
        svg.element(&format!(
            "<title>Spot {spot}{colour}, {lives} {plural}</title>"
        ));
        let ink = draw_spot(svg, position, spot, place, radius, style.view);
        let name = spot.to_string();
        let tag = tags.iter().find(|tag| tag.vertex == spot.vertex());
        if let Some(tag) = tag {
            svg.text("number", tag.place, tag.height, "#1d2430", &name);
        } else if style.labels {
            let height = number_height(name.len(), mark(position.colour(spot)), radius);
            svg.text("number", place, height, ink, &name);
        }
        svg.end();
    }
    svg.end();
}

/// Returns the height of a number in a spot. In a square, it keeps clear of the rim.
fn number_height(len: usize, mark: Mark, radius: f64) -> f64 {
    let height = Drawing::label_height(len, radius);
    match mark.corners(Point::ORIGIN, radius) {
        Some([corner, ..]) if mark == Mark::Square => {
            let room = 2.0 * (corner.x - RIM / 2.0 - ROUNDING);
            // A digit is four sevenths as wide as it is high, with two sevenths between digits, and its stroke one.
            height.min(room * 7.0 / (6.0 * len as f64 - 1.0))
        }
        _ => height,
    }
}

/// Draws the shape of a spot and returns the colour that its number is readable in.
fn draw_spot(
    paper: &mut Svg,
    position: &Position,
    spot: Spot,
    place: Point,
    radius: f64,
    view: &str,
) -> &'static str {
    let lives = position.lives_of(spot);
    let is_plain = view != theory::VIEW;
    let (fill, ink) = match (position.colour(spot), lives) {
        (_, 0) if !is_plain && theory::is_pharisee(position, spot) => ("#e3d5f2", "#2c1c40"),
        (_, 0) if !is_plain => ("#1d2430", "#ffffff"),
        _ if !is_plain => ("#a8e2ac", "#0c2408"),
        (_, 0) => ("#4a4f57", "#ffffff"),
        // Where colours say whose spots they are, a white spot is white.
        (Colour::White, _) if position.rules().variant.is_antwerp() => ("#ffffff", "#10202c"),
        (Colour::Blue, _) => ("#a9d3f0", "#10202c"),
        (Colour::Red, _) => ("#f6c3a5", "#2c1408"),
        (Colour::White, 1) => ("#ffc4b8", "#2c1408"),
        (Colour::White, 2) => ("#ffe79a", "#2c2408"),
        (Colour::White, 3) => ("#c5ebbd", "#0c2408"),
        // Four to six lives, which only starting spots can have.
        (Colour::White, _) => ("#bfe3ef", "#0c2408"),
    };
    let class = format!("spot lives{lives}");
    // The rim also shows the lives: solid, in long dashes, or in dots.
    let dashes = |lives: usize| match lives {
        _ if !is_plain => String::new(),
        2 => format!(
            " stroke-dasharray=\"{} {}\"",
            svg::Number(radius * 0.9),
            svg::Number(radius * 0.35)
        ),
        1 => format!(" stroke-dasharray=\"{}\"", svg::Number(radius * 0.28)),
        _ => String::new(),
    };
    let attributes = format!("fill=\"{fill}\"{}", dashes(lives));
    match mark(position.colour(spot)).corners(place, radius) {
        None => {
            paper.circle(&class, place, radius, &attributes);
            if lives > 3 && is_plain {
                let attributes = format!("fill=\"none\"{}", dashes(lives - 3));
                paper.circle("rim", place, radius * 0.84, &attributes);
            }
        }
        Some([a, b, c, d]) => {
            let path = Path::short()
                .move_to(a)
                .line_to(b)
                .line_to(c)
                .line_to(d)
                .close();
            paper.path(&class, &path, &attributes);
        }
    }
    ink
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use common::{Ending, Record, Seeded, playout};
    use picture::{Charset, Draw, Look, Window};
    use planar::Dart;

    #[test]
    fn games_of_every_variant_are_drawn_line_by_line() {
        let mut random = Seeded::new(1);
        for variant in Variant::ALL {
            for spots in 1..=3 {
                let rules = Rules {
                    ending: Ending::Normal,
                    variant,
                };
                let start = Position::new(spots, rules).expect("few spots");
                let record = playout::record(start.clone(), 99, &mut random);
                let mut sketch = Sketch::new(&start).expect("a picture");
                for m in record.moves() {
                    let before = sketch.drawing().map().n_edges();
                    sketch.play(m).expect("a picture");
                    assert_eq!(sketch.drawing().read_back(), Ok(()), "{record}");
                    let map = sketch.drawing().map();
                    assert_eq!(map, sketch.position().map(), "{record}");
                    let lines: Vec<usize> = (before..map.n_edges()).collect();
                    assert_eq!(lines, sketch.last_lines(), "{record}");
                }
                assert_eq!(sketch.position(), record.position());
            }
        }
    }

    #[test]
    fn the_last_line_is_marked_and_dead_spots_are_dark() {
        let record: Record<Position> = "2+:1;2 1-2 1-2 1-2! 3-4!".parse().expect("a game");
        let picture = Position::picture(&record, &Style::default()).expect("a picture");
        assert_eq!(picture.matches("class=\"line last\"").count(), 2);
        assert!(picture.contains("class=\"spot lives0\""));
    }

    #[test]
    fn white_spots_of_antwerp_are_white() {
        let record: Record<Position> = "3+antwerp-hot 1-2".parse().expect("a game");
        let picture = Position::picture(&record, &Style::default()).expect("a picture");
        let fill = |spot: usize| {
            let (_, part) = picture.split_once(&format!("<title>Spot {spot}"))?;
            let (_, part) = part.split_once("fill=\"")?;
            part.split('"').next()
        };
        let fills: Vec<_> = (1..=4).map(fill).collect();
        assert_eq!(fills[..3], [Some("#ffffff"); 3], "with two and three lives");
        assert_eq!(fills[3], Some("#a9d3f0"));
    }

    #[test]
    fn the_view_of_survivors_agrees_with_the_census() {
        let style = Style {
            view: theory::VIEW,
            ..Style::default()
        };
        let mut pharisees = 0;
        for seed in 0..8 {
            let start = Position::new(4, Ending::Normal).expect("few spots");
            let end = playout::play(start, &mut Seeded::new(seed));
            let census = theory::census(&end).expect("the game is finished");
            let picture = end.svg(&style).expect("a picture");
            let spots = |fill: &str| picture.matches(&format!("\" fill=\"{fill}\"/>")).count();
            assert_eq!(spots("#a8e2ac"), census.survivors.len());
            assert_eq!(spots("#1d2430"), 2 * census.survivors.len());
            assert_eq!(spots("#e3d5f2"), census.pharisees.len());
            pharisees += census.pharisees.len();
        }
        assert!(pharisees > 0);
    }

    #[test]
    fn numbers_are_larger_in_the_large_look() {
        let start = Position::new(6, Ending::Normal).expect("few spots");
        let position = playout::play_at_most(start, 8, &mut Seeded::new(1));
        let mean = |look: Look| {
            let style = Style {
                look,
                ..Style::default()
            };
            let picture = position.svg(&style).expect("a picture");
            // A stroke is as wide as the height of its number requires, and wider in a bold look.
            let numbers = picture.split("class=\"number\"").skip(1);
            let widths =
                numbers.filter_map(|text| text.split("stroke-width=\"").nth(1)?.split('"').next());
            let widths: Vec<f64> = widths.filter_map(|width| width.parse().ok()).collect();
            assert_eq!(widths.len(), position.n_spots());
            widths.iter().sum::<f64>() / widths.len() as f64 / look.enlargement()
        };
        assert!(mean(Look::Large) > 1.2 * mean(Look::Light));
    }

    #[test]
    fn numbers_in_squares_keep_clear_of_the_rim() {
        for (radius, text) in [(9.0, "12"), (5.8, "68"), (5.8, "100")] {
            let height = number_height(text.len(), Mark::Square, radius);
            let corners = Mark::Square.corners(Point::ORIGIN, radius);
            let side = corners.expect("a square")[0].x;
            // Half of the digits, of the spaces between them and of the stroke.
            let reach = height * (6.0 * text.len() as f64 - 1.0) / 14.0;
            assert!(reach + RIM / 2.0 < side, "{radius} {text}");
            assert!(height > 0.85 * Drawing::label_height(text.len(), radius));
        }
    }

    #[test]
    fn a_film_has_a_frame_for_each_position() {
        let record: Record<Position> = "2+:1;2 1-2 1-2".parse().expect("a game");
        let film = Position::film(&record, &Style::default()).expect("pictures");
        let text = film.finish();
        assert_eq!(text.matches("A position of Sprouts").count(), 3);
    }

    /// Returns the centre of each spot of a picture.
    fn places(picture: &str) -> Vec<[f64; 2]> {
        let number = |text: &str, name: &str| {
            let (_, part) = text.split_once(&format!(" {name}=\""))?;
            part.split('"').next()?.parse().ok()
        };
        let spots = picture.split("<circle class=\"spot").skip(1);
        let place = |text| Some([number(text, "cx")?, number(text, "cy")?]);
        spots.map(|text| place(text).expect("a centre")).collect()
    }

    /// Returns the first column and the row of each spot of a picture in a terminal.
    fn cells(print: &str, count: usize) -> Vec<[f64; 2]> {
        let cell = |spot: usize| {
            let mut rows = print.lines().zip(0u32..).filter_map(|(line, row)| {
                let symbols: Vec<char> = line.chars().collect();
                let mut numbers = symbols.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
                let mut column = 0u32;
                numbers.find_map(|part| {
                    let start = column;
                    column += part.len() as u32;
                    let is_spot = part.iter().collect::<String>() == spot.to_string();
                    is_spot.then_some([f64::from(start), f64::from(row)])
                })
            });
            rows.next().expect("a spot in the terminal")
        };
        (1..=count).map(cell).collect()
    }

    #[test]
    fn a_game_looks_alike_as_a_picture_in_its_film_and_in_the_terminal() {
        for seed in 0..5 {
            let start = Position::new(3 + seed as usize, Ending::Normal).expect("few spots");
            let record = playout::record(start, 6, &mut Seeded::new(seed));
            let style = Style::default();
            let shown = places(&Position::picture(&record, &style).expect("a picture"));
            let frames = Position::frames(&record, &style).expect("pictures");
            let last = frames.last().expect("a start").picture.clone().finish();
            let in_film = places(&last);
            let window = Window::new(Charset::Dots);
            let print = Position::terminal(&record, &window).expect("a picture");
            let in_terminal = cells(&print.to_string(), shown.len());
            assert_eq!(shown.len(), in_film.len(), "{record}");
            for i in 0..shown.len() {
                for j in 0..i {
                    let way = |places: &[[f64; 2]]| [0, 1].map(|x| places[i][x] - places[j][x]);
                    let (shown, in_film) = (way(&shown), way(&in_film));
                    let in_terminal = way(&in_terminal);
                    for axis in 0..2 {
                        assert!((shown[axis] - in_film[axis]).abs() < 0.03, "{record}");
                        let is_clear = shown[axis].abs() > 40.0;
                        let is_same_way = shown[axis] * in_terminal[axis] > 0.0;
                        assert!(!is_clear || is_same_way, "{record}\n{print}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_planned_line_keeps_clear_of_other_spots() {
        let start = Position::new(25, Ending::Normal).expect("many spots");
        let sketch = Sketch::new(&start).expect("a picture").keeping();
        for to in (4..=25).step_by(3) {
            let mut planned = sketch.clone();
            let record: Record<Position> = format!("25+ 1-{to}").parse().expect("a move");
            let m = &record.moves()[0];
            planned.plan(m).expect("a picture");
            let drawing = planned.drawing();
            let map = drawing.map();
            let ends = [0, to - 1, start.n_spots()];
            let others = map.vertices().filter(|spot| !ends.contains(&spot.index()));
            let lines = (0..map.n_edges()).flat_map(|line| drawing.curve(Dart::new(2 * line)));
            let places: Vec<Point> = lines.map(|place| drawing.on_page(place)).collect();
            for spot in others {
                let middle = drawing.on_page(drawing.spot(spot));
                let white = places.iter().map(|place| place.distance(middle));
                let white = white.fold(f64::INFINITY, f64::min) - drawing.disc(spot);
                assert!(
                    white > 8.0,
                    "{m} is {white:.1} from spot {}",
                    spot.index() + 1
                );
            }
        }
    }

    #[test]
    fn equal_positions_have_equal_pictures() {
        let mut random = Seeded::new(7);
        let (mut pictures, mut maps) = (0, 0);
        for _ in 0..6 {
            let start = Position::new(4, Ending::Normal).expect("few spots");
            let position = playout::play_at_most(start, 7, &mut random);
            let twin: Position = position.to_string().parse().expect("its own text");
            assert_eq!(twin, position);
            maps += usize::from(twin.map() != position.map());
            let style = Style::default();
            pictures += usize::from(twin.svg(&style) == position.svg(&style));
        }
        assert_eq!(pictures, 6);
        // Otherwise the test would show nothing.
        assert!(maps > 0);
    }

    #[test]
    fn the_terminal_shows_every_spot() {
        let position: Position = "3+:1,4,2,4;3".parse().expect("a position");
        let record = Record::new(position);
        for charset in [Charset::Dots, Charset::Ascii] {
            let print = Position::terminal(&record, &Window::new(charset)).expect("a picture");
            let text = print.to_string();
            for spot in ["1", "2", "3"] {
                assert!(text.contains(spot), "{text}");
            }
            assert!(
                text.lines().all(|line| line.chars().count() <= 80),
                "{text}"
            );
            assert_eq!(text.is_ascii(), charset == Charset::Ascii, "{text}");
        }
    }
}
