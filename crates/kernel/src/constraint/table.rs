//! A constraint given by the list of its solutions.

use std::sync::Arc;

use crate::model::Model;
use crate::propagator::{Cost, Propagator, Status, Truth, Watch};
use crate::store::{Cell, Conflict, Event, Store, Var};
use randlog_base::BitSet;

/// The variables take the values of one row of a table.
///
/// The rows still possible are a bit set in reversible cells; for each variable and value a bit
/// set says which rows contain it. Rows are struck out when a value goes, and values when their
/// last row goes.
#[derive(Clone, Debug)]
pub struct Table {
    xs: Vec<Var>,
    rows: Rows,
    /// The rows still possible, 64 to a cell.
    live: Vec<Cell>,
}

/// The rows of a table, which many constraints can share.
#[derive(Clone, Debug)]
pub struct Rows(Arc<Index>);

#[derive(Debug)]
struct Index {
    rows: usize,
    /// `supports[i][v]`: the rows in which variable `i` has value `v`.
    supports: Vec<Vec<Vec<u64>>>,
}

impl Rows {
    /// These rows, in so many columns.
    ///
    /// # Panics
    /// If a row does not have a value for each column.
    pub fn new(columns: usize, rows: &[Vec<u32>]) -> Rows {
        let words = rows.len().div_ceil(64);
        let mut supports = vec![Vec::new(); columns];
        for (number, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), columns, "a row has as many values as the table has columns");
            for (column, &value) in supports.iter_mut().zip(row) {
                if column.len() <= value as usize {
                    column.resize(value as usize + 1, vec![0; words]);
                }
                column[value as usize][number / 64] |= 1 << (number % 64);
            }
        }
        Rows(Arc::new(Index { rows: rows.len(), supports }))
    }
}

impl Table {
    /// `xs` is one of `rows`.
    ///
    /// # Panics
    /// If there is not a column for each of `xs`.
    pub fn new(model: &mut Model, xs: Vec<Var>, rows: Rows) -> Table {
        let Index { rows: count, supports } = &*rows.0;
        assert_eq!(xs.len(), supports.len(), "a table has a column for each variable");
        let words = 0..count.div_ceil(64);
        let live = words.map(|word| model.cell(first_bits(count - word * 64))).collect();
        Table { xs, rows, live }
    }

    /// The variables and, for each value of theirs, the rows that have it.
    fn columns(&self) -> impl Iterator<Item = (Var, &[Vec<u64>])> {
        self.xs.iter().copied().zip(self.rows.0.supports.iter().map(Vec::as_slice))
    }

    /// The rows, of those in word `word`, that agree with the current domains.
    fn agreeing(&self, store: &Store, word: usize) -> u64 {
        let mut rows = first_bits(self.rows.0.rows - word * 64);
        for (x, column) in self.columns() {
            let supported =
                store.values(x).filter_map(|value| column.get(value as usize)).map(|s| s[word]);
            rows &= supported.fold(0, |all, bits| all | bits);
        }
        rows
    }
}

/// The lowest `count` bits, at most 64.
fn first_bits(count: usize) -> u64 {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}

impl Propagator for Table {
    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.xs, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        for (word, &cell) in self.live.iter().enumerate() {
            let rows = store.get(cell) & self.agreeing(store, word);
            store.set(cell, rows);
        }
        for (x, column) in self.columns() {
            let unsupported: BitSet = store
                .values(x)
                .filter(|&value| {
                    let rows = column.get(value as usize).map_or(&[][..], |rows| rows);
                    rows.iter().zip(&self.live).all(|(rows, &cell)| rows & store.get(cell) == 0)
                })
                .collect();
            store.subtract(x, &unsupported)?;
        }
        let all_fixed = self.xs.iter().all(|&x| store.is_fixed(x));
        Ok(if all_fixed { Status::Entailed } else { Status::Active })
    }

    fn settles(&self) -> bool {
        true
    }

    fn entailment(&self, store: &Store) -> Truth {
        if (0..self.live.len()).all(|word| self.agreeing(store, word) == 0) {
            Truth::False
        } else if self.xs.iter().all(|&x| store.is_fixed(x)) {
            Truth::True
        } else {
            Truth::Undecided
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(3, 7), rows in vec(vec(0u32..7, 3), 0..150)) {
            check(
                &domains,
                Strength::DomainConsistent,
                |model, x| Table::new(model, x.to_vec(), Rows::new(3, &rows)),
                |v| rows.iter().any(|row| row == v),
            )?;
        }
    }
}
