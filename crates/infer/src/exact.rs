//! The algorithm `exact`: from a program to probabilities, in steps that each throw something away.
//!
//! 1. `relevance`: the predicates that queries and evidence reach.
//! 2. `normalise`: bodies become lists of literals.
//! 3. `ground`: the instances of rules that they reach, by tabling from the query downwards.
//! 4. `truth`: what is true or false in every world goes; cycles through negations are found.
//! 5. `loops`: what only leads back to where it comes from goes.
//! 6. `circuit` and `modules`: what is left is a circuit, taken apart into independent parts.
//! 7. `solver`: parts that share events are solved together, by a `sweep` or a `diagram`.

mod bdd;
mod circuit;
mod cycle;
mod diagram;
mod draw;
mod float;
mod ground;
mod limit;
mod loops;
mod modules;
mod normalise;
mod number;
mod order;
mod parts;
mod region;
mod relation;
mod relevance;
mod resolve;
mod rule;
mod solver;
mod sweep;
#[cfg(test)]
mod tests;
mod truth;
mod vocabulary;

use crate::input::{Asked, Flat};
use crate::limits::Budget;
use crate::room::with_room;
use crate::{Answer, Error, Phase, Precision, Sizes, Solution, safety};
use circuit::Edge;
use dashu_ratio::RBig;
use float::Float;
use ground::{AtomId, GroundProgram, Grounder};
use normalise::Normaliser;
use number::{Chance, Number};
use parts::Parts;
use randlog_base::random::Rng;
use randlog_logic::wide::WideProgram;
use randlog_logic::{Atom, Database, Facts, Index, Program, Symbol, Table};
use rule::{Literal, PredicateId};
use solver::Solver;
use std::borrow::Cow;
use std::time::{Duration, Instant};
use truth::{NegativeCycle, Truth, Valued};
use vocabulary::{Chances, Constants, Predicates};

/// How many worlds are drawn to see that an answer is uncertain.
const WORLDS: usize = 64;

/// The probabilities of the program's queries, given its evidence.
pub(crate) fn solve(
    asked: Asked<'_>,
    budget: Budget,
    precision: Precision,
) -> Result<Solution, Error> {
    let flat = match asked {
        Asked::Wide(program) => return by_resolution(&program, budget, precision),
        Asked::Flat(flat) => flat,
    };
    safety::check_directives(&flat.program)?;
    let budget = budget.beside(flat.tables.map_or(0, |database| database.facts.bytes()));
    let found =
        with_run(&flat, budget, |run| with_room(run.grounder.depth(), || run.finish(precision)));
    match found {
        Err(error) if error.is_of_flat_programs() => {
            by_resolution(&flat.widened(), budget, precision)
        }
        found => found,
    }
}

/// Loads a flat program, and works on it.
fn with_run<T>(
    flat: &Flat<'_>,
    budget: Budget,
    work: impl FnOnce(Run<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let program = &flat.program;
    match flat.tables {
        Some(Database { index, facts, .. }) => {
            work(Run::new(Tables { program, index, facts }, budget)?)
        }
        None => {
            let (index, facts) = (Index::new(&program.clauses), Facts::default());
            work(Run::new(Tables { program, index: &index, facts: &facts }, budget)?)
        }
    }
}

/// A flat program, its index, and its facts that are not among its clauses.
#[derive(Clone, Copy)]
struct Tables<'p> {
    program: &'p Program,
    index: &'p Index,
    facts: &'p Facts,
}

fn by_resolution(
    program: &WideProgram,
    budget: Budget,
    precision: Precision,
) -> Result<Solution, Error> {
    with_room(usize::MAX, || {
        let mut clock = Instant::now();
        let mut grounding = Duration::ZERO;
        let mut solution = resolve::solve(program, budget, |flat| {
            grounding = lap(&mut clock);
            let flat = Flat { program: Cow::Borrowed(flat), tables: None };
            with_run(&flat, budget, |run| run.finish(precision))
        })?;
        for (phase, time) in &mut solution.phases {
            if *phase == Phase::Ground {
                *time += grounding;
            }
        }
        Ok(solution)
    })
}

