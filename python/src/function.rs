//! Functions of Python as engines.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use pyo3::prelude::*;
use randlog_base::Stop;
use randlog_engines::{
    Answered, Bounds, Engine, EngineLimits, FailureKind, NoAnswer, Phases, Run, Status, TestCase,
    Usage,
};
use randlog_logic::Dialect;

use crate::answers::statement;
use crate::program::Program;
use crate::work;

/// An engine that is a function of Python. It gets what the user gave, if the text was made of that; else a program, or
/// a text that only the wide language has.
pub(crate) struct Function {
    pub(crate) name: String,
    /// Takes a program, and returns atoms with bounds, or the kind of a failure and words about it.
    pub(crate) function: Py<PyAny>,
    pub(crate) given: Arc<HashMap<String, Py<PyAny>>>,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Function({})", self.name)
    }
}

/// What a function says: atoms with bounds, or a failure.
type Said = (Vec<(String, f64, f64)>, Option<(String, String)>);

impl Function {
    fn call(&self, text: &str) -> Result<Vec<(randlog_logic::Atom, Bounds)>, NoAnswer> {
        let said = Python::attach(|py| -> PyResult<Said> {
            let function = self.function.bind(py);
            let said = match self.given.get(text) {
                Some(program) => work::call(function, program),
                None => match Dialect::ProbLog.parse(text) {
                    Ok(program) => work::call(function, Program::from(program)),
                    Err(_) => work::call(function, text),
                },
            };
            said?.extract()
        });
        let unparsable = |words: String| NoAnswer { kind: FailureKind::Unparsable, words };
        let (answers, failure) = said.map_err(|error| unparsable(error.to_string()))?;
        if let Some((kind, words)) = failure {
            let kinds = || FailureKind::ALL.map(FailureKind::name).join(", ");
            let unknown = || format!("there is no failure `{kind}`: the kinds are {}", kinds());
            let kind = FailureKind::named(&kind).ok_or_else(|| unparsable(unknown()))?;
            return Err(NoAnswer { kind, words });
        }
        let answer = |(atom, low, high): (String, f64, f64)| {
            let statement = statement("query", &atom);
            let statement =
                statement.map_err(|_| unparsable(format!("`{atom}` is not an atom")))?;
            Ok((statement.atom, Bounds { low, high }))
        };
        answers.into_iter().map(answer).collect()
    }
}

impl Engine for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn status(&self) -> Status {
        Status::Installed("in Python".to_owned())
    }

    fn answer(&self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered {
        // Who was told to end meanwhile must not ask for the interpreter's lock: there may be none any more.
        stop.check()?;
        let started = Instant::now();
        let outcome = self.call(program.text());
        let wall = started.elapsed();
        // A function cannot be stopped, but a limit is a limit.
        let late = || NoAnswer {
            kind: FailureKind::Timeout,
            words: format!("no answer within {:?}", limits.time),
        };
        let outcome = if wall > limits.time { Err(late()) } else { outcome };
        Ok(Run { outcome, phases: Phases::default(), wall, usage: Usage::default() })
    }
}
