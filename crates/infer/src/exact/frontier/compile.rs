//! From an order of units to steps on states.

use super::super::number::{Chance, Number, conditional};
use super::super::subcircuit::{Gate, Input, Subcircuit};
use super::steps::{Bit, CycleBits, FrontierStep, MOST_BITS, Mask, Program, Test};
use super::units::{Action, Unit, Units, choice};
use hashbrown::{HashMap, HashSet};
use randlog_logic::Probability;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

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
    steps: Vec<FrontierStep<N>>,
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
    snapshots: HashMap<u32, Rc<CycleBits>>,
    forgotten: Vec<Bit>,
    width: usize,
    cost: f64,
}

/// The steps to answer queries: a single one is remembered to the end, several are asked as soon as they are known.
/// `None` if states would need too many places.
pub(super) fn compile<N: Number>(
    subcircuit: &Subcircuit<N>,
    units: &Units,
    order: &[u32],
    queries: &[Input],
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
    let query = match queries {
        [query] => Some(compiler.literal(*query)?),
        _ => None,
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
            self.steps.push(FrontierStep::Choose(place, taken, chance));
            let undrawn = self.undrawn.entry(choice).or_insert(1);
            *undrawn -= 1;
            if *undrawn == 0 {
                self.forget(choice);
            }
        } else {
            let place = self.place(item)?;
            let chance = self.subcircuit.chance(item).cloned()?;
            self.steps.push(FrontierStep::Draw(place, chance));
        }
        self.known(item, roots)
    }

    /// What is to be done when this is known.
    fn known(&mut self, number: u32, roots: &Roots) -> Option<()> {
        let Some(root) = roots.get(&number) else { return Some(()) };
        for &negated in &root.observed {
            let (place, value) = self.literal((number, negated))?;
            self.steps.push(FrontierStep::Keep(place, value));
        }
        for &(query, negated) in &root.asked {
            let (place, value) = self.literal((number, negated))?;
            self.steps.push(FrontierStep::Ask(query, place, value));
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
        Some(Test::new(&literals, unit.any, chance))
    }

    fn unit(&mut self, unit: &Unit, items: &[u32], roots: &Roots) -> Option<()> {
        for &(input, _) in &unit.inputs {
            self.draw(input, roots)?;
        }
        let test = self.test(unit)?;
        match &unit.action {
            Action::Make(gate) => {
                let place = self.place(*gate)?;
                self.steps.push(FrontierStep::Make(place, test));
            }
            Action::Absorb(gate, negated) => {
                let place = self.place(*gate)?;
                let deciding = self.subcircuit.gate(*gate) == Gate::Or;
                self.steps.push(FrontierStep::Absorb(place, test, deciding != *negated));
            }
            Action::Link(from, to) => self.link(test, Some(*from), to)?,
            Action::Give(to) => self.link(test, None, to)?,
        }
        self.measure();
        self.finish(unit, items, roots)?;
        if !self.forgotten.is_empty() {
            let mut mask = Mask::NONE;
            for place in self.forgotten.drain(..) {
                mask.set(place);
                self.free.push(Reverse(place));
            }
            self.steps.push(FrontierStep::Forget(mask));
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

    /// Forgets an item that no unit needs any more.
    fn retire(&mut self, item: u32, roots: &Roots) {
        if self.subcircuit.is_member(item) {
            let whole = self.units.whole[item as usize];
            if let Some(members) = self.open.get_mut(&whole) {
                // What is asked for or observed must be known in the end.
                if roots.contains_key(&item) {
                    return;
                }
                members.retain(|&member| member != item);
                for &other in members.iter() {
                    self.forgotten.extend(self.reach.remove(&(item, other)));
                    self.forgotten.extend(self.reach.remove(&(other, item)));
                }
                self.snapshots.remove(&whole);
            }
        }
        self.forget(item);
    }

    fn link(&mut self, test: Test<N>, from: Option<u32>, to: &[u32]) -> Option<()> {
        let whole = self.units.whole[from.or(to.first().copied())? as usize];
        for &member in from.iter().chain(to) {
            self.enter(whole, member)?;
        }
        let members = &self.open[&whole];
        let (places, reach) = (&self.places, &self.reach);
        let cycle = self.snapshots.entry(whole).or_insert_with(|| {
            let pairs = members.iter().flat_map(|&a| members.iter().map(move |&b| (a, b)));
            Rc::new(CycleBits {
                truth: members.iter().map(|member| places[member]).collect(),
                reach: pairs.map(|pair| reach.get(&pair).copied()).collect(),
            })
        });
        let index = |atom: u32| members.iter().position(|&member| member == atom);
        let to = to.iter().filter_map(|&atom| index(atom)).collect();
        self.steps.push(FrontierStep::Link(test, from.and_then(index), to, cycle.clone()));
        Some(())
    }

    /// Opens an atom of a cycle.
    fn enter(&mut self, whole: u32, member: u32) -> Option<()> {
        let members = self.open.entry(whole).or_default();
        if members.contains(&member) {
            return Some(());
        }
        members.push(member);
        let others = members[..members.len() - 1].to_vec();
        self.snapshots.remove(&whole);
        self.place(member)?;
        for other in others {
            for pair in [(member, other), (other, member)] {
                let place = self.allocate()?;
                self.reach.insert(pair, place);
            }
        }
        Some(())
    }
}
