//! Averages that a spec asks for: are they those of the programs that are drawn?

use crate::common::brute::{self, Rule};
use crate::common::strategy::small_specs;
use crate::common::weights::{weighed, weight};
use crate::common::{acyclic, any, conjunctions, independent, safe, spec, with};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use randlog_generate::exact::{
    Averages, NotFitted, Ratio, Sampler, SizeSpread, Unmet, averages, fitted,
};
use randlog_generate::spec::{Bodies, Connective, Cycles};
use randlog_generate::{Spec, Stop};
use randlog_logic::{Formula, Term};

fn limit() -> &'static Stop {
    static NEVER: Stop = Stop::NEVER;
    &NEVER
}

fn float(ratio: &Ratio) -> f64 {
    ratio.decimal(12).parse().expect("a decimal")
}

/// The averages of a space as rows of the table.
fn rows(spec: &Spec, known: &Averages) -> Vec<(String, f64)> {
    let clauses = float(&known.clauses);
    let per_clause = |ratio| float(ratio) / clauses;
    let mut rows = vec![
        ("clauses".to_owned(), clauses),
        ("nodes".to_owned(), per_clause(&known.nodes)),
        ("negations".to_owned(), per_clause(&known.negations)),
        ("disjunctions".to_owned(), per_clause(&known.disjunctions)),
        ("empty_bodies".to_owned(), float(&known.empty_bodies)),
    ];
    rows.extend(known.constants.as_ref().map(|share| ("constants".to_owned(), float(share))));
    for (place, predicate) in spec.predicates().iter().enumerate() {
        rows.push((format!("head.{predicate}"), float(&known.head[place])));
        let shares = known.body.as_ref();
        rows.extend(shares.map(|body| (format!("body.{predicate}"), float(&body[place]))));
    }
    rows
}

/// Within 1 %, or too small to be seen.
fn is_met(wanted: f64, found: f64) -> bool {
    (wanted - found).abs() <= 0.01 * wanted.max(0.05)
}

fn asking_for(spec: &Spec, rows: &[(String, f64)]) -> Spec {
    let rows = rows.iter().map(|(row, average)| (row.clone(), format!("{average:.9}")));
    with(spec, |draft| draft.weights([("node", 1); 0]).averages(rows))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_global_rejects: 20_000, ..Default::default() })]

    /// Averages are reachable if some weights have them.
    #[test]
    fn averages_of_other_weights_are_met(
        spec in small_specs().prop_flat_map(weighed), chosen in prop::collection::vec(prop::bool::ANY, 16),
    ) {
        let known = averages(&spec, limit()).expect("a small spec");
        prop_assume!(known.is_some());
        let rows = rows(&spec, &known.expect("not empty"));
        let wanted: Vec<_> =
            rows.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(row, _)| row.clone()).collect();
        let asking = asking_for(&spec, &wanted);
        let found = fitted(&asking, limit());
        prop_assert!(found.is_ok(), "{:?} for {:?}", found, wanted);
        let found = found.expect("fitted");
        prop_assert!(found.averages().is_empty());
        let known = averages(&found, limit()).expect("a small spec").expect("not empty");
        let reached = self::rows(&found, &known);
        for (row, wanted) in &wanted {
            let (_, found) = reached.iter().find(|(name, _)| name == row).expect("the same rows");
            prop_assert!(is_met(*wanted, *found), "{} {} {}", row, wanted, found);
        }
    }
}

/// How many atoms of one predicate there are in the bodies of another, over all programs by their weight.
fn uses(spec: &Spec, head: &str, predicate: &str) -> f64 {
    let programs = brute::programs(spec, 100_000).expect("a small space");
    let count = |(of, body): &Rule| match &*of.name == head {
        true => body.atoms().filter(|it| it.atom.name == *predicate).count(),
        false => 0,
    };
    let (mut sum, mut all) = (0.0, 0.0);
    for program in &programs {
        let weight = weight(spec, program).to_f64();
        sum += weight * program.iter().map(count).sum::<usize>() as f64;
        all += weight;
    }
    sum / all
}

