//! The one entry: a program, what is asked of it, and how.

use crate::{
    Error, GroundGraph, Limits, Measures, Precision, Refusal, Solution, World, exact, safety,
    worlds,
};
use randlog_base::random::Rng;
use randlog_base::stop::Stop;
use randlog_logic::{Goal, Program};
use std::borrow::Cow;

/// How probabilities are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Relevant grounding, dynamic programming on tree decompositions, and decision diagrams.
    #[default]
    Exact,
    /// All worlds, one by one: for small programs, and to test the other one.
    Worlds,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Algorithm; 2] = [Algorithm::Exact, Algorithm::Worlds];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Exact => "exact",
            Algorithm::Worlds => "worlds",
        }
    }
}

/// What is asked beside probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Task {
    /// Nothing.
    #[default]
    Answers,
    /// The derivatives of the answers by all probabilities of the program: [`Answer::gradient`](crate::Answer::gradient).
    /// The algorithm is always [`Algorithm::Exact`].
    Gradient,
}

impl Task {
    /// All tasks.
    pub const ALL: [Task; 2] = [Task::Answers, Task::Gradient];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Task::Answers => "answers",
            Task::Gradient => "gradient",
        }
    }
}

/// A program, what is asked of it, and how it is to be solved.
///
/// ```
/// use randlog_infer::{Inference, Precision};
/// use randlog_logic::Dialect;
///
/// let program = Dialect::ProbLog.parse(
///     "1/3::rain. 1/3::sprinkler.
///      wet :- rain ; sprinkler.
///      evidence(wet). query(rain).",
/// )?;
/// let answers = Inference::new(&program).precision(Precision::Exact).solve()?.answers;
/// assert_eq!(answers[0].fraction.as_ref().unwrap().to_string(), "3/5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Inference<'p> {
    program: &'p Program,
    queries: Vec<Goal>,
    evidence: Vec<Goal>,
    algorithm: Algorithm,
    task: Task,
    precision: Precision,
    limits: Limits,
    stop: Stop,
}

impl<'p> Inference<'p> {
    /// Asks a program its own queries, given its own evidence, by default settings.
    pub fn new(program: &'p Program) -> Inference<'p> {
        Inference {
            program,
            queries: Vec::new(),
            evidence: Vec::new(),
            algorithm: Algorithm::default(),
            task: Task::default(),
            precision: Precision::default(),
            limits: Limits::default(),
            stop: Stop::NEVER,
        }
    }

    /// Asks these queries, if there are any, in place of the program's own.
    pub fn queries(self, queries: Vec<Goal>) -> Self {
        Inference { queries, ..self }
    }

    /// Observes this beside the program's own evidence.
    pub fn evidence(self, evidence: Vec<Goal>) -> Self {
        Inference { evidence, ..self }
    }

    /// Chooses the algorithm.
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Inference { algorithm, ..self }
    }

