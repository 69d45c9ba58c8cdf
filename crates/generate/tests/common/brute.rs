//! Small spaces, listed in the most obvious way.
//!
//! Every clause is written out over all names, renamed canonically and put into a set; every set of
//! clauses is tried; every rule is checked by its definition. A clause whose body is a set has its literals
//! in order, under that renaming of variables which makes it the least.

use std::collections::{BTreeMap, BTreeSet};

use randlog_generate::Spec;
use randlog_generate::spec::{Bodies, Connective, Cycles, Required, Used};
use randlog_logic::{Atom, Formula, Predicate, Program, Symbol, Term};

/// A clause without its probability.
pub(crate) type Rule = (Atom, Formula);

/// A program as a set, the form in which programs are compared.
pub(crate) type Rules = BTreeSet<Rule>;

/// Every clause of the spec, or nothing if there are more than `most`.
pub(crate) fn clauses(spec: &Spec, most: usize) -> Option<Vec<Rule>> {
    let mut found = BTreeSet::new();
    let atoms = atoms(spec);
    let mut bodies = Vec::new();
    if spec.empty_bodies() {
        bodies.push(Formula::True);
    }
    for nodes in 1..=spec.max_nodes() {
        match spec.bodies() {
            Bodies::Formula => bodies.extend(formulas(&atoms, nodes, most)?),
            Bodies::Conjunction | Bodies::Set => bodies.extend(conjunctions(&atoms, nodes, most)?),
        }
    }
    if bodies.len() * atoms.len() > 8 * most {
        return None;
    }
    for body in &bodies {
        for head in atoms.iter().filter(|head| spec.heads().contains(&head.predicate())) {
            if is_allowed(spec, head, body) {
                found.insert(canonical(spec, head, body));
            }
        }
    }
    (found.len() <= most).then(|| found.into_iter().collect())
}

/// The rules about a clause by itself.
fn is_allowed(spec: &Spec, head: &Atom, body: &Formula) -> bool {
    let is_set = spec.bodies() == Bodies::Set;
    (!spec.safe() || is_safe_in(spec, head, body))
        && (!is_set || is_set_of_literals(head, body))
        && (spec.redundant() || !is_idle(head, body))
        && (!spec.connected() || is_connected(head, body))
        && (spec.repeated_variables() || !repeats_a_variable(head, body))
}

fn repeats_a_variable(head: &Atom, body: &Formula) -> bool {
    let repeats = |atom: &Atom| {
        let names: Vec<&Symbol> = atom.variables().collect();
        names.len() > variables(atom).len()
    };
    let mut found = repeats(head);
    each_atom(body, false, &mut |atom, _| found |= repeats(atom));
    found
}

/// What must all be true for a clause to fire.
fn parts(body: &Formula) -> Vec<Formula> {
    match body {
        Formula::True => Vec::new(),
        Formula::And(parts) => parts.clone(),
        part => vec![part.clone()],
    }
}

fn negated(formula: &Formula) -> Formula {
    Formula::Not(Box::new(formula.clone()))
}

/// No atom twice or with both signs, the head not among the positive literals.
fn is_set_of_literals(head: &Atom, body: &Formula) -> bool {
    let mut atoms = Vec::new();
    each_atom(body, false, &mut |atom, _| atoms.push(atom.clone()));
    let different: BTreeSet<&Atom> = atoms.iter().collect();
    different.len() == atoms.len() && !parts(body).contains(&Formula::Atom(head.clone()))
}

/// A tautology, a contradiction, a repeated part, or one that follows from the others.
fn is_idle(head: &Atom, body: &Formula) -> bool {
    let parts = parts(body);
    let different: BTreeSet<&Formula> = parts.iter().collect();
    parts.contains(&Formula::Atom(head.clone()))
        || parts.iter().any(|part| parts.contains(&negated(part)))
        || different.len() < parts.len()
        || is_condensable(head, &parts)
}

/// The clause subsumes itself without one of its parts.
fn is_condensable(head: &Atom, parts: &[Formula]) -> bool {
    let with = |parts: Vec<Formula>| (head.clone(), Formula::And(parts));
    let whole = with(parts.to_vec());
    parts.iter().any(|part| {
        subsumes(&whole, &with(parts.iter().filter(|it| *it != part).cloned().collect()))
    })
}

