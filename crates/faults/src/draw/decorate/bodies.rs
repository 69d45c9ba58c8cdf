//! Bodies get further parts, or are written otherwise.

use randlog_base::random::{ChaCha8Rng, below, choose, shuffle};
use randlog_logic::{Atom, Clause, Formula, Predicate, Probability, Program, Term};

use super::{atom, bound_variables, clause, ground_atom, pick, predicates, rule};
use crate::parts::{self, not};

/// A body gets a negated conjunction, with a negation and variables of its own inside.
///
/// Two to five literals, one of them at least negated; arguments are variables of the clause,
/// constants, variables of the negation (the same one more than once) and `_`.
pub(in crate::draw) fn nested_negation(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (predicates, constants) = (predicates(program), parts::constants(program));
    let Some(clause) = rule(program, rng) else { return false };
    let own = parts::fresh_variable(clause);
    let mut terms = vec![own.clone(), own, Term::Anonymous, Term::Anonymous];
    terms.extend(bound_variables(clause));
    terms.extend(constants);
    // Most drafts are unsafe: a few are tried.
    (0..8).any(|_| {
        let mut inside = Vec::new();
        for number in 0..2 + below(rng, 4) {
            let Some(atom) = atom(&predicates, &terms, rng) else { return false };
            let negated = number == 0 || below(rng, 5) < 2;
            let literal = Formula::Atom(atom);
            inside.push(if negated { not(literal) } else { literal });
        }
        shuffle(rng, &mut inside);
        demand(clause, not(Formula::And(inside)))
    })
}

/// A body gets negations within negations, three or four deep: `\\+ (p, \\+ (q, \\+ r))`.
pub(in crate::draw) fn deep_negation(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (predicates, constants) = (predicates(program), parts::constants(program));
    let Some(clause) = rule(program, rng) else { return false };
    let terms = [bound_variables(clause), constants].concat();
    let depth = 3 + below(rng, 2);
    // Most drafts are unsafe if there are variables: a few are tried.
    (0..8).any(|_| {
        let mut inside: Option<Formula> = None;
        for _ in 0..depth {
            let Some(atom) = atom(&predicates, &terms, rng) else { return false };
            let literals = [Some(Formula::Atom(atom)), inside].into_iter().flatten().collect();
            inside = Some(not(parts::joined(literals, Formula::And)));
        }
        inside.is_some_and(|inside| demand(clause, inside))
    })
}

/// Demand something more, unless that makes the clause unsafe.
fn demand(clause: &mut Clause, part: Formula) -> bool {
    parts::change(clause, |clause| parts::change_conjuncts(clause, |all| all.push(part)))
}

/// A body gets a negation with `_` before and within an inner negation, and a variable that is used on both sides of
/// another one: `\+ (u(X, _), \+ w, v(X), \+ t(_))`.
///
/// What stands before the inner negation gets facts, so that the negation matters.
pub(in crate::draw) fn nameless(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let all = predicates(program);
    let constants = parts::constants(program);
    let of_arity =
        |least: usize| all.iter().filter(|it| it.arity >= least).cloned().collect::<Vec<_>>();
    let (pairs, any) = (of_arity(2), of_arity(1));
    let chosen = (choose(rng, &pairs), choose(rng, &any), choose(rng, &any));
    let (Some(first), Some(second), Some(last)) = chosen else { return false };
    let (Some(one), Some(other)) = (choose(rng, &constants), choose(rng, &constants)) else {
        return false;
    };
    let Some(between) = ground_atom(program, rng) else { return false };
    let Some(clause) = rule(program, rng) else { return false };
    let own = parts::fresh_variable(clause);
    // Its own variable comes first, and all that follows is `_`.
    let starting = |predicate: &Predicate, term: &Term, rest: &Term| {
        let rest = std::iter::repeat_n(rest.clone(), predicate.arity - 1);
        Atom::new(predicate.name.clone(), std::iter::once(term.clone()).chain(rest).collect())
    };
    let inside = vec![
        Formula::Atom(starting(first, &own, &Term::Anonymous)),
        not(Formula::Atom(between)),
        Formula::Atom(starting(second, &own, &Term::Anonymous)),
        not(Formula::Atom(starting(last, &Term::Anonymous, &Term::Anonymous))),
    ];
    let changed = demand(clause, not(Formula::And(inside)));
    if changed {
        let certain = Probability::ONE;
        for (predicate, chance) in [(first, certain), (second, certain), (last, parts::half())] {
            let fact = Clause::new(chance, starting(predicate, one, other), Formula::True);
            program.clauses.push(fact);
        }
    }
    changed
}

