//! From a suspicion to a finding.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use randlog_logic::{Dialect, Program};

use super::examine::{Source, Suspicion, shows};
use super::team::{Team, printed};
use super::{Discovery, Plan};
use crate::Symptom;
use crate::draw::Drawn;
use crate::reduce::{Options, reduce};

/// Confirm it, reduce it, and confirm that. `None` if there is no time left, or no such program.
pub(super) fn investigate(
    plan: &Plan<'_>,
    team: &mut Team<'_>,
    drawn: &Drawn,
    symptom: &Symptom,
    suspicion: Suspicion,
) -> Option<Discovery> {
    let original = printed(&drawn.program).ok()?;
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
    let afresh = |program: &Program, engine: usize, way: Option<usize>| {
        shows(plan, &mut Source::Afresh, program, engine, &suspicion, way)
    };
    let mut way = suspicion.way;
    let Some((violation, _)) = afresh(&drawn.program, suspicion.engine, way) else {
        return (!plan.stop.load(Ordering::Relaxed)).then_some(finding);
    };
    (finding.violation, finding.confirmed) = (violation, true);
    let mut smallest = drawn.program.clone();
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

/// The smallest program that workers show the same on, and whether nothing is left to try.
fn reduced(
    plan: &Plan<'_>,
    team: &mut Team<'_>,
    original: &str,
    suspicion: &Suspicion,
) -> Option<(Program, String, bool)> {
    let started = Instant::now();
    let stop = AtomicBool::new(false);
    let team = Mutex::new(team);
    let judge = |text: &str| {
        if started.elapsed() > plan.patience || plan.stop.load(Ordering::Relaxed) {
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
