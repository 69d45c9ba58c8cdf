//! Raising a fact with only even paths to a query never lowers its probability.

use std::collections::HashSet;

use randlog_engines::TOLERANCE;
use randlog_engines::answers::{atoms, bounds};
use randlog_logic::{Annotation, Atom, Formula, Predicate, Program};

use super::equal::is_instance;
use super::{FollowUp, MadeBy, Relation, uncertain_facts};
use crate::Fault;

pub(super) const RELATION: Relation = Relation {
    name: "monotone",
    sentence: "What becomes likelier makes nothing less likely, if every path to it has an even number of negations.",
    needs_meaning: true,
    made_by: MadeBy::Checks(follow_ups),
};

/// For each query and each fact of that kind: the fact for sure.
fn follow_ups(program: &Program) -> Vec<FollowUp> {
    if !program.evidence.is_empty() {
        return Vec::new();
    }
    let mut follow_ups = Vec::new();
    for query in &program.queries {
        let reached = signs(program, query.atom.predicate());
        for place in uncertain_facts(program) {
            let predicate = program.clauses[place].heads[0].atom.predicate();
            let even = reached.contains(&(predicate.clone(), false));
            if even && !reached.contains(&(predicate, true)) {
                follow_ups.push(follow_up(program, query.atom.clone(), place));
            }
        }
    }
    follow_ups
}

/// The predicates that one depends on, with whether an odd number of negations is between.
fn signs(program: &Program, from: Predicate) -> HashSet<(Predicate, bool)> {
    let mut found = HashSet::new();
    let mut open = vec![(from, false)];
    while let Some((predicate, odd)) = open.pop() {
        if !found.insert((predicate.clone(), odd)) {
            continue;
        }
        for clause in &program.clauses {
            if clause.heads.iter().any(|head| head.atom.predicate() == predicate) {
                uses(&clause.body, odd, &mut open);
            }
        }
    }
    found
}

fn uses(body: &Formula, odd: bool, found: &mut Vec<(Predicate, bool)>) {
    match body {
        Formula::True => {}
        Formula::Atom(atom) => found.push((atom.predicate(), odd)),
        Formula::Not(child) => uses(child, !odd, found),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().for_each(|child| uses(child, odd, found));
        }
    }
}

fn follow_up(program: &Program, query: Atom, place: usize) -> FollowUp {
    let program = program.clone();
    let mut raised = program.clone();
    raised.clauses[place].heads[0].probability = Annotation::ONE;
    Box::new(move |asker| {
        let (before, after) = (asker.ask(&program).ok()?, asker.ask(&raised).ok()?);
        let mut asked = atoms([&before]).into_iter().filter(|atom| is_instance(atom, &query));
        asked.find_map(|atom| {
            let (low, high) = (bounds(&before, atom).low, bounds(&after, atom).high);
            let expected = format!("at least {low}, as with a less likely fact");
            let lowered = high < low - TOLERANCE;
            lowered.then(|| Fault::wrong(atom, expected, high).compared_with([raised.clone()]))
        })
    })
}
