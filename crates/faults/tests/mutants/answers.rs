//! Engines that get the answers to a program wrong.

use randlog_engines::{Answers, Bounds};
use randlog_logic::{Atom, Program, Term};

use super::right;

type Change = fn(&Program, &mut Answers);

/// Their names, and what each makes of right answers.
pub(super) const ALL: [(&str, Change); 6] = [
    ("table-of-one-query-reused", table_reused),
    ("evidence-not-normalised", not_normalised),
    ("irrelevant-evidence-applied", irrelevant_applied),
    ("open-query-stops-early", |program, answers| {
        if matches!(&program.queries[..], [query] if !query.atom.is_ground()) {
            answers.truncate(1);
        }
    }),
    ("repeated-variable-of-a-query", repeated_in_query),
    ("unlikely-is-impossible", |_, answers| {
        for (_, bounds) in answers.iter_mut().filter(|(_, bounds)| bounds.high < 0.05) {
            *bounds = Bounds::exactly(0.0);
        }
    }),
];

fn table_reused(_: &Program, answers: &mut Answers) {
    for place in 1..answers.len() {
        let (before, after) = answers.split_at_mut(place);
        if before[place - 1].0.name == after[0].0.name {
            after[0].1 = before[place - 1].1;
        }
    }
}

/// The probability of what is observed, all together.
fn of_evidence(program: &Program) -> f64 {
    let mut chance = 1.0;
    for count in 0..program.evidence.len() {
        let next = &program.evidence[count];
        let asked = Program {
            evidence: program.evidence[..count].to_vec(),
            queries: vec![next.atom.clone().into()],
            ..program.clone()
        };
        let Ok(found) = right(&asked) else { return 1.0 };
        let yes = found.first().map_or(0.0, |(_, bounds)| bounds.low);
        chance *= if !next.negated { yes } else { 1.0 - yes };
    }
    chance
}

fn not_normalised(program: &Program, answers: &mut Answers) {
    let chance = of_evidence(program);
    for (_, bounds) in answers {
        *bounds = Bounds::exactly(bounds.low * chance);
    }
}

/// Evidence about predicates that a query has nothing to do with makes it less likely.
fn irrelevant_applied(program: &Program, answers: &mut Answers) {
    for (atom, bounds) in answers {
        let alone =
            Program { evidence: Vec::new(), queries: vec![atom.clone().into()], ..program.clone() };
        let reached = alone.relevant().predicates;
        let mut others = program.clone();
        others.evidence.retain(|evidence| !reached.contains(&evidence.atom.predicate()));
        *bounds = Bounds::exactly(bounds.low * of_evidence(&others));
    }
}

/// `p(X, X)` is taken for `p(X, Y)`.
fn repeated_in_query(program: &Program, answers: &mut Answers) {
    let mut program = program.clone();
    let mut changed = false;
    for query in &mut program.queries {
        let mut seen: Vec<Term> = Vec::new();
        for term in &mut query.atom.args {
            if term.variable().is_some() && seen.contains(term) {
                *term = Term::Anonymous;
                changed = true;
            }
            seen.push(term.clone());
        }
    }
    if changed && let Ok(found) = right(&program) {
        let known: Vec<Atom> = answers.iter().map(|(atom, _)| atom.clone()).collect();
        answers.extend(found.into_iter().filter(|(atom, _)| !known.contains(atom)));
    }
}
