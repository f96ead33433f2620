//! The messages as declarations in TypeScript, against which the scripts of the page are checked. Nothing is declared
//! twice: in tests, a desk notes which fields of a message it reads and what it answers, each with its type, and a test
//! prints these notes.

#[cfg(not(test))]
mod quiet {
    /// A type of a field or of an answer.
    pub(crate) trait Typed {}

    impl<T: ?Sized> Typed for T {}

    /// Notes that a request is being answered.
    pub(crate) fn begins(_request: &str) {}

    /// Notes that the request has a field, and whether it needs it.
    pub(crate) fn reads<T: Typed>(_name: &str, _is_needed: bool) {}

    /// Notes the type of the answer.
    pub(crate) fn answers<T: Typed>() {}
}

#[cfg(not(test))]
pub(crate) use quiet::{Typed, answers, begins, reads};

#[cfg(test)]
pub(crate) use noting::{Typed, answers, begins, reads};

#[cfg(test)]
mod noting {
    use std::cell::RefCell;
    use std::collections::{BTreeMap, BTreeSet};
    use std::fmt::Write as _;
    use std::{env, fs};

    use serde_json::{Value, json};
    pub(crate) use ts_rs::TS as Typed;
    use ts_rs::{Config, TS, TypeVisitor};

    use crate::Desk;
    use crate::desk::Wish;
    use crate::study::News;

    /// The file of the declarations, and the variable that has it written.
    const FILE: &str = "npm/messages.d.ts";
    const SNAPSHOTS: &str = "SNAPSHOTS";
    const INDENT: &str = "    ";
    /// The width of a line.
    const WIDTH: usize = 120;

    /// What is known of a request.
    #[derive(Default)]
    struct Request {
        /// How often it was answered.
        asked: usize,
        /// The type of each field, and in how many messages it was needed.
        fields: BTreeMap<String, (String, BTreeSet<usize>)>,
        answers: BTreeSet<String>,
    }

    #[derive(Default)]
    struct Notes {
        current: String,
        requests: BTreeMap<String, Request>,
        declared: BTreeMap<String, String>,
    }

    thread_local! {
        static NOTES: RefCell<Notes> = RefCell::default();
    }

    fn config() -> Config {
        Config::new().with_large_int("number")
    }

