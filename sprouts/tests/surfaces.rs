//! The game on other surfaces: rules, laws, texts, nimbers.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use crate::slow::surface;
use common::any::Sheets;
use common::describe::SetupOptions;
use common::format::Statements;
use common::laws::{Laws, a_description_holds};
use common::reading::{ReadOptions, SourceText};
use common::values::Effort;
use papergames_sprouts::land::{Lands, Reductions};
use papergames_sprouts::planar::surface::Surface;
use papergames_sprouts::solve::Solver;
use papergames_sprouts::surface::Sheet;
use papergames_sprouts::{
    Describe, Ending, GAME, Game, Impartial, Nimber, ON_SURFACES, Player, Position, Seeded, playout,
};

/// Six crosscaps to three handles.
fn surfaces() -> impl Iterator<Item = Surface> {
    let handles = (0..=3).map(Surface::Handles);
    handles.chain((1..=6).map(Surface::Crosscaps))
}

fn start(n: usize, surface: Surface) -> Sheet {
    Sheet::new(n, surface, Ending::Normal).expect("few spots fit")
}

#[test]
fn every_law_holds_on_every_surface() {
    for setup in ["2@h1", "2@c1", "2@c2-", "2@h2-", "1@c3", "3@c1", "2@h0-"] {
        let start: Sheet = setup.parse().expect("a setup");
        Laws::of(start)
            .games(15)
            .list_at_most(300)
            .texts()
            .serde()
            .impartial()
            .solved(300)
            .alternating()
            .check();
    }
}

#[test]
fn the_description_holds_and_solves() -> Result<(), Box<dyn std::error::Error>> {
    a_description_holds(ON_SURFACES)?;
    let mut effort = Effort::default();
    effort.every_move = true;
    for (setup, winner, nimber) in [
        ("2@h1", Player::SECOND, Some(0)),
        ("2@c1", Player::FIRST, Some(1)),
        ("2@c1-", Player::SECOND, None),
    ] {
        let mut record = ON_SURFACES.start(Some(setup), &SetupOptions::none())?;
        let verified = record.values().verify(&mut effort)?;
        assert_eq!(verified.verdict.winner(), Some(winner), "{setup}");
        assert_eq!(record.values().nimber(&mut effort)?, nimber.map(Nimber));
        for m in verified.verdict.moves.expect("they are listed") {
            let mut after = record.boxed();
            after.push(&m)?;
            let verdict = after.values().solve(&mut effort)?;
            assert_eq!(verdict.winner(), Some(winner), "{setup} {m}");
        }
    }
    let start: Sheet = "1@c1".parse()?;
    let said: Vec<String> = start.moves().iter().map(|m| start.say_move(m)).collect();
    assert_eq!(said[0], "Land 0@c1 becomes abab@h0");
    let record = playout::record(start, 100, &mut Seeded::new(3));
    let facts = Sheet::facts(&record);
    assert!(facts.len() == 1 && facts[0].holds);
    Ok(())
}

#[test]
fn lands_on_surfaces_read_back() {
    for setup in ["2@h1", "3@c1", "2@c2", "3@h0"] {
        let setup: Sheet = setup.parse().expect("a setup");
        let record = playout::record(setup, 100, &mut Seeded::new(3));
        for sheet in record.positions() {
            let lands = sheet.lands();
            assert_eq!(lands.to_string().parse(), Ok(lands), "{sheet}");
        }
    }
    let error = "2@h1+".parse::<Lands>().unwrap_err().to_string();
    assert_eq!(
        error,
        "expected the end of the text at character 5, found `+`"
    );
}

#[test]
fn the_sphere_is_the_sheet_of_paper() {
    let (mut on_surfaces, mut on_paper) = (Solver::new(), Solver::new());
    for n in 1..=8 {
        let nimber = on_surfaces.nimber(&start(n, Surface::SPHERE).lands());
        assert_eq!(nimber, on_paper.nimber(&Lands::start(n)), "{n} spots");
    }
    for n in 1..=3 {
        let sheet = start(n, Surface::SPHERE).summands();
        let paper = Position::new(n, Ending::Normal).expect("few spots");
        for depth in 1..=4 {
            let (found, expected) = (
                options::<Sheet>(&sheet, depth),
                options::<Position>(&paper.summands(), depth),
            );
            assert_eq!(found, expected, "{n} spots, {depth} moves");
        }
    }
}

