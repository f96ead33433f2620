//! Sprouts and Brussels Sprouts: spots and the tags of free arms, lines by hand, and lands.

use brussels::{Arm, Star};
use common::any::AnyRecord;
use common::{Budget, Ending, Game, Player, Written};
use picture::Sketch;
use picture::drawing::Drawing;
use picture::geometry::Point;
use picture::sketch::OnMap;
use picture::stroke::{Anchor, Paper, Reading};
use planar::Vertex;
use sprouts::land::{Land, Plot, Reductions};
use sprouts::solve::Solver;
use sprouts::{Colour, Spot, Variant, theory};

use super::followed::{Followed, read};
use super::object::Hands;
use crate::board::{
    Area, Board, Disc, Ghost, Sheet, curve, curves, flat, length_from_page, length_on_page,
    on_page, outline, rounded,
};
use crate::sheet;

/// The most work, in moves times lines, that goes into drawing a game move by move rather than only its last position.
const MOST_REDRAWN: usize = 500;
/// How many positions are looked at for the nimber of a land.
const NIMBER: u64 = 2_000_000;

/// A game of lines.
pub(crate) trait Lined: OnMap + Written {
    /// Returns the places where lines can end; `last` is the move that led to the position.
    fn discs(&self, sketch: &Sketch<Self>, last: Option<&Self::Move>) -> Vec<Disc>;

    /// Returns the centres of crosses.
    fn stars(sketch: &Sketch<Self>) -> Vec<Point> {
        let _ = sketch;
        Vec::new()
    }

    /// Returns how many lines of a drawing a move adds.
    fn count_lines(m: &Self::Move) -> usize;

    /// Returns the names of the places that a line joins.
    fn ends(m: &Self::Move) -> [String; 2];

    /// Returns the paper for strokes.
    fn paper(&self, sketch: &Sketch<Self>) -> Paper;

    /// Returns the move of a stroke.
    fn move_of(
        &self,
        sketch: &Sketch<Self>,
        reading: &Reading,
        with_spot: bool,
    ) -> Result<Self::Move, String>;

    /// See [`Hands::theorem`]: of a game from `start` to here.
    fn theorem(&self, start: &Self, moves: usize) -> Option<String> {
        let _ = (start, moves);
        None
    }

    /// See [`Hands::lands`].
    fn lands(&self, drawing: &Drawing) -> Vec<Area> {
        let _ = drawing;
        Vec::new()
    }

    /// See [`Hands::nimbers`].
    fn nimbers(&self) -> Vec<Option<u8>> {
        Vec::new()
    }
}

/// A game of lines with the drawings that were asked for.
struct Lines<G: Lined> {
    followed: Followed<G>,
    /// The drawings of the positions that are known.
    sketches: Vec<Option<Sketch<G>>>,
}

/// Takes the game of a record into hands.
pub(crate) fn hold<G: Lined>(record: &dyn AnyRecord) -> Result<Box<dyn Hands>, String> {
    let followed = Followed::<G>::new(record)?;
    let sketches = vec![None; followed.positions().len()];
    Ok(Box::new(Lines { followed, sketches }))
}

impl<G: Lined> Lines<G> {
    /// Returns the game and the drawing of the position.
    fn shown(&mut self) -> Result<(&Followed<G>, &mut Sketch<G>), String> {
        let at = self.followed.at();
        let sketch = match self.sketches[at].take() {
            Some(sketch) => sketch,
            None => self.drawn(at)?,
        };
        Ok((&self.followed, self.sketches[at].insert(sketch)))
    }

    /// Draws the position after the first `at` moves, move by move if that is fast enough.
    fn drawn(&mut self, at: usize) -> Result<Sketch<G>, String> {
        let nearest = (0..at).rev().find(|i| self.sketches[*i].is_some());
        let first = nearest.unwrap_or(0);
        let is_slow = at - first > 1 && (at - first) * at > MOST_REDRAWN;
        let first = if is_slow { at } else { first };
        let mut sketch = match self.sketches[first].clone() {
            Some(sketch) => sketch,
            None => draw_afresh(&self.followed.positions()[first])?,
        };
        for i in first..at {
            let before = sketch.clone();
            self.sketches[i] = Some(before);
            draw_move(&mut sketch, &self.followed.moves()[i], &[])?;
        }
        Ok(sketch)
    }
}

