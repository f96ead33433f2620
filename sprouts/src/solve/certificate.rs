//! Proofs as text, for others to check.
//!
//! A [`Certificate`] holds every fact that a result rests on: in normal play lands with their nimbers, in misère play
//! positions that the player to move loses. Anybody can check it by listing moves, without a search.
//! The package `papergames-check` does so; it shares no code with this crate.
//!
//! # Format
//!
//! ```text
//! certificate = "papergames certificate 1" LF
//!               "game sprouts" LF
//!               [ "variant " ( "black-and-white" / "black-and-white-loops" ) LF ]
//!               "ending " ("normal" / "misere") LF
//!               [ "forms " number LF ]       ; misère play
//!               "position " position LF
//!               "mover " ("wins" / "loses") LF
//!               "facts " number LF
//!               *fact
//!               "checksum " 16hex LF
//! fact        = land " " nimber LF    ; normal play
//!             / position LF           ; misère play: the player to move loses this position
//! ```
//!
//! Positions and lands are in the [published spelling](crate::land::glop), reduced by all
//! [reductions](crate::land::Reductions). In Black-and-White Sprouts, whose header names the variant, only dead spots
//! are left out, and in normal play the facts give the nimber of the position. Facts are sorted by the most lines that
//! can be drawn and then by text, so a fact rests only on facts above it. The checksum is the 64-bit FNV-1a hash of all
//! bytes before its line.
//!
//! # What proves a fact
//!
//! In normal play, the nimber of a land is *n* if some child has each smaller value and every child has another value
//! than *n*, or has a child with the value *n*. In misère play, the player to move loses a position if a line can be
//! drawn, and every child is empty or has a child that is a fact. The claim in the header follows in the same way.
//!
//! If the header says `forms` *n*, lands with at most *n* lives count as their canonical forms in misère play, and all
//! forms are added up. A fact then stands for its larger lands beside one form. A move draws a line in a larger land,
//! or leads from the form to one of its options; forms alone need no facts, because they say who wins. A form is the
//! set of the forms of the options without those that are *reversible*: if all options of *C* are options of *G*, and
//! each other option of *G* has *C* as an option, then *G* = *C*; where *C* is the empty game, the player to move must
//! win *G* besides (Conway, *On Numbers and Games*, chapter 12). A checker works the forms out again.
//!
//! # Examples
//!
//! ```
//! use papergames_sprouts::solve::Solver;
//! use papergames_sprouts::{Position, Ending, Rules};
//!
//! let mut solver = Solver::new();
//! let certificate = solver.certify(&Position::new(2, Ending::Normal)?)?;
//! assert_eq!(certificate.to_string(), "\
//! papergames certificate 1
//! game sprouts
//! ending normal
//! position 0*2
//! mover loses
//! facts 3
//! 0 0
//! ABCD|ABCD 0
//! 0*2 0
//! checksum f59dafff766a112e
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::convert::Infallible;
use core::fmt;
use core::str::FromStr;
use std::collections::BinaryHeap;

use common::checksum::{START, fnv1a};
use common::values::Unsolved;
use common::{Budget, Ending, Game, Nimber, Progress, Random, Unfinished};
use rustc_hash::FxHashMap;
#[cfg(feature = "store")]
use rustc_hash::FxHashSet;

use super::book::LandId;
use super::error::SolveError;
use super::options::{Gap, Options};
use super::shrink::{self, Shrinker, Source};
use super::solver::{MEMORY, Solver, lands_of};
use super::watch::{Listener, State, Watch};
use crate::land::glop::Sum;
use crate::land::{Land, Lands, ParseLandError, Reductions};
use crate::position::Position;
use crate::rules::{Rules, Variant};

/// Everything that a result rests on; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    variant: Variant,
    ending: Ending,
    /// The most lives of a land that counts as its canonical form in misère play.
    forms: u8,
    position: Lands,
    mover_wins: bool,
    facts: Vec<Fact>,
}

/// A line of a [`Certificate`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fact {
    /// A land has a nimber.
    Nimber(Land, Nimber),
    /// The player to move loses a position in misère play.
    Loss(Lands),
}

/// What is to be proved about lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    /// The player to move wins.
    Wins,
    /// The player to move loses.
    Loses,
    /// The nimber is what the solver says.
    Nimber,
}

