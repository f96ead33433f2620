//! Antwerp Sprouts: classes and values of the starts. No published values exist. The tests in `src/solve/antwerp.rs`
//! compare the solver with an exhaustive search over all positions.

use std::collections::HashMap;
use std::ops::ControlFlow;

use common::Budget;
use common::search::{AlphaBeta, OutcomeOnly};
use papergames_sprouts::solve::antwerp::{Antwerp, OutcomeClass};
use papergames_sprouts::{
    CanonicalForm, Colour, Ending, Game, Outcome, Player, Position, Rules, Spot, Variant,
};

/// Compares the classes of the starts with the winners found by alpha-beta on drawings, without lands. A start is
/// symmetric between the players, so it is `N` or `P`.
#[track_caller]
fn check(variant: Variant, ending: Ending, classes: &str) {
    let mut solver = Antwerp::new();
    for (n, expected) in (1..).zip(classes.chars()) {
        let start = Position::new(n, Rules { ending, variant }).expect("a start");
        let class = solver.class(&start).expect("no limit");
        assert_eq!(class.to_string(), expected.to_string(), "{start}");
        let mut search = AlphaBeta::new(OutcomeOnly).table(1 << 16);
        let report = search.run(&start, &Budget::new(), &mut |_| ());
        assert!(report.is_proved(), "{start}");
        assert_eq!(
            class == OutcomeClass::First,
            report.proved() == Some(Outcome::Win(Player::FIRST)),
            "{start}"
        );
    }
}

#[test]
fn cold_starts_are_won_by_the_second_player() {
    check(Variant::AntwerpCold, Ending::Normal, "PPP");
}

#[test]
fn hot_starts_are_won_by_the_first_player() {
    check(Variant::AntwerpHot, Ending::Normal, "NNN");
}

#[test]
fn in_misere_play_one_spot_is_the_other_way_round() {
    check(Variant::AntwerpCold, Ending::Misere, "NPP");
    check(Variant::AntwerpHot, Ending::Misere, "PNN");
}

#[test]
fn small_hot_starts_are_switches() {
    let mut solver = Antwerp::new();
    for (n, value) in [(1, "±1"), (2, "±1"), (3, "±{2|1/2}")] {
        let start = Position::new(n, Rules::from(Variant::AntwerpHot)).expect("a start");
        let worth = solver.worth(&start).expect("no limit");
        assert_eq!(worth.name, value);
    }
    let start = Position::new(3, Rules::from(Variant::AntwerpHot)).expect("a start");
    let worth = solver.worth(&start).expect("no limit");
    assert_eq!(worth.stops, ["1/2", "-1/2"]);
}

/// A game by its options: a value.
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn of(left: Tree, right: Tree) -> Tree {
        let (left, right) = (vec![left], vec![right]);
        Tree { left, right }
    }

    fn zero() -> Tree {
        let (left, right) = (Vec::new(), Vec::new());
        Tree { left, right }
    }

    fn whole(n: u32) -> Tree {
        let left = n.checked_sub(1).map(Tree::whole).into_iter().collect();
        let right = Vec::new();
        Tree { left, right }
    }

    fn negative(&self) -> Tree {
        let of = |games: &[Tree]| games.iter().map(Tree::negative).collect();
        let (left, right) = (of(&self.right), of(&self.left));
        Tree { left, right }
    }

    /// A game that is as good for Left as its negative is for Right, such as ±1.
    fn switch(left: Tree) -> Tree {
        let right = left.negative();
        Tree::of(left, right)
    }
}

/// A drawing in which either player may move, as the theory of partizan games asks: a standard drawing, beside which
/// the colours are kept.
type Painted = (Position, Vec<Colour>);

