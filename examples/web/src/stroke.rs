//! Interprets lines drawn by hand with exact geometry.
//!
//! A [`Paper`] is a drawing together with the places where a line can begin and end. A [`Stroke`] grows on it point by
//! point and never crosses anything. If its next piece would cross something, the stroke stops and reports the place
//! and the obstacle. It continues as soon as the pen is back on the stroke's side of the obstacle. Whether two segments
//! cross is decided by exact signs, never by pixels.
//!
//! The finished stroke is interpreted as a [`Reading`], which consists of three facts derived from its points alone:
//!
//! * **The corners.** Each spot has a circle around it that is small enough to contain only straight pieces of the
//!   spot's lines. The stroke crosses this circle between two of the lines, and its corner is the one between these
//!   lines.
//! * **The direction.** A loop at a spot with a line has that line on its right; otherwise it is read backwards.
//! * **The sides.** If both ends are on one boundary, the stroke and the way back along that boundary form a closed
//!   walk, with the left side of the stroke on the left. If the walk runs counter-clockwise, the pieces that it
//!   encloses are on the left of the stroke; if it runs clockwise, the pieces that it does not enclose are on the left.
//!   So the winding number of the walk around one spot of a piece determines the side of that piece.
//!
//! Coordinates are those of the [`Drawing`]: `y` upwards, all in the unit disc.

use core::f64::consts::TAU;

use common::sorting;
use planar::{Boundary, Corner, Dart, Face, Vertex};
use robust::{Coord, orient2d};

use picture::drawing::Drawing;
use picture::geometry::{Point, Vec2};

use crate::words::sentence;

/// A place where lines begin and end, such as a spot.
#[derive(Clone, Debug)]
pub(crate) struct Anchor {
    /// The vertex of the place in the map.
    pub(crate) vertex: Vertex,
    /// The name of the place in messages, such as `spot 3`.
    pub(crate) name: String,
    /// The radius within which the pen counts as being at the place.
    pub(crate) radius: f64,
    /// The reason why no line can end here, or `None` if a line can.
    pub(crate) closed: Option<String>,
}

/// A drawing on which a stroke can be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Paper {
    drawing: Drawing,
    anchors: Vec<Anchor>,
    /// The curves of all lines, as polylines.
    curves: Vec<Vec<Point>>,
    /// For each anchor, the radius of the circle within which its lines are straight.
    circles: Vec<f64>,
    /// For each anchor the distance at which a stroke is so far away that it can return as a loop.
    loops: Vec<f64>,
    /// The name of the places where lines begin and end, such as `a spot`.
    ends: &'static str,
}

/// An obstacle that stops a stroke: a line, the stroke itself, or an anchor where no line can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// A line of the drawing, by its index.
    Line(usize),
    /// The stroke itself.
    Itself,
    /// An anchor where no line can end, by its index.
    Closed(usize),
}

/// The state of a stroke: whether it can continue, has arrived at an anchor, or is blocked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum State {
    /// The stroke can continue.
    Free,
    /// The stroke has reached the anchor with this index and would end there if finished now.
    Arrived(usize),
    /// The stroke would touch something if it continued.
    Blocked {
        /// The point of contact.
        at: Point,
        /// The obstacle.
        by: Obstacle,
    },
}

/// A stroke that is being drawn on a paper.
#[derive(Clone, Debug)]
pub(crate) struct Stroke {
    paper: Paper,
    start: usize,
    /// The points outside the circle of the start.
    points: Vec<Point>,
    /// The place where the pen went down, which may be beside the start.
    down: Point,
    /// The largest distance that the pen had from there.
    farthest: f64,
    /// Whether the stroke is far enough from its start to return to it.
    away: bool,
    /// The position of the pen, which may be beyond the end of the stroke.
    pen: Point,
    state: State,
}

/// The line represented by a finished stroke.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reading {
    /// The corner at which the line starts.
    pub(crate) from: Corner,
    /// The corner at which the line ends.
    pub(crate) to: Corner,
    /// If both ends are on one boundary, the other boundaries of the region that are on the left of the line.
    pub(crate) left: Vec<Boundary>,
    /// The points of the stroke between the two spots, in the direction from `from` to `to`.
    pub(crate) bends: Vec<Point>,
}

/// Something that a segment meets.
#[derive(Clone, Copy, Debug)]
enum Hit {
    Obstacle(Obstacle),
    Circle(usize),
}