/// Colour variables until atoms do not change them any more: there is one colour at the end.
fn is_connected(head: &Atom, body: &Formula) -> bool {
    let mut atoms = vec![variables(head)];
    each_atom(body, false, &mut |atom, _| atoms.push(variables(atom)));
    let all: BTreeSet<Symbol> = atoms.iter().flatten().cloned().collect();
    let mut colours: BTreeMap<&Symbol, usize> = all.iter().zip(0..).collect();
    for _ in 0..all.len() {
        for atom in &atoms {
            let least = atom.iter().map(|name| colours[name]).min();
            for name in atom {
                colours.insert(all.get(name).expect("of an atom"), least.expect("it has one"));
            }
        }
    }
    colours.values().collect::<BTreeSet<_>>().len() <= 1
}

/// A substitution maps the head and all parts of the first clause to the head and parts of the second.
fn subsumes(general: &Rule, special: &Rule) -> bool {
    let names = all_variables(&general.0, &general.1);
    let mut terms: BTreeSet<Term> = special.0.args.iter().cloned().collect();
    each_atom(&special.1, false, &mut |atom, _| terms.extend(atom.args.iter().cloned()));
    let wanted = parts(&special.1);
    let mut thetas = vec![BTreeMap::new()];
    for name in names {
        let extended = thetas.iter().flat_map(|theta: &BTreeMap<Symbol, Term>| {
            let name = name.clone();
            terms.iter().map(move |term| {
                let mut theta = theta.clone();
                theta.insert(name.clone(), term.clone());
                theta
            })
        });
        thetas = extended.collect();
    }
    thetas.iter().any(|theta| {
        substitute_atom(theta, &general.0) == special.0
            && parts(&general.1).iter().all(|part| wanted.contains(&substitute(theta, part)))
    })
}

fn substitute(theta: &BTreeMap<Symbol, Term>, formula: &Formula) -> Formula {
    let all = |children: &[Formula]| children.iter().map(|f| substitute(theta, f)).collect();
    match formula {
        Formula::True => Formula::True,
        Formula::Atom(atom) => Formula::Atom(substitute_atom(theta, atom)),
        Formula::Not(inner) => negated(&substitute(theta, inner)),
        Formula::And(children) => Formula::And(all(children)),
        Formula::Or(children) => Formula::Or(all(children)),
    }
}

fn substitute_atom(theta: &BTreeMap<Symbol, Term>, atom: &Atom) -> Atom {
    let value = |term: &Term| match term {
        Term::Variable(name) => theta[name].clone(),
        other => other.clone(),
    };
    Atom { name: atom.name.clone(), args: atom.args.iter().map(value).collect() }
}

/// Every program of the spec, or nothing if too many sets of clauses would have to be tried.
pub(crate) fn programs(spec: &Spec, most: usize) -> Option<Vec<Rules>> {
    let clauses = clauses(spec, 5_000)?;
    let mut sets = 1u64;
    let mut tried = 0u64;
    for size in 0..=spec.max_clauses() as u64 {
        tried += sets;
        if tried > most as u64 {
            return None;
        }
        sets = sets * (clauses.len() as u64).saturating_sub(size) / (size + 1);
    }
    let mut found = Vec::new();
    let mut chosen = Vec::new();
    choose(spec, &clauses, &mut chosen, &mut found);
    Some(found)
}

fn choose<'a>(spec: &Spec, rest: &'a [Rule], chosen: &mut Vec<&'a Rule>, found: &mut Vec<Rules>) {
    if meets(spec, chosen) {
        found.push(chosen.iter().map(|&rule| rule.clone()).collect());
    }
    if chosen.len() < spec.max_clauses() {
        for (position, rule) in rest.iter().enumerate() {
            chosen.push(rule);
            choose(spec, &rest[position + 1..], chosen, found);
            chosen.pop();
        }
    }
}

/// Whether a set of well-formed clauses is a program of the space.
pub(crate) fn meets(spec: &Spec, rules: &[&Rule]) -> bool {
    let everyone_heads =
        spec.heads().iter().all(|p| rules.iter().any(|(head, _)| head.predicate() == *p));
    let of = |p: &Predicate| rules.iter().filter(|(head, _)| head.predicate() == *p).count();
    everyone_heads
        && (spec.min_clauses()..=spec.max_clauses()).contains(&rules.len())
        && spec.clauses().iter().all(|&(p, count)| of(&spec.heads()[p]) == count)
        && (!spec.derivable() || is_derivable(spec, rules))
        && (spec.goals().is_empty() || is_used(spec, rules))
        && spec.uses().iter().all(|(head, used)| uses(spec, rules, *head) == *used)
        && cycles_allowed(spec, rules)
        && spec.independent().iter().all(|&(p, q)| is_independent(spec, rules, p, q))
        && (spec.redundant() || !is_any_subsumed(rules))
}

