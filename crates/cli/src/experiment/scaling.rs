//! `randlog experiment scaling`: how the search for a random program scales.

use std::time::Duration;

use clap::ValueEnum;
use randlog_experiment::Experiment;
use randlog_experiment::scaling::{Config, Outcome, Policy, Scaling};

use super::session;
use crate::failure::Failure;
use crate::options;

/// Search for a random program at every point of a grid of parameters
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    session: session::Flags,

    /// Check the program of every N-th run against its spec
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    check_every: Option<u64>,

    #[command(flatten)]
    grid: Grid,
}

/// What the records depend on.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Grid (all combinations of these values are run)")]
struct Grid {
    /// Numbers of predicates
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,4,8")]
    predicates: Vec<usize>,

    /// Numbers of variables
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,4,8")]
    variables: Vec<usize>,

    /// Numbers of constants
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,4,8")]
    constants: Vec<usize>,

    /// The most nodes a body may have
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,4,8")]
    nodes: Vec<usize>,

    /// The most clauses a program may have, beyond one per predicate
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,4,8")]
    clauses: Vec<usize>,

    /// The largest arity; every predicate has a random one up to it, and one at least has it
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,3,4")]
    arity: Vec<usize>,

    /// Numbers of independent pairs of predicates, where there are that many [default: all]
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    pairs: Option<Vec<usize>>,

    /// How often each combination is run, with arities and pairs of its own
    #[arg(long, value_name = "N", default_value_t = 10)]
    repeats: usize,

    /// Execute only N runs of the grid, chosen at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// The seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Give a run up after so many seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds, default_value = "60")]
    timeout: Duration,

    /// When a search begins anew: as in the paper (after 10 failures, 10 × 1.1, …) or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Restarts::Paper)]
    restarts: Restarts,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Restarts {
    Paper,
    None,
}

const EXAMPLES: &str = "\
The values given by default are those of the paper: 399360 runs.

Examples:
  A thousand runs of the whole grid, to see how long it will take:
    randlog experiment scaling trial --sample 1000
  All of it, checking every hundredth program:
    randlog experiment scaling results --check-every 100
  A part of it, and more than the paper has:
    randlog experiment scaling large --predicates 16,32 --pairs 0,8,64 --repeats 1
  As an array of jobs, each of which may be killed and started again:
    randlog experiment scaling results --shard $TASK/100 --resume";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let experiment = Scaling::new(args.grid.config())?.checking_every(args.check_every);
    session::run(&experiment, &args.session, "", |record| {
        usize::from(record.outcome == Outcome::Timeout)
    })
}

impl Grid {
    fn config(&self) -> Config {
        Config {
            seed: self.seed,
            predicates: self.predicates.clone(),
            variables: self.variables.clone(),
            constants: self.constants.clone(),
            max_nodes: self.nodes.clone(),
            additional_clauses: self.clauses.clone(),
            max_arity: self.arity.clone(),
            independent_pairs: self.pairs.clone(),
            repeats: self.repeats,
            sample: self.sample,
            timeout_ms: u64::try_from(self.timeout.as_millis()).unwrap_or(u64::MAX),
            restarts: match self.restarts {
                Restarts::Paper => Policy::Paper,
                Restarts::None => Policy::None,
            },
        }
    }
}
