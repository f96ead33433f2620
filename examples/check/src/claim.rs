//! Claims, which state what a proof must be about: a game, a position and rules, without the answer.
//!
//! ```text
//! claim    = "sprouts " setup " " ("normal" / "misere") [ " " variant ]
//!          / "sprouts " number ("+" / "-") [ variant ]   ; "+" is normal, "-" misère play
//!          / "sos " board [ " " rules ]
//! setup    = number [ "@" surface ]       ; the start with that many spots
//!          / [ "position " ] position     ; `position ` before one of digits alone
//! variant  = "standard" / "black-and-white" / "black-and-white-loops"
//! board    = number "x" number            ; the empty board with these rows and columns
//!          / row *( "/" row )
//! rules    = "general" / "first" / "alternating" / "misere"
//! ```
//!
//! Positions and boards are written as in [certificates](crate). `sprouts 11 normal` is the starting position with
//! eleven spots, while `sprouts position 11 normal` is a boundary of two spots with one line each.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::sos::board::Board;
use crate::sos::certificate::{self as sos, Rules};
use crate::sprouts::canonical::Canonical;
use crate::sprouts::certificate as sprouts;
use crate::sprouts::drawing::Variant;
use crate::sprouts::spelling::{MOST_BARE, read_position, written};
use crate::text::{game, number, shown};
use crate::work::{CheckResult, Limit, Work};

/// A claim: the question that a proof answers, without the answer.
///
/// Its text always names the variant or the rules, even standard ones, and can be parsed back to the same claim.
///
/// ```
/// use papergames_check::Claim;
///
/// let claim: Claim = "sprouts 11 normal".parse()?;
/// assert_eq!(claim.to_string(), "sprouts 11 normal standard");
/// assert_eq!(claim, "sprouts 0*11 normal".parse()?);
/// assert_eq!(claim, "sprouts 11+".parse()?);
/// assert_ne!(claim, "sprouts position 11 normal".parse()?);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The question of who wins a position of Sprouts.
    Sprouts(sprouts::Question),
    /// The question of what value a board of SOS has.
    Sos(sos::Question),
}

impl Claim {
    /// Reads the claim that a certificate is about. To find whether the certificate proves anything, use
    /// [`check`](crate::check).
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a certificate.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_check::{Claim, Work};
    ///
    /// let text = "\
    /// papergames certificate 1
    /// game sprouts
    /// ending normal
    /// position 0*2
    /// mover loses
    /// facts 3
    /// 0 0
    /// ABCD|ABCD 0
    /// 0*2 0
    /// checksum f59dafff766a112e
    /// ";
    /// let claim = Claim::of(text, &Work::default()).expect("a certificate");
    /// assert_eq!(claim.to_string(), "sprouts 2 normal standard");
    /// ```
    pub fn of(text: &str, work: &Work) -> CheckResult<Claim> {
        if game(text) == Some("sos") {
            let certificate = sos::Certificate::read(text, work)?;
            return Ok(Claim::Sos(certificate.question().clone()));
        }
        let certificate = sprouts::Certificate::read(text, work)?;
        Ok(Claim::Sprouts(certificate.question().clone()))
    }

    /// Describes the claim in words: the position and the rules.
    pub(crate) fn described(&self) -> (String, String) {
        match self {
            Claim::Sprouts(question) => {
                let position = &question.position;
                let start = start(position).map(|(n, _)| {
                    let spots = if n == 1 { "spot" } else { "spots" };
                    format!("{position}, the start with {n} {spots},")
                });
                let ending = if question.misere {
                    "misère play (the last line loses)"
                } else {
                    "normal play (the last line wins)"
                };
                let position = start.unwrap_or_else(|| format!("the position {position}"));
                (position, format!("in {}, {ending}", question.variant))
            }
            Claim::Sos(question) => {
                let rules = match question.rules {
                    Rules::General => "an S-O-S counts a point and its player moves again",
                    Rules::First => "the first S-O-S wins",
                    Rules::Alternating => "an S-O-S counts a point and the turn passes",
                    Rules::Misere => "the first S-O-S loses",
                };
                let name = question.rules.name();
                let rules = format!("in SOS, rules {name} ({rules})");
                (format!("the board {}", question.board.text()), rules)
            }
        }
    }
}

/// The number of spots of a position if it is a starting position, and `@` with its surface unless it is a sphere.
fn start(written: &str) -> Option<(u32, &str)> {
    let (spots, surface) = without_surface(written);
    let n = match spots {
        "0" => Some(1),
        _ => spots.strip_prefix("0*").and_then(number),
    };
    let is_whole = !surface.contains('|');
    n.filter(|_| is_whole).map(|n| (n, surface))
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Sprouts(question) => {
                let position = &question.position;
                let ending = if question.misere { "misere" } else { "normal" };
                let variant = question.variant.name();
                f.write_str("sprouts ")?;
                match start(position) {
                    Some((n, surface)) => write!(f, "{n}{surface}")?,
                    None if is_digits(without_surface(position).0) => {
                        write!(f, "position {position}")?;
                    }
                    None => f.write_str(position)?,
                }
                write!(f, " {ending} {variant}")
            }
            Claim::Sos(question) => {
                let rules = question.rules.name();
                match question.board.empty_size() {
                    Some((rows, columns)) => write!(f, "sos {rows}x{columns} {rules}"),
                    None => write!(f, "sos {} {rules}", question.board.text()),
                }
            }
        }
    }
}