/// Points of a stroke closer than this are merged.
const SAME: f64 = 0.003;
/// The distance from an obstacle at which a stroke stops.
const GAP: f64 = 0.008;
/// The longest curl that is cut out.
const LONGEST_CURL: f64 = 0.4;
/// The share of its greatest distance at which a pen is back where it began.
const BACK: f64 = 0.6;
/// The share of the way between two spots that is left at most when a pen has come to the other.
const LEFT: f64 = 0.5;
/// The distance from the stroke within which the pen takes back its last part.
const TAKE_BACK: f64 = 0.025;

impl Paper {
    /// Returns a paper with a drawing and its anchors. `ends` is what messages call an anchor, such as `a spot`.
    pub(crate) fn new(drawing: Drawing, anchors: Vec<Anchor>, ends: &'static str) -> Paper {
        let curves = (0..drawing.map().n_edges())
            .map(|line| drawing.curve(Dart::new(2 * line)))
            .collect();
        let mut paper = Paper {
            drawing,
            anchors,
            curves,
            circles: Vec::new(),
            loops: Vec::new(),
            ends,
        };
        for i in 0..paper.anchors.len() {
            let [radius, circle, away] = paper.fitting_radii(&paper.anchors[i]);
            paper.anchors[i].radius = radius;
            paper.circles.push(circle);
            paper.loops.push(away);
        }
        paper
    }

    /// Returns the drawing.
    #[cfg(test)]
    pub(crate) fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Returns the anchors, at which lines begin and end.
    #[cfg(test)]
    pub(crate) fn anchors(&self) -> &[Anchor] {
        &self.anchors
    }

    /// Returns the position of an anchor.
    pub(crate) fn place(&self, anchor: usize) -> Point {
        self.drawing.spot(self.anchors[anchor].vertex)
    }

    /// Returns the radius of an anchor, which is smaller if other spots or lines are close, the radius of its circle,
    /// and the least extent of a loop there.
    fn fitting_radii(&self, anchor: &Anchor) -> [f64; 3] {
        let map = self.drawing.map();
        let centre = self.drawing.spot(anchor.vertex);
        let mut radius = anchor.radius;
        // In a narrow place a loop is as small as this.
        let mut most_away = f64::INFINITY;
        for other in map.vertices().filter(|v| *v != anchor.vertex) {
            // The arm of a cross is short.
            let is_own_star = map.darts_at(anchor.vertex).any(|d| map.target(d) == other);
            let share = if is_own_star { 0.8 } else { 0.45 };
            let far = centre.distance(self.drawing.spot(other));
            radius = radius.min(share * far);
            most_away = most_away.min(0.65 * far);
        }
        let mut circle = radius;
        for (line, curve) in self.curves.iter().enumerate() {
            let dart = Dart::new(2 * line);
            let [starts, ends] =
                [map.origin(dart), map.target(dart)].map(|vertex| vertex == anchor.vertex);
            let last = curve.len() - 2;
            for (i, pair) in curve.windows(2).enumerate() {
                let most = if i == 0 && starts || i == last && ends {
                    0.9 * pair[0].distance(pair[1])
                } else {
                    0.5 * distance(centre, pair[0], pair[1])
                };
                circle = circle.min(most);
                if !starts && !ends {
                    radius = radius.min(most);
                    most_away = most_away.min(1.3 * most);
                }
            }
        }
        let away = (2.0 * radius).max(radius + 0.04).min(most_away);
        [radius, circle, away]
    }

    /// Returns the corner at an anchor in a direction from its middle.
    fn corner(&self, anchor: &Anchor, way: Vec2) -> Corner {
        let angle = way.y.atan2(way.x);
        let darts = self.drawing.map().darts_at(anchor.vertex);
        let turn = |dart: &Dart| (self.heading(anchor, *dart) - angle).rem_euclid(TAU);
        // The corner is to the right of its dart: clockwise from it.
        let next = darts.min_by(|p, q| turn(p).total_cmp(&turn(q)));
        next.map_or(Corner::Alone(anchor.vertex), Corner::Before)
    }

    /// Returns the direction in which a dart leaves its anchor.
    fn heading(&self, anchor: &Anchor, dart: Dart) -> f64 {
        let curve = self.drawing.curve(dart);
        let way = curve[1] - self.drawing.spot(anchor.vertex);
        way.y.atan2(way.x)
    }

    /// Returns the name of an obstacle for messages.
    pub(crate) fn describe(&self, obstacle: Obstacle) -> String {
        match obstacle {
            Obstacle::Itself => "the line you are drawing".to_owned(),
            Obstacle::Closed(anchor) => self.anchors[anchor].name.clone(),
            Obstacle::Line(line) => {
                let dart = Dart::new(2 * line);
                let map = self.drawing.map();
                let name = |vertex| {
                    let anchor = self.anchors.iter().find(|anchor| anchor.vertex == vertex);
                    anchor.map(|anchor| anchor.name.clone())
                };
                match (name(map.origin(dart)), name(map.target(dart))) {
                    (Some(a), Some(b)) if a == b => format!("the loop at {a}"),
                    (Some(a), Some(b)) => format!("the line from {a} to {b}"),
                    (Some(a), None) | (None, Some(a)) => format!("the line at {a}"),
                    (None, None) => "a line".to_owned(),
                }
            }
        }
    }
}

