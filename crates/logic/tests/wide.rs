//! The wide language: what is read, how it is written, and what is refused where.

use proptest::prelude::*;
use randlog_logic::{Dialect, Formula, Predicate, Program, Role, Term, distribution};

/// The argument of the only fact.
fn term(text: &str) -> Term {
    let program = Program::parse(&format!("p({text}).")).unwrap_or_else(|e| panic!("{e}: {text}"));
    program.clauses[0].heads[0].atom.args[0].clone()
}

/// Both texts stand for the same term, and the first is how it is written.
#[track_caller]
fn same(written: &str, other: &str) {
    assert_eq!(term(written), term(other), "{written} and {other}");
    assert_eq!(term(other).to_string(), written);
}

#[test]
fn operators_bind_as_in_prolog() {
    same("1+2*3", "1 + (2 * 3)");
    same("(1+2)*3", "(1 + 2) * 3");
    same("1-2-3", "(1 - 2) - 3");
    same("1-(2-3)", "1 - (2 - 3)");
    same("2**3+1", "(2 ** 3) + 1");
    same("a:b:c", "a : (b : c)");
    same("f((a, b))", "f(','(a, b))");
    same("- 1", "-(1)");
    same("-1", "-1");
    same("1- -1", "1 - -1");
    same("-a", "- a");
    same("f(X, '-')", "f(X, -)");
    same("X mod 2 =:= 0", "=:=(mod(X, 2), 0)");
}

#[test]
fn lists_are_one_term_however_they_are_written() {
    same("[a, b, c]", "[a | [b, c]]");
    same("[a, b | T]", "[a | [b | T]]");
    same("[]", "[]");
    same("[[], [a]]", "[[]|[[a]]]");
    same("[(a, b)]", "[(a,b)]");
}

#[test]
fn texts_are_no_constants() {
    assert_ne!(term("\"a\""), term("a"));
    assert_eq!(term("'a'"), term("a"));
    same("\"don't \\\"quote\\\"\"", "\"don't \"\"quote\"\"\"");
    same("16", "0x10");
    same("97", "0'a");
    same("39", "0''");
}

#[test]
fn signs_need_no_space() {
    let program = Program::parse("p(X) :- X=-1, Y is X+-1, X=\\=Y, \\+X=Y.").unwrap();
    let text = program.clauses[0].body.to_string();
    assert_eq!(text, "X = -1, Y is X+ -1, X =\\= Y, \\+ X = Y");
}

#[test]
fn programs_without_function_symbols_are_recognised() {
    let free = |text: &str| Program::parse(text).unwrap().function_free().is_some();
    for text in ["0.4::p(a).", "p(\"text\").", "0::p. q :- p.", "p([a, f(b)]).", "p. :- table p/0."]
    {
        assert!(free(text), "{text}");
    }
    for text in [
        "p([X]).",
        "p :- X = a, q(X).",
        "P::p :- q(P).",
        "\\+ p.",
        "query(\\+ p).",
        "query(p(X)) :- q(X).",
        ":- dynamic p/0.",
        ":- unknown(fail).",
    ] {
        assert!(!free(text), "{text}");
    }
}

#[test]
fn function_free_programs_mean_the_same_in_the_full_language() {
    let text =
        "0.25::p(X) :- q(X), \\+ (r(X) ; s). 1/3::a; 2/3::b. query(p(X)). evidence(a, false).";
    let program = Program::parse(text).unwrap();
    assert_eq!(program, Dialect::ProbLog.parse(text).unwrap());
    assert_eq!(program.function_free().unwrap().into_owned(), program);
}

#[test]
fn probabilities_that_were_rounded_are_divided_by_their_sum() {
    let numbers = |texts: &[&str]| texts.iter().map(|text| term(text)).collect::<Vec<_>>();
    let found = distribution(&numbers(&["0.5", "0.5000000001"])).unwrap();
    let sum: f64 = found.iter().flatten().map(|p| p.to_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-15, "{sum}");
    assert!(distribution(&numbers(&["0.5", "0.51"])).is_err());
    assert!(distribution(&numbers(&["-0.5"])).is_err());
    assert!(distribution(&numbers(&["1.5"])).is_err());
}

