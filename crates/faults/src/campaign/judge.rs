//! One program, all engines, all oracles.

use randlog_base::Stopped;
use randlog_base::random::scrambled;
use randlog_engines::{FailureKind, Outcome, TestCase};

use super::Campaign;
use super::classes::Class;
use super::workers::{Asking, Workers};
use crate::Fault;
use crate::draw::Drawn;
use crate::oracle::{Oracle, Truth, among};

/// What came to light about a program.
#[derive(Default)]
pub(super) struct Examination {
    pub(super) faults: Vec<Noticed>,
    /// The built-in engines contradict each other.
    pub(super) own: Option<Fault>,
    /// Is it known what is right?
    pub(super) known: bool,
    /// Whether each engine that was asked had an answer.
    pub(super) answered: Vec<(usize, bool)>,
}

/// A fault, and how it is noticed.
pub(super) type Noticed = (Check, Fault);

/// What is noticed, if anything is, unless the work is stopped.
pub(super) type Found = Result<Option<Noticed>, Stopped>;

/// How a fault is noticed, so that it can be looked for on other programs.
#[derive(Clone, Copy)]
pub(super) struct Check {
    /// The engine that seems to be at fault: a place in the list of engines.
    pub(super) engine: usize,
    pub(super) oracle: Oracle,
    /// The engine that it differs from, if that is all we know.
    pub(super) against: Option<usize>,
    /// The follow-up of a relation. All are tried if there is none.
    pub(super) follow_up: Option<usize>,
}

/// How many relations are tried on a program, if the reference has spoken, and if it has not.
const RELATIONS_WITH_REFERENCE: usize = 1;
const RELATIONS_ALONE: usize = 4;

/// Of how many programs that the reference knows one is tried at all.
const ONE_IN: u64 = 4;

/// How many follow-ups of a relation are tried when it is known that one of them shows something.
const FOLLOW_UPS: usize = 48;

impl Check {
    fn new(engine: usize, oracle: Oracle) -> Check {
        Check { engine, oracle, against: None, follow_up: None }
    }

    /// What an oracle says, with the engine, the oracle and the program that it is about.
    fn completed(self, campaign: &Campaign<'_>, program: &TestCase, fault: Fault) -> Noticed {
        let engine = campaign.engines[self.engine].name().to_owned();
        let (oracle, program) = (self.oracle.name().to_owned(), program.clone());
        (self, Fault { engine, oracle, program, ..fault })
    }

    /// Does a program show the same fault, according to the same oracle? What was known of it before is kept.
    pub(super) fn judge(
        self,
        workers: &mut Workers<'_>,
        asking: Asking,
        program: &TestCase,
        fault: &Fault,
    ) -> Found {
        let campaign = workers.campaign;
        let Some(flat) = program.program() else { return Ok(None) };
        // Without a query, there is no answer to be wrong.
        if flat.queries.is_empty() {
            return Ok(None);
        }
        let found = match (self.oracle, self.against) {
            (Oracle::Reference, _) => {
                let found = workers.by_reference(asking, self.engine, program)?;
                found.map(|found| (self, found))
            }
            (Oracle::Among, None) => None,
            (Oracle::Among, Some(other)) => {
                let mut ask = |engine| workers.ask(asking, engine, program);
                let (theirs, own) = (ask(other)?, ask(self.engine)?);
                let name = campaign.engines[other].name();
                among::difference(name, &theirs, &own).map(|found| (self, found))
            }
            (Oracle::Alone(relation), _) => {
                let mut asker = workers.asker(asking, self.engine);
                let all = relation.follow_ups(&flat);
                let only = self.follow_up;
                let tried = only.map_or(0..all.len().min(FOLLOW_UPS), |only| only..only + 1);
                let mut first = None;
                for (number, follow_up) in all.iter().enumerate().take(tried.end).skip(tried.start)
                {
                    if let Some(found) = follow_up(&mut asker)?
                        && found.fails_like(fault)
                    {
                        first = Some((Check { follow_up: Some(number), ..self }, found));
                        break;
                    }
                }
                first
            }
        };
        let found = found.filter(|(_, found)| found.fails_like(fault));
        let again = |found: Fault| found.seen_again(fault);
        Ok(found.map(|(check, found)| check.completed(campaign, program, again(found))))
    }
}

