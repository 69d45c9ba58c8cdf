//! Cycles that are none.
//!
//! In any world, consider the round in which an atom is first derived: what the rule that derives it
//! needs was derived in earlier rounds, so *without the atom*. Therefore
//!
//! - a rule of an atom is no help, and goes, if part of its body cannot be derived without the atom;
//! - the others need only what of their body can be derived without it. If that is little, and has no
//!   cycles of its own, they get a copy of it, in which all that leads back to the atom is left out.
//!
//! Take `p(X) :- q(X)` and `q(X) :- p(X), r(Y), p(Y)`. If `q(a)` is no fact, the first rule is no help
//! for `a`. If it is, what the rule needs is just that fact. Either way there is no cycle any more,
//! where all `p` and `q` were one before: far too much for a decision diagram.

use super::ground::{AtomId, Given, GroundLiteral, GroundProgram};
use super::truth::{Truth, Valued};
use hashbrown::HashMap;
use randlog_base::stop::{Stop, Stopped};

/// Atoms times literals of a cycle: beyond this, looking closer takes longer than it is worth.
const MOST_STEPS: usize = 1 << 27;

/// The same for cycles whose rules have one atom of the cycle each: join trees are good at these.
const MOST_STEPS_IF_LINEAR: usize = 1 << 21;

/// The most atoms that are copied for one atom.
const LARGEST_COPY: usize = 8;

/// The program with shorter cycles; `None` if there is not much to gain.
pub(super) fn untangle(
    valued: &Valued<'_>,
    roots: &[AtomId],
    stop: &Stop,
) -> Result<Option<GroundProgram>, Stopped> {
    let components = 0..valued.components.len();
    let tangled = components.filter(|&component| valued.components.members(component).len() > 1);
    let cycles: Vec<CyclicComponent<'_>> =
        tangled.map(|component| CyclicComponent::new(valued, component)).collect();
    let mut plans: Vec<Plan> = Vec::new();
    for plan in cycles.iter().flat_map(CyclicComponent::plans) {
        stop.check()?;
        plans.push(plan);
    }
    let is_idle = |plan: &Plan| plan.useless.is_empty() && plan.copied.is_empty();
    if plans.iter().all(is_idle) {
        return Ok(None);
    }
    let program = Builder::new(valued).build(&plans);
    // What breaks no cycles may as well make a diagram larger.
    let is_better = match Valued::new(&program, roots, stop)? {
        Ok(after) => 2 * longest(&after) <= longest(valued),
        Err(_) => false,
    };
    Ok(is_better.then_some(program))
}

/// How many atoms the longest cycle has.
fn longest(valued: &Valued<'_>) -> usize {
    let sizes = (0..valued.components.len()).map(|c| valued.components.members(c).len());
    sizes.max().unwrap_or(0)
}

/// A rule that can apply.
struct Rule {
    number: u32,
    head: AtomId,
    /// The open members of the cycle in its body.
    inside: Vec<AtomId>,
}

/// The rules of open atoms that depend on each other.
struct CyclicComponent<'v> {
    valued: &'v Valued<'v>,
    members: Vec<AtomId>,
    places: HashMap<AtomId, usize>,
    rules: Vec<Rule>,
    /// Per place: its rules, the rules that use it, and whether it can be derived from outside.
    rules_of: Vec<Vec<usize>>,
    users: Vec<Vec<usize>>,
    given: Vec<bool>,
}

/// What to do for an atom.
struct Plan {
    atom: AtomId,
    /// Its rules that are no help, in order.
    useless: Vec<u32>,
    /// What its other rules need, and by which rules within the cycle that is derived without the
    /// atom. Empty if it cannot be copied.
    copied: HashMap<AtomId, Vec<u32>>,
}

