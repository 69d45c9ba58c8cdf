//! What variables stand for, and unification: plain, on terms as they are written.

use randlog_logic::{Atom, Compound, Symbol, Term};
use std::collections::BTreeMap;

/// Values of variables, which may have variables themselves.
pub(super) type Substitution = BTreeMap<Symbol, Term>;

/// The term with its variables replaced, as far as they have values.
pub(super) fn apply(term: &Term, substitution: &Substitution) -> Term {
    map_variables(term, &mut |name| match substitution.get(name) {
        Some(value) => apply(value, substitution),
        None => Term::Variable(name.clone()),
    })
}

pub(super) fn apply_atom(atom: &Atom, substitution: &Substitution) -> Atom {
    let args = atom.args.iter().map(|term| apply(term, substitution)).collect();
    Atom::new(atom.name.clone(), args)
}

/// The term with something else for each variable.
pub(super) fn map_variables(term: &Term, replace: &mut dyn FnMut(&Symbol) -> Term) -> Term {
    match term {
        Term::Variable(name) => replace(name),
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, args) => {
                let args = args.iter().map(|arg| map_variables(arg, replace)).collect();
                Term::function(functor.clone(), args)
            }
            Compound::List(items, tail) => {
                let items = items.iter().map(|item| map_variables(item, replace)).collect();
                Term::list(items, map_variables(tail, replace))
            }
        },
        other => other.clone(),
    }
}

/// The atom with its variables named in the order they occur, with this first letter.
pub(super) fn canonical(atom: &Atom, letter: &str) -> Atom {
    let mut names: Vec<Symbol> = Vec::new();
    let mut rename = |name: &Symbol| {
        let place = names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        });
        Term::Variable(Symbol::from(format!("{letter} {place}")))
    };
    let args = atom.args.iter().map(|term| map_variables(term, &mut rename)).collect();
    Atom::new(atom.name.clone(), args)
}

/// How deep function symbols are nested. The rest of a list counts as its neighbour.
pub(super) fn depth(term: &Term) -> usize {
    let Term::Compound(compound) = term else { return 0 };
    match &**compound {
        Compound::Function(_, args) => 1 + args.iter().map(depth).max().unwrap_or(0),
        Compound::List(items, tail) => {
            (1 + items.iter().map(depth).max().unwrap_or(0)).max(depth(tail))
        }
    }
}

/// Makes two atoms equal by giving values to variables, if that is possible.
pub(super) fn unify_atoms(
    left: &[Term],
    right: &[Term],
    substitution: &Substitution,
) -> Option<Substitution> {
    let mut found = substitution.clone();
    let same = left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| unify(left, right, &mut found));
    same.then_some(found)
}

pub(super) fn unify(left: &Term, right: &Term, substitution: &mut Substitution) -> bool {
    let (left, right) = (apply(left, substitution), apply(right, substitution));
    match (&left, &right) {
        _ if left == right => true,
        (Term::Variable(name), other) | (other, Term::Variable(name)) => {
            let inside = occurs(name, other);
            if !inside {
                substitution.insert(name.clone(), other.clone());
            }
            !inside
        }
        (Term::Compound(a), Term::Compound(b)) => match (&**a, &**b) {
            (Compound::Function(f, a), Compound::Function(g, b)) => {
                f == g
                    && a.len() == b.len()
                    && a.iter().zip(b).all(|(left, right)| unify(left, right, substitution))
            }
            (Compound::List(a, rest_of_a), Compound::List(b, rest_of_b)) => {
                let shared = a.len().min(b.len());
                let firsts = a.iter().zip(b).all(|(left, right)| unify(left, right, substitution));
                let rest_of_a = Term::list(a[shared..].to_vec(), rest_of_a.clone());
                let rest_of_b = Term::list(b[shared..].to_vec(), rest_of_b.clone());
                firsts && unify(&rest_of_a, &rest_of_b, substitution)
            }
            _ => false,
        },
        _ => false,
    }
}

fn occurs(name: &Symbol, term: &Term) -> bool {
    let mut found = false;
    map_variables(term, &mut |other| {
        found |= other == name;
        Term::Variable(other.clone())
    });
    found
}
