//! Dependencies among ground atoms.

use std::collections::BTreeSet;

use super::DependencyGraph;
use crate::{Atom, Clause, Formula, Head, Occurrence, Program, Symbol, Term};

/// So many instances of clauses are looked at, at most.
const INSTANCES: usize = 1 << 16;

impl DependencyGraph {
    /// The graph of the ground atoms of a function-free program: each is taken for a predicate without arguments.
    /// Every variable takes every constant for a value, whether the body of the instance can ever hold or not. `None` if
    /// there are too many instances.
    ///
    /// ```
    /// use randlog_logic::{DependencyGraph, Program};
    ///
    /// let has_strata = |text| {
    ///     let program = Program::parse(text).unwrap();
    ///     DependencyGraph::of_ground_atoms(&program).unwrap().strata().is_ok()
    /// };
    /// assert!(has_strata("win(a) :- \\+ win(b). query(win(a))."));
    /// assert!(!has_strata("win(X) :- move(X, Y), \\+ win(Y). move(a, b)."));
    /// ```
    pub fn of_ground_atoms(program: &Program) -> Option<DependencyGraph> {
        let atoms = program.clauses.iter().flat_map(Clause::atoms).chain(program.goals());
        let ground = atoms.flat_map(|atom| &atom.args).filter(|term| term.is_ground());
        let mut constants: BTreeSet<&Term> = ground.collect();
        let invented = Term::Constant("a".into());
        if constants.is_empty() {
            constants.insert(&invented);
        }
        let constants: Vec<&Term> = constants.into_iter().collect();
        let mut instances = Vec::new();
        for clause in &program.clauses {
            let named = with_names(clause);
            let names: BTreeSet<&Symbol> =
                named.iter().flat_map(|(it, _)| it.variables()).collect();
            let names: Vec<&Symbol> = names.into_iter().collect();
            let count = constants.len().checked_pow(u32::try_from(names.len()).ok()?)?;
            if instances.len() + count > INSTANCES {
                return None;
            }
            instances.extend(
                (0..count).map(|number| instance(clause, &named, &names, &constants, number)),
            );
        }
        Some(DependencyGraph::new(&instances))
    }
}

/// The atoms of a clause, heads first, with a name for every `_`; and whether each is negated.
fn with_names(clause: &Clause) -> Vec<(Atom, bool)> {
    let heads = clause.heads.iter().map(|head| (&head.atom, false));
    let body = clause.body.atoms().map(|Occurrence { atom, negated }| (atom, negated));
    let mut named: Vec<(Atom, bool)> =
        heads.chain(body).map(|(atom, negated)| (atom.clone(), negated)).collect();
    let nameless = named.iter_mut().flat_map(|(atom, _)| &mut atom.args);
    // No variable of a program has a blank in its name.
    for (number, term) in nameless.filter(|term| **term == Term::Anonymous).enumerate() {
        *term = Term::Variable(format!("_ {number}").into());
    }
    named
}

/// The instance of this number: its digits choose the values.
fn instance(
    clause: &Clause,
    atoms: &[(Atom, bool)],
    names: &[&Symbol],
    constants: &[&Term],
    number: usize,
) -> Clause {
    let value = |term: &Term| {
        let place = term.variable().and_then(|name| names.iter().position(|known| *known == name));
        let Some(place) = place else { return term.clone() };
        let digit = (0..place).fold(number, |rest, _| rest / constants.len()) % constants.len();
        constants[digit].clone()
    };
    let ground = |atom: &Atom| {
        let args = atom.args.iter().map(value).collect();
        Atom::new(Atom::new(atom.name.clone(), args).to_string(), Vec::new())
    };
    let (heads, body) = atoms.split_at(clause.heads.len());
    let literal = |(atom, negated): &(Atom, bool)| match negated {
        true => Formula::Not(Box::new(Formula::Atom(ground(atom)))),
        false => Formula::Atom(ground(atom)),
    };
    let heads = heads.iter().zip(&clause.heads);
    Clause {
        heads: heads.map(|((atom, _), head)| Head { atom: ground(atom), ..head.clone() }).collect(),
        body: Formula::And(body.iter().map(literal).collect()),
        ..clause.clone()
    }
}
