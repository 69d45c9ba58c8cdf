//! Probabilities that are expressions.

use crate::built_in::{Fault, evaluate};
use randlog_logic::{BadProbability, ParseProblem, Probability, Term, distribution};

/// The probabilities of the heads of an instance, `None` for zero: exact fractions where sums, products
/// and quotients suffice, else as the decimals that floating-point arithmetic gives.
pub(crate) fn distribution_of(terms: &[Term]) -> Result<Vec<Option<Probability>>, String> {
    let values = terms.iter().map(value).collect::<Result<Vec<Term>, String>>()?;
    distribution(&values).map_err(|problem| problem.to_string())
}

/// The term itself if it has an exact value, or none that could be kept; else what it evaluates to.
fn value(term: &Term) -> Result<Term, String> {
    use BadProbability::NotANumber;
    match distribution(std::slice::from_ref(term)) {
        Err(ParseProblem::Probability(NotANumber(_))) => match evaluate(term) {
            Ok(number) => Ok(Term::Number(number)),
            Err(Fault::Wrong(words)) => Err(words),
            Err(Fault::Unbound | Fault::TooMany) => Err("a probability has no value".to_owned()),
        },
        _ => Ok(term.clone()),
    }
}
