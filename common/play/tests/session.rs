//! A game at a table, without anything around it.

use std::time::Duration;

use crate::game::heap;
use papergames_play::common::describe::SetupOptions;
use papergames_play::common::engine::EngineError;
use papergames_play::common::format::Early;
use papergames_play::common::{Level, Outcome, Player, PlayerSet};
use papergames_play::{GameClock, Pie, PlayedMove, Session, Termination, TimeControl};

/// A session of two people with some moves.
fn session(left: u8, moves: &[&str]) -> Session {
    let mut session = machine(left);
    session.set_people(PlayerSet::all(2));
    for m in moves {
        session.play(m).expect("a legal move");
    }
    session
}

/// A session of a person against the machine.
fn machine(left: u8) -> Session {
    Session::new(heap(left))
}

fn texts(moves: &[PlayedMove]) -> Vec<String> {
    moves.iter().map(|made| made.m.to_string()).collect()
}

fn control(seconds: u64, increment: u64) -> TimeControl {
    TimeControl {
        time: Duration::from_secs(seconds),
        increment: Duration::from_secs(increment),
    }
}

#[test]
fn moves_that_were_taken_back_wait_for_another_move() {
    let mut session = session(9, &["1", "2", "3"]);
    session.go(1);
    assert_eq!(session.record().to_string(), "9:first 1");
    assert_eq!(texts(session.moves()), ["1", "2", "3"]);
    session.go(2);
    assert_eq!(session.record().to_string(), "9:first 1 2");
    session.go(usize::MAX);
    assert_eq!(session.record().position(), "3:second");
    session.go(0);
    session.play("2").expect("a legal move");
    assert_eq!(texts(session.moves()), ["2"]);
    assert!(session.redo(1).is_empty());
}

#[test]
fn a_refused_text_changes_nothing() {
    let mut session = session(5, &["1", "2"]);
    session.go(1);
    let reason = session.play("9").unwrap_err().to_string();
    assert_eq!(reason, "expected 1 to 3 matches that are there, found `9`");
    assert_eq!(session.record().to_string(), "5:first 1");
    assert_eq!(texts(session.redo(1)), ["2"]);
}

#[test]
fn people_take_back_their_moves_with_the_replies() {
    let mut session = session(9, &["1", "2", "1", "2", "1"]);
    session.set_people(PlayerSet::EMPTY.with(Player::FIRST));
    assert_eq!(texts(session.undo(1)), ["1"]);
    assert_eq!(texts(session.undo(1)), ["1", "2"]);
    assert_eq!(texts(session.redo(1)), ["1", "2"]);
    assert_eq!(texts(session.undo(7)), ["1", "2", "1", "2"]);
    assert_eq!(texts(session.redo(2)), ["1", "2", "1", "2"]);
    assert_eq!(texts(session.redo(7)), ["1"]);
    session.set_people(PlayerSet::EMPTY);
    assert!(session.undo(1).is_empty());
    assert_eq!(session.record().len(), 5);
}

#[test]
fn a_record_brings_its_moves_with_their_players() {
    let record = session(9, &["1", "2", "3"]).record().boxed();
    let session = Session::new(record);
    let players: Vec<Player> = session.moves().iter().map(|made| made.player).collect();
    assert_eq!(players, [Player::FIRST, Player::SECOND, Player::FIRST]);
    assert_eq!(session.moves()[1].words, "2");
}

#[test]
fn the_machine_moves_within_its_limits() {
    let mut session = machine(7);
    session.level = Level::STRONGEST;
    session.limits.nodes = Some(1_000);
    session.set_clock(GameClock::new(control(60, 0), 2));
    assert_eq!(session.choose(&mut |_| ()).expect("a move"), "3");
    assert!(session.record().is_empty(), "the move is only chosen");
    session.resign(Player::FIRST);
    let over = session.choose(&mut |_| ());
    assert!(matches!(over, Err(EngineError::GameOver)));
}

