//! Positions and games as pictures: SVG, and text for the terminal.
//!
//! A picture is drawn from the position alone, and it is checked: what its lines show is read back and compared with
//! the position before it is handed out. See [`picture::drawing`]. Free arms are stubs at equal angles with their names at
//! the ends. A game ([`of_record`], [`film`], [`animation`]) is drawn line by line, so that each picture resembles the
//! one before; the last line has another colour and the class `last`.
//!
//! ```
//! use papergames_brussels::{Ending, Position, Style, render};
//!
//! let picture = render::svg(&Position::new(2, Ending::Normal)?, &Style::default())?;
//! assert!(picture.starts_with("<svg"));
//! assert_eq!(picture.matches("class=\"star\"").count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt::Write as _;

use common::{Game, Outcome, Record};
use picture::drawing::{DrawError, Drawing};
use picture::geometry::Point;
use picture::svg::{self, Frame, Style, Svg};
use picture::terminal::Charset;
use planar::{Boundary, Corner, Dart, Vertex};

use crate::map::PositionMap;
use crate::moves::Move;
use crate::position::{Id, Position};
use crate::star::Arm;

/// Draws a position as SVG.
///
/// # Errors
///
/// Returns an error if the position is too large for a picture.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Position, Style, render};
///
/// let position: Position = "2+".parse()?;
/// let picture = render::svg(&position, &Style::default())?;
/// // The text of the position stands in the picture, so that it can be read back.
/// assert!(picture.contains(&position.to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(position: &Position, style: &Style) -> Result<String, DrawError> {
    Ok(Film::new(position)?.frame(style).finish())
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
/// use papergames_brussels::{Position, Record, Style, render};
///
/// let record: Record<Position> = "2+ 1a-2a 1b-2d".parse()?;
/// let picture = render::of_record(&record, &Style::default())?;
/// assert!(picture.contains("last"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_record(record: &Record<Position>, style: &Style) -> Result<String, DrawError> {
    Ok(Film::of(record)?.frame(style).finish())
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
/// use papergames_brussels::{Position, Record, Style, render};
///
/// let record: Record<Position> = "2+ 1a-2a 1b-2d".parse()?;
/// let strip = render::film(&record, &Style::default())?;
/// // The start, and a picture for each move.
/// assert_eq!(strip.matches("class=\"caption\"").count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn film(record: &Record<Position>, style: &Style) -> Result<String, DrawError> {
    let text = record.to_string();
    let frames = frames(record, style)?;
    Ok(svg::strip("A game of Brussels Sprouts", &text, &frames, style).finish())
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
/// use papergames_brussels::{Position, Record, Style, render};
///
/// let record: Record<Position> = "2+ 1a-2a 1b-2d".parse()?;
/// let picture = render::animation(&record, &Style::default())?;
/// assert!(picture.contains("<animate"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animation(record: &Record<Position>, style: &Style) -> Result<String, DrawError> {
    let text = record.to_string();
    let frames = frames(record, style)?;
    Ok(svg::animation("A game of Brussels Sprouts", &text, &frames, style).finish())
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
/// use papergames_brussels::{Ending, Position, render::Film};
///
/// let mut film = Film::new(&Position::new(1, Ending::Normal)?)?;
/// film.play(&"1a-1c".parse()?)?;
/// assert_eq!(film.drawing().check(), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Film {
    position: Position,
    drawing: Drawing,
    stars: Vec<Vertex>,
    /// The tip of each free arm, in the order of the names.
    tips: Vec<(Arm, Vertex)>,
    /// The darts of the last line and its cross-bar are those of these edges.
    last: Vec<usize>,
}

impl Film {
    /// Begins at a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is too large for a picture.
    pub fn new(position: &Position) -> Result<Film, DrawError> {
        let behind = PositionMap::new(position);
        let map = behind.map();
        let proper = || behind.stars().iter().chain(behind.bars());
        let bare: Vec<Vertex> = map
            .vertices()
            .filter(|v| !proper().any(|p| p == v))
            .collect();
        Ok(Film {
            drawing: Drawing::of(map, &bare)?,
            position: position.clone(),
            stars: behind.stars().to_vec(),
            tips: behind.tips().to_vec(),
            last: Vec::new(),
        })
    }

