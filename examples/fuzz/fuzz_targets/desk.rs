//! Checks that a desk answers any sequence of messages, one a line, each by an object with an answer or a reason.
//!
//! Requests that search get a millisecond. Puzzles are left out, because finding one takes a while.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_web::Desk;
use serde_json::{Value, json};

/// The most messages of a sequence.
const MOST: usize = 12;

/// Returns a message whose search is short.
fn in_time(line: &str) -> String {
    let Ok(mut message) = serde_json::from_str::<Value>(line) else {
        return line.to_owned();
    };
    if let Some(fields) = message.as_object_mut() {
        fields.insert("milliseconds".to_owned(), json!(1));
        if fields.get("do") == Some(&json!("puzzle")) {
            fields.insert("do".to_owned(), json!("view"));
        }
    }
    message.to_string()
}

fuzz_target!(|text: &str| {
    let mut desk = Desk::default();
    for line in text.lines().take(MOST) {
        let answer = desk.answer(&in_time(line), &mut |news| {
            serde_json::from_str::<Value>(news).expect("news are JSON");
        });
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        assert!(
            answer.get("ok").is_some() || answer["refused"].is_string(),
            "{line}: {answer}"
        );
    }
});
