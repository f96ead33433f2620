//! Wild numbers and texts: no public function panics unless its documentation says when.

use std::time::Duration;

use crate::game::heap;
use papergames_play::common::describe::SetupOptions;
use papergames_play::common::format::Early;
use papergames_play::common::{Budget, Outcome, Player, Seeded};
use papergames_play::puzzle::Puzzle;
use papergames_play::ugi::Server;
use papergames_play::{
    GameClock, Judge, Limits, Match, Opponent, Review, Score, Seats, Session, Sprt, TimeControl,
    whole_lines,
};

const NUMBERS: [usize; 9] = [0, 1, 2, 3, 9, 255, 65_535, i64::MAX as usize, usize::MAX];
const FLOATS: [f64; 9] = [
    0.0,
    -0.0,
    1.5,
    -3e9,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
const TEXTS: [&str; 9] = [
    "",
    " ",
    "\u{a0}",
    "1",
    "−1",
    "1. é→x\n   y\n\n\tz",
    "5:first 1 2 3",
    "# game\n5:first 1\n",
    "x\u{0}\r\n,;:`",
];

#[test]
fn sessions_go_to_any_move() {
    for number in NUMBERS {
        let mut session = Session::new(heap(9));
        for text in TEXTS {
            session.recall(text);
            let _ = session.play(text).is_ok();
            session.go(number);
            let _ = (session.undo(number).len(), session.redo(number).len());
            let _ = session.set_up(Some(text), &SetupOptions::none()).is_ok();
        }
        session.set_people(Player::all(Player::MAX).collect());
        session.resign(Player::new(number % 2));
        assert_eq!(session.play_on(), Some(Player::new(number % 2)));
    }
}

#[test]
fn clocks_and_matches_take_any_number() {
    for a in NUMBERS {
        for b in NUMBERS {
            let time = |number| Duration::new(number as u64, 999_999_999);
            let control = TimeControl {
                time: time(a),
                increment: time(b),
            };
            let mut clock = GameClock::new(control, 1 + a % Player::MAX);
            let _ = format!("{control} {:?}", clock.press(Player::FIRST, time(b)));
            let start = Match::new(heap(9), ["a", "b"]).expect("a match");
            let _ = start.games(a as u64).opening(b as u64).seats(a as u64);
        }
    }
    for player in Player::all(Player::MAX) {
        let mut score = Score::default();
        score.count(Outcome::Win(Player::SECOND), player);
        for elo0 in FLOATS {
            for elo1 in FLOATS {
                let _ = Sprt::new(elo0, elo1).map(|test| (test.told(&score), test.result(&score)));
            }
        }
    }
    for text in TEXTS {
        assert!(whole_lines(text) <= text.len());
        let game = heap(9).game();
        assert!(Opponent::named(game, text, u64::MAX, &Limits::default()).is_err() || text == "1");
        let _ = Seats::find(&format!("# play {text}; people: {text}; level: {text}"));
        let start = Match::new(heap(9), ["a", "b"]).expect("a match");
        let _ = (start.load(text).is_ok(), start.load_own(text).is_ok());
        let mut server = Server::new(heap(9)).expect("two players");
        let _ = server.answer(text, &mut |_| {});
    }
}

#[test]
fn judges_and_reviews_take_any_player_and_number() {
    let record = heap(9);
    for most in NUMBERS {
        let judge = Judge::new(Budget::new().nodes(200), Budget::new().nodes(200));
        let moves = judge.moves(record.as_ref(), most, &mut |_| {});
        assert!(moves.len() <= most);
        for player in Player::all(Player::MAX) {
            let _ = moves
                .iter()
                .map(|judged| judged.judgement.rank(player))
                .max();
        }
    }
}

#[test]
fn reviews_and_puzzles_take_any_player_and_number() {
    let judge = Judge::new(Budget::new().nodes(200), Budget::new().nodes(200));
    let mut played = heap(5);
    played.play_random(2, &mut Seeded::new(1));
    for record in [heap(5), played] {
        let review = Review::new(record.as_ref(), &judge, &mut |_, _| ());
        for player in Player::all(Player::MAX) {
            let _ = format!("{:?}", review.summary(player));
            for early in [Early::Resignation, Early::Time, Early::Forfeit] {
                let review = review.clone().ended_early(player, early);
                let _ = (review.decision(), review.summary(player));
            }
        }
    }
    let puzzle = Puzzle::of(heap(5).as_ref()).expect("one move wins");
    assert!(
        NUMBERS
            .iter()
            .all(|number| puzzle.save(*number).contains(&number.to_string()))
    );
}

#[test]
#[should_panic(expected = "only one of two players resigns")]
fn a_third_player_does_not_resign() {
    Session::new(heap(9)).resign(Player::new(2));
}

#[cfg(feature = "terminal")]
#[test]
fn shelves_and_pages_take_any_number_and_text() {
    use papergames_play::terminal::{PipedLines, Screen, Shelf, page};
    let folder = std::env::temp_dir().join(format!("papergames-wild-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["", "games", ".", "no/such/folder"] {
        let shelf = Shelf::new(folder.join(name));
        for number in NUMBERS {
            assert!(shelf.resume(number).is_err(), "{name} {number}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
    for text in TEXTS.map(|text| text.repeat(20)) {
        for rows in NUMBERS {
            let mut screen = Screen::default();
            (screen.is_dialogue, screen.rows) = (true, rows);
            let (mut lines, mut out) = (PipedLines::new(text.as_bytes()), Vec::new());
            page(&text, &screen, &mut lines, &mut out).expect("a text");
        }
    }
}

#[cfg(feature = "terminal")]
#[test]
fn texts_fit_any_width() {
    use papergames_play::terminal::{explain, fill, paragraphs};
    for text in TEXTS {
        for width in NUMBERS {
            let _ = (fill(text, width), paragraphs(text, width));
            for margin in [0, 1, 14, 255, usize::MAX] {
                let _ = explain(text, margin, width);
            }
        }
    }
}
