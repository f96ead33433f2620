//! Compares the solver with the rules: lands of labelled positions, their children, and who wins.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::land::{Lands, Reductions};
use papergames_sprouts::solve::{SolveError, Solver};
use papergames_sprouts::{
    Budget, Ending, Game, Limit, Move, Player, Position, Random, Rules, Seeded, Variant, playout,
};

fn lands(position: &Position) -> Lands {
    Lands::of(position).expect("the standard rules have lands")
}

#[test]
fn a_verdict_says_that_its_winning_moves_are_missing() {
    let start = Position::new(5, Ending::Normal).expect("a number of spots");
    let verdict = (1..).find_map(|nodes| {
        let mut solver = Solver::new();
        solver.settings.budget = Budget::new().nodes(nodes);
        solver.settings.every_move = true;
        solver.solve(&start).ok()
    });
    let verdict = verdict.expect("the winner is found before the list");
    assert_eq!(
        (verdict.winner(), &verdict.moves),
        (Some(Player::FIRST), &None)
    );
    let missing = verdict.missing.expect("the list is missing");
    assert_eq!(
        (missing.what.as_str(), missing.reason.limit),
        ("winning moves", Limit::Nodes)
    );
}

#[test]
fn a_region_may_have_more_boundaries_than_a_word_has_bits() {
    for n in [2, 3, 63, 64, 65, 66, 120] {
        let text = vec!["2"; n].join(".");
        let land: Lands = text.parse().expect("a land");
        // A line can only join two boundaries, and takes two spots for the new one.
        let fewer: Lands = vec!["2"; n - 1].join(".").parse().expect("a land");
        assert_eq!(
            children(&land, Reductions::default()),
            BTreeSet::from([fewer])
        );
        let verdict = Solver::new().solve_lands(&land).expect("no limit");
        assert_eq!(verdict.mover_wins, n % 2 == 0, "{n}");
    }
    for (text, expected) in [
        (
            vec!["2"; 121].join("."),
            "at most 120 boundaries in a region",
        ),
        (
            vec!["1abc1cba"; 41].join("."),
            "no more spots and lives than a game that begins with 120 spots can have",
        ),
    ] {
        let refused = text.parse::<Lands>().expect_err("too many").to_string();
        assert!(refused.contains(expected), "{refused}");
        assert!(text.parse::<Sum>().is_err());
    }
}

