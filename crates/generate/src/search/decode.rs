//! From a solution of the model to a program.

use randlog_kernel::{Store, Var};
use randlog_logic::{Atom, Clause, Formula, Probability, Program, Symbol, Term};

use super::layout::{Body, Codes, Layout};
use crate::Spec;

/// The program that a solution stands for. Probabilities come from `probability`, clause by clause.
pub(crate) fn program(
    spec: &Spec,
    layout: &Layout,
    store: &Store,
    mut probability: impl FnMut() -> Probability,
) -> Program {
    let codes = &layout.codes;
    let enabled = layout
        .clauses
        .iter()
        .take_while(|clause| value(store, clause.head.predicate) != codes.none);
    let clauses = enabled.map(|clause| {
        let mut reader = Reader { spec, codes, store, body: &clause.body, names: Vec::new() };
        let head = reader.atom(value(store, clause.head.predicate), &clause.head.arguments);
        let body = reader.formula(0);
        Clause::new(probability(), head, body)
    });
    Program { clauses: clauses.collect(), ..Program::default() }
}

fn value(store: &Store, x: Var) -> u32 {
    store.value(x).expect("a solution fixes all variables of enabled clauses")
}

/// Reads one clause, from left to right as it is printed.
struct Reader<'a> {
    spec: &'a Spec,
    codes: &'a Codes,
    store: &'a Store,
    body: &'a Body,
    /// The variables met so far. The model orders them by the numbering of nodes; in print, the
    /// first variable that a reader meets shall be the first of the spec.
    names: Vec<u32>,
}

impl Reader<'_> {
    fn atom(&mut self, predicate: u32, arguments: &[Var]) -> Atom {
        let predicate = &self.spec.predicates()[predicate as usize];
        let terms = arguments[..predicate.arity].iter();
        let args = terms.map(|&term| self.term(value(self.store, term))).collect();
        Atom { name: predicate.name.clone(), args }
    }

    fn term(&mut self, code: u32) -> Term {
        let variables = self.codes.variables();
        if variables.contains(&code) {
            Term::Variable(self.variable(code))
        } else {
            Term::Constant(self.spec.constants()[(code - variables.end) as usize].clone())
        }
    }

    fn variable(&mut self, code: u32) -> Symbol {
        let position = self.names.iter().position(|&name| name == code).unwrap_or_else(|| {
            self.names.push(code);
            self.names.len() - 1
        });
        self.spec.variables()[position].clone()
    }

    fn formula(&mut self, node: usize) -> Formula {
        let (codes, body) = (self.codes, self.body);
        let name = value(self.store, body.names[node]);
        if codes.predicates().contains(&name) {
            return Formula::Atom(self.atom(name, body.arguments(node)));
        }
        if name == codes.top {
            return Formula::True;
        }
        let mut children: Vec<Formula> =
            body.children(self.store, node).map(|child| self.formula(child)).collect();
        if name == codes.not {
            return Formula::Not(Box::new(children.remove(0)));
        }
        if name == codes.and { Formula::And(children) } else { Formula::Or(children) }
    }
}
