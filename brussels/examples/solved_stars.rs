//! Writes `brussels/SOLVED.md`, the tables of Brussels Sprouts on closed surfaces.
//!
//! ```text
//! cargo run --release -p papergames-brussels --example solved_stars -- --crosses 7 --misere 4
//! ```
//!
//! | option | meaning | default |
//! |---|---|---|
//! | `--crosses N` | the maximum number of crosses for normal play, lengths and counts | 7 |
//! | `--misere N` | the maximum number of crosses for misère play | 4 |
//!
//! Every value comes from a search or a count that uses no theorem. If a theorem disagrees with a value, the program
//! reports an error. The file in the repository was generated with the default options.

#![expect(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::fmt::Write;

use papergames_brussels::planar::surface::Surface;
use papergames_brussels::surface::{Sheet, lengths, theory};
use papergames_brussels::{Budget, Ending, solve::Solver};

pub(crate) const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/SOLVED.md");

/// The surfaces of the tables.
pub(crate) fn surfaces() -> Vec<Surface> {
    let handles = (0..=3).map(Surface::Handles);
    handles.chain((1..=6).map(Surface::Crosscaps)).collect()
}

/// Returns the row of a surface in the table of normal play: lengths and nimbers of 1, 2, … crosses.
///
/// # Errors
///
/// Returns a sentence if the search and the theorem disagree.
pub(crate) fn normal(surface: Surface, crosses: usize) -> Result<String, Box<dyn Error>> {
    let mut solver = Solver::new();
    let shortest = lengths(&Sheet::new(1, surface, Ending::Normal)?);
    let more: Vec<String> = shortest
        .iter()
        .map(|length| (length - 3).to_string())
        .collect();
    let mut row = format!("| {surface} | {} |", more.join(", "));
    for n in 1..=crosses {
        let start = Sheet::new(n, surface, Ending::Normal)?;
        let nimber = solver.nimber(&start)?;
        if nimber != theory::nimber(&start) {
            return Err(format!(
                "{start}: the search finds {nimber}, but the theorem gives another nimber"
            )
            .into());
        }
        let _ = write!(row, " {} |", nimber.0);
    }
    Ok(row)
}

/// Returns the row of a surface in the table of misère play: who wins with 1, 2, … crosses. Winners that no theorem
/// names have an asterisk.
///
/// # Errors
///
/// Returns a sentence if the search and the theorem disagree.
pub(crate) fn misere(surface: Surface, crosses: usize) -> Result<String, Box<dyn Error>> {
    let mut solver = Solver::new();
    let mut row = format!("| {surface} |");
    for n in 1..=crosses {
        let start = Sheet::new(n, surface, Ending::Misere)?;
        let winner = solver.winner(&start)?;
        let theorem = theory::winner(&start);
        if theorem.is_some_and(|theorem| theorem != winner) {
            return Err(format!(
                "{start}: the search finds that {winner} wins, but the theorem names the other player"
            )
            .into());
        }
        let mark = if theorem.is_none() { "\\*" } else { "" };
        let _ = write!(row, " {winner}{mark} |");
    }
    Ok(row)
}

/// Returns the row of a start on a surface in the tables of games: the shortest length, and the number of games of each
/// length.
///
/// # Errors
///
/// Returns an error if a number exceeds 128 bits.
pub(crate) fn games(arms: &[usize], surface: Surface) -> Result<String, Box<dyn Error>> {
    let start = Sheet::with_arms(arms, surface, Ending::Normal)?;
    let (Surface::Handles(parts) | Surface::Crosscaps(parts)) = surface;
    let games = theory::n_games(&start, &Budget::new())?
        .ok_or("the number of games does not fit into 128 bits")?;
    let columns = match surface {
        Surface::Handles(_) => 4,
        Surface::Crosscaps(_) => 5,
    };
    let shortest = games.keys().next().copied().unwrap_or(0);
    let mut cells: Vec<String> = games.values().map(ToString::to_string).collect();
    cells.resize(columns, String::new());
    let names: Vec<String> = arms.iter().map(ToString::to_string).collect();
    Ok(format!(
        "| {} | {parts} | {shortest} | {} |",
        names.join(","),
        cells.join(" | ")
    ))
}

