//! Facts and rules apart, and both in the words of a spec.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use randlog_logic::{
    Atom, Clause, Formula, Predicate, Probability, Program, Symbol, Term, built_ins, name,
};

use super::names::{self, Names};
use super::note::Note;
use crate::spec::{constants, variables};

/// What the ground facts of a program are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundFacts {
    /// Data, unless rules define the same predicate: then they are taken as one clause. As in programs that people write.
    Data,
    /// Clauses like any others. As in programs that were drawn from a space.
    Clauses,
}

/// The ground facts that are data, of all programs together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// How many there are.
    pub count: u64,
    /// How many of them are not certain.
    pub probabilistic: u64,
    /// How many predicates they are about.
    pub predicates: usize,
    /// How many different constants they have as arguments.
    pub constants: usize,
}

/// What is taken from some programs.
#[derive(Debug)]
pub(super) struct Rules {
    /// The clauses of each program.
    pub(super) programs: Vec<Program>,
    /// The predicates that head clauses, in the order of first occurrence.
    pub(super) heads: Vec<Predicate>,
    /// Those that only stand in bodies, in the order of first occurrence.
    pub(super) data: Vec<Predicate>,
    /// All constants, in the order of first occurrence.
    pub(super) constants: Vec<Symbol>,
    pub(super) facts: Facts,
    pub(super) notes: Vec<Note>,
}

/// Does a program have a clause that is not data?
pub fn has_rules(program: &Program, facts: GroundFacts) -> bool {
    let mut taker = Taker::new([program]);
    let mut clauses = program.clauses.iter().flat_map(|clause| taker.clauses(clause));
    clauses.any(|clause| facts == GroundFacts::Clauses || !is_ground_fact(&clause))
}

/// Take the rules from programs.
pub(super) fn take(programs: &[(&Program, GroundFacts)]) -> Rules {
    let mut taker = Taker::new(programs.iter().map(|(program, _)| *program));
    let mut taken: Vec<Vec<Clause>> =
        programs.iter().map(|(program, facts)| taker.program(program, *facts)).collect();
    taken.iter_mut().for_each(|clauses| clauses.retain(|clause| taker.is_ruled(clause)));
    let atoms = taken.iter().flatten().flat_map(Clause::atoms);
    let used: HashSet<Predicate> = atoms.map(Atom::predicate).collect();
    let names = Names::of(taken.iter().flatten());
    taken.iter_mut().flatten().for_each(|clause| names.rename(clause));
    let repeated = taken.iter_mut().map(drop_repeated).sum();
    let (facts, mut notes) = taker.finish(repeated, &used);
    notes.extend(names.notes());
    let Names { predicates, constants, .. } = names;
    let defined: HashSet<Predicate> = taken.iter().flatten().map(head).collect();
    let (heads, data) = predicates.into_iter().partition(|it| defined.contains(it));
    let mut rules = Rules { programs: Vec::new(), heads, data, constants, facts, notes };
    rules.define_all(&mut taken);
    let program = |clauses: Vec<Clause>| Program { clauses: clauses.into(), ..Program::default() };
    rules.programs = taken.into_iter().map(program).collect();
    rules
}

impl Rules {
    /// A predicate that is no data heads a clause of every program of a space: where it does not, a fact stands in.
    fn define_all(&mut self, programs: &mut [Vec<Clause>]) {
        let mut undefined: BTreeMap<Predicate, u64> = BTreeMap::new();
        for clauses in programs {
            let defined: HashSet<Predicate> = clauses.iter().map(head).collect();
            for predicate in self.heads.iter().filter(|p| !defined.contains(p)) {
                if self.constants.is_empty() && predicate.arity > 0 {
                    self.constants = constants(1);
                }
                let argument = self.constants.first().cloned().map(Term::Constant);
                let args = argument.into_iter().cycle().take(predicate.arity).collect();
                let fact = Atom::new(predicate.name.clone(), args);
                clauses.push(Clause::new(Probability::ONE, fact, Formula::True));
                *undefined.entry(predicate.clone()).or_default() += 1;
            }
        }
        self.notes.extend(undefined.into_iter().map(|(p, programs)| Note::Undefined(p, programs)));
    }
}

/// Takes clauses, and keeps account of what it changes.
#[derive(Debug, Default)]
struct Taker {
    /// The predicates that head a clause, whatever they are called.
    defined: HashSet<Predicate>,
    /// Which predicates are built in.
    built_in: HashMap<Predicate, bool>,
    left_out: BTreeMap<Predicate, u64>,
    truths: u64,
    several_heads: u64,
    halved: u64,
    facts: Facts,
    /// The predicates that head a clause that is no data.
    ruled: HashSet<Predicate>,
    fact_predicates: BTreeSet<Predicate>,
    fact_constants: HashSet<Term>,
}

