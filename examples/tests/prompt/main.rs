//! The prompt of `papergames play`, at a pseudo-terminal as a person sees it.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};

/// How long the program may take to answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// The program at a terminal.
struct Terminal {
    child: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    /// What has been printed since the last line was typed, and everything.
    answer: String,
    all: String,
}

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("papergames-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Terminal {
    /// Starts the program in a terminal of the given columns and rows, and waits until it asks for a line.
    fn open(line: &str, size: (u16, u16), folder: &Folder, variables: &[(&str, &str)]) -> Terminal {
        let mut terminal = Terminal::start(line, size, folder, variables);
        terminal.wait();
        terminal
    }

    /// Starts the program in a terminal of the given columns and rows.
    fn start(
        line: &str,
        size: (u16, u16),
        folder: &Folder,
        variables: &[(&str, &str)],
    ) -> Terminal {
        let size = Winsize {
            ws_col: size.0,
            ws_row: size.1,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let pty = openpty(&size, None).expect("a pseudo-terminal");
        let slave = || pty.slave.try_clone().expect("a copy of the terminal");
        let child = Command::new(env!("CARGO_BIN_EXE_papergames"))
            .args(line.split_whitespace())
            .current_dir(&folder.0)
            .env("XDG_STATE_HOME", &folder.0)
            .env("HOME", &folder.0)
            .env("PAPERGAMES_CONFIG", "")
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .stdin(slave())
            .stdout(slave())
            .stderr(slave())
            .spawn()
            .expect("the program starts");
        drop(pty.slave);
        let keys = File::from(pty.master.try_clone().expect("a copy of the terminal"));
        let mut master = File::from(pty.master);
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // The terminal reports an error when the program has ended.
            while let Ok(n @ 1..) = master.read(&mut buffer) {
                if sender.send(buffer[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            child,
            keys,
            output,
            answer: String::new(),
            all: String::new(),
        }
    }

    /// Takes what the program prints within a moment.
    #[track_caller]
    fn listen(&mut self) {
        match self.output.recv_timeout(Duration::from_millis(100)) {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                self.answer.push_str(&text);
                self.all.push_str(&text);
            }
            Err(RecvTimeoutError::Timeout) => (),
            Err(RecvTimeoutError::Disconnected) => {
                panic!("the program has ended: {}", plain(&self.all))
            }
        }
    }

    /// Waits until the program asks for a line; returns the name before the prompt.
    #[track_caller]
    fn wait(&mut self) -> String {
        let begun = Instant::now();
        loop {
            let text = plain(&self.answer);
            // The line editor goes back to the begin of the line, and then to the right of the prompt.
            let text = text.trim_end_matches('\r');
            if let Some((_, prompt)) = text.rsplit_once(['\n', '\r'])
                && let Some(name) = prompt.strip_suffix("> ")
            {
                return name.to_owned();
            }
            assert!(begun.elapsed() < PATIENCE, "no prompt in {text}");
            self.listen();
        }
    }

    /// Types keys as they are.
    fn press(&mut self, keys: &str) {
        self.answer.clear();
        self.keys.write_all(keys.as_bytes()).expect("it reads");
    }

    /// Types a line and returns the name of the next prompt.
    #[track_caller]
    fn line(&mut self, line: &str) -> String {
        self.press(&format!("{line}\r"));
        self.wait()
    }

    /// Types a line and expects some text in the answer.
    #[track_caller]
    fn says(&mut self, line: &str, expected: &str) {
        self.line(line);
        let answer = plain(&self.answer);
        assert!(
            answer.contains(expected),
            "{line}: no {expected:?} in {answer}"
        );
    }

    /// Plays the first listed move until the game is over.
    #[track_caller]
    fn finish(&mut self) {
        for _ in 0..200 {
            self.line("moves");
            if self.line("1") == "over" {
                return;
            }
        }
        panic!("no end: {}", plain(&self.answer));
    }

    /// Waits until the program has ended.
    #[track_caller]
    fn end(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.output.recv_timeout(Duration::from_millis(100)) {
                Ok(bytes) => self.all.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                    self.all.push_str(&String::from_utf8_lossy(&bytes));
                }
                return (status, plain(&self.all));
            }
        }
        let status = self.child.wait().expect("the program ends");
        (status, plain(&self.all))
    }
}

