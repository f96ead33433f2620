//! The energy of a drawing, which says what a good picture is.
//!
//! Everything that a reader wants of a picture is in one sum, and the best picture is the one in which it is least. The
//! first term is the tangent-point energy of C. Yu, H. Schumacher and K. Crane, *Repulsive Curves*, ACM Transactions on
//! Graphics 40 (2021), with the exponents 3 and 6. Lengths are such that the page has radius 1, `a` is the distance
//! wanted between lines, and every term grows like 1 / length when a picture shrinks, so that none of them loses weight
//! in a large map.
//!
//! * Lines keep apart, whole stretches of them: `|T × d|³ / |d|⁶` over pairs of pieces of lines, `T` the direction of
//!   one of them and `d` the way to the other, times both lengths.
//! * Lines are short: [`TENSION`] `/ a² · ∫ 1`.
//! * Lines bend little: [`BENDING`] `∫ κ²`. A spot of two lines is a point along one line, and a cross is one
//!   along two.
//! * Spots keep clear of lines, of each other, and of the rim of the page, and so do lines: the width of the white
//!   between them to the power −3, at the rim −2. A disc of radius `r` counts as a line of length `4 r`, and at the rim
//!   lines count half. Neither was compared with other numbers.
//! * Points keep off segments that are closer than those sums can see.
//! * Lines of one spot part, at 120° if there are three, at 90° if there are four: [`PARTING`] `/ a · Σ 1 / |T − T′|²`
//!   over pairs of lines.
//! * Points are evenly spaced along a line: [`EVENNESS`] `/ a · Σ (ℓ − ℓ′)² / ℓ ℓ′`.
//! * Free arms have their length and are straight: quadratic, [`ARM`].
//! * Spots that were somewhere before are drawn back: quadratic.
//!
//! Only `+ − × / √` occur, which every machine rounds alike, so that a map has the same picture everywhere. Where the
//! comment on a constant names no other value, none was compared.

use super::{Line, Net, first_point, larger};
use crate::drawing::grid::Grid;
use crate::drawing::ink::{squared_distance, uncrossed_distance};
use crate::geometry::{Point, Vec2};

/// The weight of bending beside that of keeping apart. With half of it, there are twice as many bends to and fro, and
/// gaps are no wider.
const BENDING: f64 = 16.0;
/// The weight of parting: with a fifth of it, lines of crosses meet at 75° and 105°. That of even spacing: any value
/// from 0.1 to 1 works.
const PARTING: f64 = 1.5;
const EVENNESS: f64 = 0.3;
/// The stiffness of the length of a free arm, and that of its straightness, in units of `1 / a³`: strong enough that an
/// arm yields less than its own width.
const ARM: [f64; 2] = [40.0, 400.0];
/// How far lines repel each other, in distances wanted between lines. With a third more, pictures do not change and
/// take a third longer; with a fifth less, there are twice as many bends to and fro.
const CUT: f64 = 1.5;
/// The length around a spot, in distances wanted between lines, in which the lines that meet there repel each other
/// less, since they cannot keep apart: only their angle counts.
const MEETING: f64 = 0.8;
/// A sum over the middles of segments is exact enough if they are shorter than their distance, times this. Otherwise
/// one of them is divided, into at most so many parts.
const FINE: f64 = 1.5;
const MOST_PARTS: f64 = 8.0;
/// The white beside a disc, in its radii, below which the force no longer grows, so that a drawing can begin with discs
/// on lines.
const UNDER: f64 = 0.25;
/// The distance of a point from a segment, in distances wanted between lines, below which a barrier rises: there, the
/// sums over parts of segments no longer see the smallest gaps. It keeps gaps open; that no line crosses another is due
/// to the half-clearance rule (see [`relax`](super)).
const GUARD: f64 = 0.1;
/// The radii of the white that dots and the ends of free arms need: in radii of a spot, and in distances between lines.
const DOT: f64 = 0.15;
const TIP: f64 = 0.35;
/// The pull of lines to be short, in units of `1 / a²`. Without it, lines are a tenth longer because they bulge into
/// every empty face.
const TENSION: f64 = 5.0;
/// The distance of the rim from the disc of radius 1, in distances wanted between lines.
const RIM: f64 = 0.5;

