//! What an algorithm has to say.

use crate::Error;
use dashu_ratio::RBig;
use randlog_base::clock::Instant;
use randlog_logic::{Atom, Goal, Head, Predicate, Probability, Sign, SourcePlace, Term};
use std::time::Duration;

/// A ground instance of a query, and how likely it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The ground atom.
    pub atom: Atom,
    /// Its probability, given the evidence: the relative error is below 10⁻¹².
    pub probability: f64,
    /// The probability that it does not hold, given the evidence, as accurate as the other one: not
    /// one minus it, which loses what is small. What is below 10⁻³⁰⁷ is 0.
    pub complement: f64,
    /// The probability as an exact fraction, if that was asked for.
    pub fraction: Option<RBig>,
    /// Its derivatives by the probabilities that it depends on, in the order of the program, if
    /// [`Task::Gradient`](crate::Task::Gradient) was asked for.
    pub gradient: Vec<Derivative>,
}

/// How fast the probability of an answer grows with a probability that the program states.
///
/// All ground instances of the head share its probability; the other heads of its clause keep theirs. So a choice takes none
/// of its heads the less. Derivatives are differences: an error is below 10⁻¹² relative to what is added and subtracted,
/// not always relative to the result. With [`Precision::Exact`] there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivative {
    /// The head with its probability, as the program states it.
    pub head: Head,
    /// Where its clause stands, if that is known.
    pub place: SourcePlace,
    /// The derivative by its probability.
    pub value: f64,
    /// The same as an exact fraction, if that was asked for.
    pub fraction: Option<RBig>,
}

impl Answer {
    /// An answer with an exact probability.
    pub(crate) fn exactly(atom: Atom, probability: RBig) -> Answer {
        let complement = (RBig::ONE - &probability).to_f64().value();
        let rounded = probability.to_f64().value();
        let (fraction, gradient) = (Some(probability), Vec::new());
        Answer { atom, probability: rounded, complement, fraction, gradient }
    }
}

/// A query that has no answer, though others have.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// What is asked, as answers have it: a negated query is a term `\\+(…)`.
    pub atom: Atom,
    /// Why there is no answer.
    pub error: Error,
}

impl Refusal {
    pub(crate) fn new(query: &Goal, error: Error) -> Refusal {
        Refusal { atom: asked(query.atom.clone(), query.negated), error }
    }
}

/// The atom, or its negation.
pub(crate) fn asked(Atom { name, args }: Atom, negated: bool) -> Atom {
    match negated {
        true => Atom::new("\\+", vec![Term::function(name, args)]),
        false => Atom { name, args },
    }
}

/// The answers, and how they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// Query by query; the instances of one query in order, each once. A ground query always has
    /// its answer, if only 0; of a query with variables those are given that can be true.
    pub answers: Vec<Answer>,
    /// The queries without an answer, of [`Inference::solve_each`](crate::Inference::solve_each).
    pub refusals: Vec<Refusal>,
    /// How long each step took.
    pub phases: Vec<(Phase, Duration)>,
    /// How large things were.
    pub sizes: Sizes,
    /// Which part of the program mattered.
    pub relevance: Relevance,
    /// How the hardest part was solved.
    pub effort: Effort,
}

/// A world: what every clause chooses that has to, and what follows.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// How likely it is. The probabilities of all worlds sum to 1.
    pub probability: RBig,
    /// The head that each ground instance of a probabilistic clause chooses, or nothing.
    pub chosen: Vec<Option<Atom>>,
    /// The instances of the queries, each with whether it holds.
    pub answers: Vec<(Atom, bool)>,
    /// Whether it agrees with the evidence.
    pub agrees: bool,
}

/// The ground atoms that queries and evidence reach, and which of them depends on which. What is certain is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroundGraph {
    /// The atoms, each once.
    pub atoms: Vec<GroundAtom>,
    /// From an atom in a body to the head, by their positions, each once; negative if a negation is above the atom.
    pub edges: Vec<(usize, usize, Sign)>,
}