#[test]
fn atoms_in_the_bodies_of_a_head_are_as_many_as_asked_for() {
    let sets = |spec: Spec| with(&spec, |draft| draft.bodies(Bodies::Set));
    let specs = [
        any(spec(&[1, 0], 1, 0, 3, 3)),
        spec(&[0, 0, 0], 0, 0, 2, 4),
        acyclic(conjunctions(spec(&[1, 0], 1, 0, 3, 3))),
        any(sets(spec(&[1, 1], 2, 0, 3, 2))),
    ];
    let wanted = [("p1", "p2", 0.7), ("p2", "p2", 0.125), ("p2", "p1", 0.25), ("p1", "p1", 0.1)];
    for spec in specs {
        let rows =
            wanted.map(|(head, predicate, number)| (format!("body.{head}.{predicate}"), number));
        // Not all of them under the other rules on cycles.
        let count = if spec.cycles() == Cycles::Any { 4 } else { 1 };
        let asking = with(&spec, |draft| draft.averages(rows[..count].iter().cloned()));
        let found = fitted(&asking, limit()).expect("within reach");
        for (head, predicate, wanted) in &wanted[..count] {
            let number = uses(&found, head, predicate);
            assert!(
                is_met(*wanted, number),
                "{number} for {head} {predicate} in {}",
                spec.to_toml()
            );
        }
    }
}

#[test]
fn averages_that_contradict_each_other_by_their_rounding_are_met() {
    let spec = any(spec(&[1, 1, 0], 1, 0, 3, 5));
    let third =
        |row: &str| (1..=3).map(|place| (format!("{row}.p{place}"), "0.333")).collect::<Vec<_>>();
    let heads = ["1.333", "1.667", "1.333"].into_iter().zip(1..);
    let heads = heads.map(|(number, place)| (format!("head.p{place}"), number));
    let rows = third("body").into_iter().chain(heads).chain([("clauses".to_owned(), "4.334")]);
    let asking = with(&spec, |draft| draft.averages(rows));
    let found = fitted(&asking, limit()).expect("within rounding");
    let known = averages(&found, limit()).expect("small").expect("not empty");
    let shares = known.body.expect("there are atoms");
    assert!(shares.iter().all(|share| (float(share) - 1.0 / 3.0).abs() < 0.003), "{shares:?}");
    // Above one by rounding; and by more than that.
    let shares = |numbers: [&'static str; 3]| {
        let rows = numbers.into_iter().zip(1..);
        let rows = rows.map(|(number, place)| (format!("body.p{place}"), number));
        spec.to_draft().averages(rows).build()
    };
    assert!(shares(["0.334", "0.334", "0.333"]).is_ok());
    assert!(shares(["0.34", "0.34", "0.36"]).is_err());
}

#[test]
fn the_nearest_average_is_told_from_what_was_asked_for() {
    let row = |wanted, nearest| Unmet { row: "nodes".to_owned(), wanted, nearest, alone: false };
    let told = NotFitted::OutOfReach(vec![row(0.6683, 0.668_312), row(2.0, 1.5)]).to_string();
    let expected = "the nearest to nodes = 0.6683 is 0.66831; the nearest to nodes = 2 is 1.5";
    assert_eq!(told, format!("the averages cannot be met: {expected}"));
}

/// What a drawn program adds to each number.
#[derive(Default)]
struct Tally {
    clauses: f64,
    nodes: f64,
    negations: f64,
    disjunctions: f64,
    constants: f64,
    arguments: f64,
    empty: f64,
    atoms: f64,
    /// Atoms in bodies, and clauses, of the second predicate.
    second_atoms: f64,
    second_heads: f64,
}

impl Tally {
    fn count(&mut self, body: &Formula) {
        match body {
            Formula::True => self.empty += 1.0,
            Formula::Atom(atom) => {
                self.nodes += 1.0;
                self.atoms += 1.0;
                self.second_atoms += f64::from(u8::from(atom.name == "p2"));
                self.arguments(&atom.args);
            }
            Formula::Not(inner) => {
                self.nodes += 1.0;
                self.negations += 1.0;
                self.count(inner);
            }
            Formula::And(children) | Formula::Or(children) => {
                self.nodes += 1.0;
                self.disjunctions += f64::from(u8::from(matches!(body, Formula::Or(_))));
                children.iter().for_each(|child| self.count(child));
            }
        }
    }

