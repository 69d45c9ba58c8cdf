//! The figures of the report.

use std::collections::BTreeMap;

use super::super::{EngineRun, Record};
use super::tables::{PHASES, Phase};
use super::{Study, of};
use crate::published::{self, Curve};
use crate::report::{Axis, Boxes, Colour, Line, Panel, Plot, Scale, Summary};

type Statistic = fn(&Summary) -> f64;
type Points = Vec<(f64, f64)>;

/// In microseconds.
const SECOND: f64 = 1e6;
const MILLISECOND: f64 = 1e3;

fn linear(label: &str) -> Axis {
    Axis::new(label, Scale::Linear)
}

fn seconds(label: impl Into<String>) -> Axis {
    Axis::new(label, Scale::Log10).in_units_of("s")
}

fn millis(label: impl Into<String>) -> Axis {
    Axis::new(label, Scale::Log10).in_units_of("ms")
}

/// One line for each of some engines.
fn lines(study: &Study<'_>, engines: &[&str], points: impl Fn(&str) -> Points) -> Vec<Line> {
    let line = |engine: &&str| Line::new(*engine, study.colour(engine), points(engine));
    engines.iter().map(line).collect()
}

/// A statistic of an engine's times, the instances put together by a key.
fn curve(
    study: &Study<'_>,
    engine: &str,
    key: impl Fn(&Record) -> Option<i64>,
    place: impl Fn(i64) -> f64,
    statistic: Statistic,
) -> Points {
    let times = study.by(engine, key, |run| Some(run.wall_us));
    times.into_iter().map(|(key, times)| (place(key), statistic(&times) / SECOND)).collect()
}

/// Mean and median of our times, beside the published means.
fn beside_published(
    study: &Study<'_>,
    x: &Axis,
    ours: impl Fn(&str, Statistic) -> Points,
    published: Vec<Curve>,
) -> Vec<Panel> {
    let here = |label, statistic| {
        let lines = lines(study, &study.compared, |engine| ours(engine, statistic));
        Panel::new(x.clone(), seconds(label), lines)
    };
    let line = |(engine, points)| Line::new(engine, study.colour(engine), points);
    let published = published.into_iter().map(line);
    vec![
        here("mean time, here", Summary::mean),
        here("median time, here", Summary::median),
        Panel::new(x.clone(), seconds("mean time, published"), published),
    ]
}

/// Time against the number of facts.
pub(super) fn facts(study: &Study<'_>) -> Plot {
    // Four steps for each factor of ten.
    let key = |record: &Record| Some(((record.facts.max(1) as f64).log10() * 4.0).round() as i64);
    let place = |key: i64| 10_f64.powf(key as f64 / 4.0);
    Plot::new(
        "facts-time",
        "Time against the number of facts",
        "The time from start to end. Numbers of facts that are close to each other are put together. \
         The published times are of ProbLog 2.1 on other machines.",
        beside_published(
            study,
            &Axis::new("facts", Scale::Log10),
            |engine, statistic| curve(study, engine, key, place, statistic),
            published::by_facts(),
        ),
    )
}

/// The proportion of independent pairs, in tenths.
fn tenths(record: &Record) -> i64 {
    (record.parameters.independence() * 10.0).round() as i64
}

/// Time against the proportion of independent pairs.
pub(super) fn independence(study: &Study<'_>) -> Plot {
    let least = study.least_of_largest();
    let key = |record: &Record| (record.facts >= least).then_some(tenths(record));
    let caption = format!(
        "The time from start to end of {}. Proportions are rounded to tenths; the published ones are \
         not, and are for 100,000 facts.",
        study.largest_in_words()
    );
    Plot::new(
        "independence",
        "Time against the proportion of independent pairs",
        caption,
        beside_published(
            study,
            &linear("independent pairs"),
            |engine, statistic| curve(study, engine, key, |k| k as f64 / 10.0, statistic),
            published::by_pairs(),
        ),
    )
}

/// A panel for each engine, with a box for each value of a parameter beside the published ones.
fn boxes(
    study: &Study<'_>,
    (name, title): (&str, &str),
    x: &Axis,
    value: impl Fn(&Record) -> usize,
    published: &[(f64, [f64; 5])],
) -> Plot {
    let panel = |engine: &&str| {
        let least = study.least_of_largest();
        let key = |record: &Record| (record.facts >= least).then(|| value(record));
        let times = study.by(engine, key, |run| Some(run.wall_us));
        let ours = times.iter().filter_map(|(&at, times)| {
            Some((at as f64, times.box_with_whiskers()?.map(|time| time as f64 / SECOND)))
        });
        let boxes = vec![
            Boxes::new("here", Colour::Blue, ours.collect()),
            Boxes::new("published, all algorithms together", Colour::Orange, published.to_vec()),
        ];
        Panel { boxes, ..Panel::new(x.clone(), seconds(format!("time of {engine}")), []) }
    };
    let caption = format!(
        "Quartiles, median, and whiskers to the last time within one and a half heights of the box, \
         of {}. The published times are of six algorithms of ProbLog 2.1 together, on other machines, \
         for 100,000 facts.",
        study.largest_in_words()
    );
    Plot::new(name, title, caption, study.compared.iter().map(panel).collect())
}

