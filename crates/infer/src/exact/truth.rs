//! What is certain: atoms that are true, or false, in every world.
//!
//! Ground atoms are looked at component by component, from the bottom. What a component uses from
//! below is true, false or open; inside, the atoms that can be true are the least fixpoint with
//! everything open taken as true, and the ones that must be true that with everything open taken as
//! false. A negation inside a component would be a cycle through a negation, which has no meaning
//! here.

use super::ground::{AtomId, GroundLiteral, GroundProgram};
use hashbrown::HashMap;
use randlog_base::Components;
use std::collections::VecDeque;

/// What is known about an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
    Open,
}

/// A ground program, with what is certain in it.
pub(super) struct Valued<'g> {
    pub(super) program: &'g GroundProgram,
    /// The rules of each atom.
    rules: Vec<u32>,
    starts: Vec<u32>,
    pub(super) components: Components,
    truth: Vec<Truth>,
}

/// A cycle through a negation, as atoms, each with whether it uses the next one negated.
pub(super) type NegativeCycle = Vec<(AtomId, bool)>;

impl<'g> Valued<'g> {
    /// Looks at everything the roots depend on.
    pub(super) fn new(
        program: &'g GroundProgram,
        roots: impl IntoIterator<Item = AtomId>,
    ) -> Result<Valued<'g>, NegativeCycle> {
        let count = program.chances.len();
        let (starts, rules) = group_by_head(program, count);
        let mut valued = Valued {
            program,
            rules,
            starts,
            components: Components::new(0, [], |_, _| None),
            truth: vec![Truth::Open; count],
        };
        // The successors of an atom: all literals of all its rules, one after another.
        let mut ends = vec![0u32; valued.rules.len() + 1];
        for (position, &rule) in valued.rules.iter().enumerate() {
            let body = program.body(&program.rules[rule as usize]);
            ends[position + 1] = ends[position] + body.len() as u32;
        }
        let successors: Vec<AtomId> = valued
            .rules
            .iter()
            .flat_map(|&rule| program.body(&program.rules[rule as usize]))
            .map(|literal| literal.atom())
            .collect();
        let successor = |atom: u32, position: usize| {
            let from = ends[valued.starts[atom as usize] as usize] as usize;
            let to = ends[valued.starts[atom as usize + 1] as usize] as usize;
            successors[from..to].get(position).copied()
        };
        valued.components = Components::new(count, roots, successor);
        for component in 0..valued.components.len() {
            valued.judge(component)?;
        }
        Ok(valued)
    }

    pub(super) fn of(&self, atom: AtomId) -> Truth {
        self.truth[atom as usize]
    }

    /// What is known about a literal.
    pub(super) fn of_literal(&self, literal: GroundLiteral) -> Truth {
        match (self.of(literal.atom()), literal.is_negated()) {
            (Truth::True, true) => Truth::False,
            (Truth::False, true) => Truth::True,
            (truth, _) => truth,
        }
    }

    /// The numbers of an atom's rules.
    pub(super) fn rules_of(&self, atom: AtomId) -> &[u32] {
        let from = self.starts[atom as usize] as usize;
        &self.rules[from..self.starts[atom as usize + 1] as usize]
    }

    pub(super) fn body(&self, rule: u32) -> &'g [GroundLiteral] {
        self.program.body(&self.program.rules[rule as usize])
    }

    fn judge(&mut self, component: usize) -> Result<(), NegativeCycle> {
        let members = self.components.members(component).to_vec();
        self.check_negations(component, &members)?;
        if let [atom] = members[..] {
            self.truth[atom as usize] = self.judge_alone(atom);
            return Ok(());
        }
        let chance = |atom: AtomId| self.program.chances[atom as usize];
        let possible = self.least(
            component,
            |literal| self.of_literal(literal) != Truth::False,
            |atom| chance(atom) > 0.0,
            |_| true,
        );
        let certain = self.least(
            component,
            |literal| self.of_literal(literal) == Truth::True,
            |atom| chance(atom) == 1.0,
            |rule| self.program.rules[rule as usize].chosen.is_none(),
        );
        for ((&atom, possible), certain) in members.iter().zip(possible).zip(certain) {
            self.truth[atom as usize] = match (possible, certain) {
                (_, true) => Truth::True,
                (true, false) => Truth::Open,
                (false, false) => Truth::False,
            };
        }
        Ok(())
    }

    /// An atom that is its own component. A rule that uses its own head gives nothing new.
    fn judge_alone(&self, atom: AtomId) -> Truth {
        let chance = self.program.chances[atom as usize];
        if chance == 1.0 {
            return Truth::True;
        }
        let mut possible = chance > 0.0;
        for &rule in self.rules_of(atom) {
            let body = self.body(rule);
            if body.iter().any(|literal| literal.atom() == atom) {
                continue;
            }
            let mut truths = body.iter().map(|&literal| self.of_literal(literal));
            let chosen = self.program.rules[rule as usize].chosen.is_some();
            if !chosen && truths.clone().all(|truth| truth == Truth::True) {
                return Truth::True;
            }
            possible |= truths.all(|truth| truth != Truth::False);
        }
        if possible { Truth::Open } else { Truth::False }
    }

    /// The least set of members of a component that contains the heads of its rules, where `below`
    /// says which literals from below hold, `given` which members are facts, and `chosen` which
    /// rules there are. In the order of the members.
    pub(super) fn least(
        &self,
        component: usize,
        below: impl Fn(GroundLiteral) -> bool,
        mut given: impl FnMut(AtomId) -> bool,
        chosen: impl Fn(u32) -> bool,
    ) -> Vec<bool> {
        let members = self.components.members(component);
        let index_of: HashMap<AtomId, usize> =
            members.iter().enumerate().map(|(index, &atom)| (atom, index)).collect();
        let mut holds = vec![false; members.len()];
        let mut queue = VecDeque::new();
        // Rules that wait for members: how many, and for which head.
        let mut waiting: Vec<(u32, usize)> = Vec::new();
        let mut watchers: Vec<Vec<usize>> = vec![Vec::new(); members.len()];
        for (index, &atom) in members.iter().enumerate() {
            let mut given = given(atom);
            for &rule in self.rules_of(atom) {
                let body = self.body(rule);
                let inside = |literal: &&GroundLiteral| {
                    self.components.of[literal.atom() as usize] as usize == component
                };
                let mut others = body.iter().filter(|literal| !inside(literal));
                if !chosen(rule) || !others.all(|&literal| below(literal)) {
                    continue;
                }
                let mut open = 0;
                for literal in body.iter().filter(inside) {
                    watchers[index_of[&literal.atom()]].push(waiting.len());
                    open += 1;
                }
                given |= open == 0;
                waiting.push((open, index));
            }
            if given {
                holds[index] = true;
                queue.push_back(index);
            }
        }
        while let Some(index) = queue.pop_front() {
            for &rule in &watchers[index] {
                let (open, head) = &mut waiting[rule];
                *open -= 1;
                if *open == 0 && !std::mem::replace(&mut holds[*head], true) {
                    queue.push_back(*head);
                }
            }
        }
        holds
    }

    fn check_negations(&self, component: usize, members: &[AtomId]) -> Result<(), NegativeCycle> {
        for &atom in members {
            for &rule in self.rules_of(atom) {
                let inside = |literal: &GroundLiteral| {
                    self.components.of[literal.atom() as usize] as usize == component
                };
                let body = self.body(rule);
                let fails = |l: &GroundLiteral| !inside(l) && self.of_literal(*l) == Truth::False;
                if body.iter().any(fails) {
                    continue;
                }
                for literal in body {
                    if inside(literal) && literal.is_negated() {
                        return Err(self.cycle(component, atom, literal.atom()));
                    }
                }
            }
        }
        Ok(())
    }

    /// The shortest way from `last` back to `first`, which uses `last` negated.
    fn cycle(&self, component: usize, first: AtomId, last: AtomId) -> NegativeCycle {
        let mut came_from: HashMap<AtomId, (AtomId, bool)> = HashMap::new();
        came_from.insert(last, (last, false));
        let mut queue = VecDeque::from([last]);
        while let Some(atom) = queue.pop_front() {
            if atom == first {
                break;
            }
            for literal in self.rules_of(atom).iter().flat_map(|&rule| self.body(rule)) {
                let next = literal.atom();
                if self.components.of[next as usize] as usize == component
                    && !came_from.contains_key(&next)
                {
                    came_from.insert(next, (atom, literal.is_negated()));
                    queue.push_back(next);
                }
            }
        }
        let mut back = vec![];
        let mut atom = first;
        while atom != last {
            let (before, negated) = came_from[&atom];
            back.push((before, negated));
            atom = before;
        }
        let mut cycle = vec![(first, true)];
        cycle.extend(back.into_iter().rev());
        cycle
    }
}

/// The rules of each head: where they start, and their numbers.
fn group_by_head(program: &GroundProgram, atoms: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; atoms + 1];
    program.rules.iter().for_each(|rule| starts[rule.head as usize + 1] += 1);
    for atom in 0..atoms {
        starts[atom + 1] += starts[atom];
    }
    let mut next = starts.clone();
    let mut rules = vec![0u32; program.rules.len()];
    for (number, rule) in program.rules.iter().enumerate() {
        rules[next[rule.head as usize] as usize] = number as u32;
        next[rule.head as usize] += 1;
    }
    (starts, rules)
}
