//! Drawing the size of a program.

use super::SizeSpread;
use super::choice::{Choice, Prepared};
use super::dice::Dice;
use crate::exact::number::{Natural, natural};
use crate::exact::series::{Degree, Series};

/// The sizes of programs: first a list of degrees is drawn, each list equally likely, then one of
/// its degrees, in proportion to the programs of that degree.
#[derive(Debug)]
pub(crate) struct Sizes {
    lists: Vec<Prepared<Degree>>,
}

impl Sizes {
    /// The sizes of the programs that `total` counts.
    pub(crate) fn new(total: &Series, spread: SizeSpread) -> Sizes {
        let mut lists: Vec<Vec<Degree>> = Vec::new();
        for degree in total.reach.parts().filter(|&degree| !total.at(degree).is_zero()) {
            let alike = |list: &Vec<Degree>| {
                (!spread.clauses || list[0].spare == degree.spare)
                    && (!spread.nodes || list[0].second == degree.second)
            };
            match lists.iter_mut().find(|list| alike(list)) {
                Some(list) => list.push(degree),
                None => lists.push(vec![degree]),
            }
        }
        let weighted = |degree| (degree, natural(total.at(degree)));
        let prepared =
            |list: Vec<Degree>| list.into_iter().map(weighted).collect::<Choice<_>>().prepared();
        Sizes { lists: lists.into_iter().map(prepared).collect() }
    }

    /// The number of programs of all sizes.
    pub(crate) fn count(&self) -> Natural {
        self.lists.iter().map(Prepared::total).sum()
    }

    /// A size; there must be one.
    pub(crate) fn draw(&self, dice: &mut Dice) -> Degree {
        *self.lists[dice.below(self.lists.len())].draw(dice)
    }
}
