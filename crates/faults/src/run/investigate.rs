//! From a suspicion to a finding.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use randlog_engines::FailureKind;
use randlog_logic::{Dialect, Program};

use super::examine::{Source, Suspicion, shows};
use super::team::{Team, printed};
use super::{Discovery, Plan};
use crate::draw::Drawn;
use crate::reduce::{Options, reduce};
use crate::{Kind, Symptom};

/// Confirm it, reduce it, and confirm that. `None` if there is no time left, or no such program.
pub(super) fn investigate(
    plan: &Plan<'_>,
    team: &mut Team<'_>,
    drawn: &Drawn,
    symptom: &Symptom,
    suspicion: Suspicion,
) -> Option<Discovery> {
    let original = printed(&suspicion.program).ok()?;
    let mut finding = Discovery {
        symptom: symptom.clone(),
        oracle: suspicion.oracle,
        program: original.clone(),
        violation: suspicion.violation.clone(),
        original,
        index: drawn.index,
        features: drawn.features.clone(),
        also: Vec::new(),
        confirmed: false,
        complete: false,
    };
    let times = times(&suspicion);
    let afresh = |program: &Program, engine: usize, way: Option<usize>| {
        shows(plan, &mut Source::Afresh(times), program, engine, &suspicion, way)
    };
    let mut way = suspicion.way;
    let Some((violation, _)) = afresh(&suspicion.program, suspicion.engine, way) else {
        if times > 1 {
            return None;
        }
        return (!plan.stop.load(Ordering::Relaxed)).then_some(finding);
    };
    (finding.violation, finding.confirmed) = (violation, true);
    let mut smallest = suspicion.program.clone();
    if let Some((program, text, complete)) = reduced(plan, team, &finding.original, &suspicion)
        && let team = &mut Source::Team(team)
        && let Some((_, found)) = shows(plan, team, &program, suspicion.engine, &suspicion, None)
        && let Some((violation, _)) = afresh(&program, suspicion.engine, found)
    {
        (finding.program, finding.violation, finding.complete) = (text, violation, complete);
        (smallest, way) = (program, found);
    }
    let others = (0..plan.engines.len())
        .filter(|&engine| engine != suspicion.engine && Some(engine) != suspicion.other);
    let also = others.filter(|&engine| afresh(&smallest, engine, way).is_some());
    finding.also = also.map(|engine| plan.engines[engine].name().to_owned()).collect();
    Some(finding)
}

/// On a machine that has other things to do, a second may pass without much being done. So what ran out of
/// time is asked again with more of it, and gets more for its reduction, each step of which takes long.
fn times(suspicion: &Suspicion) -> u32 {
    match suspicion.violation.kind {
        Kind::Failure(FailureKind::Timeout) => 4,
        _ => 1,
    }
}

/// The smallest program that workers show the same on, and whether nothing is left to try.
fn reduced(
    plan: &Plan<'_>,
    team: &mut Team<'_>,
    original: &str,
    suspicion: &Suspicion,
) -> Option<(Program, String, bool)> {
    let (started, patience) = (Instant::now(), plan.patience.saturating_mul(times(suspicion)));
    let stop = AtomicBool::new(false);
    let team = Mutex::new(team);
    let judge = |text: &str| {
        // Whatever is reduced by the end of the run is filed as it is.
        if started.elapsed() > patience || plan.is_over() {
            stop.store(true, Ordering::Relaxed);
            return false;
        }
        let Ok(program) = Dialect::ProbLog.parse(text) else { return false };
        let mut team = team.lock().unwrap_or_else(PoisonError::into_inner);
        let team = &mut Source::Team(&mut team);
        shows(plan, team, &program, suspicion.engine, suspicion, None).is_some()
    };
    let options = Options { stop: Some(&stop), ..Options::default() };
    let reduction = reduce(original, &judge, &options).ok()?;
    let program = Dialect::ProbLog.parse(&reduction.program).ok()?;
    Some((program, reduction.program, reduction.complete))
}
