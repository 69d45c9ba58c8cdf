//! One program, all engines, all oracles.

use randlog_base::random::scrambled;
use randlog_engines::FailureKind;
use randlog_logic::Program;

use super::classes::Class;
use super::team::{Team, ask_afresh, printed};
use super::{Dispute, Plan};
use crate::Symptom;
use crate::draw::Drawn;
use crate::oracle::{Asker, Oracle, Outcome, Truth, Violation, among};

/// What came to light.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) suspicions: Vec<Suspicion>,
    pub(super) dispute: Option<Dispute>,
    /// Is it known what is right?
    pub(super) known: bool,
    /// Whether each engine that was asked had an answer.
    pub(super) answered: Vec<(usize, bool)>,
}

/// Something that is not as it should be.
#[derive(Clone)]
pub(super) struct Suspicion {
    /// Whose fault it seems to be: a place in the list of engines.
    pub(super) engine: usize,
    /// Whom it differs from, if that is all we know.
    pub(super) other: Option<usize>,
    pub(super) oracle: Oracle,
    /// In which way of a relation.
    pub(super) way: Option<usize>,
    /// The program that shows it.
    pub(super) program: Program,
    pub(super) violation: Violation,
}

impl Suspicion {
    pub(super) fn symptom(&self, plan: &Plan<'_>) -> Symptom {
        Symptom {
            engine: plan.engines[self.engine].name().to_owned(),
            oracle: self.oracle.name().to_owned(),
            kind: self.violation.kind,
            words: self.violation.words.clone(),
        }
    }
}

/// What several engines show in the same way is one matter: the first suspicion of each, with its class.
pub(super) fn classed(plan: &Plan<'_>, suspicions: Vec<Suspicion>) -> Vec<(Class, Suspicion)> {
    let mut matters: Vec<(Class, Suspicion)> = Vec::new();
    for suspicion in suspicions {
        let Symptom { engine, kind, words, .. } = suspicion.symptom(plan);
        let same = matters.iter_mut().find(|(class, _)| class.kind == kind && class.words == words);
        match same {
            Some((class, _)) => class.engines.push(engine),
            None => matters.push((Class { engines: vec![engine], kind, words }, suspicion)),
        }
    }
    matters
}

/// How many relations are tried on a program, if the reference has spoken, and if it has not.
const RELATIONS_BESIDE: usize = 1;
const RELATIONS_ALONE: usize = 4;

/// Of how many programs that the reference knows one is tried at all.
const BESIDE: u64 = 4;

/// How many times less time there is where another engine was late.
const HURRY: u32 = 8;

/// How many ways of a relation are tried when it is known that one of them shows something.
const ALL_WAYS: usize = 48;

/// Ask about a program.
pub(super) fn examine(plan: &Plan<'_>, team: &mut Team<'_>, drawn: &Drawn) -> Seen {
    let truth = match plan.oracles.contains(&Oracle::Reference) {
        true => plan.reference.truth(&drawn.program),
        false => Truth::Unknown(randlog_infer::Error::NoQuery),
    };
    if let Truth::Disputed { exact, worlds } = truth {
        let program = printed(&drawn.program).unwrap_or_default();
        let dispute = Some(Dispute { program, index: drawn.index, exact, worlds });
        return Seen { dispute, ..Seen::default() };
    }
    let mut seen = Seen { known: matches!(truth, Truth::Known(_)), ..Seen::default() };
    let mut said: Vec<Outcome> = Vec::new();
    for engine in 0..plan.engines.len() {
        // Where one takes too long, others often do, too; that tells nothing new, so they get less time for it.
        let is_late = said.iter().any(is_timeout);
        let outcome = team.ask_within(engine, &drawn.program, if is_late { HURRY } else { 1 });
        if is_late && is_timeout(&outcome) {
            continue;
        }
        seen.answered.push((engine, outcome.is_ok()));
        let violation = plan.reference.judge(&drawn.program, &truth, &outcome);
        let is_wrong = violation.is_some();
        seen.suspicions.extend(violation.map(|violation| Suspicion {
            engine,
            other: None,
            oracle: Oracle::Reference,
            way: None,
            program: drawn.program.clone(),
            violation,
        }));
        if !is_wrong {
            seen.suspicions.extend(alone(plan, team, drawn, engine, &truth, &outcome));
        }
        said.push(outcome);
    }
    // Of two that differ on a program without an undisputed meaning, neither is wrong.
    let is_comparable =
        said.len() == plan.engines.len() && !seen.known && !is_refused(plan, &truth);
    if is_comparable && plan.oracles.contains(&Oracle::Among) {
        seen.suspicions.extend(differing(plan, drawn, &said));
    }
    seen
}

fn is_timeout(outcome: &Outcome) -> bool {
    outcome.as_ref().is_err_and(|failure| failure.kind == FailureKind::Timeout)
}

/// Was the reference asked, and does it say that the program has no meaning?
fn is_refused(plan: &Plan<'_>, truth: &Truth) -> bool {
    plan.oracles.contains(&Oracle::Reference) && truth.is_refused()
}

