//! Instances: what is in them, how it is distributed, and what it depends on.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use randlog_generate::search::Searcher;
use randlog_generate::{Spec, Stop};
use randlog_infer::{Algorithm, Inference};
use randlog_logic::{Atom, Clause, Dialect, Predicate, Probability, Program, Term};
use randlog_recipe::instance::{
    BadInstances, Completion, FactCount, FactSpread, Instances, Made, QueryPolicy, Share,
};

fn spec(predicates: &str, constants: &str) -> Spec {
    let text = format!(
        "predicates = [{predicates}]\nvariables = 1\nconstants = {constants}\nmax_nodes = 2\nmax_clauses = 8\n"
    );
    Spec::from_toml("test", &text).unwrap()
}

fn rules() -> Program {
    Dialect::ProbLog.parse("0.5::p(X) :- q(X, X).\nq(X, Y) :- p(X), p(Y).\n").unwrap()
}

/// p/1 and q/2 over some constants: six atoms over two.
fn completion(instances: Instances) -> Result<Completion, BadInstances> {
    Completion::new(&spec("\"p/1\", \"q/2\"", "0"), instances)
}

fn text(instance: &Made) -> String {
    Dialect::ProbLog.print(&instance.program).unwrap().to_string()
}

fn facts_of(instance: &Made) -> &[Clause] {
    &instance.program.clauses[instance.rules..]
}

fn atoms(instance: &Made) -> Vec<String> {
    facts_of(instance).iter().map(|fact| fact.heads[0].atom.to_string()).collect()
}

fn percent(number: u32) -> Share {
    format!("{number}%").parse().unwrap()
}

#[test]
fn an_instance_is_the_same_on_every_machine_and_in_every_version() {
    let instances = Instances { domain: 2, facts: 4.into(), ..Instances::default() };
    let instance = completion(instances).unwrap().complete(rules(), 7, 3, &Stop::NEVER).unwrap();
    let expected = "0.5::p(X) :- q(X, X).\nq(X, Y) :- p(X), p(Y).\n\
         0.6::p(a).\np(b).\n0.9::q(a, a).\nq(b, a).\nquery(q(a, b)).\n";
    assert_eq!(text(&instance), expected);
}

#[test]
fn every_set_of_facts_is_equally_likely_and_so_is_every_query() {
    let instances = Instances {
        domain: 2,
        facts: 2.into(),
        probabilistic: Share::NONE,
        ..Instances::default()
    };
    let completion = completion(instances).unwrap();
    let draws = 30_000;
    let mut seen = BTreeMap::new();
    for index in 0..draws {
        let instance = completion.complete(Program::default(), 1, index, &Stop::NEVER).unwrap();
        let query = instance.program.queries[0].to_string();
        *seen.entry((atoms(&instance), query)).or_insert(0_u32) += 1;
    }
    // Two of six atoms are facts, one of the other four is the query.
    assert_eq!(seen.len(), 60);
    let even = draws as f64 / 60.0;
    let chi_square: f64 = seen.values().map(|&n| (f64::from(n) - even).powi(2) / even).sum();
    // 59 degrees of freedom: above 105 with probability 0.0002.
    assert!(chi_square < 105.0, "{chi_square}");
}

#[test]
fn every_choice_of_probabilistic_facts_is_equally_likely() {
    let list = ["0.3", "0.6"].map(|text| text.parse::<Probability>().unwrap());
    let instances = Instances {
        domain: 2,
        facts: 4.into(),
        fact_probabilities: list.to_vec(),
        ..Instances::default()
    };
    let completion = completion(instances).unwrap();
    let draws = 24_000;
    let mut seen = BTreeMap::new();
    for index in 0..draws {
        let instance = completion.complete(Program::default(), 1, index, &Stop::NEVER).unwrap();
        let drawn: Vec<String> =
            facts_of(&instance).iter().map(|fact| fact.heads[0].probability.to_string()).collect();
        *seen.entry(drawn).or_insert(0_u32) += 1;
    }
    // Two of four facts, with one of two probabilities each.
    assert_eq!(seen.len(), 24);
    let even = draws as f64 / 24.0;
    let chi_square: f64 = seen.values().map(|&n| (f64::from(n) - even).powi(2) / even).sum();
    // 23 degrees of freedom: above 54 with probability 0.0003.
    assert!(chi_square < 54.0, "{chi_square}");
}

