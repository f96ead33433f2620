//! Computes the number of handles or crosscaps beyond which adding more does not change the game.
//!
//! A region with few lives cannot use many handles. Let *h*(*R*) be a number such that a region like *R* with at least
//! *h*(*R*) handles may get one more without any change in the game tree of its land. In a region with three lives or
//! fewer the surface makes no difference, so *h* is 0. Otherwise look at the regions after a line, by induction:
//!
//! * A line that cuts a handle and leaves *S* needs *h*(*R*) > *h*(*S*). One that joins two boundaries needs
//!   *h*(*R*) ≥ *h*(*S*).
//! * A line that leaves *S* and *T* needs *h*(*R*) ≥ *h*(*S*) + *h*(*T*): once *R* gets one more handle, *S* or *T* has
//!   more handles than it needs and can give one up.
//!
//! For *c*(*R*) crosscaps and two more, a line that leaves *S* needs *c*(*R*) ≥ *c*(*S*) + 2 and, since every two
//! crosscaps may turn into a handle, *c*(*R*) ≥ 2*h*(*S*) + 2. A line that leaves *S* and *T* needs *c*(*R*) ≥
//! *c*(*S*) + *c*(*T*) + 1, and *c*(*R*) ≥ 2*h*(*S*) + *c*(*T*), and the same with *S* and *T* exchanged. Odd and even
//! numbers of crosscaps remain distinct, because only an even number can turn into handles.
//!
//! Lines in other regions only take corners away, which never raises these numbers. [`Spots`] counts the spots of a
//! region, and takes every line that boundaries with such spots could allow.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use papergames_sprouts::Ending;
use papergames_sprouts::land::Lands;
use papergames_sprouts::planar::surface::Surface;
use papergames_sprouts::surface::Sheet;

use super::games::Games;

/// The most handles or crosscaps of a [`Sheet`].
const MOST: u8 = 20;

/// The number of spots of a region with no line, with one line, with two lines and one corner in the region, and with
/// two lines and both corners in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Spots([u8; 4]);

const BARE: usize = 0;
const TIP: usize = 1;
const CORNER: usize = 2;
const PIER: usize = 3;

/// For each count of spots, the numbers of handles and of crosscaps that suffice.
type Known = HashMap<Spots, (u8, u8)>;

impl Spots {
    fn with(mut self, kind: usize, more: u8) -> Spots {
        self.0[kind] += more;
        self
    }

    /// Returns what is left without these ends of a line, if they exist.
    fn without(mut self, ends: &[usize]) -> Option<Spots> {
        for kind in ends {
            self.0[*kind] = self.0[*kind].checked_sub(1)?;
        }
        Some(self)
    }

    /// Returns the numbers of handles and crosscaps beyond which one more handle, or two more crosscaps, change
    /// nothing.
    fn enough(self, known: &mut Known) -> (u8, u8) {
        let [bare, tips, corners, piers] = self.0;
        if 3 * bare + 2 * tips + corners + piers <= 3 {
            return (0, 1);
        }
        if let Some(enough) = known.get(&self) {
            return *enough;
        }
        let mut enough = (0, 1);
        let ends = (0..4).flat_map(|x| (x..4).map(move |y| vec![x, y]));
        for ends in ends.chain([vec![BARE], vec![TIP]]) {
            let Some(rest) = self.without(&ends) else {
                continue;
            };
            let is_loop = ends.len() == 1;
            // What becomes of the ends if the line has the same region on both sides. The new spot is a pier.
            let mut whole = rest.with(PIER, 1);
            for end in &ends {
                match (*end, is_loop) {
                    (BARE, false) => whole = whole.with(TIP, 1),
                    (BARE, true) | (TIP, false) => whole = whole.with(PIER, 1),
                    _ => {}
                }
            }
            let joins = !is_loop && ends.contains(&BARE);
            let (h, c) = whole.enough(known);
            if joins {
                enough = (enough.0.max(h), enough.1.max(c));
                continue;
            }
            enough = (enough.0.max(h + 1), enough.1.max(c + 2).max(2 * h + 2));
            // The new spot, and ends that live on, have a corner on each side.
            let live_on = |end: &&usize| **end == if is_loop { BARE } else { TIP };
            let both = 1 + ends.iter().filter(live_on).count() as u8;
            rest.divide(both, &mut |one, other| {
                let ((h, c), (i, d)) = (one.enough(known), other.enough(known));
                enough.0 = enough.0.max(h + i);
                enough.1 = enough.1.max(c + d + 1).max(2 * h + d).max(2 * i + c);
            });
        }
        known.insert(self, enough);
        enough
    }

