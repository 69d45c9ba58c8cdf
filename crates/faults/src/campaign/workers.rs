//! The engines of a thread.

use std::sync::Arc;
use std::time::Duration;

use randlog_base::{Stop, Stopped};
use randlog_engines::{EngineLimits, FailureKind, NoAnswer, TestCase, Worker};

use super::Campaign;
use crate::Fault;
use crate::oracle::{Asker, Said};

/// A worker of each engine.
pub(super) struct Workers<'c> {
    pub(super) campaign: &'c Campaign<'c>,
    /// Stops even what was begun.
    closing: Stop,
    workers: Vec<Box<dyn Worker + 'c>>,
    /// What each was asked since it was started.
    histories: Vec<History>,
}

/// What a process was asked, oldest first.
#[derive(Clone, Default)]
struct History {
    /// How many processes there were.
    starts: usize,
    asked: Vec<Arc<TestCase>>,
}

/// A moment in the history of a worker.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    starts: usize,
    asked: usize,
}

/// Of longer histories, only the end is known.
const LONG: usize = 1 << 12;

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
        let workers: Vec<_> = campaign.engines.iter().map(|engine| engine.worker()).collect();
        let histories = vec![History::default(); workers.len()];
        Workers { campaign, closing: campaign.closing(), workers, histories }
    }

    /// What an engine says. It is not asked about what programs must not have.
    pub(super) fn ask(&mut self, asking: Asking, engine: usize, program: &TestCase) -> Said {
        let Campaign { limits, drawing, .. } = *self.campaign;
        let flat = program.program();
        if let Some(feature) = flat.and_then(|flat| drawing.allowed().violated_by(&flat)) {
            let words = format!("the program has `{feature}`, which is turned off");
            return Ok(Err(NoAnswer { kind: FailureKind::Untranslated, words }));
        }
        let time = match asking {
            Asking::Afresh(times) => return self.ask_afresh(engine, program, times),
            Asking::AtWork => limits.time,
            Asking::InHurry => limits.time / HURRY,
        };
        let limits = EngineLimits { time, ..limits };
        let run = self.workers[engine].answer(program, &limits, &self.closing);
        self.note(engine, program);
        Ok(run?.outcome)
    }

    /// Note that an engine was asked.
    fn note(&mut self, engine: usize, program: &TestCase) {
        let history = &mut self.histories[engine];
        if self.workers[engine].was_first() || history.asked.len() >= LONG {
            history.starts += 1;
            history.asked.clear();
        }
        history.asked.push(Arc::new(program.clone()));
    }

    /// Now, in the history of an engine.
    pub(super) fn now(&self, engine: usize) -> Moment {
        let History { starts, asked } = &self.histories[engine];
        Moment { starts: *starts, asked: asked.len() }
    }

    /// What the process of an engine had been asked before a moment; nothing if there is another one by now.
    pub(super) fn asked_before(&self, engine: usize, moment: Moment) -> Vec<TestCase> {
        let History { starts, asked } = &self.histories[engine];
        let before = if *starts == moment.starts { moment.asked } else { 0 };
        asked[..before].iter().map(|program| (**program).clone()).collect()
    }

    /// What a fresh process of an engine says, within so many times the limit of time.
    ///
    /// One that is out of time, but had a processor for less than half of it, either waits for something that never comes
    /// or ran on a machine with other things to do. Much more time shows which of the two it is.
    fn ask_afresh(&self, engine: usize, program: &TestCase, times: u32) -> Said {
        let Campaign { limits, engines, .. } = *self.campaign;
        let answer = |times: u32| {
            let limits = EngineLimits { time: limits.time.saturating_mul(times), ..limits };
            engines[engine].answer(program, &limits, &self.closing)
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
        let Campaign { reference, engines, .. } = self.campaign;
        let truth = reference.truth(program, &self.closing)?;
        let said = self.ask(asking, engine, program)?;
        Ok(reference.judge(engines[engine].name(), program, &truth, &said))
    }

    /// An engine, for an oracle.
    pub(super) fn asker(&mut self, asking: Asking, engine: usize) -> Asker<'_> {
        let Campaign { reference, engines, .. } = self.campaign;
        let asker = Asker::new(move |program| self.ask(asking, engine, &program.clone().into()));
        asker.of_engine(engines[engine].name(), &reference.refusals)
    }
}
