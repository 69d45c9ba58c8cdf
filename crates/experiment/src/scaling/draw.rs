//! The random part of a run: arities, pairs, and the seed of its search.

use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::Spec;
use randlog_generate::spec::{Bodies, Cycles};
use randlog_logic::{Predicate, Probability, Symbol};

use super::grid::{Config, Parameters};
use crate::Error;
use crate::predicates::{arities, pairs};

/// What a run searches for, and the seed of the search.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The parameters that it was drawn for.
    pub parameters: Parameters,
    /// The spec.
    pub spec: Spec,
    /// The seed; the program is the one of index 0.
    pub seed: u64,
}

impl Instance {
    /// Draw the instance for some parameters. It depends on them and the seed alone, so that the
    /// same run can be part of different grids.
    pub(crate) fn draw(names: &Names, seed: u64, parameters: Parameters) -> Instance {
        let mut rng = generator(seed, &parameters);
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
        Instance { parameters, spec, seed }
    }
}

/// Random numbers of its own for each combination of parameters: the combination is the key.
fn generator(seed: u64, parameters: &Parameters) -> ChaCha8Rng {
    let Parameters {
        predicates,
        variables,
        constants,
        max_nodes,
        additional_clauses,
        max_arity,
        independent_pairs,
        repeat,
    } = *parameters;
    let mut key = [0; 32];
    let small = [predicates, variables, constants, max_nodes, additional_clauses, max_arity];
    let words = small.into_iter().flat_map(|number| (number as u16).to_le_bytes());
    let large = [independent_pairs, repeat].into_iter().flat_map(|n| (n as u32).to_le_bytes());
    let bytes = seed.to_le_bytes().into_iter().chain(words).chain(large);
    key.iter_mut().zip(bytes).for_each(|(place, byte)| *place = byte);
    ChaCha8Rng::from_seed(key)
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
        let most = |list: &[usize]| list.iter().copied().max().unwrap_or(0);
        let (predicates, arity) = (most(&config.predicates), most(&config.max_arity));
        let list: Vec<String> = (1..=predicates).map(|i| format!("\"p{i}/{arity}\"")).collect();
        let text = format!(
            "predicates = [{}]\nvariables = {}\nconstants = {}\nmax_nodes = {}\nmax_clauses = {}",
            list.join(", "),
            most(&config.variables),
            most(&config.constants),
            most(&config.max_nodes),
            predicates.saturating_add(most(&config.additional_clauses)),
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
