//! Texts that say how a position plays, but not which position it is, because they number no spots.

use core::convert::Infallible;

use common::describe::Refused;
use common::format::Notations;
use common::values::{SolveResult, Unsolved};
use common::{Budget, Ending, Nimber, Outcome, Player, Verdict, VerifiedVerdict};

use crate::about::{is_hoey, is_string, is_whole, plain_search, tight, unmistakable};
use crate::land::glop::{Sum, ajs};
use crate::land::{Lands, Reductions};
use crate::notation::hoey::Abbreviation;
use crate::position::Position;
use crate::rules::{Rules, Variant};
use crate::solve::Solver;
use crate::solve::reference::Reference;

/// The minimum number of nodes that the solver may use for the nimber of an unnumbered position after it has found the
/// winner.
const NIMBER_NODES: u64 = 200_000;

/// Recognises texts that say how a position of standard Sprouts plays, but not which position it is, because they
/// number no spots; an extra of [`GAME`](crate::GAME). The game writes the same formats, but does not read them.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Budget, Ending, Nimber, Unnumbered, UnnumberedFormat};
///
/// assert_eq!(Unnumbered.format(None, "0*2.1a1a"), Some(UnnumberedFormat::Glop));
/// assert_eq!(Unnumbered.format(None, "3+ 1-2"), None);
///
/// let sum = Unnumbered.read("0*2.1a1a").expect("a position without numbers");
/// let verdict = sum.solve(Ending::Normal, &Budget::new())?;
/// assert_eq!(verdict.nimber, Some(Nimber(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Unnumbered;

impl Unnumbered {
    /// Returns the format with the given name. Without a name, returns the first format that the text looks like,
    /// unless the text looks like a game or a position in a notation that the game reads.
    pub fn format(&self, name: Option<&str>, text: &str) -> Option<UnnumberedFormat> {
        let mut formats = UnnumberedFormat::ALL.into_iter();
        if let Some(name) = name {
            return formats.find(|format| format.name() == name);
        }
        let found = formats.find(|format| format.looks_like(text))?;
        let mut games = Position::formats().into_iter();
        (!games.any(|game| (game.looks_like)(text))).then_some(found)
    }

    /// Returns the older spelling of a text that is a number as well as a position in the format `glop`, such as
    /// `22.}]!` for `22`; `None` if the text cannot be mistaken for a number of spots.
    pub fn unmistakable(&self, text: &str) -> Option<String> {
        unmistakable(text)
    }

    /// Reads a text in the first format that it looks like and that can read it; returns `None` if there is none.
    pub fn read(&self, text: &str) -> Option<Sum> {
        let formats = UnnumberedFormat::ALL.into_iter();
        let mut alike = formats.filter(|format| format.looks_like(text));
        alike.find_map(|format| format.read(text).ok())
    }
}

/// A format of positions without numbered spots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnnumberedFormat {
    /// Hoey's boundary lists, without the parts that do not matter for play; see [`Abbreviation`].
    HoeyShort,
    /// As GLOP and SPOTS write positions; see [`Sum`].
    Glop,
    /// As Applegate, Jacobson and Sleator write positions; see [`ajs`].
    Ajs,
}

impl UnnumberedFormat {
    /// All formats, in the order in which they are guessed.
    pub const ALL: [UnnumberedFormat; 3] = [
        UnnumberedFormat::HoeyShort,
        UnnumberedFormat::Glop,
        UnnumberedFormat::Ajs,
    ];

