//! The random part of a run: arities, pairs, and the seed of its search.

use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::Spec;
use randlog_generate::spec::{Bodies, Cycles};
use randlog_logic::{Predicate, Probability, Symbol};

use super::grid::{Config, Parameters};
use crate::Error;
use crate::grid::Point;
use crate::predicates::{arities, pairs};

/// What a run searches for, and the seed of the search.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The parameters that it was drawn for.
    pub parameters: Parameters,
    /// The spec.
    pub spec: Spec,
    /// The seed; the program is the one of index 0.
    pub seed: u64,
}

impl Trial {
    /// Draw the trial for some parameters. It depends on them and the seed alone, so that the
    /// same run can be part of different grids.
    pub(crate) fn draw(names: &Names, seed: u64, parameters: Parameters) -> Trial {
        let mut rng = ChaCha8Rng::from_seed(parameters.key(seed));
        let arities = arities(&mut rng, parameters.predicates, parameters.max_arity);
        let independent = pairs(&mut rng, parameters.predicates, parameters.independent_pairs);
        let predicate = |(name, arity): (&Symbol, usize)| Predicate { name: name.clone(), arity };
        let spec = Spec {
            predicates: names.predicates.iter().zip(arities).map(predicate).collect(),
            variables: names.variables[..parameters.variables].to_vec(),
            constants: names.constants[..parameters.constants].to_vec(),
            max_nodes: parameters.max_nodes,
            max_clauses: parameters.predicates + parameters.additional_clauses,
            probabilities: vec![Probability::ONE],
            cycles: Cycles::Stratified,
            bodies: Bodies::Formula,
            empty_bodies: true,
            safe: false,
            independent,
            required: None,
        };
        // Half a word is enough, and easier to type.
        let seed = rng.next_u64() >> 32;
        Trial { parameters, spec, seed }
    }
}

/// Names enough for every run of a grid.
#[derive(Debug)]
pub(crate) struct Names {
    predicates: Vec<Symbol>,
    variables: Vec<Symbol>,
    constants: Vec<Symbol>,
}

impl Names {
    /// The names of the largest spec of the grid. If that one is valid, so are all others.
    pub(crate) fn for_all(config: &Config) -> Result<Names, Error> {
        let most = config.grid.largest();
        let arity = most.max_arity;
        let list = (1..=most.predicates).map(|i| format!("\"p{i}/{arity}\""));
        let text = format!(
            "predicates = [{}]\nvariables = {}\nconstants = {}\nmax_nodes = {}\nmax_clauses = {}",
            list.collect::<Vec<_>>().join(", "),
            most.variables,
            most.constants,
            most.max_nodes,
            most.predicates + most.additional_clauses,
        );
        let spec = Spec::from_toml("the largest spec of the grid", &text)
            .map_err(|error| Error::BadGrid(format!("the largest spec of the grid: {error}")))?;
        let predicates = spec.predicates().iter().map(|predicate| predicate.name.clone()).collect();
        Ok(Names {
            predicates,
            variables: spec.variables().to_vec(),
            constants: spec.constants().to_vec(),
        })
    }
}
