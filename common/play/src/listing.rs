//! Lists of the first legal moves of a position, which can have more moves than fit in memory.

use core::ops::ControlFlow;

use common::any::{AnyMove, AnyRecord};

/// Returns the first `most` legal moves that begin with `prefix`, and whether there are more.
pub(crate) fn first_moves(
    record: &dyn AnyRecord,
    prefix: &str,
    most: usize,
) -> (Vec<AnyMove>, bool) {
    let mut listed = Vec::new();
    let visited = record.for_each_move(&mut |m| {
        if prefix.is_empty() || m.to_string().starts_with(prefix) {
            if listed.len() == most {
                return ControlFlow::Break(());
            }
            listed.push(m);
        }
        ControlFlow::Continue(())
    });
    (listed, visited.is_break())
}
