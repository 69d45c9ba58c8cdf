//! What is known before anything is asked: probabilities of one and zero, and `true` in bodies.

use randlog_logic::{Annotation, Clause, Formula, Head, Heads, Probability};

/// The clauses without heads that are never chosen, which get a clause of their own that never holds; and
/// without a probability where that is one. Both as in flat programs.
pub(super) fn settled(clauses: &[Clause]) -> Vec<Clause> {
    let mut found = Vec::with_capacity(clauses.len());
    for clause in clauses {
        let body = without_true(&clause.body);
        let place = clause.place;
        // What is wrong with a probability is an error only where it is used.
        let Ok(probabilities) = clause.distribution() else {
            found.push(Clause { heads: clause.heads.clone(), body, place });
            continue;
        };
        let certain = |head: &Head| Head { probability: Annotation::ONE, ..head.clone() };
        let mut chosen = Heads::new();
        for (head, probability) in clause.heads.iter().zip(probabilities) {
            match probability {
                Some(Probability::ONE) => chosen.push(certain(head)),
                Some(_) => chosen.push(head.clone()),
                None => {
                    let heads = Heads::from_iter([certain(head)]);
                    let never = Formula::Not(Box::new(Formula::True));
                    found.push(Clause { heads, body: never, place });
                }
            }
        }
        if !chosen.is_empty() {
            found.push(Clause { heads: chosen, body, place });
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
