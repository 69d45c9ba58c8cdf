//! No program twice.

use std::collections::HashSet;
use std::ops::ControlFlow;

use miette::Diagnostic;
use randlog_generate::search::Searcher;
use randlog_generate::{Spec, Stop, exact};

/// Why there are no further programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
pub enum NotDistinct {
    /// All programs are drawn.
    #[error("all {found} programs of the space are drawn, fewer than the {wanted} asked for")]
    #[diagnostic(help("what was drawn is kept; widen the spec for more"))]
    Exhausted {
        /// How many there are.
        found: u64,
        /// How many were asked for.
        wanted: u64,
    },
    /// Either all programs are drawn, or the others are too rare.
    #[error("no new program in a long time: {found} different ones were drawn")]
    #[diagnostic(help("the others are rare, or there are none; `randlog enumerate` lists all"))]
    OnlyRepeats {
        /// How many were drawn.
        found: u64,
    },
}

/// The programs that were met so far.
#[derive(Debug)]
pub struct Distinct<'s> {
    spec: &'s Spec,
    seen: HashSet<String>,
    /// How many different programs are to be met.
    wanted: u64,
    /// Does the space hold so many, as far as anybody can tell?
    is_counted: bool,
    /// How many programs that were met before have come one after the other.
    repeats: u64,
}

/// So many repeats in a row make it worth while to count the space by search, if there is no formula.
const SUSPICIOUS: u64 = 100;

/// Where all programs are equally likely, this many repeats in a row for each program of the space mean that
/// nothing is left, but for a chance of one in 10^17.
const REPEATS: u64 = 40;

impl<'s> Distinct<'s> {
    /// Look for this many different programs, or for all if the space holds fewer.
    pub fn new(spec: &'s Spec, wanted: u64, stop: &Stop) -> Distinct<'s> {
        let most = exact::count_within(spec, stop).ok();
        let is_counted = most.is_some();
        let most = most.and_then(|most| u64::try_from(&most).ok());
        let wanted = most.map_or(wanted, |most| wanted.min(most));
        Distinct { spec, seen: HashSet::new(), wanted, is_counted, repeats: 0 }
    }

    /// Is this program new? An error if it is pointless to go on.
    pub fn is_new(&mut self, identity: String, stop: &Stop) -> Result<bool, NotDistinct> {
        let is_new = self.seen.insert(identity);
        self.repeats = if is_new { 0 } else { self.repeats + 1 };
        if self.repeats > SUSPICIOUS && !self.is_counted {
            self.is_counted = true;
            self.wanted = at_most(self.spec, self.wanted, stop);
        }
        let found = self.seen.len() as u64;
        let patience = self.wanted.saturating_mul(REPEATS).saturating_add(1000);
        if self.repeats > patience { Err(NotDistinct::OnlyRepeats { found }) } else { Ok(is_new) }
    }

    /// Are there no more to be met, though this many were asked for?
    pub fn check(&self, wanted: u64) -> Result<(), NotDistinct> {
        let found = self.seen.len() as u64;
        match found == self.wanted && found < wanted {
            true => Err(NotDistinct::Exhausted { found, wanted }),
            false => Ok(()),
        }
    }

    /// How many programs there are to be met.
    pub fn wanted(&self) -> u64 {
        self.wanted
    }
}

/// How many of these programs the space holds; all, if there is no time to tell.
fn at_most(spec: &Spec, wanted: u64, stop: &Stop) -> u64 {
    let mut found = 0;
    let ending = Searcher::new(spec).enumerate(stop, |_| {
        found += 1;
        if found < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if ending.is_err() { wanted } else { found }
}
