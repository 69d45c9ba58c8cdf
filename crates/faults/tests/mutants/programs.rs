//! Engines that take a program for another one.

use randlog_infer::RBig;
use std::collections::BTreeSet;

use randlog_logic::{
    Annotation, Atom, Clause, DependencyGraph, Formula, Head, Predicate, Probability, Program,
    Symbol, Term,
};

type Change = fn(&mut Program);

/// Their names, and what each makes of a program.
pub(super) const ALL: [(&str, Change); 24] = [
    ("evidence-ignored", |program| program.evidence.clear()),
    ("evidence-negated-as-positive", |program| {
        program.evidence.iter_mut().for_each(|evidence| evidence.negated = false);
    }),
    ("evidence-only-the-first", |program| program.evidence.truncate(1)),
    ("evidence-of-facts-only", evidence_of_facts_only),
    ("last-clause-dropped-after-six", |program| {
        if program.clauses.len() > 6 {
            program.clauses.pop();
        }
    }),
    ("duplicates-merged", duplicates_merged),
    ("noisy-or-added-up", noisy_or_added_up),
    ("disjunction-of-heads-independent", heads_independent),
    ("disjunction-of-heads-takes-the-rest", heads_take_the_rest),
    ("third-head-dropped", |program| {
        program.clauses.iter_mut().for_each(|clause| clause.heads.truncate(2));
    }),
    ("certain-fact-shadowed", certain_fact_shadowed),
    ("rules-shadowed-by-facts", rules_shadowed),
    ("second-branch-dropped", |program| each_formula(program, second_branch)),
    ("double-negation-as-one", |program| each_formula(program, double_negation)),
    ("parenthesis-loses-its-end", |program| each_formula(program, parenthesis)),
    ("branches-choose-apart", branches_choose_apart),
    ("instances-choose-together", instances_choose_together),
    ("anonymous-variables-shared", anonymous_shared),
    ("repeated-variables-not-unified", repeated_not_unified),
    ("local-variable-is-one-constant", local_is_constant),
    ("constants-of-bodies-ignored", constants_ignored),
    ("cycle-unfolded-once", cycle_unfolded_once),
    ("negation-of-a-cycle-fails", negation_of_a_cycle),
    ("stratum-off-by-one", stratum_off_by_one),
];

fn each_formula(program: &mut Program, change: fn(&mut Formula)) {
    fn walk(formula: &mut Formula, change: fn(&mut Formula)) {
        match formula {
            Formula::True | Formula::Atom(_) => {}
            Formula::Not(child) => walk(child, change),
            Formula::And(children) | Formula::Or(children) => {
                children.iter_mut().for_each(|child| walk(child, change));
            }
        }
        change(formula);
    }
    program.clauses.iter_mut().for_each(|clause| walk(&mut clause.body, change));
}

fn atoms_mut<'f>(formula: &'f mut Formula, negated: bool, found: &mut Vec<(&'f mut Atom, bool)>) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => found.push((atom, negated)),
        Formula::Not(child) => atoms_mut(child, true, found),
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| atoms_mut(child, negated, found));
        }
    }
}

fn body_atoms(clause: &mut Clause) -> Vec<(&mut Atom, bool)> {
    let mut found = Vec::new();
    atoms_mut(&mut clause.body, false, &mut found);
    found
}

fn evidence_of_facts_only(program: &mut Program) {
    let is_rule = |clause: &&Clause| !clause.is_fact();
    let derived: Vec<Predicate> = program
        .clauses
        .iter()
        .filter(is_rule)
        .flat_map(|clause| clause.heads.iter().map(|head| head.atom.predicate()))
        .collect();
    program.evidence.retain(|evidence| !derived.contains(&evidence.atom.predicate()));
}

fn duplicates_merged(program: &mut Program) {
    let mut kept: Vec<Clause> = Vec::new();
    for clause in program.clauses.drain(..) {
        if !kept.contains(&clause) {
            kept.push(clause);
        }
    }
    program.clauses = kept.into();
}

fn ratio(head: &Head) -> RBig {
    head.probability.number().unwrap().to_ratio()
}

