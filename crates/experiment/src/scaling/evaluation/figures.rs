//! The figures of the report.

use super::super::{Parameters, Record};
use super::{Parameter, Run, by_value, parameters, published_nodes, summary, values};
use crate::grid::Point;
use crate::report::{Axis, Colour, Panel, Plot, Scale, Series, Shape, Statistic, Summary};

/// A panel for each parameter that has more than one value, or else for all.
fn panels(runs: &[Run], y: &Axis, series: impl Fn(Parameter) -> Vec<Series>) -> Vec<Panel> {
    let is_varied = |parameter: &Parameter| values(runs, parameter).len() > 1;
    let any_is_varied = parameters().any(|parameter| is_varied(&parameter));
    let panel = |parameter: Parameter| Panel {
        x: Axis::new(parameter.name.label, Scale::Log2, ""),
        y: y.clone(),
        series: series(parameter),
    };
    parameters().filter(|parameter| !any_is_varied || is_varied(parameter)).map(panel).collect()
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
    Axis::new(label, Scale::Log10, "ms")
}

/// Search nodes against each parameter, beside the published means.
pub(super) fn nodes(runs: &[Run]) -> Plot {
    let series = |parameter: Parameter| {
        let ours = |statistic| curve(runs, parameter, |record| record.nodes, 1.0, statistic);
        let published = Shape::Line(published_nodes(parameter));
        let (mean, median) = (Shape::Line(ours(Summary::mean)), ours(Summary::median));
        vec![
            Series::new("published mean (duplicates allowed)", Colour::ORANGE, published),
            Series::new("our mean (duplicates forbidden)", Colour::BLUE, mean),
            Series::new("our median", Colour::BLUE, Shape::Dashed(median)),
        ]
    };
    Plot::new(
        "nodes",
        "Search nodes against each parameter",
        "The number of nodes of the search tree for each value of each parameter, over all values of \
         the others. The published means are from the authors' solver, in a version that allows \
         duplicate clauses; the runs here forbid them.",
        panels(runs, &Axis::new("search nodes", Scale::Log10, ""), series),
    )
}

/// Time against each parameter.
pub(super) fn time(runs: &[Run]) -> Plot {
    let series = |parameter: Parameter| {
        let ours = |statistic| curve(runs, parameter, Record::total_us, 1000.0, statistic);
        let most = Shape::Line(ours(|times| times.quantile(0.999) as f64));
        let many = Shape::Line(ours(|times| times.quantile(0.99) as f64));
        vec![
            Series::new("99.9 % of runs take less", Colour::PURPLE, most),
            Series::new("99 %", Colour::GREEN, many),
            Series::new("mean", Colour::BLUE, Shape::Line(ours(Summary::mean))),
            Series::new("median", Colour::BLUE, Shape::Dashed(ours(Summary::median))),
        ]
    };
    Plot::new(
        "time",
        "Time of a run against each parameter",
        "The time to build a model and to find a program, for each value of each parameter, over all \
         values of the others.",
        panels(runs, &millis("time"), series),
    )
}

/// How many runs are done after a time.
pub(super) fn distribution(runs: &[Run]) -> Plot {
    let line = |label: &str, colour, of: fn(&Record) -> u64| {
        let times = summary(runs, of);
        let marks = (0..=1000).map(|i| f64::from(i) / 1000.0);
        let point = |share| (times.quantile(share).max(1) as f64 / 1000.0, share * 100.0);
        Series::new(label, colour, Shape::Line(marks.map(point).collect()))
    };
    let series = vec![
        line("model and search", Colour::BLUE, Record::total_us),
        line("search alone", Colour::ORANGE, |record| record.search_us),
    ];
    let y = Axis::new("runs that take less", Scale::Linear, "%");
    Plot::new(
        "distribution",
        "How long runs take",
        "The share of runs that take less than a time.",
        vec![Panel { x: millis("time"), y, series }],
    )
}

/// Search nodes against the number of independent pairs.
pub(super) fn pairs(runs: &[Run]) -> Plot {
    let colours = [Colour::BLUE, Colour::ORANGE, Colour::GREEN, Colour::PURPLE, Colour::GREY];
    // One predicate makes no pair.
    let several = values(runs, &Parameters::AXES[0]).into_iter().rev().filter(|&n| n > 1);
    let line = |(predicates, colour)| {
        let here = runs.iter().map(|(_, record)| record);
        let here = here.filter(|record| record.parameters.predicates == predicates);
        let nodes = Summary::by(here.map(|r| (r.parameters.independent_pairs, r.nodes)));
        let points = nodes.into_iter().map(|(pairs, nodes)| (pairs as f64, nodes.mean())).collect();
        Series::new(format!("{predicates} predicates"), colour, Shape::Line(points))
    };
    let [x, y] =
        ["independent pairs", "mean search nodes"].map(|label| Axis::new(label, Scale::Linear, ""));
    let series = several.zip(colours.into_iter().cycle()).map(line).collect();
    Plot::new(
        "pairs",
        "Search nodes against the number of independent pairs",
        "The mean number of search nodes for each number of independent pairs of predicates, over all \
         values of the other parameters.",
        vec![Panel { x, y, series }],
    )
}
