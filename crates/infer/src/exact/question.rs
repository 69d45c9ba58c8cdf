//! A ground program with what is asked of it: from here on, it does not matter how it was grounded.

use super::circuit::Weights;
use super::circuit::{self, Circuit, Edge, Head};
use super::draw;
use super::evidence::{self, Conditioned};
use super::float::Float;
use super::ground::{AtomId, GroundProgram};
use super::loops;
use super::number::{Chance, Number};
use super::parts::Parts;
use super::solver::Solver;
use super::stated::Stated;
use super::tape::{self, Difference, Recorded, Traced};
use super::truth::{NegativeCycle, Truth, Valued};
use crate::limits::{check_memory, memory_left};
use crate::solution::{Stopwatch, asked};
use crate::{Answer, Derivative, Error, Phase, Precision, Relevance, Sizes, Solution};
use dashu_ratio::RBig;
use hashbrown::HashMap;
use randlog_base::random::Rng;
use randlog_base::stop::Stop;
use randlog_logic::Atom;

/// How many worlds are drawn to see that an answer is uncertain.
const WORLDS: usize = 64;

/// A ground instance of a query.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) name: Atom,
    /// Its number; `None` if it is false in all worlds.
    pub(super) atom: Option<AtomId>,
    /// Does a query with variables ask for it? Then it is an answer only if it can be true.
    pub(super) among_others: bool,
    /// Is its negation asked for?
    pub(super) negated: bool,
}

/// Puts the instances of one query in order, each once.
pub(super) fn sort(targets: &mut Vec<Target>) {
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    targets.dedup_by(|a, b| a.name == b.name);
}

/// A ground program with what is asked of it.
pub(super) struct Question<'g> {
    pub(super) program: &'g GroundProgram,
    pub(super) weights: Weights<'g>,
    pub(super) stated: Stated<'g>,
    /// The instances of the queries, query by query.
    pub(super) targets: Vec<Target>,
    /// What is observed of which atoms; `None` for one that is false in all worlds.
    pub(super) evidence: Vec<(Option<AtomId>, bool)>,
    /// The name of an atom, unless it stands for a part of a body.
    pub(super) name: &'g dyn Fn(AtomId) -> Option<Atom>,
    pub(super) relevance: Relevance,
    /// What is left beside all that the grounder keeps.
    pub(super) stop: Stop,
    pub(super) stopwatch: Stopwatch,
}

/// A ground program without what is certain.
pub(super) struct Simplified {
    pub(super) circuit: Circuit,
    /// The edge of each root, or its truth value.
    pub(super) roots: HashMap<AtomId, Result<bool, Edge>>,
    /// How many atoms the roots reach.
    atoms: usize,
}

/// What is asked for, with its chances.
type Found<N> = Vec<(Atom, Chance<N>)>;

