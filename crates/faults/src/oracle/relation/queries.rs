//! What is asked beside it does not change an answer, and every answer is one to a query.

use randlog_logic::{Atom, Program};

use super::same::{all_failures, contradiction, crashes, is_instance};
use super::{Relation, Way};
use crate::oracle::Violation;
use crate::parts;

pub(super) const RELATION: Relation = Relation {
    name: "queries",
    sentence: "What is asked beside a query does not change its answers, and all of them are instances of it.",
    needs_meaning: true,
    ways,
};

/// Is there an answer to nothing? Then each query alone, and a further one.
fn ways(program: &Program) -> Vec<Way> {
    let mut ways = vec![only_instances(program)];
    if program.queries.len() > 1 {
        for query in &program.queries {
            let alone = Program { queries: vec![query.clone()], ..program.clone() };
            ways.push(alone_or_not(program, alone, query.atom.clone()));
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
        ways.push(with_another(program, other));
    }
    ways
}

fn only_instances(program: &Program) -> Way {
    let program = program.clone();
    Box::new(move |asker| {
        let answers = asker.ask(&program).ok()?;
        let asked =
            |atom: &Atom| program.queries.iter().any(|query| is_instance(atom, &query.atom));
        let stray = answers.iter().find(|(atom, bounds)| bounds.low > 0.0 && !asked(atom))?;
        Some(Violation::wrong(&stray.0, "no answer: it is no instance of a query", stray.1.low))
    })
}

/// With fewer queries, there is an answer whenever there was one.
fn alone_or_not(program: &Program, alone: Program, query: Atom) -> Way {
    let program = program.clone();
    Box::new(move |asker| {
        let said = asker.ask(&program);
        said.as_ref().ok()?;
        let then = asker.ask(&alone);
        let found =
            contradiction(&program, &said, &then, all_failures, |atom| is_instance(atom, &query));
        found.map(|found| found.with([alone.clone()]))
    })
}

/// With more queries, there may be something to refuse.
fn with_another(program: &Program, other: Program) -> Way {
    let program = program.clone();
    Box::new(move |asker| {
        let (said, then) = (asker.ask(&program), asker.ask(&other));
        let asked =
            |atom: &Atom| program.queries.iter().any(|query| is_instance(atom, &query.atom));
        said.as_ref().ok()?;
        contradiction(&program, &said, &then, crashes, asked)
            .map(|found| found.with([other.clone()]))
    })
}