    /// Draws a whole game and returns the last picture.
    fn of(record: &Record<Position>) -> Result<Film, DrawError> {
        let mut film = Film::new(record.setup())?;
        for m in record.moves() {
            film.play(m)?;
        }
        Ok(film)
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
    /// [`play`](Film::play) does. `stroke` are the points between the tips of the two arms in the coordinates of the
    /// [drawing](Film::drawing), in either direction.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no picture of the position after the move.
    pub fn play_along(&mut self, m: &Move, stroke: &[Point]) -> Result<(), DrawError> {
        self.draw_line(m, Some(stroke))
    }

    fn draw_line(&mut self, m: &Move, stroke: Option<&[Point]>) -> Result<(), DrawError> {
        let Ok((p, q)) = self.position.resolve(m) else {
            return Ok(());
        };
        let before = &self.position;
        let (p, q) = (usize::from(p), usize::from(q));
        let map = self.drawing.map();
        let corner = |id: usize| {
            let corner = map.corners_at(self.tips[id].1).next();
            corner.unwrap_or(Corner::Alone(self.tips[id].1))
        };
        // What stays with `p` is on the right of the line.
        let leaves: Vec<Boundary> = (0..before.n_arms())
            .filter(|id| before.face[*id] == before.face[p])
            .filter(|id| !m.pieces().contains(before.piece_of(*id as Id)))
            .map(|id| map.boundary(corner(id)))
            .collect();
        let (from, to) = (corner(p), corner(q));
        let first = map.n_edges();
        let arms = [p, q].map(|id| {
            let arm = map.darts_at(self.tips[id].1).next();
            arm.map(|dart| dart.index() / 2)
        });
        let along = stroke.and_then(|stroke| {
            let mut stroke = stroke.to_vec();
            let drawing = &mut self.drawing;
            let goes_left = |b: Boundary| leaves.contains(&b);
            let line = drawing.connect_along(from, to, goes_left, &stroke);
            line.or_else(|_| {
                stroke.reverse();
                drawing.connect_along(from, to, goes_left, &stroke)
            })
            .ok()
        });
        let line = match along {
            Some(line) => line,
            None => self.drawing.connect(from, to, |b| leaves.contains(&b))?,
        };
        self.drawing.subdivide(line)?;
        let right = Corner::Before(self.drawing.map().next(line));
        let left = Corner::Before(line.twin());
        self.tips[p].1 = self.drawing.add_arm(right)?;
        self.tips[q].1 = self.drawing.add_arm(left)?;
        self.drawing.settle()?;
        self.last = (first..self.drawing.map().n_edges()).collect();
        self.last.extend(arms.into_iter().flatten());
        if let Ok(after) = self.position.child(m) {
            self.position = after;
        }
        Ok(())
    }

    /// Returns the position that is drawn.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the drawing. Its vertices are the centres of stars and cross-bars, the tips of free arms, and where
    /// tips were joined.
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Returns the centres of the stars in the drawing.
    pub fn stars(&self) -> &[Vertex] {
        &self.stars
    }

    /// Returns the free arms and their tips in the drawing, in the order of the names.
    pub fn tips(&self) -> &[(Arm, Vertex)] {
        &self.tips
    }

    /// Returns the numbers of the lines that the last move drew, and of the two arms that it joined; none at the start.
    pub fn last_lines(&self) -> &[usize] {
        &self.last
    }

    /// Returns the picture, with the last line marked.
    pub fn frame(&self, style: &Style) -> Svg {
        let is_last = |dart: Dart| self.last.contains(&(dart.index() / 2));
        let text = self.position.to_string();
        let drawing = &self.drawing;
        let mut svg = drawing.picture("A position of Brussels Sprouts", &text, is_last);
        let sizes = drawing.page_sizes();
        svg.group("stars", "fill=\"#1d2430\" stroke=\"none\"");
        for star in &self.stars {
            let place = drawing.on_page(drawing.spot(*star));
            svg.circle("star", place, sizes.width * 1.5, "");
        }
        svg.end();
        if style.labels {
            svg.group("arms", "stroke=\"none\"");
            for (arm, tip) in &self.tips {
                let place = drawing.on_page(drawing.spot(*tip));
                let name = arm.to_string();
                let height = sizes.spot.min(8.5);
                let radius = height * (0.32 + 0.28 * name.len() as f64);
                svg.circle(
                    "tip",
                    place,
                    radius,
                    "fill=\"#fff3c9\" stroke=\"#8f7a30\" stroke-width=\"0.6\"",
                );
                svg.text("name", place, height, "#2c2408", &name);
            }
            svg.end();
        }
        svg
    }

    fn write(&self, charset: Charset) -> String {
        let label = |vertex: Vertex| {
            if self.stars.contains(&vertex) {
                return Some("+".to_owned());
            }
            let arm = self.tips.iter().find(|(_, tip)| *tip == vertex);
            arm.map(|(arm, _)| arm.to_string())
        };
        let rows = if self.position.n_arms() > 12 { 30 } else { 24 };
        let canvas = self.drawing.canvas(72, rows, charset, label);
        let mut text = canvas.to_string();
        let position = &self.position;
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
/// use papergames_brussels::{Charset, Position, render};
///
/// let position: Position = "2+".parse()?;
/// let picture = render::terminal(&position, Charset::Ascii)?;
/// assert!(picture.is_ascii() && picture.lines().all(|line| line.len() <= 72));
/// assert!(picture.contains(&position.to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn terminal(position: &Position, charset: Charset) -> Result<String, DrawError> {
    Ok(Film::new(position)?.write(charset))
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
/// use papergames_brussels::{Charset, Position, Record, render};
///
/// let record: Record<Position> = "2+ 1a-2a 1b-2d".parse()?;
/// let picture = render::terminal_of_record(&record, Charset::Braille)?;
/// assert!(picture.ends_with("last move: 1b-2d\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn terminal_of_record(
    record: &Record<Position>,
    charset: Charset,
) -> Result<String, DrawError> {
    let mut text = Film::of(record)?.write(charset);
    if let Some(last) = record.moves().last() {
        let _ = writeln!(text, "last move: {last}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Ending, Seeded, playout};

    /// The faces of the map, each as the set of free arms in it, sorted.
    fn faces(film: &Film) -> Vec<Vec<Arm>> {
        let map = film.drawing.map();
        let mut faces = vec![Vec::new(); map.n_faces()];
        for (arm, tip) in &film.tips {
            let corner = map.corners_at(*tip).next().expect("a corner");
            faces[map.face_at(corner).index()].push(*arm);
        }
        for face in &mut faces {
            face.sort();
        }
        faces.sort();
        faces
    }

    #[test]
    fn games_are_drawn_line_by_line() {
        let mut random = Seeded::new(1);
        for arms in [&[4][..], &[4, 4], &[1, 2, 3], &[5]] {
            let start = Position::with_arms(arms, Ending::Normal).expect("few arms");
            let record = playout::record(start.clone(), 99, &mut random);
            let mut film = Film::new(&start).expect("a picture");
            for m in record.moves() {
                film.play(m).expect("a picture");
                assert_eq!(film.drawing().check(), Ok(()), "{record}");
                let mut wanted: Vec<Vec<Arm>> = film
                    .position()
                    .faces()
                    .into_iter()
                    .map(|face| {
                        let mut arms: Vec<Arm> = face.into_iter().flatten().collect();
                        arms.sort();
                        arms
                    })
                    .collect();
                wanted.sort();
                assert_eq!(faces(&film), wanted, "{record}");
            }
            assert_eq!(film.position(), record.position());
        }
    }

    #[test]
    fn a_picture_names_every_free_arm() {
        let position = Position::new(2, Ending::Normal).expect("few crosses");
        let picture = svg(&position, &Style::default()).expect("a picture");
        assert_eq!(picture.matches("class=\"name\"").count(), 8);
        let text = terminal(&position, Charset::Ascii).expect("a picture");
        for arm in position.arms() {
            assert!(text.contains(&arm.to_string()), "{text}");
        }
    }
}
