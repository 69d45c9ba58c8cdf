//! Lines go: directives, clauses, evidence and queries.

use std::collections::BTreeSet;

use randlog_logic::{Clause, Goal, Head, Predicate, Program, Role, Symbol};

use super::Candidates;
use crate::parts::edited;

/// Leaves out what the queries and the evidence do not reach, or all queries but one and what only the others reach.
pub(super) fn reached(program: &Program) -> Candidates<'_> {
    let alone = program.queries.iter().flat_map(|query| {
        let queries = vec![query.clone()];
        let without = Program { queries, evidence: Vec::new(), ..program.clone() };
        let with = Program { evidence: program.evidence.clone(), ..without.clone() };
        [without, with]
    });
    Box::new(alone.chain([program.clone()]).map(only_reached))
}

/// The program without clauses that its queries and its evidence do not reach.
fn only_reached(mut program: Program) -> Program {
    let goals = program.queries.iter().chain(&program.evidence);
    let mut reached: BTreeSet<Predicate> = goals.flat_map(in_goal).collect();
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

fn in_goal(goal: &Goal) -> BTreeSet<Predicate> {
    let mut found = BTreeSet::new();
    goal.clone().rename(&mut |name, role| note(&mut found, name, role));
    found
}

/// Leaves out half of all lines, a quarter, …, one: directives, clauses, evidence and queries alike.
pub(super) fn fewer(program: &Program) -> Candidates<'_> {
    let count = program.directives.len()
        + program.clauses.len()
        + program.evidence.len()
        + program.queries.len();
    let lengths = std::iter::successors(Some(count / 2), |length| Some(length / 2));
    let lengths = lengths.take_while(|length| *length > 1).chain([1]);
    let ranges = lengths.flat_map(move |length| {
        (0..count).step_by(length).map(move |start| start..(start + length).min(count))
    });
    Box::new(ranges.map(|gone| {
        edited(program, |rest| {
            // By their numbers in the order of printing.
            let mut line = 0;
            let mut stays = || {
                line += 1;
                !gone.contains(&(line - 1))
            };
            rest.directives.retain(|_| stays());
            rest.clauses.retain(|_| stays());
            rest.evidence.retain(|_| stays());
            rest.queries.retain(|_| stays());
        })
    }))
}
