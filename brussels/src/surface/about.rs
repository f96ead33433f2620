//! Describes the game on surfaces to programs.

use std::collections::BTreeMap;

use common::any::Erased;
use common::describe::{Describe, Effort, Fact, Refused, RuleSet, SetupOptions, Verified};
use common::format::{self, Format};
use common::{Budget, Game, Record, Verdict};

use super::{Sheet, SheetMove, lengths, solve, theory};

/// The game as an object, for everything that shows games: see [`any`](common::any).
pub static GAME: Erased<Sheet> = {
    let game = Erased::new();
    #[cfg(feature = "draw")]
    let game = game.pictures(picture::pictures());
    game
};

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

    fn tour_setup() -> Option<&'static str> {
        Some("4,4@c1")
    }

    fn solved_setup() -> Option<&'static str> {
        Some("4,4@c1")
    }

    fn usual_setup() -> Option<&'static str> {
        Some("4,4@c1")
    }

    fn puzzle_setup() -> Option<&'static str> {
        Some("4,2@c2")
    }

    fn rule_sets() -> Vec<RuleSet> {
        const SOURCE: &str = "this library: no published source is known";
        vec![
            RuleSet::new(
                "normal",
                "4,4@c1+:1 0.3",
                "Whoever makes the last move wins.",
                SOURCE,
            ),
            RuleSet::new(
                "misere",
                "4,4@c1-:1 0.3",
                "Whoever makes the last move loses.",
                SOURCE,
            ),
        ]
    }

    fn setup(text: Option<&str>, options: &SetupOptions) -> Result<Sheet, Refused> {
        options.allow(Sheet::name(), &["--misere"])?;
        let text = text.unwrap_or("4,4@c1").replace('−', "-");
        let sheet = text.parse::<Sheet>().map_err(Refused::because)?;
        Ok(sheet.with_ending(options.ending_of(&text)?))
    }

    fn formats() -> Vec<Format<Sheet>> {
        vec![format::lines("4,4@c1+:1 0.3 0.0")]
    }

    fn remarks(&self) -> String {
        "\
Each region is listed with its surface and the numbers of arms on its boundaries. A move is
the number of a region and of what it becomes; `moves` lists them all."
            .into()
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
        solve::solve(self, effort.every_move, &effort.budget).map_err(Refused::because)
    }

    fn verify(&self, effort: &mut Effort<'_>) -> Result<Verified<SheetMove>, Refused> {
        let searched = solve::verify(self, &effort.budget).map_err(Refused::because)?;
        let Some(searched) = searched else {
            return Err(Refused::new(
                "no theorem names the winner in misère play here, so there is no second method beside the search",
            ));
        };
        let by = format!(
            "a search that knows no theorem, {} sums",
            searched.cost.nodes
        );
        let verdict = self.solve(effort)?;
        Ok(Verified { verdict, by })
    }

    fn games_by_length(&self, budget: &Budget) -> Result<Option<BTreeMap<usize, u128>>, Refused> {
        theory::n_games(self, budget).map_err(Refused::because)
    }
}
