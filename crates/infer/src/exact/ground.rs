//! Grounding: which instances of rules can matter to the queries and the evidence?
//!
//! Goals are asked from the top, with the values that are known, and answered from the bottom, each
//! once: see [`tables`]. So only instances are made that the queries can use, as with magic sets (Bancilhon,
//! Maier, Sagiv and Ullman 1986), by tabling (Tamaki and Sato 1986). An atom is an answer if it is possible, that is, if it could be true when
//! all choices are open and nothing is known about negations. A negated atom is asked, too, but
//! nobody waits for its answer.

mod plan;
mod program;
mod tables;

pub(super) use program::{AtomId, Chosen, Given, GroundLiteral, GroundProgram, GroundRule};

use super::relation::{Columns, Constant, Index, Relation, Rows, in_columns};
use super::rule::{Chooser, Literal, PredicateId, Rule, Slot, UNBOUND};
use crate::Error;
use crate::limits::check_memory;
use plan::{Plan, PlanChoice};
use randlog_base::stop::Stop;
use tables::{PlanPosition, Tables};

/// How many steps go by between two looks at the limits.
const STEPS_BETWEEN_CHECKS: u32 = 4096;

/// As many values as these count as a step of their own.
const VALUES_PER_STEP: u32 = 64;

/// With so few facts to match, no literal is looked for that has fewer.
const FEW_MATCHES: usize = 4;

/// Whatever is numbered here has four bytes or more: below this, 31 bits suffice for all numbers.
const MOST_BYTES: u64 = 8 << 30;

/// Grounds rules on demand.
pub(super) struct Grounder<'s> {
    rules: Vec<Rule>,
    predicates: Vec<PredicateState>,
    plans: Vec<Plan>,
    /// Per predicate: how many facts it has, if it has no rules.
    facts: Vec<Option<u32>>,
    tables: Tables,
    /// Per atom: predicate and row.
    atoms: Vec<(PredicateId, u32)>,
    pub(super) program: GroundProgram,
    /// Instances of rules that are in the program.
    instances: Rows<u32>,
    /// Instances of clauses whose choice is shared by several rules, and those choices.
    choosers: Rows<u32>,
    shared_choices: Vec<u32>,
    /// The values of variables, one assignment on top of the other.
    stack: Vec<Constant>,
    /// Are rules kept, too, that derive what is certain?
    keeps_certain: bool,
    stop: &'s Stop,
    steps: u32,
}

