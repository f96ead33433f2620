//! Checks a certificate: a proof of who wins a position of Sprouts or what a board of SOS is worth, as `papergames
//! solve … --certificate -o FILE` writes it.
//!
//! ```text
//! $ papergames solve sprouts 11 --certificate -o eleven.proof
//! $ cargo run --release --example check_proof eleven.proof
//! accepted: whoever moves wins 0*11 in normal play; 435 facts, 0.41 s
//! ```
//!
//! This file is the whole checker. It uses nothing but Rust's standard library: it has its own reader, its own rules of
//! both games, and its own way to tell whether two drawings or boards are the same. The solver may be wrong in any way;
//! a file that is accepted here proves its claim. Exit code 0 means accepted, 1 refused, 2 not readable.
//!
//! # Format for Sprouts
//!
//! ```text
//! certificate = "papergames certificate 1" LF
//!               "game sprouts" LF
//!               [ "variant " ( "black-and-white" / "black-and-white-loops" ) LF ]
//!               "ending " ("normal" / "misere") LF
//!               [ "forms " number LF ]       ; misère play
//!               "position " position LF
//!               "mover " ("wins" / "loses") LF
//!               "facts " number LF
//!               *fact
//!               "checksum " 16hex LF
//! fact        = land " " nimber LF    ; normal play
//!             / position LF           ; misère play: the player to move loses this position
//! ```
//!
//! Positions are written as GLOP and SPOTS write them: lands are joined by `+`, regions by `|`, boundaries by `.`. A
//! corner is `0` (a spot without a line; `0*5` is five of them), `1` (one line), `2` (two lines, whose other corner is
//! useless), or a letter that stands twice: a spot with two lines and two useful corners. Small letters are local to
//! their boundary, capitals to their land; `m(k)`, `n(k)` and `Z(k)` name more of them. `!` is the empty position.
//! The checksum is the 64-bit FNV-1a hash of all bytes before its line. It finds accidents; the rules below find lies.
//!
//! # What proves a fact about Sprouts
//!
//! * **Normal play.** The fact `land n` says that the nimber of the land is *n*. For each smaller number, some child
//!   must have it as its value. No child may have the value *n*: each child has another value, or it has a child with
//!   the value *n*. The value of a position is the exclusive or of the facts about its lands. The claim `mover loses`
//!   holds if the position has the value 0; `mover wins`, if it has another value or a child with the value 0.
//! * **Misère play.** A fact is a position that the player to move loses: at least one line can be drawn, and each
//!   child is empty or has a child that is a fact. The claim `mover loses` holds if the position is a fact; `mover
//!   wins`, if the position is empty or a child of it is a fact.
//! * **Misère play with forms.** If the header says `forms` *n*, lands with at most *n* lives count as their *canonical
//!   tree*. A fact then is what the position is made of: its larger lands, and one tree, that of all smaller lands side
//!   by side. Positions that are made of the same have the same winner. A line is drawn in a larger land, or leads from
//!   the tree to one of its options. Who wins a tree without larger lands is seen from the tree, so no fact is needed.
//!
//! Each line drawn takes one life away, and an option of a tree has less depth, so a fact rests only on facts about
//! positions with fewer lives and less depth, and a proof never runs in a circle.
//!
//! The tree of a game is the set of the trees of its options. Some options can be left out: if *C* is another tree, all
//! options of *C* are options of *G*, and each other option of *G* has *C* as an option, then *G* = *C* in any company;
//! where *C* is empty, the player to move must win *G* besides. What remains is the canonical tree (Conway, *On Numbers
//! and Games*, chapter 12). Lemoine and Viennot (arXiv:0908.4407) solved misère Sprouts with such trees.
//!
//! In Black-and-White Sprouts a line may do without the new spot; a line from a spot to itself only if the variant is
//! not `black-and-white-loops`.
//!
//! # When two drawings play alike
//!
//! * A spot with three lines is dead, and so are boundaries and regions without living spots.
//! * A region with less than two lives allows no line. Spots keep their corners elsewhere.
//! * Two neighbouring corners of one spot on a boundary are one corner.
//! * In a region with two or three lives it does not matter how its spots are divided into boundaries.
//! * A boundary of two spots with one life and one corner each plays like a boundary of one spot with one line.
//! * All boundaries of a region may be read backwards, regions and boundaries reordered, letters renamed.
//!
//! The first and the last hold because moves do not see the difference. The others are lemmas of Applegate, Jacobson
//! and Sleator (1991) and of Lemoine and Viennot (2007), except the one about pairs: either drawing has the
//! same lines to other boundaries, and one line of its own, after which nothing is left of it but the new spot.
//!
//! In Black-and-White Sprouts, only what is dead, lands with less than two lives, and the last point count. The other
//! lemmas are not needed there.
//!
//! # Format for SOS
//!
//! ```text
//! certificate = "papergames certificate 1" LF
//!               "game sos" LF
//!               "rules " ("general" / "first" / "alternating" / "misere") LF
//!               "board " board LF
//!               "value " number LF
//!               "facts " number LF
//!               *fact
//!               "checksum " 16hex LF
//! fact        = board [ "*" ] (" >= " / " <= ") number LF
//! board       = row *( "/" row )
//! row         = 1*( "S" / "O" / "." / "-" )    ; all rows are equally long
//! ```
//!
//! Values are those for the player to move: under `general` and `alternating` the lead in points still to be made,
//! under `first` and `misere` 1, 0 or −1 for a win, a draw or a loss. `-` is a filled cell on no line that can still
//! become an S-O-S; `*` stands for one more empty cell on no such line, where a letter only passes the turn.
//!
//! # What proves a fact about SOS
//!
//! * `board >= n`: some letter brings the player to move at least *n*. `board <= n`: no letter brings more.
//! * What a letter brings follows from the S-O-S that it makes, and from facts about the board that it leads to. Under
//!   `general` a letter that makes an S-O-S leaves the turn with its player, otherwise the turn passes. Under `first`
//!   and `misere` it ends the game.
//! * Without a fact: a full board is worth 0, a board on which *k* lines can still become an S-O-S at most *k* to
//!   either player (and never more than 1 under `first` and `misere`), and under `first` a board is worth 1 if a letter
//!   makes an S-O-S.
//! * Boards are alike if a symmetry maps one to the other, if they differ in letters that lie on no line that can still
//!   become an S-O-S, and if one has two more empty cells on no such line: whoever writes in one of them is answered in
//!   the other.
//!
//! Each letter fills a cell, so a fact rests only on facts about boards with less that is empty.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program prints"
)]
#![allow(unreachable_pub, reason = "tests use this file as a module")]

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: check_proof FILE");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(reason) => {
            eprintln!("expected to read {path}, found: {reason}");
            return ExitCode::from(2);
        }
    };
    let begun = Instant::now();
    let checked = if game(&text) == Some("sos") {
        check_sos(&text).map(|accepted| accepted.to_string())
    } else {
        check(&text).map(|accepted| accepted.to_string())
    };
    match checked {
        Ok(accepted) => {
            println!(
                "accepted: {accepted}, {:.2} s",
                begun.elapsed().as_secs_f64()
            );
            ExitCode::SUCCESS
        }
        Err(reason) => {
            println!("refused: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// The game that a certificate names.
fn game(text: &str) -> Option<&str> {
    text.lines().nth(1)?.strip_prefix("game ")
}

/// Goes through facts, and says every ten seconds how many have been checked.
fn counted<T>(facts: &[T]) -> impl Iterator<Item = &T> {
    let mut said = Instant::now();
    facts.iter().enumerate().map(move |(checked, fact)| {
        if said.elapsed().as_secs() >= 10 {
            said = Instant::now();
            eprintln!("{checked} of {} facts checked", facts.len());
        }
        fact
    })
}

/// What an accepted certificate of Sprouts proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The position, as the certificate spells it.
    pub position: String,
    /// The nimber in normal play, if the facts say it.
    pub nimber: Option<u32>,
    /// Whether the last line loses.
    pub misere: bool,
    /// Whether the player to move wins.
    pub mover_wins: bool,
    /// How many facts the proof consists of.
    pub facts: usize,
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wins = if self.mover_wins { "wins" } else { "loses" };
        let play = if self.misere { "misère" } else { "normal" };
        let Accepted {
            position, facts, ..
        } = self;
        write!(f, "whoever moves {wins} {position} in {play} play")?;
        match self.nimber {
            Some(nimber) if nimber > 0 => write!(f, " by the nimber {nimber}; {facts} facts"),
            _ => write!(f, "; {facts} facts"),
        }
    }
}

/// Checks the text of a certificate of Sprouts.
///
/// # Errors
///
/// Returns a sentence about what is wrong: the format, the checksum, or the first fact that does not follow.
pub fn check(text: &str) -> Result<Accepted, String> {
    let certificate = read(text)?;
    let mut checker = Checker {
        lines: certificate.lines,
        ..Checker::default()
    };
    let nimber = if certificate.misere {
        Misere::new(checker, certificate.forms).check(&certificate)?;
        None
    } else {
        checker.normal(&certificate)?
    };
    Ok(Accepted {
        position: certificate.spelled,
        nimber,
        misere: certificate.misere,
        mover_wins: certificate.mover_wins,
        facts: certificate.facts.len(),
    })
}

// ---------------------------------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------------------------------

/// A certificate as written. Nothing in it is believed.
struct Certificate {
    lines: Lines,
    misere: bool,
    mover_wins: bool,
    spelled: String,
    /// Lands with at most this many lives count as their canonical trees.
    forms: u32,
    position: Position,
    /// The number of the line, the position, and the nimber in normal play.
    facts: Vec<(usize, Position, u32)>,
}

/// Returns the lines before the checksum, with their numbers, if the checksum is right.
fn signed_lines(text: &str) -> Result<impl Iterator<Item = (&str, usize)>, String> {
    let body = text
        .strip_suffix('\n')
        .ok_or("expected a line feed at the end")?;
    let at = body
        .rfind('\n')
        .ok_or("expected a certificate of several lines")?;
    let (signed, last) = text.split_at(at + 1);
    let stated = last.trim_end().strip_prefix("checksum ");
    let stated = stated.ok_or("expected a checksum in the last line")?;
    let sum = format!("{:016x}", checksum(signed.as_bytes()));
    if stated != sum {
        return Err(format!("expected the checksum {sum}, found {stated}"));
    }
    let mut lines = signed.lines().zip(1..);
    if lines.next() != Some(("papergames certificate 1", 1)) {
        return Err("expected version 1 of the format".to_owned());
    }
    Ok(lines)
}

/// Reads the rest of a line of the header after the words that it begins with.
fn header<'a>(
    lines: &mut impl Iterator<Item = (&'a str, usize)>,
    prefix: &str,
) -> Result<&'a str, String> {
    let (line, number) = lines.next().unwrap_or(("", 0));
    let rest = line.strip_prefix(prefix);
    rest.ok_or_else(|| format!("line {number}: expected `{prefix}`, found `{line}`"))
}

