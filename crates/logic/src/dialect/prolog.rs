//! Prolog: plain clauses, written as systems like them; and the same with all predicates tabled.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::{Notation, Unprintable};
use crate::parse::Grammar;
use crate::{Atom, Clause, Program, print};

const GRAMMAR: Grammar = Grammar {
    annotations: false,
    negated_arguments: false,
    statement_of: |_, _| None,
    statement: |_, _| Ok(()),
};

/// See [`Program::arranged`].
pub(super) static NOTATION: Notation = Notation {
    name: "prolog",
    extension: "pl",
    comment: "%",
    grammar: Some(GRAMMAR),
    check,
    write: |out, program| print::directives_and_clauses(out, &program.arranged()),
};

/// See [`Program::tabled`].
pub(super) static TABLED: Notation = Notation {
    name: "prolog-tabled",
    extension: "pl",
    comment: "%",
    grammar: Some(GRAMMAR),
    check: |program| check(&program.tabled()),
    write: |out, program| print::directives_and_clauses(out, &program.tabled()),
};

fn check(program: &Program) -> Result<(), Unprintable> {
    if !program.evidence.is_empty() {
        return Err(Unprintable::Evidence);
    }
    if !program.queries.is_empty() {
        return Err(Unprintable::Query);
    }
    let mut atoms = program.clauses.iter().flat_map(Clause::atoms);
    match atoms.find(|atom| is_built_in(atom)) {
        Some(atom) => Err(Unprintable::Reserved(atom.predicate())),
        None => check_clauses(&program.clauses),
    }
}

/// Does every Prolog have such a predicate of its own? It would refuse the clauses, and call its own: a program
/// with a predicate `open/3` would write files.
fn is_built_in(atom: &Atom) -> bool {
    static KNOWN: LazyLock<HashSet<(usize, &str)>> = LazyLock::new(|| {
        let named = |(arity, names): (usize, &&'static str)| {
            names.split_whitespace().map(move |name| (arity, name)).collect::<Vec<_>>()
        };
        BUILT_IN.iter().enumerate().flat_map(named).collect()
    });
    KNOWN.contains(&(atom.args.len(), atom.name.as_str()))
}

/// What the standard has built in, by the number of arguments: as far as it is an atom of the language at all.
const BUILT_IN: [&str; 6] = [
    "at_end_of_stream flush_output halt nl repeat",
    "abolish assert asserta assertz at_end_of_stream atom atomic callable close compound \
     current_input current_output current_predicate float flush_output get_byte get_char get_code ground halt \
     integer nl nonvar number peek_byte peek_char peek_code print put_byte put_char put_code read retract \
     retractall set_input set_output throw var write write_canonical writeq",
    "atom_chars atom_codes atom_length char_code char_conversion clause close copy_term \
     current_char_conversion current_prolog_flag get_byte get_char get_code keysort nl number_chars \
     number_codes peek_byte peek_char peek_code print put_byte put_char put_code read read_term \
     set_prolog_flag set_stream_position sort stream_property subsumes_term term_variables \
     unify_with_occurs_check write write_canonical write_term writeq",
    "arg atom_concat catch compare current_op functor op open read_term write_term",
    "open",
    "sub_atom",
];

/// Does every clause have one head, which is certain?
pub(super) fn check_clauses(clauses: &[Clause]) -> Result<(), Unprintable> {
    clauses.iter().try_for_each(|clause| match &clause.heads[..] {
        [head] if head.probability.is_one() => Ok(()),
        [head] => Err(Unprintable::Probability(head.probability)),
        [] => Err(Unprintable::NoHead),
        _ => Err(Unprintable::AnnotatedDisjunction),
    })
}
