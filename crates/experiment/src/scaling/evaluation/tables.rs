//! The tables of the report.

use std::cmp::Reverse;

use randlog_generate::generator::Method;
use randlog_recipe::Recipe;

use super::super::{Outcome, ScalingRecord, draw};
use super::{RecordedRun, by_value, published_nodes, summary};
use crate::report::{Cell, Statistic, Summary, Table};

/// How many rows the tables of extremes have.
const EXTREMES: usize = 5;

/// The share of runs that take less than some times.
pub(super) fn shares(runs: &[RecordedRun]) -> Table {
    let total = summary(runs, ScalingRecord::total);
    let search = summary(runs, ScalingRecord::searching);
    let limits = [("1 ms", 1_000), ("10 ms", 10_000), ("100 ms", 100_000), ("1 s", 1_000_000)];
    let row = |(name, limit)| {
        let [total, search] = [&total, &search].map(|times| times.share_below(limit));
        vec![Cell::text(format!("under {name}")), Cell::Share(total), Cell::Share(search)]
    };
    Table::new(
        "shares",
        "The share of runs that take less than some times.",
        "time | model and search | search alone",
        limits.map(row),
    )
}

/// Means and quantiles of everything that is measured.
pub(super) fn quantiles(runs: &[RecordedRun]) -> Table {
    type Measure = (&'static str, fn(&ScalingRecord) -> u64, fn(f64) -> Cell);
    let measures: [Measure; 6] = [
        ("time", ScalingRecord::total, Cell::Micros),
        ("building the model", ScalingRecord::building, Cell::Micros),
        ("search", ScalingRecord::searching, Cell::Micros),
        ("search nodes", |record| record.nodes, Cell::Number),
        ("failures", |record| record.failures, Cell::Number),
        ("restarts", |record| record.restarts, Cell::Number),
    ];
    let row = |(name, measure, cell): Measure| {
        let summary = summary(runs, measure);
        let quantiles = [0.5, 0.9, 0.99, 0.999, 1.0].map(|q| cell(summary.quantile(q) as f64));
        [vec![Cell::text(name), cell(summary.mean())], quantiles.into()].concat()
    };
    Table::new(
        "quantiles",
        "Means and quantiles over all runs.",
        "| mean | median | 90 % | 99 % | 99.9 % | largest",
        measures.map(row),
    )
}

/// A row for each value of each parameter.
pub(super) fn parameters(runs: &[RecordedRun]) -> Table {
    let statistics: [Statistic; 4] =
        [Summary::mean, Summary::median, |times| times.quantile(0.99) as f64, Summary::max];
    let mut rows = Vec::new();
    for parameter in super::parameters() {
        let published = published_nodes(parameter);
        let at = |of: fn(&ScalingRecord) -> u64| by_value(runs, parameter, of);
        let (times, nodes) = (at(ScalingRecord::total), at(|record| record.nodes));
        let timeouts = at(|record| u64::from(record.outcome == Outcome::Timeout));
        for (((value, time), nodes), timeouts) in
            times.into_iter().zip(nodes.values()).zip(timeouts.values())
        {
            let mean = published.iter().find(|(at, _)| *at == value as f64).map(|&(_, mean)| mean);
            let published = mean.map_or(Cell::Unknown, Cell::Number);
            let label = Cell::text(parameter.name.label);
            let counts =
                vec![label, value.into(), time.count().into(), Cell::Count(timeouts.sum())];
            let nodes =
                vec![Cell::Number(nodes.mean()), Cell::Count(nodes.quantile(0.5)), published];
            rows.push([counts, nodes, Cell::times(&time, &statistics)].concat());
        }
    }
    Table::new(
        "parameters",
        "Search nodes and times for each value of each parameter. The published means are those of \
         the authors' solver, which allowed duplicate clauses.",
        "parameter | value | runs | timeouts | mean nodes | median nodes | published mean nodes \
         | mean time | median time | 99 % time | largest time",
        rows,
    )
}

/// The runs that took the most time.
pub(super) fn slowest(runs: &[RecordedRun]) -> Table {
    extremes(runs, "slowest", "The runs that took the most time.", ScalingRecord::total)
}

/// The runs with the largest searches.
pub(super) fn largest(runs: &[RecordedRun]) -> Table {
    extremes(runs, "largest", "The runs with the most search nodes.", |record| record.nodes)
}

fn extremes(
    runs: &[RecordedRun],
    name: &'static str,
    caption: &str,
    by: fn(&ScalingRecord) -> u64,
) -> Table {
    let mut sorted: Vec<&RecordedRun> = runs.iter().collect();
    sorted.sort_by_key(|(id, record)| (Reverse(by(record)), *id));
    let row = |(id, record): &RecordedRun| {
        let times = [record.building(), record.searching()].map(|time| Cell::Micros(time as f64));
        let counts = [record.nodes, record.failures, record.restarts].map(Cell::Count);
        let command = Cell::Text(command(record));
        [&[Cell::Count(*id)], &times[..], &counts, &[command]].concat()
    };
    Table::new(
        name,
        caption,
        "run | model | search | nodes | failures | restarts | command",
        sorted.into_iter().take(EXTREMES).map(row),
    )
}

/// The command that searches for the same program.
fn command(record: &ScalingRecord) -> String {
    let spec = draw::spec(&record.parameters, &record.arities, &record.pairs);
    let recipe = spec.map(|spec| Recipe::programs(spec, record.seed).by(Method::Search));
    recipe.map_or(String::new(), |recipe| recipe.command(&(0..1)))
}