/// Counts sequences of moves, where moves that lead to the same are one.
fn options<G: Impartial>(sum: &[G::Summand], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for (i, summand) in sum.iter().enumerate() {
        let mut options = BTreeSet::new();
        let _ = G::for_each_option(summand, &mut |mut option| {
            option.sort_unstable();
            options.insert(option);
            ControlFlow::Continue(())
        });
        for option in options {
            let after = [&sum[..i], &sum[i + 1..], &option].concat();
            total += self::options::<G>(&after, depth - 1);
        }
    }
    total
}

#[test]
fn a_text_that_is_no_sheet_is_refused_with_the_place() {
    let message = |text: &str| text.parse::<Sheet>().unwrap_err().to_string();
    for (text, expected) in [
        ("0@h1", "expected a number of spots (1 to 12), found `0`"),
        ("13@h1", "expected a number of spots (1 to 12), found `13`"),
        (
            "3@x1",
            "expected `h` or `c` and a number of handles or crosscaps at character 3, found `x`",
        ),
        (
            "3@c0",
            "expected a number of crosscaps (1 to 20) at character 4, found `0`",
        ),
        (
            "AB@h1|A@h0:1",
            "the letter `B` must appear exactly twice in the land, found 1",
        ),
        (
            "a@h1.a@h1:1",
            "the letter `a` must appear exactly twice in its boundary, found 1",
        ),
        (
            "a1.a@h1:1",
            "the letter `a` must appear exactly twice in its boundary, found 1",
        ),
        (
            "z1@h1|z@h1:1",
            "the letter `z` must appear exactly twice in its region, found 1",
        ),
        (
            "0*9.0*9.0*9@c1:1",
            "expected spots with at most 36 lives at character 8, found `.`",
        ),
        (
            "A.B.C.D.E.F.G.H.I.J.K.L.M@h0:1",
            "expected a region with at most 12 boundaries at character 26, found `@`",
        ),
        (
            "",
            "expected a spot: 0, 1, 2 or a letter, found the end of the text",
        ),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
}

#[test]
fn a_sheet_is_read_as_it_is_written_and_as_glop_writes_it() {
    let sheet = |text: &str| text.parse::<Sheet>().expect("a sheet");
    assert_eq!(sheet("3@h1").to_string(), "0*3@h1+:1");
    assert_eq!(sheet("3@h1-").to_string(), "0*3@h1-:1");
    assert_eq!(sheet("3-@h1"), sheet("3@h1-"));
    assert_eq!(
        sheet("0*2.1a1a@-1+AB@1|AB"),
        sheet("AB@h0|AB@h1/0*2.1b1b@c1+:1")
    );
    assert_eq!(sheet("0*2@1"), sheet("2@h1"));
    // Letters of a region that are on two boundaries, and boundaries read backwards.
    assert_eq!(sheet("1az2a.z1@c1:1"), sheet("1z.a2za1@c1:1"));
    for text in ["1zAz.2A@h1:2", "none-:2", "!"] {
        assert_eq!(sheet(&sheet(text).to_string()), sheet(text), "{text}");
    }
}

/// Positions in which letters stand on one boundary, on two of a region, and in two regions.
#[test]
fn every_position_is_read_back_from_glops_spelling() -> Result<(), Box<dyn std::error::Error>> {
    let random = &mut Seeded::new(39);
    let (mut letters, mut crosscaps) = (BTreeSet::new(), 0);
    for surface in surfaces() {
        for game in 0..30 {
            let record = playout::record(start(2 + game % 4, surface), 100, random);
            for sheet in record.positions() {
                let written = ON_SURFACES
                    .start(Some(&sheet.to_string()), &SetupOptions::none())?
                    .write("glop", &Statements::default())?;
                let own = ["@h", "@c", "/"].iter().any(|sign| written.contains(sign));
                assert!(!own, "{written}");
                let read: Sheet = written.parse().map_err(|e| format!("{written}: {e}"))?;
                assert_eq!(read.summands(), sheet.summands(), "{written}");
                let names = written.chars().filter(char::is_ascii_alphabetic);
                letters.extend(names.map(|c| (c.is_ascii_lowercase(), c >= 'm')));
                crosscaps += usize::from(written.contains("@-"));
            }
        }
    }
    assert_eq!(letters.len(), 3, "{letters:?}");
    assert!(crosscaps > 300, "{crosscaps}");
    Ok(())
}

/// A boundary may be read backwards alone where there are crosscaps, and only with all others where there are none.
#[test]
fn boundaries_turn_round_alone_only_where_there_are_crosscaps() {
    let sheet = |text: &str| text.parse::<Sheet>().expect("a sheet");
    for (surface, alone) in [("h1", false), ("c1", true), ("h0", false), ("c2", true)] {
        let of = |one, other| sheet(&format!("{one}.{other}@{surface}|ABCD@{surface}:1"));
        let given = of("AB1C2", "D112122");
        assert_eq!(
            given,
            of("2C1BA", "D221211"),
            "both turn round on {surface}"
        );
        assert_eq!(given == of("2C1BA", "D112122"), alone, "one on {surface}");
    }
}

#[test]
fn a_setup_says_what_sheet_it_is_on() {
    let chosen = |setup: &str| Sheets::choose(GAME, setup);
    let start = |setup| chosen(setup).start(Some(setup), &SetupOptions::none());
    let paper = start("2").expect("a setup");
    let mut torus = start("2@h1").expect("a setup");
    assert!(paper.encoding().is_some() && torus.encoding().is_none());
    assert_eq!(paper.game().about().name, "sprouts");
    assert_eq!(torus.game().about().name, "sprouts-surface");
    let (mut engine, budget) = torus.game().engine("2", 1).expect("a level");
    let report = engine.choose(&*torus, &budget, &mut |_| ());
    let best = report.expect("the game goes on");
    torus
        .push(best.best().expect("a move"))
        .expect("it is legal");
    let bytes = torus.to_bytes();
    let read = torus.game().read_bytes(&bytes).expect("a record");
    assert_eq!(read.to_string(), torus.to_string());
    let text = SourceText::literal(format!("# on a torus\n{torus}"));
    let games = chosen(&text.text).read(&text, &ReadOptions::default());
    let games = games.expect("the text of a record");
    assert_eq!(games[0].record.to_string(), torus.to_string());
    torus.play_random(1_000, &mut Seeded::new(1));
    let again = start(&torus.position());
    assert_eq!(again.expect("a position").position(), torus.position());
}

#[test]
fn what_a_certificate_says_is_looked_up() -> Result<(), Box<dyn std::error::Error>> {
    let mut effort = Effort::default();
    let mut record = ON_SURFACES.start(Some("2@h1"), &SetupOptions::none())?;
    let proof = record.values().certify(&mut effort)?.text.parse()?;
    let mut facts = record.values().facts(&proof)?;
    let said = facts(&*record).expect("it is what is proved");
    assert_eq!((&*said.value, &*said.by), ("*0", "0*2@h1 0"));
    let mut misere = ON_SURFACES.start(Some("2@h1-"), &SetupOptions::none())?;
    assert!(misere.values().facts(&proof).is_err());
    Ok(())
}

/// Returns a surface as the slow rules have it.
fn plainly(surface: Surface) -> surface::Surface {
    surface::Surface {
        genus: 2 - surface.euler(),
        is_orientable: surface.is_orientable(),
    }
}

/// The second method: see the module.
fn check_by_gluing(spots: u16, depth: u32, surfaces: impl Iterator<Item = Surface>) {
    let mut solver = Solver::new();
    for on in surfaces {
        let mut classes = surface::Classes::default();
        for n in 1..=spots {
            let sheet = start(n.into(), on);
            let sum = classes.start(n, plainly(on));
            for depth in 1..=depth {
                let found = common::perft::perft(&sheet, depth);
                let glued = classes.perft(&sum, depth);
                assert_eq!(found, Some(glued), "{n} spots on {on}, {depth} moves");
            }
            let nimber = solver.nimber(&sheet.lands()).expect("there is no limit");
            assert_eq!(nimber, Nimber(classes.nimber(&sum)), "{n} spots on {on}");
        }
    }
}

/// Recomputed by `tables -- surfaces 1 12`, where 11 spots on odd crosscaps take minutes.
fn rows() -> impl Iterator<Item = (Surface, usize, Nimber)> {
    let lines = include_str!("data/surfaces.csv").lines().skip(1);
    lines.map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [surface, spots, nimber] = fields[..] else {
            panic!("a surface, spots and a nimber: {line}");
        };
        let number = |text: &str| text.parse::<u32>().expect("a number");
        let surface = surface.parse().expect("a surface");
        (surface, number(spots) as usize, Nimber(number(nimber)))
    })
}

