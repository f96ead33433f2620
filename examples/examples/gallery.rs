//! Draws every picture in the documentation: `<crate>/images/*.svg`.
//!
//! ```text
//! $ cargo run -q --release -p papergames-cli --example gallery -- --list
//! common/picture/images/map.svg
//! sprouts/images/position.svg
//! sprouts/images/showpiece.svg
//! sprouts/images/survivors.svg
//! sprouts/images/cards.svg
//! sprouts/images/exclamation.svg
//! brussels/images/position.svg
//! sprouts/images/torus.svg
//! brussels/images/torus.svg
//! sos/images/game.svg
//! phutball/images/game.svg
//! phutball/images/jump.svg
//! examples/papergames/guide/rubber_sheet.svg
//! ```
//!
//! Without arguments it writes the pictures; run it in the top folder of the repository. With the name of a folder it
//! writes contact sheets there as SVG and PNG, one for each game and some of its variants: random positions side by
//! side, for people to look at.

use std::fs;
use std::path::Path;

use common::{Game, Record, Seeded, playout};
use picture::drawing::Drawing;
use picture::geometry::{Point, Vec2};
use picture::svg::{self, Frame, Svg};
use picture::{Draw, Style};
use sprouts::planar::{Dart, Vertex};

type Failure = Box<dyn std::error::Error>;

/// A position of nine spots for the top of the README: eighteen vertices.
const SHOWPIECE: &str = "9+:1,14;4,13,12/1,14,1,15,7,15/2;8;9,11/3,17/3,17;5;6,10/4,12;9,16,18,11/4,12,13/\
    6,10,16,9,11,18,16,10";
/// The position of the lesson on a rubber sheet.
const SHEET: &str = "4+ 1-1[3,4] 3-3[4] 5!-6";
const SOS: &str = "..../..../....:1:0-0 Sa1 Ob1 Sc1 Oc2 Sb3 Ob2 Sa3 Sc3 Od2 Sd3 Oa2";
/// Turns, the last a chain of three jumps.
const PHUTBALL: [&str; 11] = [
    "h11",
    "h9",
    "h10-h12",
    "h13",
    "h14",
    "h15",
    "i17",
    "k18",
    "c3",
    "g12",
    "h12-h16-j18-l18",
];

/// A jump over four men in a row.
const JUMP: &str = "7/7/7/3o1o1/3o3/1o1o3/3o3/3@3/5o1/7/7:first:full-board N";

/// Returns every picture: its path from the top folder, and its text.
pub(crate) fn pictures() -> Result<Vec<(&'static str, String)>, Failure> {
    let style = Style::default();
    let spots = |n| sprouts::Position::new(n, sprouts::Ending::Normal);
    let crosses = |n| brussels::Position::new(n, brussels::Ending::Normal);
    // Any random games would do; these show loops, nesting and several pieces.
    let large = playout::record(spots(4)?, 8, &mut Seeded::new(3));
    let finished = playout::record(spots(4)?, 99, &mut Seeded::new(3));
    let large_cross = playout::record(crosses(2)?, 5, &mut Seeded::new(5));
    let sos: Record<sos::Position> = SOS.parse()?;
    let three = Style {
        columns: 3,
        ..style
    };
    let bare = Style {
        labels: false,
        ..style
    };
    let viewed = |view| Style { view, ..style };
    Ok(vec![
        (
            "common/picture/images/map.svg",
            large.position().svg(&bare)?,
        ),
        (
            "sprouts/images/position.svg",
            sprouts::Position::picture(&large, &style)?,
        ),
        (
            "sprouts/images/showpiece.svg",
            sprouts::Position::svg(&SHOWPIECE.parse()?, &style)?,
        ),
        (
            "sprouts/images/survivors.svg",
            sprouts::Position::picture(&finished, &viewed("survivors"))?,
        ),
        (
            "sprouts/images/cards.svg",
            sprouts::Position::picture(&large, &viewed("cards"))?,
        ),
        ("sprouts/images/exclamation.svg", exclamation()?),
        (
            "brussels/images/position.svg",
            brussels::Position::picture(&large_cross, &style)?,
        ),
        (
            "sprouts/images/torus.svg",
            sprouts::surface::Sheet::film(&"3@h1 0.0 0.0".parse()?, &three)?.finish(),
        ),
        (
            "brussels/images/torus.svg",
            brussels::surface::Sheet::film(&"2@h1 0.2 1.0".parse()?, &three)?.finish(),
        ),
        ("sos/images/game.svg", sos::Position::picture(&sos, &style)?),
        (
            "phutball/images/game.svg",
            phutball::Position::picture(&phutball_game()?, &style)?,
        ),
        (
            "phutball/images/jump.svg",
            phutball::Position::film(&JUMP.parse()?, &viewed("field"))?.finish(),
        ),
        (
            "examples/papergames/guide/rubber_sheet.svg",
            rubber_sheet()?,
        ),
    ])
}