/// Returns a text without escape sequences, as a screen shows it.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\x1b' {
            plain.push(c);
            continue;
        }
        // `ESC [ … letter`, or `ESC` and one sign. A clock runs between `ESC 7` and `ESC 8`, apart from the rest.
        match chars.next() {
            Some('[') => drop(chars.by_ref().find(char::is_ascii_alphabetic)),
            Some('7') => drop(chars.by_ref().find(|c| *c == '8')),
            _ => (),
        }
    }
    plain
}

/// Reviews a saved game with the command, outside the session.
fn reviewed(game: &str, file: &str, folder: &Folder) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_papergames"))
        .args(["review", game, file])
        .current_dir(&folder.0)
        .output()
        .expect("the program starts");
    assert!(run.status.success(), "{run:?}");
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn ten_games_of_all_kinds_are_played_in_a_row() {
    let folder = Folder::new("prompt-games");
    let mut terminal = Terminal::open("play sprouts 1 --level 1", (80, 40), &folder, &[]);

    // 1: to its end, and back from there.
    terminal.finish();
    terminal.says("undo", "taken back: ");
    terminal.says("redo", "played again: ");
    // 2: a rematch, in which the machine begins.
    terminal.says("rematch", "You are the second player");
    terminal.finish();
    // 3: another size, another level, and a first move that loses: the review shows it, here and from the file.
    terminal.says("flip", "You are the first player");
    terminal.says("new 4", "A new game: 4.");
    terminal.says("level 5", "the machine plays at level 5");
    terminal.says("eval", "first wins with best play (proved)");
    terminal.says("1-2", "second played ");
    assert_eq!(terminal.line("resign"), "over");
    assert!(
        plain(&terminal.answer).contains("second wins: first resigned; you have lost"),
        "{}",
        terminal.answer
    );
    terminal.says(
        "review",
        "move 1, first (you) 1-2??: gives the win away; better: 1-1",
    );
    terminal.says("review", "Decided by move 1, 1-2 by the first player.");
    terminal.says("save lost.txt", "saved to lost.txt");
    // 4 and 5: Brussels Sprouts.
    terminal.says("new brussels 1", "You are the first player");
    terminal.says("level 2", "the machine plays at level 2");
    terminal.finish();
    terminal.says("flip", "You are the second player");
    terminal.says("new 2", "A new game: 2.");
    terminal.finish();
    terminal.says("flip", "You are the first player");
    // 6 to 8: SOS; the first move of the last one gives the win away, and the game is lost on the board.
    terminal.says("new sos 1x7", "SOS");
    terminal.finish();
    terminal.says("new 3x3", "A new game: 3x3.");
    terminal.finish();
    terminal.says("new 1x7", "A new game: 1x7.");
    terminal.says("level 5", "the machine plays at level 5");
    terminal.says("best 1", "with best play (proved)");
    terminal.says("Oa1", "played");
    terminal.finish();
    terminal.says(
        "review",
        "move 1, first (you) Oa1??: gives the win away; better: Sd1",
    );
    // A game that exists is written over only on request.
    terminal.says(
        "save lost.txt",
        "already exists; to replace it, use `save! lost.txt`",
    );
    terminal.says("save sos.txt", "saved to sos.txt");
    terminal.says("save sos.txt", "saved to sos.txt");
    // 9 and 10: Phutball. A player who resigns a game that is not lost is warned.
    terminal.says("new phutball 3x7", "Phutball");
    terminal.says("level 1", "the machine plays at level 1");
    terminal.says("b4", "second");
    terminal.says("undo", "taken back: b4");
    assert_eq!(terminal.line("resign"), "over");
    terminal.says("undo", "first plays on");
    terminal.says("b1", "second");
    terminal.says("resign", "second wins: first resigned");
    terminal.says("review", "Decided ");
    terminal.says("new 3x9", "A new game: ");
    terminal.says("moves b", "b5");
    terminal.says("resign", "resigned");
    terminal.says("new chess", "no new game: ");
    terminal.press("quit\r");
    let (status, all) = terminal.end();
    assert!(status.success(), "{all}");
    assert_eq!(
        all.matches("The game is over: `review`").count(),
        12,
        "{all}"
    );

    let saved = std::fs::read_to_string(folder.0.join("lost.txt")).expect("the game is saved");
    assert!(
        saved.starts_with(
            "# play sprouts; people: first; level: 5\n# game, second wins by resignation\n4+ 1-2 "
        ),
        "{saved}"
    );
    let text = reviewed("sprouts", "lost.txt", &folder);
    assert!(
        text.contains("   1. first  1-2") && text.contains("gives away: second wins (proved)"),
        "{text}"
    );
    assert!(
        text.contains("decided by move 1, 1-2 by the first player\n"),
        "{text}"
    );
    let text = reviewed("sos", "sos.txt", &folder);
    assert!(text.contains("   1. first  Oa1"), "{text}");
    assert!(text.contains("gives away: "), "{text}");
}

