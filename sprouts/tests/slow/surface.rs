//! Sprouts on surfaces by a check instead of rules: a line may leave whatever, glued together along the line again, is
//! what was there before. Positions are compared by trying all ways to map one to the other. Nothing of the crate is
//! used, and nothing is reduced: only dead spots are left out. Where there are too many positions to visit all, nimbers
//! that someone else guesses choose the replies, and are proved.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A closed surface: 2 less its Euler characteristic, and whether it has no crosscaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Surface {
    pub(crate) genus: i32,
    pub(crate) is_orientable: bool,
}

/// A corner of a spot. Beside the end of the line that is drawn, it is a part of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Corner(u16),
    Part(u16),
    /// A side of the line, walked from its first end to the second or back.
    Side(bool),
}

/// A boundary, walked with the region on one side. It is a cycle.
type Word = Vec<Token>;

/// A region: a surface with a hole for each boundary.
#[derive(Clone, Debug)]
struct Region {
    surface: Surface,
    words: Vec<Word>,
}

/// A position or a part of one: regions, and how many lines each living spot has.
#[derive(Clone, Debug)]
struct Drawing {
    regions: Vec<Region>,
    degrees: BTreeMap<u16, u8>,
}

/// The regions of a drawing in order, with the lines of the spots on each boundary.
type Kind = Vec<(Surface, Vec<Vec<u8>>)>;

fn backwards(word: &[Token]) -> Word {
    let turned = word.iter().rev().map(|token| match token {
        Token::Side(ahead) => Token::Side(!ahead),
        Token::Corner(_) | Token::Part(_) => *token,
    });
    turned.collect()
}

/// Joins parts of one corner that have come together.
fn mended(word: &[Token]) -> Word {
    let spot = |token: &Token| match token {
        Token::Part(spot) => Some(*spot),
        Token::Corner(_) | Token::Side(_) => None,
    };
    let mut mended: Word = Vec::new();
    for (i, token) in word.iter().enumerate() {
        let before = &word[(i + word.len() - 1) % word.len()];
        match spot(token) {
            None => mended.push(*token),
            Some(own) if spot(before) != Some(own) => mended.push(Token::Corner(own)),
            Some(_) => {}
        }
    }
    if mended.is_empty() {
        // Nothing but parts of one corner.
        mended.extend(word.first().and_then(spot).map(Token::Corner));
    }
    mended
}

/// Returns whether two cycles are the same.
fn is_same_cycle(one: &[Token], other: &[Token]) -> bool {
    one.len() == other.len()
        && (0..one.len().max(1)).any(|turn| {
            let (front, back) = one.split_at(turn.min(one.len()));
            back.iter().chain(front).eq(other)
        })
}

/// Returns whether the boundaries are those of the region, for each in one of the directions that the region allows.
fn are_boundaries_of(words: &[Word], region: &Region) -> bool {
    fn matched(words: &[Word], left: &mut Vec<&Word>, turns: &[bool]) -> bool {
        let Some((first, rest)) = words.split_first() else {
            return left.is_empty();
        };
        (0..left.len()).any(|i| {
            let word = left.swap_remove(i);
            let fits = turns.iter().any(|turn| {
                let walked = if *turn {
                    backwards(first)
                } else {
                    first.clone()
                };
                is_same_cycle(&walked, word)
            });
            let found = fits && matched(rest, left, turns);
            left.push(word);
            let last = left.len() - 1;
            left.swap(i, last);
            found
        })
    }
    let mut left: Vec<&Word> = region.words.iter().collect();
    if region.surface.is_orientable {
        matched(words, &mut left, &[false]) || matched(words, &mut left, &[true])
    } else {
        matched(words, &mut left, &[false, true])
    }
}