impl<'v> CyclicComponent<'v> {
    fn new(valued: &'v Valued<'_>, component: usize) -> CyclicComponent<'v> {
        let all = valued.components.members(component).iter().copied();
        let members: Vec<AtomId> = all.filter(|&atom| valued.of(atom) == Truth::Open).collect();
        let places = members.iter().enumerate().map(|(place, &atom)| (atom, place)).collect();
        let lists = || vec![Vec::new(); members.len()];
        let (rules_of, users, given) = (lists(), lists(), vec![false; members.len()]);
        let mut cycle =
            CyclicComponent { valued, members, places, rules: Vec::new(), rules_of, users, given };
        for place in 0..cycle.members.len() {
            let given = valued.program.given[cycle.members[place] as usize];
            cycle.given[place] = given != Given::Nothing;
            for &number in valued.rules_of(cycle.members[place]) {
                cycle.add(number, place);
            }
        }
        cycle
    }

    fn add(&mut self, number: u32, place: usize) {
        let body = self.valued.body(number);
        if body.iter().any(|&literal| self.valued.of_literal(literal) == Truth::False) {
            return;
        }
        let atoms = body.iter().map(|literal| literal.atom());
        let inside: Vec<AtomId> = atoms.filter(|atom| self.places.contains_key(atom)).collect();
        let index = self.rules.len();
        self.given[place] |= inside.is_empty();
        self.rules_of[place].push(index);
        inside.iter().for_each(|atom| self.users[self.places[atom]].push(index));
        self.rules.push(Rule { number, head: self.members[place], inside });
    }

    fn plans(&self) -> impl Iterator<Item = Plan> {
        let waiting: Vec<u32> = self.rules.iter().map(|rule| rule.inside.len() as u32).collect();
        let steps = waiting.iter().sum::<u32>() as usize * self.members.len();
        let is_linear = waiting.iter().all(|&inside| inside <= 1);
        let most = if is_linear { MOST_STEPS_IF_LINEAR } else { MOST_STEPS };
        let count = if steps > most { 0 } else { self.members.len() };
        (0..count).map(move |place| self.plan(place, &self.derived_without(place, waiting.clone())))
    }

    /// What can be derived, per place, if the atom at one place cannot.
    fn derived_without(&self, place: usize, mut waiting: Vec<u32>) -> Vec<bool> {
        let mut derived = self.given.clone();
        derived[place] = false;
        let mut queue: Vec<usize> = (0..derived.len()).filter(|&place| derived[place]).collect();
        while let Some(next) = queue.pop() {
            for &rule in &self.users[next] {
                waiting[rule] -= 1;
                let head = self.places[&self.rules[rule].head];
                if waiting[rule] == 0 && head != place && !derived[head] {
                    derived[head] = true;
                    queue.push(head);
                }
            }
        }
        derived
    }

    fn plan(&self, place: usize, derived: &[bool]) -> Plan {
        let does_without = |rule: &&Rule| rule.inside.iter().all(|atom| derived[self.places[atom]]);
        let rules = |place: usize| self.rules_of[place].iter().map(|&index| &self.rules[index]);
        let useless = rules(place).filter(|rule| !does_without(rule)).map(|rule| rule.number);
        let mut plan =
            Plan { atom: self.members[place], useless: useless.collect(), copied: HashMap::new() };
        let mut needed: Vec<AtomId> =
            rules(place).filter(does_without).flat_map(|rule| &rule.inside).copied().collect();
        while let Some(atom) = needed.pop() {
            if plan.copied.contains_key(&atom) {
                continue;
            }
            if plan.copied.len() == LARGEST_COPY {
                plan.copied.clear();
                break;
            }
            let kept = rules(self.places[&atom]).filter(does_without);
            // The others are part of what it has from outside.
            let kept: Vec<&Rule> = kept.filter(|rule| !rule.inside.is_empty()).collect();
            needed.extend(kept.iter().flat_map(|rule| &rule.inside));
            plan.copied.insert(atom, kept.into_iter().map(|rule| rule.number).collect());
        }
        if self.has_a_cycle(&plan.copied) {
            plan.copied.clear();
        }
        plan
    }

    /// Do these atoms depend on themselves by these rules?
    fn has_a_cycle(&self, rules: &HashMap<AtomId, Vec<u32>>) -> bool {
        let uses = |number: u32, atom: AtomId| {
            self.valued.body(number).iter().any(|literal| literal.atom() == atom)
        };
        let mut left: Vec<AtomId> = rules.keys().copied().collect();
        // What uses nothing that is left cannot be part of a cycle.
        loop {
            let before = left.len();
            let is_free = |atom: &AtomId| {
                rules[atom].iter().all(|&number| !left.iter().any(|&used| uses(number, used)))
            };
            let rest: Vec<AtomId> = left.iter().copied().filter(|atom| !is_free(atom)).collect();
            left = rest;
            if left.len() == before {
                return before > 0;
            }
        }
    }
}