#[test]
fn clocks_go_back_with_the_moves() {
    let mut session = machine(9);
    session.set_people(PlayerSet::all(2));
    session.set_clock(GameClock::new(control(60, 100), 2));
    let left = |session: &Session, player| {
        let clock = session.clock().expect("a clock");
        (clock.left(player) + Duration::from_millis(500)).as_secs()
    };
    session.play("1").expect("a legal move");
    session.play("1").expect("a legal move");
    assert_eq!(left(&session, Player::SECOND), 160);
    session.go(1);
    assert_eq!(left(&session, Player::FIRST), 160);
    assert_eq!(left(&session, Player::SECOND), 60);
    session.go(2);
    assert_eq!(left(&session, Player::SECOND), 60, "going on costs no time");
    session.begin_again();
    assert_eq!(left(&session, Player::FIRST), 60);
}

#[test]
fn who_has_no_time_left_loses_and_is_saved_with_the_clocks() {
    let mut session = machine(9);
    session.set_people(PlayerSet::all(2));
    session.set_clock(GameClock::new(control(0, 0), 2));
    std::thread::sleep(Duration::from_millis(1));
    let refused = session.play("1").expect_err("it is too late").to_string();
    assert!(
        refused.starts_with("first lost on time: the move took "),
        "{refused}"
    );
    assert!(
        matches!(session.end(), Some(Termination::OutOfTime(error)) if error.player == Player::FIRST)
    );
    assert_eq!(session.mover(), None);
    assert_eq!(session.time_left(), None);
    assert_eq!(session.outcome(), Some(Outcome::Win(Player::SECOND)));
    assert_eq!(session.play_on(), None);
    assert_eq!(
        session.text(),
        "# play game; people: first, second; level: 3; clock: 0+0; left: 0.000, 0.000\n\
         # game, second wins on time\n9:first\n"
    );
}

#[test]
fn clocks_are_saved_as_they_run_and_stop_at_zero() {
    let pause = Duration::from_millis(30);
    let mut session = machine(9);
    session.set_people(PlayerSet::all(2));
    session.set_clock(GameClock::new(control(60, 0), 2));
    std::thread::sleep(pause);
    let text = session.text();
    assert!(
        text.contains("; left: 59.9") && text.contains(", 60.000\n"),
        "{text}"
    );
    let time = pause / 2;
    let control = TimeControl {
        time,
        increment: Duration::ZERO,
    };
    session.set_clock(GameClock::new(control, 2));
    std::thread::sleep(pause);
    assert!(session.flag().is_some());
    let clock = session.clock().expect("a clock");
    assert_eq!(
        [Player::FIRST, Player::SECOND].map(|player| clock.left(player)),
        [Duration::ZERO, time]
    );
    assert!(
        session.text().contains("left: 0.000, 0.015\n"),
        "{}",
        session.text()
    );
}

#[test]
fn a_flag_falls_before_a_move_is_made() {
    let mut session = machine(9);
    session.set_clock(GameClock::new(control(60, 0), 2));
    assert_eq!(session.flag(), None);
    assert!(
        session
            .time_left()
            .is_some_and(|left| left > Duration::from_secs(50))
    );
    session.set_clock(GameClock::new(control(0, 0), 2));
    std::thread::sleep(Duration::from_millis(1));
    assert!(
        matches!(session.flag(), Some(Termination::OutOfTime(error)) if error.player == Player::FIRST)
    );
    assert_eq!(session.record().len(), 0);
}

#[test]
fn who_has_given_up_can_play_on() {
    let mut session = session(9, &["1"]);
    session.resign(Player::SECOND);
    assert_eq!(session.mover(), None);
    assert_eq!(session.outcome(), Some(Outcome::Win(Player::FIRST)));
    assert_eq!(session.end(), Some(Termination::Resigned(Player::SECOND)));
    let reason = session.play("1").unwrap_err().to_string();
    assert_eq!(reason, "the game is over");
    assert_eq!(session.play_on(), Some(Player::SECOND));
    assert_eq!(session.mover(), Some(Player::SECOND));
    session.resign(Player::SECOND);
    session.go(0);
    assert_eq!(session.mover(), Some(Player::FIRST));
}

