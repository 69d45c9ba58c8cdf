//! Languages of plain clauses without nested formulas.

use randlog_logic::{Dialect, NotFlat, ParseProblem, Program, Unprintable};

const TEXT: &str = "p(X) :- q(X, Y), \\+ (r(X) ; s(Y)), \\+ q(Y, X).\nq(a, 1).\nq(b, _X) :- q(_, _X).\n\
                    r(a).\nt :- q(a, _).\n";

fn program(text: &str) -> Program {
    Dialect::ProbLog.parse(text).unwrap()
}

fn print(dialect: Dialect, text: &str) -> Result<String, Unprintable> {
    dialect.print(&program(text)).map(|text| text.to_string())
}

#[test]
fn asp_is_what_clingo_reads() {
    let expected = "\
aux_2(X, Y) :- q(X, Y), r(X).
aux_2(X, Y) :- q(X, Y), s(Y).
aux_1(X, Y) :- q(X, Y), aux_2(X, Y).
p(X) :- q(X, Y), not aux_1(X, Y), not q(Y, X).
q(a, 1).
q(b, _X) :- q(_, _X).
r(a).
t :- q(a, _).
";
    assert_eq!(print(Dialect::Asp, TEXT).unwrap(), expected);
    let queries = "p(a, b). query(p(a, X)). query(p(_, X)). query(p(a, b)).";
    let expected = "p(a, b).\n#show.\n#show p(a, X) : p(a, X).\n#show p(X_0, X) : p(X_0, X).\n\
                    #show p(a, b) : p(a, b).\n";
    assert_eq!(print(Dialect::Asp, queries).unwrap(), expected);
}

#[test]
fn datalog_is_what_souffle_reads() {
    let expected = "\
.decl aux_2(a1: symbol, a2: symbol)
.decl q(a1: symbol, a2: symbol)
.decl r(a1: symbol)
.decl s(a1: symbol)
.decl aux_1(a1: symbol, a2: symbol)
.decl p(a1: symbol)
.decl t()
aux_2(X, Y) :- q(X, Y), r(X).
aux_2(X, Y) :- q(X, Y), s(Y).
aux_1(X, Y) :- q(X, Y), aux_2(X, Y).
p(X) :- q(X, Y), !aux_1(X, Y), !q(Y, X).
q(\"a\", \"1\").
q(\"b\", _X) :- q(_, _X).
r(\"a\").
t() :- q(\"a\", _).
.output p
.output q
.output r
.output s
.output t
";
    assert_eq!(print(Dialect::Datalog, TEXT).unwrap(), expected);
    let asked = print(Dialect::Datalog, "p(a). q :- p(a). query(q).").unwrap();
    assert!(asked.ends_with("q() :- p(\"a\").\n.output q\n"), "{asked}");
}

#[test]
fn what_they_cannot_express_is_refused() {
    for dialect in [Dialect::Asp, Dialect::Datalog] {
        for (text, expected) in [
            ("0.5::p.", Unprintable::Probability("0.5".into())),
            ("0.5::p; 0.5::q.", Unprintable::AnnotatedDisjunction),
            ("p. evidence(p).", Unprintable::Evidence),
            ("'A b'.", Unprintable::Name("A b".into())),
            ("p('A b').", Unprintable::Name("A b".into())),
            ("p(1.5).", Unprintable::Name("1.5".into())),
            ("p(_x) :- q(_x).", Unprintable::Name("_x".into())),
            (":- table p/1. p(a).", Unprintable::Directive("table(p/1)".into())),
        ] {
            assert_eq!(print(dialect, text), Err(expected), "{dialect}: {text}");
        }
        let refused = print(dialect, "p(X) :- \\+ q(X).").unwrap_err();
        assert!(matches!(refused, Unprintable::NotFlat(NotFlat::Unsafe { .. })), "{refused}");
    }
    assert_eq!(print(Dialect::Asp, "p(not)."), Err(Unprintable::Name("not".into())));
    assert_eq!(print(Dialect::Datalog, "count(a)."), Err(Unprintable::Name("count".into())));
    let overloaded = print(Dialect::Datalog, "p(a). p(a, b).");
    assert_eq!(overloaded, Err(Unprintable::Name("p/1".into())));
    // An answer set program may have several models, or none.
    assert_eq!(
        print(Dialect::Asp, "p :- \\+ q. q :- \\+ p.").unwrap(),
        "p :- not q.\nq :- not p.\n"
    );
    let refused = print(Dialect::Datalog, "p :- \\+ q. q :- \\+ p.").unwrap_err();
    assert!(matches!(refused, Unprintable::NotStratified(_)), "{refused}");
}

#[test]
fn what_is_only_written_says_so() {
    for dialect in Dialect::ALL {
        let read = dialect.parse("p.");
        match dialect {
            Dialect::Asp | Dialect::Datalog => {
                let error = read.unwrap_err();
                assert_eq!(*error.problem(), ParseProblem::Unreadable(dialect.name()));
                assert_eq!(error.help(), "write the program as ProbLog, and read that");
                assert!(!Dialect::READ.contains(&dialect));
            }
            _ => assert!(read.is_ok()),
        }
    }
}

#[test]
fn a_tabled_program_is_tabled_once() {
    let text = Dialect::Tabled.print(&program("p(X) :- q(X, Y). q(a, b).")).unwrap().to_string();
    assert_eq!(text, ":- table p/1, q/2.\np(X) :- q(X, _).\nq(a, b).\n");
    assert_eq!(Dialect::Tabled.parse(&text), Dialect::Prolog.parse(&text));
    assert!(Dialect::Tabled.print(&program("0.5::p.")).is_err());
}

#[test]
fn numbers_that_would_wrap_around_are_refused() {
    let large = "p(2147483648).";
    let refused = Unprintable::Integer("2147483648".into());
    assert_eq!(print(Dialect::Asp, large).unwrap_err(), refused);
    let small = Unprintable::Integer("-2147483649".into());
    assert_eq!(print(Dialect::Asp, "p :- p(-2147483649).").unwrap_err(), small);
    assert!(print(Dialect::Asp, "p(2147483647, -2147483647).").is_ok());
    // They are names to Soufflé.
    assert!(print(Dialect::Datalog, large).is_ok());
}
