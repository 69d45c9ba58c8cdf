//! Do engines agree on a program?
//!
//! Every engine runs on the program. For each atom that any of them answers there is a *reference*:
//! the answer of the built-in engine, if it has one, else the median of all answers that are numbers
//! and not those of an engine with a [known fault](crate::known) here. An engine agrees if the reference
//! lies within its answer, give or take [`TOLERANCE`](crate::TOLERANCE). An atom that an engine does not mention is
//! false to it. A failure is no disagreement. Neither is a wrong answer that a known fault explains, if
//! two engines without the fault contradict it; the comparison mentions both. It is no agreement either if fewer
//! than two engines answer: [`Verdict`] knows all three.

mod at_work;

use std::borrow::Cow;
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use randlog_base::{batch, stop};
use randlog_logic::{Atom, Program};

use self::at_work::AtWork;
use crate::answers::{Judgement, atoms, bounds, judge};
use crate::known::{KnownFault, KnownFaults};
use crate::{Answers, Bounds, Engine, EngineLimits, FailureKind, NoAnswer, Outcome, Run, input};

/// The engine whose answers are the reference.
const REFERENCE: &str = "exact";

/// What several engines made of a program.
#[derive(Debug)]
pub struct Comparison {
    /// Each engine's part, in the order of the engines.
    pub parts: Vec<Part>,
    /// The atoms that were answered, in order, and what is taken for right.
    pub references: Vec<(Atom, f64)>,
}

/// What one engine made of a program.
#[derive(Debug)]
pub struct Part {
    /// The engine.
    pub engine: String,
    /// How it fared.
    pub run: Run,
    /// The atoms on which it disagrees with the reference.
    pub disputed: Vec<Atom>,
    /// A known fault that explains its failure or disagreement.
    pub fault: Option<Arc<KnownFault>>,
    /// What its worker said, where a fresh process says otherwise: something is left in a worker from
    /// one program to the next. What counts is what the fresh one says.
    pub at_work: Option<Outcome>,
}

impl Part {
    /// Does it disagree, without an excuse?
    pub fn disagrees(&self) -> bool {
        !self.disputed.is_empty() && self.fault.is_none()
    }

    /// What it says about an atom, if it has answers.
    pub fn bounds(&self, atom: &Atom) -> Option<Bounds> {
        self.run.outcome.as_ref().ok().map(|answers| bounds(answers, atom))
    }
}

/// What a comparison shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Two engines or more have an answer, and none disagrees without an excuse.
    Agreement,
    /// An engine disagrees, without an excuse.
    Disagreement,
    /// Fewer than two engines have an answer: there is nothing to compare.
    TooFewAnswers,
}

/// Run engines on a program, one after the other, and compare what they say.
pub fn compare_program(
    engines: &[Box<dyn Engine>],
    program: &Program,
    limits: &EngineLimits,
    known: &KnownFaults,
) -> Comparison {
    let runs = runs(engines, |engine| engine.answer(program, limits));
    Comparison::new(runs, Some(program), known)
}

/// A program to compare engines on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// That of a file.
    File(PathBuf),
    /// A text.
    Text(String),
}

impl From<PathBuf> for Subject {
    fn from(file: PathBuf) -> Subject {
        Subject::File(file)
    }
}

impl Subject {
    /// Let an engine answer it.
    fn run(&self, engine: &dyn Engine, limits: &EngineLimits) -> Run {
        match self {
            Subject::File(file) => engine.run(file, limits),
            Subject::Text(text) => engine.run_text(text, limits),
        }
    }

    /// The text; a file that is none is for the engines to judge.
    fn text(&self) -> Option<Cow<'_, str>> {
        match self {
            Subject::File(file) => fs::read_to_string(file).ok().map(Cow::Owned),
            Subject::Text(text) => Some(Cow::Borrowed(text)),
        }
    }

    /// Run engines on it, one after the other, and compare what they say.
    pub fn compare(
        &self,
        engines: &[Box<dyn Engine>],
        limits: &EngineLimits,
        known: &KnownFaults,
    ) -> Comparison {
        let runs = runs(engines, |engine| self.run(engine, limits));
        let program = self.text().and_then(|text| input::parse(&text).ok());
        Comparison::new(runs, program.as_ref(), known)
    }
}

