//! From a solution of the model to a program.

use randlog_kernel::{Store, Var};
use randlog_logic::{Atom, Clause, Formula, Probability, Program, Symbol, Term};
use smallvec::SmallVec;

use super::layout::{Body, ClauseVars, Codes, Layout};
use crate::Spec;
use crate::exact::{Literal, Token, read_clause, write_set};
use crate::spec::Bodies;

/// The program that a solution stands for. Probabilities come from `probability`, clause by clause, which is given
/// the position of the head.
pub(crate) fn program(
    spec: &Spec,
    layout: &Layout,
    store: &Store,
    mut probability: impl FnMut(usize) -> Probability,
) -> Program {
    let codes = &layout.codes;
    let enabled = layout
        .clauses
        .iter()
        .take_while(|clause| value(store, clause.head.predicate) != codes.none);
    let clauses = enabled.map(|vars| {
        let (head, body) = match spec.bodies() {
            Bodies::Formula | Bodies::Conjunction => clause(spec, codes, store, vars),
            Bodies::Set => set(spec, codes, store, vars),
        };
        let position = value(store, vars.head.predicate) as usize;
        Clause::new(probability(position), head, body)
    });
    Program { clauses: clauses.collect(), ..Program::default() }
}

/// The clause that these values stand for, with its literals in the order of the model.
pub(crate) fn clause(
    spec: &Spec,
    codes: &Codes,
    store: &Store,
    clause: &ClauseVars,
) -> (Atom, Formula) {
    let mut reader = Reader { spec, codes, store, body: &clause.body, names: SmallVec::new() };
    let head = reader.atom(value(store, clause.head.predicate), &clause.head.arguments);
    (head, reader.formula(0))
}

/// The same for a set of literals, in the order in which sets are written.
fn set(spec: &Spec, codes: &Codes, store: &Store, clause: &ClauseVars) -> (Atom, Formula) {
    let ClauseVars { head, body, .. } = clause;
    let atom = |predicate: u32, arguments: &[Var]| -> Vec<Token> {
        let terms = arguments[..spec.predicates()[predicate as usize].arity].iter();
        let terms = terms.map(|&term| match value(store, term) {
            term if codes.variables().contains(&term) => Token::Variable(term),
            term => Token::Constant(term - codes.variables().end),
        });
        std::iter::once(Token::Atom(predicate)).chain(terms).collect()
    };
    let name = |node: usize| value(store, body.names[node]);
    let literal = |node: usize| {
        let is_negated = name(node) == codes.not;
        let child = || body.children(store, node).next().expect("a negation has a child");
        let node = if is_negated { child() } else { node };
        Literal { is_negated, atom: atom(name(node), body.arguments(node)).into() }
    };
    let literals: Vec<Literal> = match name(0) {
        top if top == codes.top => Vec::new(),
        and if and == codes.and => body.children(store, 0).map(literal).collect(),
        _ => vec![literal(0)],
    };
    let mut tokens: Vec<Token> = atom(value(store, head.predicate), &head.arguments);
    write_set(&mut tokens, &literals, spec.variables().len());
    read_clause(spec, &tokens)
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
    names: SmallVec<[u32; 8]>,
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
        let mut children = body.children(self.store, node).map(|child| self.formula(child));
        if name == codes.not {
            return Formula::Not(Box::new(children.next().expect("a negation has a child")));
        }
        let children = children.collect();
        if name == codes.and { Formula::And(children) } else { Formula::Or(children) }
    }
}
