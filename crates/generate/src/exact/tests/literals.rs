//! Sets of literals: Burnside's lemma against lists of clauses.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use randlog_base::Stop;
use randlog_logic::{Formula, Term};

use super::draft;
use crate::Spec;
use crate::exact::bound::{Bound, Firing, Own};
use crate::exact::classes::{Classes, Group};
use crate::exact::clauses::Clauses;
use crate::exact::number::Natural;
use crate::exact::sample::RandomSource;
use crate::exact::{Sampler, SizeSpread, weight_within};
use crate::spec::{Bodies, Cycles};

/// A predicate with its arguments; variables come first, then constants.
type Atom = (usize, Vec<usize>);
/// A head, and atoms with their signs.
type Clause = (Atom, Vec<(bool, Atom)>);

/// Where each predicate may occur: positive, negative.
type Allowed = Vec<(bool, bool)>;

fn atoms(spec: &Spec) -> Vec<Atom> {
    let terms = spec.variables().len() + spec.constants().len();
    let of_predicate = |(place, arity): (usize, usize)| {
        (0..terms.pow(arity as u32)).map(move |number| {
            let term = |position| number / terms.pow(position as u32) % terms;
            (place, (0..arity).map(term).collect())
        })
    };
    spec.predicates().iter().map(|p| p.arity).enumerate().flat_map(of_predicate).collect()
}

fn permutations(points: usize) -> Vec<Vec<usize>> {
    if points == 0 {
        return vec![Vec::new()];
    }
    let insert = |shorter: Vec<usize>| {
        (0..points).map(move |place| {
            let mut longer = shorter.clone();
            longer.insert(place, points - 1);
            longer
        })
    };
    permutations(points - 1).into_iter().flat_map(insert).collect()
}

fn nodes(body: &[(bool, Atom)]) -> usize {
    let literals: usize = body.iter().map(|(negated, _)| 1 + usize::from(*negated)).sum();
    literals + usize::from(body.len() > 1)
}

fn is_variable(spec: &Spec, term: usize) -> bool {
    term < spec.variables().len()
}

fn is_safe(spec: &Spec, (head, body): &Clause) -> bool {
    let variables = |atom: &Atom| -> Vec<usize> {
        atom.1.iter().copied().filter(|&term| is_variable(spec, term)).collect()
    };
    let bound: Vec<usize> =
        body.iter().filter(|(negated, _)| !negated).flat_map(|(_, atom)| variables(atom)).collect();
    let all = std::iter::once(head).chain(body.iter().map(|(_, atom)| atom));
    all.flat_map(variables).all(|variable| bound.contains(&variable))
}

/// Whether the atoms that have variables hang together: each is reached from the first.
fn is_connected(spec: &Spec, (head, body): &Clause) -> bool {
    let all = std::iter::once(head).chain(body.iter().map(|(_, atom)| atom));
    let variables = |atom: &Atom| -> BTreeSet<usize> {
        atom.1.iter().copied().filter(|&term| is_variable(spec, term)).collect()
    };
    let mut rest: Vec<_> = all.map(variables).filter(|variables| !variables.is_empty()).collect();
    let Some(mut reached) = rest.pop() else { return true };
    while let Some(next) = rest.iter().position(|atom| !atom.is_disjoint(&reached)) {
        reached.extend(rest.swap_remove(next));
    }
    rest.is_empty()
}

/// All classes of clauses headed by a predicate, each with a member of it.
fn listed(spec: &Spec, head: usize, allowed: &Allowed) -> Vec<Clause> {
    let atoms = atoms(spec);
    let mut bodies: Vec<Vec<(bool, Atom)>> = vec![Vec::new()];
    for atom in &atoms {
        let (positive, negative) = allowed[atom.0];
        for place in 0..bodies.len() {
            for negated in [false, true] {
                let mut body = bodies[place].clone();
                body.push((negated, atom.clone()));
                let is_allowed = if negated { negative } else { positive };
                if is_allowed && nodes(&body) <= spec.max_nodes() {
                    bodies.push(body);
                }
            }
        }
    }
    bodies.retain(|body| spec.empty_bodies() || !body.is_empty());
    let mut found = BTreeMap::new();
    for head in atoms.iter().filter(|atom| atom.0 == head) {
        for body in &bodies {
            let clause = (head.clone(), body.clone());
            let is_tautology = body.contains(&(false, head.clone()));
            let is_apart = spec.connected() && !is_connected(spec, &clause);
            if is_tautology || is_apart || spec.safe() && !is_safe(spec, &clause) {
                continue;
            }
            found.insert(class_of(spec, &clause), clause);
        }
    }
    found.into_values().collect()
}

