//! Enumeration: count a full assignment, then refuse it so that search goes on.
//!
//! Pumpkin's own iterator over solutions adds a clause per solution and starts again at the root.

use std::cell::Cell;
use std::rc::Rc;

use pumpkin_core::propagation::{DomainEvents, Domains, Priority, ReadDomains, TrailedInteger};
use pumpkin_core::state::Conflict;
use pumpkin_core::variables::DomainId;

use super::rule::{Pruner, Rule};

/// Counts full assignments; runs after all other rules.
#[derive(Clone, Debug)]
pub struct Collector {
    variables: Vec<DomainId>,
    /// The last variable that is open.
    open: TrailedInteger,
    found: Rc<Cell<u64>>,
}

impl Collector {
    /// Count assignments of `variables`, in the order in which search decides them.
    pub fn new(variables: Vec<DomainId>, found: Rc<Cell<u64>>, domains: &mut Domains) -> Collector {
        Collector { open: domains.new_trailed_integer(0), variables, found }
    }
}

impl Rule for Collector {
    const NAME: &'static str = "collector";
    const PRIORITY: Priority = Priority::VeryLow;

    fn watched(&self) -> Vec<(DomainId, DomainEvents)> {
        self.variables.iter().map(|&variable| (variable, DomainEvents::ASSIGN)).collect()
    }

    fn wakes(&mut self, domains: &Domains, position: usize) -> bool {
        position as i64 == domains.read_trailed_integer(self.open)
    }

    fn prune(&mut self, pruner: &mut Pruner) -> Result<(), Conflict> {
        let before = pruner.recall(self.open) as usize;
        let fixed = |variable: &&DomainId| pruner.value(**variable).is_some();
        let open = match self.variables.iter().rposition(|variable| !fixed(&variable)) {
            Some(open) => open,
            None => {
                self.found.set(self.found.get() + 1);
                return pruner.fail();
            }
        };
        if open != before {
            pruner.remember(self.open, open as i64);
        }
        Ok(())
    }
}
