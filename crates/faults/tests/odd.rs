//! Engines with faults that are hard to pin down: slow ones, rare ones, and those that show themselves in other guises.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use randlog_base::Stop;
use randlog_engines::known::has_negative_cycle;
use randlog_engines::{
    Answered, Engine, EngineLimits, FailureKind, NoAnswer, Outcome, Status, TestCase,
};
use randlog_faults::draw::Features;
use randlog_faults::oracle::Oracle;
use randlog_logic::{DependencyGraph, Program};

use crate::mutants::hunt::{Hunt, hunt};
use crate::mutants::{ended, right};

/// An engine that counts what it is asked.
struct Odd {
    says: fn(&Program, u64) -> Outcome,
    asked: AtomicU64,
}

impl Odd {
    fn new(says: fn(&Program, u64) -> Outcome) -> Odd {
        Odd { says, asked: AtomicU64::new(0) }
    }
}

impl std::fmt::Debug for Odd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("odd")
    }
}

impl Engine for Odd {
    fn name(&self) -> &str {
        "odd"
    }

    fn status(&self) -> Status {
        Status::Installed("0".to_owned())
    }

    fn answer(&self, program: &TestCase, _: &EngineLimits, _: &Stop) -> Answered {
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let says = |program: &Program| (self.says)(program, number);
        Ok(ended(program.program().map_or(Ok(Vec::new()), |program| says(&program))))
    }
}

fn crash(words: &str) -> Outcome {
    Err(NoAnswer { kind: FailureKind::Crash, words: words.to_owned() })
}

fn has_negation(program: &Program) -> bool {
    program.clauses.iter().flat_map(|clause| clause.body.atoms()).any(|found| found.negated)
}

#[test]
fn what_is_being_reduced_when_the_time_is_up_is_filed() {
    let slow = Odd::new(|program, _| {
        sleep(Duration::from_millis(200));
        if has_negation(program) { crash("no luck") } else { right(program) }
    });
    let hunted = hunt(slow, Hunt { time: Some(Duration::from_millis(900)), ..Hunt::default() });
    let fault = hunted.expect("the fault is not lost").fault;
    assert!(fault.unreduced, "{fault:?}");
}

#[test]
fn what_comes_now_and_then_is_filed_with_its_frequency() {
    let rare = Odd::new(|program, number| match number % 7 {
        0 => crash("a bad day"),
        _ => right(program),
    });
    let hunted = hunt(rare, Hunt { programs: Some(200), ..Hunt::default() });
    let fault = hunted.expect("the fault is found").fault;
    let frequency = fault.frequency.clone().expect("it does not come always");
    let (shown, asked) = frequency.split_once(" of ").expect("so often of so often");
    assert_eq!(shown, "3");
    assert!((10..=40).contains(&asked.parse::<u32>().unwrap()), "{asked}");
    assert!(fault.report().contains(&format!("{frequency} fresh processes")), "{}", fault.report());
    assert!(fault.report().contains("for run in $(seq 40)"), "{}", fault.report());
}

#[test]
fn reductions_keep_off_what_is_turned_off() {
    let afraid = || {
        Odd::new(|program, _| match has_negation(program) {
            true => crash("afraid of negations"),
            false => right(program),
        })
    };
    let has_cycle = |features| {
        let hunted = hunt(afraid(), Hunt { features, programs: Some(200), ..Hunt::default() });
        let program = hunted.expect("the fault is found").program;
        DependencyGraph::new(&program.clauses).strata().is_err()
    };
    assert!(has_cycle(Features::all()), "the smallest program has one");
    assert!(!has_cycle(Features::without(&["negative-cycles"]).unwrap()));
}

#[test]
fn an_engine_is_not_asked_about_what_is_turned_off() {
    let definite = Odd::new(|program, _| match has_negation(program) {
        // It takes no notice of negations, and so it is wrong about them.
        true => Ok(Vec::new()),
        false => right(program),
    });
    let features = Features::without(&["negation"]).unwrap();
    let oracles = &Oracle::all()[..];
    let hunted = hunt(definite, Hunt { features, oracles, programs: Some(400), ..Hunt::default() });
    assert!(hunted.is_none(), "{:?}", hunted.unwrap().fault);
}

#[test]
fn a_reduction_does_not_slip_to_another_message() {
    let two = Odd::new(|program, _| {
        let rejected = |words: &str| {
            Err(NoAnswer { kind: FailureKind::Rejected, words: format!("TypeError: {words}") })
        };
        match (has_negation(program), program.queries.len()) {
            (true, 2..) => rejected("negation with several queries"),
            (false, 2..) => rejected("several queries alone"),
            _ => right(program),
        }
    });
    let hunted = hunt(two, Hunt { programs: Some(200), ..Hunt::default() }).unwrap();
    let is_of_negation = hunted.fault.answered.contains("negation");
    assert_eq!(has_negation(&hunted.program), is_of_negation, "{:?}", hunted.fault);
}

/// Engines that are right, and refuse what they may, are never accused.
#[test]
fn engines_that_refuse_what_they_may_are_not_accused() {
    let cautious: [fn(&Program, u64) -> Outcome; 3] = [
        // Whatever depends on its own negation has no meaning, cut or not.
        |program, _| match has_negative_cycle(program) {
            true => Err(NoAnswer { kind: FailureKind::NegativeCycle, words: String::new() }),
            false => right(program),
        },
        // Every clause must be safe, called or not.
        |program, _| match program.clauses.iter().all(|it| it.check_safety_in_scope().is_ok()) {
            true => right(program),
            false => Err(NoAnswer { kind: FailureKind::NonGround, words: "unsafe".to_owned() }),
        },
        // It does not know evidence.
        |program, _| match program.evidence.is_empty() {
            true => right(program),
            false => Err(NoAnswer { kind: FailureKind::Rejected, words: "evidence".to_owned() }),
        },
    ];
    for says in cautious {
        let oracles = &Oracle::all()[..];
        let hunted =
            hunt(Odd::new(says), Hunt { oracles, programs: Some(1000), ..Hunt::default() });
        assert!(hunted.is_none(), "{:?}", hunted.unwrap().fault);
    }
}
