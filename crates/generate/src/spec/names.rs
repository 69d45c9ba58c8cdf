//! Which names are legal, and the names that stand for a mere count.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use randlog_logic::built_ins::{is_kept_by_problog, is_kept_by_prolog};
use randlog_logic::{Symbol, name};

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A predicate.
    Predicate,
    /// A variable.
    Variable,
    /// A constant.
    Constant,
}

impl Kind {
    /// What a name of this kind looks like, for error messages.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Kind::Predicate | Kind::Constant => {
                "start with a lower-case letter and go on with letters, digits and underscores (ASCII): `edge`, `a1`"
            }
            Kind::Variable => {
                "start with an upper-case letter or an underscore and go on with letters, digits and underscores (ASCII): `X`, `Y1`"
            }
        }
    }

    /// Whether a name looks like one of this kind. Names that would need quotes, or that not every
    /// engine reads, are left out: they would say nothing new about an engine.
    pub(crate) fn allows(self, text: &str) -> bool {
        match self {
            Kind::Predicate | Kind::Constant => name::is_plain_atom(text),
            Kind::Variable => text.is_ascii() && name::is_variable(text),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Predicate => "predicate",
            Kind::Variable => "variable",
            Kind::Constant => "constant",
        })
    }
}

/// Alphabetic operators: not every parser takes them as a plain atom.
const OPERATORS: &str =
    "as div discontiguous dynamic initialization is mod multifile not rdiv rem table volatile xor";

/// What no system keeps for itself, but an engine would take for something else: statements, directives, and what one of several
/// engines knows.
const SPECIAL: &str = "\
    abolish/2 aggregate_all/3 aggregate_all/4 assert/1 assert/2 asserta/2 assertz/2 clause/3 \
    ensure_loaded/1 evidence/1 evidence/2 evidence/3 findall/4 forall/2 goal_expansion/2 \
    goal_expansion/4 ignore/1 include/1 listing/0 listing/1 msort/2 name/2 numbervars/1 otherwise/0 \
    print/1 print/2 query/1 query/2 sort/4 string/1 term_expansion/2 term_expansion/4";

/// What has a meaning of its own: `not` for all arities, `query/1` for one.
static RESERVED: LazyLock<HashSet<&str>> =
    LazyLock::new(|| SPECIAL.split(' ').chain(OPERATORS.split(' ')).collect());

/// Whether a legal predicate already has a meaning of its own.
pub(crate) fn is_reserved_predicate(name: &str, arity: usize) -> bool {
    let written = format!("{name}/{arity}");
    is_reserved_constant(name)
        || is_kept_by_problog(name, arity)
        || is_kept_by_prolog(name, arity)
        || RESERVED.contains(written.as_str())
        || (name == "call" && arity > 0)
}

/// Whether a legal constant could be misread.
pub(crate) fn is_reserved_constant(name: &str) -> bool {
    RESERVED.contains(name)
}

/// The first `count` names of variables: X, Y, Z, X1, X2, X3, …
pub fn variables(count: usize) -> Vec<Symbol> {
    let letters = ["X", "Y", "Z"].map(Symbol::from);
    letters.into_iter().chain((1..).map(|n| Symbol::from(format!("X{n}")))).take(count).collect()
}

/// The first `count` names of constants: a, b, …, z, a1, b1, …, z1, a2, …
pub fn constants(count: usize) -> Vec<Symbol> {
    let letters = ('a'..='z').map(|letter| Symbol::from(letter.to_string()));
    let numbered = (1..).flat_map(|n| ('a'..='z').map(move |letter| format!("{letter}{n}").into()));
    letters.chain(numbered).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_names_are_legal_and_different() {
        for (kind, names) in
            [(Kind::Variable, variables(10_000)), (Kind::Constant, constants(10_000))]
        {
            assert_eq!(names.len(), 10_000);
            assert!(names.iter().all(|name| kind.allows(name) && !is_reserved_constant(name)));
            let different: HashSet<_> = names.iter().collect();
            assert_eq!(different.len(), names.len());
        }
    }

    #[test]
    fn generated_names_follow_the_documented_order() {
        assert_eq!(variables(6), ["X", "Y", "Z", "X1", "X2", "X3"]);
        assert_eq!(constants(28)[24..], ["y", "z", "a1", "b1"]);
    }

    #[test]
    fn names_that_need_quotes_are_not_legal() {
        for name in ["", "P", "1", "two words", "é", "a-b", "_", "'a'"] {
            assert!(!Kind::Predicate.allows(name), "{name}");
        }
        for name in ["", "_", "x", "1X", "X Y", "É"] {
            assert!(!Kind::Variable.allows(name), "{name}");
        }
    }

    #[test]
    fn reserved_names_mind_the_arity() {
        assert!(is_reserved_predicate("query", 1));
        assert!(!is_reserved_predicate("query", 5));
        assert!(is_reserved_predicate("not", 1));
        assert!(is_reserved_predicate("not", 7));
        assert!(is_reserved_predicate("call", 30));
        for (name, arity) in
            [("error", 1), ("possible", 1), ("succ", 2), ("plus", 3), ("compare", 3)]
        {
            assert!(is_reserved_predicate(name, arity), "{name}/{arity}");
            assert!(!is_reserved_predicate(name, 10), "{name}/10");
        }
    }
}
