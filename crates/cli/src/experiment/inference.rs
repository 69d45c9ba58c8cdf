//! `randlog experiment inference`: how inference engines compare.

use randlog_engines::catalogue::Selection;
use randlog_engines::{Engine, Status};
use randlog_experiment::Experiment;
use randlog_experiment::inference::{Config, Design, Inference, InferenceRecord, Parameters};

use super::{cluster, grid, session};
use crate::engines::{Choice, Trust};
use crate::failure::Failure;
use crate::options;

/// Compare inference engines on random instances from a grid of parameters
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    session: session::Flags,

    #[command(flatten)]
    choice: Choice,

    /// The design: `paper` (any rules, any query that is not a fact), or `safe` (safe rules, and queries whose
    /// answers need a rule and are uncertain)
    #[arg(long, value_name = "DESIGN", value_parser = options::one_of(Design::ALL, Design::name))]
    #[arg(default_value = Design::Safe.name(), help_heading = grid::HEADING)]
    design: Design,

    #[command(flatten)]
    grid: grid::Args<Parameters>,
}

/// Those that can answer any instance.
const ENGINES: [&str; 7] = ["exact", "sdd", "sddx", "bdd", "ddnnf", "kbest", "fsdd"];

const EXAMPLES: &str = "\
The default values are those of the paper, with every number of independent pairs: 27702 combinations, \
ten programs each. The engines run on each program one after the other. Several threads disturb the times.

Examples:
  Twenty combinations of the default design, and a report:
    randlog experiment inference results --sample 20
    randlog experiment report results
  The paper's design with two engines:
    randlog experiment inference paper --design paper --sample 20 --engines exact,sdd
  On a cluster with Slurm; repeat the command to run what is still missing:
    randlog experiment inference results --slurm 500 --task-time 8h --partition batch
  Your own engine, continued after an interruption:
    randlog experiment inference mine --sample 20 --engines 'exact,mine=./my-engine' --resume";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let Selection { engines, names, .. } = args.choice.select(&ENGINES, Trust::NONE)?;
    let version = |engine: &dyn Engine| match engine.status() {
        Status::Installed(version) => Some(format!("{} {version}", engine.name())),
        Status::Missing { .. } => None,
    };
    let versions: Vec<String> = engines.iter().filter_map(|engine| version(&**engine)).collect();
    let limits = args.choice.flags.limits();
    let config = Config {
        design: args.design,
        grid: args.grid.0.clone(),
        engines: names,
        timeout_ms: u64::try_from(limits.time.as_millis()).unwrap_or(u64::MAX),
        memory: limits.memory,
    };
    let count = u32::try_from(engines.len()).unwrap_or(u32::MAX);
    let setting = session::RunSettings {
        tools: versions,
        needs: cluster::Needs { time: limits.time.saturating_mul(count), memory: limits.memory },
        flags: args.choice.place_flags(),
    };
    let experiment = Inference::new(config)?.with_engines(engines, &args.session.directory);
    session::run(&experiment, &args.session, setting, InferenceRecord::timeouts)
}