impl Stroke {
    /// Begins a stroke at the anchor nearest to `at` within the distance `reach`.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a sentence, if no line can begin there.
    pub(crate) fn begin(paper: Paper, at: Point, reach: f64) -> Result<Stroke, String> {
        let far = |i: &usize| (paper.place(*i).distance(at) - paper.anchors[*i].radius).max(0.0);
        let mut near: Vec<usize> = (0..paper.anchors.len())
            .filter(|i| far(i) <= reach)
            .collect();
        sorting::sort_by(&mut near, |p, q| far(p).total_cmp(&far(q)));
        let open = near.iter().find(|i| paper.anchors[**i].closed.is_none());
        let Some(start) = open.copied() else {
            return Err(match near.first() {
                Some(closed) => paper.anchors[*closed].closed.clone().unwrap_or_default(),
                None => format!("A line begins on {}.", paper.ends),
            });
        };
        Ok(Stroke {
            paper,
            start,
            points: Vec::new(),
            down: at,
            farthest: 0.0,
            away: false,
            pen: at,
            state: State::Free,
        })
    }

    /// Returns the state of the stroke.
    pub(crate) fn state(&self) -> State {
        self.state
    }

    /// Returns the paper on which the stroke is drawn.
    pub(crate) fn paper(&self) -> &Paper {
        &self.paper
    }

    /// Returns the points drawn so far, from the middle of the spot where the stroke began to the middle of the spot
    /// that it has reached, if any.
    pub(crate) fn path(&self) -> Vec<Point> {
        let mut path = vec![self.paper.place(self.start)];
        path.extend(&self.points);
        if let State::Arrived(end) = self.state {
            path.push(self.paper.place(end));
        }
        path
    }

    /// Moves the pen to a point and extends the stroke towards it as far as possible.
    pub(crate) fn advance(&mut self, to: Point) {
        if !(to.x.is_finite() && to.y.is_finite()) {
            return;
        }
        self.pen = to;
        self.farthest = self.farthest.max(self.down.distance(to));
        if self.begins_again(to) {
            return;
        }
        match self.state {
            State::Free => {
                if !(self.turns_back(to) && self.take_back(to)) {
                    self.extend(to);
                }
            }
            State::Arrived(end) => {
                let beyond = self.paper.anchors[end].radius * 1.5;
                if self.paper.place(end).distance(to) > beyond && self.sees(to) {
                    self.state = State::Free;
                    self.extend(to);
                }
            }
            State::Blocked { .. } => {
                if self.sees(to) || self.take_back(to) {
                    self.state = State::Free;
                    self.extend(to);
                }
            }
        }
    }

    fn tip(&self) -> Point {
        let start = self.paper.place(self.start);
        self.points.last().copied().unwrap_or(start)
    }

    fn sees(&self, to: Point) -> bool {
        self.first_hit(self.tip(), to).is_none()
    }

    /// Returns whether a move to `to` goes back along the stroke.
    fn turns_back(&self, to: Point) -> bool {
        let [.., before, tip] = self.points[..] else {
            return false;
        };
        (to - tip).unit().dot((tip - before).unit()) < -0.5
    }

    /// Takes back the last part of the stroke if the pen is close to it. Returns whether anything was taken back.
    fn take_back(&mut self, to: Point) -> bool {
        let tip = self.tip();
        let far = tip.distance(to);
        let mut along = 0.0;
        for i in (1..self.points.len()).rev() {
            let (a, b) = (self.points[i - 1], self.points[i]);
            if distance(to, a, b) < TAKE_BACK {
                let t = share(to, a, b);
                let place = a + (b - a) * t;
                self.points.truncate(i);
                if a.distance(place) > SAME {
                    self.points.push(place);
                }
                self.away = self.points.iter().any(|point| self.is_far(*point));
                return true;
            }
            along += a.distance(b);
            // Take back only the most recent part. Otherwise a pen that passes an early part would take back everything
            // since.
            if along > 2.5 * far + 4.0 * TAKE_BACK {
                break;
            }
        }
        false
    }