fn noisy_or_added_up(program: &mut Program) {
    let mut kept: Vec<Clause> = Vec::new();
    for clause in program.clauses.drain(..) {
        let twin = kept.iter_mut().find(|other| {
            other.heads.len() == 1
                && clause.heads.len() == 1
                && (&other.heads[0].atom, &other.body) == (&clause.heads[0].atom, &clause.body)
        });
        match twin {
            Some(twin) => {
                let sum = ratio(&twin.heads[0]) + ratio(&clause.heads[0]);
                let sum = Probability::from_ratio(&sum).unwrap_or(Probability::ONE);
                twin.heads[0].probability = sum.into();
            }
            None => kept.push(clause),
        }
    }
    program.clauses = kept.into();
}

fn heads_independent(program: &mut Program) {
    let split = |clause: Clause| {
        let body = clause.body.clone();
        clause
            .heads
            .into_iter()
            .map(move |head| Clause::new(head.probability, head.atom, body.clone()))
    };
    program.clauses = program.clauses.drain(..).flat_map(split).collect();
}

fn heads_take_the_rest(program: &mut Program) {
    for clause in program.clauses.iter_mut().filter(|clause| clause.heads.len() > 1) {
        let others = clause.heads.iter().rev().skip(1);
        let taken = others.fold(RBig::ZERO, |sum, head| sum + ratio(head));
        if let Some(rest) = Probability::from_ratio(&(RBig::ONE - taken)) {
            clause.heads.last_mut().unwrap().probability = rest.into();
        }
    }
}

fn certain_fact_shadowed(program: &mut Program) {
    let uncertain: Vec<Atom> = program
        .clauses
        .iter()
        .filter(|clause| clause.is_fact() && !clause.is_certain())
        .map(|clause| clause.heads[0].atom.clone())
        .collect();
    program.clauses.retain(|clause| {
        !(clause.is_fact() && clause.is_certain() && uncertain.contains(&clause.heads[0].atom))
    });
}

fn rules_shadowed(program: &mut Program) {
    let certain: Vec<Predicate> = program
        .clauses
        .iter()
        .filter(|clause| clause.is_fact() && clause.is_certain())
        .map(|clause| clause.heads[0].atom.predicate())
        .collect();
    program
        .clauses
        .retain(|clause| clause.is_fact() || !certain.contains(&clause.heads[0].atom.predicate()));
}

fn second_branch(formula: &mut Formula) {
    if let Formula::Or(branches) = formula
        && branches.len() > 1
    {
        let first = branches.swap_remove(0);
        *formula = first;
    }
}

fn double_negation(formula: &mut Formula) {
    if let Formula::Not(child) = formula
        && let Formula::Not(inner) = &**child
        && **inner != Formula::True
    {
        *formula = Formula::Not(inner.clone());
    }
}

fn parenthesis(formula: &mut Formula) {
    if let Formula::And(children) = formula {
        for child in children {
            if let Formula::And(inner) = child {
                let first = inner.swap_remove(0);
                *child = first;
            }
        }
    }
}

fn branches_choose_apart(program: &mut Program) {
    let split = |clause: Clause| match (&clause.body, clause.is_certain()) {
        (Formula::Or(branches), false) => {
            branches.iter().map(|body| Clause { body: body.clone(), ..clause.clone() }).collect()
        }
        _ => vec![clause],
    };
    program.clauses = program.clauses.drain(..).flat_map(split).collect();
}

/// A choice for each ground head, not for each instance.
fn instances_choose_together(program: &mut Program) {
    let mut choices = Vec::new();
    for (number, clause) in program.clauses.iter_mut().enumerate() {
        let is_plain = clause.heads.len() == 1 && !clause.is_certain() && !clause.is_fact();
        if is_plain && clause.heads[0].atom.is_ground() {
            let choice = Atom::new(format!("choice{number}"), Vec::new());
            let fact =
                Clause::new(clause.heads[0].probability.clone(), choice.clone(), Formula::True);
            choices.push(fact);
            clause.heads[0].probability = Annotation::ONE;
            let body = std::mem::replace(&mut clause.body, Formula::True);
            clause.body = Formula::And(vec![body, Formula::Atom(choice)]);
        }
    }
    program.clauses.extend(choices);
}

fn anonymous_shared(program: &mut Program) {
    for clause in &mut program.clauses {
        for (atom, _) in body_atoms(clause) {
            for term in atom.args.iter_mut().filter(|term| **term == Term::Anonymous) {
                *term = Term::Variable("Shared".into());
            }
        }
    }
}

fn repeated_not_unified(program: &mut Program) {
    for clause in &mut program.clauses {
        for (atom, _) in body_atoms(clause) {
            let mut seen: Vec<Term> = Vec::new();
            for term in &mut atom.args {
                if term.variable().is_some() && seen.contains(term) {
                    *term = Term::Anonymous;
                }
                seen.push(term.clone());
            }
        }
    }
}

