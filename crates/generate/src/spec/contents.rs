//! What a valid spec holds.

use randlog_logic::{Predicate, Probability, Symbol};

use super::table::{Averages, Weights};

/// A valid specification of a space of programs. `docs/spec.md` describes each key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Those that head clauses, then those that are data.
    pub(super) predicates: Vec<Predicate>,
    /// How many of them head clauses.
    pub(super) heads: usize,
    pub(super) variables: Vec<Symbol>,
    pub(super) constants: Vec<Symbol>,
    pub(super) max_nodes: usize,
    pub(super) max_clauses: usize,
    pub(super) min_clauses: usize,
    pub(super) clauses: Vec<(usize, usize)>,
    pub(super) probabilities: Vec<Probability>,
    pub(super) own_probabilities: Vec<(usize, Vec<Probability>)>,
    pub(super) cycles: Cycles,
    pub(super) bodies: Bodies,
    pub(super) empty_bodies: bool,
    pub(super) safe: bool,
    pub(super) connected: bool,
    pub(super) repeated_variables: bool,
    pub(super) redundant: bool,
    pub(super) derivable: bool,
    pub(super) goals: Vec<usize>,
    pub(super) uses: Vec<(usize, Vec<Used>)>,
    pub(super) independent: Vec<(usize, usize)>,
    pub(super) required: Option<Required>,
    pub(super) weights: Weights,
    pub(super) averages: Averages,
}

impl Spec {
    /// The default of every key that has one. Not a valid spec yet.
    pub(super) fn blank() -> Spec {
        Spec {
            predicates: Vec::new(),
            heads: 0,
            variables: Vec::new(),
            constants: Vec::new(),
            max_nodes: 0,
            max_clauses: 0,
            min_clauses: 1,
            clauses: Vec::new(),
            probabilities: vec![Probability::ONE],
            own_probabilities: Vec::new(),
            cycles: Cycles::default(),
            bodies: Bodies::default(),
            empty_bodies: true,
            safe: false,
            connected: false,
            repeated_variables: true,
            redundant: true,
            derivable: false,
            goals: Vec::new(),
            uses: Vec::new(),
            independent: Vec::new(),
            required: None,
            weights: Weights::default(),
            averages: Averages::default(),
        }
    }

    /// The predicates that may occur: first those that [head clauses](Spec::heads), then those that are
    /// [data](Spec::data).
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// The predicates each of which heads at least one clause.
    pub fn heads(&self) -> &[Predicate] {
        &self.predicates[..self.heads]
    }

    /// The predicates that head no clause and may stand in bodies.
    pub fn data(&self) -> &[Predicate] {
        &self.predicates[self.heads..]
    }

    /// Whether the predicate at this position in [`Spec::predicates`] is data.
    pub fn is_data(&self, position: usize) -> bool {
        position >= self.heads
    }

    /// Names of variables, interchangeable within a clause.
    pub fn variables(&self) -> &[Symbol] {
        &self.variables
    }

    /// Names of constants.
    pub fn constants(&self) -> &[Symbol] {
        &self.constants
    }

    /// The largest number of nodes in the tree of a body (an empty body has none).
    pub fn max_nodes(&self) -> usize {
        self.max_nodes
    }

    /// The largest number of clauses.
    pub fn max_clauses(&self) -> usize {
        self.max_clauses
    }

    /// The smallest number of clauses.
    pub fn min_clauses(&self) -> usize {
        self.min_clauses
    }

    /// Positions in [`Spec::heads`] whose number of clauses is fixed, in increasing order, each with that
    /// number.
    pub fn clauses(&self) -> &[(usize, usize)] {
        &self.clauses
    }

    /// The list from which the probability of each clause is drawn, for heads that have none of their own.
    pub fn probabilities(&self) -> &[Probability] {
        &self.probabilities
    }

    /// Positions in [`Spec::heads`], in increasing order, with the lists from which the probabilities of their
    /// clauses are drawn, where these are lists of their own.
    pub fn own_probabilities(&self) -> &[(usize, Vec<Probability>)] {
        &self.own_probabilities
    }

    /// The list from which the probability of a clause is drawn, by the position of its head.
    pub fn probabilities_of(&self, head: usize) -> &[Probability] {
        let own = self.own_probabilities.iter().find(|(of, _)| *of == head);
        own.map_or(&self.probabilities, |(_, list)| list)
    }

