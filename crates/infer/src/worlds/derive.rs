//! Grounding for the wide language, as the definition says: bodies from left to right, with the values
//! that calls bring.
//!
//! Nothing is clever: all calls that have been met are worked out again from all answers known so far,
//! until a round brings neither a new call nor a new answer. The last round has then seen everything.

mod goals;
mod variables;

use super::substitution::{Substitution, apply, apply_atom, canonical, depth, unify_atoms};
use crate::built_in::distribution_of;
use crate::limits::check_memory;
use crate::prepared::{Prepared, with_blanks};
use crate::{Error, Quotation};
use randlog_base::stop::Stop;
use randlog_logic::{Atom, Probability, SourcePlace, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};
use variables::{count, occurrences, occurrences_in, own_variables};

/// How deep terms may be, and how deep goals may call each other while solutions are collected.
const MAX_DEPTH: u16 = 256;
const MAX_CALLS: usize = 20_000;

/// What the body of an instance uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Used {
    /// This atom holds.
    Holds(Atom),
    /// No answer of this call holds.
    NoAnswer(Atom),
    /// All of one of these hold.
    Any(Vec<Vec<Used>>),
    /// Not all of any of these hold.
    None(Vec<Vec<Used>>),
    /// The instance of a clause with these values takes this alternative.
    Taken(usize, Vec<Term>, usize),
}

/// An instance of a clause for one of its heads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instance {
    pub(super) head: Atom,
    /// The clause and the values of its variables, if it chooses; and which alternative.
    pub(super) choice: Option<(usize, Vec<Term>, usize)>,
    pub(super) body: Vec<Used>,
}

/// The calls, their answers, and the instances behind them.
pub(super) struct Derivation<'p> {
    prepared: &'p Prepared,
    stop: &'p Stop,
    pub(super) answers: BTreeMap<Atom, BTreeSet<Atom>>,
    pub(super) instances: BTreeSet<Instance>,
    pub(super) choices: BTreeMap<(usize, Vec<Term>), Vec<Option<Probability>>>,
    changed: bool,
    /// How many variables were renamed.
    fresh: usize,
    /// Are goals resolved directly, as Prolog does, instead of by calls and answers?
    direct: bool,
    open: Vec<Atom>,
}

/// A way to make a formula true: values, and what it uses.
type Proof = (Substitution, Vec<Used>);

/// Where a formula stands.
#[derive(Clone, Copy)]
struct ClauseContext<'c> {
    /// The clause, and its variables with the number of their occurrences.
    clause: &'c dyn Fn() -> Quotation,
    everywhere: &'c BTreeMap<Symbol, usize>,
}

