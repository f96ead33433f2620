//! Laws of the encodings: actions, parts, planes, graphs and bounds.

use core::hash::{BuildHasher, BuildHasherDefault};
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHasher};

use super::broken::{Broken, LawResult, demand};
use super::listing::MoveList;
use crate::learning::encode::{Actions, Augments, Bounds, Graph, Graphs, Parts, Planes};
use crate::play::game::{Game, Scored, Symmetric};
use crate::play::player::Player;
use crate::play::record::Record;

/// The maximum number of indices that are tried. If there are more, a sample of this size is tried.
const TRY_AT_MOST: usize = 2_048;

/// Law: indices and legal moves correspond to each other, and the number of indices stays the same.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn actions_name_moves<G: Actions>(position: &G, listing: &MoveList<G>) -> LawResult {
    let Some(n) = position.n_actions() else {
        return indices_are_refused(position, listing);
    };
    for m in listing.moves() {
        let action = position.action_of(m);
        demand!("every legal move has an action" => action.is_some_and(|action| action < n),
            "`{m}` has {action:?} of {n}")?;
        let back = action.and_then(|action| position.move_of(action));
        demand!("an action is its move, and a move its action" => back.as_ref() == Some(m),
            "`{m}` has {action:?}, which is {back:?}")?;
    }
    let mut named = 0;
    let step = n.div_ceil(TRY_AT_MOST).max(1);
    for action in (0..n).step_by(step).chain([n, n + 1, usize::MAX]) {
        let Some(m) = position.move_of(action) else {
            continue;
        };
        named += 1;
        let back = position.action_of(&m);
        demand!("an action is its move, and a move its action" =>
            action < n && position.check(&m).is_ok() && back == Some(action),
            "{action} of {n} is `{m}`, which has {back:?}")?;
    }
    if step == 1 {
        let count = position.count_moves();
        demand!("there are as many legal actions as moves" => named == count,
            "{named} actions, {count} moves")?;
    }
    for (m, child) in listing.children(position, 4) {
        demand!("the number of actions stays the same" => child.n_actions() == Some(n),
            "{n} before `{m}`, {:?} after it", child.n_actions())?;
        for other in listing.spread(16) {
            let (action, legal) = (child.action_of(other), child.check(other).is_ok());
            demand!("only a legal move has an action" => action.is_some() == legal,
                "`{other}` after `{m}` has {action:?}")?;
        }
    }
    Ok(())
}

fn indices_are_refused<G: Actions>(position: &G, listing: &MoveList<G>) -> LawResult {
    let named = position.move_of(0).is_some()
        || (listing.spread(8).into_iter()).any(|m| position.action_of(m).is_some());
    demand!("a game without an index has no action" => !named, "{:?}", position.move_of(0))
}

/// Law: the parts of a move identify the move, each part is below its size, and the sizes stay the same.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn parts_name_moves<G: Parts>(position: &G, listing: &MoveList<G>) -> LawResult {
    let sizes = position.part_sizes();
    for m in listing.moves() {
        let parts = position.parts_of(m).unwrap_or_default();
        let fits = parts.len() == sizes.len() && parts.iter().zip(&sizes).all(|(p, n)| p < n);
        demand!("every legal move has its parts" => fits, "`{m}` has {parts:?} of {sizes:?}")?;
        let back = position.move_of_parts(&parts);
        demand!("parts are their move, and a move its parts" => back.as_ref() == Some(m),
            "`{m}` has {parts:?}, which are {back:?}")?;
    }
    for m in listing.spread(16) {
        let Some(parts) = position.parts_of(m) else {
            continue;
        };
        // Lists that differ in one place, most of them illegal, and some lists of a wrong length.
        let mut others = vec![Vec::new(), parts[1..].to_vec(), [&parts[..], &[0]].concat()];
        for place in 0..parts.len() {
            for choice in [0, parts[place] + 1, sizes[place] - 1, sizes[place]] {
                let mut other = parts.clone();
                other[place] = choice;
                others.push(other);
            }
        }
        for other in others {
            let Some(named) = position.move_of_parts(&other) else {
                continue;
            };
            let back = position.parts_of(&named);
            demand!("parts are their move, and a move its parts" =>
                position.check(&named).is_ok() && back.as_ref() == Some(&other),
                "{other:?} are `{named}`, which has {back:?}")?;
        }
        let Ok(child) = position.child(m) else {
            continue;
        };
        demand!("the sizes of the parts stay the same" => child.part_sizes() == sizes,
            "{sizes:?} before `{m}`, {:?} after it", child.part_sizes())?;
        for other in listing.spread(8) {
            let (parts, legal) = (child.parts_of(other), child.check(other).is_ok());
            demand!("only a legal move has parts" => parts.is_some() == legal,
                "`{other}` after `{m}` has {parts:?}")?;
        }
    }
    Ok(())
}

