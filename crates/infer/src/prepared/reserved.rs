//! Names for predicates that no program can mean.

use randlog_logic::{Atom, Compound, Formula, Program, Symbol, Term};

/// What starts the names of predicates that are made here: nothing in the program starts so.
pub(crate) struct Reserved {
    prefix: String,
}

/// The clauses that speak for an atom, or against it.
#[derive(Clone, Copy)]
pub(super) enum Side {
    For,
    Against,
}

const FOR: &str = "for ";
const AGAINST: &str = "against ";
const LIBRARY: &str = "library ";

impl Reserved {
    pub(super) fn new(program: &Program) -> Reserved {
        let mut prefix = "_ ".to_owned();
        let mut visit = |name: &str| {
            while name.starts_with(&prefix) {
                prefix.push('_');
            }
        };
        for clause in &program.clauses {
            for head in &clause.heads {
                in_atom(&head.atom, &mut visit);
            }
            in_formula(&clause.body, &mut visit);
        }
        for statement in program.queries.iter().chain(&program.evidence) {
            in_atom(&statement.atom, &mut visit);
            in_formula(&statement.condition, &mut visit);
        }
        program.dynamic().for_each(|predicate| visit(&predicate.name));
        Reserved { prefix }
    }

    pub(super) fn side(&self, side: Side, name: &str) -> Symbol {
        let word = match side {
            Side::For => FOR,
            Side::Against => AGAINST,
        };
        Symbol::from(format!("{}{word}{name}", self.prefix))
    }

    /// The name by which clauses of the library call its own predicates, whatever the program defines.
    pub(super) fn in_library(&self, name: &str) -> Symbol {
        Symbol::from(format!("{}{LIBRARY}{name}", self.prefix))
    }

    /// The predicate that the library calls by this name, if it is one of these.
    pub(super) fn of_library<'n>(&self, name: &'n str) -> Option<&'n str> {
        name.strip_prefix(&self.prefix)?.strip_prefix(LIBRARY)
    }

    pub(super) fn is_reserved(&self, name: &str) -> bool {
        name.starts_with(&self.prefix)
    }

    /// The atom as people know it.
    pub(crate) fn known(&self, atom: &Atom) -> Atom {
        let Some(inner) = atom.name.strip_prefix(&self.prefix) else { return atom.clone() };
        if let Some(name) = inner.strip_prefix(AGAINST) {
            return Atom::new("\\+", vec![Term::function(name, atom.args.clone())]);
        }
        let name = inner.strip_prefix(FOR).or_else(|| inner.strip_prefix(LIBRARY));
        Atom::new(name.unwrap_or(inner), atom.args.clone())
    }
}

fn in_formula(formula: &Formula, visit: &mut dyn FnMut(&str)) {
    formula.atoms().for_each(|occurrence| in_atom(occurrence.atom, visit));
}

fn in_atom(atom: &Atom, visit: &mut dyn FnMut(&str)) {
    visit(&atom.name);
    atom.args.iter().for_each(|term| in_term(term, visit));
}

/// A goal that is collected is a term.
fn in_term(term: &Term, visit: &mut dyn FnMut(&str)) {
    match term {
        Term::Constant(name) => visit(name),
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, args) => {
                visit(functor);
                args.iter().for_each(|arg| in_term(arg, visit));
            }
            Compound::List(items, tail) => {
                items.iter().for_each(|item| in_term(item, visit));
                in_term(tail, visit);
            }
        },
        _ => {}
    }
}
