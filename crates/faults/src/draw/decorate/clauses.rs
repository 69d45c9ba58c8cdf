//! Clauses are added, given further heads, or put in another order.

use randlog_base::random::{ChaCha8Rng, below, choose, shuffle};
use randlog_logic::{Atom, Clause, Formula, Head, Probability, Program, Term};

use super::super::recognise;
use super::{atom, bound_variables, ground_atom, pick, predicates};
use crate::parts::{self, certain, fail, not};

/// A rule is added by which an atom supports itself, alone or with the help of another one.
pub(in crate::draw) fn self_support(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (predicates, constants) = (predicates(program), parts::constants(program));
    let variables = ["X", "Y"].map(|name| Term::Variable(name.into())).to_vec();
    let terms = if below(rng, 3) == 0 { constants } else { variables };
    let Some(head) = atom(&predicates, &terms, rng) else { return false };
    let mut body = vec![Formula::Atom(head.clone())];
    if below(rng, 3) == 0 {
        body.extend(atom(&predicates, &terms, rng).map(Formula::Atom));
    }
    program.clauses.push(certain(head, parts::joined(body, Formula::And)));
    true
}

/// A rule is added whose body is never true: it has `fail`, or an atom and its negation.
pub(in crate::draw) fn never_fires(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (Some(head), Some(other)) = (ground_atom(program, rng), ground_atom(program, rng)) else {
        return false;
    };
    let other = Formula::Atom(other);
    let body = match below(rng, 4) {
        0 => fail(),
        1 => Formula::And(vec![other, fail()]),
        2 => Formula::And(vec![other.clone(), not(other)]),
        _ => Formula::And(vec![not(other.clone()), other]),
    };
    program.clauses.push(certain(head, body));
    true
}

/// A rule needs a predicate that needs another one, and so on, a dozen times or more, down to an atom that is there.
pub(in crate::draw) fn long_chain(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (Some(head), Some(last)) = (ground_atom(program, rng), ground_atom(program, rng)) else {
        return false;
    };
    let stem = parts::fresh_predicate(program, "c");
    let links = recognise::LONG + 2 + below(rng, 20) as usize;
    let link = |number: usize| Atom::new(format!("{stem}_{number}"), Vec::new());
    let mut next = last;
    for number in 0..links {
        program.clauses.push(certain(link(number), Formula::Atom(next)));
        next = link(number);
    }
    program.clauses.push(certain(head, Formula::Atom(next)));
    true
}

/// A predicate gets facts about more than eight constants, all of which are certain but one.
pub(in crate::draw) fn many_constants(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let mut with_arguments: Vec<_> =
        predicates(program).into_iter().filter(|it| it.arity > 0).collect();
    let Some(predicate) = pick(&mut with_arguments, rng) else { return false };
    let known = parts::constants(program);
    let count = recognise::MANY + 1 + below(rng, 3) as usize;
    for number in 0..count {
        let mut args: Vec<Term> = (0..predicate.arity)
            .map(|_| choose(rng, &known).cloned().unwrap_or_else(|| Term::Constant("a".into())))
            .collect();
        let place = below(rng, args.len() as u64) as usize;
        args[place] = Term::Constant(format!("k{number}").into());
        let chance = if number + 1 == count { parts::half() } else { Probability::ONE };
        let head = Atom::new(predicate.name.clone(), args);
        program.clauses.push(Clause::new(chance, head, Formula::True));
    }
    true
}

/// Probabilities near the ends, with the powers of ten that they are away from them.
const EXTREMES: [(bool, u32); 8] =
    [(false, 4), (false, 5), (true, 4), (true, 5), (false, 7), (false, 9), (true, 9), (false, 12)];

/// A fact becomes nearly impossible, or nearly certain.
pub(in crate::draw) fn extreme_probabilities(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let mut facts: Vec<&mut Clause> = program
        .clauses
        .iter_mut()
        .filter(|clause| clause.is_fact() && !clause.is_certain() && clause.heads.len() == 1)
        .collect();
    let (Some(fact), Some((is_likely, power))) = (pick(&mut facts, rng), choose(rng, &EXTREMES))
    else {
        return false;
    };
    let whole = 10_u128.pow(*power);
    let share = if *is_likely { whole - 1 } else { 1 };
    let Some(chance) = Probability::new(share, whole) else { return false };
    fact.heads[0].probability = chance.into();
    true
}

/// Probabilities of two heads, or of three, in percent.
const SHARES: [&[u128]; 5] = [&[30, 40], &[50, 50], &[20, 30], &[20, 30, 40], &[20, 30, 50]];

/// A clause gets a further head, or two, of which one is chosen at most.
pub(in crate::draw) fn annotated_disjunction(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (predicates, constants) = (predicates(program), parts::constants(program));
    let count = program.clauses.len() as u64;
    let (Some(shares), true) = (choose(rng, &SHARES), count > 0) else { return false };
    let clause = &mut program.clauses[below(rng, count) as usize];
    let terms = [bound_variables(clause), constants].concat();
    while clause.heads.len() < shares.len() {
        let Some(atom) = atom(&predicates, &terms, rng) else { return false };
        clause.heads.push(Head::new(Probability::ONE, atom));
    }
    for (head, share) in clause.heads.iter_mut().zip(*shares) {
        if let Some(share) = Probability::new(*share, 100) {
            head.probability = share.into();
        }
    }
    true
}

/// A fact is given again, with the same probability or with another one.
pub(in crate::draw) fn fact_twice(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let mut facts: Vec<&Clause> =
        program.clauses.iter().filter(|clause| clause.is_fact()).collect();
    let Some(mut fact) = pick(&mut facts, rng).cloned() else { return false };
    if let ([head], 0, Some(other)) = (&mut fact.heads[..], below(rng, 2), Probability::new(3, 5)) {
        head.probability = other.into();
    }
    program.clauses.push(fact);
    true
}

/// A fact, or the ground head of a clause, that has a probability is given without one as well.
pub(in crate::draw) fn certain_twin(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let mut ground = parts::heads(program).filter(|atom| atom.is_ground()).collect();
    let Some(atom) = pick(&mut ground, rng).cloned() else { return false };
    program.clauses.push(certain(atom, Formula::True));
    true
}

/// Clauses stand in any order.
pub(in crate::draw) fn order(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let before = program.clauses.clone();
    shuffle(rng, &mut program.clauses);
    program.clauses != before
}
