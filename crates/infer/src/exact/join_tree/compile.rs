//! From a join tree to steps on tables.

mod branch;
mod join;

use super::super::circuit::Head;
use super::super::number::{Chance, Number};
use super::super::subcircuit::{Gate, Input, Subcircuit};
use super::steps::{Bit, Mask, Program, TableStep, Test};
use super::tree::{JoinTree, Step};
use super::units::{Action, Unit, Units, choice};
use branch::{Branch, Slot};
use hashbrown::HashMap;
use randlog_logic::Probability;
use std::cmp::Reverse;

/// What is to be done when a gate or event is known.
#[derive(Default)]
struct Root {
    /// It is observed: is it negated?
    observed: Vec<bool>,
    /// It is asked for, by queries with these numbers.
    asked: Vec<(usize, bool)>,
}

/// The alternatives of a choice.
struct ChoiceState<N> {
    /// How many are to be drawn.
    left: u32,
    /// The probability that none is taken, until it is counted.
    rest: Option<N>,
}

struct Compiler<'a, N> {
    subcircuit: &'a Subcircuit<N>,
    units: &'a Units,
    roots: HashMap<u32, Root>,
    steps: Vec<TableStep<N>>,
    /// Tables that wait to be joined, and the newest one.
    waiting: Vec<Branch>,
    branch: Branch,
    /// Per item: how many units are to come.
    left: Vec<u32>,
    /// Per item: how many branches have it.
    holders: Vec<u32>,
    /// Per whole: how many units are to come.
    parts: Vec<u32>,
    /// Per whole: how many branches have a part of it.
    makers: Vec<u32>,
    choices: HashMap<u32, ChoiceState<N>>,
    /// Events and alternatives whose probability is counted.
    drawn: Vec<bool>,
    forgotten: Vec<Bit>,
    /// The most places of a branch that is joined.
    places: usize,
    width: usize,
    cost: f64,
    /// With more states than this, it is no use to go on.
    most: f64,
}

/// The steps to answer queries: a single one is remembered to the end, several are asked as soon as they are known.
/// `None` if states would need too many places, or if there would be more than this many.
pub(super) fn compile<N: Number>(
    subcircuit: &Subcircuit<N>,
    units: &Units,
    tree: &JoinTree,
    queries: &[Input],
    most: f64,
) -> Option<Program<N>> {
    let mut left = units.uses.clone();
    let mut roots: HashMap<u32, Root> = HashMap::new();
    for &(number, negated) in &subcircuit.observations {
        roots.entry(number).or_default().observed.push(negated);
    }
    if let [(query, _)] = queries {
        left[*query as usize] += 1;
    } else {
        for (place, &(number, negated)) in queries.iter().enumerate() {
            roots.entry(number).or_default().asked.push((place, negated));
        }
    }
    let mut compiler = Compiler {
        subcircuit,
        units,
        roots,
        steps: Vec::new(),
        waiting: Vec::new(),
        branch: Branch::default(),
        left,
        holders: vec![0; subcircuit.len()],
        parts: units.parts.clone(),
        makers: vec![0; units.parts.len()],
        choices: HashMap::new(),
        drawn: vec![false; subcircuit.len()],
        forgotten: Vec::new(),
        places: 0,
        width: 0,
        cost: 0.0,
        most,
    };
    compiler.prepare_choices();
    let mut is_first = true;
    for step in &tree.steps {
        match step {
            Step::Open => {
                let before = std::mem::take(&mut compiler.branch);
                if !std::mem::replace(&mut is_first, false) {
                    compiler.waiting.push(before);
                }
                compiler.steps.push(TableStep::Open);
            }
            Step::Unit(unit) => compiler.unit(*unit)?,
            Step::Join => compiler.join()?,
        }
    }
    let query = match queries {
        [query] => Some(compiler.literal(*query)?),
        _ => None,
    };
    let Compiler { steps, branch, places, width, cost, .. } = compiler;
    Some(Program { steps, query, places: places.max(branch.used), width, cost })
}

