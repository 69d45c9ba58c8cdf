//! What programs of a space are like on average, without listing one of them.
//!
//! Expected numbers come from dual numbers (forward automatic differentiation; in combinatorics, the *pointing* of marked
//! atoms): give every node (or negation) a mark, let each count
//! carry the number of marks on all the things it counts, and the sums that count programs also sum
//! their marks. Shares are quotients of two counts.

use randlog_base::Stop;

use super::classes::Classes;
use super::estimate::Purpose;
use super::heads::SecondVariable;
use super::number::{Natural, natural};
use super::pieces::Mark;
use super::series::{Degree, Series};
use super::space::Space;
use super::{OutsideClosedForms, count_within, total_weight};
use crate::Spec;
use crate::spec::Cycles;

/// An exact quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// What is divided; not reduced.
    pub numerator: Natural,
    /// By what; never zero.
    pub denominator: Natural,
}

/// What to expect of a random program of a space, drawn in proportion to the weights of its spec: if
/// there are none, every program is equally likely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Averages {
    /// How many programs there are.
    pub count: Natural,
    /// The expected number of clauses.
    pub clauses: Ratio,
    /// The expected number of nodes of all bodies together.
    pub nodes: Ratio,
    /// The expected number of negations.
    pub negations: Ratio,
    /// The expected number of disjunctions.
    pub disjunctions: Ratio,
    /// Of all arguments, the share that are constants; nothing if there are no arguments.
    pub constants: Option<Ratio>,
    /// Of all clauses, the share that have an empty body.
    pub empty_bodies: Ratio,
    /// Of all atoms in bodies, the share of each predicate; nothing if there are no such atoms.
    pub body: Option<Vec<Ratio>>,
    /// The expected number of clauses of each predicate.
    pub head: Vec<Ratio>,
    /// The share of stratified programs among those with any cycles, all other rules kept.
    pub stratified: Ratio,
    /// The share of acyclic programs among those with any cycles, all other rules kept.
    pub acyclic: Ratio,
    /// The share of programs of safe clauses only among those of any clauses, all other rules kept.
    pub safe: Ratio,
}

impl Ratio {
    /// The decimal form, rounded to this many places.
    pub fn decimal(&self, places: usize) -> String {
        let scale = Natural::from(10u8).pow(places);
        let twice = &self.numerator * &scale * 2u8 + &self.denominator;
        let rounded = twice / (&self.denominator * 2u8);
        let digits = format!("{rounded:0>width$}", width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if places == 0 { whole.to_owned() } else { format!("{whole}.{fraction}") }
    }
}

/// The averages of a space; nothing if it is empty.
pub fn averages(spec: &Spec, stop: &Stop) -> Result<Option<Averages>, OutsideClosedForms> {
    let Some(programs) = tally(spec, Mark::Nodes, stop)? else { return Ok(None) };
    let all = natural(&programs.total(0));
    let marks = |mark| -> Result<Natural, OutsideClosedForms> {
        let tallied = tally(spec, mark, stop)?;
        Ok(tallied.map_or(Natural::ZERO, |programs| natural(&programs.total(1))))
    };
    // Predicates of a class are interchangeable.
    let classes = Classes::told_apart(spec);
    let by_predicate = |mark: fn(usize) -> Mark| -> Result<Vec<Natural>, OutsideClosedForms> {
        let each = (0..classes.len()).map(|class| marks(mark(class)));
        let each = each.collect::<Result<Vec<_>, _>>()?;
        let share = |&class: &usize| &each[class] * shares(&classes, class);
        Ok(classes.class_of.iter().map(share).collect())
    };
    let scale = scale(&classes);
    let (atoms, heads) = (by_predicate(Mark::Atoms)?, by_predicate(Mark::Heads)?);
    let (constants, variables) = (marks(Mark::Constants)?, marks(Mark::Variables)?);
    let clauses = clauses_of_all(spec, &programs);
    let with_cycles = |cycles| total_weight(&spec.with_cycles(cycles), stop);
    let with_safe = |safe| total_weight(&spec.with_safe(safe), stop);
    let any = with_cycles(Cycles::Any)?;
    let share = |numerator| Ratio { numerator, denominator: any.clone() };
    let mean = |numerator| Ratio { numerator, denominator: all.clone() };
    let of = |whole: &Natural, part: Natural| {
        let denominator = whole.clone();
        (!whole.is_zero()).then_some(Ratio { numerator: part, denominator })
    };
    let all_atoms: Natural = atoms.iter().sum();
    Ok(Some(Averages {
        count: count_within(spec, stop)?,
        nodes: mean(natural(&programs.total(1))),
        negations: mean(marks(Mark::Negations)?),
        disjunctions: mean(marks(Mark::Disjunctions)?),
        empty_bodies: Ratio { numerator: marks(Mark::EmptyBodies)?, denominator: clauses.clone() },
        constants: of(&(&constants + variables), constants),
        body: atoms.into_iter().map(|atoms| of(&all_atoms, atoms)).collect(),
        head: heads
            .into_iter()
            .map(|numerator| Ratio { numerator, denominator: &all * &scale })
            .collect(),
        clauses: mean(clauses),
        stratified: share(with_cycles(Cycles::Stratified)?),
        acyclic: share(with_cycles(Cycles::Acyclic)?),
        safe: Ratio { numerator: with_safe(true)?, denominator: with_safe(false)? },
    }))
}

/// A number that the size of every class divides.
fn scale(classes: &Classes) -> Natural {
    classes.members.iter().map(Vec::len).product::<usize>().into()
}

/// What one predicate of a class gets of the class, in units of [`scale`].
fn shares(classes: &Classes, class: usize) -> Natural {
    scale(classes) / classes.members[class].len()
}

/// The positions of all pairs of predicates, if there are few enough for each to be told about; else none.
pub fn pairs_if_few(spec: &Spec) -> impl Iterator<Item = (usize, usize)> + use<> {
    /// With one more, pairs would be most of what is told.
    const FEW: usize = 4;
    let count = Some(spec.predicates().len()).filter(|count| *count <= FEW).unwrap_or(0);
    (0..count).flat_map(move |p| (p + 1..count).map(move |q| (p, q)))
}

/// The probability that two predicates, given by their positions, are independent in a random
/// program of the space, drawn in proportion to the weights; nothing if it is empty.
pub fn independence(
    spec: &Spec,
    pair: (usize, usize),
    stop: &Stop,
) -> Result<Option<Ratio>, OutsideClosedForms> {
    let denominator = total_weight(spec, stop)?;
    let pair = (pair.0.min(pair.1), pair.0.max(pair.1));
    let mut independent = spec.independent().to_vec();
    if !independent.contains(&pair) {
        independent.push(pair);
    }
    let numerator = total_weight(&spec.with_independent(independent), stop)?;
    Ok((denominator != Natural::ZERO).then_some(Ratio { numerator, denominator }))
}

/// All programs, with a tally; nothing if there are none.
fn tally(spec: &Spec, mark: Mark, stop: &Stop) -> Result<Option<Series>, OutsideClosedForms> {
    let space = Space::new(spec, SecondVariable::Tally(mark), Purpose::Expect, stop)?;
    let programs = space.map(|space| space.count(stop)).transpose()?;
    Ok(programs.filter(|programs| !programs.total(0).is_zero()))
}

/// The number of clauses of all programs together.
fn clauses_of_all(spec: &Spec, programs: &Series) -> Natural {
    let of_size = |spare| natural(programs.at(Degree { spare, second: 0 }));
    let sizes = 0..=programs.reach.spare;
    sizes.map(|spare| of_size(spare) * (spec.heads().len() + spare)).sum()
}
