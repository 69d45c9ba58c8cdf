//! The figures of the report.

use super::super::{Parameters, Record};
use super::{Parameter, Run, by_value, parameters, published_nodes, summary, values};
use crate::grid::Point;
use crate::report::{Axis, Colour, Line, Panel, Plot, Scale, Summary};

type Statistic = fn(&Summary) -> f64;

/// A panel for each parameter that has more than one value, or else for all.
fn panels(runs: &[Run], panel: impl Fn(Parameter) -> Panel) -> Vec<Panel> {
    let is_varied = |parameter: &Parameter| values(runs, parameter).len() > 1;
    let varied: Vec<Parameter> = parameters().filter(is_varied).collect();
    let shown = if varied.is_empty() { parameters().collect() } else { varied };
    shown.into_iter().map(panel).collect()
}

/// A statistic of the runs at each value of a parameter, in some unit.
fn curve(
    runs: &[Run],
    parameter: Parameter,
    of: fn(&Record) -> u64,
    unit: f64,
    statistic: Statistic,
) -> Vec<(f64, f64)> {
    let at = |(value, here): (usize, Summary)| (value as f64, statistic(&here) / unit);
    by_value(runs, parameter, of).into_iter().map(at).collect()
}

fn millis(label: &str) -> Axis {
    Axis::new(label, Scale::Log10).in_units_of("ms")
}

/// Search nodes against each parameter, beside the published means.
pub(super) fn nodes(runs: &[Run]) -> Plot {
    let panel = |parameter: Parameter| {
        let ours = |statistic| curve(runs, parameter, |record| record.nodes, 1.0, statistic);
        let published = published_nodes(parameter);
        let lines = [
            Line::new("published mean (duplicates allowed)", Colour::Orange, published),
            Line::new("our mean (duplicates forbidden)", Colour::Blue, ours(Summary::mean)),
            Line::new("our median", Colour::Blue, ours(Summary::median)).dashed(),
        ];
        let x = Axis::new(parameter.name.label, Scale::Log2);
        Panel::new(x, Axis::new("search nodes", Scale::Log10), lines)
    };
    Plot::new(
        "nodes",
        "Search nodes against each parameter",
        "The number of nodes of the search tree for each value of each parameter, over all values of \
         the others. The published means are from the authors' solver, in a version that allows \
         duplicate clauses; the runs here forbid them.",
        panels(runs, panel),
    )
}

/// Time against each parameter.
pub(super) fn time(runs: &[Run]) -> Plot {
    let panel = |parameter: Parameter| {
        let ours = |statistic| curve(runs, parameter, Record::total_us, 1000.0, statistic);
        let most = ours(|times| times.quantile(0.999) as f64);
        let lines = [
            Line::new("99.9 % of runs take less", Colour::Purple, most),
            Line::new("99 %", Colour::Green, ours(|times| times.quantile(0.99) as f64)),
            Line::new("mean", Colour::Blue, ours(Summary::mean)),
            Line::new("median", Colour::Blue, ours(Summary::median)).dashed(),
        ];
        Panel::new(Axis::new(parameter.name.label, Scale::Log2), millis("time"), lines)
    };
    Plot::new(
        "time",
        "Time of a run against each parameter",
        "The time to build a model and to find a program, for each value of each parameter, over all \
         values of the others.",
        panels(runs, panel),
    )
}

/// How many runs are done after a time.
pub(super) fn distribution(runs: &[Run]) -> Plot {
    let shares = |of: fn(&Record) -> u64| {
        let summary = summary(runs, of);
        let marks = (0..=1000).map(|i| f64::from(i) / 1000.0);
        marks.map(|share| (summary.quantile(share).max(1) as f64 / 1000.0, share * 100.0)).collect()
    };
    let lines = [
        Line::new("model and search", Colour::Blue, shares(Record::total_us)),
        Line::new("search alone", Colour::Orange, shares(|record| record.search_us)),
    ];
    let y = Axis::new("runs that take less", Scale::Linear).in_units_of("%");
    Plot::new(
        "distribution",
        "How long runs take",
        "The share of runs that take less than a time.",
        vec![Panel::new(millis("time"), y, lines)],
    )
}

/// Search nodes against the number of independent pairs.
pub(super) fn pairs(runs: &[Run]) -> Plot {
    let colours = [Colour::Blue, Colour::Orange, Colour::Green, Colour::Purple, Colour::Grey];
    // One predicate makes no pair.
    let several = values(runs, &Parameters::AXES[0]).into_iter().rev().filter(|&n| n > 1);
    let line = |(predicates, colour)| {
        let here = runs.iter().map(|(_, record)| record);
        let here = here.filter(|record| record.parameters.predicates == predicates);
        let nodes = Summary::by(here.map(|r| (r.parameters.independent_pairs, r.nodes)));
        let points = nodes.into_iter().map(|(pairs, nodes)| (pairs as f64, nodes.mean())).collect();
        Line::new(format!("{predicates} predicates"), colour, points)
    };
    let panel = Panel::new(
        Axis::new("independent pairs", Scale::Linear),
        Axis::new("mean search nodes", Scale::Linear),
        several.zip(colours.into_iter().cycle()).map(line),
    );
    Plot::new(
        "pairs",
        "Search nodes against the number of independent pairs",
        "The mean number of search nodes for each number of independent pairs of predicates, over all \
         values of the other parameters.",
        vec![panel],
    )
}