impl<N: Number> Compiler<'_, N> {
    /// How many alternatives of each choice are drawn, and what is left of its probability?
    fn prepare_choices(&mut self) {
        let inputs = self.units.units.iter().flat_map(|unit| &unit.inputs);
        let mut alternatives: Vec<(u32, u32)> = inputs
            .filter_map(|&(input, _)| Some((choice(self.subcircuit, input)?, input)))
            .collect();
        alternatives.sort_unstable();
        alternatives.dedup();
        for group in alternatives.chunk_by(|one, other| one.0 == other.0) {
            let head = |&(_, gate): &(u32, u32)| match self.subcircuit.gate(gate) {
                Gate::Alternative(head, probability) => Some((head, probability)),
                _ => None,
            };
            let heads: Vec<(Head, Probability)> = group.iter().filter_map(head).collect();
            let rest = Some(N::none(&heads));
            self.choices.insert(group[0].0, ChoiceState { left: group.len() as u32, rest });
        }
    }

    /// The place of a slot, a new one if it has none.
    fn place(&mut self, slot: Slot) -> Option<Bit> {
        if let Some(place) = self.branch.place(slot) {
            return Some(place);
        }
        let item = slot.item();
        if !self.branch.has(item) {
            self.holders[item as usize] += 1;
        }
        self.branch.add(slot)
    }

    /// Where an input is, and the value that it has if it holds. Conjunctions that get their inputs one
    /// by one are remembered by whether they have failed.
    fn literal(&self, (number, negated): Input) -> Option<(Bit, bool)> {
        let fails = self.units.eager.get(number as usize) == Some(&true)
            && self.subcircuit.gate(number) == Gate::And;
        self.branch.place(Slot::Value(number)).map(|place| (place, negated == fails))
    }

    /// Lets an input have a value.
    fn read(&mut self, item: u32) -> Option<()> {
        if self.branch.place(Slot::Value(item)).is_some() {
            return Some(());
        }
        let is_drawn = std::mem::replace(&mut self.drawn[item as usize], true);
        if let Some(choice) = choice(self.subcircuit, item) {
            let Gate::Alternative(head, probability) = self.subcircuit.gate(item) else {
                return None;
            };
            let (taken, place) = (self.place(Slot::Taken(choice))?, self.place(Slot::Value(item))?);
            *self.branch.alternatives.entry(choice).or_default() += 1;
            let chance = (!is_drawn).then(|| N::head(head, probability));
            self.steps.push(TableStep::Choose(place, taken, chance));
            if let Some(state) = self.choices.get_mut(&choice).filter(|_| !is_drawn) {
                state.left -= 1;
            }
            self.known(item)?;
            return self.close(choice);
        }
        let place = self.place(Slot::Value(item))?;
        if self.subcircuit.events().contains(&item) && !is_drawn {
            let chance = self.subcircuit.chance(item).cloned()?;
            self.steps.push(TableStep::Draw(place, chance));
        } else {
            self.branch.has_guesses = true;
            self.steps.push(TableStep::Guess(place, self.branch.place(Slot::Part(item))));
        }
        self.known(item)
    }

    /// Ends a choice, if all of its alternatives are drawn and no other branch knows of it.
    fn close(&mut self, choice: u32) -> Option<()> {
        let state = self.choices.get_mut(&choice)?;
        if state.left > 0 || self.holders[choice as usize] != 1 {
            return Some(());
        }
        let taken = self.branch.place(Slot::Taken(choice))?;
        if let Some(rest) = state.rest.take() {
            self.steps.push(TableStep::Close(taken, rest));
        }
        self.forget(Slot::Taken(choice));
        Some(())
    }

    /// What is to be done when this is known.
    fn known(&mut self, number: u32) -> Option<()> {
        let Some(root) = self.roots.get(&number) else { return Some(()) };
        for &negated in &root.observed {
            let (place, value) = self.literal((number, negated))?;
            self.steps.push(TableStep::Keep(place, value));
        }
        for &(query, negated) in &root.asked {
            let (place, value) = self.literal((number, negated))?;
            self.steps.push(TableStep::Ask(query, place, value));
        }
        Some(())
    }

    fn forget(&mut self, slot: Slot) {
        let item = slot.item();
        if let Some(place) = self.branch.remove(slot) {
            self.forgotten.push(place);
            if let Some(choice) = choice(self.subcircuit, item) {
                self.branch.forget_alternative(choice);
            }
            if !self.branch.has(item) {
                self.holders[item as usize] -= 1;
            }
        }
    }

    /// Writes down what is to be forgotten.
    fn flush(&mut self) {
        if self.forgotten.is_empty() {
            return;
        }
        let mut mask = Mask::NONE;
        for place in self.forgotten.drain(..) {
            mask.set(place);
            self.branch.free.push(Reverse(place));
        }
        self.steps.push(TableStep::Forget(mask));
    }

    fn test(&self, unit: &Unit) -> Option<Test<N>> {
        let literals = unit.inputs.iter().map(|&input| self.literal(input));
        let literals = literals.collect::<Option<Vec<_>>>()?;
        let mut chance: Option<Chance<N>> = None;
        for &(event, negated) in &unit.private {
            let next = self.subcircuit.chance(event)?.clone().negated_if(negated);
            chance = Some(match chance {
                None => next,
                Some(chance) if unit.any => chance.or(&next),
                Some(chance) => chance.and(&next),
            });
        }
        Some(Test::new(&literals, unit.any, chance))
    }

    fn unit(&mut self, number: u32) -> Option<()> {
        let units = self.units;
        let unit = &units.units[number as usize];
        for &(input, _) in &unit.inputs {
            self.read(input)?;
        }
        let test = self.test(unit)?;
        match &unit.action {
            Action::Make(gate) => match self.branch.place(Slot::Value(*gate)) {
                Some(place) => self.steps.push(TableStep::Check(place, test)),
                None => {
                    let place = self.place(Slot::Value(*gate))?;
                    self.steps.push(TableStep::Make(place, test));
                    self.known(*gate)?;
                }
            },
            Action::Absorb(gate, negated) => {
                let place = self.part(*gate)?;
                let deciding = self.subcircuit.gate(*gate) == Gate::Or;
                self.steps.push(TableStep::Absorb(place, test, deciding != *negated));
                self.bound(&[*gate]);
            }
            Action::Link(from, to) => self.link(test, Some(*from), to)?,
            Action::Give(to) => self.link(test, None, to)?,
            Action::Look => {}
        }
        self.measure(self.branch.bits())?;
        if let Some(gate) = unit.contributes_to() {
            let whole = units.whole[gate as usize];
            self.parts[whole as usize] -= 1;
            self.complete(whole)?;
        }
        for &item in &units.items[number as usize] {
            self.left[item as usize] -= 1;
            self.retire(item);
        }
        self.flush();
        Some(())
    }

    /// Where what is known of a gate so far is.
    fn part(&mut self, gate: u32) -> Option<Bit> {
        let whole = self.units.whole[gate as usize];
        if self.branch.parts.insert(whole) {
            self.makers[whole as usize] += 1;
        }
        self.place(Slot::Part(gate))
    }

    /// What is known of these gates so far must not exceed what they were guessed to be.
    fn bound(&mut self, gates: &[u32]) {
        if !self.branch.has_guesses {
            return;
        }
        let pairs: Vec<(Bit, Bit)> =
            gates.iter().filter_map(|&gate| self.branch.both(gate)).collect();
        if !pairs.is_empty() {
            self.steps.push(TableStep::AtMost(pairs));
        }
    }

    /// If all parts of a gate or a cycle have come together, it is known.
    fn complete(&mut self, whole: u32) -> Option<()> {
        let makers = self.makers[whole as usize];
        if self.parts[whole as usize] > 0 || makers != 1 || !self.branch.parts.remove(&whole) {
            return Some(());
        }
        self.makers[whole as usize] = 0;
        let members = self.branch.open.remove(&whole);
        let gates = members.clone().unwrap_or_else(|| vec![whole]);
        let pairs: Vec<(Bit, Bit)> =
            gates.iter().filter_map(|&gate| self.branch.both(gate)).collect();
        if !pairs.is_empty() {
            self.steps.push(TableStep::Equal(pairs));
        }
        for (&a, &b) in members.iter().flatten().flat_map(|a| gates.iter().map(move |b| (a, b))) {
            self.forgotten.extend(self.branch.reach.remove(&(a, b)));
        }
        for gate in gates {
            if self.branch.both(gate).is_some() {
                self.forget(Slot::Part(gate));
            } else {
                self.branch.rename(gate);
                self.known(gate)?;
            }
            self.retire(gate);
        }
        Some(())
    }

    fn measure(&mut self, bits: f64) -> Option<()> {
        self.width = self.width.max(self.branch.len());
        self.cost += bits.exp2();
        (self.cost <= self.most).then_some(())
    }

    /// Forgets an item that nothing needs any more.
    fn retire(&mut self, item: u32) {
        if self.left[item as usize] > 0 || self.holders[item as usize] != 1 {
            return;
        }
        if self.branch.place(Slot::Part(item)).is_some() {
            // What is asked for, observed or guessed must be known in the end; and so must a gate.
            let is_needed =
                self.roots.contains_key(&item) || self.branch.place(Slot::Value(item)).is_some();
            if is_needed || !self.subcircuit.is_member(item) {
                return;
            }
            let whole = self.units.whole[item as usize];
            let gone = self.branch.leave(whole, item);
            self.forgotten.extend(gone);
            self.forget(Slot::Part(item));
        }
        self.forget(Slot::Value(item));
    }

    fn link(&mut self, test: Test<N>, from: Option<u32>, to: &[u32]) -> Option<()> {
        let whole = self.units.whole[from.or(to.first().copied())? as usize];
        for &member in from.iter().chain(to) {
            self.part(member)?;
            self.branch.enter(whole, member)?;
        }
        let cycle = self.branch.cycle(whole);
        let members = &self.branch.open[&whole];
        let index = |atom: u32| members.iter().position(|&member| member == atom);
        let places = to.iter().filter_map(|&atom| index(atom)).collect();
        self.steps.push(TableStep::Link(test, from.and_then(index), places, cycle));
        if self.branch.has_guesses {
            let members = members.clone();
            self.bound(&members);
        }
        Some(())
    }
}
