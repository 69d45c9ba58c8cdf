//! What people write, and what it means.

use randlog_logic::{Atom, Dialect, Formula, Number, Probability, Program, Symbol, Term};

fn problog(text: &str) -> Program {
    Dialect::ProbLog.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn prolog(text: &str) -> Program {
    Dialect::Prolog.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Both texts are the same program.
fn assert_same(left: &str, right: &str) {
    assert_eq!(problog(left), problog(right), "{left}");
}

fn arguments(text: &str) -> Vec<Term> {
    prolog(text).clauses.remove(0).heads.remove(0).atom.args
}

fn constant(text: &str) -> Symbol {
    match arguments(&format!("p({text}).")).remove(0) {
        Term::Constant(name) => name,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn white_space_and_comments_do_not_matter() {
    let plain = "a :- b, c.\nd.\n";
    assert_same("\u{feff}a :- b, c.\r\nd.", plain);
    assert_same("a:-b,c.% comment\nd .%", plain);
    assert_same("/* x. y */ a :-/**/b % z.\n,\u{a0}c. d.", plain);
    assert_same("%only a comment", "");
    assert_same(" \t\r\n", "");
    assert_same("a <- b, c.\n\n\nd.\n", plain);
}

#[test]
fn parentheses_carry_the_tree_and_repeated_ones_do_not() {
    assert_same("a :- ((b, c)).", "a :- b, c.");
    assert_same("a :- (b), ((c)).", "a :- b, c.");
    assert_same("a :- ((b, c)), d.", "a :- (b, c), d.");
    assert_ne!(problog("a :- (b, c), d."), problog("a :- b, c, d."));
    assert_ne!(problog("a :- b, (c, d)."), problog("a :- (b, c), d."));
    assert_same("a :- (b, c) ; d.", "a :- b, c ; d.");
}

#[test]
fn negation_comes_in_many_spellings() {
    assert_same("a:-\\+b.", "a :- \\+ b.");
    assert_same("a:-\\+\\+b.", "a :- \\+ \\+ b.");
    assert_same("a:-\\+(b).", "a :- \\+ b.");
    assert_same("a:-\\+(b,c).", "a :- \\+ (b, c).");
    assert_same("a:-\\+((b,c)),d.", "a :- \\+ (b, c), d.");
    assert_same("a :- fail.", "a :- \\+ true.");
    assert_same("a :- b ; false.", "a :- b ; \\+ true.");
    assert_eq!(prolog("a :- \\+((b, c))."), problog("a :- \\+ (b, c)."));
}

#[test]
fn facts_have_the_body_true() {
    assert_same("a :- true.", "a.");
    assert_eq!(problog("a.").clauses[0].body, Formula::True);
    let b = Formula::Atom(Atom::new("b", vec![]));
    assert_eq!(problog("a :- true, b.").clauses[0].body, Formula::And(vec![Formula::True, b]));
}

#[test]
fn arguments_are_variables_constants_and_numbers() {
    let float = |text: &str| Term::Number(Number::Float(text.into()));
    let integer = |value| Term::Number(Number::Integer(value));
    assert_eq!(
        arguments("p(X, _, _Y, a, -1, 007, 2.50, -1.0e-3, 1e5, -9223372036854775808)."),
        [
            Term::Variable("X".into()),
            Term::Anonymous,
            Term::Variable("_Y".into()),
            Term::Constant("a".into()),
            integer(-1),
            integer(7),
            float("2.50"),
            float("-1.0e-3"),
            float("1e5"),
            integer(i64::MIN),
        ]
    );
    assert_eq!(arguments("p(Ärger)."), [Term::Variable("Ärger".into())]);
}

#[test]
fn names_are_read_with_their_escapes() {
    for (text, name) in [
        ("été", "été"),
        ("'two words'", "two words"),
        ("''", ""),
        ("'don''t'", "don't"),
        (r"'don\'t'", "don't"),
        (r"'\\'", "\\"),
        (r"'a\nb\tc'", "a\nb\tc"),
        (r"'\x41\B'", "AB"),
        (r"'\101\B'", "AB"),
        (r"'\u00e9\U0001F600'", "é😀"),
        ("'a\\\nb'", "ab"),
        ("'a\\\r\nb'", "ab"),
        (r"'\x27\'", "'"),
        ("+", "+"),
        ("=..", "=.."),
    ] {
        assert_eq!(constant(text), name, "{text}");
    }
}

#[test]
fn annotated_disjunctions_have_several_heads() {
    let clause = problog("0.3::a; 1/2::b(X) ; 1e-1::c :- d(X).").clauses.remove(0);
    let probabilities: Vec<_> =
        clause.heads.iter().map(|head| head.probability.to_string()).collect();
    assert_eq!(probabilities, ["0.3", "0.5", "0.1"]);
    assert_eq!(problog("1::a.").clauses[0].heads[0].probability, Probability::ONE);
    assert_same("1.0::a. 0.50::b.", "a. 5/10::b.");
}

#[test]
fn queries_and_evidence_are_statements_of_problog() {
    let program = problog(
        "query(a). query(p(X, 1)). evidence(b). evidence(\\+c). evidence(d,true). evidence(e , false).
         'query'('two words'). query(a, b). query. evidence(a, b, c).",
    );
    let queries: Vec<_> = program.queries.iter().map(|query| query.atom.to_string()).collect();
    assert_eq!(queries, ["a", "p(X, 1)", "'two words'"]);
    let evidence: Vec<_> =
        program.evidence.iter().map(|e| (e.atom.to_string(), !e.negated)).collect();
    let expected = [("b", true), ("c", false), ("d", true), ("e", false)];
    assert_eq!(evidence, expected.map(|(atom, value)| (atom.to_owned(), value)));
    let clauses: Vec<_> = program.clauses.iter().map(ToString::to_string).collect();
    assert_eq!(clauses, ["query(a, b).", "query.", "evidence(a, b, c)."]);
}

#[test]
fn in_prolog_queries_and_evidence_are_facts() {
    let program = prolog("query(a). evidence(a, true). query(X) :- p(X).");
    assert_eq!(program.clauses.len(), 3);
    assert!(program.queries.is_empty() && program.evidence.is_empty());
}

#[test]
fn directives_are_terms() {
    let program = prolog(
        ":- use_module(library(lists)).\n:-dynamic p/1,\n  q/2 % both\n.\na.\n:- X = \"a. b\", Y = [0'., 'x. y'|T], \\+ z .",
    );
    let texts: Vec<_> = program.directives.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "use_module(library(lists))",
            "dynamic((p/1, q/2))",
            "X = \"a. b\", Y = [46, 'x. y' | T], \\+z",
        ]
    );
    assert_eq!(program.clauses.len(), 1);
}

#[test]
fn a_hundred_thousand_facts_are_no_trouble() {
    let text: String =
        (0..100_000).map(|i| format!("0.{}::edge(n{i}, n{}).\n", i % 9 + 1, i / 2)).collect();
    let program = problog(&text);
    assert_eq!(program.clauses.len(), 100_000);
    assert_eq!(Dialect::ProbLog.print(&program).unwrap().to_string(), text);
}
