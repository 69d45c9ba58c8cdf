//! Works out everything that goals can depend on.

mod refuse;

use super::compile::{BodyStep, Chooser, Compiler, PredicateId, Rule};
use super::table::{BodyPosition, Index, Instance, Site, Tables};
use super::terms::{Frame, Store, TermId, UNBOUND, Unmade};
use crate::Error;
use crate::exact::ground::{AtomId, Chosen, Given, GroundLiteral, GroundProgram};
use crate::exact::relation::Rows;
use crate::limits::{check_memory, memory_left};
use hashbrown::HashMap;
use randlog_logic::{Atom, Probability};

/// How many steps go by between two looks at the memory.
const STEPS_BETWEEN_CHECKS: u64 = 1024;

/// The predicate of atoms that say that a goal has an answer which holds. Their argument is its table.
const SOME_ANSWER: PredicateId = PredicateId::MAX;

/// The predicate of atoms that say that a choice takes an alternative.
const TAKEN: PredicateId = PredicateId::MAX - 1;

/// The predicate of atoms that say that all of some literals hold, which are their arguments.
const ALL_HOLD: PredicateId = PredicateId::MAX - 2;

pub(super) struct Resolution<'p> {
    pub(super) compiler: Compiler<'p>,
    pub(super) tables: Tables,
    pub(super) index: Index,
    /// The atoms that have been met, by predicate and arguments.
    pub(super) atoms: Rows<PredicateId>,
    pub(super) program: GroundProgram,
    /// The rules of the program: head, choice and body.
    rules: Rows<(AtomId, Option<Chosen>)>,
    /// Instances of clauses that choose, by clause and the values of its own variables.
    choosers: Rows<u32>,
    /// Per choice: the probabilities of its possible alternatives, and which of them each head is.
    pub(super) choices: Vec<Vec<Probability>>,
    pub(super) alternatives: Vec<Vec<Option<u32>>>,
    /// Per choice: its clause, once everything is asked.
    pub(super) choosing: Vec<u32>,
    /// Which certain goals have answers.
    decided: HashMap<(PredicateId, Vec<TermId>), bool>,
    steps: u64,
    /// About how many bytes the frames and answers take that are worked on one after the other.
    pub(super) held: usize,
}

impl<'p> Resolution<'p> {
    pub(super) fn new(compiler: Compiler<'p>) -> Resolution<'p> {
        Resolution {
            compiler,
            tables: Tables::default(),
            index: Index::default(),
            atoms: Rows::default(),
            program: GroundProgram::default(),
            rules: Rows::default(),
            choosers: Rows::default(),
            choices: Vec::new(),
            alternatives: Vec::new(),
            choosing: Vec::new(),
            decided: HashMap::new(),
            steps: 0,
            held: 0,
        }
    }

    pub(super) fn check_limits(&mut self) -> Result<(), Error> {
        self.steps += 1;
        self.compiler.store.stop.check_at(self.steps)?;
        match self.steps.is_multiple_of(STEPS_BETWEEN_CHECKS) {
            true => check_memory(&self.compiler.store.stop, self.bytes(), "grounding"),
            false => Ok(()),
        }
    }

    /// Counts bytes that are kept for a while.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), Error> {
        self.held += bytes;
        self.check_limits()
    }

    /// How many bytes may still be used.
    pub(super) fn room(&self) -> usize {
        memory_left(&self.compiler.store.stop).saturating_sub(self.bytes())
    }

    /// About how many bytes this holds.
    pub(super) fn bytes(&self) -> usize {
        let ground = self.atoms.bytes() + self.program.bytes() + self.rules.bytes();
        let choices = self.choosers.bytes() + self.choices.len() * 128;
        self.compiler.store.bytes() + self.tables.bytes() + ground + choices + self.held
    }

    /// The number of an atom. One of a certain predicate has been derived.
    pub(super) fn atom(&mut self, predicate: PredicateId, args: &[TermId]) -> AtomId {
        let (atom, new) = self.atoms.insert(predicate, args);
        if new {
            // With variables it stands for all its instances, and a fact gives but one of them.
            let is_ground = || args.iter().all(|&arg| self.compiler.store.is_ground(arg));
            let certain = self.compiler.predicates[predicate as usize].certain
                || is_ground() && self.is_given(predicate, args);
            self.program.given.push(if certain { Given::Certainly } else { Given::Nothing });
        }
        atom
    }

    /// The atom that says that one of the answers of a table holds.
    fn some_answer(&mut self, table: u32) -> AtomId {
        let (atom, new) = self.atoms.insert(SOME_ANSWER, &[table]);
        if new {
            self.program.given.push(Given::Nothing);
        }
        atom
    }

