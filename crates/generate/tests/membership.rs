//! Programs that belong to a space, and for each rule a program that breaks just that one.

use randlog_generate::{Spec, membership};
use randlog_logic::{Clause, Dialect, Formula, Program};

const SPEC: &str = r#"
predicates = ["p/1", "q/2", "r/0"]
variables = ["X", "Y"]
constants = ["a", "b"]
max_nodes = 4
max_clauses = 4
probabilities = [0.5, 1]
"#;

const REST: &str = "q(a, b).\nr.\n";

fn spec(rules: &str) -> Spec {
    Spec::from_toml("spec.toml", &format!("{SPEC}{rules}")).expect(rules)
}

fn verdict(rules: &str, program: &str) -> String {
    let program = Dialect::ProbLog.parse(program).expect(program);
    match membership::check(&spec(rules), &program) {
        Ok(()) => "belongs".to_owned(),
        Err(violation) => violation.to_string(),
    }
}

/// The verdict on a program in which only the clauses for `p/1` are in question.
fn of_p(rules: &str, clauses: &str) -> String {
    verdict(rules, &format!("{clauses}\n{REST}"))
}

#[test]
fn programs_that_belong() {
    for clauses in [
        "p(X).",
        "0.5::p(Foo) :- q(Foo, _).",
        "p(X) :- p(X).",
        "p(a) :- \\+ (q(X, Y), r).",
        "p(X) :- r, r, r.",
        "p(X). p(a).",
        "p(X) :- \\+ \\+ \\+ r.",
    ] {
        assert_eq!(of_p("", clauses), "belongs", "{clauses}");
    }
}

#[test]
fn more_than_clauses() {
    let held = |what| format!("it holds {what}, but programs of a space consist of clauses alone");
    assert_eq!(of_p("", "p(a). query(p(a))."), held("queries"));
    assert_eq!(of_p("", "p(a). evidence(p(a))."), held("evidence"));
    assert_eq!(of_p("", ":- table p/1. p(a)."), held("directives"));
}

#[test]
fn clauses_by_themselves() {
    let of_clause = |clause: &str| {
        let verdict = of_p("", clause);
        let start = verdict.find("`: ").expect("a clause is blamed") + 3;
        verdict[start..].to_owned()
    };
    assert_eq!(of_clause("0.5::p(a); 0.5::p(b)."), "it has several heads");
    assert_eq!(of_clause("0.4::p(a)."), "the probability 0.4 is not in the list");
    assert_eq!(of_clause("p(a, a)."), "there is no predicate p/2");
    assert_eq!(of_clause("p(a) :- s."), "there is no predicate s/0");
    assert_eq!(of_clause("p(c)."), "there is no constant c");
    assert_eq!(of_clause("p(1)."), "there is no constant 1");
    assert_eq!(of_clause("p(X) :- q(Y, Z)."), "it has more than 2 variables");
    assert_eq!(of_clause("p(_) :- q(_, _)."), "it has more than 2 variables");
    assert_eq!(of_clause("p(a) :- r, r, r, r."), "its body has 5 nodes, at most 4 are allowed");
    assert_eq!(of_clause("p(a) :- (r ; r), r."), "its body has 5 nodes, at most 4 are allowed");
    assert_eq!(of_clause("p(a) :- r, true."), "`true` stands inside its body");
}

#[test]
fn bodies_of_another_form() {
    let conjunction = "bodies = \"conjunction\"";
    assert_eq!(of_p(conjunction, "p(a) :- r, \\+ r."), "belongs");
    assert_eq!(of_p(conjunction, "p(a) :- \\+ r."), "belongs");
    assert_eq!(of_p(conjunction, "p(a)."), "belongs");
    for body in ["r ; r", "\\+ \\+ r", "\\+ (r, r)"] {
        let expected =
            format!("clause 1, `p(a) :- {body}.`: its body is not a conjunction of literals");
        assert_eq!(of_p(conjunction, &format!("p(a) :- {body}.")), expected);
    }
    assert_eq!(of_p("empty_bodies = false", "p(a)."), "clause 1, `p(a).`: its body is empty");
}

#[test]
fn formulas_that_no_text_stands_for() {
    let mut program = Dialect::ProbLog.parse(&format!("p(a).\n{REST}")).unwrap();
    let Clause { body, .. } = &mut program.clauses[0];
    *body = Formula::And(vec![]);
    let violation = membership::check(&spec(""), &program).unwrap_err().to_string();
    assert!(
        violation.ends_with("a conjunction or disjunction has fewer than two children"),
        "{violation}"
    );
}

