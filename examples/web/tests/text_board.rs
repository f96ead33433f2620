//! A game that the page has never heard of: one registration puts it on the page, with its board as text.

use downstream::KAYLES;
use papergames_web::{Desk, GameEntry, games};
use serde_json::{Value, json};

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
    games.push(GameEntry::new(&KAYLES));
    Page(Desk::new(games))
}

#[test]
fn a_game_without_hands_is_played_to_its_end() {
    let mut page = page();
    let row = "||||||||||:first";
    let mut view = page.ask(&json!({"do": "setup", "game": "kayles", "wish": {"size": row}}));
    assert_eq!(
        view["board"],
        json!({"kind": "text", "lines": [row, "10 pins stand"]})
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
        "Choose a move from the list. Knock down one pin or two neighbours. The player who knocks down the last wins. "
    );
    let listed = page.ask(&json!({"do": "choices", "take": 30}));
    assert_eq!(listed["moves"].as_array().map(Vec::len), Some(19));
    let first = &listed["moves"][0]["text"];
    assert_eq!(
        page.ask(&json!({"do": "ghost", "move": first}))["kind"],
        "nothing"
    );
    view = page.ask(&json!({"do": "play", "move": first}));
    // The first player takes the pin at the end, so the machine wins.
    while !view["turn"].is_null() {
        let choose = json!({"do": "choose", "game": "kayles", "text": view["record"], "level": 5, "seed": 1});
        let chosen = page.ask(&choose);
        view = page.ask(&json!({"do": "play", "move": chosen["move"]}));
    }
    assert_eq!(
        (&view["winner"], &view["status"]),
        (&json!(1), &json!("Second wins"))
    );
    assert_eq!(view["board"]["lines"][1], "0 pins stand");

    let back = page.ask(&json!({"do": "go", "at": 1}));
    assert_eq!(
        (&back["position"], &back["record"]),
        (&json!(".|||||||||:second"), &view["record"])
    );
    let other = page.ask(&json!({"do": "play", "move": "2"}));
    assert_eq!(other["record"], "||||||||||:first 1 2");
    let reason = page.refused(&json!({"do": "play", "move": "1+"}));
    assert_eq!(reason, "expected one pin that stands, or two neighbours");
    let reason = page.refused(&json!({"do": "down", "x": 1.0, "y": 1.0, "reach": 1.0}));
    assert_eq!(reason, "This game has no lines to draw.");
    let written = page.ask(&json!({"do": "write", "format": "text"}));
    assert_eq!(written, "||||||||||:first 1 2");
}

#[test]
fn a_game_without_hands_is_studied_reviewed_and_has_puzzles() {
    let mut page = page();
    let record = json!({"game": "kayles", "text": "|||:first 1 2+", "milliseconds": 5_000});
    let ask = |page: &mut Page, request: &str| {
        let mut message = record.clone();
        message["do"] = request.into();
        page.ask(&message)
    };
    let study = ask(&mut page, "study");
    assert_eq!(study["headline"], "The game is over. Second wins.");
    let review = ask(&mut page, "review");
    assert_eq!(review["turns"][0]["mark"], "gives away");
    assert_eq!(
        review["turns"][0]["better"],
        json!([{"turn": ["2"], "words": "2"}])
    );
    let riddle = page.ask(&json!({"do": "puzzle", "game": "kayles", "at": 0}));
    assert_eq!(
        (&riddle["grade"], &riddle["turn"]),
        (&json!(1), &json!(0)),
        "{riddle}"
    );
    let solution = page.ask(&json!({"do": "solution", "at": 0}));
    let attempt = json!({"do": "attempt", "at": 0, "moves": solution});
    assert_eq!(page.ask(&attempt)["right"], true);
}

#[test]
fn a_desk_knows_the_games_that_it_was_given() {
    let reason = Page(Desk::default()).refused(&json!({"do": "setup", "game": "kayles"}));
    assert_eq!(
        reason,
        "expected a game (sprouts, brussels, sos, phutball), found `kayles`"
    );
}
