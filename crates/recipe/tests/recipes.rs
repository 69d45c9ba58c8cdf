//! Recipes: what they make, and that what they write says how to make it again.

use proptest::prelude::*;
use randlog_generate::Spec;
use randlog_generate::exact::SizeSpread;
use randlog_generate::generator::Method;
use randlog_generate::spec::Cycles;
use randlog_logic::{Dialect, Probability};
use randlog_recipe::header;
use randlog_recipe::instance::{FactSpread, Instances, QueryPolicy, Share};
use randlog_recipe::{BadHeader, Invocation, NotMade, Product, Programs, Recipe};

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
        dialect: Dialect::ALL[usize::from(derived) * 3],
    })
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
