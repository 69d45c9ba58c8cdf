//! The examples of `docs/language.md` are run, by both algorithms.

use randlog_infer::{Algorithm, Inference};
use randlog_logic::Program;

const PAGE: &str = include_str!("../../../docs/language.md");

/// What an example says comes out.
#[derive(Debug)]
enum Expected {
    Answers(Vec<(String, f64)>),
    Refused(String),
}

fn examples() -> Vec<(String, Expected)> {
    let blocks = PAGE.split("```problog\n").skip(1);
    blocks.map(|block| example(block.split("```").next().expect("a first part"))).collect()
}

fn example(text: &str) -> (String, Expected) {
    let says: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("% ")).collect();
    if let [line] = says[..]
        && let Some(kind) = line.strip_prefix("refused: ")
    {
        return (text.to_owned(), Expected::Refused(kind.to_owned()));
    }
    let answer = |line: &&str| {
        let (atom, number) = line.rsplit_once(": ").expect("an atom and a number");
        (atom.to_owned(), number.parse().expect("a number"))
    };
    (text.to_owned(), Expected::Answers(says.iter().map(answer).collect()))
}

#[test]
fn the_page_has_examples_of_both_kinds() {
    let refused = |(_, expected): &(String, Expected)| matches!(expected, Expected::Refused(_));
    let (refused, answered): (Vec<_>, Vec<_>) = examples().into_iter().partition(refused);
    assert!(refused.len() >= 6 && answered.len() >= 7, "{} and {}", refused.len(), answered.len());
}

#[test]
fn examples_do_what_the_page_says() {
    for (text, expected) in examples() {
        for algorithm in Algorithm::ALL {
            let found = Program::parse(&text).map_err(|_| "parse".to_owned()).and_then(|source| {
                let solved = Inference::new(&source).algorithm(algorithm).solve();
                solved.map_err(|error| error.kind().to_owned())
            });
            match (&expected, found) {
                (Expected::Refused(kind), Err(found)) => assert_eq!(*kind, found, "{text}"),
                (Expected::Answers(expected), Ok(solution)) => {
                    let found = solution.answers.iter();
                    let found: Vec<(String, f64)> =
                        found.map(|a| (a.atom.to_string(), a.probability)).collect();
                    let same = found.len() == expected.len()
                        && found.iter().zip(expected).all(|(found, right)| {
                            found.0 == right.0 && (found.1 - right.1).abs() < 1e-12
                        });
                    assert!(same, "{}: {found:?} instead of {expected:?}", algorithm.name());
                }
                (expected, found) => panic!("{found:?} instead of {expected:?}\n{text}"),
            }
        }
    }
}

/// Every built-in predicate is on the page.
#[test]
fn the_page_names_what_is_built_in() {
    for name in ["between/3", "append/2", "=..", "findall/3", "compare/3", "permutation/2"] {
        assert!(PAGE.contains(&format!("`{name}`")), "{name}");
    }
}