fn clauses(spec: &Spec) -> Clauses {
    Clauses::new(spec, Classes::new(spec), spec.max_clauses())
}

fn by_nodes(clauses: &Clauses, power: usize, bound: Bound) -> Vec<Vec<Natural>> {
    let measures = &clauses.powers[power];
    let inside = clauses.inside(measures, bound.inside, &Stop::NEVER).unwrap();
    clauses.by_nodes(clauses.form.max_nodes, measures, bound, &inside, &Stop::NEVER).unwrap()
}

fn sets(arities: &[usize], variables: usize, constants: usize, nodes: usize) -> Spec {
    let draft = draft(arities, variables, constants, nodes, arities.len()).bodies(Bodies::Set);
    draft.cycles(Cycles::Any).build().expect("a valid spec")
}

/// What a clause weighs, in the units of `Pieces`.
fn weight(clauses: &Clauses, spec: &Spec, (head, body): &Clause) -> Natural {
    let pieces = &clauses.weights()[0].pieces;
    let class = |atom: &Atom| clauses.classes.class_of[atom.0];
    let arguments = |atom: &Atom| -> Natural {
        let weigh = |&term: &usize| match is_variable(spec, term) {
            true => pieces.variable.clone(),
            false => pieces.constant.clone(),
        };
        atom.1.iter().map(weigh).product()
    };
    let mut weight = &pieces.heads[class(head)] * arguments(head);
    for (negated, atom) in body {
        weight *= &pieces.atoms[class(atom)] * arguments(atom);
        if *negated {
            weight *= &pieces.negation;
        }
    }
    if body.len() > 1 {
        weight *= &pieces.conjunction;
    }
    weight *= if body.is_empty() { &pieces.empty } else { &pieces.filled };
    weight * pieces.absent.pow(spec.max_nodes() - nodes(body))
}

/// A clause of a program, as it is listed: the class that it belongs to.
fn class_of(spec: &Spec, (head, body): &Clause) -> Clause {
    let renamed = |names: &Vec<usize>| {
        let name = |&term: &usize| names.get(term).copied().unwrap_or(term);
        let atom = |atom: &Atom| (atom.0, atom.1.iter().map(name).collect::<Vec<_>>());
        let mut body: Vec<_> = body.iter().map(|(negated, a)| (*negated, atom(a))).collect();
        body.sort();
        (atom(head), body)
    };
    permutations(spec.variables().len()).iter().map(renamed).min().expect("there is one")
}

