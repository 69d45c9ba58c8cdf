//! Drawing clauses of one head that together use each of several sets of predicates.
//!
//! If two or more sets must be used, each rarely, throwing away whole draws would take long. But
//! whether the sets are used can be steered clause by clause. Say some sets are still unused, and
//! `n` clauses are to follow the next one. How many clauses leave out certain sets is known, from the
//! tables for the bound without them; so inclusion and exclusion give, for each part `X` of the
//! unused sets, how many clauses use of those exactly `X`, and how many ways there are to go on after
//! such a clause. In proportion to these, `X` is drawn, and then a clause that uses `X`
//! ([`steered`](super::steered)).

use super::clause::Drawer;
use super::dice::Dice;
use super::lottery::pick;
use super::stage::{Drawn, Stage};
use super::steered::{Part, Wish, World, Worlds, parts};
use super::tables::ArgumentTables;
use super::token::used;
use crate::exact::clauses::Clauses;
use crate::exact::number::{Integer, Natural, binomials, natural, sign};
use crate::exact::preorders::Members;

/// The head, and for each part of the sets the clauses that leave it out.
pub(crate) struct Guide<'a> {
    clauses: &'a Clauses,
    arguments: &'a ArgumentTables,
    head: usize,
    sets: &'a [Members],
    worlds: Vec<World>,
    counts: Vec<Natural>,
}

impl<'a> Guide<'a> {
    /// Steer the only head of a stage. `world` gives the clauses of a stage like it.
    pub(crate) fn new(
        clauses: &'a Clauses,
        arguments: &'a ArgumentTables,
        stage: &'a Stage,
        world: impl Fn(&Stage) -> World,
    ) -> Guide<'a> {
        let head = stage.heads[0];
        let class = clauses.classes.class_of(head);
        let parts = 0..1u32 << stage.touching.len();
        let worlds: Vec<World> =
            parts.map(|part| world(&stage.leaving_out(union(&stage.touching, part)))).collect();
        let counts = worlds.iter().map(|world| world.tables.count(class).clone()).collect();
        Guide { clauses, arguments, head, sets: &stage.touching, worlds, counts }
    }

    /// Draw so many distinct clauses.
    pub(crate) fn draw(&self, count: usize, dice: &mut Dice) -> Drawn {
        let mut drawn = Drawn::new();
        // For each clause drawn, the sets that it uses.
        let mut uses: Vec<Part> = Vec::new();
        let mut unused: Part = (1 << self.sets.len()) - 1;
        while drawn.len() < count {
            let following = count - drawn.len() - 1;
            let choices: Vec<Part> = parts(unused).collect();
            let weights: Vec<Natural> =
                choices.iter().map(|&part| self.weight(&uses, unused, part, following)).collect();
            let part = choices[pick(&weights, dice)];
            let wish = Wish { leave: unused & !part, using: part };
            let worlds = Worlds { worlds: &self.worlds };
            let mut drawer = Drawer::new(self.clauses, &self.worlds[0], self.arguments, dice);
            loop {
                let clause = drawer.clause_as_wished(worlds, wish, self.head);
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
        let clauses: Integer = parts(part)
            .map(|left_out| {
                sign(left_out.count_ones() as usize) * self.left(uses, unused & !part | left_out)
            })
            .sum();
        let later = unused & !part;
        let continuations: Integer = parts(later)
            .map(|left_out| {
                // The clause just drawn leaves out all of `later`.
                let others = (self.left(uses, left_out) - Integer::ONE).max(Integer::ZERO);
                let ways = binomials(&natural(&others), following).swap_remove(following);
                sign(left_out.count_ones() as usize) * Integer::from(ways)
            })
            .sum();
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

fn union(sets: &[Members], part: Part) -> Members {
    let chosen = sets.iter().enumerate().filter(|(position, _)| part >> position & 1 == 1);
    chosen.fold(0, |union, (_, set)| union | set)
}
