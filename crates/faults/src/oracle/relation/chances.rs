//! Laws of probability.

use std::collections::HashSet;

use randlog_base::Stopped;
use randlog_engines::answers::{atoms, bounds};
use randlog_engines::{Answers, TOLERANCE};
use randlog_infer::RBig;
use randlog_logic::{Annotation, Atom, Clause, Formula, Goal, Predicate, Probability, Program};

use super::follow_up::{
    Counts, FollowUp, close, contradiction, crash, equivalent, is_instance, uncertain_facts,
};
use crate::Fault;
use crate::oracle::asker::Asker;
use crate::parts::{self, edited};

/// P(q) + P(¬q) = 1, for each ground query.
pub(super) fn complement(program: &Program) -> Vec<FollowUp> {
    let ground = program.queries.iter().map(|query| &query.atom).filter(|atom| atom.is_ground());
    ground.map(|query| complement_of(program, query)).collect()
}

fn complement_of(program: &Program, query: &Atom) -> FollowUp {
    let (program, query) = (program.clone(), query.clone());
    let negation = Atom::new(parts::fresh_predicate(&program, "negation"), Vec::new());
    let other = edited(&program, |other| {
        let body = parts::not(Formula::Atom(query.clone()));
        other.clauses.push(parts::certain(negation.clone(), body));
        other.queries = vec![negation.clone().into()];
    });
    Box::new(move |asker| {
        let (said, then) = (asker.ask(&program)?, asker.ask(&other)?);
        let (Ok(answers), Ok(negated)) = (&said, &then) else {
            // Numbers are not the same, but refusals should be.
            let (source, follow_up) = ((&program, &said), (&other, &then));
            let refused = || contradiction(asker, Counts::Failures, source, follow_up, |_| false);
            return Ok(said.is_ok().then(refused).flatten());
        };
        let (yes, no) = (bounds(answers, &query), bounds(negated, &negation));
        if !yes.is_exact() || !no.is_exact() || close(yes.low + no.low, 1.0) {
            return Ok(None);
        }
        let expected = format!("{}, what {} leaves", 1.0 - yes.low, yes.low);
        Ok(Some(Fault::wrong(&negation, expected, no.low).compared_with([other.clone()])))
    })
}

/// P(q) is linear in the probability of every fact: it is between those without the fact, and with it for sure.
pub(super) fn linear(program: &Program) -> Vec<FollowUp> {
    if !program.evidence.is_empty() {
        return Vec::new();
    }
    uncertain_facts(program).map(|place| linear_in(program, place)).collect()
}

fn linear_in(program: &Program, place: usize) -> FollowUp {
    let program = program.clone();
    let share = program.clauses[place].heads[0].probability.number().map_or(1.0, |p| p.to_f64());
    let surely = with_certain(&program, place);
    // The predicate should still have a clause.
    let never = edited(&surely, |never| never.clauses[place].body = parts::fail());
    Box::new(move |asker| {
        let Ok(answers) = asker.ask(&program)? else { return Ok(None) };
        let (without, with) = (asker.ask(&never)?, asker.ask(&surely)?);
        let expected = "an answer, as for the program itself";
        let crashed = crash(&without, &never, expected).or_else(|| crash(&with, &surely, expected));
        let (None, Ok(without), Ok(with)) = (&crashed, without, with) else { return Ok(crashed) };
        Ok(atoms([&answers, &without, &with]).into_iter().find_map(|atom| {
            let all = [bounds(&answers, atom), bounds(&without, atom), bounds(&with, atom)];
            let [said, low, high] = all.map(|bounds| bounds.low);
            let between = (1.0 - share) * low + share * high;
            if all.iter().any(|bounds| !bounds.is_exact()) || close(said, between) {
                return None;
            }
            let expected = format!("{between}, between {low} without the fact and {high} with it");
            let compared = [never.clone(), surely.clone()];
            Some(Fault::wrong(atom, expected, said).compared_with(compared))
        }))
    })
}

