//! From a fault that an oracle noticed to one that is worth filing.

use std::mem::swap;
use std::sync::{Mutex, PoisonError};

use randlog_base::{Stop, Stopped};
use randlog_engines::TestCase;

use super::judge::{Check, Found, Noticed, by_reference};
use super::sequence::{in_sequence, now_and_then};
use super::workers::{Asking, Workers};
use crate::finding::Filed;
use crate::reduce::{Judge, Options, reduce};
use crate::{Fault, FaultKind};

/// How many times as long a fresh process may take if a worker was late.
const AFRESH: u32 = 5;

/// Reduce the program by workers, and see whether the fault is recognised; if not, confirm it in fresh processes. If the
/// time of the run is up before, the fault is kept as far as it is known. Nothing if it is a matter of time after all.
pub(super) fn investigate(
    workers: &mut Workers<'_>,
    (check, fault): Noticed,
    recognise: &dyn Fn(&Fault) -> Option<Filed>,
) -> Result<Option<(Fault, Option<Filed>)>, Stopped> {
    let whole = Fault { original: fault.program.clone(), unreduced: true, ..fault };
    let mut best = whole.clone();
    match pursue(workers, (check, whole), &mut best, recognise) {
        Err(_) if workers.campaign.stop.check().is_ok() => {
            let fault = Fault { cut_short: true, unconfirmed: true, before: Vec::new(), ..best };
            let filed = recognise(&fault);
            Ok(Some((fault, filed)))
        }
        pursued => pursued,
    }
}

/// The same, until the time is up; `best` is what is known by then.
fn pursue(
    workers: &mut Workers<'_>,
    (check, whole): Noticed,
    best: &mut Fault,
    recognise: &dyn Fn(&Fault) -> Option<Filed>,
) -> Result<Option<(Fault, Option<Filed>)>, Stopped> {
    // Most faults do not need what was asked before.
    let alone = Fault { before: Vec::new(), ..whole.clone() };
    let found = reduced(workers, (check, alone.clone()))?;
    *best = found.1.clone();
    let found = reduced_by_reference(workers, found)?;
    *best = found.1.clone();
    let (reduced_check, mut reduced) = shown_by_first(workers, found)?;
    *best = reduced.clone();
    reduced.also = others(workers, reduced_check, &reduced)?;
    let shown = showing_what_fails(workers, reduced_check, reduced.clone())?;
    *best = shown.clone();
    if let Some(filed) = recognise(&shown) {
        return Ok(Some((shown, Some(filed))));
    }
    if let Some((_, confirmed)) = confirmed(workers, reduced_check, &reduced)? {
        return Ok(Some((showing_what_fails(workers, reduced_check, confirmed)?, None)));
    }
    // On a machine that has other things to do, a second may pass without much being done.
    if reduced.kind.is_timeout() {
        return Ok(None);
    }
    // What workers show on smaller programs may have its cause in those that they were asked before.
    *best = alone.clone();
    let fault = match confirmed(workers, check, &alone)? {
        Some((_, confirmed)) => confirmed,
        None => match in_sequence(workers, check, &whole)? {
            Some(sequence) => {
                let filed = recognise(&sequence);
                return Ok(Some((sequence, filed)));
            }
            None => now_and_then(workers, check, &alone)?
                .unwrap_or(Fault { unconfirmed: true, ..alone }),
        },
    };
    let fault = showing_what_fails(workers, check, fault)?;
    let filed = recognise(&fault);
    Ok(Some((fault, filed)))
}

/// The same fault, on the smallest program on which workers show it.
fn reduced(workers: &mut Workers<'_>, (check, fault): Noticed) -> Result<Noticed, Stopped> {
    let any = Check { follow_up: None, ..check };
    let campaign = workers.campaign;
    let judge = ByWorkers { workers: Mutex::new(&mut *workers), check: any, fault: &fault };
    // When the time is up, what is left of it is for confirming what was found.
    let stop = campaign.ending().within(campaign.patience);
    let options = Options { stop, ..Options::default() };
    let Ok(reduction) = reduce(&fault.program, &judge, &options) else {
        return campaign.closing().check().map(|()| (check, fault));
    };
    match any.judge(workers, Asking::AtWork, &reduction.program, &fault)? {
        Some((check, found)) => Ok((check, Fault { unreduced: !reduction.complete, ..found })),
        None => Ok((check, fault)),
    }
}

/// Says yes where workers show a fault.
struct ByWorkers<'j, 'w, 'c> {
    workers: Mutex<&'j mut Workers<'c>>,
    check: Check,
    fault: &'w Fault,
}

impl Judge for ByWorkers<'_, '_, '_> {
    fn judge(&self, program: &TestCase, _: &Stop) -> Result<bool, Stopped> {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.check.judge(&mut workers, Asking::AtWork, program, self.fault)?.is_some())
    }
}

/// If the reference knows by now which program is answered wrongly, that one may be reduced further.
fn reduced_by_reference(workers: &mut Workers<'_>, before: Noticed) -> Result<Noticed, Stopped> {
    let oracle = before.0.oracle;
    let found = by_reference(workers, before)?;
    if found.0.oracle == oracle { Ok(found) } else { reduced(workers, found) }
}

/// The first of all engines that shows it stands for all of them.
fn shown_by_first(workers: &mut Workers<'_>, (check, fault): Noticed) -> Result<Noticed, Stopped> {
    for engine in 0..check.engine {
        if let Some(shown) = shows(workers, engine, check, &fault)? {
            return Ok(shown);
        }
    }
    Ok((check, fault))
}

/// Does another engine show it?
fn shows(workers: &mut Workers<'_>, engine: usize, check: Check, fault: &Fault) -> Found {
    if check.against == Some(engine) {
        return Ok(None);
    }
    Check { engine, ..check }.judge(workers, Asking::AtWork, &fault.program, fault)
}

/// The names of the later engines that show it.
fn others(workers: &mut Workers<'_>, check: Check, fault: &Fault) -> Result<Vec<String>, Stopped> {
    let mut names = Vec::new();
    // Each of them would be late.
    if !fault.kind.is_timeout() {
        for engine in check.engine + 1..workers.campaign.engines.len() {
            names.extend(shows(workers, engine, check, fault)?.map(|(_, found)| found.engine));
        }
    }
    Ok(names)
}

/// What fresh processes show; those that ran out of time get more of it.
fn confirmed(workers: &mut Workers<'_>, check: Check, fault: &Fault) -> Found {
    let asking = Asking::Afresh(if fault.kind.is_timeout() { AFRESH } else { 1 });
    check.judge(workers, asking, &fault.program, fault)
}

/// Where an engine answers a program, but fails on one that was made of it, the latter is the one to show.
fn showing_what_fails(
    workers: &mut Workers<'_>,
    check: Check,
    mut fault: Fault,
) -> Result<Fault, Stopped> {
    if fault.compared.is_empty() || fault.kind == FaultKind::WrongAnswer {
        return Ok(fault);
    }
    for place in 0..=fault.compared.len() {
        // The program itself comes first.
        let program = place.checked_sub(1).map_or(&fault.program, |place| &fault.compared[place]);
        let failure = workers.ask(Asking::AtWork, check.engine, program)?.err();
        if failure.is_some_and(|failure| fault.is_failure(&failure)) {
            if place > 0 {
                swap(&mut fault.program, &mut fault.compared[place - 1]);
            }
            break;
        }
    }
    Ok(fault)
}
