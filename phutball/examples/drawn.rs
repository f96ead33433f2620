//! Lists the drawn positions of a board, and how play repeats in them.
//!
//! ```text
//! cargo run --release -p papergames-phutball --example drawn -- 3x9 terminal-rows
//! ```
//!
//! Every position is shown with the player to move attacking the highest row, and represents its mirror image too. The
//! turns are those that keep the draw, each with the number of the position that it leads to, seen from the other side.
//! Positions belong to the same family if such turns connect them to each other. Positions on a cycle of turns are
//! marked with `*`.

#![expect(clippy::print_stdout, reason = "a program prints")]

use std::collections::BTreeMap;
use std::error::Error;

use papergames_phutball::solve::{Solver, Tablebase};
use papergames_phutball::{Budget, Position, Symmetric, Turn};

/// Returns the drawn positions up to reflection, in order of the number of men.
fn classes(table: &Tablebase) -> Vec<Position> {
    let mut classes: Vec<Position> = table.drawn().map(|drawn| drawn.canonical()).collect();
    classes.sort_by_key(|position| (position.men().count(), position.to_string()));
    classes.dedup();
    classes
}

/// Returns the turns that keep a draw, each with the number of the class that it leads to.
fn turns_to_draws(
    table: &Tablebase,
    position: &Position,
    classes: &BTreeMap<String, usize>,
) -> Result<Vec<(Turn, usize)>, Box<dyn Error>> {
    let mut kept = Vec::new();
    for turn in table.best_turns(position)? {
        let mut after = *position;
        after.apply_turn(&turn)?;
        let seen = after.turned().canonical().to_string();
        kept.push((turn, classes[&seen]));
    }
    Ok(kept)
}

/// Returns the numbers that can be reached from `begin` by at least one step.
fn reached(begin: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut open = next[begin].clone();
    while let Some(at) = open.pop() {
        if !reached[at] {
            reached[at] = true;
            open.extend(&next[at]);
        }
    }
    reached
}

/// Returns the family of each class: the least number among the classes that are connected with it.
fn families(next: &[Vec<usize>]) -> Vec<usize> {
    let mut family: Vec<usize> = (0..next.len()).collect();
    loop {
        let before = family.clone();
        for (at, to) in next.iter().enumerate() {
            for to in to {
                let least = family[at].min(family[*to]);
                (family[at], family[*to]) = (least, least);
            }
        }
        if family == before {
            return family;
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(size), Some(rules)) = (words.next(), words.next()) else {
        return Err("expected a board and a rule set, such as `3x9 terminal-rows`".into());
    };
    let budget = Budget::new().memory(4 << 30);
    let table = Solver::new()
        .budget(budget)
        .table(size.parse()?, rules.parse()?)?;
    let classes = classes(&table);
    let numbers = classes.iter().enumerate();
    let numbers = numbers
        .map(|(number, class)| (class.to_string(), number))
        .collect();
    let mut turns = Vec::new();
    for class in &classes {
        turns.push(turns_to_draws(&table, class, &numbers)?);
    }
    let next: Vec<Vec<usize>> = turns
        .iter()
        .map(|turns| turns.iter().map(|(_, to)| *to).collect())
        .collect();
    let families = families(&next);
    println!(
        "{size} {rules}: {} drawn positions, {} up to reflection",
        table.counts().drawn,
        classes.len()
    );
    for (family, _) in families
        .iter()
        .enumerate()
        .filter(|(at, least)| at == *least)
    {
        println!("\nfamily of {}", family + 1);
        for (at, class) in classes
            .iter()
            .enumerate()
            .filter(|(at, _)| families[*at] == family)
        {
            let circle = if reached(at, &next)[at] { "*" } else { " " };
            let turns = turns[at]
                .iter()
                .map(|(turn, to)| format!("{turn} to {}", to + 1));
            let turns: Vec<String> = turns.collect();
            let board = class.to_string();
            let board = board.split(':').next().unwrap_or_default().to_owned();
            println!("{:>4}{circle} {board}: {}", at + 1, turns.join(", "));
        }
    }
    Ok(())
}
