//! `randlog verify`: search and closed forms must arrive at the same numbers.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::Instant;

use randlog_generate::Stop;
use randlog_generate::verify::{self, Disagreement, Scenario};
use serde_json::json;

use crate::failure::Failure;
use crate::json::{self, Format};
use crate::limits::Limits;
use crate::options;
use crate::output::{note, print};
use crate::progress::Progress;

/// Check that search and closed forms count the same number of programs
///
/// `verify` lists the programs of small specs by search, counts them by closed forms, and compares the numbers: for
/// the 1,032 specs of the paper, and with `--extended` also for random specs under all combinations of rules. Rules that no
/// closed form covers are compared with their definition, weights with the sum over the list, and averages with those of the list.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Check only the first N specs of the paper
    #[arg(long, value_name = "N", value_parser = options::whole::<usize>(0..))]
    limit: Option<usize>,

    /// Also check this many random specs under all rules
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "2000", value_parser = options::whole::<u64>(0..))]
    extended: Option<u64>,

    /// The random seed of the specs
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = options::whole::<u64>(0..))]
    seed: u64,

    /// The number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  randlog verify
  randlog verify --limit 100
  randlog verify --extended
  randlog verify --extended 10000 --seed 7";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.format.begin("verify");
    args.limits.watch();
    let mut grid = verify::paper_grid();
    grid.truncate(args.limit.unwrap_or(usize::MAX));
    let mut disagree = compare(args, "scenarios of the paper", &grid)?;
    if let Some(count) = args.extended {
        let scenarios: Vec<Scenario> =
            (0..count).map(|index| verify::random_scenario(args.seed, index)).collect();
        disagree += compare(args, "random specs under all rules", &scenarios)?;
    }
    if disagree == 0 { Ok(()) } else { Err(Failure::Disagreement { scenarios: disagree }) }
}

/// Compare, report, and tell how many scenarios disagree.
fn compare(args: &Args, what: &str, scenarios: &[Scenario]) -> Result<usize, Failure> {
    let started = Instant::now();
    let total = verify::total(scenarios);
    let progress = Progress::programs(u64::try_from(&total).ok(), false);
    let (mut listed, mut disagreements) = (0, Vec::new());
    let threads = options::threads_or_all(args.threads).get();
    verify::list(threads, scenarios, &Stop::NEVER, |scenario, outcome| {
        listed += outcome.listed;
        progress.set(listed);
        if let Some(disagreement) = outcome.disagreement {
            disagreements.push((scenario.spec.to_toml(), disagreement));
        }
        ControlFlow::Continue(())
    });
    drop(progress);
    let disagree = disagreements.len();
    if args.format.is_json() {
        let disagreement = |(spec, Disagreement { what, listed, counted }): &(_, _)| json!({ "spec": spec, "what": what, "listed": listed.to_string(), "counted": counted.to_string() });
        let fields = json!({
            "what": what,
            "scenarios": scenarios.len(),
            "listed": listed.to_string(),
            "counted": total.to_string(),
            "disagreements": disagreements.iter().map(disagreement).collect::<Vec<_>>(),
            "wall_us": started.elapsed().as_micros() as u64,
        });
        print(&json::line(fields))?;
        return Ok(disagree);
    }
    for (spec, Disagreement { what, listed, counted }) in disagreements {
        print(&format!("{what}: {listed} by the list, {counted} counted:\n{spec}\n"))?;
    }
    let verdict =
        if disagree == 0 { "all counts agree".into() } else { format!("{disagree} DISAGREE") };
    let scenarios = scenarios.len();
    print(&format!("{scenarios} {what}, {listed} programs listed, {total} counted: {verdict}\n"))?;
    note!("in {:.2?}", started.elapsed());
    Ok(disagree)
}