fn read(text: &str) -> Result<Certificate, String> {
    let mut lines = signed_lines(text)?;
    if !header(&mut lines, "game ")?.eq("sprouts") {
        return Err("expected a certificate of Sprouts".to_owned());
    }
    let mut lines = lines.peekable();
    let variant = lines.next_if(|(line, _)| line.starts_with("variant "));
    let kind = match variant.map_or("", |(line, _)| line) {
        "" => Lines::WithSpot,
        "variant black-and-white" => Lines::Any,
        "variant black-and-white-loops" => Lines::LoopsWithSpot,
        other => {
            return Err(format!(
                "expected a variant of Black-and-White Sprouts, found `{other}`"
            ));
        }
    };
    let misere = match header(&mut lines, "ending ")? {
        "normal" => false,
        "misere" => true,
        other => {
            return Err(format!(
                "expected the ending normal or misere, found `{other}`"
            ));
        }
    };
    let forms = lines.next_if(|(line, _)| misere && line.starts_with("forms "));
    let forms = match forms.and_then(|(line, _)| line.strip_prefix("forms ")) {
        Some(number) => number.parse().ok().filter(|n| *n <= MOST_FORMS),
        None => Some(0),
    };
    let forms = forms.ok_or_else(|| format!("expected forms of at most {MOST_FORMS} lives"))?;
    let line = lines.peek().map_or(0, |(_, line)| *line);
    let mut next = |prefix: &str| header(&mut lines, prefix);
    let spelled = next("position ")?.to_owned();
    let mover_wins = match next("mover ")? {
        "wins" => true,
        "loses" => false,
        other => {
            return Err(format!(
                "expected that the mover wins or loses, found `{other}`"
            ));
        }
    };
    let count: usize = next("facts ")?
        .parse()
        .map_err(|_| "expected a number of facts".to_owned())?;
    let mut canonical = Canonical::default();
    let mut position_of = |spelled: &str, line: usize| {
        read_position_of(spelled, kind, &mut canonical)
            .map_err(|reason| format!("line {line}: {reason}"))
    };
    let position = position_of(&spelled, line)?;
    let mut facts = Vec::new();
    for (line, number) in lines {
        let (spelled, nimber) = if misere {
            (line, 0)
        } else {
            let split = line
                .split_once(' ')
                .and_then(|(land, n)| Some((land, n.parse().ok()?)));
            split.ok_or_else(|| {
                format!("line {number}: expected a land and a nimber, found `{line}`")
            })?
        };
        let fact = position_of(spelled, number)?;
        if !misere && fact.len() != 1 {
            return Err(format!(
                "line {number}: expected one land, found {}",
                fact.len()
            ));
        }
        facts.push((number, fact, nimber));
    }
    if facts.len() != count {
        return Err(format!("expected {count} facts, found {}", facts.len()));
    }
    Ok(Certificate {
        lines: kind,
        misere,
        mover_wins,
        spelled,
        forms,
        position,
        facts,
    })
}

/// The 64-bit FNV-1a hash.
pub fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Reads a position of standard Sprouts and puts it into canonical form.
///
/// # Errors
///
/// Returns a sentence about what is not a position.
pub fn read_position(text: &str) -> Result<Position, String> {
    read_position_of(text, Lines::WithSpot, &mut Canonical::default())
}

/// Reads a position of any variant and puts it into canonical form.
///
/// # Errors
///
/// Returns a sentence about what is not a position.
fn read_position_of(
    text: &str,
    lines: Lines,
    canonical: &mut Canonical,
) -> Result<Position, String> {
    let mut position = Position::new();
    if text == "!" {
        return Ok(position);
    }
    for land in text.split('+') {
        position.extend(read_land(land)?.position(lines, canonical));
    }
    position.sort_unstable();
    Ok(position)
}

/// How many spots a land may have, so that a byte counts them or names them.
const MOST_SPOTS: usize = 200;

/// How many boundaries with lines a region may have. A line that closes a loop around some of them leads to as many
/// children as they have subsets.
const MOST_BOUNDARIES: usize = 24;

fn read_land(text: &str) -> Result<Drawing, String> {
    let mut drawing = Drawing::default();
    let mut capitals: HashMap<String, (Spot, usize)> = HashMap::new();
    for region in text.split('|') {
        let mut boundaries = Vec::new();
        for boundary in region.split('.') {
            if let Some(rest) = boundary.strip_prefix('0') {
                let count = match rest.strip_prefix('*') {
                    Some(number) => number.parse().ok().filter(|n| (1..=120).contains(n)),
                    None if rest.is_empty() => Some(1),
                    None => None,
                };
                let count =
                    count.ok_or_else(|| format!("expected a number of spots in `{text}`"))?;
                for _ in 0..count {
                    boundaries.push(vec![drawing.spot(3)]);
                }
                continue;
            }
            let mut small: HashMap<String, (Spot, usize)> = HashMap::new();
            let mut corners = Vec::new();
            let mut signs = boundary.chars().peekable();
            while let Some(sign) = signs.next() {
                let mut name = sign.to_string();
                if signs.peek() == Some(&'(') {
                    name.extend(signs.by_ref().take_while(|c| *c != ')'));
                }
                let names = match sign {
                    '1' | '2' => {
                        corners.push(drawing.spot(if sign == '1' { 2 } else { 1 }));
                        continue;
                    }
                    'A'..='Y' if name.len() == 1 => &mut capitals,
                    'n' | 'Z' if name.len() > 1 => &mut capitals,
                    'a'..='l' if name.len() == 1 => &mut small,
                    'm' if name.len() > 1 => &mut small,
                    _ => return Err(format!("expected a corner, found `{name}` in `{text}`")),
                };
                let entry = names.entry(name).or_insert_with(|| (drawing.spot(1), 0));
                entry.1 += 1;
                corners.push(entry.0);
            }
            if corners.is_empty() {
                return Err(format!("expected a corner between the points of `{text}`"));
            }
            if small.values().any(|(_, count)| *count != 2) {
                return Err(format!(
                    "expected each small letter twice in a boundary of `{text}`"
                ));
            }
            boundaries.push(corners);
        }
        drawing.regions.push(boundaries);
    }
    if capitals.values().any(|(_, count)| *count != 2) {
        return Err(format!("expected each capital twice in `{text}`"));
    }
    if drawing.lives.len() > MOST_SPOTS {
        return Err(format!("expected at most {MOST_SPOTS} spots in a land"));
    }
    let has_line = |boundary: &&Boundary| drawing.lives[usize::from(boundary[0])] < 3;
    let with_lines = |region: &Region| region.iter().filter(has_line).count();
    if drawing
        .regions
        .iter()
        .any(|region| with_lines(region) > MOST_BOUNDARIES)
    {
        return Err(format!(
            "expected at most {MOST_BOUNDARIES} boundaries with lines in a region"
        ));
    }
    Ok(drawing)
}