    fn arguments<'t>(&mut self, args: impl IntoIterator<Item = &'t Term>) {
        for term in args {
            self.arguments += 1.0;
            self.constants += f64::from(u8::from(matches!(term, Term::Constant(_))));
        }
    }
}

fn drawn(spec: &Spec, programs: u64) -> Tally {
    let sampler = Sampler::new(spec, SizeSpread::default(), limit()).expect("a sampler");
    tally(&sampler, programs)
}

fn tally(sampler: &Sampler, programs: u64) -> Tally {
    let mut tally = Tally::default();
    (0..programs).for_each(|index| tally.add(sampler, index));
    tally
}

fn tally_of(sampler: &Sampler, index: u64) -> Tally {
    let mut tally = Tally::default();
    tally.add(sampler, index);
    tally
}

impl Tally {
    fn add(&mut self, sampler: &Sampler, index: u64) {
        for clause in &sampler.sample(11, index).clauses {
            self.clauses += 1.0;
            self.second_heads += f64::from(u8::from(clause.heads[0].atom.name == "p2"));
            self.arguments(&clause.heads[0].atom.args);
            self.count(&clause.body);
        }
    }
}

#[test]
fn drawn_programs_are_as_asked_for() {
    let asked = [
        ("clauses", "6"),
        ("nodes", "3"),
        ("negations", "0.5"),
        ("constants", "0.2"),
        ("empty_bodies", "0.1"),
    ];
    let plain = spec(&[2, 2, 1, 1], 4, 2, 8, 8);
    let rules = [
        any(plain.clone()),
        plain.clone(),
        safe(plain.clone()),
        conjunctions(plain.clone()),
        independent(plain, &[(0, 3)]),
    ];
    for spec in rules {
        let found = fitted(&with(&spec, |draft| draft.averages(asked)), limit()).expect("in reach");
        let programs = 10_000;
        let tally = drawn(&found, programs);
        let shares = [
            (6.0, tally.clauses / programs as f64),
            (3.0, tally.nodes / tally.clauses),
            (0.5, tally.negations / tally.clauses),
            (0.2, tally.constants / tally.arguments),
            (0.1, tally.empty / tally.clauses),
        ];
        for (wanted, found) in shares {
            // One part in a hundred, and what chance adds to ten thousand programs.
            assert!(
                (wanted - found).abs() < 0.025 * wanted,
                "{wanted} {found} of {}",
                spec.to_toml()
            );
        }
    }
}

#[test]
fn ties_that_are_too_dear_to_be_summed_are_measured() {
    let arities: Vec<usize> = (0..12).map(|number| number % 3).collect();
    let many = spec(&arities, 2, 1, 5, 18);
    let few = spec(&[1, 1, 0], 2, 1, 5, 6);
    let required = with(&few, |draft| draft.required(Connective::And, ["p1", "p2"]));
    let specs = [
        (many.clone(), vec![("clauses", "15"), ("nodes", "2")]),
        (many, vec![("nodes", "1"), ("body.p2", "0.2"), ("head.p2", "2")]),
        (required, vec![("clauses", "5"), ("nodes", "2.5")]),
    ];
    for (spec, asked) in specs {
        let asking = with(&spec, |draft| draft.averages(asked.clone()));
        let found = fitted(&asking, limit()).expect("in reach");
        let sampler = Sampler::by_rejection(&found, 0.01, limit()).expect("a sampler");
        let programs = 4_000;
        let tally = tally(&sampler, programs);
        for (row, wanted) in asked {
            let wanted: f64 = wanted.parse().expect("a number");
            let found = match row {
                "clauses" => tally.clauses / programs as f64,
                "nodes" => tally.nodes / tally.clauses,
                "negations" => tally.negations / tally.clauses,
                "body.p2" => tally.second_atoms / tally.atoms,
                _ => tally.second_heads / programs as f64,
            };
            assert!((wanted - found).abs() < 0.05 * wanted, "{row}: {wanted} {found}");
        }
    }
}

