//! Checks the quick part of `SOLVED.md`, which `examples/solved_stars.rs` writes.

#[path = "../examples/solved_stars.rs"]
#[expect(dead_code, reason = "the program also has a main function")]
mod program;

use std::time::SystemTime;

use papergames_brussels::solve::Solver;
use papergames_brussels::surface::Sheet;
use papergames_brussels::{Ending, Random, Seeded};

use program::{PATH, STARTS, counted, games, misere, normal, surfaces};

/// The headings of the tables of games.
const HEADINGS: [&str; 2] = ["Games on handles", "Games with crosscaps"];

/// Returns the rows of the section with a heading.
fn section(heading: &str) -> Vec<String> {
    let text = std::fs::read_to_string(PATH).expect("the file is there");
    let after = text
        .split(&format!("## {heading}\n"))
        .nth(1)
        .expect("the section");
    let section = after
        .split("\n## ")
        .next()
        .expect("text before the next section");
    let rows = section.lines().filter(|line| line.starts_with('|'));
    rows.skip(2).map(str::to_owned).collect()
}

#[test]
fn the_first_columns_are_found_again() -> Result<(), Box<dyn std::error::Error>> {
    for (heading, row, crosses) in [
        (
            "Normal play",
            normal as fn(_, _) -> Result<String, Box<dyn std::error::Error>>,
            3,
        ),
        ("Misère play", misere, 1),
    ] {
        let rows = section(heading);
        assert_eq!(rows.len(), surfaces().len());
        for (surface, known) in surfaces().into_iter().zip(rows) {
            let found = row(surface, crosses)?;
            assert!(known.starts_with(&found), "{known}: found {found}");
        }
    }
    Ok(())
}

#[test]
fn games_are_counted_again() -> Result<(), Box<dyn std::error::Error>> {
    for (heading, surfaces) in HEADINGS.into_iter().zip(counted()) {
        let rows = section(heading);
        let starts = STARTS
            .iter()
            .flat_map(|arms| surfaces.iter().map(move |surface| (*arms, *surface)));
        let mut compared = 0;
        for ((arms, surface), known) in starts.zip(&rows) {
            if arms.iter().sum::<usize>() <= 8 {
                assert_eq!(*known, games(arms, surface)?);
                compared += 1;
            }
        }
        assert_eq!((rows.len(), compared), (28, 24));
    }
    Ok(())
}

/// Draws one entry of each table; the message of a failure names the seed.
#[test]
fn entries_drawn_at_random_are_found_again() -> Result<(), Box<dyn std::error::Error>> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let seed = now.as_secs();
    let random = &mut Seeded::new(seed);
    let surfaces = surfaces();
    let at = random.below(surfaces.len() as u64) as usize;
    for (heading, ending, most, skip) in [
        ("Normal play", Ending::Normal, 4, 3),
        ("Misère play", Ending::Misere, 2, 2),
    ] {
        let n = 1 + random.below(most) as usize;
        let start = Sheet::new(n, surfaces[at], ending)?;
        let rows = section(heading);
        let known = rows[at].split('|').nth(skip + n - 1).expect("a column");
        let found = match ending {
            Ending::Normal => Solver::new().nimber(&start)?.0.to_string(),
            Ending::Misere => Solver::new().winner(&start)?.to_string(),
        };
        let known = known.trim().trim_end_matches("\\*");
        assert_eq!(known, found, "{start}, seed {seed}");
    }
    let arms = STARTS[random.below(STARTS.len() as u64) as usize];
    for (heading, surfaces) in HEADINGS.into_iter().zip(counted()) {
        let row = games(arms, surfaces[random.below(2) as usize])?;
        assert!(section(heading).contains(&row), "{row}, seed {seed}");
    }
    Ok(())
}