/// Glues the two sides of the line together. Returns the boundaries that this makes, and whether it keeps directions;
/// `None` if the line has not two sides in what is connected. Its regions are given by their boundaries.
fn glued(regions: &[Vec<Word>]) -> Option<(Vec<Word>, bool)> {
    let mut sides = Vec::new();
    for (r, words) in regions.iter().enumerate() {
        for (w, word) in words.iter().enumerate() {
            for (i, token) in word.iter().enumerate() {
                if let Token::Side(ahead) = token {
                    sides.push((r, w, i, *ahead));
                }
            }
        }
    }
    let [(r, w, i, one), (s, v, j, other)] = sides[..] else {
        return None;
    };
    if regions.len() == 2 && r == s {
        return None;
    }
    let cycle = |r: usize, w: usize, i: usize| {
        let word = &regions[r][w];
        [&word[i + 1..], &word[..i]].concat()
    };
    let mut words: Vec<Word> = Vec::new();
    if (r, w) == (s, v) {
        let word = &regions[r][w];
        let (a, b) = (
            word[i + 1..j].to_vec(),
            [&word[j + 1..], &word[..i]].concat(),
        );
        if one == other {
            words.push([a, backwards(&b)].concat());
        } else {
            words.extend([a, b]);
        }
    } else {
        let (a, b) = (cycle(r, w, i), cycle(s, v, j));
        let b = if one == other { backwards(&b) } else { b };
        words.push([a, b].concat());
    }
    let mut words: Vec<Word> = words.iter().map(|word| mended(word)).collect();
    for (q, region) in regions.iter().enumerate() {
        for (u, word) in region.iter().enumerate() {
            if (q, u) == (r, w) || (q, u) == (s, v) {
                continue;
            }
            // A region glued on the wrong way round is turned over.
            let turns = r != s && one == other && q == s;
            words.push(if turns { backwards(word) } else { word.clone() });
        }
    }
    Some((words, r != s || one != other))
}

/// Returns all surfaces of at most a genus.
fn surfaces(most: i32) -> Vec<Surface> {
    let mut all = Vec::new();
    for genus in 0..=most {
        for is_orientable in [true, false] {
            if is_orientable && genus % 2 == 0 || !is_orientable && genus > 0 {
                all.push(Surface {
                    genus,
                    is_orientable,
                });
            }
        }
    }
    all
}

/// Returns what boundaries a line between two corners of a region can leave, in all ways to join the ends of what is
/// cut with the ends of the sides of the line. A corner is a boundary and a place on it.
fn cut(
    region: &Region,
    x: (usize, usize),
    y: (usize, usize),
    degrees: &BTreeMap<u16, u8>,
) -> Vec<Vec<Word>> {
    let part = |(w, i): (usize, usize)| match region.words[w][i] {
        Token::Corner(spot) => (Token::Part(spot), degrees[&spot]),
        Token::Part(_) | Token::Side(_) => unreachable!("no line is being drawn"),
    };
    let around = |(w, i): (usize, usize)| -> Word {
        let word = &region.words[w];
        [&word[i + 1..], &word[..i]].concat()
    };
    // A spot without a line is all around the end; otherwise the end is between two parts of the corner.
    let opened = |at: (usize, usize)| match part(at) {
        (part, 0) => vec![part],
        (part, _) => [vec![part], around(at), vec![part]].concat(),
    };
    let side = |ahead: bool| vec![Token::Side(ahead)];
    if x.0 != y.0 {
        let (a, b) = (opened(x), opened(y));
        let joined = |b: Word| vec![[a.clone(), side(true), b, side(false)].concat()];
        return vec![joined(b.clone()), joined(backwards(&b))];
    }
    let ((one, lines), (other, _)) = (part(x), part(y));
    // From the first end of the line to the second, and from the second to the first.
    let (a, b) = if x == y {
        let rest = match lines {
            0 => vec![one],
            _ => [vec![one], around(x), vec![one]].concat(),
        };
        (vec![one], rest)
    } else {
        let word = &region.words[x.0];
        let between = word[x.1 + 1..y.1].to_vec();
        let beyond = [&word[y.1 + 1..], &word[..x.1]].concat();
        (
            [vec![one], between, vec![other]].concat(),
            [vec![other], beyond, vec![one]].concat(),
        )
    };
    vec![
        vec![
            [a.clone(), side(false)].concat(),
            [b.clone(), side(true)].concat(),
        ],
        vec![[a, side(false), backwards(&b), side(false)].concat()],
    ]
}

impl Drawing {
    fn spot(token: Token) -> u16 {
        match token {
            Token::Corner(spot) | Token::Part(spot) => spot,
            Token::Side(_) => unreachable!("the line has a spot"),
        }
    }

