//! Hands for Sprouts and Brussels Sprouts: spots and the tags of free arms, lines drawn by hand, and lands.

use core::time::Duration;

use brussels::{Arm, Star};
use common::any::{AnyMove, AnyRecord};
use common::budget::Clock;
use common::{Budget, Describe, Game, Outcome, Player, Record};
use picture::drawing::Drawing;
use picture::geometry::Point;
use picture::{OnMap, Sketch};
use planar::Vertex;
use sprouts::land::{Plot, Reductions};
use sprouts::notation::cards::{CardTable, write_move};
use sprouts::solve::Solver;
use sprouts::{Colour, IllegalMove, Spot, theory};

use super::object::{Hands, NO_CARDS, typed};
use crate::board::{
    Area, Board, Cards, Disc, Ghost, Sheet, Step, curve, curves, flat, length_from_page,
    length_on_page, on_page, outline, rounded,
};
use crate::sheet;
use crate::stroke::{Anchor, Paper, Reading};
use crate::words::Reason;

/// The most work, in moves times lines, for which a game is drawn move by move and not only its last position.
const MOST_REDRAWN: usize = 500;
/// The number of positions examined for the nimber of a land.
const NIMBER: u64 = 2_000_000;
/// The reason why no line can end anywhere.
const OVER: &str = "The game is over.";

/// A game of lines.
pub(crate) trait Lined: OnMap + Describe {
    /// The word for the end of a line.
    const END: &str;

    /// Returns the places where lines can end, as they are shown and as strokes reach them; `last` is the move that led
    /// to the position.
    fn ends(sketch: &Sketch<Self>, last: Option<&Self::Move>) -> Vec<(Disc, Anchor)>;

    /// Returns the names of the places that a line joins.
    fn joined(m: &Self::Move) -> [String; 2];

    /// Returns the number of lines of a drawing that a move adds.
    fn count_lines(m: &Self::Move) -> usize;

    /// Returns the move of a stroke.
    fn read(
        sketch: &Sketch<Self>,
        reading: &Reading,
        with_spot: bool,
    ) -> Result<Self::Move, String>;

    /// Returns the centres of crosses.
    fn stars(_sketch: &Sketch<Self>) -> Vec<Point> {
        Vec::new()
    }

    /// Returns the independent parts of the position.
    fn plots(&self) -> Vec<Plot> {
        Vec::new()
    }

    /// Returns the last position as a table of cards, with the steps of the last move, if it is played so.
    fn cards(_record: &Record<Self>) -> Option<Cards> {
        None
    }

    /// Returns the nimbers of the independent parts in order, found within about `time`, with `None` for one that takes
    /// too long to find.
    fn nimbers(&self, _time: Duration) -> Vec<Option<u8>> {
        Vec::new()
    }

    /// Returns sentences with the theorems about a finished game.
    fn theorem(record: &Record<Self>) -> Option<String>;
}

/// The drawings of a game of lines that have been needed so far.
struct Lines<G: Lined> {
    /// The moves of the game, including those that were taken back.
    moves: Vec<G::Move>,
    /// The drawings of the positions before and after these moves.
    sketches: Vec<Option<Sketch<G>>>,
    /// The sheets of drawings, with the numbers of moves before them. A drawing that was read from a sheet keeps it, so
    /// that lines stay where they are however often a game is shared.
    sheets: Vec<(usize, String)>,
}

/// Creates the hands for the game of a record.
pub(crate) fn hold<G: Lined>(record: &dyn AnyRecord) -> Result<Box<dyn Hands>, Reason> {
    let moves = typed::<G>(record)?.moves();
    Ok(Box::new(Lines {
        moves: moves.to_vec(),
        sketches: vec![None::<Sketch<G>>; moves.len() + 1],
        sheets: Vec::new(),
    }))
}

impl<G: Lined> Lines<G> {
    /// Returns the drawing of the last position of a record.
    fn shown(&mut self, record: &Record<G>) -> Result<&mut Sketch<G>, Reason> {
        self.sketch(record, record.moves().len())
    }

    /// Returns the drawing of the position after the first `at` moves of a record.
    fn sketch(&mut self, record: &Record<G>, at: usize) -> Result<&mut Sketch<G>, Reason> {
        let sketch = match self.sketches[at].take() {
            Some(sketch) => sketch,
            None => self.drawn(record, at)?,
        };
        Ok(self.sketches[at].insert(sketch))
    }