// ---------------------------------------------------------------------------------------------------------------------
// The rules of Sprouts
// ---------------------------------------------------------------------------------------------------------------------

/// The number of a spot in a drawing.
type Spot = u16;
/// The corners of a boundary in cyclic order, each with its spot.
type Boundary = Vec<Spot>;
type Region = Vec<Boundary>;
/// A land in canonical form; see [`Canonical::of`].
pub type Land = Rc<[u8]>;
/// Lands side by side, in order.
pub type Position = Vec<Land>;

/// Which lines may be drawn: the variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// Standard Sprouts: each line gets a new spot.
    #[default]
    WithSpot,
    /// Black-and-White Sprouts: lines with or without a new spot.
    Any,
    /// Black-and-White Sprouts in which a line from a spot to itself gets a new spot.
    LoopsWithSpot,
}

/// Regions of a drawing, with the corners of living spots along their boundaries.
#[derive(Clone, Debug, Default)]
struct Drawing {
    /// How many more lines can end at each spot.
    lives: Vec<u8>,
    regions: Vec<Region>,
}

impl Drawing {
    fn spot(&mut self, lives: u8) -> Spot {
        self.lives.push(lives);
        (self.lives.len() - 1) as Spot
    }

    /// Calls `found` with each drawing that one line leads to. The same drawing may come several times.
    fn for_each_child(&self, lines: Lines, found: &mut dyn FnMut(Drawing)) {
        self.for_each_line(true, true, found);
        match lines {
            Lines::WithSpot => (),
            Lines::Any => self.for_each_line(false, true, found),
            Lines::LoopsWithSpot => self.for_each_line(false, false, found),
        }
    }

    /// Calls `found` with each drawing that a line with or without a new spot leads to.
    fn for_each_line(&self, spot: bool, loops: bool, found: &mut dyn FnMut(Drawing)) {
        for r in 0..self.regions.len() {
            let region = &self.regions[r];
            let is_bare = |b: usize| self.lives[usize::from(region[b][0])] == 3;
            let bare: Vec<usize> = (0..region.len()).filter(|b| is_bare(*b)).collect();
            for (a, boundary) in region.iter().enumerate() {
                // Spots without lines in one region are alike: the first of them stands for all.
                if is_bare(a) && Some(&a) != bare.first() {
                    continue;
                }
                for i in 0..boundary.len() {
                    for j in i..boundary.len() {
                        if loops || boundary[i] != boundary[j] {
                            self.split(r, a, (i, j), spot, &bare, found);
                        }
                    }
                }
                for (b, other) in region.iter().enumerate().skip(a + 1) {
                    let nth = bare.iter().position(|bare| *bare == b);
                    let used = usize::from(is_bare(a));
                    if nth.is_some_and(|nth| nth > used) {
                        continue;
                    }
                    for i in 0..boundary.len() {
                        for j in 0..other.len() {
                            self.join(r, (a, i), (b, j), spot, found);
                        }
                    }
                }
            }
        }
    }

    /// Draws a line; returns the drawing without the region `r`, and the new spot if the line has one.
    fn after(&self, r: usize, from: Spot, to: Spot, spot: bool) -> (Drawing, Option<Spot>) {
        let mut child = self.clone();
        child.regions.remove(r);
        child.lives[usize::from(from)] -= 1;
        child.lives[usize::from(to)] -= 1;
        // The new spot in the middle of the line has two lines.
        let new = spot.then(|| child.spot(1));
        (child, new)
    }

    /// A line between two corners of one boundary parts its region in two. Each other boundary lies on one side.
    fn split(
        &self,
        r: usize,
        a: usize,
        (i, j): (usize, usize),
        spot: bool,
        bare: &[usize],
        found: &mut dyn FnMut(Drawing),
    ) {
        let region = &self.regions[r];
        let boundary = &region[a];
        let (from, to) = (boundary[i], boundary[j]);
        let lives = |spot: Spot| self.lives[usize::from(spot)];
        if from == to && (i != j || lives(from) < 2) {
            // Both ends of a line at one spot take two of its lives.
            return;
        }
        let (child, new) = self.after(r, from, to, spot);
        let (mut first, mut second) = if lives(from) == 3 {
            // A loop at a spot without lines: it has a corner on each side.
            (vec![from], vec![from])
        } else {
            let second = [&boundary[j..], &boundary[..=i]].concat();
            (boundary[i..=j].to_vec(), second)
        };
        first.extend(new);
        second.extend(new);
        let bare: Vec<usize> = bare.iter().copied().filter(|b| *b != a).collect();
        let others: Vec<usize> = (0..region.len())
            .filter(|b| *b != a && !bare.contains(b))
            .collect();
        assert!(others.len() < 32, "a region has few boundaries");
        for inside in 0..=bare.len() {
            for choice in 0u32..1 << others.len() {
                let mut sides = [vec![first.clone()], vec![second.clone()]];
                for (nth, b) in bare.iter().enumerate() {
                    sides[usize::from(nth >= inside)].push(region[*b].clone());
                }
                for (nth, b) in others.iter().enumerate() {
                    sides[(choice >> nth & 1) as usize].push(region[*b].clone());
                }
                let mut child = child.clone();
                child.regions.extend(sides);
                found(child);
            }
        }
    }

    /// A line between two boundaries of a region makes one of them.
    fn join(
        &self,
        r: usize,
        (a, i): (usize, usize),
        (b, j): (usize, usize),
        spot: bool,
        found: &mut dyn FnMut(Drawing),
    ) {
        let region = &self.regions[r];
        let (from, to) = (region[a][i], region[b][j]);
        if from == to {
            return;
        }
        let (mut child, new) = self.after(r, from, to, spot);
        // Once around a boundary, from the corner at which the line begins back to it.
        let around = |boundary: &Boundary, at: usize| {
            let mut corners = boundary[at..].to_vec();
            // A spot without lines has one corner, and still has one with the end of one line.
            if self.lives[usize::from(boundary[at])] < 3 {
                corners.extend_from_slice(&boundary[..=at]);
            }
            corners
        };
        let mut joined = around(&region[a], i);
        joined.extend(new);
        joined.extend(around(&region[b], j));
        joined.extend(new);
        let others = region
            .iter()
            .enumerate()
            .filter(|(k, _)| *k != a && *k != b);
        let mut next: Region = others.map(|(_, boundary)| boundary.clone()).collect();
        next.push(joined);
        child.regions.push(next);
        found(child);
    }

    /// Leaves out what does not matter for play.
    fn reduce(&mut self) {
        while self.reduce_once() {}
    }

    /// Leaves out dead spots, and boundaries and regions without others.
    fn bury(&mut self) {
        for region in &mut self.regions {
            for boundary in region.iter_mut() {
                boundary.retain(|spot| self.lives[usize::from(*spot)] > 0);
            }
            region.retain(|boundary| !boundary.is_empty());
        }
        self.regions.retain(|region| !region.is_empty());
    }

    /// How many lives the spots of some regions have.
    fn lives(&self, regions: &[&Region]) -> u32 {
        let mut spots: Vec<Spot> = regions
            .iter()
            .copied()
            .flatten()
            .flatten()
            .copied()
            .collect();
        spots.sort_unstable();
        spots.dedup();
        let lives = spots.iter().map(|spot| self.lives[usize::from(*spot)]);
        lives.map(u32::from).sum()
    }

