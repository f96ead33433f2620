//! What a refusal says is true: the claims about the position hold, and the suggested moves are legal and the nearest.
//!
//! Moves of random games are changed by a character or two, or played in another position, and put to three doors: the
//! prompt, a text with games, and the Universal Game Interface. [`CLAIMS`] lists every sentence that can be the answer,
//! and how to check it by listing the legal moves. A sentence that is not in the list fails the test.

use common::any::{AnyGame, AnyRecord};
use common::reading::{ReadOptions, SourceText};
use common::{Random, Seeded};
use play::ugi::Server;

/// Returns whether a claim about a word is true at the end of a game, given the words for the gaps in its sentence.
type Check = fn(&Game, &str, &[&str]) -> bool;

/// A game and its legal moves.
struct Game {
    record: Box<dyn AnyRecord>,
    moves: Vec<String>,
}

/// The sentences of refusals, with gaps, and what they claim. Sentences about the form of a text claim nothing unless
/// they state what is on the board.
const CLAIMS: &[(&str, Check)] = &[
    // Sprouts and Brussels Sprouts.
    (
        "{} and {} are in different regions, so no line can join them",
        |game, _, ends| {
            let spots = sorted(ends[0].trim_end_matches('!'), ends[1].trim_end_matches('!'));
            game.lines().all(|(from, to)| {
                sorted(from.trim_end_matches('!'), to.trim_end_matches('!')) != spots
            })
        },
    ),
    (
        "a line from {} to {} starts in one region and ends in another; write {}",
        |game, _, gaps| {
            let ends = sorted(gaps[0], gaps[1]);
            game.lines().all(|(from, to)| sorted(from, to) != ends)
                && game.quoted_are_legal(gaps[2])
        },
    ),
    (
        "the move must stand for exactly one line, but it fits {}: {}",
        |game, _, gaps| {
            let shown: Vec<&str> = gaps[1].split(", ").collect();
            gaps[0] == shown.len().to_string() && shown.iter().all(|m| game.is_legal(m))
        },
    ),
    (
        "a line from {} to {} joins two pieces and encloses nothing; leave out the list with spot {}",
        |game, _, gaps| {
            let ends = sorted(gaps[0], gaps[1]);
            let mut moves = game.moves.iter().filter(|m| ends_of(m) == ends).peekable();
            moves.peek().is_some() && moves.all(|m| !m.contains('['))
        },
    ),
    (
        "spot {} cannot be in the list; name each other piece in the region by its lowest spot",
        |game, word, gaps| game.is_in_no_list(gaps[0], word),
    ),
    (
        "star {} cannot be in the list; name each other piece in the face of {} by its lowest star",
        |game, word, gaps| game.is_in_no_list(gaps[0], word),
    ),
    (
        "spot {} already has {} lines, so no more lines can end there",
        |game, _, gaps| {
            game.lines().all(|(from, to)| {
                [from, to]
                    .iter()
                    .all(|end| end.trim_end_matches('!') != gaps[0])
            })
        },
    ),
    ("spot {} has only {}; leave out {}", |game, _, gaps| {
        let words = [
            "one corner",
            "two corners",
            "three corners",
            "four corners",
            "five corners",
        ];
        let corners = words.iter().position(|word| *word == gaps[1]);
        let end = gaps[0].to_owned() + &"!".repeat(corners.expect("a number") + 1);
        game.lines().all(|(from, to)| from != end && to != end)
    }),
    (
        "spot {} has {} lines, so it cannot be joined to itself",
        |game, _, gaps| {
            let spot = |end: &str| end.trim_end_matches('!') == gaps[0];
            game.lines().all(|(from, to)| !spot(from) || !spot(to))
        },
    ),
    (
        "the {} player may not join spot {}, which is {}",
        |game, _, gaps| {
            let turn = game.record.turn().map(|player| player.to_string());
            turn.as_deref() == Some(gaps[0])
                && game
                    .lines()
                    .all(|(from, to)| from != gaps[1] && to != gaps[1])
        },
    ),
    // On surfaces.
    (
        "there is no option {}; count lands, and the options of each land, from 0",
        |game, _, gaps| !game.is_legal(gaps[0]),
    ),
    (
        "there is no option {}; count regions, and the options of each region, from 0",
        |game, _, gaps| !game.is_legal(gaps[0]),
    ),
    (
        "there is no spot {}; the position has spots 1 to {}",
        |game, _, gaps| {
            let [spot, last] = [0, 1].map(|i| gaps[i].parse::<usize>().expect("a number"));
            let drawn = game
                .record
                .moves()
                .iter()
                .filter(|m| !m.to_string().contains('_'))
                .count();
            let setup = game.record.setup();
            let start: String = setup.chars().take_while(char::is_ascii_digit).collect();
            (spot == 0 || spot > last)
                && last == start.parse::<usize>().expect("a number of spots") + drawn
        },
    ),
    (
        "the line from {} to {} needs a new spot; write the line with `-`",
        |game, _, gaps| {
            let ends = sorted(gaps[0], gaps[1]);
            game.moves
                .iter()
                .all(|m| !m.contains('_') || ends_of(&m.replace('_', "-")) != ends)
        },
    ),
    (
        "{} and {} are in different faces, so no line can join them",
        |game, _, gaps| {
            game.lines()
                .all(|(from, to)| sorted(from, to) != sorted(gaps[0], gaps[1]))
        },
    ),
    (
        "a line cannot join arm {} to itself; choose two different arms",
        |_, word, gaps| ends_of(word) == sorted(gaps[0], gaps[0]),
    ),
    ("the position has no arm {}", |game, _, gaps| {
        game.lines()
            .all(|(from, to)| from != gaps[0] && to != gaps[0])
    }),
    // SOS.
    ("`{}` is not on the {} board", |game, _, gaps| {
        let (rows, columns) = gaps[1].split_once('x').expect("a size");
        let [rows, columns] = [rows, columns].map(|side| side.parse::<usize>().expect("a number"));
        let (column, row) = column_and_row(gaps[0]);
        let board = game.record.position();
        let board: Vec<&str> = board.split(':').next().expect("cells").split('/').collect();
        (column >= columns || row == 0 || row > rows)
            && board.len() == rows
            && board[0].len() == columns
    }),
    ("cell `{}` already holds `{}`", |game, _, gaps| {
        let (column, row) = column_and_row(gaps[0]);
        let board = game.record.position();
        let line = board.split(['/', ':']).nth(row - 1).expect("a row");
        line.chars().nth(column) == gaps[1].chars().next()
    }),
    // Phutball.
    (
        "a man cannot be placed at {}, which is already occupied",
        |game, _, gaps| {
            let record = game.record.to_string();
            let placed = record.split(' ').any(|word| word == gaps[0]);
            !game.is_legal(gaps[0]) && (placed || game.ball() == gaps[0])
        },
    ),
    (
        "a man cannot be placed at {}; choose a point from a1 to {}",
        |game, _, gaps| {
            let [(column, row), (last, top)] = [0, 1].map(|i| column_and_row(gaps[i]));
            let placed = game
                .moves
                .iter()
                .filter(|m| m.starts_with(|c: char| c.is_ascii_lowercase()) && *m != "stop");
            let within = placed
                .map(|m| column_and_row(m))
                .all(|(c, r)| c <= last && (1..=top).contains(&r));
            within && (column > last || !(1..=top).contains(&row))
        },
    ),
    (
        "{}the ball cannot jump from {} in direction {}, because no man is next to it there",
        |game, _, gaps| {
            !["", "jump 1: "].contains(&gaps[0])
                || game.ball() == gaps[1] && !game.is_legal(gaps[2])
        },
    ),
    (
        "{}a jump from {} in direction {} would leave the board at its side",
        |game, _, gaps| {
            !["", "jump 1: "].contains(&gaps[0])
                || game.ball() == gaps[1] && !game.is_legal(gaps[2])
        },
    ),
    (
        "jump 1: from {} the ball lands on {}, the first free point behind the men, not on {}",
        |game, _, gaps| {
            let jumps = |to: &str| {
                game.record
                    .boxed()
                    .play(&format!("{}-{to}", gaps[0]))
                    .is_ok()
            };
            game.ball() == gaps[0] && jumps(gaps[1]) && !jumps(gaps[2])
        },
    ),
    (
        "the chain begins at {}, but the ball is at {}",
        |game, word, gaps| {
            word.starts_with(gaps[0]) && gaps[0] != gaps[1] && game.ball() == gaps[1]
        },
    ),
    (
        "the chain of jumps is not finished; jump again or `stop` before you place a man at {}",
        |game, _, _| {
            game.moves
                .iter()
                .all(|m| m == "stop" || m.starts_with(|c: char| c.is_ascii_uppercase()))
        },
    ),
    (
        "`stop` can only end a chain of jumps, and none has begun; place a man or jump",
        |game, _, _| !game.is_legal("stop"),
    ),
    // Texts.
    ("expected {}", |game, _, gaps| {
        let range = gaps[0].split_once("a row (1 to ");
        range.is_none_or(|(_, rest)| {
            let last = rest.split(')').next().expect("a number");
            game.record.position().split('/').count().to_string() == last
        })
    }),
];

