//! Names for variables without one, and clauses as text.

use super::Reserved;
use randlog_logic::{
    Annotation, Atom, Clause, Compound, Formula, Goal, Head, SourcePlace, Symbol, Term,
};
use std::sync::Arc;

/// Every `_` is a variable of its own: it gets a name, one that cannot be written.
pub(super) fn name_apart(clause: &mut Clause) {
    let mut next = 0;
    for head in &mut clause.heads {
        let terms = head.atom.args.iter_mut().chain(head.probability.expression_mut());
        terms.for_each(|term| name_term(term, &mut next));
    }
    name_formula(&mut clause.body, &mut next);
}

pub(super) fn name_apart_goal(statement: &mut Goal) {
    let mut next = 0;
    statement.atom.args.iter_mut().for_each(|term| name_term(term, &mut next));
    name_formula(&mut statement.condition, &mut next);
}

fn name_formula(formula: &mut Formula, next: &mut usize) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => atom.args.iter_mut().for_each(|term| name_term(term, next)),
        Formula::Not(inner) => name_formula(inner, next),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter_mut().for_each(|part| name_formula(part, next));
        }
    }
}

fn name_term(term: &mut Term, next: &mut usize) {
    match term {
        Term::Anonymous => {
            *next += 1;
            *term = Term::Variable(Symbol::from(format!("_ {next}")));
        }
        Term::Compound(compound) if !compound_is_named(compound) => {
            let mut copy = (**compound).clone();
            match &mut copy {
                Compound::Function(_, args) => args.iter_mut().for_each(|arg| name_term(arg, next)),
                Compound::List(items, tail) => {
                    items.iter_mut().for_each(|item| name_term(item, next));
                    name_term(tail, next);
                }
            }
            *term = Term::Compound(Arc::new(copy));
        }
        _ => {}
    }
}

/// Is there no `_` inside?
fn compound_is_named(compound: &Compound) -> bool {
    let is_named = |term: &Term| match term {
        Term::Anonymous => false,
        Term::Compound(inner) => compound_is_named(inner),
        _ => true,
    };
    match compound {
        Compound::Function(_, args) => args.iter().all(is_named),
        Compound::List(items, tail) => items.iter().all(is_named) && is_named(tail),
    }
}

/// The variable as it was written.
pub(crate) fn written(name: &str) -> &str {
    if name.starts_with("_ ") { "_" } else { name }
}

/// A clause as text, and the place where it stands.
pub(super) fn clause_text(
    clause: &Clause,
    reserved: &Reserved,
    of_library: bool,
) -> (String, SourcePlace) {
    let head = |head: &Head| {
        let annotation = match &head.probability {
            Annotation::Number(number) if number.is_one() => String::new(),
            Annotation::Number(number) => format!("{number}::"),
            Annotation::Expression(term) => format!("{}::", blank(term)),
        };
        let sign = if head.negated { "\\+ " } else { "" };
        let atom = with_blanks(&reserved.known(&head.atom));
        format!("{annotation}{sign}{atom}")
    };
    let heads: Vec<String> = clause.heads.iter().map(head).collect();
    let body = map_atoms(&clause.body, &|atom| with_blanks(&reserved.known(atom)));
    let origin = if of_library { " (of the library)" } else { "" };
    (format!("{}{}.{origin}", heads.join("; "), after_neck(&body)), clause.place)
}

/// A query or evidence as text, and the place where it stands.
pub(super) fn goal_text(statement: &Goal, what: &str) -> (String, SourcePlace) {
    let Goal { atom, negated, condition, place } = statement;
    let sign = if *negated { "\\+ " } else { "" };
    let condition = after_neck(&map_atoms(condition, &with_blanks));
    (format!("{what}({sign}{}){condition}.", with_blanks(atom)), *place)
}

fn after_neck(body: &Formula) -> String {
    match body {
        Formula::True => String::new(),
        body => format!(" :- {body}"),
    }
}

/// The atom with `_` for each variable without a name.
pub(crate) fn with_blanks(atom: &Atom) -> Atom {
    Atom::new(atom.name.clone(), atom.args.iter().map(blank).collect())
}

fn blank(term: &Term) -> Term {
    match term {
        Term::Variable(name) if name.contains(' ') => Term::Anonymous,
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, args) => {
                Term::function(functor.clone(), args.iter().map(blank).collect())
            }
            Compound::List(items, tail) => {
                Term::list(items.iter().map(blank).collect(), blank(tail))
            }
        },
        other => other.clone(),
    }
}

/// The formula with other atoms.
fn map_atoms(formula: &Formula, map: &dyn Fn(&Atom) -> Atom) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(|part| map_atoms(part, map)).collect();
    match formula {
        Formula::True => Formula::True,
        Formula::Atom(atom) => Formula::Atom(map(atom)),
        Formula::Not(inner) => Formula::Not(Box::new(map_atoms(inner, map))),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
    }
}
