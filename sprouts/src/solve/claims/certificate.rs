//! Certificates: proofs as text that other programs can check.
//!
//! [`Solver::certify`] collects every entry that a result needs: in normal play, lands with their nimbers; in misère
//! play, positions that the player to move loses. A program can check a certificate by listing moves, without any
//! search. `papergames check` does so without sharing any code with this crate. [`shrink`] looks for a shorter
//! certificate.
//!
//! `examples/check/FORMAT.md` describes the format. Entries are sorted by the greatest number of lines that can still
//! be drawn, and then by text, so that each entry depends only on entries above it.
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

#[cfg(feature = "store")]
use core::ops::ControlFlow;
use std::collections::HashMap;

use common::claim::{Certificate, ClaimError, grounds};
use common::describe::Refused;
use common::values::{Facts, ValueStatement};
use common::{Cost, Ending, Game};
use rustc_hash::FxHashSet;

use super::lines::{line, lines, nimbers, read_lands};
use super::losses::Losses;
use super::nimbers::Nimbers;
pub use super::shrink::shrink;
use crate::land::{Land, Lands};
use crate::position::Position;
use crate::rules::{Rules, Variant};
use crate::solve::known::Known;
use crate::solve::misere::Outcomes;
use crate::solve::solver::{MEMORY, Solver, lands_of};
use crate::solve::watch::{ProgressCallback, Watch};

impl Solver {
    /// Solves a position of standard or Black-and-White Sprouts, and returns a proof that other programs can check; see
    /// [`certificate`](self).
    ///
    /// The result is traced down to the rules of the game. This detects a wrong entry added with
    /// [`learn`](Solver::learn) if the proof depends on that entry. In normal play, tracing takes a fraction of the
    /// time of the search. In misère play only [small lands](crate::solve::Settings::forms) are replaced by their
    /// forms. Results that rely on other forms must be found again, which may take as long as the first search.
    ///
    /// # Errors
    ///
    /// Returns [`ClaimError`] whenever [`solve`](Solver::solve) returns an error, if an entry is wrong, and for any
    /// position of Antwerp Sprouts or where other than three lines may end at a starting spot.
    pub fn certify(&mut self, position: &Position) -> Result<Certificate, ClaimError> {
        self.with_progress(|solver, progress| solver.certify_telling(position, progress))
    }

    /// Like [`certify`](Solver::certify), but reports progress to another callback than the solver's own.
    pub(crate) fn certify_telling(
        &mut self,
        position: &Position,
        mut progress: Option<&mut ProgressCallback<'_>>,
    ) -> Result<Certificate, ClaimError> {
        let Rules { ending, variant } = position.rules();
        if !variant.has_lands() {
            let text = format!(
                "certificates exist only for standard and Black-and-White Sprouts, not for the variant `{variant}`"
            );
            return Err(Refused::new(text).into());
        }
        let solved = self.solve_telling(position, reborrow(&mut progress))?;
        let lands = lands_of(position);
        // A player who cannot move has lost in normal play, and won in misère play.
        let mover_wins = if lands.is_empty() {
            ending.is_misere()
        } else {
            solved.winner().is_some() && solved.winner() == position.turn()
        };
        let rules = position.rules();
        self.prove(&lands, rules, mover_wins, solved.cost, progress)
    }

