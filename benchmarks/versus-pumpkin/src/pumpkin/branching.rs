//! Ordered groups of variables, the smallest domain first inside a group.

use pumpkin_core::branching::{Brancher, BrancherEvent, SelectionContext};
use pumpkin_core::predicate;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::variables::DomainId;

use super::layout::{ClauseVariables, Size};

/// Which value to try.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// The smallest.
    Smallest,
    /// Any, with equal chances.
    Random,
}

/// All head predicates; then clause by clause the structure, the names, the arguments of the head
/// and those of the body.
#[derive(Debug)]
pub struct Groups {
    variables: Vec<DomainId>,
    /// Per position, where its group ends.
    group_end: Vec<usize>,
    /// Per domain, its position.
    position: Vec<usize>,
    /// Every variable before this position is fixed.
    start: usize,
    values: Values,
}

impl Groups {
    /// The order for these clauses.
    pub fn new(clauses: &[ClauseVariables], size: &Size, values: Values) -> Groups {
        let mut groups =
            Groups { variables: vec![], group_end: vec![], position: vec![], start: 0, values };
        groups.push(clauses.iter().map(|clause| clause.head));
        for clause in clauses {
            groups.push(clause.structure.iter().copied());
            groups.push(clause.names.iter().copied());
            let (head, body) = clause.terms.split_at(size.slots);
            groups.push(head.iter().copied());
            groups.push(body.iter().copied());
        }
        groups
    }

    fn push(&mut self, group: impl Iterator<Item = DomainId>) {
        for variable in group {
            let id = variable.id() as usize;
            self.position.resize(self.position.len().max(id + 1), usize::MAX);
            self.position[id] = self.variables.len();
            self.variables.push(variable);
        }
        self.group_end.resize(self.variables.len(), self.variables.len());
    }

    /// The variable with the fewest values in the first group that is not done.
    fn select(&mut self, context: &SelectionContext) -> Option<DomainId> {
        let open = |&variable: &DomainId| !context.is_integer_fixed(variable);
        self.start += self.variables[self.start..].iter().position(open)?;
        let group = &self.variables[self.start..self.group_end[self.start]];
        let sizes = group.iter().map(|&variable| (context.get_size_of_domain(variable), variable));
        let open = sizes.filter(|&(size, _)| size > 0);
        open.min_by_key(|&(size, _)| size).map(|(_, variable)| variable)
    }
}

impl Brancher for Groups {
    fn next_decision(&mut self, context: &mut SelectionContext) -> Option<Predicate> {
        let variable = self.select(context)?;
        let (low, high) = (context.lower_bound(variable), context.upper_bound(variable));
        match self.values {
            Values::Smallest => Some(predicate![variable <= low]),
            Values::Random => loop {
                let value = context.random().generate_i32_in_range(low, high);
                if context.contains(variable, value) {
                    return Some(predicate![variable == value]);
                }
            },
        }
    }

    fn on_unassign_integer(&mut self, variable: DomainId, _: i32) {
        let position = self.position.get(variable.id() as usize);
        self.start = self.start.min(position.copied().unwrap_or(usize::MAX));
    }

    fn subscribe_to_events(&self) -> Vec<BrancherEvent> {
        vec![BrancherEvent::UnassignInteger]
    }
}