    /// Extends the stroke to a place, or up to an obstacle.
    fn extend(&mut self, to: Point) {
        loop {
            if self.begins_again(to) {
                return;
            }
            let tip = self.tip();
            let length = tip.distance(to);
            if length < SAME {
                return;
            }
            let place = |t: f64| tip + (to - tip) * t;
            match self.first_hit(tip, to) {
                None => {
                    self.push(to);
                    self.arrive();
                }
                Some((t, Hit::Circle(anchor))) => {
                    if self.paper.anchors[anchor].closed.is_some() {
                        self.stop(place(t), t, to, Obstacle::Closed(anchor));
                    } else {
                        if t * length > SAME {
                            self.push(place(t));
                        }
                        self.state = State::Arrived(anchor);
                    }
                }
                // Each curl that is cut out leaves fewer points.
                Some((t, Hit::Obstacle(Obstacle::Itself))) if self.cut_curl(place(t)) => continue,
                Some((t, Hit::Obstacle(by))) => self.stop(place(t), t, to, by),
            }
            return;
        }
    }

    /// Begins the stroke again, towards the point `to`, unless the stroke is already far enough from its start to
    /// return to it. Returns whether the pen is on the start.
    fn begins_again(&mut self, to: Point) -> bool {
        let centre = self.paper.place(self.start);
        if self.away {
            return false;
        }
        if centre.distance(to) <= self.paper.anchors[self.start].radius {
            self.points.clear();
            (self.down, self.farthest) = (to, 0.0);
            self.state = State::Free;
            return true;
        }
        if self.points.len() < 2 && !matches!(self.state, State::Arrived(_)) {
            let circle = self.paper.circles[self.start];
            self.points = vec![centre + (to - centre).unit() * circle];
        }
        false
    }

    /// Cuts out the loop that closes when the stroke meets itself at a point, if the loop is an empty curl, which
    /// contains no spot and therefore nothing else. A stroke that goes back exactly along its last segment loses that
    /// segment. Returns whether something was cut out.
    fn cut_curl(&mut self, place: Point) -> bool {
        let far = |at: &usize| distance(place, self.points[*at], self.points[at + 1]);
        let segments = 0..self.points.len().saturating_sub(1);
        let nearest = segments.min_by(|p, q| far(p).total_cmp(&far(q)));
        let Some(at) = nearest.filter(|at| far(at) < 1e-9) else {
            return false;
        };
        let mut curl = vec![place];
        curl.extend(&self.points[at + 1..]);
        let length: f64 = curl.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let map = self.paper.drawing.map();
        let mut spots = map.vertices().map(|vertex| self.paper.drawing.spot(vertex));
        if length > LONGEST_CURL || spots.any(|spot| winding(&curl, spot) != 0) {
            return false;
        }
        let is_curl = at + 2 < self.points.len();
        self.points.truncate(at + 1);
        if is_curl && self.points[at].distance(place) > 1e-9 {
            self.points.push(place);
        }
        self.away = self.points.iter().any(|point| self.is_far(*point));
        true
    }

    /// Extends the stroke to the middle of an anchor if the tip is within its radius and nothing is between.
    fn arrive(&mut self) {
        let tip = self.tip();
        let within =
            |i: &usize| self.paper.place(*i).distance(tip) <= self.paper.anchors[*i].radius;
        let open = |i: &usize| self.paper.anchors[*i].closed.is_none();
        let others = |i: &usize| *i != self.start || self.has_come_back();
        let anchors = 0..self.paper.anchors.len();
        let near = anchors.filter(within).filter(open).find(others);
        if let Some(anchor) = near {
            let centre = self.paper.place(anchor);
            if let Some((t, Hit::Circle(met))) = self.first_hit(tip, centre)
                && met == anchor
            {
                self.push(tip + (centre - tip) * t);
                self.state = State::Arrived(anchor);
            }
        }
    }

    fn stop(&mut self, at: Point, t: f64, to: Point, by: Obstacle) {
        let tip = self.tip();
        let length = tip.distance(to);
        let up_to = t - GAP / length;
        if up_to * length > SAME {
            self.push(tip + (to - tip) * up_to);
        }
        self.state = State::Blocked { at, by };
    }

    fn push(&mut self, place: Point) {
        self.away |= self.is_far(place);
        self.points.push(place);
    }

    /// Returns whether a point is so far from the start, and from where the pen went down, that a stroke through it can
    /// return as a loop.
    fn is_far(&self, place: Point) -> bool {
        let starts = [self.paper.place(self.start), self.down];
        starts
            .iter()
            .all(|start| start.distance(place) > self.paper.loops[self.start])
    }

    /// Returns whether the pen has come back to the start: it is much closer to where it began than it has been.
    fn has_come_back(&self) -> bool {
        let start = self.paper.place(self.start);
        let far = |place: &Point| start.distance(*place);
        let extent = self.points.iter().map(far).fold(0.0, f64::max);
        self.away
            && far(&self.tip()) < BACK * extent
            && self.down.distance(self.pen) < BACK * self.farthest
    }

