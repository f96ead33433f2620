//! The searches of other crates agree with plain minimax over our adapters, and do not without them.

use crate::games::fences::{Fence, Fences};
use minimax::{Negamax, Strategy, Winner};
use papergames_common::adapters::minimax::Estimate;
use papergames_common::adapters::treant::manager;
use papergames_common::search::OutcomeOnly;
use papergames_common::search::minimax as plain_minimax;
use papergames_common::{Game, Outcome, Plies, Seeded, playout};
use treant::ProvenValue;

/// Positions with extra turns ahead, six fences before the end, that go on.
fn positions() -> impl Iterator<Item = Fences> {
    (0..60).map(|seed| {
        let start = Fences::new(10, 2, seed % 2 == 1);
        playout::play_at_most(start, 4, &mut Seeded::new(seed))
    })
}

/// The value for the player to move, and that of the position after `m` for the same player.
fn values(position: &Fences, m: Fence) -> (i32, i32) {
    let mover = position.turn().unwrap();
    (
        plain_minimax(position).utility(mover),
        plain_minimax(&position.child(&m).unwrap()).utility(mover),
    )
}

#[test]
fn negamax_of_the_minimax_crate_finds_the_value_over_plies() {
    for position in positions() {
        let mut strategy = Negamax::new(Estimate::<Fences, _>::new(OutcomeOnly), 20);
        let best = strategy.choose_move(&Plies::new(position.clone())).unwrap();
        let (value, after) = values(&position, best.into_move().expect("nobody waits here"));
        assert_eq!(
            i32::from(strategy.root_value()).signum(),
            value,
            "{position:?}"
        );
        assert_eq!(after, value, "{position:?}");
    }
}

#[test]
fn the_parallel_search_of_the_minimax_crate_finds_the_value_too() {
    use minimax::{IterativeOptions, ParallelOptions, ParallelSearch};
    for position in positions().take(6) {
        let threads = ParallelOptions::new().with_num_threads(2);
        let estimate = Estimate::<Fences, _>::new(OutcomeOnly);
        let mut strategy = ParallelSearch::new(estimate, IterativeOptions::new(), threads);
        strategy.set_max_depth(20);
        let best = strategy.choose_move(&Plies::new(position.clone())).unwrap();
        let (value, after) = values(&position, best.into_move().expect("nobody waits here"));
        assert_eq!(after, value, "{position:?}");
    }
}

/// The rules without the passes: what one would write who takes alternation for granted.
struct Naive;

impl minimax::Game for Naive {
    type S = Fences;
    type M = Fence;

    fn generate_moves(state: &Fences, moves: &mut Vec<Fence>) -> Option<Winner> {
        state.moves_into(moves);
        Self::get_winner(state)
    }

    fn apply(state: &mut Fences, m: Fence) -> Option<Fences> {
        state.child(&m).ok()
    }

    fn get_winner(state: &Fences) -> Option<Winner> {
        // No one is to move at the end. The last fence always scores, so the player who drew it is still the `mover`.
        Some(match state.outcome()? {
            Outcome::Win(winner) if Some(winner) == state.last_mover() => Winner::PlayerJustMoved,
            Outcome::Win(_) => Winner::PlayerToMove,
            Outcome::Draw | Outcome::Shared(_) => Winner::Draw,
        })
    }
}

struct Nothing;

impl minimax::Evaluator for Nothing {
    type G = Naive;

    fn evaluate(&self, _: &Fences) -> minimax::Evaluation {
        0
    }
}

#[test]
fn without_the_passes_the_minimax_crate_is_wrong() {
    let wrong = positions().filter(|position| {
        let mut strategy = Negamax::new(Nothing, 20);
        strategy.choose_move(position);
        let value = plain_minimax(position).utility(position.turn().unwrap());
        i32::from(strategy.root_value()).signum() != value
    });
    let wrong = wrong.count();
    assert!(wrong > 10, "only {wrong} of 60 values are wrong");
}

#[test]
fn treant_proves_only_what_is_true_over_plies() {
    let mut proved = 0;
    for (seed, position) in (0..).zip(positions()) {
        let mover = position.turn().unwrap();
        let mut search = manager(position.clone(), seed);
        search.playout_n(20_000);
        // The crate says a proven value as the player to move sees it.
        let proven = match search.root_proven_value() {
            ProvenValue::Unknown => continue,
            ProvenValue::Win => 1,
            ProvenValue::Draw => 0,
            ProvenValue::Loss => -1,
        };
        proved += 1;
        assert_eq!(
            proven,
            plain_minimax(&position).utility(mover),
            "{position:?}"
        );
        let best = search
            .best_move()
            .and_then(papergames_common::Ply::into_move)
            .unwrap();
        assert_eq!(values(&position, best).1, proven, "{position:?}");
    }
    assert!(proved > 50, "only {proved} of 60 positions are proved");
}
