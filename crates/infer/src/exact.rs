//! The algorithm `exact`: from a program to probabilities, in steps that each throw something away.
//!
//! 1. `relevance`: the predicates that queries and evidence reach.
//! 2. `normalise`: bodies become lists of literals.
//! 3. `ground`: the instances of rules that they reach, by tabling from the query downwards.
//! 4. `truth`: what is true or false in every world goes; cycles through negations are found.
//! 5. `loops`: what only leads back to where it comes from goes.
//! 6. `circuit`, `evidence` and `modules`: what is left is a circuit, simplified by what is observed, and taken apart into
//!    independent parts.
//! 7. `solver`: parts that share events are solved together, each as a `subcircuit`, by dynamic programming on a tree
//!    decomposition (`join_tree`) or by a decision diagram (`diagram`).
//!
//! `datalog` and `resolve` do steps 1 to 3, the one for function-free programs whose clauses are safe for all
//! calls, the other for all others. Both make a `question`, where what is asked becomes answers.

mod bdd;
mod circuit;
mod cycle;
mod datalog;
mod diagram;
mod draw;
mod evidence;
mod float;
mod ground;
mod join_tree;
mod loops;
mod measure;
mod modules;
mod normalise;
mod number;
mod order;
mod parts;
mod question;
mod relation;
mod relevance;
mod resolve;
mod rule;
mod solver;
mod stated;
mod subcircuit;
mod tape;
#[cfg(test)]
mod tests;
mod truth;
mod vocabulary;

use crate::room::with_room;
use crate::{Error, Measures, Precision, Solution};
use datalog::Datalog;
use question::Question;
use randlog_base::random::Rng;
use randlog_base::stop::Stop;
use randlog_logic::Program;

/// The probabilities of the program's queries, given its evidence.
pub(crate) fn solve(
    program: &Program,
    stop: &Stop,
    precision: Precision,
) -> Result<Solution, Error> {
    ask(program, stop, Ground::Anything, |question| question.solve(precision))
}

/// The same, with the derivatives of the answers by the probabilities of the program.
pub(crate) fn gradient(
    program: &Program,
    stop: &Stop,
    precision: Precision,
) -> Result<Solution, Error> {
    // What is recorded must stay on one thread.
    let work = || ask(program, stop, Ground::Anything, |question| question.gradient(precision));
    with_room(usize::MAX, work)?
}

/// Is there an answer with a probability strictly between 0 and 1? In a function-free program, all clauses
/// that matter must be safe for all calls.
pub(crate) fn is_uncertain(
    program: &Program,
    stop: &Stop,
    rng: &mut (impl Rng + Send),
) -> Result<bool, Error> {
    ask(program, stop, Ground::SafeOnly, |question| question.uncertain(rng))
}

/// What the answers need.
pub(crate) fn measures(program: &Program, stop: &Stop) -> Result<Vec<Measures>, Error> {
    ask(program, stop, Ground::AllRules, |question| measure::measures(&question))
}

/// What is grounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    /// What answers need.
    Anything,
    /// The same, but of function-free programs only those whose clauses are safe for all calls.
    SafeOnly,
    /// Rules that derive what is certain, too, if the program need not be resolved.
    AllRules,
}

/// Grounds a program, and works on what comes of it.
fn ask<T: Send>(
    program: &Program,
    stop: &Stop,
    what: Ground,
    work: impl FnOnce(Question<'_>) -> Result<T, Error> + Send,
) -> Result<T, Error> {
    let Some(program) = program.function_free() else {
        return resolve::ground(program, stop, work);
    };
    let parts = program.clauses.parts();
    let stop = stop.beside(parts.facts.bytes() as u64);
    match Datalog::new(&program, &parts, what == Ground::AllRules, &stop) {
        Err(error) if what != Ground::SafeOnly && error.is_of_flat_programs() => {
            resolve::ground(&program, &stop, work)
        }
        loaded => loaded?.ground(work),
    }
}
