//! A judge that asks an engine, and knows what is right.
//!
//! What is right is the word of `exact`; where there are few worlds, `worlds` must say the same. What must
//! stay the same is the kind of the fault and its message class. An engine may refuse a program for a reason that is a
//! matter of taste: a clause that is safe only for what is asked, or a negative cycle that only something certain
//! cuts. Such a refusal is no fault, lest a reduction slips to it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use randlog_base::{Stop, Stopped};
use randlog_engines::answers::listed;
use randlog_engines::known::Refusals;
use randlog_engines::{Answers, Engine, EngineLimits, FailureKind, Outcome, TestCase, Worker};
use randlog_infer::Limits;

use super::judge::Judge;
use crate::Fault;
use crate::oracle::{Oracle, Reference, Said, Truth};

/// A reference for programs that are worth some time. Where there are few worlds, all of them are looked at.
fn reference(refusals: &Refusals) -> Reference {
    let timeout = Some(Duration::from_secs(10));
    let limits = Limits { timeout, worlds: 1 << 12, memory: 1 << 30 };
    Reference { limits, refusals: refusals.clone() }
}

/// Why an engine is not at fault, or it cannot be said whether it is.
#[derive(Clone, Debug, PartialEq, thiserror::Error, miette::Diagnostic)]
pub enum NoFault {
    /// The engine says what is right.
    #[error("the engine `{0}` is right: there is no fault to keep")]
    #[diagnostic(help("name an engine that is wrong about this program"))]
    Right(String),

    /// It refuses what it may refuse.
    #[error("the engine `{engine}` refuses the program, as it may: {words}")]
    #[diagnostic(help(
        "the program is unsafe for some calls, a cycle is cut by what is certain, or it cannot be translated"
    ))]
    MayRefuse {
        /// The engine.
        engine: String,
        /// Its words.
        words: String,
    },

    /// It cannot be run.
    #[error("the engine `{engine}` cannot be run: {words}")]
    #[diagnostic(help("check its command, or install it"))]
    NotRun {
        /// The engine.
        engine: String,
        /// Why.
        words: String,
    },

    /// The built-in engine does not know.
    #[error("what is right is not known: {0}")]
    #[diagnostic(help("judge by a command of your own instead"))]
    Unknown(String),

    /// There was no time to find out.
    #[error("stopped before the engine was judged: {0}")]
    #[diagnostic(help("give it more time"))]
    Stopped(#[from] Stopped),
}

/// Looks whether an engine is at fault on a program.
pub fn observe(
    engine: &dyn Engine,
    program: &TestCase,
    limits: &EngineLimits,
    refusals: &Refusals,
    stop: &Stop,
) -> Result<Fault, NoFault> {
    let reference = reference(refusals);
    let truth = truth(&reference, program, stop)?;
    let said = engine.worker().answer(program, limits, stop)?.outcome;
    judge(&reference, engine.name(), program, &truth, &said)
}

/// The right answers, if they are known.
fn truth(reference: &Reference, program: &TestCase, stop: &Stop) -> Result<Truth, NoFault> {
    match reference.truth(program, stop)? {
        known @ Truth::Known(_) => Ok(known),
        Truth::Unknown(error) => Err(NoFault::Unknown(error.to_string())),
        Truth::Disputed { exact, worlds } => {
            Err(NoFault::Unknown(format!("`exact` says {exact}, but `worlds` says {worlds}")))
        }
    }
}

/// What is wrong with what an engine said.
fn judge(
    reference: &Reference,
    engine: &str,
    program: &TestCase,
    truth: &Truth,
    said: &Outcome,
) -> Result<Fault, NoFault> {
    let fault = reference.judge(engine, program, truth, said);
    let engine = engine.to_owned();
    match (fault, said) {
        (_, Err(failure)) if failure.kind == FailureKind::Missing => {
            Err(NoFault::NotRun { engine, words: failure.words.clone() })
        }
        (None, Err(failure)) => Err(NoFault::MayRefuse { engine, words: failure.to_string() }),
        (None, Ok(_)) => Err(NoFault::Right(engine)),
        (Some(fault), said) => Ok(Fault {
            engine,
            oracle: Oracle::Reference.name().to_owned(),
            program: program.clone(),
            expected: if let Truth::Known(right) = truth { all(right) } else { fault.expected },
            answered: said.as_ref().map_or_else(|failure| failure.words.clone(), all),
            ..fault
        }),
    }
}

/// All answers in a line.
fn all(answers: &Answers) -> String {
    if answers.is_empty() { "no answers".to_owned() } else { listed(answers) }
}

/// Says yes where an engine shows a fault.
pub struct EngineJudge<'e> {
    engine: &'e dyn Engine,
    fault: Fault,
    limits: EngineLimits,
    reference: Reference,
    /// Those at rest; each thread takes one.
    workers: Mutex<Vec<Box<dyn Worker + 'e>>>,
}

impl<'e> EngineJudge<'e> {
    /// A judge that wants to see this fault.
    pub fn new(
        engine: &'e dyn Engine,
        fault: Fault,
        limits: EngineLimits,
        refusals: &Refusals,
    ) -> EngineJudge<'e> {
        let reference = reference(refusals);
        EngineJudge { engine, fault, limits, reference, workers: Mutex::default() }
    }

    /// What a worker says.
    fn ask(&self, program: &TestCase, stop: &Stop) -> Said {
        let rest = || self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let resting = rest().pop();
        let mut worker = resting.unwrap_or_else(|| self.engine.worker());
        let run = worker.answer(program, &self.limits, stop)?;
        rest().push(worker);
        Ok(run.outcome)
    }

    /// Does the engine show the fault on a program? A worker may have been asked other programs before: a fresh one must
    /// show it, too.
    fn shows(&self, program: &TestCase, stop: &Stop) -> Result<bool, NoFault> {
        let truth = truth(&self.reference, program, stop)?;
        let shows = |said: &Outcome| {
            let seen = judge(&self.reference, self.engine.name(), program, &truth, said)?;
            Ok::<_, NoFault>(seen.fails_like(&self.fault))
        };
        let fresh = || self.engine.worker().answer(program, &self.limits, stop);
        Ok(shows(&self.ask(program, stop)?)? && shows(&fresh()?.outcome)?)
    }
}

impl Judge for EngineJudge<'_> {
    fn judge(&self, program: &TestCase, stop: &Stop) -> Result<bool, Stopped> {
        match self.shows(program, stop) {
            Err(NoFault::Stopped(stopped)) => Err(stopped),
            shown => Ok(shown.unwrap_or(false)),
        }
    }
}
