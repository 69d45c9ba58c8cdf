//! The ground program as a circuit of gates over independent random events.
//!
//! What is certain is gone. An open atom is a disjunction of its facts and rules, a rule a
//! conjunction of its choice and its literals. Only positive cycles are left.

use super::ground::{AtomId, Chosen};
use super::truth::{Truth, Valued};
use hashbrown::HashMap;
use randlog_logic::{Clause, Facts, Probability};

/// A node, by number.
pub(super) type NodeId = u32;

/// A node, possibly negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Edge(u32);

impl Edge {
    pub(super) fn new(node: NodeId, negated: bool) -> Edge {
        Edge(node << 1 | u32::from(negated))
    }

    pub(super) fn node(self) -> NodeId {
        self.0 >> 1
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn negated_if(self, negated: bool) -> Edge {
        Edge(self.0 ^ u32::from(negated))
    }
}

/// The probabilities of the events of a ground program: in weighted model counting, the weights of its literals.
/// By the number of a clause and that of its head.
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

/// A head of a clause, and with it a probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Head {
    pub(super) clause: u32,
    pub(super) position: u32,
}

impl Head {
    pub(super) fn probability(self, weights: Weights<'_>) -> Probability {
        weights.probability(self.clause, self.position)
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// True if one child is.
    Or,
    /// True if all children are.
    And,
    /// True with the probability of this head, independently of everything else.
    Chance(Head),
    /// A choice between alternatives, neither true nor false itself. Its children are none.
    Choice,
    /// True if the choice, the only child, takes this alternative.
    Alternative(Head),
}

/// Gates and their inputs.
#[derive(Default)]
pub(super) struct Circuit {
    kinds: Vec<Kind>,
    spans: Vec<(u32, u32)>,
    edges: Vec<Edge>,
}

impl Circuit {
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn kind(&self, node: NodeId) -> Kind {
        self.kinds[node as usize]
    }

    pub(super) fn children(&self, node: NodeId) -> &[Edge] {
        let (start, end) = self.spans[node as usize];
        &self.edges[start as usize..end as usize]
    }

    /// A new node, whose children may come later.
    pub(super) fn add(&mut self, kind: Kind) -> NodeId {
        self.kinds.push(kind);
        self.spans.push((0, 0));
        (self.kinds.len() - 1) as NodeId
    }

    pub(super) fn connect(&mut self, node: NodeId, children: &[Edge]) {
        let start = self.edges.len() as u32;
        self.edges.extend_from_slice(children);
        self.spans[node as usize] = (start, self.edges.len() as u32);
    }

    /// How many independent random events there are.
    pub(super) fn events(&self) -> usize {
        self.kinds.iter().filter(|kind| matches!(kind, Kind::Chance(_) | Kind::Choice)).count()
    }

    pub(super) fn bytes(&self) -> usize {
        self.kinds.capacity() * (size_of::<Kind>() + 8) + self.edges.capacity() * 4
    }
}

/// The circuit of everything that matters, and the edge of each open atom.
pub(super) fn build(valued: &Valued<'_>, weights: Weights<'_>) -> (Circuit, HashMap<AtomId, Edge>) {
    let mut builder = Builder {
        valued,
        circuit: Circuit::default(),
        atoms: HashMap::new(),
        choices: Choices::new(valued, weights),
        conjunctions: HashMap::new(),
    };
    for component in 0..valued.components.len() {
        match valued.components.members(component) {
            &[atom] => builder.alone(atom),
            members => builder.together(members),
        }
    }
    (builder.circuit, builder.atoms)
}

struct Builder<'v, 'g> {
    valued: &'v Valued<'g>,
    circuit: Circuit,
    atoms: HashMap<AtomId, Edge>,
    choices: Choices<'v>,
    /// Equal conjunctions are one node.
    conjunctions: HashMap<Vec<Edge>, NodeId>,
}

impl Builder<'_, '_> {
    /// An atom that is not part of a cycle.
    fn alone(&mut self, atom: AtomId) {
        if self.valued.of(atom) != Truth::Open {
            return;
        }
        let children = self.inputs(atom);
        let edge = match children[..] {
            [only] => only,
            _ => {
                let node = self.circuit.add(Kind::Or);
                self.circuit.connect(node, &children);
                Edge::new(node, false)
            }
        };
        self.atoms.insert(atom, edge);
    }

