//! From a solution of the model to a program.

use randlog_kernel::{Store, Var};
use randlog_logic::{Atom, Clause, Formula, Probability, Program, Symbol, Term};

use super::layout::{ClauseVars, Layout};
use crate::Spec;

/// The program that a solution stands for. Probabilities come from `probability`, clause by clause.
pub(crate) fn program(
    spec: &Spec,
    layout: &Layout,
    store: &Store,
    mut probability: impl FnMut() -> Probability,
) -> Program {
    let enabled =
        layout.clauses.iter().take_while(|clause| value(store, clause.head) != layout.codes.none());
    let clauses = enabled.map(|vars| {
        let mut reader = Reader { spec, layout, store, vars, names: Vec::new() };
        let head = reader.atom(value(store, vars.head), &vars.head_args);
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
    layout: &'a Layout,
    store: &'a Store,
    vars: &'a ClauseVars,
    /// The variables met so far. The model orders them by the numbering of nodes; in print, the
    /// first variable that a reader meets shall be the first of the spec.
    names: Vec<u32>,
}

impl Reader<'_> {
    fn atom(&mut self, predicate: u32, args: &[Var]) -> Atom {
        let arity = self.layout.codes.arity(predicate) as usize;
        let name = self.spec.predicates()[predicate as usize].name.clone();
        let args = args[..arity].iter().map(|&arg| self.term(value(self.store, arg))).collect();
        Atom { name, args }
    }

    fn term(&mut self, code: u32) -> Term {
        let variables = self.layout.codes.variables();
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
        let codes = &self.layout.codes;
        let name = value(self.store, self.vars.names[node]);
        if codes.predicates().contains(&name) {
            let vars = self.vars;
            return Formula::Atom(self.atom(name, &vars.args[node]));
        }
        if name == codes.top() {
            return Formula::True;
        }
        let (not, and) = (codes.not(), codes.and());
        let mut children = self.children(node);
        if name == not {
            return Formula::Not(Box::new(children.remove(0)));
        }
        if name == and { Formula::And(children) } else { Formula::Or(children) }
    }

    fn children(&mut self, node: usize) -> Vec<Formula> {
        let parents = &self.vars.parents;
        let of_node = |&child: &usize| value(self.store, parents[child]) == node as u32;
        let children: Vec<usize> = (node + 1..parents.len()).filter(of_node).collect();
        children.into_iter().map(|child| self.formula(child)).collect()
    }
}
