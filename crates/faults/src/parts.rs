//! Takes programs apart and puts them together, to make programs from programs.

use std::collections::BTreeSet;

use randlog_logic::{Atom, Clause, Compound, Formula, Goal, Probability, Program, Symbol, Term};

/// The constants and numbers of a program, in order.
pub(crate) fn constants(program: &Program) -> Vec<Term> {
    let terms = atoms(program).flat_map(|atom| &atom.args);
    let ground: BTreeSet<&Term> = terms.filter(|term| term.is_ground()).collect();
    ground.into_iter().cloned().collect()
}

/// The atoms of clauses, queries and evidence.
pub(crate) fn atoms(program: &Program) -> impl Iterator<Item = &Atom> {
    program.clauses.iter().flat_map(Clause::atoms).chain(program.goals())
}

/// The heads of all clauses.
pub(crate) fn heads(program: &Program) -> impl Iterator<Item = &Atom> {
    program.clauses.iter().flat_map(|clause| &clause.heads).map(|head| &head.atom)
}

/// A program that was changed.
pub(crate) fn edited(program: &Program, edit: impl FnOnce(&mut Program)) -> Program {
    let mut copy = program.clone();
    edit(&mut copy);
    copy
}

/// All atoms of a program, to be changed.
pub(crate) fn atoms_mut(program: &mut Program) -> impl Iterator<Item = &mut Atom> {
    lines_mut(program).flatten()
}

/// The atoms of each line of a program, to be changed: of clauses, of evidence, of queries.
pub(crate) fn lines_mut(program: &mut Program) -> impl Iterator<Item = Vec<&mut Atom>> {
    let goals = program.evidence.iter_mut().chain(&mut program.queries);
    program.clauses.iter_mut().map(clause_atoms_mut).chain(goals.map(goal_atoms_mut))
}

fn goal_atoms_mut(goal: &mut Goal) -> Vec<&mut Atom> {
    let mut atoms = vec![&mut goal.atom];
    formula_atoms_mut(&mut goal.condition, &mut atoms);
    atoms
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
        Formula::Atom(atom) => atoms.push(atom),
        other => children_mut(other).iter_mut().for_each(|child| formula_atoms_mut(child, atoms)),
    }
}

/// What a formula is made of.
pub(crate) fn children(formula: &Formula) -> &[Formula] {
    match formula {
        Formula::True | Formula::Atom(_) => &[],
        Formula::Not(child) => std::slice::from_ref(child),
        Formula::And(children) | Formula::Or(children) => children,
    }
}

/// What a formula is made of, to be changed.
pub(crate) fn children_mut(formula: &mut Formula) -> &mut [Formula] {
    match formula {
        Formula::True | Formula::Atom(_) => &mut [],
        Formula::Not(child) => std::slice::from_mut(child),
        Formula::And(children) | Formula::Or(children) => children,
    }
}

/// What a term is made of; the tail of a list comes last.
pub(crate) fn terms(term: &Term) -> Vec<&Term> {
    let Term::Compound(compound) = term else { return Vec::new() };
    match &**compound {
        Compound::Function(_, args) => args.iter().collect(),
        Compound::List(items, tail) => items.iter().chain([tail]).collect(),
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
            Formula::And(children) | Formula::Or(children) => {
                if *left == 0 {
                    return Some(children);
                }
                *left -= 1;
                children.iter_mut().find_map(|child| find(child, left))
            }
            other => children_mut(other).iter_mut().find_map(|child| find(child, left)),
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

/// Change what a body demands.
pub(crate) fn change_conjuncts(clause: &mut Clause, change: impl FnOnce(&mut Vec<Formula>)) {
    let mut all = conjuncts(std::mem::replace(&mut clause.body, Formula::True));
    change(&mut all);
    clause.body = joined(all, Formula::And);
}

/// These parts, one of them alone, or `true` if there is none.
pub(crate) fn joined(mut parts: Vec<Formula>, by: fn(Vec<Formula>) -> Formula) -> Formula {
    match parts.len() {
        0 => Formula::True,
        1 => parts.remove(0),
        _ => by(parts),
    }
}

/// The negation of a formula.
pub(crate) fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

/// What is never true: `fail`.
pub(crate) fn fail() -> Formula {
    not(Formula::True)
}

/// One half.
pub(crate) fn half() -> Probability {
    Probability::new(1, 2).unwrap_or(Probability::ONE)
}

/// A clause without a probability.
pub(crate) fn certain(head: Atom, body: Formula) -> Clause {
    Clause::new(Probability::ONE, head, body)
}

/// A variable that the clause does not have.
pub(crate) fn fresh_variable(clause: &Clause) -> Term {
    let taken: BTreeSet<&Symbol> = clause.atoms().flat_map(Atom::variables).collect();
    let names = (1..).map(|number| Symbol::from(format!("V{number}")));
    Term::Variable(names.into_iter().find(|name| !taken.contains(name)).unwrap_or_default())
}

/// A name that no predicate has, starting with a letter.
pub(crate) fn fresh_predicate(program: &Program, stem: &str) -> Symbol {
    let taken: BTreeSet<&str> = atoms(program).map(|atom| &*atom.name).collect();
    let names =
        (0..).map(|number| if number == 0 { stem.into() } else { format!("{stem}{number}") });
    names.into_iter().find(|name| !taken.contains(&**name)).unwrap_or_default().into()
}

/// The variables that occur once.
pub(crate) fn singles<'a>(atoms: impl Iterator<Item = &'a Atom>) -> Vec<Symbol> {
    let names: Vec<&Symbol> = atoms.flat_map(Atom::variables).collect();
    let times = |name: &Symbol| names.iter().filter(|other| **other == name).count();
    names.iter().filter(|name| times(name) == 1).map(|name| (*name).clone()).collect()
}

/// Write `_` for these.
pub(crate) fn forget(atom: &mut Atom, names: &[Symbol]) {
    for term in &mut atom.args {
        if term.variable().is_some_and(|name| names.contains(name)) {
            *term = Term::Anonymous;
        }
    }
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
