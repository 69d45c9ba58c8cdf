//! A subcircuit, taken apart into units of work.
//!
//! A unit reads the values of some gates and events, and contributes to one gate, or to a cycle. What
//! must be remembered of some units are *items* that others have, too: a value that is read; a gate some of
//! whose inputs are known; an atom on a cycle some of whose rules are known. The join tree decides how many items
//! there are at a time.

use super::super::subcircuit::{Gate, Input, Subcircuit};
use hashbrown::{HashMap, HashSet};
use randlog_base::Lists;

/// A step of the work: find out whether all inputs hold, or one of them; then do something with it.
pub(super) struct Unit {
    /// What is read from what is remembered.
    pub(super) inputs: Vec<Input>,
    /// Events that nothing else reads: they are drawn only if all depends on them.
    pub(super) private: Vec<Input>,
    /// Does one input suffice?
    pub(super) any: bool,
    pub(super) action: Action,
}

/// What to do with the outcome of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// It is the value of this gate.
    Make(u32),
    /// It is one input of this gate, possibly negated.
    Absorb(u32, bool),
    /// If it holds, then, if the first atom of the cycle is true, the others are.
    Link(u32, Vec<u32>),
    /// If it holds, these atoms of the cycle are true.
    Give(Vec<u32>),
    /// None: an event is asked for or observed that nothing else reads.
    Look,
}

pub(super) struct Units {
    pub(super) units: Vec<Unit>,
    /// Gates that get their inputs one by one.
    pub(super) eager: Vec<bool>,
    /// Per gate: the cycle, or the gate itself; what is complete only as a whole.
    pub(super) whole: Vec<u32>,
    /// Per whole: how many units contribute to it.
    pub(super) parts: Vec<u32>,
    /// The items of each unit: gates and events, and choices for their alternatives.
    pub(super) items: Lists<u32>,
    /// Per item: how many units have it.
    pub(super) uses: Vec<u32>,
    /// Per cycle: its atoms that are read elsewhere, which must all be remembered until the cycle is complete.
    pub(super) read_together: Vec<Vec<u32>>,
}

/// With more inputs than this, a gate gets them one by one.
const MANY_INPUTS: usize = 8;

/// Taking a subcircuit apart.
struct Builder<'r, N> {
    subcircuit: &'r Subcircuit<N>,
    /// How often each gate and event is used; what is asked for or observed, twice more.
    uses: Vec<u32>,
    /// The last gate that uses each gate and event.
    user: Vec<u32>,
    eager: Vec<bool>,
    units: Vec<Unit>,
}

impl Units {
    /// The units of a subcircuit; `None` if it has a rule with several atoms of its own cycle, or one that
    /// is used elsewhere, too.
    pub(super) fn new<N>(subcircuit: &Subcircuit<N>) -> Option<Units> {
        let mut builder = Builder {
            subcircuit,
            uses: vec![0; subcircuit.len()],
            user: vec![0; subcircuit.len()],
            eager: vec![false; subcircuit.gates().len()],
            units: Vec::new(),
        };
        builder.count_uses();
        builder.choose_eager();
        builder.take_apart()?;
        builder.look();
        Some(builder.finish())
    }
}

