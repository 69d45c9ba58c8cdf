//! The random part of a run: arities, pairs, and the seed of its search.

use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::Spec;
use randlog_generate::generator::Method;
use randlog_generate::spec::{Draft, SpecError};
use randlog_recipe::Recipe;

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
    pub(crate) fn draw(seed: u64, parameters: Parameters) -> Result<Instance, SpecError> {
        let mut rng = generator(seed, &parameters);
        let arities = arities(&mut rng, parameters.predicates, parameters.max_arity);
        let independent = pairs(&mut rng, parameters.predicates, parameters.independent_pairs);
        let spec = draft(&parameters, &arities, &independent).build()?;
        // Half a word is enough, and easier to type.
        let seed = rng.next_u64() >> 32;
        Ok(Instance { parameters, spec, seed })
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

/// The spec of some parameters, with these arities and pairs.
pub(super) fn draft(parameters: &Parameters, arities: &[usize], pairs: &[(usize, usize)]) -> Draft {
    let name = |place: usize| format!("p{}", place + 1);
    Spec::builder()
        .arities(arities)
        .variables(parameters.variables)
        .constants(parameters.constants)
        .max_nodes(parameters.max_nodes)
        .max_clauses(parameters.predicates.saturating_add(parameters.additional_clauses))
        .independent(pairs.iter().map(|&(p, q)| (name(p), name(q))))
}

/// How the program of a run is made, given what was drawn for it.
pub(super) fn recipe(
    parameters: &Parameters,
    arities: &[usize],
    pairs: &[(usize, usize)],
    seed: u64,
) -> Result<Recipe, SpecError> {
    let spec = draft(parameters, arities, pairs).build()?;
    Ok(Recipe::programs(spec, seed).by(Method::Search))
}

/// If the largest spec of the grid is valid, so are all others.
pub(super) fn check_largest(config: &Config) -> Result<(), Error> {
    let most = |list: &[usize]| list.iter().copied().max().unwrap_or(0);
    let parameters = Parameters {
        predicates: most(&config.predicates),
        variables: most(&config.variables),
        constants: most(&config.constants),
        max_nodes: most(&config.max_nodes),
        additional_clauses: most(&config.additional_clauses),
        max_arity: most(&config.max_arity),
        independent_pairs: 0,
        repeat: 0,
    };
    let arities = vec![parameters.max_arity; parameters.predicates];
    match draft(&parameters, &arities, &[]).build() {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::BadGrid(format!("the largest spec of the grid: {error}"))),
    }
}
