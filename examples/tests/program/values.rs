//! Rows of the tables of solved starts, drawn at random and solved again by `papergames solve`.
//!
//! Each test reads a table of the repository. The message of a failure names the seed; with the variable
//! `PAPERGAMES_SEED` the same rows are drawn again.

use std::time::SystemTime;

use common::{Random, Seeded};
use serde_json::Value;

use crate::{refused, run, run_with, success};

/// Numbers drawn at random, and the seed that they come from.
struct Draw {
    seed: u64,
    random: Seeded,
}

impl Draw {
    fn new() -> Draw {
        let seed = std::env::var("PAPERGAMES_SEED").map_or_else(
            |_| {
                let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
                now.expect("a time after 1970").as_secs()
            },
            |text| text.parse().expect("PAPERGAMES_SEED is a number"),
        );
        let random = Seeded::new(seed);
        Draw { seed, random }
    }

    fn one<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.random.below(among.len() as u64) as usize]
    }
}

/// Returns a table of a file of the workspace: its header and its rows as cells. It is the first table after a heading
/// whose header begins with a text. A minus is a hyphen, and bold print and escapes are gone.
fn table(file: &str, heading: &str, header: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let section = text.lines().skip_while(|line| *line != heading);
    let lines = section.skip_while(|line| !line.starts_with(header));
    let cells = |line: &str| -> Vec<String> {
        let line = line
            .replace("\\|", "/")
            .replace(['*', '\\'], "")
            .replace('−', "-");
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let rows: Vec<_> = lines
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect();
    assert!(rows.len() > 2, "{file} has a table `{header}`");
    rows
}

/// Runs `papergames solve` and returns the object that it prints.
#[track_caller]
fn solved(line: &str) -> Value {
    let out = success(&format!("solve {line} --json"));
    let found: Value = serde_json::from_str(&out).expect("one object");
    assert_eq!(found["proved"], true, "{line}");
    found
}

/// The product of two numbers with an `x` between them.
fn cells(board: &str) -> u32 {
    let (a, b) = board.split_once('x').expect("a board");
    a.parse::<u32>().expect("a number") * b.parse::<u32>().expect("a number")
}

/// The value of a board of SOS as in its table: points, or 1, 0 and -1.
fn value_of_sos(found: &Value) -> i64 {
    match found["winner"].as_str() {
        _ if found["margin"].is_i64() => found["margin"].as_i64().expect("an integer"),
        Some("first") => 1,
        Some("second") => -1,
        _ => 0,
    }
}

#[test]
fn boards_of_sos_are_solved_again() {
    let mut draw = Draw::new();
    let rows = table("sos/SOLVED.md", "# Solved boards", "| board | general |");
    let cheap: Vec<_> = rows[2..]
        .iter()
        .filter(|row| cells(&row[0]) <= 16)
        .collect();
    for (column, rules) in rows[0].iter().enumerate().skip(1) {
        for _ in 0..2 {
            let row = draw.one(&cheap);
            let found = value_of_sos(&solved(&format!("sos {} --rules {rules}", row[0])));
            let known = row[column].split(' ').next().expect("a value");
            assert_eq!(
                found.to_string(),
                known,
                "{} {rules}, seed {}",
                row[0],
                draw.seed
            );
        }
    }
}

#[test]
fn first_moves_of_sos_are_solved_again() {
    let mut draw = Draw::new();
    let rows = table("sos/SOLVED.md", "# Solved boards", "| board | rules | S |");
    let cheap: Vec<_> = rows[2..]
        .iter()
        .filter(|row| cells(&row[0]) <= 15)
        .collect();
    let row = draw.one(&cheap);
    let found = solved(&format!("sos {} --rules {}", row[0], row[1]));
    // The best moves are those of the highest value.
    let mut values = Vec::new();
    for (letter, column) in [('S', &row[2]), ('O', &row[3])] {
        let (lines, columns) = row[0].split_once('x').expect("a board");
        let (lines, columns): (usize, usize) = (
            lines.parse().expect("rows"),
            columns.parse().expect("columns"),
        );
        let each: Vec<&str> = if column.contains(',') {
            column.split([',', '/']).collect()
        } else {
            vec![column.as_str(); lines * columns]
        };
        for (i, value) in each.iter().enumerate() {
            let name = format!(
                "{letter}{}{}",
                (b'a' + (i % columns) as u8) as char,
                i / columns + 1
            );
            values.push((value.parse::<i64>().expect("a value"), name));
        }
    }
    let best = values
        .iter()
        .map(|(value, _)| *value)
        .max()
        .expect("a move");
    let mut known: Vec<_> = values
        .into_iter()
        .filter(|(value, _)| *value == best)
        .map(|(_, name)| name)
        .collect();
    let moves = found["moves"].as_array().expect("all best moves");
    let mut moves: Vec<_> = moves
        .iter()
        .map(|m| m.as_str().expect("a move").to_owned())
        .collect();
    moves.sort_unstable();
    known.sort_unstable();
    assert_eq!(value_of_sos(&found), best, "{row:?}, seed {}", draw.seed);
    if found["theorem"].is_string() {
        // A theorem that says that every move loses lists none.
        known.clear();
    }
    assert_eq!(moves, known, "{row:?}, seed {}", draw.seed);
}

#[test]
fn what_three_or_four_players_can_force_is_found_again() {
    let mut draw = Draw::new();
    let rows = table("sos/SOLVED.md", "# Solved boards", "| game | general |");
    let board = |row: &[String]| -> (String, String) {
        let (boards, players) = row[0].split_once(" for ").expect("a number of players");
        // `1x5..16` are the boards with 5 to 16 columns; the first is the cheapest.
        let board = boards.split("..").next().expect("a board");
        (board.to_owned(), players.to_owned())
    };
    let cheap: Vec<_> = rows[2..]
        .iter()
        .filter(|row| cells(&board(row).0) <= 10)
        .collect();
    for (column, rules) in rows[0].iter().enumerate().skip(1) {
        let row = draw.one(&cheap);
        let (size, players) = board(row);
        let line = format!("solve sos {size} --rules {rules} --players {players} --json");
        let found: Value = serde_json::from_str(&success(&line)).expect("one object");
        let each = found["guarantees"].as_array().expect("a list");
        let letters: String = each
            .iter()
            .map(|one| &one.as_str().expect("a word")[..1])
            .collect();
        assert_eq!(letters, row[column], "{line}, seed {}", draw.seed);
    }
}

#[test]
fn labelled_games_on_surfaces_are_counted_again() {
    let mut draw = Draw::new();
    for (heading, letter) in [
        ("## Games on handles", 'h'),
        ("## Games with crosscaps", 'c'),
    ] {
        let rows = table("brussels/SOLVED.md", heading, "| arms of the stars |");
        for _ in 0..3 {
            let row = draw.one(&rows[2..]);
            let arms = row[0].clone();
            // A number alone would be crosses.
            let arms = if arms.contains(',') {
                arms
            } else {
                format!("1x{arms}")
            };
            let line = format!("perft brussels {arms}@{letter}{} --lengths", row[1]);
            let found = success(&line);
            let (mut length, step) = (
                row[2].parse::<u32>().expect("a length"),
                1 + u32::from(letter == 'h'),
            );
            let mut known = Vec::new();
            for games in row[3..].iter().filter(|games| !games.is_empty()) {
                known.push(format!("{length} {games}"));
                length += step;
            }
            let found: Vec<&str> = found.lines().collect();
            assert_eq!(found, known, "{line}, seed {}", draw.seed);
        }
    }
}

#[test]
fn boards_of_phutball_are_solved_again() {
    let mut draw = Draw::new();
    let rows = table("phutball/SOLVED.md", "# Solved boards", "| board | rules |");
    let positions = |row: &&Vec<String>| -> u64 {
        row[2..5]
            .iter()
            .filter(|count| !count.is_empty())
            .map(|count| count.parse::<u64>().expect("a count"))
            .sum()
    };
    let cheap: Vec<_> = rows[2..]
        .iter()
        .filter(|row| positions(row) <= 1_000_000)
        .collect();
    for _ in 0..3 {
        let row = draw.one(&cheap);
        let named = match row[1].as_str() {
            "all" => "full-board terminal-rows terminal-rows-corner immediate no-own-goal",
            some => some,
        };
        let rules = *draw.one(&named.split(' ').collect::<Vec<_>>());
        let found = solved(&format!("phutball {} --rules {rules}", row[0]));
        let (winner, turns) = row[5].split_at(1);
        let known = if winner == "W" { "first" } else { "second" };
        assert_eq!(found["winner"], known, "{row:?}, seed {}", draw.seed);
        assert_eq!(
            found["turns"].to_string(),
            turns,
            "{row:?}, seed {}",
            draw.seed
        );
        let men: Vec<_> = row[6].split(',').collect();
        for m in found["moves"].as_array().expect("moves") {
            assert!(
                men.contains(&m.as_str().expect("a move")),
                "{row:?}, seed {}",
                draw.seed
            );
        }
    }
}

#[test]
fn crosses_on_surfaces_are_solved_again() {
    let mut draw = Draw::new();
    let normal = table(
        "brussels/SOLVED.md",
        "## Normal play",
        "| surface | more moves |",
    );
    let row = draw.one(&normal[2..]);
    let crosses = *draw.one(&[1, 2, 3, 4, 5]);
    let start = format!("{crosses}@{}", row[0]);
    let found = solved(&format!("brussels {start}"));
    assert_eq!(
        found["nimber"].to_string(),
        row[crosses + 1],
        "{start}, seed {}",
        draw.seed
    );
    let misere = table(
        "brussels/SOLVED.md",
        "## Misère play",
        "| surface | 1 | 2 |",
    );
    let row = draw.one(&misere[2..]);
    let crosses = *draw.one(&[1, 2]);
    let start = format!("{crosses}@{}", row[0]);
    let found = solved(&format!("brussels {start} --misere"));
    assert_eq!(
        found["winner"],
        row[crosses].as_str(),
        "{start}, seed {}",
        draw.seed
    );
}

#[test]
fn starts_of_sprouts_are_solved_again() {
    let mut draw = Draw::new();
    let guide = "examples/papergames/guide/values_of_sprouts.md";
    let rows = table(guide, "## Starts", "| spots | 1 | 2 |");
    let readme = table(
        "sprouts/README.md",
        "### Black-and-White Sprouts",
        "| spots |",
    );
    let nimbers: Vec<_> = readme
        .iter()
        .filter(|row| row[0].starts_with("nimber, "))
        .collect();
    for (row, options, most) in [
        (&rows[2], "", 11),
        (nimbers[0], "--rules black-and-white", 8),
        (nimbers[1], "--rules black-and-white-loops", 8),
    ] {
        let spots = 1 + draw.random.below(most) as usize;
        let found = solved(&format!("sprouts {spots} {options}"));
        let known = row[spots].trim_matches('*');
        let of = format!("{spots} {options}, seed {}", draw.seed);
        let winner = if known == "0" { "second" } else { "first" };
        assert_eq!(found["winner"], winner, "{of}");
        // To win the standard game it is enough to know one move to a position with nimber 0.
        if !(options.is_empty() && found["nimber"].is_null()) {
            assert_eq!(found["nimber"].to_string(), known, "{of}");
        }
    }
    // The nimber of a misère start is positive if the player to move wins.
    let spots = 1 + draw.random.below(10) as usize;
    let known = if rows[3][spots] == "0" {
        "second"
    } else {
        "first"
    };
    let found = solved(&format!("sprouts {spots} --misere"));
    assert_eq!(
        found["winner"], known,
        "{spots} in misère play, seed {}",
        draw.seed
    );

    let misere: Vec<_> = readme
        .iter()
        .filter(|row| row[0] == "misère winner")
        .collect();
    for (row, variant) in misere
        .into_iter()
        .zip(["black-and-white", "black-and-white-loops"])
    {
        let spots = 1 + draw.random.below(7) as usize;
        let found = solved(&format!("sprouts {spots} --rules {variant} --misere"));
        assert_eq!(
            found["winner"],
            row[spots].as_str(),
            "{spots} {variant}, seed {}",
            draw.seed
        );
    }
}

#[test]
fn classes_and_values_of_antwerp_are_found_again() {
    let mut draw = Draw::new();
    let rows = table("sprouts/README.md", "### Antwerp Sprouts", "| spots |");
    for row in &rows[2..] {
        let (kind, what) = row[0].split_once(", ").expect("a kind");
        let spots = 1 + draw.random.below(3) as usize;
        let misere = if what == "misère play" {
            "--misere"
        } else {
            ""
        };
        let found = solved(&format!("sprouts {spots} --rules antwerp-{kind} {misere}"));
        let field = if what == "value" { "value" } else { "class" };
        let found = found[field].as_str().expect("text").replace('|', "/");
        assert_eq!(found, row[spots], "{spots} {row:?}, seed {}", draw.seed);
    }
}

#[test]
fn one_term_is_a_sum_and_texts_without_numbers_have_nimbers() {
    let text = success("solve 'sprouts 3'");
    assert!(
        text.starts_with("sprouts 3+ = *1\n") && text.contains("\nthe player to move wins\n"),
        "{text}"
    );
    // A position that was begun, and is won.
    let text = success("solve 'sprouts 3+ 1-1[3]'");
    assert!(text.contains(" = *"), "{text}");
    let text = success("solve 'sprouts 0.12 + *1'");
    assert!(
        text.starts_with("0.12 = *3\n")
            && text.contains("the sum = *2")
            && text.contains("0.12: a move to *1"),
        "{text}"
    );
    refused(
        "solve --misere 'sprouts 3 + *1'",
        "a sum needs normal play, because nimbers do not add up in misère play; solve its positions one by one",
    );
    let help = success("solve 'sprouts 3 + *1' --help");
    assert!(
        help.contains("Usage: papergames solve [OPTIONS] <SUM>"),
        "{help}"
    );
}

#[test]
fn rules_that_contradict_each_other_are_refused() {
    for names in ["normal,misere", "antwerp-hot,antwerp-cold"] {
        let run = crate::run(&format!("solve sprouts 3 --rules {names}"));
        let sentence = "name at most one ending (`normal` or `misere`) and one variant";
        assert!(run.code == 2 && run.err.contains(sentence), "{}", run.err);
    }
    success("solve sprouts 2 --rules antwerp-hot,misere");
}

#[test]
fn theorems_are_told_with_their_reasons() {
    for line in ["rules brussels", "solve brussels 2"] {
        let text = success(line).replace('\n', " ");
        assert!(
            text.contains("Euler's formula") && text.contains("m = 5n - 2 moves"),
            "{line}: {text}"
        );
    }
    assert!(
        success("rules sprouts")
            .replace('\n', " ")
            .contains("at most 3n - 1 moves")
    );
    // A topic is the same text wherever it is asked for.
    let cards = success("help cards");
    assert!(
        cards.contains("\n5. Put the first stack on top of the second.\n"),
        "{cards}"
    );
    assert_eq!(success("rules sprouts cards"), cards);
    let play = crate::run_words(
        &["play", "sprouts", "3", "--view", "cards"],
        "help divide\nquit\n",
    );
    assert!(
        play.out
            .contains("6. Move other stacks from the old row to the new row as you like."),
        "{}",
        play.out
    );
    let proof = success("help proof");
    assert!(
        proof.contains("A proof, which `solve sprouts") && proof.contains("A proof of SOS"),
        "{proof}"
    );
    for (topic, other) in [
        ("proofs", "certificates"),
        ("nimber", "sum"),
        ("survivor", "pharisees"),
    ] {
        assert_eq!(
            success(&format!("help {topic}")),
            success(&format!("help {other}"))
        );
    }
    let help = success("help");
    let (_, topics) = help.split_once("\nTopics: ").expect("a list of topics");
    for topic in topics.trim().split([',', '\n']).map(str::trim) {
        assert!(success(&format!("help {topic}")).len() > 200, "{topic}");
    }
}

/// Boards that wrap and other words go through every command, and those that prove things say that they cannot.
#[test]
fn variants_of_sos_go_through_every_command() {
    let game = "3x3:wrap+soo Oa1 Sc1 Ob1";
    for (command, part) in [
        ("solve sos 3x3:wrap", "the first player wins by 7"),
        ("solve sos 3x3 --rules wrap --misere", "draw"),
        ("verify sos 3x3:wrap", "the rules on all"),
        ("perft sos 3x3:first+sss --depth 3", "3 4032"),
        ("rules sos wrap", "Opposite edges are joined"),
        ("solve sos 3x3 --handicap 2", "the second player wins by 2"),
        ("draw phutball 5x7 --handicap 2", "8   = = = = ="),
        (
            "match sos 3x3:wrap-rows --first 1 --second mcts --games 2 --nodes 50",
            "games",
        ),
    ] {
        let run = run(command);
        assert_eq!(run.code, 0, "{command}: {}", run.err);
        assert!(run.out.contains(part), "{command}: {}", run.out);
    }
    for (command, part) in [
        ("replay sos -", "S-O-O c1-b1: first"),
        ("review sos -", "first"),
        ("draw sos -", "S-O-O of first"),
    ] {
        let run = run_with(command, game);
        assert_eq!(run.code, 0, "{command}: {}", run.err);
        assert!(run.out.contains(part), "{command}: {}", run.out);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("wrap.proof");
    let run = run(&format!(
        "solve sos 3x3:wrap --certificate -o {}",
        proof.display()
    ));
    assert_ne!(run.code, 0);
    assert!(run.err.contains("this game is wrap"), "{}", run.err);
}
