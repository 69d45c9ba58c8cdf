//! The variables of a clause, and where they belong.

use hashbrown::{HashMap, HashSet};
use randlog_logic::{Atom, Compound, Formula, Symbol, Term};
use std::rc::Rc;

/// The variables of a clause.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) numbers: HashMap<Symbol, u32>,
    pub(super) next: u32,
    /// How often each named variable occurs in the clause.
    pub(super) everywhere: HashMap<Symbol, usize>,
    pub(super) clause: u32,
    pub(super) choosing: bool,
    /// The variables that are local to a negation, or to what is collected.
    pub(super) local: HashSet<Symbol>,
}

impl Scope {
    pub(super) fn number(&mut self, name: Option<&Symbol>) -> u32 {
        let fresh = self.next;
        let number = match name {
            Some(name) => *self.numbers.entry(name.clone()).or_insert(fresh),
            None => fresh,
        };
        self.next = self.next.max(number + 1);
        number
    }

    /// The names by number; no name for what has none.
    pub(super) fn names(&self) -> Rc<[Symbol]> {
        let mut names = vec![Symbol::new_static("_"); self.next as usize];
        for (name, &number) in &self.numbers {
            names[number as usize] = name.clone();
        }
        names.into()
    }
}

/// The named variables of a term, each as often as it occurs.
pub(super) fn variables(term: &Term) -> Vec<Symbol> {
    let mut counts = HashMap::new();
    count(term, &mut counts);
    counts.into_keys().collect()
}

pub(super) fn count(term: &Term, counts: &mut HashMap<Symbol, usize>) {
    match term {
        Term::Variable(name) => *counts.entry(name.clone()).or_default() += 1,
        Term::Compound(compound) => match &**compound {
            Compound::Function(_, args) => args.iter().for_each(|arg| count(arg, counts)),
            Compound::List(items, tail) => {
                items.iter().for_each(|item| count(item, counts));
                count(tail, counts);
            }
        },
        _ => {}
    }
}

pub(super) fn count_formula(formula: &Formula, counts: &mut HashMap<Symbol, usize>) {
    for occurrence in formula.atoms() {
        occurrence.atom.args.iter().for_each(|term| count(term, counts));
    }
}

/// Finds the variables with all their occurrences inside one negation or one collected goal.
pub(super) fn mark_local(
    formula: &Formula,
    everywhere: &HashMap<Symbol, usize>,
    is_collect: &dyn Fn(&Atom) -> bool,
    local: &mut HashSet<Symbol>,
) {
    let mut add = |inside: HashMap<Symbol, usize>| {
        local.extend(inside.into_iter().filter(|(name, n)| everywhere[name] == *n).map(|(v, _)| v));
    };
    match formula {
        Formula::Not(inner) => {
            let mut inside = HashMap::new();
            count_formula(inner, &mut inside);
            add(inside);
            mark_local(inner, everywhere, is_collect, local);
        }
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| mark_local(part, everywhere, is_collect, local));
        }
        Formula::Atom(atom) if is_collect(atom) => {
            let mut inside = HashMap::new();
            atom.args.iter().take(2).for_each(|term| count(term, &mut inside));
            add(inside);
        }
        Formula::Atom(_) | Formula::True => {}
    }
}
