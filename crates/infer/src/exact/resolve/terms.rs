//! Terms by number: equal terms have equal numbers.
//!
//! Variables are numbered within a frame, an assignment that holds what each of them is bound to. A
//! list is a chain of pairs here, so that its rest is a term of its own.

use hashbrown::HashMap;
use randlog_base::stop::{Stop, Stopped};
use randlog_logic::{Compound, Symbol, Term};
use std::cell::Cell;

/// A term, by number.
pub(super) type TermId = u32;

/// The value of a variable that has none.
pub(super) const UNBOUND: TermId = u32::MAX;

/// How deep function symbols may be nested. The rest of a list counts as its neighbour, not as deeper.
pub(super) const MAX_DEPTH: u16 = 256;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Variable(u32),
    Atomic(Term),
    Function(Symbol, Box<[TermId]>),
    /// The first element of a list, and its rest.
    Pair(TermId, TermId),
}

/// All terms that have been met.
#[derive(Default)]
pub(super) struct Store {
    pub(super) stop: Stop,
    /// How many parts of terms were looked at.
    steps: Cell<u64>,
    nodes: Vec<Node>,
    /// Per term: one more than the highest number of a variable in it, and how deep it is.
    variables: Vec<u32>,
    depth: Vec<u16>,
    lookup: HashMap<Node, TermId>,
    bytes: usize,
}

/// Why there is no such term.
#[derive(Debug)]
pub(super) enum Unmade {
    /// It would be too deep.
    TooDeep,
    /// It takes too long: a term that has parts many times over can be much larger than what it is stored in.
    Stopped(Stopped),
}

impl From<Stopped> for Unmade {
    fn from(stopped: Stopped) -> Unmade {
        Unmade::Stopped(stopped)
    }
}

/// What the variables of a rule's instance are bound to.
pub(super) type Frame = Vec<TermId>;

impl Store {
    /// A part of a term is looked at.
    fn step(&self) -> Result<(), Stopped> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        self.stop.check_at(steps)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn is_ground(&self, term: TermId) -> bool {
        self.variables[term as usize] == 0
    }

    /// One more than the highest number of a variable in the term.
    pub(super) fn variables(&self, term: TermId) -> u32 {
        self.variables[term as usize]
    }

    fn intern(&mut self, node: Node) -> Result<TermId, Unmade> {
        if let Some(&term) = self.lookup.get(&node) {
            return Ok(term);
        }
        let (variables, depth) = match &node {
            Node::Variable(number) => (number + 1, 0),
            Node::Atomic(_) => (0, 0),
            Node::Function(_, args) => {
                let variables = args.iter().map(|&arg| self.variables[arg as usize]).max();
                let depth = args.iter().map(|&arg| self.depth[arg as usize]).max();
                (variables.unwrap_or(0), depth.unwrap_or(0) + 1)
            }
            &Node::Pair(first, rest) => {
                let [first, rest] = [first as usize, rest as usize];
                let variables = self.variables[first].max(self.variables[rest]);
                (variables, (self.depth[first] + 1).max(self.depth[rest]))
            }
        };
        if depth > MAX_DEPTH {
            return Err(Unmade::TooDeep);
        }
        self.bytes += 2 * size_of::<Node>() + 32;
        let term = self.nodes.len() as TermId;
        self.nodes.push(node.clone());
        self.variables.push(variables);
        self.depth.push(depth);
        self.lookup.insert(node, term);
        Ok(term)
    }

    pub(super) fn variable(&mut self, number: u32) -> TermId {
        // A variable is never too deep.
        self.intern(Node::Variable(number)).unwrap_or(UNBOUND)
    }

    fn function(&mut self, functor: Symbol, args: Vec<TermId>) -> Result<TermId, Unmade> {
        self.intern(Node::Function(functor, args.into_boxed_slice()))
    }

    /// The number of a term; `variable` numbers its variables.
    pub(super) fn number(
        &mut self,
        term: &Term,
        variable: &mut dyn FnMut(Option<&Symbol>) -> u32,
    ) -> Result<TermId, Unmade> {
        match term {
            Term::Variable(name) => Ok(self.variable(variable(Some(name)))),
            Term::Anonymous => Ok(self.variable(variable(None))),
            Term::Constant(_) | Term::Number(_) | Term::Text(_) => {
                self.intern(Node::Atomic(term.clone()))
            }
            Term::Compound(compound) => match &**compound {
                Compound::Function(functor, args) => {
                    let args = args.iter().map(|arg| self.number(arg, variable));
                    let args = args.collect::<Result<Vec<_>, _>>()?;
                    self.function(functor.clone(), args)
                }
                Compound::List(items, tail) => {
                    let items = items.iter().map(|item| self.number(item, variable));
                    let items = items.collect::<Result<Vec<_>, _>>()?;
                    let tail = self.number(tail, variable)?;
                    self.list(items, tail)
                }
            },
        }
    }

    fn list(&mut self, items: Vec<TermId>, rest: TermId) -> Result<TermId, Unmade> {
        let mut items = items.into_iter().rev();
        items.try_fold(rest, |rest, item| self.intern(Node::Pair(item, rest)))
    }

    /// What a variable is bound to in the end; a term that is no bound variable is itself.
    fn follow(&self, mut term: TermId, frame: &Frame) -> TermId {
        while let Node::Variable(number) = &self.nodes[term as usize] {
            match frame.get(*number as usize) {
                None | Some(&UNBOUND) => break,
                Some(&bound) => term = bound,
            }
        }
        term
    }

    /// The term with all bound variables replaced.
    pub(super) fn resolve(&mut self, term: TermId, frame: &Frame) -> Result<TermId, Unmade> {
        self.replace(term, frame, &mut |number| number)
    }

