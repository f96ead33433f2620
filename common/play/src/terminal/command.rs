//! The commands that can be typed at the prompt in addition to moves.

/// A line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'t> {
    Nothing,
    /// The number of moves.
    Back(usize),
    Best(usize),
    Board,
    Eval,
    Flip,
    /// The number of moves.
    Forward(usize),
    /// The command to explain; everything if it is empty.
    Help(&'t str),
    Hint,
    Level(&'t str),
    Moves(&'t str),
    New(&'t str),
    Quit,
    Record,
    /// The number of times.
    Redo(usize),
    Rematch,
    Resign,
    Review,
    Rules,
    Save {
        path: &'t str,
        replaces: bool,
    },
    /// The number of times.
    Undo(usize),
    Why,
    /// A command with an argument that it does not accept, given by its usage and its effect.
    Misused(&'static str, &'static str),
    /// Anything else: a move, or the number of one.
    Move(&'t str),
}

/// The number of moves that `best` shows if no number is given, which is also the maximum.
const BEST: usize = 3;
pub(super) const MOST_BEST: usize = 20;

/// The commands as `help` shows them.
pub(super) const HELP: [(&str, &str); 22] = [
    (
        "moves [TEXT]",
        "list the legal moves, or those that begin with TEXT; a short list says each in words",
    ),
    ("hint", "show a good move"),
    (
        "eval",
        "show who wins with best play, or an estimate if that cannot be proved",
    ),
    (
        "best [N]",
        "show the 3 best moves with their values, or the N best (up to 20)",
    ),
    (
        "why",
        "show the moves that are expected after the last hint",
    ),
    (
        "review",
        "show the blunders of this game and the better moves",
    ),
    (
        "undo [N]",
        "take back your last move, or N moves, and the replies",
    ),
    (
        "redo [N]",
        "play again what was taken back last, or the last N",
    ),
    (
        "back [N]",
        "look at the position one move earlier, or N moves; the game stays as it is",
    ),
    ("forward [N]", "look at the next position again"),
    ("resign", "give up the game"),
    (
        "new [SETUP]",
        "begin another game, such as `new 4` or `new sos 4x4:first`",
    ),
    ("rematch", "begin again with the seats swapped"),
    ("flip", "change sides with the machine"),
    ("level N", "set how well the machine plays, from 1 to 5"),
    ("board", "show the board again"),
    ("rules", "show the rules"),
    ("record", "show the game as text"),
    ("save FILE", "write the game and its players to a new file"),
    (
        "save! FILE",
        "write the game to a file, and replace the file if it exists",
    ),
    ("help [WORD]", "show this list, or explain one command"),
    ("quit", "leave the game"),
];

impl Command<'_> {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Command<'_> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Command::Nothing,
            ("best", number) => match count(number, BEST) {
                Some(number) if number <= MOST_BEST => Command::Best(number),
                _ => misused("best"),
            },
            ("back", number) => count(number, 1).map_or_else(|| misused("back"), Command::Back),
            ("forward", number) => {
                count(number, 1).map_or_else(|| misused("forward"), Command::Forward)
            }
            ("undo", number) => count(number, 1).map_or_else(|| misused("undo"), Command::Undo),
            ("redo", number) => count(number, 1).map_or_else(|| misused("redo"), Command::Redo),
            ("level", rest) => Command::Level(rest),
            ("moves", rest) => Command::Moves(rest),
            ("play", m) if !m.is_empty() => Command::Move(m),
            ("new", rest) => Command::New(rest),
            ("save", path) => Command::Save {
                path,
                replaces: false,
            },
            ("save!", path) => Command::Save {
                path,
                replaces: true,
            },
            ("board" | "show", "") => Command::Board,
            ("eval", "") => Command::Eval,
            ("flip", "") => Command::Flip,
            ("help" | "?", about) => Command::Help(about),
            ("hint", "") => Command::Hint,
            ("quit" | "exit", "") => Command::Quit,
            ("record", "") => Command::Record,
            ("rematch", "") => Command::Rematch,
            ("resign", "") => Command::Resign,
            ("review", "") => Command::Review,
            ("rules", "") => Command::Rules,
            ("why", "") => Command::Why,
            ("show", _) => misused("board"),
            // Typed after the last page of a long text, `q` must not leave the game.
            ("exit" | "q", _) => misused("quit"),
            (word, _) => match HELP.iter().find(|(usage, _)| *usage == word) {
                Some((usage, about)) => Command::Misused(usage, about),
                None => Command::Move(line),
            },
        }
    }
}

/// Reads a positive number. Returns `usual` if the text is empty, and `None` if it is anything else.
fn count(number: &str, usual: usize) -> Option<usize> {
    match number {
        "" => Some(usual),
        number => number.parse().ok().filter(|number| *number > 0),
    }
}

/// Returns the command for a word that is followed by an argument that it does not take.
fn misused(word: &str) -> Command<'static> {
    let name = |usage: &str| usage.split(' ').next() == Some(word);
    let (usage, about) = HELP
        .iter()
        .find(|(usage, _)| name(usage))
        .expect("every command has its help");
    Command::Misused(usage, about)
}

