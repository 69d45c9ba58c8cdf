//! `randlog count`: how many programs meet a spec.

use std::time::{Duration, Instant};

use randlog_generate::exact::{self, Natural};
use randlog_generate::generator::Method;
use randlog_generate::search::Searcher;
use randlog_generate::{Spec, Stop};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::json::{self, Format};
use crate::limits;
use crate::output::{note, print};
use crate::progress::Progress;
use crate::spec_args::SpecArgs;
use crate::{explain, options};

/// Count the programs that meet a spec
///
/// Closed forms give the exact number without listing the programs, even if it has hundreds of digits.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Count by closed forms (`exact`), or by listing all programs (`search`)
    #[arg(long, value_parser = options::one_of(METHODS, Method::name), default_value = "exact")]
    method: Method,

    /// The memory limit of the closed forms
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "2GiB")]
    memory: u64,

    /// Also print averages over all programs, and the share of programs that meet further rules
    #[arg(long)]
    explain: bool,

    /// With `--explain`: print the probability that these pairs are independent [default: all pairs of up to
    /// four predicates]
    #[arg(long, value_name = "P:Q,…", requires = "explain")]
    pairs: Option<String>,

    /// Estimate the number where no closed form applies, by Monte Carlo: the exact count without the rules
    /// between clauses, times the share of N random programs that meet these rules
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "100000",
          value_parser = options::whole::<u64>(1..), conflicts_with_all = ["explain", "method"])]
    estimate: Option<u64>,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds)]
    timeout: Option<Duration>,

    #[command(flatten)]
    spec: SpecArgs,
}

const METHODS: [Method; 2] = [Method::Exact, Method::Search];

const EXAMPLES: &str = "\
Examples:
  A space far too large to list:
    randlog count --predicates p/1,q/2,r/3 --variables 3 --constants 3 --max-nodes 5 --max-clauses 5
  Averages over all programs:
    randlog count --predicates p/1,q/2,r/3 --variables 3 --max-nodes 4 --max-clauses 4 --explain
  An estimate where no closed form applies:
    randlog count --predicates p/1,q/1 --variables 1 --max-nodes 3 --max-clauses 3 --required and:p,q --estimate
  The same number by two independent methods:
    randlog count --predicates p/1,q/1,r/1 --constants 1 --max-nodes 3 --max-clauses 3
    randlog count --predicates p/1,q/1,r/1 --constants 1 --max-nodes 3 --max-clauses 3 --method search";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.format.begin("count");
    let started = Instant::now();
    limits::back_up(args.timeout, args.memory);
    let spec = args.spec.spec()?;
    let stop = Stop::NEVER.within(args.timeout).with_memory(args.memory);
    if let Some(draws) = args.estimate {
        return tell_estimate(args, &exact::estimate(&spec, draws, &stop)?, started);
    }
    let (count, how) = match args.method {
        Method::Search => (by_search(&stop, &spec)?, "by listing them"),
        _ => (exact::count_within(&spec, &stop)?, "by closed forms"),
    };
    let explanation = match args.explain {
        true => Some(explain::rows(&spec, args.pairs.as_deref(), &stop)?),
        false => None,
    };
    if args.format.is_json() {
        let mut fields = fields(&count, args.method.name(), started);
        fields["averages"] = json!(explanation.map(|rows| explain::values(&rows)));
        return print(&json::line(fields));
    }
    print(&format!("{count}\n{}", explain::text(&explanation.unwrap_or_default())))?;
    note!("{}, counted {how} in {:.2?}", describe(&count), started.elapsed());
    Ok(())
}

/// A count for programs. It is a text: there may be hundreds of digits.
fn fields(count: &Natural, method: &str, started: Instant) -> Value {
    let wall_us = started.elapsed().as_micros() as u64;
    json!({ "count": count.to_string(), "method": method, "wall_us": wall_us })
}

/// Tell the most likely count, and a 95 % interval.
fn tell_estimate(
    args: &Args,
    estimate: &exact::EstimatedCount,
    started: Instant,
) -> Result<(), Failure> {
    let (low, high) = estimate.interval();
    let count = estimate.count();
    let exact::EstimatedCount { accepted, draws, .. } = *estimate;
    if args.format.is_json() {
        let mut fields = fields(&count, "estimate", started);
        fields["at_least"] = json!(low.to_string());
        fields["at_most"] = json!(high.to_string());
        fields["accepted"] = json!(accepted);
        fields["draws"] = json!(draws);
        return print(&json::line(fields));
    }
    print(&format!("{count}\nat least {low}\nat most {high}\n"))?;
    note!(
        "{}, estimated in {:.2?}: {accepted} of {draws} drawn programs meet the rules; the bounds hold \
         with a probability of 95 %",
        describe(&count),
        started.elapsed()
    );
    Ok(())
}

fn by_search(stop: &Stop, spec: &Spec) -> Result<Natural, Failure> {
    let progress = Progress::programs(None, false);
    let mut searcher = Searcher::new(spec);
    match searcher.count_with(stop, |found| progress.set(found)) {
        Ok(count) => Ok(Natural::from(count)),
        Err(_) => Err(Failure::OutOfTime {
            done: format!(
                "{} found, and there may be more",
                options::counted(searcher.statistics().solutions, "program")
            ),
            remedy: "give a longer `--timeout`, or count by closed forms (`--method exact`)",
        }),
    }
}

/// The length of a number, and its first digits: `530 digits, about 2.381e529`.
fn describe(count: &Natural) -> String {
    let digits = count.to_string();
    let length = options::counted(digits.len() as u64, "digit");
    match digits.len() {
        ..=6 => length,
        many => format!("{length}, about {}.{}e{}", &digits[..1], &digits[1..4], many - 1),
    }
}
