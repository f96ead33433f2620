//! What the program writes in a notation, it reads back: the way in which every command reads a text takes it for what
//! it is, says what it could be taken for, or refuses it with the reason.

use common::any::{AnyGame, AnyRecord};
use common::describe::SetupOptions;
use common::format::Statements;
use common::reading::{ReadOptions, SourceText};
use common::values::Effort;
use common::{Budget, Ending, Nimber, Outcome, Player, Seeded};
use papergames::sprouts::{self, Unnumbered};

/// What a text was taken for.
enum Taken {
    Game(Box<dyn AnyRecord>),
    /// A position without numbered spots, by whether the player to move wins, and its nimber in normal play.
    Unnumbered(bool, Option<Nimber>),
    /// The program says what else the text can stand for.
    Warned,
}

/// Reads a text as every command does: as a setup, as games in a notation that it looks like, and otherwise as a
/// position without numbered spots. A notation may leave the rules or the ending open.
fn read(
    game: &'static dyn AnyGame,
    text: &str,
    options: &ReadOptions<'_>,
) -> Result<Taken, String> {
    let unnumbered = game.extra::<Unnumbered>();
    let text = text.trim();
    if !text.contains(char::is_whitespace) {
        let other = unnumbered.and_then(|texts| texts.unmistakable(text));
        match (game.start(Some(text), &SetupOptions::none()), other) {
            (Ok(_), Some(_)) => return Ok(Taken::Warned),
            (Ok(start), None) => return Ok(Taken::Game(start)),
            (Err(reason), Some(other)) if reason.to_string().contains(&other) => {
                return Ok(Taken::Warned);
            }
            (Err(_), _) => (),
        }
    }
    if let Some(format) = unnumbered.and_then(|texts| texts.format(None, text)) {
        let sum = format.read(text).map_err(|reason| reason.to_string())?;
        let ending = if options.misere {
            Ending::Misere
        } else {
            Ending::Normal
        };
        let verdict = sum.solve(ending, &Budget::new());
        let verdict = verdict.expect("a small position");
        let wins = verdict.outcome == Outcome::Win(Player::FIRST);
        return Ok(Taken::Unnumbered(wins, verdict.nimber));
    }
    match game.read(&SourceText::literal(text), options) {
        Ok(mut games) => Ok(Taken::Game(games.remove(0).record)),
        Err(reason) => Err(reason.to_string()),
    }
}

/// Returns whether the player to move wins the last position of a record, and its nimber in normal play.
fn value(record: &mut dyn AnyRecord) -> (bool, Option<Nimber>) {
    let mover = record.turn();
    let verdict = record.values().solve(&mut Effort::default());
    let winner = verdict.expect("a small position").outcome.winner();
    let nimber = record.values().nimber(&mut Effort::default());
    let nimber = nimber.expect("a small position");
    // Whoever cannot move loses in normal play, which has nimbers, and wins in misère play.
    let wins = mover.map_or(nimber.is_none(), |mover| winner == Some(mover));
    (wins, nimber)
}

/// Returns whether a text is taken for the last position of a record, or else what was wrong. A text without numbers
/// stands for every position that plays the same.
fn is_read_back(
    record: &mut dyn AnyRecord,
    text: &str,
    is_numbered: bool,
    options: &ReadOptions<'_>,
) -> Result<(), String> {
    match read(record.game(), text, options)? {
        Taken::Game(other) if other.class() == record.class() => Ok(()),
        Taken::Game(mut other) => {
            let is_same = !is_numbered && value(&mut *other) == value(record);
            is_same
                .then_some(())
                .ok_or_else(|| format!("read as {other}"))
        }
        Taken::Unnumbered(wins, nimber) if (wins, nimber) == value(record) => Ok(()),
        Taken::Unnumbered(wins, nimber) => Err(format!("read as {wins}, {nimber:?}")),
        Taken::Warned => Ok(()),
    }
}

