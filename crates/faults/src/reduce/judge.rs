//! What says whether a program is interesting.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use randlog_base::{Stop, Stopped};
use randlog_engines::TestCase;

use super::NotReduced;

/// The interestingness test of a reduction: the *test* function of ddmin. It is called from several threads at a
/// time.
pub trait Judge: Sync {
    /// Is the program still interesting?
    fn judge(&self, program: &TestCase, stop: &Stop) -> Result<bool, Stopped>;
}

impl<F: Fn(&TestCase) -> bool + Sync> Judge for F {
    fn judge(&self, program: &TestCase, _: &Stop) -> Result<bool, Stopped> {
        Ok(self(program))
    }
}

/// A judge that is asked about each text once.
pub(super) struct Verdicts<'j> {
    judge: &'j dyn Judge,
    stop: &'j Stop,
    known: Mutex<HashMap<String, bool>>,
    calls: AtomicUsize,
}

impl<'j> Verdicts<'j> {
    pub(super) fn new(judge: &'j dyn Judge, stop: &'j Stop) -> Verdicts<'j> {
        Verdicts { judge, stop, known: Mutex::default(), calls: AtomicUsize::new(0) }
    }

    /// How often the judge was asked.
    pub(super) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// Ask again about a program that was accepted, until so many answers are there.
    pub(super) fn repeat(
        &self,
        program: &TestCase,
        what: &'static str,
        times: usize,
    ) -> Result<(), NotReduced> {
        let mut yes = 1;
        for _ in 1..times {
            self.calls.fetch_add(1, Ordering::Relaxed);
            yes += usize::from(self.judge.judge(program, self.stop)?);
        }
        match yes == times.max(1) {
            true => Ok(()),
            false => Err(NotReduced::Unsteady { program: what, yes, asked: times }),
        }
    }

    pub(super) fn judge(&self, program: &TestCase) -> Result<bool, Stopped> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&verdict) = known().get(program.text()) {
            return Ok(verdict);
        }
        self.calls.fetch_add(1, Ordering::Relaxed);
        let verdict = self.judge.judge(program, self.stop)?;
        known().insert(program.text().to_owned(), verdict);
        Ok(verdict)
    }
}
