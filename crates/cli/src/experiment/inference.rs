//! `randlog experiment inference`: how inference engines compare.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use randlog_engines::{Engine, Status};
use randlog_experiment::Experiment;
use randlog_experiment::inference::{Config, Design, Inference, Parameters, Record};

use super::{grid, session};
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
    #[arg(long, value_name = "DESIGN", default_value = Design::Safe.name(), value_parser = design())]
    #[arg(help_heading = grid::HEADING)]
    design: Design,

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
  Your own engine beside them, and the same after an interruption:
    randlog experiment inference mine --sample 20 --engines 'exact,mine=./my-engine' --resume";

fn design() -> impl TypedValueParser<Value = Design> {
    let named = |name: String| Design::ALL.into_iter().find(|design| design.name() == name);
    PossibleValuesParser::new(Design::ALL.map(Design::name))
        .map(move |n| named(n).unwrap_or_default())
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let (names, engines): (_, Vec<Box<dyn Engine>>) =
        args.choice.installed(&ENGINES)?.into_iter().unzip();
    let versions: String = engines.iter().filter_map(|engine| version(&**engine)).collect();
    let limits = args.choice.limits();
    let config = Config {
        design: args.design,
        grid: args.grid.0.clone(),
        engines: names,
        timeout_ms: u64::try_from(limits.time.as_millis()).unwrap_or(u64::MAX),
        memory: limits.memory,
    };
    let experiment = Inference::new(config)?.with_engines(engines, &args.session.directory);
    session::run(&experiment, &args.session, &versions, Record::timeouts)
}

/// The version of an engine, as one more item of a list.
fn version(engine: &dyn Engine) -> Option<String> {
    match engine.status() {
        Status::Installed(version) => Some(format!(", {} {version}", engine.name())),
        Status::Missing { .. } => None,
    }
}
