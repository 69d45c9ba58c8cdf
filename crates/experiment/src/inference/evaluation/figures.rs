//! The figures of the report.

use std::collections::{BTreeMap, BTreeSet};

use super::super::published::{self, Curve};
use super::super::{EngineRun, Record};
use super::tables::{PHASES, Phase};
use super::{Study, of};
use crate::report::{Axis, Boxes, Colour, Line, Panel, Plot, Scale, Summary};

type Statistic = fn(&Summary) -> f64;

/// In microseconds.
const SECOND: f64 = 1e6;
const MILLISECOND: f64 = 1e3;

fn axis(label: &str, scale: Scale, unit: &'static str) -> Axis {
    Axis { label: label.to_owned(), scale, unit }
}

fn time(label: &str) -> Axis {
    axis(label, Scale::Log10, "s")
}

/// The line of an engine.
fn line(study: &Study<'_>, engine: &str, points: Vec<(f64, f64)>) -> Line {
    Line { label: engine.to_owned(), colour: study.colour(engine), dashed: false, points }
}

/// One line for each engine that is compared by time.
fn lines(study: &Study<'_>, points: impl Fn(&str) -> Vec<(f64, f64)>) -> Vec<Line> {
    study.compared.iter().map(|engine| line(study, engine, points(engine))).collect()
}

/// The published curves, in the colours of our engines.
fn published_lines(study: &Study<'_>, curves: Vec<Curve>) -> Vec<Line> {
    curves.into_iter().map(|(engine, points)| line(study, engine, points)).collect()
}

/// A statistic of an engine's times, the instances put together by a key.
fn curve(
    study: &Study<'_>,
    engine: &str,
    key: impl Fn(&Record) -> Option<i64>,
    place: impl Fn(i64) -> f64,
    statistic: Statistic,
) -> Vec<(f64, f64)> {
    let keys: BTreeSet<i64> = study.common.iter().filter_map(|record| key(record)).collect();
    let at = |k: i64| statistic(&study.times(engine, |r| key(r) == Some(k))) / SECOND;
    keys.into_iter().map(|k| (place(k), at(k))).collect()
}

const STATISTICS: [(&str, Statistic); 2] =
    [("mean time, here", Summary::mean), ("median time, here", |s| s.median() as f64)];

/// Mean and median of our times, beside the published means.
fn beside_published(
    study: &Study<'_>,
    x: &Axis,
    ours: impl Fn(&str, Statistic) -> Vec<(f64, f64)>,
    published: Vec<Curve>,
) -> Vec<Panel> {
    let panel = |(label, statistic): (&str, Statistic)| Panel {
        x: x.clone(),
        y: time(label),
        lines: lines(study, |engine| ours(engine, statistic)),
        boxes: Vec::new(),
    };
    let mut panels = STATISTICS.map(panel).to_vec();
    panels.push(Panel {
        x: x.clone(),
        y: time("mean time, published"),
        lines: published_lines(study, published),
        boxes: Vec::new(),
    });
    panels
}

/// Time against the number of facts.
pub(super) fn facts(study: &Study<'_>) -> Plot {
    // Four steps for each factor of ten.
    let key = |record: &Record| Some(((record.facts.max(1) as f64).log10() * 4.0).round() as i64);
    let place = |key: i64| 10_f64.powf(key as f64 / 4.0);
    Plot {
        name: "facts-time".to_owned(),
        title: "Time against the number of facts".to_owned(),
        caption:
            "The time from start to end. Numbers of facts that are close to each other are put \
                  together. The published times are of ProbLog 2.1 on other machines."
                .to_owned(),
        columns: 3,
        panels: beside_published(
            study,
            &axis("facts", Scale::Log10, ""),
            |engine, statistic| curve(study, engine, key, place, statistic),
            published::by_facts(),
        ),
    }
}

/// The proportion of independent pairs, in tenths.
fn tenths(record: &Record) -> i64 {
    (record.parameters.independence() * 10.0).round() as i64
}

/// Time against the proportion of independent pairs.
pub(super) fn independence(study: &Study<'_>) -> Plot {
    let least = study.least_of_largest();
    let key = |record: &Record| (record.facts >= least).then_some(tenths(record));
    Plot {
        name: "independence".to_owned(),
        title: "Time against the proportion of independent pairs".to_owned(),
        caption: format!(
            "The time from start to end of {}. Proportions are rounded to tenths; the published ones \
             are not, and are for 100,000 facts.",
            study.largest_in_words()
        ),
        columns: 3,
        panels: beside_published(
            study,
            &axis("independent pairs", Scale::Linear, ""),
            |engine, statistic| curve(study, engine, key, |k| k as f64 / 10.0, statistic),
            published::by_pairs(),
        ),
    }
}

