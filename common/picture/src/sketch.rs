//! Drawings of games on planar maps that grow as the games are played.
//!
//! A [`Sketch`] is a position with a [`Drawing`] of its map. Each move adds its line to the existing drawing, so that
//! the pictures of a game resemble each other. A game that implements [`OnMap`] also implements [`Draw`].

use core::fmt::Display;
use core::iter;
use std::time::Instant;

use common::look::{Look, PictureDocument, Print, Style, Window};
use common::text::counted;
use common::{Game, Outcome, Record};
use planar::{Boundary, Corner, Dart, Map, Vertex};

use crate::draw::{CannotDraw, Draw};
use crate::drawing::{DrawError, Drawing, Mark, Source};
use crate::geometry::Point;
use crate::svg::{Frame, Svg};

/// A game whose positions are planar maps, which a [`Sketch`] can draw.
pub trait OnMap: Game + Display {
    /// The data that records what each vertex of the map represents in the game.
    type Legend: Clone + core::fmt::Debug;

    /// The name of the game in titles.
    const NAME: &str;

    /// Returns the number of vertices in the terms of the game, such as `3 spots`.
    fn counted(&self) -> String;

    /// Draws the view requested by the style if that view does not show the map.
    fn off_map(&self, style: &Style) -> Option<Svg> {
        let _ = style;
        None
    }

    /// Returns the map of the position, the mark of each vertex, and the legend.
    fn lay_out(&self) -> (Map, Vec<Mark>, Self::Legend);

    /// Returns an equal position whose map is independent of the moves that led to it, so that equal positions have
    /// equal pictures.
    fn renumbered(&self) -> Self {
        self.clone()
    }

    /// Draws the line of a legal move into the drawing of this position, and changes the legend accordingly. Returns
    /// the numbers of the lines to mark as drawn by the last move.
    ///
    /// # Errors
    ///
    /// Returns an error if the position after the move cannot be drawn.
    fn draw_line(
        &self,
        m: &Self::Move,
        pen: &mut Pen<'_>,
        legend: &mut Self::Legend,
    ) -> Result<Vec<usize>, DrawError>;

    /// Draws the spots and labels on top of the lines.
    fn draw_spots(sketch: &Sketch<Self>, svg: &mut Svg, style: &Style);

    /// Returns the text for a vertex in a picture made of characters.
    fn label(sketch: &Sketch<Self>, vertex: Vertex) -> Option<String>;
}

/// Draws the lines of one move, either along a stroke drawn by hand or along the shortest path.
#[derive(Debug)]
pub struct Pen<'a> {
    drawing: &'a mut Drawing,
    stroke: Option<&'a [Point]>,
    /// Who drew the line.
    source: Source,
    /// Whether everything else stays in place.
    keeps: bool,
    /// Whether to leave the shape of the line open, because it is known and will be set later.
    is_blind: bool,
}

impl Pen<'_> {
    /// Returns the drawing to which the pen adds lines.
    pub fn drawing(&mut self) -> &mut Drawing {
        self.drawing
    }

    /// Draws a line like [`Drawing::connect`], but follows the stroke if there is one and it represents that line.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the drawing unchanged, if the map does not allow the line or if no path for it is
    /// found.
    pub fn connect(
        &mut self,
        from: Corner,
        to: Corner,
        goes_left: impl Fn(Boundary) -> bool,
    ) -> Result<Dart, DrawError> {
        if self.is_blind {
            return self.drawing.connect_unseen(from, to, goes_left);
        }
        let mut stroke = self.stroke.take().map(<[Point]>::to_vec);
        if let Some(stroke) = &mut stroke {
            for _ in 0..2 {
                let line = self.drawing.connect_along(from, to, &goes_left, stroke);
                if line.is_ok() {
                    self.source = Source::Hand;
                    return line;
                }
                stroke.reverse();
            }
        }
        self.drawing
            .connect_towards(from, to, goes_left, self.keeps)
    }
}

/// A position with the drawing of its map. Each move adds its line to the existing drawing, so that the pictures of a
/// game resemble each other.
#[derive(Clone, Debug)]
pub struct Sketch<G: OnMap> {
    position: G,
    drawing: Drawing,
    legend: G::Legend,
    keeps: bool,
}

/// The most columns of a picture in a terminal: more than on any screen.
const MOST_COLUMNS: usize = 400;
/// The fewest rows of a picture in a terminal, and its rows if there is room for more and no need.
const LEAST_ROWS: usize = 6;
const USUAL_ROWS: usize = 20;

/// The share of a time limit that is spent on drawing. Fitting lines, measuring, and writing the last picture take the
/// rest.
const DRAWING: f64 = 0.6;

