//! The words for moves say left and right as a person sees them in the picture.

use papergames_sprouts::render::Sketch;
use papergames_sprouts::{Describe, Ending, Game, Move, Position, Record, Seeded, Spot, playout};
use picture::drawing::Drawing;
use planar::Dart;

/// Returns the neighbours of a spot as the page shows them: clockwise, beginning with the given one.
fn clockwise(drawing: &Drawing, spot: Spot, first: Spot) -> Vec<Spot> {
    let map = drawing.map();
    let darts = (0..2 * map.n_edges()).map(Dart::new);
    let mut around: Vec<(f64, Spot)> = darts
        .filter(|dart| map.origin(*dart) == spot.vertex())
        .map(|dart| {
            let way = drawing.curve(dart);
            let [from, to] = [way[0], way[1]].map(|place| drawing.on_page(place));
            let neighbour = Spot::new(map.target(dart).index() + 1);
            // The vertical axis of a page points down, so angles grow clockwise.
            ((to - from).atan2(), neighbour)
        })
        .collect();
    around.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut spots: Vec<Spot> = around.into_iter().map(|(_, spot)| spot).collect();
    let begin = spots.iter().position(|spot| *spot == first);
    spots.rotate_left(begin.expect("a neighbour"));
    spots
}

/// Compares what the words for a move say about its ends with the picture of the move. Returns the number of ends.
fn check(record: &Record<Position>, m: &Move) -> usize {
    let words = record.position().say_move(m);
    let mut after = record.clone();
    after.push(*m).expect("a legal move");
    let sketch = Sketch::of(&after).expect("a picture");
    let new = Spot::new(after.position().map().n_vertices());
    let mut checked = 0;
    for part in words.split(", ") {
        let part: Vec<&str> = part.split(' ').collect();
        let [
            verb @ ("leaving" | "reaching"),
            spot,
            "with",
            beside,
            "on",
            "the",
            hand,
        ] = part[..]
        else {
            continue;
        };
        let [spot, beside] = [spot, beside].map(|name| Spot::new(name.parse().expect("a spot")));
        let around = clockwise(sketch.drawing(), spot, new);
        let [_, next, last] = around[..] else {
            panic!("{record} {m}: {around:?}")
        };
        // Who leaves the spot along the new line has the next line clockwise on the right; who comes, on the left.
        let (left, right) = if verb == "leaving" {
            (last, next)
        } else {
            (next, last)
        };
        let seen = if hand == "left" { left } else { right };
        assert_eq!(seen, beside, "{record} {m}: {words}");
        checked += 1;
    }
    checked
}

#[test]
fn the_words_say_left_where_the_picture_shows_left() {
    for text in [
        "3+ 1-2 3-4",
        "4+ 1-2 3-5!",
        "4+ 1-2 1-3 1-4",
        "4+ 1-2 1-3 1!-4",
        "5+ 1-2 3-4 6-7",
        "5+ 1-2 3-4 6!-7",
    ] {
        let mut record: Record<Position> = text.parse().expect("a game");
        let m = *record.moves().last().expect("a move");
        record.truncate(record.moves().len() - 1);
        assert!(check(&record, &m) > 0, "{text}");
    }
}

#[test]
fn the_words_agree_with_pictures_of_random_games() {
    let mut checked = 0;
    for seed in 0..40 {
        let start = Position::new(5, Ending::Normal).expect("few spots");
        let record = playout::record(start, 1 + seed % 3, &mut Seeded::new(seed));
        let position = record.position();
        let mut moves = position.moves();
        moves.retain(|m| {
            let words = position.say_move(m);
            words.contains("leaving") || words.contains("reaching")
        });
        for m in [moves.first(), moves.last()].into_iter().flatten() {
            checked += check(&record, m);
        }
    }
    assert!(checked > 4, "{checked}");
}
