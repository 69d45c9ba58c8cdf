//! The algorithm `exact`: from a program to probabilities, in steps that each throw something away.
//!
//! 1. `relevance`: the predicates that queries and evidence reach.
//! 2. `normalise`: bodies become lists of literals.
//! 3. `ground`: the instances of rules that they reach, by tabling from the query downwards.
//! 4. `truth`: what is true or false in every world goes; cycles through negations are found.
//! 5. `loops`: what only leads back to where it comes from goes.
//! 6. `circuit` and `modules`: what is left is a circuit, taken apart into independent parts.
//! 7. `diagram`: parts that share events become decision diagrams, and are counted.

mod circuit;
mod cycle;
mod diagram;
mod draw;
mod ground;
mod loops;
mod modules;
mod normalise;
mod order;
mod parts;
mod region;
mod relation;
mod relevance;
mod rule;
#[cfg(test)]
mod tests;
mod truth;
mod vocabulary;

use crate::limits::Budget;
use crate::{Answer, Error, Limits, Phase, Sizes, Solution, safety};
use circuit::Edge;
use diagram::Diagrams;
use ground::{AtomId, Grounder};
use normalise::Normaliser;
use parts::Parts;
use randlog_base::random::Rng;
use randlog_logic::{Atom, Program, Symbol};
use rule::{Literal, PredicateId};
use std::time::{Duration, Instant};
use truth::{NegativeCycle, Truth, Valued};
use vocabulary::{Constants, Predicates};

/// The stack of the thread that does the work: operations on diagrams recurse once per variable.
const STACK: usize = 512 << 20;

/// How many worlds are drawn to see that an answer is uncertain.
const WORLDS: usize = 64;

/// A probability this close to one may be one, rounded.
const ROUNDING: f64 = 1e-9;

/// The probabilities of the program's queries, given its evidence.
pub fn solve(program: &Program, limits: &Limits) -> Result<Solution, Error> {
    let budget = Budget::start(limits);
    apart(|| Run::new(program, budget)?.solve())
}

/// Is there an answer with a probability strictly between 0 and 1? That is often known long before the
/// probability is: as soon as it is true in one of a few random worlds, and false in another.
pub fn is_uncertain(
    program: &Program,
    limits: &Limits,
    rng: &mut (impl Rng + Send),
) -> Result<bool, Error> {
    let budget = Budget::start(limits);
    apart(|| Run::new(program, budget)?.uncertain(rng))
}

