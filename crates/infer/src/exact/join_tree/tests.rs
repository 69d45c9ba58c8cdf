//! Join trees and diagrams against all worlds of random subcircuits.

use super::super::circuit::Head;
use super::super::diagram::{self, Fixpoint};
use super::super::subcircuit::{Gate, Input};
use super::*;
use dashu_ratio::RBig;
use proptest::collection::vec;
use proptest::prelude::*;
use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_logic::Probability;
use tree::Step;

/// Events, one choice with three alternatives, gates of a cycle, and gates above.
const EVENTS: usize = 5;
const ALTERNATIVES: usize = 3;
const MEMBERS: usize = 3;

/// Two numbers that stand for an input.
type Raw = (u8, bool);

#[derive(Clone, Debug)]
struct Sketch {
    chances: Vec<u8>,
    /// Of the alternatives, in tenths; the last one takes the rest, if it shall.
    shares: [u8; 2],
    complete: bool,
    /// Rules of a cycle: head, atom in the body, condition.
    rules: Vec<(u8, Option<u8>, Vec<Raw>)>,
    gates: Vec<(bool, Vec<Raw>)>,
    queries: Vec<Raw>,
    observations: Vec<Raw>,
}

fn sketch() -> impl Strategy<Value = Sketch> {
    let raw = || (any::<u8>(), any::<bool>());
    let rule = (any::<u8>(), proptest::option::of(any::<u8>()), vec(raw(), 0..3));
    let gate = (any::<bool>(), vec(raw(), 1..12));
    (
        vec(1..10u8, EVENTS),
        [1..5u8, 1..5u8],
        any::<bool>(),
        vec(rule, 0..7),
        vec(gate, 1..8),
        vec(raw(), 1..4),
        vec(raw(), 0..3),
    )
        .prop_map(|(chances, shares, complete, mut rules, gates, queries, observations)| {
            // Rules that make it a cycle come last, and the others first.
            rules.extend((0..MEMBERS as u8).map(|head| (head, Some(head + 1), Vec::new())));
            rules.sort_by_key(|(_, atom, _)| atom.is_some());
            Sketch { chances, shares, complete, rules, gates, queries, observations }
        })
}

/// First alternatives, then the rules and members of the cycle, then gates, then events and the choice.
fn subcircuit(sketch: &Sketch) -> Subcircuit<RBig> {
    let first_rule = ALTERNATIVES;
    let first_member = first_rule + sketch.rules.len();
    let first_gate = first_member + MEMBERS;
    let first_event = first_gate + sketch.gates.len();
    let choice = (first_event + EVENTS) as u32;
    let tenths = |n: u8| Probability::new(n.into(), 10).unwrap();
    let [a, b] = sketch.shares;
    let last = if sketch.complete { 10 - a - b } else { 1 };
    let mut gates: Vec<(Gate, Option<u32>, Vec<Input>)> = Vec::new();
    for share in [a, b, last] {
        let head = Head { clause: 0, position: gates.len() as u32 };
        gates.push((Gate::Alternative(head, tenths(share)), None, vec![(choice, false)]));
    }
    // What comes from below: alternatives, events, and what is before a gate.
    let below = |&(number, negated): &Raw, gates: usize, from: usize| -> Input {
        let number = number as usize % (ALTERNATIVES + EVENTS + gates);
        let place = match number {
            0..ALTERNATIVES => number,
            _ if number < ALTERNATIVES + EVENTS => first_event + number - ALTERNATIVES,
            _ => from + number - ALTERNATIVES - EVENTS,
        };
        (place as u32, negated)
    };
    let member = |number: u8| (first_member + number as usize % MEMBERS) as u32;
    for (_, atom, condition) in &sketch.rules {
        let mut inputs: Vec<Input> = atom.iter().map(|&atom| (member(atom), false)).collect();
        inputs.extend(condition.iter().map(|raw| below(raw, 0, 0)));
        inputs.sort_unstable();
        inputs.dedup();
        gates.push((Gate::And, Some(7), inputs));
    }
    for number in 0..MEMBERS {
        let own = |&(_, (head, _, _)): &(usize, &(u8, Option<u8>, Vec<Raw>))| {
            *head as usize % MEMBERS == number
        };
        let rules = sketch.rules.iter().enumerate().filter(own);
        let inputs = rules.map(|(place, _)| ((first_rule + place) as u32, false)).collect();
        gates.push((Gate::Or, Some(7), inputs));
    }
    for (place, (conjunction, inputs)) in sketch.gates.iter().enumerate() {
        let inputs: Vec<Input> =
            inputs.iter().map(|raw| below(raw, MEMBERS + place, first_member)).collect();
        gates.push((if *conjunction { Gate::And } else { Gate::Or }, None, inputs));
    }
    // A rule without an atom of the cycle is none of its gates.
    for (place, (_, atom, _)) in sketch.rules.iter().enumerate() {
        if atom.is_none() {
            gates[first_rule + place].1 = None;
        }
    }
    let mut subcircuit = Subcircuit::of_gates(gates);
    for &chance in &sketch.chances {
        subcircuit.add_event(Some(Chance::new(tenths(chance))));
    }
    subcircuit.add_event(None);
    let all = MEMBERS + sketch.gates.len();
    subcircuit.queries = sketch.queries.iter().map(|raw| below(raw, all, first_member)).collect();
    subcircuit.observations =
        sketch.observations.iter().map(|raw| below(raw, all, first_member)).collect();
    subcircuit
}

