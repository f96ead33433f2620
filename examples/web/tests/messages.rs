//! The messages: whole games through the desk, records in every notation, and texts that mean harm.

use common::Game;
use common::any::AnyGame;
use common::describe::SetupOptions;
use papergames_web::Desk;
use serde_json::{Value, json};

struct Page(Desk);

impl Page {
    fn new() -> Page {
        Page(Desk::default())
    }

    fn answer(&mut self, message: &Value) -> Value {
        let answer = self.0.answer(&message.to_string(), &mut |_| ());
        serde_json::from_str(&answer).expect("an answer is JSON")
    }

    #[track_caller]
    fn ask(&mut self, message: &Value) -> Value {
        let answer = self.answer(message);
        let ok = answer.get("ok").cloned();
        ok.unwrap_or_else(|| panic!("{message}: {answer}"))
    }

    #[track_caller]
    fn refused(&mut self, message: &Value) -> String {
        let answer = self.answer(message);
        let reason = answer["refused"].as_str().map(str::to_owned);
        reason.unwrap_or_else(|| panic!("{message}: expected a refusal, found {answer}"))
    }
}

/// A setup of every rule set of every game, of every setup that the games list, and of other endings and numbers of
/// players.
fn setups() -> Vec<Value> {
    let games: [(&'static dyn AnyGame, &str, Value); 4] = [
        (sprouts::GAME, "3", json!({"misere": true})),
        (
            brussels::GAME,
            "2",
            json!({"size": "2,3,4", "misere": true}),
        ),
        (sos::GAME, "3x4", json!({"players": 3})),
        (phutball::GAME, "5x9", json!({})),
    ];
    let mut setups = Vec::new();
    for (game, size, other) in games {
        let about = game.about();
        let rules = about.rule_sets.iter().map(|set| set.name);
        let named = rules
            .chain([""])
            .map(|rules| json!({"size": size, "rules": rules}));
        let listed = about.setups.iter().map(|(setup, _)| *setup);
        let listed = listed.filter(|setup| game.start(Some(setup), &SetupOptions::none()).is_ok());
        let mut wishes: Vec<Value> = named.collect();
        for mut wish in wishes.clone() {
            wish.as_object_mut()
                .expect("a wish")
                .extend(other.as_object().expect("a wish").clone());
            wishes.push(wish);
        }
        wishes.extend(listed.map(|size| json!({"size": size})));
        let setup = |wish| json!({"do": "setup", "game": about.name, "wish": wish});
        setups.extend(wishes.into_iter().map(setup));
    }
    setups
}

#[test]
fn machines_play_every_rule_set_of_every_game_to_its_end() {
    for setup in setups() {
        let mut page = Page::new();
        let mut view = page.ask(&setup);
        let game = setup["game"].clone();
        let mut seed = 1;
        while !view["turn"].is_null() && seed < 80 {
            seed += 1;
            let chosen = page.ask(&json!({"do": "choose", "game": game,
                "text": view["record"], "level": 1 + seed % 2, "seed": seed}));
            let chosen = chosen["move"].clone();
            // What a machine plays is in the list of moves, with words for it.
            let listed = page.ask(&json!({"do": "choices", "words": chosen, "take": 500}));
            let listed = listed["moves"].as_array().expect("a list");
            assert!(
                listed.iter().any(|m| m["text"] == chosen),
                "{chosen} in {view}"
            );
            assert!(
                listed
                    .iter()
                    .all(|m| !m["words"].as_str().unwrap_or("").is_empty())
            );
            view = page.ask(&json!({"do": "play", "move": chosen}));
        }
        if game != "phutball" {
            assert!(view["turn"].is_null(), "{setup}: {}", view["record"]);
            assert_eq!(view["choices"], "0");
        }
        let end = game_is_studied(&mut page, &view);
        if view["players"] == 2 {
            assert_eq!(end, view["moves"].as_array().map_or(0, Vec::len), "{setup}");
        }
        // The record opens again, at its end and in the middle.
        let again = page.ask(&json!({"do": "open", "game": game, "text": view["record"]}));
        assert_eq!(again["position"], view["position"]);
        let middle = json!({"do": "open", "game": game, "text": view["record"], "at": 2});
        let middle = page.ask(&middle);
        assert_eq!(middle["at"], 2);
        assert_eq!(middle["record"], view["record"]);
    }
}

/// Studies, reviews and writes the game on the table, and reads it again in each notation of games. Returns the number
/// of moves in the review.
fn game_is_studied(page: &mut Page, view: &Value) -> usize {
    let (game, text) = (&view["game"], &view["record"]);
    let begun =
        page.ask(&json!({"do": "study", "game": game, "text": view["setup"], "milliseconds": 20}));
    assert!(
        !begun["moves"].as_array().expect("a list").is_empty(),
        "{view}"
    );
    for notation in page
        .ask(&json!({"do": "notations"}))
        .as_array()
        .expect("a list")
    {
        if notation["written"] == json!(false) {
            continue;
        }
        let written = page.answer(&json!({"do": "write", "format": notation["name"]}));
        if let Some(written) = written["ok"].as_str() {
            let rules =
                json!({"do": "open", "game": game, "text": written, "format": notation["name"]});
            assert!(Page::new().answer(&rules)["ok"].is_object(), "{rules}");
        }
    }
    if view["players"] != 2 {
        return 0;
    }
    let review = json!({"do": "review", "game": game, "text": text, "milliseconds": 20});
    let review = page.ask(&review);
    let turns = review["turns"].as_array().expect("a list").iter();
    let moves = turns.filter_map(|turn| turn["moves"].as_u64());
    moves.sum::<u64>() as usize
}

#[test]
fn the_pie_rule_exchanges_seats_once_and_is_kept() {
    let mut page = Page::new();
    let wish = |players: u8| json!({"size": "3x3", "players": players, "pie": true});
    let reason = page.refused(&json!({"do": "setup", "game": "sos", "wish": wish(3)}));
    assert!(
        reason.starts_with("the pie rule needs two players"),
        "{reason}"
    );
    let view = page.ask(&json!({"do": "setup", "game": "sos", "wish": wish(2)}));
    assert_eq!((&view["pie"], &view["swap"]), (&json!("on"), &json!(false)));
    page.refused(&json!({"do": "swap"}));
    let view = page.ask(&json!({"do": "play", "move": "Sb2"}));
    assert_eq!(view["swap"], true);
    let chosen = page.ask(
        &json!({"do": "choose", "game": "sos", "text": view["record"],
        "level": 5, "seed": 1, "milliseconds": 500}),
    );
    assert!(chosen["swap"].is_boolean(), "{chosen}");
    let state = |view: &Value| {
        (
            view["pie"].clone(),
            view["exchanged"].clone(),
            view["swap"].clone(),
        )
    };
    let view = page.ask(&json!({"do": "swap"}));
    let swapped = (json!("swapped"), json!(true), json!(false));
    assert_eq!(state(&view), swapped);
    let text = page.ask(&json!({"do": "write", "format": "text"}));
    assert_eq!(
        text,
        "# swapped by the pie rule\n3x3 Sb2"
            .replace("3x3", view["setup"].as_str().expect("a text"))
    );
    page.ask(&json!({"do": "play", "move": "Oa1"}));
    // Before the exchange the seats are as they were; after it they are exchanged again.
    let back = page.ask(&json!({"do": "go", "at": 0}));
    assert_eq!(state(&back), (json!("swapped"), json!(false), json!(false)));
    assert_eq!(state(&page.ask(&json!({"do": "go", "at": 2}))), swapped);
    for open in [
        json!({"do": "open", "game": "sos", "text": text}),
        json!({"do": "open", "game": "sos", "text": view["record"], "pie": "swapped"}),
    ] {
        assert_eq!(state(&page.ask(&open)), swapped, "{open}");
    }
}

#[test]
fn a_view_says_how_the_text_of_its_game_was_understood() {
    let mut page = Page::new();
    let text = "Player 1: S (0,0)\nPlayer 2: O (0,1)\nsize: 3";
    let opened = page.ask(&json!({"do": "open", "game": "sos", "text": text, "format": "log"}));
    let notes = opened["notes"].as_array().expect("a list");
    assert!(
        notes[0]
            .as_str()
            .expect("a text")
            .ends_with("counted from 0"),
        "{notes:?}"
    );
    // They are about the text and not about a position, so they stay.
    let back = page.ask(&json!({"do": "go", "at": 1}));
    assert_eq!(back["notes"], opened["notes"]);
    let pairs = json!({"do": "open", "game": "sprouts", "text": "3+\n1 1", "format": "pairs"});
    let notes = page.ask(&pairs)["notes"].clone();
    assert_eq!(notes.as_array().map(Vec::len), Some(1), "{notes}");
    let plain = page.ask(&json!({"do": "open", "game": "sprouts", "text": "3+ 1-1"}));
    assert_eq!(plain["notes"], json!([]));
}

#[test]
fn moves_are_taken_back_and_made_again_and_forgotten_by_another() {
    let mut page = Page::new();
    page.ask(&json!({"do": "open", "game": "sprouts", "text": "3+ 1-2 1-2[3] 3-4"}));
    let back = page.ask(&json!({"do": "go", "at": 1}));
    assert_eq!(
        (&back["at"], back["moves"].as_array().map(Vec::len)),
        (&json!(1), Some(3))
    );
    let again = page.ask(&json!({"do": "go", "at": 3}));
    assert_eq!(again["record"], "3+ 1-2 1-2[3] 3-4");
    page.ask(&json!({"do": "go", "at": 1}));
    let other = page.ask(&json!({"do": "play", "move": "2-3"}));
    assert_eq!(other["record"], "3+ 1-2 2-3");
    let refused = page.refused(&json!({"do": "play", "move": "9-9"}));
    assert!(
        refused.contains("the position has spots 1 to 5"),
        "{refused}"
    );
    let view = page.ask(&json!({"do": "view"}));
    assert_eq!(view, other, "a refused move changes nothing");
}

/// A kept game shows the drawing that was kept, and before its last moves the same one with less in it. If a sheet were
/// not one of the position, the game would be drawn again and write another sheet. Its lines bend in as many places as
/// before, or they would lose their shape when they move.
#[test]
fn a_kept_game_opens_with_the_drawings_of_all_its_positions() {
    let mut page = Page::new();
    for (game, text) in [
        ("sprouts", "4+ 1-2 3-4 1-3 5-6 2-2"),
        ("sprouts", "3+black-and-white 1_2 1_2[3] 3_3"),
        ("brussels", "2+ 1a-2b 1b-2a"),
    ] {
        let opened = page.ask(&json!({"do": "open", "game": game, "text": text}));
        let view = page.ask(&json!({"do": "tidy"}));
        let (sheet, record) = (&view["sheet"], &view["record"]);
        assert_ne!(
            sheet, &opened["sheet"],
            "{text} is as tidy as it can be: try another game"
        );
        let open = json!({"do": "open", "game": game, "text": record, "sheet": sheet});
        let kept = page.ask(&open);
        assert_eq!(&kept["sheet"], sheet, "{text}");
        for line in kept["board"]["lines"].as_array().expect("lines") {
            let points = line["points"].as_array().expect("points").chunks(2);
            let points: Vec<[f64; 2]> = points
                .map(|pair| [0, 1].map(|k| pair[k].as_f64().expect("a number")))
                .collect();
            let side = |pair: &[[f64; 2]]| (pair[0][0] - pair[1][0]).hypot(pair[0][1] - pair[1][1]);
            assert!(
                points.windows(2).all(|pair| side(pair) < 12.0),
                "{text}: {points:?}"
            );
        }
        let moves = view["moves"].as_array().expect("moves");
        for at in (0..moves.len()).rev() {
            let earlier = page.ask(&json!({"do": "go", "at": at}));
            let spots = earlier["board"]["spots"].as_array().expect("spots");
            assert!(!spots.is_empty());
            let sheet = &earlier["sheet"];
            let mut again = Page::new();
            let later = &earlier["later"];
            assert_eq!(later, &view["sheet"]);
            let open = json!({
                "do": "open", "game": game, "text": record, "at": at, "sheet": sheet, "later": later,
            });
            assert_eq!(&again.ask(&open)["sheet"], sheet, "{text} after {at} moves");
            let redone = again.ask(&json!({"do": "go", "at": moves.len()}));
            assert_eq!(
                redone["sheet"], view["sheet"],
                "{text} after {at} moves and all"
            );
        }
    }
}

#[test]
fn a_hint_is_a_whole_turn_and_says_what_is_proved() {
    let mut page = Page::new();
    for (game, text, proved) in [
        ("sprouts", "2+", -1),
        ("sprouts", "1-", 1),
        ("brussels", "2+", -1),
    ] {
        let choose = json!({"do": "choose", "game": game, "text": text, "level": 5, "seed": 1,
            "milliseconds": 2_000});
        let chosen = page.ask(&choose);
        assert_eq!(chosen["proved"], json!(proved), "{text}");
        assert_eq!(chosen["turn"], json!([chosen["move"]]), "{text}");
    }
    // Without a proof it says what the search foresees: the other side wins with its next turn.
    for (text, foreseen) in [("5x7 c5 c2", json!(-1)), ("9x13", json!(null))] {
        let choose = json!({"do": "choose", "game": "phutball", "text": text, "level": 5, "seed": 1,
            "milliseconds": 1_000});
        let chosen = page.ask(&choose);
        assert_eq!(
            (&chosen["proved"], &chosen["foreseen"]),
            (&json!(null), &foreseen),
            "{text}"
        );
    }
    let open = json!({"do": "open", "game": "phutball", "text": "15x21 h11 h13"});
    let ball = page.ask(&open)["board"]["ball"].clone();
    let ghost = page.ask(&json!({"do": "ghost", "move": "N N"}));
    let [column, row] = [0, 1].map(|i| ball[i].as_i64().expect("a number"));
    let rows = [row, row + 2, row + 4];
    assert_eq!(ghost["chain"], json!(rows.map(|row| [column, row])));
}

#[test]
fn letters_have_the_players_who_wrote_them() {
    let mut page = Page::new();
    let text = "S../...:2:0-0 Ob1 Sc1 Sa2";
    let view = page.ask(&json!({"do": "open", "game": "sos", "text": text}));
    let owners = json!([null, 1, 0, 0, null, null]);
    assert_eq!(view["board"]["owners"], owners, "{view}");
    let back = page.ask(&json!({"do": "go", "at": 1}));
    let owners = json!([null, 1, null, null, null, null]);
    assert_eq!(back["board"]["owners"], owners, "{back}");
}

#[test]
fn every_notation_that_is_written_is_read_back() {
    let games = [
        ("sprouts", "3+ 1-2 1-1"),
        ("brussels", "2+ 1a-1c[2] 1a-2b"),
        ("sos", "3x3 Sa1 Ob1 Sc1"),
        ("phutball", ""),
    ];
    for (game, text) in games {
        let mut page = Page::new();
        let view = if text.is_empty() {
            page.ask(&json!({"do": "setup", "game": game, "wish": {"size": "15x21"}}));
            page.ask(&json!({"do": "play", "move": "h11"}));
            page.ask(&json!({"do": "play", "move": "N"}))
        } else {
            page.ask(&json!({"do": "open", "game": game, "text": text, "format": Value::Null}))
        };
        for notation in page
            .ask(&json!({"do": "notations"}))
            .as_array()
            .expect("a list")
        {
            if notation["written"] != true {
                continue;
            }
            let name = &notation["name"];
            let written = page.ask(&json!({"do": "write", "format": name}));
            let read = json!({"do": "open", "game": game, "text": written, "format": name});
            assert_eq!(
                page.ask(&read)["position"],
                view["position"],
                "{game} {name}"
            );
            if name != "hoey" {
                let guessed = json!({"do": "open", "game": game, "text": written});
                assert_eq!(
                    page.ask(&guessed)["position"],
                    view["position"],
                    "{game} {name}"
                );
            }
        }
    }
}

#[test]
fn a_resignation_is_in_the_notation_that_knows_it() {
    let mut page = Page::new();
    page.ask(&json!({"do": "open", "game": "sprouts", "text": "3+ 1-2"}));
    let plain = page.ask(&json!({"do": "write", "format": "wgosa"}));
    let resigned = page.ask(&json!({"do": "write", "format": "wgosa", "resigned": 1}));
    assert_ne!(plain, resigned);
}

#[test]
fn a_resignation_that_names_no_winner_is_not_written() {
    for (players, seat) in [(2, 7), (3, 2), (3, 0)] {
        let mut page = Page::new();
        let wish = json!({"size": "3x4", "players": players});
        page.ask(&json!({"do": "setup", "game": "sos", "wish": wish}));
        let plain = page.ask(&json!({"do": "write", "format": "text"}));
        let resigned = page.ask(&json!({"do": "write", "format": "text", "resigned": seat}));
        assert_eq!(plain, resigned, "seat {seat} of {players}");
    }
}

#[test]
fn a_position_is_a_table_of_cards_with_the_steps_of_the_last_move() {
    let mut page = Page::new();
    page.ask(&json!({"do": "open", "game": "sprouts", "text": "2+"}));
    let start = json!({"rows": [[[1], [2]]], "steps": [], "joins": false});
    assert_eq!(page.ask(&json!({"do": "cards"})), start);
    // Single cards need no twins.
    page.ask(&json!({"do": "play", "move": "join 1 1 2"}));
    let joined = page.ask(&json!({"do": "cards"}));
    let steps = json!([
        {"number": 4, "rows": [[[1, 3], [2, 3]]]},
        {"number": 5, "rows": [[[1, 3, 2, 3]]]},
    ]);
    assert_eq!((&joined["joins"], &joined["steps"]), (&json!(true), &steps));
    page.ask(&json!({"do": "play", "move": "divide 1 1 3"}));
    let divided = page.ask(&json!({"do": "cards"}));
    assert_eq!(divided["joins"], false);
    assert_eq!(divided["rows"].as_array().map(Vec::len), Some(2));
    for (game, text) in [("brussels", "2+"), ("sprouts", "2+antwerp-hot")] {
        page.ask(&json!({"do": "open", "game": game, "text": text}));
        let reason = page.refused(&json!({"do": "cards"}));
        assert!(reason.contains("usual rules"), "{reason}");
    }
}

#[test]
fn hostile_texts_are_refused_and_never_break_the_desk() {
    let huge = "1-2 ".repeat(300_000);
    let long = ["3+ ", &"1-2 ".repeat(200_000)].concat();
    let deep = ["(;", "1(", "[", "((", "{\"a\":"].map(|text| text.repeat(100_000));
    let lines = "100+\n".repeat(50_000) + "x";
    let texts = [
        "",
        " ",
        "<img src=x onerror=alert(1)>",
        "\u{0}",
        "\u{202e}3+",
        "💥",
        "3+ <script>",
        "99999999999999999999+",
        "3+ 1-2[99999999]",
        "3+:1;1;1",
        "(;GM[14]",
        "[[[[[[",
        "{\"a\":",
        "-1x-1",
        "0x0",
        "1x1",
        "999999x999999",
        "../../etc/passwd",
        "3+ 1-1![,]",
        "1(",
        "1+ 1(1@1)1",
        &huge,
        &long,
        &deep[0],
        &deep[1],
        &deep[2],
        &deep[3],
        &deep[4],
        &lines,
    ];
    let mut page = Page::new();
    page.ask(&json!({"do": "setup", "game": "sprouts", "wish": {"size": "3"}}));
    let before = page.ask(&json!({"do": "view"}));
    for game in ["sprouts", "brussels", "sos", "phutball"] {
        for text in texts {
            for format in [
                Value::Null,
                json!("text"),
                json!("wgosa"),
                json!("hoey"),
                json!("json"),
                json!("none"),
            ] {
                let open = json!({"do": "open", "game": game, "text": text, "format": format});
                if let Some(reason) = page.answer(&open)["refused"].as_str() {
                    let start: String = text.chars().take(20).collect();
                    assert!((10..600).contains(&reason.len()), "{start}: {reason}");
                }
            }
            page.answer(
                &json!({"do": "setup", "game": game, "wish": {"size": text, "rules": text}}),
            );
            page.answer(&json!({"do": "play", "move": text}));
            page.answer(&json!({"do": "choices", "words": text, "touching": [text], "take": 3}));
            page.answer(&json!({"do": "write", "format": text}));
        }
    }
    for message in [
        "",
        "null",
        "[]",
        "{}",
        "{\"do\":\"fly\"}",
        "{\"do\":\"down\",\"x\":1e999,\"y\":0,\"reach\":1}",
    ] {
        assert!(
            page.0
                .answer(message, &mut |_| ())
                .starts_with("{\"refused\":"),
            "{message}"
        );
    }
    page.ask(&json!({"do": "open", "game": "sprouts", "text": "3+"}));
    assert_eq!(
        page.ask(&json!({"do": "view"}))["position"],
        before["position"]
    );
    // Numbers far beyond the page, and none at all.
    page.ask(&json!({"do": "down", "x": 200.0, "y": 92.0, "reach": 400.0}));
    page.ask(&json!({"do": "draw", "points": [1e300, -1e300, 0.0]}));
    page.answer(&json!({"do": "up", "reach": 1e300, "spot": true}));
}

type Place = [f64; 2];

fn far(a: Place, b: Place) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Returns the place at the share `t` of the way from one place to another, which may lie beyond.
fn on_the_way(a: Place, b: Place, t: f64) -> Place {
    [0, 1].map(|i| a[i] + (b[i] - a[i]) * t)
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Returns the places of the spots of a view, in order.
fn spots(view: &Value) -> Vec<Place> {
    let spots = view["board"]["spots"].as_array().expect("spots");
    let places = spots
        .iter()
        .map(|spot| [&spot["x"], &spot["y"]].map(number));
    places.collect()
}

/// Returns places on the curve of a line of a view: the spline touches the middles between its inner control points.
fn places_on(line: &Value) -> Vec<Place> {
    let points = line["points"].as_array().expect("control points");
    let points: Vec<Place> = points
        .chunks_exact(2)
        .map(|pair| [number(&pair[0]), number(&pair[1])])
        .collect();
    let inner = &points[1..points.len() - 1];
    inner
        .windows(2)
        .map(|pair| on_the_way(pair[0], pair[1], 0.5))
        .collect()
}

/// Returns the place on any of the lines that is nearest to a spot, of those that are well away from all spots: nothing
/// is between the spot and it.
fn nearest_on_lines(view: &Value, spot: Place) -> Place {
    let lines = view["board"]["lines"].as_array().expect("lines");
    let spots = spots(view);
    let radius = number(&view["board"]["spots"][0]["radius"]);
    let places = lines.iter().flat_map(places_on);
    let away = places.filter(|place| spots.iter().all(|spot| far(*spot, *place) > 3.0 * radius));
    away.min_by(|a, b| far(spot, *a).total_cmp(&far(spot, *b)))
        .expect("a place on a line")
}

#[test]
fn a_line_that_crosses_stops_and_goes_on_when_the_pen_is_back() {
    let mut page = Page::new();
    let view = page.ask(&json!({"do": "open", "game": "sprouts", "text": "3+ 1-1[3]"}));
    // Whatever the picture: from spot 2 straight at the loop, and on.
    let spot = spots(&view)[1];
    let target = nearest_on_lines(&view, spot);
    page.ask(&json!({"do": "down", "x": spot[0], "y": spot[1], "reach": 5.0}));
    let mut pen = Value::Null;
    for i in 1..=12 {
        let [x, y] = on_the_way(spot, target, f64::from(i) / 10.0);
        pen = page.ask(&json!({"do": "draw", "points": [x, y]}));
    }
    assert_eq!(pen["state"], "blocked", "{pen}");
    let words = pen["words"].as_str().unwrap_or("");
    assert!(words.starts_with("the line from spot"), "{pen}");
    let mark = [0, 1].map(|i| number(&pen["mark"][i]));
    assert!(far(mark, target) < 3.0, "{pen}, expected near {target:?}");
    // Back on its own side, it goes on.
    let [x, y] = on_the_way(spot, target, 0.6);
    let pen = page.ask(&json!({"do": "draw", "points": [x, y]}));
    assert_eq!(pen["state"], "free", "{pen}");
    let refused = page.refused(&json!({"do": "up", "reach": 0.1, "spot": true}));
    assert!(refused.contains("has to end"), "{refused}");
    assert_eq!(page.ask(&json!({"do": "view"})), view);
}

#[test]
fn a_line_drawn_by_hand_becomes_a_move() {
    let mut page = Page::new();
    let view = page.ask(&json!({"do": "open", "game": "sprouts", "text": "2+"}));
    let [a, b] = spots(&view)[..] else {
        panic!("two spots in {view}");
    };
    page.ask(&json!({"do": "down", "x": a[0], "y": a[1], "reach": 5.0}));
    for i in 1..=9 {
        let [x, y] = on_the_way(a, b, f64::from(i) / 10.0);
        page.ask(&json!({"do": "draw", "points": [x, y]}));
    }
    page.ask(&json!({"do": "draw", "points": b}));
    let after = page.ask(&json!({"do": "up", "reach": 5.0, "spot": true}));
    assert_eq!(after["record"], "2+ 1-2");
}

#[test]
fn what_is_fenced_in_is_told_when_a_stroke_begins_and_when_it_is_refused() {
    let mut page = Page::new();
    let view = page.ask(&json!({"do": "open", "game": "sprouts", "text": "3+ 1-1[2]"}));
    let [inside, outside] = [1, 2].map(|i| {
        let spot = &view["board"]["spots"][i];
        [number(&spot["x"]), number(&spot["y"])]
    });
    let down = |[x, y]: Place| json!({"do": "down", "x": x, "y": y, "reach": 5.0});
    let pen = page.ask(&down(outside));
    assert_eq!(pen["fenced"], json!(["2"]), "{pen}");
    let pen = page.ask(&down(inside));
    assert_eq!(pen["fenced"], json!(["3"]), "{pen}");
    for i in 1..=10 {
        let [x, y] = on_the_way(inside, outside, f64::from(i) / 10.0);
        page.ask(&json!({"do": "draw", "points": [x, y]}));
    }
    let refused = page.answer(&json!({"do": "up", "reach": 5.0, "spot": true}));
    let why = "Spot 3 is fenced in: no line leads there from spot 2.";
    assert_eq!(refused["refused"], why, "{refused}");
}

fn study(game: &str, text: &str) -> Value {
    json!({"do": "study", "game": game, "text": text, "milliseconds": 20_000})
}

#[test]
fn analysis_proves_what_is_known() {
    let check = |game: &str, text: &str, headline: &str, best: Option<&str>| {
        let mut page = Page::new();
        let found = page.ask(&study(game, text));
        assert_eq!(found["headline"], headline, "{found}");
        assert_eq!(found["worth"]["certainty"], "proved");
        if let Some(best) = best {
            assert_eq!(found["moves"][0]["text"], best);
            assert_eq!(found["moves"][0]["best"], true);
        }
    };
    // Two spots are lost and three are won (Gardner 1967).
    check(
        "sprouts",
        "2+",
        "Every move loses: second wins. Proved.",
        None,
    );
    check(
        "sprouts",
        "3+",
        "First wins with the right move. Proved.",
        None,
    );
    check(
        "sprouts",
        "2-",
        "Every move loses: second wins. Proved.",
        None,
    );
    // One spot without the need of new ones: the first player wins; with it on loops, the second.
    check(
        "sprouts",
        "1+black-and-white",
        "First wins with the right move. Proved.",
        None,
    );
    check(
        "sprouts",
        "1+black-and-white-loops",
        "Every move loses: second wins. Proved.",
        None,
    );
    check("brussels", "2+", "Second wins. Proved.", None);
    // USA Mathematical Olympiad 1999, problem 5: S in the middle of seven.
    check(
        "sos",
        ".......:1:0-0:first",
        "First wins with the right move. Proved.",
        Some("Sd1"),
    );
}

#[test]
fn what_analysis_says_of_variants_is_what_plain_search_finds() {
    for text in [
        "1+antwerp-cold",
        "2+antwerp-cold",
        "2-antwerp-hot",
        "2+antwerp-hot",
        "2+black-and-white",
        "2-black-and-white-loops",
    ] {
        let position: sprouts::Position = text.parse().expect("a setup");
        let wins = common::search::minimax(&position).utility(common::Player::FIRST) > 0;
        let mut page = Page::new();
        let found = page.ask(&study("sprouts", text));
        let headline = if wins {
            "First wins with the right move. Proved."
        } else {
            "Every move loses: second wins. Proved."
        };
        assert_eq!(found["headline"], headline, "{text}");
    }
}

#[test]
fn lands_are_shown_with_their_nimbers() {
    let mut page = Page::new();
    // Spots 1 and 2 are joined by two lines, with 3 inside and 4 outside, and then by a line on either side.
    let text = "4+ 1-2 1-2[3] 5-6![3] 1-2!";
    page.ask(&json!({"do": "open", "game": "sprouts", "text": text}));
    let lands = page.ask(&json!({"do": "lands"}));
    let spots = [&lands[0]["spots"], &lands[1]["spots"]];
    assert_eq!(spots, [&json!(["3", "7"]), &json!(["4", "8"])], "{lands}");
    let found = page.ask(&study("sprouts", text));
    // Both are alike, so that together they are nothing.
    assert_eq!(lands[0]["text"], lands[1]["text"]);
    assert_eq!(found["nimbers"][0], found["nimbers"][1]);
    assert!(found["nimbers"][0].is_u64(), "{found}");
    assert_eq!(found["headline"], "Every move loses: second wins. Proved.");
    // Other games do not fall apart.
    page.ask(&json!({"do": "open", "game": "brussels", "text": "2+"}));
    assert_eq!(page.ask(&json!({"do": "lands"})), json!([]));
}

#[test]
fn every_kind_of_move_is_judged_and_told_while_it_is() {
    let mut page = Page::new();
    let text = "3+ 1-2";
    let mut news = Vec::new();
    let answer = page
        .0
        .answer(&study("sprouts", text).to_string(), &mut |text| {
            news.push(serde_json::from_str::<Value>(text).expect("news are JSON"));
        });
    let found = serde_json::from_str::<Value>(&answer).expect("JSON")["ok"].clone();
    // The plain search knows who wins after each move.
    let record: common::Record<sprouts::Position> = text.parse().expect("a record");
    let position = record.position();
    let moves = found["moves"].as_array().expect("a list");
    let alike: u64 = moves.iter().filter_map(|m| m["alike"].as_u64()).sum();
    assert_eq!(u128::from(alike), position.count_moves(), "{found}");
    assert_eq!(found["classes"], moves.len());
    for m in moves {
        let played = m["text"].as_str().expect("a text").parse().expect("a move");
        let after = position.child(&played).expect("legal");
        let wins = common::search::minimax(&after).utility(common::Player::FIRST) > 0;
        let height = if wins { 1.0 } else { -1.0 };
        assert_eq!(m["worth"]["height"], height, "{m}");
        assert_eq!(m["worth"]["certainty"], "proved");
        let mover = position.turn().expect("not over");
        assert_eq!(
            m["best"] == true,
            wins == (mover == common::Player::FIRST),
            "{m}"
        );
        // Each was reported before the end.
        assert!(
            news.iter().any(|news| news["judged"]["text"] == m["text"]),
            "{m}"
        );
    }
    assert!(
        news.iter()
            .any(|news| news["worth"]["certainty"] == "proved")
    );
}

#[test]
fn a_study_keeps_its_time_and_says_what_is_not_proved() {
    let mut page = Page::new();
    let begun = std::time::Instant::now();
    let text = [".......", ".......", ".......", ".......", "......."].join("/") + ":1:0-0";
    let found =
        page.ask(&json!({"do": "study", "game": "sos", "text": text, "milliseconds": 1_500}));
    assert!(begun.elapsed().as_secs() < 15, "{:?}", begun.elapsed());
    assert_ne!(found["worth"]["certainty"], "proved", "{found}");
    assert_eq!(
        found["moves"].as_array().map(Vec::len),
        found["classes"].as_u64().map(|n| n as usize)
    );
}

#[test]
fn a_review_finds_the_move_that_lost() {
    let mut page = Page::new();
    // Three spots are won, and the first player gives the win away with a loop around nothing.
    let text = losing_game();
    let found =
        page.ask(&json!({"do": "review", "game": "sprouts", "text": text, "milliseconds": 20_000}));
    assert_eq!(
        found["worths"].as_array().map(Vec::len),
        Some(text.split(' ').count())
    );
    let number = found["decisive"].as_u64().expect("a move") as usize;
    assert_eq!(found["turns"][number - 1]["mark"], "gives away", "{found}");
    assert_eq!(found["turns"][number - 1]["worse"], true);
    assert!(
        found["decision"]
            .as_str()
            .is_some_and(|text| text.contains(&format!("move {number}")))
    );
    let better = found["turns"][number - 1]["better"]
        .as_array()
        .expect("a list");
    assert!(!better.is_empty(), "{found}");
    assert_eq!(
        found["worths"][number - 1]["height"],
        -found["worths"][number]["height"].as_f64().expect("known")
    );
}

#[test]
fn a_review_judges_whole_turns() {
    let text = "7/7/7/7/3@3/7/7/7/7:first:full-board d5 e6 N E";
    let message = json!({"do": "review", "game": "phutball", "text": text, "milliseconds": 500});
    let found = Page::new().ask(&message);
    let turns = found["turns"].as_array().expect("a list");
    let sizes: Vec<_> = turns
        .iter()
        .map(|turn| (&turn["at"], &turn["moves"]))
        .collect();
    let wanted = [
        (json!(0), json!(1)),
        (json!(1), json!(1)),
        (json!(2), json!(2)),
    ];
    assert_eq!(sizes, wanted.each_ref().map(|(at, moves)| (at, moves)));
    let words = turns[2]["words"].as_str().expect("a text");
    assert_eq!(words.matches(", then ").count(), 1, "{words}");
    let players = found["players"].as_array().expect("a list");
    assert!(
        players[0]
            .as_str()
            .is_some_and(|text| text.starts_with("First: 2 moves")),
        "{players:?}"
    );
}

/// A game from a won position whose first move gives the win away.
fn losing_game() -> String {
    let start: sprouts::Position = "3+".parse().expect("a setup");
    let lost = start.moves().into_iter().find(|m| {
        let after = start.child(m).expect("legal");
        common::search::minimax(&after).utility(common::Player::FIRST) < 0
    });
    format!("3+ {}", lost.expect("not every move wins"))
}

#[test]
fn a_stroke_along_a_chain_of_jumps_is_that_chain() {
    let mut page = Page::new();
    let mut along = |men: &str, points: &Value| {
        let text = format!("7/7/7/7/3@3/7/7/7/7:first:full-board {men}");
        page.ask(&json!({"do": "open", "game": "phutball", "text": text}));
        let chain = page.ask(&json!({"do": "along", "points": points}));
        let chain = chain.as_array().expect("a list").iter();
        let moves: Vec<String> = chain.map(|jump| jump["text"].to_string()).collect();
        moves.join(" ").replace('"', "")
    };
    // The ball is on d4, column 3 of row 4.
    let corner = json!([[3, 4], [3, 6], [5, 6]]);
    assert_eq!(along("d5 e6", &corner), "N E");
    assert_eq!(along("d5 g1", &corner), "N");
    assert_eq!(along("d5 d7", &json!([[3, 4], [3.2, 8]])), "N N");
    // A man can be jumped only once.
    assert_eq!(along("d5 a1", &json!([[3, 4], [3, 6], [3, 4]])), "N");
    // The end of a short stroke points along a jump, or along none; one that ends on the ball is none.
    assert_eq!(along("d5 e5", &json!([[3, 4], [3.6, 4.7]])), "NE");
    assert_eq!(along("d5 e5", &json!([[3, 4], [3.3, 4.4]])), "");
    assert_eq!(along("d5 e5", &json!([[3, 4], [2, 4]])), "");
    for odd in [
        json!([]),
        json!([[3, 4]]),
        json!([[-1e300, 1e300], [1e300, 4]]),
    ] {
        along("d5 e6", &odd);
    }
}

#[test]
fn puzzles_have_one_answer() {
    let mut page = Page::new();
    for game in ["sprouts", "sos", "phutball"] {
        // At Phutball a wrong move may be one of several of the same player.
        let wanted = match game {
            "phutball" => r#""right":false"#,
            _ => r#""right":false,"reply":[""#,
        };
        for at in 0..3 {
            let riddle = page.ask(&json!({"do": "puzzle", "game": game, "at": at}));
            let view = page.ask(&json!({"do": "open", "game": game, "text": riddle["text"]}));
            assert_eq!(view["turn"], riddle["turn"]);
            let solution = page.ask(&json!({"do": "solution", "at": at}));
            let right = page.ask(&json!({"do": "attempt", "at": at, "moves": solution}));
            assert_eq!(right["right"], true, "{right}");
            let choices = page.ask(&json!({"do": "choices", "take": 500}));
            let moves = choices["moves"].as_array().expect("a list").iter();
            let wrong = moves.filter(|m| {
                page.0
                    .answer(
                        &json!({"do": "attempt", "at": at, "moves": [m["text"]]}).to_string(),
                        &mut |_| (),
                    )
                    .contains(wanted)
            });
            assert!(wrong.count() >= 2, "{riddle}");
        }
    }
    let refused = page.refused(&json!({"do": "puzzle", "game": "brussels", "at": 0}));
    assert!(refused.contains("no puzzles"), "{refused}");
    page.refused(&json!({"do": "attempt", "at": 99, "moves": ["1-2"]}));
}

#[test]
fn a_day_has_one_puzzle_whose_wrong_turns_have_a_reply_and_a_reason() {
    let mut page = Page::new();
    let day = |day: usize| json!({"do": "puzzle", "day": day, "at": 0});
    let riddle = page.ask(&day(20_787));
    assert_ne!(page.ask(&day(20_788)), riddle);
    assert_eq!(page.ask(&day(20_787)), riddle);
    assert_eq!(
        Page::new().ask(&day(20_787)),
        riddle,
        "the same for everyone"
    );
    let begun = page.ask(&json!({"do": "open", "game": riddle["game"], "text": riddle["text"]}));
    assert_eq!(begun["turn"], riddle["turn"]);
    let solution = page.ask(&json!({"do": "solution", "at": 0}));
    let choices = page.ask(&json!({"do": "choices", "take": 500}));
    for m in choices["moves"].as_array().expect("a list") {
        let answer = page.ask(&json!({"do": "attempt", "at": 0, "moves": [m["text"]]}));
        if answer["right"] == false && answer["reply"] != json!([]) {
            assert_ne!(m["text"], solution[0]);
            let reason = answer["reason"].as_str().expect("a text");
            assert!(
                reason.starts_with("which wins") || reason.starts_with("and then"),
                "{reason}"
            );
            return;
        }
    }
    panic!("no wrong turn of {riddle} has a reply");
}

/// Listing and sorting the moves, and the nimbers of lands, are part of the time. Only a first few moves, which a slow
/// build takes seconds for, are looked at in any time.
#[test]
fn a_study_of_any_size_keeps_to_its_time() {
    for (game, text) in [("sprouts", "30+"), ("sprouts", "100+"), ("brussels", "60")] {
        for milliseconds in [20, 500] {
            let begun = std::time::Instant::now();
            let message =
                json!({"do": "study", "game": game, "text": text, "milliseconds": milliseconds});
            let study = Page::new().ask(&message);
            let taken = begun.elapsed().as_millis();
            assert!(
                !study["moves"].as_array().expect("a list").is_empty(),
                "{study}"
            );
            assert!(taken < 2 * milliseconds + 4_000, "{message}: {taken} ms");
        }
    }
}

/// Texts that fields of a message may have: first the games.
const WORDS: [&str; 24] = [
    "sprouts",
    "brussels",
    "sos",
    "phutball",
    "3",
    "2,3",
    "3x3",
    "15x21",
    "3@h1",
    "1-2",
    "Sa1",
    "H11-E",
    "first",
    "3+ (Müller, 鈴木) 1(4)2",
    "3x3 Sa1 Ob2",
    "2 1a-2a",
    "text",
    "svg",
    "wgosa",
    "cards",
    "on",
    "",
    "\u{1b}[2J",
    "é–鈴",
];

/// What a message asks for.
const REQUESTS: [&str; 25] = [
    "setup",
    "open",
    "view",
    "ghost",
    "tidy",
    "play",
    "swap",
    "go",
    "choices",
    "cards",
    "lands",
    "down",
    "draw",
    "up",
    "drop",
    "along",
    "write",
    "notations",
    "choose",
    "study",
    "review",
    "puzzle",
    "attempt",
    "solution",
    "other",
];

/// The fields of messages.
const FIELDS: [&str; 24] = [
    "game", "text", "move", "moves", "day", "at", "wish", "format", "pie", "sheet", "later",
    "words", "touching", "skip", "take", "x", "y", "reach", "points", "spot", "resigned", "level",
    "seed", "view",
];

/// Sequences of messages from words of the desk, most of which mean harm.
#[test]
fn any_sequence_of_messages_is_answered() {
    use common::{Random, Seeded};

    let words: Vec<Value> = WORDS
        .map(Value::from)
        .into_iter()
        .chain([
            json!(0),
            json!(1),
            json!(2),
            json!(7),
            json!(-1),
            json!(1e300),
            json!(0.5),
            json!(true),
        ])
        .chain([
            json!(null),
            json!([]),
            json!({}),
            json!([1, 2, 3, 4]),
            json!([[1, 2], [3.5, 4]]),
        ])
        .collect();
    let random = &mut Seeded::new(65);
    let (mut ok, mut refused) = (0, 0);
    for _ in 0..40 {
        let mut page = Page::new();
        let pick = |random: &mut Seeded, n: usize| random.below(n as u64) as usize;
        let begun = [
            ("sprouts", "3"),
            ("brussels", "2,3"),
            ("sos", "3x3"),
            ("phutball", "15x21"),
        ];
        let (game, size) = begun[pick(random, 4)];
        page.ask(&json!({"do": "setup", "game": game, "wish": {"size": size}}));
        for _ in 0..25 {
            let request = REQUESTS[pick(random, REQUESTS.len())];
            let mut message =
                json!({"do": request, "game": words[pick(random, 4)], "milliseconds": 1});
            if pick(random, 3) > 0 {
                message["wish"] = json!({"size": words[pick(random, words.len())]});
                message["text"] = words[4 + pick(random, 13)].clone();
            }
            for _ in 0..pick(random, 6) {
                message[FIELDS[pick(random, FIELDS.len())]] =
                    words[pick(random, words.len())].clone();
            }
            let answer = page.answer(&message);
            if answer.get("ok").is_some() {
                ok += 1;
            } else {
                assert!(answer["refused"].is_string(), "{message}: {answer}");
                refused += 1;
            }
        }
    }
    assert!(ok > 100 && refused > 100, "{ok} {refused}");
}

/// Programs on every machine draw the same picture, so the page's module is asked for these boards as well, in
/// `element.test.js`. `SNAPSHOTS=overwrite` writes the file anew.
#[test]
fn boards_are_those_of_the_file_to_the_last_digit() {
    const FILE: &str = "tests/boards.txt";
    let games = [
        (
            "sprouts",
            "5+ 1-1 1-3 2-2[5] 2-3 3-4 4-4 5-5 5-12 6-7 8-10 9-14 11-15",
        ),
        ("sprouts", "30+"),
        ("sprouts", "3+black-and-white 1_2 1_2[3] 3_3"),
        ("brussels", "2+ 1a-2b"),
        ("brussels", "4,3"),
    ];
    let boards = games.map(|(game, text)| {
        let view = Page::new().ask(&json!({"do": "open", "game": game, "text": text}));
        json!({"game": game, "text": text, "board": view["board"]}).to_string()
    });
    let boards = boards.join("\n") + "\n";
    if std::env::var("SNAPSHOTS").is_ok_and(|how| how == "overwrite") {
        std::fs::write(FILE, &boards).expect("the folder is there");
    }
    assert!(
        std::fs::read_to_string(FILE).is_ok_and(|known| known == boards),
        "{FILE} differs"
    );
}