impl<G: OnMap> Sketch<G> {
    /// Draws a position from scratch. Equal positions have equal pictures.
    ///
    /// The drawing shows the map of [`position`](Sketch::position), whose numbering may differ from that of the given
    /// position.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is too large for a picture.
    pub fn new(position: &G) -> Result<Sketch<G>, DrawError> {
        Sketch::anew(position, None)
    }

    /// Draws a position from scratch, and stops improving the picture at the time `until`.
    fn anew(position: &G, until: Option<Instant>) -> Result<Sketch<G>, DrawError> {
        let position = position.renumbered();
        Sketch::laid_out(position, until)
    }

    /// Makes later moves keep the drawing in place as far as there is room, instead of drawing the best picture of each
    /// position.
    pub fn keeping(self) -> Sketch<G> {
        Sketch {
            keeps: true,
            ..self
        }
    }

    /// Replaces the drawing with another drawing of the same map, such as a saved or a [settled](Drawing::settle) one.
    ///
    /// # Errors
    ///
    /// Returns an error and changes nothing if the drawing is of a different map.
    pub fn replace(&mut self, drawing: Drawing) -> Result<(), DrawError> {
        if drawing.map() != self.drawing.map() {
            return Err(DrawError::NoWay);
        }
        let last = self.drawing.last().to_vec();
        self.drawing = drawing;
        self.drawing.mark_last(last);
        Ok(())
    }

    /// Draws the last position of a game from its map alone, with the lines of the last move marked.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is too large for a picture.
    pub fn of(record: &Record<G>) -> Result<Sketch<G>, DrawError> {
        Sketch::within(record, None)
    }

    /// Draws a game like [`of`](Sketch::of), but stops improving the picture at the time `until`.
    fn within(record: &Record<G>, until: Option<Instant>) -> Result<Sketch<G>, DrawError> {
        if record.moves().is_empty() {
            return Sketch::anew(record.setup(), until);
        }
        let mut sketch = Sketch::unseen(record.setup());
        record.moves().iter().try_for_each(|m| sketch.follow(m))?;
        sketch.drawing.lay_out(until)?;
        Ok(sketch)
    }

    /// Draws every position of a game, in order. The last picture is that of [`of`](Sketch::of). Each picture before it
    /// is the next one without its last line, in which what is left has settled down: the lines of a film need no room
    /// that is not there already, and its end is the best picture of the position.
    fn all(record: &Record<G>, until: Option<Instant>) -> Result<Vec<Sketch<G>>, DrawError> {
        if record.moves().is_empty() {
            return Ok(vec![Sketch::anew(record.setup(), until)?]);
        }
        let mut sketches = vec![Sketch::unseen(record.setup())];
        for m in record.moves() {
            let mut next = sketches[sketches.len() - 1].clone();
            next.follow(m)?;
            sketches.push(next);
        }
        let mut later: Option<Drawing> = None;
        for sketch in sketches.iter_mut().rev() {
            match &later {
                None => sketch.drawing.lay_out(until)?,
                Some(later) => {
                    sketch.take_places(later)?;
                    sketch.drawing.ease();
                }
            }
            later = Some(sketch.drawing.clone());
        }
        Ok(sketches)
    }

    /// Returns a position whose drawing has no coordinates yet.
    fn unseen(position: &G) -> Sketch<G> {
        let (map, marks, legend) = position.lay_out();
        Sketch {
            position: position.clone(),
            drawing: Drawing::blank(&map, &marks),
            legend,
            keeps: false,
        }
    }

    /// Draws a game in the time that a style allows, with enough time left to measure and write the picture at the end.
    fn limited(record: &Record<G>, style: &Style) -> Result<Sketch<G>, DrawError> {
        let until = style.until.map(|until| share_of(until, DRAWING));
        Sketch::within(record, until)
    }

    /// Draws a position from its map alone.
    fn laid_out(position: G, until: Option<Instant>) -> Result<Sketch<G>, DrawError> {
        let (map, marks, legend) = position.lay_out();
        Ok(Sketch {
            position,
            drawing: Drawing::until(&map, &marks, until)?,
            legend,
            keeps: false,
        })
    }

    /// Plays a move and draws its line. An illegal move draws nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if the position after the move cannot be drawn.
    pub fn play(&mut self, m: &G::Move) -> Result<(), DrawError> {
        self.draw_line(m, None, Source::Program, Drawing::settle)
    }

    /// Plays a move and draws its line along a stroke drawn by hand. If the stroke does not represent that line, this
    /// is the same as [`play`](Sketch::play). `stroke` holds the points between the two ends, in either direction, in
    /// the coordinates of the [drawing](Sketch::drawing).
    ///
    /// # Errors
    ///
    /// Returns an error if the position after the move cannot be drawn.
    pub fn play_along(&mut self, m: &G::Move, stroke: &[Point]) -> Result<(), DrawError> {
        self.draw_line(m, Some(stroke), Source::Program, Drawing::settle)
    }

