//! The dependency graph has no cycle through a negation, and independent predicates share no
//! ancestor.
//!
//! An edge goes from a predicate in a body to the predicate of the head. The rule keeps what is
//! reachable over the edges known so far, and removes a predicate from a node as soon as its edge
//! would close a negative cycle or give an independent pair a common ancestor.

use pumpkin_core::propagation::{DomainEvents, Domains, Priority, ReadDomains, TrailedInteger};
use pumpkin_core::state::Conflict;
use pumpkin_core::variables::DomainId;
use randlog_generate::Spec;
use randlog_generate::spec::Cycles;

use super::layout::{AND, ClauseVariables, FIRST_PREDICATE, NOT};
use super::rule::{Pruner, Rule};

/// A set of predicates, as bits.
type Set = u64;

/// One rule for the whole program.
#[derive(Clone, Debug)]
pub struct Dependencies {
    clauses: Vec<Body>,
    /// Per predicate, what is reachable from it.
    reach: Vec<TrailedInteger>,
    /// Per predicate, what is reachable from it through a negative edge.
    reach_negatively: Vec<TrailedInteger>,
    stratified: bool,
    /// Per predicate, those it must be independent of.
    independent: Vec<Set>,
    /// Clauses, as bits, where something has changed.
    changed: u64,
}

#[derive(Clone, Debug)]
struct Body {
    head: DomainId,
    structure: Vec<DomainId>,
    names: Vec<DomainId>,
    /// Nodes, as bits, whose edge is in the graph.
    counted: TrailedInteger,
}

/// What is reachable, read once per run of the rule.
struct Graph {
    reach: Vec<Set>,
    reach_negatively: Vec<Set>,
}

/// The predicates that a clause may not use, outside and inside a negation.
#[derive(Clone, Copy)]
struct Forbidden {
    plain: Set,
    negated: Set,
}

impl Dependencies {
    /// The rule for a program.
    pub fn new(clauses: &[ClauseVariables], spec: &Spec, domains: &mut Domains) -> Dependencies {
        let predicates = spec.predicates().len();
        let mut independent = vec![0; predicates];
        for &(p, q) in spec.independent() {
            independent[p] |= 1 << q;
            independent[q] |= 1 << p;
        }
        let mut memory = || domains.new_trailed_integer(0);
        Dependencies {
            reach: (0..predicates).map(|_| memory()).collect(),
            reach_negatively: (0..predicates).map(|_| memory()).collect(),
            clauses: clauses
                .iter()
                .map(|clause| Body {
                    head: clause.head,
                    structure: clause.structure.clone(),
                    names: clause.names.clone(),
                    counted: memory(),
                })
                .collect(),
            stratified: spec.cycles() == Cycles::Stratified,
            independent,
            changed: 0,
        }
    }

    fn forbidden(&self, graph: &Graph, head: usize) -> Forbidden {
        let below = graph.reach[head] | 1 << head;
        let mut rivals = 0;
        for descendant in members(below) {
            rivals |= self.independent[descendant];
        }
        let mut shared = graph.ancestors(rivals);
        for ancestor in members(shared) {
            shared |= graph.reach[ancestor];
        }
        if !self.stratified {
            return Forbidden { plain: shared, negated: shared };
        }
        Forbidden { plain: shared | graph.reach_negatively[head], negated: shared | below }
    }

    /// Add the edges of a clause that have become known, then forbid what has become impossible.
    fn examine(&self, pruner: &mut Pruner, graph: &mut Graph, body: &Body) -> Result<(), Conflict> {
        let Some(head) = pruner.value(body.head).map(|head| head as usize) else { return Ok(()) };
        if head >= self.independent.len() {
            return Ok(());
        }
        let negated = body.negated(pruner);
        let counted = pruner.recall(body.counted) as u64;
        let mut now_counted = counted;
        let mut forbidden = self.forbidden(graph, head);
        for (i, negated) in negated.iter().enumerate() {
            let (Some(negated), Some(name)) = (*negated, pruner.value(body.names[i])) else {
                continue;
            };
            let Ok(predicate) = usize::try_from(name - FIRST_PREDICATE) else { continue };
            if predicate == self.independent.len() || now_counted >> i & 1 == 1 {
                continue;
            }
            if forbidden.at(negated) >> predicate & 1 == 1 {
                return pruner.fail();
            }
            now_counted |= 1 << i;
            if graph.add(predicate, head, negated) {
                forbidden = self.forbidden(graph, head);
            }
        }
        if now_counted != counted {
            pruner.remember(body.counted, now_counted as i64);
        }
        if forbidden.negated == (1 << self.independent.len()) - 1 {
            // No predicate may stand below a negation, so there is none.
            body.names.iter().try_for_each(|&name| pruner.at_least(name, AND))?;
        }
        for (i, negated) in negated.iter().enumerate() {
            let name = body.names[i];
            if negated.is_some() && pruner.upper(name) >= FIRST_PREDICATE {
                for predicate in members(forbidden.at(*negated == Some(true))) {
                    pruner.remove(name, FIRST_PREDICATE + predicate as i32)?;
                }
            }
        }
        Ok(())
    }
}