#[test]
fn a_resigned_game_that_was_won_is_told_so() {
    let folder = Folder::new("prompt-resigned");
    let line = "play sos 1x7 --you all";
    let mut terminal = Terminal::open(line, (80, 24), &folder, &[]);
    terminal.line("Sd1");
    terminal.line("Sa1");
    terminal.says("resign", "second wins: first resigned");
    terminal.says(
        "review",
        "Decided at the end: the first player gave up a won game.",
    );
    terminal.says("save won.txt", "saved to won.txt");
    terminal.press("quit\r");
    terminal.end();
    let text = reviewed("sos", "won.txt", &folder);
    assert!(
        text.contains("decided at the end: the first player gave up a won game\n"),
        "{text}"
    );
}

#[test]
fn help_and_long_answers_fit_the_screen() {
    let folder = Folder::new("prompt-help");
    let mut terminal = Terminal::open("play sprouts 4", (80, 24), &folder, &[]);
    for line in [
        "help",
        "help commands",
        "rules",
        "why",
        "nonsense",
        "best 20",
    ] {
        terminal.line(line);
        let shown = plain(&terminal.answer);
        // The first line is what was typed, and the last is the next prompt.
        let lines: Vec<&str> = shown.lines().skip(1).collect();
        assert!(lines.len() <= 24, "{line}: {} lines\n{shown}", lines.len());
        for text in lines {
            assert!(text.trim_end().chars().count() <= 80, "{line}: {text}");
        }
    }
    // An empty line brings the board back.
    terminal.says("", "spots with lives: ");
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn whoever_names_the_board_15x19_is_told_which_it_is() {
    let folder = Folder::new("prompt-size");
    let mut terminal = Terminal::open("play phutball 15x19", (80, 24), &folder, &[]);
    let told = |text: &str| plain(text).contains("17 rows for men. The standard\r\nboard");
    assert!(told(&terminal.all), "{}", plain(&terminal.all));
    terminal.line("new 15x21");
    assert!(!told(&terminal.answer), "{}", plain(&terminal.answer));
    terminal.line("new 15x19");
    assert!(told(&terminal.answer), "{}", plain(&terminal.answer));
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn the_machine_begins_and_the_rules_stay_on_the_screen() {
    let folder = Folder::new("prompt-begins");
    let line = "play phutball 9x11 --you second --level 1";
    let mut terminal = Terminal::open(line, (80, 40), &folder, &[]);
    terminal.line("board");
    let all = plain(&terminal.all);
    let asked = all.rfind("first played ").expect("the machine's move");
    let rules = all[..asked]
        .rfind("first plays upwards")
        .expect("the rules");
    // Both stand on the same screen: the last heading is above both.
    let heading = all[..asked].rfind("Phutball ·").expect("the heading");
    assert!(heading < rules, "{all}");
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn clocks_with_an_increment_are_shown_and_lost_on() {
    let folder = Folder::new("prompt-clock");
    let line = "play sos 3x3 --you all --clock 2s+1s";
    let mut terminal = Terminal::open(line, (80, 24), &folder, &[]);
    terminal.says("Ob2", "second to move");
    let shown = plain(&terminal.answer);
    assert!(
        shown.contains("first 0:02.") && shown.contains(" · second ▸0:0"),
        "{shown}"
    );
    assert!(
        !plain(&terminal.answer).contains("first 0:01."),
        "the increment is added: {}",
        plain(&terminal.answer)
    );
    let begun = Instant::now();
    while !terminal.all.contains("second is out of time: press Enter") {
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "{}",
            terminal.all
        );
        terminal.listen();
    }
    terminal.says("Oa1", "second lost on time");
    terminal.says("review", "the second player ran out of time");
    terminal.says("save late.txt", "saved to late.txt");
    // The move that came too late is not played; the one before it can be taken back.
    terminal.says("undo", "first to move");
    assert_eq!(terminal.line("Oa1"), "second");
    terminal.press("quit\r");
    terminal.end();
    let saved = std::fs::read_to_string(folder.0.join("late.txt")).expect("the game is saved");
    assert!(
        saved.contains("; clock: 2+1; left: ")
            && saved.contains("\n# game, first wins on time\n.../.../...:1:0-0 Ob2\n"),
        "{saved}"
    );
    // The game is over where it goes on, and its time does not come back.
    let mut again = Terminal::open("play sos late.txt", (80, 24), &folder, &[]);
    assert!(
        plain(&again.all).contains("first wins on time"),
        "{}",
        again.all
    );
    again.says("undo", "first to move");
    again.press("quit\r");
    again.end();
}

#[test]
fn who_plays_and_the_clocks_are_saved_with_a_game() {
    let folder = Folder::new("prompt-seats");
    let line = "play brussels 1 --you second --level 1 --clock 5m+2s";
    let mut terminal = Terminal::open(line, (80, 24), &folder, &[]);
    terminal.says("save ~/game.txt", "saved to ");
    terminal.press("quit\r");
    terminal.end();
    let saved =
        std::fs::read_to_string(folder.0.join("game.txt")).expect("it is in the home folder");
    assert!(
        saved.starts_with("# play brussels; people: second; level: 1; clock: 300+2; left: 30"),
        "{saved}"
    );
    let mut again = Terminal::open("play brussels game.txt", (80, 24), &folder, &[]);
    let all = plain(&again.all);
    assert!(
        all.contains("you: second, level 1")
            && all.contains("second (you) to move")
            // A busy machine may take some seconds until the prompt.
            && all.contains("second ▸4:5"),
        "{all}"
    );
    again.press("quit\r");
    again.end();
    // The command line wins.
    let line = "play brussels game.txt --you all --clock 1m";
    let mut again = Terminal::open(line, (80, 24), &folder, &[]);
    let all = plain(&again.all);
    assert!(
        all.contains("all by hand") && all.contains("second ▸0:5"),
        "{all}"
    );
    again.press("quit\r");
    again.end();
    // The text alone could be a game of Sprouts.
    let (status, all) = Terminal::start("play sprouts game.txt", (80, 24), &folder, &[]).end();
    assert_eq!(status.code(), Some(1));
    assert!(
        all.replace("\r\n", " ")
            .contains("use that game's name instead of `sprouts`"),
        "{all}"
    );
}

#[test]
fn a_long_game_is_kept_when_a_short_one_follows() {
    let folder = Folder::new("prompt-shelf");
    let mut terminal = Terminal::open("play sos 3x3 --you all", (80, 24), &folder, &[]);
    for m in ["Sa1", "Ob1", "Sc1", "Sa2"] {
        terminal.line(m);
    }
    terminal.line("new");
    terminal.line("Sb2");
    terminal.press("quit\r");
    terminal.end();
    let mut again = Terminal::open("play sos --resume=2", (80, 24), &folder, &[]);
    again.says("record", ":1:0-0 Sa1 Ob1 Sc1 Sa2");
    again.line("Ob2");
    again.press("quit\r");
    again.end();
    // It is the last one now, and the short one is the one before.
    let mut again = Terminal::open("play sos --resume", (80, 24), &folder, &[]);
    again.says("record", ":1:0-0 Sa1 Ob1 Sc1 Sa2 Ob2");
    again.press("quit\r");
    again.end();
    let (status, all) = Terminal::start("play sos --resume=3", (80, 24), &folder, &[]).end();
    assert_eq!(status.code(), Some(1));
    assert!(all.contains("there are only"), "{all}");
}

/// Both programs once wrote to one file, and the game of the second was lost.
#[test]
fn games_in_two_terminals_are_both_kept() {
    let folder = Folder::new("prompt-two");
    let mut one = Terminal::open("play sos 4x4 --you all", (80, 24), &folder, &[]);
    one.line("Sa1");
    let mut two = Terminal::open("play sos 3x3 --you all", (80, 24), &folder, &[]);
    two.line("Sb2");
    one.line("Ob1");
    for mut terminal in [one, two] {
        terminal.press("quit\r");
        terminal.end();
    }
    for (number, game) in [(1, ":1:0-0 Sa1 Ob1"), (2, ":1:0-0 Sb2")] {
        let line = format!("play sos --resume={number}");
        let mut again = Terminal::open(&line, (80, 24), &folder, &[]);
        again.says("record", game);
        again.press("quit\r");
        again.end();
    }
}

#[test]
fn pasted_lines_are_read_one_by_one() {
    let folder = Folder::new("prompt-paste");
    let mut terminal = Terminal::open("play sos 3x3 --you all", (80, 24), &folder, &[]);
    terminal.press("\x1b[200~Sa1\rOb1\rSc1\x1b[201~");
    terminal.line("");
    terminal.says("record", ":1:0-0 Sa1 Ob1 Sc1");
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn lines_that_are_typed_ahead_wait_for_their_turn() {
    let folder = Folder::new("prompt-ahead");
    let mut terminal = Terminal::open("play sos 3x3 --you all", (80, 24), &folder, &[]);
    terminal.press("Sa1\rOb1\rSc1\rrecord\rquit\r");
    let (_, all) = terminal.end();
    assert!(all.contains(":1:0-0 Sa1 Ob1 Sc1"), "{all}");
}

/// A key that is typed while the line of progress is on the screen would stay there.
#[test]
fn what_is_typed_while_the_program_works_is_shown_at_the_next_prompt() {
    let folder = Folder::new("prompt-quiet");
    let line = "play sprouts 30 --you all --time 3s";
    let mut terminal = Terminal::open(line, (80, 24), &folder, &[]);
    terminal.press("why\r");
    while !plain(&terminal.answer).contains("looking for a proof, ") {
        terminal.listen();
    }
    terminal.press("record\r");
    while !plain(&terminal.answer).contains("30+") {
        terminal.listen();
    }
    let told = plain(&terminal.answer);
    let before = told.split("first> ").next().unwrap_or_default();
    assert!(!before.contains("record"), "{told}");
    terminal.press("quit\r");
    assert!(terminal.end().0.success());
}

#[test]
fn every_prompt_is_left_by_ctrl_c_typed_twice() {
    let folder = Folder::new("prompt-leave");
    for line in [
        "play sos 3x3",
        "explore sprouts 2",
        "puzzle sos 3x3 --count 1",
    ] {
        let mut terminal = Terminal::open(line, (80, 40), &folder, &[]);
        terminal.press("\x03");
        terminal.wait();
        let told = plain(&terminal.answer);
        assert!(
            told.contains("Ctrl-C once more or `quit` leaves"),
            "{line}: {told}"
        );
        terminal.press("\x03");
        let (status, all) = terminal.end();
        assert_eq!(status.code(), Some(130), "{line}: {all}");
    }
}

#[test]
fn ctrl_c_ends_advice_and_not_the_game() {
    let folder = Folder::new("prompt-advice");
    let line = "play sprouts 30 --you all --time 100s";
    let mut terminal = Terminal::open(line, (80, 24), &folder, &[]);
    terminal.press("best\r");
    while !plain(&terminal.answer).contains("comparing moves, ") {
        terminal.listen();
    }
    interrupt(&terminal.child);
    terminal.answer.clear();
    terminal.wait();
    let told = plain(&terminal.answer);
    assert!(told.contains("(Stopped by Ctrl-C.)"), "{told}");
    terminal.says("record", "30+");
    terminal.press("quit\r");
    assert!(terminal.end().0.success());
}

/// Checks that what was shown last, from where the screen was cleared, fits the screen.
#[track_caller]
fn fits(terminal: &Terminal, size: (u16, u16)) {
    let (_, last) = terminal
        .answer
        .rsplit_once("\x1b[2J")
        .expect("a cleared screen");
    let shown = plain(last);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(
        lines.len() <= size.1.into(),
        "{} lines\n{shown}",
        lines.len()
    );
    for line in lines {
        assert!(line.trim_end().chars().count() <= size.0.into(), "{line}");
    }
}

#[test]
fn the_whole_board_stays_on_the_screen_at_the_end_and_after_changes() {
    let folder = Folder::new("prompt-fits");
    for (size, game, first) in [
        ((80, 24), "sprouts 4", "1-2"),
        ((60, 20), "sprouts 4", "1-2"),
        ((40, 15), "sprouts 4", "1-2"),
        ((40, 18), "phutball 7x9", "d5"),
    ] {
        let line = format!("play {game} --level 1");
        let mut terminal = Terminal::open(&line, size, &folder, &[]);
        for line in [first, "flip", "undo", "resign", "undo", "rematch", "undo 3"] {
            terminal.line(line);
            if line != "undo 3" {
                fits(&terminal, size);
            }
        }
        if game == "sprouts 4" && size.1 > 15 {
            terminal.finish();
            fits(&terminal, size);
        }
        terminal.press("quit\r");
        terminal.end();
    }
}

/// Boards were once shown side by side where only one fits, and their lines broken.
#[test]
fn the_tour_fits_narrow_screens() {
    let folder = Folder::new("tour");
    for columns in [20, 40, 79] {
        let terminal = Terminal::start("tour", (columns, 24), &folder, &[]);
        let (status, shown) = terminal.end();
        assert!(status.success() && shown.contains("Phutball"), "{shown}");
        for line in shown.lines() {
            assert!(
                line.trim_end().chars().count() <= columns.into(),
                "{columns}: {line}\n{shown}"
            );
        }
    }
}

#[test]
fn long_texts_are_shown_page_by_page_on_a_low_screen() {
    let folder = Folder::new("prompt-pages");
    let mut terminal = Terminal::open("play sprouts 4", (40, 15), &folder, &[]);
    assert_eq!(terminal.line("help"), "more");
    let shown = plain(&terminal.answer);
    // The first line is what was typed.
    assert!(shown.lines().count() <= 16, "{shown}");
    let mut pages = 1;
    while terminal.line("") == "more" {
        pages += 1;
        assert!(pages < 10);
    }
    assert!(
        plain(&terminal.answer).contains("help commands"),
        "{}",
        terminal.answer
    );
    for line in ["help commands", "rules"] {
        assert_eq!(terminal.line(line), "more", "{line}");
        assert_eq!(terminal.line("q"), "first", "{line}");
    }
    terminal.press("quit\r");
    terminal.end();
    for line in ["rules sprouts", "help sprouts", "help proof"] {
        let mut terminal = Terminal::open(line, (40, 15), &folder, &[]);
        assert!(plain(&terminal.all).lines().count() <= 15, "{line}");
        terminal.press("q\r");
        assert!(terminal.end().0.success(), "{line}");
    }
}

#[test]
fn a_clock_covers_no_text_where_the_heading_has_moved_off_the_screen() {
    let folder = Folder::new("prompt-scrolled");
    let line = "play sprouts 3 --you all --clock 5m";
    let mut terminal = Terminal::open(line, (40, 15), &folder, &[]);
    for _ in 0..12 {
        terminal.line("record");
    }
    // The clock changes meanwhile.
    std::thread::sleep(Duration::from_millis(1_200));
    terminal.line("record");
    let answer = &terminal.answer;
    assert!(!answer.contains("\x1b7\x1b[1;"), "{answer:?}");
    terminal.line("");
    assert!(
        terminal.answer.contains("first ▸4:5"),
        "{:?}",
        terminal.answer
    );
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn commands_say_what_they_take() {
    let folder = Folder::new("prompt-misused");
    let mut terminal = Terminal::open("play sos 3x3 --you all", (80, 24), &folder, &[]);
    for (line, told) in [
        ("best 0", "expected `best [N]`"),
        (
            "quit now",
            "expected `quit` (leave the game), found `quit now`",
        ),
        ("undo x", "expected `undo [N]`"),
        (
            "review",
            "There is nothing to review before the first move.",
        ),
        (
            "level",
            "the machine plays at level 3; `level N` changes that",
        ),
        ("redo", "there is no move to play again"),
        ("undone 3", "`undone`"),
    ] {
        terminal.says(line, told);
    }
    for m in ["Sa1", "Sb2", "Sc3"] {
        terminal.line(m);
    }
    terminal.says("undo 2", "taken back: Sb2 Sc3");
    terminal.says("redo 2", "played again: Sb2 Sc3");
    terminal.says("record", "Sa1 Sb2 Sc3");
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn puzzles_and_walks_have_the_same_prompt() {
    let folder = Folder::new("prompt-study");
    let mut terminal = Terminal::open("explore sprouts 3", (80, 40), &folder, &[]);
    terminal.says("be\x7fac\t", "This is where the walk began.");
    terminal.line("3");
    terminal.says("\x1b[A\x1b[A", "region 1");
    terminal.press("\x04");
    assert!(terminal.end().0.success());
    let mut terminal = Terminal::open("puzzle sos 3x3 --count 1", (80, 40), &folder, &[]);
    terminal.says("hin\t", "It begins with ");
    terminal.press("solu\t\r");
    let (status, all) = terminal.end();
    assert!(status.success() && all.contains("0 of 1 solved"), "{all}");
    let history = std::fs::read_to_string(folder.0.join("papergames/history.txt"));
    assert!(history.expect("a history").contains("back"));
}

#[test]
fn the_board_is_drawn_again_when_the_screen_changes() {
    let folder = Folder::new("prompt-resize");
    let mut terminal = Terminal::open("play sprouts 3 --you all", (80, 24), &folder, &[]);
    terminal.answer.clear();
    let size = Command::new("stty")
        .args(["cols", "40", "rows", "15"])
        .stdin(terminal.keys.try_clone().expect("the terminal"))
        .status();
    assert!(size.expect("`stty` is there").success());
    assert_eq!(terminal.wait(), "first");
    let shown = plain(&terminal.answer);
    assert!(shown.contains("first to move"), "{shown}");
    assert!(
        shown
            .lines()
            .all(|line| line.trim_end().chars().count() <= 40),
        "{shown}"
    );
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn ctrl_c_makes_the_machine_move() {
    let folder = Folder::new("prompt-now");
    let line = "play sprouts 30 --you second --level 5 --time 1h";
    let mut terminal = Terminal::start(line, (80, 40), &folder, &[]);
    while !terminal.all.contains("first thinks") {
        terminal.listen();
    }
    interrupt(&terminal.child);
    assert_eq!(terminal.wait(), "second");
    assert!(
        plain(&terminal.all).contains("first played "),
        "{}",
        terminal.all
    );
    terminal.press("quit\r");
    let (status, _) = terminal.end();
    assert!(status.success());
}

#[test]
fn earlier_positions_are_looked_at() {
    let folder = Folder::new("prompt-back");
    let mut terminal = Terminal::open("play sos 3x3 --you all", (80, 24), &folder, &[]);
    terminal.line("Sa1");
    terminal.line("Ob1");
    assert_eq!(terminal.line("back"), "move 1");
    let shown = plain(&terminal.answer);
    assert!(shown.contains("move 1 of 2: first played Sa1"), "{shown}");
    terminal.says("Sc1", "not played: this is");
    // Two moves have been played.
    assert_eq!(terminal.line(""), "first");
    terminal.says("record", ":1:0-0 Sa1 Ob1");
    terminal.press("quit\r");
    terminal.end();
}

/// Presses Ctrl-C. The terminal is not the one that this test runs in, so the signal comes from elsewhere.
fn interrupt(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    let killed = Command::new("sh").args(["-c", &kill]).status();
    assert!(killed.is_ok_and(|status| status.success()));
}

#[test]
fn thinking_is_shown_and_taken_back() {
    let folder = Folder::new("prompt-thinking");
    let line = "play sprouts 20 --you second --level 5 --time 1s";
    let mut terminal = Terminal::open(line, (80, 24), &folder, &[]);
    let (_, after) = terminal
        .all
        .rsplit_once("first thinks (Ctrl-C: move now), ")
        .expect("a line that says who thinks");
    let (line, board) = after.split_once("\r\x1b[K").expect("it is taken back");
    assert!(
        !line.contains('\n') && board.contains("first played "),
        "{after:?}"
    );
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn nothing_is_left_of_a_progress_line_after_ctrl_c() {
    let folder = Folder::new("prompt-progress");
    let line = "solve sprouts 36 --limit 1h";
    let mut terminal = Terminal::start(line, (80, 10), &folder, &[]);
    while !plain(&terminal.all).contains("s left; ") {
        terminal.listen();
    }
    // The terminal shows the key, but is not the one that this test runs in, so the signal comes from elsewhere.
    terminal.press("\x03");
    let kill = format!("kill -INT {}", terminal.child.id());
    let killed = Command::new("sh").args(["-c", &kill]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let (status, all) = terminal.end();
    assert_eq!(status.code(), Some(130), "{all}");
    // The terminal shows `^C` on the line of the progress, which is then cleared.
    let (before, after) = all.rsplit_once("^C").expect("an echo");
    let shown = before.rsplit('\r').next().unwrap_or("");
    assert!(shown.chars().count() <= 76, "{shown:?}");
    // Blanks may fill the line after the key, or the line of the progress may be drawn once more.
    let last = after.trim_end().rsplit('\r').next().unwrap_or("");
    assert!(last.starts_with("papergames: "), "{after:?}");
}

#[test]
fn lines_are_edited_completed_and_remembered() {
    let folder = Folder::new("prompt-edit");
    let mut terminal = Terminal::open("play sos 3x3 --you all", (80, 24), &folder, &[]);
    // Backspace, and Tab after the beginning of a move.
    terminal.says("Sx\x7fb2", "[S]");
    terminal.says("reco\t", ".../.../...:1:0-0 Sb2");
    terminal.press("save a.t\x03");
    terminal.wait();
    // Arrow up finds the line before.
    terminal.says("\x1b[A", ".../.../...:1:0-0 Sb2");
    terminal.press("quit\r");
    terminal.end();
    let history = std::fs::read_to_string(folder.0.join("papergames/history.txt"));
    assert!(history.expect("a history").contains("record"));
}

#[test]
fn the_last_game_is_kept_and_resumed() {
    let folder = Folder::new("prompt-resume");
    let mut terminal = Terminal::open(
        "play sprouts 3 --you second --level 1",
        (80, 40),
        &folder,
        &[],
    );
    terminal.line("moves");
    terminal.line("1");
    terminal.press("\x03");
    terminal.wait();
    terminal.press("\x03");
    let (status, all) = terminal.end();
    assert_eq!(status.code(), Some(130), "{all}");
    let record = all.rsplit_once("record: ").expect("the record").1.trim();
    let mut again = Terminal::open("play sprouts --resume", (80, 40), &folder, &[]);
    again.says("record", record);
    assert!(
        plain(&again.all).contains("you: second, level 1"),
        "{}",
        again.all
    );
    again.press("quit\r");
    assert!(again.end().0.success());
}

#[test]
fn colours_are_shown_unless_they_are_not_wanted() {
    let folder = Folder::new("prompt-colours");
    for (variables, colours) in [(&[][..], true), (&[("NO_COLOR", "1")], false)] {
        let mut terminal = Terminal::open("play sos 3x3 --you all", (80, 24), &folder, variables);
        terminal.says("Sb2", "[S]");
        // Yellow is the ink of the last move; the screen is cleared in either case.
        assert_eq!(
            terminal.answer.contains("\x1b[1m\x1b[33m"),
            colours,
            "{:?}",
            terminal.answer
        );
        assert!(terminal.answer.contains("\x1b[2J"));
        terminal.press("quit\r");
        terminal.end();
    }
}

#[test]
fn a_small_screen_shows_the_whole_board() {
    let folder = Folder::new("prompt-small");
    for (setup, move_there, rows) in [
        ("phutball", "h11", 20),
        ("sos 12x12", "Sa1", 20),
        ("sprouts 4", "1-2", 20),
        // Here the words are cut, and not the drawing.
        ("sprouts 8", "1-2", 12),
        ("brussels 2", "1a-2a", 20),
    ] {
        let line = format!("play {setup} --you all");
        let mut terminal = Terminal::open(&line, (40, rows), &folder, &[]);
        terminal.line(move_there);
        let shown = plain(&terminal.answer);
        // The first line is what was typed.
        let lines: Vec<&str> = shown.lines().skip(1).collect();
        let (count, rows) = (lines.len(), usize::from(rows));
        assert!(count <= rows, "{setup}: {count} lines\n{shown}");
        assert!(
            rows == 20 || shown.contains('…') && shown.contains("last move: 1-2"),
            "{shown}"
        );
        for line in lines {
            assert!(line.trim_end().chars().count() <= 40, "{setup}: {line}");
        }
        terminal.press("quit\r");
        terminal.end();
    }
}
