//! A position as rows of playing cards: see [`cards`](crate::notation::cards).
//!
//! Each row lies in a tray. A stack is spread out from its top card on the left to its bottom card. Cards of dead
//! spots, all three of which are on the table, are grey. Rows and stacks are labelled with the numbers that moves use
//! for them.

use picture::Style;
use picture::geometry::{Point, Vec2};
use picture::svg::{Svg, shelves};

use crate::notation::cards::CardTable;
use crate::position::{Position, Spot};

/// The size of a card, and how much of it is visible below another card.
const CARD: Vec2 = Vec2::new(32.0, 46.0);
const SEEN: f64 = 17.0;
/// The space between stacks and around them.
const GAP: f64 = 12.0;
/// The colour of the numbers of rows and stacks.
const NUMBERS: &str = "#4f6149";
/// The width at which stacks and rows wrap onto a new line.
const WIDTH: f64 = 560.0;

/// Draws the table of a position.
pub(super) fn draw(position: &Position, style: &Style) -> Svg {
    let table = CardTable::of(position);
    let gaps = Vec2::splat(2.0 * GAP);
    let rows: Vec<(Vec<Point>, Vec2)> = table
        .rows()
        .iter()
        .map(|row| {
            let spread =
                |stack: &Vec<usize>| CARD + Vec2::new(SEEN * (stack.len() - 1) as f64, 0.0);
            let sizes: Vec<Vec2> = row.iter().map(spread).collect();
            shelves(&sizes, WIDTH, GAP)
        })
        .collect();
    let trays: Vec<Vec2> = rows.iter().map(|(_, room)| *room + gaps).collect();
    let (corners, room) = shelves(&trays, WIDTH + gaps.x, GAP);
    let [width, height] = [room.x + gaps.x, room.y + gaps.y];
    let mut svg = Svg::new(
        width,
        height,
        "Sprouts with playing cards",
        &format!("{position}. Cards: {table}"),
    );
    svg.paper("#ffffff");
    let all = table
        .rows()
        .iter()
        .zip(&rows)
        .zip(corners.iter().zip(trays));
    for (((row, (places, _)), (corner, tray)), number) in all.zip(1..) {
        let corner = *corner + Vec2::splat(GAP);
        let felt = "rx=\"8\" fill=\"#e4efe2\" stroke=\"#8fa38b\" stroke-width=\"0.8\"";
        svg.rectangle("row", corner, tray, felt);
        let mut label = |centre: Point, text: &str| svg.text("number", centre, 6.0, NUMBERS, text);
        label(
            corner + Vec2::new(16.0, GAP / 2.0),
            &format!("row {number}"),
        );
        for (place, number) in places.iter().zip(1..) {
            let below = Vec2::new(CARD.x / 2.0 + GAP, CARD.y + 1.5 * GAP);
            label(corner + place.to_vec2() + below, &number.to_string());
        }
        for (stack, place) in row.iter().zip(places) {
            svg.group("stack", "");
            let left = corner + place.to_vec2() + Vec2::splat(GAP);
            for (i, card) in stack.iter().enumerate().rev() {
                draw_card(
                    &mut svg,
                    position,
                    left + Vec2::new(SEEN * i as f64, 0.0),
                    *card,
                    i == 0,
                );
            }
            svg.end();
        }
    }
    svg.in_look(style.look)
}

fn draw_card(svg: &mut Svg, position: &Position, corner: Point, value: usize, is_top: bool) {
    let is_dead = !position.is_alive(Spot::new(value));
    let fill = if is_dead { "#c9ced6" } else { "#ffffff" };
    let card = format!("rx=\"4\" fill=\"{fill}\" stroke=\"#1d2430\" stroke-width=\"0.9\"");
    svg.rectangle("card", corner, CARD, &card);
    let name = value.to_string();
    // Only the right side of a card below another one is visible.
    let corner_of = corner + Vec2::new(CARD.x - SEEN / 2.0, 9.0);
    svg.text("value", corner_of, 7.5, "#1d2430", &name);
    if is_top {
        svg.text(
            "value",
            corner + Vec2::new(CARD.x / 2.0, 29.0),
            15.0,
            "#1d2430",
            &name,
        );
    }
}