    /// Draws the position after the first `at` moves of a record, move by move if that is fast enough.
    fn drawn(&mut self, record: &Record<G>, at: usize) -> Result<Sketch<G>, Reason> {
        let nearest = (0..at).rev().find(|i| self.sketches[*i].is_some());
        let first = nearest.unwrap_or(0);
        let is_slow = at - first > 1 && (at - first) * at > MOST_REDRAWN;
        if is_slow && let Some(position) = record.positions().nth(at) {
            return draw_afresh(&position);
        }
        let mut sketch = match &self.sketches[first] {
            Some(sketch) => sketch.clone(),
            None => draw_afresh(record.setup())?,
        };
        for (i, m) in record.moves()[..at].iter().enumerate().skip(first) {
            self.sketches[i] = Some(sketch.clone());
            draw_move(&mut sketch, m, &[])?;
        }
        Ok(sketch)
    }

    /// Returns the sheet of the drawing after `at` moves, if there is one.
    fn sheet_of(&mut self, at: usize) -> Option<String> {
        if let Some((_, sheet)) = self.sheets.iter().find(|(known, _)| *known == at) {
            return Some(sheet.clone());
        }
        let sheet = sheet::write(self.sketches[at].as_ref()?.drawing());
        self.sheets.push((at, sheet.clone()));
        Some(sheet)
    }

    /// Forgets the moves and drawings after the first `moves` moves.
    fn forget(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.sketches.truncate(moves + 1);
        self.sheets.retain(|(at, _)| *at <= moves);
    }
}

/// Draws a position from scratch.
pub(crate) fn draw_afresh<G: Lined>(position: &G) -> Result<Sketch<G>, Reason> {
    Ok(Sketch::new(position)?.keeping())
}

/// Draws a legal move, along a stroke if there is one.
pub(crate) fn draw_move<G: Lined>(
    sketch: &mut Sketch<G>,
    m: &G::Move,
    stroke: &[Point],
) -> Result<(), Reason> {
    match stroke {
        [] => sketch.play(m)?,
        _ => sketch.play_along(m, stroke)?,
    }
    Ok(())
}

/// Returns a better drawing of the same map.
fn settled(drawing: &Drawing) -> Result<Drawing, Reason> {
    let mut drawing = drawing.clone();
    drawing.settle()?;
    Ok(drawing)
}

/// Returns the paper for strokes in a drawing.
pub(crate) fn paper<G: Lined>(sketch: &Sketch<G>) -> Paper {
    let (_, anchors) = G::ends(sketch, None)
        .into_iter()
        .unzip::<_, _, Vec<Disc>, _>();
    Paper::new(sketch.drawing().clone(), anchors, G::END)
}

/// Returns a disc for the end of a line, which is round and can take one more line.
fn disc(drawing: &Drawing, anchor: &Anchor) -> Disc {
    let place = on_page(drawing.spot(anchor.vertex));
    Disc {
        name: String::new(),
        x: rounded(place.x),
        y: rounded(place.y),
        radius: rounded(length_on_page(anchor.radius)),
        lives: 1,
        shape: "round",
        fresh: false,
        open: anchor.closed.is_none(),
        label: String::new(),
    }
}

impl<G: Lined> Hands for Lines<G> {
    fn board(&mut self, record: &dyn AnyRecord) -> Result<Board, Reason> {
        let record = typed(record)?;
        let sketch = self.shown(record)?;
        let drawing = sketch.drawing();
        let ends = G::ends(sketch, record.moves().last()).into_iter();
        let drawn = record.positions().zip(record.moves()).map(|(before, m)| {
            let player = before.turn().map_or(0, Player::index);
            (player, G::count_lines(m))
        });
        let drawn: Vec<(usize, usize)> = drawn.collect();
        Ok(Board::Drawing(Sheet {
            width: rounded(length_on_page(drawing.sizes().width)),
            lines: curves(drawing, sketch.last_lines(), drawn.into_iter()),
            spots: ends.map(|(disc, _)| disc).collect(),
            stars: flat(G::stars(sketch).into_iter().map(on_page)),
        }))
    }

    fn ghost(&mut self, after: &dyn AnyRecord, from: usize) -> Result<Ghost, Reason> {
        let record = typed(after)?;
        let m = &record.moves()[from];
        let mut next = self.sketch(record, from)?.clone();
        if next.plan(m).is_err() {
            return Ok(Ghost::Nothing {});
        }
        let lines = next.last_lines().iter();
        Ok(Ghost::Line {
            lines: lines.map(|line| curve(next.drawing(), *line)).collect(),
            ends: G::joined(m).into(),
        })
    }

