//! Recipes: what they make, and that what they write says how to make it again.

use proptest::prelude::*;
use randlog_generate::Spec;
use randlog_generate::exact::SizeSpread;
use randlog_generate::generator::Method;
use randlog_generate::spec::Cycles;
use randlog_infer::{Inference, Measures};
use randlog_logic::{Dialect, Probability};
use randlog_recipe::header;
use randlog_recipe::instance::{
    BadInstances, Conditions, FactSpread, Instances, Measure, QueryPolicy, Share,
};
use randlog_recipe::{
    BadHeader, Invocation, Made, NotMade, NotPrepared, Prepared, Product, Programs, Recipe,
};

fn spec() -> impl Strategy<Value = Spec> {
    let rules = (0..3_usize, any::<bool>(), any::<bool>());
    (1..4_usize, 0..3_usize, 1..4_usize, rules).prop_map(|(predicates, constants, nodes, rules)| {
        let (cycles, safe, apart) = rules;
        let arities: Vec<usize> = (0..predicates).collect();
        let draft = Spec::builder()
            .arities(&arities)
            .variables(2)
            .constants(constants)
            .max_nodes(nodes)
            .max_clauses(4)
            .probabilities(["0.5", "1/3", "1"])
            .cycles(Cycles::ALL[cycles])
            .safe(safe);
        let pair = (apart && predicates > 1).then_some(("p1", "p2"));
        draft.independent(pair).build().expect("a valid spec")
    })
}

fn instances() -> impl Strategy<Value = Instances> {
    let settings = (2..9_usize, 0..40_u64, any::<bool>(), 0..=100_u32, 1..5_u128, any::<bool>());
    settings.prop_map(|(domain, facts, atoms, percent, probability, derived)| Instances {
        domain,
        facts: facts.into(),
        facts_by: FactSpread::ALL[usize::from(atoms)],
        probabilistic: Share::percent(percent),
        fact_probabilities: (1..=probability).filter_map(|n| Probability::new(n, 7)).collect(),
        query: QueryPolicy::ALL[usize::from(derived)],
        conditions: if derived { conditions(percent) } else { Conditions::default() },
        dialect: Dialect::ALL[usize::from(derived) * 3],
    })
}

/// Conditions on some measures, one for each bit.
fn conditions(bits: u32) -> Conditions {
    let mut conditions = Conditions::default();
    for (bit, measure) in Measure::ALL.into_iter().enumerate() {
        let range = ["1..1000", "0..", "0.125..0.9", "..7"][(bits as usize + bit) % 4];
        let is_whole = measure != Measure::Probability && range.contains('.');
        if bits >> bit & 1 == 1 && !(is_whole && range.starts_with("0.1")) {
            conditions.require(measure, range.parse().unwrap()).unwrap();
        }
    }
    let balanced = [Measure::Depth, Measure::Probability];
    let has_ends = |measure: &Measure| {
        conditions.range(*measure).is_some_and(|range| !range.to_string().ends_with('.'))
    };
    conditions.balance = balanced.into_iter().filter(has_ends).collect();
    conditions
}

fn programs() -> impl Strategy<Value = Programs> {
    let dialect = prop::sample::select(Dialect::ALL.to_vec());
    (dialect, any::<bool>(), any::<bool>()).prop_map(|(dialect, distinct, asks)| {
        let asked = Dialect::ProbLog.parse("query(p1). query(p1).").unwrap().queries;
        let asked = asked.into_iter().map(|query| query.atom).collect();
        let queries = if asks { asked } else { Vec::new() };
        Programs { dialect, distinct, queries }
    })
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let product = prop_oneof![
        programs().prop_map(Product::Programs),
        instances().prop_map(Product::Instances),
    ];
    let spread = (any::<bool>(), any::<bool>());
    let spread = spread.prop_map(|(clauses, nodes)| SizeSpread { clauses, nodes });
    let method = prop::sample::select(Method::ALL.to_vec());
    (spec(), method, spread, any::<u64>(), product).prop_map(
        |(spec, method, spread, seed, product)| Recipe { spec, method, spread, seed, product },
    )
}

