//! What is certain: atoms that are true, or false, in every world.
//!
//! Ground atoms are looked at component by component, from the bottom. What a component uses from
//! below is true, false or open; inside, the atoms that can be true are the least fixpoint with
//! everything open taken as true, and the ones that must be true that with everything open taken as
//! false. If there are negations inside, the two depend on each other: a negated atom must be false if
//! it cannot be true. So they are computed in turn until nothing changes, which is the well-founded
//! model of the component (Van Gelder, *The Alternating Fixpoint of Logic Programs*, 1989).
//!
//! What is certain goes. If there is still a cycle through a negation that the roots reach, the
//! program has no meaning here.

use super::ground::{AtomId, Given, GroundLiteral, GroundProgram};
use hashbrown::HashMap;
use randlog_base::stop::{Stop, Stopped};
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
        roots: &[AtomId],
        stop: &Stop,
    ) -> Result<Result<Valued<'g>, NegativeCycle>, Stopped> {
        let count = program.given.len();
        let heads = program.rules.iter().map(|rule| rule.head);
        let rules = Lists::grouped(count, heads.zip(0..));
        let components = components_of(program, &rules, roots);
        let mut valued = Valued { program, rules, components, truth: vec![Truth::Open; count] };
        let mut doubtful = false;
        for component in 0..valued.components.len() {
            stop.check_at(component as u64)?;
            doubtful |= valued.judge(component, stop)?;
        }
        if doubtful {
            valued.rules = valued.rules_that_matter();
            valued.components = components_of(program, &valued.rules, roots);
            for component in 0..valued.components.len() {
                stop.check_at(component as u64)?;
                if let Some((first, last)) = valued.negation(component) {
                    return Ok(Err(valued.cycle(component, first, last)));
                }
            }
        }
        Ok(Ok(valued))
    }

    /// The rules of each atom that is open, without those that are no help.
    fn rules_that_matter(&self) -> Lists<u32> {
        let mut rules = Lists::default();
        for atom in 0..self.truth.len() as AtomId {
            let is_open = self.of(atom) == Truth::Open;
            let all = self.rules_of(atom).iter().copied();
            rules.push(all.filter(|&rule| is_open && self.matters(rule)));
        }
        rules
    }

    fn can_apply(&self, rule: u32) -> bool {
        self.body(rule).iter().all(|&literal| self.of_literal(literal) != Truth::False)
    }

    /// Can a rule apply where no other rule does by the same choice alone? A clause whose body is a
    /// disjunction has a rule for each branch: if one of them is certain, the others are no help.
    fn matters(&self, rule: u32) -> bool {
        let is_certain = |rule: u32| {
            self.body(rule).iter().all(|&literal| self.of_literal(literal) == Truth::True)
        };
        let rules = &self.program.rules;
        let chosen = rules[rule as usize].chosen;
        let mut others = self.rules_of(rules[rule as usize].head).iter();
        let is_idle = chosen.is_some()
            && !is_certain(rule)
            && others.any(|&other| rules[other as usize].chosen == chosen && is_certain(other));
        !is_idle && self.can_apply(rule)
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

    /// Finds out what is certain in a component. Is there a negation left between what is open?
    fn judge(&mut self, component: usize, stop: &Stop) -> Result<bool, Stopped> {
        let members = self.components.members(component).to_vec();
        let negates = self.negation(component).is_some();
        if let ([atom], false) = (&members[..], negates) {
            self.truth[*atom as usize] = self.judge_alone(*atom);
            return Ok(false);
        }
        let (possible, certain) = self.bounds(component, &members, negates, stop)?;
        for ((&atom, possible), certain) in members.iter().zip(possible).zip(certain) {
            self.truth[atom as usize] = match (possible, certain) {
                (_, true) => Truth::True,
                (true, false) => Truth::Open,
                (false, false) => Truth::False,
            };
        }
        Ok(negates && self.negation(component).is_some())
    }

    /// Which members of a component can be true, and which must be?
    fn bounds(
        &self,
        component: usize,
        members: &[AtomId],
        negates: bool,
        stop: &Stop,
    ) -> Result<(Vec<bool>, Vec<bool>), Stopped> {
        let given = |atom: AtomId| self.program.given[atom as usize];
        let place: HashMap<AtomId, usize> = match negates {
            true => members.iter().enumerate().map(|(place, &atom)| (atom, place)).collect(),
            false => HashMap::new(),
        };
        // A literal that is given to these is from below, or negates a member.
        let possible = |certain: &[bool]| {
            let can_hold = |literal: GroundLiteral| match place.get(&literal.atom()) {
                Some(&place) => !certain[place],
                None => self.of_literal(literal) != Truth::False,
            };
            self.least(component, can_hold, |atom| given(atom) != Given::Nothing, |_| true)
        };
        let certain = |possible: &[bool]| {
            let must_hold = |literal: GroundLiteral| match place.get(&literal.atom()) {
                Some(&place) => !possible[place],
                None => self.of_literal(literal) == Truth::True,
            };
            let always = |rule: u32| self.program.rules[rule as usize].chosen.is_none();
            self.least(component, must_hold, |atom| given(atom) == Given::Certainly, always)
        };
        let mut known = certain(&vec![true; members.len()]);
        loop {
            stop.check()?;
            let open = possible(&known);
            let next = if negates { certain(&open) } else { known.clone() };
            if next == known {
                return Ok((open, known));
            }
            known = next;
        }
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
    /// says which literals from below, or negated ones, hold, `given` which members are facts, and
    /// `chosen` which rules there are. In the order of the members.
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
                    !literal.is_negated() && self.is_inside(component, **literal)
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

    /// An open member of a component that uses another one, or itself, negated.
    fn negation(&self, component: usize) -> Option<(AtomId, AtomId)> {
        let members = self.components.members(component).iter().copied();
        let open = |&atom: &AtomId| self.of(atom) == Truth::Open;
        let rules = members
            .filter(open)
            .flat_map(|atom| self.rules_of(atom).iter().map(move |&rule| (atom, rule)));
        rules.filter(|&(_, rule)| self.can_apply(rule)).find_map(|(atom, rule)| {
            let mut body = self.body(rule).iter().copied();
            let negated = body.find(|&literal| {
                literal.is_negated()
                    && self.is_inside(component, literal)
                    && self.of_literal(literal) == Truth::Open
            });
            negated.filter(|_| self.matters(rule)).map(|literal| (atom, literal.atom()))
        })
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

/// The components of what the roots depend on by these rules.
fn components_of(program: &GroundProgram, rules: &Lists<u32>, roots: &[AtomId]) -> Components {
    // The successors of an atom: all literals of all its rules, one after another.
    let mut successors = Lists::default();
    for atom in 0..rules.count() {
        let bodies = rules[atom].iter().flat_map(|&rule| program.body(rule));
        successors.push(bodies.map(|literal| literal.atom()));
    }
    let successor = |atom: u32, position: usize| successors[atom as usize].get(position).copied();
    Components::new(rules.count(), roots.iter().copied(), successor)
}
