//! Modules: parts of a circuit that nothing outside shares, but for the result.
//!
//! A node is a module if whatever it uses is used through it only. Then all that the rest of the
//! circuit can know of it is one random event, and its probability can be computed apart. Modules
//! are found in linear time by the dates of a depth-first walk, as Dutuit and Rauzy do for fault
//! trees (*A Linear-Time Algorithm to Find Modules of Fault Trees*, 1996): a node is a module if
//! all visits of what is below it fall between the first arrival at it and the departure.
//!
//! A cycle counts as one node, and is a module if only one of its members is used from outside.

use super::circuit::{Circuit, Edge, NodeId};
use randlog_base::{Components, Lists};

/// The cycles and the modules of a circuit.
pub(super) struct Modules {
    pub(super) components: Components,
    /// Per component: the node by which it is known outside, if it is a module.
    pub(super) entries: Vec<Option<NodeId>>,
}

/// The dates of a component.
#[derive(Clone, Copy, Default)]
struct Dates {
    arrival: u32,
    departure: u32,
    last: u32,
}

/// In place of the node by which a component is used from outside, if there are several.
const SEVERAL: NodeId = NodeId::MAX;

impl Modules {
    /// The modules of what the roots use.
    pub(super) fn new(circuit: &Circuit, roots: &[Edge]) -> Modules {
        let root_nodes = || roots.iter().map(|edge| edge.node());
        let components = Components::new(circuit.len(), root_nodes(), |node, position| {
            circuit.children(node).get(position).map(|edge| edge.node())
        });
        let below = below(circuit, &components);
        let dates = dates(&below, root_nodes().map(|node| components.of[node as usize]));
        let used = entries(circuit, &components, root_nodes());
        let entries = modules(&below, &dates).into_iter().zip(used);
        let entries =
            entries.map(|(is_module, entry)| entry.filter(|&node| is_module && node != SEVERAL));
        Modules { entries: entries.collect(), components }
    }

    /// Is the component of this node a module?
    pub(super) fn is_module(&self, node: NodeId) -> bool {
        self.entries[self.components.of[node as usize] as usize].is_some()
    }

    /// Is this node on a cycle?
    pub(super) fn is_cyclic(&self, node: NodeId) -> bool {
        self.components.members(self.components.of[node as usize] as usize).len() > 1
    }
}

fn entries(
    circuit: &Circuit,
    components: &Components,
    roots: impl Iterator<Item = NodeId>,
) -> Vec<Option<NodeId>> {
    let mut entries = vec![None; components.len()];
    let mut note = |node: NodeId| {
        let entry = &mut entries[components.of[node as usize] as usize];
        *entry = Some(if entry.is_none_or(|other| other == node) { node } else { SEVERAL });
    };
    roots.for_each(&mut note);
    for component in 0..components.len() {
        for &member in components.members(component) {
            for child in circuit.children(member).iter().map(|edge| edge.node()) {
                if components.of[child as usize] as usize != component {
                    note(child);
                }
            }
        }
    }
    entries
}

/// Which components a component uses: an entry for every use.
fn below(circuit: &Circuit, components: &Components) -> Lists<u32> {
    let mut below = Lists::default();
    for component in 0..components.len() {
        let members = components.members(component).iter();
        let children = members.flat_map(|&member| circuit.children(member));
        let used = children.map(|edge| components.of[edge.node() as usize]);
        below.push(used.filter(|&used| used as usize != component));
    }
    below
}

/// Walks through everything below the roots, and notes when each component is met.
fn dates(below: &Lists<u32>, roots: impl Iterator<Item = u32>) -> Vec<Dates> {
    let mut dates = vec![Dates::default(); below.count()];
    let mut clock = 0;
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in roots {
        let mut next = Some(root);
        loop {
            clock += 1;
            match next {
                Some(component) => {
                    let date = &mut dates[component as usize];
                    date.last = clock;
                    if date.arrival == 0 {
                        date.arrival = clock;
                        path.push((component, 0));
                    }
                }
                None => {
                    if let Some((component, _)) = path.pop() {
                        let date = &mut dates[component as usize];
                        date.departure = clock;
                        date.last = clock;
                    }
                }
            }
            let Some((component, position)) = path.last_mut() else { break };
            next = below[*component as usize].get(*position).copied();
            *position += 1;
        }
    }
    dates
}

/// Which components have everything below them to themselves?
fn modules(below: &Lists<u32>, dates: &[Dates]) -> Vec<bool> {
    // The first and the last date of anything strictly below.
    let mut spans: Vec<(u32, u32)> = Vec::with_capacity(dates.len());
    for component in 0..dates.len() {
        let span = below[component].iter().fold((u32::MAX, 0), |(first, last), &used| {
            let (date, span) = (dates[used as usize], spans[used as usize]);
            (first.min(date.arrival).min(span.0), last.max(date.last).max(span.1))
        });
        spans.push(span);
    }
    let inside =
        |(date, span): (&Dates, &(u32, u32))| date.arrival < span.0 && span.1 < date.departure;
    dates.iter().zip(&spans).map(inside).collect()
}
