//! Queries and rules may be replaced by what follows from them.

use std::collections::HashSet;

use randlog_logic::{
    Atom, Clause, DependencyGraph, Formula, Goal, Predicate, Program, Symbol, Term,
};

use super::follow_up::{Counts, FollowUp, contradiction, if_answered, is_instance};
use crate::Fault;
use crate::parts::{self, edited};

/// Is each answer an instance of a query? Then each query alone, and a further one.
pub(super) fn queries(program: &Program) -> Vec<FollowUp> {
    let mut follow_ups = vec![only_instances(program)];
    if program.queries.len() > 1 {
        for query in &program.queries {
            let alone = Program { queries: vec![query.clone()], ..program.clone() };
            let query = query.atom.clone();
            // With fewer queries, there is an answer whenever there was one.
            let matters = move |atom: &Atom| is_instance(atom, &query);
            follow_ups.push(if_answered(program, alone, Counts::Failures, matters));
        }
    }
    let constants = parts::constants(program);
    let is_new = |atom: &&Atom| !program.queries.iter().any(|query| query.atom == **atom);
    for atom in parts::heads(program).filter(is_new) {
        let ground = |term: &Term| match term.is_ground() {
            true => Some(term.clone()),
            false => constants.first().cloned(),
        };
        let args: Option<Vec<_>> = atom.args.iter().map(ground).collect();
        let Some(args) = args else { continue };
        let further = Atom::new(atom.name.clone(), args).into();
        let other = edited(program, |other| other.queries.insert(0, further));
        let queries = program.queries.clone();
        // With more queries, there may be something to refuse.
        let matters = move |atom: &Atom| is_asked(atom, &queries);
        follow_ups.push(if_answered(program, other, Counts::Crashes, matters));
    }
    follow_ups
}

fn is_asked(atom: &Atom, queries: &[Goal]) -> bool {
    queries.iter().any(|query| is_instance(atom, &query.atom))
}

fn only_instances(program: &Program) -> FollowUp {
    let program = program.clone();
    Box::new(move |asker| {
        let Ok(answers) = asker.ask(&program)? else { return Ok(None) };
        let is_stray = |atom: &Atom| !is_asked(atom, &program.queries);
        let stray = answers.iter().find(|(atom, said)| said.low > 0.0 && is_stray(atom));
        let words = "no answer: it is no instance of a query";
        Ok(stray.map(|(atom, said)| Fault::wrong(atom, words, said.low)))
    })
}

/// Does a clause have a head of this predicate?
fn defines(clause: &Clause, predicate: &Predicate) -> bool {
    clause.heads.iter().any(|head| head.atom.predicate() == *predicate)
}

/// The clauses of a predicate.
fn clauses_of<'p>(program: &'p Program, predicate: &Predicate) -> Vec<&'p Clause> {
    program.clauses.iter().filter(|clause| defines(clause, predicate)).collect()
}

/// Unfold each atom that a rule without probability demands.
pub(super) fn unfolding(program: &Program) -> Vec<FollowUp> {
    if !parts::is_safe_throughout(program) {
        return Vec::new();
    }
    let mut follow_ups = Vec::new();
    for (place, clause) in program.clauses.iter().enumerate() {
        let demanded = parts::conjuncts(clause.body.clone());
        for (number, part) in demanded.iter().enumerate() {
            if let (Formula::Atom(atom), true) = (part, clause.is_certain())
                && let Some(unfolded) = unfolded(program, place, number, atom)
            {
                follow_ups.push(if_answered(program, unfolded, Counts::Crashes, |_| true));
            }
        }
    }
    follow_ups
}

/// The program with a clause resolved with all clauses of one of its atoms.
fn unfolded(program: &Program, place: usize, number: usize, atom: &Atom) -> Option<Program> {
    let clause = &program.clauses[place];
    let predicate = atom.predicate();
    let rules = clauses_of(program, &predicate);
    let is_possible = !rules.is_empty() && rules.iter().all(|rule| rule.is_certain());
    if defines(clause, &predicate) || !is_possible {
        return None;
    }
    let mut resolvents: Vec<Clause> =
        rules.iter().filter_map(|rule| resolvent(clause, number, atom, rule)).collect();
    if resolvents.is_empty() {
        resolvents.push(Clause { body: parts::fail(), ..grounded(clause) });
    }
    let other = edited(program, |other| drop(other.clauses.splice(place..=place, resolvents)));
    // Something may have lost the atom that gave it a value.
    parts::is_safe_throughout(&other).then_some(other)
}

/// The clause with constants in place of the variables of its heads, so that it is safe without a body.
fn grounded(clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    for term in clause.heads.iter_mut().flat_map(|head| &mut head.atom.args) {
        if !term.is_ground() {
            *term = Term::Constant("a".into());
        }
    }
    clause
}