impl<'s> Grounder<'s> {
    /// A grounder for this many predicates.
    pub(super) fn new(
        rules: Vec<Rule>,
        predicates: usize,
        keeps_certain: bool,
        stop: &'s Stop,
    ) -> Grounder<'s> {
        let mut predicates: Vec<PredicateState> =
            std::iter::repeat_with(Default::default).take(predicates).collect();
        for (number, rule) in rules.iter().enumerate() {
            predicates[rule.head.predicate as usize].rules.push(number as u32);
        }
        Grounder {
            rules,
            predicates,
            plans: Vec::new(),
            facts: Vec::new(),
            tables: Tables::default(),
            atoms: Vec::new(),
            program: GroundProgram::default(),
            instances: Rows::default(),
            choosers: Rows::default(),
            shared_choices: Vec::new(),
            stack: Vec::new(),
            keeps_certain,
            stop,
            steps: 0,
        }
    }

    /// How deep the work recurses: once per literal of a rule.
    pub(super) fn depth(&self) -> usize {
        self.rules.iter().map(|rule| rule.body.len()).max().unwrap_or(0)
    }

    /// Makes room for facts.
    pub(super) fn reserve(&mut self, predicate: PredicateId, arity: usize, facts: usize) {
        let state = &mut self.predicates[predicate as usize];
        state.atoms.reserve(facts, facts * arity);
        state.ids.reserve(facts);
        self.atoms.reserve(facts);
        self.program.given.reserve(facts);
    }

    /// Adds a fact, the clause at this position if it is uncertain; all facts come before the first
    /// goal. Facts of one atom are independent.
    pub(super) fn add_fact(
        &mut self,
        predicate: PredicateId,
        values: &[Constant],
        uncertain: Option<u32>,
    ) {
        let row = self.row(predicate, values);
        let state = &mut self.predicates[predicate as usize];
        state.facts = state.atoms.len();
        let atom = state.ids[row as usize];
        match uncertain {
            Some(clause) => self.program.add_fact(atom, clause),
            None => self.program.given[atom as usize] = Given::Certainly,
        }
    }

    /// Works out everything that a goal can depend on.
    pub(super) fn ask(&mut self, goal: &Literal) -> Result<u32, Error> {
        if self.facts.is_empty() {
            let facts = |state: &PredicateState| state.rules.is_empty().then_some(state.facts);
            self.facts = self.predicates.iter().map(facts).collect();
        }
        let known = goal.columns(|slot| matches!(slot, Slot::Constant(_)));
        let table = self.tables.ask(goal, known, &known_values(goal, known, &[]));
        self.work()?;
        Ok(table)
    }

    /// The atoms that answer a goal.
    pub(super) fn answers(&self, goal: &Literal, table: u32) -> Vec<AtomId> {
        let state = &self.predicates[goal.predicate as usize];
        let rows = self.tables.tables[table as usize].answers.iter().copied();
        let fits = |&row: &u32| {
            unify(&goal.slots, state.atoms.row(row), &mut vec![UNBOUND; goal.slots.len()])
        };
        rows.filter(fits).map(|row| state.ids[row as usize]).collect()
    }

    /// The atom of a goal without variables, if anybody has met it.
    pub(super) fn find(&self, goal: &Literal) -> Option<AtomId> {
        let state = &self.predicates[goal.predicate as usize];
        let values: Vec<Constant> = goal.slots.iter().map(|slot| slot.value(&[])).collect();
        state.atoms.find((), &values).map(|row| state.ids[row as usize])
    }

    /// The predicate and the constants of an atom.
    pub(super) fn atom(&self, atom: AtomId) -> (PredicateId, &[Constant]) {
        let (predicate, row) = self.atoms[atom as usize];
        (predicate, self.predicates[predicate as usize].atoms.row(row))
    }

    /// The row of an atom, a new one if nobody has met it yet.
    fn row(&mut self, predicate: PredicateId, values: &[Constant]) -> u32 {
        let state = &mut self.predicates[predicate as usize];
        let (row, new) = state.atoms.insert((), values);
        if new {
            state.ids.push(self.atoms.len() as AtomId);
            self.atoms.push((predicate, row));
            self.program.given.push(Given::Nothing);
        }
        row
    }

    fn is_certain(&self, predicate: PredicateId, row: u32) -> bool {
        let id = self.predicates[predicate as usize].ids[row as usize];
        self.program.given[id as usize] == Given::Certainly
    }

    fn work(&mut self) -> Result<(), Error> {
        while let Some(table) = self.tables.next() {
            if self.tables.start(table) {
                self.explore(table)?;
            }
            for consumer in (0..self.tables.tables[table as usize].consumers.len()).rev() {
                self.resume(table, consumer)?;
            }
        }
        Ok(())
    }

    /// Gives a consumer the answers that it has not taken yet.
    fn resume(&mut self, source: u32, number: usize) -> Result<(), Error> {
        let consumer = self.tables.tables[source as usize].consumers[number];
        let Plan { rule, ref steps } = self.plans[consumer.place.plan as usize];
        let literal = steps[consumer.place.step as usize].literal;
        let start = consumer.values as usize;
        let values = start..start + self.rules[rule as usize].variables;
        let base = self.stack.len();
        let mut taken = consumer.taken as usize;
        while let Some(&row) = self.tables.tables[source as usize].answers.get(taken) {
            taken += 1;
            self.stack.extend_from_slice(&self.tables.values[values.clone()]);
            if self.matches(rule, literal, row, base) {
                self.advance(consumer.place.next(), base)?;
            }
            self.stack.truncate(base);
        }
        self.tables.tables[source as usize].consumers[number].taken = taken as u32;
        Ok(())
    }

    /// Does this row fit the literal? If so, its variables get their values.
    fn matches(&mut self, rule: u32, literal: usize, row: u32, base: usize) -> bool {
        let literal = &self.rules[rule as usize].body[literal];
        let values = self.predicates[literal.predicate as usize].atoms.row(row);
        unify(&literal.slots, values, &mut self.stack[base..])
    }

    /// The first work on a goal: its facts, and all rules that could give answers.
    fn explore(&mut self, table: u32) -> Result<(), Error> {
        let (predicate, known, key) = self.tables.goal(table);
        let closed = self.tables.tables[table as usize].closed;
        let state = &mut self.predicates[predicate as usize];
        let index = state.index(known);
        for position in state.indexes[index].find(&state.atoms, key) {
            let row = self.predicates[predicate as usize].indexes[index].row(position);
            self.tables.add(table, row);
            if closed && self.is_certain(predicate, row) {
                return Ok(());
            }
        }
        let Grounder { predicates, plans, rules, tables, facts, .. } = self;
        let state = &mut predicates[predicate as usize];
        let choice = state.plans(known, plans, rules, facts);
        let fitting = state.plans[choice].fitting(tables.goal(table).2).concat();
        fitting.into_iter().try_for_each(|plan| self.enter(table, plan))
    }

    /// Starts a rule for a goal.
    fn enter(&mut self, table: u32, plan: u32) -> Result<(), Error> {
        let rule = &self.rules[self.plans[plan as usize].rule as usize];
        let base = self.stack.len();
        self.stack.resize(base + rule.variables, UNBOUND);
        let (_, known, key) = self.tables.goal(table);
        let fits = in_columns(&rule.head.slots, known)
            .zip(key)
            .all(|(&slot, &value)| unify(&[slot], &[value], &mut self.stack[base..]));
        if fits {
            self.advance(PlanPosition { table, plan, step: 0 }, base)?;
        }
        self.stack.truncate(base);
        Ok(())
    }

    /// Matches the literals of a plan from a step on, under the assignment at `base`.
    fn advance(&mut self, place: PlanPosition, base: usize) -> Result<(), Error> {
        self.check_limits((self.stack.len() - base) as u32)?;
        if self.tables.tables[place.table as usize].settled {
            return Ok(());
        }
        let Plan { rule, ref steps } = self.plans[place.plan as usize];
        let Some(&plan::PlanStep { literal: position, known, .. }) = steps.get(place.step as usize)
        else {
            self.complete(place.table, rule, base);
            return Ok(());
        };
        let literal = &self.rules[rule as usize].body[position];
        let key = known_values(literal, known, &self.stack[base..]);
        let (predicate, negated) = (literal.predicate, literal.negated);
        let state = &self.predicates[predicate as usize];
        if key.len() == literal.slots.len()
            && let Some(row) = state.atoms.find((), &key)
            && self.is_certain(predicate, row)
        {
            return if negated { Ok(()) } else { self.advance(place.next(), base) };
        }
        let facts_only = state.rules.is_empty();
        if facts_only && !negated {
            return self.facts(place, base, &key);
        }
        let source = (!facts_only).then(|| self.tables.ask(literal, known, &key));
        let (Some(source), false) = (source, negated) else {
            return self.advance(place.next(), base);
        };
        let values = self.tables.values.len() as u32;
        let variables = self.rules[rule as usize].variables;
        self.tables.values.extend_from_slice(&self.stack[base..base + variables]);
        self.tables.consume(source, place, values);
        Ok(())
    }

    /// Matches a literal of a predicate that has facts only.
    fn facts(&mut self, place: PlanPosition, base: usize, key: &[Constant]) -> Result<(), Error> {
        let Plan { rule, ref steps } = self.plans[place.plan as usize];
        let plan::PlanStep { mut literal, known, ref rivals } = steps[place.step as usize];
        let literal_here = &self.rules[rule as usize].body[literal];
        // What gets a value here loses it again for the next fact.
        let is_open = |&variable: &u32| self.stack[base + variable as usize] == UNBOUND;
        let open: Vec<u32> = literal_here.variables().filter(is_open).collect();
        if open.is_empty() {
            let state = &self.predicates[literal_here.predicate as usize];
            let all = literal_here.slots.iter().map(|slot| slot.value(&self.stack[base..]));
            let all: Vec<Constant> = all.collect();
            let is_fact = state.atoms.find((), &all).is_some_and(|row| row < state.facts);
            return if is_fact { self.advance(place.next(), base) } else { Ok(()) };
        }
        let (mut index, mut matches) =
            self.predicates[literal_here.predicate as usize].matches(known, key);
        let mut next = place.next();
        for &(rival, known) in rivals {
            if matches.len() <= FEW_MATCHES {
                break;
            }
            let other = &self.rules[rule as usize].body[rival];
            let key = known_values(other, known, &self.stack[base..]);
            let (its_index, its_matches) =
                self.predicates[other.predicate as usize].matches(known, &key);
            if its_matches.len() < matches.len() {
                // Then this literal has no open variables, and is looked up.
                (literal, index, matches, next) = (rival, its_index, its_matches, place);
            }
        }
        let predicate = self.rules[rule as usize].body[literal].predicate;
        for position in matches {
            let row = self.predicates[predicate as usize].indexes[index].row(position);
            if self.matches(rule, literal, row, base) {
                self.advance(next, base)?;
            }
            open.iter().for_each(|&variable| self.stack[base + variable as usize] = UNBOUND);
            if self.tables.tables[place.table as usize].settled {
                break;
            }
        }
        Ok(())
    }

    /// Records an instance of a rule, all of whose literals are possible.
    fn complete(&mut self, table: u32, rule: u32, base: usize) {
        let variables = self.rules[rule as usize].variables;
        let values = self.stack[base..base + variables].to_vec();
        let head = &self.rules[rule as usize].head;
        let predicate = head.predicate;
        let head: Vec<Constant> = head.slots.iter().map(|slot| slot.value(&values)).collect();
        let row = self.row(predicate, &head);
        if !self.is_certain(predicate, row) && self.instances.insert(rule, &values).1 {
            self.record(rule, predicate, row, &values);
        }
        if self.is_certain(predicate, row) && !self.keeps_certain {
            self.tables.settle(table);
        }
        // Facts that fit a goal were its first answers.
        if row >= self.predicates[predicate as usize].facts {
            self.tables.add_once(table, row);
        }
    }

    fn record(&mut self, rule: u32, predicate: PredicateId, row: u32, values: &[Constant]) {
        let positions = 0..self.rules[rule as usize].body.len();
        let body: Vec<GroundLiteral> =
            positions.filter_map(|position| self.ground(rule, position, values)).collect();
        let chooser = self.rules[rule as usize].chooser;
        let chosen = chooser.map(|chooser| self.choose(chooser, values));
        let head = self.predicates[predicate as usize].ids[row as usize];
        if body.is_empty() && chosen.is_none() && !self.keeps_certain {
            self.program.given[head as usize] = Given::Certainly;
        } else {
            self.program.add_rule(head, chosen, &body);
        }
    }

    /// An instance of a literal, unless it is certainly true.
    fn ground(&mut self, rule: u32, position: usize, values: &[Constant]) -> Option<GroundLiteral> {
        let literal = &self.rules[rule as usize].body[position];
        let (predicate, negated) = (literal.predicate, literal.negated);
        let key: Vec<Constant> = literal.slots.iter().map(|slot| slot.value(values)).collect();
        let state = &self.predicates[predicate as usize];
        if negated && state.rules.is_empty() && state.atoms.find((), &key).is_none() {
            return None;
        }
        let row = self.row(predicate, &key);
        if !negated && self.is_certain(predicate, row) {
            return None;
        }
        let atom = self.predicates[predicate as usize].ids[row as usize];
        Some(GroundLiteral::new(atom, negated))
    }

    fn choose(&mut self, chooser: Chooser, values: &[Constant]) -> Chosen {
        let Chooser { clause, alternative, shared } = chooser;
        if !shared {
            return Chosen { choice: self.program.add_choice(clause), alternative };
        }
        let (number, new) = self.choosers.insert(clause, values);
        if new {
            self.shared_choices.push(self.program.add_choice(clause));
        }
        Chosen { choice: self.shared_choices[number as usize], alternative }
    }

    /// A step of a rule with this many variables: whoever waits keeps their values.
    fn check_limits(&mut self, variables: u32) -> Result<(), Error> {
        self.steps += 1 + variables / VALUES_PER_STEP;
        // To look at all predicates must not take longer than the steps in between.
        if self.steps < STEPS_BETWEEN_CHECKS.max(self.predicates.len() as u32) {
            return Ok(());
        }
        self.steps = 0;
        self.stop.check()?;
        let bytes = self.bytes();
        if bytes as u64 > MOST_BYTES {
            return Err(Error::Memory { limit: MOST_BYTES, what: "grounding" });
        }
        check_memory(self.stop, bytes, "grounding")
    }

    /// Forgets what only serves to find more: everything is asked.
    pub(super) fn finish(&mut self) {
        self.tables = Tables::default();
        self.instances = Rows::default();
        self.choosers = Rows::default();
        self.predicates.iter_mut().for_each(|state| state.indexes = Vec::new());
    }

    /// About how many bytes this holds.
    pub(super) fn bytes(&self) -> usize {
        self.shared_bytes() + self.predicates.iter().map(PredicateState::bytes).sum::<usize>()
    }

    /// The same without what it holds for each predicate.
    pub(super) fn shared_bytes(&self) -> usize {
        self.tables.bytes()
            + self.program.bytes()
            + self.instances.bytes()
            + self.choosers.bytes()
            + self.atoms.capacity() * 8
    }

    /// What it holds for a predicate.
    pub(super) fn predicate_bytes(&self, predicate: PredicateId) -> usize {
        self.predicates[predicate as usize].bytes()
    }
}

