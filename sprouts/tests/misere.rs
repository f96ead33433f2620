//! The tables about misère play in `tests/data`, which the example `tables` writes: cheap rows are recomputed, and
//! others compared with what follows from the definitions by trying every move.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::land::{Lands, Reductions};
use papergames_sprouts::solve::catalogue::Catalogue;
use papergames_sprouts::solve::reference::Reference;
use papergames_sprouts::solve::{Known, Solver};
use papergames_sprouts::{Budget, Ending, Nimber};

#[path = "../examples/tables/games.rs"]
mod games;
#[path = "../examples/tables/limits.rs"]
mod limits;
#[path = "../examples/tables/quotients.rs"]
mod quotients;
#[path = "../examples/tables/surfaces.rs"]
mod surfaces;
#[path = "../examples/tables/misere.rs"]
mod tables;

use games::{Form, Games};
use quotients::Quotient;

const PRINCIPLE: &str = include_str!("data/principle.csv");
const QUOTIENTS: &str = include_str!("data/quotients.csv");
const VALUES: &str = include_str!("data/values.csv");
const SIX_MORE: &str = include_str!("data/six_more.csv");
const SURFACES: &str = include_str!("data/surfaces.csv");
const LIMITS: &str = include_str!("data/limits.csv");

type Done = Result<(), Box<dyn std::error::Error>>;

/// Looks up the rows of a table among those published.
#[track_caller]
fn check(published: &str, write: impl FnOnce(&mut dyn FnMut(String)) -> Done) {
    let published: BTreeSet<&str> = published.lines().collect();
    let mut found = 0;
    let rows = &mut |row: String| {
        assert!(published.contains(&*row), "{row}");
        found += 1;
    };
    write(rows).expect("there is no limit");
    assert!(found > 1, "a row follows the head");
}

#[test]
fn the_cheap_rows_are_found_again() {
    check(PRINCIPLE, |rows| tables::principle(3..=3, rows));
    check(QUOTIENTS, |rows| tables::quotients(1..=3, 100, rows));
    check(VALUES, |rows| tables::values(3..=7, rows));
    check(LIMITS, |rows| limits::limits(1..=2, rows));
    check(SURFACES, |rows| surfaces::surfaces(1..=3, rows));
}

#[test]
#[ignore = "takes a minute in release"]
fn dearer_rows_are_found_again() {
    check(PRINCIPLE, |rows| tables::principle(4..=4, rows));
    check(QUOTIENTS, |rows| tables::quotients(4..=4, 100, rows));
    check(VALUES, |rows| tables::values(8..=9, rows));
    check(SIX_MORE, |rows| tables::six(2..=3, rows));
    check(LIMITS, |rows| limits::limits(3..=3, rows));
}

/// Whether the player to move loses misère play on a position beside a heap, by trying every move.
#[derive(Default)]
struct Plain(HashMap<(Lands, u8), bool>);

impl Plain {
    fn is_lost(&mut self, position: &Lands, heap: u8) -> bool {
        let key = (position.clone(), heap);
        if let Some(known) = self.0.get(&key) {
            return *known;
        }
        let is_over = position.is_empty() && heap == 0;
        let lost = !is_over
            && !(0..heap).any(|smaller| self.is_lost(position, smaller))
            && !children(position)
                .iter()
                .any(|child| self.is_lost(child, heap));
        self.0.insert(key, lost);
        lost
    }

    /// The least heap beside which the player to move loses.
    fn misere_number(&mut self, position: &Lands) -> u8 {
        let mut heaps = 0..;
        heaps
            .find(|heap| self.is_lost(position, *heap))
            .expect("a heap")
    }
}

fn children(position: &Lands) -> BTreeSet<Lands> {
    let mut children = BTreeSet::new();
    for (i, land) in position.iter().enumerate() {
        let others = position.iter().enumerate().filter(|(j, _)| *j != i);
        let others: Vec<_> = others.map(|(_, land)| land.clone()).collect();
        for child in land.children() {
            children.insert(others.iter().chain(&child).cloned().collect());
        }
    }
    children
}

