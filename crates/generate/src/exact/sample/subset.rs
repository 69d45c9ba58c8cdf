//! Random sets of predicates with given numbers of each arity.

use super::dice::Dice;
use crate::exact::classes::{Classes, Group};
use crate::exact::preorders::Members;

/// A subset of this group, each with the same probability.
pub(crate) fn random(classes: &Classes, set: Members, part: Group, dice: &mut Dice) -> Members {
    let mut chosen = 0;
    for class in 0..classes.len() {
        let wanted = classes.count(part, class);
        let mut candidates = members(classes, set, class);
        for position in 0..wanted {
            let other = position + dice.below(candidates.len() - position);
            candidates.swap(position, other);
            chosen |= 1 << candidates[position];
        }
    }
    chosen
}

/// A subset of this group that contains the first member of the first class of the set.
pub(crate) fn random_with_first(
    classes: &Classes,
    set: Members,
    part: Group,
    dice: &mut Dice,
) -> Members {
    let first = (0..classes.len())
        .find_map(|class| members(classes, set, class).first().map(|&member| (class, member)));
    match first {
        Some((class, member)) => {
            let others = random(classes, set & !(1 << member), part - classes.one(class), dice);
            1 << member | others
        }
        None => 0,
    }
}

fn members(classes: &Classes, set: Members, class: usize) -> Vec<usize> {
    classes.members(class).iter().copied().filter(|&member| set >> member & 1 == 1).collect()
}
