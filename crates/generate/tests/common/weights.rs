//! Weights of programs by their definition, and random weights.

use proptest::prelude::*;
use randlog_generate::Spec;
use randlog_generate::exact::Natural;
use randlog_generate::spec::{Number, Weighed};
use randlog_logic::{Atom, Formula, Term};

use super::brute::{Rule, Rules};

/// A fraction of any size, not reduced.
#[derive(Clone, Debug)]
pub(crate) struct Fraction {
    pub(crate) numerator: Natural,
    pub(crate) denominator: Natural,
}

impl Fraction {
    pub(crate) const ZERO: Fraction =
        Fraction { numerator: Natural::ZERO, denominator: Natural::ONE };
    const ONE: Fraction = Fraction { numerator: Natural::ONE, denominator: Natural::ONE };

    fn times(self, number: Number) -> Fraction {
        Fraction {
            numerator: self.numerator * number.numerator(),
            denominator: self.denominator * number.denominator(),
        }
    }

    pub(crate) fn plus(self, other: &Fraction) -> Fraction {
        if self.denominator == other.denominator {
            return Fraction { numerator: self.numerator + &other.numerator, ..self };
        }
        Fraction {
            numerator: self.numerator * &other.denominator + &other.numerator * &self.denominator,
            denominator: self.denominator * &other.denominator,
        }
    }

    pub(crate) fn to_f64(&self) -> f64 {
        let float = |number: &Natural| number.to_string().parse::<f64>().expect("digits");
        float(&self.numerator) / float(&self.denominator)
    }
}

/// The product of the weights of all pieces of all clauses.
pub(crate) fn weight(spec: &Spec, rules: &Rules) -> Fraction {
    rules.iter().fold(Fraction::ONE, |weight, rule| of_clause(spec, rule, weight))
}

fn of_clause(spec: &Spec, (head, body): &Rule, weight: Fraction) -> Fraction {
    let weights = spec.weights();
    let weight = weight.times(weights.of(Weighed::Clause));
    let weight = weight.times(weights.of_predicate(Weighed::Head, position(spec, head)));
    let weight = of_arguments(spec, head, weight);
    match body {
        Formula::True => weight.times(weights.of(Weighed::EmptyBody)),
        body => of_body(spec, position(spec, head), body, weight),
    }
}

fn of_body(spec: &Spec, head: usize, body: &Formula, weight: Fraction) -> Fraction {
    let weights = spec.weights();
    let weight = weight.times(weights.of(Weighed::Node));
    match body {
        Formula::True => unreachable!("an empty body has no nodes"),
        Formula::Atom(atom) => {
            let own = weights.of_atom(head, position(spec, atom));
            of_arguments(spec, atom, weight.times(own))
        }
        Formula::Not(inner) => {
            of_body(spec, head, inner, weight.times(weights.of(Weighed::Negation)))
        }
        Formula::And(children) => {
            let weight = weight.times(weights.of(Weighed::Conjunction));
            children.iter().fold(weight, |weight, child| of_body(spec, head, child, weight))
        }
        Formula::Or(children) => {
            let weight = weight.times(weights.of(Weighed::Disjunction));
            children.iter().fold(weight, |weight, child| of_body(spec, head, child, weight))
        }
    }
}

fn of_arguments(spec: &Spec, atom: &Atom, weight: Fraction) -> Fraction {
    let weigh = |weight: Fraction, term: &Term| {
        weight.times(spec.weights().of(match term {
            Term::Variable(_) => Weighed::Variable,
            _ => Weighed::Constant,
        }))
    };
    atom.args.iter().fold(weight, weigh)
}

fn position(spec: &Spec, atom: &Atom) -> usize {
    spec.predicates().iter().position(|p| *p == atom.predicate()).expect("of the spec")
}

const ROWS: [&str; 8] = [
    "negation",
    "conjunction",
    "disjunction",
    "variable",
    "constant",
    "clause",
    "node",
    "empty_body",
];

/// A spec with random weights, many of them one.
pub(crate) fn weighed(spec: Spec) -> impl Strategy<Value = Spec> {
    let weight =
        || prop_oneof![Just("1"), Just("2"), Just("0.5"), Just("1.3"), Just("1/3"), Just("5")];
    let predicates = spec.predicates().len();
    let rows = prop::collection::vec(weight(), ROWS.len());
    let by_predicate = prop::collection::vec(weight(), 2 * predicates);
    // In the bodies of half of the heads, atoms weigh something else.
    let by_head = prop::collection::vec(prop::option::of(weight()), predicates * predicates);
    let is_apart = prop::collection::vec(prop::bool::ANY, predicates);
    (rows, by_predicate, by_head, is_apart).prop_map(
        move |(rows, by_predicate, by_head, is_apart)| {
            let rows = ROWS.iter().map(ToString::to_string).zip(rows);
            let each = (0..predicates).flat_map(|place| {
                let name = spec.predicates()[place].to_string();
                let head = (place < spec.heads().len()).then(|| format!("head.{name}"));
                std::iter::once(format!("body.*.{name}")).chain(head)
            });
            let name = |place: usize| &spec.predicates()[place];
            let under = by_head.into_iter().enumerate().filter_map(|(place, weight)| {
                let (head, predicate) = (place / predicates, place % predicates);
                let is_meant = head < spec.heads().len() && is_apart[head];
                Some((
                    format!("body.{}.{}", name(head), name(predicate)),
                    weight.filter(|_| is_meant)?,
                ))
            });
            let all: Vec<_> = rows.chain(each.zip(by_predicate)).chain(under).collect();
            super::with(&spec, |draft| draft.weights(all))
        },
    )
}