impl Claim {
    fn of(mover_wins: bool) -> Claim {
        if mover_wins {
            Claim::Wins
        } else {
            Claim::Loses
        }
    }
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The position is not solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Antwerp Sprouts has no certificates.
    #[error(
        "expected standard or Black-and-White Sprouts, which certificates are for, found the variant `{found}`"
    )]
    Variant {
        /// The variant of the position.
        found: Variant,
    },
    /// A result that the solver was told is wrong.
    #[error("the solver was told that {said}, but {reason}")]
    Wrong {
        /// The result, as a statement.
        said: String,
        /// What contradicts it.
        reason: String,
    },
}

impl From<CertifyError> for Unsolved {
    fn from(error: CertifyError) -> Unsolved {
        match error {
            CertifyError::Solve(error) => error.into(),
            error => Unsolved::because(error),
        }
    }
}

/// Why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseCertificateError {
    /// A line is not what the [format](self) wants there.
    #[error("expected {expected} in line {line}, found `{found}`")]
    Line {
        /// Which line, counted from 1.
        line: usize,
        /// What the format wants there, in words.
        expected: &'static str,
        /// The line, cut after 40 characters; empty if the text ends before it.
        found: String,
    },
    /// A land cannot be read.
    #[error("line {line}: {error}")]
    Land {
        /// Which line, counted from 1.
        line: usize,
        /// Why.
        error: ParseLandError,
    },
    /// The text was changed after it was written.
    #[error("expected the checksum {expected:016x} of the text, found {found:016x}")]
    Checksum {
        /// The checksum of the text.
        expected: u64,
        /// The checksum in the last line.
        found: u64,
    },
}

impl From<Unfinished> for CertifyError {
    fn from(reason: Unfinished) -> CertifyError {
        SolveError::from(reason).into()
    }
}

impl Certificate {
    /// Returns the variant: standard Sprouts or a reading of Black-and-White Sprouts.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns whether play is normal or misère.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Returns the position that the certificate is about.
    pub fn position(&self) -> &Lands {
        &self.position
    }

    /// Returns whether the player to move wins the position.
    pub fn mover_wins(&self) -> bool {
        self.mover_wins
    }

    /// Returns the facts: those about positions with fewer lives first.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Looks for a shorter certificate in a number of `steps`, each of which replaces a fact. Leaves certificates of
    /// misère play as they are.
    ///
    /// The search chooses among the lands whose nimbers the `solver` knows, and small ones, whose nimbers it finds. A
    /// solver that has solved several starts therefore gives shorter certificates. The same `random` gives the same
    /// certificate. A node of the budget is a step; [`Progress::share`] is the share of steps done.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] when the budget is spent. The shortest certificate found until then is kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::solve::Solver;
    /// use papergames_sprouts::{Budget, Ending, Position, Seeded};
    ///
    /// let mut solver = Solver::new();
    /// let mut certificate = solver.certify(&Position::new(6, Ending::Normal)?)?;
    /// let found = certificate.facts().len();
    /// let mut random = Seeded::new(1);
    /// certificate.shrink(&mut solver, 1_000, &mut random, &Budget::new(), &mut |_| ())?;
    /// assert!(certificate.facts().len() < found);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shrink(
        &mut self,
        solver: &mut Solver,
        steps: usize,
        random: &mut dyn Random,
        budget: &Budget,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(), Unfinished> {
        self.shrink_from((&[], &[]), solver, steps, random, budget, progress)
    }

    /// Does what [`shrink`](Certificate::shrink) does, but begins with the facts of the certificate, where that begins
    /// with a new proof. For certificates that have been shrunk before.
    ///
    /// The facts of `others`, certificates of other positions, are at hand from the beginning. Large positions lead to
    /// smaller ones, so short proofs of the smaller ones help. Ignores others of misère play or another variant.
    ///
    /// Takes all these facts as true: check certificates from elsewhere first.
    ///
    /// # Errors
    ///
    /// As [`shrink`](Certificate::shrink).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::solve::{Certificate, Solver};
    /// use papergames_sprouts::{Budget, Ending, Position, Seeded};
    ///
    /// let mut solver = Solver::new();
    /// let mut certificate = solver.certify(&Position::new(6, Ending::Normal)?)?;
    /// let mut random = Seeded::new(1);
    /// certificate.shrink(&mut solver, 1_000, &mut random, &Budget::new(), &mut |_| ())?;
    /// let text = certificate.to_string();
    ///
    /// // Another day.
    /// let mut certificate: Certificate = text.parse()?;
    /// let before = certificate.facts().len();
    /// let mut solver = Solver::new();
    /// certificate.shrink_further(&[], &mut solver, 1_000, &mut random, &Budget::new(), &mut |_| ())?;
    /// assert!(certificate.facts().len() <= before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shrink_further(
        &mut self,
        others: &[Certificate],
        solver: &mut Solver,
        steps: usize,
        random: &mut dyn Random,
        budget: &Budget,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(), Unfinished> {
        let alike =
            |other: &&Certificate| other.variant == self.variant && other.ending == Ending::Normal;
        let others = others.iter().filter(alike);
        let others: Vec<Fact> = others.flat_map(|other| other.facts.clone()).collect();
        let own = self.facts.clone();
        self.shrink_from((&own, &others), solver, steps, random, budget, progress)
    }