/// Returns the positions that one move makes from a sum of lands.
fn children(position: &Lands, reductions: Reductions) -> BTreeSet<Lands> {
    let mut children = BTreeSet::new();
    for (i, land) in position.iter().enumerate() {
        for child in land.children_of(Variant::Standard, reductions) {
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
/// Without reductions the lands must be equal. A reduction may turn a position into another with the same game tree
/// whose children look different.
#[track_caller]
fn check_children(n: usize, games: u64) {
    let plain = |position: &Position| {
        Lands::drawn(position, Reductions::NONE).expect("the standard rules have lands")
    };
    for seed in 0..games {
        let mut random = Seeded::new(seed);
        let mut position = Position::new(n, Ending::Normal).expect("so few spots are fine");
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

/// Compares the game trees of all unreduced positions reachable from `n` spots with those of the reduced positions.
/// Returns the number of positions.
#[track_caller]
fn check_reductions(n: usize, reductions: Reductions) -> usize {
    let mut trees = Trees::default();
    let start = Lands::from_sum(&Sum::start(n), Reductions::NONE);
    trees.of(&start, Reductions::NONE);
    let plain: Vec<(Lands, usize)> = trees.known.drain().collect();
    for (position, tree) in &plain {
        // An unreduced position is read back unchanged.
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

/// Returns whether the player to move wins, by trying all moves.
fn wins(position: &Position) -> bool {
    if let Some(winner) = position.winner() {
        return winner == [Player::FIRST, Player::SECOND][position.moves_made() % 2];
    }
    let mut moves = position.moves().into_iter();
    moves.any(|m| !wins(&position.child(&m).expect("listed moves are legal")))
}

#[track_caller]
fn check_outcomes(rules: Rules, n: usize) {
    let mut solver = Solver::for_rules(rules);
    let mut open = vec![Position::new(n, rules).expect("so few spots are fine")];
    while let Some(position) = open.pop() {
        if position.moves_made() > 1 || n == 2 {
            let answer = solver.solve_lands(&lands(&position));
            let mover_wins = answer.expect("there is no limit").mover_wins;
            assert_eq!(mover_wins, wins(&position), "outcome of {position}");
            let verdict = solver.solve(&position).expect("there is no limit");
            if let Some(turn) = position.turn() {
                assert_eq!(verdict.winner() == Some(turn), mover_wins, "{position}");
            } else {
                assert_eq!(Some(verdict.outcome), position.outcome(), "{position}");
            }
        }
        if position.moves_made() < 3 {
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
    check_outcomes(Ending::Normal.into(), 2);
}

#[test]
fn the_solver_agrees_with_trying_all_moves_in_misere_play() {
    check_outcomes(Ending::Misere.into(), 2);
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
    check_winning_moves(Ending::Normal.into());
    check_winning_moves(Ending::Misere.into());
    check_winning_moves("+black-and-white".parse().expect("these are rules"));
    check_winning_moves("-antwerp-hot".parse().expect("these are rules"));
}

#[test]
fn one_solver_takes_positions_of_all_rules() {
    let mut solver = Solver::new();
    // OEIS A164951 and A164950; the variants as in tests/nimbers.rs and tests/antwerp.rs.
    for (setup, winner) in [
        ("2+", Player::SECOND),
        ("2-", Player::SECOND),
        ("1-", Player::FIRST),
        ("1+black-and-white", Player::FIRST),
        ("1+black-and-white-loops", Player::SECOND),
        ("2+antwerp-cold", Player::SECOND),
        ("2+antwerp-hot", Player::FIRST),
        ("2+", Player::SECOND),
    ] {
        let position: Position = setup.parse().expect("this is a setup");
        let verdict = solver.solve(&position).expect("there is no limit");
        assert_eq!(verdict.winner(), Some(winner), "{setup}");
    }
}

#[test]
fn an_antwerp_start_with_too_many_spots_is_refused() {
    let start: Position = "21+antwerp-hot".parse().expect("this is a setup");
    assert_eq!(
        Solver::new().solve(&start).unwrap_err().to_string(),
        "this solver supports the variant `antwerp-hot` with at most 20 starting spots, found 21"
    );
}

#[test]
fn a_search_stops_at_the_limit_on_nodes() {
    for text in ["14+", "14-", "4+antwerp-hot"] {
        let start: Position = text.parse().expect("this is a setup");
        let mut solver = Solver::new().budget(Budget::new().nodes(50));
        match solver.solve(&start) {
            Err(SolveError::Unfinished(reason)) => {
                assert_eq!((reason.limit, reason.nodes), (Limit::Nodes, 50), "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn winning_moves_keep_to_the_limit_of_time() {
    let start = Position::new(40, Ending::Normal).expect("so few spots are fine");
    let mut solver = Solver::new().budget(Budget::new().time(Duration::ZERO));
    let error = solver.winning_moves(&start).unwrap_err();
    assert!(
        matches!(error, SolveError::Unfinished(reason) if reason.limit == Limit::Time),
        "{error}"
    );
}

#[test]
fn outcomes_of_the_first_start_positions_are_as_published() {
    // Normal play: Conway, Mollison, and Applegate, Jacobson and Sleator (OEIS A164951); misère play: A164950.
    for (ending, most, published) in [
        (Ending::Normal, 11, "LLWWWLLLWWW"),
        (Ending::Misere, 11, "WLLLWWLLLWW"),
    ] {
        let mut solver = Solver::for_rules(Rules {
            ending,
            ..Rules::default()
        });
        for (n, outcome) in (1..=most).zip(published.chars()) {
            let answer = solver.solve_lands(&Lands::start(n));
            let mover_wins = answer.expect("there is no limit").mover_wins;
            assert_eq!(mover_wins, outcome == 'W', "{n} spots, {ending:?}");
        }
    }
}
