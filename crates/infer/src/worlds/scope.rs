//! Where each variable is quantified.
//!
//! A variable belongs to the innermost negation that holds all of its occurrences, and to the
//! clause if there is none. Every `_` is a variable of its own.

use randlog_logic::{Atom, Clause, Formula, Head, Symbol, Term};
use std::collections::BTreeSet;

/// A clause with all its variables declared.
pub(super) struct Scoped {
    /// The variables of the clause: each assignment of constants to them makes an instance.
    pub(super) variables: Vec<Symbol>,
    pub(super) heads: Vec<Head>,
    pub(super) body: Body,
}

/// A body with all its variables declared.
pub(super) enum Body {
    Atom(Atom),
    All(Vec<Body>),
    Any(Vec<Body>),
    /// No values of these variables make the body true.
    None(Vec<Symbol>, Box<Body>),
}

impl Scoped {
    pub(super) fn new(clause: &Clause) -> Scoped {
        let mut variables: BTreeSet<Symbol> =
            clause.heads.iter().flat_map(|head| head.atom.variables()).cloned().collect();
        let body = scoped(&clause.body, &variables, &mut 0);
        variables.extend(body.free());
        Scoped { variables: variables.into_iter().collect(), heads: clause.heads.to_vec(), body }
    }
}

impl Body {
    /// Whether this holds, if that does not depend on any atom.
    pub(super) fn truth_value(&self) -> Option<bool> {
        let all = |parts: &[Body], value: bool| {
            let values: Vec<_> = parts.iter().map(Body::truth_value).collect();
            let decided = values.contains(&Some(!value)).then_some(!value);
            decided.or_else(|| values.iter().all(Option::is_some).then_some(value))
        };
        match self {
            Body::Atom(_) => None,
            Body::All(parts) => all(parts, true),
            Body::Any(parts) => all(parts, false),
            Body::None(_, inner) => inner.truth_value().map(|value| !value),
        }
    }

    /// The variables that are not declared inside.
    fn free(&self) -> BTreeSet<Symbol> {
        match self {
            Body::Atom(atom) => atom.variables().cloned().collect(),
            Body::All(parts) | Body::Any(parts) => parts.iter().flat_map(Body::free).collect(),
            Body::None(own, inner) => {
                let mut free = inner.free();
                free.retain(|name| !own.contains(name));
                free
            }
        }
    }
}

/// The formula with its variables declared, if `outside` are the ones that occur elsewhere too.
/// Every `_` gets a name of its own, one that cannot be written, by its number.
fn scoped(formula: &Formula, outside: &BTreeSet<Symbol>, nameless: &mut usize) -> Body {
    match formula {
        Formula::True => Body::All(Vec::new()),
        Formula::Atom(atom) => {
            let args = atom.args.iter().map(|term| match term {
                Term::Anonymous => {
                    *nameless += 1;
                    Term::Variable(Symbol::new(format!("_ {nameless}")))
                }
                named => named.clone(),
            });
            Body::Atom(Atom::new(atom.name.clone(), args.collect()))
        }
        Formula::And(children) => Body::All(scoped_all(children, outside, nameless)),
        Formula::Or(children) => Body::Any(scoped_all(children, outside, nameless)),
        Formula::Not(child) => {
            let inner = scoped(child, outside, nameless);
            let own = inner.free().difference(outside).cloned().collect();
            Body::None(own, Box::new(inner))
        }
    }
}

fn scoped_all(children: &[Formula], outside: &BTreeSet<Symbol>, nameless: &mut usize) -> Vec<Body> {
    let child = |index: usize| {
        let mut outside = outside.clone();
        let siblings = children.iter().enumerate().filter(|&(other, _)| other != index);
        outside.extend(siblings.flat_map(|(_, sibling)| sibling.variables()).cloned());
        scoped(&children[index], &outside, nameless)
    };
    (0..children.len()).map(child).collect()
}
