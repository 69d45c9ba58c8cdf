//! What cannot be read: the offending text, what is said about it, and what to do.

use miette::{Diagnostic, NarratableReportHandler};
use randlog_logic::{Dialect, Program};

/// The place is where `«` and `»` stand in the text.
fn assert_error(dialect: Dialect, marked: &str, message: &str) {
    let start = marked.find('«').expect("a marked text");
    let end = marked.find('»').expect("a marked text") - '«'.len_utf8();
    let text = marked.replace(['«', '»'], "");
    let error = match dialect.parse(&text) {
        Ok(program) => panic!("{text} was read as {program:?}"),
        Err(error) => error,
    };
    assert_eq!((error.to_string().as_str(), error.span()), (message, start..end), "{text}");
    assert!(!error.help().is_empty());
}

fn problog(marked: &str, message: &str) {
    assert_error(Dialect::ProbLog, marked, message);
}

fn prolog(marked: &str, message: &str) {
    assert_error(Dialect::Prolog, marked, message);
}

fn both(marked: &str, message: &str) {
    problog(marked, message);
    prolog(marked, message);
}

#[test]
fn constructs_beyond_plain_programs_are_named() {
    both("p(«f»(X)).", "function symbols are not supported");
    both("p(«(»a, b)).", "function symbols are not supported");
    both("p(X) :- q(«[»X|T]).", "lists are not supported");
    both("p(«\"text\"»).", "strings are not supported");
    both("p(«{»x}).", "curly braces are not supported");
    both("p(«0x1F»).", "only plain decimal numbers are supported");
    both("p(«1_000»).", "only plain decimal numbers are supported");
    both("p(«-» 1).", "comparison and arithmetic (`-`) are not supported");
    both("p(X «+» 1).", "comparison and arithmetic (`+`) are not supported");
    both("p(X) :- q(X), X «=» a.", "comparison and arithmetic (`=`) are not supported");
    both("p(X) :- X «is» 1.", "comparison and arithmetic (`is`) are not supported");
    both("p(X) :- f(X) «\\==» b.", "comparison and arithmetic (`\\==`) are not supported");
    both("p(X) :- 1 «=<» X.", "comparison and arithmetic (`=<`) are not supported");
    both("p :- «'='»(a, b).", "comparison and arithmetic (`=`) are not supported");
    both("p :- (a «->» b ; c).", "if-then-else (`->`) is not supported");
    both("p :- a, «!», b.", "the cut (`!`) is not supported");
    both("p :- «'!'».", "the cut (`!`) is not supported");
    both("p :- a «|» b.", "`|` is not supported");
    both("p :- «X», a.", "a variable as a goal is not supported");
    both("p :- \\+ «X».", "a variable as a goal is not supported");
    both("p :- «findall»(X, q(X), L).", "predicates that take goals (`findall`) are not supported");
    both("p :- «call»(a, b).", "predicates that take goals (`call`) are not supported");
    both("p :- «not»(a).", "negation by `not` is not supported");
    both("p :- «not» a.", "negation by `not` is not supported");
    both("p :- «','»(a, b).", "the built-in operator `,` as a predicate is not supported");
    both("p :- m«:»q.", "modules are not supported");
    both("p «-->» q.", "grammar rules (`-->`) are not supported");
    both("«?-» p.", "`?-` is not supported");
    both("p :- a «=>» b.", "the operator `=>` is not supported");
    both("«a; b» :- c.", "a clause with several heads needs a probability for each of them");
}

#[test]
fn probabilities_must_be_numbers_that_make_sense() {
    problog("«1.5»::a.", "the probability `1.5` is outside (0, 1]");
    problog("«0»::a.", "the probability `0` is outside (0, 1]");
    problog("«-0.5»::a.", "the probability `-0.5` is outside (0, 1]");
    problog("«1/0»::a.", "the probability `1/0` is not a number");
    problog("«t(_)»::a.", "learnable probabilities (`t(_)::`) are not supported");
    problog("«normal(0, 1)»::a.", "probabilities other than numbers are not supported");
    problog("«P»::a(P).", "probabilities other than numbers are not supported");
    problog("a «~» normal(0, 1).", "continuous distributions (`~`) are not supported");
    problog("0.5«*»2::a.", "comparison and arithmetic (`*`) are not supported");
    problog(
        "x. «0.5::a; 0.6::b».",
        "the probabilities of this annotated disjunction sum to more than 1",
    );
    problog("«0.5::a; b».", "a clause with several heads needs a probability for each of them");
    prolog("a. «0.5::»b.", "Prolog has no probabilities");
}

#[test]
fn queries_and_evidence_have_one_form() {
    problog("«query(a)» :- b.", "`query` cannot have a probability or a body");
    problog("0.5::«query(a)».", "`query` cannot have a probability or a body");
    problog("0.5::a; 0.5::«evidence(a)».", "`evidence` cannot have a probability or a body");
    problog("query(«\\+» a).", "negated queries are not supported");
    problog("query(«X»).", "expected an atom, found `X`");
    problog("query(p(«f»(X))).", "function symbols are not supported");
    problog("query(«true»).", "`true/0` is built in and cannot be a query");
    problog("evidence(a, «maybe»).", "this is not evidence");
    problog("evidence(«\\+» a, true).", "this is not evidence");
    problog("evidence(«fail»).", "`fail/0` is built in and cannot be evidence");
    prolog("query(«p»(X)).", "function symbols are not supported");
}

