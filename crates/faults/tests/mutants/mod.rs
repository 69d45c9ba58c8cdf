//! Engines with one deliberate fault each.
//!
//! Each is the built-in engine, with something wrong done to the program before, to the answers after,
//! or a refusal without reason. They show what `fuzz` finds.

mod answers;
pub(crate) mod hunt;
mod programs;
mod reach;
mod refusals;

use std::time::Duration;

use randlog_base::Stop;
use randlog_engines::{
    Answered, Answers, Bounds, Engine, EngineLimits, FailureKind, NoAnswer, Phases, Run, Status,
    TestCase, Usage,
};
use randlog_infer::{Algorithm, Error, Inference, Limits};
use randlog_logic::{Dialect, Program};

/// An engine with a fault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mutant {
    /// What it is called.
    pub(crate) name: &'static str,
    /// What is wrong with it.
    pub(crate) fault: Fault,
}

/// What is wrong with an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// It takes a program for another one.
    Program(fn(&mut Program)),
    /// It gets the answers to a program wrong.
    Answers(fn(&Program, &mut Answers)),
    /// It refuses a program, or breaks down.
    Refusal(fn(&Program) -> Option<FailureKind>),
}

/// All of them.
pub(crate) fn all() -> Vec<Mutant> {
    let programs =
        programs::ALL.iter().chain(&reach::ALL).map(|&(name, fault)| (name, Fault::Program(fault)));
    let answers = answers::ALL.iter().map(|&(name, fault)| (name, Fault::Answers(fault)));
    let refusals = refusals::ALL.iter().map(|&(name, fault)| (name, Fault::Refusal(fault)));
    let all = programs.chain(answers).chain(refusals);
    all.map(|(name, fault)| Mutant { name, fault }).collect()
}

impl Mutant {
    fn outcome(&self, program: &Program) -> Result<Answers, NoAnswer> {
        match self.fault {
            Fault::Program(change) => {
                let mut program = program.clone();
                change(&mut program);
                right(&program)
            }
            Fault::Answers(change) => {
                let mut answers = right(program)?;
                change(program, &mut answers);
                Ok(answers)
            }
            Fault::Refusal(reason) => match reason(program) {
                Some(kind) => Err(NoAnswer { kind, words: self.name.to_owned() }),
                None => right(program),
            },
        }
    }
}

/// What is right.
pub(crate) fn right(program: &Program) -> Result<Answers, NoAnswer> {
    let timeout = Some(Duration::from_secs(5));
    let limits = Limits { worlds: 1 << 12, timeout, memory: 1 << 30 };
    // Walking through few worlds takes less time than starting a thread.
    let solved = match Inference::new(program).algorithm(Algorithm::Worlds).limits(limits).solve() {
        Err(Error::TooManyWorlds { .. }) => Inference::new(program).limits(limits).solve(),
        solved => solved,
    };
    let kind = |error: &Error| match error.kind() {
        "non-ground" => FailureKind::NonGround,
        "negative-cycle" => FailureKind::NegativeCycle,
        "unknown-clause" => FailureKind::UnknownClause,
        "timeout" => FailureKind::Timeout,
        _ => FailureKind::Rejected,
    };
    let solution =
        solved.map_err(|it| NoAnswer { kind: kind(&it), words: it.kind().to_owned() })?;
    let answers = solution.answers.into_iter();
    Ok(answers.map(|answer| (answer.atom, Bounds::exactly(answer.probability))).collect())
}

pub(crate) fn ended(outcome: Result<Answers, NoAnswer>) -> Run {
    Run { outcome, phases: Phases::default(), wall: Duration::ZERO, usage: Usage::default() }
}

impl Engine for Mutant {
    fn name(&self) -> &str {
        self.name
    }

    fn status(&self) -> Status {
        Status::Installed("0".to_owned())
    }

    fn answer(&self, program: &TestCase, _: &EngineLimits, _: &Stop) -> Answered {
        if let Some(flat) = program.program() {
            return Ok(ended(self.outcome(&flat)));
        }
        let parsed = Dialect::ProbLog.parse(program.text());
        let rejected = |words: String| NoAnswer { kind: FailureKind::Rejected, words };
        let outcome = parsed.map_err(|it| rejected(it.to_string()));
        Ok(ended(outcome.and_then(|it| self.outcome(&it))))
    }
}
