//! Metamorphic relations: what must hold between the answers of one engine to several programs.
//!
//! No reference is needed: if clauses stand in another order and the answer is another one, something is
//! wrong. This is metamorphic testing (Chen, Cheung and Yiu 1998; Chen et al. 2018). [`RELATIONS`] lists the relations, and
//! the sentence of each says all. From a program, the source test case, a relation makes *follow-ups*: each asks about
//! further programs, and checks whether the answers fit together.
//!
//! A relation must be true, of course. `tests/relations.rs` asks the built-in engines about thousands of
//! drawn programs, with all follow-ups, and finds none that does not hold.

mod chances;
mod choices;
pub(super) mod follow_up;
mod names;
mod order;
mod rules;

use std::fmt;

use randlog_logic::Program;

pub use follow_up::FollowUp;

/// A relation between answers.
pub struct Relation {
    /// Its name.
    pub name: &'static str,
    /// What holds.
    pub sentence: &'static str,
    /// Does it take for granted that the program has a meaning? Without one, all that can be asked of an engine
    /// is that it says the same each time.
    pub needs_meaning: bool,
    follow_ups: fn(&Program) -> Vec<FollowUp>,
}

impl Relation {
    /// The follow-ups of a program.
    pub fn follow_ups(&self, program: &Program) -> Vec<FollowUp> {
        (self.follow_ups)(program)
    }
}

/// A relation that holds whether the program has a meaning or not.
const fn always(
    name: &'static str,
    sentence: &'static str,
    follow_ups: fn(&Program) -> Vec<FollowUp>,
) -> Relation {
    Relation { name, sentence, needs_meaning: false, follow_ups }
}

/// A relation between programs that have a meaning.
const fn relation(
    name: &'static str,
    sentence: &'static str,
    follow_ups: fn(&Program) -> Vec<FollowUp>,
) -> Relation {
    Relation { name, sentence, needs_meaning: true, follow_ups }
}

/// All relations.
pub static RELATIONS: [Relation; 16] = [
    always("clause-order", "The order of clauses does not matter.", order::clauses),
    relation(
        "literal-order",
        "The order of literals and of branches does not matter, as long as clauses stay safe.",
        order::literals,
    ),
    always(
        "renaming",
        "The names of variables, constants and predicates do not matter.",
        names::renaming,
    ),
    relation(
        "anonymous",
        "`_` and a variable that occurs nowhere else mean the same.",
        names::anonymous,
    ),
    relation(
        "queries",
        "What is asked beside a query does not change its answers, and all of them are instances of it.",
        rules::queries,
    ),
    always(
        "unreachable",
        "Clauses that queries and evidence cannot reach do not matter.",
        order::unreachable,
    ),
    relation(
        "complement",
        "The probabilities of a query and of its negation add up to one.",
        chances::complement,
    ),
    relation(
        "linear",
        "The probability of a query is linear in that of every fact, unless something is observed.",
        chances::linear,
    ),
    relation(
        "total-probability",
        "The probability of a query is the average of those given that something is observed to hold or not.",
        chances::total_probability,
    ),
    relation(
        "noisy-or",
        "A fact may be given twice, with probabilities whose noisy-or is its own.",
        chances::noisy_or,
    ),
    relation(
        "exclusive",
        "At most one head of an annotated disjunction is chosen, and each as often as its probability says.",
        choices::exclusive,
    ),
    relation("instances", "A rule may be replaced by its ground instances.", choices::instances),
    relation(
        "named-disjunction",
        "A disjunction may be replaced by a predicate with a clause for each branch.",
        choices::named_disjunction,
    ),
    relation(
        "unfolding",
        "An atom of a body may be replaced by the bodies of its rules, if neither these nor the clause has a probability.",
        rules::unfolding,
    ),
    relation(
        "certain-stratum",
        "Rules that depend on no probability may be replaced by the facts that follow from them.",
        rules::certain_stratum,
    ),
    relation(
        "monotone",
        "What becomes likelier makes nothing less likely, if every path to it has an even number of negations.",
        chances::monotone,
    ),
];

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Relation {
    fn eq(&self, other: &Relation) -> bool {
        self.name == other.name
    }
}

impl Eq for Relation {}