/// Two segments close to each other or to a spot at which their lines meet.
struct Close {
    segments: [u32; 2],
    /// The number of parts into which each of them is divided while the other is not.
    parts: u32,
    spot: Option<u32>,
}

/// Something round that repels lines, and its radius.
struct Disc {
    point: u32,
    radius: f64,
}

/// A disc and a segment that does not end at it, in so many parts.
struct DiscSegment {
    disc: u32,
    segment: u32,
    parts: u32,
}

/// The place to which a point is drawn back.
#[derive(Clone, Copy)]
pub(super) struct Home {
    pub(super) point: u32,
    pub(super) place: Point,
    pub(super) stiffness: f64,
}

/// The terms of the energy of a drawing, with the pairs that were close when it was made. The descent lists them again
/// after a few steps, and measures the energy again, because a pair that comes or goes at [`CUT`] changes the sum.
pub(super) struct Energy {
    apart: f64,
    arm: Vec<(Vec<u32>, f64)>,
    pub(super) segments: Vec<[u32; 2]>,
    /// The line of each segment.
    owners: Vec<u32>,
    /// Three points in a row; `true` if the middle one is a bend and not a spot.
    bends: Vec<([u32; 3], bool)>,
    /// Two lines of a spot, by their first points, and the spot.
    forks: Vec<[u32; 3]>,
    discs: Vec<Disc>,
    far: Vec<[u32; 2]>,
    close: Vec<Close>,
    beside: Vec<DiscSegment>,
    /// Points and segments that may come so close that the sums above no longer see them.
    guarded: Vec<[u32; 3]>,
    homes: Vec<Home>,
}

/// The gradient with respect to a segment: its middle, its direction and its length.
#[derive(Clone, Copy, Default)]
struct Pull {
    middle: Vec2,
    way: Vec2,
    length: f64,
}

/// A segment: its middle, direction and length.
#[derive(Clone, Copy)]
struct Bar {
    middle: Point,
    way: Vec2,
    length: f64,
}

impl Bar {
    fn new(a: Point, b: Point) -> Bar {
        let way = b - a;
        let length = way.hypot() + 1e-300;
        Bar {
            middle: a.midpoint(b),
            way: way * (1.0 / length),
            length,
        }
    }
}

impl Energy {
    /// Lists the terms for a drawing whose discs have a share of their size.
    pub(super) fn new(net: &Net, discs: f64, homes: &[Home]) -> Energy {
        let apart = net.sizes.apart;
        let mut segments = Vec::new();
        let mut owners: Vec<u32> = Vec::new();
        let mut bends = Vec::new();
        let mut arm = Vec::new();
        for (number, line) in net.lines.iter().enumerate() {
            let points: Vec<u32> = (0..=line.len() + 1).map(|i| line.point(i)).collect();
            segments.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
            owners.resize(segments.len(), number as u32);
            bends.extend(points.windows(3).map(|w| ([w[0], w[1], w[2]], true)));
            if line.is_stub {
                arm.push((points, net.stub(line)));
            }
        }
        let mut forks = Vec::new();
        for (spot, fan) in net.fans.iter().enumerate() {
            let firsts: Vec<u32> = fan
                .iter()
                .map(|(line, starts)| first_point(&net.lines[*line as usize], *starts))
                .collect();
            for (i, p) in firsts.iter().enumerate() {
                forks.extend(firsts[i + 1..].iter().map(|q| [*p, *q, spot as u32]));
            }
            // A spot of two lines is a point along one line, and a dot of four is one along two lines that cross.
            match firsts[..] {
                [p, q] => bends.push(([p, spot as u32, q], false)),
                [p, q, r, s] if net.is_dotted => {
                    bends.extend([[p, r], [q, s]].map(|[a, b]| ([a, spot as u32, b], false)));
                }
                _ => {}
            }
        }
        let disc = |spot: usize| Disc {
            point: spot as u32,
            radius: discs
                * match net.is_dotted {
                    true if net.tips[spot] => TIP * apart,
                    true => net.ink[spot].max(DOT * net.sizes.spot),
                    false => net.ink[spot],
                },
        };
        let mut energy = Energy {
            apart,
            arm,
            segments,
            owners,
            bends,
            forks,
            discs: (0..net.n_spots).map(disc).collect(),
            far: Vec::new(),
            close: Vec::new(),
            beside: Vec::new(),
            guarded: Vec::new(),
            homes: homes.to_vec(),
        };
        energy.list(net);
        energy
    }

