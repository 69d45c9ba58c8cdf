//! Terms: constants, and variables up to renaming.
//!
//! Two clauses that differ by a renaming of variables are one clause, so what has to be counted
//! is sequences of terms *up to permutations of the variables*. There are two ways to do it, and
//! both are needed.
//!
//! **By first use.** Name variables in the order they appear. With `k` of them known, the next
//! term is one of `C + k` known symbols, or a new variable, the only one that may come next. This
//! is what safe clauses need, where it matters which variables are known at each point.
//!
//! **By orbits.** Burnside's lemma: the number of classes under all `V!` permutations is the mean
//! number of sequences that a permutation leaves alone. A permutation that fixes `i` variables
//! leaves alone exactly the sequences over the `C` constants and those `i` variables, and
//! `binomial(V, i) · d(V - i)` permutations fix `i` variables, where `d` counts derangements. So
//!
//! ```text
//! P(n) = 1/V! · Σ_i binomial(V, i) · d(V - i) · (C + i)^n
//! ```
//!
//! which is the paper's P. Every summand is a plain product over the `n` positions: once `i` is
//! chosen, the positions are independent. That makes clauses as easy to count, and to draw, as if all
//! names were fixed.

use super::matrix::{Matrix, Span};
use super::number::{Natural, Weight, binomials, derangements, factorials};
use super::pieces::Pieces;

/// The symbols that terms are made of.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) constants: usize,
    /// How many variables a clause can have at most.
    pub(crate) variables: usize,
    factorials: Vec<Natural>,
    orbits: Vec<Natural>,
}

impl Terms {
    /// `variables` beyond `positions`, the number of terms in the largest clause, cannot all be
    /// used and make no difference.
    pub(crate) fn new(constants: usize, variables: usize, positions: usize) -> Terms {
        let variables = variables.min(positions);
        let choices = binomials(&Natural::from(variables), variables);
        let moved = derangements(variables);
        let orbits = (0..=variables).map(|i| &choices[i] * &moved[variables - i]).collect();
        Terms { constants, variables, factorials: factorials(variables), orbits }
    }

    /// Sequences of `length` terms over the constants and `variables` known variables.
    pub(crate) fn known<W: Weight>(
        &self,
        pieces: &Pieces<W>,
        length: usize,
        variables: usize,
    ) -> W {
        pieces.symbols(self.constants, variables).power(length)
    }

    /// How many permutations of the variables fix exactly `fixed` of them.
    pub(crate) fn permutations_fixing(&self, fixed: usize) -> &Natural {
        &self.orbits[fixed]
    }

    /// How many permutations of the variables there are.
    pub(crate) fn permutations(&self) -> &Natural {
        &self.factorials[self.variables]
    }

    /// `n!` for `n` up to the number of variables.
    pub(crate) fn factorial(&self, n: usize) -> &Natural {
        &self.factorials[n]
    }

    /// For each length up to `longest`: the sequences of terms that begin when `k` variables are known
    /// and end when `k'` are. Those that begin with none are the paper's P, by variables used.
    pub(crate) fn sequences<W: Weight>(
        &self,
        pieces: &Pieces<W>,
        longest: usize,
    ) -> Vec<Matrix<W>> {
        let mut table = vec![Matrix::new(self.variables, Span::Growing, |before, after| {
            if before == after { W::ONE } else { W::ZERO }
        })];
        let symbols: Vec<W> =
            (0..=self.variables).map(|known| pieces.symbols(self.constants, known)).collect();
        for length in 1..=longest {
            let shorter = &table[length - 1];
            table.push(Matrix::new(self.variables, Span::Growing, |before, after| {
                let mut all = shorter.at(before, after).product(&symbols[before]);
                if before < after {
                    all.add(&shorter.at(before + 1, after).product(&pieces.variable));
                }
                all
            }));
        }
        table
    }
}