impl Game {
    fn of(record: &dyn AnyRecord) -> Game {
        let moves = (0..record.count_moves()).filter_map(|i| Some(record.nth_move(i)?.to_string()));
        Game {
            record: record.boxed(),
            moves: moves.collect(),
        }
    }

    fn is_legal(&self, m: &str) -> bool {
        self.moves.iter().any(|legal| legal == m)
    }

    fn quoted_are_legal(&self, list: &str) -> bool {
        list.split(" or ")
            .all(|m| self.is_legal(m.trim_matches('`')))
    }

    /// The two ends of each legal line.
    fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.moves
            .iter()
            .filter_map(|m| m.split('[').next()?.split_once(['-', '_']))
    }

    /// Returns whether no legal line with the ends of `word` has a number in its list.
    fn is_in_no_list(&self, number: &str, word: &str) -> bool {
        let number: usize = number.parse().expect("a number");
        let own = self.moves.iter().filter(|m| ends_of(m) == ends_of(word));
        let mut lists = own.filter_map(|m| m.split_once('[')?.1.strip_suffix(']'));
        lists.all(|list| {
            list.split(',').all(|part| {
                let (low, high) = part.split_once('-').unwrap_or((part, part));
                let [low, high] = [low, high].map(|end| end.parse::<usize>().expect("a number"));
                !(low..=high).contains(&number)
            })
        })
    }

    /// The point of the ball, from the text of the position.
    fn ball(&self) -> String {
        let position = self.record.position();
        let board: Vec<&str> = position
            .split(':')
            .next()
            .expect("a board")
            .split('/')
            .collect();
        let (row, line) = board
            .iter()
            .rev()
            .enumerate()
            .find(|(_, line)| line.contains('@'))
            .expect("a ball");
        let (mut column, mut empty) = (0, 0);
        for c in line.chars().take_while(|c| *c != '@') {
            if let Some(digit) = c.to_digit(10) {
                empty = 10 * empty + digit;
            } else {
                (column, empty) = (column + empty + 1, 0);
            }
        }
        format!(
            "{}{row}",
            char::from_u32('a' as u32 + column + empty).expect("a letter")
        )
    }
}

