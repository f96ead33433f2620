//! The commands that can be typed at a table in addition to moves.

use super::commands::Argument;

/// The number of moves that `best` shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BestCount(pub(super) usize);

/// The number of moves that `best` shows if no number is given, and the maximum.
const BEST: usize = 3;
pub(super) const MOST_BEST: usize = 20;

impl Argument for BestCount {
    fn read(typed: &str) -> Option<BestCount> {
        match typed {
            "" => Some(BestCount(BEST)),
            typed => usize::read(typed)
                .filter(|number| *number <= MOST_BEST)
                .map(BestCount),
        }
    }
}

crate::commands! {
    /// A command at a table.
    #[derive(Debug, PartialEq, Eq)]
    pub(super) enum TableCommand {
        Moves(String): "moves [TEXT]",
            "list the legal moves, or those that begin with TEXT; a short list says each in words";
        Hint: "hint", "show a good move";
        Eval: "eval", "show who wins with best play, or an estimate if that cannot be proved";
        Best(BestCount): "best [N]", "show the 3 best moves with their values, or the N best (up to 20)";
        Why: "why", "show the moves that are expected after the last hint";
        Review: "review", "show the blunders of this game and the better moves";
        Undo(usize): "undo [N]", "take back your last move, or N moves, and the replies";
        Redo(usize): "redo [N]", "play again what was taken back last, or the last N";
        Back(usize): "back [N]", "look at the position one move earlier, or N moves; the game stays as it is";
        Forward(usize): "forward [N]", "look at the next position again";
        Resign: "resign", "give up the game";
        New(String): "new [SETUP]", "begin another game";
        Rematch: "rematch", "begin again with the seats swapped";
        Flip: "flip", "change sides with the machine";
        Swap: "swap", "take the first player's seat by the pie rule, in answer to the first turn";
        Level(String): "level N", "set how well the machine plays, from 1 to 5";
        Board: "board", "show the board again";
        Rules: "rules", "show the rules";
        Record: "record", "show the game as text";
        Save(String): "save FILE", "write the game and its players to a new file, or again to the same file";
        SaveOver(String): "save! FILE", "write the game to a file, and replace the file if it exists";
        Help(String): "help [WORD]", "show this list, or explain one command";
        Quit: "quit", "leave the game";
    }
    // Typed after the last page of a long text, `q` must not leave the game: `quit` takes no argument.
    also "show": "board", "?": "help", "exit": "quit", "q": "quit q"
}

#[cfg(test)]
mod tests {
    use super::super::commands::{Commands, PromptEntry};
    use super::*;

    #[test]
    fn every_command_of_the_help_is_read() {
        for usage in TableCommand::USAGES {
            let word = usage.text.split(' ').next().expect("a word");
            let read = TableCommand::read(word);
            assert!(matches!(read, Ok(PromptEntry::Command(_))), "{word}");
        }
        let command = |line| match TableCommand::read(line) {
            Ok(PromptEntry::Command(command)) => command,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(command("UNDO"), TableCommand::Undo(1));
        assert_eq!(command("undo 3"), TableCommand::Undo(3));
        assert_eq!(command("best 7"), TableCommand::Best(BestCount(7)));
        assert_eq!(TableCommand::read("1-2"), Ok(PromptEntry::Move("1-2")));
        assert_eq!(TableCommand::read("play Sb2"), Ok(PromptEntry::Move("Sb2")));
        let path = "a b.txt".to_owned();
        assert_eq!(command("save!  a b.txt"), TableCommand::SaveOver(path));
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
            let misused = TableCommand::read(line).expect_err(line).to_string();
            assert!(
                misused.starts_with(&format!("expected `{usage}` (")),
                "{line}: {misused}"
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
            let guess = meant_by_it.map(|name| format!("(did you mean `{name}`?)"));
            assert_eq!(TableCommand::guess(typed), guess, "{typed}");
        }
    }
}
