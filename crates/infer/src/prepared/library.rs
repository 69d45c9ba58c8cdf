//! The library of list predicates, in the language itself.
//!
//! Its clauses call each other by reserved names, so that a program may define what it likes.

use super::names::name_apart;
use super::reserved::Reserved;
use randlog_logic::Predicate;
use randlog_logic::wide::{Role, WideClause, WideProgram, is_library};
use std::sync::LazyLock;

static CLAUSES: LazyLock<Vec<WideClause>> = LazyLock::new(|| {
    let text = include_str!("../built_in/library.pl");
    let mut clauses = WideProgram::parse(text).unwrap_or_default().clauses;
    for clause in &mut clauses {
        name_apart(clause);
        // The lines are not those of the program.
        clause.line = 0;
    }
    clauses
});

/// The clauses of a predicate of the library, whether a program calls it or the library itself.
pub(super) fn clauses_of(predicate: &Predicate, reserved: &Reserved) -> Vec<WideClause> {
    let own = reserved.of_library(&predicate.name);
    if own.is_none() && !is_library(&predicate.name, predicate.arity) {
        return Vec::new();
    }
    let name = own.unwrap_or(&predicate.name);
    let of_predicate = |clause: &&WideClause| {
        let head = &clause.heads[0].atom;
        head.name == name && head.args.len() == predicate.arity
    };
    let renamed = |clause: &WideClause| {
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
