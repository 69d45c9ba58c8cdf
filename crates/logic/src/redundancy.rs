//! Clauses that a program could do without, as far as their form tells.
//!
//! A clause is redundant by itself if it is a tautology, if its body contradicts itself, or if it repeats a part of its
//! body; and it is redundant in a program if another clause θ-subsumes it (`subsumption.rs`). Formulas count as equal if
//! they are written in the same way: `(q ; r)` and `(r ; q)` are two parts.

use crate::subsumption::{Search, with_names};
use crate::{Clause, Formula, Predicate};
use randlog_base::{Stop, Stopped};
use std::collections::{HashMap, HashSet};

/// Why a clause is redundant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Redundancy {
    /// Its heads are parts of its body, so that it derives nothing new.
    #[error("it is a tautology: its head is in its body")]
    Tautology,
    /// This and its negation are parts of its body, which is never true.
    #[error("its body contradicts itself: it holds `{0}` and its negation")]
    Contradiction(Formula),
    /// This is a part of its body twice.
    #[error("its body holds `{0}` twice")]
    Repetition(Formula),
    /// The clause of this number, counted from one, subsumes it.
    #[error("clause {0} subsumes it")]
    Subsumed(usize),
}

impl Clause {
    /// Why the clause is redundant by itself.
    ///
    /// ```
    /// use randlog_logic::{Dialect, Redundancy};
    ///
    /// let program = Dialect::ProbLog.parse("p(X) :- q(X), p(X). p(X) :- q(X), p(Y).")?;
    /// assert_eq!(program.clauses[0].redundancies(), [Redundancy::Tautology]);
    /// assert_eq!(program.clauses[1].redundancies(), []);
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn redundancies(&self) -> Vec<Redundancy> {
        let clause = with_names(self);
        let parts: HashSet<&Formula> = clause.parts().iter().collect();
        let mut found = Vec::new();
        if clause.heads.iter().all(|head| {
            !head.negated
                && clause
                    .parts()
                    .iter()
                    .any(|part| matches!(part, Formula::Atom(atom) if *atom == head.atom))
        }) {
            found.push(Redundancy::Tautology);
        }
        let contradicted = clause.parts().iter().find_map(|part| match part {
            Formula::Not(child) if parts.contains(&**child) => Some((**child).clone()),
            _ => None,
        });
        found.extend(contradicted.map(Redundancy::Contradiction));
        let mut seen = HashSet::new();
        let repeated = clause.parts().iter().find(|part| !seen.insert(*part));
        found.extend(repeated.cloned().map(Redundancy::Repetition));
        found
    }
}

/// The redundant clauses, by their numbers, counted from one, each with every reason. Of two clauses that subsume each other,
/// the second is redundant.
///
/// ```
/// use randlog_logic::{Dialect, Redundancy, Stop, redundant_clauses};
///
/// let program = Dialect::ProbLog.parse("p(a) :- q. q. p(X) :- q. q :- p(a).")?;
/// let found = redundant_clauses(&program.clauses, &Stop::NEVER);
/// assert_eq!(found, Ok(vec![(1, Redundancy::Subsumed(3)), (4, Redundancy::Subsumed(2))]));
/// # Ok::<(), randlog_logic::ParseError>(())
/// ```
pub fn redundant_clauses(
    clauses: &[Clause],
    stop: &Stop,
) -> Result<Vec<(usize, Redundancy)>, Stopped> {
    let clauses: Vec<_> = clauses.iter().map(with_names).collect();
    let head = |clause: &Clause| clause.heads.first().map(|head| head.atom.predicate());
    let mut of_head: HashMap<Option<Predicate>, Vec<usize>> = HashMap::new();
    for (number, clause) in clauses.iter().enumerate() {
        of_head.entry(head(clause)).or_default().push(number);
    }
    let mut search = Search { stop, steps: 0 };
    let mut found = Vec::new();
    for (number, clause) in clauses.iter().enumerate() {
        found.extend(clause.redundancies().into_iter().map(|reason| (number + 1, reason)));
        for &other in &of_head[&head(clause)] {
            search.steps += 1;
            stop.check_at(search.steps)?;
            if other != number
                && search.subsumes(&clauses[other], clause)?
                && (other < number || !search.subsumes(clause, &clauses[other])?)
            {
                found.push((number + 1, Redundancy::Subsumed(other + 1)));
                break;
            }
        }
    }
    Ok(found)
}
