//! Programs as users give them: one of ours, or a text in all of the language.

use std::sync::Arc;

use pyo3::prelude::*;
use randlog_generate::profile::outline;
use randlog_logic as logic;

use crate::errors::{Exception, unparsed};
use crate::program::Program;

/// A program to be looked at.
#[derive(Clone)]
pub(crate) enum Given {
    Program(Arc<logic::Program>),
    Text(String),
}

impl Given {
    pub(crate) fn read(program: &Bound<'_, PyAny>) -> PyResult<Given> {
        match program.cast::<Program>() {
            Ok(program) => Ok(Given::Program(program.get().program.clone())),
            Err(_) => Ok(Given::Text(program.extract()?)),
        }
    }

    /// To be asked.
    pub(crate) fn load(self) -> Result<Arc<logic::Program>, Exception> {
        match self {
            Given::Program(program) => Ok(program),
            Given::Text(text) => Ok(Arc::new(read(&text)?)),
        }
    }

    /// Its shape: what is not function-free is left out.
    pub(crate) fn outline(self) -> Result<logic::Program, Exception> {
        let program = match self {
            Given::Program(program) => return Ok(logic::Program::clone(&program)),
            Given::Text(text) => read(&text)?,
        };
        Ok(match program.function_free() {
            Some(free) => logic::Program { directives: Vec::new(), ..free.into_owned() },
            None => outline(&program),
        })
    }
}

fn read(text: &str) -> Result<logic::Program, Exception> {
    logic::Program::parse(text).map_err(|error| unparsed("the program", text, &error))
}