/// An argument below a negation becomes a variable that occurs nowhere else.
pub(in crate::draw) fn local_variable(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let clause = clause(program, rng, |clause| {
        clause.body.atoms().any(|found| found.negated && !found.atom.args.is_empty())
    });
    let Some(clause) = clause else { return false };
    let fresh = parts::fresh_variable(clause);
    let negated: Vec<bool> = clause.body.atoms().map(|found| found.negated).collect();
    parts::change(clause, |clause| {
        let atoms = parts::body_atoms_mut(clause).into_iter().zip(negated);
        let mut places: Vec<_> =
            atoms.filter(|(atom, negated)| *negated && !atom.args.is_empty()).collect();
        if let Some((atom, _)) = pick(&mut places, rng) {
            let place = below(rng, atom.args.len() as u64) as usize;
            atom.args[place] = fresh;
        }
    })
}

/// An atom of a body has the same variable twice.
pub(in crate::draw) fn repeated_variable(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let has_place = |clause: &Clause| clause.body.atoms().any(|found| found.atom.args.len() > 1);
    let Some(clause) = clause(program, rng, has_place) else { return false };
    let fresh = parts::fresh_variable(clause);
    parts::change(clause, |clause| {
        let atoms = parts::body_atoms_mut(clause).into_iter();
        let mut places: Vec<_> = atoms.filter(|atom| atom.args.len() > 1).collect();
        if let Some(atom) = pick(&mut places, rng) {
            let variable = atom.args.iter().find(|term| term.variable().is_some()).cloned();
            atom.args.fill(variable.unwrap_or(fresh));
        }
    })
}

/// A body has a literal twice, next to each other or apart.
pub(in crate::draw) fn repeated_literal(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(clause) = rule(program, rng) else { return false };
    parts::change(clause, |clause| {
        parts::change_conjuncts(clause, |all| {
            if let Some(literal) = choose(rng, all).cloned() {
                let place = below(rng, all.len() as u64 + 1) as usize;
                all.insert(place, literal);
            }
        });
    })
}

/// The parts of a conjunction or a disjunction stand in another order, as far as safety allows.
pub(in crate::draw) fn order(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(clause) = rule(program, rng) else { return false };
    let count = parts::lists(&clause.body);
    if count == 0 {
        return false;
    }
    let number = below(rng, count as u64) as usize;
    parts::change(clause, |clause| {
        if let Some(children) = parts::list_mut(&mut clause.body, number) {
            shuffle(rng, children);
        }
    })
}

/// Neighbours in a conjunction or a disjunction are put into parentheses, which changes nothing.
pub(in crate::draw) fn parentheses(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(clause) = rule(program, rng) else { return false };
    parts::change(clause, |clause| match &mut clause.body {
        Formula::And(children) => group(children, Formula::And, rng),
        Formula::Or(children) => group(children, Formula::Or, rng),
        // A literal becomes one of two.
        body => {
            let literal = std::mem::replace(body, Formula::True);
            *body = Formula::And(vec![literal, Formula::True]);
        }
    })
}

fn group(children: &mut Vec<Formula>, join: fn(Vec<Formula>) -> Formula, rng: &mut ChaCha8Rng) {
    if children.len() > 2 {
        let start = below(rng, children.len() as u64 - 1) as usize;
        let pair: Vec<Formula> = children.drain(start..start + 2).collect();
        children.insert(start, join(pair));
    }
}
