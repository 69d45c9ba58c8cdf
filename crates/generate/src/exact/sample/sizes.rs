//! Drawing the size of a program.

use super::Spread;
use super::dice::Dice;
use super::lottery::Lottery;
use crate::exact::number::{Natural, natural};
use crate::exact::series::{Degree, Series};

/// The sizes of programs: first a list of degrees is drawn, each list equally likely, then one of
/// its degrees, in proportion to the programs of that degree.
#[derive(Debug)]
pub(crate) struct Sizes {
    lists: Vec<(Vec<Degree>, Lottery)>,
    total: Series,
}

impl Sizes {
    /// The sizes of the programs that `total` counts.
    pub(crate) fn new(total: Series, spread: Spread) -> Sizes {
        let possible = total.reach().degrees().filter(|&degree| !total.at(degree).is_zero());
        let mut lists: Vec<Vec<Degree>> = Vec::new();
        for degree in possible {
            let alike = |list: &Vec<Degree>| {
                let other = list[0];
                (!spread.clauses || other.spare == degree.spare)
                    && (!spread.nodes || other.second == degree.second)
            };
            match lists.iter_mut().find(|list| alike(list)) {
                Some(list) => list.push(degree),
                None => lists.push(vec![degree]),
            }
        }
        let with_lottery = |list: Vec<Degree>| {
            let lottery = Lottery::new(&weights(&total, &list));
            (list, lottery)
        };
        Sizes { lists: lists.into_iter().map(with_lottery).collect(), total }
    }

    /// The number of programs of all sizes.
    pub(crate) fn count(&self) -> Natural {
        self.lists.iter().flat_map(|(list, _)| weights(&self.total, list)).sum()
    }

    /// A size; there must be one.
    pub(crate) fn draw(&self, dice: &mut Dice) -> Degree {
        let (list, lottery) = &self.lists[dice.below(self.lists.len())];
        list[lottery.draw(dice, || weights(&self.total, list))]
    }
}

fn weights(total: &Series, degrees: &[Degree]) -> Vec<Natural> {
    degrees.iter().map(|&degree| natural(total.at(degree))).collect()
}
