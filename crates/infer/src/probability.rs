//! Probabilities that are expressions.

use crate::built_in::{Fault, evaluate};
use randlog_logic::wide::distribution;
use randlog_logic::{Probability, Term};

/// The probabilities of the heads of an instance, `None` for zero: exact fractions where sums, products
/// and quotients suffice, else as the decimals that floating-point arithmetic gives.
pub(crate) fn distribution_of(terms: &[Term]) -> Result<Vec<Option<Probability>>, String> {
    distribution(terms).or_else(|problem| {
        let numbers = terms.iter().map(|term| evaluate(term).map(Term::Number));
        match numbers.collect::<Result<Vec<Term>, Fault>>() {
            Ok(numbers) if numbers != terms => {
                distribution(&numbers).map_err(|problem| problem.to_string())
            }
            Ok(_) => Err(problem.to_string()),
            Err(Fault::Unbound) => Err("a probability has no value".to_owned()),
            Err(Fault::Wrong(words)) => Err(words),
        }
    })
}