    /// The number of terms, which is a measure of the time that an evaluation takes.
    pub(super) fn n_terms(&self) -> usize {
        let parts = |close: &Close| 2 * close.parts as usize;
        self.far.len()
            + self.close.iter().map(parts).sum::<usize>()
            + self.beside.len()
            + 8 * self.segments.len()
    }

    /// Lists what repels what in a drawing of the same points, which may have moved.
    pub(super) fn list(&mut self, net: &Net) {
        self.far.clear();
        self.close.clear();
        self.beside.clear();
        let places = &net.places;
        let bars: Vec<Bar> = self.segments.iter().map(|s| bar(places, *s)).collect();
        let middles: Vec<Point> = bars.iter().map(|bar| bar.middle).collect();
        let cut = CUT * self.apart;
        let grid = Grid::new(&middles, 0.5 * cut);
        let around = Vec2::splat(cut);
        for (i, own) in bars.iter().enumerate() {
            let place = own.middle;
            let [a, b] = self.segments[i];
            grid.all_within(place - around, place + around, |j| {
                let (i, j) = (i as u32, j);
                let [c, d] = self.segments[j as usize];
                let squared = place.distance_squared(middles[j as usize]);
                if j <= i || squared > cut * cut || a == c || a == d || b == c || b == d {
                    return true;
                }
                let lines = [i, j].map(|s| self.owners[s as usize]);
                let spot = self.meeting(net, lines, [place, middles[j as usize]]);
                let other = bars[j as usize];
                let longest = larger(own.length, other.length);
                let mut parts = 1.0;
                if squared < 4.0 * FINE * FINE * longest * longest {
                    let distance = uncrossed_distance([a, b, c, d].map(|p| places[p as usize]));
                    parts = (FINE * longest / larger(distance, 1e-12))
                        .ceil()
                        .clamp(1.0, MOST_PARTS);
                }
                if spot.is_some() || parts > 1.0 {
                    self.close.push(Close {
                        segments: [i, j],
                        parts: parts as u32,
                        spot,
                    });
                } else {
                    self.far.push([i, j]);
                }
                true
            });
        }
        for (number, disc) in self.discs.iter().enumerate() {
            let place = places[disc.point as usize];
            grid.all_within(place - around, place + around, |j| {
                let line = &net.lines[self.owners[j as usize] as usize];
                let squared = place.distance_squared(middles[j as usize]);
                if squared > cut * cut || line.from == disc.point || line.to == disc.point {
                    return true;
                }
                let [a, b] = self.segments[j as usize].map(|p| places[p as usize]);
                let white = squared_distance(place, a, b).0.sqrt() - disc.radius;
                let length = bars[j as usize].length;
                let parts = FINE * length / larger(white, UNDER * disc.radius + 1e-12);
                self.beside.push(DiscSegment {
                    disc: number as u32,
                    segment: j,
                    parts: parts.ceil().clamp(1.0, MOST_PARTS) as u32,
                });
                true
            });
        }
    }

    /// Returns the spot near both middles at which two lines meet.
    fn meeting(&self, net: &Net, [own, other]: [u32; 2], middles: [Point; 2]) -> Option<u32> {
        let [p, q] = [own, other].map(|line| &net.lines[line as usize]);
        let is_loop = |line: &Line| line.from == line.to;
        let reach = MEETING * self.apart;
        let is_near = |spot: &u32| {
            let place = net.place(*spot);
            let squared = middles.map(|middle| middle.distance_squared(place));
            squared[0] + squared[1] < 2.0 * reach * reach
        };
        let common = [p.from, p.to].into_iter().filter(|end| {
            if own == other {
                return is_loop(p);
            }
            *end == q.from || *end == q.to
        });
        common.filter(is_near).min_by(|s, t| {
            let far = |spot: u32| middles[0].distance_squared(net.place(spot));
            far(*s).total_cmp(&far(*t))
        })
    }