#[test]
fn what_cannot_be_met_is_told_with_the_nearest() {
    let spec = spec(&[1, 0], 1, 1, 3, 4);
    let refused = |rows: &[(&str, &str)]| {
        let asking = with(&spec, |draft| draft.averages(rows.iter().copied()));
        match fitted(&asking, limit()) {
            Err(NotFitted::OutOfReach(unmet)) => unmet,
            other => panic!("{rows:?}: {other:?}"),
        }
    };
    let unmet = refused(&[("nodes", "5")]);
    assert_eq!((unmet.len(), unmet[0].row.as_str(), unmet[0].alone), (1, "nodes", false));
    assert!((unmet[0].nearest - 3.0).abs() < 0.01, "{unmet:?}");
    let unmet = refused(&[("clauses", "1")]);
    assert!((unmet[0].nearest - 2.0).abs() < 0.01, "{unmet:?}");
    // Something must be at the bottom of an acyclic program.
    let low = with(&acyclic(spec.clone()), |draft| {
        draft.averages([("empty_bodies", "0.1"), ("nodes", "2")])
    });
    match fitted(&low, limit()) {
        Err(NotFitted::OutOfReach(unmet)) => {
            assert_eq!(unmet.len(), 1, "{unmet:?}");
            assert!((unmet[0].nearest - 0.25).abs() < 0.01 && !unmet[0].alone, "{unmet:?}");
        }
        other => panic!("{other:?}"),
    }
    // Each can be had, but not both.
    let unmet = refused(&[("nodes", "2.9"), ("empty_bodies", "0.5")]);
    assert_eq!((unmet.len(), unmet[0].row.as_str(), unmet[0].alone), (1, "empty_bodies", true));
    // Of 2.9 nodes on average, 2.9 / 3 of the bodies have three.
    assert!((unmet[0].nearest - (1.0 - 2.9 / 3.0)).abs() < 0.003, "{unmet:?}");
}

#[test]
fn averages_at_the_border_are_met_as_nearly_as_can_be_seen() {
    let spec = spec(&[1, 0], 1, 1, 3, 4);
    let asked = [("clauses", "4"), ("negations", "0"), ("empty_bodies", "0")];
    let found = fitted(&with(&spec, |draft| draft.averages(asked)), limit()).expect("nearly");
    let known = averages(&found, limit()).expect("small").expect("not empty");
    assert!(float(&known.negations) < 0.001 && float(&known.clauses) > 3.999);
}

/// Specs of the sizes that people ask for.
fn larger_specs() -> impl Strategy<Value = Spec> {
    let sizes =
        (prop::collection::vec(0usize..=3, 2..=5), 1usize..=4, 0usize..=2, 3usize..=6, 0usize..=5);
    (sizes, prop::sample::select(vec![0, 1, 2]), prop::bool::ANY).prop_map(
        |(sizes, cycles, safe)| {
            let (arities, variables, constants, nodes, spare) = sizes;
            let spec = spec(&arities, variables, constants, nodes, arities.len() + spare);
            let cycles = [Cycles::Any, Cycles::Stratified, Cycles::Acyclic][cycles];
            with(&spec, |draft| draft.cycles(cycles).safe(safe))
        },
    )
}

