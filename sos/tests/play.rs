//! Tests of single moves: the position before and after. The rules are those of
//! <https://en.wikipedia.org/wiki/SOS_(game)>; some cases come from bugs of other programs.

use papergames_sos::{
    Game, Outcome, Player, Position, Record, Rules, ScoreSheet, Seeded, Symmetric, playout,
};

/// Plays a move and compares the texts of the positions; takes it back and compares again.
#[track_caller]
fn check(before: &str, m: &str, after: &str) {
    let start: Position = before.parse().expect("the position before is well formed");
    let mut position = start.clone();
    let played = position.play(m.parse().expect("the move is well formed"));
    let played = played.expect("the move is legal");
    assert_eq!(position.to_string(), after, "after {m} in {before}");
    let mover = start.turn().expect("the game goes on");
    let made = position.points(mover) - start.points(mover);
    assert_eq!(played.made(), made, "{m} in {before}");
    position.undo(played);
    assert_eq!(position, start, "after taking back {m} in {before}");
}

/// Compares the error message for an illegal move, and checks that the position is unchanged.
#[track_caller]
fn check_refused(before: &str, m: &str, message: &str) {
    let mut position: Position = before.parse().expect("the position before is well formed");
    let error = position.apply(&m.parse().expect("the move is well formed"));
    assert_eq!(error.unwrap_err().to_string(), message);
    assert_eq!(position.to_string(), before);
}

#[test]
fn an_o_between_two_s_scores_and_keeps_the_turn() {
    check("S.S/.../...:1:0-0", "Ob1", "SOS/.../...:1:1-0");
}

#[test]
fn an_s_at_either_end_scores() {
    check("SO./.../...:1:0-0", "Sc1", "SOS/.../...:1:1-0");
    check(".OS/.../...:1:0-0", "Sa1", "SOS/.../...:1:1-0");
}

#[test]
fn an_s_between_two_lines_scores_on_both_sides() {
    check("SO.OS:1:0-0", "Sc1", "SOSOS:-:2-0");
}

#[test]
fn lines_run_across_down_and_on_both_diagonals() {
    check("S../O../...:1:0-0", "Sa3", "S../O../S..:1:1-0");
    check("S../.O./...:1:0-0", "Sc3", "S../.O./..S:1:1-0");
    check("..S/.O./...:1:0-0", "Sa3", "..S/.O./S..:1:1-0");
}

#[test]
fn an_o_can_complete_four_lines_and_an_s_eight() {
    check("SSS/S.S/SSS:1:0-0", "Ob2", "SSS/SOS/SSS:-:4-0");
    check(
        "S.S.S/.OOO./SO.OS/.OOO./S.S.S:1:4-0",
        "Sc3",
        "S.S.S/.OOO./SOSOS/.OOO./S.S.S:1:12-0",
    );
}

#[test]
fn a_letter_that_makes_four_s_o_s_keeps_the_turn_for_one_letter_only() {
    // Some programs grant four more letters.
    check("SSS./S.S./SSS.:1:0-0", "Ob2", "SSS./SOS./SSS.:1:4-0");
    check("SSS./SOS./SSS.:1:4-0", "Od1", "SSSO/SOS./SSS.:2:4-0");
}

#[test]
fn taking_back_an_s_o_s_leaves_the_turn_where_it_was() {
    // Some programs always hand the turn back to the other player: `check` takes the move back.
    check("SO.:1:0-0", "Sc1", "SOS:-:1-0");
    check("SO../..../....:1:0-0", "Sc1", "SOS./..../....:1:1-0");
    check("SOS./..../....:1:1-0", "Sd1", "SOSS/..../....:2:1-0");
}

#[test]
fn a_line_counts_once_although_it_has_two_ends() {
    let mut record: Record<Position> = ".....:1:0-0".parse().expect("a record");
    for m in ["Sa1", "Ob1", "Sc1"] {
        record
            .push(m.parse().expect("a move"))
            .expect("a legal move");
    }
    assert_eq!(record.position().sos_lines().count(), 1);
    assert_eq!(ScoreSheet::of(&record).marks().len(), 1);
}

#[test]
fn the_game_is_over_when_the_board_is_full_even_after_an_s_o_s() {
    // Some programs wait for an extra turn that no one can take.
    let mut position: Position = "S.S:1:0-0".parse().expect("a position");
    position
        .apply(&"Ob1".parse().expect("a move"))
        .expect("a legal move");
    assert_eq!(position.turn(), None);
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::FIRST)));
}

#[test]
fn a_line_does_not_wrap_around_the_edge() {
    // The cell after `c1` is off the board, not `a2`.
    check("..O/S../...:1:0-0", "Sb1", ".SO/S../...:2:0-0");
    check("..S/O../S..:2:0-0", "Oc2", "..S/O.O/S..:1:0-0");
    check("../S./O.:1:0-0", "Sb2", "../SS/O.:2:0-0");
}