    /// Returns the first thing that the segment from the tip to `b` meets, and the share of the segment before it.
    fn first_hit(&self, a: Point, b: Point) -> Option<(f64, Hit)> {
        let mut first: Option<(f64, Hit)> = None;
        let mut meet = |t: f64, hit: Hit| {
            if first.is_none_or(|(before, _)| t < before) {
                first = Some((t, hit));
            }
        };
        for (line, curve) in self.paper.curves.iter().enumerate() {
            for pair in curve.windows(2) {
                if let Some(t) = meeting(a, b, pair[0], pair[1]) {
                    meet(t, Hit::Obstacle(Obstacle::Line(line)));
                }
            }
        }
        // Its own segments: the one out of the first circle, and all others but the last, which ends where this one
        // begins.
        let centre = self.paper.place(self.start);
        let itself = Hit::Obstacle(Obstacle::Itself);
        if self.points.len() > 1
            && self.away
            && let Some(t) = meeting(a, b, centre, self.points[0])
        {
            meet(t, itself);
        }
        for i in 2..self.points.len() {
            if let Some(t) = meeting(a, b, self.points[i - 2], self.points[i - 1]) {
                meet(t, itself);
            }
        }
        if let [.., before, _] = self.points[..]
            && sign(before, a, b) == 0
            && (b - a).dot(before - a) > 0.0
        {
            meet(0.0, itself);
        }
        for i in 0..self.paper.anchors.len() {
            if i == self.start && !self.away {
                continue;
            }
            if let Some(t) = entry(self.paper.place(i), self.paper.circles[i], a, b) {
                meet(t, Hit::Circle(i));
            }
        }
        first
    }

    /// Ends the stroke and interprets it. If it has not arrived at an anchor, it ends at the nearest one within
    /// `reach`.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a sentence, if the stroke does not represent a line.
    pub(crate) fn finish(mut self, reach: f64) -> Result<Reading, String> {
        if let State::Blocked { by, .. } = self.state
            && self.snap(GAP).is_err()
        {
            let closed = match by {
                Obstacle::Closed(anchor) => self.paper.anchors[anchor].closed.clone(),
                Obstacle::Line(_) | Obstacle::Itself => None,
            };
            return Err(closed.unwrap_or_else(|| {
                if by == Obstacle::Itself {
                    return "A line may not cross itself: draw it without a curl.".to_owned();
                }
                let meant = self.meant(reach);
                if let Some(closed) = meant.and_then(|end| self.paper.anchors[end].closed.clone()) {
                    return closed;
                }
                let fenced = self.fenced();
                if let Some(end) = meant.filter(|end| fenced.contains(end)) {
                    let [start, end] = [self.start, end].map(|i| &self.paper.anchors[i].name);
                    return format!(
                        "{} is fenced in: no line leads there from {start}.",
                        sentence(end)
                    );
                }
                let what = self.paper.describe(by);
                format!("A line may not cross another: go around {what}, or choose another end.")
            }));
        }
        if self.points.is_empty() {
            return Err("A line has to leave its spot.".to_owned());
        }
        if self.state == State::Free {
            self.snap(reach)?;
        } else if let State::Arrived(end) = self.state
            && self.paper.place(end).distance(self.pen)
                > 1.5 * self.paper.anchors[end].radius + reach
        {
            // A stroke that continues past a spot was not meant to end there.
            let name = &self.paper.anchors[end].name;
            return Err(format!(
                "A line cannot go on through {name}: lift the pen there, or go back and around it."
            ));
        }
        match self.state {
            State::Arrived(end) => self.read(end),
            State::Free | State::Blocked { .. } => Err(self.has_to_end()),
        }
    }

    /// Returns the anchors to which no line leads from the start: they are in no region where the start is.
    pub(crate) fn fenced(&self) -> Vec<usize> {
        let map = self.paper.drawing.map();
        let faces = |i: usize| {
            let corners = map.corners_at(self.paper.anchors[i].vertex);
            corners.map(|corner| map.face_at(corner))
        };
        let own: Vec<Face> = faces(self.start).collect();
        let others = 0..self.paper.anchors.len();
        others
            .filter(|i| faces(*i).all(|face| !own.contains(&face)))
            .collect()
    }

    /// Returns the names of the anchors with these numbers as the page has them: the last word of each.
    pub(crate) fn names(&self, anchors: &[usize]) -> Vec<String> {
        let names = anchors.iter().map(|i| &self.paper.anchors[*i].name);
        names
            .map(|name| name.rsplit(' ').next().unwrap_or(name).to_owned())
            .collect()
    }

