//! Room for something new while the rest stays where it is.
//!
//! Here only what is new is pulled tight. What was there before has a home: it gives way only if it is closer to
//! something else than a picture allows, as a whole and not in a dent, and returns as far as it can. Points push each
//! other apart like beads, each by its share of what is missing. The half-clearance rule holds here, too.

use super::{Net, SHARE, STEPS_PER_LIST, first_point};
use crate::drawing::curves::Drawing;
use crate::drawing::ink::foot;
use crate::geometry::{Point, Vec2};

/// The white between what has to give way and the ink next to it, in widths of a line.
const NARROW: f64 = 1.6;
/// The white around a line that a program drew, in distances wanted between lines.
const WIDE: f64 = 0.35;
/// How close lines may be where they come together, as a share of what they should be.
const JOINED: f64 = 0.45;
/// The number of steps; in the last third nothing returns to its home.
const STEPS: usize = 150;

/// Moves what has too little room after the lines from number `first` on and the vertices from number `spots` on were
/// drawn. A line drawn by hand is at home where it was drawn.
pub(in crate::drawing) fn make_room(
    drawing: &mut Drawing,
    first: usize,
    spots: usize,
    by_hand: bool,
) {
    let mut net = Net::new(drawing);
    let mut homes: Vec<Option<Point>> = net.places.iter().copied().map(Some).collect();
    for (i, vertex) in net.kept.iter().enumerate() {
        if vertex.index() >= spots {
            homes[i] = None;
        }
        if net.tips[i] {
            // A label is about as high as a spot.
            net.ink[i] = net.sizes.spot;
        }
    }
    for (line, chain) in net.lines.iter().zip(&net.chains) {
        let mut bend = line.first as usize;
        for dart in chain {
            let is_new = dart.index() / 2 >= first && !by_hand;
            for _ in 0..=drawing.bends[dart.index() / 2].len() {
                if is_new && bend < line.end as usize {
                    homes[bend] = None;
                }
                bend += 1;
            }
        }
    }
    let longest = 0.7 * net.sizes.width;
    for step in 0..STEPS {
        if step % STEPS_PER_LIST == 0 {
            net.link();
            net.list_near();
        }
        net.give_way(&homes, by_hand, longest, 3 * step < 2 * STEPS);
    }
    net.store(drawing);
}

impl Net {
    /// Makes a step of at most a length.
    fn give_way(&mut self, homes: &[Option<Point>], by_hand: bool, longest: f64, returns: bool) {
        let width = self.sizes.width;
        self.push.clear();
        self.push.resize(self.places.len(), Vec2::ZERO);
        self.free.clear();
        self.free.resize(self.places.len(), self.sizes.apart);
        for near in &self.near {
            let [point, a, b] = [near.point, near.a, near.b].map(|i| i as usize);
            let (q, pa, pb) = (self.places[point], self.places[a], self.places[b]);
            let foot = foot(q, pa, pb);
            let distance = q.distance(foot);
            for i in [point, a, b] {
                self.free[i] = self.free[i].min(distance);
            }
            // Where lines come together they may be closer than in a picture that is drawn anew.
            let (reach, ink) = (
                JOINED * f64::from(near.reach),
                f64::from(near.ink).max(width),
            );
            let must = reach.min(ink + NARROW * width);
            let is_new = !by_hand && [point, a, b].iter().any(|i| homes[*i].is_none());
            let wish = if is_new {
                must.max(reach.min(ink + WIDE * self.sizes.apart))
            } else {
                must
            };
            if distance >= wish || distance < 1e-12 {
                continue;
            }
            let ease = |bead: usize| match homes[bead] {
                None => 1.0,
                Some(_) if distance < must => 0.5,
                Some(_) => 0.0,
            };
            let length = pa.distance(pb);
            let t = if length > 0.0 {
                pa.distance(foot) / length
            } else {
                0.0
            };
            let eases = [ease(point), ease(a) * (1.0 - t), ease(b) * t];
            let total: f64 = eases.iter().sum();
            if total > 0.0 {
                let way = (q - foot) * (0.35 * (wish - distance) / (distance * total));
                self.push[point] += way * eases[0];
                self.push[a] -= way * eases[1];
                self.push[b] -= way * eases[2];
            }
        }
        let places = &self.places;
        let moved = |i: u32| homes[i as usize].map_or(Vec2::ZERO, |home| places[i as usize] - home);
        for (i, bend) in self.bends.iter().enumerate() {
            let i = self.n_spots + i;
            let push = if homes[i].is_some() {
                ((moved(bend.before) + moved(bend.after)) * 0.5 - moved(i as u32)) * 0.3
            } else {
                (self.place(bend.before).midpoint(self.place(bend.after)) - self.places[i]) * 0.4
            };
            self.push[i] += push;
        }
        for spot in (0..self.n_spots).filter(|spot| homes[*spot].is_none()) {
            if self.tips[spot] {
                self.hold_stub(spot);
                continue;
            }
            let rays = self.fans[spot].iter().map(|(line, starts)| {
                let next = first_point(&self.lines[*line as usize], *starts);
                self.place(next) - self.places[spot]
            });
            let sum = rays.fold(Vec2::ZERO, |sum, ray| sum + ray);
            self.push[spot] += sum * (0.3 / self.fans[spot].len().max(1) as f64);
        }
        for (i, (place, home)) in self.places.iter_mut().zip(homes).enumerate() {
            let mut push = self.push[i];
            if let Some(home) = home.filter(|_| returns) {
                push -= (*place - home) * 0.02;
            }
            let most = longest.min(SHARE * self.free[i]);
            *place += push * (most / push.hypot().max(1e-300)).min(1.0);
        }
    }
}
