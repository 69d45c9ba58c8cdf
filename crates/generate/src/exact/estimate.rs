//! How much memory the tables will take, before any of them is made.
//!
//! Estimates err on the high side: a number is taken to be as long as the largest of its kind. All
//! arithmetic saturates, so that an absurd spec gets an absurd estimate and not an overflow.

use std::num::Saturating;

use dashu_int::ops::BitTest;
use randlog_base::{Stop, Stopped};

use super::OutsideClosedForms;
use super::bound::Bound;
use super::classes::{Classes, Group};
use super::clauses::Clauses;
use super::number::Integer;
use super::pieces::Pieces;
use super::series::{Degree, Series};
use crate::Spec;
use crate::spec::Cycles;

/// Which tables will be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Count,
    Sample,
    /// To tell what to expect of each predicate.
    Expect,
}

/// The limit, in bytes, if none is given: larger tables take too long to set up.
pub(crate) const DEFAULT_MEMORY: u64 = 2 << 30;

type Size = Saturating<u64>;

/// Refuse if the tables over bodies would not fit.
pub(crate) fn bodies_fit(spec: &Spec, stop: &Stop) -> Result<(), OutsideClosedForms> {
    let longest = size(spec.predicates().iter().map(|p| p.arity).max().unwrap_or(0));
    let nodes = size(spec.max_nodes()) + size(1);
    let variables = size(spec.variables().len()).min(nodes * longest) + size(1);
    let spans = if spec.safe() { variables * variables / size(2) + size(1) } else { variables };
    let symbols = bit_length(size(spec.constants().len()) + variables);
    let leaf = longest * symbols + bit_length(size(spec.predicates().len())) + size(3);
    let tables = size(7) * nodes + if spec.safe() { longest } else { size(0) };
    let pieces = Pieces::new(spec, &Classes::new(spec));
    // There are tables for each power of the weights; on average they have half the largest power.
    let powers = if pieces[0].equal { size(1) } else { size(spec.max_clauses()) };
    let bits = pieces.iter().map(Pieces::bits).max().unwrap_or(0);
    let leaf = leaf + size(bits) * (powers + size(1)) / size(2);
    let powers = powers * size(pieces.len());
    within(stop, powers * tables * spans * number_bytes(leaf * nodes))
}

/// Refuse if the tables over programs, or one series for each kept completion of a preorder, would not
/// fit.
pub(crate) fn programs_fit(
    clauses: &Clauses,
    reach: Degree,
    is_unruled: bool,
    completions: u64,
    purpose: Purpose,
    stop: &Stop,
) -> Result<(), OutsideClosedForms> {
    let series = series_bytes(clauses, reach, stop)?;
    let classes = &clauses.classes;
    let tables = match is_unruled {
        true => size(classes.len() + classes.predicates() + 2) * series,
        false => tables_bytes(classes, purpose, series),
    };
    within(stop, tables)?;
    within(stop, Saturating(completions) * series)
}

/// Whether the closed forms for the ties of a spec take a few milliseconds at most, by the number of
/// products that setting up their tables takes.
pub(crate) fn is_cheap(spec: &Spec) -> bool {
    let classes = Classes::new(spec);
    let nodes = size(spec.max_nodes());
    let variables = size(spec.variables().len()).min(nodes * size(classes.longest())) + size(1);
    let spans = if spec.safe() { variables * variables } else { variables };
    let spare = size(spec.max_clauses().saturating_sub(spec.heads().len()) + 1);
    let powers = if spec.weights().are_one() { size(1) } else { spare };
    let habits = size(classes.habits.len());
    let bodies = disjoint(&classes, 2) * habits * powers * nodes * nodes * spans;
    let programs = disjoint(&classes, 3) * spare * spare;
    bodies + programs < size(50_000)
}

/// In how many ways so many disjoint groups can be chosen.
fn disjoint(classes: &Classes, sets: u64) -> Size {
    classes.members.iter().fold(size(1), |ways, class| ways * multisets(class.len() as u64, sets))
}

/// The tables that the recursions over groups keep at a time.
fn tables_bytes(classes: &Classes, purpose: Purpose, series: Size) -> Size {
    let groups = size(classes.heads.0) + size(1);
    let places = groups * groups * size(4 * size_of::<Option<Series>>());
    let pairs = disjoint(classes, 2);
    let kept = match purpose {
        Purpose::Count | Purpose::Expect => pairs * size(classes.len() + 3),
        Purpose::Sample => pairs * size(classes.len() + 5) + disjoint(classes, 3),
    };
    places + kept * series
}

/// In how many ways `size` equal things can be split over `sets` sets and a remainder.
fn multisets(size: u64, sets: u64) -> Size {
    (1..=sets).fold(Saturating(1), |ways, i| ways * Saturating(size + i) / Saturating(i))
}

/// A series over about half of the predicates, as most sets are.
fn series_bytes(clauses: &Clauses, reach: Degree, stop: &Stop) -> Result<Size, Stopped> {
    let classes = &clauses.classes;
    let bound = Bound::new(classes, Cycles::Any, classes.heads, Group::EMPTY);
    let inside = clauses.inside(clauses.weights(), bound.inside, stop)?;
    let numbers = clauses.by_class(clauses.weights(), bound, &inside, stop)?;
    let bits = numbers.iter().map(BitTest::bit_len).max().unwrap_or(0);
    let clauses = size(classes.predicates() / 2 + 1 + reach.spare / 2);
    let coefficients = (size(reach.spare) + size(1)) * (size(reach.second) + size(1));
    Ok(coefficients * number_bytes(size(bits) * clauses) + size(64))
}

fn within(stop: &Stop, needed: Size) -> Result<(), OutsideClosedForms> {
    let (needed, limit) = (needed.0, stop.memory().unwrap_or(DEFAULT_MEMORY));
    if needed > limit { Err(OutsideClosedForms::Memory { needed, limit }) } else { Ok(()) }
}

/// Two words are kept inline; longer numbers live on the heap.
fn number_bytes(bits: Size) -> Size {
    let heap = if bits > size(128) { bits / size(8) + size(24) } else { size(0) };
    size(size_of::<Integer>()) + heap
}

fn bit_length(number: Size) -> Size {
    Saturating(u64::from(u64::BITS - number.0.leading_zeros()))
}

fn size(number: usize) -> Size {
    Saturating(number as u64)
}