    /// Returns the anchor nearest to the pen within `reach`.
    fn meant(&self, reach: f64) -> Option<usize> {
        let far = |i: &usize| {
            let anchor = &self.paper.anchors[*i];
            self.paper.place(*i).distance(self.pen) - anchor.radius
        };
        let near = (0..self.paper.anchors.len()).filter(|i| *i != self.start && far(i) <= reach);
        near.min_by(|p, q| far(p).total_cmp(&far(q)))
    }

    /// Extends the stroke to the nearest anchor within `reach` that a straight segment reaches and to which the pen has
    /// come.
    fn snap(&mut self, reach: f64) -> Result<(), String> {
        let tip = self.tip();
        let start = self.paper.place(self.start);
        let comes_to = |i: &usize| {
            let place = self.paper.place(*i);
            let is_close = place.distance(tip) < LEFT * place.distance(start);
            if *i == self.start {
                self.has_come_back()
            } else {
                is_close
            }
        };
        let mut near: Vec<(f64, usize)> = (0..self.paper.anchors.len())
            .filter(comes_to)
            .map(|i| {
                let far = self.paper.place(i).distance(tip) - self.paper.anchors[i].radius;
                (far.max(0.0), i)
            })
            .filter(|(far, _)| *far <= reach)
            .collect();
        sorting::sort_by(&mut near, |p, q| p.0.total_cmp(&q.0));
        let mut why = None;
        for (_, i) in near {
            if let Some(closed) = &self.paper.anchors[i].closed {
                why = why.or_else(|| Some(closed.clone()));
                continue;
            }
            let centre = self.paper.place(i);
            match self.first_hit(tip, centre) {
                Some((t, Hit::Circle(found))) if found == i => {
                    self.push(tip + (centre - tip) * t);
                    self.state = State::Arrived(i);
                    return Ok(());
                }
                _ => (),
            }
        }
        Err(why.unwrap_or_else(|| self.has_to_end()))
    }

    fn has_to_end(&self) -> String {
        format!("A line has to end on {}.", self.paper.ends)
    }

    /// Interprets the finished stroke.
    fn read(self, end: usize) -> Result<Reading, String> {
        let Stroke {
            paper,
            start,
            mut points,
            ..
        } = self;
        let [mut a, mut b] = [start, end].map(|i| &paper.anchors[i]);
        let (Some(first), Some(last)) = (points.first().copied(), points.last().copied()) else {
            return Err("A line has to leave its spot.".to_owned());
        };
        let [out, back] = [first - paper.place(start), last - paper.place(end)];
        let mut from = paper.corner(a, out);
        let mut to = paper.corner(b, back);
        if start == end && from == to && !matches!(from, Corner::Alone(_)) {
            // The left side of a loop is the sector counter-clockwise from its start to its end.
            let angle = |way: Vec2| way.atan2();
            let sector = (angle(back) - angle(out)).rem_euclid(TAU);
            let mut darts = paper.drawing.map().darts_at(a.vertex);
            let on_left =
                darts.any(|dart| (paper.heading(a, dart) - angle(out)).rem_euclid(TAU) < sector);
            if on_left {
                points.reverse();
                (a, b) = (b, a);
                (from, to) = (to, from);
            }
        }
        let left = sides(&paper.drawing, (a.vertex, b.vertex), from, to, &points);
        Ok(Reading {
            from,
            to,
            left,
            bends: points,
        })
    }
}

/// Returns the other boundaries of the region that are on the left of a line between two corners; empty if the line
/// joins two boundaries.
fn sides(
    drawing: &Drawing,
    ends: (Vertex, Vertex),
    from: Corner,
    to: Corner,
    bends: &[Point],
) -> Vec<Boundary> {
    let map = drawing.map();
    let own = map.boundary(from);
    if own != map.boundary(to) {
        return Vec::new();
    }
    // The stroke, and back along the boundary on its left.
    let mut walk = vec![drawing.spot(ends.0)];
    walk.extend(bends);
    walk.push(drawing.spot(ends.1));
    if from != to {
        let mut arc = Vec::new();
        for corner in map.walk(from) {
            match corner {
                _ if corner == to => break,
                Corner::Before(dart) => arc.extend(drawing.curve(dart)),
                Corner::Alone(_) => (),
            }
        }
        walk.extend(arc.into_iter().rev());
    }
    let outside_is_left = area(&walk) < 0.0;
    let others = map.boundaries_of(map.face(own)).filter(|b| *b != own);
    others
        .filter(|boundary| {
            let corner = map.corners(*boundary).next();
            corner.is_some_and(|corner| {
                let turns = winding(&walk, drawing.spot(map.vertex(corner)));
                turns + i32::from(outside_is_left) == 1
            })
        })
        .collect()
}