impl Taker {
    fn new<'p>(programs: impl IntoIterator<Item = &'p Program>) -> Taker {
        let clauses = programs.into_iter().flat_map(|program| &program.clauses);
        let heads = clauses.flat_map(|clause| &clause.heads);
        Taker { defined: heads.map(|head| head.atom.predicate()).collect(), ..Taker::default() }
    }

    /// What is taken from a program.
    fn program(&mut self, program: &Program, facts: GroundFacts) -> Vec<Clause> {
        let mut tables = HashSet::new();
        let mut taken = Vec::new();
        for clause in &program.clauses {
            self.several_heads += u64::from(clause.heads.len() > 1);
            for clause in self.clauses(clause) {
                let is_data = facts == GroundFacts::Data && is_ground_fact(&clause);
                if is_data {
                    self.count(&clause);
                } else {
                    self.ruled.insert(head(&clause));
                }
                if !is_data || tables.insert(head(&clause)) {
                    taken.push(clause);
                }
            }
        }
        taken
    }

    /// A clause for each head, with a body that a spec can have.
    fn clauses(&mut self, clause: &Clause) -> impl Iterator<Item = Clause> + use<> {
        let body = match &clause.body {
            Formula::True => Formula::True,
            body => self.formula(body).unwrap_or(Formula::True),
        };
        let halved = clause.heads.iter().filter(|head| head.probability.number().is_none()).count();
        self.halved += halved as u64;
        let half = || Probability::new(1, 2).unwrap_or(Probability::ONE);
        let heads = clause.heads.clone().into_iter();
        heads.map(move |head| {
            let probability = head.probability.number().unwrap_or_else(half);
            Clause::new(probability, head.atom, body.clone())
        })
    }

    /// Does a clause of any program that is no data define its predicate, too?
    fn is_ruled(&self, clause: &Clause) -> bool {
        self.ruled.contains(&head(clause))
    }

    /// What remains of a formula without that which a spec has no words for; perhaps nothing.
    fn formula(&mut self, formula: &Formula) -> Option<Formula> {
        match formula {
            Formula::True => {
                self.truths += 1;
                None
            }
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(child) => Some(Formula::Not(Box::new(self.formula(child)?))),
            Formula::And(children) => self.children(children, Formula::And),
            Formula::Or(children) => self.children(children, Formula::Or),
        }
    }

    fn children(
        &mut self,
        children: &[Formula],
        connect: fn(Vec<Formula>) -> Formula,
    ) -> Option<Formula> {
        let mut remaining: Vec<Formula> =
            children.iter().filter_map(|child| self.formula(child)).collect();
        if remaining.len() > 1 { Some(connect(remaining)) } else { remaining.pop() }
    }

    fn atom(&mut self, atom: &Atom) -> Option<Formula> {
        let predicate = atom.predicate();
        let defined = &self.defined;
        let built_in = *self.built_in.entry(predicate.clone()).or_insert_with_key(|predicate| {
            // What looks like a name and is not allowed has a meaning of its own.
            let is_reserved = || {
                built_ins::is_built_in(&predicate.name, predicate.arity)
                    || name::is_plain_atom(&predicate.name) && !names::is_predicate(predicate)
            };
            !defined.contains(predicate) && is_reserved()
        });
        if built_in {
            *self.left_out.entry(predicate).or_default() += 1;
            return None;
        }
        Some(Formula::Atom(atom.clone()))
    }

    /// Count a ground fact.
    fn count(&mut self, fact: &Clause) {
        self.facts.count += 1;
        self.facts.probabilistic += u64::from(!fact.is_certain());
        for atom in fact.atoms() {
            self.fact_predicates.insert(atom.predicate());
            self.fact_constants.extend(atom.args.iter().cloned());
        }
    }

    /// What was counted, and the notes, if these predicates are used.
    fn finish(self, repeated: u64, used: &HashSet<Predicate>) -> (Facts, Vec<Note>) {
        let (predicates, constants) = (self.fact_predicates.len(), self.fact_constants.len());
        let counted = [
            (self.several_heads, Note::SeveralHeads as fn(u64) -> Note),
            (self.truths, Note::True),
            (repeated, Note::Repeated),
            (self.halved, Note::Halved),
        ];
        let counted = counted.into_iter().filter(|(count, _)| *count > 0);
        let counted = counted.map(|(count, note)| note(count));
        let left_out = self.left_out.into_iter().map(|(p, count)| Note::BuiltIn(p, count));
        let of_facts = self.fact_predicates.into_iter().filter_map(|predicate| {
            if self.ruled.contains(&predicate) {
                return Some(Note::FactsAndRules(predicate));
            }
            (!used.contains(&predicate)).then_some(Note::Unused(predicate))
        });
        let notes = counted.chain(left_out).chain(of_facts).collect();
        (Facts { predicates, constants, ..self.facts }, notes)
    }
}

/// The predicate of the head.
fn head(clause: &Clause) -> Predicate {
    clause.heads[0].atom.predicate()
}

fn is_ground_fact(clause: &Clause) -> bool {
    clause.is_fact() && clause.heads.iter().all(|head| head.atom.is_ground())
}

/// Leave only the first of clauses that differ in the names of variables and the probability; how many
/// others were there?
fn drop_repeated(clauses: &mut Vec<Clause>) -> u64 {
    let names = variables(clauses.iter().map(variables_of).max().unwrap_or(0));
    let before = clauses.len();
    let mut seen = HashSet::new();
    clauses.retain(|clause| {
        let canonical = clause.canonical(&names).unwrap_or_else(|| clause.clone());
        seen.insert((canonical.heads[0].atom.clone(), canonical.body))
    });
    (before - clauses.len()) as u64
}

/// How many variables a clause has. Every `_` is one of its own.
pub(super) fn variables_of(clause: &Clause) -> usize {
    let anonymous = clause.atoms().flat_map(|atom| &atom.args);
    let anonymous = anonymous.filter(|term| **term == Term::Anonymous).count();
    let named: HashSet<&Symbol> = clause.atoms().flat_map(Atom::variables).collect();
    named.len() + anonymous
}