    /// Returns the energy of the points in some places, and stores its gradient.
    pub(super) fn at(&self, places: &[Point], slope: &mut Vec<Vec2>) -> f64 {
        slope.clear();
        slope.resize(places.len(), Vec2::ZERO);
        let bars: Vec<Bar> = self.segments.iter().map(|s| bar(places, *s)).collect();
        let mut pulls = vec![Pull::default(); bars.len()];
        let mut sum = self.repel(&bars, &mut pulls);
        sum += self.meet(places, &bars, &mut pulls, slope);
        sum += self.clear(places, &bars, &mut pulls, slope);
        sum += rim(1.0 + RIM * self.apart, &bars, &mut pulls);
        let tension = TENSION / (self.apart * self.apart);
        for (pull, bar) in pulls.iter_mut().zip(&bars) {
            pull.length += tension;
            sum += tension * bar.length;
        }
        for ((pull, bar), [a, b]) in pulls.iter().zip(&bars).zip(&self.segments) {
            let along = pull.way.dot(bar.way);
            let way = (pull.way - bar.way * along) * (1.0 / bar.length) + bar.way * pull.length;
            slope[*a as usize] += pull.middle * 0.5 - way;
            slope[*b as usize] += pull.middle * 0.5 + way;
        }
        sum += self.bend(places, slope) + self.part(places, slope) + self.hold_arms(places, slope);
        sum += self.keep_off(places, slope);
        for home in &self.homes {
            let way = places[home.point as usize] - home.place;
            sum += 0.5 * home.stiffness * way.hypot2();
            slope[home.point as usize] += way * home.stiffness;
        }
        sum
    }

    /// Lines keep apart: the pairs that are far enough from each other.
    fn repel(&self, bars: &[Bar], pulls: &mut [Pull]) -> f64 {
        let mut sum = 0.0;
        for [i, j] in &self.far {
            let (i, j) = (*i as usize, *j as usize);
            let (p, q) = (bars[i], bars[j]);
            let way = q.middle - p.middle;
            let inverse = 1.0 / way.hypot2();
            let cube = inverse * inverse * inverse;
            let [c, d] = [p.way.cross(way), q.way.cross(way)];
            let [cc, dd] = [c * c.abs(), d * d.abs()];
            let energy = (cc * c + dd * d) * cube;
            let both = p.length * q.length;
            sum += energy * both;
            let f = 3.0 * cube * both;
            let pull = (p.way.turn_90() * cc + q.way.turn_90() * dd) * f
                - way * (6.0 * energy * inverse * both);
            let turned = way.turn_90() * -f;
            pulls[i].middle -= pull;
            pulls[i].way += turned * cc;
            pulls[i].length += q.length * energy;
            pulls[j].middle += pull;
            pulls[j].way += turned * dd;
            pulls[j].length += p.length * energy;
        }
        sum
    }

    /// Lines keep apart: the pairs that are close. One of the two segments is divided and the other is not, because the
    /// direction of only one counts and the segments beside it contribute what lies beyond its ends.
    fn meet(&self, places: &[Point], bars: &[Bar], pulls: &mut [Pull], slope: &mut [Vec2]) -> f64 {
        let mut sum = 0.0;
        for Close {
            segments,
            parts,
            spot,
        } in &self.close
        {
            let [i, j] = segments.map(|s| s as usize);
            let [mut total, share] = [0.0, 1.0 / f64::from(*parts)];
            let (weight, slopes) = spot.map_or((1.0, [Vec2::ZERO; 2]), |spot| {
                self.window(places[spot as usize], [bars[i].middle, bars[j].middle])
            });
            for (own, other) in [(i, j), (j, i)] {
                let (p, q) = (bars[own], bars[other]);
                let [a, b] = self.segments[other].map(|p| p as usize);
                let both = share * p.length * q.length;
                for part in 0..*parts {
                    let t = share * (f64::from(part) + 0.5);
                    let way = places[a].lerp(places[b], t) - p.middle;
                    let inverse = 1.0 / (way.hypot2() + 1e-300);
                    let cube = inverse * inverse * inverse;
                    let c = p.way.cross(way);
                    let cc = c * c.abs();
                    let energy = cc * c * cube;
                    total += energy * both;
                    let f = 3.0 * cube * both * weight * cc;
                    let pull = p.way.turn_90() * f - way * (6.0 * energy * inverse * both * weight);
                    slope[a] += pull * (1.0 - t);
                    slope[b] += pull * t;
                    pulls[own].middle -= pull;
                    pulls[own].way -= way.turn_90() * f;
                    pulls[own].length += share * q.length * energy * weight;
                    pulls[other].length += share * p.length * energy * weight;
                }
            }
            sum += total * weight;
            if let Some(spot) = spot {
                for (segment, way) in [i, j].into_iter().zip(slopes) {
                    pulls[segment].middle += way * total;
                    slope[*spot as usize] -= way * total;
                }
            }
        }
        sum
    }