    /// Which cycles the dependency graph may have.
    pub fn cycles(&self) -> Cycles {
        self.cycles
    }

    /// What bodies look like.
    pub fn bodies(&self) -> Bodies {
        self.bodies
    }

    /// Whether a body may be empty.
    pub fn empty_bodies(&self) -> bool {
        self.empty_bodies
    }

    /// Whether every clause must be safe: from left to right, or without regard to the order if bodies are
    /// sets.
    pub fn safe(&self) -> bool {
        self.safe
    }

    /// Whether the atoms of each clause must hang together by shared variables.
    pub fn connected(&self) -> bool {
        self.connected
    }

    /// Whether a variable may occur in an atom several times.
    pub fn repeated_variables(&self) -> bool {
        self.repeated_variables
    }

    /// Whether clauses may be redundant: tautologies, contradictory, with repeated literals, or subsumed.
    pub fn redundant(&self) -> bool {
        self.redundant
    }

    /// Whether every predicate must be derivable from data and facts.
    pub fn derivable(&self) -> bool {
        self.derivable
    }

    /// Positions in [`Spec::heads`]: every predicate must be used by one of these, directly or not. No
    /// rule if there are none.
    pub fn goals(&self) -> &[usize] {
        &self.goals
    }

    /// Positions in [`Spec::heads`], in increasing order, each with all that stands in the bodies of its clauses, in
    /// order and each as often as it is there. No rule for heads that are not named.
    pub fn uses(&self) -> &[(usize, Vec<Used>)] {
        &self.uses
    }

    /// Pairs of positions in [`Spec::predicates`], smaller first, that must not share a dependency.
    pub fn independent(&self) -> &[(usize, usize)] {
        &self.independent
    }

    /// A formula that some clause must hold.
    pub fn required(&self) -> Option<&Required> {
        self.required.as_ref()
    }

    /// What each piece of a program weighs: programs are drawn in proportion to their weight.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What programs should be like on average; weights are to be fitted to it.
    pub fn averages(&self) -> &Averages {
        &self.averages
    }

    /// Whether programs do not all weigh the same.
    pub fn is_weighed(&self) -> bool {
        !self.weights.are_one() || !self.averages.is_empty()
    }

    /// The same space with other weights, and no averages to fit them to.
    pub(crate) fn with_weights(&self, weights: Weights) -> Spec {
        Spec { weights, averages: Averages::default(), ..self.clone() }
    }

    /// The same space with other averages.
    pub(crate) fn with_averages(&self, averages: Averages) -> Spec {
        Spec { averages, ..self.clone() }
    }

    /// The same space under another rule on cycles.
    pub(crate) fn with_cycles(&self, cycles: Cycles) -> Spec {
        Spec { cycles, ..self.clone() }
    }

    /// The looser space without the rules that tie clauses to each other, and without those that have no
    /// closed form.
    pub(crate) fn without_ties(&self) -> Spec {
        let any_cycles = Spec { cycles: Cycles::Any, independent: Vec::new(), ..self.clone() };
        any_cycles.without_open_rules()
    }

    /// The looser space without the rules for which there is no closed form. There is one for connected sets of
    /// literals, and one for derivable predicates with any cycles.
    pub(crate) fn without_open_rules(&self) -> Spec {
        let has_any_cycles = self.cycles == Cycles::Any && self.independent.is_empty();
        Spec {
            connected: self.connected && self.bodies == Bodies::Set,
            repeated_variables: self.repeated_variables || self.bodies != Bodies::Set,
            redundant: true,
            derivable: self.derivable && has_any_cycles,
            goals: Vec::new(),
            uses: Vec::new(),
            required: None,
            ..self.clone()
        }
    }

    /// The looser space without the rules that are about more than the clauses of one head.
    pub(crate) fn without_rules_on_the_whole(&self) -> Spec {
        Spec {
            cycles: Cycles::Any,
            independent: Vec::new(),
            derivable: false,
            goals: Vec::new(),
            required: None,
            ..self.clone()
        }
    }