    /// The literal that a choice takes an alternative.
    pub(super) fn taken(&mut self, chosen: Chosen) -> GroundLiteral {
        let (atom, new) = self.atoms.insert(TAKEN, &[chosen.choice, chosen.alternative]);
        if new {
            self.program.given.push(Given::Nothing);
            self.program.add_rule(atom, Some(chosen), &[]);
        }
        GroundLiteral::new(atom, false)
    }

    /// The literal that all of these hold.
    pub(super) fn all_hold(&mut self, mut body: Vec<GroundLiteral>) -> GroundLiteral {
        body.sort_unstable();
        body.dedup();
        if let [only] = body[..] {
            return only;
        }
        let numbers: Vec<u32> = body.iter().map(|literal| literal.number()).collect();
        let (atom, new) = self.atoms.insert(ALL_HOLD, &numbers);
        if new {
            self.program.given.push(Given::Nothing);
            self.program.add_rule(atom, None, &body);
        }
        GroundLiteral::new(atom, false)
    }

    /// Everything is asked: adds the rules of [`Resolution::some_answer`], and forgets what only serves to find
    /// more.
    pub(super) fn finish(&mut self) {
        for atom in 0..self.atoms.len() {
            if self.atoms.owners[atom as usize] == SOME_ANSWER {
                let table = self.atoms.row(atom)[0];
                for &answer in &self.tables.all[table as usize].answers {
                    self.program.add_rule(atom, None, &[GroundLiteral::new(answer, false)]);
                }
            }
        }
        self.tables = Tables::default();
        self.index = Index::default();
        self.rules = Rows::default();
        self.choosing = std::mem::take(&mut self.choosers.owners);
        self.choosers = Rows::default();
        self.decided = HashMap::new();
    }

    /// The name of an atom, unless it stands for a part of a body.
    pub(super) fn name(&self, atom: AtomId) -> Option<Atom> {
        let predicate = *self.atoms.owners.get(atom as usize)?;
        let name = self.compiler.predicates.get(predicate as usize)?.name.clone()?;
        let args = self.compiler.store.terms(self.atoms.row(atom)).ok()?;
        Some(self.compiler.prepared.reserved.known(&Atom::new(name, args)))
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
    fn is_certain(&self, atom: AtomId) -> bool {
        self.program.given[atom as usize] == Given::Certainly
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
        let (predicate, args) = self.tables.goal(table);
        let (args, variables) = (args.to_vec(), self.tables.all[table as usize].variables);
        if variables == 0 && self.is_given(predicate, &args) {
            let atom = self.atom(predicate, &args);
            self.tables.add(table, atom);
            return Ok(());
        }
        for rule in self.index.candidates(&self.compiler, predicate, &args) {
            if let Some(frame) = self.enter(rule, &args, variables)? {
                let instance = Instance { frame, body: Vec::new() };
                self.advance(BodyPosition { table, rule, step: 0 }, instance)?;
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
            let arg = self.made(arg, rule)?;
            let fits = self.compiler.store.unify(term, arg, &mut frame);
            if !self.made(fits, rule)? {
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
                self.advance(BodyPosition { step: place.step + 1, ..place }, instance)?;
            }
        }
    }

    /// Does this answer fit the call at this place? If so, its variables get their values.
    fn take(
        &mut self,
        place: BodyPosition,
        instance: &mut Instance,
        atom: u32,
    ) -> Result<bool, Error> {
        let rule = &self.compiler.rules[place.rule as usize];
        let (BodyStep::Call { args, .. } | BodyStep::Once { args, .. }) =
            &rule.body[place.step as usize]
        else {
            return Ok(false);
        };
        let answer = self.atoms.row(atom);
        let found = match_answer(&mut self.compiler.store, args, answer, &mut instance.frame);
        if !self.made(found, place.rule)? {
            return Ok(false);
        }
        if !self.is_certain(atom) {
            instance.body.push(GroundLiteral::new(atom, false));
        }
        Ok(true)
    }

    /// Takes the steps of a body from here on.
    pub(super) fn advance(
        &mut self,
        mut place: BodyPosition,
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
                BodyStep::Call { predicate, args } => {
                    let found = self.compiler.store.canonical(&args, &instance.frame);
                    let (key, variables) = self.made(found, place.rule)?;
                    let source = self.tables.ask(predicate, &key, variables, Some(place.table));
                    self.tables.consume(source, place, instance);
                    return Ok(());
                }
                BodyStep::Not { predicate, args, needs } => {
                    self.need(&needs, &instance.frame, place.site(), "a negation")?;
                    let Instance { frame, body } = &mut instance;
                    if !self.negation(predicate, &args, place.site(), frame, body)? {
                        return Ok(());
                    }
                }
                BodyStep::Once { goal, args, needs }
                    if !self.compiler.predicates[goal as usize].certain =>
                {
                    self.need(&needs, &instance.frame, place.site(), "a condition")?;
                    let found = self.compiler.store.canonical(&args, &instance.frame);
                    let (key, variables) = self.made(found, place.rule)?;
                    if variables > 0 {
                        return Err(Error::Uncertain { clause: self.clause(place.rule) });
                    }
                    let source = self.tables.ask(goal, &key, variables, Some(place.table));
                    self.tables.consume(source, place, instance);
                    return Ok(());
                }
                BodyStep::BuiltIn { .. }
                | BodyStep::NotBuiltIn { .. }
                | BodyStep::Once { .. }
                | BodyStep::Collect(_)
                | BodyStep::Fail => {
                    let mut ways = self.run(&step, &instance.frame, place.site())?;
                    let next = BodyPosition { step: place.step + 1, ..place };
                    let Some((last, more)) = ways.pop() else { return Ok(()) };
                    let before = self.held;
                    self.hold(bytes_of(&ways))?;
                    for (frame, more) in ways {
                        let body = [&instance.body[..], &more].concat();
                        self.advance(next, Instance { frame, body })?;
                    }
                    self.held = before;
                    instance.frame = last;
                    instance.body.extend(more);
                }
            }
            place.step += 1;
        }
    }

