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

use crate::machine::Moment;
use crate::{Error, Experiment, RunError};

pub use draw::Trial;
pub use evaluation::report;
pub use grid::{Config, Parameters, RestartPolicy};
pub use record::{Outcome, Record};

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
    type Record = Record;

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
        evaluation::invocation(&self.config)
    }

    fn run(&self, id: u64) -> Result<Record, RunError> {
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
        let times = [built.since(started), searched.since(built)];
        Ok(Record::new(trial, &sampled, times, searcher.statistics()))
    }
}
