//! Lists of the first legal moves of a position, which can have more moves than fit in memory.

use core::ops::ControlFlow;

use common::any::AnyRecord;

/// Returns the first `most` legal moves that begin with `prefix`, and whether there are more.
pub(crate) fn first_moves(
    record: &dyn AnyRecord,
    prefix: &str,
    most: usize,
) -> (Vec<String>, bool) {
    let mut listed = Vec::new();
    let visited = record.for_each_move(&mut |_, m| {
        if m.starts_with(prefix) {
            if listed.len() == most {
                return ControlFlow::Break(());
            }
            listed.push(m.to_owned());
        }
        ControlFlow::Continue(())
    });
    (listed, visited.is_break())
}