/// Returns the column, counted from 0, and the row of a cell or a point.
fn column_and_row(name: &str) -> (usize, usize) {
    let (column, row) = name.split_at(
        name.find(|c: char| c.is_ascii_digit())
            .unwrap_or(name.len()),
    );
    let column = column
        .bytes()
        .fold(0, |n, letter| 26 * n + usize::from(letter - b'a') + 1);
    // `0` is the column outside the left side.
    (column.wrapping_sub(1), row.parse().unwrap_or(usize::MAX))
}

fn sorted<'t>(a: &'t str, b: &'t str) -> (&'t str, &'t str) {
    (a.min(b), a.max(b))
}

/// Returns the ends of a line, the lower text first.
fn ends_of(line: &str) -> (&str, &str) {
    let ends = line.split('[').next().unwrap_or(line);
    ends.split_once(['-', '_'])
        .map_or((ends, ""), |(a, b)| sorted(a, b))
}

/// Returns the words for the gaps, written `{}`, in a pattern; `None` if the text is another.
fn gaps<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    for part in parts {
        let at = if part.is_empty() {
            rest.len()
        } else {
            rest.find(part)?
        };
        found.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(found)
}

/// The answers of the doors to a word after a game, without the place. An answer is a refusal and, from a text, the
/// suggestions.
fn answers(
    game: &'static dyn AnyGame,
    record: &dyn AnyRecord,
    word: &str,
) -> Vec<(String, Option<String>)> {
    let mut answers = Vec::new();
    if let Err(refused) = record.boxed().play(word) {
        answers.push((refused.to_string(), None));
    }
    if word.contains([' ', ',', ';', '#']) || word.ends_with('.') || word.is_empty() {
        return answers;
    }
    let text = format!("{record} {word}");
    let options = ReadOptions::in_format("text");
    if let Err(refused) = game.read(&SourceText::literal(&text), &options) {
        let refused = refused.to_string();
        let (reason, legal) = refused.split_once("; legal here: ").expect("legal moves");
        let (_, reason) = reason.split_once("`: ").expect("a place");
        answers.push((reason.to_owned(), Some(legal.to_owned())));
    }
    let mut server = Server::new(record.restart()).expect("a game for two");
    let _ = server.answer(&format!("position startpos moves {word}"), &mut |line| {
        let (_, reason) = line.split_once("`: ").expect("a place");
        answers.push((reason.to_owned(), None));
    });
    answers
}