impl Forbidden {
    fn at(&self, negated: bool) -> Set {
        if negated { self.negated } else { self.plain }
    }
}

impl Body {
    /// Per node of the tree as far as it is known: whether it stands under a negation, if known.
    fn negated(&self, pruner: &Pruner) -> Vec<Option<bool>> {
        let mut negated = Vec::with_capacity(self.names.len());
        for (i, &parent) in self.structure.iter().enumerate() {
            let Some(parent) = pruner.value(parent).map(|parent| parent as usize) else { break };
            if i == 0 {
                negated.push(Some(false));
            } else if parent == i {
                break;
            } else if pruner.value(self.names[parent]) == Some(NOT) {
                negated.push(Some(true));
            } else if pruner.lower(self.names[parent]) >= AND {
                negated.push(negated[parent]);
            } else {
                negated.push(negated[parent].filter(|&negated| negated));
            }
        }
        negated
    }
}

impl Graph {
    /// Everything that reaches a member of `set`, and the members.
    fn ancestors(&self, set: Set) -> Set {
        let reaching = (0..self.reach.len()).filter(|&p| self.reach[p] & set != 0);
        reaching.fold(set, |ancestors, p| ancestors | 1 << p)
    }

    /// Add an edge; says whether anything new is reachable.
    fn add(&mut self, from: usize, to: usize, negative: bool) -> bool {
        let below = self.reach[to] | 1 << to;
        let negatively_below = if negative { below } else { self.reach_negatively[to] };
        let mut news = false;
        for p in members(self.ancestors(1 << from)) {
            let (reach, reach_negatively) = (self.reach[p], self.reach_negatively[p]);
            self.reach[p] |= below;
            self.reach_negatively[p] |= negatively_below;
            if reach_negatively >> from & 1 == 1 {
                self.reach_negatively[p] |= below;
            }
            news |= (reach, reach_negatively) != (self.reach[p], self.reach_negatively[p]);
        }
        news
    }
}

impl Rule for Dependencies {
    const NAME: &'static str = "dependencies";
    const PRIORITY: Priority = Priority::Low;

    fn watched(&self) -> Vec<(DomainId, DomainEvents)> {
        let mut watched = Vec::new();
        for body in &self.clauses {
            let all = body.structure.iter().chain(&body.names);
            watched.extend(all.map(|&variable| (variable, DomainEvents::ASSIGN)));
        }
        watched
    }

    fn wakes(&mut self, _: &Domains, position: usize) -> bool {
        let per_clause = 2 * self.clauses[0].names.len();
        self.changed |= 1 << (position / per_clause);
        true
    }

    fn went_back(&mut self) {
        self.changed = 0;
    }

    fn prune(&mut self, pruner: &mut Pruner) -> Result<(), Conflict> {
        let read = |memory: &TrailedInteger| pruner.recall(*memory) as Set;
        let mut graph = Graph {
            reach: self.reach.iter().map(read).collect(),
            reach_negatively: self.reach_negatively.iter().map(read).collect(),
        };
        for k in members(std::mem::take(&mut self.changed)) {
            self.examine(pruner, &mut graph, &self.clauses[k])?;
        }
        let memories = self.reach.iter().chain(&self.reach_negatively);
        for (memory, set) in memories.zip(graph.reach.iter().chain(&graph.reach_negatively)) {
            if pruner.recall(*memory) as Set != *set {
                pruner.remember(*memory, *set as i64);
            }
        }
        Ok(())
    }
}

fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (member < 64).then_some(member)
    })
}
