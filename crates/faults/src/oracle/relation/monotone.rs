//! Raising a fact with only even paths to a query never lowers its probability.

use std::collections::HashSet;

use randlog_logic::{Annotation, Formula, Predicate, Program};

use super::same::is_instance;
use super::{Relation, Way, uncertain_facts};
use crate::oracle::{Violation, atoms, bounds};
use randlog_engines::TOLERANCE;

pub(super) const RELATION: Relation = Relation {
    name: "monotone",
    sentence: "What becomes likelier makes nothing less likely, if every path to it has an even number of negations.",
    needs_meaning: true,
    ways,
};

/// For each query and each fact of that kind: the fact for sure.
fn ways(program: &Program) -> Vec<Way> {
    if !program.evidence.is_empty() {
        return Vec::new();
    }
    let mut ways = Vec::new();
    for query in &program.queries {
        let reached = signs(program, query.atom.predicate());
        for place in uncertain_facts(program) {
            let predicate = program.clauses[place].heads[0].atom.predicate();
            let even = reached.contains(&(predicate.clone(), false));
            if even && !reached.contains(&(predicate, true)) {
                ways.push(way(program, query.atom.clone(), place));
            }
        }
    }
    ways
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

fn way(program: &Program, query: randlog_logic::Atom, place: usize) -> Way {
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
            lowered.then(|| Violation::wrong(atom, expected, high).with([raised.clone()]))
        })
    })
}
