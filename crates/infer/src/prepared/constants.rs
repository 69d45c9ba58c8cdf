//! What is known before anything is asked: probabilities of one and zero, and `true` in bodies.

use randlog_logic::wide::{WideClause, WideHead, distribution};
use randlog_logic::{Formula, Probability, Term};

/// The clauses without heads that are never chosen, which get a clause of their own that never holds; and
/// without a probability where that is one. Both as in flat programs.
pub(super) fn settled(clauses: &[WideClause]) -> Vec<WideClause> {
    let mut found = Vec::with_capacity(clauses.len());
    for clause in clauses {
        let body = without_true(&clause.body);
        let annotations: Vec<Term> =
            clause.heads.iter().filter_map(|head| head.annotation.clone()).collect();
        let line = clause.line;
        // What is wrong with a probability is an error only where it is used.
        let known = if annotations.is_empty() { None } else { distribution(&annotations).ok() };
        let Some(probabilities) = known else {
            found.push(WideClause { heads: clause.heads.clone(), body, line });
            continue;
        };
        let mut chosen = Vec::new();
        for (head, probability) in clause.heads.iter().zip(probabilities) {
            match probability {
                Some(Probability::ONE) => {
                    chosen.push(WideHead { annotation: None, ..head.clone() })
                }
                Some(_) => chosen.push(head.clone()),
                None => {
                    let heads = vec![WideHead { annotation: None, ..head.clone() }];
                    let never = Formula::Not(Box::new(Formula::True));
                    found.push(WideClause { heads, body: never, line });
                }
            }
        }
        if !chosen.is_empty() {
            found.push(WideClause { heads: chosen, body, line });
        }
    }
    found
}

/// The formula without `true` beside other goals, and without `\+ fail`.
fn without_true(formula: &Formula) -> Formula {
    match formula {
        Formula::True | Formula::Atom(_) => formula.clone(),
        Formula::Not(inner) => match without_true(inner) {
            Formula::Not(twice) if *twice == Formula::True => Formula::True,
            inner => Formula::Not(Box::new(inner)),
        },
        Formula::Or(branches) => Formula::Or(branches.iter().map(without_true).collect()),
        Formula::And(parts) => {
            let parts = parts.iter().map(without_true).filter(|part| *part != Formula::True);
            let mut parts: Vec<Formula> = parts.collect();
            match parts.len() {
                0 => Formula::True,
                1 => parts.remove(0),
                _ => Formula::And(parts),
            }
        }
    }
}
