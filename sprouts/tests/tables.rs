//! Recomputes entries of the tables in `README.md`, drawn at random. The message of a failure names the seed.

use std::time::SystemTime;

use papergames_sprouts::solve::Solver;
use papergames_sprouts::solve::antwerp::Antwerp;
use papergames_sprouts::{Ending, Nimber, Player, Position, Random, Rules, Seeded, Variant};

const README: &str = include_str!("../README.md");

/// Returns the cells of the rows of a section that begin with a text, without that text.
fn rows(section: &str, first: &str) -> Vec<Vec<String>> {
    let text = README.split(section).nth(1).expect("the section");
    let text = text.split("\n### ").next().expect("its text");
    let rows = text.lines().filter_map(|line| {
        let mut cells = line
            .trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().replace('*', ""));
        (cells.next()? == first).then(|| cells.collect())
    });
    rows.collect()
}

fn seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.expect("a time after 1970").as_secs()
}

fn start(n: usize, variant: Variant, ending: Ending) -> Position {
    Position::new(n, Rules { ending, variant }).expect("a start")
}

/// Returns `first` or `second`.
fn winner(position: &Position) -> &'static str {
    let verdict = Solver::for_rules(position.rules()).solve(position);
    match verdict.expect("no limit").winner() {
        Some(Player::FIRST) => "first",
        _ => "second",
    }
}

#[test]
fn winners_of_starts_drawn_at_random_are_found_again() {
    let (seed, mut compared) = (seed(), 0);
    let random = &mut Seeded::new(seed);
    for (section, ending) in [
        ("## The solver, measured", Ending::Normal),
        ("### Misère play", Ending::Misere),
    ] {
        let small = &rows(section, "1 to 11")[0][0];
        let n = 1 + random.below(11) as usize;
        let found = winner(&start(n, Variant::Standard, ending));
        let wins = small.strip_prefix("first with ").expect("numbers of spots");
        let known = if wins.split(", ").any(|spots| spots == n.to_string()) {
            "first"
        } else {
            "second"
        };
        assert_eq!(found, known, "{n} {ending} spots, seed {seed}");
        for n in 12..=13 {
            let known = &rows(section, &n.to_string())[0][0];
            assert_eq!(
                winner(&start(n, Variant::Standard, ending)),
                known,
                "{n} {ending} spots"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 4);
}

#[test]
fn starts_of_black_and_white_drawn_at_random_are_found_again() {
    let seed = seed();
    let random = &mut Seeded::new(seed);
    let section = "### Black-and-White Sprouts";
    let winners = rows(section, "misère winner");
    for (variant, name, misere) in [
        (
            Variant::BlackAndWhite,
            "nimber, spot optional on every line",
            &winners[0],
        ),
        (
            Variant::BlackAndWhiteLoops,
            "nimber, loops with a spot",
            &winners[1],
        ),
    ] {
        let nimbers = &rows(section, name)[0];
        let n = 1 + random.below(7) as usize;
        let position = start(n, variant, Ending::Normal);
        let mut solver = Solver::for_rules(position.rules());
        solver.settings.values = true;
        let verdict = solver.solve(&position).expect("no limit");
        let known = nimbers[n - 1].parse().map(Nimber).ok();
        assert_eq!(verdict.nimber, known, "{position}, seed {seed}");
        let position = start(n, variant, Ending::Misere);
        assert_eq!(winner(&position), misere[n - 1], "{position}, seed {seed}");
    }
}

#[test]
fn starts_of_antwerp_sprouts_drawn_at_random_are_found_again() {
    let seed = seed();
    let random = &mut Seeded::new(seed);
    for (variant, ending, name) in [
        (Variant::AntwerpCold, Ending::Normal, "cold, normal play"),
        (Variant::AntwerpCold, Ending::Misere, "cold, misère play"),
        (Variant::AntwerpHot, Ending::Normal, "hot, normal play"),
        (Variant::AntwerpHot, Ending::Misere, "hot, misère play"),
    ] {
        let classes = &rows("### Antwerp Sprouts", name)[0];
        let n = 1 + random.below(4) as usize;
        let position = start(n, variant, ending);
        let class = Antwerp::new().class(&position).expect("no limit");
        assert_eq!(class.to_string(), classes[n - 1], "{position}, seed {seed}");
    }
}
