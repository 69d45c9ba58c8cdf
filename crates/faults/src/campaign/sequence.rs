//! Faults that a program alone does not show: they need what a worker was asked before, or come now and then.

use randlog_base::{Stop, Stopped};
use randlog_engines::TestCase;

use super::Campaign;
use super::judge::Check;
use super::workers::{Asking, Workers};
use crate::Fault;
use crate::reduce::{Judge, Options, reduce};

/// How many fresh processes are asked whether a fault comes now and then, and how often it must come to tell how often.
const REPETITIONS: u32 = 40;
const ENOUGH: u32 = 3;

/// The fault on a short sequence of small programs, of which the last shows it in a worker that was asked the others; if
/// those that the worker was asked before explain it.
pub(super) fn in_sequence(
    workers: &Workers<'_>,
    check: Check,
    fault: &Fault,
) -> Result<Option<Fault>, Stopped> {
    let campaign = workers.campaign;
    let stop = campaign.closing().within(campaign.patience);
    let replay = Replay { campaign, check, fault, stop: &stop };
    let mut before = fault.before.clone();
    if before.is_empty() || !replay.shows(&before, &fault.program)? {
        return Ok(None);
    }
    let fewer = replay.without_most(&mut before);
    let mut program = fault.program.clone();
    let is_small = fewer.and_then(|()| replay.reduced(&mut before, &mut program));
    // What could not be reduced any further is as good.
    campaign.closing().check()?;
    let unreduced = is_small.is_err();
    Ok(Some(Fault { before, program, unreduced, unconfirmed: true, ..fault.clone() }))
}

/// Asks new workers about programs in a row.
struct Replay<'r, 'c> {
    campaign: &'c Campaign<'c>,
    check: Check,
    fault: &'r Fault,
    stop: &'r Stop,
}

impl Replay<'_, '_> {
    /// Does a program show the fault after these?
    fn shows(&self, before: &[TestCase], program: &TestCase) -> Result<bool, Stopped> {
        let mut fresh = Workers::new(self.campaign);
        for earlier in before {
            self.stop.check()?;
            let _ = fresh.ask(Asking::AtWork, self.check.engine, earlier)?;
        }
        let found = self.check.judge(&mut fresh, Asking::AtWork, program, self.fault)?;
        Ok(found.is_some())
    }

    /// Leave out programs, many at first, as ddmin does.
    fn without_most(&self, before: &mut Vec<TestCase>) -> Result<(), Stopped> {
        let mut length = before.len();
        while length > 0 {
            let mut start = 0;
            while start < before.len() {
                let end = (start + length).min(before.len());
                let rest = [&before[..start], &before[end..]].concat();
                if self.shows(&rest, &self.fault.program)? {
                    *before = rest;
                } else {
                    start = end;
                }
            }
            length /= 2;
        }
        Ok(())
    }

    /// Make each of the programs smaller, the last one first.
    fn reduced(&self, before: &mut [TestCase], program: &mut TestCase) -> Result<(), Stopped> {
        let last = |candidate: &TestCase| self.shows(before, candidate);
        self.make_smaller(program, &last)?;
        for place in 0..before.len() {
            let others = before.to_vec();
            let earlier = |candidate: &TestCase| {
                let mut all = others.clone();
                all[place] = candidate.clone();
                self.shows(&all, program)
            };
            self.make_smaller(&mut before[place], &earlier)?;
        }
        Ok(())
    }

    fn make_smaller(&self, program: &mut TestCase, shows: &Shows<'_>) -> Result<(), Stopped> {
        let options = Options { stop: self.stop.clone(), ..Options::default() };
        // What does not show the fault once it is written anew stays as it is.
        if let Ok(reduction) = reduce(program, &Shown(shows), &options) {
            *program = reduction.program;
        }
        self.stop.check()
    }
}

/// Does a program show the fault in its place?
type Shows<'s> = dyn Fn(&TestCase) -> Result<bool, Stopped> + Sync + 's;

struct Shown<'s>(&'s Shows<'s>);

impl Judge for Shown<'_> {
    fn judge(&self, program: &TestCase, _: &Stop) -> Result<bool, Stopped> {
        self.0(program)
    }
}

/// The fault with how often fresh processes show it, if any of them does.
pub(super) fn now_and_then(
    workers: &mut Workers<'_>,
    check: Check,
    fault: &Fault,
) -> Result<Option<Fault>, Stopped> {
    let campaign = workers.campaign;
    let stop = campaign.closing().within(campaign.patience);
    let (mut asked, mut shown) = (0, 0);
    while asked < REPETITIONS && shown < ENOUGH && stop.check().is_ok() {
        asked += 1;
        let found = check.judge(workers, Asking::Afresh(1), &fault.program, fault)?;
        shown += u32::from(found.is_some());
    }
    let frequency = Some(format!("{shown} of {asked}"));
    Ok((shown > 0).then(|| Fault { frequency, unconfirmed: false, ..fault.clone() }))
}