/// A hundred random specs, each with random averages that some weights have, on ten thousand drawn programs
/// each. Run it by `cargo test --release -p randlog-generate fitted -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_specs_on_ten_thousand_programs_each() {
    let mut runner = TestRunner::deterministic();
    let strategy =
        (larger_specs().prop_flat_map(weighed), prop::collection::vec(prop::bool::ANY, 5));
    let mut tried = 0;
    while tried < 100 {
        let (spec, chosen) = strategy.new_tree(&mut runner).expect("a spec").current();
        let Ok(Some(known)) = averages(&spec, limit()) else { continue };
        let rows = rows(&spec, &known);
        let rows: Vec<_> =
            rows.into_iter().take(5).zip(chosen).filter(|(_, chosen)| *chosen).collect();
        let wanted: Vec<(String, f64)> = rows.into_iter().map(|(row, _)| row).collect();
        if wanted.is_empty() {
            continue;
        }
        tried += 1;
        let found = fitted(&asking_for(&spec, &wanted), limit()).expect("in reach");
        let sampler = Sampler::new(&found, SizeSpread::default(), limit()).expect("a sampler");
        let each: Vec<Tally> = (0..10_000).map(|index| tally_of(&sampler, index)).collect();
        for (row, wanted) in wanted {
            let counted = |tally: &Tally| match row.as_str() {
                "clauses" => (tally.clauses, 1.0),
                "nodes" => (tally.nodes, tally.clauses),
                "negations" => (tally.negations, tally.clauses),
                "disjunctions" => (tally.disjunctions, tally.clauses),
                _ => (tally.empty, tally.clauses),
            };
            let (sum, number) =
                each.iter().map(counted).fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
            let mean = sum / number;
            // What chance adds: four standard errors of a quotient of two sums.
            let residual = |tally: &Tally| {
                let (count, number) = counted(tally);
                (count - mean * number).powi(2)
            };
            let error = each.iter().map(residual).sum::<f64>().sqrt() / number;
            let allowed = 0.01 * wanted.max(0.05) + 4.0 * error;
            assert!((mean - wanted).abs() <= allowed, "{row}: {wanted} {mean} {error}");
        }
    }
}

fn asked(spec: &Spec, rows: &[(&str, &str)]) -> Spec {
    with(spec, |draft| draft.averages(rows.iter().copied()))
}

#[test]
fn predicates_that_rules_mention_are_told_apart() {
    // Equal averages of predicates that are not alike: one is paired, or required.
    let pair = independent(spec(&[1, 1, 1, 1], 2, 1, 12, 12), &[(0, 1)]);
    assert!(
        fitted(&asked(&pair, &[("head.p1", "2"), ("head.p2", "2"), ("nodes", "3")]), limit())
            .is_ok()
    );
    let four = spec(&[1, 1, 1, 1], 1, 1, 4, 5);
    let required = with(&four, |draft| draft.required(Connective::And, ["p2", "p3"]));
    let found = fitted(&asked(&required, &[("body.p1", "0.2"), ("body.p2", "0.2")]), limit());
    let sampler =
        Sampler::by_rejection(&found.expect("in reach"), 0.01, limit()).expect("a sampler");
    let tally = tally(&sampler, 10_000);
    assert!(
        (tally.second_atoms / tally.atoms - 0.2).abs() < 0.01,
        "{}",
        tally.second_atoms / tally.atoms
    );
}

/// Exact averages under the fitted weights are those that were asked for.
fn assert_fits(spec: &Spec, rows: &[(&str, &str)]) {
    let found = fitted(&asked(spec, rows), limit());
    let found = found.unwrap_or_else(|error| panic!("{rows:?}: {error} for {}", spec.to_toml()));
    let known = averages(&found, limit()).expect("small").expect("not empty");
    let reached = self::rows(&found, &known);
    for (row, wanted) in rows {
        let wanted: f64 = wanted.parse().expect("a number");
        let (_, found) = reached.iter().find(|(name, _)| name == row).expect("a row");
        assert!(is_met(wanted, *found), "{row}: {wanted} {found} for {}", spec.to_toml());
    }
}

#[test]
fn averages_are_met_where_a_few_clauses_outweigh_all_others() {
    // So it is if bodies are to be small and clauses many.
    for clauses in [10, 20, 30, 60] {
        for nodes in [5, 10, 20] {
            assert_fits(&any(spec(&[0], 0, 0, nodes, clauses)), &[("nodes", "2")]);
        }
    }
    let one_argument = spec(&[1, 1], 2, 1, 6, 20);
    assert_fits(&one_argument, &[("nodes", "1.5"), ("clauses", "16")]);
    assert_fits(&any(one_argument.clone()), &[("nodes", "2"), ("constants", "0.9")]);
    assert_fits(&safe(one_argument), &[("nodes", "2"), ("empty_bodies", "0.02")]);
    let different = spec(&[1, 2], 2, 1, 5, 16);
    assert_fits(&different, &[("nodes", "2"), ("empty_bodies", "0.3"), ("body.p2/2", "0.1")]);
}
