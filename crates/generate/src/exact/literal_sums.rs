//! Sums over sets of literals, by their size.

use super::number::{Natural, Weight};
use super::orbits::{Factor, Literals, Signs};

/// The weights of clauses that a permutation leaves alone: by the number of variables among the arguments of the head, and by
/// the nodes of the body.
pub(crate) type FixedClauses<W> = Vec<Vec<W>>;

/// Sums over bodies by the nodes of their literals; a connective takes one node more.
#[derive(Clone, Debug)]
pub(super) struct LiteralSums<W> {
    /// Sets of literals.
    sets: Vec<W>,
    /// Single literals: positive ones, and negative ones.
    single: [W; 2],
}

impl<W: Weight> LiteralSums<W> {
    pub(super) fn zero(nodes: usize) -> LiteralSums<W> {
        LiteralSums { sets: vec![W::ZERO; nodes + 1], single: [W::ZERO, W::ZERO] }
    }

    pub(super) fn one(nodes: usize) -> LiteralSums<W> {
        let mut sums = LiteralSums::<W>::zero(nodes);
        sums.sets[0] = W::ONE;
        sums
    }

    /// The sets of orbits of a factor.
    pub(super) fn of_factor(factor: &Factor<W>, max_nodes: usize) -> LiteralSums<W> {
        let mut sums = LiteralSums::<W>::one(max_nodes);
        sums.sets[0] = W::ZERO;
        for chosen in factor.choices(max_nodes) {
            sums.sets[chosen.nodes].add(&chosen.weight);
        }
        if factor.length == 1 {
            let one_of = |weight: &W| weight.scaled(&factor.orbits);
            if factor.signs != Signs::Negative {
                sums.single[0] = one_of(&factor.positive);
            }
            if factor.signs != Signs::Positive {
                sums.single[1] = one_of(&factor.negative);
            }
        }
        sums
    }

    pub(super) fn times(&self, other: &LiteralSums<W>) -> LiteralSums<W> {
        // One literal on one side, and none on the other.
        let one = |sign: usize| {
            let mut sum = self.single[sign].product(&other.sets[0]);
            sum.add(&self.sets[0].product(&other.single[sign]));
            sum
        };
        LiteralSums { sets: product(&self.sets, &other.sets), single: [one(0), one(1)] }
    }

    pub(super) fn add_scaled(&mut self, factor: &Natural, other: &LiteralSums<W>) {
        let sums = self.sets.iter_mut().chain(&mut self.single);
        for (sum, more) in sums.zip(other.sets.iter().chain(&other.single)) {
            sum.add(&more.scaled(factor));
        }
    }

    pub(super) fn minus(&self, other: &LiteralSums<W>) -> LiteralSums<W> {
        let minus = |sign: usize| self.single[sign].minus(&other.single[sign]);
        let sets = self.sets.iter().zip(&other.sets).map(|(all, part)| all.minus(part));
        LiteralSums { sets: sets.collect(), single: [minus(0), minus(1)] }
    }

    /// Two or more copies of each set, with other variables; they weigh what the sets do.
    pub(super) fn stretched(&self, copies: usize) -> LiteralSums<W> {
        let mut stretched = LiteralSums::<W>::zero(self.sets.len() - 1);
        let places = stretched.sets.iter_mut().step_by(copies);
        places.zip(&self.sets).for_each(|(place, sum)| *place = sum.clone());
        stretched
    }

    /// The same without a positive literal, which may occur with the other sign if that weighs anything.
    pub(super) fn without_positive(&self, positive: &W, negative: Option<&W>) -> LiteralSums<W> {
        let mut sets: Vec<W> = Vec::with_capacity(self.sets.len());
        for (nodes, all) in self.sets.iter().enumerate() {
            // Divide by (1 + x + y).
            let mut with_it = W::ZERO;
            if let Some(before) = nodes.checked_sub(1) {
                with_it.add(&sets[before].product(positive));
            }
            if let (Some(before), Some(negative)) = (nodes.checked_sub(2), negative) {
                with_it.add(&sets[before].product(negative));
            }
            sets.push(all.minus(&with_it));
        }
        if let Some(negative) = negative {
            // Multiply by (1 + y).
            for nodes in (2..sets.len()).rev() {
                let with_it = sets[nodes - 2].product(negative);
                sets[nodes].add(&with_it);
            }
        }
        let [positives, negatives] = &self.single;
        LiteralSums { sets, single: [positives.minus(positive), negatives.clone()] }
    }

    /// Bodies by nodes: nothing, one literal, or a conjunction of several.
    pub(super) fn bodies(&self, literals: Literals<W>) -> Vec<W> {
        let Literals { pieces, max_nodes, empty, .. } = literals;
        let single = |nodes: usize| match nodes {
            1 | 2 => self.single[nodes - 1].clone(),
            _ => W::ZERO,
        };
        let body = |nodes: usize| {
            if nodes == 0 {
                return if empty { pieces.empty.product(&self.sets[0]) } else { W::ZERO };
            }
            let mut bodies = single(nodes);
            if nodes > 1 {
                let several = self.sets[nodes - 1].minus(&single(nodes - 1));
                bodies.add(&several.product(&pieces.conjunction));
            }
            bodies.product(&pieces.filled)
        };
        let filled_up = |nodes: usize| {
            let absent = if pieces.equal { W::ONE } else { pieces.absent.power(max_nodes - nodes) };
            body(nodes).product(&absent)
        };
        (0..=max_nodes).map(filled_up).collect()
    }
}

fn product<W: Weight>(left: &[W], right: &[W]) -> Vec<W> {
    let mut product = vec![W::ZERO; left.len()];
    for (i, x) in left.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        for (sum, y) in product[i..].iter_mut().zip(right) {
            if !y.is_zero() {
                sum.add(&x.product(y));
            }
        }
    }
    product
}