/// Returns a word that differs from a move by a character or two.
fn near(word: &str, letters: &[char], random: &mut Seeded) -> String {
    let mut word: Vec<char> = word.chars().collect();
    for _ in 0..random.below(3) {
        let at = random.below(word.len() as u64 + 1) as usize;
        let letter = letters[random.below(letters.len() as u64) as usize];
        match random.below(4) {
            0 => word.insert(at, letter),
            1 if at < word.len() => drop(word.remove(at)),
            2 if at < word.len() => word[at] = letter,
            _ if at + 1 < word.len() => word.swap(at, at + 1),
            _ => (),
        }
    }
    word.into_iter().collect()
}

/// Returns how many characters must be inserted or removed to turn one text into another, by trying everything.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ if a[i - 1] == b[j - 1] => table[i - 1][j - 1],
                _ => 1 + table[i - 1][j].min(table[i][j - 1]),
            };
        }
    }
    table[a.len()][b.len()]
}

/// Checks that suggestions are legal, that none that is left out is nearer to the word, and that the nearest is first.
#[track_caller]
fn check_suggestions(game: &Game, word: &str, suggested: &str) {
    let (list, more) = suggested.split_once(" and ").unwrap_or((suggested, ""));
    let shown: Vec<&str> = list.split(", ").collect();
    let place = format!("{} {word}: {suggested}", game.record);
    assert!(shown.iter().all(|m| game.is_legal(m)), "{place}");
    let rest = game.moves.len() - shown.len();
    let said = if rest > 0 {
        format!("{rest} more")
    } else {
        String::new()
    };
    assert_eq!(more, said, "{place}");
    let far = |m: &str| distance(m.to_lowercase().as_bytes(), word.to_lowercase().as_bytes());
    let mut all: Vec<usize> = game.moves.iter().map(|m| far(m)).collect();
    all.sort_unstable();
    let shown: Vec<usize> = shown.into_iter().map(far).collect();
    assert_eq!(shown, all[..shown.len()], "{place}");
}