/// Whiskers reach to the last value within one and a half times the height of the box.
fn quartiles(times: &[u64]) -> Option<[f64; 5]> {
    let summary: Summary = times.iter().copied().collect();
    let [first, median, third] = [0.25, 0.5, 0.75].map(|share| summary.quantile(share));
    let reach = (third - first) * 3 / 2;
    let within = |time: &&u64| **time + reach >= first && **time <= third + reach;
    let low = times.iter().filter(within).min()?;
    let high = times.iter().filter(within).max()?;
    Some([*low, first, median, third, *high].map(|time| time as f64 / SECOND))
}

/// A panel for each engine, with a box for each value of a parameter beside the published ones.
fn boxes(
    study: &Study<'_>,
    x: &Axis,
    value: impl Fn(&Record) -> u64,
    published: &[(f64, [f64; 5])],
) -> Vec<Panel> {
    let panel = |engine: &&str| {
        let mut times: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for record in study.largest() {
            let time = of(record, engine).map(|run| run.wall_us);
            times.entry(value(record)).or_default().extend(time);
        }
        let ours = times.iter().filter_map(|(&at, times)| Some((at as f64, quartiles(times)?)));
        let kind = |label: &str, colour, boxes| Boxes { label: label.to_owned(), colour, boxes };
        Panel {
            x: x.clone(),
            y: time(&format!("time of {engine}")),
            lines: Vec::new(),
            boxes: vec![
                kind("here", Colour::Blue, ours.collect()),
                kind("published, all algorithms together", Colour::Orange, published.to_vec()),
            ],
        }
    };
    study.compared.iter().map(panel).collect()
}

fn about_boxes(study: &Study<'_>) -> String {
    format!(
        "Quartiles, median, and whiskers to the last time within one and a half heights of the box, \
         of {}. The published times are of six algorithms of ProbLog 2.1 together, on other machines, \
         for 100,000 facts.",
        study.largest_in_words()
    )
}

/// Time against the largest arity.
pub(super) fn arity(study: &Study<'_>) -> Plot {
    let published = published::boxes("max_arity");
    let value = |record: &Record| record.parameters.max_arity as u64;
    Plot {
        name: "arity".to_owned(),
        title: "Time against the largest arity".to_owned(),
        caption: about_boxes(study),
        columns: 3,
        panels: boxes(study, &axis("largest arity", Scale::Values, ""), value, &published),
    }
}

/// Time against the share of probabilistic facts.
pub(super) fn share(study: &Study<'_>) -> Plot {
    let published: Vec<(f64, [f64; 5])> = published::boxes("proportion_probabilistic")
        .into_iter()
        .map(|(share, values)| ((share * 100.0).round(), values))
        .collect();
    let value = |record: &Record| u64::from(record.parameters.probabilistic);
    Plot {
        name: "share".to_owned(),
        title: "Time against the share of probabilistic facts".to_owned(),
        caption: about_boxes(study),
        columns: 3,
        panels: boxes(study, &axis("probabilistic facts", Scale::Values, "%"), value, &published),
    }
}

/// Mean time of each phase against the number of facts.
pub(super) fn phases(study: &Study<'_>) -> Plot {
    let numbers: BTreeSet<u64> = study.common.iter().map(|r| r.parameters.wanted_facts).collect();
    let panel = |(name, phase): Phase| {
        let points = |engine: &str| {
            let at = |facts: u64| {
                let records = study.common.iter().filter(|r| r.parameters.wanted_facts == facts);
                let runs = records.filter_map(|record| of(record, engine));
                let times: Summary = runs.filter_map(phase).collect();
                // Times are whole microseconds: a mean of less is as good as none.
                let mean = if times.mean() < 1.0 { 0.0 } else { times.mean() / MILLISECOND };
                (times.count() > 0).then_some((facts as f64, mean))
            };
            numbers.iter().filter_map(|&facts| at(facts)).collect()
        };
        Panel {
            x: axis("facts asked for", Scale::Log10, ""),
            y: axis(&format!("mean time to {name}"), Scale::Log10, "ms"),
            lines: lines(study, points),
            boxes: Vec::new(),
        }
    };
    Plot {
        name: "phases-time".to_owned(),
        title: "Where the time goes".to_owned(),
        caption:
            "The mean time of each phase, by the engines' own account. Start: what is left of \
                  the time from start to end. A mean of less than a microsecond is drawn at the \
                  bottom."
                .to_owned(),
        columns: 3,
        panels: PHASES.map(panel).into(),
    }
}

