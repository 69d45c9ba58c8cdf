//! Which part of a program can matter to its queries and its evidence.
//!
//! It is judged by predicates: a clause matters if a query or a piece of evidence depends, directly
//! or not, on the predicate of one of its heads.

use crate::{Atom, Clause, DependencyGraph, Predicate, Program};
use std::collections::HashSet;

/// The part of a program that its queries and its evidence depend on.
#[derive(Clone, Debug)]
pub struct Relevant<'p> {
    program: &'p Program,
    /// The clauses with a head that matters, in the order of the program.
    pub clauses: Vec<&'p Clause>,
    /// The predicates of the program's clauses that matter, in the order of their first occurrence.
    pub predicates: Vec<Predicate>,
    /// The other predicates of its clauses.
    pub irrelevant: Vec<Predicate>,
}

/// Where a predicate is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum User<'p> {
    /// In a query.
    #[error("the query `{0}`")]
    Query(&'p Atom),
    /// In evidence.
    #[error("the evidence `{0}`")]
    Evidence(&'p Atom),
    /// In the body of a clause.
    #[error("the clause `{0}`{line}", line = line(.0))]
    Clause(&'p Clause),
}

/// The line of a clause, if it comes from a text.
fn line(clause: &Clause) -> String {
    if clause.place.is_known() { format!(" (line {})", clause.place.line) } else { String::new() }
}

impl Program {
    /// The atoms that are asked for or observed: queries first, then evidence.
    pub fn goals(&self) -> impl Iterator<Item = &Atom> {
        self.queries.iter().chain(&self.evidence).map(|goal| &goal.atom)
    }

    /// All atoms: those of the clauses, in the order they are written, then those that are asked for or observed.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.clauses.iter().flat_map(Clause::atoms).chain(self.goals())
    }

    /// The predicates of all atoms, in the order of their first occurrence.
    pub fn predicates(&self) -> Vec<Predicate> {
        distinct(self.atoms())
    }

    /// The part that queries and evidence depend on.
    ///
    /// ```
    /// use randlog_logic::Dialect;
    ///
    /// let program = Dialect::ProbLog.parse("p :- q, r. q. s :- p. query(p).")?;
    /// let relevant = program.relevant();
    /// assert_eq!(relevant.clauses, [&program.clauses[0], &program.clauses[1]]);
    /// let (predicate, user) = relevant.undefined().next().unwrap();
    /// assert_eq!(format!("{predicate}, by {user}"), "r/0, by the clause `p :- q, r.` (line 1)");
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn relevant(&self) -> Relevant<'_> {
        let graph = DependencyGraph::new(&self.clauses);
        let (predicates, irrelevant) =
            graph.dependencies_and_others(self.goals().map(Atom::predicate));
        let matters: HashSet<&Predicate> = predicates.iter().collect();
        let matters = |atom: &Atom| matters.contains(&atom.predicate());
        let has_such_a_head =
            |clause: &&Clause| clause.heads.iter().any(|head| matters(&head.atom));
        let clauses = self.clauses.iter().filter(has_such_a_head).collect();
        Relevant { program: self, clauses, predicates, irrelevant }
    }
}

/// The predicates of these atoms, in the order of their first occurrence.
pub(crate) fn distinct<'a>(atoms: impl Iterator<Item = &'a Atom>) -> Vec<Predicate> {
    let mut seen = HashSet::new();
    atoms.map(Atom::predicate).filter(|predicate| seen.insert(predicate.clone())).collect()
}

impl<'p> Relevant<'p> {
    /// The predicates that are used by this part, but have no clause; each as often as it is used.
    pub fn undefined(&self) -> impl Iterator<Item = (Predicate, User<'p>)> {
        let heads = self.clauses.iter().flat_map(|clause| &clause.heads);
        let defined: HashSet<Predicate> = heads.map(|head| head.atom.predicate()).collect();
        let queries =
            self.program.queries.iter().map(|query| (&query.atom, User::Query(&query.atom)));
        let evidence = self.program.evidence.iter().map(|evidence| &evidence.atom);
        let evidence = evidence.map(|atom| (atom, User::Evidence(atom)));
        let bodies = self.clauses.iter().flat_map(|&clause| {
            clause.body.atoms().map(move |occurrence| (occurrence.atom, User::Clause(clause)))
        });
        let used = queries.chain(evidence).chain(bodies);
        used.map(|(atom, user)| (atom.predicate(), user))
            .filter(move |(predicate, _)| !defined.contains(predicate))
    }
}