fn read(spec: &Spec, clause: &randlog_logic::Clause) -> Clause {
    let atom = |atom: &randlog_logic::Atom| {
        let predicate = spec.predicates().iter().position(|p| *p == atom.predicate());
        let term = |term: &Term| match term {
            Term::Variable(name) => spec.variables().iter().position(|v| v == name),
            Term::Constant(name) => spec
                .constants()
                .iter()
                .position(|c| c == name)
                .map(|place| spec.variables().len() + place),
            _ => None,
        };
        let terms: Option<Vec<usize>> = atom.args.iter().map(term).collect();
        (predicate.expect("a predicate of the spec"), terms.expect("terms of the spec"))
    };
    let literal = |formula: &Formula| match formula {
        Formula::Atom(a) => (false, atom(a)),
        Formula::Not(inner) => match &**inner {
            Formula::Atom(a) => (true, atom(a)),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let body = match &clause.body {
        Formula::True => Vec::new(),
        Formula::And(literals) => literals.iter().map(literal).collect(),
        other => vec![literal(other)],
    };
    (atom(&clause.heads[0].atom), body)
}

/// Whether the dependencies of a program are as the spec wants them.
fn cycles_are_fine(spec: &Spec, program: &[&Clause]) -> bool {
    let count = spec.predicates().len();
    let mut reaches = vec![vec![false; count]; count];
    let mut negative = Vec::new();
    for (head, body) in program {
        for (negated, atom) in body {
            reaches[head.0][atom.0] = true;
            if *negated {
                negative.push((head.0, atom.0));
            }
        }
    }
    for middle in 0..count {
        for from in 0..count {
            for to in 0..count {
                reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
            }
        }
    }
    match spec.cycles() {
        Cycles::Any => true,
        Cycles::Stratified => !negative.iter().any(|&(p, q)| p == q || reaches[q][p]),
        Cycles::Acyclic => !(0..count).any(|p| reaches[p][p]),
    }
}

/// Whether every predicate can follow from data and facts.
fn is_derivable(spec: &Spec, program: &[&Clause]) -> bool {
    let mut derivable: Vec<bool> =
        (0..spec.predicates().len()).map(|place| spec.is_data(place)).collect();
    for _ in spec.heads() {
        for (head, body) in program {
            derivable[head.0] |= body.iter().all(|(negated, atom)| *negated || derivable[atom.0]);
        }
    }
    derivable.into_iter().all(|derivable| derivable)
}

/// All programs, each with its weight; nothing if there are too many sets to try.
fn programs(spec: &Spec) -> Option<BTreeMap<BTreeSet<Clause>, Natural>> {
    let allowed = vec![(true, true); spec.predicates().len()];
    let heads = 0..spec.heads().len();
    let all: Vec<Clause> = heads.flat_map(|head| listed(spec, head, &allowed)).collect();
    let most = spec.max_clauses();
    (all.len().pow(most as u32) < 3_000_000).then_some(())?;
    let weigher = clauses(spec);
    let weights: Vec<Natural> = all.iter().map(|clause| weight(&weigher, spec, clause)).collect();
    let mut found = BTreeMap::new();
    let mut chosen: Vec<usize> = Vec::new();
    choose(all.len(), most, &mut chosen, &mut |chosen| {
        let program: Vec<&Clause> = chosen.iter().map(|&place| &all[place]).collect();
        let of_head = |head: usize| program.iter().filter(|clause| clause.0.0 == head).count();
        let numbers_are_fine = (0..spec.heads().len()).all(|head| of_head(head) > 0)
            && spec.clauses().iter().all(|&(head, number)| of_head(head) == number)
            && program.len() >= spec.min_clauses();
        let is_derivable = !spec.derivable() || is_derivable(spec, &program);
        if numbers_are_fine && is_derivable && cycles_are_fine(spec, &program) {
            let weight: Natural = chosen.iter().map(|&place| &weights[place]).product();
            let rest = weigher.unit().pow(most - program.len());
            let classes = program.iter().map(|clause| class_of(spec, clause)).collect();
            found.insert(classes, weight * rest);
        }
    });
    Some(found)
}

fn choose(all: usize, most: usize, chosen: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
    visit(chosen);
    if chosen.len() < most {
        for next in chosen.last().map_or(0, |last| last + 1)..all {
            chosen.push(next);
            choose(all, most, chosen, visit);
            chosen.pop();
        }
    }
}

#[test]
fn clauses_per_head_are_as_known() {
    let count = |spec: &Spec| -> Vec<Natural> {
        let clauses = clauses(spec);
        let bound = Bound::above(Cycles::Any, Group::EMPTY, clauses.classes.all());
        by_nodes(&clauses, 0, bound).iter().map(|by_nodes| by_nodes.iter().sum()).collect()
    };
    let known = |spec: Spec, any: &[u64], safe: &[u64]| {
        let any: Vec<Natural> = any.iter().map(|&number| number.into()).collect();
        let safe: Vec<Natural> = safe.iter().map(|&number| number.into()).collect();
        assert_eq!(count(&spec), any);
        assert_eq!(count(&spec.with_safe(true)), safe);
    };
    known(sets(&[1], 1, 0, 4), &[2], &[0]);
    // Classes are in the order of arities.
    known(sets(&[2, 1], 3, 2, 5), &[36_973, 178_334], &[27_194, 113_564]);
    let (any, safe) = ([1_909_888_702, 11_300_090_473], [1_597_558_006, 8_819_312_186]);
    known(sets(&[2, 2, 1, 1], 4, 2, 8), &any, &safe);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn burnside_counts_what_is_listed(
        arities in prop::collection::vec(0usize..=2, 1..=3),
        (variables, constants, nodes) in (0usize..=3, 0usize..=1, 1usize..=4),
        (safe, empty, weighed, negative_more) in any::<(bool, bool, bool, bool)>(),
        statuses in prop::collection::vec(0usize..=2, 3),
        (own, connected) in (0usize..3, any::<bool>()),
    ) {
        let variables = if constants == 0 { variables.max(1) } else { variables };
        let spec = sets(&arities, variables, constants, nodes);
        let draft = spec.to_draft().safe(safe).connected(connected).empty_bodies(empty).max_clauses(arities.len() + 2);
        let weights = [("negation", "3"), ("conjunction", "1/2"), ("variable", "5"), ("empty_body", "7"), ("body.p1", "11")];
        let draft = if weighed { draft.weights(weights) } else { draft };
        let spec = draft.build().expect("a valid spec");
        prop_assume!(atoms(&spec).len() <= 22);
        let clauses = clauses(&spec);
        // A predicate that may occur with one sign only: which one, is the same for all.
        let statuses = &statuses[..arities.len()];
        let one_sign = if negative_more { (false, true) } else { (true, false) };
        let of_status = |&status: &usize| match status {
            0 => (false, false),
            1 => one_sign,
            _ => (true, true),
        };
        let mut allowed: Allowed = statuses.iter().map(of_status).collect();
        let own = match (own, negative_more) {
            (0, _) => Own::Absent,
            (1, false) => Own::Positive,
            _ => Own::Anywhere,
        };
        for head in 0..arities.len() {
            allowed[head] = match own {
                // Not outside negations; inside, if others only may occur there.
                Own::Absent => (false, negative_more && allowed[head].1),
                Own::Positive => (true, false),
                Own::Anywhere => (true, true),
            };
            let group = |which: fn(&(bool, bool)) -> bool| {
                let all = allowed.iter().enumerate().filter(|(_, signs)| which(signs));
                clauses.classes.group(all.map(|(place, _)| place))
            };
            let bound = Bound { outside: group(|signs| signs.0), inside: group(|signs| signs.1), own, firing: Firing::All };
            let listed = listed(&spec, head, &allowed);
            for power in 0..clauses.powers.len() {
                let counted = &by_nodes(&clauses, power, bound)[clauses.classes.class_of[head]];
                let mut sums = vec![Natural::ZERO; nodes + 1];
                for clause in &listed {
                    let size = super::literals::nodes(&clause.1);
                    sums[size] += weight(&clauses, &spec, clause).pow(power + 1);
                }
                prop_assert_eq!(counted, &sums);
            }
        }
    }
}

/// Specs whose programs can be listed: sets of literals under all kinds of rules.
fn small_specs() -> impl Strategy<Value = Spec> {
    let sizes = (
        prop::collection::vec(0usize..=2, 1..=2),
        prop::collection::vec(0usize..=2, 0..=1),
        (0usize..=2, 0usize..=1, 1usize..=4, 0usize..=1),
    );
    let rules = (any::<[bool; 6]>(), 0usize..3, 0usize..3);
    (sizes, rules).prop_map(|((heads, data, sizes), (flags, cycles, fixed))| {
        let (variables, constants, nodes, spare) = sizes;
        let [safe, empty, weighed, least, derivable, connected] = flags;
        let variables = if constants == 0 { variables.max(1) } else { variables };
        let most = heads.len() + spare;
        let mut draft = draft(&heads, variables, constants, nodes, most)
            .bodies(Bodies::Set)
            .cycles(Cycles::ALL[cycles])
            .safe(safe)
            .connected(connected)
            .empty_bodies(empty)
            .data(data.iter().enumerate().map(|(place, arity)| format!("d{place}/{arity}")));
        if derivable && (empty || !data.is_empty()) {
            draft = draft.derivable(true).cycles(Cycles::Any);
        }
        if least {
            draft = draft.min_clauses(most);
        } else if fixed > 0 && heads.len() - 1 + fixed <= most {
            draft = draft.clauses([("p1", fixed)]);
        }
        if weighed {
            let weights =
                [("negation", "3"), ("variable", "1/2"), ("empty_body", "7"), ("body.p1", "5")];
            draft = draft.weights(weights);
        }
        draft.build().expect("a valid spec")
    })
}

/// The chi-square statistic of draws, as standard deviations of a normal variable (Wilson and Hilferty).
fn excess(expected: &[f64], seen: &[f64]) -> f64 {
    let (mut statistic, mut cells) = (0.0, 0.0);
    let (mut rare_seen, mut rare_expected) = (0.0, 0.0);
    for (&expected, &seen) in expected.iter().zip(seen) {
        if expected < 5.0 {
            rare_seen += seen;
            rare_expected += expected;
        } else {
            statistic += (seen - expected) * (seen - expected) / expected;
            cells += 1.0;
        }
    }
    if rare_expected >= 1.0 {
        statistic += (rare_seen - rare_expected) * (rare_seen - rare_expected) / rare_expected;
        cells += 1.0;
    }
    let freedom = f64::max(cells - 1.0, 1.0);
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// How far draws of programs are from their weights.
fn excess_of_draws(
    spec: &Spec,
    programs: &BTreeMap<BTreeSet<Clause>, Natural>,
    draws: u64,
    draw: impl Fn(u64) -> BTreeSet<Clause>,
) -> f64 {
    let mut seen: BTreeMap<&BTreeSet<Clause>, f64> =
        programs.keys().map(|key| (key, 0.0)).collect();
    for index in 0..draws {
        let drawn = draw(index);
        *seen.get_mut(&drawn).unwrap_or_else(|| panic!("not of {spec:?}: {drawn:?}")) += 1.0;
    }
    let total: Natural = programs.values().sum();
    // Weights as parts of the total: a few digits suffice here.
    let share = |weight: &Natural| {
        let scaled: Natural = weight * 1_000_000_000_000u64 / &total;
        u64::try_from(&scaled).expect("a part") as f64 / 1e12 * draws as f64
    };
    let expected: Vec<f64> = programs.values().map(share).collect();
    let seen: Vec<f64> = seen.into_values().collect();
    excess(&expected, &seen)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_global_rejects: 20_000, ..Default::default() })]

    #[test]
    fn programs_of_sets_are_counted_as_listed(spec in small_specs()) {
        let listed = programs(&spec);
        prop_assume!(listed.is_some());
        let all: Natural = listed.expect("assumed").values().sum();
        let counted = weight_within(&spec, &Stop::NEVER).expect("a small spec");
        // Lists are in the unit of the largest programs.
        prop_assert_eq!(counted.numerator, all);
    }
}

