//! What is certain may be replaced by its facts.

use std::collections::HashSet;

use randlog_logic::{
    Atom, Clause, DependencyGraph, Formula, Predicate, Probability, Program, Term,
};

use super::equal::{contradiction, crashes};
use super::{FollowUp, MadeBy, Relation};
use crate::{Fault, parts};

pub(super) const RELATION: Relation = Relation {
    name: "certain-stratum",
    sentence: "Rules that depend on no probability may be replaced by the facts that follow from them.",
    needs_meaning: true,
    made_by: MadeBy::Checks(follow_ups),
};

/// For each such predicate with a rule.
fn follow_ups(program: &Program) -> Vec<FollowUp> {
    let graph = DependencyGraph::new(&program.clauses);
    let clauses_of = |predicate: &Predicate| {
        let heads =
            |clause: &&Clause| clause.heads.iter().any(|head| head.atom.predicate() == *predicate);
        program.clauses.iter().filter(heads).collect::<Vec<_>>()
    };
    let mut follow_ups = Vec::new();
    for predicate in graph.predicates() {
        let cone: HashSet<Predicate> = graph.dependencies(predicate).into_iter().collect();
        let below: Vec<&Clause> = cone.iter().flat_map(clauses_of).collect();
        let own = clauses_of(predicate);
        let fits = own.iter().any(|clause| !clause.is_fact())
            && cone.iter().all(|predicate| !clauses_of(predicate).is_empty())
            && below.iter().all(|clause| clause.is_certain() && parts::is_safe(clause))
            && DependencyGraph::new(below.iter().copied()).strata().is_ok();
        if fits {
            follow_ups.push(follow_up(program, predicate));
        }
    }
    follow_ups
}

fn follow_up(program: &Program, predicate: &Predicate) -> FollowUp {
    let (program, predicate) = (program.clone(), predicate.clone());
    let open = Atom::new(predicate.name.clone(), vec![Term::Anonymous; predicate.arity]);
    let question = Program { evidence: Vec::new(), queries: vec![open.into()], ..program.clone() };
    Box::new(move |asker| {
        let said = asker.ask(&program);
        said.as_ref().ok()?;
        let facts = asker.ask(&question).ok()?;
        if let Some((atom, bounds)) =
            facts.iter().find(|(_, b)| b.high > 1e-6 && b.low < 1.0 - 1e-6)
        {
            let words = "0 or 1: it depends on no probability";
            let found = Fault::wrong(atom, words, bounds.low);
            return Some(found.compared_with([question.clone()]));
        }
        let true_ones = facts.iter().filter(|(_, bounds)| bounds.low > 0.5).map(|(atom, _)| atom);
        let other = replaced(&program, &predicate, true_ones);
        let then = asker.ask(&other);
        contradiction(&program, &said, &other, &then, crashes, |_| true)
    })
}

/// The program with facts in place of a predicate's clauses.
fn replaced<'a>(
    program: &Program,
    predicate: &Predicate,
    facts: impl Iterator<Item = &'a Atom>,
) -> Program {
    let mut other = program.clone();
    other
        .clauses
        .retain(|clause| clause.heads.iter().all(|head| head.atom.predicate() != *predicate));
    let fact = |atom: &Atom| Clause::new(Probability::ONE, atom.clone(), Formula::True);
    let before = other.clauses.len();
    other.clauses.extend(facts.map(fact));
    if other.clauses.len() == before {
        // It should still have a clause.
        let args = vec![Term::Constant("a".into()); predicate.arity];
        let head = Atom::new(predicate.name.clone(), args);
        other.clauses.push(Clause::new(Probability::ONE, head, parts::fail()));
    }
    other
}
