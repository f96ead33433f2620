//! Canonical spellings of lands, which are the same for all drawings that differ only in how regions, boundaries and
//! letters are written down.
//!
//! Each region is written as its number of spots without lines, its surface, and then its other boundaries. Spots with
//! two corners are letters. Letters get colours, which encode their surroundings. While several letters have the same
//! colour, one of them is made the first, and colours spread from it until all letters have different colours. The
//! spelling with the letters named in the order of their colours is a *leaf*, and the least leaf is the canonical
//! spelling.
//!
//! There may be k! leaves. So each letter is tried only if no known symmetry maps it to one that was tried. Two leaves
//! with the same spelling give a symmetry, and all symmetries found below a choice are also valid above it.
//!
//! A land can be drawn from its spelling, so equal spellings mean equal lands, even if colours or symmetries were
//! wrong.

use std::collections::HashMap;
use std::rc::Rc;

use super::drawing::{Boundary, Drawing, Region, Spot, Variant};
use super::surface::Surface;
use crate::work::{CheckResult, Work};

/// A land in canonical spelling.
pub type Land = Rc<[u8]>;
/// A position: independent lands, in order.
pub type Position = Vec<Land>;

pub(super) const ONE: u8 = 1;
pub(super) const TWO: u8 = 2;
pub(super) const LETTER: u8 = 3;
pub(super) const SEPARATOR: u8 = 254;
pub(super) const END: u8 = 255;

/// The number of spellings kept with their canonical forms, so that those are not searched again.
const KEPT_SPELLINGS: usize = 1 << 20;

/// Finds the canonical spellings of lands.
#[derive(Debug, Default)]
pub struct Canonical {
    work: Work,
    /// Canonical spellings by quick spellings. Equal quick spellings mean equal lands, but a land may have several.
    known: HashMap<Vec<u8>, Land>,
}

impl Canonical {
    /// Returns a finder of canonical spellings that counts its steps in `work`.
    pub fn new(work: Work) -> Canonical {
        Canonical {
            work,
            known: HashMap::new(),
        }
    }

    /// The work that the steps are counted in.
    pub(super) fn work(&self) -> &Work {
        &self.work
    }

    /// Returns the lands of a drawing that matter for play, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the check reaches its limit.
    pub fn position(&mut self, mut drawing: Drawing, variant: Variant) -> CheckResult<Position> {
        drawing.simplify(variant);
        let lands = drawing.lands().into_iter();
        let lands = lands.map(|regions| self.land(&regions, &drawing.lives));
        let mut position = lands.collect::<CheckResult<Position>>()?;
        position.sort_unstable();
        Ok(position)
    }

    /// Returns the canonical spelling of the land with some regions.
    fn land(&mut self, regions: &[&Region], lives: &[u8]) -> CheckResult<Land> {
        let land = SpelledLand::new(regions, lives);
        let quick = land.spell_quickly();
        self.work.spend(quick.len())?;
        if let Some(known) = self.known.get(&quick) {
            return Ok(Rc::clone(known));
        }
        let form: Land = land
            .search(&vec![1; land.letters], &self.work)?
            .least
            .into();
        if self.known.len() >= KEPT_SPELLINGS {
            self.known.clear();
        }
        self.known.insert(quick, Rc::clone(&form));
        Ok(form)
    }
}

/// A spelling, and the names that letters have in it.
type Leaf = (Vec<u8>, Vec<u8>);

/// What a search for the least leaf has found.
struct Leaves {
    least: Vec<u8>,
    /// Leaves of which no two are known to be the same up to a symmetry.
    firsts: Vec<Leaf>,
    /// Symmetries, each of which maps every letter to a letter at once.
    symmetries: Vec<Vec<usize>>,
}

/// The names of letters in the order of their colours.
fn names(colours: &[u64]) -> Vec<u8> {
    let less = |own: &u64| colours.iter().filter(|c| *c < own).count() as u8;
    colours.iter().map(|own| LETTER + less(own)).collect()
}

