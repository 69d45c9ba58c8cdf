//! Do the atoms of a clause hang together by shared variables?
//!
//! A clause is *connected* if its atoms with variables, those of its heads included, are connected by shared variables,
//! directly or by way of others. Inductive logic programming calls such clauses *linked* (Helft, "Inductive generalization:
//! a logical framework", 1987). In the others, a part of the body is a test of its own, which has nothing to do with the
//! rest. Atoms without variables are exempt.

use crate::{Atom, Clause, Compound, Symbol, Term};
use std::collections::HashSet;

impl Clause {
    /// An atom with variables that shares none with the first such atom, not even by way of others; nothing if the clause is
    /// connected.
    ///
    /// ```
    /// use randlog_logic::Dialect;
    ///
    /// let program = Dialect::ProbLog.parse("p(X) :- q(Y), r(X, Z), s(Z, Y). p(X) :- r(X, a), q(Y).")?;
    /// assert_eq!(program.clauses[0].unconnected_atom(), None);
    /// assert_eq!(program.clauses[1].unconnected_atom().unwrap().to_string(), "q(Y)");
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn unconnected_atom(&self) -> Option<&Atom> {
        let mut open: Vec<&Atom> = self.atoms().filter(|atom| !atom.is_ground()).collect();
        if open.is_empty() {
            return None;
        }
        let mut reached: HashSet<&Symbol> = variables(open.remove(0)).into_iter().collect();
        loop {
            let before = open.len();
            open.retain(|atom| {
                let own = variables(atom);
                let is_linked = own.iter().any(|name| reached.contains(name));
                if is_linked {
                    reached.extend(own);
                }
                !is_linked
            });
            if open.is_empty() || open.len() == before {
                return open.first().copied();
            }
        }
    }
}

/// The named variables of an atom, those inside of terms included. A `_` is shared with no other atom.
fn variables(atom: &Atom) -> Vec<&Symbol> {
    let mut found = Vec::new();
    let mut open: Vec<&Term> = atom.args.iter().collect();
    while let Some(term) = open.pop() {
        match term {
            Term::Variable(name) => found.push(name),
            Term::Compound(compound) => match &**compound {
                Compound::Function(_, args) => open.extend(args),
                Compound::List(items, tail) => open.extend(items.iter().chain([tail])),
            },
            Term::Anonymous | Term::Constant(_) | Term::Number(_) | Term::Text(_) => {}
        }
    }
    found
}
