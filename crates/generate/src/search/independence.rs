//! Independence of two predicates: no predicate is an ancestor (or self) of both.
//!
//! The paper classifies the dependencies of a predicate by how many open edges lie on a path:
//! none (determined), one (almost determined), more (undetermined). In terms of ancestors along
//! certain edges: an open edge `s → t` makes whatever reaches `s` an almost determined dependency
//! of whatever `t` reaches. So the edge must not exist if `t` reaches one of the two predicates
//! and `s` shares an ancestor with the other. Where no predicate is an ancestor of both along certain
//! edges, that is what the paper's Algorithm 2 removes, for all pairs from one transitive closure. The
//! tests hold that algorithm, with two slips fixed, against this.
//!
//! The paper's Algorithm 1 says whether independence is entailed or refuted. It serves reification;
//! the rule here is unconditional, and needs no such answer.

use randlog_kernel::{Conflict, Cost, Event, Model, Propagator, Status, Store, Watch};

use super::graph::{ABSENT, Edges, no_members};
use crate::Spec;

pub(crate) fn post(model: &mut Model, spec: &Spec, edges: &Edges) {
    if !spec.independent().is_empty() {
        let pairs = spec.independent().to_vec();
        model.post(Independent { edges: edges.clone(), pairs });
    }
}

/// No two predicates of these pairs have a dependency in common.
struct Independent {
    edges: Edges,
    pairs: Vec<(usize, usize)>,
}

impl Propagator for Independent {
    const COST: Cost = Cost::High;
    const IDEMPOTENT: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.edges.variables, Event::RAISED);
    }

    /// Algorithm 2: fail, or remove the edges that would make a dependency in common. For all
    /// pairs at once.
    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let size = self.edges.predicates;
        let ancestors = self.edges.ancestors(store);
        // To which heads each predicate must not contribute.
        let mut forbidden = no_members(size);
        for &(p, q) in &self.pairs {
            for (one, other) in [(p, q), (q, p)] {
                let shares = |&source: &usize| ancestors[source].meets(&ancestors[other]);
                for source in (0..size).filter(shares) {
                    forbidden[source].unite(&ancestors[one]);
                }
            }
        }
        for (source, forbidden) in forbidden.iter().enumerate() {
            for target in forbidden.iter().map(|target| target as usize) {
                // If source and target are one predicate, it is an ancestor of both.
                if source == target {
                    return Err(Conflict);
                }
                store.at_most(self.edges.between(source, target), ABSENT)?;
            }
        }
        Ok(Status::Active)
    }
}

#[cfg(test)]
mod tests;
