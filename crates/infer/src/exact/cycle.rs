//! Positive cycles: least fixpoints by elimination.
//!
//! The members of a cycle are the least solution of equations `x = f(x, y, …)`, where the functions
//! are monotone in the members. In a diagram, members are variables like any others at first. They
//! are eliminated one by one, as Bekić's principle allows: the least solution of `x = f(x, y)` for
//! given `y` is `f(false, y)`, and this takes the place of `x` in all other equations. The next
//! one is always one with few neighbours, for which little changes. Members that are used outside
//! of the cycle come last; they are then put into each other backwards.
//!
//! Iterating from `false` on would give the same, but every round would compute large diagrams for
//! all members, and there may be as many rounds as members.

use super::diagram::Stop;
use crate::limits::Budget;
use hashbrown::HashSet;
use oxidd::bcdd::BCDDFunction;
use oxidd::{BooleanFunction, FunctionSubst, Subst};

/// The equation of a member of a cycle.
pub(super) struct Equation {
    /// The variable that stands for the member, and its number.
    pub(super) variable: BCDDFunction,
    pub(super) level: u32,
    /// What it equals.
    pub(super) function: BCDDFunction,
    /// The members that the function depends on, by position.
    pub(super) uses: HashSet<usize>,
    /// Must the solution be known outside of the cycle?
    pub(super) wanted: bool,
}

/// The least solution, for the members that are wanted.
pub(super) fn solve(
    mut equations: Vec<Equation>,
    budget: &Budget,
) -> Result<Vec<Option<BCDDFunction>>, Stop> {
    let mut users: Vec<HashSet<usize>> = vec![HashSet::new(); equations.len()];
    for (user, equation) in equations.iter().enumerate() {
        for &used in &equation.uses {
            users[used].insert(user);
        }
    }
    let mut left: Vec<usize> = (0..equations.len()).collect();
    let mut wanted = Vec::new();
    while let Some(place) = cheapest(&left, &equations, &users) {
        budget.check_time()?;
        let member = left.swap_remove(place);
        eliminate(member, &mut equations, &mut users)?;
        if equations[member].wanted {
            wanted.push(member);
        } else {
            let nothing = equations[member].variable.clone();
            equations[member].function = nothing;
        }
    }
    let mut solutions = vec![None; equations.len()];
    let (mut levels, mut closed): (Vec<u32>, Vec<BCDDFunction>) = (Vec::new(), Vec::new());
    for member in wanted.into_iter().rev() {
        budget.check_time()?;
        let solution = equations[member].function.substitute(&Subst::new(&levels, &closed))?;
        levels.push(equations[member].level);
        closed.push(solution.clone());
        solutions[member] = Some(solution);
    }
    Ok(solutions)
}

/// Where the member stands whose elimination touches the least.
fn cheapest(left: &[usize], equations: &[Equation], users: &[HashSet<usize>]) -> Option<usize> {
    let cost = |&place: &usize| {
        let member = left[place];
        (equations[member].wanted, equations[member].uses.len() * users[member].len())
    };
    (0..left.len()).min_by_key(cost)
}

fn eliminate(
    member: usize,
    equations: &mut [Equation],
    users: &mut [HashSet<usize>],
) -> Result<(), Stop> {
    let variable = equations[member].variable.clone();
    let absent = variable.not()?;
    if equations[member].uses.remove(&member) {
        equations[member].function = equations[member].function.restrict(&absent)?;
        users[member].remove(&member);
    }
    let function = equations[member].function.clone();
    let uses: Vec<usize> = equations[member].uses.iter().copied().collect();
    for &used in &uses {
        users[used].remove(&member);
    }
    for user in std::mem::take(&mut users[member]) {
        let equation = &mut equations[user];
        let without = equation.function.restrict(&absent)?;
        let with = equation.function.restrict(&variable)?;
        equation.function = with.and(&function)?.or(&without)?;
        equation.uses.remove(&member);
        equation.uses.extend(&uses);
        for &used in &uses {
            users[used].insert(user);
        }
    }
    Ok(())
}