/// What several engines show in the same way is one matter: the first fault of each, with its class.
pub(super) fn classed(faults: Vec<Noticed>) -> Vec<(Class, Noticed)> {
    let mut classes: Vec<(Class, Noticed)> = Vec::new();
    for (check, fault) in faults {
        let engine = fault.engine.clone();
        match classes.iter_mut().find(|(_, (_, first))| first.fails_like(&fault)) {
            Some((class, _)) => class.engines.push(engine),
            None => {
                let (kind, message) = (fault.kind, fault.message.clone());
                classes.push((Class { engines: vec![engine], kind, message }, (check, fault)));
            }
        }
    }
    classes
}

/// Ask about a program.
pub(super) fn examine(workers: &mut Workers<'_>, drawn: &Drawn) -> Result<Examination, Stopped> {
    let campaign = workers.campaign;
    let program = TestCase::from(drawn.program.clone());
    let truth = match campaign.oracles.contains(&Oracle::Reference) {
        true => campaign.reference.truth(&program, campaign.stop)?,
        false => Truth::Unknown(randlog_infer::Error::NoQuery),
    };
    if let Truth::Disputed { exact, worlds } = truth {
        let own = Some(own_fault(program, drawn.index, exact, worlds));
        return Ok(Examination { own, ..Examination::default() });
    }
    let known = matches!(truth, Truth::Known(_));
    let mut seen = Examination { known, ..Examination::default() };
    let mut said: Vec<Outcome> = Vec::new();
    for engine in 0..campaign.engines.len() {
        // Where one takes too long, others often do, too; that says nothing new, so they get less time for it.
        let is_late = said.iter().any(is_timeout);
        let asking = if is_late { Asking::InHurry } else { Asking::AtWork };
        let moment = workers.now(engine);
        let outcome = workers.ask(asking, engine, &program)?;
        if is_late && is_timeout(&outcome) {
            continue;
        }
        seen.answered.push((engine, outcome.is_ok()));
        let name = campaign.engines[engine].name();
        let found = match campaign.reference.judge(name, &program, &truth, &outcome) {
            Some(fault) => {
                let check = Check::new(engine, Oracle::Reference);
                Some(check.completed(campaign, &program, fault))
            }
            None => alone(workers, drawn, &program, engine, &truth, &outcome)?,
        };
        seen.faults.extend(found.map(|(check, fault)| {
            (check, Fault { before: workers.asked_before(engine, moment), ..fault })
        }));
        said.push(outcome);
    }
    // Of two that differ on a program without an undisputed meaning, neither is wrong.
    let is_comparable =
        said.len() == campaign.engines.len() && !seen.known && !is_refused(campaign, &truth);
    if is_comparable && campaign.oracles.contains(&Oracle::Among) {
        seen.faults.extend(differing(campaign, &program, &said));
    }
    Ok(seen)
}

/// A contradiction between the built-in engines is a fault of `exact`, according to `worlds`.
fn own_fault(program: TestCase, index: u64, exact: String, worlds: String) -> Fault {
    Fault {
        engine: "exact".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        oracle: "worlds".to_owned(),
        expected: worlds,
        answered: exact,
        unreduced: true,
        index: Some(index),
        original: program.clone(),
        program,
        ..Fault::default()
    }
}

fn is_timeout(outcome: &Outcome) -> bool {
    outcome.as_ref().is_err_and(|failure| failure.kind == FailureKind::Timeout)
}

