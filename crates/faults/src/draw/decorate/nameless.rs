//! A body gets a negation with `_` before and within an inner negation, and a variable that is used on both sides of another
//! one: `\+ (u(X, _), \+ w, v(X), \+ t(_))`.
//!
//! What stands before the inner negation gets facts, so that the negation matters.

use randlog_base::random::{ChaCha8Rng, choose};
use randlog_logic::{Atom, Clause, Formula, Predicate, Probability, Program, Term};

use super::{ground_atom, predicates, rule};
use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
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
    let starting = |predicate: &Predicate, term: &Term| {
        let rest = std::iter::repeat_n(Term::Anonymous, predicate.arity - 1);
        Atom::new(predicate.name.clone(), std::iter::once(term.clone()).chain(rest).collect())
    };
    let inside = vec![
        Formula::Atom(starting(first, &own)),
        negated(between),
        Formula::Atom(starting(second, &own)),
        negated(starting(last, &Term::Anonymous)),
    ];
    let changed = parts::change(clause, |clause| {
        let mut all = parts::conjuncts(std::mem::replace(&mut clause.body, Formula::True));
        all.push(Formula::Not(Box::new(Formula::And(inside))));
        clause.body = parts::conjunction(all);
    });
    if changed {
        let half = Probability::new(1, 2).unwrap_or(Probability::ONE);
        let fact = |predicate: &Predicate, start: &Term, probability| {
            let rest = std::iter::repeat_n(other.clone(), predicate.arity - 1);
            let args = std::iter::once(start.clone()).chain(rest).collect();
            Clause::new(probability, Atom::new(predicate.name.clone(), args), Formula::True)
        };
        program.clauses.push(fact(first, one, Probability::ONE));
        program.clauses.push(fact(second, one, Probability::ONE));
        program.clauses.push(fact(last, one, half));
    }
    changed
}

fn negated(atom: Atom) -> Formula {
    Formula::Not(Box::new(Formula::Atom(atom)))
}
