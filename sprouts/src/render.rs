//! Positions and games as pictures: SVG, and text for the terminal.
//!
//! A picture is drawn from the position alone, and it is checked: what its lines show is read back and compared with
//! the position before it is handed out. See [`picture::drawing`]. A game ([`of_record`], [`film`], [`animation`]) is drawn
//! line by line, so that each picture resembles the one before.
//!
//! Spots are discs with their numbers: green with three lives, yellow with two, red with one, and dark when they are
//! dead. In Antwerp Sprouts, Left's spots are blue squares and Right's red diamonds. Nothing is told by colour alone.
//! The last line of a game has another colour and the class `last`.
//!
//! ```
//! use papergames_sprouts::{Position, Rules, Style, render};
//!
//! let position = Position::new(3, Rules::NORMAL)?;
//! let picture = render::svg(&position, &Style::default())?;
//! assert!(picture.starts_with("<svg"));
//! assert_eq!(picture.matches("class=\"spot lives3\"").count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt::Write as _;

use common::{Game, Outcome, Record};
use picture::drawing::{DrawError, Drawing};
use picture::geometry::{Point, Vec2};
use picture::svg::{self, Frame, Path, Style, Svg};
use picture::terminal::Charset;
use planar::{Dart, Vertex};

use crate::moves::Move;
use crate::position::{Position, Spot};
use crate::rules::Colour;

/// Draws a position as SVG.
///
/// # Errors
///
/// Returns an error if the position is too large for a picture.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Position, Style, render};
///
/// let position: Position = "2+".parse()?;
/// let picture = render::svg(&position, &Style::default())?;
/// // The text of the position stands in the picture, so that it can be read back.
/// assert!(picture.contains(&position.to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(position: &Position, style: &Style) -> Result<String, DrawError> {
    let drawing = Drawing::of(position.map(), &[])?;
    Ok(draw(position, &drawing, None, style).finish())
}

/// Draws the last position of a game as SVG, with the last line marked.
///
/// # Errors
///
/// Returns an error if the position is too large for a picture.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Position, Record, Style, render};
///
/// let record: Record<Position> = "2+ 1-2 1-2".parse()?;
/// let picture = render::of_record(&record, &Style::default())?;
/// assert!(picture.contains("last"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_record(record: &Record<Position>, style: &Style) -> Result<String, DrawError> {
    let mut film = Film::new(record.setup())?;
    for m in record.moves() {
        film.play(m)?;
    }
    Ok(film.frame(style).finish())
}

/// Draws a whole game as one strip of pictures.
///
/// # Errors
///
/// Returns an error if a position is too large for a picture.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Position, Record, Style, render};
///
/// let record: Record<Position> = "2+ 1-2 1-2".parse()?;
/// let strip = render::film(&record, &Style::default())?;
/// // The start, and a picture for each move.
/// assert_eq!(strip.matches("class=\"caption\"").count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn film(record: &Record<Position>, style: &Style) -> Result<String, DrawError> {
    let text = record.to_string();
    Ok(svg::strip("A game of Sprouts", &text, &frames(record, style)?, style).finish())
}

/// Draws a whole game as one animated picture.
///
/// # Errors
///
/// Returns an error if a position is too large for a picture.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Position, Record, Style, render};
///
/// let record: Record<Position> = "2+ 1-2 1-2".parse()?;
/// let picture = render::animation(&record, &Style::default())?;
/// assert!(picture.contains("<animate"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animation(record: &Record<Position>, style: &Style) -> Result<String, DrawError> {
    let text = record.to_string();
    Ok(svg::animation("A game of Sprouts", &text, &frames(record, style)?, style).finish())
}

fn frames(record: &Record<Position>, style: &Style) -> Result<Vec<Frame>, DrawError> {
    let mut film = Film::new(record.setup())?;
    let mut frames = vec![Frame {
        picture: film.frame(style),
        caption: "start".to_owned(),
    }];
    for (i, m) in record.moves().iter().enumerate() {
        film.play(m)?;
        frames.push(Frame {
            picture: film.frame(style),
            caption: format!("{}: {m}", i + 1),
        });
    }
    Ok(frames)
}

/// A game that is drawn while it is played.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Position, Rules, render::Film};
///
/// let mut film = Film::new(&Position::new(2, Rules::NORMAL)?)?;
/// film.play(&"1-1[2]".parse()?)?;
/// assert_eq!(film.drawing().check(), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Film {
    position: Position,
    drawing: Drawing,
    /// How many lines there were before the last move.
    before: usize,
}

impl Film {
    /// Begins at a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is too large for a picture.
    pub fn new(position: &Position) -> Result<Film, DrawError> {
        Ok(Film {
            drawing: Drawing::of(position.map(), &[])?,
            position: position.clone(),
            before: position.map().n_edges(),
        })
    }

