//! Ordered binary decision diagrams (Bryant 1986) with complemented edges (Brace, Rudell and Bryant 1990), in a
//! store that counts its work.
//!
//! A node asks for one variable and leads on by one of two edges; an edge may stand for the negation
//! of what it leads to, so that a function and its negation share all nodes. Nodes are unique, and
//! the second edge of a node is never negated: so equal functions have equal edges.
//!
//! A diagram may have exponential size, and an operation on small diagrams a large result. So every
//! step is counted, and an operation ends with [`Stopped`] when what was allowed is spent. The cache of
//! results grows with the store: one that forgets too much makes operations exponential where the
//! diagrams are not.

use crate::limits::memory_left;
use hashbrown::HashTable;
use randlog_base::stop::{Stop, Stopped};

/// A function: a node, possibly negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Function(u32);

impl Function {
    pub(super) const TRUE: Function = Function(0);
    pub(super) const FALSE: Function = Function(1);

    pub(super) fn not(self) -> Function {
        Function(self.0 ^ 1)
    }

    pub(super) fn negated_if(self, negated: bool) -> Function {
        Function(self.0 ^ u32::from(negated))
    }

    pub(super) fn constant(value: bool) -> Function {
        Function(u32::from(!value))
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The number of the node; nodes come after those they lead to.
    pub(super) fn node(self) -> usize {
        self.0 as usize >> 1
    }
}

/// The level of the only node that asks for nothing.
const BOTTOM: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) level: u32,
    /// Where it leads if the variable is false, and if it is true.
    pub(super) branches: [Function; 2],
}

/// A remembered result: of a conjunction, or of a function where a variable has a value.
#[derive(Clone, Copy)]
struct CachedResult {
    first: u32,
    second: u32,
    result: Function,
}

/// No function has this number: there is no room for so many nodes.
const NOTHING: CachedResult =
    CachedResult { first: u32::MAX, second: u32::MAX, result: Function::FALSE };

/// In `second`, what is not a function but a level and a value.
const IS_VALUE: u32 = 1 << 31;

/// With fewer nodes than these, it is not worth looking for those that nobody uses.
const CROWDED: usize = 1 << 16;

/// The first size of the cache of results.
const SMALLEST_CACHE: usize = 1 << 10;

/// About how many bytes a node needs, with its share of the tables.
pub(super) const BYTES_PER_NODE: usize = 64;

pub(super) struct Store<'s> {
    nodes: Vec<Node>,
    unique: HashTable<u32>,
    known: Vec<CachedResult>,
    /// How many steps were made; the token says how many may be.
    steps: u64,
    stop: &'s Stop,
    /// How many nodes there may be.
    most: usize,
    /// With this many nodes it is worth looking for those that nobody uses any more.
    crowded: usize,
}

/// Spreads what is in two words over all bits of one.
fn hash(first: u64, second: u64) -> u64 {
    let product =
        u128::from(first ^ 0x9e37_79b9_7f4a_7c15) * u128::from(second ^ 0xd6e8_feb8_6659_fd93);
    (product >> 64) as u64 ^ product as u64
}

impl Node {
    fn hash(&self) -> u64 {
        let [low, high] = self.branches;
        hash(u64::from(low.0) << 32 | u64::from(high.0), self.level.into())
    }
}