#[test]
fn nimbers_on_each_surface_are_as_stated() {
    let mut solver = Solver::new();
    for (surface, n, nimber) in rows().filter(|(_, n, _)| *n <= 8) {
        let found = solver.nimber(&start(n, surface).lands());
        assert_eq!(found, Ok(nimber), "{n} spots on {surface}");
    }
}

/// What Lemoine and Viennot saw: on every orientable surface the winner is that on paper, and with crosscaps it is
/// often another.
#[test]
fn the_winner_changes_with_crosscaps_and_not_with_handles() {
    let paper: Vec<Nimber> = rows()
        .filter(|row| row.0 == Surface::SPHERE)
        .map(|row| row.2)
        .collect();
    assert_eq!(paper.len(), 12);
    let differ = |surface: Surface| -> Vec<usize> {
        let rows = rows().filter(|row| row.0 == surface);
        rows.filter(|(_, n, nimber)| (*nimber == Nimber::ZERO) != (paper[n - 1] == Nimber::ZERO))
            .map(|row| row.1)
            .collect()
    };
    for handles in 1..=3 {
        assert!(differ(Surface::Handles(handles)).is_empty());
    }
    assert_eq!(differ(Surface::Crosscaps(1)), [2, 5]);
    assert_eq!(differ(Surface::Crosscaps(2)), [2, 5, 8, 11]);
    assert_eq!(differ(Surface::Crosscaps(3)), [2, 5, 8]);
}

