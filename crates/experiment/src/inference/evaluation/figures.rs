//! The figures of the report.

use super::super::{EngineRun, InferenceRecord};
use super::tables::PHASES;
use super::{Study, Time, of};
use crate::published;
use crate::report::{Axis, Colour, Panel, Plot, Scale, Series, Shape, Statistic, Summary};

type Points = Vec<(f64, f64)>;

/// In microseconds.
const SECOND: f64 = 1e6;
const MILLISECOND: f64 = 1e3;

fn seconds(label: impl Into<String>) -> Axis {
    Axis::new(label, Scale::Log10, "s")
}

/// One line for each of some engines.
fn lines(study: &Study<'_>, engines: &[&str], points: impl Fn(&str) -> Points) -> Vec<Series> {
    let line = |e: &&str| Series::new(*e, study.colour(e), Shape::Line(points(e)));
    engines.iter().map(line).collect()
}

/// Mean and median of our times, the instances put together by a key, beside the published means.
fn beside_published(
    study: &Study<'_>,
    x: &Axis,
    key: impl Fn(&InferenceRecord) -> Option<i64>,
    place: impl Fn(i64) -> f64,
    published: &str,
) -> Vec<Panel> {
    let here = |label, statistic: Statistic| {
        let points = |engine: &str| {
            let times = study.by(engine, &key, study.clock.whole).into_iter();
            times.map(|(key, times)| (place(key), statistic(&times) / SECOND)).collect()
        };
        Panel { x: x.clone(), y: seconds(label), series: lines(study, &study.compared, points) }
    };
    let line = |(engine, points)| Series::new(engine, study.colour(engine), Shape::Line(points));
    let (y, series) =
        (seconds("mean time, published"), published::curves(published).map(line).into());
    vec![
        here("mean time, here", Summary::mean),
        here("median time, here", Summary::median),
        Panel { x: x.clone(), y, series },
    ]
}

/// Time against the number of facts.
pub(super) fn facts(study: &Study<'_>) -> Plot {
    // Four steps for each factor of ten.
    let key = |record: &InferenceRecord| {
        Some(((record.facts.max(1) as f64).log10() * 4.0).round() as i64)
    };
    let place = |key: i64| 10_f64.powf(key as f64 / 4.0);
    let x = Axis::new("facts", Scale::Log10, "");
    Plot::new(
        "facts-time",
        "Time against the number of facts",
        format!(
            "The time {}. Numbers of facts that are close to each other are put \
             together. The published times are of ProbLog 2.1 on other machines.",
            study.clock.words
        ),
        beside_published(study, &x, key, place, published::FACTS),
    )
}

/// The proportion of independent pairs, in tenths.
fn tenths(record: &InferenceRecord) -> i64 {
    (record.parameters.independence() * 10.0).round() as i64
}

/// Time against the proportion of independent pairs.
pub(super) fn independence(study: &Study<'_>) -> Plot {
    let least = study.least_of_largest();
    let key = |record: &InferenceRecord| (record.facts >= least).then_some(tenths(record));
    let (x, place) = (Axis::linear("independent pairs"), |key| key as f64 / 10.0);
    Plot::new(
        "independence",
        "Time against the proportion of independent pairs",
        format!(
            "The time {} of {}. Proportions are rounded to tenths; the published ones \
             are not, and are for 100,000 facts.",
            study.clock.words,
            study.largest_in_words()
        ),
        beside_published(study, &x, key, place, published::PAIRS),
    )
}

/// A panel for each engine, with a box for each value of a parameter beside the published ones.
fn boxes(
    study: &Study<'_>,
    (name, title): (&'static str, &'static str),
    x: &Axis,
    value: impl Fn(&InferenceRecord) -> usize,
    published: &[(f64, [f64; 5])],
) -> Plot {
    let least = study.least_of_largest();
    let panel = |engine: &&str| {
        let key = |record: &InferenceRecord| (record.facts >= least).then(|| value(record));
        let ours =
            study.by(engine, key, study.clock.whole).into_iter().filter_map(|(at, times)| {
                Some((at as f64, times.box_with_whiskers()?.map(|time| time as f64 / SECOND)))
            });
        let (ours, published) = (Shape::Boxes(ours.collect()), Shape::Boxes(published.to_vec()));
        let series = vec![
            Series::new("here", Colour::BLUE, ours),
            Series::new("published, all algorithms together", Colour::ORANGE, published),
        ];
        Panel { x: x.clone(), y: seconds(format!("time of {engine}")), series }
    };
    let caption = format!(
        "Quartiles, median, and whiskers to the last time within one and a half heights of the box, \
         of {}. The published times are of six algorithms of ProbLog 2.1 together, on other machines, \
         for 100,000 facts.",
        study.largest_in_words()
    );
    Plot { name, title, caption, panels: study.compared.iter().map(panel).collect() }
}