/// Returns the commands that are completed, as `help` shows them.
pub(super) fn usages() -> impl Iterator<Item = &'static str> {
    HELP.iter()
        .map(|(usage, _)| *usage)
        .filter(|usage| *usage != "save! FILE")
}

/// Returns the one command that begins with a mistyped word or differs from it in one letter.
pub(super) fn meant(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?.to_lowercase();
    if word.len() < 3 || !word.chars().all(|c| c.is_ascii_lowercase()) {
        return None;
    }
    let names = HELP.iter().map(|(usage, _)| usage.split(' ').next());
    let mut near = names
        .flatten()
        .filter(|name| name.starts_with(&word) || is_near(name, &word));
    near.next().filter(|_| near.next().is_none())
}

/// Returns whether two words differ by one letter that is wrong, missing or too many.
fn is_near(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    match a.len().abs_diff(b.len()) {
        0 => {
            a.get(1..) == b.get(1..)
                || (a.len() > 1 && a[0] == b[1] && a[1] == b[0] && a[2..] == b[2..])
        }
        1 if a.len() > b.len() => &a[1..] == b,
        1 => a == &b[1..],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_help_is_read() {
        for (usage, _) in HELP {
            let word = usage.split(' ').next().expect("a word");
            assert!(!matches!(Command::read(word), Command::Move(_)), "{usage}");
        }
        assert_eq!(Command::read("UNDO"), Command::Undo(1));
        assert_eq!(Command::read("undo 3"), Command::Undo(3));
        assert_eq!(Command::read("best 7"), Command::Best(7));
        assert_eq!(Command::read("1-2"), Command::Move("1-2"));
        assert_eq!(Command::read("play Sb2"), Command::Move("Sb2"));
        let replaces = true;
        let path = "a b.txt";
        assert_eq!(
            Command::read("save!  a b.txt"),
            Command::Save { path, replaces }
        );
    }

    #[test]
    fn a_command_with_what_it_does_not_take_is_not_a_move() {
        for (line, usage) in [
            ("best 0", "best [N]"),
            ("best 70", "best [N]"),
            ("best x", "best [N]"),
            ("undo 0", "undo [N]"),
            ("redo it", "redo [N]"),
            ("quit now", "quit"),
            ("exit now", "quit"),
            ("q", "quit"),
            ("show it", "board"),
            ("hint please", "hint"),
        ] {
            let read = Command::read(line);
            assert!(
                matches!(read, Command::Misused(found, _) if found == usage),
                "{line}: {read:?}"
            );
        }
    }

    #[test]
    fn mistyped_commands_are_guessed() {
        for (typed, meant_by_it) in [
            ("undp", Some("undo")),
            ("resing", Some("resign")),
            ("remat", Some("rematch")),
            ("hnt", Some("hint")),
            ("re", None),
            ("xyz", None),
            ("1-2", None),
        ] {
            assert_eq!(meant(typed), meant_by_it, "{typed}");
        }
    }
}
