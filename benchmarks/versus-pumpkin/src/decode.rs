//! From the values of the model's variables to a program.

use randlog_generate::Spec;
use randlog_logic::{Atom, Clause, Formula, Probability, Program, Term};

use crate::pumpkin::ClauseValues;
use crate::pumpkin::layout::{AND, FIRST_CONSTANT, FIRST_PREDICATE, NOT, OR};

/// The program that the values stand for.
pub fn program(spec: &Spec, clauses: &[ClauseValues]) -> Program {
    let used = clauses.iter().filter(|clause| clause.head < spec.predicates().len());
    let clauses = used.map(|values| {
        let mut decoder = Decoder { spec, values, renamed: Vec::new() };
        let head = decoder.atom(values.head, 0);
        Clause::new(Probability::ONE, head, decoder.formula(0))
    });
    Program { clauses: clauses.collect(), ..Program::default() }
}

struct Decoder<'a> {
    spec: &'a Spec,
    values: &'a ClauseValues,
    /// The variables in the order in which the text of the clause has them: the model numbers them
    /// in the order of nodes, level by level.
    renamed: Vec<usize>,
}

impl Decoder<'_> {
    /// The atom at a place: the head is at place 0, node `i` at place `i + 1`.
    fn atom(&mut self, predicate: usize, place: usize) -> Atom {
        let predicate = &self.spec.predicates()[predicate];
        let slots = self.values.terms.len() / (self.values.names.len() + 1);
        let terms = &self.values.terms[place * slots..][..predicate.arity];
        Atom { name: predicate.name.clone(), args: terms.iter().map(|&t| self.term(t)).collect() }
    }

    fn term(&mut self, value: i32) -> Term {
        let index = (value - FIRST_CONSTANT) as usize;
        let Some(variable) = index.checked_sub(self.spec.constants().len()) else {
            return Term::Constant(self.spec.constants()[index].clone());
        };
        let known = self.renamed.iter().position(|&other| other == variable);
        let name = known.unwrap_or_else(|| {
            self.renamed.push(variable);
            self.renamed.len() - 1
        });
        Term::Variable(self.spec.variables()[name].clone())
    }

    fn formula(&mut self, node: usize) -> Formula {
        match self.values.names[node] {
            NOT => Formula::Not(Box::new(self.children(node).pop().unwrap_or(Formula::True))),
            AND => Formula::And(self.children(node)),
            OR => Formula::Or(self.children(node)),
            name => match (name - FIRST_PREDICATE) as usize {
                p if p < self.spec.predicates().len() => Formula::Atom(self.atom(p, node + 1)),
                _ => Formula::True,
            },
        }
    }

    fn children(&mut self, node: usize) -> Vec<Formula> {
        let later = node + 1..self.values.structure.len();
        later
            .filter(|&child| self.values.structure[child] == node)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|child| self.formula(child))
            .collect()
    }
}