    /// Shrinks the certificate from its own facts, or from none, with those of others at hand.
    fn shrink_from(
        &mut self,
        (own, others): (&[Fact], &[Fact]),
        solver: &mut Solver,
        steps: usize,
        random: &mut dyn Random,
        budget: &Budget,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(), Unfinished> {
        if self.ending == Ending::Misere {
            return Ok(());
        }
        let mut known = Known {
            options: Options::of(self.variant),
            told: FxHashMap::default(),
            few_nodes: solver.budget.clone().nodes(shrink::NODES),
            solver,
        };
        let mut tell = |facts: &[Fact]| {
            let mut lands = Vec::new();
            for fact in facts {
                if let Fact::Nimber(land, nimber) = fact {
                    lands.push(known.options.intern(land));
                    known.told.insert(land.form().into(), nimber.0 as u8);
                }
            }
            lands
        };
        let (own, others) = (tell(own), tell(others));
        let mut position: shrink::Lands = (self.position.iter())
            .map(|land| known.options.intern(land))
            .collect();
        position.sort_unstable();
        let (found, ended) = Shrinker::new(&mut known).run(
            (&position, self.mover_wins),
            (&own, &others),
            steps,
            random,
            budget,
            progress,
        );
        if let Some(lands) = found.filter(|lands| lands.len() < self.facts.len()) {
            let fact = |land: u32| {
                let nimber = known.nimber(land)?;
                Some(Fact::Nimber(
                    known.options.land(land),
                    Nimber(nimber.into()),
                ))
            };
            self.facts = lands.into_iter().filter_map(fact).collect();
            sort(&mut self.facts);
        }
        ended
    }
}

/// Reads what [`Display`](fmt::Display) writes, in the [format](self) of certificates. Whether the facts prove anything
/// is for a checker to say.
impl FromStr for Certificate {
    type Err = ParseCertificateError;

