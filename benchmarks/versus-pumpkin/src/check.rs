//! Does a program meet a spec? Slow and plain, and independent of both solvers.

use std::collections::HashSet;

use randlog_generate::Spec;
use randlog_generate::spec::Cycles;
use randlog_logic::{Atom, Clause, Formula, Program, Symbol, Term};

/// The first rule of the spec that the program breaks.
pub fn check(spec: &Spec, program: &Program) -> Result<(), String> {
    if program.clauses.len() > spec.max_clauses() {
        return Err(format!("{} clauses", program.clauses.len()));
    }
    let distinct: HashSet<&Clause> = program.clauses.iter().collect();
    if distinct.len() < program.clauses.len() {
        return Err("a clause occurs twice".into());
    }
    for clause in &program.clauses {
        check_clause(spec, clause).map_err(|error| format!("{error} in {clause:?}"))?;
    }
    let edges = Edges::of(spec, program);
    if let Some(p) = (0..spec.predicates().len()).find(|&p| !edges.defined[p]) {
        return Err(format!("{} heads no clause", spec.predicates()[p]));
    }
    if spec.cycles() != Cycles::Any && edges.negative_cycle() {
        return Err("a cycle through a negation".into());
    }
    if spec.cycles() == Cycles::Acyclic && (0..edges.reach.len()).any(|p| edges.reach[p][p]) {
        return Err("a cycle".into());
    }
    match spec.independent().iter().find(|&&(p, q)| edges.share_ancestor(p, q)) {
        Some(pair) => Err(format!("{pair:?} have an ancestor in common")),
        None => Ok(()),
    }
}

fn check_clause(spec: &Spec, clause: &Clause) -> Result<(), String> {
    let head = &clause.heads[0].atom;
    let mut atoms = vec![head];
    let nodes = match &clause.body {
        Formula::True if spec.empty_bodies() => 0,
        body => count_nodes(body)?,
    };
    if nodes > spec.max_nodes() {
        return Err(format!("{nodes} nodes"));
    }
    collect_atoms(&clause.body, &mut atoms);
    if let Some(atom) = atoms.iter().find(|atom| !spec.predicates().contains(&atom.predicate())) {
        return Err(format!("unknown predicate {}", atom.predicate()));
    }
    let mut used = 0;
    for term in atoms.iter().flat_map(|atom| &atom.args) {
        match term {
            Term::Constant(name) if spec.constants().contains(name) => {}
            Term::Variable(name) => match position(spec.variables(), name) {
                Some(index) if index <= used => used = used.max(index + 1),
                _ => return Err(format!("variable {name} out of order")),
            },
            _ => return Err(format!("unknown term {term:?}")),
        }
    }
    Ok(())
}

fn position(names: &[Symbol], name: &Symbol) -> Option<usize> {
    names.iter().position(|known| known == name)
}

fn count_nodes(formula: &Formula) -> Result<usize, String> {
    match formula {
        Formula::True => Err("`true` where a formula is needed".into()),
        Formula::Atom(_) => Ok(1),
        Formula::Not(inner) => Ok(1 + count_nodes(inner)?),
        Formula::And(children) | Formula::Or(children) if children.len() >= 2 => {
            children.iter().try_fold(1, |sum, child| Ok(sum + count_nodes(child)?))
        }
        Formula::And(_) | Formula::Or(_) => Err("fewer than two children".into()),
    }
}

/// The atoms in the order of the text.
fn collect_atoms<'a>(formula: &'a Formula, atoms: &mut Vec<&'a Atom>) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => atoms.push(atom),
        Formula::Not(inner) => collect_atoms(inner, atoms),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().for_each(|child| collect_atoms(child, atoms));
        }
    }
}

struct Edges {
    defined: Vec<bool>,
    /// Direct edges under a negation.
    negative: Vec<(usize, usize)>,
    /// The transitive closure of all edges.
    reach: Vec<Vec<bool>>,
}

impl Edges {
    fn of(spec: &Spec, program: &Program) -> Edges {
        let count = spec.predicates().len();
        let mut edges = Edges {
            defined: vec![false; count],
            negative: vec![],
            reach: vec![vec![false; count]; count],
        };
        let index = |atom: &Atom| spec.predicates().iter().position(|p| *p == atom.predicate());
        for clause in &program.clauses {
            let Some(head) = index(&clause.heads[0].atom) else { continue };
            edges.defined[head] = true;
            edges.add(&clause.body, head, false, &index);
        }
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    let through = edges.reach[from][middle] && edges.reach[middle][to];
                    edges.reach[from][to] |= through;
                }
            }
        }
        edges
    }

    fn add(
        &mut self,
        formula: &Formula,
        head: usize,
        negated: bool,
        index: &impl Fn(&Atom) -> Option<usize>,
    ) {
        match formula {
            Formula::True => {}
            Formula::Atom(atom) => {
                let Some(from) = index(atom) else { return };
                self.reach[from][head] = true;
                if negated {
                    self.negative.push((from, head));
                }
            }
            Formula::Not(inner) => self.add(inner, head, true, index),
            Formula::And(children) | Formula::Or(children) => {
                children.iter().for_each(|child| self.add(child, head, negated, index));
            }
        }
    }

    fn negative_cycle(&self) -> bool {
        self.negative.iter().any(|&(from, to)| from == to || self.reach[to][from])
    }

    fn share_ancestor(&self, p: usize, q: usize) -> bool {
        let depends = |a: usize, b: usize| a == b || self.reach[b][a];
        (0..self.reach.len()).any(|ancestor| depends(p, ancestor) && depends(q, ancestor))
    }
}