#[test]
fn what_is_refused_is_named_with_its_place() {
    let refused = |text: &str, place: &str, words: &str| {
        let error = Program::parse(text).expect_err(text);
        assert_eq!(&text[error.span()], place, "{text}");
        assert_eq!(error.to_string(), words, "{text}");
        assert!(!error.help().is_empty());
    };
    refused("a.\np :- q, !, r.", "!", "the cut (`!`) is not supported");
    refused(":- consult(x).", ":- consult(x)", "the directive `consult(x)` is not supported");
    refused("p :- q *-> r ; s.", "*->", "if-then-else (`*->`) is not supported");
    refused(
        "p :- assertz(q).",
        "p :- assertz(q)",
        "programs that change themselves (`assertz`) are not supported",
    );
    assert!(Program::parse("p :- clause(a, b). clause(a, b).").is_ok(), "the program's own");
    refused("t(_)::p.", "t(_)::", "learnable probabilities (`t(_)::`) are not supported");
    refused("?::p.", "?::", "decisions (`?::`) are not supported");
    refused(
        "p ~ normal(0, 1).",
        "p ~ normal(0, 1)",
        "continuous distributions (`~`) are not supported",
    );
    refused("p :- X.", "X", "a variable as a goal is not supported");
    refused("p :- q(X), {X}.", "{", "curly braces are not supported");
}

#[test]
fn nesting_has_a_limit_and_length_has_none() {
    let deep = |levels: usize| format!("p({}a{}).", "f(".repeat(levels), ")".repeat(levels));
    assert!(Program::parse(&deep(200)).is_ok());
    for levels in [300, 100_000] {
        assert!(Program::parse(&deep(levels)).is_err());
        assert!(Program::parse(&format!("p :- X is {}1.", "1 + ".repeat(levels))).is_err());
    }
    let long = vec!["a"; 100_000].join(", ");
    let program = Program::parse(&format!("p([{long}]). q :- {long}.")).unwrap();
    assert!(matches!(&program.clauses[1].body, Formula::And(goals) if goals.len() == 100_000));
}

