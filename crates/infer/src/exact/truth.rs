//! What is certain: atoms that are true, or false, in every world.
//!
//! Ground atoms are looked at component by component, from the bottom. What a component uses from
//! below is true, false or open; inside, the atoms that can be true are the least fixpoint with
//! everything open taken as true, and the ones that must be true that with everything open taken as
//! false. A negation inside a component would be a cycle through a negation, which has no meaning
//! here.

use super::ground::{AtomId, Given, GroundLiteral, GroundProgram};
use hashbrown::HashMap;
use randlog_base::{Components, Lists};
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
    rules: Lists<u32>,
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
        let count = program.given.len();
        let heads = program.rules.iter().map(|rule| rule.head);
        let rules = Lists::grouped(count, heads.zip(0..));
        // The successors of an atom: all literals of all its rules, one after another.
        let mut successors = Lists::default();
        for atom in 0..count {
            let bodies = rules[atom].iter().flat_map(|&rule| program.body(rule));
            successors.push(bodies.map(|literal| literal.atom()));
        }
        let successor =
            |atom: u32, position: usize| successors[atom as usize].get(position).copied();
        let components = Components::new(count, roots, successor);
        let mut valued = Valued { program, rules, components, truth: vec![Truth::Open; count] };
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

    fn is_inside(&self, component: usize, literal: GroundLiteral) -> bool {
        self.components.of[literal.atom() as usize] as usize == component
    }

    /// The numbers of an atom's rules.
    pub(super) fn rules_of(&self, atom: AtomId) -> &[u32] {
        &self.rules[atom as usize]
    }

    pub(super) fn body(&self, rule: u32) -> &'g [GroundLiteral] {
        self.program.body(rule)
    }

    fn judge(&mut self, component: usize) -> Result<(), NegativeCycle> {
        let members = self.components.members(component).to_vec();
        self.check_negations(component, &members)?;
        if let [atom] = members[..] {
            self.truth[atom as usize] = self.judge_alone(atom);
            return Ok(());
        }
        let given = |atom: AtomId| self.program.given[atom as usize];
        let possible = self.least(
            component,
            |literal| self.of_literal(literal) != Truth::False,
            |atom| given(atom) != Given::Nothing,
            |_| true,
        );
        let certain = self.least(
            component,
            |literal| self.of_literal(literal) == Truth::True,
            |atom| given(atom) == Given::Certainly,
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
        let given = self.program.given[atom as usize];
        if given == Given::Certainly {
            return Truth::True;
        }
        let mut possible = given != Given::Nothing;
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
                let inside = |literal: &&GroundLiteral| self.is_inside(component, **literal);
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
                // What is inside is open still.
                let body = self.body(rule);
                if body.iter().any(|&literal| self.of_literal(literal) == Truth::False) {
                    continue;
                }
                let mut inside = body.iter().filter(|&&literal| self.is_inside(component, literal));
                if let Some(literal) = inside.find(|literal| literal.is_negated()) {
                    return Err(self.cycle(component, atom, literal.atom()));
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
                if self.is_inside(component, *literal) && !came_from.contains_key(&next) {
                    came_from.insert(next, (atom, literal.is_negated()));
                    queue.push_back(next);
                }
            }
        }
        let before = |&(atom, _): &(AtomId, bool)| (atom != last).then(|| came_from[&atom]);
        let mut cycle: NegativeCycle = std::iter::successors(Some((first, true)), before).collect();
        cycle[1..].reverse();
        cycle
    }
}
