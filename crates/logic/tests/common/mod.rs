//! Random programs for property tests.

use proptest::prelude::*;
use randlog_logic::{
    Atom, Clause, Dialect, Formula, Goal, Head, Number, Probability, Program, Symbol, Term,
};

/// Names of all kinds, many of them in need of quotes.
pub(crate) fn name() -> impl Strategy<Value = Symbol> {
    let odd = prop::sample::select(vec![
        "",
        "don't",
        "two words",
        "naïve",
        "日本",
        "a\\b",
        "line\nbreak",
        "tab\t",
        "\u{0}",
        "\u{7f}",
        "X",
        "_",
        "[]",
        "+",
        "-",
        ":-",
        "'",
        "\\",
        "\"",
        "1",
        "-1",
        "%",
        "/*",
        ".",
        "p()",
        "\\x41\\",
        "\u{feff}",
        "\r\n",
        "is",
        "mod",
        "query",
        "evidence",
        "dynamic",
        "a'",
        "\\'",
    ]);
    prop_oneof![
        6 => "[a-d][a-zA-Z0-9_]{0,3}".prop_map(Symbol::from),
        2 => odd.prop_map(Symbol::from),
        1 => ".{0,6}".prop_map(Symbol::from),
        1 => "\\PC{20,40}".prop_map(Symbol::from),
    ]
}

pub(crate) fn variable() -> impl Strategy<Value = Symbol> {
    prop_oneof![4 => "[X-Z]", 1 => "[A-Z_][a-zA-Z0-9_]{1,8}", 1 => "[ÄΩ][a-z]?"]
        .prop_map(Symbol::from)
}

pub(crate) fn term() -> impl Strategy<Value = Term> {
    let float =
        prop_oneof!["-?[0-9]{1,3}\\.[0-9]{1,3}", "-?[0-9]\\.[0-9]e[+-]?[0-9]{1,2}", "[0-9]e[0-9]"];
    prop_oneof![
        4 => variable().prop_map(Term::Variable),
        1 => Just(Term::Anonymous),
        4 => name().prop_map(Term::Constant),
        1 => any::<i64>().prop_map(|value| Term::Number(Number::Integer(value))),
        1 => float.prop_map(|text| Term::Number(Number::Float(text.into()))),
    ]
}

pub(crate) fn atom() -> impl Strategy<Value = Atom> {
    (name(), prop::collection::vec(term(), 0..4)).prop_map(|(name, args)| Atom { name, args })
}

/// Formulas over the given atoms.
pub(crate) fn formula_of(
    atom: impl Strategy<Value = Atom> + 'static,
) -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![1 => Just(Formula::True), 8 => atom.prop_map(Formula::Atom)];
    leaf.prop_recursive(5, 24, 4, |inner| {
        let children = || prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            inner.clone().prop_map(|child| Formula::Not(Box::new(child))),
            children().prop_map(Formula::And),
            children().prop_map(Formula::Or),
        ]
    })
}

pub(crate) fn probability() -> impl Strategy<Value = Probability> {
    let fraction = |(a, b): (u128, u128)| Probability::new(a.min(b), a.max(b));
    prop_oneof![
        Just(Probability::ONE),
        (1u128..10, 1u128..10).prop_filter_map("zero", fraction),
        (1u128..1000).prop_filter_map("zero", |n| Probability::new(n, 1000)),
        (1u128.., 1u128..).prop_filter_map("zero", fraction),
    ]
}

/// Heads whose probabilities sum to at most one.
pub(crate) fn heads() -> impl Strategy<Value = Vec<Head>> {
    let single =
        (probability(), atom()).prop_map(|(probability, atom)| vec![Head::new(probability, atom)]);
    let several = prop::collection::vec((1u128..10, atom()), 2..5).prop_map(|heads| {
        let total = heads.iter().map(|(weight, _)| weight).sum::<u128>().next_multiple_of(10);
        let head = |(weight, atom)| Head::new(Probability::new(weight, total).unwrap(), atom);
        heads.into_iter().map(head).collect()
    });
    prop_oneof![3 => single, 1 => several]
}

pub(crate) fn clause() -> impl Strategy<Value = Clause> {
    (heads(), formula_of(atom())).prop_map(|(heads, body)| Clause::with_heads(heads.into(), body))
}

pub(crate) fn directive() -> impl Strategy<Value = Term> {
    let texts = vec![
        "use_module(library(lists))",
        "dynamic p/1, q/2",
        "a, [b|C], \"x. y\"",
        "x = 'don''t. do'",
        "- +",
        "p(0'., 0x1F)",
        "table a/1",
        "a % comment\n, b",
        "initialization main",
        "set_prolog_flag(unknown, fail)",
    ];
    let term =
        |text: &str| Dialect::Prolog.parse(&format!(":- {text} .")).unwrap().directives.remove(0);
    prop::sample::select(texts).prop_map(term)
}

pub(crate) fn program() -> impl Strategy<Value = Program> {
    let evidence =
        (atom(), any::<bool>()).prop_map(|(atom, negated)| Goal { negated, ..Goal::new(atom) });
    (
        prop::collection::vec(directive(), 0..3),
        prop::collection::vec(clause(), 0..5),
        prop::collection::vec(evidence, 0..3),
        prop::collection::vec(atom().prop_map(Goal::new), 0..3),
    )
        .prop_map(|(directives, clauses, evidence, queries)| Program {
            directives,
            clauses: clauses.into(),
            evidence,
            queries,
        })
}

/// A body over a few predicates and variables, for the analyses.
pub(crate) fn small_clause(predicates: usize) -> impl Strategy<Value = Clause> {
    let names = ["p", "q", "r", "s", "t", "u", "v", "w"];
    let atom = move || {
        let term = prop_oneof![
            8 => "[X-Z]".prop_map(|name| Term::Variable(name.into())),
            1 => Just(Term::Anonymous),
            3 => Just(Term::Constant("a".into())),
        ];
        let args = prop::collection::vec(term, 0..3);
        (0..predicates, args).prop_map(move |(index, args)| Atom::new(names[index], args))
    };
    (atom(), formula_of(atom())).prop_map(|(head, body)| Clause::new(Probability::ONE, head, body))
}

/// A clause whose atoms have no arguments, so that names alone tell predicates apart.
pub(crate) fn propositional_clause(predicates: usize) -> impl Strategy<Value = Clause> {
    small_clause(predicates).prop_map(|clause| strip(&clause))
}

fn strip(clause: &Clause) -> Clause {
    fn bare(formula: &Formula) -> Formula {
        match formula {
            Formula::True => Formula::True,
            Formula::Atom(atom) => Formula::Atom(Atom::new(atom.name.clone(), vec![])),
            Formula::Not(child) => Formula::Not(Box::new(bare(child))),
            Formula::And(children) => Formula::And(children.iter().map(bare).collect()),
            Formula::Or(children) => Formula::Or(children.iter().map(bare).collect()),
        }
    }
    let head = Atom::new(clause.heads[0].atom.name.clone(), vec![]);
    Clause::new(Probability::ONE, head, bare(&clause.body))
}