/// Returns on which side of the line through `a` and `b` a point is, computed exactly: 1 for left, −1 for right, 0 for
/// on the line.
fn sign(a: Point, b: Point, c: Point) -> i8 {
    let coord = |p: Point| Coord { x: p.x, y: p.y };
    let area = orient2d(coord(a), coord(b), coord(c));
    i8::from(area > 0.0) - i8::from(area < 0.0)
}

/// Returns the share of the segment `ab` before it meets the segment `cd`, if it does.
fn meeting(a: Point, b: Point, c: Point, d: Point) -> Option<f64> {
    let apart = |a: f64, b: f64, c: f64, d: f64| a.max(b) < c.min(d) || c.max(d) < a.min(b);
    if apart(a.x, b.x, c.x, d.x) || apart(a.y, b.y, c.y, d.y) {
        return None;
    }
    if sign(a, b, c) * sign(a, b, d) > 0 || sign(c, d, a) * sign(c, d, b) > 0 {
        return None;
    }
    let (from, to) = ((d - c).cross(a - c), (d - c).cross(b - c));
    if from.total_cmp(&to).is_eq() {
        // On one line: take the nearer end.
        let near = if a.distance(c) < a.distance(d) { c } else { d };
        return Some(share(near, a, b));
    }
    Some((from / (from - to)).clamp(0.0, 1.0))
}

/// Returns the share of the segment `ab` before it enters a circle, if it does; 0 if it begins inside and continues
/// inwards.
fn entry(centre: Point, radius: f64, a: Point, b: Point) -> Option<f64> {
    let (way, out) = (b - a, a - centre);
    let (p, q, r) = (way.dot(way), out.dot(way), out.dot(out) - radius * radius);
    let root = q * q - p * r;
    if p == 0.0 || root < 0.0 || q >= 0.0 {
        return None;
    }
    let t = ((-q - root.sqrt()) / p).max(if r <= 0.0 { 0.0 } else { -1.0 });
    (0.0..=1.0).contains(&t).then_some(t)
}

