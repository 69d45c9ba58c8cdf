//! All algorithms agree on random programs of all shapes.
//!
//! The same for more programs: `cargo run --release -p randlog-infer --example agreement -- 5000`.

use crate::random::{Drawn, Generator, Shape, TOLERANCE};
use randlog_base::random::{ChaCha8Rng, SeedableRng};
use randlog_generate::exact::{Sampler, SizeSpread};
use randlog_generate::{Spec, Stop};
use randlog_infer::{Algorithm, Inference, Precision};
use randlog_logic::{Atom, Clause, Dialect, Formula, Probability, Program};

const PROGRAMS: u64 = 1000;

#[test]
fn algorithms_agree() {
    let generator = Generator::new(1);
    for drawn in (0..PROGRAMS).map(|index| generator.draw(index)) {
        for algorithm in Algorithm::ALL {
            if let Err(difference) = drawn.compare(algorithm) {
                panic!("{difference}");
            }
        }
    }
}

/// What is read from a large text has its plain facts in tables; the answers are those of its clauses.
#[test]
fn facts_in_tables_change_no_answer() {
    let generator = Generator::new(2);
    for drawn in (0..PROGRAMS).map(|index| generator.draw(index)) {
        let text = Dialect::ProbLog.print(&drawn.program).unwrap().to_string();
        let large = format!("% {}\n{text}", "large ".repeat(1000));
        let loaded = Program::parse(&large).unwrap();
        for algorithm in Algorithm::ALL {
            if let Err(difference) =
                drawn.compare_with(&Inference::new(&loaded).algorithm(algorithm).solve())
            {
                panic!("program {}: {difference}", drawn.index);
            }
        }
    }
}

/// Probabilities of 10⁻³⁶ and of 1 − 10⁻³⁶, and their products: what is small must not get lost.
#[test]
fn algorithms_agree_on_extreme_probabilities() {
    let generator = Generator::extreme(3);
    for drawn in (0..PROGRAMS).map(|index| generator.draw(index)) {
        if let Err(difference) = drawn.compare(Algorithm::Exact) {
            panic!("{difference}");
        }
    }
}

/// Function-free programs, grounded as all others are: the same, but that a certain branch of a
/// disjunction does not cut a cycle through another one.
#[test]
fn algorithms_agree_on_function_free_programs_that_are_resolved() {
    let generator = Generator::new(1);
    let mut refused = 0;
    for drawn in (0..PROGRAMS).map(|index| generator.draw(index)) {
        let source = crate::common::to_be_resolved(drawn.program.clone());
        let found = Algorithm::ALL.map(|one| Inference::new(&source).algorithm(one).solve());
        let kinds = found.each_ref().map(|one| one.as_ref().err().map(|error| error.kind()));
        assert_eq!(kinds[0], kinds[1], "program {}", drawn.index);
        if drawn.reference.is_ok() && kinds[0] == Some("negative-cycle") {
            refused += 1;
            continue;
        }
        for solution in &found {
            if let Err(difference) = drawn.compare_with(solution) {
                panic!("program {}: {difference}", drawn.index);
            }
        }
    }
    assert!(refused < PROGRAMS / 100, "{refused} refused");
}

/// As fractions, both are exact.
#[test]
fn fractions_are_equal() {
    let generator = Generator::extreme(4);
    let mut compared = 0;
    for drawn in (0..PROGRAMS / 2).map(|index| generator.draw(index)) {
        let [a, b] = Algorithm::ALL.map(|algorithm| {
            let solution = Inference::new(&drawn.program)
                .algorithm(algorithm)
                .precision(Precision::Exact)
                .solve()
                .ok()?;
            let answers = solution.answers.into_iter();
            Some(answers.map(|answer| (answer.atom, answer.fraction)).collect::<Vec<_>>())
        });
        assert_eq!(a, b, "program {}", drawn.index);
        compared += u64::from(a.is_some());
    }
    assert!(compared > PROGRAMS / 4, "{compared} compared");
}

/// Answers depend on what is in the ground graph, and on no other probability.
#[test]
fn only_facts_in_the_ground_graph_move_an_answer() {
    let generator = Generator::new(6);
    let (mut moved, mut outside) = (0, 0);
    for drawn in (0..PROGRAMS / 2).map(|index| generator.draw(index)) {
        let Ok(graph) = Inference::new(&drawn.program).ground_graph() else { continue };
        let Ok(before) = &drawn.reference else { continue };
        for number in 0..drawn.program.clauses.len() {
            let mut program = drawn.program.clone();
            let [head] = &mut program.clauses[number].heads[..] else { continue };
            if head.probability.is_one() || !head.atom.is_ground() {
                continue;
            }
            let node = graph.atoms.iter().find(|node| node.atom == head.atom);
            head.probability = Probability::new(1, 17).unwrap().into();
            let answers = Inference::new(&program).algorithm(Algorithm::Worlds).solve();
            let same = answers.map(|after| after.answers) == Ok(before.answers.clone());
            let is_fact = program.clauses[number].body == Formula::True;
            if node.is_none() {
                outside += 1;
                assert!(same, "program {}, clause {number}", drawn.index);
            } else if is_fact {
                moved += usize::from(!same);
            }
        }
    }
    assert!(moved > 100 && outside > 100, "{moved} moved, {outside} outside");
}