/// Draws a position from scratch.
pub(crate) fn draw_afresh<G: Lined>(position: &G) -> Result<Sketch<G>, String> {
    let sketch = Sketch::new(position).map_err(|error| error.to_string())?;
    Ok(sketch.keeping())
}

/// Draws a legal move, along a stroke if there is one.
pub(crate) fn draw_move<G: Lined>(
    sketch: &mut Sketch<G>,
    m: &G::Move,
    stroke: &[Point],
) -> Result<(), String> {
    let drawn = if stroke.is_empty() {
        sketch.play(m)
    } else {
        sketch.play_along(m, stroke)
    };
    drawn.map_err(|error| error.to_string())
}

impl<G: Lined> Hands for Lines<G> {
    fn follow(&mut self, record: &dyn AnyRecord) -> Result<(), String> {
        let same = self.followed.follow(record)?;
        self.sketches.truncate(same);
        self.sketches.resize(self.followed.positions().len(), None);
        Ok(())
    }

    fn board(&mut self) -> Result<Board, String> {
        let (game, sketch) = self.shown()?;
        let drawing = sketch.drawing();
        let drawn = game.positions().iter().zip(game.moves());
        let drawn = drawn.map(|(before, m)| {
            let player = before.turn().map_or(0, Player::index);
            (player, G::count_lines(m))
        });
        Ok(Board::Drawing(Sheet {
            width: rounded(length_on_page(drawing.sizes().width)),
            lines: curves(drawing, sketch.last_lines(), drawn),
            spots: game.position().discs(sketch, game.last()),
            stars: flat(G::stars(sketch).into_iter().map(on_page)),
        }))
    }

    fn ghost(&mut self, m: &str) -> Result<Ghost, String> {
        let m = read::<G>(m)?;
        let (_, sketch) = self.shown()?;
        let mut next = sketch.clone();
        if next.play(&m).is_err() {
            return Ok(Ghost::Nothing {});
        }
        let lines = next.last_lines().iter();
        Ok(Ghost::Line {
            lines: lines.map(|line| curve(next.drawing(), *line)).collect(),
            ends: G::ends(&m).into(),
        })
    }

    fn touches(&self, m: &str) -> Vec<String> {
        read::<G>(m).map_or_else(|_| Vec::new(), |m| G::ends(&m).into())
    }

    fn theorem(&self) -> Option<String> {
        let game = &self.followed;
        game.position().theorem(&game.positions()[0], game.at())
    }

    fn paper(&mut self) -> Result<Paper, String> {
        let (game, sketch) = self.shown()?;
        Ok(game.position().paper(sketch))
    }

    fn read(&mut self, reading: &Reading, with_spot: bool) -> Result<String, String> {
        let (game, sketch) = self.shown()?;
        let m = game.position().move_of(sketch, reading, with_spot)?;
        Ok(m.to_string())
    }

    fn draw(&mut self, m: &str, stroke: &[Point]) -> Result<(), String> {
        let m = read::<G>(m)?;
        let (game, sketch) = self.shown()?;
        let after = game.after(&m)?;
        let mut sketch = sketch.clone();
        draw_move(&mut sketch, &m, stroke)?;
        self.followed.push(m, after);
        self.sketches.truncate(self.followed.at());
        self.sketches.push(Some(sketch));
        Ok(())
    }

    fn tidy(&mut self) -> Result<(), String> {
        let (_, sketch) = self.shown()?;
        let mut drawing = sketch.drawing().clone();
        drawing.settle().map_err(|error| error.to_string())?;
        // If it is not one of this map, the old one stays.
        let _ = sketch.replace(drawing);
        Ok(())
    }

    fn sheet(&mut self) -> Result<Option<String>, String> {
        let (_, sketch) = self.shown()?;
        Ok(Some(sheet::write(sketch.drawing())))
    }

    fn redraw(&mut self, sheet: &str) {
        // A game is not refused because its sheet does not fit or its picture cannot be made.
        if let Ok((_, sketch)) = self.shown()
            && let Some(drawing) = sheet::read(sheet, sketch.drawing())
        {
            let _ = sketch.replace(drawing);
        }
    }

    fn lands(&mut self) -> Result<Vec<Area>, String> {
        let (game, sketch) = self.shown()?;
        Ok(game.position().lands(sketch.drawing()))
    }

    fn nimbers(&self) -> Vec<Option<u8>> {
        self.followed.position().nimbers()
    }
}

