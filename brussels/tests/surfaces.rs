//! The game on other surfaces: lengths, nimbers, laws.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use common::describe::SetupOptions;
use common::laws::{Laws, a_description_holds};
use common::values::Effort;
use common::values::Unsolved;
use papergames_brussels::planar::surface::Surface;
use papergames_brussels::surface::{self, Sheet, lengths, theory};
use papergames_brussels::{
    Budget, Describe, Ending, Game, Impartial, Limit, Nimber, ON_SURFACES, Player, Position,
    Record, Seeded, playout, solve,
};

/// Returns the number of games by their length.
fn games_from(sheet: &Sheet) -> BTreeMap<usize, u128> {
    let games = theory::n_games(sheet, &Budget::new()).expect("there is no limit");
    games.expect("they fit 128 bits")
}

fn rows() -> Vec<(Surface, Vec<u32>)> {
    let lines = include_str!("data/surfaces.txt").lines();
    let rows = lines.filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let (key, nimbers) = line.split_once('|').expect("a surface and nimbers");
        let nimbers = nimbers.split_whitespace();
        let nimbers = nimbers.map(|n| n.parse().expect("a nimber")).collect();
        (key.trim().parse().expect("a surface"), nimbers)
    })
    .collect()
}

#[test]
fn nimbers_on_each_surface_are_as_stated() {
    let mut solver = solve::Solver::new();
    for (surface, nimbers) in rows() {
        for (n, nimber) in (1..).zip(nimbers) {
            let start = Sheet::new(n, surface, Ending::Normal).expect("few crosses fit");
            let found = solver.nimber(&start).expect("there is no limit");
            assert_eq!(found, Nimber(nimber), "{n} crosses, {surface}");
        }
    }
}

#[test]
fn lengths_on_each_surface_are_as_the_theory_says() {
    for (surface, nimbers) in rows() {
        for n in 1..=nimbers.len().min(3) {
            let start = Sheet::new(n, surface, Ending::Normal).expect("few crosses fit");
            let shortest = 5 * n - 2;
            let expected: BTreeSet<usize> = match surface {
                Surface::Handles(g) => (0..=usize::from(g)).map(|h| shortest + 2 * h).collect(),
                Surface::Crosscaps(c) => (0..=usize::from(c)).map(|j| shortest + j).collect(),
            };
            assert_eq!(lengths(&start), expected, "{n} crosses, {surface}");
        }
    }
}

#[test]
fn one_star_on_the_projective_plane_has_nimbers_2_and_3_in_turn() {
    let mut solver = solve::Solver::new();
    for k in 1..=14 {
        let start = Sheet::with_arms(&[k], Surface::PROJECTIVE_PLANE, Ending::Normal)
            .expect("few arms fit");
        let expected = if k == 1 { 0 } else { 2 + (k as u32) % 2 };
        assert_eq!(solver.nimber(&start), Ok(Nimber(expected)), "{k} arms");
    }
}

#[test]
fn the_first_player_wins_small_misere_games_with_crosscaps() {
    let mut solver = solve::Solver::new();
    for surface in [Surface::PROJECTIVE_PLANE, Surface::KLEIN_BOTTLE] {
        for n in 1..=2 {
            let start = Sheet::new(n, surface, Ending::Misere).expect("few crosses fit");
            assert_eq!(solver.winner(&start), Ok(Player::FIRST), "{n}, {surface}");
        }
    }
}

/// Calls `visit` with the numbers of arms of all stars that have up to `most` arms together.
fn for_each_stars(most: usize, visit: &mut dyn FnMut(&[usize])) {
    fn add(stars: &mut Vec<usize>, left: usize, visit: &mut dyn FnMut(&[usize])) {
        for arms in 1..=left.min(stars.last().copied().unwrap_or(left)) {
            stars.push(arms);
            visit(stars);
            add(stars, left - arms, visit);
            stars.pop();
        }
    }
    add(&mut Vec::new(), most, visit);
}

fn surfaces() -> impl Iterator<Item = Surface> {
    (0..=3)
        .map(Surface::Handles)
        .chain((1..=6).map(Surface::Crosscaps))
}