/// What is known of a predicate: its facts, its rules, its atoms.
#[derive(Default)]
struct PredicateState {
    /// Every atom that was met: first the facts, then what rules derive.
    atoms: Relation,
    /// How many of the rows are facts.
    facts: u32,
    /// The number of the ground atom of each row.
    ids: Vec<AtomId>,
    /// The numbers of its rules.
    rules: Vec<u32>,
    /// The plans of its rules, for each set of known columns that was asked for.
    plans: Vec<PlanChoice>,
    indexes: Vec<Index>,
}

impl PredicateState {
    /// The plans of the rules for these known columns, made when first needed.
    fn plans(
        &mut self,
        known: Columns,
        plans: &mut Vec<Plan>,
        rules: &[Rule],
        facts: &plan::Facts,
    ) -> usize {
        if let Some(position) = self.plans.iter().position(|choice| choice.known == known) {
            return position;
        }
        self.plans.push(PlanChoice::new(known, &self.rules, rules, facts, plans));
        self.plans.len() - 1
    }

    /// The index of the facts by these columns, made when first needed.
    fn index(&mut self, columns: Columns) -> usize {
        if let Some(position) = self.indexes.iter().position(|index| index.columns == columns) {
            return position;
        }
        self.indexes.push(Index::new(&self.atoms, self.facts, columns));
        self.indexes.len() - 1
    }

    /// Where in an index, by number, the facts with these values stand.
    fn matches(&mut self, columns: Columns, key: &[Constant]) -> (usize, std::ops::Range<usize>) {
        let index = self.index(columns);
        (index, self.indexes[index].find(&self.atoms, key))
    }

    fn bytes(&self) -> usize {
        self.atoms.bytes()
            + self.ids.capacity() * size_of::<AtomId>()
            + self.indexes.iter().map(Index::bytes).sum::<usize>()
    }
}

/// Makes a row fit the slots by giving values to variables without one; says whether it fits.
fn unify(slots: &[Slot], row: &[Constant], values: &mut [Constant]) -> bool {
    slots.iter().zip(row).all(|(&slot, &value)| match slot {
        Slot::Constant(constant) => constant == value,
        Slot::Variable(variable) => {
            let known = &mut values[variable as usize];
            if *known == UNBOUND {
                *known = value;
            }
            *known == value
        }
    })
}

/// The values of a literal in some columns.
fn known_values(literal: &Literal, known: Columns, values: &[Constant]) -> Vec<Constant> {
    in_columns(&literal.slots, known).map(|slot| slot.value(values)).collect()
}
