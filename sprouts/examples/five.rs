//! Writes `sprouts/FIVE.md` and its pictures, a proof for five spots that people can check by hand.
//!
//! ```text
//! cargo run --release -p papergames-sprouts --example five
//! ```
//!
//! The solver finds the proof, which is shrunk and then played: from the starting position on, every move of the loser
//! is answered, and each position that is reached is drawn. The program stops with an error if an answer is missing, so
//! a page that it writes is a proof even if the solver is wrong.

#![expect(clippy::print_stdout, reason = "this program prints what it wrote")]

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use papergames_sprouts::land::{Land, Lands, Plot, Reductions};
use papergames_sprouts::solve::Solver;
use papergames_sprouts::solve::certificate::shrink;
use papergames_sprouts::{Budget, Draw, Ending, Game, Move, Position, Seeded, Style};

type Failure = Box<dyn std::error::Error>;

const SPOTS: usize = 5;

/// The couples of the proof: lands and their nimbers.
type Couples = HashMap<Land, u32>;

/// A couple as it occurs in a game.
struct Page {
    land: Land,
    /// The moves that lead to it, and the position after them.
    game: Vec<Move>,
    position: Position,
    /// The living spots of the land.
    spots: Vec<String>,
}

fn couples() -> Result<Couples, Failure> {
    let start = Position::new(SPOTS, Ending::Normal)?;
    let mut solver = Solver::new();
    let mut proof = solver.certify(&start)?;
    let (mut random, unlimited) = (Seeded::new(1), Budget::new());
    shrink(
        &mut proof,
        &[],
        &mut solver,
        2_000,
        &mut random,
        &unlimited,
        &mut |_| (),
    )?;
    let mut couples = Couples::new();
    for entry in &proof.entries {
        let (land, nimber) = entry
            .rsplit_once(' ')
            .ok_or("expected a land and a nimber")?;
        couples.insert(land.parse()?, nimber.parse()?);
    }
    Ok(couples)
}

fn lands_of(position: &Position) -> Lands {
    Lands::of(position).expect("spots have no colours")
}

/// Returns the nimber of lands, all of which are in couples.
fn value(couples: &Couples, lands: &Lands) -> Option<u32> {
    let mut total = 0;
    for land in lands {
        total ^= couples.get(land)?;
    }
    Some(total)
}

/// A move, with a position after it that has the given value.
fn reply(couples: &Couples, position: &Position, nimber: u32) -> Option<(Move, Position)> {
    position.moves().into_iter().find_map(|m| {
        let child = position.child(&m).ok()?;
        (value(couples, &lands_of(&child)) == Some(nimber)).then_some((m, child))
    })
}

/// Returns the page's names of lands, which are the numbers of their couples.
fn name(numbers: &HashMap<Land, usize>, lands: &Lands) -> String {
    let link = |land: &Land| numbers.get(land).map(|n| format!("[{n}](#couple-{n})"));
    let links: Vec<String> = lands.iter().filter_map(link).collect();
    match links.len() {
        0 => "end".to_owned(),
        _ => links.join(" + "),
    }
}

fn words(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(|m| format!("`{m}`")).collect();
    words.join(" ")
}

/// Plays the proof from the start and returns a page for each couple, in the order in which play reaches them.
fn play(couples: &Couples) -> Result<Vec<Page>, Failure> {
    let start = Position::new(SPOTS, Ending::Normal)?;
    let (first, position) =
        reply(couples, &start, 0).ok_or("expected a first move that the proof shows to win")?;
    let mut open = VecDeque::from([(vec![first], position)]);
    let mut pages: Vec<Page> = Vec::new();
    while let Some((game, position)) = open.pop_front() {
        let mut news = false;
        for plot in Plot::all(&position, Reductions::ALL).expect("spots have no colours") {
            if couples.contains_key(&plot.land) && pages.iter().all(|p| p.land != plot.land) {
                news = true;
                pages.push(Page {
                    land: plot.land,
                    game: game.clone(),
                    position: position.clone(),
                    spots: plot.spots.iter().map(ToString::to_string).collect(),
                });
            }
        }
        if !news {
            continue;
        }
        let nimber = value(couples, &lands_of(&position)).ok_or("expected couples only")?;
        for m in position.moves() {
            let child = position.child(&m)?;
            let then = |m: &Move| [&game[..], core::slice::from_ref(m)].concat();
            if value(couples, &lands_of(&child)).is_some() {
                open.push_back((then(&m), child));
            } else {
                let (answer, after) =
                    reply(couples, &child, nimber).ok_or_else(|| format!("no reply to {m}"))?;
                open.push_back(([then(&m), vec![answer]].concat(), after));
            }
        }
    }
    Ok(pages)
}

/// Removes some lands, if all of them are there.
fn without(lands: &Lands, others: &Lands) -> Option<Lands> {
    let mut left: Vec<Land> = lands.iter().cloned().collect();
    for other in others {
        let at = left.iter().position(|land| land == other)?;
        left.remove(at);
    }
    Some(left.into_iter().collect())
}