    fn touches(&self, _: &dyn AnyRecord, m: &AnyMove) -> Vec<String> {
        m.typed::<G>()
            .map_or_else(Vec::new, |m| G::joined(m).into())
    }

    fn theorem(&self, record: &dyn AnyRecord) -> Result<Option<String>, Reason> {
        Ok(G::theorem(typed(record)?))
    }

    fn paper(&mut self, record: &dyn AnyRecord) -> Result<Paper, Reason> {
        Ok(paper(self.shown(typed(record)?)?))
    }

    fn read(
        &mut self,
        record: &dyn AnyRecord,
        reading: &Reading,
        with_spot: bool,
    ) -> Result<AnyMove, Reason> {
        let sketch = self.shown(typed(record)?)?;
        Ok(AnyMove::new::<G>(G::read(sketch, reading, with_spot)?))
    }

    fn draw(&mut self, after: &dyn AnyRecord, stroke: &[Point]) -> Result<(), Reason> {
        let record = typed(after)?;
        if let [before @ .., m] = record.moves() {
            let mut sketch = self.sketch(record, before.len())?.clone();
            draw_move(&mut sketch, m, stroke)?;
            self.forget(before.len());
            self.moves.push(m.clone());
            self.sketches.push(Some(sketch));
        }
        Ok(())
    }

    fn sheets(&mut self, record: &dyn AnyRecord) -> Result<[Option<String>; 2], Reason> {
        self.shown(typed(record)?)?;
        let [at, end] = [record.len(), self.moves.len()];
        let later = if at < end { self.sheet_of(end) } else { None };
        Ok([self.sheet_of(at), later])
    }

    fn reopen(
        &mut self,
        record: &dyn AnyRecord,
        [sheet, later]: [Option<&str>; 2],
    ) -> Result<(), Reason> {
        let mut sketches = vec![draw_afresh(typed::<G>(record)?.setup())?];
        for m in &self.moves {
            let mut next = sketches[sketches.len() - 1].clone();
            next.follow(m)?;
            sketches.push(next);
        }
        let [at, end] = [record.len(), self.moves.len()];
        for (at, sheet) in [(end, later), (at, sheet)] {
            let sheet = sheet.unwrap_or_default();
            if let Some(drawing) = sheet::read(sheet, sketches[at].drawing()) {
                for (known, sketch) in self.sketches[..=at].iter_mut().zip(&mut sketches) {
                    sketch.take_places(&drawing)?;
                    *known = Some(sketch.clone());
                }
                self.sheets.push((at, sheet.to_owned()));
            }
        }
        Ok(())
    }

    fn redraw(&mut self, record: &dyn AnyRecord) -> Result<(), Reason> {
        let sketch = self.shown(typed(record)?)?;
        sketch.replace(settled(sketch.drawing())?)?;
        self.sheets.retain(|(known, _)| *known != record.len());
        Ok(())
    }

    fn cards(&self, record: &dyn AnyRecord) -> Result<Cards, Reason> {
        Ok(G::cards(typed(record)?).ok_or(NO_CARDS)?)
    }

    fn lands(&mut self, record: &dyn AnyRecord) -> Result<Vec<Area>, Reason> {
        let record = typed(record)?;
        let sketch = self.shown(record)?;
        let lands = record.position().plots().into_iter().map(|plot| Area {
            spots: plot.spots.iter().map(ToString::to_string).collect(),
            text: plot.land.to_string(),
            outline: (plot.regions.iter())
                .flat_map(|region| outline(sketch.drawing(), *region))
                .collect(),
        });
        Ok(lands.collect())
    }

    fn nimbers(&self, record: &dyn AnyRecord, time: Duration) -> Result<Vec<Option<u8>>, Reason> {
        Ok(typed::<G>(record)?.position().nimbers(time))
    }
}

impl Lined for sprouts::Position {
    const END: &str = "a spot";

