//! Do engines agree on a program?
//!
//! Every engine runs on the file. For each atom that any of them answers there is a *reference*: the
//! answer of the built-in engine, if it has one, else the median of all answers that are numbers and
//! not those of an engine with a [known fault](faults) here. An engine agrees if the reference lies
//! within its answer, give or take [`TOLERANCE`]. An atom that an engine does not mention is false to
//! it. A failure is no disagreement. Neither is a wrong answer that a known fault explains, if two
//! engines without the fault stand against it; but both are told.

use std::fs;
use std::path::Path;

use randlog_logic::{Atom, Dialect, Program};

use crate::faults::{self, Fault};
use crate::{Answer, Engine, Failure, Kind, Limits, Run};

/// How far apart answers may be.
pub const TOLERANCE: f64 = 1e-6;

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
    pub fault: Option<&'static Fault>,
}

impl Part {
    /// Does it disagree, without an excuse?
    pub fn disagrees(&self) -> bool {
        !self.disputed.is_empty() && self.fault.is_none()
    }

    /// The probability of an atom: a lower and an upper bound.
    pub fn bounds(&self, atom: &Atom) -> Option<(f64, f64)> {
        self.run.outcome.as_ref().ok().map(|answers| bounds(answers, atom))
    }
}

/// Run engines on a file, one after the other, and compare what they say.
pub fn compare(engines: &[Box<dyn Engine>], file: &Path, limits: &Limits) -> Comparison {
    let runs = engines.iter().map(|engine| (engine.name().to_owned(), engine.run(file, limits)));
    Comparison::new(runs.collect(), program(file).as_ref())
}

impl Comparison {
    /// Compare what engines said about a program. Without the program, no fault is recognised.
    pub fn new(runs: Vec<(String, Run)>, program: Option<&Program>) -> Comparison {
        let references = references(&runs, program);
        let complaint = complaint(&runs);
        let part = |(engine, run): (String, Run)| {
            let disputed = disputed(&run.outcome, &references);
            Part { engine, run, disputed, fault: None }
        };
        let mut comparison = Comparison { parts: runs.into_iter().map(part).collect(), references };
        if let Some(program) = program {
            comparison.excuse(program, complaint);
        }
        comparison
    }

    /// Find the known faults that explain what went wrong.
    fn excuse(&mut self, program: &Program, complaint: Option<Kind>) {
        let faults: Vec<Option<&'static Fault>> =
            self.parts.iter().map(|part| self.fault(part, program, complaint)).collect();
        for (part, fault) in self.parts.iter_mut().zip(faults) {
            part.fault = fault;
        }
    }

    fn fault(
        &self,
        part: &Part,
        program: &Program,
        complaint: Option<Kind>,
    ) -> Option<&'static Fault> {
        match part.run.outcome.as_ref().err() {
            // What the built-in engine says too is no fault of the other one.
            Some(failure) if Some(failure.kind) == complaint => None,
            Some(failure) => faults::explanation(&part.engine, program, Some(failure)),
            None if part.disputed.is_empty() => None,
            None => faults::explanation(&part.engine, program, None)
                .filter(|fault| self.witnesses(fault) >= 2),
        }
    }

    /// How many engines without a fault confirm the references.
    fn witnesses(&self, fault: &Fault) -> usize {
        let confirms = |part: &&Part| part.run.outcome.is_ok() && part.disputed.is_empty();
        let sound = |part: &&Part| !fault.engines.contains(&part.engine.as_str());
        self.parts.iter().filter(confirms).filter(sound).count()
    }

    /// Does an engine disagree, without an excuse?
    pub fn disagree(&self) -> bool {
        self.parts.iter().any(Part::disagrees)
    }

    /// Does an engine disagree, excused or not?
    pub fn is_disputed(&self) -> bool {
        self.parts.iter().any(|part| !part.disputed.is_empty())
    }
}

/// What the built-in engine finds wrong with the program, if it does.
fn complaint(runs: &[(String, Run)]) -> Option<Kind> {
    let (_, run) = runs.iter().find(|(name, _)| name == REFERENCE)?;
    run.outcome.as_ref().err().map(|failure| failure.kind)
}

/// The program in a file, if it is one that we can read.
fn program(file: &Path) -> Option<Program> {
    Dialect::ProbLog.parse(&fs::read_to_string(file).ok()?).ok()
}