impl Lined for sprouts::Position {
    fn discs(&self, sketch: &Sketch<Self>, last: Option<&sprouts::Move>) -> Vec<Disc> {
        let drawing = sketch.drawing();
        let newest = self
            .spots()
            .last()
            .filter(|_| last.is_some_and(|m| m.with_spot));
        let spots = self.spots().map(|spot| {
            let place = on_page(drawing.spot(spot.vertex()));
            Disc {
                name: spot.to_string(),
                x: rounded(place.x),
                y: rounded(place.y),
                radius: rounded(length_on_page(drawing.sizes().spot)),
                lives: lives(self, spot),
                shape: match self.colour(spot) {
                    Colour::White => "round",
                    Colour::Blue => "square",
                    Colour::Red => "diamond",
                },
                fresh: Some(spot) == newest,
                open: !self.is_terminal() && self.is_open(spot),
                label: label(self, spot),
            }
        });
        spots.collect()
    }

    fn count_lines(m: &sprouts::Move) -> usize {
        1 + usize::from(m.with_spot)
    }

    fn ends(m: &sprouts::Move) -> [String; 2] {
        [m.from.spot, m.to.spot].map(|spot| spot.to_string())
    }

    fn paper(&self, sketch: &Sketch<Self>) -> Paper {
        let drawing = sketch.drawing().clone();
        let radius = drawing.sizes().spot;
        let anchors = self.spots().map(|spot| Anchor {
            vertex: spot.vertex(),
            name: format!("spot {spot}"),
            radius,
            closed: if !self.is_alive(spot) {
                Some(format!("Spot {spot} has three lines already."))
            } else if !self.is_open(spot) {
                let colour = self.colour(spot);
                Some(format!(
                    "Spot {spot} is {colour}, which is not yours to join."
                ))
            } else {
                None
            },
        });
        Paper::new(drawing, anchors.collect(), "a spot")
    }

    fn move_of(
        &self,
        _: &Sketch<Self>,
        reading: &Reading,
        with_spot: bool,
    ) -> Result<sprouts::Move, String> {
        let map = self.map();
        let spots = reading.left.iter().filter_map(|boundary| {
            let corner = map.corners(*boundary).next()?;
            Some(Spot::at(map.vertex(corner)))
        });
        let [from, to] = [reading.from, reading.to].map(|corner| self.end(corner));
        self.line(from, to, spots, with_spot)
            .map_err(|error| match error {
                sprouts::IllegalMove::TooManyLines { spot } => format!(
                    "Spot {spot} has two lines already; a loop would be its third and fourth."
                ),
                sprouts::IllegalMove::NoSpot { .. } => {
                    "These rules want a new spot on this line.".to_owned()
                }
                other => other.to_string(),
            })
    }

    fn theorem(&self, start: &Self, moves: usize) -> Option<String> {
        let is_standard = start.rules().variant == Variant::Standard;
        if !self.is_terminal() || start.moves_played() > 0 || !is_standard {
            return None;
        }
        let n = start.n_start();
        let survivors = theory::census(self)?.survivors.len();
        let spots = if survivors == 1 { "spot" } else { "spots" };
        Some(format!(
            "{moves} moves from {n} spots, between 2n = {} and 3n \u{2212} 1 = {}, and {survivors} {spots} survived: \
             3n \u{2212} m.",
            2 * n,
            3 * n - 1,
        ))
    }

    fn lands(&self, drawing: &Drawing) -> Vec<Area> {
        let plots = plots(self).into_iter().map(|plot| Area {
            spots: plot.spots.iter().map(ToString::to_string).collect(),
            text: plot.land.to_string(),
            outline: (plot.regions.iter())
                .flat_map(|region| outline(drawing, *region))
                .collect(),
        });
        plots.collect()
    }

    fn nimbers(&self) -> Vec<Option<u8>> {
        if self.ending() == Ending::Misere {
            return Vec::new();
        }
        let budget = Budget::new().memory(128 << 20).nodes(NIMBER);
        let mut solver = Solver::for_rules(self.rules()).budget(budget);
        let mut nimber = |land: Land| {
            let nimber = solver.nimber(&[land].into_iter().collect()).ok()?;
            u8::try_from(nimber.0).ok()
        };
        let plots = plots(self).into_iter();
        plots.map(|plot| nimber(plot.land)).collect()
    }
}