/// Makes the new program.
struct Builder<'v> {
    valued: &'v Valued<'v>,
    program: GroundProgram,
    /// For members of cycles that are copied: what they have from outside, as an atom of its own, so
    /// that all copies share it.
    sources: HashMap<AtomId, AtomId>,
}

impl<'v> Builder<'v> {
    fn new(valued: &'v Valued<'_>) -> Builder<'v> {
        Builder { valued, program: valued.program.without_rules(), sources: HashMap::new() }
    }

    fn build(mut self, plans: &[Plan]) -> GroundProgram {
        for &atom in plans.iter().flat_map(|plan| plan.copied.keys()) {
            if !self.sources.contains_key(&atom) {
                self.add_source(atom);
            }
        }
        let plan_of: HashMap<AtomId, &Plan> = plans.iter().map(|plan| (plan.atom, plan)).collect();
        let copies: HashMap<AtomId, HashMap<AtomId, AtomId>> =
            plans.iter().map(|plan| (plan.atom, self.copies(plan))).collect();
        for number in 0..self.valued.program.rules.len() as u32 {
            let head = self.valued.program.rules[number as usize].head;
            let fails = |&literal: &GroundLiteral| self.valued.of_literal(literal) == Truth::False;
            if self.valued.body(number).iter().any(fails) {
                continue;
            }
            match plan_of.get(&head) {
                Some(plan) if plan.useless.binary_search(&number).is_ok() => {}
                Some(_) => self.copy_rule(number, self.home(number, head), &copies[&head]),
                None => self.copy_rule(number, self.home(number, head), &HashMap::new()),
            }
        }
        self.program
    }

    fn add_atom(&mut self, given: Given) -> AtomId {
        self.program.given.push(given);
        (self.program.given.len() - 1) as AtomId
    }

    /// Takes what an atom has from outside to an atom of its own.
    fn add_source(&mut self, atom: AtomId) {
        let given = &mut self.program.given[atom as usize];
        let given = std::mem::replace(given, Given::Nothing);
        let source = self.add_atom(given);
        self.program.add_rule(atom, None, &[GroundLiteral::new(source, false)]);
        self.sources.insert(atom, source);
    }

    /// The head that a rule gets: what needs nothing from inside is part of the source.
    fn home(&self, number: u32, head: AtomId) -> AtomId {
        let component = |atom: AtomId| self.valued.components.of[atom as usize];
        let is_inside = |literal: &GroundLiteral| {
            let atom = literal.atom();
            component(atom) == component(head) && self.valued.of(atom) == Truth::Open
        };
        match self.sources.get(&head) {
            Some(&source) if !self.valued.body(number).iter().any(is_inside) => source,
            _ => head,
        }
    }

    /// Copies what the rules of an atom need.
    fn copies(&mut self, plan: &Plan) -> HashMap<AtomId, AtomId> {
        let atoms = plan.copied.keys();
        let copies: HashMap<AtomId, AtomId> =
            atoms.map(|&atom| (atom, self.add_atom(Given::Nothing))).collect();
        for (atom, rules) in &plan.copied {
            let source = GroundLiteral::new(self.sources[atom], false);
            self.program.add_rule(copies[atom], None, &[source]);
            rules.iter().for_each(|&number| self.copy_rule(number, copies[atom], &copies));
        }
        copies
    }

    /// A rule for another head, with copies in place of what was copied.
    fn copy_rule(&mut self, number: u32, head: AtomId, copies: &HashMap<AtomId, AtomId>) {
        let copy = |literal: &GroundLiteral| {
            let atom = literal.atom();
            GroundLiteral::new(copies.get(&atom).copied().unwrap_or(atom), literal.is_negated())
        };
        let body: Vec<GroundLiteral> = self.valued.body(number).iter().map(copy).collect();
        let chosen = self.valued.program.rules[number as usize].chosen;
        self.program.add_rule(head, chosen, &body);
    }
}
