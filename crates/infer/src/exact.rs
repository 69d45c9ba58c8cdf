//! The algorithm `exact`: from a program to probabilities, in steps that each throw something away.
//!
//! 1. `relevance`: the predicates that queries and evidence reach.
//! 2. `normalise`: bodies become lists of literals.
//! 3. `ground`: the instances of rules that they reach, by tabling from the query downwards.
//! 4. `truth`: what is true or false in every world goes; cycles through negations are found.
//! 5. `loops`: what only leads back to where it comes from goes.
//! 6. `circuit` and `modules`: what is left is a circuit, taken apart into independent parts.
//! 7. `solver`: parts that share events are solved together, each as a `subcircuit`, by frontier dynamic
//!    programming (`frontier`) or by a decision diagram (`diagram`).
//!
//! `datalog` and `resolve` do steps 1 to 3, the one for function-free programs whose clauses are safe for all
//! calls, the other for all others. Both make a `question`, where what is asked becomes answers.

mod bdd;
mod circuit;
mod cycle;
mod datalog;
mod diagram;
mod draw;
mod float;
mod frontier;
mod ground;
mod limit;
mod loops;
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
mod subcircuit;
#[cfg(test)]
mod tests;
mod truth;
mod vocabulary;
mod weights;

use crate::input::Asked;
use crate::limits::Budget;
use crate::{Error, Precision, Solution};
use randlog_base::random::Rng;
use randlog_logic::Program;

/// The probabilities of the program's queries, given its evidence.
pub(crate) fn solve(
    asked: Asked<'_>,
    budget: Budget,
    precision: Precision,
) -> Result<Solution, Error> {
    let program = match &asked {
        Asked::Other(program) => return by_resolution(program, budget, precision),
        Asked::FunctionFree(program) => program,
    };
    let budget = budget.beside(program.clauses.parts().facts.bytes());
    datalog::load(program, budget, |loaded| match loaded {
        Err(error) if error.is_of_flat_programs() => by_resolution(program, budget, precision),
        Err(error) => Err(error),
        Ok(loaded) => loaded.ground(|question| question.solve(precision)),
    })
}

fn by_resolution(
    program: &Program,
    budget: Budget,
    precision: Precision,
) -> Result<Solution, Error> {
    resolve::ground(program, budget, |question| question.solve(precision))
}

/// Is there an answer with a probability strictly between 0 and 1? In a function-free program, all clauses
/// that matter must be safe for all calls.
pub(crate) fn is_uncertain(
    asked: Asked<'_>,
    budget: Budget,
    rng: &mut (impl Rng + Send),
) -> Result<bool, Error> {
    match asked {
        Asked::FunctionFree(program) => datalog::load(&program, budget, |loaded| {
            loaded?.ground(|question| question.uncertain(rng))
        }),
        Asked::Other(program) => {
            resolve::ground(&program, budget, |question| question.uncertain(rng))
        }
    }
}
