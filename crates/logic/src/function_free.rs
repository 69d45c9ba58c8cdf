//! Which programs can do without function symbols and built-in predicates.
//!
//! Grounding such a program takes one pass over the constants that occur (Datalog); for all others, goals are resolved.

use crate::built_ins::is_built_in;
use crate::unsupported::Unsupported;
use crate::{Annotation, Atom, Clause, Formula, Goal, Head, Heads, Probability, Program, Term};
use std::borrow::Cow;

impl Program {
    /// The same as a function-free program, if it has nothing beyond but texts, compound terms without variables,
    /// probabilities that are expressions of numbers, and heads of probability zero.
    ///
    /// ```
    /// use randlog_logic::Program;
    ///
    /// let free = |text| Program::parse(text).unwrap().function_free().map(|it| it.to_string());
    /// assert_eq!(free("1-0.6::p([a])."), Some("0.4::p([a]).\n".to_owned()));
    /// assert_eq!(free("0.4::p([X])."), None);
    /// ```
    pub fn function_free(&self) -> Option<Cow<'_, Program>> {
        let rules = self.clauses.parts().rules;
        let is_own = |atom: &Atom| {
            let heads = self.clauses.iter().flat_map(|clause| &clause.heads);
            heads.into_iter().any(|head| head.atom.predicate() == atom.predicate())
        };
        let is_plain = |atom: &Atom| {
            let (name, arity) = (&atom.name, atom.args.len());
            atom.args.iter().all(is_value_or_variable)
                && Unsupported::built_in(name, arity).is_none()
                && (!is_built_in(name, arity) || is_own(atom))
        };
        let is_plain_goal = |goal: &Goal| is_plain(&goal.atom) && goal.condition == Formula::True;
        let is_plain_clause = |clause: &Clause| {
            !clause.heads.iter().any(|head| head.negated) && clause.atoms().all(is_plain)
        };
        if self.unknown_fails()
            || self.dynamic().next().is_some()
            || self.queries.iter().any(|query| query.negated)
            || !self.queries.iter().chain(&self.evidence).all(is_plain_goal)
            || !rules.iter().all(is_plain_clause)
        {
            return None;
        }
        if rules.iter().all(has_plain_numbers) {
            return Some(Cow::Borrowed(self));
        }
        let mut clauses = Vec::with_capacity(self.clauses.len());
        self.clauses.iter().try_for_each(|clause| with_plain_numbers(clause, &mut clauses))?;
        Some(Cow::Owned(Program { clauses: clauses.into(), ..self.clone() }))
    }
}

fn is_value_or_variable(term: &Term) -> bool {
    !matches!(term, Term::Compound(_)) || term.is_ground()
}

/// Are the probabilities of the heads numbers that sum to at most one?
fn has_plain_numbers(clause: &Clause) -> bool {
    let numbers = clause.heads.iter().map(|head| head.probability.number());
    match clause.heads.len() {
        1 => numbers.flatten().next().is_some(),
        many => {
            let numbers: Vec<Probability> = numbers.flatten().collect();
            numbers.len() == many && Probability::sum_at_most_one(numbers)
        }
    }
}

/// The clause, and for each head that is never chosen one that never holds.
fn with_plain_numbers(clause: &Clause, out: &mut Vec<Clause>) -> Option<()> {
    let mut heads = Heads::new();
    for (head, probability) in clause.heads.iter().zip(clause.distribution().ok()?) {
        match probability {
            Some(number) => {
                let probability = Annotation::Number(number);
                heads.push(Head { probability, ..head.clone() });
            }
            None => {
                let never = Formula::Not(Box::new(Formula::True));
                out.push(Clause::new(Probability::ONE, head.atom.clone(), never));
            }
        }
    }
    if !heads.is_empty() {
        out.push(Clause { heads, ..clause.clone() });
    }
    Some(())
}
