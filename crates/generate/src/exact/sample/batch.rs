//! Drawing the clauses of a few predicates at once.
//!
//! A [`Batch`] asks for so many clauses of some heads, whose bodies use what a bound allows. Drawing
//! those is easy: heads share out the clauses, and each draws distinct ones. If the bodies must use
//! certain sets of predicates, draws that do not are thrown away and all is drawn again, which leaves
//! those that remain equally likely.
//!
//! Distinct clauses are drawn one after the other, drawing again whatever is there already. Even if
//! all `h` clauses that exist are wanted, this takes `h·(1 + 1/2 + … + 1/h)` draws on average.

use std::sync::{Arc, OnceLock};

use randlog_base::bits::ones;
use randlog_base::{Stop, Stopped};

use super::choice::{Choice, pick};
use super::clause::ClauseSampler;
use super::clause_choices::{ClauseChoices, Demand};
use super::cumulative::LazyCumulative;
use super::random_source::RandomSource;
use super::split::{products, shares};
use super::tables::ClauseTables;
use super::token::{FlatClause, FlatClauses, used};
use crate::exact::approximate::Approximate;
use crate::exact::classes::{Classes, Group};
use crate::exact::clauses::Clauses;
use crate::exact::heads::{of_one_size, sets_of_one_size};
use crate::exact::number::{Natural, natural};
use crate::exact::power_sums::{PowerSums, without};
use crate::exact::preorders::Members;
use crate::exact::series::{Coefficient, Degree, Series};

/// Clauses that are drawn together.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) heads: Vec<usize>,
    /// The members of the heads' component that bodies may use.
    pub(crate) inner: Vec<usize>,
    /// What is settled and may be used.
    pub(crate) settled: Vec<usize>,
    /// How many spare clauses, and nodes if they matter.
    pub(crate) degree: Degree,
    /// Sets of which some predicate must be used by some head.
    pub(crate) must_use: Vec<Members>,
}

impl Batch {
    /// The clauses of some heads, of which bodies need not use any set of predicates.
    pub(crate) fn new(heads: Members, inner: Members, settled: Members, degree: Degree) -> Batch {
        let list = |members: Members| ones(members).collect();
        let (heads, inner, settled) = (list(heads), list(inner), list(settled));
        Batch { heads, inner, settled, degree, must_use: Vec::new() }
    }

    /// The same, but no body may use these.
    pub(crate) fn leaving_out(&self, members: Members) -> Batch {
        let keep = |list: &[usize]| {
            list.iter().copied().filter(|&member| members >> member & 1 == 0).collect()
        };
        Batch { inner: keep(&self.inner), settled: keep(&self.settled), ..self.clone() }
    }
}

/// What is kept for all batches with the same numbers of predicates of each arity.
#[derive(Debug)]
pub(crate) struct BatchTables {
    heads: Group,
    /// For each class of heads.
    sets: Vec<Series<Approximate>>,
    suffixes: Arc<[Series<Approximate>]>,
    /// Computed only if the first bits of the numbers do not decide.
    exact_suffixes: OnceLock<Arc<[Series]>>,
    /// How many clauses the next head gets, by head and degree.
    shares: Vec<Vec<LazyCumulative>>,
    /// For each class of heads, sets of clauses by their sizes, if nodes matter.
    by_nodes: Option<Vec<SetsByNodes>>,
    reach: Degree,
}

/// The sets of clauses of one head by the number of nodes of each.
#[derive(Debug)]
pub(crate) struct SetsByNodes {
    clauses: Vec<PowerSums<Natural>>,
    /// Sets of clauses of at least so many nodes each; the degree is the whole number of clauses.
    at_least: Vec<Series>,
}

