//! The engines of this project: `exact`, and `worlds` as a second opinion on small programs.
//!
//! They answer in this process, which takes no time to start, but shares its memory. As a process of
//! their own they start from nothing each time, as the others do, and stay within the same limits: so
//! their times compare.

use std::ffi::OsString;
use std::iter;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use randlog_base::{Stop, Stopped};
use randlog_infer::{Algorithm, Answer, Error, Inference, Limits, Solution};

use super::process::{self, Invocation};
use super::worker::Worker;
use super::{Answered, Attempt, Bounds, Engine, EngineLimits, FailureKind, NotAnswered, Phases};
use super::{Run, Status, TestCase, Usage, protocol};

/// Address space that it reserves and hardly uses: a stack of half a gibibyte, so that operations on
/// diagrams can recurse.
const RESERVED: u64 = 640 << 20;

/// An engine of `randlog-infer`.
#[derive(Clone, Debug)]
pub(super) struct BuiltIn {
    /// Which one.
    pub(super) algorithm: Algorithm,
    /// The `randlog` executable, to be started for each program.
    pub(super) executable: Option<PathBuf>,
}

impl Engine for BuiltIn {
    fn name(&self) -> &str {
        self.algorithm.name()
    }

    fn status(&self) -> Status {
        Status::Installed(env!("CARGO_PKG_VERSION").to_owned())
    }

    fn answer(&self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered {
        let attempt = Attempt::new(limits, stop);
        match &self.executable {
            Some(executable) => self.start(executable, program, attempt),
            None => attempt.make(|| self.solve(program, attempt)),
        }
    }

    /// Always in this process.
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(BuiltIn { executable: None, ..self.clone() })
    }
}

impl Worker for BuiltIn {
    fn answer(&mut self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered {
        Engine::answer(self, program, limits, stop)
    }
}

impl BuiltIn {
    /// In a process of its own.
    fn start(&self, executable: &Path, program: &TestCase, attempt: Attempt<'_>) -> Answered {
        let (engine, memory) = (self.algorithm.name(), counted(attempt.limits).to_string());
        let options = ["infer", "--engine", engine, "--format", "json", "--memory", &memory];
        let options = options.iter().map(OsString::from);
        let words = iter::once(executable.into()).chain(options).collect();
        // The name of the executable may be one that only this process can read.
        // It is this very program, and executes nothing.
        let invocation = Invocation { words, is_contained: false, wall: None, reserved: RESERVED };
        process::ask(invocation, program, attempt, protocol::read)
    }

    /// In this process.
    fn solve(&self, program: &TestCase, attempt: Attempt<'_>) -> Result<Run, NotAnswered> {
        let is_read = program.is_read();
        let tree = program.read()?.clone();
        let parsing = (!is_read).then(|| ("parse", attempt.started.elapsed()));
        let memory = counted(attempt.limits);
        let own = Limits { memory, timeout: Some(attempt.time_left()), ..Limits::default() };
        let inference = Inference::new(&tree).algorithm(self.algorithm).limits(own);
        let solved = match solve(inference, attempt.stop)? {
            Ok(solved) => solved.map_err(|e| FailureKind::called(e.kind()).because(e.to_string())),
            Err(panic) => Err(FailureKind::Crash.because(panic)),
        };
        let wall = attempt.started.elapsed();
        let mut phases = Phases::default();
        if let Ok(solution) = &solved {
            let own = solution.phases.iter().map(|(phase, time)| (phase.name(), *time));
            for (name, time) in own.chain(parsing) {
                let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
                phases.add(&format!("{name}_us"), time);
            }
        }
        // A limit is a limit, even if there was an answer in the meantime.
        let solved = if wall > attempt.limits.time { Err(attempt.out_of_time()) } else { solved };
        let answer = |answer: Answer| (answer.atom, Bounds::exactly(answer.probability));
        let outcome = solved.map(|found| found.answers.into_iter().map(answer).collect());
        Ok(Run { outcome, phases, wall, usage: Usage::default() })
    }
}

/// Runs an inference, unless it is stopped. One that panics leaves its last words, as a process that crashes does.
pub fn solve(
    inference: Inference<'_>,
    stop: &Stop,
) -> Result<Result<Result<Solution, Error>, String>, Stopped> {
    let inference = inference.stop(stop);
    let solved = panic::catch_unwind(AssertUnwindSafe(|| inference.solve()));
    if stop.is_interrupted() {
        return Err(Stopped::Interrupt);
    }
    Ok(solved.map_err(|panic| words(&*panic)))
}

/// The memory that it may use by its own count, in bytes: it can refuse in good time what would not
/// fit. What it allocates is more than what it counts.
fn counted(limits: EngineLimits) -> u64 {
    limits.memory / 2
}

/// What a panic says.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let literal = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
    literal.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic;

    #[test]
    fn a_panic_keeps_its_words() {
        let said = |panic: fn()| words(&*panic::catch_unwind(panic).unwrap_err());
        assert_eq!(said(|| panic!("so")), "so");
        assert_eq!(said(|| panic!("{} of {}", 1, 2)), "1 of 2");
        assert_eq!(said(|| panic::panic_any(3)), "");
    }
}
