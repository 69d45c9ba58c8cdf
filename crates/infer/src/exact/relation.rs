//! Sets of rows of constants, found by value or by some of their columns.

use hashbrown::{DefaultHashBuilder, HashTable};
use randlog_base::Lists;
use std::hash::{BuildHasher, Hash};

/// A constant of the program, by number.
pub(super) type Constant = u32;

/// Rows of constants, each with an owner, numbered in the order they came. No owner has a row twice.
#[derive(Default)]
pub(super) struct Rows<O> {
    pub(super) owners: Vec<O>,
    rows: Lists<Constant>,
    lookup: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

/// A set of rows of the same length.
pub(super) type Relation = Rows<()>;

impl<O: Copy + Eq + Hash> Rows<O> {
    pub(super) fn len(&self) -> u32 {
        self.owners.len() as u32
    }

    pub(super) fn row(&self, row: u32) -> &[Constant] {
        &self.rows[row as usize]
    }

    pub(super) fn find(&self, owner: O, values: &[Constant]) -> Option<u32> {
        self.position(self.hasher.hash_one((owner, values)), owner, values)
    }

    fn position(&self, hash: u64, owner: O, values: &[Constant]) -> Option<u32> {
        let same = |&row: &u32| self.owners[row as usize] == owner && self.row(row) == values;
        self.lookup.find(hash, same).copied()
    }

    pub(super) fn reserve(&mut self, rows: usize, values: usize) {
        self.rows.reserve(rows, values);
        let Rows { owners, rows: lists, hasher, lookup } = self;
        lookup.reserve(rows, |&row| hasher.hash_one((owners[row as usize], &lists[row as usize])));
    }

    /// The number of the row, and whether it is new.
    pub(super) fn insert(&mut self, owner: O, values: &[Constant]) -> (u32, bool) {
        let hash = self.hasher.hash_one((owner, values));
        if let Some(row) = self.position(hash, owner, values) {
            return (row, false);
        }
        let row = self.len();
        let Rows { owners, rows, hasher, lookup } = self;
        let hash_of = |&row: &u32| hasher.hash_one((owners[row as usize], &rows[row as usize]));
        lookup.insert_unique(hash, row, hash_of);
        owners.push(owner);
        rows.push(values.iter().copied());
        (row, true)
    }

    pub(super) fn bytes(&self) -> usize {
        self.owners.capacity() * size_of::<O>()
            + self.rows.bytes()
            + self.lookup.capacity() * BYTES_PER_ROW
    }
}

/// A number in a hash table, with its share of what is empty, and of what is there twice while the table grows.
const BYTES_PER_ROW: usize = 9;

/// Which columns of a row have given values: bit `i` for column `i`. Columns from the 64th on are
/// never looked up, only compared.
pub(super) type Columns = u64;

/// What stands in these columns.
pub(super) fn in_columns<T>(
    row: impl IntoIterator<Item = T>,
    columns: Columns,
) -> impl Iterator<Item = T> {
    let bits = (0..64).map(move |column| columns >> column & 1 == 1);
    row.into_iter().zip(bits).filter_map(|(item, wanted)| wanted.then_some(item))
}

/// The rows of a relation, grouped by the values of some columns.
pub(super) struct Index {
    pub(super) columns: Columns,
    /// The groups, by the values of the columns in the group's first row.
    groups: HashTable<u32>,
    hasher: DefaultHashBuilder,
    rows: Lists<u32>,
}

impl Index {
    /// Groups the first `count` rows.
    pub(super) fn new(relation: &Relation, count: u32, columns: Columns) -> Index {
        let hasher = DefaultHashBuilder::default();
        let mut groups: HashTable<u32> = HashTable::new();
        let mut firsts: Vec<u32> = Vec::new();
        let key = |row: u32| in_columns(relation.row(row).iter().copied(), columns);
        let group_of = (0..count).map(|row| {
            let hash = hash(&hasher, key(row));
            let same = |&group: &u32| key(firsts[group as usize]).eq(key(row));
            groups.find(hash, same).copied().unwrap_or_else(|| {
                let group = firsts.len() as u32;
                firsts.push(row);
                let hash_of = |&group: &u32| self::hash(&hasher, key(firsts[group as usize]));
                groups.insert_unique(hash, group, hash_of);
                group
            })
        });
        let group_of: Vec<u32> = group_of.collect();
        let rows = Lists::grouped(firsts.len(), group_of.into_iter().zip(0..));
        Index { columns, groups, hasher, rows }
    }

    /// Where in [`Index::row`] the rows with these values stand.
    pub(super) fn find(&self, relation: &Relation, values: &[Constant]) -> std::ops::Range<usize> {
        let hash = hash(&self.hasher, values.iter().copied());
        let same = |&group: &u32| {
            let first = relation.row(self.rows[group as usize][0]);
            in_columns(first, self.columns).eq(values)
        };
        self.groups.find(hash, same).map_or(0..0, |&group| self.rows.range(group as usize))
    }

    pub(super) fn row(&self, position: usize) -> u32 {
        self.rows.items()[position]
    }

    pub(super) fn bytes(&self) -> usize {
        self.rows.bytes() + self.groups.capacity() * BYTES_PER_ROW
    }
}

fn hash(hasher: &DefaultHashBuilder, values: impl Iterator<Item = Constant>) -> u64 {
    use std::hash::Hasher;
    let mut state = hasher.build_hasher();
    values.for_each(|value| state.write_u32(value));
    state.finish()
}
