//! P(q) = P(q | e) P(e) + P(q | ¬e) P(¬e).

use randlog_logic::{Atom, Evidence, Program};

use super::same::crashes;
use super::{Relation, Way, close};
use crate::oracle::{Asker, Outcome, Violation, atoms, bounds};

pub(super) const RELATION: Relation = Relation {
    name: "total-probability",
    sentence: "The probability of a query is the average of those given that something is observed to hold or not.",
    ways,
};

/// How likely an observation must be at least, so that what follows from it can be computed.
const LIKELY: f64 = 1e-4;

/// For each ground head that is not observed already.
fn ways(program: &Program) -> Vec<Way> {
    let heads = program.clauses.iter().flat_map(|clause| &clause.heads).map(|head| &head.atom);
    let mut ground: Vec<&Atom> = heads.filter(|atom| atom.is_ground()).collect();
    ground.sort_unstable();
    ground.dedup();
    ground.retain(|atom| !program.evidence.iter().any(|evidence| evidence.atom == **atom));
    ground.into_iter().map(|event| way(program, event)).collect()
}

fn way(program: &Program, event: &Atom) -> Way {
    let event = event.clone();
    let mut both = program.clone();
    if !both.queries.contains(&event) {
        both.queries.push(event.clone());
    }
    let given = |value| {
        let mut program = program.clone();
        program.evidence.push(Evidence { atom: event.clone(), value });
        program
    };
    let cases = [given(true), given(false)];
    Box::new(move |asker| {
        let answers = asker.ask(&both).ok()?;
        let chance = bounds(&answers, &event);
        if !chance.is_exact() {
            return None;
        }
        let weights = [chance.low, 1.0 - chance.low];
        let mut known = Vec::new();
        for (weight, case) in weights.into_iter().zip(&cases) {
            known.push(match conditional(weight, case, asker) {
                None => continue,
                Some(Ok(answers)) => (weight, answers),
                Some(Err(failure)) if crashes(failure.kind) => {
                    let found = Violation::failure(&failure, "an answer, as without the evidence");
                    return Some(found.with([case.clone()]));
                }
                Some(Err(_)) => return None,
            });
        }
        // What is left out has next to no weight.
        atoms([&answers]).into_iter().find_map(|atom| {
            let parts = known.iter().map(|(weight, answers)| weight * bounds(answers, atom).low);
            let (sum, said) = (parts.sum::<f64>(), bounds(&answers, atom));
            let exact = said.is_exact()
                && known.iter().all(|(_, answers)| bounds(answers, atom).is_exact());
            if !exact || *atom == event || close(sum, said.low) {
                return None;
            }
            let expected = format!("{sum}, the average of both cases of {event}");
            Some(Violation::wrong(atom, expected, said.low).with(cases.clone()))
        })
    })
}

/// What follows if something is observed that has this probability; nothing, if that never happens.
fn conditional(weight: f64, case: &Program, asker: &mut Asker<'_>) -> Option<Outcome> {
    (weight >= LIKELY).then(|| asker.ask(case))
}