    /// Returns the name of the notation in which the game writes this format.
    pub fn name(self) -> &'static str {
        match self {
            UnnumberedFormat::HoeyShort => "hoey-short",
            UnnumberedFormat::Glop => "glop",
            UnnumberedFormat::Ajs => "ajs",
        }
    }

    fn looks_like(self, text: &str) -> bool {
        match self {
            // A finished game is a full stop alone.
            UnnumberedFormat::HoeyShort => {
                text.trim() == "."
                    || is_hoey(text, "ot") && (text.contains(['o', 't']) || !is_whole(text))
            }
            UnnumberedFormat::Glop => is_string(text) && !text.contains('}'),
            UnnumberedFormat::Ajs => is_string(text),
        }
    }

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// Returns a sentence that describes what is wrong with the text.
    pub fn read(self, text: &str) -> Result<Sum, Refused> {
        match self {
            UnnumberedFormat::HoeyShort => {
                let abbreviation: Abbreviation = tight(text).parse()?;
                abbreviation.to_sum().map_err(Refused::because)
            }
            UnnumberedFormat::Glop => text.parse().map_err(Refused::because),
            UnnumberedFormat::Ajs => ajs::read(text).map_err(Refused::because),
        }
    }

    /// Rewrites a text in this format as text in the format with the name `to`. Returns `None` if that format needs to
    /// know which position it is. [`HoeyShort`](UnnumberedFormat::HoeyShort) needs to know it of positions in the other
    /// formats.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`read`](UnnumberedFormat::read).
    pub fn rewrite(self, text: &str, to: &str) -> Result<Option<String>, Refused> {
        let to = Unnumbered.format(Some(to), "");
        if (self, to) == (UnnumberedFormat::HoeyShort, Some(self)) {
            let abbreviation: Abbreviation = tight(text).parse()?;
            return Ok(Some(abbreviation.to_string()));
        }
        let sum = self.read(text)?;
        Ok(match to {
            Some(UnnumberedFormat::Glop) => Some(sum.to_string()),
            Some(UnnumberedFormat::Ajs) => Some(ajs::write(&sum)),
            Some(UnnumberedFormat::HoeyShort) | None => None,
        })
    }
}

impl Sum {
    /// Returns the properties of the position, each with a name and a text.
    pub fn properties(&self) -> Vec<(&'static str, String)> {
        let reduced = self.simplified();
        vec![
            ("string", self.to_string()),
            ("reduced", reduced.to_string()),
            ("older spelling", ajs::write(&reduced)),
            ("lands", reduced.lands().len().to_string()),
            ("lives", reduced.lives().to_string()),
        ]
    }

    /// Finds who wins the position in standard Sprouts, and in normal play its nimber, unless that is much harder to
    /// find. The position names no players, so in the verdict the player to move is the first player.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget runs out.
    pub fn solve(&self, ending: Ending, budget: &Budget) -> SolveResult<Verdict<Infallible>> {
        let lands = Lands::from_sum(self, Reductions::ALL);
        let mut solver = Solver::for_rules(Rules {
            ending,
            variant: Variant::Standard,
        });
        solver.settings.budget = budget.clone();
        let solved = solver.solve_lands(&lands)?;
        let winner = if solved.mover_wins {
            Player::FIRST
        } else {
            Player::SECOND
        };
        let mut verdict = Verdict::new(Outcome::Win(winner), solved.cost);
        verdict.nimber = match solved.nimber {
            None if ending.is_normal() => {
                // The nimber can be much harder to find than the winner.
                let most = Budget::new().nodes(NIMBER_NODES.max(10 * solved.cost.nodes));
                solver.settings.budget =
                    most.within(&budget.less(solved.cost.nodes, solved.cost.elapsed));
                solver.nimber(&lands).ok()
            }
            found => found,
        };
        Ok(verdict)
    }

    /// Solves the position, then proves again who wins and the nimber: in normal play by the plain search of the
    /// literature, in misère play by a search that relies on no theory.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget runs out, or if the two methods disagree.
    pub fn verify(
        &self,
        ending: Ending,
        budget: &Budget,
    ) -> SolveResult<VerifiedVerdict<Infallible>> {
        let verdict = self.solve(ending, budget)?;
        let mut search = Reference::new();
        search.budget = budget.less(verdict.cost.nodes, verdict.cost.elapsed);
        let (lost, by) = if ending.is_misere() {
            let lost = search.is_lost_in_misere(self)?;
            let positions = search.misere_positions();
            (
                lost,
                format!("a search that knows no theory, with {positions} positions"),
            )
        } else {
            let lost = search.is_lost(self, Nimber::ZERO)?;
            if let Some(nimber) = verdict.nimber
                && !search.is_lost(self, nimber)?
            {
                let what =
                    format!("the solver says nimber {nimber}, but the plain search finds another");
                let about = self.to_string();
                return Err(Unsolved::Disagree { about, what });
            }
            (lost, plain_search(search.nimbers().len()))
        };
        if lost == (verdict.winner() == Some(Player::FIRST)) {
            let who = if lost { "loses" } else { "wins" };
            let what = format!(
                "{by}, finds that the player to move {who}, but the solver finds the opposite"
            );
            let about = self.to_string();
            return Err(Unsolved::Disagree { about, what });
        }
        Ok(VerifiedVerdict { verdict, by })
    }
}
