//! The table of features.

use randlog_base::random::ChaCha8Rng;
use randlog_generate::spec::{Bodies, Cycles};
use randlog_logic::Program;

use super::decorate::{bodies, clauses, goals, present, terms};
use super::recognise;
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
    /// Whether a program has it, if that can be seen.
    pub(super) shows: Option<fn(&Program) -> bool>,
    /// The features that are nothing without it: they are turned off with it.
    pub(super) needed_by: &'static [&'static str],
}

/// Where a feature comes in.
#[derive(Clone, Copy)]
pub(super) enum Stage {
    /// It changes the spec.
    Spec(fn(&mut SpecDraft, &mut ChaCha8Rng)),
    /// It changes the program, if it finds a place there, which it says.
    Program(fn(&mut Program, &mut ChaCha8Rng) -> bool),
    /// It is there by itself, and is taken out by this if it is turned off.
    Present(fn(&mut Program)),
}

const fn feature(name: &'static str, percent: u8, sentence: &'static str, stage: Stage) -> Feature {
    Feature { name, sentence, percent, stage, shows: None, needed_by: &[] }
}

const fn spec(
    name: &'static str,
    percent: u8,
    sentence: &'static str,
    change: fn(&mut SpecDraft, &mut ChaCha8Rng),
) -> Feature {
    feature(name, percent, sentence, Stage::Spec(change))
}

const fn program(
    name: &'static str,
    percent: u8,
    sentence: &'static str,
    decorate: fn(&mut Program, &mut ChaCha8Rng) -> bool,
) -> Feature {
    feature(name, percent, sentence, Stage::Program(decorate))
}

const fn present(name: &'static str, sentence: &'static str, remove: fn(&mut Program)) -> Feature {
    feature(name, 100, sentence, Stage::Present(remove))
}

impl Feature {
    /// It can be seen in a program.
    const fn seen_by(self, shows: fn(&Program) -> bool) -> Feature {
        Feature { shows: Some(shows), ..self }
    }

    /// These are nothing without it.
    const fn needed_by(self, names: &'static [&'static str]) -> Feature {
        Feature { needed_by: names, ..self }
    }
}