/// The number of colours.
fn n_classes(colours: &[u64]) -> usize {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

/// The colours after a letter has been made the first of those with its colour.
fn chosen(colours: &[u64], letter: usize) -> Vec<u64> {
    let mut colours = colours.to_vec();
    colours[letter] = mix(colours[letter], 77);
    colours
}

/// The map from one leaf to another of the same spelling, if it maps letters to letters of the same colour.
fn symmetry(one: &Leaf, other: &Leaf, colours: &[u64]) -> Option<Vec<usize>> {
    if one.0 != other.0 {
        return None;
    }
    let image = |name: &u8| other.1.iter().position(|other| other == name);
    let images: Vec<usize> = one.1.iter().map(image).collect::<Option<_>>()?;
    let keeps = |(letter, image): (usize, &usize)| colours[letter] == colours[*image];
    images.iter().enumerate().all(keeps).then_some(images)
}

/// The letters that some symmetries map a letter to, one after the other.
fn orbit(letter: usize, symmetries: &[Vec<usize>]) -> Vec<usize> {
    let mut orbit = vec![letter];
    let mut at = 0;
    while at < orbit.len() {
        for symmetry in symmetries {
            let image = symmetry[orbit[at]];
            if !orbit.contains(&image) {
                orbit.push(image);
            }
        }
        at += 1;
    }
    orbit
}

/// A land whose letters are symbols from [`LETTER`] on.
struct SpelledLand {
    letters: usize,
    regions: Vec<(u8, Surface, Vec<Vec<u8>>)>,
}

/// Mixes two numbers into one.
fn mix(a: u64, b: u64) -> u64 {
    let x = (a ^ b.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// The corner `i` steps from `at`, forwards or backwards.
fn step(len: usize, at: usize, i: usize, back: bool) -> usize {
    if back {
        (at + len - i) % len
    } else {
        (at + i) % len
    }
}

impl SpelledLand {
    fn new(regions: &[&Region], lives: &[u8]) -> SpelledLand {
        let mut corners = vec![0u32; lives.len()];
        for spot in regions.iter().copied().flatten().flatten() {
            corners[usize::from(*spot)] += 1;
        }
        let mut letters = 0usize;
        let mut symbols = vec![0; lives.len()];
        for (spot, symbol) in symbols.iter_mut().enumerate() {
            *symbol = match (corners[spot], lives[spot]) {
                (0, _) => continue,
                (1, 2) => ONE,
                (1, _) => TWO,
                _ => {
                    letters += 1;
                    assert!(letters < 250, "a land has few letters");
                    LETTER - 1 + letters as u8
                }
            };
        }
        let is_bare = |b: &&Boundary| b.len() == 1 && lives[usize::from(b[0])] == 3;
        let symbols = |b: &Boundary| b.iter().map(|spot| symbols[usize::from(*spot)]).collect();
        // Sort by everything except the names of letters, so that quick spellings are often equal.
        let shape = |b: &Vec<u8>| -> Vec<u8> { b.iter().map(|s| (*s).min(LETTER)).collect() };
        let spelled = |region: &&Region| {
            let bare = region.iter().filter(is_bare).count() as u8;
            let others = region.iter().filter(|b| !is_bare(b));
            let mut others: Vec<Vec<u8>> = others.map(symbols).collect();
            others.sort_by_cached_key(shape);
            (bare, region.surface, others)
        };
        let mut regions: Vec<_> = regions.iter().map(spelled).collect();
        regions.sort_by_cached_key(|(bare, surface, others)| {
            let others: Vec<Vec<u8>> = others.iter().map(shape).collect();
            (*bare, surface.code(), others)
        });
        SpelledLand { letters, regions }
    }

    /// Spells the land with its letters named in the order in which they appear.
    fn spell_quickly(&self) -> Vec<u8> {
        let mut names = vec![0; self.letters];
        let mut named = LETTER;
        let mut spelling = Vec::new();
        for (bare, surface, boundaries) in &self.regions {
            spelling.extend([*bare, surface.code()]);
            for boundary in boundaries {
                for symbol in boundary {
                    let mut name = *symbol;
                    if let Some(letter) = symbol.checked_sub(LETTER) {
                        let known = &mut names[usize::from(letter)];
                        if *known == 0 {
                            *known = named;
                            named += 1;
                        }
                        name = *known;
                    }
                    spelling.push(name);
                }
                spelling.push(SEPARATOR);
            }
            spelling.push(END);
        }
        spelling
    }

    /// Finds the least leaf of the letters with these colours.
    fn search(&self, colours: &[u64], work: &Work) -> CheckResult<Leaves> {
        let colours = self.told_apart(colours, work)?;
        let Some(alike) = self.alike(&colours) else {
            let spelling = self.spell(&colours);
            return Ok(Leaves {
                least: spelling.clone(),
                firsts: vec![(spelling, names(&colours))],
                symmetries: Vec::new(),
            });
        };
        let mut found = self.search(&chosen(&colours, alike[0]), work)?;
        let mut tried = vec![alike[0]];
        for letter in alike.into_iter().skip(1) {
            work.spend(self.letters)?;
            if orbit(letter, &found.symmetries)
                .iter()
                .any(|like| tried.contains(like))
            {
                continue;
            }
            tried.push(letter);
            let next = chosen(&colours, letter);
            let leaf = self.leaf(&next, work)?;
            let mut firsts = found.firsts.iter();
            if let Some(symmetry) = firsts.find_map(|first| symmetry(first, &leaf, &colours)) {
                found.symmetries.push(symmetry);
                continue;
            }
            let others = self.search(&next, work)?;
            found.symmetries.extend(others.symmetries);
            found.firsts.extend(others.firsts);
            found.least = found.least.min(others.least);
        }
        Ok(found)
    }

    /// The leaf that is reached by always taking the first of several letters with the same colour.
    fn leaf(&self, colours: &[u64], work: &Work) -> CheckResult<Leaf> {
        let mut colours = self.told_apart(colours, work)?;
        while let Some(alike) = self.alike(&colours) {
            colours = self.told_apart(&chosen(&colours, alike[0]), work)?;
        }
        Ok((self.spell(&colours), names(&colours)))
    }

    /// The smallest set of letters that have the same colour, or `None` if all letters have different colours.
    fn alike(&self, colours: &[u64]) -> Option<Vec<usize>> {
        let mut sorted = colours.to_vec();
        sorted.sort_unstable();
        let classes = sorted
            .chunk_by(|a, b| a == b)
            .filter(|class| class.len() > 1);
        let class = classes.min_by_key(|class| class.len())?[0];
        Some(
            (0..self.letters)
                .filter(|letter| colours[*letter] == class)
                .collect(),
        )
    }

    /// Refines colours until letters with different surroundings have different colours.
    fn told_apart(&self, colours: &[u64], work: &Work) -> CheckResult<Vec<u64>> {
        let mut colours = self.refined(colours, work)?;
        let mut n = n_classes(&colours);
        while n < self.letters {
            let next = self.refined(&colours, work)?;
            let finer = n_classes(&next);
            if finer <= n {
                break;
            }
            (colours, n) = (next, finer);
        }
        Ok(colours)
    }

    /// Returns colours that also encode the surroundings of each letter.
    fn refined(&self, colours: &[u64], work: &Work) -> CheckResult<Vec<u64>> {
        let corners = |b: &Vec<u8>| 4 * b.len() * b.len();
        work.spend(
            self.regions
                .iter()
                .flat_map(|(_, _, b)| b)
                .map(corners)
                .sum::<usize>(),
        )?;
        let sign = |symbol: u8| match symbol {
            ONE | TWO => u64::from(symbol),
            letter => mix(colours[usize::from(letter - LETTER)], 3),
        };
        let read = |boundary: &[u8], at: usize, back: bool| {
            let n = boundary.len();
            (0..n).fold(n as u64, |hash, i| {
                mix(hash, sign(boundary[step(n, at, i, back)]))
            })
        };
        // The surroundings of both corners of a letter, as a sum that does not depend on their order.
        let mut seen = vec![0u64; self.letters];
        for (bare, surface, boundaries) in &self.regions {
            let head = mix(u64::from(*bare), u64::from(surface.code()));
            let mut whole = [false, true].map(|back| {
                let boundary = |b: &Vec<u8>| {
                    let around = (0..b.len()).map(|at| mix(read(b, at, back), 5));
                    mix(around.fold(0, u64::wrapping_add), 7)
                };
                boundaries
                    .iter()
                    .map(boundary)
                    .fold(head, u64::wrapping_add)
            });
            if !surface.is_orientable() {
                // Each boundary may be read in either direction, independently of the others.
                whole = [whole[0].wrapping_add(whole[1]); 2];
            }
            for boundary in boundaries {
                for (at, symbol) in boundary.iter().enumerate() {
                    if *symbol >= LETTER {
                        let view =
                            |back: bool| mix(read(boundary, at, back), whole[usize::from(back)]);
                        let (one, other) = (view(false), view(true));
                        let view = mix(one.min(other), one.max(other));
                        let seen = &mut seen[usize::from(*symbol - LETTER)];
                        *seen = seen.wrapping_add(mix(view, 11));
                    }
                }
            }
        }
        let colours = colours.iter().zip(seen);
        Ok(colours.map(|(colour, seen)| mix(*colour, seen)).collect())
    }

    /// Spells the land with its letters named in the order of their colours.
    fn spell(&self, colours: &[u64]) -> Vec<u8> {
        let names = names(colours);
        let name = |symbol: u8| match symbol {
            ONE | TWO => symbol,
            letter => names[usize::from(letter - LETTER)],
        };
        let mut regions: Vec<Vec<u8>> = Vec::new();
        for (bare, surface, boundaries) in &self.regions {
            let directions: &[&[bool]] = if surface.is_orientable() {
                &[&[false], &[true]]
            } else {
                &[&[false, true]]
            };
            let spelled = directions.iter().map(|directions| {
                let mut spelled: Vec<Vec<u8>> = boundaries
                    .iter()
                    .map(|b| {
                        let n = b.len();
                        let turned = |(at, back): (usize, bool)| {
                            (0..n).map(move |i| name(b[step(n, at, i, back)]))
                        };
                        let ways = directions.iter();
                        let ways = ways.flat_map(|back| (0..n).map(move |at| (at, *back)));
                        let least = ways.min_by(|one, other| turned(*one).cmp(turned(*other)));
                        turned(least.expect("a boundary has a corner")).collect()
                    })
                    .collect();
                spelled.sort_unstable();
                spelled
            });
            let mut region = vec![*bare, surface.code()];
            for boundary in spelled.min().expect("there is a direction") {
                region.extend(boundary);
                region.push(SEPARATOR);
            }
            region.push(END);
            regions.push(region);
        }
        regions.sort_unstable();
        regions.concat()
    }
}

/// Draws a land from its spelling.
pub(super) fn draw(land: &Land) -> Drawing {
    let mut drawing = Drawing::default();
    let mut letters: HashMap<u8, Spot> = HashMap::new();
    let mut at = 0;
    while at < land.len() {
        let mut region = Region {
            surface: Surface::of_code(land[at + 1]),
            ..Region::default()
        };
        for _ in 0..land[at] {
            region.boundaries.push(vec![drawing.spot(3)]);
        }
        at += 2;
        let mut boundary = Boundary::new();
        while land[at] != END {
            match land[at] {
                SEPARATOR => region.boundaries.push(std::mem::take(&mut boundary)),
                ONE => boundary.push(drawing.spot(2)),
                TWO => boundary.push(drawing.spot(1)),
                letter => boundary.push(*letters.entry(letter).or_insert_with(|| drawing.spot(1))),
            }
            at += 1;
        }
        at += 1;
        drawing.regions.push(region);
    }
    drawing
}

/// The number of lives that the spots of a land have.
pub(super) fn lives(land: &Land) -> u32 {
    let mut lives = 0;
    let mut letters = 0;
    for region in land.split_inclusive(|sign| *sign == END) {
        lives += 3 * u32::from(region[0]);
        for sign in &region[2..] {
            match *sign {
                ONE => lives += 2,
                TWO => lives += 1,
                SEPARATOR | END => (),
                _ => letters += 1,
            }
        }
    }
    // A letter stands for both corners of a spot with one life.
    lives + letters / 2
}

#[cfg(test)]
mod tests {
    use super::super::children::Checker;
    use super::super::spelling::{read_position, written};
    use super::*;
    use crate::work::Limit;

    fn land_of(text: &str) -> Land {
        let mut canonical = Canonical::default();
        let position = read_position(text, Variant::Standard, &mut canonical).expect(text);
        let [land] = &position[..] else {
            panic!("{text} is one land");
        };
        Rc::clone(land)
    }

    fn spelled(land: &Land) -> SpelledLand {
        let mut drawing = draw(land);
        drawing.simplify(Variant::Standard);
        SpelledLand::new(&drawing.regions.iter().collect::<Vec<_>>(), &drawing.lives)
    }

    /// The least of all leaves, without symmetries.
    fn least_leaf(land: &SpelledLand, colours: &[u64]) -> Vec<u8> {
        let colours = land
            .told_apart(colours, &Work::default())
            .expect("no limit");
        let alike = land.alike(&colours).unwrap_or_default().into_iter();
        let leaves = alike.map(|letter| least_leaf(land, &chosen(&colours, letter)));
        leaves.min().unwrap_or_else(|| land.spell(&colours))
    }

    #[test]
    fn symmetries_leave_out_no_least_leaf() {
        let mut checker = Checker::default();
        let start = vec![land_of("0*4")];
        let reached = checker.reachable(start).expect("no limit");
        let lands: std::collections::BTreeSet<Land> = reached.into_iter().flatten().collect();
        assert!(lands.len() > 300, "{}", lands.len());
        let symmetric = [
            "AB.CD.EF|AB|CD|EF",
            "ABC.DEF|ABC|DEF",
            "1a1a.1a1a.1a1a",
            "ADE|ABF|BCG|CDH|IEL|IFJ|JGK|KHL",
            "ABC|ADE|BDF|CEF",
            "AB|AB.CD|CD.EF|EF",
            "aabbcc",
            "ABCDEF|AB|CD|EF",
        ];
        for land in lands.into_iter().chain(symmetric.map(land_of)) {
            let drawn = spelled(&land);
            let slow = least_leaf(&drawn, &vec![1; drawn.letters]);
            assert_eq!(*land, *slow, "{}", written(&vec![Rc::clone(&land)]));
        }
    }

    /// The letters of a text are renamed, its regions and boundaries reordered and turned, its regions read backwards.
    fn scrambled(text: &str, seed: u64) -> String {
        let mut state = seed;
        let mut random = move |n: usize| {
            state = mix(state, 1);
            (state >> 33) as usize % n
        };
        let mut shuffle = |parts: &mut Vec<String>| {
            for i in (1..parts.len()).rev() {
                parts.swap(i, random(i + 1));
            }
        };
        let mut names: Vec<String> = (1..=100).map(|n| format!("n({n})")).collect();
        shuffle(&mut names);
        let mut regions = Vec::new();
        for (r, region) in text.split('|').enumerate() {
            let (region, surface) = region.split_at(region.find('@').unwrap_or(region.len()));
            let mut boundaries = Vec::new();
            for (b, boundary) in region.split('.').enumerate() {
                if boundary.starts_with('0') {
                    boundaries.push(boundary.to_owned());
                    continue;
                }
                let name = |sign: char| match sign {
                    'A'..='Y' => names[sign as usize - 'A' as usize].clone(),
                    digit => digit.to_string(),
                };
                let mut corners: Vec<String> = boundary.chars().map(name).collect();
                // Where there are crosscaps, each boundary has a direction of its own.
                let choice = if surface.starts_with("@c") { r + b } else { r };
                if (seed >> choice) % 2 == 1 {
                    corners.reverse();
                }
                let turn = seed as usize % corners.len();
                corners.rotate_left(turn);
                boundaries.push(corners.concat());
            }
            shuffle(&mut boundaries);
            regions.push(format!("{}{surface}", boundaries.join(".")));
        }
        shuffle(&mut regions);
        regions.join("|")
    }

    #[test]
    fn a_land_has_one_spelling_however_it_is_written() {
        for text in [
            "0*3.12A|A2BC|BC.0",
            "ABC.DEF|ABC|DEF",
            "AB.CD.EF.GH|AB|CD|EF|GH",
            "1AB.2CD|AB12|CD.EF|0.EF",
            "ADE|ABF|BCG|CDH|IEL|IFJ|JGK|KHL",
            "ABCDEF|AB|CD|EF",
            "1ADA.BC|1D|BC",
            "AB2|AB1.CD|CD2.EF|EF1",
            "0.AB12C.D1A22@h1|BC1D.112@h0",
            "0.AB12C.D1A22@c2|BC1D.112@h1",
            "AB1C2.D112122@c1|ABCD@c3",
        ] {
            for seed in 0..40 {
                let other = scrambled(text, seed);
                assert_eq!(land_of(&other), land_of(text), "{other}");
            }
            let own = written(&vec![land_of(text)]);
            assert_eq!(land_of(&own), land_of(text), "{own}");
        }
    }

    #[test]
    fn different_lands_have_different_spellings() {
        for (one, other) in [
            ("ABC.DEF|ABC|DEF", "ABC.DEF|ACB|DEF.0"),
            ("AB.CD|AB|CD", "AB|AB.CD.EF|CD|EF"),
            ("12AB|AB", "1A2B|AB"),
            ("ABCD|AB|CD", "ABCD|AD|CB.0"),
            ("12AB.12CD|AB|CD", "12AB.21CD|AB|CD"),
            ("AB1C2.D112122@h1|ABCD", "2C1BA.D112122@h1|ABCD"),
            ("0*2@h1", "0*2@c2"),
            ("0*2@h1", "0*2@h0"),
        ] {
            assert_ne!(land_of(one), land_of(other), "{one} {other}");
        }
    }

    /// `AB.CD. … |AB|CD| …` and the like with this many pairs.
    fn hub(pairs: usize, pendant: &str) -> String {
        let pair = |n: usize| format!("n({})n({})", 2 * n + 1, 2 * n + 2);
        let inner: Vec<String> = (0..pairs).map(pair).collect();
        let outer: Vec<String> = inner
            .iter()
            .map(|pair| format!("{pair}{pendant}"))
            .collect();
        format!("{}|{}", inner.join("."), outer.join("|"))
    }

    #[test]
    fn a_hub_with_many_pairs_takes_no_long_search() {
        let chain: Vec<String> = (0..40)
            .map(|n| format!("n({n})n({}).n({})n({})", 100 + n, n + 1, 101 + n))
            .collect();
        let chain = format!("n(0)n(100)|{}|n(40)n(140)", chain.join("|"));
        let ring: Vec<String> = (1..=40)
            .map(|n| format!("n({})n({})", 2 * n, 2 * n + 1))
            .collect();
        let around: Vec<String> = (2..=81).map(|n| format!("n({n})")).collect();
        let small = vec!["1a1a"; 40].join(".");
        for text in [
            hub(40, ""),
            hub(40, ".0"),
            hub(40, "2"),
            chain,
            format!("{}|{}", around.concat(), ring.join("|")),
            small,
        ] {
            let limit = Limit {
                steps: 60_000_000,
                ..Limit::default()
            };
            let work = Work::new(limit, |_, _| ());
            let mut canonical = Canonical::new(work.clone());
            let read = read_position(&text, Variant::Standard, &mut canonical);
            assert!(read.is_ok(), "{text}: {read:?}");
        }
    }
}