fn is_any_subsumed(rules: &[&Rule]) -> bool {
    rules
        .iter()
        .any(|general| rules.iter().any(|special| general != special && subsumes(general, special)))
}

/// Add predicates with a clause that fires, until there is none; are these all?
fn is_derivable(spec: &Spec, rules: &[&Rule]) -> bool {
    let mut derived: BTreeSet<Predicate> = spec.data().iter().cloned().collect();
    for _ in spec.heads() {
        let fires = |(_, body): &&&Rule| can_be_true(body, &derived);
        let more: Vec<Predicate> =
            rules.iter().filter(fires).map(|(head, _)| head.predicate()).collect();
        derived.extend(more);
    }
    derived.len() == spec.predicates().len()
}

fn can_be_true(formula: &Formula, derived: &BTreeSet<Predicate>) -> bool {
    match formula {
        Formula::True | Formula::Not(_) => true,
        Formula::Atom(atom) => derived.contains(&atom.predicate()),
        Formula::And(children) => children.iter().all(|child| can_be_true(child, derived)),
        Formula::Or(children) => children.iter().any(|child| can_be_true(child, derived)),
    }
}

/// Some goal is each predicate, or depends on it.
fn is_used(spec: &Spec, rules: &[&Rule]) -> bool {
    let graph = Graph::new(spec, rules);
    let is_used = |p: usize| spec.goals().iter().any(|&goal| goal == p || graph.reaches[p][goal]);
    (0..spec.predicates().len()).all(is_used)
}

/// What stands in the bodies of a head.
fn uses(spec: &Spec, rules: &[&Rule], head: usize) -> Vec<Used> {
    let mut found = Vec::new();
    for (_, body) in rules.iter().filter(|(atom, _)| atom.predicate() == spec.heads()[head]) {
        if *body == Formula::True {
            found.push(Used::Nothing);
        }
        each_atom(body, false, &mut |atom, negated| {
            let predicate = spec.predicates().iter().position(|it| *it == atom.predicate());
            found.push(Used::Atom { predicate: predicate.expect("of the spec"), negated });
        });
    }
    found.sort();
    found
}

fn cycles_allowed(spec: &Spec, rules: &[&Rule]) -> bool {
    let graph = Graph::new(spec, rules);
    match spec.cycles() {
        Cycles::Any => true,
        Cycles::Acyclic => !graph.reaches.iter().enumerate().any(|(p, row)| row[p]),
        // A negative edge from p to q closes a cycle if q reaches p.
        Cycles::Stratified => !graph.negative.iter().any(|&(p, q)| p == q || graph.reaches[q][p]),
    }
}

pub(crate) fn is_stratified(spec: &Spec, rules: &[&Rule]) -> bool {
    cycles_allowed(&super::with(spec, |draft| draft.cycles(Cycles::Stratified)), rules)
}

pub(crate) fn is_acyclic(spec: &Spec, rules: &[&Rule]) -> bool {
    cycles_allowed(&super::with(spec, |draft| draft.cycles(Cycles::Acyclic)), rules)
}

pub(crate) fn is_independent(spec: &Spec, rules: &[&Rule], p: usize, q: usize) -> bool {
    let graph = Graph::new(spec, rules);
    let above = |ancestor: usize, of: usize| ancestor == of || graph.reaches[ancestor][of];
    !(0..spec.predicates().len()).any(|ancestor| above(ancestor, p) && above(ancestor, q))
}

struct Graph {
    /// `reaches[p][q]`: q depends on p, directly or not.
    reaches: Vec<Vec<bool>>,
    negative: Vec<(usize, usize)>,
}

impl Graph {
    fn new(spec: &Spec, rules: &[&Rule]) -> Graph {
        let position = |atom: &Atom| {
            spec.predicates().iter().position(|p| *p == atom.predicate()).expect("of the spec")
        };
        let count = spec.predicates().len();
        let mut reaches = vec![vec![false; count]; count];
        let mut negative = Vec::new();
        for (head, body) in rules {
            let head = position(head);
            each_atom(body, false, &mut |atom, below| {
                reaches[position(atom)][head] = true;
                if below {
                    negative.push((position(atom), head));
                }
            });
        }
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
                }
            }
        }
        Graph { reaches, negative }
    }
}

fn each_atom(formula: &Formula, below: bool, visit: &mut impl FnMut(&Atom, bool)) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => visit(atom, below),
        Formula::Not(inner) => each_atom(inner, true, visit),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().for_each(|child| each_atom(child, below, visit));
        }
    }
}

