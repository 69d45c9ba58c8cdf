//! The depth of a shallowest proof.
//!
//! A rule is as deep as the deepest part of its body and one more, an atom as shallow as its shallowest rule: a superior
//! context-free grammar, whose least values Knuth finds as Dijkstra finds shortest paths (*A Generalization of Dijkstra's
//! Algorithm*, 1977). A negated atom counts as the atom.

use crate::exact::ground::{AtomId, Given, GroundRule};
use crate::exact::truth::{Truth, Valued};
use randlog_base::stop::{Stop, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A rule that waits for the depths of its body.
struct Waiting {
    head: AtomId,
    waits_for: usize,
    /// One, if it counts.
    own: usize,
}

/// The depth of an atom, if it has a proof. Is a rule counted, or is it a fact or part of the body of another one?
pub(super) fn depth(
    valued: &Valued<'_>,
    asked: AtomId,
    counts: impl Fn(&GroundRule) -> bool,
    stop: &Stop,
) -> Result<Option<usize>, Stopped> {
    let program = valued.program;
    let atoms = program.given.len();
    let mut rules: Vec<Waiting> = Vec::new();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); atoms];
    let mut known: Vec<Option<usize>> = vec![None; atoms];
    let mut queue = BinaryHeap::new();
    for (&given, atom) in program.given.iter().zip(0..) {
        if given != Given::Nothing {
            queue.push(Reverse((0, atom)));
        }
    }
    for (rule, number) in program.rules.iter().zip(0..) {
        stop.check_at(number.into())?;
        let body = program.body(number);
        if body.iter().any(|&literal| valued.of_literal(literal) == Truth::False) {
            continue;
        }
        let own = usize::from(counts(rule));
        let mut waiting = Waiting { head: rule.head, waits_for: 0, own };
        // What cannot be derived is only in negations.
        let possible = body.iter().filter(|literal| valued.of(literal.atom()) != Truth::False);
        for literal in possible {
            users[literal.atom() as usize].push(rules.len());
            waiting.waits_for += 1;
        }
        if waiting.waits_for == 0 {
            queue.push(Reverse((own, rule.head)));
        }
        rules.push(waiting);
    }
    while let Some(Reverse((depth, atom))) = queue.pop() {
        if known[atom as usize].is_some() {
            continue;
        }
        if atom == asked {
            return Ok(Some(depth));
        }
        known[atom as usize] = Some(depth);
        for &user in &users[atom as usize] {
            let rule = &mut rules[user];
            rule.waits_for -= 1;
            // Depths come in order, so the last one is the largest.
            if rule.waits_for == 0 {
                queue.push(Reverse((depth + rule.own, rule.head)));
            }
        }
    }
    Ok(None)
}
