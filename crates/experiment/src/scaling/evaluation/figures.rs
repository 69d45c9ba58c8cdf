//! The figures of the report.

use super::super::{Parameters, ScalingRecord};
use super::{Parameter, RecordedRun, by_value, parameters, published_nodes, summary};
use crate::grid::Point;
use crate::report::{Axis, Colour, Panel, Plot, Scale, Series, Shape, Statistic, Summary};

/// A line of a statistic: label, colour, shape, and which it is.
type Curve = (&'static str, Colour, fn(Vec<(f64, f64)>) -> Shape, Statistic);

/// A panel for each parameter that has more than one value, or else for all: statistics of the runs
/// at each value of it, in some unit, after what is published.
fn panels(
    runs: &[RecordedRun],
    y: &Axis,
    (of, unit): (fn(&ScalingRecord) -> u64, f64),
    published: impl Fn(Parameter) -> Option<Series>,
    ours: &[Curve],
) -> Vec<Panel> {
    let is_varied = |parameter: Parameter| by_value(runs, parameter, of).len() > 1;
    let any_is_varied = parameters().any(is_varied);
    let shown = parameters().filter(|parameter| !any_is_varied || is_varied(parameter));
    let panel = |parameter: Parameter| {
        let values = by_value(runs, parameter, of);
        let line = |&(label, colour, shape, statistic): &Curve| {
            let points = values.iter().map(|(&value, here)| (value as f64, statistic(here) / unit));
            Series::new(label, colour, shape(points.collect()))
        };
        let series = published(parameter).into_iter().chain(ours.iter().map(line)).collect();
        Panel { x: Axis::new(parameter.name.label, Scale::Log2, ""), y: y.clone(), series }
    };
    shown.map(panel).collect()
}

/// Search nodes against each parameter, beside the published means.
pub(super) fn nodes(runs: &[RecordedRun]) -> Plot {
    let published = |parameter| {
        let means = Shape::Line(published_nodes(parameter));
        Some(Series::new("published mean (duplicates allowed)", Colour::ORANGE, means))
    };
    let ours: [Curve; 2] = [
        ("our mean (duplicates forbidden)", Colour::BLUE, Shape::Line, Summary::mean),
        ("our median", Colour::BLUE, Shape::Dashed, Summary::median),
    ];
    let y = Axis::new("search nodes", Scale::Log10, "");
    Plot::new(
        "nodes",
        "Search nodes against each parameter",
        "The number of nodes of the search tree for each value of each parameter, over all values of \
         the others. The published means are from the authors' solver, in a version that allows \
         duplicate clauses; the runs here forbid them.",
        panels(runs, &y, (|record| record.nodes, 1.0), published, &ours),
    )
}

/// Time against each parameter.
pub(super) fn time(runs: &[RecordedRun]) -> Plot {
    let (most, many): (Statistic, Statistic) =
        (|times| times.quantile(0.999) as f64, |times| times.quantile(0.99) as f64);
    let ours: [Curve; 4] = [
        ("99.9 % of runs take less", Colour::PURPLE, Shape::Line, most),
        ("99 %", Colour::GREEN, Shape::Line, many),
        ("mean", Colour::BLUE, Shape::Line, Summary::mean),
        ("median", Colour::BLUE, Shape::Dashed, Summary::median),
    ];
    Plot::new(
        "time",
        "Time of a run against each parameter",
        "The time to build a model and to find a program, for each value of each parameter, over all \
         values of the others.",
        panels(runs, &Axis::millis("time"), (ScalingRecord::total, 1000.0), |_| None, &ours),
    )
}

/// How many runs are done after a time.
pub(super) fn distribution(runs: &[RecordedRun]) -> Plot {
    let line = |label: &str, colour, of: fn(&ScalingRecord) -> u64| {
        let times = summary(runs, of);
        let marks = (0..=1000).map(|i| f64::from(i) / 1000.0);
        let point = |share| (times.quantile(share).max(1) as f64 / 1000.0, share * 100.0);
        Series::new(label, colour, Shape::Line(marks.map(point).collect()))
    };
    let series = vec![
        line("model and search", Colour::BLUE, ScalingRecord::total),
        line("search alone", Colour::ORANGE, ScalingRecord::searching),
    ];
    let y = Axis::new("runs that take less", Scale::Linear, "%");
    Plot::new(
        "distribution",
        "How long runs take",
        "The share of runs that take less than a time.",
        vec![Panel { x: Axis::millis("time"), y, series }],
    )
}

/// Search nodes against the number of independent pairs.
pub(super) fn pairs(runs: &[RecordedRun]) -> Plot {
    let colours = [Colour::BLUE, Colour::ORANGE, Colour::GREEN, Colour::PURPLE, Colour::GREY];
    // One predicate makes no pair.
    let values = by_value(runs, &Parameters::AXES[0], |record| record.nodes);
    let several = values.into_keys().rev().filter(|&predicates| predicates > 1);
    let line = |(predicates, colour)| {
        let here = runs.iter().map(|(_, record)| record);
        let here = here.filter(|record| record.parameters.predicates == predicates);
        let nodes = Summary::by(here.map(|r| (r.parameters.independent_pairs, r.nodes)));
        let points = nodes.into_iter().map(|(pairs, nodes)| (pairs as f64, nodes.mean())).collect();
        Series::new(format!("{predicates} predicates"), colour, Shape::Line(points))
    };
    let [x, y] = ["independent pairs", "mean search nodes"].map(Axis::linear);
    let series = several.zip(colours.into_iter().cycle()).map(line).collect();
    Plot::new(
        "pairs",
        "Search nodes against the number of independent pairs",
        "The mean number of search nodes for each number of independent pairs of predicates, over all \
         values of the other parameters.",
        vec![Panel { x, y, series }],
    )
}
