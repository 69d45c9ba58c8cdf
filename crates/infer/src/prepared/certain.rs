//! Which predicates are certain.

use super::{PreparedPredicate, collected};
use hashbrown::HashMap;
use randlog_base::Components;
use randlog_logic::{Clause, Formula, Predicate};

/// Finds the predicates whose atoms are the same in all worlds.
pub(super) fn mark_certain(
    clauses: &[Clause],
    order: &[Predicate],
    predicates: &mut HashMap<Predicate, PreparedPredicate>,
) {
    let number: HashMap<&Predicate, u32> = order.iter().zip(0..).collect();
    let mut uses: Vec<Vec<(u32, bool)>> = Vec::new();
    let mut open: Vec<bool> = Vec::new();
    for predicate in order {
        let mut used = Vec::new();
        let mut chooses = false;
        for &clause in &predicates[predicate].clauses {
            chooses |= !clauses[clause].is_certain();
            used_by(&clauses[clause].body, false, &number, &mut used);
        }
        uses.push(used);
        open.push(chooses);
    }
    let successor =
        |from: u32, position: usize| uses[from as usize].get(position).map(|use_| use_.0);
    let components = Components::new(order.len(), 0..order.len() as u32, successor);
    for (from, used) in uses.iter().enumerate() {
        let own = components.of[from];
        open[from] |=
            used.iter().any(|&(to, negated)| negated && components.of[to as usize] == own);
    }
    // Components come from the bottom.
    for component in 0..components.len() {
        let members = components.members(component);
        let is_open = members.iter().any(|&member| {
            open[member as usize] || uses[member as usize].iter().any(|&(to, _)| open[to as usize])
        });
        members.iter().for_each(|&member| open[member as usize] |= is_open);
    }
    for (predicate, open) in order.iter().zip(open) {
        if let Some(entry) = predicates.get_mut(predicate) {
            entry.certain = !open;
        }
    }
}

/// The predicates of a body, each with whether a negation is above. What is collected must be known
/// before, as what is negated.
fn used_by(
    body: &Formula,
    negated: bool,
    number: &HashMap<&Predicate, u32>,
    used: &mut Vec<(u32, bool)>,
) {
    for occurrence in body.atoms() {
        let negated = negated || occurrence.negated;
        match number.get(&occurrence.atom.predicate()) {
            Some(&number) => used.push((number, negated)),
            None => {
                if let Ok(Some(goal)) = collected(occurrence.atom) {
                    used_by(&goal, true, number, used);
                }
            }
        }
    }
}
