//! Drawing the size of a program.

use super::SizeSpread;
use super::borders::LazyBorders;
use super::dice::Dice;
use crate::exact::number::{Natural, natural};
use crate::exact::series::{Degree, Series};

/// The sizes of programs: first a list of degrees is drawn, each list equally likely, then one of
/// its degrees, in proportion to the programs of that degree.
#[derive(Debug)]
pub(crate) struct Sizes {
    programs: Series,
    lists: Vec<(Vec<Degree>, LazyBorders)>,
}

impl Sizes {
    /// The sizes of programs that are counted by degree.
    pub(crate) fn new(programs: Series, spread: SizeSpread) -> Sizes {
        let mut lists: Vec<(Vec<Degree>, LazyBorders)> = Vec::new();
        for degree in programs.reach.parts().filter(|&degree| !programs.at(degree).is_zero()) {
            let alike = |first: Degree| {
                (!spread.clauses || first.spare == degree.spare)
                    && (!spread.nodes || first.second == degree.second)
            };
            match lists.iter_mut().find(|(list, _)| alike(list[0])) {
                Some((list, _)) => list.push(degree),
                None => lists.push((vec![degree], LazyBorders::default())),
            }
        }
        Sizes { programs, lists }
    }

    /// The programs of all sizes.
    pub(crate) fn total(&self) -> Natural {
        self.programs.reach.parts().map(|degree| natural(self.programs.at(degree))).sum()
    }

    /// A size; there must be one.
    pub(crate) fn draw(&self, dice: &mut Dice) -> Degree {
        let (list, borders) = &self.lists[dice.below(self.lists.len())];
        let weight = |&degree: &Degree| natural(self.programs.at(degree));
        list[borders.draw(dice, || list.iter().map(weight).collect())]
    }
}
