//! Whether a program has a feature, as far as that can be seen. A feature that is turned off must not come back by way of
//! another one, nor by a reduction.

use std::collections::BTreeSet;

use randlog_logic::{
    Atom, Clause, DependencyGraph, Formula, Number, Predicate, Program, Symbol, Term, name,
};

use crate::parts;

fn rules(program: &Program) -> impl Iterator<Item = &Clause> {
    program.clauses.iter().filter(|clause| !clause.is_fact())
}

fn terms(program: &Program) -> impl Iterator<Item = &Term> {
    parts::atoms(program).flat_map(|atom| &atom.args)
}

/// Does a part of a body have this property?
fn any_part(program: &Program, holds: impl Fn(&Formula) -> bool) -> bool {
    fn any(formula: &Formula, holds: &dyn Fn(&Formula) -> bool) -> bool {
        holds(formula) || parts::children(formula).iter().any(|child| any(child, holds))
    }
    program.clauses.iter().any(|clause| any(&clause.body, &holds))
}

pub(super) fn arity(program: &Program, least: usize) -> bool {
    parts::atoms(program).any(|atom| atom.args.len() >= least)
}

pub(super) fn arguments(program: &Program) -> bool {
    arity(program, 1)
}

pub(super) fn pairs(program: &Program) -> bool {
    arity(program, 2)
}

pub(super) fn many_arguments(program: &Program) -> bool {
    arity(program, 3)
}

pub(super) fn constants(program: &Program) -> bool {
    rules(program).flat_map(Clause::atoms).flat_map(|atom| &atom.args).any(Term::is_ground)
}

pub(super) fn cycles(program: &Program) -> bool {
    DependencyGraph::new(&program.clauses).check_acyclic().is_err()
}

pub(super) fn negative_cycles(program: &Program) -> bool {
    DependencyGraph::new(&program.clauses).strata().is_err()
}

/// Is a body anything but a conjunction of literals?
pub(super) fn formulas(program: &Program) -> bool {
    let is_literal = |part: &Formula| match part {
        Formula::True | Formula::Atom(_) => true,
        Formula::Not(child) => matches!(**child, Formula::True | Formula::Atom(_)),
        Formula::And(_) | Formula::Or(_) => false,
    };
    !rules(program).all(|rule| match &rule.body {
        Formula::And(children) => children.iter().all(is_literal),
        other => is_literal(other),
    })
}

pub(super) fn is_unsafe(program: &Program) -> bool {
    !program.clauses.iter().all(parts::is_safe)
}

pub(super) fn probabilistic_rules(program: &Program) -> bool {
    rules(program).any(|rule| !rule.is_certain())
}

/// The parts that a clause demands.
fn demanded(clause: &Clause) -> Vec<Formula> {
    parts::conjuncts(clause.body.clone())
}

pub(super) fn self_support(program: &Program) -> bool {
    let supports_itself = |rule: &Clause| {
        let demanded = demanded(rule);
        rule.heads.iter().any(|head| demanded.contains(&Formula::Atom(head.atom.clone())))
    };
    rules(program).any(supports_itself)
}

pub(super) fn never_fires(program: &Program) -> bool {
    let fails = |rule: &Clause| {
        let demanded = demanded(rule);
        let is_against = |part: &Formula| demanded.contains(&parts::not(part.clone()));
        demanded.contains(&parts::fail()) || demanded.iter().any(is_against)
    };
    rules(program).any(fails)
}

/// How deep negations are nested.
pub(super) fn depth(formula: &Formula) -> usize {
    let below = parts::children(formula).iter().map(depth).max().unwrap_or(0);
    below + usize::from(matches!(formula, Formula::Not(_)))
}

pub(super) fn nested_negation(program: &Program) -> bool {
    let is_one = |part: &Formula| match part {
        Formula::Not(child) => matches!(**child, Formula::And(_)) && depth(child) > 0,
        _ => false,
    };
    any_part(program, is_one)
}

pub(super) fn deep_negation(program: &Program) -> bool {
    program.clauses.iter().any(|clause| depth(&clause.body) > 2)
}

/// Does a variable occur once, and below a negation?
pub(super) fn local_variable(program: &Program) -> bool {
    program.clauses.iter().any(|clause| {
        let singles = parts::singles(clause.atoms());
        let mut negated = clause.body.atoms().filter(|found| found.negated);
        negated.any(|found| found.atom.variables().any(|name| singles.contains(name)))
    })
}

