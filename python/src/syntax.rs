//! From the parts of programs to the objects of `randlog/syntax.py`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use randlog_logic::{Atom, Clause, Compound, Formula, Goal, Head, Term};

use crate::numbers;

/// The classes, looked up once.
pub(crate) struct Classes {
    pub(crate) variable: Py<PyType>,
    pub(crate) constant: Py<PyType>,
    pub(crate) number: Py<PyType>,
    pub(crate) text: Py<PyType>,
    pub(crate) compound: Py<PyType>,
    pub(crate) list: Py<PyType>,
    pub(crate) atom: Py<PyType>,
    pub(crate) truth: Py<PyType>,
    pub(crate) not: Py<PyType>,
    pub(crate) and: Py<PyType>,
    pub(crate) or: Py<PyType>,
    pub(crate) head: Py<PyType>,
    pub(crate) clause: Py<PyType>,
    pub(crate) evidence: Py<PyType>,
}

static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();

/// The classes of `randlog/syntax.py`.
pub(crate) fn classes(py: Python<'_>) -> PyResult<&'static Classes> {
    CLASSES.get_or_try_init(py, || {
        let module = py.import("randlog.syntax")?;
        let class =
            |name: &str| Ok::<_, PyErr>(module.getattr(name)?.cast_into::<PyType>()?.unbind());
        Ok(Classes {
            variable: class("Variable")?,
            constant: class("Constant")?,
            number: class("Number")?,
            text: class("Text")?,
            compound: class("Compound")?,
            list: class("List")?,
            atom: class("Atom")?,
            truth: class("Truth")?,
            not: class("Not")?,
            and: class("And")?,
            or: class("Or")?,
            head: class("Head")?,
            clause: class("Clause")?,
            evidence: class("Evidence")?,
        })
    })
}

type Object<'py> = PyResult<Bound<'py, PyAny>>;

/// Something of a program, as an object of Python.
pub(crate) trait ToPython {
    fn to_python<'py>(&self, py: Python<'py>) -> Object<'py>;
}

/// A tuple of such objects.
pub(crate) fn tuple<'py, T: ToPython>(
    py: Python<'py>,
    parts: &[T],
) -> PyResult<Bound<'py, PyTuple>> {
    let parts: Vec<_> = parts.iter().map(|part| part.to_python(py)).collect::<PyResult<_>>()?;
    PyTuple::new(py, parts)
}

impl ToPython for Term {
    fn to_python<'py>(&self, py: Python<'py>) -> Object<'py> {
        let classes = classes(py)?;
        match self {
            Term::Variable(name) => classes.variable.bind(py).call1((name.as_str(),)),
            Term::Anonymous => classes.variable.bind(py).call1(("_",)),
            Term::Constant(name) => classes.constant.bind(py).call1((name.as_str(),)),
            Term::Number(_) => classes.number.bind(py).call1((self.to_string(),)),
            Term::Text(text) => classes.text.bind(py).call1((text.as_str(),)),
            Term::Compound(compound) => match &**compound {
                Compound::Function(name, args) => {
                    classes.compound.bind(py).call1((name.as_str(), tuple(py, args)?))
                }
                Compound::List(items, tail) => {
                    classes.list.bind(py).call1((tuple(py, items)?, tail.to_python(py)?))
                }
            },
        }
    }
}

impl ToPython for Atom {
    fn to_python<'py>(&self, py: Python<'py>) -> Object<'py> {
        classes(py)?.atom.bind(py).call1((self.name.as_str(), tuple(py, &self.args)?))
    }
}

impl ToPython for Formula {
    fn to_python<'py>(&self, py: Python<'py>) -> Object<'py> {
        let classes = classes(py)?;
        match self {
            Formula::True => classes.truth.bind(py).call0(),
            Formula::Atom(atom) => atom.to_python(py),
            Formula::Not(child) => classes.not.bind(py).call1((child.to_python(py)?,)),
            Formula::And(children) => classes.and.bind(py).call1((tuple(py, children)?,)),
            Formula::Or(children) => classes.or.bind(py).call1((tuple(py, children)?,)),
        }
    }
}

impl ToPython for Head {
    fn to_python<'py>(&self, py: Python<'py>) -> Object<'py> {
        let head = classes(py)?.head.bind(py);
        match self.probability.number() {
            Some(number) if !number.is_one() => {
                let probability = numbers::rational(py, &number.to_ratio())?;
                head.call1((self.atom.to_python(py)?, probability))
            }
            // Programs of Python are function-free: there are no expressions.
            _ => head.call1((self.atom.to_python(py)?,)),
        }
    }
}

impl ToPython for Clause {
    fn to_python<'py>(&self, py: Python<'py>) -> Object<'py> {
        let heads = tuple(py, &self.heads)?;
        classes(py)?.clause.bind(py).call1((heads, self.body.to_python(py)?))
    }
}

/// A piece of evidence, as an object of Python.
pub(crate) fn evidence<'py>(py: Python<'py>, seen: &Goal) -> Object<'py> {
    classes(py)?.evidence.bind(py).call1((seen.atom.to_python(py)?, !seen.negated))
}
