//! The laws of every game, on all rule sets, for two players and more, on boards of several shapes.

use common::laws::{Laws, serde_value_reads_back};
use papergames_sos::solve::{Method, Solver};
use papergames_sos::{
    Cell, Game, Letter, Line, Move, Position, Record, Rules, ScoreSheet, Scored, Symmetry,
};

/// Checks every law on random games from the given setup.
#[track_caller]
fn check(setup: &str) {
    let setup: Position = setup.parse().expect("the setup is well formed");
    let cells = setup.size().n_cells();
    let rules = setup.rules();
    let far = [(Letter::S, 0, 255), (Letter::O, 255, 0)];
    let laws = Laws::of(setup)
        .games(20)
        .also_try(far.map(|(letter, column, row)| Move {
            letter,
            cell: Cell { column, row },
        }))
        .texts()
        .serde()
        .symmetric()
        .scored()
        .encoding()
        .planes()
        .augments()
        .bounded_scores();
    // A game lasts until the board is full, or until the first S-O-S under rules that end there.
    let laws = if rules.ends_at_first() {
        laws.length(move |_| 3..=cells)
    } else {
        laws.length(move |_| cells..=cells)
    };
    match rules {
        Rules::General | Rules::First | Rules::Alternating => laws.best_score_wins().check(),
        Rules::Misere => laws.check(),
        _ => unreachable!("this test does not know the rules {rules}"),
    };
}

#[test]
fn every_law_holds_under_every_rule_set() {
    for rules in Rules::ALL {
        for size in ["1x3", "3x1", "1x7", "2x3", "3x3", "3x4", "4x4"] {
            check(&format!("{size}:{rules}"));
        }
    }
}

#[test]
fn every_law_holds_for_more_than_two_players() {
    for rules in Rules::ALL {
        for players in [3, 4, 8] {
            check(&format!("3x4:{rules}:{players}"));
        }
    }
}

#[test]
fn every_law_holds_on_large_boards() {
    for setup in [
        "8x8",
        "8x8:first",
        "20x20",
        "255x1:alternating",
        "1x255:misere:3",
    ] {
        check(setup);
    }
}

#[test]
fn walking_and_merging_count_the_same_games() {
    for setup in ["1x4", "1x4:first:3", "2x3:misere", "2x3:alternating"] {
        let setup: Position = setup.parse().expect("the setup is well formed");
        Laws::of(setup).games(1).perft(3).check();
    }
}

#[test]
fn points_never_go_down_and_only_the_mover_scores() {
    let start = "5x5:general:3".parse::<Position>().expect("a setup");
    for seed in 0..200 {
        let mut random = papergames_sos::Seeded::new(seed);
        let mut position = start.clone();
        while let Some(m) = position.random_move(&mut random) {
            let (before, mover) = (position.clone(), position.turn());
            position.apply(&m).expect("a listed move is legal");
            for player in papergames_sos::Player::all(3) {
                let gained = position.score(player) - before.score(player);
                let own = Some(player) == mover;
                assert_eq!(gained, if own { before.count_sos(m) as i64 } else { 0 });
            }
        }
    }
}

#[test]
fn searches_agree_with_minimax_near_the_end() {
    for rules in Rules::ALL {
        let setup: Position = format!("3x4:{rules}")
            .parse()
            .expect("the setup is well formed");
        Laws::of(setup).games(10).searches(500).check();
    }
}

#[test]
fn every_word_of_the_vocabulary_has_a_serde_form() -> Result<(), Box<dyn std::error::Error>> {
    serde_value_reads_back(&Letter::O)?;
    serde_value_reads_back(&Method::Table)?;
    serde_value_reads_back(&"c3".parse::<Cell>()?)?;
    serde_value_reads_back(&"a1-c3".parse::<Line>()?)?;
    serde_value_reads_back(&Symmetry::Rotate90)?;
    let record: Record<Position> = "SO./...:1:0-0 Sc1 Sa2".parse()?;
    serde_value_reads_back(&ScoreSheet::of(&record))?;
    serde_value_reads_back(&Solver::new().solve_every_move(record.position())?)?;
    Ok(())
}
