//! Drawing one clause that must use certain sets of predicates.
//!
//! For every part of the sets there is a [`World`], the clauses that leave it out. With inclusion and
//! exclusion over worlds, any sum that counts clauses turns into one that counts those that leave out
//! some sets and use all of some others. Walking down, the sets to be used are divided: what the
//! first child uses of them, the others need not. As soon as nothing is left to be used, the walk goes
//! on in one world as usual.

use std::sync::Arc;

use super::clause::{Cast, Drawer};
use super::lottery::pick;
use super::tables::{ClauseTables, Connective, ROOTS, Root};
use super::token::Token;
use crate::exact::number::{Integer, Natural, natural, sign};
use crate::exact::threads::Span;
use crate::spec;

/// A part of the sets, as bits.
pub(crate) type Part = u32;

/// The clauses that leave out certain sets.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) tables: Arc<ClauseTables>,
    pub(crate) cast: Cast,
}

/// What a piece of a clause must leave out and must use; it may use all other sets or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) leave: Part,
    pub(crate) using: Part,
}

/// For each part of the sets, the clauses that leave it out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worlds<'a> {
    pub(crate) worlds: &'a [World],
}

impl<'a> Worlds<'a> {
    fn at(self, part: Part) -> &'a World {
        &self.worlds[part as usize]
    }

    /// How much of something is as wished, given how much there is in each world.
    fn alternating(self, wish: Wish, amount: impl Fn(&ClauseTables) -> Natural) -> Natural {
        let mut total = Integer::ZERO;
        for left_out in parts(wish.using) {
            let amount = amount(&self.at(wish.leave | left_out).tables);
            total += sign(left_out.count_ones() as usize) * Integer::from(amount);
        }
        natural(&total)
    }
}

/// Every part of a part.
pub(crate) fn parts(whole: Part) -> impl Iterator<Item = Part> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let part = next?;
        let following = (part | !whole).wrapping_add(1) & whole;
        next = (following != 0).then_some(following);
        Some(part)
    })
}

impl Wish {
    /// The ways to divide the wish between a first piece and the others: the first uses some of the
    /// sets, the others all that are still missing.
    fn divisions(self) -> impl Iterator<Item = (Wish, Wish)> {
        parts(self.using).map(move |using| {
            let missing = self.using & !using;
            let first = Wish { leave: self.leave | missing, using };
            (first, Wish { leave: self.leave, using: missing })
        })
    }
}

impl<'a> Drawer<'a> {
    /// A clause headed by this predicate, uniformly among those that are as wished.
    pub(crate) fn clause_as_wished(
        &mut self,
        worlds: Worlds<'a>,
        wish: Wish,
        predicate: usize,
    ) -> Box<[Token]> {
        if wish.using == 0 {
            self.enter(worlds.at(wish.leave));
            return self.clause(predicate, None);
        }
        let class = self.clauses.classes.class_of(predicate);
        let sizes = 0..=self.clauses.form.max_nodes;
        let choices: Vec<_> = sizes
            .flat_map(|nodes| self.clauses.frames().map(move |frame| (nodes, frame)))
            .collect();
        let weights: Vec<Natural> = choices
            .iter()
            .map(|(nodes, frame)| {
                let bodies = worlds.alternating(wish, |tables| {
                    tables.bodies().whole[*nodes].at(frame.before, frame.after).clone()
                });
                bodies * self.clauses.heads(class, frame)
            })
            .collect();
        let (nodes, frame) = choices[pick(&weights, self.dice)];
        self.head(predicate, frame);
        match self.clauses.form.bodies {
            spec::Bodies::Conjunction if nodes > 2 => {
                let and = Connective::And;
                self.several_as_wished(worlds, wish, and, nodes - 1, frame.before, frame.after);
            }
            _ => self.item_as_wished(worlds, wish, nodes, frame.before, frame.after),
        }
        self.finish()
    }