/// Was the reference asked, and does it say that the program has no meaning?
fn is_refused(campaign: &Campaign<'_>, truth: &Truth) -> bool {
    campaign.oracles.contains(&Oracle::Reference) && truth.is_refused()
}

/// What an engine says against itself, by a few follow-ups that depend on the program's number alone.
fn alone(
    workers: &mut Workers<'_>,
    drawn: &Drawn,
    program: &TestCase,
    engine: usize,
    truth: &Truth,
    said: &Outcome,
) -> Found {
    let campaign = workers.campaign;
    let mut lot = scrambled(drawn.index);
    let is_known = matches!(truth, Truth::Known(_));
    // What takes too long once takes too long again. And where the reference has spoken, another program is worth
    // more than the same one again, most of the time.
    if is_timeout(said) || is_known && !lot.is_multiple_of(ONE_IN) {
        return Ok(None);
    }
    let is_refused = is_refused(campaign, truth);
    let relations: Vec<_> = campaign
        .oracles
        .iter()
        .filter_map(|oracle| match oracle {
            Oracle::Alone(relation) if is_refused && relation.needs_meaning => None,
            Oracle::Alone(relation) => Some((*relation, relation.follow_ups(&drawn.program))),
            Oracle::Reference | Oracle::Among => None,
        })
        .filter(|(_, follow_ups)| !follow_ups.is_empty())
        .collect();
    let count = if is_known || is_refused { RELATIONS_WITH_REFERENCE } else { RELATIONS_ALONE };
    let mut asker = workers.asker(Asking::AtWork, engine);
    for _ in 0..count.min(relations.len()) {
        lot = scrambled(lot);
        let (relation, follow_ups) = &relations[lot as usize % relations.len()];
        let number = (lot >> 32) as usize % follow_ups.len();
        if let Some(fault) = follow_ups[number](&mut asker)? {
            drop(asker);
            let check = Check::new(engine, Oracle::Alone(relation));
            let check = Check { follow_up: Some(number), ..check };
            let found = check.completed(campaign, program, fault);
            return by_reference(workers, found).map(Some);
        }
    }
    Ok(None)
}

/// If the reference knows which of the programs that were compared is answered wrongly, the fault is about that one
/// alone: it is simpler to explain and to reduce.
pub(super) fn by_reference(
    workers: &mut Workers<'_>,
    (check, found): Noticed,
) -> Result<Noticed, Stopped> {
    let campaign = workers.campaign;
    if !campaign.oracles.contains(&Oracle::Reference) || check.oracle == Oracle::Reference {
        return Ok((check, found));
    }
    for program in found.compared.iter().chain([&found.program]) {
        if let Some(fault) = workers.by_reference(Asking::AtWork, check.engine, program)? {
            let check = Check { oracle: Oracle::Reference, follow_up: None, ..check };
            return Ok(check.completed(campaign, program, fault.seen_again(&found)));
        }
    }
    Ok((check, found))
}

/// Each engine that differs from the one that most others agree with; of several such, from the first one.
fn differing(campaign: &Campaign<'_>, program: &TestCase, said: &[Outcome]) -> Vec<Noticed> {
    let agrees = |one: &Outcome, other: &Outcome| {
        other.is_ok() && among::difference("", one, other).is_none()
    };
    let supporters = |one: &Outcome| said.iter().filter(|other| agrees(one, other)).count();
    let answered = (0..said.len()).filter(|&engine| said[engine].is_ok());
    let Some(first) = answered.rev().max_by_key(|&engine| supporters(&said[engine])) else {
        return Vec::new();
    };
    let name = campaign.engines[first].name();
    let others = said.iter().enumerate().filter(|(engine, _)| *engine != first);
    let differs = |(engine, own): (usize, &Outcome)| {
        let fault = among::difference(name, &said[first], own)?;
        let check = Check { against: Some(first), ..Check::new(engine, Oracle::Among) };
        Some(check.completed(campaign, program, fault))
    };
    others.filter_map(differs).collect()
}
