//! Values of a spec from objects of Python. The place of a value is the path to it: `Spec(predicates[1])`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyMapping, PyString};
use randlog_generate::spec::{Draft, Located, SourcePlace, Value};

use crate::errors::Exception;

/// No list of a spec is longer: an iterable need not end.
const LONGEST: usize = 20_000;

/// No value of a spec is nested more deeply.
const DEEPEST: usize = 20;

/// No number of a spec has more bits.
const BITS: usize = 1024;

/// Keys and their values; those that are `None` are left out. Errors call the whole by this name.
pub(crate) fn draft(name: &str, keys: &Bound<'_, PyDict>) -> PyResult<Draft> {
    let mut values = Vec::new();
    for (key, value) in keys {
        if !value.is_none() {
            let path = Path { whole: name, key: text(&key)?, steps: String::new(), depth: 0 };
            values.push((Located::new(path.key.clone(), path.place()), path.located(&value)?));
        }
    }
    Ok(Draft::from_values(values).map_err(Exception::from)?)
}

/// A text; half of a character becomes a replacement character.
fn text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    match object.cast::<PyString>() {
        Ok(text) => Ok(text.to_string_lossy().into_owned()),
        Err(_) => Err(PyTypeError::new_err(format!("a key is a string, not {}", class(object)))),
    }
}

fn class(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or("something".to_owned(), |name| name.to_string())
}

/// How a value is reached.
struct Path<'n> {
    whole: &'n str,
    key: String,
    steps: String,
    depth: usize,
}

impl Path<'_> {
    fn place(&self) -> SourcePlace {
        SourcePlace::path(format!("{}({}{})", self.whole, self.key, self.steps))
    }

    fn step(&self, step: String) -> PyResult<Path<'_>> {
        if self.depth == DEEPEST {
            let help = Some("look for a list that holds itself".to_owned());
            return Err(Exception::new("SpecError", "a value is nested too deeply", help).into());
        }
        let (steps, depth) = (format!("{}[{step}]", self.steps), self.depth + 1);
        Ok(Path { whole: self.whole, key: self.key.clone(), steps, depth })
    }

    fn located(&self, object: &Bound<'_, PyAny>) -> PyResult<Located<Value>> {
        Ok(Located::new(self.value(object)?, self.place()))
    }

    fn value(&self, object: &Bound<'_, PyAny>) -> PyResult<Value> {
        let kind = object.get_type();
        if object.is_instance_of::<PyString>() {
            Ok(Value::Text(text(object)?))
        } else if let Ok(truth) = object.cast::<PyBool>() {
            Ok(Value::Truth(truth.is_true()))
        } else if object.is_instance_of::<PyFloat>() {
            // Of other libraries, too: the digits alone.
            let digits = kind.py().get_type::<PyFloat>().call_method1("__repr__", (object,))?;
            Ok(Value::Float(digits.extract()?))
        } else if let Ok(mapping) = object.cast::<PyMapping>() {
            self.table(mapping)
        } else if ["Fraction", "Decimal"].contains(&&*class(object)) || kind.hasattr("predicate")? {
            Ok(Value::Text(text(object.str()?.as_any())?))
        } else if kind.hasattr("__iter__")? && !is_bytes(object) {
            self.list(object)
        } else if kind.hasattr("__index__")? {
            self.integer(object)
        } else {
            let words = format!("`{}` cannot be of the type {}", self.key, class(object));
            Err(PyTypeError::new_err(words))
        }
    }

    fn table(&self, mapping: &Bound<'_, PyMapping>) -> PyResult<Value> {
        let row = |item: Bound<'_, PyAny>| {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let name = text(&name)?;
            let path = self.step(format!("{name:?}"))?;
            Ok((Located::new(name, path.place()), path.located(&value)?))
        };
        mapping.items()?.iter().map(row).collect::<PyResult<_>>().map(Value::Table)
    }

    fn list(&self, object: &Bound<'_, PyAny>) -> PyResult<Value> {
        let mut elements = Vec::new();
        for element in object.try_iter()? {
            if elements.len() == LONGEST {
                let words = format!("`{}` lists too many elements", self.key);
                return Err(Exception::setting(words, "make the list shorter").into());
            }
            elements.push(self.step(elements.len().to_string())?.located(&element?)?);
        }
        Ok(Value::List(elements))
    }

    fn integer(&self, object: &Bound<'_, PyAny>) -> PyResult<Value> {
        let number = object.call_method0("__index__")?;
        let bits: usize = number.call_method0("bit_length")?.extract()?;
        if bits > BITS {
            let words = format!("`{}` cannot be a number of {bits} bits", self.key);
            let help = Some("give a smaller number".to_owned());
            return Err(Exception::new("SpecError", words, help).into());
        }
        Ok(Value::Integer(number.str()?.to_string()))
    }
}

fn is_bytes(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>()
}