/// A vertex of a [`GroundGraph`].
#[derive(Clone, Debug, PartialEq)]
pub struct GroundAtom {
    /// The atom.
    pub atom: Atom,
    /// The probabilities of the clauses that derive it by themselves.
    pub facts: Vec<Probability>,
    /// Is it an instance of a query?
    pub is_asked: bool,
}

/// Which numbers probabilities are computed with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// Floating-point numbers, with a relative error below 10⁻¹².
    #[default]
    Float,
    /// Fractions, as well. They may be long: every probability of the program leaves its trace in the
    /// denominators.
    Exact,
}

/// A step of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Which predicates does the query reach?
    Relevance,
    /// Rules in normal form, and facts in tables.
    Load,
    /// Which ground clauses does it reach?
    Ground,
    /// From ground clauses to decision diagrams.
    Compile,
    /// From decision diagrams to probabilities.
    Count,
}

impl Phase {
    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Relevance => "relevance",
            Phase::Load => "load",
            Phase::Ground => "ground",
            Phase::Compile => "compile",
            Phase::Count => "count",
        }
    }
}

/// Whose time is taken, phase by phase.
pub(crate) struct Stopwatch {
    last: Instant,
    pub(crate) phases: Vec<(Phase, Duration)>,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { last: Instant::now(), phases: Vec::new() }
    }

    /// A phase has ended.
    pub(crate) fn lap(&mut self, phase: Phase) {
        let now = Instant::now();
        self.phases.push((phase, now.duration_since(self.last)));
        self.last = now;
    }

    /// The last phase took so long for what is a phase of its own.
    pub(crate) fn split(&mut self, phase: Phase, time: Duration) {
        if let Some((_, last)) = self.phases.last_mut() {
            *last = last.saturating_sub(time);
        }
        self.phases.push((phase, time));
    }
}

/// How large things were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Ground atoms that matter, facts included.
    pub ground_atoms: usize,
    /// Ground instances of rules.
    pub ground_clauses: usize,
    /// Independent random choices.
    pub choices: usize,
    /// Parts that were solved apart.
    pub parts: usize,
    /// Parts that were solved by a join tree.
    pub join_trees: usize,
    /// The most items that a join tree had to remember.
    pub join_width: usize,
    /// The most states of a table.
    pub join_states: usize,
    /// Parts that needed a decision diagram.
    pub diagrams: usize,
    /// Variables of the diagram with the most.
    pub diagram_variables: usize,
    /// Nodes of the finished diagrams, all together.
    pub diagram_nodes: usize,
    /// Worlds that were walked through.
    pub worlds: u64,
}

/// Which part of the program mattered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relevance {
    /// Predicates that the queries and the evidence reach, in the order of the program.
    pub predicates: Vec<Predicate>,
    /// Predicates that they do not reach.
    pub irrelevant: Vec<Predicate>,
    /// Clauses of reached predicates.
    pub clauses: usize,
    /// All clauses.
    pub of_clauses: usize,
}

/// How a part of the circuit was solved whose gates share events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Its gates.
    pub gates: usize,
    /// Its independent random events.
    pub events: usize,
    /// What was tried, in order.
    pub attempts: Vec<Attempt>,
}

impl Effort {
    /// The steps that were allowed, all together.
    pub fn steps(&self) -> u64 {
        self.attempts.iter().map(|attempt| attempt.steps).fold(0, u64::saturating_add)
    }
}

/// An attempt to solve a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// How.
    pub method: String,
    /// With how many steps.
    pub steps: u64,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer.
    Solved,
    /// Its steps were spent.
    Spent,
    /// It needs more memory than is allowed.
    Full,
    /// The time is up.
    Stopped,
}

impl Outcome {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Spent => "gave up: all its steps spent",
            Outcome::Full => "gave up: the memory is full",
            Outcome::Stopped => "gave up: the time is up",
        }
    }
}