/// Run engines on a file, one after the other, and compare what they say.
pub fn compare_file(
    engines: &[Box<dyn Engine>],
    file: &Path,
    limits: &EngineLimits,
    known: &KnownFaults,
) -> Comparison {
    Subject::File(file.to_owned()).compare(engines, limits, known)
}

fn runs(engines: &[Box<dyn Engine>], run: impl Fn(&dyn Engine) -> Run) -> Vec<(String, Run)> {
    engines.iter().map(|engine| (engine.name().to_owned(), run(&**engine))).collect()
}

/// What comparisons on many programs come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// On how many programs engines were compared.
    pub programs: usize,
    /// On how many an engine disagreed, without an excuse.
    pub disagreements: usize,
    /// On how many there were fewer than two answers.
    pub too_few_answers: usize,
    /// The engines that could not be run on some program, and the first reason for each.
    pub not_run: Vec<(String, NoAnswer)>,
    /// The engines that printed what is no answer to some program, without an excuse, and the first
    /// reason for each.
    pub unparsable: Vec<(String, NoAnswer)>,
}

impl Tally {
    fn add(&mut self, comparison: &Comparison) {
        let verdict = comparison.verdict();
        self.programs += 1;
        self.disagreements += usize::from(verdict == Verdict::Disagreement);
        self.too_few_answers += usize::from(verdict == Verdict::TooFewAnswers);
        first_of_each(&mut self.not_run, comparison.not_run());
        first_of_each(&mut self.unparsable, comparison.unparsable());
    }
}

/// Add the failures of engines that are not among them yet.
fn first_of_each<'c>(
    kept: &mut Vec<(String, NoAnswer)>,
    failures: impl Iterator<Item = (&'c str, &'c NoAnswer)>,
) {
    for (name, failure) in failures {
        if !kept.iter().any(|(known, _)| known == name) {
            kept.push((name.to_owned(), failure.clone()));
        }
    }
}

/// How engines are started for many programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// A process for each program: its time is that of the engine from start to end.
    Fresh,
    /// A [worker](crate::Worker) for all programs, as far as the engine has one. What might be held
    /// against an engine is said by a fresh process all the same.
    Once,
}

/// Compare engines on many programs, on several threads: they disturb each other's times. `sink` gets
/// the comparisons in the order of the programs, each with its position, and may stop all.
pub fn compare_all(
    engines: &[Box<dyn Engine>],
    subjects: &[Subject],
    limits: &EngineLimits,
    known: &KnownFaults,
    (starts, threads): (Starts, NonZero<usize>),
    mut sink: impl FnMut(usize, &Comparison) -> ControlFlow<()>,
) -> Tally {
    let mut tally = Tally::default();
    let worker = || {
        let mut at_work = (starts == Starts::Once).then(|| AtWork::new(engines, known));
        move |index: u64| {
            let subject = &subjects[index as usize];
            Some(match &mut at_work {
                Some(at_work) => at_work.compare(subject, limits),
                None => subject.compare(engines, limits, known),
            })
        }
    };
    let (indices, stop) = (0..subjects.len() as u64, stop::current());
    batch::in_order(threads.get(), indices, &stop, worker, |index, comparison| {
        tally.add(&comparison);
        sink(index as usize, &comparison)
    });
    tally
}

