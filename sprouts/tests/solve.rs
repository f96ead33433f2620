//! The solver beside the rules: lands of labelled positions, their children, and who wins.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::land::{Lands, Reductions};
use papergames_sprouts::solve::{GaveUp, Solver};
use papergames_sprouts::{
    Ending, Game, Move, Player, Position, Random, Rules, Seeded, Variant, playout,
};

fn lands(position: &Position) -> Lands {
    Lands::of(position).expect("the standard rules have lands")
}

/// The positions that one move makes of a sum of lands.
fn children(position: &Lands, reductions: Reductions) -> BTreeSet<Lands> {
    let mut children = BTreeSet::new();
    for (i, land) in position.iter().enumerate() {
        for child in land.children_with(reductions) {
            let others = position.iter().enumerate().filter(|(j, _)| *j != i);
            children.insert(
                others
                    .map(|(_, l)| l.clone())
                    .chain(child.iter().cloned())
                    .collect(),
            );
        }
    }
    children
}

/// Plays `games` random games from `n` spots, and compares the children at every position.
///
/// Without reductions they must be the same lands; a reduction may turn a position into another with the same game
/// tree, the children of which look different.
#[track_caller]
fn check_children(n: usize, games: u64) {
    let plain = |position: &Position| {
        Lands::of_with(position, Reductions::NONE).expect("the standard rules have lands")
    };
    for seed in 0..games {
        let mut random = Seeded::new(seed);
        let mut position = Position::new(n, Rules::NORMAL).expect("so few spots are fine");
        while let Some(m) = position.random_move(&mut random as &mut dyn Random) {
            let drawn: BTreeSet<Lands> = position
                .moves()
                .iter()
                .map(|m| plain(&position.child(m).expect("listed moves are legal")))
                .collect();
            let listed = children(&plain(&position), Reductions::NONE);
            assert_eq!(listed, drawn, "children of {position}");
            position.apply(&m).expect("the move is legal");
        }
        assert!(
            lands(&position).is_empty(),
            "the end {position} has no lands"
        );
    }
}

#[test]
fn lands_have_the_children_that_the_rules_give_from_two_spots() {
    check_children(2, 60);
}

#[test]
fn lands_have_the_children_that_the_rules_give_from_three_spots() {
    check_children(3, 60);
}

#[test]
fn lands_have_the_children_that_the_rules_give_from_five_spots() {
    check_children(5, 8);
}

/// Game trees by number: equal trees have equal numbers, whatever positions they belong to.
#[derive(Default)]
struct Trees {
    numbers: HashMap<BTreeSet<usize>, usize>,
    known: HashMap<Lands, usize>,
}

impl Trees {
    fn of(&mut self, position: &Lands, reductions: Reductions) -> usize {
        if let Some(number) = self.known.get(position) {
            return *number;
        }
        let options = children(position, reductions);
        let options: BTreeSet<usize> = options.iter().map(|c| self.of(c, reductions)).collect();
        let next = self.numbers.len();
        let number = *self.numbers.entry(options).or_insert(next);
        self.known.insert(position.clone(), number);
        number
    }
}

/// Compares the game trees of all positions that can be reached from `n` spots, drawn without reductions, with those
/// of the same positions reduced; returns how many positions there are.
#[track_caller]
fn check_reductions(n: usize, reductions: Reductions) -> usize {
    let mut trees = Trees::default();
    let start = Lands::from_sum(&Sum::start(n), Reductions::NONE);
    trees.of(&start, Reductions::NONE);
    let plain: Vec<(Lands, usize)> = trees.known.drain().collect();
    for (position, tree) in &plain {
        // What is written without reductions reads as itself.
        let reduced = position.reduced(reductions);
        assert_eq!(
            trees.of(&reduced, reductions),
            *tree,
            "{position} reduced to {reduced}"
        );
    }
    plain.len()
}

#[test]
fn every_reduction_keeps_the_game_tree_of_every_position_from_three_spots() {
    let none = Reductions::NONE;
    for reductions in [
        Reductions {
            adjacent: true,
            ..none
        },
        Reductions { idle: true, ..none },
        Reductions {
            merge: true,
            ..none
        },
        Reductions { pair: true, ..none },
        Reductions::PUBLISHED,
        Reductions::ALL,
    ] {
        check_reductions(3, reductions);
    }
}

/// Whether the player to move wins, by trying all moves.
fn wins(position: &Position) -> bool {
    if let Some(winner) = position.winner() {
        return winner == position.mover();
    }
    let mut moves = position.moves().into_iter();
    moves.any(|m| !wins(&position.child(&m).expect("listed moves are legal")))
}

#[track_caller]
fn check_outcomes(rules: Rules, n: usize) {
    let mut solver = Solver::new().with_ending(rules.ending);
    let mut open = vec![Position::new(n, rules).expect("so few spots are fine")];
    while let Some(position) = open.pop() {
        if position.n_moves() > 1 || n == 2 {
            let solution = solver.solve(&lands(&position)).expect("there is no limit");
            assert_eq!(
                solution.winner == Player::FIRST,
                wins(&position),
                "outcome of {position}"
            );
        }
        if position.n_moves() < 3 {
            open.extend(
                position
                    .moves()
                    .iter()
                    .map(|m| position.child(m).expect("listed moves are legal")),
            );
        }
    }
}

#[test]
fn the_solver_agrees_with_trying_all_moves_in_normal_play() {
    check_outcomes(Rules::NORMAL, 2);
}

