//! The wrapped games obey the laws of every game, and mean what they say.

use crate::games::fences::{Fence, Fences};
use papergames_common::laws::Laws;
use papergames_common::nim::{Nim, Take};
use papergames_common::{Game, Outcome, Player, Plies, Ply, PlyCap, Record};

#[test]
fn a_capped_game_obeys_every_law() {
    let laws = Laws::of(PlyCap::new(Nim::new(&[3, 4, 5]), 4)).games(100);
    laws.texts()
        .symmetric()
        .alternating()
        .length(|_| 3..=4)
        .check();
    let laws = Laws::of(PlyCap::new(Nim::new(&[1, 1]), 9)).games(10);
    laws.texts()
        .symmetric()
        .alternating()
        .length(|_| 2..=2)
        .check();
    Laws::of(PlyCap::new(Nim::new(&[1, 1]), 0))
        .games(1)
        .texts()
        .length(|_| 0..=0)
        .check();
}

#[test]
fn the_game_of_fences_obeys_every_law() {
    for players in [1, 2, 3, 5] {
        let laws = Laws::of(Fences::new(8, players, false))
            .games(40)
            .also_try([Fence(8)])
            .searches(500);
        laws.scored()
            .best_score_wins()
            .length(|_| 8..=8)
            .perft(5)
            .check();
        Laws::of(Fences::new(8, players, true)).games(40).check();
    }
}

#[test]
fn a_game_of_plies_obeys_every_law() {
    Laws::of(Plies::new(Nim::new(&[3, 4, 5])))
        .games(50)
        .texts()
        .symmetric()
        .alternating()
        .check();
    let start = Plies::new(Fences::new(8, 2, false));
    let tried = [Ply::Pass];
    Laws::of(start)
        .games(200)
        .also_try(tried)
        .alternating()
        .scored()
        .best_score_wins()
        .check();
}

#[test]
fn a_game_that_ends_by_its_own_rules_at_the_cap_is_no_draw() {
    let mut game = PlyCap::new(Nim::new(&[1]), 1);
    game.apply(&Take {
        heap: 0,
        matches: 1,
    })
    .unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Win(Player::FIRST)));
}

#[test]
fn past_the_cap_every_move_is_refused_with_the_reason() {
    let game = PlyCap::new(Nim::new(&[1]), 0);
    let error = game
        .check(&Take {
            heap: 0,
            matches: 1,
        })
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the game is a draw, because it has reached its maximum number of moves"
    );
}

#[test]
fn whoever_waits_passes_and_may_do_nothing_else() {
    let mut plies = Plies::new(Fences::new(3, 2, false));
    for fence in [0, 2, 1] {
        plies.apply(&Ply::Move(Fence(fence))).unwrap();
    }
    assert!(plies.is_terminal(), "the last fence closes two fields");
    let mut plies = Plies::new(Fences::new(4, 2, false));
    plies.apply(&Ply::Move(Fence(0))).unwrap();
    plies.apply(&Ply::Move(Fence(1))).unwrap();
    assert_eq!(
        plies.game().turn(),
        Some(Player::SECOND),
        "a field is closed"
    );
    assert_eq!(plies.turn(), Some(Player::FIRST));
    assert_eq!(plies.moves(), [Ply::Pass]);
    let error = plies
        .check(&Ply::Move(plies.game().moves()[0]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the turn is not over: the second player moves again, so pass"
    );
    plies.apply(&Ply::Pass).unwrap();
    let error = plies.check(&Ply::Pass).unwrap_err();
    assert_eq!(
        error.to_string(),
        "you can pass only when your opponent has another move; make a move"
    );
}

#[test]
fn a_text_without_the_wrappers_part_is_refused() {
    let error = "3,4:first+".parse::<PlyCap<Nim>>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "after the last `@`: expected `@` after a position, found the end of the text"
    );
    let error = "3,4:first+@third".parse::<Plies<Nim>>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "after the last `@`: expected `first` or `second`, found `third`"
    );
    assert!("x@3".parse::<PlyCap<Nim>>().is_err());
}

#[test]
fn a_repeated_position_is_counted() {
    let record = Record::new(Nim::new(&[1]));
    assert_eq!(record.repetitions(), 1);
}