impl<N> Builder<'_, N> {
    fn count_uses(&mut self) {
        let subcircuit = self.subcircuit;
        for gate in subcircuit.gates() {
            for &(input, _) in subcircuit.inputs(gate) {
                self.uses[input as usize] += 1;
                self.user[input as usize] = gate;
            }
        }
        for &(root, _) in subcircuit.queries.iter().chain(&subcircuit.observations) {
            self.uses[root as usize] += 2;
        }
    }

    fn is_gate(&self, number: u32) -> bool {
        let gates = self.subcircuit.gates();
        gates.contains(&number) && !matches!(self.subcircuit.gate(number), Gate::Alternative(..))
    }

    /// Is this a gate that one gate uses, outside of cycles?
    fn is_single(&self, number: u32) -> bool {
        self.is_gate(number)
            && self.subcircuit.cycle(number).is_none()
            && self.uses[number as usize] == 1
    }

    /// A gate over several others that only it uses need not wait for all of them.
    fn choose_eager(&mut self) {
        for gate in self.subcircuit.gates() {
            let inputs = self.subcircuit.inputs(gate);
            let single = inputs.iter().filter(|(input, _)| self.is_single(*input)).count();
            let eager = single >= 2 || inputs.len() > MANY_INPUTS;
            self.eager[gate as usize] =
                eager && self.is_gate(gate) && self.subcircuit.cycle(gate).is_none();
        }
    }

    fn take_apart(&mut self) -> Option<()> {
        let subcircuit = self.subcircuit;
        let used_outside = subcircuit.used_outside();
        let mut heads: HashMap<u32, Vec<u32>> = HashMap::new();
        for member in subcircuit.gates().filter(|&gate| subcircuit.is_member(gate)) {
            for &(input, _) in subcircuit.inputs(member) {
                heads.entry(input).or_default().push(member);
            }
        }
        for gate in subcircuit.gates() {
            if !self.is_gate(gate) {
                // An alternative is drawn when it is needed.
            } else if subcircuit.is_member(gate) {
                self.member(gate);
            } else if subcircuit.cycle(gate).is_some() {
                if used_outside[gate as usize] {
                    return None;
                }
                self.rule(gate, heads.remove(&gate).unwrap_or_default())?;
            } else {
                self.gate(gate);
            }
        }
        Some(())
    }

    fn add(&mut self, inputs: &[Input], any: bool, action: Action) {
        let is_private = |&&(input, _): &&Input| {
            self.uses[input as usize] == 1 && self.subcircuit.events().contains(&input)
        };
        let (private, inputs) = inputs.iter().partition(is_private);
        self.units.push(Unit { inputs, private, any, action });
    }

    /// A gate outside of cycles.
    fn gate(&mut self, gate: u32) {
        let subcircuit = self.subcircuit;
        let (inputs, any) = (subcircuit.inputs(gate), subcircuit.gate(gate) == Gate::Or);
        if !self.eager[gate as usize] {
            // Who is eager to know it takes it apart itself.
            let is_waited_for =
                self.is_single(gate) && self.eager[self.user[gate as usize] as usize];
            if !is_waited_for {
                self.add(inputs, any, Action::Make(gate));
            }
            return;
        }
        let mut alone = Vec::new();
        for &(input, negated) in inputs {
            if self.is_single(input) && !self.eager[input as usize] {
                let any = subcircuit.gate(input) == Gate::Or;
                self.add(subcircuit.inputs(input), any, Action::Absorb(gate, negated));
            } else if self.uses[input as usize] == 1 && subcircuit.events().contains(&input) {
                alone.push((input, negated));
            } else {
                self.add(&[(input, negated)], true, Action::Absorb(gate, false));
            }
        }
        if !alone.is_empty() {
            self.add(&alone, any, Action::Absorb(gate, false));
        }
    }

    /// What an atom on a cycle has from outside, or directly from another one.
    fn member(&mut self, member: u32) {
        for &(input, negated) in self.subcircuit.inputs(member) {
            if self.subcircuit.is_member(input) && self.subcircuit.is_same_cycle(member, input) {
                self.add(&[], false, Action::Link(input, vec![member]));
            } else if !self.subcircuit.is_same_cycle(member, input) {
                self.add(&[(input, negated)], true, Action::Give(vec![member]));
            }
        }
    }

    /// A rule on a cycle.
    fn rule(&mut self, rule: u32, heads: Vec<u32>) -> Option<()> {
        let is_inside = |&&(input, _): &&Input| self.subcircuit.is_same_cycle(rule, input);
        let (inside, outside): (Vec<Input>, Vec<Input>) =
            self.subcircuit.inputs(rule).iter().partition(is_inside);
        let [(from, false)] = inside[..] else { return None };
        if !self.subcircuit.is_member(from) {
            return None;
        }
        self.add(&outside, false, Action::Link(from, heads));
        Some(())
    }

    /// Reads the events that are asked for or observed, and that nothing else reads.
    fn look(&mut self) {
        let subcircuit = self.subcircuit;
        let roots = subcircuit.queries.iter().chain(&subcircuit.observations);
        let mut unread: Vec<u32> = roots.map(|&(root, _)| root).collect();
        unread.retain(|&root| !self.is_gate(root));
        unread.sort_unstable();
        unread.dedup();
        let read = self.units.iter().flat_map(|unit| &unit.inputs);
        let read: HashSet<u32> = read.map(|&(input, _)| input).collect();
        for root in unread.into_iter().filter(|root| !read.contains(root)) {
            self.add(&[(root, false)], false, Action::Look);
        }
    }

    fn finish(self) -> Units {
        let Builder { subcircuit, eager, units, .. } = self;
        let mut whole: Vec<u32> = Vec::with_capacity(subcircuit.gates().len());
        for gate in subcircuit.gates() {
            let before = whole.last().copied().filter(|_| subcircuit.is_same_cycle(gate, gate - 1));
            whole.push(before.unwrap_or(gate));
        }
        let mut parts = vec![0; whole.len()];
        let mut items = Lists::default();
        let mut uses = vec![0; subcircuit.len()];
        for unit in &units {
            if let Some(gate) = unit.contributes_to() {
                parts[whole[gate as usize] as usize] += 1;
            }
            let mut own: Vec<u32> = unit.inputs.iter().map(|&(input, _)| input).collect();
            // An alternative that is known tells something about the others.
            let choices: Vec<u32> =
                own.iter().filter_map(|&item| choice(subcircuit, item)).collect();
            own.extend(choices);
            match &unit.action {
                Action::Make(gate) | Action::Absorb(gate, _) => own.push(*gate),
                Action::Link(from, to) => own.extend([*from].iter().chain(to)),
                Action::Give(to) => own.extend(to),
                Action::Look => {}
            }
            own.sort_unstable();
            own.dedup();
            own.iter().for_each(|&item| uses[item as usize] += 1);
            items.push(own);
        }
        let read_together = read_together(subcircuit, &units, &whole);
        Units { units, eager, whole, parts, items, uses, read_together }
    }
}

