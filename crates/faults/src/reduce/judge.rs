//! What says whether a program is interesting.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use randlog_base::stop;
use randlog_engines::TestCase;

/// The interestingness test of a reduction: the *test* function of ddmin. It is called from several threads at a
/// time.
pub trait Judge: Sync {
    /// Is the program still interesting?
    fn judge(&self, program: &TestCase) -> bool;
}

impl<F: Fn(&TestCase) -> bool + Sync> Judge for F {
    fn judge(&self, program: &TestCase) -> bool {
        self(program)
    }
}

/// A judge that is asked about each text once.
pub(super) struct Verdicts<'j> {
    judge: &'j dyn Judge,
    known: Mutex<HashMap<String, bool>>,
    calls: AtomicUsize,
}

impl<'j> Verdicts<'j> {
    pub(super) fn new(judge: &'j dyn Judge) -> Verdicts<'j> {
        Verdicts { judge, known: Mutex::default(), calls: AtomicUsize::new(0) }
    }

    /// How often the judge was asked.
    pub(super) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    pub(super) fn judge(&self, program: &TestCase) -> bool {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&verdict) = known().get(program.text()) {
            return verdict;
        }
        self.calls.fetch_add(1, Ordering::Relaxed);
        // A judge that is stopped says nothing, and need not be asked again.
        let verdict = stop::caught(|| self.judge.judge(program)).unwrap_or(false);
        known().insert(program.text().to_owned(), verdict);
        verdict
    }
}
