//! Where the variables of a clause occur.

use crate::prepared::{GoalKind, Prepared};
use crate::worlds::substitution::map_variables;
use randlog_logic::{Clause, Formula, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// How often each variable occurs in a clause.
pub(super) fn occurrences(clause: &Clause) -> BTreeMap<Symbol, usize> {
    let mut counts = occurrences_in(&clause.body);
    for head in &clause.heads {
        let terms = head.atom.args.iter().chain(head.probability.expression());
        terms.for_each(|term| count(term, &mut counts));
    }
    counts
}

pub(super) fn occurrences_in(formula: &Formula) -> BTreeMap<Symbol, usize> {
    let mut counts = BTreeMap::new();
    for occurrence in formula.atoms() {
        occurrence.atom.args.iter().for_each(|term| count(term, &mut counts));
    }
    counts
}

pub(super) fn count(term: &Term, counts: &mut BTreeMap<Symbol, usize>) {
    map_variables(term, &mut |name| {
        *counts.entry(name.clone()).or_default() += 1;
        Term::Variable(name.clone())
    });
}

/// The variables of a part of a clause that the rest of it has, too.
pub(super) fn shared<'n>(
    inside: &'n BTreeMap<Symbol, usize>,
    everywhere: &BTreeMap<Symbol, usize>,
) -> impl Iterator<Item = &'n Symbol> {
    let is_shared = |(name, times): &(&Symbol, &usize)| everywhere.get(*name) > Some(*times);
    inside.iter().filter(is_shared).map(|(name, _)| name)
}

/// The variables of a clause that do not belong to a negation or to what is collected.
pub(super) fn own_variables(clause: &Clause, prepared: &Prepared) -> Vec<Symbol> {
    let everywhere = occurrences(clause);
    let mut own: BTreeSet<Symbol> = everywhere.keys().cloned().collect();
    remove_local(&clause.body, prepared, &everywhere, &mut own);
    own.into_iter().collect()
}

fn remove_local(
    formula: &Formula,
    prepared: &Prepared,
    everywhere: &BTreeMap<Symbol, usize>,
    own: &mut BTreeSet<Symbol>,
) {
    let inside = match formula {
        Formula::And(parts) | Formula::Or(parts) => {
            return parts.iter().for_each(|part| remove_local(part, prepared, everywhere, own));
        }
        Formula::Not(inner) => occurrences_in(inner),
        Formula::Atom(atom)
            if matches!(prepared.goal(atom), GoalKind::Collect | GoalKind::Once) =>
        {
            let mut inside = BTreeMap::new();
            atom.args.iter().take(2).for_each(|term| count(term, &mut inside));
            inside
        }
        Formula::Atom(_) | Formula::True => return,
    };
    for (name, times) in inside {
        if everywhere[&name] == times {
            own.remove(&name);
        }
    }
}
