//! Which clauses matter, by predicates, and whether they have a meaning.

use crate::{Error, Relevance, safety};
use randlog_logic::{Clause, Program};

/// The clauses with a head that the queries and the evidence reach; and the same for people.
pub(super) fn relevant(program: &Program) -> Result<(Vec<&Clause>, Relevance), Error> {
    safety::check_goals(program)?;
    let relevant = program.relevant();
    if let Some((predicate, user)) = relevant.undefined().next() {
        return Err(Error::Undefined { predicate, user: user.to_string() });
    }
    relevant.clauses.iter().try_for_each(|clause| safety::check(clause))?;
    let relevance = Relevance {
        predicates: relevant.predicates,
        irrelevant: relevant.irrelevant,
        clauses: relevant.clauses.len(),
        of_clauses: program.clauses.len(),
    };
    Ok((relevant.clauses, relevance))
}
