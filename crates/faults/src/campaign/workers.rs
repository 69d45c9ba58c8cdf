//! The engines of a thread.

use std::time::Duration;

use randlog_engines::{EngineLimits, FailureKind, Outcome, TestCase, Worker};

use super::Campaign;
use crate::oracle::Asker;

/// A worker of each engine.
pub(super) struct Workers<'p> {
    limits: EngineLimits,
    workers: Vec<Box<dyn Worker + 'p>>,
}

impl<'p> Workers<'p> {
    pub(super) fn new(campaign: &Campaign<'p>) -> Workers<'p> {
        let workers = campaign.engines.iter().map(|engine| engine.worker()).collect();
        Workers { limits: campaign.limits, workers }
    }

    /// What an engine's worker says.
    pub(super) fn ask(&mut self, engine: usize, program: &TestCase) -> Outcome {
        self.ask_within(engine, program, 1)
    }

    /// What it says within a part of the limit of time.
    pub(super) fn ask_within(&mut self, engine: usize, program: &TestCase, part: u32) -> Outcome {
        let limits = EngineLimits { time: self.limits.time / part.max(1), ..self.limits };
        self.workers[engine].answer_case(program, &limits).outcome
    }

    /// An engine's worker, for an oracle.
    pub(super) fn asker(&mut self, engine: usize) -> Asker<'_> {
        Asker::new(move |program| self.ask(engine, &program.clone().into()))
    }
}

/// What a fresh process of an engine says, within so many times the limit of time.
///
/// One that is out of time, but had a processor for less than half of it, either waits for something that never comes or ran on a
/// machine with other things to do. Much more time shows which of the two it is.
pub(super) fn ask_afresh(
    campaign: &Campaign<'_>,
    engine: usize,
    program: &TestCase,
    times: u32,
) -> Outcome {
    let answer = |times: u32| {
        let time = campaign.limits.time.saturating_mul(times);
        let limits = EngineLimits { time, ..campaign.limits };
        match program.program() {
            Some(flat) => campaign.engines[engine].answer(&flat, &limits),
            None => campaign.engines[engine].run_text(program.text(), &limits),
        }
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