/// Checks the texts of the last position of a game in every notation. Returns how many were read back.
fn check(record: &mut dyn AnyRecord) -> usize {
    let game = record.game();
    let rule_sets = game.about().rule_sets.iter().map(|set| Some(set.name));
    let mut count = 0;
    for notation in game
        .notations()
        .iter()
        .filter(|notation| notation.is_written)
    {
        // `convert` says what these leave out: who is to move, and rules other than the usual ones.
        let is_open = match notation.name {
            "diagram" | "glop" if notation.reads.is_some() => record.turn() != Some(Player::FIRST),
            "json" => !record.setup().contains("terminal-rows"),
            _ => false,
        };
        let Some(text) = record
            .write(notation.name, &Statements::default())
            .ok()
            .filter(|_| !is_open)
        else {
            continue;
        };
        let mut wrong = Vec::new();
        let endings = [None].into_iter().chain(rule_sets.clone());
        let mut options = endings.flat_map(|rules| [false, true].map(|misere| (rules, misere)));
        let is_read = options.any(|(rules, misere)| {
            let mut options = ReadOptions::default();
            (options.rules, options.misere) = (rules, misere);
            let read = is_read_back(record, &text, notation.reads.is_some(), &options);
            read.map_err(|reason| wrong.push(reason)).is_ok()
        });
        let is_told = wrong
            .first()
            .is_some_and(|reason| reason.contains("specify the format"));
        assert!(
            is_read || is_told,
            "{record} as {}: `{text}`, {wrong:?}",
            notation.name
        );
        count += usize::from(is_read);
    }
    count
}

#[test]
fn every_text_that_is_written_is_read_back() {
    let games: [(&dyn AnyGame, &[&str]); 6] = [
        (sprouts::GAME, &["1+", "2+", "3+", "4+", "2-", "3-"]),
        (sprouts::ON_SURFACES, &["2@h1", "3@c1"]),
        (brussels::GAME, &["2", "2-", "3,4"]),
        (brussels::ON_SURFACES, &["2@c1", "3,3@h1-"]),
        (sos::GAME, &["3x3", "2x5:first", "4x3:misere"]),
        (phutball::GAME, &["15x21", "9x11", "15x21:terminal-rows"]),
    ];
    let mut random = Seeded::new(8);
    for (game, setups) in games {
        let (mut positions, mut texts) = (0, 0);
        while positions < 250 {
            for setup in setups {
                let start = game.start(Some(setup), &SetupOptions::none());
                let mut record = start.expect("a setup");
                while record.turn().is_some() && record.len() < 12 {
                    positions += 1;
                    texts += check(&mut *record);
                    let m = record.random_move(&mut random).expect("a move");
                    record.push(&m).expect("a legal move");
                }
                texts += check(&mut *record);
            }
        }
        assert!(texts >= positions, "{}: {texts}", game.about().name);
    }
}

/// Letters with accents, dashes and wide letters count as one, as people count, and move no place.
#[test]
fn places_in_errors_do_not_depend_on_the_width_of_letters() {
    const NAME: &str = "Muller";
    let texts: [(&dyn AnyGame, Option<&str>, &str); 8] = [
        (sprouts::GAME, None, "5+ (Muller, Schmitz*) 1(6)2 q"),
        (
            sprouts::GAME,
            Some("wgosa"),
            "5+ (Muller, Bo) 1(6)1[2, 3-4 2(7)3",
        ),
        (sprouts::GAME, None, "3+ (Muller, Bo)\n1(4)2 3(5)3[] q"),
        (sprouts::GAME, None, "3+ 1-2 # Muller\n1-9"),
        (sprouts::GAME, Some("glop"), "Muller"),
        (brussels::GAME, None, "2 # Muller\n1a-2a 1a-9b"),
        (sos::GAME, None, "3x3 general # Muller\nSa1 Oz9"),
        (phutball::GAME, None, "15x21 # Muller\nH11 H99"),
    ];
    for (game, format, text) in texts {
        let refused = |name: &str| {
            let options = ReadOptions {
                format,
                ..ReadOptions::default()
            };
            let read = game.read(&SourceText::literal(text.replace(NAME, name)), &options);
            let refused = read.err().unwrap_or_else(|| panic!("{text} is read"));
            refused.to_string().replace(name, NAME)
        };
        let plain = refused(NAME);
        for name in [
            "Müller",
            "Mu\u{308}ler",
            "鈴木鈴木鈴木",
            "M–ll—r",
            "🌱🌱🌱🌱🌱🌱",
        ] {
            let is_quoted = format == Some("glop");
            let wide = refused(name);
            if !is_quoted {
                assert_eq!(wide, plain, "{name}");
            }
        }
    }
}
