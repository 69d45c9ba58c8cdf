//! Reduction keeps what the judge wants, does not depend on threads, and leaves nothing to leave out.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use randlog_base::{Stop, Stopped};
use randlog_faults::TestCase;
use randlog_faults::reduce::steps::STEPS;
use randlog_faults::reduce::{Judge, NotReduced, Options, Reduction, reduce};
use randlog_faults::size::Size;
use randlog_logic::{Annotation, Formula, Program};

/// Programs over a few names, as texts.
fn program() -> impl Strategy<Value = String> {
    let atom = || {
        let name = prop::sample::select(vec!["p", "q", "r", "s"]);
        let term = prop::sample::select(vec!["X", "Y", "_", "a", "b", "1", "f(X)", "[a, Y]"]);
        (name, prop::collection::vec(term, 0..3)).prop_map(|(name, args)| match args.is_empty() {
            true => name.to_owned(),
            false => format!("{name}({})", args.join(", ")),
        })
    };
    let body = atom().prop_recursive(3, 8, 3, |inner| {
        let several = || prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            inner.clone().prop_map(|child| format!("\\+ ({child})")),
            several().prop_map(|children| format!("({})", children.join(", "))),
            several().prop_map(|children| format!("({})", children.join(" ; "))),
        ]
    });
    let annotation = prop::sample::select(vec!["", "", "0.5::", "0.3::", "1/3::"]);
    let rule = (annotation.clone(), atom(), body)
        .prop_map(|(annotation, head, body)| format!("{annotation}{head} :- {body}."));
    let fact = (annotation, atom()).prop_map(|(annotation, head)| format!("{annotation}{head}."));
    let several = prop::collection::vec(atom(), 2..5).prop_map(|atoms| {
        let heads: Vec<String> = atoms.iter().map(|atom| format!("0.2::{atom}")).collect();
        format!("{}.", heads.join("; "))
    });
    let start = prop::sample::select(vec!["query(", "evidence(", "evidence(\\+ "]);
    let statement = (start, atom()).prop_map(|(start, atom)| format!("{start}{atom})."));
    let line = prop_oneof![3 => rule, 3 => fact, 1 => several, 2 => statement];
    prop::collection::vec(line, 1..9).prop_map(|lines| lines.join("\n"))
}

/// What a program may have, and a judge may want.
#[derive(Clone, Copy, Debug)]
enum Feature {
    Negation,
    Query,
    Evidence,
    Disjunction,
    Repeated,
    Uncertain,
    Rule,
    ThreeLines,
    TwoPredicates,
    Anonymous,
    Number,
}

impl Feature {
    fn is_in(self, program: &Program) -> bool {
        let atoms = || program.clauses.iter().flat_map(|clause| clause.body.atoms());
        let size = Size::of(program);
        match self {
            Feature::Negation => atoms().any(|occurrence| occurrence.negated),
            Feature::Query => !program.queries.is_empty(),
            Feature::Evidence => !program.evidence.is_empty(),
            Feature::Disjunction => program.clauses.iter().any(|it| it.body.disjunctions() > 0),
            Feature::Repeated => program.clauses.iter().any(|clause| {
                let names: Vec<_> = clause.body.variables().collect();
                names.iter().enumerate().any(|(index, name)| names[..index].contains(name))
            }),
            Feature::Uncertain => program.clauses.iter().any(|it| !it.is_certain()),
            Feature::Rule => program.clauses.iter().any(|it| it.body != Formula::True),
            Feature::ThreeLines => size.lines > 2,
            Feature::TwoPredicates => size.predicates > 1,
            Feature::Anonymous => program.to_string().contains('_'),
            Feature::Number => program.to_string().contains("(1"),
        }
    }
}

/// A judge who wants all that the program has of these, and the program in a certain order, if `strict`.
fn judge(text: &str, wanted: &[Feature], strict: bool) -> impl Fn(&str) -> bool + Sync {
    let program = Program::parse(text).unwrap();
    let wanted: Vec<Feature> =
        wanted.iter().copied().filter(|feature| feature.is_in(&program)).collect();
    let first_is_rule = |program: &Program| {
        program.clauses.first().is_some_and(|clause| clause.body != Formula::True)
    };
    let ordered = strict && first_is_rule(&program);
    move |text: &str| {
        let program = Program::parse(text).expect("every candidate can be read");
        wanted.iter().all(|feature| feature.is_in(&program))
            && (!ordered || first_is_rule(&program))
    }
}