#[test]
fn the_first_s_o_s_wins_or_loses_or_only_counts() {
    check(
        "S.S./..../....:1:0-0:first",
        "Ob1",
        "SOS./..../....:-:1-0:first",
    );
    check(
        "S.S./..../....:1:0-0:misere",
        "Ob1",
        "SOS./..../....:-:1-0:misere",
    );
    check(
        "S.S./..../....:1:0-0:alternating",
        "Ob1",
        "SOS./..../....:2:1-0:alternating",
    );
}

#[test]
fn everybody_but_the_maker_of_the_first_s_o_s_shares_the_misere_win() {
    let mut position: Position = "SO./.../...:3:0-0-0:misere".parse().expect("a position");
    position
        .apply(&"Sc1".parse().expect("a move"))
        .expect("a legal move");
    let outcome = position.outcome().expect("the game is over");
    assert_eq!(outcome.to_string(), "first+second share the win");
    assert_eq!(outcome.utility(Player::new(2)), -1);
}

#[test]
fn a_full_board_without_an_s_o_s_is_a_draw() {
    for rules in Rules::ALL {
        let position: Position = format!("OOO:-:0-0:{rules}").parse().expect("a position");
        assert_eq!(position.outcome(), Some(Outcome::Draw), "{rules}");
    }
}

#[test]
fn equal_points_of_some_players_are_a_shared_win() {
    let position: Position = "SOSOS:-:1-0-1".parse().expect("a position");
    let outcome = position.outcome().expect("the game is over");
    assert_eq!(outcome.to_string(), "first+third share the win");
}

#[test]
fn a_refused_move_is_named_with_its_reason() {
    let before = "S.S/.../...:1:0-0";
    check_refused(before, "Oa1", "cell `a1` already holds `S`");
    check_refused(before, "Od1", "`d1` is not on the 3x3 board");
    let over = "SOS/.../...:-:1-0:first";
    check_refused(over, "Sa2", "the game is already over before `Sa2`");
}

#[test]
fn taking_every_move_back_leads_to_the_start() {
    for setup in ["3x4", "5x5:first:3", "4x4:alternating", "6x6:misere:4"] {
        let start = setup.parse::<Position>().expect("a setup");
        for seed in 0..50 {
            let record = playout::record(start.clone(), 100, &mut Seeded::new(seed));
            let mut position = start.clone();
            let plays = record
                .moves()
                .iter()
                .map(|m| position.play(*m).expect("legal"));
            let plays: Vec<_> = plays.collect();
            let mut before: Vec<Position> = record.positions().collect();
            before.pop();
            for (played, expected) in plays.into_iter().zip(before).rev() {
                position.undo(played);
                assert_eq!(position, expected);
            }
        }
    }
}

#[test]
fn the_score_sheet_agrees_with_the_points_and_the_board() {
    for setup in ["5x5", "4x6:alternating:3", "3x3:first", "1x9:misere"] {
        let start = setup.parse::<Position>().expect("a setup");
        for seed in 0..50 {
            let record = playout::record(start.clone(), 100, &mut Seeded::new(seed));
            let sheet = ScoreSheet::of(&record);
            let position = record.position();
            for player in Player::all(position.players()) {
                let own = sheet
                    .marks()
                    .iter()
                    .filter(|mark| mark.owner == Some(player));
                assert_eq!(own.count(), position.points(player));
            }
            let mut marked: Vec<_> = sheet.marks().iter().map(|mark| mark.line).collect();
            let mut standing: Vec<_> = position.sos_lines().collect();
            marked.sort();
            standing.sort();
            assert_eq!(marked, standing);
        }
    }
}

#[test]
fn an_s_o_s_that_stood_there_before_the_record_has_no_owner() {
    let record: Record<Position> = "SOS../...../.....:1:1-0 Sa2".parse().expect("a record");
    let sheet = ScoreSheet::of(&record);
    assert_eq!((sheet.marks()[0].owner, sheet.marks()[0].number), (None, 0));
}

#[test]
fn a_square_has_eight_symmetries_and_another_rectangle_four() {
    for (text, images) in [
        ("SO./.../...:1:0-0", 8),
        ("SO../..../....:1:0-0", 4),
        ("SO.:1:0-0", 4),
    ] {
        let position: Position = text.parse().expect("a position");
        assert_eq!(position.symmetries().len(), images, "{text}");
        let different: std::collections::HashSet<_> = position.images().into_iter().collect();
        // Upside down, a single row is the same.
        let expected = if text.contains('/') { images } else { 2 };
        assert_eq!(different.len(), expected, "{text}");
    }
}
