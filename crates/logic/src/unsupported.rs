//! What Prolog and ProbLog have, and programs here have not.

use crate::Symbol;

/// A construct of the language that programs without function symbols do without.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[non_exhaustive]
pub enum Unsupported {
    /// `f(X)` as an argument.
    #[error("function symbols are not supported")]
    #[diagnostic(help(
        "arguments are variables, constants or numbers: make it an argument of its own"
    ))]
    FunctionSymbol,
    /// `[a, b]`.
    #[error("lists are not supported")]
    #[diagnostic(help("spread the elements over several facts"))]
    List,
    /// `"text"`.
    #[error("strings are not supported")]
    #[diagnostic(help("use a name in single quotes"))]
    Text,
    /// `{…}`.
    #[error("curly braces are not supported")]
    #[diagnostic(help("spread the elements over several facts"))]
    Curly,
    /// `0'c`, `0x1F`, `1_000`.
    #[error("only plain decimal numbers are supported")]
    #[diagnostic(help("write the number in decimal digits"))]
    Code,
    /// `=`, `<`, `is` and their kin.
    #[error("comparison and arithmetic (`{0}`) are not supported")]
    #[diagnostic(help("list the cases as facts of a predicate of your own"))]
    Comparison(Symbol),
    /// Any other operator.
    #[error("the operator `{0}` is not supported")]
    #[diagnostic(help(
        "only `:-`, `,`, `;`, `\\+` and `::` are known; put other symbols into single quotes"
    ))]
    Operator(Symbol),
    /// `->` and `*->`.
    #[error("if-then-else (`{0}`) is not supported")]
    #[diagnostic(help("write `(c, a) ; (\\+ c, b)` instead of `c -> a ; b`"))]
    IfThenElse(Symbol),
    /// `!`.
    #[error("the cut (`!`) is not supported")]
    #[diagnostic(help("state the condition that the cut stands for with `\\+`"))]
    Cut,
    /// `|` between goals.
    #[error("`|` is not supported")]
    #[diagnostic(help("write `;` for a disjunction"))]
    Bar,
    /// `X` as a goal.
    #[error("a variable as a goal is not supported")]
    #[diagnostic(help("the name of a predicate starts with a small letter, or stands in quotes"))]
    VariableGoal,
    /// `call/1`, `findall/3` and other predicates that take goals.
    #[error("predicates that take goals (`{0}`) are not supported")]
    #[diagnostic(help("name the goals themselves"))]
    HigherOrder(Symbol),
    /// `not(a)` or `not a`.
    #[error("negation by `not` is not supported")]
    #[diagnostic(help("write `\\+ a`"))]
    NotWord,
    /// `\+(a, b)`, in Prolog a call of a predicate with two arguments.
    #[error("`\\+` with several arguments is not supported")]
    #[diagnostic(help("put a space between `\\+` and the parenthesis to negate a conjunction"))]
    NegatedArguments,
    /// A connective or another operator written as a quoted predicate.
    #[error("the built-in operator `{0}` as a predicate is not supported")]
    #[diagnostic(help("write the operator itself, or choose another name"))]
    QuotedOperator(Symbol),
    /// `m:p`.
    #[error("modules are not supported")]
    #[diagnostic(help("leave the module away"))]
    Module,
    /// `a --> b`.
    #[error("grammar rules (`-->`) are not supported")]
    #[diagnostic(help("write the rule as a clause with `:-`"))]
    Grammar,
    /// `?- a.`.
    #[error("`?-` is not supported")]
    #[diagnostic(help("leave the question out; in ProbLog, write `query(a).`"))]
    Question,
    /// `a; b :- c` without probabilities.
    #[error("a clause with several heads needs a probability for each of them")]
    #[diagnostic(help("write `0.5::a; 0.5::b :- c.`, or one clause per head"))]
    PlainDisjunction,
    /// `0.5::a` in Prolog.
    #[error("Prolog has no probabilities")]
    #[diagnostic(help("remove the probability, or read the text as ProbLog"))]
    Annotation,
    /// `t(_)::a`.
    #[error("learnable probabilities (`t(_)::`) are not supported")]
    #[diagnostic(help("write a number such as `0.25` or `1/3`"))]
    Learnable,
    /// `X::a`, `normal(0, 1)::a`, `a ~ normal(0, 1)`.
    #[error("probabilities other than numbers are not supported")]
    #[diagnostic(help("write a number such as `0.25` or `1/3`"))]
    Distribution,
    /// `x ~ normal(0, 1)`.
    #[error("continuous distributions (`~`) are not supported")]
    #[diagnostic(help("give values with their probabilities: `0.3::x(1); 0.7::x(2).`"))]
    Continuous,
    /// `1..3`.
    #[error("ranges (`..`) are not supported")]
    #[diagnostic(help("write `between(1, 3, X)` in the body instead of `1..3`"))]
    Range,
    /// `max<N>`.
    #[error("aggregates such as `max<X>` are not supported")]
    #[diagnostic(help(
        "collect the values by `findall(X, …, L)`, and use `max_list(L, M)` and the like"
    ))]
    Aggregate,
    /// `query(\+ a)`.
    #[error("negated queries are not supported")]
    #[diagnostic(help("ask for the atom; its negation has the probability that is left to 1"))]
    NegatedQuery,
    /// `:- consult('file').`
    #[error("the directive `{0}` is not supported")]
    #[diagnostic(help("include what it loads, or leave it out if it has no effect"))]
    Directive(Symbol),
    /// `?::a` and utilities.
    #[error("decisions (`?::`) are not supported")]
    #[diagnostic(help("give the decision a probability, and compare the answers"))]
    Decision,
    /// `[a]` as a goal.
    #[error("a list as a goal is not supported")]
    #[diagnostic(help("name the goals themselves"))]
    ListGoal,
    /// `assertz/1`, `retract/1` and their kin.
    #[error("programs that change themselves (`{0}`) are not supported")]
    #[diagnostic(help("state as clauses what the program should hold"))]
    Assert(Symbol),
    /// `write/1` and other predicates that do something.
    #[error("predicates that act (`{0}`) are not supported")]
    #[diagnostic(help("leave it out"))]
    Action(Symbol),
}

