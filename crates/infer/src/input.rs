//! What an inference is given: the only file that knows in which forms a program comes.

use randlog_logic::wide::{Source, Statement, Stored, WideProgram, is_built_in};
use randlog_logic::{Database, Evidence, Formula, Program, Term};
use std::borrow::Cow;
use std::sync::Arc;

/// A program, borrowed or shared. A shared one can be left to a thread that takes too long
/// ([`Inference::solve`](crate::Inference::solve)).
#[derive(Clone, Debug)]
pub enum Input<'p> {
    /// A function-free program.
    Flat(&'p Program),
    /// A function-free program with its facts in tables.
    Tables(&'p Database),
    /// A program of the wide language.
    Wide(&'p WideProgram),
    /// Any program, together with others who hold it.
    Shared(Arc<Stored>),
}

impl<'p> From<&'p Program> for Input<'p> {
    fn from(program: &'p Program) -> Input<'p> {
        Input::Flat(program)
    }
}

impl<'p> From<&'p WideProgram> for Input<'p> {
    fn from(program: &'p WideProgram) -> Input<'p> {
        Input::Wide(program)
    }
}

impl<'p> From<&'p Source> for Input<'p> {
    fn from(source: &'p Source) -> Input<'p> {
        match source {
            Source::Flat(program) => Input::Flat(program),
            Source::Wide(program) => Input::Wide(program),
        }
    }
}

impl<'p> From<&'p Stored> for Input<'p> {
    fn from(stored: &'p Stored) -> Input<'p> {
        match stored {
            Stored::Flat(database) => Input::Tables(database),
            Stored::Other(source) => source.into(),
        }
    }
}

impl From<Source> for Input<'_> {
    fn from(source: Source) -> Self {
        Input::Shared(Arc::new(Stored::Other(source)))
    }
}

impl From<&Arc<Stored>> for Input<'_> {
    fn from(stored: &Arc<Stored>) -> Self {
        Input::Shared(Arc::clone(stored))
    }
}

/// A program with the queries and the evidence that it is to be solved for.
pub(crate) enum Asked<'p> {
    Flat(Flat<'p>),
    Wide(Cow<'p, WideProgram>),
}

/// A function-free program.
pub(crate) struct Flat<'p> {
    /// All but the facts in tables.
    pub(crate) program: Cow<'p, Program>,
    /// Where the tables are.
    pub(crate) tables: Option<&'p Database>,
}

impl Flat<'_> {
    /// The program with all its facts among its clauses.
    pub(crate) fn whole(&self) -> Cow<'_, Program> {
        match self.tables {
            None => Cow::Borrowed(&self.program),
            Some(database) => {
                let Program { queries, evidence, .. } = Program::clone(&self.program);
                Cow::Owned(Program { queries, evidence, ..database.whole() })
            }
        }
    }

    /// The same as a program of the wide language.
    pub(crate) fn widened(&self) -> WideProgram {
        WideProgram::from(&*self.whole())
    }
}

impl<'p> Asked<'p> {
    fn flat(program: &'p Program, tables: Option<&'p Database>) -> Asked<'p> {
        Asked::Flat(Flat { program: Cow::Borrowed(program), tables })
    }

    fn stored(stored: &'p Stored) -> Asked<'p> {
        match stored {
            Stored::Flat(database) => Asked::flat(&database.program, Some(database)),
            Stored::Other(Source::Flat(program)) => Asked::flat(program, None),
            Stored::Other(Source::Wide(program)) => Asked::Wide(Cow::Borrowed(program)),
        }
    }
}

impl Input<'_> {
    /// The program with other queries, if there are any, and more evidence.
    pub(crate) fn asked(&self, queries: &[Statement], evidence: &[Statement]) -> Asked<'_> {
        let own = match self {
            Input::Flat(program) => Asked::flat(program, None),
            Input::Tables(database) => Asked::flat(&database.program, Some(database)),
            Input::Wide(program) => Asked::Wide(Cow::Borrowed(program)),
            Input::Shared(stored) => Asked::stored(stored),
        };
        if queries.is_empty() && evidence.is_empty() {
            return own;
        }
        let fits = queries.iter().all(|query| is_flat(query) && !query.negated)
            && evidence.iter().all(is_flat);
        let mut program = match own {
            Asked::Flat(mut flat) if fits => {
                ask(flat.program.to_mut(), queries, evidence);
                return Asked::Flat(flat);
            }
            Asked::Flat(flat) => flat.widened(),
            Asked::Wide(program) => program.into_owned(),
        };
        if !queries.is_empty() {
            program.queries = queries.to_vec();
        }
        program.evidence.extend_from_slice(evidence);
        Asked::Wide(Cow::Owned(program))
    }
}

/// Asks a function-free program other queries, if there are any, given more evidence.
fn ask(program: &mut Program, queries: &[Statement], evidence: &[Statement]) {
    if !queries.is_empty() {
        program.queries = queries.iter().map(|query| query.atom.clone()).collect();
    }
    let seen = |seen: &Statement| Evidence { atom: seen.atom.clone(), value: !seen.negated };
    program.evidence.extend(evidence.iter().map(seen));
}

fn is_flat(statement: &Statement) -> bool {
    let Statement { atom, condition, .. } = statement;
    !atom.args.iter().any(|term| matches!(term, Term::Compound(_)))
        && !is_built_in(&atom.name, atom.args.len())
        && *condition == Formula::True
}
