//! P(q) = P(q | e) P(e) + P(q | ¬e) P(¬e), and P(e | e) = 1.

use randlog_engines::Answers;
use randlog_engines::answers::{atoms, bounds};
use randlog_logic::{Atom, Goal, Program};

use super::{FollowUp, MadeBy, Relation, close, is_crash};
use crate::Fault;
use crate::oracle::Asker;

pub(super) const RELATION: Relation = Relation {
    name: "total-probability",
    sentence: "The probability of a query is the average of those given that something is observed to hold or not.",
    needs_meaning: true,
    made_by: MadeBy::Checks(follow_ups),
};

/// How likely an observation must be at least, so that what follows from it can be computed well.
const LIKELY: f64 = 1e-4;

/// What is less likely than this never happens.
const IMPOSSIBLE: f64 = 1e-9;

/// For each ground head that is not observed already.
fn follow_ups(program: &Program) -> Vec<FollowUp> {
    let heads = program.clauses.iter().flat_map(|clause| &clause.heads).map(|head| &head.atom);
    let mut ground: Vec<&Atom> = heads.filter(|atom| atom.is_ground()).collect();
    ground.sort_unstable();
    ground.dedup();
    ground.retain(|atom| !program.evidence.iter().any(|evidence| evidence.atom == **atom));
    ground.into_iter().map(|event| follow_up(program, event)).collect()
}

fn follow_up(program: &Program, event: &Atom) -> FollowUp {
    let (mut program, event) = (program.clone(), event.clone());
    if !program.queries.iter().any(|query| query.atom == event) {
        program.queries.push(event.clone().into());
    }
    Box::new(move |asker| {
        let answers = asker.ask(&program).ok()?;
        let chance = bounds(&answers, &event);
        let (yes, no) = (chance.low, 1.0 - chance.low);
        let too_unlikely = |weight| (IMPOSSIBLE..LIKELY).contains(&weight);
        if !chance.is_exact() || too_unlikely(yes) || too_unlikely(no) {
            return None;
        }
        let mut cases = Vec::new();
        for (value, weight) in [(true, yes), (false, no)] {
            if weight >= LIKELY {
                match given(&program, &event, value, asker) {
                    Ok(answers) => cases.push((weight, answers?)),
                    Err(fault) => return Some(*fault),
                }
            }
        }
        let all_exact = |atom: &Atom| {
            let mut lists = cases.iter().map(|(_, answers)| answers).chain([&answers]);
            lists.all(|answers| bounds(answers, atom).is_exact())
        };
        atoms([&answers]).into_iter().filter(|atom| all_exact(atom)).find_map(|atom| {
            let shares = cases.iter().map(|(weight, answers)| weight * bounds(answers, atom).low);
            let (sum, said) = (shares.sum::<f64>(), bounds(&answers, atom).low);
            let expected = || format!("{sum}, the average over both cases of {event}");
            let compared = || [true, false].map(|value| case(&program, &event, value));
            (!close(sum, said)).then(|| {
                let found = Fault::wrong(atom, expected(), said);
                found.compared_with([program.clone()]).compared_with(compared())
            })
        })
    })
}

/// The program with an observation.
fn case(program: &Program, event: &Atom, value: bool) -> Program {
    let mut case = program.clone();
    case.evidence.push(Goal { negated: !value, ..Goal::new(event.clone()) });
    case
}

/// What follows if the event is observed; nothing, if that is refused. An engine that crashes, or does not
/// believe the observation, contradicts itself.
fn given(
    program: &Program,
    event: &Atom,
    value: bool,
    asker: &mut Asker<'_>,
) -> Result<Option<Answers>, Box<Fault>> {
    let case = case(program, event, value);
    match asker.ask(&case) {
        Err(failure) if is_crash(&failure) => {
            let found = Fault::failure(&failure, "an answer, as without the evidence");
            Err(Box::new(found.compared_with([case])))
        }
        Err(_) => Ok(None),
        Ok(answers) => {
            let (said, right) = (bounds(&answers, event), f64::from(u8::from(value)));
            if said.contains(right) {
                return Ok(Some(answers));
            }
            let found = Fault::wrong(event, format!("{right}: it is observed"), said.low);
            Err(Box::new(found.compared_with([case])))
        }
    }
}
