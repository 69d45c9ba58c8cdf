//! Sets of clauses with one head predicate, under every bound that a program can meet.

use randlog_base::{Stop, Stopped};

use super::bound::Bound;
use super::classes::{Classes, Group, GroupTable};
use super::clauses::Clauses;
use super::number::{Integer, Natural, Tallied, natural};
use super::pieces::Mark;
use super::power_sums::PowerSums;
use super::series::{Coefficient, Degree, Series};
use crate::spec::Cycles;

/// What the second variable of all series stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecondVariable {
    /// Nothing.
    Unused,
    /// The number of nodes of all bodies.
    Nodes,
    /// A tally of certain pieces of all programs (dual numbers).
    Tally(Mark),
}

/// `Σ_{h >= 1} e(h) z^(h - 1)` for every class of heads and every bound, where `e(h)` is the weight of all
/// sets of `h` clauses: `binomial(F, h)` if all `F` clauses weigh one.
#[derive(Debug)]
pub(crate) struct Heads<N = Integer> {
    pub(crate) classes: Classes,
    pub(crate) cycles: Cycles,
    pub(crate) reach: Degree,
    table: GroupTable<Box<[Series<N>]>>,
}

/// Gives, for a bound, the sets of clauses for each class of heads.
pub(crate) type SetsAbove<'a, N = Integer> =
    Box<dyn Fn(Bound) -> Result<Vec<Series<N>>, Stopped> + 'a>;

impl<N: Coefficient> Heads<N> {
    /// Fill the table for every bound of programs with these cycles. `sets` is given the predicates that
    /// may occur anywhere.
    pub(crate) fn new<'a>(
        classes: &Classes,
        cycles: Cycles,
        reach: Degree,
        sets: impl Fn(Group) -> Result<SetsAbove<'a, N>, Stopped>,
    ) -> Result<Heads<N>, Stopped> {
        let mut table = GroupTable::new(classes);
        for anywhere in classes.within(classes.heads) {
            let others = match cycles {
                Cycles::Stratified => classes.within(classes.heads - anywhere),
                Cycles::Any | Cycles::Acyclic => vec![Group::EMPTY],
            };
            let settled = anywhere + classes.data();
            let sets = sets(settled)?;
            for positive in others {
                let sets = sets(Bound::above(cycles, positive, settled))?;
                table.set(positive, anywhere, as_fixed(classes, sets).into());
            }
        }
        Ok(Heads { classes: classes.clone(), cycles, reach, table })
    }

    /// The sets of clauses for a head of this class, if bodies may use `inner`, mutually dependent
    /// predicates, in the way the cycle rule allows, and `outer`, all settled before, in any way.
    pub(crate) fn get(&self, class: usize, inner: Group, outer: Group) -> &Series<N> {
        let (positive, anywhere) = match self.cycles {
            Cycles::Any => (Group::EMPTY, inner + outer),
            Cycles::Stratified => (inner, outer),
            Cycles::Acyclic => (Group::EMPTY, outer),
        };
        &self.table.get(positive, anywhere)[class]
    }
}

/// Of the sets of clauses for each class of heads, those of the number that the spec fixes, if it does.
pub(crate) fn as_fixed<N: Coefficient>(classes: &Classes, sets: Vec<Series<N>>) -> Vec<Series<N>> {
    let of_class = |(series, fixed): (Series<N>, &Option<usize>)| match *fixed {
        Some(number) => series.only(|spare| spare + 1 == number),
        None => series,
    };
    sets.into_iter().zip(&classes.fixed).map(of_class).collect()
}

/// Sets of clauses in which some predicates may occur inside negations: one series for each class of heads,
/// under bounds in which they may.
pub(crate) fn sets<'a>(
    clauses: &'a Clauses,
    inside: Group,
    reach: Degree,
    second: SecondVariable,
    stop: &'a Stop,
) -> Result<SetsAbove<'a>, Stopped> {
    if let SecondVariable::Tally(mark) = second {
        let marked = clauses.weights().iter().map(|measure| measure.pieces.marked(mark));
        let measures = clauses.powers_of(&marked.collect::<Vec<_>>());
        let inside = clauses.inside_powers(&measures, inside, stop)?;
        return Ok(Box::new(move |bound| {
            let populations = clauses.populations(&measures, bound, &inside, stop)?;
            Ok(populations.iter().map(|population| tallied_sets(population, reach)).collect())
        }));
    }
    let measures = &clauses.powers;
    let inside = clauses.inside_powers(measures, inside, stop)?;
    Ok(Box::new(move |bound| {
        if second == SecondVariable::Nodes {
            let populations = clauses.populations_by_nodes(bound, &inside, stop)?;
            return populations
                .iter()
                .map(|by_nodes| sets_by_nodes(by_nodes, reach, stop))
                .collect();
        }
        let populations = clauses.populations(measures, bound, &inside, stop)?;
        Ok(populations.iter().map(|population| plain_sets(population, reach)).collect())
    }))
}

fn plain_sets(clauses: &PowerSums<Natural>, reach: Degree) -> Series {
    let mut sets = Series::zero(reach);
    for (spare, count) in clauses.sets(reach.spare + 1).into_iter().skip(1).enumerate() {
        sets.set(Degree { spare, second: 0 }, count);
    }
    sets
}

fn tallied_sets(clauses: &PowerSums<Tallied>, reach: Degree) -> Series {
    let mut sets = Series::zero(reach);
    for (spare, tally) in clauses.sets(reach.spare + 1).into_iter().skip(1).enumerate() {
        sets.set(Degree { spare, second: 0 }, tally.count);
        sets.set(Degree { spare, second: 1 }, tally.marks);
    }
    sets
}

/// The product over all numbers of nodes of [`sets_of_one_size`], without the empty set.
fn sets_by_nodes(
    by_nodes: &[PowerSums<Natural>],
    reach: Degree,
    stop: &Stop,
) -> Result<Series, Stopped> {
    let most = Degree { spare: reach.spare + 1, ..reach };
    let mut product = Series::one(most);
    for (nodes, clauses) in by_nodes.iter().enumerate().filter(|(_, clauses)| !clauses.is_empty()) {
        product = product.times(&sets_of_one_size(nodes, clauses, most), stop)?;
    }
    let mut sets = Series::zero(reach);
    for degree in reach.parts() {
        let count = product.at(Degree { spare: degree.spare + 1, ..degree });
        sets.set(degree, natural(count));
    }
    Ok(sets)
}

/// Sets of clauses of `n` nodes each: if there are `F` of them, all of the same weight,
/// `(1 + z y^n)^F`.
pub(crate) fn sets_of_one_size(
    nodes: usize,
    clauses: &PowerSums<Natural>,
    reach: Degree,
) -> Series {
    let mut sets = Series::zero(reach);
    for (chosen, ways) in clauses.sets(reach.spare).into_iter().enumerate() {
        if chosen * nodes <= reach.second {
            sets.set(Degree { spare: chosen, second: chosen * nodes }, ways);
        }
    }
    sets
}