/// Returns the position on `ab` of the point nearest to `q`, from 0 to 1.
fn share(q: Point, a: Point, b: Point) -> f64 {
    let way = b - a;
    let squared = way.dot(way);
    if squared > 0.0 {
        ((q - a).dot(way) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// Returns the distance of `q` from the segment `ab`.
fn distance(q: Point, a: Point, b: Point) -> f64 {
    q.distance(a + (b - a) * share(q, a, b))
}

/// Returns twice the area that a closed walk encloses counter-clockwise.
pub(crate) fn area(walk: &[Point]) -> f64 {
    let next = walk.iter().skip(1).chain(walk.first());
    let origin = walk.first().copied().unwrap_or_default();
    walk.iter()
        .zip(next)
        .map(|(a, b)| (*a - origin).cross(*b - origin))
        .sum()
}

/// Returns the number of times that a walk runs counter-clockwise around a point that is not on it.
fn winding(walk: &[Point], place: Point) -> i32 {
    let next = walk.iter().skip(1).chain(walk.first());
    walk.iter()
        .zip(next)
        .map(|(a, b)| match (a.y <= place.y, b.y <= place.y) {
            (true, false) if sign(*a, *b, place) > 0 => 1,
            (false, true) if sign(*a, *b, place) < 0 => -1,
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    /// A sheet with two spots and no lines.
    fn two_spots() -> Paper {
        let map = planar::Map::isolated(2).expect("small");
        let spots = vec![p(0.0, 0.0), p(0.0, 0.9)];
        let drawing = Drawing::restored(&map, &[], spots, Vec::new()).expect("a drawing");
        let anchor = |vertex| Anchor {
            vertex,
            name: "a spot".to_owned(),
            radius: 0.05,
            closed: None,
        };
        let anchors = map.vertices().map(anchor).collect();
        Paper::new(drawing, anchors, "a spot")
    }

    /// The pen goes back along a straight line, farther than one step and exactly on it: the line is a curl without
    /// width. The recursion that cut curls out never came to its end.
    #[test]
    fn a_pen_that_goes_straight_back_takes_its_line_back() {
        for (back, length) in [(p(0.15, 0.0), 0.15), (p(-0.5, 0.0), 0.5)] {
            let mut stroke = Stroke::begin(two_spots(), p(0.0, 0.0), 0.01).expect("a stroke");
            for x in [0.2, 0.4, 0.6] {
                stroke.advance(p(x, 0.0));
            }
            stroke.advance(back);
            assert_eq!(stroke.state(), State::Free, "{back:?}");
            let path = stroke.path();
            assert_eq!(path.last(), Some(&back));
            let steps = path.windows(2).map(|pair| pair[0].distance(pair[1]));
            let far = (steps.sum::<f64>() - length).abs();
            assert!(far < 1e-9, "{path:?}");
        }
        let mut stroke = Stroke::begin(two_spots(), p(0.0, 0.0), 0.01).expect("a stroke");
        for x in [0.2, 0.4, 0.01] {
            stroke.advance(p(x, 0.0));
        }
        assert_eq!(stroke.path(), [p(0.0, 0.0)]);
    }

    /// Lets a pen draw along places, and returns whether it has drawn a line, or else why not.
    fn drawn(way: &[Point], reach: f64) -> Result<Reading, String> {
        let mut stroke = Stroke::begin(two_spots(), way[0], reach).expect("a stroke");
        for pair in way.windows(2) {
            for step in 1..=8 {
                stroke.advance(pair[0] + (pair[1] - pair[0]) * (f64::from(step) / 8.0));
            }
        }
        stroke.finish(reach)
    }

    /// A finger has a long reach, so the end of every short stroke is within reach of its beginning.
    #[test]
    fn a_pen_that_has_not_come_back_draws_no_loop() {
        const REACH: f64 = 0.2;
        for turn in 0..8 {
            let angle = f64::from(turn) * TAU / 8.0;
            let way = |far: f64| p(far * angle.cos(), far * angle.sin());
            let aside = |far: f64| p(-far * angle.sin(), far * angle.cos());
            for far in [0.06, 0.1, 0.15, 0.2, 0.25] {
                // From the middle, from beside the spot and past it, and through it.
                let straight = [p(0.0, 0.0), way(far)];
                let past = [
                    way(-0.1) + aside(0.07).to_vec2(),
                    way(far) + aside(0.07).to_vec2(),
                ];
                let through = [way(-0.1), way(far)];
                for stroke in [straight, past, through] {
                    assert!(drawn(&stroke, REACH).is_err(), "{turn} {far} {stroke:?}");
                }
            }
            let ring = [
                p(0.0, 0.0),
                way(0.2) + aside(0.1).to_vec2(),
                way(0.2) + aside(-0.1).to_vec2(),
                way(0.08),
            ];
            assert!(drawn(&ring, REACH).is_ok(), "{turn}");
        }
    }

    #[test]
    fn a_line_ends_within_reach_only_at_a_spot_to_which_the_pen_has_come() {
        assert!(drawn(&[p(0.0, 0.0), p(0.0, 0.2)], 0.7).is_err());
        assert!(drawn(&[p(0.0, 0.0), p(0.5, 0.0)], 1.0).is_err());
        assert!(drawn(&[p(0.0, 0.0), p(0.0, 0.6)], 0.4).is_ok());
    }

    #[test]
    fn segments_meet_where_they_cross_or_touch() {
        let (a, b) = (p(0.0, 0.0), p(4.0, 0.0));
        assert_eq!(meeting(a, b, p(1.0, -1.0), p(1.0, 1.0)), Some(0.25));
        assert_eq!(meeting(a, b, p(2.0, 0.0), p(2.0, 1.0)), Some(0.5));
        assert_eq!(meeting(a, b, p(3.0, 0.0), p(5.0, 0.0)), Some(0.75));
        assert_eq!(meeting(a, b, p(1.0, 1e-300), p(3.0, 1.0)), None);
        assert_eq!(meeting(a, b, p(5.0, -1.0), p(5.0, 1.0)), None);
    }

    #[test]
    fn a_circle_is_entered_from_outside_and_never_on_the_way_out() {
        let centre = p(2.0, 0.0);
        let (a, b) = (p(0.0, 0.0), p(4.0, 0.0));
        assert_eq!(entry(centre, 1.0, a, b), Some(0.25));
        assert_eq!(entry(centre, 1.0, centre, b), None);
        assert_eq!(entry(centre, 1.0, p(1.5, 0.0), b), Some(0.0));
        assert_eq!(entry(centre, 1.0, p(0.0, 1.5), p(4.0, 1.5)), None);
    }

    #[test]
    fn a_walk_winds_around_what_it_encloses() {
        let square = [p(0.0, 0.0), p(2.0, 0.0), p(2.0, 2.0), p(0.0, 2.0)];
        assert_eq!(winding(&square, p(1.0, 1.0)), 1);
        assert_eq!(winding(&square, p(3.0, 1.0)), 0);
        assert!(area(&square) > 0.0);
        let back: Vec<Point> = square.iter().rev().copied().collect();
        assert_eq!(winding(&back, p(1.0, 1.0)), -1);
        assert!(area(&back) < 0.0);
    }
}