    /// Calls `found` with what each line leaves.
    fn lines(&self, found: &mut dyn FnMut(Drawing)) {
        for (at, region) in self.regions.iter().enumerate() {
            let words = region.words.iter().enumerate();
            let corners = words.flat_map(|(w, word)| (0..word.len()).map(move |i| (w, i)));
            let corners: Vec<(usize, usize)> = corners.collect();
            for (i, x) in corners.iter().enumerate() {
                for y in &corners[i..] {
                    let [from, to] = [x, y].map(|c| Drawing::spot(region.words[c.0][c.1]));
                    let ends = if from == to { 2 } else { 1 };
                    if [from, to].iter().any(|spot| self.degrees[spot] + ends > 3) {
                        continue;
                    }
                    for line in cut(region, *x, *y, &self.degrees) {
                        let others = region.words.iter().enumerate();
                        let others = others.filter(|(w, _)| *w != x.0 && *w != y.0);
                        let others: Vec<Word> = others.map(|(_, word)| word.clone()).collect();
                        candidates(region, &line, &others, &mut |left| {
                            found(self.after(at, left, [from, to]));
                        });
                    }
                }
            }
        }
    }

    /// Returns the drawing in which others have taken the place of a region, with a spot on each side of the line.
    fn after(&self, region: usize, left: &[Region], ends: [u16; 2]) -> Drawing {
        let mut degrees = self.degrees.clone();
        let new = degrees.keys().last().map_or(0, |spot| spot + 1);
        degrees.insert(new, 2);
        for end in ends {
            *degrees.get_mut(&end).expect("it is a spot") += 1;
        }
        let mut regions = self.regions.clone();
        regions.remove(region);
        regions.extend_from_slice(left);
        for word in regions.iter_mut().flat_map(|region| &mut region.words) {
            for token in word.iter_mut() {
                *token = Token::Corner(match *token {
                    Token::Side(_) => new,
                    other @ (Token::Corner(_) | Token::Part(_)) => Drawing::spot(other),
                });
            }
            word.retain(|token| degrees[&Drawing::spot(*token)] < 3);
        }
        for region in &mut regions {
            region.words.retain(|word| !word.is_empty());
        }
        degrees.retain(|_, lines| *lines < 3);
        Drawing { regions, degrees }
    }

    /// Returns the parts that share no spot and in which a line can be drawn.
    fn parts(&self) -> Vec<Drawing> {
        let spots_of = |region: &Region| -> Vec<u16> {
            let tokens = region.words.iter().flatten();
            tokens.map(|token| Drawing::spot(*token)).collect()
        };
        let mut left = self.regions.clone();
        let mut parts = Vec::new();
        while let Some(first) = left.pop() {
            let mut spots = spots_of(&first);
            let mut regions = vec![first];
            while let Some(i) =
                (0..left.len()).find(|i| spots_of(&left[*i]).iter().any(|s| spots.contains(s)))
            {
                let next = left.swap_remove(i);
                spots.extend(spots_of(&next));
                regions.push(next);
            }
            let degrees = spots
                .iter()
                .map(|spot| (*spot, self.degrees[spot]))
                .collect();
            let part = Drawing { regions, degrees };
            let can_play = part.regions.iter().any(|region| {
                let spots = spots_of(region);
                spots
                    .iter()
                    .any(|a| part.degrees[a] < 2 || spots.iter().any(|b| a != b))
            });
            if can_play {
                parts.push(part);
            }
        }
        parts
    }

    /// Writes the drawing in letters, one for each spot with two lines.
    fn text(&self) -> String {
        let mut letters: BTreeMap<u16, char> = BTreeMap::new();
        let mut corner = |token: &Token| match self.degrees[&Drawing::spot(*token)] {
            2 => {
                let next = char::from(b'A' + letters.len() as u8);
                *letters.entry(Drawing::spot(*token)).or_insert(next)
            }
            lines => char::from(b'0' + lines),
        };
        let mut region = |region: &Region| {
            let words = region.words.iter();
            let words: Vec<String> = words
                .map(|word| word.iter().map(&mut corner).collect())
                .collect();
            let Surface {
                genus,
                is_orientable,
            } = region.surface;
            let (kind, parts) = if is_orientable {
                ('h', genus / 2)
            } else {
                ('c', genus)
            };
            format!("{}@{kind}{parts}", words.join("."))
        };
        let regions: Vec<String> = self.regions.iter().map(&mut region).collect();
        regions.join("|")
    }

