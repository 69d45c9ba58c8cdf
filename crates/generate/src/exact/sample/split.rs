//! Splitting off a group of predicates, and the clauses that go to it.

use std::hash::Hash;

use randlog_base::Stopped;
use randlog_base::bits::ones;

use super::cumulative::Cumulative;
use super::random_source::RandomSource;
use crate::exact::classes::{Classes, Group};
use crate::exact::memo::Memo;
use crate::exact::number::{Natural, natural};
use crate::exact::preorders::Members;
use crate::exact::series::{Coefficient, Degree, Series};

/// A choice among groups, each of which comes with the same number of shares of a degree.
#[derive(Debug)]
pub(crate) struct Split {
    groups: Vec<Group>,
    borders: Cumulative,
}

impl<K: Eq + Hash> Memo<K, Split> {
    /// Draw a group, and one of the parts of the degree. `weighted` lists the groups, each with the
    /// weights of all parts.
    pub(crate) fn draw(
        &self,
        key: K,
        degree: Degree,
        random: &mut RandomSource,
        weighted: impl Fn() -> Result<Vec<(Group, Vec<Natural>)>, Stopped>,
    ) -> Result<(Group, Degree), Stopped> {
        let flat = |weighted: Vec<(Group, Vec<Natural>)>| -> Vec<Natural> {
            weighted.into_iter().flat_map(|(_, weights)| weights).collect()
        };
        let split = self.get(key, || {
            let weighted = weighted()?;
            let groups = weighted.iter().map(|(group, _)| *group).collect();
            Ok(Split { groups, borders: Cumulative::new(&flat(weighted)) })
        })?;
        let drawn = split.borders.try_draw(random, || weighted().map(flat))?;
        let shares = degree.number_of_parts();
        Ok((split.groups[drawn / shares], degree.part(drawn % shares)))
    }
}

/// `ways · left · right` for each part of the degree that goes to the left.
pub(crate) fn shares(ways: u128, left: &Series, right: &Series, degree: Degree) -> Vec<Natural> {
    products(left, right, degree).map(|product| natural(&product) * ways).collect()
}

/// `left · right` for each part of the degree that goes to the left.
pub(crate) fn products<N: Coefficient>(
    left: &Series<N>,
    right: &Series<N>,
    degree: Degree,
) -> impl Iterator<Item = N> {
    let product = move |share| {
        let (left, right) = (left.at(share), right.at(degree.without(share)?));
        (!left.is_zero() && !right.is_zero()).then(|| left.product(right))
    };
    degree.parts().map(move |share| product(share).unwrap_or(N::ZERO))
}

/// A random subset of a set: of this group, each with the same probability.
pub(crate) fn subset(
    classes: &Classes,
    set: Members,
    part: Group,
    random: &mut RandomSource,
) -> Members {
    let mut chosen = 0;
    for (class, members) in classes.members.iter().enumerate() {
        let mut candidates: Vec<usize> =
            members.iter().copied().filter(|&member| set >> member & 1 == 1).collect();
        for position in 0..classes.count(part, class) {
            let other = position + random.below(candidates.len() - position);
            candidates.swap(position, other);
            chosen |= 1 << candidates[position];
        }
    }
    chosen
}

/// The same among those that contain the first member of the first class of the set.
pub(crate) fn subset_with_first(
    classes: &Classes,
    set: Members,
    part: Group,
    random: &mut RandomSource,
) -> Members {
    let Some(first) = ones(set).min_by_key(|&member| classes.class_of[member]) else { return 0 };
    let others = part - classes.one(classes.class_of[first]);
    1 << first | subset(classes, set & !(1 << first), others, random)
}
