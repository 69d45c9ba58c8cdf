//! Programs as users give them: one of ours, or a text in all of the language.

use std::sync::Arc;

use pyo3::prelude::*;
use randlog_generate::profile::outline;
use randlog_infer::Input;
use randlog_logic as logic;
use randlog_logic::wide::{Source, Stored};

use crate::errors::{Trouble, unparsed};
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
    pub(crate) fn load(self) -> Result<Input<'static>, Trouble> {
        match self {
            Given::Program(program) => Ok(Source::Flat(logic::Program::clone(&program)).into()),
            Given::Text(text) => {
                let stored = Stored::read(&text, &Default::default());
                let stored = stored.map_err(|error| unparsed("the program", &text, &error))?;
                Ok(Input::Shared(Arc::new(stored)))
            }
        }
    }

    /// Its shape: what only the wide language has is left out.
    pub(crate) fn outline(self) -> Result<logic::Program, Trouble> {
        match self {
            Given::Program(program) => Ok(logic::Program::clone(&program)),
            Given::Text(text) => match Source::read(&text) {
                Ok(Source::Flat(program)) => Ok(program),
                Ok(Source::Wide(program)) => Ok(outline(&program)),
                Err(error) => Err(unparsed("the program", &text, &error)),
            },
        }
    }
}
