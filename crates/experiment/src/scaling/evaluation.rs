//! What the records show: the report.

mod figures;
mod tables;

use std::collections::BTreeMap;

use super::{Outcome, Parameters, Scaling, ScalingRecord};
use crate::grid::{Axis, Point, Values};
use crate::published;
use crate::records::Records;
use crate::report::Item::{Code, Figure, Heading, Table, Text};
use crate::report::{Report, Summary, grouped};
use crate::{Error, Experiment};

/// A record, and the number of its run.
type RecordedRun = (u64, ScalingRecord);

/// Evaluate the records of a scaling experiment, all of it or a part.
pub fn report(records: &Records<ScalingRecord>) -> Result<Report, Error> {
    let experiment: Scaling = records.header.configured()?;
    let runs = &records.records;
    let seconds = summary(runs, ScalingRecord::wall_us).sum() as f64 / 1e6;
    let opening = format!(
        "{} Each run builds a model and searches for one random program; duplicate clauses are \
         forbidden. All runs together took {seconds:.0} seconds of a core, waiting included. They can \
         be repeated by:",
        records.origin(experiment.ids().len())
    );
    let items = vec![
        Text(opening),
        Code(experiment.invocation().line()),
        Heading("How fast"),
        Text(outcomes(runs)),
        Text(clock(runs)),
        Table(tables::shares(runs)),
        Table(tables::quantiles(runs)),
        Figure(figures::distribution(runs)),
        Heading("Search nodes against each parameter"),
        Figure(figures::nodes(runs)),
        Figure(figures::pairs(runs)),
        Heading("Time against each parameter"),
        Figure(figures::time(runs)),
        Table(tables::parameters(runs)),
        Heading("The hardest runs"),
        Text(
            "The numbers of nodes are the same on every machine. The last column repeats the search.".to_owned(),
        ),
        Table(tables::slowest(runs)),
        Table(tables::largest(runs)),
    ];
    Ok(Report { title: "How the search for a random program scales".to_owned(), items })
}

/// How runs ended, in one paragraph.
fn outcomes(runs: &[RecordedRun]) -> String {
    let count = |wanted| runs.iter().filter(|(_, run)| run.outcome == wanted).count();
    let [found, empty, timeouts] =
        [Outcome::Found, Outcome::Empty, Outcome::Timeout].map(|outcome| grouped(count(outcome)));
    format!(
        "{found} runs found a program, {empty} proved that there is none, {timeouts} timed out. For \
         comparison: the authors of the paper report that 97.7 % of their 399,360 runs took less \
         than a second and that four timed out after 60 seconds, with duplicate clauses allowed."
    )
}

/// Which times these are: those from start to end are what people wait for, but they say more about others where
/// a run had to wait for a core.
fn clock(runs: &[RecordedRun]) -> String {
    let told = runs.iter().filter(|(_, run)| run.waiting_us().is_some()).count();
    let disturbed = runs.iter().filter(|(_, run)| run.is_disturbed()).count();
    let waiting: u64 = runs.iter().filter_map(|(_, run)| run.waiting_us()).sum();
    let (seconds, wall) =
        (waiting as f64 / 1e6, summary(runs, ScalingRecord::wall_us).sum() as f64 / 1e6);
    match (told, disturbed) {
        (0, _) => "Times are those from start to end. On a machine with other work to do, a long one is often \
             one that was spent waiting for a core."
            .to_owned(),
        (_, 0) => "Times are those from start to end: no run waited for a core for more than a twentieth of its \
             time."
            .to_owned(),
        (told, disturbed) => format!(
            "{} of {} runs waited for a core for more than a twentieth of their time: others were at work. Their \
             times are processor times, those of the others are from start to end. Waiting took {seconds:.1} of all \
             {wall:.1} seconds.",
            grouped(disturbed),
            grouped(told)
        ),
    }
}

/// A number of every run.
fn summary(runs: &[RecordedRun], of: impl Fn(&ScalingRecord) -> u64) -> Summary {
    runs.iter().map(|(_, record)| of(record)).collect()
}

/// A parameter that the paper plots.
type Parameter = &'static Axis<Parameters>;

/// All of them.
fn parameters() -> impl Iterator<Item = Parameter> {
    Parameters::AXES.iter().filter(|axis| matches!(axis.values, Values::List(_)))
}

/// The published means of search nodes at each value of a parameter.
fn published_nodes(parameter: Parameter) -> Vec<(f64, f64)> {
    published::mean_nodes(parameter.name.setting.map_or("", |setting| setting.key))
}

/// A number of the runs at each value of a parameter.
fn by_value(
    runs: &[RecordedRun],
    parameter: Parameter,
    of: impl Fn(&ScalingRecord) -> u64,
) -> BTreeMap<usize, Summary> {
    Summary::by(runs.iter().map(|(_, record)| (parameter.of(&record.parameters), of(record))))
}