/// Returns the four moves that only exclamation marks tell apart, in one drawing each, whose spots are in the same
/// places.
fn exclamation() -> Result<String, Failure> {
    let record: Record<sprouts::Position> = "5+ 1-2 3-4".parse()?;
    let before = sprouts::render::Sketch::of(&record)?;
    let style = Style {
        columns: 2,
        ..Style::default()
    };
    let mut frames = Vec::new();
    for text in ["6(8)7", "6!(8)7", "6(8)!7", "6!(8)!7"] {
        let mut after = before.clone();
        after.plan(&sprouts::notation::wgosa::read_move(
            record.position(),
            text,
        )?)?;
        frames.push(Frame {
            picture: after.picture(&style),
            caption: text.to_owned(),
        });
    }
    let title = "Four moves after 1(6)2 3(7)4";
    Ok(svg::film(title, &record.to_string(), &frames, &style).finish())
}

/// Returns one position as it was drawn, drawn from scratch, and seen from within other regions.
fn rubber_sheet() -> Result<String, Failure> {
    let record: Record<sprouts::Position> = SHEET.parse()?;
    let style = Style::default();
    let sketch = sprouts::render::Sketch::of(&record)?;
    let mut frames = vec![Frame {
        picture: sketch.picture(&style),
        caption: "as it was played".to_owned(),
    }];
    // Within each loop, between its spot and the one inside.
    for (ends, caption) in [
        ([0, 1], "seen from within a loop"),
        ([2, 3], "and from the other"),
    ] {
        let [spot, lone] = ends.map(|spot| sketch.drawing().spot(Vertex::new(spot)));
        let eye = spot.midpoint(lone);
        let mut other = sketch.clone();
        other.replace(around(sketch.drawing(), eye)?)?;
        frames.push(Frame {
            picture: other.picture(&style),
            caption: caption.to_owned(),
        });
    }
    Ok(svg::film(
        "One position",
        &record.position().to_string(),
        &frames,
        &style,
    )
    .finish())
}

/// Puts a drawing on a ball and flattens it again, so that the region of a place is outside of everything.
fn around(drawing: &Drawing, eye: Point) -> Result<Drawing, Failure> {
    let map = drawing.map();
    let seen = |place: Point| {
        let way = place - eye;
        (Vec2::new(way.x, -way.y) / way.hypot2()).to_point()
    };
    let spots: Vec<Point> = map.vertices().map(|v| seen(drawing.spot(v))).collect();
    let line = |i| -> Vec<Point> {
        drawing
            .curve(Dart::new(2 * i))
            .into_iter()
            .map(seen)
            .collect()
    };
    let lines: Vec<Vec<Point>> = (0..map.n_edges()).map(line).collect();
    // Back into the unit disc.
    let reach = |far: f64, place: &Point| far.max(place.to_vec2().hypot());
    let far = spots.iter().chain(lines.iter().flatten()).fold(0.0, reach);
    let near = |place: &Point| (place.to_vec2() / far).to_point();
    let spots = spots.iter().map(near).collect();
    let lines = lines
        .iter()
        .map(|line| line[1..line.len() - 1].iter().map(near).collect());
    let mut drawing = Drawing::restored(map, &[], spots, lines.collect())?;
    drawing.settle()?;
    Ok(drawing)
}

fn phutball_game() -> Result<Record<phutball::Position>, Failure> {
    let mut record = Record::new(phutball::Position::standard());
    for turn in PHUTBALL {
        for m in record.position().moves_of(&turn.parse()?)? {
            record.push(m)?;
        }
    }
    Ok(record)
}

