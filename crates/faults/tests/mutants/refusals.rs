//! Engines that refuse programs without reason, or break down.

use randlog_engines::FailureKind;
use randlog_logic::{Clause, DependencyGraph, Formula, Program, Term};

type Reason = fn(&Program) -> Option<FailureKind>;

/// Their names, and when each refuses.
pub(super) const ALL: [(&str, Reason); 5] = [
    ("crash-on-a-certain-cycle", |program| {
        let cyclic = DependencyGraph::new(&program.clauses).check_acyclic().is_err();
        let certain = |clause: &Clause| clause.is_fact() && clause.is_certain();
        (cyclic && !program.evidence.is_empty() && program.clauses.iter().any(certain))
            .then_some(FailureKind::Crash)
    }),
    ("anonymous-below-negation-refused", |program| {
        let anonymous = |clause: &Clause| {
            clause.body.atoms().any(|it| it.negated && it.atom.args.contains(&Term::Anonymous))
        };
        program.clauses.iter().any(anonymous).then_some(FailureKind::NonGround)
    }),
    ("cycle-taken-for-a-negative-one", |program| {
        let first = program.clauses.iter().find(|clause| !clause.is_fact())?;
        let predicate = first.heads[0].atom.predicate();
        let recursive = first.body.atoms().any(|it| it.atom.predicate() == predicate);
        let negation = program.clauses.iter().any(|clause| clause.body.negations() > 0);
        (recursive && negation).then_some(FailureKind::NegativeCycle)
    }),
    ("never-true-body-refused", |program| {
        let fails = |clause: &Clause| clause.body == Formula::Not(Box::new(Formula::True));
        let defined = program.clauses.iter().any(fails);
        defined.then_some(FailureKind::UnknownClause)
    }),
    ("three-heads-crash", |program| {
        let many = |clause: &Clause| clause.heads.len() > 2;
        program.clauses.iter().any(many).then_some(FailureKind::Crash)
    }),
];
