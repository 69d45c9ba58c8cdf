//! The figures of the report.

use std::collections::{BTreeMap, BTreeSet};

use super::super::published;
use super::super::{Parameter, Record};
use super::tables::{summary_at, values};
use crate::report::{Axis, Colour, Line, Panel, Plot, Scale, Summary};

type Run = (u64, Record);
type Statistic = fn(&Summary) -> f64;

fn axis(label: &str, scale: Scale) -> Axis {
    Axis { label: label.to_owned(), scale, unit: "" }
}

fn line(label: &str, colour: Colour, dashed: bool, points: Vec<(f64, f64)>) -> Line {
    Line { label: label.to_owned(), colour, dashed, points }
}

/// A panel for each parameter that has more than one value, or else for all.
fn panels(runs: &[Run], panel: impl Fn(Parameter) -> Panel) -> Vec<Panel> {
    let varied = |&parameter: &Parameter| values(runs, parameter).len() > 1;
    let shown: Vec<Parameter> = Parameter::ALL.into_iter().filter(varied).collect();
    let shown = if shown.is_empty() { Parameter::ALL.to_vec() } else { shown };
    shown.into_iter().map(panel).collect()
}

/// A statistic of the runs at each value of a parameter.
fn curve(
    runs: &[Run],
    parameter: Parameter,
    of: fn(&Record) -> u64,
    statistic: Statistic,
) -> Vec<(f64, f64)> {
    let at = |value| statistic(&summary_at(runs, parameter, value, of));
    values(runs, parameter).into_iter().map(|value| (value as f64, at(value))).collect()
}

/// Search nodes against each parameter, beside the published means.
pub(super) fn nodes(runs: &[Run]) -> Plot {
    let panel = |parameter: Parameter| {
        let ours = |statistic| curve(runs, parameter, |record| record.nodes, statistic);
        let published = published::mean_nodes(parameter);
        let published = published.into_iter().map(|(value, mean)| (value as f64, mean)).collect();
        Panel {
            x: axis(&parameter.to_string(), Scale::Log2),
            y: axis("search nodes", Scale::Log10),
            lines: vec![
                line("published mean (duplicates allowed)", Colour::Orange, false, published),
                line("our mean (duplicates forbidden)", Colour::Blue, false, ours(Summary::mean)),
                line("our median", Colour::Blue, true, ours(|s| s.median() as f64)),
            ],
            boxes: Vec::new(),
        }
    };
    Plot {
        name: "nodes".to_owned(),
        title: "Search nodes against each parameter".to_owned(),
        caption: "The number of nodes of the search tree for each value of each parameter, over \
                  all values of the others. The published means are from the authors' solver, in \
                  a version that allows duplicate clauses; the runs here forbid them."
            .to_owned(),
        columns: 3,
        panels: panels(runs, panel),
    }
}

/// Time against each parameter.
pub(super) fn time(runs: &[Run]) -> Plot {
    let panel = |parameter: Parameter| {
        let millis = |statistic: Statistic| {
            let mut points = curve(runs, parameter, Record::total_us, statistic);
            points.iter_mut().for_each(|(_, time)| *time /= 1000.0);
            points
        };
        Panel {
            x: axis(&parameter.to_string(), Scale::Log2),
            y: Axis { unit: "ms", ..axis("time", Scale::Log10) },
            lines: vec![
                line(
                    "99.9 % of runs take less",
                    Colour::Purple,
                    false,
                    millis(|s| s.quantile(0.999) as f64),
                ),
                line("99 %", Colour::Green, false, millis(|s| s.quantile(0.99) as f64)),
                line("mean", Colour::Blue, false, millis(Summary::mean)),
                line("median", Colour::Blue, true, millis(|s| s.median() as f64)),
            ],
            boxes: Vec::new(),
        }
    };
    Plot {
        name: "time".to_owned(),
        title: "Time of a run against each parameter".to_owned(),
        caption: "The time to build a model and to find a program, for each value of each \
                  parameter, over all values of the others."
            .to_owned(),
        columns: 3,
        panels: panels(runs, panel),
    }
}

/// How many runs are done after a time.
pub(super) fn distribution(runs: &[Run]) -> Plot {
    let shares = |of: fn(&Record) -> u64| {
        let summary: Summary = runs.iter().map(|(_, record)| of(record)).collect();
        let marks = (0..=1000).map(|i| f64::from(i) / 1000.0);
        marks.map(|share| (summary.quantile(share).max(1) as f64 / 1000.0, share * 100.0)).collect()
    };
    let panel = Panel {
        x: Axis { unit: "ms", ..axis("time", Scale::Log10) },
        y: Axis { unit: "%", ..axis("runs that take less", Scale::Linear) },
        lines: vec![
            line("model and search", Colour::Blue, false, shares(Record::total_us)),
            line("search alone", Colour::Orange, false, shares(|record| record.search_us)),
        ],
        boxes: Vec::new(),
    };
    Plot {
        name: "distribution".to_owned(),
        title: "How long runs take".to_owned(),
        caption: "The share of runs that take less than a time.".to_owned(),
        columns: 1,
        panels: vec![panel],
    }
}

/// Search nodes against the number of independent pairs.
pub(super) fn pairs(runs: &[Run]) -> Plot {
    let colours = [Colour::Blue, Colour::Orange, Colour::Green, Colour::Purple, Colour::Grey];
    // One predicate makes no pair.
    let several: BTreeSet<usize> =
        values(runs, Parameter::Predicates).into_iter().filter(|&n| n > 1).collect();
    let lines =
        several.into_iter().rev().zip(colours.into_iter().cycle()).map(|(predicates, colour)| {
            let mut nodes: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
            for (_, record) in runs.iter().filter(|(_, r)| r.parameters.predicates == predicates) {
                nodes.entry(record.parameters.independent_pairs).or_default().push(record.nodes);
            }
            let mean = |nodes: Vec<u64>| nodes.into_iter().collect::<Summary>().mean();
            let points =
                nodes.into_iter().map(|(pairs, nodes)| (pairs as f64, mean(nodes))).collect();
            line(&format!("{predicates} predicates"), colour, false, points)
        });
    let panel = Panel {
        x: axis("independent pairs", Scale::Linear),
        y: axis("mean search nodes", Scale::Linear),
        lines: lines.collect(),
        boxes: Vec::new(),
    };
    Plot {
        name: "pairs".to_owned(),
        title: "Search nodes against the number of independent pairs".to_owned(),
        caption: "The mean number of search nodes for each number of independent pairs of \
                  predicates, over all values of the other parameters."
            .to_owned(),
        columns: 1,
        panels: vec![panel],
    }
}