    /// The terms with all bound variables replaced, and the others numbered in the order they occur;
    /// and how many these are.
    pub(super) fn canonical(
        &mut self,
        terms: &[TermId],
        frame: &Frame,
    ) -> Result<(Vec<TermId>, u32), Unmade> {
        let mut seen: HashMap<u32, u32> = HashMap::new();
        let mut place = |number| {
            let next = seen.len() as u32;
            *seen.entry(number).or_insert(next)
        };
        let replaced = terms.iter().map(|&term| self.replace(term, frame, &mut place));
        let canonical = replaced.collect::<Result<Vec<_>, _>>()?;
        Ok((canonical, seen.len() as u32))
    }

    /// The term with its variables' numbers raised.
    pub(super) fn shifted(&mut self, term: TermId, by: u32) -> Result<TermId, Unmade> {
        self.replace(term, &Frame::new(), &mut |number| number + by)
    }

    /// The term with all bound variables replaced, and the others numbered anew.
    fn replace(
        &mut self,
        term: TermId,
        frame: &Frame,
        number: &mut dyn FnMut(u32) -> u32,
    ) -> Result<TermId, Unmade> {
        let term = self.follow(term, frame);
        if self.is_ground(term) {
            return Ok(term);
        }
        self.step()?;
        match self.nodes[term as usize].clone() {
            Node::Variable(variable) => Ok(self.variable(number(variable))),
            Node::Atomic(_) => Ok(term),
            Node::Function(functor, args) => {
                let args = args.iter().map(|&arg| self.replace(arg, frame, number));
                let args = args.collect::<Result<Vec<_>, _>>()?;
                self.function(functor, args)
            }
            Node::Pair(..) => {
                // Element by element without recursion: lists may be long.
                let (mut items, mut rest) = (Vec::new(), term);
                while let Node::Pair(first, others) = self.nodes[rest as usize]
                    && !self.is_ground(rest)
                {
                    items.push(self.replace(first, frame, number)?);
                    rest = self.follow(others, frame);
                }
                let rest = self.replace(rest, frame, number)?;
                self.list(items, rest)
            }
        }
    }

    /// Makes two terms equal by binding variables, if that is possible.
    pub(super) fn unify(
        &self,
        mut left: TermId,
        mut right: TermId,
        frame: &mut Frame,
    ) -> Result<bool, Unmade> {
        loop {
            self.step()?;
            left = self.follow(left, frame);
            right = self.follow(right, frame);
            if left == right {
                return Ok(true);
            }
            match (&self.nodes[left as usize], &self.nodes[right as usize]) {
                (Node::Variable(number), _) => return self.bind(*number, right, frame),
                (_, Node::Variable(number)) => return self.bind(*number, left, frame),
                (Node::Function(f, a), Node::Function(g, b)) if f == g && a.len() == b.len() => {
                    if self.is_ground(left) && self.is_ground(right) {
                        return Ok(false);
                    }
                    // The last arguments without recursion: lists may be long.
                    let last = a.len() - 1;
                    let first = a[..last].iter().zip(&b[..last]);
                    for (&left, &right) in first {
                        if !self.unify(left, right, frame)? {
                            return Ok(false);
                        }
                    }
                    (left, right) = (a[last], b[last]);
                }
                (&Node::Pair(first, rest), &Node::Pair(other, rest_of_other)) => {
                    let ground = self.is_ground(left) && self.is_ground(right);
                    if ground || !self.unify(first, other, frame)? {
                        return Ok(false);
                    }
                    (left, right) = (rest, rest_of_other);
                }
                _ => return Ok(false),
            }
        }
    }

    fn bind(&self, variable: u32, value: TermId, frame: &mut Frame) -> Result<bool, Unmade> {
        let is_new = !self.occurs(variable, value, frame)?;
        if is_new {
            frame[variable as usize] = value;
        }
        Ok(is_new)
    }

    /// Does the variable occur in the term? A term that contains itself is none.
    fn occurs(&self, variable: u32, mut term: TermId, frame: &Frame) -> Result<bool, Unmade> {
        loop {
            self.step()?;
            term = self.follow(term, frame);
            if self.is_ground(term) {
                return Ok(false);
            }
            match &self.nodes[term as usize] {
                Node::Variable(number) => return Ok(*number == variable),
                Node::Atomic(_) => return Ok(false),
                Node::Function(_, args) => {
                    for &arg in args {
                        if self.occurs(variable, arg, frame)? {
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
                &Node::Pair(first, rest) => {
                    if self.occurs(variable, first, frame)? {
                        return Ok(true);
                    }
                    term = rest;
                }
            }
        }
    }

    /// The term as one of the language. Variables are named by their numbers.
    pub(super) fn term(&self, term: TermId) -> Result<Term, Unmade> {
        self.step()?;
        Ok(match &self.nodes[term as usize] {
            Node::Variable(number) => Term::Variable(Symbol::from(format!("_ {number}"))),
            Node::Atomic(term) => term.clone(),
            Node::Pair(..) => {
                let (mut items, mut rest) = (Vec::new(), term);
                while let Node::Pair(first, others) = self.nodes[rest as usize] {
                    items.push(self.term(first)?);
                    rest = others;
                }
                Term::list(items, self.term(rest)?)
            }
            Node::Function(functor, args) => Term::function(functor.clone(), self.terms(args)?),
        })
    }

    /// The same for several.
    pub(super) fn terms(&self, terms: &[TermId]) -> Result<Vec<Term>, Unmade> {
        terms.iter().map(|&term| self.term(term)).collect()
    }
}
