//! From an order of units to steps on states.

mod cycles;

use super::super::number::{Chance, Number, conditional};
use super::super::subcircuit::{Gate, Input, Subcircuit};
use super::steps::{Bit, Cycle, MOST_BITS, Program, Step, Test};
use super::units::{Action, Unit, Units, choice};
use hashbrown::{HashMap, HashSet};
use randlog_logic::Probability;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// What the steps shall find out.
pub(super) enum Goal {
    /// A query, to be remembered to the end.
    One(Input),
    /// All queries of the subcircuit, to be asked as soon as they are known.
    All,
}

/// What is to be done when a gate or event is known.
#[derive(Default)]
struct Root {
    /// It is observed: is it negated?
    observed: Vec<bool>,
    /// It is asked for, by queries with these numbers.
    asked: Vec<(usize, bool)>,
}

type Roots = HashMap<u32, Root>;

struct Compiler<'a, N> {
    subcircuit: &'a Subcircuit<N>,
    units: &'a Units,
    steps: Vec<Step<N>>,
    places: HashMap<u32, Bit>,
    free: BinaryHeap<Reverse<Bit>>,
    used: usize,
    /// Per item: how many units are to come.
    left: Vec<u32>,
    /// Per whole: how many units are to come.
    parts: Vec<u32>,
    /// The alternatives of choices, with their chances given the order in which they are drawn.
    chances: HashMap<u32, Chance<N>>,
    undrawn: HashMap<u32, u32>,
    drawn: HashSet<u32>,
    /// The open atoms of cycles, by whole, and how they depend on each other.
    open: HashMap<u32, Vec<u32>>,
    reach: HashMap<(u32, u32), Bit>,
    snapshots: HashMap<u32, Rc<Cycle>>,
    forgotten: Vec<Bit>,
    width: usize,
    cost: f64,
}

/// The steps for a goal; `None` if states would need too many places.
pub(super) fn compile<N: Number>(
    subcircuit: &Subcircuit<N>,
    units: &Units,
    order: &[u32],
    goal: &Goal,
    observations: &[Input],
) -> Option<Program<N>> {
    let mut left = units.uses.clone();
    for &(other, _) in &subcircuit.queries {
        left[other as usize] -= 1;
    }
    let mut roots = Roots::new();
    for &(number, negated) in observations {
        roots.entry(number).or_default().observed.push(negated);
    }
    let queries = match goal {
        Goal::One(query) => {
            left[query.0 as usize] += 1;
            std::slice::from_ref(query)
        }
        Goal::All => {
            for (place, &(number, negated)) in subcircuit.queries.iter().enumerate() {
                roots.entry(number).or_default().asked.push((place, negated));
            }
            &subcircuit.queries
        }
    };
    let mut compiler = Compiler {
        subcircuit,
        units,
        steps: Vec::new(),
        places: HashMap::new(),
        free: BinaryHeap::new(),
        used: 0,
        left,
        parts: units.parts.clone(),
        chances: HashMap::new(),
        undrawn: HashMap::new(),
        drawn: HashSet::new(),
        open: HashMap::new(),
        reach: HashMap::new(),
        snapshots: HashMap::new(),
        forgotten: Vec::new(),
        width: 0,
        cost: 0.0,
    };
    let last: Vec<Input> = observations.iter().chain(queries).copied().collect();
    compiler.prepare_choices(order, &last);
    for &unit in order {
        compiler.unit(&units.units[unit as usize], &units.items[unit as usize], &roots)?;
    }
    for &(root, _) in &last {
        compiler.draw(root, &roots)?;
    }
    let query = match goal {
        Goal::One(query) => Some(compiler.literal(*query)?),
        Goal::All => None,
    };
    let Compiler { steps, used: places, width, cost, .. } = compiler;
    Some(Program { steps, query, places, width, cost })
}

