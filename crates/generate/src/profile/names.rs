//! Names that specs allow, in place of those that they do not.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use randlog_logic::{Atom, Clause, Formula, Predicate, Symbol, Term};

use super::note::Note;
use crate::Spec;

/// The predicates and constants of some clauses, and what a spec calls them.
#[derive(Debug)]
pub(super) struct Names {
    /// By their new names, in the order of their first occurrence.
    pub(super) predicates: Vec<Predicate>,
    /// By their new names, in the order of their first occurrence.
    pub(super) constants: Vec<Symbol>,
    /// Those that have another name now.
    renamed_predicates: HashMap<Predicate, Symbol>,
    renamed_constants: HashMap<Term, Symbol>,
}

impl Names {
    /// The names in these clauses. Those that are allowed stay as they are.
    pub(super) fn of<'c>(clauses: impl Iterator<Item = &'c Clause>) -> Names {
        let atoms: Vec<&Atom> = clauses.flat_map(Clause::atoms).collect();
        let old = distinct(atoms.iter().map(|atom| atom.predicate()));
        let own = |old: &Predicate| is_predicate(old).then(|| old.clone());
        let predicates = named(&old, own, |old| {
            let arity = old.arity;
            let like_it = plain(&old.name, 'p').map(move |name| Predicate { name, arity });
            like_it.filter(is_predicate)
        });
        let renamed = old.into_iter().zip(&predicates).filter(|(old, new)| old != *new);
        let renamed_predicates = renamed.map(|(old, new)| (old, new.name.clone())).collect();

        let terms = atoms.iter().flat_map(|atom| &atom.args);
        let old = distinct(terms.filter(|term| term.is_ground()).cloned());
        let own = |old: &Term| constant(old).filter(is_constant);
        let constants = named(&old, own, |old| {
            let text = constant(old).unwrap_or_else(|| old.to_string().into());
            plain(&text, 'c').filter(is_constant)
        });
        let is_other = |(old, new): &(Term, &Symbol)| constant(old).as_ref() != Some(*new);
        let renamed = old.into_iter().zip(&constants).filter(is_other);
        let renamed_constants = renamed.map(|(old, new)| (old, new.clone())).collect();

        Names { predicates, constants, renamed_predicates, renamed_constants }
    }

    /// What is called otherwise now.
    pub(super) fn notes(&self) -> Vec<Note> {
        let renamed = |from: String, to: String| Note::Renamed { from, to };
        let predicates = self.renamed_predicates.iter().map(|(old, new)| {
            renamed(old.to_string(), Predicate::new(new.clone(), old.arity).to_string())
        });
        let constants = self.renamed_constants.iter();
        let constants = constants.map(|(old, new)| renamed(old.to_string(), new.to_string()));
        let mut notes: Vec<Note> = predicates.chain(constants).collect();
        notes.sort_by_cached_key(ToString::to_string);
        notes
    }

    /// Call everything in a clause by its new name.
    pub(super) fn rename(&self, clause: &mut Clause) {
        clause.heads.iter_mut().for_each(|head| self.atom(&mut head.atom));
        self.formula(&mut clause.body);
    }

    fn formula(&self, formula: &mut Formula) {
        match formula {
            Formula::True => {}
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(child) => self.formula(child),
            Formula::And(children) | Formula::Or(children) => {
                children.iter_mut().for_each(|child| self.formula(child));
            }
        }
    }

    fn atom(&self, atom: &mut Atom) {
        if let Some(name) = self.renamed_predicates.get(&atom.predicate()) {
            atom.name = name.clone();
        }
        for term in &mut atom.args {
            if let Some(name) = self.renamed_constants.get(term) {
                *term = Term::Constant(name.clone());
            }
        }
    }
}

/// Is this a predicate that a spec can have? Arities are another matter.
pub(super) fn is_predicate(predicate: &Predicate) -> bool {
    // Large arities are refused later, with the spec as a whole.
    let Predicate { name, arity } = predicate;
    let draft = Spec::builder().predicates([format!("{name}/{}", arity.min(&100))]);
    draft.variables(1).max_nodes(1).max_clauses(1).build().is_ok()
}

fn is_constant(name: &Symbol) -> bool {
    let draft = Spec::builder().predicates(["p/1"]).constants([name]);
    draft.max_nodes(1).max_clauses(1).build().is_ok()
}

fn constant(term: &Term) -> Option<Symbol> {
    match term {
        Term::Constant(name) => Some(name.clone()),
        _ => None,
    }
}

/// Plain names that remind of a text: `is_a`, `is_a1`, … for `is-a`, and `c3`, `c31`, … for `3`.
fn plain(text: &str, initial: char) -> impl Iterator<Item = Symbol> + use<> {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let letters: String = text.chars().map(letter).collect();
    let stem = letters.trim_matches('_');
    let stem = match stem.starts_with(|c: char| c.is_ascii_lowercase()) {
        true => stem.to_owned(),
        false => format!("{initial}{stem}"),
    };
    let numbers = (1..).map(|number: u64| number.to_string());
    let endings = std::iter::once(String::new()).chain(numbers);
    endings.map(move |ending| format!("{stem}{ending}").into())
}

/// The name of each: its own if it has one that is allowed, else the first proposal that is free.
fn named<Old, New: Clone + Eq + Hash, Proposals: Iterator<Item = New>>(
    all: &[Old],
    own: impl Fn(&Old) -> Option<New>,
    propose: impl Fn(&Old) -> Proposals,
) -> Vec<New> {
    let own: Vec<Option<New>> = all.iter().map(own).collect();
    let mut taken: HashSet<New> = own.iter().flatten().cloned().collect();
    let mut fresh = |old: &Old| {
        let free = propose(old).find(|new| taken.insert(new.clone()));
        free.expect("there are names without end")
    };
    all.iter().zip(own).map(|(old, own)| own.unwrap_or_else(|| fresh(old))).collect()
}

/// Each once, in the order of first occurrence.
fn distinct<T: Clone + Eq + Hash>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = HashSet::new();
    all.filter(|one| seen.insert(one.clone())).collect()
}

#[cfg(test)]
mod tests {
    use randlog_logic::Dialect;

    use super::*;

    #[test]
    fn names_stay_where_specs_allow_them_and_are_close_where_not() {
        let text = "'is-a'(X, 'New York') :- is_a(X, new_york), 'Über'(X, 3), print(X, Y, Z).
                    print(-3, 0.5, mod).";
        let mut program = Dialect::Prolog.parse(text).unwrap();
        let names = Names::of(program.clauses.iter());
        program.clauses.iter_mut().for_each(|clause| names.rename(clause));
        let text = Dialect::Prolog.print(&program).unwrap().to_string();
        assert_eq!(
            text,
            "is_a1(X, new_york1) :- is_a(X, new_york), ber(X, c3), print(X, _, _).\n\
             print(c31, c0_5, mod1).\n"
        );
        let notes: Vec<String> = names.notes().iter().map(ToString::to_string).collect();
        assert_eq!(notes.len(), 7, "{notes:?}");
        assert_eq!(notes[0], "'New York' is called new_york1: specs have plain names");
        assert!(names.constants.iter().all(is_constant));
        assert!(names.predicates.iter().all(is_predicate));
    }
}
