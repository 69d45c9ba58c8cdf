//! Drawn programs: fixed by their number, and with the features that they say they have.

use std::collections::{BTreeMap, BTreeSet};

use randlog_base::Stop;
use randlog_engines::known::{Pattern, Reached};
use randlog_faults::draw::{BLOCK, Drawing, Drawn, FEATURES, Features};
use randlog_generate::Spec;
use randlog_logic::{Clause, DependencyGraph, Dialect, Program, Term};

fn drawn(features: Features, count: u64) -> Vec<Drawn> {
    let drawing = Drawing::new(5, features);
    let mut drawer = drawing.drawer();
    (0..count).filter_map(|index| drawer.draw(index, &Stop::NEVER)).collect()
}

fn all_but(names: &[&str]) -> Features {
    Features::without(names).unwrap()
}

#[test]
fn a_program_depends_on_its_number_alone() {
    let drawing = Drawing::new(11, Features::all());
    let mut forwards = drawing.drawer();
    let programs: Vec<_> = (0..4 * BLOCK).map(|index| forwards.draw(index, &Stop::NEVER)).collect();
    let mut backwards = drawing.drawer();
    for index in (0..4 * BLOCK).rev() {
        assert_eq!(backwards.draw(index, &Stop::NEVER), programs[index as usize]);
    }
    let other = Drawing::new(12, Features::all());
    assert_ne!(other.drawer().draw(0, &Stop::NEVER), programs[0]);
}

#[test]
fn what_is_drawn_can_be_written_and_read() {
    for drawn in drawn(Features::all(), 1000) {
        let text = Dialect::ProbLog.print(&drawn.program).unwrap().to_string();
        assert_eq!(Dialect::ProbLog.parse(&text).unwrap(), drawn.program, "{text}");
        assert!(!drawn.program.queries.is_empty(), "{text}");
    }
}

#[test]
fn programs_of_a_corpus_are_changed_a_little() {
    let read = |text| Dialect::ProbLog.parse(text).unwrap();
    let corpus = vec![
        read(
            "e(a, b). 0.3::e(b, c). p(X, Y) :- e(X, Y). p(X, Y) :- e(X, Z), p(Z, Y). query(p(a, c)).",
        ),
        read("0.4::n(1). n(2). m(X) :- n(X), \\+ q(X). q(1) :- n(2). evidence(q(1)). query(m(X))."),
    ];
    // No features: what differs comes from mutations.
    let names: Vec<&str> =
        FEATURES.iter().filter(|it| it.percent < 100).map(|it| it.name).collect();
    let rest = ["arguments", "pairs", "constants", "cycles", "evidence", "open-query", "numbers"];
    let off: Vec<&str> = names.into_iter().filter(|name| !rest.contains(name)).collect();
    let drawing = Drawing::of_corpus(3, all_but(&off), corpus.clone());
    let drawn: Vec<Program> = (0..400)
        .filter_map(|index| drawing.drawer().draw(index, &Stop::NEVER))
        .map(|it| it.program)
        .collect();
    assert!(drawn.len() > 300, "{}", drawn.len());
    let texts: BTreeSet<String> =
        drawn.iter().map(|it| Dialect::ProbLog.print(it).unwrap().to_string()).collect();
    assert!(texts.len() > 200, "{}", texts.len());
    for program in &drawn {
        assert!(program.clauses.iter().all(|it| it.check_safety_in_scope().is_ok()), "{program:?}");
        assert!(!program.queries.is_empty());
    }
    // Each change is seen somewhere.
    let any = |part: &str| texts.iter().any(|text| text.contains(part));
    assert!(texts.iter().any(|text| text.contains("p(X, Y)") && text.contains("m(")), "joined");
    assert!(any("e(b, a)"), "reversed");
    assert!(any("n(X), q(X)"), "without its negation");
    assert!(any("\\+n(2)") || any("\\+ n(2)"), "negated");
    assert!(any("n(V1)"), "general");
}

#[test]
fn nearly_every_number_has_a_program_and_every_feature_occurs() {
    let programs = drawn(Features::all(), 4000);
    assert!(programs.len() > 3900, "{}", programs.len());
    let mut times: BTreeMap<&str, u32> = BTreeMap::new();
    for name in programs.iter().flat_map(|drawn| drawn.features.names()) {
        *times.entry(name).or_default() += 1;
    }
    for feature in &FEATURES {
        let seen = times.get(feature.name).copied().unwrap_or(0);
        assert!(seen >= 20, "{} occurs {seen} times", feature.name);
    }
    // What is known to go wrong comes up, too.
    for pattern in Pattern::ALL {
        let holds = |drawn: &&Drawn| (pattern.holds)(&Reached::by(&drawn.program));
        let seen = programs.iter().filter(holds).count();
        assert!(seen >= 20, "{} holds {seen} times", pattern.name);
    }
}