#[test]
fn a_text_says_how_its_game_goes_on() {
    let mut before = session(9, &["1"]);
    before.set_people(PlayerSet::EMPTY.with(Player::SECOND));
    before.level = Level::STRONGEST;
    before.set_clock(GameClock::new(control(60, 2), 2));
    before.resign(Player::SECOND);
    let text = before.text();
    let mut after = Session::new(before.record().boxed());
    after.recall(&text);
    assert_eq!(after.text(), text);
    assert_eq!(
        after.end(),
        Some(Termination::Stated(Player::SECOND, Early::Resignation))
    );
}

#[test]
fn seats_change_between_games_and_within_one() {
    let mut session = machine(9);
    session.rematch();
    assert_eq!(session.people(), PlayerSet::EMPTY.with(Player::SECOND));
    session.play("1").expect("a legal move");
    assert!(session.flip() && session.is_reseated());
    session
        .set_up(Some("6:second"), &SetupOptions::none())
        .expect("a heap");
    assert_eq!(
        session.text(),
        "# play game; people: first; level: 3\n6:second\n"
    );
    assert!(!session.is_reseated() && session.moves().is_empty());
    let reason = session.set_up(Some("six"), &SetupOptions::none());
    assert!(reason.is_err());
    assert_eq!(session.record().setup(), "6:second");
    session.set_people(PlayerSet::all(2).with(Player::new(2)));
    assert_eq!(session.people(), PlayerSet::all(2));
    assert!(!session.flip());
}

#[test]
fn the_pie_rule_lets_the_second_player_take_the_first_seat() {
    let mut session = machine(9);
    session.level = Level::STRONGEST;
    assert!(!session.swap(), "the rule is not in force");
    session.set_pie(Pie::On).expect("a game for two");
    assert!(!session.swap(), "no turn has been made");
    session.play("1").expect("a legal move");
    // Eight are left, so the machine, which is to move, would lose.
    let chosen = session.choose_or_swap(&mut |_| ()).expect("a choice");
    assert_eq!(chosen, None);
    assert_eq!(session.pie(), Pie::Swapped);
    assert_eq!(session.mover(), Some(Player::SECOND));
    assert_eq!(session.people(), PlayerSet::EMPTY.with(Player::SECOND));
    assert!(!session.swap(), "only once");

    // The text keeps it.
    let mut again = machine(9);
    again.recall(&session.text());
    assert_eq!(
        (again.pie(), again.people()),
        (Pie::Swapped, session.people())
    );

    // Going back and forth leads past the exchange, until another move or a rematch begins anew.
    let seat = |session: &Session| session.people().iter().next();
    assert_eq!(session.undo(1).len(), 1);
    assert_eq!(
        (session.is_swapped(), seat(&session)),
        (false, Some(Player::FIRST))
    );
    assert_eq!(session.redo(1).len(), 1);
    assert_eq!(
        (session.is_swapped(), seat(&session)),
        (true, Some(Player::SECOND))
    );
    session.go(0);
    session.play("2").expect("a legal move");
    assert_eq!(
        (session.pie(), seat(&session)),
        (Pie::On, Some(Player::FIRST))
    );
    assert!(session.swap());
    session.begin_again();
    assert_eq!(
        (session.pie(), seat(&session)),
        (Pie::On, Some(Player::FIRST))
    );
}

#[test]
fn a_machine_keeps_a_seat_that_is_better() {
    let mut session = machine(9);
    session.level = Level::STRONGEST;
    session.set_pie(Pie::On).expect("a game for two");
    session.play("2").expect("a legal move");
    let chosen = session.choose_or_swap(&mut |_| ()).expect("a choice");
    assert_eq!(
        chosen.map(|m| m.to_string()).as_deref(),
        Some("3"),
        "four are left then"
    );
    assert_eq!(session.pie(), Pie::On);
    assert!(session.swap(), "a person may still take it");
    assert_eq!(session.people(), PlayerSet::EMPTY.with(Player::SECOND));
}
