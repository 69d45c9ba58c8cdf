//! A program that was read, ready to be asked.

use crate::{Algorithm, Error, Limits, Solution, exact, fractions_source, solve_source};
use crate::{fractions, solve};
use randlog_logic::wide::{Source, Statement, Stored, WideProgram, is_built_in};
use randlog_logic::{Evidence, ParseError, Program, ReadLimits, Term};

/// A program with its plain facts in tables, if it is flat.
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
pub struct Loaded(Stored);

impl From<Source> for Loaded {
    fn from(source: Source) -> Loaded {
        Loaded(Stored::Other(source))
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
        Loaded::read_within(text, &ReadLimits::default())
    }

    /// Reads a ProbLog program within limits.
    pub fn read_within(text: &str, limits: &ReadLimits) -> Result<Loaded, ParseError> {
        Stored::read(text, limits).map(Loaded)
    }

    /// The program with other queries, if there are any, and more evidence.
    pub fn asked(self, queries: Vec<Statement>, evidence: Vec<Statement>) -> Loaded {
        if queries.is_empty() && evidence.is_empty() {
            return self;
        }
        let fits = queries.iter().all(|query| is_flat(query) && !query.negated)
            && evidence.iter().all(is_flat);
        match self.0 {
            Stored::Flat(mut database) if fits => {
                ask(&mut database.program, queries, evidence);
                Loaded(Stored::Flat(database))
            }
            Stored::Other(Source::Flat(mut program)) if fits => {
                ask(&mut program, queries, evidence);
                program.into()
            }
            Stored::Flat(database) => wide(&database.whole()).asked(queries, evidence),
            Stored::Other(Source::Flat(program)) => wide(&program).asked(queries, evidence),
            Stored::Other(Source::Wide(mut program)) => {
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
        match (&self.0, algorithm) {
            (Stored::Flat(database), Algorithm::Exact) => exact::solve_database(database, limits),
            (Stored::Flat(database), _) => solve(&database.whole(), algorithm, limits),
            (Stored::Other(source), _) => solve_source(source, algorithm, limits),
        }
    }

    /// The same, with exact fractions in the answers.
    pub fn fractions(&self, algorithm: Algorithm, limits: &Limits) -> Result<Solution, Error> {
        match (&self.0, algorithm) {
            (Stored::Flat(database), Algorithm::Exact) => {
                exact::fractions_of_database(database, limits)
            }
            (Stored::Flat(database), _) => fractions(&database.whole(), algorithm, limits),
            (Stored::Other(source), _) => fractions_source(source, algorithm, limits),
        }
    }
}

fn wide(program: &Program) -> Loaded {
    Source::Wide(WideProgram::from(program)).into()
}

/// Asks a flat program other queries, if there are any, given more evidence.
fn ask(program: &mut Program, queries: Vec<Statement>, evidence: Vec<Statement>) {
    if !queries.is_empty() {
        program.queries = queries.into_iter().map(|query| query.atom).collect();
    }
    let seen = |Statement { atom, negated, .. }| Evidence { atom, value: !negated };
    program.evidence.extend(evidence.into_iter().map(seen));
}

fn is_flat(statement: &Statement) -> bool {
    !statement.atom.args.iter().any(|term| matches!(term, Term::Compound(_)))
        && !is_built_in(&statement.atom.name, statement.atom.args.len())
}
