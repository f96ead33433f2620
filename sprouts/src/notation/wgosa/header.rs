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
/// let header = Header::new("Müller", "Schmitz", Some(Player::SECOND), None)?;
/// assert_eq!(header.to_string(), "(Müller - Schmitz*)");
/// # Ok::<(), papergames_sprouts::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    players: [String; 2],
    server: Option<Player>,
    event: Option<String>,
}

impl Header {
    /// Returns the header of a game between two players. `server`, if known, is the player who chose the game and let
    /// the other choose sides.
    ///
    /// # Errors
    ///
    /// Returns an error if a name is empty, starts or ends with a blank, contains `(`, `)`, `,`, `*` or ` - `, or ends
    /// with ` -`; or if the event starts or ends with a blank or has unbalanced parentheses.
    pub fn new(
        first: &str,
        second: &str,
        server: Option<Player>,
        event: Option<&str>,
    ) -> Result<Header, Refused> {
        Header::checked(first, second, server, event).map_err(|(expected, found)| {
            Refused::new(format!("expected {expected}, found `{}`", short(found)))
        })
    }

    /// Returns the header, or what was expected of a name or event together with the one that was found.
    fn checked<'a>(
        first: &'a str,
        second: &'a str,
        server: Option<Player>,
        event: Option<&'a str>,
    ) -> Result<Header, (&'static str, &'a str)> {
        let is_text = |text: &str| {
            !text.is_empty() && text.trim() == text && !text.chars().any(char::is_control)
        };
        for name in [first, second] {
            if !is_text(name) || name.contains([',', '*', '(', ')']) || !ends_where_read(name) {
                let expected = "a name without blanks around it, parentheses, commas, stars, ` - ` and ` -` at its end";
                return Err((expected, name));
            }
        }
        if let Some(event) = event.filter(|event| !is_text(event) || !is_balanced(event)) {
            let expected = "an event without blanks around it, whose parentheses belong together";
            return Err((expected, event));
        }
        Ok(Header {
            players: [first, second].map(String::from),
            server,
            event: event.map(String::from),
        })
    }

    /// Returns the name of a player.
    ///
    /// # Panics
    ///
    /// Panics if `player` is neither the first nor the second player.
    pub fn name(&self, player: Player) -> &str {
        &self.players[player.index()]
    }

    /// Returns the player who chose the game, if known.
    pub fn server(&self) -> Option<Player> {
        self.server
    }

    /// Returns the event, if known.
    pub fn event(&self) -> Option<&str> {
        self.event.as_deref()
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
        let [first, second] = names.map(|name| name.strip_suffix('*').unwrap_or(name).trim_end());
        Header::checked(first, second, server, event).map_err(|(expected, _)| refuse(expected))
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