    /// Draws the line of a legal move; one that is not legal draws nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no picture of the position after the move.
    pub fn play(&mut self, m: &Move) -> Result<(), DrawError> {
        self.draw_line(m, None)
    }

    /// Draws the line of a legal move along a stroke drawn by hand, if the stroke shows it, and otherwise as
    /// [`play`](Film::play) does. `stroke` are the points between the two spots in the coordinates of the
    /// [drawing](Film::drawing), in either direction.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no picture of the position after the move.
    pub fn play_along(&mut self, m: &Move, stroke: &[Point]) -> Result<(), DrawError> {
        self.draw_line(m, Some(stroke))
    }

    fn draw_line(&mut self, m: &Move, stroke: Option<&[Point]>) -> Result<(), DrawError> {
        let position = &self.position;
        let Ok(after) = position.child(m) else {
            return Ok(());
        };
        let (Some(from), Some(to)) = (position.corner(m.from), position.corner(m.to)) else {
            return Ok(());
        };
        // Every position here has the map that these edits make of the one before.
        let map = position.map();
        let goes_left = |boundary| {
            let corner = map.corners(boundary).next();
            corner.is_some_and(|c| m.left.contains(position.piece(Spot::at(map.vertex(c)))))
        };
        self.before = map.n_edges();
        let along = stroke.and_then(|stroke| {
            let mut stroke = stroke.to_vec();
            let drawing = &mut self.drawing;
            let line = drawing.connect_along(from, to, goes_left, &stroke);
            line.or_else(|_| {
                stroke.reverse();
                drawing.connect_along(from, to, goes_left, &stroke)
            })
            .ok()
        });
        let line = match along {
            Some(line) => line,
            None => self.drawing.connect(from, to, goes_left)?,
        };
        if m.with_spot {
            self.drawing.subdivide(line)?;
        }
        self.drawing.settle()?;
        self.position = after;
        if self.drawing.map() != self.position.map() {
            self.drawing = Drawing::of(self.position.map(), &[])?;
        }
        Ok(())
    }

    /// Returns the position that is drawn.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the drawing.
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Returns the numbers of the lines that the last move drew; none at the start.
    pub fn last_lines(&self) -> core::ops::Range<usize> {
        self.before..self.drawing.map().n_edges()
    }

    /// Returns the picture, with the last line marked.
    pub fn frame(&self, style: &Style) -> Svg {
        draw(&self.position, &self.drawing, Some(self.before), style)
    }
}

/// Draws a position in a drawing of its map; the lines from number `last` on are those of the last move.
fn draw(position: &Position, drawing: &Drawing, last: Option<usize>, style: &Style) -> Svg {
    let is_last = |dart: Dart| last.is_some_and(|last| dart.index() / 2 >= last);
    let text = position.to_string();
    let mut svg = drawing.picture("A position of Sprouts", &text, is_last);
    let sizes = drawing.page_sizes();
    let radius = if style.labels {
        sizes.spot
    } else {
        sizes.spot * 0.7
    };
    svg.group("spots", "stroke=\"#1d2430\" stroke-width=\"1.3\"");
    for spot in position.spots() {
        let place = drawing.on_page(drawing.spot(spot.vertex()));
        let ink = draw_spot(&mut svg, position, spot, place, radius);
        if style.labels {
            let name = spot.to_string();
            let room = if name.len() > 1 { 0.85 } else { 1.1 };
            svg.text("number", place, radius * room, ink, &name);
        }
    }
    svg.end();
    svg
}

/// Draws the shape of a spot and returns the colour that its number is readable in.
fn draw_spot(
    svg: &mut Svg,
    position: &Position,
    spot: Spot,
    place: Point,
    radius: f64,
) -> &'static str {
    let lives = 3usize.saturating_sub(position.degree(spot));
    let (fill, ink) = match (position.colour(spot), lives) {
        (_, 0) => ("#4a4f57", "#ffffff"),
        (Colour::Blue, _) => ("#a9d3f0", "#10202c"),
        (Colour::Red, _) => ("#f6c3a5", "#2c1408"),
        (Colour::White, 1) => ("#ffc4b8", "#2c1408"),
        (Colour::White, 2) => ("#ffe79a", "#2c2408"),
        (Colour::White, _) => ("#c5ebbd", "#0c2408"),
    };
    let class = format!("spot lives{lives}");
    let attributes = format!("fill=\"{fill}\"");
    match position.colour(spot) {
        Colour::White => svg.circle(&class, place, radius, &attributes),
        Colour::Blue => {
            let half = Vec2::splat(radius * 0.92);
            svg.rectangle(&class, place - half, half * 2.0, &attributes);
        }
        Colour::Red => {
            let reach = radius * 1.3;
            let corners = [(reach, 0.0), (0.0, reach), (-reach, 0.0), (0.0, -reach)];
            let [a, b, c, d] = corners.map(|(x, y)| place + Vec2::new(x, y));
            let path = Path::new()
                .move_to(a)
                .line_to(b)
                .line_to(c)
                .line_to(d)
                .close();
            svg.styled_path(&class, &path, &attributes);
        }
    }
    ink
}

