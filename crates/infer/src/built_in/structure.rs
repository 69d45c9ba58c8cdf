//! Taking terms apart, and putting them together.

use super::{Fault, Solutions, integer, parts_of_list, whole};
use randlog_logic::{Compound, Term};

/// A compound term as a function: a list has a first element and a rest.
fn split(compound: &Compound) -> (&str, Vec<Term>) {
    match compound {
        Compound::Function(functor, args) => (functor, args.clone()),
        Compound::List(items, tail) => {
            (".", vec![items[0].clone(), Term::list(items[1..].to_vec(), tail.clone())])
        }
    }
}

pub(super) fn functor(term: &Term) -> Solutions {
    let (name, arity) = match term {
        Term::Variable(_) | Term::Anonymous => return Err(Fault::Unbound),
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, args) => (Term::Constant(functor.clone()), args.len()),
            Compound::List(..) => (Term::Constant(".".into()), 2),
        },
        atomic => (atomic.clone(), 0),
    };
    Ok(vec![vec![term.clone(), name, integer(arity as i64)]])
}

pub(super) fn argument(position: &Term, term: &Term) -> Solutions {
    let args = match term {
        Term::Compound(compound) => split(compound).1,
        Term::Variable(_) | Term::Anonymous => return Err(Fault::Unbound),
        _ => return Ok(Vec::new()),
    };
    let wanted = whole(position)?;
    let numbered = args.into_iter().zip(1i64..);
    let fitting = numbered.filter(|(_, number)| wanted.is_none_or(|wanted| wanted == *number));
    Ok(fitting.map(|(arg, number)| vec![integer(number), term.clone(), arg]).collect())
}

/// `=..`: a function symbol and its arguments as a list.
pub(super) fn univ(term: &Term, parts: &Term) -> Solutions {
    let known = match term {
        Term::Compound(compound) => {
            let (name, args) = split(compound);
            let mut items = vec![Term::Constant(name.into())];
            items.extend(args);
            Some(items)
        }
        Term::Variable(_) | Term::Anonymous => None,
        atomic => Some(vec![atomic.clone()]),
    };
    if let Some(items) = known {
        return Ok(vec![vec![term.clone(), Term::list(items, Term::empty_list())]]);
    }
    let (items, tail) = parts_of_list(parts);
    if *tail != Term::empty_list() {
        return match tail {
            Term::Variable(_) | Term::Anonymous => Err(Fault::Unbound),
            _ => Fault::wrong(format!("`{parts}` is not a list")),
        };
    }
    let whole = match items {
        [Term::Variable(_) | Term::Anonymous, ..] => return Err(Fault::Unbound),
        [Term::Constant(name), args @ ..] => Term::function(name.clone(), args.to_vec()),
        [only] if !matches!(only, Term::Compound(_)) => only.clone(),
        [] => return Fault::wrong("the empty list is no term taken apart"),
        [first, ..] => return Fault::wrong(format!("`{first}` is not a function symbol")),
    };
    Ok(vec![vec![whole, parts.clone()]])
}
