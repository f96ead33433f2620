//! The players of a game.

use core::fmt;

use common::format::short;
use common::text::{Reader, Unexpected};
use common::{Player, Refused};

/// The header of a game record: the players, and the event at which they played.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Player, notation::wgosa::Header};
///
/// let header = Header {
///     players: ["Müller", "Schmitz"].map(String::from),
///     server: Some(Player::SECOND),
///     event: None,
/// };
/// assert_eq!(header.to_string(), "(Müller - Schmitz*)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    /// The names of the players. A name is not empty, has no blank at either end, does not contain `(`, `)`, `,`, `*`
    /// or ` - `, and does not end in ` -`.
    pub players: [String; 2],
    /// The player who chose the game and let the other choose sides, if known.
    pub server: Option<Player>,
    /// The event, if known. It is not empty, has no blank at either end, and its parentheses are balanced.
    pub event: Option<String>,
}

impl Header {
    /// Returns the header if its names and its event can be written, so that they are read back.
    pub(super) fn checked(self) -> Result<Header, Refused> {
        match self.fault() {
            None => Ok(self),
            Some((expected, found)) => Err(Refused::new(format!(
                "expected {expected}, found `{}`",
                short(found)
            ))),
        }
    }

    /// Returns what is expected of a name or of the event, together with the one that was found.
    fn fault(&self) -> Option<(&'static str, &str)> {
        let is_text = |text: &str| {
            !text.is_empty() && text.trim() == text && !text.chars().any(char::is_control)
        };
        let is_name = |name: &str| {
            is_text(name) && !name.contains([',', '*', '(', ')']) && ends_where_read(name)
        };
        if let Some(name) = self.players.iter().find(|name| !is_name(name)) {
            let expected = "a name without blanks around it, parentheses, commas, stars, ` - ` and ` -` at its end";
            return Some((expected, name));
        }
        let event = self
            .event
            .as_deref()
            .filter(|event| !is_text(event) || !is_balanced(event))?;
        let expected = "an event without blanks around it, whose parentheses belong together";
        Some((expected, event))
    }

    /// Returns the header that names players as [`Statements`](common::format::Statements) does; `None` if they are not
    /// two, or their names cannot be written.
    #[cfg(feature = "object")]
    pub(crate) fn naming(players: &str) -> Option<Header> {
        let text = format!("{players})");
        Header::read(&mut Reader::new(&text)).ok()
    }

    /// Returns the players and the event without parentheses.
    #[cfg(feature = "object")]
    pub(crate) fn names(&self) -> String {
        let text = self.to_string();
        text[1..text.len() - 1].to_owned()
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Header, Unexpected> {
        let start = reader.clone();
        let mut depth = 0_usize;
        let text = reader.take_while(|c| {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => return false,
                ')' => depth -= 1,
                _ => (),
            }
            true
        });
        reader.expect(')')?;
        let refuse = |expected: &'static str| start.unexpected_word(expected, text);
        let Some((first, rest)) = split_names(text) else {
            return Err(refuse(
                "two names with ` - `, a comma or a hyphen between them",
            ));
        };
        let (second, event) = match rest.split_once(',') {
            Some((second, event)) => (second, Some(event.trim()).filter(|event| !event.is_empty())),
            None => (rest, None),
        };
        let names = [first, second].map(str::trim);
        let mut servers = Player::all(2).filter(|player| names[player.index()].ends_with('*'));
        let server = servers.next();
        if servers.next().is_some() {
            return Err(refuse("a star after one name only (that of the server)"));
        }
        let header = Header {
            players: names.map(|name| name.strip_suffix('*').unwrap_or(name).trim_end().to_owned()),
            server,
            event: event.map(str::to_owned),
        };
        match header.fault() {
            Some((expected, _)) => Err(refuse(expected)),
            None => Ok(header),
        }
    }
}

/// Returns whether a name before ` - ` is read as the same name: it contains no such separator, and its end does not
/// form one together with the blank after it.
fn ends_where_read(name: &str) -> bool {
    let written = format!("{name} - ");
    split_names(&written).is_some_and(|(first, _)| first == name)
}

/// Returns whether the parentheses are balanced.
fn is_balanced(text: &str) -> bool {
    let depth = text.chars().try_fold(0_usize, |depth, c| match c {
        '(' => Some(depth + 1),
        ')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
}

/// Splits a text at the first ` - `, else at the first comma, else at the first hyphen.
fn split_names(text: &str) -> Option<(&str, &str)> {
    let separators: [&[&str]; 3] = [&[" - ", " – ", " — ", " − "], &[","], &["-", "–", "—", "−"]];
    separators.iter().find_map(|separators| {
        let found = separators
            .iter()
            .filter_map(|s| text.find(s).map(|at| (at, s.len())));
        let (at, len) = found.min()?;
        Some((&text[..at], &text[at + len..]))
    })
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = |player| if self.server == Some(player) { "*" } else { "" };
        let [one, other] = [Player::FIRST, Player::SECOND].map(star);
        let [first, second] = &self.players;
        write!(f, "({first}{one} - {second}{other}")?;
        if let Some(event) = &self.event {
            write!(f, ", {event}")?;
        }
        f.write_str(")")
    }
}
