//! P(q) + P(¬q) = 1.

use randlog_logic::{Atom, Clause, Formula, Probability, Program};

use super::same::{all_failures, contradiction};
use super::{Relation, Way, close};
use crate::oracle::{Violation, bounds};
use crate::parts;

pub(super) const RELATION: Relation = Relation {
    name: "complement",
    sentence: "The probabilities of a query and of its negation add up to one.",
    needs_meaning: true,
    ways,
};

/// For each ground query.
fn ways(program: &Program) -> Vec<Way> {
    let ground = program.queries.iter().map(|query| &query.atom).filter(|atom| atom.is_ground());
    ground.map(|atom| way(program, atom)).collect()
}

fn way(program: &Program, query: &Atom) -> Way {
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
            let found = contradiction(&program, &said, &then, all_failures, |_| false);
            return found.map(|found| found.with([other.clone()]));
        };
        let (yes, no) = (bounds(said, &query), bounds(then, &negation));
        if !yes.is_exact() || !no.is_exact() || close(yes.low + no.low, 1.0) {
            return None;
        }
        let expected = format!("{}, what {} leaves", 1.0 - yes.low, yes.low);
        Some(Violation::wrong(&negation, expected, no.low).with([other.clone()]))
    })
}