    fn from_str(text: &str) -> Result<Certificate, ParseCertificateError> {
        let mut lines = Lines {
            rest: text.split('\n'),
            number: 0,
            line: "",
        };
        lines.expect("", "`papergames certificate 1`", |line| {
            (line == "papergames certificate 1").then_some(())
        })?;
        lines.expect("", "`game sprouts`", |line| {
            (line == "game sprouts").then_some(())
        })?;
        let variant = lines.option("variant ", "a variant with certificates", |name| {
            let variant: Variant = name.parse().ok()?;
            (variant != Variant::Standard && !variant.is_antwerp()).then_some(variant)
        })?;
        let variant = variant.unwrap_or_default();
        let ending =
            lines.expect(
                "ending ",
                "`ending normal` or `ending misere`",
                |name| match name {
                    "normal" => Some(Ending::Normal),
                    "misere" => Some(Ending::Misere),
                    _ => None,
                },
            )?;
        let forms = if ending == Ending::Misere {
            lines.option("forms ", "`forms` and a number", |forms| forms.parse().ok())?
        } else {
            None
        };
        let lands = |sum: Sum| Lands::from_sum(&sum, Reductions::of(variant));
        let position = lines.expect("position ", "`position` and lands", Some)?;
        let position = lands(lines.read(position)?);
        let mover_wins = lines.expect("mover ", "`mover wins` or `mover loses`", |word| {
            ["loses", "wins"].iter().position(|known| *known == word)
        })?;
        let n_facts: usize = lines.expect("facts ", "`facts` and a number", |number| {
            number.parse().ok()
        })?;
        let mut facts = Vec::new();
        for _ in 0..n_facts {
            facts.push(match ending {
                Ending::Normal => {
                    let (land, nimber) =
                        lines.expect("", "a land, a space and a nimber (0 to 63)", |line| {
                            let (land, nimber) = line.rsplit_once(' ')?;
                            Some((land, nimber.parse().ok().filter(|nimber| *nimber < 64)?))
                        })?;
                    let land = lands(lines.read(land)?);
                    let one = (land.iter().next()).filter(|_| land.len() == 1);
                    Fact::Nimber(
                        one.ok_or_else(|| lines.error("one land"))?.clone(),
                        Nimber(nimber),
                    )
                }
                Ending::Misere => {
                    let position = lines.expect("", "a position", Some)?;
                    Fact::Loss(lands(lines.read(position)?))
                }
            });
        }
        let found = lines.expect(
            "checksum ",
            "`checksum` and 16 hexadecimal digits",
            |digits| {
                u64::from_str_radix(digits, 16)
                    .ok()
                    .filter(|_| digits.len() == 16)
            },
        )?;
        lines.expect("", "the end of the text", |line| {
            line.is_empty().then_some(())
        })?;
        let end = text.rfind("checksum ").unwrap_or(text.len());
        let expected = fnv1a(START, &text.as_bytes()[..end]);
        if found != expected {
            return Err(ParseCertificateError::Checksum { expected, found });
        }
        Ok(Certificate {
            variant,
            ending,
            forms: forms.unwrap_or(0),
            position,
            mover_wins: mover_wins == 1,
            facts,
        })
    }
}

/// The lines of a certificate, and where the reader is.
struct Lines<'a> {
    /// The lines that were not taken.
    rest: core::str::Split<'a, char>,
    /// The number of lines that were taken.
    number: usize,
    /// The last line that was taken.
    line: &'a str,
}

impl<'a> Lines<'a> {
    /// Takes a line that begins with a word and goes on with what `read` accepts.
    fn expect<T>(
        &mut self,
        word: &str,
        expected: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, ParseCertificateError> {
        self.line = self.rest.next().unwrap_or_default();
        self.number += 1;
        let found = self.line.strip_prefix(word).and_then(read);
        found.ok_or_else(|| self.error(expected))
    }

    /// Does the same if the next line begins with the word.
    fn option<T>(
        &mut self,
        word: &str,
        expected: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, ParseCertificateError> {
        let next = self.rest.clone().next().unwrap_or_default();
        if !next.starts_with(word) {
            return Ok(None);
        }
        self.expect(word, expected, read).map(Some)
    }

    /// Reads lands in the last line.
    fn read(&self, lands: &str) -> Result<Sum, ParseCertificateError> {
        let line = self.number;
        (lands.parse()).map_err(|error| ParseCertificateError::Land { line, error })
    }

    fn error(&self, expected: &'static str) -> ParseCertificateError {
        ParseCertificateError::Line {
            line: self.number,
            expected,
            found: self.line.chars().take(40).collect(),
        }
    }
}

/// Sorts facts by lives and then by text.
fn sort(facts: &mut [Fact]) {
    facts.sort_by_cached_key(|fact| match fact {
        Fact::Nimber(land, _) => (land.lives(), fact.to_string()),
        Fact::Loss(position) => (position.lives(), fact.to_string()),
    });
}

/// The lands whose nimbers a solver knows, and small ones, with all reductions.
struct Known<'a> {
    options: Options,
    /// The nimbers of the facts that the search begins with.
    told: FxHashMap<Box<[u8]>, u8>,
    solver: &'a mut Solver,
    /// What finding the nimber of a small land may take.
    few_nodes: Budget,
}

impl Source for Known<'_> {
    fn children(&mut self, land: u32) -> Vec<shrink::Lands> {
        self.options.list(land)
    }

    fn lives(&mut self, land: u32) -> usize {
        self.options.lives(land)
    }

    fn nimber(&mut self, land: u32) -> Option<u8> {
        let Known {
            options,
            told,
            solver,
            few_nodes,
        } = self;
        let lives = options.lives(land);
        let mut lookup = |form: &[u8]| -> Result<Option<u8>, Infallible> {
            if let Some(nimber) = told.get(form) {
                return Ok(Some(*nimber));
            }
            let land = Land::from_form(form);
            let known = solver.known_nimber(&land).or_else(|| {
                let lands = Lands::from_iter([land]);
                if lives <= shrink::TINY {
                    return solver.nimber(&lands).ok();
                }
                core::mem::swap(&mut solver.budget, few_nodes);
                let found = (lives <= shrink::SMALL).then(|| solver.nimber(&lands).ok());
                core::mem::swap(&mut solver.budget, few_nodes);
                found?
            });
            Ok(known.and_then(|nimber| u8::try_from(nimber.0).ok()))
        };
        let Ok(nimber) = options.value(land, &mut lookup);
        nimber
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Nimber(land, nimber) => write!(f, "{land} {}", nimber.0),
            Fact::Loss(position) => position.fmt(f),
        }
    }
}