    fn ends(sketch: &Sketch<Self>, last: Option<&sprouts::Move>) -> Vec<(Disc, Anchor)> {
        let (position, drawing) = (sketch.position(), sketch.drawing());
        let newest = position.spots().last();
        let newest = newest.filter(|_| last.is_some_and(|m| m.with_spot));
        let spots = position.spots().map(|spot| {
            let (shape, colour) = match position.colour(spot) {
                Colour::White => ("round", ""),
                Colour::Blue => ("square", ", blue"),
                Colour::Red => ("diamond", ", red"),
            };
            let lives = 3usize.saturating_sub(position.degree(spot));
            let left = match lives {
                0 => "no life left".to_owned(),
                1 => "1 life left".to_owned(),
                _ => format!("{lives} lives left"),
            };
            let anchor = Anchor {
                vertex: spot.vertex(),
                name: format!("spot {spot}"),
                radius: drawing.sizes().spot,
                closed: closed(position, spot),
            };
            let disc = Disc {
                name: spot.to_string(),
                lives,
                shape,
                fresh: Some(spot) == newest,
                label: format!("Spot {spot}{colour}, {left}"),
                ..disc(drawing, &anchor)
            };
            (disc, anchor)
        });
        spots.collect()
    }

    fn joined(m: &sprouts::Move) -> [String; 2] {
        [m.from.spot, m.to.spot].map(|spot| spot.to_string())
    }

    fn count_lines(m: &sprouts::Move) -> usize {
        1 + usize::from(m.with_spot)
    }

    fn read(
        sketch: &Sketch<Self>,
        reading: &Reading,
        with_spot: bool,
    ) -> Result<sprouts::Move, String> {
        let position = sketch.position();
        let map = position.map();
        let spots = reading.left.iter().filter_map(|boundary| {
            let corner = map.corners(*boundary).next()?;
            Some(Spot::at(map.vertex(corner)))
        });
        let [from, to] = [reading.from, reading.to].map(|corner| position.end(corner));
        let m = position.line(from, to, spots, with_spot);
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "every other reason says itself what is wrong"
        )]
        m.map_err(|error| match error {
            IllegalMove::TooManyLines { spot, .. } => {
                format!("Spot {spot} has one life left, and a loop takes two.")
            }
            IllegalMove::NoSpot { .. } => "These rules want a new spot on this line.".to_owned(),
            other => other.to_string(),
        })
    }

    /// Returns no plots if spots have colours.
    fn plots(&self) -> Vec<Plot> {
        Plot::all(self, Reductions::of(self.rules().variant)).unwrap_or_default()
    }

    fn cards(record: &Record<Self>) -> Option<Cards> {
        let is_standard = record.position().rules().variant.is_standard();
        let rows = is_standard.then(|| CardTable::of(record.position()).rows().to_vec())?;
        let last = record.positions().zip(record.moves()).last();
        let made =
            last.and_then(|(before, m)| Some((CardTable::of(&before), write_move(&before, m)?.1)));
        let joins = made.as_ref().is_some_and(|(before, steps)| {
            // A division makes a row.
            let after = steps.last().map(|step| step.table.rows().len());
            after == Some(before.rows().len())
        });
        let steps = made.map_or_else(Vec::new, |(_, steps)| steps).into_iter();
        let steps = steps.map(|step| Step {
            number: step.number,
            rows: step.table.rows().to_vec(),
        });
        Some(Cards {
            rows,
            steps: steps.collect(),
            joins,
        })
    }

    fn nimbers(&self, time: Duration) -> Vec<Option<u8>> {
        if self.ending().is_misere() {
            return Vec::new();
        }
        let budget = Budget::new().memory(128 << 20).nodes(NIMBER);
        let mut solver = Solver::for_rules(self.rules());
        let clock = Clock::start();
        let nimbers = self.plots().into_iter().map(|plot| {
            let left = time.saturating_sub(clock.elapsed());
            solver.settings.budget = budget.clone().time(left);
            let nimber = solver.nimber(&[plot.land].into_iter().collect()).ok()?;
            u8::try_from(nimber.0).ok()
        });
        nimbers.collect()
    }

    fn theorem(record: &Record<Self>) -> Option<String> {
        let (start, end) = (record.setup(), record.position());
        let is_standard = start.rules().variant.is_standard();
        if !end.is_terminal() || start.moves_made() > 0 || !is_standard {
            return None;
        }
        let (n, m) = (start.n_start(), record.moves().len());
        let survivors = theory::census(end)?.survivors.len();
        let spots = if survivors == 1 { "spot" } else { "spots" };
        let length = match (2 * n, 3 * n - 1) {
            (least, most) if least == most => format!("{n} spot always gives {most} moves"),
            (least, most) => {
                format!("{n} spots always give {least} to {most} moves; this game had {m}")
            }
        };
        Some(format!("{length}. {survivors} {spots} survived."))
    }
}

