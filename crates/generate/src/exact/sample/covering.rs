//! Drawing clauses of one head that together use each of several sets of predicates.
//!
//! If two or more sets must be used, each rarely, throwing away whole draws would take long. But
//! whether the sets are used can be decided clause by clause. Say some sets are still unused, and
//! `n` clauses are to follow the next one. How many clauses leave out certain sets is known, from the
//! tables for the bound without them; so inclusion and exclusion give, for each part `X` of the
//! unused sets, how many clauses use of those exactly `X`, and how many ways there are to go on after
//! such a clause. In proportion to these, `X` is drawn, and then a clause that uses `X`
//! (see [`clause_choices`](super::clause_choices)). If clauses have weights, so have all of these.

use randlog_base::bits::{ones, subsets};
use randlog_base::{Stop, Stopped};

use super::batch::Batch;
use super::choice::{Choice, pick};
use super::clause::ClauseSampler;
use super::clause_choices::{BoundedClauses, ClauseChoices, Demand, Part};
use super::random_source::RandomSource;
use super::tables::ArgumentTables;
use super::token::{FlatClauses, used};
use crate::exact::clauses::Clauses;
use crate::exact::number::{Integer, Natural, Weight, natural, sign};
use crate::exact::power_sums;
use crate::exact::preorders::Members;

/// The clauses of one head, for each part of the sets those that leave it out.
pub(crate) struct Covering<'a> {
    clauses: &'a Clauses,
    arguments: &'a ArgumentTables,
    head: usize,
    sets: &'a [Members],
    without: Vec<BoundedClauses>,
}

/// What can still be drawn: for each part of the sets, the weights of all collections of clauses that
/// leave it out and are not drawn yet, by their number.
struct Remaining(Vec<Vec<Natural>>);

impl<'a> Covering<'a> {
    /// The clauses of the only head of a batch. `bounded` gives the clauses of a batch like it.
    pub(crate) fn new(
        clauses: &'a Clauses,
        arguments: &'a ArgumentTables,
        batch: &'a Batch,
        bounded: impl Fn(&Batch) -> Result<BoundedClauses, Stopped>,
    ) -> Result<Covering<'a>, Stopped> {
        let (head, sets) = (batch.heads[0], &batch.must_use);
        let union = |part: Part| ones(part).fold(0, |union, position| union | sets[position]);
        let without = (0..1 << sets.len()).map(|part| bounded(&batch.leaving_out(union(part))));
        let without = without.collect::<Result<Vec<_>, _>>()?;
        Ok(Covering { clauses, arguments, head, sets, without })
    }

    /// Draw so many distinct clauses.
    pub(crate) fn draw(
        &self,
        count: usize,
        random: &mut RandomSource,
    ) -> Result<FlatClauses, Stopped> {
        let Covering { clauses, arguments, without, .. } = self;
        let mut sampler =
            ClauseSampler::new(ClauseChoices::new(clauses, arguments, without), random);
        let mut remaining = self.remaining(count, sampler.random.stop)?;
        let mut drawn = FlatClauses::new();
        let mut unused: Part = (1 << self.sets.len()) - 1;
        while drawn.len() < count {
            sampler.random.try_again()?;
            let following = count - drawn.len() - 1;
            let weighted = |using| (using, self.weight(&remaining, unused, using, following));
            let using =
                subsets(unused).map(weighted).collect::<Choice<Part>>().draw(sampler.random);
            let demand = Demand { leave_out: unused & !using, using };
            let clause = loop {
                let clause = sampler.clause(self.head, None, demand)?;
                if !drawn.contains(&clause) {
                    break clause;
                }
                sampler.random.try_again()?;
            };
            let uses = self.used_sets(used(&clause));
            let later = unused & !uses;
            let weight = if clauses.equal { Natural::ONE } else { sampler.choices.weight(&clause) };
            if !clauses.equal {
                let all = remaining.using_all(later, following, None);
                let kept = remaining.using_all(later, following, Some(&weight));
                let lost = &all - &kept;
                if pick(&[kept, lost], sampler.random) != 0 {
                    continue;
                }
            }
            remaining.take(uses, &weight);
            drawn.insert(clause);
            unused = later;
        }
        Ok(drawn)
    }

    /// Everything, for so many clauses.
    fn remaining(&self, count: usize, stop: &Stop) -> Result<Remaining, Stopped> {
        let class = self.clauses.classes.class_of[self.head];
        let sets = |bounded: &BoundedClauses| match self.clauses.equal {
            true => Ok(bounded.tables.counts[class].subsets(count)),
            false => {
                let sets = bounded.tables.sets(self.clauses, class, None, stop)?;
                Ok(sets[..=count].to_vec())
            }
        };
        Ok(Remaining(self.without.iter().map(sets).collect::<Result<_, _>>()?))
    }

    /// The ways to draw a clause that uses exactly `part` of the unused sets, and all that follow. If
    /// clauses do not all weigh the same, what follows depends on which clause it is; then this is a
    /// bound, as if it could be drawn again.
    fn weight(&self, remaining: &Remaining, unused: Part, part: Part, following: usize) -> Natural {
        let later = unused & !part;
        let leaving_out = |left_out: Part| remaining.0[(later | left_out) as usize][1].clone();
        let clauses = using_all(part, leaving_out);
        let one = Natural::ONE;
        clauses * remaining.using_all(later, following, self.clauses.equal.then_some(&one))
    }

    fn used_sets(&self, used: Members) -> Part {
        let hits = self.sets.iter().enumerate().filter(|(_, set)| *set & used != 0);
        hits.fold(0, |hit, (position, _)| hit | 1 << position)
    }
}

impl Remaining {
    /// The collections of so many clauses that together use all these sets, without one clause of a given
    /// weight that uses none of them.
    fn using_all(&self, sets: Part, count: usize, without_one: Option<&Natural>) -> Natural {
        using_all(sets, |left_out| {
            let all = &self.0[left_out as usize][..=count];
            match without_one {
                // No clause is left to be taken away.
                Some(_) if self.0[left_out as usize][1].is_zero() => Natural::ZERO,
                Some(weight) => power_sums::without(all, weight).swap_remove(count),
                None => all[count].clone(),
            }
        })
    }

    /// A clause has been drawn that uses these sets and has this weight.
    fn take(&mut self, uses: Part, weight: &Natural) {
        for (left_out, sets) in self.0.iter_mut().enumerate() {
            if left_out as Part & uses == 0 {
                *sets = power_sums::without(sets, weight);
            }
        }
    }
}

/// How many use all these sets, given how many leave out any of them: inclusion and exclusion.
fn using_all(sets: Part, leaving_out: impl Fn(Part) -> Natural) -> Natural {
    let signed = |part: Part| sign(part.count_ones() as usize) * Integer::from(leaving_out(part));
    natural(&subsets(sets).map(signed).sum::<Integer>().max(Integer::ZERO))
}