#[test]
fn the_theorem_gives_the_nimber_of_every_small_region() {
    let mut solver = solve::Solver::new();
    let mut checked = 0;
    for surface in surfaces() {
        for_each_stars(9, &mut |stars| {
            let start = Sheet::with_arms(stars, surface, Ending::Normal).expect("few arms fit");
            let found = solver.nimber(&start).expect("there is no limit");
            assert_eq!(found, theory::nimber(&start), "{start}");
            assert_eq!(
                solver.winner(&start).ok(),
                theory::winner(&start),
                "{start}"
            );
            checked += 1;
        });
    }
    assert_eq!(checked, 960, "96 partitions of 1 to 9, on ten surfaces");
}

#[test]
fn the_theorem_gives_the_winner_of_every_small_misere_start() {
    let mut solver = solve::Solver::new();
    let (mut known, mut unknown) = (0, 0);
    for surface in surfaces() {
        for_each_stars(6, &mut |stars| {
            let start = Sheet::with_arms(stars, surface, Ending::Misere).expect("few arms fit");
            match theory::winner(&start) {
                Some(winner) => {
                    assert_eq!(solver.winner(&start), Ok(winner), "{start}");
                    known += 1;
                }
                None => unknown += 1,
            }
        });
    }
    assert!(
        known > 200 && unknown > 10,
        "{known} known, {unknown} unknown"
    );
}

/// Returns the number of games on a surface with handles that use `j` of them, by multiplying transpositions: the
/// sequences of them that take the stars' permutation to the identity and connect all stars.
fn factorizations(stars: &[usize], j: usize) -> u128 {
    fn walk(next: &mut Vec<usize>, piece: &mut Vec<usize>, left: usize) -> u128 {
        let arms = next.len();
        if left == 0 {
            let is_identity = next.iter().enumerate().all(|(arm, to)| arm == *to);
            return u128::from(is_identity && piece.iter().all(|p| *p == piece[0]));
        }
        let mut total = 0;
        for a in 0..arms {
            for b in a + 1..arms {
                let before = piece.clone();
                let (one, other) = (piece[a], piece[b]);
                for p in piece.iter_mut().filter(|p| **p == other) {
                    *p = one;
                }
                next.swap(a, b);
                total += walk(next, piece, left - 1);
                next.swap(a, b);
                *piece = before;
            }
        }
        total
    }
    let (mut next, mut piece) = (Vec::new(), Vec::new());
    for (star, arms) in stars.iter().enumerate() {
        let first = next.len();
        next.extend((0..*arms).map(|arm| first + (arm + 1) % arms));
        piece.extend([star].repeat(*arms));
    }
    let moves = next.len() + stars.len() - 2 + 2 * j;
    walk(&mut next, &mut piece, moves)
}

fn choose(n: usize, k: usize) -> u128 {
    (1..=k as u128).fold(1, |product, i| product * (n as u128 + 1 - i) / i)
}

#[test]
fn games_on_handles_are_factorizations_and_places_for_unused_handles() {
    for stars in [
        &[2][..],
        &[3],
        &[4],
        &[1, 1],
        &[2, 1],
        &[2, 2],
        &[3, 1],
        &[1, 1, 1],
    ] {
        let arms: usize = stars.iter().sum();
        for handles in 0..=2 {
            let surface = Surface::Handles(handles as u8);
            let start = Sheet::with_arms(stars, surface, Ending::Normal).expect("few arms fit");
            let games = games_from(&start);
            let expected = (0..=handles).map(|used| {
                let places = choose(handles - used + arms - 1, arms - 1);
                let moves = arms + stars.len() - 2 + 2 * used;
                (moves, places * factorizations(stars, used))
            });
            // A game of one or two arms cannot use more handles than it can reach.
            let expected = expected.filter(|(_, games)| *games > 0).collect();
            assert_eq!(games, expected, "{start}");
        }
    }
}

/// The formula of Jackson, and of Shapiro, Shapiro and Vainshtein, for one star.
fn factorizations_of_star(k: usize, used: usize) -> i128 {
    let moves = (k - 1 + 2 * used) as u32;
    let (k, factorial) = (k as i128, (1..=k as i128).product::<i128>());
    let terms = (0..k).map(|i| {
        let sign = if i % 2 == 0 { 1 } else { -1 };
        let ways = choose(k as usize - 1, i as usize) as i128;
        sign * ways * (k * (k - 1) / 2 - i * k).pow(moves)
    });
    terms.sum::<i128>() / factorial
}

