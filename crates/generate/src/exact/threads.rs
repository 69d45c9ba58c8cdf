//! Counts by how many variables are known before and after.

use super::number::{Natural, Weight};

/// Which changes in the number of known variables are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// None: all variables of interest are known from the start.
    Fixed,
    /// Any growth.
    Growing,
}

/// One entry for each number `k` of variables known before and `k' >= k` known after: an upper
/// triangular matrix, or only its diagonal.
#[derive(Clone, Debug)]
pub(crate) struct Threads<W> {
    variables: usize,
    span: Span,
    /// Row after row.
    entries: Vec<W>,
}

impl<W> Threads<W> {
    /// The matrix with these entries; `entry` is asked for `(k, k')`.
    pub(crate) fn new(
        variables: usize,
        span: Span,
        entry: impl Fn(usize, usize) -> W,
    ) -> Threads<W> {
        let mut entries = Vec::with_capacity(places(variables, span));
        for k in 0..=variables {
            entries.extend((k..=last(variables, span, k)).map(|known| entry(k, known)));
        }
        Threads { variables, span, entries }
    }

    /// The entry for going from `k` known variables to `known`.
    pub(crate) fn at(&self, k: usize, known: usize) -> &W {
        &self.entries[self.row(k) + known - k]
    }

    /// Where row `k` begins.
    fn row(&self, k: usize) -> usize {
        match self.span {
            Span::Fixed => k,
            // The rows before have `variables + 1`, `variables`, … entries.
            Span::Growing => k * (2 * self.variables + 3 - k) / 2,
        }
    }
}

impl<W: Weight> Threads<W> {
    /// Nothing at all.
    pub(crate) fn zero(variables: usize, span: Span) -> Threads<W> {
        Threads { variables, span, entries: vec![W::zero(); places(variables, span)] }
    }

    /// Add, entry by entry.
    pub(crate) fn add(&mut self, other: &Threads<W>) {
        for (entry, other) in self.entries.iter_mut().zip(&other.entries) {
            entry.add(other);
        }
    }

    /// Add `first` then `next`: what the first leaves known, the second starts from.
    pub(crate) fn add_in_turn(&mut self, first: &Threads<W>, next: &Threads<W>) {
        for k in 0..=self.variables {
            let row = self.row(k);
            for known in k..=last(self.variables, self.span, k) {
                for middle in k..=known {
                    let left = first.at(k, middle);
                    let right = next.at(middle, known);
                    if !left.is_zero() && !right.is_zero() {
                        self.entries[row + known - k].add(&left.product(right));
                    }
                }
            }
        }
    }

    /// Add `first` beside `other`: both start from the same variables and learn the same ones, the
    /// second in any order of its own. `orders(n)` is `n!`.
    pub(crate) fn add_side_by_side<'a>(
        &mut self,
        first: &Threads<W>,
        other: &Threads<W>,
        orders: impl Fn(usize) -> &'a Natural,
    ) {
        for k in 0..=self.variables {
            let row = self.row(k);
            for new in 0..=last(self.variables, self.span, k) - k {
                let (left, right) = (&first.entries[row + new], &other.entries[row + new]);
                if !left.is_zero() && !right.is_zero() {
                    let product = left.product(right).scaled(orders(new));
                    self.entries[row + new].add(&product);
                }
            }
        }
    }
}

/// The largest number of known variables that can be reached from `k`.
fn last(variables: usize, span: Span, k: usize) -> usize {
    match span {
        Span::Fixed => k,
        Span::Growing => variables,
    }
}

fn places(variables: usize, span: Span) -> usize {
    match span {
        Span::Fixed => variables + 1,
        Span::Growing => (variables + 1) * (variables + 2) / 2,
    }
}