    /// Returns how much two middles near a common spot count, from 0 at the spot to 1, and the gradient for each.
    fn window(&self, spot: Point, middles: [Point; 2]) -> (f64, [Vec2; 2]) {
        let reach = MEETING * self.apart;
        let ways = middles.map(|middle| middle - spot);
        let squared = (ways[0].hypot2() + ways[1].hypot2()) / (2.0 * reach * reach);
        if squared >= 1.0 {
            return (1.0, [Vec2::ZERO; 2]);
        }
        let u = squared.sqrt();
        // The derivative of u²(3 − 2u) by u² is 3(1 − u).
        let slope = 3.0 * (1.0 - u) / (reach * reach);
        (squared * (3.0 - 2.0 * u), ways.map(|way| way * slope))
    }

    /// Spots keep clear of lines, of each other, and of the rim.
    fn clear(&self, places: &[Point], bars: &[Bar], pulls: &mut [Pull], slope: &mut [Vec2]) -> f64 {
        let mut sum = 0.0;
        for DiscSegment {
            disc,
            segment,
            parts,
        } in &self.beside
        {
            let Disc { point, radius } = self.discs[*disc as usize];
            let share = 1.0 / f64::from(*parts);
            let [a, b] = self.segments[*segment as usize].map(|p| p as usize);
            let length = share * bars[*segment as usize].length;
            for part in 0..*parts {
                let t = share * (f64::from(part) + 0.5);
                let way = places[a].lerp(places[b], t) - places[point as usize];
                let distance = way.hypot() + 1e-300;
                let (energy, push) = white(distance - radius, UNDER * radius);
                sum += 4.0 * radius * energy * length;
                let pull = way * (4.0 * radius * push * length / distance);
                slope[a] -= pull * (1.0 - t);
                slope[b] -= pull * t;
                slope[point as usize] += pull;
                pulls[*segment as usize].length += share * 4.0 * radius * energy;
            }
        }
        for (i, one) in self.discs.iter().enumerate() {
            let place = places[one.point as usize];
            for other in &self.discs[..i] {
                let way = place - places[other.point as usize];
                let radii = one.radius + other.radius;
                let reach = CUT * self.apart + radii;
                if way.hypot2() > reach * reach {
                    continue;
                }
                let distance = way.hypot() + 1e-300;
                let weight = 16.0 * one.radius * other.radius;
                let (energy, push) = white(distance - radii, UNDER * radii);
                sum += weight * energy;
                let pull = way * (weight * push / distance);
                slope[one.point as usize] -= pull;
                slope[other.point as usize] += pull;
            }
            let far = place.to_vec2().hypot() + 1e-300;
            let left = larger(1.0 + RIM * self.apart - far, 1e-3);
            let weight = 4.0 * one.radius;
            sum += weight / (left * left);
            slope[one.point as usize] +=
                place.to_vec2() * (2.0 * weight / (left * left * left * far));
        }
        sum
    }

