//! The engines of this project: `exact`, and `worlds` as a second opinion on small programs.
//!
//! They answer in this process, which takes no time to start, but shares its memory. As a process of
//! their own they start from nothing each time, as the others do, and stay within the same limits: so
//! their times compare.

use std::ffi::OsString;
use std::iter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use randlog_base::stop;
use randlog_infer::{Algorithm, Answer, Inference, Limits, Solution};
use randlog_logic::Program;

use super::process::{self, Invocation, Task};
use super::worker::Worker;
use super::{
    Attempt, Bounds, Engine, EngineLimits, FailureKind, Phases, Run, Status, TestCase, Usage,
};
use super::{input, protocol};

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

    fn run(&self, file: &Path, limits: &EngineLimits) -> Run {
        let attempt = Attempt::new(limits);
        attempt.make(|| match &self.executable {
            Some(executable) => Ok(self.start(executable, Task::File(file), attempt)),
            None => {
                let source = input::source(file)?;
                Ok(self.solve(source, Some(attempt.started.elapsed()), attempt))
            }
        })
    }

    fn run_text(&self, text: &str, limits: &EngineLimits) -> Run {
        let attempt = Attempt::new(limits);
        match &self.executable {
            Some(executable) => self.start(executable, Task::Text(text), attempt),
            None => self.solve_text(text, attempt),
        }
    }

    fn answer(&self, program: &Program, limits: &EngineLimits) -> Run {
        let attempt = Attempt::new(limits);
        match self.executable {
            Some(_) => attempt.make(|| Ok(self.run_text(&input::printed(program)?, limits))),
            None => self.solve(program.clone(), None, attempt),
        }
    }

    /// Always in this process.
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Here(self))
    }
}

/// An engine in this process.
struct Here<'e>(&'e BuiltIn);

impl Worker for Here<'_> {
    fn answer(&mut self, program: &str, limits: &EngineLimits) -> Run {
        self.0.solve_text(program, Attempt::new(limits))
    }

    fn answer_case(&mut self, program: &TestCase, limits: &EngineLimits) -> Run {
        match program.tree() {
            Some(tree) => self.0.solve(tree.clone(), None, Attempt::new(limits)),
            None => self.answer(program.text(), limits),
        }
    }
}

impl BuiltIn {
    /// In a process of its own.
    fn start(&self, executable: &Path, task: Task<'_>, attempt: Attempt) -> Run {
        let (engine, memory) = (self.algorithm.name(), counted(attempt.limits).to_string());
        let options = ["infer", "--engine", engine, "--format", "json", "--memory", &memory];
        let options = options.iter().map(OsString::from);
        let words = iter::once(executable.into()).chain(options).collect();
        // The name of the executable may be one that only this process can read.
        let invocation = Invocation { words, is_contained: false, reserved: RESERVED };
        process::ask(invocation, task, attempt, protocol::read)
    }

    fn solve_text(&self, text: &str, attempt: Attempt) -> Run {
        attempt.make(|| {
            let source = Program::parse(text);
            let source = source.map_err(|e| FailureKind::Rejected.because(e.to_string()))?;
            Ok(self.solve(source, Some(attempt.started.elapsed()), attempt))
        })
    }

    /// In this process.
    fn solve(&self, program: Program, parsing: Option<Duration>, attempt: Attempt) -> Run {
        let memory = usize::try_from(counted(attempt.limits)).unwrap_or(usize::MAX);
        let own = Limits { memory, timeout: Some(attempt.time_left()), ..Limits::default() };
        let inference = Inference::new(&program).algorithm(self.algorithm).limits(own);
        let inference = inference.stop(&stop::current());
        let solved = stop::catch_panic(|| inference.solve());
        // Nobody waits for the answer of work that is to be left.
        stop::check();
        let solved = match solved {
            Ok(solved) => solved.map_err(|e| FailureKind::called(e.kind()).because(e.to_string())),
            // As if a process had crashed.
            Err(panic) => Err(FailureKind::Crash.because(words(&*panic))),
        };
        let (wall, limits) = (attempt.started.elapsed(), attempt.limits);
        let phases = solved.as_ref().map_or(Phases::default(), |found| phases(found, parsing));
        // A limit is a limit, even if there was an answer in the meantime.
        let solved = if wall > limits.time { Err(limits.out_of_time()) } else { solved };
        let answer = |answer: Answer| (answer.atom, Bounds::exactly(answer.probability));
        let outcome = solved.map(|found| found.answers.into_iter().map(answer).collect());
        Run { outcome, phases, wall, usage: Usage::default() }
    }
}

/// The memory that it may use by its own count, in bytes: it can refuse in good time what would not
/// fit. What it allocates is more than what it counts.
fn counted(limits: EngineLimits) -> u64 {
    limits.memory / 2
}

fn phases(solution: &Solution, parsing: Option<Duration>) -> Phases {
    let parsing = parsing.map(|time| ("parse", time));
    let mut phases = Phases::default();
    for (name, time) in solution.phases.iter().map(|(p, t)| (p.name(), *t)).chain(parsing) {
        phases.add(&format!("{name}_us"), u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }
    phases
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
