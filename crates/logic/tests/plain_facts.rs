//! A fact in which nothing is unusual is read in another way than all the rest; a comment before the
//! full stop makes it unusual.

use proptest::prelude::*;
use randlog_logic::wide::Stored;
use randlog_logic::{Database, Dialect, ParseProblem, Predicate, ReadLimits, Table};
use std::time::Instant;

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
        let database = Database::read(&text, &ReadLimits::default());
        prop_assert_eq!(plain.is_ok(), database.is_ok());
        if let (Ok(plain), Ok(other), Ok(database)) = (plain, other, database) {
            prop_assert_eq!(&plain, &other);
            prop_assert_eq!(plain, database.whole());
        }
    }
}

/// Facts go into tables on one way of reading, and stay among the clauses on the other.
#[test]
fn a_program_with_its_facts_in_tables_is_the_whole_program() {
    let text = "p(a). p(b). q(a, 1). 0.5::p(c). p(X) :- q(X, _). 0.1::p(d); 0.2::p(e); 0.3::r. p. \
                q(b, 2). 0.5::p(c). p('two words'). evidence(p(a)). query(p(X)). p(f).";
    let database = Database::read(text, &ReadLimits::default()).unwrap();
    let program = Dialect::ProbLog.parse(text).unwrap();
    assert_eq!(database.whole(), program);
    assert_eq!((database.facts.len(), database.len()), (7, program.clauses.len()));
    let entry = |name: &str, arity: usize| {
        let predicate = Predicate::new(name, arity);
        database.index.entries().iter().position(|entry| entry.predicate == predicate).unwrap()
    };
    let facts = |name: &str, arity| database.facts.table(entry(name, arity)).map_or(0, Table::len);
    assert_eq!((facts("p", 1), facts("q", 2), facts("p", 0), facts("r", 0)), (5, 2, 0, 0));
    let clauses = &database.index.entries()[entry("p", 1)].clauses;
    assert_eq!(clauses, &[0..2, 3..4]);
}

#[test]
fn reading_ends_where_its_limits_are() {
    let text = "0.5::p(a, 1). ".repeat(1000);
    let limit = |bytes| ReadLimits { bytes, until: None };
    let problem = |text: &str, limits: &ReadLimits| {
        Stored::read(text, limits).map_err(|error| error.problem().clone()).err()
    };
    assert_eq!(problem(&text, &limit(20_000)), Some(ParseProblem::TooLarge));
    assert_eq!(problem(&text, &limit(40_000)), None);
    let wide = "p([a], 1). ".repeat(1000);
    assert_eq!(problem(&wide, &limit(20_000)), Some(ParseProblem::TooLarge));
    let late = ReadLimits { bytes: usize::MAX, until: Some(Instant::now()) };
    for text in [text.repeat(20), wide.repeat(20)] {
        assert_eq!(problem(&text, &late), Some(ParseProblem::TimeUp));
    }
}
