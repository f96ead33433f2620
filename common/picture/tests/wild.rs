//! Wild numbers and texts: no public function panics unless its documentation says when.

use common::look::{Look, Style};
use papergames_picture::drawing::{Drawing, Mark, check};
use papergames_picture::geometry::{Point, Vec2};
use papergames_picture::svg::{Frame, Path, Svg, film, shelves};
use planar::{Boundary, Corner, Dart, Map, Vertex};

const NUMBERS: [f64; 9] = [
    0.0,
    -0.0,
    1.5,
    -3e9,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
const TEXTS: [&str; 6] = [
    "",
    " ",
    "a\"b'<&>",
    "x\u{0}\r\n\t",
    "é→−\u{1f600}",
    "]]>-->",
];

fn points() -> impl Iterator<Item = Point> {
    let all = NUMBERS.iter().flat_map(|x| NUMBERS.map(|y| (*x, y)));
    all.map(|(x, y)| Point::new(x, y))
}

#[test]
fn pictures_take_any_number_and_text() {
    for (i, point) in points().enumerate() {
        let (text, number) = (TEXTS[i % 6], NUMBERS[i % 7]);
        let mut svg = Svg::new(number, point.x, text, text);
        svg.element(text);
        svg.paper(text);
        svg.group(text, text);
        svg.circle(text, point, number, text);
        svg.rectangle(text, point, Vec2::new(number, point.y), text);
        svg.line(text, point, Point::new(number, number), text);
        svg.path(text, &Path::new().move_to(point).line_to(point), text);
        svg.text(text, point, number, text, text);
        svg.text_from(text, point, number, text, text);
        svg.end();
        svg.part(text, text, point);
        svg.end();
        let frame = |caption: &str| Frame {
            picture: svg.clone(),
            caption: caption.to_owned(),
        };
        let frames = [frame(text), frame(""), frame("1: x")];
        for columns in [0, 1, 2, usize::MAX] {
            let style = Style {
                columns,
                ..Style::default()
            };
            let whole = film(text, text, &frames[..i % 4], &style).finish();
            #[cfg(feature = "png")]
            let _ = papergames_picture::svg::png(&whole, number as u32).is_ok();
            assert!(whole.ends_with("</svg>\n"));
        }
        let sizes = [Vec2::new(point.x, number), Vec2::new(number, point.y)];
        assert_eq!(shelves(&sizes, number, point.x).0.len(), 2);
        let _ = Drawing::label_height(i, number);
        for mark in [
            Mark::Disc,
            Mark::Square,
            Mark::Diamond,
            Mark::Dot,
            Mark::Bare,
        ] {
            let _ = mark.corners(point, number);
        }
    }
}

#[cfg(feature = "png")]
#[test]
fn any_text_is_a_picture_or_refused() {
    for text in TEXTS {
        for width in [0, 1, 65_536, u32::MAX] {
            assert!(papergames_picture::svg::png(text, width).is_err());
        }
    }
    for size in [(1.0, 1e9), (1e9, 1.0), (1e-30, 1e-30)] {
        let svg = Svg::new(size.0, size.1, "", "").finish();
        for width in [0, 1, 300, u32::MAX] {
            let _ = papergames_picture::svg::png(&svg, width).is_ok();
        }
    }
}

#[test]
fn drawings_take_any_place_and_refuse_corners_that_do_not_exist() {
    let map = Map::from_lists(&[vec![vec![0, 3, 1, 3], vec![2]]]).expect("a line and a spot");
    let drawing = Drawing::of(&map, &[]).expect("a small drawing");
    let corners = [0, 3, 4, 65_535].map(|n| Corner::Alone(Vertex::new(n)));
    let before = [0, 4, 65_535].map(|n| Corner::Before(Dart::new(n)));
    let corners: Vec<Corner> = corners.into_iter().chain(before).collect();
    for from in &corners {
        assert_eq!(drawing.clone().add_stub(*from).is_ok(), *from == before[0]);
        for to in &corners {
            let left = |boundary: Boundary| boundary.index() == 1;
            let mut copy = drawing.clone();
            let is_drawn = copy.connect(*from, *to, left).is_ok();
            assert!(
                !is_drawn || (from == &before[0] && to == from),
                "{from:?} {to:?}"
            );
        }
    }
    for point in points() {
        let _ = drawing.on_page(point);
        let mut copy = drawing.clone();
        let to = Corner::Alone(Vertex::new(2));
        if copy
            .connect_along(before[0], to, |_| false, &[point])
            .is_ok()
        {
            assert_eq!(copy.read_back(), Ok(()));
        }
        let spots = vec![point; 4];
        assert!(check(&map, &spots, &[vec![point], vec![]]).is_err());
        let marks = [Mark::Disc; 4];
        let restored = Drawing::restored(&map, &marks, spots, vec![vec![point]; 2]);
        assert!(restored.is_err());
    }
    assert!(check(&map, &[], &[]).is_err());
    assert!(Drawing::restored(&map, &[], vec![], vec![]).is_err());
    for least in NUMBERS {
        let _ = (
            drawing.tags(least).len(),
            drawing.printed(least).map().n_edges(),
        );
    }
    for text in TEXTS {
        let label = |_| Some(text.to_owned());
        let _ = (drawing.to_tikz(Look::Book, label), drawing.to_json(label));
        let _ = drawing.picture(text, text, |_| text.to_owned()).finish();
    }
}
