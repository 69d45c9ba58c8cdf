//! Relevance by predicates: what can the queries and the evidence depend on at all?
//!
//! [`Program::relevant`] gives the same answer. But here predicates have numbers already, and clauses
//! are known by predicate: nothing need be looked up by name, and no clause is looked at that does
//! not matter. In programs with many facts that is a good part of the time.

use super::rule::PredicateId;
use super::vocabulary::Predicates;
use crate::{Error, Relevance, safety};
use randlog_logic::{Atom, Clause, Facts, Predicate, Program, Table, User};

/// Is this a plain fact, with or without a probability?
pub(super) fn is_fact(clause: &Clause) -> bool {
    clause.is_fact() && clause.heads.len() == 1
}

/// The predicates that the queries and the evidence reach, each with all its clauses checked: they
/// are safe, and use only predicates that have clauses.
pub(super) fn reached<'p>(
    program: &'p Program,
    rules: &'p [Clause],
    predicates: &mut Predicates<'p>,
) -> Result<Vec<PredicateId>, Error> {
    let mut search =
        ReachedPredicates { reached: vec![false; predicates.len()], order: Vec::new() };
    for query in &program.queries {
        search.visit(&query.atom, predicates, User::Query(&query.atom))?;
    }
    for seen in &program.evidence {
        search.visit(&seen.atom, predicates, User::Evidence(&seen.atom))?;
    }
    let mut next = 0;
    while let Some(&predicate) = search.order.get(next) {
        next += 1;
        for position in predicates.entry(predicate).clauses() {
            let clause = &rules[position as usize];
            safety::check(clause)?;
            for occurrence in clause.body.atoms() {
                search.visit(occurrence.atom, predicates, User::Clause(clause))?;
            }
        }
    }
    Ok(search.order)
}

struct ReachedPredicates {
    reached: Vec<bool>,
    order: Vec<PredicateId>,
}

impl ReachedPredicates {
    fn visit<'p>(
        &mut self,
        atom: &'p Atom,
        predicates: &mut Predicates<'p>,
        user: User<'_>,
    ) -> Result<(), Error> {
        let number = predicates.number(atom);
        let Some(reached) = self.reached.get_mut(number as usize) else {
            return Err(Error::undefined(atom.predicate(), user));
        };
        if !std::mem::replace(reached, true) {
            self.order.push(number);
        }
        Ok(())
    }
}

/// The positions of the clauses of these predicates, each once: a clause with several heads may belong
/// to several predicates.
pub(super) fn clauses(predicates: &Predicates<'_>, reached: &[PredicateId]) -> Vec<u32> {
    let lists = reached.iter().map(|&predicate| predicates.entry(predicate).clauses());
    let mut clauses: Vec<u32> = lists.flatten().collect();
    // Every list is in order, which this way of sorting makes use of.
    clauses.sort();
    clauses.dedup();
    clauses
}

/// What is reached, for people.
pub(super) fn summary(
    program: &Program,
    facts: &Facts,
    predicates: &Predicates<'_>,
    reached: &[PredicateId],
    clauses: usize,
) -> Relevance {
    let mut is_reached = vec![false; predicates.len()];
    reached.iter().for_each(|&predicate| is_reached[predicate as usize] = true);
    let named = |wanted: bool| {
        let entries = predicates.entries.iter().zip(&is_reached);
        let chosen = entries.filter(|&(_, &reached)| reached == wanted);
        chosen.map(|(entry, _)| Predicate::new(entry.name, entry.arity)).collect()
    };
    let (predicates, irrelevant) = (named(true), named(false));
    let tables = reached.iter().filter_map(|&predicate| facts.table(predicate as usize));
    let clauses = clauses + tables.map(Table::len).sum::<usize>();
    let of_clauses = program.clauses.len();
    Relevance { predicates, irrelevant, clauses, of_clauses }
}