fn repeats(atom: &Atom) -> bool {
    let names: Vec<&Symbol> = atom.variables().collect();
    names.iter().enumerate().any(|(place, name)| names[..place].contains(name))
}

pub(super) fn repeated_variable(program: &Program) -> bool {
    program.clauses.iter().flat_map(|clause| clause.body.atoms()).any(|found| repeats(found.atom))
}

pub(super) fn repeated_literal(program: &Program) -> bool {
    any_part(program, |part| {
        let children = parts::children(part);
        children.iter().enumerate().any(|(place, child)| children[..place].contains(child))
    })
}

pub(super) fn annotated_disjunction(program: &Program) -> bool {
    program.clauses.iter().any(|clause| clause.heads.len() > 1)
}

fn facts(program: &Program) -> Vec<&Atom> {
    let facts = program.clauses.iter().filter(|clause| clause.is_fact());
    facts.flat_map(|clause| &clause.heads).map(|head| &head.atom).collect()
}

pub(super) fn fact_twice(program: &Program) -> bool {
    let mut seen = BTreeSet::new();
    !facts(program).into_iter().all(|atom| seen.insert(atom))
}

pub(super) fn certain_twin(program: &Program) -> bool {
    let (certain, uncertain): (Vec<_>, Vec<_>) =
        program.clauses.iter().partition(|clause| clause.is_certain());
    let certain: BTreeSet<&Atom> = certain
        .into_iter()
        .filter(|clause| clause.is_fact())
        .flat_map(|clause| &clause.heads)
        .map(|head| &head.atom)
        .collect();
    uncertain.into_iter().flat_map(|it| &it.heads).any(|head| certain.contains(&head.atom))
}

pub(super) fn evidence(program: &Program) -> bool {
    !program.evidence.is_empty()
}

pub(super) fn several_queries(program: &Program) -> bool {
    program.queries.len() > 1
}

pub(super) fn open_query(program: &Program) -> bool {
    program.queries.iter().any(|query| !query.atom.is_ground())
}

pub(super) fn repeated_variable_query(program: &Program) -> bool {
    program.queries.iter().any(|query| repeats(&query.atom))
}

pub(super) fn anonymous(program: &Program) -> bool {
    terms(program).any(|term| *term == Term::Anonymous)
}

pub(super) fn numbers(program: &Program) -> bool {
    terms(program).any(|term| matches!(term, Term::Number(_)))
}

pub(super) fn large_numbers(program: &Program) -> bool {
    let is_large = |term: &Term| match term {
        Term::Number(Number::Integer(number)) => !(0..10).contains(number),
        _ => false,
    };
    terms(program).any(is_large)
}

/// All names of predicates and constants.
fn names(program: &Program) -> impl Iterator<Item = &Symbol> {
    parts::atoms(program).flat_map(|atom| {
        let constants = atom.args.iter().filter_map(|term| match term {
            Term::Constant(name) => Some(name),
            _ => None,
        });
        constants.chain([&atom.name])
    })
}

pub(super) fn other_names(program: &Program) -> bool {
    names(program).any(|it| !name::is_plain_atom(it))
}

pub(super) fn long_names(program: &Program) -> bool {
    names(program).any(|it| it.chars().count() > 30)
}

pub(super) fn two_arities(program: &Program) -> bool {
    let all: BTreeSet<Predicate> = parts::atoms(program).map(Atom::predicate).collect();
    let names: BTreeSet<&Symbol> = all.iter().map(|predicate| &predicate.name).collect();
    names.len() < all.len()
}

/// So many constants are many.
pub(super) const MANY: usize = 8;

pub(super) fn many_constants(program: &Program) -> bool {
    parts::constants(program).len() > MANY
}

pub(super) fn extreme_probabilities(program: &Program) -> bool {
    let heads = program.clauses.iter().flat_map(|clause| &clause.heads);
    let mut chances =
        heads.filter_map(|head| head.probability.number()).map(|chance| chance.to_f64());
    chances.any(|chance| chance < 1.0 && !(1e-3..=0.999).contains(&chance))
}

/// So many rules in a row are a long chain.
pub(super) const LONG: usize = 10;

/// Does a predicate depend on another one through many others?
pub(super) fn long_chain(program: &Program) -> bool {
    DependencyGraph::new(&program.clauses).predicates().len() > LONG
}
