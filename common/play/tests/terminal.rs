//! People and engines at one board.
#![cfg(feature = "terminal")]

use std::fs;
use std::time::Duration;

use crate::game::heap;
use papergames_play::common::{Level, Player, PlayerSet};
use papergames_play::terminal::{Screen, Table, Watch};
use papergames_play::{GameClock, Session, TimeControl};

fn table(left: u8) -> Table {
    Table::from(Session::new(heap(left)))
}

/// A table for two people.
fn for_two(left: u8) -> Table {
    let mut table = table(left);
    table.session.set_people(PlayerSet::all(2));
    table
}

/// Plays the lines of `input` and returns the record and what was printed.
fn play(table: Table, input: &str) -> (String, String) {
    let mut printed = Vec::new();
    let record = table
        .play(input.as_bytes(), &mut printed)
        .expect("no errors in memory");
    (
        record.to_string(),
        String::from_utf8(printed).expect("text"),
    )
}

#[test]
fn two_people_play_and_take_back() {
    let table = for_two(5);
    let (record, printed) = play(table, "1\n9\nundo\n2\n3\nq\n");
    assert_eq!(record, "5:first 2 3");
    for said in [
        "not played: a number means a move in this list; type it now",
        "taken back: 1",
    ] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
}

#[test]
fn a_number_is_a_move_of_the_last_list() {
    let table = for_two(5);
    let (record, _) = play(table, "moves\n2\nquit\n");
    assert_eq!(record, "5:first 2");
}