/// The clause with the body of a rule in place of an atom that the rule's head unifies with.
fn resolvent(clause: &Clause, number: usize, atom: &Atom, rule: &Clause) -> Option<Clause> {
    let mut rule = rule.clone();
    for term in parts::clause_atoms_mut(&mut rule).into_iter().flat_map(|atom| &mut atom.args) {
        if let Term::Variable(name) = term {
            *term = Term::Variable(format!("Inner{name}").into());
        }
    }
    let values = unifier(&rule.heads[0].atom, atom)?;
    let mut resolvent = clause.clone();
    parts::change_conjuncts(&mut resolvent, |all| all[number] = rule.body);
    for term in parts::clause_atoms_mut(&mut resolvent).into_iter().flat_map(|atom| &mut atom.args)
    {
        *term = value(&values, term);
    }
    Some(resolvent)
}

type Values = Vec<(Symbol, Term)>;

/// What a term stands for in the end.
fn value(values: &Values, term: &Term) -> Term {
    let mut term = term.clone();
    while let Some((_, next)) =
        term.variable().and_then(|name| values.iter().find(|(known, _)| known == name))
    {
        term = next.clone();
    }
    term
}

/// The values of variables that make two atoms the same. Each `_` is a variable whose value does not matter.
fn unifier(head: &Atom, call: &Atom) -> Option<Values> {
    let mut values = Values::new();
    for (one, other) in head.args.iter().zip(&call.args) {
        match (value(&values, one), value(&values, other)) {
            (Term::Anonymous, _) | (_, Term::Anonymous) => {}
            (one, other) if one == other => {}
            (Term::Variable(name), other) => values.push((name, other)),
            (one, Term::Variable(name)) => values.push((name, one)),
            _ => return None,
        }
    }
    Some(values)
}

/// Each predicate with a rule that depends on no probability is replaced by its facts.
pub(super) fn certain_stratum(program: &Program) -> Vec<FollowUp> {
    let graph = DependencyGraph::new(&program.clauses);
    let clauses_of = |predicate: &Predicate| clauses_of(program, predicate);
    let mut follow_ups = Vec::new();
    for predicate in graph.predicates() {
        let cone: HashSet<Predicate> = graph.dependencies(predicate).into_iter().collect();
        let below: Vec<&Clause> = cone.iter().flat_map(clauses_of).collect();
        let fits = clauses_of(predicate).iter().any(|clause| !clause.is_fact())
            && cone.iter().all(|predicate| !clauses_of(predicate).is_empty())
            && below.iter().all(|clause| clause.is_certain() && parts::is_safe(clause))
            && DependencyGraph::new(below.iter().copied()).strata().is_ok();
        if fits {
            follow_ups.push(with_facts(program, predicate));
        }
    }
    follow_ups
}

fn with_facts(program: &Program, predicate: &Predicate) -> FollowUp {
    let (program, predicate) = (program.clone(), predicate.clone());
    let open = Atom::new(predicate.name.clone(), vec![Term::Anonymous; predicate.arity]);
    let question = Program { evidence: Vec::new(), queries: vec![open.into()], ..program.clone() };
    Box::new(move |asker| {
        let said = asker.ask(&program)?;
        if said.is_err() {
            return Ok(None);
        }
        let Ok(facts) = asker.ask(&question)? else { return Ok(None) };
        if let Some((atom, bounds)) =
            facts.iter().find(|(_, b)| b.high > 1e-6 && b.low < 1.0 - 1e-6)
        {
            let words = "0 or 1: it depends on no probability";
            let found = Fault::wrong(atom, words, bounds.low);
            return Ok(Some(found.compared_with([question.clone()])));
        }
        let true_ones = facts.iter().filter(|(_, bounds)| bounds.low > 0.5).map(|(atom, _)| atom);
        let other = replaced(&program, &predicate, true_ones);
        let then = asker.ask(&other)?;
        Ok(contradiction(asker, Counts::Crashes, (&program, &said), (&other, &then), |_| true))
    })
}

/// The program with facts in place of a predicate's clauses.
fn replaced<'a>(
    program: &Program,
    predicate: &Predicate,
    facts: impl Iterator<Item = &'a Atom>,
) -> Program {
    edited(program, |other| {
        other.clauses.retain(|clause| !defines(clause, predicate));
        let before = other.clauses.len();
        other.clauses.extend(facts.map(|atom| parts::certain(atom.clone(), Formula::True)));
        if other.clauses.len() == before {
            // It should still have a clause.
            let args = vec![Term::Constant("a".into()); predicate.arity];
            let head = Atom::new(predicate.name.clone(), args);
            other.clauses.push(parts::certain(head, parts::fail()));
        }
    })
}
