//! Tests of what the engine finds, and of its strength.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::Opponents;
use papergames_phutball::engine::Philosopher;
use papergames_phutball::{
    Budget, Engine, Game, Level, Move, Player, Position, Random, Record, Report, Rules, Seeded,
    Size, playout, solve::ExactValue, solve::Solver,
};

fn nodes(nodes: u64) -> Budget {
    Budget::new().nodes(nodes)
}

/// Searches a position without a record or a progress callback.
fn search(engine: &mut Philosopher, position: &Position, budget: &Budget) -> Report<Move> {
    engine.search(position, &[], budget, &mut |_| ())
}

/// Returns the value for the player to move, in hundredths of a row.
fn worth(report: &Report<Move>) -> i64 {
    report.value.expect("the position was searched").hundredths
}

/// Plays a game between the engine and the after an opening of random men near the ball.
fn play(seed: u64, engine_first: bool, budget: &Budget) -> (Option<Player>, usize) {
    let mut random = Seeded::new(seed);
    let mut position = Position::standard();
    let ball = position.ball();
    for _ in 0..4 {
        let near: Vec<_> = (position.placements())
            .filter(|p| {
                let columns = i32::from(p.column) - i32::from(ball.column);
                let rows = i32::from(p.row) - i32::from(ball.row);
                columns.abs().max(rows.abs()) <= 3
            })
            .collect();
        let point = near[random.below(near.len() as u64) as usize];
        position.apply(&Move::Place(point)).expect("a vacant point");
    }
    let side = if engine_first {
        Player::FIRST
    } else {
        Player::SECOND
    };
    let mut engine = Philosopher::new(Level::STRONGEST, seed);
    let (mut baseline, _) = Position::engine_named("baseline:3", seed).expect("an engine");
    let mut seen = Vec::new();
    for turn in 0..400 {
        let Some(mover) = position.turn() else {
            return (position.winner(), turn);
        };
        seen.push(position);
        if mover == side {
            while position.turn() == Some(side) {
                let report = engine.search(&position, &seen[..seen.len() - 1], budget, &mut |_| ());
                let best = report.best().expect("the game is not over");
                position.apply(best).expect("a legal move");
            }
        } else {
            while position.turn().is_some_and(|turn| turn != side) {
                let record = Record::new(position);
                let report = baseline.choose(&record, &Budget::new(), &mut |_| ());
                let best = *report
                    .expect("a report")
                    .best()
                    .expect("the game is not over");
                position.apply(&best).expect("a legal move");
            }
        }
    }
    (None, 400)
}

/// Prints nothing unless it fails; the games take a while. `STRENGTH_GAMES=20 STRENGTH_MS=100 cargo test --release -p
/// papergames-phutball --test all engine:: -- --ignored --nocapture`
#[test]
#[ignore = "minutes in release"]
#[expect(
    clippy::print_stderr,
    reason = "this test is also the way to measure strength"
)]
fn the_engine_beats_three_turns_of_the_ball_s_row() {
    let setting = |name: &str, usual: u64| {
        let set = std::env::var(name).ok().and_then(|text| text.parse().ok());
        set.unwrap_or(usual)
    };
    let games = setting("STRENGTH_GAMES", 20);
    let budget = Budget::new().time(Duration::from_millis(setting("STRENGTH_MS", 100)));
    let (mut won, mut lost) = (0, 0);
    for game in 0..games {
        let engine_first = game % 2 == 0;
        let (winner, turns) = play(1_000 + game / 2, engine_first, &budget);
        let side = if engine_first {
            Player::FIRST
        } else {
            Player::SECOND
        };
        match winner {
            Some(winner) if winner == side => won += 1,
            Some(_) => lost += 1,
            None => {}
        }
        eprintln!("game {game}: {winner:?} after {turns} turns; engine {won} won, {lost} lost");
    }
    assert!(
        won * 100 >= games * 90,
        "{won} won and {lost} lost of {games}"
    );
}

