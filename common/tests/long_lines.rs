//! Methods that must not recurse as deep as a game is long, on a game that is one line of a million moves.

use core::fmt;
use core::ops::ControlFlow;

use papergames_common::search::{Evaluate, OutcomeOnly, minimax, minimax_to_depth};
use papergames_common::{Budget, Game, Outcome, Player, Refused, perft};

const LENGTH: u32 = 1_000_000;

/// Two players count down in turn; the player who says 0 wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Countdown(u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Next;

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("next")
    }
}

impl Game for Countdown {
    type Move = Next;
    type Illegal = Refused;

    fn turn(&self) -> Option<Player> {
        (self.0 > 0).then_some(Player::new(self.0 as usize % 2))
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Win(Player::SECOND))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Next) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.0 > 0 {
            visit(Next)?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, _: &Next) -> Result<(), Refused> {
        let is_legal = self.0 > 0;
        is_legal
            .then_some(())
            .ok_or_else(|| Refused::new("the count is over"))
    }

    fn apply(&mut self, m: &Next) -> Result<(), Refused> {
        self.check(m)?;
        self.0 -= 1;
        Ok(())
    }
}

#[test]
fn perft_counts_a_line_of_a_million_moves() {
    let start = Countdown(LENGTH);
    assert_eq!(perft(&start, LENGTH), Some(1));
    assert_eq!(perft(&start, LENGTH + 1), Some(0));
    assert_eq!(perft(&start, u32::MAX), Some(0));
    // Each position of the line whose moves are listed or counted is a node.
    let nodes = u64::from(LENGTH);
    let within =
        |nodes| perft::perft_within(&start, LENGTH, &mut Budget::new().nodes(nodes).start());
    assert_eq!(within(nodes), Ok(Some(1)));
    assert!(within(nodes - 1).is_err());
}

#[test]
fn minimax_searches_a_line_of_a_million_moves() {
    let start = Countdown(LENGTH);
    assert_eq!(minimax(&start), Outcome::Win(Player::SECOND));
    let lost = OutcomeOnly.finished(&Countdown(0), Outcome::Win(Player::SECOND));
    assert_eq!(minimax_to_depth(&start, u32::MAX, &OutcomeOnly), lost);
    assert_eq!(minimax_to_depth(&start, LENGTH, &OutcomeOnly), lost);
    let unknown = OutcomeOnly.unfinished(&Countdown(1));
    assert_eq!(minimax_to_depth(&start, LENGTH - 1, &OutcomeOnly), unknown);
}