/// All atoms that were answered, and the right answers.
fn references(runs: &[(String, Run)], program: Option<&Program>) -> Vec<(Atom, f64)> {
    let answering: Vec<(&str, &Vec<Answer>)> = runs
        .iter()
        .filter_map(|(name, run)| run.outcome.as_ref().ok().map(|answers| (name.as_str(), answers)))
        .collect();
    let mut atoms: Vec<&Atom> =
        answering.iter().flat_map(|(_, answers)| *answers).map(|answer| &answer.atom).collect();
    atoms.sort();
    atoms.dedup();
    let judges = judges(&answering, program);
    let value = |atom: &Atom| {
        let all: Vec<(f64, f64)> = judges.iter().map(|answers| bounds(answers, atom)).collect();
        let numbers: Vec<f64> =
            all.iter().filter(|(low, high)| low == high).map(|&(low, _)| low).collect();
        if numbers.is_empty() {
            median(all.into_iter().map(middle).collect())
        } else {
            median(numbers)
        }
    };
    atoms.into_iter().map(|atom| (atom.clone(), value(atom))).collect()
}

/// The answers that count: of the built-in engine, else of all that have no known fault here, else of
/// all.
fn judges<'r>(
    answering: &[(&str, &'r Vec<Answer>)],
    program: Option<&Program>,
) -> Vec<&'r Vec<Answer>> {
    let of = |wanted: &dyn Fn(&str) -> bool| -> Vec<&'r Vec<Answer>> {
        let some = answering.iter().filter(|(name, _)| wanted(name));
        some.map(|&(_, answers)| answers).collect()
    };
    let is_sound =
        |name: &str| program.is_none_or(|p| faults::explanation(name, p, None).is_none());
    let groups = [of(&|name| name == REFERENCE), of(&is_sound), of(&|_| true)];
    groups.into_iter().find(|group| !group.is_empty()).unwrap_or_default()
}

fn disputed(outcome: &Result<Vec<Answer>, Failure>, references: &[(Atom, f64)]) -> Vec<Atom> {
    let Ok(answers) = outcome else { return Vec::new() };
    let is_disputed = |(atom, reference): &&(Atom, f64)| {
        let (low, high) = bounds(answers, atom);
        *reference < low - TOLERANCE || *reference > high + TOLERANCE
    };
    references.iter().filter(is_disputed).map(|(atom, _)| atom.clone()).collect()
}

/// What these answers say about an atom.
fn bounds(answers: &[Answer], atom: &Atom) -> (f64, f64) {
    let answer = answers.iter().find(|answer| answer.atom == *atom);
    answer.map_or((0.0, 0.0), |answer| (answer.low, answer.high))
}

fn middle((low, high): (f64, f64)) -> f64 {
    low.midpoint(high)
}

/// The middle one; of an even number, the mean of the middle two.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() {
        0 => 0.0,
        length if length % 2 == 1 => values[half],
        _ => values[half - 1].midpoint(values[half]),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Phases;

    fn run(outcome: Result<&[(&str, f64, f64)], Kind>) -> Run {
        let answer = |&(atom, low, high): &(&str, f64, f64)| Answer {
            atom: Atom::new(atom, Vec::new()),
            low,
            high,
        };
        let outcome = match outcome {
            Ok(answers) => Ok(answers.iter().map(answer).collect()),
            Err(kind) => {
                Err(Failure { kind, words: "NonGroundProbabilisticClause: here".to_owned() })
            }
        };
        Run { outcome, phases: Phases::default(), wall: Duration::ZERO }
    }

    type Said<'a> = Result<&'a [(&'a str, f64, f64)], Kind>;

    /// The engines that disagree, and those that a fault excuses.
    fn verdict(said: &[(&str, Said<'_>)], program: &str) -> (Vec<String>, Vec<String>) {
        let runs = said.iter().map(|(name, outcome)| ((*name).to_owned(), run(*outcome))).collect();
        let program = Dialect::ProbLog.parse(program).unwrap();
        let comparison = Comparison::new(runs, Some(&program));
        let names = |wanted: fn(&Part) -> bool| {
            comparison.parts.iter().filter(|part| wanted(part)).map(|p| p.engine.clone()).collect()
        };
        (names(Part::disagrees), names(|part| part.fault.is_some()))
    }

    const NONE: [&str; 0] = [];

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
            ("bdd", Err(Kind::Timeout)),
        ];
        assert_eq!(verdict(&said, "p."), (vec![], vec![]));
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
        let program = faults::FAULTS[0].example;
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
        let program = faults::FAULTS[4].example;
        let complaint: Said<'_> = Err(Kind::NonGround);
        let answer: Said<'_> = Ok(&[("q(a)", 0.4, 0.4)]);
        let excused = |exact| verdict(&[("exact", exact), ("sdd", complaint)], program).1;
        assert_eq!(excused(answer), ["sdd"]);
        assert_eq!(excused(complaint), NONE);
    }
}
