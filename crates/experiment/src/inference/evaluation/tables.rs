//! The tables of the report.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::super::draw::recipe;
use super::super::{DISAGREEMENTS, EngineRun, InferenceRecord, file_name};
use super::{Study, Time, WALL, of};
use crate::report::{Cell, Statistic, Summary, Table};
use randlog_engines::{Bounds, FailureKind, Phases};

const AVERAGES: [Statistic; 2] = [Summary::mean, Summary::median];

/// A row for each engine.
pub(super) fn engines(study: &Study<'_>) -> Table {
    let rows = study.engines.iter().map(|engine| {
        let (all, right) = (study.of(engine).count(), study.right(engine).count());
        let disputed = study.of(engine).filter(|run| run.disputed).count();
        let times: Summary = study.right(engine).filter_map(study.clock.whole).collect();
        let common = study.times(engine, |_| study.compared.contains(engine), study.clock.whole);
        let (engine, share) = (Cell::text(engine), Cell::share(right, all));
        let counts = vec![engine, all.into(), right.into(), share, disputed.into()];
        [counts, Cell::times(&times, &AVERAGES), Cell::times(&common, &AVERAGES)].concat()
    });
    Table::new(
        "engines",
        format!(
            "How many instances each engine answers rightly, and how many of its answers are \
             disputed; the time {}: over what it answers itself, and over the \
             instances that all engines compared by time answer.",
            study.clock.words
        ),
        "engine | instances | answered | share | disputed | mean time | median time \
         | common mean | common median",
        rows,
    )
}