/// A fact as a line of a certificate.
struct Line<'a>(&'a Fact, Variant);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line(fact, Variant::Standard) => fact.fmt(f),
            Line(Fact::Nimber(land, nimber), _) => {
                let land = Lands::from_iter([land.clone()]);
                write!(f, "{} {}", land.to_sum_as_drawn(), nimber.0)
            }
            Line(Fact::Loss(position), _) => position.to_sum_as_drawn().fmt(f),
        }
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let mut text = String::from("papergames certificate 1\ngame sprouts\n");
        let ending = match self.ending {
            Ending::Normal => "normal",
            Ending::Misere => "misere",
        };
        let mover = if self.mover_wins { "wins" } else { "loses" };
        let (position, facts) = (&self.position, self.facts.len());
        if self.variant != Variant::Standard {
            writeln!(text, "variant {}", self.variant)?;
        }
        let position = if self.variant == Variant::Standard {
            position.to_sum()
        } else {
            position.to_sum_as_drawn()
        };
        writeln!(text, "ending {ending}")?;
        if self.ending == Ending::Misere && self.forms > 0 {
            writeln!(text, "forms {}", self.forms)?;
        }
        writeln!(text, "position {position}\nmover {mover}\nfacts {facts}")?;
        for fact in &self.facts {
            writeln!(text, "{}", Line(fact, self.variant))?;
        }
        writeln!(f, "{text}checksum {:016x}", fnv1a(START, text.as_bytes()))
    }
}

impl Solver {
    /// Solves a position of standard or Black-and-White Sprouts and returns a proof that others can check; see
    /// [`certificate`](self).
    ///
    /// Follows the result down to the rules, so a wrong result that the solver was told ([`learn`](Solver::learn)) is
    /// found out if the proof rests on it. Takes a fraction of the time that the search took in normal play. In misère
    /// play, it replaces only [small lands](Solver::certificate_forms) by their forms, and searches for what it knows
    /// in other forms; this may take as long as the search.
    ///
    /// # Errors
    ///
    /// Returns [`CertifyError`] as [`solve`](Solver::solve) does, for Antwerp Sprouts, and if the solver was told
    /// something wrong.
    pub fn certify(&mut self, position: &Position) -> Result<Certificate, CertifyError> {
        self.with_progress(|solver, progress| solver.certify_telling(position, progress))
    }

    /// Does what [`certify`](Solver::certify) does, and reports to another callback than the solver's own.
    pub(crate) fn certify_telling(
        &mut self,
        position: &Position,
        mut progress: Option<&mut Listener<'_>>,
    ) -> Result<Certificate, CertifyError> {
        let Rules { ending, variant } = position.rules();
        if variant.is_antwerp() {
            return Err(CertifyError::Variant { found: variant });
        }
        let solved = self.solve_telling(position, reborrow(&mut progress))?;
        let mover_wins = match solved.winner() {
            Some(winner) => Some(winner) == position.turn(),
            None => false,
        };
        let lands = lands_of(position);
        // Whoever cannot move has lost in normal play, and won in misère play.
        let mover_wins = if lands.is_empty() {
            ending == Ending::Misere
        } else {
            mover_wins
        };
        let mut facts = match ending {
            Ending::Normal => {
                let claim = if variant == Variant::Standard {
                    Claim::of(mover_wins)
                } else {
                    Claim::Nimber
                };
                let claims = [(lands.clone(), claim)];
                self.nimbers_behind(&claims, &FxHashMap::default(), progress)?
            }
            Ending::Misere => self.losses_behind(&lands, mover_wins, progress)?,
        };
        // In a land with less than two lives no line can be drawn.
        facts.retain(|fact| !matches!(fact, Fact::Nimber(land, _) if land.lives() < 2));
        if ending == Ending::Normal {
            sort(&mut facts);
        }
        Ok(Certificate {
            variant,
            ending,
            forms: if ending == Ending::Misere {
                self.forms
            } else {
                0
            },
            position: lands,
            mover_wins,
            facts,
        })
    }

