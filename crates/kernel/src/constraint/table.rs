//! A constraint given by the list of its solutions.

use std::sync::Arc;

use crate::propagator::{Cost, Propagator, Status, Watch};
use crate::store::{Conflict, Event, Store, Var};
use randlog_base::BitSet;

/// The variables take the values of one row of a table.
///
/// For each variable and value a set says which rows contain it. A row is possible if each of its
/// values is left, and a value goes when none of its rows is possible.
#[derive(Clone, Debug)]
pub struct Table {
    xs: Vec<Var>,
    rows: Rows,
}

/// The rows of a table, which many constraints can share: for each column, and each value there,
/// the numbers of the rows that have it.
#[derive(Clone, Debug)]
pub struct Rows(Arc<[Vec<BitSet>]>);

impl Rows {
    /// These rows.
    pub fn new<const COLUMNS: usize>(rows: &[[u32; COLUMNS]]) -> Rows {
        let mut columns = vec![Vec::new(); COLUMNS];
        for (number, row) in (0..).zip(rows) {
            for (column, &value) in columns.iter_mut().zip(row) {
                if column.len() <= value as usize {
                    column.resize(value as usize + 1, BitSet::default());
                }
                column[value as usize].insert(number);
            }
        }
        Rows(columns.into())
    }
}

impl Table {
    /// `xs` is one of `rows`.
    ///
    /// # Panics
    /// If there is not a column for each of `xs`.
    pub fn new(xs: Vec<Var>, rows: Rows) -> Table {
        assert_eq!(xs.len(), rows.0.len(), "a table has a column for each variable");
        Table { xs, rows }
    }

    /// The variables and, for each value of theirs, the rows that have it.
    fn columns(&self) -> impl Iterator<Item = (Var, &[BitSet])> {
        self.xs.iter().copied().zip(self.rows.0.iter().map(Vec::as_slice))
    }

    /// The rows that agree with the current domains.
    fn possible(&self, store: &Store) -> BitSet {
        let rows = self.columns().map(|(x, column)| {
            let mut rows = BitSet::default();
            let left = store.values(x).filter_map(|value| column.get(value as usize));
            left.for_each(|with_value| rows.unite(with_value));
            rows
        });
        let both = |mut a: BitSet, b: BitSet| {
            a.intersect(&b);
            a
        };
        rows.reduce(both).unwrap_or_default()
    }
}

impl Propagator for Table {
    const COST: Cost = Cost::High;
    const SETTLES: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.xs, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let possible = self.possible(store);
        for (x, column) in self.columns() {
            let supported =
                |&value: &u32| column.get(value as usize).is_some_and(|rows| rows.meets(&possible));
            let unsupported = store.values(x).filter(|value| !supported(value)).collect();
            store.subtract(x, &unsupported)?;
        }
        Ok(Status::entailed_if(store.all_fixed(&self.xs)))
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
        fn is_its_twin(
            domains in crate::testing::domains(3, 7),
            rows in vec([0u32..7, 0..7, 0..7], 0..150),
        ) {
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| Table::new(x.to_vec(), Rows::new(&rows)),
                |v| rows.iter().any(|row| row == v),
            )?;
        }
    }
}
