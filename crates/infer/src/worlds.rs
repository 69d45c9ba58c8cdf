//! The definition made executable: walk through all worlds.
//!
//! Nothing here is clever, so that it is easily seen to be right; the other engine is measured
//! against it.
//!
//! 1. `relevant`: the clauses of the predicates that the queries and the evidence reach, checked.
//! 2. `scope`: where each variable is quantified.
//! 3. `ground`: an instance of a clause for each assignment of constants to its variables. Of
//!    these, only the ones matter whose bodies are possible and that the queries and the evidence
//!    reach.
//! 4. `strata`: atoms in an order in which every negation speaks of atoms already decided.
//! 5. `walk`: a world is a choice of a head, or of none, for each instance that has to choose. Its
//!    weight is the product of the chosen probabilities, its model the least one, stratum by
//!    stratum. The probability of an atom is the weight of the worlds where it holds.
//!
//! All weights are integers over one common denominator, so the probabilities are exact
//! [`Fraction`]s, and are rounded only once, at the end.
//!
//! ```
//! use randlog_infer::{Limits, worlds};
//! use randlog_logic::Dialect;
//!
//! let program = Dialect::ProbLog.parse(
//!     "1/3::rain. 1/3::sprinkler.
//!      wet :- rain ; sprinkler.
//!      evidence(wet). query(rain).",
//! )?;
//! let (atom, probability) = &worlds::fractions(&program, &Limits::default())?[0];
//! assert_eq!(format!("{atom}: {probability}"), "rain: 3/5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod domain;
mod fraction;
mod ground;
mod relevant;
mod scope;
mod strata;
mod walk;

pub use fraction::Fraction;

use crate::limits::Budget;
use crate::{Answer, Error, Limits, Phase, Relevance, Sizes, Solution};
use domain::is_ground;
use ground::Grounding;
use randlog_logic::{Atom, Program};
use relevant::Relevant;
use std::time::{Duration, Instant};

/// The probabilities of the program's queries, given its evidence.
pub fn solve(program: &Program, limits: &Limits) -> Result<Solution, Error> {
    let Exactly { answers, phases, sizes, relevance } = solve_exactly(program, limits)?;
    let rounded =
        |(atom, fraction): (Atom, Fraction)| Answer { atom, probability: fraction.to_f64() };
    let answers = answers.into_iter().map(rounded).collect();
    Ok(Solution { answers, phases, sizes, relevance })
}

/// The answers of [`solve`], not rounded.
pub fn fractions(program: &Program, limits: &Limits) -> Result<Vec<(Atom, Fraction)>, Error> {
    Ok(solve_exactly(program, limits)?.answers)
}

/// A [`Solution`] before rounding.
struct Exactly {
    answers: Vec<(Atom, Fraction)>,
    phases: Vec<(Phase, Duration)>,
    sizes: Sizes,
    relevance: Relevance,
}

fn solve_exactly(program: &Program, limits: &Limits) -> Result<Exactly, Error> {
    let budget = Budget::start(limits);
    let mut phases = Vec::new();
    let mut clock = Instant::now();
    let mut finished = |phase| {
        phases.push((phase, clock.elapsed()));
        clock = Instant::now();
    };

    let Relevant { clauses, relevance } = relevant::relevant(program)?;
    finished(Phase::Relevance);
    let grounding = Grounding::new(program, &clauses, &budget)?;
    let strata = strata::strata(&grounding)?;
    finished(Phase::Ground);
    let count = walk::walk(&grounding, &strata, &budget)?;
    finished(Phase::Count);

    let sizes = Sizes {
        ground_atoms: grounding.reached_atoms(),
        ground_clauses: grounding.instances.iter().filter(|instance| !instance.is_fact()).count(),
        choices: grounding.instances.iter().filter(|instance| instance.chooses()).count(),
        worlds: count.worlds,
        ..Sizes::default()
    };
    let answers = answers(program, &grounding, &count)?;
    Ok(Exactly { answers, phases, sizes, relevance })
}

/// Query by query. An instance of an open query is an answer if it holds in some world, whether or
/// not that world agrees with the evidence.
fn answers(
    program: &Program,
    grounding: &Grounding,
    count: &walk::Count,
) -> Result<Vec<(Atom, Fraction)>, Error> {
    if count.observed.is_zero() {
        return Err(Error::ImpossibleEvidence);
    }
    let mut answers = Vec::new();
    for query in &program.queries {
        let mut matching: Vec<usize> = grounding.matching(query).collect();
        if is_ground(query) {
            if matching.is_empty() {
                answers.push((query.clone(), Fraction::zero()));
            }
        } else {
            matching.retain(|&atom| !count.everywhere[atom].is_zero());
            matching.sort_unstable_by_key(|&atom| &grounding.atoms[atom]);
        }
        answers.extend(matching.into_iter().map(|atom| {
            let probability = Fraction::new(&count.together[atom], &count.observed);
            (grounding.atoms[atom].clone(), probability)
        }));
    }
    Ok(answers)
}
