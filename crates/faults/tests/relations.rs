//! What an engine alone is judged by must be true: the built-in engines never contradict it.

use std::borrow::Cow;
use std::time::Duration;

use crate::mutants::{self, right};
use randlog_base::Stop;
use randlog_engines::{Bounds, Engine, EngineLimits, FailureKind, NoAnswer, Outcome, TestCase};
use randlog_faults::draw::{Drawing, Features};
use randlog_faults::oracle::{Asker, RELATIONS, Reference, Truth};
use randlog_infer::{Algorithm, Inference, Limits};
use randlog_logic::{Dialect, Program};

fn ask(algorithm: Algorithm, program: &Program) -> Outcome {
    let timeout = Some(Duration::from_secs(10));
    let limits = Limits { worlds: 1 << 12, timeout, ..Limits::default() };
    match Inference::new(program).algorithm(algorithm).limits(limits).solve() {
        Ok(solution) => {
            let answer =
                |answer: randlog_infer::Answer| (answer.atom, Bounds::exactly(answer.probability));
            Ok(solution.answers.into_iter().map(answer).collect())
        }
        Err(error) => {
            let kind = match error.kind() {
                "non-ground" => FailureKind::NonGround,
                "negative-cycle" => FailureKind::NegativeCycle,
                "unknown-clause" => FailureKind::UnknownClause,
                "too-many-worlds" | "timeout" => FailureKind::Timeout,
                _ => FailureKind::Rejected,
            };
            Err(NoAnswer { kind, words: error.to_string() })
        }
    }
}

fn no_violation(algorithm: Algorithm, programs: std::ops::Range<u64>) {
    let drawing = Drawing::new(2, Features::all());
    let mut drawer = drawing.drawer();
    let mut applied = [0; RELATIONS.len()];
    for index in programs {
        let Some(drawn) = drawer.draw(index, &Stop::NEVER) else { continue };
        let mut asker = Asker::new(|program: &Program| Ok(ask(algorithm, program)));
        for (relation, applied) in RELATIONS.iter().zip(&mut applied) {
            for follow_up in relation.follow_ups(&drawn.program) {
                *applied += 1;
                let Some(fault) = follow_up(&mut asker).unwrap() else { continue };
                let print = |program| Dialect::ProbLog.print(program).unwrap().to_string();
                let others: Vec<&str> = fault.compared.iter().map(TestCase::text).collect();
                panic!(
                    "{} on program {index}:\n{}\n{}\nexpected {}, not {}",
                    relation.name,
                    print(&drawn.program),
                    others.join("\n"),
                    fault.expected,
                    fault.answered,
                );
            }
        }
    }
    for (relation, applied) in RELATIONS.iter().zip(applied) {
        assert!(applied > 10, "{} was hardly tried", relation.name);
    }
}

#[test]
fn walking_through_all_worlds_meets_every_relation() {
    no_violation(Algorithm::Worlds, 0..250);
}

#[test]
#[ignore = "slow: for `./test --all`"]
fn walking_through_all_worlds_meets_every_relation_on_many_programs() {
    no_violation(Algorithm::Worlds, 250..2000);
}

#[test]
fn the_exact_engine_meets_every_relation() {
    no_violation(Algorithm::Exact, 2000..2200);
}

#[test]
fn the_built_in_engines_agree_on_drawn_programs() {
    let drawing = Drawing::new(3, Features::all());
    let (mut drawer, reference) = (drawing.drawer(), Reference::default());
    let mut known = 0;
    for index in 0..2000 {
        let Some(drawn) = drawer.draw(index, &Stop::NEVER) else { continue };
        match reference.truth(&drawn.program.clone().into(), &Stop::NEVER).unwrap() {
            Truth::Known(_) => known += 1,
            Truth::Unknown(_) => {}
            Truth::Disputed { exact, worlds } => {
                let text = Dialect::ProbLog.print(&drawn.program).unwrap();
                panic!("on program {index}:\n{text}\nexact says {exact}, worlds says {worlds}")
            }
        }
    }
    assert!(known > 1200, "{known}");
}

/// So that a report can show it, and the reference be asked about it.
#[test]
fn a_violation_tells_which_program_is_answered_wrongly() {
    let drawing = Drawing::new(6, Features::all());
    let mut drawer = drawing.drawer();
    let drawn: Vec<_> = (0..40).filter_map(|index| drawer.draw(index, &Stop::NEVER)).collect();
    let mut violations = 0;
    for mutant in mutants::all() {
        let answer = |program: &Program| {
            let program = program.clone().into();
            mutant.answer(&program, &EngineLimits::default(), &Stop::NEVER).unwrap().outcome
        };
        let mut asker = Asker::new(|program: &Program| Ok(answer(program)));
        for program in drawn.iter().map(|drawn| &drawn.program) {
            for relation in &RELATIONS {
                let follow_ups = relation.follow_ups(program).into_iter().take(4);
                for fault in follow_ups.filter_map(|follow_up| follow_up(&mut asker).unwrap()) {
                    violations += 1;
                    let others = fault.compared.iter().filter_map(TestCase::program);
                    let mut compared = others.chain([Cow::Borrowed(program)]);
                    assert!(
                        compared.any(|program| answer(&program) != right(&program)),
                        "{} of {}: {fault:?}",
                        relation.name,
                        mutant.name
                    );
                }
            }
        }
    }
    assert!(violations > 100, "{violations}");
}
