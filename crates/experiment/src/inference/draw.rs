//! The instance of a run.

use std::time::Duration;

use randlog_base::random::{ChaCha8Rng, SeedableRng};
use randlog_generate::Stop;
use randlog_generate::generator::Method;
use randlog_generate::spec::SpecError;
use randlog_logic::Probability;
use randlog_recipe::instance::{Completion, FactSpread, Instances};
use randlog_recipe::{Made, Recipe};

use super::grid::{Config, Design, Parameters};
use crate::grid::Point;
use crate::predicates::{self, Pair, draft};
use crate::{Error, RunError};

/// How many programs are drawn for a run, until one has a query of the kind asked for.
pub(super) const ATTEMPTS: u64 = 20;

/// No search for rules takes longer.
const SEARCH_LIMIT: Duration = Duration::from_secs(60);

/// What was drawn in the end.
pub(super) struct DrawnInstance {
    pub(super) recipe: Recipe,
    /// How many programs were drawn in vain before.
    pub(super) attempt: u64,
    /// How many facts there are.
    pub(super) facts: u64,
    /// The instance and its text; `None` if no attempt had a query.
    pub(super) instance: Option<(Made, String)>,
}

/// Draw predicates and programs until there is a query.
pub(super) fn draw(
    seed: u64,
    design: Design,
    parameters: &Parameters,
) -> Result<DrawnInstance, RunError> {
    let mut last = None;
    for attempt in 0..ATTEMPTS {
        let prepared = drawn_recipe(seed, design, parameters, attempt)?.prepare()?;
        let made = prepared.maker().attempt(0, 0, &Stop::NEVER.within(SEARCH_LIMIT));
        // These predicates leave no program, or none that is found in good time: draw others.
        let Ok(made) = made else { continue };
        let recipe = prepared.recipe.clone();
        let facts = prepared.completion.as_ref().map_or(0, Completion::facts);
        if let Ok(made) = made {
            let text = recipe.header(&(0..1)) + &prepared.text(&made)?;
            return Ok(DrawnInstance { recipe, attempt, facts, instance: Some((made, text)) });
        }
        last = Some(DrawnInstance { recipe, attempt, facts, instance: None });
    }
    last.ok_or_else(|| "there are no rules for these parameters".into())
}

/// If the largest spec of the grid is valid, and facts can be drawn for it, so it is for all others.
pub(super) fn check_largest(config: &Config) -> Result<(), Error> {
    let parameters = Parameters { probabilistic: 100, ..config.grid.corners().1 };
    let bad = |reason: String| Error::BadGrid(format!("the largest spec of the grid: {reason}"));
    let recipe = drawn_recipe(config.grid.seed, config.design, &parameters, 0)
        .map_err(|error| bad(error.to_string()))?;
    recipe.prepare().map_err(|error| bad(error.to_string()))?;
    Ok(())
}

/// What an attempt draws depends on the seed, the parameters and its number alone, so that the same
/// run can be part of different grids.
fn drawn_recipe(
    seed: u64,
    design: Design,
    parameters: &Parameters,
    attempt: u64,
) -> Result<Recipe, SpecError> {
    // Random numbers of its own for each attempt: seed, parameters and design are the key, of which
    // no axis has the last byte.
    let mut key = parameters.key(seed);
    key[31] = design as u8;
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(attempt);
    let Parameters { predicates, max_arity, independent_pairs, .. } = *parameters;
    let (arities, pairs, seed) =
        predicates::draw(&mut rng, predicates, max_arity, independent_pairs);
    recipe(design, parameters, &arities, &pairs, seed)
}

/// How the instance of a run is made, given what was drawn for it.
pub(super) fn recipe(
    design: Design,
    parameters: &Parameters,
    arities: &[usize],
    pairs: &[Pair],
    seed: u64,
) -> Result<Recipe, SpecError> {
    let spec = draft(arities, pairs)
        .variables(parameters.variables)
        .max_nodes(parameters.max_nodes)
        .max_clauses(parameters.predicates)
        .probabilities(tenths())
        .empty_bodies(false)
        .safe(design == Design::Safe)
        .build()?;
    let instances = Instances {
        domain: parameters.domain,
        facts: (parameters.wanted_facts as u64).into(),
        facts_by: FactSpread::Predicates,
        probabilistic: parameters.share(),
        fact_probabilities: tenths(),
        query: design.policy(),
        ..Instances::default()
    };
    Ok(Recipe::instances(spec, instances, seed).by(Method::Search))
}

/// 0.1, 0.2, …, 0.9.
fn tenths() -> Vec<Probability> {
    (1..10).filter_map(|tenths| Probability::new(tenths, 10)).collect()
}
