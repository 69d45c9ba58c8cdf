//! Clauses in the form that the grounder works on: one head, and a list of literals.

use super::relation::{Columns, Constant};

/// No constant: the value of a variable that has none.
pub(super) const UNBOUND: Constant = u32::MAX;

/// A predicate of the program, or one that stands for a part of a body, by number.
pub(super) type PredicateId = u32;

/// An argument of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Variable(u32),
    Constant(Constant),
}

impl Slot {
    /// The value under an assignment.
    pub(super) fn value(self, values: &[Constant]) -> Constant {
        match self {
            Slot::Variable(variable) => values[variable as usize],
            Slot::Constant(constant) => constant,
        }
    }
}

/// An atom, possibly negated.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub(super) predicate: PredicateId,
    pub(super) slots: Box<[Slot]>,
    pub(super) negated: bool,
    /// Variables that must have values before the literal can give any to the others.
    pub(super) needs: Vec<u32>,
}

impl Literal {
    /// The variables, each as often as it occurs.
    pub(super) fn variables(&self) -> impl Iterator<Item = u32> {
        self.slots.iter().filter_map(|slot| match slot {
            Slot::Variable(variable) => Some(*variable),
            Slot::Constant(_) => None,
        })
    }

    /// The columns whose slots fulfil a condition.
    pub(super) fn columns(&self, condition: impl Fn(Slot) -> bool) -> Columns {
        let bits = self.slots.iter().zip(0..64);
        bits.fold(0, |columns, (&slot, bit)| columns | Columns::from(condition(slot)) << bit)
    }
}

/// The random choice that an instance of a rule makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chooser {
    /// The clause, by its position in the program.
    pub(super) clause: u32,
    /// Which of its heads must be chosen.
    pub(super) alternative: u32,
    /// Do other rules, too, come from this clause? Then instances share choices.
    pub(super) shared: bool,
}

/// `head :- body`, if the choice falls that way.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) head: Literal,
    pub(super) body: Vec<Literal>,
    pub(super) chooser: Option<Chooser>,
    /// How many variables the clause has. Rules of one clause number them alike.
    pub(super) variables: usize,
}