    /// Declares a type and those of its fields.
    struct Declare<'a>(&'a mut BTreeMap<String, String>);

    impl TypeVisitor for Declare<'_> {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            let name = T::name(&config());
            if T::output_path().is_some() {
                let docs = T::docs().unwrap_or_default();
                self.0
                    .insert(name, format!("{docs}export {}", T::decl(&config())));
            }
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }

    fn declare<T: TS + 'static>() {
        NOTES.with_borrow_mut(|notes| Declare(&mut notes.declared).visit::<T>());
    }

    fn note(act: impl FnOnce(&mut Request)) {
        NOTES.with_borrow_mut(|notes| {
            let current = notes.current.clone();
            act(notes.requests.entry(current).or_default());
        });
    }

    pub(crate) fn begins(request: &str) {
        NOTES.with_borrow_mut(|notes| request.clone_into(&mut notes.current));
        note(|request| request.asked += 1);
    }

    pub(crate) fn reads<T: TS>(name: &str, is_needed: bool) {
        note(|request| {
            let (_, needed) = request
                .fields
                .entry(name.to_owned())
                .or_insert_with(|| (T::name(&config()), BTreeSet::new()));
            if is_needed {
                needed.insert(request.asked);
            }
        });
    }

    pub(crate) fn answers<T: TS + 'static>() {
        note(|request| {
            request.answers.insert(T::name(&config()));
        });
        declare::<T>();
    }

    /// Messages that together have every request, with all fields that a desk reads, in an order in which they are
    /// answered.
    fn samples() -> Vec<Value> {
        vec![
            json!({"do": "setup", "game": "sprouts", "wish": {"size": "3"}}),
            json!({"do": "open", "game": "sprouts", "text": "3+ 1-2"}),
            json!({"do": "view"}),
            json!({"do": "ghost", "move": "1-3"}),
            json!({"do": "tidy"}),
            json!({"do": "play", "move": "1-3"}),
            json!({"do": "cards"}),
            json!({"do": "go", "at": 1}),
            json!({"do": "choices", "take": 2}),
            json!({"do": "lands"}),
            json!({"do": "along", "points": []}),
            json!({"do": "notations"}),
            json!({"do": "write", "format": "text"}),
            json!({"do": "drop"}),
            json!({"do": "choose", "game": "sprouts", "text": "2+", "level": 1, "seed": 1}),
            json!({"do": "study", "game": "sprouts", "text": "1+", "milliseconds": 10}),
            json!({"do": "review", "game": "sprouts", "text": "1+ 1-1", "milliseconds": 10}),
            json!({"do": "puzzle", "game": "sos", "at": 0}),
            json!({"do": "puzzle", "day": 20_787, "at": 0}),
            json!({"do": "attempt", "at": 0, "moves": []}),
            json!({"do": "solution", "at": 0}),
        ]
    }

    #[track_caller]
    fn ask(desk: &mut Desk, message: &Value) -> Value {
        let answer = desk.answer(&message.to_string(), &mut |_| ());
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        let ok = answer.get("ok").cloned();
        ok.unwrap_or_else(|| panic!("{message}: {answer}"))
    }

    /// Draws a line between two spots, and then exchanges the seats.
    fn draw(desk: &mut Desk) {
        let wish = json!({"size": "2", "pie": true});
        let view = ask(
            desk,
            &json!({"do": "setup", "game": "sprouts", "wish": wish}),
        );
        let [from, to] = [0, 1].map(|i| &view["board"]["spots"][i]);
        ask(
            desk,
            &json!({"do": "down", "x": from["x"], "y": from["y"], "reach": 12}),
        );
        ask(desk, &json!({"do": "draw", "points": [to["x"], to["y"]]}));
        ask(desk, &json!({"do": "up", "reach": 12, "spot": true}));
        ask(desk, &json!({"do": "swap"}));
    }

    /// Returns a comment of a declaration, indented; `text` begins after its opening.
    fn comment(text: &str, indent: &str) -> String {
        let lines = text
            .lines()
            .map(|line| line.trim().trim_start_matches('*').trim());
        let lines: Vec<String> = lines
            .filter(|line| !line.is_empty())
            .map(|line| line.replace("`None`", "`null`"))
            .collect();
        let short = format!("{indent}/** {} */", lines.join(" "));
        if lines.len() == 1 && short.len() <= WIDTH {
            return short;
        }
        let lines = lines.iter().map(|line| format!("{indent} * {line}\n"));
        format!("{indent}/**\n{}{indent} */", lines.collect::<String>())
    }

    /// Returns a declaration with each field of an object in a line of its own.
    fn in_lines(declaration: &str) -> String {
        let (mut text, mut open) = (String::new(), Vec::new());
        let mut rest = declaration;
        let begin_line = |text: &mut String, depth: usize| {
            text.truncate(text.trim_end().len());
            *text += "\n";
            *text += &INDENT.repeat(depth);
        };
        while let Some(letter) = rest.chars().next() {
            if let Some((inside, after)) = rest
                .strip_prefix("/**")
                .and_then(|rest| rest.split_once("*/"))
            {
                text.truncate(text.trim_end().len());
                if !text.is_empty() {
                    text += "\n";
                }
                text += &comment(inside, &INDENT.repeat(open.len()));
                begin_line(&mut text, open.len());
                rest = after.trim_start();
                continue;
            }
            rest = &rest[letter.len_utf8()..];
            let is_field = open.last() == Some(&'{');
            match letter {
                '}' | '>' | ']' => {
                    open.pop();
                    if is_field {
                        begin_line(&mut text, open.len());
                    }
                    text.push(letter);
                }
                '{' if rest.trim_start().starts_with('}') => {
                    text += "{}";
                    rest = &rest.trim_start()[1..];
                }
                '{' | '<' | '[' => {
                    open.push(letter);
                    text.push(letter);
                    if letter == '{' {
                        begin_line(&mut text, open.len());
                    }
                }
                ',' if is_field => {
                    text.push(';');
                    begin_line(&mut text, open.len());
                }
                ' ' if text.ends_with([' ', '\n']) => (),
                _ => text.push(letter),
            }
        }
        text
    }

    /// Returns the declaration of a request: its fields and its answer.
    fn request(name: &str, request: &Request) -> String {
        let fields = request.fields.iter().map(|(field, (kind, needed))| {
            if needed.len() == request.asked {
                format!("{field}: {kind}, ")
            } else {
                format!("{field}?: {kind} | null, ")
            }
        });
        let answers: Vec<&str> = request.answers.iter().map(String::as_str).collect();
        let fields: String = fields.collect();
        format!(
            "{name}: {{ fields: {{ {fields} }}, answer: {}, }}, ",
            answers.join(" | ")
        )
    }

    /// Returns the declarations of all messages and their answers.
    fn declarations() -> String {
        NOTES.with_borrow(|notes| {
            let mut text =
                format!("// Written by `{SNAPSHOTS}=overwrite cargo test`; see `src/schema.rs`.\n");
            for declaration in notes.declared.values() {
                let _ = writeln!(text, "\n{}", in_lines(declaration));
            }
            let requests: String = notes
                .requests
                .iter()
                .filter(|(_, notes)| !notes.answers.is_empty())
                .map(|(name, notes)| request(name, notes))
                .collect();
            let about =
                "/** The messages that the library answers: the fields of each, and its answer. */";
            let requests = in_lines(&format!("export interface Messages {{ {requests} }}"));
            let _ = writeln!(text, "\n{about}\n{requests}");
            text
        })
    }

    #[test]
    fn the_scripts_know_all_messages() {
        NOTES.take();
        let mut desk = Desk::default();
        for sample in samples() {
            ask(&mut desk, &sample);
        }
        draw(&mut desk);
        declare::<News>();
        declare::<Wish>();
        let declared = declarations();
        if env::var_os(SNAPSHOTS).is_some_and(|how| how == "overwrite") {
            fs::write(FILE, &declared).expect("the folder is there");
        }
        let known = fs::read_to_string(FILE).unwrap_or_default();
        assert!(
            known == declared,
            "{FILE} is not what a desk reads and answers; {SNAPSHOTS}=overwrite writes it anew"
        );
    }
}
