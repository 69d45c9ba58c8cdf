//! How large a program is.

use std::collections::BTreeSet;

use randlog_logic::{Atom, Clause, Formula, Program, Role, Symbol, Term};

use crate::parts;

/// The size of a program: what comes first counts first. Every step makes it smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Lines, heads, and nodes of bodies; a disjunction counts twice, because two clauses say the same.
    pub parts: usize,
    /// Clauses, evidence, queries and directives.
    pub lines: usize,
    /// Atoms, and nodes of terms.
    pub terms: usize,
    /// Occurrences of variables; those with a name count twice.
    pub variables: usize,
    /// Different variables, in each line.
    pub variable_names: usize,
    /// Different constants, numbers and texts.
    pub constants: usize,
    /// Different predicates.
    pub predicates: usize,
    /// Probabilities: none for a certain clause, one for 0.5, more for others.
    pub probabilities: usize,
    /// Negated heads, queries and observations.
    pub negated: usize,
}

impl Size {
    /// The size of a program.
    pub fn of(program: &Program) -> Size {
        let statements = || program.evidence.iter().chain(&program.queries);
        let lines = program.clauses.len() + statements().count() + program.directives.len();
        let mut size = Size { parts: lines, lines, ..Size::default() };
        let mut constants = BTreeSet::new();
        for clause in &program.clauses {
            size.parts += clause.heads.len();
            for head in &clause.heads {
                size.atom(&head.atom, &mut constants);
                size.negated += usize::from(head.negated);
                if let Some(Term::Variable(_) | Term::Anonymous) = head.probability.expression() {
                    size.variables += 2;
                }
            }
            size.probabilities += weight(clause);
            size.formula(&clause.body, &mut constants);
        }
        for statement in statements() {
            size.atom(&statement.atom, &mut constants);
            size.negated += usize::from(statement.negated);
            size.formula(&statement.condition, &mut constants);
        }
        size.constants = constants.len();
        size.names(program);
        size
    }

    fn formula(&mut self, formula: &Formula, constants: &mut BTreeSet<Term>) {
        self.parts += formula.nodes() + formula.disjunctions();
        formula.atoms().for_each(|occurrence| self.atom(occurrence.atom, constants));
    }

    fn atom(&mut self, atom: &Atom, constants: &mut BTreeSet<Term>) {
        self.terms += 1;
        atom.args.iter().for_each(|term| self.term(term, constants));
    }

    fn term(&mut self, term: &Term, constants: &mut BTreeSet<Term>) {
        self.terms += 1;
        match term {
            Term::Variable(_) => self.variables += 2,
            Term::Anonymous => self.variables += 1,
            Term::Constant(_) | Term::Number(_) | Term::Text(_) => {
                constants.insert(term.clone());
            }
            Term::Compound(_) => {
                parts::terms(term).into_iter().for_each(|t| self.term(t, constants))
            }
        }
    }

    /// Count the different variables of each line, and the different predicates.
    fn names(&mut self, program: &Program) {
        let mut predicates = BTreeSet::new();
        let mut variables = BTreeSet::new();
        let mut line = 0;
        let mut note = |line: usize, name: &Symbol, role| {
            match role {
                Role::Predicate(arity) => drop(predicates.insert((name.clone(), arity))),
                Role::Variable => drop(variables.insert((line, name.clone()))),
                Role::Function(_) | Role::Constant => {}
            }
            name.clone()
        };
        let mut copy = program.clone();
        for statement in copy.evidence.iter_mut().chain(&mut copy.queries) {
            statement.rename(&mut |name, role| note(line, name, role));
            line += 1;
        }
        for clause in &mut copy.clauses {
            clause.rename(&mut |name, role| note(line, name, role));
            line += 1;
        }
        (self.predicates, self.variable_names) = (predicates.len(), variables.len());
    }
}

/// How far the probabilities of a clause are from none at all.
fn weight(clause: &Clause) -> usize {
    if clause.is_certain() {
        return 0;
    }
    let annotations = clause.heads.iter().map(|head| head.probability.to_string());
    annotations
        .map(|annotation| match annotation.as_str() {
            "0.5" => 1,
            "0.25" => 2,
            "0.1" => 3,
            other => 3 + other.len(),
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> Size {
        Size::of(&Program::parse(text).unwrap())
    }

    #[test]
    fn everything_is_counted_once() {
        let found = size(
            ":- unknown(fail). 0.3::p(X, f(a)); 0.5::\\+ q :- r(X, _), \\+ (q ; true). \
             evidence(q, false). query(p(1, _)).",
        );
        let expected = Size {
            parts: 4 + 2 + 6 + 1,
            lines: 4,
            terms: 4 + 1 + 3 + 1 + 1 + 3,
            variables: 2 + 2 + 1 + 1,
            variable_names: 1,
            constants: 2,
            predicates: 3,
            probabilities: 6 + 1,
            negated: 2,
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_simpler_is_smaller() {
        let chain = [
            "p. query(p).",
            "0.5::p. query(p).",
            "0.3::p. query(p).",
            "0.3::p. query(q).",
            "p(a). query(q(a)).",
            "p(a). query(q(b)).",
            "p(a). query(q(_)).",
            "p(a). query(q(X)).",
            "p(f(a)). query(q(X)).",
            "p. q. query(q).",
            "p(a) :- true, true. query(q(X)).",
            "p :- p. p. query(p).",
            "p :- p ; true. query(p).",
        ];
        assert!(chain.is_sorted_by(|one, other| size(one) < size(other)));
    }
}