/// Law: planes have the stated shape, hold finite numbers, and distinguish positions.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn planes_show_positions<G: Planes>(position: &G, listing: &MoveList<G>) -> LawResult {
    let shape = position.shape();
    let names = position.plane_names();
    demand!("every plane has a name" => names.len() == shape[0],
        "{} names of {} planes", names.len(), shape[0])?;
    let planes = position.planes();
    let mut over = vec![f32::NAN; planes.len()];
    position.clone().write_planes(&mut over);
    demand!("planes are written in full and depend on the position alone" =>
        over == planes && planes.iter().all(|number| number.is_finite()),
        "{over:?} over NaN, {planes:?} over zeros")?;
    let law = "different positions have different planes";
    positions_differ(law, position, planes, listing, |m, child| {
        demand!("the shape stays the same" => child.shape() == shape,
            "{shape:?} before `{m}`, {:?} after it", child.shape())?;
        Ok(child.planes())
    })
}

/// Compares the encodings of a position and of the positions after some of its moves: encodings differ exactly if the
/// positions do. `encode` checks and encodes the position after a move.
fn positions_differ<G: Game, T: PartialEq>(
    law: &'static str,
    position: &G,
    encoded: T,
    listing: &MoveList<G>,
    encode: impl Fn(&G::Move, &G) -> Result<T, Broken>,
) -> LawResult {
    let mut seen = vec![(position.clone(), encoded)];
    for (m, child) in listing.children(position, 24) {
        let encoded = encode(m, &child)?;
        for (other, seen) in &seen {
            demand!(law => (*other == child) == (*seen == encoded),
                "{other:?} and {child:?} after `{m}`")?;
        }
        seen.push((child, encoded));
    }
    Ok(())
}

/// The positions of a run by the hashes of their planes.
pub(super) type ByPlanes<G> = FxHashMap<u64, G>;

/// Law: wherever two positions of a run have the same planes, they are equal; or both ends of the game with the same
/// outcome, after which nobody moves; or, if planes show the view of the player to move, the same to that player: the
/// same moves lead to the same planes and outcomes again.
///
/// The positions are the given one and those that two moves can lead to: two moves in place of one can leave the same
/// things on the board but another player to move.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn planes_determine_positions<G: Planes>(
    position: &G,
    listing: &MoveList<G>,
    seen: &mut ByPlanes<G>,
) -> LawResult {
    planes_determine_position(position, seen)?;
    for (_, child) in listing.children(position, 6) {
        planes_determine_position(&child, seen)?;
        for (_, grandchild) in listing.children(&child, 6) {
            planes_determine_position(&grandchild, seen)?;
        }
    }
    Ok(())
}

