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

/// One entry for each number `k` of variables known before a piece of a clause is read, and each
/// `k' >= k` known after it: an upper triangular matrix, or only its diagonal.
#[derive(Clone, Debug)]
pub(crate) struct Matrix<T> {
    variables: usize,
    span: Span,
    /// Row after row.
    entries: Vec<T>,
}

impl<T> Matrix<T> {
    /// The matrix with these entries; `entry` is asked for `(k, k')`.
    pub(crate) fn new(
        variables: usize,
        span: Span,
        entry: impl Fn(usize, usize) -> T,
    ) -> Matrix<T> {
        let mut entries = Vec::with_capacity(match span {
            Span::Fixed => variables + 1,
            Span::Growing => (variables + 1) * (variables + 2) / 2,
        });
        for before in 0..=variables {
            let last = if span == Span::Fixed { before } else { variables };
            entries.extend((before..=last).map(|after| entry(before, after)));
        }
        Matrix { variables, span, entries }
    }

    /// Which changes it keeps.
    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// The entry for going from `before` known variables to `after`.
    pub(crate) fn at(&self, before: usize, after: usize) -> &T {
        &self.entries[self.row(before) + after - before]
    }

    /// Where a row begins.
    fn row(&self, before: usize) -> usize {
        match self.span {
            Span::Fixed => before,
            // The rows before have `variables + 1`, `variables`, … entries.
            Span::Growing => before * (2 * self.variables + 3 - before) / 2,
        }
    }
}

impl<W: Weight> Matrix<W> {
    /// Nothing at all.
    pub(crate) fn zero(variables: usize, span: Span) -> Matrix<W> {
        Matrix::new(variables, span, |_, _| W::ZERO)
    }

    /// Add, entry by entry.
    pub(crate) fn add(&mut self, other: &Matrix<W>) {
        for (entry, other) in self.entries.iter_mut().zip(&other.entries) {
            entry.add(other);
        }
    }

    /// What is left without `other`, entry by entry.
    pub(crate) fn minus(&self, other: &Matrix<W>) -> Matrix<W> {
        let entries = self.entries.iter().zip(&other.entries).map(|(all, part)| all.minus(part));
        Matrix { entries: entries.collect(), ..*self }
    }

    /// Add this many times `other`, entry by entry.
    pub(crate) fn add_scaled(&mut self, factor: &W, other: &Matrix<W>) {
        for (entry, other) in self.entries.iter_mut().zip(&other.entries) {
            if !other.is_zero() {
                entry.add(&other.product(factor));
            }
        }
    }

    /// Add `first` then `next`, a product of matrices: what the first leaves known, the second
    /// starts from.
    pub(crate) fn add_in_turn(&mut self, first: &Matrix<W>, next: &Matrix<W>) {
        for before in 0..=self.variables {
            let row = self.row(before);
            for after in before..=before + self.most_new(before) {
                for middle in before..=after {
                    let left = first.at(before, middle);
                    let right = next.at(middle, after);
                    if !left.is_zero() && !right.is_zero() {
                        self.entries[row + after - before].add(&left.product(right));
                    }
                }
            }
        }
    }

    /// Add `first` beside `other`, entry by entry: both start from the same variables and learn the
    /// same ones, the second in any order of its own. `orders(n)` is `n!`.
    pub(crate) fn add_side_by_side<'a>(
        &mut self,
        first: &Matrix<W>,
        other: &Matrix<W>,
        orders: impl Fn(usize) -> &'a Natural,
    ) {
        for before in 0..=self.variables {
            let row = self.row(before);
            for new in 0..=self.most_new(before) {
                let (left, right) = (&first.entries[row + new], &other.entries[row + new]);
                if !left.is_zero() && !right.is_zero() {
                    let product = left.product(right).scaled(orders(new));
                    self.entries[row + new].add(&product);
                }
            }
        }
    }

    /// How many variables can become known when this many are.
    fn most_new(&self, before: usize) -> usize {
        match self.span {
            Span::Fixed => 0,
            Span::Growing => self.variables - before,
        }
    }
}
