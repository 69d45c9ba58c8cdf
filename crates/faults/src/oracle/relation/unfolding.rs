//! A rule may be unfolded.

use randlog_logic::{Atom, Clause, Formula, Predicate, Program, Symbol, Term};

use super::equal::{crashes, if_answered};
use super::{FollowUp, MadeBy, Relation};
use crate::parts;

pub(super) const RELATION: Relation = Relation {
    name: "unfolding",
    sentence: "An atom of a body may be replaced by the bodies of its rules, if neither these nor the clause has a probability.",
    needs_meaning: true,
    made_by: MadeBy::Checks(follow_ups),
};

/// For each atom that a rule without probability demands.
fn follow_ups(program: &Program) -> Vec<FollowUp> {
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
                follow_ups.push(if_answered(program, unfolded, crashes, |_| true));
            }
        }
    }
    follow_ups
}

/// The program with a clause resolved with all clauses of one of its atoms.
fn unfolded(program: &Program, place: usize, number: usize, atom: &Atom) -> Option<Program> {
    let clause = &program.clauses[place];
    let predicate = atom.predicate();
    let of = |clause: &Clause, predicate: &Predicate| {
        clause.heads.iter().any(|head| head.atom.predicate() == *predicate)
    };
    let rules: Vec<&Clause> =
        program.clauses.iter().filter(|other| of(other, &predicate)).collect();
    if of(clause, &predicate) || rules.is_empty() || rules.iter().any(|rule| !rule.is_certain()) {
        return None;
    }
    let mut resolvents: Vec<Clause> =
        rules.iter().filter_map(|rule| resolvent(clause, number, atom, rule)).collect();
    if resolvents.is_empty() {
        resolvents.push(Clause { body: parts::fail(), ..grounded(clause) });
    }
    let mut other = program.clone();
    other.clauses.splice(place..=place, resolvents);
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
    let mut all = parts::conjuncts(clause.body.clone());
    all[number] = rule.body;
    let mut resolvent = Clause { body: parts::conjunction(all), ..clause.clone() };
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