fn sum(parts: &[&Lands]) -> Lands {
    parts.iter().flat_map(|part| part.iter().cloned()).collect()
}

/// The fields of the rows that begin with some.
fn rows<'t>(table: &'t str, first: &str) -> impl Iterator<Item = Vec<&'t str>> + use<'t> {
    let first = first.to_owned();
    let rows = table.lines().filter(move |row| row.starts_with(&first));
    rows.map(|row| row.split(',').collect())
}

#[test]
fn the_principle_holds_beside_two_spots_for_all_that_three_reach_by_the_definition() -> Done {
    let (mut plain, mut solver) = (Plain::default(), Solver::new());
    let budget = Budget::new();
    let catalogue = Catalogue::new(&Lands::start(3), Reductions::ALL, &budget, &mut |_| ())?;
    for entry in catalogue.iter() {
        let beside = sum(&[&entry.position, &Lands::start(2)]);
        let nimber = u32::from(plain.misere_number(&beside));
        assert_eq!(solver.nimber(&beside)?, Nimber(nimber), "{beside}");
    }
    assert_eq!(catalogue.iter().len(), 142);
    Ok(())
}

/// Each table names the first class that fails.
#[test]
fn the_first_counterexamples_to_the_principle_are_so_by_the_definition() -> Done {
    let (mut plain, mut compared) = (Plain::default(), 0);
    for row in rows(PRINCIPLE, "")
        .skip(1)
        .filter(|row| !row[10].is_empty())
    {
        let (more, first) = (row[1].parse()?, row[10].parse()?);
        let beside = sum(&[&first, &Lands::start(more)]);
        assert_eq!(
            Solver::new().nimber(&beside)?,
            Nimber(row[11].parse()?),
            "{beside}"
        );
        assert_eq!(
            Solver::new().misere_nimber(&beside)?,
            Nimber(row[12].parse()?),
            "{beside}"
        );
        if more == 2 {
            assert_eq!(
                plain.misere_number(&beside),
                row[12].parse::<u8>()?,
                "{beside}"
            );
        }
        compared += 1;
    }
    assert_eq!(compared, 7);
    Ok(())
}

#[test]
fn sums_of_forms_have_the_misere_numbers_that_a_search_finds() -> Done {
    let (mut games, mut solver) = (Games::default(), Solver::new());
    let all = games.reachable(4)?;
    let forms = all.iter().map(|(_, form)| *form).collect();
    let five = games.of(&Lands::start(5));
    let numbers = games.misere_of_sums(&forms, five);
    assert_eq!(forms.len(), 35);
    for (position, form) in all.iter().step_by(97) {
        let beside = sum(&[position, &Lands::start(5)]);
        let (nimber, number) = games.numbers(*form);
        assert_eq!(
            solver.nimber(position)?,
            Nimber(nimber.into()),
            "{position}"
        );
        assert_eq!(
            solver.misere_nimber(position)?,
            Nimber(number.into()),
            "{position}"
        );
        assert_eq!(
            solver.misere_nimber(&beside)?,
            Nimber(numbers[form].into()),
            "{beside}"
        );
    }
    Ok(())
}

/// Conway's theorem: sums of tame games have the numbers that sums of heaps have.
#[test]
fn tame_positions_add_up_as_heaps_do() -> Done {
    let mut games = Games::default();
    let all = games.reachable(4)?;
    let tame: BTreeSet<_> = all.iter().map(|(_, form)| *form).collect();
    let tame: Vec<_> = tame
        .into_iter()
        .filter(|form| games.is_tame(*form))
        .collect();
    assert_eq!(tame.len(), 13);
    for (a, b) in tame.iter().flat_map(|a| tame.iter().map(move |b| (*a, *b))) {
        let total = games.sum(a, b);
        let [(n, one), (m, other), (nimber, misere)] =
            [a, b, total].map(|form| games.numbers(form));
        // A sum of two games like heaps of at most one stick is like one; every other sum has one number.
        let expected = if n != one && m != other {
            n ^ m ^ 1
        } else {
            n ^ m
        };
        assert_eq!((nimber, misere), (n ^ m, expected), "{a} + {b}");
    }
    Ok(())
}

