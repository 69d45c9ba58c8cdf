//! Drawing clauses of one head that together use each of several sets of predicates.
//!
//! If two or more sets must be used, each rarely, throwing away whole draws would take long. But
//! whether the sets are used can be decided clause by clause. Say some sets are still unused, and
//! `n` clauses are to follow the next one. How many clauses leave out certain sets is known, from the
//! tables for the bound without them; so inclusion and exclusion give, for each part `X` of the
//! unused sets, how many clauses use of those exactly `X`, and how many ways there are to go on after
//! such a clause. In proportion to these, `X` is drawn, and then a clause that uses `X`
//! (see [`weigher`](super::weigher)).

use randlog_base::bits::{ones, subsets};

use super::batch::Batch;
use super::choice::Choice;
use super::clause::Walk;
use super::dice::Dice;
use super::tables::ArgumentTables;
use super::token::{FlatClauses, used};
use super::weigher::{BoundedClauses, Demand, Part, Weigher};
use crate::exact::clauses::Clauses;
use crate::exact::number::{Integer, Natural, binomials, natural, sign};
use crate::exact::preorders::Members;

/// The clauses of one head, for each part of the sets those that leave it out.
pub(crate) struct Covering<'a> {
    clauses: &'a Clauses,
    arguments: &'a ArgumentTables,
    head: usize,
    sets: &'a [Members],
    without: Vec<BoundedClauses>,
    counts: Vec<Natural>,
}

impl<'a> Covering<'a> {
    /// The clauses of the only head of a batch. `bounded` gives the clauses of a batch like it.
    pub(crate) fn new(
        clauses: &'a Clauses,
        arguments: &'a ArgumentTables,
        batch: &'a Batch,
        bounded: impl Fn(&Batch) -> BoundedClauses,
    ) -> Covering<'a> {
        let (head, sets) = (batch.heads[0], &batch.must_use);
        let class = clauses.classes.class_of[head];
        let union = |part: Part| ones(part).fold(0, |union, position| union | sets[position]);
        let without: Vec<BoundedClauses> =
            (0..1 << sets.len()).map(|part| bounded(&batch.leaving_out(union(part)))).collect();
        let counts = without.iter().map(|clauses| clauses.tables.counts[class].clone()).collect();
        Covering { clauses, arguments, head, sets, without, counts }
    }

    /// Draw so many distinct clauses.
    pub(crate) fn draw(&self, count: usize, dice: &mut Dice) -> FlatClauses {
        let Covering { clauses, arguments, without, .. } = self;
        let mut walk = Walk::new(Weigher { clauses, arguments, without }, dice);
        let mut drawn = FlatClauses::new();
        // For each clause drawn, the sets that it uses.
        let mut uses: Vec<Part> = Vec::new();
        let mut unused: Part = (1 << self.sets.len()) - 1;
        while drawn.len() < count {
            let following = count - drawn.len() - 1;
            let weighted = |using| (using, self.weight(&uses, unused, using, following));
            let using = subsets(unused).map(weighted).collect::<Choice<Part>>().draw(walk.dice);
            let demand = Demand { leave_out: unused & !using, using };
            loop {
                let clause = walk.clause(self.head, None, demand);
                let uses_now = self.used_sets(used(&clause));
                if drawn.insert(clause) {
                    uses.push(uses_now);
                    unused &= !uses_now;
                    break;
                }
            }
        }
        drawn
    }

    /// The ways to draw a clause that uses exactly `part` of the unused sets, and all that follow.
    fn weight(&self, uses: &[Part], unused: Part, part: Part, following: usize) -> Natural {
        let later = unused & !part;
        let clauses = using_all(part, |left_out| self.left(uses, later | left_out));
        let continuations = using_all(later, |left_out| {
            // The clause just drawn leaves out all of `later`.
            let others = (self.left(uses, left_out) - Integer::ONE).max(Integer::ZERO);
            binomials(&natural(&others), following).swap_remove(following).into()
        });
        natural(&clauses) * natural(&continuations.max(Integer::ZERO))
    }

    /// How many clauses leave out these sets and are not drawn yet.
    fn left(&self, uses: &[Part], left_out: Part) -> Integer {
        let drawn = uses.iter().filter(|&&uses| uses & left_out == 0).count();
        Integer::from(self.counts[left_out as usize].clone()) - drawn
    }

    fn used_sets(&self, used: Members) -> Part {
        let hits = self.sets.iter().enumerate().filter(|(_, set)| *set & used != 0);
        hits.fold(0, |hit, (position, _)| hit | 1 << position)
    }
}

/// How many use all these sets, given how many leave out any of them: inclusion and exclusion.
fn using_all(sets: Part, leaving_out: impl Fn(Part) -> Integer) -> Integer {
    subsets(sets).map(|part| sign(part.count_ones() as usize) * leaving_out(part)).sum()
}
