//! Certificates of Sprouts.

use std::collections::HashSet;

use super::canonical::{Canonical, Land, Position};
use super::children::Checker;
use super::drawing::Variant;
use super::misere::{self, Misere};
use super::normal;
use super::spelling::{read_position, written};
use crate::text::{Lines, number, shown};
use crate::work::{CheckResult, Work, at_line, refuse};

/// The most lives of a land that a certificate may replace by its tree.
const MOST_FORMS: u32 = 16;

/// The question of a certificate: who wins a position under some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The text of the position, in canonical spelling.
    pub position: String,
    /// Whether the player who draws the last line loses.
    pub misere: bool,
    /// The variant, which determines the lines that may be drawn.
    pub variant: Variant,
}

/// The answer that a certificate proves: the winner of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the player to move wins.
    pub mover_wins: bool,
    /// The nimber in normal play, if the facts determine it.
    pub nimber: Option<u32>,
    /// The number of facts in the proof.
    pub facts: usize,
}

/// A certificate that has been read but not checked, so none of its facts is assumed to be true.
#[derive(Debug)]
pub struct Certificate {
    question: Question,
    position: Position,
    mover_wins: bool,
    /// Lands with at most this many lives are represented by their canonical trees.
    forms: u32,
    /// The number of lines with facts.
    n_facts: usize,
    facts: Facts,
}

/// The different facts of normal and of misère play.
#[derive(Debug)]
enum Facts {
    Nimbers(Vec<normal::Fact>),
    Losses(Vec<misere::Fact>),
}

impl Certificate {
    /// Reads a certificate.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the format, or if the check reaches its limit.
    pub fn read(text: &str, work: &Work) -> CheckResult<Certificate> {
        let mut lines = Lines::read(text)?;
        if lines.header("game ")? != "sprouts" {
            return refuse("the certificate must be for Sprouts, but it is for another game");
        }
        let variant = match lines.option("variant ") {
            None => Variant::Standard,
            Some("black-and-white") => Variant::BlackAndWhite,
            Some("black-and-white-loops") => Variant::BlackAndWhiteLoops,
            Some(other) => {
                let other = shown(other);
                return refuse(format!(
                    "the variant must be one of Black-and-White Sprouts, found `{other}`"
                ));
            }
        };
        let misere = match lines.header("ending ")? {
            "normal" => false,
            "misere" => true,
            other => {
                let other = shown(other);
                return refuse(format!(
                    "the ending must be `normal` or `misere`, found `{other}`"
                ));
            }
        };
        let forms = if misere { lines.option("forms ") } else { None };
        let forms = forms.map_or(Some(0), |forms| number(forms).filter(|n| *n <= MOST_FORMS));
        let Some(forms) = forms else {
            return refuse(format!(
                "`forms` must be followed by a number of at most {MOST_FORMS}"
            ));
        };
        let mut canonical = Canonical::new(work.clone());
        let mut read = |text: &str, line: usize| {
            read_position(text, variant, &mut canonical).map_err(at_line(line))
        };
        let line = lines.number();
        let position = read(lines.header("position ")?, line)?;
        let mover_wins = match lines.header("mover ")? {
            "wins" => true,
            "loses" => false,
            other => {
                let other = shown(other);
                return refuse(format!(
                    "expected `wins` or `loses` for the player to move, found `{other}`"
                ));
            }
        };
        let facts = lines.facts()?;
        let n_facts = facts.len();
        // A fact that is repeated is kept once, with its first line.
        let facts = if misere {
            let (mut losses, mut met) = (Vec::new(), HashSet::new());
            for (line, text) in facts {
                work.spend(1)?;
                let position = read(text, line)?;
                if met.insert(position.clone()) {
                    losses.push((line, position));
                }
            }
            Facts::Losses(losses)
        } else {
            let (mut nimbers, mut met) = (Vec::new(), HashSet::new());
            for (line, text) in facts {
                work.spend(1)?;
                let (land, nimber) = nimber_of(text).map_err(at_line(line))?;
                let lands = read(land, line)?;
                let [land] = &lands[..] else {
                    let found = lands.len();
                    return refuse(format!(
                        "line {line}: the fact must be about one land, found {found} lands"
                    ));
                };
                if met.insert((Land::clone(land), nimber)) {
                    nimbers.push((line, Land::clone(land), nimber));
                }
            }
            Facts::Nimbers(nimbers)
        };
        let question = Question {
            position: written(&position),
            misere,
            variant,
        };
        Ok(Certificate {
            question,
            position,
            mover_wins,
            forms,
            n_facts,
            facts,
        })
    }

    /// Returns the question that the certificate answers.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Checks the facts, and returns the answer that they prove.
    ///
    /// # Errors
    ///
    /// Returns an error for the first fact that does not follow from others, if the facts do not determine who wins, or
    /// if the check reaches its limit.
    pub fn check(&self, work: &Work) -> CheckResult<Answer> {
        let Certificate {
            question,
            position,
            mover_wins,
            forms,
            n_facts,
            facts,
        } = self;
        let mut checker = Checker::new(question.variant, work);
        let (nimber, holds) = match facts {
            Facts::Nimbers(facts) => checker.normal(facts, position, *mover_wins)?,
            Facts::Losses(facts) => {
                let mut misere = Misere::new(checker, *forms);
                (None, misere.check(facts, position, *mover_wins)?)
            }
        };
        if !holds {
            let wins = if *mover_wins { "wins" } else { "loses" };
            let position = shown(&question.position);
            return refuse(format!(
                "the facts do not prove that the player to move {wins} {position}"
            ));
        }
        Ok(Answer {
            mover_wins: *mover_wins,
            nimber,
            facts: *n_facts,
        })
    }
}

/// Reads a land and its nimber.
fn nimber_of(text: &str) -> CheckResult<(&str, u32)> {
    let parts = text.split_once(' ');
    match parts.and_then(|(land, nimber)| Some((land, number(nimber)?))) {
        Some(parts) => Ok(parts),
        None => refuse(format!(
            "expected a land and a nimber, found `{}`",
            shown(text)
        )),
    }
}