#[test]
fn unsafe_clauses() {
    assert_eq!(of_p("safe = true", "p(X) :- q(X, Y), \\+ p(Y)."), "not stratified: p/1 -[-]-> p/1");
    assert_eq!(of_p("safe = true", "p(X) :- q(X, Y), \\+ r."), "belongs");
    assert_eq!(
        of_p("safe = true", "p(X)."),
        "clause 1, `p(X).`: it is not safe: the variable `X` of the head `p(X)` is not bound by the body"
    );
}

#[test]
fn clauses_together() {
    assert_eq!(of_p("", "p(a). p(b). p(X). p(Y)."), "6 clauses, at most 4 are allowed");
    assert_eq!(
        of_p("", "p(X) :- q(X, Y). 0.5::p(Y) :- q(Y, X)."),
        "clauses 1 and 2 are the same, `p(X) :- q(X, Y).`"
    );
    assert_eq!(of_p("", "p(X) :- q(X, Y). p(X) :- q(Y, X)."), "belongs");
    assert_eq!(verdict("", "p(a). r."), "no clause defines q/2");
}

#[test]
fn cycles() {
    let double = "p(a) :- \\+ \\+ p(a).";
    assert_eq!(of_p("", double), "not stratified: p/1 -[-]-> p/1");
    assert_eq!(of_p("cycles = \"any\"", double), "belongs");
    assert_eq!(of_p("cycles = \"acyclic\"", "p(a) :- p(a)."), "not acyclic: p/1 -[+]-> p/1");
    assert_eq!(of_p("cycles = \"acyclic\"", "p(a) :- \\+ r."), "belongs");
}

#[test]
fn independence() {
    let rule = "independent = [[\"p\", \"q\"]]";
    assert_eq!(of_p(rule, "p(a) :- r."), "belongs");
    assert_eq!(
        verdict(rule, "p(a) :- r. q(a, a) :- r. r."),
        "p/1 and q/2 are not independent: both depend on r/0; r/0 -[+]-> p/1; r/0 -[+]-> q/2"
    );
    assert_eq!(
        of_p(rule, "p(a) :- q(a, a)."),
        "p/1 and q/2 are not independent: both depend on q/2; q/2 -[+]-> p/1"
    );
}

#[test]
fn required_formulas() {
    let and = "required = { and = [\"p\", \"r\"] }";
    let or = "required = { or = [\"p\", \"r\"] }";
    let missing =
        |connective| format!("no clause holds a {connective} with p/1, r/0 among its children");
    assert_eq!(of_p(and, "p(a) :- r, p(b)."), "belongs");
    assert_eq!(of_p(and, "p(a). q(a, X) :- \\+ (r, p(X))."), "belongs");
    assert_eq!(of_p(and, "p(a) :- r ; p(b)."), missing("conjunction"));
    assert_eq!(of_p(and, "p(a). q(X, a) :- \\+ p(b), r."), missing("conjunction"));
    assert_eq!(of_p(or, "p(a) :- r ; p(b) ; r."), "belongs");
    assert_eq!(of_p(or, "p(a) :- p(a). p(b) :- r."), missing("disjunction"));
}

#[test]
fn an_empty_program_defines_nothing() {
    let violation = membership::check(&spec(""), &Program::default()).unwrap_err();
    assert_eq!(violation.to_string(), "no clause defines p/1");
}

#[test]
fn data_and_numbers_of_clauses() {
    let data = "data = [\"d/1\"]";
    assert_eq!(of_p(data, "p(X) :- d(X)."), "belongs");
    assert_eq!(of_p(data, "p(a). d(a)."), "clause 2, `d(a).`: d/1 is data, which heads no clause");
    assert_eq!(of_p("min_clauses = 4", "p(a)."), "3 clauses, at least 4 are asked for");
    let two = "clauses = { p = 2, q = 1 }";
    assert_eq!(of_p(two, "p(a). p(b)."), "belongs");
    assert_eq!(of_p(two, "p(a)."), "1 clauses define p/1, not 2");
}

