//! Atoms that the rules may derive from the facts, found by walking from heads to facts at random.
//!
//! To list all derivable atoms of a database of 10⁵ facts takes as long as any engine does. One of
//! them is cheap: choose a rule; for each atom of its body, from left to right, choose a fact that
//! agrees with the values that variables have by now, or again a rule; then read off the head. In a
//! disjunction a branch is chosen, and negations are passed over. So an atom that is found has a
//! derivation if its negations let it, which is left to the engine to find out.

use std::collections::HashMap;

use randlog_base::random::{Rng, below, choose};
use randlog_logic::{Atom, Clause, Formula, Head, Predicate, Symbol, Term};

use super::universe::Universe;

/// How many rules may follow each other on the way to the facts, unless deeper proofs are wanted.
const DEPTH: usize = 4;

/// A walk uses a rule rather than a fact once in so many times, where it has both.
const DETOUR: u64 = 4;

/// The same where proofs of some depth are wanted.
const DETOUR_IF_DEEP: u64 = 2;

/// How many rules and facts a walk may look for.
const MOST_STEPS: usize = 10_000;

/// Rules, and facts by predicate.
pub(super) struct Walker<'p, R> {
    rules: Vec<&'p Clause>,
    facts: HashMap<Predicate, FactRows>,
    constants: HashMap<&'p Symbol, u32>,
    /// How many rules may follow each other.
    depth: usize,
    /// How seldom a rule is used where there is a fact.
    detour: u64,
    /// How many more steps there may be.
    steps: usize,
    rng: &'p mut R,
}

/// The facts of a predicate.
#[derive(Default)]
struct FactRows {
    count: usize,
    /// Their arguments, one fact after the other, as numbers of constants.
    arguments: Vec<u32>,
}

/// The value that an argument must have, if it must have one.
type Wanted = Option<u32>;

/// What variables stand for.
type VariableValues<'p> = HashMap<&'p Symbol, u32>;

