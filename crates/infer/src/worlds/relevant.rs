//! Which clauses matter, by predicates, and whether they have a meaning.

use crate::{Error, Relevance, safety};
use randlog_logic::{Atom, Clause, DependencyGraph, Predicate, Program};
use std::collections::HashSet;

pub(super) struct Relevant<'p> {
    /// The clauses with a head that the queries and the evidence reach.
    pub(super) clauses: Vec<&'p Clause>,
    pub(super) relevance: Relevance,
}

pub(super) fn relevant(program: &Program) -> Result<Relevant<'_>, Error> {
    if program.queries.is_empty() {
        return Err(Error::NoQuery);
    }
    let observed = program.evidence.iter().map(|evidence| &evidence.atom);
    if let Some(atom) = observed.clone().find(|atom| !super::domain::is_ground(atom)) {
        return Err(Error::OpenEvidence { atom: atom.clone() });
    }
    let graph = DependencyGraph::new(&program.clauses);
    let roots: HashSet<Predicate> =
        program.queries.iter().chain(observed).map(Atom::predicate).collect();
    let reached: HashSet<Predicate> =
        roots.iter().flat_map(|root| graph.dependencies(root)).collect();
    let clauses: Vec<&Clause> = program
        .clauses
        .iter()
        .filter(|clause| clause.heads.iter().any(|head| reached.contains(&head.atom.predicate())))
        .collect();
    check_defined(program, &clauses)?;
    for clause in &clauses {
        safety::check(clause).map_err(|variable| Error::unsafe_clause(clause, variable))?;
    }
    let (predicates, irrelevant) =
        graph.predicates().iter().cloned().partition(|predicate| reached.contains(predicate));
    let relevance = Relevance {
        predicates,
        irrelevant,
        clauses: clauses.len(),
        of_clauses: program.clauses.len(),
    };
    Ok(Relevant { clauses, relevance })
}

/// Does every predicate that is used have a clause?
fn check_defined(program: &Program, clauses: &[&Clause]) -> Result<(), Error> {
    let heads = program.clauses.iter().flat_map(|clause| &clause.heads);
    let defined: HashSet<Predicate> = heads.map(|head| head.atom.predicate()).collect();
    let check = |atom: &Atom, user: &dyn Fn() -> String| match atom.predicate() {
        predicate if defined.contains(&predicate) => Ok(()),
        predicate => Err(Error::Undefined { predicate, user: user() }),
    };
    for query in &program.queries {
        check(query, &|| format!("the query `{query}`"))?;
    }
    for evidence in &program.evidence {
        check(&evidence.atom, &|| format!("the evidence `{}`", evidence.atom))?;
    }
    for clause in clauses {
        for occurrence in clause.body.atoms() {
            check(occurrence.atom, &|| format!("the clause `{clause}`"))?;
        }
    }
    Ok(())
}
