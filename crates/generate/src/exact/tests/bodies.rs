//! Bodies and terms: Burnside's lemma and dual numbers against direct sums.

use proptest::prelude::*;
use randlog_base::Stop;

use super::{draft, specs};
use crate::Spec;
use crate::exact::bound::{Bound, Firing, Own};
use crate::exact::classes::{Classes, Group};
use crate::exact::clauses::Clauses;
use crate::exact::matrix::Matrix;
use crate::exact::number::Natural;
use crate::exact::pieces::{Mark, Pieces};
use crate::exact::terms::Terms;
use crate::spec::{Bodies, Cycles};

fn clauses(spec: &Spec) -> Clauses {
    Clauses::new(spec, Classes::new(spec), spec.max_clauses())
}

/// Sequences of terms by first use: with `known` variables, one of the known symbols or a new one.
fn sequences(constants: usize, variables: usize, length: usize, known: usize) -> Natural {
    if length == 0 {
        return Natural::ONE;
    }
    let old = sequences(constants, variables, length - 1, known) * (constants + known);
    if known < variables {
        old + sequences(constants, variables, length - 1, known + 1)
    } else {
        old
    }
}

/// Trees by nodes and total arity, outside or inside negations: the recursion on paper.
struct Trees {
    outside: Vec<Vec<Natural>>,
    inside: Vec<Vec<Natural>>,
}

fn convolve(left: &[Natural], right: &[Natural]) -> Vec<Natural> {
    let mut product = vec![Natural::ZERO; (left.len() + right.len()).saturating_sub(1)];
    for (i, x) in left.iter().enumerate() {
        for (j, y) in right.iter().enumerate() {
            product[i + j] += x * y;
        }
    }
    product
}

fn plus(left: &[Natural], right: &[Natural]) -> Vec<Natural> {
    (0..left.len().max(right.len()))
        .map(|i| {
            let at = |row: &[Natural]| row.get(i).cloned().unwrap_or(Natural::ZERO);
            at(left) + at(right)
        })
        .collect()
}

/// Lists of two or more trees of `nodes` nodes in all.
fn tuples(trees: &[Vec<Natural>], nodes: usize) -> Vec<Natural> {
    (1..nodes).fold(Vec::new(), |sum, first| {
        let rest = plus(&trees[nodes - first], &tuples(trees, nodes - first));
        plus(&sum, &convolve(&trees[first], &rest))
    })
}

fn atoms_by_arity(spec: &Spec, may_occur: impl Fn(usize) -> bool) -> Vec<Natural> {
    let longest = spec.predicates().iter().map(|p| p.arity).max().unwrap_or(0);
    let mut atoms = vec![Natural::ZERO; longest + 1];
    for (i, predicate) in spec.predicates().iter().enumerate() {
        if may_occur(i) {
            atoms[predicate.arity] += Natural::ONE;
        }
    }
    atoms
}

fn trees(spec: &Spec, statuses: &[usize]) -> Trees {
    let mut trees = Trees { outside: vec![Vec::new()], inside: vec![Vec::new()] };
    for nodes in 1..=spec.max_nodes() {
        let (outside, inside) = if nodes == 1 {
            (atoms_by_arity(spec, |i| statuses[i] >= 1), atoms_by_arity(spec, |i| statuses[i] == 2))
        } else {
            let twice = |row: Vec<Natural>| plus(&row, &row);
            let negated = trees.inside[nodes - 1].clone();
            (
                plus(&negated, &twice(tuples(&trees.outside, nodes - 1))),
                plus(&negated, &twice(tuples(&trees.inside, nodes - 1))),
            )
        };
        trees.outside.push(outside);
        trees.inside.push(inside);
    }
    trees
}

/// The number of clauses, directly from total arities.
fn count_directly(spec: &Spec, statuses: &[usize], head_arity: usize) -> Natural {
    let (constants, variables) = (spec.constants().len(), spec.variables().len());
    let facts = if spec.empty_bodies() {
        sequences(constants, variables, head_arity, 0)
    } else {
        Natural::ZERO
    };
    let trees = trees(spec, statuses);
    let rules: Natural = trees.outside[1..]
        .iter()
        .flat_map(|row| row.iter().enumerate())
        .map(|(arity, count)| count * sequences(constants, variables, arity + head_arity, 0))
        .sum();
    facts + rules
}