impl Store<'_> {
    /// A store with nodes that fit into the memory.
    pub(super) fn new(stop: &Stop) -> Store<'_> {
        let most = memory_left(stop) / BYTES_PER_NODE;
        let bottom = Node { level: BOTTOM, branches: [Function::FALSE, Function::TRUE] };
        Store {
            nodes: vec![bottom],
            unique: HashTable::new(),
            known: vec![NOTHING; SMALLEST_CACHE],
            steps: 0,
            stop,
            most: most.min(IS_VALUE as usize / 2),
            crowded: CROWDED,
        }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, number: usize) -> Node {
        self.nodes[number]
    }

    pub(super) fn level(&self, function: Function) -> u32 {
        self.nodes[function.node()].level
    }

    /// The variable at a level.
    pub(super) fn variable(&mut self, level: u32) -> Result<Function, Stopped> {
        self.make(level, [Function::FALSE, Function::TRUE])
    }

    fn make(&mut self, level: u32, [low, high]: [Function; 2]) -> Result<Function, Stopped> {
        if low == high {
            return Ok(low);
        }
        let negated = high.is_negated();
        let node = Node { level, branches: [low, high].map(|f| f.negated_if(negated)) };
        let Store { nodes, unique, .. } = self;
        let hash = node.hash();
        if let Some(&number) = unique.find(hash, |&other| nodes[other as usize] == node) {
            return Ok(Function(number << 1 | u32::from(negated)));
        }
        if nodes.len() >= self.most {
            return Err(Stopped::Memory);
        }
        let number = nodes.len() as u32;
        nodes.push(node);
        unique.insert_unique(hash, number, |&other| nodes[other as usize].hash());
        if nodes.len() > self.known.len() {
            self.enlarge();
        }
        Ok(Function(number << 1 | u32::from(negated)))
    }

    /// A larger cache, with what was known.
    fn enlarge(&mut self) {
        let larger = vec![NOTHING; self.known.len() * 2];
        for known in std::mem::replace(&mut self.known, larger) {
            let place = self.place(known.first, known.second);
            self.known[place] = known;
        }
    }

    fn place(&self, first: u32, second: u32) -> usize {
        hash(first.into(), second.into()) as usize & (self.known.len() - 1)
    }

    fn remembered(&self, first: u32, second: u32) -> Option<Function> {
        let known = self.known[self.place(first, second)];
        (known.first == first && known.second == second).then_some(known.result)
    }

    fn remember(&mut self, first: u32, second: u32, result: Function) {
        let place = self.place(first, second);
        self.known[place] = CachedResult { first, second, result };
    }

    /// Counts one step of the work that is allowed.
    pub(super) fn step(&mut self) -> Result<(), Stopped> {
        self.stop.check_at(self.steps)?;
        self.steps += 1;
        Ok(())
    }

    /// What a function is below a level, for both values of the variable there.
    fn branches(&self, function: Function, level: u32) -> [Function; 2] {
        let node = &self.nodes[function.node()];
        match node.level == level {
            true => node.branches.map(|branch| branch.negated_if(function.is_negated())),
            false => [function; 2],
        }
    }

    pub(super) fn and(&mut self, a: Function, b: Function) -> Result<Function, Stopped> {
        if a == b.not() || a == Function::FALSE || b == Function::FALSE {
            return Ok(Function::FALSE);
        }
        if a == b || b == Function::TRUE {
            return Ok(a);
        }
        if a == Function::TRUE {
            return Ok(b);
        }
        let (first, second) = if a.0 < b.0 { (a, b) } else { (b, a) };
        if let Some(known) = self.remembered(first.0, second.0) {
            return Ok(known);
        }
        self.step()?;
        let level = self.level(a).min(self.level(b));
        let ([a_low, a_high], [b_low, b_high]) = (self.branches(a, level), self.branches(b, level));
        let low = self.and(a_low, b_low)?;
        let high = self.and(a_high, b_high)?;
        let result = self.make(level, [low, high])?;
        self.remember(first.0, second.0, result);
        Ok(result)
    }

    pub(super) fn or(&mut self, a: Function, b: Function) -> Result<Function, Stopped> {
        Ok(self.and(a.not(), b.not())?.not())
    }

    /// The function where the variable at a level has this value.
    pub(super) fn restrict(
        &mut self,
        function: Function,
        level: u32,
        value: bool,
    ) -> Result<Function, Stopped> {
        let own = self.level(function);
        if own > level {
            return Ok(function);
        }
        let negated = function.is_negated();
        let branches = self.nodes[function.node()].branches;
        if own == level {
            return Ok(branches[usize::from(value)].negated_if(negated));
        }
        let key = (function.0 & !1, IS_VALUE | level << 1 | u32::from(value));
        if let Some(known) = self.remembered(key.0, key.1) {
            return Ok(known.negated_if(negated));
        }
        self.step()?;
        let low = self.restrict(branches[0], level, value)?;
        let high = self.restrict(branches[1], level, value)?;
        let result = self.make(own, [low, high])?;
        self.remember(key.0, key.1, result);
        Ok(result.negated_if(negated))
    }

    /// Makes room for other things, now that there are no more operations.
    pub(super) fn keep_only(&mut self, functions: &mut [Function]) {
        if self.nodes.len() >= CROWDED {
            self.known = Vec::new();
            self.collect(functions.iter_mut());
            self.nodes.shrink_to_fit();
            self.unique = HashTable::new();
        }
    }

    /// Is it worth to [`Store::collect`]?
    pub(super) fn is_crowded(&self) -> bool {
        self.nodes.len() >= self.crowded
    }

    /// Forgets all nodes but those of these functions, whose numbers change.
    pub(super) fn collect<'f>(&mut self, roots: impl Iterator<Item = &'f mut Function>) {
        let roots: Vec<&mut Function> = roots.collect();
        let mut used = vec![false; self.nodes.len()];
        used[0] = true;
        roots.iter().for_each(|root| used[root.node()] = true);
        for number in
            (1..self.nodes.len()).rev().filter(|&number| self.nodes[number].level < BOTTOM)
        {
            if used[number] {
                self.nodes[number].branches.iter().for_each(|branch| used[branch.node()] = true);
            }
        }
        let mut numbers = vec![0; self.nodes.len()];
        let mut kept = 0;
        for number in 0..self.nodes.len() {
            if used[number] {
                let Node { level, branches } = self.nodes[number];
                let moved = |f: Function| Function(numbers[f.node()] << 1 | f.0 & 1);
                self.nodes[kept] = Node { level, branches: branches.map(moved) };
                numbers[number] = kept as u32;
                kept += 1;
            }
        }
        self.nodes.truncate(kept);
        let Store { nodes, unique, .. } = self;
        unique.clear();
        for number in 1..kept {
            let rehash = |&other: &u32| nodes[other as usize].hash();
            unique.insert_unique(nodes[number].hash(), number as u32, rehash);
        }
        self.known.fill(NOTHING);
        self.crowded = (2 * kept).max(self.crowded);
        for root in roots {
            *root = Function(numbers[root.node()] << 1 | root.0 & 1);
        }
    }
}

#[cfg(test)]
mod tests;
