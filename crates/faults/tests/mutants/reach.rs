//! Engines that get along until programs have more of something: arguments, digits, letters, constants, negations.

use randlog_logic::{Atom, Formula, Number, Program, Term};

type Change = fn(&mut Program);

/// Their names, and what each makes of a program.
pub(super) const ALL: [(&str, Change); 10] = [
    ("arity-forgotten", |program| {
        // `p/1` and `p/2` are one predicate, which drops what has too many arguments.
        let arities: Vec<_> =
            atoms(program).into_iter().map(|atom| (atom.name.clone(), atom.args.len())).collect();
        let is_twice = |atom: &Atom| {
            arities.iter().any(|(name, arity)| *name == atom.name && *arity < atom.args.len())
        };
        program.clauses.retain(|clause| !clause.atoms().any(&is_twice));
    }),
    ("one-digit-numbers", |program| each_number(program, |number| number % 10)),
    ("numbers-of-32-bits", |program| each_number(program, |number| i64::from(number as i32))),
    ("numbers-without-a-sign", |program| each_number(program, i64::abs)),
    ("names-cut-at-thirty", |program| {
        for atom in atoms(program) {
            atom.name = atom.name.chars().take(30).collect::<String>().into();
        }
    }),
    ("unlikely-below-a-thousandth", |program| {
        for clause in &mut program.clauses {
            let chances = clause.heads.iter().filter_map(|head| head.probability.number());
            if chances.into_iter().any(|chance| chance.to_f64() < 1e-3) {
                clause.body = Formula::Not(Box::new(Formula::True));
            }
        }
    }),
    ("third-argument-ignored", |program| {
        for atom in atoms(program) {
            atom.args.iter_mut().skip(2).for_each(|term| *term = Term::Constant("a".into()));
        }
    }),
    ("ninth-constant-dropped", |program| {
        let mut known: Vec<Term> = Vec::new();
        program.clauses.retain(|clause| {
            let ground: Vec<Term> = clause
                .atoms()
                .flat_map(|atom| &atom.args)
                .filter(|term| term.is_ground() && !known.contains(term))
                .cloned()
                .collect();
            known.extend(ground);
            known.len() < 9
        });
    }),
    ("third-negation-dropped", |program| {
        program.clauses.iter_mut().for_each(|clause| without_deep(&mut clause.body, 0));
    }),
    ("twelfth-rule-in-a-row-fails", |program| {
        let rules = program.clauses.iter().filter(|clause| !clause.is_fact()).count();
        if rules > 12 {
            program.clauses.pop();
        }
    }),
];

fn atoms(program: &mut Program) -> Vec<&mut Atom> {
    let goals = program.evidence.iter_mut().chain(&mut program.queries);
    let mut found: Vec<&mut Atom> = goals.map(|goal| &mut goal.atom).collect();
    for clause in &mut program.clauses {
        found.extend(clause.heads.iter_mut().map(|head| &mut head.atom));
        in_formula(&mut clause.body, &mut found);
    }
    found
}

fn in_formula<'f>(formula: &'f mut Formula, found: &mut Vec<&'f mut Atom>) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => found.push(atom),
        Formula::Not(child) => in_formula(child, found),
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| in_formula(child, found));
        }
    }
}

fn each_number(program: &mut Program, change: fn(i64) -> i64) {
    for term in atoms(program).into_iter().flat_map(|atom| &mut atom.args) {
        if let Term::Number(Number::Integer(number)) = term {
            *number = change(*number);
        }
    }
}

fn without_deep(formula: &mut Formula, depth: usize) {
    match formula {
        Formula::Not(_) if depth == 2 => *formula = Formula::True,
        Formula::True | Formula::Atom(_) => {}
        Formula::Not(child) => without_deep(child, depth + 1),
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| without_deep(child, depth));
        }
    }
}