    fn lives(&self) -> u32 {
        self.degrees
            .values()
            .map(|lines| 3 - u32::from(*lines))
            .sum()
    }

    /// Returns what drawings share if one can be mapped to the other.
    fn kind(&self) -> Kind {
        let word = |word: &Word| {
            let mut degrees: Vec<u8> = word
                .iter()
                .map(|token| self.degrees[&Drawing::spot(*token)])
                .collect();
            degrees.sort_unstable();
            degrees
        };
        let region = |region: &Region| {
            let mut words: Vec<Vec<u8>> = region.words.iter().map(word).collect();
            words.sort_unstable();
            (region.surface, words)
        };
        let mut kinds: Kind = self.regions.iter().map(region).collect();
        kinds.sort_unstable();
        kinds
    }

    /// Returns whether the drawing can be mapped to another, region by region and boundary by boundary.
    fn is_like(&self, other: &Drawing) -> bool {
        let mut used = vec![false; other.regions.len()];
        self.regions.len() == other.regions.len()
            && map_regions(self, other, 0, &mut used, &mut Spots::new())
    }
}

/// Calls `found` with each way to put the boundaries of a cut and the others into one region or two, in any direction
/// and on any surface, that is glued together to the region that was cut.
fn candidates(region: &Region, cut: &[Word], others: &[Word], found: &mut dyn FnMut(&[Region])) {
    let words = [cut, others].concat();
    let n = words.len();
    let all = surfaces(region.surface.genus);
    // A boundary of one corner reads the same backwards.
    let short: u32 = (0..n)
        .filter(|i| words[*i].len() == 1)
        .map(|i| 1 << i)
        .sum();
    for turned in (0..1u32 << n).filter(|turned| turned & short == 0) {
        let word = |i: usize| match turned >> i & 1 {
            0 => words[i].clone(),
            _ => backwards(&words[i]),
        };
        for inside in 1..1u32 << n {
            let (one, two): (Vec<usize>, Vec<usize>) = (0..n).partition(|i| inside >> i & 1 == 1);
            let mut parts: Vec<Vec<Word>> = vec![one.into_iter().map(word).collect()];
            if !two.is_empty() {
                parts.push(two.into_iter().map(word).collect());
            }
            let Some((whole, keeps_directions)) = glued(&parts) else {
                continue;
            };
            let mut fits = None;
            for surface in &all {
                for other in &all[..if parts.len() == 1 { 1 } else { all.len() }] {
                    let surfaces = &[*surface, *other][..parts.len()];
                    // Each hole, and the line, count once in the Euler characteristic.
                    let euler = surfaces
                        .iter()
                        .map(|surface| 2 - surface.genus)
                        .sum::<i32>();
                    let genus = 2 - (euler - n as i32 - 1) - whole.len() as i32;
                    let is_orientable =
                        keeps_directions && surfaces.iter().all(|surface| surface.is_orientable);
                    if (Surface {
                        genus,
                        is_orientable,
                    }) != region.surface
                    {
                        continue;
                    }
                    if !*fits.get_or_insert_with(|| are_boundaries_of(&whole, region)) {
                        break;
                    }
                    let regions = surfaces.iter().zip(&parts);
                    let regions = regions.map(|(surface, words)| Region {
                        surface: *surface,
                        words: words.clone(),
                    });
                    found(&regions.collect::<Vec<_>>());
                }
            }
        }
    }
}

/// Which spots are mapped to which.
type Spots = Vec<(u16, u16)>;

fn map_regions(
    one: &Drawing,
    other: &Drawing,
    at: usize,
    used: &mut Vec<bool>,
    spots: &mut Spots,
) -> bool {
    let Some(region) = one.regions.get(at) else {
        return true;
    };
    for i in 0..other.regions.len() {
        let image = &other.regions[i];
        if used[i] || image.surface != region.surface || image.words.len() != region.words.len() {
            continue;
        }
        used[i] = true;
        let turns: &[&[bool]] = if region.surface.is_orientable {
            &[&[false], &[true]]
        } else {
            &[&[false, true]]
        };
        for turns in turns {
            let mut left: Vec<&Word> = image.words.iter().collect();
            let then = &mut |spots: &mut Spots| map_regions(one, other, at + 1, used, spots);
            if map_words(one, other, &region.words, &mut left, turns, spots, then) {
                return true;
            }
        }
        used[i] = false;
    }
    false
}

