//! A program that was read, ready to be asked.

use crate::{Algorithm, Error, Limits, Solution, exact, fractions_source, solve_source};
use randlog_logic::wide::{Source, Statement, WideProgram, is_built_in};
use randlog_logic::{Evidence, Index, ParseError, Program, Term};

/// A program with the index of its clauses that was made while it was read.
///
/// ```
/// use randlog_infer::{Algorithm, Limits, Loaded};
///
/// let program = Loaded::read("0.4::heads(c). query(heads(X)).")?;
/// let solution = program.solve(Algorithm::Exact, &Limits::default())?;
/// assert_eq!(solution.answers[0].probability, 0.4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Loaded {
    source: Source,
    /// Of the source, if that is flat.
    index: Option<Index>,
}

impl From<Source> for Loaded {
    fn from(source: Source) -> Loaded {
        Loaded { source, index: None }
    }
}

impl From<Program> for Loaded {
    fn from(program: Program) -> Loaded {
        Source::Flat(program).into()
    }
}

impl Loaded {
    /// Reads a ProbLog program.
    pub fn read(text: &str) -> Result<Loaded, ParseError> {
        Source::read_indexed(text).map(|(source, index)| Loaded { source, index })
    }

    /// The program with other queries, if there are any, and more evidence.
    pub fn asked(self, queries: Vec<Statement>, evidence: Vec<Statement>) -> Loaded {
        if queries.is_empty() && evidence.is_empty() {
            return self;
        }
        let fits = queries.iter().all(|query| is_flat(query) && !query.negated)
            && evidence.iter().all(is_flat);
        match self.source {
            Source::Flat(mut program) if fits => {
                if !queries.is_empty() {
                    program.queries = queries.into_iter().map(|query| query.atom).collect();
                }
                let seen = |Statement { atom, negated, .. }| Evidence { atom, value: !negated };
                program.evidence.extend(evidence.into_iter().map(seen));
                Loaded { source: Source::Flat(program), ..self }
            }
            Source::Flat(program) => {
                Loaded::from(Source::Wide(WideProgram::from(&program))).asked(queries, evidence)
            }
            Source::Wide(mut program) => {
                if !queries.is_empty() {
                    program.queries = queries;
                }
                program.evidence.extend(evidence);
                Source::Wide(program).into()
            }
        }
    }

    /// The probabilities of the program's queries, given its evidence.
    pub fn solve(&self, algorithm: Algorithm, limits: &Limits) -> Result<Solution, Error> {
        match (&self.source, algorithm) {
            (Source::Flat(program), Algorithm::Exact) => {
                exact::solve_indexed(program, self.index.as_ref(), limits)
            }
            (source, _) => solve_source(source, algorithm, limits),
        }
    }

    /// The same, with exact fractions in the answers.
    pub fn fractions(&self, algorithm: Algorithm, limits: &Limits) -> Result<Solution, Error> {
        fractions_source(&self.source, algorithm, limits)
    }
}

fn is_flat(statement: &Statement) -> bool {
    !statement.atom.args.iter().any(|term| matches!(term, Term::Compound(_)))
        && !is_built_in(&statement.atom.name, statement.atom.args.len())
}