/// A word that differs little from a move of this or of another position.
fn some_word(game: &Game, other: &dyn AnyRecord, letters: &[char], random: &mut Seeded) -> String {
    let points = [
        "h10", "h12", "h13", "f10", "c4", "d6", "c3", "c5", "a1", "e3", "g12", "i11",
    ];
    let mut any = |of: &[String]| of[random.below(of.len() as u64) as usize].clone();
    let moves = if other.game().about().name == "phutball" && game.record.len().is_multiple_of(2) {
        // A whole turn.
        let mut from = any(&points.map(String::from));
        if game.record.len().is_multiple_of(4) {
            from = game.ball();
        }
        vec![format!("{from}-{}", any(&points.map(String::from)))]
    } else {
        Game::of(other).moves
    };
    let word = if moves.is_empty() {
        any(&game.moves)
    } else {
        any(&moves)
    };
    near(&word, letters, random)
}

/// The text said that no line can join 1 and 2, and that the turn is not the name of a point.
#[test]
fn refusals_that_were_false_name_the_reason_and_the_nearest_moves() {
    for (game, text, word, said) in [
        (
            sprouts::GAME,
            "2+ 1-2 1-2",
            "1-2",
            "a line from 1 to 2 starts in one region and ends in another; write `1-2!` or `1!-2`; legal here: 1-2!, \
             1!-2, ",
        ),
        (
            phutball::GAME,
            "15x21",
            "c4-f4-d6-d2",
            "the chain begins at c4, but the ball is at h10; legal here: c4, ",
        ),
    ] {
        let source = SourceText::literal(format!("{text} {word}"));
        let refused = game.read(&source, &ReadOptions::in_format("text"));
        let refused = refused.expect_err("an illegal move").to_string();
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn every_refusal_is_true() {
    let mut random = Seeded::new(61);
    let (mut counts, mut wrong) = (vec![0; CLAIMS.len()], Vec::new());
    for (game, setup, letters) in [
        (sprouts::GAME, "2+", "123456789!-[],_"),
        (sprouts::GAME, "4+", "123456789!-[],_"),
        (sprouts::GAME, "3-black-and-white", "123456789!-[],_"),
        (sprouts::GAME, "3+antwerp-hot", "123456789!-[],_"),
        (brussels::GAME, "2", "123456789abcdef-[]"),
        (brussels::GAME, "3,4", "123456789abcdef-[]"),
        (sos::GAME, "2x3", "SOabcdef123456"),
        (sos::GAME, "4x4:first", "SOabcdef123456"),
        (phutball::GAME, "5x7", "NESWstopabcdefghi0123456789-"),
        (
            phutball::GAME,
            "15x21",
            "NESWstopabcdefghijklmno0123456789-",
        ),
        (sprouts::ON_SURFACES, "2@h1", "0123456789."),
        (sprouts::ON_SURFACES, "3@c1", "0123456789."),
        (sprouts::ON_SURFACES, "3@c2-", "0123456789."),
        (brussels::ON_SURFACES, "2@h1", "0123456789."),
        (brussels::ON_SURFACES, "3@c1", "0123456789."),
    ] {
        let start = game.parse(setup).expect("a setup");
        let letters: Vec<char> = letters.chars().collect();
        for _ in 0..100 {
            let [mut record, mut other] = [start.restart(), start.restart()];
            record.play_random(random.below(12), &mut random);
            other.play_random(random.below(10), &mut random);
            if record.outcome().is_some() {
                continue;
            }
            let here = Game::of(&*record);
            for _ in 0..8 {
                let word = some_word(&here, &*other, &letters, &mut random);
                for (reason, suggested) in answers(game, &*record, &word) {
                    let place = format!("{record} {word}: {reason}");
                    let mut known = CLAIMS.iter().zip(&mut counts);
                    let known = known.find_map(|((pattern, check), count)| {
                        *count += usize::from(gaps(pattern, &reason).is_some());
                        Some(check(&here, &word, &gaps(pattern, &reason)?))
                    });
                    match known {
                        None => wrong.push(format!("unknown: {place}")),
                        Some(false) => wrong.push(format!("not true: {place}")),
                        Some(true) => (),
                    }
                    if let Some(suggested) = suggested {
                        check_suggestions(&here, &word, &suggested);
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let never: Vec<&str> = (CLAIMS.iter().zip(&counts))
        .filter(|(_, count)| **count == 0)
        .map(|((pattern, _), _)| *pattern)
        .collect();
    assert_eq!(never, [""; 0], "these were never said");
}