    /// Follows the proof of a verdict, through results that the solver was told, down to the rules.
    #[cfg(feature = "store")]
    pub(crate) fn check_verdict(
        &mut self,
        position: &Position,
        verdict: &common::Verdict<crate::moves::Move>,
        progress: &mut Listener<'_>,
    ) -> Result<(), CertifyError> {
        let (Some(mover), Some(winner)) = (position.turn(), verdict.winner()) else {
            return Ok(());
        };
        let is_known = verdict.nimber.is_some() && position.ending() == Ending::Normal;
        let claim = if is_known {
            Claim::Nimber
        } else {
            Claim::of(mover == winner)
        };
        let mut claims = vec![(lands_of(position), claim)];
        // A lost position has no winning moves; a won one has exactly those that were listed.
        if let (Some(moves), true) = (&verdict.moves, mover == winner) {
            let winning: FxHashSet<_> = moves.iter().copied().collect();
            let mut seen = FxHashSet::default();
            let _ = position.for_each_move(&mut |m| {
                let child = position.child_unchecked(&m);
                let lands = lands_of(&child);
                if seen.insert(lands.clone()) {
                    claims.push((lands, Claim::of(!winning.contains(&m))));
                }
                core::ops::ControlFlow::Continue(())
            });
        }
        if position.ending() == Ending::Normal {
            let mut followed = core::mem::take(&mut self.told.followed);
            let facts = self.nimbers_behind(&claims, &followed, Some(progress));
            for fact in facts.iter().flatten() {
                if let Fact::Nimber(land, nimber) = fact {
                    followed.insert(land.form().into(), nimber.0 as u8);
                }
            }
            self.told.followed = followed;
            return facts.map(|_| ());
        }
        if let Some(loss) = self.misere.wrong() {
            let reason = "the canonical form of the position says otherwise";
            return Err(wrong_loss(loss, reason.to_owned()));
        }
        let watch = &mut Watch::new(&self.budget, MEMORY, Some(progress));
        for (lands, claim) in claims {
            let checked = self.misere.check(&lands, claim == Claim::Wins, watch);
            match checked.map_err(|limit| watch.unfinished(limit))? {
                Ok(()) => (),
                Err((loss, reason)) => return Err(wrong_loss(&loss, reason)),
            }
        }
        Ok(())
    }

    /// Returns the nimbers that prove claims about lands in normal play, after they have been solved. Nimbers that were
    /// `followed` before are not followed again.
    fn nimbers_behind(
        &mut self,
        claims: &[(Lands, Claim)],
        followed: &FxHashMap<Box<[u8]>, u8>,
        progress: Option<&mut Listener<'_>>,
    ) -> Result<Vec<Fact>, CertifyError> {
        let budget = self.budget.clone();
        let watch = &mut Watch::new(&budget, MEMORY, progress.map(|progress| progress as _));
        let mut options = Options::of(self.book.variant);
        // By canonical form.
        let mut proof: FxHashMap<Box<[u8]>, u8> = FxHashMap::default();
        // Lands to be proved, those with the most lives first.
        let mut open: BinaryHeap<(usize, Land)> = BinaryHeap::new();
        let mut needed: Vec<Land> = Vec::new();
        for (position, claim) in claims {
            let ids = self.first_needed(position, *claim, &mut options)?;
            needed.extend(ids.into_iter().map(|id| options.land(id)));
        }
        loop {
            for land in needed.drain(..) {
                if proof.contains_key(land.form()) {
                    continue;
                }
                let nimber = match self.known_nimber(&land) {
                    Some(nimber) => nimber,
                    None => self.nimber(&Lands::from_iter([land.clone()]))?,
                };
                let nimber = nimber.0 as u8;
                if followed.get(land.form()) != Some(&nimber) {
                    open.push((land.lives(), land.clone()));
                }
                proof.insert(land.form().into(), nimber);
            }
            let Some((_, land)) = open.pop() else {
                break;
            };
            let nimber = proof[land.form()];
            let state = || State {
                known: proof.len() as u64,
                open: open.len() as u64 + 1,
                ..State::default()
            };
            watch.tick(state).map_err(|limit| watch.unfinished(limit))?;
            // The lists of children are the greatest part by far, and can be made again.
            let taken = options.memory();
            if taken > watch.memory / 16 && taken + self.book.memory() > watch.memory {
                options.clear();
            }
            let id = options.intern(&land);
            let mut used = Vec::new();
            loop {
                used.clear();
                let book = &self.book;
                let mut lookup = |form: &[u8]| Ok::<_, Infallible>(book.nimber_of_form(form));
                let in_proof = |form: &[u8]| proof.contains_key(form);
                let Ok(followed) = options.follows(id, nimber, &in_proof, &mut used, &mut lookup);
                match followed {
                    Ok(()) => break,
                    Err(Gap::Wrong(reason)) => {
                        return Err(CertifyError::Wrong {
                            said: format!("the nimber of `{land}` is {nimber}"),
                            reason,
                        });
                    }
                    // The solver was told nimbers without what they rest on.
                    Err(Gap::Open(lands)) => {
                        for land in lands {
                            self.nimber(&Lands::from_iter([land]))?;
                        }
                        options.ask_again();
                    }
                }
            }
            needed.extend(used.into_iter().map(|id| options.land(id)));
        }
        let fact = |(form, nimber): (Box<[u8]>, u8)| {
            Fact::Nimber(Land::from_form(&form), Nimber(nimber.into()))
        };
        Ok(proof.into_iter().map(fact).collect())
    }

