//! Sets of clauses with one head predicate, under every bound that a program can meet.

use super::classes::{Classes, Group, GroupTable};
use super::clauses::{Bound, Clauses};
use super::number::{Natural, Tallied, binomials, natural};
use super::series::{Degree, Series};
use crate::spec::Cycles;

/// What the second variable of all series stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    /// Nothing.
    Unused,
    /// The number of nodes of all bodies.
    Nodes,
    /// A tally of all nodes of all programs (dual numbers).
    TallyNodes,
    /// A tally of all negations of all programs (dual numbers).
    TallyNegations,
}

/// `Σ_{h >= 1} binomial(F, h) z^(h - 1)` for every class of heads and every bound.
#[derive(Debug)]
pub(crate) struct Heads {
    pub(crate) classes: Classes,
    pub(crate) cycles: Cycles,
    pub(crate) reach: Degree,
    table: GroupTable<Box<[Series]>>,
}

impl Heads {
    /// Fill the table for every bound of programs with these cycles.
    pub(crate) fn new(clauses: &Clauses, cycles: Cycles, reach: Degree, second: Second) -> Heads {
        let classes = &clauses.classes;
        let mut table = GroupTable::new(classes);
        for anywhere in classes.within(classes.all()) {
            let others = match cycles {
                Cycles::Stratified => classes.within(classes.all() - anywhere),
                Cycles::Any | Cycles::Acyclic => vec![Group::EMPTY],
            };
            let sets = sets(clauses, anywhere, reach, second);
            for positive in others {
                table.set(positive, anywhere, sets(positive).into());
            }
        }
        Heads { classes: classes.clone(), cycles, reach, table }
    }

    /// The sets of clauses for a head of this class, if bodies may use `inner`, mutually dependent
    /// predicates, in the way the cycle rule allows, and `outer`, all settled before, in any way.
    pub(crate) fn get(&self, class: usize, inner: Group, outer: Group) -> &Series {
        let bound = Bound::new(self.cycles, inner, outer);
        &self.table.get(bound.positive, bound.anywhere)[class]
    }
}

/// Sets of clauses in which some predicates may occur anywhere: one series for each class of heads, if
/// others, to be given, may occur too, but not inside negations.
pub(crate) fn sets(
    clauses: &Clauses,
    anywhere: Group,
    reach: Degree,
    second: Second,
) -> Box<dyn Fn(Group) -> Vec<Series> + '_> {
    let classes = 0..clauses.classes.len();
    if second == Second::TallyNegations {
        let inside = clauses.inside(anywhere, Tallied::MARK);
        return Box::new(move |positive| {
            let total = clauses.bodies(positive + anywhere, inside.clone()).total();
            let sets = |class| tallied_sets(&clauses.headed(&total, class), reach);
            classes.clone().map(sets).collect()
        });
    }
    let inside = clauses.inside(anywhere, Natural::ONE);
    Box::new(move |positive| {
        let bodies = clauses.bodies(positive + anywhere, inside.clone());
        let total = bodies.total();
        let sets = |class| match second {
            Second::Unused => plain_sets(&clauses.headed(&total, class), reach),
            Second::Nodes => sets_by_nodes(&clauses.by_nodes(&bodies, class), reach),
            _ => tallied_sets(&tally_nodes(&clauses.by_nodes(&bodies, class)), reach),
        };
        classes.clone().map(sets).collect()
    })
}

fn plain_sets(clauses: &Natural, reach: Degree) -> Series {
    let mut sets = Series::zero(reach);
    for (spare, count) in binomials(clauses, reach.spare + 1).into_iter().skip(1).enumerate() {
        sets.set(Degree { spare, second: 0 }, count);
    }
    sets
}

/// A clause is in `binomial(F - 1, h - 1)` of the sets of `h` clauses, and brings its marks.
fn tallied_sets(clauses: &Tallied, reach: Degree) -> Series {
    let mut sets = plain_sets(&clauses.count, reach);
    if clauses.count.is_zero() {
        return sets;
    }
    let others = &clauses.count - Natural::ONE;
    for (spare, count) in binomials(&others, reach.spare).into_iter().enumerate() {
        sets.set(Degree { spare, second: 1 }, count * &clauses.marks);
    }
    sets
}

fn tally_nodes(by_nodes: &[Natural]) -> Tallied {
    let marks = by_nodes.iter().enumerate().map(|(nodes, count)| count * nodes).sum();
    Tallied { count: by_nodes.iter().sum(), marks }
}

/// The coefficients of `Π_n (1 + z y^n)^(F_n)`, without the empty set.
fn sets_by_nodes(by_nodes: &[Natural], reach: Degree) -> Series {
    let most = Degree { spare: reach.spare + 1, ..reach };
    let mut product = Series::one(most);
    for (nodes, count) in by_nodes.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
        product = product.times(&sets_of_one_size(nodes, count, most));
    }
    let mut sets = Series::zero(reach);
    for degree in reach.parts() {
        let count = product.at(Degree { spare: degree.spare + 1, ..degree });
        sets.set(degree, natural(count));
    }
    sets
}

/// `(1 + z y^n)^F`: sets of clauses of `n` nodes each, of which there are `F`.
pub(crate) fn sets_of_one_size(nodes: usize, count: &Natural, reach: Degree) -> Series {
    let mut sets = Series::zero(reach);
    for (chosen, ways) in binomials(count, reach.spare).into_iter().enumerate() {
        if chosen * nodes <= reach.second {
            sets.set(Degree { spare: chosen, second: chosen * nodes }, ways);
        }
    }
    sets
}