/// The program with a fact for sure.
fn with_certain(program: &Program, place: usize) -> Program {
    edited(program, |it| it.clauses[place].heads[0].probability = Annotation::ONE)
}

/// Raising a fact with only even paths to a query never lowers its probability: for each query and each fact of that
/// kind, the fact for sure.
pub(super) fn monotone(program: &Program) -> Vec<FollowUp> {
    if !program.evidence.is_empty() {
        return Vec::new();
    }
    let mut follow_ups = Vec::new();
    for query in &program.queries {
        let reached = signs(program, query.atom.predicate());
        for place in uncertain_facts(program) {
            let predicate = program.clauses[place].heads[0].atom.predicate();
            let even = reached.contains(&(predicate.clone(), false));
            if even && !reached.contains(&(predicate, true)) {
                follow_ups.push(monotone_in(program, query.atom.clone(), place));
            }
        }
    }
    follow_ups
}

fn monotone_in(program: &Program, query: Atom, place: usize) -> FollowUp {
    let program = program.clone();
    let raised = with_certain(&program, place);
    Box::new(move |asker| {
        let Ok(before) = asker.ask(&program)? else { return Ok(None) };
        let Ok(after) = asker.ask(&raised)? else { return Ok(None) };
        let mut asked = atoms([&before]).into_iter().filter(|atom| is_instance(atom, &query));
        Ok(asked.find_map(|atom| {
            let (low, high) = (bounds(&before, atom).low, bounds(&after, atom).high);
            let expected = format!("at least {low}, as with a less likely fact");
            let lowered = high < low - TOLERANCE;
            lowered.then(|| Fault::wrong(atom, expected, high).compared_with([raised.clone()]))
        }))
    })
}

/// The predicates that one depends on, with whether an odd number of negations is between.
fn signs(program: &Program, from: Predicate) -> HashSet<(Predicate, bool)> {
    let mut found = HashSet::new();
    let mut open = vec![(from, false)];
    while let Some((predicate, odd)) = open.pop() {
        if !found.insert((predicate.clone(), odd)) {
            continue;
        }
        for clause in &program.clauses {
            if clause.heads.iter().any(|head| head.atom.predicate() == predicate) {
                uses(&clause.body, odd, &mut open);
            }
        }
    }
    found
}

fn uses(body: &Formula, odd: bool, found: &mut Vec<(Predicate, bool)>) {
    match body {
        Formula::True => {}
        Formula::Atom(atom) => found.push((atom.predicate(), odd)),
        Formula::Not(child) => uses(child, !odd, found),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().for_each(|child| uses(child, odd, found));
        }
    }
}

/// How likely an observation must be at least, so that what follows from it can be computed well.
const LIKELY: f64 = 1e-4;

/// What is less likely than this never happens.
const IMPOSSIBLE: f64 = 1e-9;

/// P(q) = P(q | e) P(e) + P(q | ¬e) P(¬e), and P(e | e) = 1: for each ground head that is not observed already.
pub(super) fn total_probability(program: &Program) -> Vec<FollowUp> {
    let mut ground: Vec<&Atom> = parts::heads(program).filter(|atom| atom.is_ground()).collect();
    ground.sort_unstable();
    ground.dedup();
    ground.retain(|atom| !program.evidence.iter().any(|evidence| evidence.atom == **atom));
    ground.into_iter().map(|event| average_over(program, event)).collect()
}