fn planes_determine_position<G: Planes>(position: &G, seen: &mut ByPlanes<G>) -> LawResult {
    let planes = bits(position);
    let hash = BuildHasherDefault::<FxHasher>::default().hash_one(&planes);
    let other = match seen.entry(hash) {
        Entry::Vacant(entry) => {
            entry.insert(position.clone());
            return Ok(());
        }
        Entry::Occupied(entry) => entry.into_mut(),
    };
    let end = position.outcome();
    if other == position || bits(other) != planes || end.is_some() && end == other.outcome() {
        return Ok(());
    }
    demand!("different positions have different planes" => position.is_view_of_mover(),
        "{other:?} and {position:?}")?;
    let law = "positions with the same planes are the same to the player to move";
    let (moves, others) = (position.moves(), other.moves());
    demand!(law => moves == others, "{moves:?} in {position:?}, {others:?} in {other:?}")?;
    for m in &moves {
        let after = |position: &G| {
            let (mover, child) = (position.turn()?, position.child(m).ok()?);
            // At the end there is no player to move, whose view the planes could show.
            Some(match child.outcome() {
                Some(outcome) => (Vec::new(), false, Some(outcome.utility(mover))),
                None => (bits(&child), child.turn() == Some(mover), None),
            })
        };
        demand!(law => after(position) == after(other), "`{m}` in {position:?} and {other:?}")?;
    }
    Ok(())
}

fn bits<G: Planes>(position: &G) -> Vec<u32> {
    position.planes().into_iter().map(f32::to_bits).collect()
}

/// Law: graphs follow the layout and distinguish positions.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn graphs_show_positions<G: Graphs>(position: &G, listing: &MoveList<G>) -> LawResult {
    let layout = position.layout();
    let keeps = |graph: &Graph| {
        let (nodes, edges) = (graph.n_nodes(), graph.edges.len());
        let fits = graph.n_features == layout.features.len()
            && nodes <= layout.most_nodes
            && edges <= layout.most_edges
            && graph.kinds.len() == edges
            && (graph.kinds.iter()).all(|kind| usize::from(*kind) < layout.kinds.len())
            && graph.nodes.iter().all(|number| number.is_finite());
        demand!("a graph keeps to its layout" => fits, "{nodes} nodes, {edges} edges in {layout:?}")
    };
    let graph = position.graph();
    keeps(&graph)?;
    let names = position.node_names();
    demand!("each node has a name" => names.len() == graph.n_nodes(), "{names:?}, {} nodes", graph.n_nodes())?;
    demand!("a graph depends on the position alone" => position.clone().graph() == graph,
        "{graph:?}")?;
    let law = "different positions have different graphs";
    positions_differ(law, position, graph, listing, |m, child| {
        demand!("the layout stays the same" => child.layout() == layout,
            "{layout:?} before `{m}`, {:?} after it", child.layout())?;
        let graph = child.graph();
        keeps(&graph)?;
        Ok(graph)
    })
}

/// Law: a symmetry permutes actions and cells, and the planes and moves of the image are the permuted ones.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn symmetries_permute_encodings<G: Augments>(
    position: &G,
    listing: &MoveList<G>,
) -> LawResult {
    let [n_planes, rows, columns] = position.shape();
    let cells = rows * columns;
    let planes = position.planes();
    for symmetry in position.symmetries() {
        let image = position.image(&symmetry);
        let to: Vec<usize> = (0..cells)
            .map(|cell| position.image_of_cell(cell, &symmetry))
            .collect();
        demand!("a symmetry permutes the cells" => is_permutation(&to),
            "{to:?} under {symmetry:?}")?;
        let moved = image.planes();
        let alike = (0..n_planes * cells)
            .all(|i| moved[i - i % cells + to[i % cells]].to_bits() == planes[i].to_bits());
        demand!("the planes of an image are the permuted planes" => alike,
            "{planes:?} becomes {moved:?} under {symmetry:?}")?;
        let n = position.n_actions().unwrap_or(0);
        let to: Vec<usize> = (0..n)
            .map(|action| position.image_of_action(action, &symmetry))
            .collect();
        demand!("a symmetry permutes the actions" => is_permutation(&to),
            "{to:?} under {symmetry:?}")?;
        for m in listing.spread(32) {
            let action = position.action_of(m).map(|action| to[action]);
            let image_of_move = position.image_of_move(m, &symmetry);
            demand!("the action of an image is the permuted action" =>
                image.action_of(&image_of_move) == action,
                "`{m}` becomes `{image_of_move}`, {action:?} under {symmetry:?}")?;
        }
    }
    Ok(())
}

fn is_permutation(to: &[usize]) -> bool {
    let mut sorted = to.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..to.len())
}

