//! A fact in which nothing is unusual is read in another way than all the rest; a comment before the
//! full stop makes it unusual.

use proptest::prelude::*;
use randlog_logic::wide::Source;
use randlog_logic::{Dialect, Index, Predicate};

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
        if let (Ok(plain), Ok(other)) = (plain, other) {
            prop_assert_eq!(plain, other);
        }
    }
}

/// The index that is made while reading, and the one that is made afterwards.
#[test]
fn the_index_of_a_text_is_that_of_its_clauses() {
    let text = "p(a). p(b). q(a, 1). 0.5::p(c). p(X) :- q(X, _). 0.1::p(d); 0.2::p(e); 0.3::r. p. \
                q(b, 2). query(p(X)). p(f).";
    let (source, index) = Source::read_indexed(text).unwrap();
    let Source::Flat(program) = source else { panic!("flat") };
    let index = index.unwrap();
    assert_eq!(index, Index::new(&program.clauses));
    let positions = |name: &str, arity: usize| -> Vec<u32> {
        let predicate = Predicate::new(name, arity);
        let entry = index.entries().iter().find(|entry| entry.predicate == predicate).unwrap();
        entry.clauses.iter().flat_map(Clone::clone).collect()
    };
    assert_eq!(positions("p", 1), [0, 1, 3, 4, 5, 8]);
    assert_eq!(positions("q", 2), [2, 7]);
    assert_eq!((positions("r", 0), positions("p", 0)), (vec![5], vec![6]));
}
