//! Works out everything that goals can depend on.

mod record;
mod refuse;

use super::compile::{Compiler, PredicateId, Rule, Step};
use super::table::{Index, Instance, Literal, Place, Tables};
use super::terms::{Frame, TermId, TooDeep, UNBOUND};
use crate::Error;
use crate::limits::Budget;
use hashbrown::{HashMap, HashSet};
use randlog_logic::Probability;
use std::rc::Rc;

/// How many steps go by between two looks at the limits.
const PATIENCE: u32 = 1024;

/// A ground rule: `head` holds if the choice falls that way and the body holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GroundRule {
    pub(super) head: u32,
    /// The number of a choice, and which alternative.
    pub(super) choice: Option<(u32, u32)>,
    pub(super) body: Vec<Literal>,
}

/// The arguments of all answers of a goal.
type Answers = Rc<Vec<Rc<[TermId]>>>;

pub(super) struct Search<'p> {
    pub(super) compiler: Compiler<'p>,
    pub(super) tables: Tables,
    pub(super) index: Index,
    /// The atoms that have been derived, by predicate and arguments.
    pub(super) atoms: Vec<(PredicateId, Rc<[TermId]>)>,
    numbers: HashMap<(PredicateId, Rc<[TermId]>), u32>,
    /// Is a fact of probability one this very atom?
    given: Vec<bool>,
    pub(super) rules: Vec<GroundRule>,
    known_rules: HashSet<GroundRule>,
    /// The probabilities of the alternatives of each choice.
    pub(super) choices: Vec<Vec<Option<Probability>>>,
    known_choices: HashMap<(u32, Vec<TermId>), u32>,
    /// What certain goals have as answers.
    decided: HashMap<(PredicateId, Vec<TermId>), Answers>,
    pub(super) budget: Budget,
    steps: u32,
    /// About how many bytes the frames and answers take that are worked on one after the other.
    held: usize,
}

impl<'p> Search<'p> {
    pub(super) fn new(compiler: Compiler<'p>, budget: Budget) -> Search<'p> {
        Search {
            compiler,
            tables: Tables::default(),
            index: Index::default(),
            atoms: Vec::new(),
            numbers: HashMap::new(),
            given: Vec::new(),
            rules: Vec::new(),
            known_rules: HashSet::new(),
            choices: Vec::new(),
            known_choices: HashMap::new(),
            decided: HashMap::new(),
            budget,
            steps: 0,
            held: 0,
        }
    }

    pub(super) fn check_limits(&mut self) -> Result<(), Error> {
        self.steps += 1;
        if self.steps < PATIENCE {
            return Ok(());
        }
        self.steps = 0;
        self.budget.check_time()?;
        self.budget.check_memory(self.bytes(), "grounding")
    }

    /// Counts bytes that are kept for a while.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), Error> {
        self.held += bytes;
        self.check_limits()
    }

    /// How many bytes are kept for a while.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// As many as were counted before.
    pub(super) fn hold_again(&mut self, bytes: usize) {
        self.held = bytes;
    }

    /// How many bytes may still be used.
    pub(super) fn room(&self) -> usize {
        self.budget.memory_left().saturating_sub(self.bytes())
    }

    /// About how many bytes this holds.
    pub(super) fn bytes(&self) -> usize {
        let own = self.atoms.len() * 144 + self.rules.len() * 160 + self.choices.len() * 128;
        self.compiler.store.bytes() + self.tables.bytes + own + self.held
    }

    /// The number of an atom.
    pub(super) fn atom(&mut self, predicate: PredicateId, args: Rc<[TermId]>) -> u32 {
        if let Some(&atom) = self.numbers.get(&(predicate, args.clone())) {
            return atom;
        }
        // With variables it stands for all its instances, and a fact gives but one of them.
        let is_ground = args.iter().all(|&arg| self.compiler.store.is_ground(arg));
        let given = is_ground && self.is_given(predicate, &args);
        let atom = self.atoms.len() as u32;
        self.numbers.insert((predicate, args.clone()), atom);
        self.atoms.push((predicate, args));
        self.given.push(given);
        atom
    }

    /// Does a fact of probability one say this, for some values of the variables?
    pub(super) fn is_given(&mut self, predicate: PredicateId, args: &[TermId]) -> bool {
        let candidates = self.index.candidates(&self.compiler, predicate, args);
        let rules = &self.compiler.rules;
        candidates.into_iter().any(|rule| {
            let rule = &rules[rule as usize];
            let store = &self.compiler.store;
            rule.chooser.is_none()
                && rule.is_fact
                && rule.head.iter().all(|&term| store.is_ground(term))
                && fits(store, &rule.head, args)
        })
    }

