//! `JSON.md` lists every word that `--json` prints, with its type.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{run, run_with};

/// Returns the words of the page with their types.
fn documented() -> BTreeMap<&'static str, &'static str> {
    let page = include_str!("../../JSON.md");
    let words = page.split("\n## ").nth(1).expect("the section on words");
    let rows = words.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split(" | ").collect();
        (cells[0].trim_matches(['|', ' ', '`']), cells[1])
    })
    .collect()
}

fn name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

#[test]
fn every_word_has_the_documented_type_and_every_documented_word_is_printed() {
    let documented = documented();
    let mut seen = BTreeSet::new();
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("store").display().to_string();
    let proof = format!("{store}.proof");
    assert_eq!(run(&format!("solve sprouts 2..4 --store {store}")).code, 0);
    let certify = format!("solve sprouts 2 --certificate -o {proof}");
    assert_eq!(run(&certify).code, 0);
    for arguments in [
        &format!("verify sprouts --store {store}"),
        &format!("verify sprouts --store {store} --resume {store}.mark"),
        "solve sprouts 2..3",
        "solve sprouts 3 --misere",
        "solve sprouts 2 --rules antwerp-cold",
        "solve sprouts 39..40 --limit 1ms",
        "solve sprouts 0.1a1a",
        "solve brussels 2",
        "solve *2",
        "solve sos 3x3",
        "solve sos 1x40:first",
        "solve sos 3x3 --players 3",
        "solve phutball 3x7",
        "verify sprouts 2..3",
        "verify sos 3x3",
        "verify brussels 1",
        "replay sprouts -",
        "replay brussels 2:1a-1c[2]",
        "replay sos S,0,0",
        "match sos 3x3 --first 1 --second 1 --games 2 --clock 1m",
        "perft sprouts 2 --depth 2",
        "perft sos 3x3 --depth 2 --merge",
        "perft phutball --turns --depth 1",
        "perft brussels 1@h1 --lengths",
        "review sprouts - --nodes 1000",
        "review sos .../.../...:1:0-0 --nodes 1000",
        "puzzle sos 3x3 --count 2",
        "explore sos 3x3",
        "explore phutball 3x7 --time 10ms",
        &format!("explore sprouts 2 --store {proof}"),
        "tournament sos 3x3 --opponents 1,random --nodes 10 --games 2",
        "check ../sprouts/proofs/3.txt",
        "check ../sprouts/proofs/3.txt --claim sos",
    ] {
        // Only `replay` and `review` read this.
        let run = run_with(&format!("{arguments} --json"), "2+ 1-2\n2+ 1-2 1-3\n");
        for line in run.out.lines() {
            let Ok(Value::Object(object)) = serde_json::from_str(line) else {
                panic!("{arguments} printed `{line}`");
            };
            for (word, value) in &object {
                let types = documented.get(word.as_str());
                let types =
                    types.unwrap_or_else(|| panic!("{arguments}: `{word}` is not in JSON.md"));
                let mut kinds = types.trim_end_matches('?').split(" or ");
                let fits = kinds.any(|kind| kind == name(value))
                    || value.is_null() && types.ends_with('?');
                assert!(
                    fits,
                    "{arguments}: `{word}` is {}, not {types}: {value}",
                    name(value)
                );
                seen.insert(word.clone());
            }
        }
    }
    let missing: Vec<_> = documented
        .keys()
        .filter(|word| !seen.contains(**word))
        .collect();
    assert_eq!(
        missing,
        <[&&str; 0]>::default(),
        "documented and not printed"
    );
}