    /// Returns a proof of who wins on some lands, where finding the winner took the given cost.
    pub(crate) fn prove(
        &mut self,
        lands: &Lands,
        Rules { ending, variant }: Rules,
        mover_wins: bool,
        Cost { nodes, elapsed, .. }: Cost,
        progress: Option<&mut ProgressCallback<'_>>,
    ) -> Result<Certificate, ClaimError> {
        let mut certificate = Certificate::new("sprouts");
        if !variant.is_standard() {
            certificate.say("variant", variant);
        }
        certificate.say("ending", ending.name());
        let left = self.settings.budget.less(nodes, elapsed);
        let watch = Watch::new(&left, MEMORY, progress.map(|progress| progress as _));
        match ending {
            Ending::Normal => {
                let mut claims = Nimbers::proved(self, watch, HashMap::default());
                let is_win = mover_wins && variant.is_standard();
                let first = if is_win {
                    claims.of_win(lands)?
                } else {
                    claims.of_lands(lands)?
                };
                let nimbers = grounds(&mut claims, first)?;
                let nimbers = nimbers.iter().filter_map(|(form, known)| match known {
                    Known::Nimber(nimber) => Some((Land::from_form(form), nimber.0 as u8)),
                    Known::Excluded(_) => None,
                });
                certificate.entries = lines(nimbers, variant);
            }
            Ending::Misere => {
                let forms = self.settings.forms;
                if forms > 0 {
                    certificate.say("forms", forms);
                }
                let mut states = Outcomes::of_certificate(variant, forms);
                let solver = Some(&mut self.misere);
                let mut claims = Losses::proved(&mut states, solver, watch, FxHashSet::default());
                let first = claims.of_outcome(lands, mover_wins)?;
                let losses = grounds(&mut claims, first)?;
                certificate.entries = claims.lines(&losses, variant);
            }
        }
        certificate.say("position", line(lands, variant));
        certificate.say("mover", if mover_wins { "wins" } else { "loses" });
        Ok(certificate)
    }

