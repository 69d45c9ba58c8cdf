//! `randlog describe`: what programs are like, beside others of the same size.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use randlog_base::text::{Side, aligned};
use randlog_generate::Stop;
use randlog_generate::profile::{Baseline, Measure, Profile, Unknown, baselines};
use randlog_logic::{Predicate, Program};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::idle::{self, Shares};
use crate::json::{self, Format};
use crate::like;
use crate::limits::Limits;
use crate::measures::Summary;
use crate::output::{note, print};

/// Describe programs, and compare them with random programs of the same size
///
/// Prints the smallest spec that contains the programs, and their averages. Beside them are the averages of
/// uniform random programs and of programs found by search, both from the space of that spec. Then come the shares of the
/// programs in which something does nothing, such as a tautology (`randlog check --help` explains these). A predicate with
/// ground facts only is data; in files that `randlog sample` wrote, every fact is a clause.
///
/// If programs have queries, a last table says how deep their proofs are, how many random events the answers depend on, how
/// wide the circuits are that compute them, and what the answers are.
///
/// Averages that take longer than `--timeout` to compute are left out; without the flag, that is 4 seconds.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Program files (`-` for standard input)
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The predicates that the programs are for: count programs with predicates that none of these uses
    #[arg(long, value_name = "P/N,…", value_delimiter = ',', value_parser = predicate)]
    goals: Vec<Predicate>,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  Describe a program:
    randlog describe program.pl
  Describe random programs with the same averages:
    randlog sample --like program.pl --count 1000 | randlog describe -";

/// A predicate as `name/arity`.
fn predicate(text: &str) -> Result<Predicate, String> {
    let read = text.rsplit_once('/').and_then(|(name, arity)| {
        let arity = arity.parse().ok()?;
        (!name.is_empty()).then(|| Predicate::new(name, arity))
    });
    read.ok_or_else(|| {
        "write the name, a slash and the number of arguments, as in `p/2`".to_owned()
    })
}

/// How long it may take to find out about other programs, unless told otherwise.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(4);

/// So many programs are drawn to compare with.
const DRAWN: u64 = 1000;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.format.begin("describe");
    args.limits.back_up();
    let timeout = args.limits.timeout;
    let started = Instant::now();
    let programs = like::programs(&args.files)?;
    let profile = Profile::of(programs.iter().map(|(program, facts)| (program, *facts)))?;
    let asked = Summary::of(programs.iter().map(|(program, _)| program));
    drop(programs);
    let spent = timeout.map_or(Duration::ZERO, |_| started.elapsed());
    let left = timeout.unwrap_or(DEFAULT_TIMEOUT).saturating_sub(spent);
    let idle = |program: &Program| idle::of(&program.clauses, args.goals.clone());
    let shares = Shares::of(&profile.rules().iter().map(idle).collect::<Vec<_>>());
    let columns = baselines(profile.space(), DRAWN, left, &Stop::NEVER);
    match args.format {
        Format::Text => {
            profile.summary().iter().for_each(|line| note!("{line}"));
            print(&text(&profile, &columns, &shares, asked.as_ref()))
        }
        Format::Json => print(&json::line(value(&profile, &columns, &shares, asked.as_ref()))),
    }
}

/// How the numbers were found, or why there are none.
fn basis(column: &Baseline) -> String {
    match column.typical {
        Err(Unknown::Late(_)) => format!("{}: see `--timeout`", column.basis()),
        _ => column.basis(),
    }
}

fn text(
    profile: &Profile,
    columns: &[Baseline],
    shares: &Shares,
    asked: Option<&Summary>,
) -> String {
    let keys = profile.space().to_short();
    let keys: Vec<Vec<String>> =
        keys.into_iter().map(|(key, value)| vec![key.name.to_owned(), value]).collect();
    let names = columns.iter().map(|column| column.name.to_owned());
    let mut rows = vec![vec![String::new(), "given".to_owned()]];
    rows[0].extend(names);
    for (measure, average) in profile.averages() {
        let others = columns.iter().map(|column| column.average(measure));
        let mut row = vec![measure.words(profile.space()), number(Some(average))];
        row.extend(others.map(number));
        rows.push(row);
    }
    let side = |column| if column == 0 { Side::Left } else { Side::Right };
    let bases = columns.iter().map(|column| format!("{}: {}\n", column.name, basis(column)));
    let mut idle = vec![vec!["share of programs".to_owned(), "given".to_owned()]];
    idle.extend(shares.rows().map(|(words, share)| vec![words.to_owned(), number(share)]));
    let asked = asked.map(|asked| format!("\n{}", aligned(&asked.rows(), side)));
    format!(
        "{}\n{}\n{}\n{}{}",
        aligned(&keys, |_| Side::Left),
        aligned(&rows, side),
        bases.collect::<String>(),
        aligned(&idle, side),
        asked.unwrap_or_default(),
    )
}

fn number(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.3}"))
}

fn value(
    profile: &Profile,
    columns: &[Baseline],
    shares: &Shares,
    asked: Option<&Summary>,
) -> Value {
    let space = profile.space();
    let keys = space.to_short().into_iter();
    let keys: Map<String, Value> =
        keys.map(|(key, value)| (key.name.to_owned(), value.into())).collect();
    let averages = |average: &dyn Fn(Measure) -> Option<f64>| -> Value {
        let measures = profile.averages().into_iter();
        let row = |(measure, _): (Measure, f64)| (measure.row(space), json!(average(measure)));
        measures.map(row).collect::<Map<_, _>>().into()
    };
    let mut all = Map::new();
    all.insert("given".to_owned(), averages(&|measure| profile.tally().average(measure)));
    let mut bases = Map::new();
    for column in columns {
        all.insert(column.name.to_owned(), averages(&|measure| column.average(measure)));
        bases.insert(column.name.to_owned(), basis(column).into());
    }
    let facts = profile.facts();
    let notes: Vec<String> = profile.notes().iter().map(ToString::to_string).collect();
    json!({
        "programs": profile.tally().programs(),
        "facts": {
            "count": facts.count,
            "probabilistic": facts.probabilistic,
            "predicates": facts.predicates,
            "constants": facts.constants,
        },
        "notes": notes,
        "spec": keys,
        "averages": all,
        "found": bases,
        "idle": shares.value(),
        "asked": asked.map(Summary::value),
    })
}