#[test]
fn a_program_is_written_a_line_for_each_part() {
    let text =
        "query(p(X)) :- q(X). :- use_module(library(lists)). evidence(\\+ r). :- dynamic u/1, v/2.
        P::p(X) :- (q(X), w(X, P)) ; \\+ (r, \\+ s(_)). 0.5::\\+ p(a). 1/3::q(a); 0.25*2::q(-1).
        evidence(s([1, \"a\"]), true). r :- X is 1 - -1, X > 0. query(\\+ r).";
    let program = Program::parse(text).unwrap();
    let expected = "\
        :- use_module(library(lists)).\n\
        :- dynamic((u/1, v/2)).\n\
        P::p(X) :- q(X), w(X, P) ; \\+ (r, \\+ s(_)).\n\
        0.5::\\+ p(a).\n\
        1/3::q(a); 0.25*2::q(-1).\n\
        r :- X is 1- -1, X > 0.\n\
        evidence(r, false).\n\
        evidence(s([1, \"a\"])).\n\
        query(p(X)) :- q(X).\n\
        query(\\+ r).\n";
    assert_eq!(program.to_string(), expected);
    assert_eq!(Program::parse(expected).unwrap(), program);
}

/// Terms as they may come.
fn any_term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        "[a-c]".prop_map(|name| Term::Constant(name.into())),
        "[A-C]".prop_map(|name| Term::Variable(name.into())),
        (-9i64..9).prop_map(|n| Term::Number(randlog_logic::Number::Integer(n))),
        "[a-c '\\\\\"]{0,3}".prop_map(|text| Term::Text(text.into())),
        "[A-C +'\\\\]{1,3}".prop_map(|name| Term::Constant(name.into())),
        Just(Term::empty_list()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let functors = prop::sample::select(vec![
            "f", "+", "-", "*", "=", ",", ";", ":", "\\+", "mod", "is", "^", "**", "don't",
        ]);
        prop_oneof![
            (functors, prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(functor, args)| Term::function(functor, args)),
            (prop::collection::vec(inner.clone(), 1..3), inner)
                .prop_map(|(items, tail)| Term::list(items, tail)),
        ]
    })
}

/// Texts of programs; nearly all of them are read.
fn any_program() -> impl Strategy<Value = String> {
    let name =
        || prop::sample::select(vec!["p", "q", "r", "'two words'", "'don\\'t'", "'+'", "member"]);
    let args = || prop::collection::vec(any_term(), 0..3);
    let atom = move || {
        (name(), args()).prop_map(|(name, args)| match args.is_empty() {
            true => name.to_owned(),
            false => {
                let args = args.iter().map(|term| format!("({term})"));
                format!("{name}({})", args.collect::<Vec<_>>().join(", "))
            }
        })
    };
    let built_in =
        (any_term(), prop::sample::select(vec!["=", "is", "<", "\\==", "=.."]), any_term())
            .prop_map(|(left, operator, right)| format!("({left}) {operator} ({right})"));
    let leaf = prop_oneof![6 => atom(), 1 => Just("true".to_owned()), 1 => Just("fail".to_owned()), 2 => built_in];
    let body = leaf.prop_recursive(4, 16, 3, |inner| {
        let several = || prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            inner.clone().prop_map(|child| format!("\\+ ({child})")),
            several().prop_map(|children| format!("({})", children.join(", "))),
            several().prop_map(|children| format!("({})", children.join(" ; "))),
        ]
    });
    let annotation =
        prop::sample::select(vec!["", "0.5::", "1/3::", "P::", "- 1+2*P::", "0.5::\\+ ", "\\+ "]);
    let rule = (annotation, atom(), body.clone())
        .prop_map(|(p, head, body)| format!("{p}{head} :- {body}."));
    let fact = atom().prop_map(|head| format!("{head}."));
    let several =
        (atom(), atom()).prop_map(|(one, other)| format!("0.25::{one}; 0.25*3::{other}."));
    let statement = (
        prop::sample::select(vec!["query(", "query(\\+ ", "evidence(", "evidence(\\+ "]),
        atom(),
        prop::option::of(body),
    )
        .prop_map(|(start, atom, body)| match body {
            Some(body) => format!("{start}{atom}) :- {body}."),
            None => format!("{start}{atom})."),
        });
    let directive =
        prop::sample::select(vec![":- dynamic p/1, q/2.", ":- unknown(fail).", ":- table r/0."]);
    let line = prop_oneof![4 => rule, 2 => fact, 1 => several, 2 => statement, 1 => directive.prop_map(str::to_owned)];
    prop::collection::vec(line, 1..5).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn a_term_is_read_back_as_it_was_written(written in any_term()) {
        let text = format!("p({}).", Term::function("f", vec![written.clone()]));
        let program = Program::parse(&text);
        let program = program.map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        let read = &program.clauses[0].heads[0].atom.args[0];
        prop_assert_eq!(read, &Term::function("f", vec![written]), "{}", text);
    }

    #[test]
    fn a_program_is_read_back_as_it_was_written(text in any_program()) {
        // What is not read, such as a variable as a head, is somebody else's.
        let Ok(program) = Program::parse(&text) else { return Ok(()) };
        let written = program.to_string();
        let again = Program::parse(&written);
        let again = again.map_err(|error| TestCaseError::fail(format!("{error}: {written}")))?;
        prop_assert_eq!(again, program, "{}", written);
    }

    #[test]
    fn canonical_forms_know_neither_names_nor_order(text in any_program(), shift in 0..5usize, turn: bool) {
        let Ok(program) = Program::parse(&text) else { return Ok(()) };
        let canonical = program.canonical();
        let written = canonical.to_string();
        prop_assert_eq!(Program::parse(&written).unwrap().canonical(), canonical.clone());
        let mut other = program.clone();
        other.clauses.rotate_left(shift.min(program.clauses.len()));
        if turn {
            other.clauses.reverse();
            other.evidence.reverse();
            other.queries.reverse();
        }
        let own: Vec<Predicate> =
            program.clauses.iter().flat_map(|c| &c.heads).map(|h| h.atom.predicate()).collect();
        if !own.iter().any(|predicate| predicate.name == "member") && program.dynamic().next().is_none() {
            other.rename(&mut |name, role| match role {
                Role::Predicate(arity) | Role::Function(arity)
                    if own.contains(&Predicate::new(name.clone(), arity)) =>
                {
                    format!("the {name}").into()
                }
                Role::Variable => format!("V{name}").into(),
                _ => name.clone(),
            });
        }
        prop_assert_eq!(other.canonical().to_string(), written);
    }

    #[test]
    fn any_text_gets_an_answer(text in "[a-bA-B0-9_ ,;:.|!()\\[\\]{}+*/<>=\\\\'\"%~?-]{0,40}") {
        if let Err(error) = Program::parse(&text) {
            prop_assert!(text.get(error.span()).is_some() && !error.help().is_empty());
        }
    }
}