    /// Do all these variables have values before something that needs them?
    pub(super) fn need(
        &mut self,
        needs: &[u32],
        frame: &Frame,
        site: Site,
        what: &str,
    ) -> Result<(), Error> {
        for &variable in needs {
            let term = self.compiler.store.variable(variable);
            let resolved = self.compiler.store.resolve(term, frame);
            let resolved = self.made(resolved, site.rule)?;
            if !self.compiler.store.is_ground(resolved) {
                let name = self.variable_name(site.rule, variable);
                let reason = format!("the variable `{name}` has no value before {what}");
                return Err(self.unbound(site, &reason));
            }
        }
        Ok(())
    }

    /// Can this negation hold? If its truth is not known yet, it becomes a literal.
    pub(super) fn negation(
        &mut self,
        predicate: PredicateId,
        args: &[TermId],
        site: Site,
        frame: &Frame,
        body: &mut Vec<GroundLiteral>,
    ) -> Result<bool, Error> {
        let found = self.compiler.store.canonical(args, frame);
        let (key, variables) = self.made(found, site.rule)?;
        if self.compiler.predicates[predicate as usize].certain {
            return Ok(!self.has_answers(predicate, key, variables)?);
        }
        if self.is_given(predicate, &key) {
            return Ok(false);
        }
        let ground = variables == 0;
        let source = self.tables.ask(predicate, &key, variables, site.table);
        let atom = match ground {
            true => self.atom(predicate, &key),
            false => self.some_answer(source),
        };
        body.push(GroundLiteral::new(atom, true));
        Ok(true)
    }

    /// Does a certain goal have answers? They are worked out at once.
    pub(super) fn has_answers(
        &mut self,
        predicate: PredicateId,
        key: Vec<TermId>,
        variables: u32,
    ) -> Result<bool, Error> {
        if let Some(&found) = self.decided.get(&(predicate, key.clone())) {
            return Ok(found);
        }
        // Whoever works on other goals goes on later; certain goals depend on none of them.
        let outer = std::mem::take(&mut self.tables);
        let table = self.tables.ask(predicate, &key, variables, None);
        let worked = self.work();
        let inner = std::mem::replace(&mut self.tables, outer);
        self.tables.lists += 64;
        worked?;
        let found = !inner.all[table as usize].answers.is_empty();
        self.decided.insert((predicate, key), found);
        Ok(found)
    }