/// The bound in which these predicates have these largest statuses.
fn bound(classes: &Classes, statuses: &[usize]) -> Bound {
    let with = |status: usize| {
        let predicates = statuses.iter().enumerate().filter(move |&(_, &s)| s == status);
        classes.group(predicates.map(|(predicate, _)| predicate))
    };
    Bound { outside: with(1) + with(2), inside: with(2), own: Own::Anywhere, firing: Firing::All }
}

proptest! {
    #[test]
    fn orbits_are_sequences_by_first_use(
        constants in 0usize..4, variables in 0usize..6, length in 0usize..9,
    ) {
        let terms = Terms::new(constants, variables, length);
        let spec = draft(&[1], 1, 1, 1, 1).build().expect("a valid spec");
        let plain = Pieces::new(&spec, &Classes::new(&spec)).remove(0);
        let fixed: Natural = (0..=terms.variables)
            .map(|i| terms.permutations_fixing(i) * terms.known(&plain, length, i))
            .sum();
        let orbits = sequences(constants, variables, length, 0);
        prop_assert_eq!(fixed, terms.permutations() * &orbits);
        let by_first_use: Natural = {
            let sequences: &Matrix<Natural> = &terms.sequences(&plain, length)[length];
            (0..=terms.variables).map(|after| sequences.at(0, after)).sum()
        };
        prop_assert_eq!(by_first_use, orbits);
    }

    #[test]
    fn clauses_are_counted_as_by_total_arities(
        spec in specs(), statuses in prop::collection::vec(0usize..=2, 5),
    ) {
        let formulas = spec.to_draft().safe(false).bodies(Bodies::Formula);
        let spec = formulas.build().expect("a valid spec");
        let statuses = &statuses[..spec.predicates().len()];
        let clauses = clauses(&spec);
        let bodies = clauses.bodies_under(&clauses.weights()[0], bound(&clauses.classes, statuses), &Stop::NEVER).unwrap().total();
        for class in 0..clauses.classes.len() {
            let arity = clauses.classes.arities[class];
            let direct = count_directly(&spec, statuses, arity);
            prop_assert_eq!(clauses.headed(&clauses.weights()[0], &bodies, class), direct);
        }
    }

    #[test]
    fn a_tally_changes_no_count(spec in specs()) {
        let clauses = clauses(&spec);
        let bound = Bound::above(Cycles::Any, Group::EMPTY, clauses.classes.all());
        let (plain, marked) =
            (&clauses.weights()[0], clauses.measure(0, clauses.weights()[0].pieces.marked(Mark::Negations)));
        let marked_bodies = clauses.bodies_under(&marked, bound, &Stop::NEVER).unwrap().total();
        let plain_bodies = clauses.bodies_under(plain, bound, &Stop::NEVER).unwrap().total();
        for class in 0..clauses.classes.len() {
            prop_assert_eq!(
                clauses.headed(&marked, &marked_bodies, class).count,
                clauses.headed(plain, &plain_bodies, class)
            );
        }
    }

    #[test]
    fn safe_clauses_are_some_of_all(spec in specs()) {
        let total = |spec: &Spec| {
            let clauses = clauses(spec);
            let bound = Bound::above(Cycles::Any, Group::EMPTY, clauses.classes.all());
            let measure = &clauses.weights()[0];
            let bodies = clauses.bodies_under(measure, bound, &Stop::NEVER).unwrap().total();
            let headed = |class| clauses.headed(measure, &bodies, class);
            (0..clauses.classes.len()).map(headed).collect::<Vec<_>>()
        };
        let safe = total(&spec.with_safe(true));
        let all = total(&spec.with_safe(false));
        prop_assert!(safe.iter().zip(&all).all(|(safe, all)| safe <= all));
    }
}