/// Returns how many lines can still end at a spot.
fn lives(position: &sprouts::Position, spot: Spot) -> usize {
    3usize.saturating_sub(position.degree(spot))
}

/// Returns what a spot is, in words.
fn label(position: &sprouts::Position, spot: Spot) -> String {
    let colour = match position.colour(spot) {
        Colour::White => "",
        Colour::Blue => ", blue",
        Colour::Red => ", red",
    };
    match lives(position, spot) {
        0 => format!("Spot {spot}{colour}, dead"),
        1 => format!("Spot {spot}{colour}, 1 life left"),
        lives => format!("Spot {spot}{colour}, {lives} lives left"),
    }
}

/// Returns where the lands of a position are; none if spots have colours.
fn plots(position: &sprouts::Position) -> Vec<Plot> {
    Plot::all(position, Reductions::of(position.rules().variant)).unwrap_or_default()
}

impl Lined for brussels::Position {
    fn discs(&self, sketch: &Sketch<Self>, last: Option<&brussels::Move>) -> Vec<Disc> {
        let is_over = self.is_terminal();
        let tags = sketch.legend().tips().iter().map(|(arm, tip)| {
            let place = on_page(sketch.drawing().spot(*tip));
            Disc {
                name: arm.to_string(),
                x: rounded(place.x),
                y: rounded(place.y),
                radius: rounded(radius_on_page(sketch, *arm)),
                lives: 1,
                shape: "round",
                fresh: last.is_some_and(|m| [m.from(), m.to()].contains(arm)),
                open: !is_over,
                label: format!("Free arm {arm}"),
            }
        });
        tags.collect()
    }

    fn stars(sketch: &Sketch<Self>) -> Vec<Point> {
        let stars = sketch.legend().stars().iter();
        stars.map(|star| sketch.drawing().spot(*star)).collect()
    }

    /// A line in two halves, and the two arms of its bar.
    fn count_lines(_: &brussels::Move) -> usize {
        4
    }

    fn ends(m: &brussels::Move) -> [String; 2] {
        [m.from(), m.to()].map(|arm| arm.to_string())
    }

    fn paper(&self, sketch: &Sketch<Self>) -> Paper {
        let is_over = self.is_terminal();
        let anchors = sketch.legend().tips().iter().map(|(arm, tip)| Anchor {
            vertex: *tip,
            name: format!("arm {arm}"),
            radius: length_from_page(radius_on_page(sketch, *arm)),
            closed: is_over.then(|| "The game is over.".to_owned()),
        });
        Paper::new(sketch.drawing().clone(), anchors.collect(), "a free arm")
    }

    fn move_of(
        &self,
        sketch: &Sketch<Self>,
        reading: &Reading,
        _: bool,
    ) -> Result<brussels::Move, String> {
        let map = sketch.drawing().map();
        let arm = |vertex: Vertex| {
            let mut tips = sketch.legend().tips().iter();
            tips.find(|(_, tip)| *tip == vertex).map(|(arm, _)| *arm)
        };
        let ends = [reading.from, reading.to].map(|corner| arm(map.vertex(corner)));
        let [Some(from), Some(to)] = ends else {
            return Err("A line goes from a free arm to a free arm.".to_owned());
        };
        if from == to {
            return Err(format!("Arm {from} can be used once only."));
        }
        let own = map.boundary(reading.from);
        let mut m = brussels::Move::new(from, to);
        if own == map.boundary(reading.to) {
            // What stays with an arm is on its right on the way to the other.
            let with_lower_is_left = to < from;
            for boundary in map.boundaries_of(map.face(own)).filter(|b| *b != own) {
                if reading.left.contains(&boundary) == with_lower_is_left {
                    let star = map
                        .corners(boundary)
                        .find_map(|corner| arm(map.vertex(corner)))
                        .map(Arm::star);
                    m = m.with(self.piece(star.unwrap_or(Star::new(0))));
                }
            }
        }
        self.check(&m).map_err(|error| error.to_string())?;
        Ok(m)
    }
}

/// Returns how large the tag of an arm is on the page.
fn radius_on_page(sketch: &Sketch<brussels::Position>, arm: Arm) -> f64 {
    let height = (length_on_page(sketch.drawing().sizes().spot) * 1.15).min(9.0);
    height * (0.35 + 0.32 * arm.to_string().len() as f64)
}
