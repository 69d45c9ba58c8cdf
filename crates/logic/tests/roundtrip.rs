//! What a dialect prints, it reads back as the same program.

use crate::common;
use proptest::prelude::*;
use randlog_logic::built_ins::is_kept_by_prolog;
use randlog_logic::{
    Annotation, Atom, Clause, Dialect, Formula, Head, Number, Predicate, Probability, Program,
    Symbol, Term, Unprintable,
};

/// Prints, parses, compares, and prints again.
fn assert_round_trip(dialect: Dialect, program: &Program) -> Result<(), TestCaseError> {
    let text = dialect.print(program).map_err(|e| TestCaseError::fail(e.to_string()))?.to_string();
    let again = dialect.parse(&text);
    let expected = match dialect {
        Dialect::Prolog => program.arranged(),
        _ => program.clone(),
    };
    prop_assert_eq!(again.as_ref(), Ok(&expected), "{}", &text);
    prop_assert_eq!(dialect.print(&expected).unwrap().to_string(), text);
    Ok(())
}

/// Built-in predicates have no place in a program; the dialect must notice.
fn mentions_built_in(dialect: Dialect, program: &Program) -> bool {
    let built_in = |atom: &Atom| {
        let known = [
            "=", "is", ",", ";", "->", "*->", "|", ":", "::", ":-", "-->", "<", ">", "=<", ">=",
            "==", "\\=", "\\==", "=:=", "=\\=", "@<", "@>", "@=<", "@>=", "=..",
        ];
        let zero = ["true", "fail", "false", "!"];
        match atom.args.len() {
            0 => zero.contains(&atom.name.as_str()),
            1 => atom.name == "not" || atom.name == "call" || atom.name == "\\+",
            2 => known.contains(&atom.name.as_str()) || atom.name == "call",
            _ => atom.name == "call",
        }
    };
    let statement = |atom: &Atom| {
        dialect == Dialect::ProbLog
            && matches!((atom.name.as_str(), atom.args.len()), ("query", 1) | ("evidence", 1 | 2))
    };
    let of_prolog =
        |atom: &Atom| dialect == Dialect::Prolog && is_kept_by_prolog(&atom.name, atom.args.len());
    let in_clauses = program.clauses.iter().any(|clause| {
        clause.atoms().any(|atom| built_in(atom) || of_prolog(atom))
            || clause.heads.iter().any(|head| statement(&head.atom))
    });
    in_clauses
        || program.queries.iter().any(|query| built_in(&query.atom))
        || program.evidence.iter().any(|evidence| built_in(&evidence.atom))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn problog(program in common::program()) {
        if mentions_built_in(Dialect::ProbLog, &program) {
            prop_assert!(Dialect::ProbLog.print(&program).is_err());
        } else {
            assert_round_trip(Dialect::ProbLog, &program)?;
        }
    }

    #[test]
    fn prolog(mut program in common::program()) {
        program.queries.clear();
        program.evidence.clear();
        for clause in &mut program.clauses {
            clause.heads.truncate(1);
            clause.heads[0].probability = Annotation::ONE;
        }
        if mentions_built_in(Dialect::Prolog, &program) {
            prop_assert!(Dialect::Prolog.print(&program).is_err());
        } else {
            assert_round_trip(Dialect::Prolog, &program)?;
        }
    }

    #[test]
    fn prolog_refuses_exactly_what_it_lacks(program in common::program()) {
        let plain = program.queries.is_empty() && program.evidence.is_empty()
            && program.clauses.iter().all(|c| c.heads.len() == 1 && c.heads[0].probability.is_one());
        prop_assert_eq!(Dialect::Prolog.print(&program).is_ok(), plain && !mentions_built_in(Dialect::Prolog, &program));
    }

    /// Any text as a name, a variable, a float or a directive: refused, or read back.
    #[test]
    fn whatever_is_printed_reads_back(text in any::<String>(), token in "[-+.0-9eE_a-zA-Z'\\\\%/ ]{0,6}", nested in any::<bool>()) {
        for text in [text, token].map(Symbol::from) {
            let directive = Term::Constant(text.clone());
            let args = vec![
                Term::Variable(text.clone()),
                Term::Number(Number::Float(text.clone())),
                Term::Constant(text.clone()),
            ];
            for argument in args {
                let atom = Atom::new(text.clone(), vec![argument]);
                let body = if nested { Formula::And(vec![Formula::Atom(atom.clone())]) } else { Formula::True };
                let program = Program { clauses: vec![Clause::new(Probability::ONE, atom, body)].into(), ..Program::default() };
                if Dialect::ProbLog.print(&program).is_ok() {
                    assert_round_trip(Dialect::ProbLog, &program)?;
                }
            }
            let program = Program { directives: vec![directive], ..Program::default() };
            if Dialect::Prolog.print(&program).is_ok() {
                assert_round_trip(Dialect::Prolog, &program)?;
            }
        }
    }
}

fn p(name: &str) -> Formula {
    Formula::Atom(Atom::new(name, vec![]))
}

fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

