//! Positive cycles: least fixpoints by elimination.
//!
//! The members of a cycle are the least solution of equations `x = f(x, y, …)`, where the functions
//! are monotone in the members. In a diagram, members are variables like any others at first. They
//! are eliminated one by one, as Bekić's principle (1984) allows: the least solution of `x = f(x, y)` for
//! given `y` is `f(false, y)`, and this takes the place of `x` in all other equations. The next
//! one is always one with few neighbours, for which little changes. Members that are used outside
//! of the cycle come last; they are then put into each other backwards.
//!
//! Iterating from `false` on (Kleene) would give the same, but every round would compute large diagrams for
//! all members, and there may be as many rounds as members.

use super::bdd::{Function, Store};
use randlog_base::stop::{Stop, Stopped};
use std::collections::BTreeSet;

/// The equation of a member of a cycle.
pub(super) struct Equation {
    /// The level of the variable that stands for the member.
    pub(super) level: u32,
    /// What it equals.
    pub(super) function: Function,
    /// The members that the function depends on, by position.
    pub(super) uses: BTreeSet<usize>,
    /// Must the solution be known outside of the cycle?
    pub(super) wanted: bool,
}

/// Equations that are being solved.
pub(super) struct Equations<'a, 's> {
    pub(super) store: &'a mut Store<'s>,
    pub(super) equations: Vec<Equation>,
    /// Other functions that are still needed.
    pub(super) others: &'a mut [Function],
    pub(super) stop: &'s Stop,
}

impl Equations<'_, '_> {
    /// The least solution, for the members that are wanted.
    pub(super) fn solve(mut self) -> Result<Vec<Function>, Stopped> {
        let mut users: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.equations.len()];
        for (user, equation) in self.equations.iter().enumerate() {
            for &used in &equation.uses {
                users[used].insert(user);
            }
        }
        let cost = |equations: &[Equation], users: &[BTreeSet<usize>], member: usize| {
            let equation = &equations[member];
            (equation.wanted, equation.uses.len() * users[member].len(), member)
        };
        let members = 0..self.equations.len();
        let mut left: BTreeSet<(bool, usize, usize)> =
            members.map(|member| cost(&self.equations, &users, member)).collect();
        let mut wanted = Vec::new();
        while let Some((_, _, member)) = left.pop_first() {
            self.pause()?;
            let mut touched: Vec<usize> =
                users[member].iter().chain(&self.equations[member].uses).copied().collect();
            touched.retain(|&other| left.remove(&cost(&self.equations, &users, other)));
            self.eliminate(member, &mut users)?;
            left.extend(touched.iter().map(|&other| cost(&self.equations, &users, other)));
            if self.equations[member].wanted {
                wanted.push(member);
            } else {
                self.equations[member].function = Function::FALSE;
            }
        }
        // What was eliminated later depends on nothing that was before.
        for &member in wanted.iter().rev() {
            for other in self.equations[member].uses.clone() {
                self.pause()?;
                let solution = self.equations[other].function;
                self.substitute(member, other, solution)?;
            }
        }
        Ok(self.equations.into_iter().map(|equation| equation.function).collect())
    }

    /// Looks at the clock, and at the store.
    fn pause(&mut self) -> Result<(), Stopped> {
        self.stop.check()?;
        if self.store.is_crowded() {
            let functions = self.equations.iter_mut().map(|equation| &mut equation.function);
            self.store.collect(functions.chain(self.others.iter_mut()));
        }
        Ok(())
    }

    /// Puts a function in the place of a member, in the equation of another.
    fn substitute(&mut self, user: usize, member: usize, value: Function) -> Result<(), Stopped> {
        let (level, function) = (self.equations[member].level, self.equations[user].function);
        let without = self.store.restrict(function, level, false)?;
        let with = self.store.restrict(function, level, true)?;
        // As functions are monotone in members, nothing is lost without the member that holds with it.
        let both = self.store.and(with, value)?;
        self.equations[user].function = self.store.or(both, without)?;
        Ok(())
    }

    fn eliminate(&mut self, member: usize, users: &mut [BTreeSet<usize>]) -> Result<(), Stopped> {
        if self.equations[member].uses.remove(&member) {
            let Equation { level, function, .. } = self.equations[member];
            self.equations[member].function = self.store.restrict(function, level, false)?;
            users[member].remove(&member);
        }
        let function = self.equations[member].function;
        let uses: Vec<usize> = self.equations[member].uses.iter().copied().collect();
        for &used in &uses {
            users[used].remove(&member);
        }
        for user in std::mem::take(&mut users[member]) {
            self.substitute(user, member, function)?;
            self.equations[user].uses.remove(&member);
            self.equations[user].uses.extend(uses.iter().copied());
            for &used in &uses {
                users[used].insert(user);
            }
        }
        Ok(())
    }
}
