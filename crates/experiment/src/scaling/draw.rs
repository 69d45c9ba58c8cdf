//! The random part of a run: arities, pairs, and the seed of its search.

use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::Spec;
use randlog_generate::generator::Method;
use randlog_generate::spec::{Draft, SpecError};
use randlog_recipe::Recipe;

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
    pub(crate) fn draw(seed: u64, parameters: Parameters) -> Result<Trial, SpecError> {
        let mut rng = ChaCha8Rng::from_seed(parameters.key(seed));
        let arities = arities(&mut rng, parameters.predicates, parameters.max_arity);
        let independent = pairs(&mut rng, parameters.predicates, parameters.independent_pairs);
        let spec = draft(&parameters, &arities, &independent).build()?;
        // Half a word is enough, and easier to type.
        let seed = rng.next_u64() >> 32;
        Ok(Trial { parameters, spec, seed })
    }
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
    let parameters = config.grid.largest();
    let arities = vec![parameters.max_arity; parameters.predicates];
    match draft(&parameters, &arities, &[]).build() {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::BadGrid(format!("the largest spec of the grid: {error}"))),
    }
}