    /// The keys of the rules that a looser space lacks, in words.
    pub(crate) fn rules_beyond(&self, looser: &Spec) -> String {
        let keys = [
            ("cycles", self.cycles != looser.cycles),
            ("connected", self.connected != looser.connected),
            ("repeated_variables", self.repeated_variables != looser.repeated_variables),
            ("redundant", self.redundant != looser.redundant),
            ("derivable", self.derivable != looser.derivable),
            ("goals", self.goals != looser.goals),
            ("uses", self.uses != looser.uses),
            ("independent", self.independent != looser.independent),
            ("required", self.required != looser.required),
        ];
        let lacking = keys.iter().filter(|(_, differs)| *differs);
        let names: Vec<String> = lacking.map(|(key, _)| format!("`{key}`")).collect();
        match &names[..] {
            [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            names => names.concat(),
        }
    }

    /// The same space, in which anything stands in bodies.
    pub(crate) fn without_uses(&self) -> Spec {
        Spec { uses: Vec::new(), ..self.clone() }
    }

    /// The same space without a required formula.
    pub(crate) fn without_required(&self) -> Spec {
        Spec { required: None, ..self.clone() }
    }

    /// Whether there are such rules.
    pub(crate) fn has_ties(&self) -> bool {
        *self != self.without_ties()
    }

    /// The same space, in which every predicate must be derivable, or need not be.
    pub(crate) fn with_derivable(&self, derivable: bool) -> Spec {
        Spec { derivable, ..self.clone() }
    }

    /// The same space of safe clauses, or of any.
    pub(crate) fn with_safe(&self, safe: bool) -> Spec {
        Spec { safe, ..self.clone() }
    }

    /// The same space with other independent pairs, given by positions, smaller first.
    pub(crate) fn with_independent(&self, independent: Vec<(usize, usize)>) -> Spec {
        Spec { independent, ..self.clone() }
    }

    /// How something that stands in bodies is mentioned: `true`, `p` or `not p`.
    pub(crate) fn reference_to(&self, used: Used) -> String {
        match used {
            Used::Nothing => "true".to_owned(),
            Used::Atom { predicate, negated: false } => self.reference(predicate),
            Used::Atom { predicate, negated: true } => format!("not {}", self.reference(predicate)),
        }
    }

    /// How a predicate is mentioned: by its name, or with its arity where that is ambiguous.
    pub(crate) fn reference(&self, position: usize) -> String {
        let predicate = &self.predicates[position];
        let namesakes = self.predicates.iter().filter(|other| other.name == predicate.name);
        if namesakes.count() > 1 { predicate.to_string() } else { predicate.name.to_string() }
    }
}

/// Something that stands in the bodies of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Used {
    /// An empty body.
    Nothing,
    /// An atom.
    Atom {
        /// The position of its predicate in [`Spec::predicates`].
        predicate: usize,
        /// Whether a negation is above it.
        negated: bool,
    },
}

impl Used {
    /// The position of its predicate, if it is an atom.
    pub fn predicate(self) -> Option<usize> {
        match self {
            Used::Nothing => None,
            Used::Atom { predicate, .. } => Some(predicate),
        }
    }
}

/// Which cycles the dependency graph of a program may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cycles {
    /// All of them.
    Any,
    /// Those without a negative edge.
    #[default]
    Stratified,
    /// None, not even a predicate that uses itself.
    Acyclic,
}

impl Cycles {
    /// All rules.
    pub const ALL: [Cycles; 3] = [Cycles::Any, Cycles::Stratified, Cycles::Acyclic];

    /// Their names, in the same order.
    pub(super) const NAMES: [&'static str; 3] = ["any", "stratified", "acyclic"];
}

/// What the body of a clause looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bodies {
    /// Any tree of negations, conjunctions and disjunctions over atoms.
    #[default]
    Formula,
    /// One literal, or one conjunction of literals.
    Conjunction,
    /// A set of literals: no atom twice or with both signs, and the head not among the positive ones.
    Set,
}

impl Bodies {
    /// All forms.
    pub const ALL: [Bodies; 3] = [Bodies::Formula, Bodies::Conjunction, Bodies::Set];

    /// Their names, in the same order.
    pub(super) const NAMES: [&'static str; 3] = ["formula", "conjunction", "set"];
}

/// Some clause must have a node with this connective and an atom of each of these predicates among
/// the node's children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// Conjunction or disjunction.
    pub connective: Connective,
    /// Positions in [`Spec::predicates`], all different.
    pub predicates: Vec<usize>,
}

/// An n-ary connective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    /// `p, q`
    And,
    /// `p ; q`
    Or,
}

impl Connective {
    /// Both connectives.
    pub const ALL: [Connective; 2] = [Connective::And, Connective::Or];

    /// Their names, in the same order.
    pub(super) const NAMES: [&'static str; 2] = ["and", "or"];
}