impl Unsupported {
    /// What an operator between or before terms stands for.
    pub(crate) fn operator(text: &str) -> Unsupported {
        let symbol = || Symbol::new(text);
        match text {
            "->" | "*->" => Unsupported::IfThenElse(symbol()),
            "-->" => Unsupported::Grammar,
            ":" => Unsupported::Module,
            "?-" => Unsupported::Question,
            "~" => Unsupported::Continuous,
            ".." => Unsupported::Range,
            _ if is_comparison(text) || ARITHMETIC.contains(&text) => {
                Unsupported::Comparison(symbol())
            }
            _ => Unsupported::Operator(symbol()),
        }
    }

    /// Why an atom of this form cannot be a goal of the wide language.
    pub(crate) fn refused_form(name: &str, arity: usize) -> Option<Unsupported> {
        match (name, arity) {
            ("!", 0) => Some(Unsupported::Cut),
            ("*->", 2) => Some(Unsupported::IfThenElse(Symbol::new(name))),
            ("~", 2) => Some(Unsupported::Continuous),
            ("\\+", 2..) => Some(Unsupported::NegatedArguments),
            (_, 2) if ARITHMETIC.contains(&name) => Some(Unsupported::Operator(Symbol::new(name))),
            _ => None,
        }
    }

    /// What the predicate `name/arity` is in Prolog or ProbLog, if the wide language does without and
    /// the program does not define it.
    pub(crate) fn foreign(name: &str, arity: usize) -> Option<Unsupported> {
        let symbol = || Symbol::new(name);
        match (name, arity) {
            ("cut", 1) => Some(Unsupported::Cut),
            ("assert" | "asserta" | "assertz" | "retract" | "retractall" | "abolish", 1) => {
                Some(Unsupported::Assert(symbol()))
            }
            ("findall" | "bagof" | "setof" | "aggregate_all", 4)
            | ("bagof" | "setof" | "aggregate_all", 3)
            | ("ignore" | "subquery", 1)
            | ("subquery", 2 | 3)
            | ("clause", 2 | 3)
            | ("maplist", 2..=5)
            | ("foldl", 4..=6) => Some(Unsupported::HigherOrder(symbol())),
            ("write" | "writeln" | "print" | "writenl" | "consult" | "debugprint" | "error", 1)
            | ("format", 1..=3)
            | ("nl" | "halt", 0) => Some(Unsupported::Action(symbol())),
            _ => None,
        }
    }

    /// Why the predicate `name/arity` cannot be the head of a clause of the wide language.
    pub(crate) fn refused_head(name: &str, arity: usize) -> Option<Unsupported> {
        match (name, arity) {
            ("true" | "fail" | "false", 0) => Some(Unsupported::QuotedOperator(Symbol::new(name))),
            ("findall", 3) | ("forall", 2) | ("once", 1) | ("call", 1..) => {
                Some(Unsupported::HigherOrder(Symbol::new(name)))
            }
            ("->", 2) => Some(Unsupported::IfThenElse(Symbol::new(name))),
            (_, 2) if COMPARISONS.contains(&name) => {
                Some(Unsupported::QuotedOperator(Symbol::new(name)))
            }
            ("," | ";" | "::", 2) | ("\\+", 1) => {
                Some(Unsupported::QuotedOperator(Symbol::new(name)))
            }
            _ => Unsupported::refused_form(name, arity),
        }
    }

    /// What makes the predicate `name/arity` a part of the language instead of the program.
    pub(crate) fn built_in(name: &str, arity: usize) -> Option<Unsupported> {
        let symbol = || Symbol::new(name);
        match (name, arity) {
            ("!", 0) => Some(Unsupported::Cut),
            ("not", 1) => Some(Unsupported::NotWord),
            ("->" | "*->", 2) => Some(Unsupported::IfThenElse(symbol())),
            ("\\+", 1) | ("," | ";" | "|" | ":-" | "-->" | "::" | ":", 2) => {
                Some(Unsupported::QuotedOperator(symbol()))
            }
            ("call", 1..)
            | ("findall", 3 | 4)
            | ("bagof" | "setof" | "aggregate_all", 3)
            | ("forall", 2)
            | ("once" | "ignore", 1) => Some(Unsupported::HigherOrder(symbol())),
            (_, 2) if is_comparison(name) => Some(Unsupported::Comparison(symbol())),
            _ => None,
        }
    }
}

/// Is this one of [`COMPARISONS`]? Asked of every atom, so by the first letter first.
fn is_comparison(name: &str) -> bool {
    matches!(name.as_bytes(), [b'=' | b'\\' | b'<' | b'>' | b'@' | b'i', ..])
        && COMPARISONS.contains(&name)
}

/// Built-in predicates that compare or evaluate terms.
pub(crate) const COMPARISONS: [&str; 16] = [
    "=", "\\=", "==", "\\==", "<", ">", "=<", ">=", "=:=", "=\\=", "@<", "@>", "@=<", "@>=", "=..",
    "is",
];

const ARITHMETIC: [&str; 10] = ["+", "-", "*", "/", "//", "**", "^", "mod", "rem", "div"];
