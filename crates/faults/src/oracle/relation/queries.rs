//! What is asked beside it does not change an answer, and every answer is one to a query.

use randlog_logic::{Atom, Goal, Program};

use super::equal::{all_failures, crashes, if_answered, is_instance};
use super::{FollowUp, MadeBy, Relation};
use crate::{Fault, parts};

pub(super) const RELATION: Relation = Relation {
    name: "queries",
    sentence: "What is asked beside a query does not change its answers, and all of them are instances of it.",
    needs_meaning: true,
    made_by: MadeBy::Checks(follow_ups),
};

/// Is each answer an instance of a query? Then each query alone, and a further one.
fn follow_ups(program: &Program) -> Vec<FollowUp> {
    let mut follow_ups = vec![only_instances(program)];
    if program.queries.len() > 1 {
        for query in &program.queries {
            let alone = Program { queries: vec![query.clone()], ..program.clone() };
            let query = query.atom.clone();
            // With fewer queries, there is an answer whenever there was one.
            let matters = move |atom: &Atom| is_instance(atom, &query);
            follow_ups.push(if_answered(program, alone, all_failures, matters));
        }
    }
    let constants = parts::constants(program);
    let further = program.clauses.iter().flat_map(|clause| &clause.heads).map(|head| &head.atom);
    for atom in further.filter(|atom| !program.queries.iter().any(|query| query.atom == **atom)) {
        let ground = |term: &randlog_logic::Term| match term.is_ground() {
            true => Some(term.clone()),
            false => constants.first().cloned(),
        };
        let args: Option<Vec<_>> = atom.args.iter().map(ground).collect();
        let Some(args) = args else { continue };
        let mut other = program.clone();
        other.queries.insert(0, Atom::new(atom.name.clone(), args).into());
        let queries = program.queries.clone();
        // With more queries, there may be something to refuse.
        let matters = move |atom: &Atom| is_asked(atom, &queries);
        follow_ups.push(if_answered(program, other, crashes, matters));
    }
    follow_ups
}

fn is_asked(atom: &Atom, queries: &[Goal]) -> bool {
    queries.iter().any(|query| is_instance(atom, &query.atom))
}

fn only_instances(program: &Program) -> FollowUp {
    let program = program.clone();
    Box::new(move |asker| {
        let answers = asker.ask(&program).ok()?;
        let is_stray = |atom: &Atom| !is_asked(atom, &program.queries);
        let stray = answers.iter().find(|(atom, said)| said.low > 0.0 && is_stray(atom))?;
        Some(Fault::wrong(&stray.0, "no answer: it is no instance of a query", stray.1.low))
    })
}
