//! Lists of variables that many constraints share.

use std::ops::{Deref, Range};
use std::sync::Arc;

use crate::Var;

/// A list of variables. Copies and parts share one memory: constraints on the same variables, each
/// with a list of its own, cost next to nothing.
#[derive(Clone, Debug)]
pub struct Vars {
    all: Arc<[Var]>,
    start: u32,
    end: u32,
}

impl Vars {
    /// The variables at these positions.
    ///
    /// # Panics
    /// If the list is shorter.
    pub fn part(&self, positions: Range<usize>) -> Vars {
        assert!(
            positions.start <= positions.end && positions.end <= self.len(),
            "a part of a list"
        );
        let at = |position: usize| self.start + position as u32;
        Vars { all: self.all.clone(), start: at(positions.start), end: at(positions.end) }
    }
}

impl Deref for Vars {
    type Target = [Var];

    #[inline]
    fn deref(&self) -> &[Var] {
        &self.all[self.start as usize..self.end as usize]
    }
}

impl<'v> IntoIterator for &'v Vars {
    type Item = &'v Var;
    type IntoIter = std::slice::Iter<'v, Var>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<Vec<Var>> for Vars {
    fn from(list: Vec<Var>) -> Vars {
        let end = list.len() as u32;
        Vars { all: list.into(), start: 0, end }
    }
}

impl FromIterator<Var> for Vars {
    fn from_iter<I: IntoIterator<Item = Var>>(list: I) -> Vars {
        list.into_iter().collect::<Vec<Var>>().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    #[test]
    fn a_part_of_a_part_is_a_part() {
        let list = Model::new().variables(6, 0..2);
        let vars = Vars::from(list.clone());
        assert_eq!(&vars[..], &list[..]);
        assert_eq!(&vars.part(1..5)[..], &list[1..5]);
        assert_eq!(&vars.part(1..5).part(2..4)[..], &list[3..5]);
        assert!(vars.part(6..6).is_empty());
    }
}