/// What runs use, whatever came of them.
pub(super) fn usage(study: &Study<'_>) -> Table {
    const MEBIBYTE: f64 = (1 << 20) as f64;
    let rows = study.engines.iter().map(|engine| {
        let of = |time: Time| study.of(engine).filter_map(time).collect::<Summary>();
        let (wall, cpu) = (of(|run| Some(run.wall_us)), of(|run| run.usage.cpu_us));
        let memory = of(|run| run.usage.peak_bytes);
        let sizes =
            [Summary::median as Statistic, Summary::max].map(|statistic| match memory.count() {
                0 => Cell::Unknown,
                _ => Cell::from((statistic(&memory) / MEBIBYTE).round() as usize),
            });
        let counts = vec![Cell::text(engine), cpu.count().into()];
        [counts, Cell::times(&wall, &AVERAGES), Cell::times(&cpu, &AVERAGES), sizes.to_vec()]
            .concat()
    });
    Table::new(
        "usage",
        "Time from start to end, processor time and the most memory in use at once, over all processes of an \
         engine and over all instances, also those that it gave up or was out of time on.",
        "engine | measured | mean time | median time | mean processor time | median processor time \
         | median MiB | largest MiB",
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
        let shares = kinds.iter().map(|&kind| Cell::share(of_kind(kind), all)).collect();
        [vec![Cell::text(engine)], shares, vec![explained.into()]].concat()
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
    let rows = study.compared.iter().flat_map(|engine| {
        let by = |time| study.by(engine, |record| Some(record.parameters.wanted_facts), time);
        let work = by(EngineRun::work_us);
        by(study.clock.whole).into_iter().map(move |(facts, times)| {
            let work = work.get(&facts).cloned().unwrap_or_default();
            let counts = vec![Cell::text(engine), facts.into(), times.count().into()];
            let times = Cell::times(&times, &[Summary::mean, Summary::median, Summary::max]);
            [counts, times, Cell::times(&work, &[Summary::median])].concat()
        })
    });
    Table::new(
        "facts",
        format!(
            "Time for each number of facts asked for, {}, and after loading.",
            study.clock.words
        ),
        "engine | facts | instances | mean | median | largest | median after loading",
        rows,
    )
}

/// The phases by name, with what comes before the first: from the start of the process.
pub(super) const PHASES: [(&str, Time); 5] = [
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
    let least = study.least_of_largest();
    let rows = study.compared.iter().map(|engine| {
        let times = PHASES.map(|(_, time)| study.times(engine, |run| run.facts >= least, time));
        let means = times.iter().flat_map(|times| Cell::times(times, &[Summary::mean]));
        [Cell::text(engine)].into_iter().chain(means).collect()
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
    let statistics: [Statistic; 4] =
        [Summary::mean, Summary::median, |times| times.quantile(0.9) as f64, Summary::max];
    let rows = study.compared.iter().map(|engine| {
        // Phases are told from start to end, so the whole is, too.
        let [times, whole] =
            [EngineRun::work_us, WALL].map(|time| study.times(engine, |_| true, time));
        let share = match times.count() {
            0 => Cell::Unknown,
            _ => Cell::share(times.sum() as usize, whole.sum() as usize),
        };
        let counts = vec![Cell::text(engine), times.count().into()];
        [counts, Cell::times(&times, &statistics), vec![share]].concat()
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
    let row = |engine: &str, (low, high, words): (f64, f64, &str)| {
        let is_here = |record: &InferenceRecord| {
            let proportion = record.parameters.independence();
            low < proportion && proportion <= high
        };
        let here = study.instances().filter(|record| is_here(record));
        let all: Vec<&EngineRun> = here.filter_map(|record| of(record, engine)).collect();
        let right = all.iter().filter(|run| run.is_right()).count();
        let is_compared = study.compared.contains(&engine);
        let wanted = |record: &InferenceRecord| is_compared && is_here(record);
        let times = study.times(engine, wanted, EngineRun::work_us);
        let (words, share) = (Cell::text(words), Cell::share(right, all.len()));
        let counts = vec![Cell::text(engine), words, all.len().into(), share, times.count().into()];
        [counts, Cell::times(&times, &AVERAGES)].concat()
    };
    Table::new(
        "independence",
        "By the proportion of independent pairs: the share of instances that an engine \
         answers rightly, and the time to ground, to compile and to evaluate, of the \
         instances that all engines compared by time answer.",
        "engine | independent pairs | instances | answered | in common | mean | median",
        study.engines.iter().flat_map(|engine| THIRDS.map(|third| row(engine, third))),
    )
}

/// How many hard instances are shown.
const HARDEST: usize = 20;

/// The instances that are too much for most engines, and how to make them.
pub(super) fn hardest(study: &Study<'_>) -> Table {
    const KINDS: [FailureKind; 3] = [FailureKind::Timeout, FailureKind::Memory, FailureKind::Crash];
    let is_too_much = |run: &&EngineRun| {
        run.fault.is_none() && run.failure().is_some_and(|kind| KINDS.contains(&kind))
    };
    let engines = |record: &InferenceRecord| -> Vec<String> {
        record.runs.iter().filter(is_too_much).map(|run| run.engine.clone()).collect()
    };
    let runs = study.runs.iter().map(|(id, record)| (engines(record), *id, record));
    let mut hard: Vec<_> = runs.filter(|(engines, ..)| !engines.is_empty()).collect();
    hard.sort_by_key(|(engines, id, _)| (Reverse(engines.len()), *id));
    Table::new(
        "hardest",
        format!(
            "Instances on which engines run out of time or memory, or crash: those on which most of \
             them do, of {}.",
            hard.len()
        ),
        "run | too much for | command",
        hard.into_iter().take(HARDEST).map(|(engines, id, record)| {
            [id.to_string(), engines.join(" "), command(study, record)].map(Cell::Text).into()
        }),
    )
}

/// On how many instances each pair of engines disagrees.
pub(super) fn pairs(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for (number, first) in study.engines.iter().enumerate() {
        for second in &study.engines[number + 1..] {
            let answer = |record, engine| of(record, engine)?.answer();
            let answers = |record| Some((answer(record, first)?, answer(record, second)?));
            let bounds = |(low, high)| Bounds { low, high };
            let both: Vec<((f64, f64), (f64, f64))> =
                study.instances().filter_map(answers).collect();
            let differ = both.iter().filter(|(one, other)| !bounds(*one).agrees(bounds(*other)));
            let counts = [both.len(), differ.count()].map(Cell::from);
            if !both.is_empty() {
                rows.push([[first, second].map(Cell::text), counts].concat());
            }
        }
    }
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
            let [answer, exact] = [run.answer(), exact].map(in_words);
            let file = format!("{DISAGREEMENTS}/{}", file_name(study.config.grid.seed, *id));
            let (engine, fault) = (run.engine.clone(), run.fault.clone().unwrap_or_default());
            let command = command(study, record);
            let row = [id.to_string(), engine, answer, exact, fault, file, command];
            rows.push(row.map(Cell::Text).into());
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
fn command(study: &Study<'_>, record: &InferenceRecord) -> String {
    let (design, seed) = (study.config.design, record.seed);
    let recipe = recipe(design, &record.parameters, &record.arities, &record.pairs, seed);
    recipe.map_or(String::new(), |recipe| recipe.command(&(0..1)))
}

fn in_words(bounds: Option<(f64, f64)>) -> String {
    match bounds {
        None => "none".to_owned(),
        Some((low, high)) if low == high => low.to_string(),
        Some((low, high)) => format!("{low} to {high}"),
    }
}
