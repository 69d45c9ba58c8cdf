//! Collections of clauses from which sets are chosen.
//!
//! The weights of sets are the elementary symmetric polynomials of the clauses' weights, and follow from the power sums of
//! these by Newton's identities.

use super::number::{Weight, elementary};

/// Some clauses, known by the sum of their weights, of the squares of their weights, and so on.
#[derive(Clone, Debug)]
pub(crate) struct PowerSums<W> {
    powers: Vec<W>,
    /// Whether all weigh one, so that the first sum, their number, tells all the others.
    equal: bool,
}

impl<W: Weight> PowerSums<W> {
    pub(crate) fn new(powers: Vec<W>, equal: bool) -> PowerSums<W> {
        PowerSums { powers, equal }
    }

    /// The clauses of several collections together.
    pub(crate) fn of_all(collections: &[PowerSums<W>]) -> PowerSums<W> {
        let most = collections.iter().map(|part| part.powers.len()).max().unwrap_or(0);
        let sum = |power: usize| {
            let mut sum = W::ZERO;
            collections.iter().for_each(|part| sum.add(&part.powers[power]));
            sum
        };
        let equal = collections.iter().all(|part| part.equal);
        PowerSums { powers: (0..most).map(sum).collect(), equal }
    }

    /// What is left without some of them.
    pub(crate) fn minus(&self, part: &PowerSums<W>) -> PowerSums<W> {
        let powers = self.powers.iter().zip(&part.powers).map(|(all, part)| all.minus(part));
        PowerSums { powers: powers.collect(), equal: self.equal }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.powers[0].is_zero()
    }

    /// For each number up to `most`, the weight of all sets of so many of them; a set weighs the product.
    pub(crate) fn sets(&self, most: usize) -> Vec<W> {
        match self.equal {
            true => self.powers[0].subsets(most),
            false => elementary(&self.powers, most),
        }
    }
}

/// The weights of all sets if one thing of this weight is left out: a set without it is any set, but for
/// those that consist of it and a set without it. `sets` begins with the empty set.
pub(crate) fn without<W: Weight>(sets: &[W], weight: &W) -> Vec<W> {
    let mut others: Vec<W> = Vec::with_capacity(sets.len());
    for all in sets {
        let with_it = others.last().map_or(W::ZERO, |smaller| smaller.product(weight));
        others.push(all.minus(&with_it));
    }
    others
}
