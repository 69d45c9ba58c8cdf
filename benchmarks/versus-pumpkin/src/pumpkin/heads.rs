//! Head predicates are sorted and every predicate occurs: each is its predecessor or the next.

use pumpkin_core::propagation::{DomainEvents, Priority};
use pumpkin_core::state::Conflict;
use pumpkin_core::variables::DomainId;

use super::rule::{Pruner, Rule};

/// The chain of head predicates. That it starts at the first predicate and gets to the last is part
/// of the initial domains.
#[derive(Clone, Debug)]
pub struct Heads {
    /// One per clause.
    pub heads: Vec<DomainId>,
}

impl Rule for Heads {
    const NAME: &'static str = "heads";
    const PRIORITY: Priority = Priority::High;

    fn watched(&self) -> Vec<(DomainId, DomainEvents)> {
        self.heads.iter().map(|&head| (head, DomainEvents::BOUNDS)).collect()
    }

    fn prune(&mut self, pruner: &mut Pruner) -> Result<(), Conflict> {
        for pair in self.heads.windows(2) {
            pruner.at_least(pair[1], pruner.lower(pair[0]))?;
            pruner.at_most(pair[1], pruner.upper(pair[0]) + 1)?;
        }
        for pair in self.heads.windows(2).rev() {
            pruner.at_least(pair[0], pruner.lower(pair[1]) - 1)?;
            pruner.at_most(pair[0], pruner.upper(pair[1]))?;
        }
        Ok(())
    }
}