/// Plambeck and Siegel: 2, 6 and 10 elements for heaps of Nim of up to 1, 3 and 7 sticks, and 20 for the game 0.123.
#[test]
fn quotients_of_the_literature_are_found() {
    let mut games = Games::default();
    let mut heaps = vec![0];
    for (most, order) in [(1, 2), (3, 6), (7, 10)] {
        while heaps.len() <= most {
            heaps.push(games.with_options(heaps.iter().copied().collect()));
        }
        let quotient = Quotient::of(&mut games, &heaps.iter().copied().collect(), 100);
        assert!(
            quotient.is_proved && quotient.len() == order,
            "{most} sticks"
        );
    }
    // One stick may be taken if it is the whole heap, two if some are left, three always.
    let mut heaps = vec![0];
    for sticks in 1..=12 {
        let options = match sticks {
            1 => BTreeSet::from([0]),
            2 => BTreeSet::new(),
            _ => BTreeSet::from([heaps[sticks - 2], heaps[sticks - 3]]),
        };
        heaps.push(games.with_options(options));
    }
    let quotient = Quotient::of(&mut games, &heaps.into_iter().collect(), 100);
    assert!(
        quotient.is_proved && quotient.len() == 20,
        "{}",
        quotient.len()
    );
}

#[test]
fn copies_of_starts_are_lost_as_their_quotients_say() -> Done {
    let (mut plain, mut solver) = (Plain::default(), Solver::for_rules(Ending::Misere));
    for (spots, most) in [(1, 4), (2, 3), (3, 2), (4, 3)] {
        let row = rows(QUOTIENTS, &format!("start,{spots},"))
            .next()
            .expect("a row")
            .remove(8);
        let (listed, period) = row
            .split_once(" from then on with period ")
            .expect("a period");
        let period: usize = period.parse()?;
        let mut outcomes = listed.as_bytes().to_vec();
        while outcomes.len() < most {
            outcomes.push(outcomes[outcomes.len() - period]);
        }
        for copies in 1..=most {
            let position = sum(&vec![&Lands::start(spots); copies]);
            let wins = outcomes[copies - 1] == b'W';
            assert_eq!(
                solver.solve_lands(&position)?.mover_wins,
                wins,
                "{position}"
            );
            if spots < 4 {
                assert_eq!(plain.is_lost(&position, 0), !wins, "{position}");
            }
        }
    }
    Ok(())
}

/// The plain search knows no forms and, in misère play, no sums.
#[test]
fn values_of_small_positions_are_those_of_the_plain_search() -> Done {
    let (mut plain, mut compared) = (Reference::new(), 0);
    for row in rows(VALUES, "").skip(1) {
        let (spots, value): (usize, &str) = (row[1].parse()?, row[4]);
        let position: Sum = row[3].parse()?;
        let found = match value {
            "misère winner" if spots <= 6 => {
                ["W", "L"][usize::from(plain.is_lost_in_misere(&position)?)].to_owned()
            }
            "nimber" if spots <= 8 => u8::from(!plain.is_lost(&position, Nimber(0))?).to_string(),
            _ => continue,
        };
        assert_eq!(found, row[6], "{}", row[3]);
        compared += 1;
    }
    assert!(compared >= 7, "{compared}");
    Ok(())
}

/// The plain search takes the order of moves from the solver, and nothing else.
#[test]
#[ignore = "takes a minute in release"]
fn six_more_spots_change_a_nimber_by_the_plain_search() -> Done {
    for row in rows(SIX_MORE, "3,") {
        let mut regions: Vec<String> = row[1].split('|').map(str::to_owned).collect();
        let region: usize = row[2].parse()?;
        for nimber in [row[3].parse()?, row[4].parse()?] {
            let position: Sum = regions.join("|").parse()?;
            let mut solver = Solver::new();
            assert_eq!(
                solver.nimber(&Lands::from_sum(&position, Reductions::ALL))?,
                Nimber(nimber)
            );
            let guide = |sum: &Sum| {
                let lands = Lands::from_sum(sum, Reductions::ALL);
                let mut known = lands.iter().map(|land| match solver.known(land)? {
                    Known::Nimber(nimber) => Some(nimber.0),
                    Known::Excluded(_) => None,
                });
                known
                    .try_fold(0, |total, own| Some(total ^ own?))
                    .map(Nimber)
            };
            let mut search = Reference::new();
            search.guide = Some(&guide);
            let lost = search.is_lost(&position, Nimber(nimber))?;
            assert!(lost, "{position}");
            regions[region - 1].insert_str(0, "0*6.");
        }
    }
    Ok(())
}

