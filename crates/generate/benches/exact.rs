//! How long the closed forms take: counts, setting up a sampler, and samples once it is set up.
//!
//! The spaces are written `arities; variables; constants; nodes; clauses`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use randlog_generate::Spec;
use randlog_generate::exact::{MemoryLimit, Sampler, SizeSpread, count};
use randlog_generate::spec::{Bodies, Cycles};
use randlog_logic::{Predicate, Probability, Symbol};

fn spec(
    arities: &[usize],
    variables: usize,
    constants: usize,
    nodes: usize,
    clauses: usize,
) -> Spec {
    let names = |letter: &str, count: usize| {
        (0..count).map(|i| Symbol::new(format!("{letter}{i}"))).collect()
    };
    let predicate = |(i, &arity)| Predicate { name: Symbol::new(format!("p{i}")), arity };
    Spec {
        predicates: arities.iter().enumerate().map(predicate).collect(),
        variables: names("X", variables),
        constants: names("c", constants),
        max_nodes: nodes,
        max_clauses: clauses,
        probabilities: vec![Probability::ONE],
        cycles: Cycles::Stratified,
        bodies: Bodies::Formula,
        empty_bodies: true,
        safe: false,
        independent: Vec::new(),
        required: None,
    }
}

/// `[4,3,2,2,1,1,1,1]; 8; 8; 8; 16`
fn eight() -> Spec {
    spec(&[4, 3, 2, 2, 1, 1, 1, 1], 8, 8, 8, 16)
}

/// `[4,3,2,2,1,1]; 8; 8; 8; 12`
fn six() -> Spec {
    spec(&[4, 3, 2, 2, 1, 1], 8, 8, 8, 12)
}

/// `[2,2,1,1]; 4; 0; 4; 4`, safe
fn four() -> Spec {
    Spec { safe: true, ..spec(&[2, 2, 1, 1], 4, 0, 4, 4) }
}

fn sampler(spec: &Spec) -> Sampler {
    Sampler::new(spec, SizeSpread::default(), MemoryLimit::default())
        .expect("within the closed forms")
}

fn counts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    group.sample_size(10);
    let any = Spec { cycles: Cycles::Any, ..eight() };
    group.bench_function("eight predicates, any cycles", |b| b.iter(|| count(black_box(&any))));
    let acyclic = Spec { cycles: Cycles::Acyclic, ..eight() };
    group.bench_function("eight predicates, acyclic", |b| b.iter(|| count(black_box(&acyclic))));
    let eight = eight();
    group.bench_function("eight predicates, stratified", |b| b.iter(|| count(black_box(&eight))));
    let six = six();
    group.bench_function("six predicates, stratified", |b| b.iter(|| count(black_box(&six))));
    let pair = Spec { independent: vec![(0, 1)], ..six };
    group.bench_function("six predicates, one pair", |b| b.iter(|| count(black_box(&pair))));
}

fn set_ups(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("set up");
    group.sample_size(10);
    let (eight, four) = (eight(), four());
    group.bench_function("eight predicates, stratified", |b| b.iter(|| sampler(black_box(&eight))));
    group.bench_function("four predicates, safe", |b| b.iter(|| sampler(black_box(&four))));
}

fn samples(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sample");
    group.throughput(Throughput::Elements(1));
    let any = Spec { cycles: Cycles::Any, ..eight() };
    let pair = Spec { independent: vec![(0, 1)], ..six() };
    let spaces = [
        ("four predicates, stratified and safe", four()),
        ("eight predicates, stratified", eight()),
        ("eight predicates, any cycles", any),
        ("six predicates, one pair", pair),
    ];
    for (name, spec) in spaces {
        let sampler = sampler(&spec);
        let mut index = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                index += 1;
                sampler.sample(1, index)
            });
        });
    }
}

criterion_group!(benches, counts, set_ups, samples);
criterion_main!(benches);
