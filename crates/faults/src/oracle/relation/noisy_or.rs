//! A fact may be split into two, of which it is the noisy-or.

use randlog_infer::RBig;
use randlog_logic::{Clause, Formula, Probability, Program};

use super::{MadeBy, Relation, uncertain_facts};

pub(super) const RELATION: Relation = Relation {
    name: "noisy-or",
    sentence: "A fact may be given twice, with probabilities whose noisy-or is its own.",
    needs_meaning: true,
    made_by: MadeBy::Equivalents(equivalents),
};

/// For each fact with a probability.
fn equivalents(program: &Program) -> Vec<Program> {
    uncertain_facts(program).filter_map(|place| with_split(program, place)).collect()
}

fn with_split(program: &Program, place: usize) -> Option<Program> {
    let head = &program.clauses[place].heads[0];
    let (first, second) = split(head.probability.number()?)?;
    let mut other = program.clone();
    other.clauses[place].heads[0].probability = first.into();
    other.clauses.push(Clause::new(second, head.atom.clone(), Formula::True));
    Some(other)
}

/// Half of it, and what makes up for the other half: 1 − (1 − p/2)(1 − p/(2 − p)) = p.
fn split(whole: Probability) -> Option<(Probability, Probability)> {
    let (whole, two) = (whole.to_ratio(), RBig::ONE + RBig::ONE);
    let (first, second) = (&whole / &two, &whole / (&two - &whole));
    Some((Probability::from_ratio(&first)?, Probability::from_ratio(&second)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_make_the_whole() {
        for tenths in 1..10 {
            let whole = Probability::new(tenths, 10).unwrap();
            let (first, second) = split(whole).unwrap();
            let either = 1.0 - (1.0 - first.to_f64()) * (1.0 - second.to_f64());
            assert!((either - whole.to_f64()).abs() < 1e-15);
        }
    }
}
