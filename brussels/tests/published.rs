//! Theorems and counts, from the literature and our own, in `data/`.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::str::FromStr;

use papergames_brussels::surface::theory::n_games_on_paper;
use papergames_brussels::{
    Budget, Ending, Game, Player, Position, Seeded, Symmetric, perft, playout, solve, theory,
};

/// Reads lines of the form `key | numbers`.
fn table<T: FromStr>(text: &'static str) -> Vec<(&'static str, Vec<T>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (key, numbers) = line.split_once('|').expect("a key and numbers");
            let numbers = numbers.split_whitespace();
            let numbers = numbers.map(|n| n.parse().ok().expect("a number")).collect();
            (key.trim(), numbers)
        })
        .collect()
}

fn arms(key: &str) -> Vec<usize> {
    key.split(',')
        .map(|n| n.parse().expect("a number of arms"))
        .collect()
}

#[test]
fn every_game_with_n_crosses_lasts_5n_minus_2_moves() {
    let mut random = Seeded::new(1);
    for n in 1..=12 {
        let start = Position::new(n, Ending::Normal).expect("few crosses fit");
        assert_eq!(theory::game_length(&vec![4; n]), 5 * n - 2);
        for _ in 0..100 {
            let end = playout::play(start.clone(), &mut random);
            assert_eq!(end.moves_made(), 5 * n - 2);
            let last = if n % 2 == 1 {
                Player::FIRST
            } else {
                Player::SECOND
            };
            assert_eq!(end.winner(), Some(last));
        }
    }
}

#[test]
fn each_move_lowers_the_moves_left_by_one() {
    let mut random = Seeded::new(2);
    for stars in ["1", "7", "1,2,3,4,5,6", "9,9", "20x1"] {
        let start: Position = stars.parse().expect("a setup");
        for _ in 0..50 {
            let mut position = start.clone();
            let sizes: Vec<usize> = start.stars().map(|star| start.n_arms_of(star)).collect();
            let mut left = theory::game_length(&sizes);
            assert_eq!(theory::moves_left(&position), left);
            while let Some(m) = position.random_move(&mut random) {
                position.apply(&m).expect("a listed move is legal");
                left -= 1;
                assert_eq!(theory::moves_left(&position), left, "{position}");
            }
            assert_eq!(left, 0);
            assert_eq!(position.n_faces(), position.n_arms());
        }
    }
}

/// Counts the games from a start face by face, which all have the length that the theorem says.
fn counted(arms: &[usize]) -> Option<u128> {
    let start = Position::with_arms(arms, Ending::Normal).expect("few arms fit");
    let games = n_games_on_paper(&start, &Budget::new());
    let games = games.expect("there is no limit")?;
    assert!(games.keys().eq([&theory::game_length(arms)]), "{arms:?}");
    games.into_values().next()
}

#[test]
fn the_formula_and_the_count_give_the_known_numbers_of_games() {
    for (key, games) in table::<u128>(include_str!("data/games.txt")) {
        let arms = arms(key);
        assert_eq!(theory::n_games(&arms), Some(games[0]), "formula for {key}");
        assert_eq!(counted(&arms), Some(games[0]), "count for {key}");
    }
}

#[test]
fn the_formula_and_the_count_agree_on_all_small_setups() {
    let mut checked = 0;
    let mut stack = vec![vec![]];
    while let Some(arms) = stack.pop() {
        let least = arms.last().copied().unwrap_or(1);
        for n in least..=6 {
            let more = [&arms[..], &[n]].concat();
            if more.len() > 5 || more.iter().sum::<usize>() > 15 {
                continue;
            }
            assert_eq!(theory::n_games(&more), counted(&more), "{more:?}");
            checked += 1;
            stack.push(more);
        }
    }
    assert_eq!(checked, 246, "setups of at most 5 stars and 15 arms");
    // From the middle of a game: two crosses that are joined play like one star with eight arms.
    let joined: Position = "2:1a-2a".parse().expect("a position");
    let games = n_games_on_paper(&joined, &Budget::new());
    assert_eq!(
        games.expect("there is no limit"),
        Some([(7, 262_144)].into())
    );
}