#[test]
fn one_setting_does_not_change_what_another_decides() {
    let base = Instances { domain: 9, facts: 30.into(), ..Instances::default() };
    let make = |instances: Instances| {
        completion(instances).unwrap().complete(rules(), 5, 5, &Stop::NEVER).unwrap()
    };
    let instance = make(base.clone());
    let other = make(Instances {
        probabilistic: percent(75),
        fact_probabilities: vec!["0.5".parse().unwrap()],
        ..base.clone()
    });
    assert_eq!(atoms(&instance), atoms(&other));
    assert_eq!(instance.program.queries, other.program.queries);
    let spread = make(Instances { facts_by: FactSpread::Predicates, ..base });
    assert_ne!(atoms(&instance), atoms(&spread));
}

#[test]
fn by_predicates_small_predicates_fill_up() {
    let instances = Instances {
        domain: 40,
        facts: 400.into(),
        facts_by: FactSpread::Predicates,
        ..Instances::default()
    };
    let instance =
        completion(instances.clone()).unwrap().complete(rules(), 1, 0, &Stop::NEVER).unwrap();
    let unary = |instance: &Made| {
        let heads = facts_of(instance).iter().map(|fact| fact.heads[0].atom.predicate());
        heads.filter(|predicate| *predicate == Predicate::new("p", 1)).count()
    };
    assert!(unary(&instance) > 35, "{}", unary(&instance));
    let instances = Instances { facts_by: FactSpread::Atoms, ..instances };
    let instance = completion(instances).unwrap().complete(rules(), 1, 0, &Stop::NEVER).unwrap();
    // 400 facts of 1640 atoms, 40 of which are unary: about ten.
    assert!(unary(&instance) < 25, "{}", unary(&instance));
}

#[test]
fn the_constants_of_the_rules_belong_to_the_domain() {
    let spec = spec("\"p/1\"", "[\"ann\", \"b\"]");
    let instances = Instances { domain: 5, facts: 3.into(), ..Instances::default() };
    let completion = Completion::new(&spec, instances).unwrap();
    let mut constants = BTreeSet::new();
    for index in 0..50 {
        let instance = completion.complete(Program::default(), 1, index, &Stop::NEVER).unwrap();
        let facts = facts_of(&instance).iter().flat_map(|fact| fact.heads[0].atom.args.clone());
        constants.extend(facts.map(|term| match term {
            Term::Constant(name) => name,
            other => panic!("{other} in a fact"),
        }));
    }
    assert_eq!(constants, ["a", "ann", "b", "c", "d"].map(Into::into).into());
}

#[test]
fn instances_that_make_no_sense_are_refused() {
    let refuse = |instances| completion(instances).unwrap_err();
    let base = Instances::default;
    assert_eq!(refuse(Instances { domain: 0, ..base() }), BadInstances::NoAtoms);
    let list = vec![Probability::ONE];
    assert_eq!(refuse(Instances { fact_probabilities: list, ..base() }), BadInstances::Certain);
    assert_eq!(
        refuse(Instances { fact_probabilities: vec![], ..base() }),
        BadInstances::NoProbabilities
    );
    for (domain, facts) in [(usize::MAX, 1), (100_000, u64::MAX)] {
        let error = refuse(Instances { domain, facts: facts.into(), ..base() });
        assert!(matches!(error, BadInstances::TooMany { .. }), "{error}");
    }
    let refuse = |spec: &Spec| Completion::new(spec, base()).unwrap_err();
    assert_eq!(refuse(&spec("\"p/40\"", "0")), BadInstances::TooManyAtoms);
    let error = refuse(&spec("\"p/1\"", "101"));
    assert_eq!(error, BadInstances::SmallDomain { domain: 100, constants: 101 });
}

/// The probability of each ground atom that is no fact, by walking through all worlds.
fn probabilities(instance: &Made) -> BTreeMap<String, f64> {
    let mut program = instance.program.clone();
    let predicates: BTreeSet<Predicate> = instance.program.clauses[..instance.rules]
        .iter()
        .map(|rule| rule.heads[0].atom.predicate())
        .collect();
    let open = |p: &Predicate| Atom::new(p.name.clone(), vec![Term::Anonymous; p.arity]);
    program.queries = predicates.iter().map(open).map(Into::into).collect();
    let solution = Inference::new(&program).algorithm(Algorithm::Worlds).solve().unwrap();
    let facts = atoms(instance);
    let answers = solution.answers.into_iter().map(|a| (a.atom.to_string(), a.probability));
    answers.filter(|(atom, _)| !facts.contains(atom)).collect()
}