#[test]
fn the_solver_agrees_with_trying_all_moves_in_misere_play() {
    check_outcomes(Rules::MISERE, 2);
}

#[track_caller]
fn check_winning_moves(rules: Rules) {
    let mut solver = Solver::for_rules(rules);
    for seed in 0..5 {
        let start = Position::new(2, rules).expect("so few spots are fine");
        let position = playout::play_at_most(start, 1 + seed % 3, &mut Seeded::new(seed));
        let after = |m: &Move| position.child(m).expect("listed moves are legal");
        let mut moves = position.moves();
        moves.retain(|m| !wins(&after(m)));
        assert_eq!(
            solver.winning_moves(&position),
            Ok(moves),
            "moves in {position}"
        );
    }
}

#[test]
fn the_moves_that_win_are_those_after_which_trying_all_moves_loses() {
    check_winning_moves(Rules::NORMAL);
    check_winning_moves(Rules::MISERE);
    check_winning_moves("+black-and-white".parse().expect("these are rules"));
}

#[test]
fn a_position_by_other_rules_is_refused() {
    let misere = Position::new(2, Rules::MISERE).expect("so few spots are fine");
    let error = Solver::new().winning_moves(&misere).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a position by the rules `+`, which the solver answers for, found `-`"
    );
    let antwerp = Rules::from(Variant::AntwerpHot);
    let position = Position::new(2, antwerp).expect("so few spots are fine");
    for mut solver in [Solver::new(), Solver::for_rules(antwerp)] {
        let error = solver.winning_moves(&position).unwrap_err();
        assert!(matches!(error, GaveUp::OtherRules { .. }), "{error}");
    }
}

#[test]
fn winning_moves_keep_to_the_limit_of_time() {
    let start = Position::new(40, Rules::NORMAL).expect("so few spots are fine");
    let mut solver = Solver::new().with_time_limit(Duration::ZERO);
    assert_eq!(solver.winning_moves(&start), Err(GaveUp::Time));
}

#[test]
fn outcomes_of_the_first_start_positions_are_as_published() {
    // Normal play: Conway, Mollison, and Applegate, Jacobson and Sleator (OEIS A164951); misère play: A164950.
    for (ending, most, published) in [
        (Ending::Normal, 11, "LLWWWLLLWWW"),
        (Ending::Misere, 11, "WLLLWWLLLWW"),
    ] {
        let mut solver = Solver::new().with_ending(ending);
        for (n, outcome) in (1..=most).zip(published.chars()) {
            let solution = solver.solve(&Lands::start(n)).expect("there is no limit");
            assert_eq!(
                solution.winner == Player::FIRST,
                outcome == 'W',
                "{n} spots, {ending:?}"
            );
        }
    }
}

/// Prints a table of the README: `cargo test --release -p papergames-sprouts --test solve -- --ignored --nocapture
/// measure`, with `ENDING=-` for misère play and `FROM` and `TO` in the environment.
#[test]
#[ignore = "a measurement of minutes"]
#[expect(clippy::print_stdout, reason = "this is a measurement")]
fn measure_outcomes() {
    let number = |name: &str, default: usize| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let ending: Ending = std::env::var("ENDING")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(Ending::Normal);
    for n in number("FROM", 1)..=number("TO", 17) {
        let mut solver = Solver::new()
            .with_ending(ending)
            .with_memory(number("MEMORY", 2 << 30));
        let solution = solver
            .solve(&Lands::start(n))
            .expect("there is enough memory");
        println!(
            "{n} spots: {} wins, {} nodes, {} nimbers, {:.2?}",
            solution.winner, solution.nodes, solution.nimbers, solution.time
        );
        let published = if ending == Ending::Normal {
            [false, false, false, true, true, true][n % 6]
        } else {
            [true, n == 1, false, false, n > 4, true][n % 6]
        };
        assert_eq!(solution.winner == Player::FIRST, published, "{n} spots");
    }
}

/// Prints how many couples proofs need: `cargo test --release -p papergames-sprouts --test solve -- --ignored --nocapture
/// proofs`, with `FROM` and `TO`, the number of `SWEEPS` and the `SECONDS` for each start in the environment.
#[test]
#[ignore = "a measurement of minutes"]
#[expect(clippy::print_stdout, reason = "this is a measurement")]
fn measure_proofs() {
    use papergames_sprouts::land::Land;
    use papergames_sprouts::solve::Proof;
    let number = |name: &str, default: usize| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    for n in number("FROM", 2)..=number("TO", 8) {
        let start = Lands::start(n);
        let mut solver = Solver::new();
        solver.solve(&start).expect("there is enough memory");
        let believed = |land: &Land| solver.known_nimber(land);
        let mut proof = Proof::find(&start, &believed, &mut || true).expect("there is no limit");
        let found = proof.len();
        let begun = std::time::Instant::now();
        let limit = number("SECONDS", 60) as u64;
        let mut in_time = || begun.elapsed().as_secs() < limit;
        let sweeps = number("SWEEPS", 3000);
        let done = proof.shrink(&believed, sweeps, &mut Seeded::new(1), &mut in_time);
        assert_eq!(proof.gap(), None, "{n} spots");
        println!(
            "{n} spots: {found} couples found, {} left after {:.1?}{}",
            proof.len(),
            begun.elapsed(),
            if done.is_ok() {
                ""
            } else {
                ", when time was up"
            }
        );
    }
}
