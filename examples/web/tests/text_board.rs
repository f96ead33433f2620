//! A game that the page has never heard of: one registration puts it on the page, with its board as text.

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use common::any::Erased;
use common::describe::About;
use common::{Describe, Game, Outcome, Player};
use papergames_web::{Desk, Entry, games};
use serde_json::{Value, json};

/// A heap of matches: each player takes one to three, and whoever takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Heap {
    left: u8,
    mover: Player,
}

/// How many matches to take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Take(u8);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Wrong(&'static str);

impl std::error::Error for Wrong {}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Game for Heap {
    type Move = Take;
    type Illegal = Wrong;

    fn turn(&self) -> Option<Player> {
        (self.left > 0).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::Win(self.mover.opponent()))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=self.left.min(3)).try_for_each(|n| visit(Take(n)))
    }

    fn check(&self, m: &Take) -> Result<(), Wrong> {
        let is_legal = (1..=self.left.min(3)).contains(&m.0);
        let reason = Wrong("expected to take one to three matches that are there");
        is_legal.then_some(()).ok_or(reason)
    }

    fn apply(&mut self, m: &Take) -> Result<(), Wrong> {
        self.check(m)?;
        self.left -= m.0;
        self.mover = self.mover.opponent();
        Ok(())
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Take {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Take, Wrong> {
        let n = text.parse();
        n.map(Take).map_err(|_| Wrong("expected a number"))
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.left, self.mover)
    }
}

impl FromStr for Heap {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Heap, Wrong> {
        let (left, mover) = text.split_once(':').unwrap_or((text, "first"));
        let heap = left.parse().ok().zip(mover.parse().ok());
        let heap = heap.map(|(left, mover)| Heap { left, mover });
        heap.ok_or(Wrong("expected a number of matches"))
    }
}

impl Describe for Heap {
    const ABOUT: About = About::new("heap")
        .summary("Take one to three matches.\nWhoever takes the last one wins.")
        .setup("9");

    fn board(&self) -> String {
        format!("{}\n{} matches", "|".repeat(self.left.into()), self.left)
    }
}

static HEAP: Erased<Heap> = Erased::new();

struct Page(Desk);

impl Page {
    fn answer(&mut self, message: &Value) -> Value {
        let answer = self.0.answer(&message.to_string(), &mut |_| ());
        serde_json::from_str(&answer).expect("an answer is JSON")
    }

    #[track_caller]
    fn ask(&mut self, message: &Value) -> Value {
        self.answer(message)["ok"].take()
    }

    fn refused(&mut self, message: &Value) -> String {
        let answer = self.answer(message);
        answer["refused"].as_str().unwrap_or("").to_owned()
    }
}

/// A page with one more game.
fn page() -> Page {
    let mut games = games();
    games.push(Entry::new(&HEAP));
    Page(Desk::new(games))
}

#[test]
fn a_game_without_hands_is_played_to_its_end() {
    let mut page = page();
    let mut view = page.ask(&json!({"do": "setup", "game": "heap", "wish": {"size": "10"}}));
    assert_eq!(
        view["board"],
        json!({"kind": "text", "lines": ["||||||||||", "10 matches"]})
    );
    assert_eq!(
        (&view["status"], &view["task"], &view["sheet"]),
        (
            &json!("First to move"),
            &json!("choose a move"),
            &json!(null)
        )
    );
    assert_eq!(
        view["about"],
        "Choose a move from the list. Take one to three matches. Whoever takes the last one wins. "
    );
    let listed = page.ask(&json!({"do": "choices", "take": 9}));
    assert_eq!(listed["moves"].as_array().map(Vec::len), Some(3));
    let third = &listed["moves"][2]["text"];
    assert_eq!(
        page.ask(&json!({"do": "ghost", "move": third}))["kind"],
        "nothing"
    );
    view = page.ask(&json!({"do": "play", "move": third}));
    // The first player has three of ten matches, so the machine wins.
    while !view["turn"].is_null() {
        let choose =
            json!({"do": "choose", "game": "heap", "text": view["record"], "level": 5, "seed": 1});
        let chosen = page.ask(&choose);
        view = page.ask(&json!({"do": "play", "move": chosen["move"]}));
    }
    assert_eq!(
        (&view["winner"], &view["status"]),
        (&json!(1), &json!("Second wins"))
    );
    assert_eq!(view["board"]["lines"], json!(["", "0 matches"]));

    let back = page.ask(&json!({"do": "go", "at": 1}));
    assert_eq!(
        (&back["position"], &back["record"]),
        (&json!("7:second"), &view["record"])
    );
    let other = page.ask(&json!({"do": "play", "move": "1"}));
    assert_eq!(other["record"], "10:first 3 1");
    let reason = page.refused(&json!({"do": "play", "move": "4"}));
    assert_eq!(
        reason,
        "expected to take one to three matches that are there"
    );
    let reason = page.refused(&json!({"do": "down", "x": 1.0, "y": 1.0, "reach": 1.0}));
    assert_eq!(reason, "This game has no lines to draw.");
    let written = page.ask(&json!({"do": "write", "format": "text"}));
    assert_eq!(written["text"], "10:first 3 1");
}

#[test]
fn a_game_without_hands_is_studied_reviewed_and_has_puzzles() {
    let mut page = page();
    let record = json!({"game": "heap", "text": "6:first 1 1 3 1", "milliseconds": 5_000});
    let ask = |page: &mut Page, request: &str| {
        let mut message = record.clone();
        message["do"] = request.into();
        page.ask(&message)
    };
    let study = ask(&mut page, "study");
    assert_eq!(study["headline"], "The game is over. Second wins.");
    let review = ask(&mut page, "review");
    assert_eq!(review["moves"][0]["mark"], "gives away");
    assert_eq!(review["moves"][0]["better"], json!(["2"]));
    let riddle = page.ask(&json!({"do": "puzzle", "game": "heap", "at": 0}));
    assert_eq!(riddle["choices"], 3, "{riddle}");
    let solution = page.ask(&json!({"do": "solution", "at": 0}));
    let attempt = json!({"do": "attempt", "at": 0, "move": solution["move"]});
    assert_eq!(page.ask(&attempt)["right"], true);
}

#[test]
fn a_desk_knows_the_games_that_it_was_given() {
    let reason = Page(Desk::default()).refused(&json!({"do": "setup", "game": "heap"}));
    assert_eq!(
        reason,
        "expected a game (sprouts, brussels, sos, phutball), found `heap`"
    );
}
