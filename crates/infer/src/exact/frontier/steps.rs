//! What is done with all states, step by step.
//!
//! Every item that is open has a place in the states, a bit, which others use after it. Of atoms on
//! cycles there is more to remember: which ones would become true if another one did. So each two of
//! them have two bits more.

use super::super::number::Chance;
use std::rc::Rc;

/// A bit of a state, by number.
pub(super) type Bit = u16;

/// The most places that states can have.
pub(super) const MOST_BITS: usize = 512;

/// A condition on a state, and on one more event.
pub(super) struct Test<N> {
    /// Places and the values that they should have.
    pub(super) literals: Vec<(Bit, bool)>,
    /// Does one of them suffice?
    pub(super) any: bool,
    /// If the places leave it open, this decides.
    pub(super) chance: Option<Chance<N>>,
}

/// Something to do with all states.
pub(super) enum Step<N> {
    /// Draw an event.
    Draw(Bit, Chance<N>),
    /// Draw an alternative, unless one before it was taken, which the second place says.
    Choose(Bit, Bit, Chance<N>),
    /// Put the outcome of a test into a place.
    Make(Bit, Test<N>),
    /// Set a place if the outcome of a test is this.
    Absorb(Bit, Test<N>, bool),
    /// If a test succeeds, let the second ones of these atoms follow from the first; or, without a first,
    /// be true.
    Link(Test<N>, Option<usize>, Vec<usize>, Rc<Cycle>),
    /// Keep only states where a place has this value.
    Keep(Bit, bool),
    /// Answer the query with this number: does this place have this value?
    Ask(usize, Bit, bool),
    /// Forget what is in these places.
    Forget(Vec<Bit>),
}

/// The places of the open atoms of a cycle.
pub(super) struct Cycle {
    /// Is the atom true?
    pub(super) truth: Vec<Bit>,
    /// Row by row: would the second atom be true if the first were?
    pub(super) reach: Vec<Option<Bit>>,
}

/// Steps, and what they are expected to cost.
pub(super) struct Program<N> {
    pub(super) steps: Vec<Step<N>>,
    /// Where the query is in the end, and the value that it has if it holds; unless there are several,
    /// which are asked on the way.
    pub(super) query: Option<(Bit, bool)>,
    pub(super) places: usize,
    /// The most items that are open at the same time.
    pub(super) width: usize,
    /// How many states there are if all combinations occur, over all steps.
    pub(super) cost: f64,
}