/// Worlds drawn at random show it, or else the probability.
#[test]
fn an_answer_is_uncertain_if_its_probability_is() {
    let generator = Generator::new(2);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for drawn in (0..PROGRAMS).map(|index| generator.draw(index)) {
        let clauses = drawn.program.relevant().clauses;
        let safe = clauses.iter().all(|clause| clause.check_safety_in_scope().is_ok());
        if drawn.reference.is_ok() && safe {
            let found = Inference::new(&drawn.program).is_uncertain(&mut rng);
            assert_eq!(found, Ok(drawn.is_uncertain()), "program {}", drawn.index);
        }
    }
}

/// Cycles within and above cycles, with facts on them.
#[test]
fn algorithms_agree_on_tangles() {
    let spec =
        "predicates = ['p/0', 'q/0', 'r/0', 's/0', 't/0', 'u/0']\nvariables = 0\nconstants = 0
                max_nodes = 3\nmax_clauses = 11\nprobabilities = [1, 0.5]\nsafe = true";
    let spec = Spec::from_toml("spec", &spec.replace('\'', "\"")).unwrap();
    let sampler = Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER).unwrap();
    let mut uncertain = 0;
    for index in 0..PROGRAMS {
        let mut program = sampler.sample(5, index);
        let events = ["p", "r", "t"].map(|name| Atom::new(name, Vec::new()));
        let half = Probability::new(1, 2).unwrap();
        program.clauses.extend(events.map(|atom| Clause::new(half, atom, Formula::True)));
        program.queries = spec
            .predicates()
            .iter()
            .map(|p| Atom::new(p.name.clone(), Vec::new()).into())
            .collect();
        let [exact, worlds] = Algorithm::ALL.map(|algorithm| {
            Inference::new(&program).algorithm(algorithm).solve().map(|solution| solution.answers)
        });
        let (exact, worlds) = (exact.unwrap(), worlds.unwrap());
        for (found, expected) in exact.iter().zip(&worlds) {
            let difference = (found.probability - expected.probability).abs();
            let text = || Dialect::ProbLog.print(&program).unwrap().to_string();
            assert!(difference <= TOLERANCE, "{found:?} instead of {expected:?}:\n{}", text());
            uncertain += u64::from(0.0 < expected.probability && expected.probability < 1.0);
        }
    }
    assert!(uncertain > 2 * PROGRAMS, "{uncertain} uncertain answers");
}

/// Clauses that are not safe for all calls, but for some.
#[test]
fn algorithms_agree_on_unsafe_programs() {
    let generator = Generator::open(3);
    let (mut answered, mut refused) = (0, 0);
    for drawn in (0..PROGRAMS).map(|index| generator.draw(index)) {
        drawn.compare(Algorithm::Exact).unwrap_or_else(|difference| panic!("{difference}"));
        let mut clauses = drawn.program.clauses.iter();
        let is_safe = clauses.all(|clause| clause.check_safety_in_scope().is_ok());
        answered += u64::from(!is_safe && drawn.reference.is_ok());
        refused += u64::from(drawn.reference.is_err());
    }
    assert!(answered > PROGRAMS / 4 && refused > PROGRAMS / 20, "{answered}, {refused} refused");
}

/// A comparison is worth as much as the programs that are compared.
#[test]
fn programs_are_of_all_shapes_and_most_answers_uncertain() {
    let generator = Generator::new(1);
    let drawn: Vec<Drawn> = (0..PROGRAMS).map(|index| generator.draw(index)).collect();
    let percent = |holds: &dyn Fn(&Drawn) -> bool| {
        100.0 * drawn.iter().filter(|drawn| holds(drawn)).count() as f64 / PROGRAMS as f64
    };
    let uncertain = percent(&Drawn::is_uncertain);
    assert!(uncertain > 75.0, "{uncertain} % uncertain");
    let refused = percent(&|drawn| drawn.reference.is_err());
    assert!((2.0..15.0).contains(&refused), "{refused} % refused");
    let at_least = |shape| match shape {
        Shape::Unstratified => 1.0,
        Shape::Evidence | Shape::Nameless | Shape::NestedNegation | Shape::LocalVariable => 10.0,
        Shape::AnnotatedDisjunction | Shape::OpenQuery => 20.0,
        Shape::Cyclic | Shape::Disjunction | Shape::Safe => 30.0,
        Shape::ZeroArity | Shape::RepeatedFact => 30.0,
    };
    for shape in Shape::ALL {
        let share = percent(&|drawn| shape.is_of(&drawn.program) && drawn.is_uncertain());
        assert!(share > at_least(shape), "{share} % {shape:?} and uncertain");
    }
    for kind in ["non-ground", "unknown-clause", "negative-cycle", "impossible-evidence"] {
        let of_kind = |drawn: &Drawn| drawn.reference.as_ref().is_err_and(|e| e.kind() == kind);
        assert!(drawn.iter().any(of_kind), "no {kind}");
    }
}