#[test]
fn games_of_one_star_on_handles_obey_the_formula() {
    for k in 2..=9 {
        for handles in 0..=3usize {
            let surface = Surface::Handles(handles as u8);
            let start = Sheet::with_arms(&[k], surface, Ending::Normal).expect("few arms fit");
            let games = games_from(&start);
            for used in 0..=handles {
                let places = choose(handles - used + k - 1, k - 1) as i128;
                let expected = places * factorizations_of_star(k, used);
                let found = games.get(&(k - 1 + 2 * used)).copied().unwrap_or(0);
                assert_eq!(found as i128, expected, "{start}, {used} handles used");
            }
        }
    }
}

/// A word of arms, from the least in the direction of the lesser neighbour.
fn least(word: &[usize]) -> Vec<usize> {
    let reversed: Vec<usize> = word.iter().rev().copied().collect();
    let turns = |word: &[usize]| -> Vec<Vec<usize>> {
        (0..word.len())
            .map(|at| [&word[at..], &word[..at]].concat())
            .collect()
    };
    let all = turns(word).into_iter().chain(turns(&reversed));
    all.min().expect("a word has a letter")
}

/// The words of arms, the star of each arm and the lines left, with the number of sequences.
type Gluings = HashMap<(Vec<Vec<usize>>, Vec<usize>, usize), u128>;

/// Counts the sequences of lines, twisted or not, that connect all stars and end with a word for each arm.
fn gluings(stars: &[usize], more: usize) -> u128 {
    fn walk(words: Vec<Vec<usize>>, star: Vec<usize>, left: usize, known: &mut Gluings) -> u128 {
        if left == 0 {
            let is_over = words.iter().all(|word| word.len() == 1);
            return u128::from(is_over && star.iter().all(|s| *s == star[0]));
        }
        let key = (words, star, left);
        if let Some(count) = known.get(&key) {
            return *count;
        }
        let (words, star, _) = &key;
        let mut total = 0;
        let from = |arm: usize| {
            let which = words
                .iter()
                .position(|word| word.contains(&arm))
                .expect("a word");
            let at = words[which]
                .iter()
                .position(|a| *a == arm)
                .expect("its place");
            (which, [&words[which][at..], &words[which][..at]].concat())
        };
        for i in 0..star.len() {
            for j in i + 1..star.len() {
                let ((a, one), (b, other)) = (from(i), from(j));
                let (x, y) = if a == b {
                    one.split_at(one.iter().position(|arm| *arm == j).expect("the same word"))
                } else {
                    (&one[..], &other[..])
                };
                let mut twisted = x.to_vec();
                twisted[1..].reverse();
                let twisted = vec![[&twisted, y].concat()];
                let plain = if a == b {
                    vec![x.to_vec(), y.to_vec()]
                } else {
                    vec![[x, y].concat()]
                };
                let (low, high) = (star[i].min(star[j]), star[i].max(star[j]));
                let star: Vec<_> = star
                    .iter()
                    .map(|s| if *s == high { low } else { *s })
                    .collect();
                for new in [plain, twisted] {
                    let rest = words.iter().enumerate().filter(|(w, _)| *w != a && *w != b);
                    let rest = rest.map(|(_, word)| word.clone());
                    let mut words: Vec<_> =
                        rest.chain(new.iter().map(|word| least(word))).collect();
                    words.sort_unstable();
                    total += walk(words, star.clone(), left - 1, known);
                }
            }
        }
        known.insert(key, total);
        total
    }
    let (mut words, mut star) = (Vec::new(), Vec::new());
    for (s, arms) in stars.iter().enumerate() {
        words.push(least(&(star.len()..star.len() + arms).collect::<Vec<_>>()));
        star.extend([s].repeat(*arms));
    }
    let lines = star.len() + stars.len() - 2 + more;
    walk(words, star, lines, &mut HashMap::new())
}

/// The coefficient of a power of a series.
fn coefficient(series: &[u128], power: usize, of: usize) -> u128 {
    let mut product = vec![0; of + 1];
    product[0] = 1;
    for _ in 0..power {
        let at = |k: usize| (0..=k).map(|i| product[i] * series[k - i]).sum();
        product = (0..=of).map(at).collect();
    }
    product[of]
}