/// Law: the graphs of a position and its images have the same features, and the same edges between nodes with the same
/// features.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn symmetries_keep_graphs<G: Graphs + Symmetric>(position: &G) -> LawResult {
    let neighbourhoods = neighbourhoods(&position.graph());
    for symmetry in position.symmetries() {
        let image = self::neighbourhoods(&position.image(&symmetry).graph());
        demand!("the graph of an image has the same neighbourhoods" => image == neighbourhoods,
            "{neighbourhoods:?} becomes {image:?} under {symmetry:?}")?;
    }
    Ok(())
}

/// Returns the number of nodes of each kind of neighbourhood: the features of the node, and those at the other
/// ends of its edges without regard to their direction, which a reflection reverses.
fn neighbourhoods(graph: &Graph) -> BTreeMap<Neighbourhood, usize> {
    let features = |node: u32| -> Vec<u32> {
        let features = graph.features(node).iter();
        features.map(|number| number.to_bits()).collect()
    };
    let mut nodes: Vec<Neighbourhood> = (0..graph.n_nodes() as u32)
        .map(|node| (features(node), Vec::new()))
        .collect();
    for ([from, to], kind) in graph.edges.iter().zip(&graph.kinds) {
        nodes[*from as usize].1.push((*kind, features(*to)));
        nodes[*to as usize].1.push((*kind, features(*from)));
    }
    let mut counts = BTreeMap::new();
    for mut node in nodes {
        node.1.sort_unstable();
        *counts.entry(node).or_insert(0) += 1;
    }
    counts
}

/// The features of a node, and those of its neighbours with the kinds of the edges between.
type Neighbourhood = (Vec<u32>, Vec<(u8, Vec<u32>)>);

/// Law: the game lasts no longer than the bounds of each of its positions allow, and every move lowers the bound.
///
/// # Errors
///
/// Returns the reason why the record breaks the law.
pub(super) fn bounds_hold<G: Bounds>(record: &Record<G>) -> LawResult {
    let positions: Vec<G> = record.positions().collect();
    let moves = record.moves().len();
    // From the end to the start: the number of turns that follow, the length of the next turn, and that of the longest.
    let (mut turns, mut next, mut longest) = (0, 0, 0);
    let mut after: Option<usize> = None;
    for (played, position) in positions.iter().enumerate().rev() {
        let bound = position.bounds();
        if played < moves {
            if positions[played + 1].turn() == position.turn() && next > 0 {
                next += 1;
            } else {
                (turns, next) = (turns + 1, 1);
            }
            longest = longest.max(next);
        }
        let left = moves - played;
        let found = [
            ("moves", left, bound.moves),
            ("turns", turns, bound.turns),
            ("moves in a turn", longest, bound.in_a_row),
        ];
        for (what, found, most) in found {
            demand!("a game is no longer than its bounds" => most.is_none_or(|most| found <= most),
                "{found} {what} after move {played}, not at most {most:?}")?;
        }
        let now = bound.moves;
        if played < moves {
            let lowers = match (now, after) {
                (Some(now), Some(after)) => after < now,
                (now, after) => now.is_none() == after.is_none(),
            };
            demand!("a move lowers the bound on the moves" => lowers,
                "{now:?} before move {}, {after:?} after it", played + 1)?;
        }
        after = now;
    }
    Ok(())
}

/// Law: every score lies in the range of the bounds of each position before it.
///
/// # Errors
///
/// Returns the reason why the record breaks the law.
pub(super) fn scores_are_bounded<G: Bounds + Scored>(record: &Record<G>) -> LawResult {
    let mut ranges = Vec::new();
    for position in record.positions() {
        ranges.extend(position.bounds().scores);
        for player in Player::all(position.players()) {
            let score = position.score(player);
            let outside = ranges.iter().find(|range| !range.contains(&score));
            demand!("a score is within its bounds" => outside.is_none(),
                "{score} of {player}, not in {outside:?}, at {position:?}")?;
        }
    }
    demand!("a game with scores bounds them" => !ranges.is_empty(), "no range")
}