#[test]
fn parentheses_stand_where_they_carry_the_tree() {
    use Formula::{And, Or, True};
    for (formula, text) in [
        (And(vec![p("p"), p("q"), p("r")]), "p, q, r"),
        (And(vec![And(vec![p("p"), p("q")]), p("r")]), "(p, q), r"),
        (And(vec![p("p"), And(vec![p("q"), p("r")])]), "p, (q, r)"),
        (And(vec![Or(vec![p("p"), p("q")]), p("r")]), "(p ; q), r"),
        (Or(vec![And(vec![p("p"), p("q")]), p("r")]), "p, q ; r"),
        (Or(vec![Or(vec![p("p"), p("q")]), p("r")]), "(p ; q) ; r"),
        (not(p("p")), "\\+ p"),
        (not(not(p("p"))), "\\+ \\+ p"),
        (not(And(vec![p("p"), p("q")])), "\\+ (p, q)"),
        (not(Or(vec![p("p"), True])), "\\+ (p ; true)"),
        (And(vec![not(p("p")), not(True)]), "\\+ p, \\+ true"),
    ] {
        assert_eq!(formula.to_string(), text);
        let program = Dialect::Prolog.parse(&format!("h :- {text}.")).unwrap();
        assert_eq!(program.clauses[0].body, formula);
    }
}

#[test]
fn programs_look_as_people_write_them() {
    let text = "\
:- use_module(library(lists)).
0.4::q(X, a) :- r(X), \\+ s(a).
1/3::a; 0.25::'don\\'t'(-1, 2.5).
p('', 'two words', _).
t :- p(X, Y, Z) ; q(X, Y), t.
evidence(t, true).
evidence(q(b, a), false).
query(t).
query(q(_, a)).
";
    let program = Dialect::ProbLog.parse(text).unwrap();
    assert_eq!(Dialect::ProbLog.print(&program).unwrap().to_string(), text);
}

/// A body of `depth` nested negations or parentheses.
fn nested(depth: usize, wrap: fn(Formula) -> Formula) -> Program {
    let body = (0..depth).fold(p("p"), |inner, _| wrap(inner));
    Program {
        clauses: vec![Clause::new(Probability::ONE, Atom::new("h", vec![]), body)].into(),
        ..Program::default()
    }
}

#[test]
fn what_is_nested_too_deeply_to_be_read_is_not_printed() {
    let wraps: [fn(Formula) -> Formula; 3] = [
        not,
        |inner| Formula::And(vec![inner, p("q")]),
        |inner| Formula::And(vec![Formula::Or(vec![p("q"), not(inner)]), p("r")]),
    ];
    for wrap in wraps {
        let deepest = (1..600)
            .take_while(|&depth| Dialect::ProbLog.print(&nested(depth, wrap)).is_ok())
            .last()
            .unwrap();
        let program = nested(deepest, wrap);
        let text = Dialect::ProbLog.print(&program).unwrap().to_string();
        assert_eq!(Dialect::ProbLog.parse(&text), Ok(program));
        let unprintable = nested(deepest + 1, wrap);
        assert_eq!(Dialect::ProbLog.print(&unprintable).unwrap_err(), Unprintable::TooDeep);
        // Display does not check, so the parser's limit shows.
        assert!(Dialect::ProbLog.parse(&unprintable.clauses[0].to_string()).is_err());
    }
}

#[test]
fn what_cannot_be_expressed_is_named() {
    let half = Probability::new(1, 2).unwrap();
    let head = |probability, name: &str| Head::new(probability, Atom::new(name, vec![]));
    let with = |heads: Vec<Head>, body| Program {
        clauses: vec![Clause::with_heads(heads.into(), body)].into(),
        ..Program::default()
    };
    let error = |dialect: Dialect, program: &Program| dialect.print(program).unwrap_err();
    use Formula::True;

    let annotated = with(vec![head(half, "a")], True);
    assert_eq!(error(Dialect::Prolog, &annotated), Unprintable::Probability("0.5".into()));
    let several = with(vec![head(half, "a"), head(half, "b")], True);
    assert_eq!(error(Dialect::Prolog, &several), Unprintable::AnnotatedDisjunction);
    let heavy = with(vec![head(half, "a"), head(Probability::ONE, "b")], True);
    assert_eq!(error(Dialect::ProbLog, &heavy), Unprintable::Sum);
    for dialect in Dialect::ALL {
        assert_eq!(error(dialect, &with(vec![], True)), Unprintable::NoHead);
        let childless = with(vec![head(Probability::ONE, "a")], Formula::Or(vec![p("b")]));
        assert_eq!(error(dialect, &childless), Unprintable::Childless);
        let reserved = with(vec![head(Probability::ONE, "a")], p("true"));
        assert_eq!(error(dialect, &reserved), Unprintable::Reserved(Predicate::new("true", 0)));
    }
    for (name, arity) in [("halt", 0), ("write", 2), ("open", 3), ("sub_atom", 5)] {
        let atom = Atom::new(name, vec![Term::Anonymous; arity]);
        let reserved = Unprintable::Reserved(Predicate::new(name, arity));
        let defined = Clause::new(Probability::ONE, atom.clone(), True);
        let called = Clause::new(Probability::ONE, Atom::new("a", vec![]), Formula::Atom(atom));
        for clause in [defined, called] {
            let program = Program { clauses: vec![clause].into(), ..Program::default() };
            assert_eq!(error(Dialect::Prolog, &program), reserved);
            assert_eq!(error(Dialect::Tabled, &program), reserved);
            assert!(Dialect::ProbLog.print(&program).is_ok());
        }
        let other = with(vec![head(Probability::ONE, "write")], True);
        assert!(Dialect::Prolog.print(&other).is_ok());
    }
    let query = Program { queries: vec![Atom::new("a", vec![]).into()], ..Program::default() };
    assert_eq!(error(Dialect::Prolog, &query), Unprintable::Query);
    assert_eq!(Unprintable::Query.to_string(), "Prolog cannot express queries");
}
