//! The engines of a thread.

use std::time::Duration;

use randlog_base::Stopped;
use randlog_engines::{EngineLimits, FailureKind, TestCase, Worker};

use super::Campaign;
use crate::Fault;
use crate::oracle::{Asker, Said};

/// A worker of each engine.
pub(super) struct Workers<'c> {
    pub(super) campaign: &'c Campaign<'c>,
    workers: Vec<Box<dyn Worker + 'c>>,
}

/// Where answers come from.
#[derive(Clone, Copy)]
pub(super) enum Asking {
    /// A worker, within the limit of time.
    AtWork,
    /// A worker, in less time than that.
    InHurry,
    /// A fresh process, with so many times the limit of time.
    Afresh(u32),
}

/// How many times less time there is where another engine was late.
const HURRY: u32 = 8;

/// How many times as long one may take that hardly had a processor.
const IDLE: u32 = 6;

impl<'c> Workers<'c> {
    pub(super) fn new(campaign: &'c Campaign<'c>) -> Workers<'c> {
        let workers = campaign.engines.iter().map(|engine| engine.worker()).collect();
        Workers { campaign, workers }
    }

    /// What an engine says.
    pub(super) fn ask(&mut self, asking: Asking, engine: usize, program: &TestCase) -> Said {
        let Campaign { limits, stop, .. } = *self.campaign;
        let time = match asking {
            Asking::Afresh(times) => return self.ask_afresh(engine, program, times),
            Asking::AtWork => limits.time,
            Asking::InHurry => limits.time / HURRY,
        };
        let limits = EngineLimits { time, ..limits };
        Ok(self.workers[engine].answer(program, &limits, stop)?.outcome)
    }

    /// What a fresh process of an engine says, within so many times the limit of time.
    ///
    /// One that is out of time, but had a processor for less than half of it, either waits for something that never comes
    /// or ran on a machine with other things to do. Much more time shows which of the two it is.
    fn ask_afresh(&self, engine: usize, program: &TestCase, times: u32) -> Said {
        let Campaign { limits, stop, engines, .. } = *self.campaign;
        let answer = |times: u32| {
            let limits = EngineLimits { time: limits.time.saturating_mul(times), ..limits };
            engines[engine].answer(program, &limits, stop)
        };
        let run = answer(times)?;
        let is_late = matches!(&run.outcome, Err(it) if it.kind == FailureKind::Timeout);
        let cpu = run.usage.cpu_us.map(Duration::from_micros);
        match cpu {
            Some(cpu) if is_late && cpu < run.wall / 2 => {
                Ok(answer(times.saturating_mul(IDLE))?.outcome)
            }
            _ => Ok(run.outcome),
        }
    }

    /// What is wrong with what an engine says, according to the reference.
    pub(super) fn by_reference(
        &mut self,
        asking: Asking,
        engine: usize,
        program: &TestCase,
    ) -> Result<Option<Fault>, Stopped> {
        let Campaign { reference, stop, .. } = *self.campaign;
        let truth = reference.truth(program, stop)?;
        let said = self.ask(asking, engine, program)?;
        reference.judge(program, &truth, &said, stop)
    }

    /// An engine, for an oracle.
    pub(super) fn asker(&mut self, asking: Asking, engine: usize) -> Asker<'_> {
        Asker::new(move |program| self.ask(asking, engine, &program.clone().into()))
    }
}
