//! Thousands of random maps, drawn in both ways and read back.

use common::{Random, Seeded};
use papergames_picture::drawing::{Drawing, Mark, Mismatch, check};
use papergames_picture::geometry::{Point, Vec2};
use planar::{Boundary, Corner, Dart, Map, Vertex};

/// A random line of Sprouts: its corners, and what is left of it.
fn random_line(map: &Map, random: &mut Seeded) -> Option<(Corner, Corner, Vec<bool>)> {
    let open: Vec<Corner> = map
        .vertices()
        .filter(|v| map.degree(*v) < 3)
        .flat_map(|v| map.corners_at(v).collect::<Vec<_>>())
        .collect();
    let mut pairs: Vec<(Corner, Corner)> = Vec::new();
    for from in &open {
        for to in &open {
            let loops = map.vertex(*from) == map.vertex(*to);
            let fits = !loops || map.degree(map.vertex(*from)) < 2;
            if fits && map.face_at(*from) == map.face_at(*to) {
                pairs.push((*from, *to));
            }
        }
    }
    if pairs.is_empty() {
        return None;
    }
    let (from, to) = pairs[random.below(pairs.len() as u64) as usize];
    let left = map.boundaries().map(|_| random.below(2) == 1).collect();
    Some((from, to, left))
}

/// Plays up to `moves` random moves on a map.
fn random_map(spots: usize, moves: usize, random: &mut Seeded) -> Map {
    let mut map = Map::isolated(spots).expect("few spots fit");
    for _ in 0..moves {
        let Some((from, to, left)) = random_line(&map, random) else {
            break;
        };
        let line = map.connect(from, to, |b: Boundary| left[b.index()]);
        map.subdivide(line.expect("a possible line")).expect("room");
    }
    map
}

/// Draws random positions from scratch.
fn from_scratch(spots: usize, count: usize, seed: u64) {
    let mut random = Seeded::new(seed);
    for _ in 0..count {
        let moves = random.below(3 * spots as u64) as usize;
        let map = random_map(spots, moves, &mut random);
        let drawing = Drawing::of(&map, &[]).expect("every map has a picture");
        assert_eq!(
            drawing.read_back(),
            Ok(()),
            "{}",
            map.to_lists(Vertex::index)
        );
    }
}

/// Plays whole random games, drawing line by line, and checks before and after everything is moved into place.
fn line_by_line(spots: usize, games: usize, seed: u64) {
    let mut random = Seeded::new(seed);
    let (mut n_moves, mut moved, mut redrawn) = (0, 0.0, 0);
    for _ in 0..games {
        let start = Map::isolated(spots).expect("few spots fit");
        let mut drawing = Drawing::of(&start, &[]).expect("spots have a picture");
        let mut map = start;
        while let Some((from, to, left)) = random_line(&map, &mut random) {
            let before = map.to_lists(Vertex::index);
            let old: Vec<_> = map.vertices().map(|v| drawing.spot(v)).collect();
            let line = map.connect(from, to, |b| left[b.index()]).expect("a line");
            map.subdivide(line).expect("room");
            let line = drawing.connect(from, to, |b| left[b.index()]);
            drawing.subdivide(line.expect("a way")).expect("room");
            assert_eq!(drawing.map(), &map, "{before}");
            assert_eq!(
                drawing.check_straight(),
                Ok(()),
                "{before} {from:?} {to:?} {left:?}"
            );
            drawing.settle().expect("a picture");
            assert_eq!(drawing.read_back(), Ok(()), "{before}");
            assert_eq!(drawing.check_straight(), Ok(()), "{before}");
            let moves = map
                .vertices()
                .zip(&old)
                .map(|(v, old)| old.distance(drawing.spot(v)));
            moved += moves.sum::<f64>() / old.len() as f64;
            n_moves += 1;
        }
        redrawn += drawing.redrawn();
    }
    // Each picture resembles the one before: on the whole, spots move by a small part of the radius of the disc.
    assert_eq!(redrawn, 0, "the film of {spots} spots jumps");
    let mean = moved / f64::from(n_moves);
    assert!(
        mean < if spots == 1 { 0.8 } else { 0.3 },
        "spots move by {mean:.2} in a game of {spots}"
    );
}

#[test]
fn maps_drawn_from_scratch_are_read_back() {
    for spots in 1..=6 {
        from_scratch(spots, 12, spots as u64);
    }
    from_scratch(8, 4, 8);
}

