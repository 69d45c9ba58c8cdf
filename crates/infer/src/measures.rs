//! What makes an answer easy or hard, without a clock.

use randlog_logic::Atom;
use std::ops::RangeInclusive;

/// What an answer needs: measures of a ground query that depend on the program alone, not on the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// The ground atom that is asked for.
    pub atom: Atom,
    /// Its probability, given the evidence; nothing if that takes more than the fixed number of steps.
    pub probability: Option<f64>,
    /// The number of rules on the longest branch of a shallowest proof.
    ///
    /// A fact has depth 0, probabilistic or not. A rule with a body has depth 1 plus the largest depth in its body, an atom
    /// the smallest depth of its facts and rules that can apply. Choices may fall as the proof needs. A
    /// negated atom counts as the atom: to see that it does not hold, one looks at least as far as its shallowest proof. If
    /// nothing can derive it, it counts 0.
    ///
    /// Nothing if the atom has no proof, or if the program was grounded by resolution, which leaves no trace of what is
    /// certain.
    pub depth: Option<usize>,
    /// How many independent random choices the answer depends on: two worlds that differ in such a choice alone differ in
    /// the truth of the query, or in that of the evidence. Two equal bounds, unless it takes too many steps to know exactly.
    pub events: RangeInclusive<usize>,
    /// An upper bound on the treewidth of the circuit that computes the answer: its gates and choices are vertices, and a
    /// gate is joined to its inputs. A tree has width 1, a single choice width 0.
    pub width: usize,
}
