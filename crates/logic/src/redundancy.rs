//! Clauses that a program could do without, as far as their form tells.
//!
//! A clause is redundant by itself if it is a tautology, if its body contradicts itself, if it repeats a part of its
//! body, or if it is not condensed; and it is redundant in a program if another clause θ-subsumes it (`subsumption.rs`). Formulas count as equal if
//! they are written in the same way: `(q ; r)` and `(r ; q)` are two parts.

use crate::subsumption::{SubstitutionSearch, with_names};
use crate::{Atom, Clause, Formula, Predicate};
use randlog_base::{Stop, Stopped};
use std::borrow::Cow;
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
    /// Without this part of its body, it says the same.
    #[error("it is not condensed: it says the same without `{0}`")]
    Condensable(Formula),
    /// The clause of this number, counted from one, subsumes it.
    #[error("clause {0} subsumes it")]
    Subsumed(usize),
}

impl Redundancy {
    /// The reason in a word.
    pub fn name(&self) -> &'static str {
        match self {
            Redundancy::Tautology => "tautology",
            Redundancy::Contradiction(_) => "contradiction",
            Redundancy::Repetition(_) => "repetition",
            Redundancy::Condensable(_) => "condensation",
            Redundancy::Subsumed(_) => "subsumption",
        }
    }
}

impl Clause {
    /// Why the clause is redundant by itself, as far as that is seen without a search for substitutions: it may still not be
    /// condensed.
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
    let of_heads = by_head(&clauses);
    let mut search = SubstitutionSearch { stop, steps: 0 };
    let mut found = Vec::new();
    for (number, clause) in clauses.iter().enumerate() {
        found.extend(clause.redundancies().into_iter().map(|reason| (number + 1, reason)));
        let condensable = search.condensable_part(clause)?;
        found.extend(condensable.map(|part| (number + 1, Redundancy::Condensable(part))));
        let [head] = &clause.heads[..] else { continue };
        let Some(OfHead { ground_facts, facts, rules }) = of_heads.get(&head.atom.predicate())
        else {
            continue;
        };
        let equal = ground_facts.get(&head.atom).copied();
        let mut by = equal.filter(|&fact| fact < number || !clause.is_fact());
        // A fact is subsumed by facts alone.
        let rules = rules.iter().filter(|_| !clause.is_fact());
        for &other in facts.iter().chain(rules).filter(|other| **other != number) {
            search.steps += 1;
            stop.check_at(search.steps)?;
            if by.is_some() {
                break;
            }
            if search.subsumes(&clauses[other], clause)?
                && (other < number || !search.subsumes(clause, &clauses[other])?)
            {
                by = Some(other);
            }
        }
        found.extend(by.map(|other| (number + 1, Redundancy::Subsumed(other + 1))));
    }
    Ok(found)
}

/// The clauses of a predicate, by their positions. There may be hundreds of thousands of ground facts.
#[derive(Default)]
struct OfHead<'c> {
    /// The first fact with each ground atom.
    ground_facts: HashMap<&'c Atom, usize>,
    /// The other facts.
    facts: Vec<usize>,
    rules: Vec<usize>,
}

fn by_head<'c>(clauses: &'c [Cow<'_, Clause>]) -> HashMap<Predicate, OfHead<'c>> {
    let mut found: HashMap<Predicate, OfHead> = HashMap::new();
    for (number, clause) in clauses.iter().enumerate() {
        // Clauses with several heads do not subsume others.
        let [head] = &clause.heads[..] else { continue };
        let own = found.entry(head.atom.predicate()).or_default();
        match (clause.is_fact(), head.atom.is_ground() && !head.negated) {
            (true, true) => drop(own.ground_facts.entry(&head.atom).or_insert(number)),
            (true, false) => own.facts.push(number),
            (false, _) => own.rules.push(number),
        }
    }
    found
}
