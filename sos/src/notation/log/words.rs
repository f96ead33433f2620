//! Divides a log into groups of words, without regard to their meaning.

use super::fields::LogField;

/// A value, with its name if the log gives one, as in `row: 2`, `"row": 2` or `row 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LogWord<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) text: &'a str,
}

impl LogWord<'_> {
    /// Returns the text as a number.
    pub(super) fn number(self) -> Option<u16> {
        let is_number = self.text.bytes().all(|byte| byte.is_ascii_digit());
        self.text.parse().ok().filter(|_| is_number)
    }

    fn is_letter(self) -> bool {
        matches!(self.text, "S" | "s" | "O" | "o")
    }

    /// Returns whether the word can only be a name of the next one.
    fn is_bare_name(self) -> bool {
        self.name.is_none() && LogField::of(self.text).is_some()
    }
}

/// The words of a line, or of a pair of brackets in JSON that has no other brackets in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Group<'a> {
    /// The number of the line in which the group begins.
    pub(super) line: usize,
    pub(super) words: Vec<LogWord<'a>>,
}

/// Returns the groups of a text, without the empty ones.
pub(super) fn groups(text: &str) -> Vec<Group<'_>> {
    let mut reader = WordReader {
        is_json: text.trim_start().starts_with(['[', '{']),
        ..WordReader::default()
    };
    for (content, line) in text.lines().zip(1..) {
        match row(content).filter(|_| !reader.is_json) {
            Some(words) => reader.groups.push(Group { line, words }),
            None => reader.read_line(content, line),
        }
    }
    reader.end_group();
    reader.groups
}

/// Returns the cells of a line of a table: at least three, between commas, semicolons, tabs or bars.
fn row(line: &str) -> Option<Vec<LogWord<'_>>> {
    let mark = [',', ';', '\t', '|']
        .into_iter()
        .find(|mark| line.matches(*mark).count() >= 2)?;
    if line.contains([':', '=', '(']) {
        return None;
    }
    let cells = line
        .split(mark)
        .map(|cell| cell.trim().trim_matches(['"', '\'']));
    Some(cells.map(|text| LogWord { name: None, text }).collect())
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || "_-.".contains(c)
}

#[derive(Debug, Default)]
struct WordReader<'a> {
    is_json: bool,
    groups: Vec<Group<'a>>,
    group: Group<'a>,
    /// The name of the next word.
    name: Option<&'a str>,
    /// Whether only blanks follow the last word.
    is_close: bool,
}

impl<'a> WordReader<'a> {
    /// Reads the words of a line.
    fn read_line(&mut self, mut rest: &'a str, line: usize) {
        while let Some(c) = rest.chars().next() {
            let length = if c == '"' || c == '\'' {
                let inside = &rest[1..];
                let end = inside.find(c).unwrap_or(inside.len());
                self.word(inside[..end].trim(), line);
                1 + end + usize::from(inside[end..].starts_with(c))
            } else if is_part_of_word(c) {
                let end = rest.find(|c| !is_part_of_word(c)).unwrap_or(rest.len());
                self.word(&rest[..end], line);
                end
            } else {
                self.mark(c);
                c.len_utf8()
            };
            rest = &rest[length..];
        }
        if !self.is_json {
            self.end_group();
        }
    }

    fn word(&mut self, text: &'a str, line: usize) {
        if self.group.words.is_empty() {
            self.group.line = line;
        }
        let mut word = LogWord {
            name: self.name.take(),
            text,
        };
        let is_value = word.is_letter() || text.starts_with(|c: char| c.is_ascii_digit());
        if let Some(before) = self.group.words.last()
            && word.name.is_none()
            && self.is_close
            && is_value
            && before.is_bare_name()
        {
            word.name = Some(before.text);
            self.group.words.pop();
        }
        self.group.words.push(word);
        self.is_close = true;
    }

    /// Reads a character that is not part of a word.
    fn mark(&mut self, c: char) {
        match c {
            ':' | '=' => {
                let last = self.group.words.pop_if(|word| word.name.is_none());
                self.name = last.map(|word| word.text);
            }
            '[' | ']' | '{' | '}' if self.is_json => self.end_group(),
            c if c.is_whitespace() => (),
            ',' | ';' | '|' => (self.name, self.is_close) = (None, false),
            _ => self.is_close = false,
        }
    }

    fn end_group(&mut self) {
        (self.name, self.is_close) = (None, false);
        let group = core::mem::take(&mut self.group);
        if !group.words.is_empty() {
            self.groups.push(group);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let say = |word: &LogWord<'_>| match word.name {
            Some(name) => format!("{name}={}", word.text),
            None => word.text.to_owned(),
        };
        let said: Vec<String> = groups(text)
            .iter()
            .map(|group| {
                let words: Vec<String> = group.words.iter().map(say).collect();
                format!("{}: {}", group.line, words.join(" "))
            })
            .collect();
        assert_eq!(said, expected);
    }

    #[test]
    fn lines_are_groups_and_names_stand_before_values() {
        check(
            "MODE:SIMPLE\n\nBlue,0,1,S\n",
            &["1: MODE=SIMPLE", "3: Blue 0 1 S"],
        );
        check("Player 1: S (0,2)", &["1: Player=1 S 0 2"]);
        check("Blue: S at row 0, col 2", &["1: Blue=S at row=0 col=2"]);
        check(
            "Player,Row No,Column\n\"a\",,2",
            &["1: Player Row No Column", "2: a  2"],
        );
    }

    #[test]
    fn the_innermost_brackets_of_json_are_groups() {
        check(
            "{\"size\": 3,\n \"moves\": [\n  {\"player\": \"Player 1\", \"row\": 0},\n  [1, \"S\"]]}",
            &["1: size=3", "3: player=Player 1 row=0", "4: 1 S"],
        );
        check("[\"a", &["1: a"]);
    }
}