/// What an engine says against itself, in a few ways that depend on the program's number alone.
fn alone(
    plan: &Plan<'_>,
    team: &mut Team<'_>,
    drawn: &Drawn,
    engine: usize,
    truth: &Truth,
    said: &Outcome,
) -> Option<Suspicion> {
    let mut lot = scrambled(drawn.index);
    let is_known = matches!(truth, Truth::Known(_));
    // What takes too long once takes too long again. And where the reference has spoken, another program is worth
    // more than the same one again, most of the time.
    if is_timeout(said) || is_known && !lot.is_multiple_of(BESIDE) {
        return None;
    }
    let is_refused = is_refused(plan, truth);
    let relations: Vec<_> = plan
        .oracles
        .iter()
        .filter_map(|oracle| match oracle {
            Oracle::Alone(relation) if is_refused && relation.needs_meaning => None,
            Oracle::Alone(relation) => Some((*relation, (relation.ways)(&drawn.program))),
            _ => None,
        })
        .filter(|(_, ways)| !ways.is_empty())
        .collect();
    let count = if is_known || is_refused { RELATIONS_BESIDE } else { RELATIONS_ALONE };
    let mut asker = team.asker(engine);
    for _ in 0..count.min(relations.len()) {
        lot = scrambled(lot);
        let (relation, ways) = &relations[lot as usize % relations.len()];
        let way = (lot >> 32) as usize % ways.len();
        if let Some(violation) = ways[way](&mut asker) {
            drop(asker);
            let (oracle, way) = (Oracle::Alone(relation), Some(way));
            let program = drawn.program.clone();
            let found = Suspicion { engine, other: None, oracle, way, program, violation };
            return Some(by_reference(plan, team, found));
        }
    }
    None
}

/// If the reference knows which of the programs that were compared is answered wrongly, that one alone is
/// the matter: it is simpler to tell and to reduce.
pub(super) fn by_reference(plan: &Plan<'_>, team: &mut Team<'_>, found: Suspicion) -> Suspicion {
    if !plan.oracles.contains(&Oracle::Reference) || found.oracle == Oracle::Reference {
        return found;
    }
    let programs = found.violation.others.iter().chain([&found.program]);
    let wrong = programs.into_iter().find_map(|program| {
        let (truth, said) = (plan.reference.truth(program), team.ask(found.engine, program));
        Some((program.clone(), plan.reference.judge(program, &truth, &said)?))
    });
    match wrong {
        Some((program, violation)) => {
            Suspicion { oracle: Oracle::Reference, way: None, program, violation, ..found }
        }
        None => found,
    }
}

/// Each engine that differs from the one that most others agree with; of several such, from the first one.
fn differing(plan: &Plan<'_>, drawn: &Drawn, said: &[Outcome]) -> Vec<Suspicion> {
    let agrees = |one: &Outcome, other: &Outcome| {
        other.is_ok() && among::difference("", one, other).is_none()
    };
    let supporters = |one: &Outcome| said.iter().filter(|other| agrees(one, other)).count();
    let answered = (0..said.len()).filter(|&engine| said[engine].is_ok());
    let Some(first) = answered.rev().max_by_key(|&engine| supporters(&said[engine])) else {
        return Vec::new();
    };
    let name = plan.engines[first].name();
    let others = said.iter().enumerate().filter(|(engine, _)| *engine != first);
    let differs = |(engine, own): (usize, &Outcome)| {
        let violation = among::difference(name, &said[first], own)?;
        let (other, oracle) = (Some(first), Oracle::Among);
        let program = drawn.program.clone();
        Some(Suspicion { engine, other, oracle, way: None, program, violation })
    };
    others.filter_map(differs).collect()
}

/// Whom to ask.
pub(super) enum Source<'t, 'p> {
    /// Workers.
    Team(&'t mut Team<'p>),
    /// Fresh processes, each with so many times the limit of time.
    Afresh(u32),
}

impl Source<'_, '_> {
    fn ask(&mut self, plan: &Plan<'_>, engine: usize, program: &Program) -> Outcome {
        match self {
            Source::Team(team) => team.ask(engine, program),
            Source::Afresh(times) => ask_afresh(plan, engine, program, *times),
        }
    }
}

/// Does a program show a symptom, by the same oracle, of this engine? In which way, if it is about one;
/// all are tried, unless one is given.
pub(super) fn shows(
    plan: &Plan<'_>,
    source: &mut Source<'_, '_>,
    program: &Program,
    engine: usize,
    suspicion: &Suspicion,
    way: Option<usize>,
) -> Option<(Violation, Option<usize>)> {
    let wanted = |violation: &Violation| {
        (violation.kind, &violation.words) == (suspicion.violation.kind, &suspicion.violation.words)
    };
    // What asks nothing has no answer to be wrong.
    if program.queries.is_empty() {
        return None;
    }
    match suspicion.oracle {
        Oracle::Reference => {
            let truth = plan.reference.truth(program);
            if let Truth::Disputed { .. } = truth {
                return None;
            }
            let said = source.ask(plan, engine, program);
            let violation = plan.reference.judge(program, &truth, &said);
            violation.filter(wanted).map(|violation| (violation, None))
        }
        Oracle::Among => {
            let other = suspicion.other?;
            let (theirs, own) =
                (source.ask(plan, other, program), source.ask(plan, engine, program));
            let violation = among::difference(plan.engines[other].name(), &theirs, &own);
            violation.filter(wanted).map(|violation| (violation, None))
        }
        Oracle::Alone(relation) => {
            let mut asker = Asker::new(|program: &Program| source.ask(plan, engine, program));
            let ways = (relation.ways)(program);
            let tried = way.map_or(0..ways.len().min(ALL_WAYS), |way| way..way + 1);
            tried.into_iter().find_map(|way| {
                let violation = ways.get(way)?(&mut asker).filter(wanted)?;
                Some((violation, Some(way)))
            })
        }
    }
}