    /// Returns whether a second pass could find more.
    fn reduce_once(&mut self) -> bool {
        let before =
            self.regions.iter().flatten().map(Vec::len).sum::<usize>() + self.regions.len();
        let mut is_changed = false;
        let lives = &mut self.lives;
        for region in &mut self.regions {
            for boundary in region.iter_mut() {
                boundary.retain(|spot| lives[usize::from(*spot)] > 0);
                boundary.dedup();
                if boundary.len() > 1 && boundary.first() == boundary.last() {
                    boundary.pop();
                }
            }
            region.retain(|boundary| !boundary.is_empty());
        }
        let mut corners = vec![0u32; lives.len()];
        for spot in self.regions.iter().flatten().flatten() {
            corners[usize::from(*spot)] += 1;
        }
        self.regions.retain_mut(|region| {
            for boundary in region.iter_mut() {
                // Corners that were counted above and have been dropped since make another pass.
                let is_single = |spot: &Spot| {
                    lives[usize::from(*spot)] == 1 && corners[usize::from(*spot)] == 1
                };
                if boundary.len() == 2 && boundary.iter().all(is_single) {
                    boundary.pop();
                    lives[usize::from(boundary[0])] = 2;
                }
            }
            let mut spots: Vec<Spot> = region.iter().flatten().copied().collect();
            spots.sort_unstable();
            spots.dedup();
            let total: u32 = spots
                .iter()
                .map(|spot| u32::from(lives[usize::from(*spot)]))
                .sum();
            if (2..=3).contains(&total) && (region.len() > 1 || region[0].len() > spots.len()) {
                *region = vec![spots];
                is_changed = true;
            }
            total >= 2
        });
        let after = self.regions.iter().flatten().map(Vec::len).sum::<usize>() + self.regions.len();
        after < before || is_changed
    }