/// The number of games with some of the crosscaps used, from the numbers of sequences: all, and those on handles.
fn games_with_crosscaps(arms: usize, unused: usize, all: u128, on_handles: u128) -> u128 {
    let handles: Vec<u128> = (0..=unused).map(|e| u128::from(e % 2 == 0)).collect();
    let surfaces: Vec<u128> = (0..=unused)
        .map(|e| handles[e] + u128::from(e > 0))
        .collect();
    let (f, h) = (
        coefficient(&surfaces, arms, unused),
        coefficient(&handles, arms, unused),
    );
    (all - on_handles) * f + on_handles * (f - h)
}

#[test]
fn games_with_crosscaps_are_gluings_and_places_for_unused_crosscaps() {
    for stars in [&[2][..], &[3], &[4], &[1, 1], &[2, 1], &[2, 2], &[1, 1, 1]] {
        let arms: usize = stars.iter().sum();
        let known: Vec<(u128, u128)> = (0..=3)
            .map(|used| {
                let even = used % 2 == 0;
                let sides = 1 << (stars.len() - 1);
                let on_handles = if even {
                    sides * factorizations(stars, used / 2)
                } else {
                    0
                };
                (gluings(stars, used), on_handles)
            })
            .collect();
        for crosscaps in 1..=3 {
            let surface = Surface::Crosscaps(crosscaps as u8);
            let start = Sheet::with_arms(stars, surface, Ending::Normal).expect("few arms fit");
            let expected = (0..=crosscaps).map(|used| {
                let (all, on_handles) = known[used];
                let games = games_with_crosscaps(arms, crosscaps - used, all, on_handles);
                (arms + stars.len() - 2 + used, games)
            });
            let expected = expected.filter(|(_, games)| *games > 0).collect();
            assert_eq!(games_from(&start), expected, "{start}");
        }
    }
}

/// All partitions of a number into parts of at most `most`.
fn partitions(n: usize, most: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let with = |part: usize| {
        let rest = partitions(n - part, part).into_iter();
        rest.map(move |rest| [vec![part], rest].concat())
    };
    (1..=most.min(n)).flat_map(with).collect()
}

/// The number of standard Young tableaux of a shape, by the hook length formula.
fn tableaux(shape: &[usize]) -> i128 {
    let below = |p: usize, q: usize| shape[p + 1..].iter().filter(|row| **row > q).count();
    let cells = shape
        .iter()
        .enumerate()
        .flat_map(|(p, row)| (0..*row).map(move |q| (p, q)));
    let hooks: i128 = cells
        .map(|(p, q)| (shape[p] - q + below(p, q)) as i128)
        .product();
    (1..=shape.iter().sum::<usize>() as i128).product::<i128>() / hooks
}

/// The formula with zonal polynomials for the sequences of lines at one star.
fn gluings_of_star(k: usize, more: usize) -> u128 {
    let terms = partitions(k, k).into_iter().map(|shape| {
        let cells = shape
            .iter()
            .enumerate()
            .flat_map(|(p, row)| (0..*row).map(move |q| (p, q)));
        let contents: Vec<i128> = cells.map(|(p, q)| 2 * q as i128 - p as i128).collect();
        let doubled: Vec<usize> = shape.iter().map(|row| 2 * row).collect();
        let product: i128 = contents[1..].iter().product();
        let sum: i128 = contents.iter().sum();
        tableaux(&doubled) * product * sum.pow((k - 1 + more) as u32)
    });
    let factorial: i128 = (1..=2 * k as i128).product();
    let total = terms.sum::<i128>() * 2 * k as i128;
    assert_eq!(total % factorial, 0, "{k} arms, {more} more lines");
    (total / factorial) as u128
}

#[test]
fn games_of_one_star_with_crosscaps_obey_the_formula() {
    for k in 2..=8 {
        for crosscaps in 1..=4 {
            let surface = Surface::Crosscaps(crosscaps as u8);
            let start = Sheet::with_arms(&[k], surface, Ending::Normal).expect("few arms fit");
            let games = games_from(&start);
            for used in 0..=crosscaps {
                let even = used % 2 == 0;
                let on_handles = if even {
                    factorizations_of_star(k, used / 2) as u128
                } else {
                    0
                };
                let all = gluings_of_star(k, used);
                let expected = games_with_crosscaps(k, crosscaps - used, all, on_handles);
                let found = games.get(&(k - 1 + used)).copied().unwrap_or(0);
                assert_eq!(found, expected, "{start}, {used} crosscaps used");
            }
        }
    }
}

