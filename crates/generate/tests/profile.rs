//! Profiles: the smallest spec that holds given programs, and their averages.

use std::ops::ControlFlow;

use crate::common::strategy::small_specs;
use proptest::prelude::*;
use randlog_generate::exact::SizeSpread;
use randlog_generate::generator::{Generator, Method};
use randlog_generate::profile::{GroundFacts, Measure, NoProfile, Note, Profile, Tally, Typical};
use randlog_generate::search::{Ending, Searcher};
use randlog_generate::spec::{Bodies, Cycles, Draft};
use randlog_generate::{Spec, Stop, membership};
use randlog_logic::{Dialect, Program};

fn profile(text: &str) -> Result<Profile, NoProfile> {
    Profile::of([(&Dialect::ProbLog.parse(text).unwrap(), GroundFacts::Data)])
}

fn texts(notes: &[Note]) -> Vec<String> {
    notes.iter().map(ToString::to_string).collect()
}

/// Some random programs of a spec, if there are any.
fn drawn(spec: &Spec, seed: u64, count: u64) -> Vec<Program> {
    let mut searcher = Searcher::new(spec);
    let programs = (0..count)
        .filter_map(|index| searcher.sample(seed, index, &Stop::NEVER).unwrap_or_default());
    programs.collect()
}

/// Specs that are smaller than a given one by one step in one key, where there is a smaller one.
fn one_step_smaller(spec: &Spec) -> Vec<Spec> {
    let mut drafts: Vec<Draft> = Vec::new();
    let draft = || spec.to_draft();
    drafts.extend(spec.variables().len().checked_sub(1).map(|n| draft().variables(n)));
    for left_out in 0..spec.constants().len() {
        let mut constants = spec.constants().to_vec();
        constants.remove(left_out);
        drafts.push(draft().constants(constants));
    }
    drafts.push(draft().max_nodes(spec.max_nodes() - 1));
    drafts.push(draft().max_clauses(spec.max_clauses() - 1));
    if spec.cycles() != Cycles::Acyclic {
        drafts.push(draft().cycles(Cycles::Acyclic));
    }
    if spec.cycles() == Cycles::Any {
        drafts.push(draft().cycles(Cycles::Stratified));
    }
    if spec.bodies() == Bodies::Formula {
        drafts.push(draft().bodies(Bodies::Conjunction));
    }
    if spec.empty_bodies() {
        drafts.push(draft().empty_bodies(false));
    }
    if !spec.safe() {
        drafts.push(draft().safe(true));
    }
    // What cannot be built holds nothing.
    drafts.iter().filter_map(|draft| draft.build().ok()).collect()
}

fn holds(spec: &Spec, programs: &[Program]) -> bool {
    programs.iter().all(|program| membership::check(spec, program).is_ok())
}

