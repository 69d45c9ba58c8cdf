//! The library of list predicates, in the language itself.
//!
//! Its clauses call each other by reserved names, so that a program may define what it likes.

use super::names::name_apart;
use super::reserved::Reserved;
use randlog_logic::built_ins::is_library;
use randlog_logic::{Clause, Predicate, Program, Role, SourcePlace};
use std::sync::LazyLock;

static CLAUSES: LazyLock<Vec<Clause>> = LazyLock::new(|| {
    let text = include_str!("../built_in/library.pl");
    let mut clauses = Program::parse(text).unwrap_or_default().clauses.into_vec();
    for clause in &mut clauses {
        name_apart(clause);
        // The lines are not those of the program.
        clause.place = SourcePlace::default();
    }
    clauses
});

/// The clauses of a predicate of the library, whether a program calls it or the library itself.
pub(super) fn clauses_of(predicate: &Predicate, reserved: &Reserved) -> Vec<Clause> {
    let own = reserved.of_library(&predicate.name);
    if own.is_none() && !is_library(&predicate.name, predicate.arity) {
        return Vec::new();
    }
    let name = own.unwrap_or(&predicate.name);
    let of_predicate = |clause: &&Clause| {
        let head = &clause.heads[0].atom;
        head.name == name && head.args.len() == predicate.arity
    };
    let renamed = |clause: &Clause| {
        let mut clause = clause.clone();
        clause.rename(&mut |name, role| match role {
            Role::Predicate(_) => reserved.in_library(name),
            _ => name.clone(),
        });
        clause.heads[0].atom.name = predicate.name.clone();
        clause
    };
    CLAUSES.iter().filter(of_predicate).map(renamed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_can_be_read() {
        assert!(CLAUSES.len() > 30);
    }
}
