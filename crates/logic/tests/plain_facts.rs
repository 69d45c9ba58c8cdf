//! A fact in which nothing is unusual is read in another way than all the rest; a comment before the
//! full stop makes it unusual.

use crate::common;
use proptest::prelude::*;
use randlog_base::{Stop, Stopped};
use randlog_logic::{DependencyGraph, Dialect, ParseProblem, Predicate, Program, Table};
use std::time::Duration;

/// The text, long enough for its facts to be kept in tables.
fn large(text: &str) -> String {
    format!("% {}\n{text}", "large ".repeat(1000))
}

proptest! {
    #[test]
    fn plain_facts_are_read_as_all_others_are(
        probability in prop_oneof![
            Just(String::new()),
            "0\\.[0-9]{1,20} ?:: ?",
            "[01](\\.[0-9])?(e-[1-9])? ?::",
            "1/[1-9] ?:: ?",
        ],
        name in "[a-z][a-zA-Z0-9_é]{0,3}|query|evidence|call|'a b'|is|true",
        arguments in proptest::collection::vec(
            " ?([a-z][a-z0-9_]{0,30}|[0-9]{1,20}|X|_|'a'|0'a|1e3|0x1F|-1|2\\.5|f\\(a\\)|\\[\\]|é) ?",
            0..4,
        ),
        end in "( |\\n)?\\.(\\n| |\\t|%|\\.)?",
    ) {
        let arguments = match arguments.is_empty() {
            true => String::new(),
            false => format!("({})", arguments.join(",")),
        };
        let fact = |before: &str| {
            Dialect::ProbLog.parse(&format!("{probability}{name}{arguments}{before}{end}"))
        };
        let (plain, other) = (fact(""), fact("/**/"));
        prop_assert_eq!(plain.is_ok(), other.is_ok());
        let text = format!("{probability}{name}{arguments}{end}");
        let tabled = Dialect::ProbLog.parse(&large(&text));
        prop_assert_eq!(plain.is_ok(), tabled.is_ok());
        if let (Ok(plain), Ok(other), Ok(tabled)) = (plain, other, tabled) {
            prop_assert_eq!(&plain, &other);
            prop_assert_eq!(plain, tabled);
        }
        let [plain, other, tabled] =
            [text.clone(), format!("{probability}{name}{arguments}/**/{end}"), large(&text)]
                .map(|text| Program::parse(&text).ok());
        prop_assert_eq!(&plain, &other);
        prop_assert_eq!(plain, tabled);
    }

    /// A function-free text is the same program in the full language.
    #[test]
    fn a_function_free_program_is_read_as_itself(program in common::program()) {
        let mut program = program;
        // Directives may be refused there, and some names are operators.
        program.directives.clear();
        let Ok(text) = Dialect::ProbLog.print(&program) else { return Ok(()) };
        let text = text.to_string();
        if let Ok(read) = Program::parse(&text) {
            prop_assert_eq!(&read, &program);
            prop_assert_eq!(Program::parse(&large(&text)), Ok(read));
        }
        prop_assert_eq!(Dialect::ProbLog.parse(&large(&text)), Ok(program));
    }
}

/// Facts go into tables on one way of reading, and stay among the clauses on the other.
#[test]
fn a_program_with_its_facts_in_tables_is_the_whole_program() {
    let text = "p(a). p(b). q(a, 1). 0.5::p(c). p(X) :- q(X, _). 0.1::p(d); 0.2::p(e); 0.3::r. p. \
                q(b, 2). 0.5::p(c). p('two words'). evidence(p(a)). query(p(X)). p(f).";
    let tabled = Program::parse(&large(text)).unwrap();
    let program = Program::parse(text).unwrap();
    assert_eq!(tabled.clauses.len(), program.clauses.len());
    assert!(program.clauses.parts().facts.is_empty());
    assert_eq!(tabled, program);
    assert_eq!(
        DependencyGraph::new(&tabled.clauses).predicates(),
        DependencyGraph::new(&program.clauses).predicates()
    );
    let parts = tabled.clauses.parts();
    assert_eq!(parts.facts.len(), 7);
    let entry = |name: &str, arity: usize| {
        let predicate = Predicate::new(name, arity);
        parts.index.entries().iter().position(|entry| entry.predicate == predicate).unwrap()
    };
    let facts = |name: &str, arity| parts.facts.table(entry(name, arity)).map_or(0, Table::len);
    assert_eq!((facts("p", 1), facts("q", 2), facts("p", 0), facts("r", 0)), (5, 2, 0, 0));
    let clauses = &parts.index.entries()[entry("p", 1)].clauses;
    assert_eq!(clauses, &[0..2, 3..4]);
    // What changes is no longer in tables.
    let mut changed = tabled.clone();
    changed.clauses.push(program.clauses[0].clone());
    assert_eq!(changed.clauses.len(), program.clauses.len() + 1);
    assert!(changed.clauses.parts().facts.is_empty());
    assert_ne!(changed, program);
    assert_eq!(tabled.clauses.into_vec(), program.clauses.into_vec());
}

#[test]
fn reading_ends_where_its_limits_are() {
    let text = "0.5::p(a, 1). ".repeat(1000);
    let limit = |bytes| Stop::NEVER.with_memory(bytes);
    let problem = |text: &str, stop: &Stop| {
        Program::parse_within(text, stop).map_err(|error| error.problem().clone()).err()
    };
    assert_eq!(problem(&text, &limit(20_000)), Some(ParseProblem::Stopped(Stopped::Memory)));
    assert_eq!(problem(&text, &limit(40_000)), None);
    let wide = "p([a], 1). ".repeat(1000);
    assert_eq!(problem(&wide, &limit(20_000)), Some(ParseProblem::Stopped(Stopped::Memory)));
    let late = Stop::NEVER.within(Duration::ZERO);
    for text in [text.repeat(20), wide.repeat(20)] {
        assert_eq!(problem(&text, &late), Some(ParseProblem::Stopped(Stopped::Deadline)));
    }
}
