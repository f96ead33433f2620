//! Evidence for claims about misère play and the corresponding nimbers.
//!
//! `tests/data/claims.csv` states each claim, and these tables are the evidence.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use papergames_sprouts::land::{Land, Lands};
use papergames_sprouts::notation::wgosa;
use papergames_sprouts::solve::Solver;
use papergames_sprouts::{Budget, Ending, Game, Position};

use super::games::{Form, Games};
use super::quotients::Quotient;

/// The function that is called with each row.
type Rows<'r> = &'r mut dyn FnMut(String);

type Done = Result<(), Box<dyn std::error::Error>>;

/// Tests a claim of Khorkov and Purinton: beside 6*n* + 2 or 6*n* + 5 spots, nimbers and misère numbers are equal.
///
/// A class fails if its numbers differ. It has another winner if one of them is 0 and the other is not. A failing class
/// is least if no class that can be reached from it fails.
pub(crate) fn principle(spots: RangeInclusive<usize>, rows: Rows<'_>) -> Done {
    let head = "spots,more,classes,wild,fail,wild forms,forms that fail,least forms,other winner,\
                tame that fail,first,nimber,misère number";
    rows(head.into());
    for n in spots {
        let mut games = Games::default();
        let all = games.reachable(n)?;
        let forms: BTreeSet<Form> = all.iter().map(|(_, form)| *form).collect();
        for more in [2, 5, 8] {
            let start = Lands::start(more);
            let misere = if more < 8 {
                let start = games.of(&start);
                games.misere_of_sums(&forms, start)
            } else if n <= 4 {
                searched(&all, &start)?
            } else {
                continue;
            };
            let beside = Solver::new().nimber(&start)?.0 as u8;
            let numbers = |form: &Form| (games.numbers(*form).0 ^ beside, misere[form]);
            let fails = |form: &Form| numbers(form).0 != numbers(form).1;
            let count =
                |which: &dyn Fn(&Form) -> bool| all.iter().filter(|(_, f)| which(f)).count();
            let failing: Vec<Form> = forms.iter().copied().filter(fails).collect();
            let is_least =
                |form: &&Form| !games.below(**form).iter().any(|f| f != *form && fails(f));
            let first = all.iter().find(|(_, form)| fails(form));
            let (first, nimber, number) = match first {
                Some((position, form)) => {
                    let (nimber, number) = numbers(form);
                    (position.to_string(), nimber.to_string(), number.to_string())
                }
                None => Default::default(),
            };
            rows(format!(
                "{n},{more},{},{},{},{},{},{},{},{},{first},{nimber},{number}",
                all.len(),
                count(&|form| !games.is_tame(*form)),
                count(&fails),
                forms.iter().filter(|form| !games.is_tame(**form)).count(),
                failing.len(),
                failing.iter().filter(is_least).count(),
                count(&|form| (numbers(form).0 == 0) != (numbers(form).1 == 0)),
                count(&|form| games.is_tame(*form) && fails(form)),
            ));
        }
    }
    Ok(())
}

/// Returns the misère numbers of the forms of positions beside others, by a search for one position of each form.
fn searched(
    all: &[(Lands, Form)],
    other: &Lands,
) -> Result<HashMap<Form, u8>, Box<dyn std::error::Error>> {
    let mut solver = Solver::new();
    let mut found = HashMap::new();
    for (position, form) in all {
        if !found.contains_key(form) {
            let sum = position.iter().chain(other).cloned().collect();
            found.insert(*form, solver.misere_nimber(&sum)?.0 as u8);
        }
    }
    Ok(found)
}

/// The misère quotients of the starts, and of all that can be reached from them.
pub(crate) fn quotients(spots: RangeInclusive<usize>, most: usize, rows: Rows<'_>) -> Done {
    rows("games,spots,forms,elements,lost,kernel,lost in kernel,pairs,copies".into());
    for n in spots {
        let mut games = Games::default();
        let start = games.of(&Lands::start(n));
        let all: BTreeSet<Form> = games.reachable(n)?.iter().map(|(_, form)| *form).collect();
        for (name, forms) in [("start", games.below(start)), ("all", all)] {
            let n_forms = forms.len();
            let quotient = Quotient::of(&mut games, &forms, most);
            let elements = quotient.len();
            if !quotient.is_proved {
                rows(format!("{name},{n},{n_forms},more than {elements},,,,,"));
                continue;
            }
            let lost = |elements: &mut dyn Iterator<Item = usize>| {
                elements.filter(|x| quotient.is_lost(*x)).count()
            };
            let kernel = quotient.kernel();
            // The outcomes of several copies of the start, until the elements are periodic.
            let element = quotient.element(start);
            let (mut copies, mut seen, mut at) = (String::new(), Vec::new(), element);
            while !seen.contains(&at) {
                seen.push(at);
                copies.push(if quotient.is_lost(at) { 'L' } else { 'W' });
                at = quotient.product(at, element);
            }
            let period = seen.len() - seen.iter().position(|x| *x == at).expect("it was seen");
            rows(format!(
                "{name},{n},{n_forms},{elements},{},{},{},{},{copies} from then on with period {period}",
                lost(&mut (0..elements)),
                kernel.len(),
                lost(&mut kernel.iter().copied()),
                quotient.pairs,
            ));
        }
    }
    Ok(())
}