#[test]
fn slips_of_the_pen_are_pointed_at() {
    both("a«»", "a full stop is missing");
    both("a :- b«»\n", "a full stop is missing");
    both("a :- b«»\nc :- d.", "a full stop is missing");
    both("a«» % comment\nb.", "a full stop is missing");
    both("p(a«»", "a full stop is missing");
    both(":- p(a)«»", "a full stop is missing");
    both(":- p\na «:-» b.", "expected an operator or a full stop, found `:-`");
    both(":- p(a«.»", "expected an operator, `,` or `)`, found a full stop");
    both(":- p(a«]».", "expected an operator, `,` or `)`, found `]`");
    both(":- «X».", "expected a directive, found `X`");
    both(":- «.»", "expected a directive, found a full stop");
    both("a :- «.»", "expected a goal, found a full stop");
    both("a :- b, «.»", "expected a goal, found a full stop");
    both("a «b».", "expected `:-`, `;` or a full stop followed by white space, found `b`");
    both("a«.»b.", "expected `:-`, `;` or a full stop followed by white space, found `.`");
    both("a :- (b«.»", "expected `,`, `;` or `)`, found a full stop");
    both("a :- b«)».", "expected `,`, `;` or a full stop followed by white space, found `)`");
    both("p(a «b»).", "expected `,` or `)`, found `b`");
    both("p(a,«)».", "expected an argument: a variable, a constant or a number, found `)`");
    both("p«()».", "empty parentheses");
    both("«X» :- a.", "expected a clause, found `X`");
    both("«true» :- a.", "`true/0` is built in and cannot be the head of a clause");
    both("5«.»", "expected `::` after a probability, found a full stop");
    both("p(«9223372036854775808»).", "this integer does not fit into 64 bits");
    both("a :- «1».", "expected a goal, found `1`");
}

#[test]
fn the_text_itself_may_be_broken() {
    both("a. «/*» b.", "this comment is never closed");
    both("p(«'»a).\nb.", "this quote is not closed on its line");
    both("p(«\"»a).", "this quote is not closed on its line");
    both(r"p('a«\q»').", "unknown escape sequence");
    both(r"p('«\u»00').", "unknown escape sequence");
    both(r"p('«\x»110000\').", "unknown escape sequence");
    both("a :- «€».", "the character '€' cannot stand here");
    both("a«\u{0}».", "the character '\\0' cannot stand here");
}

#[test]
fn prolog_reads_negation_with_two_arguments_as_such() {
    prolog("a :- \\+(b«,» c).", "`\\+` with several arguments is not supported");
    prolog("a :- \\+(\\+((b, c)) ; \\+(d)«,» e).", "`\\+` with several arguments is not supported");
    assert!(Dialect::Prolog.parse("a :- \\+(\\+((b, c)) ; (d, e)), \\+ (f, g), h.").is_ok());
}

#[test]
fn nesting_is_bounded_and_cheap_to_refuse() {
    for (open, close) in [("(", ")"), ("\\+ ", ""), ("\\+(", ")")] {
        let text = |depth: usize| format!("a :- {}b{}.", open.repeat(depth), close.repeat(depth));
        let levels = if open.len() == 3 && !close.is_empty() { 128 } else { 256 };
        for dialect in Dialect::READ {
            assert!(dialect.parse(&text(levels)).is_ok());
            for depth in [levels + 1, 1_000_000] {
                let error = dialect.parse(&text(depth)).unwrap_err();
                assert_eq!(error.to_string(), "nested more than 256 levels deep");
            }
        }
    }
}

#[test]
fn lines_and_columns_count_characters_from_one() {
    let place = |text: &str| {
        let error = Dialect::ProbLog.parse(text).unwrap_err();
        (error.place.line, error.place.column)
    };
    assert_eq!(place("\u{feff}!."), (1, 1));
    assert_eq!(place("a.\r\nb :- c, !."), (2, 9));
    assert_eq!(place("'日本'(x) :- !."), (1, 12));
    assert_eq!(place("a.\n\nb"), (3, 2));
}

#[test]
fn errors_render_with_their_source_and_a_remedy() {
    let text = "a.\np(X) :- q(X), X = a.\n";
    let error = Dialect::ProbLog.parse(text).unwrap_err();
    assert!(error.labels().is_some_and(|labels| labels.count() == 1));
    let report = miette::Report::new(error).with_source_code(text);
    let mut rendered = String::new();
    NarratableReportHandler::new().render_report(&mut rendered, report.as_ref()).unwrap();
    assert_eq!(
        rendered,
        "\
comparison and arithmetic (`=`) are not supported
    Diagnostic severity: error
Begin snippet starting at line 1, column 1

snippet line 1: a.
snippet line 2: p(X) :- q(X), X = a.
    label at line 2, column 17: here
diagnostic help: list the cases as facts of a predicate of your own
diagnostic code: randlog::parse
"
    );
}

#[test]
fn constructs_beyond_the_wide_language_are_named_by_what_they_are() {
    for (marked, message) in [
        ("«x ~ normal(0, 1)».", "continuous distributions (`~`) are not supported"),
        ("p(max<N«>») :- e(N).", "aggregates such as `max<X>` are not supported"),
        ("p(N) :- N = 1«..»3.", "ranges (`..`) are not supported"),
        ("p :- (a «*->» b ; c).", "if-then-else (`*->`) is not supported"),
        ("p :- a < b «>» c.", "comparison and arithmetic (`>`) are not supported"),
    ] {
        let start = marked.find('«').unwrap();
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        let error = Program::parse(&marked.replace(['«', '»'], "")).unwrap_err();
        assert_eq!((error.to_string().as_str(), error.span()), (message, start..end), "{marked}");
    }
}
