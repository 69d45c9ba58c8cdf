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

/// One weight for each number `k` of variables known before and `k' >= k` known after: an upper
/// triangular matrix, or only its diagonal.
#[derive(Clone, Debug)]
pub(crate) struct Threads<W> {
    rows: Vec<Vec<W>>,
}

impl<W: Weight> Threads<W> {
    /// The matrix with these entries; `entry` is asked for `(k, k')`.
    pub(crate) fn new(
        variables: usize,
        span: Span,
        entry: impl Fn(usize, usize) -> W,
    ) -> Threads<W> {
        let rows = (0..=variables)
            .map(|k| {
                let last = if span == Span::Fixed { k } else { variables };
                (k..=last).map(|known| entry(k, known)).collect()
            })
            .collect();
        Threads { rows }
    }

    /// The weight of going from `k` known variables to `known`.
    pub(crate) fn at(&self, k: usize, known: usize) -> &W {
        &self.rows[k][known - k]
    }

    /// Add, entry by entry.
    pub(crate) fn add(&mut self, other: &Threads<W>) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            for (entry, other) in row.iter_mut().zip(other) {
                entry.add(other);
            }
        }
    }

    /// Add `self` then `next`: what the first leaves known, the second starts from.
    pub(crate) fn add_in_turn(&mut self, first: &Threads<W>, next: &Threads<W>) {
        for k in 0..self.rows.len() {
            for new in 0..self.rows[k].len() {
                for middle in 0..=new {
                    let left = &first.rows[k][middle];
                    let right = &next.rows[k + middle][new - middle];
                    if !left.is_zero() && !right.is_zero() {
                        let product = left.product(right);
                        self.rows[k][new].add(&product);
                    }
                }
            }
        }
    }

    /// Add `first` beside `other`: both start from the same variables and learn the same ones, the
    /// second in any order of its own. `orders[n]` is `n!`.
    pub(crate) fn add_side_by_side(
        &mut self,
        first: &Threads<W>,
        other: &Threads<W>,
        orders: impl Fn(usize) -> Natural,
    ) {
        for (k, row) in self.rows.iter_mut().enumerate() {
            for (new, entry) in row.iter_mut().enumerate() {
                let (left, right) = (&first.rows[k][new], &other.rows[k][new]);
                if !left.is_zero() && !right.is_zero() {
                    let product = left.product(right);
                    let product = if new < 2 { product } else { product.scaled(&orders(new)) };
                    entry.add(&product);
                }
            }
        }
    }
}