/// Time against the largest arity.
pub(super) fn arity(study: &Study<'_>) -> Plot {
    let words = ("arity", "Time against the largest arity");
    let x = Axis::new("largest arity", Scale::Values, "");
    let value = |record: &InferenceRecord| record.parameters.max_arity;
    boxes(study, words, &x, value, &published::boxes("max_arity"))
}

/// Time against the share of probabilistic facts.
pub(super) fn share(study: &Study<'_>) -> Plot {
    let words = ("share", "Time against the share of probabilistic facts");
    let x = Axis::new("probabilistic facts", Scale::Values, "%");
    let value = |record: &InferenceRecord| record.parameters.probabilistic;
    let mut published = published::boxes("proportion_probabilistic");
    published.iter_mut().for_each(|(share, _)| *share = (*share * 100.0).round());
    boxes(study, words, &x, value, &published)
}

/// Mean time of each phase against the number of facts.
pub(super) fn phases(study: &Study<'_>) -> Plot {
    let panel = |(name, phase): (&str, Time)| {
        // Times are whole microseconds: a mean of less is as good as none.
        let mean = |times: &Summary| match times.mean() {
            small if small < 1.0 => 0.0,
            mean => mean / MILLISECOND,
        };
        let points = |engine: &str| {
            let times = study.by(engine, |record| Some(record.parameters.wanted_facts), phase);
            times.into_iter().map(|(facts, times)| (facts as f64, mean(&times))).collect()
        };
        let x = Axis::new("facts asked for", Scale::Log10, "");
        let y = Axis::millis(format!("mean time to {name}"));
        Panel { x, y, series: lines(study, &study.compared, points) }
    };
    Plot::new(
        "phases-time",
        "Where the time goes",
        "The mean time of each phase, by the engines' own account. Start: what is left of \
         the time from start to end. A mean of less than a microsecond is drawn at the bottom.",
        PHASES.map(panel).into(),
    )
}

/// The times of an engine's right answers, in order.
fn in_order(study: &Study<'_>, engine: &str, time: Time, unit: f64) -> Points {
    let mut times: Vec<u64> = study.right(engine).filter_map(time).collect();
    times.sort_unstable();
    (1..).zip(times).map(|(count, time)| (f64::from(count), time as f64 / unit)).collect()
}

/// Time after loading: in order, and against the proportion of independent pairs.
pub(super) fn work(study: &Study<'_>) -> Plot {
    let sorted = |engine: &str| in_order(study, engine, EngineRun::work_us, MILLISECOND);
    let means = |engine: &str| {
        let times = study.by(engine, |r| Some(tenths(r)), EngineRun::work_us).into_iter();
        times.map(|(at, times)| (at as f64 / 10.0, times.mean() / MILLISECOND)).collect()
    };
    let (sorted, means) =
        (lines(study, &study.compared, sorted), lines(study, &study.compared, means));
    Plot::new(
        "work",
        "Time after loading",
        "The time to ground, to compile and to evaluate. Left: of the instances that each \
         engine answers rightly, in order. Right: the mean over the instances that all of \
         them answer, with any number of facts, by the proportion of independent pairs, \
         rounded to tenths.",
        vec![
            Panel {
                x: Axis::linear("instances answered"),
                y: Axis::millis("time for each"),
                series: sorted,
            },
            Panel {
                x: Axis::linear("independent pairs"),
                y: Axis::millis("mean time"),
                series: means,
            },
        ],
    )
}

/// The share of instances that are answered, against the proportion of independent pairs.
pub(super) fn answered(study: &Study<'_>) -> Plot {
    let points = |engine: &str| {
        let is_right = |record| of(record, engine).is_some_and(EngineRun::is_right);
        let right = Summary::by(study.instances().map(|r| (tenths(r), u64::from(is_right(r)))));
        let share = |right: Summary| 100.0 * right.sum() as f64 / right.count() as f64;
        right.into_iter().map(|(tenths, right)| (tenths as f64 / 10.0, share(right))).collect()
    };
    let series = lines(study, &study.engines, points);
    let y = Axis::new("answered rightly", Scale::Linear, "%");
    Plot::new(
        "answered",
        "Instances answered, by the proportion of independent pairs",
        "The share of all instances that an engine answers rightly within its limits. \
         Proportions are rounded to tenths.",
        vec![Panel { x: Axis::linear("independent pairs"), y, series }],
    )
}

/// How many instances are answered within a time, each.
pub(super) fn cactus(study: &Study<'_>) -> Plot {
    let points = |engine: &str| in_order(study, engine, study.clock.whole, SECOND);
    let (y, series) = (seconds("time for each"), lines(study, &study.engines, points));
    Plot::new(
        "cactus",
        "Instances answered within a time",
        "For each engine, the times of the instances that it answers rightly, in order: the \
         further to the right a line goes, the more these are.",
        vec![Panel { x: Axis::linear("instances answered"), y, series }],
    )
}
