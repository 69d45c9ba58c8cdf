//! Clauses are in strictly increasing lexicographic order, until the clauses that are not used.

use pumpkin_core::propagation::{DomainEvents, Domains, Priority, ReadDomains, TrailedInteger};
use pumpkin_core::state::Conflict;
use pumpkin_core::variables::DomainId;

use super::layout::ClauseVariables;
use super::rule::{Pruner, Rule};

/// A clause and its successor.
#[derive(Clone, Debug)]
pub struct Order {
    pairs: Vec<(DomainId, DomainId)>,
    none: i32,
    /// The first digit that may differ; past the end when the order is decided.
    digit: TrailedInteger,
}

impl Order {
    /// The rule for two neighbours.
    pub fn new(
        clause: &ClauseVariables,
        successor: &ClauseVariables,
        none: i32,
        domains: &mut Domains,
    ) -> Order {
        Order {
            pairs: clause.digits().into_iter().zip(successor.digits()).collect(),
            none,
            digit: domains.new_trailed_integer(0),
        }
    }

    /// The first digit that may differ, past the end if the order holds whatever follows.
    fn advance(&self, pruner: &mut Pruner, from: usize) -> Result<usize, Conflict> {
        let decided = self.pairs.len();
        if from == 0 && pruner.lower(self.pairs[0].1) == self.none {
            return Ok(decided);
        }
        for (digit, &(smaller, larger)) in self.pairs.iter().enumerate().skip(from) {
            pruner.at_least(larger, pruner.lower(smaller))?;
            pruner.at_most(smaller, pruner.upper(larger))?;
            if pruner.upper(smaller) < pruner.lower(larger) {
                return Ok(decided);
            }
            if pruner.value(smaller).is_none() || pruner.value(larger).is_none() {
                return Ok(digit);
            }
        }
        pruner.fail().map(|()| decided)
    }
}

impl Rule for Order {
    const NAME: &'static str = "order";
    const PRIORITY: Priority = Priority::Medium;

    fn watched(&self) -> Vec<(DomainId, DomainEvents)> {
        let all = self.pairs.iter().flat_map(|&(smaller, larger)| [smaller, larger]);
        all.map(|variable| (variable, DomainEvents::ASSIGN)).collect()
    }

    fn wakes(&mut self, domains: &Domains, position: usize) -> bool {
        (position / 2) as i64 == domains.read_trailed_integer(self.digit)
    }

    fn prune(&mut self, pruner: &mut Pruner) -> Result<(), Conflict> {
        let from = pruner.recall(self.digit) as usize;
        if from == self.pairs.len() {
            return Ok(());
        }
        let digit = self.advance(pruner, from)?;
        if digit != from {
            pruner.remember(self.digit, digit as i64);
        }
        Ok(())
    }
}