#[test]
fn a_derived_query_is_found_where_there_is_one() {
    let spec = "predicates = [\"p/1\", \"q/2\", \"r/0\"]\nvariables = 2\nmax_nodes = 5\n\
                max_clauses = 3\nprobabilities = [0.3, 1]\nempty_bodies = false\nsafe = true";
    let spec = Spec::from_toml("test", spec).unwrap();
    let instances = Instances { domain: 2, facts: 3.into(), ..Instances::default() };
    let make = |query| Completion::new(&spec, Instances { query, ..instances.clone() }).unwrap();
    let (derived, unlisted) = (make(QueryPolicy::Derived), make(QueryPolicy::Unlisted));
    let mut searcher = Searcher::new(&spec);
    let (mut found, mut queries) = (0, BTreeSet::new());
    for index in 0..200 {
        let Ok(Some(rules)) = searcher.sample(1, index, &Stop::NEVER) else {
            panic!("there are such rules")
        };
        let known =
            probabilities(&unlisted.complete(rules.clone(), 1, index, &Stop::NEVER).unwrap());
        let uncertain = |p: &f64| 0.0 < *p && *p < 1.0;
        match derived.complete(rules, 1, index, &Stop::NEVER) {
            Err(_) => assert!(!known.values().any(uncertain), "{index}: {known:?}"),
            Ok(instance) => {
                let query = instance.program.queries[0].to_string();
                assert!(uncertain(&known[&query]), "{index}: {query}, {known:?}");
                found += 1;
                queries.insert(query);
            }
        }
    }
    assert!((20..200).contains(&found) && queries.len() > 5, "{found}, {queries:?}");
}

#[test]
fn every_derived_query_is_about_as_likely() {
    let rules = Dialect::ProbLog.parse("0.5::p(X) :- q(X, Y).\n").unwrap();
    let instances = Instances { domain: 3, facts: 6.into(), ..Instances::default() };
    let spec = spec("\"p/1\", \"q/2\"", "0");
    let completion =
        Completion::new(&spec, Instances { query: QueryPolicy::Derived, ..instances }).unwrap();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for index in 0..600 {
        if let Ok(instance) = completion.complete(rules.clone(), 1, index, &Stop::NEVER) {
            *seen.entry(instance.program.queries[0].to_string()).or_default() += 1;
        }
    }
    let even = f64::from(seen.values().sum::<u32>()) / 3.0;
    assert_eq!(seen.len(), 3);
    assert!(seen.values().all(|&n| (f64::from(n) / even - 1.0).abs() < 0.2), "{seen:?}");
}

const SMOKERS: &str = "predicates = [\"smokes/1\", \"stress/1\"]\ndata = [\"person/1\", \"friend/2\"]\n\
                       variables = 2\nmax_nodes = 3\nmax_clauses = 4\n";

fn smokers(keys: &str, instances: Instances) -> Result<Completion, BadInstances> {
    Completion::new(&Spec::from_toml("test", &format!("{SMOKERS}{keys}")).unwrap(), instances)
}

#[test]
fn facts_are_about_data_and_queries_about_goals() {
    let rules = "0.3::stress(X) :- person(X).\nsmokes(X) :- stress(X).\n\
                 smokes(X) :- friend(X, Y), smokes(Y).\n";
    let rules = Dialect::ProbLog.parse(rules).unwrap();
    for query in QueryPolicy::ALL {
        for (keys, asked) in
            [("goals = [\"smokes\"]\n", &["smokes"][..]), ("", &["smokes", "stress"])]
        {
            let instances = Instances { domain: 4, facts: 8.into(), query, ..Instances::default() };
            let completion = smokers(keys, instances).unwrap();
            assert_eq!(completion.ground_atoms(), 4 + 16);
            let mut seen = BTreeSet::new();
            for index in 0..40 {
                let made = completion.complete(rules.clone(), 5, index, &Stop::NEVER);
                let Ok(made) = made else { continue };
                let is_data =
                    |fact: &String| fact.starts_with("person") || fact.starts_with("friend");
                assert!(atoms(&made).iter().all(is_data), "{}", text(&made));
                seen.extend(
                    made.program.queries[0].to_string().split('(').next().map(str::to_owned),
                );
            }
            assert!(seen.iter().eq(asked), "{query}: {seen:?}");
        }
    }
}