    /// Lines bend little, and their points are evenly spaced. The curvature at a point is `2 tan(θ / 2)` by the length
    /// there, which grows without limit towards a fold.
    fn bend(&self, places: &[Point], slope: &mut [Vec2]) -> f64 {
        let even = EVENNESS / self.apart;
        let mut sum = 0.0;
        for (points, is_bend) in &self.bends {
            let [a, b, c] = points.map(|p| p as usize);
            let (u, v) = (places[b] - places[a], places[c] - places[b]);
            let [lu, lv] = [u, v].map(|way| way.hypot() + 1e-300);
            let (u, v) = (u * (1.0 / lu), v * (1.0 / lv));
            let cosine = u.dot(v);
            let open = larger(1.0 + cosine, 1e-9);
            let both = lu + lv;
            let energy = BENDING * 8.0 * (1.0 - cosine) / (open * both);
            sum += energy;
            let turn = -BENDING * 16.0 / (open * open * both);
            let mut gu = (v - u * cosine) * (turn / lu) - u * (energy / both);
            let mut gv = (u - v * cosine) * (turn / lv) - v * (energy / both);
            if *is_bend {
                let difference = lv - lu;
                let product = lu * lv;
                sum += even * difference * difference / product;
                // (lv − lu)² / lu lv = lv / lu + lu / lv − 2.
                gu += u * (even * (1.0 / lv - lv / (lu * lu)));
                gv += v * (even * (1.0 / lu - lu / (lv * lv)));
            }
            slope[a] -= gu;
            slope[b] += gu - gv;
            slope[c] += gv;
        }
        sum
    }

    /// Sets which points and segments may come close to each other, out of all that are near.
    pub(super) fn guard(&mut self, places: &[Point], near: &[(u32, u32)], ahead: f64) {
        let seen = GUARD * self.apart + ahead;
        let points = near.iter().map(|(q, s)| {
            let [a, b] = self.segments[*s as usize];
            [*q, a, b]
        });
        let is_close = |points: &[u32; 3]| {
            let [q, a, b] = points.map(|p| places[p as usize]);
            squared_distance(q, a, b).0 < seen * seen
        };
        self.guarded = points.filter(is_close).collect();
    }

    /// Points keep off segments that are closer than the sums can see.
    fn keep_off(&self, places: &[Point], slope: &mut [Vec2]) -> f64 {
        let reach = GUARD * self.apart;
        let mut sum = 0.0;
        for points in &self.guarded {
            let [q, a, b] = points.map(|p| p as usize);
            let (pq, pa, pb) = (places[q], places[a], places[b]);
            let (squared, t) = squared_distance(pq, pa, pb);
            if squared >= reach * reach {
                continue;
            }
            let distance = squared.sqrt() + 1e-300;
            let off = reach / distance - 1.0;
            sum += off * off / self.apart;
            let force = 2.0 * off * reach / (squared * self.apart + 1e-300);
            let pull = (pq - pa.lerp(pb, t)) * (force / distance);
            slope[q] -= pull;
            slope[a] += pull * (1.0 - t);
            slope[b] += pull * t;
        }
        sum
    }

    /// Lines of one spot part.
    fn part(&self, places: &[Point], slope: &mut [Vec2]) -> f64 {
        let weight = PARTING / self.apart;
        let mut sum = 0.0;
        for [p, q, spot] in &self.forks {
            let [p, q, spot] = [*p, *q, *spot].map(|p| p as usize);
            let (u, v) = (places[p] - places[spot], places[q] - places[spot]);
            let [lu, lv] = [u, v].map(|way| way.hypot() + 1e-300);
            let (u, v) = (u * (1.0 / lu), v * (1.0 / lv));
            // |u − v|² = 2 − 2 cos.
            let cosine = u.dot(v);
            let squared = 2.0 - 2.0 * cosine + 1e-12;
            sum += weight / squared;
            let turn = 2.0 * weight / (squared * squared);
            let gu = (v - u * cosine) * (turn / lu);
            let gv = (u - v * cosine) * (turn / lv);
            slope[p] += gu;
            slope[q] += gv;
            slope[spot] -= gu + gv;
        }
        sum
    }

    /// Free arms have their length and are straight.
    fn hold_arms(&self, places: &[Point], slope: &mut [Vec2]) -> f64 {
        let cube = self.apart * self.apart * self.apart;
        let mut sum = 0.0;
        for (points, wanted) in &self.arm {
            let [first, last] = [points[0], points[points.len() - 1]].map(|p| p as usize);
            let way = places[last] - places[first];
            let length = way.hypot() + 1e-300;
            let off = length - wanted;
            sum += ARM[0] / cube * off * off;
            let pull = way * (2.0 * ARM[0] / cube * off / length);
            slope[last] += pull;
            slope[first] -= pull;
            for (i, point) in points.iter().enumerate().skip(1).take(points.len() - 2) {
                let t = i as f64 / (points.len() - 1) as f64;
                let off = places[*point as usize] - places[first].lerp(places[last], t);
                sum += ARM[1] / cube * off.hypot2();
                let pull = off * (2.0 * ARM[1] / cube);
                slope[*point as usize] += pull;
                slope[first] -= pull * (1.0 - t);
                slope[last] -= pull * t;
            }
        }
        sum
    }
}