    /// The canonical form of the drawing: its lands, reduced.
    fn position(mut self, lines: Lines, canonical: &mut Canonical) -> Position {
        match lines {
            Lines::WithSpot => self.reduce(),
            Lines::Any | Lines::LoopsWithSpot => self.bury(),
        }
        // Regions that share a spot belong to one land.
        let mut land_of: Vec<usize> = (0..self.regions.len()).collect();
        let mut first: Vec<Option<usize>> = vec![None; self.lives.len()];
        for (r, region) in self.regions.iter().enumerate() {
            for spot in region.iter().flatten() {
                let other = *first[usize::from(*spot)].get_or_insert(r);
                let (old, new) = (land_of[r], land_of[other]);
                if old != new {
                    for land in land_of.iter_mut().filter(|land| **land == old) {
                        *land = new;
                    }
                }
            }
        }
        let mut position = Position::new();
        for land in 0..self.regions.len() {
            let regions = self.regions.iter().zip(&land_of);
            let regions: Vec<&Region> = regions
                .filter(|(_, of)| **of == land)
                .map(|(r, _)| r)
                .collect();
            if self.lives(&regions) >= 2 {
                position.push(canonical.of(&regions, &self.lives));
            }
        }
        position.sort_unstable();
        position
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Canonical form
// ---------------------------------------------------------------------------------------------------------------------

const ONE: u8 = 1;
const TWO: u8 = 2;
const LETTER: u8 = 3;
const SEPARATOR: u8 = 254;
const END: u8 = 255;

/// How many spellings are kept with their canonical forms, so that those are not searched again.
const KEPT_SPELLINGS: usize = 1 << 21;

/// Finds canonical forms.
#[derive(Debug, Default)]
struct Canonical {
    /// By a quick spelling. Equal ones mean equal lands, but a land may have several.
    known: HashMap<Vec<u8>, Land>,
}

impl Canonical {
    /// Returns a spelling of a land from which it can be drawn again, the same for all drawings of the land.
    ///
    /// Each region is its number of spots without lines, then its other boundaries. Spots with two corners are letters.
    /// Letters are told apart by what they see around them; where that is not enough, each of them is tried as the
    /// next, and the least spelling counts. So equal spellings mean equal lands, whatever the tests of letters miss.
    fn of(&mut self, regions: &[&Region], lives: &[u8]) -> Land {
        let land = Spelled::new(regions, lives);
        let quick = land.spell_quickly();
        if let Some(known) = self.known.get(&quick) {
            return Rc::clone(known);
        }
        let mut least = None;
        land.search(vec![1; land.letters], &mut least);
        let form: Land = least
            .expect("the search spells the land at least once")
            .into();
        if self.known.len() >= KEPT_SPELLINGS {
            self.known.clear();
        }
        self.known.insert(quick, Rc::clone(&form));
        form
    }
}

/// A land whose letters are symbols from [`LETTER`] on.
struct Spelled {
    letters: usize,
    regions: Vec<(u8, Vec<Vec<u8>>)>,
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

impl Spelled {
    fn new(regions: &[&Region], lives: &[u8]) -> Spelled {
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
        // What differs in more than the names of letters comes in one order, so that quick spellings are often equal.
        let shape = |b: &Vec<u8>| -> Vec<u8> { b.iter().map(|s| (*s).min(LETTER)).collect() };
        let spelled = |region: &&Region| {
            let bare = region.iter().filter(is_bare).count() as u8;
            let others = region.iter().filter(|b| !is_bare(b));
            let mut others: Vec<Vec<u8>> = others.map(symbols).collect();
            others.sort_by_cached_key(shape);
            (bare, others)
        };
        let mut regions: Vec<_> = regions.iter().map(spelled).collect();
        regions.sort_by_cached_key(|(bare, others)| {
            (*bare, others.iter().map(shape).collect::<Vec<_>>())
        });
        Spelled { letters, regions }
    }

    /// Spells the land with its letters named in the order in which they come.
    fn spell_quickly(&self) -> Vec<u8> {
        let mut names = vec![0; self.letters];
        let mut named = LETTER;
        let mut spelling = Vec::new();
        for (bare, boundaries) in &self.regions {
            spelling.push(*bare);
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

    /// Gives letters that look different different colours, then tries all that look alike.
    fn search(&self, mut colours: Vec<u64>, least: &mut Option<Vec<u8>>) {
        let classes = |colours: &[u64]| {
            let mut colours = colours.to_vec();
            colours.sort_unstable();
            colours.dedup();
            colours.len()
        };
        colours = self.refined(&colours);
        let mut n = classes(&colours);
        while n < self.letters {
            let next = self.refined(&colours);
            let finer = classes(&next);
            if finer <= n {
                break;
            }
            (colours, n) = (next, finer);
        }
        if n == self.letters {
            let spelling = self.spell(&colours);
            if least.as_ref().is_none_or(|least| spelling < *least) {
                *least = Some(spelling);
            }
            return;
        }
        let alike = |colour: u64| colours.iter().filter(|c| **c == colour).count();
        let shared = colours.iter().copied().filter(|c| alike(*c) > 1);
        let class = shared
            .min_by_key(|c| (alike(*c), *c))
            .expect("letters look alike");
        for letter in (0..self.letters).filter(|letter| colours[*letter] == class) {
            let mut next = colours.clone();
            next[letter] = mix(class, 77);
            self.search(next, least);
        }
    }

    /// Returns colours that also tell what stands around each letter.
    fn refined(&self, colours: &[u64]) -> Vec<u64> {
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
        // What both corners of a letter see; a sum, so that their order does not count.
        let mut seen = vec![0u64; self.letters];
        for (bare, boundaries) in &self.regions {
            let whole = [false, true].map(|back| {
                let boundary = |b: &Vec<u8>| {
                    let around = (0..b.len()).map(|at| mix(read(b, at, back), 5));
                    mix(around.fold(0, u64::wrapping_add), 7)
                };
                boundaries
                    .iter()
                    .map(boundary)
                    .fold(u64::from(*bare), u64::wrapping_add)
            });
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
        colours
            .iter()
            .zip(seen)
            .map(|(colour, seen)| mix(*colour, seen))
            .collect()
    }

    /// Spells the land with its letters named in the order of their colours.
    fn spell(&self, colours: &[u64]) -> Vec<u8> {
        let less = |own: &u64| colours.iter().filter(|c| *c < own).count() as u8;
        let names: Vec<u8> = colours.iter().map(|own| LETTER + less(own)).collect();
        let name = |symbol: u8| match symbol {
            ONE | TWO => symbol,
            letter => names[usize::from(letter - LETTER)],
        };
        let mut regions: Vec<Vec<u8>> = Vec::new();
        for (bare, boundaries) in &self.regions {
            let spelled = [false, true].map(|back| {
                let mut spelled: Vec<Vec<u8>> = boundaries
                    .iter()
                    .map(|b| {
                        let n = b.len();
                        let turned = |at: usize| (0..n).map(move |i| name(b[step(n, at, i, back)]));
                        let least = (0..n).min_by(|one, other| turned(*one).cmp(turned(*other)));
                        turned(least.expect("a boundary has a corner")).collect()
                    })
                    .collect();
                spelled.sort_unstable();
                spelled
            });
            let [one, other] = spelled;
            let mut region = vec![*bare];
            for boundary in one.min(other) {
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
fn draw(land: &Land) -> Drawing {
    let mut drawing = Drawing::default();
    let mut letters: HashMap<u8, Spot> = HashMap::new();
    let mut at = 0;
    while at < land.len() {
        let mut region: Region = Vec::new();
        for _ in 0..land[at] {
            region.push(vec![drawing.spot(3)]);
        }
        at += 1;
        let mut boundary = Boundary::new();
        while land[at] != END {
            match land[at] {
                SEPARATOR => region.push(std::mem::take(&mut boundary)),
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

/// How many lives the spots of a land have.
fn lives(land: &Land) -> u32 {
    let mut lives = 0;
    let mut letters = 0;
    for region in land.split_inclusive(|sign| *sign == END) {
        lives += 3 * u32::from(region[0]);
        for sign in &region[1..] {
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

// ---------------------------------------------------------------------------------------------------------------------
// Checking
// ---------------------------------------------------------------------------------------------------------------------

/// How many lands are kept with their children, so that they are not listed again.
const KEPT: usize = 200_000;

/// Lists children, and follows the facts.
#[derive(Debug, Default)]
pub struct Checker {
    /// Which lines may be drawn.
    pub lines: Lines,
    canonical: Canonical,
    children: HashMap<Land, Rc<Vec<Position>>>,
}

impl Checker {
    /// The positions after each line in a land, each once.
    pub fn children(&mut self, land: &Land) -> Rc<Vec<Position>> {
        if let Some(known) = self.children.get(land) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.list(land).into_iter().collect::<Vec<_>>());
        if self.children.len() >= KEPT {
            self.children.clear();
        }
        self.children.insert(Rc::clone(land), Rc::clone(&found));
        found
    }

    /// Lists the positions after each line in a land anew.
    fn list(&mut self, land: &Land) -> HashSet<Position> {
        let mut found = HashSet::new();
        draw(land).for_each_child(self.lines, &mut |child| {
            found.insert(child.position(self.lines, &mut self.canonical));
        });
        found
    }

    /// All positions that can be reached from a position, for tests.
    pub fn reachable(&mut self, position: Position) -> BTreeSet<Position> {
        let mut met = BTreeSet::from([position.clone()]);
        let mut open = vec![position];
        while let Some(next) = open.pop() {
            self.for_each_child(&next, &mut |child| {
                if met.insert(child.clone()) {
                    open.push(child);
                }
                true
            });
        }
        met
    }

    /// Calls `found` with the positions after each line until it returns false; returns whether it never did.
    fn for_each_child(
        &mut self,
        position: &Position,
        found: &mut dyn FnMut(Position) -> bool,
    ) -> bool {
        for (i, land) in position.iter().enumerate() {
            if i > 0 && position[i - 1] == *land {
                continue;
            }
            for child in self.children(land).iter() {
                let others = position.iter().enumerate().filter(|(j, _)| *j != i);
                let mut next: Position = others.map(|(_, other)| Rc::clone(other)).collect();
                next.extend(child.iter().map(Rc::clone));
                next.sort_unstable();
                if !found(next) {
                    return false;
                }
            }
        }
        true
    }

    /// Follows the facts; returns the nimber of the position if they say it.
    fn normal(&mut self, certificate: &Certificate) -> Result<Option<u32>, String> {
        let mut facts: HashMap<Land, u32> = HashMap::new();
        for (line, position, nimber) in &certificate.facts {
            // Lands that play alike may have different spellings, but not different nimbers.
            let before = facts.insert(Rc::clone(&position[0]), *nimber);
            if before.is_some_and(|before| before != *nimber) {
                return Err(format!(
                    "line {line}: another line says that the land has another nimber"
                ));
            }
        }
        for (line, position, nimber) in counted(&certificate.facts) {
            let mut seen = HashSet::new();
            for child in self.children(&position[0]).iter() {
                let value = value(&facts, child);
                if value == Some(*nimber) {
                    return Err(format!("line {line}: a child has the nimber {nimber}, too"));
                }
                if value.is_none() && !self.has_child_of_value(&facts, child, *nimber) {
                    return Err(format!(
                        "line {line}: no fact says that `{}` does not have the nimber {nimber}",
                        written(child)
                    ));
                }
                seen.extend(value);
            }
            if let Some(missing) = (0..*nimber).find(|less| !seen.contains(less)) {
                return Err(format!(
                    "line {line}: no child is known to have the nimber {missing}"
                ));
            }
        }
        let root = &certificate.position;
        let nimber = value(&facts, root);
        let holds = match nimber {
            Some(value) => (value != 0) == certificate.mover_wins,
            None => certificate.mover_wins && self.has_child_of_value(&facts, root, 0),
        };
        if holds {
            Ok(nimber)
        } else {
            Err(claim(certificate))
        }
    }

    /// Whether a position that is not valued has a child with this value: then its own value is another.
    fn has_child_of_value(
        &mut self,
        facts: &HashMap<Land, u32>,
        position: &Position,
        wanted: u32,
    ) -> bool {
        let unknown: Vec<&Land> = position
            .iter()
            .filter(|land| !facts.contains_key(*land))
            .collect();
        // A line changes one land, so all others must be known.
        let [unknown] = unknown[..] else {
            return false;
        };
        let others = position
            .iter()
            .filter_map(|land| facts.get(land))
            .fold(wanted, |v, n| v ^ n);
        if let Some(known) = self.children.get(unknown) {
            return known
                .iter()
                .any(|child| value(facts, child) == Some(others));
        }
        // Most lists are not needed to their end.
        let mut is_found = false;
        let mut met = HashSet::new();
        draw(unknown).for_each_child(self.lines, &mut |child| {
            if !is_found {
                let child = child.position(self.lines, &mut self.canonical);
                is_found = met.insert(child.clone()) && value(facts, &child) == Some(others);
            }
        });
        is_found
    }
}

fn value(facts: &HashMap<Land, u32>, position: &Position) -> Option<u32> {
    position.iter().try_fold(0, |value, land| {
        facts.get(land).map(|nimber| value ^ nimber)
    })
}

fn claim(certificate: &Certificate) -> String {
    let wins = if certificate.mover_wins {
        "wins"
    } else {
        "loses"
    };
    format!(
        "the facts do not say that whoever moves {wins} {}",
        certificate.spelled
    )
}

// ---------------------------------------------------------------------------------------------------------------------
// Misère play
// ---------------------------------------------------------------------------------------------------------------------

/// The most lives of a land that a certificate may replace by its tree.
const MOST_FORMS: u32 = 16;

/// How many trees and options of trees a check may use: about a gigabyte.
const MOST_OPTIONS: usize = 1 << 26;

/// How many lines may be drawn one after the other in the small lands of a position.
const MOST_DEPTH: u32 = 200;

/// How many sums of trees, small lands and replies are kept, so that they are not worked out again.
const KEPT_SUMS: usize = 1 << 24;
const KEPT_SMALL: usize = 1 << 22;
const KEPT_REPLIES: usize = 1 << 24;

/// The number of a canonical tree. 0 is the tree without options.
pub type Tree = u32;

/// Canonical trees: a set of options, each a tree, out of which nothing can be left.
#[derive(Debug)]
pub struct Trees {
    all: Vec<Plays>,
    /// By options, in order.
    numbers: HashMap<Rc<[Tree]>, Tree>,
    sums: HashMap<(Tree, Tree), Tree>,
    n_options: usize,
}

/// What is known about a tree.
#[derive(Debug)]
struct Plays {
    options: Rc<[Tree]>,
    /// The length of the longest play.
    depth: u32,
    /// Whether the player to move wins.
    wins: bool,
}

impl Default for Trees {
    /// Returns the tree without options.
    fn default() -> Trees {
        let mut trees = Trees {
            all: Vec::new(),
            numbers: HashMap::new(),
            sums: HashMap::new(),
            n_options: 0,
        };
        trees.add(Rc::default());
        trees
    }
}

impl Trees {
    fn options(&self, tree: Tree) -> &Rc<[Tree]> {
        &self.all[tree as usize].options
    }

    fn depth(&self, tree: Tree) -> u32 {
        self.all[tree as usize].depth
    }

    /// Whether the player to move wins: who cannot move, and who has a move to a lost tree.
    fn wins(&self, tree: Tree) -> bool {
        self.all[tree as usize].wins
    }

    fn add(&mut self, options: Rc<[Tree]>) -> Tree {
        let tree = self.all.len() as Tree;
        let deepest = options.iter().map(|option| self.depth(*option) + 1).max();
        self.n_options += options.len() + 1;
        self.all.push(Plays {
            depth: deepest.unwrap_or(0),
            wins: options.is_empty() || options.iter().any(|option| !self.wins(*option)),
            options: Rc::clone(&options),
        });
        self.numbers.insert(options, tree);
        tree
    }

    /// The tree of the game with these options.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there are too many trees.
    pub fn of(&mut self, mut options: Vec<Tree>) -> Result<Tree, String> {
        options.sort_unstable();
        options.dedup();
        if let Some(known) = self.numbers.get(options.as_slice()) {
            return Ok(*known);
        }
        if let Some(less) = self.without_some(&options) {
            return Ok(less);
        }
        if self.n_options > MOST_OPTIONS {
            return Err("expected fewer canonical trees".to_owned());
        }
        Ok(self.add(options.into()))
    }

    /// The tree that remains if some of the options can be left out.
    fn without_some(&self, options: &[Tree]) -> Option<Tree> {
        let has = |tree: Tree, option: &Tree| self.options(tree).binary_search(option).is_ok();
        let wins = options.iter().any(|option| !self.wins(*option));
        // An option that is left out has `rest` as an option, so it is deeper than all that is kept.
        let deepest = *options.iter().max_by_key(|option| self.depth(**option))?;
        let mut rests = self.options(deepest).iter().copied();
        rests.find(|rest| {
            (*rest != 0 || wins)
                && (self.options(*rest).iter()).all(|kept| options.binary_search(kept).is_ok())
                && (options.iter()).all(|option| has(*rest, option) || has(*option, rest))
        })
    }

    /// The tree of two games side by side.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there are too many trees, or if the games last too long.
    pub fn sum(&mut self, a: Tree, b: Tree) -> Result<Tree, String> {
        if a == 0 || b == 0 {
            return Ok(a + b);
        }
        let both = (a.min(b), a.max(b));
        if let Some(known) = self.sums.get(&both) {
            return Ok(*known);
        }
        if self.depth(a) + self.depth(b) > MOST_DEPTH {
            return Err(format!(
                "expected at most {MOST_DEPTH} lines in small lands"
            ));
        }
        let mut options = Vec::new();
        for option in Rc::clone(self.options(a)).iter() {
            options.push(self.sum(*option, b)?);
        }
        for option in Rc::clone(self.options(b)).iter() {
            options.push(self.sum(a, *option)?);
        }
        let sum = self.of(options)?;
        if self.sums.len() >= KEPT_SUMS {
            self.sums.clear();
        }
        self.sums.insert(both, sum);
        Ok(sum)
    }

    /// A tree for messages: `2` has the options `0` and `1`, and so on.
    fn written(&self, tree: Tree) -> String {
        let options = self.options(tree);
        if options.iter().copied().eq(0..options.len() as Tree) {
            return options.len().to_string();
        }
        let options = options.iter().map(|option| self.written(*option));
        format!("{{{}}}", options.collect::<Vec<_>>().join(" "))
    }
}

/// A position in misère play: the numbers of its large lands, in order, and the tree of all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Parts {
    lands: Vec<u32>,
    tree: Tree,
}

/// A position of which some lands are in no fact.
#[derive(Debug)]
struct Child {
    parts: Parts,
    others: Vec<Land>,
}

/// Follows facts of misère play.
#[derive(Debug)]
pub struct Misere {
    checker: Checker,
    /// Lands with at most this many lives are small.
    forms: u32,
    trees: Trees,
    small: HashMap<Land, Tree>,
    /// The large lands of the facts, by number, and their numbers.
    lands: Vec<Land>,
    numbers: HashMap<Land, u32>,
    lost: HashSet<Parts>,
    /// The positions after each line in a large land that have no large lands but those of the facts.
    replies: HashMap<Land, Rc<Vec<Parts>>>,
    n_replies: usize,
}

impl Misere {
    /// Lands with at most `forms` lives count as their trees.
    pub fn new(checker: Checker, forms: u32) -> Misere {
        Misere {
            checker,
            forms,
            trees: Trees::default(),
            small: HashMap::new(),
            lands: Vec::new(),
            numbers: HashMap::new(),
            lost: HashSet::new(),
            replies: HashMap::new(),
            n_replies: 0,
        }
    }

    fn check(&mut self, certificate: &Certificate) -> Result<(), String> {
        for (_, fact, _) in &certificate.facts {
            for land in fact {
                if !self.is_small(land) && !self.numbers.contains_key(land) {
                    self.numbers
                        .insert(Rc::clone(land), self.lands.len() as u32);
                    self.lands.push(Rc::clone(land));
                }
            }
        }
        let mut facts = Vec::new();
        for (line, fact, _) in &certificate.facts {
            let at = |reason: String| format!("line {line}: {reason}");
            let fact = self.child(fact).map_err(at)?.parts;
            self.lost.insert(fact.clone());
            facts.push((*line, fact));
        }
        for (line, fact) in counted(&facts) {
            (self.check_fact(fact)).map_err(|reason| format!("line {line}: {reason}"))?;
        }
        let root = self.child(&certificate.position)?;
        let holds = if certificate.mover_wins {
            self.wins(&root)?
        } else {
            root.others.is_empty() && self.is_lost(&root.parts)
        };
        if holds {
            Ok(())
        } else {
            Err(claim(certificate))
        }
    }

    /// Checks that the opponent wins after each line.
    fn check_fact(&mut self, fact: &Parts) -> Result<(), String> {
        if fact.lands.is_empty() {
            return match self.trees.wins(fact.tree) {
                true if fact.tree == 0 => Err("whoever cannot move wins".to_owned()),
                true => Err("the tree says that whoever moves wins".to_owned()),
                false => Ok(()),
            };
        }
        let mut children = Vec::new();
        for at in 0..fact.lands.len() {
            let land = Rc::clone(&self.lands[fact.lands[at] as usize]);
            if at > 0 && fact.lands[at - 1] == fact.lands[at] {
                continue;
            }
            for child in self.checker.children(&land).iter() {
                let child = self.child(child)?;
                let parts = self.with(fact, Some(at), &child.parts)?;
                children.push(Child { parts, ..child });
            }
        }
        for option in Rc::clone(self.trees.options(fact.tree)).iter() {
            children.push(Child {
                parts: Parts {
                    tree: *option,
                    ..fact.clone()
                },
                others: Vec::new(),
            });
        }
        for child in children {
            if !self.wins(&child)? {
                let (position, tree) = self.written(&child);
                let beside = if tree == "0" {
                    String::new()
                } else {
                    format!(" beside the tree {tree}")
                };
                return Err(format!("no fact answers `{position}`{beside}"));
            }
        }
        Ok(())
    }

    /// Whether a fact, or the tree if there are no large lands, says that the player to move loses.
    fn is_lost(&self, parts: &Parts) -> bool {
        if parts.lands.is_empty() {
            !self.trees.wins(parts.tree)
        } else {
            self.lost.contains(parts)
        }
    }

    /// Whether some line leads to a lost position, or none can be drawn.
    fn wins(&mut self, child: &Child) -> Result<bool, String> {
        let Child { parts, others } = child;
        if others.is_empty() && parts.lands.is_empty() {
            return Ok(self.trees.wins(parts.tree));
        }
        // A line changes one land, and after it all large lands are those of facts.
        let changed: Vec<(Option<usize>, Land)> = match &others[..] {
            [] => {
                let lands = parts.lands.iter().enumerate();
                lands
                    .map(|(at, land)| (Some(at), Rc::clone(&self.lands[*land as usize])))
                    .collect()
            }
            [other] => vec![(None, Rc::clone(other))],
            _ => return Ok(false),
        };
        if others.is_empty() {
            for option in Rc::clone(self.trees.options(parts.tree)).iter() {
                let tree = *option;
                let lands = parts.lands.clone();
                if self.is_lost(&Parts { lands, tree }) {
                    return Ok(true);
                }
            }
        }
        for (at, land) in changed {
            for reply in self.replies(&land)?.iter() {
                let reply = self.with(parts, at, reply)?;
                if self.is_lost(&reply) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The positions after each line in a large land that have no large lands but those of the facts.
    fn replies(&mut self, land: &Land) -> Result<Rc<Vec<Parts>>, String> {
        if let Some(known) = self.replies.get(land) {
            return Ok(Rc::clone(known));
        }
        let mut found = HashSet::new();
        for child in self.checker.list(land) {
            let is_known = |land: &Land| self.is_small(land) || self.numbers.contains_key(land);
            if child.iter().all(is_known) {
                found.insert(self.child(&child)?.parts);
            }
        }
        if self.n_replies >= KEPT_REPLIES {
            self.replies.clear();
            self.n_replies = 0;
        }
        self.n_replies += found.len() + 1;
        let found = Rc::new(found.into_iter().collect::<Vec<_>>());
        self.replies.insert(Rc::clone(land), Rc::clone(&found));
        Ok(found)
    }

    /// Puts `more` in the place of a land, if one is given, or beside a position.
    fn with(&mut self, parts: &Parts, at: Option<usize>, more: &Parts) -> Result<Parts, String> {
        let mut lands = parts.lands.clone();
        if let Some(at) = at {
            lands.remove(at);
        }
        lands.extend_from_slice(&more.lands);
        lands.sort_unstable();
        let tree = self.trees.sum(parts.tree, more.tree)?;
        Ok(Parts { lands, tree })
    }

    /// The tree of all small lands of a position side by side.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there are too many trees, or if the games last too long.
    pub fn tree_of(&mut self, position: &Position) -> Result<Tree, String> {
        Ok(self.child(position)?.parts.tree)
    }

    /// What a position is made of.
    fn child(&mut self, position: &Position) -> Result<Child, String> {
        let (mut lands, mut others, mut tree) = (Vec::new(), Vec::new(), 0);
        for land in position {
            if self.is_small(land) {
                let own = self.tree(land)?;
                tree = self.trees.sum(tree, own)?;
            } else if let Some(number) = self.numbers.get(land) {
                lands.push(*number);
            } else {
                others.push(Rc::clone(land));
            }
        }
        lands.sort_unstable();
        let parts = Parts { lands, tree };
        Ok(Child { parts, others })
    }

    fn is_small(&self, land: &Land) -> bool {
        lives(land) <= self.forms
    }

    /// The tree of a small land, from the trees of all that it leads to.
    fn tree(&mut self, land: &Land) -> Result<Tree, String> {
        if let Some(known) = self.small.get(land) {
            return Ok(*known);
        }
        let mut options = Vec::new();
        for child in self.checker.list(land) {
            options.push(self.child(&child)?.parts.tree);
        }
        let tree = self.trees.of(options)?;
        if self.small.len() >= KEPT_SMALL {
            self.small.clear();
        }
        self.small.insert(Rc::clone(land), tree);
        Ok(tree)
    }

    fn written(&self, child: &Child) -> (String, String) {
        let lands = child.parts.lands.iter();
        let mut position: Position = lands.map(|n| Rc::clone(&self.lands[*n as usize])).collect();
        position.extend(child.others.iter().map(Rc::clone));
        (written(&position), self.trees.written(child.parts.tree))
    }
}

/// A position for messages; letters are written as in the certificate, though not in its order.
pub fn written(position: &Position) -> String {
    let mut text = String::new();
    for land in position {
        text.push_str(if text.is_empty() { "" } else { "+" });
        for (r, region) in land.split_inclusive(|c| *c == END).enumerate() {
            text.push_str(if r > 0 { "|" } else { "" });
            let mut boundaries = vec!["0".to_owned(); usize::from(region[0])];
            for boundary in region[1..region.len() - 1]
                .split(|c| *c == SEPARATOR)
                .filter(|b| !b.is_empty())
            {
                let sign = |corner: &u8| match *corner {
                    digit @ (ONE | TWO) => digit.to_string(),
                    letter if letter - LETTER < 25 => {
                        char::from(b'A' + letter - LETTER).to_string()
                    }
                    letter => format!("n({})", letter - LETTER + 1),
                };
                boundaries.push(boundary.iter().map(sign).collect());
            }
            text.push_str(&boundaries.join("."));
        }
    }
    if text.is_empty() {
        "!".to_owned()
    } else {
        text
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// SOS
// ---------------------------------------------------------------------------------------------------------------------

/// What an accepted certificate of SOS proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedSos {
    /// The rules.
    pub rules: String,
    /// The board, as the certificate spells it.
    pub board: String,
    /// Its value for the player to move.
    pub value: i32,
    /// How many facts the proof consists of.
    pub facts: usize,
}

impl fmt::Display for AcceptedSos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AcceptedSos {
            rules,
            board,
            value,
            facts,
        } = self;
        write!(
            f,
            "{board} is worth {value:+} to whoever moves under the rules {rules}; {facts} facts"
        )
    }
}

/// The four rule sets, by what an S-O-S does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scoring {
    /// It counts a point, and its player moves again.
    General,
    /// It wins.
    First,
    /// It counts a point, and the turn passes.
    Alternating,
    /// It loses.
    Misere,
}

/// The lines and symmetries of a board.
struct Sheet {
    rows: usize,
    columns: usize,
    /// Three cells in a row, the middle one second.
    lines: Vec<[usize; 3]>,
    /// For each symmetry, where each cell comes from.
    images: Vec<Vec<usize>>,
}

/// A board without what does not matter, the least of its images; and whether one turn can be passed.
type Reduced = (Vec<u8>, bool);

impl Sheet {
    fn new(rows: usize, columns: usize) -> Sheet {
        let mut lines = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let cell = |k: i32| {
                        let (row, column) = (row as i32 + k * down, column as i32 + k * right);
                        let is_on = (0..rows as i32).contains(&row)
                            && (0..columns as i32).contains(&column);
                        is_on.then(|| row as usize * columns + column as usize)
                    };
                    if let (Some(a), Some(b), Some(c)) = (cell(0), cell(1), cell(2)) {
                        lines.push([a, b, c]);
                    }
                }
            }
        }
        let mut images = Vec::new();
        for turned in [false, true] {
            if turned && rows != columns {
                continue;
            }
            for (up, left) in [(false, false), (false, true), (true, false), (true, true)] {
                let from = |cell: usize| {
                    let (mut row, mut column) = (cell / columns, cell % columns);
                    if up {
                        row = rows - 1 - row;
                    }
                    if left {
                        column = columns - 1 - column;
                    }
                    if turned {
                        (row, column) = (column, row);
                    }
                    row * columns + column
                };
                images.push((0..rows * columns).map(from).collect());
            }
        }
        Sheet {
            rows,
            columns,
            lines,
            images,
        }
    }

    /// Whether a line can still become an S-O-S by at least one more letter.
    fn is_open(board: &[u8], [a, b, c]: [usize; 3]) -> bool {
        let fits = |cell: usize, letter| board[cell] == letter || board[cell] == b'.';
        fits(a, b'S')
            && fits(b, b'O')
            && fits(c, b'S')
            && [a, b, c].iter().any(|cell| board[*cell] == b'.')
    }

    fn open_lines(&self, board: &[u8]) -> i32 {
        let open = self
            .lines
            .iter()
            .filter(|line| Sheet::is_open(board, **line));
        open.count() as i32
    }

    /// Leaves out what does not matter.
    fn reduce(&self, mut board: Vec<u8>, mut odd: bool) -> Reduced {
        let mut matters = vec![false; board.len()];
        for line in self
            .lines
            .iter()
            .filter(|line| Sheet::is_open(&board, **line))
        {
            for cell in line {
                matters[*cell] = true;
            }
        }
        for (cell, matters) in board.iter_mut().zip(matters) {
            if !matters {
                odd ^= *cell == b'.';
                *cell = b'-';
            }
        }
        let images = self.images.iter();
        let images = images.map(|from| from.iter().map(|cell| board[*cell]).collect::<Vec<u8>>());
        (images.min().expect("the board itself is one"), odd)
    }

    /// How many S-O-S a letter makes that was just written.
    fn made(&self, board: &[u8], cell: usize) -> i32 {
        let made = self.lines.iter().filter(|line| line.contains(&cell));
        made.filter(|[a, b, c]| board[*a] == b'S' && board[*b] == b'O' && board[*c] == b'S')
            .count() as i32
    }

    fn read(&self, text: &str) -> Result<Vec<u8>, String> {
        let rows: Vec<&str> = text.split('/').collect();
        let fits = |row: &&str| {
            row.len() == self.columns && row.bytes().all(|sign| b"SO.-".contains(&sign))
        };
        if rows.len() == self.rows && rows.iter().all(fits) {
            return Ok(rows.concat().into_bytes());
        }
        Err(format!(
            "expected a board of {}x{} of the signs `S`, `O`, `.` and `-`, found `{text}`",
            self.rows, self.columns
        ))
    }
}

/// The facts about boards of SOS.
struct SosChecker {
    sheet: Sheet,
    scoring: Scoring,
    /// The least and the greatest value that the facts allow.
    facts: HashMap<Reduced, (i32, i32)>,
}

/// What a letter does: it ends the game, or it brings points and leads to a board, where its player may move again.
enum Letter {
    Ends(i32),
    Leads(i32, Reduced, bool),
}

impl SosChecker {
    /// Calls `found` with what each letter does until it returns false; returns whether it never did.
    fn for_each_letter(
        &self,
        (board, odd): &Reduced,
        found: &mut dyn FnMut(Letter) -> bool,
    ) -> bool {
        if *odd && !found(Letter::Leads(0, (board.clone(), false), false)) {
            return false;
        }
        for cell in (0..board.len()).filter(|cell| board[*cell] == b'.') {
            for letter in [b'S', b'O'] {
                let mut next = board.clone();
                next[cell] = letter;
                let made = self.sheet.made(&next, cell);
                let letter = match self.scoring {
                    Scoring::First if made > 0 => Letter::Ends(1),
                    Scoring::Misere if made > 0 => Letter::Ends(-1),
                    scoring => Letter::Leads(
                        made,
                        self.sheet.reduce(next, *odd),
                        made > 0 && scoring == Scoring::General,
                    ),
                };
                if !found(letter) {
                    return false;
                }
            }
        }
        true
    }

    /// The least and the greatest value that a board can have without a fact.
    fn plain(&self, reduced: &Reduced) -> (i32, i32) {
        let lines = self.sheet.open_lines(&reduced.0);
        let most = match self.scoring {
            Scoring::General | Scoring::Alternating => lines,
            Scoring::First | Scoring::Misere => lines.min(1),
        };
        // One letter is missing.
        let is_short = |line: &[usize; 3]| {
            let empty = line.iter().filter(|cell| reduced.0[**cell] == b'.');
            Sheet::is_open(&reduced.0, *line) && empty.count() == 1
        };
        if self.scoring == Scoring::First && self.sheet.lines.iter().any(is_short) {
            return (1, 1);
        }
        (-most, most)
    }

    /// The least and the greatest value that a board can have by the facts.
    fn bounds(&self, reduced: &Reduced) -> (i32, i32) {
        let (low, high) = self.plain(reduced);
        match self.facts.get(reduced) {
            Some(fact) => (low.max(fact.0), high.min(fact.1)),
            None => (low, high),
        }
    }

    /// The least and the greatest value that a letter can bring.
    fn brings(&self, letter: &Letter) -> (i32, i32) {
        match letter {
            Letter::Ends(value) => (*value, *value),
            Letter::Leads(points, next, again) => {
                let (low, high) = self.bounds(next);
                if *again {
                    (points + low, points + high)
                } else {
                    (points - high, points - low)
                }
            }
        }
    }

    /// Whether the value of a board is at least a number: some letter brings as much.
    fn is_at_least(&self, reduced: &Reduced, least: i32) -> bool {
        let less = |letter: Letter| self.brings(&letter).0 < least;
        self.plain(reduced).0 >= least || !self.for_each_letter(reduced, &mut { less })
    }

    /// Whether the value of a board is at most a number: no letter brings more.
    fn is_at_most(&self, reduced: &Reduced, most: i32) -> bool {
        let at_most = |letter: Letter| self.brings(&letter).1 <= most;
        let is_full = !reduced.1 && !reduced.0.contains(&b'.');
        self.plain(reduced).1 <= most || !is_full && self.for_each_letter(reduced, &mut { at_most })
    }
}

/// Checks the text of a certificate of SOS.
///
/// # Errors
///
/// Returns a sentence about what is wrong: the format, the checksum, or the first fact that does not follow.
pub fn check_sos(text: &str) -> Result<AcceptedSos, String> {
    let mut lines = signed_lines(text)?;
    if header(&mut lines, "game ")? != "sos" {
        return Err("expected a certificate of SOS".to_owned());
    }
    let rules = header(&mut lines, "rules ")?;
    let scoring = match rules {
        "general" => Scoring::General,
        "first" => Scoring::First,
        "alternating" => Scoring::Alternating,
        "misere" => Scoring::Misere,
        other => return Err(format!("expected one of the four rules, found `{other}`")),
    };
    let board = header(&mut lines, "board ")?;
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() * rows[0].len() > 400 {
        return Err("expected a board of at most 400 cells".to_owned());
    }
    let sheet = Sheet::new(rows.len(), rows[0].len());
    let start = sheet
        .read(board)
        .map_err(|reason| format!("line 4: {reason}"))?;
    let number = |text: &str| {
        let number = text.parse::<i16>().map(i32::from);
        number.map_err(|_| format!("expected a number, found `{text}`"))
    };
    let value = number(header(&mut lines, "value ")?)?;
    let count: Result<usize, _> = header(&mut lines, "facts ")?.parse();
    let count = count.map_err(|_| "expected a number of facts".to_owned())?;
    let mut checker = SosChecker {
        sheet,
        scoring,
        facts: HashMap::new(),
    };
    let mut facts = Vec::new();
    for (line, place) in lines {
        let at = |reason: String| format!("line {place}: {reason}");
        let words: Vec<&str> = line.split(' ').collect();
        let [spelled, sign @ (">=" | "<="), bound] = words[..] else {
            return Err(at(format!("expected a board and a bound, found `{line}`")));
        };
        let (spelled, odd) = match spelled.strip_suffix('*') {
            Some(spelled) => (spelled, true),
            None => (spelled, false),
        };
        let spelled = checker.sheet.read(spelled).map_err(at)?;
        let reduced = checker.sheet.reduce(spelled, odd);
        facts.push((place, reduced, sign == ">=", number(bound).map_err(at)?));
    }
    if facts.len() != count {
        return Err(format!("expected {count} facts, found {}", facts.len()));
    }
    for (_, reduced, is_least, bound) in &facts {
        let known = checker.facts.entry(reduced.clone());
        let known = known.or_insert((i32::MIN, i32::MAX));
        if *is_least {
            known.0 = known.0.max(*bound);
        } else {
            known.1 = known.1.min(*bound);
        }
    }
    for (place, reduced, is_least, bound) in counted(&facts) {
        let follows = if *is_least {
            checker.is_at_least(reduced, *bound)
        } else {
            checker.is_at_most(reduced, *bound)
        };
        if !follows {
            return Err(format!(
                "line {place}: it does not follow from facts above it"
            ));
        }
    }
    let is_over = matches!(scoring, Scoring::First | Scoring::Misere)
        && (0..start.len()).any(|cell| checker.sheet.made(&start, cell) > 0);
    if is_over {
        return Err("expected a game that goes on, found an S-O-S that ended it".to_owned());
    }
    let reduced = checker.sheet.reduce(start, false);
    if checker.bounds(&reduced) != (value, value) {
        return Err(format!(
            "the facts do not say that the board is worth {value} to whoever moves"
        ));
    }
    Ok(AcceptedSos {
        rules: rules.to_owned(),
        board: board.to_owned(),
        value,
        facts: facts.len(),
    })
}