/// Splits a text before the first surface.
fn without_surface(text: &str) -> (&str, &str) {
    text.split_at(text.find('@').unwrap_or(text.len()))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

impl FromStr for Claim {
    type Err = String;

    fn from_str(text: &str) -> Result<Claim, String> {
        let wrong = || {
            format!(
                "expected a claim such as `sprouts 11 normal` or `sos 3x9 first`, found `{}`",
                shown(text)
            )
        };
        let mut words: Vec<&str> = text.split(' ').collect();
        if let ["sprouts", setup] = words[..]
            && let Some((number, ending, variant)) = signed(setup)
        {
            words = vec!["sprouts", number, ending, variant];
        }
        match words[..] {
            ["sprouts", setup] | ["sprouts", "position", setup] if !setup.is_empty() => {
                let text = shown(text);
                Err(format!(
                    "the claim `{text}` must end with `normal` or `misere`, as in `{text} normal`"
                ))
            }
            ["sprouts", "position", position, ref rules @ ..] => {
                sprouts_claim(position, rules).ok_or_else(wrong)?
            }
            ["sprouts", setup, ref rules @ ..] if is_digits(without_surface(setup).0) => {
                let (setup, surface) = without_surface(setup);
                let n = number(setup).filter(|n| (1..=MOST_BARE).contains(n));
                let n = n.ok_or_else(|| {
                    format!(
                        "a position must have 1 to {MOST_BARE} spots, found `{}`",
                        shown(setup)
                    )
                })?;
                sprouts_claim(&format!("0*{n}{surface}"), rules).ok_or_else(wrong)?
            }
            ["sprouts", position, ref rules @ ..] => {
                sprouts_claim(position, rules).ok_or_else(wrong)?
            }
            ["sos", board] => sos_claim(board, Rules::General),
            ["sos", board, rules] => {
                let known = Rules::ALL.into_iter().find(|known| known.name() == rules);
                sos_claim(board, known.ok_or_else(wrong)?)
            }
            _ => Err(wrong()),
        }
    }
}

/// Splits a start with a sign, such as `7+`, into the number, the ending and the variant.
fn signed(setup: &str) -> Option<(&str, &str, &str)> {
    let (number, variant) = setup.split_once(['+', '-'])?;
    let ending = match setup.as_bytes()[number.len()] {
        b'+' => "normal",
        _ => "misere",
    };
    let variant = if variant.is_empty() {
        Variant::Standard.name()
    } else {
        variant
    };
    // A plus between lands is part of a position.
    let is_known = Variant::ALL.iter().any(|known| known.name() == variant);
    (is_digits(number) && is_known).then_some((number, ending, variant))
}

/// Reads a claim about a position, or returns `None` if the words after it are not names of rules.
fn sprouts_claim(position: &str, rules: &[&str]) -> Option<Result<Claim, String>> {
    let (ending, variant) = match rules {
        [ending] => (*ending, "standard"),
        [ending, variant] => (*ending, *variant),
        _ => return None,
    };
    let misere = match ending {
        "normal" => false,
        "misere" => true,
        _ => return None,
    };
    let variant = Variant::ALL
        .into_iter()
        .find(|known| known.name() == variant)?;
    let limit = Limit {
        time: Duration::from_secs(10),
        ..Limit::default()
    };
    let mut canonical = Canonical::new(Work::new(limit, |_, _| ()));
    let position = read_position(position, variant, &mut canonical);
    let claim = position.map(|position| {
        Claim::Sprouts(sprouts::Question {
            position: written(&position),
            misere,
            variant,
        })
    });
    Some(claim.map_err(|reason| reason.to_string()))
}

/// Reads a claim about a board.
fn sos_claim(board: &str, rules: Rules) -> Result<Claim, String> {
    let size = board.split_once('x').map(|(rows, columns)| {
        let side = |text: &str| number(text).map(|n| n as usize);
        side(rows)
            .zip(side(columns))
            .and_then(|(rows, columns)| Board::empty(rows, columns))
    });
    let board = match size {
        Some(empty) => empty
            .ok_or_else(|| format!("expected a size such as `3x9`, found `{}`", shown(board)))?,
        None => Board::read(board).map_err(|reason| reason.to_string())?,
    };
    Ok(Claim::Sos(sos::Question { board, rules }))
}