proptest! {
    #[test]
    fn the_space_holds_programs_that_were_drawn_and_no_smaller_one_does(
        spec in small_specs(), seed: u64, count in 1_u64..4,
    ) {
        let programs = drawn(&spec, seed, count);
        prop_assume!(!programs.is_empty());
        let profile =
            Profile::of(programs.iter().map(|program| (program, GroundFacts::Clauses))).unwrap();
        for program in &programs {
            prop_assert_eq!(membership::check(profile.space(), program), Ok(()));
        }
        prop_assert_eq!(profile.rules(), &programs);
        prop_assert_eq!(profile.notes(), &[]);
        for smaller in one_step_smaller(profile.space()) {
            prop_assert!(!holds(&smaller, &programs), "{}", smaller.to_toml());
        }
        prop_assert!(profile.draft().build().is_ok());
    }

    #[test]
    fn uniform_programs_are_what_all_programs_of_a_space_are_like(spec in small_specs()) {
        // Profiles have no pairs.
        let mut tally = Tally::new(spec.predicates());
        let ending = Searcher::new(&spec).enumerate(&Stop::NEVER, |program| {
            tally.add(&program);
            if tally.programs() < 5000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        prop_assume!(ending == Ok(Ending::Exhausted) && tally.programs() > 0);
        let uniform = Typical::uniform(&spec, 0, &Stop::NEVER, &Stop::NEVER).unwrap();
        for measure in Measure::open_in(&spec) {
            match (uniform.average(measure), tally.average(measure)) {
                (Some(expected), Some(counted)) => {
                    prop_assert!((expected - counted).abs() < 1e-8, "{}", measure.row(&spec));
                }
                (expected, counted) => prop_assert_eq!(expected, counted),
            }
        }
    }

    #[test]
    fn the_space_holds_what_is_taken_of_programs_with_data(
        spec in small_specs(), seed: u64, count in 1_u64..4,
    ) {
        let programs = drawn(&spec, seed, count);
        match Profile::of(programs.iter().map(|program| (program, GroundFacts::Data))) {
            Ok(profile) => {
                for program in profile.rules() {
                    prop_assert_eq!(membership::check(profile.space(), program), Ok(()));
                }
            }
            Err(NoProfile::NoRules) => {
                let clauses = programs.iter().flat_map(|program| &program.clauses);
                for clause in clauses {
                    prop_assert!(clause.is_fact() && clause.heads[0].atom.is_ground());
                }
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        }
    }
}

#[test]
fn a_spec_is_derived_from_rules_and_data_apart() {
    let profile = profile(
        "0.3::stress(X) :- person(X).
         smokes(X) :- stress(X).
         smokes(X) :- friend(X, Y), \\+ (strong(X) ; proud(X)), smokes(Y).
         person(ann). person(bob). person(cleo).
         0.5::friend(ann, bob). 0.6::friend(bob, dan).
         strong(X). proud(zoe).",
    )
    .unwrap();
    let spec = profile.draft().build().unwrap();
    assert_eq!(
        spec.to_toml(),
        "predicates = [\"stress/1\", \"smokes/1\", \"strong/1\"]
data = [\"person/1\", \"friend/2\", \"proud/1\"]
variables = [\"X\", \"Y\"]
constants = []
max_nodes = 7
max_clauses = 4
clauses = { stress = 1, smokes = 2, strong = 1 }
probabilities = { stress = [0.3] }
cycles = \"stratified\"
bodies = \"formula\"
empty_bodies = true
safe = false
connected = true
repeated_variables = false
redundant = false
derivable = true
uses = { stress = [\"person\"], smokes = [\"stress\", \"smokes\", \"not strong\", \"friend\", \
         \"not proud\"], strong = [\"true\"] }
independent = []
"
    );
    assert_eq!(profile.notes(), []);
    let facts = profile.facts();
    assert_eq!((facts.count, facts.probabilistic), (6, 2));
    assert_eq!((facts.predicates, facts.constants), (3, 5));
}

#[test]
fn the_strictest_rule_on_cycles_is_taken_that_all_programs_keep() {
    let cycles = |text| profile(text).unwrap().space().cycles();
    assert_eq!(cycles("p :- q. q :- r."), Cycles::Acyclic);
    assert_eq!(cycles("p :- q, \\+ r. q :- p."), Cycles::Stratified);
    assert_eq!(cycles("p :- \\+ q. q :- p."), Cycles::Any);
}

#[test]
fn probabilities_keep_their_proportions() {
    let list = |text: &str| {
        let list = profile(text).unwrap().space().probabilities_of(0).to_vec();
        list.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(list("0.5::p :- q. 0.5::p :- r. q :- p. r :- p."), ["0.5"]);
    let many: String = (0..90).map(|n| format!("0.25::p :- q{n}. p :- q{n}, s.\n")).collect();
    let rare = list(&format!("{many} 0.125::p :- q0, q1."));
    assert_eq!(rare.iter().filter(|p| *p == "0.125").count(), 1);
    assert_eq!(rare.iter().filter(|p| *p == "0.25").count(), 10);
    assert_eq!(rare.iter().filter(|p| *p == "1").count(), 10);
    assert_eq!(list("1/3::p :- q. 1/3::p :- r. 0.2::p :- s. 0.7::r :- p."), ["0.2", "1/3", "1/3"]);
    // Each head has its own, unless it has the usual one.
    let space = profile("0.5::p :- q. 0.2::r :- p. s :- p.").unwrap().space().clone();
    let toml = "probabilities = { p = [0.5], r = [0.2] }";
    assert!(space.to_toml().contains(toml), "{}", space.to_toml());
}

#[test]
fn a_predicate_that_only_bodies_have_is_data() {
    let profile =
        profile("path(X, Y) :- edge(X, Y). path(X, Y) :- edge(X, Z), path(Z, Y).").unwrap();
    let space = profile.space();
    assert_eq!((space.max_clauses(), space.constants().len(), space.safe()), (2, 0, true));
    assert_eq!((space.heads().len(), space.data()[0].to_string()), (1, "edge/2".to_owned()));
    assert_eq!(texts(profile.notes()), [""; 0]);
}

#[test]
fn a_predicate_with_rules_and_facts_is_no_data_and_facts_that_no_rule_uses_are_left_out() {
    let profile = profile("p(X) :- q(X). p(a). p(b). q(c). r(d).").unwrap();
    let space = profile.space();
    assert_eq!((space.heads().len(), space.data()[0].to_string()), (1, "q/1".to_owned()));
    assert_eq!((space.clauses(), space.constants().len()), (&[(0, 2)][..], 1));
    assert_eq!(
        texts(profile.notes()),
        [
            "rules and facts define p/1: its ground facts count as one clause",
            "no rule uses r/1, which has only ground facts: it is left out",
        ]
    );
}

#[test]
fn rules_on_idle_parts_are_taken_only_if_the_programs_keep_them() {
    let space = |text| profile(text).unwrap().space().clone();
    let clean = space("p(X) :- q(X), \\+ r(X). p(X) :- r(X).");
    assert_eq!((clean.bodies(), clean.safe()), (Bodies::Set, true));
    assert_eq!((clean.redundant(), clean.derivable(), clean.connected()), (false, true, true));
    assert!(space("p(X) :- q(X), p(X).").redundant());
    assert!(space("p(X) :- q(X). p(X) :- q(X), r(X).").redundant());
    assert!(!space("p :- q. q :- p.").derivable());
    assert!(!space("p(X) :- q(X), r(Y).").connected());
    assert_eq!(space("p(X) :- q(X), q(X).").bodies(), Bodies::Conjunction);
    assert_eq!(space("p(X) :- q(X) ; r(X).").bodies(), Bodies::Formula);
    // In another order, the literals are safe.
    assert!(space("p(X) :- \\+ r(X), q(X).").safe());
}

#[test]
fn numbers_of_clauses_are_fixed_where_all_programs_agree() {
    let programs = ["p :- q. r :- p. r :- q.", "p :- r. p :- q. r :- q. r :- q, s."];
    let programs = programs.map(|text| Dialect::ProbLog.parse(text).unwrap());
    let profile = Profile::of(programs.iter().map(|program| (program, GroundFacts::Data))).unwrap();
    assert_eq!(profile.space().clauses(), [(1, 2)]);
    let is_open = |measure| Measure::open_in(profile.space()).contains(&measure);
    assert!(is_open(Measure::Clauses) && is_open(Measure::Head(0)) && !is_open(Measure::Head(1)));
    let loose = profile.clone().loosened().unwrap();
    assert_eq!(loose.space().clauses(), []);
    assert!(loose.averages().contains(&(Measure::Head(1), 2.0)));
}

#[test]
fn averages_that_cannot_be_kept_are_left_to_chance_and_told() {
    let profile = profile("p(X) :- q(X), r(X). p(X) :- q(X), s(X).").unwrap();
    let mut profile = profile.loosened().unwrap();
    let kept = profile.relatives(&Stop::NEVER, |draft| draft.build()).unwrap();
    assert_eq!((kept.spec.averages().is_empty(), profile.notes()), (false, &[][..]));
    // In bodies of one atom, there are no three nodes.
    let small = |draft: Draft| draft.max_nodes(1).build();
    let relatives = profile.relatives(&Stop::NEVER, small).unwrap();
    assert!(relatives.spec.averages().is_empty());
    assert_eq!(relatives.fitted, relatives.spec);
    let notes = texts(profile.notes());
    assert!(notes[0].starts_with("all averages are left to chance: "), "{notes:?}");
}

#[test]
fn programs_about_different_predicates_have_one_profile() {
    let programs = ["p(X) :- q(X). q(a).", "r :- s. s.", "p(X) :- p(X), r."];
    let programs = programs.map(|text| Dialect::ProbLog.parse(text).unwrap());
    let profile = Profile::of(programs.iter().map(|program| (program, GroundFacts::Data))).unwrap();
    assert_eq!(profile.space().max_clauses(), 2);
    assert_eq!(profile.tally().programs(), 3);
    assert_eq!(profile.tally().average(Measure::Clauses), Some(2.0));
    for program in profile.rules() {
        assert_eq!(membership::check(profile.space(), program), Ok(()));
    }
    assert_eq!(profile.notes().len(), 2);
}

#[test]
fn whatever_a_spec_cannot_say_is_changed_or_left_out_and_told() {
    let profile = profile(
        "0.2::colour(red) ; 0.8::colour(blue) :- true, drawn(1), write(a).
         drawn(N) :- 'Ball'(N), writeln(N).
         0.4::win :- colour(red). 0.5::win :- colour(red).
         'Ball'(1). 'Ball'(2).",
    )
    .unwrap();
    assert_eq!(
        texts(profile.notes()),
        [
            "an annotated disjunction is counted as a clause per head",
            "`true` inside of bodies is left out, once",
            "1 clause left out: the same as another but for the probability",
            "the built-in write/1 is left out, once",
            "the built-in writeln/1 is left out, once",
            "'Ball'/1 is called ball/1: specs have plain names",
            "1 is called c1: specs have plain names",
        ]
    );
    let rules = Dialect::ProbLog.print(&profile.rules()[0]).unwrap().to_string();
    assert_eq!(
        rules,
        "0.2::colour(red) :- drawn(c1).\n0.8::colour(blue) :- drawn(c1).\ndrawn(N) :- ball(N).\n\
         0.4::win :- colour(red).\n"
    );
    assert_eq!(membership::check(profile.space(), &profile.rules()[0]), Ok(()));
}

#[test]
fn facts_alone_have_no_profile() {
    for text in ["", "p(a). 0.5::q.", "query(p).", "p :- write(a).", "p(a) :- true."] {
        assert!(matches!(profile(text), Err(NoProfile::NoRules)), "{text}");
    }
    let facts = Dialect::ProbLog.parse("p(a). p(b).").unwrap();
    let drawn = Profile::of([(&facts, GroundFacts::Clauses)]).unwrap();
    assert_eq!(drawn.space().max_clauses(), 2);
    let none = Profile::of(std::iter::empty());
    assert!(matches!(none, Err(NoProfile::NoRules)));
}

#[test]
fn programs_that_are_too_large_for_a_spec_are_refused() {
    let large: String = (0..1100).map(|n| format!("p{n} :- q{n}.\n")).collect();
    let Err(NoProfile::TooLarge(error)) = profile(&large) else { panic!("no spec is so large") };
    assert!(error.to_string().contains("1024"), "{error}");
}

/// The weights that give these averages let a few clauses outweigh all others, so that programs are hardly drawn at all.
#[test]
fn a_fit_that_takes_more_than_a_moment_gives_way() {
    let profile = profile(
        "0.9::alarm :- burglary, earthquake. 0.8::alarm :- burglary, \\+ earthquake.
         0.1::alarm :- \\+ burglary, earthquake. 0.7::hears(X) :- neighbour(X), at_home(X).
         calls(X) :- alarm, hears(X). someone_calls :- calls(X).",
    );
    let profile = profile.expect("it has rules");
    let mut profile = profile.loosened().expect("no larger");
    let relatives = profile.relatives(&Stop::NEVER, |draft| draft.build()).expect("a spec");
    let drawn =
        Generator::new(&relatives.fitted, Method::Auto, SizeSpread::default(), &Stop::NEVER);
    assert!(drawn.is_ok());
}