impl<'p, R: Rng> Walker<'p, R> {
    /// A walker over rules and listed facts, for proofs that are about so deep at least.
    pub(super) fn new(
        universe: &'p Universe,
        rules: &'p [Clause],
        listed: &[u64],
        deep: usize,
        rng: &'p mut R,
    ) -> Walker<'p, R> {
        let mut facts: HashMap<Predicate, FactRows> = HashMap::new();
        let mut listed = listed.iter().copied().peekable();
        for (predicate, block) in universe.predicates.iter().zip(universe.blocks()) {
            let facts = facts.entry(predicate.clone()).or_default();
            while let Some(number) = listed.next_if(|number| block.contains(number)) {
                let place = number - block.start;
                universe.push_arguments(place, predicate.arity, &mut facts.arguments);
                facts.count += 1;
            }
        }
        let constants = universe.constants.iter().zip(0..).collect();
        let detour = if deep < 2 { DETOUR } else { DETOUR_IF_DEEP };
        let (rules, depth) = (rules.iter().collect(), deep.max(DEPTH));
        Walker { rules, facts, constants, depth, detour, steps: 0, rng }
    }

    /// Walk from a random rule: its head's predicate, and the arguments that the walk ends with.
    pub(super) fn walk(&mut self) -> Option<(&'p Atom, Vec<u32>)> {
        let rule = *choose(self.rng, &self.rules)?;
        let head = &rule.heads.first()?.atom;
        let nothing = vec![None; head.args.len()];
        self.steps = MOST_STEPS;
        Some((head, self.derive(rule, &nothing, self.depth)?))
    }

    /// Whether the rules list this atom as a fact: a clause without a body has it as an instance of its head.
    pub(super) fn lists(&self, predicate: &Predicate, arguments: &[u32]) -> bool {
        self.rules.iter().filter(|rule| rule.body == Formula::True).any(|fact| {
            fact.heads.iter().any(|Head { atom, .. }| {
                let mut values = VariableValues::new();
                let mut pairs = atom.args.iter().zip(arguments);
                atom.predicate() == *predicate
                    && pairs.all(|(term, &value)| self.unify(term, value, &mut values))
            })
        })
    }

    /// An instance of a rule whose head has these arguments, where they are given.
    fn derive(&mut self, rule: &'p Clause, wanted: &[Wanted], depth: usize) -> Option<Vec<u32>> {
        let head = &rule.heads.first()?.atom;
        let mut values = VariableValues::new();
        for (term, wanted) in head.args.iter().zip(wanted) {
            if let Some(wanted) = wanted {
                self.unify(term, *wanted, &mut values).then_some(())?;
            }
        }
        self.satisfy(&rule.body, &mut values, depth).then_some(())?;
        head.args.iter().map(|term| self.value(term, &values)).collect()
    }

    /// Give values to the variables of a body so that it holds, as far as it says what holds.
    fn satisfy(
        &mut self,
        body: &'p Formula,
        values: &mut VariableValues<'p>,
        depth: usize,
    ) -> bool {
        match body {
            Formula::True | Formula::Not(_) => true,
            Formula::And(parts) => parts.iter().all(|part| self.satisfy(part, values, depth)),
            Formula::Or(branches) => {
                let branch = choose(self.rng, branches);
                branch.is_some_and(|branch| self.satisfy(branch, values, depth))
            }
            Formula::Atom(atom) => {
                let wanted: Vec<Wanted> =
                    atom.args.iter().map(|term| self.value(term, values)).collect();
                let Some(arguments) = self.find(atom, &wanted, depth) else { return false };
                atom.args.iter().zip(arguments).all(|(term, v)| self.unify(term, v, values))
            }
        }
    }

    /// The arguments of a fact, or of the head of a rule, that has those that are given.
    fn find(&mut self, atom: &Atom, wanted: &[Wanted], depth: usize) -> Option<Vec<u32>> {
        self.steps = self.steps.checked_sub(1)?;
        let predicate = atom.predicate();
        let has_head = |rule: &&&'p Clause| {
            rule.heads.first().is_some_and(|head| head.atom.predicate() == predicate)
        };
        let rules: Vec<&'p Clause> = match depth {
            0 => Vec::new(),
            _ => self.rules.iter().filter(has_head).copied().collect(),
        };
        let prefers_fact = rules.is_empty() || below(self.rng, self.detour) > 0;
        if prefers_fact && let Some(fact) = self.fact(atom, wanted) {
            return Some(fact);
        }
        let rule = *choose(self.rng, &rules)?;
        self.derive(rule, wanted, depth - 1)
    }

    /// One of the facts that have the arguments given, each with the same probability.
    fn fact(&mut self, atom: &Atom, wanted: &[Wanted]) -> Option<Vec<u32>> {
        let facts = self.facts.get(&atom.predicate())?;
        if atom.args.is_empty() {
            return (facts.count > 0).then(Vec::new);
        }
        let agrees = |row: &&[u32]| {
            row.iter().zip(wanted).all(|(value, wanted)| wanted.is_none_or(|w| w == *value))
                && unifies(atom, row)
        };
        let rows = facts.arguments.chunks_exact(atom.args.len()).filter(agrees);
        let rows: Vec<&[u32]> = rows.collect();
        choose(self.rng, &rows).map(|row| row.to_vec())
    }

    fn value(&self, term: &Term, values: &VariableValues<'p>) -> Option<u32> {
        match term {
            Term::Variable(name) => values.get(name).copied(),
            Term::Constant(name) => self.constants.get(name).copied(),
            Term::Anonymous | Term::Number(_) | Term::Text(_) | Term::Compound(_) => None,
        }
    }

    /// Let a term stand for a constant, if it can.
    fn unify(&self, term: &'p Term, value: u32, values: &mut VariableValues<'p>) -> bool {
        match term {
            Term::Variable(name) => *values.entry(name).or_insert(value) == value,
            Term::Constant(name) => self.constants.get(name) == Some(&value),
            Term::Anonymous => true,
            Term::Number(_) | Term::Text(_) | Term::Compound(_) => false,
        }
    }
}

/// Do variables that occur twice get the same value?
fn unifies(atom: &Atom, row: &[u32]) -> bool {
    let same = |(place, term): (usize, &Term)| {
        matches!(term, Term::Variable(_))
            .then(|| atom.args[..place].iter().position(|before| before == term))
            .flatten()
            .is_none_or(|before| row[before] == row[place])
    };
    atom.args.iter().enumerate().all(same)
}
