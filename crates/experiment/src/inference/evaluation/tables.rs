//! The tables of the report.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::super::draw::recipe;
use super::super::{DISAGREEMENTS, EngineRun, Record, file_name};
use super::{Study, of};
use crate::report::{Cell, Summary, Table};
use randlog_engines::{FailureKind, Phases, TOLERANCE};

/// A row for each engine.
pub(super) fn engines(study: &Study<'_>) -> Table {
    let rows = study.engines.iter().map(|engine| {
        let all = study.of(engine).count();
        let right: Vec<&EngineRun> = study.of(engine).filter(|run| run.is_right()).collect();
        let disputed = study.of(engine).filter(|run| run.disputed).count();
        let times: Summary = right.iter().map(|run| run.wall_us).collect();
        let common = study.times(engine, |_| study.compared.contains(engine));
        vec![
            (*engine).into(),
            all.into(),
            right.len().into(),
            Cell::share(right.len(), all),
            disputed.into(),
            Cell::time(&times, Summary::mean),
            Cell::time(&times, Summary::median),
            Cell::time(&common, Summary::mean),
            Cell::time(&common, Summary::median),
        ]
    });
    Table::new(
        "engines",
        "How many instances each engine answers rightly, and how many of its answers are \
         disputed; the time from start to end: over what it answers itself, and over the \
         instances that all engines compared by time answer.",
        "engine | instances | answered | share | disputed | mean time | median time \
         | common mean | common median",
        rows,
    )
}

/// The share of each kind of failure, by engine; and what part of it known faults explain.
pub(super) fn failures(study: &Study<'_>) -> Table {
    let kinds: BTreeSet<FailureKind> =
        study.engines.iter().flat_map(|e| study.of(e)).filter_map(EngineRun::failure).collect();
    let rows = study.engines.iter().map(|engine| {
        let all = study.of(engine).count();
        let of_kind = |kind| study.of(engine).filter(|r| r.failure() == Some(kind)).count();
        let failed = study.of(engine).filter(|r| r.failure().is_some());
        let explained = failed.filter(|run| run.fault.is_some()).count();
        let mut row = vec![(*engine).into()];
        row.extend(kinds.iter().map(|&kind| Cell::share(of_kind(kind), all)));
        row.push(explained.into());
        row
    });
    let names: String = kinds.iter().map(|kind| format!("{} | ", kind.name())).collect();
    Table::new(
        "failures",
        "The share of instances without an answer, by kind, and how many of these failures \
         a known fault may explain.",
        &format!("engine | {names}by a known fault"),
        rows,
    )
}

/// Mean and median time for each number of facts asked for.
pub(super) fn facts(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for engine in &study.compared {
        let by = |time: fn(&EngineRun) -> Option<u64>| {
            study.by(engine, |record| Some(record.parameters.wanted_facts), time)
        };
        let work = by(EngineRun::work_us);
        for (facts, times) in by(|run| Some(run.wall_us)) {
            let work = work.get(&facts).cloned().unwrap_or_default();
            rows.push(vec![
                (*engine).into(),
                facts.into(),
                times.count().into(),
                Cell::time(&times, Summary::mean),
                Cell::time(&times, Summary::median),
                Cell::time(&times, Summary::max),
                Cell::time(&work, Summary::median),
            ]);
        }
    }
    Table::new(
        "facts",
        "Time for each number of facts asked for, from start to end, and after loading.",
        "engine | facts | instances | mean | median | largest | median after loading",
        rows,
    )
}