#[test]
fn features_that_are_off_do_not_occur() {
    let has = |programs: &[Drawn], name: &str| {
        programs.iter().any(|drawn| drawn.features.names().any(|found| found == name))
    };
    for name in ["evidence", "pairs", "annotated-disjunction"] {
        assert!(!has(&drawn(all_but(&[name]), 300), name));
    }
    let without_evidence = drawn(all_but(&["evidence"]), 500);
    assert!(without_evidence.iter().all(|drawn| drawn.program.evidence.is_empty()));
    let without_pairs = drawn(all_but(&["pairs"]), 500);
    let small = |clause: &Clause| clause.atoms().all(|atom| atom.args.len() < 2);
    assert!(without_pairs.iter().all(|drawn| drawn.program.clauses.iter().all(small)));
    let single = drawn(all_but(&["annotated-disjunction"]), 500);
    assert!(
        single.iter().all(|it| it.program.clauses.iter().all(|clause| clause.heads.len() == 1))
    );
    for drawn in drawn(all_but(&["negation", "disjunction", "annotated-disjunction"]), 500) {
        let text = Dialect::ProbLog.print(&drawn.program).unwrap().to_string();
        assert!(!text.contains("\\+") && !text.contains(';'), "{text}");
    }
    let certain = drawn(all_but(&["probability"]), 500);
    assert!(certain.iter().all(|it| it.program.clauses.iter().all(Clause::is_certain)));
    let named = drawn(all_but(&["anonymous", "nested-negation", "nameless"]), 500);
    let nameless =
        |clause: &Clause| clause.atoms().any(|atom| atom.args.contains(&Term::Anonymous));
    assert!(!named.iter().any(|drawn| drawn.program.clauses.iter().any(nameless)));
}

fn is_acyclic(program: &Program) -> bool {
    DependencyGraph::new(&program.clauses).check_acyclic().is_ok()
}

#[test]
fn without_cycles_there_are_programs_and_no_cycles() {
    for names in [&["cycles"][..], &["cycles", "negative-cycles"]] {
        let acyclic = drawn(all_but(names), 400);
        assert!(acyclic.len() > 380, "{}", acyclic.len());
        assert!(acyclic.iter().all(|drawn| is_acyclic(&drawn.program)));
    }
    let stratified = drawn(all_but(&["negative-cycles"]), 400);
    assert!(stratified.len() > 380, "{}", stratified.len());
    let has_strata = |it: &Drawn| DependencyGraph::new(&it.program.clauses).strata().is_ok();
    assert!(stratified.iter().all(has_strata));
}

#[test]
fn a_quarter_of_the_specs_has_no_cycles() {
    let programs = drawn(Features::all(), 2000);
    let acyclic = programs.iter().filter(|drawn| is_acyclic(&drawn.program)).count();
    // Other features add cycles to some of them.
    assert!((100..500).contains(&acyclic), "{acyclic}");
}

#[test]
fn every_feature_can_be_turned_off_and_stays_off() {
    for feature in &FEATURES {
        let allowed = all_but(&[feature.name]);
        let programs = drawn(allowed.clone(), 48);
        assert!(programs.len() > 43, "{}: {}", feature.name, programs.len());
        for drawn in &programs {
            let text = Dialect::ProbLog.print(&drawn.program).unwrap();
            assert_eq!(allowed.violated_by(&drawn.program), None, "{}: {text}", feature.name);
            assert!(!drawn.features.names().any(|name| name == feature.name));
        }
    }
}

#[test]
fn what_a_program_is_said_to_have_can_be_seen() {
    for drawn in drawn(Features::all(), 1000) {
        let had: Vec<&str> = drawn.features.names().collect();
        for name in ["evidence", "two-arities", "deep-negation", "large-numbers", "long-names"] {
            if had.contains(&name) {
                let text = Dialect::ProbLog.print(&drawn.program).unwrap();
                let seen = all_but(&[name]).violated_by(&drawn.program);
                assert!(seen.is_some(), "{name}: {text}");
            }
        }
    }
}

#[test]
fn a_spec_of_ones_own_is_the_source() {
    let spec = Spec::builder().predicates(["even/1", "next/2"]).variables(2).max_nodes(3);
    let spec = spec.max_clauses(3).safe(true).build().unwrap();
    let drawing = Drawing::of_spec(1, Features::all(), spec).unwrap();
    let mut drawer = drawing.drawer();
    for index in 0..200 {
        let drawn = drawer.draw(index, &Stop::NEVER).unwrap();
        let heads = drawn.program.clauses.iter().flat_map(|clause| &clause.heads);
        assert!(
            heads
                .into_iter()
                .all(|head| ["even", "next"].iter().any(|it| head.atom.name.ends_with(it))
                    || head.atom.name.contains("c_"))
        );
    }
}
