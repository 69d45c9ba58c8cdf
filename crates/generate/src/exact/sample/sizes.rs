//! Drawing the size of a program.

use std::fmt;
use std::str::FromStr;

use randlog_base::Stopped;

use super::cumulative::LazyCumulative;
use super::random_source::RandomSource;
use crate::exact::approximate::Approximate;
use crate::exact::number::{Semiring, natural};
use crate::exact::series::{Degree, Series};

/// Which sizes are made equally likely before a program is drawn uniformly among those of that
/// size. With both, a size is a pair of numbers, and each pair that some program has is as likely as
/// any other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SizeSpread {
    /// The number of clauses.
    pub clauses: bool,
    /// The number of nodes of all bodies together; an empty body has none.
    pub nodes: bool,
}

impl fmt::Display for SizeSpread {
    /// The names of the sizes, with a comma; nothing for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.clauses, self.nodes) {
            (false, false) => "",
            (true, false) => "clauses",
            (false, true) => "nodes",
            (true, true) => "clauses,nodes",
        })
    }
}

impl FromStr for SizeSpread {
    type Err = ();

    fn from_str(text: &str) -> Result<SizeSpread, ()> {
        let mut spread = SizeSpread::default();
        for size in text.split(',').filter(|size| !size.is_empty()) {
            match size {
                "clauses" => spread.clauses = true,
                "nodes" => spread.nodes = true,
                _ => return Err(()),
            }
        }
        Ok(spread)
    }
}

/// The sizes of programs: first a list of degrees is drawn, each list equally likely, then one of
/// its degrees, in proportion to the programs of that degree.
#[derive(Debug)]
pub(crate) struct Sizes {
    programs: Series<Approximate>,
    lists: Vec<(Vec<Degree>, LazyCumulative)>,
}

impl Sizes {
    /// The sizes of programs that are counted by degree.
    pub(crate) fn new(programs: Series<Approximate>, spread: SizeSpread) -> Sizes {
        let mut lists: Vec<(Vec<Degree>, LazyCumulative)> = Vec::new();
        for degree in programs.reach.parts().filter(|&degree| !programs.at(degree).is_zero()) {
            let alike = |first: Degree| {
                (!spread.clauses || first.spare == degree.spare)
                    && (!spread.nodes || first.second == degree.second)
            };
            match lists.iter_mut().find(|(list, _)| alike(list[0])) {
                Some((list, _)) => list.push(degree),
                None => lists.push((vec![degree], LazyCumulative::default())),
            }
        }
        Sizes { programs, lists }
    }

    /// Whether there is no program.
    pub(crate) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// A size; there must be one. `count` gives the exact numbers of programs.
    pub(crate) fn draw(
        &self,
        random: &mut RandomSource,
        count: impl FnOnce() -> Result<Series, Stopped>,
    ) -> Result<Degree, Stopped> {
        let (list, borders) = &self.lists[random.below(self.lists.len())];
        let first_bits = || list.iter().map(|&degree| *self.programs.at(degree)).collect();
        let weights = || {
            let programs = count()?;
            Ok(list.iter().map(|&degree| natural(programs.at(degree))).collect())
        };
        Ok(list[borders.draw_approximately(random, first_bits, weights)?])
    }
}