    /// Records an instance of a rule, whose body is possible.
    fn complete(&mut self, place: BodyPosition, instance: Instance) -> Result<(), Error> {
        let Rule { predicate, head, chooser, clause, .. } =
            self.compiler.rules[place.rule as usize].clone();
        let mut chosen = None;
        if let Some(chooser) = chooser {
            chosen = self.choose(&chooser, clause, place.site(), &instance.frame)?;
            let Some(Chosen { choice, .. }) = chosen else { return Ok(()) };
            if self.is_no_choice(choice) {
                chosen = None;
            }
        }
        let found = self.compiler.store.canonical(&head, &instance.frame);
        let (args, _) = self.made(found, place.rule)?;
        let atom = self.atom(predicate, &args);
        if !self.is_certain(atom) {
            let mut body = instance.body;
            body.sort_unstable();
            body.dedup();
            let literals: Vec<u32> = body.iter().map(|literal| literal.number()).collect();
            if self.rules.insert((atom, chosen), &literals).1 {
                self.program.add_rule(atom, chosen, &body);
            }
        }
        self.tables.add(place.table, atom);
        Ok(())
    }

    /// Has a choice a single alternative, which is certain?
    pub(super) fn is_no_choice(&self, choice: u32) -> bool {
        self.choices[choice as usize] == [Probability::ONE]
    }

    /// The choice that an instance makes, and which alternative makes this rule apply; nothing if that is
    /// never chosen.
    pub(super) fn choose(
        &mut self,
        chooser: &Chooser,
        clause: u32,
        place: Site,
        frame: &Frame,
    ) -> Result<Option<Chosen>, Error> {
        let mut values = Vec::with_capacity(chooser.own.len());
        for &variable in chooser.own.iter() {
            let term = self.compiler.store.variable(variable);
            let resolved = self.compiler.store.resolve(term, frame);
            let resolved = self.made(resolved, place.rule)?;
            if !self.compiler.store.is_ground(resolved) {
                let name = self.variable_name(place.rule, variable);
                let reason =
                    format!("the variable `{name}` of a clause with a probability has no value");
                return Err(self.unbound(place, &reason));
            }
            values.push(resolved);
        }
        let (choice, new) = self.choosers.insert(clause, &values);
        if new {
            let heads = self.probabilities(&chooser.annotations, frame, place.rule)?;
            let mut next = 0..;
            let number = |head: &Option<Probability>| head.and_then(|_| next.next());
            self.alternatives.push(heads.iter().map(number).collect());
            self.choices.push(heads.into_iter().flatten().collect());
            self.program.add_choice(choice);
        }
        let alternative = self.alternatives[choice as usize][chooser.alternative as usize];
        Ok(alternative.map(|alternative| Chosen { choice, alternative }))
    }

    fn probabilities(
        &mut self,
        annotations: &[TermId],
        frame: &Frame,
        rule: u32,
    ) -> Result<Vec<Option<Probability>>, Error> {
        let mut terms = Vec::new();
        for &annotation in annotations {
            let resolved = self.compiler.store.resolve(annotation, frame);
            let resolved = self.made(resolved, rule)?;
            terms.push(self.made(self.compiler.store.term(resolved), rule)?);
        }
        crate::built_in::distribution_of(&terms)
            .map_err(|reason| Error::BuiltIn { clause: self.clause(rule), reason })
    }
}

/// Terms, such as a frame or an answer, and what must hold beside what is certain.
pub(super) type Way = (Vec<TermId>, Vec<GroundLiteral>);

/// About how many bytes ways take.
pub(super) fn bytes_of(ways: &[Way]) -> usize {
    // A vector that grows exists twice for a while, and what is allocated has a size of its own.
    let numbers = ways.iter().map(|(terms, body)| 24 + (terms.capacity() + body.capacity()) * 4);
    ways.len() * 2 * size_of::<Way>() + numbers.sum::<usize>()
}

/// Does a ground head fit the arguments of a goal?
fn fits(store: &Store, head: &[TermId], args: &[TermId]) -> bool {
    let most = args.iter().map(|&arg| store.variables(arg)).max().unwrap_or(0);
    let mut frame: Frame = vec![UNBOUND; most as usize];
    // Where nobody can wait for an answer, it is found out later that the time is up.
    let mut pairs = head.iter().zip(args);
    pairs.all(|(&term, &arg)| store.unify(term, arg, &mut frame).unwrap_or(false))
}

/// Unifies the arguments of a call with an answer, whose variables are new.
pub(super) fn match_answer(
    store: &mut Store,
    args: &[TermId],
    answer: &[TermId],
    frame: &mut Frame,
) -> Result<bool, Unmade> {
    let offset = frame.len() as u32;
    for (&arg, &term) in args.iter().zip(answer) {
        let term = if store.is_ground(term) {
            term
        } else {
            let shifted = store.shifted(term, offset)?;
            let most = store.variables(shifted) as usize;
            frame.resize(most.max(frame.len()), UNBOUND);
            shifted
        };
        if !store.unify(arg, term, frame)? {
            return Ok(false);
        }
    }
    Ok(true)
}
