//! Draws every picture in the documentation: `<crate>/images/*.svg`.
//!
//! ```text
//! $ cargo run -q --release -p papergames-cli --example gallery -- --list
//! common/picture/images/map.svg
//! sprouts/images/position.svg
//! sprouts/images/showpiece.svg
//! sprouts/images/loops.svg
//! brussels/images/stars.svg
//! sprouts/images/late.svg
//! brussels/images/late.svg
//! sprouts/images/game.svg
//! brussels/images/position.svg
//! brussels/images/game.svg
//! sos/images/game.svg
//! phutball/images/game.svg
//! ```
//!
//! Without arguments it writes the pictures; run it in the top folder of the repository. With the name of a folder it
//! writes contact sheets there as SVG and PNG, one for each game and some of its variants: random positions side by
//! side, for people to look at.

use std::fs;
use std::path::Path;

use common::{Game, Record, Seeded, playout};
use picture::Draw;
use picture::svg::{self, Frame, Style, Svg};

type Failure = Box<dyn std::error::Error>;

/// A position of twelve spots for the top of the README: twenty-three vertices.
const SHOWPIECE: &str = "12+:1,13;2,14/1,13,21,23;10/1,23,21,5,21,13;3,16/2,14,17;6,22/2,17,14;11,20/3,16,19/\
    3,19,16;4/6,22;12/7,15;8;9/7,15,18,11,20,11,18,15";
/// The worst pictures of a review: loops that nobody saw, and stars under their labels.
const LOOPS: &str = "4+black-and-white 1_1 2_2 3_3";
const STARS: &str = "7,7,3,4+:1b-1c[4]:1e-1f:2a-2c[1,3]:2a-2e[1,3]:2f-2g:3a-3b[1]";
/// A late position of Sprouts with 87 spots; its crowded parts stand beside it.
const LATE: &str = "30+antwerp-cold:1,31;17,85,78;21,49/1,31,48,81,76,6,77,82,81,48/1,48,31;16,68/2,65;8,84/2,65,70/2,7\
    0,65;28,55,32/3,67/3,67,74,49,21,44,13,37,13,44,21,49,74,75/3,75,74,67/4,36;11,42,35/4,36,4,50,57,30,50/5,62;13,37\
    ;24,33/5,62,5,64,10,73,10,64/6,76,45,38,12,45,76,81,82,77/6,77/7,39/7,39,7,56,33,24,46,53,20,34,51,14,69,56/8,84/9\
    ,41,52/9,52,41,23,58;11,35/9,58,63,23,41;28,32/10,73/11,35,42;12,38,45/12,38;29/14,46,24,33,56,69/14,51,60,15,71,8\
    0,53,46/15,60,51,34,20,53,80,71/15,71/16,68,79/16,79,68/17,78/17,78,85/18;26,54/19,47,26,54,26,47,19,61/19,61;22,4\
    0/20,34;25,59,66,43/22,40,87,66,59,25,43/22,43,66,87,40/23,63,58/25,59/27,72/27,72,83/27,83,86,55,28,32,55,86,83,7\
    2/30,57,50";
/// A late position of eight crosses.
const LATE_CROSSES: &str = "8+:1b-1c[2,3,4,5,6,7,8]:1b-1d:1a-1b:2a-2c[1,3,4,5,6,7,8]:2b-2c:3b-3d[1,5,7,8]:3d-6a:3c-6a:5\
    a-5d[7]:5a-7b:5a-7b:5b-5d[1,3,8]:6b-6d:3d-6b:6c-6d[4]:2a-6d:2a-2d:4a-6c:4a-4c:4b-6c:4c-6c:7a-7d:7b-7d:8c-8d[2,5]:3\
    b-8c:3a-3b[5]:8a-8c:3a-8a:8b-8c[5]";
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

/// Returns every picture: its path from the top folder, and its text.
pub(crate) fn pictures() -> Result<Vec<(&'static str, String)>, Failure> {
    let style = Style::default();
    let spots = |n| sprouts::Position::new(n, sprouts::Ending::Normal);
    let crosses = |n| brussels::Position::new(n, brussels::Ending::Normal);
    // Any random games would do; these show loops, nesting and several pieces.
    let large = playout::record(spots(4)?, 8, &mut Seeded::new(3));
    let small = playout::record(spots(2)?, 9, &mut Seeded::new(2));
    let large_cross = playout::record(crosses(2)?, 5, &mut Seeded::new(2));
    let small_cross = playout::record(crosses(1)?, 9, &mut Seeded::new(2));
    let sos: Record<sos::Position> = SOS.parse()?;
    let three = Style {
        columns: 3,
        ..style
    };
    let bare = Style {
        labels: false,
        ..style
    };
    Ok(vec![
        (
            "common/picture/images/map.svg",
            sprouts::render::svg(large.position(), &bare)?,
        ),
        (
            "sprouts/images/position.svg",
            sprouts::Position::picture(&large, &style)?,
        ),
        (
            "sprouts/images/showpiece.svg",
            sprouts::render::svg(&SHOWPIECE.parse()?, &style)?,
        ),
        (
            "sprouts/images/loops.svg",
            sprouts::Position::picture(&LOOPS.parse()?, &style)?,
        ),
        (
            "brussels/images/stars.svg",
            brussels::render::svg(&STARS.parse()?, &style)?,
        ),
        (
            "sprouts/images/late.svg",
            sprouts::render::svg(&LATE.parse()?, &style)?,
        ),
        (
            "brussels/images/late.svg",
            brussels::render::svg(&LATE_CROSSES.parse()?, &style)?,
        ),
        (
            "sprouts/images/game.svg",
            sprouts::Position::film(&small, &three)?,
        ),
        (
            "brussels/images/position.svg",
            brussels::Position::picture(&large_cross, &style)?,
        ),
        (
            "brussels/images/game.svg",
            brussels::Position::film(&small_cross, &style)?,
        ),
        ("sos/images/game.svg", sos::Position::picture(&sos, &style)?),
        (
            "phutball/images/game.svg",
            phutball::Position::picture(&phutball_game()?, &style)?,
        ),
    ])
}

fn phutball_game() -> Result<Record<phutball::Position>, Failure> {
    let mut record = Record::new(phutball::Position::default());
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
    let starts = ["4x5", "5x5:first", "3x7"].map(str::parse::<sos::Setup>);
    let starts: Vec<sos::Position> = starts
        .into_iter()
        .map(|setup| Ok(sos::Position::from(setup?)))
        .collect::<Result<_, Failure>>()?;
    let sheet = contact_sheet(&starts, |record| Ok(sos::render::picture(record, &style)))?;
    write_sheet(folder, "sos", &sheet)?;
    let starts = [phutball::Position::default()];
    let sheet = contact_sheet(&starts, |record| {
        Ok(phutball::render::picture(record, &style))
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
