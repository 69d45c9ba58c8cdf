//! Two atoms of a clause that must not be equal.

use randlog_kernel::{Conflict, Store, Var};

/// These variables do not take the same values pair by pair: if one variable is open and all else is
/// known and equal, it must differ.
pub(crate) fn keep_apart(
    store: &mut Store,
    pairs: impl IntoIterator<Item = (Var, Var)>,
) -> Result<(), Conflict> {
    let mut open = None;
    for (x, y) in pairs {
        let only = match (store.value(x), store.value(y)) {
            (Some(one), Some(other)) if one == other => continue,
            (Some(value), None) => (y, value),
            (None, Some(value)) => (x, value),
            _ => return Ok(()),
        };
        if open.replace(only).is_some() {
            return Ok(());
        }
    }
    let (x, value) = open.ok_or(Conflict)?;
    store.remove(x, value)
}
