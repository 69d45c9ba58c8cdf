//! Truncated products against plain sums over all degrees.

use proptest::prelude::*;
use randlog_base::Stop;

use crate::exact::number::{Integer, Natural, binomials, derangements, small_binomial};
use crate::exact::series::{Degree, Series};

fn series(reach: Degree) -> impl Strategy<Value = Series> {
    prop::collection::vec(0u32..5, reach.number_of_parts()).prop_map(move |values| {
        let mut series = Series::zero(reach);
        for (degree, value) in reach.parts().zip(values) {
            series.set(degree, value);
        }
        series
    })
}

const REACH: Degree = Degree { spare: 3, second: 2 };

proptest! {
    #[test]
    fn products_collect_all_pairs_of_degrees(left in series(REACH), right in series(REACH)) {
        let product = left.times(&right, &Stop::NEVER).unwrap();
        for degree in REACH.parts() {
            let sum: Integer = REACH
                .parts()
                .filter_map(|part| Some(left.at(part) * right.at(degree.without(part)?)))
                .sum();
            prop_assert_eq!(product.at(degree), &sum);
        }
    }

    #[test]
    fn binomials_are_pascals(n in 0usize..40) {
        let row = binomials(&Natural::from(n), 12);
        for (k, entry) in row.iter().enumerate() {
            prop_assert_eq!(entry, &Natural::from(small_binomial(n, k)));
            if n > 0 && k > 0 {
                let above = small_binomial(n - 1, k) + small_binomial(n - 1, k - 1);
                prop_assert_eq!(entry, &Natural::from(above));
            }
        }
    }
}

#[test]
fn degrees_have_places() {
    for (position, degree) in REACH.parts().enumerate() {
        assert_eq!(REACH.position(degree), position);
        assert_eq!(REACH.part(position), degree);
    }
    assert_eq!(Degree { spare: 1, second: 0 }.without(Degree { spare: 0, second: 1 }), None);
}

#[test]
fn derangements_leave_nothing_in_place() {
    let known = [1u32, 0, 1, 2, 9, 44, 265];
    assert_eq!(derangements(6), known.map(Natural::from));
    assert_eq!(derangements(0), [Natural::ONE]);
}
