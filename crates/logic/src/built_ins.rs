//! The predicates that the language brings; and those that other systems keep for themselves: a program cannot define
//! them there, and one that tries calls theirs.
//!
//! The lists are those of ProbLog 2.3.0 and SWI-Prolog 9.0.4, asked by `built-ins/update`. Names that need
//! quotes are not among them.

use crate::unsupported::{COMPARISONS, Unsupported};
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
    static KEPT: LazyLock<KeptPredicates> =
        LazyLock::new(|| read(include_str!("../built-ins/problog.txt")));
    KEPT.contains(&(name, arity))
}

/// Does a Prolog refuse clauses for this predicate?
pub fn is_kept_by_prolog(name: &str, arity: usize) -> bool {
    static KEPT: LazyLock<KeptPredicates> =
        LazyLock::new(|| read(include_str!("../built-ins/swi-prolog.txt")));
    KEPT.contains(&(name, arity))
}

type KeptPredicates = HashSet<(&'static str, usize)>;

/// A list of `name/arity`, one a line.
fn read(list: &'static str) -> KeptPredicates {
    let predicate = |line: &'static str| {
        let (name, arity) = line.rsplit_once('/')?;
        Some((name, arity.parse().ok()?))
    };
    list.lines().filter_map(predicate).collect()
}

/// Is this predicate a part of the language? A program may define those of lists itself; then its
/// own clauses are meant.
///
/// ```
/// use randlog_logic::built_ins::is_built_in;
/// assert!(is_built_in("is", 2) && is_built_in("member", 2) && !is_built_in("member", 3));
/// ```
pub fn is_built_in(name: &str, arity: usize) -> bool {
    arity == 2 && COMPARISONS.contains(&name)
        || matches!(
            (name, arity),
            ("once" | "var" | "nonvar" | "ground" | "callable" | "compound" | "is_list", 1)
                | ("atom" | "atomic" | "number" | "integer" | "float", 1)
                | ("succ" | "length" | "sort" | "msort" | "member" | "memberchk", 2)
                | (
                    "atom_length" | "string_length" | "atom_number" | "atom_codes" | "atom_chars",
                    2
                )
                | ("number_codes" | "number_chars" | "char_code", 2)
                | ("atom_concat" | "string_concat", 3)
                | ("sub_atom", 5)
                | ("between" | "findall" | "functor" | "arg" | "plus" | "all" | "compare", 3)
        )
        || is_library(name, arity)
}

/// Is this predicate of lists written in the language itself?
pub fn is_library(name: &str, arity: usize) -> bool {
    matches!(
        (name, arity),
        ("append" | "last" | "reverse" | "permutation", 2)
            | ("sum_list" | "sumlist" | "max_list" | "min_list", 2)
            | ("append" | "select" | "nth0" | "nth1" | "delete" | "subtract", 3)
            | ("select_uniform", 4)
            | ("select_weighted", 5)
    )
}

/// Is this predicate built into ProbLog or SWI-Prolog, and no part of the language? A program that does not
/// define it means theirs.
///
/// ```
/// use randlog_logic::built_ins::is_elsewhere;
/// assert!(is_elsewhere("atomic_list_concat", 2) && is_elsewhere("bagof", 3));
/// assert!(!is_elsewhere("member", 2) && !is_elsewhere("p", 2));
/// ```
pub fn is_elsewhere(name: &str, arity: usize) -> bool {
    if is_built_in(name, arity) {
        return false;
    }
    let refused = [Unsupported::foreign, Unsupported::built_in, Unsupported::refused_form];
    if refused.iter().any(|refused| refused(name, arity).is_some())
        || is_kept_by_problog(name, arity)
        || is_kept_by_prolog(name, arity)
    {
        return true;
    }
    let predicate = format!("{name}/{arity}");
    ELSEWHERE.split_whitespace().any(|known| known == predicate)
}

/// Predicates of the libraries of both, which a program may define for itself.
const ELSEWHERE: &str = include_str!("../built-ins/elsewhere.txt");

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

    #[test]
    fn what_is_built_in_is_not_elsewhere() {
        for predicate in ELSEWHERE.split_whitespace() {
            let (name, arity) = predicate.rsplit_once('/').unwrap();
            assert!(!is_built_in(name, arity.parse().unwrap()), "{predicate}");
        }
    }
}
