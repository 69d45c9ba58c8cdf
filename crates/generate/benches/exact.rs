//! How long the closed forms take: counts, setting up a sampler, and samples once it is set up.
//!
//! The spaces are written `arities; variables; constants; nodes; clauses`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use randlog_generate::exact::{Sampler, SizeSpread, count};
use randlog_generate::spec::{Cycles, Draft};
use randlog_generate::{Spec, Stop};

fn spec(
    arities: &[usize],
    variables: usize,
    constants: usize,
    nodes: usize,
    clauses: usize,
) -> Spec {
    Spec::builder()
        .arities(arities)
        .variables(variables)
        .constants(constants)
        .max_nodes(nodes)
        .max_clauses(clauses)
        .build()
        .expect("a valid spec")
}

/// `[4,3,2,2,1,1,1,1]; 8; 8; 8; 16`
fn with(spec: Spec, change: impl FnOnce(Draft) -> Draft) -> Spec {
    change(spec.to_draft()).build().expect("a valid spec")
}

fn eight() -> Spec {
    spec(&[4, 3, 2, 2, 1, 1, 1, 1], 8, 8, 8, 16)
}

/// `[4,3,2,2,1,1]; 8; 8; 8; 12`
fn six() -> Spec {
    spec(&[4, 3, 2, 2, 1, 1], 8, 8, 8, 12)
}

/// `[2,2,1,1]; 4; 0; 4; 4`, safe
fn four() -> Spec {
    with(spec(&[2, 2, 1, 1], 4, 0, 4, 4), |draft| draft.safe(true))
}

fn sampler(spec: &Spec) -> Sampler {
    Sampler::new(spec, SizeSpread::default(), &Stop::NEVER).expect("within the closed forms")
}

fn counts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    group.sample_size(10);
    let any = with(eight(), |draft| draft.cycles(Cycles::Any));
    group.bench_function("eight predicates, any cycles", |b| b.iter(|| count(black_box(&any))));
    let acyclic = with(eight(), |draft| draft.cycles(Cycles::Acyclic));
    group.bench_function("eight predicates, acyclic", |b| b.iter(|| count(black_box(&acyclic))));
    let eight = eight();
    group.bench_function("eight predicates, stratified", |b| b.iter(|| count(black_box(&eight))));
    let six = six();
    group.bench_function("six predicates, stratified", |b| b.iter(|| count(black_box(&six))));
    let pair = with(six, |draft| draft.independent([("p1", "p2")]));
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
    let any = with(eight(), |draft| draft.cycles(Cycles::Any));
    let pair = with(six(), |draft| draft.independent([("p1", "p2")]));
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
