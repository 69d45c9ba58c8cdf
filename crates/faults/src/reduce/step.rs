//! The steps of a reduction.

use super::steps::{
    Arity, Bodies, Constants, Disjunctions, DroppedPredicates, Heads, Lines, MergedPredicates,
    Probabilities, Reach, Signs, Terms,
};
use randlog_logic::Program;

/// Programs that are a little smaller than a given one.
pub type Candidates<'p> = Box<dyn Iterator<Item = Program> + Send + 'p>;

/// One way to make a program smaller.
pub trait Step: Sync {
    /// What it does, in a few words.
    fn name(&self) -> &'static str;

    /// The programs that it makes of one, those with most gone first. What is not smaller after all is left
    /// out by whoever asks.
    fn candidates<'p>(&self, program: &'p Program) -> Candidates<'p>;
}

/// All steps, coarse to fine.
pub const STEPS: [&dyn Step; 12] = [
    &Reach,
    &Lines,
    &DroppedPredicates,
    &Bodies,
    &Disjunctions,
    &Heads,
    &Arity,
    &Constants,
    &Terms,
    &MergedPredicates,
    &Probabilities,
    &Signs,
];

/// Those that make the same of what was different. Easier while much else is there.
pub(super) const NAMES: [&dyn Step; 4] = [&Arity, &Constants, &MergedPredicates, &Terms];
