//! Checks the quick part of `SOLVED.md`, which `examples/solved.rs` writes.

#[path = "../examples/solved.rs"]
#[expect(dead_code, reason = "the program also has a main function")]
mod program;

use program::{PATH, STARTS, games, misere, normal, surfaces};

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
fn games_on_handles_are_counted_again() -> Result<(), Box<dyn std::error::Error>> {
    let rows = section("Games on handles");
    let starts = STARTS
        .iter()
        .flat_map(|arms| (0..=2).map(move |handles| (*arms, handles)));
    let mut compared = 0;
    for ((arms, handles), known) in starts.zip(&rows) {
        if arms.iter().sum::<usize>() <= 8 {
            assert_eq!(*known, games(arms, handles)?);
            compared += 1;
        }
    }
    assert_eq!((rows.len(), compared), (21, 18));
    Ok(())
}
