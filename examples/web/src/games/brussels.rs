//! Brussels Sprouts on the page: free arms as tags, and lines by hand.

use brussels::render::Sketch;
use brussels::{Arm, Move, Position, Star};
use common::{Game, Record};
use picture::stroke::{Anchor, Paper, Reading};
use planar::Vertex;

use super::ghost;
use crate::board::{
    Board, Disc, Ghost, Sheet, curves, flat, length_from_page, length_on_page, on_page, rounded,
};
use crate::playable::Playable;

impl Playable for Position {
    type Picture = Sketch;

    const HOW: &'static str =
        "Press on the tag of a free arm, draw, and lift the pen on the tag of another.";

    const ALL_ALIKE: bool = true;

    fn board(record: &Record<Position>, picture: &Sketch) -> Board {
        let drawing = picture.drawing();
        let position = record.position();
        let over = position.is_terminal();
        // A line in two halves, and the two arms of its bar.
        let drawn = (0..record.moves().len()).map(|i| (i % 2, 4));
        let last = picture.last_lines();
        let tags = picture.legend().tips().iter().map(|(arm, tip)| {
            let place = on_page(drawing.spot(*tip));
            Disc {
                name: arm.to_string(),
                x: rounded(place.x),
                y: rounded(place.y),
                radius: rounded(radius_on_page(picture, *arm)),
                lives: 1,
                shape: "round",
                fresh: record
                    .moves()
                    .last()
                    .is_some_and(|m| [m.from(), m.to()].contains(arm)),
                open: !over,
                label: format!("Free arm {arm}"),
            }
        });
        let stars = picture.legend().stars().iter();
        Board::Drawing(Sheet {
            width: rounded(length_on_page(drawing.sizes().width)),
            lines: curves(drawing, last, drawn),
            spots: tags.collect(),
            stars: flat(stars.map(|star| on_page(drawing.spot(*star)))),
        })
    }

    fn ghost(&self, picture: &Sketch, m: &Move) -> Ghost {
        ghost(picture, m, self.touches(m))
    }

    fn task(&self) -> &'static str {
        "draw a line from tag to tag"
    }

    fn touches(&self, m: &Move) -> Vec<String> {
        vec![m.from().to_string(), m.to().to_string()]
    }

    fn paper(&self, picture: &Sketch) -> Option<Paper> {
        let drawing = picture.drawing().clone();
        let over = self.is_terminal();
        let anchors = picture.legend().tips().iter().map(|(arm, tip)| Anchor {
            vertex: *tip,
            name: format!("arm {arm}"),
            radius: length_from_page(radius_on_page(picture, *arm)),
            closed: over.then(|| "The game is over.".to_owned()),
        });
        let anchors = anchors.collect();
        Some(Paper::new(drawing, anchors, "a free arm"))
    }

    fn line(&self, picture: &Sketch, reading: &Reading, _: bool) -> Result<Move, String> {
        let map = picture.drawing().map();
        let arm = |vertex: Vertex| {
            let mut tips = picture.legend().tips().iter();
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
        let mut m = Move::new(from, to);
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

/// How large the tag of an arm is on the page.
fn radius_on_page(picture: &Sketch, arm: Arm) -> f64 {
    let height = (length_on_page(picture.drawing().sizes().spot) * 1.15).min(9.0);
    height * (0.35 + 0.32 * arm.to_string().len() as f64)
}
