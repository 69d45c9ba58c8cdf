//! Numbers of any size, both ways.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use randlog_generate::exact::{Natural, Ratio};
use randlog_infer::RBig;
use randlog_logic::Probability;

use crate::errors::Exception;

/// A natural number as an `int`.
pub(crate) fn int<'py>(py: Python<'py>, number: &Natural) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &number.to_le_bytes());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// A quotient as a `Fraction`.
pub(crate) fn fraction<'py>(
    py: Python<'py>,
    numerator: &Natural,
    denominator: &Natural,
) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("fractions")?.getattr("Fraction")?;
    class.call1((int(py, numerator)?, int(py, denominator)?))
}

/// A quotient as a `Fraction`, or as the nearest `float`.
pub(crate) fn ratio<'py>(
    py: Python<'py>,
    ratio: &Ratio,
    exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    match exact {
        true => fraction(py, &ratio.numerator, &ratio.denominator),
        false => int(py, &ratio.numerator)?.div(int(py, &ratio.denominator)?),
    }
}

/// A rational number as a `Fraction`.
pub(crate) fn rational<'py>(py: Python<'py>, number: &RBig) -> PyResult<Bound<'py, PyAny>> {
    let (numerator, denominator) = number.clone().into_parts();
    let found = fraction(py, &numerator.into_parts().1, &denominator)?;
    if *number < RBig::ZERO { found.neg() } else { Ok(found) }
}

/// A probability as it is written.
pub(crate) fn probability(text: &str) -> Result<Probability, Exception> {
    text.trim().parse::<Probability>().map_err(|error| {
        let help =
            "a probability is greater than 0 and at most 1: `0.25`, `1`, or \"1/3\" as a string";
        Exception::setting(format!("not a probability: {error}"), help)
    })
}

/// A probability as it is written, as a `Fraction`.
#[pyfunction]
pub(crate) fn read_probability<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    rational(py, &probability(text)?.to_ratio())
}
