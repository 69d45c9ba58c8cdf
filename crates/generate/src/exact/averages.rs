//! What programs of a space are like on average, without listing one of them.
//!
//! Expected numbers come from dual numbers: give every node (or negation) a mark, let each count
//! carry the number of marks on all the things it counts, and the sums that count programs also sum
//! their marks. Shares are quotients of two counts.

use super::estimate::Purpose;
use super::heads::Second;
use super::number::{Natural, natural};
use super::series::{Degree, Series};
use super::space::Space;
use super::{MemoryLimit, OutsideClosedForms, count_within};
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

/// What to expect of a random program of a space, every program being equally likely.
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
pub fn averages(spec: &Spec, limit: MemoryLimit) -> Result<Option<Averages>, OutsideClosedForms> {
    let tally = |second| tally(spec, second, limit);
    let (nodes, negations) = (tally(Second::TallyNodes)?, tally(Second::TallyNegations)?);
    let (Some(marked_nodes), Some(marked_negations)) = (nodes, negations) else { return Ok(None) };
    let count = natural(&marked_nodes.total(0));
    let with_cycles = |cycles| count_within(&spec.with_cycles(cycles), limit);
    let any = with_cycles(Cycles::Any)?;
    let share = |numerator| Ratio { numerator, denominator: any.clone() };
    let mean = |numerator| Ratio { numerator, denominator: count.clone() };
    Ok(Some(Averages {
        clauses: mean(clauses_of_all(spec, &marked_nodes)),
        nodes: mean(natural(&marked_nodes.total(1))),
        negations: mean(natural(&marked_negations.total(1))),
        stratified: share(with_cycles(Cycles::Stratified)?),
        acyclic: share(with_cycles(Cycles::Acyclic)?),
        safe: Ratio {
            numerator: count_within(&spec.with_safe(true), limit)?,
            denominator: count_within(&spec.with_safe(false), limit)?,
        },
        count,
    }))
}

/// The probability that two predicates, given by their positions, are independent in a random
/// program of the space; nothing if it is empty.
pub fn independence(
    spec: &Spec,
    pair: (usize, usize),
    limit: MemoryLimit,
) -> Result<Option<Ratio>, OutsideClosedForms> {
    let denominator = count_within(spec, limit)?;
    let pair = (pair.0.min(pair.1), pair.0.max(pair.1));
    let mut independent = spec.independent().to_vec();
    if !independent.contains(&pair) {
        independent.push(pair);
    }
    let numerator = count_within(&spec.with_independent(independent), limit)?;
    Ok((denominator != Natural::ZERO).then_some(Ratio { numerator, denominator }))
}

/// All programs, with a tally; nothing if there are none.
fn tally(
    spec: &Spec,
    second: Second,
    limit: MemoryLimit,
) -> Result<Option<Series>, OutsideClosedForms> {
    let space = Space::new(spec, second, Purpose::Count, limit)?;
    Ok(space.map(|space| space.count()).filter(|programs| !programs.total(0).is_zero()))
}

/// The number of clauses of all programs together.
fn clauses_of_all(spec: &Spec, programs: &Series) -> Natural {
    let of_size = |spare| natural(programs.at(Degree { spare, second: 0 }));
    let sizes = 0..=programs.reach.spare;
    sizes.map(|spare| of_size(spare) * (spec.predicates().len() + spare)).sum()
}
