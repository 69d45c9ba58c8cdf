//! P(q) is linear in the probability of every fact.

use randlog_engines::answers::{atoms, bounds};
use randlog_logic::{Annotation, Program};

use super::{FollowUp, MadeBy, Relation, close, is_crash, uncertain_facts};
use crate::{Fault, parts};

pub(super) const RELATION: Relation = Relation {
    name: "linear",
    sentence: "The probability of a query is linear in that of every fact, unless something is observed.",
    needs_meaning: true,
    made_by: MadeBy::Checks(follow_ups),
};

/// For each fact with a probability: without it, and with it for sure.
fn follow_ups(program: &Program) -> Vec<FollowUp> {
    if !program.evidence.is_empty() {
        return Vec::new();
    }
    uncertain_facts(program).map(|place| follow_up(program, place)).collect()
}

fn follow_up(program: &Program, place: usize) -> FollowUp {
    let program = program.clone();
    let share = program.clauses[place].heads[0].probability.number().map_or(1.0, |p| p.to_f64());
    let (mut never, mut surely) = (program.clone(), program.clone());
    // The predicate should still have a clause.
    never.clauses[place].heads[0].probability = Annotation::ONE;
    never.clauses[place].body = parts::fail();
    surely.clauses[place].heads[0].probability = Annotation::ONE;
    Box::new(move |asker| {
        let answers = asker.ask(&program).ok()?;
        let (without, with) = (asker.ask(&never), asker.ask(&surely));
        for (outcome, other) in [(&without, &never), (&with, &surely)] {
            if let Err(failure) = outcome
                && is_crash(failure)
            {
                let found = Fault::failure(failure, "an answer, as for the program itself");
                return Some(found.compared_with([other.clone()]));
            }
        }
        let (without, with) = (without.ok()?, with.ok()?);
        atoms([&answers, &without, &with]).into_iter().find_map(|atom| {
            let all = [bounds(&answers, atom), bounds(&without, atom), bounds(&with, atom)];
            let [said, low, high] = all.map(|bounds| bounds.low);
            let between = (1.0 - share) * low + share * high;
            if all.iter().any(|bounds| !bounds.is_exact()) || close(said, between) {
                return None;
            }
            let expected = format!("{between}, between {low} without the fact and {high} with it");
            let compared = [never.clone(), surely.clone()];
            Some(Fault::wrong(atom, expected, said).compared_with(compared))
        })
    })
}
