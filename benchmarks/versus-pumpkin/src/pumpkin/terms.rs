//! The arguments of a clause: as many as each atom's predicate takes, and variables in the order of
//! their first use.

use pumpkin_core::propagation::{DomainEvents, Domains, Priority, ReadDomains, TrailedInteger};
use pumpkin_core::state::Conflict;
use pumpkin_core::variables::DomainId;

use super::layout::{BLANK, ClauseVariables, FIRST_PREDICATE, Size};
use super::rule::{Pruner, Rule};

/// The arguments of one clause.
///
/// Search fixes them from left to right, so the first argument that is open is the only one whose
/// bound needs to be exact; the rest are seen to when their turn comes.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The head, then the nodes.
    atoms: Vec<DomainId>,
    terms: Vec<DomainId>,
    arities: Vec<usize>,
    slots: usize,
    variables: i32,
    first_variable: i32,
    /// Atoms, as bits, whose slots are known to be blank or not.
    sized: TrailedInteger,
    /// The first argument that is open.
    next: TrailedInteger,
    /// The number of variables used before it.
    used: TrailedInteger,
}

impl Terms {
    /// The rule for one clause.
    pub fn new(clause: &ClauseVariables, size: &Size, domains: &mut Domains) -> Terms {
        Terms {
            atoms: std::iter::once(clause.head).chain(clause.names.iter().copied()).collect(),
            terms: clause.terms.clone(),
            arities: size.arities.clone(),
            slots: size.slots,
            variables: size.variables,
            first_variable: size.first_variable(),
            sized: domains.new_trailed_integer(0),
            next: domains.new_trailed_integer(0),
            used: domains.new_trailed_integer(0),
        }
    }

    fn arity(&self, atom: usize, name: i32) -> usize {
        let predicate = if atom == 0 { name } else { name - FIRST_PREDICATE };
        usize::try_from(predicate).ok().and_then(|p| self.arities.get(p)).copied().unwrap_or(0)
    }

    fn size_atoms(&self, pruner: &mut Pruner) -> Result<(), Conflict> {
        let before = pruner.recall(self.sized);
        let mut sized = before;
        for (atom, &variable) in self.atoms.iter().enumerate() {
            if sized >> atom & 1 == 1 {
                continue;
            }
            let Some(name) = pruner.value(variable) else { continue };
            sized |= 1 << atom;
            let arity = self.arity(atom, name);
            let slots = &self.terms[atom * self.slots..(atom + 1) * self.slots];
            for &slot in &slots[..arity] {
                pruner.at_least(slot, BLANK + 1)?;
            }
            for &slot in &slots[arity..] {
                pruner.fix(slot, BLANK)?;
            }
        }
        if sized != before {
            pruner.remember(self.sized, sized);
        }
        Ok(())
    }

    fn order_variables(&self, pruner: &mut Pruner) -> Result<(), Conflict> {
        let (start, used_before) = (pruner.recall(self.next), pruner.recall(self.used) as i32);
        let (mut next, mut used) = (start as usize, used_before);
        while let Some(&term) = self.terms.get(next) {
            if used < self.variables {
                pruner.at_most(term, self.first_variable + used)?;
            }
            let Some(value) = pruner.value(term) else { break };
            if value == self.first_variable + used {
                used += 1;
            }
            next += 1;
        }
        if next as i64 != start {
            pruner.remember(self.next, next as i64);
        }
        if used != used_before {
            pruner.remember(self.used, i64::from(used));
        }
        Ok(())
    }
}

impl Rule for Terms {
    const NAME: &'static str = "terms";
    const PRIORITY: Priority = Priority::Medium;

    fn watched(&self) -> Vec<(DomainId, DomainEvents)> {
        let all = self.atoms.iter().chain(&self.terms);
        all.map(|&variable| (variable, DomainEvents::ASSIGN)).collect()
    }

    fn wakes(&mut self, domains: &Domains, position: usize) -> bool {
        match position.checked_sub(self.atoms.len()) {
            None => true,
            Some(term) => term as i64 == domains.read_trailed_integer(self.next),
        }
    }

    fn prune(&mut self, pruner: &mut Pruner) -> Result<(), Conflict> {
        self.size_atoms(pruner)?;
        self.order_variables(pruner)
    }
}
