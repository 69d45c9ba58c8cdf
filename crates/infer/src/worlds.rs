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
use crate::{
    Answer, Error, GroundAtom, GroundGraph, Phase, Precision, Relevance, Sizes, Solution, World,
};
use dashu_int::UBig;
use dashu_ratio::RBig;
use ground::{GroundClause, Grounding};
use randlog_base::stop::Stop;
use randlog_logic::{Atom, Program, Sign};
use std::collections::BTreeSet;
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
    let GroundQuestion { grounding, strata, targets, relevance } =
        ground(program, stop, &mut stopwatch)?;
    stopwatch.lap(Phase::Ground);
    let count = walk::count(&grounding, &strata, worlds, stop)?;
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

/// The program without variables.
fn ground(
    program: &Program,
    stop: &Stop,
    stopwatch: &mut Stopwatch,
) -> Result<GroundQuestion, Error> {
    // Terms may be deep.
    let wide = |program: &Program| with_room(usize::MAX, || wide::ground(program, stop))?;
    match program.function_free() {
        Some(program) => match flat::ground(&program, stop, stopwatch) {
            Err(error) if error.is_of_flat_programs() => wide(&program),
            grounded => grounded,
        },
        None => wide(program),
    }
}

/// All worlds, if there are no more than so many.
pub(crate) fn table(program: &Program, stop: &Stop, most: u64) -> Result<Vec<World>, Error> {
    let GroundQuestion { grounding, strata, targets, .. } =
        ground(program, stop, &mut Stopwatch::start())?;
    let choices: Vec<&GroundClause> =
        grounding.clauses.iter().filter(|clause| clause.chooses()).collect();
    let (mut worlds, mut total) = (Vec::new(), UBig::ZERO);
    walk::walk(&grounding, &strata, most, stop, &mut |world| {
        let chosen = choices.iter().zip(world.chosen).map(|(clause, &alternative)| {
            clause.heads.get(alternative).map(|&(_, head)| grounding.atoms[head].clone())
        });
        let holds = |target: &Target| (target.asked(), target.holds(world.model));
        let answers: Vec<(Atom, bool)> = targets.iter().map(holds).collect();
        total += world.weight;
        worlds.push((world.weight.clone(), chosen.collect(), answers, world.agrees));
    })?;
    let world = |(weight, chosen, answers, agrees): (UBig, _, _, _)| World {
        probability: RBig::from_parts(weight.into(), total.clone()),
        chosen,
        answers,
        agrees,
    };
    Ok(worlds.into_iter().map(world).collect())
}

/// Which ground atoms depend on which.
pub(crate) fn graph(program: &Program, stop: &Stop) -> Result<GroundGraph, Error> {
    let GroundQuestion { grounding, targets, .. } = ground(program, stop, &mut Stopwatch::start())?;
    let Grounding { atoms, certain, clauses, reached, .. } = &grounding;
    let mut graph = GroundGraph::default();
    let mut position = vec![None; atoms.len()];
    for (number, atom) in atoms.iter().enumerate() {
        if reached[number] && !certain[number] {
            position[number] = Some(graph.atoms.len());
            let is_asked = targets.iter().any(|target| target.atom == Ok(number));
            graph.atoms.push(GroundAtom { atom: atom.clone(), facts: Vec::new(), is_asked });
        }
    }
    let mut edges = BTreeSet::new();
    for clause in clauses {
        for (probability, head) in &clause.heads {
            let Some(to) = position[*head] else { continue };
            if clause.is_fact() {
                graph.atoms[to].facts.push(*probability);
            }
            clause.body.for_each_atom(false, &mut |atom, negated| {
                edges.extend(position[atom].map(|from| (from, to, negated)));
            });
        }
    }
    let sign = |negated| if negated { Sign::Negative } else { Sign::Positive };
    graph.edges = edges.into_iter().map(|(from, to, negated)| (from, to, sign(negated))).collect();
    Ok(graph)
}
