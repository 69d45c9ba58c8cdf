//! `randlog experiment inference`: how inference engines compare.

use randlog_engines::catalogue::Selection;
use randlog_engines::{Engine, Status};
use randlog_experiment::Experiment;
use randlog_experiment::inference::{Config, Design, Inference, Parameters, Record};

use super::{grid, session, slurm};
use crate::engines::Choice;
use crate::failure::Failure;

/// Run inference engines on random instances, drawn at every point of a grid of parameters
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    session: session::Flags,

    #[command(flatten)]
    choice: Choice,

    /// As in the paper (any rules, any query that is no fact), or safe rules and queries whose
    /// answers need a rule and are uncertain
    #[arg(long, value_name = "DESIGN", value_parser = Design::ALL.map(Design::name))]
    #[arg(default_value = Design::Safe.name(), help_heading = grid::HEADING)]
    design: String,

    #[command(flatten)]
    grid: grid::Args<Parameters>,
}

/// Those that can answer any instance.
const ENGINES: [&str; 7] = ["exact", "sdd", "sddx", "bdd", "ddnnf", "kbest", "fsdd"];

const EXAMPLES: &str = "\
The values given by default are those of the paper, with every number of independent pairs: 27702
combinations, ten programs for each. The engines run on each program one after the other; with
several threads, programs disturb each other's times.

Examples:
  Twenty combinations, safe rules, queries that need them, and a report:
    randlog experiment inference results --sample 20
    randlog experiment report results
  The paper's design, two engines:
    randlog experiment inference paper --design paper --sample 20 --engines exact,sdd
  On a cluster with Slurm; the same again goes on with what is missing:
    randlog experiment inference results --slurm 500 --task-time 8h --partition batch
  Your own engine beside them, and the same after an interruption:
    randlog experiment inference mine --sample 20 --engines 'exact,mine=./my-engine' --resume";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let Selection { engines, names, .. } = args.choice.select(&ENGINES)?;
    let version = |engine: &dyn Engine| match engine.status() {
        Status::Installed(version) => Some(format!("{} {version}", engine.name())),
        Status::Missing { .. } => None,
    };
    let versions: Vec<String> = engines.iter().filter_map(|engine| version(&**engine)).collect();
    let limits = args.choice.limits();
    let design = Design::ALL.into_iter().find(|design| design.name() == args.design);
    let config = Config {
        design: design.unwrap_or_default(),
        grid: args.grid.0.clone(),
        engines: names,
        timeout_ms: u64::try_from(limits.time.as_millis()).unwrap_or(u64::MAX),
        memory: limits.memory,
    };
    let count = u32::try_from(engines.len()).unwrap_or(u32::MAX);
    let setting = session::Setting {
        tools: versions,
        needs: slurm::Needs { time: limits.time.saturating_mul(count), memory: limits.memory },
        flags: args.choice.place_flag(),
    };
    let experiment = Inference::new(config)?.with_engines(engines, &args.session.directory);
    session::run(&experiment, &args.session, setting, Record::timeouts)
}