fn features() -> impl Strategy<Value = Vec<Feature>> {
    use Feature::{
        Anonymous, Disjunction, Evidence, Negation, Number, Query, Repeated, Rule, ThreeLines,
        TwoPredicates, Uncertain,
    };
    let all = vec![
        Negation,
        Query,
        Evidence,
        Disjunction,
        Repeated,
        Uncertain,
        Rule,
        ThreeLines,
        TwoPredicates,
        Anonymous,
        Number,
    ];
    prop::sample::subsequence(all, 0..6)
}

fn on(threads: usize) -> Options<'static> {
    Options { threads: NonZero::new(threads).unwrap(), ..Options::default() }
}

/// Programs with one thing less, made without any of the code of the steps.
fn less(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    let mut with = |change: &dyn Fn(&mut Program)| {
        let mut copy = program.clone();
        change(&mut copy);
        found.push(copy);
    };
    for index in 0..program.clauses.len() {
        with(&|copy| drop(copy.clauses.remove(index)));
        with(&|copy| copy.clauses[index].body = Formula::True);
        match &program.clauses[index].body {
            Formula::And(children) | Formula::Or(children) => {
                for child in children {
                    with(&|copy| copy.clauses[index].body = child.clone());
                }
            }
            Formula::Not(child) => with(&|copy| copy.clauses[index].body = (**child).clone()),
            Formula::True | Formula::Atom(_) => {}
        }
        if let [_] = &program.clauses[index].heads[..] {
            with(&|copy| copy.clauses[index].heads[0].probability = Annotation::ONE);
        } else {
            for head in 0..program.clauses[index].heads.len() {
                with(&|copy| drop(copy.clauses[index].heads.remove(head)));
            }
        }
    }
    for index in 0..program.queries.len() {
        with(&|copy| drop(copy.queries.remove(index)));
    }
    for index in 0..program.evidence.len() {
        with(&|copy| drop(copy.evidence.remove(index)));
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_result_is_interesting_minimal_and_the_same_on_any_number_of_threads(
        text in program(), wanted in features(), strict: bool,
    ) {
        let judge = judge(&text, &wanted, strict);
        let reduced = reduce(&text.as_str().into(), &by_text(&judge), &on(1)).unwrap();
        prop_assert!(judge(reduced.program.text()));
        prop_assert!(reduced.complete && reduced.size <= reduced.before);
        for threads in [2, 8] {
            let again = reduce(&text.as_str().into(), &by_text(&judge), &on(threads)).unwrap();
            prop_assert_eq!(&again.program, &reduced.program);
            prop_assert!(again.calls >= reduced.calls);
        }
        let program = Program::parse(reduced.program.text()).unwrap();
        prop_assert_eq!(Size::of(&program), reduced.size);
        // Nothing that a step makes of it is interesting, nor what the test makes of it.
        for candidate in STEPS.iter().flat_map(|step| step.candidates(&program)) {
            // A candidate is judged as a text, and goes on as a tree.
            let read = Program::parse(&candidate.to_string()).unwrap();
            prop_assert_eq!(&read, &candidate);
            if Size::of(&candidate) < reduced.size {
                let forms = [candidate.canonical(), candidate.with_canonical_names(), candidate];
                let accepted = forms.iter().filter(|form| judge(&form.to_string())).count();
                prop_assert!(accepted < 3, "{}\n{}", reduced.program.text(), forms[2]);
                if !strict {
                    prop_assert_eq!(accepted, 0, "{}\n{}", reduced.program.text(), forms[2]);
                }
            }
        }
        for candidate in less(&program) {
            if !strict && Size::of(&candidate) < reduced.size {
                prop_assert!(!judge(&candidate.to_string()), "{}\n{}", reduced.program.text(), candidate);
            }
        }
        // There is nothing more to do, and it does not take long to see that.
        let again = reduce(&reduced.program, &by_text(&judge), &on(1)).unwrap();
        prop_assert_eq!(again.program, reduced.program);
    }
}

fn reduced(text: &str, judge: impl Fn(&str) -> bool + Sync) -> Reduction {
    reduce(&text.into(), &by_text(judge), &Options::default()).unwrap()
}

/// A judge that looks at the text.
fn by_text(judge: impl Fn(&str) -> bool + Sync) -> impl Fn(&TestCase) -> bool + Sync {
    move |program| judge(program.text())
}

#[test]
fn names_and_order_become_canonical_if_the_judge_does_not_mind() {
    let text = "late :- early, \\+ sometimes(X, k). 0.7::sometimes(k, l). early. query(late).";
    let any = |text: &str| text.contains("\\+");
    assert_eq!(reduced(text, any).program.text(), "p :- \\+ true.\n");
    // With one who wants a name, it stays; so do the others.
    let named = |text: &str| text.contains("\\+ sometimes");
    assert_eq!(reduced(text, named).program.text(), "late :- \\+ sometimes.\n");
}

#[test]
fn a_program_without_the_fault_is_told_apart_from_one_that_cannot_be_read() {
    let options = Options::default();
    let reduce =
        |text: &str, judge: fn(&str) -> bool| reduce(&text.into(), &by_text(judge), &options);
    assert_eq!(reduce("p.", |_| false), Err(NotReduced::NotInteresting));
    assert!(matches!(reduce("p :- .", |_| false), Err(NotReduced::Unreadable(_))));
    assert_eq!(reduce("p  .", |text| text.contains("p  .")), Err(NotReduced::NotAsWritten));
}

#[test]
fn what_is_stopped_keeps_the_best_so_far() {
    let lines: String = (0..40).map(|i| format!("0.1::p({i}).\n")).collect();
    for threads in [1, 4] {
        let (stop, calls) = (Stop::new(), AtomicUsize::new(0));
        let judge = |text: &str| {
            if calls.fetch_add(1, Ordering::Relaxed) == 3 {
                stop.interrupt();
            }
            text.lines().count() > 4
        };
        let options = Options { stop: stop.clone(), ..on(threads) };
        let reduction = reduce(&lines.as_str().into(), &by_text(judge), &options).unwrap();
        assert!(!reduction.complete);
        assert!(judge(reduction.program.text()));
        assert!(reduction.size < reduction.before && reduction.calls < 12);
    }
}

/// A judge that is interrupted when it is asked for the fourth time.
#[derive(Default)]
struct Interrupted {
    calls: AtomicUsize,
}

impl Judge for Interrupted {
    fn judge(&self, program: &TestCase, stop: &Stop) -> Result<bool, Stopped> {
        if self.calls.fetch_add(1, Ordering::Relaxed) == 3 {
            stop.interrupt();
        }
        stop.check()?;
        Ok(program.text().lines().count() > 4)
    }
}

#[test]
fn work_that_is_stopped_amid_a_judgement_keeps_the_best_so_far_too() {
    let lines: String = (0..40).map(|i| format!("0.1::p({i}).\n")).collect();
    for threads in [1, 4] {
        let options = Options { stop: Stop::new(), ..on(threads) };
        let reduction = reduce(&lines.as_str().into(), &Interrupted::default(), &options);
        let reduction = reduction.expect("a reduction is not lost");
        assert!(!reduction.complete && reduction.program.text().lines().count() > 4);
        assert!(reduction.size < reduction.before && reduction.calls < 12);
    }
}

#[test]
fn work_that_is_stopped_before_the_first_judgement_has_no_result() {
    let stop = Stop::new();
    stop.interrupt();
    let options = Options { stop, ..Options::default() };
    let reduced = reduce(&"p.".into(), &Interrupted::default(), &options);
    assert_eq!(reduced, Err(NotReduced::Stopped(Stopped::Interrupt)));
}

#[test]
fn progress_counts_every_call() {
    let seen = AtomicUsize::new(0);
    let progress = |progress: &randlog_faults::reduce::Progress| {
        seen.fetch_max(progress.calls, Ordering::Relaxed);
        assert!(!progress.step.is_empty());
    };
    let options = Options { progress: Some(&progress), ..Options::default() };
    let judge = |text: &str| text.contains("query");
    let reduction =
        reduce(&"p. q. r :- p, q. query(r).".into(), &by_text(judge), &options).unwrap();
    assert_eq!(reduction.program.text(), "query(p).\n");
    assert_eq!(seen.load(Ordering::Relaxed), reduction.calls);
}

/// Says yes about every other program, whatever it is like.
struct Coin(AtomicUsize);

impl Judge for Coin {
    fn judge(&self, _: &TestCase, _: &Stop) -> Result<bool, Stopped> {
        Ok(self.0.fetch_add(1, Ordering::Relaxed).is_multiple_of(2))
    }
}

#[test]
fn a_judge_that_flips_a_coin_is_found_out() {
    let program = TestCase::from("p :- q. q :- r. r. query(p).");
    let options = Options { repetitions: 5, ..Options::default() };
    let reduced = reduce(&program, &Coin(AtomicUsize::new(0)), &options);
    let unsteady = |what| NotReduced::Unsteady { program: what, yes: 3, asked: 5 };
    assert_eq!(reduced, Err(unsteady("program as it was given")));
    // One that only comes to doubt later on is found out in the end.
    let calls = AtomicUsize::new(0);
    let later = |_: &TestCase| {
        let call = calls.fetch_add(1, Ordering::Relaxed);
        call < 5 || call.is_multiple_of(2)
    };
    let reduced = reduce(&program, &later, &options);
    assert!(matches!(reduced, Err(NotReduced::Unsteady { program: "reduced program", .. })));
}
