//! The smallest spec that holds given programs.

use std::collections::BTreeMap;

use randlog_base::Stop;
use randlog_logic::{
    Clause, DependencyGraph, Occurrence, Predicate, Probability, Program, redundant_clauses,
    underivable,
};

use super::rules::{Rules, variables_of};
use crate::spec::{Bodies, Cycles, Draft};
use crate::{Spec, membership};

/// So many steps are enough to see whether one clause subsumes another, unless somebody made it hard.
const STEPS: u64 = 1 << 24;

/// The smallest spec that holds these programs, which have one head to each clause.
pub(super) fn draft(rules: &Rules) -> Draft {
    let programs = &rules.programs;
    let clauses = || programs.iter().flat_map(|program| &program.clauses);
    let every = |test: &dyn Fn(&[Clause]) -> bool| programs.iter().all(|it| test(&it.clauses));
    let stop = Stop::NEVER.with_steps(STEPS);
    let conjunctive = clauses().all(|clause| clause.body.is_conjunctive());
    let draft = Spec::builder()
        .predicates(&rules.heads)
        .data(&rules.data)
        .variables(clauses().map(variables_of).max().unwrap_or(0))
        .constants(rules.constants.clone())
        .max_nodes(clauses().map(|clause| clause.body.nodes()).max().unwrap_or(0).max(1))
        .max_clauses(programs.iter().map(|program| program.clauses.len()).max().unwrap_or(0))
        .probabilities_of(rules.heads.iter().map(|head| (head, probabilities(programs, head))))
        .cycles(cycles(programs))
        .bodies(if conjunctive { Bodies::Conjunction } else { Bodies::Formula })
        .empty_bodies(clauses().any(|clause| clause.is_fact()))
        .repeated_variables(clauses().any(repeats_a_variable))
        .connected(clauses().all(|clause| clause.unconnected_atom().is_none()))
        .derivable(every(&|clauses| underivable(clauses).is_empty()))
        .redundant(!every(&|clauses| {
            redundant_clauses(clauses, &stop).is_ok_and(|found| found.is_empty())
        }))
        .clauses(agreed(&rules.heads, numbers(programs)))
        .uses(agreed(&rules.heads, uses(programs)))
        .safe(clauses().all(|clause| clause.is_safe()));
    let sets = draft.clone().bodies(Bodies::Set);
    let draft = if conjunctive && holds(&sets, programs) { sets } else { draft };
    // Sets of literals may be safe in another order.
    let safe = draft.clone().safe(true);
    if holds(&safe, programs) { safe } else { draft }
}

fn holds(draft: &Draft, programs: &[Program]) -> bool {
    let spec = draft.build();
    spec.is_ok_and(|spec| programs.iter().all(|it| membership::check(&spec, it).is_ok()))
}

/// Something about each head of a program.
type ByHead<T> = BTreeMap<Predicate, T>;

/// What is the same in all programs, for those heads of which it is.
fn agreed<T: Clone + PartialEq>(
    heads: &[Predicate],
    programs: Vec<ByHead<T>>,
) -> Vec<(&Predicate, T)> {
    let same = |head| {
        let mut found = programs.iter().map(|by_head| by_head.get(head));
        let first = found.next()??;
        found.all(|other| other == Some(first)).then(|| (head, first.clone()))
    };
    heads.iter().filter_map(same).collect()
}

/// How many clauses heads have.
fn numbers(programs: &[Program]) -> Vec<ByHead<usize>> {
    let of_program = |program: &Program| {
        let mut counts = ByHead::new();
        let heads = program.clauses.iter().flat_map(|clause| &clause.heads);
        heads.for_each(|head| *counts.entry(head.atom.predicate()).or_default() += 1);
        counts
    };
    programs.iter().map(of_program).collect()
}

/// What stands in the bodies of heads, as a spec names it, in some order.
fn uses(programs: &[Program]) -> Vec<ByHead<Vec<String>>> {
    let of_program = |program: &Program| {
        let mut uses: ByHead<Vec<String>> = ByHead::new();
        for clause in &program.clauses {
            let own = uses.entry(clause.heads[0].atom.predicate()).or_default();
            if clause.is_fact() {
                own.push("true".to_owned());
            }
            own.extend(clause.body.atoms().map(|Occurrence { atom, negated }| {
                format!("{}{}", if negated { "not " } else { "" }, atom.predicate())
            }));
        }
        uses.values_mut().for_each(|list| list.sort_unstable());
        uses
    };
    programs.iter().map(of_program).collect()
}

/// Does an atom have a variable twice?
fn repeats_a_variable(clause: &Clause) -> bool {
    clause.atoms().any(|atom| {
        let variables: Vec<_> = atom.variables().collect();
        variables.iter().enumerate().any(|(place, name)| variables[..place].contains(name))
    })
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

/// The probabilities of the clauses of a head, each in proportion to how often it occurs.
fn probabilities(programs: &[Program], head: &Predicate) -> Vec<Probability> {
    let heads = programs.iter().flat_map(|program| &program.clauses).flat_map(|c| &c.heads);
    let heads = heads.filter(|other| other.atom.predicate() == *head);
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
