//! Reads the elements of a long JSON list one by one, in bounded memory.
//!
//! A text is a sequence of lists or of single objects. The contents of an element are checked later, by the reader of a
//! game.

use std::io::{self, BufRead};

/// Divides a text into the elements of its lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Elements {
    place: ElementState,
    /// The line of the next byte.
    line: usize,
    /// The number of bytes that precede it in its line.
    column: usize,
    /// Whether a list was found.
    pub(super) any_list: bool,
}

/// An element of a list, and what precedes it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) bytes: Vec<u8>,
    /// The number of lines that precede it.
    pub(super) lines: usize,
    /// The number of bytes that precede it in its line.
    pub(super) columns: usize,
}

/// The error for a text that cannot be divided any further.
#[derive(Debug, thiserror::Error)]
pub(super) enum ElementsError {
    /// The text cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An element is too long to be read.
    #[error("an element of the list is longer than the limit of {0} bytes")]
    TooLong(u64),
    /// The lists are not well formed.
    #[error("line {line}, column {column}: expected {expected}, found `{found}`")]
    Shape {
        line: usize,
        column: usize,
        expected: &'static str,
        found: String,
    },
}

/// The place in a text, which determines what may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ElementState {
    /// A list, an object or the end.
    #[default]
    Outside,
    /// The first element of a list, or its end.
    Opened,
    /// A comma, or the end of a list.
    Between,
    /// An element, after a comma.
    Next,
}

impl ElementState {
    const fn expected(self) -> &'static str {
        match self {
            ElementState::Outside => "a list `[…]` or an object `{…}`",
            ElementState::Opened => "an element of the list or `]`",
            ElementState::Between => "`,` or `]` after an element of the list",
            ElementState::Next => "an element of the list after `,`",
        }
    }
}

impl Elements {
    /// Reads the next element, of at most `longest` bytes, or returns `None` at the end of the text.
    ///
    /// If the text ends too early, returns the incomplete element, or `[` for an incomplete list, which the reader of
    /// the element then rejects.
    pub(super) fn next(
        &mut self,
        reader: &mut dyn BufRead,
        longest: u64,
    ) -> Result<Option<Element>, ElementsError> {
        while let Some(byte) = reader.fill_buf()?.first().copied() {
            match (self.place, byte) {
                (_, b' ' | b'\t' | b'\r' | b'\n') => (),
                (ElementState::Outside, b'[') => {
                    self.place = ElementState::Opened;
                    self.any_list = true;
                }
                (ElementState::Opened | ElementState::Between, b']') => {
                    self.place = ElementState::Outside;
                }
                (ElementState::Between, b',') => self.place = ElementState::Next,
                (ElementState::Outside, b'{') => return self.element(reader, longest).map(Some),
                (ElementState::Opened | ElementState::Next, byte) if !b",]}".contains(&byte) => {
                    self.place = ElementState::Between;
                    return self.element(reader, longest).map(Some);
                }
                (place, byte) => {
                    return Err(ElementsError::Shape {
                        line: self.line + 1,
                        column: self.column + 1,
                        expected: place.expected(),
                        found: byte.escape_ascii().to_string(),
                    });
                }
            }
            self.pass(reader, byte);
        }
        let is_complete = std::mem::take(&mut self.place) == ElementState::Outside;
        Ok((!is_complete).then(|| Element {
            bytes: b"[".to_vec(),
            lines: self.line,
            columns: self.column.saturating_sub(1),
        }))
    }