impl Comparison {
    /// Compare what engines said about a program. Without the program, no fault is recognised.
    pub fn new(
        runs: Vec<(String, Run)>,
        program: Option<&Program>,
        known: &KnownFaults,
    ) -> Comparison {
        let references = references(&runs, program, known);
        let exactly = |(atom, value): &(Atom, f64)| (atom.clone(), Bounds::exactly(*value));
        let expected: Answers = references.iter().map(exactly).collect();
        let part = |(engine, run): (String, Run)| {
            let disputed = disputed(&run.outcome, &expected);
            Part { engine, run, disputed, fault: None, at_work: None }
        };
        let mut parts: Vec<Part> = runs.into_iter().map(part).collect();
        if let Some(program) = program {
            let faults: Vec<_> =
                parts.iter().map(|part| fault(part, &parts, program, known)).collect();
            parts.iter_mut().zip(faults).for_each(|(part, fault)| part.fault = fault);
        }
        Comparison { parts, references }
    }

    /// Do engines agree?
    pub fn verdict(&self) -> Verdict {
        let answered = self.parts.iter().filter(|part| part.run.outcome.is_ok()).count();
        if self.parts.iter().any(Part::disagrees) {
            Verdict::Disagreement
        } else if answered < 2 {
            Verdict::TooFewAnswers
        } else {
            Verdict::Agreement
        }
    }

    /// The engines that could not be run at all, which says nothing about the program.
    pub fn not_run(&self) -> impl Iterator<Item = (&str, &NoAnswer)> {
        self.failed(FailureKind::Missing).map(|(part, failure)| (&*part.engine, failure))
    }

    /// The engines that printed what is no answer, and no known fault says why.
    pub fn unparsable(&self) -> impl Iterator<Item = (&str, &NoAnswer)> {
        let unexcused =
            self.failed(FailureKind::Unparsable).filter(|(part, _)| part.fault.is_none());
        unexcused.map(|(part, failure)| (&*part.engine, failure))
    }

    fn failed(&self, kind: FailureKind) -> impl Iterator<Item = (&Part, &NoAnswer)> {
        let failures =
            self.parts.iter().filter_map(|part| Some((part, part.run.outcome.as_ref().err()?)));
        failures.filter(move |(_, failure)| failure.kind == kind)
    }

    /// Does an engine disagree, excused or not?
    pub fn is_disputed(&self) -> bool {
        self.parts.iter().any(|part| !part.disputed.is_empty())
    }
}

/// The known fault that explains what went wrong, if one does.
fn fault(
    part: &Part,
    all: &[Part],
    program: &Program,
    known: &KnownFaults,
) -> Option<Arc<KnownFault>> {
    let failure = part.run.outcome.as_ref().err();
    if failure.is_none() && part.disputed.is_empty() {
        return None;
    }
    let fault = known.explanation(&part.engine, program, failure)?;
    let is_excuse = match failure {
        // What the built-in engine says too is no fault of the other one.
        Some(failure) => !all.iter().any(|other| {
            let complaint = other.run.outcome.as_ref().err();
            other.engine == REFERENCE && complaint.is_some_and(|it| it.kind == failure.kind)
        }),
        None => witnesses(all, fault) >= 2,
    };
    is_excuse.then(|| fault.clone())
}

/// How many engines without a fault confirm the references.
fn witnesses(parts: &[Part], fault: &KnownFault) -> usize {
    let confirms = |part: &&Part| part.run.outcome.is_ok() && part.disputed.is_empty();
    let sound = |part: &&Part| !fault.engines.contains(&part.engine);
    parts.iter().filter(confirms).filter(sound).count()
}

/// All atoms that were answered, and the right answers.
fn references(
    runs: &[(String, Run)],
    program: Option<&Program>,
    known: &KnownFaults,
) -> Vec<(Atom, f64)> {
    let answering: Vec<(&str, &Answers)> = runs
        .iter()
        .filter_map(|(name, run)| run.outcome.as_ref().ok().map(|answers| (name.as_str(), answers)))
        .collect();
    let atoms = atoms(answering.iter().map(|(_, answers)| *answers));
    let judges = judges(&answering, program, known);
    let value = |atom: &Atom| {
        let all: Vec<Bounds> = judges.iter().map(|answers| bounds(answers, atom)).collect();
        // Intervals count only if there is nothing else.
        let numbers: Vec<Bounds> = all.iter().copied().filter(|said| said.is_exact()).collect();
        let counting = if numbers.is_empty() { all } else { numbers };
        median(counting.into_iter().map(|said| said.low.midpoint(said.high)).collect())
    };
    atoms.into_iter().map(|atom| (atom.clone(), value(atom))).collect()
}