/// Maps boundaries in the directions given, then whatever comes `then`.
fn map_words(
    one: &Drawing,
    other: &Drawing,
    words: &[Word],
    left: &mut Vec<&Word>,
    turns: &[bool],
    spots: &mut Spots,
    then: &mut dyn FnMut(&mut Spots) -> bool,
) -> bool {
    let Some((first, rest)) = words.split_first() else {
        return then(spots);
    };
    for i in 0..left.len() {
        if left[i].len() != first.len() {
            continue;
        }
        let image = left.swap_remove(i);
        for turn in turns {
            let image = if *turn {
                backwards(image)
            } else {
                image.clone()
            };
            for start in 0..image.len() {
                let before = spots.len();
                let fits = first.iter().enumerate().all(|(k, token)| {
                    let pair = (
                        Drawing::spot(*token),
                        Drawing::spot(image[(start + k) % image.len()]),
                    );
                    match spots.iter().find(|p| p.0 == pair.0 || p.1 == pair.1) {
                        Some(known) if *known != pair => return false,
                        Some(_) => {}
                        None => spots.push(pair),
                    }
                    one.degrees[&pair.0] == other.degrees[&pair.1]
                });
                if fits && map_words(one, other, rest, left, turns, spots, then) {
                    return true;
                }
                spots.truncate(before);
            }
        }
        left.push(image);
        let last = left.len() - 1;
        left.swap(i, last);
    }
    false
}

/// Game trees by number: the trees of the options of each.
pub(crate) type Trees = HashMap<BTreeSet<usize>, usize>;

/// The parts met so far, by number, and what is known of each.
#[derive(Default)]
pub(crate) struct Classes {
    parts: Vec<Drawing>,
    kinds: HashMap<Kind, Vec<usize>>,
    options: HashMap<usize, Vec<Vec<usize>>>,
    nimbers: HashMap<usize, u32>,
    guesses: HashMap<usize, u32>,
}

/// Guesses the nimber of a drawing from its text.
pub(crate) type Guess<'g> = dyn FnMut(&str) -> u32 + 'g;

impl Classes {
    /// Returns the parts of the start with `n` spots.
    pub(crate) fn start(&mut self, n: u16, surface: Surface) -> Vec<usize> {
        let words = (0..n).map(|spot| vec![Token::Corner(spot)]).collect();
        let regions = vec![Region { surface, words }];
        let degrees = (0..n).map(|spot| (spot, 0)).collect();
        self.sum(&Drawing { regions, degrees })
    }

    fn sum(&mut self, drawing: &Drawing) -> Vec<usize> {
        let mut sum: Vec<usize> = drawing
            .parts()
            .into_iter()
            .map(|part| self.number(part))
            .collect();
        sum.sort_unstable();
        sum
    }

    fn number(&mut self, part: Drawing) -> usize {
        let kind = self.kinds.entry(part.kind()).or_default();
        let known = kind
            .iter()
            .find(|number| part.is_like(&self.parts[**number]));
        if let Some(known) = known {
            return *known;
        }
        kind.push(self.parts.len());
        self.parts.push(part);
        self.parts.len() - 1
    }

    /// Returns the distinct options of a part.
    fn options(&mut self, part: usize) -> Vec<Vec<usize>> {
        if let Some(known) = self.options.get(&part) {
            return known.clone();
        }
        let mut found = Vec::new();
        self.parts[part].lines(&mut |drawing| found.push(drawing));
        let mut options: Vec<Vec<usize>> = found.iter().map(|drawing| self.sum(drawing)).collect();
        options.sort_unstable();
        options.dedup();
        self.options.insert(part, options.clone());
        options
    }

    /// Returns the number of sequences of moves, where a move is a part and one of its options.
    pub(crate) fn perft(&mut self, sum: &[usize], depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let mut total = 0;
        for (i, part) in sum.iter().enumerate() {
            for option in self.options(*part) {
                let after = [&sum[..i], &sum[i + 1..], &option].concat();
                total += self.perft(&after, depth - 1);
            }
        }
        total
    }