#[test]
#[ignore = "takes half a minute with optimisation"]
fn many_maps_drawn_from_scratch_are_read_back() {
    for spots in 1..=10 {
        from_scratch(spots, 60, 100 + spots as u64);
    }
}

#[test]
fn games_drawn_line_by_line_are_read_back() {
    for spots in 1..=5 {
        line_by_line(spots, 4, spots as u64);
    }
}

/// The places of the spots and the curves of a drawing, to be changed by hand.
fn picture(drawing: &Drawing) -> (Vec<Point>, Vec<Vec<Point>>) {
    let map = drawing.map();
    let spots = map.vertices().map(|v| drawing.spot(v)).collect();
    let curves = (0..map.n_edges()).map(|line| drawing.curve(Dart::new(2 * line)));
    (spots, curves.collect())
}

/// Three lines between the spots 0 and 1, with the spots 2 and 3 in two of the three regions.
fn three_lines() -> Drawing {
    let [two, three] = [2, 3].map(|spot| vec![vec![0, 1], vec![spot]]);
    let map = Map::from_lists(&[two, three, vec![vec![0, 1]]]).expect("a map");
    let drawing = Drawing::of(&map, &[]).expect("a picture");
    let (spots, curves) = picture(&drawing);
    assert_eq!(check(&map, &spots, &curves), Ok(()));
    drawing
}

#[test]
fn a_mirror_image_is_not_read_back() {
    let mut random = Seeded::new(3);
    let maps = (0..20).map(|_| random_map(4, 8, &mut random));
    for map in maps.chain([three_lines().map().clone()]) {
        let drawing = Drawing::of(&map, &[]).expect("a picture");
        let (mut spots, mut curves) = picture(&drawing);
        for place in spots.iter_mut().chain(curves.iter_mut().flatten()) {
            place.x = -place.x;
        }
        let turns = map.vertices().any(|v| map.degree(v) == 3);
        let seen = check(&map, &spots, &curves);
        assert!(
            !turns || matches!(seen, Err(Mismatch::Rotation(_))),
            "{seen:?}"
        );
    }
}

#[test]
fn spots_in_each_other_s_regions_are_not_read_back() {
    let drawing = three_lines();
    let (mut spots, curves) = picture(&drawing);
    spots.swap(2, 3);
    let seen = check(drawing.map(), &spots, &curves);
    assert!(matches!(seen, Err(Mismatch::Nesting { .. })), "{seen:?}");
    // Nor is one that has moved in with the other.
    spots[3] = spots[2] + Vec2::new(0.01, 0.0);
    let seen = check(drawing.map(), &spots, &curves);
    assert!(matches!(seen, Err(Mismatch::Nesting { .. })), "{seen:?}");
}

#[test]
fn a_line_on_the_other_side_of_its_neighbour_is_not_read_back() {
    let drawing = three_lines();
    let map = drawing.map();
    let (spots, mut curves) = picture(&drawing);
    // Two lines change places: nothing crosses, but the order around the spots is another.
    let [first, second] = [0, 1].map(|line| map.origin(Dart::new(2 * line)));
    curves.swap(0, 1);
    if first != second {
        curves[0].reverse();
        curves[1].reverse();
    }
    let seen = check(map, &spots, &curves);
    assert!(matches!(seen, Err(Mismatch::Rotation(_))), "{seen:?}");
    // A line that only reaches across its neighbour meets it twice.
    let (spots, mut curves) = picture(&drawing);
    let other = &curves[1];
    let middle = other[other.len() / 2];
    let chord = spots[0].midpoint(spots[1]);
    let own = &mut curves[0];
    let at = own.len() / 2;
    own[at] = middle + (middle - chord) * 0.5 + (middle - own[at]) * 0.1;
    let seen = check(map, &spots, &curves);
    assert!(matches!(seen, Err(Mismatch::Crossing(..))), "{seen:?}");
}

#[test]
fn a_late_position_of_twenty_spots_is_legible() {
    let map = random_map(20, 60, &mut Seeded::new(3));
    let drawing = Drawing::of(&map, &[]).expect("a picture");
    let figures = drawing.check().expect("the map");
    assert!(map.n_vertices() > 60);
    assert!(figures.is_legible(), "{figures}");
    // No face takes the room that others need.
    assert!(figures.ratio < 120.0, "{figures}");
}