    /// Calls `found` with all ways to divide the spots among two regions, with some corners in both of them.
    fn divide(self, both: u8, found: &mut dyn FnMut(Spots, Spots)) {
        let [bare, tips, corners, piers] = self.0;
        for (a, b) in (0..=bare).flat_map(|a| (0..=tips).map(move |b| (a, b))) {
            for (c, d) in (0..=corners).flat_map(|c| (0..=piers).map(move |d| (c, d))) {
                for e in 0..=piers - d {
                    // A pier may get a corner on each side.
                    let each = both + piers - d - e;
                    let other = [bare - a, tips - b, corners - c + each, e];
                    found(Spots([a, b, c + each, d]), Spots(other));
                }
            }
        }
    }

    /// Counts the spots of a region as it is written, without its surface.
    fn read(region: &str) -> Spots {
        let mut spots = Spots::default();
        let mut letters: BTreeMap<(char, usize), u8> = BTreeMap::new();
        for (i, boundary) in region.split('.').enumerate() {
            if let Some(more) = boundary.strip_prefix('0') {
                let count = more.strip_prefix('*').unwrap_or("1");
                spots = spots.with(BARE, count.parse().expect("a number of spots"));
                continue;
            }
            for corner in boundary.chars() {
                match corner {
                    '1' => spots = spots.with(TIP, 1),
                    '2' => spots = spots.with(CORNER, 1),
                    // These are names on a boundary, others on a region or the land.
                    'a'..='l' => *letters.entry((corner, i)).or_default() += 1,
                    _ => *letters.entry((corner, 0)).or_default() += 1,
                }
            }
        }
        for corners in letters.into_values() {
            spots = spots.with(if corners == 2 { PIER } else { CORNER }, 1);
        }
        spots
    }
}

static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// Returns lands with the same game tree, in which no region has handles or crosscaps that change nothing.
pub(crate) fn limited(lands: &Lands) -> Lands {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let lands = lands.iter().map(|land| {
        let text = land.to_string();
        let regions = text.split('|').map(|region| {
            let (boundaries, surface) = region.split_once('@').expect("a surface");
            let (handles, crosscaps) = Spots::read(boundaries).enough(known);
            let surface = match surface.parse().expect("a surface") {
                Surface::Handles(n) => Surface::Handles(n.min(handles)),
                Surface::Crosscaps(n) if n > crosscaps => {
                    Surface::Crosscaps(crosscaps + (n - crosscaps) % 2)
                }
                Surface::Crosscaps(n) => Surface::Crosscaps(n),
            };
            format!("{boundaries}@{surface}")
        });
        let limited = regions.collect::<Vec<_>>().join("|");
        if limited == text {
            land.clone()
        } else {
            limited.parse().expect("a land")
        }
    });
    lands.collect()
}

/// How surfaces of a kind are made from their number of handles or crosscaps.
type Kind = fn(u8) -> Surface;

/// Finds the least number of handles, and the least odd and even numbers of crosscaps, beyond which one more handle or
/// two more crosscaps leave the game tree unchanged. It compares game trees up to a greatest number, which makes this a
/// proof if that number is `enough`.
pub(crate) fn limits(
    spots: RangeInclusive<usize>,
    rows: &mut dyn FnMut(String),
) -> Result<(), Box<dyn std::error::Error>> {
    rows("spots,kind,limit,compared to,enough".into());
    for n in spots {
        let mut trees = Games::trees(limited);
        let (handles, crosscaps) = Spots([n as u8, 0, 0, 0]).enough(&mut Known::new());
        let kinds: [(&str, Kind, u8, u8); 3] = [
            ("handles", Surface::Handles, 0, handles),
            ("odd crosscaps", Surface::Crosscaps, 1, crosscaps),
            ("even crosscaps", Surface::Crosscaps, 2, crosscaps + 1),
        ];
        for (kind, surface, least, enough) in kinds {
            let step = if least == 0 { 1 } else { 2 };
            let numbers = (least..=enough.min(MOST)).step_by(step);
            let (mut limit, mut compared, mut last) = (least, least, None);
            for number in numbers {
                let tree = trees.of(&Sheet::new(n, surface(number), Ending::Normal)?.lands());
                if last.replace(tree) != Some(tree) {
                    limit = number;
                }
                compared = number;
            }
            rows(format!("{n},{kind},{limit},{compared},{enough}"));
        }
    }
    Ok(())
}
