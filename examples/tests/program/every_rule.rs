//! Every rule that the games list, in every command: rule sets and variants by their examples, and setups, among which
//! are handicaps.

use common::Seeded;
use common::any::{AnyGame, AnyMove, AnyRecord};
use common::describe::SetupOptions;
use common::format::Reads;

use crate::{run, run_with, success};

/// Returns a short game by each rule that a game lists.
fn records(game: &'static dyn AnyGame) -> Vec<Box<dyn AnyRecord>> {
    let about = game.about();
    let examples = about.rule_sets.iter();
    let examples = examples.map(|set| set.example(game).expect("the example of a rule set"));
    let begun = about.setups.iter().filter_map(|(setup, _)| {
        let mut record = game.start(Some(setup), &SetupOptions::none()).ok()?;
        record.play_random(3, &mut Seeded::new(1));
        Some(record)
    });
    examples.chain(begun).collect()
}

#[test]
fn every_rule_is_played_drawn_reviewed_hinted_and_converted() {
    std::thread::scope(|scope| {
        for game in papergames::games() {
            scope.spawn(move || {
                for record in records(game) {
                    check(game, &*record);
                }
            });
        }
    });
}

fn check(game: &dyn AnyGame, record: &dyn AnyRecord) {
    let (name, text) = (game.about().name, record.to_string());
    let replayed = success(&format!("replay {name} '{text}'"));
    let setup = format!("setup: {}\n", record.setup());
    assert!(replayed.contains(&setup), "{name} {text}: {replayed}");

    for kind in ["", "--animate"] {
        let drawn = success(&format!("draw {name} '{text}' {kind} --output -"));
        assert!(drawn.starts_with("<svg"), "{name} {text}: {drawn}");
    }

    let reviewed = success(&format!("review {name} '{text}' --nodes 50 --quiet"));
    for m in record.moves() {
        assert!(
            reviewed.contains(&m.to_string()),
            "{name} {text}: {reviewed}"
        );
    }

    let line = format!(
        "play {name} '{}' --nodes 50 --level 1 --seed 1",
        record.setup()
    );
    let moves = AnyMove::join(&record.moves(), "\n");
    let played = run_with(&line, &format!("hint\n{moves}\nquit\n"));
    assert_eq!((played.code, played.err.as_str()), (0, ""), "{line}");
    assert!(played.out.contains("hint: "), "{line}: {}", played.out);

    for notation in game.notations() {
        let to = notation.name;
        let written = run(&format!("convert {name} '{text}' --to {to}"));
        if !notation.is_written || written.code == 1 {
            assert!(
                written.err.starts_with("papergames: "),
                "{text} {to}: {}",
                written.err
            );
            continue;
        }
        assert_eq!(written.code, 0, "{name} {text} {to}: {}", written.err);
        let Some(reads) = notation.reads else {
            continue;
        };
        let rules = record.rules().filter(|_| reads == Reads::Open);
        let rules = rules
            .map(|rules| format!("--rules {rules}"))
            .unwrap_or_default();
        let read = run_with(
            &format!("replay {name} --format {to} {rules} --quiet"),
            &written.out,
        );
        assert_eq!(read.code, 0, "{name} {text} {to}: {}", read.err);
    }
}