fn local_is_constant(program: &mut Program) {
    let terms = program.clauses.iter().flat_map(Clause::atoms).flat_map(|atom| &atom.args);
    let constants: BTreeSet<Term> = terms.filter(|term| term.is_ground()).cloned().collect();
    let Some(constant) = constants.first() else { return };
    for clause in &mut program.clauses {
        let names: Vec<Symbol> = clause.atoms().flat_map(Atom::variables).cloned().collect();
        let is_single = |name: &Symbol| names.iter().filter(|other| *other == name).count() == 1;
        for (atom, negated) in body_atoms(clause) {
            for term in atom.args.iter_mut().filter(|_| negated) {
                if *term == Term::Anonymous || term.variable().is_some_and(is_single) {
                    *term = constant.clone();
                }
            }
        }
    }
}

fn constants_ignored(program: &mut Program) {
    for clause in &mut program.clauses {
        for (atom, negated) in body_atoms(clause) {
            for term in atom.args.iter_mut().filter(|term| !negated && term.is_ground()) {
                *term = Term::Anonymous;
            }
        }
    }
}

/// Predicates that depend on themselves.
fn cyclic(program: &Program) -> Vec<Predicate> {
    let graph = DependencyGraph::new(&program.clauses);
    let heads = |edge: &randlog_logic::Edge| graph.dependencies(&edge.from).contains(&edge.to);
    graph.edges().filter(heads).map(|edge| edge.to).collect()
}

/// A recursive call sees what follows from the rules that are not recursive.
fn cycle_unfolded_once(program: &mut Program) {
    let cyclic = cyclic(program);
    let is_recursive = |clause: &Clause| {
        cyclic.contains(&clause.heads[0].atom.predicate())
            && clause.body.atoms().any(|found| cyclic.contains(&found.atom.predicate()))
    };
    let base = |atom: &Atom| Atom::new(format!("base_{}", atom.name), atom.args.clone());
    let mut copies = Vec::new();
    for predicate in &cyclic {
        let args = vec![Term::Constant("a".into()); predicate.arity];
        let none = Atom::new(format!("base_{}", predicate.name), args);
        let fail = Formula::Not(Box::new(Formula::True));
        copies.push(Clause::new(Probability::ONE, none, fail));
    }
    for clause in &mut program.clauses {
        if is_recursive(clause) {
            for (atom, negated) in body_atoms(clause) {
                if !negated && cyclic.contains(&atom.predicate()) {
                    *atom = base(atom);
                }
            }
        } else if clause.heads.len() == 1 && cyclic.contains(&clause.heads[0].atom.predicate()) {
            // The choice is made once: the atom follows from its copy.
            let (probability, head) =
                (clause.heads[0].probability.clone(), clause.heads[0].atom.clone());
            copies.push(Clause::new(probability, base(&head), clause.body.clone()));
            *clause = Clause::new(Probability::ONE, head.clone(), Formula::Atom(base(&head)));
        }
    }
    program.clauses.extend(copies);
}

fn negation_of_a_cycle(program: &mut Program) {
    let cyclic = cyclic(program);
    for clause in &mut program.clauses {
        replace_negations(&mut clause.body, &cyclic, &Formula::Not(Box::new(Formula::True)));
    }
}

/// What is negated twice on its way is not there yet when it is needed.
fn stratum_off_by_one(program: &mut Program) {
    let graph = DependencyGraph::new(&program.clauses);
    let Ok(strata) = graph.strata() else { return };
    let heads = program.clauses.iter().flat_map(|clause| &clause.heads);
    let high: Vec<Predicate> = heads
        .map(|head| head.atom.predicate())
        .filter(|predicate| strata.of(predicate).is_some_and(|stratum| stratum > 0))
        .collect();
    for clause in &mut program.clauses {
        replace_negations(&mut clause.body, &high, &Formula::True);
    }
}

fn replace_negations(formula: &mut Formula, predicates: &[Predicate], by: &Formula) {
    match formula {
        Formula::True | Formula::Atom(_) => {}
        Formula::Not(child) => match &**child {
            Formula::Atom(atom) if predicates.contains(&atom.predicate()) => *formula = by.clone(),
            _ => replace_negations(child, predicates, by),
        },
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| replace_negations(child, predicates, by));
        }
    }
}
