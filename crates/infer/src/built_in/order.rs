//! The standard order of terms, and their kinds.

use super::{arithmetic, split};
use randlog_logic::{Number, Term};
use std::cmp::Ordering;

/// Numbers, then texts, then constants, then compound terms: by length, name, and arguments.
pub(super) fn standard(left: &Term, right: &Term) -> Ordering {
    let rank = |term: &Term| match term {
        Term::Variable(_) | Term::Anonymous => 0,
        Term::Number(_) => 1,
        Term::Text(_) => 2,
        Term::Constant(_) => 3,
        Term::Compound(_) => 4,
    };
    match (left, right) {
        (Term::Number(a), Term::Number(b)) => {
            arithmetic::value(a).total_cmp(&arithmetic::value(b)).then_with(|| a.cmp(b))
        }
        (Term::Compound(a), Term::Compound(b)) => {
            let (a, b) = (split(a), split(b));
            let arguments = || {
                let pairs = a.1.iter().zip(&b.1).map(|(left, right)| standard(left, right));
                pairs.fold(Ordering::Equal, Ordering::then)
            };
            a.1.len().cmp(&b.1.len()).then_with(|| a.0.cmp(b.0)).then_with(arguments)
        }
        _ => rank(left).cmp(&rank(right)).then_with(|| left.cmp(right)),
    }
}

pub(super) fn holds(operator: &str, left: &Term, right: &Term) -> bool {
    let order = standard(left, right);
    match operator {
        "@<" => order.is_lt(),
        "@>" => order.is_gt(),
        "@=<" => order.is_le(),
        _ => order.is_ge(),
    }
}

/// Is a term that has a value of this kind?
pub(super) fn is_kind(kind: &str, term: &Term) -> bool {
    match kind {
        "nonvar" => true,
        "atom" => matches!(term, Term::Constant(_)),
        "number" => matches!(term, Term::Number(_)),
        "integer" => matches!(term, Term::Number(Number::Integer(_))),
        "float" => matches!(term, Term::Number(Number::Float(_))),
        "atomic" => !matches!(term, Term::Compound(_)),
        "compound" => matches!(term, Term::Compound(_)),
        "callable" => matches!(term, Term::Compound(_) | Term::Constant(_)),
        "is_list" => *super::parts_of_list(term).1 == Term::empty_list(),
        // `var`: it has a value.
        _ => false,
    }
}