    /// Returns the lands whose nimbers show who wins: those of the position, or of a move to a position with nimber 0.
    fn first_needed(
        &mut self,
        position: &Lands,
        claim: Claim,
        options: &mut Options,
    ) -> Result<Vec<LandId>, CertifyError> {
        let ids: Vec<LandId> = position.iter().map(|land| options.intern(land)).collect();
        if claim != Claim::Wins {
            return Ok(ids);
        }
        let unknown = |solver: &Solver| {
            let mut lands = position.iter().zip(&ids);
            let is_open = |(land, _): &(&Land, _)| solver.known_nimber(land).is_none();
            lands.find(is_open).map(|(land, id)| (land.clone(), *id))
        };
        while let Some((land, id)) = unknown(self) {
            let others: Vec<LandId> = ids.iter().copied().filter(|other| *other != id).collect();
            let known = |id: &LandId| self.known_nimber(&options.land(*id));
            let total = others
                .iter()
                .try_fold(0, |total, id| known(id).map(|nimber| total ^ nimber.0));
            if let (Some(total), true) = (total, others.len() + 1 == ids.len()) {
                let book = &self.book;
                let mut lookup = |form: &[u8]| Ok::<_, Infallible>(book.nimber_of_form(form));
                let Ok(found) = options.option_of_value(id, total as u8, &|_| false, &mut lookup);
                if let Some(option) = found {
                    return Ok(others.into_iter().chain(option).collect());
                }
            }
            self.nimber(&Lands::from_iter([land]))?;
        }
        Ok(ids)
    }

    /// Returns the lost positions that prove who wins lands in misère play, after they have been solved.
    fn losses_behind(
        &mut self,
        position: &Lands,
        mover_wins: bool,
        progress: Option<&mut Listener<'_>>,
    ) -> Result<Vec<Fact>, CertifyError> {
        let budget = self.budget.clone();
        let watch = &mut Watch::new(&budget, MEMORY, progress.map(|progress| progress as _));
        let behind = (self.misere).losses_behind(position, mover_wins, self.forms, watch);
        match behind.map_err(|limit| watch.unfinished(limit))? {
            Ok(losses) => Ok(losses.into_iter().map(Fact::Loss).collect()),
            Err((loss, reason)) => Err(wrong_loss(&loss, reason)),
        }
    }
}

/// Lends a callback for one call.
fn reborrow<'a>(progress: &'a mut Option<&mut Listener<'_>>) -> Option<&'a mut Listener<'a>> {
    match progress {
        Some(progress) => Some(&mut **progress),
        None => None,
    }
}