/// Per cycle: its atoms that units read, or that are asked for or observed.
fn read_together<N>(subcircuit: &Subcircuit<N>, units: &[Unit], whole: &[u32]) -> Vec<Vec<u32>> {
    let roots = subcircuit.queries.iter().chain(&subcircuit.observations);
    let read = units.iter().flat_map(|unit| &unit.inputs).chain(roots).map(|&(input, _)| input);
    let mut cycles: HashMap<u32, Vec<u32>> = HashMap::new();
    for member in read.filter(|&input| subcircuit.is_member(input)) {
        cycles.entry(whole[member as usize]).or_default().push(member);
    }
    let mut together: Vec<Vec<u32>> = cycles.into_values().collect();
    for members in &mut together {
        members.sort_unstable();
        members.dedup();
    }
    together.retain(|members| members.len() > 1);
    together.sort_unstable();
    together
}

impl Unit {
    /// A gate that the unit contributes to.
    pub(super) fn contributes_to(&self) -> Option<u32> {
        match &self.action {
            Action::Make(gate) | Action::Absorb(gate, _) => Some(*gate),
            Action::Link(from, _) => Some(*from),
            Action::Give(to) => to.first().copied(),
            Action::Look => None,
        }
    }
}

/// The choice that a gate is an alternative of.
pub(super) fn choice<N>(subcircuit: &Subcircuit<N>, number: u32) -> Option<u32> {
    let is_alternative = subcircuit.gates().contains(&number)
        && matches!(subcircuit.gate(number), Gate::Alternative(..));
    is_alternative.then(|| subcircuit.inputs(number)[0].0)
}
