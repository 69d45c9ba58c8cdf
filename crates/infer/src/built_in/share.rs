//! The share that the first of several weights has, as an exact fraction.

use super::{Fault, Solutions, evaluate, is_open, parts_of_list};
use dashu_ratio::RBig;
use randlog_logic::ratio;
use randlog_logic::{Number, Symbol, Term};

/// `'share of first'(Weights, All, Share)`: of the last of all weights. If these are zero, something before
/// them is chosen, and the share does not matter.
pub(super) fn of_first(weights: &Term, all: &Term) -> Solutions {
    if sum(&exact_weights(all)?).is_zero() {
        return Fault::wrong(format!("the weights `{all}` are all zero"));
    }
    let exact = exact_weights(weights)?;
    let Some(first) = exact.first() else { return Ok(Vec::new()) };
    let sum = sum(&exact);
    let share = if sum.is_zero() { RBig::ZERO } else { first / sum };
    let (above, below) = share.into_parts();
    let [above, below] = [above.to_string(), below.to_string()].map(number);
    let share = Term::function("/", vec![above, below]);
    Ok(vec![vec![weights.clone(), all.clone(), share]])
}

fn sum(weights: &[RBig]) -> RBig {
    weights.iter().fold(RBig::ZERO, |sum, weight| sum + weight)
}

fn exact_weights(weights: &Term) -> Result<Vec<RBig>, Fault> {
    let (items, tail) = parts_of_list(weights);
    if is_open(tail) {
        return Err(Fault::Unbound);
    }
    let exact = items.iter().map(exact).collect::<Result<Vec<RBig>, Fault>>()?;
    match items.iter().zip(&exact).find(|(_, value)| **value < RBig::ZERO) {
        Some((weight, _)) => Fault::wrong(format!("the weight `{weight}` is negative")),
        None => Ok(exact),
    }
}

/// A whole number, of any size.
fn number(digits: String) -> Term {
    Term::Number(match digits.parse() {
        Ok(value) => Number::Integer(value),
        Err(_) => Number::Float(Symbol::from(digits)),
    })
}

fn exact(weight: &Term) -> Result<RBig, Fault> {
    if let Some(value) = ratio(weight) {
        return Ok(value);
    }
    let value = Term::Number(evaluate(weight)?);
    match ratio(&value) {
        Some(exact) => Ok(exact),
        None => Fault::wrong(format!("the weight `{weight}` has too many digits")),
    }
}