/// `cargo test --release -p papergames-phutball --test all -- --ignored --nocapture fast`
#[test]
#[ignore = "seconds in release"]
#[expect(
    clippy::print_stderr,
    reason = "this test is also the way to measure speed"
)]
fn the_engine_is_fast_in_quiet_positions() {
    let mut position = Position::standard();
    for man in ["h11", "i9", "g12", "j12", "f8"] {
        position
            .apply(&man.parse().expect("a move"))
            .expect("a legal move");
    }
    let mut engine = Philosopher::new(Level::STRONGEST, 1);
    let report = search(
        &mut engine,
        &position,
        &Budget::new().time(Duration::from_secs(2)),
    );
    eprintln!(
        "{} positions, {:.0} a second, depth {}, value {}, line {:?}",
        report.nodes,
        report.nodes as f64 / report.elapsed.as_secs_f64(),
        report.depth,
        worth(&report),
        report.line
    );
    assert!(report.nodes > 0);
}

#[test]
fn a_win_at_once_is_played_and_called_exact() {
    let text = format!(
        "15/15/7o7/15/7o7/15/7o7/7@7{}:first:full-board",
        "/15".repeat(13)
    );
    let position: Position = text.parse().expect("a position");
    let report = search(
        &mut Philosopher::new(Level::WEAKEST, 1),
        &position,
        &nodes(1_000),
    );
    assert!(report.is_proved());
    let mut after = position;
    for m in &report.line {
        after.apply(m).expect("a legal move");
    }
    assert_eq!(after.winner(), Some(Player::FIRST), "{:?}", report.line);
}

#[test]
fn the_engine_agrees_with_the_exact_values_about_short_wins_and_losses() {
    let size: Size = "3x7".parse().expect("a size");
    for rules in [Rules::FullBoard, Rules::TerminalRows] {
        let table = Solver::new().table(size, rules).expect("a small board");
        let mut random = Seeded::new(5);
        let (mut wins, mut losses) = (0, 0);
        for _ in 0..40 {
            let game = playout::record(Position::new(size, rules), 60, &mut random);
            for position in game
                .positions()
                .filter(|p| !p.is_jumping() && !p.is_terminal())
            {
                let value = table.value(&position).expect("a value");
                let mut engine = Philosopher::new(Level::STRONGEST, 1);
                let report = search(
                    &mut engine,
                    &position,
                    &Budget::new().depth(3).nodes(20_000).memory(1 << 18),
                );
                match value {
                    ExactValue::Win(plies @ 1..=3) => {
                        assert!(
                            worth(&report) > 29_500,
                            "{plies}: {} in {position:#?}",
                            worth(&report)
                        );
                        wins += 1;
                    }
                    ExactValue::Loss(2) => {
                        assert!(
                            worth(&report) < -29_500,
                            "{} in {position:#?}",
                            worth(&report)
                        );
                        losses += 1;
                    }
                    ExactValue::Win(_) | ExactValue::Loss(_) | ExactValue::Draw => {}
                }
            }
        }
        assert!(
            wins > 50 && losses > 5,
            "{wins} wins and {losses} losses seen"
        );
    }
}

#[test]
fn the_engine_plays_whole_games_on_any_board_under_any_rules() {
    for rules in Rules::ALL {
        for size in ["1x5", "2x7", "5x9", "9x11"] {
            let size: Size = size.parse().expect("a size");
            let mut position = Position::new(size, rules);
            for strength in [Level::WEAKEST, Level::STRONGEST]
                .into_iter()
                .cycle()
                .take(40)
            {
                let mut engine = Philosopher::new(strength, 3);
                let report = search(&mut engine, &position, &nodes(300).memory(1 << 16));
                let Some(best) = report.best() else {
                    assert!(position.is_terminal());
                    break;
                };
                // The whole line must be legal, not only its first move.
                let mut line = position;
                for m in &report.line {
                    assert_eq!(line.apply(m), Ok(()), "{:?} in {position:#?}", report.line);
                }
                position.apply(best).expect("a legal move");
            }
        }
    }
}