#[test]
fn lines_are_those_that_can_be_glued_to_what_was_there_before() {
    check_by_gluing(2, 4, surfaces());
}

#[test]
#[ignore = "takes two CPU minutes in release"]
fn three_spots_are_those_that_can_be_glued() {
    check_by_gluing(3, 4, surfaces());
}

/// Proves nimbers of starts by gluing. The solver's nimbers only choose the replies.
fn check_proofs_by_gluing(spots: u16, surfaces: impl Iterator<Item = Surface>) {
    for on in surfaces {
        let mut classes = surface::Classes::default();
        let mut solver = Solver::new();
        let mut guess = |text: &str| {
            let lands: Lands = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            let lands = lands.reduced(Reductions::ALL);
            solver.nimber(&lands).expect("there is no limit").0
        };
        let sum = classes.start(spots, plainly(on));
        assert!(
            classes.are_proved(&sum, &mut guess),
            "{spots} spots on {on}"
        );
        let row = rows().find(|row| (row.0, row.1) == (on, spots.into()));
        assert_eq!(
            row.expect("a row").2,
            Nimber(classes.nimber(&sum)),
            "{spots} spots on {on}"
        );
    }
}

#[test]
fn wrong_nimbers_are_not_proved_by_gluing() {
    for (guess, on) in [
        (0, Surface::SPHERE),
        (1, Surface::SPHERE),
        (0, Surface::TORUS),
    ] {
        let mut classes = surface::Classes::default();
        let sum = classes.start(3, plainly(on));
        assert!(!classes.are_proved(&sum, &mut |_| guess), "{on}");
    }
}

#[test]
fn nimbers_are_proved_by_gluing() {
    let few = [1, 2].map(Surface::Crosscaps);
    check_proofs_by_gluing(3, few.into_iter().chain([Surface::TORUS]));
}

#[test]
#[ignore = "takes a minute in release"]
fn nimbers_of_four_spots_are_proved_by_gluing() {
    check_proofs_by_gluing(3, surfaces());
    check_proofs_by_gluing(4, surfaces());
}

/// The second method for `data/limits.csv`: the trees change up to the limit, and not after it.
fn check_limits_by_gluing(spots: u16, kind: &str, most: u8) {
    let rows = include_str!("data/limits.csv").lines();
    let rows = rows.map(|row| row.split(',').collect::<Vec<_>>());
    let mut rows = rows.filter(|row| row[..2] == [&*spots.to_string(), kind]);
    let limit: u8 = rows.next().expect("a row")[2].parse().expect("a number");
    let (surface, least, step): (fn(u8) -> Surface, u8, usize) = match kind {
        "handles" => (Surface::Handles, 0, 1),
        "odd crosscaps" => (Surface::Crosscaps, 1, 2),
        _ => (Surface::Crosscaps, 2, 2),
    };
    let (mut numbers, mut before) = (surface::Trees::new(), None);
    for n in (least..=most).step_by(step) {
        let mut classes = surface::Classes::default();
        let start = classes.start(spots, plainly(surface(n)));
        let tree = classes.tree(&start, &mut numbers, &mut HashMap::new());
        let changes = before.replace(tree) != Some(tree);
        assert_eq!(changes, n <= limit, "{spots} spots, {n} {kind}");
    }
}

#[test]
fn trees_by_gluing_change_up_to_the_limits() {
    for spots in 1..=2 {
        check_limits_by_gluing(spots, "handles", 3);
        check_limits_by_gluing(spots, "odd crosscaps", 7);
        check_limits_by_gluing(spots, "even crosscaps", 6);
    }
}

#[test]
#[ignore = "takes 40 CPU seconds in release"]
fn trees_of_three_spots_by_gluing_change_up_to_four_handles() {
    check_limits_by_gluing(3, "handles", 5);
}