#[test]
fn walking_every_game_gives_the_same_number() {
    for arms in [&[4][..], &[5], &[1, 4], &[2, 2], &[2, 3], &[1, 1, 1, 1]] {
        let start = Position::with_arms(arms, Ending::Normal).expect("few arms fit");
        let walked = perft(&start, theory::game_length(arms) as u32);
        assert_eq!(walked, theory::n_games(arms), "{arms:?}");
    }
}

#[test]
fn a_number_of_games_beyond_128_bits_is_refused_and_not_wrong() {
    assert_eq!(theory::n_games(&[4; 6]), None);
    assert_eq!(theory::n_games(&[usize::MAX, usize::MAX]), None);
    assert_eq!(theory::game_length(&[usize::MAX, 4]), usize::MAX - 2);
    assert_eq!(theory::n_games(&[1000]), None);
    assert_eq!(theory::n_ends_of_star(1000), None);
    assert_eq!(counted(&[4; 6]), None);
}

#[test]
fn one_star_is_the_game_of_ji_and_propp() {
    let ends = include_str!("data/ends.txt")
        .lines()
        .nth(1)
        .expect("a line");
    for (k, published) in (1..).zip(ends.split_whitespace()) {
        let published: u128 = published.parse().expect("a number");
        assert_eq!(theory::n_ends_of_star(k), Some(published), "{k} arms");
        // As many as parking functions of length k - 1.
        let games = u128::from(k).pow(k.saturating_sub(2));
        assert_eq!(theory::n_games(&[k as usize]), Some(games), "{k} arms");
        if k <= 7 {
            let start = Position::with_arms(&[k as usize], Ending::Normal).expect("few arms fit");
            let last = perft::Levels::new(start).last().expect("a level");
            assert_eq!(last.finished_positions as u128, published, "{k} arms");
            assert_eq!(last.sequences(), games, "{k} arms");
        }
    }
}

#[test]
fn multisets_of_faces_are_as_many_as_stated() {
    for (n, counts) in table::<usize>(include_str!("data/sums.txt")) {
        let start =
            Position::new(n.parse().expect("a number"), Ending::Normal).expect("few crosses fit");
        assert_eq!(theory::n_sums_by_depth(&start), counts, "{n} crosses");
    }
}

#[test]
fn drawings_up_to_names_and_reflection_are_as_many_as_stated() {
    for (n, counts) in table::<usize>(include_str!("data/shapes.txt")) {
        let start: Position = n.parse().expect("a setup");
        let mut level = HashSet::from([start.canonical()]);
        for (depth, count) in counts.iter().enumerate() {
            assert_eq!(level.len(), *count, "{n} crosses, depth {depth}");
            let mut below = HashSet::new();
            for position in &level {
                let _ = position.for_each_move(&mut |m| {
                    below.insert(
                        position
                            .child(&m)
                            .expect("a listed move is legal")
                            .canonical(),
                    );
                    ControlFlow::Continue(())
                });
            }
            level = below;
        }
        assert!(level.is_empty());
    }
}

#[test]
fn search_finds_the_winner_that_the_count_tells() {
    let mut solver = solve::Solver::new();
    let mut random = Seeded::new(3);
    for stars in ["1", "2", "3", "5", "1x7", "1,2,3,4", "8x1"] {
        let mut position: Position = stars.parse().expect("a setup");
        loop {
            let found = solver.nimber(&position).expect("there is no limit");
            assert_eq!(solve::nimber(&position), found, "{position}");
            for ending in [Ending::Misere, Ending::Normal] {
                position.ending = ending;
                let found = solver.winner(&position).expect("there is no limit");
                assert_eq!(solve::winner(&position), found, "{position}");
            }
            let Some(m) = position.random_move(&mut random) else {
                assert_eq!(Some(solve::winner(&position)), position.winner());
                break;
            };
            position.apply(&m).expect("a listed move is legal");
        }
    }
}
