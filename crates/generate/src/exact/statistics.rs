//! What programs of a space are like on average, without listing one of them.
//!
//! Expected numbers come from dual numbers: give every node (or negation) a mark, let each count
//! carry the number of marks on all the things it counts, and the sums that count programs also sum
//! their marks. Shares are quotients of two counts.

use super::estimate::Purpose;
use super::heads::Second;
use super::number::{Natural, natural};
use super::series::Degree;
use super::space::Space;
use super::{Limits, OutsideClosedForms, count_within};
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

/// Averages and shares of a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
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

/// The statistics of a space; nothing if it is empty.
pub fn statistics(spec: &Spec, limits: &Limits) -> Result<Option<Statistics>, OutsideClosedForms> {
    let Some(nodes) = tally(spec, Second::TallyNodes, limits)? else { return Ok(None) };
    let Some(negations) = tally(spec, Second::TallyNegations, limits)? else { return Ok(None) };
    let Some(clauses) = expected_clauses(spec, limits)? else { return Ok(None) };
    let with = |cycles: Cycles| count_within(&spec.with_cycles(cycles), limits);
    let any = with(Cycles::Any)?;
    let share = |numerator: Natural| Ratio { numerator, denominator: any.clone() };
    let safe_or_not = |safe: bool| count_within(&spec.with_safe(safe), limits);
    Ok(Some(Statistics {
        count: clauses.denominator.clone(),
        clauses,
        nodes,
        negations,
        stratified: share(with(Cycles::Stratified)?),
        acyclic: share(with(Cycles::Acyclic)?),
        safe: Ratio { numerator: safe_or_not(true)?, denominator: safe_or_not(false)? },
    }))
}

/// The probability that two predicates, given by their positions, are independent in a random
/// program of the space; nothing if it is empty.
pub fn independence(
    spec: &Spec,
    pair: (usize, usize),
    limits: &Limits,
) -> Result<Option<Ratio>, OutsideClosedForms> {
    let denominator = count_within(spec, limits)?;
    let pair = (pair.0.min(pair.1), pair.0.max(pair.1));
    let mut independent = spec.independent().to_vec();
    if !independent.contains(&pair) {
        independent.push(pair);
    }
    let numerator = count_within(&spec.with_independent(independent), limits)?;
    Ok((denominator != Natural::ZERO).then_some(Ratio { numerator, denominator }))
}

/// The mean of what is tallied.
fn tally(
    spec: &Spec,
    second: Second,
    limits: &Limits,
) -> Result<Option<Ratio>, OutsideClosedForms> {
    let Some(space) = Space::new(spec, second, Purpose::Count, limits)? else { return Ok(None) };
    let programs = space.count();
    let (numerator, denominator) = (natural(&programs.total(1)), natural(&programs.total(0)));
    Ok((denominator != Natural::ZERO).then_some(Ratio { numerator, denominator }))
}

fn expected_clauses(spec: &Spec, limits: &Limits) -> Result<Option<Ratio>, OutsideClosedForms> {
    let Some(space) = Space::new(spec, Second::Unused, Purpose::Count, limits)? else {
        return Ok(None);
    };
    let programs = space.count();
    let least = spec.predicates().len();
    let of_size = |spare| natural(programs.at(Degree { spare, second: 0 }));
    let numerator = (0..=space.reach.spare).map(|spare| of_size(spare) * (least + spare)).sum();
    let denominator = natural(&programs.total(0));
    Ok((denominator != Natural::ZERO).then_some(Ratio { numerator, denominator }))
}
