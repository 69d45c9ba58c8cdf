//! Clauses whose bodies are sets of literals.
//!
//! A body is a set of literals in which no atom occurs twice, neither repeated nor with both signs, and the head is not among
//! the positive ones. Two clauses that differ by a renaming of variables are one. Burnside's lemma counts them:
//!
//! ```text
//! clauses = 1/V! · Σ_π  (clauses that π leaves alone)
//! ```
//!
//! over all permutations `π` of the variables, also those that move variables that occur: a set can be mapped to itself by a
//! renaming that moves its variables, as `{p(X), p(Y)}` is. A clause is left alone if its head is, and if its body is a union
//! of *orbits* of atoms under `π`, the atoms of an orbit all with the same sign. So the bodies of a head are the coefficients of
//!
//! ```text
//! Π_d (1 + x^d + y^d)^(orbits of length d)
//! ```
//!
//! with `x` for a positive literal and `y` for a negative one; predicates that may occur outside negations only contribute
//! `(1 + x^d)`, those that may only be negated `(1 + y^d)`. The head is an orbit of length 1. Where it could occur as a
//! positive literal, one factor `(1 + x + y)` becomes `(1 + y)`.
//!
//! **Safe.** Every variable must occur in a positive literal. Classes of clauses that use exactly `k` variables are counted by
//! Burnside's lemma over the permutations of `k` variables; inclusion and exclusion over the cycles that positive literals miss
//! leaves those that miss none: negative literals and the head range over all `k` variables, positive ones over a union `X` of
//! cycles.

use std::sync::Arc;

use randlog_base::{Stop, Stopped};

use super::bound::{Bound, Own};
use super::connected;
use super::literal_sums::{FixedClauses, LiteralSums};
use super::memo::Memo;
use super::number::{Natural, Weight};
use super::orbits::{Literals, Statuses, Symmetry};

/// The number of nodes, the cycle type, the term, a class, and the statuses of its members.
type ClassKey = (usize, usize, usize, usize, Statuses);

/// Atoms and heads, with weights of some kind.
#[derive(Clone, Debug)]
pub(crate) struct LiteralMeasure<W>(Arc<Memo<ClassKey, LiteralSums<W>>>);

/// The clauses of a spec, if bodies are sets.
#[derive(Debug)]
pub(crate) struct LiteralClauses<'a, W> {
    pub(crate) literals: Literals<'a, W>,
    pub(crate) measure: &'a LiteralMeasure<W>,
}

impl<W> Default for LiteralMeasure<W> {
    fn default() -> LiteralMeasure<W> {
        LiteralMeasure(Arc::default())
    }
}

impl<W: Weight> LiteralClauses<'_, W> {
    /// For each class of heads and each number of nodes, all clauses under a bound.
    pub(crate) fn by_nodes(&self, bound: Bound, stop: &Stop) -> Result<Vec<Vec<W>>, Stopped> {
        let none = || vec![W::ZERO; self.literals.max_nodes + 1];
        let mut sums: Vec<Vec<W>> = (0..self.literals.classes.len()).map(|_| none()).collect();
        for place in 0..self.literals.symmetries.types.len() {
            for (sums, fixed) in sums.iter_mut().zip(self.fixed(place, bound, stop)?) {
                for by_nodes in fixed {
                    sums.iter_mut().zip(&by_nodes).for_each(|(sum, more)| sum.add(more));
                }
            }
        }
        let divided = |sums: Vec<W>| {
            sums.iter().map(|sum| sum.divided(&self.literals.symmetries.all)).collect()
        };
        Ok(sums.into_iter().map(divided).collect())
    }

    /// For each class of heads, the clauses that the permutations of a type leave alone.
    pub(crate) fn fixed(
        &self,
        place: usize,
        bound: Bound,
        stop: &Stop,
    ) -> Result<Vec<FixedClauses<W>>, Stopped> {
        if self.literals.symmetries.connected {
            return connected::fixed(self.literals, place, bound, stop);
        }
        let Symmetry { cycles, factor, terms } = &self.literals.symmetries.types[place];
        let length = self.literals.max_nodes + 1;
        let none =
            |class: usize| vec![vec![W::ZERO; length]; self.literals.classes.arities[class] + 1];
        let nothing = || (0..self.literals.classes.len()).map(none).collect::<Vec<_>>();
        let (mut added, mut taken_away) = (nothing(), nothing());
        for (position, term) in terms.iter().enumerate() {
            stop.check()?;
            let sums = self.sums(place, position, bound)?;
            let total = if term.is_added { &mut added } else { &mut taken_away };
            let fixed = [cycles, &term.positive].map(|cycles| cycles.fixed_by_power(1));
            for (class, total) in total.iter_mut().enumerate() {
                if !self.literals.may_head(class, bound) {
                    continue;
                }
                self.add_heads(class, fixed, &sums, bound.own, &(factor * &term.ways), total);
            }
        }
        for (added, taken_away) in added.iter_mut().zip(&taken_away) {
            for (added, taken_away) in added.iter_mut().zip(taken_away) {
                let both = added.iter_mut().zip(taken_away);
                both.for_each(|(added, taken_away)| *added = added.minus(taken_away));
            }
        }
        Ok(added)
    }

    /// Put heads of a class before bodies. Of the variables that the permutation leaves alone, given in the first place, those
    /// in the second may occur in positive literals.
    fn add_heads(
        &self,
        class: usize,
        [fixed, fixed_positive]: [usize; 2],
        sums: &LiteralSums<W>,
        own: Own,
        factor: &Natural,
        total: &mut FixedClauses<W>,
    ) {
        let bodies = |sums: &LiteralSums<W>| sums.bodies(self.literals);
        let free = bodies(sums);
        for (variables, total) in total.iter_mut().enumerate() {
            let places = self.literals.places(class, variables);
            let symmetries = self.literals.symmetries;
            let all = &places * symmetries.sequences(fixed, variables);
            let among = match own {
                Own::Absent => Natural::ZERO,
                Own::Positive | Own::Anywhere => {
                    &places * symmetries.sequences(fixed_positive, variables)
                }
            };
            let head = self.literals.head(class, variables).scaled(factor);
            let mut add = |heads: Natural, bodies: &[W]| {
                let heads = head.scaled(&heads);
                total.iter_mut().zip(bodies).for_each(|(sum, body)| sum.add(&body.product(&heads)));
            };
            add(&all - &among, &free);
            if !among.is_zero() {
                let atom = self.literals.atom(class, variables);
                let negative =
                    (own == Own::Anywhere).then(|| atom.product(&self.literals.pieces.negation));
                add(among, &bodies(&sums.without_positive(&atom, negative.as_ref())));
            }
        }
    }

    /// Sets of literals that a permutation leaves alone.
    fn sums(&self, place: usize, term: usize, bound: Bound) -> Result<LiteralSums<W>, Stopped> {
        let mut sums = LiteralSums::one(self.literals.max_nodes);
        for class in 0..self.literals.classes.len() {
            let statuses = Statuses::new(self.literals.classes, bound, class);
            let key = (self.literals.max_nodes, place, term, class, statuses);
            let of_class = self.measure.0.get(key, || {
                let mut sums = LiteralSums::one(self.literals.max_nodes);
                let Symmetry { cycles, terms, .. } = &self.literals.symmetries.types[place];
                for factor in self.literals.factors(cycles, &terms[term].positive, class, statuses)
                {
                    sums = sums.times(&LiteralSums::of_factor(&factor, self.literals.max_nodes));
                }
                Ok(sums)
            })?;
            sums = sums.times(&of_class);
        }
        Ok(sums)
    }
}