#[test]
fn programs_of_sets_are_drawn_by_weight() {
    let mut tried = 0;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    while tried < 40 {
        let spec = small_specs().new_tree(&mut runner).expect("a spec").current();
        let Some(listed) = programs(&spec) else { continue };
        if listed.len() < 3 || listed.len() > 2_000 {
            continue;
        }
        let sampler = Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER).expect("programs");
        let draw = |index| {
            let program = sampler.sample(3, index);
            program.clauses.iter().map(|clause| class_of(&spec, &read(&spec, clause))).collect()
        };
        let draws = (40 * listed.len() as u64).max(2_000);
        let excess = excess_of_draws(&spec, &listed, draws, draw);
        assert!(excess.abs() < 4.5, "{excess} deviations: {} programs of {spec:?}", listed.len());
        tried += 1;
    }
}

#[test]
fn the_test_rejects_sets_drawn_as_ordered_bodies_and_orbits_taken_as_equally_likely() {
    let spec =
        sets(&[0], 2, 0, 4).to_draft().data(["d/1", "e/1"]).max_clauses(1).build().expect("valid");
    let listed = programs(&spec).expect("few");
    // An ordered body has as many orders as literals have, and names may be given in several ways.
    let members = |clause: &Clause, orders: bool| -> u64 {
        let (head, body) = clause;
        let mut ways = BTreeSet::new();
        for names in permutations(spec.variables().len()) {
            let name = |&term: &usize| names.get(term).copied().unwrap_or(term);
            let atom = |atom: &Atom| (atom.0, atom.1.iter().map(name).collect::<Vec<_>>());
            let mut body: Vec<_> = body.iter().map(|(negated, a)| (*negated, atom(a))).collect();
            body.sort();
            ways.insert((atom(head), body));
        }
        let orders = if orders { (1..=body.len() as u64).product() } else { 1 };
        orders * ways.len() as u64
    };
    let sampler = Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER).expect("programs");
    let draw = |index| -> BTreeSet<Clause> {
        let program = sampler.sample(3, index);
        program.clauses.iter().map(|clause| class_of(&spec, &read(&spec, clause))).collect()
    };
    let draws = 200 * listed.len() as u64;
    assert!(excess_of_draws(&spec, &listed, draws, draw).abs() < 4.5);
    for orders in [true, false] {
        let biased: Vec<&BTreeSet<Clause>> = listed
            .keys()
            .flat_map(|program| {
                let ways: u64 = program.iter().map(|clause| members(clause, orders)).product();
                std::iter::repeat_n(program, ways as usize)
            })
            .collect();
        let random = |index| RandomSource::new(5, index, &Stop::NEVER).below(biased.len());
        let excess = excess_of_draws(&spec, &listed, draws, |index| biased[random(index)].clone());
        assert!(excess > 4.5, "{excess}");
    }
}

#[test]
fn permutations_of_many_variables_are_refused() {
    let refused = crate::exact::count(&sets(&[3], 30, 0, 8));
    let reason = crate::exact::OutsideClosedForms::Variables { variables: 24, most: 16 };
    assert_eq!(refused, Err(reason));
    // They are not too many if clauses are too short for them.
    assert!(crate::exact::count(&sets(&[1], 30, 0, 3)).is_ok());
}
