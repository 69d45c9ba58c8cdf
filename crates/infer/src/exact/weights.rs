//! The probabilities of the events of a ground program: in weighted model counting, the weights of its
//! literals.

use randlog_logic::{Clause, Facts, Probability};

/// Where probabilities are, by the number of a clause and that of its head.
#[derive(Clone, Copy)]
pub(super) enum Weights<'p> {
    /// In clauses, known by position, and in tables of facts, whose numbers follow.
    Clauses(&'p [Clause], &'p Facts),
    /// In a list for each choice.
    Choices(&'p [Vec<Probability>]),
}

impl Weights<'_> {
    /// How many heads the clause has.
    pub(super) fn heads(self, clause: u32) -> usize {
        match self {
            Weights::Clauses(clauses, _) => {
                clauses.get(clause as usize).map_or(1, |clause| clause.heads.len())
            }
            Weights::Choices(choices) => choices[clause as usize].len(),
        }
    }

    /// The probability of one of its heads.
    pub(super) fn probability(self, clause: u32, head: u32) -> Probability {
        match self {
            Weights::Clauses(clauses, facts) => match clauses.get(clause as usize) {
                Some(clause) => {
                    clause.heads[head as usize].probability.number().unwrap_or(Probability::ONE)
                }
                None => facts.probability(clause - clauses.len() as u32),
            },
            Weights::Choices(choices) => choices[clause as usize][head as usize],
        }
    }
}
