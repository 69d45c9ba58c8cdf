//! Both algorithms agree on random programs of the whole language, and no text makes either panic.

use crate::common;
use crate::texts;
use crate::texts::Dice;
use randlog_infer::{Algorithm, Answer, Error, Inference, Limits, Precision, RBig};
use randlog_logic::Program;
use std::time::Duration;

/// How many programs are drawn; set `RANDLOG_PROGRAMS` for more.
fn programs() -> u64 {
    std::env::var("RANDLOG_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(1500)
}

fn limits() -> Limits {
    Limits { memory: 64 << 20, timeout: Some(Duration::from_secs(2)), worlds: 1 << 12 }
}

fn gave_up(error: &Error) -> bool {
    matches!(error.kind(), "timeout" | "memory" | "too-many-worlds" | "depth")
}

fn fractions(source: &Program, algorithm: Algorithm) -> Vec<Option<RBig>> {
    let found =
        Inference::new(source).algorithm(algorithm).precision(Precision::Exact).solve().unwrap();
    found.answers.into_iter().map(|answer| answer.fraction).collect()
}

/// What the algorithms say about a text, if both have something to say.
fn both(text: &str) -> Option<[Result<Vec<Answer>, Error>; 2]> {
    let source = Program::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let found = Algorithm::ALL.map(|algorithm| {
        Inference::new(&source)
            .algorithm(algorithm)
            .limits(limits())
            .solve()
            .map(|solution| solution.answers)
    });
    let known = found.iter().all(|one| one.as_ref().err().is_none_or(|error| !gave_up(error)));
    known.then_some(found)
}

#[test]
fn algorithms_agree_on_wide_programs() {
    let (mut answered, mut uncertain, mut refused, mut skipped) = (0, 0, 0, 0);
    for index in 0..programs() {
        let text = texts::program(&mut Dice::new(index));
        let Some([exact, worlds]) = both(&text) else {
            skipped += 1;
            continue;
        };
        match (exact, worlds) {
            (Ok(exact), Ok(worlds)) => {
                assert_eq!(exact.len(), worlds.len(), "{exact:?}\n{worlds:?}\n{text}");
                for (found, right) in exact.iter().zip(&worlds) {
                    let is_close =
                        |found: f64, right: f64| (found - right).abs() <= common::TOLERANCE * right;
                    let same = found.atom == right.atom
                        && is_close(found.probability, right.probability)
                        && is_close(found.complement, right.complement);
                    assert!(same, "{found:?} instead of {right:?}\n{text}");
                    uncertain += u64::from(0.0 < right.probability && right.probability < 1.0);
                }
                if index % 8 == 0 {
                    let source = Program::parse(&text).unwrap();
                    let [exact, worlds] = Algorithm::ALL.map(|one| fractions(&source, one));
                    assert!(exact.iter().all(Option::is_some) && exact == worlds, "{text}");
                }
                answered += 1;
            }
            (Err(exact), Err(worlds)) => {
                // Which of several reasons is met first may differ.
                assert!(!exact.to_string().is_empty() && !worlds.help().is_empty());
                refused += 1;
            }
            (exact, worlds) => panic!("exact: {exact:?}\nworlds: {worlds:?}\n{text}"),
        }
    }
    let all = programs();
    assert!(answered > all / 3, "{answered} answered");
    assert!(uncertain > all / 4, "{uncertain} uncertain answers");
    assert!(refused > all / 50, "{refused} refused");
    assert!(skipped < all / 5, "{skipped} skipped");
}

#[test]
fn no_mutated_text_makes_an_algorithm_panic() {
    let limits = Limits { timeout: Some(Duration::from_millis(200)), ..limits() };
    let mut read = 0;
    for index in 0..programs() {
        let mut dice = Dice::new(1 << 40 | index);
        let text = texts::mutated(&mut dice);
        if let Ok(source) = Program::parse(&text) {
            read += 1;
            for algorithm in Algorithm::ALL {
                if let Err(error) =
                    Inference::new(&source).algorithm(algorithm).limits(limits).solve()
                {
                    assert!(!error.to_string().is_empty() && !error.help().is_empty());
                }
            }
        }
    }
    assert!(read > programs() / 10, "{read} read");
}

/// The same as for flat programs: what is certain does not depend on how a program is grounded.
#[test]
fn a_negative_cycle_that_is_cut_is_none() {
    let wide = |text: &str| crate::common::to_be_resolved(Program::parse(text).unwrap());
    for (text, expected) in [
        ("p. p :- \\+ p. query(p).", "1"),
        ("c :- d. d. p :- \\+ p, \\+ c. query(p).", "0"),
        ("p :- \\+ p, q. q :- \\+ r. r. query(p).", "0"),
        ("1::c. p :- \\+ p, \\+ c. query(p).", "0"),
        (
            "0.5::a. p(f(X)) :- \\+ p(f(X)), b(X). p(f(_)) :- \\+ b(2). b(1) :- a. query(p(f(1))).",
            "1",
        ),
        ("0.5::a. r :- a ; q. q :- \\+ r, s. s :- fail. query(r).", "1/2"),
    ] {
        for algorithm in Algorithm::ALL {
            let found = fractions(&wide(text), algorithm);
            let found: Vec<String> =
                found.into_iter().flatten().map(|one| one.to_string()).collect();
            assert_eq!(found, [expected], "{}: {text}", algorithm.name());
        }
    }
    for text in ["p :- \\+ p. 0.5::p. query(p).", "0.5::q. p :- \\+ p, \\+ q. query(p)."] {
        for algorithm in Algorithm::ALL {
            let error = Inference::new(&wide(text))
                .algorithm(algorithm)
                .limits(limits())
                .solve()
                .unwrap_err();
            assert_eq!(error.kind(), "negative-cycle", "{}: {text}", algorithm.name());
        }
    }
}

#[test]
fn what_is_too_small_is_named_as_the_query_names_it() {
    let text = "1e-30::a(N) :- between(1, 12, N). p(f(0)). p(f(N)) :- N > 0, a(N), M is N - 1, \
                p(f(M)). query(p(f(12))).";
    let source = Program::parse(text).unwrap();
    for algorithm in Algorithm::ALL {
        let error = Inference::new(&source).algorithm(algorithm).solve().unwrap_err();
        assert!(
            matches!(&error, Error::TooSmall { atom } if atom.to_string() == "p(f(12))"),
            "{error}"
        );
        let tiny = fractions(&source, algorithm);
        let hundreds = RBig::from(10u8).pow(360);
        assert_eq!(tiny, [Some(RBig::ONE / hundreds)], "{}", algorithm.name());
    }
}
