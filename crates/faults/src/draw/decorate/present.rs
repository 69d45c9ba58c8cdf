//! Negations, disjunctions and probabilities are in nearly all programs, unless they are turned off: an engine
//! without them would refuse whatever has one. Turned off, `\+ a` becomes `a`, `a ; b` becomes `a, b`, and of a
//! clause's heads the first is certain. That keeps clauses safe and cycles free of negations.

use randlog_logic::{Annotation, Formula, Program};

use crate::parts;

/// Does a body have a negation?
pub(in crate::draw) fn has_negation(program: &Program) -> bool {
    program.clauses.iter().any(|clause| clause.body.negations() > 0)
}

/// Leave out all negations.
pub(in crate::draw) fn drop_negations(program: &mut Program) {
    rewrite(program, |formula| match formula {
        Formula::Not(child) => *child,
        other => other,
    });
}

/// Does a body have a disjunction?
pub(in crate::draw) fn has_disjunction(program: &Program) -> bool {
    program.clauses.iter().any(|clause| clause.body.disjunctions() > 0)
}

/// Make conjunctions of all disjunctions.
pub(in crate::draw) fn drop_disjunctions(program: &mut Program) {
    rewrite(program, |formula| match formula {
        Formula::Or(children) => Formula::And(children),
        other => other,
    });
}

/// Is something uncertain?
pub(in crate::draw) fn has_probability(program: &Program) -> bool {
    program.clauses.iter().any(|clause| !clause.is_certain())
}

/// Make every clause certain.
pub(in crate::draw) fn drop_probabilities(program: &mut Program) {
    for clause in &mut program.clauses {
        clause.heads.truncate(1);
        clause.heads.iter_mut().for_each(|head| head.probability = Annotation::ONE);
    }
}

/// Change every part of every body, inner ones first.
fn rewrite(program: &mut Program, change: fn(Formula) -> Formula) {
    fn all(formula: &mut Formula, change: fn(Formula) -> Formula) {
        parts::children_mut(formula).iter_mut().for_each(|child| all(child, change));
        *formula = change(std::mem::replace(formula, Formula::True));
    }
    program.clauses.iter_mut().for_each(|clause| all(&mut clause.body, change));
}
