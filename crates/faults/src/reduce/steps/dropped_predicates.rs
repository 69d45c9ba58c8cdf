//! Leaves out a predicate altogether: its clauses, and all its occurrences in bodies.

use randlog_logic::{Atom, Clause, Formula, Heads, Predicate, Program};

use super::predicates;
use crate::reduce::formula;
use crate::reduce::step::{Candidates, Step};

pub(in crate::reduce) struct DroppedPredicates;

impl Step for DroppedPredicates {
    fn name(&self) -> &'static str {
        "leave out predicates"
    }

    fn candidates<'p>(&self, program: &'p Program) -> Candidates<'p> {
        let mut found: Vec<_> = predicates(program);
        found.sort_by_cached_key(|predicate| {
            let rest = without(program, predicate);
            rest.clauses.len() + rest.clauses.iter().map(|rest| rest.body.nodes()).sum::<usize>()
        });
        Box::new(found.into_iter().map(|predicate| without(program, &predicate)))
    }
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