    /// Asks for more than probabilities.
    ///
    /// ```
    /// use randlog_infer::{Inference, Task};
    /// use randlog_logic::Program;
    ///
    /// let program = Program::parse("0.4::heads(first). 0.5::heads(second). win :- heads(_). query(win).")?;
    /// let answers = Inference::new(&program).task(Task::Gradient).solve()?.answers;
    /// let by_first = &answers[0].gradient[0];
    /// assert_eq!((by_first.head.to_string().as_str(), by_first.value), ("0.4::heads(first)", 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn task(self, task: Task) -> Self {
        Inference { task, ..self }
    }

    /// Chooses the kind of numbers.
    pub fn precision(self, precision: Precision) -> Self {
        Inference { precision, ..self }
    }

    /// Sets what the computation may use.
    pub fn limits(self, limits: Limits) -> Self {
        Inference { limits, ..self }
    }

    /// Lets this stop the computation, too.
    pub fn stop(self, stop: &Stop) -> Self {
        Inference { stop: stop.clone(), ..self }
    }

    /// The probabilities of the queries, given the evidence.
    ///
    /// ```
    /// use randlog_infer::{Inference, Limits};
    /// use randlog_logic::Program;
    /// use std::time::Duration;
    ///
    /// let program = Program::parse("P::heads(C) :- coin(C, P). coin(c, 0.4). query(heads(X)).")?;
    /// let limits = Limits { timeout: Some(Duration::from_secs(60)), ..Limits::default() };
    /// let solution = Inference::new(&program).limits(limits).solve()?;
    /// assert_eq!(solution.answers[0].probability, 0.4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self) -> Result<Solution, Error> {
        let stop = self.limits.token(&self.stop);
        let program = self.asked();
        safety::check_directives(&program)?;
        let solved = match self.algorithm {
            _ if self.task == Task::Gradient => exact::gradient(&program, &stop, self.precision),
            Algorithm::Exact => exact::solve(&program, &stop, self.precision),
            Algorithm::Worlds => worlds::solve(&program, &stop, self.limits.worlds, self.precision),
        };
        solved.map_err(|error| self.limits.named(error))
    }

    /// The same, but a query that is refused does not take the others' answers away: it stands in
    /// [`Solution::refusals`]. An error concerns all queries: none has an answer, or a limit was reached.
    ///
    /// ```
    /// use randlog_infer::Inference;
    /// use randlog_logic::Program;
    ///
    /// let program = Program::parse("0.4::heads. p :- \\+ p. query(heads). query(p).")?;
    /// let solution = Inference::new(&program).solve_each()?;
    /// assert_eq!(solution.answers[0].probability, 0.4);
    /// assert_eq!(solution.refusals[0].error.kind(), "negative-cycle");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_each(&self) -> Result<Solution, Error> {
        // All attempts share the time.
        let stop = self.stop.within(self.limits.timeout);
        let limits = Limits { timeout: None, ..self.limits };
        let shared = Inference { limits, stop, ..self.clone() };
        shared.solve_answerable(&self.asked().queries).map_err(|error| self.limits.named(error))
    }

    /// Answers what can be answered of these queries.
    fn solve_answerable(&self, queries: &[Goal]) -> Result<Solution, Error> {
        let ask = |queries: Vec<Goal>| Inference { queries, ..self.clone() }.solve();
        let error = match ask(queries.to_vec()) {
            Err(error) if queries.len() > 1 && error.is_of_one_query() => error,
            solved => return solved,
        };
        let (answerable, refusals) = self.divide(queries)?;
        match answerable.is_empty() {
            true => Err(error),
            false => Ok(Solution { refusals, ..ask(answerable)? }),
        }
    }

    /// Divides queries that cannot be answered together into those that can, and the others: by halves, because most
    /// can.
    fn divide(&self, queries: &[Goal]) -> Result<(Vec<Goal>, Vec<Refusal>), Error> {
        let (mut answerable, mut refusals) = (Vec::new(), Vec::new());
        for half in [&queries[..queries.len() / 2], &queries[queries.len() / 2..]] {
            match (Inference { queries: half.to_vec(), ..self.clone() }.solve(), half) {
                (Ok(_), _) => answerable.extend_from_slice(half),
                (Err(error), _) if !error.is_of_one_query() => return Err(error),
                (Err(error), [query]) => refusals.push(Refusal::new(query, error)),
                (Err(_), _) => {
                    let (more, others) = self.divide(half)?;
                    answerable.extend(more);
                    refusals.extend(others);
                }
            }
        }
        Ok((answerable, refusals))
    }

    /// All worlds that the queries and the evidence can tell apart, one by one, if there are no more than the limit: the
    /// definition of the semantics, written out.
    ///
    /// ```
    /// use randlog_infer::{Inference, RBig};
    /// use randlog_logic::Program;
    ///
    /// let program = Program::parse("1/3::rain. 1/4::sprinkler. wet :- rain ; sprinkler. query(wet).")?;
    /// let worlds = Inference::new(&program).worlds()?;
    /// let wet = worlds.iter().filter(|world| world.answers[0].1);
    /// let sum = wet.fold(RBig::ZERO, |sum, world| sum + &world.probability);
    /// assert_eq!((worlds.len(), sum.to_string()), (4, "1/2".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn worlds(&self) -> Result<Vec<World>, Error> {
        let program = self.asked();
        safety::check_directives(&program)?;
        worlds::table(&program, &self.limits.token(&self.stop), self.limits.worlds)
            .map_err(|error| self.limits.named(error))
    }

    /// Which ground atoms the answers depend on, and how. It is meant for pictures of small programs: all instances of clauses
    /// are looked at.
    ///
    /// ```
    /// use randlog_infer::Inference;
    /// use randlog_logic::{Program, Sign};
    ///
    /// let program = Program::parse("0.3::rain. 0.1::fog. mild. dry :- mild, \\+ rain. query(dry).")?;
    /// let graph = Inference::new(&program).ground_graph()?;
    /// let names: Vec<String> = graph.atoms.iter().map(|node| node.atom.to_string()).collect();
    /// assert_eq!((names, graph.edges), (vec!["rain".to_owned(), "dry".to_owned()], vec![(0, 1, Sign::Negative)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ground_graph(&self) -> Result<GroundGraph, Error> {
        let program = self.asked();
        safety::check_directives(&program)?;
        worlds::graph(&program, &self.limits.token(&self.stop))
            .map_err(|error| self.limits.named(error))
    }

    /// The program with other queries, if there are any, and more evidence.
    fn asked(&self) -> Cow<'p, Program> {
        if self.queries.is_empty() && self.evidence.is_empty() {
            return Cow::Borrowed(self.program);
        }
        let mut program = self.program.clone();
        if !self.queries.is_empty() {
            program.queries.clone_from(&self.queries);
        }
        program.evidence.extend_from_slice(&self.evidence);
        Cow::Owned(program)
    }

    /// Is there an answer with a probability strictly between 0 and 1? That is often known long before the
    /// probability is: as soon as the answer is true in one of a few random worlds, and false in another.
    ///
    /// The algorithm is always [`Algorithm::Exact`].
    pub fn is_uncertain(&self, rng: &mut (impl Rng + Send)) -> Result<bool, Error> {
        let found = exact::is_uncertain(&self.asked(), &self.limits.token(&self.stop), rng);
        found.map_err(|error| self.limits.named(error))
    }

    /// What the answers need: measures of each ground instance of the queries that do not depend on the machine.
    ///
    /// The algorithm is always [`Algorithm::Exact`].
    ///
    /// ```
    /// use randlog_infer::Inference;
    /// use randlog_logic::Program;
    ///
    /// let program = Program::parse(
    ///     "0.5::e(a, b). 0.5::e(b, c). 0.5::e(c, d).
    ///      p(X, Y) :- e(X, Y).
    ///      p(X, Y) :- e(X, Z), p(Z, Y).
    ///      query(p(a, c)).",
    /// )?;
    /// let measures = &Inference::new(&program).measures()?[0];
    /// assert_eq!((measures.depth, measures.events.clone(), measures.width), (Some(2), 2..=2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn measures(&self) -> Result<Vec<Measures>, Error> {
        let measured = exact::measures(&self.asked(), &self.limits.token(&self.stop));
        measured.map_err(|error| self.limits.named(error))
    }
}
