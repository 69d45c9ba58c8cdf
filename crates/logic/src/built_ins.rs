//! Predicates that other systems keep for themselves: a program cannot define them there, and one that tries
//! calls theirs.
//!
//! The lists are those of ProbLog 2.3.0 and SWI-Prolog 9.0.4, asked by `built-ins/update`. Names that need
//! quotes are not among them.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Does ProbLog refuse clauses for this predicate?
///
/// ```
/// use randlog_logic::built_ins::{is_kept_by_problog, is_kept_by_prolog};
///
/// assert!(is_kept_by_problog("possible", 1) && !is_kept_by_prolog("possible", 1));
/// assert!(is_kept_by_prolog("open", 3) && !is_kept_by_problog("open", 3));
/// assert!(!is_kept_by_prolog("open", 2));
/// ```
pub fn is_kept_by_problog(name: &str, arity: usize) -> bool {
    static KEPT: LazyLock<Kept> = LazyLock::new(|| read(include_str!("../built-ins/problog.txt")));
    KEPT.contains(&(name, arity))
}

/// Does a Prolog refuse clauses for this predicate?
pub fn is_kept_by_prolog(name: &str, arity: usize) -> bool {
    static KEPT: LazyLock<Kept> =
        LazyLock::new(|| read(include_str!("../built-ins/swi-prolog.txt")));
    KEPT.contains(&(name, arity))
}

type Kept = HashSet<(&'static str, usize)>;

/// A list of `name/arity`, one a line.
fn read(list: &'static str) -> Kept {
    let predicate = |line: &'static str| {
        let (name, arity) = line.rsplit_once('/')?;
        Some((name, arity.parse().ok()?))
    };
    list.lines().filter_map(predicate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_predicate() {
        for list in
            [include_str!("../built-ins/problog.txt"), include_str!("../built-ins/swi-prolog.txt")]
        {
            assert_eq!(read(list).len(), list.lines().count());
            assert!(list.lines().count() > 100);
        }
    }
}
