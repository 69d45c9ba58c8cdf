//! Sets of rows of constants, found by value or by some of their columns.

use super::rule::Constant;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// A set of rows of the same length, numbered in the order they came.
pub(super) struct Relation {
    arity: usize,
    rows: u32,
    values: Vec<Constant>,
    lookup: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Relation {
    pub(super) fn new(arity: usize) -> Relation {
        Relation {
            arity,
            rows: 0,
            values: Vec::new(),
            lookup: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    pub(super) fn len(&self) -> u32 {
        self.rows
    }

    pub(super) fn row(&self, row: u32) -> &[Constant] {
        let start = row as usize * self.arity;
        &self.values[start..start + self.arity]
    }

    pub(super) fn find(&self, values: &[Constant]) -> Option<u32> {
        let hash = self.hasher.hash_one(values);
        self.lookup.find(hash, |&row| self.row(row) == values).copied()
    }

    pub(super) fn reserve(&mut self, rows: usize) {
        self.values.reserve(rows * self.arity);
        let Relation { arity, values, hasher, lookup, .. } = self;
        let row_of = |row: u32| &values[row as usize * *arity..(row as usize + 1) * *arity];
        lookup.reserve(rows, |&row| hasher.hash_one(row_of(row)));
    }

    /// The number of the row, and whether it is new.
    pub(super) fn insert(&mut self, values: &[Constant]) -> (u32, bool) {
        let hash = self.hasher.hash_one(values);
        let Relation { arity, values: all, hasher, .. } = self;
        let row_of = |row: u32| &all[row as usize * *arity..(row as usize + 1) * *arity];
        if let Some(&row) = self.lookup.find(hash, |&row| row_of(row) == values) {
            return (row, false);
        }
        let row = self.rows;
        self.lookup.insert_unique(hash, row, |&row| hasher.hash_one(row_of(row)));
        self.values.extend_from_slice(values);
        self.rows += 1;
        (row, true)
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<Constant>() + self.lookup.capacity() * 6
    }
}

/// Which columns of a row have given values: bit `i` for column `i`. Columns from the 64th on are
/// never looked up, only compared.
pub(super) type Columns = u64;

/// All of this many columns.
pub(super) fn all_columns(arity: usize) -> Columns {
    if arity >= 64 { Columns::MAX } else { (1 << arity) - 1 }
}

/// The rows of a relation, grouped by the values of some columns.
pub(super) struct Index {
    columns: Columns,
    /// The groups, by the values of the columns in the group's first row.
    groups: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// Where the rows of each group start; one more entry than groups.
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Index {
    /// Groups the first `count` rows.
    pub(super) fn new(relation: &Relation, count: u32, columns: Columns) -> Index {
        let hasher = DefaultHashBuilder::default();
        let mut groups: HashTable<u32> = HashTable::new();
        let mut firsts: Vec<u32> = Vec::new();
        let mut sizes: Vec<u32> = Vec::new();
        let hash = |row: u32| hash(&hasher, key(relation.row(row), columns));
        let group_of: Vec<u32> = (0..count)
            .map(|row| {
                let same = |&group: &u32| {
                    key(relation.row(firsts[group as usize]), columns)
                        .eq(key(relation.row(row), columns))
                };
                let group = match groups.find(hash(row), same) {
                    Some(&group) => group,
                    None => {
                        let group = firsts.len() as u32;
                        firsts.push(row);
                        sizes.push(0);
                        groups.insert_unique(hash(row), group, |&g| hash(firsts[g as usize]));
                        group
                    }
                };
                sizes[group as usize] += 1;
                group
            })
            .collect();
        let mut starts = vec![0; firsts.len() + 1];
        for (group, size) in sizes.iter().enumerate() {
            starts[group + 1] = starts[group] + size;
        }
        let mut next = starts.clone();
        let mut rows = vec![0; count as usize];
        for (row, &group) in group_of.iter().enumerate() {
            rows[next[group as usize] as usize] = row as u32;
            next[group as usize] += 1;
        }
        Index { columns, groups, hasher, starts, rows }
    }

    pub(super) fn columns(&self) -> Columns {
        self.columns
    }

    /// Where in [`Index::row`] the rows with these values stand.
    pub(super) fn find(&self, relation: &Relation, values: &[Constant]) -> std::ops::Range<u32> {
        let hash = hash(&self.hasher, values.iter().copied());
        let same = |&group: &u32| {
            let first = self.rows[self.starts[group as usize] as usize];
            key(relation.row(first), self.columns).eq(values.iter().copied())
        };
        match self.groups.find(hash, same) {
            Some(&group) => self.starts[group as usize]..self.starts[group as usize + 1],
            None => 0..0,
        }
    }

    pub(super) fn row(&self, position: u32) -> u32 {
        self.rows[position as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        (self.rows.len() + self.starts.len()) * size_of::<u32>() + self.groups.capacity() * 6
    }
}

/// The values of these columns.
pub(super) fn key(row: &[Constant], columns: Columns) -> impl Iterator<Item = Constant> {
    let wanted = move |&(column, _): &(usize, &Constant)| column < 64 && columns >> column & 1 == 1;
    row.iter().enumerate().filter(wanted).map(|(_, &value)| value)
}

fn hash(hasher: &DefaultHashBuilder, values: impl Iterator<Item = Constant>) -> u64 {
    use std::hash::Hasher;
    let mut state = hasher.build_hasher();
    values.for_each(|value| state.write_u32(value));
    state.finish()
}