/// Returns the reason why no line of the player to move can end at a spot, if there is one.
fn closed(position: &sprouts::Position, spot: Spot) -> Option<String> {
    let colour = position.colour(spot);
    if position.is_terminal() {
        Some(OVER.to_owned())
    } else if !position.is_alive(spot) {
        Some(format!("Spot {spot} has no lives left."))
    } else if !position.is_open(spot) {
        Some(format!(
            "Spot {spot} is {colour}, which is not yours to join."
        ))
    } else {
        None
    }
}

impl Lined for brussels::Position {
    const END: &str = "a free arm";

    fn ends(sketch: &Sketch<Self>, last: Option<&brussels::Move>) -> Vec<(Disc, Anchor)> {
        let drawing = sketch.drawing();
        let is_over = sketch.position().is_terminal();
        let height = (length_on_page(drawing.sizes().spot) * 1.15).min(9.0);
        let tags = sketch.legend().tips.iter().map(|(arm, tip)| {
            let name = arm.to_string();
            let anchor = Anchor {
                vertex: *tip,
                name: format!("arm {arm}"),
                radius: length_from_page(height * (0.35 + 0.32 * name.len() as f64)),
                closed: is_over.then(|| OVER.to_owned()),
            };
            let disc = Disc {
                fresh: last.is_some_and(|m| [m.from(), m.to()].contains(arm)),
                label: format!("Free arm {arm}"),
                name,
                ..disc(drawing, &anchor)
            };
            (disc, anchor)
        });
        tags.collect()
    }

    fn joined(m: &brussels::Move) -> [String; 2] {
        [m.from(), m.to()].map(|arm| arm.to_string())
    }

    /// Counts the two halves of a line and the two arms of its bar.
    fn count_lines(_: &brussels::Move) -> usize {
        4
    }

    fn read(sketch: &Sketch<Self>, reading: &Reading, _: bool) -> Result<brussels::Move, String> {
        let (position, map) = (sketch.position(), sketch.drawing().map());
        let arm = |vertex: Vertex| {
            let mut tips = sketch.legend().tips.iter();
            tips.find(|(_, tip)| *tip == vertex).map(|(arm, _)| *arm)
        };
        let ends = [reading.from, reading.to].map(|corner| arm(map.vertex(corner)));
        let [Some(from), Some(to)] = ends else {
            return Err("A line must go from one free arm to another.".to_owned());
        };
        if from == to {
            return Err(format!("Arm {from} can be used only once."));
        }
        let own = map.boundary(reading.from);
        let mut m = brussels::Move::new(from, to);
        if own == map.boundary(reading.to) {
            // The pieces that stay with an arm are on its right on the way to the other.
            let with_lower_is_left = to < from;
            for boundary in map.boundaries_of(map.face(own)).filter(|b| *b != own) {
                if reading.left.contains(&boundary) == with_lower_is_left {
                    let mut arms = map.corners(boundary).filter_map(|c| arm(map.vertex(c)));
                    let star = arms.next().map_or(Star::new(0), Arm::star);
                    m = m.with(position.piece(star));
                }
            }
        }
        position.check(&m).map_err(|error| error.to_string())?;
        Ok(m)
    }

    fn stars(sketch: &Sketch<Self>) -> Vec<Point> {
        let stars = sketch.legend().stars.iter();
        stars.map(|star| sketch.drawing().spot(*star)).collect()
    }

    fn theorem(record: &Record<Self>) -> Option<String> {
        let (start, end) = (record.setup(), record.position());
        if !end.is_terminal() || start.moves_made() > 0 {
            return None;
        }
        let (moves, faces) = (record.moves().len(), end.n_faces());
        // The sum stays in one line.
        let sum = |n| format!("5 × {n} − 2 = {moves}").replace(' ', "\u{a0}");
        let length = match start.n_stars() {
            _ if start.stars().any(|star| start.n_arms_of(star) != 4) => {
                format!("These stars always make {moves}")
            }
            1 => format!("1 cross always makes {}", sum(1)),
            n => format!("{n} crosses always make {}", sum(n)),
        };
        let winner = end.outcome().and_then(Outcome::winner)?;
        Some(format!(
            "{length} lines, so the {winner} player wins, however you play. \
             {faces} free arms survived, one in each region."
        ))
    }
}
