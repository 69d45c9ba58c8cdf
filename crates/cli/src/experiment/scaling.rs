//! `randlog experiment scaling`: how the search for a random program scales.

use std::time::Duration;

use randlog_experiment::Experiment;
use randlog_experiment::scaling::{Config, Outcome, Parameters, RestartPolicy, Scaling};

use super::{cluster, grid, session};
use crate::failure::Failure;
use crate::options;

/// Measure how the search for a random program scales with the parameters of a grid
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    session: session::Flags,

    /// Check the program of every N-th run against its spec
    #[arg(long, value_name = "N", value_parser = options::whole::<u64>(1..))]
    check_every: Option<u64>,

    #[command(flatten)]
    grid: grid::Args<Parameters>,

    /// The time limit of a run, in seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds, default_value = "60")]
    #[arg(help_heading = grid::HEADING)]
    timeout: Duration,

    /// When the search restarts: as in the paper (after 10 failures, 10 × 1.1, …), or never
    #[arg(long, value_name = "WHEN", value_parser = ["paper", "none"], default_value = "paper")]
    #[arg(help_heading = grid::HEADING)]
    restarts: String,
}

const EXAMPLES: &str = "\
The default values are those of the paper: 399360 runs.

Examples:
  A thousand runs, to see how long the whole grid will take:
    randlog experiment scaling trial --sample 1000
  The whole grid, checking every hundredth program:
    randlog experiment scaling results --check-every 100
  Other values than those of the paper:
    randlog experiment scaling large --predicates 16,32 --pairs 0,8,64 --repeats 1
  On a cluster with Slurm; repeat the command to run what is still missing:
    randlog experiment scaling results --slurm 8 --task-time 30m";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let config = Config {
        grid: args.grid.0.clone(),
        timeout_ms: u64::try_from(args.timeout.as_millis()).unwrap_or(u64::MAX),
        restarts: match args.restarts.as_str() {
            "none" => RestartPolicy::None,
            _ => RestartPolicy::Paper,
        },
    };
    let setting = session::RunSettings {
        tools: Vec::new(),
        needs: cluster::Needs { time: args.timeout, memory: 1 << 30 },
        flags: args.check_every.map_or(String::new(), |every| format!(" --check-every {every}")),
    };
    let experiment = Scaling::new(config)?.checking_every(args.check_every);
    session::run(&experiment, &args.session, setting, |record| {
        usize::from(record.outcome == Outcome::Timeout)
    })
}