/// Returns whether `mover` moves first and wins the drawing minus a value. It knows nothing of lands or of canonical
/// forms: it tries all moves.
fn wins_difference(
    painted: &Painted,
    value: &Tree,
    mover: Player,
    variant: Variant,
    known: &mut HashMap<(Painted, *const Tree, Player), bool>,
) -> bool {
    let key = (painted.clone(), std::ptr::from_ref::<Tree>(value), mover);
    if let Some(wins) = known.get(&key) {
        return *wins;
    }
    let opponent = mover.opponent();
    // The player who is Left in the drawing is Right in the value.
    let options = match mover {
        Player::FIRST => &value.right,
        _ => &value.left,
    };
    let mut options = options.iter();
    let mut wins =
        options.any(|option| !wins_difference(painted, option, opponent, variant, known));
    let (drawing, colours) = painted;
    let is_open = |spot: Spot| colours[spot.number() - 1].is_open_to(mover);
    if !wins {
        let stopped = drawing.for_each_move(&mut |m| {
            if !(is_open(m.from.spot) && is_open(m.to.spot)) {
                return ControlFlow::Continue(());
            }
            let mut colours = colours.clone();
            colours.push(match variant {
                Variant::AntwerpHot => Colour::of(mover),
                Variant::Standard
                | Variant::BlackAndWhite
                | Variant::BlackAndWhiteLoops
                | Variant::AntwerpCold
                | Variant::Lines2
                | Variant::Lines4
                | Variant::Lines5
                | Variant::Lines6 => Colour::of(opponent),
                variant => unreachable!("this test does not know {variant}"),
            });
            let child = (drawing.child(&m).expect("the move is legal"), colours);
            if wins_difference(&child, value, opponent, variant, known) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        wins = stopped.is_break();
    }
    known.insert(key, wins);
    wins
}

/// Returns whether a start has a value: whether no one wins the difference by moving first.
fn has_value(n: usize, variant: Variant, value: &Tree) -> bool {
    let start = Position::new(n, Ending::Normal).expect("a start");
    let painted = (start, vec![Colour::White; n]);
    let mut known = HashMap::new();
    [Player::FIRST, Player::SECOND]
        .into_iter()
        .all(|mover| !wins_difference(&painted, value, mover, variant, &mut known))
}

#[test]
fn values_are_those_of_all_moves_of_both_players() {
    let half = Tree::of(Tree::zero(), Tree::whole(1));
    let three = Tree::switch(Tree::of(Tree::whole(2), half));
    let one = Tree::switch(Tree::whole(1));
    for (n, value, other) in [(1, &one, &three), (2, &one, &three), (3, &three, &one)] {
        assert!(has_value(n, Variant::AntwerpHot, value), "{n} spots");
        assert!(!has_value(n, Variant::AntwerpHot, other), "{n} spots");
        assert!(
            has_value(n, Variant::AntwerpCold, &Tree::zero()),
            "{n} spots"
        );
        assert!(
            !has_value(n, Variant::AntwerpCold, &Tree::whole(1)),
            "{n} spots"
        );
    }
}

/// Returns whether the next player wins, by playing out the drawings, each kind of them once. It knows nothing of
/// lands, sums or reductions.
fn next_wins(position: &Position, known: &mut HashMap<CanonicalForm, bool>) -> bool {
    let form = position.canonical_form();
    if let Some(wins) = known.get(&form) {
        return *wins;
    }
    let next = [Player::FIRST, Player::SECOND][position.moves_made() % 2];
    let wins = match position.outcome() {
        Some(outcome) => outcome == Outcome::Win(next),
        None => position
            .for_each_move(&mut |m| {
                let child = position.child(&m).expect("the move is legal");
                if next_wins(&child, known) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .is_break(),
    };
    known.insert(form, wins);
    wins
}

/// Compares the class of a start with what its drawings say.
#[track_caller]
#[expect(clippy::print_stdout, reason = "the number of drawings is a result")]
fn check_by_drawings(n: usize, variant: Variant, ending: Ending) {
    let start = Position::new(n, Rules { ending, variant }).expect("a start");
    let class = Antwerp::new().class(&start).expect("no limit");
    let mut known = HashMap::new();
    let wins = next_wins(&start, &mut known);
    println!("{start}: {class}, {} drawings", known.len());
    assert_eq!(class == OutcomeClass::First, wins, "{start}");
}

#[test]
fn drawings_say_the_same() {
    for ending in [Ending::Normal, Ending::Misere] {
        check_by_drawings(3, Variant::AntwerpCold, ending);
        check_by_drawings(3, Variant::AntwerpHot, ending);
    }
    check_by_drawings(4, Variant::AntwerpHot, Ending::Normal);
}

#[test]
#[ignore = "minutes, in a release build"]
fn drawings_of_larger_starts_say_the_same() {
    for n in [4, 5] {
        for ending in [Ending::Normal, Ending::Misere] {
            check_by_drawings(n, Variant::AntwerpCold, ending);
            check_by_drawings(n, Variant::AntwerpHot, ending);
        }
    }
}

#[test]
#[ignore = "minutes and gigabytes, in a release build"]
fn drawings_of_six_spots_say_the_same() {
    check_by_drawings(6, Variant::AntwerpHot, Ending::Normal);
    check_by_drawings(6, Variant::AntwerpCold, Ending::Normal);
    check_by_drawings(6, Variant::AntwerpHot, Ending::Misere);
}
