//! Programs without nested formulas, for languages that know conjunctions of literals only.
//!
//! A negated formula or a disjunction becomes a predicate of its own, as Lloyd and Topor do it:
//!
//! ```text
//! p(X) :- q(X, Y), \+ (r(X) ; s(Y)).
//!
//! p(X) :- q(X, Y), \+ aux_1(X, Y).
//! aux_1(X, Y) :- q(X, Y), aux_2(X, Y).
//! aux_2(X, Y) :- q(X, Y), r(X).
//! aux_2(X, Y) :- q(X, Y), s(Y).
//! ```
//!
//! What stands before the formula comes along, so that all clauses are safe if the given one is. The
//! variables of a clause outside of negations stay the same, and with them the independent choices of
//! a probabilistic clause: one for each of their ground instances.

use crate::{Atom, Clause, Formula, Probability, Program, Symbol, Term, name};

/// Why a program has no equivalent without nested formulas.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFlat {
    /// A clause is not safe from left to right.
    #[error("in `{clause}`, {reason}")]
    Unsafe {
        /// The clause.
        clause: String,
        /// The variable that makes it so.
        reason: String,
    },
    /// A probabilistic clause has a `_` in one branch, which has no value in the others.
    #[error("`_` in a branch of `{clause}`")]
    Branch {
        /// The clause.
        clause: String,
    },
}

impl Program {
    /// The same program with conjunctions of literals for bodies, if it is safe. New predicates start with
    /// `aux_`, or with what no predicate starts with.
    ///
    /// ```
    /// use randlog_logic::Dialect;
    ///
    /// let program = Dialect::ProbLog.parse("p(X) :- q(X), \\+ (r(X) ; s(X)).")?;
    /// let flat = Dialect::ProbLog.print(&program.flattened()?)?.to_string();
    /// assert!(flat.ends_with("p(X) :- q(X), \\+ aux_1(X).\n"), "{flat}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flattened(&self) -> Result<Program, NotFlat> {
        let prefix = name::unused_prefix("aux_", self.atoms().map(|atom| &*atom.name));
        let mut flattener = Flattener { clauses: Vec::new(), prefix, count: 0 };
        for clause in &self.clauses {
            if let Err(reason) = clause.check_safety() {
                let (clause, reason) = (clause.to_string(), reason.to_string());
                return Err(NotFlat::Unsafe { clause, reason });
            }
            flattener.clause(clause)?;
        }
        Ok(Program { clauses: flattener.clauses.into(), ..self.clone() })
    }
}

struct Flattener {
    /// What is done.
    clauses: Vec<Clause>,
    /// What new predicates are called, before a number.
    prefix: String,
    /// How many new names there are.
    count: usize,
}

impl Flattener {
    fn clause(&mut self, clause: &Clause) -> Result<(), NotFlat> {
        let mut body = clause.body.clone();
        if !clause.is_certain() {
            let names = clause.atoms().flat_map(Atom::variables).map(Symbol::as_str);
            let prefix = name::unused_prefix("Anonymous", names);
            self.name_anonymous(&mut body, &prefix)
                .map_err(|()| NotFlat::Branch { clause: clause.to_string() })?;
        }
        let mut literals = Vec::new();
        self.conjoin(&body, &mut literals);
        self.clauses.push(Clause { body: conjunction(literals), ..clause.clone() });
        Ok(())
    }

    /// Name each `_`: a variable like others, it counts for the choices of a probabilistic clause.
    /// But one within a branch has no value in the other branches.
    fn name_anonymous(&mut self, formula: &mut Formula, prefix: &str) -> Result<(), ()> {
        match formula {
            Formula::Atom(atom) => {
                for term in atom.args.iter_mut().filter(|term| **term == Term::Anonymous) {
                    self.count += 1;
                    *term = Term::Variable(format!("{prefix}{}", self.count).into());
                }
                Ok(())
            }
            Formula::And(children) => {
                children.iter_mut().try_for_each(|child| self.name_anonymous(child, prefix))
            }
            Formula::Or(_) if formula.atoms().any(|o| o.atom.args.contains(&Term::Anonymous)) => {
                Err(())
            }
            Formula::True | Formula::Not(_) | Formula::Or(_) => Ok(()),
        }
    }

    /// Add a formula to a conjunction of literals.
    fn conjoin(&mut self, formula: &Formula, literals: &mut Vec<Formula>) {
        match formula {
            Formula::True => {}
            Formula::And(children) => {
                children.iter().for_each(|child| self.conjoin(child, literals));
            }
            Formula::Not(child) if !matches!(**child, Formula::Atom(_)) => {
                let atom = self.define(child, std::slice::from_ref(&**child), literals);
                literals.push(Formula::Not(Box::new(Formula::Atom(atom))));
            }
            Formula::Or(branches) => {
                let atom = self.define(formula, branches, literals);
                literals.push(Formula::Atom(atom));
            }
            Formula::Atom(_) | Formula::Not(_) => literals.push(formula.clone()),
        }
    }

    /// A new predicate that holds where the context and one of the branches do.
    fn define(&mut self, whole: &Formula, branches: &[Formula], context: &[Formula]) -> Atom {
        self.count += 1;
        let name = format!("{}{}", self.prefix, self.count);
        let args = variables(whole).into_iter().map(Term::Variable).collect();
        let atom = Atom::new(name, args);
        for branch in branches {
            let mut literals = context.to_vec();
            self.conjoin(branch, &mut literals);
            let body = conjunction(literals);
            self.clauses.push(Clause::new(Probability::ONE, atom.clone(), body));
        }
        atom
    }
}

/// The named variables of a formula, in the order of their first occurrence.
fn variables(formula: &Formula) -> Vec<Symbol> {
    let mut names: Vec<Symbol> = Vec::new();
    for name in formula.variables() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn conjunction(mut literals: Vec<Formula>) -> Formula {
    match literals.len() {
        0 => Formula::True,
        1 => literals.remove(0),
        _ => Formula::And(literals),
    }
}