/// Lines keep clear of the rim.
fn rim(radius: f64, bars: &[Bar], pulls: &mut [Pull]) -> f64 {
    let mut sum = 0.0;
    for (bar, pull) in bars.iter().zip(pulls) {
        let way = bar.middle.to_vec2();
        let far = way.hypot() + 1e-300;
        let left = larger(radius - far, 1e-3);
        let energy = 0.5 / (left * left);
        sum += energy * bar.length;
        pull.middle += way * (bar.length / (left * left * left * far));
        pull.length += energy;
    }
    sum
}

/// Returns the energy of a width of white, and the force with which it grows. Below `least` the force stays the same.
fn white(width: f64, least: f64) -> (f64, f64) {
    let kept = larger(width, least);
    let inverse = 1.0 / kept;
    let cube = inverse * inverse * inverse;
    let force = 3.0 * cube * inverse;
    (cube + force * (kept - width), force)
}

fn bar(places: &[Point], [a, b]: [u32; 2]) -> Bar {
    Bar::new(places[a as usize], places[b as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Drawing, Mark};
    use common::{Random, Seeded};
    use planar::{Corner, Map, Vertex};

    /// A cross inside a loop with a chord and a lone spot, so that every term occurs.
    fn sample() -> Net {
        let mut map = Map::isolated(3).expect("small");
        let at = |v| Corner::Alone(Vertex::new(v));
        let inside = map.boundary(at(1));
        let dart = map.connect(at(0), at(0), |b| b == inside).expect("a loop");
        let joint = map.subdivide(dart).expect("a spot");
        let mut marks = vec![Mark::Dot; map.n_vertices()];
        let corner = map.corners_at(joint).next().expect("a corner");
        map.add_leaf(corner).expect("an arm");
        marks.push(Mark::Bare);
        let drawing = Drawing::of(&map, &marks).expect("a picture");
        Net::new(&drawing)
    }

    #[test]
    fn the_gradient_is_that_of_the_energy() {
        let mut random = Seeded::new(5);
        let mut net = sample();
        for discs in [1.0, 0.2] {
            let mut jitter = || (random.below(1000) as f64 / 1000.0 - 0.5) * 0.15 * net.sizes.apart;
            let places: Vec<Point> = net
                .places
                .iter()
                .map(|p| *p + Vec2::new(jitter(), jitter()))
                .collect();
            net.places = places;
            let home = Home {
                point: 0,
                place: Point::default(),
                stiffness: 3.0,
            };
            let mut energy = Energy::new(&net, discs, &[home]);
            let all: Vec<(u32, u32)> = (0..net.places.len() as u32)
                .flat_map(|q| (0..energy.segments.len() as u32).map(move |s| (q, s)))
                .filter(|(q, s)| !energy.segments[*s as usize].contains(q))
                .collect();
            energy.guard(&net.places, &all, 1.0);
            assert!(
                !energy.far.is_empty() && !energy.close.is_empty() && !energy.beside.is_empty()
            );
            assert!(
                !energy.arm.is_empty() && energy.close.iter().any(|close| close.spot.is_some())
            );
            let (mut slope, mut other) = (Vec::new(), Vec::new());
            energy.at(&net.places, &mut slope);
            let step = 1e-6;
            for (i, slope) in slope.iter().enumerate() {
                for (way, wanted) in [
                    (Vec2::new(step, 0.0), slope.x),
                    (Vec2::new(0.0, step), slope.y),
                ] {
                    let mut value = |way: Vec2| {
                        let mut places = net.places.clone();
                        places[i] += way;
                        energy.at(&places, &mut other)
                    };
                    let found = (value(way) - value(-way)) / (2.0 * step);
                    let off = (found - wanted).abs() / (1.0 + wanted.abs());
                    assert!(off < 1e-4, "point {i}: {found} instead of {wanted}");
                }
            }
        }
    }
}
