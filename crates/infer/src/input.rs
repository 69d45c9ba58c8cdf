//! What an inference is given: a program, with what is asked of it.

use randlog_logic::{Goal, Program};
use std::borrow::Cow;
use std::sync::Arc;

/// A program, borrowed or shared. A shared one can be left to a thread that takes too long
/// ([`Inference::solve`](crate::Inference::solve)).
#[derive(Clone, Debug)]
pub enum Input<'p> {
    /// A program that waits for the answer.
    Borrowed(&'p Program),
    /// A program, together with others who hold it.
    Shared(Arc<Program>),
}

impl<'p> From<&'p Program> for Input<'p> {
    fn from(program: &'p Program) -> Input<'p> {
        Input::Borrowed(program)
    }
}

impl From<Program> for Input<'_> {
    fn from(program: Program) -> Self {
        Input::Shared(Arc::new(program))
    }
}

impl From<&Arc<Program>> for Input<'_> {
    fn from(program: &Arc<Program>) -> Self {
        Input::Shared(Arc::clone(program))
    }
}

/// A program with the queries and the evidence that it is to be solved for.
pub(crate) enum Asked<'p> {
    /// See [`Program::function_free`].
    FunctionFree(Cow<'p, Program>),
    /// Any other program.
    Other(Cow<'p, Program>),
}

impl Input<'_> {
    /// The program with other queries, if there are any, and more evidence.
    pub(crate) fn asked(&self, queries: &[Goal], evidence: &[Goal]) -> Asked<'_> {
        let own: &Program = match self {
            Input::Borrowed(program) => program,
            Input::Shared(program) => program,
        };
        if queries.is_empty() && evidence.is_empty() {
            let free = own.function_free();
            return free.map_or(Asked::Other(Cow::Borrowed(own)), Asked::FunctionFree);
        }
        let mut program = own.clone();
        if !queries.is_empty() {
            program.queries = queries.to_vec();
        }
        program.evidence.extend_from_slice(evidence);
        match program.function_free() {
            None => Asked::Other(Cow::Owned(program)),
            Some(Cow::Owned(free)) => Asked::FunctionFree(Cow::Owned(free)),
            Some(Cow::Borrowed(_)) => Asked::FunctionFree(Cow::Owned(program)),
        }
    }
}

impl Asked<'_> {
    pub(crate) fn program(&self) -> &Program {
        match self {
            Asked::FunctionFree(program) | Asked::Other(program) => program,
        }
    }
}