/// A phase: its name, and how long it took.
pub(super) type Phase = (&'static str, fn(&EngineRun) -> Option<u64>);

/// The phases, with what comes before the first: from the start of the process.
pub(super) const PHASES: [Phase; 5] = [
    ("start", |run| {
        let Phases { load_us, ground_us, compile_us, evaluate_us } = run.phases;
        let rest = [ground_us, compile_us, evaluate_us].into_iter().flatten().sum::<u64>();
        Some(run.wall_us.saturating_sub(load_us? + rest))
    }),
    ("load", |run| run.phases.load_us),
    ("ground", |run| run.phases.ground_us),
    ("compile", |run| run.phases.compile_us),
    ("evaluate", |run| run.phases.evaluate_us),
];

/// Mean time of each phase, by engine, where there are most facts.
pub(super) fn phases(study: &Study<'_>) -> Table {
    let rows = study.compared.iter().map(|engine| {
        let runs: Vec<&EngineRun> = study.largest().filter_map(|r| of(r, engine)).collect();
        let phase = |(_, of): Phase| {
            let times: Summary = runs.iter().filter_map(|run| of(run)).collect();
            Cell::time(&times, Summary::mean)
        };
        [(*engine).into()].into_iter().chain(PHASES.map(phase)).collect()
    });
    Table::new(
        "phases",
        format!(
            "Mean time of each phase, of {}. Start: what is left of the whole, above all the time to \
             start the process.",
            study.largest_in_words()
        ),
        &format!("engine | {}", PHASES.map(|(name, _)| name).join(" | ")),
        rows,
    )
}

/// Time after loading.
pub(super) fn work(study: &Study<'_>) -> Table {
    let rows = study.compared.iter().map(|engine| {
        let (times, whole) = (study.work(engine, |_| true), study.times(engine, |_| true));
        vec![
            (*engine).into(),
            times.count().into(),
            Cell::time(&times, Summary::mean),
            Cell::time(&times, Summary::median),
            Cell::time(&times, |times| times.quantile(0.9) as f64),
            Cell::time(&times, Summary::max),
            match times.count() {
                0 => Cell::Unknown,
                _ => Cell::share(times.sum() as usize, whole.sum() as usize),
            },
        ]
    });
    Table::new(
        "work",
        "Time to ground, to compile and to evaluate, of the instances that all engines \
         compared by time answer, and how much that is of the time from start to end.",
        "engine | instances | mean | median | 90 % within | largest | of the whole",
        rows,
    )
}

/// Bounds of the proportion of independent pairs, and what is between them.
const THIRDS: [(f64, f64, &str); 3] = [
    (-1.0, 1.0 / 3.0, "up to a third"),
    (1.0 / 3.0, 2.0 / 3.0, "up to two thirds"),
    (2.0 / 3.0, 2.0, "more"),
];

/// What is answered, and the time after loading, by the proportion of independent pairs.
pub(super) fn independence(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for engine in &study.engines {
        for (low, high, words) in THIRDS {
            let is_here = |record: &Record| {
                let proportion = record.parameters.independence();
                low < proportion && proportion <= high
            };
            let all: Vec<&EngineRun> =
                study.instances().filter(|r| is_here(r)).filter_map(|r| of(r, engine)).collect();
            let right = all.iter().filter(|run| run.is_right()).count();
            let is_compared = study.compared.contains(engine);
            let times = study.work(engine, |record| is_compared && is_here(record));
            rows.push(vec![
                (*engine).into(),
                words.into(),
                all.len().into(),
                Cell::share(right, all.len()),
                times.count().into(),
                Cell::time(&times, Summary::mean),
                Cell::time(&times, Summary::median),
            ]);
        }
    }
    Table::new(
        "independence",
        "By the proportion of independent pairs: the share of instances that an engine \
         answers rightly, and the time to ground, to compile and to evaluate, of the \
         instances that all engines compared by time answer.",
        "engine | independent pairs | instances | answered | in common | mean | median",
        rows,
    )
}

/// How many hard instances are shown.
const HARDEST: usize = 20;

/// The instances that are too much for most engines, and how to make them.
pub(super) fn hardest(study: &Study<'_>) -> Table {
    let too_much = |run: &&EngineRun| {
        matches!(
            run.failure(),
            Some(FailureKind::Timeout | FailureKind::Memory | FailureKind::Crash)
        ) && run.fault.is_none()
    };
    let mut hard: Vec<(Vec<&str>, u64, &Record)> = Vec::new();
    for (id, record) in study.runs {
        let engines: Vec<&str> =
            record.runs.iter().filter(too_much).map(|run| run.engine.as_str()).collect();
        if !engines.is_empty() {
            hard.push((engines, *id, record));
        }
    }
    let all = hard.len();
    hard.sort_by_key(|(engines, id, _)| (Reverse(engines.len()), *id));
    let rows = hard.into_iter().take(HARDEST).map(|(engines, id, record)| {
        vec![id.to_string().into(), engines.join(" ").into(), command(study, record).into()]
    });
    Table::new(
        "hardest",
        format!(
            "Instances on which engines run out of time or memory, or crash: those on which most of \
             them do, of {all}."
        ),
        "run | too much for | command",
        rows,
    )
}

/// On how many instances each pair of engines disagrees.
pub(super) fn pairs(study: &Study<'_>) -> Table {
    let differ = |a: (f64, f64), b: (f64, f64)| a.0 > b.1 + TOLERANCE || b.0 > a.1 + TOLERANCE;
    let mut counts: BTreeMap<(usize, usize), (u64, u64)> = BTreeMap::new();
    for record in study.instances() {
        let answers: Vec<(usize, (f64, f64))> = study
            .engines
            .iter()
            .enumerate()
            .filter_map(|(place, engine)| Some((place, of(record, engine)?.answer()?)))
            .collect();
        for (number, &(first, one)) in answers.iter().enumerate() {
            for &(second, other) in &answers[number + 1..] {
                let count = counts.entry((first, second)).or_default();
                count.0 += 1;
                count.1 += u64::from(differ(one, other));
            }
        }
    }
    let rows = counts.into_iter().map(|((first, second), (both, differing))| {
        vec![
            study.engines[first].into(),
            study.engines[second].into(),
            both.into(),
            differing.into(),
        ]
    });
    Table::new(
        "pairs",
        "How many instances both engines of a pair answer, and to how many of these they \
         give different answers.",
        "engine | engine | both answer | different answers",
        rows,
    )
}

/// Every disputed answer.
pub(super) fn disagreements(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for (id, record) in study.runs {
        let exact = of(record, "exact").and_then(EngineRun::answer);
        for run in record.runs.iter().filter(|run| run.disputed) {
            rows.push(vec![
                id.to_string().into(),
                run.engine.as_str().into(),
                answer(run.answer()).into(),
                answer(exact).into(),
                run.fault.clone().unwrap_or_default().into(),
                format!("{DISAGREEMENTS}/{}", file_name(*id)).into(),
                command(study, record).into(),
            ]);
        }
    }
    Table::new(
        "disagreements",
        "Every disputed answer, and the instance it belongs to.",
        "run | engine | answer | exact | known fault | file | command",
        rows,
    )
}

/// The command that makes the instance of a run.
fn command(study: &Study<'_>, record: &Record) -> String {
    let (design, seed) = (study.config.design, record.seed);
    let recipe = recipe(design, &record.parameters, &record.arities, &record.pairs, seed);
    recipe.map_or(String::new(), |recipe| recipe.command(&(0..1)))
}

fn answer(bounds: Option<(f64, f64)>) -> String {
    match bounds {
        None => "none".to_owned(),
        Some((low, high)) if low == high => low.to_string(),
        Some((low, high)) => format!("{low} to {high}"),
    }
}