impl<N: Number> Compiler<'_, N> {
    /// Alternatives are drawn as units need them: which are before which?
    fn prepare_choices(&mut self, order: &[u32], roots: &[Input]) {
        let mut drawn: HashMap<u32, Vec<(u32, Probability)>> = HashMap::new();
        let inputs = order.iter().flat_map(|&unit| &self.units.units[unit as usize].inputs);
        let mut seen = HashSet::new();
        for &(input, _) in inputs.chain(roots) {
            if let Some(choice) = choice(self.subcircuit, input)
                && let Gate::Alternative(probability) = self.subcircuit.gate(input)
                && seen.insert(input)
            {
                drawn.entry(choice).or_default().push((input, probability));
            }
        }
        for (choice, alternatives) in drawn {
            self.undrawn.insert(choice, alternatives.len() as u32);
            let probabilities: Vec<Probability> = alternatives.iter().map(|&(_, p)| p).collect();
            let chances = conditional(&probabilities);
            let gates = alternatives.into_iter().map(|(gate, _)| gate);
            self.chances.extend(gates.zip(chances));
        }
    }

    fn allocate(&mut self) -> Option<Bit> {
        if let Some(Reverse(place)) = self.free.pop() {
            return Some(place);
        }
        self.used += 1;
        (self.used <= MOST_BITS).then_some((self.used - 1) as Bit)
    }

    /// The place of an item, a new one if it has none.
    fn place(&mut self, item: u32) -> Option<Bit> {
        if let Some(&place) = self.places.get(&item) {
            return Some(place);
        }
        let place = self.allocate()?;
        self.places.insert(item, place);
        Some(place)
    }

    /// Where an input is, and the value that it has if it holds. Conjunctions that get their inputs one
    /// by one are remembered by whether they have failed.
    fn literal(&self, (number, negated): Input) -> Option<(Bit, bool)> {
        let fails = self.units.eager.get(number as usize) == Some(&true)
            && self.subcircuit.gate(number) == Gate::And;
        self.places.get(&number).map(|&place| (place, negated == fails))
    }

    /// Draws what must be drawn, if that has not been done.
    fn draw(&mut self, item: u32, roots: &Roots) -> Option<()> {
        let is_drawn =
            self.subcircuit.events().contains(&item) || choice(self.subcircuit, item).is_some();
        if !is_drawn || !self.drawn.insert(item) {
            return Some(());
        }
        if let Some(choice) = choice(self.subcircuit, item) {
            let (taken, place) = (self.place(choice)?, self.place(item)?);
            let chance = self.chances.get(&item).cloned()?;
            self.steps.push(Step::Choose(place, taken, chance));
            let undrawn = self.undrawn.entry(choice).or_insert(1);
            *undrawn -= 1;
            if *undrawn == 0 {
                self.forget(choice);
            }
        } else {
            let place = self.place(item)?;
            let chance = self.subcircuit.chance(item).cloned()?;
            self.steps.push(Step::Draw(place, chance));
        }
        self.known(item, roots)
    }

    /// What is to be done when this is known.
    fn known(&mut self, number: u32, roots: &Roots) -> Option<()> {
        let Some(root) = roots.get(&number) else { return Some(()) };
        for &negated in &root.observed {
            let (place, value) = self.literal((number, negated))?;
            self.steps.push(Step::Keep(place, value));
        }
        for &(query, negated) in &root.asked {
            let (place, value) = self.literal((number, negated))?;
            self.steps.push(Step::Ask(query, place, value));
        }
        Some(())
    }

    fn forget(&mut self, item: u32) {
        self.forgotten.extend(self.places.remove(&item));
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
        Some(Test { literals, any: unit.any, chance })
    }

    fn unit(&mut self, unit: &Unit, items: &[u32], roots: &Roots) -> Option<()> {
        for &(input, _) in &unit.inputs {
            self.draw(input, roots)?;
        }
        let test = self.test(unit)?;
        match &unit.action {
            Action::Make(gate) => {
                let place = self.place(*gate)?;
                self.steps.push(Step::Make(place, test));
            }
            Action::Absorb(gate, negated) => {
                let place = self.place(*gate)?;
                let deciding = self.subcircuit.gate(*gate) == Gate::Or;
                self.steps.push(Step::Absorb(place, test, deciding != *negated));
            }
            Action::Link(from, to) => self.link(test, Some(*from), to)?,
            Action::Give(to) => self.link(test, None, to)?,
        }
        self.measure();
        self.finish(unit, items, roots)?;
        if !self.forgotten.is_empty() {
            let forgotten = std::mem::take(&mut self.forgotten);
            self.free.extend(forgotten.iter().map(|&place| Reverse(place)));
            self.steps.push(Step::Forget(forgotten));
        }
        Some(())
    }

    /// What is complete now, and what is not needed any more?
    fn finish(&mut self, unit: &Unit, items: &[u32], roots: &Roots) -> Option<()> {
        let gate = unit.contributes_to();
        let whole = self.units.whole[gate as usize];
        self.parts[whole as usize] -= 1;
        if self.parts[whole as usize] == 0 {
            match self.open.remove(&whole) {
                None => self.known(gate, roots)?,
                Some(members) => {
                    let places = members.iter().flat_map(|&a| members.iter().map(move |&b| (a, b)));
                    let places: Vec<(u32, u32)> = places.collect();
                    self.forgotten.extend(places.iter().filter_map(|pair| self.reach.remove(pair)));
                    for &member in &members {
                        self.known(member, roots)?;
                        if self.left[member as usize] == 0 {
                            self.forget(member);
                        }
                    }
                }
            }
        }
        for &item in items {
            self.left[item as usize] -= 1;
            let is_choice =
                self.subcircuit.events().contains(&item) && self.subcircuit.chance(item).is_none();
            if self.left[item as usize] == 0 && !is_choice {
                self.retire(item, roots);
            }
        }
        Some(())
    }

    fn measure(&mut self) {
        let on_cycles: usize = self.open.values().map(Vec::len).sum();
        let apart = (self.places.len() - on_cycles.min(self.places.len())) as f64;
        // Atoms that are equivalent, or true: about as many cases as there are partitions.
        let together =
            |members: &Vec<u32>| members.len() as f64 * (members.len() as f64 + 1.0).log2();
        let bits = apart + self.open.values().map(together).sum::<f64>();
        self.width = self.width.max(self.places.len());
        self.cost += bits.exp2();
    }
}
