//! P(q) + P(¬q) = 1.

use randlog_engines::answers::bounds;
use randlog_logic::{Atom, Clause, Formula, Probability, Program};

use super::equal::{all_failures, contradiction};
use super::{FollowUp, MadeBy, Relation, close};
use crate::{Fault, parts};

pub(super) const RELATION: Relation = Relation {
    name: "complement",
    sentence: "The probabilities of a query and of its negation add up to one.",
    needs_meaning: true,
    made_by: MadeBy::Checks(follow_ups),
};

/// For each ground query.
fn follow_ups(program: &Program) -> Vec<FollowUp> {
    let ground = program.queries.iter().map(|query| &query.atom).filter(|atom| atom.is_ground());
    ground.map(|query| follow_up(program, query)).collect()
}

fn follow_up(program: &Program, query: &Atom) -> FollowUp {
    let (program, query) = (program.clone(), query.clone());
    let negation = Atom::new(parts::fresh_predicate(&program, "negation"), Vec::new());
    let mut other = program.clone();
    let body = Formula::Not(Box::new(Formula::Atom(query.clone())));
    other.clauses.push(Clause::new(Probability::ONE, negation.clone(), body));
    other.queries = vec![negation.clone().into()];
    Box::new(move |asker| {
        let (said, then) = (asker.ask(&program), asker.ask(&other));
        let (Ok(said), Ok(then)) = (&said, &then) else {
            // Numbers are not the same, but refusals should be.
            said.as_ref().ok()?;
            return contradiction(&program, &said, &other, &then, all_failures, |_| false);
        };
        let (yes, no) = (bounds(said, &query), bounds(then, &negation));
        if !yes.is_exact() || !no.is_exact() || close(yes.low + no.low, 1.0) {
            return None;
        }
        let expected = format!("{}, what {} leaves", 1.0 - yes.low, yes.low);
        Some(Fault::wrong(&negation, expected, no.low).compared_with([other.clone()]))
    })
}