    /// Reads the element that begins with the next byte.
    fn element(
        &mut self,
        reader: &mut dyn BufRead,
        longest: u64,
    ) -> Result<Element, ElementsError> {
        let mut element = Element {
            bytes: Vec::new(),
            lines: self.line,
            columns: self.column,
        };
        let (mut depth, mut in_string, mut is_escaped) = (0, false, false);
        while let Some(byte) = reader.fill_buf()?.first().copied() {
            if depth == 0 && !in_string && b",] \t\r\n".contains(&byte) {
                return Ok(element);
            }
            self.pass(reader, byte);
            element.bytes.push(byte);
            if element.bytes.len() as u64 > longest {
                return Err(ElementsError::TooLong(longest));
            }
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_string => is_escaped = true,
                b'"' => in_string = !in_string,
                b'{' | b'[' if !in_string => depth += 1,
                b'}' | b']' if !in_string && depth > 0 => depth -= 1,
                _ => continue,
            }
            if depth == 0 && !in_string {
                return Ok(element);
            }
        }
        if depth > 0 || in_string {
            // The reader of the element reports what is missing.
            self.place = ElementState::Outside;
        }
        Ok(element)
    }

    /// Advances the place in the text past the next byte.
    fn pass(&mut self, reader: &mut dyn BufRead, byte: u8) {
        match byte {
            b'\n' => (self.line, self.column) = (self.line + 1, 0),
            _ => self.column += 1,
        }
        reader.consume(1);
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;

    /// Divides a text that is read a few bytes at a time; the error comes last.
    fn divide(text: &str, buffer: usize) -> (Vec<(String, usize, usize)>, Option<String>) {
        let mut elements = Elements::default();
        let mut reader = BufReader::with_capacity(buffer, text.as_bytes());
        let mut found = Vec::new();
        loop {
            match elements.next(&mut reader, 1_000) {
                Ok(None) => return (found, None),
                Ok(Some(element)) => {
                    let text = String::from_utf8_lossy(&element.bytes).into_owned();
                    found.push((text, element.lines, element.columns));
                }
                Err(error) => return (found, Some(error.to_string())),
            }
        }
    }

    fn texts(text: &str) -> Vec<String> {
        let (found, error) = divide(text, 7);
        assert_eq!(error, None, "{text}");
        found.into_iter().map(|(text, ..)| text).collect()
    }

    #[test]
    fn elements_are_found_with_their_places() {
        let text = "[{\"a\":[1,\"]}\\\"\"]},\n 5 , \"x,y\",[[2],{}],nul]\n{\"b\":\n{}} []";
        let found = [
            (r#"{"a":[1,"]}\""]}"#, 0, 1),
            ("5", 1, 1),
            (r#""x,y""#, 1, 5),
            ("[[2],{}]", 1, 11),
            ("nul", 1, 20),
            ("{\"b\":\n{}}", 2, 0),
        ];
        let found = found.map(|(text, line, column)| (text.to_owned(), line, column));
        for buffer in [1, 2, 5, 100] {
            assert_eq!(divide(text, buffer), (found.to_vec(), None));
        }
    }

    #[test]
    fn lists_that_are_not_well_formed_are_refused_behind_their_good_elements() {
        for (text, elements, error) in [
            (
                "[{} {}]",
                1,
                "line 1, column 5: expected `,` or `]` after an element of the list, found `{`",
            ),
            (
                "[1,]",
                1,
                "line 1, column 4: expected an element of the list after `,`, found `]`",
            ),
            (
                "[\n,1]",
                0,
                "line 2, column 1: expected an element of the list or `]`, found `,`",
            ),
            (
                "{},{}",
                1,
                "line 1, column 3: expected a list `[…]` or an object `{…}`, found `,`",
            ),
            (
                "[] 7",
                0,
                "line 1, column 4: expected a list `[…]` or an object `{…}`, found `7`",
            ),
        ] {
            let (found, refused) = divide(text, 3);
            assert_eq!(
                (found.len(), refused.as_deref()),
                (elements, Some(error)),
                "{text}"
            );
        }
        let (found, refused) = divide(&format!("[1,\"{}\"]", "x".repeat(2_000)), 64);
        assert_eq!(found.len(), 1);
        assert_eq!(
            refused.as_deref(),
            Some("an element of the list is longer than the limit of 1000 bytes")
        );
    }

    #[test]
    fn what_is_cut_off_is_left_to_its_reader() {
        assert_eq!(texts(r#"[{"a":["#), [r#"{"a":["#]);
        assert_eq!(texts(r#"["a"#), [r#""a"#]);
        assert_eq!(texts("["), ["["]);
        assert_eq!(divide("[1,\n2,", 3).0.pop(), Some(("[".to_owned(), 1, 1)));
    }

    proptest! {
        #[test]
        fn the_elements_are_those_that_serde_finds(
            values in proptest::collection::vec(
                prop_oneof![
                    any::<i32>().prop_map(serde_json::Value::from),
                    "[\\[\\]{},:\"\\\\a\n]{0,12}".prop_map(serde_json::Value::from),
                    proptest::collection::vec("[\\[\\]{},\"\\\\]{0,5}", 0..4).prop_map(serde_json::Value::from),
                    "[\"\\\\}]{0,3}".prop_map(|key| serde_json::json!({ key: [null, { "a": 1.5 }] })),
                ],
                0..8,
            ),
            pretty: bool,
        ) {
            let text = if pretty { serde_json::to_string_pretty(&values) } else { serde_json::to_string(&values) };
            let found = texts(&text.expect("values are JSON"));
            let read = found.iter().map(|text| serde_json::from_str(text).expect("an element is JSON"));
            prop_assert_eq!(read.collect::<Vec<serde_json::Value>>(), values);
        }

        #[test]
        fn any_text_is_divided_where_serde_divides_it(text in "[\\[\\]{}\",:0a \n\\\\]{0,12}|[\\[\\]{},]{0,8}") {
            let values = serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>();
            let expected: Option<Vec<serde_json::Value>> = values
                .map(|value| match value {
                    Ok(serde_json::Value::Array(list)) => Some(list),
                    Ok(value) => value.is_object().then(|| vec![value]),
                    Err(_) => None,
                })
                .collect::<Option<Vec<_>>>()
                .map(|lists| lists.concat());
            let (found, error) = divide(&text, 3);
            let read = found.iter().map(|(text, ..)| serde_json::from_str(text).ok());
            let read: Option<Vec<serde_json::Value>> = read.collect();
            prop_assert_eq!(read.filter(|_| error.is_none()), expected);
        }
    }
}