/// An answer as numbers of the common kind, if that can be as good as promised.
fn rounded((atom, chance): (Atom, Chance<Float>)) -> Result<Answer, Error> {
    if !chance.yes.is_accurate() || !chance.no.is_accurate() {
        return Err(Error::Inaccurate { atom });
    }
    match chance.yes.to_f64() {
        Some(probability) => {
            let (probability, complement) = (probability.min(1.0), chance.no.to_f64());
            let complement = complement.unwrap_or(0.0).min(1.0);
            Ok(Answer { atom, probability, complement, fraction: None })
        }
        None => Err(Error::TooSmall { atom }),
    }
}

/// Is there an answer with a probability strictly between 0 and 1?
pub(crate) fn is_uncertain(
    asked: Asked<'_>,
    budget: Budget,
    rng: &mut (impl Rng + Send),
) -> Result<bool, Error> {
    match asked {
        Asked::Flat(flat) => {
            with_run(&flat, budget, |run| with_room(run.grounder.depth(), || run.uncertain(rng)))
        }
        Asked::Wide(_) => {
            let solution = solve(asked, budget, Precision::Exact)?;
            let is_open = |answer: &Answer| {
                let fraction = answer.fraction.as_ref();
                fraction.is_some_and(|fraction| !fraction.is_zero() && !fraction.is_one())
            };
            Ok(solution.answers.iter().any(is_open))
        }
    }
}

/// A computation on its way.
struct Run<'p> {
    program: &'p Program,
    chances: Chances<'p>,
    budget: Budget,
    /// When the last phase ended.
    clock: Instant,
    constants: Constants<'p>,
    predicates: Predicates<'p>,
    grounder: Grounder,
    queries: Vec<Literal>,
    evidence: Vec<Literal>,
    solution: Solution,
}

/// What is asked for, with its chances.
type Found<N> = Vec<(Atom, Chance<N>)>;

/// A ground atom that is asked for.
struct Target {
    name: Atom,
    /// Its number, if anybody has met it.
    atom: Option<AtomId>,
    /// Does a query with variables ask for it?
    among_others: bool,
}