fn wrong_loss(loss: &dyn fmt::Display, reason: String) -> CertifyError {
    CertifyError::Wrong {
        said: format!("the player to move loses `{loss}` in misère play"),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::Seeded;

    fn certify(rules: Rules, spots: usize) -> Certificate {
        let start = Position::new(spots, rules).expect("a start");
        let certificate = Solver::for_rules(rules).certify(&start);
        certificate.expect("there is no limit")
    }

    #[test]
    fn reading_undoes_writing() {
        let misere = Ending::Misere;
        let variant = Variant::BlackAndWhite;
        let loops = Variant::BlackAndWhiteLoops;
        for (rules, spots) in [
            (Rules::default(), 1),
            (Rules::default(), 5),
            (misere.into(), 8),
            (variant.into(), 3),
            (loops.into(), 3),
            (
                Rules {
                    ending: misere,
                    variant,
                },
                3,
            ),
        ] {
            let certificate = certify(rules, spots);
            let text = certificate.to_string();
            assert_eq!(text.parse(), Ok(certificate), "{rules}, {spots} spots");
        }
    }

    #[track_caller]
    fn check_error(text: &str, old: &str, new: &str, message: &str) {
        assert!(text.contains(old), "{old}");
        let text = text.replacen(old, new, 1);
        let error = text.parse::<Certificate>().unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn a_bad_line_is_named() {
        let text = &certify(Ending::Normal.into(), 2).to_string();
        let changes = [
            (
                "papergames certificate 1",
                "[Positions+Nimber]",
                "expected `papergames certificate 1` in line 1, found `[Positions+Nimber]`",
            ),
            (
                "ending normal",
                "ending soon",
                "expected `ending normal` or `ending misere` in line 3, found `ending soon`",
            ),
            (
                "0*2\n",
                "0*x\n",
                "line 4: expected a number of spots (1 to 120) at character 3, found `x`",
            ),
            (
                "ABCD|ABCD 0",
                "ABCD|ABCD",
                "expected a land, a space and a nimber (0 to 63) in line 8, found `ABCD|ABCD`",
            ),
            (
                "ABCD|ABCD 0",
                "0+0 0",
                "expected one land in line 8, found `0+0 0`",
            ),
            (
                "facts 3",
                "facts 4",
                "expected a land, a space and a nimber (0 to 63) in line 10, found `checksum f59dafff766a112e`",
            ),
            (
                "0*2 0",
                "0*2 1",
                "expected the checksum f5a111ff766ced8b of the text, found f59dafff766a112e",
            ),
        ];
        for (old, new, message) in changes {
            check_error(text, old, new, message);
        }
    }

    #[test]
    fn shrinking_further_keeps_most_facts() {
        let mut certificate = certify(Ending::Normal.into(), 9);
        let unlimited = Budget::new();
        let (mut solver, mut random) = (Solver::new(), Seeded::new(1));
        certificate
            .shrink(&mut solver, 300, &mut random, &unlimited, &mut |_| ())
            .expect("there is no limit");
        let before = certificate.clone();
        further(&mut certificate, &[], &mut solver, &mut random);
        let (old, new) = (before.facts(), certificate.facts());
        assert!(new.len() < old.len(), "{} of {}", new.len(), old.len());
        let kept = new.iter().filter(|fact| old.contains(fact)).count();
        assert!(10 * kept > 9 * new.len(), "{kept} of {}", new.len());
    }

    #[test]
    fn shrinking_further_uses_facts_of_like_games() {
        let shrunk = |others: &[Certificate]| {
            let mut certificate = certify(Ending::Normal.into(), 9);
            further(
                &mut certificate,
                others,
                &mut Solver::new(),
                &mut Seeded::new(1),
            );
            certificate
        };
        let black_and_white = Rules {
            variant: Variant::BlackAndWhite,
            ..Rules::default()
        };
        let alone = shrunk(&[]);
        let unlike = [
            certify(Ending::Misere.into(), 5),
            certify(black_and_white, 5),
        ];
        assert_eq!(shrunk(&unlike), alone);
        let mut eight = certify(Ending::Normal.into(), 8);
        further(&mut eight, &[], &mut Solver::new(), &mut Seeded::new(1));
        let beside = shrunk(&[eight.clone()]);
        let from_eight = |certificate: &Certificate| {
            let facts = certificate.facts().iter();
            facts.filter(|fact| eight.facts().contains(fact)).count()
        };
        let (with, without) = (from_eight(&beside), from_eight(&alone));
        assert!(with > without, "{with}, {without} alone");
    }

    /// Makes 300 steps.
    fn further(
        certificate: &mut Certificate,
        others: &[Certificate],
        solver: &mut Solver,
        random: &mut Seeded,
    ) {
        let unlimited = Budget::new();
        certificate
            .shrink_further(others, solver, 300, random, &unlimited, &mut |_| ())
            .expect("there is no limit");
    }
}
