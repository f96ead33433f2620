//! Sprouts on the page: spots as discs, lines by hand, and lands.

use common::describe::SetupOptions;
use common::{Budget, Ending, Game, Player, Record};
use picture::stroke::{Anchor, Paper, Reading};
use sprouts::land::{Land, Plot, Reductions};
use sprouts::render::Sketch;
use sprouts::solve::Solver;
use sprouts::{Colour, Move, Position, Spot, Variant, theory};

use super::ghost;
use crate::board::{
    Area, Board, Disc, Ghost, Sheet, curves, flat, length_on_page, on_page, outline, rounded,
};
use crate::playable::Playable;

/// How many positions are looked at for the nimber of a land.
const NIMBER: u64 = 2_000_000;

impl Playable for Position {
    type Picture = Sketch;

    const HOW: &'static str = "Press on a spot, draw, and lift the pen on another spot or on the same; or pick two \
        spots one after the other. The arcs around a spot show how many more lines it can take.";

    fn board(record: &Record<Position>, picture: &Sketch) -> Board {
        let position = record.position();
        let drawing = picture.drawing();
        let sizes = drawing.sizes();
        let drawn = record.positions().zip(record.moves());
        let drawn: Vec<_> = drawn
            .map(|(before, m)| {
                (
                    before.turn().map_or(0, Player::index),
                    1 + usize::from(m.with_spot),
                )
            })
            .collect();
        let drawn = drawn.into_iter();
        let spots = position.spots().map(|spot| {
            let place = on_page(drawing.spot(spot.vertex()));
            let colour = position.colour(spot);
            Disc {
                name: spot.to_string(),
                x: rounded(place.x),
                y: rounded(place.y),
                radius: rounded(length_on_page(sizes.spot)),
                lives: 3usize.saturating_sub(position.degree(spot)),
                shape: match colour {
                    Colour::White => "round",
                    Colour::Blue => "square",
                    Colour::Red => "diamond",
                },
                fresh: record.moves().last().is_some_and(|m| m.with_spot)
                    && Some(spot) == position.spots().last(),
                open: !position.is_terminal() && position.is_open(spot),
                label: label(position, spot),
            }
        });
        Board::Drawing(Sheet {
            width: rounded(length_on_page(sizes.width)),
            lines: curves(drawing, picture.last_lines(), drawn),
            spots: spots.collect(),
            stars: flat([]),
        })
    }

    fn ghost(&self, picture: &Sketch, m: &Move) -> Ghost {
        ghost(picture, m, self.touches(m))
    }

    fn rules_name(&self) -> String {
        self.rules().variant.to_string()
    }

    fn options(rules: &str) -> SetupOptions {
        let mut options = SetupOptions::none();
        options.variant = (!rules.is_empty()).then(|| rules.to_owned());
        options
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

    fn task(&self) -> &'static str {
        "draw a line from spot to spot"
    }

    fn touches(&self, m: &Move) -> Vec<String> {
        vec![m.from.spot.to_string(), m.to.spot.to_string()]
    }

    fn theorem(record: &Record<Position>) -> Option<String> {
        let (start, end) = (record.setup(), record.position());
        let (n, m) = (start.n_start(), record.moves().len());
        let standard = start.rules().variant == Variant::Standard;
        if !end.is_terminal() || start.moves_played() > 0 || !standard {
            return None;
        }
        let survivors = theory::census(end)?.survivors.len();
        let spots = if survivors == 1 { "spot" } else { "spots" };
        Some(format!(
            "{m} moves from {n} spots, between 2n = {} and 3n \u{2212} 1 = {}, and {survivors} {spots} survived: \
             3n \u{2212} m.",
            2 * n,
            3 * n - 1,
        ))
    }

    fn lands(&self, picture: &Sketch) -> Vec<Area> {
        let plots = plots(self).into_iter().map(|plot| Area {
            spots: plot.spots.iter().map(ToString::to_string).collect(),
            text: plot.land.to_string(),
            outline: plot
                .regions
                .iter()
                .flat_map(|region| outline(picture.drawing(), *region))
                .collect(),
        });
        plots.collect()
    }

    fn paper(&self, picture: &Sketch) -> Option<Paper> {
        let drawing = picture.drawing().clone();
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
        Some(Paper::new(drawing, anchors.collect(), "a spot"))
    }

    fn line(&self, _: &Sketch, reading: &Reading, with_spot: bool) -> Result<Move, String> {
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
}

/// What a spot is, in words.
fn label(position: &Position, spot: Spot) -> String {
    let lives = 3usize.saturating_sub(position.degree(spot));
    let colour = match position.colour(spot) {
        Colour::White => "",
        Colour::Blue => ", blue",
        Colour::Red => ", red",
    };
    match lives {
        0 => format!("Spot {spot}{colour}, dead"),
        1 => format!("Spot {spot}{colour}, 1 life left"),
        _ => format!("Spot {spot}{colour}, {lives} lives left"),
    }
}

/// Returns where the lands of a position are; none if spots have colours.
fn plots(position: &Position) -> Vec<Plot> {
    Plot::all(position, Reductions::of(position.rules().variant)).unwrap_or_default()
}