#[test]
fn sets_of_literals() {
    let of_set = |clauses: &str| of_p("bodies = \"set\"", clauses);
    assert_eq!(of_set("p(X) :- q(X, Y), r."), "belongs");
    assert_eq!(
        of_set("p(X) :- q(X, Y), r. p(Y) :- r, q(Y, X)."),
        "clauses 1 and 2 are the same, `p(X) :- q(X, Y), r.`"
    );
    assert_eq!(of_set("p(X) :- q(X, Y), r. p(Y) :- r, q(X, Y)."), "belongs");
    let fault = |clause: &str| {
        let verdict = of_set(clause);
        verdict.split_once("`: ").expect("a clause is blamed").1.to_owned()
    };
    assert_eq!(fault("p(a) :- r, r."), "its body holds `r` twice");
    assert_eq!(
        fault("p(a) :- r, \\+ r."),
        "its body contradicts itself: it holds `r` and its negation"
    );
    assert_eq!(fault("p(a) :- p(a)."), "it is a tautology: its head is in its body");
    assert_eq!(fault("p(a) :- r ; r."), "its body is not a conjunction of literals");
    let safe = |clause: &str| of_p("bodies = \"set\"\nsafe = true", clause);
    assert_eq!(safe("p(a) :- \\+ r."), "belongs");
    assert_eq!(safe("p(X) :- \\+ p(Y), q(Y, X)."), "not stratified: p/1 -[-]-> p/1");
    assert_eq!(
        safe("p(X) :- \\+ q(X, Y)."),
        "clause 1, `p(X) :- \\+ q(X, Y).`: it is not safe: no positive literal has the variable `X`"
    );
}

#[test]
fn repeated_variables() {
    let distinct = |clauses: &str| of_p("repeated_variables = false", clauses);
    assert_eq!(distinct("p(X) :- q(X, Y), q(Y, X)."), "belongs");
    assert_eq!(distinct("p(X) :- q(a, a), q(X, _)."), "belongs");
    let verdict = distinct("p(X) :- r, \\+ q(X, X).");
    assert!(verdict.ends_with("`: `q(X, X)` has a variable twice"), "{verdict}");
}

#[test]
fn redundant_and_unconnected_clauses() {
    let reduced = |clauses: &str| of_p("redundant = false", clauses);
    assert_eq!(reduced("p(a). p(b) :- (r ; r)."), "belongs");
    assert_eq!(
        reduced("p(a) :- r, q(X, Y). p(X)."),
        "clause 1, `p(a) :- r, q(X, Y).`: clause 2 subsumes it"
    );
    assert_eq!(
        reduced("p(a) :- (r ; r), (r ; r)."),
        "clause 1, `p(a) :- (r ; r), (r ; r).`: its body has 7 nodes, at most 4 are allowed"
    );
    assert_eq!(
        reduced("p(X) :- r, p(X)."),
        "clause 1, `p(X) :- r, p(X).`: it is a tautology: its head is in its body"
    );
    let connected = |clauses: &str| of_p("connected = true", clauses);
    assert_eq!(connected("p(X) :- r, q(X, Y), p(a)."), "belongs");
    assert_eq!(connected("p(a) :- q(X, a), \\+ r."), "belongs");
    assert_eq!(
        connected("p(X) :- q(Y, a)."),
        "clause 1, `p(X) :- q(Y, a).`: it is not connected: `q(Y, a)` shares no variable with the other atoms"
    );
}

#[test]
fn derivable_and_used_predicates() {
    let derivable = "derivable = true\nempty_bodies = false\ndata = [\"d/1\"]";
    let verdict_of = |program: &str| verdict(derivable, program);
    assert_eq!(verdict_of("p(X) :- d(X). q(X, Y) :- p(X), p(Y). r :- \\+ q(a, a)."), "belongs");
    assert_eq!(
        verdict_of("p(X) :- d(X), r. q(X, Y) :- p(X). r :- p(X)."),
        "p/1 is not derivable: none of its clauses can ever fire"
    );
    let goals = |program: &str| verdict("goals = [\"r\"]\ndata = [\"d/1\"]", program);
    assert_eq!(goals("r :- p(X), \\+ q(X, X). p(X) :- d(X). q(a, a)."), "belongs");
    assert_eq!(goals("r :- p(X). p(X) :- d(X). q(X, X) :- p(X)."), "no goal uses q/2");
    assert_eq!(goals("r :- p(X), q(X, X). p(X). q(a, a)."), "no goal uses d/1");
}
