//! The description of the game on surfaces for programs.

use common::claim::Certificate;
use common::describe::{About, Describe, Fact, Refused, RuleSet, SetupOptions};
use common::format::{self, Format, Notations, Reading, Writing};
use common::values::{Effort, Facts, SolveResult, Unsolved, Values};
use common::{
    CertifiedOutcome, Cost, Ending, Game, Impartial, Nimber, Outcome, Record, Stored, Verdict,
    VerifiedVerdict,
};

use super::{Sheet, SheetMove, notation};
use crate::about::certified;
use crate::rules::{Rules, Variant};
use crate::solve::{LandsVerdict, Solver, certificate};

const SOURCE: &str = "Lemoine and Viennot, Sprouts games on compact surfaces, arXiv:0812.0081";

/// Both endings.
const RULE_SETS: &[RuleSet] = &[
    RuleSet::of_ending(Ending::Normal, "2@c1+ 0.1", SOURCE),
    RuleSet::of_ending(Ending::Misere, "2@c1- 0.1", SOURCE),
];

impl Stored for Sheet {}

impl Describe for Sheet {
    const ABOUT: About = About {
        title: "Sprouts on surfaces",
        brief: "Sprouts on a torus or any other closed surface",
        tour: None,
        summary: "\
Sprouts on a closed surface, played by regions: a move is one of the things that a land, a
part of the position that plays by itself, can become. Lines can run around handles and
through crosscaps.",
        rule_sets: RULE_SETS,
        setups: &[
            (
                "2@c1",
                "two spots on a projective plane (a sphere with one crosscap)",
            ),
            (
                "3@h1-",
                "three spots on a torus (a sphere with one handle), in misère play",
            ),
        ],
        puzzle: Ok("3@c1"),
        ..About::new("sprouts-surface").setup("2@c1")
    };

    fn start(text: Option<&str>, options: &SetupOptions) -> Result<Sheet, Refused> {
        options.allow(Sheet::ABOUT.name, &["misere"])?;
        let text = text.unwrap_or("2@c1").replace('−', "-");
        let (sheet, said) = Sheet::read(&text)?;
        // Other signs precede a number of crosscaps or separate lands.
        let sign = said.map(|ending| ending.to_string());
        Ok(sheet.with_ending(options.ending_of(&sign.unwrap_or_default())?))
    }

    /// Lists the lands, each with its number, its regions and its number of moves.
    fn board(&self) -> String {
        let lands = self.lands.iter().enumerate().map(|(number, land)| {
            let moves = Sheet::options(land).len();
            let lives = land.lives();
            format!("land {number}: {land}, {lives} lives, {moves} moves")
        });
        lands.collect::<Vec<_>>().join("\n")
    }

    fn remarks(&self) -> String {
        "\
Each land is listed with its regions: the spots on the boundaries of each, and its surface.
`0`, `1` and `2` are spots by their lines; a letter stands at both corners of a spot with
two. A move is the number of a land and of what it becomes; `moves` lists them all."
            .into()
    }

    fn move_help(&self) -> String {
        "0.1           land 0 becomes its option 1, both counted from 0; `moves` lists the options"
            .into()
    }

    fn say_move(&self, m: &SheetMove) -> String {
        let Ok(becomes) = self.option(*m) else {
            return m.to_string();
        };
        let texts: Vec<String> = becomes.iter().map(ToString::to_string).collect();
        let land = &self.lands[m.part];
        match &texts[..] {
            [] => format!("Land {land} is used up"),
            _ => format!("Land {land} becomes {}", texts.join(" and ")),
        }
    }

    fn facts(record: &Record<Sheet>) -> Vec<Fact> {
        let (spots, moves) = (record.setup().n_bare(), record.moves().len());
        let Some(n) = spots.filter(|_| record.position().is_terminal()) else {
            return Vec::new();
        };
        let most = 3 * n - 1;
        let text = format!("2n <= m <= 3n - 1 moves: {} <= {moves} <= {most}", 2 * n);
        vec![Fact::new((2 * n..=most).contains(&moves), text)]
    }
}

impl Notations for Sheet {
    fn formats() -> Vec<Format<Sheet>> {
        vec![
            Format {
                name: "glop",
                about: "the last position as GLOP spells it, with the genus behind `@`",
                example: "0*2.a1a1@-1",
                looks_like: |text| text.contains("@-") || !text.contains(['h', 'c', ':']),
                read: Some(Reading::Positions(|text, ending| {
                    let sheet: Sheet = text.trim().parse().map_err(|e: Refused| e.to_string())?;
                    Ok(sheet.with_ending(ending))
                })),
                write: Some(Writing::Moves(|record| {
                    Ok(notation::write_glop(record.position()))
                })),
            },
            format::lines("0*2@c1+:1 0.1 0.0"),
        ]
    }
}

