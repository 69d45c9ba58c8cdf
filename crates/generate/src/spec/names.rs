//! Which names are legal, and the names that stand for a mere count.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

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

/// Predicates that engines define or treat specially, so that a program cannot define them: each name
/// with its arities, which have one digit.
const BUILT_IN: &str = "\
    abolish/12 aggregate_all/34 arg/3 assert/12 asserta/12 assertz/12 atom/1 atom_chars/2 \
    atom_codes/2 atom_length/2 atom_number/2 atomic/1 bagof/3 between/3 callable/1 catch/3 \
    char_code/2 clause/23 compound/1 consult/1 copy_term/2 debugprint/123 evidence/123 fail/0 \
    false/0 findall/34 float/1 forall/2 functor/3 ground/1 halt/01 ignore/1 include/1 integer/1 \
    length/2 listing/01 module/2 msort/2 name/2 nl/01 nonvar/1 number/1 number_codes/2 \
    numbervars/13 once/1 op/3 otherwise/0 print/12 query/12 read/12 repeat/0 retract/1 \
    retractall/1 set_prolog_flag/2 setof/3 sort/24 string/1 throw/1 true/0 use_module/12 var/1 \
    write/12 writeln/12";

/// The names of both lists, each with its arities; operators have all of them.
static RESERVED: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let built_in = BUILT_IN.split(' ').filter_map(|entry| entry.split_once('/'));
    built_in.chain(OPERATORS.split(' ').map(|operator| (operator, ""))).collect()
});

/// Whether a legal predicate already has a meaning of its own.
pub(crate) fn is_reserved_predicate(name: &str, arity: usize) -> bool {
    match RESERVED.get(name) {
        Some(&"") => true,
        Some(arities) => arities.bytes().any(|digit| usize::from(digit - b'0') == arity),
        None => name == "call" && arity > 0,
    }
}

/// Whether a legal constant could be misread.
pub(crate) fn is_reserved_constant(name: &str) -> bool {
    RESERVED.get(name) == Some(&"")
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
            let different: std::collections::HashSet<_> = names.iter().collect();
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
    }
}
