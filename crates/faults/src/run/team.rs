//! The engines of a thread.

use std::time::Duration;

use randlog_engines::{EngineLimits, FailureKind, NoAnswer, Worker};
use randlog_logic::{Dialect, Program};

use super::Plan;
use crate::oracle::{Asker, Outcome};

/// A worker of each engine.
pub(super) struct Team<'p> {
    plan: &'p Plan<'p>,
    workers: Vec<Box<dyn Worker + 'p>>,
}

impl<'p> Team<'p> {
    pub(super) fn new(plan: &'p Plan<'p>) -> Team<'p> {
        Team { plan, workers: plan.engines.iter().map(|engine| engine.worker()).collect() }
    }

    /// What an engine's worker says.
    pub(super) fn ask(&mut self, engine: usize, program: &Program) -> Outcome {
        self.ask_within(engine, program, 1)
    }

    /// What it says within a part of the limit of time.
    pub(super) fn ask_within(&mut self, engine: usize, program: &Program, part: u32) -> Outcome {
        let text = printed(program)?;
        let limits = EngineLimits { time: self.plan.limits.time / part.max(1), ..self.plan.limits };
        self.workers[engine].answer(&text, &limits).outcome
    }

    /// An engine's worker, for an oracle.
    pub(super) fn asker(&mut self, engine: usize) -> Asker<'_> {
        Asker::new(move |program| self.ask(engine, program))
    }
}

/// What a fresh process of an engine says, within so many times the limit of time.
///
/// One that is out of time, but had a processor for less than half of it, either waits for something that never comes or ran on a
/// machine with other things to do. With much more time, these can be told apart.
pub(super) fn ask_afresh(plan: &Plan<'_>, engine: usize, program: &Program, times: u32) -> Outcome {
    let answer = |times: u32| {
        let time = plan.limits.time.saturating_mul(times);
        plan.engines[engine].answer(program, &EngineLimits { time, ..plan.limits })
    };
    let run = answer(times);
    let is_late = matches!(&run.outcome, Err(it) if it.kind == FailureKind::Timeout);
    let cpu = run.usage.cpu_us.map(Duration::from_micros);
    match cpu {
        Some(cpu) if is_late && cpu < run.wall / 2 => answer(times.saturating_mul(IDLE)).outcome,
        _ => run.outcome,
    }
}

/// How many times as long one may take that hardly had a processor.
const IDLE: u32 = 6;

/// A program as engines get it.
pub(super) fn printed(program: &Program) -> Result<String, NoAnswer> {
    let text = Dialect::ProbLog.print(program).map(|text| text.to_string());
    text.map_err(|error| NoAnswer { kind: FailureKind::Missing, words: error.to_string() })
}