/// The starts in the tables of games.
pub(crate) const STARTS: [&[usize]; 7] = [&[3], &[4], &[5], &[8], &[3, 3], &[4, 4], &[4, 4, 4]];

/// The surfaces in the table of games on handles, and in that of games with crosscaps.
pub(crate) fn counted() -> [Vec<Surface>; 2] {
    let handles = (0..=3).map(Surface::Handles);
    [handles.collect(), (1..=4).map(Surface::Crosscaps).collect()]
}

fn head(first: &str, crosses: usize) -> String {
    let mut text = first.to_owned();
    (1..=crosses).for_each(|n| {
        let _ = write!(text, " {n} |");
    });
    let columns = text.matches('|').count() - 1;
    format!("{text}\n|{}\n", "---|".repeat(columns))
}

fn tables(crosses: usize, most_misere: usize) -> Result<String, Box<dyn Error>> {
    let mut text = String::from(
        "# Brussels Sprouts on closed surfaces\n\n\
         `examples/solved_stars.rs` writes this file; its header comment has the command. `surface::theory`\n\
         proves the theorems. As far as we know, everything beyond the sphere is published here first. `h2` is\n\
         the sphere with two handles and `c3` the sphere with three crosscaps; `h0` is the plain sphere, `h1` the\n\
         torus, `c1` the projective plane and `c2` the Klein bottle.\n\n\
         ## Normal play\n\n\
         The shortest game with *n* stars and *A* arms lasts *A* + *n* − 2 moves. The second column lists how\n\
         many moves longer a game can be, and the others have the nimber of *n* crosses. All values were found\n\
         by a search over sums of regions; a theorem gives the same nimbers.\n\n",
    );
    text.push_str(&head("| surface | more moves |", crosses));
    for surface in surfaces() {
        let _ = writeln!(text, "{}", normal(surface, crosses)?);
    }
    text.push_str(
        "\n## Misère play\n\n\
         The table shows who wins with *n* crosses, found by a search over sums of regions. A theorem gives the\n\
         same winner, except where an asterisk marks that no theorem is known.\n\n",
    );
    text.push_str(&head("| surface |", most_misere));
    for surface in surfaces() {
        let _ = writeln!(text, "{}", misere(surface, most_misere)?);
    }
    text.push_str(
        "\n## Games on handles\n\n\
         The table has the number of games with labelled arms by their length, counted by regions (`papergames\n\
         perft brussels 4,4@h1 --lengths`). For a surface with *g* handles and stars with *A* arms, the\n\
         number of games that use *j* handles is C(*g* − *j* + *A* − 1, *A* − 1) times the number of transitive\n\
         factorizations of genus *j*. Tests compare the numbers with Jackson's formula (1988).\n\n\
         | arms of the stars | handles | shortest game | of this length | 2 moves longer | 4 | 6 |\n\
         |---|---|---|---|---|---|---|\n",
    );
    let [handles, crosscaps] = counted();
    for arms in STARTS {
        for surface in &handles {
            let _ = writeln!(text, "{}", games(arms, *surface)?);
        }
    }
    text.push_str(
        "\n## Games with crosscaps\n\n\
         The table has the same numbers for surfaces with crosscaps, where a line between two arms can be\n\
         twisted. `surface::theory` has the formula.\n\n\
         | arms of the stars | crosscaps | shortest game | of this length | 1 move longer | 2 | 3 | 4 |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for arms in STARTS {
        for surface in &crosscaps {
            let _ = writeln!(text, "{}", games(arms, *surface)?);
        }
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut crosses, mut misere) = (7, 4);
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments
            .next()
            .ok_or("expected a number after an option")?
            .parse()?;
        match option.as_str() {
            "--crosses" => crosses = value,
            "--misere" => misere = value,
            _ => return Err(format!("expected --crosses or --misere, found `{option}`").into()),
        }
    }
    let text = tables(crosses, misere)?;
    std::fs::write(PATH, &text)?;
    println!("{text}");
    Ok(())
}