proptest! {
    #[test]
    fn a_header_says_how_a_file_was_made(recipe in recipe(), first in 0..1000_u64, count in 1..9_u64) {
        let indices = first..first + count;
        let file = recipe.header(&indices) + "p1.\n";
        prop_assert_eq!(Recipe::from_header(&file).unwrap(), (recipe.clone(), indices.clone()));
        let invocation = recipe.invocation(&indices);
        prop_assert_eq!(Invocation::from_header("a file", &file).unwrap(), invocation.clone());
        let commented = header::commented(file, Dialect::Datalog);
        prop_assert_eq!(Invocation::from_header("a file", &commented).unwrap(), invocation);
    }

    #[test]
    fn what_is_made_again_from_its_header_is_the_same(recipe in recipe(), index in 0..9_u64) {
        let Ok(prepared) = recipe.prepare() else { return Ok(()) };
        let Ok(made) = prepared.make(index) else { return Ok(()) };
        // Prolog has no probabilities.
        let Ok(text) = prepared.text(&made) else { return Ok(()) };
        let file = prepared.recipe.header(&(index..index + 1)) + &text;
        let (again, indices) = Recipe::from_header(&file).unwrap();
        prop_assert_eq!(indices, index..index + 1);
        prop_assert_eq!(again.prepare().unwrap().make(index).unwrap(), made.clone());
        // The text reads back as what was made, header and comments aside; for Prolog, as it likes clauses to be.
        if Dialect::READ.contains(&recipe.dialect()) {
            let expected = match recipe.dialect() {
                Dialect::Prolog => made.program.arranged(),
                _ => made.program,
            };
            prop_assert_eq!(recipe.dialect().parse(&file).unwrap(), expected);
        }
    }
}

fn tiny() -> Spec {
    Spec::builder().predicates(["p/1"]).variables(1).max_nodes(2).max_clauses(1).build().unwrap()
}

#[test]
fn a_command_is_complete_in_itself() {
    let spec = tiny().to_draft().safe(true).constants(["ann"]).build().unwrap();
    let recipe = Recipe::programs(spec, 7).by(Method::Search);
    assert_eq!(
        recipe.command(&(3..5)),
        "randlog sample --predicates p/1 --variables X --constants ann --max-nodes 2 \
         --max-clauses 1 --safe --method search --seed 7 --index 3 --count 2 --format problog"
    );
}

#[test]
fn what_no_recipe_wrote_has_none() {
    let header = Recipe::programs(tiny(), 7).header(&(0..1));
    let change = |from: &str, to: &str| Recipe::from_header(&header.replace(from, to));
    assert!(matches!(Recipe::from_header("p."), Err(BadHeader::NoHeader)));
    assert!(matches!(Recipe::from_header(""), Err(BadHeader::NoHeader)));
    assert!(matches!(change("max_nodes = 2", "max_nodes = 0"), Err(BadHeader::Spec(_))));
    for (from, to) in [
        ("sample SPEC", "enumerate SPEC"),
        ("--seed 7", "--seed seven"),
        ("--seed 7", "--seed"),
        ("--method auto", "--method magic"),
        ("--format problog", "--format latin"),
        ("--format problog", "--domain 3"),
        ("--index 0", "--index 18446744073709551615"),
    ] {
        assert!(matches!(change(from, to), Err(BadHeader::Command { .. })), "{to}");
    }
}

#[test]
fn rules_without_a_query_are_drawn_again_but_not_for_ever() {
    // Nothing but facts: no rule can derive anything.
    let spec =
        Spec::builder().predicates(["p/0"]).max_nodes(1).max_clauses(1).cycles(Cycles::Acyclic);
    let instances =
        Instances { facts: 0.into(), query: QueryPolicy::Derived, ..Instances::default() };
    let recipe = Recipe::instances(spec.build().unwrap(), instances, 1);
    let made = recipe.prepare().unwrap().make(4);
    assert_eq!(made, Err(NotMade::NoQuery { index: 4, attempts: 100 }));
}

fn smokers() -> Spec {
    let keys = "preset = \"written\"\npredicates = [\"smokes/1\", \"stress/1\", \"asthma/1\"]\n\
                data = [\"person/1\", \"friend/2\"]\nprobabilities = [0.3, 0.6, 1]";
    Spec::from_toml("test", keys).unwrap()
}

fn with(conditions: &[(Measure, &str)], balance: &[Measure]) -> Instances {
    let mut all = Conditions::default();
    all.balance = balance.to_vec();
    for (measure, range) in conditions {
        all.require(*measure, range.parse().unwrap()).unwrap();
    }
    let facts = "person=6,friend=12".parse().unwrap();
    Instances {
        domain: 6,
        facts,
        query: QueryPolicy::Derived,
        conditions: all,
        ..Instances::default()
    }
}

