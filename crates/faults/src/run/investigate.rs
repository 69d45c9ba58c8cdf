//! From a suspicion to a finding.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use randlog_logic::{Dialect, Program};

use super::examine::{Source, Suspicion, by_reference, shows};
use super::team::{Team, printed};
use super::{Came, Discovery, Plan};
use crate::draw::Drawn;
use crate::oracle::Violation;
use crate::reduce::{Options, reduce};
use crate::symptom::{Kind, words_of};

/// Reduce it by workers, and see whether it is recognised; if not, confirm it in fresh processes. Nothing if there is
/// no time left, or it is a matter of time after all.
pub(super) fn investigate(
    plan: &Plan<'_>,
    team: &mut Team<'_>,
    drawn: &Drawn,
    suspicion: Suspicion,
    recognise: &dyn Fn(&Discovery) -> Option<Came>,
) -> Option<(Discovery, Option<Came>)> {
    let original = printed(&suspicion.program).ok()?;
    let whole = Matter { suspicion, complete: false };
    let found =
        whole.clone().reduced(plan, team).by_reference(plan, team).shown_by_first(plan, team);
    // What is cut short by the end of the run is no use to anyone.
    if plan.stop.load(Ordering::Relaxed) || !found.complete && plan.is_closed() {
        return None;
    }
    let mut discovery = found.discovery(plan, drawn, original);
    discovery.also = found.others(plan, team);
    show_what_fails(&mut discovery, team, found.suspicion.engine);
    if let Some(came) = recognise(&discovery) {
        return Some((discovery, Some(came)));
    }
    if let Some(confirmed) = found.confirmed(plan) {
        discovery = Discovery { program: found.printed(), violation: confirmed, ..discovery };
        show_what_fails(&mut discovery, team, found.suspicion.engine);
        return Some((discovery, None));
    }
    // On a machine that has other things to do, a second may pass without much being done.
    if found.suspicion.violation.kind.is_timeout() {
        return None;
    }
    // What workers show on smaller programs may have its cause in those that they were asked before.
    let mut discovery = whole.discovery(plan, drawn, discovery.original);
    match whole.confirmed(plan) {
        Some(confirmed) => discovery.violation = confirmed,
        None => discovery.only_at_work = true,
    }
    show_what_fails(&mut discovery, team, whole.suspicion.engine);
    let came = recognise(&discovery);
    Some((discovery, came))
}

/// Something that is looked into.
#[derive(Clone)]
struct Matter {
    suspicion: Suspicion,
    /// Was nothing left to reduce?
    complete: bool,
}

impl Matter {
    /// The same, on the smallest program on which workers show it.
    fn reduced(mut self, plan: &Plan<'_>, team: &mut Team<'_>) -> Matter {
        let Some((program, complete)) = reduced(plan, team, &self.suspicion) else { return self };
        let source = &mut Source::Team(team);
        let shown = shows(plan, source, &program, self.suspicion.engine, &self.suspicion, None);
        if let Some((violation, way)) = shown {
            self.suspicion = Suspicion { program, violation, way, ..self.suspicion };
            self.complete = complete;
        }
        self
    }

    /// If the reference knows by now which program is answered wrongly, that one is the matter, and may be
    /// reduced further.
    fn by_reference(self, plan: &Plan<'_>, team: &mut Team<'_>) -> Matter {
        let before = self.suspicion.oracle;
        let suspicion = by_reference(plan, team, self.suspicion);
        let matter = Matter { suspicion, ..self };
        match matter.suspicion.oracle == before {
            true => matter,
            false => matter.reduced(plan, team),
        }
    }

    /// The first of all engines that shows it stands for all of them.
    fn shown_by_first(mut self, plan: &Plan<'_>, team: &mut Team<'_>) -> Matter {
        for engine in 0..self.suspicion.engine {
            if let Some((violation, way)) = self.shows(plan, &mut Source::Team(team), engine) {
                self.suspicion = Suspicion { engine, violation, way, ..self.suspicion };
                break;
            }
        }
        self
    }

