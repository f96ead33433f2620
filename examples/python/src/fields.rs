//! What moves, positions and graphs consist of, by name.

use papergames::any::{AnyMove, AnyRecord};
use papergames::{Game, Record, brussels, phutball, sos};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the fields of a move. Those that depend on the position are only there if it is given.
pub(crate) fn of_move<'py>(
    py: Python<'py>,
    m: &AnyMove,
    position: Option<&dyn AnyRecord>,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    if let Some(m) = m.typed::<sos::Position>() {
        fields.set_item("cell", m.cell.to_string())?;
        fields.set_item("row", m.cell.row)?;
        fields.set_item("column", m.cell.column)?;
        fields.set_item("letter", m.letter.to_char())?;
    } else if let Some(m) = m.typed::<phutball::Position>() {
        let before = position.and_then(|record| record.typed::<phutball::Position>());
        of_phutball(&fields, m, before.map(Record::position))?;
    } else if let Some(m) = m.typed::<sprouts::Position>() {
        for (end, name) in [(m.from, "from"), (m.to, "to")] {
            fields.set_item(name, end.spot.number())?;
            fields.set_item(format!("{name}_corner"), end.corner)?;
        }
        let left: Vec<usize> = m.left.iter().map(sprouts::Spot::number).collect();
        fields.set_item("left", left)?;
        fields.set_item("with_spot", m.with_spot)?;
        let before = position.and_then(|record| record.typed::<sprouts::Position>());
        if let Some(before) = before.map(Record::position) {
            let nodes = [m.from, m.to].map(|end| before.corner_node(end));
            let names = sprouts_names(before);
            let name = |node: Option<u32>| node.and_then(|node| names.get(node as usize));
            fields.set_item("from_node", name(nodes[0]))?;
            fields.set_item("to_node", name(nodes[1]))?;
            let region = name(nodes[0]).and_then(|name| name.split([' ', '.']).nth(1));
            fields.set_item(
                "region",
                region.and_then(|region| region.parse::<usize>().ok()),
            )?;
            let new = m.with_spot.then(|| before.n_spots() + 1);
            fields.set_item("new", new)?;
        }
    } else if let Some(m) = m.typed::<brussels::Position>() {
        fields.set_item("from", m.from().to_string())?;
        fields.set_item("to", m.to().to_string())?;
        let with: Vec<usize> = m.pieces().iter().map(|star| star.index() + 1).collect();
        fields.set_item("with", with)?;
    }
    Ok(fields)
}

fn of_phutball(
    fields: &Bound<'_, PyDict>,
    m: &phutball::Move,
    before: Option<&phutball::Position>,
) -> PyResult<()> {
    match m {
        phutball::Move::Place(point) => {
            fields.set_item("kind", "place")?;
            fields.set_item("point", point.to_string())?;
        }
        phutball::Move::Jump(direction) => {
            fields.set_item("kind", "jump")?;
            fields.set_item("direction", direction.to_string())?;
            let after = before.and_then(|before| Some((before, before.child(m).ok()?)));
            if let Some((before, after)) = after {
                let removed = before.men().filter(|man| !after.is_man(*man));
                let removed: Vec<String> = removed.map(|man| man.to_string()).collect();
                fields.set_item("from", before.ball().to_string())?;
                fields.set_item("landing", after.ball().to_string())?;
                fields.set_item("removed", removed)?;
            }
        }
        phutball::Move::Stop => fields.set_item("kind", "stop")?,
    }
    Ok(())
}

/// Returns the fields of a position.
pub(crate) fn of_position<'py>(
    py: Python<'py>,
    record: &dyn AnyRecord,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    if let Some(record) = record.typed::<sos::Position>() {
        let position = record.position();
        let size = position.size();
        let letter = |cell| {
            position
                .letter(cell)
                .map_or(String::new(), |letter| letter.to_char().into())
        };
        let letters: Vec<String> = size.iter().map(letter).collect();
        let rows: Vec<&[String]> = letters.chunks(size.columns()).collect();
        fields.set_item("board", rows)?;
    } else if let Some(record) = record.typed::<phutball::Position>() {
        let position = record.position();
        let men: Vec<String> = position.men().map(|man| man.to_string()).collect();
        fields.set_item("ball", position.ball().to_string())?;
        fields.set_item("men", men)?;
        fields.set_item("jumping", position.is_jumping())?;
    } else if let Some(record) = record.typed::<sprouts::Position>() {
        let position = record.position();
        let lives = PyDict::new(py);
        for spot in position.spots() {
            lives.set_item(spot.number(), position.lives_of(spot))?;
        }
        fields.set_item("lives", lives)?;
        fields.set_item("regions", position.lists())?;
    } else if let Some(record) = record.typed::<brussels::Position>() {
        let position = record.position();
        let arms = PyDict::new(py);
        for star in position.stars() {
            arms.set_item(star.index() + 1, position.n_arms_of(star))?;
        }
        fields.set_item("arms", arms)?;
        fields.set_item("regions", names(position.faces()))?;
    }
    Ok(fields)
}

/// Returns arms as their names.
fn names(faces: Vec<Vec<Vec<brussels::Arm>>>) -> Vec<Vec<Vec<String>>> {
    let of_boundary =
        |boundary: Vec<brussels::Arm>| boundary.iter().map(ToString::to_string).collect();
    let of_face = |face: Vec<Vec<brussels::Arm>>| face.into_iter().map(of_boundary).collect();
    faces.into_iter().map(of_face).collect()
}

/// Returns the names of the nodes of a position's graph, in their order.
pub(crate) fn of_nodes(record: &dyn AnyRecord) -> Vec<String> {
    if let Some(record) = record.typed::<sprouts::Position>() {
        return sprouts_names(record.position());
    }
    let Some(record) = record.typed::<brussels::Position>() else {
        return Vec::new();
    };
    let position = record.position();
    let mut all: Vec<String> = position.arms().map(|arm| format!("arm {arm}")).collect();
    for (region, face) in (0..).zip(position.faces()) {
        all.push(format!("region {region}"));
        all.extend((0..face.len()).map(|boundary| format!("boundary {region}.{boundary}")));
    }
    all
}

/// Names spots by their numbers, and regions, boundaries and corners by their places in the lists of the position's
/// regions, counted from 0.
fn sprouts_names(position: &sprouts::Position) -> Vec<String> {
    let mut all: Vec<String> = (1..=position.n_spots())
        .map(|spot| format!("spot {spot}"))
        .collect();
    for (region, boundaries) in position.lists().iter().enumerate() {
        all.push(format!("region {region}"));
        for (boundary, spots) in boundaries.iter().enumerate() {
            all.push(format!("boundary {region}.{boundary}"));
            let corners = 0..spots.len();
            all.extend(corners.map(|corner| format!("corner {region}.{boundary}.{corner}")));
        }
    }
    all
}