/// The moves of Khorkov's strategies for misère play, by the number of spots.
fn strategies(n: usize) -> Vec<String> {
    let (new, second) = (n + 1, n + 2);
    match n % 6 {
        4 if n > 4 => vec![format!("1({new})1[2-4]")],
        5 => vec![format!("1({new})1[2]")],
        0 => vec![format!("1({new})1[2-6]"), format!("1({new})1[2-3]")],
        1 | 2 if n > 2 => vec![format!("1({new})2 1({second})1[2]")],
        3 => vec![format!("1({new})2 1({second})1[2-3]")],
        _ => Vec::new(),
    }
}

/// Returns the lands after moves from a start.
fn after(n: usize, moves: &str) -> Result<Lands, Box<dyn std::error::Error>> {
    let mut position = Position::new(n, Ending::Normal)?;
    for text in moves.split(' ') {
        let m = wgosa::read_move(&position, text)?;
        position.apply(&m)?;
    }
    Ok(Lands::of(&position).expect("the rules are the standard ones"))
}

/// Positions for which the literature claims a value.
pub(crate) fn values(spots: RangeInclusive<usize>, rows: Rows<'_>) -> Done {
    rows("claim,spots,moves,position,value,claimed,found".into());
    let mut solver = Solver::for_rules(Ending::Misere);
    solver.settings.budget = Budget::new().memory(6 << 30);
    let mut wins = |lands: &Lands| -> Result<&str, papergames_sprouts::Unfinished> {
        Ok(if solver.solve_lands(lands)?.mover_wins {
            "W"
        } else {
            "L"
        })
    };
    for n in spots.clone() {
        for moves in strategies(n) {
            let lands = after(n, &moves)?;
            rows(format!(
                "strategy,{n},{moves},{lands},misère winner,L,{}",
                wins(&lands)?
            ));
        }
    }
    if spots.contains(&5) {
        let lands = after(5, "1(6)1[2-3]")?;
        rows(format!(
            "reply,5,1(6)1[2-3],{lands},misère winner,L,{}",
            wins(&lands)?
        ));
    }
    let four = Lands::start(4);
    for k in 1..=spots.end() / 4 {
        let sum: Lands = std::iter::repeat_n(four.iter(), k)
            .flatten()
            .cloned()
            .collect();
        rows(format!(
            "fours,{},,{sum},misère winner,L,{}",
            4 * k,
            wins(&sum)?
        ));
    }
    let mut solver = Solver::new();
    for n in spots.clone().filter(|n| n % 6 == 3) {
        let lands: Lands = format!("0*{}.AB|2AB", n - 1).parse()?;
        rows(format!(
            "technique,{n},,{lands},nimber,0,{}",
            solver.nimber(&lands)?.0
        ));
    }
    if spots.contains(&8) {
        let lands = after(8, "1(9)2 1(10)1[3-4]")?;
        rows(format!(
            "disputed,8,1(9)2 1(10)1[3-4],{lands},misère number,7 or 8,{}",
            solver.misere_nimber(&lands)?.0
        ));
        let lands = after(8, "1(9)1[2] 1(10)9[3-4]")?;
        rows(format!(
            "answer,8,1(9)1[2] 1(10)9[3-4],{lands},nimber,0,{}",
            solver.nimber(&lands)?.0
        ));
    }
    Ok(())
}

/// The least lands in which six more spots in a region change the nimber.
pub(crate) fn six(lives: RangeInclusive<usize>, rows: Rows<'_>) -> Done {
    rows("lives,land,region,nimber,with six more".into());
    let mut solver = Solver::new();
    let mut lands: BTreeSet<(usize, String)> = BTreeSet::new();
    for (position, _) in Games::default().reachable(4)? {
        let few = position.iter().filter(|land| lives.contains(&land.lives()));
        lands.extend(few.map(|land: &Land| (land.lives(), land.to_string())));
    }
    for (lives, text) in lands {
        for (i, region) in text.split('|').enumerate() {
            let mut regions: Vec<&str> = text.split('|').collect();
            let more = format!("0*6.{region}");
            regions[i] = &more;
            let [before, after]: [Lands; 2] = [text.parse()?, regions.join("|").parse()?];
            let (nimber, with) = (solver.nimber(&before)?, solver.nimber(&after)?);
            if nimber != with {
                rows(format!("{lives},{text},{},{},{}", i + 1, nimber.0, with.0));
            }
        }
    }
    Ok(())
}