#[test]
fn facts_may_be_counted_for_each_predicate() {
    let each =
        |text: &str| Instances { domain: 5, facts: text.parse().unwrap(), ..Instances::default() };
    let completion = smokers("", each("friend=7,person/1=3")).unwrap();
    assert_eq!(completion.facts(), 10);
    let made = completion.complete(rules(), 1, 0, &Stop::NEVER).unwrap();
    let count = |name: &str| atoms(&made).iter().filter(|fact| fact.starts_with(name)).count();
    assert_eq!((count("person"), count("friend")), (3, 7));
    assert_eq!(completion.instances.facts.to_string(), "friend=7,person/1=3");

    let refusal = |text: &str| smokers("", each(text)).unwrap_err().to_string();
    assert_eq!(refusal("smokes=1"), "`smokes` does not name one of the predicates that have facts");
    assert_eq!(refusal("person=6"), "6 facts about `person/1` are too many: the limit is 5");
    for bad in ["", "person", "person=", "person=-1", "person=1,,friend=2", "1.5"] {
        assert!(bad.parse::<FactCount>().is_err(), "{bad}");
    }
}

#[test]
fn a_derived_query_is_not_a_fact_of_the_program() {
    // `p(b)` and `q(a, a)` follow from rules, but the program states them, too.
    let rules = "0.5::p(b).\n0.4::p(X) :- q(X, Y).\n0.2::q(a, a).\n0.5::q(X, Y) :- p(X), p(Y).\n";
    let rules = Dialect::ProbLog.parse(rules).unwrap();
    let instances = Instances {
        domain: 3,
        facts: 3.into(),
        query: QueryPolicy::Derived,
        ..Instances::default()
    };
    let completion = completion(instances).unwrap();
    let queries: BTreeSet<String> = (0..200)
        .filter_map(|index| completion.complete(rules.clone(), 1, index, &Stop::NEVER).ok())
        .map(|made| made.program.queries[0].to_string())
        .collect();
    let stated = ["p(b)", "q(a, a)"];
    assert_eq!(queries.len(), 3 + 9 - stated.len(), "{queries:?}");
    assert!(stated.iter().all(|fact| !queries.contains(*fact)), "{queries:?}");
}

proptest! {
    #[test]
    fn an_instance_is_what_was_asked_for(
        domain in 1_usize..30,
        facts in 0_u64..600,
        share in 0_u32..=100,
        by_predicates: bool,
        seed: u64,
        index: u64,
    ) {
        let spread = if by_predicates { FactSpread::Predicates } else { FactSpread::Atoms };
        let probabilistic = percent(share);
        let instances = Instances { domain, facts: facts.into(), facts_by: spread, probabilistic, ..Instances::default() };
        let completion = completion(instances).unwrap();
        let all = (domain + domain * domain) as u64;
        prop_assert_eq!(completion.ground_atoms(), all);
        prop_assert_eq!(completion.facts(), facts.min(all * 3 / 4));

        let instance = completion.complete(rules(), seed, index, &Stop::NEVER).unwrap();
        prop_assert_eq!(&instance, &completion.complete(rules(), seed, index, &Stop::NEVER).unwrap());
        prop_assert_eq!(&instance.program.clauses[..instance.rules], &rules().clauses[..]);
        prop_assert_eq!(facts_of(&instance).len() as u64, completion.facts());
        let different: BTreeSet<String> = atoms(&instance).into_iter().collect();
        prop_assert_eq!(different.len(), facts_of(&instance).len());
        let uncertain = facts_of(&instance).iter().filter(|fact| !fact.heads[0].probability.is_one());
        prop_assert_eq!(uncertain.count() as u64, completion.probabilistic_facts());
        prop_assert_eq!(instance.program.queries.len(), 1);
        prop_assert!(!different.contains(&instance.program.queries[0].to_string()));
        prop_assert_eq!(Dialect::ProbLog.parse(&text(&instance)).unwrap(), instance.program.clone());
    }
}
