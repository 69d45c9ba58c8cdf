//! The instance of a run.

use std::time::{Duration, Instant};

use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::Spec;
use randlog_generate::search::{Limits, Sampled, Searcher};
use randlog_generate::spec::{Bodies, Cycles, variables};
use randlog_logic::{Predicate, Probability};

use super::grid::{Config, Design, Parameters};
use super::record::Record;
use crate::grid::Point;
use crate::predicates::{arities, pairs};
use crate::{Error, RunError};
use randlog_recipe::instance::{self, Database, Instance, Spread};

/// How many programs are drawn for a run, until one has a query of the kind asked for.
pub(super) const ATTEMPTS: u64 = 20;

/// No search for rules takes longer.
const SEARCH_LIMIT: Duration = Duration::from_secs(60);

/// What to draw, and the seed to draw it with.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The spec of the rules.
    pub spec: Spec,
    /// What facts are like.
    pub database: Database,
    /// The seed of the program of index 0.
    pub seed: u64,
}

/// What was drawn in the end.
pub(super) struct Drawn {
    pub(super) plan: Plan,
    /// How many programs were drawn in vain before.
    pub(super) attempt: u64,
    /// How many facts there are.
    pub(super) facts: u64,
    /// `None` if no attempt had a query.
    pub(super) instance: Option<Instance>,
}

/// Draw programs until one has a query.
pub(super) fn draw(seed: u64, design: Design, parameters: &Parameters) -> Result<Drawn, RunError> {
    let mut last = None;
    for attempt in 0..ATTEMPTS {
        let plan = Plan::new(seed, design, parameters, attempt);
        let layout = instance::Design::new(&plan.spec, plan.database.clone(), design.policy())?;
        let deadline = Instant::now().checked_add(SEARCH_LIMIT);
        let limits = Limits { deadline, nodes: None };
        let rules = match Searcher::new(&plan.spec).sample(plan.seed, 0, &limits) {
            Sampled::Found(rules) => rules,
            // These predicates leave no program, or none that is found in good time: draw others.
            Sampled::Empty | Sampled::Limit => continue,
        };
        let instance = layout.instance(rules, plan.seed, 0);
        let is_found = instance.is_some();
        last = Some(Drawn { plan, attempt, facts: layout.facts(), instance });
        if is_found {
            break;
        }
    }
    last.ok_or_else(|| "there are no rules for these parameters".into())
}

/// If the largest spec of the grid is valid, and facts can be drawn for it, so it is for all others.
pub(super) fn check_largest(config: &Config) -> Result<(), Error> {
    let parameters = Parameters { probabilistic: 100, ..config.grid.largest() };
    let bad = |reason: String| Error::BadGrid(format!("the largest spec of the grid: {reason}"));
    let plan = Plan::new(config.grid.seed, config.design, &parameters, 0);
    Spec::from_toml("the largest spec of the grid", &plan.spec.to_toml())
        .map_err(|error| bad(error.to_string()))?;
    instance::Design::new(&plan.spec, plan.database, config.design.policy())
        .map_err(|error| bad(error.to_string()))?;
    Ok(())
}

impl Plan {
    /// What an attempt draws depends on the seed, the parameters and its number alone, so that the
    /// same run can be part of different grids.
    fn new(seed: u64, design: Design, parameters: &Parameters, attempt: u64) -> Plan {
        let mut rng = generator(seed, design, parameters, attempt);
        let arities = arities(&mut rng, parameters.predicates, parameters.max_arity);
        let independent = pairs(&mut rng, parameters.predicates, parameters.independent_pairs);
        // Half a word is enough, and easier to type.
        let seed = rng.next_u64() >> 32;
        Plan::with(design, parameters, arities.into_iter(), independent, seed)
    }

    fn with(
        design: Design,
        parameters: &Parameters,
        arities: impl Iterator<Item = usize>,
        independent: Vec<(usize, usize)>,
        seed: u64,
    ) -> Plan {
        let name = |(place, arity)| Predicate::new(format!("p{}", place + 1), arity);
        let spec = Spec {
            predicates: arities.enumerate().map(name).collect(),
            variables: variables(parameters.variables),
            constants: Vec::new(),
            max_nodes: parameters.max_nodes,
            max_clauses: parameters.predicates,
            probabilities: tenths(),
            cycles: Cycles::Stratified,
            bodies: Bodies::Formula,
            empty_bodies: false,
            safe: design == Design::Safe,
            independent,
            required: None,
        };
        let database = Database {
            domain: parameters.domain,
            facts: parameters.wanted_facts as u64,
            spread: Spread::Predicates,
            probabilistic: parameters.share(),
            probabilities: tenths(),
        };
        Plan { spec, database, seed }
    }

    /// What a run drew, from its record.
    pub fn of(design: Design, record: &Record) -> Plan {
        let arities = record.arities.iter().copied();
        Plan::with(design, &record.parameters, arities, record.pairs.clone(), record.seed)
    }

    /// The command that makes the same instance.
    pub fn command(&self, design: Design) -> String {
        let Plan { spec, database, seed } = self;
        let join = |words: Vec<String>| words.join(",");
        let predicates = spec.predicates().iter().map(ToString::to_string).collect();
        let name = |place: usize| &spec.predicates()[place].name;
        let pairs: Vec<String> =
            spec.independent().iter().map(|&(p, q)| format!("{}:{}", name(p), name(q))).collect();
        let independent = match pairs.is_empty() {
            true => String::new(),
            false => format!(" --independent {}", join(pairs)),
        };
        let probabilities = join(spec.probabilities().iter().map(ToString::to_string).collect());
        format!(
            "randlog instance --predicates {} --variables {} --max-nodes {} --max-clauses {} \
             --probabilities {probabilities} --empty-bodies false{}{independent} --method search \
             --domain {} --facts {} --facts-by {} --probabilistic {} --query {} --seed {seed}",
            join(predicates),
            spec.variables().len(),
            spec.max_nodes(),
            spec.max_clauses(),
            if spec.safe() { " --safe" } else { "" },
            database.domain,
            database.facts,
            database.spread,
            database.probabilistic,
            design.policy(),
        )
    }
}

/// 0.1, 0.2, …, 0.9.
fn tenths() -> Vec<Probability> {
    (1..10).filter_map(|tenths| Probability::new(tenths, 10)).collect()
}

/// Random numbers of its own for each attempt: seed, parameters and design are the key.
fn generator(seed: u64, design: Design, parameters: &Parameters, attempt: u64) -> ChaCha8Rng {
    let mut key = parameters.key(seed);
    // No axis has the last byte.
    key[31] = design as u8;
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(attempt);
    rng
}
