//! The description of the game on surfaces for programs.

use common::describe::{About, Describe, Fact, Refused, RuleSet, SetupOptions};
use common::format::{self, Format, Notations};
use common::values::{Effort, SolveResult, Values};
use common::{Ending, Game, Record, Stored, Verdict, VerifiedVerdict};

use super::{Region, Sheet, SheetMove, lengths, solve};

const SOURCE: &str = "this library: no published source is known";

/// The rule sets: normal and misère play.
const RULE_SETS: &[RuleSet] = &[
    RuleSet::of_ending(Ending::Normal, "2@c1+ 0.3", SOURCE),
    RuleSet::of_ending(Ending::Misere, "2@c1- 0.3", SOURCE),
];

impl Stored for Sheet {}

impl Describe for Sheet {
    const ABOUT: About = About {
        title: "Brussels Sprouts on surfaces",
        brief: "Brussels Sprouts on a torus or any other closed surface",
        tour: None,
        summary: "\
Brussels Sprouts on a closed surface, played by faces: a move is one of the things that a
region can become. On the projective plane and with other crosscaps the players can choose
how long the game lasts.",
        rule_sets: RULE_SETS,
        setups: &[
            (
                "2@c1",
                "two crosses on a projective plane (a sphere with one crosscap)",
            ),
            (
                "4,3@h2-",
                "stars with four and three arms on a sphere with two handles, in misère play",
            ),
        ],
        puzzle: Ok("4,2@c2"),
        ..About::new("brussels-surface").setup("2@c1")
    };

    fn start(text: Option<&str>, options: &SetupOptions) -> Result<Sheet, Refused> {
        options.allow(Sheet::ABOUT.name, &["misere"])?;
        let text = text.unwrap_or("2@c1");
        let mut sheet = text.parse::<Sheet>().map_err(Refused::because)?;
        sheet.ending = options.ending_of(text)?;
        Ok(sheet)
    }

    /// Lists the regions, each with its number and the number of its moves.
    fn board(&self) -> String {
        let regions = self.regions().iter().enumerate().map(|(number, region)| {
            let moves = region.options().len();
            format!("region {number}: {region}, {moves} moves")
        });
        regions.collect::<Vec<_>>().join("\n")
    }

    fn remarks(&self) -> String {
        "\
Each region is listed with its surface and the numbers of arms on its boundaries. A move is
the number of a region and of what it becomes; `moves` lists them all."
            .into()
    }

    fn move_help(&self) -> String {
        "0.3           region 0 becomes its option 3, both counted from 0; `moves` lists the options"
            .into()
    }

    fn say_move(&self, m: &SheetMove) -> String {
        let Ok(becomes) = self.option(*m) else {
            return m.to_string();
        };
        let region = &self.regions()[m.part];
        let said = |region: &Region| {
            let arms: Vec<String> =
                (region.face.boundaries().iter().map(ToString::to_string)).collect();
            format!("a {} with arms {}", region.surface.name(), arms.join(", "))
        };
        let arms = |regions: &[Region]| -> u32 {
            let boundaries = regions.iter().flat_map(|region| region.face.boundaries());
            boundaries.map(|arms| u32::from(*arms)).sum()
        };
        let parts: Vec<String> = becomes.iter().map(said).collect();
        let (number, parts) = (m.part, parts.join(" and "));
        // A part with a single arm has no move and is not listed.
        let is_whole = becomes.len() == 1 && arms(&becomes) == arms(core::slice::from_ref(region));
        match &becomes[..] {
            [] => format!("A line in region {number}, where no other is left"),
            [one] if is_whole && one.surface == region.surface => {
                format!("A line between two boundaries of region {number}, which becomes {parts}")
            }
            [_] if is_whole && region.surface.is_orientable() => {
                format!("A line around a handle of region {number}, which becomes {parts}")
            }
            [_] if is_whole => {
                format!("A line through a crosscap of region {number}, which becomes {parts}")
            }
            [_] => {
                format!("A line that cuts one arm off from region {number}, which becomes {parts}")
            }
            _ => format!("A line that divides region {number} into {parts}"),
        }
    }

    fn facts(record: &Record<Sheet>) -> Vec<Fact> {
        if !record.position().is_terminal() {
            return Vec::new();
        }
        let possible = lengths(record.setup());
        let moves = record.moves().len();
        let listed: Vec<String> = possible.iter().map(ToString::to_string).collect();
        let text = format!(
            "a game from here lasts {} moves: {moves}",
            listed.join(" or ")
        );
        vec![Fact::new(possible.contains(&moves), text)]
    }
}

impl Notations for Sheet {
    fn formats() -> Vec<Format<Sheet>> {
        vec![format::lines("4,4@c1+:1 0.3 0.0")]
    }
}

/// The solver, which uses the theorems, and a search for positions that they do not decide.
pub(crate) struct Exact;

impl Values<Sheet> for Exact {
    fn solve(
        &mut self,
        position: &Sheet,
        effort: &mut Effort<'_>,
    ) -> SolveResult<Verdict<SheetMove>> {
        Ok(solve::solve(position, effort.every_move, &effort.budget)?)
    }

    fn verify(
        &mut self,
        position: &Sheet,
        effort: &mut Effort<'_>,
    ) -> SolveResult<VerifiedVerdict<SheetMove>> {
        let searched = solve::verify(position, &effort.budget)?;
        let Some(searched) = searched else {
            return Err(Refused::new(
                "no theorem gives the winner of this misère position, so there is no second method to compare with \
                 the search",
            )
            .into());
        };
        let sums = searched.cost.nodes;
        let by = format!("a search that knows no theorem, with {sums} sums of faces");
        let verdict = self.solve(position, effort)?;
        Ok(VerifiedVerdict { verdict, by })
    }
}
