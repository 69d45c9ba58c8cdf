//! The search for a smaller writing against all writings.

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::*;

const VARIABLES: u32 = 4;

/// Every order of a list.
fn orders<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    if list.is_empty() {
        return vec![Vec::new()];
    }
    let first = |place: usize| {
        let mut rest = list.to_vec();
        let first = rest.remove(place);
        orders(&rest).into_iter().map(move |rest| [vec![first.clone()], rest].concat())
    };
    (0..list.len()).flat_map(first).collect()
}

/// The least writing, by renaming in all ways and sorting each block.
fn least(blocks: &[Vec<Vec<u32>>]) -> Vec<Vec<Vec<u32>>> {
    let renamed = |names: Vec<u32>| -> Vec<Vec<Vec<u32>>> {
        let term = |&term: &u32| names.get(term as usize).copied().unwrap_or(term);
        let block = |block: &Vec<Vec<u32>>| {
            let mut atoms: Vec<Vec<u32>> =
                block.iter().map(|atom| atom.iter().map(term).collect()).collect();
            atoms.sort();
            atoms
        };
        blocks.iter().map(block).collect()
    };
    let names: Vec<u32> = (0..VARIABLES).collect();
    orders(&names).into_iter().map(renamed).min().expect("there is an order")
}

/// Blocks of atoms with one or two arguments, among them constants.
fn blocks() -> impl Strategy<Value = Vec<Vec<Vec<u32>>>> {
    let block = |arity: usize| btree_set(vec(0..VARIABLES + 1, arity), 1..4);
    let block = prop_oneof![3 => block(2), 1 => block(1)];
    vec(block.prop_map(|atoms| atoms.into_iter().collect()), 1..4)
}

proptest! {
    #[test]
    fn a_writing_is_least_if_no_renaming_is_smaller(blocks in blocks()) {
        let least = least(&blocks);
        let writing = |blocks: &[Vec<Vec<u32>>]| Writing { variables: VARIABLES, blocks: blocks.to_vec() };
        prop_assert_eq!(writing(&blocks).is_least(), blocks == least);
        prop_assert!(writing(&least).is_least());
    }
}

#[test]
fn many_interchangeable_atoms_are_no_work() {
    let atoms = (0..30).map(|variable| vec![2 * variable, 2 * variable + 1]).collect();
    assert!(Writing { variables: 60, blocks: vec![atoms] }.is_least());
}