#[test]
fn empty_loops_are_seen_in_a_crowd() {
    // Four loops around nothing, each in a narrow region.
    let text = "1,41,35,33,5,35,41,42,43/1,42,41/1,43,42/2;5,33/2;7,29,25/3;20/3,3,6,6/4;17,37;19/4,4,34,22,22,34/\
                5,33,35;21,26/6;15,27,23;22/7,25/7,25,29,38,36,30,11,36,38,29/8/8;14,31/9,24;14,31/9,24,32,40,19,19,\
                40,32/9,32,24;13/10/10;21,26/11,30;16/11,30,36;15,23/12/12;18,28/13/14,31/15,23,27/16/17,37,39/\
                17,39,37/18,28/18,28;21,26/20";
    let list = |list: &str| {
        list.split(',')
            .map(|v| v.parse::<usize>().expect("a number") - 1)
            .collect()
    };
    let faces: Vec<Vec<Vec<usize>>> = text
        .split('/')
        .map(|face| face.split(';').map(list).collect())
        .collect();
    let map = Map::from_lists(&faces).expect("a map");
    let drawing = Drawing::of(&map, &[]).expect("a picture");
    let figures = drawing.check().expect("the map");
    assert_eq!(figures.hidden_faces, 0, "{figures}");
    assert!(figures.white > 2.5, "{figures}");
}

/// Dots with free arms.
fn marks(map: &Map, ends: &[Vertex]) -> Vec<Mark> {
    let mark = |v: Vertex| {
        if ends.contains(&v) {
            Mark::Bare
        } else {
            Mark::Dot
        }
    };
    map.vertices().map(mark).collect()
}

#[test]
fn stubs_leave_a_vertex_at_equal_angles_and_lines_run_straight_through() {
    let mut map = Map::isolated(1).expect("small");
    let centre = Vertex::new(0);
    let corner = |map: &Map, vertex| map.corners_at(vertex).next().expect("a corner");
    let mut ends: Vec<Vertex> = (0..4)
        .map(|_| map.add_leaf(corner(&map, centre)).expect("room"))
        .collect();
    // Two opposite ends are joined, as the first move of Brussels Sprouts does it.
    let [from, to] = [ends[0], ends[2]].map(|end| corner(&map, end));
    let line = map.connect(from, to, |_| false).expect("a line");
    let bar = map.subdivide(line).expect("room");
    let sides = [Corner::Before(map.next(line)), Corner::Before(line.twin())];
    ends.extend(sides.map(|side| map.add_leaf(side).expect("room")));
    let drawing = Drawing::of(&map, &marks(&map, &ends)).expect("a picture");
    assert_eq!(drawing.read_back(), Ok(()));
    for vertex in [centre, bar] {
        let middle = drawing.spot(vertex);
        let angles: Vec<f64> = map
            .darts_at(vertex)
            .map(|dart| (drawing.curve(dart)[2] - middle).atan2())
            .collect();
        for (i, angle) in angles.iter().enumerate() {
            let turn = (angles[(i + 1) % 4] - angle).to_degrees().rem_euclid(360.0);
            // Measured a little way out, where lines have begun to bend.
            assert!((turn - 90.0).abs() < 9.0, "{angles:?}");
        }
    }
    // The labels of free ends touch neither a line nor each other.
    assert_eq!(drawing.check().expect("the map").overlaps, 0);
}

#[test]
fn a_film_of_many_arms_does_not_jump() {
    let mut map = Map::isolated(1).expect("small");
    let centre = Vertex::new(0);
    let corner = |map: &Map, vertex| map.corners_at(vertex).next().expect("a corner");
    let ends: Vec<Vertex> = (0..20)
        .map(|_| map.add_leaf(corner(&map, centre)).expect("room"))
        .collect();
    let mut drawing = Drawing::of(&map, &marks(&map, &ends)).expect("a picture");
    // Where twenty lines meet they are close to each other, which is nothing to mend.
    assert!(drawing.clearance() >= 1.0, "{}", drawing.clearance());
    for pair in ends[..8].chunks(2) {
        let [from, to] = [pair[0], pair[1]].map(|end| corner(drawing.map(), end));
        let line = drawing.connect(from, to, |_| false).expect("a way");
        drawing.subdivide(line).expect("room");
        drawing.settle().expect("a picture");
        assert_eq!(drawing.read_back(), Ok(()));
    }
    assert_eq!(drawing.redrawn(), 0);
}
