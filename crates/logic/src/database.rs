//! Programs with their plain facts in tables.

use crate::{Clause, Dialect, Facts, Index, ParseError, Program, ReadLimits};

/// A flat program of ProbLog whose plain facts are in tables: small, and quick to read.
///
/// ```
/// use randlog_logic::{Database, Dialect};
///
/// let text = "0.5::q(a). p(X) :- q(X). q(b). query(p(X)).";
/// let database = Database::read(text, &Default::default())?;
/// assert_eq!((database.facts.len(), database.program.clauses.len()), (2, 1));
/// assert_eq!(database.whole(), Dialect::ProbLog.parse(text)?);
/// # Ok::<(), randlog_logic::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// All but the facts in tables.
    pub program: Program,
    /// Which of the program's clauses are whose. It has the predicates that have only facts, too.
    pub index: Index,
    /// The plain facts.
    pub facts: Facts,
    /// Where each clause of the program stands among all clauses of the text.
    positions: Vec<u32>,
}

impl Database {
    /// Reads a text within limits.
    pub fn read(text: &str, limits: &ReadLimits) -> Result<Database, ParseError> {
        Dialect::ProbLog.read(text, limits)
    }

    /// Adds a clause, which comes after all others.
    pub(crate) fn add(&mut self, clause: Clause) {
        self.positions.push(self.len() as u32);
        self.index.add(&clause, self.program.clauses.len() as u32);
        self.program.clauses.push(clause);
    }

    /// How many clauses there are, facts included.
    pub fn len(&self) -> usize {
        self.program.clauses.len() + self.facts.len()
    }

    /// Is there no clause?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The program with all its clauses, in the order of the text.
    pub fn whole(&self) -> Program {
        let mut clauses: Vec<Option<Clause>> = vec![None; self.len()];
        for (&position, clause) in self.positions.iter().zip(&self.program.clauses) {
            clauses[position as usize] = Some(clause.clone());
        }
        // Facts fill what is left, in their order.
        let free: Vec<usize> = (0..clauses.len()).filter(|&at| clauses[at].is_none()).collect();
        for (number, entry) in self.index.entries().iter().enumerate() {
            for (fact, clause) in self.facts.clauses(number, &entry.predicate) {
                clauses[free[fact as usize]] = Some(clause);
            }
        }
        let Program { directives, evidence, queries, .. } = self.program.clone();
        Program { directives, clauses: clauses.into_iter().flatten().collect(), evidence, queries }
    }
}
