//! The smallest spec that holds given programs.

use std::collections::BTreeMap;

use randlog_logic::{DependencyGraph, Predicate, Probability, Program, Symbol};

use super::rules::variables_of;
use crate::Spec;
use crate::spec::{Bodies, Cycles, Draft};

/// The smallest spec that holds these programs, which have one head to each clause.
pub(super) fn draft(
    programs: &[Program],
    predicates: &[Predicate],
    constants: Vec<Symbol>,
) -> Draft {
    let clauses = || programs.iter().flat_map(|program| &program.clauses);
    let conjunctive = clauses().all(|clause| clause.body.is_conjunctive());
    Spec::builder()
        .predicates(predicates)
        .variables(clauses().map(variables_of).max().unwrap_or(0))
        .constants(constants)
        .max_nodes(clauses().map(|clause| clause.body.nodes()).max().unwrap_or(0).max(1))
        .max_clauses(programs.iter().map(|program| program.clauses.len()).max().unwrap_or(0))
        .probabilities(probabilities(programs))
        .cycles(cycles(programs))
        .bodies(if conjunctive { Bodies::Conjunction } else { Bodies::Formula })
        .empty_bodies(clauses().any(|clause| clause.is_fact()))
        .safe(clauses().all(|clause| clause.is_safe()))
}

/// The strictest rule that all programs keep.
fn cycles(programs: &[Program]) -> Cycles {
    let graphs = programs.iter().map(|program| DependencyGraph::new(&program.clauses));
    let rules = graphs.map(|graph| match (graph.check_acyclic(), graph.strata()) {
        (Ok(()), _) => Cycles::Acyclic,
        (Err(_), Ok(_)) => Cycles::Stratified,
        (Err(_), Err(_)) => Cycles::Any,
    });
    // The loosest comes first.
    let looseness = |rule: &Cycles| Cycles::ALL.iter().position(|other| other == rule);
    rules.min_by_key(looseness).unwrap_or_default()
}

/// A list of about this length tells proportions well enough.
const LENGTH: usize = 20;

/// The probabilities of all clauses, each in proportion to how often it occurs.
fn probabilities(programs: &[Program]) -> Vec<Probability> {
    let heads = programs.iter().flat_map(|program| &program.clauses).flat_map(|c| &c.heads);
    let mut counts: BTreeMap<Probability, usize> = BTreeMap::new();
    let numbers = heads.filter_map(|head| head.probability.number());
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    let divisor = counts.values().copied().fold(0, gcd).max(1);
    let all: usize = counts.values().sum();
    let share = |count: usize| match all / divisor {
        ..=LENGTH => count / divisor,
        // The spec must hold the rarest of them, too.
        _ => ((count * LENGTH + all / 2) / all).max(1),
    };
    counts.iter().flat_map(|(&p, &count)| std::iter::repeat_n(p, share(count))).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