/// For each of some heads, ordered by class: the sets of clauses for it and all later ones; and at last the
/// empty set.
pub(crate) fn suffixes<'s, N: Coefficient + 's>(
    classes: &Classes,
    heads: Group,
    sets: impl Fn(usize) -> &'s Series<N>,
    reach: Degree,
    stop: &Stop,
) -> Result<Arc<[Series<N>]>, Stopped> {
    let mut suffixes = vec![Series::one(reach)];
    for class in (0..classes.len()).rev() {
        for _ in 0..classes.count(heads, class) {
            suffixes.push(suffixes[suffixes.len() - 1].times(sets(class), stop)?);
        }
    }
    suffixes.reverse();
    Ok(suffixes.into())
}

impl BatchTables {
    /// Prepare batches of heads, given the sets of clauses of each class of heads, and the [`suffixes`].
    pub(crate) fn new(
        heads: Group,
        sets: Vec<Series<Approximate>>,
        suffixes: Arc<[Series<Approximate>]>,
        by_nodes: Option<Vec<SetsByNodes>>,
        reach: Degree,
    ) -> BatchTables {
        let lazy = |_: &Series<_>| {
            (0..reach.number_of_parts()).map(|_| LazyCumulative::default()).collect()
        };
        BatchTables {
            shares: suffixes[1..].iter().map(lazy).collect(),
            exact_suffixes: OnceLock::new(),
            heads,
            sets,
            suffixes,
            by_nodes,
            reach,
        }
    }

    /// Draw a batch. `sets` must be what the tables were made from.
    pub(crate) fn draw<'s>(
        &self,
        sampler: &mut ClauseSampler,
        batch: &Batch,
        sets: impl Fn(usize) -> &'s Series,
    ) -> Result<FlatClauses, Stopped> {
        loop {
            let mut drawn = FlatClauses::new();
            self.each_head(sampler, batch, &sets, |sampler, head, share| {
                self.draw_head(sampler, head, share, &mut drawn).map(|()| true)
            })?;
            let is_used = |set: &Members| drawn.iter().any(|clause| used(clause) & set != 0);
            if batch.must_use.iter().all(is_used) {
                return Ok(drawn);
            }
            sampler.random.try_again()?;
        }
    }

    /// Draw how many spare clauses each head gets, and do something with it as long as that goes well. Whether it always does.
    pub(crate) fn each_head<'s>(
        &self,
        sampler: &mut ClauseSampler,
        batch: &Batch,
        sets: impl Fn(usize) -> &'s Series,
        mut draw: impl FnMut(&mut ClauseSampler, usize, Degree) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        let classes = &sampler.choices.clauses.classes;
        let mut heads = batch.heads.clone();
        heads.sort_unstable_by_key(|&head| classes.class_of[head]);
        let mut rest = batch.degree;
        for (position, &head) in heads.iter().enumerate() {
            let class = classes.class_of[head];
            let share = self.share(position, rest, class, &sets, sampler)?;
            if !draw(sampler, head, share)? {
                return Ok(false);
            }
            rest = rest.without(share).unwrap_or(rest);
        }
        Ok(true)
    }

    /// The part of `rest` that the next head gets.
    fn share<'s>(
        &self,
        position: usize,
        rest: Degree,
        class: usize,
        sets: impl Fn(usize) -> &'s Series,
        sampler: &mut ClauseSampler,
    ) -> Result<Degree, Stopped> {
        if position + 1 == self.shares.len() {
            return Ok(rest);
        }
        let others = &self.suffixes[position + 1];
        let first_bits = || products(&self.sets[class], others, rest).collect();
        let (classes, stop) = (&sampler.choices.clauses.classes, sampler.random.stop);
        let weights = || {
            let others = &self.exact_suffixes(classes, &sets, stop)?[position + 1];
            Ok(shares(1, sets(class), others, rest))
        };
        let borders = &self.shares[position][self.reach.position(rest)];
        Ok(rest.part(borders.draw_approximately(sampler.random, first_bits, weights)?))
    }

    fn exact_suffixes<'s>(
        &self,
        classes: &Classes,
        sets: impl Fn(usize) -> &'s Series,
        stop: &Stop,
    ) -> Result<&[Series], Stopped> {
        if let Some(known) = self.exact_suffixes.get() {
            return Ok(known);
        }
        let suffixes = suffixes(classes, self.heads, sets, self.reach, stop)?;
        Ok(self.exact_suffixes.get_or_init(|| suffixes))
    }

    fn draw_head(
        &self,
        sampler: &mut ClauseSampler,
        head: usize,
        share: Degree,
        drawn: &mut FlatClauses,
    ) -> Result<(), Stopped> {
        let wanted = Degree { spare: share.spare + 1, ..share };
        let Some(sets) = &self.by_nodes else {
            return draw_of_size(sampler, head, None, wanted.spare, drawn);
        };
        let class = sampler.choices.clauses.classes.class_of[head];
        for (nodes, count) in sets[class].draw(wanted, sampler.random) {
            draw_of_size(sampler, head, Some(nodes), count, drawn)?;
        }
        Ok(())
    }
}