    /// Returns the number of the game tree of parts, where options with one tree are one. `known` has those of sums.
    pub(crate) fn tree(
        &mut self,
        sum: &[usize],
        trees: &mut Trees,
        known: &mut HashMap<Vec<usize>, usize>,
    ) -> usize {
        if let Some(tree) = known.get(sum) {
            return *tree;
        }
        let mut below = BTreeSet::new();
        for (i, part) in sum.iter().enumerate() {
            for option in self.options(*part) {
                let mut after = [&sum[..i], &sum[i + 1..], &option].concat();
                after.sort_unstable();
                below.insert(self.tree(&after, trees, known));
            }
        }
        let next = trees.len();
        let tree = *trees.entry(below).or_insert(next);
        known.insert(sum.to_vec(), tree);
        tree
    }

    pub(crate) fn nimber(&mut self, sum: &[usize]) -> u32 {
        sum.iter()
            .fold(0, |total, part| total ^ self.nimber_of(*part))
    }

    fn nimber_of(&mut self, part: usize) -> u32 {
        if let Some(known) = self.nimbers.get(&part) {
            return *known;
        }
        let options = self.options(part);
        let nimbers: Vec<u32> = options.iter().map(|option| self.nimber(option)).collect();
        let nimber = (0..=nimbers.len() as u32)
            .find(|n| !nimbers.contains(n))
            .expect("there are finitely many");
        self.nimbers.insert(part, nimber);
        nimber
    }

    fn guess(&mut self, part: usize, guess: &mut Guess<'_>) -> u32 {
        let text = || self.parts[part].text();
        *self.guesses.entry(part).or_insert_with(|| guess(&text()))
    }

    fn guess_of_sum(&mut self, sum: &[usize], guess: &mut Guess<'_>) -> u32 {
        sum.iter()
            .fold(0, |total, part| total ^ self.guess(*part, guess))
    }

    /// Returns whether parts have the nimbers that were guessed, one by one. Guesses choose the replies that are tried.
    pub(crate) fn are_proved(&mut self, sum: &[usize], guess: &mut Guess<'_>) -> bool {
        sum.iter().all(|part| self.is_proved(*part, guess))
    }

    fn is_proved(&mut self, part: usize, guess: &mut Guess<'_>) -> bool {
        let nimber = self.guess(part, guess);
        if let Some(known) = self.nimbers.get(&part) {
            return *known == nimber;
        }
        let options = self.options(part);
        let proved = (0..nimber).all(|less| self.has_option(&options, less, guess))
            && options
                .iter()
                .all(|option| self.differs(option, nimber, guess));
        if proved {
            self.nimbers.insert(part, nimber);
        }
        proved
    }

    /// Returns whether one of these options can be proved to have a nimber.
    fn has_option(&mut self, options: &[Vec<usize>], nimber: u32, guess: &mut Guess<'_>) -> bool {
        let mut guessed: Vec<&Vec<usize>> = options.iter().collect();
        guessed.retain(|option| self.guess_of_sum(option, guess) == nimber);
        guessed.sort_by_key(|option| self.cost(option));
        guessed
            .first()
            .is_some_and(|option| self.are_proved(option, guess))
    }

    /// The lives of the greatest part without a proof.
    fn cost(&self, sum: &[usize]) -> u32 {
        let open = sum.iter().filter(|part| !self.nimbers.contains_key(part));
        open.map(|part| self.parts[*part].lives())
            .max()
            .unwrap_or(0)
    }

    /// Returns whether a sum can be proved not to have a nimber: beside a heap of that size, a move leaves 0.
    fn differs(&mut self, sum: &[usize], heap: u32, guess: &mut Guess<'_>) -> bool {
        let change = self.guess_of_sum(sum, guess) ^ heap;
        if change == 0 {
            return false;
        }
        // What is left after a move in a part, or in the heap.
        let mut replies: Vec<Vec<usize>> = Vec::new();
        if heap ^ change < heap {
            replies.push(sum.to_vec());
        }
        for (i, part) in sum.iter().enumerate() {
            let wanted = self.guess(*part, guess) ^ change;
            for option in self.options(*part) {
                if self.guess_of_sum(&option, guess) == wanted {
                    replies.push([&sum[..i], &sum[i + 1..], &option].concat());
                }
            }
        }
        replies.sort_by_key(|left| self.cost(left));
        replies
            .first()
            .is_some_and(|left| self.are_proved(left, guess))
    }
}