impl<'p> Run<'p> {
    /// Finds out what is relevant, and loads it.
    fn new(input: Tables<'p>, budget: Budget) -> Result<Run<'p>, Error> {
        let Tables { program, index, facts } = input;
        safety::check_goals(program)?;
        let mut clock = Instant::now();
        let mut predicates = Predicates::new(index);
        let reached = relevance::reached(program, &mut predicates)?;
        let clauses = relevance::clauses(&predicates, &reached);
        let relevance = relevance::summary(program, facts, &predicates, &reached, clauses.len());
        let phases = vec![(Phase::Relevance, lap(&mut clock))];

        let mut constants = Constants::new(facts);
        let mut normaliser = Normaliser {
            next_part: predicates.len() as PredicateId,
            constants: &mut constants,
            predicates: &mut predicates,
            rules: Vec::new(),
        };
        let queries = program.queries.iter().map(|atom| normaliser.goal(atom)).collect();
        let evidence =
            program.evidence.iter().map(|evidence| normaliser.goal(&evidence.atom)).collect();
        for position in clauses {
            let clause = &program.clauses[position as usize];
            if !relevance::is_fact(clause) {
                normaliser.clause(clause, position);
            }
        }
        let Normaliser { rules, next_part, .. } = normaliser;
        let grounder = Grounder::new(rules, next_part as usize, budget);
        let solution = Solution { phases, relevance, ..Solution::default() };
        let mut run = Run {
            program,
            chances: Chances { clauses: &program.clauses, facts },
            budget,
            clock,
            constants,
            predicates,
            grounder,
            queries,
            evidence,
            solution,
        };
        run.load_facts(&reached)?;
        run.solution.phases.push((Phase::Load, lap(&mut run.clock)));
        Ok(run)
    }

    fn load_facts(&mut self, reached: &[PredicateId]) -> Result<(), Error> {
        let Chances { facts, .. } = self.chances;
        let mut values = Vec::new();
        for &predicate in reached {
            let (entry, table) =
                (self.predicates.entry(predicate), facts.table(predicate as usize));
            let count = entry.len() + table.map_or(0, Table::len);
            self.grounder.reserve(predicate, entry.arity, count);
            self.budget.check_memory(self.grounder.bytes(), "the table of facts")?;
            for (fact, values) in table.into_iter().flat_map(Table::rows) {
                let uncertain = (!facts.is_certain(fact)).then(|| self.chances.of_fact(fact));
                self.grounder.add_fact(predicate, values, uncertain);
            }
            for position in entry.clauses() {
                let clause = &self.program.clauses[position as usize];
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

    /// Ends the computation with numbers of this kind.
    fn finish(self, precision: Precision) -> Result<Solution, Error> {
        match precision {
            Precision::Float => {
                let (found, solution) = self.solve::<Float>()?;
                let answers = found.into_iter().map(rounded).collect::<Result<_, _>>()?;
                Ok(Solution { answers, ..solution })
            }
            Precision::Exact => {
                let (found, solution) = self.solve::<RBig>()?;
                let answer =
                    |(atom, chance): (Atom, Chance<RBig>)| Answer::exactly(atom, chance.yes);
                Ok(Solution { answers: found.into_iter().map(answer).collect(), ..solution })
            }
        }
    }

    /// The answers, and a solution that lacks them.
    fn solve<N: Number>(mut self) -> Result<(Found<N>, Solution), Error> {
        let targets = self.ask()?;
        let evidence = self.evidence.iter().filter_map(|goal| self.grounder.find(goal));
        let asked = targets.iter().filter_map(|target| target.atom);
        let roots: Vec<AtomId> = asked.chain(evidence).collect();
        self.grounder.finish();
        let beside = self.budget.beside(self.grounder.bytes());
        beside.check_memory(valued_bytes(&self.grounder.program), "the ground program")?;
        self.solution.phases.push((Phase::Ground, lap(&mut self.clock)));

        let ground = &self.grounder.program;
        let refuse = |cycle: NegativeCycle| self.negative_cycle(&cycle);
        let mut valued = Valued::new(ground, roots.iter().copied()).map_err(refuse)?;
        let untangled = loops::untangle(&valued, &roots);
        if let Some(ground) = &untangled {
            valued = Valued::new(ground, roots).map_err(refuse)?;
        }
        let (circuit, edges) = circuit::build(&valued, self.chances);
        let judge = |atom: Option<AtomId>| match atom.map(|atom| (atom, valued.of(atom))) {
            None | Some((_, Truth::False)) => Ok(false),
            Some((_, Truth::True)) => Ok(true),
            Some((atom, Truth::Open)) => Err(edges[&atom]),
        };
        let truths: Vec<Result<bool, Edge>> =
            targets.iter().map(|target| judge(target.atom)).collect();
        let observations = self.observations(judge)?;
        beside.check_memory(circuit.bytes(), "the circuit of the ground program")?;

        let asked: Vec<Edge> = truths.iter().filter_map(|truth| truth.err()).collect();
        let roots = [&asked[..], &observations].concat();
        let solver = Solver::new(beside.beside(circuit.bytes()));
        let mut parts = Parts::new(self.chances, &circuit, &roots, solver)?;
        let mut open = parts.chances(&roots, asked.len())?.into_iter();
        let chances = truths.into_iter().map(|truth| match truth {
            Ok(truth) => truth.then(Chance::certain),
            Err(_) => open.next().flatten(),
        });
        let chances: Vec<Option<Chance<N>>> = chances.collect();
        let Parts { solver, solved, .. } = parts;
        self.solution.sizes = Sizes {
            ground_atoms: valued.components.count(),
            ground_clauses: ground.rules.len(),
            choices: circuit.events(),
            parts: solved,
            ..solver.sizes
        };
        self.solution.effort = solver.effort;
        let compiling = lap(&mut self.clock).saturating_sub(solver.counting);
        self.solution.phases.push((Phase::Compile, compiling));
        self.solution.phases.push((Phase::Count, solver.counting));
        let possible = targets.into_iter().zip(chances);
        let possible = possible.filter(|(target, chance)| chance.is_some() || !target.among_others);
        let answers = possible.map(|(target, chance)| {
            let never = || Chance::certain().negated_if(true);
            (target.name, chance.unwrap_or_else(never))
        });
        Ok((answers.collect(), self.solution))
    }

    fn uncertain(mut self, rng: &mut impl Rng) -> Result<bool, Error> {
        if self.evidence.is_empty() {
            let roots: Vec<AtomId> =
                self.ask()?.into_iter().filter_map(|target| target.atom).collect();
            let valued = Valued::new(&self.grounder.program, roots.iter().copied())
                .map_err(|cycle| self.negative_cycle(&cycle))?;
            let open: Vec<AtomId> =
                roots.into_iter().filter(|&atom| valued.of(atom) == Truth::Open).collect();
            if open.is_empty() {
                return Ok(false);
            }
            let mut seen = vec![[false; 2]; open.len()];
            for _ in 0..WORLDS {
                self.budget.check_time()?;
                let holds = draw::world(&valued, self.chances, rng);
                for (seen, &atom) in seen.iter_mut().zip(&open) {
                    seen[usize::from(holds[atom as usize])] = true;
                }
                if seen.contains(&[true; 2]) {
                    return Ok(true);
                }
            }
        }
        let (answers, _) = self.solve::<Float>()?;
        let is_uncertain = |chance: &Chance<Float>| !chance.yes.is_zero() && !chance.no.is_zero();
        Ok(answers.iter().any(|(_, chance)| is_uncertain(chance)))
    }

    /// Grounds for the queries and the evidence; yields the atoms that are asked for.
    fn ask(&mut self) -> Result<Vec<Target>, Error> {
        let goals = self.queries.iter().chain(&self.evidence);
        let tables: Vec<u32> =
            goals.map(|goal| self.grounder.ask(goal)).collect::<Result<_, Error>>()?;
        let mut targets = Vec::new();
        for ((goal, table), query) in self.queries.iter().zip(tables).zip(&self.program.queries) {
            let first = targets.len();
            if query.is_ground() {
                let (name, atom) = (query.clone(), self.grounder.find(goal));
                targets.push(Target { name, atom, among_others: false });
            } else {
                let atoms = self.grounder.answers(goal, table).into_iter();
                targets.extend(atoms.map(|atom| Target {
                    name: self.name(atom, &query.name),
                    atom: Some(atom),
                    among_others: true,
                }));
            }
            targets[first..].sort_by(|a, b| a.name.cmp(&b.name));
        }
        Ok(targets)
    }

    fn name(&self, atom: AtomId, predicate: &str) -> Atom {
        let (_, values) = self.grounder.atom(atom);
        let args = values.iter().map(|&value| self.constants.term(value).clone()).collect();
        Atom::new(Symbol::new(predicate), args)
    }

    /// The evidence that is not certain anyway.
    fn observations(
        &self,
        judge: impl Fn(Option<AtomId>) -> Result<bool, Edge>,
    ) -> Result<Vec<Edge>, Error> {
        let all = self.evidence.iter().zip(&self.program.evidence);
        let open = all.filter_map(|(goal, evidence)| match judge(self.grounder.find(goal)) {
            Ok(truth) if truth == evidence.value => None,
            Ok(_) => Some(Err(Error::ImpossibleEvidence)),
            Err(edge) => Some(Ok(edge.negated_if(!evidence.value))),
        });
        open.collect()
    }

    /// The error for a cycle, without the predicates that stand for parts of bodies.
    fn negative_cycle(&self, cycle: &[(AtomId, bool)]) -> Error {
        let predicate = |atom: AtomId| self.grounder.atom(atom).0;
        let is_own =
            |&(atom, _): &(AtomId, bool)| (predicate(atom) as usize) < self.predicates.len();
        let start = cycle.iter().position(is_own).unwrap_or(0);
        let mut named: Vec<(Atom, bool)> = Vec::new();
        for step in cycle[start..].iter().chain(&cycle[..start]) {
            match named.last_mut() {
                Some((_, negated)) if !is_own(step) => *negated |= step.1,
                _ => {
                    let name = self.predicates.entry(predicate(step.0)).name;
                    named.push((self.name(step.0, name), step.1));
                }
            }
        }
        Error::NegativeCycle { cycle: named }
    }
}

/// About how many bytes are needed to value a ground program.
fn valued_bytes(ground: &GroundProgram) -> usize {
    32 * ground.given.len() + 16 * ground.rules.len()
}

/// The time since the last call.
fn lap(clock: &mut Instant) -> Duration {
    let now = Instant::now();
    now.duration_since(std::mem::replace(clock, now))
}