/// A position: lands in GLOP's spelling, in order, and a heap.
type Beside = (Vec<String>, usize);

/// What a position equals: its large lands, and the form of all else.
type State = (Vec<String>, Form);

/// Proves losses in misère play beside heaps by GLOP's moves, reductions and spelling, with forms for small lands. The
/// solver's misère numbers choose the replies, and prove nothing.
struct Proof {
    games: Games,
    heaps: Vec<Form>,
    /// The most lives of a small land.
    small: usize,
    forms: HashMap<String, Form>,
    children: HashMap<String, Vec<Vec<String>>>,
    lost: BTreeSet<State>,
    solver: Solver,
    guesses: HashMap<Vec<String>, usize>,
}

/// Returns the lands of a position.
fn lands_of(sum: &Sum) -> Vec<String> {
    let text = sum.to_string();
    let lands = text.split('+').filter(|land| *land != "!");
    lands.map(str::to_owned).collect()
}

/// Reads lands as they are written.
fn read(land: &str) -> Sum {
    land.parse().expect("lands")
}

/// GLOP's estimate of the number of children of a land.
fn estimate(land: &str) -> usize {
    let regions = land.split('|').map(|region| {
        let mut sizes: Vec<usize> = Vec::new();
        for boundary in region.split('.') {
            match boundary.strip_prefix("0*") {
                Some(n) => sizes.extend(vec![1; n.parse().expect("a number of spots")]),
                None => sizes.push(boundary.len()),
            }
        }
        let (sum, squares) = sizes.iter().fold((0, 0), |(a, b), n| (a + n, b + n * n));
        (sum * sum - squares) / 2 + (squares << sizes.len()) / 4
    });
    regions.sum()
}

impl Proof {
    fn new(small: usize) -> Proof {
        let mut games = Games::default();
        let mut heaps = vec![0];
        for _ in 0..10 {
            heaps.push(games.with_options(heaps.iter().copied().collect()));
        }
        Proof {
            games,
            heaps,
            small,
            forms: HashMap::new(),
            children: HashMap::new(),
            lost: BTreeSet::new(),
            solver: Solver::new(),
            guesses: HashMap::new(),
        }
    }

    fn children(&mut self, land: &str) -> Vec<Vec<String>> {
        let children = || read(land).children().iter().map(lands_of).collect();
        let known = self.children.entry(land.to_owned());
        known.or_insert_with(children).clone()
    }

    fn is_small(&self, land: &str) -> bool {
        read(land).lives() <= self.small
    }

    /// Returns the form of small lands beside another form.
    fn sum(&mut self, lands: &[String], beside: Form) -> Form {
        lands.iter().fold(beside, |total, land| {
            let own = self.form(land);
            self.games.sum(total, own)
        })
    }

    fn form(&mut self, land: &str) -> Form {
        if let Some(known) = self.forms.get(land) {
            return *known;
        }
        let children = self.children(land);
        let options = children.iter().map(|child| self.sum(child, 0)).collect();
        let form = self.games.with_options(options);
        self.forms.insert(land.to_owned(), form);
        form
    }

    fn state(&mut self, (lands, heap): &Beside) -> State {
        let (small, large): (Vec<_>, _) =
            lands.iter().cloned().partition(|land| self.is_small(land));
        let form = self.sum(&small, self.heaps[*heap]);
        (large, form)
    }

