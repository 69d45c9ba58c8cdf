//! `randlog experiment inference`: how inference engines compare.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use randlog_engines::{Engine, Status};
use randlog_experiment::Experiment;
use randlog_experiment::inference::{Config, Design, Inference, Record};

use super::session;
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

    #[command(flatten)]
    grid: Grid,
}

/// What the records depend on.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Grid (there are programs for all combinations of these values)")]
struct Grid {
    /// As in the paper (any rules, any query that is no fact), or safe rules and queries whose
    /// answers need a rule and are uncertain
    #[arg(long, value_name = "DESIGN", value_parser = design(), default_value_t = Design::Safe)]
    design: Design,

    /// Numbers of predicates; there are as many clauses
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "2,4,8")]
    predicates: Vec<usize>,

    /// Numbers of variables
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "2,4,8")]
    variables: Vec<usize>,

    /// The most nodes a body may have
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "2,4,8")]
    nodes: Vec<usize>,

    /// The largest arity; every predicate has a random one up to it, and one at least has it
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,3")]
    arity: Vec<usize>,

    /// Numbers of constants that facts are about
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "100,200,400")]
    domain: Vec<usize>,

    /// Numbers of facts, each at most 75 % of all ground atoms
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1000,10000,100000")]
    facts: Vec<u64>,

    /// The share of probabilistic facts, in percent
    #[arg(long, value_name = "PERCENT,…", value_delimiter = ',', default_value = "25,50,75")]
    probabilistic: Vec<u32>,

    /// How many programs to draw for each combination, with arities and pairs of their own
    #[arg(long, value_name = "N", default_value_t = 10)]
    repeats: usize,

    /// Only N combinations, chosen at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// The seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
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
    let experiment = Inference::new(args.config(names))?;
    let experiment = experiment.in_laboratory(engines, &args.session.directory);
    session::run(&experiment, &args.session, &versions, Record::timeouts)
}

/// The version of an engine, as one more item of a list.
fn version(engine: &dyn Engine) -> Option<String> {
    match engine.status() {
        Status::Installed(version) => Some(format!(", {} {version}", engine.name())),
        Status::Missing { .. } => None,
    }
}

impl Args {
    fn config(&self, engines: Vec<String>) -> Config {
        let (grid, limits) = (&self.grid, self.choice.limits());
        Config {
            seed: grid.seed,
            design: grid.design,
            predicates: grid.predicates.clone(),
            variables: grid.variables.clone(),
            max_nodes: grid.nodes.clone(),
            max_arity: grid.arity.clone(),
            domain: grid.domain.clone(),
            facts: grid.facts.clone(),
            probabilistic: grid.probabilistic.clone(),
            repeats: grid.repeats,
            sample: grid.sample,
            engines,
            timeout_ms: u64::try_from(limits.time.as_millis()).unwrap_or(u64::MAX),
            memory: limits.memory,
        }
    }
}
