//! Leaves out what the queries and the evidence do not reach, or all queries but one and what only the others reach.

use std::collections::BTreeSet;

use randlog_logic::{Clause, Goal, Head, Predicate, Program, Role, Symbol};

use super::{Candidates, Step};

pub(super) const STEP: Step = Step { name: "leave out what is not reached", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
    let alone = program.queries.iter().flat_map(|query| {
        let queries = vec![query.clone()];
        let without = Program { queries, evidence: Vec::new(), ..program.clone() };
        let with = Program { evidence: program.evidence.clone(), ..without.clone() };
        [without, with]
    });
    Box::new(alone.chain([program.clone()]).map(reached))
}

/// The program without clauses that its queries and its evidence do not reach.
fn reached(mut program: Program) -> Program {
    let statements = program.queries.iter().chain(&program.evidence);
    let mut reached: BTreeSet<Predicate> = statements.flat_map(in_statement).collect();
    loop {
        let heads_reached = |clause: &&Clause| {
            clause.heads.iter().any(|head| reached.contains(&head.atom.predicate()))
        };
        let clauses = program.clauses.iter().filter(heads_reached);
        let found: BTreeSet<Predicate> = clauses.flat_map(in_clause).collect();
        if found.is_subset(&reached) {
            break;
        }
        reached.extend(found);
    }
    let matters = |head: &Head| reached.contains(&head.atom.predicate());
    program.clauses.retain(|clause| clause.heads.iter().any(matters));
    program
}

/// Goals may be arguments, of `findall` for one: what looks like a predicate is taken for one.
fn note(found: &mut BTreeSet<Predicate>, name: &Symbol, role: Role) -> Symbol {
    let arity = match role {
        Role::Predicate(arity) | Role::Function(arity) => Some(arity),
        Role::Constant => Some(0),
        Role::Variable => None,
    };
    found.extend(arity.map(|arity| Predicate::new(name.clone(), arity)));
    name.clone()
}

fn in_clause(clause: &Clause) -> BTreeSet<Predicate> {
    let mut found = BTreeSet::new();
    clause.clone().rename(&mut |name, role| note(&mut found, name, role));
    found
}

fn in_statement(statement: &Goal) -> BTreeSet<Predicate> {
    let mut found = BTreeSet::new();
    statement.clone().rename(&mut |name, role| note(&mut found, name, role));
    found
}
