//! The instance of a run.

use std::time::{Duration, Instant};

use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::Spec;
use randlog_generate::generator::Method;
use randlog_generate::search::Budget;
use randlog_generate::spec::SpecError;
use randlog_logic::Probability;
use randlog_recipe::instance::{Completion, FactSpread, Instances};
use randlog_recipe::{Made, Recipe};

use super::grid::{Config, Design, Parameters};
use crate::predicates::{arities, pairs};
use crate::{Error, Fault};

/// How many programs are drawn for a run, until one has a query of the kind asked for.
pub(super) const ATTEMPTS: u64 = 20;

/// No search for rules takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was drawn in the end.
pub(super) struct Drawn {
    pub(super) recipe: Recipe,
    /// How many programs were drawn in vain before.
    pub(super) attempt: u64,
    /// How many facts there are.
    pub(super) facts: u64,
    /// The instance and its text; `None` if no attempt had a query.
    pub(super) instance: Option<(Made, String)>,
}

/// Draw predicates and programs until there is a query.
pub(super) fn draw(seed: u64, design: Design, parameters: &Parameters) -> Result<Drawn, Fault> {
    let mut last = None;
    for attempt in 0..ATTEMPTS {
        let prepared = drawn_recipe(seed, design, parameters, attempt)?.prepare()?;
        let deadline = Instant::now().checked_add(PATIENCE);
        let made = match prepared.maker().attempt(0, 0, &Budget { deadline, nodes: None }) {
            Ok(made) => made,
            // These predicates leave no program, or none that is found in good time: draw others.
            Err(_) => continue,
        };
        let recipe = prepared.recipe().clone();
        let facts = prepared.completion().map_or(0, Completion::facts);
        let Some(made) = made else {
            last = Some(Drawn { recipe, attempt, facts, instance: None });
            continue;
        };
        let text = recipe.header(&(0..1)) + &prepared.text(&made)?;
        return Ok(Drawn { recipe, attempt, facts, instance: Some((made, text)) });
    }
    last.ok_or_else(|| "there are no rules for these parameters".into())
}

/// If the largest spec of the grid is valid, and facts can be drawn for it, so it is for all others.
pub(super) fn check_largest(config: &Config) -> Result<(), Error> {
    let most = |list: &[usize]| list.iter().copied().max().unwrap_or(0);
    let parameters = Parameters {
        predicates: most(&config.predicates),
        variables: most(&config.variables),
        max_nodes: most(&config.max_nodes),
        max_arity: most(&config.max_arity),
        independent_pairs: 0,
        domain: most(&config.domain),
        wanted_facts: config.facts.iter().copied().max().unwrap_or(0),
        probabilistic: 100,
        repeat: 0,
    };
    let bad = |reason: String| Error::BadGrid(format!("the largest spec of the grid: {reason}"));
    let recipe = drawn_recipe(config.seed, config.design, &parameters, 0)
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
    let mut rng = generator(seed, design, parameters, attempt);
    let arities = arities(&mut rng, parameters.predicates, parameters.max_arity);
    let pairs = pairs(&mut rng, parameters.predicates, parameters.independent_pairs);
    // Half a word is enough, and easier to type.
    recipe(design, parameters, &arities, &pairs, rng.next_u64() >> 32)
}

/// How the instance of a run is made, given what was drawn for it.
pub(super) fn recipe(
    design: Design,
    parameters: &Parameters,
    arities: &[usize],
    pairs: &[(usize, usize)],
    seed: u64,
) -> Result<Recipe, SpecError> {
    let name = |place: usize| format!("p{}", place + 1);
    let spec = Spec::builder()
        .arities(arities)
        .variables(parameters.variables)
        .max_nodes(parameters.max_nodes)
        .max_clauses(parameters.predicates)
        .probabilities(tenths())
        .empty_bodies(false)
        .safe(design == Design::Safe)
        .independent(pairs.iter().map(|&(p, q)| (name(p), name(q))))
        .build()?;
    let instances = Instances {
        domain: parameters.domain,
        facts: parameters.wanted_facts,
        facts_by: FactSpread::Predicates,
        probabilistic: parameters.share(),
        fact_probabilities: tenths(),
        query: design.policy(),
    };
    Ok(Recipe::instances(spec, instances, seed).by(Method::Search))
}

/// 0.1, 0.2, …, 0.9.
fn tenths() -> Vec<Probability> {
    (1..10).filter_map(|tenths| Probability::new(tenths, 10)).collect()
}

/// Random numbers of its own for each attempt: seed and parameters are the key.
fn generator(seed: u64, design: Design, parameters: &Parameters, attempt: u64) -> ChaCha8Rng {
    let Parameters {
        predicates,
        variables,
        max_nodes,
        max_arity,
        independent_pairs,
        domain,
        wanted_facts,
        probabilistic,
        repeat,
    } = *parameters;
    let small = [predicates, variables, max_nodes, max_arity, domain];
    let words = small.into_iter().flat_map(|number| (number as u16).to_le_bytes());
    let large = [independent_pairs, repeat].into_iter().flat_map(|n| (n as u32).to_le_bytes());
    let facts = (wanted_facts as u32).to_le_bytes();
    let rest = [probabilistic as u8, design as u8];
    let bytes = seed.to_le_bytes().into_iter().chain(words).chain(large).chain(facts).chain(rest);
    let mut key = [0; 32];
    key.iter_mut().zip(bytes).for_each(|(place, byte)| *place = byte);
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(attempt);
    rng
}
