//! Rules that only lead back to where they come from.
//!
//! A rule of an atom is no help if part of its body cannot be derived without that very atom: whoever
//! gets so far has derived the atom already. In `p(X) :- q(X)` and `q(X) :- p(X), r(Y)`, say, all
//! instances of the first rule can go if there are no other ways to `q`, and with them the cycle. What is
//! left is often no cycle at all, where the diagram of the whole would be too large.
//!
//! All such rules may go at once. In any world, consider the round in which an atom is first derived,
//! and the rule that derives it: what its body needs was derived in earlier rounds, so without the atom.

use super::ground::AtomId;
use super::truth::{Truth, Valued};
use hashbrown::HashMap;

/// Atoms times literals of a cycle: beyond this, looking for such rules may take seconds.
const MOST_STEPS: usize = 1 << 28;

/// Per rule, whether it is no help; `None` if all are.
pub(super) fn useless_rules(valued: &Valued<'_>) -> Option<Vec<bool>> {
    let mut useless = vec![false; valued.program.rules.len()];
    for component in 0..valued.components.len() {
        if valued.components.members(component).len() > 1 {
            let cycle = Cycle::new(valued, component);
            cycle.useless_rules().for_each(|rule| useless[rule as usize] = true);
        }
    }
    useless.contains(&true).then_some(useless)
}

/// The rules of atoms that depend on each other, as far as they can apply, by places of atoms.
struct Cycle {
    /// Number, head, and members in the body.
    rules: Vec<(u32, usize, Vec<usize>)>,
    /// Per atom: the rules with it in the body, once for each time.
    watchers: Vec<Vec<usize>>,
    /// Per atom: is there a way to it from outside?
    given: Vec<bool>,
}

impl Cycle {
    fn new(valued: &Valued<'_>, component: usize) -> Cycle {
        let members = valued.components.members(component);
        let places: HashMap<AtomId, usize> =
            members.iter().enumerate().map(|(place, &atom)| (atom, place)).collect();
        let mut cycle = Cycle {
            rules: Vec::new(),
            watchers: vec![Vec::new(); members.len()],
            given: vec![false; members.len()],
        };
        for (head, &atom) in members.iter().enumerate() {
            cycle.given[head] =
                valued.program.chances[atom as usize] > 0.0 || valued.of(atom) == Truth::True;
            for &rule in valued.rules_of(atom) {
                let body = valued.body(rule);
                if body.iter().any(|&literal| valued.of_literal(literal) == Truth::False) {
                    continue;
                }
                let inside = body.iter().filter_map(|literal| places.get(&literal.atom()));
                cycle.add(rule, head, inside.copied().collect());
            }
        }
        cycle
    }

    fn add(&mut self, rule: u32, head: usize, body: Vec<usize>) {
        self.given[head] |= body.is_empty();
        body.iter().for_each(|&place| self.watchers[place].push(self.rules.len()));
        self.rules.push((rule, head, body));
    }

    fn useless_rules(&self) -> impl Iterator<Item = u32> {
        let literals: usize = self.rules.iter().map(|(_, _, body)| body.len()).sum();
        let atoms = self.given.len();
        let atoms = if atoms.saturating_mul(literals) > MOST_STEPS { 0 } else { atoms };
        let waiting: Vec<u32> = self.rules.iter().map(|(_, _, body)| body.len() as u32).collect();
        let mut rules_of: Vec<Vec<usize>> = vec![Vec::new(); self.given.len()];
        for (index, (_, head, _)) in self.rules.iter().enumerate() {
            rules_of[*head].push(index);
        }
        (0..atoms).flat_map(move |atom| {
            let derived = self.derived_without(atom, waiting.clone());
            let is_useless =
                |index: &usize| self.rules[*index].2.iter().any(|&place| !derived[place]);
            let useless: Vec<u32> =
                rules_of[atom].iter().filter(|i| is_useless(i)).map(|&i| self.rules[i].0).collect();
            useless
        })
    }

    /// What can be derived, per atom, if this one cannot.
    fn derived_without(&self, atom: usize, mut waiting: Vec<u32>) -> Vec<bool> {
        let mut derived = self.given.clone();
        derived[atom] = false;
        let mut queue: Vec<usize> = (0..derived.len()).filter(|&place| derived[place]).collect();
        while let Some(place) = queue.pop() {
            for &rule in &self.watchers[place] {
                waiting[rule] -= 1;
                let head = self.rules[rule].1;
                if waiting[rule] == 0 && head != atom && !derived[head] {
                    derived[head] = true;
                    queue.push(head);
                }
            }
        }
        derived
    }
}