impl Question<'_> {
    /// The answers, with numbers of this kind.
    pub(super) fn solve(self, precision: Precision) -> Result<Solution, Error> {
        match precision {
            Precision::Float => {
                let (found, solution) = self.count::<Float>()?;
                let answers = found.into_iter().map(rounded).collect::<Result<_, _>>()?;
                Ok(Solution { answers, ..solution })
            }
            Precision::Exact => {
                let (found, solution) = self.count::<RBig>()?;
                let answer =
                    |(atom, chance): (Atom, Chance<RBig>)| Answer::exactly(atom, chance.yes);
                Ok(Solution { answers: found.into_iter().map(answer).collect(), ..solution })
            }
        }
    }

    /// The answers with their derivatives.
    pub(super) fn gradient(self, precision: Precision) -> Result<Solution, Error> {
        let again = Question {
            targets: self.targets.clone(),
            evidence: self.evidence.clone(),
            relevance: Relevance::default(),
            stop: self.stop.clone(),
            stopwatch: Stopwatch::start(),
            ..self
        };
        let solution = self.solve(precision)?;
        match precision {
            Precision::Float => again
                .derived::<Float>(solution, |Difference { more, less }| (more.minus(less), None)),
            Precision::Exact => again.derived::<RBig>(solution, |Difference { more, less }| {
                let fraction: RBig = more - less;
                (fraction.to_f64().value(), Some(fraction))
            }),
        }
    }

    /// The answers of a solution with their derivatives.
    fn derived<N: Recorded + PartialEq>(
        self,
        mut solution: Solution,
        value: impl Fn(Difference<N>) -> (f64, Option<RBig>),
    ) -> Result<Solution, Error> {
        let (stated, stop) = (self.stated, self.stop.clone());
        let recorded = tape::record::<N, _>(memory_left(&stop), || self.count::<Traced<N>>());
        let full = Error::Memory { limit: 0, what: "the record of the computation" };
        let (found, _) = recorded.ok_or(full)??;
        // What can be true only for other probabilities is no answer.
        let mut found = found.into_iter();
        for answer in &mut solution.answers {
            stop.check()?;
            let Some((_, chance)) = found.find(|(atom, _)| *atom == answer.atom) else { break };
            let mut by: HashMap<Head, Difference<N>> = HashMap::new();
            // The smaller one of both has the smaller terms; the other one grows as it shrinks.
            let by_no = answer.probability > answer.complement;
            let gradient = if by_no { chance.no.gradient() } else { chance.yes.gradient() };
            for (head, part) in gradient {
                let part = if by_no { part.negated() } else { part };
                by.entry(stated.head(head)).or_insert_with(Difference::zero).join(part);
            }
            let mut by: Vec<(Head, Difference<N>)> = by.into_iter().collect();
            by.sort_unstable_by_key(|(head, _)| (head.clause, head.position));
            let heads: Vec<Head> = by.iter().map(|&(head, _)| head).collect();
            let written = stated.written(&heads).into_iter().zip(by);
            let derivatives = written.map(|((head, place), (_, part))| {
                let (value, fraction) = value(part);
                Derivative { head, place, value, fraction }
            });
            answer.gradient = derivatives.collect();
        }
        tape::forget::<N>();
        Ok(solution)
    }

    /// Is the probability of an answer strictly between 0 and 1?
    pub(super) fn uncertain(self, rng: &mut impl Rng) -> Result<bool, Error> {
        if self.evidence.is_empty()
            && let Some(known) = self.uncertain_in_worlds(rng)?
        {
            return Ok(known);
        }
        let (answers, _) = self.count::<Float>()?;
        let is_uncertain = |chance: &Chance<Float>| !chance.yes.is_zero() && !chance.no.is_zero();
        Ok(answers.iter().any(|(_, chance)| is_uncertain(chance)))
    }

    /// The same, if a few random worlds show it.
    fn uncertain_in_worlds(&self, rng: &mut impl Rng) -> Result<Option<bool>, Error> {
        let roots: Vec<AtomId> = self.targets.iter().filter_map(|target| target.atom).collect();
        let valued = self.valued(self.program, &roots)?;
        let open: Vec<AtomId> =
            roots.into_iter().filter(|&atom| valued.of(atom) == Truth::Open).collect();
        if open.is_empty() {
            return Ok(Some(false));
        }
        let mut seen = vec![[false; 2]; open.len()];
        for _ in 0..WORLDS {
            self.stop.check()?;
            let holds = draw::world(&valued, self.weights, rng);
            for (seen, &atom) in seen.iter_mut().zip(&open) {
                seen[usize::from(holds[atom as usize])] = true;
            }
            if seen.contains(&[true; 2]) {
                return Ok(Some(true));
            }
        }
        Ok(None)
    }

    /// The circuit that these atoms are gates of, without what is certain.
    pub(super) fn simplified(&self, roots: &[AtomId]) -> Result<Simplified, Error> {
        check_memory(&self.stop, valued_bytes(self.program), "the ground program")?;
        let mut valued = self.valued(self.program, roots)?;
        let untangled = loops::untangle(&valued, roots, &self.stop)?;
        if let Some(program) = &untangled {
            valued = self.valued(program, roots)?;
        }
        let (circuit, edges) = circuit::build(&valued, self.weights);
        check_memory(&self.stop, circuit.bytes(), "the circuit of the ground program")?;
        let judge = |&atom: &AtomId| match valued.of(atom) {
            Truth::True => (atom, Ok(true)),
            Truth::False => (atom, Ok(false)),
            Truth::Open => (atom, Err(edges[&atom])),
        };
        let roots = roots.iter().map(judge).collect();
        Ok(Simplified { circuit, roots, atoms: valued.components.count() })
    }

    /// The question for one of the targets alone, with stricter limits.
    pub(super) fn about(&self, target: &Target, stop: Stop) -> Question<'_> {
        Question {
            targets: vec![target.clone()],
            evidence: self.evidence.clone(),
            relevance: Relevance::default(),
            stop,
            stopwatch: Stopwatch::start(),
            ..*self
        }
    }

    /// The answers, and a solution that lacks them.
    fn count<N: Number>(mut self) -> Result<(Found<N>, Solution), Error> {
        let wanted = self.targets.iter().filter_map(|target| target.atom);
        let observed = self.evidence.iter().filter_map(|&(atom, _)| atom);
        let roots: Vec<AtomId> = wanted.chain(observed).collect();
        let Simplified { circuit, roots, atoms } = self.simplified(&roots)?;
        let judge = |atom: Option<AtomId>| atom.map_or(Ok(false), |atom| roots[&atom]);
        let truths: Vec<Result<bool, Edge>> =
            self.targets.iter().map(|target| judge(target.atom)).collect();
        let observations = self.observations(judge)?;
        let asked: Vec<Edge> = truths.iter().filter_map(|truth| truth.err()).collect();
        let mut solver = Solver::new(self.stop.beside(circuit.bytes() as u64));
        let found = self.given(&circuit, &asked, &observations, &mut solver)?;
        let mut found = found.into_iter();
        let chances = truths.iter().map(|truth| match truth {
            Ok(truth) => Chance::certain().negated_if(!truth),
            Err(_) => found.next().unwrap_or_else(Chance::certain),
        });
        let chances: Vec<Chance<N>> = chances.collect();
        let possible = self.possible(&circuit, &truths, &chances, &observations, &mut solver)?;
        let sizes = Sizes {
            ground_atoms: atoms,
            ground_clauses: self.program.rules.len(),
            choices: circuit.events(),
            ..solver.sizes
        };
        self.stopwatch.lap(Phase::Compile);
        self.stopwatch.split(Phase::Count, solver.counting);
        let (phases, relevance) = (self.stopwatch.phases, self.relevance);
        let effort = solver.effort;
        let solution = Solution { phases, sizes, relevance, effort, ..Solution::default() };
        let answers = self.targets.into_iter().zip(chances).zip(possible);
        let answers = answers.filter(|(_, possible)| *possible);
        let answers = answers.map(|((target, chance), _)| target.answer(chance)).collect();
        Ok((answers, solution))
    }

    /// The chances of some edges, given that all observations hold.
    fn given<N: Number>(
        &self,
        circuit: &Circuit,
        asked: &[Edge],
        observations: &[Edge],
        solver: &mut Solver,
    ) -> Result<Vec<Chance<N>>, Error> {
        if observations.is_empty() {
            return Parts::new(self.weights, circuit, asked, solver)?.chances(asked, asked.len());
        }
        let Conditioned { circuit, queries, observations } = {
            let (weights, stop) = (self.weights, &solver.stop);
            evidence::condition(circuit, weights, asked, observations, N::IS_FUNCTION, stop)?
        };
        let asked: Vec<Edge> = queries.iter().filter_map(|query| query.err()).collect();
        let roots = [&asked[..], &observations].concat();
        let whole = solver.stop.clone();
        solver.stop = whole.beside(circuit.bytes() as u64);
        let mut parts = Parts::new(self.weights, &circuit, &roots, solver)?;
        let mut found = parts.chances(&roots, asked.len())?.into_iter();
        solver.stop = whole;
        let chances = queries.into_iter().map(|query| match query {
            Ok(truth) => Chance::certain().negated_if(!truth),
            Err(_) => found.next().unwrap_or_else(Chance::certain),
        });
        Ok(chances.collect())
    }

    /// Which targets are answers? Of a query with variables, those that can be true, if only without the evidence.
    fn possible<N: Number>(
        &self,
        circuit: &Circuit,
        truths: &[Result<bool, Edge>],
        chances: &[Chance<N>],
        observations: &[Edge],
        solver: &mut Solver,
    ) -> Result<Vec<bool>, Error> {
        let each = self.targets.iter().zip(truths).zip(chances);
        let in_doubt = each.map(|((target, truth), chance)| match truth {
            _ if !target.among_others || !chance.yes.is_zero() => None,
            Ok(_) => None,
            Err(edge) => Some(*edge),
        });
        let in_doubt: Vec<Option<Edge>> = in_doubt.collect();
        let edges: Vec<Edge> = in_doubt.iter().flatten().copied().collect();
        let free: Vec<Chance<N>> = match observations.is_empty() || edges.is_empty() {
            true => vec![Chance::certain().negated_if(true); edges.len()],
            false => self.given(circuit, &edges, &[], solver)?,
        };
        let mut free = free.into_iter();
        let possible = in_doubt.iter().zip(&self.targets).zip(chances);
        let possible = possible.map(|((edge, target), chance)| match edge {
            Some(_) => free.next().is_some_and(|chance| !chance.yes.is_zero()),
            None => !target.among_others || !chance.yes.is_zero(),
        });
        Ok(possible.collect())
    }

    /// The evidence that is not certain anyway.
    fn observations(
        &self,
        judge: impl Fn(Option<AtomId>) -> Result<bool, Edge>,
    ) -> Result<Vec<Edge>, Error> {
        let open = self.evidence.iter().filter_map(|&(atom, value)| match judge(atom) {
            Ok(truth) if truth == value => None,
            Ok(_) => Some(Err(Error::ImpossibleEvidence)),
            Err(edge) => Some(Ok(edge.negated_if(!value))),
        });
        open.collect()
    }

    pub(super) fn valued<'p>(
        &self,
        program: &'p GroundProgram,
        roots: &[AtomId],
    ) -> Result<Valued<'p>, Error> {
        Valued::new(program, roots, &self.stop)?.map_err(|cycle| self.negative_cycle(&cycle))
    }

    /// The error for a cycle, without what stands for parts of bodies.
    fn negative_cycle(&self, cycle: &NegativeCycle) -> Error {
        let mut named: Vec<(Atom, bool)> = Vec::new();
        // Start where something has a name, so that what has none follows something.
        let start = cycle.iter().position(|&(atom, _)| (self.name)(atom).is_some()).unwrap_or(0);
        for &(atom, negated) in cycle[start..].iter().chain(&cycle[..start]) {
            match ((self.name)(atom), named.last_mut()) {
                (Some(atom), _) => named.push((atom, negated)),
                (None, Some(last)) => last.1 |= negated,
                (None, None) => {}
            }
        }
        Error::NegativeCycle { cycle: named }
    }
}

impl Target {
    fn answer<N: Number>(self, chance: Chance<N>) -> (Atom, Chance<N>) {
        let atom = asked(self.name, self.negated);
        (atom, chance.negated_if(self.negated))
    }
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
            Ok(Answer { atom, probability, complement, fraction: None, gradient: Vec::new() })
        }
        None => Err(Error::TooSmall { atom }),
    }
}

/// About how many bytes are needed to value a ground program.
fn valued_bytes(ground: &GroundProgram) -> usize {
    32 * ground.given.len() + 16 * ground.rules.len()
}
