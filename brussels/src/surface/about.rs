//! Describes the game on surfaces to programs.

use common::describe::{Describe, Effort, Fact, Refused};
use common::{Game, Record, Verdict};

use super::{Sheet, SheetMove, lengths};
use crate::solve::Solver;

impl Describe for Sheet {
    fn name() -> &'static str {
        "brussels-surface"
    }

    fn title() -> &'static str {
        "Brussels Sprouts on surfaces"
    }

    fn summary() -> &'static str {
        "\
Brussels Sprouts on a closed surface, played by faces: a move is one of the things that a
region can become. On the projective plane and with other crosscaps the players can choose
how long the game lasts."
    }

    fn usual_setup() -> Option<&'static str> {
        Some("4,4@c1")
    }

    /// Lists the regions, each with its number and how many moves it has.
    fn board(&self) -> String {
        let regions = self.regions().iter().enumerate().map(|(number, region)| {
            let moves = region.options().len();
            format!("region {number}: {region}, {moves} moves")
        });
        regions.collect::<Vec<_>>().join("\n")
    }

    fn say_move(&self, m: &SheetMove) -> String {
        let Some(becomes) = self.option(*m) else {
            return m.to_string();
        };
        let texts: Vec<String> = becomes.iter().map(ToString::to_string).collect();
        let region = &self.regions()[m.region];
        match &texts[..] {
            [] => format!("Region {region} is used up"),
            _ => format!("Region {region} becomes {}", texts.join(" and ")),
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

    fn solve(&self, effort: &mut Effort<'_>) -> Result<Verdict<SheetMove>, Refused> {
        let mut solver = Solver::new().budget(effort.budget.clone());
        solver.solve(self).map_err(Refused::because)
    }
}
