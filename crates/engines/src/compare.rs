//! Do engines agree on a program?
//!
//! Every engine runs on the program. For each atom that any of them answers there is a *reference*:
//! the answer of the built-in engine, if it has one, else the median of all answers that are numbers
//! and not those of an engine with a [known fault](crate::known) here. An engine agrees if the reference
//! lies within its answer, give or take [`TOLERANCE`](crate::TOLERANCE). An atom that an engine does not mention is
//! false to it. A failure is no disagreement. Neither is a wrong answer that a known fault explains, if
//! two engines without the fault contradict it; the comparison mentions both. It is no agreement either if fewer
//! than two engines answer: [`Verdict`] knows all three.

mod many;

use std::sync::Arc;

use randlog_logic::{Atom, Program};

use crate::answers::{atoms, bounds, disagreements};
use crate::known::{KnownFault, KnownFaults};
use crate::{Answers, Bounds, FailureKind, NoAnswer, Outcome, Run};

pub use many::{Starts, Tally, compare, compare_all};

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

    /// Why it has no answers, if it has none.
    pub fn failure(&self) -> Option<&NoAnswer> {
        self.run.outcome.as_ref().err()
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
            // A failure is no disagreement.
            let answered = run.outcome.iter();
            let wrong = answered.flat_map(|answered| disagreements(&expected, answered));
            let disputed = wrong.map(|wrong| wrong.atom.clone()).collect();
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
        let failures = self.parts.iter().filter_map(|part| Some((part, part.failure()?)));
        let missing = failures.filter(|(_, failure)| failure.kind == FailureKind::Missing);
        missing.map(|(part, failure)| (&*part.engine, failure))
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
    let failure = part.failure();
    if failure.is_none() && part.disputed.is_empty() {
        return None;
    }
    let fault = known.explanation(&part.engine, program, failure)?;
    let is_excuse = match failure {
        // What the built-in engine says too is no fault of the other one.
        Some(failure) => !all.iter().any(|other| {
            other.engine == REFERENCE && other.failure().is_some_and(|it| it.kind == failure.kind)
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