/// The times of an engine's right answers, in order.
fn in_order(
    study: &Study<'_>,
    engine: &str,
    time: fn(&EngineRun) -> Option<u64>,
    unit: f64,
) -> Vec<(f64, f64)> {
    let right = study.of(engine).filter(|run| run.is_right());
    let mut times: Vec<u64> = right.filter_map(time).collect();
    times.sort_unstable();
    (1..).zip(times).map(|(count, time)| (f64::from(count), time as f64 / unit)).collect()
}

/// Time after loading: in order, and against the proportion of independent pairs.
pub(super) fn work(study: &Study<'_>) -> Plot {
    let proportions: BTreeSet<i64> = study.common.iter().map(|record| tenths(record)).collect();
    let mean = |engine: &str, proportion: i64| {
        let times = study.work(engine, |record| tenths(record) == proportion);
        (times.count() > 0).then(|| (proportion as f64 / 10.0, times.mean() / MILLISECOND))
    };
    let panel = |x: Axis, label: &str, lines| {
        let y = axis(label, Scale::Log10, "ms");
        Panel { x, y, lines, boxes: Vec::new() }
    };
    Plot {
        name: "work".to_owned(),
        title: "Time after loading".to_owned(),
        caption:
            "The time to ground, to compile and to evaluate. Left: of the instances that each \
                  engine answers rightly, in order. Right: the mean over the instances that all of \
                  them answer, with any number of facts, by the proportion of independent pairs, \
                  rounded to tenths."
                .to_owned(),
        columns: 2,
        panels: vec![
            panel(
                axis("instances answered", Scale::Linear, ""),
                "time for each",
                lines(study, |engine| in_order(study, engine, EngineRun::work_us, MILLISECOND)),
            ),
            panel(
                axis("independent pairs", Scale::Linear, ""),
                "mean time",
                lines(study, |engine| {
                    proportions.iter().filter_map(|&tenths| mean(engine, tenths)).collect()
                }),
            ),
        ],
    }
}

/// The share of instances that are answered, against the proportion of independent pairs.
pub(super) fn answered(study: &Study<'_>) -> Plot {
    let of_engine = |engine: &&str| {
        let mut counts: BTreeMap<i64, (u32, u32)> = BTreeMap::new();
        for record in study.instances() {
            let (right, all) = counts.entry(tenths(record)).or_default();
            *right += u32::from(of(record, engine).is_some_and(EngineRun::is_right));
            *all += 1;
        }
        let share = |(tenths, (right, all)): (i64, (u32, u32))| {
            (tenths as f64 / 10.0, 100.0 * f64::from(right) / f64::from(all))
        };
        line(study, engine, counts.into_iter().map(share).collect())
    };
    let panel = Panel {
        x: axis("independent pairs", Scale::Linear, ""),
        y: axis("answered rightly", Scale::Linear, "%"),
        lines: study.engines.iter().map(of_engine).collect(),
        boxes: Vec::new(),
    };
    Plot {
        name: "answered".to_owned(),
        title: "Instances answered, by the proportion of independent pairs".to_owned(),
        caption: "The share of all instances that an engine answers rightly within its limits. \
                  Proportions are rounded to tenths."
            .to_owned(),
        columns: 1,
        panels: vec![panel],
    }
}

/// How many instances are answered within a time, each.
pub(super) fn cactus(study: &Study<'_>) -> Plot {
    let of_engine = |engine: &&str| {
        line(study, engine, in_order(study, engine, |run| Some(run.wall_us), SECOND))
    };
    let panel = Panel {
        x: axis("instances answered", Scale::Linear, ""),
        y: time("time for each"),
        lines: study.engines.iter().map(of_engine).collect(),
        boxes: Vec::new(),
    };
    Plot {
        name: "cactus".to_owned(),
        title: "Instances answered within a time".to_owned(),
        caption:
            "For each engine, the times of the instances that it answers rightly, in order: the \
                  further to the right a line goes, the more these are."
                .to_owned(),
        columns: 1,
        panels: vec![panel],
    }
}