#[test]
fn no_level_makes_an_own_goal_while_it_has_another_turn() {
    let mut ended = [0, 0];
    for number in 1..=5 {
        let level = Level::new(number).expect("a level");
        for (size, seed) in ["3x5", "3x7", "5x5", "5x7"]
            .iter()
            .flat_map(|size| (0..30).map(move |seed| (size, seed)))
        {
            let size: Size = size.parse().expect("a size");
            let mut record = Record::new(Position::new(size, Rules::default()));
            let mut engine = Philosopher::new(level, seed);
            let mut before = *record.position();
            while record.position().turn().is_some() && record.moves().len() < 100 {
                if !record.position().is_jumping() {
                    before = *record.position();
                }
                let report = engine
                    .choose(&record, &nodes(500), &mut |_| ())
                    .expect("not over");
                record.push(report.line[0]).expect("a legal move");
            }
            let Some(winner) = record.position().winner() else {
                continue;
            };
            let is_own_goal = before.turn() != Some(winner);
            ended[usize::from(is_own_goal)] += 1;
            let has_another = before.turns().any(|turn| {
                let mut after = before;
                after.apply_turn(&turn).expect("a legal turn");
                after.winner() != Some(winner)
            });
            assert!(!(is_own_goal && has_another), "level {number}: {record}");
        }
    }
    assert!(ended[0] > 300, "{ended:?}");
}

#[test]
fn a_budget_of_nodes_gives_the_same_choice_every_time() {
    let mut random = Seeded::new(9);
    let position = playout::play_at_most(Position::standard(), 30, &mut random);
    let choose = || {
        search(
            &mut Philosopher::new(Level::STRONGEST, 4),
            &position,
            &nodes(3_000),
        )
    };
    let (one, two) = (choose(), choose());
    assert_eq!(
        (one.line, one.value, one.nodes),
        (two.line, two.value, two.nodes)
    );
    assert!(one.nodes <= 3_000);
}

#[test]
fn the_flag_stops_the_search_with_a_move_in_hand() {
    let flag = Arc::new(AtomicBool::new(true));
    let budget = Budget::new().stop(flag);
    let report = search(
        &mut Philosopher::new(Level::STRONGEST, 1),
        &Position::standard(),
        &budget,
    );
    let best = report.best().expect("the game is not over");
    assert_eq!(Position::standard().check(best), Ok(()));
}

#[test]
fn a_chain_that_was_begun_is_carried_on() {
    let text = "5/5/2o2/5/2o2/2@2/5/5:first:full-board";
    let mut position: Position = text.parse().expect("a position");
    let mut engine = Philosopher::new(Level::STRONGEST, 1);
    let report = search(&mut engine, &position, &nodes(2_000));
    position
        .apply(report.best().expect("a move"))
        .expect("a legal move");
    assert!(position.is_jumping(), "{:?}", report.line);
    let rest = search(&mut engine, &position, &nodes(2_000));
    assert_eq!(rest.best(), report.line.get(1));
    // Another engine, which did not start the chain, can continue it too.
    let mut other = Philosopher::new(Level::STRONGEST, 1);
    let m = search(&mut other, &position, &nodes(2_000)).line[0];
    assert_eq!(position.check(&m), Ok(()));
}

#[test]
fn a_report_in_the_middle_of_a_turn_is_that_of_the_search_that_chose_it() {
    let text = "5/5/2o2/5/2o2/2@2/5/5:first:full-board";
    let mut record = Record::new(text.parse::<Position>().expect("a position"));
    let mut engine = Philosopher::new(Level::STRONGEST, 1);
    let mut heard = 0;
    let budget = nodes(2_000);
    let first = engine
        .choose(&record, &budget, &mut |_| heard += 1)
        .expect("the game is not over");
    assert!(heard > 0);
    record.push(first.line[0]).expect("a legal move");
    assert!(record.position().is_jumping(), "{first:?}");
    let second = engine
        .choose(&record, &budget, &mut |_| ())
        .expect("the game is not over");
    assert_eq!(second.line, first.line[1..]);
    assert_eq!(
        (worth(&second), second.proved(), second.depth, second.nodes),
        (worth(&first), first.proved(), first.depth, first.nodes)
    );
    let distance = |report: &Report<Move>| report.value.and_then(|value| value.distance);
    assert_eq!((distance(&first), distance(&second)), (Some(2), Some(1)));
}

