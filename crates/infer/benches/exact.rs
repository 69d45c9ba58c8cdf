//! How long the algorithm `exact` takes, from a parsed program to the answer.
//!
//! Each program makes another step work hard. `benchmarks/versus-problog` has the comparison with
//! another engine, and files to parse.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_infer::Inference;
use randlog_logic::{Dialect, Program};

/// Three edges per node on average, with probabilities in tenths; always the same ones.
fn edges(nodes: u32) -> String {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let mut draw = |sides: u32| dice.next_u32() % sides;
    let mut text = String::new();
    for _ in 0..3 * nodes {
        let (from, to, tenths) = (draw(nodes), draw(nodes), 1 + draw(9));
        let _ = writeln!(text, "0.{tenths}::edge({from}, {to}).");
    }
    text
}

fn parsed(text: &str) -> Program {
    Dialect::ProbLog.parse(text).expect("a program")
}

/// A join with many partial matches, few of which are completed.
fn triangles() -> Program {
    let rules = "found :- edge(X, Y), edge(Y, Z), edge(Z, X). query(found).";
    parsed(&(edges(10_000) + rules))
}

/// One cycle of many atoms.
fn cyclic_graph() -> Program {
    let rules = "path(X, Y) :- edge(X, Y).
        path(X, Y) :- edge(X, Z), path(Z, Y).
        query(path(0, 13)).";
    parsed(&(edges(14) + rules))
}

/// Parts that share nothing, each small.
fn independent_parts() -> Program {
    let mut text = "heads(X) :- first(X), \\+ second(X).
        heads(X) :- second(X), third(X).
        lost :- coin(X), \\+ heads(X), \\+ third(X).
        query(lost).\n"
        .to_owned();
    for coin in 0..2_000 {
        let _ = writeln!(
            text,
            "coin({coin}). 0.9::first({coin}). 0.8::second({coin}). 0.99::third({coin})."
        );
    }
    parsed(&text)
}

/// Friends in a ring make each other smoke.
fn smokers() -> Program {
    let mut text = "0.3::stress(X) :- person(X).
        0.2::influences(X, Y) :- friend(X, Y).
        smokes(X) :- stress(X).
        smokes(X) :- friend(X, Y), influences(Y, X), smokes(Y).
        0.4::asthma(X) :- smokes(X).
        evidence(smokes(1)). query(asthma(0)).\n"
        .to_owned();
    let persons = 200;
    for person in 0..persons {
        let next = (person + 1) % persons;
        let _ =
            writeln!(text, "person({person}). friend({person}, {next}). friend({next}, {person}).");
    }
    parsed(&text)
}

fn exact(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("exact");
    group.sample_size(20);
    let programs = [
        ("grounding: triangles among 30,000 edges", triangles()),
        ("cycles: a path among 14 nodes", cyclic_graph()),
        ("independent parts: 2,000 coins", independent_parts()),
        ("smokers: a ring of 200", smokers()),
    ];
    for (name, program) in programs {
        let answer = || Inference::new(black_box(&program)).solve();
        let probability = answer().expect("an answer").answers[0].probability;
        assert!(0.0 < probability && probability < 1.0, "{name}: {probability} is no challenge");
        group.bench_function(name, |b| b.iter(answer));
    }
}

criterion_group!(benches, exact);
criterion_main!(benches);
