//! Engines are asked about one program, or about many.
//!
//! What a worker says may be the fault of a program before. So whatever might be held against an engine
//! is asked for again in a fresh process, and what that says is what counts: if anything is disputed,
//! the answers of all engines, since the reference may be what is wrong; else the failures of an engine
//! that no other one shares. The comparison mentions a worker that contradicts a fresh process.

use std::num::NonZero;
use std::ops::ControlFlow;

use randlog_base::{Stop, Stopped, batch};

use super::{Comparison, Part, Verdict};
use crate::answers::bounds;
use crate::known::KnownFaults;
use crate::{Answers, Engine, EngineLimits, FailureKind, NoAnswer, Outcome, TestCase, Worker};

/// Run engines on a program, one after the other, and compare what they say.
pub fn compare(
    engines: &[Box<dyn Engine>],
    program: &TestCase,
    limits: &EngineLimits,
    known: &KnownFaults,
    stop: &Stop,
) -> Result<Comparison, Stopped> {
    let mut runs = Vec::new();
    for engine in engines {
        // Each reads a copy, which counts for its time.
        runs.push((engine.name().to_owned(), engine.answer(&program.clone(), limits, stop)?));
    }
    Ok(Comparison::new(runs, program.function_free().ok().as_ref(), known))
}

/// What comparisons on many programs come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// On how many programs engines were compared.
    pub programs: usize,
    /// On how many an engine disagreed, without an excuse.
    pub disagreements: usize,
    /// On how many there were fewer than two answers.
    pub too_few_answers: usize,
    /// The engines that could not be run on some program, and the first reason for each.
    pub not_run: Vec<(String, NoAnswer)>,
    /// The engines that printed what is no answer to some program, without an excuse, and the first
    /// reason for each.
    pub unparsable: Vec<(String, NoAnswer)>,
}

impl Tally {
    fn add(&mut self, comparison: &Comparison) {
        let verdict = comparison.verdict();
        self.programs += 1;
        self.disagreements += usize::from(verdict == Verdict::Disagreement);
        self.too_few_answers += usize::from(verdict == Verdict::TooFewAnswers);
        for part in &comparison.parts {
            let Some(failure) = part.failure() else { continue };
            let kept = match failure.kind {
                FailureKind::Missing => &mut self.not_run,
                FailureKind::Unparsable if part.fault.is_none() => &mut self.unparsable,
                _ => continue,
            };
            if !kept.iter().any(|(known, _)| *known == part.engine) {
                kept.push((part.engine.clone(), failure.clone()));
            }
        }
    }
}

/// How engines are started for many programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// A process for each program: its time is that of the engine from start to end.
    Fresh,
    /// A [worker](crate::Worker) for all programs, as far as the engine has one. What might be held
    /// against an engine is said by a fresh process all the same.
    Once,
}

/// Compare engines on many programs, on several threads: they disturb each other's times. `sink` gets
/// the comparisons in the order of the programs, each with its position, and may stop all.
pub fn compare_all(
    engines: &[Box<dyn Engine>],
    programs: &[TestCase],
    limits: &EngineLimits,
    known: &KnownFaults,
    (starts, threads, stop): (Starts, NonZero<usize>, &Stop),
    mut sink: impl FnMut(usize, &Comparison) -> ControlFlow<()>,
) -> Result<Tally, Stopped> {
    let mut tally = Tally::default();
    let worker = || {
        let mut at_work = (starts == Starts::Once).then(|| EngineWorkers::new(engines, known));
        move |index: u64| {
            let program = &programs[index as usize];
            let compared = match &mut at_work {
                Some(at_work) => at_work.compare(program, limits, stop),
                None => compare(engines, program, limits, known, stop),
            };
            compared.ok()
        }
    };
    let indices = 0..programs.len() as u64;
    batch::in_order(threads.get(), indices, stop, worker, |index, comparison| {
        tally.add(&comparison);
        sink(index as usize, &comparison)
    });
    stop.check().map(|()| tally)
}

/// Engines, and a worker of each.
struct EngineWorkers<'e> {
    engines: &'e [Box<dyn Engine>],
    workers: Vec<Box<dyn Worker + 'e>>,
    known: &'e KnownFaults,
}

impl<'e> EngineWorkers<'e> {
    fn new(engines: &'e [Box<dyn Engine>], known: &'e KnownFaults) -> EngineWorkers<'e> {
        let workers = engines.iter().map(|engine| engine.worker()).collect();
        EngineWorkers { engines, workers, known }
    }

    /// Compare what the workers say about a program, and fresh processes where that is doubtful.
    fn compare(
        &mut self,
        program: &TestCase,
        limits: &EngineLimits,
        stop: &Stop,
    ) -> Result<Comparison, Stopped> {
        // What is no text is for the engines to judge.
        let Ok(text) = program.written() else {
            return compare(self.engines, program, limits, self.known, stop);
        };
        let text = TestCase::from(text);
        let mut said = Vec::new();
        for (engine, worker) in self.engines.iter().zip(&mut self.workers) {
            let run = worker.answer(&text.clone(), limits, stop)?;
            said.push((engine.name().to_owned(), run));
        }
        let tree = text.function_free().ok();
        let first = Comparison::new(said, tree.as_ref(), self.known);
        let doubtful = self.doubtful(&first);
        if !doubtful.contains(&true) {
            return Ok(first);
        }
        let (mut leaks, mut runs) = (Vec::new(), Vec::new());
        for ((part, engine), is_doubtful) in first.parts.into_iter().zip(self.engines).zip(doubtful)
        {
            let run = match is_doubtful {
                true => engine.answer(&program.clone(), limits, stop)?,
                false => part.run.clone(),
            };
            let is_same = say_the_same(&part.run.outcome, &run.outcome);
            leaks.push((!is_same).then_some(part.run.outcome));
            runs.push((part.engine, run));
        }
        let mut comparison = Comparison::new(runs, tree.as_ref(), self.known);
        let parts = comparison.parts.iter_mut().zip(leaks);
        parts.for_each(|(part, leak)| part.at_work = leak);
        Ok(comparison)
    }

    /// The engines that must say it again.
    fn doubtful(&self, comparison: &Comparison) -> Vec<bool> {
        let is_disputed = comparison.is_disputed();
        let kind = |part: &Part| part.failure().map(|failure| failure.kind);
        let is_alone = |part: &Part| {
            let shared = |other: &&Part| kind(other) == kind(part);
            kind(part).is_some() && comparison.parts.iter().filter(shared).count() == 1
        };
        let parts = comparison.parts.iter().zip(&self.workers);
        parts.map(|(part, worker)| !worker.was_first() && (is_disputed || is_alone(part))).collect()
    }
}

/// Do two outcomes come to the same?
fn say_the_same(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Err(one), Err(other)) => one.kind == other.kind,
        (Ok(one), Ok(other)) => covers(one, other) && covers(other, one),
        _ => false,
    }
}

/// Does one have all that the other one says, or is it false to both?
fn covers(one: &Answers, other: &Answers) -> bool {
    other.iter().all(|(atom, said)| bounds(one, atom).is_same(*said))
}