#[test]
fn the_sphere_is_the_sheet_of_paper() {
    for stars in [&[4][..], &[4, 4], &[1, 2, 3]] {
        let sheet = Sheet::with_arms(stars, Surface::SPHERE, Ending::Normal).expect("few arms fit");
        let paper = Position::with_arms(stars, Ending::Normal).expect("few arms fit");
        let faces: Vec<_> = sheet
            .regions()
            .iter()
            .map(|region| region.face.clone())
            .collect();
        assert_eq!(faces, paper.summands());
        let moves = papergames_brussels::theory::game_length(stars);
        assert_eq!(lengths(&sheet), BTreeSet::from([moves]));
        let games = papergames_brussels::theory::n_games(stars).expect("few games");
        assert_eq!(games_from(&sheet), [(moves, games)].into());
    }
}

#[test]
fn every_law_holds_on_every_surface() {
    for surface in [
        Surface::TORUS,
        Surface::PROJECTIVE_PLANE,
        Surface::KLEIN_BOTTLE,
        Surface::Handles(2),
        Surface::Crosscaps(3),
    ] {
        for ending in [Ending::Normal, Ending::Misere] {
            let start = Sheet::with_arms(&[4, 3], surface, ending).expect("few arms fit");
            Laws::of(start)
                .games(20)
                .texts()
                .serde()
                .impartial()
                .solved(500)
                .alternating()
                .check();
        }
    }
}

#[test]
fn sheets_outside_the_supported_range_are_refused() {
    let message = |arms: &[usize], surface| {
        Sheet::with_arms(arms, surface, Ending::Normal)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        message(&[], Surface::TORUS),
        "each star must have at least 1 arm, and all stars together at most 100; found []"
    );
    assert_eq!(
        message(&[usize::MAX, 4], Surface::TORUS),
        format!(
            "each star must have at least 1 arm, and all stars together at most 100; found [{}, 4]",
            usize::MAX
        )
    );
    assert_eq!(
        message(&[4], Surface::Crosscaps(0)),
        "a surface may have at most 20 handles, or 1 to 20 crosscaps, found Crosscaps(0)"
    );
    assert!(Sheet::new(usize::MAX, Surface::TORUS, Ending::Normal).is_err());
}

#[test]
fn the_description_holds_and_solves() -> Result<(), Box<dyn std::error::Error>> {
    a_description_holds(ON_SURFACES)?;
    let start: Sheet = "1@c1".parse()?;
    let mut effort = Effort::default();
    let mut record = ON_SURFACES.start(Some("1@c1"), &SetupOptions::none())?;
    let verdict = record.values().solve(&mut effort)?;
    assert_eq!(verdict.winner(), Some(Player::FIRST));
    assert_eq!(verdict.nimber, Some(Nimber(2)));
    let said: Vec<String> = start.moves().iter().map(|m| start.say_move(m)).collect();
    assert_eq!(
        said[0],
        "A line that divides region 0 into a sphere with arms 2 and a projective plane with arms 2"
    );
    let record = playout::record(start, 100, &mut Seeded::new(3));
    assert!(Sheet::facts(&record).iter().all(|fact| fact.holds));
    Ok(())
}

#[test]
fn a_text_that_is_no_sheet_is_refused_with_the_place() {
    let message = |text: &str| text.parse::<Sheet>().unwrap_err().to_string();
    assert_eq!(
        message("4,4"),
        "expected `@` at character 4, found the end of the text"
    );
    assert_eq!(
        message("4@c0"),
        "expected a number of crosscaps (1 to 20) at character 4, found `0`"
    );
    assert_eq!(
        message("1x60@h0/1x41@h0"),
        "expected a number of arms (1 to 40) at character 11, found `41`"
    );
    assert_eq!(
        message("1x1@h0"),
        "expected a region with at least 2 arms, found `1x1`"
    );
    assert_eq!(
        message("26@h0"),
        "expected stars with at most 100 arms in total, found `26`"
    );
    assert_eq!(
        message("4,0@h1"),
        "expected a number of arms (1 to 100) at character 3, found `0`"
    );
    assert_eq!(
        message("3@torus"),
        "expected `h` or `c` and a number of handles or crosscaps at character 3, found `torus`"
    );
    assert_eq!(message("3-@h1-"), "expected `:` at character 6, found `-`");
}