/// Whether a clause is safe: in sets, there is no order.
pub(crate) fn is_safe_in(spec: &Spec, head: &Atom, body: &Formula) -> bool {
    if spec.bodies() != Bodies::Set {
        return is_safe(head, body);
    }
    let mut positive = BTreeSet::new();
    each_atom(body, false, &mut |atom, below| {
        if !below {
            positive.extend(variables(atom));
        }
    });
    all_variables(head, body).is_subset(&positive)
}

fn all_variables(head: &Atom, body: &Formula) -> BTreeSet<Symbol> {
    let mut names = variables(head);
    each_atom(body, false, &mut |atom, _| names.extend(variables(atom)));
    names
}

pub(crate) fn is_safe(head: &Atom, body: &Formula) -> bool {
    bound(body, &BTreeSet::new()).is_some_and(|bound| variables(head).is_subset(&bound))
}

/// The variables bound after the formula, or nothing if it is not safe.
fn bound(formula: &Formula, before: &BTreeSet<Symbol>) -> Option<BTreeSet<Symbol>> {
    match formula {
        Formula::True => Some(before.clone()),
        Formula::Atom(atom) => Some(before | &variables(atom)),
        Formula::Not(inner) => {
            let mut used = BTreeSet::new();
            each_atom(inner, true, &mut |atom, _| used.extend(variables(atom)));
            used.is_subset(before).then(|| before.clone())
        }
        Formula::And(children) => children
            .iter()
            .try_fold(before.clone(), |bound_so_far, child| bound(child, &bound_so_far)),
        Formula::Or(children) => {
            let ends: Option<BTreeSet<_>> =
                children.iter().map(|child| bound(child, before)).collect();
            let mut ends = ends?.into_iter();
            let end = ends.next();
            if ends.next().is_none() { end } else { None }
        }
    }
}

fn variables(atom: &Atom) -> BTreeSet<Symbol> {
    atom.args
        .iter()
        .filter_map(|term| match term {
            Term::Variable(name) => Some(name.clone()),
            _ => None,
        })
        .collect()
}

pub(crate) fn nodes(formula: &Formula) -> usize {
    match formula {
        Formula::True => 0,
        Formula::Atom(_) => 1,
        Formula::Not(inner) => 1 + nodes(inner),
        Formula::And(children) | Formula::Or(children) => {
            1 + children.iter().map(nodes).sum::<usize>()
        }
    }
}

pub(crate) fn negations(formula: &Formula) -> usize {
    match formula {
        Formula::True | Formula::Atom(_) => 0,
        Formula::Not(inner) => 1 + negations(inner),
        Formula::And(children) | Formula::Or(children) => children.iter().map(negations).sum(),
    }
}

/// The clauses of a program as they are in lists of programs.
pub(crate) fn rules(spec: &Spec, program: &Program) -> Rules {
    let rule =
        |clause: &randlog_logic::Clause| canonical(spec, &clause.heads[0].atom, &clause.body);
    program.clauses.iter().map(rule).collect()
}

/// Rename variables to the first ones of the spec, in order of first use; or for sets, so that the clause is
/// the least with its literals in order.
pub(crate) fn canonical(spec: &Spec, head: &Atom, body: &Formula) -> Rule {
    if spec.bodies() == Bodies::Set {
        let names: Vec<Symbol> = all_variables(head, body).into_iter().collect();
        let all = permutations(&spec.variables()[..names.len()]).into_iter().map(|images| {
            let images = images.into_iter().map(Term::Variable);
            let theta: BTreeMap<Symbol, Term> = names.iter().cloned().zip(images).collect();
            let parts = parts(body);
            let mut parts: Vec<Formula> =
                parts.iter().map(|part| substitute(&theta, part)).collect();
            parts.sort();
            let body = match parts.len() {
                0 => Formula::True,
                1 => parts.remove(0),
                _ => Formula::And(parts),
            };
            (substitute_atom(&theta, head), body)
        });
        return all.min().expect("there is a permutation");
    }
    let mut names = BTreeMap::new();
    let head = rename_atom(spec, &mut names, head);
    let body = rename(spec, &mut names, body);
    (head, body)
}

fn rename(spec: &Spec, names: &mut BTreeMap<Symbol, Symbol>, formula: &Formula) -> Formula {
    match formula {
        Formula::True => Formula::True,
        Formula::Atom(atom) => Formula::Atom(rename_atom(spec, names, atom)),
        Formula::Not(inner) => Formula::Not(Box::new(rename(spec, names, inner))),
        Formula::And(all) => Formula::And(all.iter().map(|f| rename(spec, names, f)).collect()),
        Formula::Or(all) => Formula::Or(all.iter().map(|f| rename(spec, names, f)).collect()),
    }
}

