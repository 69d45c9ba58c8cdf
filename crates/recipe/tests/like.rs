//! Random relatives of the example programs are like them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use randlog_generate::profile::{GroundFacts, Measure, Profile, Tally};
use randlog_generate::spec::Averaged;
use randlog_generate::{Spec, Stop, membership};
use randlog_logic::{Dialect, Program, redundant_clauses, underivable};
use randlog_recipe::Recipe;

/// The example programs, by name.
fn examples() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/programs");
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    paths
}

fn profile(path: &Path) -> Profile {
    let program = Dialect::ProbLog.parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    Profile::of([(&program, GroundFacts::Data)]).unwrap()
}

/// What stands in the bodies of each head, and how often: the predicate, and whether it is below a negation.
type Uses = BTreeMap<(String, String, bool), usize>;

fn uses(program: &Program) -> Uses {
    let mut uses = Uses::new();
    for clause in &program.clauses {
        let head = clause.heads[0].atom.predicate().to_string();
        if clause.is_fact() {
            *uses.entry((head.clone(), "true".to_owned(), false)).or_default() += 1;
        }
        for occurrence in clause.body.atoms() {
            let used = occurrence.atom.predicate().to_string();
            *uses.entry((head.clone(), used, occurrence.negated)).or_default() += 1;
        }
    }
    uses
}

/// The probabilities of the clauses of each head.
fn probabilities(program: &Program) -> BTreeSet<(String, String)> {
    let heads = program.clauses.iter().map(|clause| &clause.heads[0]);
    heads.map(|head| (head.atom.predicate().to_string(), head.probability.to_string())).collect()
}

#[test]
fn relatives_of_the_examples_use_the_same_in_the_bodies_of_each_head() {
    let paths = examples();
    assert!(paths.len() >= 10);
    let mut different = 0;
    for path in paths {
        let mut profile = profile(&path);
        let spec = profile.relatives(&Stop::NEVER, |draft| draft.build()).unwrap();
        assert!(spec.spec.averages().is_empty(), "{}", path.display());
        let original = profile.rules()[0].clone();
        let prepared = Recipe::programs(spec.fitted, 12).prepare().unwrap();
        let mut seen = BTreeSet::new();
        for index in 0..100 {
            let relative = prepared.make(index).unwrap().program;
            assert_eq!(membership::check(&spec.spec, &relative), Ok(()));
            assert_eq!(uses(&relative), uses(&original), "{}", path.display());
            assert!(probabilities(&relative).is_subset(&probabilities(&original)));
            seen.insert(Dialect::ProbLog.print(&relative).unwrap().to_string());
        }
        different += usize::from(seen.len() > 20);
    }
    assert!(different >= 10, "{different} programs have more than a few relatives");
}

/// Within a quarter, or too small to be seen in so few programs.
fn is_near(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() <= 0.25 * wanted.max(0.25)
}

#[test]
fn loose_relatives_are_like_the_example_on_average_and_programs_of_the_space_alone_are_not() {
    let path = examples().into_iter().find(|path| path.ends_with("game.pl")).unwrap();
    let mut profile = profile(&path).loosened().unwrap();
    let relatives = profile.relatives(&Stop::NEVER, |draft| draft.build()).unwrap();
    let kept = relatives.spec.averages();
    let is_kept = |measure: &Measure| match *measure {
        Measure::Body(position) => kept.of_predicate(Averaged::Body, position).is_some(),
        _ => true,
    };
    assert!(!kept.is_empty());
    let space = profile.space().clone();
    let tally = |spec: &Spec| {
        let prepared = Recipe::programs(spec.clone(), 3).prepare().unwrap();
        let mut tally = Tally::new(spec.predicates());
        (0..300).for_each(|index| tally.add(&prepared.make(index).unwrap().program));
        tally
    };
    let unlike = |spec: &Spec| {
        let tally = tally(spec);
        let averages = profile.averages().into_iter();
        let kept = averages.filter(|(measure, _)| is_kept(measure));
        let found = kept.map(|(measure, given)| (measure, given, tally.average(measure)));
        let unlike = found.filter(|(_, given, found)| !found.is_some_and(|it| is_near(it, *given)));
        unlike.collect::<Vec<_>>()
    };
    assert_eq!(unlike(&relatives.fitted), []);
    assert!(unlike(&space).len() > 2);
}

fn clauses_by_head(program: &Program) -> Vec<(String, usize)> {
    let heads = program.clauses.iter().map(|clause| clause.heads[0].atom.predicate().to_string());
    let mut heads: Vec<String> = heads.collect();
    heads.sort();
    let runs = heads.chunk_by(|one, other| one == other);
    runs.map(|run| (run[0].clone(), run.len())).collect()
}

#[test]
fn relatives_have_the_heads_of_the_original_and_nothing_idle() {
    let chosen = ["smokers.pl", "path.pl", "alarm.pl"];
    let is_chosen = |path: &PathBuf| chosen.iter().any(|name| path.ends_with(name));
    for path in examples().into_iter().filter(is_chosen) {
        let mut profile = profile(&path);
        assert!(profile.space().data().iter().any(|data| data.arity > 0));
        let spec = profile.relatives(&Stop::NEVER, |draft| draft.build()).unwrap();
        // Rules of people are like that themselves.
        let original = clauses_by_head(&profile.rules()[0]);
        let prepared = Recipe::programs(spec.fitted, 5).prepare().unwrap();
        for index in 0..200 {
            let relative = prepared.make(index).unwrap().program;
            assert_eq!(membership::check(&spec.spec, &relative), Ok(()));
            assert_eq!(clauses_by_head(&relative), original);
            assert_eq!(redundant_clauses(&relative.clauses, &Stop::NEVER), Ok(vec![]));
            assert_eq!(underivable(&relative.clauses), []);
            assert!(relative.clauses.iter().all(|clause| !clause.is_fact()));
        }
    }
}

#[test]
fn where_numbers_of_clauses_differ_relatives_have_them_on_average() {
    let texts = [
        "p(X) :- e(X, Y). q(X) :- p(X). q(X) :- e(Y, X).",
        "p(X) :- e(Y, X). p(X) :- e(X, Y). q(X) :- p(X).",
    ];
    let given = texts.map(|text| Dialect::ProbLog.parse(text).unwrap());
    let mut profile = Profile::of(given.each_ref().map(|it| (it, GroundFacts::Data))).unwrap();
    let spec = profile.relatives(&Stop::NEVER, |draft| draft.build()).unwrap().fitted;
    let prepared = Recipe::programs(spec, 5).prepare().unwrap();
    let drawn = (0..200).map(|index| clauses_by_head(&prepared.make(index).unwrap().program));
    let of_p = drawn.map(|numbers| numbers[0].1 as f64);
    let average = of_p.sum::<f64>() / 200.0;
    assert!((average - 1.5).abs() < 0.15, "{average}");
}
