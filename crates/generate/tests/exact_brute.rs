//! Counts against lists of whole spaces.

use crate::common::{brute, independent, safe, spec, strategy::small_specs};
use proptest::prelude::*;
use randlog_generate::exact::{Natural, count};

#[test]
fn the_list_of_a_space_has_the_known_length() {
    let three = spec(&[1, 1, 1], 0, 1, 3, 3);
    let list = brute::programs(&three, 200_000).expect("small enough");
    assert_eq!(list.len(), 12_772);
    let list = brute::programs(&independent(three, &[(0, 1)]), 200_000).expect("small enough");
    assert_eq!(list.len(), 1_096);
    let list = brute::programs(&safe(spec(&[1, 2], 1, 1, 2, 2)), 200_000).expect("small enough");
    assert_eq!(Natural::from(list.len()), count(&safe(spec(&[1, 2], 1, 1, 2, 2))).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 20_000, ..Default::default() })]

    #[test]
    fn counts_equal_lists(spec in small_specs()) {
        let list = brute::programs(&spec, 30_000);
        prop_assume!(list.is_some());
        let length = list.map_or(0, |list| list.len());
        prop_assert_eq!(count(&spec).expect("a small spec"), Natural::from(length));
    }
}