/// Draw distinct clauses, of so many nodes if that is given.
pub(crate) fn draw_of_size(
    sampler: &mut ClauseSampler,
    head: usize,
    nodes: Option<usize>,
    count: usize,
    drawn: &mut FlatClauses,
) -> Result<(), Stopped> {
    let ClauseChoices { clauses, without, .. } = sampler.choices;
    let (class, stop) = (clauses.classes.class_of[head], sampler.random.stop);
    let sets = || sampler.choices.sets(head, nodes, stop);
    if nodes.is_none() && !clauses.equal && count > 1 && is_in_vain(&sets()?[..=count]) {
        let by_nodes = without[0].tables.by_nodes(clauses, class, stop)?.to_vec();
        let by_nodes = SetsByNodes::new(by_nodes, Degree { spare: count - 1, second: 0 }, stop)?;
        let all = Degree { spare: count, second: 0 };
        for (nodes, count) in by_nodes.draw(all, sampler.random) {
            draw_of_size(sampler, head, Some(nodes), count, drawn)?;
        }
        return Ok(());
    }
    let draw = |sampler: &mut ClauseSampler| sampler.clause(head, nodes, Demand::default());
    let choices = sampler.choices;
    draw_distinct(sampler, count, || choices.sets(head, nodes, stop), draw, drawn)
}

/// Whether hardly any clause would be kept if sets were drawn clause by clause, because a few clauses outweigh all others. The
/// first is kept with the chance `h·e_h / (e_1·e_(h-1))`. `sets` are the weights of all sets of up to `h` clauses.
fn is_in_vain(sets: &[Natural]) -> bool {
    const RARE: u32 = 1000;
    let count = sets.len() - 1;
    &sets[count] * count * RARE < &sets[1] * &sets[count - 1]
}

/// Draw distinct clauses of some collection. `sets` are the weights of all sets of them, by their number; they
/// are needed only if clauses do not all weigh the same.
pub(crate) fn draw_distinct<'t>(
    sampler: &mut ClauseSampler,
    count: usize,
    sets: impl FnOnce() -> Result<&'t [Natural], Stopped>,
    mut draw: impl FnMut(&mut ClauseSampler) -> Result<FlatClause, Stopped>,
    drawn: &mut FlatClauses,
) -> Result<(), Stopped> {
    if !sampler.choices.clauses.equal && count > 1 {
        return draw_weighed(sampler, sets()?[..count].to_vec(), draw, drawn);
    }
    let target = drawn.len() + count;
    while drawn.len() < target {
        sampler.random.try_again()?;
        drawn.insert(draw(sampler)?);
    }
    Ok(())
}

/// Draw distinct clauses that do not all weigh the same. A set is to be drawn in proportion to the
/// product of its weights, so the next clause in proportion to its own weight times that of all sets
/// of the others that are still missing, which do not hold it. The first factor is how clauses are
/// drawn; for the second, a clause is kept with the share that sets without it have of all sets. `sets` are those
/// of up to as many clauses as will be missing after the next one.
pub(crate) fn draw_weighed(
    sampler: &mut ClauseSampler,
    mut sets: Vec<Natural>,
    mut draw: impl FnMut(&mut ClauseSampler) -> Result<FlatClause, Stopped>,
    drawn: &mut FlatClauses,
) -> Result<(), Stopped> {
    while let Some(all) = sets.last() {
        sampler.random.try_again()?;
        let clause = draw(sampler)?;
        if drawn.contains(&clause) {
            continue;
        }
        let mut others = without(&sets, &sampler.choices.weight(&clause));
        let Some(kept) = others.pop() else { break };
        let lost = all - &kept;
        if pick(&[kept, lost], sampler.random) == 0 {
            drawn.insert(clause);
            sets = others;
        }
    }
    Ok(())
}

