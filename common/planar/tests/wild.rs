//! Wild numbers and texts: no public function panics unless its documentation says when.

use common::text::Reader;
use common::{Random, Seeded};
use papergames_planar::surface::{SheetMove, Surface};
use papergames_planar::{Boundary, Corner, Dart, Map, MapError, Vertex};

/// Any part that a map of this size could have, or one that does not exist.
fn corner(map: &Map, random: &mut Seeded) -> Corner {
    let most = [map.n_vertices() as u64 + 3, 1 << 16][random.below(2) as usize];
    let number = random.below(most) as usize;
    match random.below(2) {
        0 => Corner::Alone(Vertex::new(number)),
        _ => Corner::Before(Dart::new(number)),
    }
}

#[test]
fn edits_of_parts_that_do_not_exist_are_refused() {
    for seed in 0..300 {
        let mut random = Seeded::new(seed);
        let mut map = Map::isolated(seed as usize % 7).expect("a small map");
        for _ in 0..30 {
            let (from, to) = (corner(&map, &mut random), corner(&map, &mut random));
            let (before, left) = (map.clone(), random.below(4) as usize);
            let result = match random.below(2) {
                0 => map.add_leaf(from).err(),
                _ => map
                    .connect(from, to, |boundary: Boundary| boundary.index() == left)
                    .err(),
            };
            assert!(result.is_none() || map == before, "{from:?} {to:?}");
            assert_eq!(map.check(), Ok(()));
            let lists = map.to_lists(|vertex| usize::MAX - vertex.index());
            assert_eq!(lists.is_empty(), map.n_vertices() == 0);
            let _ = map.sorted_lists(|_| usize::MAX);
            let darts: Vec<Dart> = map.darts().collect();
            if !darts.is_empty() {
                let dart = darts[random.below(darts.len() as u64) as usize];
                map.subdivide(dart).expect("there is room");
            }
        }
    }
}

#[test]
fn maps_of_any_size_and_lists_of_any_numbers_are_built_or_refused() {
    for n in [
        0,
        1,
        Map::MAX_PARTS,
        Map::MAX_PARTS + 1,
        1 << 16,
        usize::MAX,
    ] {
        assert_eq!(Map::isolated(n).is_ok(), n <= Map::MAX_PARTS);
        assert!(n == 0 || Map::from_lists(&[vec![vec![n]]]).is_err());
    }
    assert_eq!(Map::isolated(usize::MAX).err(), Some(MapError::Full));
    for seed in 0..3_000 {
        let mut random = Seeded::new(seed);
        let mut below = |n| random.below(n) as usize;
        let mut boundary = || (0..below(5)).map(|_| below(5)).collect();
        let faces = [(); 3].map(|()| vec![boundary(), boundary()]);
        let faces = &faces[seed as usize % 3..];
        if let Ok(map) = Map::from_lists(faces) {
            assert_eq!(map.check(), Ok(()), "{faces:?}");
        }
    }
}

#[test]
fn surfaces_of_any_number_are_read_or_refused() {
    for text in [
        "",
        "h",
        "c0",
        "h0",
        "h255",
        "c256",
        "h99999999999999999999",
        "é",
        "c−1",
        "h1:",
    ] {
        for most in [0, 1, 200, 255] {
            let _ = Surface::read(&mut Reader::new(text), most).is_ok();
        }
        let _ = (
            text.parse::<Surface>().is_ok(),
            text.parse::<SheetMove>().is_ok(),
        );
    }
    for part in [0, 1, usize::MAX] {
        for option in [0, 1, usize::MAX] {
            let m = SheetMove { part, option };
            assert_eq!(format!("{m:?}"), m.to_string());
            let read = m.to_string().parse::<SheetMove>();
            assert!(read.is_err() || read == Ok(m));
        }
    }
    for n in 0..=u8::MAX {
        for surface in [Surface::Handles(n), Surface::Crosscaps(n)] {
            assert!(!format!("{surface} {surface:?} {}", surface.name()).is_empty());
            let _ = (
                surface.euler(),
                surface.divisions(),
                surface.after_one_sided().count(),
            );
            assert_eq!(surface.check(n).is_ok(), surface != Surface::Crosscaps(0));
        }
    }
}
