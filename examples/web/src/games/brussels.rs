//! Brussels Sprouts: free arms as tags, lines by hand, and the theorem that settles everything.

use brussels::notation::{read_game, write_game};
use brussels::render::Sketch;
use brussels::{Arm, Move, Position, Star, solve, theory};
use common::{Ending, Game, Record};
use picture::drawing::Drawing;
use picture::geometry::Point;
use planar::Vertex;

use super::{any_move, ghost};
use crate::board::{
    Board, Disc, Ghost, Sheet, curves, flat, length_from_page, length_on_page, on_page, rounded,
};
use crate::formats::{self, Format};
use crate::playable::{Analysis, Playable, Wish, capital, listed};
use picture::stroke::{Anchor, Paper, Reading};

impl Playable for Position {
    const NAME: &'static str = "brussels";

    type Picture = Sketch;

    fn setup(wish: &Wish) -> Result<Position, String> {
        let position: Position = wish
            .size
            .trim()
            .parse()
            .map_err(|error| format!("{error}"))?;
        Ok(if wish.misere {
            position.with_ending(Ending::Misere)
        } else {
            position
        })
    }

    fn picture(&self) -> Result<Sketch, String> {
        let sketch = Sketch::new(self).map_err(|error| error.to_string())?;
        Ok(sketch.keeping())
    }

    fn draw(picture: &mut Sketch, m: &Move, stroke: &[Point]) -> Result<(), String> {
        if stroke.is_empty() {
            picture.play(m)
        } else {
            picture.play_along(m, stroke)
        }
        .map_err(|error| error.to_string())
    }

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

    fn drawing(picture: &Sketch) -> Option<&Drawing> {
        Some(picture.drawing())
    }

    fn redraw(picture: &mut Sketch, drawing: Drawing) -> bool {
        picture.replace(drawing).is_ok()
    }

    fn ghost(&self, picture: &Sketch, m: &Move) -> Ghost {
        ghost(picture, m, self.touches(m))
    }

    fn about(&self) -> String {
        let ending = match self.ending() {
            Ending::Normal => "Whoever cannot draw a line has lost.",
            Ending::Misere => "Whoever draws the last line has lost.",
        };
        format!(
            "Draw a line from a free arm to another: press on its tag, draw, and lift the pen on the other tag. Lines never \
             cross. The new line gets a short bar across it: one new free arm on each side. {ending} How long will it last?"
        )
    }

    fn task(&self) -> &'static str {
        "draw a line from a tag to another"
    }

    fn words(&self, m: &Move) -> String {
        let (from, to) = (m.from(), m.to());
        let with: Vec<String> = m.pieces().iter().map(|star| star.to_string()).collect();
        let staying = if with.is_empty() {
            String::new()
        } else {
            format!(", with cross {} on the side of {from}", listed(&with))
        };
        format!("Join {from} and {to}{staying}")
    }

    fn touches(&self, m: &Move) -> Vec<String> {
        vec![m.from().to_string(), m.to().to_string()]
    }

    fn formats() -> Vec<Format<Position>> {
        vec![
            formats::plain(),
            Format {
                name: "game",
                about: "as it is written by hand",
                looks_like: |text| text.trim_start().starts_with(|c: char| c.is_ascii_digit()),
                read: |text| read_game(text).map_err(|error| error.to_string()),
                write: Some(|record, _| Ok(write_game(record))),
            },
        ]
    }

    fn choose(record: &Record<Position>, _: u8, seed: u64) -> Option<Move> {
        any_move(record.position(), seed)
    }

    fn analyse(record: &Record<Position>, _: &mut dyn FnMut(&str)) -> Analysis {
        let position = record.position();
        if let Some(outcome) = position.outcome() {
            return Analysis::over(outcome);
        }
        let left = theory::moves_left(position);
        let moves = if left == 1 { "move is" } else { "moves are" };
        Analysis {
            headline: format!("{} wins. Proved.", capital(solve::winner(position))),
            exact: true,
            details: vec![
                format!("Exactly {left} {moves} left, whatever the players do."),
                "All moves are equally good.".to_owned(),
                format!("Nimber in normal play: *{}", solve::nimber(position).0),
            ],
            moves: Vec::new(),
            ..Analysis::default()
        }
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

    fn theorem(record: &Record<Position>) -> Option<String> {
        let (start, end) = (record.setup(), record.position());
        if !end.is_terminal() || start.moves_played() > 0 {
            return None;
        }
        let (moves, stars, arms) = (record.moves().len(), start.n_stars(), start.n_arms());
        Some(format!(
            "Every game from here lasts arms + stars \u{2212} 2 moves: {moves} = {arms} + {stars} \u{2212} 2."
        ))
    }
}

/// How large the tag of an arm is on the page.
fn radius_on_page(picture: &Sketch, arm: Arm) -> f64 {
    let height = (length_on_page(picture.drawing().sizes().spot) * 1.15).min(9.0);
    height * (0.35 + 0.32 * arm.to_string().len() as f64)
}