/// All features, in the order in which they come in.
pub const FEATURES: [Feature; 40] = [
    spec("arguments", 65, "Predicates have arguments.", SpecDraft::arguments)
        .seen_by(recognise::arguments)
        .needed_by(&["pairs", "constants", "open-query", "many-constants"]),
    spec("pairs", 40, "Predicates have up to two arguments.", SpecDraft::pairs)
        .seen_by(recognise::pairs)
        .needed_by(&["many-arguments", "repeated-variable", "repeated-variable-query"]),
    spec("many-arguments", 8, "Predicates have up to four arguments.", SpecDraft::many_arguments)
        .seen_by(recognise::many_arguments),
    spec("constants", 40, "Rules have constants.", SpecDraft::constants)
        .seen_by(recognise::constants),
    spec("cycles", 75, "Predicates may depend on themselves.", |draft, _| {
        draft.cycles = Cycles::Stratified;
    })
    .seen_by(recognise::cycles)
    .needed_by(&["negative-cycles", "self-support"]),
    spec("negative-cycles", 20, "They may do so through negations.", |draft, _| {
        draft.cycles = Cycles::Any;
    })
    .seen_by(recognise::negative_cycles),
    spec("formulas", 50, "Bodies are nested formulas.", |draft, _| {
        draft.bodies = Bodies::Formula;
    })
    .seen_by(recognise::formulas)
    .needed_by(&["nested-negation", "deep-negation", "nameless", "parentheses"]),
    spec("unsafe", 8, "Rules need not be safe from left to right.", |draft, _| {
        draft.safe = false;
    })
    .seen_by(recognise::is_unsafe),
    spec("probabilistic-rules", 50, "Rules have probabilities.", |draft, _| {
        draft.probabilistic = true;
    })
    .seen_by(recognise::probabilistic_rules),
    spec("independent", 10, "Two predicates have nothing in common.", |draft, _| {
        draft.independent = true;
    }),
    program("self-support", 25, "An atom supports itself.", clauses::self_support)
        .seen_by(recognise::self_support),
    program("never-fires", 20, "A rule has a body that is never true.", clauses::never_fires)
        .seen_by(recognise::never_fires),
    program("long-chain", 4, "A rule needs ten or more others in a row.", clauses::long_chain)
        .seen_by(recognise::long_chain),
    program(
        "nested-negation",
        20,
        "A body gets a negated conjunction, with a negation and variables of its own inside.",
        bodies::nested_negation,
    )
    .seen_by(recognise::nested_negation)
    .needed_by(&["deep-negation", "nameless"]),
    program(
        "deep-negation",
        8,
        "Negations are nested three or four deep.",
        bodies::deep_negation,
    )
    .seen_by(recognise::deep_negation),
    program(
        "local-variable",
        20,
        "An argument below a negation becomes a variable that occurs nowhere else.",
        bodies::local_variable,
    )
    .seen_by(recognise::local_variable),
    program(
        "repeated-variable",
        20,
        "A body has an atom with the same variable twice.",
        bodies::repeated_variable,
    )
    .seen_by(recognise::repeated_variable),
    program("repeated-literal", 15, "A body has a literal twice.", bodies::repeated_literal)
        .seen_by(recognise::repeated_literal),
    program(
        "annotated-disjunction",
        25,
        "A clause has several heads, of which one is chosen at most.",
        clauses::annotated_disjunction,
    )
    .seen_by(recognise::annotated_disjunction),
    program("fact-twice", 15, "A fact is given twice.", clauses::fact_twice)
        .seen_by(recognise::fact_twice),
    program("certain-twin", 15, "What has a probability is a fact, too.", clauses::certain_twin)
        .seen_by(recognise::certain_twin),
    program(
        "many-constants",
        8,
        "There are facts about more than eight constants.",
        clauses::many_constants,
    )
    .seen_by(recognise::many_constants),
    program(
        "extreme-probabilities",
        10,
        "Facts are nearly impossible or nearly certain, from 10⁻¹² to 1 − 10⁻⁹.",
        clauses::extreme_probabilities,
    )
    .seen_by(recognise::extreme_probabilities),
    program("evidence", 25, "Something is observed.", goals::evidence)
        .seen_by(recognise::evidence),
    program("several-queries", 40, "There are further queries.", goals::several_queries)
        .seen_by(recognise::several_queries),
    program("open-query", 25, "A query has a variable.", goals::open_query)
        .seen_by(recognise::open_query)
        .needed_by(&["repeated-variable-query"]),
    program(
        "repeated-variable-query",
        10,
        "A query has the same variable twice.",
        goals::repeated_variable,
    )
    .seen_by(recognise::repeated_variable_query),
    program("literal-order", 40, "Literals stand in another order.", bodies::order),
    program("parentheses", 20, "Part of a body is in parentheses.", bodies::parentheses),
    program("anonymous", 30, "What occurs once is written `_`.", terms::anonymous)
        .seen_by(recognise::anonymous)
        .needed_by(&["nameless"]),
    program("numbers", 10, "Constants are numbers.", terms::numbers)
        .seen_by(recognise::numbers)
        .needed_by(&["large-numbers"]),
    program(
        "large-numbers",
        8,
        "Constants are numbers of several digits, below zero, or beyond 32 bits.",
        terms::large_numbers,
    )
    .seen_by(recognise::large_numbers),
    program("other-names", 10, "Constants need quotes.", terms::quoted)
        .seen_by(recognise::other_names),
    program(
        "long-names",
        6,
        "Predicates and constants have names of more than thirty letters, which differ in the last one.",
        terms::long_names,
    )
    .seen_by(recognise::long_names),
    program(
        "two-arities",
        8,
        "Two predicates share a name, and differ in arity.",
        terms::two_arities,
    )
    .seen_by(recognise::two_arities),
    program("clause-order", 60, "Clauses stand in any order.", clauses::order),
    program(
        "nameless",
        10,
        "A negation has `_` both before and within an inner one.",
        bodies::nameless,
    ),
    present("negation", "A body has a negation.", present::drop_negations)
        .seen_by(present::has_negation)
        .needed_by(&["negative-cycles", "nested-negation", "deep-negation", "local-variable", "nameless"]),
    present("disjunction", "A body has a disjunction.", present::drop_disjunctions)
        .seen_by(present::has_disjunction),
    present("probability", "Something is uncertain.", present::drop_probabilities)
        .seen_by(present::has_probability)
        .needed_by(&[
            "probabilistic-rules",
            "annotated-disjunction",
            "certain-twin",
            "extreme-probabilities",
        ]),
];
