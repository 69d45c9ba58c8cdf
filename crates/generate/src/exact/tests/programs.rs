//! Programs: signed against positive sums, sets against groups, preorders against both.

use proptest::prelude::*;
use randlog_base::Stop;

use super::specs;
use crate::Spec;
use crate::exact::classes::{Classes, Group};
use crate::exact::clauses::Clauses;
use crate::exact::components::{component_weights, products, signed_weights};
use crate::exact::estimate::Purpose;
use crate::exact::heads::{Heads, SecondVariable};
use crate::exact::independent::PreorderWeights;
use crate::exact::layers::Layers;
use crate::exact::number::Integer;
use crate::exact::pieces::Mark;
use crate::exact::preorders::Rules;
use crate::exact::programs;
use crate::exact::series::{Degree, Series};
use crate::exact::space::Space;
use crate::spec::Cycles;

/// Nothing is stopped here.
const NEVER: Stop = Stop::NEVER;

fn space(spec: &Spec, second: SecondVariable) -> Space {
    Space::new(spec, second, Purpose::Count, &NEVER)
        .expect("within the closed forms")
        .expect("enough clauses")
}

/// The signed recursion, even where cycles do not matter.
fn by_signs(space: &Space) -> Series {
    let signed = signed_weights(&space.heads(&NEVER).unwrap(), &NEVER).unwrap();
    let classes = &space.clauses.classes;
    let mut weights = programs::above(classes, &signed, Group::EMPTY, space.reach, &NEVER).unwrap();
    weights.swap_remove(classes.heads.0)
}

fn by_layers(space: &Space) -> Series {
    let classes = &space.clauses.classes;
    let components = component_weights(
        classes,
        &signed_weights(&space.heads(&NEVER).unwrap(), &NEVER).unwrap(),
        &NEVER,
    )
    .unwrap();
    Layers::new(classes, components.into(), space.reach).total(&NEVER).unwrap()
}

fn by_preorders(space: &Space) -> Series {
    let classes = &space.clauses.classes;
    let signed = signed_weights(&space.heads(&NEVER).unwrap(), &NEVER).unwrap();
    let components = component_weights(classes, &signed, &NEVER).unwrap().into();
    let rules = Rules::everything(classes.predicates(), space.cycles != Cycles::Acyclic);
    PreorderWeights::new(classes, space.reach, signed, components).total(&rules, &NEVER).unwrap()
}

/// The signed weight of a set the other way round: by the components that no other uses.
fn signed_from_above(heads: &Heads, whole: Group, outer: Group) -> Series {
    let classes = &heads.classes;
    let mut loose = vec![Series::zero(heads.reach); whole.0 + 1];
    for set in classes.nonempty(whole) {
        let mut weight = products(heads, whole, outer, &NEVER).unwrap().swap_remove(set.0);
        for (part, ways) in classes.parts(set).filter(|&(part, _)| part != set) {
            let ways = -Integer::from(ways);
            let rest =
                products(heads, whole - part, outer, &NEVER).unwrap().swap_remove((set - part).0);
            weight.add_product(&ways, &loose[part.0], &rest, &NEVER).unwrap();
        }
        loose[set.0] = weight;
    }
    loose.swap_remove(whole.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn signs_from_below_are_signs_from_above(spec in specs()) {
        prop_assume!(spec.cycles() != Cycles::Acyclic);
        let heads = space(&spec, SecondVariable::Unused).heads(&NEVER).unwrap();
        let signed = signed_weights(&heads, &NEVER).unwrap();
        let all = heads.classes.heads;
        for outer in heads.classes.within(all) {
            for inner in heads.classes.nonempty(all - outer) {
                let from_above = signed_from_above(&heads, inner, outer);
                prop_assert_eq!(signed.get(inner, outer), &from_above);
            }
        }
    }

    #[test]
    fn layers_add_up_to_the_signed_recursion(spec in specs()) {
        let space = space(&spec, SecondVariable::Unused);
        prop_assert_eq!(by_layers(&space), space.count(&NEVER).unwrap());
    }

    #[test]
    fn preorders_add_up_to_the_signed_recursion(spec in specs()) {
        let space = space(&spec, SecondVariable::Unused);
        prop_assert_eq!(by_preorders(&space), space.count(&NEVER).unwrap());
    }

    #[test]
    fn components_of_any_sign_make_up_all_programs(spec in specs()) {
        let space = space(&spec.with_cycles(Cycles::Any), SecondVariable::Unused);
        prop_assert_eq!(by_signs(&space), space.count(&NEVER).unwrap());
    }

    #[test]
    fn sets_count_what_groups_count(spec in specs()) {
        let apart = Classes::apart(spec.predicates().iter().map(|p| p.arity));
        let groups = space(&spec, SecondVariable::Unused);
        let count = groups.count(&NEVER).unwrap();
        let sets = Space { clauses: Clauses::new(&spec, apart, spec.max_clauses()), ..groups };
        prop_assert_eq!(sets.count(&NEVER).unwrap(), count);
    }

    #[test]
    fn sizes_add_up_to_the_whole(spec in specs()) {
        prop_assume!(spec.max_clauses() <= 6);
        let plain = space(&spec, SecondVariable::Unused).count(&NEVER).unwrap();
        let by_nodes = space(&spec, SecondVariable::Nodes).count(&NEVER).unwrap();
        let tallied = space(&spec, SecondVariable::Tally(Mark::Nodes)).count(&NEVER).unwrap();
        for spare in 0..=plain.reach.spare {
            let at = |series: &Series, second| series.at(Degree { spare, second }).clone();
            let nodes = 0..=by_nodes.reach.second;
            let whole = nodes.clone().map(|second| at(&by_nodes, second)).sum();
            prop_assert_eq!(at(&plain, 0), whole);
            // Dual numbers carry the sum of all sizes.
            let weighted = nodes.map(|second| at(&by_nodes, second) * second).sum();
            prop_assert_eq!(at(&tallied, 1), weighted);
            prop_assert_eq!(at(&tallied, 0), at(&plain, 0));
        }
    }

    #[test]
    fn pairs_count_the_same_for_sets_and_groups(spec in specs(), p in 0usize..5, q in 0usize..5) {
        let count = spec.predicates().len();
        let (p, q) = (p % count, q % count);
        prop_assume!(p < q);
        let spec = spec.with_independent(vec![(p, q)]);
        let apart = Classes::apart(spec.predicates().iter().map(|p| p.arity));
        let groups = space(&spec, SecondVariable::Unused);
        let count = groups.count(&NEVER).unwrap();
        let sets = Space { clauses: Clauses::new(&spec, apart, spec.max_clauses()), ..groups };
        prop_assert_eq!(sets.count(&NEVER).unwrap(), count);
    }
}
