//! What the records show: the report.

mod figures;
mod tables;

use super::{Config, Outcome, Record, Scaling};
use crate::records::{Header, Records};
use crate::report::{Item, Report, Summary, grouped};
use crate::{Error, Experiment};

/// Evaluate the records of a scaling experiment, all of it or a part.
pub fn report(records: &Records<Record>) -> Result<Report, Error> {
    let Records { header, records } = records;
    let config: Config = serde_json::from_value(header.config.clone())
        .map_err(|error| Error::BadGrid(format!("the configuration in the header: {error}")))?;
    let expected = Scaling::new(config.clone())?.ids().len();
    let mut items = vec![Item::Text(opening(header, records, expected))];
    items.push(Item::Code(command(&config)));
    items.push(Item::Heading("How fast".to_owned()));
    items.push(Item::Text(verdict(records)));
    items.push(Item::Table(tables::shares(records)));
    items.push(Item::Table(tables::quantiles(records)));
    items.push(Item::Figure(figures::distribution(records)));
    items.push(Item::Heading("Search nodes against each parameter".to_owned()));
    items.push(Item::Figure(figures::nodes(records)));
    items.push(Item::Figure(figures::pairs(records)));
    items.push(Item::Heading("Time against each parameter".to_owned()));
    items.push(Item::Figure(figures::time(records)));
    items.push(Item::Table(tables::parameters(records)));
    items.push(Item::Heading("The hardest runs".to_owned()));
    items.push(Item::Text(EXTREMES.to_owned()));
    items.push(Item::Table(tables::slowest(records)));
    items.push(Item::Table(tables::largest(records)));
    Ok(Report { title: "How the search for a random program scales".to_owned(), items })
}

const EXTREMES: &str = "On a machine with other work to do, a long time is often one that was spent \
waiting for a core. The numbers of nodes are the same on every machine. The last column repeats the \
search.";

/// What was run, and where.
fn opening(header: &Header, records: &[(u64, Record)], expected: usize) -> String {
    let Header { randlog, machine, shard, .. } = header;
    let (count, all) = (grouped(records.len() as u64), grouped(expected as u64));
    let amount = if count == all {
        format!("All {count} runs")
    } else {
        format!("{count} of {all} runs (shard {shard}, or not complete)")
    };
    let time: Summary = records.iter().map(|(_, record)| record.total_us()).collect();
    let seconds = time.sum() as f64 / 1e6;
    format!(
        "{amount}, executed by randlog {randlog} on: {machine}. Each run builds a model and searches \
         for one random program; duplicate clauses are forbidden. All runs together took {seconds:.0} \
         seconds of a core, waiting included. They can be repeated by:"
    )
}

/// The command with the flags that are not as by default.
fn command(config: &Config) -> String {
    let list = |values: &[usize]| values.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let (mut command, default) = ("randlog experiment scaling DIR".to_owned(), Config::default());
    let lists = [
        ("predicates", &config.predicates, &default.predicates),
        ("variables", &config.variables, &default.variables),
        ("constants", &config.constants, &default.constants),
        ("nodes", &config.max_nodes, &default.max_nodes),
        ("clauses", &config.additional_clauses, &default.additional_clauses),
        ("arity", &config.max_arity, &default.max_arity),
    ];
    for (flag, values, _) in lists.into_iter().filter(|(_, values, default)| values != default) {
        command += &format!(" --{flag} {}", list(values));
    }
    if let Some(pairs) = &config.independent_pairs {
        command += &format!(" --pairs {}", list(pairs));
    }
    if config.repeats != default.repeats {
        command += &format!(" --repeats {}", config.repeats);
    }
    if let Some(sample) = config.sample {
        command += &format!(" --sample {sample}");
    }
    if config.timeout_ms != default.timeout_ms {
        command += &format!(" --timeout {}", config.timeout_ms as f64 / 1000.0);
    }
    if config.restarts != default.restarts {
        command += " --restarts none";
    }
    format!("{command} --seed {}", config.seed)
}

/// In one paragraph.
fn verdict(records: &[(u64, Record)]) -> String {
    let count = |wanted| records.iter().filter(|(_, r)| r.outcome == wanted).count();
    let [found, empty, timeouts] = [Outcome::Found, Outcome::Empty, Outcome::Timeout]
        .map(|outcome| grouped(count(outcome) as u64));
    format!(
        "{found} runs found a program, {empty} proved that there is none, {timeouts} timed out. For \
         comparison: the authors of the paper report that 97.7 % of their 399,360 runs took less \
         than a second and that four timed out after 60 seconds, with duplicate clauses allowed."
    )
}