/// Returns random games, each cut short at a random move, drawn side by side.
fn contact_sheet<G: Game>(
    starts: &[G],
    draw: impl Fn(&Record<G>) -> Result<Svg, Failure>,
) -> Result<String, Failure> {
    let mut frames = Vec::new();
    for i in 0..24u64 {
        let mut random = Seeded::new(i);
        let start = starts[i as usize % starts.len()].clone();
        let length = playout::record(start.clone(), 300, &mut random)
            .moves()
            .len() as u64;
        let record = playout::record(start, length * (i % 6 + 1) / 6, &mut Seeded::new(i));
        frames.push(Frame {
            picture: draw(&record)?,
            caption: format!("game {i} after {} moves", record.moves().len()),
        });
    }
    let style = Style {
        columns: 6,
        ..Style::default()
    };
    Ok(svg::film("Contact sheet", "Random positions", &frames, &style).finish())
}

/// Returns the last picture of a game.
fn last_of(mut frames: Vec<Frame>) -> Result<Svg, Failure> {
    Ok(frames
        .pop()
        .ok_or("expected a frame for the start")?
        .picture)
}

/// Writes a contact sheet as SVG, and as PNG with about 400 pixels per picture.
fn write_sheet(folder: &Path, name: &str, sheet: &str) -> Result<(), Failure> {
    fs::write(folder.join(format!("{name}.svg")), sheet)?;
    fs::write(folder.join(format!("{name}.png")), svg::png(sheet, 2460)?)?;
    Ok(())
}

fn contact_sheets(folder: &Path) -> Result<(), Failure> {
    let style = Style::default();
    fs::create_dir_all(folder)?;
    let spots = |n| sprouts::Position::new(n, sprouts::Ending::Normal);
    let starts = [
        spots(2)?,
        spots(3)?,
        spots(4)?,
        spots(5)?,
        spots(6)?,
        spots(8)?,
    ];
    let sheet = contact_sheet(&starts, |record| {
        Ok(sprouts::render::Sketch::of(record)?.picture(&style))
    })?;
    write_sheet(folder, "sprouts", &sheet)?;
    for (name, variant) in [
        ("black-and-white", sprouts::Variant::BlackAndWhite),
        ("antwerp", sprouts::Variant::AntwerpCold),
    ] {
        let ending = common::Ending::Normal;
        let start = |n| sprouts::Position::new(n, sprouts::Rules { ending, variant });
        let sheet = contact_sheet(&[start(2)?, start(3)?, start(4)?, start(6)?], |record| {
            Ok(sprouts::render::Sketch::of(record)?.picture(&style))
        })?;
        write_sheet(folder, name, &sheet)?;
    }
    let crosses = |n| brussels::Position::new(n, brussels::Ending::Normal);
    let starts = [
        crosses(1)?,
        crosses(2)?,
        brussels::Position::with_arms(&[5, 2, 3], brussels::Ending::Normal)?,
        crosses(3)?,
    ];
    let sheet = contact_sheet(&starts, |record| {
        Ok(brussels::render::Sketch::of(record)?.picture(&style))
    })?;
    write_sheet(folder, "brussels", &sheet)?;
    let starts = ["4x5", "5x5:first", "3x7"].map(str::parse::<sos::Position>);
    let starts: Vec<sos::Position> = starts.into_iter().collect::<Result<_, _>>()?;
    let sheet = contact_sheet(&starts, |record| {
        last_of(sos::Position::frames(record, &style)?)
    })?;
    write_sheet(folder, "sos", &sheet)?;
    let starts = [phutball::Position::standard()];
    let sheet = contact_sheet(&starts, |record| {
        last_of(phutball::Position::frames(record, &style)?)
    })?;
    write_sheet(folder, "phutball", &sheet)?;
    Ok(())
}

#[allow(
    dead_code,
    reason = "the test of the pictures includes this file as a module"
)]
#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Failure> {
    match std::env::args().nth(1).as_deref() {
        Some("--list") => {
            for (path, _) in pictures()? {
                println!("{path}");
            }
        }
        Some(folder) => contact_sheets(Path::new(folder))?,
        None => {
            for (path, text) in pictures()? {
                if let Some(folder) = Path::new(path).parent() {
                    fs::create_dir_all(folder)?;
                }
                fs::write(path, text)?;
                println!("{path}");
            }
        }
    }
    Ok(())
}
