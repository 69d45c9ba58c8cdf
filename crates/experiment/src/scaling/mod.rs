//! How the search scales: the first experiment of the paper that the model is from.
//!
//! A random program is searched for, for all combinations of six parameters and every number of
//! independent pairs, ten times each with random arities and random pairs. Each run builds a model
//! of its own. Recorded are the times, and how much of a search it was.

mod draw;
mod evaluation;
mod grid;
mod record;

use std::time::Duration;

use randlog_generate::search::{PAPER_RESTARTS, Restarts, Searcher};
use randlog_generate::{Stop, membership};
use randlog_recipe::Invocation;

use crate::machine::{Moment, micros};
use crate::{Error, Experiment, RunError};

pub use draw::Trial;
pub use evaluation::report;
pub use grid::{Config, Parameters, RestartPolicy};
pub use record::{Outcome, ScalingRecord};

/// The experiment.
#[derive(Debug)]
pub struct Scaling {
    config: Config,
    check_every: Option<u64>,
}

impl Scaling {
    /// Check the program of every so many runs against its spec; the first that does not belong to
    /// its space ends the experiment. The time of the check is not recorded.
    pub fn checking_every(mut self, runs: Option<u64>) -> Scaling {
        self.check_every = runs;
        self
    }

    /// What run `id` is about.
    pub fn trial(&self, id: u64) -> Option<Trial> {
        let grid = &self.config.grid;
        Trial::draw(grid.seed, grid.combination(id)?).ok()
    }
}

impl Experiment for Scaling {
    const NAME: &'static str = "scaling";
    const VERSION: u32 = 1;
    type Config = Config;
    type Record = ScalingRecord;

    fn new(config: Config) -> Result<Scaling, Error> {
        config.grid.check()?;
        draw::check_corners(&config)?;
        Ok(Scaling { config, check_every: None })
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn ids(&self) -> Vec<u64> {
        self.config.grid.ids()
    }

    fn invocation(&self) -> Invocation {
        let (config, default) = (&self.config, Config::default());
        let seconds = |ms: u64| ms as f64 / 1000.0;
        let restarts = |policy| if policy == RestartPolicy::None { "none" } else { "paper" };
        let command = config.grid.flags(Invocation::new("experiment scaling", "DIR"));
        // Flags that are as by default are left out.
        command
            .with_unless(seconds(default.timeout_ms), "timeout", seconds(config.timeout_ms))
            .with_unless(restarts(default.restarts), "restarts", restarts(config.restarts))
            .with("seed", config.grid.seed)
    }

    fn run(&self, id: u64) -> Result<ScalingRecord, RunError> {
        let trial = self.trial(id).ok_or("there is no such run")?;
        let timeout = Duration::from_millis(self.config.timeout_ms);
        let restarts = match self.config.restarts {
            RestartPolicy::Paper => PAPER_RESTARTS,
            RestartPolicy::None => Restarts::Never,
        };
        let started = Moment::now();
        let stop = Stop::NEVER.until(started.at().checked_add(timeout));
        let mut searcher = Searcher::new(&trial.spec).with_restarts(restarts);
        let built = Moment::now();
        let sampled = searcher.sample(trial.seed, 0, &stop);
        let searched = Moment::now();
        if let Ok(Some(program)) = &sampled
            && self.check_every.is_some_and(|every| id.is_multiple_of(every))
        {
            membership::check(&trial.spec, program).map_err(|violation| {
                let (spec, seed) = (trial.spec.to_toml(), trial.seed);
                format!("a wrong program: {violation}\nfor seed {seed} and the spec\n{spec}")
            })?;
        }
        let (build, search) = (built.since(started), searched.since(built));
        let statistics = searcher.statistics();
        Ok(ScalingRecord {
            parameters: trial.parameters,
            arities: trial.spec.predicates().iter().map(|predicate| predicate.arity).collect(),
            pairs: trial.spec.independent().to_vec(),
            seed: trial.seed,
            outcome: match sampled {
                Ok(Some(_)) => Outcome::Found,
                Ok(None) => Outcome::Empty,
                Err(_) => Outcome::Timeout,
            },
            build_us: micros(build.wall),
            search_us: micros(search.wall),
            build_cpu_us: build.cpu.map(micros),
            search_cpu_us: search.cpu.map(micros),
            nodes: statistics.nodes,
            failures: statistics.failures,
            restarts: statistics.restarts,
        })
    }
}
