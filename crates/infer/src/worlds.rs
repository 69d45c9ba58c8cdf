//! The definition made executable: walk through all worlds.
//!
//! Nothing here is clever, so that it is easily seen to be right; the other algorithm is measured
//! against it.
//!
//! 1. `scope`: where each variable is quantified.
//! 2. `flat`: an instance of a clause for each assignment of constants to its variables. For programs
//!    that this is too simple for, `derive` and `wide`: instances for the values that calls bring.
//! 3. `ground`: of these, only the ones matter that the queries and the evidence reach. What is true, or
//!    false, whatever is chosen, is left out.
//! 4. `strata`: atoms in an order in which every negation speaks of atoms already decided.
//! 5. `walk`: a world is a choice of a head, or of none, for each instance that has to choose. Its
//!    weight is the product of the chosen probabilities, its model the least one, stratum by
//!    stratum. The probability of an atom is the weight of the worlds where it holds.
//!
//! All weights are integers over one common denominator, so the probabilities are exact
//! fractions, and are rounded only once, at the end.

mod derive;
mod flat;
mod ground;
mod scope;
mod strata;
mod substitution;
mod walk;
mod wide;

use crate::room::with_room;
use crate::solution::Stopwatch;
use crate::{Answer, Error, Phase, Precision, Relevance, Sizes, Solution};
use ground::{GroundClause, Grounding};
use randlog_base::stop::Stop;
use randlog_logic::Program;
use walk::Target;

/// A ground program, and what is asked of it.
struct GroundQuestion {
    grounding: Grounding,
    /// The stratum of each atom.
    strata: Vec<usize>,
    /// The instances of the queries, query by query.
    targets: Vec<Target>,
    relevance: Relevance,
}

/// The probabilities of the program's queries, given its evidence, if there are no more worlds than so many.
pub(crate) fn solve(
    program: &Program,
    stop: &Stop,
    worlds: u64,
    precision: Precision,
) -> Result<Solution, Error> {
    let mut stopwatch = Stopwatch::start();
    // Terms may be deep.
    let wide = |program: &Program| with_room(usize::MAX, || wide::ground(program, stop))?;
    let asked = match program.function_free() {
        Some(program) => match flat::ground(&program, stop, &mut stopwatch) {
            Err(error) if error.is_of_flat_programs() => wide(&program),
            grounded => grounded,
        },
        None => wide(program),
    };
    let GroundQuestion { grounding, strata, targets, relevance } = asked?;
    stopwatch.lap(Phase::Ground);
    let count = walk::walk(&grounding, &strata, worlds, stop)?;
    stopwatch.lap(Phase::Count);
    let clauses = |matters: fn(&GroundClause) -> bool| {
        grounding.clauses.iter().filter(|clause| matters(clause)).count()
    };
    let sizes = Sizes {
        ground_atoms: grounding.reached.iter().filter(|&&reached| reached).count(),
        ground_clauses: clauses(|clause| !clause.is_fact()),
        choices: clauses(GroundClause::chooses),
        worlds: count.worlds,
        ..Sizes::default()
    };
    let answers = walk::answers(&targets, &count)?.into_iter();
    let answers = answers.map(|(atom, fraction)| {
        let answer = Answer::exactly(atom, fraction);
        let is_too_small = answer.probability < f64::MIN_POSITIVE
            && answer.fraction.as_ref().is_some_and(|exact| !exact.is_zero());
        match precision {
            Precision::Exact => Ok(answer),
            Precision::Float if is_too_small => Err(Error::TooSmall { atom: answer.atom }),
            Precision::Float => Ok(Answer { fraction: None, ..answer }),
        }
    });
    let answers = answers.collect::<Result<_, _>>()?;
    let phases = stopwatch.phases;
    Ok(Solution { answers, phases, sizes, relevance, ..Solution::default() })
}