/// Works on a thread with a large stack.
fn apart<T: Send>(work: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name("exact".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        match worker.map_err(|_| Error::NoThread { stack: STACK })?.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// A computation on its way.
struct Run<'p> {
    program: &'p Program,
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

/// A ground query: certain, or an edge of the circuit.
struct Target {
    atom: Atom,
    /// Does a query with variables ask for it?
    among_others: bool,
    truth: Result<bool, Edge>,
}

impl<'p> Run<'p> {
    /// Finds out what is relevant, and loads it.
    fn new(program: &'p Program, budget: Budget) -> Result<Run<'p>, Error> {
        safety::check_goals(program)?;
        let mut clock = Instant::now();
        let mut predicates = Predicates::new(program);
        let reached = relevance::reached(program, &mut predicates)?;
        let relevance = relevance::summary(program, &predicates, &reached);
        let phases = vec![(Phase::Relevance, lap(&mut clock))];

        let mut constants = Constants::default();
        let first_part = predicates.len() as PredicateId;
        let mut normaliser = Normaliser {
            constants: &mut constants,
            predicates: &mut predicates,
            parts: Vec::new(),
            first_part,
            rules: Vec::new(),
        };
        let queries = program.queries.iter().map(|atom| normaliser.goal(atom)).collect();
        let evidence =
            program.evidence.iter().map(|evidence| normaliser.goal(&evidence.atom)).collect();
        for position in relevance::rules(program, normaliser.predicates, &reached) {
            normaliser.clause(&program.clauses[position as usize], position);
        }
        let Normaliser { rules, parts, .. } = normaliser;
        let own = (0..first_part).map(|number| predicates.entry(number).arity);
        let arities: Vec<usize> = own.chain(parts).collect();
        let grounder = Grounder::new(rules, &arities, budget);
        let answers = Vec::new();
        let solution = Solution { answers, phases, sizes: Sizes::default(), relevance };
        let mut run = Run {
            program,
            budget,
            clock,
            constants,
            predicates,
            grounder,
            queries,
            evidence,
            solution,
        };
        run.load_facts(&reached);
        run.solution.phases.push((Phase::Load, lap(&mut run.clock)));
        Ok(run)
    }

    fn load_facts(&mut self, reached: &[PredicateId]) {
        let mut values = Vec::new();
        for &predicate in reached {
            let clauses = &self.predicates.entry(predicate).clauses;
            self.grounder.reserve(predicate, clauses.len());
            for &position in clauses {
                let clause = &self.program.clauses[position as usize];
                if relevance::is_fact(clause) {
                    let head = &clause.heads[0];
                    values.clear();
                    values.extend(head.atom.args.iter().map(|term| self.constants.number(term)));
                    self.grounder.add_fact(predicate, &values, head.probability.to_f64());
                }
            }
        }
    }

    fn solve(mut self) -> Result<Solution, Error> {
        let targets = self.ask()?;
        let evidence = self.evidence.iter().filter_map(|goal| self.grounder.find(goal));
        let roots: Vec<AtomId> =
            targets.iter().filter_map(|&(_, atom, _)| atom).chain(evidence).collect();
        self.solution.phases.push((Phase::Ground, lap(&mut self.clock)));

        let ground = self.grounder.program();
        let refuse = |cycle: NegativeCycle| self.negative_cycle(&cycle);
        let mut valued = Valued::new(ground, roots.iter().copied()).map_err(refuse)?;
        let untangled = loops::untangle(&valued, &roots);
        if let Some(ground) = &untangled {
            valued = Valued::new(ground, roots).map_err(refuse)?;
        }
        let (circuit, edges) = circuit::build(&valued, self.program);
        let judge = |atom: Option<AtomId>| match atom.map(|atom| (atom, valued.of(atom))) {
            None | Some((_, Truth::False)) => Ok(false),
            Some((_, Truth::True)) => Ok(true),
            Some((atom, Truth::Open)) => Err(edges[&atom]),
        };
        let targets: Vec<Target> = targets
            .into_iter()
            .map(|(name, atom, among_others)| Target {
                atom: name,
                among_others,
                truth: judge(atom),
            })
            .collect();
        let observations = self.observations(judge)?;
        self.budget.check_memory(circuit.bytes(), "the circuit of the ground program")?;

        let sizes = &mut self.solution.sizes;
        sizes.ground_atoms = valued.components.count();
        sizes.ground_clauses = ground.rules.len();
        sizes.choices = circuit.events();
        let (answers, diagrams, solved) = answer(&targets, &observations, &circuit, self.budget)?;
        sizes.parts = solved;
        sizes.diagrams = diagrams.sizes.diagrams;
        sizes.diagram_nodes = diagrams.sizes.diagram_nodes;
        sizes.diagram_variables = diagrams.sizes.diagram_variables;
        let compiling = lap(&mut self.clock).saturating_sub(diagrams.counting);
        self.solution.phases.push((Phase::Compile, compiling));
        self.solution.phases.push((Phase::Count, diagrams.counting));
        self.solution.answers = answers;
        Ok(self.solution)
    }

    fn uncertain(mut self, rng: &mut impl Rng) -> Result<bool, Error> {
        if self.evidence.is_empty() {
            let roots: Vec<AtomId> =
                self.ask()?.into_iter().filter_map(|target| target.1).collect();
            let valued = Valued::new(self.grounder.program(), roots.iter().copied())
                .map_err(|cycle| self.negative_cycle(&cycle))?;
            let open: Vec<AtomId> =
                roots.into_iter().filter(|&atom| valued.of(atom) == Truth::Open).collect();
            if open.is_empty() {
                return Ok(false);
            }
            let mut seen = vec![[false; 2]; open.len()];
            for _ in 0..WORLDS {
                self.budget.check_time()?;
                let holds = draw::world(&valued, self.program, rng);
                for (seen, &atom) in seen.iter_mut().zip(&open) {
                    seen[usize::from(holds[atom as usize])] = true;
                }
                if seen.contains(&[true; 2]) {
                    return Ok(true);
                }
            }
        }
        let between =
            |answer: &Answer| (f64::MIN_POSITIVE..1.0 - ROUNDING).contains(&answer.probability);
        Ok(self.solve()?.answers.iter().any(between))
    }

    /// Grounds for the queries and the evidence; yields the atoms that are asked for, each with its
    /// name and whether a query with variables asks for it.
    fn ask(&mut self) -> Result<Vec<(Atom, Option<AtomId>, bool)>, Error> {
        let mut tables = Vec::new();
        for goal in &self.queries {
            tables.push(self.grounder.ask(goal)?);
        }
        for goal in &self.evidence {
            self.grounder.ask(goal)?;
        }
        let mut targets = Vec::new();
        for ((goal, table), query) in self.queries.iter().zip(tables).zip(&self.program.queries) {
            let is_ground = goal.slots.iter().all(|slot| matches!(slot, rule::Slot::Constant(_)));
            let mut found: Vec<(Atom, Option<AtomId>, bool)> = if is_ground {
                vec![(query.clone(), self.grounder.find(goal), false)]
            } else {
                let atoms = self.grounder.answers(goal, table).into_iter();
                atoms.map(|atom| (self.name(atom, &query.name), Some(atom), true)).collect()
            };
            found.sort_by(|a, b| a.0.cmp(&b.0));
            targets.append(&mut found);
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
        let mut edges = Vec::new();
        for (goal, evidence) in self.evidence.iter().zip(&self.program.evidence) {
            match judge(self.grounder.find(goal)) {
                Ok(truth) if truth == evidence.value => {}
                Ok(_) => return Err(Error::ImpossibleEvidence),
                Err(edge) => edges.push(edge.negated_if(!evidence.value)),
            }
        }
        Ok(edges)
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

/// The probabilities of the targets, given the observations.
fn answer(
    targets: &[Target],
    observations: &[Edge],
    circuit: &circuit::Circuit,
    budget: Budget,
) -> Result<(Vec<Answer>, Diagrams, usize), Error> {
    let open = targets.iter().filter_map(|target| target.truth.err());
    let mut roots: Vec<Edge> = open.collect();
    let queries = roots.len();
    roots.extend(observations);
    let mut parts = Parts::new(circuit, &roots, Diagrams::new(budget))?;
    let mut probabilities = vec![None; roots.len()];
    for group in parts.groups(&roots) {
        let (asked, observed): (Vec<usize>, Vec<usize>) =
            group.into_iter().partition(|&index| index < queries);
        let edges = |indices: &[usize]| indices.iter().map(|&i| roots[i]).collect::<Vec<_>>();
        let found = parts.conditional(&edges(&asked), &edges(&observed))?;
        for (index, probability) in asked.into_iter().zip(found) {
            probabilities[index] = probability;
        }
    }
    let mut open = probabilities.into_iter();
    let answers = targets.iter().filter_map(|target| {
        let probability = match target.truth {
            Ok(truth) => truth.then_some(1.0),
            Err(_) => open.next().flatten(),
        };
        if probability.is_none() && target.among_others {
            return None;
        }
        Some(Answer { atom: target.atom.clone(), probability: probability.unwrap_or(0.0) })
    });
    let answers = answers.collect();
    let solved = parts.solved;
    Ok((answers, parts.into_diagrams(), solved))
}

/// The time since the last call.
fn lap(clock: &mut Instant) -> Duration {
    let now = Instant::now();
    now.duration_since(std::mem::replace(clock, now))
}