    /// Draws the line of a move where a pen could draw it, without moving anything to make room. An illegal move draws
    /// nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if the position after the move cannot be drawn.
    pub fn plan(&mut self, m: &G::Move) -> Result<(), DrawError> {
        self.draw_line(m, None, Source::Plan, Drawing::settle)
    }

    /// Draws the line of a move and makes room for it.
    fn draw_line(
        &mut self,
        m: &G::Move,
        stroke: Option<&[Point]>,
        source: Source,
        settle: impl Fn(&mut Drawing) -> Result<(), DrawError>,
    ) -> Result<(), DrawError> {
        let Ok(after) = self.position.child(m) else {
            return Ok(());
        };
        let mut drawing = self.drawing.clone();
        let mut pen = Pen {
            drawing: &mut drawing,
            stroke,
            source,
            keeps: self.keeps || source == Source::Plan,
            is_blind: false,
        };
        let last = self.position.draw_line(m, &mut pen, &mut self.legend)?;
        let source = pen.source;
        drawing.mark_last(last);
        if self.keeps || source == Source::Plan {
            let map = self.drawing.map();
            drawing.make_room(map.n_edges(), map.n_vertices(), source)?;
        } else {
            settle(&mut drawing)?;
        }
        self.drawing = drawing;
        self.position = after;
        Ok(())
    }

    /// Plays a legal move without drawing it, which takes only the time for updating the map. The coordinates of the
    /// new line are meaningless until [`take_places`](Sketch::take_places) is called.
    ///
    /// # Errors
    ///
    /// Returns an error if the map has no room for the line.
    pub fn follow(&mut self, m: &G::Move) -> Result<(), DrawError> {
        let Ok(after) = self.position.child(m) else {
            return Ok(());
        };
        let mut pen = Pen {
            drawing: &mut self.drawing,
            stroke: None,
            source: Source::Program,
            keeps: true,
            is_blind: true,
        };
        let last = self.position.draw_line(m, &mut pen, &mut self.legend)?;
        self.drawing.mark_last(last);
        self.position = after;
        Ok(())
    }

    /// Copies the coordinates of spots and lines from a drawing of a later position of the same game, which contains
    /// additional spots and lines.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if that drawing has fewer spots or lines than this one.
    pub fn take_places(&mut self, later: &Drawing) -> Result<(), DrawError> {
        self.drawing.take_places(later)
    }

    /// Returns the position that is drawn.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Returns the drawing.
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Returns the legend, which records what each vertex of the drawing represents in the game.
    pub fn legend(&self) -> &G::Legend {
        &self.legend
    }

    /// Returns the numbers of the lines drawn by the last move; empty at the start.
    pub fn last_lines(&self) -> &[usize] {
        self.drawing.last()
    }

    /// Returns the picture, with the last line marked.
    pub fn picture(&self, style: &Style) -> Svg {
        if !style.labels {
            return self.frame(style);
        }
        let least = style.look.least_letters();
        self.in_style(style, |drawing| drawing.printed(least))
    }

    /// Returns the picture on a page that is not cut, because the pictures of a film have one size.
    fn frame(&self, style: &Style) -> Svg {
        let least = style.look.least_letters();
        self.in_style(style, |drawing| drawing.with_cut_arms(least))
    }

    fn in_style(&self, style: &Style, finish: impl Fn(&Drawing) -> Drawing) -> Svg {
        let enlarged = self.drawing.enlarged(style.look.enlargement());
        let shown = Sketch {
            drawing: finish(&enlarged),
            ..self.clone()
        };
        shown.plain_picture(style).in_look(style.look)
    }

    /// Returns a document that `write` makes from the drawing.
    fn written(&self, write: impl Fn(&Drawing) -> String) -> PictureDocument {
        let drawing = self.drawing.printed(Look::Light.least_letters());
        PictureDocument {
            text: write(&drawing),
            size: [0.0; 2],
            quality: drawing.quality(),
        }
    }

    /// Returns the picture in the colours of the light look.
    fn plain_picture(&self, style: &Style) -> Svg {
        let title = format!("A position of {}", G::NAME);
        let map = self.drawing.map();
        let name = |dart: Dart| {
            let ends = [map.origin(dart), map.target(dart)];
            match ends.map(|vertex| G::label(self, vertex)) {
                [Some(from), Some(to)] if from == to => format!("Loop at {from}"),
                [Some(from), Some(to)] => format!("Line from {from} to {to}"),
                [Some(end), None] | [None, Some(end)] => format!("Line at {end}"),
                [None, None] => "Line".to_owned(),
            }
        };
        let description = format!("{}. {}", self.position, self.words());
        let mut svg = self.drawing.picture(&title, &description, name);
        G::draw_spots(self, &mut svg, style);
        svg
    }

