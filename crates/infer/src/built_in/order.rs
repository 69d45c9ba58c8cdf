//! The standard order of terms, and their kinds.

use super::arithmetic;
use randlog_logic::{Compound, Number, Term};
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
        (Term::Number(a), Term::Number(b)) => numbers(a, b),
        (Term::Compound(a), Term::Compound(b)) => compounds(a, b),
        _ => rank(left).cmp(&rank(right)).then_with(|| left.cmp(right)),
    }
}

/// By value; a floating-point number before a whole number that it equals.
fn numbers(left: &Number, right: &Number) -> Ordering {
    let is_whole = |number: &Number| matches!(number, Number::Integer(_));
    let by_value = arithmetic::order(left, right).unwrap_or(Ordering::Equal);
    by_value.then_with(|| is_whole(left).cmp(&is_whole(right))).then_with(|| left.cmp(right))
}

fn compounds(left: &Compound, right: &Compound) -> Ordering {
    match (left, right) {
        (Compound::List(a, rest_of_a), Compound::List(b, rest_of_b)) => {
            let shared = a.len().min(b.len());
            let rest =
                |items: &[Term], rest: &Term| Term::list(items[shared..].to_vec(), rest.clone());
            in_turn(&a[..shared], &b[..shared])
                .then_with(|| standard(&rest(a, rest_of_a), &rest(b, rest_of_b)))
        }
        (Compound::Function(f, a), Compound::Function(g, b)) => {
            a.len().cmp(&b.len()).then_with(|| f.cmp(g)).then_with(|| in_turn(a, b))
        }
        // A list has a function symbol of two arguments that no other term has.
        _ => shape(left).cmp(&shape(right)),
    }
}

fn shape(compound: &Compound) -> (usize, &str) {
    match compound {
        Compound::Function(functor, args) => (args.len(), functor),
        Compound::List(..) => (2, "."),
    }
}

fn in_turn(left: &[Term], right: &[Term]) -> Ordering {
    let mut pairs = left.iter().zip(right).map(|(left, right)| standard(left, right));
    pairs.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
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