#[test]
fn a_setup_is_that_on_paper_and_a_surface() {
    for (text, written) in [
        ("3@h1", "4,4,4@h1+:1"),
        ("3-@h1", "4,4,4@h1-:1"),
        ("3@h1-", "4,4,4@h1-:1"),
        ("3−@h1", "4,4,4@h1-:1"),
        ("3+@h1:2", "1x3@h1+:2"),
        ("1@c1", "1x4@c1+:1"),
        ("1x3@c2", "1x3@c2+:1"),
        ("2x3,4@h0", "4,3,3@h0+:1"),
        ("4,4,3@c1", "4,4,3@c1+:1"),
        ("2@c1/1x7@h1-", "4,4@c1/1x7@h1-:1"),
        ("none-:2", "none-:2"),
    ] {
        let sheet: Sheet = text.parse().expect("a sheet");
        assert_eq!(sheet.to_string(), written, "{text}");
        assert_eq!(written.parse(), Ok(sheet));
    }
    let crosses = Sheet::new(25, Surface::TORUS, Ending::Misere).expect("25 crosses fit");
    assert_eq!("25-@h1".parse(), Ok(crosses));
}

/// Positions and games as version 0.1.0 of the game `brussels-surface` wrote them. It had no number of crosses: a
/// number alone was one star.
#[test]
fn texts_of_the_version_without_crosses_mean_what_they_meant() {
    for (text, written) in [
        ("3@h1+:1", "1x3@h1+:1"),
        ("4@c1-:2", "1x4@c1-:2"),
        ("4,4@c1+:1", "4,4@c1+:1"),
        ("3@c3/5@h1-:2", "1x3@c3/1x5@h1-:2"),
        ("4@c1/2,3@h0+:2", "3,2@h0/1x4@c1+:2"),
    ] {
        let sheet: Sheet = text.parse().expect("a sheet");
        assert_eq!(sheet.to_string(), written, "{text}");
    }
    for (game, end) in [
        ("4@c1+:1 0.3 0.1 0.0 0.0", "none+:1"),
        ("3,2@h1-:1 0.7 0.3 0.3 0.0 1.0 1.0 0.0", "none-:2"),
        ("3@c3/5@h1-:2 1.3 0.7 0.0 1.1 1.0 1.0 0.0", "none-:1"),
        (
            "4,3,2,1@c4+:1 0.134 0.33 0.8 0.0 1.2 1.3 1.1 1.3 1.0 2.0 1.0 1.0 1.0 0.0 0.0",
            "none+:2",
        ),
    ] {
        let record: Record<Sheet> = game.parse().expect("a game");
        assert_eq!(record.position().to_string(), end, "{game}");
    }
}

#[test]
fn a_count_of_games_keeps_to_its_budget() {
    let stopped = |arms: &str, budget: Budget| {
        let sheet: Sheet = arms.parse().expect("a start");
        theory::n_games(&sheet, &budget).unwrap_err().limit
    };
    assert_eq!(stopped("4,4,4@h2", Budget::new().nodes(20)), Limit::Nodes);
    assert_eq!(
        stopped("4,4,4@h2", Budget::new().memory(9_000)),
        Limit::Memory
    );
    let sheet: Sheet = "1x2@h20".parse().expect("a start");
    assert_eq!(games_from(&sheet).len(), 21);
}

#[test]
fn a_search_keeps_to_its_memory() {
    let budget = Budget::new().memory(9_000);
    let sheet: Sheet = "4,4,4@c4-".parse().expect("a start");
    let stopped = surface::solve::solve(&sheet, true, &budget).unwrap_err();
    assert_eq!(stopped.limit, Limit::Memory);
    let sheet: Sheet = "4,4,4@c1".parse().expect("a start");
    let stopped = surface::solve::verify(&sheet, &budget).unwrap_err();
    assert!(matches!(stopped, Unsolved::Unfinished(_)), "{stopped}");
}
