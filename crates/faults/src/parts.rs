//! Takes programs apart and puts them together, to make programs from programs.

use std::collections::BTreeSet;

use randlog_logic::{Atom, Clause, Formula, Program, Symbol, Term};

/// The constants and numbers of a program, in order.
pub(crate) fn constants(program: &Program) -> Vec<Term> {
    let clauses = program.clauses.iter().flat_map(Clause::atoms);
    let terms = clauses.chain(program.goals()).flat_map(|atom| &atom.args);
    let ground: BTreeSet<&Term> = terms.filter(|term| term.is_ground()).collect();
    ground.into_iter().cloned().collect()
}

/// All atoms of a program, to be changed.
pub(crate) fn atoms_mut(program: &mut Program) -> impl Iterator<Item = &mut Atom> {
    let clauses = program.clauses.iter_mut().flat_map(clause_atoms_mut);
    let goals = program.evidence.iter_mut().chain(&mut program.queries);
    clauses.chain(goals.map(|goal| &mut goal.atom))
}

/// The atoms of a clause, to be changed: heads first.
pub(crate) fn clause_atoms_mut(clause: &mut Clause) -> Vec<&mut Atom> {
    let mut atoms: Vec<&mut Atom> = clause.heads.iter_mut().map(|head| &mut head.atom).collect();
    formula_atoms_mut(&mut clause.body, &mut atoms);
    atoms
}

/// The atoms of a body, to be changed.
pub(crate) fn body_atoms_mut(clause: &mut Clause) -> Vec<&mut Atom> {
    let mut atoms = Vec::new();
    formula_atoms_mut(&mut clause.body, &mut atoms);
    atoms
}

fn formula_atoms_mut<'f>(formula: &'f mut Formula, atoms: &mut Vec<&'f mut Atom>) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => atoms.push(atom),
        Formula::Not(child) => formula_atoms_mut(child, atoms),
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| formula_atoms_mut(child, atoms));
        }
    }
}

/// How many conjunctions and disjunctions there are in a formula.
pub(crate) fn lists(formula: &Formula) -> usize {
    match formula {
        Formula::True | Formula::Atom(_) => 0,
        Formula::Not(child) => lists(child),
        Formula::And(children) | Formula::Or(children) => {
            1 + children.iter().map(lists).sum::<usize>()
        }
    }
}

/// The parts of the conjunction or disjunction of this number, in the order they are written.
pub(crate) fn list_mut(formula: &mut Formula, number: usize) -> Option<&mut Vec<Formula>> {
    fn find<'f>(formula: &'f mut Formula, left: &mut usize) -> Option<&'f mut Vec<Formula>> {
        match formula {
            Formula::True | Formula::Atom(_) => None,
            Formula::Not(child) => find(child, left),
            Formula::And(children) | Formula::Or(children) => {
                if *left == 0 {
                    return Some(children);
                }
                *left -= 1;
                children.iter_mut().find_map(|child| find(child, left))
            }
        }
    }
    let mut left = number;
    find(formula, &mut left)
}

/// What a body demands, one after the other.
pub(crate) fn conjuncts(body: Formula) -> Vec<Formula> {
    match body {
        Formula::True => Vec::new(),
        Formula::And(children) => children,
        other => vec![other],
    }
}

/// A body that demands all of these.
pub(crate) fn conjunction(mut parts: Vec<Formula>) -> Formula {
    match parts.len() {
        0 => Formula::True,
        1 => parts.remove(0),
        _ => Formula::And(parts),
    }
}

/// What is never true: `fail`.
pub(crate) fn fail() -> Formula {
    Formula::Not(Box::new(Formula::True))
}

/// A variable that the clause does not have.
pub(crate) fn fresh_variable(clause: &Clause) -> Term {
    let taken: BTreeSet<&Symbol> = clause.atoms().flat_map(Atom::variables).collect();
    let names = (1..).map(|number| Symbol::from(format!("V{number}")));
    Term::Variable(names.into_iter().find(|name| !taken.contains(name)).unwrap_or_default())
}

/// A name that no predicate has, starting with a letter.
pub(crate) fn fresh_predicate(program: &Program, stem: &str) -> Symbol {
    let clauses = program.clauses.iter().flat_map(Clause::atoms);
    let taken: BTreeSet<&str> = clauses.chain(program.goals()).map(|atom| &*atom.name).collect();
    let names =
        (0..).map(|number| if number == 0 { stem.into() } else { format!("{stem}{number}") });
    names.into_iter().find(|name| !taken.contains(&**name)).unwrap_or_default().into()
}

/// Change a clause, unless that makes an unsafe clause of a safe one, or changes nothing.
pub(crate) fn change(clause: &mut Clause, change: impl FnOnce(&mut Clause)) -> bool {
    let mut changed = clause.clone();
    change(&mut changed);
    let spoiled = || is_safe(clause) && !is_safe(&changed);
    if changed == *clause || spoiled() {
        return false;
    }
    *clause = changed;
    true
}

/// Is a clause safe, if variables may belong to negations?
pub(crate) fn is_safe(clause: &Clause) -> bool {
    clause.check_safety_in_scope().is_ok()
}

/// Are all clauses safe that the queries and the evidence reach?
pub(crate) fn is_safe_throughout(program: &Program) -> bool {
    program.relevant().clauses.into_iter().all(is_safe)
}