    /// The names of the others that show it.
    fn others(&self, plan: &Plan<'_>, team: &mut Team<'_>) -> Vec<String> {
        let later = self.suspicion.engine + 1..plan.engines.len();
        // Each of them would be late.
        let later = if self.suspicion.violation.kind.is_timeout() { 0..0 } else { later };
        let shown =
            later.filter(|&engine| self.shows(plan, &mut Source::Team(team), engine).is_some());
        shown.map(|engine| plan.engines[engine].name().to_owned()).collect()
    }

    fn shows(
        &self,
        plan: &Plan<'_>,
        source: &mut Source<'_, '_>,
        engine: usize,
    ) -> Option<(Violation, Option<usize>)> {
        let Suspicion { program, other, way, .. } = &self.suspicion;
        if *other == Some(engine) {
            return None;
        }
        shows(plan, source, program, engine, &self.suspicion, *way)
    }

    /// What fresh processes show; those that ran out of time get more of it.
    fn confirmed(&self, plan: &Plan<'_>) -> Option<Violation> {
        let times = if self.suspicion.violation.kind.is_timeout() { AFRESH } else { 1 };
        let shown = self.shows(plan, &mut Source::Afresh(times), self.suspicion.engine);
        shown.map(|(violation, _)| violation)
    }

    fn printed(&self) -> String {
        printed(&self.suspicion.program).unwrap_or_default()
    }

    fn discovery(&self, plan: &Plan<'_>, drawn: &Drawn, original: String) -> Discovery {
        Discovery {
            symptom: self.suspicion.symptom(plan),
            oracle: self.suspicion.oracle,
            program: self.printed(),
            violation: self.suspicion.violation.clone(),
            original,
            index: drawn.index,
            features: drawn.features.clone(),
            also: Vec::new(),
            only_at_work: false,
            complete: self.complete,
        }
    }
}

/// Where an engine answers a program, but fails on one that was made of it, the latter is the one to show.
fn show_what_fails(found: &mut Discovery, team: &mut Team<'_>, engine: usize) {
    let Violation { kind, words, others, .. } = &mut found.violation;
    let mut fails = |program: &Program| {
        let failure = team.ask(engine, program).err();
        failure.is_some_and(|it| (Kind::Failure(it.kind), &words_of(&it)) == (*kind, &*words))
    };
    if others.is_empty() || *kind == Kind::WrongAnswer {
        return;
    }
    let Ok(own) = Dialect::ProbLog.parse(&found.program) else { return };
    if fails(&own) {
        return;
    }
    if let Some(other) = others.iter_mut().find(|other| fails(other)) {
        found.program = printed(other).unwrap_or_default();
        *other = own;
    }
}

/// How many times as long a fresh process may take if a worker was late.
const AFRESH: u32 = 5;

/// The smallest program that workers show the same on, and whether nothing is left to try.
fn reduced(plan: &Plan<'_>, team: &mut Team<'_>, suspicion: &Suspicion) -> Option<(Program, bool)> {
    let original = printed(&suspicion.program).ok()?;
    let started = Instant::now();
    let stop = AtomicBool::new(false);
    let team = Mutex::new(team);
    let judge = |text: &str| {
        if started.elapsed() > plan.patience || plan.is_closed() {
            stop.store(true, Ordering::Relaxed);
            return false;
        }
        let Ok(program) = Dialect::ProbLog.parse(text) else { return false };
        let mut team = team.lock().unwrap_or_else(PoisonError::into_inner);
        let team = &mut Source::Team(&mut team);
        shows(plan, team, &program, suspicion.engine, suspicion, None).is_some()
    };
    let options = Options { stop: Some(&stop), ..Options::default() };
    let reduction = reduce(&original, &judge, &options).ok()?;
    let program = Dialect::ProbLog.parse(&reduction.program).ok()?;
    Some((program, reduction.complete))
}
