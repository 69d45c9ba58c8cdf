//! No program twice: `randlog sample --distinct`.

use std::collections::HashSet;
use std::ops::ControlFlow;

use randlog_generate::Spec;
use randlog_generate::exact::{self, MemoryLimit};
use randlog_generate::search::{Budget, Searcher};

use crate::failure::Failure;

/// The programs that were met so far.
pub(crate) struct Distinct {
    seen: HashSet<String>,
    /// How many different programs there are to be met.
    wanted: u64,
    /// How many programs that were met before have come one after the other.
    repeats: u64,
}

/// Where all programs are equally likely, this many repeats in a row for each program of the space mean that
/// nothing is left, but for a chance of one in 10^17.
const REPEATS: u64 = 40;

impl Distinct {
    /// Look for this many different programs, or for all if the space holds fewer.
    pub(crate) fn new(spec: &Spec, wanted: u64, limit: MemoryLimit, budget: &Budget) -> Distinct {
        let most = exact::count_within(spec, limit);
        let most = most.map_or_else(
            |_| at_most(spec, wanted, budget),
            |n| u64::try_from(&n).unwrap_or(u64::MAX),
        );
        Distinct { seen: HashSet::new(), wanted: wanted.min(most), repeats: 0 }
    }

    /// Is this program new? An error if it is pointless to go on.
    pub(crate) fn is_new(&mut self, identity: String) -> Result<bool, Failure> {
        let is_new = self.seen.insert(identity);
        self.repeats = if is_new { 0 } else { self.repeats + 1 };
        let found = self.seen.len() as u64;
        let patience = self.wanted.saturating_mul(REPEATS).saturating_add(1000);
        if self.repeats > patience { Err(Failure::OnlyRepeats { found }) } else { Ok(is_new) }
    }

    /// Are there no more to be met, though this many were asked for?
    pub(crate) fn check(&self, wanted: u64) -> Result<(), Failure> {
        let found = self.seen.len() as u64;
        match found == self.wanted && found < wanted {
            true => Err(Failure::Exhausted { found, wanted }),
            false => Ok(()),
        }
    }

    /// How many programs there are to be met.
    pub(crate) fn wanted(&self) -> u64 {
        self.wanted
    }
}

/// How many programs the space holds, as far as that matters.
fn at_most(spec: &Spec, wanted: u64, budget: &Budget) -> u64 {
    let mut found = 0;
    Searcher::new(spec).enumerate(budget, |_| {
        found += 1;
        if found < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}
