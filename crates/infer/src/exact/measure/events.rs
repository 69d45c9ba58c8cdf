//! The random choices that an answer depends on.
//!
//! A function depends on a variable if its reduced decision diagram has a node for it (Bryant 1986). The circuit is taken
//! apart into modules: an answer depends on a choice in a module if it depends on the module, and the module on the choice.

use crate::Error;
use crate::exact::circuit::{Circuit, Edge, Kind, NodeId, Weights};
use crate::exact::float::Float;
use crate::exact::modules::Modules;
use crate::exact::number::{Chance, Number};
use crate::exact::solver;
use crate::exact::subcircuit::{Goal, Source, Subcircuit};
use hashbrown::HashSet;
use randlog_base::stop::Stop;
use std::ops::RangeInclusive;

/// What a goal depends on.
struct Support {
    nodes: Vec<NodeId>,
    /// Its truth value, if it depends on nothing.
    constant: Option<bool>,
    /// Or may it depend on less?
    is_exact: bool,
}

/// How many choices do these edges depend on?
pub(super) fn events(
    circuit: &Circuit,
    weights: Weights<'_>,
    roots: &[Edge],
    stop: &Stop,
) -> Result<RangeInclusive<usize>, Error> {
    let modules = Modules::new(circuit, roots);
    // What a node is to the rest: certain, impossible, or neither.
    let chances = vec![Chance { yes: Float::one(), no: Float::one() }; circuit.len()];
    let mut source: Source<'_, Float> = Source { weights, circuit, modules, chances };
    let mut used: Vec<Vec<NodeId>> = vec![Vec::new(); circuit.len()];
    let mut is_exact = true;
    for component in 0..source.modules.components.len() {
        let Some(module) = source.modules.entries[component] else { continue };
        match circuit.kind(module) {
            Kind::Chance(head) | Kind::Alternative(head) => {
                source.chances[module as usize] = Chance::new(head.probability(weights));
            }
            Kind::Choice => {}
            Kind::Or | Kind::And => {
                let support = of_module(&source, module, stop)?;
                is_exact &= support.is_exact;
                used[module as usize] = support.nodes;
                if let Some(value) = support.constant {
                    source.chances[module as usize] = Chance::certain().negated_if(!value);
                }
            }
        }
    }
    let Support { nodes: mut open, is_exact: all, .. } =
        of_goal(&source, &Goal::Given(roots, &[]), None, stop)?;
    let mut seen: HashSet<NodeId> = HashSet::new();
    let mut count = 0;
    while let Some(node) = open.pop() {
        if seen.insert(node) {
            count += usize::from(!matches!(circuit.kind(node), Kind::Or | Kind::And));
            open.append(&mut used[node as usize]);
        }
    }
    Ok(if is_exact && all { count } else { 0 }..=count)
}

/// The part of the circuit between a module and those below it.
fn of_module(source: &Source<'_, Float>, module: NodeId, stop: &Stop) -> Result<Support, Error> {
    let children = source.circuit.children(module);
    let mut nodes: Vec<NodeId> = children.iter().map(|edge| edge.node()).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let apart = nodes.len() == children.len()
        && !source.modules.is_cyclic(module)
        && nodes.iter().all(|&node| source.modules.is_module(node));
    if !apart {
        let home = source.modules.components.of[module as usize];
        return of_goal(source, &Goal::All(&[Edge::new(module, false)]), Some(home), stop);
    }
    // Inputs that share nothing all matter, unless one decides by itself.
    let conjunction = source.circuit.kind(module) == Kind::And;
    let constant = |edge: &Edge| {
        let chance = &source.chances[edge.node() as usize];
        let value =
            if chance.no.is_zero() { true } else { chance.yes.is_zero().then_some(false)? };
        Some(value != edge.is_negated())
    };
    if children.iter().any(|edge| constant(edge) == Some(!conjunction)) {
        return Ok(Support { nodes: Vec::new(), constant: Some(!conjunction), is_exact: true });
    }
    let open = children.iter().filter(|edge| constant(edge).is_none());
    let nodes: Vec<NodeId> = open.map(|edge| edge.node()).collect();
    let constant = nodes.is_empty().then_some(conjunction);
    Ok(Support { nodes, constant, is_exact: true })
}

/// The part of the circuit between a goal and the modules below.
fn of_goal(
    source: &Source<'_, Float>,
    goal: &Goal<'_>,
    home: Option<u32>,
    stop: &Stop,
) -> Result<Support, Error> {
    let subcircuit = Subcircuit::new(source, goal, home);
    let node = |event: u32| subcircuit.node(event);
    Ok(match solver::support(&subcircuit, stop)? {
        Some((events, constant)) => {
            Support { nodes: events.into_iter().map(node).collect(), constant, is_exact: true }
        }
        None => {
            let nodes = subcircuit.events().map(node).collect();
            Support { nodes, constant: None, is_exact: false }
        }
    })
}