impl SetsByNodes {
    /// The sets of each class of heads.
    pub(crate) fn of_classes(
        clauses: &Clauses,
        tables: &ClauseTables,
        reach: Degree,
        stop: &Stop,
    ) -> Result<Vec<SetsByNodes>, Stopped> {
        let of_class =
            |class| SetsByNodes::new(tables.by_nodes(clauses, class, stop)?.to_vec(), reach, stop);
        (0..clauses.classes.len()).map(of_class).collect()
    }

    fn new(
        clauses: Vec<PowerSums<Natural>>,
        reach: Degree,
        stop: &Stop,
    ) -> Result<SetsByNodes, Stopped> {
        let reach = Degree { spare: reach.spare + 1, ..reach };
        let mut at_least = vec![Series::one(reach)];
        for (nodes, available) in clauses.iter().enumerate().rev() {
            let sets = sets_of_one_size(nodes, available, reach);
            at_least.push(at_least[at_least.len() - 1].times(&sets, stop)?);
        }
        at_least.reverse();
        Ok(SetsByNodes { clauses, at_least })
    }

    /// How many clauses of each number of nodes, for so many clauses and nodes in all.
    fn draw(&self, mut wanted: Degree, random: &mut RandomSource) -> Vec<(usize, usize)> {
        let mut counts = Vec::new();
        for (nodes, available) in self.clauses.iter().enumerate() {
            let ways = available.sets(wanted.spare);
            let choice: Choice<(usize, Degree)> = ways
                .into_iter()
                .enumerate()
                .filter_map(|(chosen, ways)| {
                    let part = of_one_size(chosen, nodes, self.at_least[0].reach);
                    let rest = wanted.without(part)?;
                    Some(((chosen, rest), ways * natural(self.at_least[nodes + 1].at(rest))))
                })
                .collect();
            let (chosen, rest) = choice.draw(random);
            wanted = rest;
            counts.push((nodes, chosen));
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;
    use crate::exact::estimate::Purpose;
    use crate::exact::heads::SecondVariable;
    use crate::exact::space::Space;
    use crate::spec::Cycles;

    #[test]
    fn products_over_many_heads_keep_their_first_bits() {
        let arities: Vec<usize> = (0..12).map(|place| place % 3).collect();
        let draft = Spec::builder().arities(&arities).variables(3).constants(2).max_nodes(2);
        let spec = draft.max_clauses(20).cycles(Cycles::Any).build().expect("a valid spec");
        let never = &Stop::NEVER;
        for second in [SecondVariable::Unused, SecondVariable::Nodes] {
            let space = Space::new(&spec, second, Purpose::Sample, never).unwrap().unwrap();
            let sets = space.unruled_sets(never).unwrap();
            let bits: Vec<_> = sets.iter().map(Series::approximate).collect();
            let (classes, reach) = (&space.clauses.classes, space.reach);
            let all = classes.heads;
            let exact = suffixes(classes, all, |class| &sets[class], reach, never).unwrap();
            let found = suffixes(classes, all, |class| &bits[class], reach, never).unwrap();
            for (exact, found) in exact.iter().zip(found.iter()) {
                for degree in reach.parts() {
                    let known = Approximate::from(&natural(exact.at(degree)));
                    let found = *found.at(degree);
                    // What is rounded towards zero is never above, and hardly below.
                    let is_close = || found.share_of(known) == u64::MAX;
                    assert!(found == known || is_close(), "{found:?} {known:?}");
                }
            }
        }
    }
}
