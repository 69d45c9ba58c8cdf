//! Leaves out a predicate altogether: its clauses, and all its occurrences in bodies.

use randlog_logic::{Atom, Clause, Formula, Heads, Predicate, Program};

use super::{Candidates, Step, predicates};
use crate::reduce::formula;

pub(super) const STEP: Step = Step { name: "leave out predicates", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
    let mut found: Vec<_> = predicates(program);
    found.sort_by_cached_key(|predicate| {
        let rest = without(program, predicate);
        rest.clauses.len() + rest.clauses.iter().map(|rest| rest.body.nodes()).sum::<usize>()
    });
    Box::new(found.into_iter().map(|predicate| without(program, &predicate)))
}

fn without(program: &Program, predicate: &Predicate) -> Program {
    let is_gone = |atom: &Atom| atom.predicate() == *predicate;
    let rest = |body: &Formula| formula::without(body, &is_gone).unwrap_or(Formula::True);
    let clause = |clause: &Clause| {
        let heads: Heads =
            clause.heads.iter().filter(|head| !is_gone(&head.atom)).cloned().collect();
        (!heads.is_empty()).then(|| Clause { heads, body: rest(&clause.body), ..clause.clone() })
    };
    let mut left = program.clone();
    left.clauses = program.clauses.iter().filter_map(clause).collect();
    for statements in [&mut left.evidence, &mut left.queries] {
        statements.retain(|statement| !is_gone(&statement.atom));
        for statement in statements {
            statement.condition = rest(&statement.condition);
        }
    }
    left
}
