//! Which head of the program states a probability.

use super::circuit::Head;
use crate::prepared::Prepared;
use hashbrown::{HashMap, HashSet};
use randlog_logic::{Atom, Clause, Head as StatedHead, Parts, SourcePlace, Table};

/// From a choice of the ground program back to the program.
#[derive(Clone, Copy)]
pub(super) enum Stated<'g> {
    /// Heads of clauses, by position, and facts in tables, whose numbers follow.
    Clauses(&'g Parts<'g>),
    /// Per choice: the clause, and which alternative each of its heads is, if any.
    Choices(&'g Prepared, &'g [u32], &'g [Vec<Option<u32>>]),
}

impl Stated<'_> {
    /// The number of the clause, and of its head: the same for all ground instances.
    pub(super) fn head(self, head: Head) -> Head {
        match self {
            Stated::Clauses(_) => head,
            Stated::Choices(_, clauses, alternatives) => {
                let choice = head.clause as usize;
                let is_it = |number: &Option<u32>| *number == Some(head.position);
                let position = alternatives[choice].iter().position(is_it).unwrap_or(0);
                Head { clause: clauses[choice], position: position as u32 }
            }
        }
    }

    /// Heads as they are written, and where.
    pub(super) fn written(self, heads: &[Head]) -> Vec<(StatedHead, SourcePlace)> {
        match self {
            Stated::Clauses(parts) => {
                let first = parts.rules.len() as u32;
                let facts = heads.iter().filter_map(|head| head.clause.checked_sub(first));
                let mut facts = facts_of(parts, &facts.collect());
                let written = |head: &Head| match parts.rules.get(head.clause as usize) {
                    Some(Clause { heads, place, .. }) => {
                        Some((heads[head.position as usize].clone(), *place))
                    }
                    None => Some((facts.remove(&(head.clause - first))?, SourcePlace::default())),
                };
                heads.iter().filter_map(written).collect()
            }
            Stated::Choices(prepared, ..) => {
                let head =
                    |head: &Head| prepared.head(head.clause as usize, head.position as usize);
                heads.iter().map(head).collect()
            }
        }
    }
}

/// Facts in tables, by their numbers.
fn facts_of(parts: &Parts<'_>, numbers: &HashSet<u32>) -> HashMap<u32, StatedHead> {
    let mut found = HashMap::new();
    if numbers.is_empty() {
        return found;
    }
    for (predicate, entry) in parts.index.entries().iter().enumerate() {
        let rows = parts.facts.table(predicate).into_iter().flat_map(Table::rows);
        for (fact, values) in rows.filter(|(fact, _)| numbers.contains(fact)) {
            let term = |&value: &u32| parts.facts.constants()[value as usize].clone();
            let atom = Atom::new(entry.predicate.name.clone(), values.iter().map(term).collect());
            found.insert(fact, StatedHead::new(parts.facts.probability(fact), atom));
        }
    }
    found
}