/// Draws a position for the terminal in 72 columns, and writes its text and who is to move below.
///
/// # Errors
///
/// Returns an error if the position is too large for a picture.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Charset, Position, render};
///
/// let position: Position = "2+".parse()?;
/// let picture = render::terminal(&position, Charset::Ascii)?;
/// assert!(picture.is_ascii() && picture.lines().all(|line| line.len() <= 72));
/// assert!(picture.contains(&position.to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn terminal(position: &Position, charset: Charset) -> Result<String, DrawError> {
    let drawing = Drawing::of(position.map(), &[])?;
    Ok(write(position, &drawing, charset))
}

/// Draws the last position of a game for the terminal, as [`terminal`] does.
///
/// # Errors
///
/// Returns an error if the position is too large for a picture.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Charset, Position, Record, render};
///
/// let record: Record<Position> = "2+ 1-2 1-2".parse()?;
/// let picture = render::terminal_of_record(&record, Charset::Braille)?;
/// assert!(picture.ends_with("last move: 1-2\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn terminal_of_record(
    record: &Record<Position>,
    charset: Charset,
) -> Result<String, DrawError> {
    let mut film = Film::new(record.setup())?;
    for m in record.moves() {
        film.play(m)?;
    }
    let mut text = write(&film.position, &film.drawing, charset);
    if let Some(last) = record.moves().last() {
        let _ = writeln!(text, "last move: {last}");
    }
    Ok(text)
}

fn write(position: &Position, drawing: &Drawing, charset: Charset) -> String {
    let label = |vertex: Vertex| Some(Spot::at(vertex).to_string());
    let rows = if position.n_spots() > 12 { 30 } else { 20 };
    let mut text = drawing.canvas(72, rows, charset, label).to_string();
    let _ = writeln!(text, "{position}");
    let _ = match (position.turn(), position.outcome()) {
        (Some(player), _) => writeln!(text, "to move: player {}", player.index() + 1),
        (None, Some(Outcome::Win(player))) => {
            writeln!(text, "player {} has won", player.index() + 1)
        }
        _ => writeln!(text, "the game is over"),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use common::{Ending, Seeded, playout};

    #[test]
    fn games_of_every_variant_are_drawn_line_by_line() {
        let variants = [
            Variant::Standard,
            Variant::BlackAndWhite,
            Variant::BlackAndWhiteLoops,
            Variant::AntwerpCold,
            Variant::AntwerpHot,
        ];
        let mut random = Seeded::new(1);
        for variant in variants {
            for spots in 1..=3 {
                let rules = Rules {
                    ending: Ending::Normal,
                    variant,
                };
                let start = Position::new(spots, rules).expect("few spots");
                let record = playout::record(start.clone(), 99, &mut random);
                let mut film = Film::new(&start).expect("a picture");
                for m in record.moves() {
                    film.play(m).expect("a picture");
                    assert_eq!(film.drawing().check(), Ok(()), "{record}");
                    assert_eq!(film.drawing().map(), film.position().map(), "{record}");
                }
                assert_eq!(film.position(), record.position());
            }
        }
    }

    #[test]
    fn the_last_line_is_marked_and_dead_spots_are_dark() {
        let record: Record<Position> = "2+:1;2 1-2 1-2 1-2! 3-4!".parse().expect("a game");
        let picture = of_record(&record, &Style::default()).expect("a picture");
        assert_eq!(picture.matches("class=\"line last\"").count(), 2);
        assert!(picture.contains("class=\"spot lives0\""));
    }

    #[test]
    fn a_film_has_a_frame_for_each_position() {
        let record: Record<Position> = "2+:1;2 1-2 1-2".parse().expect("a game");
        let text = film(&record, &Style::default()).expect("pictures");
        assert_eq!(text.matches("A position of Sprouts").count(), 3);
    }

    #[test]
    fn the_terminal_shows_every_spot() {
        let position: Position = "3+:1;2;3".parse().expect("a position");
        for charset in [Charset::Braille, Charset::Ascii] {
            let text = terminal(&position, charset).expect("a picture");
            for spot in ["1", "2", "3"] {
                assert!(text.contains(spot), "{text}");
            }
            assert!(text.ends_with("3+\nto move: player 1\n"), "{text}");
        }
    }
}
