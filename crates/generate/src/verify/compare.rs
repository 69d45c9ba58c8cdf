//! Both roads for one space.

use std::ops::ControlFlow;

use randlog_base::{Stop, Stopped};
use randlog_logic::{Atom, Formula, Predicate, Program, Term};

use super::Scenario;
use crate::exact::{fitted, weight_within};
use crate::search::Searcher;
use crate::spec::{Averaged, Weighed};
use crate::{Spec, membership};

/// What came of comparing both roads.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How many programs the search listed.
    pub listed: u64,
    /// Where the roads arrive at different numbers.
    pub disagreement: Option<Disagreement>,
}

/// Two numbers that should be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What is counted.
    pub what: &'static str,
    /// What the list says.
    pub listed: u64,
    /// What the other road says.
    pub counted: u64,
}

impl Scenario {
    /// Go both roads.
    pub(super) fn compare(&self, stop: &Stop) -> Result<Outcome, Stopped> {
        if self.looser.is_none() && !self.spec.is_weighed() {
            let listed = Searcher::new(&self.spec).count(stop)?;
            let disagreement = differ("programs", listed, self.count);
            return Ok(Outcome { listed, disagreement });
        }
        let loose = self.looser.as_ref().unwrap_or(&self.spec);
        let list = programs(loose, stop)?;
        let listed = list.len() as u64;
        let mut disagreement = differ("programs", listed, self.count);
        if disagreement.is_none() && self.looser.is_some() {
            disagreement = self.compare_rules(&list, stop)?;
        }
        if disagreement.is_none() && !loose.weights().are_one() {
            disagreement = compare_weights(loose, &list, stop)?;
        }
        if disagreement.is_none() && !loose.averages().is_empty() {
            disagreement = compare_averages(loose, &list, stop)?;
        }
        Ok(Outcome { listed, disagreement })
    }

    /// The search under rules that the looser space lacks, against their definition.
    fn compare_rules(
        &self,
        loose: &[Program],
        stop: &Stop,
    ) -> Result<Option<Disagreement>, Stopped> {
        let listed = Searcher::new(&self.spec).count(stop)?;
        let meets = |program: &&Program| membership::check(&self.spec, program).is_ok();
        let counted = loose.iter().filter(meets).count() as u64;
        Ok(differ("programs that meet all rules", listed, counted))
    }
}

fn differ(what: &'static str, listed: u64, counted: u64) -> Option<Disagreement> {
    (listed != counted).then_some(Disagreement { what, listed, counted })
}

/// The programs of a space.
pub(super) fn programs(spec: &Spec, stop: &Stop) -> Result<Vec<Program>, Stopped> {
    let mut programs = Vec::new();
    Searcher::new(spec).enumerate(stop, |program| {
        programs.push(program);
        ControlFlow::Continue(())
    })?;
    Ok(programs)
}

/// Weights are whole numbers, so that sums are exact.
fn compare_weights(
    spec: &Spec,
    list: &[Program],
    stop: &Stop,
) -> Result<Option<Disagreement>, Stopped> {
    let sum: f64 = list.iter().map(|program| weight(spec, program)).sum();
    let whole = match weight_within(spec, stop) {
        Ok(total) => u64::try_from(&(total.numerator / total.denominator)).unwrap_or(u64::MAX),
        Err(_) => {
            stop.check()?;
            u64::MAX
        }
    };
    Ok(differ("weight of all programs", sum as u64, whole))
}

/// How many averages the list has, if programs are weighed by the weights that are fitted to them.
fn compare_averages(
    spec: &Spec,
    list: &[Program],
    stop: &Stop,
) -> Result<Option<Disagreement>, Stopped> {
    let wanted: Vec<(Measure, f64)> = Measure::all(spec)
        .filter_map(|measure| Some((measure, measure.wanted(spec)?.to_f64())))
        .collect();
    let met = match fitted(spec, stop) {
        Ok(fitted) => {
            let is_met = |(measure, wanted): &&(Measure, f64)| {
                let average = measure.average(spec, list, |program| weight(&fitted, program));
                (average - wanted).abs() <= TOLERANCE * wanted.max(0.05)
            };
            wanted.iter().filter(is_met).count()
        }
        Err(_) => {
            stop.check()?;
            0
        }
    };
    Ok(differ("averages that are met", met as u64, wanted.len() as u64))
}

