//! The table of features.

use randlog_base::random::ChaCha8Rng;
use randlog_generate::spec::{Bodies, Cycles};
use randlog_logic::Program;

use super::decorate::{bodies, clauses, goals, present, terms};
use super::spec_draft::SpecDraft;

/// Something that a drawn program may have.
#[derive(Clone, Copy)]
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub sentence: &'static str,
    /// In how many of a hundred programs it is tried. Not every program has a place for it.
    pub percent: u8,
    pub(super) stage: Stage,
}

/// Where a feature comes in.
#[derive(Clone, Copy)]
pub(super) enum Stage {
    /// It changes the spec.
    Spec(fn(&mut SpecDraft, &mut ChaCha8Rng)),
    /// It changes the program, if it finds a place there, which it says.
    Program(fn(&mut Program, &mut ChaCha8Rng) -> bool),
    /// It is there by itself, and is taken out if it is turned off; as are the features that are nothing without it.
    Present {
        is_there: fn(&Program) -> bool,
        remove: fn(&mut Program),
        needed_by: &'static [&'static str],
    },
}

const fn spec(
    name: &'static str,
    percent: u8,
    sentence: &'static str,
    change: fn(&mut SpecDraft, &mut ChaCha8Rng),
) -> Feature {
    Feature { name, sentence, percent, stage: Stage::Spec(change) }
}

const fn program(
    name: &'static str,
    percent: u8,
    sentence: &'static str,
    decorate: fn(&mut Program, &mut ChaCha8Rng) -> bool,
) -> Feature {
    Feature { name, sentence, percent, stage: Stage::Program(decorate) }
}

const fn present(
    name: &'static str,
    sentence: &'static str,
    is_there: fn(&Program) -> bool,
    remove: fn(&mut Program),
    needed_by: &'static [&'static str],
) -> Feature {
    Feature { name, sentence, percent: 100, stage: Stage::Present { is_there, remove, needed_by } }
}

/// All features, in the order in which they come in.
pub const FEATURES: [Feature; 32] = [
    spec("arguments", 65, "Predicates have arguments.", SpecDraft::arguments),
    spec("pairs", 40, "Predicates have up to two arguments.", SpecDraft::pairs),
    spec("constants", 40, "Rules have constants.", SpecDraft::constants),
    spec("cycles", 75, "Predicates may depend on themselves.", |draft, _| {
        draft.cycles = Cycles::Stratified;
    }),
    spec("negative-cycles", 20, "They may do so through negations.", |draft, _| {
        draft.cycles = Cycles::Any;
    }),
    spec("formulas", 50, "Bodies are nested formulas.", |draft, _| {
        draft.bodies = Bodies::Formula;
    }),
    spec("unsafe", 8, "Rules need not be safe from left to right.", |draft, _| {
        draft.safe = false;
    }),
    spec("probabilistic-rules", 50, "Rules have probabilities.", |draft, _| {
        draft.probabilistic = true;
    }),
    spec("independent", 10, "Two predicates have nothing in common.", |draft, _| {
        draft.independent = true;
    }),
    program("self-support", 25, "An atom supports itself.", clauses::self_support),
    program("never-fires", 20, "A rule has a body that is never true.", clauses::never_fires),
    program(
        "nested-negation",
        20,
        "A body gets a negated conjunction, with a negation and variables of its own inside.",
        bodies::nested_negation,
    ),
    program(
        "local-variable",
        20,
        "An argument below a negation becomes a variable that occurs nowhere else.",
        bodies::local_variable,
    ),
    program(
        "repeated-variable",
        20,
        "A body has an atom with the same variable twice.",
        bodies::repeated_variable,
    ),
    program("repeated-literal", 15, "A body has a literal twice.", bodies::repeated_literal),
    program(
        "annotated-disjunction",
        25,
        "A clause has several heads, of which one is chosen at most.",
        clauses::annotated_disjunction,
    ),
    program("fact-twice", 15, "A fact is given twice.", clauses::fact_twice),
    program("certain-twin", 15, "What has a probability is a fact, too.", clauses::certain_twin),
    program("evidence", 25, "Something is observed.", goals::evidence),
    program("several-queries", 40, "There are further queries.", goals::several_queries),
    program("open-query", 25, "A query has a variable.", goals::open_query),
    program(
        "repeated-variable-query",
        10,
        "A query has the same variable twice.",
        goals::repeated_variable,
    ),
    program("literal-order", 40, "Literals stand in another order.", bodies::order),
    program("parentheses", 20, "Part of a body is in parentheses.", bodies::parentheses),
    program("anonymous", 30, "What occurs once is written `_`.", terms::anonymous),
    program("numbers", 10, "Constants are numbers.", terms::numbers),
    program("other-names", 10, "Constants need quotes.", terms::quoted),
    program("clause-order", 60, "Clauses stand in any order.", clauses::order),
    program(
        "nameless",
        10,
        "A negation has `_` both before and within an inner one.",
        bodies::nameless,
    ),
    present(
        "negation",
        "A body has a negation.",
        present::has_negation,
        present::drop_negations,
        &["negative-cycles", "nested-negation", "local-variable", "nameless"],
    ),
    present(
        "disjunction",
        "A body has a disjunction.",
        present::has_disjunction,
        present::drop_disjunctions,
        &[],
    ),
    present(
        "probability",
        "Something is uncertain.",
        present::has_probability,
        present::drop_probabilities,
        &["probabilistic-rules", "annotated-disjunction", "certain-twin"],
    ),
];