    /// Is this atom true in all worlds, because it is certain or a fact?
    pub(super) fn is_certain_atom(&self, atom: u32) -> bool {
        let predicate = self.atoms[atom as usize].0;
        self.given[atom as usize] || self.compiler.predicates[predicate as usize].certain
    }

    /// Works until nothing is left to do.
    pub(super) fn work(&mut self) -> Result<(), Error> {
        while let Some(table) = self.tables.next() {
            if !std::mem::replace(&mut self.tables.all[table as usize].started, true) {
                self.explore(table)?;
            }
            let mut consumer = self.tables.serve(table);
            while consumer < self.tables.all[table as usize].consumers.len() {
                self.resume(table, consumer)?;
                consumer += 1;
            }
        }
        Ok(())
    }

    /// The first work on a goal: all rules that could give answers.
    fn explore(&mut self, table: u32) -> Result<(), Error> {
        let goal = &self.tables.all[table as usize];
        let (predicate, args, variables) = (goal.predicate, goal.args.clone(), goal.variables);
        if variables == 0 && self.is_given(predicate, &args) {
            let atom = self.atom(predicate, args.into());
            self.tables.add(table, atom);
            return Ok(());
        }
        for rule in self.index.candidates(&self.compiler, predicate, &args) {
            if let Some(frame) = self.enter(rule, &args, variables)? {
                let instance = Instance { frame, body: Vec::new() };
                self.advance(Place { table, rule, step: 0 }, instance)?;
            }
        }
        Ok(())
    }

    /// The frame of a rule's instance for a goal, if its head fits.
    pub(super) fn enter(
        &mut self,
        rule: u32,
        args: &[TermId],
        variables: u32,
    ) -> Result<Option<Frame>, Error> {
        let Rule { head, variables: own, .. } = &self.compiler.rules[rule as usize];
        let (head, own) = (head.clone(), *own);
        let mut frame: Frame = vec![UNBOUND; (own + variables) as usize];
        for (&term, &arg) in head.iter().zip(args) {
            let arg = self.compiler.store.shifted(arg, own);
            let arg = self.deep(arg, rule)?;
            if !self.compiler.store.unify(term, arg, &mut frame) {
                return Ok(None);
            }
        }
        Ok(Some(frame))
    }

    /// Gives a waiting instance the answers that it has not taken yet.
    fn resume(&mut self, table: u32, number: usize) -> Result<(), Error> {
        loop {
            let source = &mut self.tables.all[table as usize];
            let consumer = &mut source.consumers[number];
            let Some(&atom) = source.answers.get(consumer.taken) else { return Ok(()) };
            consumer.taken += 1;
            let (place, mut instance) = (consumer.place, consumer.instance.clone());
            if self.take(place, &mut instance, atom)? {
                self.advance(Place { step: place.step + 1, ..place }, instance)?;
            }
        }
    }

    /// Does this answer fit the call at this place? If so, its variables get their values.
    fn take(&mut self, place: Place, instance: &mut Instance, atom: u32) -> Result<bool, Error> {
        let rule = &self.compiler.rules[place.rule as usize];
        let Step::Call { args, predicate } = &rule.body[place.step as usize] else {
            return Ok(false);
        };
        let (args, predicate) = (args.clone(), *predicate);
        let answer = self.atoms[atom as usize].1.clone();
        let found = self.match_answer(&args, &answer, &mut instance.frame);
        if !self.deep(found, place.rule)? {
            return Ok(false);
        }
        let certain = self.compiler.predicates[predicate as usize].certain;
        if !certain && !self.given[atom as usize] {
            instance.body.push(Literal::Holds(atom));
        }
        Ok(true)
    }