/// The definition: all worlds, and in each the least values of the gates that are on the cycle.
fn all_worlds(subcircuit: &Subcircuit<RBig>) -> Vec<Chance<RBig>> {
    let first_event = subcircuit.events().start;
    let never = Chance { yes: RBig::ZERO, no: RBig::ZERO };
    let mut joints = vec![never; subcircuit.queries.len()];
    for world in 0..(1usize << EVENTS) * (ALTERNATIVES + 1) {
        let (events, taken) = (world & ((1 << EVENTS) - 1), world >> EVENTS);
        let mut weight = RBig::ONE;
        let mut values = vec![false; subcircuit.len()];
        for event in 0..EVENTS {
            let chance = subcircuit.chance(first_event + event as u32).unwrap();
            let happens = events >> event & 1 == 1;
            weight *= if happens { &chance.yes } else { &chance.no };
            values[first_event as usize + event] = happens;
        }
        let share = |gate: usize| match subcircuit.gate(gate as u32) {
            Gate::Alternative(_, p) => p.to_ratio(),
            _ => RBig::ZERO,
        };
        let rest = (0..ALTERNATIVES).fold(RBig::ONE, |rest, gate| rest - share(gate));
        weight *= if taken < ALTERNATIVES { share(taken) } else { rest };
        for _ in 0..subcircuit.len() {
            for gate in subcircuit.gates() {
                let mut inputs = subcircuit
                    .inputs(gate)
                    .iter()
                    .map(|&(input, negated)| values[input as usize] != negated);
                values[gate as usize] = match subcircuit.gate(gate) {
                    Gate::And => inputs.all(|value| value),
                    Gate::Or => inputs.any(|value| value),
                    Gate::Alternative(..) => taken == gate as usize,
                };
            }
        }
        let holds = |&(number, negated): &Input| values[number as usize] != negated;
        let observed = subcircuit.observations.iter().all(holds);
        for (joint, query) in joints.iter_mut().zip(&subcircuit.queries) {
            let part = if holds(query) { &mut joint.yes } else { &mut joint.no };
            if observed {
                *part += &weight;
            }
        }
    }
    joints
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn join_trees_and_diagrams_say_what_all_worlds_say(sketch in sketch(), order in any::<u64>()) {
        let subcircuit = subcircuit(&sketch);
        let right = all_worlds(&subcircuit);
        let stop = &Stop::NEVER;
        let events: Vec<u32> = subcircuit.events().collect();
        for fixpoint in [Fixpoint::Elimination, Fixpoint::Iteration] {
            let found = diagram::solve(&subcircuit, &events, fixpoint, stop);
            prop_assert_eq!(&found.ok().unwrap().0, &right, "{:?}", fixpoint);
        }
        let units = Units::new(&subcircuit).unwrap();
        let found = Search::PLAIN.into_iter().chain(Search::varied()).map(|search| search.find(&units, &subcircuit, stop).unwrap());
        for tree in found.chain([any_tree(&units, order)]) {
            let mut joined: Vec<u32> = tree.units().collect();
            joined.sort_unstable();
            prop_assert!(joined.into_iter().eq(0..units.units.len() as u32), "{:?}", tree);
            let (units, search) = (Units::new(&subcircuit).unwrap(), Search::Path(Heuristic::Natural));
            let plan = Plan { units, tree: tree.clone(), search, width: 0, cost: 0.0 };
            let (found, _) = plan.solve(&subcircuit, stop).ok().unwrap();
            prop_assert_eq!(&found, &right, "{:?}", tree);
        }
    }
}

/// Any tree at all: units in any order, with branches that begin and end anywhere.
fn any_tree(units: &Units, seed: u64) -> JoinTree {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut left: Vec<u32> = (0..units.units.len() as u32).collect();
    let (mut steps, mut open) = (vec![Step::Open], 1);
    while !left.is_empty() || open > 1 {
        match rng.next_u64() % 4 {
            0 if !left.is_empty() => {
                steps.push(Step::Open);
                open += 1;
            }
            1 if open > 1 => {
                steps.push(Step::Join);
                open -= 1;
            }
            _ if !left.is_empty() => {
                let unit = left.swap_remove(rng.next_u64() as usize % left.len());
                steps.push(Step::Unit(unit));
            }
            _ => {}
        }
    }
    JoinTree { steps }
}