    /// Describes the picture in a sentence or two.
    fn words(&self) -> String {
        let turn = match (self.position.turn(), self.position.outcome()) {
            (Some(player), _) => format!("The {player} player is to move."),
            (None, Some(Outcome::Win(player))) => format!("The {player} player has won."),
            _ => "The game is over.".to_owned(),
        };
        let regions = counted(self.drawing.map().n_faces(), "region");
        format!("{} in {regions}. {turn}", self.position.counted())
    }

    /// Returns the picture drawn with characters, with the last line marked. It is as high as it must be for lines to
    /// keep well apart, up to the height of the window. If they would touch even there, returns the regions in words,
    /// as far as these fit.
    pub(crate) fn in_terminal(&self, window: &Window) -> Print {
        // Dots are as wide as they are high, so a higher picture would not be larger.
        let columns = window.columns.min(MOST_COLUMNS);
        let most = window.rows.min(columns / 2).max(LEAST_ROWS);
        let of_height = |rows: usize| Window {
            rows,
            columns,
            ..*window
        };
        let heights = iter::successors(Some(USUAL_ROWS.min(most)), |rows| {
            (*rows < most).then(|| (rows + rows / 2).min(most))
        });
        let mut windows = heights.map(of_height);
        let roomy = windows.find(|window| self.drawing.fits(window, 2.0));
        let label = |vertex: Vertex| G::label(self, vertex);
        let picture = |window: &Window| self.drawing.canvas(window, label).print();
        let tallest = of_height(most);
        if let Some(window) = roomy {
            return picture(&window);
        }
        let words = self.in_words();
        let fits = |line: &str| line.chars().count() <= columns;
        if self.drawing.fits(&tallest, 1.0) || !words.to_string().lines().all(fits) {
            return picture(&tallest);
        }
        words
    }

    /// Returns the regions, each by the labels along its boundaries.
    fn in_words(&self) -> Print {
        let map = self.drawing.map();
        let mut print = Print::default();
        print.add_line(
            "too crowded for this window; the regions, by the spots along their boundaries:",
        );
        for face in map.faces() {
            let boundaries = map.boundaries_of(face).map(|boundary| {
                let around = map.corners(boundary).map(|corner| map.vertex(corner));
                let labels: Vec<String> = around.filter_map(|v| G::label(self, v)).collect();
                labels.join(" ")
            });
            let boundaries: Vec<String> = boundaries.collect();
            print.add_line(&format!("  {}", boundaries.join(" | ")));
        }
        print
    }
}

/// Returns the time at which a share of the time left until `until` will have passed. Is called only if there is a
/// limit, because a browser has no clock to read.
fn share_of(until: Instant, share: f64) -> Instant {
    let now = Instant::now();
    now + until.saturating_duration_since(now).mul_f64(share)
}

impl From<DrawError> for CannotDraw {
    fn from(error: DrawError) -> CannotDraw {
        CannotDraw(error.to_string())
    }
}

impl<G: OnMap> Draw for G {
    fn draw(record: &Record<G>, style: &Style) -> Result<Svg, CannotDraw> {
        Ok(match record.position().off_map(style) {
            Some(picture) => picture,
            None => Sketch::limited(record, style)?.picture(style),
        })
    }

    fn title() -> String {
        format!("A game of {}", G::NAME)
    }

    fn frames(record: &Record<G>, style: &Style) -> Result<Vec<Frame>, CannotDraw> {
        let sketches = Sketch::all(record, style.until)?;
        Frame::each(record, |n, position| {
            Ok(match position.off_map(style) {
                Some(picture) => picture,
                None => sketches[n].frame(style),
            })
        })
    }

    fn tikz(record: &Record<G>, style: &Style) -> Result<PictureDocument, CannotDraw> {
        let sketch = Sketch::limited(record, style)?;
        let label = |vertex| G::label(&sketch, vertex).filter(|_| style.labels);
        Ok(sketch.written(|drawing| drawing.to_tikz(style.look, label)))
    }

    fn json(record: &Record<G>, style: &Style) -> Result<PictureDocument, CannotDraw> {
        let sketch = Sketch::limited(record, style)?;
        Ok(sketch.written(|drawing| drawing.to_json(|vertex| G::label(&sketch, vertex))))
    }

    fn terminal(record: &Record<G>, window: &Window) -> Result<Print, CannotDraw> {
        let mut print = Sketch::of(record)?.in_terminal(window);
        if let Some(last) = record.moves().last() {
            print.add_line(&format!("last move: {last}"));
        }
        Ok(print)
    }
}