    fn item_as_wished(
        &mut self,
        worlds: Worlds<'a>,
        wish: Wish,
        nodes: usize,
        before: usize,
        after: usize,
    ) {
        if wish.using == 0 {
            self.enter(worlds.at(wish.leave));
            return self.item(nodes, before, after);
        }
        if nodes == 1 {
            return self.atom_as_wished(worlds, wish, before, after);
        }
        let conjunctions = self.clauses.form.bodies == spec::Bodies::Conjunction;
        let weights = ROOTS.map(|root| match root {
            Root::Several(_) if conjunctions => Natural::ZERO,
            _ => worlds.alternating(wish, |tables| tables.root_weight(root, nodes, before, after)),
        });
        match ROOTS[pick(&weights, self.dice)] {
            Root::Several(connective) => {
                self.several_as_wished(worlds, wish, connective, nodes - 1, before, after);
            }
            Root::Not => {
                self.push(Token::Not);
                self.negated_as_wished(worlds, wish, nodes - 1, before);
            }
        }
    }

    fn several_as_wished(
        &mut self,
        worlds: Worlds<'a>,
        mut wish: Wish,
        connective: Connective,
        mut nodes: usize,
        before: usize,
        after: usize,
    ) {
        let place = self.begin();
        let (mut known, mut count) = (before, 0);
        loop {
            let (size, middle, first, rest) =
                self.first_as_wished(worlds, wish, connective, nodes, known, after);
            self.child_as_wished(worlds, first, connective, count, size, known, middle);
            (nodes, wish, count) = (nodes - size, rest, count + 1);
            if connective == Connective::And {
                known = middle;
            }
            let one = worlds
                .alternating(wish, |tables| tables.bodies().items[nodes].at(known, after).clone());
            let several = worlds.alternating(wish, |tables| {
                tables.several(connective)[nodes].at(known, after).clone()
            });
            if pick(&[one, several], self.dice) == 0 {
                self.child_as_wished(worlds, wish, connective, count, nodes, known, after);
                return self.end(place, connective, count + 1);
            }
        }
    }

    /// The size of the first child, what is known after it, and what it and the others must use.
    fn first_as_wished(
        &mut self,
        worlds: Worlds<'a>,
        wish: Wish,
        connective: Connective,
        nodes: usize,
        known: usize,
        after: usize,
    ) -> (usize, usize, Wish, Wish) {
        let between = connective == Connective::And && self.clauses.form.span == Span::Growing;
        let least = if between { known } else { after };
        let mut choices = Vec::new();
        let mut weights = Vec::new();
        for size in 1..nodes {
            for middle in least..=after {
                let start = if connective == Connective::And { middle } else { known };
                for (first, rest) in wish.divisions() {
                    let child = worlds.alternating(first, |tables| {
                        tables.bodies().items[size].at(known, middle).clone()
                    });
                    let others = worlds.alternating(rest, |tables| {
                        tables.others_weight(connective, nodes - size, start, after)
                    });
                    choices.push((size, middle, first, rest));
                    weights.push(child * others);
                }
            }
        }
        choices[pick(&weights, self.dice)]
    }

    #[expect(clippy::too_many_arguments, reason = "a child is described by just these")]
    fn child_as_wished(
        &mut self,
        worlds: Worlds<'a>,
        wish: Wish,
        connective: Connective,
        position: u32,
        nodes: usize,
        known: usize,
        after: usize,
    ) {
        let start = self.length();
        self.item_as_wished(worlds, wish, nodes, known, after);
        self.reorder(connective, position, start, known, after);
    }