/// The solvers of lands in normal and in misère play, with a search without reductions as the second method.
pub(crate) struct Exact([Solver; 2]);

impl Exact {
    pub(crate) fn new() -> Exact {
        let variant = Variant::Standard;
        Exact(
            [Ending::Normal, Ending::Misere]
                .map(|ending| Solver::for_rules(Rules { ending, variant })),
        )
    }

    /// Returns the solver for the ending of a sheet, with the settings.
    fn solver(&mut self, sheet: &Sheet, effort: &Effort<'_>) -> &mut Solver {
        let solver = &mut self.0[usize::from(sheet.ending.is_misere())];
        solver.settings.limit(effort);
        solver
    }

    fn within(
        &mut self,
        sheet: &Sheet,
        effort: &Effort<'_>,
        cost: &mut Cost,
    ) -> SolveResult<LandsVerdict> {
        let solver = self.solver(sheet, effort);
        solver.settings.budget = effort.budget.less(cost.nodes, cost.elapsed);
        let verdict = solver.solve_lands(&sheet.lands())?;
        *cost = Cost::new(
            cost.nodes + verdict.cost.nodes,
            cost.elapsed + verdict.cost.elapsed,
        );
        Ok(verdict)
    }
}

impl Values<Sheet> for Exact {
    fn solve(
        &mut self,
        position: &Sheet,
        effort: &mut Effort<'_>,
    ) -> SolveResult<Verdict<SheetMove>> {
        let mut cost = Cost::new(0, core::time::Duration::ZERO);
        let Some(mover) = position.turn() else {
            let outcome = position.outcome().expect("the game is over");
            return Ok(Verdict::new(outcome, cost));
        };
        let found = self.within(position, effort, &mut cost)?;
        let wins = found.mover_wins;
        let winner = if wins { mover } else { mover.opponent() };
        let mut moves = Vec::new();
        if wins && effort.every_move {
            for m in position.moves() {
                let child = position.child_unchecked(&m);
                if !self.within(&child, effort, &mut cost)?.mover_wins {
                    moves.push(m);
                }
            }
        }
        let mut verdict = Verdict::new(Outcome::Win(winner), cost);
        verdict.nimber = found.nimber;
        verdict.moves = (effort.every_move || !wins).then_some(moves);
        Ok(verdict)
    }

    fn nimber(&mut self, position: &Sheet, effort: &mut Effort<'_>) -> SolveResult<Option<Nimber>> {
        let is_normal = position.ending().is_normal();
        let nimber = is_normal.then(|| self.solver(position, effort).nimber(&position.lands()));
        Ok(nimber.transpose()?)
    }

    fn verify(
        &mut self,
        position: &Sheet,
        effort: &mut Effort<'_>,
    ) -> SolveResult<VerifiedVerdict<SheetMove>> {
        let verdict = self.solve(position, effort)?;
        let mut plain = common::solve::Solver::new();
        plain.budget = effort.budget.less(verdict.cost.nodes, verdict.cost.elapsed);
        let winner = plain.winner(position)?;
        if verdict.winner() != Some(winner) {
            let what = format!(
                "the solver says {}, but the plain search says that {winner} wins",
                verdict.outcome
            );
            let about = position.to_string();
            return Err(Unsolved::Disagree { about, what });
        }
        let sums = plain.n_entries();
        let by = format!("a search that reduces nothing, with {sums} entries");
        Ok(VerifiedVerdict { verdict, by })
    }

    fn certify(
        &mut self,
        position: &Sheet,
        effort: &mut Effort<'_>,
    ) -> SolveResult<CertifiedOutcome> {
        let (lands, rules) = (position.lands(), position.ending.into());
        let solver = self.solver(position, effort);
        let LandsVerdict {
            mover_wins, cost, ..
        } = solver.solve_lands(&lands)?;
        let proof = solver.prove(&lands, rules, mover_wins, cost, Some(&mut effort.progress))?;
        Ok(certified(position, &proof))
    }

    fn facts(&self, position: &Sheet, known: &Certificate) -> Result<Facts<Sheet>, Refused> {
        certificate::facts(position.ending.into(), known, Sheet::lands)
    }
}
