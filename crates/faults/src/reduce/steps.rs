//! The steps of a reduction, coarse to fine.

mod lines;
mod predicates;
mod rules;
mod terms;

use randlog_logic::Program;

/// Programs that are a little smaller than a given one.
pub type Candidates<'p> = Box<dyn Iterator<Item = Program> + Send + 'p>;

/// One way to make a program smaller.
#[derive(Clone, Copy)]
pub struct Step {
    /// What it does, in a few words.
    pub name: &'static str,
    candidates: for<'p> fn(&'p Program) -> Candidates<'p>,
}

impl Step {
    /// The programs that it makes of one, those with most gone first. Some may not be smaller after all.
    pub fn candidates<'p>(&self, program: &'p Program) -> Candidates<'p> {
        (self.candidates)(program)
    }
}

const ARITY: Step = Step { name: "take arguments away", candidates: predicates::lowered };
const CONSTANTS: Step = Step { name: "merge constants", candidates: terms::merged };
const TERMS: Step = Step { name: "simplify arguments", candidates: terms::simplified };
const PREDICATES: Step = Step { name: "merge predicates", candidates: predicates::merged };

/// All steps, coarse to fine.
pub static STEPS: [Step; 12] = [
    Step { name: "leave out what is not reached", candidates: lines::reached },
    Step { name: "leave out lines", candidates: lines::fewer },
    Step { name: "leave out predicates", candidates: predicates::dropped },
    Step { name: "leave out parts of bodies", candidates: rules::bodies },
    Step { name: "split disjunctions", candidates: rules::disjunctions },
    Step { name: "leave out heads", candidates: rules::heads },
    ARITY,
    CONSTANTS,
    TERMS,
    PREDICATES,
    Step { name: "simplify probabilities", candidates: rules::probabilities },
    Step { name: "drop negations of heads, queries and evidence", candidates: rules::signs },
];

/// Those that make the same of what was different. Easier while much else is there.
pub(super) static NAMES: [Step; 4] = [ARITY, CONSTANTS, PREDICATES, TERMS];
