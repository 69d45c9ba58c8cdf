//! Function-free programs whose clauses are safe for all calls: what is relevant is loaded into tables, and
//! grounded from there.

use super::circuit::Weights;
use super::ground::{AtomId, Grounder};
use super::normalise::Normaliser;
use super::question::{self, Question, Target};
use super::relevance;
use super::rule::{Literal, PredicateId};
use super::stated::Stated;
use super::vocabulary::{Constants, Predicates};
use crate::limits::check_memory;
use crate::room::with_room;
use crate::solution::Stopwatch;
use crate::{Error, Phase, Relevance, safety};
use randlog_base::stop::Stop;
use randlog_logic::{Atom, Parts, Program, Symbol, Table};

/// A program that is loaded, and has to be grounded.
pub(super) struct Datalog<'p> {
    program: &'p Program,
    parts: &'p Parts<'p>,
    stop: &'p Stop,
    constants: Constants<'p>,
    predicates: Predicates<'p>,
    grounder: Grounder<'p>,
    queries: Vec<Literal>,
    evidence: Vec<Literal>,
    relevance: Relevance,
    stopwatch: Stopwatch,
}

impl<'p> Datalog<'p> {
    pub(super) fn new(
        program: &'p Program,
        parts: &'p Parts<'p>,
        keeps_certain: bool,
        stop: &'p Stop,
    ) -> Result<Datalog<'p>, Error> {
        safety::check_goals(program)?;
        let Parts { rules: own, facts, index } = parts;
        let mut stopwatch = Stopwatch::start();
        let mut predicates = Predicates::new(index);
        let reached = relevance::reached(program, own, &mut predicates)?;
        let clauses = relevance::clauses(&predicates, &reached);
        let relevance = relevance::summary(program, facts, &predicates, &reached, clauses.len());
        stopwatch.lap(Phase::Relevance);

        let mut constants = Constants::new(facts);
        let mut normaliser = Normaliser {
            next_part: predicates.len() as PredicateId,
            constants: &mut constants,
            predicates: &mut predicates,
            rules: Vec::new(),
        };
        let queries = program.queries.iter().map(|query| normaliser.goal(&query.atom)).collect();
        let evidence =
            program.evidence.iter().map(|evidence| normaliser.goal(&evidence.atom)).collect();
        for position in clauses {
            let clause = &own[position as usize];
            if !relevance::is_fact(clause) {
                normaliser.clause(clause, position);
            }
        }
        let Normaliser { rules, next_part, .. } = normaliser;
        let grounder = Grounder::new(rules, next_part as usize, keeps_certain, stop);
        let mut loaded = Datalog {
            program,
            parts,
            stop,
            constants,
            predicates,
            grounder,
            queries,
            evidence,
            relevance,
            stopwatch,
        };
        loaded.load_facts(&reached)?;
        loaded.stopwatch.lap(Phase::Load);
        Ok(loaded)
    }

    fn load_facts(&mut self, reached: &[PredicateId]) -> Result<(), Error> {
        let Parts { rules, facts, .. } = self.parts;
        let in_tables = rules.len() as u32;
        let mut values = Vec::new();
        let mut loaded = 0;
        for &predicate in reached {
            let (entry, table) =
                (self.predicates.entry(predicate), facts.table(predicate as usize));
            let count = entry.len() + table.map_or(0, Table::len);
            self.grounder.reserve(predicate, entry.arity, count);
            loaded += self.grounder.predicate_bytes(predicate);
            let bytes = loaded + self.grounder.shared_bytes();
            check_memory(self.stop, bytes, "the table of facts")?;
            for (fact, values) in table.into_iter().flat_map(Table::rows) {
                self.stop.check_at(fact.into())?;
                let uncertain = (!facts.is_certain(fact)).then_some(in_tables + fact);
                self.grounder.add_fact(predicate, values, uncertain);
            }
            for position in entry.clauses() {
                let clause = &rules[position as usize];
                if relevance::is_fact(clause) {
                    let head = &clause.heads[0];
                    values.clear();
                    values.extend(head.atom.args.iter().map(|term| self.constants.number(term)));
                    let uncertain = (!head.probability.is_one()).then_some(position);
                    self.grounder.add_fact(predicate, &values, uncertain);
                }
            }
        }
        Ok(())
    }

    /// Grounds the program, and works on what comes of it.
    pub(super) fn ground<T: Send>(
        mut self,
        work: impl FnOnce(Question<'_>) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        with_room(self.grounder.depth(), move || {
            let targets = self.ask()?;
            let evidence = self.evidence.iter().zip(&self.program.evidence);
            let evidence =
                evidence.map(|(goal, evidence)| (self.grounder.find(goal), !evidence.negated));
            let evidence = evidence.collect();
            self.grounder.finish();
            self.stopwatch.lap(Phase::Ground);
            let Datalog { parts, stop, relevance, stopwatch, .. } = self;
            let (constants, predicates) = (&self.constants, &self.predicates);
            let grounder = &self.grounder;
            let name = |atom: AtomId| {
                let predicate = grounder.atom(atom).0;
                ((predicate as usize) < predicates.len())
                    .then(|| named(grounder, constants, atom, predicates.entry(predicate).name))
            };
            work(Question {
                program: &grounder.program,
                weights: Weights::Clauses(parts.rules, parts.facts),
                stated: Stated::Clauses(parts),
                targets,
                evidence,
                name: &name,
                relevance,
                stop: stop.beside(grounder.bytes() as u64),
                stopwatch,
            })
        })?
    }

    /// Grounds for the queries and the evidence; yields the atoms that are asked for.
    fn ask(&mut self) -> Result<Vec<Target>, Error> {
        let goals = self.queries.iter().chain(&self.evidence);
        let tables: Vec<u32> =
            goals.map(|goal| self.grounder.ask(goal)).collect::<Result<_, Error>>()?;
        let mut all = Vec::new();
        for ((goal, table), query) in self.queries.iter().zip(tables).zip(&self.program.queries) {
            if query.atom.is_ground() {
                let (name, atom) = (query.atom.clone(), self.grounder.find(goal));
                all.push(Target { name, atom, among_others: false, negated: false });
                continue;
            }
            let atoms = self.grounder.answers(goal, table).into_iter();
            let mut targets = atoms
                .map(|atom| Target {
                    name: named(&self.grounder, &self.constants, atom, &query.atom.name),
                    atom: Some(atom),
                    among_others: true,
                    negated: false,
                })
                .collect();
            question::sort(&mut targets);
            all.append(&mut targets);
        }
        Ok(all)
    }
}

fn named(
    grounder: &Grounder<'_>,
    constants: &Constants<'_>,
    atom: AtomId,
    predicate: &str,
) -> Atom {
    let (_, values) = grounder.atom(atom);
    let args = values.iter().map(|&value| constants.term(value).clone()).collect();
    Atom::new(Symbol::new(predicate), args)
}