/// Returns the results of the moves in a land, with one row for each kind of position.
fn rows(
    couples: &Couples,
    numbers: &HashMap<Land, usize>,
    page: &Page,
) -> Result<BTreeMap<String, Vec<Move>>, Failure> {
    let whole = lands_of(&page.position);
    let own: Lands = [page.land.clone()].into_iter().collect();
    let others = without(&whole, &own).ok_or("expected the land in its position")?;
    let beside = value(couples, &others).ok_or("expected couples only")?;
    let nimber = couples[&page.land];
    let mut rows: BTreeMap<String, Vec<Move>> = BTreeMap::new();
    let mut answers: HashMap<Lands, String> = HashMap::new();
    let mut less = vec![false; nimber as usize];
    for m in page.position.moves() {
        let ends = m.to_string();
        let child = page.position.child(&m)?;
        let lands = lands_of(&child);
        // Only moves in this land are listed.
        let first: String = ends.chars().take_while(char::is_ascii_digit).collect();
        if !page.spots.contains(&first) {
            continue;
        }
        let text = if let Some(text) = answers.get(&lands) {
            text.clone()
        } else if let Some(total) = value(couples, &lands) {
            let own = total ^ beside;
            if own == nimber {
                return Err(format!("{} has a child with its own nimber", page.land).into());
            }
            if let Some(met) = less.get_mut(own as usize) {
                *met = true;
            }
            let rest = without(&lands, &others);
            format!(
                "nimber {own}: {}",
                name(numbers, rest.as_ref().unwrap_or(&lands))
            )
        } else {
            let (answer, after) = reply(couples, &child, nimber ^ beside)
                .ok_or_else(|| format!("no reply to {m} in {}", page.land))?;
            let after = lands_of(&after);
            let rest = without(&after, &others);
            let total = nimber ^ beside;
            match rest {
                Some(rest) => format!("`{answer}`: {}", name(numbers, &rest)),
                None => format!(
                    "`{answer}`, nimber {total} with the rest: {}",
                    name(numbers, &after)
                ),
            }
        };
        answers.insert(lands, text.clone());
        rows.entry(text).or_default().push(m);
    }
    if less.contains(&false) {
        return Err(format!("{} does not reach a lesser nimber", page.land).into());
    }
    Ok(rows)
}

fn main() -> Result<(), Failure> {
    let couples = couples()?;
    let pages = play(&couples)?;
    let numbers: HashMap<Land, usize> = (1..)
        .zip(&pages)
        .map(|(number, page)| (page.land.clone(), number))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let images = folder.join("images/five");
    fs::create_dir_all(&images)?;
    let mut text = format!(
        "# Why the first player wins with five spots

Written by `cargo run --release -p papergames-sprouts --example five`. The proof needs {} *couples*. A couple is a land,
that is, an independent part of a drawing, and its nimber. A land has nimber *n* if its moves lead to positions with
every nimber less than *n* but to none with nimber *n*. The nimber of several lands is their sum in binary without
carries. The player to move loses exactly when this sum is 0.

Each table proves one couple. If a move leads only to lands with known nimbers, its row has the nimber of these lands,
which must not be *n*. Every other move has an answer that leads to a position with nimber *n*, so the nimber after the
move is not *n*. Each row has one move, how many more moves lead to the same lands, and the answer with the lands that
it leaves.

`1-1[3,4]` is a loop at 1 with 3 and 4 on its left. `!` names the second corner of a spot with two lines. New spots get
the next free number, and dead spots are dark. In the text of a land, `|` separates regions and `.` separates
boundaries. `0`, `1` and `2` are spots with that many lines, and a letter is a spot with two lines that two regions of
the land share.

",
        pages.len()
    );
    let (first, rest) = pages.split_first().ok_or("expected a proof with couples")?;
    let total = value(&couples, &lands_of(&first.position)).ok_or("expected couples only")?;
    writeln!(
        text,
        "The first player begins with {}, which leaves {} with nimber {total}.\n",
        words(&first.game),
        name(&numbers, &lands_of(&first.position))
    )?;
    for (number, page) in (1..).zip(std::iter::once(first).chain(rest)) {
        let file = format!("images/five/{number}.svg");
        fs::write(folder.join(&file), page.position.svg(&Style::default())?)?;
        let nimber = couples[&page.land];
        writeln!(text, "## Couple {number}\n")?;
        writeln!(
            text,
            "After {}, spots {}\nform `{}`, of nimber **{nimber}**.\n",
            words(&page.game),
            page.spots.join(","),
            page.land
        )?;
        writeln!(
            text,
            "![couple]({file})\n\n\
             | move | more | answer |\n|---|---|---|"
        )?;
        for (what, moves) in rows(&couples, &numbers, page)? {
            let more = match moves.len() - 1 {
                0 => String::new(),
                more => more.to_string(),
            };
            writeln!(text, "| `{}` | {more} | {what} |", moves[0])?;
        }
        text.push('\n');
    }
    fs::write(folder.join("FIVE.md"), text.trim_end().to_owned() + "\n")?;
    println!("{} couples in FIVE.md", pages.len());
    Ok(())
}
