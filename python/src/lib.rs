//! The Rust side of the Python package `randlog`: it converts, and leaves the rest to the libraries below and to
//! Python above.
//!
//! | module | holds |
//! |---|---|
//! | `work` | threads that work while the interpreter is free, and interrupts |
//! | `errors` | exceptions with the words, the place and the remedy |
//! | `numbers` | numbers of any size |
//! | `syntax`, `parts` | parts of programs as objects of Python, and back |
//! | `program`, `spec`, `drawing` | programs, specs, and programs that are drawn or listed |
//! | `values` | values of a spec |
//! | `given` | programs as users give them |
//! | `describing` | what programs are like, and whether listing and counting agree |
//! | `answers` | probabilities of queries |
//! | `engines`, `function`, `comparing` | engines by name, or as functions of Python, and how they compare |
//! | `fuzzing`, `reducing` | faults of engines, and programs reduced to what shows them |
//!
//! The classes here are not for users: `randlog/*.py` wraps each in one that is.

mod answers;
mod comparing;
mod describing;
mod drawing;
mod engines;
mod errors;
mod function;
mod fuzzing;
mod given;
mod numbers;
mod parts;
mod program;
mod reducing;
mod spec;
mod syntax;
mod values;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _randlog {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::answers::{Answering, read_atom};
    #[pymodule_export]
    use crate::comparing::Comparing;
    #[pymodule_export]
    use crate::describing::{Verifying, describe};
    #[pymodule_export]
    use crate::drawing::{Drawing, Drawn, Listing, instance_settings};
    #[pymodule_export]
    use crate::engines::{engines, install_engines};
    #[pymodule_export]
    use crate::fuzzing::Fuzzing;
    #[pymodule_export]
    use crate::numbers::read_probability;
    #[pymodule_export]
    use crate::parts::text;
    #[pymodule_export]
    use crate::program::{Program, sections};
    #[pymodule_export]
    use crate::reducing::Reducing;
    #[pymodule_export]
    use crate::spec::{Spec, spec_keys};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let end = wrap_pyfunction!(crate::work::end_all, module)?;
        module.py().import("atexit")?.call_method1("register", (end,))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