    /// Returns the states after each move, without moves that a canonical form leaves out, and a position with each.
    fn options(&mut self, position: &Beside) -> BTreeMap<State, Beside> {
        let own = self.state(position).1;
        let (lands, heap) = position;
        let mut found: Vec<(bool, Beside)> = Vec::new();
        found.extend((0..*heap).map(|less| (true, (lands.clone(), less))));
        for (i, land) in lands.iter().enumerate() {
            let is_small = self.is_small(land);
            for child in self.children(land) {
                let mut after = [&lands[..i], &lands[i + 1..], &child].concat();
                after.sort_unstable();
                found.push((is_small, (after, *heap)));
            }
        }
        let mut options = BTreeMap::new();
        for (changes_form, after) in found {
            let state = self.state(&after);
            if !changes_form || self.games.options(own).contains(&state.1) {
                options.entry(state).or_insert(after);
            }
        }
        options
    }

    /// Returns whether the player to move loses, if that has been proved.
    fn is_lost(&self, state: &State) -> bool {
        match state {
            (large, form) if large.is_empty() => self.games.numbers(*form).1 == 0,
            state => self.lost.contains(state),
        }
    }

    /// The heap beside which the solver thinks that the player to move loses.
    fn guess(&mut self, lands: &[String]) -> usize {
        if let Some(known) = self.guesses.get(lands) {
            return *known;
        }
        let text = match lands {
            [] => "!".to_owned(),
            lands => lands.join("+"),
        };
        let position = Lands::from_sum(&read(&text), Reductions::ALL);
        let number = self.solver.misere_nimber(&position);
        let number = number.expect("there is no limit").0 as usize;
        self.guesses.insert(lands.to_vec(), number);
        number
    }

    /// Proves that the player to move loses.
    fn loses(&mut self, state: State, position: &Beside) -> bool {
        let proved = self.is_lost(&state)
            || !state.0.is_empty()
                && self
                    .options(position)
                    .into_iter()
                    .all(|(state, after)| self.wins(&state, &after));
        if proved {
            self.lost.insert(state);
        }
        proved
    }

    /// Proves that the player to move wins.
    fn wins(&mut self, state: &State, position: &Beside) -> bool {
        if state.0.is_empty() {
            return self.games.numbers(state.1).1 != 0;
        }
        let options = self.options(position);
        if options.keys().any(|state| self.is_lost(state)) {
            return true;
        }
        let mut options: Vec<(State, Beside)> = options.into_iter().collect();
        options.sort_by_cached_key(|(state, (_, heap))| {
            let sum = |of: fn(&str) -> usize| state.0.iter().map(|land| of(land)).sum::<usize>();
            (sum(estimate) * (1 + heap), sum(|land| read(land).lives()))
        });
        let reply = options
            .into_iter()
            .find(|(_, (lands, heap))| self.guess(lands) == *heap);
        reply.is_some_and(|(state, after)| self.loses(state, &after))
    }
}

/// Returns whether a misère number is proved, if lands with at most `small` lives are replaced by their forms.
fn is_proved(land: &str, number: usize, small: usize) -> bool {
    let mut proof = Proof::new(small);
    let position = (lands_of(&read(land).simplified()), number);
    let state = proof.state(&position);
    proof.loses(state, &position)
}

#[test]
fn misere_numbers_are_proved_by_the_moves_of_glop() {
    for (land, number) in [("0*5", 1), ("0*2.1aAa|0.A", 1), ("0*3.AB|AB", 3)] {
        assert!(is_proved(land, number, 5), "{land} {number}");
        for wrong in [number - 1, number + 1] {
            assert!(!is_proved(land, wrong, 5), "{land} {wrong}");
        }
    }
    let mut proof = Proof::new(5);
    let lost = (vec!["0*3.AB|AB".to_owned()], 3);
    for (lands, heap) in proof.options(&lost).into_values() {
        proof.guesses.insert(lands, heap);
    }
    let state = proof.state(&lost);
    assert!(!proof.wins(&state, &lost), "wrong guesses prove nothing");
}

#[test]
#[ignore = "takes three CPU minutes in release"]
fn the_disputed_misere_number_is_proved_by_the_moves_of_glop() -> Done {
    let row = rows(VALUES, "disputed,").next().expect("a row");
    assert!(is_proved(row[3], row[6].parse()?, 9), "{row:?}");
    Ok(())
}
