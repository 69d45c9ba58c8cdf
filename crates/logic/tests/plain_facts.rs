//! A fact in which nothing is unusual is read in another way than all the rest; a comment before the
//! full stop makes it unusual.

use proptest::prelude::*;
use randlog_logic::Dialect;

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
