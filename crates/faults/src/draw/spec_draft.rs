//! Specs at random: small ones, so that engines answer in milliseconds.

use randlog_base::random::{ChaCha8Rng, below};
use randlog_generate::Spec;
use randlog_generate::spec::{Bodies, Cycles, SpecError};

/// A spec that is being drawn up.
#[derive(Clone, Debug)]
pub(super) struct SpecDraft {
    /// The arity of each predicate.
    pub(super) arities: Vec<usize>,
    pub(super) constants: usize,
    pub(super) cycles: Cycles,
    pub(super) bodies: Bodies,
    pub(super) safe: bool,
    /// Do rules have probabilities?
    pub(super) probabilistic: bool,
    /// Are the first two predicates to depend on nothing in common?
    pub(super) independent: bool,
}

const NAMES: [&str; 4] = ["p", "q", "r", "s"];

impl SpecDraft {
    /// Propositions, conjunctions and no cycles.
    pub(super) fn plain(rng: &mut ChaCha8Rng) -> SpecDraft {
        SpecDraft {
            arities: vec![0; 1 + below(rng, NAMES.len() as u64) as usize],
            constants: 0,
            cycles: Cycles::Acyclic,
            bodies: Bodies::Conjunction,
            safe: true,
            probabilistic: false,
            independent: false,
        }
    }

    /// Every predicate gets an arity up to this one, and one gets it for sure.
    fn arities_up_to(&mut self, most: u64, rng: &mut ChaCha8Rng) {
        self.arities.iter_mut().for_each(|arity| *arity = below(rng, most + 1) as usize);
        let largest = below(rng, self.arities.len() as u64) as usize;
        self.arities[largest] = most as usize;
    }

    pub(super) fn arguments(&mut self, rng: &mut ChaCha8Rng) {
        self.arities_up_to(1, rng);
    }

    pub(super) fn pairs(&mut self, rng: &mut ChaCha8Rng) {
        self.arities_up_to(2, rng);
    }

    pub(super) fn many_arguments(&mut self, rng: &mut ChaCha8Rng) {
        let most = 3 + below(rng, 2);
        self.arities_up_to(most, rng);
    }

    pub(super) fn constants(&mut self, rng: &mut ChaCha8Rng) {
        self.constants = 1 + below(rng, 2) as usize;
    }

    /// The spec, with sizes of its own.
    pub(super) fn spec(&self, rng: &mut ChaCha8Rng) -> Result<Spec, SpecError> {
        let mut arities = self.arities.clone();
        // Without cycles, every body ends at predicates that have facts alone.
        let is_acyclic = self.cycles == Cycles::Acyclic;
        if is_acyclic && arities.len() == 1 {
            arities.push(arities[0]);
        }
        let count = arities.len();
        let data = if is_acyclic { 1 + below(rng, count as u64 - 1) as usize } else { 0 };
        let named: Vec<String> =
            NAMES.iter().zip(&arities).map(|(name, arity)| format!("{name}/{arity}")).collect();
        let (heads, data) = named.split_at(count - data);
        let has_arguments = arities.iter().any(|&arity| arity > 0);
        let variables = if has_arguments { 1 + below(rng, 2) as usize } else { 0 };
        let probabilities: &[&str] =
            if self.probabilistic { &["0.3", "0.5", "1", "1"] } else { &["1"] };
        let builder = Spec::builder()
            .predicates(heads)
            .variables(variables)
            .constants(if has_arguments { self.constants } else { 0 })
            .max_nodes(2 + below(rng, 4) as usize)
            .max_clauses(count + 1 + below(rng, 3) as usize)
            .probabilities(probabilities)
            .cycles(self.cycles)
            .bodies(self.bodies)
            .empty_bodies(false)
            .safe(self.safe);
        let builder = if data.is_empty() { builder } else { builder.data(data) };
        match self.independent && heads.len() >= 3 {
            true => builder.independent([(NAMES[0], NAMES[1])]).build(),
            false => builder.build(),
        }
    }
}