fn average_over(program: &Program, event: &Atom) -> FollowUp {
    let (mut program, event) = (program.clone(), event.clone());
    if !program.queries.iter().any(|query| query.atom == event) {
        program.queries.push(event.clone().into());
    }
    Box::new(move |asker| {
        let Ok(answers) = asker.ask(&program)? else { return Ok(None) };
        let chance = bounds(&answers, &event);
        let (yes, no) = (chance.low, 1.0 - chance.low);
        let too_unlikely = |weight| (IMPOSSIBLE..LIKELY).contains(&weight);
        if !chance.is_exact() || too_unlikely(yes) || too_unlikely(no) {
            return Ok(None);
        }
        let mut cases = Vec::new();
        for (value, weight) in [(true, yes), (false, no)] {
            if weight >= LIKELY {
                match given(&program, &event, value, asker)? {
                    Ok(answers) => cases.push((weight, answers)),
                    Err(fault) => return Ok(fault),
                }
            }
        }
        let all_exact = |atom: &Atom| {
            let mut lists = cases.iter().map(|(_, answers)| answers).chain([&answers]);
            lists.all(|answers| bounds(answers, atom).is_exact())
        };
        Ok(atoms([&answers]).into_iter().filter(|atom| all_exact(atom)).find_map(|atom| {
            let shares = cases.iter().map(|(weight, answers)| weight * bounds(answers, atom).low);
            let (sum, said) = (shares.sum::<f64>(), bounds(&answers, atom).low);
            let expected = || format!("{sum}, the average over both cases of {event}");
            let compared = || [true, false].map(|value| case(&program, &event, value));
            (!close(sum, said)).then(|| {
                let found = Fault::wrong(atom, expected(), said);
                found.compared_with([program.clone()]).compared_with(compared())
            })
        }))
    })
}

/// The program with an observation.
fn case(program: &Program, event: &Atom, value: bool) -> Program {
    let seen = Goal { negated: !value, ..Goal::new(event.clone()) };
    edited(program, |case| case.evidence.push(seen))
}

/// What follows if the event is observed. If that is refused, nothing is wrong. An engine that crashes, or does not
/// believe the observation, contradicts itself.
fn given(
    program: &Program,
    event: &Atom,
    value: bool,
    asker: &mut Asker<'_>,
) -> Result<Result<Answers, Option<Fault>>, Stopped> {
    let case = case(program, event, value);
    let outcome = asker.ask(&case)?;
    let crashed = crash(&outcome, &case, "an answer, as without the evidence");
    let Ok(answers) = outcome else { return Ok(Err(crashed)) };
    let (said, right) = (bounds(&answers, event), f64::from(u8::from(value)));
    if said.contains(right) {
        return Ok(Ok(answers));
    }
    let found = Fault::wrong(event, format!("{right}: it is observed"), said.low);
    Ok(Err(Some(found.compared_with([case]))))
}

/// Each fact with a probability is split into two, of which it is the noisy-or.
pub(super) fn noisy_or(program: &Program) -> Vec<FollowUp> {
    let others = uncertain_facts(program).filter_map(|place| with_split(program, place));
    equivalent(program, others.collect())
}

fn with_split(program: &Program, place: usize) -> Option<Program> {
    let head = &program.clauses[place].heads[0];
    let (first, second) = split(head.probability.number()?)?;
    Some(edited(program, |other| {
        other.clauses[place].heads[0].probability = first.into();
        other.clauses.push(Clause::new(second, head.atom.clone(), Formula::True));
    }))
}

/// Half of it, and what makes up for the other half: 1 − (1 − p/2)(1 − p/(2 − p)) = p.
fn split(whole: Probability) -> Option<(Probability, Probability)> {
    let (whole, two) = (whole.to_ratio(), RBig::ONE + RBig::ONE);
    let (first, second) = (&whole / &two, &whole / (&two - &whole));
    Some((Probability::from_ratio(&first)?, Probability::from_ratio(&second)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_make_the_whole() {
        for tenths in 1..10 {
            let whole = Probability::new(tenths, 10).unwrap();
            let (first, second) = split(whole).unwrap();
            let either = 1.0 - (1.0 - first.to_f64()) * (1.0 - second.to_f64());
            assert!((either - whole.to_f64()).abs() < 1e-15);
        }
    }
}
