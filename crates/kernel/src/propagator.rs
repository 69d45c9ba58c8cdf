//! What a constraint must be able to do.

use crate::schedule::{Cost, Status, Watch};
use crate::store::{Conflict, Store};

/// Is a constraint satisfied, given what is known so far? In this order, so that the least of
/// several truths is that of all together, and the largest that of any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// By no assignment of the current domains.
    False,
    /// That depends on decisions still to be made.
    Undecided,
    /// By every one.
    True,
}

/// A constraint at work.
///
/// # How to write a propagator
///
/// 1. **State what holds at the end.** A constraint is a yes-or-no question about fixed variables.
///    Write that question down first, as a function from values to `bool`: it is the *twin* that
///    the tests compare the propagator with, and it should be too simple to be wrong.
/// 2. **Keep the variables in a struct.** Whatever the propagator remembers between runs and must
///    forget when the search goes back lives in [`Cell`](crate::Cell)s, made with
///    [`Model::cell`](crate::Model::cell); plain fields are for what never changes.
/// 3. **Say when to be woken**, in [`Propagator::watch`]. Watching
///    [`Event::FIXED`](crate::Event::FIXED) where that suffices saves most of the work.
/// 4. **Prune**, in [`Propagator::propagate`], with the methods of [`Store`] and the `?` operator:
///    an emptied domain is a [`Conflict`] and ends the run. Only remove values that no solution of
///    *this* constraint (within the current domains) has. When all variables are fixed, the answer
///    must be exact: succeed if the twin says yes, a conflict if it says no. A propagator that
///    changes a variable it watches is put into the queue again, so it need not reach a fixed
///    point by itself; one that does can say so with [`Propagator::IDEMPOTENT`].
/// 5. **Retire early.** Return [`Status::Entailed`] when every assignment of the current domains
///    satisfies the constraint: the propagator is not woken again below this search node.
///    What may take long asks [`Store::stop`], and returns [`Store::stopped`] if it was stopped.
/// 6. **Test it against its twin** with the harness that all constraints here share (`testing.rs`):
///    over random domains the solutions must be those of the twin, and no value of a solution may
///    be pruned.
///
/// A constraint that shall stand under a condition, in an [`Implies`](crate::constraint::Implies),
/// is a [`Reifiable`], too.
pub trait Propagator: Send {
    /// How expensive [`propagate`](Propagator::propagate) is.
    const COST: Cost = Cost::Low;

    /// Whether pruning is exact once all watched variables but one are fixed: each value that is
    /// then left satisfies the constraint. If all constraints on the last open variable are so,
    /// the search need not try its values one by one.
    const SETTLES: bool = false;

    /// Whether a second run right after the first never prunes more. If so, what the propagator
    /// itself changes does not wake it.
    const IDEMPOTENT: bool = false;

    /// What wakes this propagator. Asked once, when it is posted.
    fn watch(&self, watch: &mut Watch);

    /// Remove values that cannot be part of a solution.
    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict>;
}

/// A constraint that can be *reified*: it also says whether it holds, before it has to.
pub trait Reifiable: Propagator {
    /// Whether the constraint holds, as far as can be told now. Nothing changes; and once all
    /// variables are fixed, the answer is never [`Truth::Undecided`].
    fn truth(&self, store: &Store) -> Truth;
}
