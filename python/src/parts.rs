//! From the objects of `randlog/syntax.py` to the parts of programs.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use randlog_logic::{Atom, Clause, Dialect, Formula, Goal, Head, Symbol, Term};

use crate::errors::Exception;
use crate::numbers;
use crate::syntax::{Classes, classes};

/// Nothing that can be read is nested more deeply.
const DEEPEST: usize = 1000;

/// Is it an object of this class?
fn is_a(object: &Bound<'_, PyAny>, class: &Py<PyType>) -> PyResult<bool> {
    object.is_instance(class.bind(object.py()))
}

fn symbol(object: &Bound<'_, PyAny>, field: &str) -> PyResult<Symbol> {
    let value = object.getattr(field)?;
    let value: String = value.extract()?;
    Ok(value.into())
}

fn list<T>(
    object: &Bound<'_, PyAny>,
    field: &str,
    part: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    object.getattr(field)?.try_iter()?.map(|item| part(&item?)).collect()
}

/// That something is no part of a program.
fn not_a(what: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let found = object.get_type().name().map_or("something".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {what}, not {found}"))
}

fn deeper(depth: usize) -> Result<usize, Exception> {
    match depth {
        DEEPEST => {
            let words = format!("nested more than {DEEPEST} levels deep");
            let help = "move the inner part to a predicate of its own";
            Err(Exception::setting(words, help))
        }
        depth => Ok(depth + 1),
    }
}

fn term(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Term> {
    let (classes, depth) = (classes(object.py())?, deeper(depth)?);
    if is_a(object, &classes.variable)? {
        let name = symbol(object, "name")?;
        Ok(if name == "_" { Term::Anonymous } else { Term::Variable(name) })
    } else if is_a(object, &classes.constant)? {
        Ok(Term::Constant(symbol(object, "name")?))
    } else if is_a(object, &classes.number)? {
        number(object)
    } else if is_a(object, &classes.text)? {
        Ok(Term::Text(symbol(object, "value")?))
    } else if is_a(object, &classes.compound)? {
        let args = list(object, "args", |item| term(item, depth))?;
        Ok(Term::function(symbol(object, "name")?, args))
    } else if is_a(object, &classes.list)? {
        let items = list(object, "items", |item| term(item, depth))?;
        Ok(Term::list(items, term(&object.getattr("tail")?, depth)?))
    } else {
        Err(not_a("a term", object))
    }
}

/// A number as it is written, which is read as a program would be.
fn number(object: &Bound<'_, PyAny>) -> PyResult<Term> {
    let text = symbol(object, "text")?;
    let program = Dialect::ProbLog.parse(&format!("p({text})."));
    let read = program.ok().and_then(|program| program.clauses.into_iter().next());
    match read.as_ref().map(|clause| &clause.heads[0].atom.args[..]) {
        Some([number @ Term::Number(_)]) => Ok(number.clone()),
        _ => {
            let words = format!("`{text}` is not a number of a program");
            Err(Exception::setting(words, "write it like `-3`, `1.5` or `1.0e-3`").into())
        }
    }
}

/// An atom.
pub(crate) fn atom(object: &Bound<'_, PyAny>) -> PyResult<Atom> {
    if !is_a(object, &classes(object.py())?.atom)? {
        return Err(not_a("an Atom", object));
    }
    Ok(Atom::new(symbol(object, "name")?, list(object, "args", |item| term(item, 0))?))
}

fn is_formula(object: &Bound<'_, PyAny>, classes: &Classes) -> PyResult<bool> {
    let kinds = [&classes.atom, &classes.truth, &classes.not, &classes.and, &classes.or];
    kinds.into_iter().try_fold(false, |is_one, class| Ok(is_one || is_a(object, class)?))
}

fn formula(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Formula> {
    let (classes, depth) = (classes(object.py())?, deeper(depth)?);
    let children = || list(object, "formulas", |child| formula(child, depth));
    if is_a(object, &classes.atom)? {
        atom(object).map(Formula::Atom)
    } else if is_a(object, &classes.truth)? {
        Ok(Formula::True)
    } else if is_a(object, &classes.not)? {
        Ok(Formula::Not(Box::new(formula(&object.getattr("formula")?, depth)?)))
    } else if is_a(object, &classes.and)? {
        children().map(Formula::And)
    } else if is_a(object, &classes.or)? {
        children().map(Formula::Or)
    } else {
        Err(not_a("a formula", object))
    }
}

fn head(object: &Bound<'_, PyAny>) -> PyResult<Head> {
    if !is_a(object, &classes(object.py())?.head)? {
        return Err(not_a("a Head", object));
    }
    let probability = numbers::probability(&object.getattr("probability")?.to_string())?;
    Ok(Head::new(probability, atom(&object.getattr("atom")?)?))
}

/// A clause.
pub(crate) fn clause(object: &Bound<'_, PyAny>) -> PyResult<Clause> {
    if !is_a(object, &classes(object.py())?.clause)? {
        return Err(not_a("a Clause", object));
    }
    let heads = list(object, "heads", head)?.into();
    Ok(Clause::with_heads(heads, formula(&object.getattr("body")?, 0)?))
}

/// An observation.
pub(crate) fn evidence(object: &Bound<'_, PyAny>) -> PyResult<Goal> {
    if !is_a(object, &classes(object.py())?.evidence)? {
        return Err(not_a("Evidence", object));
    }
    let value: bool = object.getattr("value")?.extract()?;
    Ok(Goal { negated: !value, ..Goal::new(atom(&object.getattr("atom")?)?) })
}

/// How a part of a program is written.
#[pyfunction]
pub(crate) fn text(part: &Bound<'_, PyAny>) -> PyResult<String> {
    let classes = classes(part.py())?;
    if is_a(part, &classes.clause)? {
        clause(part).map(|clause| clause.to_string())
    } else if is_a(part, &classes.head)? {
        head(part).map(|head| head.to_string())
    } else if is_a(part, &classes.evidence)? {
        evidence(part).map(|evidence| evidence.to_string())
    } else if is_formula(part, classes)? {
        formula(part, 0).map(|formula| formula.to_string())
    } else {
        term(part, 0).map(|term| term.to_string())
    }
}
