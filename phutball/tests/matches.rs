//! Replays the matches that measured the engine's strength, and checks that the results add up.

use std::collections::HashSet;

use papergames_phutball::{Game, Player, Position, Record};

/// Replays a file of `papergames match` and returns how many games its first opponent won, drew and lost.
#[track_caller]
fn check(text: &str, opponent: &str, other: &str, games: usize) -> [usize; 3] {
    let mut tally = [0; 3];
    let mut seen = HashSet::new();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("# A match of "), "the source is named");
    let (own, swapped) = (
        format!("first {opponent}, second {other}, "),
        format!("first {other}, second {opponent}, "),
    );
    let mut openings = Vec::new();
    for (number, pair) in lines[2..].chunks(2).enumerate() {
        let [heading, game] = pair else {
            panic!("a heading and a game");
        };
        let own_seat = number % 2;
        let named = format!("# game {}: {}", number + 1, [&own, &swapped][own_seat]);
        let result = heading
            .strip_prefix(&named)
            .expect("a heading of this match");
        let record: Record<Position> = game.parse().expect("a game");
        assert_eq!(*record.setup(), Position::standard());
        assert!(seen.insert(*game), "game {} is new", number + 1);
        let winner = record.position().winner();
        assert_eq!(
            winner.map_or_else(
                || "broken off".to_owned(),
                |player| format!("{player} wins")
            ),
            result
        );
        let kind = match winner {
            Some(player) if (player == Player::FIRST) == (own_seat == 0) => 0,
            None => 1,
            Some(_) => 2,
        };
        tally[kind] += 1;
        let opening: Vec<&str> = game.split(' ').take(7).collect();
        openings.push(opening.join(" "));
    }
    assert_eq!(openings.len(), games);
    assert!(
        openings.chunks(2).all(|pair| pair[0] == pair[1]),
        "each opening is played twice"
    );
    openings.dedup();
    assert_eq!(openings.len(), games / 2, "openings vary");
    tally
}

#[test]
fn the_engine_won_all_hundred_games_against_the_baseline() {
    let text = include_str!("data/match-baseline.txt");
    assert_eq!(check(text, "engine", "baseline:3", 100), [100, 0, 0]);
}

#[test]
fn the_engine_won_all_forty_games_against_random_games_from_a_tree() {
    let text = include_str!("data/match-mcts.txt");
    assert_eq!(check(text, "engine", "mcts", 40), [40, 0, 0]);
}