impl<'p> Derivation<'p> {
    pub(super) fn new(prepared: &'p Prepared, stop: &'p Stop) -> Derivation<'p> {
        Derivation {
            prepared,
            stop,
            answers: BTreeMap::new(),
            instances: BTreeSet::new(),
            choices: BTreeMap::new(),
            changed: false,
            fresh: 0,
            direct: false,
            open: Vec::new(),
        }
    }

    fn is_certain(&self, atom: &Atom) -> bool {
        self.prepared.predicates.get(&atom.predicate()).is_none_or(|entry| entry.certain)
    }

    /// Is this, for some values of its variables, a fact without a probability?
    pub(super) fn is_given(&self, atom: &Atom) -> bool {
        let Some(entry) = self.prepared.predicates.get(&atom.predicate()) else { return false };
        entry.clauses.iter().any(|&clause| {
            let clause = &self.prepared.clauses[clause];
            let head = &clause.heads[0];
            clause.is_fact()
                && clause.is_certain()
                && head.atom.is_ground()
                && unify_atoms(&head.atom.args, &atom.args, &Substitution::new()).is_some()
        })
    }

    /// Is the atom true in all worlds, whatever the rest of the program says?
    pub(super) fn is_settled(&self, atom: &Atom) -> bool {
        self.is_certain(atom) || (atom.is_ground() && self.is_given(atom))
    }

    /// Adds calls until nothing changes. The instances are those of the last round.
    pub(super) fn work(&mut self) -> Result<(), Error> {
        loop {
            self.changed = false;
            self.instances.clear();
            let calls: Vec<Atom> = self.answers.keys().cloned().collect();
            for call in calls {
                self.call(&call)?;
            }
            if !self.changed {
                return Ok(());
            }
        }
    }

    /// Registers a call.
    pub(super) fn ask(&mut self, call: &Atom) {
        if !self.answers.contains_key(call) {
            self.answers.insert(call.clone(), BTreeSet::new());
            self.changed = true;
        }
    }

    fn call(&mut self, call: &Atom) -> Result<(), Error> {
        if call.is_ground() && self.is_given(call) {
            self.answer(call, call.clone());
            return Ok(());
        }
        let Some(entry) = self.prepared.predicates.get(&call.predicate()) else {
            return self.built_in_call(call);
        };
        for &number in &entry.clauses {
            let clause = &self.prepared.clauses[number];
            for alternative in 0..clause.heads.len() {
                self.clause(call, number, alternative)?;
            }
        }
        Ok(())
    }

    /// A query for a built-in predicate.
    fn built_in_call(&mut self, call: &Atom) -> Result<(), Error> {
        let quotation = || quoted_call(call);
        let mut everywhere = BTreeMap::new();
        call.args.iter().for_each(|term| count(term, &mut everywhere));
        let context = ClauseContext { clause: &quotation, everywhere: &everywhere };
        for (values, _) in self.atom(call, (Substitution::new(), Vec::new()), context)? {
            let answer = canonical(&apply_atom(call, &values), "A");
            self.answer(call, answer);
        }
        Ok(())
    }

    fn answer(&mut self, call: &Atom, answer: Atom) {
        let answers = self.answers.entry(call.clone()).or_default();
        self.changed |= answers.insert(answer);
    }

    fn clause(&mut self, call: &Atom, number: usize, alternative: usize) -> Result<(), Error> {
        let clause = &self.prepared.clauses[number];
        let head = &clause.heads[alternative];
        if head.atom.predicate() != call.predicate() {
            return Ok(());
        }
        let start = unify_atoms(&head.atom.args, &call.args, &Substitution::new());
        let Some(start) = start else { return Ok(()) };
        let everywhere = occurrences(clause);
        let prepared = self.prepared;
        let quotation = || prepared.quotation(number);
        let context = ClauseContext { clause: &quotation, everywhere: &everywhere };
        for (values, body) in self.formula(&clause.body, (start, Vec::new()), context)? {
            self.complete(call, number, alternative, &values, body, context)?;
        }
        Ok(())
    }

    fn complete(
        &mut self,
        call: &Atom,
        number: usize,
        alternative: usize,
        values: &Substitution,
        mut body: Vec<Used>,
        context: ClauseContext<'_>,
    ) -> Result<(), Error> {
        self.stop.check()?;
        let clause = &self.prepared.clauses[number];
        let mut choice = None;
        if !clause.is_certain() {
            choice = self.choose(number, alternative, values, context)?;
            if choice.is_none() {
                return Ok(());
            }
        }
        let head = canonical(&apply_atom(&clause.heads[alternative].atom, values), "A");
        self.check_depth(&head, context)?;
        self.answer(call, head.clone());
        if !self.is_settled(&head) {
            body.sort();
            body.dedup();
            self.instances.insert(Instance { head, choice, body });
            /// An instance with its names: about.
            const BYTES: usize = 512;
            check_memory(self.stop, self.instances.len() * BYTES, "grounding")?;
        }
        Ok(())
    }

    /// The choice of an instance that takes this alternative; nothing if it never does.
    fn choose(
        &mut self,
        number: usize,
        alternative: usize,
        values: &Substitution,
        context: ClauseContext<'_>,
    ) -> Result<Option<(usize, Vec<Term>, usize)>, Error> {
        let clause = &self.prepared.clauses[number];
        let own = own_variables(clause, self.prepared);
        let own: Vec<Term> =
            own.into_iter().map(|name| apply(&Term::Variable(name), values)).collect();
        if own.iter().any(|value| !value.is_ground()) {
            let reason = "a variable of a clause with a probability has no value".to_owned();
            return Err(Error::Unsafe { clause: (context.clause)(), reason });
        }
        let annotations = clause.heads.iter().map(|head| head.probability.term());
        let annotations: Vec<Term> = annotations.map(|term| apply(&term, values)).collect();
        let probabilities = distribution_of(&annotations)
            .map_err(|reason| Error::BuiltIn { clause: (context.clause)(), reason })?;
        let chosen = probabilities[alternative].is_some();
        self.choices.insert((number, own.clone()), probabilities);
        Ok(chosen.then_some((number, own, alternative)))
    }

    fn check_depth(&self, atom: &Atom, context: ClauseContext<'_>) -> Result<(), Error> {
        if atom.args.iter().any(|term| depth(term) > usize::from(MAX_DEPTH)) {
            return Err(Error::Depth { limit: MAX_DEPTH, clause: (context.clause)() });
        }
        Ok(())
    }

    /// The calls that a query or evidence makes, of which this is the number among all clauses.
    pub(super) fn calls(
        &mut self,
        statement: &randlog_logic::Goal,
        number: usize,
    ) -> Result<Vec<Atom>, Error> {
        let mut everywhere = occurrences_in(&statement.condition);
        statement.atom.args.iter().for_each(|term| count(term, &mut everywhere));
        let prepared = self.prepared;
        let quotation = || prepared.quotation(number);
        let context = ClauseContext { clause: &quotation, everywhere: &everywhere };
        loop {
            self.work()?;
            self.changed = false;
            let start = (Substitution::new(), Vec::new());
            let ways = self.formula(&statement.condition, start, context)?;
            let mut calls = Vec::new();
            for (values, _) in ways {
                let call = canonical(&apply_atom(&statement.atom, &values), "C");
                self.ask(&call);
                calls.push(call);
            }
            if !self.changed {
                return Ok(calls);
            }
        }
    }
}

/// A call that no text holds, as the query that it comes from.
pub(super) fn quoted_call(call: &Atom) -> Quotation {
    Quotation::new(format!("query({}).", with_blanks(call)), SourcePlace::default())
}