/// Time against the largest arity.
pub(super) fn arity(study: &Study<'_>) -> Plot {
    let words = ("arity", "Time against the largest arity");
    let x = Axis::new("largest arity", Scale::Values);
    let value = |record: &Record| record.parameters.max_arity;
    boxes(study, words, &x, value, &published::boxes("max_arity"))
}

/// Time against the share of probabilistic facts.
pub(super) fn share(study: &Study<'_>) -> Plot {
    let words = ("share", "Time against the share of probabilistic facts");
    let x = Axis::new("probabilistic facts", Scale::Values).in_units_of("%");
    let value = |record: &Record| record.parameters.probabilistic;
    let mut published = published::boxes("proportion_probabilistic");
    published.iter_mut().for_each(|(share, _)| *share = (*share * 100.0).round());
    boxes(study, words, &x, value, &published)
}

/// Mean time of each phase against the number of facts.
pub(super) fn phases(study: &Study<'_>) -> Plot {
    let panel = |(name, phase): Phase| {
        // Times are whole microseconds: a mean of less is as good as none.
        let mean = |times: &Summary| match times.mean() {
            small if small < 1.0 => 0.0,
            mean => mean / MILLISECOND,
        };
        let points = |engine: &str| {
            let times = study.by(engine, |record| Some(record.parameters.wanted_facts), phase);
            times.into_iter().map(|(facts, times)| (facts as f64, mean(&times))).collect()
        };
        Panel::new(
            Axis::new("facts asked for", Scale::Log10),
            millis(format!("mean time to {name}")),
            lines(study, &study.compared, points),
        )
    };
    Plot::new(
        "phases-time",
        "Where the time goes",
        "The mean time of each phase, by the engines' own account. Start: what is left of the time \
         from start to end. A mean of less than a microsecond is drawn at the bottom.",
        PHASES.map(panel).into(),
    )
}

/// The times of an engine's right answers, in order.
fn in_order(
    study: &Study<'_>,
    engine: &str,
    time: fn(&EngineRun) -> Option<u64>,
    unit: f64,
) -> Points {
    let right = study.of(engine).filter(|run| run.is_right());
    let mut times: Vec<u64> = right.filter_map(time).collect();
    times.sort_unstable();
    (1..).zip(times).map(|(count, time)| (f64::from(count), time as f64 / unit)).collect()
}

/// Time after loading: in order, and against the proportion of independent pairs.
pub(super) fn work(study: &Study<'_>) -> Plot {
    let sorted = lines(study, &study.compared, |engine| {
        in_order(study, engine, EngineRun::work_us, MILLISECOND)
    });
    let means = lines(study, &study.compared, |engine| {
        let times = study.by(engine, |record| Some(tenths(record)), EngineRun::work_us);
        let mean =
            |(tenths, times): (i64, Summary)| (tenths as f64 / 10.0, times.mean() / MILLISECOND);
        times.into_iter().map(mean).collect()
    });
    Plot::new(
        "work",
        "Time after loading",
        "The time to ground, to compile and to evaluate. Left: of the instances that each engine \
         answers rightly, in order. Right: the mean over the instances that all of them answer, with \
         any number of facts, by the proportion of independent pairs, rounded to tenths.",
        vec![
            Panel::new(linear("instances answered"), millis("time for each"), sorted),
            Panel::new(linear("independent pairs"), millis("mean time"), means),
        ],
    )
}

/// The share of instances that are answered, against the proportion of independent pairs.
pub(super) fn answered(study: &Study<'_>) -> Plot {
    let shares = |engine: &str| {
        let mut counts: BTreeMap<i64, (u32, u32)> = BTreeMap::new();
        for record in study.instances() {
            let (right, all) = counts.entry(tenths(record)).or_default();
            *right += u32::from(of(record, engine).is_some_and(EngineRun::is_right));
            *all += 1;
        }
        let share = |(tenths, (right, all)): (i64, (u32, u32))| {
            (tenths as f64 / 10.0, 100.0 * f64::from(right) / f64::from(all))
        };
        counts.into_iter().map(share).collect()
    };
    let panel = Panel::new(
        linear("independent pairs"),
        linear("answered rightly").in_units_of("%"),
        lines(study, &study.engines, shares),
    );
    Plot::new(
        "answered",
        "Instances answered, by the proportion of independent pairs",
        "The share of all instances that an engine answers rightly within its limits. Proportions are \
         rounded to tenths.",
        vec![panel],
    )
}

/// How many instances are answered within a time, each.
pub(super) fn cactus(study: &Study<'_>) -> Plot {
    let times = |engine: &str| in_order(study, engine, |run| Some(run.wall_us), SECOND);
    let panel = Panel::new(
        linear("instances answered"),
        seconds("time for each"),
        lines(study, &study.engines, times),
    );
    Plot::new(
        "cactus",
        "Instances answered within a time",
        "For each engine, the times of the instances that it answers rightly, in order: the further \
         to the right a line goes, the more these are.",
        vec![panel],
    )
}