/// What is measured once more of the text that was written.
fn measured(prepared: &Prepared, made: &Made) -> Measures {
    let program = Dialect::ProbLog.parse(&prepared.text(made).unwrap()).unwrap();
    let measures = Inference::new(&program).measures().unwrap();
    assert_eq!(measures[..1], made.measures.clone().into_iter().collect::<Vec<_>>());
    measures.into_iter().next().unwrap()
}

#[test]
fn queries_fulfil_conditions() {
    let conditions = [
        (Measure::Depth, "2..4"),
        (Measure::Events, "3.."),
        (Measure::Width, "2..6"),
        (Measure::Probability, "0.1..0.6"),
    ];
    let prepared = Recipe::instances(smokers(), with(&conditions, &[]), 5).prepare().unwrap();
    for index in 0..10 {
        let made = prepared.make(index).unwrap();
        let found = measured(&prepared, &made);
        assert!((2..=4).contains(&found.depth.unwrap()), "{found:?}");
        assert!(*found.events.start() >= 3 && (2..=6).contains(&found.width), "{found:?}");
        assert!((0.1..=0.6).contains(&found.probability.unwrap()), "{found:?}");
        let text = prepared.text(&made).unwrap();
        assert!(text.contains(&format!("\n% depth: {}, events: ", found.depth.unwrap())), "{text}");
    }
}

#[test]
fn what_is_balanced_takes_its_values_in_turn() {
    let conditions = [(Measure::Depth, "1..3"), (Measure::Probability, "0..1")];
    let instances = with(&conditions, &[Measure::Depth, Measure::Probability]);
    let prepared = Recipe::instances(smokers(), instances, 6).prepare().unwrap();
    for index in [0, 1, 2, 3, 14, 17, 21, 30] {
        let found = measured(&prepared, &prepared.make(index).unwrap());
        assert_eq!(found.depth, Some(1 + index as usize % 3));
        let part = (index / 3 % 10) as f64 / 10.0;
        let probability = found.probability.unwrap();
        assert!((part..part + 0.1 + 1e-12).contains(&probability), "{index}: {probability}");
    }
}

#[test]
fn conditions_that_are_never_met_are_told_with_what_was_found() {
    let spec = smokers().to_draft().cycles(Cycles::Acyclic).build().unwrap();
    let recipe = Recipe::instances(spec, with(&[(Measure::Depth, "4..")], &[]), 7);
    let error = recipe.prepare().unwrap().make(3).unwrap_err();
    let NotMade::NotMet { index: 3, conditions, attempts: 1000, seen } = &error else {
        panic!("{error}")
    };
    assert_eq!(conditions, "depth 4..");
    assert!(seen.ends_with("depth was from 1 to 3 (as asked for 0 times)"), "{seen}");
}

#[test]
fn conditions_that_make_no_sense_are_refused() {
    let refused = |instances| Recipe::instances(smokers(), instances, 1).prepare().unwrap_err();
    let unlisted =
        Instances { query: QueryPolicy::Unlisted, ..with(&[(Measure::Depth, "2..")], &[]) };
    assert_eq!(refused(unlisted), NotPrepared::Instances(BadInstances::NotDerived));
    let open = BadInstances::OpenBalance { measure: Measure::Depth };
    assert_eq!(
        refused(with(&[(Measure::Depth, "2..")], &[Measure::Depth])),
        NotPrepared::Instances(open)
    );
}

#[test]
fn all_of_a_run_come_in_order_whatever_the_threads() {
    let spec = tiny().to_draft().constants(3).max_clauses(5).build().unwrap();
    let prepared = Recipe::programs(spec, 7).prepare().unwrap();
    let run = |threads| {
        let mut programs = Vec::new();
        prepared.make_all(
            threads,
            5..25,
            &Default::default(),
            |made| made,
            |index, made| {
                programs.push((index, made.unwrap()));
                std::ops::ControlFlow::Continue(())
            },
        );
        programs
    };
    let one_by_one = (5..25).map(|index| (index, prepared.make(index).unwrap()));
    assert_eq!(run(1), one_by_one.collect::<Vec<_>>());
    assert_eq!(run(1), run(3));
}

#[test]
fn files_of_several_programs_fall_apart() {
    let prepared = Recipe::programs(tiny(), 7).prepare().unwrap();
    let mut file = prepared.recipe.header(&(0..2));
    for index in 0..2 {
        header::separate(&mut file, index);
        file += &prepared.text(&prepared.make(index).unwrap()).unwrap();
    }
    assert_eq!(header::sections(&file).len(), 2);
}
