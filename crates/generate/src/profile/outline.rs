//! The shape of any program as a function-free one.

use std::collections::HashMap;

use randlog_logic::{Atom, Clause, Formula, Head, Program, Symbol, Term, goal};

/// The function-free program that has the shape of another one: an argument that is a term with variables becomes a
/// variable, the same for the same term.
pub fn outline(program: &Program) -> Program {
    let clauses = program.clauses.iter().map(|clause| Outline::default().clause(clause));
    Program { clauses: clauses.collect(), ..Program::default() }
}

/// The terms of a clause, and the variables that stand for them.
#[derive(Default)]
struct Outline(HashMap<Term, Symbol>);

impl Outline {
    fn clause(&mut self, clause: &Clause) -> Clause {
        let heads = clause.heads.iter().map(|head| self.head(head)).collect();
        Clause { heads, body: self.formula(&clause.body), place: clause.place }
    }

    fn head(&mut self, head: &Head) -> Head {
        Head::new(head.probability.clone(), self.atom(&head.atom))
    }

    fn formula(&mut self, formula: &Formula) -> Formula {
        let mut all = |children: &[Formula]| children.iter().map(|c| self.formula(c)).collect();
        match formula {
            Formula::True => Formula::True,
            Formula::And(children) => Formula::And(all(children)),
            Formula::Or(children) => Formula::Or(all(children)),
            Formula::Not(child) => Formula::Not(Box::new(self.formula(child))),
            Formula::Atom(atom) => match once(atom) {
                Some(condition) => self.formula(&condition),
                None => Formula::Atom(self.atom(atom)),
            },
        }
    }

    fn atom(&mut self, atom: &Atom) -> Atom {
        Atom::new(atom.name.clone(), atom.args.iter().map(|term| self.term(term)).collect())
    }

    fn term(&mut self, term: &Term) -> Term {
        if !matches!(term, Term::Compound(_)) || term.is_ground() {
            return term.clone();
        }
        // No variable that somebody wrote has such a name.
        let name = format!("_Term{}", self.0.len());
        Term::Variable(self.0.entry(term.clone()).or_insert_with(|| name.into()).clone())
    }
}

/// The goal of `once/1`, which is also the condition of an if-then-else.
fn once(atom: &Atom) -> Option<Formula> {
    match &atom.args[..] {
        [condition] if atom.name == "once" => goal(condition).ok(),
        _ => None,
    }
}
