//! The definition made executable: walk through all worlds.
//!
//! Nothing here is clever, so that it is easily seen to be right; the other algorithm is measured
//! against it.
//!
//! 1. `relevant`: the clauses of the predicates that the queries and the evidence reach, checked.
//! 2. `scope`: where each variable is quantified.
//! 3. `ground`: an instance of a clause for each assignment of constants to its variables. Of
//!    these, only the ones matter whose bodies are possible and that the queries and the evidence
//!    reach.
//! 4. `certain`: what is true, or false, whatever is chosen.
//! 5. `strata`: atoms in an order in which every negation speaks of atoms already decided.
//! 6. `walk`: a world is a choice of a head, or of none, for each instance that has to choose. Its
//!    weight is the product of the chosen probabilities, its model the least one, stratum by
//!    stratum. The probability of an atom is the weight of the worlds where it holds.
//!
//! All weights are integers over one common denominator, so the probabilities are exact
//! fractions, and are rounded only once, at the end.

mod certain;
mod derive;
mod domain;
mod ground;
mod relevant;
mod scope;
mod strata;
mod substitution;
mod target;
mod walk;
mod wide;

use dashu_ratio::RBig;

use crate::input::Asked;
use crate::limits::Budget;
use crate::prepared::Prepared;
use crate::{Answer, Error, Phase, Precision, Sizes, Solution};
use ground::Grounding;
use randlog_logic::{Atom, Program};
use std::time::Instant;
use target::Target;

/// The probabilities of the program's queries, given its evidence.
pub(crate) fn solve(
    asked: Asked<'_>,
    budget: Budget,
    precision: Precision,
) -> Result<Solution, Error> {
    let solution = match asked {
        Asked::FunctionFree(program) => flat_fractions(&program, &budget),
        Asked::Other(program) => wide_fractions(&program, &budget),
    }?;
    match precision {
        Precision::Float => rounded(solution),
        Precision::Exact => Ok(solution),
    }
}

/// The answers without their fractions, if none of them is too small for that.
fn rounded(mut solution: Solution) -> Result<Solution, Error> {
    for answer in &mut solution.answers {
        let exact = answer.fraction.take();
        if exact.is_some_and(|exact| !exact.is_zero()) && answer.probability < f64::MIN_POSITIVE {
            return Err(Error::TooSmall { atom: answer.atom.clone() });
        }
    }
    Ok(solution)
}

fn flat_fractions(program: &Program, budget: &Budget) -> Result<Solution, Error> {
    let mut phases = Vec::new();
    let mut clock = Instant::now();
    let mut finished = |phase| {
        phases.push((phase, clock.elapsed()));
        clock = Instant::now();
    };

    let (clauses, relevance) = match relevant::relevant(program) {
        Err(error) if error.is_of_flat_programs() => {
            return wide_fractions(program, budget);
        }
        found => found?,
    };
    finished(Phase::Relevance);
    let grounding = Grounding::new(program, &clauses, budget)?;
    let strata = strata::strata(&grounding)?;
    finished(Phase::Ground);
    let count = walk::walk(&grounding, &strata, budget)?;
    finished(Phase::Count);

    let sizes = sizes(&grounding, &count);
    let answers = exact_answers(target::answers(&targets(program, &grounding), &count)?);
    Ok(Solution { answers, phases, sizes, relevance, ..Solution::default() })
}

fn wide_fractions(program: &Program, budget: &Budget) -> Result<Solution, Error> {
    // Terms may be deep.
    crate::room::with_room(usize::MAX, || {
        let mut clock = Instant::now();
        let mut phases = Vec::new();
        let prepared = Prepared::new(program)?;
        let asked = wide::ground(&prepared, budget)?;
        let strata = strata::strata(&asked.grounding).map_err(|error| prepared.worded(error))?;
        phases.push((Phase::Ground, clock.elapsed()));
        clock = Instant::now();
        let count = walk::walk(&asked.grounding, &strata, budget)?;
        phases.push((Phase::Count, clock.elapsed()));
        let sizes = sizes(&asked.grounding, &count);
        let answers = exact_answers(target::answers(&asked.targets, &count)?);
        let relevance = prepared.relevance;
        Ok(Solution { answers, phases, sizes, relevance, ..Solution::default() })
    })
}

fn exact_answers(fractions: Vec<(Atom, RBig)>) -> Vec<Answer> {
    fractions.into_iter().map(|(atom, fraction)| Answer::exactly(atom, fraction)).collect()
}

fn sizes(grounding: &Grounding, count: &walk::Count) -> Sizes {
    Sizes {
        ground_atoms: grounding.reached_atoms(),
        ground_clauses: grounding.clauses.iter().filter(|clause| !clause.is_fact()).count(),
        choices: grounding.clauses.iter().filter(|clause| clause.chooses()).count(),
        worlds: count.worlds,
        ..Sizes::default()
    }
}

/// The possible instances of the queries, query by query.
fn targets(program: &Program, grounding: &Grounding) -> Vec<Target> {
    let mut targets = Vec::new();
    for query in &program.queries {
        let among_others = !query.atom.is_ground();
        let target = |name: &Atom, atom: Result<usize, bool>| Target {
            name: name.clone(),
            atom,
            among_others,
            negated: false,
        };
        let mut matching: Vec<usize> = grounding.matching(&query.atom).collect();
        matching.sort_unstable_by_key(|&atom| &grounding.atoms[atom]);
        if matching.is_empty() && !among_others {
            targets.push(target(&query.atom, Err(false)));
        }
        targets.extend(matching.iter().map(|&atom| target(&grounding.atoms[atom], Ok(atom))));
    }
    targets
}
