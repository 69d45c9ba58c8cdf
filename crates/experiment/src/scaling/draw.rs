//! The random part of a run: arities, pairs, and the seed of its search.

use randlog_base::random::{ChaCha8Rng, SeedableRng};
use randlog_generate::Spec;
use randlog_generate::spec::SpecError;

use super::grid::{Config, Parameters};
use crate::Error;
use crate::grid::Point;
use crate::predicates::{Pair, draft, draw};

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
        let Parameters { predicates, max_arity, independent_pairs, .. } = parameters;
        let mut rng = ChaCha8Rng::from_seed(parameters.key(seed));
        let (arities, pairs, seed) = draw(&mut rng, predicates, max_arity, independent_pairs);
        Ok(Trial { parameters, spec: spec(&parameters, &arities, &pairs)?, seed })
    }
}

/// The spec of some parameters, with these arities and pairs.
pub(super) fn spec(
    parameters: &Parameters,
    arities: &[usize],
    pairs: &[Pair],
) -> Result<Spec, SpecError> {
    draft(arities, pairs)
        .variables(parameters.variables)
        .constants(parameters.constants)
        .max_nodes(parameters.max_nodes)
        .max_clauses(parameters.predicates.saturating_add(parameters.additional_clauses))
        .build()
}

/// Whether the smallest and the largest spec of the grid are valid, and so all others.
pub(super) fn check_corners(config: &Config) -> Result<(), Error> {
    let (least, most) = config.grid.corners();
    if least.variables + least.constants == 0 && most.max_arity > 0 {
        let reason = "without variables and constants, no predicate can have arguments";
        return Err(Error::BadGrid(reason.to_owned()));
    }
    let arities = vec![most.max_arity; most.predicates];
    let bad = |error| Error::BadGrid(format!("the largest spec of the grid: {error}"));
    spec(&most, &arities, &[]).map(drop).map_err(bad)
}
