//! `randlog verify`: search and closed forms must arrive at the same numbers.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::Instant;

use randlog_generate::verify::{self, Scenario};

use crate::failure::Failure;
use crate::limits::Limits;
use crate::options;
use crate::output::{note, print};
use crate::progress::Progress;

/// Check that listing spaces by search and counting them by closed forms give the same numbers
///
/// First the 1,032 scenarios of the paper, without rules; with `--extended` also random small specs
/// under all combinations of rules.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Then compare so many random specs under all rules
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "2000")]
    extended: Option<u64>,

    /// The seed of the random specs
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  randlog verify
  randlog verify --extended
  randlog verify --extended 10000 --seed 7";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.limits.watch();
    let grid = verify::paper_grid();
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
    let progress = Progress::new(u64::try_from(&total).ok(), false);
    let (mut listed, mut disagree, mut told) = (0, 0, Ok(()));
    let threads = options::threads_or_all(args.threads);
    verify::list(threads, scenarios, |Scenario { spec, count }, found| {
        listed += found;
        progress.set(listed);
        if found != *count {
            disagree += 1;
            told = print(&format!("{found} listed, {count} counted:\n{}\n", spec.to_toml()));
        }
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    drop(progress);
    told?;
    let verdict =
        if disagree == 0 { "all counts agree".into() } else { format!("{disagree} DISAGREE") };
    let count = scenarios.len();
    print(&format!("{count} {what}, {listed} programs listed, {total} counted: {verdict}\n"))?;
    note!("in {:.2?}", started.elapsed());
    Ok(disagree)
}