#[test]
fn help_offers_games_of_this_table() {
    let help = |games: &[&str]| {
        let games = games.iter().map(ToString::to_string).collect();
        let (_, printed) = play(Table { games, ..table(5) }, "help new\nquit\n");
        printed.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let own = help(&[]);
    let offer = "new [SETUP] begin another game, such as `new 5:first`";
    assert!(own.contains(&format!("{offer} first>")), "{own}");
    let two = help(&["sos"]);
    assert!(
        two.contains(&format!("{offer} or `new sos` first>")),
        "{two}"
    );
}

#[test]
fn a_move_can_be_typed_at_the_end_of_a_page() {
    let mut screen = Screen::default();
    (screen.is_dialogue, screen.rows) = (true, 8);
    for (typed, played) in [
        ("2\n", "5:first 2"),
        // Where the text has ended, `q` does not leave the game.
        ("q\nq\n1\n", "5:first 1"),
        ("\nq\n", "5:first"),
    ] {
        let table = for_two(5);
        let (record, printed) = play(Table { screen, ..table }, &format!("help\n{typed}quit\n"));
        assert_eq!(record, played, "{typed:?}");
        assert!(printed.contains("(Enter shows more"), "{printed}");
        assert!(!printed.contains("not played"), "{printed}");
    }
}

#[test]
fn a_review_does_not_say_whose_moves_are_yours_after_seats_were_changed() {
    let (_, printed) = play(table(6), "1\nreview\nquit\n");
    assert!(
        printed.contains("move 1, first (you) 1??: gives the win away"),
        "{printed}"
    );
    let (_, printed) = play(table(6), "1\nflip\nreview\nquit\n");
    assert!(
        printed.contains("move 1, first 1??: gives the win away"),
        "{printed}"
    );
}

#[test]
fn the_level_replies_and_hints_are_proved() {
    let mut session = Session::new(heap(6));
    session.level = Level::STRONGEST;
    let (record, printed) = play(Table::from(session), "hint\nmoves\n2\nquit\n");
    assert!(record.starts_with("6:first 2 "), "{record}");
    assert!(printed.contains("hint: 2 "), "{printed}");
}

#[test]
fn a_game_is_saved_again_and_never_over_another_file() {
    let folder = std::env::temp_dir().join(format!("papergames-table-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder can be made");
    let (own, other) = (folder.join("own.txt"), folder.join("other.txt"));
    fs::write(&other, "a letter\n").expect("the file can be written");
    let table = for_two(5);
    let (own_name, other_name) = (own.display(), other.display());
    let input =
        format!("save {own_name}\nmoves\n1\nsave {own_name}\nsave {other_name}\nsave -\nquit\n");
    let (_, printed) = play(table, &input);
    assert_eq!(printed.matches("saved to ").count(), 2, "{printed}");
    assert_eq!(printed.matches("already exists").count(), 1, "{printed}");
    assert_eq!(printed.matches("name a file").count(), 1, "{printed}");
    assert_eq!(
        fs::read_to_string(&own).expect("the file is there"),
        "# play game; people: first, second; level: 3\n5:first 1\n"
    );
    assert_eq!(
        fs::read_to_string(&other).expect("the file is there"),
        "a letter\n"
    );
    assert_eq!(
        fs::read_dir(&folder).expect("the folder is there").count(),
        2,
        "nothing is left beside them"
    );
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn another_thread_sees_the_record() {
    let watch = Watch::default();
    assert_eq!(watch.record(), "");
    let mut table = for_two(5);
    table.watch = watch.clone();
    play(table, "moves\n3\nquit\n");
    assert_eq!(watch.record(), "5:first 3");
}

#[test]
fn what_an_engine_proves_is_not_taken_for_all_moves() {
    // One node is not enough for the solver; the engine looks at the end of the game in any case.
    for nodes in [0, 1, 5, 20, 50, 100, 200, 500, 1_000, 5_000] {
        let mut session = Session::new(heap(6));
        session.limits.nodes = Some(nodes);
        let (_, printed) = play(Table::from(session), "best 20\nquit\n");
        let says_all = printed.contains("1 move of 3 wins:\n  1 2\n");
        assert!(
            says_all || !printed.contains("move of 3") && !printed.contains("moves of 3"),
            "{nodes}: {printed}"
        );
    }
}

#[test]
fn a_lost_position_shows_the_answers_to_its_moves() {
    let (_, printed) = play(table(4), "best\nwhy\nquit\n");
    for said in [
        "Every move loses against best play.",
        "second wins with best play (proved): 1 answers it",
        "second wins with best play (proved): 3 answers it",
        "  2. second ",
    ] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
}

#[test]
fn people_look_back_without_changing_the_game() {
    let table = for_two(9);
    let typed = "1\n2\nback\nback 7\nback\n3\nforward\nforward 9\nforward\n3\nquit\n";
    let (record, printed) = play(table, typed);
    assert_eq!(record, "9:first 1 2 3");
    for said in [
        "move 1 of 2: first played 1, 1",
        "move 0 of 2: the start",
        "This is the start of the game.",
        "not played: this is the position after move 0",
        "This is the end of the game.",
        "move 1> ",
    ] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
}

#[test]
fn a_change_of_seats_forgets_what_was_taken_back() {
    let (record, printed) = play(table(9), "1\nundo\nflip\nredo\nquit\n");
    assert!(
        printed.contains("there is no move to play again"),
        "{printed}"
    );
    assert_eq!(record.split(' ').count(), 2, "{record}");
}

#[test]
fn who_has_no_time_left_loses_on_time() {
    let control = TimeControl {
        time: Duration::ZERO,
        increment: Duration::ZERO,
    };
    let mut session = Session::new(heap(5));
    session.set_people(PlayerSet::all(2));
    session.set_clock(GameClock::new(control, 2));
    let (_, printed) = play(Table::from(session), "moves\n1\nmoves\n1\n");
    assert!(
        printed.contains("first to move, 0:00.0 left (second 0:00.0)"),
        "{printed}"
    );
    assert!(printed.contains("first lost on time"), "{printed}");
    assert!(!printed.contains("second> "), "{printed}");
}

#[test]
fn a_game_that_was_given_up_is_over_where_it_goes_on() {
    let mut record = heap(5);
    record.play("2").expect("a legal move");
    let mut session = Session::new(record);
    session.set_people(PlayerSet::all(2));
    session.resign(Player::SECOND);
    let text = session.text();
    let mut session = Session::new(session.record().boxed());
    session.recall(&text);
    let (_, printed) = play(Table::from(session), "1\nundo\nmoves\n1\n");
    assert!(printed.contains("first wins by resignation"), "{printed}");
    assert!(printed.contains("The game is over"), "{printed}");
    assert!(printed.contains("second plays on"), "{printed}");
    assert!(printed.contains("first> "), "{printed}");
}