/// The answers that count: of the built-in engine, else of all that have no known fault here, else of
/// all.
fn judges<'r>(
    answering: &[(&str, &'r Answers)],
    program: Option<&Program>,
    known: &KnownFaults,
) -> Vec<&'r Answers> {
    let of = |wanted: &dyn Fn(&str) -> bool| -> Vec<&'r Answers> {
        let some = answering.iter().filter(|(name, _)| wanted(name));
        some.map(|&(_, answers)| answers).collect()
    };
    let is_sound = |name: &str| program.is_none_or(|p| known.explanation(name, p, None).is_none());
    let groups = [of(&|name| name == REFERENCE), of(&is_sound), of(&|_| true)];
    groups.into_iter().find(|group| !group.is_empty()).unwrap_or_default()
}

/// The atoms about which an engine disagrees with the references. A failure is no disagreement.
fn disputed(outcome: &Outcome, expected: &Answers) -> Vec<Atom> {
    match judge(expected, outcome) {
        Judgement::Wrong(all) => all.into_iter().map(|wrong| wrong.atom.clone()).collect(),
        Judgement::Right | Judgement::Failed(_) => Vec::new(),
    }
}

/// The middle one; of an even number, the mean of the middle two.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    values[last / 2].midpoint(values[last.div_ceil(2)])
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use randlog_logic::Dialect;

    use super::*;
    use crate::{Phases, Usage};

    fn run(outcome: Result<&[(&str, f64, f64)], FailureKind>) -> Run {
        let answer = |&(atom, low, high): &(&str, f64, f64)| {
            (Atom::new(atom, Vec::new()), Bounds { low, high })
        };
        let outcome = match outcome {
            Ok(answers) => Ok(answers.iter().map(answer).collect()),
            Err(kind) => {
                Err(NoAnswer { kind, words: "NonGroundProbabilisticClause: here".to_owned() })
            }
        };
        Run { outcome, phases: Phases::default(), wall: Duration::ZERO, usage: Usage::default() }
    }

    type Said<'a> = Result<&'a [(&'a str, f64, f64)], FailureKind>;

    /// The engines that disagree, and those that a fault excuses.
    fn verdict(said: &[(&str, Said<'_>)], program: &str) -> (Vec<String>, Vec<String>) {
        let runs = said.iter().map(|(name, outcome)| ((*name).to_owned(), run(*outcome))).collect();
        let program = Dialect::ProbLog.parse(program).unwrap();
        let comparison = Comparison::new(runs, Some(&program), KnownFaults::shipped());
        let names = |wanted: fn(&Part) -> bool| {
            comparison.parts.iter().filter(|part| wanted(part)).map(|p| p.engine.clone()).collect()
        };
        (names(Part::disagrees), names(|part| part.fault.is_some()))
    }

    const NONE: [&str; 0] = [];

    /// The example of a known fault.
    fn example(name: &str) -> &'static str {
        let fault = KnownFaults::shipped().iter().find(|fault| fault.name == name);
        &fault.expect("a known fault").example
    }

    #[test]
    fn the_built_in_engine_is_the_reference() {
        let said: [(&str, Said<'_>); 4] = [
            ("sdd", Ok(&[("p", 0.5, 0.5)])),
            ("bdd", Ok(&[("p", 0.5, 0.5)])),
            ("exact", Ok(&[("p", 0.4, 0.4)])),
            ("kbest", Ok(&[("p", 0.3, 0.6)])),
        ];
        assert_eq!(verdict(&said, "p."), (vec!["sdd".to_owned(), "bdd".to_owned()], vec![]));
        // Without it, most of the others are right.
        assert_eq!(verdict(&[said[0], said[1], said[3]], "p.").0, NONE);
        // Bounds do not vote.
        assert_eq!(verdict(&[said[0], ("kbest", Ok(&[("p", 0.1, 0.8)]))], "p.").0, NONE);
        let alone: (&str, Said<'_>) = ("ddnnf", Ok(&[("p", 0.4, 0.4)]));
        assert_eq!(verdict(&[said[0], said[1], alone], "p.").0, ["ddnnf"]);
    }

    #[test]
    fn small_differences_are_none_and_failures_do_not_disagree() {
        let said: [(&str, Said<'_>); 3] = [
            ("exact", Ok(&[("p", 0.5, 0.5)])),
            ("sdd", Ok(&[("p", 0.500_000_9, 0.500_000_9)])),
            ("bdd", Err(FailureKind::Timeout)),
        ];
        assert_eq!(verdict(&said, "p."), (vec![], vec![]));
    }

    #[test]
    fn agreement_takes_two_answers() {
        let verdict = |said: &[Said<'_>]| {
            let runs = said.iter().map(|said| (String::new(), run(*said))).collect();
            Comparison::new(runs, None, KnownFaults::shipped()).verdict()
        };
        let (half, third): (Said<'_>, Said<'_>) = (Ok(&[("p", 0.5, 0.5)]), Ok(&[("p", 0.3, 0.3)]));
        let failed: Said<'_> = Err(FailureKind::Timeout);
        assert_eq!(verdict(&[half, half]), Verdict::Agreement);
        assert_eq!(verdict(&[half, failed, half]), Verdict::Agreement);
        assert_eq!(verdict(&[half, third, half]), Verdict::Disagreement);
        for too_few in [&[] as &[Said<'_>], &[half], &[half, failed], &[failed, failed]] {
            assert_eq!(verdict(too_few), Verdict::TooFewAnswers);
        }
    }

    #[test]
    fn what_is_not_mentioned_is_false() {
        let said: [(&str, Said<'_>); 3] =
            [("exact", Ok(&[("p", 0.0, 0.0)])), ("sdd", Ok(&[])), ("bdd", Ok(&[("q", 0.1, 0.1)]))];
        assert_eq!(verdict(&said, "p.").0, ["bdd"]);
    }

    #[test]
    fn a_known_fault_is_an_excuse_for_the_engines_that_have_it() {
        let (right, wrong): (Said<'_>, Said<'_>) = (Ok(&[("p", 1.0, 1.0)]), Ok(&[("p", 0.5, 0.5)]));
        let said = [("exact", right), ("fsdd", wrong), ("sdd", wrong), ("bdd", right)];
        let program = example("forward-negated-cycle");
        assert_eq!(verdict(&said, program), (vec!["sdd".to_owned()], vec!["fsdd".to_owned()]));
        assert_eq!(verdict(&said, "p.").0, ["fsdd", "sdd"]);
        // One word against another is no excuse.
        assert_eq!(verdict(&said[..2], program), (vec!["fsdd".to_owned()], vec![]));
        // What the query does not reach is none, either.
        let elsewhere = program.replace("query(p)", "0.5::r. query(r)");
        assert_eq!(verdict(&said, &elsewhere).1, NONE);
        // An engine with the fault has no vote.
        assert_eq!(verdict(&said[1..3], program).0, NONE);
    }

    #[test]
    fn what_the_built_in_engine_finds_wrong_is_no_fault_of_others() {
        let program = example("local-variable-order");
        let complaint: Said<'_> = Err(FailureKind::NonGround);
        let answer: Said<'_> = Ok(&[("q(a)", 0.4, 0.4)]);
        let excused = |exact| verdict(&[("exact", exact), ("sdd", complaint)], program).1;
        assert_eq!(excused(answer), ["sdd"]);
        assert_eq!(excused(complaint), NONE);
    }
}