/// Returns the number of positions that a search to a fixed depth visits, the value of the last depth, and the first
/// move.
fn visited(game: &str, depth: u32) -> (u64, i64, String) {
    let record: Record<Position> = game.parse().expect("a game");
    let mut engine = Philosopher::new(Level::STRONGEST, 1);
    let budget = Budget::new().depth(depth).memory(1 << 22);
    let report = search(&mut engine, record.position(), &budget);
    (report.nodes, worth(&report), report.line[0].to_string())
}

/// The numbers are our own. A change that alters them changes the search. If that is intended, give the difference in
/// the commit and measure the strength again.
#[test]
fn searches_to_a_fixed_depth_visit_as_many_positions_as_ever() {
    let found = [
        visited("15x21", 5),
        visited("15x21 h11 i9 g12 j12 f8", 4),
        visited("9x13:immediate-corner e7 d8 f6", 5),
    ];
    let expected = [(7_771, 60, "g11"), (2_681, 90, "g11"), (7_414, 10, "e5")];
    let expected = expected.map(|(nodes, value, m)| (nodes, value, m.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn small_boards_are_played_perfectly() {
    for (board, rules) in [
        ("3x6", Rules::FullBoard),
        ("2x7", Rules::TerminalRows),
        ("2x8", Rules::Immediate),
    ] {
        let size: Size = board.parse().expect("a size");
        let table = Solver::new().table(size, rules).expect("a small board");
        let mut engine = Philosopher::new(Level::STRONGEST, 1);
        let mut exact = 0;
        for seed in 0..60 {
            let start = Position::new(size, rules);
            let position = playout::play_at_most(start, seed % 12, &mut Seeded::new(seed));
            if position.is_terminal() {
                continue;
            }
            let report = search(&mut engine, &position, &nodes(1_000_000));
            let value = table.value(&position).expect("the board is solved");
            let best = *report.best().expect("a move");
            let moves = table.moves(&position).expect("the board is solved");
            let found = moves
                .iter()
                .find(|(m, _)| *m == best)
                .expect("a legal move");
            assert_eq!(found.1, value, "{best} in {position}");
            let outcome = report.proved().expect("the value is exact");
            assert_eq!(
                outcome.utility(position.turn().expect("not over")),
                match value {
                    ExactValue::Win(_) => 1,
                    ExactValue::Draw => 0,
                    ExactValue::Loss(_) => -1,
                },
                "{position}"
            );
            let mut after = position;
            assert!(report.line.iter().all(|m| after.apply(m).is_ok()));
            if value != ExactValue::Draw {
                assert_eq!(after.outcome(), Some(outcome), "the line ends the game");
                let distance = report.value.and_then(|value| value.distance);
                assert_eq!(distance, Some(report.line.len() as u32));
            }
            exact += 1;
        }
        assert!(exact > 20, "{exact} positions on {board}");
    }
}

#[test]
fn a_board_too_large_for_the_budget_is_searched() {
    let position: Position = "3x9".parse().expect("a start");
    let mut engine = Philosopher::new(Level::STRONGEST, 1);
    for budget in [
        nodes(2_000),
        Budget::new().depth(2),
        Budget::new().time(Duration::from_millis(20)),
        nodes(1_000_000_000).memory(1 << 20).depth(3),
    ] {
        let report = search(&mut engine, &position, &budget);
        assert!(report.best().is_some_and(|m| position.check(m).is_ok()));
        assert!(!report.is_proved());
        assert!(budget.nodes.is_none_or(|most| report.nodes <= most));
    }
    // Weaker engines do not look anything up.
    let start: Position = "3x6".parse().expect("a start");
    let mut weak = Philosopher::new(Level::new(3).expect("a level"), 1);
    assert!(!search(&mut weak, &start, &nodes(1_000_000)).is_proved());
}