    /// Unifies the arguments of a call with an answer, whose variables are new.
    pub(super) fn match_answer(
        &mut self,
        args: &[TermId],
        answer: &[TermId],
        frame: &mut Frame,
    ) -> Result<bool, TooDeep> {
        let offset = frame.len() as u32;
        let store = &mut self.compiler.store;
        for (&arg, &term) in args.iter().zip(answer) {
            let term = if store.is_ground(term) {
                term
            } else {
                let shifted = store.shifted(term, offset)?;
                let most = store.variables(shifted) as usize;
                frame.resize(most.max(frame.len()), UNBOUND);
                shifted
            };
            if !store.unify(arg, term, frame) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the steps of a body from here on.
    pub(super) fn advance(
        &mut self,
        mut place: Place,
        mut instance: Instance,
    ) -> Result<(), Error> {
        loop {
            self.check_limits()?;
            let rule = &self.compiler.rules[place.rule as usize];
            let Some(step) = rule.body.get(place.step as usize) else {
                return self.complete(place, instance);
            };
            let step = step.clone();
            match step {
                Step::Fail => return Ok(()),
                Step::Call { predicate, args } => {
                    let found = self.compiler.store.canonical(&args, &instance.frame);
                    let (key, variables) = self.deep(found, place.rule)?;
                    let source = self.tables.ask(predicate, key, variables, Some(place.table));
                    self.tables.consume(source, place, instance);
                    return Ok(());
                }
                Step::Not { predicate, args, needs } => {
                    self.need(&needs, &instance.frame, place)?;
                    if !self.negation(predicate, &args, place, &mut instance)? {
                        return Ok(());
                    }
                }
                Step::NotBuiltIn { ref branches, ref needs } => {
                    self.need(needs, &instance.frame, place)?;
                    for branch in branches.iter() {
                        let frames =
                            self.run(branch, &instance.frame, place.rule, Some(place.table))?;
                        if !frames.is_empty() {
                            return Ok(());
                        }
                    }
                }
                Step::BuiltIn { .. } | Step::Collect(_) => {
                    let mut frames =
                        self.built_in(&step, &instance.frame, place.rule, Some(place.table))?;
                    let next = Place { step: place.step + 1, ..place };
                    let Some(last) = frames.pop() else { return Ok(()) };
                    let before = self.held;
                    self.hold(bytes_of(&frames))?;
                    for frame in frames {
                        self.advance(next, Instance { frame, body: instance.body.clone() })?;
                    }
                    self.hold_again(before);
                    instance.frame = last;
                }
            }
            place.step += 1;
        }
    }

    fn need(&mut self, needs: &[u32], frame: &Frame, place: Place) -> Result<(), Error> {
        self.need_in(needs, frame, place.rule, Some(place.table), "a negation")
    }

    /// Do all these variables have values before something that needs them?
    pub(super) fn need_in(
        &mut self,
        needs: &[u32],
        frame: &Frame,
        rule: u32,
        table: Option<u32>,
        what: &str,
    ) -> Result<(), Error> {
        for &variable in needs {
            let term = self.compiler.store.variable(variable);
            let resolved = self.compiler.store.resolve(term, frame);
            let resolved = self.deep(resolved, rule)?;
            if !self.compiler.store.is_ground(resolved) {
                let name = self.variable_name(rule, variable);
                let reason = format!("the variable `{name}` has no value before {what}");
                return Err(self.unbound(rule, table, &reason));
            }
        }
        Ok(())
    }

    /// Can this negation hold? If its truth is not known yet, it becomes a literal.
    fn negation(
        &mut self,
        predicate: PredicateId,
        args: &[TermId],
        place: Place,
        instance: &mut Instance,
    ) -> Result<bool, Error> {
        let found = self.compiler.store.canonical(args, &instance.frame);
        let (key, variables) = self.deep(found, place.rule)?;
        if self.compiler.predicates[predicate as usize].certain {
            return Ok(self.decide(predicate, key, variables)?.is_empty());
        }
        if self.is_given(predicate, &key) {
            return Ok(false);
        }
        let ground = variables == 0;
        let source = self.tables.ask(predicate, key.clone(), variables, Some(place.table));
        instance.body.push(match ground {
            true => Literal::Fails(self.atom(predicate, key.into())),
            false => Literal::NoneOf(source),
        });
        Ok(true)
    }

    /// The answers of a certain goal, worked out at once.
    pub(super) fn decide(
        &mut self,
        predicate: PredicateId,
        key: Vec<TermId>,
        variables: u32,
    ) -> Result<Answers, Error> {
        if let Some(found) = self.decided.get(&(predicate, key.clone())) {
            return Ok(found.clone());
        }
        // Whoever works on other goals goes on later; certain goals depend on none of them.
        let outer = std::mem::take(&mut self.tables);
        let table = self.tables.ask(predicate, key.clone(), variables, None);
        let worked = self.work();
        let inner = std::mem::replace(&mut self.tables, outer);
        self.tables.bytes += 64;
        worked?;
        let answers = &inner.all[table as usize].answers;
        let found: Answers =
            Rc::new(answers.iter().map(|&atom| self.atoms[atom as usize].1.clone()).collect());
        self.decided.insert((predicate, key), found.clone());
        Ok(found)
    }
}

/// About how many bytes frames, or answers, take.
pub(super) fn bytes_of(frames: &[Vec<TermId>]) -> usize {
    // A vector that grows exists twice for a while, and what is allocated has a size of its own.
    let numbers = frames.iter().map(|frame| 24 + frame.capacity() * size_of::<TermId>());
    frames.len() * 2 * size_of::<Frame>() + numbers.sum::<usize>()
}

/// Does a ground head fit the arguments of a goal?
fn fits(store: &super::terms::Store, head: &[TermId], args: &[TermId]) -> bool {
    let most = args.iter().map(|&arg| store.variables(arg)).max().unwrap_or(0);
    let mut frame: Frame = vec![UNBOUND; most as usize];
    head.iter().zip(args).all(|(&term, &arg)| store.unify(term, arg, &mut frame))
}
