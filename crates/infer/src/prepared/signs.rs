//! Heads that speak against an atom.

use super::reserved::{Reserved, Side};
use hashbrown::HashSet;
use randlog_logic::{Atom, Clause, Formula, Predicate, Probability, Symbol, Term};

/// `0.5::\+ a :- b.` speaks against `a`, which holds if some clause speaks for it and none against it.
pub(super) fn split_signs(clauses: &mut Vec<Clause>, reserved: &Reserved) {
    let mut signed: Vec<Predicate> = Vec::new();
    let mut seen: HashSet<Predicate> = HashSet::new();
    for head in clauses.iter().flat_map(|clause| &clause.heads).filter(|head| head.negated) {
        let predicate = head.atom.predicate();
        if seen.insert(predicate.clone()) {
            signed.push(predicate);
        }
    }
    if signed.is_empty() {
        return;
    }
    for head in clauses.iter_mut().flat_map(|clause| &mut clause.heads) {
        if seen.contains(&head.atom.predicate()) {
            let side = if head.negated { Side::Against } else { Side::For };
            head.atom.name = reserved.side(side, &head.atom.name);
            head.negated = false;
        }
    }
    for predicate in signed {
        let variables = (0..predicate.arity).map(|n| Term::Variable(Symbol::from(format!("A{n}"))));
        let args: Vec<Term> = variables.collect();
        let atom =
            |side| Formula::Atom(Atom::new(reserved.side(side, &predicate.name), args.clone()));
        let both = Formula::And(vec![atom(Side::For), Formula::Not(Box::new(atom(Side::Against)))]);
        let plain = |name: Symbol, body: Formula| {
            Clause::new(Probability::ONE, Atom::new(name, args.clone()), body)
        };
        let never = Formula::Not(Box::new(Formula::True));
        clauses.push(plain(reserved.side(Side::For, &predicate.name), never));
        clauses.push(plain(predicate.name.clone(), both));
    }
}
