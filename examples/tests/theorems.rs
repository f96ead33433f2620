//! No judgement contradicts a theorem: where a theorem decides a position, the judge, whom every command asks, proves
//! the same outcome with a small budget.

use common::any::{AnyGame, AnyRecord};
use common::describe::SetupOptions;
use common::{Budget, Ending, Game, Outcome, Player, Seeded};
use play::{Certainty, Judge};

/// Returns the winner if every way to play takes a number of moves of the same parity, and the player to move.
fn by_parity(mover: Player, ending: Ending, moves: usize) -> Outcome {
    let makes_the_last = moves % 2 == 1;
    let wins = makes_the_last == (ending == Ending::Normal);
    Outcome::Win(if wins { mover } else { mover.opponent() })
}

/// Returns what a theorem says about the last position of a game, if there is one.
type Theorem = fn(&str) -> Option<Outcome>;

/// All games of Brussels Sprouts from a position are equally long.
fn of_brussels(text: &str) -> Option<Outcome> {
    let position: brussels::Position = text.parse().expect("a position");
    let moves = brussels::theory::moves_left(&position);
    Some(by_parity(position.turn()?, position.ending, moves))
}

/// The bounds on the number of moves that are left in Sprouts may meet.
fn of_sprouts(text: &str) -> Option<Outcome> {
    let position: sprouts::Position = text.parse().expect("a position");
    let moves = sprouts::theory::moves_left(&position);
    let ending = position.rules().ending;
    (moves.start() == moves.end()).then_some(by_parity(position.turn()?, ending, *moves.start()))
}

/// The values of empty boards of SOS with one or two rows, and of all of them in misère play.
fn of_sos(text: &str) -> Option<Outcome> {
    let position: sos::Position = text.parse().expect("a position");
    position.turn()?;
    let (size, rules) = (position.size(), position.rules());
    let value = sos::theory::value_of_start(size, rules)?;
    let is_start = position.n_empty() == size.rows() * size.columns();
    match (value, rules) {
        (_, sos::Rules::Misere) => Some(Outcome::Draw),
        (1, _) if is_start => Some(Outcome::Win(Player::FIRST)),
        (-1, _) if is_start => Some(Outcome::Win(Player::SECOND)),
        _ => None,
    }
}

#[test]
fn where_a_theorem_decides_no_judgement_differs() {
    let games: [(&dyn AnyGame, &[&str], Theorem); 3] = [
        (brussels::GAME, &["1", "3", "2-", "4,3,1", "7"], of_brussels),
        (sprouts::GAME, &["2", "3-", "5", "8", "12-"], of_sprouts),
        (
            sos::GAME,
            &[
                "1x9:first",
                "1x40:first",
                "40x2:first",
                "1x12:misere",
                "2x30:misere",
            ],
            of_sos,
        ),
    ];
    // No search proves anything.
    let judge = Judge::new(Budget::new().nodes(0), Budget::new().nodes(2));
    let mut random = Seeded::new(61);
    for (game, setups, theorem) in games {
        let mut decided = 0;
        for setup in setups {
            for _ in 0..8 {
                let start = game.start(Some(setup), &SetupOptions::none());
                let mut record = start.expect("a setup");
                while record.turn().is_some() && record.len() < 40 {
                    decided += usize::from(agrees(&judge, &*record, theorem));
                    let m = record.random_move(&mut random).expect("a move");
                    record.push(&m).expect("a legal move");
                }
            }
        }
        assert!(decided >= 40, "{}: {decided}", game.about().name);
    }
}

/// Checks that a judgement agrees with a theorem, and returns whether the theorem decides the position.
fn agrees(judge: &Judge, record: &dyn AnyRecord, theorem: Theorem) -> bool {
    let Some(outcome) = theorem(&record.position()) else {
        return false;
    };
    let judgement = judge.position(record, &mut |_| ());
    let found = (judgement.certainty(), judgement.outcome());
    assert_eq!(found, (Certainty::Proved, Some(outcome)), "{record}");
    true
}
