//! Metamorphic relations: what must hold between the answers of one engine to several programs.
//!
//! No reference is needed: if clauses stand in another order and the answer is another one, something is
//! wrong. This is metamorphic testing (Chen, Cheung and Yiu 1998; Chen et al. 2018). Each relation is a file, and its
//! sentence says all. From a program, the source test case, it makes *follow-ups*: each asks about further programs, and
//! checks whether the answers fit together.
//!
//! A relation must be true, of course. `tests/relations.rs` asks the built-in engines about thousands of
//! drawn programs, with all follow-ups, and finds none that does not hold.

mod anonymous;
mod certain_stratum;
mod clause_order;
mod complement;
mod equal;
mod linear;
mod literal_order;
mod monotone;
mod noisy_or;
mod queries;
mod renaming;
mod total_probability;
mod unfolding;
mod unreachable;

use std::fmt;

use randlog_engines::{FailureKind, NoAnswer, TOLERANCE};
use randlog_logic::{Clause, Program};

use super::Asker;
use crate::Fault;

/// A relation between answers.
pub struct Relation {
    /// Its name.
    pub name: &'static str,
    /// What holds.
    pub sentence: &'static str,
    /// Does it take for granted that the program has a meaning? Without one, all that can be asked of an engine
    /// is that it says the same each time.
    pub needs_meaning: bool,
    made_by: MadeBy,
}

/// How the follow-ups of a relation are made.
enum MadeBy {
    /// From programs that have the same answers as the source.
    Equivalents(fn(&Program) -> Vec<Program>),
    /// By the relation itself.
    Checks(fn(&Program) -> Vec<FollowUp>),
}

/// Asks an engine about the source and about further programs. Returns what is wrong with the answers, if anything is.
pub type FollowUp = Box<dyn Fn(&mut Asker<'_>) -> Option<Fault> + Send + Sync>;

impl Relation {
    /// The follow-ups of a program.
    pub fn follow_ups(&self, program: &Program) -> Vec<FollowUp> {
        match self.made_by {
            MadeBy::Checks(checks) => checks(program),
            MadeBy::Equivalents(others) => {
                let others = others(program).into_iter();
                others.map(|other| equal::equivalent(program, other)).collect()
            }
        }
    }
}

/// All relations.
pub static RELATIONS: [Relation; 13] = [
    clause_order::RELATION,
    literal_order::RELATION,
    renaming::RELATION,
    anonymous::RELATION,
    queries::RELATION,
    unreachable::RELATION,
    complement::RELATION,
    linear::RELATION,
    total_probability::RELATION,
    noisy_or::RELATION,
    unfolding::RELATION,
    certain_stratum::RELATION,
    monotone::RELATION,
];

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Relation {
    fn eq(&self, other: &Relation) -> bool {
        self.name == other.name
    }
}

impl Eq for Relation {}

/// Are two probabilities the same, where each is the result of some arithmetic?
fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 2.0 * TOLERANCE
}

/// Did an engine break down, rather than refuse the program?
pub(super) fn is_crash(failure: &NoAnswer) -> bool {
    matches!(failure.kind, FailureKind::Crash | FailureKind::Unparsable)
}

/// The facts of a program that have a probability below one, by their places.
fn uncertain_facts(program: &Program) -> impl Iterator<Item = usize> + '_ {
    let is_uncertain = |clause: &Clause| {
        clause.is_fact()
            && matches!(&clause.heads[..], [head] if !head.probability.is_one() && head.atom.is_ground())
    };
    (0..program.clauses.len()).filter(move |&place| is_uncertain(&program.clauses[place]))
}
