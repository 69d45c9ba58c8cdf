//! Independence: two predicates that have no dependency in common.

use super::{DependencyGraph, Edge, EdgePath};
use crate::Predicate;

/// Why two predicates are not independent: both depend on a third, or one on the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("both depend on {shared}{}{}", route(.to_first), route(.to_second))]
pub struct SharedDependency {
    /// The predicate that both depend on; it may be one of the two.
    pub shared: Predicate,
    /// The edges from there to the first predicate; none if it is the first predicate.
    pub to_first: Vec<Edge>,
    /// The edges from there to the second predicate; none if it is the second predicate.
    pub to_second: Vec<Edge>,
}

fn route(edges: &[Edge]) -> String {
    if edges.is_empty() { String::new() } else { format!("; {}", EdgePath(edges)) }
}

impl DependencyGraph {
    /// Are there no predicates that both of these depend on? Every predicate depends on itself.
    pub fn check_independent(
        &self,
        first: &Predicate,
        second: &Predicate,
    ) -> Result<(), SharedDependency> {
        let (Some(&first_number), Some(&second_number)) =
            (self.numbers.get(first), self.numbers.get(second))
        else {
            // A predicate outside the program depends on itself alone.
            let none = Vec::new;
            let itself =
                SharedDependency { shared: first.clone(), to_first: none(), to_second: none() };
            return if first == second { Err(itself) } else { Ok(()) };
        };
        let reached = self.uses.reach([first_number]);
        let Some(mut to_second) =
            self.uses.shortest_path(second_number, |node| reached.contains(node))
        else {
            return Ok(());
        };
        to_second.reverse();
        let mut to_first = reached.path_to(to_second[0]);
        to_first.reverse();
        Err(SharedDependency {
            shared: self.predicates[to_second[0]].clone(),
            to_first: self.path(&to_first),
            to_second: self.path(&to_second),
        })
    }
}
