//! The tables of the report.

use std::collections::BTreeSet;

use super::super::{Outcome, Parameter, Record, draw, published};
use crate::report::{Cell, Summary, Table};

type Run = (u64, Record);

/// How many rows the tables of extremes have.
const EXTREMES: usize = 5;

fn summary(runs: &[Run], of: impl Fn(&Record) -> u64) -> Summary {
    runs.iter().map(|(_, record)| of(record)).collect()
}

fn titles(titles: &[&str]) -> Vec<String> {
    titles.iter().map(|&title| title.to_owned()).collect()
}

/// The share of runs that take less than some times.
pub(super) fn shares(runs: &[Run]) -> Table {
    let total = summary(runs, Record::total_us);
    let search = summary(runs, |record| record.search_us);
    let limits = [("1 ms", 1_000), ("10 ms", 10_000), ("100 ms", 100_000), ("1 s", 1_000_000)];
    let rows = limits.map(|(name, limit)| {
        vec![
            Cell::Text(format!("under {name}")),
            Cell::Share(total.share_below(limit)),
            Cell::Share(search.share_below(limit)),
        ]
    });
    Table {
        name: "shares".to_owned(),
        caption: "The share of runs that take less than some times.".to_owned(),
        columns: titles(&["time", "model and search", "search alone"]),
        rows: rows.into(),
    }
}

/// Means and quantiles of everything that is measured.
pub(super) fn quantiles(runs: &[Run]) -> Table {
    type Measure = (&'static str, fn(&Record) -> u64, fn(f64) -> Cell);
    let measures: [Measure; 6] = [
        ("time", Record::total_us, Cell::Micros),
        ("building the model", |record| record.build_us, Cell::Micros),
        ("search", |record| record.search_us, Cell::Micros),
        ("search nodes", |record| record.nodes, Cell::Number),
        ("failures", |record| record.failures, Cell::Number),
        ("restarts", |record| record.restarts, Cell::Number),
    ];
    let rows = measures.map(|(name, measure, cell)| {
        let summary = summary(runs, measure);
        let quantiles = [0.5, 0.9, 0.99, 0.999, 1.0].map(|q| cell(summary.quantile(q) as f64));
        [Cell::Text(name.to_owned()), cell(summary.mean())].into_iter().chain(quantiles).collect()
    });
    Table {
        name: "quantiles".to_owned(),
        caption: "Means and quantiles over all runs.".to_owned(),
        columns: titles(&["", "mean", "median", "90 %", "99 %", "99.9 %", "largest"]),
        rows: rows.into(),
    }
}

/// The values that a parameter has in the records, ascending.
pub(super) fn values(runs: &[Run], parameter: Parameter) -> BTreeSet<usize> {
    runs.iter().map(|(_, record)| parameter.of(&record.parameters)).collect()
}

/// Summaries of the runs with a parameter at a value.
pub(super) fn summary_at(
    runs: &[Run],
    parameter: Parameter,
    value: usize,
    of: impl Fn(&Record) -> u64,
) -> Summary {
    let here = runs.iter().filter(|(_, record)| parameter.of(&record.parameters) == value);
    here.map(|(_, record)| of(record)).collect()
}

/// A row for each value of each parameter.
pub(super) fn parameters(runs: &[Run]) -> Table {
    let mut rows = Vec::new();
    for parameter in Parameter::ALL {
        let published = published::mean_nodes(parameter);
        for value in values(runs, parameter) {
            let at = |of: fn(&Record) -> u64| summary_at(runs, parameter, value, of);
            let (time, nodes) = (at(Record::total_us), at(|record| record.nodes));
            let timeouts = at(|record| u64::from(record.outcome == Outcome::Timeout));
            let mean = published.iter().find(|(at, _)| *at == value).map(|&(_, mean)| mean);
            rows.push(vec![
                Cell::Text(parameter.to_string()),
                Cell::Count(value as u64),
                Cell::Count(time.count() as u64),
                Cell::Count(timeouts.sum()),
                Cell::Number(nodes.mean()),
                Cell::Count(nodes.median()),
                mean.map_or(Cell::Unknown, Cell::Number),
                Cell::Micros(time.mean()),
                Cell::Micros(time.median() as f64),
                Cell::Micros(time.quantile(0.99) as f64),
                Cell::Micros(time.max() as f64),
            ]);
        }
    }
    Table {
        name: "parameters".to_owned(),
        caption:
            "Search nodes and times for each value of each parameter. The published means are \
                  those of the authors' solver, which allowed duplicate clauses."
                .to_owned(),
        columns: titles(&[
            "parameter",
            "value",
            "runs",
            "timeouts",
            "mean nodes",
            "median nodes",
            "published mean nodes",
            "mean time",
            "median time",
            "99 % time",
            "largest time",
        ]),
        rows,
    }
}

/// The runs that took the most time.
pub(super) fn slowest(runs: &[Run]) -> Table {
    extremes(runs, "slowest", "The runs that took the most time.", Record::total_us)
}

/// The runs with the largest searches.
pub(super) fn largest(runs: &[Run]) -> Table {
    extremes(runs, "largest", "The runs with the most search nodes.", |record| record.nodes)
}

fn extremes(runs: &[Run], name: &str, caption: &str, by: fn(&Record) -> u64) -> Table {
    let mut sorted: Vec<&Run> = runs.iter().collect();
    sorted.sort_by_key(|(id, record)| (std::cmp::Reverse(by(record)), *id));
    let rows = sorted.into_iter().take(EXTREMES).map(|(id, record)| {
        vec![
            Cell::Count(*id),
            Cell::Micros(record.build_us as f64),
            Cell::Micros(record.search_us as f64),
            Cell::Count(record.nodes),
            Cell::Count(record.failures),
            Cell::Count(record.restarts),
            Cell::Text(command(record)),
        ]
    });
    Table {
        name: name.to_owned(),
        caption: caption.to_owned(),
        columns: titles(&["run", "model", "search", "nodes", "failures", "restarts", "command"]),
        rows: rows.collect(),
    }
}

/// The command that searches for the same program.
fn command(record: &Record) -> String {
    let recipe = draw::recipe(&record.parameters, &record.arities, &record.pairs, record.seed);
    recipe.map_or(String::new(), |recipe| recipe.command(&(0..1)))
}
