//! Comparing engines that stay at work from program to program.
//!
//! What a worker says may be the fault of a program before. So whatever might be held against an engine
//! is asked for again in a fresh process, and what that says is what counts: if anything is disputed,
//! the answers of all engines, since the reference may be what is wrong; else the failures of an engine
//! that no other one shares. The comparison mentions a worker that contradicts a fresh process.

use super::{Comparison, Part, Subject};
use crate::answers::bounds;
use crate::known::KnownFaults;
use crate::{Answers, Engine, EngineLimits, Outcome, Worker, input};

/// Engines, and a worker of each.
pub(super) struct AtWork<'e> {
    engines: &'e [Box<dyn Engine>],
    workers: Vec<Box<dyn Worker + 'e>>,
    known: &'e KnownFaults,
}

impl<'e> AtWork<'e> {
    pub(super) fn new(engines: &'e [Box<dyn Engine>], known: &'e KnownFaults) -> AtWork<'e> {
        let workers = engines.iter().map(|engine| engine.worker()).collect();
        AtWork { engines, workers, known }
    }

    /// Compare what the workers say about a program.
    pub(super) fn compare(&mut self, subject: &Subject, limits: &EngineLimits) -> Comparison {
        // What is no text is for the engines to judge.
        let Some(text) = subject.text() else {
            return subject.compare(self.engines, limits, self.known);
        };
        let program = input::parse(&text).ok();
        let workers = self.engines.iter().zip(&mut self.workers);
        let said = workers
            .map(|(engine, worker)| (engine.name().to_owned(), worker.answer(&text, limits)))
            .collect();
        let first = Comparison::new(said, program.as_ref(), self.known);
        let doubtful = self.doubtful(&first);
        if !doubtful.contains(&true) {
            return first;
        }
        self.confirmed(first, &doubtful, subject, limits, program.as_ref())
    }

    /// The engines that must say it again.
    fn doubtful(&self, comparison: &Comparison) -> Vec<bool> {
        let is_disputed = comparison.is_disputed();
        let is_alone = |part: &Part| {
            let kind = part.run.outcome.as_ref().err().map(|failure| failure.kind);
            let shared = |other: &&Part| {
                other.run.outcome.as_ref().err().map(|failure| failure.kind) == kind
            };
            kind.is_some() && comparison.parts.iter().filter(shared).count() == 1
        };
        let parts = comparison.parts.iter().zip(&self.workers);
        parts.map(|(part, worker)| !worker.was_first() && (is_disputed || is_alone(part))).collect()
    }

    /// The comparison, with what fresh processes say in place of what is doubtful.
    fn confirmed(
        &self,
        first: Comparison,
        doubtful: &[bool],
        subject: &Subject,
        limits: &EngineLimits,
        program: Option<&randlog_logic::Program>,
    ) -> Comparison {
        let mut leaks: Vec<Option<Outcome>> = Vec::new();
        let mut runs = Vec::new();
        let parts = first.parts.into_iter().zip(self.engines).zip(doubtful);
        for ((part, engine), is_doubtful) in parts {
            let run = match is_doubtful {
                true => subject.run(&**engine, limits),
                false => part.run.clone(),
            };
            let is_same = say_the_same(&part.run.outcome, &run.outcome);
            leaks.push((!is_same).then_some(part.run.outcome));
            runs.push((part.engine, run));
        }
        let mut comparison = Comparison::new(runs, program, self.known);
        for (part, leak) in comparison.parts.iter_mut().zip(leaks) {
            part.at_work = leak;
        }
        comparison
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