    fn negated_as_wished(&mut self, worlds: Worlds<'a>, wish: Wish, nodes: usize, known: usize) {
        if wish.using == 0 {
            self.enter(worlds.at(wish.leave));
            return self.negated(nodes, known);
        }
        if nodes == 1 {
            return self.negated_atom_as_wished(worlds, wish, known);
        }
        let not = worlds.alternating(wish, |tables| tables.negated(known).trees[nodes - 1].clone());
        let several =
            worlds.alternating(wish, |tables| tables.negated(known).tuples[nodes - 1].clone());
        match pick(&[not, several.clone(), several], self.dice) {
            0 => {
                self.push(Token::Not);
                self.negated_as_wished(worlds, wish, nodes - 1, known);
            }
            1 => self.negated_several_as_wished(worlds, wish, Connective::And, nodes - 1, known),
            _ => self.negated_several_as_wished(worlds, wish, Connective::Or, nodes - 1, known),
        }
    }

    fn negated_several_as_wished(
        &mut self,
        worlds: Worlds<'a>,
        mut wish: Wish,
        connective: Connective,
        mut nodes: usize,
        known: usize,
    ) {
        let place = self.begin();
        let mut count = 0;
        loop {
            let choices: Vec<_> = (1..nodes)
                .flat_map(|size| wish.divisions().map(move |(first, rest)| (size, first, rest)))
                .collect();
            let weights: Vec<Natural> = choices
                .iter()
                .map(|&(size, first, rest)| {
                    let child = worlds
                        .alternating(first, |tables| tables.negated(known).trees[size].clone());
                    let others = worlds.alternating(rest, |tables| {
                        let table = tables.negated(known);
                        &table.trees[nodes - size] + &table.tuples[nodes - size]
                    });
                    child * others
                })
                .collect();
            let (size, first, rest) = choices[pick(&weights, self.dice)];
            self.negated_as_wished(worlds, first, size, known);
            (nodes, wish, count) = (nodes - size, rest, count + 1);
            let one = worlds.alternating(wish, |tables| tables.negated(known).trees[nodes].clone());
            let several =
                worlds.alternating(wish, |tables| tables.negated(known).tuples[nodes].clone());
            if pick(&[one, several], self.dice) == 0 {
                self.negated_as_wished(worlds, wish, nodes, known);
                return self.end(place, connective, count + 1);
            }
        }
    }

    fn atom_as_wished(&mut self, worlds: Worlds<'a>, wish: Wish, before: usize, after: usize) {
        let (predicates, weights) = self.wished_atoms(
            worlds,
            wish,
            |world| &world.cast.outside,
            |class| self.clauses.arguments(class).at(before, after),
        );
        let predicate = predicates[pick(&weights, self.dice)];
        self.atom_of(predicate, before, after);
    }

    fn negated_atom_as_wished(&mut self, worlds: Worlds<'a>, wish: Wish, known: usize) {
        let (predicates, weights) = self.wished_atoms(
            worlds,
            wish,
            |world| &world.cast.anywhere,
            |class| self.clauses.known_arguments(class, known),
        );
        let predicate = predicates[pick(&weights, self.dice)];
        self.push(Token::Atom(predicate));
        let class = self.clauses.classes.class_of(predicate as usize);
        self.known_terms(self.clauses.classes.arity(class), known);
    }

    /// The predicates of one atom that is as wished: those of the one set that must be used.
    fn wished_atoms<'w>(
        &self,
        worlds: Worlds<'a>,
        wish: Wish,
        cast: impl Fn(&'a World) -> &'a Vec<Vec<u32>>,
        arguments: impl Fn(usize) -> &'w Natural,
    ) -> (Vec<u32>, Vec<Natural>) {
        let with = cast(worlds.at(wish.leave));
        let mut predicates = Vec::new();
        let mut weights = Vec::new();
        for (class, members) in with.iter().enumerate() {
            for &member in members {
                let in_all = parts(wish.using)
                    .filter(|&left_out| left_out != 0 && left_out.is_power_of_two())
                    .all(|left_out| {
                        !cast(worlds.at(wish.leave | left_out))[class].contains(&member)
                    });
                if in_all {
                    predicates.push(member);
                    weights.push(arguments(class).clone());
                }
            }
        }
        (predicates, weights)
    }
}