fn rename_atom(spec: &Spec, names: &mut BTreeMap<Symbol, Symbol>, atom: &Atom) -> Atom {
    let args = atom.args.iter().map(|term| match term {
        Term::Variable(name) => {
            let next = spec.variables()[names.len().min(spec.variables().len() - 1)].clone();
            Term::Variable(names.entry(name.clone()).or_insert(next).clone())
        }
        other => other.clone(),
    });
    Atom { name: atom.name.clone(), args: args.collect() }
}

fn atoms(spec: &Spec) -> Vec<Atom> {
    let variables = spec.variables().iter().cloned().map(Term::Variable);
    let terms: Vec<Term> =
        variables.chain(spec.constants().iter().cloned().map(Term::Constant)).collect();
    let mut atoms = Vec::new();
    for predicate in spec.predicates() {
        let mut lists = vec![Vec::new()];
        for _ in 0..predicate.arity {
            lists = lists
                .into_iter()
                .flat_map(|list: Vec<Term>| {
                    terms.iter().map(move |term| [list.clone(), vec![term.clone()]].concat())
                })
                .collect();
        }
        let name = &predicate.name;
        atoms.extend(lists.into_iter().map(|args| Atom { name: name.clone(), args }));
    }
    atoms
}

/// All trees of exactly this many nodes.
fn formulas(atoms: &[Atom], nodes: usize, most: usize) -> Option<Vec<Formula>> {
    let mut found = Vec::new();
    if nodes == 1 {
        found.extend(atoms.iter().cloned().map(Formula::Atom));
    } else {
        let inner = formulas(atoms, nodes - 1, most)?;
        found.extend(inner.into_iter().map(|formula| Formula::Not(Box::new(formula))));
        for children in lists(&|size| formulas(atoms, size, most), nodes - 1, most)? {
            if children.len() >= 2 {
                found.push(Formula::And(children.clone()));
                found.push(Formula::Or(children));
            }
        }
    }
    (found.len() <= 8 * most).then_some(found)
}

fn conjunctions(atoms: &[Atom], nodes: usize, most: usize) -> Option<Vec<Formula>> {
    let literals = |size: usize| -> Option<Vec<Formula>> {
        let atoms = atoms.iter().cloned().map(Formula::Atom);
        Some(match size {
            1 => atoms.collect(),
            2 => atoms.map(|atom| Formula::Not(Box::new(atom))).collect(),
            _ => Vec::new(),
        })
    };
    let mut found = literals(nodes)?;
    let many = lists(&literals, nodes - 1, most)?.into_iter().filter(|list| list.len() >= 2);
    found.extend(many.map(Formula::And));
    (found.len() <= 8 * most).then_some(found)
}

/// All nonempty lists of items of exactly this many nodes in all.
fn lists(
    items: &dyn Fn(usize) -> Option<Vec<Formula>>,
    nodes: usize,
    most: usize,
) -> Option<Vec<Vec<Formula>>> {
    let mut found = Vec::new();
    for first in 1..=nodes {
        let rests = if first == nodes { vec![vec![]] } else { lists(items, nodes - first, most)? };
        for item in items(first)? {
            for rest in &rests {
                found.push([vec![item.clone()], rest.clone()].concat());
                if found.len() > 8 * most {
                    return None;
                }
            }
        }
    }
    Some(found)
}

/// The rule on required formulas by its definition.
pub(crate) fn holds(spec: &Spec, required: &Required, formula: &Formula) -> bool {
    let (children, connective) = match formula {
        Formula::True | Formula::Atom(_) => return false,
        Formula::Not(inner) => return holds(spec, required, inner),
        Formula::And(children) => (children, Connective::And),
        Formula::Or(children) => (children, Connective::Or),
    };
    let has = |&p: &usize| {
        let is_p =
            |f: &Formula| matches!(f, Formula::Atom(a) if a.predicate() == spec.predicates()[p]);
        children.iter().any(is_p)
    };
    (connective == required.connective && required.predicates.iter().all(has))
        || children.iter().any(|child| holds(spec, required, child))
}

fn permutations(names: &[Symbol]) -> Vec<Vec<Symbol>> {
    let [first, rest @ ..] = names else { return vec![Vec::new()] };
    let insert = |list: Vec<Symbol>| {
        (0..=list.len()).map(move |place| {
            let mut longer = list.clone();
            longer.insert(place, first.clone());
            longer
        })
    };
    permutations(rest).into_iter().flat_map(insert).collect()
}
