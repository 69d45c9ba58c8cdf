//! From a fault that an oracle noticed to one that is worth filing.

use std::mem::swap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use randlog_engines::TestCase;

use super::Campaign;
use super::judge::{Asking, Check, by_reference};
use super::workers::Workers;
use crate::finding::Filed;
use crate::reduce::{Options, reduce};
use crate::{Fault, FaultKind};

/// How many times as long a fresh process may take if a worker was late.
const AFRESH: u32 = 5;

/// Reduce the program by workers, and see whether the fault is recognised; if not, confirm it in fresh processes.
/// Nothing if there is no time left, or it is a matter of time after all.
pub(super) fn investigate(
    campaign: &Campaign<'_>,
    workers: &mut Workers<'_>,
    (check, fault): (Check, Fault),
    recognise: &dyn Fn(&Fault) -> Option<Filed>,
) -> Option<(Fault, Option<Filed>)> {
    let mut work = Investigation { campaign, workers };
    let whole = Fault { original: fault.program.clone(), unreduced: true, ..fault };
    let found = work.reduced((check, whole.clone()));
    let found = work.by_reference(found);
    let (reduced_check, mut reduced) = work.shown_by_first(found);
    // What is cut short by the end of the campaign is no use to anyone.
    if campaign.stop.load(Ordering::Relaxed) || reduced.unreduced && campaign.is_closed() {
        return None;
    }
    reduced.also = work.others(reduced_check, &reduced);
    let shown = work.showing_what_fails(reduced_check, reduced.clone());
    if let Some(filed) = recognise(&shown) {
        return Some((shown, Some(filed)));
    }
    if let Some(confirmed) = work.confirmed(reduced_check, &reduced) {
        return Some((work.showing_what_fails(reduced_check, confirmed), None));
    }
    // On a machine that has other things to do, a second may pass without much being done.
    if reduced.kind.is_timeout() {
        return None;
    }
    // What workers show on smaller programs may have its cause in those that they were asked before.
    let confirmed = work.confirmed(check, &whole);
    let fault = confirmed.unwrap_or(Fault { unconfirmed: true, ..whole });
    let fault = work.showing_what_fails(check, fault);
    let filed = recognise(&fault);
    Some((fault, filed))
}

struct Investigation<'i, 'c> {
    campaign: &'i Campaign<'i>,
    workers: &'i mut Workers<'c>,
}

impl Investigation<'_, '_> {
    /// The same fault, on the smallest program on which workers show it.
    fn reduced(&mut self, (check, fault): (Check, Fault)) -> (Check, Fault) {
        let any = Check { follow_up: None, ..check };
        let Some((program, complete)) = self.smallest(any, &fault) else { return (check, fault) };
        match self.by_workers(any, &program, &fault) {
            Some((check, found)) => (check, Fault { unreduced: !complete, ..found }),
            None => (check, fault),
        }
    }

    /// The smallest program that workers show the same on, and whether nothing is left to try.
    fn smallest(&mut self, check: Check, fault: &Fault) -> Option<(TestCase, bool)> {
        let campaign = self.campaign;
        let (started, stop) = (Instant::now(), AtomicBool::new(false));
        let workers = Mutex::new(&mut *self.workers);
        let judge = |program: &TestCase| {
            if started.elapsed() > campaign.patience || campaign.is_closed() {
                stop.store(true, Ordering::Relaxed);
                return false;
            }
            let mut workers = workers.lock().unwrap_or_else(PoisonError::into_inner);
            check.judge(campaign, &mut Asking::Workers(&mut workers), program, fault).is_some()
        };
        let options = Options { stop: Some(&stop), ..Options::default() };
        let reduction = reduce(&fault.program, &judge, &options).ok()?;
        Some((reduction.program, reduction.complete))
    }

    /// What workers show on a program, with what was known of the fault before.
    fn by_workers(
        &mut self,
        check: Check,
        program: &TestCase,
        fault: &Fault,
    ) -> Option<(Check, Fault)> {
        let asking = &mut Asking::Workers(self.workers);
        let (check, found) = check.judge(self.campaign, asking, program, fault)?;
        Some((check, found.seen_again(fault)))
    }

    /// If the reference knows by now which program is answered wrongly, that one may be reduced further.
    fn by_reference(&mut self, (check, fault): (Check, Fault)) -> (Check, Fault) {
        let found = by_reference(self.campaign, self.workers, (check, fault));
        match found.0.oracle == check.oracle {
            true => found,
            false => self.reduced(found),
        }
    }

    /// The first of all engines that shows it stands for all of them.
    fn shown_by_first(&mut self, (check, fault): (Check, Fault)) -> (Check, Fault) {
        let shown = (0..check.engine).find_map(|engine| self.shows(engine, check, &fault));
        shown.unwrap_or((check, fault))
    }

    /// Does another engine show it?
    fn shows(&mut self, engine: usize, check: Check, fault: &Fault) -> Option<(Check, Fault)> {
        if check.against == Some(engine) {
            return None;
        }
        self.by_workers(Check { engine, ..check }, &fault.program, fault)
    }

    /// The names of the later engines that show it.
    fn others(&mut self, check: Check, fault: &Fault) -> Vec<String> {
        let later = check.engine + 1..self.campaign.engines.len();
        // Each of them would be late.
        let later = if fault.kind.is_timeout() { 0..0 } else { later };
        let shown = later.filter_map(|engine| self.shows(engine, check, fault));
        shown.map(|(_, found)| found.engine).collect()
    }

    /// What fresh processes show; those that ran out of time get more of it.
    fn confirmed(&self, check: Check, fault: &Fault) -> Option<Fault> {
        let asking = &mut Asking::Afresh(if fault.kind.is_timeout() { AFRESH } else { 1 });
        let (_, found) = check.judge(self.campaign, asking, &fault.program, fault)?;
        Some(found.seen_again(fault))
    }

    /// Where an engine answers a program, but fails on one that was made of it, the latter is the one to show.
    fn showing_what_fails(&mut self, check: Check, mut fault: Fault) -> Fault {
        if fault.compared.is_empty() || fault.kind == FaultKind::WrongAnswer {
            return fault;
        }
        let mut fails = |program: &TestCase| {
            let failure = self.workers.ask(check.engine, program).err();
            failure.is_some_and(|failure| fault.is_failure(&failure))
        };
        if !fails(&fault.program)
            && let Some(place) = fault.compared.iter().position(fails)
        {
            swap(&mut fault.program, &mut fault.compared[place]);
        }
        fault
    }
}