/// Fits are within one part in a hundred.
const TOLERANCE: f64 = 0.011;

/// What can be averaged: the clauses of a head, or the atoms of a predicate in its bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub(super) head: usize,
    pub(super) body: Option<usize>,
}

impl Measure {
    /// All of them, for the heads and predicates of a spec.
    pub(super) fn all(spec: &Spec) -> impl Iterator<Item = Measure> {
        let predicates = spec.predicates().len();
        (0..spec.heads().len()).flat_map(move |head| {
            let bodies = (0..predicates).map(Some);
            std::iter::once(None).chain(bodies).map(move |body| Measure { head, body })
        })
    }

    fn wanted(self, spec: &Spec) -> Option<crate::spec::Number> {
        let averages = spec.averages();
        match self.body {
            None => averages.of_predicate(Averaged::Head, self.head),
            Some(body) => averages.of_atom(self.head, body),
        }
    }

    /// The number in a program.
    pub(super) fn of(self, spec: &Spec, program: &Program) -> usize {
        let head = &spec.predicates()[self.head];
        let clauses = program.clauses.iter().filter(|c| c.heads[0].atom.predicate() == *head);
        match self.body {
            None => clauses.count(),
            Some(body) => {
                let wanted = &spec.predicates()[body];
                clauses.map(|clause| occurrences(&clause.body, wanted)).sum()
            }
        }
    }

    /// The average over a list of weighed programs.
    pub(super) fn average(
        self,
        spec: &Spec,
        list: &[Program],
        weight: impl Fn(&Program) -> f64,
    ) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for program in list {
            let weight = weight(program);
            sum += weight * self.of(spec, program) as f64;
            total += weight;
        }
        sum / total
    }
}

fn occurrences(body: &Formula, wanted: &Predicate) -> usize {
    match body {
        Formula::True => 0,
        Formula::Atom(atom) => usize::from(atom.predicate() == *wanted),
        Formula::Not(inner) => occurrences(inner, wanted),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().map(|part| occurrences(part, wanted)).sum()
        }
    }
}

/// The product of the weights of all pieces, by definition.
fn weight(spec: &Spec, program: &Program) -> f64 {
    let of = |piece| spec.weights().of(piece).to_f64();
    let clauses = program.clauses.iter().map(|clause| {
        let atom = &clause.heads[0].atom;
        let head = position(spec, atom);
        let body = match &clause.body {
            Formula::True => of(Weighed::EmptyBody),
            body => weight_of_body(spec, head, body),
        };
        let own = spec.weights().of_predicate(Weighed::Head, head).to_f64();
        of(Weighed::Clause) * own * weight_of_arguments(spec, atom) * body
    });
    clauses.product()
}

fn weight_of_body(spec: &Spec, head: usize, body: &Formula) -> f64 {
    let of = |piece| spec.weights().of(piece).to_f64();
    let parts = |parts: &[Formula]| -> f64 {
        parts.iter().map(|part| weight_of_body(spec, head, part)).product()
    };
    let own = match body {
        Formula::True => 1.0,
        Formula::Atom(atom) => {
            let own = spec.weights().of_atom(head, position(spec, atom)).to_f64();
            own * weight_of_arguments(spec, atom)
        }
        Formula::Not(inner) => of(Weighed::Negation) * weight_of_body(spec, head, inner),
        Formula::And(children) => of(Weighed::Conjunction) * parts(children),
        Formula::Or(children) => of(Weighed::Disjunction) * parts(children),
    };
    of(Weighed::Node) * own
}

fn weight_of_arguments(spec: &Spec, atom: &Atom) -> f64 {
    let of = |term: &Term| match term {
        Term::Variable(_) => spec.weights().of(Weighed::Variable).to_f64(),
        _ => spec.weights().of(Weighed::Constant).to_f64(),
    };
    atom.args.iter().map(of).product()
}

/// Where a predicate stands in a spec; those of listed programs do.
fn position(spec: &Spec, atom: &Atom) -> usize {
    let predicate = atom.predicate();
    spec.predicates().iter().position(|other| *other == predicate).unwrap_or(0)
}