    /// Atoms that depend on each other.
    fn together(&mut self, members: &[AtomId]) {
        let is_open = |atom: &&AtomId| self.valued.of(**atom) == Truth::Open;
        let open: Vec<AtomId> = members.iter().filter(is_open).copied().collect();
        for &atom in &open {
            let node = self.circuit.add(Kind::Or);
            self.atoms.insert(atom, Edge::new(node, false));
        }
        for &atom in &open {
            let children = self.inputs(atom);
            self.circuit.connect(self.atoms[&atom].node(), &children);
        }
    }

    /// What an open atom is a disjunction of.
    fn inputs(&mut self, atom: AtomId) -> Vec<Edge> {
        let mut inputs = Vec::new();
        for &clause in self.valued.program.facts(atom) {
            let chance = Kind::Chance(Head { clause, position: 0 });
            inputs.push(Edge::new(self.circuit.add(chance), false));
        }
        let rules = self.valued.rules_of(atom).iter();
        inputs.extend(rules.filter_map(|&rule| self.conjunction(rule, atom)));
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// A rule, unless it cannot apply or only repeats its head.
    fn conjunction(&mut self, rule: u32, head: AtomId) -> Option<Edge> {
        let mut children = Vec::new();
        for &literal in self.valued.body(rule) {
            match self.valued.of_literal(literal) {
                Truth::True => {}
                Truth::False => return None,
                Truth::Open if literal.atom() == head => return None,
                Truth::Open => {
                    let edge = self.atoms[&literal.atom()];
                    children.push(edge.negated_if(literal.is_negated()));
                }
            }
        }
        children.sort_unstable();
        children.dedup();
        if children.windows(2).any(|pair| pair[0].negated_if(true) == pair[1]) {
            return None;
        }
        if let Some(chosen) = self.valued.program.rules[rule as usize].chosen {
            children.push(self.choices.edge(chosen, &mut self.circuit));
        }
        if let [only] = children[..] {
            return Some(only);
        }
        let node = *self.conjunctions.entry(children).or_insert_with_key(|children| {
            let node = self.circuit.add(Kind::And);
            self.circuit.connect(node, children);
            node
        });
        Some(Edge::new(node, false))
    }
}

/// The nodes of choices.
struct Choices<'v> {
    /// Per choice: the position of its clause.
    clauses: &'v [u32],
    /// Choices of which more than one alternative matters.
    contested: HashMap<u32, Option<NodeId>>,
    edges: HashMap<Chosen, Edge>,
}

impl<'v> Choices<'v> {
    fn new(valued: &'v Valued<'_>, weights: Weights<'_>) -> Choices<'v> {
        let mut first: HashMap<u32, u32> = HashMap::new();
        let mut contested = HashMap::new();
        let members = (0..valued.components.len()).flat_map(|c| valued.components.members(c));
        for &rule in members.flat_map(|&atom| valued.rules_of(atom)) {
            let Some(chosen) = valued.program.rules[rule as usize].chosen else { continue };
            let Chosen { choice, alternative } = chosen;
            let heads = weights.heads(valued.program.choices[choice as usize]);
            if heads > 1 && *first.entry(choice).or_insert(alternative) != alternative {
                contested.insert(choice, None);
            }
        }
        Choices { clauses: &valued.program.choices, contested, edges: HashMap::new() }
    }

    /// The node that is true if the choice falls this way.
    fn edge(&mut self, chosen: Chosen, circuit: &mut Circuit) -> Edge {
        let Choices { clauses, contested, edges } = self;
        *edges.entry(chosen).or_insert_with(|| {
            let clause = clauses[chosen.choice as usize];
            let head = Head { clause, position: chosen.alternative };
            let node = match contested.get_mut(&chosen.choice) {
                None => circuit.add(Kind::Chance(head)),
                Some(choice) => {
                    let choice = *choice.get_or_insert_with(|| circuit.add(Kind::Choice));
                    let node = circuit.add(Kind::Alternative(head));
                    circuit.connect(node, &[Edge::new(choice, false)]);
                    node
                }
            };
            Edge::new(node, false)
        })
    }
}