    /// Traces a verdict down to the rules, through entries that the solver learned.
    #[cfg(feature = "store")]
    pub(super) fn follow_verdict(
        &mut self,
        position: &Position,
        verdict: &common::Verdict<crate::moves::Move>,
        progress: &mut ProgressCallback<'_>,
    ) -> Result<(), ClaimError> {
        let (Some(mover), Some(winner)) = (position.turn(), verdict.winner()) else {
            return Ok(());
        };
        let has_nimber = verdict.nimber.is_some() && position.ending().is_normal();
        let watch = Watch::new(&self.settings.budget, MEMORY, Some(progress));
        let mut wins = vec![(lands_of(position), mover == winner && !has_nimber)];
        let mut limit = Ok(());
        // A lost position has no winning moves; a won one has exactly those that were listed.
        if let (Some(moves), true) = (&verdict.moves, mover == winner) {
            let winning: FxHashSet<_> = moves.iter().copied().collect();
            let mut seen = FxHashSet::default();
            let _ = position.for_each_move(&mut |m| {
                let child = position.child_unchecked(&m);
                let lands = lands_of(&child);
                if seen.insert(lands.clone()) {
                    wins.push((lands, !winning.contains(&m)));
                }
                limit = watch.check();
                match limit {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        }
        limit.map_err(|limit| watch.unfinished(limit))?;
        if position.ending().is_misere() {
            let proved = core::mem::take(&mut self.origin.lost);
            let mut claims = Losses::proved(&mut self.misere, None, watch, proved);
            let found = claims.follow_all(&wins);
            self.origin.lost = claims.into_proved();
            return found;
        }
        let proved = core::mem::take(&mut self.origin.proved);
        let mut claims = Nimbers::proved(self, watch, proved);
        let found = claims.follow_all(&wins);
        self.origin.proved = claims.into_proved();
        found
    }
}

/// Lends a callback for one call.
fn reborrow<'a>(
    progress: &'a mut Option<&mut ProgressCallback<'_>>,
) -> Option<&'a mut ProgressCallback<'a>> {
    match progress {
        Some(progress) => Some(&mut **progress),
        None => None,
    }
}

/// Reads a certificate for a game by some rules, to look up its facts about positions: the nimber with those of the
/// lands, or in misère play who wins.
pub(crate) fn facts<G: 'static>(
    rules: Rules,
    certificate: &Certificate,
    lands_of: fn(&G) -> Lands,
) -> Result<Facts<G>, Refused> {
    let Rules { ending, variant } = rules;
    let said = |word: &str| certificate.said(word).unwrap_or_default();
    let is_ours = variant.has_lands()
        && said("game") == "sprouts"
        && said("ending") == ending.name()
        && certificate
            .said("variant")
            .unwrap_or(Variant::Standard.name())
            == variant.name();
    if !is_ours {
        let [game, of, kind] = ["game", "ending", "variant"].map(said);
        let found = [game, of, kind].join(" ");
        return Err(Refused::new(format!(
            "the certificate must be for `{} {variant}`, but it is for `{}`; choose the rules with --rules",
            ending.name(),
            found.trim_end()
        )));
    }
    if ending.is_misere() {
        let mut losses = Outcomes::new(variant);
        for entry in &certificate.entries {
            losses.learn_lands(&read_lands(entry, variant)?);
        }
        return Ok(Box::new(move |position| {
            let lands = lands_of(position);
            let known = losses.known(&lands)?;
            Some(ValueStatement {
                value: if known { "won" } else { "lost" }.to_owned(),
                by: line(&lands, variant),
            })
        }));
    }
    let known: HashMap<Land, u8> = nimbers(certificate)?.into_iter().collect();
    Ok(Box::new(move |position| {
        let lands = lands_of(position);
        let nimbers: Option<Vec<u8>> = lands.iter().map(|land| known.get(land).copied()).collect();
        let nimbers = nimbers?;
        let each = lands.iter().zip(&nimbers).map(|(land, nimber)| {
            let land = line(&Lands::from_iter([land.clone()]), variant);
            format!("{land} {nimber}")
        });
        let each: Vec<String> = each.collect();
        let sum = nimbers.iter().fold(0, |sum, nimber| sum ^ nimber);
        Some(ValueStatement {
            value: format!("*{sum}"),
            by: each.join(", "),
        })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Budget, Seeded};

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
            assert_eq!(
                text.parse().as_ref(),
                Ok(&certificate),
                "{rules}, {spots} spots"
            );
            if rules.ending.is_normal() {
                let nimbers = nimbers(&certificate).expect("they were written");
                assert_eq!(
                    lines(nimbers, rules.variant),
                    certificate.entries,
                    "{rules}"
                );
            }
        }
    }

    #[track_caller]
    fn check_error(text: &str, old: &str, new: &str, message: &str) {
        assert!(text.contains(old), "{old}");
        let mut certificate: Certificate = text.parse().expect("it was written");
        for entry in &mut certificate.entries {
            *entry = entry.replacen(old, new, 1);
        }
        let error = nimbers(&certificate).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn a_bad_entry_is_named() {
        let text = &certify(Ending::Normal.into(), 2).to_string();
        let changes = [
            (
                "0*2 0",
                "0*x 0",
                "entry `0*x 0`: expected a number of spots (1 to 120) at character 3, found `x`",
            ),
            (
                "ABCD|ABCD 0",
                "ABCD|ABCD",
                "each entry must be a land, a space and a nimber from 0 to 63, found `ABCD|ABCD`",
            ),
            (
                "ABCD|ABCD 0",
                "0+0 0",
                "each entry must be a land, a space and a nimber from 0 to 63, found `0+0 0`",
            ),
        ];
        for (old, new, message) in changes {
            check_error(text, old, new, message);
        }
    }

    fn shortened(certificate: Certificate, others: &[Certificate], seed: u64) -> Certificate {
        shortened_by(Solver::new(), certificate, others, seed)
    }

    /// Makes 300 steps.
    fn shortened_by(
        mut solver: Solver,
        mut certificate: Certificate,
        others: &[Certificate],
        seed: u64,
    ) -> Certificate {
        let mut random = Seeded::new(seed);
        let unlimited = Budget::new();
        shrink(
            &mut certificate,
            others,
            &mut solver,
            300,
            &mut random,
            &unlimited,
            &mut |_| (),
        )
        .expect("there is no limit");
        certificate
    }

    /// One step can replace a large part of a proof, and then fewer of the old entries remain: in one case 65 entries
    /// replaced 98, and 47 of them were old. So nine tenths are required only of several certificates together. A
    /// certificate that does not become shorter is left unchanged.
    #[test]
    fn shrinking_again_keeps_most_entries() {
        let first = certify(Ending::Normal.into(), 9);
        let (mut n_kept, mut n_new, mut n_shorter) = (0, 0, 0);
        for seed in 1..9 {
            let old = shortened(first.clone(), &[], seed);
            let new = shortened(old.clone(), &[], 100 + seed);
            assert!(new == old || new.entries.len() < old.entries.len());
            n_shorter += usize::from(new != old);
            n_new += new.entries.len();
            let is_old = |entry: &&String| old.entries.contains(entry);
            n_kept += new.entries.iter().filter(is_old).count();
        }
        assert!(n_shorter > 0);
        assert!(10 * n_kept > 9 * n_new, "{n_kept} of {n_new}");
    }

    #[test]
    fn a_solver_of_another_variant_shrinks_by_the_rules_of_the_certificate() {
        let standard = Rules::default();
        let other = Variant::BlackAndWhite.into();
        for (rules, unlike, spots) in [(standard, other, 9), (other, standard, 5)] {
            let long = certify(rules, spots);
            let mut solver = Solver::for_rules(unlike);
            let start = Position::new(4, unlike).expect("a start");
            let _ = solver.solve(&start).expect("there is no limit");
            let short = shortened_by(solver, long.clone(), &[], 1);
            assert!(short.entries.len() < long.entries.len(), "{rules}");
            let own = shortened_by(Solver::for_rules(rules), long, &[], 1);
            assert_eq!(short, own, "{rules}");
        }
    }

    #[test]
    fn certificates_of_misere_play_shrink_and_remain_whole() {
        for (n, forms) in [(8, 4), (9, 9)] {
            let start = Position::new(n, Ending::Misere).expect("a start");
            let mut solver = Solver::for_rules(Ending::Misere);
            solver.settings.forms = forms;
            let mut short = solver.certify(&start).expect("there is no limit");
            let before = short.entries.len();
            let (mut random, unlimited) = (Seeded::new(1), Budget::new());
            let no_progress = &mut |_: &common::Progress| ();
            shrink(
                &mut short,
                &[],
                &mut solver,
                1_000,
                &mut random,
                &unlimited,
                no_progress,
            )
            .expect("there is no limit");
            let after = short.entries.len();
            assert!(after < before, "{n} spots: {after} of {before} entries");
            // They depend on no other entries.
            let mut states = Outcomes::of_certificate(Variant::Standard, forms);
            let watch = Watch::new(&unlimited, MEMORY, None);
            let mut claims = Losses::proved(&mut states, None, watch, FxHashSet::default());
            let entries = claims.read_lines(&short, Variant::Standard);
            let all = grounds(&mut claims, entries.expect("they are losses"));
            assert_eq!(all.expect("all follow").len(), after, "{n} spots");
        }
    }

    #[test]
    fn shrinking_uses_entries_of_like_games() {
        let nine = certify(Ending::Normal.into(), 9);
        let shrunk = |others: &[Certificate], seed| shortened(nine.clone(), others, seed);
        let black_and_white = Rules {
            variant: Variant::BlackAndWhite,
            ..Rules::default()
        };
        let unlike = [
            certify(Ending::Misere.into(), 5),
            certify(black_and_white, 5),
        ];
        assert_eq!(shrunk(&unlike, 1), shrunk(&[], 1));
        let eight = shortened(certify(Ending::Normal.into(), 8), &[], 1);
        // The number of entries, and the number of those that are also in the other certificate.
        let count = |(all, shared): (usize, usize), certificate: &Certificate| {
            let is_shared = |entry: &&String| eight.entries.contains(entry);
            let own = certificate.entries.iter().filter(is_shared).count();
            (all + certificate.entries.len(), shared + own)
        };
        let (mut with, mut without) = ((0, 0), (0, 0));
        for seed in 1..5 {
            with = count(with, &shrunk(core::slice::from_ref(&eight), seed));
            without = count(without, &shrunk(&[], seed));
        }
        let share = |(all, shared)| shared as f64 / all as f64;
        assert!(share(with) > share(without), "{with:?}, {without:?} alone");
    }
}
